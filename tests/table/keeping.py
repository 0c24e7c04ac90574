"""Where the tables of a test are kept: in files, or by PostgreSQL with Redis beside it.

A module that says `BOTH_STORES = True` is run with both. A folder stands for a database, so that a table that is opened
again in the same folder finds what was kept there. The server goes when the tests end, with all that it kept.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import asyncpg

from pentarchy.table.migrating import migrate

if TYPE_CHECKING:
    from pathlib import Path

    from tests import services


class ByPostgreSQL:
    """A database for each folder."""

    def __init__(self, server: services.PostgreSQL, redis: services.Redis) -> None:
        self._server = server
        self._redis = redis
        self._names: dict[Path, str] = {}
        self._pattern = self._fresh_name()
        asyncio.run(migrate(server.database(self._pattern)))

    def settings(self, folder: Path) -> dict[str, str]:
        """By what a table is kept that would else be kept in a folder."""
        if folder not in self._names:
            self._names[folder] = self._fresh_name()
            asyncio.run(self._copy_pattern(self._names[folder]))
        return {"database": self._server.address(self._names[folder]), "bus": self._redis.url}

    @staticmethod
    def _fresh_name() -> str:
        return f"test_{secrets.token_hex(8)}"

    async def _copy_pattern(self, name: str) -> None:
        """Make a database in little time: a copy of one that was made step by step."""
        line = await asyncpg.connect(self._server.address("postgres"))
        await line.execute(f"CREATE DATABASE {name} TEMPLATE {self._pattern}")
        await line.close()


chosen: ByPostgreSQL | None = None  # None: in files


def settings(folder: Path) -> dict[str, str]:
    """By what a table is kept, as the module of the test has chosen."""
    return {} if chosen is None else chosen.settings(folder)
