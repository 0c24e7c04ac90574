"""All five games are played while workers, PostgreSQL, Redis and their lines fail: nothing is lost, doubled or told."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from pentarchy.games import NAMES
from pentarchy.table import entries as e
from tests import services
from tests.faults import checker
from tests.faults import history as h
from tests.faults.nemesis import Nemesis
from tests.faults.players import Players
from tests.faults.workers import Worker
from tests.sizes import covered, size

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

pytestmark = pytest.mark.long

WORKERS = size(3, 4)
SECONDS = size(40, 570)  # that faults come; what was begun is then played to its end
TABLES = 10
SEED = int(os.environ.get("PENTARCHY_FAULT_SEED", "1"))  # chooses faults and moves; what happens when is not chosen
DATABASE = "tables"


@contextlib.contextmanager
def several_workers(
    folder: Path, postgresql: services.PostgreSQL, redis: services.Redis, number: int
) -> Iterator[list[Worker]]:
    """Workers that share everything, each with lines of its own; what they said is told if something goes wrong."""
    postgresql.database(DATABASE)
    with contextlib.ExitStack() as stack:
        workers = []
        for count in range(number):
            name = f"worker {count}"
            worker = Worker.sharing(name, folder / name.replace(" ", "-"), DATABASE, postgresql, redis)
            stack.callback(worker.close)
            worker.start()
            workers.append(worker)
        for worker in workers:
            worker.wait_until_ready()
        try:
            yield workers
        except BaseException:
            for worker in workers:
                print(f"{worker.name} said:\n{worker.said()}")
            raise


@pytest.mark.soak
def test_nothing_is_lost_doubled_or_told_whatever_fails(redis: services.Redis, tmp_path: Path) -> None:
    """The common Redis is asked for because it knows whether there are the programs; the ones used here are hurt."""
    history = h.History(tmp_path / "history.jsonl")
    with (
        services.postgresql() as postgresql,
        services.redis() as bus,
        several_workers(tmp_path, postgresql, bus, WORKERS) as workers,
    ):
        nemesis = Nemesis(workers, postgresql, bus, SEED)
        players = asyncio.run(rage(workers, nemesis, history))
        history.close()
        stored = asyncio.run(stored_in(postgresql.address(DATABASE), players.names))
        judge(players, nemesis, tmp_path / "history.jsonl", stored)


async def rage(workers: list[Worker], nemesis: Nemesis, history: h.History) -> Players:
    """Let people play while things go wrong; then everything is put right, and every worker is asked how it stands."""
    players = Players(workers, history, TABLES, SEED)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(players.play())
        await first_of(nemesis.rage(SECONDS), playing)
        for worker in workers:
            await asyncio.to_thread(worker.wait_until_ready)
        players.enough.set()
    await players.look_everywhere()
    return players


async def first_of(work: Coroutine[Any, Any, None], playing: asyncio.Task[None]) -> None:
    """Do something, unless playing fails first."""
    doing = asyncio.create_task(work)
    await asyncio.wait([doing, playing], return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        doing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await doing
        playing.result()
    await doing


async def stored_in(database: str, names: list[str]) -> dict[str, checker.Stored]:
    """What PostgreSQL has, row by row and without the table's own code."""
    line = await asyncpg.connect(database)
    found = {}
    for name in names:
        for setup, seed in await line.fetch("SELECT setup, seed FROM tables WHERE id = $1", name):
            entries = await line.fetch("SELECT seq, entry FROM entries WHERE table_id = $1 ORDER BY seq", name)
            said = await line.fetch(
                "SELECT number, player, command, text FROM said WHERE table_id = $1 ORDER BY number", name
            )
            found[name] = checker.Stored(setup, seed, list(map(tuple, entries)), [checker.Said(*row) for row in said])
    await line.close()
    return found


def judge(players: Players, nemesis: Nemesis, history: Path, stored: dict[str, checker.Stored]) -> None:
    """What was seen fits what is stored; and enough was seen."""
    found = checker.check(h.read(history), stored)
    kinds = Counter(violation.kind for violation in found)
    assert not found, f"{dict(kinds)} after {dict(nemesis.done)}:\n" + "\n".join(map(str, found[:20]))
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
