"""Which variants of which games the common tests play. A new game adds its line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.games import NAMES

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

    from pentarchy.engine.game import Game

FURTHER = pytest.mark.further

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "kingdomino": [
        {"players": 2},
        {"players": 2, "mighty_duel": True, "middle_kingdom": True, "harmony": True},
        {"players": 2, "dynasty": True, "snake_opening": True},
        {"players": 3, "harmony": True},
        {"players": 3, "lines_of_four": True},
        {"players": 4, "middle_kingdom": True, "harmony": True},
    ],
    "genius": [
        {"players": 2, "first": 0},
        {"players": 3},
        {"players": 3, "target": 6, "series": True},
        {"players": 4},
    ],
    "scuffle": [
        {"players": 2},
        {"players": 3, "first": 2},
        {"players": 4},
    ],
    "kingems": [  # the basic mode: see tests/rules/kingems/test_basic_matches.py
        {"players": 2, "mode": "advanced", "memory": True, "first": 1},
        {"players": 3, "mode": "advanced"},
    ],
    "color_kingdoms": [
        {"players": 2},
        {"players": 1},
        {"players": 3, "first": 1},
        {"players": 4},
    ],
}


def every_variant() -> list[ParameterSet]:
    """All variants of all games, as parameters of a test."""
    return [
        case
        for name in NAMES
        for case in first_and_further([pytest.param(name, each, id=_id(name, each)) for each in VARIANTS[name]])
    ]


def first_and_further(cases: list[ParameterSet]) -> list[ParameterSet]:
    """Parameters for the variants of one game; all but the first are marked as what `make check` leaves out."""
    first, *others = cases
    return [first, *(pytest.param(*each.values, id=each.id, marks=[*each.marks, FURTHER]) for each in others)]


def one_variant_each() -> list[ParameterSet]:
    """The first variant of every game."""
    return [pytest.param(name, VARIANTS[name][0], id=name) for name in NAMES]


def load(name: str, options: dict[str, Any]) -> Game:
    return pentarchy.load(name, **options)


def _id(name: str, options: dict[str, Any]) -> str:
    chosen = [key if value is True else f"{key}={value}" for key, value in options.items()]
    return "-".join([name, *chosen])
