"""Bots: `random` and `greedy` decide at a glance, `search` looks ahead, and four levels for people to play against."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Protocol

from pentarchy.bots.glance import GlanceBot
from pentarchy.bots.levels import LEVELS, LevelBot
from pentarchy.bots.search import Analysis, Candidate, SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

__all__ = ["NAMES", "Analysis", "Bot", "Candidate", "load"]

NAMES = ("random", "greedy", "search", *LEVELS)
ITERATIONS = 1000  # of `search`, if nothing is said
BUDGET = re.compile(r"(\d+)|(\d+(?:\.\d+)?)s")


class Bot(Protocol):
    """Somebody who can be asked for a move."""

    name: str

    def choose(self, match: Match, seat: int | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """The candidate moves with what is expected of them; a ValueError from a bot that does not look ahead."""


def load(
    name: str,
    *,
    seed: int | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> Bot:
    """A bot by its name. The same seed makes the same choices (unless the budget is a time); None takes a fresh one.

    A bot that looks ahead has a budget per decision, which may also be part of the name: `search:400` makes 400
    iterations, `master:0.5s` thinks for half a second.
    """
    plain, _, suffix = name.partition(":") if isinstance(name, str) else (name, "", "")
    if plain not in NAMES:
        raise ValueError(f"there is no bot {plain!r}; there are {', '.join(NAMES)}")
    if suffix:
        if iterations is not None or seconds is not None:
            raise ValueError(f"the budget of {name!r} is given twice")
        iterations, seconds = _budget(name, suffix)
    seed = secrets.randbits(64) if seed is None else seed
    budget: dict[str, Any] = {"iterations": iterations, "seconds": seconds, "threads": threads}
    if plain == "search":
        if iterations is None and seconds is None:
            budget["iterations"] = ITERATIONS
        return SearchBot(name, seed=seed, **budget)
    if plain in LEVELS:
        return LevelBot(plain, name=name, seed=seed, **budget)
    if iterations is not None or seconds is not None:
        raise ValueError(f"{plain} decides at a glance and takes no budget")
    return GlanceBot(plain, seed=seed, slips=100 if plain == "random" else 0)


def _budget(name: str, suffix: str) -> tuple[int | None, float | None]:
    read = BUDGET.fullmatch(suffix)
    if read is None:
        raise ValueError(f"{name!r}: after the colon stands a number of iterations, as 400, or a time, as 0.5s")
    return (int(read[1]), None) if read[1] else (None, float(read[2]))
