"""What is seen of a KinGems table.

Tiles, pawns and crystals owned are public, and every showing is to all, so all seats and spectators see the same. With
the option `memory` what was shown stays in view; without it only what was shown in the turn being played (KG-28).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, cast

import numpy as np

from pentarchy.engine.bits import ZERO, has
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE as BY_CHANCE
from pentarchy.engine.play import EVERYTHING
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Most, OneOf, append, more, see_places
from pentarchy.games.kingems import components, ways
from pentarchy.games.kingems.components import (
    CARDS,
    CRYSTALS,
    CRYSTALS_OF_A_COLOUR,
    LONE_TRANSPARENTS,
    MOST_PATHS,
    PAIRED_TRANSPARENTS,
    PLACES,
    STALL,
    TILES,
)
from pentarchy.games.kingems.moves import Crystal
from pentarchy.games.kingems.rules import (
    BASIC,
    CELLS,
    CLEAR,
    COLOURS,
    CONTENT_DRAWN,
    NOBODY,
    NOT_SHOWN,
    NOWHERE,
    SEATS,
    SQUARE,
    WANTED,
    Phase,
    covered,
    goals_of,
    is_in_view,
    lying,
    merit,
    takeable,
    taken_from,
)
from pentarchy.games.kingems.ways import (
    MOST_SPOTS,
    closing_joint,
    measure,
    nearest_central,
    spot_name,
    spot_of_pawn,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Events, Marks, Record, Seat, State
    from pentarchy.engine.spec import Options

ALIKE = True  # every seat has the same view

# --- Declared ---------------------------------------------------------------------------------------------------------

# The sides that a path joins, in the order in which a tile that is turned has them.
JOINED = tuple(dict.fromkeys(path for tile in TILES for quarters in range(4) for path in tile.turned(quarters)))
TRANSPARENTS = LONE_TRANSPARENTS + PAIRED_TRANSPARENTS
IN_THE_BOX = np.array([CRYSTALS_OF_A_COLOUR] * COLOURS + [TRANSPARENTS])

Colour = Literal["blue", "violet", "yellow", "orange", "light blue", "green", "pink"]
Kind = Literal["turn", "straight", "crossroads", "double"]
Cell = Annotated[str, OneOf(components.CELLS)]
Spot = Annotated[str, OneOf(ways.WRITTEN)]
Stand = Annotated[str, OneOf(("platform", *ways.WRITTEN))]
Crystals = Annotated[list[Crystal], SUBSET]


class Tile(TypedDict):
    """A tunnel tile, and what is known of the cell beneath."""

    cell: Cell
    kind: Kind
    rotation: Annotated[int, "in degrees, clockwise"]
    paths: Annotated[list[Annotated[str, OneOf(JOINED)]], Most(MOST_PATHS), "the sides that each path joins now"]
    shown: Annotated[list[Crystal] | None, SUBSET, "what lies there; null where that is not in view"]
    taken: Annotated[Crystals, "what has been taken from there"]


class Player(TypedDict):
    """A task card, the crystals on it and beside it, and a pawn."""

    seat: int
    colour: Literal["red", "blue", "yellow", "green"]
    card: Annotated[int | None, "its number, from 1; what it asks for is among the constants; null before it is dealt"]
    places: Annotated[list[Crystal | None], Most(PLACES), "what lies on each place; null where it is free"]
    beside: Annotated[
        list[Crystal], Most(COLOURS - PLACES + TRANSPARENTS), "basic mode: the colour left out, transparents"
    ]
    pawn: Annotated[Stand, "`platform`, `c3`, or on a tile with two paths `c3 ne`"]


class Row(TypedDict):
    """A seat as if the game ended now (KG-29)."""

    seat: int
    points: Annotated[int, "covered places"]
    colours: Annotated[list[Crystal], Most(PLACES), "those that lie on their places"]
    by_transparents: Annotated[int, "places covered by transparents: by pairs in the basic mode (KG-22)"]
    won: bool
    place: int


class View(TypedDict):
    """Everything on the table, and of the cells what may be seen of them now."""

    phase: Annotated[
        Literal["turn", "pay", "second", "go", "take", "over", "chance"],
        "what the one whose turn it is may do: rotate a tile, discard a crystal, rotate the second tile, walk, take",
    ]
    first: Annotated[int | None, "the seat that began; null before that is drawn"]
    acting: Annotated[int | None, "the seat whose turn it is; null before the game and after it"]
    tiles: Annotated[list[Tile], Most(CELLS), "in reading order"]
    players: Annotated[list[Player], Most(SEATS)]
    turned: Annotated[list[Cell], Most(2), "the tiles rotated in this turn"]
    tunnel: Annotated[
        list[Spot], Most(MOST_SPOTS), "until the pawn has moved: all spots that are joined to it, its own included"
    ]
    ways: Annotated[
        list[int | None],
        Most(MOST_SPOTS),
        "for each spot of the tunnel which of them comes before it on a nearest way, counted from 0; null where a move"
        " begins",
    ]
    ring: Annotated[
        tuple[int, int] | None,
        "where the pawn may come back to its own spot (KG-16): the spots of the tunnel between which the ring closes",
    ]
    goals: Annotated[list[Spot], Most(MOST_SPOTS), "where it may stop as the tiles lie (KG-14 to KG-16)"]
    can_return: Annotated[bool, "whether it could step up to the platform (KG-27)"]
    return_by: Annotated[Spot | None, "from where it would"]
    takeable: Annotated[Crystals, "what may be taken now"]
    left: Annotated[dict[Crystal, int], "how many of each sort have not been taken from the cells"]
    discarded: Annotated[
        list[Crystal], Most(COLOURS * CRYSTALS_OF_A_COLOUR + TRANSPARENTS), "what has left the game (KG-12)"
    ]
    quiet: Annotated[int, "turns in a row without a crystal taken or discarded"]
    winner: Annotated[int | None, "whoever has all six crystals, in the advanced mode back on the platform"]
    standings: Annotated[list[Row], Most(SEATS)]


class Glimpse(TypedDict):
    """What a move has shown to all, whether or not it is still in view."""

    cells: Annotated[dict[Cell, Crystals], SPARSE]


class Constants(TypedDict):
    """What is the same in every match, so views leave it out."""

    stall: Annotated[int, "at how many turns in a row without a crystal the game ends (KG-29)"]
    cards: Annotated[
        dict[Literal["basic", "advanced"], list[list[Colour]]], "what the task cards of each mode ask for, from card 1"
    ]


CONSTANTS: Constants = {
    "stall": STALL,
    "cards": {
        "basic": [list(cast("tuple[Colour, ...]", card)) for card in CARDS["basic"]],
        "advanced": [list(cast("tuple[Colour, ...]", card)) for card in CARDS["advanced"]],
    },
}

# The phases as they are shown: what waits for chance is one.
TURN, PAY, SECOND, GO, TAKE, OVER, CHANCE = range(7)
SHOWN = np.array([CHANCE] * Phase.TURN + [TURN, PAY, SECOND, GO, TAKE, CHANCE, OVER], np.int64)


def _names_of_paths():
    """names[kind, quarters, path]: which of JOINED it is; NOTHING if there is no such path."""
    names = np.full((len(TILES), 4, MOST_PATHS), NOTHING, np.int64)
    for kind, tile in enumerate(TILES):
        for quarters in range(4):
            for path, sides in enumerate(tile.turned(quarters)):
                names[kind, quarters, path] = JOINED.index(sides)
    return names


PATH_NAMES = _names_of_paths()

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def see(s: State, seat: Seat, v: Record):
    """Everything on the table."""
    v.phase = SHOWN[s.phase]
    v.first = s.first  # nobody is -1 in the state, too
    v.acting = s.acting
    for cell in range(s.laid):
        see_tile(s, cell, seat, more(v.tiles))
    for player in range(s.seats):
        see_player(s, player, more(v.players))
        see_points(s, player, more(v.standings))
    merits = np.zeros(SEATS, np.int64)
    merit(s, merits)
    see_places(merits, v.standings)
    for turned in range(2):
        if s.turned[turned] != NOWHERE:
            append(v.turned, s.turned[turned])
    v.return_by = NOTHING
    if is_before_the_move(s):
        see_ways(s, s.acting, v)
    if s.phase == Phase.TAKE.value:
        v.takeable = takeable(s, s.acting)
    see_crystals(s, v)
    v.quiet = s.quiet
    v.winner = s.winner


@rule
def see_tile(s: State, cell, seat: Seat, tile):
    """A tile; what lies there is in view as long as the turn lasts in which it was shown, or always (KG-28)."""
    kind, quarters = s.kind[cell], int(s.quarters[cell])
    tile.cell = cell
    tile.kind = kind
    tile.rotation = 90 * quarters
    for path in range(MOST_PATHS):
        if PATH_NAMES[kind][quarters][path] != NOTHING:
            append(tile.paths, PATH_NAMES[kind][quarters][path])
    tile.taken = taken_from(s, cell)
    if s.found[cell] == NOT_SHOWN or has(s.forgotten, SQUARE[cell]):
        return
    if s.memory != 0 or seat == EVERYTHING or is_in_view(s, cell):
        tile.shown.there = True
        tile.shown.value = lying(s, cell)


@rule
def see_player(s: State, seat: Seat, player):
    """A task card with what lies on it and beside it, and the pawn."""
    player.seat = seat
    player.colour = seat
    player.card = NOTHING
    spot = spot_of_pawn(s, seat)
    player.pawn = 0 if spot == NOWHERE else 1 + spot_name(s, spot)
    if s.card[seat] == NOBODY:
        return
    player.card = s.card[seat] + 1
    beside = s.owned[seat]
    for place in range(PLACES):
        wanted = WANTED[s.mode][s.card[seat]][place]
        append(player.places, lying_on(s, seat, place))
        beside &= ~(np.uint64(1) << np.uint64(wanted))
    for colour in range(COLOURS):
        if has(beside, colour):
            append(player.beside, colour)
    for _ in range(s.clears[seat]):
        append(player.beside, CLEAR)


@rule
def lying_on(s: State, seat: Seat, place):
    """What lies on a place of a card: its colour, nothing, or in the advanced mode perhaps a transparent (KG-25)."""
    wanted = WANTED[s.mode][s.card[seat]][place]
    if s.mode == BASIC:
        return wanted if has(s.owned[seat], wanted) else NOTHING
    if place >= s.filled[seat]:
        return NOTHING
    return CLEAR if has(s.stand_ins[seat], place) else wanted


@rule
def see_points(s: State, seat: Seat, row):
    """The places that are covered, and by what (KG-22, KG-24, KG-29)."""
    row.seat = seat
    row.points = covered(s, seat)
    row.won = s.winner == seat
    if s.card[seat] == NOBODY:
        return
    for place in range(PLACES):
        crystal = lying_on(s, seat, place)
        if crystal != NOTHING and crystal != CLEAR:
            append(row.colours, crystal)
    row.by_transparents = row.points - row.colours.count


@rule
def is_before_the_move(s: State):
    """Whether the pawn of the one whose turn it is has still to move; a tile just turned may be about to be shown."""
    if s.phase == Phase.SHOW_FIRST.value or s.phase == Phase.SHOW_SECOND.value:
        return True
    return Phase.TURN.value <= s.phase and s.phase <= Phase.GO.value


@rule
def see_ways(s: State, seat: Seat, v: Record):
    """The tunnel of a pawn, where it may stop there, and how it comes there."""
    away = np.empty(MOST_SPOTS, np.int64)
    before = np.empty(MOST_SPOTS, np.int64)
    places = np.empty(MOST_SPOTS, np.int64)  # in the list of the tunnel, of each spot
    measure(s, seat, away, before)
    for spot in range(MOST_SPOTS):
        if away[spot] != NOWHERE:
            places[spot] = v.tunnel.count
            append(v.tunnel, spot_name(s, spot))
    for spot in range(MOST_SPOTS):
        if away[spot] != NOWHERE:
            append(v.ways, NOTHING if before[spot] == NOWHERE else places[before[spot]])
    on_first, on_second, v.can_return = goals_of(s, seat, 0, 0)
    if v.can_return:
        v.return_by = spot_name(s, nearest_central(away))
    for spot in range(MOST_SPOTS):
        if has(on_first if spot % MOST_PATHS == 0 else on_second, SQUARE[spot // MOST_PATHS]):
            append(v.goals, spot_name(s, spot))
            if spot == spot_of_pawn(s, seat):
                v.ring.there = True
                one, other = closing_joint(s, away, before)
                v.ring.value[0] = places[one]
                v.ring.value[1] = places[other]


@rule
def see_crystals(s: State, v: Record):
    """What is left in the cells, and what has left the game: taken, and owned by nobody."""
    for crystal in range(len(CRYSTALS)):
        v.left[crystal] = IN_THE_BOX[crystal]
    for cell in range(s.laid):
        taken = taken_from(s, cell)
        if taken != ZERO:
            for crystal in range(len(CRYSTALS)):
                v.left[crystal] -= 1 if has(taken, crystal) else 0
    for crystal in range(len(CRYSTALS)):
        gone = IN_THE_BOX[crystal] - v.left[crystal]
        for seat in range(s.seats):
            gone -= number_owned(s, seat, crystal)
        for _ in range(gone):
            append(v.discarded, crystal)


@rule
def number_owned(s: State, seat: Seat, crystal):
    """How many crystals of a sort a seat has."""
    if s.mode == BASIC:
        return int(s.clears[seat]) if crystal == CLEAR else int(has(s.owned[seat], crystal))
    number = 0
    for place in range(s.filled[seat]):
        number += 1 if lying_on(s, seat, place) == crystal else 0
    return number


# --- What is heard and shown ------------------------------------------------------------------------------------------


@rule
def hears(s: State, events: Events, seat: Seat, heard: Marks):
    """Everything is heard by all; but without `memory` what was shown is forgotten when its turn is over (KG-28)."""
    now = beginning_of_the_turn(s, events)
    for number in range(len(events)):
        shows_a_cell = events[number, 0] == BY_CHANCE and events[number, 1] >= CONTENT_DRAWN
        heard[number] = 1 if s.memory != 0 or number >= now or not shows_a_cell else 0


@rule
def beginning_of_the_turn(s: State, events: Events):
    """Where the moves of the turn being played begin; behind the end if there is none yet.

    What another player's last move has shown comes after that move, so it is not enough to go back to that.
    """
    beginning = len(events)
    if s.acting == NOBODY:
        return beginning
    for number in range(len(events) - 1, -1, -1):
        if events[number, 0] == s.acting:
            beginning = number
        elif events[number, 0] != BY_CHANCE:
            break
    return beginning


@rule
def cell_looked_at(before: State, after: State):
    """The cell that a seat's move shows to all: of the tile it turned, or where its pawn stopped; or NOWHERE."""
    if before.phase == Phase.GO.value:
        return int(after.at[before.acting])  # NOWHERE is the platform, too
    for cell in range(CELLS):
        if before.quarters[cell] != after.quarters[cell]:
            return cell
    return NOWHERE


@rule
def reveals(before: State, after: State):
    """Whether a move showed a cell that could not be seen before.

    In what somebody supposes who has forgotten what lies there, a turned tile shows nothing: what may be done with it
    does not depend on that. Where a pawn stops it does.
    """
    cell = cell_looked_at(before, after)
    if before.memory != 0 or cell == NOWHERE or is_in_view(before, cell) or after.found[cell] == NOT_SHOWN:
        return False
    return before.phase == Phase.GO.value or not has(before.forgotten, SQUARE[cell])


@rule
def glimpse(before: State, after: State, g: Record):
    """What a move has shown to all.

    Without `memory` a turn that ends with nothing to take hides the cell again at once, so views alone would never show
    it (KG-11, KG-19, KG-28).
    """
    cell = cell_looked_at(before, after)
    if cell == NOWHERE:
        return False
    g.cells[cell].there = True
    g.cells[cell].value = lying(after, cell)
    return True


def past_is_open(options: Options) -> bool:
    """Without `memory` remembering is the game: nobody looks back before the end (KG-28)."""
    return bool(options["memory"])
