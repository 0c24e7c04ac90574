"""Which tables this process drives: whose bots think here, and whose clocks ring here.

A lease is a courtesy, so that not every worker thinks for the same bot. Two drivers do no harm: the log decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Protocol

from pentarchy.table.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

log = logging.getLogger("pentarchy.table")

LEASE = 6.0  # seconds that one holds; whoever dies is followed by another so much later
RENEWING = 2.0  # seconds between two looks


class Registry(Protocol):
    """Where it is written who holds what."""

    async def claim(self, names: Iterable[str], worker: str, seconds: float) -> set[str]:
        """Take what nobody holds, and keep what one has; what is held now."""

    async def release(self, names: Iterable[str], worker: str) -> None:
        """Hold something no longer."""

    async def hand_over(self, worker: str) -> None:
        """Leave all that is held to the others."""

    async def left_behind(self, limit: int) -> list[str]:
        """What somebody held who is gone."""

    async def is_driven(self, name: str, worker: str) -> bool:
        """Whether somebody else holds it now."""


class Leases:
    """Those of one worker. Without a registry everything is this process's own."""

    def __init__(self, registry: Registry | None, worker: str) -> None:
        self._registry = registry
        self._worker = worker
        self._until: dict[str, float] = {}
        self._wanted: set[str] = set()
        self._stirred = asyncio.Event()
        self._has_asked = False

    def holds(self, name: str) -> bool:
        """Whether this process drives something."""
        return self._registry is None or time.monotonic() < self._until.get(name, 0.0)

    def want(self, name: str) -> None:
        """Drive something as soon as nobody else does."""
        if self._registry is not None and name not in self._wanted:
            self._wanted.add(name)
            self._stirred.set()

    async def is_driven(self, name: str) -> bool:
        """Whether another worker drives something."""
        return self._registry is not None and await self._registry.is_driven(name, self._worker)

    async def obtain(self, name: str) -> bool:
        """Drive something at once, if nobody else does."""
        if self._registry is None:
            return True
        await self._claim({name})
        return self.holds(name)

    async def run(self, needs: Callable[[str], bool], gained: Callable[[str], None]) -> None:
        """Keep what is needed, let go of what is not, and say what has been gained; for ever."""
        if self._registry is None:
            return
        while True:
            with contextlib.suppress(Unavailable):  # whoever cannot store anything need not drive anything
                await self._look(needs, gained)
            self._stirred.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), RENEWING)

    async def _look(self, needs: Callable[[str], bool], gained: Callable[[str], None]) -> None:
        assert self._registry is not None
        idle = {name for name in self._wanted | self._until.keys() if not needs(name)}
        self._wanted -= idle
        if held := idle & self._until.keys():
            for name in held:
                del self._until[name]
            await self._registry.release(held, self._worker)
        if self._wanted:
            for name in await self._claim(self._wanted):
                gained(name)

    async def _claim(self, names: set[str]) -> set[str]:
        """Claim all of them; those that are new."""
        assert self._registry is not None
        before = {name for name in names if self.holds(name)}
        asked = time.monotonic()
        self._has_asked = True
        held = await self._registry.claim(names, self._worker, LEASE)
        for name in names:
            self._until.pop(name, None)
        self._until |= dict.fromkeys(held, asked + LEASE)
        return held - before

    async def give_up(self, name: str) -> None:
        """Drive something no longer."""
        if self._registry is not None:
            self._until.pop(name, None)
            await self._registry.release([name], self._worker)

    async def left_behind(self, limit: int) -> list[str]:
        """What somebody drove who is gone."""
        return [] if self._registry is None else await self._registry.left_behind(limit)

    async def close(self) -> None:
        """Leave everything to the others at once, also what was asked for without the answer being heard."""
        if self._registry is not None and self._has_asked:
            self._until.clear()
            try:
                await self._registry.hand_over(self._worker)
            except Unavailable as error:
                log.warning("others will drive what was driven here some seconds later: %s", error)
