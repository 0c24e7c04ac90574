"""The levels, and loading bots by name."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

import pentarchy
from pentarchy import bots
from pentarchy.bots.levels import LEVELS, levels_of
from pentarchy.engine.game import Game
from pentarchy.games import NAMES, spec
from tests.variants import load, one_variant_each


@pytest.mark.parametrize(("name", "options"), one_variant_each())
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game(name: str, options: dict[str, Any], level: str) -> None:
    match = load(name, options).start(seed=1)
    player = bots.load(level if level in ("novice", "adept") else f"{level}:8", seed=1)
    for _ in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        match.play(player.choose(match, seat), seat)


def test_every_game_has_every_level() -> None:
    for name in NAMES:
        assert tuple(levels_of(spec(name))) == LEVELS


@pytest.mark.parametrize(
    ("levels", "complaint"),
    [
        ({"novice": {}}, "knowledge.py of genius has the levels novice; they are novice, adept, expert, master"),
        ({level: {"slips": 101} for level in LEVELS}, "a level in knowledge.py of genius cannot be read: .*<= 100"),
        ({level: {"temper": 1} for level in LEVELS}, "a level in knowledge.py of genius cannot be read: .*temper"),
    ],
)
def test_levels_that_make_no_sense_are_named(levels: dict[str, dict[str, int]], complaint: str) -> None:
    knowledge = SimpleNamespace(**{**vars(spec("genius").knowledge), "LEVELS": levels})
    with pytest.raises(ValueError, match=complaint):
        levels_of(dataclasses.replace(spec("genius"), knowledge=knowledge))


def test_bots_say_that_they_know_nothing_of_a_game() -> None:
    unknown = Game(dataclasses.replace(spec("genius"), knowledge=None), {"first": 0})
    match = unknown.start(seed=1)
    assert bots.load("random", seed=1).choose(match) in match.legal()
    with pytest.raises(ValueError, match=r"bots know nothing of genius, which has no knowledge\.py: only random"):
        bots.load("adept", seed=1).choose(match)


@pytest.mark.parametrize(
    "name", ["novice", "adept", "expert:20", "master:20", "search:20", "search:900moves", "random", "greedy"]
)
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    games = []
    for _ in range(2):
        match = pentarchy.load("kingdomino").start(seed=4)
        player = bots.load(name, seed=9)
        for _ in range(14):
            match.play(player.choose(match))
        games.append(match.events)
    assert games[0] == games[1]


def test_a_novice_sometimes_errs_and_a_greedy_bot_never_does() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    assert len({bots.load("novice", seed=seed).choose(match) for seed in range(40)}) > 1
    assert len({bots.load("greedy", seed=seed).choose(match) for seed in range(40)}) == 1


@pytest.mark.parametrize(
    ("name", "arguments", "problem"),
    [
        ("hal", {}, "there is no bot 'hal'; there are random, greedy, search, novice, adept, expert, master"),
        (None, {}, "there is no bot None; there are random"),
        ("", {}, "there is no bot ''; there are random"),
        ("search:many", {}, "'many' is no number of iterations, as 400, nor of moves, as 30000moves, nor a time"),
        ("search:", {}, "'' is no number of iterations"),
        ("search:-3", {}, "'-3' is no number of iterations"),
        ("search:0", {}, "iterations is a whole number of at least 1, not 0"),
        ("search:0moves", {}, "moves is a whole number of at least 1, not 0"),
        ("search:2m", {}, "'2m' is no number of iterations"),
        ("search:400", {"seconds": 1.0}, "the budget of 'search:400' is given twice"),
        ("greedy:5", {}, "greedy decides at a glance and takes no budget"),
        ("random", {"seconds": 1.0}, "random decides at a glance and takes no budget"),
        ("search", {"threads": 0}, "threads is a whole number of at least 1, not 0"),
        ("search", {"seconds": -1.0}, "seconds is a number of more than 0, not -1.0"),
        ("master", {"iterations": 5, "moves": 5}, "one budget: iterations, moves or seconds"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(name: Any, arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        bots.load(name, **arguments)


def test_a_level_that_looks_ahead_can_analyse() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    analysis = bots.load("master", iterations=50, seed=1).analyse(match)
    assert analysis.iterations == 50
    for name in ("novice", "greedy"):
        with pytest.raises(ValueError, match=f"{name} decides at a glance in kingdomino"):
            bots.load(name).analyse(match)
