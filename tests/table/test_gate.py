"""Nobody holds up the others: connections that are slow, too many or silent, and people who send too much."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import select
import socket
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from pentarchy.table import frames as f
from pentarchy.table import identity
from pentarchy.table.batch import Batch
from pentarchy.table.door import SPARE, Door, Waiting
from pentarchy.table.gate import DOOR, PIECE, Gate
from pentarchy.table.settings import NO_LIMIT, Settings
from pentarchy.table.static import File
from pentarchy.table.wire import FRAMES_A_TURN, TOO_FAST, WELCOME, Wire
from tests.table.people import PATIENCE, Person, RunningTable, play_on, running, two_at_a_table, wait_for
from tests.table.served import Served
from tests.table.test_wire import ASK, CLOSE, PING, PONG, TEXT, BareLine, frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.table.people import Page

SOON = 0.3  # seconds, as a limit
NEVER = 0.001  # times a second: what has been used up stays so while a test lasts
HEALTH = b"GET /health HTTP/1.1\r\nHost: table\r\n\r\n"
HANDSHAKE = (
    b"GET /ws/sova-med-rog-les HTTP/1.1\r\nHost: table\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
OTHERS = ("127.0.0.2", "127.0.0.3")  # addresses from which others come
FULL = "there are %d connections, and no room for more: those that ask for nothing make room"
LARGE = 8 << 20  # more than the system keeps of an answer that nobody reads
ASK_FOR_MUCH = b"GET /assets/large.bin HTTP/1.1\r\nHost: table\r\n"


class Caller:
    """A connection, byte by byte."""

    def __init__(self, port: int, sent: bytes = b"", address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        self.file = self.socket.makefile("rb")
        try:
            self.socket.sendall(sent)
        except ConnectionError:
            self.close()
            raise

    def answer(self) -> tuple[int, Any]:
        """The next answer: its status, and what it says; 0 if the connection ends without one."""
        try:
            status = self.file.readline().split()
            length = 0
            while (line := self.file.readline().lower()) not in (b"\r\n", b""):
                if line.startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            return (int(status[1]), json.loads(self.file.read(length))) if status else (0, None)
        except ConnectionError:
            return 0, None

    def rest(self) -> int:
        """How many bytes still come before the end."""
        size = 0
        with contextlib.suppress(ConnectionError):
            while part := self.file.read1(1 << 16):
                size += len(part)
        return size

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@contextlib.contextmanager
def calls(port: int, number: int, sent: bytes = b"", address: str = "127.0.0.1") -> Iterator[list[Caller]]:
    """Several connections."""
    found: list[Caller] = []
    try:
        for _ in range(number):
            with contextlib.suppress(ConnectionError):  # it may have been dropped already
                found.append(Caller(port, sent, address))
        yield found
    finally:
        for caller in found:
            caller.close()


def status(port: int, address: str = "127.0.0.1") -> int:
    """What somebody is answered who comes now."""
    with contextlib.suppress(ConnectionError), contextlib.closing(Caller(port, HEALTH, address)) as caller:
        return caller.answer()[0]
    return 0


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# --- Slow and silent ones ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "half",
    [b"G", HEALTH[:20], HEALTH[:-2], HANDSHAKE, HEALTH[:-2] + b"X: " + b"x" * 10_000],
    ids=["a byte", "a line", "no end", "half a handshake", "much of it"],
)
def test_a_request_must_come_in_time(tmp_path: Path, half: bytes) -> None:
    with running(tmp_path, header=SOON) as table, contextlib.closing(Caller(table.port, half)) as caller:
        code, said = caller.answer()
        assert (code, said["error"]) == (408, "too_slow")
        assert caller.rest() == 0


def test_a_byte_now_and_then_does_not_help(tmp_path: Path) -> None:
    with running(tmp_path, header=SOON) as table, contextlib.closing(Caller(table.port, HEALTH[:-2])) as caller:
        caller.socket.sendall(b"X: ")
        while not select.select([caller.socket], [], [], SOON / 20)[0]:
            caller.socket.sendall(b"x")
        assert caller.answer()[0] == 408


def test_who_says_nothing_is_told_nothing(tmp_path: Path) -> None:
    with running(tmp_path, header=SOON) as table, contextlib.closing(Caller(table.port)) as caller:
        assert caller.rest() == 0


def test_the_next_request_must_come_in_time_too(tmp_path: Path) -> None:
    with running(tmp_path, header=2.0) as table, contextlib.closing(Caller(table.port, HEALTH)) as caller:
        assert caller.answer()[0] == 200
        caller.socket.sendall(HEALTH[:20])
        assert caller.answer()[0] == 408


def test_half_a_body_is_not_waited_for(tmp_path: Path) -> None:
    head = b"PUT /api/me HTTP/1.1\r\nHost: table\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n"
    with running(tmp_path, body=SOON) as table, contextlib.closing(Caller(table.port, head + b'{"name"')) as caller:
        code, said = caller.answer()
        assert (code, said["error"]) == (408, "too_slow")
        assert caller.rest() == 0


def test_a_page_says_hello_in_time(tmp_path: Path) -> None:
    often = dict.fromkeys(("commands", "commands_address", "frames", "frames_address"), NO_LIMIT)
    with running(tmp_path, hello=SOON, **often) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "link")
        assert person.join(name, hello=False).closed() == 4408
        talking = person.join(name, hello=False)
        with contextlib.suppress(ConnectionClosed):
            while True:  # whatever else it says
                talking.send({"type": "ping"})
                talking.receive()
        assert talking.closed() == 4408
        person.close()


def received(line: BareLine) -> tuple[int, bytes]:
    """The next frame that is no state of the table."""
    while (found := line.receive())[0] == TEXT:
        pass
    return found


@contextlib.contextmanager
def bare_line(port: int, table: str, address: str = "127.0.0.1") -> Iterator[BareLine]:
    line = BareLine(port, table, address)
    try:
        yield line
    finally:
        line.file.close()
        line.socket.close()


def test_a_silent_page_is_asked_and_then_let_go(tmp_path: Path) -> None:
    with running(tmp_path, silence=1.0) as table:
        person = Person(table.url)
        with bare_line(table.port, person.create("kingdomino", "me", "link")) as line:
            line.send(frame(b'{"type":"hello"}'))
            kind, why = received(line)
            assert kind == PING
            while kind == PING:
                kind, why = received(line)
            assert (kind, int.from_bytes(why[:2], "big")) == (CLOSE, 4408)
        wait_for(lambda: not table.connections)
        person.close()


def test_a_page_that_answers_may_be_silent_otherwise(tmp_path: Path) -> None:
    with running(tmp_path, silence=3.0) as table:
        person = Person(table.url)
        with bare_line(table.port, person.create("kingdomino", "me", "link")) as line:
            line.send(frame(b'{"type":"hello"}'))
            for _ in range(4):  # a third of the time passes before each of them
                assert received(line)[0] == PING
                line.send(frame(b"", PONG))
            line.send(frame(ASK))
            assert line.message()["type"] in ("state", "pong")
        person.close()


# --- Who does not read ------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def with_much_to_read(tmp_path: Path, **settings: Any) -> Iterator[RunningTable]:
    """A table that one connection at a time can reach, so that others see when the one before them is gone."""
    with running(tmp_path, connections_address=1, **settings) as table:
        table.app.static.files["/assets/large.bin"] = File(
            b"application/octet-stream", b"", b'"large"', bytes(LARGE), {}
        )
        yield table


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n", b"Content-Length: 5\r\n"], ids=["", "last", "unread"])
def test_an_answer_that_nobody_reads_is_cut_off(tmp_path: Path, more: bytes) -> None:
    asked = ASK_FOR_MUCH + more + b"\r\n"
    with (
        with_much_to_read(tmp_path, stalled=SOON) as table,
        contextlib.closing(Caller(table.port, asked)) as caller,
    ):
        assert select.select([caller.socket], [], [], PATIENCE)[0]
        wait_for(lambda: status(table.port) == 200)
        assert 1 << 16 < caller.rest() < LARGE


def test_who_reads_late_has_no_longer_for_the_next_request(tmp_path: Path) -> None:
    with (
        with_much_to_read(tmp_path, header=4.0) as table,
        contextlib.closing(Caller(table.port, ASK_FOR_MUCH + b"\r\n")) as caller,
    ):
        while caller.file.readline() != b"\r\n":
            pass
        assert len(caller.file.read(LARGE)) == LARGE
        caller.socket.sendall(HEALTH[:20])
        assert caller.answer()[0] == 408


def test_who_reads_late_and_does_not_go_is_let_go(tmp_path: Path) -> None:
    """The answer is the last one, since the body was not waited for; then the other side has its time to go."""
    with (
        with_much_to_read(tmp_path) as table,
        contextlib.closing(Caller(table.port, ASK_FOR_MUCH + b"Content-Length: 5\r\n\r\n")) as caller,
    ):
        assert caller.rest() > LARGE
        wait_for(lambda: status(table.port) == 200)


def test_a_page_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, stalled=1.0, commands=NO_LIMIT, commands_address=NO_LIMIT, frames=NO_LIMIT) as table:
        person = Person(table.url)
        with bare_line(table.port, person.create("kingdomino", "me", "link")) as line:
            line.send(frame(b'{"type":"hello"}'))
            assert line.message()["type"] == "state"
            many = b"".join(frame(b'{"type":"hello"}') for _ in range(100))
            line.socket.settimeout(SOON)
            with contextlib.suppress(OSError):  # at the latest when it is gone
                while table.connections:
                    with contextlib.suppress(TimeoutError):
                        line.send(many)
        wait_for(lambda: not table.connections)
        person.close()


# --- Too many ---------------------------------------------------------------------------------------------------------


def test_one_address_has_only_so_many_connections(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path, connections_address=3) as table:
        with calls(table.port, 3):
            for _ in range(3):
                with contextlib.closing(Caller(table.port, HEALTH)) as caller:
                    code, said = caller.answer()
                    assert (code, said["error"]) == (429, "too_many")
                    assert caller.rest() == 0
        wait_for(lambda: status(table.port) == 200)
    assert warnings(caplog) == [
        "there are 4 connections from 127.0.0.1, which is as many as one address may have",
    ]


def test_a_websocket_at_the_cap_is_told_to_come_later(tmp_path: Path) -> None:
    with (
        running(tmp_path, connections_address=3) as table,
        calls(table.port, 3),
        bare_line(table.port, "sova-med-rog") as line,
    ):
        assert line.closed() == 1013


def test_one_address_never_has_more_than_half_of_all_connections(tmp_path: Path) -> None:
    with running(tmp_path, connections=4) as table, calls(table.port, 2):
        assert status(table.port) == 429
        assert status(table.port, OTHERS[0]) == 200


@contextlib.contextmanager
def full_of_pages(folder: Path) -> Iterator[tuple[RunningTable, list[Page]]]:
    """A table with room for four connections, which are pages from two addresses."""
    with running(folder, connections=4) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "here", start=True)
        person.http.close()
        wait_for(lambda: all(status(table.port) == 200 for _ in range(3)))  # it is known that this one has gone
        yield table, [person.join(name, source_address=(host, 0)) for host in 2 * ("127.0.0.1", OTHERS[0])]
        person.close()


def test_when_all_connections_are_pages_others_come_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with full_of_pages(tmp_path) as (table, pages):
        for _ in range(3):
            with contextlib.closing(Caller(table.port, HEALTH, OTHERS[1])) as caller:
                code, said = caller.answer()
                assert (code, said["error"]) == (503, "full")
                assert caller.rest() == 0
        with bare_line(table.port, "sova-med-rog", OTHERS[1]) as line:
            assert line.closed() == 1013
        assert play_on([pages[0]], 1) == 1
        pages[1].close()
        wait_for(lambda: status(table.port, OTHERS[1]) == 200)
    assert [words for words in warnings(caplog) if "no room" in words] == [FULL % 5]


@pytest.mark.parametrize(
    ("half", "told"),
    [
        (b"", 0),
        (HEALTH[:20], 503),
        (b"POST /api/tables HTTP/1.1\r\nHost: table\r\nContent-Length: 9\r\n\r\n{", 503),
    ],
    ids=["nothing", "half a request", "half a body"],
)
def test_who_asks_for_nothing_makes_room_for_who_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, half: bytes, told: int
) -> None:
    with (
        running(tmp_path, connections=3) as table,
        calls(table.port, 2, half) as held,
        calls(table.port, 1, half, OTHERS[0]) as fewer,
    ):
        assert status(table.port, OTHERS[1]) == 200
        assert held[0].answer()[0] == told  # of the address with most, the one that was there first
        assert held[0].rest() == 0
        ended, _, _ = select.select([held[1].socket, fewer[0].socket], [], [], 0)
        assert not ended
    assert warnings(caplog) == [FULL % 4]


def test_a_page_that_has_not_said_hello_makes_room(tmp_path: Path) -> None:
    with running(tmp_path, connections=2) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "link")
        person.http.close()
        page = person.join(name, source_address=(OTHERS[0], 0))
        with bare_line(table.port, name, OTHERS[1]) as line:
            wait_for(lambda: status(table.port) == 200)
            assert line.closed() == 1013
        assert page.ask("say", text="Still here")["type"] == "done"
        person.close()


def test_beyond_those_who_are_told_why_everybody_is_dropped(tmp_path: Path) -> None:
    door = Door(Settings(tmp_path, connections=1))
    assert [door.arrive("203.0.113.9") for _ in range(2 + SPARE)] == [True] * (1 + SPARE) + [False]


class Quiet:
    """Somebody who has not come to the point."""

    def __init__(self, name: str, gone: list[str]) -> None:
        self.name = name
        self._gone = gone

    def make_room(self) -> None:
        self._gone.append(self.name)


def test_of_the_address_with_most_who_wait_the_first_goes() -> None:
    waiting = Waiting()
    gone: list[str] = []
    guests = [("lone", "x"), ("crowd", "a"), ("crowd", "b"), ("pair", "c"), ("pair", "d"), ("crowd", "e")]
    known = {name: Quiet(name, gone) for _, name in guests}
    for address, name in guests:
        waiting.add(address, known[name])
    waiting.discard("pair", known["c"])
    waiting.discard("pair", known["c"])
    while waiting.send_one_away():
        pass
    assert gone == ["a", "b", "x", "e", "d"]


def test_connections_that_come_too_fast_are_dropped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path, arrivals=(NEVER, 3.0)) as table:
        assert [status(table.port) for _ in range(6)] == [200] * 3 + [0] * 3
    assert warnings(caplog) == ["connections from 127.0.0.1 come too fast and are dropped"]


def test_a_named_proxy_brings_as_many_as_there_are(tmp_path: Path) -> None:
    with (
        running(tmp_path, connections_address=1, arrivals=(NEVER, 1.0), proxies=("127.0.0.1",)) as table,
        calls(table.port, 5),
    ):
        assert status(table.port) == 200


# --- People who send too much -----------------------------------------------------------------------------------------


def test_a_hundred_invented_people_do_not_say_more(tmp_path: Path) -> None:
    with running(tmp_path, talk=(NEVER, 5.0), talk_address=(NEVER, 30.0)) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "link")
        answers = []
        for _ in range(100):
            invented = {"Cookie": f"{identity.COOKIE}={identity.new_token()}"}
            page = person.join(name, headers=invented)
            answers.append(page.ask("say", text="hear me").get("reason", "done"))
            page.close()
        assert answers == ["done"] * 30 + ["too_fast"] * 70
        person.close()


def test_fifteen_pages_of_one_person_do_not_send_more(tmp_path: Path) -> None:
    with running(tmp_path, commands=(NEVER, 60.0)) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "here", start=True)
        pages = [person.join(name) for _ in range(15)]  # each has said hello
        answers = [ping(page) for _ in range(5) for page in pages]
        assert answers == ["pong"] * 45 + ["too_fast"] * 30
        person.close()


def ping(page: Any) -> str:
    """What a page is answered."""
    page.send({"type": "ping"})
    while (message := page.receive())["type"] not in ("pong", "rejected"):
        pass
    return str(message.get("reason", "pong"))


def test_who_sits_at_a_table_plays_on_where_others_send_too_much(tmp_path: Path) -> None:
    with running(tmp_path, commands_address=(NEVER, 40.0), commands_seated=(NEVER, 3.0)) as table:
        people = [Person(table.url) for _ in range(3)]
        anna, boris, guest = people
        pages = two_at_a_table(anna, boris)
        watching = guest.join(pages[0].table)
        answers = [ping(watching) for _ in range(45)]
        assert answers == ["pong"] * 37 + ["too_fast"] * 8
        mover = pages[0] if pages[0].legal else pages[1]
        assert mover.play(mover.legal[0])["type"] == "done"
        assert [ping(mover) for _ in range(3)] == ["pong"] * 2 + ["too_fast"]  # slowly, since seats can be had
        assert ping(watching) == "too_fast"
        for person in people:
            person.close()


def test_the_line_of_who_sits_is_not_closed_for_what_others_send(tmp_path: Path) -> None:
    with running(tmp_path, frames_address=(NEVER, 40.0)) as table:
        anna, guest = Person(table.url), Person(table.url)
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        with bare_line(table.port, page.table) as line:
            kind, why = PONG, b""
            while kind == PONG:
                line.send(frame(b"", PING))
                kind, why = line.receive()
            assert (kind, int.from_bytes(why[:2], "big")) == (CLOSE, TOO_FAST)
        watching = guest.join(page.table, hello=False)
        with contextlib.suppress(ConnectionClosed):
            watching.send({"type": "ping"})
        assert watching.closed() == TOO_FAST
        assert play_on([page], 1) == 1
        anna.close()
        guest.close()


# --- Work at a turn of the event loop ---------------------------------------------------------------------------------


class Sink(asyncio.Transport):
    """A transport that keeps what is written and whether reading is wanted; no event loop reads from it by itself."""

    def __init__(self) -> None:
        super().__init__({"peername": ("203.0.113.9", 4711), "sockname": ("127.0.0.1", 8000)})
        self.written: list[bytes] = []
        self.reading = True
        self.ended = False
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def write_eof(self) -> None:
        self.ended = True

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def close(self) -> None:
        pass

    def abort(self) -> None:
        pass

    @property
    def pongs(self) -> int:
        return self.written.count(b"\x8a\x00")

    @property
    def closed_with(self) -> int | None:
        """Why, if it was said."""
        last = self.written[-1]
        return int.from_bytes(last[2:4], "big") if last[0] & f.KIND == f.CLOSE else None


class Silent:
    """A page that does nothing."""

    seated = False

    def take(self, text: bytes) -> None:
        pass

    def caught_up(self) -> None:
        pass

    def lost(self) -> None:
        pass


def connected(tmp_path: Path, welcome: Callable[[Wire, Any], None], app: Any = str, **settings: Any) -> Sink:
    """The end of a connection that nobody has said anything on yet."""
    unlimited = dict.fromkeys(("frames", "frames_address"), NO_LIMIT)
    state = {DOOR: Door(Settings(tmp_path, **(unlimited | settings))), WELCOME: welcome}
    config = uvicorn.Config(app, http=Gate, ws=Wire, log_config=None)
    sink = Sink()
    sink.protocol = Gate(config, ServerState(), state)
    sink.protocol.connection_made(sink)
    return sink


def let_in(wire: Wire, scope: Any) -> None:
    """Become a WebSocket at once."""
    assert wire.accept(scope)
    wire.attach(Silent(), Batch(), Batch())
    wire.go_on()


PINGS = frame(b"", PING)


def test_a_turn_reads_only_so_many_frames(tmp_path: Path) -> None:
    async def work() -> None:
        sink = connected(tmp_path, let_in)
        sink.protocol.data_received(HANDSHAKE + b"\r\n")
        sink.protocol.data_received(PINGS * 10 * FRAMES_A_TURN)
        for turn in range(1, 11):
            assert sink.pongs == turn * FRAMES_A_TURN
            assert not sink.reading  # what has come is enough
            await asyncio.sleep(0)
        assert sink.reading
        sink.protocol.data_received(PINGS)
        assert sink.pongs == 10 * FRAMES_A_TURN + 1

    asyncio.run(work())


def test_frames_that_come_with_the_handshake_are_read_no_faster(tmp_path: Path) -> None:
    async def work() -> None:
        sink = connected(tmp_path, let_in)
        sink.protocol.data_received(HANDSHAKE + b"\r\n" + PINGS * 10 * FRAMES_A_TURN)
        before = 0
        for _ in range(11):
            assert before <= sink.pongs <= before + FRAMES_A_TURN
            before = sink.pongs
            await asyncio.sleep(0)
        assert sink.pongs == 10 * FRAMES_A_TURN

    asyncio.run(work())


def test_nothing_is_read_before_the_table_is_found(tmp_path: Path) -> None:
    found: list[Wire] = []

    def wait(wire: Wire, scope: Any) -> None:
        assert wire.accept(scope)
        wire.attach(Silent(), Batch(), Batch())
        found.append(wire)

    async def work() -> None:
        sink = connected(tmp_path, wait)
        sink.protocol.data_received(HANDSHAKE + b"X: " + b"x" * 2 * PIECE + b"\r\n\r\n" + PINGS)
        while not found:
            await asyncio.sleep(0)
        assert (sink.reading, sink.pongs) == (False, 0)
        found[0].go_on()
        assert (sink.reading, sink.pongs) == (True, 1)

    asyncio.run(work())


def test_a_budget_that_is_spent_ends_the_reading(tmp_path: Path) -> None:
    async def work() -> None:
        sink = connected(tmp_path, let_in, frames=(NEVER, 300.0))
        sink.protocol.data_received(HANDSHAKE + b"\r\n")
        sink.protocol.data_received(PINGS * 100_000)
        while not sink.ended:
            await asyncio.sleep(0)
        assert sink.pongs < 300 + FRAMES_A_TURN
        assert sink.closed_with == TOO_FAST
        nothing_more_is_read(sink)

    asyncio.run(work())


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (frame((1000).to_bytes(2, "big"), CLOSE), 1000),
        (frame(b"", 0x3), 1002),
        (frame(b"\xff"), 1007),
        (frame(b"", 0x2), 1003),
    ],
    ids=["goodbye", "no such frame", "not UTF-8", "bytes"],
)
def test_a_line_that_is_closed_is_not_read_any_further(tmp_path: Path, last: bytes, code: int) -> None:
    async def work() -> None:
        sink = connected(tmp_path, let_in)
        sink.protocol.data_received(HANDSHAKE + b"\r\n")
        sink.protocol.data_received(PINGS * 10 + last + PINGS * 1000)
        assert sink.pongs == 10
        assert sink.closed_with == code
        nothing_more_is_read(sink)
        await asyncio.sleep(0)
        nothing_more_is_read(sink)

    asyncio.run(work())


def nothing_more_is_read(sink: Sink) -> None:
    """What comes is thrown away: only so is it seen that the other side goes."""
    before = len(sink.written)
    sink.protocol.data_received(PINGS * 1000)
    assert len(sink.written) == before
    assert sink.reading


def test_a_turn_reads_only_so_much_of_a_request(tmp_path: Path) -> None:
    """The smallest pieces of a body there can be, all at once."""
    sizes: list[int] = []

    async def read(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["more_body"]:
            sizes.append(len(message["body"]))
        sizes.append(-1)

    async def work() -> None:
        sink = connected(tmp_path, let_in, app=read)
        body = b"1\r\nx\r\n" * 20_000 + b"0\r\n\r\n"
        sink.protocol.data_received(b"POST / HTTP/1.1\r\nHost: table\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        assert not sink.reading
        while -1 not in sizes:
            await asyncio.sleep(0)
        assert max(sizes) <= 2 * PIECE // 6 + 1  # two turns may pass before the body is looked at

    asyncio.run(work())


# --- Open files -------------------------------------------------------------------------------------------------------


def test_a_table_says_how_many_connections_it_has_files_for(tmp_path: Path) -> None:
    said = tmp_path / "log"
    with Served(tmp_path / "data", files=256, log=said, PENTARCHY_WARM="no", PENTARCHY_UNLIMITED="no"):
        pass
    assert "256 open files leave room for 78 connections, not for 4000" in said.read_text()


@pytest.mark.parametrize("files", [256, 110], ids=["a lower cap", "fewer than the table itself reckons with"])
def test_a_table_with_few_open_files_stays_open_for_those_who_are_there(tmp_path: Path, files: int) -> None:
    said = tmp_path / "log"
    with Served(tmp_path / "data", files=files, log=said, PENTARCHY_WARM="no") as served:
        port = int(served.url.rpartition(":")[2])
        anna = Person(served.url)
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        with calls(port, 2 * files):
            wait_for(lambda: status(port) != 200)
            assert status(port, OTHERS[0]) == 200
            assert play_on([page], 1) == 1
            assert "no room for more" in said.read_text()
        wait_for(lambda: status(port) == 200)
        assert play_on([page], 1) == 1
        anna.close()
    assert said.read_text().count("no room for more") == 1
    assert " INFO " not in said.read_text()  # nor a line for each that comes
