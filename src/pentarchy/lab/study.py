"""Matches between any bots, one by one, with what a designer would want to know of each."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.arena.schedule import derived_seed
from pentarchy.bots.players import Player, places_after, seated
from pentarchy.bots.program import Fault  # noqa: TC001 - a field of a struct
from pentarchy.engine.kernel import load_bytes
from pentarchy.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

MARKS = (0.25, 0.5, 0.75)  # of a match: who leads there?
FEW_KINDS = 4  # a word of a fact that takes more values than this says which, not what


class Finished(msgspec.Struct, frozen=True):
    """What came of one match; every list has one entry per seat."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    win_shares: tuple[float, ...]
    decisions: int  # of all seats
    first: int  # the seat that decided first
    openings: tuple[str | None, ...]  # everybody's first move; None for a seat that never decided
    leaders: tuple[tuple[int, ...], ...]  # who was ahead at each of MARKS
    facts: dict[str, int]  # what happened how often
    faults: dict[int, Fault]  # by the seat of a program that failed


def play_matches(
    game: Game, bots: Sequence[str], games: int, seed: int = 0, threads: int | None = None
) -> list[Finished]:
    """Play whole matches, one bot per seat. Match number n is the same for one seed, however many threads there are."""

    def play(number: int) -> Finished:
        return play_match(game, bots, number, seed)

    finished = []
    with (
        ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool,
        Progress("games", games) as progress,
    ):
        try:
            for match in pool.map(play, range(games)):
                finished.append(match)
                progress.add()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return finished


def play_match(game: Game, bots: Sequence[str], number: int, seed: int) -> Finished:
    """Match number `number` of a study."""
    seeds = [derived_seed(seed, number, seat, bot) for seat, bot in enumerate(bots)]
    with seated(bots, seeds) as players:
        return _watched(game.start(seed=derived_seed(seed, number)), players)


def _watched(match: Match, players: list[Player]) -> Finished:
    first, openings, standings = match.to_act[0], dict[int, str](), list[tuple[int, ...]]()
    while not match.over:
        seat = match.to_act[0]  # where several act at once the order is fixed, so that the match is
        move = match.play(players[seat].choose(match, seat), seat)
        openings.setdefault(seat, str(move))
        standings.append(_leaders(match))
    result = match.standings()
    faults = {seat: player.fault for seat, player in enumerate(players) if player.fault is not None}
    places = places_after(result.ranks, list(faults))
    return Finished(
        points=result.scores,
        places=places,
        win_shares=tuple((place == 1) / places.count(1) for place in places),
        decisions=len(standings),
        first=first,
        openings=tuple(openings.get(seat) for seat in range(len(players))),
        leaders=tuple(standings[int(len(standings) * mark)] for mark in MARKS),
        facts=dict(_facts(match)),
        faults=faults,
    )


def _leaders(match: Match) -> tuple[int, ...]:
    """The seats that would win if the match ended now."""
    merits = np.zeros(match.game.players, np.int64)
    match.game.kernel.merit(load_bytes(match.state(), match.game.spec.rules.STATE), merits)
    return tuple(np.flatnonzero(merits == merits.max()).tolist())


def _facts(match: Match) -> Counter[str]:
    """How often what happened: by what the game's facts say, or by the kinds of moves and draws where it has none."""
    counted = Counter[str]()
    for number in range(match.length):
        line = msgspec.json.decode(match.told_json(number))
        fact = line["fact"]
        counted.update(_said(fact) if "what" in fact else [_kind(line)])
    return counted


def _kind(line: dict[str, Any]) -> str:
    """The kind of a move, or of what chance brought."""
    return str(line["typed"]["move"] if "typed" in line else f"chance: {line['chance'].split()[0]}")


def _said(fact: dict[str, Any]) -> list[str]:
    """What a fact says: its name, and every flag, list and word in it that is there."""
    what = str(fact["what"]).replace("_", " ")
    flat = fact | {name: value for part in fact.values() if isinstance(part, dict) for name, value in part.items()}
    more = [_flag(name, value) for name, value in flat.items() if name != "what"]
    return [what, *(f"{what}: {each}" for each in more if each)]


def _flag(name: str, value: object) -> str:
    name = name.replace("_", " ")
    if value is True or (isinstance(value, list) and value):
        return name
    return f"{name} {value}" if isinstance(value, str) else ""


def tellable(facts: Sequence[str]) -> list[str]:
    """Those of many facts that say what happened, not with which colour, domino or card."""
    values = Counter(map(_field, set(facts)))
    return [fact for fact in facts if values[_field(fact)] <= FEW_KINDS]


def _field(fact: str) -> str:
    """A fact without the value of its field: `drawn: outcome miss` is about `drawn: outcome`."""
    what, _, more = fact.partition(": ")
    return f"{what}: {more.split()[0]}" if " " in more else fact
