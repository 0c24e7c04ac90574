"""Work for the bots, more than there are threads for."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Any

from benchmarks.attack.flood import ADDRESS, Flood
from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from benchmarks.attack.flood import Target

TABLES = 150


class Masters(Flood):
    """Games in which only masters play, each watched by a page so that it does not pause."""

    name = "masters"
    says = f"{TABLES} tables of four masters each, all watched"

    async def run(self, target: Target) -> None:
        """Set them up and look on."""
        http = target.http()
        cookie = await target.cookie(http)
        names: list[str] = []
        for number in range(TABLES):
            created = await target.ask(http, "POST", "/api/tables", four_masters(number), cookie)
            if created is not None:
                names.append(created["table"])
                target.sent["tables"] += 1
        await target.many(len(names), lambda number: look_on(target, names[number], cookie))
        await asyncio.sleep(target.left)


class MastersEverywhere(Flood):
    """The same, each from an address of its own and by a person of its own: no limit on any of them keeps it small."""

    def __init__(self, name: str, says: str, *, restarts: bool = False) -> None:
        self.name = name
        self.says = says
        self.restarts = restarts
        self._tables: list[tuple[str, str, str]] = []  # address, cookie and name

    async def set_up(self, target: Target) -> None:
        """Set up all tables, where nothing happens before somebody looks on."""
        for number in range(TABLES):
            address = f"127.0.{number}.3"
            http = target.http(address)
            cookie = await target.cookie(http)
            created = await target.ask(http, "POST", "/api/tables", four_masters(number), cookie)
            http.close()
            if created is not None:
                self._tables.append((address, cookie, created["table"]))

    async def run(self, target: Target) -> None:
        """Look on at all of them."""

        async def work(number: int) -> None:
            address, cookie, table = self._tables[number]
            await look_on(target, table, cookie, address)

        await target.many(len(self._tables), work)


@functools.cache
def games_of_four() -> list[str]:
    """The games that four can play; looked up when they are wanted, because they are slow to load."""
    return [name for name in NAMES if spec(name).most_players == 4]


def four_masters(number: int) -> dict[str, Any]:
    """What is wanted of one of many tables."""
    seats = [{"kind": "bot", "level": "master"}] * 4
    games = games_of_four()
    return {"game": games[number % len(games)], "seats": seats, "pace": "at_once", "start": True}


async def look_on(target: Target, table: str, cookie: str, address: str = ADDRESS) -> None:
    """Watch a table until the attack is over."""
    socket = await target.open(table, cookie, address)
    if socket is not None:
        socket.send({"type": "hello"})
        while not target.over and await socket.receive() is not None:
            target.sent["states seen"] += 1
        socket.close()


class Hints(Flood):
    """Whoever asks and is gone must not leave a thought behind."""

    name = "hints"
    says = "hints asked for by pages that hang up at once, 20 at a time"

    async def run(self, target: Target) -> None:
        """Ask and go."""
        http = target.http()
        cookie = await target.cookie(http)
        wanted = {"game": NAMES[0], "seats": [{"kind": "me"}, {"kind": "here"}], "start": True}
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


FLOODS: list[Flood] = [
    Masters(),
    MastersEverywhere("masters_everywhere", f"{TABLES} such tables of {TABLES} people at as many addresses"),
    MastersEverywhere("masters_restarted", "the same at a server that was just killed and restarted", restarts=True),
    Hints(),
]
