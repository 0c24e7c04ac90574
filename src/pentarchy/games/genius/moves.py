"""Moves of Simply Genius: `draw`, `collect`, `alternative`, `pass`."""

from __future__ import annotations

from pentarchy.engine.spec import Move
from pentarchy.games.genius import rules
from pentarchy.games.genius.components import COLOURS

EXAMPLES: tuple[str, ...] = ("draw", "collect", "alternative", "pass")


class Draw(Move, frozen=True):
    """Turn up a token from the reserve."""

    def __str__(self) -> str:
        return "draw"


class Collect(Move, frozen=True):
    """Take the tokens of the zone and those of their colours from the centre."""

    def __str__(self) -> str:
        return "collect"


class Alternative(Move, frozen=True):
    """Take one token of the fewest colour from the centre instead of drawing."""

    def __str__(self) -> str:
        return "alternative"


class Pass(Move, frozen=True):
    """Do nothing, because nothing can be done."""

    def __str__(self) -> str:
        return "pass"


MOVES: dict[int, Move] = {
    rules.DRAW: Draw(),
    rules.COLLECT: Collect(),
    rules.ALTERNATIVE: Alternative(),
    rules.PASS: Pass(),
}


def decode(action: int) -> Move:
    """The typed move of an action code."""
    return MOVES[action]


def outcome(code: int) -> str:
    """The text of a chance outcome: `token red` or `first 1` (the seat)."""
    if code >= rules.FIRST_SEAT:
        return f"first {code - rules.FIRST_SEAT}"
    return f"token {COLOURS[code - rules.TOKEN]}"


def tidy(text: str) -> str:
    """Forgive capitals, spaces and short forms: `D`, `alt`."""
    text = text.strip().lower()
    return next((move for move in EXAMPLES if text and move.startswith(text)), text)
