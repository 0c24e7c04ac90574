"""Limits that hold at all workers together: each tells the others what people have had, and what they have at once.

Nobody is asked before something is allowed: what was told last counts. So a limit can be overstepped by what happens
at several workers within a twentieth of a second, and holds for each worker alone while the bus does not work.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pentarchy.table import bus as b
from pentarchy.table.bus import EVERYBODY
from pentarchy.table.elsewhere import TELLING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pentarchy.table.bus import Bus
    from pentarchy.table.held import Held
    from pentarchy.table.limits import Buckets

SPENT = 1.0  # seconds from one time that is told what was had to the next
SOON = 0.05  # seconds until it is told that somebody has more or less of something at once


class SharedLimits:
    """The limits of one worker, and how the others learn of them. Told is how it is, so that nothing adds up wrong."""

    def __init__(self, bus: Bus, buckets: Mapping[str, Buckets], held: Mapping[str, Held]) -> None:
        self._bus = bus
        self._buckets = buckets
        self._held = held
        self._loop = asyncio.get_running_loop()
        self._due = False  # whether something is about to be told
        for limit in buckets.values():
            limit.share()
        for each in held.values():
            each.share(self._changed)

    async def run(self) -> None:
        """Tell the others again and again; for ever."""
        rounds = round(TELLING / SPENT)
        while True:
            for _ in range(rounds):
                await asyncio.sleep(SPENT)
                self._tell_what_was_had()
            self._tell_all_that_is_held()
            for each in self._held.values():
                each.forget_the_silent()

    def leave(self) -> None:
        """Nobody has anything here any more."""
        self._bus.tell(EVERYBODY, lambda worker: b.Holding(worker, {name: {} for name in self._held}, whole=True))

    def hear(self, note: b.Spent | b.Holding) -> None:
        """Another worker has told something."""
        match note:
            case b.Spent():
                for name in note.amounts.keys() & self._buckets.keys():
                    self._buckets[name].spend(note.amounts[name])
            case b.Holding():
                for name in note.counts.keys() & self._held.keys():
                    self._held[name].hear(note.worker, note.counts[name], whole=note.whole)

    def bus_is_back(self) -> None:
        """What was told meanwhile was not heard."""
        self._tell_all_that_is_held()

    def _tell_what_was_had(self) -> None:
        found = {name: spent for name, limit in self._buckets.items() if (spent := limit.spent())}
        if found:
            self._bus.tell(EVERYBODY, lambda worker: b.Spent(worker, found))

    def _tell_all_that_is_held(self) -> None:
        counts = {name: each.everything() for name, each in self._held.items()}
        self._bus.tell(EVERYBODY, lambda worker: b.Holding(worker, counts, whole=True))

    def _changed(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call_later(SOON, self._tell_what_has_changed)

    def _tell_what_has_changed(self) -> None:
        self._due = False
        counts = {name: news for name, each in self._held.items() if (news := each.news())}
        if counts:
            self._bus.tell(EVERYBODY, lambda worker: b.Holding(worker, counts))
