"""What is seen of a Fairytale Scuffle table.

Hands and set-aside cards are hidden from the others until the end (FS-27); everything else is public. Locations are
numbered from 1 here, as people number them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

import numpy as np

from pentarchy.engine.bits import ZERO, has, popcount
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE, EVERYTHING
from pentarchy.engine.seen import NOTHING, SUBSET, Most, append, more, see_places
from pentarchy.games.scuffle.components import KINGDOMS, TURNS, Kingdom
from pentarchy.games.scuffle.moves import Character
from pentarchy.games.scuffle.rules import (
    ASIDE_DRAWN,
    CASTLE,
    DRAGON,
    FAIRY,
    FARM,
    FOREST,
    GNOME,
    KING,
    KNIGHT,
    LOCATIONS,
    NAMES,
    NOWHERE,
    ORDINARY_NAMES,
    PAIRS,
    PEASANT,
    PRINCESS,
    QUEEN,
    ROUTES,
    SEATS,
    TOWER,
    WITCH,
    WIZARD,
    Phase,
    base,
    depth_of,
    free_locations,
    has_top,
    may_swap,
    merit,
    near,
    stars,
    top_character,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Events, Marks, Record, Seat, State

# --- Declared ---------------------------------------------------------------------------------------------------------

Colour = Literal["red", "blue", "yellow", "green"]
Kind = Literal["tower", "castle", "farm", "forest"]
Cause = Literal[
    "castle",
    "farm near",
    "forest near",
    "king here",
    "own colour near",
    "tower",
    "knight here",
    "princess here",
    "farm",
    "king near",
    "queen near",
    "above",
]


class Card(TypedDict):
    """A character in the colour of a seat."""

    card: Character
    seat: int


class Standing(TypedDict):
    """A card on a location."""

    card: Character
    seat: int
    colour: Colour
    blocked_by: Annotated[Card | None, "the Dragon above it, or of a Dragon the Knight above (FS-12, FS-13)"]
    stars: Annotated[int, "that it brings now"]


class Location(TypedDict):
    """A location and who stands there."""

    number: Annotated[int, "counted from 1, row by row"]
    kind: Kind
    stack: Annotated[list[Standing], Most(NAMES), "from bottom to top"]


class Player(TypedDict):
    """A seat and its cards that are not on the table."""

    seat: int
    colour: Colour
    turns_taken: Annotated[int, "cards played and turns skipped"]
    cards_in_hand: int
    hand: Annotated[list[Character] | None, SUBSET, "null where the viewer does not know it (FS-27)"]
    aside: Annotated[list[Character] | None, SUBSET, "the cards set aside; null where the viewer does not know them"]
    skipped: Annotated[bool, "whether the last turn had to be skipped (FS-10)"]


class Pending(TypedDict):
    """The card just played whose ability may be used, and all that may be named with it."""

    seat: int
    card: Character
    location: int
    ordered: Annotated[NotRequired[int], "how many characters the Fairy has put in order (FS-22)"]
    swaps: Annotated[NotRequired[list[tuple[int, int]]], Most(len(PAIRS)), "pairs of locations for the Witch (FS-21)"]
    moves: Annotated[NotRequired[list[tuple[int, int]]], Most(len(ROUTES)), "from where to where, for the Wizard"]
    named: Annotated[NotRequired[list[Character]], Most(NAMES), "those whom the Fairy has put in order"]
    next: Annotated[NotRequired[list[Character]], Most(NAMES), "the others, as they still lie"]


class Why(TypedDict):
    """A reason for stars (FS-15 to FS-20)."""

    reason: Cause
    card: Annotated[NotRequired[Character], "who is near or above"]
    location: Annotated[NotRequired[int], "what is near, or where"]
    stars: int


class Scored(TypedDict):
    """A character on the table and what it brings."""

    card: Character
    location: int
    stars: int
    reasons: Annotated[list[Why], Most(NAMES), "they add up to the stars"]
    blocked_by: Annotated[Card | None, "blocked characters bring nothing"]


class Row(TypedDict):
    """A seat as if the game ended now (FS-26)."""

    seat: int
    points: Annotated[int, "stars"]
    characters: Annotated[list[Scored], Most(NAMES), "of its colour, wherever they were moved"]
    place: Annotated[int, "on a tie it is the one earlier in turn order"]


class View(TypedDict):
    """Everything on the table, and of the hidden cards only those that the viewer knows."""

    phase: Annotated[
        Literal["chance", "play", "swap", "move", "order", "over"],
        "`swap`, `move` and `order` while a Witch, a Wizard or a Fairy is to be used",
    ]
    turn: int
    first: Annotated[int | None, "the first player; null before that is drawn"]
    locations: Annotated[list[Location], Most(LOCATIONS), "those laid so far"]
    players: Annotated[list[Player], Most(SEATS)]
    pending: Pending | None
    standings: Annotated[list[Row], Most(SEATS)]


class Layout(TypedDict):
    """How the locations lie for a number of players (FS-3)."""

    rows: int
    columns: int
    near: Annotated[
        list[list[int]], "for each location, from the first, the numbers of those that share a side with it"
    ]


class Constants(TypedDict):
    """What is the same in every match, so views leave it out."""

    turns: Annotated[int, "how many everybody has (FS-5)"]
    layouts: Annotated[dict[str, Layout], "by the number of players"]


def _layout(kingdom: Kingdom) -> Layout:
    near = [[1 + other for other in kingdom.near(location)] for location in range(kingdom.locations)]
    return {"rows": kingdom.rows, "columns": kingdom.columns, "near": near}


CONSTANTS: Constants = {
    "turns": TURNS,
    "layouts": {str(players): _layout(kingdom) for players, kingdom in KINGDOMS.items()},
}

# The phases as they are shown: what waits for chance is one.
SHOWN = np.array([0, 0, 0, 1, 2, 3, 4, 5], np.int64)
(
    IN_CASTLE,
    FARM_NEAR,
    FOREST_NEAR,
    KING_HERE,
    OWN_COLOUR_NEAR,
    IN_TOWER,
    KNIGHT_HERE,
    PRINCESS_HERE,
    ON_FARM,
    KING_NEAR,
    QUEEN_NEAR,
    ABOVE,
) = range(12)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def see(s: State, seat: Seat, v: Record):
    """Everything on the table, and the cards that the seat knows."""
    v.phase = SHOWN[s.phase]
    v.turn = s.turn_number
    v.first = s.first  # nobody is -1 in the state, too
    for location in range(s.laid):
        see_location(s, location, more(v.locations))
    for player in range(s.seats):
        see_player(s, player, seat, more(v.players))
        see_points(s, player, more(v.standings))
    merits = np.zeros(SEATS, np.int64)
    merit(s, merits)
    see_places(merits, v.standings)
    if Phase.SWAP.value <= s.phase and s.phase <= Phase.ORDER.value:
        v.pending.there = True
        see_pending(s, v.pending.value)


@rule
def see_location(s: State, location, seen):
    """A location, and who stands there."""
    seen.number = location + 1
    seen.kind = kind_of(s, location)
    for depth in range(s.height[location]):
        see_standing(s, int(s.pile[location][depth]), location, more(seen.stack))


@rule
def kind_of(s: State, location):
    """What kind of location was laid there."""
    kind = 0
    while not has(s.ground[kind], location):
        kind += 1
    return kind


@rule
def see_standing(s: State, card, location, seen):
    """A card on a location, who blocks it, and its stars."""
    seat, character = card // NAMES, card % NAMES
    seen.card = character
    seen.seat = seat
    seen.colour = seat
    see_blocker(s, character, location, seen.blocked_by)
    seen.stars = stars_now(s, seat, character, location)


@rule
def stars_now(s: State, seat: Seat, character, location):
    """What any character brings where it lies; magical and blocked ones bring nothing."""
    if character >= ORDINARY_NAMES or not has(s.awake[character], location):
        return 0
    return stars(s, seat, character, location)


@rule
def see_blocker(s: State, character, location, blocker):
    """Who blocks a character, if it is blocked."""
    if not has(s.awake[character], location):
        blocker.there = True
        name_blocker(s, character, location, blocker.value)


@rule
def name_blocker(s: State, character, location, blocker):
    """Who blocks a blocked character: the Knight a Dragon (FS-13), the Dragon all others (FS-12)."""
    by = KNIGHT if character == DRAGON else DRAGON
    blocker.card = by
    blocker.seat = int(s.pile[location][depth_of(s, by, location)]) // NAMES


@rule
def see_player(s: State, player, viewer, seen):
    """A seat's cards, as far as the viewer knows them: a skipped turn has shown a hand (FS-27)."""
    knows_all = player == viewer or viewer == EVERYTHING or s.phase == Phase.OVER.value
    seen.seat = player
    seen.colour = player
    seen.turns_taken = turns_taken(s, player)
    seen.cards_in_hand = popcount(s.hand[player])
    seen.skipped = s.skipped[player]
    if knows_all or s.skipped[player]:
        seen.hand.there = True
        seen.hand.value = s.hand[player]
    if knows_all:
        seen.aside.there = True
        seen.aside.value = s.aside[player]


@rule
def turns_taken(s: State, seat: Seat):
    """How many cards a seat has played, and turns it has skipped."""
    taken = int(s.skipped[seat])
    for character in range(NAMES):
        if s.at[seat][character] != NOWHERE:
            taken += 1
    return taken


@rule
def see_pending(s: State, pending):
    """The ability to be used and what it may name, which depends on open cards only."""
    pending.seat = s.acting
    pending.ordered = NOTHING
    if s.phase == Phase.SWAP.value:
        pending.card = WITCH
        pending.swaps.there = True
        see_swaps(s, pending.swaps.value)
    elif s.phase == Phase.MOVE.value:
        pending.card = WIZARD
        pending.moves.there = True
        see_moves(s, pending.moves.value)
    else:
        pending.card = FAIRY
        pending.named.there = pending.next.there = True
        see_order(s, pending)
    pending.location = s.at[s.acting][pending.card] + 1


@rule
def see_swaps(s: State, pairs):
    """The pairs of locations whose top characters may be swapped (FS-21)."""
    for a in range(s.locations):
        for b in range(a + 1, s.locations):
            if may_swap(s, a, b):
                pair = more(pairs)
                pair[0] = a + 1
                pair[1] = b + 1


@rule
def see_moves(s: State, routes):
    """The ways in which a top character may be moved, from one location to another (FS-23)."""
    for a in range(s.locations):
        if has_top(s, a):
            free = free_locations(s, top_character(s, a))
            for b in range(s.locations):
                if has(free, b):
                    route = more(routes)
                    route[0] = a + 1
                    route[1] = b + 1


@rule
def see_order(s: State, pending):
    """Whom the Fairy has put in order from the bottom up, and whom she has not (FS-22)."""
    location = int(s.at[s.acting][FAIRY])
    pending.ordered = s.ordered
    first = base(s, location)
    for depth in range(first, s.height[location]):
        character = int(s.pile[location][depth]) % NAMES
        if depth < first + s.ordered:
            append(pending.named.value, character)
        else:
            append(pending.next.value, character)


# --- Stars, reason by reason ------------------------------------------------------------------------------------------


@rule
def see_points(s: State, seat: Seat, row):
    """Every character of a seat on the table with the reasons for its stars (FS-15 to FS-20, FS-26)."""
    row.seat = seat
    for character in range(NAMES):
        location = int(s.at[seat][character])
        if location != NOWHERE:
            seen = more(row.characters)
            seen.card = character
            seen.location = location + 1
            seen.stars = stars_now(s, seat, character, location)
            row.points += seen.stars
            see_blocker(s, character, location, seen.blocked_by)
            if has(s.awake[character], location):
                see_reasons(s, seat, character, location, seen.reasons)


@rule
def see_reasons(s: State, seat: Seat, character, location, reasons):
    """Why an unblocked character brings stars."""
    if character == KING:
        because(reasons, has(s.ground[CASTLE], location), IN_CASTLE, 1)
        see_land_near(s, location, reasons)
    elif character == QUEEN:
        because(reasons, has(s.awake[KING], location), KING_HERE, 1)
        see_own_colour_near(s, seat, location, reasons)
    elif character == PRINCESS:
        because(reasons, has(s.ground[TOWER], location), IN_TOWER, 2)
        because(reasons, has(s.awake[KNIGHT], location), KNIGHT_HERE, 1)
    elif character == KNIGHT:
        because(reasons, has(s.awake[PRINCESS], location), PRINCESS_HERE, 3)
    elif character == PEASANT:
        because(reasons, has(s.ground[FARM], location), ON_FARM, 1)
        see_crowned_near(s, location, reasons)
    elif character == GNOME:
        see_those_above(s, location, reasons)


@rule
def see_land_near(s: State, location, reasons):
    """What a King finds near (FS-15)."""
    for place in range(s.laid):
        if has(near(s, location), place):
            because_near(reasons, has(s.ground[FARM], place), FARM_NEAR, NOTHING, place)
            because_near(reasons, has(s.ground[FOREST], place), FOREST_NEAR, NOTHING, place)


@rule
def see_own_colour_near(s: State, seat: Seat, location, reasons):
    """Whom a Queen finds near (FS-16)."""
    for place in range(s.laid):
        if has(near(s, location), place):
            for depth in range(s.height[place]):
                card = int(s.pile[place][depth])
                counts = card // NAMES == seat and has(s.awake[card % NAMES], place)
                because_near(reasons, counts, OWN_COLOUR_NEAR, card % NAMES, place)


@rule
def see_crowned_near(s: State, location, reasons):
    """Whom a Peasant finds near, as they lie (FS-19)."""
    for place in range(s.laid):
        if has(near(s, location), place):
            for depth in range(s.height[place]):
                character = int(s.pile[place][depth]) % NAMES
                awake = has(s.awake[character], place)
                because_near(reasons, awake and character == KING, KING_NEAR, NOTHING, place)
                because_near(reasons, awake and character == QUEEN, QUEEN_NEAR, NOTHING, place)


@rule
def see_those_above(s: State, location, reasons):
    """Who lies above a Gnome (FS-20)."""
    for depth in range(1, s.height[location]):
        character = int(s.pile[location][depth]) % NAMES
        if has(s.awake[character], location):
            add_reason(reasons, ABOVE, character, NOTHING, 1)


@rule
def because(reasons, counts, reason, brings):
    """One more reason about the location itself, if it counts."""
    if counts:
        add_reason(reasons, reason, NOTHING, NOTHING, brings)


@rule
def because_near(reasons, counts, reason, character, place):
    """One more reason about a location near, if it counts; each brings one star."""
    if counts:
        add_reason(reasons, reason, character, place + 1, 1)


@rule
def add_reason(reasons, reason, character, number, brings):
    """One more reason for stars."""
    why = more(reasons)
    why.reason = reason
    why.card = character
    why.location = number
    why.stars = brings


# --- What is hidden ---------------------------------------------------------------------------------------------------


@rule
def foresee(v: Record, seat: Seat):
    """After moves that are only thought of, not even the end shows cards that are hidden now (FS-27)."""
    for number in range(v.players.count):
        player = v.players.items[number]
        if player.seat != seat:
            conceal(player.aside)
            if not player.skipped:
                conceal(player.hand)


@rule
def conceal(cards):
    """Show no longer which cards these are."""
    cards.there = False
    cards.value = ZERO


@rule
def hears(s: State, events: Events, seat: Seat, heard: Marks):
    """Set-aside cards are known to their owner only, before the end; everything else to all (FS-27)."""
    over = s.phase == Phase.OVER.value
    for number in range(len(events)):
        code = events[number, 1]
        hidden = events[number, 0] == CHANCE and code >= ASIDE_DRAWN and (code - ASIDE_DRAWN) // NAMES != seat
        if over or not hidden:
            heard[number] = 1


@rule
def reveals(before: State, after: State):
    """Whether a turn has passed on in or to the last round: the next hand must skip, or has something to play (FS-10).

    Not only another player may be on now: if all others had to skip, it is the same one again, one turn later.
    """
    passed_on = before.acting != after.acting or before.turn_number != after.turn_number
    return after.turn_number == TURNS and passed_on
