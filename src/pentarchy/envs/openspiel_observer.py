"""OpenSpiel: what a seat sees of a state, as numbers and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.checks import quoted

if TYPE_CHECKING:
    from pentarchy.envs.openspiel import State, Table

REMEMBERED = 64  # the last events that the tensor of an information state has; its string has all


class Observer:
    """What a seat sees now, or with perfect recall also all that it has heard of."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, not {quoted(params)}")
        self._recalls: bool = kind.perfect_recall
        numbers = table.sight.numbers
        self.tensor = np.zeros(numbers + (2 * REMEMBERED if self._recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:numbers]}
        if self._recalls:
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
        if self._recalls:
            return f"seat {player}\n{state.told(state.heard(player))}"
        seen: bytes = state.table.showing.view_json(state.buffer, player, state.table.game.options)
        return f"seat {player}\n{seen.decode()}"
