"""A bot that decides at a glance, with as many mistakes as it is told to make."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.bots.policies import policies_of
from pentarchy.engine.facade import kernel_of
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.simulation import fast_generator

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.bots.search import Analysis
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move


class OnePlyBot:
    """Plays what seems worth most at once, as its seat sees it: everything hidden is dealt anew before it looks.

    slips: per cent of its decisions that are any legal move
    temperature: how much less a move may be worth, in the game's own measure, and still be played now and then
    forgets: per cent of what it has seen that it does not remember, where a game is about that
    """

    def __init__(self, name: str, *, seed: int = 0, slips: int = 0, temperature: float = 0.0, forgets: int = 0) -> None:
        self.name = name
        self._slips = slips
        self._temperature = temperature
        self._forgets = forgets
        self._seed = seed
        self._chance = random.Random(seed)
        self._rng = fast_generator(seed)

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""
        seat = match.sole_actor() if seat is None else seat
        legal = match.legal(seat)
        if not legal:
            raise ValueError(f"seat {seat} is not to act")
        if len(legal) == 1:
            return legal[0]
        if self._chance.random() * 100 < self._slips:
            return self._chance.choice(legal)
        return match.game.moves.moves[self._weighed(match, seat)]

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Nothing to say: it has not looked ahead."""
        raise ValueError(f"{self.name} decides at a glance in {match.game.name}; ask master or search to analyse")

    def _weighed(self, match: Match, seat: int) -> int:
        """The action that is worth most, or nearly so."""
        spec = match.game.spec
        buffer = load_bytes(match.state(), spec.rules.STATE)
        kernel_of(spec).redeal(buffer, seat, self._rng)
        policies = policies_of(spec)
        if self._forgets and policies.forget is not None:
            policies.forget(buffer, seat, self._forgets, fast_generator(self._seed))
        actions = np.empty(spec.rules.MAX_LEGAL, np.int64)
        values = np.empty(spec.rules.MAX_LEGAL, np.float64)
        listed = policies.appraise(buffer, seat, self._rng, actions, values)
        return int(actions[self._drawn(values[:listed].tolist())])

    def _drawn(self, values: list[float]) -> int:
        """The place of a high value: of the highest, or with a temperature of one that is not far from it."""
        best = max(values)
        if self._temperature == 0.0:
            return self._chance.choice([place for place, value in enumerate(values) if value == best])
        weights = [math.exp((value - best) / self._temperature) for value in values]
        return self._chance.choices(range(len(values)), weights)[0]
