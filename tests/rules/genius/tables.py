"""Tables for the rule tests: positions in a few words, and matches whose chance is known beforehand.

A collection is written as six numbers, in the order red, orange, yellow, green, blue, violet: "4 2 5 7 3 1". Other
tokens are written colour by colour: "red blue yellow yellow", or with a number: "red*3 blue".
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

import pentarchy
from pentarchy.games.genius.components import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

Position = dict[str, Any]
Tokens = dict[str, int]

NOTHING = "0 0 0 0 0 0"


def load(players: int = 2, **options: Any) -> Game:
    return pentarchy.load("genius", players=players, **options)


# --- Positions --------------------------------------------------------------------------------------------------------


def held(numbers: str) -> Tokens:
    """A collection."""
    return dict(zip(COLOURS, map(int, numbers.split()), strict=True))


def tokens(words: str) -> Tokens:
    """Tokens anywhere else."""
    counted: Counter[str] = Counter()
    for word in words.split():
        colour, _, number = word.partition("*")
        counted[colour] += int(number or 1)
    return dict(counted)


def position(
    *collections: str, centre: str, zone: str = "", options: dict[str, Any] | None = None, **fields: Any
) -> Position:
    """A position; a turn of seat 0 unless said otherwise, after a success if there is something in the zone."""
    return {
        "game": "genius",
        "options": {"players": len(collections)} | (options or {}),
        "phase": "success" if zone else "turn",
        "acting": 0,
        "centre": tokens(centre),
        "zone": zone.split(),
        "collections": [held(numbers) for numbers in collections],
    } | fields


def table(*collections: str, centre: str, zone: str = "", draws: str = "", **fields: Any) -> Match:
    """A match that stands in such a position; `draws` are the tokens that come next."""
    written = position(*collections, centre=centre, zone=zone, **fields)
    return load(**written["options"]).from_position(written, seed=1, script=drawing(draws))


def ended(*collections: str, centre: str = "", **fields: Any) -> Match:
    """The end of a game with these collections."""
    return table(*collections, centre=centre, phase="over", acting=None, **fields)


# --- Matches whose chance is known ------------------------------------------------------------------------------------


def drawing(words: str) -> list[str]:
    """The script that draws these tokens."""
    return [f"token {colour}" for colour in words.split()]


def opened(draws: str, players: int = 2, first: int = 0, **options: Any) -> Match:
    """A new match: the first three tokens go to the centre, the rest is drawn."""
    return load(players, first=first, **options).start(1, script=drawing(draws))


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def walk(match: Match, seed: int = 0) -> Iterator[Match]:
    """Play at random, stopping at every decision and at the end."""
    rng = random.Random(seed)
    while not match.over:
        yield match
        match.play(rng.choice(match.legal()))
    yield match


def finish(match: Match, seed: int = 0) -> Match:
    """Play at random to the end."""
    *_, last = walk(match, seed)
    return last


# --- What is on the table ---------------------------------------------------------------------------------------------


def moves(match: Match) -> set[str]:
    """The legal moves as text."""
    return {str(move) for move in match.legal()}


def lying(match: Match, place: str) -> Tokens:
    """The tokens of the centre, the reserve or aside, without the colours that are not there."""
    return {colour: number for colour, number in match.view()[place].items() if number}


def collection(match: Match, seat: int = 0) -> str:
    return " ".join(str(number) for number in match.view()["collections"][seat].values())


def zone(match: Match) -> list[str]:
    colours: list[str] = match.view()["zone"]
    return colours


def actor(match: Match) -> int:
    (seat,) = match.to_act
    return seat


def drawn(match: Match) -> list[str]:
    """Everything that chance has brought so far."""
    return [event["chance"] for event in match.log() if "chance" in event]


def chances(match: Match, events: int) -> dict[str, int]:
    """What chance could bring, and with which weights, after the first `events` events of a match."""
    game = match.game
    buffer = game.buffer()
    for seat, code in match.events[:events]:
        game.kernel.apply(buffer, seat, code)
    codes, weights = np.empty(6, np.int64), np.empty(6, np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(code)): int(weight) for code, weight in zip(codes[:count], weights[:count], strict=True)}
