"""The rules of KinGems, compiled. Numbers such as KG-14 refer to docs/rules/kingems.md.

Cells are counted from 0, row by row. A set of cells is a word with one bit each (see engine/bits.py); cell x, y is the
bit 8 y + x, its square. The two unused columns of the eight keep a step over the edge from arriving anywhere:

     0  1  2  3  4  5  .  .        a step to the north is a shift by 8 to the right, one to the east a shift by 1 to
     8  9 10 11 12 13  .  .        the left, and what falls on a dot or off the word belongs to no set
    16 17 ...

A spot is a path on a tile: where a pawn stands. Tiles have at most two paths, so spots are two sets of squares, those
of first paths and those of second ones. `openings` are the sides that the paths open to: for the first paths four sets
of squares, one for each side, and the same for the second paths.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, U64, ZERO, bit, has, lowest, lowest_bit, nth_bit, popcount
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below
from pentarchy.games.kingems import components
from pentarchy.games.kingems.components import (
    CARDS,
    CARDS_OF_A_MODE,
    CRYSTALS,
    CRYSTALS_OF_A_COLOUR,
    LONE_TRANSPARENTS,
    MODES,
    MOST_PATHS,
    PAIRED_TRANSPARENTS,
    PLACES,
    SPOTS,
    STALL,
    TILES,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import (
        Action,
        Actions,
        Choices,
        Drawn,
        Generator,
        Merits,
        Points,
        Seat,
        State,
        Tensor,
        Weights,
    )

# --- Facts ------------------------------------------------------------------------------------------------------------

SEATS = 4  # at most
CELLS = len(components.CELLS)
COLOURS = len(components.COLOURS)
CLEAR = COLOURS  # a transparent crystal, counted after the colours
KINDS = len(TILES)
NORTH, EAST, SOUTH, WEST = range(4)
SIDES = 4
QUARTERS = 3  # ways to turn a tile: by one, two or three quarters
BASIC, ADVANCED = range(len(MODES))

NOBODY = -1
NOWHERE = -1
PLATFORM = -1
NOT_SHOWN = -1

# What lies in a cell when it is first shown: a colour alone, the lone transparent, or a colour and a transparent.
LONE = COLOURS
WITH_CLEAR = COLOURS + 1
CONTENTS = WITH_CLEAR + COLOURS

ROW = U64(8)
SQUARE = np.array([8 * (cell // 6) + cell % 6 for cell in range(CELLS)])
CELL = np.array([6 * (square // 8) + square % 8 if square % 8 < 6 and square < 48 else 0 for square in range(64)])
CENTRE = U64(sum(1 << int(SQUARE[components.CELLS.index(cell)]) for cell in components.CENTRE))
EVERYWHERE = U64(sum(1 << int(square) for square in SQUARE))


def sides_of_paths():
    """sides[kind, quarters, path]: a bit for every side that the path then joins; 0 if there is no such path."""
    sides = np.zeros((KINDS, 4, MOST_PATHS), np.int64)
    for kind, tile in enumerate(TILES):
        for quarters in range(4):
            for path, letters in enumerate(tile.turned(quarters)):
                sides[kind, quarters, path] = sum(1 << components.SIDES.index(letter) for letter in letters)
    return sides


def names_of_spots():
    """names[kind, quarters, path]: 0 on a tile with one path, else 1 + the index in SPOTS of the sides it joins."""
    names = np.zeros((KINDS, 4, MOST_PATHS), np.int64)
    known = [set(spot) for spot in SPOTS]
    for kind, tile in enumerate(TILES):
        if len(tile.paths) > 1:
            for quarters in range(4):
                for path, letters in enumerate(tile.turned(quarters)):
                    names[kind, quarters, path] = 1 + known.index(set(letters))
    return names


PATH_SIDES = sides_of_paths()
SPOT_NAMES = names_of_spots()
SPOTS_OF_A_CELL = 1 + len(SPOTS)
IN_THE_BOX = np.array([tile.number for tile in TILES])
# WANTED[mode, card, place]: the colour that a card asks for.
WANTED = np.array(
    [[[components.COLOURS.index(colour) for colour in card] for card in CARDS[mode]] for mode in MODES], np.int64
)
ON_CARD = np.array([[sum(1 << int(c) for c in set(card.tolist())) for card in cards] for cards in WANTED], np.uint64)

# Action codes: turn nothing, turn a tile, discard a crystal, go to a spot, return to the platform, take a crystal.
KEEP = 0
TURN = KEEP + 1
DISCARD = TURN + QUARTERS * CELLS
GO = DISCARD + len(CRYSTALS)
RETURN = GO + SPOTS_OF_A_CELL * CELLS
TAKE = RETURN + 1
ACTIONS = TAKE + len(CRYSTALS)

# Chance outcomes: the first player, the next tile and how it lies, a task card, what a cell holds.
FIRST_DRAWN = 0
TILE_DRAWN = FIRST_DRAWN + SEATS
CARD_DRAWN = TILE_DRAWN + 4 * KINDS
CONTENT_DRAWN = CARD_DRAWN + CARDS_OF_A_MODE

MAX_LEGAL = 1 + QUARTERS * CELLS
MAX_OUTCOMES = max(4 * KINDS, CONTENTS)


class Phase(IntEnum):
    """What happens next."""

    FIRST = 0  # chance draws the first player
    LAY = 1  # chance lays a tile
    DEAL = 2  # chance deals a task card
    SHOW_FIRST = 3  # chance says what lies under the tile just turned,
    SHOW_SECOND = 4  # under the second tile just turned,
    SHOW_GOAL = 5  # under the tile just reached
    TURN = 6  # turn a tile, or none
    PAY = 7  # discard a crystal to turn a second tile, or not
    SECOND = 8  # turn the second tile
    GO = 9
    TAKE = 10
    END = 11  # only within an action: the turn is over
    OVER = 12


class Config(IntEnum):
    """Where an option stands in the numbers given to `begin`."""

    PLAYERS = 0
    MODE = 1
    MEMORY = 2
    FIRST = 3


# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # the tiles
        ("openings", "u8", (MOST_PATHS, SIDES)),  # the squares whose first, second path opens to each side
        ("kind", "i1", CELLS),
        ("quarters", "i1", CELLS),  # how far each tile is turned from its base orientation
        ("stock", "i1", KINDS),  # tiles still to be laid
        # the cells
        ("found", "i1", CELLS),  # what lay there when it was first shown, or NOT_SHOWN
        ("coloured", "u8"),  # the squares where a coloured crystal that was shown still lies
        ("clear", "u8"),  # the same for transparent ones
        ("hidden", "i1", COLOURS),  # crystals of each colour in cells not yet shown
        ("hidden_pairs", "i1"),  # transparents beside them
        ("hidden_lone", "i1"),  # the transparent in a cell of its own
        ("hidden_cells", "i1"),
        ("forgotten", "u8"),  # in what somebody supposes: the squares of which that is not known (KG-28); else none
        # the players
        ("card", "i1", SEATS),
        ("at", "i1", SEATS),  # the cell of every pawn, or PLATFORM
        ("path", "i1", SEATS),  # the path it stands on there
        ("owned", "u8", SEATS),  # basic: the colours on and beside the card
        ("clears", "i1", SEATS),  # basic: the transparents beside it
        ("filled", "i1", SEATS),  # advanced: how many places
        ("stand_ins", "u8", SEATS),  # advanced: the places filled by a transparent
        # the course of the game
        ("phase", "i1"),
        ("laid", "i1"),  # how many tiles
        ("first", "i1"),
        ("acting", "i1"),
        ("turned", "i1", 2),  # the cells of the tiles turned in this turn, or NOWHERE
        ("quiet", "i1"),  # turns in a row without a crystal taken or discarded
        ("winner", "i1"),
        # the options
        ("seats", "i1"),
        ("mode", "i1"),
        ("memory", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, config: Choices):
    """No tile is laid yet (KG-7), no cell shown (KG-6), all pawns stand on the platform (KG-8)."""
    s.seats = config[Config.PLAYERS]
    s.mode = config[Config.MODE]
    s.memory = config[Config.MEMORY]
    s.first = config[Config.FIRST]
    s.phase = Phase.FIRST.value if s.first == NOBODY else Phase.LAY.value
    s.acting = s.winner = NOBODY
    s.laid = s.quiet = 0
    s.turned[0] = s.turned[1] = NOWHERE
    for kind in range(KINDS):
        s.stock[kind] = IN_THE_BOX[kind]
    for path in range(MOST_PATHS):
        for side in range(SIDES):
            s.openings[path][side] = ZERO
    hide_cells(s)
    for seat in range(SEATS):
        set_up_seat(s, seat)


@rule
def hide_cells(s: State):
    """All crystals lie in the cells, unseen (KG-2, KG-6)."""
    for cell in range(CELLS):
        s.kind[cell] = s.quarters[cell] = 0
        s.found[cell] = NOT_SHOWN
    for colour in range(COLOURS):
        s.hidden[colour] = CRYSTALS_OF_A_COLOUR
    s.hidden_pairs = PAIRED_TRANSPARENTS
    s.hidden_lone = LONE_TRANSPARENTS
    s.hidden_cells = CELLS
    s.coloured = s.clear = s.forgotten = ZERO


@rule
def set_up_seat(s: State, seat: Seat):
    """A pawn on the platform and nothing collected."""
    s.card[seat] = NOBODY
    s.at[seat] = PLATFORM
    s.path[seat] = 0
    s.clears[seat] = s.filled[seat] = 0
    s.owned[seat] = s.stand_ins[seat] = ZERO


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: State):
    """The seat whose turn it is, CHANCE while something is drawn or shown for the first time, or OVER."""
    if s.phase == Phase.OVER.value:
        return OVER
    if s.phase < Phase.TURN.value:
        return CHANCE
    return int(s.acting)


# --- Tunnels ----------------------------------------------------------------------------------------------------------


@rule
def openings_with(s: State, cell, quarters):
    """The openings of all paths after one tile is turned by so many quarters more (0: as they are)."""
    square = SQUARE[cell]
    sides = PATH_SIDES[s.kind[cell]][(int(s.quarters[cell]) + quarters) % 4]
    return path_openings(s.openings[0], square, sides[0]), path_openings(s.openings[1], square, sides[1])


@rule
def path_openings(sets, square, sides):
    """The openings of first or of second paths, with those on one square replaced."""
    return (
        replaced(sets[NORTH], square, sides >> NORTH),
        replaced(sets[EAST], square, sides >> EAST),
        replaced(sets[SOUTH], square, sides >> SOUTH),
        replaced(sets[WEST], square, sides >> WEST),
    )


@rule
def replaced(squares, square, value):
    """A set with one square added or removed, as the lowest bit of `value` says."""
    return squares & ~bit(square) | U64(value & 1) << U64(square)


@rule
def dead_ends(openings):
    """The spots with an end that faces the board's edge or a side without an opening (KG-13)."""
    first, second = openings
    south = (first[SOUTH] | second[SOUTH]) & (first[NORTH] | second[NORTH]) >> ROW
    east = (first[EAST] | second[EAST]) & (first[WEST] | second[WEST]) >> ONE
    return blocked_paths(first, south, east), blocked_paths(second, south, east)


@rule
def blocked_paths(sets, south, east):
    """The paths with an end that is not joined; `south`, `east`: the squares joined to the one beyond that side."""
    return sets[NORTH] & ~(south << ROW) | sets[EAST] & ~east | sets[SOUTH] & ~south | sets[WEST] & ~(east << ONE)


@rule
def one_step_further(openings, a, b):
    """The spots reached so far and all that are joined to them (KG-13); `a` on first paths, `b` on second ones."""
    first, second = openings
    north = (a & first[NORTH] | b & second[NORTH]) >> ROW
    east = (a & first[EAST] | b & second[EAST]) << ONE
    south = (a & first[SOUTH] | b & second[SOUTH]) << ROW
    west = (a & first[WEST] | b & second[WEST]) >> ONE
    return entered(first, north, east, south, west, a), entered(second, north, east, south, west, b)


@rule
def entered(sets, north, east, south, west, already):
    """The paths that are entered by steps to these squares, besides those already reached."""
    return already | north & sets[SOUTH] | east & sets[WEST] | south & sets[NORTH] | west & sets[EAST]


@rule
def starting_spots(s: State, seat: Seat, openings):
    """Where a move begins: the pawn's spot, or from the platform any path of a central tile (KG-15)."""
    if s.at[seat] == PLATFORM:
        return CENTRE, CENTRE & any_side(openings[1])
    return own_spot(s, seat)


@rule
def own_spot(s: State, seat: Seat):
    """The spot of a pawn; nothing while it is on the platform."""
    if s.at[seat] == PLATFORM:
        return ZERO, ZERO
    spot = bit(SQUARE[s.at[seat]])
    return (spot, ZERO) if s.path[seat] == 0 else (ZERO, spot)


@rule
def any_side(sets):
    """The squares that have such a path."""
    return sets[NORTH] | sets[EAST] | sets[SOUTH] | sets[WEST]


@rule
def has_ring(openings, a, b):
    """Whether a whole tunnel contains a ring: then it has at least as many joints as spots (KG-16)."""
    first, second = openings
    east = (a & first[EAST] | b & second[EAST]) & (first[WEST] | second[WEST]) >> ONE
    south = (a & first[SOUTH] | b & second[SOUTH]) & (first[NORTH] | second[NORTH]) >> ROW
    return popcount(east) + popcount(south) >= popcount(a) + popcount(b)


@rule
def can_move(s: State, seat: Seat, cell, quarters):
    """Whether the pawn has somewhere to go (KG-18) after one tile is turned; also why, as a set of squares.

    A pawn can go to every other dead-end spot of its tunnel, and back to its own one if the tunnel has a ring
    (KG-14, KG-16). Turning a tile outside the set leaves the pawn able to move: it holds the way to one goal, that
    goal, and the neighbours that make it a dead end.
    """
    openings = openings_with(s, cell, quarters)
    goals_a, goals_b = dead_ends(openings)
    home_a, home_b = own_spot(s, seat)
    back_a, back_b = goals_a & home_a, goals_b & home_b
    steps_up = CENTRE if may_return(s, seat) else ZERO
    goals_a = goals_a & ~home_a | steps_up
    goals_b = goals_b & ~home_b | steps_up
    a, b = starting_spots(s, seat, openings)
    while True:
        goals = a & goals_a | b & goals_b
        if goals != ZERO:
            return True, a | b | around(lowest_bit(goals))
        more_a, more_b = one_step_further(openings, a, b)
        if more_a == a and more_b == b:
            break
        a, b = more_a, more_b
    return back_a | back_b != ZERO and has_ring(openings, a, b), EVERYWHERE


@rule
def around(square):
    """The neighbours of a square."""
    return square << ONE | square >> ONE | square << ROW | square >> ROW


@rule
def may_return(s: State, seat: Seat):
    """Whether a pawn may step up to the platform once it is at a central tile (KG-27)."""
    return s.mode == ADVANCED and s.filled[seat] == PLACES


@rule
def goals_of(s: State, seat: Seat, cell, quarters):
    """The dead-end spots where the pawn may stop (KG-14 to KG-16), and whether it can return (KG-27).

    They are those after one tile is turned by so many quarters more (0: as it lies).
    """
    openings = openings_with(s, cell, quarters)
    a, b = starting_spots(s, seat, openings)
    while True:
        more_a, more_b = one_step_further(openings, a, b)
        if more_a == a and more_b == b:
            break
        a, b = more_a, more_b
    goals_a, goals_b = dead_ends(openings)
    home_a, home_b = own_spot(s, seat)
    if not has_ring(openings, a, b):
        goals_a, goals_b = goals_a & ~home_a, goals_b & ~home_b
    can_return = may_return(s, seat) and (a | b) & CENTRE != ZERO
    return a & goals_a, b & goals_b, can_return


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s: State, seat: Seat, actions: Actions):
    """Turn, pay, go or take, as the turn asks (KG-9)."""
    if s.phase == Phase.GO.value:
        return list_goals(s, seat, actions)
    if s.phase == Phase.PAY.value:
        return list_crystals(owned_crystals(s, seat), DISCARD, list_keep(actions), actions)
    if s.phase == Phase.TAKE.value:
        return list_crystals(takeable(s, seat), TAKE, 0, actions)
    return list_turns(s, seat, actions)


@rule
def list_keep(actions: Actions):
    """To turn nothing, or nothing more, comes first."""
    actions[0] = KEEP
    return 1


@rule
def list_turns(s: State, seat: Seat, actions: Actions):
    """Turns after which the pawn can move; if there is none, all of them (KG-10, KG-12, KG-18).

    Turning nothing is looked at first: it is one of the choices of the free rotation, and if it leaves the pawn able to
    move then only turns that touch its way need a closer look.
    """
    n = 0
    stays_able, way = False, EVERYWHERE
    for action in range(KEEP, DISCARD):
        if action != KEEP and not may_turn(s, seat, (action - TURN) // QUARTERS):
            continue
        able = stays_able and not has(way, SQUARE[(action - TURN) // QUARTERS])
        if not able:
            able, needed = after_turn(s, seat, action)
            if action == KEEP:
                stays_able, way = able, needed
        if able and (action != KEEP or s.phase == Phase.TURN.value):
            actions[n] = action
            n += 1
    if n == 0 and not stays_able:
        n = list_all_turns(s, seat, actions)
    return n


@rule
def list_all_turns(s: State, seat: Seat, actions: Actions):
    """Every tile that may be turned, in every way, and to turn none if that is a choice."""
    n = 0
    for action in range(KEEP if s.phase == Phase.TURN.value else TURN, DISCARD):
        if action == KEEP or may_turn(s, seat, (action - TURN) // QUARTERS):
            actions[n] = action
            n += 1
    return n


@rule
def may_turn(s: State, seat: Seat, cell):
    """Not a tile that carries an opponent's pawn (KG-10), and not one tile twice (KG-12)."""
    if cell == s.turned[0]:
        return False
    for other in range(s.seats):
        if other != seat and s.at[other] == cell:
            return False
    return True


@rule
def after_turn(s: State, seat: Seat, action: Action):
    """`can_move` after a turn, or after turning nothing."""
    if action == KEEP:
        return can_move(s, seat, 0, 0)
    return can_move(s, seat, (action - TURN) // QUARTERS, (action - TURN) % QUARTERS + 1)


@rule
def list_goals(s: State, seat: Seat, actions: Actions):
    """Every dead-end spot in reach, and the return (KG-14, KG-27)."""
    n = 0
    a, b, can_return = goals_of(s, seat, 0, 0)
    either = a | b
    while either != ZERO:
        square = lowest(either)
        for path in range(MOST_PATHS):
            if has(a if path == 0 else b, square):
                actions[n] = go_code(s, CELL[square], path)
                n += 1
        either &= either - ONE
    if can_return:
        actions[n] = RETURN
        n += 1
    return n


@rule
def go_code(s: State, cell, path):
    """The action that goes to a spot: a path is named only where a tile has two."""
    return GO + SPOTS_OF_A_CELL * cell + SPOT_NAMES[s.kind[cell]][s.quarters[cell]][path]


@rule
def list_crystals(crystals, code, n, actions: Actions):
    """An action for each crystal of a set, after the first n."""
    while crystals != ZERO:
        actions[n] = code + lowest(crystals)
        crystals &= crystals - ONE
        n += 1
    return n


@rule
def owned_crystals(s: State, seat: Seat):
    """Which crystals a seat owns, on its card or beside it; only in the basic mode may they be discarded (KG-12)."""
    if s.mode == ADVANCED:
        return ZERO
    return s.owned[seat] | (bit(CLEAR) if s.clears[seat] > 0 else ZERO)


@rule
def takeable(s: State, seat: Seat):
    """Which crystals of the cell under the pawn may be taken."""
    return lying(s, s.at[seat]) & fitting(s, seat)


@rule
def fitting(s: State, seat: Seat):
    """The crystals that a seat would take: every colour it does not own (KG-20), or what its next place asks for
    (KG-24); a transparent always (KG-22), in the advanced mode while a place is free (KG-25)."""
    if s.mode == BASIC:
        return ~s.owned[seat]
    if s.filled[seat] == PLACES:
        return ZERO
    return bit(CLEAR) | bit(WANTED[ADVANCED][s.card[seat]][s.filled[seat]])


TRIES = 8


@rule
def pick(s: State, seat: Seat, rng: Generator, actions: Actions):
    """A uniformly random legal action.

    Turns are drawn until one leaves the pawn able to move, which nearly all do; only if that fails are they listed.
    """
    if s.phase == Phase.GO.value:
        return pick_goal(s, seat, rng)
    if s.phase == Phase.TURN.value or s.phase == Phase.SECOND.value:
        for _ in range(TRIES):
            action = below(rng, DISCARD)
            if is_choice(s, seat, action) and after_turn(s, seat, action)[0]:
                return action
    return actions[below(rng, legal(s, seat, actions))]


@rule
def is_choice(s: State, seat: Seat, action: Action):
    """Whether an action is one of those among which the turn is chosen."""
    if action == KEEP:
        return s.phase == Phase.TURN.value
    return may_turn(s, seat, (action - TURN) // QUARTERS)


@rule
def pick_goal(s: State, seat: Seat, rng: Generator):
    """A uniformly random goal."""
    a, b, can_return = goals_of(s, seat, 0, 0)
    on_first, on_second = popcount(a), popcount(b)
    n = below(rng, on_first + on_second + (1 if can_return else 0))
    if n == on_first + on_second:
        return RETURN
    path = 0 if n < on_first else 1
    square = nth_bit(a if path == 0 else b, n - path * on_first)
    return go_code(s, CELL[square], path)


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome; then go on to the next decision."""
    if seat == CHANCE:
        happen(s, action)
    elif action == KEEP:
        s.phase = Phase.GO.value
    elif action < DISCARD:
        turn_tile(s, (action - TURN) // QUARTERS, (action - TURN) % QUARTERS + 1)
    elif action < GO:
        discard(s, seat, action - DISCARD)
    elif action < RETURN:
        go(s, seat, (action - GO) // SPOTS_OF_A_CELL, (action - GO) % SPOTS_OF_A_CELL)
    elif action == RETURN:
        return_home(s, seat)
    else:
        take(s, seat, action - TAKE)
    proceed(s)


@rule
def happen(s: State, outcome: Drawn):
    """An outcome of chance: a step of the set-up, or what a cell holds."""
    if outcome < TILE_DRAWN:
        s.first = outcome - FIRST_DRAWN
        s.phase = Phase.LAY.value
    elif outcome < CARD_DRAWN:
        lay_tile(s, (outcome - TILE_DRAWN) // 4, (outcome - TILE_DRAWN) % 4)
    elif outcome < CONTENT_DRAWN:
        deal_card(s, outcome - CARD_DRAWN)
    else:
        show(s, (outcome - CONTENT_DRAWN) // CONTENTS, (outcome - CONTENT_DRAWN) % CONTENTS)


@rule
def lay_tile(s: State, kind, quarters):
    """A tile over the next cell, in any orientation (KG-7)."""
    cell = int(s.laid)
    s.kind[cell] = kind
    s.stock[kind] -= 1
    s.laid += 1
    rotate(s, cell, quarters)
    if s.laid == CELLS:
        s.phase = Phase.DEAL.value


@rule
def deal_card(s: State, card):
    """A task card for the next seat; after the last one the first player begins (KG-8)."""
    seat = seat_to_deal(s)
    s.card[seat] = card
    if seat == s.seats - 1:
        s.phase = Phase.TURN.value
        s.acting = s.first


@rule
def seat_to_deal(s: State):
    """The seat that gets the next card."""
    seat = 0
    while s.card[seat] != NOBODY:
        seat += 1
    return seat


@rule
def rotate(s: State, cell, quarters):
    """Turn a tile; pawns on it keep their paths, so they are carried round (KG-10)."""
    first, second = openings_with(s, cell, quarters)
    s.quarters[cell] = (int(s.quarters[cell]) + quarters) % 4
    for side in range(SIDES):
        s.openings[0][side] = first[side]
        s.openings[1][side] = second[side]


@rule
def show(s: State, cell, content):
    """What lies under a tile comes to light for the first time, for all to see (KG-11, KG-19)."""
    s.found[cell] = content
    s.hidden_cells -= 1
    if content == LONE:
        s.hidden_lone -= 1
    else:
        s.hidden[content & 7] -= 1
        s.coloured |= bit(SQUARE[cell])
        s.hidden_pairs -= 1 if content > LONE else 0
    if content >= LONE:
        s.clear |= bit(SQUARE[cell])


@rule
def turn_tile(s: State, cell, quarters):
    """The free rotation, or the one that was paid for; the cell is shown (KG-10 to KG-12)."""
    rotate(s, cell, quarters)
    if s.phase == Phase.TURN.value:
        s.turned[0] = cell
        s.phase = Phase.SHOW_FIRST.value
    else:
        s.turned[1] = cell
        s.phase = Phase.SHOW_SECOND.value


@rule
def discard(s: State, seat: Seat, crystal):
    """A crystal leaves the game for a second rotation (KG-12)."""
    if crystal == CLEAR:
        s.clears[seat] -= 1
    else:
        s.owned[seat] &= ~bit(crystal)
    s.quiet = 0
    s.phase = Phase.SECOND.value


@rule
def go(s: State, seat: Seat, cell, name):
    """Walk to a spot; the tile is lifted (KG-14, KG-19)."""
    s.at[seat] = cell
    s.path[seat] = 1 if SPOT_NAMES[s.kind[cell]][s.quarters[cell]][1] == name and name > 0 else 0
    s.phase = Phase.SHOW_GOAL.value


@rule
def return_home(s: State, seat: Seat):
    """With a full card back to the platform, which wins at once (KG-27)."""
    s.at[seat] = PLATFORM
    s.path[seat] = 0
    s.winner = seat
    s.phase = Phase.END.value


@rule
def take(s: State, seat: Seat, crystal):
    """One crystal of the cell goes to the card or beside it (KG-19 to KG-25)."""
    square = SQUARE[s.at[seat]]
    if crystal == CLEAR:
        s.clear &= ~bit(square)
    else:
        s.coloured &= ~bit(square)
    if s.mode == ADVANCED:
        s.stand_ins[seat] |= bit(s.filled[seat]) if crystal == CLEAR else ZERO
        s.filled[seat] += 1
    else:
        s.clears[seat] += 1 if crystal == CLEAR else 0
        s.owned[seat] |= bit(crystal) if crystal != CLEAR else ZERO
        if covered(s, seat) == PLACES:
            s.winner = seat  # KG-23
    s.quiet = -1  # the end of the turn makes it 0
    s.phase = Phase.END.value


@rule
def proceed(s: State):
    """Pass over whatever there is nothing to decide about."""
    if is_showing(s) and s.found[cell_to_show(s)] != NOT_SHOWN:
        s.phase = phase_after_showing(s)
    if s.phase == Phase.PAY.value and not may_pay(s):
        s.phase = Phase.GO.value
    if s.phase == Phase.GO.value and not can_move(s, s.acting, 0, 0)[0]:
        s.phase = Phase.END.value  # KG-18
    if s.phase == Phase.TAKE.value and takeable(s, s.acting) == ZERO:
        s.phase = Phase.END.value
    if s.phase == Phase.END.value:
        end_turn(s)


@rule
def is_showing(s: State):
    """Whether a cell is to be shown."""
    return Phase.SHOW_FIRST.value <= s.phase and s.phase <= Phase.SHOW_GOAL.value


@rule
def cell_to_show(s: State):
    """The cell of the tile just turned or reached."""
    if s.phase == Phase.SHOW_GOAL.value:
        return int(s.at[s.acting])
    return int(s.turned[0 if s.phase == Phase.SHOW_FIRST.value else 1])


@rule
def phase_after_showing(s: State):
    """After the free rotation one may pay for another; after that one goes; at the goal one takes."""
    if s.phase == Phase.SHOW_FIRST.value:
        return Phase.PAY.value
    return Phase.GO.value if s.phase == Phase.SHOW_SECOND.value else Phase.TAKE.value


@rule
def may_pay(s: State):
    """Whether the acting seat owns something to discard and some second rotation is legal (KG-12, KG-18).

    Turning nothing is looked at first: who cannot move as it stands may turn any second tile; who can move may only
    turn one that keeps it so.
    """
    if owned_crystals(s, s.acting) == ZERO:
        return False
    for action in range(KEEP, DISCARD):
        if action == KEEP or may_turn(s, s.acting, (action - TURN) // QUARTERS):
            if after_turn(s, s.acting, action)[0] != (action == KEEP):
                return True
    return False


@rule
def end_turn(s: State):
    """The game may be over (KG-23, KG-27, KG-29); else the next player is on, clockwise (KG-8)."""
    s.quiet = 0 if s.turned[1] != NOWHERE or s.winner != NOBODY else s.quiet + 1
    s.turned[0] = s.turned[1] = NOWHERE
    if s.winner != NOBODY or s.quiet == STALL:
        s.acting = NOBODY
        s.phase = Phase.OVER.value
    else:
        s.acting = (int(s.acting) + 1) % int(s.seats)
        s.phase = Phase.TURN.value


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s: State, codes: Actions, weights: Weights):
    """Who begins (KG-8), which tile comes next and how it lies (KG-7), which card (KG-8), or what a cell holds."""
    n = 0
    if s.phase == Phase.FIRST.value:
        for seat in range(s.seats):
            codes[n] = FIRST_DRAWN + seat
            weights[n] = 1
            n += 1
    elif s.phase == Phase.LAY.value:
        for kind in range(KINDS):
            for quarters in range(4 if s.stock[kind] > 0 else 0):
                codes[n] = TILE_DRAWN + 4 * kind + quarters
                weights[n] = s.stock[kind]
                n += 1
    elif s.phase == Phase.DEAL.value:
        for card in range(CARDS_OF_A_MODE):
            if not is_dealt(s, card):
                codes[n] = CARD_DRAWN + card
                weights[n] = 1
                n += 1
    else:
        for content in range(CONTENTS):
            if weight(s, content) > 0:
                codes[n] = CONTENT_DRAWN + CONTENTS * cell_to_show(s) + content
                weights[n] = weight(s, content)
                n += 1
    return n


@rule
def is_dealt(s: State, card):
    """Whether somebody has the card."""
    for seat in range(s.seats):
        if s.card[seat] == card:
            return True
    return False


@rule
def weight(s: State, content):
    """How likely a cell that was never shown holds this, times (hidden cells) × (hidden coloured crystals) (KG-6).

    With n hidden cells, r(c) hidden crystals of colour c, t hidden transparents beside coloured ones, and k = 1 while
    the lone transparent is hidden, there are n - k hidden coloured crystals:

        the lone transparent     k / n
        colour and transparent   r(c) / n · t / (n - k)
        colour alone             r(c) / n · (n - k - t) / (n - k)
    """
    coloured = int(s.hidden_cells) - int(s.hidden_lone)
    if content == LONE:
        return int(s.hidden_lone) * max(1, coloured)
    pairs = int(s.hidden_pairs)
    return int(s.hidden[content & 7]) * (pairs if content > LONE else coloured - pairs)


@rule
def draw(s: State, rng: Generator):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.FIRST.value:
        return FIRST_DRAWN + below(rng, int(s.seats))
    if s.phase == Phase.LAY.value:
        n = below(rng, 4 * (CELLS - int(s.laid)))
        return TILE_DRAWN + 4 * drawn_from(s.stock, n >> 2) + (n & 3)
    if s.phase == Phase.DEAL.value:
        card = below(rng, CARDS_OF_A_MODE)
        while is_dealt(s, card):
            card = below(rng, CARDS_OF_A_MODE)
        return CARD_DRAWN + card
    return CONTENT_DRAWN + CONTENTS * cell_to_show(s) + draw_content(s, rng)


@rule
def drawn_from(stock, n):
    """The sort of the n-th of so many things of each sort."""
    sort = 0
    while n >= stock[sort]:
        n -= int(stock[sort])
        sort += 1
    return sort


@rule
def draw_content(s: State, rng: Generator):
    """What a cell holds: first which of the hidden 35 colours and lone transparent, then what lies beside it."""
    coloured = int(s.hidden_cells) - int(s.hidden_lone)
    n = below(rng, int(s.hidden_cells))
    if n >= coloured:
        return LONE
    colour = drawn_from(s.hidden, n)
    return colour + (WITH_CLEAR if below(rng, coloured) < s.hidden_pairs else 0)


# --- Cells ------------------------------------------------------------------------------------------------------------


@rule
def lying(s: State, cell):
    """Which crystals a cell holds, as far as it has been shown."""
    crystals = bit(CLEAR) if has(s.clear, SQUARE[cell]) else ZERO
    if has(s.coloured, SQUARE[cell]):
        crystals |= bit(s.found[cell] & 7)
    return crystals


@rule
def first_found(s: State, cell):
    """Which crystals a cell held when it was first shown."""
    content = s.found[cell]
    if content == NOT_SHOWN:
        return ZERO
    if content == LONE:
        return bit(CLEAR)
    return bit(content & 7) | (bit(CLEAR) if content > LONE else ZERO)


@rule
def taken_from(s: State, cell):
    """Which crystals have been taken from a cell."""
    return first_found(s, cell) & ~lying(s, cell)


@rule
def is_in_view(s: State, cell):
    """Whether a cell has been shown in the turn being played: turned, or reached and something may be taken (KG-28)."""
    if cell == s.turned[0] or cell == s.turned[1]:
        return True
    return s.phase == Phase.TAKE.value and cell == s.at[s.acting]


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, points: Points):
    """The places that every seat has covered (KG-29)."""
    for seat in range(s.seats):
        points[seat] = covered(s, seat)


@rule
def merit(s: State, merits: Merits):
    """Who has won is first (KG-23, KG-27); the others, or all if nobody has, by the places covered (KG-29)."""
    for seat in range(s.seats):
        merits[seat] = covered(s, seat) + (PLACES if s.winner == seat else 0)


@rule
def covered(s: State, seat: Seat):
    """Places with their colour, and in the basic mode as many more as there are pairs of transparents (KG-22)."""
    if s.mode == ADVANCED:
        return int(s.filled[seat])
    if s.card[seat] == NOBODY:
        return 0
    return min(PLACES, popcount(s.owned[seat] & ON_CARD[BASIC][s.card[seat]]) + int(s.clears[seat]) // 2)


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def redeal(s: State, observer: Seat, rng: Generator):
    """Nothing to draw anew: what lies in cells that were never shown is not in the state, and all seats have seen the
    others; who remembers them does so fairly (KG-28)."""


@rule
def suppose(s: State, seat: Seat):
    """What somebody may suppose who forgets what is no longer in view; nothing changes with `memory` (KG-28).

    A cell out of view may hold anything that is not known to be elsewhere. One from which something was taken is
    reckoned to be empty; it is marked as forgotten. At the end, when records are open, nothing is forgotten any more.
    """
    if s.memory != 0 or s.phase == Phase.OVER.value:
        return
    in_view = ZERO
    for cell in range(CELLS):
        if is_in_view(s, cell):
            in_view |= bit(SQUARE[cell])
        elif s.found[cell] != NOT_SHOWN:
            forget_cell(s, cell)
    s.coloured &= in_view
    s.clear &= in_view
    count_hidden(s)


@rule
def forget_cell(s: State, cell):
    """Only what was taken from a cell is still known of it."""
    taken = taken_from(s, cell)
    colours = taken & ~bit(CLEAR)
    has_clear = taken != colours
    if taken == ZERO:
        s.found[cell] = NOT_SHOWN
        return
    s.forgotten |= bit(SQUARE[cell])
    if colours == ZERO:
        s.found[cell] = LONE
    else:
        s.found[cell] = lowest(colours) + (WITH_CLEAR if has_clear else 0)


@rule
def count_hidden(s: State):
    """Count anew what lies in cells that are as if they had never been shown.

    If only a transparent was taken from a cell it may have been the lone one: one such cell is supposed to be that, and
    what else may lie in the others is left out of what can still be found, the commonest colours first.
    """
    lone = clear = 0
    for colour in range(COLOURS):
        s.hidden[colour] = CRYSTALS_OF_A_COLOUR
    for cell in range(CELLS):
        content = int(s.found[cell])
        clear += 1 if content >= LONE else 0
        if content == LONE:
            lone += 1
        elif content != NOT_SHOWN:
            s.hidden[content & 7] -= 1
    for _ in range(1, lone):
        s.hidden[commonest(s.hidden)] -= 1
    s.hidden_lone = 0 if lone > 0 else LONE_TRANSPARENTS
    coloured = 0
    for colour in range(COLOURS):
        coloured += int(s.hidden[colour])
    s.hidden_cells = coloured + int(s.hidden_lone)
    s.hidden_pairs = min(LONE_TRANSPARENTS + PAIRED_TRANSPARENTS - clear - int(s.hidden_lone), coloured)


@rule
def commonest(numbers):
    """Which of some numbers is the greatest, of equals the first."""
    best = 0
    for i in range(1, len(numbers)):
        if numbers[i] > numbers[best]:
            best = i
    return best


# --- For learners -----------------------------------------------------------------------------------------------------

OF_A_CELL = MOST_PATHS * SIDES + 2 + len(CRYSTALS) + MOST_PATHS * SEATS
OF_A_PLAYER = PLACES * (COLOURS + 2) + len(CRYSTALS) + 2
OBSERVATION = CELLS * OF_A_CELL + SEATS * OF_A_PLAYER + 8


@rule
def observe(s: State, seat: Seat, tensor: Tensor):
    """What the seat may see now (KG-28): itself first, then clockwise."""
    tensor[:] = 0
    for cell in range(CELLS):
        observe_cell(s, seat, cell, tensor, cell * OF_A_CELL)
    n = CELLS * OF_A_CELL
    for k in range(s.seats):
        other = (seat + k) % s.seats
        if s.card[other] != NOBODY:
            observe_player(s, other, tensor, n + k * OF_A_PLAYER)
    n += SEATS * OF_A_PLAYER
    if Phase.TURN.value <= s.phase and s.phase <= Phase.TAKE.value:
        tensor[n + int(s.phase) - Phase.TURN.value] = 1.0
    tensor[n + 5] = s.quiet / STALL
    tensor[n + 6] = 1.0 if s.mode == ADVANCED else 0.0
    tensor[n + 7] = 1.0 if s.acting == seat else 0.0


@rule
def observe_cell(s: State, seat: Seat, cell, tensor: Tensor, n):
    """The openings of a tile, whether it was turned in this turn, what is known of the cell, and the pawns there."""
    square = SQUARE[cell]
    for path in range(MOST_PATHS):
        for side in range(SIDES):
            tensor[n + SIDES * path + side] = 1.0 if has(s.openings[path][side], square) else 0.0
    n += MOST_PATHS * SIDES
    tensor[n] = 1.0 if s.turned[0] == cell or s.turned[1] == cell else 0.0
    tensor[n + 1] = 1.0 if s.found[cell] != NOT_SHOWN else 0.0
    if has(s.coloured, square):
        tensor[n + 2 + (int(s.found[cell]) & 7)] = 1.0
    tensor[n + 2 + CLEAR] = 1.0 if has(s.clear, square) else 0.0
    n += 2 + len(CRYSTALS)
    for k in range(s.seats):
        other = (seat + k) % s.seats
        if s.at[other] == cell:
            tensor[n + MOST_PATHS * k + int(s.path[other])] = 1.0


@rule
def observe_player(s: State, seat: Seat, tensor: Tensor, n):
    """A task card place by place, with what covers it, and the crystals beside it."""
    for place in range(PLACES):
        wanted = WANTED[s.mode][s.card[seat]][place]
        by_clear = has(s.stand_ins[seat], place)
        is_filled = place < s.filled[seat] if s.mode == ADVANCED else has(s.owned[seat], wanted)
        tensor[n + wanted] = 1.0
        tensor[n + COLOURS] = 1.0 if is_filled else 0.0
        tensor[n + COLOURS + 1] = 1.0 if by_clear else 0.0
        n += COLOURS + 2
    for colour in range(COLOURS):
        tensor[n + colour] = 1.0 if has(s.owned[seat], colour) else 0.0
    tensor[n + CLEAR] = s.clears[seat] / (LONE_TRANSPARENTS + PAIRED_TRANSPARENTS)
    n += len(CRYSTALS)
    tensor[n] = 1.0 if s.at[seat] == PLATFORM else 0.0
    tensor[n + 1] = covered(s, seat) / PLACES
