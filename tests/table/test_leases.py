"""Who drives a table, also while an answer of the database is under way."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from pentarchy.table.leases import Leases
from pentarchy.table.migrating import migrate
from pentarchy.table.postgresql import PostgreSQLStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    import asyncpg

NAME = "blue-castle-hill"


class Unheard(PostgreSQLStore):
    """What is claimed is written down, but whoever claimed it never hears of it."""

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        super().__init__(url, pool)
        self.claimed = asyncio.Event()

    async def claim(self, names: Iterable[str], worker: str, seconds: float) -> set[str]:
        held = await super().claim(names, worker, seconds)
        self.claimed.set()
        await asyncio.Event().wait()
        return held


@contextlib.asynccontextmanager
async def claiming(database: str) -> AsyncIterator[tuple[Leases, Leases]]:
    """Two workers, of which the first has claimed a table and not heard yet that it has it."""
    await migrate(database)
    store, other = await Unheard.opened(database), await PostgreSQLStore.opened(database)
    first, second = Leases(store, "first"), Leases(other, "second")
    task = asyncio.create_task(first.obtain(NAME))
    await store.claimed.wait()
    try:
        yield first, second
    finally:
        task.cancel()
        await asyncio.wait([task])
        await store.close()
        await other.close()


def test_whoever_has_just_claimed_a_table_is_nobody_else(database: str) -> None:
    async def ask() -> None:
        async with claiming(database) as (first, second):
            assert not await first.is_driven(NAME)
            assert await second.is_driven(NAME)

    asyncio.run(ask())


def test_whoever_closes_leaves_to_the_others_what_it_has_just_claimed(database: str) -> None:
    async def ask() -> None:
        async with claiming(database) as (first, second):
            await first.close()
            assert not await second.is_driven(NAME)
            assert await second.obtain(NAME)

    asyncio.run(ask())
