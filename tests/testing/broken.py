"""Hush with one thing wrong: `python -m tests.testing.broken NAME` makes all checks and prints the first that fails.

It is meant to be run without compiling (NUMBA_DISABLE_JIT=1), because every mistake would be compiled anew.
"""

from __future__ import annotations

import dataclasses
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pentarchy.engine.seen import Reason
from pentarchy.errors import PositionError
from pentarchy.testing import check_game
from tests.sixth import SPEC, draw, facts, moves, position, rules, view

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.spec import Spec

Rules: Any = rules
Position: Any = position
Moves: Any = moves


def nothing(*given: Any) -> None:
    """Do nothing."""


def listed_twice(s: Any, seat: int, actions: Any) -> int:
    actions[:] = rules.KEEP
    return 2


def without_moves(s: Any, seat: int, actions: Any) -> int:
    return 0


def one_too_high(s: Any, rng: Any) -> int:
    return int(Rules.draw(s, rng)) + 1


def points_of_others(s: Any, points: Any) -> None:
    Rules.scores(s, points)
    points[: s.seats] = points[: s.seats][::-1].copy()


def first_turn(s: Any, written: Any) -> None:
    Position.load(s, written)
    s.turn = 0


def anything_goes(s: Any, written: Any) -> None:
    try:
        Position.load(s, written)
    except PositionError:
        s.turn, s.phase = 9, rules.Phase.DECIDE.value


def always_keep(text: str) -> str:
    return "keep"


def drawn_with_all_cards(shown: Any) -> str:
    return f"{draw.text(shown)} {id(object())}"


def fact_as_it_is(line: Any) -> str:
    return str(line["fact"])


MISTAKES: dict[str, tuple[str, dict[str, Any]]] = {
    "others' cards are not hidden": ("rules", {"suppose": nothing}),
    "a move is listed twice": ("rules", {"legal": listed_twice}),
    "somebody who is to act has no move": ("rules", {"legal": without_moves}),
    "a draw is not among the outcomes": ("rules", {"draw": one_too_high}),
    "points are somebody else's": ("rules", {"scores": points_of_others}),
    "a position forgets whose turn it is": ("position", {"load": first_turn}),
    "a wrong position is accepted": ("position", {"load": anything_goes}),
    "a refusal says nothing": ("facts", {"REASONS": {"highest": Reason("", "", "")}}),
    "any text is a move": ("moves", {"tidy": always_keep}),
    "a drawing shows more": ("draw", {"text": drawn_with_all_cards}),
    "a sentence is not finished": ("draw", {"sentence": fact_as_it_is}),
}


def changed(module: ModuleType, changes: dict[str, Any]) -> ModuleType:
    """A module with some other functions."""
    twin = ModuleType(module.__name__)
    vars(twin).update(vars(module))
    vars(twin).update(changes)
    return twin


def with_mistake(name: str) -> Spec:
    """Hush with one thing wrong."""
    part, changes = MISTAKES[name]
    modules: dict[str, ModuleType] = {
        "rules": rules,
        "view": view,
        "facts": facts,
        "position": position,
        "moves": moves,
        "draw": draw,
    }
    swap: Callable[..., Spec] = dataclasses.replace
    return swap(SPEC, **{part: changed(modules[part], changes)})


if __name__ == "__main__":
    try:
        check_game(with_mistake(sys.argv[1]), [{"players": 2}])
    except Exception as error:
        print(f"found: {type(error).__name__}: {error}")
        raise SystemExit(0) from error
    else:
        print("nothing was found")
