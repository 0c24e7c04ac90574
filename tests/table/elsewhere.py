"""Compiling without a compiler: parts of games are ready when a test says so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pentarchy.warm import Queue  # noqa: TC001 - named in what a protocol asks for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pentarchy.warm import Job

SIZE = 10_000  # of every job: 2.5 seconds as far as anybody knows


class Elsewhere:
    """What `Readiness` expects of the module `warm`."""

    def __init__(self, missing: Iterable[Job], broken: Iterable[Job] = ()) -> None:
        self.missing = list(missing)
        self.broken = set(broken)
        self.loaded: list[Job] = []
        self._finished: set[Job] = set()

    def finish(self, *jobs: Job) -> None:
        """Let jobs, or all of them, be done."""
        self._finished |= set(jobs or self.missing)

    def jobs(self, _games: Iterable[str], _parts: Iterable[str]) -> list[Job]:
        return list(self.missing)

    def size(self, _job: Job) -> int:
        return SIZE

    def is_warm(self, job: Job) -> bool:
        return job not in self.broken

    def prepare(self, job: Job) -> None:
        if job in self.broken:
            raise RuntimeError("this does not compile")
        self.loaded.append(job)

    async def compile_all(
        self, queue: Queue, *, begun: Callable[[Job], None], done: Callable[[Job], None]
    ) -> list[Job]:
        while (job := queue.take()) is not None:
            begun(job)
            while job not in self._finished:
                await asyncio.sleep(0.005)
            queue.running.discard(job)
            done(job)
        return []
