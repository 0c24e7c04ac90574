"""uvicorn's WebSocket with a short way in and out for text, which is nearly all that a table exchanges.

The long way (a message for the application, a queue, a task that wakes up, a frame object) costs more than a move does.
Everything else, such as handshake, closing, pings and fragments, goes the long way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pentarchy.table.page import WIRE

if TYPE_CHECKING:
    from collections.abc import Callable


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.on_text: Callable[[bytes], None] | None = None  # takes messages as they come in
        self.on_writable: Callable[[], None] | None = None

    def handle_connect(self, event: Any) -> None:
        """Begin; the application runs after this."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WIRE] = self

    @property
    def free(self) -> bool:
        """Whether the reader keeps up, so that more can be written."""
        return self.writable.is_set()

    def write_text(self, payload: bytes) -> None:
        """Send a text now; nothing happens if the connection is going away."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        size = len(payload)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + payload)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come in."""
        if self.on_text is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.on_text(bytes(data))

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()
