"""One stranger who pretends to be many, and one who guesses."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
from typing import TYPE_CHECKING

from benchmarks.attack.flood import Flood
from pentarchy.games import NAMES

if TYPE_CHECKING:
    from benchmarks.attack.client import Socket
    from benchmarks.attack.flood import Target


class InventedCookies(Flood):
    """Everybody at the table must read what a hundred invented persons say."""

    name = "invented_cookies"
    says = "100 invented cookies that chat at the honest table"

    async def run(self, target: Target) -> None:
        """Chat."""

        async def work(number: int) -> None:
            count = itertools.count()
            while not target.over:
                socket = await target.open(target.table, f"pentarchy={secrets.token_urlsafe(24)}")
                if socket is None:
                    continue
                socket.send({"type": "hello"})
                reading = asyncio.ensure_future(_count_answers(target, socket))
                while not target.over and not reading.done():
                    socket.send({"type": "say", "id": f"s{next(count)}", "text": f"{number} " + "!" * 290})
                    await asyncio.sleep(0.2)
                reading.cancel()
                socket.close()

        await target.many(100, work)


class FifteenPages(Flood):
    """The pages of one seat share its limits, or they would multiply them."""

    name = "fifteen_pages"
    says = "one seat with 15 pages that all send what costs most, at full rate"

    async def run(self, target: Target) -> None:
        """Ask for previews, talk, and make wrong moves."""
        http = target.http()
        cookie = await target.cookie(http)
        wanted = {"game": NAMES[0], "seats": [{"kind": "me"}, {"kind": "here"}], "start": True}
        created = await target.ask(http, "POST", "/api/tables", wanted, cookie)
        if created is None:
            return

        async def work(_: int) -> None:
            while not target.over:
                socket = await target.open(created["table"], cookie)
                if socket is not None:
                    await _all_commands(target, socket)
                    socket.close()

        await target.many(15, work)


async def _all_commands(target: Target, socket: Socket) -> None:
    socket.send({"type": "hello"})
    state = await socket.receive()
    if state is None or state["type"] != "state":
        target.sent["refused"] += 1
        await asyncio.sleep(0.05)
        return
    position = next((each for each in state["positions"] if each["legal"]), state["positions"][0])
    about = {"seq": state["seq"], "seat": position["seat"]}
    reading = asyncio.ensure_future(_count_answers(target, socket))
    for number in itertools.count():
        if target.over or reading.done():
            break
        for kind in ("preview", "undo", "hint", "preview"):
            more = {"moves": [move["text"] for move in position["legal"][:1]]} if kind == "preview" else {}
            socket.send({"type": kind, "id": f"{kind}{number}", **about, **more})
        await socket.writer.drain()
        await asyncio.sleep(0.002)
    reading.cancel()


async def _count_answers(target: Target, socket: Socket) -> None:
    while (message := await socket.receive()) is not None:
        kind = message["type"]
        target.sent[f"rejected {message['reason']}" if kind == "rejected" else kind] += 1
    target.sent[f"closed {socket.code}"] += 1


WORDS = ("sova", "med", "rog", "les", "lis", "kot", "bor", "dom", "sad", "mak")


def guess() -> str:
    """The name of some table."""
    return "-".join(random.choice(WORDS) for _ in range(4))


class WrongNames(Flood):
    """Whoever guesses names of private tables."""

    name = "wrong_names_http"
    says = "names of tables guessed over HTTP, 10 connections"

    async def run(self, target: Target) -> None:
        """Guess."""

        async def work(_: int) -> None:
            http = target.http()
            while not target.over:
                await target.ask(http, "GET", f"/api/tables/{guess()}")

        await target.many(10, work)


class WrongNamesOverSockets(Flood):
    """The same at the other door."""

    name = "wrong_names_ws"
    says = "the same over WebSockets"

    async def run(self, target: Target) -> None:
        """Guess."""

        async def work(_: int) -> None:
            while not target.over:
                socket = await target.open(guess())
                if socket is not None:
                    await _count_answers(target, socket)
                    socket.close()

        await target.many(10, work)


FLOODS: list[Flood] = [InventedCookies(), FifteenPages(), WrongNames(), WrongNamesOverSockets()]
