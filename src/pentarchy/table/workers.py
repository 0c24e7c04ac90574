"""Several processes that serve the same tables: a parent starts them on one listening socket and looks after them.

A worker is told by its standard input what to serve, says on its standard output when it is ready, and ends when its
input does: no worker outlives its parent.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table.settings import Settings

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence

log = logging.getLogger("pentarchy.table")

READY = b"ready\n"
DRAINING = 4.5  # seconds that a worker has to finish; the whole table ends within five
STARTING = 60.0  # seconds until a new worker is ready or has failed
FIRST_REST = 0.2  # seconds before a worker that died at once is started again, and twice as long each time
LONGEST_REST = 5.0
SHORT_LIFE = 5.0  # seconds


def encoded(settings: Settings) -> bytes:
    """Settings as a worker is told them."""
    return msgspec.json.encode(dataclasses.asdict(settings), enc_hook=str)


def decoded(content: bytes) -> Settings:
    """The same again."""

    def path(kind: type, value: Any) -> Any:
        return Path(value) if kind is Path else value

    return msgspec.json.decode(content, type=Settings, dec_hook=path)


def supervise(
    settings: Settings,
    listening: socket.socket,
    reread: Callable[[], Settings],
    announce: Callable[[], None],
    own: Sequence[socket.socket] = (),
) -> None:
    """Keep as many workers as the settings say until the process is told to end; restart them in turn on SIGHUP.

    `own` are sockets at which each of them answers alone.
    """
    for each in (listening, *own):
        each.listen(2048)
    asyncio.run(Parent(settings, listening, reread, announce, own).run())


class Worker:
    """One process, as its parent sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.begun = time.monotonic()

    @classmethod
    async def started(cls, settings: Settings, *sockets: socket.socket) -> Worker:
        """A new one, which is not ready yet."""
        numbers = [each.fileno() for each in sockets]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pentarchy.table.worker", *map(str, numbers),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, pass_fds=numbers,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(encoded(settings) + b"\n")
        return cls(process)

    async def ready(self) -> bool:
        """Wait until it is; False if it never will be."""
        assert self.process.stdout is not None
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(self.process.stdout.readline(), STARTING) == READY
        return False

    def tell_to_end(self) -> None:
        """Let it finish and go."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()

    async def end(self) -> None:
        """See to it that it goes, in time."""
        self.tell_to_end()
        try:
            await asyncio.wait_for(self.process.wait(), DRAINING)
        except TimeoutError:
            log.warning("worker %d did not end in time", self.process.pid)
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Parent:
    """Starts workers, starts others in the place of those that die, and ends all of them."""

    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        reread: Callable[[], Settings],
        announce: Callable[[], None],
        own: Sequence[socket.socket] = (),
    ) -> None:
        self._settings = settings
        self._listening = listening
        self._own = own
        self._reread = reread
        self._announce = announce
        self._places: list[Worker | None] = [None] * settings.workers
        self._changing = [asyncio.Lock() for _ in self._places]
        self._over = asyncio.Event()
        self._renewing = asyncio.Lock()

    async def run(self) -> None:
        """Until somebody wants it to end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._over.set)
        renewals: set[asyncio.Task[None]] = set()

        def renew() -> None:
            task = loop.create_task(self._renew())
            renewals.add(task)
            task.add_done_callback(renewals.discard)

        loop.add_signal_handler(signal.SIGHUP, renew)
        keeping = [loop.create_task(self._keep(place)) for place in range(len(self._places))]
        await self._first_ready()
        await self._over.wait()
        for task in (*keeping, *renewals):
            task.cancel()
        await asyncio.gather(*keeping, *renewals, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._places if worker is not None))

    async def _first_ready(self) -> None:
        while not self._over.is_set() and not self._somebody_serves:
            await asyncio.sleep(0.02)
        if not self._over.is_set():
            self._announce()

    @property
    def _somebody_serves(self) -> bool:
        return any(worker is not None for worker in self._places)

    async def _keep(self, place: int) -> None:
        """Keep a place taken."""
        rest = FIRST_REST
        while True:
            async with self._changing[place]:  # it may be that all are being restarted
                worker = self._places[place] or await self._start(place)
            if worker is not None:
                code = await worker.process.wait()
                if self._places[place] is not worker:
                    continue  # it was replaced
                self._places[place] = None
                log.error("worker %d ended by itself (%s): another one is started", worker.process.pid, code)
                if time.monotonic() - worker.begun > SHORT_LIFE:
                    rest = FIRST_REST
                    continue
            await asyncio.sleep(rest)
            rest = min(LONGEST_REST, 2 * rest)

    async def _start(self, place: int) -> Worker | None:
        """A new worker in a place as soon as it is ready; what was there before stays until then."""
        settings = dataclasses.replace(self._settings, worker=str(place))
        worker = await Worker.started(settings, self._listening, *self._own[place : place + 1])
        try:
            if await worker.ready():
                self._places[place] = worker
                return worker
        except asyncio.CancelledError:
            await worker.end()
            raise
        await worker.end()
        log.error("a worker could not start (%s)", worker.process.returncode)
        return None

    async def _renew(self) -> None:
        """Restart all workers one after the other, each when the one that follows it serves already."""
        async with self._renewing:
            try:
                fresh = self._reread()
            except (ValueError, OSError) as error:
                log.error("the settings are left as they were: %s", error)
            else:
                self._settings = dataclasses.replace(fresh, house=self._settings.house)
            log.warning("restarting %d workers one after the other", len(self._places))
            for place, changing in enumerate(self._changing):
                async with changing:
                    old = self._places[place]
                    if await self._start(place) is not None and old is not None:
                        await old.end()


def watch_parent(loop: asyncio.AbstractEventLoop, gone: Callable[[], None]) -> None:
    """Call something when the parent is gone, however it went."""

    def look() -> None:
        if not os.read(sys.stdin.fileno(), 1024):
            loop.remove_reader(sys.stdin.fileno())
            gone()

    loop.add_reader(sys.stdin.fileno(), look)
