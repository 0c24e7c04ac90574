"""The bus over Redis, or what speaks like it: one line for all that is told, one for all that is heard."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pentarchy.table.bus import EVERYBODY, Beat, decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio.client import PubSub

    from pentarchy.table.bus import AnyNote, Ear

log = logging.getLogger("pentarchy.table")

MOST_WAITING = 10_000  # notes; the log knows what is lost
ANSWERING = 2.0  # seconds after which Redis does not answer
BEATING = 1.0  # seconds between two signs of life, which go through Redis to this very worker
SILENT = 4.0  # seconds without one after which the bus does not work
TRYING = 0.25  # seconds between two tries to reach it
LOST = (RedisError, OSError, TimeoutError)


class RedisBus:
    """What is told goes out in one pipeline with all that waits; lines that are lost are made anew, for ever."""

    def __init__(self, url: str, home: str, worker: str) -> None:
        self.worker = worker
        self.works = False
        self._url = url
        self._prefix = f"pentarchy:{home}:"  # tables of other databases may be told of over the same Redis
        self._self = f"{self._prefix}worker:{worker}"
        self._out: deque[tuple[str, bytes]] = deque()
        self._stirred = asyncio.Event()
        self._wanted: set[str] = set()
        self._changed = asyncio.Event()
        self._back = asyncio.Event()  # it has worked
        self._heard = -SILENT  # when the last sign of life came back
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: PubSub | None = None
        self._client: Redis | None = None

    def _connect(self) -> Redis:
        return Redis.from_url(
            self._url,
            socket_timeout=ANSWERING,
            socket_connect_timeout=ANSWERING,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )

    async def open(self, ear: Ear) -> None:
        """Begin to listen."""
        self._ear = ear
        self._client = self._connect()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work()) for work in (self._publish, self._subscribe, self._beat)]
        with contextlib.suppress(TimeoutError):  # without it everything begins as well
            await asyncio.wait_for(self._back.wait(), ANSWERING)

    async def close(self) -> None:
        """Tell what is still to be told, and stop."""
        end = time.monotonic() + 1.0
        while self._out and self.works and time.monotonic() < end:
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is not None:
            with contextlib.suppress(*LOST):
                await self._client.aclose()

    # Telling

    def tell(self, channel: str, make: Callable[[str], AnyNote]) -> None:
        """Tell the others something; it is lost if the bus does not work."""
        if self.works:
            self._put(self._prefix + channel, make(self.worker))

    def _put(self, channel: str, note: AnyNote) -> None:
        if len(self._out) < MOST_WAITING:
            self._out.append((channel, encode(note)))
            self._stirred.set()

    async def _publish(self) -> None:
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            waiting, self._out = self._out, deque()
            assert self._client is not None
            pipeline = self._client.pipeline(transaction=False)
            for channel, note in waiting:
                pipeline.publish(channel, note)
            try:
                await pipeline.execute()
            except LOST:
                await asyncio.sleep(TRYING)

    async def _beat(self) -> None:
        """See by signs of life whether what is told is heard."""
        while True:
            self._put(self._self, Beat(self.worker))
            await asyncio.sleep(BEATING)
            if self.works and time.monotonic() - self._heard > SILENT:
                self._is_away("nothing that is told is heard")

    def _is_away(self, why: object) -> None:
        if self.works:
            log.warning("the bus does not work, the log is asked instead: %s", why)
        self.works = False

    # Hearing

    def listen(self, table: str) -> None:
        """Hear what is told of a table."""
        self._wanted.add(table)
        self._changed.set()

    def ignore(self, table: str) -> None:
        """Hear it no longer."""
        self._wanted.discard(table)
        self._changed.set()

    async def listeners(self, table: str) -> int | None:
        """How many workers have a table open, this one included; None if that cannot be known."""
        if not self.works or self._client is None:
            return None
        try:
            ((_, count),) = await self._client.pubsub_numsub(self._prefix + table)
        except LOST:
            return None
        return int(count)

    async def _subscribe(self) -> None:
        """Listen; whenever the line is lost, make it anew."""
        while True:
            client = self._connect()
            pubsub = client.pubsub()
            try:
                await pubsub.subscribe(self._prefix + EVERYBODY, self._self)
                self._put(self._self, Beat(self.worker))
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._follow_wishes(pubsub))
                    group.create_task(self._read(pubsub))
            except* LOST as errors:
                self._is_away(errors.exceptions[0])
            finally:
                for close in (pubsub.aclose, client.aclose):
                    with contextlib.suppress(*LOST):
                        await close()
            await asyncio.sleep(TRYING)

    async def _follow_wishes(self, pubsub: PubSub) -> None:
        """Subscribe to what is wanted, and to nothing else."""
        have: set[str] = set()
        while True:
            self._changed.clear()
            new, old = self._wanted - have, have - self._wanted
            if new:
                await pubsub.subscribe(*(self._prefix + table for table in new))
            if old:
                await pubsub.unsubscribe(*(self._prefix + table for table in old))
            have = (have | new) - old
            await self._changed.wait()

    async def _read(self, pubsub: PubSub) -> None:
        while True:
            found: Any = await pubsub.parse_response(block=False, timeout=SILENT)
            if found is None:
                raise TimeoutError("no sign of life")
            kind, channel = found[0], found[1].decode()
            if kind == b"message":
                self._take(channel, found[2])
            elif kind == b"subscribe" and channel != self._self:
                self._told_of(channel)

    def _told_of(self, channel: str) -> None:
        table = channel.removeprefix(self._prefix)
        if table != EVERYBODY:
            self._ear.listening_begins(table)

    def _take(self, channel: str, content: bytes) -> None:
        note = decode(content)
        if channel == self._self:
            self._heard = time.monotonic()
            if not self.works:
                self.works = True
                self._back.set()
                log.info("the bus works")
                self._ear.bus_is_back()
        elif note.worker != self.worker:
            try:
                self._ear.hear(channel.removeprefix(self._prefix), note)
            except Exception:
                log.exception("what another worker told could not be taken in")
