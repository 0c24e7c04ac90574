"""A Kingdomino table read out in one compiled sweep, as plain numbers that `view` only has to put into words.

Looking at a record field by field and square by square from Python would take a hundred times as long, and a table that
people play at looks after every move.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs, no-warn-return-any
from typing import Any

import numpy as np

from pentarchy.engine.bits import ZERO, bit, flood64, lowest, lowest_bit, popcount
from pentarchy.engine.kernel import BYTES, NUMBERS, rule, unit
from pentarchy.games.kingdomino.rules import GAMES_OF_A_DYNASTY, REACH, ROW64, SEATS, STATE, crowns_on

# Where things stand among the numbers; the kingdoms follow from KINGDOMS on, one after the other.
PHASE, ROUND, ROUNDS, GAME, GAMES, SIZE, PLAYERS, LINE_SIZE, MIDDLE_KINGDOM, HARMONY = range(10)
UNSEEN, LINE, WAITING, NEXT_LINE, UNCLAIMED, LEFT_OVER = range(10, 16)
HAND = 16
DISCARDS = HAND + SEATS
CLAIMED = DISCARDS + SEATS
EARLIER = CLAIMED + SEATS  # points, largest property, crowns of every seat, game by game
KINGDOMS = EARLIER + (GAMES_OF_A_DYNASTY - 1) * SEATS * 3

# A kingdom: its four edges, then lists with their lengths before them: squares (4 numbers), dominoes, properties (3).
LARGEST_KINGDOM = 4 + (1 + 48 * 4) + (1 + 24 * 3) + (1 + 48 * 3)
LENGTH = KINGDOMS + SEATS * LARGEST_KINGDOM


@rule
def write(buffer, numbers):
    """Write everything that is on the table; return how many numbers that takes."""
    s = buffer.view(STATE)[0]
    numbers[PHASE] = s.phase
    numbers[ROUND] = s.round_number
    numbers[ROUNDS] = s.rounds
    numbers[GAME] = s.game_number
    numbers[GAMES] = s.games
    numbers[SIZE] = s.longest
    numbers[PLAYERS] = s.seats
    numbers[LINE_SIZE] = s.line_size
    numbers[MIDDLE_KINGDOM] = s.middle_kingdom
    numbers[HARMONY] = s.harmony
    numbers[UNSEEN] = int(s.unseen)
    numbers[LINE] = int(s.line)
    numbers[WAITING] = int(s.waiting)
    numbers[NEXT_LINE] = int(s.next_line)
    numbers[UNCLAIMED] = int(s.unclaimed)
    numbers[LEFT_OVER] = int(s.left_over)
    for seat in range(SEATS):
        numbers[HAND + seat] = s.hand[seat]
        numbers[DISCARDS + seat] = s.discards[seat]
        numbers[CLAIMED + seat] = int(s.claimed[seat])
    n = EARLIER
    for game in range(GAMES_OF_A_DYNASTY - 1):
        for seat in range(SEATS):
            for i in range(3):
                numbers[n] = s.earlier[game][seat][i]
                n += 1
    for seat in range(s.seats):
        squares = write_edges(s, seat, numbers, n)
        n = write_squares(s, seat, numbers, squares)
        n = write_dominoes(s, seat, numbers, squares, n)
        n = write_properties(s, seat, numbers, n)
    return n


@rule
def write_edges(s, seat, numbers, n):
    """Left, right, top, bottom."""
    left = lowest(s.columns[seat]) - REACH
    top = lowest(s.rows[seat]) - REACH
    numbers[n] = left
    numbers[n + 1] = left + popcount(s.columns[seat]) - 1
    numbers[n + 2] = top
    numbers[n + 3] = top + popcount(s.rows[seat]) - 1
    return n + 4


@rule
def write_squares(s, seat, numbers, n):
    """Row by row: x, y, terrain, crowns; the castle is not among them."""
    left, right, top, bottom = numbers[n - 4], numbers[n - 3], numbers[n - 2], numbers[n - 1]
    start = n
    n += 1
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            here = bit((ROW64 * y + x) & 63)
            for terrain in range(6):
                if s.land[seat][terrain] & here != ZERO:
                    numbers[n] = x
                    numbers[n + 1] = y
                    numbers[n + 2] = terrain
                    numbers[n + 3] = crowns_on(s, seat, here)
                    n += 4
    numbers[start] = (n - start - 1) // 4
    return n


@rule
def write_dominoes(s, seat, numbers, squares, n):
    """Row by row: x, y of the left or upper square, and 1 where the other one follows to the south, else 0.

    Whatever does not lie across stands upright, so in every column the squares left pair off from the top. `squares` is
    where the list of squares begins.
    """
    covered = ZERO
    start = n
    n += 1
    for i in range(numbers[squares]):
        x = numbers[squares + 1 + 4 * i]
        y = numbers[squares + 2 + 4 * i]
        here = bit((ROW64 * y + x) & 63)
        if covered & here != ZERO:
            continue
        upright = s.across[seat] & here == ZERO
        covered |= bit((ROW64 * (y + 1) + x) & 63) if upright else bit((ROW64 * y + x + 1) & 63)
        numbers[n] = x
        numbers[n + 1] = y
        numbers[n + 2] = 1 if upright else 0
        n += 3
    numbers[start] = (n - start - 1) // 3
    return n


@rule
def write_properties(s, seat, numbers, n):
    """The most valuable first, then the largest: terrain, squares, crowns (KD-16)."""
    start = n
    n += 1
    for terrain in range(6):
        rest = s.land[seat][terrain]
        while rest != ZERO:
            region = flood64(lowest_bit(rest), rest, ROW64)
            rest &= ~region
            n = insert_property(numbers, start + 1, n, terrain, popcount(region), crowns_on(s, seat, region))
    numbers[start] = (n - start - 1) // 3
    return n


@rule
def insert_property(numbers, start, n, terrain, squares, crowns):
    """Put a property behind those of `start` to `n` that come before it; terrains come in their order."""
    at = n
    while at > start and (
        (numbers[at - 2] * numbers[at - 1] < squares * crowns)
        or (numbers[at - 2] * numbers[at - 1] == squares * crowns and numbers[at - 2] < squares)
    ):
        for i in range(3):
            numbers[at + i] = numbers[at - 3 + i]
        at -= 3
    numbers[at] = terrain
    numbers[at + 1] = squares
    numbers[at + 2] = crowns
    return n + 3


COMPILED = unit("kingdomino", "people", "survey", {"write": (write, (BYTES, NUMBERS))})


def survey(buffer: Any) -> list[int]:
    """Everything on the table as one list of numbers."""
    numbers = np.empty(LENGTH, np.int64)
    found: list[int] = numbers[: COMPILED["write"](buffer, numbers)].tolist()
    return found
