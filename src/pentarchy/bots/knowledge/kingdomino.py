"""A full-greedy king: for every placement and every claim, what is the best score one domino from now?

Points decide; among equals a tidy kingdom is better, because it keeps room for dominoes to come.
"""

import numpy as np

from pentarchy.engine.bits import (
    ONE,
    ZERO,
    bit,
    count,
    either,
    load,
    lowest,
    minus,
    popcount,
    turn,
    turn64,
)
from pentarchy.engine.kernel import rule
from pentarchy.games.kingdomino.rules import (
    HARMONY_BONUS,
    MAX_LEGAL,
    MIDDLE_KINGDOM_BONUS,
    REACH,
    ROW,
    ROW64,
    Phase,
    cells_within,
    central_rows,
    legal,
    list_placements,
    place,
    placement,
    placements,
    points_on,
    squares,
)

# What a point weighs against tidiness, so that no tidiness outweighs a point.
POINT = 1000
SAME_TERRAIN = 6  # two squares of one terrain touch
TOUCHING = 2  # any two squares touch
LONE_HOLE = -25  # a free cell that no domino can cover any more

KINGDOM_WORDS = 26

# How the search is tuned.
KEYED = False
ALONE = False
HORIZON = 0
TUNING = {"exploration": 0.6, "sharpness": 1.0, "urgency": 0.05, "win_weight": 0.1, "lead_scale": 30.0, "noise": 0}


@rule
def appraise(s, seat, rng, actions, values):
    """What every legal action is worth, in points: the best score one domino from now. Returns how many there are."""
    listed = legal(s, seat, actions)
    if listed == 1:  # there is nothing to weigh, and it may be the one placing that is none: to discard
        values[0] = 0.0
        return 1
    kept = np.empty(KINGDOM_WORDS, np.uint64)
    replies = np.empty(MAX_LEGAL, np.int64)
    claiming = s.phase == Phase.CLAIM.value
    save(s, seat, kept)
    for i in range(listed):
        if claiming:
            value = prospect(s, seat, actions[i], replies)
        else:
            place(s, seat, lowest(s.waiting), actions[i])
            value = best_claim(s, seat, replies)
            restore(s, seat, kept)
        values[i] = value / POINT
    return listed


@rule
def best_claim(s, seat, replies):
    """What the kingdom is worth with the best of the dominoes that can be claimed; in the last round, as it is."""
    rest = s.unclaimed
    if rest == ZERO:
        return worth(s, seat)
    best = -(1 << 62)
    while rest != ZERO:
        best = max(best, prospect(s, seat, lowest(rest), replies))
        rest &= rest - ONE
    return best


@rule
def prospect(s, seat, domino, replies):
    """What the kingdom is worth after the best placing of a domino."""
    found = placements(s, seat, domino)
    n = 0
    for facing in range(4):
        n = list_placements(s, seat, facing, found[facing], replies, n)
    if n == 0:
        spoilt = HARMONY_BONUS * POINT if s.harmony and s.discards[seat] == 0 else 0
        return worth(s, seat) - spoilt
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    elsewhere, everything = 0, ONE
    for terrain in range(6):
        land = s.land[seat][terrain]
        everything |= land
        if terrain != terrain_1 and terrain != terrain_2:
            elsewhere += worth_of_land(land, s.crowned[seat][0], s.crowned[seat][1], s.crowned[seat][2])
    best = -(1 << 62)
    for i in range(n):
        x, y, other_x, other_y = placement(replies[i])
        square = bit((ROW64 * y + x) & 63)
        other = bit((ROW64 * other_y + other_x) & 63)
        crowned = with_crowns(s.crowned[seat], square, crowns_1, other, crowns_2)
        land_1, land_2 = s.land[seat][terrain_1] | square, s.land[seat][terrain_2] | other
        if terrain_1 == terrain_2:
            value = worth_of_land(land_1 | other, crowned[0], crowned[1], crowned[2])
        else:
            value = worth_of_land(land_1, crowned[0], crowned[1], crowned[2])
            value += worth_of_land(land_2, crowned[0], crowned[1], crowned[2])
        taken = either(load(s.taken[seat]), either(cell_bit(x, y), cell_bit(other_x, other_y)))
        rows = s.rows[seat] | bit(y + REACH) | bit(other_y + REACH)
        columns = s.columns[seat] | bit(x + REACH) | bit(other_x + REACH)
        value += worth_of_shape(s, seat, everything | square | other, taken, rows, columns)
        best = max(best, elsewhere + value)
    return best


@rule
def worth(s, seat):
    """Points first, then tidiness."""
    value, everything = 0, ONE
    for terrain in range(6):
        land = s.land[seat][terrain]
        everything |= land
        value += worth_of_land(land, s.crowned[seat][0], s.crowned[seat][1], s.crowned[seat][2])
    return value + worth_of_shape(s, seat, everything, load(s.taken[seat]), s.rows[seat], s.columns[seat])


@rule
def worth_of_land(land, one, two, three):
    """What all squares of one terrain are worth, given where there are at least one, two and three crowns."""
    return points_on(land, one, two, three) * POINT + SAME_TERRAIN * contacts(land)


@rule
def worth_of_shape(s, seat, everything, taken, rows, columns):
    """What the rest is worth: bonuses that are won or may still be, squares that touch, and no holes."""
    points = 0
    if s.middle_kingdom and (rows | columns) & ~central_rows(s) == ZERO:
        points += MIDDLE_KINGDOM_BONUS
    if s.harmony and s.discards[seat] == 0:
        points += HARMONY_BONUS
    free = cells_within(s, rows, columns, taken)
    east, west = turn(free, 1), turn(free, 127)
    south, north = turn(free, ROW), turn(free, 128 - ROW)
    beside_free = (east[0] | west[0] | south[0] | north[0], east[1] | west[1] | south[1] | north[1])
    return points * POINT + TOUCHING * contacts(everything) + LONE_HOLE * count(minus(free, beside_free))


@rule
def with_crowns(crowned, square, crowns_1, other, crowns_2):
    """Where there are one, two and three crowns, with those on two more squares."""
    return (
        crowned[0] | (square if crowns_1 > 0 else ZERO) | (other if crowns_2 > 0 else ZERO),
        crowned[1] | (square if crowns_1 > 1 else ZERO) | (other if crowns_2 > 1 else ZERO),
        crowned[2] | (square if crowns_1 > 2 else ZERO) | (other if crowns_2 > 2 else ZERO),
    )


@rule
def cell_bit(x, y):
    """One cell, as a set of cells."""
    cell = (ROW * y + x) & 127
    return (bit(cell), ZERO) if cell < 64 else (ZERO, bit(cell - 64))


@rule
def contacts(squares):
    """How many sides lie between two of the squares."""
    return popcount(squares & turn64(squares, 1)) + popcount(squares & turn64(squares, ROW64))


@rule
def save(s, seat, kept):
    """Keep a kingdom, to try something in it."""
    kept[0], kept[1] = s.taken[seat][0], s.taken[seat][1]
    for terrain in range(6):
        kept[2 + terrain] = s.beside[seat][terrain][0]
        kept[8 + terrain] = s.beside[seat][terrain][1]
        kept[14 + terrain] = s.land[seat][terrain]
    for i in range(3):
        kept[20 + i] = s.crowned[seat][i]
    kept[23], kept[24], kept[25] = s.across[seat], s.rows[seat], s.columns[seat]


@rule
def restore(s, seat, kept):
    """Put a kept kingdom back."""
    s.taken[seat][0], s.taken[seat][1] = kept[0], kept[1]
    for terrain in range(6):
        s.beside[seat][terrain][0] = kept[2 + terrain]
        s.beside[seat][terrain][1] = kept[8 + terrain]
        s.land[seat][terrain] = kept[14 + terrain]
    for i in range(3):
        s.crowned[seat][i] = kept[20 + i]
    s.across[seat], s.rows[seat], s.columns[seat] = kept[23], kept[24], kept[25]
