"""What has been learnt, as numbers that NumPy alone can play by: which move to choose in Simply Genius."""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

Array = np.ndarray[Any, np.dtype[Any]]

COLOURS = 6
BY_COLOUR = 48  # the first numbers of an observation: eight rows of six colours, see docs/envs.md
RESERVE, CENTRE, OWN = 0, 1, 4  # rows: tokens in the reserve, in the centre, in the own collection
OBSERVATION, ACTIONS = 65, 4
LAYERS = ("body.0", "body.2", "choice")  # as the network of ppo.py names them


def features(observations: Array) -> Array:
    """Observations with the colours in one order, from the scarcest in the own collection to the most plentiful.

    Which colour is which does not matter in this game. Without this, one situation would have to be learnt 720 times.
    """
    rows = observations[:, :BY_COLOUR].reshape(len(observations), -1, COLOURS)
    # Steps of 1/7 and 1/21: the collection weighs more than any number in the centre, and that more than the reserve.
    weight = 1000 * rows[:, OWN] + 100 * rows[:, CENTRE] + rows[:, RESERVE]
    order = np.argsort(weight, axis=1, kind="stable")
    found = observations.copy()
    found[:, :BY_COLOUR] = np.take_along_axis(rows, order[:, None, :], axis=2).reshape(len(rows), BY_COLOUR)
    return found


@dataclass(frozen=True)
class Policy:
    """A network of two hidden layers that says how good every action seems."""

    weights: dict[str, Array]

    def choose(self, observations: Array, masks: Array) -> Array:
        """The best legal action of every row."""
        values = features(observations)
        for layer in LAYERS:
            values = values @ self.weights[f"{layer}.weight"].T + self.weights[f"{layer}.bias"]
            if layer != LAYERS[-1]:
                values = np.maximum(values, 0)
        chosen: Array = np.where(masks, values, -np.inf).argmax(axis=1)
        return chosen

    def save(self, path: Path) -> None:
        """Write it to a file; one that is there already is replaced only when the new one is complete."""
        partial = path.with_suffix(".partial.npz")
        np.savez(partial, allow_pickle=False, **self.weights)
        os.replace(partial, path)

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read one; a ValueError says what is wrong with a file that holds none."""
        try:
            with path.open("rb") as file, zipfile.ZipFile(file):  # which refuses what is no archive
                saved = np.load(file, allow_pickle=False)
                weights = {name: saved[name] for name in saved.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as problem:
            raise ValueError(f"{path} holds no policy: {problem}") from None
        cls._check(path, weights)
        return cls(weights)

    @staticmethod
    def _check(path: Path, weights: dict[str, Array]) -> None:
        wanted = {f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")}
        if set(weights) != wanted:
            raise ValueError(f"{path} holds no policy: it has {sorted(weights)}, not {sorted(wanted)}")
        width = OBSERVATION
        for layer in LAYERS:
            weight, bias = weights[f"{layer}.weight"], weights[f"{layer}.bias"]
            if weight.ndim != 2 or weight.shape[1] != width or bias.shape != weight.shape[:1]:
                raise ValueError(f"{path} holds no policy: {layer} is {weight.shape} and {bias.shape}, after {width}")
            width = len(weight)
        if width != ACTIONS:
            raise ValueError(f"{path} holds no policy of this game: it chooses among {width} actions, not {ACTIONS}")
