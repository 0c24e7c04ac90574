"""What the greedy bot sees in a position."""

from __future__ import annotations

from typing import Any

import pytest

import pentarchy
from pentarchy.lab.simulate import simulate
from tests.rules.kingems.tables import load, play, table, walk

FIVE = "violet, yellow, orange, light blue, green"
FULL = "blue, violet, yellow, orange, light blue, violet"


def choice(match: Any, seed: int = 1) -> str:
    return str(pentarchy.bots.load("greedy", seed=seed).choose(match))


def played(match: Any) -> Any:
    """The bot plays its whole turn."""
    seat = match.to_act[0]
    while match.to_act == (seat,):
        match.play(pentarchy.bots.load("greedy", seed=1).choose(match))
    return match


def test_it_takes_the_crystal_that_it_needs() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "blue", "f6": "pink", "a6": "blue"}, crystals=["blue"])
    play(match, "keep")
    assert choice(match) == "go f6"
    assert played(match).position()["players"][0]["crystals"] == ["blue", "pink"]


def test_it_turns_the_tile_that_opens_the_way_to_victory() -> None:
    """b1 lies across the corridor; turned it leads to c1 with the last crystal."""
    picture = """
        ─│─...
        │.....
        ......
        ......
        ......
        ......
    """
    shown = {"a1": "blue", "c1": "pink", "b1": "blue"}
    match = table(picture, pawns=("a1", "platform"), shown=shown, crystals=[FIVE])
    assert choice(match) in ("turn b1 90", "turn b1 270")
    assert played(match).over


def test_it_pays_with_what_lies_beside_the_card_for_a_turn_that_wins() -> None:
    """Two tiles must be turned; blue is of no other use."""
    picture = """
        ─││─..
        │.....
        ......
        ......
        ......
        ......
    """
    shown = {"a1": "blue", "b1": "blue", "c1": "blue", "d1": "pink"}
    match = table(picture, pawns=("a1", "platform"), shown=shown, crystals=[f"{FIVE}, blue"])
    play(match, "turn b1 90")
    assert choice(match) == "discard blue"
    assert played(match).over


def test_it_does_not_pay_with_a_place_of_its_card() -> None:
    shown = {"a1": "blue", "f6": "pink", "c3": "blue"}
    match = play(table(pawns=("a1", "platform"), shown=shown, crystals=["green"]), "turn c3 90")
    assert choice(match) == "keep"


def test_with_a_full_card_it_goes_home() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink"}, crystals=[FULL], mode="advanced")
    assert played(match).result.winners == (0,)


def test_it_prefers_a_transparent_to_an_unneeded_colour() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "f6": "blue+transparent"}, crystals=["pink"])
    play(match, "keep", "go f6")
    assert choice(match) == "take transparent"


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_it_beats_random_players_nearly_always(players: int, mode: str) -> None:
    report = simulate(load(players, mode=mode), ["greedy", *["random"] * (players - 1)], games=100, seed=3)
    assert report.seats[0].win_share > 0.95


def test_it_plays_basic_matches_legally_and_leaves_them_alone() -> None:
    for number, match in enumerate(walk(load(3).start(4), seed=4)):
        if number % 4 == 0 and not match.over:
            state = match.state()
            move = pentarchy.bots.load("greedy", seed=number).choose(match)
            assert match.state() == state
            assert move in match.legal()
            assert move == pentarchy.bots.load("greedy", seed=number).choose(match)
