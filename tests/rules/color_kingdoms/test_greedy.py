"""The greedy bot thinks a whole turn ahead, and only about what it may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pentarchy
from pentarchy.lab.simulate import simulate
from tests.rules.color_kingdoms.tables import arranged, full, on_the_default_map, own, play, supply

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

IN_RED = ["blue 2 in red", "red 2 in red", "yellow 2 in red", "white 2 in red"]
THREE = full("violet", "green", "blue")


def turn(match: Match, seat: int = 0) -> list[str]:
    """The moves of the bot until it has finished its turn."""
    bot = pentarchy.bots.load("greedy", seed=1)
    made: list[str] = []
    while not made or made[-1] != "done":
        made.append(str(match.play(bot.choose(match, seat), seat)))
    return made


def in_the_last_round(sheet: dict[str, str], **options: object) -> Match:
    return arranged(areas=[sheet, THREE], won={"end": ([1], [])}, dice=IN_RED, **options)  # type: ignore[arg-type]


def final_score(match: Match) -> int:
    """The points of seat 0 when the other one has finished as well."""
    match = play(match.copy(), str(match.legal(1)[0]), "done", seat=1)
    assert match.over
    return match.standings().scores[0]


def best_score(match: Match) -> int:
    """The most points with which seat 0 can end, found by trying everything."""
    best = -100
    for move in match.legal(0):
        after = match.copy()
        after.play(move, 0)
        best = max(best, final_score(after) if str(move) == "done" else best_score(after))
    return best


@pytest.mark.parametrize(
    ("sheet", "ready"),
    [
        ({}, {}),
        ({"r4": "b", "r5": "y"}, {}),
        (full("red", but="r2 r3 r6"), {"exception": 1}),
        (full("red", but="r5 r7"), {"mix": 1}),
        (full("red", but="r1"), {"split": 1}),
        (full("red", "yellow", "brown", but="r5 n3 n5"), {"split": 1}),
    ],
    ids=["nothing painted", "something painted", "exception", "mix", "split", "third kingdom"],
)
def test_in_the_last_round_it_makes_the_turn_that_brings_most(sheet: dict[str, str], ready: dict[str, int]) -> None:
    match = in_the_last_round(sheet, ready=ready)
    most = best_score(match)
    turn(match)
    assert final_score(match) == most


def test_it_completes_a_kingdom_when_it_can() -> None:
    match = arranged(areas=[full("red", but="r3 r7"), {}], dice=IN_RED)
    made = turn(match)
    assert {"paint r3", "paint r7"} <= set(made)


def test_it_leaves_no_drop_where_it_can_place_it() -> None:
    match = arranged("", "", dice=["blue 4 in red", "red 4 in red", "yellow 4 in red", "white 4 in red"])
    turn(match)
    assert own(match)["blots"] == 0


def test_in_the_last_round_it_spends_its_tower_drops() -> None:
    match = in_the_last_round({}, ready={"green": 1, "violet": 1})
    turn(match)
    assert (supply(match, "green"), supply(match, "violet")) == ((0, 0, 1), (0, 0, 1))


def test_it_moves_the_drops_where_they_are_worth_more() -> None:
    red_is_full = full("red")
    made = turn(in_the_last_round(red_is_full, ready={"move": 1}))
    assert any(move.startswith("move to") for move in made)


def test_alone_it_crosses_out_what_costs_nothing() -> None:
    low = {name: [4] for name in ("blue", "yellow", "green", "violet", "brown")}
    low |= {name: [3] for name in ("dragon", "griffin", "unicorn", "hydra")}
    begun = {"b4": "r", "y1": "r", "g1": "r", "v1": "r", "n1": "r"}  # in every other kingdom, and a hydra
    match = arranged(areas=[full("red") | begun], dice=IN_RED, crossed=low, won={"red": ([0], [])})
    play(match, "take blue from red", "done")
    assert str(pentarchy.bots.load("greedy", seed=1).choose(match, 0)) == "cross red 2"


@pytest.mark.rule("CK-35")
def test_alone_it_plays_like_a_sensible_player() -> None:
    report = simulate(on_the_default_map(1), ["greedy"], games=100, seed=3)
    assert report.seats[0].mean > 60


def test_it_beats_random_players_almost_always() -> None:
    report = simulate(on_the_default_map(3), ["greedy", "random", "random"], games=60, seed=3)
    assert report.seats[0].win_share > 0.95
