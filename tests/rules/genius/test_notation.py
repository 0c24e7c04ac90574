"""How moves are written: as they are shown, and as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from pentarchy import IllegalMove
from pentarchy.games.genius.moves import Alternative, Collect, Draw, Pass
from tests.rules.genius.tables import NOTHING, opened, table


@pytest.mark.parametrize("text", ["draw", "Draw", " DRAW ", "d", "dr"])
def test_a_draw_may_be_typed_carelessly(text: str) -> None:
    assert opened("red blue yellow red").play(text) == Draw()


@pytest.mark.parametrize("text", ["collect", "Collect", "c", "coll"])
def test_a_collect_may_be_typed_carelessly(text: str) -> None:
    assert table(NOTHING, NOTHING, centre="red blue yellow", zone="red").play(text) == Collect()


@pytest.mark.parametrize("move", ["alternative", "alt", "A", Alternative(), {"move": "alternative"}])
def test_an_alternative_move_may_be_text_a_typed_move_or_a_dict(move: Any) -> None:
    assert table("3 3 3 3 3 2", NOTHING, centre="red blue violet").play(move) == Alternative()


def test_a_pass_is_a_move_like_any_other() -> None:
    match = table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3")
    assert match.play("p") == Pass()
    assert match.log()[-1] == {"seat": 0, "move": "pass"}


@pytest.mark.parametrize("text", ["", " ", "drawn", "take", "x", "collect red", "draw 2", "тянуть"])
def test_what_cannot_be_read_is_refused_with_examples(text: str) -> None:
    match = opened("red blue yellow")
    before = match.state()
    with pytest.raises(IllegalMove, match="moves look like 'draw', 'collect', 'alternative', 'pass'"):
        match.play(text)
    assert match.state() == before


def test_a_script_that_cannot_happen_is_refused() -> None:
    with pytest.raises(ValueError, match="the script asks for 'token pink'; possible now: token red, token orange"):
        opened("pink")
