"""How well a policy plays against a bot: python -m examples.learning.versus POLICY [--bot greedy] [--games 4096]"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import pentarchy
from examples.learning.policy import Policy
from pentarchy.engine.checks import whole_number

LEARNT = Path(__file__).with_name("genius.npz")  # what the run of docs/learning.md has learnt


class Score(NamedTuple):
    """The share of games that were won (one that ends equal is half won), with its 95 % interval."""

    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} … {self.high:.1%}) of {self.games:,} games"


def versus(policy: Policy, bot: str = "greedy", *, games: int = 4096, seed: int = 1) -> Score:
    """Let a policy play against a bot, in every other game from the other seat; who begins is drawn."""
    whole_number("games", games, least=2)
    batch = pentarchy.envs.batch("genius", players=2, games=games, seed=seed, autoreset=False)
    own = np.arange(games) % 2
    won = np.zeros(games)
    while (batch.seats >= 0).any():
        actions = batch.choose(bot)
        mine = np.flatnonzero(batch.seats == own)
        if len(mine):
            actions[mine] = policy.choose(batch.observations[mine], batch.masks[mine])
        batch.step(actions)
        won += np.where(batch.ends, (1 + batch.rewards[np.arange(games), own]) / 2, 0)
    share, half = float(won.mean()), 1.96 * float(won.std(ddof=1)) / games**0.5
    return Score(games, share, max(share - half, 0.0), min(share + half, 1.0))


def main(arguments: list[str] | None = None) -> int:
    """Play, and tell the score."""
    options = argparse.ArgumentParser(description=__doc__, prog="python -m examples.learning.versus")
    options.add_argument("policy", nargs="?", type=Path, default=LEARNT, help="a file that train.py has written")
    options.add_argument("--bot", default="greedy", help="greedy or random")
    options.add_argument("--games", type=int, default=4096)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args(arguments)
    try:
        print(versus(Policy.load(given.policy), given.bot, games=given.games, seed=given.seed))
    except ValueError as problem:
        print(f"versus: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
