"""Moves of Colour Kingdoms: `take blue from red`, `paint b4`, `split to violet`, `choose green`, `done`, and others.

An area is named by its kingdom's letter (n is brown) and its number there. A drop is one of the die unless the move
says `mixed green` or `tower violet`. An exception is spent by itself where a drop needs it.
"""

from __future__ import annotations

import re
from typing import Literal

from pentarchy.engine.spec import Move
from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS,
    BASE,
    COLOURS,
    DICE,
    FACES,
    KINGDOM_POINTS,
    LETTERS,
    MONSTER_KINDS,
    MONSTER_POINTS,
)
from pentarchy.games.color_kingdoms.rules import COMPOUND, FROM_DIE, FROM_TOWER, HUES, WHITE

Base = Literal["blue", "red", "yellow"]
Compound = Literal["green", "violet", "brown"]
Colour = Literal["blue", "red", "yellow", "green", "violet", "brown"]  # also of a kingdom
Die = Literal["blue", "red", "yellow", "white"]
SpeedRow = Literal["blue", "red", "yellow", "green", "violet", "brown", "dragons", "griffins", "unicorns", "hydras"]

EXAMPLES: tuple[str, ...] = (
    "take blue from red",
    "take white as yellow from red",
    "paint b4",
    "paint b4 mixed green",
    "paint b4 tower violet",
    "move to green",
    "split to violet",
    "mix brown",
    "choose violet",
    "done",
    "cross green 4",
)
ROWS = COLOURS + MONSTER_KINDS


class Take(Move, frozen=True):
    """Take a die from a kingdom in which it lies; of the white one say as which colour."""

    die: Die
    kingdom: Colour
    colour: Base | None = None

    def __str__(self) -> str:
        if self.die == "white":
            return f"take white as {self.colour} from {self.kingdom}"
        return f"take {self.die} from {self.kingdom}"


class Paint(Move, frozen=True):
    """Paint an area with a drop of the die, a mixed drop or a tower's drop; the die's drops have its colour."""

    area: str
    drop: Literal["die", "mixed", "tower"] = "die"
    colour: Colour | None = None

    def __str__(self) -> str:
        return f"paint {self.area}" if self.drop == "die" else f"paint {self.area} {self.drop} {self.colour}"


class MoveDrops(Move, frozen=True, tag="move"):
    """Spell 1: all drops of the die go to another kingdom."""

    kingdom: Colour

    def __str__(self) -> str:
        return f"move to {self.kingdom}"


class Split(Move, frozen=True):
    """Spell 3: drops of the die may also be painted in one more kingdom."""

    kingdom: Colour

    def __str__(self) -> str:
        return f"split to {self.kingdom}"


class Mix(Move, frozen=True):
    """Spell 4: two drops of the die become one of a compound colour."""

    colour: Compound

    def __str__(self) -> str:
        return f"mix {self.colour}"


class Choose(Move, frozen=True):
    """Choose the colour of the drop that a watchtower gives."""

    colour: Compound

    def __str__(self) -> str:
        return f"choose {self.colour}"


class Done(Move, frozen=True):
    """End the turn."""

    def __str__(self) -> str:
        return "done"


class Cross(Move, frozen=True):
    """Cross out a number of points for speed, in the solo game."""

    row: SpeedRow
    points: int

    def __str__(self) -> str:
        return f"cross {self.row} {self.points}"


def decode(action: int) -> Move:
    """The typed move of an action code."""
    if action < rules.PAINT:
        named, kingdom = divmod(action - rules.TAKE, HUES)
        return Take(_die(min(named, WHITE)), _colour(kingdom), _base(named - WHITE) if named >= WHITE else None)
    if action < rules.MOVE:
        source, area = divmod(action - rules.PAINT, AREAS)
        if source == FROM_DIE:
            return Paint(AREA_NAMES[area])
        if source < FROM_TOWER:
            return Paint(AREA_NAMES[area], "mixed", _compound(source - rules.FROM_MIX))
        return Paint(AREA_NAMES[area], "tower", _colour(source - FROM_TOWER))
    if action < rules.SPLIT:
        return MoveDrops(_colour(action - rules.MOVE))
    if action < rules.MIX:
        return Split(_colour(action - rules.SPLIT))
    if action < rules.CHOOSE:
        return Mix(_compound(action - rules.MIX))
    if action < rules.DONE:
        return Choose(_compound(action - rules.CHOOSE))
    if action < rules.CROSS:
        return Done()
    row, place = divmod(action - rules.CROSS, 2)
    points = KINGDOM_POINTS if row < rules.MONSTER_ROW else MONSTER_POINTS
    return Cross(_row(row), points[place])


# Literals of the names in components.py, so the types are right.


def _die(index: int) -> Die:
    name: Die = DICE[index]  # type: ignore[assignment]
    return name


def _base(index: int) -> Base:
    name: Base = COLOURS[index]  # type: ignore[assignment]
    return name


def _compound(mixture: int) -> Compound:
    name: Compound = COLOURS[BASE + mixture]  # type: ignore[assignment]
    return name


def _colour(index: int) -> Colour:
    name: Colour = COLOURS[index]  # type: ignore[assignment]
    return name


def _row(index: int) -> SpeedRow:
    name: SpeedRow = ROWS[index]  # type: ignore[assignment]
    return name


def outcome(code: int) -> str:
    """The text of a chance outcome: `first 1` (the seat), `blue 3 in red`, `white 4 in red+yellow+brown`."""
    if code < rules.DIE_THROWN:
        return f"first {code - rules.FIRST_DRAWN}"
    rest, face = divmod(code - rules.DIE_THROWN, len(FACES))
    die, kingdoms = divmod(rest, rules.SETS)
    names = "+".join(colour for kingdom, colour in enumerate(COLOURS) if kingdoms >> kingdom & 1)
    return f"{DICE[die]} {FACES[face]} in {names}"


BASE_COLOUR = "|".join(COLOURS[:BASE])
COMPOUND_COLOUR = "|".join(COLOURS[-COMPOUND:])
ANY_COLOUR = "|".join(COLOURS)
KIND = "|".join(kind.removesuffix("s") for kind in MONSTER_KINDS)
AREA = rf"[{LETTERS}][1-9]"

TAKING = re.compile(rf"(?:t|take)?\s*({BASE_COLOUR})\s+(?:die\s+)?(?:from|in)\s+({ANY_COLOUR})", re.ASCII)
TAKING_WHITE = re.compile(
    rf"(?:t|take)?\s*white\s+(?:die\s+)?as\s+({BASE_COLOUR})\s+(?:from|in)\s+({ANY_COLOUR})", re.ASCII
)
PAINTING = re.compile(rf"(?:p|paint)?\s*({AREA})(?:\s+(?:in\s+|with\s+)?(mixed|tower)\s+({ANY_COLOUR}))?", re.ASCII)
MOVING = re.compile(rf"(?:m|move)\s+(?:to\s+)?({ANY_COLOUR})", re.ASCII)
SPLITTING = re.compile(rf"(?:s|split)\s+(?:to\s+)?({ANY_COLOUR})", re.ASCII)
MIXING = re.compile(rf"mix\s+(?:to\s+)?({COMPOUND_COLOUR})", re.ASCII)
CHOOSING = re.compile(rf"(?:c|choose)\s+({COMPOUND_COLOUR})", re.ASCII)
CROSSING = re.compile(rf"(?:x|cross)\s*(?:out\s+)?({ANY_COLOUR}|{KIND})s?\s+([1-4])", re.ASCII)


def tidy(text: str) -> str:
    """Forgive capitals, spaces and short forms: `Blue from red`, `b4`, `p b4 tower violet`, `m green`, `x hydra 3`."""
    text = text.strip().lower()
    if taking := TAKING.fullmatch(text):
        return f"take {taking[1]} from {taking[2]}"
    if taking := TAKING_WHITE.fullmatch(text):
        return f"take white as {taking[1]} from {taking[2]}"
    if painting := PAINTING.fullmatch(text):
        return f"paint {painting[1]} {painting[2]} {painting[3]}" if painting[2] else f"paint {painting[1]}"
    if moving := MOVING.fullmatch(text):
        return f"move to {moving[1]}"
    if splitting := SPLITTING.fullmatch(text):
        return f"split to {splitting[1]}"
    if mixing := MIXING.fullmatch(text):
        return f"mix {mixing[1]}"
    if choosing := CHOOSING.fullmatch(text):
        return f"choose {choosing[1]}"
    if crossing := CROSSING.fullmatch(text):
        row = crossing[1] if crossing[1] in COLOURS else f"{crossing[1]}s"
        return f"cross {row} {crossing[2]}"
    return " ".join(text.split())
