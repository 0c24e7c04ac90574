"""Strength on the Elo scale: the Bradley–Terry model, with intervals from a bootstrap over the deals.

Two bots in one game are compared by their places: the better one beats the other, equals get half each. The model says
that a bot rated 400 points above another is placed better with odds of 10 to 1. Every pair that has met is credited
with one more game, half won by each; without it a bot that always wins would be infinitely strong.

The bootstrap is the Bayesian one: each resample weighs the deals at random (exponential weights) and splits the extra
games at random (a gamma variable of shape 1/2 for either side). Games of one deal are alike, so they are weighed
together. For two bots and independent games this is the Jeffreys interval, which also makes sense where one has won
everything.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pentarchy.arena.extras import extra

if TYPE_CHECKING:
    from collections.abc import Sequence

Matrix = np.ndarray[Any, np.dtype[np.float64]]

ELO = 400 / math.log(10)
LEAST = 1e-9  # no side of a pair that has met may have nothing at all


class Rating(NamedTuple):
    """A bot's strength with its 95 % interval."""

    value: float
    low: float
    high: float


def ratings(wins: Matrix, anchor: int | None = None, resamples: int = 1000, seed: int = 0) -> list[Rating] | None:
    """Ratings from `wins[deal, bot, other]`, how often a bot was placed before another in a deal.

    Their mean is 0; with an `anchor` that bot is 0. None where some bots have never met, even through others.
    """
    total = wins.sum(axis=0)
    met = (total + total.T) > 0
    if not _connected(met):
        return None
    value = strengths(total + met / 2, anchor)
    rng = np.random.default_rng(seed)
    drawn = np.array([strengths(_resampled(wins, met, rng), anchor, value) for _ in range(resamples)])
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return [Rating(*map(float, figures)) for figures in zip(value, low, high, strict=True)]


def strengths(wins: Matrix, anchor: int | None = None, guess: Matrix | None = None) -> Matrix:
    """The most likely ratings for `wins[bot, other]`, in Elo points; a good guess makes it quicker."""
    choix = extra("choix", "rating bots")
    first = None if guess is None else guess / ELO
    found: Matrix = choix.ilsr_pairwise_dense(wins, initial_params=first, max_iter=100_000) * ELO
    zero = float(found.mean() if anchor is None else found[anchor])
    return found - zero


def expected_share(difference: float) -> float:
    """How often the model places a bot before another that is rated so much lower."""
    return 1 / (1 + math.exp(-difference / ELO))


def _resampled(wins: Matrix, met: Matrix, rng: np.random.Generator) -> Matrix:
    """The sums over deals with random weights, and the extra games split at random."""
    deals, bots, _ = wins.shape
    sums: Matrix = rng.standard_exponential(deals) @ wins.reshape(deals, bots * bots)
    extra_games = np.maximum(rng.standard_gamma(0.5, (bots, bots)), LEAST)
    return sums.reshape(bots, bots) + met * extra_games


def _connected(met: Matrix) -> bool:
    reached = np.zeros(len(met), bool)
    reached[:1] = True
    for _ in range(len(met)):
        reached |= met[reached].any(axis=0)
    return bool(reached.all())


def comparisons(seats: Sequence[int], ranks: Sequence[int], bots: int) -> Matrix:
    """One game as `wins[bot, other]`; a bot that sits in two seats is not compared with itself."""
    wins = np.zeros((bots, bots))
    for seat, bot in enumerate(seats):
        for other_seat, other in enumerate(seats):
            if bot != other:
                wins[bot, other] += (ranks[seat] < ranks[other_seat]) + (ranks[seat] == ranks[other_seat]) / 2
    return wins
