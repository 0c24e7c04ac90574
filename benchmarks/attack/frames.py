"""Empty frames of every kind: six bytes each, on one line or on many, without a cookie."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.attack.client import BINARY, PING, PONG, TEXT, frame, upgrade
from benchmarks.attack.flood import BROKEN, Flood

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target

AMOUNT = 2_000_000  # bytes on a line
MANY = 40
KINDS = {
    "ping": frame(PING),
    "pong": frame(PONG),
    "continuation": frame(0, last=False),
    "text": frame(TEXT),
    "binary": frame(BINARY),
}


class Frames(Flood):
    """2 MB of one kind of empty frames, then a new line."""

    def __init__(self, kind: str, lines: int) -> None:
        self.name = f"{kind}_frames" if lines == 1 else f"{kind}_frames_many"
        self.says = f"2 MB of empty {kind} frames on {'one line' if lines == 1 else f'{lines} lines'}, again and again"
        self._lines = lines
        first = frame(TEXT, last=False) if kind == "continuation" else b""
        self._data = first + KINDS[kind] * (AMOUNT // len(KINDS[kind]))

    async def run(self, target: Target) -> None:
        """Write as fast as the server reads."""

        async def work(_: int) -> None:
            while not target.over:
                socket = await target.open(target.table)
                if socket is None:
                    continue
                reading = asyncio.ensure_future(socket.reader.read(-1))
                try:
                    for start in range(0, len(self._data), 1 << 16):
                        socket.writer.write(self._data[start : start + (1 << 16)])
                        await socket.writer.drain()
                    target.sent["2 MB taken"] += 1
                    await asyncio.wait([reading], timeout=min(1.0, target.left))
                except BROKEN:
                    target.sent["line closed"] += 1
                finally:
                    reading.cancel()
                    socket.close()

        await target.many(self._lines, work)


class AtOnce(Flood):
    """The frames come with the request that opens the line, at tables that do not exist."""

    name = "frames_at_once"
    says = "2 MB of pings in the same breath as the handshake, at unknown tables, 10 lines"

    async def run(self, target: Target) -> None:
        """Do not wait for any answer."""
        data = KINDS["ping"] * (AMOUNT // 6)

        async def work(number: int) -> None:
            while not target.over:
                http = target.http()
                try:
                    await http.ask("GET", "/health")
                    assert http.writer is not None
                    name = target.table if number % 2 else "sova-sova-sova-sova"
                    http.writer.write(upgrade(f"/ws/{name}", target.port) + data)
                    await http.writer.drain()
                    target.sent["2 MB taken"] += 1
                    await asyncio.wait_for(http.reader.read(-1), min(1.0, target.left))
                except BROKEN:
                    target.sent["line closed"] += 1
                finally:
                    http.close()
                await asyncio.sleep(0.01)

        await target.many(10, work)


FLOODS: list[Flood] = [
    *(Frames(kind, 1) for kind in KINDS),
    *(Frames(kind, MANY) for kind in KINDS),
    AtOnce(),
]
