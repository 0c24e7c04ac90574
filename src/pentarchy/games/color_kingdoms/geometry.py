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
    from collections.abc import Iterable, Sequence

Integers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]
Point = tuple[float, float]
Side = tuple[int, int]  # the numbers of the two corners that it joins

BLOCK = 1 << 20  # pairs that are compared at once


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


def first_crossing(points: Integers, sides: Sequence[Side]) -> tuple[int, int] | None:
    """Two sides that meet elsewhere than in a corner of both, by their numbers, or None.

    Crossing, touching in the middle and lying upon one another all count.
    """
    ends = points[np.array(sides, np.int64)]
    low, high = ends.min(axis=1), ends.max(axis=1)
    rows = max(1, BLOCK // len(sides))
    for start in range(0, len(sides), rows):
        part = slice(start, start + rows)
        near = (low[part, None] <= high[None]) & (high[part, None] >= low[None])
        one, other = np.nonzero(near.all(axis=2))
        one += start
        later = one < other
        one, other = one[later], other[later]
        bad = _meet(ends[one], ends[other])
        if bad.any():
            found = int(np.argmax(bad))
            return int(one[found]), int(other[found])
    return None


def _meet(one: Integers, other: Integers) -> Booleans:
    """Whether sides (pairs of corners) meet elsewhere than in a common corner."""
    a, b, c, d = one[:, 0], one[:, 1], other[:, 0], other[:, 1]
    abc, abd, cda, cdb = (np.sign(turn(*corners)) for corners in ((a, b, c), (a, b, d), (c, d, a), (c, d, b)))
    crossing: Booleans = (abc * abd < 0) & (cda * cdb < 0)
    touching: Booleans = (
        (abc == 0) & _strictly_between(c, a, b)
        | (abd == 0) & _strictly_between(d, a, b)
        | (cda == 0) & _strictly_between(a, c, d)
        | (cdb == 0) & _strictly_between(b, c, d)
    )
    meeting: Booleans = crossing | touching
    return meeting


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


def widest_place(polygon: Floats) -> Point:
    """About the place of a polygon that is farthest from its border: room for a symbol."""
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    step = float(np.max(high - low)) / 16
    middle = (low + high) / 2
    for _ in range(3):
        grid = np.arange(-8, 9) * step
        places = np.stack(np.meshgrid(middle[0] + grid, middle[1] + grid), axis=-1).reshape(-1, 2)
        room = np.where(inside(places, polygon), _room(places, polygon), -1.0)
        middle = places[int(np.argmax(room))]
        step /= 6
    return float(middle[0]), float(middle[1])


def _room(places: Floats, polygon: Floats) -> Floats:
    """How far each place is from the nearest side of a polygon."""
    start, along = polygon, np.roll(polygon, -1, axis=0) - polygon
    offset = places[:, None] - start
    share = np.clip(np.sum(offset * along, axis=2) / np.sum(along * along, axis=1), 0, 1)
    nearest: Floats = np.sqrt(np.sum((offset - share[..., None] * along) ** 2, axis=2)).min(axis=1)
    return nearest


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
    masks: Integers = np.tensordot(bits, reached.astype(np.int64), axes=1)
    return masks


def _passed(start: Floats, end: Floats, borders: Borders, side: float, x: Floats, y: Floats) -> Booleans:
    """By region, row and column: whether a border of the region passes through the square."""
    half = side / 2
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    line, row = _ranges(np.searchsorted(y, low - half), np.searchsorted(y, high + half))
    # The part of the line that lies in the square's strip, as shares of the line.
    rise = end[line, 1] - start[line, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        enter = (y[row] - half - start[line, 1]) / rise
        leave = (y[row] + half - start[line, 1]) / rise
    level = rise == 0
    enter, leave = np.minimum(enter, leave), np.maximum(enter, leave)
    enter = np.where(level, 0.0, np.clip(enter, 0, 1))
    leave = np.where(level, 1.0, np.clip(leave, 0, 1))
    in_strip = np.where(level, np.abs(start[line, 1] - y[row]) < half, leave > enter)
    run = end[line, 0] - start[line, 0]
    ends = start[line, 0] + enter * run, start[line, 0] + leave * run
    # Squares whose middle is nearer than half a side to it.
    from_column = np.searchsorted(x, np.minimum(*ends) - half, side="right")
    to_column = np.searchsorted(x, np.maximum(*ends) + half, side="left")
    used = in_strip & (from_column < to_column)
    changes = np.zeros((REGIONS, len(y), len(x) + 1), np.int32)
    for region in (borders.left, borders.right):
        np.add.at(changes, (region[line[used]], row[used], from_column[used]), 1)
        np.add.at(changes, (region[line[used]], row[used], to_column[used]), -1)
    passed: Booleans = np.cumsum(changes, axis=2)[:, :, :-1] > 0
    return passed


def _of_middles(start: Floats, end: Floats, borders: Borders, x: Floats, y: Floats) -> tuple[Integers, Any, Any]:
    """The region of every place of the lattice, ready to index an array by region, row and column."""
    low, high = np.minimum(start[:, 1], end[:, 1]), np.maximum(start[:, 1], end[:, 1])
    # A row crosses the lines that begin at or below it and end above it.
    line, row = _ranges(np.searchsorted(y, low, side="left"), np.searchsorted(y, high, side="left"))
    share = (y[row] - start[line, 1]) / (end[line, 1] - start[line, 1])
    column = np.searchsorted(x, start[line, 0] + share * (end[line, 0] - start[line, 0]))
    upwards = end[line, 1] > start[line, 1]
    # Looking along the row: a line that goes up has its left region before it.
    before = np.where(upwards, borders.left[line], borders.right[line])
    behind = np.where(upwards, borders.right[line], borders.left[line])
    changes = np.zeros((len(y), len(x) + 1), np.int64)
    np.add.at(changes, (row, column), behind - before)
    region = SEA + np.cumsum(changes, axis=1)[:, :-1]
    rows, columns = np.indices(region.shape)
    return region, rows, columns


def _ranges(first: Integers, last: Integers) -> tuple[Integers, Integers]:
    """All pairs of a number i and a value of range(first[i], last[i])."""
    lengths = np.maximum(last - first, 0)
    owner = np.repeat(np.arange(len(first)), lengths)
    value = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + first[owner]
    return owner, value
