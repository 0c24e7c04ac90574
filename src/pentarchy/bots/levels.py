"""Levels for people: from one who plays like a newcomer to one who is hard to beat."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from pentarchy.bots.budget import Budget
from pentarchy.bots.one_ply import OnePlyBot
from pentarchy.bots.policies import knowledge_of
from pentarchy.bots.search import SearchBot
from pentarchy.games import spec

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.bots.search import Analysis
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move, Spec

LEVELS = ("novice", "adept", "expert", "master")


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level plays one game: at a glance with mistakes, or looking ahead. A game's knowledge says so for each."""

    iterations: Annotated[int, msgspec.Meta(ge=1)] | None = None  # of the search for a decision; None: at a glance
    slips: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    forgets: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    @property
    def budget(self) -> Budget | None:
        """How long it thinks; None where it does not."""
        return None if self.iterations is None else Budget(iterations=self.iterations)


@functools.cache
def levels_of(spec: Spec) -> dict[str, Level]:
    """How every level plays a game."""
    given = knowledge_of(spec).LEVELS
    if tuple(given) != LEVELS:
        raise ValueError(f"knowledge.py of {spec.name} has the levels {', '.join(given)}; they are {', '.join(LEVELS)}")
    try:
        return {name: msgspec.convert(level, Level) for name, level in given.items()}
    except msgspec.ValidationError as error:
        raise ValueError(f"a level in knowledge.py of {spec.name} cannot be read: {error}") from None


def part_of(game: str, level: str) -> Literal["bots", "search"]:
    """The part of a game that must be compiled for a level to play it (see `pentarchy.warm`)."""
    return "bots" if levels_of(spec(game))[level].budget is None else "search"


def advice_of(spec: Spec) -> int:
    """How many moves are made in thought for a hint in a game."""
    return knowledge_of(spec).ADVICE


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
        self._players: dict[Spec, OnePlyBot | SearchBot] = {}

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""
        return self._player(match.game.spec).choose(match, seat, cancelled=cancelled)

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """What a search finds; a ValueError from a level that does not look ahead."""
        return self._player(match.game.spec).analyse(match, seat, progress=progress, cancelled=cancelled)

    def _player(self, game: Spec) -> OnePlyBot | SearchBot:
        if game not in self._players:
            self._players[game] = self._make(game)
        return self._players[game]

    def _make(self, game: Spec) -> OnePlyBot | SearchBot:
        level = levels_of(game)[self._level]
        if budget := self._budget or level.budget:
            return SearchBot(budget, name=self.name, seed=self._seed, threads=self._threads)
        return OnePlyBot(
            self.name, seed=self._seed, slips=level.slips, temperature=level.temperature, forgets=level.forgets
        )
