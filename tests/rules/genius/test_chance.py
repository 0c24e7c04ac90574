"""Tokens are drawn when they are turned up, one at a time: the same as from a bag that was shuffled beforehand."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.genius import rules
from tests.rules.genius.tables import load

# Beyond this a true hypothesis is rejected in one of a thousand cases, by the degrees of freedom.
CRITICAL = {5: 20.5, 11: 31.3, 35: 66.6}

BAG, SAME = 126, 21
ENOUGH = 62  # so many tokens always come before such a game ends for lack of progress


def chi_square(found: Counter[object], expected: dict[object, float]) -> float:
    assert set(found) <= set(expected)
    assert abs(sum(expected.values()) - found.total()) < 1e-6
    return sum((found[cell] - number) ** 2 / number for cell, number in expected.items())


def drawn_one_by_one(games: int) -> list[list[int]]:
    """Tokens in the order in which they come, if everybody goes on drawing; nothing then returns to the reserve."""
    game = load(2, first=0)
    kernel = game.kernel
    rng = fast_generator(11)
    draw = kernel.bound["draw"]
    bags = []
    for _ in range(games):
        buffer = game.buffer()
        s = buffer.view(rules.STATE)[0]
        bag: list[int] = []
        while len(bag) < ENOUGH and (who := kernel.to_act(buffer)) != OVER:
            action = int(draw(s, rng)) if who == CHANCE else rules.DRAW
            if who == CHANCE:
                bag.append(action)
            kernel.apply(buffer, who, action)
        bags.append(bag)
    return bags


@pytest.fixture(scope="module")
def bags() -> list[list[int]]:
    return drawn_one_by_one(games=1500)


@pytest.mark.rule("SG-3", "SG-6")
def test_two_tokens_in_a_row_are_alike_as_often_as_from_a_shuffled_bag(bags: list[list[int]]) -> None:
    for at in (0, 2, 20, 60):
        found: Counter[object] = Counter((bag[at], bag[at + 1]) for bag in bags)
        pairs = BAG * (BAG - 1)
        expected: dict[object, float] = {
            (a, b): len(bags) * SAME * (SAME - (a == b)) / pairs for a in range(6) for b in range(6)
        }
        assert chi_square(found, expected) < CRITICAL[35]


@pytest.mark.rule("SG-6")
def test_the_reds_among_the_first_thirty_tokens_are_spread_as_in_a_shuffled_bag(bags: list[list[int]]) -> None:
    drawn, lowest, highest = 30, 0, 11
    found: Counter[object] = Counter(min(highest, bag[:drawn].count(0)) for bag in bags)
    exact = [comb(SAME, reds) * comb(BAG - SAME, drawn - reds) / comb(BAG, drawn) for reds in range(SAME + 1)]
    expected: dict[object, float] = {reds: len(bags) * exact[reds] for reds in range(lowest, highest)}
    expected[highest] = len(bags) * sum(exact[highest:])
    assert chi_square(found, expected) < CRITICAL[11]


@pytest.mark.rule("SG-3")
def test_in_live_matches_every_colour_is_equally_likely() -> None:
    game = load(2, first=0)
    found: Counter[object] = Counter(game.start(seed).events[2].code for seed in range(1200))
    assert chi_square(found, dict.fromkeys(range(6), 200.0)) < CRITICAL[5]


@pytest.mark.rule("SG-17")
def test_the_first_token_of_a_later_game_may_have_any_colour() -> None:
    game = load(2, series=2, first=0)
    kernel = game.kernel
    rng = fast_generator(5)
    buffer = game.buffer()
    s = buffer.view(rules.STATE)[0]
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    while not kernel.between_games(buffer):
        who = kernel.to_act(buffer)
        bound = kernel.bound
        kernel.apply(buffer, who, int(bound["draw"](s, rng) if who == CHANCE else bound["pick"](s, who, rng, actions)))
    found: Counter[object] = Counter(int(kernel.bound["draw"](s, rng)) for _ in range(1200))
    assert chi_square(found, dict.fromkeys(range(6), 200.0)) < CRITICAL[5]


@pytest.mark.rule("SG-4")
def test_every_seat_begins_equally_often() -> None:
    counts = np.bincount([load(4).simulation(seed).seat for seed in range(1000)], minlength=4)
    assert counts.sum() == 1000
    assert counts.min() > 190
    assert counts.max() < 310
