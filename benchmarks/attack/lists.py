"""A lobby over very many tables."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from benchmarks.attack.flood import Flood
from pentarchy.games import NAMES
from pentarchy.table import entries as e
from pentarchy.table import ops as o
from pentarchy.table.folder import DataFolder
from pentarchy.table.sqlite import SQLiteStore

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.attack.flood import Target

TABLES = 100_000  # private ones that are open, and as many that are finished
PEOPLE = 1000
AT_ONCE = 2000


class Lists(Flood):
    """People who look at the lobby of a table that has been used for years."""

    name = "lists"
    says = f"the lobby at full rate over {TABLES:,} open private tables and {TABLES:,} finished ones"

    def prepare(self, folder: Path) -> None:
        """Store that many tables."""
        store = SQLiteStore(DataFolder(folder), lambda call, *arguments: call(*arguments))
        now = time.time()
        for status in ("open", "over"):
            for start in range(0, TABLES, AT_ONCE):
                ops = [op for number in range(start, start + AT_ONCE) for op in self._table(status, number, now)]
                stored = threading.Event()
                store.write(None, ops, lambda _, stored=stored: stored.set())  # type: ignore[misc]
                stored.wait()
        store.close_now()

    def _table(self, status: str, number: int, now: float) -> list[o.Op]:
        host = f"{number % PEOPLE:032x}"
        seats = [e.SeatSetup(kind="me", player=host, name="Anna"), e.SeatSetup(kind="link")]
        setup = e.Setup(game=NAMES[0], options={"players": 2}, seats=seats, host=host, public=False)
        name = f"{status}-{number}"
        return [
            o.AddTable(name, now - number, 0, e.encode(setup), bytes(32)),
            o.SetStatus(name, status, now - number, None, 0),
            o.Sit(name, host),
        ]

    async def run(self, target: Target) -> None:
        """Ask for the lobby at full rate."""

        async def work(_: int) -> None:
            http = target.http()
            cookie = await target.cookie(http)
            while not target.over:
                await target.ask(http, "GET", "/api/lobby", cookie=cookie)

        await target.many(20, work)


FLOODS: list[Flood] = [Lists()]
