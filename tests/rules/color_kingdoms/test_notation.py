"""Moves as people type them."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from pentarchy.games.color_kingdoms.moves import Cross, Paint, Take
from tests.rules.color_kingdoms.tables import load


def read(text: str) -> str:
    table = load(2).moves
    return str(table.moves[table.code(text)])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Blue from red", "take blue from red"),
        ("t blue in red", "take blue from red"),
        ("take the white", None),
        ("white as yellow from red", "take white as yellow from red"),
        ("TAKE  White  as blue  from green", "take white as blue from green"),
        ("b4", "paint b4"),
        ("p N9", "paint n9"),
        ("b4 tower violet", "paint b4 tower violet"),
        ("paint b4 with mixed green", "paint b4 mixed green"),
        ("b4 mixed blue", None),
        ("b0", None),
        ("move green", "move to green"),
        ("split  violet", "split to violet"),
        ("mix red", None),
        ("mix brown", "mix brown"),
        ("c violet", "choose violet"),
        ("Done", "done"),
        ("x hydra 3", "cross hydras 3"),
        ("cross out green 4", "cross green 4"),
        ("cross green 3", None),
        ("cross dragons 4", None),
        ("paint ٣4", None),
    ],
)
def test_typing_is_forgiving_but_never_guessed(typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(IllegalMove, match="cannot read"):
            read(typed)
    else:
        assert read(typed) == meant


def test_moves_may_be_given_as_data() -> None:
    table = load(2).moves
    assert str(table.moves[table.code(Take("blue", "red"))]) == "take blue from red"
    assert str(table.moves[table.code({"move": "take", "die": "white", "kingdom": "red", "colour": "blue"})]) == (
        "take white as blue from red"
    )
    assert str(table.moves[table.code(Paint("b4", "tower", "violet"))]) == "paint b4 tower violet"
    assert str(table.moves[table.code(Cross("hydras", 3))]) == "cross hydras 3"


def test_an_illegal_move_is_told_what_would_be_legal() -> None:
    match = load(2).start(1, script=[f"{die} 2 in red" for die in ("blue", "red", "yellow", "white")])
    why = r"the die does not lie in that kingdom \(CK-7\)"
    with pytest.raises(
        IllegalMove, match=f"seat 0 may not play 'take blue from green' now: {why}; legal: take blue from red, "
    ):
        match.play("take blue from green", 0)
