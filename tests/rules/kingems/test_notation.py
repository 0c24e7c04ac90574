"""Moves as people type them."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.kingems.tables import load, moves, play, table

MOVES = load().moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C3 90", "turn c3 90"),
        ("t c3 180", "turn c3 180"),
        ("rotate C3 by 270°", "turn c3 270"),
        ("k", "keep"),
        ("c3", "go c3"),
        ("G c3", "go c3"),
        ("go to c3", "go c3"),
        ("c3 en", "go c3 ne"),
        ("go C3, NW", "go c3 wn"),
        ("take LIGHT  BLUE", "take light blue"),
        ("take lightblue", "take light blue"),
        ("take sky", "take light blue"),
        ("take clear", "take transparent"),
        ("d pink", "discard pink"),
        ("home", "return"),
    ],
)
def test_typing_is_forgiving(text: str, move: str) -> None:
    assert str(MOVES.moves[MOVES.code(text)]) == move


@pytest.mark.parametrize(
    "text", ["", "g3", "c7", "turn c3", "turn c3 45", "go c3 ns", "take", "take red", "discard", "٣"]
)
def test_nothing_is_guessed(text: str) -> None:
    with pytest.raises(IllegalMove, match="cannot read"):
        MOVES.code(text)


def test_a_move_that_is_not_legal_is_told_what_would_be() -> None:
    match = play(table(shown={"f6": "pink"}), "keep", "go f6")
    with pytest.raises(IllegalMove, match=r"may not play 'take blue' now: no such .* \(KG-19\); legal: take pink"):
        match.play("take blue")


def test_a_path_is_named_only_on_a_double_tile() -> None:
    match = play(table("...... ...... ..╯╲.. ..╮╭.. ...... ......"), "keep")
    assert {"go c3", "go d3 ne", "go d3 sw"} <= moves(match)
    for move in ("go c3 wn", "go d3"):
        with pytest.raises(IllegalMove, match="may not play"):
            match.play(move)
