"""The figures say what happened, and the intervals are honest."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from pentarchy.arena.figures import Entries, mean_interval, share_interval, summarise, wilson
from pentarchy.arena.ratings import ELO, comparisons, expected_share, ratings
from tests.arena.tables import record, schedule

FOUR = [
    record(0, 0, "greedy,random", [10, 4]),
    record(1, 0, "random,greedy", [5, 5]),
    record(2, 1, "greedy,random", [8, 2]),
    record(3, 1, "random,greedy", [7, 3]),
]


def test_a_shared_victory_counts_half() -> None:
    greedy, random = summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).bots
    assert (greedy.bot, greedy.games, greedy.win_share) == ("greedy", 4, 0.625)
    assert (random.bot, random.games, random.win_share) == ("random", 4, 0.375)


def test_points_and_margins_are_means_over_games() -> None:
    greedy, _ = summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).bots
    assert greedy.mean_score == (10 + 5 + 8 + 3) / 4
    assert greedy.margin == (6 + 0 + 6 - 4) / 4
    assert greedy.stdev == pytest.approx(np.std([10, 5, 8, 3], ddof=1), abs=1e-4)
    assert (greedy.quantiles["lowest"], greedy.quantiles["50%"], greedy.quantiles["highest"]) == (3, 6.5, 10)


def test_the_margin_is_over_the_best_of_the_others() -> None:
    games = [record(0, 0, "greedy,random,random", [10, 4, 7])]
    greedy, random = summarise(schedule("greedy,random,random", players=3), "Scuffle", games, asked=1).bots
    assert greedy.margin == 3
    assert random.games == 2
    assert random.margin == (-6 - 3) / 2


def test_times_are_per_decision() -> None:
    greedy, _ = summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).bots
    assert (greedy.decisions, greedy.cpu_seconds) == (8, 0.001)
    assert greedy.cpu_seconds_95 == pytest.approx(0.001)


def test_the_slowest_decisions_show_in_the_95th_percentile() -> None:
    game = record(0, 0, "greedy,random", [1, 0])
    slow = [msgspec.structs.replace(game, cpu_steps=({60: 90, 80: 10}, {60: 100}))]
    greedy, _ = summarise(schedule("greedy,random"), "Scuffle", slow, asked=1).bots
    assert greedy.cpu_seconds_95 == pytest.approx(0.01)


def test_pairs_are_told_from_both_sides() -> None:
    there, back = summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).pairs
    assert (there.bot, there.other, there.games, there.share, there.margin) == ("greedy", "random", 4, 0.625, 2.0)
    assert (back.bot, back.other, back.share, back.margin) == ("random", "greedy", 0.375, -2.0)


def test_an_anchor_is_zero_and_moves_nobody_against_the_others() -> None:
    free = {bot.bot: bot.rating for bot in summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).bots}
    held = {
        bot.bot: bot.rating for bot in summarise(schedule("greedy,random"), "Scuffle", FOUR, 4, anchor="random").bots
    }
    assert held["random"] == 0
    assert sum(rating or 0 for rating in free.values()) == pytest.approx(0, abs=0.1)
    assert held["greedy"] == pytest.approx((free["greedy"] or 0) - (free["random"] or 0), abs=0.15)


def test_unfinished_rounds_are_told() -> None:
    assert summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=4).finished
    assert not summarise(schedule("greedy,random"), "Scuffle", FOUR, asked=5).finished


def test_a_single_deal_has_no_interval_of_the_mean() -> None:
    assert mean_interval(Entries(np.zeros(4), np.arange(4.0))) is None


def test_wilson_as_published() -> None:
    """Ten of ten: 72.2 % to 100 %, as in every textbook table."""
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_games_that_end_alike_are_worth_fewer() -> None:
    """Fifty deals, four games each that always end the same way, are worth fifty games and not two hundred."""
    deals = np.repeat(np.arange(50.0), 4)
    wins = np.repeat(np.arange(50) % 2, 4).astype(float)
    low, high = share_interval(Entries(deals, wins))
    assert high - low == pytest.approx(np.diff(wilson(0.5, 50))[0], rel=0.05)


def test_games_that_even_out_are_worth_more() -> None:
    """Where the seat decides, almost every deal is won once by each: little is left to luck."""
    deals = np.repeat(np.arange(50.0), 2)
    wins = np.tile([0.0, 1.0], 50)
    wins[:2] = 1
    low, high = share_interval(Entries(deals, wins))
    assert high - low < 0.3 * np.diff(wilson(0.5, 100))[0]


# --- Synthetic tournaments with known strengths -----------------------------------------------------------------------

TRUE = np.array([200.0, 50.0, -250.0])


def synthetic(rng: np.random.Generator, deals: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Every deal, every pair plays two games that the model decides."""
    wins = np.zeros((deals, 3, 3))
    for bot in range(3):
        for other in range(bot):
            won = rng.binomial(2, expected_share(TRUE[bot] - TRUE[other]), deals)
            wins[:, bot, other], wins[:, other, bot] = won, 2 - won
    return wins


def test_known_strengths_are_recovered() -> None:
    found = ratings(synthetic(np.random.default_rng(1), 4000), resamples=50)
    assert found is not None
    assert [rating.value for rating in found] == pytest.approx(TRUE, abs=12)


def test_about_95_of_100_intervals_hold_the_truth() -> None:
    """Of 90 intervals 86 are expected to; far fewer, or all, would be a sign of wrong widths."""
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(30):
        found = ratings(synthetic(rng, 60), resamples=80)
        assert found is not None
        held += sum(rating.low <= true <= rating.high for rating, true in zip(found, TRUE, strict=True))
    assert 78 <= held < 90


def test_intervals_of_means_hold_the_truth() -> None:
    """Four games per deal that share half of their luck; 200 intervals."""
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        values = np.repeat(rng.normal(size=12), 4) + rng.normal(size=48)
        low, high = mean_interval(Entries(np.repeat(np.arange(12.0), 4), values)) or (math.inf, math.inf)
        held += low <= 0 <= high
    assert 179 <= held <= 199


def test_intervals_of_shares_hold_the_truth() -> None:
    """A bot wins 90 % of the games, and half of the deals end the same way in both games; 300 intervals of 30 deals."""
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(300):
        first, second = rng.random((2, 30)) < 0.9
        wins = np.stack([first, np.where(rng.random(30) < 0.5, first, second)], axis=1).astype(float)
        low, high = share_interval(Entries(np.repeat(np.arange(30.0), 2), wins.ravel()))
        held += low <= 0.9 <= high
    assert 273 <= held <= 297


def test_400_points_are_ten_to_one() -> None:
    assert expected_share(400) == pytest.approx(10 / 11)
    assert pytest.approx(400) == ELO * math.log(10)


def test_a_bot_that_always_wins_has_a_finite_rating_and_an_open_interval() -> None:
    wins = np.zeros((50, 2, 2))
    wins[:, 0, 1] = 1
    strong, weak = ratings(wins) or []
    assert strong.value == pytest.approx(ELO * math.log(50.5 / 0.5) / 2)
    assert strong.low < strong.value < strong.high
    assert strong.high > strong.value + 200
    assert weak.value == pytest.approx(-strong.value)


def test_bots_that_never_met_cannot_be_rated() -> None:
    wins = np.zeros((1, 4, 4))
    wins[0, 0, 1] = wins[0, 2, 3] = 1
    assert ratings(wins) is None
    wins[0, 1, 2] = 1
    assert ratings(wins, resamples=10) is not None


def test_places_are_compared_two_by_two() -> None:
    """Seats: bot 0 first, bots 1 and 2 share the second place, bot 1 again is last."""
    wins = comparisons([0, 1, 2, 1], [1, 2, 2, 4], 3)
    assert wins.tolist() == [[0, 2, 1], [0, 0, 0.5], [0, 1.5, 0]]
