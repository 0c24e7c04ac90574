"""Plane geometry of a map: exact tests of its lines, and which kingdoms a square on it lies in.

Corners of a map are whole thousandths of a unit, so whether two lines cross or a point lies on a line is decided in
integers, without rounding.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Integers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]
Point = tuple[float, float]
Side = tuple[int, int]  # the numbers of the two corners that it joins

BLOCK = 1 << 16  # pairs that are compared at once
MOST_PAIRS = 1 << 24  # of sides that lie over one another, for one map
MOST_NEAR = 1 << 18  # of them, those that lie beside one another as well
ALMOST = 1e-9  # what may be due to rounding


# ---- Exact tests


def turn(a: Integers, b: Integers, c: Integers) -> Integers:
    """Twice the area of the triangle a, b, c: positive if it turns from the x axis towards the y axis."""
    first, second = b - a, c - a
    twice: Integers = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return twice


def twice_area(polygon: Integers) -> int:
    """Twice the signed area of a polygon."""
    x, y = polygon[:, 0], polygon[:, 1]
    return int(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


class Tangled(Exception):  # noqa: N818
    """So many sides lie beside one another that looking at all of them would take too long."""


def crossings(points: Integers, sides: Sequence[Side]) -> Integers:
    """Pairs of sides, by their numbers and in order, that meet elsewhere than in a corner of both.

    Crossing, touching in the middle and lying upon one another all count. Where there are too many sides beside one
    another it is enough to find some; Tangled if there are none among those that were looked at.
    """
    ends = points[np.array(sides, np.int64)]
    low, high = ends.min(axis=1), ends.max(axis=1)
    found = [np.empty((0, 2), np.int64)]
    try:
        for one, other in _near(low, high):
            bad = _meet(ends[one], ends[other])
            found.append(np.stack([one[bad], other[bad]], axis=1))
    except Tangled:
        if not any(map(len, found)):
            raise
    pairs = np.sort(np.concatenate(found), axis=1)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _near(low: Integers, high: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Pairs of boxes that overlap or touch, block by block."""
    first = np.arange(1, len(low) + 1)
    sweeps = []
    for axis in (0, 1):  # only boxes that begin before another ends can meet it, whichever way one looks
        order = np.argsort(low[:, axis], kind="stable")
        reach = np.searchsorted(low[order, axis], high[order, axis], side="right")
        sweeps.append((int(np.sum(reach - first)), axis, order, reach))
    _, axis, order, reach = min(sweeps, key=lambda sweep: sweep[0])
    low, high = low[order, 1 - axis], high[order, 1 - axis]
    blocks = np.cumsum(reach - first) // BLOCK
    starts = np.searchsorted(blocks, np.arange(blocks[-1] + 2))
    left, left_near = MOST_PAIRS, MOST_NEAR
    for begin, end in pairwise(starts.tolist()):
        owner, other = ranges(first[begin:end], reach[begin:end])
        one = owner + begin
        near = (low[one] <= high[other]) & (high[one] >= low[other])
        yield order[one[near]], order[other[near]]
        left, left_near = left - len(one), left_near - int(np.sum(near))
        if left < 0 or left_near < 0:
            raise Tangled


def _meet(one: Integers, other: Integers) -> Integers:
    """The numbers of the pairs of sides (pairs of corners) that meet elsewhere than in a common corner."""
    abc, abd = (np.sign(turn(one[:, 0], one[:, 1], other[:, end])) for end in (0, 1))
    asked = np.nonzero(abc * abd <= 0)[0]  # the others lie wholly on one hand of it
    abc, abd, one, other = abc[asked], abd[asked], one[asked], other[asked]
    a, b, c, d = one[:, 0], one[:, 1], other[:, 0], other[:, 1]
    cda, cdb = np.sign(turn(c, d, a)), np.sign(turn(c, d, b))
    crossing: Booleans = (abc * abd < 0) & (cda * cdb < 0)
    touching: Booleans = (
        (abc == 0) & _strictly_between(c, a, b)
        | (abd == 0) & _strictly_between(d, a, b)
        | (cda == 0) & _strictly_between(a, c, d)
        | (cdb == 0) & _strictly_between(b, c, d)
    )
    return asked[crossing | touching]


def _strictly_between(point: Integers, a: Integers, b: Integers) -> Booleans:
    """Whether a point of the line through a and b lies between them and is neither."""
    inside: Booleans = np.sum((point - a) * (point - b), axis=-1) < 0
    return inside


def inside(places: Floats | Integers, polygon: Floats | Integers) -> Booleans:
    """Which places lie within a polygon. Exact for integers; places on its border may come out either way."""
    x, y = places[:, 0, None], places[:, 1, None]
    start, end = polygon, np.roll(polygon, -1, axis=0)
    crosses = (start[:, 1] <= y) != (end[:, 1] <= y)
    side = (end[:, 0] - start[:, 0]) * (y - start[:, 1]) - (x - start[:, 0]) * (end[:, 1] - start[:, 1])
    to_the_right = (side > 0) == (end[:, 1] > start[:, 1])
    within: Booleans = np.sum(crosses & to_the_right, axis=1) % 2 == 1
    return within


def within(places: Integers, polygon: Integers) -> Integers:
    """The numbers of the places that lie within a polygon, with `places` in the order of their y; exact.

    Only sides at the height of a place are looked at; Tangled if that are too many.
    """
    start, end = polygon, np.roll(polygon, -1, axis=0)
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    first, last = (np.searchsorted(places[:, 1], height) for height in (low, high))
    if np.sum(last - first) > MOST_NEAR:
        raise Tangled
    side, place = ranges(first, last)
    a, b, (x, y) = start[side], end[side], places[place].T
    beyond = (b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])
    to_the_right = (beyond > 0) == (b[:, 1] > a[:, 1])
    crossed = np.bincount(place[to_the_right], minlength=len(places))
    return np.nonzero(crossed % 2)[0]


def loops(sides: Iterable[Side]) -> list[list[int]]:
    """Directed sides, as many to a corner as from it, joined to closed lines."""
    following: dict[int, list[int]] = {}
    for start, end in sides:
        following.setdefault(start, []).append(end)
    found = []
    while following:
        corner = next(iter(following))
        loop = []
        while corner in following:
            loop.append(corner)
            ends = following[corner]
            following_corner = ends.pop()
            if not ends:
                del following[corner]
            corner = following_corner
        found.append(loop)
    return found


def distance(place: Point, a: Point, b: Point) -> float:
    """How far a place is from the straight line between two others."""
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] ** 2 + along[1] ** 2
    share = ((place[0] - a[0]) * along[0] + (place[1] - a[1]) * along[1]) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(place, (a[0] + share * along[0], a[1] + share * along[1]))


def length(line: Sequence[Point]) -> float:
    """The length of a line through several points."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def halfway(line: Sequence[Point]) -> Point:
    """The place in the middle of a line through several points."""
    left = length(line) / 2
    for a, b in pairwise(line):
        piece = math.dist(a, b)
        if left <= piece:
            share = left / piece
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        left -= piece
    return line[-1]


# ---- Room for symbols


def widest_places(polygons: Sequence[Floats]) -> list[Point]:
    """About the place of each polygon that is farthest from its border: room for a symbol."""
    if not polygons:
        return []
    shapes = _Shapes.of(polygons)
    low, high = np.minimum.reduceat(shapes.start, shapes.first), np.maximum.reduceat(shapes.start, shapes.first)
    step = np.max(high - low, axis=1) / 10
    middles = (low + high) / 2
    near = [_Sides.of(polygon) for polygon in polygons]
    for _ in range(4):
        grid = np.arange(-5, 6) * step[:, None]
        x, y = middles[:, 0, None] + grid, middles[:, 1, None] + grid
        step /= 4
        for number, within in enumerate(_inside_grids(x, y, shapes)):
            row, column = np.nonzero(within)
            if len(row):
                places = x[number, column], y[number, row]
                # Sides that are farther from here are nearest to none of the places that are tried next.
                best, near[number] = near[number].roomiest(*places, 2 * 5 * math.sqrt(2) * step[number])
                middles[number] = places[0][best], places[1][best]
    return [(x, y) for x, y in middles.tolist()]


class _Sides(NamedTuple):
    """Sides of a polygon: where each begins, where it leads to from there, and the square of its length."""

    x: Floats
    y: Floats
    across: Floats
    down: Floats
    square: Floats

    @classmethod
    def of(cls, polygon: Floats) -> _Sides:
        (x, y), (across, down) = polygon.T, (np.concatenate([polygon[1:], polygon[:1]]) - polygon).T
        return cls(x, y, across, down, across**2 + down**2)

    def roomiest(self, x: Floats, y: Floats, reach: float) -> tuple[int, _Sides]:
        """Which place is farthest from all sides; and those of the sides that are not farther from it by `reach`."""
        x, y = x[:, None] - self.x, y[:, None] - self.y
        share = np.clip((x * self.across + y * self.down) / self.square, 0, 1)
        squares = (x - share * self.across) ** 2 + (y - share * self.down) ** 2
        rooms = np.sqrt(squares.min(axis=1))
        best = int(np.argmax(rooms))
        near = squares[best] <= (rooms[best] + reach * (1 + ALMOST)) ** 2
        return best, _Sides(*(each[near] for each in self))


class _Shapes(NamedTuple):
    """The sides of several polygons, one polygon after another."""

    start: Floats
    end: Floats
    first: Integers  # side of each polygon
    last: Integers  # the one behind it

    @classmethod
    def of(cls, polygons: Sequence[Floats]) -> _Shapes:
        start = np.concatenate(polygons)
        last = np.cumsum([len(polygon) for polygon in polygons])
        first = np.concatenate([[0], last[:-1]])
        following = np.arange(1, len(start) + 1)
        following[last - 1] = first
        return cls(start, start[following], first, last)


def _inside_grids(x: Floats, y: Floats, shapes: _Shapes) -> Booleans:
    """By polygon, row and column which places of a grid lie within it: `inside` for a grid in each polygon."""
    number, rows = y.shape
    shape = np.repeat(np.arange(number), rows)
    height = y.ravel()
    row, side = ranges(shapes.first[shape], shapes.last[shape])
    crossed = (shapes.start[side, 1] <= height[row]) != (shapes.end[side, 1] <= height[row])
    row, side = row[crossed], side[crossed]
    (left, low), (right, high) = shapes.start[side].T, shapes.end[side].T
    beyond = ((right - left) * (height[row] - low))[:, None] - (x[shape[row]] - left[:, None]) * (high - low)[:, None]
    to_the_right = (beyond > 0) == (high > low)[:, None]
    counts = np.zeros((number * rows, x.shape[1]), np.int64)
    np.add.at(counts, row, to_the_right)
    odd: Booleans = counts.reshape(number, rows, -1) % 2 == 1
    return odd


# ---- Squares on the map


class Borders(NamedTuple):
    """The lines that part regions: from `start` to `end`, each with the region on either hand.

    Regions 0 to 5 are the kingdoms, 6 is the sea. Going from start to end, `left` lies where a quarter turn from the x
    axis towards the y axis points.
    """

    start: Floats
    end: Floats
    left: Integers
    right: Integers


SEA = 6
REGIONS = 7
OFF_THE_BOARD = 1 << SEA


def turned(places: Floats, angle: float) -> Floats:
    """Places after the plane has been turned by `angle` about its origin."""
    cosine, sine = math.cos(angle), math.sin(angle)
    result: Floats = places @ np.array([[cosine, sine], [-sine, cosine]])
    return result


def lattice(borders: Borders, step: float, angle: float) -> tuple[Floats, Floats]:
    """The x and y of places all over the board, in a plane that is turned by -angle."""
    corners = turned(borders.start, -angle)
    low, high = corners.min(axis=0), corners.max(axis=0)
    columns, rows = (np.ceil((high - low) / step)).astype(int)
    return low[0] + (np.arange(columns) + 0.5) * step, low[1] + (np.arange(rows) + 0.5) * step


def regions_of_squares(borders: Borders, side: float, angle: float, x: Floats, y: Floats) -> Integers:
    """For every row y and column x the regions, as a bit mask, in which a square around that place lies.

    The square has the given side and is turned by `angle`, and so are rows and columns. It lies in a region when it
    shares a surface with it: when the region holds the square's middle or has a border that passes through the square.
    """
    start, end = turned(borders.start, -angle), turned(borders.end, -angle)
    reached = _passed(start, end, borders, side, x, y)
    reached[_of_middles(start, end, borders, x, y)] = True
    bits = np.int64(1) << np.arange(REGIONS, dtype=np.int64)
    masks: Integers = np.einsum("r,rxy->xy", bits, reached)
    return masks


def _passed(start: Floats, end: Floats, borders: Borders, side: float, x: Floats, y: Floats) -> Booleans:
    """By region, row and column: whether a border of the region passes through the square."""
    line, row, from_column, to_column = _passages(start, end, side, x, y)
    shape = REGIONS, len(y), len(x) + 1
    rows = [(region[line] * shape[1] + row) * shape[2] for region in (borders.left, borders.right)]
    begins = np.concatenate([first + from_column for first in rows])
    ends = np.concatenate([first + to_column for first in rows])
    cells = shape[0] * shape[1] * shape[2]
    changes = np.bincount(begins, minlength=cells) - np.bincount(ends, minlength=cells)
    passed: Booleans = np.cumsum(changes.astype(np.int32).reshape(shape), axis=2, dtype=np.int32)[:, :, :-1] > 0
    return passed


def _passages(
    start: Floats, end: Floats, side: float, x: Floats, y: Floats
) -> tuple[Integers, Integers, Integers, Integers]:
    """The squares through which lines pass: line, row, the first column and the one behind the last."""
    half = side / 2
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    line, row = ranges(np.searchsorted(y, low - half), np.searchsorted(y, high + half))
    # The part of the line that lies in the square's strip, as shares of the line.
    rise, run = end[:, 1] - start[:, 1], end[:, 0] - start[:, 0]
    above = y[row] - start[line, 1]
    rise_here = rise[line]
    level = rise_here == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        enter, leave = (above - half) / rise_here, (above + half) / rise_here
    enter, leave = np.minimum(enter, leave), np.maximum(enter, leave)
    enter = np.where(level, 0.0, np.clip(enter, 0, 1))
    leave = np.where(level, 1.0, np.clip(leave, 0, 1))
    in_strip = np.where(level, np.abs(above) < half, leave > enter)
    ends = start[line, 0] + enter * run[line], start[line, 0] + leave * run[line]
    # Squares whose middle is nearer than half a side to it.
    from_column = np.searchsorted(x, np.minimum(*ends) - half, side="right")
    to_column = np.searchsorted(x, np.maximum(*ends) + half, side="left")
    used = in_strip & (from_column < to_column)
    return line[used], row[used], from_column[used], to_column[used]


def _of_middles(start: Floats, end: Floats, borders: Borders, x: Floats, y: Floats) -> tuple[Integers, Any, Any]:
    """The region of every place of the lattice, ready to index an array by region, row and column."""
    row, column, change = _crossed_rows(start, end, borders, x, y)
    changes = np.zeros((len(y), len(x) + 1), np.int64)
    np.add.at(changes, (row, column), change)
    region = SEA + np.cumsum(changes, axis=1)[:, :-1]
    rows, columns = np.indices(region.shape)
    return region, rows, columns


def _crossed_rows(
    start: Floats, end: Floats, borders: Borders, x: Floats, y: Floats
) -> tuple[Integers, Integers, Integers]:
    """Where lines cross the rows: the row, the first column behind the line, and by how much the region changes."""
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    # A row crosses the lines that begin at or below it and end above it.
    line, row = ranges(np.searchsorted(y, low, side="left"), np.searchsorted(y, high, side="left"))
    share = (y[row] - start[line, 1]) / (end[line, 1] - start[line, 1])
    column = np.searchsorted(x, start[line, 0] + share * (end[line, 0] - start[line, 0]))
    upwards = end[line, 1] > start[line, 1]
    # Looking along the row: a line that goes up has its left region before it.
    before = np.where(upwards, borders.left[line], borders.right[line])
    behind = np.where(upwards, borders.right[line], borders.left[line])
    return row, column, behind - before


def ranges(first: Integers, last: Integers) -> tuple[Integers, Integers]:
    """All pairs of a number i and a value of range(first[i], last[i])."""
    lengths = np.maximum(last - first, 0)
    after = np.cumsum(lengths)
    owner = np.repeat(np.arange(len(first)), lengths)
    value = np.arange(len(owner)) + np.repeat(first - after + lengths, lengths)
    return owner, value
