"""What is compiled and what is not yet, in which order the rest comes, and how long that will take."""

from __future__ import annotations

import asyncio
import heapq
import logging
import math
import time
from typing import TYPE_CHECKING, Protocol

import msgspec

from pentarchy import warm
from pentarchy.games import NAMES
from pentarchy.table import protocol as p
from pentarchy.warm import AT_THE_TABLE, CompilingFailed, Job, Queue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

log = logging.getLogger("pentarchy.table")

# What is expected of a machine before it has compiled anything: seconds for so many bytes.
FIRST_GUESS = 2.5, 10_000
OVERDUE = 0.15  # of the time that something has taken: so much longer it will take at least
SOON = 1.0  # seconds; nothing that is not ready will be ready in less


class Forecast:
    """When jobs will be done, judged by their sizes and by how long others took in this run."""

    def __init__(self, sizes: Mapping[Job, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._sizes = sizes
        self._clock = clock
        self._begun: dict[Job, float] = {}
        self._took: dict[Job, float] = {}

    def begun(self, job: Job) -> None:
        """A job is being done from now on."""
        self._begun[job] = self._clock()

    def done(self, job: Job) -> None:
        """A job is done."""
        self._took[job] = self._clock() - self._begun.pop(job)

    def seconds(self, queue: Queue) -> dict[Job, float]:
        """How long it will be until each job is done, if the queue is worked off as it stands; in that order."""
        pace = self._pace()
        found = {job: self._left(job, pace) for job in queue.running}
        busy = {job.game: seconds for job, seconds in found.items()}  # until then a game is being compiled
        free = [*found.values(), *[0.0] * (queue.workers - len(found))]  # when each worker is
        heapq.heapify(free)
        waiting = queue.waiting
        while waiting and free:
            now = heapq.heappop(free)
            job = next((job for job in waiting if busy.get(job.game, 0.0) <= now), None)
            if job is not None:  # else this worker goes, as in `Queue.take`
                waiting.remove(job)
                found[job] = busy[job.game] = now + self._sizes[job] * pace
                heapq.heappush(free, found[job])
        return found

    def _left(self, job: Job, pace: float) -> float:
        gone = self._clock() - self._begun[job]
        return max(self._sizes[job] * pace - gone, OVERDUE * gone, SOON)

    def _pace(self) -> float:
        """Seconds a byte, of what is done and of what takes longer than that already."""
        seconds, size = FIRST_GUESS
        for job, took in self._took.items():
            seconds, size = seconds + took, size + self._sizes[job]
        pace = seconds / size
        for job, begun in self._begun.items():
            gone = self._clock() - begun
            if gone > self._sizes[job] * pace:
                seconds, size = seconds + gone, size + self._sizes[job]
        return seconds / size


class Work(Protocol):
    """What is done elsewhere: the module `warm`."""

    def jobs(self, games: Iterable[str], parts: Iterable[str], /) -> list[Job]:
        """What is not in the cache yet."""

    def size(self, job: Job, /) -> int:
        """How much there is to compile."""

    def is_warm(self, job: Job, /) -> bool:
        """Whether a part need not be compiled any more."""

    def prepare(self, job: Job, /) -> None:
        """Load a part, or compile it in this process."""

    async def compile_all(
        self, queue: Queue, /, *, begun: Callable[[Job], None], done: Callable[[Job], None]
    ) -> list[Job]:
        """Compile everything in other processes."""


class Readiness:
    """Which parts of the games can be used. Before `look` it is supposed that all can."""

    def __init__(self, work: Work = warm) -> None:
        self._work = work
        self._queue = Queue(())
        self._forecast = Forecast({})
        self._coming: dict[Job, asyncio.Event] = {}  # what is not ready yet
        self._failed: set[Job] = set()

    def look(self) -> None:
        """Load what is compiled already and see what is not. It takes half a second; nothing is compiled."""
        missing = self._work.jobs(NAMES, AT_THE_TABLE)
        for job in (Job(game, part) for part in AT_THE_TABLE for game in NAMES):
            if job not in missing:
                self._use(job)
        self._queue = Queue(missing)
        self._forecast = Forecast({job: self._work.size(job) for job in missing})
        self._coming = {job: asyncio.Event() for job in missing}

    async def compile(self) -> None:
        """Compile what is missing in other processes, and load each part when it is there."""
        if not self._coming:
            return
        start = time.monotonic()
        log.info("compiling the games (only the first time); those that somebody waits for come first")
        async with asyncio.TaskGroup() as loading:

            def done(job: Job) -> None:
                self._forecast.done(job)
                loading.create_task(self._load(job))

            try:
                await self._work.compile_all(self._queue, begun=self._forecast.begun, done=done)
            except Exception:
                log.exception("nothing can be compiled in other processes")
        for job in list(self._coming):
            await self._load(job)
        log.info("everything is compiled after %.0f s", time.monotonic() - start)

    async def _load(self, job: Job) -> None:
        if not self._work.is_warm(job):
            log.warning("%s (%s) is not in the cache: compiling it in this process", job.game, job.part)
        await asyncio.to_thread(self._use, job)
        self._coming.pop(job).set()

    def _use(self, job: Job) -> None:
        try:
            self._work.prepare(job)
        except Exception:
            log.exception("%s (%s) cannot be compiled", job.game, job.part)
            self._failed.add(job)

    # --- For those who wait -------------------------------------------------------------------------------------------

    def is_ready(self, game: str, part: str) -> bool:
        """Whether a part of a game, with those before it, can be used."""
        return not any(job in self._coming or job in self._failed for job in _with_those_before(game, part))

    def has_failed(self, game: str, part: str) -> bool:
        """Whether a part of a game will never be ready."""
        return any(job in self._failed for job in _with_those_before(game, part))

    def want(self, game: str, part: str) -> None:
        """A person waits for a part of a game: it comes before what nobody waits for."""
        self._queue.want(game, part)

    async def wait(self, game: str, part: str) -> None:
        """Wait until a part of a game can be used; CompilingFailed if it never can."""
        for job in _with_those_before(game, part):
            if job in self._coming:
                await self._coming[job].wait()
            if job in self._failed:
                raise CompilingFailed(f"{job.game} ({job.part})")

    @property
    def playable(self) -> bool:
        """Whether people can play every game."""
        return all(self.is_ready(game, "people") for game in NAMES)

    def left(self) -> list[p.Compiling]:
        """What is not ready yet, and in how many seconds it will be, in the order in which it is compiled."""
        seconds = dict.fromkeys(self._coming, SOON)  # what is compiled already is being loaded
        for job, left in self._forecast.seconds(self._queue).items():
            del seconds[job]
            seconds[job] = left
        coming = [(job, math.ceil(left)) for job, left in seconds.items()]
        failed = [(job, None) for job in sorted(self._failed)]
        return [
            msgspec.convert({"game": job.game, "part": job.part, "seconds": left}, p.Compiling)
            for job, left in (*coming, *failed)
        ]


def _with_those_before(game: str, part: str) -> list[Job]:
    """Bots need what people need, and the search needs what bots need."""
    return [Job(game, each) for each in AT_THE_TABLE[: AT_THE_TABLE.index(part) + 1]]
