"""Whoever makes things go wrong: one fault after the other, each kind as often as any other, for as long as wished."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.faults.proxy import Proxy
    from tests.faults.workers import Worker
    from tests.services import PostgreSQL, Redis

CALM = 1.0  # seconds from one fault to the next, on average
SHORT, LONG = 0.5, 4.0  # seconds that a fault lasts; longer than a line is believed to be alive
HOUR = 3600


class Fault(NamedTuple):
    """Something that goes wrong, and how it is put right."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]


class Nemesis:
    """Faults of workers, of what they share, and of the lines between."""

    def __init__(self, workers: list[Worker], postgresql: PostgreSQL | None, redis: Redis | None, seed: int) -> None:
        self.workers = workers
        self.postgresql = postgresql
        self.redis = redis
        self.choice = random.Random(seed)
        self.done: Counter[str] = Counter()

    async def rage(self, seconds: float) -> None:
        """For so long; then everything is well again."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for fault in self._deal():
                    await asyncio.sleep(self.choice.uniform(0, 2 * CALM))
                    await self._commit(fault)
        for worker in self.workers:
            worker.set_clock(0)

    async def _commit(self, fault: Fault) -> None:
        """Let something go wrong for a while. It is put right also if there is no more time."""
        await asyncio.to_thread(fault.begin)
        self.done[fault.name] += 1
        try:
            await asyncio.sleep(self.choice.uniform(SHORT, LONG))
        finally:
            await asyncio.shield(asyncio.to_thread(fault.end))

    def _deal(self) -> Iterator[Fault]:
        """Every kind of fault before any comes again, at a worker that chance chooses."""
        while True:
            kinds = self._of_workers() + self._of_lines() + self._of_services()
            self.choice.shuffle(kinds)
            yield from (kind() for kind in kinds)

    def _of_workers(self) -> list[Callable[[], Fault]]:
        def killed() -> Fault:
            worker = self._worker()
            return Fault("a worker is killed", worker.kill, worker.start)

        def stopped() -> Fault:
            worker = self._worker()
            return Fault("a worker stands still", worker.pause, worker.resume)

        def ended() -> Fault:
            worker = self._worker()
            return Fault("a worker is ended in order", worker.stop, worker.start)

        def astray() -> Fault:
            """Its clock stays wrong until it is set again."""
            worker, seconds = self._worker(), self.choice.choice([-HOUR, -30, 30, HOUR])
            return Fault("a clock jumps", lambda: worker.set_clock(seconds), nothing)

        return [killed, stopped, ended, astray]

    def _of_lines(self) -> list[Callable[[], Fault]]:
        """The lines of one worker, or those of all."""
        kinds: list[Callable[[], Fault]] = []
        for service in ("postgresql", "redis"):
            if not all(service in worker.proxies for worker in self.workers):
                continue
            for name, begin in LINE_FAULTS.items():
                kinds.append(lambda service=service, name=name, begin=begin: self._of_line(service, name, begin))  # type: ignore[misc]
        return kinds

    def _of_line(self, service: str, name: str, begin: Callable[[Proxy], None]) -> Fault:
        chosen = [self._worker()] if self.choice.random() < 0.7 else self.workers
        proxies = [worker.proxies[service] for worker in chosen]

        def begin_all() -> None:
            for proxy in proxies:
                begin(proxy)

        def heal_all() -> None:
            for proxy in proxies:
                proxy.heal()

        return Fault(f"lines to {service} {name}", begin_all, heal_all)

    def _of_services(self) -> list[Callable[[], Fault]]:
        kinds: list[Callable[[], Fault]] = []
        if self.postgresql is not None:
            database = self.postgresql
            kinds += [
                lambda: Fault("postgresql is ended in order", database.stop, database.start),
                lambda: Fault("postgresql is killed", database.kill, database.start),
                lambda: Fault("postgresql stands still", database.pause, database.resume),
            ]
        if self.redis is not None:
            bus = self.redis
            kinds += [
                lambda: Fault("redis is ended in order", bus.stop, bus.start),
                lambda: Fault("redis is killed", bus.kill, bus.start),
                lambda: Fault("redis stands still", bus.pause, bus.resume),
            ]
        return kinds

    def _worker(self) -> Worker:
        return self.choice.choice(self.workers)


LINE_FAULTS: dict[str, Callable[[Proxy], None]] = {
    "are cut": lambda proxy: proxy.cut(),
    "are refused": lambda proxy: proxy.refuse(),
    "hold everything back": lambda proxy: proxy.pause(),
    "are slow": lambda proxy: proxy.slow(0.3),
}


def nothing() -> None:
    """There is nothing to be put right now."""
