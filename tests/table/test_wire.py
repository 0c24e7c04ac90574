"""Frames as a browser or a troublemaker may cut them up. Bytes are sent as they are, with no library between."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.table.limits import LARGEST_FRAME
from tests.table.people import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.table.people import Person, RunningTable

CONTINUED, TEXT, PING = 0x0, 0x1, 0x9
PONG, CLOSE = 0xA, 0x8


def frame(payload: bytes, opcode: int = TEXT, *, whole: bool = True, masked: bool = True) -> bytes:
    """A frame as a page sends it."""
    mask = os.urandom(4)
    if len(payload) < 126:
        length = bytes((0x80 * masked | len(payload),))
    elif len(payload) < 1 << 16:
        length = bytes((0x80 * masked | 126,)) + len(payload).to_bytes(2, "big")
    else:
        length = bytes((0x80 * masked | 127,)) + len(payload).to_bytes(8, "big")
    hidden = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes((0x80 * whole | opcode,)) + length + (mask + hidden if masked else payload)


class BareLine:
    """A connection to a table, frame by frame."""

    def __init__(self, port: int, table: str, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.file = self.socket.makefile("rb")
        assert b"101" in self.file.readline()
        while self.file.readline() != b"\r\n":
            pass

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.socket.sendall(piece)
            if len(pieces) > 1:
                time.sleep(0.002)  # mostly they are read one by one then; the answer is the same however they are

    def receive(self) -> tuple[int, bytes]:
        """The opcode of the next frame, and what it carries."""
        first, length = self.file.read(2)
        if length >= 126:
            length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
        return first & 15, self.file.read(length)

    def message(self) -> Any:
        opcode, payload = self.receive()
        assert opcode == TEXT
        return json.loads(payload)

    def closed(self) -> int:
        """The code with which the line is closed next."""
        opcode, payload = self.receive()
        assert opcode == CLOSE
        return int.from_bytes(payload[:2], "big")


@pytest.fixture
def line(table: RunningTable, anna: Person) -> Iterator[BareLine]:
    found = BareLine(table.port, anna.create("kingdomino", "me", "link"))
    found.send(frame(b'{"type":"hello"}'))
    assert found.message()["type"] == "state"
    yield found
    found.file.close()
    found.socket.close()


ASK = b'{"type":"ping"}'
GOODBYE = frame((1000).to_bytes(2, "big"), CLOSE)


def test_one_byte_at_a_time(line: BareLine) -> None:
    line.send(*(bytes((byte,)) for byte in frame(ASK)))
    assert line.message()["type"] == "pong"


def test_several_frames_at_once_and_the_beginning_of_another(line: BareLine) -> None:
    frames = b"".join(frame(ASK) for _ in range(5))
    line.send(frames[:-7], frames[-7:])
    assert [line.message()["type"] for _ in range(5)] == ["pong"] * 5


@pytest.mark.parametrize("size", [125, 126, 127, 1000, LARGEST_FRAME])
def test_lengths_of_all_kinds(line: BareLine, size: int) -> None:
    line.send(frame(ASK + b" " * (size - len(ASK))))
    assert line.message()["type"] == "pong"


def test_a_text_in_fragments_with_a_ping_between(line: BareLine) -> None:
    line.send(frame(ASK[:4], whole=False), frame(b"still here?", PING), frame(ASK[4:], CONTINUED))
    assert line.receive() == (PONG, b"still here?")
    assert line.message()["type"] == "pong"
    line.send(frame(ASK))
    assert line.message()["type"] == "pong"


@pytest.mark.parametrize("sent", [20, None], ids=["its head", "all of it"])
def test_one_byte_too_many(line: BareLine, sent: int | None) -> None:
    line.send(frame(b" " * (LARGEST_FRAME + 1))[:sent])
    opcode, why = line.receive()
    assert (opcode, int.from_bytes(why[:2], "big")) == (CLOSE, 1009)


@pytest.mark.parametrize(
    "wrong",
    [frame(ASK, masked=False), b"\xf1" + frame(ASK)[1:], frame(ASK, 0x3), frame(ASK, CONTINUED)],
    ids=["not masked", "reserved bits", "unknown kind", "nothing to continue"],
)
def test_what_is_no_frame_ends_the_line(line: BareLine, wrong: bytes) -> None:
    line.send(wrong)
    opcode, why = line.receive()
    assert (opcode, int.from_bytes(why[:2], "big")) == (CLOSE, 1002)


def test_a_page_says_goodbye(line: BareLine) -> None:
    line.send(GOODBYE)
    opcode, why = line.receive()
    assert (opcode, why[:2]) == (CLOSE, (1000).to_bytes(2, "big"))


@pytest.mark.parametrize("last", [GOODBYE, frame(b" " * (LARGEST_FRAME + 1))[:20]], ids=["goodbye", "too large"])
def test_what_came_before_the_end_of_a_line_counts(table: RunningTable, anna: Person, last: bytes) -> None:
    page = anna.join(anna.create("kingdomino", "me", "link"))
    line = BareLine(table.port, page.table)
    line.send(frame(b'{"type":"hello"}'))
    assert line.message()["type"] == "state"
    line.send(frame(b'{"type":"say","id":"1","text":"bye"}') + last)
    while not page.chat:
        page.receive()
    assert page.chat[0]["text"] == "bye"
    line.file.close()
    line.socket.close()
