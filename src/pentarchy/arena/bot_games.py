"""One game between bots, from the first deal to the result, with the time that everybody thought."""

from __future__ import annotations

import math
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

import pentarchy
from pentarchy.bots.players import Player, places_after, seated
from pentarchy.bots.program import Fault, is_program

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pentarchy.arena.schedule import Pairing, Schedule
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

STEPS_PER_DECADE = 20  # thinking times are counted in steps of a twentieth power of ten, about 12 %


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one game; every list has one entry per seat.

    Whoever failed is placed after all who did not, whatever points `random` has made for it.
    """

    index: int
    deal: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    win_shares: tuple[float, ...]  # 1 for the only winner; those who share the victory share the 1
    moves: int  # of all seats
    decisions: tuple[int, ...]
    cpu_seconds: tuple[float, ...]
    cpu_steps: tuple[dict[int, int], ...]  # how many decisions took 10^(step / 20) microseconds
    faults: dict[int, Fault] = {}  # by the seat of a program that failed


class Played(msgspec.Struct, frozen=True):
    """A piece of work that is done: what came of it, such as the records of games, and the seconds on the clock."""

    records: list[Any]
    seconds: float


def play_games(schedule: Schedule, indices: Sequence[int], stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play some games of a schedule; where `stopped` says so, only those finished before."""
    game = prepared(schedule)
    started = time.perf_counter()
    records = []
    for index in indices:
        record = play_game(game, schedule.pairing(index), stopped)
        if record is None:
            break
        records.append(record)
    return Played(records, time.perf_counter() - started)


def play_game(game: Game, pairing: Pairing, stopped: Callable[[], bool] = lambda: False) -> GameRecord | None:
    """Play one game to its end; None where `stopped` says so before."""
    with seated(pairing.seats, pairing.bot_seeds) as players:
        return _played(game.start(seed=pairing.chance_seed), pairing, players, stopped)


def _played(match: Match, pairing: Pairing, players: list[Player], stopped: Callable[[], bool]) -> GameRecord | None:
    seconds: list[list[float]] = [[] for _ in players]
    while not match.over:
        if stopped():
            return None
        seat = match.to_act[0]  # where several act at once the order is fixed, so that the game is
        try:
            seconds[seat].append(_decide(match, seat, players[seat]))
        except Exception as error:
            raise ValueError(
                f"game {pairing.index}: the bot {pairing.seats[seat]!r} in seat {seat} failed:"
                f" {type(error).__name__}: {error}"
            ) from error
    faults = {seat: player.fault for seat, player in enumerate(players) if player.fault is not None}
    return _record(pairing, match, seconds, faults)


_prepared: dict[bytes, Game] = {}


def prepared(schedule: Schedule) -> Game:
    """The game of a schedule, ready to be played in this process: every bot has decided once.

    So nobody's thinking time includes the loading of machine code, and what must be compiled is compiled once, before
    many workers want it.
    """
    key = msgspec.msgpack.encode(schedule)
    if key not in _prepared:
        game = pentarchy.load(schedule.game, **schedule.options)
        match = game.start(seed=0)
        names = [name for name in dict.fromkeys(schedule.bots) if not is_program(name)]
        with seated(names, [0] * len(names)) as players:
            for player in players:
                if not match.over:
                    _decide(match, match.to_act[0], player)
        match.standings()
        _prepared[key] = game
    return _prepared[key]


def rehearse(schedule: Schedule) -> None:
    """Ask every program once, so that one that cannot play is a ValueError before the first game."""
    game = pentarchy.load(schedule.game, **schedule.options)
    for name in filter(is_program, dict.fromkeys(schedule.bots)):
        match = game.start(seed=0)
        with seated([name], [0]) as [player]:
            _decide(match, match.to_act[0], player)
        if player.fault is not None:
            raise ValueError(f"{name!r} fails at its first decision: {player.fault.text} ({player.fault.kind})")


def _decide(match: Match, seat: int, player: Player) -> float:
    """Let a bot move; return the seconds that it thought."""
    move, seconds = player.timed(match, seat)
    match.play(move, seat)
    return seconds


def _record(pairing: Pairing, match: Match, seconds: list[list[float]], faults: dict[int, Fault]) -> GameRecord:
    result = match.standings()
    ranks = places_after(result.ranks, list(faults))
    share = 1 / ranks.count(1)
    return GameRecord(
        index=pairing.index,
        deal=pairing.deal,
        seats=pairing.seats,
        scores=result.scores,
        ranks=ranks,
        win_shares=tuple(share if rank == 1 else 0.0 for rank in ranks),
        moves=sum(map(len, seconds)),
        decisions=tuple(map(len, seconds)),
        cpu_seconds=tuple(round(sum(times), 6) for times in seconds),
        cpu_steps=tuple(dict(Counter(map(step_of, times))) for times in seconds),
        faults=faults,
    )


def step_of(seconds: float) -> int:
    """The step that a thinking time is counted in; below a microsecond everything is step 0."""
    return round(STEPS_PER_DECADE * math.log10(max(seconds * 1e6, 1.0)))


def seconds_of(step: int) -> float:
    """The thinking time in the middle of a step."""
    return float(10 ** (step / STEPS_PER_DECADE)) / 1e6


TIMES = ("cpu_seconds", "cpu_steps")  # the fields of a record that differ from run to run


def without_times(record: GameRecord) -> dict[str, Any]:
    """What must be the same whenever, wherever and by however many workers a game is played."""
    return {name: value for name, value in msgspec.structs.asdict(record).items() if name not in TIMES}
