"""The rules of Kingdomino, compiled. Numbers such as KD-13 refer to docs/rules/kingdomino.md.

A line is a set of domino numbers, so it is sorted by itself. A kingdom is a set of boards wound on rings of bits (see
engine/bits.py), with the castle at x, y = 0, 0 and y growing to the south:

    on the ring of 128, rows of 11: the squares taken, and for each terrain the squares where it would touch its own
    kind; a kingdom of 7×7 and the two squares around it that a domino can reach are at most 9×9
    on the ring of 64, rows of 8: each terrain's squares and the crowns on them, at most 7×7
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import (
    EMPTY,
    FULL,
    ONE,
    U64,
    ZERO,
    add,
    bit,
    both,
    count,
    either,
    flood64,
    has,
    load,
    lowest,
    lowest_bit,
    minus,
    nth,
    nth_bit,
    popcount,
    turn,
)
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Actions, Choices, Generator, Merits, Points, Seat, State, Tensor, Weights

# --- Facts ------------------------------------------------------------------------------------------------------------

SEATS = 4  # at most
ALL_DOMINOES = U64(2**48 - 1)
NOBODY = -1

# Terrain and crowns of the first square, terrain and crowns of the second; row n-1 is domino n.
DOMINO = np.array(
    [
        (TERRAINS.index(d.first.terrain), d.first.crowns, TERRAINS.index(d.second.terrain), d.second.crowns)
        for d in DOMINOES.values()
    ],
    np.int64,
)

MIDDLE_KINGDOM_BONUS = 10  # KD-19
HARMONY_BONUS = 5  # KD-20
GAMES_OF_A_DYNASTY = 3  # KD-18

# Rows on the two rings, and how far from a kingdom a domino can reach.
ROW = 11
ROW64 = 8
MARGIN = 2
EAST, SOUTH, WEST, NORTH = range(4)

# Action codes: claim a domino by its number, discard, or place by facing and by the square relative to the castle.
REACH = 6  # in a 7×7 kingdom no square is farther from the castle than this
SPAN = 2 * REACH + 1
SQUARES = SPAN * SPAN
CLAIM = 0
DISCARD = 48
PLACE = 49
ACTIONS = PLACE + 4 * SQUARES

# Chance outcomes: a domino by its number, or the king of a seat.
DOMINO_DRAWN = 0
KING_DRAWN = 48

MAX_LEGAL = 4 * 81
MAX_OUTCOMES = 48


class Phase(IntEnum):
    """What happens next."""

    LAY = 0  # chance lays a domino of the next line
    KING = 1  # chance draws a king from the hand
    CLAIM = 2
    PLACE = 3
    NEXT_GAME = 4  # chance lays the first domino of a dynasty's next game
    OVER = 5


class Config(IntEnum):
    """Where an option stands in the numbers given to `begin`."""

    PLAYERS = 0
    DYNASTY = 1
    MIDDLE_KINGDOM = 2
    HARMONY = 3
    MIGHTY_DUEL = 4
    LINES_OF_FOUR = 5
    SNAKE_OPENING = 6


def ring(cells):
    """The ring of 128 holding the given cells, as two words."""
    board = sum(1 << cell % 128 for cell in set(cells))
    return board % 2**64, board >> 64


def room_for_a_kingdom(size):
    """room[height, width]: where a kingdom of that extent may grow within size × size (KD-14).

    Counted from the corner that lies MARGIN squares above and to the left of it.
    """
    room = np.zeros((8, 8, 2), np.uint64)
    for height in range(1, size + 1):
        for width in range(1, size + 1):
            up, left = min(MARGIN, size - height), min(MARGIN, size - width)
            rows = range(MARGIN - up, MARGIN + height + up)
            columns = range(MARGIN - left, MARGIN + width + left)
            room[height, width] = ring(ROW * row + column for row in rows for column in columns)
    return room


ROOM = np.stack([room_for_a_kingdom(5), room_for_a_kingdom(7)])

# The four cells that share a side with a cell.
BESIDE = np.array([ring((cell + 1, cell - 1, cell + ROW, cell - ROW)) for cell in range(128)], np.uint64)

# Every placement as x, y of the first square and x, y of the second.
PLACEMENT = np.array(
    [
        (x, y, x + (facing == EAST) - (facing == WEST), y + (facing == SOUTH) - (facing == NORTH))
        for facing in range(4)
        for y in range(-REACH, REACH + 1)
        for x in range(-REACH, REACH + 1)
    ]
)

# What a placement's facing, and the way from its western or northern cell to its first square, add to the action code.
FIRST_SQUARE = np.array([0, SQUARES, 2 * SQUARES + 1, 3 * SQUARES + SPAN])

# A cell counted from the corner, in the square-by-square numbering of action codes.
SQUARE_FROM_CORNER = np.array([cell // ROW * SPAN + cell % ROW for cell in range(128)], np.int64)

# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # the kingdoms
        ("taken", "u8", (SEATS, 2)),
        ("beside", "u8", (SEATS, 6, 2)),  # squares beside the castle or a square of this terrain
        ("land", "u8", (SEATS, 6)),
        ("crowned", "u8", (SEATS, 3)),  # squares with at least 1, 2, 3 crowns
        ("across", "u8", SEATS),  # left halves of dominoes that lie across; all others stand upright
        ("rows", "u8", SEATS),  # those that the kingdom occupies, and its columns: bit REACH is the castle's
        ("columns", "u8", SEATS),
        ("discards", "i1", SEATS),
        # the dominoes: bit n-1 is domino n
        ("unseen", "u8"),  # not yet appeared; which of them will is not decided
        ("line", "u8"),  # placed in this round
        ("waiting", "u8"),  # those of them whose kings have not acted
        ("next_line", "u8"),  # claimed in this round
        ("unclaimed", "u8"),  # those of them without a king
        ("left_over", "u8"),  # left the game unclaimed (KD-23)
        # the kings
        ("claimed", "u8", SEATS),  # the dominoes of both lines on which this seat's kings stand
        ("hand", "i1", SEATS),  # not yet drawn (KD-5)
        ("acting", "i1"),  # the seat whose king acts
        ("phase", "i1"),
        ("round_number", "i1"),  # 0 is the first claim
        ("game_number", "i1"),
        ("earlier", "i2", (GAMES_OF_A_DYNASTY - 1, SEATS, 3)),  # finished games: points, largest property, crowns
        # the options
        ("seats", "i1"),
        ("kings", "i1"),
        ("line_size", "i1"),
        ("rounds", "i1"),
        ("games", "i1"),
        ("longest", "i1"),  # side of the square that a kingdom must fit in
        ("middle_kingdom", "i1"),
        ("harmony", "i1"),
        ("snake_opening", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, config: Choices):
    """Choose what the options say (KD-2, KD-3, KD-4, KD-10, KD-22, KD-23) and set up the first game."""
    s.seats = config[Config.PLAYERS]
    s.kings = 3 if s.seats == 3 else 4
    s.line_size = 4 if config[Config.LINES_OF_FOUR] else s.kings
    s.rounds = 6 if s.seats == 2 and not config[Config.MIGHTY_DUEL] else 12
    s.longest = 7 if config[Config.MIGHTY_DUEL] else 5
    s.games = GAMES_OF_A_DYNASTY if config[Config.DYNASTY] else 1
    s.middle_kingdom = config[Config.MIDDLE_KINGDOM]
    s.harmony = config[Config.HARMONY]
    s.snake_opening = config[Config.SNAKE_OPENING]
    s.game_number = 1
    set_up(s)


@rule
def set_up(s: State):
    """Castles on the table, kings in the hand, and every domino still unseen."""
    for seat in range(s.seats):
        set_up_kingdom(s, seat)
        s.hand[seat] = s.kings // s.seats
        s.claimed[seat] = ZERO
    s.unseen = ALL_DOMINOES
    s.line = s.waiting = s.next_line = s.unclaimed = s.left_over = ZERO
    s.acting = NOBODY
    s.round_number = 0
    s.phase = Phase.LAY.value


@rule
def set_up_kingdom(s: State, seat: Seat):
    """A castle, beside which every terrain fits (KD-13)."""
    s.taken[seat][0] = ONE
    s.taken[seat][1] = ZERO
    for terrain in range(6):
        s.beside[seat][terrain][0] = BESIDE[0][0]
        s.beside[seat][terrain][1] = BESIDE[0][1]
        s.land[seat][terrain] = ZERO
    for i in range(3):
        s.crowned[seat][i] = ZERO
    s.across[seat] = ZERO
    s.rows[seat] = s.columns[seat] = bit(REACH)
    s.discards[seat] = 0


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: State):
    """The owner of the king whose turn it is (KD-5, KD-7), CHANCE, or OVER."""
    if s.phase == Phase.CLAIM.value or s.phase == Phase.PLACE.value:
        return int(s.acting)
    if s.phase == Phase.OVER.value:
        return OVER
    return CHANCE


@rule
def between_games(s: State):
    """Whether a dynasty's next game is about to be set up; the kingdoms of the last one still lie there."""
    return s.phase == Phase.NEXT_GAME.value


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s: State, seat: Seat, actions: Actions):
    """Claim a free domino (KD-8), or place the one claimed before, or discard it if it fits nowhere (KD-15)."""
    n = 0
    if s.phase == Phase.CLAIM.value:
        rest = s.unclaimed
        while rest != ZERO:
            actions[n] = CLAIM + lowest(rest)
            rest &= rest - ONE
            n += 1
        return n
    found = placements(s, seat, lowest(s.waiting))
    for facing in range(4):
        n = list_placements(s, seat, facing, found[facing], actions, n)
    if n == 0:
        actions[0] = DISCARD
        n = 1
    return n


@rule
def placements(s: State, seat: Seat, domino):
    """For each facing, where a domino may lie (KD-12, KD-13, KD-14), named by the western or northern of its two cells.

    One square must touch its own kind or the castle; the other needs only a free cell.
    """
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    free = free_cells(s, seat)
    across = both(free, western(free))
    upright = both(free, northern(free))
    fits_1 = load(s.beside[seat][terrain_1])
    fits_2 = load(s.beside[seat][terrain_2])
    east = both(across, either(fits_1, western(fits_2)))
    south = both(upright, either(fits_1, northern(fits_2)))
    # With equal squares the other two facings would be the same placements again.
    turned = EMPTY if terrain_1 == terrain_2 and crowns_1 == crowns_2 else FULL
    west = both(both(across, turned), either(fits_2, western(fits_1)))
    north = both(both(upright, turned), either(fits_2, northern(fits_1)))
    return east, south, west, north


@rule
def western(cells):
    """The western neighbours of some cells."""
    return turn(cells, 127)


@rule
def northern(cells):
    """The northern neighbours of some cells."""
    return turn(cells, 128 - ROW)


@rule
def free_cells(s: State, seat: Seat):
    """Cells that are not taken and keep the kingdom within its size (KD-14)."""
    return cells_within(s, s.rows[seat], s.columns[seat], load(s.taken[seat]))


@rule
def cells_within(s: State, rows, columns, taken):
    """The same for a kingdom that has these rows and columns, and takes these cells."""
    room = load(ROOM[0 if s.longest == 5 else 1, popcount(rows), popcount(columns)])
    return minus(turn(room, corner_of(rows, columns) & 127), taken)


@rule
def corner(s: State, seat: Seat):
    """The cell MARGIN squares above and to the left of the kingdom."""
    return corner_of(s.rows[seat], s.columns[seat])


@rule
def corner_of(rows, columns):
    """The same, given the rows and columns of a kingdom."""
    return (lowest(rows) - REACH - MARGIN) * ROW + lowest(columns) - REACH - MARGIN


@rule
def placing(s: State, seat: Seat, facing, cell):
    """The action code of a placement, whose code counts from the first square."""
    in_window = SQUARE_FROM_CORNER[(cell - corner(s, seat)) & 127]
    window = (lowest(s.rows[seat]) - MARGIN) * SPAN + lowest(s.columns[seat]) - MARGIN
    return PLACE + FIRST_SQUARE[facing] + window + in_window


@rule
def list_placements(s: State, seat: Seat, facing, cells, actions: Actions, n):
    """Append the action for every cell to the first `n` actions; return how many there are then."""
    for half in range(2):
        rest = cells[half]
        while rest != ZERO:
            actions[n] = placing(s, seat, facing, 64 * half + lowest(rest))
            rest &= rest - ONE
            n += 1
    return n


@rule
def pick(s: State, seat: Seat, rng: Generator, actions: Actions):
    """A uniformly random legal action, without listing them."""
    if s.phase == Phase.CLAIM.value:
        return CLAIM + nth_bit(s.unclaimed, below(rng, popcount(s.unclaimed)))
    found = placements(s, seat, lowest(s.waiting))
    east = count(found[0])
    south = east + count(found[1])
    west = south + count(found[2])
    north = west + count(found[3])
    if north == 0:
        return DISCARD
    n = below(rng, north)
    facing = int(n >= east) + int(n >= south) + int(n >= west)
    skipped = (0, east, south, west)[facing]
    return placing(s, seat, facing, nth(found[facing], n - skipped))


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome."""
    if seat == CHANCE:
        if action >= KING_DRAWN:
            draw_king(s, action - KING_DRAWN)
        else:
            lay(s, action - DOMINO_DRAWN)
    elif s.phase == Phase.CLAIM.value:
        claim(s, seat, action - CLAIM)
    else:
        if action == DISCARD:
            s.discards[seat] += 1
        else:
            place(s, seat, lowest(s.waiting), action)
        if s.round_number < s.rounds:
            s.phase = Phase.CLAIM.value
        else:
            end_turn(s)  # KD-11


@rule
def lay(s: State, domino):
    """Lay a domino into the next line (KD-4); when the line is complete somebody acts."""
    if s.phase == Phase.NEXT_GAME.value:
        begin_next_game(s)
    s.unseen &= ~bit(domino)
    s.next_line |= bit(domino)
    if popcount(s.next_line) == s.line_size:
        open_line(s)


@rule
def open_line(s: State):
    """The next line is complete and can be claimed: in the first claim kings are drawn, else the round begins."""
    s.unclaimed = s.next_line
    if s.round_number == 0:
        s.phase = Phase.KING.value
    else:
        begin_turn(s)


@rule
def draw_king(s: State, seat: Seat):
    """A king comes out of the hand and its owner claims (KD-5); in a snake opening all are out then (KD-23)."""
    s.hand[seat] -= 1
    if s.snake_opening:
        s.hand[0] = s.hand[1] = 0
    s.acting = seat
    s.phase = Phase.CLAIM.value


@rule
def claim(s: State, seat: Seat, domino):
    """Put the king on a free domino of the next line."""
    s.unclaimed &= ~bit(domino)
    s.claimed[seat] |= bit(domino)
    end_turn(s)


@rule
def place(s: State, seat: Seat, domino, action: Action):
    """Lay a domino into the kingdom (KD-12)."""
    x, y, other_x, other_y = placement(action)
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    put(s, seat, x, y, terrain_1, crowns_1)
    put(s, seat, other_x, other_y, terrain_2, crowns_2)
    s.across[seat] |= on_ring(min(x, other_x), y) if y == other_y else ZERO


@rule
def placement(action: Action):
    """Where a placement lays the first and the second square of a domino."""
    row = PLACEMENT[action - PLACE]
    return row[0], row[1], row[2], row[3]


@rule
def squares(domino):
    """Terrain and crowns of a domino's first square, and of its second."""
    row = DOMINO[domino]
    return row[0], row[1], row[2], row[3]


@rule
def put(s: State, seat: Seat, x, y, terrain, crowns):
    """Lay one square."""
    cell = (ROW * y + x) & 127
    add(s.taken[seat], cell)
    s.beside[seat][terrain][0] |= BESIDE[cell][0]
    s.beside[seat][terrain][1] |= BESIDE[cell][1]
    square = on_ring(x, y)
    s.land[seat][terrain] |= square
    for i in range(3):
        s.crowned[seat][i] |= square if i < crowns else ZERO
    s.rows[seat] |= bit(y + REACH)
    s.columns[seat] |= bit(x + REACH)


@rule
def on_ring(x, y):
    """The word with only this square, on the ring of 64."""
    return bit((ROW64 * y + x) & 63)


@rule
def begin_turn(s: State):
    """The king on the lowest domino that waits acts (KD-7); with two players that may be the same player (KD-9)."""
    s.acting = owner(s, lowest(s.waiting))
    s.phase = Phase.PLACE.value


@rule
def owner(s: State, domino):
    """The seat whose king stands on a domino, or NOBODY."""
    found = NOBODY
    for seat in range(s.seats):
        found = seat if has(s.claimed[seat], domino) else found
    return found


@rule
def end_turn(s: State):
    """The next king acts, or the round is over."""
    if s.round_number == 0:
        go_on_claiming(s)
        return
    done = lowest(s.waiting)
    s.waiting &= ~bit(done)
    if s.waiting != ZERO:
        begin_turn(s)
    else:
        end_round(s)


@rule
def go_on_claiming(s: State):
    """In the first claim the next king is drawn (KD-5), or the snake goes on A-B-B-A (KD-23)."""
    claims = popcount(s.next_line & ~s.unclaimed)
    if claims == s.kings:
        end_round(s)
    elif not s.snake_opening:
        s.phase = Phase.KING.value
    elif claims != 2:
        s.acting = 1 - s.acting


@rule
def end_round(s: State):
    """The claimed line is placed next; a new line is laid while dominoes remain (KD-6, KD-10)."""
    s.left_over |= s.unclaimed  # KD-23
    s.line = s.waiting = s.next_line & ~s.unclaimed
    s.next_line = s.unclaimed = ZERO
    for seat in range(s.seats):
        s.claimed[seat] &= s.line
    s.acting = NOBODY
    if s.round_number == s.rounds:
        s.phase = Phase.NEXT_GAME.value if s.game_number < s.games else Phase.OVER.value
        return
    s.round_number += 1
    if s.round_number < s.rounds:
        s.phase = Phase.LAY.value
    else:
        begin_turn(s)


@rule
def begin_next_game(s: State):
    """Write down how the last game ended and set up the next one (KD-18)."""
    for seat in range(s.seats):
        s.earlier[s.game_number - 1][seat][0] = game_points(s, seat)
        s.earlier[s.game_number - 1][seat][1] = largest_property(s, seat)
        s.earlier[s.game_number - 1][seat][2] = crowns(s, seat)
    s.game_number += 1
    set_up(s)


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s: State, codes: Actions, weights: Weights):
    """Any unseen domino (KD-3, KD-4), or a king of those still in the hand (KD-5)."""
    n = 0
    if s.phase == Phase.KING.value:
        for seat in range(s.seats):
            if s.hand[seat] > 0:
                codes[n] = KING_DRAWN + seat
                weights[n] = 1 if s.snake_opening else s.hand[seat]
                n += 1
        return n
    rest = drawable(s)
    while rest != ZERO:
        codes[n] = DOMINO_DRAWN + lowest(rest)
        weights[n] = 1
        rest &= rest - ONE
        n += 1
    return n


@rule
def draw(s: State, rng: Generator):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.KING.value:
        n = below(rng, popcount(s.unclaimed) - int(s.line_size) + int(s.kings))
        seat = 0
        while n >= s.hand[seat]:
            n -= s.hand[seat]
            seat += 1
        return KING_DRAWN + seat
    rest = drawable(s)
    return DOMINO_DRAWN + nth_bit(rest, below(rng, popcount(rest)))


@rule
def settle(s: State, rng: Generator):
    """Let chance act until somebody must decide; the dominoes of a line are drawn all at once."""
    while s.phase == Phase.LAY.value or s.phase == Phase.KING.value or s.phase == Phase.NEXT_GAME.value:
        if s.phase == Phase.LAY.value:
            unseen = s.unseen
            line = s.next_line
            for left in range(popcount(unseen), popcount(unseen) - (int(s.line_size) - popcount(line)), -1):
                domino = bit(nth_bit(unseen, below(rng, left)))
                unseen &= ~domino
                line |= domino
            s.unseen = unseen
            s.next_line = line
            open_line(s)
        else:
            apply(s, CHANCE, draw(s, rng))
    return to_act(s)


@rule
def drawable(s: State):
    """The dominoes of which one comes next. Those removed at the set-up (KD-3) are simply never drawn."""
    if s.phase == Phase.NEXT_GAME.value:
        return ALL_DOMINOES
    return s.unseen


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, points: Points):
    """Total points: properties and bonuses (KD-21), and the earlier games of a dynasty (KD-18)."""
    for seat in range(s.seats):
        points[seat] = game_points(s, seat) + in_earlier_games(s, seat, 0)


@rule
def merit(s: State, merits: Merits):
    """Points, then the largest property, then crowns, as one number (KD-17)."""
    for seat in range(s.seats):
        points = game_points(s, seat) + in_earlier_games(s, seat, 0)
        largest = largest_property(s, seat) + in_earlier_games(s, seat, 1)
        crown_count = crowns(s, seat) + in_earlier_games(s, seat, 2)
        merits[seat] = (points * 10_000 + largest) * 10_000 + crown_count


@rule
def in_earlier_games(s: State, seat: Seat, figure):
    """The points (0), the squares of the largest properties (1) or the crowns (2) of a dynasty's finished games."""
    total = 0
    for game in range(s.game_number - 1):
        total += int(s.earlier[game][seat][figure])
    return total


@rule
def game_points(s: State, seat: Seat):
    """The points of this game's kingdom with its bonuses."""
    return property_points(s, seat) + middle_kingdom_bonus(s, seat) + harmony_bonus(s, seat)


@rule
def middle_kingdom_bonus(s: State, seat: Seat):
    """What a castle in the middle is worth (KD-19)."""
    return MIDDLE_KINGDOM_BONUS if s.middle_kingdom and castle_is_central(s, seat) else 0


@rule
def harmony_bonus(s: State, seat: Seat):
    """What it is worth that nothing was discarded (KD-20)."""
    return HARMONY_BONUS if s.harmony and s.discards[seat] == 0 else 0


@rule
def property_points(s: State, seat: Seat):
    """Squares × crowns of every property (KD-16)."""
    total = 0
    for terrain in range(6):
        total += points_on(s.land[seat][terrain], s.crowned[seat][0], s.crowned[seat][1], s.crowned[seat][2])
    return total


@rule
def points_on(land, one, two, three):
    """The points of all properties of one terrain, given where there are at least one, two and three crowns.

    Only properties with a crown are looked for: the others score 0.
    """
    total = 0
    rest = land & one
    while rest != ZERO:
        region = flood64(lowest_bit(rest), land, ROW64)
        rest &= ~region
        total += popcount(region) * (popcount(region & one) + popcount(region & two) + popcount(region & three))
    return total


@rule
def crowns_on(s: State, seat: Seat, region):
    """How many crowns lie on some squares."""
    n = 0
    for i in range(3):
        n += popcount(region & s.crowned[seat][i])
    return n


@rule
def crowns(s: State, seat: Seat):
    """The crowns on all squares of a kingdom."""
    n = 0
    for i in range(3):
        n += popcount(s.crowned[seat][i])
    return n


@rule
def largest_property(s: State, seat: Seat):
    """The number of squares of the largest property, with or without crowns."""
    largest = 0
    for terrain in range(6):
        rest = s.land[seat][terrain]
        while rest != ZERO:
            region = flood64(lowest_bit(rest), rest, ROW64)
            rest &= ~region
            largest = max(largest, popcount(region))
    return largest


@rule
def castle_is_central(s: State, seat: Seat):
    """Whether the kingdom has its full extent with the castle in the middle (KD-19)."""
    return s.rows[seat] == central_rows(s) and s.columns[seat] == central_rows(s)


@rule
def central_rows(s: State):
    """The rows, and the columns, of a full kingdom with the castle in its middle."""
    longest = int(s.longest)
    return (bit(longest) - ONE) << U64(REACH - longest // 2)


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def redeal(s: State, observer: Seat, rng: Generator):
    """Nothing to draw anew: no state holds anything that a seat may not see (KD-24)."""


# --- For learners -----------------------------------------------------------------------------------------------------

PLANES = 7  # per kingdom: six terrains, then crowns / 3
PLACE_IN_LINE = 21  # per place in a line: there, number / 48, two squares of 7, four owners, still waiting
LINE = 4  # places
OBSERVATION = SEATS * PLANES * SQUARES + 2 * LINE * PLACE_IN_LINE + 48 + 2 * SEATS + 5


@rule
def observe(s: State, seat: Seat, tensor: Tensor):
    """Everything, from the seat's side of the table: own kingdom first, then clockwise."""
    tensor[:] = 0
    for k in range(s.seats):
        observe_kingdom(s, (seat + k) % s.seats, tensor, k * PLANES * SQUARES)
    n = SEATS * PLANES * SQUARES
    observe_line(s, seat, s.line, tensor, n)
    n += LINE * PLACE_IN_LINE
    observe_line(s, seat, s.next_line, tensor, n)
    n += LINE * PLACE_IN_LINE
    for domino in range(48):
        if has(s.unseen, domino):
            tensor[n + domino] = 1.0
    n += 48
    for k in range(s.seats):
        tensor[n + k] = s.hand[(seat + k) % s.seats]
        tensor[n + SEATS + k] = s.discards[(seat + k) % s.seats]
    n += 2 * SEATS
    tensor[n] = 1.0 if s.phase == Phase.PLACE.value else 0.0
    tensor[n + 1] = s.round_number / s.rounds
    tensor[n + 2] = 1.0 if s.longest == 7 else 0.0
    tensor[n + 3] = s.middle_kingdom
    tensor[n + 4] = s.harmony


@rule
def observe_kingdom(s: State, owner, tensor: Tensor, start):
    """One kingdom as planes of squares around its castle."""
    top, left = lowest(s.rows[owner]), lowest(s.columns[owner])
    corner = ROW64 * (top - REACH) + left - REACH
    for terrain in range(6):
        rest = s.land[owner][terrain]
        while rest != ZERO:
            cell = (lowest(rest) - corner) & 63
            square = start + SPAN * (top + cell // ROW64) + left + cell % ROW64
            tensor[square + terrain * SQUARES] = 1.0
            tensor[square + 6 * SQUARES] = crowns_on(s, owner, lowest_bit(rest)) / 3
            rest &= rest - ONE


@rule
def observe_line(s: State, seat: Seat, line, tensor: Tensor, start):
    """The dominoes of a line, lowest first."""
    while line != ZERO:
        domino = lowest(line)
        terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
        tensor[start] = 1.0
        tensor[start + 1] = (domino + 1) / 48
        tensor[start + 2 + terrain_1] = 1.0
        tensor[start + 8] = crowns_1 / 3
        tensor[start + 9 + terrain_2] = 1.0
        tensor[start + 15] = crowns_2 / 3
        for k in range(s.seats):
            if has(s.claimed[(seat + k) % s.seats], domino):
                tensor[start + 16 + k] = 1.0
        if has(s.waiting, domino):
            tensor[start + 20] = 1.0
        line &= line - ONE
        start += PLACE_IN_LINE
