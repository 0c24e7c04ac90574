"""A whole table without sockets: its protocol classes are handed bytes, and what they write is collected."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from uvicorn.server import ServerState

from benchmarks.attack.client import CLOSE, TEXT, frame, head, upgrade
from benchmarks.fuzz.driving import Finding
from pentarchy.table.app import App
from pentarchy.table.serve import configured
from pentarchy.table.settings import Settings, without_limits

if TYPE_CHECKING:
    from pentarchy.table.hub import Hub

PATIENCE = 60.0  # seconds until an answer that must come is missed
PORT = 8000


class Ends(asyncio.Transport):
    """The other end of a connection: what was written to it, and whether it is over."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 5), "sockname": ("127.0.0.1", PORT)})
        self.written = bytearray()
        self.news = asyncio.Event()
        self.ended = False  # the server says nothing more
        self.protocol: Any = None

    def write(self, data: Any) -> None:
        """Take what the server says."""
        self.written += data
        self.news.set()

    def write_eof(self) -> None:
        """It has said all."""
        self.ended = True
        self.news.set()

    def close(self) -> None:
        """It hangs up."""
        if not self.is_closing():
            self.ended = self._closing = True
            self.news.set()
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)

    abort = close
    _closing = False

    def is_closing(self) -> bool:
        """Whether it is over."""
        return self._closing

    def pause_reading(self) -> None:
        """What comes is held back by nobody here."""

    def resume_reading(self) -> None:
        """The same."""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There are none."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Somebody else reads from here on."""
        self.protocol = protocol

    def get_protocol(self) -> Any:
        """Who reads."""
        return self.protocol


class Connection:
    """A connection as a client has it."""

    def __init__(self, inside: Inside) -> None:
        self.transport = Ends()
        protocol = inside.protocol()
        self.transport.protocol = protocol
        protocol.connection_made(self.transport)

    def feed(self, data: bytes) -> None:
        """Send bytes."""
        if not self.transport.is_closing():
            self.transport.protocol.data_received(data)

    @property
    def over(self) -> bool:
        """Whether the server has nothing more to say."""
        return self.transport.ended

    async def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait until something is said or it is over; False if neither happens."""
        try:
            await asyncio.wait_for(self.transport.news.wait(), seconds)
        except TimeoutError:
            return False
        self.transport.news.clear()
        return True

    async def answer(self, seconds: float = PATIENCE) -> tuple[int, bytes] | None:
        """Status and body of an answer over HTTP; None if none comes."""
        while (found := _whole_answer(self.transport.written)) is None:
            if self.over or not await self.wait(seconds):
                return None
        return found

    def close(self) -> None:
        """Hang up."""
        self.transport.close()


def _whole_answer(written: bytearray) -> tuple[int, bytes] | None:
    said, _, body = bytes(written).partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", said)
    size = int(length[1]) if length else 0
    if b" " not in said or len(body) < size:
        return None
    return int(said.split(b" ")[1]), body[:size]


class Inside:
    """The table, for as long as it is needed."""

    async def __aenter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        settings = Settings(Path(self._folder.name) / "data", bot_pause=0.0, warm=False)
        self._app = App(without_limits(settings))
        self._config = configured(self._app)
        self._config.load()
        self._life = self._config.lifespan_class(self._config)
        await self._life.startup()
        self._server_state = ServerState()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._life.shutdown()
        self._folder.cleanup()

    def protocol(self) -> Any:
        """What a new connection is handed to."""
        return self._config.http_protocol_class(  # type: ignore[call-arg]
            config=self._config, server_state=self._server_state, app_state=self._life.state
        )

    @property
    def hub(self) -> Hub:
        """All tables."""
        assert self._app.hub is not None
        return self._app.hub

    async def ask(self, method: str, path: str, content: Any = None, cookie: str = "") -> Any:
        """Ask over HTTP as an honest page does."""
        connection = Connection(self)
        body = b"" if content is None else json.dumps(content).encode()
        connection.feed(head(method, path, PORT, len(body), cookie) + body)
        found = await connection.answer()
        said = bytes(connection.transport.written)
        connection.close()
        if found is None or found[0] >= 400:
            raise Finding(f"{method} {path} {content}: {found}")
        given = re.search(rb"(?i)set-cookie: ([^;]+)", said)
        return given[1].decode() if given and content is None and not cookie else json.loads(found[1])

    async def page(self, table: str, cookie: str = "") -> Page:
        """An open page that has said nothing yet."""
        connection = Connection(self)
        connection.feed(upgrade(f"/ws/{table}", PORT, cookie))
        while b"\r\n\r\n" not in connection.transport.written:
            if not await connection.wait() or connection.over:
                raise Finding(f"no WebSocket: {bytes(connection.transport.written)!r}")
        del connection.transport.written[:]
        return Page(connection)


class Page:
    """A WebSocket as a client has it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.code: int | None = None

    def send(self, text: bytes) -> None:
        """Send a text."""
        self.connection.feed(frame(TEXT, text))

    def messages(self) -> list[dict[str, Any]]:
        """What has come since the last time."""
        found, data, at = [], self.connection.transport.written, 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            payload = bytes(data[start : start + size])
            if len(payload) < size:
                break
            if data[at] & 15 == TEXT:
                found.append(json.loads(payload))
            elif data[at] & 15 == CLOSE:
                self.code = int.from_bytes(payload[:2], "big")
            at = start + size
        del data[:at]
        return found

    async def state(self) -> dict[str, Any]:
        """The next state."""
        while True:
            for message in self.messages():
                if message["type"] == "state":
                    return message
            if self.connection.over or not await self.connection.wait():
                raise Finding("no state comes")

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
