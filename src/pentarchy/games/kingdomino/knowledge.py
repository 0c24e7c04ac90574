"""A full-greedy king: for every placement and every claim, what is the best score one domino from now?

Points decide; among equals a tidy kingdom is better, because it keeps room for dominoes to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from pentarchy.games.kingdomino.components import TERRAINS
from pentarchy.games.kingdomino.rules import (
    HARMONY_BONUS,
    LINE,
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

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Actions, Generator, Seat, State

# What a point weighs against tidiness, so that no tidiness outweighs a point.
POINT = 1000
SAME_TERRAIN = 6  # two squares of one terrain touch
TOUCHING = 2  # any two squares touch
LONE_HOLE = -25  # a free cell that no domino can cover any more

KINGDOM_WORDS = 26
LANDS = len(TERRAINS)
NONE = -1  # no domino
WORST = -(1 << 62)

# How well each level plays, found by matches (docs/bots.md), and how many moves a hint is thought about for.
LEVELS = {
    "novice": {"slips": 10, "temperature": 3.0},
    "adept": {"temperature": 0.5},
    "expert": {"iterations": 30},
    "master": {"iterations": 1500},
}
ADVICE = 40_000

# How the search is tuned.
CHANCE_IN_TREE = False
OWN_DECISIONS_ONLY = False
HORIZON = 0
TUNING = {"exploration": 0.6, "sharpness": 1.0, "urgency": 0.05, "win_weight": 0.1, "lead_scale": 30.0, "noise": 0}


@rule
def appraise(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """What every legal action is worth, in points: the best score one domino from now. Returns how many there are."""
    listed = legal(s, seat, actions)
    if listed == 1:  # there is nothing to weigh, and it may be the one placing that is none: to discard
        values[0] = 0.0
        return 1
    kept, lands, replies = lay_out(s, seat)
    for i in range(listed):
        values[i] = promise(s, seat, actions[i], kept, lands, replies, WORST) / POINT
    return listed


@rule
def rollout_policy(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """One of the actions that `appraise` finds best. What cannot be as good as another is not thought through."""
    listed = legal(s, seat, actions)
    if listed == 1:
        return actions[0]
    kept, lands, replies = lay_out(s, seat)
    if s.phase == Phase.CLAIM.value:
        for i in range(listed):
            values[i] = at_most(s, seat, actions[i], lands)
    else:
        limit_placings(s, seat, lowest(s.waiting), actions, listed, lands, values)
    chosen, best, equals = 0, WORST, 0
    for _ in range(listed):
        i = 0
        for other in range(1, listed):
            if values[other] > values[i]:
                i = other
        if values[i] < best:
            break
        values[i] = WORST
        value = promise(s, seat, actions[i], kept, lands, replies, best)
        if value > best:
            chosen, best, equals = i, value, 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = i
    return actions[chosen]


@rule
def lay_out(s: State, seat: Seat):
    """The kingdom as it is, to be restored; what its lands are worth; and room to list placings."""
    kept, lands = np.empty(KINGDOM_WORDS, np.uint64), np.empty(LANDS, np.int64)
    save(s, seat, kept)
    weigh_lands(s, seat, lands)
    return kept, lands, np.empty(MAX_LEGAL, np.int64)


@rule
def promise(s: State, seat: Seat, action: Action, kept, lands, replies, floor):
    """What the kingdom is worth one domino from now after this action; if less than `floor`, any number below that.

    After a placing `lands` are those of the kingdom with it.
    """
    if s.phase == Phase.CLAIM.value:
        return prospect(s, seat, action, replies, lands, floor)
    place(s, seat, lowest(s.waiting), action)
    value = best_claim(s, seat, replies, lands, floor)
    restore(s, seat, kept)
    return value


@rule
def best_claim(s: State, seat: Seat, replies, lands, floor):
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
def prospect(s: State, seat: Seat, domino, replies, lands, floor):
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
    for terrain in range(LANDS):
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
def worth(s: State, seat: Seat, lands):
    """Points first, then tidiness."""
    value = worth_of_shape(s, seat, all_squares(s, seat), load(s.taken[seat]), s.rows[seat], s.columns[seat])
    for terrain in range(LANDS):
        value += lands[terrain]
    return value


@rule
def weigh_lands(s: State, seat: Seat, lands):
    """Write what the squares of every terrain are worth."""
    crowned = s.crowned[seat]
    for terrain in range(LANDS):
        lands[terrain] = worth_of_land(s.land[seat][terrain], crowned[0], crowned[1], crowned[2])


@rule
def lands_with(s: State, seat: Seat, domino, square, other):
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
def worth_of_shape(s: State, seat: Seat, everything, taken, rows, columns):
    """What the rest is worth: bonuses that are won or may still be, squares that touch, and no holes."""
    free = cells_within(s, rows, columns, taken)
    east, west = turn(free, 1), turn(free, 127)
    south, north = turn(free, ROW), turn(free, 128 - ROW)
    beside_free = (east[0] | west[0] | south[0] | north[0], east[1] | west[1] | south[1] | north[1])
    tidiness = TOUCHING * contacts(everything) + LONE_HOLE * count(minus(free, beside_free))
    return bonuses(s, seat, rows, columns) * POINT + tidiness


@rule
def bonuses(s: State, seat: Seat, rows, columns):
    """The bonuses that a kingdom with these rows and columns has or may still get."""
    points = 0
    if s.middle_kingdom and (rows | columns) & ~central_rows(s) == ZERO:
        points += MIDDLE_KINGDOM_BONUS
    if s.harmony and s.discards[seat] == 0:
        points += HARMONY_BONUS
    return points


# --- What things are worth at most ------------------------------------------------------------------------------------


@rule
def at_most(s: State, seat: Seat, domino, lands):
    """No placing of a domino makes the kingdom worth more."""
    shape = shape_at_most(s, seat, all_squares(s, seat), s.rows[seat], s.columns[seat], 1)
    return lands_at_most(s, seat, NONE, domino, lands) + shape


@rule
def limit_placings(s: State, seat: Seat, domino, actions: Actions, listed, lands, values):
    """Write for each placing of a domino what the kingdom is worth at most after it and any claim."""
    terrain_1, _, terrain_2, _ = squares(domino)
    claims, limits = np.empty(LINE, np.int64), np.empty(LINE, np.int64)
    rest = s.unclaimed
    number = max(popcount(rest), 1)
    for k in range(number):
        claims[k] = lowest(rest) if rest != ZERO else NONE  # in the last round nothing is claimed
        limits[k] = lands_at_most(s, seat, domino, claims[k], lands)
        if rest != ZERO:
            rest &= rest - ONE
    everything = all_squares(s, seat)
    for i in range(listed):
        x, y, other_x, other_y = placement(actions[i])
        value_1, value_2 = lands_with(s, seat, domino, square_bit(x, y), square_bit(other_x, other_y))
        best = WORST
        for k in range(number):
            value = limits[k]
            value += value_1 if squares_of(claims[k], terrain_1) == 0 else 0
            value += value_2 if squares_of(claims[k], terrain_2) == 0 else 0
            best = max(best, value)
        rows = s.rows[seat] | bit(y + REACH) | bit(other_y + REACH)
        columns = s.columns[seat] | bit(x + REACH) | bit(other_x + REACH)
        values[i] = best + shape_at_most(s, seat, everything, rows, columns, 2)


@rule
def lands_at_most(s: State, seat: Seat, placed, claimed, lands):
    """The lands are not worth more after two dominoes: as if all squares of each terrain of `claimed` were joined.

    Lands that only `placed` touches are left out: what they are worth depends on where it lies.
    """
    total = 0
    for terrain in range(LANDS):
        before, more = squares_of(placed, terrain), squares_of(claimed, terrain)
        if more > 0:
            crowns = crowns_of(placed, terrain) + crowns_of(claimed, terrain)
            total += land_at_most(s, seat, terrain, before + more, crowns)
        elif before == 0:
            total += lands[terrain]
    return total


@rule
def land_at_most(s: State, seat: Seat, terrain, more, more_crowns):
    """The squares of a terrain and some more are not worth more than as one property."""
    land = s.land[seat][terrain]
    points = (popcount(land) + more) * (crowns_on(s, seat, land) + more_crowns)
    return points * POINT + SAME_TERRAIN * (contacts(land) + 4 * more)


@rule
def shape_at_most(s: State, seat: Seat, everything, rows, columns, dominoes):
    """The shape is not worth more after some dominoes: bonuses are only lost, and each touches at most seven sides."""
    return bonuses(s, seat, rows, columns) * POINT + TOUCHING * (contacts(everything) + 7 * dominoes)


@rule
def squares_of(domino, terrain):
    """How many squares of a terrain a domino has; NONE has none."""
    if domino == NONE:
        return 0
    terrain_1, _, terrain_2, _ = squares(domino)
    return int(terrain_1 == terrain) + int(terrain_2 == terrain)


@rule
def crowns_of(domino, terrain):
    """How many crowns a domino has on squares of a terrain."""
    if domino == NONE:
        return 0
    terrain_1, crowns_1, terrain_2, crowns_2 = squares(domino)
    return crowns_1 * int(terrain_1 == terrain) + crowns_2 * int(terrain_2 == terrain)


# --- Squares ----------------------------------------------------------------------------------------------------------


@rule
def all_squares(s: State, seat: Seat):
    """The castle and all squares of a kingdom."""
    everything = ONE
    for terrain in range(LANDS):
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
def save(s: State, seat: Seat, kept):
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
def restore(s: State, seat: Seat, kept):
    """Put a kept kingdom back."""
    s.taken[seat][0], s.taken[seat][1] = kept[0], kept[1]
    for terrain in range(6):
        s.beside[seat][terrain][0] = kept[2 + terrain]
        s.beside[seat][terrain][1] = kept[8 + terrain]
        s.land[seat][terrain] = kept[14 + terrain]
    for i in range(3):
        s.crowned[seat][i] = kept[20 + i]
    s.across[seat], s.rows[seat], s.columns[seat] = kept[23], kept[24], kept[25]
