"""The sheet: a map of 54 areas in six kingdoms, read from data and checked (CK-1, CK-4).

docs/maps.md describes the file. Which areas are neighbours is never listed in it: two areas are neighbours when they
share a side.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from pentarchy.engine.spec import Option
from pentarchy.games.color_kingdoms import geometry, throws
from pentarchy.games.color_kingdoms.components import (
    AREAS,
    AREAS_OF_A_KINGDOM,
    COLOURS,
    KINGDOMS,
    LETTERS,
    MONSTERS,
    MOST_TOWERS,
    SPELLS,
    area_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Integers, Point, Side

DEFAULT = "default"
NAMED = (DEFAULT,)  # maps that come with the game

GRAIN = 1000  # corners are whole parts of a unit, so that lines can be compared exactly
LARGEST = 10_000  # width and height of a map
MOST_POINTS = 4000
MOST_CORNERS = 3 * MOST_POINTS  # of all polygons together
MOST_BLOTS = 99
MOST_WEIGHT = 1_000_000_000
MOST_LETTERS = 100  # of a name

NOWHERE = (-1.0, -1.0)  # the label of an area for which the file has none
PLAIN, CAPITAL, SPELL = "plain", "capital", "spell"
KINDS = (PLAIN, CAPITAL, *MONSTERS, SPELL)
MONSTERS_OF_THE_MAP = {
    **{("dragon", colour): 2 for colour in ("green", "violet", "brown")},
    ("griffin", "red"): 4,
    ("unicorn", "yellow"): 4,
    ("hydra", "blue"): 4,
}
PAINTED_ON_THE_BORDER = 0.01  # so far, in widths of the map, a tower may stand from the middle of its border


class MapError(ValueError):
    """A map that cannot be read or is not one; the message names the area or field."""


class Area(NamedTuple):
    """One area: the corners of its polygon by number, its symbol, and where the symbol is drawn."""

    name: str
    kingdom: int
    polygon: tuple[int, ...]
    symbol: str  # one of KINDS
    of: str | int | None  # a capital's or monster's colour, a spell's number
    label: Point


class Tower(NamedTuple):
    """A watchtower on the border of two areas."""

    first: int
    second: int
    place: Point


@dataclass(frozen=True, eq=False)
class Map:
    """A checked map. Areas are in the order of their numbers, nine of a kingdom after another."""

    name: str
    size: Point
    points: tuple[Point, ...]
    areas: tuple[Area, ...]
    towers: tuple[Tower, ...]
    blots: int
    neighbours: tuple[int, ...]  # bit masks of areas
    kingdom_neighbours: tuple[int, ...]  # bit masks of kingdoms
    dice: Mapping[int, int]  # how likely a die lies in each set of kingdoms, a bit mask

    def corners(self, area: int) -> list[Point]:
        """The polygon of an area."""
        return [self.points[corner] for corner in self.areas[area].polygon]

    def kingdom(self, kingdom: int) -> range:
        """The areas of a kingdom."""
        return range(kingdom * AREAS_OF_A_KINGDOM, (kingdom + 1) * AREAS_OF_A_KINGDOM)

    @cached_property
    def borders(self) -> Borders:
        """The lines between kingdoms and the coast."""
        return _borders(self.points, self.areas)

    @cached_property
    def outlines(self) -> tuple[list[list[Point]], ...]:
        """The lines around every kingdom, and around the whole board as the last."""
        kingdoms = [[self.areas[area].polygon for area in self.kingdom(kingdom)] for kingdom in range(len(KINGDOMS))]
        return tuple(
            [[self.points[corner] for corner in loop] for loop in _around(polygons)]
            for polygons in [*kingdoms, [area.polygon for area in self.areas]]
        )

    def numbers(self) -> tuple[int, ...]:
        """The map as compiled rules know it.

        Neighbours, symbols and own colours of the 54 areas, the number of blots, of towers, 24 pairs of tower areas
        (-1 where there is none), a weight for each of 64 sets of kingdoms, the neighbours of the six kingdoms.
        """
        pairs = [(tower.first, tower.second) for tower in self.towers]
        pairs += [(-1, -1)] * (MOST_TOWERS - len(pairs))
        return (
            *self.neighbours,
            *(_symbol_code(area) for area in self.areas),
            *(COLOURS.index(area.of) if isinstance(area.of, str) else -1 for area in self.areas),
            self.blots,
            len(self.towers),
            *(area for pair in pairs for area in pair),
            *(self.dice.get(mask, 0) for mask in range(1 << len(KINGDOMS))),
            *self.kingdom_neighbours,
        )


class MapOption(Option):
    """The option `map`: the name of a map that comes with the game, or a map as data."""

    def __init__(self) -> None:
        super().__init__("map", DEFAULT, NAMED, "the sheet: 'default', or the content of a map file")

    def check(self, value: object) -> None:
        """Refuse what is neither a known name nor a sound map."""
        load(value)

    def numbers(self, value: object) -> tuple[int, ...]:
        """The numbers of the map."""
        return load(value).numbers()


def load(value: object) -> Map:
    """The map of that name, or the one that a map file's content describes. A text is never taken for a path."""
    if isinstance(value, str):
        if value not in NAMED:
            raise MapError(f"map is {DEFAULT!r} or the content of a map file, not {value!r:.100}")
        return _named(value)
    if not isinstance(value, dict):
        raise MapError(f"map is {DEFAULT!r} or the content of a map file, not {type(value).__name__}")
    try:
        content = msgspec.json.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise MapError(f"the map is not plain data: {error}") from error
    return _read(content)


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


def report(board: Map) -> list[str]:
    """What a map has, in a few lines for people."""
    near = [mask.bit_count() for mask in board.neighbours]
    counts = Counter(near)
    within = sum(board.areas[tower.first].kingdom == board.areas[tower.second].kingdom for tower in board.towers)
    touching = [
        f"{COLOURS[kingdom]}-{COLOURS[other]}"
        for kingdom, others in enumerate(board.kingdom_neighbours)
        for other in _members(others)
        if kingdom < other
    ]
    total = sum(board.dice.values())
    likely = sorted(board.dice.items(), key=lambda found: (found[0].bit_count(), found[0]))
    return [
        f"{board.name}: {len(board.areas)} areas, {len(board.points)} corners",
        f"neighbours of an area: {sum(near) / len(near):.2f} on average "
        f"({', '.join(f'{number}: {counts[number]}' for number in sorted(counts))})",
        f"kingdoms that touch: {', '.join(touching)}",
        f"towers: {len(board.towers)}, {within} within kingdoms, {len(board.towers) - within} between them",
        f"blots: {board.blots}",
        "a die lies in",
        *(f"  {kingdoms_text(mask):<22}{weight / total:8.3%}" for mask, weight in likely),
    ]


def stray(board: Map) -> float:
    """How far the map's own dice are from those that follow from its shapes: the largest difference of a share."""
    computed = throws.weights(board.borders)
    own, all_computed = sum(board.dice.values()), max(1, sum(computed.values()))
    return max(
        abs(board.dice.get(mask, 0) / own - computed.get(mask, 0) / all_computed) for mask in {*board.dice, *computed}
    )


def kingdoms_text(mask: int) -> str:
    """A set of kingdoms as it is written: red+yellow."""
    return "+".join(colour for kingdom, colour in enumerate(COLOURS) if mask >> kingdom & 1)


def _file(name: str) -> bytes:
    return (resources.files(__package__) / "data" / f"{name}.json").read_bytes()


@lru_cache(maxsize=len(NAMED))
def _named(name: str) -> Map:
    return _read(_file(name))


@lru_cache(maxsize=32)
def _read(content: bytes) -> Map:
    """A checked map from JSON."""
    try:
        raw = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MapError(f"the map is not JSON: {error}") from error
    sheet = _convert(raw, _File, "the map")
    points = _points(sheet)
    dice = _dice(sheet.dice)
    areas = _areas(sheet, points)
    _check_symbols(areas)
    sides = _check_plane(points, areas)
    neighbours = _neighbours(sides)
    _check_connected(neighbours)
    towers = _towers(sheet, points, sides)
    placed = tuple((x / GRAIN, y / GRAIN) for x, y in points.tolist())
    areas = tuple(_labelled(area, placed) for area in areas)
    if dice is None:
        dice = throws.weights(_borders(placed, areas))
        if not dice:
            raise MapError("the map: no die can lie on it")
    kingdoms = _kingdom_neighbours(neighbours)
    width, height = sheet.size
    return Map(sheet.name, (width, height), placed, areas, towers, sheet.blots, neighbours, kingdoms, dice)


# ---- The parts of a file


class _Tower(msgspec.Struct, forbid_unknown_fields=True):
    areas: tuple[str, str]
    place: tuple[float, float] | None = None


class _Area(msgspec.Struct, forbid_unknown_fields=True):
    kingdom: str
    symbol: str
    polygon: list[int]
    of: str | int | None = None
    label: tuple[float, float] | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: tuple[float, float]
    blots: int
    points: list[Any]
    areas: list[Any]
    towers: list[Any]
    dice: dict[str, int] | None = None


def _convert(raw: object, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        problem = str(error).replace(" - at `$.", ", at `").replace(" - at `$", ", at `")
        raise MapError(f"{where}: {problem[:1].lower()}{problem[1:]}") from error


def _points(sheet: _File) -> Integers:
    """The corners in whole parts of a unit."""
    if not 0 < len(sheet.name) <= MOST_LETTERS or not sheet.name.isprintable():
        raise MapError(f"name: a map has a name of 1 to {MOST_LETTERS} printable letters")
    width, height = sheet.size
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise MapError(f"size: width and height are from 1 to {LARGEST}, not {width:g} and {height:g}")
    if not 1 <= sheet.blots <= MOST_BLOTS:
        raise MapError(f"blots: there are 1 to {MOST_BLOTS}, not {sheet.blots}")
    if len(sheet.points) > MOST_POINTS:
        raise MapError(f"points: there are at most {MOST_POINTS}, not {len(sheet.points)}")
    seen: dict[tuple[int, int], int] = {}
    for number, raw in enumerate(sheet.points):
        where = f"point {number}"
        place = _place(_convert(raw, tuple[float, float], where), sheet, where)
        x, y = round(place[0] * GRAIN), round(place[1] * GRAIN)
        if max(abs(x - place[0] * GRAIN), abs(y - place[1] * GRAIN)) > 1e-6 * GRAIN:
            raise MapError(f"{where}: a corner has at most three decimals, not {place[0]!r}, {place[1]!r}")
        if (x, y) in seen:
            raise MapError(f"{where} is the same place as point {seen[x, y]}: areas share the corner, by its number")
        seen[x, y] = number
    return np.array(list(seen), np.int64).reshape(-1, 2)


def _place(place: Point, sheet: _File, where: str) -> Point:
    x, y = place
    if not (0 <= x <= sheet.size[0] and 0 <= y <= sheet.size[1]):
        raise MapError(
            f"{where}: ({x:g}, {y:g}) is not on the map, whose size is {sheet.size[0]:g} × {sheet.size[1]:g}"
        )
    return x, y


def _areas(sheet: _File, points: Integers) -> tuple[Area, ...]:
    """The areas in the order of their numbers: those of a kingdom as the file lists them."""
    if len(sheet.areas) > AREAS:
        raise MapError(f"areas: there are {AREAS}, not {len(sheet.areas)}")
    kingdoms: list[list[Area]] = [[] for _ in COLOURS]
    for position, raw in enumerate(sheet.areas):
        entry: _Area = _convert(raw, _Area, f"area {_presumed_name(kingdoms, raw)} (number {position} of the list)")
        if entry.kingdom not in COLOURS:
            known = ", ".join(COLOURS)
            raise MapError(
                f"area ? (number {position} of the list): kingdom is one of {known}, not {entry.kingdom!r:.100}"
            )
        kingdom = COLOURS.index(entry.kingdom)
        area = _area(sheet, points, f"{LETTERS[kingdom]}{len(kingdoms[kingdom]) + 1}", kingdom, entry)
        kingdoms[kingdom].append(area)
    for colour, found in zip(COLOURS, kingdoms, strict=True):
        if len(found) != AREAS_OF_A_KINGDOM:
            raise MapError(f"the {colour} kingdom has {AREAS_OF_A_KINGDOM} areas, not {len(found)}")
    areas = tuple(area for found in kingdoms for area in found)
    corners = sum(len(area.polygon) for area in areas)
    if corners > MOST_CORNERS:
        raise MapError(f"areas: their polygons have at most {MOST_CORNERS} corners together, not {corners}")
    return areas


def _presumed_name(kingdoms: Sequence[Sequence[Area]], raw: object) -> str:
    """The name that an entry of the list of areas would have, as far as it can be read."""
    colour = raw.get("kingdom") if isinstance(raw, dict) else None
    if not isinstance(colour, str) or colour not in COLOURS:
        return "?"
    kingdom = COLOURS.index(colour)
    return f"{LETTERS[kingdom]}{len(kingdoms[kingdom]) + 1}"


def _area(sheet: _File, points: Integers, name: str, kingdom: int, entry: _Area) -> Area:
    where = f"area {name}"
    _check_symbol(where, COLOURS[kingdom], entry)
    corners = entry.polygon
    for corner in corners:
        if not 0 <= corner < len(points):
            raise MapError(f"{where}: there is no point {corner}; the map has {len(points)}, the first is 0")
    if len(corners) < 3:
        raise MapError(f"{where}: a polygon has at least three corners, not {len(corners)}")
    if len(set(corners)) < len(corners):
        twice = next(corner for corner, count in Counter(corners).items() if count > 1)
        raise MapError(f"{where}: the polygon comes to point {twice} twice")
    polygon = points[corners]
    surface = geometry.twice_area(polygon)
    if surface == 0:
        raise MapError(f"{where}: the polygon has no surface, or crosses itself")
    if surface < 0:  # all polygons go round the same way, whichever way the file goes
        corners = [corners[0], *corners[:0:-1]]
    label = NOWHERE
    if entry.label is not None:
        label = _place(entry.label, sheet, f"{where}: label")
        if not geometry.inside(np.array([label]), polygon / GRAIN)[0]:
            raise MapError(f"{where}: label ({label[0]:g}, {label[1]:g}) is not within the area")
    return Area(name, kingdom, tuple(corners), entry.symbol, entry.of, label)


def _labelled(area: Area, points: Sequence[Point]) -> Area:
    """The area with a place for its symbol: if the file has none, the one with the most room."""
    if area.label != NOWHERE:
        return area
    x, y = geometry.widest_place(np.array([points[corner] for corner in area.polygon]))
    return area._replace(label=(round(x, 3), round(y, 3)))


def _check_symbol(where: str, kingdom: str, entry: _Area) -> None:
    """Refuse symbols that do not exist, and a colour or number that the symbol cannot have (CK-4)."""
    symbol, of = entry.symbol, entry.of
    if symbol not in KINDS:
        raise MapError(f"{where}: symbol is one of {', '.join(KINDS)}, not {symbol!r:.100}")
    allowed: tuple[object, ...]
    if symbol == PLAIN:
        allowed = (None,)
    elif symbol == CAPITAL:
        allowed = (kingdom,)
    elif symbol == SPELL:
        allowed = tuple(range(1, len(SPELLS) + 1))
    else:
        allowed = tuple(colour for monster, colour in MONSTERS_OF_THE_MAP if monster == symbol)
    if of not in allowed:
        expected = " or ".join(repr(choice) for choice in allowed)
        raise MapError(f"{where}: of is {expected} for a {symbol} of the {kingdom} kingdom, not {of!r:.100}")


def _towers(sheet: _File, points: Integers, sides: _Sides) -> tuple[Tower, ...]:
    """The towers, each on the border of its two areas."""
    if len(sheet.towers) > MOST_TOWERS:
        raise MapError(f"towers: there are at most {MOST_TOWERS}, not {len(sheet.towers)}")
    names = {area_name(area): area for area in range(AREAS)}
    towers: list[Tower] = []
    for number, raw in enumerate(sheet.towers):
        where = f"tower {number}"
        entry: _Tower = _convert(raw, _Tower, where)
        for name in entry.areas:
            if name not in names:
                raise MapError(f"{where}: there is no area {name!r:.100}; they are b1 to n9")
        first, second = sorted(names[name] for name in entry.areas)
        shared = sides.between(first, second)
        if not shared:
            raise MapError(f"{where}: {entry.areas[0]} and {entry.areas[1]} share no border that it could stand on")
        if any((tower.first, tower.second) == (first, second) for tower in towers):
            raise MapError(f"{where}: there is a tower between {entry.areas[0]} and {entry.areas[1]} already")
        lines = [[_unit(points[a]), _unit(points[b])] for a, b in shared]
        if entry.place is None:
            place = _middle_of_border(points, shared)
        else:
            place = _place(entry.place, sheet, f"{where}: place")
            away = min(geometry.distance(place, a, b) for a, b in lines)
            if away > PAINTED_ON_THE_BORDER * sheet.size[0]:
                raise MapError(
                    f"{where}: ({place[0]:g}, {place[1]:g}) is {away:.1f} away from the border of "
                    f"{entry.areas[0]} and {entry.areas[1]}"
                )
        towers.append(Tower(first, second, place))
    return tuple(towers)


def _unit(corner: Integers) -> Point:
    return float(corner[0]) / GRAIN, float(corner[1]) / GRAIN


def _middle_of_border(points: Integers, shared: Sequence[Side]) -> Point:
    """Halfway along the longest stretch of a shared border."""
    following = dict(shared)
    stretches = []
    for start in set(following) - set(following.values()):
        stretch = [start]
        while stretch[-1] in following:
            stretch.append(following[stretch[-1]])
        stretches.append([_unit(points[corner]) for corner in stretch])
    return geometry.halfway(max(stretches, key=geometry.length))


def _dice(given: Mapping[str, int] | None) -> dict[int, int] | None:
    """The weights by set of kingdoms, if the file has them."""
    if given is None:
        return None
    found: dict[int, int] = {}
    for text, weight in given.items():
        names = text.split("+")
        mask = sum(1 << COLOURS.index(name) for name in set(names) & set(COLOURS))
        if kingdoms_text(mask) != text or not throws.is_a_throw(mask):
            raise MapError(
                f"dice: {text!r:.100} is not a set of one to three kingdoms in the order {', '.join(COLOURS)}, "
                "such as 'red+yellow'"
            )
        if not 0 < weight <= MOST_WEIGHT:
            raise MapError(f"dice: the weight of {text} is from 1 to {MOST_WEIGHT}, not {weight}")
        found[mask] = weight
    if not found:
        raise MapError("dice: a die must be able to lie somewhere; leave dice out to have them computed")
    return dict(sorted(found.items()))


# ---- What a map must be


def _check_symbols(areas: Sequence[Area]) -> None:
    """Every kingdom and the whole map have the symbols that CK-4 asks for."""
    for kingdom, colour in enumerate(COLOURS):
        kinds = Counter(_family(area) for area in areas if area.kingdom == kingdom)
        for kind, asked in KINGDOM_SYMBOLS.items():
            if kinds[kind] != asked:
                raise MapError(f"the {colour} kingdom: it has {kinds[kind]} areas with {kind}, not {asked}")
    monsters = Counter((area.symbol, area.of) for area in areas)
    for (monster, colour), asked in MONSTERS_OF_THE_MAP.items():
        if (found := monsters[monster, colour]) != asked:
            raise MapError(f"the map has {found} areas with a {colour} {monster}, not {asked}")


KINGDOM_SYMBOLS = {
    "a capital": 1,
    "a dragon": 1,
    "another monster": 2,
    **{f"spell {number}": 1 for number in range(1, len(SPELLS) + 1)},
    "no symbol": 1,
}


def _family(area: Area) -> str:
    if area.symbol == SPELL:
        return f"spell {area.of}"
    return {PLAIN: "no symbol", CAPITAL: "a capital", "dragon": "a dragon"}.get(area.symbol, "another monster")


class _Sides:
    """The sides of all areas: who has which, in the direction in which its polygon goes round."""

    def __init__(self, areas: Sequence[Area]) -> None:
        self.owner: dict[Side, int] = {}
        for number, area in enumerate(areas):
            for side in _sides(area.polygon):
                if side in self.owner:
                    other = areas[self.owner[side]].name
                    raise MapError(
                        f"area {area.name}: it overlaps {other} at the side from point {side[0]} to {side[1]}"
                    )
                self.owner[side] = number

    def between(self, one: int, other: int) -> list[Side]:
        """The sides that an area shares with another."""
        return [
            (start, end)
            for (start, end), owner in self.owner.items()
            if owner == one and self.owner.get((end, start)) == other
        ]


def _sides(polygon: Sequence[int]) -> Iterator[Side]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _check_plane(points: Integers, areas: Sequence[Area]) -> _Sides:
    """No lines cross, no areas overlap, and there is nothing between them: the map lies in the plane."""
    for area in areas:
        _check_simple(points, area)
    sides = _Sides(areas)
    lines = sorted({(min(side), max(side)) for side in sides.owner})
    crossing = geometry.first_crossing(points, lines)
    if crossing is not None:
        one, other = (lines[number] for number in crossing)
        raise MapError(_describe_crossing(points, areas, sides, one, other))
    _check_overlaps(points, areas, lines, sides)
    _check_coast(points, areas, sides)
    return sides


def _check_simple(points: Integers, area: Area) -> None:
    """Refuse a polygon that crosses or touches itself."""
    lines = list(_sides(area.polygon))
    crossing = geometry.first_crossing(points, lines)
    if crossing is not None:
        one, other = (_side_text(points, lines[number]) for number in crossing)
        raise MapError(f"area {area.name}: its side {one} meets its side {other}")


def _describe_crossing(points: Integers, areas: Sequence[Area], sides: _Sides, one: Side, other: Side) -> str:
    first, second = (areas[sides.owner.get(side, sides.owner.get(side[::-1], 0))].name for side in (one, other))
    return (
        f"area {first}: its side {_side_text(points, one)} meets the side {_side_text(points, other)} of {second}; "
        "areas may only meet in corners and sides that they share"
    )


def _side_text(points: Integers, side: Side) -> str:
    (a, b), (c, d) = _unit(points[side[0]]), _unit(points[side[1]])
    return f"({a:g}, {b:g})–({c:g}, {d:g})"


def _check_overlaps(points: Integers, areas: Sequence[Area], lines: Sequence[Side], sides: _Sides) -> None:
    """Refuse areas that lie upon one another. No lines cross, so it is enough to look at the middle of each line."""
    ends = points[np.array(lines)]
    middles = ends.sum(axis=1)  # in half parts, so that they are whole
    for area in areas:
        polygon = 2 * points[list(area.polygon)]
        own = {(min(side), max(side)) for side in _sides(area.polygon)}
        within = geometry.inside(middles, polygon)
        for number in np.nonzero(within)[0].tolist():
            line = lines[number]
            if line not in own:
                other = areas[sides.owner.get(line, sides.owner.get(line[::-1], 0))].name
                raise MapError(f"area {area.name}: the side {_side_text(points, line)} of {other} lies within it")


def _check_coast(points: Integers, areas: Sequence[Area], sides: _Sides) -> None:
    """The areas leave no gaps and form one land: its coast is one closed line."""
    coast = {side: owner for side, owner in sides.owner.items() if side[::-1] not in sides.owner}
    for corner, count in Counter(start for start, _ in coast).items():
        if count > 1:
            x, y = _unit(points[corner])
            name = next(areas[owner].name for side, owner in coast.items() if corner in side)
            raise MapError(f"area {name}: at ({x:g}, {y:g}) the land touches itself in a corner only")
    found = geometry.loops(coast)
    if len(found) > 1:
        surfaces = [geometry.twice_area(points[loop]) for loop in found]
        odd = min(range(len(found)), key=lambda number: surfaces[number])
        x, y = _unit(points[found[odd][0]])
        name = areas[coast[found[odd][0], found[odd][1]]].name
        what = "there is a gap between areas" if surfaces[odd] < 0 else "there is land apart from the rest"
        raise MapError(f"area {name}: {what} at ({x:g}, {y:g})")


def _check_connected(neighbours: Sequence[int]) -> None:
    """The nine areas of every kingdom hang together."""
    for kingdom, colour in enumerate(COLOURS):
        first = kingdom * AREAS_OF_A_KINGDOM
        mine = ((1 << AREAS_OF_A_KINGDOM) - 1) << first
        reached = grown = 1 << first
        while grown:
            grown = _union(neighbours[area] for area in _members(grown)) & mine & ~reached
            reached |= grown
        if lost := mine & ~reached:
            name = area_name(next(_members(lost)))
            raise MapError(f"area {name}: no way within the {colour} kingdom leads to it from {area_name(first)}")


# ---- What follows from the polygons


def _neighbours(sides: _Sides) -> tuple[int, ...]:
    """Areas that share a side; touching in a corner is not enough."""
    found = [0] * AREAS
    for (start, end), area in sides.owner.items():
        other = sides.owner.get((end, start))
        if other is not None:
            found[area] |= 1 << other
    return tuple(found)


def _kingdom_neighbours(neighbours: Sequence[int]) -> tuple[int, ...]:
    found = [0] * len(KINGDOMS)
    for area, others in enumerate(neighbours):
        kingdom = area // AREAS_OF_A_KINGDOM
        found[kingdom] |= _union(1 << other // AREAS_OF_A_KINGDOM for other in _members(others)) & ~(1 << kingdom)
    return tuple(found)


def _borders(points: Sequence[Point], areas: Sequence[Area]) -> Borders:
    """Every line between two kingdoms or between a kingdom and the sea, once."""
    owner = {side: area.kingdom for area in areas for side in _sides(area.polygon)}
    lines = []
    for (start, end), kingdom in owner.items():
        beyond = owner.get((end, start), geometry.SEA)
        if kingdom < beyond:
            lines.append((start, end, kingdom, beyond))
    table = np.array(lines, np.int64)
    places = np.array(points, np.float64)
    return geometry.Borders(places[table[:, 0]], places[table[:, 1]], table[:, 2], table[:, 3])


def _around(polygons: Sequence[Sequence[int]]) -> list[list[int]]:
    """The closed lines around some areas."""
    owned = dict.fromkeys(side for polygon in polygons for side in _sides(polygon))
    return geometry.loops(side for side in owned if side[::-1] not in owned)


def _members(mask: int) -> Iterator[int]:
    return (number for number in range(mask.bit_length()) if mask >> number & 1)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _symbol_code(area: Area) -> int:
    """0 plain, 1 capital, 2 to 5 the monsters, 6 to 9 the spells."""
    if isinstance(area.of, int):
        return KINDS.index(SPELL) + area.of - 1
    return KINDS.index(area.symbol)
