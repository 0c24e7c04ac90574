"""Connections that ask for nothing, or never come to the point."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from benchmarks.attack.client import connect, head, upgrade
from benchmarks.attack.flood import ADDRESS, BROKEN, Flood

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target


class Held(Flood):
    """Very many connections that are held as long as the server lets them, and opened anew."""

    def __init__(self, name: str, says: str, count: int, addresses: int = 1, descriptors: int | None = None) -> None:
        self.name = name
        self.says = says
        self.descriptors = descriptors
        self._count = count
        self._addresses = addresses

    def begins(self, target: Target, number: int) -> bytes:
        """What is sent at first."""
        match self.name:
            case "slow_headers":
                return head("GET", "/health", target.port)[:-2]
            case "half_bodies":
                return head("POST", "/api/tables", target.port, 10_000) + b'{"game":'
            case "half_handshakes":
                return upgrade(f"/ws/{target.table}", target.port)[:-2]
            case "mute_pages" | "descriptors_pages":
                return upgrade(f"/ws/{target.table}", target.port)
        return b""

    def goes_on(self, number: int) -> bytes:
        """What is sent every second."""
        return {"slow_headers": b"X-Slow: 1\r\n", "half_bodies": b" "}.get(self.name, b"")

    async def run(self, target: Target) -> None:
        """Hold them."""

        async def work(number: int) -> None:
            address = f"127.0.{number % self._addresses}.3" if self._addresses > 1 else ADDRESS
            while not target.over:
                try:
                    reader, writer = await asyncio.wait_for(connect(target.port, address), 5)
                except BROKEN as error:
                    target.sent[type(error).__name__] += 1
                    await asyncio.sleep(0.5)
                    continue
                target.sent["connected"] += 1
                try:
                    writer.write(self.begins(target, number))
                    while not target.over and not await ends_within(reader, 1):
                        writer.write(self.goes_on(number))
                        await writer.drain()
                    if not target.over:
                        target.sent["closed by the server"] += 1
                except BROKEN:
                    target.sent["closed by the server"] += 1
                finally:
                    writer.close()
                await asyncio.sleep(0.1)

        await target.many(self._count, work)


async def ends_within(reader: asyncio.StreamReader, seconds: float) -> bool:
    """Whether the server closes a connection in so many seconds; what it says is thrown away."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while await reader.read(1 << 16):
                pass
            return True
    return False


FLOODS: list[Flood] = [
    Held("slow_headers", "500 connections that send a header line a second and no end", 500),
    Held("half_bodies", "500 requests whose body does not come", 500),
    Held("half_handshakes", "500 handshakes that are not finished", 500),
    Held("mute_pages", "500 WebSockets that never say hello", 500),
    Held("idle", "1,000 connections that say nothing", 1000),
    Held("idle_everywhere", "3,000 such connections from 60 addresses", 3000, addresses=60),
    Held("descriptors", "400 from 40 addresses, where the server may open 256 files", 400, 40, descriptors=256),
    Held("descriptors_pages", "the same with WebSockets that never say hello", 400, 40, descriptors=256),
]
