"""What is done to stored tables when nobody looks: finished games are packed, old tables deleted."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from pentarchy.table import ops as o
from pentarchy.table.archive import pack
from pentarchy.table.store import Unavailable

if TYPE_CHECKING:
    from pentarchy.table.hub import Hub

log = logging.getLogger("pentarchy.table")

AT_ONCE = 50  # tables that are looked for at once
MOST_PACKED = 1000  # in one round where others store too
DROPPED_AFTER = 15.0  # seconds; whatever was being stored when something was packed has long come to an end
ROUND = "the keeper's round"  # what one worker does for all
BREATH = 0.02  # seconds between two tables, so that play does not notice
DAY = 24 * 3600.0


class Keeper:
    """Goes round now and then. Each table is one small write among the others."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def run(self) -> None:
        """Go round as long as the table is open."""
        while True:
            await asyncio.sleep(self._hub.settings.housekeeping)
            try:
                await self.go_round()
            except Unavailable:
                continue  # it has been logged
            except Exception:
                log.exception("old tables could not be looked through")

    async def go_round(self) -> None:
        """Pack what has been over for a while, and delete what is too old."""
        if self._hub.store.problem is not None or not await self._hub.leases.obtain(ROUND):
            return  # nothing can be stored, or another worker goes round
        settings = self._hub.settings
        packed = await self.pack(time.time() - settings.pack_after)
        ages = {
            "open": settings.keep_open,
            "closed": settings.keep_open,
            "playing": settings.keep_playing,
            "over": settings.keep_finished,
        }
        deleted = {status: await self.prune(status, time.time() - days * DAY) for status, days in ages.items()}
        if packed or any(deleted.values()):
            told = ", ".join(f"{number} {status}" for status, number in deleted.items() if number) or "none"
            log.info("finished games packed: %d; tables deleted for their age: %s", packed, told)

    async def pack(self, before: float) -> int:
        """Pack games that have been over since; return how many."""
        packed = 0
        if self._hub.store.shared:
            return await self._pack_for_all(before)
        while tables := await self._hub.store.to_pack(before, AT_ONCE):
            for table in tables:
                await self._pack(table, drop=True)
                packed += 1
                await asyncio.sleep(BREATH)
        return packed

    async def _pack_for_all(self, before: float) -> int:
        """The same where others store too: what is packed is dropped only when nobody can be storing who has not seen
        that it is packed; else a place would be free that was taken.
        """
        tables = await self._hub.store.to_pack(before, MOST_PACKED)
        lengths = {table: await self._pack(table, drop=False) for table in tables}
        if lengths:
            await asyncio.sleep(DROPPED_AFTER)
        for table, length in lengths.items():
            if length:
                await self._hub.stored([o.DropEntries(table, length)])
                await asyncio.sleep(BREATH)
        return len(lengths)

    async def _pack(self, table: str, *, drop: bool) -> int:
        """Pack a table; how many entries it has, 0 if it cannot be packed.

        What happens to a finished table meanwhile, such as a rematch, comes after what is packed.
        """
        try:
            entries = await self._hub.store.entries(table)
        except ValueError as error:
            log.error("%s; it is left as it is", error)
            await self._hub.stored([o.LeaveUnpacked(table)])
            return 0
        ops: list[o.Op] = [o.Pack(table, len(entries), await asyncio.to_thread(pack, entries))]
        await self._hub.stored([*ops, o.DropEntries(table, len(entries))] if drop else ops)
        return len(entries)

    async def prune(self, status: str, before: float) -> int:
        """Delete tables to which nothing has happened since and that nobody looks at; return how many."""
        deleted = skipped = 0
        while tables := await self._hub.store.older(status, before, AT_ONCE, skipped):
            for table in tables:
                if await self._hub.is_watched(table):
                    skipped += 1
                    continue
                await self._hub.let_go(table)
                deleted += 1
                await asyncio.sleep(BREATH)
        return deleted
