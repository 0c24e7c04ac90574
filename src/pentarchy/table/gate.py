"""A connection before it is a WebSocket: how long a request may take to come, and how much of it is read at once.

uvicorn's HTTP protocol does the rest; it is handed the bytes piece by piece.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from pentarchy.table import protocol as p
from pentarchy.table.addresses import counted

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

    from pentarchy.table.door import Door
    from pentarchy.table.hub import RequestError
    from pentarchy.table.wire import Wire

DOOR = "pentarchy.door"  # where they are in the state that comes with every request
GATE = "pentarchy.gate"

PIECE = (
    2048  # bytes that are parsed at a turn of the event loop: hundreds of the smallest things there could be in them
)
PARTING = 2.0  # seconds in which the other side may read why, before the connection is gone


class Gate(asyncio.Protocol):
    """One connection, until it becomes a WebSocket or ends."""

    transport: asyncio.Transport

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.door: Door = app_state[DOOR]
        self.peer = ""
        self._address = ""  # as it counts
        self.refusal: RequestError | None = None  # why it is one too many
        self.full_since: float | None = None  # since when the other side does not read
        self.unread = False  # whether it is answered before all of the request has come
        self._loop = _loop or asyncio.get_running_loop()
        self._speak = partial(H11Protocol, config, server_state, {**app_state, GATE: self}, self._loop)
        self._http: H11Protocol | None = None
        self._wire: Wire | None = None
        self._waiting = b""  # to be parsed
        self._begun = False  # whether something has come since the last answer
        self._held = False  # whether nothing more is wanted yet
        self._paused = False
        self._feeding = False
        self._parting = False
        self._timer: asyncio.TimerHandle | None = None  # for what the other side is to send
        self._stall: asyncio.TimerHandle | None = None  # for what it is to read

    # The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects."""
        self.transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        if peer is None or not self.door.arrive(peer[0]):
            self.transport.abort()
            return
        self.peer, self._address = peer[0], counted(peer[0])
        self.refusal = self.door.too_many(self.peer)
        self._http = self._speak()
        self._http.connection_made(Tap(self))  # type: ignore[arg-type]
        self._time(PARTING if self.refusal else self.door.settings.header, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        if self._http is not None:
            self._http.connection_lost(exc)
            self.gone()

    def gone(self) -> None:
        """Nothing more is waited for, and somebody else may come."""
        self._time(None)
        self._expect_reading(None)
        self.door.leave(self.peer)

    def pause_writing(self) -> None:
        """The other side does not read."""
        if self._http is not None:
            self._http.pause_writing()
        self.full_since = time.monotonic()
        self._expect_reading(self.door.settings.stalled)

    def resume_writing(self) -> None:
        """The other side has read."""
        if self._http is not None:
            self._http.resume_writing()
        self.full_since = None
        if not self.transport.is_closing():
            self._expect_reading(None)

    def _time(self, seconds: float | None, do: Any = None) -> None:
        """Wait so long for the other side, or no longer."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._loop.call_later(seconds, do)
        if seconds is None:
            self.comes_to_the_point()
        else:
            self.waits()

    def waits(self) -> None:
        """Something is to come from the other side; until then it may have to make room."""
        self.door.waiting.add(self._address, self)

    def comes_to_the_point(self) -> None:
        """It has come."""
        self.door.waiting.discard(self._address, self)

    def _expect_reading(self, seconds: float | None) -> None:
        if self._stall is not None:
            self._stall.cancel()
        self._stall = None if seconds is None else self._loop.call_later(seconds, self.transport.abort)

    # Reading, a piece at a turn

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._parting or self._http is None:
            return
        self._begun = True
        self._waiting += data
        if not self._feeding:
            self._feed()

    def hold(self) -> None:
        """Nothing more is wanted for now."""
        self._held = True
        self._pause()

    def go_on(self) -> None:
        """More is wanted."""
        self._held = False
        self._soon()

    def _soon(self) -> None:
        if not self._feeding:
            self._feeding = True
            self._loop.call_soon(self._feed)

    def _feed(self) -> None:
        self._feeding = False
        if self._held or self._parting or self._http is None or self.transport.is_closing():
            return
        piece, self._waiting = self._waiting[:PIECE], self._waiting[PIECE:]
        if piece:
            self._http.data_received(piece)
        if self._wire is not None:
            rest, self._waiting = self._http.conn.trailing_data[0] + self._waiting, b""
            self._wire.data_received(rest)
        elif self._waiting:
            self._pause()
            self._soon()
        elif not self._held:
            self._resume()

    def _pause(self) -> None:
        if not (self._paused or self.transport.is_closing()):
            self._paused = True
            self.transport.pause_reading()

    def _resume(self) -> None:
        if self._paused and not self.transport.is_closing():
            self._paused = False
            self.transport.resume_reading()

    # What becomes of it

    def request_begins(self) -> None:
        """The head of a request has come."""
        self.unread = False
        self._time(None)

    def request_ends(self) -> None:
        """It has been answered; the next one may take its time to come, but not for ever."""
        if self._wire is None and not self._parting and not self.transport.is_closing():
            self._begun = bool(self._waiting)
            self._time(self.door.settings.header, self._too_slow)

    def hand_over(self, wire: Wire) -> asyncio.Transport:
        """It becomes a WebSocket, which says when it is over."""
        self._time(None)
        self._expect_reading(None)
        self.waits()  # for a page to say hello
        self._resume()  # from now on the wire says when it wants to read
        self._wire = wire
        return self.transport

    def _too_slow(self) -> None:
        if self._begun:
            self.transport.write(answer(408, "Request Timeout", "too_slow", "the request did not come in time"))
        self.part()

    def make_room(self) -> None:
        """Go at once: somebody else may have more to say."""
        if self._wire is not None:
            self._wire.say_goodbye()
        elif self._begun and not self.is_parting:
            self.transport.write(answer(503, "Service Unavailable", "full", "others are waiting; come back later"))
        self.transport.close()
        self._expect_reading(PARTING)

    def part(self) -> None:
        """Say nothing more, read nothing more, and go when the other side does: what it was told would be lost else."""
        if not self._parting and not self.transport.is_closing():
            self._parting = True
            self._waiting = b""
            self._resume()
            self.transport.write_eof()
            self._time(PARTING, self.transport.abort)

    def close(self) -> None:
        """End it, when what was said has been read: in time, since then nothing else will end it."""
        if not self.is_parting:
            self.transport.close()
            self._expect_reading(self.door.settings.stalled)

    @property
    def is_parting(self) -> bool:
        """Whether nothing more is to be said."""
        return self._parting or self.transport.is_closing()


class Tap:
    """The connection as uvicorn sees it: reading is paused at the gate, and what is left unread is closed gently."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._gate.transport, name)

    def pause_reading(self) -> None:
        """Nothing more is wanted for now."""
        self._gate.hold()

    def resume_reading(self) -> None:
        """More is wanted."""
        self._gate.go_on()

    def is_closing(self) -> bool:
        """Whether nothing more is to be said."""
        return self._gate.is_parting

    def close(self) -> None:
        """End it."""
        if self._gate.unread:
            self._gate.part()
        else:
            self._gate.close()


def answer(status: int, phrase: str, error: str, detail: str) -> bytes:
    """A whole answer of HTTP, after which the connection ends."""
    body = msgspec.json.encode(p.ErrorAnswer(error, detail))
    head = f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return f"{head}connection: close\r\n\r\n".encode() + body
