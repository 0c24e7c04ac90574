"""The rules of Kingdomino, compiled. Numbers such as KD-13 refer to docs/rules/kingdomino.md.

A kingdom is a set of bitboards over a small window whose corner moves with the kingdom: its topmost row and leftmost
column always lie at MARGIN, so that two squares of room are left on every side for the next domino, and 7×7 fits as
well as 5×5. The castle may be anywhere in it (KD-14).

      0 1 2 3 4 5 6 7 8 9
    0 . . . . . . . . . |      a row has nine cells and a wall, so that no shift
    1 . . . . . . . . . |      carries a cell from one row into the next
    2 . . W F # . . . . |
    3 . . . . L L . . . |
    ...
"""

from enum import IntEnum

import numpy as np

from pentarchy.engine import bits
from pentarchy.engine.bits import U64, around, both, count, down, either, empty, first, flood, load, minus, nth, up
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS

# --- Facts ------------------------------------------------------------------------------------------------------------

SEATS = 4  # at most
KINGS = 4  # at most, and dominoes in a line
ALL_DOMINOES = U64(2**48 - 1)
NOBODY = -1

# Terrain and crowns of the first square, terrain and crowns of the second; row 0 is no domino.
DOMINO = np.array(
    [(0, 0, 0, 0)]
    + [
        (TERRAINS.index(d.first.terrain), d.first.crowns, TERRAINS.index(d.second.terrain), d.second.crowns)
        for d in DOMINOES.values()
    ],
    np.int64,
)

MIDDLE_KINGDOM_BONUS = 10  # KD-19
HARMONY_BONUS = 5  # KD-20
GAMES_OF_A_DYNASTY = 3  # KD-18

# The window of a kingdom.
MARGIN = 2
ROW = 10
ROWS = 9
CELLS = ROW * ROWS
EAST, SOUTH, WEST, NORTH = range(4)
STEP = np.array([1, ROW, -1, -ROW])

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
OUTCOMES = KING_DRAWN + SEATS

MAX_LEGAL = 4 * CELLS
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


def room_for_a_kingdom(size):
    """room[height, width]: the window's cells on which a kingdom of that extent may grow within size × size (KD-14)."""
    room = np.zeros((8, 8, 2), np.uint64)
    for height in range(1, size + 1):
        for width in range(1, size + 1):
            top = max(0, MARGIN - (size - height))
            left = max(0, MARGIN - (size - width))
            board = sum(
                1 << (row * ROW + column)
                for row in range(top, MARGIN + size)
                for column in range(left, MARGIN + size)
            )
            room[height, width] = board % 2**64, board >> 64
    return room


ROOM = np.stack([room_for_a_kingdom(5), room_for_a_kingdom(7)])

# A cell's place in the square-by-square numbering of action codes, before the castle's own place is subtracted.
SQUARE_OF_CELL = np.array([cell // ROW * SPAN + cell % ROW for cell in range(128)], np.int64)

# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # per seat: boards of the occupied cells, of each terrain, of the squares with at least 1, 2, 3 crowns, and of
        # the left halves of dominoes that lie across (the others stand upright, so this tells which halves belong)
        ("taken", "u8", (SEATS, 2)),
        ("land", "u8", (SEATS, 6, 2)),
        ("crowned", "u8", (SEATS, 3, 2)),
        ("across", "u8", (SEATS, 2)),
        ("unseen", "u8"),  # dominoes that have not appeared: bit n-1 for number n; which of them come is not decided
        ("left_over", "u8"),  # dominoes that left the game unclaimed (KD-23)
        ("earlier", "i2", (GAMES_OF_A_DYNASTY - 1, SEATS, 3)),  # finished games: points, largest property, crowns
        ("height", "i1", SEATS),
        ("width", "i1", SEATS),
        ("castle_row", "i1", SEATS),
        ("castle_column", "i1", SEATS),
        ("discards", "i1", SEATS),
        ("hand", "i1", SEATS),  # kings not yet drawn from the hand (KD-5)
        ("line", "i1", KINGS),  # the dominoes being placed, ascending; 0 is none
        ("owner", "i1", KINGS),  # whose king stands on each; before round 1, whose kings came out in which order
        ("next_line", "i1", KINGS),  # the dominoes being claimed, ascending
        ("next_owner", "i1", KINGS),
        ("laid", "i1"),  # how many dominoes of the next line lie there
        ("phase", "i1"),
        ("turn", "i1"),  # how many kings have acted in this round
        ("round_number", "i1"),  # 0 is the first claim
        ("game_number", "i1"),
        # the options
        ("seats", "i1"),
        ("kings", "i1"),
        ("line_size", "i1"),
        ("rounds", "i1"),
        ("games", "i1"),
        ("size", "i1"),
        ("middle_kingdom", "i1"),
        ("harmony", "i1"),
        ("snake_opening", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s, config):
    """Choose what the options say (KD-2, KD-3, KD-4, KD-10, KD-22, KD-23) and set up the first game."""
    s.seats = config[Config.PLAYERS]
    s.kings = 3 if s.seats == 3 else 4
    s.line_size = 4 if config[Config.LINES_OF_FOUR] else s.kings
    s.rounds = 6 if s.seats == 2 and not config[Config.MIGHTY_DUEL] else 12
    s.size = 7 if config[Config.MIGHTY_DUEL] else 5
    s.games = GAMES_OF_A_DYNASTY if config[Config.DYNASTY] else 1
    s.middle_kingdom = config[Config.MIDDLE_KINGDOM]
    s.harmony = config[Config.HARMONY]
    s.snake_opening = config[Config.SNAKE_OPENING]
    s.game_number = 1
    set_up(s)


@rule
def set_up(s):
    """Castles on the table, kings in the hand, and every domino still unseen."""
    for seat in range(SEATS):
        s.taken[seat][:] = 0
        s.land[seat][:] = 0
        s.crowned[seat][:] = 0
        s.across[seat][:] = 0
        s.castle_row[seat] = MARGIN
        s.castle_column[seat] = MARGIN
        s.height[seat] = 1
        s.width[seat] = 1
        s.discards[seat] = 0
        bits.store(s.taken[seat], castle(s, seat))
        s.hand[seat] = s.kings // s.seats if seat < s.seats else 0
    s.unseen = ALL_DOMINOES
    s.left_over = U64(0)
    s.round_number = 0
    s.turn = 0
    clear_line(s.line, s.owner)
    clear_line(s.next_line, s.next_owner)
    s.laid = 0
    s.phase = Phase.LAY.value


@rule
def clear_line(line, owner):
    """A line without dominoes."""
    for i in range(KINGS):
        line[i] = 0
        owner[i] = NOBODY


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s):
    """The owner of the king whose turn it is (KD-5, KD-7), CHANCE, or OVER."""
    if s.phase == Phase.CLAIM.value or s.phase == Phase.PLACE.value:
        return int(s.owner[s.turn])
    if s.phase == Phase.OVER.value:
        return OVER
    return CHANCE


@rule
def between_games(s):
    """Whether a dynasty's next game is about to be set up; the kingdoms of the last one still lie there."""
    return s.phase == Phase.NEXT_GAME.value


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s, seat, actions):
    """Claim a free domino (KD-8), or place the one claimed before, or discard it if it fits nowhere (KD-15)."""
    if s.phase == Phase.CLAIM.value:
        return free_dominoes(s, actions)
    found = placements(s, seat, int(s.line[s.turn]))
    n = 0
    for facing in range(4):
        n = list_cells(found[facing], first_action(s, seat, facing), actions, n)
    if n == 0:
        actions[0] = DISCARD
        n = 1
    return n


@rule
def free_dominoes(s, actions):
    """List the dominoes of the next line on which no king stands."""
    n = 0
    for i in range(s.line_size):
        if s.next_owner[i] == NOBODY:
            actions[n] = CLAIM + s.next_line[i] - 1
            n += 1
    return n


@rule
def placements(s, seat, domino):
    """For each facing, the cells on which the first square of a domino may lie (KD-12, KD-13, KD-14)."""
    terrain_1, crowns_1, terrain_2, crowns_2 = DOMINO[domino]
    free = free_cells(s, seat)
    home = castle(s, seat)
    fits_1 = both(free, around(either(load(s.land[seat][terrain_1]), home), ROW))
    fits_2 = both(free, around(either(load(s.land[seat][terrain_2]), home), ROW))
    # One square must touch its own kind or the castle; the other needs only a free cell.
    east = either(both(fits_1, down(free, 1)), both(free, down(fits_2, 1)))
    south = either(both(fits_1, down(free, ROW)), both(free, down(fits_2, ROW)))
    if terrain_1 == terrain_2 and crowns_1 == crowns_2:
        return east, south, bits.EMPTY, bits.EMPTY  # the other two facings would be the same placements
    west = either(both(fits_1, up(free, 1)), both(free, up(fits_2, 1)))
    north = either(both(fits_1, up(free, ROW)), both(free, up(fits_2, ROW)))
    return east, south, west, north


@rule
def free_cells(s, seat):
    """Cells that are not taken and keep the kingdom within its size (KD-14)."""
    room = load(ROOM[0 if s.size == 5 else 1, s.height[seat], s.width[seat]])
    return minus(room, load(s.taken[seat]))


@rule
def castle(s, seat):
    """The board holding only the castle, which matches every terrain (KD-13)."""
    return bits.cell(int(s.castle_row[seat]) * ROW + int(s.castle_column[seat]))


@rule
def first_action(s, seat, facing):
    """What to add to a cell's square to get the action that places a domino there."""
    to_castle = (REACH - int(s.castle_row[seat])) * SPAN + REACH - int(s.castle_column[seat])
    return PLACE + facing * SQUARES + to_castle


@rule
def list_cells(cells, offset, actions, n):
    """Append the action of every cell of a board to the first `n` actions; return how many there are then."""
    low, high = cells
    while low != bits.ZERO:
        actions[n] = offset + SQUARE_OF_CELL[bits.lowest(low)]
        low &= low - bits.ONE
        n += 1
    while high != bits.ZERO:
        actions[n] = offset + SQUARE_OF_CELL[64 + bits.lowest(high)]
        high &= high - bits.ONE
        n += 1
    return n


@rule
def pick(s, seat, rng, actions):
    """A uniformly random legal action, without listing the placements."""
    if s.phase == Phase.CLAIM.value:
        return actions[below(rng, free_dominoes(s, actions))]
    found = placements(s, seat, int(s.line[s.turn]))
    east, south, west, north = count(found[0]), count(found[1]), count(found[2]), count(found[3])
    total = east + south + west + north
    if total == 0:
        return DISCARD
    n = below(rng, total)
    facing = EAST
    cells = found[0]
    if n >= east + south + west:
        n -= east + south + west
        facing, cells = NORTH, found[3]
    elif n >= east + south:
        n -= east + south
        facing, cells = WEST, found[2]
    elif n >= east:
        n -= east
        facing, cells = SOUTH, found[1]
    return first_action(s, seat, facing) + SQUARE_OF_CELL[nth(cells, n)]


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s, seat, action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome."""
    if seat == CHANCE:
        if action >= KING_DRAWN:
            draw_king(s, action - KING_DRAWN)
        else:
            lay(s, action - DOMINO_DRAWN + 1)
    elif s.phase == Phase.CLAIM.value:
        claim(s, seat, action - CLAIM + 1)
    else:
        if action == DISCARD:
            s.discards[seat] += 1
        else:
            place(s, seat, int(s.line[s.turn]), action)
        if s.round_number < s.rounds:
            s.phase = Phase.CLAIM.value
        else:
            end_turn(s)  # KD-11


@rule
def lay(s, domino):
    """Lay a domino into the next line, in ascending order (KD-4)."""
    if s.phase == Phase.NEXT_GAME.value:
        begin_next_game(s)
    s.unseen &= ~(bits.ONE << U64(domino - 1))
    i = int(s.laid)
    while i > 0 and s.next_line[i - 1] > domino:
        s.next_line[i] = s.next_line[i - 1]
        i -= 1
    s.next_line[i] = domino
    s.laid += 1
    if s.laid == s.line_size:
        s.phase = Phase.KING.value if s.round_number == 0 else Phase.PLACE.value


@rule
def draw_king(s, seat):
    """A king comes out of the hand; its owner claims (KD-5), or opens the snake A-B-B-A (KD-23)."""
    if s.snake_opening:
        s.owner[0] = s.owner[3] = seat
        s.owner[1] = s.owner[2] = 1 - seat
        s.hand[:] = 0
    else:
        s.owner[s.turn] = seat
        s.hand[seat] -= 1
    s.phase = Phase.CLAIM.value


@rule
def claim(s, seat, domino):
    """Put the king on a free domino of the next line."""
    for i in range(s.line_size):
        if s.next_line[i] == domino:
            s.next_owner[i] = seat
    end_turn(s)


@rule
def place(s, seat, domino, action):
    """Lay a domino into the kingdom (KD-12)."""
    facing = (action - PLACE) // SQUARES
    square = (action - PLACE) % SQUARES
    row = square // SPAN - REACH + int(s.castle_row[seat])
    column = square % SPAN - REACH + int(s.castle_column[seat])
    other_row = row + (1 if facing == SOUTH else -1 if facing == NORTH else 0)
    other_column = column + (1 if facing == EAST else -1 if facing == WEST else 0)
    rows_up = max(0, MARGIN - min(row, other_row))
    columns_left = max(0, MARGIN - min(column, other_column))
    if rows_up + columns_left > 0:
        move_kingdom(s, seat, rows_up, columns_left)
    s.height[seat] = max(int(s.height[seat]), max(row, other_row) + rows_up - MARGIN + 1)
    s.width[seat] = max(int(s.width[seat]), max(column, other_column) + columns_left - MARGIN + 1)
    cell = (row + rows_up) * ROW + column + columns_left
    terrain_1, crowns_1, terrain_2, crowns_2 = DOMINO[domino]
    put(s, seat, cell, terrain_1, crowns_1)
    put(s, seat, cell + STEP[facing], terrain_2, crowns_2)
    if facing == EAST:
        add(s.across[seat], cell)
    elif facing == WEST:
        add(s.across[seat], cell - 1)


@rule
def put(s, seat, cell, terrain, crowns):
    """Lay one square."""
    add(s.taken[seat], cell)
    add(s.land[seat][terrain], cell)
    for i in range(crowns):
        add(s.crowned[seat][i], cell)


@rule
def add(cells, cell):
    """Add one cell to a stored board."""
    cells[cell >> 6] |= bits.ONE << U64(cell & 63)


@rule
def move_kingdom(s, seat, rows, columns):
    """The kingdom grows up or left: move everything so that its corner lies at MARGIN again."""
    distance = rows * ROW + columns
    bits.store(s.taken[seat], up(load(s.taken[seat]), distance))
    bits.store(s.across[seat], up(load(s.across[seat]), distance))
    for terrain in range(6):
        bits.store(s.land[seat][terrain], up(load(s.land[seat][terrain]), distance))
    for i in range(3):
        bits.store(s.crowned[seat][i], up(load(s.crowned[seat][i]), distance))
    s.castle_row[seat] += rows
    s.castle_column[seat] += columns
    s.height[seat] += rows
    s.width[seat] += columns


@rule
def end_turn(s):
    """The next king acts (KD-7, KD-9), or the round is over."""
    s.turn += 1
    if s.turn == s.kings:
        end_round(s)
    elif s.round_number > 0:
        s.phase = Phase.PLACE.value
    elif not s.snake_opening:
        s.phase = Phase.KING.value


@rule
def end_round(s):
    """The claimed line is placed next; a new line is laid while dominoes remain (KD-6, KD-10)."""
    k = 0
    for i in range(s.line_size):
        if s.next_owner[i] != NOBODY:
            s.line[k] = s.next_line[i]
            s.owner[k] = s.next_owner[i]
            k += 1
        elif s.next_line[i] > 0:
            s.left_over |= bits.ONE << U64(s.next_line[i] - 1)  # KD-23
    clear_line(s.next_line, s.next_owner)
    s.laid = 0
    s.turn = 0
    if s.round_number == s.rounds:
        end_game(s)
        return
    s.round_number += 1
    s.phase = Phase.LAY.value if s.round_number < s.rounds else Phase.PLACE.value


@rule
def end_game(s):
    """The match is over, or a dynasty goes on (KD-18)."""
    clear_line(s.line, s.owner)
    s.phase = Phase.NEXT_GAME.value if s.game_number < s.games else Phase.OVER.value


@rule
def begin_next_game(s):
    """Write down how the last game ended and set up the next one (KD-18)."""
    for seat in range(s.seats):
        s.earlier[s.game_number - 1][seat][0] = game_points(s, seat)
        s.earlier[s.game_number - 1][seat][1] = largest_property(s, seat)
        s.earlier[s.game_number - 1][seat][2] = crowns(s, seat)
    s.game_number += 1
    set_up(s)


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s, codes, weights):
    """Any unseen domino (KD-3, KD-4), or a king of those still in the hand (KD-5)."""
    n = 0
    if s.phase == Phase.KING.value:
        for seat in range(s.seats):
            if s.hand[seat] > 0:
                codes[n] = KING_DRAWN + seat
                weights[n] = 1 if s.snake_opening else s.hand[seat]
                n += 1
        return n
    rest = undrawn(s)
    while rest != bits.ZERO:
        codes[n] = DOMINO_DRAWN + bits.lowest(rest)
        weights[n] = 1
        rest &= rest - bits.ONE
        n += 1
    return n


@rule
def draw(s, rng):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.KING.value:
        n = below(rng, int(s.kings) - int(s.turn))
        seat = 0
        while n >= s.hand[seat]:
            n -= s.hand[seat]
            seat += 1
        return KING_DRAWN + seat
    rest = undrawn(s)
    return DOMINO_DRAWN + bits.nth_bit(rest, below(rng, bits.popcount(rest)))


@rule
def undrawn(s):
    """The dominoes of which one comes next. Those removed at the set-up (KD-3) are simply never drawn."""
    if s.phase == Phase.NEXT_GAME.value:
        return ALL_DOMINOES
    return s.unseen


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s, points):
    """Total points: properties and bonuses (KD-21), and the earlier games of a dynasty (KD-18)."""
    for seat in range(s.seats):
        total = game_points(s, seat)
        for game in range(s.game_number - 1):
            total += int(s.earlier[game][seat][0])
        points[seat] = total


@rule
def merit(s, merits):
    """Points, then the largest property, then crowns, as one number (KD-17)."""
    for seat in range(s.seats):
        points = game_points(s, seat)
        largest = largest_property(s, seat)
        crown_count = crowns(s, seat)
        for game in range(s.game_number - 1):
            points += int(s.earlier[game][seat][0])
            largest += int(s.earlier[game][seat][1])
            crown_count += int(s.earlier[game][seat][2])
        merits[seat] = (points * 1000 + largest) * 1000 + crown_count


@rule
def game_points(s, seat):
    """The points of this game's kingdom with its bonuses."""
    total = property_points(s, seat)
    if s.middle_kingdom and castle_is_central(s, seat):
        total += MIDDLE_KINGDOM_BONUS
    if s.harmony and s.discards[seat] == 0:
        total += HARMONY_BONUS
    return total


@rule
def property_points(s, seat):
    """Squares × crowns of every property (KD-16). Only properties with a crown are looked for: the others score 0."""
    crowned = load(s.crowned[seat][0])
    total = 0
    for terrain in range(6):
        land = load(s.land[seat][terrain])
        rest = both(crowned, land)
        while not empty(rest):
            region = flood(first(rest), land, ROW)
            rest = minus(rest, region)
            total += count(region) * crowns_on(s, seat, region)
    return total


@rule
def crowns_on(s, seat, region):
    """How many crowns lie on the cells of a board."""
    n = 0
    for i in range(3):
        n += count(both(region, load(s.crowned[seat][i])))
    return n


@rule
def crowns(s, seat):
    """The crowns on all squares of a kingdom."""
    return crowns_on(s, seat, load(s.taken[seat]))


@rule
def largest_property(s, seat):
    """The number of squares of the largest property, with or without crowns."""
    largest = 0
    for terrain in range(6):
        rest = load(s.land[seat][terrain])
        while not empty(rest):
            region = flood(first(rest), rest, ROW)
            rest = minus(rest, region)
            largest = max(largest, count(region))
    return largest


@rule
def castle_is_central(s, seat):
    """Whether the kingdom has its full extent with the castle in the middle (KD-19)."""
    middle = MARGIN + s.size // 2
    return (
        s.height[seat] == s.size
        and s.width[seat] == s.size
        and s.castle_row[seat] == middle
        and s.castle_column[seat] == middle
    )


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def redeal(s, observer, rng):
    """Nothing to draw anew: no state holds anything that a seat may not see (KD-24)."""


# --- For learners -----------------------------------------------------------------------------------------------------

PLANES = 7  # per kingdom: six terrains, then crowns / 3
SLOT = 21  # per domino of a line: there, number / 48, two squares of 7, four owners, acts now
OBSERVATION = SEATS * PLANES * SQUARES + 2 * KINGS * SLOT + 48 + 2 * SEATS + 5


@rule
def observe(s, seat, tensor):
    """Everything, from the seat's side of the table: own kingdom first, then clockwise."""
    tensor[:] = 0
    for k in range(s.seats):
        observe_kingdom(s, (seat + k) % s.seats, tensor, k * PLANES * SQUARES)
    n = SEATS * PLANES * SQUARES
    for i in range(KINGS):
        acts = 1.0 if s.round_number > 0 and i == s.turn else 0.0
        observe_domino(s, seat, int(s.line[i]), int(s.owner[i]), acts, tensor, n + i * SLOT)
        observe_domino(s, seat, int(s.next_line[i]), int(s.next_owner[i]), 0.0, tensor, n + (KINGS + i) * SLOT)
    n += 2 * KINGS * SLOT
    for i in range(48):
        tensor[n + i] = float((s.unseen >> U64(i)) & bits.ONE)
    n += 48
    for k in range(s.seats):
        tensor[n + k] = s.hand[(seat + k) % s.seats]
        tensor[n + SEATS + k] = s.discards[(seat + k) % s.seats]
    n += 2 * SEATS
    tensor[n] = 1.0 if s.phase == Phase.PLACE.value else 0.0
    tensor[n + 1] = s.round_number / s.rounds
    tensor[n + 2] = 1.0 if s.size == 7 else 0.0
    tensor[n + 3] = s.middle_kingdom
    tensor[n + 4] = s.harmony


@rule
def observe_kingdom(s, owner, tensor, start):
    """One kingdom as planes of squares around its castle."""
    offset = (REACH - int(s.castle_row[owner])) * SPAN + REACH - int(s.castle_column[owner])
    for cell in range(CELLS):
        bit = bits.cell(cell)
        if empty(both(bit, load(s.taken[owner]))):
            continue
        square = start + SQUARE_OF_CELL[cell] + offset
        for terrain in range(6):
            if not empty(both(bit, load(s.land[owner][terrain]))):
                tensor[square + terrain * SQUARES] = 1.0
        tensor[square + 6 * SQUARES] = crowns_on(s, owner, bit) / 3


@rule
def observe_domino(s, seat, domino, owner, acts, tensor, start):
    """One place of a line."""
    if domino == 0:
        return
    terrain_1, crowns_1, terrain_2, crowns_2 = DOMINO[domino]
    tensor[start] = 1.0
    tensor[start + 1] = domino / 48
    tensor[start + 2 + terrain_1] = 1.0
    tensor[start + 8] = crowns_1 / 3
    tensor[start + 9 + terrain_2] = 1.0
    tensor[start + 15] = crowns_2 / 3
    if owner != NOBODY:
        tensor[start + 16 + (owner - seat) % s.seats] = 1.0
    tensor[start + 20] = acts
