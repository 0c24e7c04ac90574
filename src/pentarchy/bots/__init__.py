"""Bots: `random` and `greedy` decide at a glance, `search` looks ahead, four levels are for people to play against.

A program in any language is a bot too: `exec:./mybot`.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Protocol

from pentarchy.bots.budget import Budget
from pentarchy.bots.levels import LEVELS, LevelBot, part_of
from pentarchy.bots.one_ply import OnePlyBot
from pentarchy.bots.program import ProgramBot, ProgramFault, is_program
from pentarchy.bots.search import Analysis, Candidate, SearchBot
from pentarchy.engine.checks import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

__all__ = ["NAMES", "Analysis", "Bot", "Candidate", "ProgramFault", "load", "looks_ahead"]

NAMES = ("random", "greedy", "search", *LEVELS)
BUDGET = Budget(iterations=1000)  # of `search`, if nothing is said


class Bot(Protocol):
    """Somebody who can be asked for a move."""

    name: str

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act; the best found so far when `cancelled` says so."""

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
    moves: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> Bot:
    """A bot by its name. The same seed makes the same choices (unless the budget is a time); None takes a fresh one.

    A bot that looks ahead has a budget per decision, which may also be part of the name: `search:400` makes 400
    iterations, `search:30000moves` as many as make 30,000 moves together, `master:0.5s` thinks for half a second.
    `exec:./mybot --fast` is a program that speaks as docs/engines.md says, `exec@2s:./mybot` one with two seconds for
    each decision.
    """
    if is_program(name):
        return _program(name, seed, has_budget=(iterations, moves, seconds) != (None, None, None))
    plain, colon, written = name.partition(":") if isinstance(name, str) else (name, "", "")
    if plain not in NAMES:
        raise ValueError(f"there is no bot {plain!r}; there are {', '.join(NAMES)}, and programs, as exec:./mybot")
    seed = secrets.randbits(64) if seed is None else whole_number("seed", seed)
    threads = whole_number("threads", threads, least=1)
    budget = None
    if iterations is not None or moves is not None or seconds is not None:
        budget = Budget(iterations=iterations, moves=moves, seconds=seconds)
    if colon:
        if budget:
            raise ValueError(f"the budget of {name!r} is given twice")
        budget = Budget.read(written)
    if plain == "search":
        return SearchBot(budget or BUDGET, name=name, seed=seed, threads=threads)
    if plain in LEVELS:
        return LevelBot(plain, name=name, seed=seed, budget=budget, threads=threads)
    if budget:
        raise ValueError(f"{plain} decides at a glance and takes no budget")
    return OnePlyBot(plain, seed=seed, slips=100 if plain == "random" else 0)


def looks_ahead(name: str, game: str) -> bool:
    """Whether a bot of this name searches in a game, so that it can be asked to `analyse`."""
    plain, colon, _ = name.partition(":")
    if plain in LEVELS:
        return bool(colon) or part_of(game, plain) == "search"
    return plain == "search"


def _program(name: str, seed: int | None, *, has_budget: bool) -> ProgramBot:
    if has_budget:
        raise ValueError(f"{name} takes no budget; its time is part of its name, as in exec@2s:./mybot")
    return ProgramBot(name, seed=secrets.randbits(63) if seed is None else whole_number("seed", seed))
