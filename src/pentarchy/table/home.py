"""Where the tables of a process are kept, and how it tells other processes of them: as the settings say."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, NamedTuple

from pentarchy.table.bus import Alone
from pentarchy.table.folder import DATABASE, DataFolder
from pentarchy.table.sqlite import SQLiteStore

if TYPE_CHECKING:
    from pentarchy.table.bus import Bus
    from pentarchy.table.leases import Registry
    from pentarchy.table.settings import Settings
    from pentarchy.table.store import Store


__all__ = ["DATABASE", "Home", "opened", "prepare"]


class Home(NamedTuple):
    """What a hub lives on."""

    store: Store
    bus: Bus
    registry: Registry | None  # of who drives which table, where there are others


async def opened(settings: Settings, folder: DataFolder | None = None) -> Home:
    """The home of a table's process; `folder` is its own already. Unusable if it cannot be used."""
    if not settings.database:
        loop = asyncio.get_running_loop()
        return Home(SQLiteStore(folder or DataFolder(settings.data), loop.call_soon_threadsafe), Alone(), None)
    from pentarchy.table.postgresql import PostgreSQLStore

    store = await PostgreSQLStore.opened(settings.database)
    worker = secrets.token_hex(6)
    bus: Bus = Alone(worker)
    if settings.bus:
        from pentarchy.table.redis_bus import RedisBus

        bus = RedisBus(settings.bus, await store.identity(), worker)
    return Home(store, bus, store)


def prepare(settings: Settings) -> DataFolder | None:
    """See to it that the home can be used before anything is answered, so that what is wrong is said plainly."""
    if not settings.database:
        return DataFolder(settings.data)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it names every part of itself
    try:
        from pentarchy.table.migrating import migrate

        if settings.bus:
            import redis  # noqa: F401
    except ModuleNotFoundError as error:
        raise ValueError(f"several processes need {error.name}: pip install 'pentarchy[table,cluster]'") from None
    asyncio.run(migrate(settings.database))
    return None
