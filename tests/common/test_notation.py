"""Moves as text and as data: everything reads back, and nothing that is typed can do harm."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pentarchy
from pentarchy import IllegalMove
from tests.sizes import covered, size
from tests.variants import load, one_variant_each

game_each = pytest.mark.parametrize(("name", "options"), one_variant_each())

WORDS = ["claim", "place", "discard", "draw", "collect", "play", "next", "skip", "swap", "east", "№", "-1", "0,0", "٣"]
typed = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join))
json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.soak
@game_each
@settings(max_examples=size(150, 10_000), deadline=None)
@given(text=typed)
def test_whatever_is_typed_is_a_move_or_refused(name: str, options: dict[str, Any], text: str) -> None:
    match = load(name, options).start(seed=1)
    state = match.state()
    try:
        covered(1, "moves typed at random")
        match.play(text, match.to_act[0])
    except IllegalMove:
        assert match.state() == state


@pytest.mark.soak
@game_each
@settings(max_examples=size(100, 10_000), deadline=None)
@given(data=st.dictionaries(st.sampled_from(["move", "domino", "x", "y", "facing"]) | st.text(max_size=4), json_like))
def test_whatever_dict_is_sent_is_a_move_or_refused(name: str, options: dict[str, Any], data: dict[str, Any]) -> None:
    match = load(name, options).start(seed=1)
    state = match.state()
    try:
        covered(1, "moves sent at random")
        match.play(data, match.to_act[0])
    except IllegalMove:
        assert match.state() == state


def test_a_text_that_cannot_be_read_is_quoted_with_examples() -> None:
    match = pentarchy.load("kingdomino").start(seed=1)
    with pytest.raises(IllegalMove, match=r"cannot read 'clam 17': moves look like 'claim 17', 'place 0,-1 east'"):
        match.play("clam 17")


def test_an_illegal_move_is_told_what_would_be_legal() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    legal = ", ".join(map(str, match.legal()))
    with pytest.raises(IllegalMove, match=f"may not play 'discard' now: .*; legal: {legal}"):
        match.play("discard")


@pytest.mark.parametrize("text", ["P 0 -1 e", "place 0,-1 east", "PLACE  0 , -1  EAST", "p0,-1e", "place +0;-1;east"])
def test_kingdomino_placements_may_be_typed_in_many_ways(text: str) -> None:
    table = pentarchy.load("kingdomino").moves
    assert str(table.moves[table.code(text)]) == "place 0,-1 east"


@pytest.mark.parametrize(
    "text", ["place 0,-1 eggs", "place 0,-1", "place 0,-1 ea", "place 0,-1 eastt", "place ٣,0 east"]
)
def test_kingdomino_placements_are_not_guessed(text: str) -> None:
    with pytest.raises(IllegalMove, match="cannot read"):
        pentarchy.load("kingdomino").moves.code(text)


@pytest.mark.parametrize("text", ["c17", "Claim 17", "claim №17", "claim no. 17", "c #17"])
def test_kingdomino_claims_may_be_typed_in_many_ways(text: str) -> None:
    table = pentarchy.load("kingdomino").moves
    assert str(table.moves[table.code(text)]) == "claim 17"
