"""Positions as a person might write them, and what becomes of them."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy import PositionError
from tests.rules.kingdomino.tables import load, lying

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

Position = dict[str, Any]

# Round 2 of a game for two: seat 0 has placed domino 3, seat 1 must place domino 14 and then claim.
#
#   seat 0    W0-W0 ## F0       seat 1    ## L0-L0
#             .. .. G2 F0                 G0 .. ..
#             .. .. W0 ..                 G0 .. ..
ROUND_2: Position = {
    "game": "kingdomino",
    "options": {"players": 2},
    "round": 2,
    "phase": "place",
    "turn": 1,
    "kingdoms": [
        {"squares": ["W0-W0 ## F0", ".. .. G2 F0", ".. .. W0 .."]},
        {"squares": ["## L0-L0", "G0 .. ..", "G0 .. .."]},
    ],
    "line": lying({3: 0, 14: 1, 20: 0, 33: 1}),
    "next_line": lying({5: None, 23: 0, 38: None, 48: None}),
    "gone": [1, 7, 10, 41],
}


def edited(**changes: Any) -> Position:
    """The position of round 2 with some fields changed."""
    return copy.deepcopy(ROUND_2) | changes


def without(*fields: str, position: Position = ROUND_2) -> Position:
    return {name: value for name, value in copy.deepcopy(position).items() if name not in fields}


def with_kingdom(*rows: str, seat: int = 0, **more: Any) -> Position:
    position = copy.deepcopy(ROUND_2)
    position["kingdoms"][seat] = {"squares": list(rows), **more}
    return position


def taken_up(position: Position, **options: Any) -> Match:
    return load(**({"players": 2} | options)).from_position(position, seed=1)


def refused(position: Any, **options: Any) -> str:
    """The message with which a position is refused."""
    with pytest.raises(PositionError) as error:
        load(**({"players": 2} | options)).from_position(position)
    return str(error.value)


def opening(**changes: Any) -> Position:
    """The first claim of two: seat 1 has claimed domino 14 and seat 0 is to claim."""
    position: Position = {
        "game": "kingdomino",
        "options": {"players": 2},
        "round": 0,
        "phase": "claim",
        "turn": 1,
        "acting": 0,
        "kings_in_hand": [1, 1],
        "kingdoms": [{"squares": ["##"]}, {"squares": ["##"]}],
        "next_line": lying({3: None, 14: 1, 20: None, 33: None}),
    }
    return position | changes
