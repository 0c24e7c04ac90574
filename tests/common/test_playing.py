"""Moves and seats that are none are refused. What else holds in every game: see test_every_game.py."""

from __future__ import annotations

from typing import Any

import pytest

import pentarchy
from pentarchy import IllegalMove
from tests.walks import finished


@pytest.mark.parametrize("bad", [None, 3, 2.5, [], ("claim", 1), b"draw", {1, 2}], ids=repr)
def test_a_move_that_is_no_move_is_refused(bad: Any) -> None:
    match = pentarchy.load("kingdomino").start(seed=1)
    with pytest.raises(IllegalMove, match="a move is text, a Move or a dict"):
        match.play(bad)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "0", True, 10**30], ids=repr)
def test_a_seat_that_is_no_seat_is_refused(seat: Any) -> None:
    match = pentarchy.load("kingdomino", players=2).start(seed=1)
    for ask in (match.view, match.legal, match.log, match.svg, match.text, lambda seat: match.play("claim 1", seat)):
        with pytest.raises(ValueError, match="seat is one of 0 to 1"):
            ask(seat)


def test_a_seat_that_is_not_to_act_is_told_who_is() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    (acting,) = match.to_act
    with pytest.raises(IllegalMove, match=f"seat {1 - acting} is not to act; to act: {acting}"):
        match.play(match.legal()[0], seat=1 - acting)


def test_nobody_can_play_after_the_end() -> None:
    match = finished(pentarchy.load("kingdomino"), seed=2)
    with pytest.raises(IllegalMove, match="the match is over"):
        match.play("claim 1")
