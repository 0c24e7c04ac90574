"""Work for the bots, more than there are threads for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.attack.flood import Flood

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target

TABLES = 150
GAMES = ("kingdomino", "color_kingdoms", "scuffle", "genius")


class Masters(Flood):
    """Games in which only masters play, each watched by a page so that it does not pause."""

    name = "masters"
    says = f"{TABLES} tables of four masters each, all watched"

    async def run(self, target: Target) -> None:
        """Set them up and look on."""
        http = target.http()
        cookie = await target.cookie(http)
        bots = [{"kind": "bot", "level": "master"}] * 4
        names: list[str] = []
        while not target.over and len(names) < TABLES:
            wanted = {"game": GAMES[len(names) % len(GAMES)], "seats": bots, "pace": "at_once", "start": True}
            created = await target.ask(http, "POST", "/api/tables", wanted, cookie)
            if created is None:
                await asyncio.sleep(0.05)
                continue
            names.append(created["table"])
            target.sent["tables"] += 1

        async def work(number: int) -> None:
            socket = await target.open(names[number], cookie)
            if socket is not None:
                socket.send({"type": "hello"})
                while not target.over and await socket.receive() is not None:
                    target.sent["states seen"] += 1
                socket.close()

        await target.many(len(names), work)
        await asyncio.sleep(target.left)


class Hints(Flood):
    """Whoever asks and is gone must not leave a thought behind."""

    name = "hints"
    says = "hints asked for by pages that hang up at once, 20 at a time"

    async def run(self, target: Target) -> None:
        """Ask and go."""
        http = target.http()
        cookie = await target.cookie(http)
        wanted = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "here"}], "start": True}
        names = [await target.ask(http, "POST", "/api/tables", wanted, cookie) for _ in range(10)]
        tables = [created["table"] for created in names if created is not None]

        async def work(number: int) -> None:
            while not target.over:
                socket = await target.open(tables[number % len(tables)], cookie)
                if socket is None:
                    continue
                socket.send({"type": "hello"})
                state = await socket.receive()
                acting = [each for each in (state or {}).get("positions", []) if each["legal"]]
                if state is not None and acting:
                    seat = acting[0]["seat"]
                    socket.send({"type": "hint", "id": "h", "seq": state["seq"], "seat": seat})
                    await socket.writer.drain()
                    target.sent["asked"] += 1
                socket.close()
                await asyncio.sleep(0.01)

        if tables:
            await target.many(20, work)


FLOODS: list[Flood] = [Masters(), Hints()]
