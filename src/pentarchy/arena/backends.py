"""Who plays the games: threads, processes or a Ray cluster. All give the same results."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import threading
import time
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol

from pentarchy.arena.bot_games import Played, play_games
from pentarchy.quiet_ray import load_ray

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    # What workers do: carry out some numbers of a plan, until they are asked to stop. It goes to other processes.
    Work = Callable[[Any, Sequence[int], Callable[[], bool]], Played]

NAMES = ("threads", "processes", "ray")
ATTEMPTS = 3  # so often some games are given to a worker before they are held to kill it
GRACE = 10.0  # seconds that workers get to finish what they are at when the tournament is stopped


class Crew(Protocol):
    """Workers that play games."""

    workers: int

    @property
    def busy(self) -> int:
        """How many pieces of work have been handed out and are not done."""

    def submit(self, indices: list[int]) -> None:
        """Hand out some games."""

    def collect(self, timeout: float) -> list[Played]:
        """What has been done; waits for something so long. ChildProcessError where workers keep dying."""

    def stop(self) -> None:
        """Ask everybody to stop at the next chance; what is finished can still be collected."""

    def close(self) -> None:
        """Send everybody home, at once if need be."""


def crew_of(backend: str, schedule: Any, workers: int | None, address: str | None, work: Work = play_games) -> Crew:
    """The workers of a backend."""
    if backend == "ray":
        return RayCrew(schedule, workers, address, work)
    count = workers or os.cpu_count() or 1
    return ThreadCrew(schedule, count, work) if backend == "threads" else ProcessCrew(schedule, count, work)


def check(backend: str, workers: int | None, address: str | None) -> None:
    """Refuse a backend that does not exist or is not installed, or a wrong number of workers."""
    if backend not in NAMES:
        raise ValueError(f"there is no backend {backend!r}; there are {', '.join(NAMES)}")
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise ValueError(f"workers is at least 1, not {workers}")
    if address is not None and backend != "ray":
        raise ValueError(f"an address is for the backend ray, not for {backend}")
    if backend == "ray":
        load_ray()


def drain(crew: Crew, seconds: float = GRACE) -> Iterator[Played]:
    """Stop the workers and collect what they have finished, for so long at most."""
    crew.stop()
    end = time.monotonic() + seconds
    while crew.busy and time.monotonic() < end:
        yield from crew.collect(timeout=0.1)


class ThreadCrew:
    """Threads of this process: quick to start; bots that think in compiled code run side by side."""

    def __init__(self, schedule: Any, workers: int, work: Work = play_games) -> None:
        self.workers = workers
        self._schedule = schedule
        self._do = work
        self._stopped = threading.Event()
        self._pool: Executor = ThreadPoolExecutor(workers, "arena")
        self._work: dict[Future[Played], list[int]] = {}

    @property
    def busy(self) -> int:
        """How many pieces of work have been handed out and are not done."""
        return len(self._work)

    def submit(self, indices: list[int]) -> None:
        """Hand out some games."""
        self._work[self._pool.submit(self._do, self._schedule, indices, self._stopped.is_set)] = indices

    def collect(self, timeout: float) -> list[Played]:
        """What has been done; waits for something so long."""
        done, _ = wait(self._work, timeout, FIRST_COMPLETED)
        played = []
        for future in done:
            del self._work[future]
            with contextlib.suppress(CancelledError):
                played.append(future.result())
        return played

    def stop(self) -> None:
        """Ask everybody to stop before the next move."""
        self._stopped.set()
        for future in self._work:
            future.cancel()

    def close(self) -> None:
        """Wait for the moves that are being thought about: a thread cannot be ended from outside."""
        self._stopped.set()
        self._pool.shutdown(cancel_futures=True)


class ProcessCrew:
    """Processes of this machine, started afresh: bots that think in Python run side by side.

    A process that dies takes the pool with it; a new pool plays again what was lost, so often and no oftener.
    """

    def __init__(self, schedule: Any, workers: int, work: Work = play_games) -> None:
        self.workers = workers
        self._schedule = schedule
        self._do = work
        self._context = multiprocessing.get_context("spawn")
        self._stopped = self._context.Event()
        self._work: dict[Future[Played], tuple[list[int], int]] = {}
        self._start()

    def _start(self) -> None:
        reader, self._lifeline = self._context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            self.workers, self._context, _begin_work, (self._schedule, self._stopped, reader, self._do)
        )

    @property
    def busy(self) -> int:
        """How many pieces of work have been handed out and are not done."""
        return len(self._work)

    def submit(self, indices: list[int]) -> None:
        """Hand out some games."""
        self._hand_out(indices, attempt=1)

    def _hand_out(self, indices: list[int], attempt: int) -> None:
        with _interrupts_held():  # a new process inherits this and is not torn down by Ctrl-C
            self._work[self._pool.submit(_work, indices)] = indices, attempt

    def collect(self, timeout: float) -> list[Played]:
        """What has been done; waits for something so long. ChildProcessError where processes keep dying."""
        done, _ = wait(self._work, timeout, FIRST_COMPLETED)
        played, broken = [], False
        for future in done:
            try:
                played.append(future.result())
                del self._work[future]
            except CancelledError:
                del self._work[future]
            except BrokenProcessPool:
                broken = True
        if broken:
            self._start_again()
        return played

    def _start_again(self) -> None:
        """Hand out anew what a broken pool has not done."""
        lost = [work for future, work in self._work.items() if not _has_result(future)]
        self._work = {future: work for future, work in self._work.items() if _has_result(future)}
        self._end_pool()
        if self._stopped.is_set():
            return
        for indices, attempt in lost:
            if attempt == ATTEMPTS:
                raise ChildProcessError(
                    f"a worker process died {ATTEMPTS} times while games {indices[0]} to {indices[-1]} were being"
                    " played: out of memory, killed, or a bot that crashes? In a script of your own, call tournament()"
                    ' only under if __name__ == "__main__"'
                )
        self._start()
        for indices, attempt in lost:
            self._hand_out(indices, attempt + 1)

    def stop(self) -> None:
        """Ask everybody to stop before the next move."""
        self._stopped.set()
        for future in self._work:
            future.cancel()

    def close(self) -> None:
        """End the processes, whatever they are at."""
        self._stopped.set()
        self._end_pool()

    def _end_pool(self) -> None:
        self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)


def _has_result(future: Future[Played]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C waiting for a moment, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What a worker process remembers between pieces of work.
_schedule: Any
_stopped: Any
_do: Work


def _begin_work(schedule: Any, stopped: Any, lifeline: Connection, work: Work) -> None:
    """Set up a worker process. It ends when the other end of its lifeline is closed, by will or by death."""
    global _schedule, _stopped, _do
    _schedule, _stopped, _do = schedule, stopped, work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)


def _work(indices: list[int]) -> Played:
    return _do(_schedule, indices, _stopped.is_set)


class RayCrew:
    """A Ray cluster, or Ray on this machine. Ray itself gives the work of a dead worker to another one."""

    def __init__(self, schedule: Any, workers: int | None, address: str | None, work: Work = play_games) -> None:
        self._ray = load_ray()
        self._own = not self._ray.is_initialized()
        if self._own:
            self._connect(workers, address or os.environ.get("RAY_ADDRESS"))
        self.workers = workers or max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
        self._task = self._ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(_in_ray)
        self._schedule = self._ray.put(schedule)
        self._do = work
        self._folder = os.getcwd()
        self._work: dict[Any, list[int]] = {}

    def _connect(self, workers: int | None, address: str | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": "error"}
        if address is None or address == "local":
            self._ray.init(
                "local", num_cpus=workers, include_dashboard=False, object_store_memory=100 * 1024 * 1024, **quiet
            )
            return
        _knock(address)
        try:
            self._ray.init(address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ValueError(
                f"the Ray cluster at {address!r} does not let us in: {_first_line(error)}"
                " (is its token the one in RAY_AUTH_TOKEN, its version of Ray the same?)"
            ) from error

    @property
    def busy(self) -> int:
        """How many pieces of work have been handed out and are not done."""
        return len(self._work)

    def submit(self, indices: list[int]) -> None:
        """Hand out some games."""
        self._work[self._task.remote(self._do, self._schedule, indices, self._folder)] = indices

    def collect(self, timeout: float) -> list[Played]:
        """What has been done; waits for something so long. ChildProcessError where workers keep dying."""
        if not self._work:
            return []
        self._ray.wait(list(self._work), num_returns=1, timeout=timeout)
        done, _ = self._ray.wait(list(self._work), num_returns=len(self._work), timeout=0)
        return [self._result(reference) for reference in done]

    def _result(self, reference: Any) -> Played:
        indices = self._work.pop(reference)
        try:
            played: Played = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayError as error:
            raise ChildProcessError(
                f"Ray lost games {indices[0]} to {indices[-1]} in spite of {ATTEMPTS} attempts: {_first_line(error)}"
            ) from error
        return played

    def stop(self) -> None:
        """Nothing: pieces of work are short, and what is finished of them shall not be lost."""

    def close(self) -> None:
        """Leave the cluster, which ends what is not done; end Ray where it was started here."""
        for reference in self._work:
            self._ray.cancel(reference, force=True)
        if self._own:
            self._ray.shutdown()


def _in_ray(work: Work, schedule: Any, indices: list[int], folder: str) -> Played:
    """A piece of work on the cluster, which is not asked to stop: it is short, or ended with force.

    It is done in the folder where it was asked for, which is where programs are looked for. A machine that has no such
    folder can still play with all other bots.
    """
    with contextlib.suppress(OSError):
        os.chdir(folder)
    return work(schedule, indices, lambda: False)


def _knock(address: str) -> None:
    """Refuse an address where nobody listens; Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isdecimal()):  # such as auto: Ray knows what is meant
        return
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"no Ray cluster answers at {address!r}: {error}") from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
