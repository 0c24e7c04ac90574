"""Positions of Fairytale Scuffle written out; and those read that a person wrote or edited, unless they cannot occur.

A stack is written from bottom to top, each card as colour and name. `turns` says how often everybody has played a card
or had to skip; with `first` it says whose turn it is. If a card has just been played and its ability is still to be
used, `pending` names it:

    {"kind": "tower", "stack": ["blue gnome", "red princess", "blue wizard"]}
    "pending": {"seat": 1, "card": "wizard", "location": 4}

What is refused is told by FS-28.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from pentarchy.engine.position import need, shaped
from pentarchy.games.scuffle.components import CHARACTERS, COLOURS, KINDS, KINGDOMS, SET_ASIDE, TURNS
from pentarchy.games.scuffle.rules import NAMES, NOBODY, NOTHING, NOWHERE, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.spec import Position

Card = tuple[str, int]  # name and seat
Stack = list[Card]  # bottom first

PENDING_PHASES = {"witch": Phase.SWAP, "wizard": Phase.MOVE, "fairy": Phase.ORDER}
UNPLAYABLE_PAIR = {"dragon", "gnome"}  # the hand that skips the last turn (FS-10)


class Location(msgspec.Struct, forbid_unknown_fields=True):
    """A location and the cards on it, bottom first."""

    kind: Literal["tower", "castle", "farm", "forest"]
    stack: list[str] = []


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of one colour that are not on the table."""

    hand: list[str]
    aside: list[str]


class Pending(msgspec.Struct, forbid_unknown_fields=True):
    """A card just played whose ability is still to be used; how many characters a Fairy has put in order."""

    seat: int
    card: Literal["witch", "wizard", "fairy"]
    location: int
    ordered: int = 0


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written down."""

    game: str
    first: int
    turns: list[int]
    locations: list[Location]
    players: list[Player]
    options: dict[str, Any] = {}
    pending: Pending | None = None


def written(s: Any) -> Position:
    """Full information, in the format of docs/rules/scuffle.md."""
    seats = range(int(s.seats))
    return {
        "first": int(s.first),
        "turns": [_turns_taken(s, seat) for seat in seats],
        "locations": [_written_location(s, location) for location in range(int(s.laid))],
        "players": [{"hand": _characters(s.hand[seat]), "aside": _characters(s.aside[seat])} for seat in seats],
        "pending": _written_pending(s),
    }


def _turns_taken(s: Any, seat: int) -> int:
    """How many cards a seat has played, and turns it has skipped."""
    return int((s.at[seat] != NOWHERE).sum()) + int(s.skipped[seat])


def _written_location(s: Any, location: int) -> dict[str, Any]:
    kind = next(name for name, ground in zip(KINDS, s.ground.tolist(), strict=True) if ground >> location & 1)
    cards = [card for card in s.pile[location].tolist() if card != NOTHING]
    return {"kind": kind, "stack": [f"{COLOURS[card // NAMES]} {CHARACTERS[card % NAMES]}" for card in cards]}


def _characters(cards: int) -> list[str]:
    """The names of a set of characters, always in the same order."""
    return [name for index, name in enumerate(CHARACTERS) if int(cards) >> index & 1]


def _written_pending(s: Any) -> dict[str, Any] | None:
    for card, phase in PENDING_PHASES.items():
        if s.phase == phase:
            seat = int(s.acting)
            location = int(s.at[seat][CHARACTERS.index(card)]) + 1
            pending = {"seat": seat, "card": card, "location": location}
            return pending | {"ordered": int(s.ordered)} if card == "fairy" else pending
    return None


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    table = shaped(position, Table)
    _check_kinds(s, table)
    stacks = [_read_stack(s, f"locations[{i}].stack", location) for i, location in enumerate(table.locations)]
    _check_cards(s, table, stacks)
    _check_turns(s, table, stacks)
    if table.pending is None:
        _take_forced_skips(s, table)
    else:
        _check_pending(s, table, table.pending, stacks)
    _write(s, table, stacks)


def unblocked(stack: list[str]) -> list[str]:
    """The names in a stack without those blocked by a Dragon above, and the Dragon by a Knight above (FS-12, FS-13)."""
    if "dragon" not in stack:
        return stack
    dragon = stack.index("dragon")
    beneath, above = stack[:dragon], stack[dragon + 1 :]
    if "knight" in above:
        return beneath + above
    return [name for name in beneath if name == "gnome"] + ["dragon"] + above


# --- Locations and cards ----------------------------------------------------------------------------------------------


def _check_kinds(s: Any, table: Table) -> None:
    kingdom = KINGDOMS[int(s.seats)]
    found = len(table.locations)
    need(found == kingdom.locations, "locations", f"there are {kingdom.locations} for {s.seats} players, not {found}")
    kinds: Counter[str] = Counter(location.kind for location in table.locations)
    for kind in KINDS:
        expected = kingdom.kinds[kind]
        need(
            kinds[kind] == expected,
            "locations",
            f"with {s.seats} players {expected} of them are of the kind {kind}, not {kinds[kind]}",
        )


def _read_stack(s: Any, field: str, location: Location) -> Stack:
    stack: Stack = []
    for depth, text in enumerate(location.stack):
        colour, _, name = text.partition(" ")
        need(
            colour in COLOURS[: int(s.seats)] and name in CHARACTERS,
            f"{field}[{depth}]",
            f"{text!r} is no card of this game; a card is written like 'red king', "
            f"the colours are {', '.join(COLOURS[: int(s.seats)])}",
        )
        need(name not in [other for other, _ in stack], f"{field}[{depth}]", f"a second {name} on the same location")
        need(name != "gnome" or depth == 0, f"{field}[{depth}]", "a gnome lies at the bottom")
        stack.append((name, COLOURS.index(colour)))
    return stack


def _check_cards(s: Any, table: Table, stacks: list[Stack]) -> None:
    """Everybody's ten cards are on the table, in the hand or set aside (FS-2, FS-4)."""
    need(len(table.players) == s.seats, "players", f"there are {len(table.players)}, but {s.seats} seats")
    for seat, player in enumerate(table.players):
        for field, names in (("hand", player.hand), ("aside", player.aside)):
            for name in names:
                need(name in CHARACTERS, f"players[{seat}].{field}", f"there is no character {name!r}")
        aside = len(player.aside)
        need(aside == SET_ASIDE, f"players[{seat}].aside", f"{SET_ASIDE} cards are set aside, not {aside}")
        cards = Counter([*_played(stacks, seat), *player.hand, *player.aside])
        for name in CHARACTERS:
            need(
                cards[name] == 1,
                f"players[{seat}]",
                f"on the table, in the hand and set aside the {COLOURS[seat]} {name} is found {cards[name]} times",
            )


def _played(stacks: list[Stack], seat: int) -> list[str]:
    return [name for stack in stacks for name, owner in stack if owner == seat]


# --- Turns ------------------------------------------------------------------------------------------------------------


def _check_turns(s: Any, table: Table, stacks: list[Stack]) -> None:
    """Turns go round from the first player, and each is a card played; only the sixth may have been skipped."""
    seats = int(s.seats)
    need(table.first in range(seats), "first", f"{table.first} is no seat")
    need(s.first in (NOBODY, table.first), "first", f"the game's option says {s.first}, the position {table.first}")
    need(len(table.turns) == seats, "turns", f"{table.turns} is not one number a player")
    taken = sum(table.turns)
    in_order = [_turns_of(table, seat, taken) for seat in range(seats)]
    need(
        table.turns == in_order and taken <= TURNS * seats,
        "turns",
        f"{table.turns} cannot be: from seat {table.first} everybody has one turn after the other, {TURNS} in all",
    )
    for seat, player in enumerate(table.players):
        played = len(_played(stacks, seat))
        skipped = table.turns[seat] == TURNS and set(player.hand) == UNPLAYABLE_PAIR
        need(
            played == table.turns[seat] - skipped,
            f"turns[{seat}]",
            f"{table.turns[seat]} turns, but {played} {COLOURS[seat]} cards on the table",
        )


def _turns_of(table: Table, seat: int, taken: int) -> int:
    """How many of the turns taken so far were those of a seat."""
    seats = len(table.turns)
    later = (seat - table.first) % seats
    return (taken + seats - 1 - later) // seats


def _take_forced_skips(s: Any, table: Table) -> None:
    """Who is on in the last turn with nothing to play skips by himself (FS-10)."""
    seats = int(s.seats)
    while sum(table.turns) < TURNS * seats:
        seat = (table.first + sum(table.turns)) % seats
        if table.turns[seat] < TURNS - 1 or set(table.players[seat].hand) != UNPLAYABLE_PAIR:
            return
        table.turns[seat] += 1


def _check_pending(s: Any, table: Table, pending: Pending, stacks: list[Stack]) -> None:
    """Only the card played last can have an ability to be used, and only if there is something to decide (FS-25)."""
    seats = int(s.seats)
    last = (table.first + sum(table.turns) - 1) % seats if any(table.turns) else None
    need(pending.seat == last, "pending.seat", f"the last turn was that of seat {last}, not of {pending.seat}")
    need(
        pending.location in range(1, len(stacks) + 1),
        "pending.location",
        f"{pending.location} is not between 1 and {len(stacks)}",
    )
    stack = stacks[pending.location - 1]
    card = (pending.card, pending.seat)
    colour = COLOURS[pending.seat]
    need(card in stack, "pending.card", f"the {colour} {pending.card} is not on location {pending.location}")
    need(
        len(_played(stacks, pending.seat)) == table.turns[pending.seat],
        "pending.seat",
        f"seat {pending.seat} skipped its last turn",
    )
    if pending.card == "fairy":
        _check_order(pending, stack)
        return
    need(pending.ordered == 0, "pending.ordered", f"a {pending.card} puts nothing in order")
    need(
        stack[-1] == card, "pending.card", f"the {pending.card} just played lies on top of location {pending.location}"
    )
    need(_may_act(s, table, pending, stacks), "pending.card", f"a {pending.card} can do nothing there")


def _check_order(pending: Pending, stack: Stack) -> None:
    """What a Fairy has put in order lies lowest; of the rest she was the last to come."""
    above_gnome = [card for card in stack if card[0] != "gnome"]
    need(len(above_gnome) > 1, "pending.card", "there is nobody with her to be put in order")
    need(
        0 <= pending.ordered < len(above_gnome) - 1,
        "pending.ordered",
        f"{pending.ordered} is not between 0 and {len(above_gnome) - 2}",
    )
    fairy = above_gnome.index(("fairy", pending.seat))
    need(
        fairy < pending.ordered or fairy == len(above_gnome) - 1,
        "pending.ordered",
        "a fairy that is not yet put in order lies on top",
    )


def _may_act(s: Any, table: Table, pending: Pending, stacks: list[Stack]) -> bool:
    """Whether a Witch or a Wizard just played has anything to decide (FS-21, FS-23)."""
    here = pending.location - 1
    if pending.card == "witch":
        return table.locations[here].kind == "forest" and _any_swap(stacks)
    around = [here, *KINGDOMS[int(s.seats)].near(here)]
    return any(table.locations[location].kind == "tower" for location in around)


def _any_swap(stacks: list[Stack]) -> bool:
    names = [[name for name, _ in stack] for stack in stacks]
    with_top = [stack for stack in names if stack and stack[-1] != "gnome"]
    return any(
        a is not b and (a[-1] == b[-1] or (a[-1] not in b and b[-1] not in a)) for a in with_top for b in with_top
    )


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(s: Any, table: Table, stacks: list[Stack]) -> None:
    s.first = table.first
    s.laid = len(table.locations)
    for kind, name in enumerate(KINDS):
        s.ground[kind] = _set(i for i, location in enumerate(table.locations) if location.kind == name)
    for location, stack in enumerate(stacks):
        _write_stack(s, location, stack)
    for seat, player in enumerate(table.players):
        s.hand[seat] = _set(map(CHARACTERS.index, player.hand))
        s.aside[seat] = _set(map(CHARACTERS.index, player.aside))
        s.skipped[seat] = table.turns[seat] > len(_played(stacks, seat))
    _write_turn(s, table)


def _write_stack(s: Any, location: int, stack: Stack) -> None:
    s.height[location] = len(stack)
    names = [name for name, _ in stack]
    for depth, (name, seat) in enumerate(stack):
        character = CHARACTERS.index(name)
        s.pile[location][depth] = NAMES * seat + character
        s.at[seat][character] = location
        s.where[character] |= np.uint64(1 << location)
        if name in unblocked(names):
            s.awake[character] |= np.uint64(1 << location)


def _write_turn(s: Any, table: Table) -> None:
    seats = int(s.seats)
    taken = sum(table.turns)
    if table.pending is not None:
        s.acting = table.pending.seat
        s.turn_number = table.turns[table.pending.seat]
        s.phase = PENDING_PHASES[table.pending.card].value
        s.ordered = table.pending.ordered
    elif taken == TURNS * seats:
        s.acting = NOBODY
        s.turn_number = TURNS
        s.phase = Phase.OVER.value
    else:
        s.acting = (table.first + taken) % seats
        s.turn_number = taken // seats + 1
        s.phase = Phase.PLAY.value


def _set(bits: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in bits))
