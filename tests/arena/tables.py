"""Small tournaments, and finished games that nobody played."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import msgspec

import pentarchy
from pentarchy.arena.bot_games import GameRecord, without_times
from pentarchy.arena.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def schedule(bots: str, players: int = 2, seed: int = 1, game: str = "scuffle") -> Schedule:
    loaded = pentarchy.load(game, players=players)
    return Schedule(loaded.name, dict(loaded.options), tuple(bots.split(",")), seed)


def record(index: int, deal: int, seats: str, scores: Sequence[int]) -> GameRecord:
    """A game in which everybody decided twice, each time for a millisecond."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return GameRecord(
        index=index,
        deal=deal,
        seats=tuple(seats.split(",")),
        scores=tuple(scores),
        ranks=ranks,
        win_shares=tuple((rank == 1) / ranks.count(1) for rank in ranks),
        moves=2 * len(scores),
        decisions=(2,) * len(scores),
        cpu_seconds=(0.002,) * len(scores),
        cpu_steps=({60: 2},) * len(scores),
    )


def games_in(folder: Path) -> list[dict[str, Any]]:
    """The games of a folder in order, without what differs from run to run."""
    lines = (folder / "games.jsonl").read_bytes().splitlines()
    records = [msgspec.json.decode(line, type=GameRecord) for line in lines]
    return [without_times(game) for game in sorted(records, key=lambda game: game.index)]


def start(*arguments: str) -> subprocess.Popen[str]:
    """The command in a session of its own, as from a terminal of its own."""
    command = [sys.executable, "-m", "pentarchy", "tournament", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=os.environ
    )


def wait_until(met: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def lines(folder: Path) -> int:
    file = folder / "games.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0
