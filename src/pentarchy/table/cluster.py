"""A Ray cluster that thinks for the table, as the table sees it: there or away, and how many minds it has.

Ray itself stays out of this process. It would take its memory, hold up its event loop while it connects, and end it
when the cluster dies; so another process, the messenger (`messenger.py`), is a client of the cluster and carries
questions and answers. If it falls silent it is ended, and a new one is sent: whatever is wrong with Ray, this process
waits for nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import os
import struct
import sys
from asyncio.subprocess import PIPE
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pentarchy.table.minds import Answer
from pentarchy.table.settings import AUTO, RAY, THREADS

if TYPE_CHECKING:
    from asyncio import StreamReader
    from asyncio.subprocess import Process
    from collections.abc import Callable

    from pentarchy.table.minds import Question

log = logging.getLogger("pentarchy.table")

CONNECTING = 60.0  # seconds until the messenger must have found the cluster
SILENT = 5.0  # seconds without a word after which a messenger, or a mind, is taken to be gone
BEAT = 1.0  # seconds from one word to the next
KNOCKING = 3.0  # seconds for a connection
UNTIL_NEXT_KNOCK = 2.0  # seconds, where nobody has answered
FIRST_REST, LONGEST_REST = 1.0, 30.0  # seconds until a messenger is sent again to where somebody has
FAREWELL = 1.0  # seconds that a messenger gets to leave the cluster in order


class Ask(msgspec.Struct, array_like=True, tag=1):
    """To the messenger: a question, and the bot it is for (0: none in particular)."""

    number: int
    bot: int
    question: bytes


class Stop(msgspec.Struct, array_like=True, tag=2):
    """To the messenger: nobody wants to know any longer."""

    number: int


class Forget(msgspec.Struct, array_like=True, tag=3):
    """To the messenger: these bots will not be asked again."""

    bots: list[int]


class Here(msgspec.Struct, array_like=True, tag=4):
    """From the messenger, again and again: minds that can think, and those that will when the games are compiled."""

    ready: int
    coming: int


class Told(msgspec.Struct, array_like=True, tag=5):
    """From the messenger: an answer."""

    number: int
    answer: bytes


class Lost(msgspec.Struct, array_like=True, tag=6):
    """From the messenger: there will be no answer."""

    number: int
    why: str


class Trouble(msgspec.Struct, array_like=True, tag=7):
    """From the messenger: something that whoever runs the table should know."""

    words: str


ToMessenger = Ask | Stop | Forget
ToTable = Here | Told | Lost | Trouble
LENGTH = struct.Struct(">I")


def frame(message: ToMessenger | ToTable) -> bytes:
    """A message with its length before it."""
    written = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(written)) + written


class Away(Exception):  # noqa: N818
    """Nobody on the cluster can answer."""


def check(thinkers: str) -> None:
    """Refuse a cluster where there is no Ray to ask it with, before anything is opened."""
    if thinkers.startswith(RAY) and (missing := _missing(thinkers)):
        raise ValueError(
            f"--thinkers {thinkers} needs the package {missing!r}, which is not installed:"
            " pip install 'pentarchy[cluster]'"
        )


def cluster_of(thinkers: str, actors: int) -> Cluster | None:
    """The cluster that a setting names; None if bots are to think in threads, or there is no Ray."""
    if thinkers == THREADS:
        return None
    if missing := _missing(thinkers):
        log.info("bots think in threads: the package %r is not installed", missing)
        return None
    return Cluster(thinkers, actors)


def _missing(thinkers: str) -> str:
    """What would have to be installed; a cluster on this machine can be asked without gRPC."""
    wanted = ("ray", "grpc") if thinkers.startswith(RAY) else ("ray",)
    return next((package for package in wanted if importlib.util.find_spec(package) is None), "")


class Place(NamedTuple):
    """Where a cluster is: as Ray wants it, and host and port to knock at."""

    address: str
    host: str
    port: int


def find(thinkers: str) -> Place:
    """Where the cluster is now; Away if nothing tells."""
    address = thinkers if thinkers != AUTO else os.environ.get("RAY_ADDRESS") or _noted_on_this_machine()
    host, _, port = address.removeprefix(RAY).rpartition(":")
    if not host or not port.isdecimal():
        raise Away(f"{address!r} is no address of a cluster" if address else "none runs on this machine")
    return Place(address, host.strip("[]"), int(port))


def _noted_on_this_machine() -> str:
    """The address that `ray start` has noted for others; empty if there is none."""
    folder = os.environ.get("RAY_TMPDIR") or os.environ.get("TMPDIR") or "/tmp"
    try:
        return (Path(folder) / "ray/ray_current_cluster").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class Cluster:
    """The minds of a cluster. While it is away, `ready` is 0 and every question is answered with Away."""

    def __init__(self, thinkers: str, actors: int) -> None:
        self.thinkers = thinkers
        self._actors = actors
        self.ready = 0  # minds that can think
        self.coming = 0  # minds that will when they have compiled the games
        self.changed: Callable[[], None] = lambda: None  # called when `ready` is another number
        self._messenger: Process | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._asked = 0
        self._forgotten: deque[int] = deque()  # bots; filled from whichever thread collects what nobody needs
        self._troubles: set[str] = set()  # that have been mentioned since the cluster was last there

    # --- For those who think ------------------------------------------------------------------------------------------

    def ask(self, question: Question) -> tuple[int, asyncio.Future[Answer]]:
        """Send a question; return its number and its answer, which is Away if nobody can give one."""
        self._asked += 1
        number = self._asked
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        waiting.add_done_callback(lambda _: self._waiting.pop(number, None))
        if self.ready:
            self._send_forgotten()
            self._send(Ask(number, question.bot.number if question.bot else 0, msgspec.msgpack.encode(question)))
        else:
            waiting.set_exception(Away("the cluster is away"))
        return number, waiting

    def stop(self, number: int) -> None:
        """The best found so far will do as the answer to a question."""
        if number in self._waiting:
            self._send(Stop(number))

    def give_up(self, number: int) -> None:
        """Wait no longer for an answer."""
        self.stop(number)
        self._lose(number, "no answer came in time")

    def forget(self, bot: int) -> None:
        """A bot will not be asked again. May be called from any thread."""
        self._forgotten.append(bot)

    def _send_forgotten(self) -> None:
        bots = [self._forgotten.popleft() for _ in range(len(self._forgotten))]
        if bots:
            self._send(Forget(bots))

    def _send(self, message: ToMessenger) -> None:
        if self._messenger is not None and self._messenger.stdin is not None:
            self._messenger.stdin.write(frame(message))

    def _lose(self, number: int, why: str) -> None:
        waiting = self._waiting.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_exception(Away(why))
            waiting.exception()  # perhaps nobody wants to know

    # --- Life ---------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look for the cluster, stay with it, and look again when it has gone, until cancelled."""
        rest = FIRST_REST
        while True:
            try:
                address = await self._knock()
            except Away as away:
                self._is_away(away)
                rest = FIRST_REST
                await asyncio.sleep(UNTIL_NEXT_KNOCK)
                continue
            rest = FIRST_REST if await self._was_of_use(address) else min(2 * rest, LONGEST_REST)
            await asyncio.sleep(rest)

    async def _was_of_use(self, address: str) -> bool:
        """Stay with the cluster until it has gone; whether it could think then."""
        try:
            await self._visit(address)
        except Away as away:
            self._is_away(away)
        finally:
            was_of_use = self.ready > 0
            self._set(0, 0)
            for number in list(self._waiting):
                self._lose(number, "the cluster has gone")
        return was_of_use

    def _is_away(self, away: Away) -> None:
        self.mention(f"{away}; bots think in threads until it is there")

    async def _knock(self) -> str:
        """The address of the cluster; Away where nobody listens, which Ray itself would find out in minutes."""
        place = find(self.thinkers)
        try:
            async with asyncio.timeout(KNOCKING):
                _, line = await asyncio.open_connection(place.host, place.port)
        except OSError as error:
            raise Away(f"nobody answers at {place.host}:{place.port} ({_words(error)})") from None
        line.close()
        return place.address

    async def _visit(self, address: str) -> None:
        """Send a messenger and listen to it until it or the cluster has gone, which is Away."""
        # In a session of its own: Ctrl-C is for the table, which sends it home.
        self._messenger = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pentarchy.table.messenger", address, str(self._actors)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        last_words = asyncio.create_task(_last_line(process.stderr))
        try:
            patience = CONNECTING
            while (message := await _next(process.stdout, patience)) is not None:
                self._hear(message)
                patience = SILENT
            raise Away(await last_words)
        except TimeoutError:
            raise Away(f"no word came for {patience:.0f} seconds") from None
        finally:
            self._messenger = None
            await _send_home(process)
            last_words.cancel()

    def _hear(self, message: ToTable) -> None:
        if isinstance(message, Here):
            self._set(message.ready, message.coming)
        elif isinstance(message, Told):
            waiting = self._waiting.get(message.number)
            if waiting is not None and not waiting.done():
                waiting.set_result(msgspec.msgpack.decode(message.answer, type=Answer))
        elif isinstance(message, Lost):
            self._lose(message.number, message.why)
        else:
            self.mention(message.words)

    def _set(self, ready: int, coming: int) -> None:
        self.coming = coming
        if ready == self.ready:
            return
        if ready:
            log.info("Ray (%s): %s", self.thinkers, "1 mind thinks" if ready == 1 else f"{ready} minds think")
            self._troubles.clear()
        self.ready = ready
        self.changed()

    def mention(self, words: str) -> None:
        """Log something once, and again only after the cluster was there."""
        if words not in self._troubles:
            self._troubles.add(words)
            log.warning("Ray (%s): %s", self.thinkers, words)


async def _next(stream: StreamReader, patience: float) -> ToTable | None:
    """What the messenger says next; None if it has ended, TimeoutError if it says nothing."""
    try:
        async with asyncio.timeout(patience):
            (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
            message: ToTable = msgspec.msgpack.decode(await stream.readexactly(length), type=ToTable)
    except asyncio.IncompleteReadError:
        return None
    return message


async def _last_line(stream: StreamReader) -> str:
    """The last line that somebody writes before they end."""
    last = "the messenger has ended"
    while line := await stream.readline():
        last = line.decode(errors="replace").strip() or last
    return last


async def _send_home(process: Process) -> None:
    """Let a messenger leave the cluster, so that its minds end; end it if it does not."""
    if process.stdin is not None:
        process.stdin.close()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            await process.wait()
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _words(error: OSError) -> str:
    """What is wrong with a connection; a TimeoutError is an OSError too."""
    return os.strerror(error.errno) if error.errno else str(error) or "no answer in time"
