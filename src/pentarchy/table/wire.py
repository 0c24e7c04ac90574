"""One WebSocket: the handshake, what comes in and goes out, and how much of it.

There is one way in and one way out. Messages are passed to a page and taken from it as they are, without the messages,
queues and tasks of ASGI, which cost more than a move does.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

from websockets.http11 import Request
from websockets.server import ServerProtocol

from pentarchy.table import frames as f
from pentarchy.table.gate import DOOR, GATE, answer
from pentarchy.table.limits import LARGEST_FRAME, Bucket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uvicorn import Config
    from uvicorn.server import ServerState

    from pentarchy.table.batch import Batch
    from pentarchy.table.door import Door
    from pentarchy.table.gate import Gate

handshakes = logging.getLogger("pentarchy.handshakes")
handshakes.setLevel(logging.WARNING)  # strangers cannot fill the log with handshakes

WELCOME = "pentarchy.welcome"  # where in the state of a request stands what takes a new wire

FRAMES_A_TURN = 64  # frames that are read at a turn of the event loop
PARTING = 5.0  # seconds in which the other side may say goodbye too
RESTARTING = 1012  # why a connection is closed: come back
COME_LATER = 1013
TOO_FAST = 4429


class Listener(Protocol):
    """What is told of a wire: a page."""

    @property
    def seated(self) -> bool:
        """Whether it is somebody's who sits at the table."""

    def take(self, text: bytes) -> None:
        """A message has come."""

    def caught_up(self) -> None:
        """The reader has read."""

    def lost(self) -> None:
        """The connection is gone."""


class Wire(asyncio.Protocol):
    """One connection. uvicorn makes it when a request wants to become a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.gate: Gate = app_state[GATE]
        self.full_since: float | None = None  # since when the reader does not keep up
        self.heard = time.monotonic()  # when something came last
        self.address = ""  # that counts
        self._door: Door = app_state[DOOR]
        self._welcome: Callable[[Wire, Any], None] = app_state[WELCOME]
        self._connections: set[Any] = server_state.connections
        self._loop = asyncio.get_running_loop()
        self._frames = f.Frames(LARGEST_FRAME)
        self._budget = Bucket(*self._door.settings.frames)
        self._page: Listener | None = None
        self._inbox: Batch | None = None
        self._outbox: Batch | None = None
        self._handshake: ServerProtocol | None = None
        self._paused = False
        self._ended = False  # nothing more is said, and what comes is not looked at
        self._parting: asyncio.TimerHandle | None = None

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection becomes a WebSocket."""
        self.transport = self.gate.hand_over(self)
        self.full_since = self.gate.full_since  # answers before it may not have been read yet
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        if self._inbox is not None:
            self._inbox.run()  # what came before
        self._ended = True
        self._connections.discard(self)
        self.gate.gone()
        if self._parting is not None:
            self._parting.cancel()
        if self._page is not None:
            self._page.lost()

    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTARTING)

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        self.full_since = time.monotonic()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        self.full_since = None
        if self._page is not None:
            self._page.caught_up()

    @property
    def is_open(self) -> bool:
        """Whether something can still be said."""
        return not (self._ended or self.transport.is_closing())

    # The handshake

    def data_received(self, data: bytes) -> None:
        """Bytes have come in; the first ones are the request."""
        if self._ended:
            return
        self.heard = time.monotonic()
        if self._handshake is None:
            self._read_request(data)
            return
        self._frames.feed(data)
        if not self._paused:
            self._read()

    def _read_request(self, data: bytes) -> None:
        handshake = self._handshake = ServerProtocol(max_size=LARGEST_FRAME, logger=handshakes)
        handshake.receive_data(data)
        for request in handshake.events_received():
            assert isinstance(request, Request)
            self._pause()  # until somebody listens
            self._welcome(self, self._scope(request))
            return
        self._say_no(answer(400, "Bad Request", "bad_request", "this is no handshake of a WebSocket"))

    def _scope(self, request: Request) -> dict[str, Any]:
        """The request as ASGI would tell it."""
        headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers.raw_items()
        ]
        path = unquote(request.path.partition("?")[0])
        return {"path": path, "headers": headers, "client": (self.gate.peer, 0), "scheme": "ws", "request": request}

    def refuse(self, status: int, phrase: str, error: str, detail: str) -> None:
        """Do not become a WebSocket."""
        self._say_no(answer(status, phrase, error, detail))

    def accept(self, scope: Any) -> bool:
        """Become a WebSocket, if all is as it should be."""
        assert self._handshake is not None
        response = self._handshake.accept(scope["request"])
        self._handshake.send_response(response)
        data = b"".join(self._handshake.data_to_send())
        if response.status_code != 101:
            self._say_no(data)
            return False
        self.transport.write(data)
        return True

    def attach(self, page: Listener, inbox: Batch, outbox: Batch) -> None:
        """Say whose it is; what comes waits until it shall go on."""
        self._page, self._inbox, self._outbox = page, inbox, outbox

    # Coming in

    def _pause(self) -> None:
        if not (self._paused or self.transport.is_closing()):
            self._paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Read what has waited, and what comes."""
        if self._ended or self.transport.is_closing():
            return
        self._paused = False
        self._read()
        if not self._paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _read(self) -> None:
        """Take what has come whole; not too much at once, the rest at the next turn."""
        taken = 0
        try:
            while taken < FRAMES_A_TURN and not self._ended and (frame := self._frames.next()) is not None:
                taken += 1
                self._take(*frame)
        except f.BadFrame as wrong:
            self._end(wrong.code, str(wrong))
        if not self._ended and not self._may_go_on(taken):
            self._end(TOO_FAST, "too much at once")
        if taken == FRAMES_A_TURN and not self._ended:
            self._pause()
            self._loop.call_soon(self.go_on)

    def _take(self, kind: int, payload: bytes) -> None:
        assert self._inbox is not None
        assert self._page is not None
        if kind == f.TEXT:
            self._inbox.add(self._page.take, payload)
        elif kind == f.PING:
            if self.full_since is None:  # or else it would have to wait with all the others
                self.transport.write(f.frame(f.PONG, payload))
        elif kind == f.CLOSE:
            self._end(f.close_code(payload))
            self.transport.close()

    def _may_go_on(self, frames: int) -> bool:
        """Whether it was not too much: every frame counts, and every piece that completes none."""
        amount = max(1, frames)
        if not self._budget.take(amount):
            return False
        return self._door.frames.take(self.address, amount) or (self._page is not None and self._page.seated)

    # Going out

    def write_texts(self, texts: Iterable[bytes]) -> None:
        """Send texts; nothing happens if the connection is going away."""
        assert self._outbox is not None
        self._outbox.add(self._write, f.text_frames(texts))

    def _write(self, data: bytes) -> None:
        if self.is_open:
            self.transport.write(data)

    def ping(self) -> None:
        """Ask whether the other side is still there."""
        self._write(f.frame(f.PING, b""))

    # The end

    def _end(self, code: int, why: str = "") -> None:
        """Close the connection after what came before has been taken."""
        if self._inbox is not None:
            self._inbox.run()
        self.close(code, why)

    def close(self, code: int, why: str = "") -> None:
        """Say why, and nothing more; what still comes is not looked at."""
        if not self.is_open:
            return
        if self._outbox is not None:
            self._outbox.run()  # what was to be said before
        self._part(f.close_frame(code, why))

    def _say_no(self, data: bytes) -> None:
        if self.is_open:
            self._part(data)

    def say_goodbye(self) -> None:
        """Tell the other side to come later, if nothing else was told; the connection is being closed."""
        if self.is_open:
            self._ended = True
            self.transport.write(f.close_frame(COME_LATER, "full"))

    def _part(self, last: bytes) -> None:
        self._ended = True
        self.gate.waits()  # for nothing but the other side's goodbye
        self.transport.write(last)
        self.transport.write_eof()
        if self._paused:
            self.transport.resume_reading()  # and forget it: only so is it seen that the other side goes
        self._parting = self._loop.call_later(PARTING, self.transport.abort)

    def cut(self) -> None:
        """Let go at once."""
        self._ended = True
        self.transport.abort()
