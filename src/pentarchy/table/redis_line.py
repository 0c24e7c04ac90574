"""One line to Redis, over which is told and heard: without waiting, in the order in which Redis has done it.

redis-py makes the connection, with whatever the address says of encryption and passwords. From then on it is read and
written here: its pipelines and subscriptions cost more than a move of a game does. The third version of the protocol
lets one line do both, so that whatever Redis answers comes between what it passes on as it happened there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, cast

import hiredis
from redis.asyncio.connection import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from collections.abc import Callable

ANSWERING = 2.0  # seconds after which Redis does not answer
LOST = (RedisError, OSError, TimeoutError, hiredis.HiredisError)
NOTHING = object()  # what the reader finds where there is nothing whole


def lines_to(url: str) -> ConnectionPool:
    """Where lines come from; a ValueError if the address cannot be one."""
    return ConnectionPool.from_url(
        url, socket_timeout=ANSWERING, socket_connect_timeout=ANSWERING, retry=Retry(NoBackoff(), 0), protocol=2
    )


class RedisLine(asyncio.Protocol):
    """A connection that is ready. What is passed on is given to `hear`; the end of it is `over`."""

    def __init__(self, connection: Any, hear: Callable[[list[Any]], None]) -> None:
        self._writer = connection._writer  # to be kept: it closes the line when nobody needs it any more
        connection._reader = connection._writer = None
        self._hear = hear
        self._reader = hiredis.Reader(notEnoughData=NOTHING)
        self._expected: deque[Callable[[Any], None]] = deque()  # who gets the next answers
        self._out: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self.heard = self._loop.time()  # when something came last
        self.is_full = False  # whether Redis does not read
        self.over: asyncio.Future[Exception] = self._loop.create_future()
        self._transport = cast("asyncio.Transport", self._writer.transport)
        self._transport.set_protocol(self)

    @classmethod
    async def opened(cls, pool: ConnectionPool, hear: Callable[[list[Any]], None]) -> RedisLine:
        """A new one; one of LOST if there is none to be had."""
        connection = pool.make_connection()  # type: ignore[no-untyped-call]
        await connection.connect()
        line = cls(connection, hear)
        try:
            async with asyncio.timeout(ANSWERING):  # `wait_for` loses a cancellation that comes with the answer
                await line.ask("HELLO", "3")
        except BaseException as error:
            line.cut(OSError("the line is not wanted any more"))
            if isinstance(error, hiredis.ReplyError):
                raise RedisError(f"a Redis from version 6 on is needed, or what speaks like it: {error}") from None
            raise
        return line

    # Telling

    def send(self, then: Callable[[Any], None] | None, *words: str | bytes) -> None:
        """Say something at the end of this turn of the event loop; whoever is named gets the answer, if one comes."""
        if self.over.done():
            return
        if not self._out:
            self._loop.call_soon(self.flush)
        self._out.append(hiredis.pack_command(words))  # type: ignore[arg-type] # it takes any number of them
        if then is not None:
            self._expected.append(then)

    def flush(self) -> None:
        """Say now what is to be said."""
        if self._out and not self.over.done():
            self._transport.write(b"".join(self._out))
        self._out.clear()

    async def ask(self, *words: str) -> Any:
        """Say something and wait for the answer; one of LOST if none comes."""
        answered: asyncio.Future[Any] = self._loop.create_future()

        def answer(said: Any) -> None:
            if not answered.done():
                answered.set_result(said)

        self.send(answer, *words)
        await asyncio.wait((answered, self.over), return_when=asyncio.FIRST_COMPLETED)
        if not answered.done():
            raise self.over.result()
        return answered.result()

    def cut(self, why: Exception) -> None:
        """Neither say nor hear anything more."""
        if not self.over.done():
            self.over.set_result(why)
        self._transport.abort()

    # Hearing

    def data_received(self, data: bytes) -> None:
        """Redis has said something."""
        self.heard = self._loop.time()
        try:
            self._reader.feed(data)
            while (said := self._reader.gets()) is not NOTHING and not self.over.done():
                self._take(said)
        except hiredis.HiredisError as error:  # it is not Redis that speaks there
            self.cut(error)

    def _take(self, said: Any) -> None:
        if isinstance(said, hiredis.PushNotification):
            self._hear(said)
        elif isinstance(said, hiredis.ReplyError) or not self._expected:
            # Nothing is asked that can be refused but by a Redis to which one has no right, or that is not ready.
            self.cut(said if isinstance(said, hiredis.ReplyError) else OSError(f"nobody has asked for {said!r:.80}"))
        else:
            self._expected.popleft()(said)

    def pause_writing(self) -> None:
        """Redis does not read."""
        self.is_full = True

    def resume_writing(self) -> None:
        """It does again."""
        self.is_full = False

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        if not self.over.done():
            self.over.set_result(exc or ConnectionResetError("Redis has closed the line"))
