"""The bus over Redis, or what speaks like it. A line that is lost is made anew, for ever."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table.bus import EVERYBODY, Beat, decode, encode
from pentarchy.table.redis_line import ANSWERING, LOST, RedisLine, lines_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.table.bus import AnyNote, Ear

log = logging.getLogger("pentarchy.table")

BEATING = 1.0  # seconds between two signs of life, which go through Redis to this very worker
SILENT = 4.0  # seconds without one after which the bus does not work
TRYING = 0.25  # seconds between two tries to reach it
ENDING = 0.5  # seconds after which a task that was told to end is told again


class RedisBus:
    """What is told of a table goes out where somebody else listens, with all else that is told in the same moment."""

    def __init__(self, url: str, home: str, worker: str) -> None:
        self.worker = worker
        self.works = False
        self._lines = lines_to(url)
        self._prefix = f"pentarchy:{home}:"  # tables of other databases may be told of over the same Redis
        self._self = f"{self._prefix}worker:{worker}"
        self._line: RedisLine | None = None
        self._wanted: set[str] = set()  # tables
        self._heard_of: set[str] = set()  # those of them of which all is heard that is told
        self._alone: set[str] = set()  # those of them of which nobody else hears anything
        self._back = asyncio.Event()  # it has worked
        self._heard = 0.0  # when the last sign of life came back
        self._puzzled = False  # something was told that is not understood
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, ear: Ear) -> None:
        """Begin to listen."""
        self._ear = ear
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work()) for work in (self._keep_a_line, self._beat)]
        with contextlib.suppress(TimeoutError):  # without it everything begins as well
            await asyncio.wait_for(self._back.wait(), ANSWERING)

    async def close(self) -> None:
        """Tell what is still to be told, and stop."""
        if self._line is not None and self.works:
            with contextlib.suppress(*LOST):
                await asyncio.wait_for(self._line.ask("PING"), 1.0)  # whatever was told before has arrived
        pending = set(self._tasks)
        while pending:  # whoever is about to connect may overlook it once
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=ENDING)

    async def _keep_a_line(self) -> None:
        while True:
            try:
                self._line = await RedisLine.opened(self._lines, self._take)
                self._begin(self._line)
                self._is_away(await self._line.over)
            except LOST as error:
                self._is_away(error)
            finally:
                if self._line is not None:
                    self._line.cut(OSError("the bus is closed"))
                    self._line = None
            await asyncio.sleep(TRYING)

    def _begin(self, line: RedisLine) -> None:
        """Listen to all that is wanted, then see whether what is told is heard."""
        self._heard_of.clear()
        self._alone.clear()
        channels = [self._prefix + EVERYBODY, self._self, *(self._prefix + table for table in self._wanted)]
        line.send(None, "SUBSCRIBE", *channels)
        self._put(self._self, Beat(self.worker))

    async def _beat(self) -> None:
        """See by signs of life whether what is told is heard; if not, another line may be better."""
        while True:
            await asyncio.sleep(BEATING)
            self._put(self._self, Beat(self.worker))
            if self.works and time.monotonic() - self._heard > SILENT:
                self._is_away("nothing that is told is heard")
            if (line := self._line) is not None and asyncio.get_running_loop().time() - line.heard > SILENT:
                line.cut(TimeoutError("no sign of life"))

    def _is_away(self, why: object) -> None:
        if self.works:
            log.warning("the bus does not work, the log is asked instead: %s", why)
        self.works = False

    # Telling

    def tell(self, channel: str, make: Callable[[str], AnyNote]) -> None:
        """Tell the others something; it is lost if the bus does not work."""
        if self.works and channel not in self._alone:
            self._put(self._prefix + channel, make(self.worker), channel)

    def _put(self, channel: str, note: AnyNote, table: str = EVERYBODY) -> None:
        line = self._line
        if line is not None and not line.is_full:  # else the log knows what is lost
            line.send(lambda listeners: self._told(table, listeners), "PUBLISH", channel, encode(note))

    def _told(self, table: str, listeners: int) -> None:
        """So many have heard of a table. If it was this worker alone, nobody is told of it until somebody else speaks.

        Whoever begins to listen says so and is answered by how far the table has come; the answers of Redis come in the
        order in which it has passed things on, so nobody is overlooked who has come meanwhile.
        """
        if table in self._heard_of and listeners <= 1:
            self._alone.add(table)

    # Hearing

    def listen(self, table: str) -> None:
        """Hear what is told of a table."""
        if table not in self._wanted:
            self._wanted.add(table)
            self._ask_for("SUBSCRIBE", table)

    def ignore(self, table: str) -> None:
        """Hear it no longer."""
        if table in self._wanted:
            self._wanted.discard(table)
            self._heard_of.discard(table)
            self._alone.discard(table)
            self._ask_for("UNSUBSCRIBE", table)

    def _ask_for(self, command: str, table: str) -> None:
        if self._line is not None:
            self._line.send(None, command, self._prefix + table)

    async def listeners(self, table: str) -> int | None:
        """How many workers have a table open, this one included; None if that cannot be known."""
        if not self.works or self._line is None:
            return None
        try:
            async with asyncio.timeout(ANSWERING):
                answer = await self._line.ask("PUBSUB", "NUMSUB", self._prefix + table)
        except LOST:
            return None
        return int(answer[1])

    def _take(self, said: list[Any]) -> None:
        """Redis passes something on, or says that it will."""
        kind, channel = said[0], said[1].decode()
        if kind == b"message":
            self._take_note(channel, said[2])
        elif kind == b"subscribe" and channel != self._self:
            table = channel.removeprefix(self._prefix)
            if table != EVERYBODY and table in self._wanted:
                self._heard_of.add(table)
                self._ear.listening_begins(table)

    def _take_note(self, channel: str, content: bytes) -> None:
        try:
            note = decode(content)
        except msgspec.MsgspecError as error:  # of a worker of another version; the log knows what matters of it
            if not self._puzzled:
                log.warning("what another worker told is not understood: %s", error)
            self._puzzled = True
            return
        if channel == self._self:
            self._is_back()
        elif note.worker != self.worker:
            table = channel.removeprefix(self._prefix)
            self._alone.discard(table)
            try:
                self._ear.hear(table, note)
            except Exception:
                log.exception("what another worker told could not be taken in")

    def _is_back(self) -> None:
        self._heard = time.monotonic()
        if not self.works:
            self.works = True
            self._back.set()
            log.info("the bus works")
            self._ear.bus_is_back()
