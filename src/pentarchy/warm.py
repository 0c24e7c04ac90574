"""Compiling beforehand, so that nobody waits in the middle of a game.

A game is compiled in parts, in the order in which people want them. That is done by other processes (`python -m
pentarchy.warm`), because compiling would stall the threads of this one; afterwards a part is loaded from the cache.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import shutil
import sys
import time
from asyncio.subprocess import PIPE
from typing import TYPE_CHECKING, Any, NamedTuple

import pentarchy
from pentarchy.bots.policies import policies_of, search_of
from pentarchy.engine import family, kernel
from pentarchy.envs.compiled import compiled_of
from pentarchy.games import NAMES
from pentarchy.progress import Progress

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pentarchy.engine.compiling import Unit
    from pentarchy.engine.spec import Spec

# What a game between people needs, what bots need that decide at a glance, what the search needs, and the rest: random
# games, contests between bots, steps for learning.
PARTS = ("people", "bots", "search", "lab")
AT_THE_TABLE = PARTS[:3]


class Job(NamedTuple):
    """A part of a game that is to be compiled."""

    game: str
    part: str
    native: bool = False  # for this very processor, also where there is code that runs on all of its family


def jobs(games: Iterable[str] = NAMES, parts: Iterable[str] = PARTS, *, native: bool = False) -> list[Job]:
    """What is not in the cache yet, in the order in which it is wanted."""
    games = list(games)
    return [job for part in parts for job in (Job(game, part, native) for game in games) if not is_warm(job)]


def is_warm(job: Job) -> bool:
    """Whether a part need not be compiled any more."""
    return all(unit.is_native if job.native else unit.is_stored for unit in units(job))


def units(job: Job) -> list[Unit]:
    """What a part of a game consists of."""
    _bind(pentarchy.load(job.game).spec)
    return kernel.units(job.game, job.part)


@functools.cache
def _bind(spec: Spec) -> None:
    """Bring everything of a game that is compiled into being; nothing is compiled by that."""
    policies_of(spec)
    search_of(spec)
    compiled_of(spec)


def prepare(job: Job) -> None:
    """Compile a part in this process, or load it from the cache."""
    for unit in units(job):
        if job.native:
            unit.make_native()
        else:
            unit.prepare()


def size(job: Job) -> int:
    """How much there is to compile: the bytecode of all functions that the units of a part need.

    The seconds that it takes grow with it, whatever the game: 0.15 to 0.3 ms a byte.
    """
    return sum(len(function.__code__.co_code) for unit in units(job) for function in _needed(unit))


def _needed(unit: Unit) -> set[Any]:
    found: set[Any] = set()
    waiting = list(unit.entries.values())
    while waiting:
        function = waiting.pop()
        function = getattr(function, "py_func", function)
        if function not in found:
            found.add(function)
            named = (function.__globals__.get(name) for name in function.__code__.co_names)
            waiting += [each for each in named if hasattr(each, "py_func")]
    return found


def warm(games: Sequence[str] = (), parts: Sequence[str] = PARTS) -> float:
    """Compile the games (all, or those named) that are not in the cache yet; return the seconds it took."""
    _check(games)
    return _compile(jobs(games or NAMES, parts, native=True), {})


def warm_portable(folder: Path, games: Sequence[str] = (), parts: Sequence[str] = PARTS) -> float:
    """Compile the games for all recent processors of this one's family, into a folder that can be copied elsewhere.

    There it is the value of PENTARCHY_CACHE, or `kernels` in the package. Return the seconds it took.
    """
    _check(games)
    processor = family.baseline()
    if processor is None:
        raise ValueError(f"nothing is known about processors like this one ({family.host()}): no portable code")
    environment = {"PENTARCHY_CACHE": str(folder), "NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": ""}
    seconds = _compile([Job(game, part, native=True) for part in parts for game in games or NAMES], environment)
    for pattern in ("*/*.lock", "*/*.translated"):  # of use for compiling only
        for file in folder.glob(pattern):
            file.unlink()
    for game in (kernel.COMMON, *(games or NAMES)):  # what was made from other sources
        for old in set(folder.glob(f"{game}-*")) - {folder / kernel.directory_name(game)}:
            shutil.rmtree(old)
    return seconds


def _check(games: Sequence[str]) -> None:
    """A wrong name is refused before anything is compiled."""
    for game in games:
        pentarchy.load(game)


def _compile(waiting: list[Job], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    if waiting:
        with Progress("compiling", len(waiting)) as progress:
            queue = Queue(waiting)
            compiling = compile_all(queue, environment, done=lambda job: progress.add(1, f"{job.game}, {job.part}"))
            failed = asyncio.run(compiling)
        if failed:
            raise CompilingFailed(", ".join(f"{job.game} ({job.part})" for job in failed))
    return time.perf_counter() - start


class CompilingFailed(RuntimeError):  # noqa: N818
    """Something could not be compiled; what the compiler complained of is on standard error."""

    def __init__(self, what: str) -> None:
        super().__init__(f"compiling failed: {what}")


class Queue:
    """Jobs that wait. First what somebody has asked for, then a part of every game before the next part of any."""

    def __init__(self, waiting: Iterable[Job]) -> None:
        self._waiting = list(waiting)
        self._wanted: set[tuple[str, str]] = set()
        self.running: set[Job] = set()

    def want(self, game: str, part: str) -> None:
        """Somebody waits for a part, and so for what comes before it."""
        self._wanted |= {(game, each) for each in PARTS[: PARTS.index(part) + 1]}

    @property
    def waiting(self) -> list[Job]:
        """What has not begun yet, in the order in which it is wanted."""
        games = {game for game, _ in self._wanted}

        def urgency(job: Job) -> tuple[bool, int, bool]:
            return (job.game, job.part) not in self._wanted, PARTS.index(job.part), job.game not in games

        return sorted(self._waiting, key=urgency)

    def take(self) -> Job | None:
        """The next job to begin; None if there is none that this would be the time for.

        The parts of a game share rules, which are translated once: they are compiled one after the other. So whoever
        finds nothing is not needed any more; the one that compiles the game goes on with its next part.
        """
        busy = {job.game for job in self.running}
        job = next((job for job in self.waiting if job.game not in busy), None)
        if job is not None:
            self._waiting.remove(job)
            self.running.add(job)
        return job

    @property
    def workers(self) -> int:
        """How many can be busy at once."""
        return min(os.cpu_count() or 1, len({job.game for job in (*self._waiting, *self.running)}))


async def compile_all(
    queue: Queue,
    environment: Mapping[str, str] | None = None,
    *,
    begun: Callable[[Job], None] = lambda _: None,
    done: Callable[[Job], None] = lambda _: None,
) -> list[Job]:
    """Compile in as many processes as there are cores: each takes the next job when it is through with one.

    A job whose process dies is tried once more. `done` is called for each, also for those that failed again, which are
    returned. Nothing is left running, however this ends.
    """
    failed: list[Job] = []
    async with asyncio.TaskGroup() as group:
        for _ in range(queue.workers):
            group.create_task(_work(queue, Worker(environment or {}), begun, done, failed))
    return failed


async def _work(
    queue: Queue, worker: Worker, begun: Callable[[Job], None], done: Callable[[Job], None], failed: list[Job]
) -> None:
    try:
        while (job := queue.take()) is not None:
            begun(job)
            if not await worker.compile(job) and not await worker.compile(job):
                failed.append(job)
            queue.running.discard(job)
            done(job)
    finally:
        await worker.stop()


class Worker:
    """A process that compiles; it is started when there is something to do, and anew when it has died."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = os.environ | environment
        self._process: Process | None = None

    async def compile(self, job: Job) -> bool:
        """Whether it is through with a job; if not, the process has died."""
        if self._process is None:
            # In a session of its own: Ctrl-C is for the one who waits for it, and who stops it then.
            command = (sys.executable, "-m", "pentarchy.warm")
            self._process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=self._environment, start_new_session=True
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(ConnectionError):
            process.stdin.write(f"{job.game} {job.part} {'native' if job.native else ''}\n".encode())
            await process.stdin.drain()
        if await process.stdout.readline():
            return True
        await self.stop()
        return False

    async def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def main() -> None:
    """Compile what standard input asks for, a job a line, and say so when it is done."""
    if hasattr(os, "nice"):
        os.nice(5)  # people who play already come first
    for line in sys.stdin:
        game, part, *rest = line.split()
        prepare(Job(game, part, native=bool(rest)))
        try:
            print("done", flush=True)
        except BrokenPipeError:
            os._exit(0)  # whoever asked is gone


if __name__ == "__main__":
    main()
