"""Frames made by hand, in the order of the sections of RFC 6455; and what a library makes of the same bytes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, OPEN, Protocol
from websockets.server import ServerProtocol

from pentarchy.table.frames import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    BadFrame,
    Frames,
    close_code,
    close_frame,
    head,
    text_frames,
)
from tests.sizes import covered, size

LARGEST = 1000
MASK = b"\x11\x22\x33\x44"


def frame(
    kind: int = TEXT,
    payload: bytes = b"",
    *,
    whole: bool = True,
    reserved: int = 0,
    mask: bytes = MASK,
    told: int | None = None,
    length_bytes: int | None = None,
) -> bytes:
    """A frame as a page sends it, or as it should not: `told` is another length, in `length_bytes` more than needed."""
    told = len(payload) if told is None else told
    if length_bytes is None:
        length_bytes = 0 if told <= 125 else 2 if told < 1 << 16 else 8
    short = {0: told, 2: 126, 8: 127}[length_bytes]
    longer = told.to_bytes(length_bytes, "big") if length_bytes else b""
    hidden = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if mask else payload
    return bytes((0x80 * whole | reserved << 4 | kind, 0x80 * bool(mask) | short)) + longer + mask + hidden


Read = tuple[list[tuple[int, bytes]], int | None]


def read(*pieces: bytes) -> Read:
    """All frames, and the code with which the line would be closed."""
    frames, found = Frames(LARGEST), []
    try:
        for piece in pieces:
            frames.feed(piece)
            while (one := frames.next()) is not None:
                found.append(one)
                if one[0] == CLOSE:
                    close_code(one[1])
    except BadFrame as wrong:
        return found, wrong.code
    return found, None


def bytes_of(data: bytes) -> list[bytes]:
    return [data[place : place + 1] for place in range(len(data))]


PART, REST = frame(TEXT, b"to", whole=False), frame(CONTINUED, b"gether")
GOOD: dict[str, tuple[bytes, list[tuple[int, bytes]]]] = {
    "an empty text": (frame(), [(TEXT, b"")]),
    "a text": (frame(TEXT, b"hello"), [(TEXT, b"hello")]),
    "125 bytes": (frame(TEXT, b"x" * 125), [(TEXT, b"x" * 125)]),
    "126 bytes": (frame(TEXT, b"x" * 126), [(TEXT, b"x" * 126)]),
    "as large as may be": (frame(TEXT, b"x" * LARGEST), [(TEXT, b"x" * LARGEST)]),
    "a mask of zeros": (frame(TEXT, b"hello", mask=bytes(4)), [(TEXT, b"hello")]),
    "other letters": (frame(TEXT, "мёд".encode()), [(TEXT, "мёд".encode())]),
    "two texts": (frame(TEXT, b"a") + frame(TEXT, b"b"), [(TEXT, b"a"), (TEXT, b"b")]),
    "a ping": (frame(PING, b"?"), [(PING, b"?")]),
    "an empty ping": (frame(PING), [(PING, b"")]),
    "a long ping": (frame(PING, b"?" * 125), [(PING, b"?" * 125)]),
    "a pong nobody asked for": (frame(PONG, b"!"), [(PONG, b"!")]),
    "fragments": (PART + REST, [(CONTINUED, b""), (TEXT, b"together")]),
    "many fragments": (
        frame(TEXT, b"a", whole=False) + frame(CONTINUED, b"b", whole=False) * 9 + frame(CONTINUED, b"c"),
        [(CONTINUED, b"")] * 10 + [(TEXT, b"abbbbbbbbbc")],
    ),
    "empty fragments": (
        frame(TEXT, whole=False) + frame(CONTINUED, whole=False) + frame(CONTINUED),
        [(CONTINUED, b"")] * 2 + [(TEXT, b"")],
    ),
    "control frames between fragments": (
        PART + frame(PING, b"?") + frame(PONG, b"!") + REST,
        [(CONTINUED, b""), (PING, b"?"), (PONG, b"!"), (TEXT, b"together")],
    ),
    "a letter cut in two by fragments": (
        frame(TEXT, "ё".encode()[:1], whole=False) + frame(CONTINUED, "ё".encode()[1:]),
        [(CONTINUED, b""), (TEXT, "ё".encode())],
    ),
    "a text after fragments": (PART + REST + frame(TEXT, b"x"), [(CONTINUED, b""), (TEXT, b"together"), (TEXT, b"x")]),
    "fragments as large as may be": (
        frame(TEXT, b"x" * (LARGEST - 9), whole=False) + frame(CONTINUED, b"y" * 9),
        [(CONTINUED, b""), (TEXT, b"x" * (LARGEST - 9) + b"y" * 9)],
    ),
    "a goodbye without a reason": (frame(CLOSE), [(CLOSE, b"")]),
    "a goodbye": (frame(CLOSE, b"\x03\xe8bye"), [(CLOSE, b"\x03\xe8bye")]),
    "half a head": (frame(TEXT, b"hello")[:1], []),
    "half a frame": (frame(TEXT, b"hello")[:8], []),
}
LONG_UTF8 = b"\xf4\x90\x80\x80"  # beyond the last letter
BAD: dict[str, tuple[bytes, int]] = {
    "not masked": (frame(TEXT, b"hello", mask=b""), 1002),
    "a ping that is not masked": (frame(PING, mask=b""), 1002),
    "the first reserved bit": (frame(TEXT, b"hello", reserved=4), 1002),
    "the second reserved bit": (frame(TEXT, b"hello", reserved=2), 1002),
    "the third reserved bit": (frame(PING, b"hello", reserved=1), 1002),
    "a reserved bit on a fragment": (PART + frame(CONTINUED, b"", reserved=4), 1002),
    **{f"kind {kind}": (frame(kind, b""), 1002) for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a ping of 126 bytes": (frame(PING, b"?" * 126), 1002),
    "a goodbye of 126 bytes": (frame(CLOSE, b"\x03\xe8" + b"?" * 124), 1002),
    "a ping in fragments": (frame(PING, b"?", whole=False), 1002),
    "a goodbye in fragments": (frame(CLOSE, b"", whole=False), 1002),
    "nothing to continue": (frame(CONTINUED, b"x"), 1002),
    "nothing to continue any more": (PART + REST + frame(CONTINUED, b"x"), 1002),
    "a text between fragments": (PART + frame(TEXT, b"x"), 1002),
    "the beginning of a text between fragments": (PART + PART, 1002),
    "bytes between fragments": (PART + frame(BINARY, b"x"), 1002),
    "bytes": (frame(BINARY, b"x"), 1003),
    "bytes in fragments": (frame(BINARY, b"x", whole=False), 1003),
    "a short length in two bytes": (frame(TEXT, b"hello", length_bytes=2), 1002),
    "a short length in eight bytes": (frame(TEXT, b"x" * 300, length_bytes=8), 1002),
    "one byte too many": (frame(TEXT, b"x" * (LARGEST + 1)), 1009),
    "a huge length": (frame(TEXT, b"", told=1 << 40, length_bytes=8), 1009),
    "the largest length": (frame(TEXT, b"", told=(1 << 64) - 1, length_bytes=8), 1009),
    "fragments too large together": (frame(TEXT, b"x" * LARGEST, whole=False) + frame(CONTINUED, b"y"), 1009),
    "no UTF-8": (frame(TEXT, b"\xff"), 1007),
    "half a letter": (frame(TEXT, "ё".encode()[:1]), 1007),
    "half a surrogate": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "a letter longer than need be": (frame(TEXT, b"\xc0\xaf"), 1007),
    "beyond all letters": (frame(TEXT, LONG_UTF8), 1007),
    "no UTF-8 in fragments": (frame(TEXT, b"\xff", whole=False) + frame(CONTINUED, b"x"), 1007),
    "a goodbye of one byte": (frame(CLOSE, b"\x03"), 1002),
    **{
        f"goodbye for reason {code}": (frame(CLOSE, code.to_bytes(2, "big")), 1002)
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)
    },
    "a goodbye in no UTF-8": (frame(CLOSE, b"\x03\xe8\xff"), 1007),
}


@pytest.mark.parametrize("what", GOOD)
def test_what_is_right_is_read_however_it_is_cut(what: str) -> None:
    data, found = GOOD[what]
    assert read(data) == read(*bytes_of(data)) == (found, None)


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_ends_the_line_however_it_is_cut(what: str) -> None:
    data, code = BAD[what]
    found, closed_with = read(data)
    assert closed_with == code
    assert read(*bytes_of(data)) == (found, code)


@pytest.mark.parametrize(
    "code", [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 3000, 3999, 4000, 4999]
)
def test_reasons_that_may_be_given(code: int) -> None:
    assert close_code(code.to_bytes(2, "big") + "пока".encode()) == code
    assert close_code(b"") == 1005


def test_what_is_too_large_is_refused_before_it_has_come() -> None:
    assert read(frame(TEXT, b"", told=LARGEST + 1))[1] == 1009
    assert read(frame(PING, b"", told=126)[:2])[1] == 1002


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65535, 65536])
def test_a_page_reads_what_is_sent_to_it(length: int) -> None:
    page = Protocol(CLIENT, state=OPEN, max_size=None)
    page.receive_data(text_frames([b"x" * length, b"y"]) + close_frame(4429, "too fast"))
    first, second, _ = page.events_received()
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert (first.data, second.data) == (b"x" * length, b"y")
    assert page.close_rcvd is not None
    assert page.close_rcvd.code == 4429
    assert len(head(TEXT, length)) == (2 if length < 126 else 4 if length < 65536 else 10)


def library(data: bytes) -> Read:
    """What the sans-I/O protocol of `websockets` makes of it, told in our way: texts are joined and checked."""
    protocol = ServerProtocol(state=OPEN, max_size=LARGEST)
    protocol.receive_data(data)
    found: list[tuple[int, bytes]] = []
    parts: list[bytes] = []
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        payload = bytes(event.data)
        if event.opcode in (Opcode.TEXT, Opcode.CONT, Opcode.BINARY):
            if event.opcode == Opcode.BINARY:
                return found, 1003
            parts.append(payload)
            if event.fin:
                try:
                    b"".join(parts).decode()
                except UnicodeDecodeError:
                    return found, 1007
            found.append((TEXT, b"".join(parts)) if event.fin else (CONTINUED, b""))
            parts = [] if event.fin else parts
        else:
            found.append((int(event.opcode), payload))
            if event.opcode == Opcode.CLOSE:
                return found, None
    exception: Any = protocol.parser_exc
    return found, None if exception is None else protocol.close_sent.code if protocol.close_sent else 1002


def some_frame(chance: random.Random) -> bytes:
    kind = chance.choice([TEXT, TEXT, TEXT, CONTINUED, CONTINUED, PING, PONG, BINARY, CLOSE, chance.randrange(16)])
    payload = chance.choice(
        [b"", b"x", "ё".encode(), b"\xff", b"\x03\xe8", b"y" * chance.choice([124, 126, 400, 1001])]
    )
    return frame(
        kind,
        payload,
        whole=chance.random() < 0.7,
        reserved=chance.choice([0] * 20 + [1, 2, 4]),
        mask=b"" if chance.random() < 0.03 else chance.randbytes(4),
    )


@pytest.mark.soak
def test_a_library_reads_the_same_frames() -> None:
    chance, count = random.Random(18), size(3000, 300_000)
    for _ in range(count):
        data = b"".join(some_frame(chance) for _ in range(chance.randrange(1, 8)))
        ours, theirs = read(data), library(data)
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(3))
        assert read(*(data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True))) == ours
        if any(kind == CLOSE for kind, _ in ours[0]):
            continue  # reasons are checked by hand above; the library looks at nothing that comes after
        assert ours[0] == theirs[0], data.hex()
        # A frame may be wrong in two ways, of which one is told.
        assert ours[1] == theirs[1] or {ours[1], theirs[1]} <= {1002, 1003, 1009}, data.hex()
    covered(count, "streams of frames")
