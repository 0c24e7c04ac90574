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
from pentarchy.engine.play import below
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
    crowns_on,
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
TERRAINS = 6
WORST = -(1 << 62)

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
    lands = np.empty(TERRAINS, np.int64)
    claiming = s.phase == Phase.CLAIM.value
    weigh_lands(s, seat, lands)
    save(s, seat, kept)
    for i in range(listed):
        if claiming:
            value = prospect(s, seat, actions[i], replies, lands, WORST)
        else:
            place(s, seat, lowest(s.waiting), actions[i])
            value = best_claim(s, seat, replies, lands, WORST)
            restore(s, seat, kept)
        values[i] = value / POINT
    return listed


@rule
def quick(s, seat, rng, actions, values):
    """One of the actions that `appraise` finds best. What cannot be as good as another is not thought through."""
    listed = legal(s, seat, actions)
    if listed == 1:
        return actions[0]
    kept = np.empty(KINGDOM_WORDS, np.uint64)
    replies = np.empty(MAX_LEGAL, np.int64)
    lands = np.empty(TERRAINS, np.int64)
    claiming = s.phase == Phase.CLAIM.value
    weigh_lands(s, seat, lands)
    if claiming:
        for i in range(listed):
            values[i] = at_most(s, seat, actions[i], lands)
    else:
        limit_placings(s, seat, lowest(s.waiting), actions, listed, lands, values)
    save(s, seat, kept)
    chosen, best, equals = 0, WORST, 0
    for _ in range(listed):
        i = 0
        for other in range(1, listed):
            if values[other] > values[i]:
                i = other
        if values[i] < best:
            break
        values[i] = WORST
        if claiming:
            value = prospect(s, seat, actions[i], replies, lands, best)
        else:
            place(s, seat, lowest(s.waiting), actions[i])
            value = best_claim(s, seat, replies, lands, best)
            restore(s, seat, kept)
        if value > best:
            chosen, best, equals = i, value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return actions[chosen]


@rule
def best_claim(s, seat, replies, lands, floor):
    """What the kingdom is worth with the best of the dominoes that can be claimed; in the last round, as it is.

    If it is less than `floor`, any number below that. What the lands are worth is written into `lands`.
    """
    weigh_lands(s, seat, lands)
    rest = s.unclaimed
    if rest == ZERO:
        return worth(s, seat, lands)
    best = floor - 1
    while rest != ZERO:
        domino = lowest(rest)
        if at_most(s, seat, domino, lands) > best:
            best = max(best, prospect(s, seat, domino, replies, lands, best + 1))
        rest &= rest - ONE
    return best


@rule
def prospect(s, seat, domino, replies, lands, floor):
    """What the kingdom is worth after the best placing of a domino; if less than `floor`, any number below that."""
    found = placements(s, seat, domino)
    n = 0
    for facing in range(4):
        n = list_placements(s, seat, facing, found[facing], replies, n)
    if n == 0:
        spoilt = HARMONY_BONUS * POINT if s.harmony and s.discards[seat] == 0 else 0
        return worth(s, seat, lands) - spoilt
    terrain_1, _, terrain_2, _ = squares(domino)
    elsewhere = 0
    for terrain in range(TERRAINS):
        if terrain != terrain_1 and terrain != terrain_2:
            elsewhere += lands[terrain]
    everything = all_squares(s, seat)
    shape = shape_at_most(s, seat, everything, s.rows[seat], s.columns[seat], 1)
    best = floor - 1
    for i in range(n):
        x, y, other_x, other_y = placement(replies[i])
        square, other = square_bit(x, y), square_bit(other_x, other_y)
        value_1, value_2 = lands_with(s, seat, domino, square, other)
        value = elsewhere + value_1 + value_2
        if value + shape > best:
            taken = either(load(s.taken[seat]), either(cell_bit(x, y), cell_bit(other_x, other_y)))
            rows = s.rows[seat] | bit(y + REACH) | bit(other_y + REACH)
            columns = s.columns[seat] | bit(x + REACH) | bit(other_x + REACH)
            best = max(best, value + worth_of_shape(s, seat, everything | square | other, taken, rows, columns))
    return best


# --- What things are worth --------------------------------------------------------------------------------------------


@rule
def worth(s, seat, lands):
    """Points first, then tidiness."""
    value = worth_of_shape(s, seat, all_squares(s, seat), load(s.taken[seat]), s.rows[seat], s.columns[seat])
    for terrain in range(TERRAINS):
        value += lands[terrain]
    return value


@rule
def weigh_lands(s, seat, lands):
    """Write what the squares of every terrain are worth."""
    crowned = s.crowned[seat]
    for terrain in range(TERRAINS):
        lands[terrain] = worth_of_land(s.land[seat][terrain], crowned[0], crowned[1], crowned[2])


@rule
def lands_with(s, seat, domino, square, other):
    """What the terrains of a domino's two squares are worth when it lies there; the second counts 0 if they are one."""
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    crowned = with_crowns(s.crowned[seat], square, crowns_1, other, crowns_2)
    land_1, land_2 = s.land[seat][terrain_1] | square, s.land[seat][terrain_2] | other
    if terrain_1 == terrain_2:
        return worth_of_land(land_1 | other, crowned[0], crowned[1], crowned[2]), 0
    return (
        worth_of_land(land_1, crowned[0], crowned[1], crowned[2]),
        worth_of_land(land_2, crowned[0], crowned[1], crowned[2]),
    )


@rule
def worth_of_land(land, one, two, three):
    """What all squares of one terrain are worth, given where there are at least one, two and three crowns."""
    return points_on(land, one, two, three) * POINT + SAME_TERRAIN * contacts(land)


@rule
def worth_of_shape(s, seat, everything, taken, rows, columns):
    """What the rest is worth: bonuses that are won or may still be, squares that touch, and no holes."""
    free = cells_within(s, rows, columns, taken)
    east, west = turn(free, 1), turn(free, 127)
    south, north = turn(free, ROW), turn(free, 128 - ROW)
    beside_free = (east[0] | west[0] | south[0] | north[0], east[1] | west[1] | south[1] | north[1])
    tidiness = TOUCHING * contacts(everything) + LONE_HOLE * count(minus(free, beside_free))
    return bonuses(s, seat, rows, columns) * POINT + tidiness


@rule
def bonuses(s, seat, rows, columns):
    """The bonuses that a kingdom with these rows and columns has or may still get."""
    points = 0
    if s.middle_kingdom and (rows | columns) & ~central_rows(s) == ZERO:
        points += MIDDLE_KINGDOM_BONUS
    if s.harmony and s.discards[seat] == 0:
        points += HARMONY_BONUS
    return points


# --- What things are worth at most ------------------------------------------------------------------------------------


@rule
def at_most(s, seat, domino, lands):
    """No placing of a domino makes the kingdom worth more: as if it joined all squares of its terrains."""
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    value = shape_at_most(s, seat, all_squares(s, seat), s.rows[seat], s.columns[seat], 1)
    for terrain in range(TERRAINS):
        more = int(terrain == terrain_1) + int(terrain == terrain_2)
        if more == 0:
            value += lands[terrain]
        else:
            more_crowns = crowns_1 * (terrain == terrain_1) + crowns_2 * (terrain == terrain_2)
            value += land_at_most(s, seat, terrain, more, more_crowns)
    return value


@rule
def limit_placings(s, seat, domino, actions, listed, lands, values):
    """Write more than which the kingdom is not worth after each placing of a domino and the best claim.

    The lands that the placing touches and the claim does not are weighed as they will be, and those of the claim as if
    all their squares were joined.
    """
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    claims = max(popcount(s.unclaimed), 1)
    fixed = np.zeros(claims, np.int64)  # what does not depend on the placing
    counts_1, counts_2 = np.ones(claims, np.bool_), np.ones(claims, np.bool_)  # whether the lands it touches do
    rest = s.unclaimed
    for k in range(claims):
        terrain_3 = terrain_4 = -1
        crowns_3 = crowns_4 = 0
        if rest != ZERO:
            terrain_3, crowns_3, terrain_4, crowns_4 = squares(lowest(rest))
            rest &= rest - ONE
        for terrain in range(TERRAINS):
            touched = int(terrain == terrain_1) + int(terrain == terrain_2)
            claimed = int(terrain == terrain_3) + int(terrain == terrain_4)
            if claimed > 0:
                more_crowns = crowns_1 * (terrain == terrain_1) + crowns_2 * (terrain == terrain_2)
                more_crowns += crowns_3 * (terrain == terrain_3) + crowns_4 * (terrain == terrain_4)
                fixed[k] += land_at_most(s, seat, terrain, touched + claimed, more_crowns)
            elif touched == 0:
                fixed[k] += lands[terrain]
        counts_1[k] = terrain_1 != terrain_3 and terrain_1 != terrain_4
        counts_2[k] = terrain_2 != terrain_3 and terrain_2 != terrain_4
    everything = all_squares(s, seat)
    for i in range(listed):
        x, y, other_x, other_y = placement(actions[i])
        value_1, value_2 = lands_with(s, seat, domino, square_bit(x, y), square_bit(other_x, other_y))
        best = WORST
        for k in range(claims):
            best = max(best, fixed[k] + (value_1 if counts_1[k] else 0) + (value_2 if counts_2[k] else 0))
        rows = s.rows[seat] | bit(y + REACH) | bit(other_y + REACH)
        columns = s.columns[seat] | bit(x + REACH) | bit(other_x + REACH)
        values[i] = best + shape_at_most(s, seat, everything, rows, columns, 2)


@rule
def land_at_most(s, seat, terrain, more, more_crowns):
    """The squares of a terrain and some more are not worth more than as one property."""
    land = s.land[seat][terrain]
    points = (popcount(land) + more) * (crowns_on(s, seat, land) + more_crowns)
    return points * POINT + SAME_TERRAIN * (contacts(land) + 4 * more)


@rule
def shape_at_most(s, seat, everything, rows, columns, dominoes):
    """The shape is not worth more after some dominoes: bonuses are only lost, and each touches at most seven sides."""
    return bonuses(s, seat, rows, columns) * POINT + TOUCHING * (contacts(everything) + 7 * dominoes)


# --- Squares ----------------------------------------------------------------------------------------------------------


@rule
def all_squares(s, seat):
    """The castle and all squares of a kingdom."""
    everything = ONE
    for terrain in range(TERRAINS):
        everything |= s.land[seat][terrain]
    return everything


@rule
def square_bit(x, y):
    """One square, as a set of squares."""
    return bit((ROW64 * y + x) & 63)


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
