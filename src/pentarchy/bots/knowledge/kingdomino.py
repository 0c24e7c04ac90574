"""A full-greedy king: for every placement and every claim, what is the best score one domino from now?

Points decide; among equals a tidy kingdom is better, because it keeps room for dominoes to come.
"""

import numpy as np

from pentarchy.engine.bits import ONE, ZERO, count, lowest, minus, popcount, turn, turn64
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import below
from pentarchy.games.kingdomino.rules import (
    HARMONY_BONUS,
    MAX_LEGAL,
    MIDDLE_KINGDOM_BONUS,
    ROW,
    ROW64,
    Phase,
    central_rows,
    free_cells,
    legal,
    list_placements,
    place,
    placements,
    property_points,
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
    inner = np.empty(KINGDOM_WORDS, np.uint64)
    replies = np.empty(MAX_LEGAL, np.int64)
    claiming = s.phase == Phase.CLAIM.value
    save(s, seat, kept)
    for i in range(listed):
        if claiming:
            value = prospect(s, seat, actions[i], inner, replies)
        else:
            place(s, seat, lowest(s.waiting), actions[i])
            value = best_claim(s, seat, inner, replies)
            restore(s, seat, kept)
        values[i] = value / POINT
    return listed


@rule
def quick(s, seat, rng, actions, values):
    """A choice for playouts: the placing that is worth most at once, the domino with the best placing."""
    listed = legal(s, seat, actions)
    if listed == 1:
        return actions[0]
    kept = np.empty(KINGDOM_WORDS, np.uint64)
    replies = np.empty(MAX_LEGAL, np.int64)
    claiming = s.phase == Phase.CLAIM.value
    save(s, seat, kept)
    best_value, best, equals = -(1 << 62), actions[0], 0
    for i in range(listed):
        if claiming:
            value = prospect(s, seat, actions[i], kept, replies)
        else:
            place(s, seat, lowest(s.waiting), actions[i])
            value = worth(s, seat)
            restore(s, seat, kept)
        if value > best_value:
            best_value, best, equals = value, actions[i], 1
        elif value == best_value:
            equals += 1
            if below(rng, equals) == 0:
                best = actions[i]
    return best


@rule
def best_claim(s, seat, inner, replies):
    """What the kingdom is worth with the best of the dominoes that can be claimed; in the last round, as it is."""
    rest = s.unclaimed
    if rest == ZERO:
        return worth(s, seat)
    best = -(1 << 62)
    while rest != ZERO:
        best = max(best, prospect(s, seat, lowest(rest), inner, replies))
        rest &= rest - ONE
    return best


@rule
def prospect(s, seat, domino, inner, replies):
    """What the kingdom is worth after the best placing of a domino; the kingdom is left as it was."""
    found = placements(s, seat, domino)
    n = 0
    for facing in range(4):
        n = list_placements(s, seat, facing, found[facing], replies, n)
    if n == 0:
        spoilt = HARMONY_BONUS * POINT if s.harmony and s.discards[seat] == 0 else 0
        return worth(s, seat) - spoilt
    save(s, seat, inner)
    best = -(1 << 62)
    for i in range(n):
        place(s, seat, domino, replies[i])
        best = max(best, worth(s, seat))
        restore(s, seat, inner)
    return best


@rule
def worth(s, seat):
    """Points first, then tidiness."""
    points = property_points(s, seat)
    if s.middle_kingdom and may_be_central(s, seat):
        points += MIDDLE_KINGDOM_BONUS
    if s.harmony and s.discards[seat] == 0:
        points += HARMONY_BONUS
    return points * POINT + tidiness(s, seat)


@rule
def may_be_central(s, seat):
    """Whether the castle lies in the middle or still can."""
    return (s.rows[seat] | s.columns[seat]) & ~central_rows(s) == ZERO


@rule
def tidiness(s, seat):
    """Squares that touch, the same terrain most of all, and no holes."""
    value = 0
    everything = ONE
    for terrain in range(6):
        land = s.land[seat][terrain]
        everything |= land
        value += SAME_TERRAIN * contacts(land)
    value += TOUCHING * contacts(everything)
    free = free_cells(s, seat)
    east, west = turn(free, 1), turn(free, 127)
    south, north = turn(free, ROW), turn(free, 128 - ROW)
    beside_free = (east[0] | west[0] | south[0] | north[0], east[1] | west[1] | south[1] | north[1])
    return value + LONE_HOLE * count(minus(free, beside_free))


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
