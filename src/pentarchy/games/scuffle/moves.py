"""Moves of Fairytale Scuffle: `play king 5`, `swap 2 6`, `move 3 1`, `next dragon`, `skip`.

Locations are numbered from 1, row by row. A Fairy's reordering is told from the bottom up, one character at a time; the
last one need not be named.
"""

from __future__ import annotations

import re
from typing import Literal

from pentarchy.engine.spec import Move
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS, KINDS

Character = Literal["king", "queen", "princess", "knight", "peasant", "gnome", "dragon", "witch", "fairy", "wizard"]
EXAMPLES: tuple[str, ...] = ("play king 5", "swap 2 6", "move 3 1", "next dragon", "skip")


class Play(Move, frozen=True):
    """Put a character from the hand on a location."""

    card: Character
    location: int

    def __str__(self) -> str:
        return f"play {self.card} {self.location}"


class Swap(Move, frozen=True):
    """The Witch swaps the top characters of two locations, the lower number first."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"swap {self.first} {self.second}"


class MoveTop(Move, frozen=True, tag="move"):
    """The Wizard moves the top character of a location to another one."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"move {self.source} {self.target}"


class Next(Move, frozen=True):
    """The Fairy names the character that comes next from the bottom up."""

    card: Character

    def __str__(self) -> str:
        return f"next {self.card}"


class Skip(Move, frozen=True):
    """Leave the ability of the Witch or the Wizard unused."""

    def __str__(self) -> str:
        return "skip"


def decode(action: int) -> Move:
    """The typed move of an action code."""
    if action < rules.SWAP:
        character, location = divmod(action - rules.PLAY, rules.LOCATIONS)
        return Play(_character(character), location + 1)
    if action < rules.MOVE:
        a, b = rules.PAIRS[action - rules.SWAP].tolist()
        return Swap(a + 1, b + 1)
    if action < rules.NEXT:
        a, b = rules.ROUTES[action - rules.MOVE].tolist()
        return MoveTop(a + 1, b + 1)
    if action < rules.SKIP:
        return Next(_character(action - rules.NEXT))
    return Skip()


def _character(index: int) -> Character:
    name: Character = CHARACTERS[index]  # type: ignore[assignment]  # they are the same ten
    return name


def outcome(code: int) -> str:
    """The text of a chance outcome: `first 1` (the seat), `location tower` or `aside 0 king`."""
    if code < rules.KIND_DRAWN:
        return f"first {code - rules.FIRST_DRAWN}"
    if code < rules.ASIDE_DRAWN:
        return f"location {KINDS[code - rules.KIND_DRAWN]}"
    seat, character = divmod(code - rules.ASIDE_DRAWN, rules.NAMES)
    return f"aside {seat} {CHARACTERS[character]}"


NAME = "|".join(CHARACTERS)
PLAYING = re.compile(rf"(?:p|play)?\s*({NAME})\s*(?:at|on|in|to|,)?\s*#?(\d{{1,2}})", re.ASCII)
SWAPPING = re.compile(r"swap\s*#?(\d{1,2})(?:\s*(?:,|and|with|-|<->)\s*|\s+)#?(\d{1,2})", re.ASCII)
MOVING = re.compile(r"(?:m|move)\s*#?(\d{1,2})(?:\s*(?:,|to|-|->)\s*|\s+)#?(\d{1,2})", re.ASCII)
NAMING = re.compile(rf"(?:n|next)?\s*({NAME})", re.ASCII)


def tidy(text: str) -> str:
    """Forgive capitals, spaces, short forms and the order of a swap: `Princess on 3`, `swap 6 and 2`, `m 3->1`."""
    text = text.strip().lower()
    if playing := PLAYING.fullmatch(text):
        return f"play {playing[1]} {int(playing[2])}"
    if swapping := SWAPPING.fullmatch(text):
        first, second = sorted(int(number) for number in swapping.groups())
        return f"swap {first} {second}"
    if moving := MOVING.fullmatch(text):
        return f"move {int(moving[1])} {int(moving[2])}"
    if naming := NAMING.fullmatch(text):
        return f"next {naming[1]}"
    return " ".join(text.split())
