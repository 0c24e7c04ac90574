"""What the table reads: frames, commands, requests."""

from __future__ import annotations

import asyncio
import itertools
import json
from random import Random
from typing import TYPE_CHECKING, Any, Self

from benchmarks.attack.client import BINARY, CLOSE, PING, PONG, TEXT, frame
from benchmarks.fuzz.driving import Finding, Parser
from benchmarks.fuzz.inside import PORT, Connection, Inside
from benchmarks.fuzz.mutations import Mutator, respelled, scrambled
from pentarchy.games import NAMES, spec
from pentarchy.table.frames import BadFrame, Frames
from pentarchy.table.limits import LARGEST_FRAME

if TYPE_CHECKING:
    from benchmarks.fuzz.inside import Page
HINTED = NAMES[1]  # hints in one game are enough


class FramesOfPages(Parser):
    """Bytes on a WebSocket: whatever they are and however they are cut, they mean the same and break nothing."""

    name = "frames"

    def __init__(self) -> None:
        self._inside = Inside()

    async def __aenter__(self) -> Self:
        await self._inside.__aenter__()
        cookie = await self._inside.ask("GET", "/api/me")
        wanted = {"game": NAMES[0], "seats": [{"kind": "me"}, {"kind": "here"}], "start": True}
        self._table: str = (await self._inside.ask("POST", "/api/tables", wanted, cookie))["table"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._inside.__aexit__()

    def make(self, choice: Random) -> Any:
        """Bytes, as text of one character each; how they are cut; and whether a whole table gets them."""
        data = b"".join(_some_frame(choice) for _ in range(choice.choice((1, 1, 2, 3, 6))))
        if choice.random() < 0.6:
            data = scrambled(choice, data)[: 2 * LARGEST_FRAME]
        return [data.decode("latin-1"), choice.randrange(2**32), choice.random() < 0.05]

    async def take(self, given: Any) -> str:
        """Read the bytes at once and in pieces."""
        text, cuts, whole_table = given
        data = text.encode("latin-1")
        at_once, in_pieces = _read([data]), _read(_pieces(Random(cuts), data))
        if at_once != in_pieces:
            raise Finding(f"at once it is read as {at_once!r:.200}, in pieces as {in_pieces!r:.200}")
        if whole_table:
            await self._to_a_table(Random(cuts), data)
        return f"closed with {at_once[1]}" if at_once[1] else "read"

    async def _to_a_table(self, choice: Random, data: bytes) -> None:
        page = await self._inside.page(self._table)
        for piece in _pieces(choice, data):
            page.connection.feed(piece)
            if choice.random() < 0.2:
                await asyncio.sleep(0)
        for _ in range(3):
            await asyncio.sleep(0)
        for message in page.messages():
            if message.get("reason") == "failed":
                raise Finding(str(message))
        page.close()


PAYLOADS = (
    b"", b'{"type":"ping"}', b'{"type":"hello"}', "Сова 🦉".encode(), b"\x03\xe8", b"\x03\xe8bye", b"\xff", b"a" * 125,
    b"a" * 126, b"b" * LARGEST_FRAME, b"b" * 65535, b"b" * 70000,
)  # fmt: skip


def _some_frame(choice: Random) -> bytes:
    """A frame, mostly as it should be."""
    kind = choice.choice((TEXT, TEXT, TEXT, 0, 0, PING, PONG, BINARY, CLOSE, choice.randrange(16)))
    payload = choice.choice((*PAYLOADS, choice.randbytes(choice.randrange(200))))
    made = bytearray(frame(kind, payload, last=choice.random() < 0.7))
    if choice.random() < 0.1:
        made[0] ^= choice.choice((0x10, 0x20, 0x40, 0x80))
    if choice.random() < 0.1:
        made[1] ^= choice.choice((0x80, 1, 2, 0x7F))
    return bytes(made)


def _pieces(choice: Random, data: bytes) -> list[bytes]:
    """The same bytes in pieces of any size; sometimes one by one."""
    if len(data) < 200 and choice.random() < 0.3:
        return [data[at : at + 1] for at in range(len(data))]
    cuts = sorted(choice.randrange(len(data) + 1) for _ in range(choice.randrange(6)))
    return [data[start:end] for start, end in itertools.pairwise([0, *cuts, len(data)])]


def _read(pieces: list[bytes]) -> tuple[list[tuple[int, bytes]], int]:
    """What frames carry, and the code with which the line would be closed; 0 if it would not."""
    frames, found = Frames(LARGEST_FRAME), []
    try:
        for piece in pieces:
            frames.feed(piece)
            while (taken := frames.next()) is not None:
                found.append(taken)
    except BadFrame as wrong:
        return found, wrong.code
    return found, 0


COMMANDS = [
    *[{"type": "play", "id": "@id", "seq": "@seq", "seat": "@seat", "move": "@move"}] * 4,
    *[{"type": "undo", "id": "@id", "seq": "@seq", "seat": "@seat"}] * 2,
    *[{"type": "preview", "id": "@id", "seq": "@seq", "seat": "@seat", "moves": ["@move"]}] * 2,
    {"type": "preview", "id": "@id", "seq": "@seq", "seat": "@seat", "moves": ["@move", "@move", "@move"]},
    {"type": "hello"},
    {"type": "hello", "seq": "@seq", "looks": "@seat"},
    {"type": "look", "id": "@id", "seat": "@seat"},
    {"type": "stand_in", "id": "@id", "seat": "@seat", "level": "novice"},
    *[{"type": "stand_in", "id": "@id", "seat": "@seat", "level": None}] * 2,
    {"type": "resign", "id": "@id", "seat": "@seat"},
    {"type": "replace", "id": "@id", "seat": "@seat"},
    {"type": "say", "id": "@id", "text": "Hello, sova!"},
    {"type": "ping"},
    {"type": "hint", "id": "@id", "seq": "@seq", "seat": "@seat"},
]


class Commands(Parser):
    """Messages of pages at tables of all games; what happened to a table is at last what is stored of it."""

    name = "commands"

    def __init__(self) -> None:
        self._corpus = Mutator(COMMANDS, textual=True)
        self._inside = Inside()
        self._seats: list[Seat] = []
        self._ids = itertools.count(1)
        self._taken = 0

    async def __aenter__(self) -> Self:
        await self._inside.__aenter__()
        cookies = [await self._inside.ask("GET", "/api/me") for _ in range(2)]
        self._seats = [Seat(self._inside, game, cookies, shared=shared) for game in NAMES for shared in (False, True)]
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            for seat in self._seats:
                await seat.check_stored()
        finally:
            await self._inside.__aexit__()

    def make(self, choice: Random) -> Any:
        """At which table, which of the legal moves is meant, and the message."""
        text = self._corpus.text(choice)[:LARGEST_FRAME] if choice.random() < 0.6 else self._corpus.valid(choice)
        return [choice.randrange(2 * len(NAMES)), choice.randrange(1000), text.decode("latin-1")]

    async def take(self, given: Any) -> str:
        """Send it, and look at what comes."""
        which, move, text = given
        seat: Seat = self._seats[which]
        page = await seat.page()
        page.send(seat.meant(text.encode("latin-1"), move, next(self._ids)))
        self._taken += 1
        await asyncio.sleep(0 if self._taken % 50 else 0.01)
        await asyncio.sleep(0)
        return str(seat.heard())


class Seat:
    """One person's page at a table of some game, or one page of two persons; a new table when a game is over."""

    def __init__(self, inside: Inside, game: str, cookies: list[str], *, shared: bool) -> None:
        self._inside = inside
        self._game = game
        self._cookies = cookies
        self._shared = shared
        self._page: Page | None = None
        self._table = ""
        self._state: dict[str, Any] = {}

    async def page(self) -> Page:
        """The page, opened anew if that is needed."""
        if not self._table or self._state["table"]["status"] == "over":
            await self._set_up()
        if self._page is None or self._page.connection.over:
            self._page = await self._inside.page(self._table, self._cookies[0])
            self._page.send(b'{"type":"hello"}')
            self._state = await self._page.state()
        return self._page

    async def _set_up(self) -> None:
        if self._page is not None:
            self._page.close()
            await self.check_stored()
        self._page = None
        other = {"kind": "here"} if self._shared else {"kind": "link"}
        wanted = {"game": self._game, "seats": [{"kind": "me"}, other], "hints": self._game == HINTED}
        created = await self._inside.ask("POST", "/api/tables", wanted, self._cookies[0])
        self._table = created["table"]
        if not self._shared:
            await self._inside.ask("POST", f"/api/tables/{self._table}/sit", {}, self._cookies[1])
        await self._inside.ask("POST", f"/api/tables/{self._table}/start", {}, self._cookies[0])
        if not self._shared:  # the other one lets a bot play
            other_page = await self._inside.page(self._table, self._cookies[1])
            other_page.send(b'{"type":"hello"}')
            seat = (await other_page.state())["positions"][0]["seat"]
            other_page.send(json.dumps({"type": "stand_in", "id": "s", "seat": seat, "level": "novice"}).encode())
            await other_page.connection.wait()
            other_page.close()

    def meant(self, text: bytes, move: int, number: int) -> bytes:
        """The message with what it says of this table filled in."""
        positions = self._state["positions"] or [{"seat": 0, "legal": []}]
        position = next((each for each in positions if each["legal"]), positions[0])
        legal = [move["text"] for move in position["legal"]] or ["claim 1"]
        seat = position["seat"] if position["seat"] is not None else self._state["table"]["seats"][0]["seat"]
        for mark, value in (("seq", self._state["seq"]), ("seat", seat), ("id", f"f{number}")):
            text = text.replace(b'"@%b"' % mark.encode(), json.dumps(value).encode())
        return text.replace(b'"@move"', json.dumps(legal[move % len(legal)]).encode())

    def heard(self) -> str:
        """What came since, in a word; a Finding if something failed."""
        assert self._page is not None
        word = "nothing"
        for message in self._page.messages():
            word = str(message["type"])
            if word == "state":
                self._state = message
            elif word == "rejected":
                word = str(message["reason"])
                if word == "failed":
                    raise Finding(str(message))
        return f"closed {self._page.code}" if self._page.connection.over else str(word)

    async def check_stored(self) -> None:
        """What is in memory is what is stored."""
        if not self._table:
            return
        table = await self._inside.hub.table(self._table)
        while True:  # bots may be moving
            await table.settled()
            count = table.state.count
            stored = await self._inside.hub.fold(self._table)
            if table.state.count == count == stored.count:
                break
        assert table.state.match is not None
        assert stored.match is not None
        if stored.match.state() != table.state.match.state():
            raise Finding(f"{self._table} ({self._game}) is not what is stored of it")


TABLE = {
    "game": NAMES[0],
    "seats": [{"kind": "me", "name": "Anna"}, {"kind": "link"}],
    "options": dict(spec(NAMES[0]).trials.long),
    "public": True,
    "hints": False,
    "clock": {"per": "move", "seconds": 30},
    "pace": "at_once",
    "start": False,
}
REQUESTS: list[tuple[str, str, Any]] = [
    ("PUT", "/api/me", {"name": "Anna"}),
    ("POST", "/api/tables", TABLE),
    *(
        (
            "POST",
            "/api/tables",
            TABLE | {"game": name, "options": {each.name: each.default for each in spec(name).options}},
        )
        for name in NAMES[1:]
    ),
    ("POST", "/api/tables/@open/sit", {"seat": 1, "name": "Boris"}),
    ("POST", "/api/tables/@open/fill", {"seat": 1, "level": "novice", "name": "Bot"}),
    ("POST", "/api/tables/@open/start", {}),
    ("POST", "/api/tables/@open/leave", {}),
    ("POST", "/api/tables/@playing/rematch", {}),
    ("GET", "/api/tables/@playing", None),
    ("GET", "/api/tables/@playing/past/1?seat=0", None),
    ("GET", "/api/tables/@playing/record", None),
    ("GET", "/api/tables/@playing/proof", None),
    ("GET", "/api/lobby", None),
    ("GET", "/api/games", None),
    ("GET", "/", None),
]
HEADERS = [
    {},
    {},
    {},
    {"Origin": f"http://127.0.0.1:{PORT}"},
    {"Origin": "http://[::1"},
    {"Origin": "null"},
    {"Cookie": "pentarchy=" + "a" * 32},
    {"Cookie": 'pentarchy="\\303\\244"; a="'},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=utf-16"},
    {"X-Forwarded-For": "1.2.3.4, nobody"},
    {"Accept-Encoding": "gzip;q=x"},
    {"Transfer-Encoding": "chunked"},
    {"Expect": "100-continue"},
    {"Range": "bytes=5-1"},
]
RECYCLED = 5000  # inputs after which the table is closed and another one opened: many of them set up tables


class Requests(Parser):
    """Requests over HTTP, above all their bodies: an answer that is no 5xx, with words where it is a refusal."""

    name = "requests"

    def __init__(self) -> None:
        self._bodies = [Mutator([body], textual=True) if body is not None else None for _, _, body in REQUESTS]
        self._inside = Inside()
        self._taken = 0

    async def __aenter__(self) -> Self:
        await self._inside.__aenter__()
        self._cookie: str = await self._inside.ask("GET", "/api/me")
        self._playing = await self._table({"kind": "here"}, start=True)
        self._open = await self._table({"kind": "link"}, start=False)
        return self

    async def _table(self, other: dict[str, str], *, start: bool) -> str:
        wanted = {"game": NAMES[0], "seats": [{"kind": "me"}, other], "start": start}
        return str((await self._inside.ask("POST", "/api/tables", wanted, self._cookie))["table"])

    async def __aexit__(self, *_: object) -> None:
        await self._inside.__aexit__()

    def make(self, choice: Random) -> Any:
        """Method, path, headers, body as text of one character each, and a seed if all of it shall be scrambled."""
        which = choice.randrange(len(REQUESTS))
        method, path, _ = REQUESTS[which]
        mutator = self._bodies[which]
        body = mutator.text(choice).decode("latin-1") if mutator is not None else ""
        headers = dict(choice.choice(HEADERS))
        if choice.random() < 0.1 and headers:
            name = choice.choice(list(headers))
            headers[name] = _printable(respelled(choice, headers[name]))
        if choice.random() < 0.15:
            path = _printable(respelled(choice, path)).replace(" ", "%20")
        if choice.random() < 0.05:
            path += "?" + choice.choice(("seat=", "seat=99999999999999999999", "seat=-1", "seat=a&seat=b", "%ff=%00"))
        if choice.random() < 0.05:
            method = choice.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND"))
        return [method, path or "/", headers, body, choice.randrange(2**32) if choice.random() < 0.02 else None]

    async def take(self, given: Any) -> str:
        """Ask, and look at the answer."""
        self._taken += 1
        if self._taken % RECYCLED == 0:
            await self.__aexit__()
            await self.__aenter__()
        method, path, headers, body, scramble = given
        data = self._written(method, path, headers, body)
        if scramble is not None:
            data = scrambled(Random(scramble), data)
        connection = Connection(self._inside)
        connection.feed(data)
        waits = 60.0 if scramble is None and not headers.keys() & {"Transfer-Encoding", "Expect"} else 0.02
        found = await connection.answer(waits)
        ended = connection.over
        connection.close()
        await asyncio.sleep(0)
        if found is None:
            if scramble is None and waits > 1 and not ended:
                raise Finding("no answer")
            return "no answer"
        return _checked(*found, method)

    def _written(self, method: str, path: str, headers: dict[str, str], body: str) -> bytes:
        path = path.replace("@open", self._open).replace("@playing", self._playing)
        sent = {"Host": f"127.0.0.1:{PORT}", "Content-Type": "application/json", "Cookie": self._cookie}
        if "Transfer-Encoding" not in headers:
            sent["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (sent | headers).items())]
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode("latin-1")


def _printable(text: str) -> str:
    """What a client could send in a line: no control characters, one byte each."""
    return "".join(letter for letter in text if 32 <= ord(letter) < 127 or 160 <= ord(letter) < 256)[:8000]


def _checked(status: int, body: bytes, method: str) -> str:
    if status >= 500 and status != 503:
        raise Finding(f"{status}: {body!r:.500}")
    if status >= 400 and body[:1] == b"{":
        said = json.loads(body)
        if not said.get("error") or "detail" not in said:
            raise Finding(f"{status} without words: {said}")
    return str(status)
