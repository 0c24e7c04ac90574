"""What happened in some steps of many games, and how much better it went than was expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from examples.learning.policy import Array
    from pentarchy.envs.batching import Batch


@dataclass
class Rollout:
    """Steps of many games. Every array has a row for a step and in it a place for a game."""

    features: Array
    masks: Array
    actions: Array
    chances: Array  # of the action when it was chosen, as logarithms
    worths: Array  # what the seat to act expected; one row more than there are steps
    rewards: Array  # of the seat that has acted
    signs: Array  # 1: the same seat acts next, -1: the other one, 0: the game has ended

    @classmethod
    def empty(cls, steps: int, batch: Batch) -> Rollout:
        """Room for some steps."""
        games, numbers = batch.observations.shape
        plain = [np.zeros((steps, games), np.float32) for _ in range(3)]
        return cls(
            features=np.zeros((steps, games, numbers), np.float32),
            masks=np.zeros((steps, *batch.masks.shape), np.bool_),
            actions=np.zeros((steps, games), np.int64),
            worths=np.zeros((steps + 1, games), np.float32),
            chances=plain[0],
            rewards=plain[1],
            signs=plain[2],
        )

    def advantages(self, smoothing: float) -> Array:
        """How much more each action brought than was expected (generalised advantage estimation).

        What is good for one of two players is as bad for the other: where the other one acts next, what follows counts
        with the opposite sign.
        """
        found = np.zeros_like(self.rewards)
        later = np.zeros_like(self.rewards[0])
        for step in reversed(range(len(found))):
            surprise = self.rewards[step] + self.signs[step] * self.worths[step + 1] - self.worths[step]
            later = surprise + smoothing * self.signs[step] * later
            found[step] = later
        return found
