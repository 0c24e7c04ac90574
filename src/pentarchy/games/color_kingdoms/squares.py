"""Squares all over the map: in which kingdoms they lie, for whole lattices of places at a time (CK-6).

A square on a lattice reaches so many steps to every side. So the lines through the edges of all squares cut the plane
into strips, and a square is a window of them, across as well as down. It is enough to note which borders pass through
which cell of these strips; what a window holds is then found by laying the cells over themselves, moved by one, two,
four, …: a few quick operations on bytes, however large the windows are.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pentarchy.games.color_kingdoms.geometry import ALMOST, SEA, lattice, ranges, turned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Floats, Integers

    Bytes = np.ndarray[Any, np.dtype[np.uint8]]

CELLS = 1 << 20  # of strips that are looked at together, if one lattice has not more: they fit a processor's cache
BEYOND = 255  # instead of a set of regions: this is no place of a lattice
SETS = 256


class Lattice(NamedTuple):
    """Places in rows and columns, in a plane that is turned by -angle."""

    angle: float
    x: Floats
    y: Floats


class _Strips(NamedTuple):
    """How rows (or columns) of squares are cut into strips.

    Where a square measures whole steps, strips are as wide as steps. Otherwise a step is two strips, cut where squares
    end that began `cut` earlier. A square is as many strips as its `window` says.
    """

    cut: float
    each: int  # strips of a step
    window: int

    @classmethod
    def of(cls, steps: float) -> _Strips:
        """The strips for squares that measure so many steps."""
        whole = math.floor(steps + ALMOST)
        if steps - whole < ALMOST:
            return cls(1, 1, whole)
        return cls(steps - whole, 2, 2 * whole + 1)

    def number(self, places: int) -> int:
        """How many strips there are for so many rows; a multiple of those of a step."""
        return self.each * places + self.window - 1

    def at(self, place: Floats) -> Integers:
        """The strip of places that are measured in steps from the beginning of the first strip."""
        step = place.astype(np.int64)
        return step if self.each == 1 else 2 * step + (place - step >= self.cut)

    def end(self, strip: Integers) -> Floats | Integers:
        """Where strips end, in steps."""
        return strip + 1 if self.each == 1 else (strip + 1 >> 1) + (strip + 1 & 1) * self.cut


class Stretches(NamedTuple):
    """Places of several lattices, row after row of one after the other: where stretches begin that are alike."""

    masks: Bytes  # the regions as a bit mask, or BEYOND
    lengths: Integers
    pitch: int  # places from one row to the next
    rows: Sequence[int]  # the first of each lattice

    def counts(self) -> Integers:
        """How many places there are of each mask."""
        counted: Integers = np.bincount(self.masks, weights=self.lengths, minlength=SETS).astype(np.int64)
        return counted

    def grids(self, lattices: Sequence[Lattice]) -> Iterator[Bytes]:
        """The masks of each lattice by row and column."""
        everything = np.repeat(self.masks, self.lengths).reshape(-1, self.pitch)
        for first, (_, x, y) in zip(self.rows, lattices, strict=True):
            yield everything[first : first + len(y), : len(x)]


def lattices(borders: Borders, step: float, angles: Sequence[float]) -> list[Lattice]:
    """Places all over the board, at each of some angles."""
    return [Lattice(angle, *lattice(borders, step, angle)) for angle in angles]


def batches(found: Sequence[Lattice]) -> Iterator[list[Lattice]]:
    """Lattices in parts that are best looked at together."""
    batch: list[Lattice] = []
    cells = 0
    for each in found:
        cells += len(each.x) * len(each.y)
        if batch and cells > CELLS:
            yield batch
            batch, cells = [], len(each.x) * len(each.y)
        batch.append(each)
    yield batch


def stretches(borders: Borders, side: float, step: float, found: Sequence[Lattice]) -> Stretches:
    """The regions in which squares around the places of lattices lie, all of one step and at any angle but a right one.

    A square lies in a region when it shares a surface with it: when a border of the region passes through the square,
    or when none does and the region holds all of it.
    """
    strips = _Strips.of(side / step)
    pitch = max(strips.number(len(each.x)) for each in found)
    first_rows = [0, *accumulate(strips.number(len(each.y)) for each in found)]
    lines = _lines(borders, side, step, found, first_rows)
    cells = np.zeros(first_rows[-1] * pitch + strips.window, np.uint8)
    _mark(cells, lines, strips, pitch)
    masks = _windows(cells, strips, pitch)
    pitch //= strips.each
    rows = [row // strips.each for row in first_rows]
    _leave_out_others(masks.reshape(-1, pitch), rows, found)
    starts = np.concatenate([[0], np.flatnonzero(masks[1:] != masks[:-1]) + 1])
    kinds = masks[starts]
    untouched = np.flatnonzero(kinds == 0)
    kinds[untouched] = 1 << _regions(lines, side / step / 2, strips.each, pitch, starts[untouched])
    return Stretches(kinds, np.diff(starts, append=len(masks)), pitch, rows[:-1])


class _Lines(NamedTuple):
    """Borders in the planes of all lattices, a border in each of them after another; upwards, in steps.

    Places are counted from the beginning of a lattice's first strip, rows of strips from that of the first lattice.
    """

    low_x: Floats
    low_y: Floats
    high_x: Floats
    high_y: Floats
    slope: Floats
    first_row: Integers
    change: Integers  # of the number of the region, going along a row
    bits: Integers  # both regions
    groups: Integers  # the first line of all those with the same regions


def _lines(borders: Borders, side: float, step: float, found: Sequence[Lattice], first_rows: Sequence[int]) -> _Lines:
    order = np.lexsort((borders.right, borders.left))
    left, right = borders.left[order], borders.right[order]
    ends = np.concatenate([borders.start[order], borders.end[order]])
    origin = np.array([(each.x[0], each.y[0]) for each in found]) - side / 2
    places = (np.stack([turned(ends, -each.angle) for each in found], axis=1) - origin) / step
    start, end = places[: len(order)].reshape(-1, 2), places[len(order) :].reshape(-1, 2)
    upwards = end[:, 1] > start[:, 1]
    low, high = np.where(upwards[:, None], start, end), np.where(upwards[:, None], end, start)
    run, rise = (high - low).T
    bits = np.repeat(1 << left | 1 << right, len(found))
    return _Lines(
        low_x=low[:, 0],
        low_y=low[:, 1],
        high_x=high[:, 0],
        high_y=high[:, 1],
        slope=run / np.where(rise == 0, 1, rise),
        first_row=np.tile(first_rows[:-1], len(order)),
        change=np.where(upwards, 1, -1) * np.repeat(right - left, len(found)),
        bits=bits,
        groups=np.flatnonzero(np.diff(bits, prepend=0)),
    )


def _mark(cells: Bytes, lines: _Lines, strips: _Strips, pitch: int) -> None:
    """Note in every cell which regions have a border that passes through it."""
    first, last = strips.at(lines.low_y), strips.at(lines.high_y)
    line, strip = ranges(first, last + 1)
    after = np.cumsum(last - first + 1)  # the pieces of each line
    to_x = lines.low_x[line] + (strips.end(strip) - lines.low_y[line]) * lines.slope[line]
    to_x[after - 1] = lines.high_x
    from_x = np.roll(to_x, 1)
    from_x[after[:-1]] = lines.low_x[1:]
    from_x[0] = lines.low_x[0]
    row = (strip + lines.first_row[line]) * pitch
    begin, end = row + strips.at(np.minimum(from_x, to_x)), row + strips.at(np.maximum(from_x, to_x))
    wide = np.flatnonzero(end - begin > 1)
    piece, between = ranges(begin[wide] + 1, end[wide])
    # Those of one kind at a time, because one cell may have borders of several.
    groups = np.searchsorted(line, lines.groups[1:])
    between_groups = np.searchsorted(wide[piece], groups)
    kinds = zip(np.split(begin, groups), np.split(end, groups), np.split(between, between_groups), strict=True)
    for bits, places in zip(lines.bits[lines.groups].tolist(), kinds, strict=True):
        for here in places:
            cells[here] |= np.uint8(bits)


def _windows(cells: Bytes, strips: _Strips, pitch: int) -> Bytes:
    """What the squares that begin in each cell hold; of two strips in a step squares begin in the first."""
    rows = (len(cells) - strips.window) // pitch
    across = _united(cells, strips.window, 1)[: rows * pitch]
    if strips.each > 1:
        across = across[:: strips.each].copy()
    pitch //= strips.each
    down = _united(across, strips.window, pitch)
    if strips.each > 1:
        down = down.reshape(-1, pitch)[:: strips.each].ravel()
    return down


def _united(cells: Bytes, window: int, apart: int) -> Bytes:
    """For every cell what it and those that follow, `apart` from each other, hold together; uses up the cells."""
    spare = np.empty_like(cells)
    wide = 1
    while wide < window:
        more = min(wide, window - wide)
        left = len(cells) - more * apart
        np.bitwise_or(cells[:left], cells[more * apart :], out=spare[:left])
        cells, spare = spare[:left], cells
        wide += more
    return cells


def _leave_out_others(masks: Bytes, rows: Sequence[int], found: Sequence[Lattice]) -> None:
    """Mark all that lies beside the lattices; at least a column does, so that no stretch goes on in the next row."""
    for first, following, (_, x, y) in zip(rows, rows[1:], found, strict=False):
        masks[first : first + len(y), len(x) :] = BEYOND
        masks[first + len(y) : following] = BEYOND


def _regions(lines: _Lines, half: float, each: int, pitch: int, places: Integers) -> Integers:
    """The regions of places, by looking along the rows: which borders lie before them."""
    # A row crosses the lines that begin at or below it and end above it.
    first, last = (np.ceil(height - half).astype(np.int64) for height in (lines.low_y, lines.high_y))
    line, row = ranges(first, last)
    x = lines.low_x[line] + (row + half - lines.low_y[line]) * lines.slope[line]
    behind = (row + lines.first_row[line] // each) * pitch + np.ceil(x - half).astype(np.int64)
    crossed = np.sort(behind << 4 | lines.change[line] + 8)
    # The sea is left and reached again in every row, so that changes need not be added up row by row.
    regions = np.concatenate([[SEA], SEA + np.cumsum((crossed & 15) - 8)])
    before: Integers = regions[np.searchsorted(crossed >> 4, places, side="right")]
    return before
