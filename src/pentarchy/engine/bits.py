"""Boards of up to 128 cells as a pair of uint64 (low, high): one bit per cell.

Plain Python throughout: LLVM turns the counting loop into one POPCNT. Everything stays `np.uint64`, because mixing in
other integers turns the result into a float.
"""

import numpy as np

from pentarchy.engine.kernel import rule

U64 = np.uint64
ZERO = U64(0)
ONE = U64(1)
EMPTY = (ZERO, ZERO)


@rule
def load(cells):
    """The board stored in a record's field."""
    return cells[0], cells[1]


@rule
def store(cells, a):
    """Write a board into a record's field."""
    cells[0] = a[0]
    cells[1] = a[1]


@rule
def cell(x):
    """The board holding only cell `x`."""
    if x < 64:
        return ONE << U64(x), ZERO
    return ZERO, ONE << U64(x - 64)


@rule
def either(a, b):
    """Cells of one board or the other."""
    return a[0] | b[0], a[1] | b[1]


@rule
def both(a, b):
    """Cells that two boards share."""
    return a[0] & b[0], a[1] & b[1]


@rule
def minus(a, b):
    """Cells of the first board that the second does not have."""
    return a[0] & ~b[0], a[1] & ~b[1]


@rule
def equal(a, b):
    """Whether two boards are the same."""
    return a[0] == b[0] and a[1] == b[1]


@rule
def empty(a):
    """Whether a board has no cell."""
    return (a[0] | a[1]) == ZERO


@rule
def up(a, n):
    """Every cell moved to a number higher by n (0 < n < 64)."""
    return a[0] << U64(n), a[1] << U64(n) | a[0] >> U64(64 - n)


@rule
def down(a, n):
    """Every cell moved to a number lower by n (0 < n < 64)."""
    return a[0] >> U64(n) | a[1] << U64(64 - n), a[1] >> U64(n)


@rule
def around(a, width):
    """Cells that share a side with a cell of the board, on a field with rows of `width`."""
    return either(either(up(a, 1), down(a, 1)), either(up(a, width), down(a, width)))


@rule
def popcount(x):
    """How many bits of one word are set."""
    n = 0
    while x != ZERO:
        x &= x - ONE
        n += 1
    return n


@rule
def count(a):
    """How many cells a board has."""
    return popcount(a[0]) + popcount(a[1])


@rule
def lowest_bit(x):
    """The lowest set bit of a word that is not zero."""
    return x ^ (x & (x - ONE))


@rule
def lowest(x):
    """The index of the lowest set bit of a word that is not zero."""
    return popcount(lowest_bit(x) - ONE)


@rule
def nth_bit(x, n):
    """The index of the n-th set bit (counted from 0) of a word that has more than n."""
    for _ in range(n):
        x &= x - ONE
    return lowest(x)


@rule
def nth(a, n):
    """The n-th cell (counted from 0) of a board that has more than n."""
    low = popcount(a[0])
    if n < low:
        return nth_bit(a[0], n)
    return 64 + nth_bit(a[1], n - low)


@rule
def first(a):
    """The board holding only the lowest cell of a board that is not empty."""
    if a[0] != ZERO:
        return lowest_bit(a[0]), ZERO
    return ZERO, lowest_bit(a[1])


@rule
def flood(seed, mask, width):
    """All cells of `mask` that can be reached from `seed` by sides."""
    while True:
        more = both(either(seed, around(seed, width)), mask)
        if equal(more, seed):
            return seed
        seed = more
