"""Rounds for two, three and four players: throws, the order of taking, the token."""

from __future__ import annotations

import pytest

from tests.rules.color_kingdoms.tables import DICE_IN_RED, load, moves, play, started

AGAIN = ["blue 2 in green", "red 2 in green", "yellow 2 in green", "white 2 in green"]


@pytest.mark.rule("CK-9")
def test_with_four_everybody_takes_one_die_of_a_throw_and_the_token_moves_on() -> None:
    match = started(4, dice=[*DICE_IN_RED, *AGAIN], first=2)
    for seat, die in ((2, "blue"), (3, "red"), (0, "yellow"), (1, "white as blue")):
        assert match.to_act == (seat,)
        play(match, f"take {die} from red", "done")
    view = match.view()
    assert (view["round"], view["throw"], view["first"]) == (2, 2, 3)
    assert match.to_act == (3,)
    assert moves(match) == {"take blue from green", "take red from green", "take yellow from green"}


@pytest.mark.rule("CK-9")
def test_with_three_the_fourth_die_is_not_used() -> None:
    match = started(3, dice=[*DICE_IN_RED, *AGAIN])
    play(match, "take blue from red", "done", "take red from red", "done", "take yellow from red", "done")
    assert [die["taken_by"] for die in match.view()["dice"]] == [None] * 4
    assert (match.view()["round"], match.view()["first"]) == (2, 1)


@pytest.mark.rule("CK-10")
def test_with_two_one_throw_serves_two_rounds() -> None:
    match = started(2, dice=[*DICE_IN_RED, *AGAIN])
    assert len(moves(match)) == 3
    play(match, "take blue from red", "done")
    assert moves(match) == {"take red from red", "take yellow from red", "take white as blue from red"}
    play(match, "take red from red", "done")
    view = match.view()
    assert (view["round"], view["throw"], view["round_of_throw"], view["first"]) == (2, 1, 2, 0)
    play(match, "take yellow from red", "done")
    assert moves(match) == {f"take white as {colour} from red" for colour in ("blue", "red", "yellow")}
    play(match, "take white as red from red", "done")
    view = match.view()
    assert (view["round"], view["throw"], view["round_of_throw"], view["first"]) == (3, 2, 1, 1)
    assert match.to_act == (1,)


@pytest.mark.rule("CK-12")
def test_the_next_player_takes_a_die_as_soon_as_the_one_before_has() -> None:
    match = started(3)
    acting = [match.to_act]
    for seat, move in ((0, "take blue from red"), (1, "take red from red"), (1, "done")):
        match.play(move, seat)
        acting.append(match.to_act)
    assert acting == [(0,), (0, 1), (0, 1, 2), (0, 2)]


@pytest.mark.rule("CK-12")
def test_the_next_round_waits_for_everybody() -> None:
    match = started(2)
    match.play("take blue from red", 0)
    match.play("take red from red", 1)
    match.play("done", 1)
    assert match.view()["round"] == 1
    assert match.legal(1) == []
    match.play("done", 0)
    assert match.view()["round"] == 2


@pytest.mark.rule("CK-12")
def test_to_act_names_the_first_in_turn_order_who_has_not_finished() -> None:
    match = load(3, first=2).start(1, script=DICE_IN_RED)
    match.play("take blue from red", 2)
    match.play("take red from red", 0)
    assert match.game.kernel.to_act(match._buffer) == 2
    match.play("done", 2)
    assert match.game.kernel.to_act(match._buffer) == 0
