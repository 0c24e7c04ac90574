"""A PostgreSQL database as this version wants it: alembic walks the steps that are missing.

SQLite's files walk the same steps without it (`schema.migrate`): a file must open where nothing more is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import NullPool, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from pentarchy.table import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

VERSIONS = "pentarchy_version"  # the table that says how far a database has come
ONE_AT_A_TIME = 0x50454E54  # the lock for which others wait who want the same


async def migrate(url: str) -> None:
    """Bring a database up to this version; Unusable if it is of a newer one or of another program."""
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"), poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(_migrate, shown(url))
            await connection.commit()
    except (OSError, asyncpg.PostgresError, SQLAlchemyError) as error:
        words = str(error).splitlines()[0]
        raise schema.Unusable(f"the database {shown(url)} cannot be used: {words}") from None
    finally:
        await engine.dispose()


def shown(url: str) -> str:
    """An address without its password."""
    return make_url(url).render_as_string(hide_password=True)


def _migrate(connection: Connection, where: str) -> None:
    connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
    config = Config()
    config.set_main_option("script_location", "pentarchy.table:migrations")
    config.attributes["connection"] = connection
    found = MigrationContext.configure(connection, opts={"version_table": VERSIONS}).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is None and schema.TABLES & set(inspect(connection).get_table_names()):
        raise schema.Unusable(f"{where} is a database of another program")
    if found is not None and found not in known:
        raise schema.Unusable(f"{where} is of a newer version ({found}) than this program knows: update Pentarchy")
    command.upgrade(config, "head")
