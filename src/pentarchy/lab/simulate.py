"""Many whole games between bots, on all cores, with the same results however many there are.

Games between `random` and `greedy` are played in compiled code. With other bots, or when more is asked than who won,
they are matches (`study.py`), with a stream of chance of their own.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.bots import load
from pentarchy.bots.policies import POLICIES, policies_of
from pentarchy.engine.simulation import fast_generator
from pentarchy.lab.study import Finished, play_matches
from pentarchy.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game

GAMES_AT_ONCE = 64

Figures = np.ndarray[Any, np.dtype[np.int64]]


class SeatReport(msgspec.Struct):
    """How one seat did."""

    seat: int
    bot: str
    win_share: float  # of all games; a shared victory counts by its share
    mean: float
    stdev: float
    lowest: int
    highest: int
    places: list[int]  # how often it came first, second, …


class GameFault(msgspec.Struct):
    """A fault of a program, which lost the game by it."""

    game: int
    seat: int
    kind: str
    text: str


class Report(msgspec.Struct):
    """What came of a simulation."""

    game: str
    options: dict[str, Any]
    bots: list[str]
    games: int
    seed: int
    decisions: int
    seconds: float
    games_per_second: float
    seats: list[SeatReport]
    faults: list[GameFault]  # of programs


def simulate(game: Game, bots: Sequence[str], games: int, seed: int = 0, threads: int | None = None) -> Report:
    """Play whole games, one bot per seat (or one for all seats)."""
    names = _checked(game, bots, games)
    if not all(name in POLICIES for name in names):
        return study(game, bots, games, seed, threads)[0]
    started = time.perf_counter()
    points, merits, decisions = _play(game, [POLICIES[name] for name in names], games, seed, threads)
    return _report(game, names, seed, decisions, time.perf_counter() - started, points, merits)


def study(
    game: Game, bots: Sequence[str], games: int, seed: int = 0, threads: int | None = None
) -> tuple[Report, list[Finished]]:
    """Play whole matches, one bot per seat (or one for all seats), and tell of each of them."""
    names = _checked(game, bots, games)
    started = time.perf_counter()
    finished = play_matches(game, names, games, seed, threads)
    seconds = time.perf_counter() - started
    points = np.array([match.points for match in finished], np.int64)
    merits = -np.array([match.places for match in finished], np.int64)
    decisions = sum(match.decisions for match in finished)
    report = _report(game, names, seed, decisions, seconds, points, merits)
    report.faults = [
        GameFault(number, seat, fault.kind, fault.text)
        for number, match in enumerate(finished)
        for seat, fault in match.faults.items()
    ]
    return report, finished


def _checked(game: Game, bots: Sequence[str], games: int) -> list[str]:
    """The bot of every seat; a ValueError for what cannot be simulated."""
    names = list(bots) * game.players if len(bots) == 1 else list(bots)
    for name in names:
        load(name, seed=0)
    if len(names) != game.players:
        raise ValueError(f"{game.players} players need {game.players} bots, or one for all, not {len(bots)}")
    if games < 1:
        raise ValueError(f"games is at least 1, not {games}")
    return names


def _report(
    game: Game, names: list[str], seed: int, decisions: int, seconds: float, points: Figures, merits: Figures
) -> Report:
    return Report(
        game=game.name,
        options=dict(game.options),
        bots=names,
        games=len(points),
        seed=seed,
        decisions=decisions,
        seconds=round(seconds, 3),
        games_per_second=round(len(points) / seconds, 1),
        seats=[_seat_report(seat, name, points, merits) for seat, name in enumerate(names)],
        faults=[],
    )


def _play(game: Game, policies: list[int], games: int, seed: int, threads: int | None) -> tuple[Figures, Figures, int]:
    """Points and merits of every game and seat. Game number n always has the same luck for one seed."""
    rngs = np.concatenate([fast_generator(seed * 1_000_003 + number) for number in range(games)])
    points = np.zeros((games, game.players), np.int64)
    merits = np.zeros((games, game.players), np.int64)
    compiled = policies_of(game.spec)
    policy_array = np.array(policies, np.int64)

    def play(start: int) -> tuple[int, int]:
        part = slice(start, start + GAMES_AT_ONCE)
        actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
        decisions = compiled.contest(
            game.buffer(), game.config, policy_array, rngs[part], actions, points[part], merits[part]
        )
        return decisions, len(rngs[part])

    total = 0
    with (
        ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool,
        Progress("games", games) as progress,
    ):
        for decisions, played in pool.map(play, range(0, games, GAMES_AT_ONCE)):
            total += decisions
            progress.add(played)
    return points, merits, total


def _seat_report(seat: int, bot: str, points: Figures, merits: Figures) -> SeatReport:
    own = merits[:, seat]
    best = merits.max(axis=1)
    shared_by = (merits == best[:, None]).sum(axis=1)
    places = 1 + (merits > own[:, None]).sum(axis=1)
    return SeatReport(
        seat=seat,
        bot=bot,
        win_share=round(float(((own == best) / shared_by).mean()), 5),
        mean=round(float(points[:, seat].mean()), 3),
        stdev=round(float(points[:, seat].std(ddof=1)) if len(points) > 1 else 0.0, 3),
        lowest=int(points[:, seat].min()),
        highest=int(points[:, seat].max()),
        places=[int((places == place).sum()) for place in range(1, merits.shape[1] + 1)],
    )
