"""Sets as bits of uint64 words, and planes wound on rings of bits.

A plane is wound on a ring by numbering the cell x, y as (y × row + x) modulo the ring's length: a step to the east is
then a turn by 1 and a step to the south a turn by `row`, wherever one stands. Cells far apart share a bit, so a ring is
exact only for shapes that are small enough: rows of 8 on the ring of 64 for shapes of at most 7 × 7, and rows of 11 on
the ring of 128 (a pair of words: low, high) for shapes of at most 9 × 9. Nothing ever runs over an edge, and a shape
may grow to any side without being moved.

Plain Python throughout: LLVM turns the counting loop into one POPCNT and a turn into one rotation. Everything stays
`np.uint64`, because mixing in other integers turns the result into a float.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from pentarchy.engine import family
from pentarchy.engine.compiling import INTERPRETED, settings
from pentarchy.engine.kernel import rule


def has_fast_deposit():
    """Whether code is made for a processor that deposits bits in one quick step."""
    return not INTERPRETED and family.deposits_fast(settings.CPU_NAME)


U64 = np.uint64
ZERO = U64(0)
ONE = U64(1)
EMPTY = (ZERO, ZERO)
FULL = (~ZERO, ~ZERO)

# --- One word ---------------------------------------------------------------------------------------------------------


@rule
def bit(n):
    """The word with only bit n."""
    return ONE << U64(n)


@rule
def has(x, n):
    """Whether bit n is set."""
    return (x >> U64(n)) & ONE != ZERO


@rule
def popcount(x):
    """How many bits are set."""
    n = 0
    while x != ZERO:
        x &= x - ONE
        n += 1
    return n


@rule
def lowest_bit(x):
    """The word with only the lowest set bit of x, which is not zero."""
    return x ^ (x & (x - ONE))


@rule
def lowest(x):
    """The index of the lowest set bit of x, which is not zero."""
    return popcount(lowest_bit(x) - ONE)


def _nth_bit(x, n):
    """The index of the n-th set bit (counted from 0); x has more than n."""
    for _ in range(n):
        x &= x - ONE
    return lowest(x)


def _nth_bit_by_deposit(x, n):
    """The same with the processor's own instruction: bit n, deposited into the set bits of x, lands on the n-th."""
    return lowest(deposit(ONE << U64(n), x))


@intrinsic
def deposit(context, bits, mask):
    """The low bits of one word spread over the set bits of another (PDEP)."""

    def generate(context, builder, signature, arguments):
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, (word, word)))
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), generate


nth_bit = rule(_nth_bit_by_deposit if has_fast_deposit() else _nth_bit)


@rule
def turn64(x, n):
    """The ring of 64 turned by n (0 < n < 64)."""
    return x << U64(n) | x >> U64(64 - n)


@rule
def flood64(seed, mask, row):
    """All cells of `mask` that can be reached from `seed` by sides, on a ring of 64."""
    while True:
        more = turn64(seed, 1) | turn64(seed, 63) | turn64(seed, row) | turn64(seed, 64 - row)
        more = (more | seed) & mask
        if more == seed:
            return seed
        seed = more


# --- The ring of 128 --------------------------------------------------------------------------------------------------


@rule
def load(cells):
    """The ring stored in a record's field."""
    return cells[0], cells[1]


@rule
def add(cells, cell):
    """Add one cell to a stored ring."""
    cells[cell >> 6] |= ONE << U64(cell & 63)


@rule
def either(a, b):
    """Cells of one ring or the other."""
    return a[0] | b[0], a[1] | b[1]


@rule
def both(a, b):
    """Cells that two rings share."""
    return a[0] & b[0], a[1] & b[1]


@rule
def minus(a, b):
    """Cells of the first ring that the second does not have."""
    return a[0] & ~b[0], a[1] & ~b[1]


@rule
def count(a):
    """How many cells there are."""
    return popcount(a[0]) + popcount(a[1])


@rule
def turn(a, n):
    """The ring turned by n (0 <= n < 128)."""
    low, high = a
    if n >= 64:
        low, high = high, low
    n &= 63
    # Two shifts in place of one by 64 - n, which is not defined when n is 0.
    return (
        low << U64(n) | high >> ONE >> U64(63 - n),
        high << U64(n) | low >> ONE >> U64(63 - n),
    )


@rule
def nth(a, n):
    """The n-th cell (counted from 0); there are more than n."""
    # Chosen by values, not by branches: on random numbers a branch is guessed wrongly half of the time.
    low = popcount(a[0])
    in_high = n >= low
    word = a[1] if in_high else a[0]
    skipped = low if in_high else 0
    return (64 if in_high else 0) + nth_bit(word, n - skipped)
