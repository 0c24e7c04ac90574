"""Ordinary requests, only far too many; and one kind that is not ordinary."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

from benchmarks.attack.flood import Flood
from pentarchy.games import NAMES

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target


class Requests(Flood):
    """One request again and again on several connections."""

    def __init__(self, name: str, says: str, method: str, path: str, content: Any = None) -> None:
        self.name = name
        self.says = says
        self._request = method, path, content

    async def run(self, target: Target) -> None:
        """Ask at full rate."""

        async def work(_: int) -> None:
            http = target.http()
            cookie = await target.cookie(http)
            while not target.over:
                await target.ask(http, *self._request, cookie=cookie)

        await target.many(20, work)


class Previews(Flood):
    """A page that asks what its moves would bring, as fast as it is answered and faster."""

    name = "previews"
    says = "previews asked for at full rate on 5 pages of 5 persons"

    async def run(self, target: Target) -> None:
        """Ask, and read the answers."""

        async def work(number: int) -> None:
            http = target.http()
            cookie = await target.cookie(http)
            wanted = {"game": NAMES[number % len(NAMES)], "seats": [{"kind": "me"}, {"kind": "bot"}], "start": True}
            created = await target.ask(http, "POST", "/api/tables", wanted, cookie)
            while created is not None and not target.over:
                socket = await target.open(created["table"], cookie)
                if socket is None:
                    continue
                socket.send({"type": "hello"})
                state = await socket.receive()
                if state is None or not state.get("positions"):
                    await asyncio.sleep(0.1)
                    continue
                position = state["positions"][0]
                about = {
                    "seq": state["seq"],
                    "seat": position["seat"],
                    "moves": [move["text"] for move in position["legal"][:1]],
                }
                for number in itertools.count():
                    socket.send({"type": "preview", "id": f"p{number}", **about})
                    await socket.writer.drain()
                    if target.over or (number % 10 == 9 and await socket.receive() is None):
                        break
                    target.sent["asked"] += 1
                    await asyncio.sleep(0.001)
                socket.close()

        await target.many(5, work)


class Reconnecting(Flood):
    """Pages that come, say hello and go."""

    name = "reconnecting"
    says = "pages that come to the honest table and go, 30 at a time"

    async def run(self, target: Target) -> None:
        """Come and go."""

        async def work(_: int) -> None:
            while not target.over:
                socket = await target.open(target.table)
                if socket is not None:
                    socket.send({"type": "hello"})
                    await asyncio.wait([asyncio.ensure_future(socket.receive())], timeout=min(1.0, target.left))
                    socket.close()

        await target.many(30, work)


DEEP = b'{"game":"%b","seats":[],"options":{"map":' % NAMES[0].encode() + b"[" * 8000 + b"]" * 8000 + b"}}"
TABLE = {"game": NAMES[0], "seats": [{"kind": "me"}, {"kind": "link"}], "public": True}

FLOODS: list[Flood] = [
    Requests("deep_json", "JSON of 8,000 levels for a new table, 20 connections", "POST", "/api/tables", DEEP),
    Requests("lobby", "the lobby asked for at full rate, 20 connections", "GET", "/api/lobby"),
    Requests("new_tables", "new public tables at full rate, 20 connections", "POST", "/api/tables", TABLE),
    Previews(),
    Reconnecting(),
]
