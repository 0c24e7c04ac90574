"""Achievements: who is first, who is second, and when that is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.color_kingdoms.tables import arranged, full, monsters, own, play

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

IN_RED = ["blue 2 in red", "red 2 in red", "yellow 2 in red", "white 2 in red"]
IN_BLUE = ["blue 2 in blue", "red 2 in blue", "yellow 2 in blue", "white 2 in blue"]


def awards(match: Match, row: str) -> list[int]:
    """The points for speed in a row, of every seat."""
    return [player["awards"][row] for player in match.view(0)["players"]]


@pytest.mark.rule("CK-25")
def test_completing_a_kingdom_first_brings_4_and_second_2() -> None:
    match = arranged(areas=[full("red", but="r3"), full("red", but="r3 r9")], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done", "take red from red", "paint r3", "done")
    assert awards(match, "red") == [4, 0]
    play(match, "take yellow from red", "done", "take white as blue from red", "paint r9", "done")
    assert awards(match, "red") == [4, 2]


@pytest.mark.rule("CK-25")
def test_a_kind_of_monsters_brings_3_and_1_tamed_or_not() -> None:
    match = arranged(areas=[monsters("G", but="r4"), monsters("G", but="r4")], dice=IN_RED)
    play(match, "take blue from red", "paint r4", "done", "take red from red", "done")
    assert awards(match, "griffin") == [3, 0]
    play(match, "take yellow from red", "done", "take white as blue from red", "paint r4", "done")
    assert awards(match, "griffin") == [3, 1]


@pytest.mark.rule("CK-25", "CK-27")
def test_three_complete_kingdoms_bring_3_and_in_the_last_round_1() -> None:
    sheets = [full("red", "green", "blue", but="r3"), full("red", "violet", "brown", but="r3")]
    match = arranged(areas=sheets, dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done", "take red from red", "done")
    assert awards(match, "end") == [3, 0]
    assert match.view()["last_round"]
    play(match, "take yellow from red", "done", "take white as blue from red", "paint r3", "done")
    assert match.over
    assert awards(match, "end") == [3, 1]


@pytest.mark.rule("CK-25")
def test_achievements_are_judged_when_all_have_finished() -> None:
    match = arranged(areas=[full("red", but="r3"), {}], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["complete"] == ["red"]
    assert awards(match, "red") == [0, 0]
    assert match.view(0)["achievements"]["red"] == {"first": [], "second": [], "points": [4, 2], "open": [True, True]}
    play(match, "take red from red", "done")
    assert match.view(0)["achievements"]["red"] == {"first": [0], "second": [], "points": [4, 2], "open": [False, True]}


@pytest.mark.rule("CK-26")
def test_who_does_it_in_the_same_round_shares_the_place() -> None:
    match = arranged(areas=[full("red", but="r3"), full("red", but="r3")], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done", "take red from red", "paint r3", "done")
    assert awards(match, "red") == [4, 4]


@pytest.mark.rule("CK-26")
def test_a_shared_first_place_leaves_the_second_to_be_won_by_all_of_the_next_round_in_which_it_is_done() -> None:
    sheets = [full("red"), full("red"), full("red", but="r3"), full("red", but="r3")]
    match = arranged(areas=sheets, dice=IN_RED, won={"red": ([0, 1], [])})
    play(match, "take red from red", "done", "take yellow from red", "done")
    play(match, "take blue from red", "paint r3", "done", "take white as blue from red", "paint r3", "done")
    assert awards(match, "red") == [4, 4, 2, 2]


@pytest.mark.rule("CK-26")
def test_everyone_later_gets_nothing() -> None:
    match = arranged(areas=[full("red"), full("red"), full("red", but="r3")], dice=IN_RED, won={"red": ([0], [1])})
    play(match, "take red from red", "done", "take yellow from red", "done", "take blue from red", "paint r3", "done")
    assert awards(match, "red") == [4, 2, 0]


@pytest.mark.rule("CK-26")
def test_everybody_gets_an_achievement_once() -> None:
    match = arranged(areas=[full("red"), {}], dice=IN_BLUE, won={"red": ([0], [])})
    play(match, "take blue from blue", "done", "take red from blue", "done")
    assert awards(match, "red") == [4, 0]
    assert match.view(0)["achievements"]["red"] == {"first": [0], "second": [], "points": [4, 2], "open": [False, True]}


@pytest.mark.rule("CK-25", "CK-26")
def test_several_achievements_in_one_round() -> None:
    """The rulebook's example for two: both complete the hydras, one of them a kingdom too, the other that one later."""
    hydras = monsters("H", but="y6")
    yellow = full("yellow", but="y6")
    dice = ["blue 2 in yellow", "red 2 in yellow", "yellow 2 in yellow", "white 2 in yellow"]
    sheets = [hydras | full("yellow", but="y6 y9"), hydras | yellow]
    match = arranged(areas=sheets, dice=dice)
    play(match, "take blue from yellow", "paint y6", "done", "take red from yellow", "paint y6", "done")
    assert awards(match, "hydra") == [3, 3]
    assert awards(match, "yellow") == [0, 4]
    assert match.view()["round_of_throw"] == 2
    play(match, "take white as red from yellow", "paint y9", "done", "take yellow from yellow", "done")
    assert awards(match, "yellow") == [2, 4]
