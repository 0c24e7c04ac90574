"""Dice: where they lie, who may take them, and what the white one counts as."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE
from pentarchy.games.color_kingdoms import maps, rules
from tests.rules.color_kingdoms.tables import (
    WEIGHTS,
    arranged,
    chances,
    load,
    moves,
    on_the_default_map,
    own,
    play,
    started,
)

EMPTY = ""


@pytest.mark.rule("CK-6")
def test_a_die_lies_in_every_set_of_kingdoms_as_likely_as_the_map_says() -> None:
    game = load(2)
    outcomes = chances(game, game.buffer())
    assert len(outcomes) == 3 * len(WEIGHTS)
    for kingdoms, weight in WEIGHTS.items():
        for face in (2, 3, 4):
            assert outcomes[f"blue {face} in {kingdoms}"] == weight


@pytest.mark.rule("CK-6")
def test_on_the_default_map_the_weights_are_those_of_its_geometry() -> None:
    game = on_the_default_map(2, first=0)
    outcomes = chances(game, game.buffer())
    dice = maps.load("default").dice
    assert sum(outcomes.values()) == 3 * sum(dice.values())
    assert sorted(outcomes.values()) == sorted([*dice.values()] * 3)


@pytest.mark.rule("CK-6")
def test_the_fast_draw_is_as_likely_as_the_weights_say() -> None:
    game = load(1)
    buffer = game.buffer()
    state = buffer.view(rules.STATE)[0]
    draw, rng = game.kernel.bound["draw"], np.array([7], np.uint64)
    outcome = game.spec.moves.outcome
    trials = 20_000
    drawn = Counter(outcome(int(draw(state, rng))) for _ in range(trials))
    outcomes = chances(game, buffer)
    assert set(drawn) <= set(outcomes)
    everything = sum(outcomes.values())
    square = sum(
        (drawn[text] - trials * w / everything) ** 2 / (trials * w / everything) for text, w in outcomes.items()
    )
    freedom = len(outcomes) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.rule("CK-6")
def test_weights_may_be_large_numbers() -> None:
    content = dict(load(1).options["map"]) | {"dice": {"red": 10**9, "blue": 10**9, "green": 10**9, "brown": 10**9}}
    game = load(1, map=content)
    state = game.buffer().view(rules.STATE)[0]
    draw, rng = game.kernel.bound["draw"], np.array([7], np.uint64)
    drawn = Counter(game.spec.moves.outcome(int(draw(state, rng))).split()[-1] for _ in range(4000))
    assert all(abs(drawn[kingdom] - 1000) < 4 * 750**0.5 for kingdom in ("red", "blue", "green", "brown"))


@pytest.mark.rule("CK-7")
def test_who_takes_a_die_that_lies_in_several_kingdoms_names_one_of_them() -> None:
    match = started(
        2, dice=["blue 4 in red+yellow+brown", "red 3 in yellow+violet", "yellow 2 in red", "white 4 in red"]
    )
    assert moves(match) == {
        "take blue from red",
        "take blue from yellow",
        "take blue from brown",
        "take red from yellow",
        "take red from violet",
        "take yellow from red",
    }
    play(match, "take red from violet")
    assert own(match)["die"] == {"die": "red", "colour": "red", "kingdom": "violet", "drops": 3}


@pytest.mark.rule("CK-8")
def test_the_white_die_cannot_be_taken_while_all_four_are_in_the_box() -> None:
    assert not any("white" in move for move in moves(started(2)))


@pytest.mark.rule("CK-8")
def test_the_white_die_counts_as_a_colour_that_is_no_longer_in_the_box() -> None:
    match = play(started(3), "take red from red", "done")
    assert {move for move in moves(match) if "white" in move} == {"take white as red from red"}
    play(match, "take yellow from red", "done")
    assert {move for move in moves(match) if "white" in move} == {
        "take white as red from red",
        "take white as yellow from red",
    }
    play(match, "take white as yellow from red")
    assert match.view(2)["players"][2]["die"] == {"die": "white", "colour": "yellow", "kingdom": "red", "drops": 4}


@pytest.mark.rule("CK-8")
def test_a_colour_taken_in_an_earlier_round_of_the_throw_counts() -> None:
    match = play(started(2), "take blue from red", "done", "take red from red", "done")
    assert moves(match) == {"take yellow from red", "take white as blue from red", "take white as red from red"}


@pytest.mark.rule("CK-8")
def test_a_die_must_be_taken_even_from_a_complete_kingdom() -> None:
    red_is_full = "\n".join(["......"] * 6 + ["brb...", "yby...", "brb..."])
    match = arranged(red_is_full, EMPTY)
    assert moves(match) == {"take blue from red", "take red from red", "take yellow from red"}
    assert moves(play(match, "take blue from red")) == {"done"}


@pytest.mark.rule("CK-3")
def test_a_taken_die_is_no_longer_in_the_box() -> None:
    match = play(started(4), "take blue from red")
    assert not any(move.startswith("take blue") for move in moves(match, 1))
    assert [die["taken_by"] for die in match.view()["dice"]] == [0, None, None, None]


@pytest.mark.rule("CK-6")
def test_what_a_die_shows_and_where_it_lies_is_told_to_all() -> None:
    match = started(2, dice=["blue 4 in red+yellow", "red 3 in blue", "yellow 2 in red", "white 4 in red"])
    assert [event["chance"] for event in match.log(None)] == [
        "blue 4 in red+yellow",
        "red 3 in blue",
        "yellow 2 in red",
        "white 4 in red",
    ]
    assert all(event.seat == CHANCE for event in match.events)
    blue = match.view(None)["dice"][0]
    assert (blue["die"], blue["drops"], blue["kingdoms"]) == ("blue", 4, ["red", "yellow"])
