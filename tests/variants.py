"""Which variants of which games the common tests play. A new game adds its line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.games import NAMES

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

    from pentarchy.engine.game import Game

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
    return [pytest.param(name, options, id=_id(name, options)) for name in NAMES for options in VARIANTS[name]]


def one_variant_each() -> list[ParameterSet]:
    """The first variant of every game."""
    return [pytest.param(name, VARIANTS[name][0], id=name) for name in NAMES]


def load(name: str, options: dict[str, Any]) -> Game:
    return pentarchy.load(name, **options)


def _id(name: str, options: dict[str, Any]) -> str:
    chosen = [key if value is True else f"{key}={value}" for key, value in options.items()]
    return "-".join([name, *chosen])
