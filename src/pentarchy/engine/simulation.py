"""A game driven by action codes with fast chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.checks import quoted, whole_number
from pentarchy.errors import IllegalMove

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Buffer


NUMBERS = (int, np.int64)  # what nearly every action is; True is none


class Simulation:
    """One game as action codes, with chance from the fast generator: for bots, studies and learners.

    `actions` are the legal action codes of `seat`; `step` takes one of them.
    """

    __slots__ = ("_actions", "_listed", "_step", "_to_act", "buffer", "game", "rng")

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.rng = fast_generator(seed)
        self.buffer = game.buffer()
        self._actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
        self._step = game.kernel.step
        self._to_act = game.kernel.to_act
        self._listed: int = game.kernel.settle_buffer(self.buffer, self.rng, self._actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._listed == 0

    @property
    def seat(self) -> int:
        """The seat whose actions are listed; play.OVER at the end."""
        return int(self._to_act(self.buffer))

    @property
    def actions(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The legal action codes, valid until the next step."""
        return self._actions[: self._listed]

    def step(self, action: int | np.integer[Any]) -> None:
        """Carry out one of `actions`; any other is an IllegalMove and changes nothing."""
        if type(action) not in NUMBERS and not isinstance(action, np.integer):
            raise IllegalMove(f"an action is one of the whole numbers {self.actions.tolist()}, not {quoted(action)}")
        try:
            listed = self._step(self.buffer, self.rng, self._actions, self._listed, int(action))
        except OverflowError:  # a number that compiled code cannot even be given
            listed = -1
        if listed < 0:
            raise IllegalMove(f"action {quoted(int(action))} is not legal; legal are {self.actions.tolist()}")
        self._listed = listed

    def scores(self) -> list[int]:
        """The points of every seat as if the game ended now."""
        return scores(self.game, self.buffer)

    def reset(self) -> None:
        """Start the next game with the generator as it is."""
        self.game.kernel.begin(self.buffer, self.game.config)
        self._listed = self.game.kernel.settle_buffer(self.buffer, self.rng, self._actions)


def fast_generator(seed: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The state of the fast generator for a seed; near seeds give unlike streams (SplitMix64)."""
    mask = (1 << 64) - 1
    x = (whole_number("seed", seed) + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return np.array([(x ^ (x >> 31)) or 1], np.uint64)


def scores(game: Game, buffer: Buffer) -> list[int]:
    """The points of every seat as if the game ended now."""
    points = np.zeros(game.players, np.int64)
    game.kernel.scores(buffer, points)
    return points.tolist()
