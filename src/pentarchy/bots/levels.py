"""Levels for people: from one who plays like a newcomer to one who is hard to beat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from pentarchy.bots.budget import Budget
from pentarchy.bots.one_ply import OnePlyBot
from pentarchy.bots.search import SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.bots.search import Analysis
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

LEVELS = ("novice", "adept", "expert", "master")


class Level(msgspec.Struct, frozen=True):
    """How a level plays one game: at a glance with mistakes, or looking ahead."""

    budget: Budget | None = None  # of the search; None: at a glance
    slips: int = 0
    temperature: float = 0.0
    forgets: int = 0


# Found by matches; see docs/bots.md.
TABLE: dict[str, dict[str, Level]] = {
    "kingdomino": {
        "novice": Level(slips=10, temperature=3.0),
        "adept": Level(temperature=0.5),
        "expert": Level(Budget(iterations=30)),
        "master": Level(Budget(iterations=1500)),
    },
    "genius": {
        "novice": Level(slips=70),
        "adept": Level(),
        "expert": Level(Budget(iterations=200)),
        "master": Level(Budget(iterations=3000)),
    },
    "scuffle": {
        "novice": Level(slips=10, temperature=3.0),
        "adept": Level(temperature=0.5),
        "expert": Level(Budget(iterations=100)),
        "master": Level(Budget(iterations=2000)),
    },
    "kingems": {
        "novice": Level(slips=25, forgets=70),
        "adept": Level(slips=5, forgets=30),
        "expert": Level(),
        "master": Level(Budget(iterations=1500)),
    },
    "color_kingdoms": {
        "novice": Level(slips=10, temperature=3.0),
        "adept": Level(temperature=0.5),
        "expert": Level(Budget(iterations=20)),
        "master": Level(Budget(iterations=150)),
    },
}


def part_of(game: str, level: str) -> Literal["bots", "search"]:
    """The part of a game that must be compiled for a level to play it (see `pentarchy.warm`)."""
    return "bots" if TABLE[game][level].budget is None else "search"


class LevelBot:
    """A bot of a level; how it plays depends on the game."""

    def __init__(
        self,
        level: str,
        *,
        name: str | None = None,
        seed: int = 0,
        budget: Budget | None = None,
        threads: int = 1,
    ) -> None:
        self.name = name or level
        self._level = level
        self._seed = seed
        self._budget = budget
        self._threads = threads
        self._players: dict[str, OnePlyBot | SearchBot] = {}

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""
        return self._player(match.game.name).choose(match, seat, cancelled=cancelled)

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """What a search finds; a ValueError from a level that does not look ahead."""
        return self._player(match.game.name).analyse(match, seat, progress=progress, cancelled=cancelled)

    def _player(self, game: str) -> OnePlyBot | SearchBot:
        if game not in self._players:
            self._players[game] = self._make(game)
        return self._players[game]

    def _make(self, game: str) -> OnePlyBot | SearchBot:
        level = TABLE[game][self._level]
        if budget := self._budget or level.budget:
            return SearchBot(budget, name=self.name, seed=self._seed, threads=self._threads)
        return OnePlyBot(
            self.name, seed=self._seed, slips=level.slips, temperature=level.temperature, forgets=level.forgets
        )
