"""OpenSpiel: a game with its options chosen, which all its states share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from pentarchy.engine.showing import showing_of
from pentarchy.envs.common import Sight

if TYPE_CHECKING:
    from pentarchy.engine.game import Game


class Table:
    """A game with its options chosen, as all its states use it. Copies of a state have the same."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self.text = text
        self.sight = Sight(game)
        self.kernel = game.kernel
        self.showing = showing_of(game.spec)
        self.actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
        self.codes, self.weights = np.empty((2, game.spec.rules.MAX_OUTCOMES), np.int64)

    def __deepcopy__(self, memo: object) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return table_of, (self.text,)


# By the texts of games: pyspiel does not keep what a game of ours has as attributes.
TABLES: dict[str, Table] = {}


def table_of(text: str) -> Table:
    """The one of a game by its text."""
    if text not in TABLES:
        pyspiel.load_game(text)
    return TABLES[text]
