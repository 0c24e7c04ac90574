"""Moves of KinGems: `keep`, `turn c3 90`, `discard pink`, `go c3`, `go c3 ne`, `return`, `take light blue`.

Columns are a to f from left to right, rows 1 to 6 from the top. Where a tile has two paths, the one to stop on is named
by the sides that it joins now.
"""

from __future__ import annotations

import re
from typing import Literal

from pentarchy.engine.spec import Move
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS, CRYSTALS, SPOTS, TILES, TRANSPARENT

Crystal = Literal["blue", "violet", "yellow", "orange", "light blue", "green", "pink", "transparent"]
EXAMPLES: tuple[str, ...] = ("keep", "turn c3 90", "discard pink", "go c3", "go c3 ne", "take pink", "return")


class Keep(Move, frozen=True):
    """Rotate no tile, or no second one."""

    def __str__(self) -> str:
        return "keep"


class Turn(Move, frozen=True):
    """Rotate the tile over a cell clockwise."""

    cell: str
    degrees: Literal[90, 180, 270]

    def __str__(self) -> str:
        return f"turn {self.cell} {self.degrees}"


class Discard(Move, frozen=True):
    """Discard a crystal to rotate a second tile."""

    crystal: Crystal

    def __str__(self) -> str:
        return f"discard {self.crystal}"


class Go(Move, frozen=True):
    """Walk to a dead end; on a tile with two paths `path` names the one, like "ne"."""

    cell: str
    path: str | None = None

    def __str__(self) -> str:
        return f"go {self.cell}" if self.path is None else f"go {self.cell} {self.path}"


class Return(Move, frozen=True):
    """Step up to the platform with a full card."""

    def __str__(self) -> str:
        return "return"


class Take(Move, frozen=True):
    """Take a crystal from the cell just reached."""

    crystal: Crystal

    def __str__(self) -> str:
        return f"take {self.crystal}"


def decode(action: int) -> Move:
    """The typed move of an action code."""
    if action == rules.KEEP:
        return Keep()
    if action < rules.DISCARD:
        cell, quarters = divmod(action - rules.TURN, rules.QUARTERS)
        degrees: Literal[90, 180, 270] = (90, 180, 270)[quarters]
        return Turn(CELLS[cell], degrees)
    if action < rules.GO:
        return Discard(_crystal(action - rules.DISCARD))
    if action < rules.RETURN:
        cell, name = divmod(action - rules.GO, rules.SPOTS_OF_A_CELL)
        return Go(CELLS[cell], SPOTS[name - 1] if name else None)
    if action == rules.RETURN:
        return Return()
    return Take(_crystal(action - rules.TAKE))


def _crystal(index: int) -> Crystal:
    name: Crystal = CRYSTALS[index]  # type: ignore[assignment]  # they are the same eight
    return name


def outcome(code: int) -> str:
    """The text of a chance outcome: `first 1` (the seat), `turn 90` (a tile), `card 3`, `c4 pink+transparent`."""
    if code < rules.TILE_DRAWN:
        return f"first {code - rules.FIRST_DRAWN}"
    if code < rules.CARD_DRAWN:
        kind, quarters = divmod(code - rules.TILE_DRAWN, 4)
        return f"{TILES[kind].kind} {90 * quarters}"
    if code < rules.CONTENT_DRAWN:
        return f"card {code - rules.CARD_DRAWN + 1}"
    cell, content = divmod(code - rules.CONTENT_DRAWN, rules.CONTENTS)
    return f"{CELLS[cell]} {content_text(content)}"


def content_text(content: int) -> str:
    """What a cell held when it was first shown: `pink`, `pink+transparent` or `transparent`."""
    if content <= rules.LONE:
        return CRYSTALS[content]
    return f"{CRYSTALS[content - rules.WITH_CLEAR]}+{TRANSPARENT}"


SQUARE = r"([a-f])\s*,?\s*([1-6])"
NAME = "|".join(CRYSTALS).replace(" ", r"\s*") + "|sky|clear"
SIDE_PAIR = r"([nesw])\s*,?\s*([nesw])"
TURNING = re.compile(rf"(?:t|turn|rotate)?\s*{SQUARE}\s*(?:by|,)?\s*(90|180|270)\s*°?", re.ASCII)
GOING = re.compile(rf"(?:g|go)?\s*(?:to)?\s*{SQUARE}(?:\s*(?:,|on)?\s*{SIDE_PAIR})?", re.ASCII)
CHOOSING = re.compile(rf"(d|discard|take)\s*({NAME})", re.ASCII)
NICKNAMES = {"lightblue": "light blue", "sky": "light blue", "clear": "transparent"}
SPELLING = {frozenset(spot): spot for spot in SPOTS}


def tidy(text: str) -> str:
    """Forgive capitals, spaces, short forms and the order of sides: `T C3 90°`, `c3`, `go c3 en`, `take clear`."""
    text = text.strip().lower()
    if turning := TURNING.fullmatch(text):
        return f"turn {turning[1]}{turning[2]} {turning[3]}"
    if choosing := CHOOSING.fullmatch(text):
        name = "".join(choosing[2].split())
        return f"{'take' if choosing[1] == 'take' else 'discard'} {NICKNAMES.get(name, name)}"
    if going := GOING.fullmatch(text):
        cell = going[1] + going[2]
        if going[3] is None:
            return f"go {cell}"
        return f"go {cell} {SPELLING.get(frozenset(going[3] + going[4]), going[3] + going[4])}"
    return {"home": "return", "k": "keep"}.get(text, " ".join(text.split()))
