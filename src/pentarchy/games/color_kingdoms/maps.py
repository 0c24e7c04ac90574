"""Maps as an option of the game: those that come with it, and those that people bring (CK-1, CK-4).

docs/maps.md describes the file. Which areas are neighbours is never listed in it: two areas are neighbours when they
share a side. A file is read and checked in reading.py, what comes out of it is in land.py.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pentarchy.engine.spec import Option
from pentarchy.games.color_kingdoms import reading
from pentarchy.games.color_kingdoms.components import COLOURS, LETTERS
from pentarchy.games.color_kingdoms.land import Area, Map, Tower, kingdoms_text, members
from pentarchy.games.color_kingdoms.problems import Findings, MapError, Problem, amiss

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pentarchy.games.color_kingdoms.geometry import Point

__all__ = ["Area", "Checked", "Map", "MapError", "MapOption", "Problem", "Tower", "check", "kingdoms_text", "load"]

DEFAULT = "default"
NAMED = (DEFAULT,)  # maps that come with the game
READ_ONCE = 64  # maps that are kept, so that the same one is not read again


class MapOption(Option):
    """The option `map`: the name of a map that comes with the game, or a map as data."""

    def __init__(self) -> None:
        words = "the sheet: 'default', or the content of a map file"
        super().__init__("map", DEFAULT, NAMED, words, maps=sys.modules[__name__])

    def check(self, value: object) -> None:
        """Refuse what is neither a known name nor a sound map."""
        load(value)

    def numbers(self, value: object) -> tuple[int, ...]:
        """The numbers of the map."""
        return load(value).numbers()


class Checked(NamedTuple):
    """A map file that was looked through: all that is amiss, and the map if nothing of it is an error."""

    problems: tuple[Problem, ...]
    board: Map | None


def load(value: object) -> Map:
    """The map of that name, or the one that a map file's content describes. A text is never taken for a path."""
    content = _content(value)
    return _named(content) if isinstance(content, str) else _read(content)


def check(value: object) -> Checked:
    """Everything that can be said of a map, errors first; MapError only if it is no map file at all."""
    content = _content(value)
    if isinstance(content, str):
        content = _file(content)
    findings = Findings()
    try:
        board = reading.read(content, findings)
    except MapError as error:
        return Checked(tuple(findings.errors or [error.problem]), None)
    if isinstance(value, dict) and value.get("dice") is None:
        return Checked(board.warnings, board)
    dice = reading.compare_dice(board)
    return Checked(board.warnings if dice is None else (*board.warnings, dice), board)


def _content(value: object) -> str | bytes:
    """The name of a map that comes with the game, or a map file as it is written."""
    if isinstance(value, dict):
        try:
            return msgspec.json.encode(value)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise MapError(amiss("json", "", says=f"the map is not plain data: {error}")) from error
    if isinstance(value, str) and value in NAMED:
        return value
    found = f"{value!r:.100}" if isinstance(value, str) else type(value).__name__
    raise MapError(amiss("json", "map", found=found, wanted=f"{DEFAULT!r} or the content of a map file"))


def data(name: str = DEFAULT) -> dict[str, Any]:
    """The content of the file of a map that comes with the game."""
    content: dict[str, Any] = msgspec.json.decode(_file(name))
    return content


def written(content: Mapping[str, Any]) -> str:
    """The content of a map file as text that people can read: an area or a tower to a line."""
    parts = []
    for key, value in content.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            rows = ",\n".join(f"  {_json(row)}" for row in value)
            parts.append(f'"{key}": [\n{rows}\n ]')
        elif key == "points":
            rows = ",\n".join("  " + _json(value[k : k + 10])[1:-1] for k in range(0, len(value), 10))
            parts.append(f'"{key}": [\n{rows}\n ]')
        else:
            parts.append(f'"{key}": {_json(value)}')
    return "{" + ",\n ".join(parts) + "}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def dice_text(dice: Mapping[int, int]) -> dict[str, int]:
    """Weights as they stand in a map file."""
    return {kingdoms_text(mask): weight for mask, weight in sorted(dice.items())}


def completed(content: Mapping[str, Any], board: Map) -> dict[str, Any]:
    """The content of a sound map with its dice and labels, so that they need not be computed when it is read again."""
    areas = [dict(area) for area in content["areas"]]
    labels = {area.name: area.label for area in board.areas}
    numbers: Counter[str] = Counter()
    for area in areas:
        numbers[area["kingdom"]] += 1
        name = f"{LETTERS[COLOURS.index(area['kingdom'])]}{numbers[area['kingdom']]}"
        if area.get("label") is None:
            area["label"] = list(labels[name])
    return {**content, "areas": areas, "dice": dice_text(board.dice)}


def renewed(content: Mapping[str, Any]) -> str:
    """The text of a map file with its dice computed anew."""
    plain = {key: value for key, value in content.items() if key != "dice"}
    return written(plain | {"dice": dice_text(load(plain).dice)})


def picture(value: object, *, names: bool = True) -> str:
    """A map as a standalone picture."""
    from pentarchy.games.color_kingdoms import draw_map  # a table that checks maps draws none

    return draw_map.picture(load(value), names=names)


def report(board: Map) -> list[str]:
    """What a map has, in a few lines for people."""
    near = [mask.bit_count() for mask in board.neighbours]
    counts = Counter(near)
    within = sum(board.areas[tower.first].kingdom == board.areas[tower.second].kingdom for tower in board.towers)
    touching = [
        f"{COLOURS[kingdom]}-{COLOURS[other]}"
        for kingdom, others in enumerate(board.kingdom_neighbours)
        for other in members(others)
        if kingdom < other
    ]
    total = sum(board.dice.values())
    likely = sorted(board.dice.items(), key=lambda found: (found[0].bit_count(), found[0]))
    cells = ", ".join(f"{cells} for spell {number}" for number, cells in enumerate(board.spell_cells, 1))
    capitals = ", ".join(f"{colour} {worth}" for colour, worth in zip(COLOURS, board.capital_points, strict=True))
    return [
        f"{board.name}: {len(board.areas)} areas, {len(board.points)} corners",
        f"neighbours of an area: {sum(near) / len(near):.2f} on average "
        f"({', '.join(f'{number}: {counts[number]}' for number in sorted(counts))})",
        f"kingdoms that touch: {', '.join(touching)}",
        f"towers: {len(board.towers)}, {within} within kingdoms, {len(board.towers) - within} between them",
        f"cells: {cells}, {board.tower_cells} for towers",
        f"points of capitals: {capitals}",
        f"blots: {board.blots}",
        "a die lies in",
        *(f"  {kingdoms_text(mask):<22}{weight / total:8.3%}" for mask, weight in likely),
    ]


# ---- Sketches: as much as can be drawn of a file that may be no map yet


class SketchedArea(msgspec.Struct, frozen=True):
    """An area as far as it can be read: its name, its lines, and where its symbol stands."""

    name: str
    kingdom: str
    symbol: str
    of: str
    line: tuple[Point, ...]
    at: Point


class Sketch(msgspec.Struct, frozen=True):
    """What a page needs to show where a file is wrong."""

    size: Point
    areas: tuple[SketchedArea, ...]
    towers: tuple[tuple[int, Point], ...]  # their numbers, and where they stand as far as that is said


def sketch(content: Mapping[str, Any]) -> Sketch:
    """All areas of a file that have at least three corners which exist, or a label to stand at."""
    points = [_point(raw) for raw in _list(content.get("points"))[: reading.MOST_POINTS]]
    known = [point for point in points if point is not None]
    size = _point(content.get("size")) or (
        max((x for x, _ in known), default=1.0),
        max((y for _, y in known), default=1.0),
    )
    numbers: Counter[str] = Counter()
    areas = []
    corners = 0
    for raw in _list(content.get("areas"))[:99]:
        entry = raw if isinstance(raw, dict) else {}
        kingdom = str(entry.get("kingdom"))[:20]
        numbers[kingdom] += 1
        name = f"{LETTERS[COLOURS.index(kingdom)]}{numbers[kingdom]}" if kingdom in COLOURS else ""
        line = tuple(
            place
            for corner in _list(entry.get("polygon"))[: reading.MOST_POINTS]
            if isinstance(corner, int) and 0 <= corner < len(points) and (place := points[corner]) is not None
        )
        corners += len(line)
        label = _point(entry.get("label"))
        if (len(line) > 2 or label is not None) and corners <= reading.MOST_CORNERS:
            at = label or _middle(line)
            symbol, of = str(entry.get("symbol"))[:20], str(entry.get("of"))[:20]
            areas.append(SketchedArea(name, kingdom, symbol, of, line, at))
    places = {area.name: area.at for area in areas}
    towers = []
    for number, raw in enumerate(_list(content.get("towers"))[:99]):
        entry = raw if isinstance(raw, dict) else {}
        beside = [places[name] for name in _list(entry.get("areas"))[:2] if isinstance(name, str) and name in places]
        if (place := _point(entry.get("place"))) or beside:
            towers.append((number, place or _middle(beside)))
    return Sketch(size, tuple(areas), tuple(towers))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _point(value: object) -> Point | None:
    """A place, if it is one that can be drawn."""
    match value:
        case [int() | float() as x, int() | float() as y] if abs(x) <= reading.LARGEST and abs(y) <= reading.LARGEST:
            return float(x), float(y)
    return None


def _middle(line: tuple[Point, ...] | list[Point]) -> Point:
    return sum(x for x, _ in line) / len(line), sum(y for _, y in line) / len(line)


def _file(name: str) -> bytes:
    return (resources.files(__package__) / "data" / f"{name}.json").read_bytes()


@lru_cache(maxsize=len(NAMED))
def _named(name: str) -> Map:
    return _read(_file(name))


@lru_cache(maxsize=READ_ONCE)
def _read(content: bytes) -> Map:
    return reading.read(content, Findings())
