"""OpenSpiel: what a seat sees of a state, as numbers and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from pentarchy.engine.checks import quoted
from pentarchy.engine.showing import seat_number

if TYPE_CHECKING:
    from pentarchy.envs.openspiel import State
    from pentarchy.envs.openspiel_table import Table

REMEMBERED = 64  # the last events that the tensor of an information state has; its string has all


def observer(table: Table, kind: Any, params: Any) -> Observer | Spectator:
    """Whoever looks at states: a seat, or somebody who sees only what all see; others are told nothing."""
    if params:
        raise ValueError(f"an observation takes no parameters, not {quoted(params)}")
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    private = pyspiel.PrivateInfoType
    if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
        return Spectator(recalls=False, silent=True)
    if kind.private_info == private.NONE:
        return Spectator(recalls=kind.perfect_recall)
    return Observer(table, recalls=kind.perfect_recall)


class Spectator:
    """What everybody sees, in words."""

    tensor = None

    def __init__(self, *, recalls: bool, silent: bool = False) -> None:
        self.dict: dict[str, Any] = {}
        self._recalls = recalls
        self._silent = silent

    def set_from(self, state: State, player: int) -> None:
        """There are no numbers for it."""

    def string_from(self, state: State, player: int) -> str | None:
        """What was heard, or the view as JSON."""
        return None if self._silent else _in_words(state, seat_number(None), recalls=self._recalls)


class Observer:
    """What a seat sees now, or with perfect recall also all that it has heard of."""

    def __init__(self, table: Table, *, recalls: bool) -> None:
        self._recalls = recalls
        numbers = table.sight.numbers
        self.tensor = np.zeros(numbers + (2 * REMEMBERED if recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:numbers]}
        if recalls:
            self.dict["heard"] = self.tensor[numbers:].reshape(REMEMBERED, 2)

    def set_from(self, state: State, player: int) -> None:
        """Write what a seat sees and, with perfect recall, who did what last (seat + 2, code + 1; 0 where nothing)."""
        self.dict["observation"][:], _ = state.table.sight.look(state.buffer, player)
        if self._recalls:
            last = state.heard(player)[-REMEMBERED:]
            self.dict["heard"][:] = 0
            for place, (seat, code) in enumerate(reversed(last)):
                self.dict["heard"][place] = seat + 2, code + 1

    def string_from(self, state: State, player: int) -> str:
        """The same in words: what was heard, or the view as JSON."""
        return f"seat {player}\n{_in_words(state, player, recalls=self._recalls)}"


def _in_words(state: State, seat: int, *, recalls: bool) -> str:
    if recalls:
        return state.told(state.heard(seat))
    seen: bytes = state.table.showing.view_json(state.buffer, seat, state.table.game.options)
    return seen.decode()
