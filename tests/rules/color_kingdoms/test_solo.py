"""The solo game: throws of four rounds, crossed numbers, three endings, the rating."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pentarchy.games.color_kingdoms.components import COLOURS, MONSTER_KINDS, MONSTERS
from tests.rules.color_kingdoms.tables import arranged, full, load, monsters, moves, own, play, row, started

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

IN_RED = ["blue 2 in red", "red 2 in red", "yellow 2 in red", "white 2 in red"]
AGAIN = ["blue 3 in green", "red 3 in green", "yellow 3 in green", "white 3 in green"]
HIGH = {f"cross {colour} 4" for colour in COLOURS} | {f"cross {kind} 3" for kind in MONSTER_KINDS}
LOW = {f"cross {colour} 2" for colour in COLOURS} | {f"cross {kind} 1" for kind in MONSTER_KINDS}
ALL_HIGH = {colour: [4] for colour in COLOURS} | {monster: [3] for monster in MONSTERS}
EVERYTHING = {colour: [4, 2] for colour in COLOURS} | {monster: [3, 1] for monster in MONSTERS}


@pytest.mark.rule("CK-32")
def test_one_throw_serves_four_rounds() -> None:
    match = started(1, dice=[*IN_RED, *AGAIN])
    for number, take in enumerate(["blue", "red", "yellow", "white as red"], 1):
        assert (match.view(0)["round"], match.view(0)["throw"], match.view(0)["round_of_throw"]) == (number, 1, number)
        play(match, f"take {take} from red", "done", f"cross {COLOURS[number]} 4")
    assert (match.view(0)["round"], match.view(0)["throw"]) == (5, 2)
    assert moves(match) == {"take blue from green", "take red from green", "take yellow from green"}


@pytest.mark.rule("CK-32", "CK-8")
def test_the_white_die_is_not_the_first_of_a_throw() -> None:
    match = started(1, dice=IN_RED)
    assert not any("white" in move for move in moves(match))
    play(match, "take yellow from red", "done", "cross red 4")
    assert "take white as yellow from red" in moves(match)
    assert "take white as blue from red" not in moves(match)


@pytest.mark.rule("CK-33")
def test_after_a_round_one_4_or_3_is_crossed_out_in_any_row_but_the_final_one() -> None:
    match = play(started(1, dice=IN_RED), "take blue from red", "done")
    assert match.view(0)["phase"] == "cross"
    assert moves(match) == HIGH
    play(match, "cross hydras 3")
    assert match.view(0)["crossed"]["hydra"] == [3]
    assert match.view(0)["achievements"]["hydra"] == {
        "first": [],
        "second": [],
        "points": [3, 1],
        "open": [False, True],
    }
    assert match.view(0)["round"] == 2


@pytest.mark.rule("CK-33")
def test_a_circled_number_is_not_crossed_out() -> None:
    match = arranged(areas=[full("red", but="r3")], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["awards"]["red"] == 4
    assert moves(match) == HIGH - {"cross red 4"}


@pytest.mark.rule("CK-33")
def test_when_every_4_and_3_is_crossed_or_circled_a_2_or_1_is_crossed_out() -> None:
    circled = {name: numbers for name, numbers in ALL_HIGH.items() if name != "red"}
    match = arranged(areas=[full("red")], dice=IN_RED, crossed=circled, won={"red": ([0], [])})
    play(match, "take blue from red", "done")
    assert moves(match) == LOW, "also the 2 of the row whose 4 is circled"


@pytest.mark.rule("CK-33")
def test_with_the_4_crossed_out_a_kingdom_brings_2() -> None:
    match = arranged(areas=[full("red", but="r3")], dice=IN_RED, crossed={"red": [4]})
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["awards"]["red"] == 2


@pytest.mark.rule("CK-33")
def test_with_both_crossed_out_it_brings_nothing() -> None:
    match = arranged(areas=[full("red", but="r3")], dice=IN_RED, crossed=ALL_HIGH | {"red": [4, 2]})
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["awards"]["red"] == 0
    assert own(match)["complete"] == ["red"]


@pytest.mark.rule("CK-33")
def test_a_circled_2_is_not_crossed_out() -> None:
    match = arranged(areas=[full("red", but="r3")], dice=IN_RED, crossed=ALL_HIGH)
    play(match, "take blue from red", "paint r3", "done")
    assert moves(match) == LOW - {"cross red 2"}


@pytest.mark.rule("CK-33")
def test_monsters_are_judged_before_a_number_is_crossed_out() -> None:
    match = arranged(areas=[monsters("G", but="r4")], dice=IN_RED)
    play(match, "take blue from red", "paint r4", "done")
    assert own(match)["awards"]["griffin"] == 3
    assert "cross griffins 3" not in moves(match)


THREE_BUT_ONE = full("red", "green", "blue", but="r3")


@pytest.mark.rule("CK-34")
def test_three_kingdoms_circle_the_3_and_the_next_round_is_the_last() -> None:
    match = arranged(areas=[THREE_BUT_ONE], dice=IN_RED)
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["awards"]["end"] == 3
    assert match.view(0)["phase"] == "cross", "a number is still crossed out in this round"
    play(match, "cross violet 4")
    assert match.view(0)["last_round"]
    play(match, "take red from red", "done")
    assert match.over, "and none after the last"
    assert match.view(0)["crossed"]["brown"] == []


@pytest.mark.rule("CK-34")
def test_without_a_number_to_cross_out_the_3_of_the_end_is_and_the_next_round_is_the_last() -> None:
    match = arranged(areas=[THREE_BUT_ONE], dice=IN_RED, crossed=EVERYTHING)
    play(match, "take yellow from red", "done")
    assert match.view(0)["crossed"]["end"] == [3]
    assert match.view(0)["last_round"]
    play(match, "take blue from red", "paint r3", "done")
    assert match.over
    assert own(match)["awards"]["end"] == 1, "three kingdoms by then bring the 1"


@pytest.mark.rule("CK-34")
def test_both_in_one_round_circle_the_3() -> None:
    match = arranged(areas=[THREE_BUT_ONE], dice=IN_RED, crossed=EVERYTHING)
    play(match, "take blue from red", "paint r3", "done")
    assert own(match)["awards"]["end"] == 3
    assert match.view(0)["crossed"]["end"] == []
    assert match.view(0)["last_round"]
    play(match, "take red from red", "done")
    assert match.over


@pytest.mark.rule("CK-28")
def test_alone_too_the_game_ends_when_all_blots_are_marked_and_no_number_is_crossed_then() -> None:
    match = arranged("", dice=IN_RED, blots=[11])
    play(match, "take blue from red", "done")
    assert match.over
    assert not any(match.view(0)["crossed"].values())


@pytest.mark.rule("CK-35")
@pytest.mark.parametrize(
    ("points", "rating"),
    [
        (-5, "below 50"),
        (49, "below 50"),
        (50, "50–59"),
        (59, "50–59"),
        (60, "60–69"),
        (69, "60–69"),
        (70, "70 and more"),
    ],
)
def test_the_rating_follows_from_the_points(points: int, rating: str) -> None:
    found = row(sheet_worth(points))
    assert (found["points"], found["rating"]) == (points, rating)


def sheet_worth(points: int) -> Match:
    """A solo sheet with that many points: monsters tamed, capitals built, and blots to come out even."""
    dragons = {"b2": "v", "r2": "g", "y2": "n", "g2": "g", "v2": "v", "n2": "n"}
    griffins, unicorns = dict.fromkeys(("b6", "r4", "v6", "n4"), "r"), dict.fromkeys(("r6", "y4", "g6", "n6"), "y")
    hydras = dict.fromkeys(("b4", "y6", "g4", "v4"), "b")
    capitals = {f"{letter}5": letter for letter in "brygvn"}
    colourful = {
        f"{letter}{number}": colour for letter in "brygvn" for number, colour in zip("1379", "ryng", strict=True)
    }
    sheet = dragons | griffins | unicorns | hydras | capitals | colourful
    won: dict[str, tuple[list[int], list[int]]] = {row: ([0], []) for row in ("dragon", "griffin", "unicorn", "hydra")}
    most = arranged(areas=[sheet], won=won).standings().scores[0]
    assert most >= points
    return arranged(areas=[sheet], won=won, blots=[most - points], blots_on_a_sheet=99)


@pytest.mark.rule("CK-35")
def test_with_several_players_there_is_no_rating() -> None:
    assert "rating" not in row(load(2).start(1))
