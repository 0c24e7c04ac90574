"""How a game for several ends."""

from __future__ import annotations

import pytest

from tests.rules.color_kingdoms.tables import arranged, full, play

IN_RED = ["blue 2 in red", "red 2 in red", "yellow 2 in red", "white 2 in red"]
THREE_BUT_ONE = full("red", "green", "blue", but="r3")


@pytest.mark.rule("CK-27")
def test_after_three_complete_kingdoms_one_more_round_is_played() -> None:
    match = arranged(areas=[THREE_BUT_ONE, {}, {}], dice=IN_RED)
    assert not match.view()["last_round"]
    play(match, "take blue from red", "paint r3", "done", "take red from red", "done", "take yellow from red", "done")
    assert match.view()["last_round"]
    for _ in range(3):
        play(match, str(match.legal(match.to_act[0])[0]), "done")
    assert match.over
    assert match.view()["phase"] == "over"


@pytest.mark.rule("CK-27", "CK-10")
def test_with_two_the_last_round_may_be_the_second_half_of_a_throw() -> None:
    match = arranged(areas=[THREE_BUT_ONE, {}], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done", "take red from red", "done")
    assert (match.view()["throw"], match.view()["round_of_throw"]) == (1, 2)
    play(match, "take yellow from red", "done", "take white as blue from red", "done")
    assert match.over


@pytest.mark.rule("CK-28")
def test_when_all_blots_of_all_are_marked_the_game_is_over() -> None:
    match = arranged("", "", dice=IN_RED, blots=[11, 11])
    play(match, "take blue from red", "done", "take red from red", "done")
    assert match.over


@pytest.mark.rule("CK-28")
def test_as_long_as_somebody_has_a_blot_left_it_goes_on() -> None:
    match = arranged("", "", dice=IN_RED, blots=[12, 10])
    play(match, "take blue from red", "done", "take red from red", "done")
    assert not match.over


@pytest.mark.rule("CK-28")
def test_it_comes_before_a_last_round_but_after_the_achievements() -> None:
    match = arranged(areas=[THREE_BUT_ONE, {}], dice=IN_RED, blots=[11, 11])
    play(match, "take blue from red", "paint r3", "done", "take red from red", "done")
    assert match.over
    assert match.view()["players"][0]["awards"]["end"] == 3
    assert match.view()["players"][0]["awards"]["red"] == 4


@pytest.mark.rule("CK-28", "CK-4")
def test_a_sheet_may_have_another_number_of_blots() -> None:
    match = arranged("", "", dice=IN_RED, blots_on_a_sheet=1)
    assert match.view()["cells"]["blot"] == 1
    play(match, "take blue from red", "done", "take red from red", "done")
    assert match.over
