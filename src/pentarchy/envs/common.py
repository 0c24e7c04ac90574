"""What all adapters share: what a seat sees of a state, what it may do, what an end is worth, and pictures."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.checks import quoted, whole_number
from pentarchy.envs.compiled import compiled_of

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

Array = np.ndarray[Any, np.dtype[Any]]

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
HIGHEST = 64.0  # no number of an observation is larger; most are from 0 to 1


class Sight:
    """One game's states as numbers, for whoever looks at one state at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.actions: int = game.spec.rules.ACTIONS
        self.numbers: int = game.spec.rules.OBSERVATION
        self._show = compiled_of(game.spec).show_one
        self._judge = compiled_of(game.spec).judge_one

    def look(self, buffer: Buffer, seat: int) -> tuple[Array, Array]:
        """What a seat sees, and a mask of what it may do: nothing unless it is the one to act."""
        tensor, mask = np.empty(self.numbers, np.float32), np.empty(self.actions, np.uint8)
        self._show(buffer, seat, tensor, mask)
        return tensor, mask.view(np.int8)

    def rewards(self, buffer: Buffer) -> list[float]:
        """What a finished game is worth to every seat."""
        points, merits = np.zeros((2, self.players), np.int64)
        rewards = np.zeros(self.players, np.float32)
        self._judge(buffer, points, merits, rewards)
        return rewards.tolist()


def checked_seat(game: Game, seat: int) -> int:
    """A seat's number; a ValueError if there is none such."""
    if not 0 <= whole_number("seat", seat) < game.players:
        raise ValueError(f"seat is a number from 0 to {game.players - 1}, not {seat}")
    return int(seat)


def checked_mode(render_mode: str | None) -> str | None:
    """A way to draw, or None; a ValueError names any other."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {quoted(render_mode)}")
    return render_mode


def drawn(match: Match, seat: int | None, mode: str | None) -> Any:
    """A match as a seat sees it: drawn in letters and printed ("human") or not ("ansi"), as SVG, or as a picture."""
    if mode == "human":
        print(match.text(seat), file=sys.stdout)
        return None
    if mode == "ansi":
        return match.text(seat)
    if mode == "svg":
        return match.svg(seat)
    return picture(match.svg(seat)) if mode == "rgb_array" else None


def picture(svg: str) -> Array:
    """A drawing as rows of pixels: red, green and blue."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
