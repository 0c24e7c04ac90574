"""What the bot knows of the game: when to stop, and when to take a token instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy import bots
from pentarchy.bots.contests import GREEDY, RANDOM
from pentarchy.bots.policies import policies_of
from pentarchy.engine.simulation import fast_generator
from tests.rules.genius.tables import NOTHING, load, table

if TYPE_CHECKING:
    from pentarchy.engine.match import Match


def choice(match: Match) -> str:
    return str(bots.load("greedy", seed=1).choose(match))


def test_it_collects_when_most_of_the_reserve_would_misfire() -> None:
    assert choice(table(NOTHING, NOTHING, centre="red*3 blue", zone="red")) == "collect"


def test_it_goes_on_when_hardly_anything_can_go_wrong() -> None:
    assert choice(table(NOTHING, NOTHING, centre="red orange*4 yellow*4 green*4 blue*4 violet*4", zone="red")) == "draw"


def test_it_does_not_risk_a_colour_that_wins_the_game() -> None:
    match = table("5 7 7 7 7 7", NOTHING, centre="red orange yellow green blue violet", zone="red")
    assert choice(match) == "collect"


def test_it_goes_on_for_nothing_but_surplus() -> None:
    assert choice(table("7 3 3 3 3 3", NOTHING, centre="red blue violet", zone="red")) == "draw"


def test_it_takes_the_last_token_that_is_missing() -> None:
    assert choice(table("7 7 7 7 7 6", NOTHING, centre="red orange yellow green blue violet")) == "alternative"


def test_it_rather_draws_when_the_centre_is_full_of_what_it_needs() -> None:
    match = table("3 3 3 3 3 2", NOTHING, centre="red*4 orange*4 yellow*4 green*4 blue*4 violet")
    assert choice(match) == "draw"


def test_it_takes_a_safe_token_when_a_draw_promises_little() -> None:
    assert choice(table("7 7 7 7 6 4", NOTHING, centre="red*2 violet")) == "alternative"


@pytest.mark.rule("SG-14")
@pytest.mark.parametrize(
    ("match", "only"),
    [
        (table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3"), "pass"),
        (table("7 7 7 7 6 5", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*4"), "alternative"),
        (table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*2 violet*3", zone="blue"), "collect"),
    ],
)
def test_without_a_reserve_it_does_the_only_thing_there_is(match: Match, only: str) -> None:
    assert choice(match) == only


@pytest.mark.parametrize(("players", "share"), [(2, 0.66), (4, 0.45)])
def test_it_beats_random_players(players: int, share: float) -> None:
    games = 1500
    game = load(players)
    rngs = np.array([fast_generator(seed)[0] for seed in range(games)], np.uint64)
    points, merits = np.zeros((2, games, players), np.int64)
    policies = np.array([GREEDY, *[RANDOM] * (players - 1)])
    contest = policies_of(game.spec).contest
    contest(game.buffer(), game.config, policies, rngs, np.empty(2, np.int64), points, merits)
    assert (merits[:, 0] == merits.max(axis=1)).mean() > share
