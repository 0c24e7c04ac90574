"""Plane geometry for the tests, in plain Python and by other ways than the game's own.

Polygons are lists of places. A polygon is cut to a square side by side (Sutherland and Hodgman), and what is left is
measured.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from pentarchy.games.color_kingdoms.components import AREAS_OF_A_KINGDOM

if TYPE_CHECKING:
    from collections.abc import Mapping

Place = tuple[float, float]
Polygon = list[Place]


def surface(polygon: Polygon) -> float:
    """The area of a polygon, whichever way it goes round."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        total += ax * by - bx * ay
    return abs(total) / 2


def holds(polygon: Polygon, place: Place) -> bool:
    """Whether a place lies within a polygon: how often it is gone round (winding number, by angles)."""
    x, y = place
    angle = 0.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        angle += math.atan2(ax * by - bx * ay, ax * bx + ay * by)
    return abs(angle) > math.pi


def square(x: float, y: float, side: float, angle: float) -> Polygon:
    """A square around a place, turned by an angle in degrees."""
    reach = side / math.sqrt(2)
    turns = (math.radians(angle + quarter) for quarter in (45, 135, 225, 315))
    return [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns]


def cut(polygon: Polygon, form: Polygon) -> Polygon:
    """The part of a polygon within a convex form that goes round from the x axis towards the y axis."""
    left = polygon
    for (ax, ay), (bx, by) in zip(form, form[1:] + form[:1], strict=True):
        heights = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in left]
        kept: Polygon = []
        for number, (place, height) in enumerate(zip(left, heights, strict=True)):
            before, low = left[number - 1], heights[number - 1]
            if (low < 0) != (height < 0):
                share = low / (low - height)
                crossing = before[0] + share * (place[0] - before[0]), before[1] + share * (place[1] - before[1])
                kept.append(crossing)
            if height >= 0:
                kept.append(place)
        left = kept
    return left


def polygons(content: Mapping[str, Any]) -> list[Polygon]:
    """The areas of a map file in the order of their numbers, as the file of the default map lists them."""
    points = [tuple(point) for point in content["points"]]
    return [[points[corner] for corner in area["polygon"]] for area in content["areas"]]


def shares(areas: list[Polygon], form: Polygon) -> dict[int, float]:
    """How much of each kingdom lies within a form."""
    found: dict[int, float] = {}
    low_x, high_x = min(x for x, _ in form), max(x for x, _ in form)
    low_y, high_y = min(y for _, y in form), max(y for _, y in form)
    for number, polygon in enumerate(areas):
        if not (min(x for x, _ in polygon) < high_x and max(x for x, _ in polygon) > low_x):
            continue
        if not (min(y for _, y in polygon) < high_y and max(y for _, y in polygon) > low_y):
            continue
        part = cut(polygon, form)
        if len(part) > 2:
            kingdom = number // AREAS_OF_A_KINGDOM
            found[kingdom] = found.get(kingdom, 0) + surface(part)
    return found


def kingdoms_under(areas: list[Polygon], form: Polygon) -> int | None:
    """The kingdoms that a form shares a surface with, as a bit mask; None if it does not lie wholly on them."""
    whole = surface(form)
    found = shares(areas, form)
    if sum(found.values()) < whole * (1 - 1e-9):
        return None
    return sum(1 << kingdom for kingdom, share in found.items() if share > whole * 1e-9)
