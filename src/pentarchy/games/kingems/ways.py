"""The ways of a pawn: how far the spots of its tunnel are away, and by which of them one comes there.

A spot is counted as twice its cell, and one more for a second path. The rules themselves need no ways, only which spots
hang together; people are shown them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import U64, has
from pentarchy.engine.kernel import rule
from pentarchy.engine.seen import append
from pentarchy.games.kingems.components import CELLS, MOST_PATHS, SPOTS
from pentarchy.games.kingems.rules import (
    CELL,
    CENTRE,
    EAST,
    NOWHERE,
    PLATFORM,
    ROW,
    SIDES,
    SOUTH,
    SPOT_NAMES,
    SPOTS_OF_A_CELL,
    SQUARE,
    one_step_further,
    openings_with,
    starting_spots,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Seat, State

MOST_SPOTS = MOST_PATHS * len(CELLS)
LONGEST_WAY = 2 * MOST_SPOTS  # out along a corridor, round a ring and back
# Spots as they are written, by the numbers that `spot_name` gives: a path is named where a tile has two.
WRITTEN = tuple(f"{cell} {path}".strip() for cell in CELLS for path in ("", *SPOTS))
STEP = np.array([-int(ROW), 1, int(ROW), -1])  # to the next square, by the side of the tile


@rule
def measure(s: State, seat: Seat, away, before: State):
    """Write for every spot how many tiles it is away from where a move begins, and which comes before it on the way.

    Both are NOWHERE for spots outside the tunnel; where a move begins nothing comes before.
    """
    away[:] = NOWHERE
    before[:] = NOWHERE
    openings = openings_with(s, 0, 0)
    a, b = starting_spots(s, seat, openings)
    more_a, more_b = a, b
    steps = 0
    while more_a | more_b != U64(0):
        mark(more_a, more_b, steps, away)
        steps += 1
        next_a, next_b = one_step_further(openings, a, b)
        more_a, more_b = next_a & ~a, next_b & ~b
        a, b = next_a, next_b
    for spot in range(MOST_SPOTS):
        if away[spot] > 0:
            before[spot] = nearer(s, spot, away)


@rule
def mark(a, b, steps, away):
    """Note that these spots are so many steps away; `a` on first paths, `b` on second ones."""
    for cell in range(len(CELLS)):
        if has(a, SQUARE[cell]):
            away[MOST_PATHS * cell] = steps
        if has(b, SQUARE[cell]):
            away[MOST_PATHS * cell + 1] = steps


@rule
def nearer(s: State, spot, away):
    """The first of the spots joined to one that are a step nearer."""
    found = NOWHERE
    for side in range(SIDES):
        other = beyond(s, spot, side)
        if other != NOWHERE and away[other] == away[spot] - 1 and (found == NOWHERE or other < found):
            found = other
    return found


@rule
def beyond(s: State, spot, side):
    """The spot to which a path leads through one side of its tile, NOWHERE at a dead end (KG-13)."""
    square = SQUARE[spot // MOST_PATHS]
    next_square = square + STEP[side]
    if not has(s.openings[spot % MOST_PATHS][side], square) or next_square < 0 or next_square > SQUARE[-1]:
        return NOWHERE
    for path in range(MOST_PATHS):
        if has(s.openings[path][(side + 2) % SIDES], next_square):
            return MOST_PATHS * CELL[next_square] + path
    return NOWHERE


@rule
def closing_joint(s: State, away, before: State):
    """The two spots between which the nearest ring of a pawn's tunnel closes, NOWHERE twice if it has none (KG-16).

    The way goes to the first by the nearest way, to the second, and back from there by its nearest way.
    """
    best, one, other = LONGEST_WAY, NOWHERE, NOWHERE
    for spot in range(MOST_SPOTS):
        if away[spot] == NOWHERE:
            continue
        for side in (EAST, SOUTH):
            joined = beyond(s, spot, side)
            if joined == NOWHERE or before[joined] == spot or before[spot] == joined:
                continue
            if away[spot] + away[joined] < best:
                best, one, other = away[spot] + away[joined], spot, joined
    return one, other


@rule
def nearest_central(away):
    """The first of the nearest spots on central tiles, from where a pawn steps up to the platform (KG-27)."""
    found = NOWHERE
    for spot in range(MOST_SPOTS):
        is_central = away[spot] != NOWHERE and has(CENTRE, SQUARE[spot // MOST_PATHS])
        if is_central and (found == NOWHERE or away[spot] < away[found]):
            found = spot
    return found


@rule
def spot_name(s: State, spot):
    """Which of the written spots it is as the tiles lie."""
    cell = spot // MOST_PATHS
    return SPOTS_OF_A_CELL * cell + SPOT_NAMES[s.kind[cell]][s.quarters[cell]][spot % MOST_PATHS]


@rule
def spot_of_pawn(s: State, seat: Seat):
    """The spot of a pawn, NOWHERE on the platform."""
    return NOWHERE if s.at[seat] == PLATFORM else MOST_PATHS * int(s.at[seat]) + int(s.path[seat])


@rule
def write_way(s: State, seat: Seat, goal, way):
    """List the spots on a nearest way of a pawn to a spot, both ends included; round a ring if it is its own.

    To the platform, which is NOWHERE, it steps up from the last one.
    """
    away = np.empty(MOST_SPOTS, np.int64)
    before = np.empty(MOST_SPOTS, np.int64)
    measure(s, seat, away, before)
    if goal == NOWHERE:
        goal = nearest_central(away)
        write_way_out(s, goal, away, before, way)
        return
    if goal != spot_of_pawn(s, seat):
        write_way_out(s, goal, away, before, way)
        return
    one, other = closing_joint(s, away, before)
    write_way_out(s, one, away, before, way)
    while other != NOWHERE:
        append(way, spot_name(s, other))
        other = before[other]


@rule
def write_way_out(s: State, goal, away, before: State, way):
    """List the spots from where a move begins to another."""
    way.count = away[goal] + 1
    spot = goal
    for place in range(away[goal], -1, -1):
        way.items[place] = spot_name(s, spot)
        spot = before[spot]
