"""The variants that the common tests play, as every game has them in its `Trials`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

    from pentarchy.engine.game import Game

FURTHER = pytest.mark.further

VARIANTS: dict[str, list[dict[str, Any]]] = {name: [dict(each) for each in spec(name).trials.tried] for name in NAMES}


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
