"""All five games are played while workers, PostgreSQL, Redis and their lines fail: nothing is lost, doubled or told."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from pentarchy.games import NAMES
from pentarchy.table import entries as e
from pentarchy.table.folder import DataFolder
from pentarchy.table.store import SQLiteStore
from tests.faults import checker
from tests.faults import history as h
from tests.faults.nemesis import Nemesis
from tests.faults.players import Players
from tests.faults.workers import Worker
from tests.sizes import covered, size

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from pathlib import Path

SECONDS = size(50, 590)  # that faults come; what was begun is then played to its end
TABLES = 10
SEED = size(1, 2)


async def run(workers: list[Worker], nemesis: Nemesis, history: h.History, seconds: float) -> Players:
    """Let people play while things go wrong; then everything is put right, and every worker is asked how it stands."""
    players = Players(workers, history, TABLES, SEED)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(players.play())
        await first_of(nemesis.rage(seconds), playing)
        for worker in workers:
            await asyncio.to_thread(worker.wait_until_ready)
        players.enough.set()
    await players.look_everywhere()
    return players


async def first_of(work: Coroutine[Any, Any, None], playing: asyncio.Task[None]) -> None:
    """Do something, unless playing fails first."""
    raging = asyncio.create_task(work)
    await asyncio.wait([raging, playing], return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        raging.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await raging
        playing.result()
    await raging


def stored_in(folder: Path, names: list[str]) -> dict[str, checker.Stored]:
    store = SQLiteStore(DataFolder(folder), lambda *_: None)
    found = {}
    for name in names:
        row = store.table(name)
        if row is not None:
            entries = list(enumerate(store.entries(name), 1))
            said = [checker.Said(each.number, each.player, each.command, each.text) for each in store.said(name)]
            found[name] = checker.Stored(row.setup, row.seed, entries, said)
    store.close()
    return found


def test_one_worker_with_a_file_of_its_own(tmp_path: Path) -> None:
    worker = Worker("one", tmp_path / "one")
    worker.start()
    worker.wait_until_ready()
    history = h.History(tmp_path / "history.jsonl")
    nemesis = Nemesis([worker], None, None, SEED)
    try:
        players = asyncio.run(run([worker], nemesis, history, 20))
    except BaseException:
        print(worker.said())
        raise
    finally:
        history.close()
        worker.close()
    judge(players, nemesis, tmp_path / "history.jsonl", stored_in(tmp_path / "one" / "data", players.names))


def judge(players: Players, nemesis: Nemesis, history: Path, stored: dict[str, checker.Stored]) -> None:
    """What was seen fits what is stored; and enough was seen."""
    found = checker.check(h.read(history), stored)
    assert not found, "\n".join(map(str, found[:20]))
    played: Counter[str] = Counter()
    for table in stored.values():
        played[e.decode_setup(table.setup).game] += len(table.entries)
    for game, entries in played.items():
        covered(entries, f"entries ({game})")
    for fault, times in nemesis.done.items():
        covered(times, fault)
    for kind, times in players.history.counts.items():
        covered(times, f"{kind} in histories")
    assert set(played) == set(NAMES)
    assert players.history.counts["Answered"] > 100
    assert players.history.counts["Record"] == len(players.names) * len(players.workers)
    print(played, nemesis.done, players.history.counts)
