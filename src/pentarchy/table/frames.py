"""Frames of a WebSocket (RFC 6455): what a page sends is put together to messages, what is sent to it is wrapped.

Nothing here reads or writes anything; `wire` does.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

try:
    from websockets.speedups import apply_mask
except ImportError:  # a build without compiled parts
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from collections.abc import Iterable


class Kind(IntEnum):
    """What a frame is; the RFC's opcodes."""

    CONTINUED = 0x0
    TEXT = 0x1
    BINARY = 0x2
    CLOSE = 0x8
    PING = 0x9
    PONG = 0xA


CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = (kind.value for kind in Kind)

# A frame is two bytes, perhaps a longer length, the mask if its second byte says so, and what it carries.
WHOLE = 0x80  # no fragment follows
RESERVED = 0x70
KIND = 0x0F
CONTROL = 0x08
MASKED = 0x80
LENGTH = 0x7F
WHOLE_TEXT = WHOLE | TEXT
MASK_LENGTH = 4
SHORT = 125  # the longest that two bytes tell, and the longest that a control frame may carry
TWO_MORE = 126  # the length follows in two bytes
EIGHT_MORE = 127

# Why a line is closed.
GOODBYE = 1000
GOING_AWAY = 1001
WRONG = 1002
NOT_TEXT = 1003
NO_REASON = 1005  # never sent
BAD_UTF8 = 1007
TOO_LARGE = 1009
SENDABLE = {*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)}


class BadFrame(Exception):  # noqa: N818
    """What a page sends is not as it should be: its line is closed."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class Frames:
    """The bytes that a page sends, frame by frame."""

    def __init__(self, largest: int) -> None:
        self._largest = largest  # message, in one frame or in fragments
        self._data = b""
        self._at = 0
        self._parts: list[bytes] | None = None  # of a text that comes in fragments
        self._size = 0  # of these

    def feed(self, data: bytes) -> None:
        """Some more bytes have come."""
        self._data = self._data[self._at :] + data if self._at < len(self._data) else data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """Of what kind the next frame is, and what it carries; None if it has not come whole.

        A text is what a message carries, however many fragments it came in; each fragment but the last is CONTINUED and
        carries nothing. A BadFrame is raised as soon as the bytes tell; there is nothing to be read after it.
        """
        data, at = self._data, self._at
        there = len(data) - at
        if there < 2:
            return None
        first, second = data[at], data[at + 1]
        size = second & LENGTH
        if first != WHOLE_TEXT or self._parts is not None:
            self._check(first, size)
        if not second & MASKED:
            raise BadFrame(WRONG, "frames of pages are masked")
        start = at + 2 + MASK_LENGTH
        if size > SHORT:
            longer = 2 if size == TWO_MORE else 8
            if there < 2 + longer:
                return None
            size = int.from_bytes(data[at + 2 : at + 2 + longer], "big")
            start += longer
            if size <= SHORT or (longer == 8 and size < 1 << 16):
                raise BadFrame(WRONG, "a length is told in as few bytes as can be")
        if size > self._largest - self._size:
            raise BadFrame(TOO_LARGE, f"at most {self._largest} bytes")
        end = start + size
        if end > len(data):
            return None
        self._at = end
        payload = apply_mask(data[start:end], data[start - MASK_LENGTH : start]) if size else b""
        if first == WHOLE_TEXT:
            return TEXT, checked_text(payload)
        kind = first & KIND
        return self._joined(first, payload) if kind in (TEXT, CONTINUED) else (kind, payload)

    def _check(self, first: int, size: int) -> None:
        """Whether such a frame may come now; this much is told by its first two bytes."""
        kind = first & KIND
        if first & RESERVED:
            raise BadFrame(WRONG, "no extension was agreed on")
        if kind & CONTROL:
            if kind > PONG:
                raise BadFrame(WRONG, f"there are no frames of kind {kind}")
            if size > SHORT or not first & WHOLE:
                raise BadFrame(WRONG, "a control frame is short and whole")
        elif kind == CONTINUED:
            if self._parts is None:
                raise BadFrame(WRONG, "there is nothing to continue")
        elif self._parts is not None:
            raise BadFrame(WRONG, "the message before it is not complete")
        elif kind == BINARY:
            raise BadFrame(NOT_TEXT, "a table understands texts")
        elif kind != TEXT:
            raise BadFrame(WRONG, f"there are no frames of kind {kind}")

    def _joined(self, first: int, payload: bytes) -> tuple[int, bytes]:
        """A fragment; with the last of them, the text."""
        parts = self._parts = [] if self._parts is None else self._parts
        parts.append(payload)
        self._size += len(payload)
        if not first & WHOLE:
            return CONTINUED, b""
        self._parts, self._size = None, 0
        return TEXT, checked_text(b"".join(parts))


def checked_text(payload: bytes) -> bytes:
    """A text, if it is UTF-8."""
    if not payload.isascii():
        try:
            payload.decode()
        except UnicodeDecodeError:
            raise BadFrame(BAD_UTF8, "a text is UTF-8") from None
    return payload


def close_code(payload: bytes) -> int:
    """Why a page says goodbye; NO_REASON if it does not tell."""
    if not payload:
        return NO_REASON
    code = int.from_bytes(payload[:2], "big")
    if len(payload) < 2 or code not in SENDABLE:
        raise BadFrame(WRONG, "this is no reason to close a line")
    checked_text(payload[2:])
    return code


def head(kind: int, size: int) -> bytes:
    """The head of a frame of so many bytes that is sent to a page."""
    if size <= SHORT:
        return bytes((WHOLE | kind, size))
    if size < 1 << 16:
        return bytes((WHOLE | kind, TWO_MORE)) + size.to_bytes(2, "big")
    return bytes((WHOLE | kind, EIGHT_MORE)) + size.to_bytes(8, "big")


def frame(kind: int, payload: bytes) -> bytes:
    """A frame for a page."""
    return head(kind, len(payload)) + payload


def text_frames(texts: Iterable[bytes]) -> bytes:
    """Texts for a page, one frame each."""
    return b"".join([part for text in texts for part in (head(TEXT, len(text)), text)])


def close_frame(code: int, why: str = "") -> bytes:
    """The last frame for a page."""
    return frame(CLOSE, b"" if code == NO_REASON else code.to_bytes(2, "big") + why.encode()[: SHORT - 2])
