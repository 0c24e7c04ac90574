"""The bus over Redis by itself: who is told what, and what becomes of it when Redis is not what it should be."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import TYPE_CHECKING

import pytest
import redis as client
import uvloop

from pentarchy.table import bus as b
from pentarchy.table.bus import EVERYBODY
from pentarchy.table.redis_bus import RedisBus
from tests.services import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pentarchy.table.bus import AnyNote
    from tests.services import Redis


class Listener:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, AnyNote]] = []
        self.begun: list[str] = []
        self.back = 0

    def hear(self, channel: str, note: AnyNote) -> None:
        self.notes.append((channel, note))

    def listening_begins(self, table: str) -> None:
        self.begun.append(table)

    def bus_is_back(self) -> None:
        self.back += 1


class Told:
    """A worker's bus."""

    def __init__(self, url: str, worker: str) -> None:
        self.bus = RedisBus(url, "home", worker)
        self.ear = Listener()

    async def __aenter__(self) -> Told:
        await self.bus.open(self.ear)
        await until(lambda: self.bus.works)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bus.close()

    async def listen(self, table: str) -> None:
        self.bus.listen(table)
        await until(lambda: table in self.ear.begun)

    def tell(self, seq: int, table: str = "table") -> None:
        self.bus.tell(table, lambda worker: b.Happened(worker, seq, b"{}"))

    @property
    def heard(self) -> list[int]:
        """The numbers of what has happened."""
        return [note.seq for _, note in self.ear.notes if isinstance(note, b.Happened)]


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def test_two_hear_each_other_and_not_themselves(redis: Redis) -> None:
    async def run() -> None:
        async with Told(redis.url, "one") as one, Told(redis.url, "other") as other:
            for each in (one, other):
                await each.listen("table")
            one.tell(1)
            other.tell(2)
            one.bus.tell(EVERYBODY, b.Banned)
            await until(lambda: other.heard == [1] and one.heard == [2])
            await until(lambda: (EVERYBODY, b.Banned("one")) in other.ear.notes)
            other.bus.ignore("table")
            await until(lambda: heard_by(redis) == 1)

    uvloop.run(run())


def heard_by(redis: Redis) -> int:
    """How many listen to the table."""
    with client.Redis(port=redis.port) as line:
        ((_, count),) = line.pubsub_numsub("pentarchy:home:table")
        return int(count)


def messages(redis: Redis) -> int:
    """How many things of the table Redis has passed on, counted from outside."""
    with client.Redis(port=redis.port) as line:
        found = line.info("commandstats").get("cmdstat_publish", {"calls": 0})
        return int(found["calls"])


def test_nothing_is_told_where_nobody_else_listens_until_somebody_does(redis: Redis) -> None:
    async def run() -> None:
        async with Told(redis.url, "one") as one, Told(redis.url, "other") as other:
            await one.listen("table")
            one.tell(1)  # by the answer it is known that nobody else has heard it
            await until(lambda: "table" in one.bus._alone)
            before = messages(redis)
            for seq in range(2, 1000):
                one.tell(seq)
            assert await one.bus.listeners("table") == 1  # whatever was told before has arrived by then
            assert messages(redis) - before < 100  # signs of life
            await other.listen("table")
            one.tell(1000)
            assert not other.heard
            other.bus.tell("table", lambda worker: b.Here(worker, {}, asks=True))
            await until(lambda: one.ear.notes)
            one.tell(1001)
            await until(lambda: other.heard == [1001])
            other.bus.ignore("table")
            await until(lambda: heard_by(redis) == 1)
            one.tell(1002)
            await until(lambda: "table" in one.bus._alone)

    uvloop.run(run())


def test_what_is_not_understood_is_said_once_and_the_rest_is_heard(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with Told(redis.url, "one") as one, Told(redis.url, "other") as other:
            await other.listen("table")
            with client.Redis(port=redis.port) as line:
                for content in (b"\xc1", b"", b"\x92\xa6future\xa5other", b"{}"):
                    line.publish("pentarchy:home:table", content)
            one.tell(5)
            await until(lambda: other.heard == [5])
            assert other.bus.works

    uvloop.run(run())
    assert sum("not understood" in record.message for record in caplog.records) == 1


def test_a_listener_that_fails_hears_the_rest(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with Told(redis.url, "one") as one, Told(redis.url, "other") as other:
            await other.listen("table")
            hear = other.ear.hear

            def fail_once(channel: str, note: AnyNote) -> None:
                other.ear.hear = hear  # type: ignore[method-assign]
                raise ValueError("no")

            other.ear.hear = fail_once  # type: ignore[method-assign]
            one.tell(1)
            one.tell(2)
            await until(lambda: other.heard == [2])

    uvloop.run(run())
    assert "could not be taken in" in caplog.text


@pytest.fixture
def stranger() -> Iterator[Callable[[bytes], str]]:
    """Something that is not Redis: it says the same to everybody, whatever they say."""
    listening = socket.create_server(("127.0.0.1", 0))
    lines: list[socket.socket] = []

    def speaks(words: bytes) -> str:
        def serve() -> None:
            while True:
                try:
                    line, _ = listening.accept()
                except OSError:
                    return
                lines.append(line)
                line.recv(1 << 16)
                line.sendall(words)

        threading.Thread(target=serve, daemon=True).start()
        return f"redis://127.0.0.1:{listening.getsockname()[1]}/0"

    yield speaks
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    for line in lines:
        line.close()


@pytest.mark.parametrize(
    "words", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"+OK\r\n" * 8 + b"-ERR unknown command 'HELLO'\r\n", b"\xff" * 64]
)
def test_what_is_not_redis_is_tried_again_and_holds_up_nobody(words: bytes, stranger: Callable[[bytes], str]) -> None:
    async def run() -> None:
        bus, ear = RedisBus(stranger(words), "home", "one"), Listener()
        async with asyncio.timeout(PATIENCE):
            await bus.open(ear)
        bus.listen("table")
        bus.tell("table", lambda worker: b.Happened(worker, 1, b"{}"))
        assert not bus.works
        assert await bus.listeners("table") is None
        assert not bus._tasks[0].done()
        await bus.close()

    uvloop.run(run())


def test_an_address_that_cannot_be_one_is_refused() -> None:
    with pytest.raises(ValueError, match="Port could not be cast"):
        RedisBus("redis://127.0.0.1:port", "home", "one")
