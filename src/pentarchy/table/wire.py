"""uvicorn's WebSocket with a short way in and out for text, which is nearly all that a table exchanges.

The long way (a message for the application, a queue, a task that wakes up, frame objects) costs more than a move does.
Everything else, such as handshake, closing, pings and fragments, goes the long way.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pentarchy.table.batch import Batch
from pentarchy.table.limits import LARGEST_FRAME
from pentarchy.table.page import WIRE

try:
    from websockets.speedups import apply_mask
except ImportError:  # a build without compiled parts
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Iterable

# A frame is two bytes, perhaps a longer length, the mask if its second byte says so, and what it carries.
WHOLE_TEXT = 0x81  # the first byte of a text in one frame
MASKED = 0x80
MASK_LENGTH = 4
TWO_MORE = 126  # the length follows in two bytes
EIGHT_MORE = 127
LONGEST_HEAD = 14


# What has come in on all lines, and what goes out on them.
batches: WeakKeyDictionary[AbstractEventLoop, tuple[Batch, Batch]] = WeakKeyDictionary()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.on_text: Callable[[bytes], None] | None = None  # takes messages as they come in
        self.on_writable: Callable[[], None] | None = None
        self.full_since: float | None = None  # since when the reader does not keep up
        self._incoming, self._outgoing = batches.setdefault(self.loop, (Batch(), Batch()))
        self._in_step = False  # whether all that came so far were whole frames
        self._begun = b""  # of the frame that has not come whole yet

    def handle_connect(self, event: Any) -> None:
        """Begin; the application runs after this."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WIRE] = self

    def data_received(self, data: bytes) -> None:
        """Bytes have come in; they are passed on frame by frame."""
        if not self._in_step:
            super().data_received(data)
            self._in_step = self.handshake_initiated and data.endswith(b"\r\n\r\n")  # the request, and nothing else
            return
        data = self._begun + data
        start = 0
        while (sizes := frame_sizes(data[start : start + LONGEST_HEAD])) is not None:
            head, size = sizes
            if size > LARGEST_FRAME:
                self._in_step = False
                self._incoming.run()
                super().data_received(data[start:])  # refuses it
                return
            end = start + head + size
            if end > len(data):
                break
            self._take(data[start:end], head)
            start = end
        self._begun = data[start:]

    def _take(self, frame: bytes, head: int) -> None:
        if frame[0] == WHOLE_TEXT and frame[1] & MASKED and self.on_text is not None and not self.close_sent:
            self._incoming.add(self.on_text, apply_mask(frame[head:], frame[head - MASK_LENGTH : head]))
        else:
            self._incoming.run()  # in the order in which they came
            super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        """A message has come in the long way."""
        if self.on_text is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        self.on_text(data)

    def write_texts(self, texts: Iterable[bytes]) -> None:
        """Send texts; nothing happens if the connection is going away."""
        self._outgoing.add(self._write, b"".join([part for text in texts for part in (text_head(len(text)), text)]))

    def _write(self, data: bytes) -> None:
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(data)

    async def send(self, message: Any) -> None:
        """Send something the long way, behind all that was to be sent before."""
        self._outgoing.run()
        await super().send(message)

    def pause_writing(self) -> None:
        """The reader does not keep up."""
        super().pause_writing()
        self.full_since = time.monotonic()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        self.full_since = None
        if self.on_writable is not None:
            self.on_writable()


def frame_sizes(data: bytes) -> tuple[int, int] | None:
    """How long the head of a frame is and what it carries; None where these bytes, its first, do not tell."""
    if len(data) < 2:
        return None
    size = data[1] & ~MASKED
    longer = 8 if size == EIGHT_MORE else 2 if size == TWO_MORE else 0
    head = 2 + longer + (MASK_LENGTH if data[1] & MASKED else 0)
    if len(data) < head:
        return None
    return head, int.from_bytes(data[2 : 2 + longer], "big") if longer else size


def text_head(size: int) -> bytes:
    """The head of a text of so many bytes that is sent to a page."""
    if size < TWO_MORE:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_MORE)) + size.to_bytes(2, "big")
    return bytes((WHOLE_TEXT, EIGHT_MORE)) + size.to_bytes(8, "big")
