"""Moves of Kingdomino: `claim 17`, `place 0,-1 east`, `discard`.

A placement names the square, counted from the castle at 0,0 (x grows to the east, y to the south), on which the
domino's first square lies, and the side on which its second square follows.
"""

from __future__ import annotations

import re
from typing import Literal

from pentarchy.engine.spec import Move
from pentarchy.games.kingdomino import rules

Facing = Literal["east", "south", "west", "north"]
FACINGS: tuple[Facing, ...] = ("east", "south", "west", "north")
EXAMPLES: tuple[str, ...] = ("claim 17", "place 0,-1 east", "discard")


class Claim(Move, frozen=True):
    """Put a king on a free domino of the next line."""

    domino: int

    def __str__(self) -> str:
        return f"claim {self.domino}"


class Place(Move, frozen=True):
    """Lay the claimed domino into the kingdom."""

    x: int
    y: int
    facing: Facing

    def __str__(self) -> str:
        return f"place {self.x},{self.y} {self.facing}"


class Discard(Move, frozen=True):
    """Discard a domino that fits nowhere."""

    def __str__(self) -> str:
        return "discard"


def decode(action: int) -> Move:
    """The typed move of an action code."""
    if action < rules.DISCARD:
        return Claim(action - rules.CLAIM + 1)
    if action == rules.DISCARD:
        return Discard()
    facing, square = divmod(action - rules.PLACE, rules.SQUARES)
    y, x = divmod(square, rules.SPAN)
    return Place(x - rules.REACH, y - rules.REACH, FACINGS[facing])


def outcome(code: int) -> str:
    """The text of a chance outcome: `domino 17` or `king 1` (the seat)."""
    if code >= rules.KING_DRAWN:
        return f"king {code - rules.KING_DRAWN}"
    return f"domino {code - rules.DOMINO_DRAWN + 1}"


SIDE = "|".join(word for facing in FACINGS for word in (facing, facing[0]))
PLACEMENT = re.compile(rf"(?:p|place)\s*([+-]?\d{{1,2}})\s*[,;\s]\s*([+-]?\d{{1,2}})\s*[,;\s]?\s*({SIDE})", re.ASCII)
CLAIMING = re.compile(r"(?:c|claim)\s*(?:no\.?|№|#)?\s*(\d{1,2})")


def tidy(text: str) -> str:
    """Forgive capitals, spaces and short forms: `P 0 -1 e`, `c17`, `d`."""
    text = text.strip().lower()
    if placement := PLACEMENT.fullmatch(text):
        x, y, side = placement.groups()
        facing = next(facing for facing in FACINGS if facing.startswith(side[0]))
        return f"place {int(x)},{int(y)} {facing}"
    if claiming := CLAIMING.fullmatch(text):
        return f"claim {int(claiming[1])}"
    return "discard" if text == "d" else " ".join(text.split())
