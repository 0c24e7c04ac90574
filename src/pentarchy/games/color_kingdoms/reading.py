"""Reading a map file: what CK-4 insists on is an error at its place, what is only unusual a warning.

Everything is checked in steps. A step gathers all its errors; the next one begins only if there were none, because it
relies on what the step has read.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.games.color_kingdoms import geometry
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS,
    AREAS_OF_A_KINGDOM,
    CAPITAL_POINTS,
    COLOURS,
    KINGDOMS,
    LETTERS,
    MONSTER_KINDS,
    MONSTERS,
    MOST_TOWERS,
    SPELLS,
    area_name,
)
from pentarchy.games.color_kingdoms.dice import is_a_throw, weights
from pentarchy.games.color_kingdoms.land import (
    CAPITAL,
    KINDS,
    PLAIN,
    SPELL,
    USUAL_COLOURS,
    Area,
    Map,
    Tower,
    borders_of,
    kingdoms_text,
    members,
    sides_of,
)
from pentarchy.games.color_kingdoms.problems import Findings, MapError, amiss

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pentarchy.games.color_kingdoms.geometry import Borders, Integers, Point, Side
    from pentarchy.games.color_kingdoms.problems import Problem

GRAIN = 1000  # corners are whole parts of a unit, so that lines can be compared exactly
LARGEST = 10_000  # width and height of a map
MOST_POINTS = 4000
MOST_CORNERS = 3 * MOST_POINTS  # of all polygons together
MOST_BLOTS = 99
MOST_CELLS = 99
MOST_WEIGHT = 1_000_000_000
MOST_LETTERS = 100  # of a name
MOST_CROSSINGS = 20  # pairs of areas that are told of
# How dear a map is depends on these, so there are limits far beyond what a sheet can be.
HIGHEST = 8  # the land, in its widths
LONGEST = 100  # all borders of kingdoms together, in widths of the land
STRAY = 0.001  # so much may the shares of a map's own dice differ from those of its shapes without a word
PAINTED_ON_THE_BORDER = 0.01  # so far, in widths of the map, a tower may stand from the middle of its border

NOWHERE = (-1.0, -1.0)  # the label of an area for which the file has none

# What CK-4 insists on.
MONSTER_NUMBERS = dict(zip(MONSTERS, (6, 4, 4, 4), strict=True))
DRAGON_COLOURS = 3  # so many different ones
GRIFFIN_COLOUR = "red"

# What the default map has, and a map has that does not say otherwise.
USUAL_DRAGONS = {"green": 2, "violet": 2, "brown": 2}
USUAL_TOWERS = 8
USUAL_BLOTS = 12
USUAL_CELLS = 7  # of a spell: for the starting one, and for one area in every kingdom
USUAL_OF_A_KINGDOM = {
    "a capital": 1,
    "a dragon": 1,
    "another monster": 2,
    **{f"spell {number}": 1 for number in range(1, len(SPELLS) + 1)},
    "no symbol": 1,
}
WORTHS = (2, 3)  # of a capital (CK-16)


def read(content: bytes, findings: Findings) -> Map:
    """A checked map from JSON. All that is amiss goes to `findings`; the first error is raised."""
    sheet = _sheet(content)
    _check_head(sheet, findings)
    points = _points(sheet, findings)
    dice = _dice(sheet.dice, findings)
    findings.stop_if_wrong()
    areas = _areas(sheet, points, findings)
    findings.stop_if_wrong()
    _check_symbols(areas, findings)
    sides = _check_plane(points, areas, findings)
    findings.stop_if_wrong()
    neighbours = _neighbours(sides)
    _check_connected(neighbours, findings)
    towers = _towers(sheet, points, sides, findings)
    findings.stop_if_wrong()
    _check_coast(points, areas, sides, findings)
    placed = tuple((x / GRAIN, y / GRAIN) for x, y in points.tolist())
    borders = borders_of(placed, areas)
    _check_extent(borders, findings)
    findings.stop_if_wrong()
    areas = _labelled(areas, placed)
    computed = weights(borders) if dice is None else {}
    if dice is None and not computed:
        raise MapError(_told(findings, amiss("no_dice", "dice", says="no die can lie on the map", field="dice")))
    _compare_with_default(sheet, areas, findings)
    return Map(
        name=sheet.name,
        size=sheet.size,
        points=placed,
        areas=areas,
        towers=towers,
        blots=sheet.blots,
        spell_cells=_spell_cells(sheet, areas),
        tower_cells=len(towers) if sheet.tower_cells is None else sheet.tower_cells,
        neighbours=neighbours,
        kingdom_neighbours=_kingdom_neighbours(neighbours),
        dice=dice or computed,
        warnings=tuple(findings.warnings),
    )


def _told(findings: Findings, problem: Problem) -> Problem:
    findings.add(problem)
    return problem


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
    worth: int | None = None


class _Sheet(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: tuple[float, float]
    blots: int
    points: list[Any]
    areas: list[Any]
    towers: list[Any]
    spell_cells: list[int] | None = None
    tower_cells: int | None = None
    dice: dict[str, int] | None = None


def _sheet(content: bytes) -> _Sheet:
    try:
        raw = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MapError(amiss("json", "", says=f"the map is not JSON: {error}")) from error
    sheet: _Sheet = _convert(raw, _Sheet, "the map")
    return sheet


GOT = re.compile(r"Expected (?P<wanted>.+), got (?P<found>.+?)(?: - at `\$\.?(?P<field>.*)`)?", re.DOTALL)
OTHERWISE = re.compile(r"(?P<says>.+?)(?: - at `\$\.?(?P<field>.*)`)?", re.DOTALL)


def _convert(raw: object, kind: Any, where: str, **places: Any) -> Any:
    """Data of the right shape, or an error that says what was found before what was wanted."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        if got := GOT.fullmatch(str(error)):
            at = f" at `{got['field']}`" if got["field"] else ""
            found = f"length {got['found']}" if " of length " in got["wanted"] else got["found"]
            problem = amiss("shape", f"{where}{at}", found=found, wanted=got["wanted"], **places)
        else:
            got = OTHERWISE.fullmatch(str(error))
            assert got is not None
            at = f" at `{got['field']}`" if got["field"] else ""
            says = got["says"][:1].lower() + got["says"][1:]
            problem = amiss("shape", f"{where}{at}", says=says, **places)
        field = (got["field"] or "").split("[")[0].split(".")[0]
        raise MapError(msgspec.structs.replace(problem, field=problem.field or field)) from error
    except RecursionError as error:
        raise MapError(amiss("shape", where, says="it is nested too deeply", **places)) from error


def _check_head(sheet: _Sheet, findings: Findings) -> None:
    """Refuse a name, a size or numbers that no sheet has."""
    width, height = sheet.size
    letters = f"1 to {MOST_LETTERS} printable letters"
    if not 0 < len(sheet.name) <= MOST_LETTERS or not sheet.name.isprintable():
        findings.add(amiss("name", "name", found=f"{sheet.name[:MOST_LETTERS]!r}", wanted=letters, field="name"))
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        wanted = f"from 1 to {LARGEST} each"
        findings.add(amiss("size", "size", found=f"{width:g} × {height:g}", wanted=wanted, field="size"))
    _check_number(findings, "blots", sheet.blots, 1, MOST_BLOTS)
    if sheet.tower_cells is not None:
        _check_number(findings, "tower_cells", sheet.tower_cells, 0, MOST_CELLS)
    if sheet.spell_cells is not None:
        if len(sheet.spell_cells) != len(SPELLS):
            wanted = f"{len(SPELLS)}, one for every spell"
            found = f"{len(sheet.spell_cells)} numbers"
            findings.add(amiss("spell_cells", "spell_cells", found=found, wanted=wanted, field="spell_cells"))
        for number in sheet.spell_cells:
            _check_number(findings, "spell_cells", number, 1, MOST_CELLS)


def _check_number(findings: Findings, field: str, found: int, least: int, most: int) -> None:
    if not least <= found <= most:
        findings.add(amiss("number", field, found=found, wanted=f"{least} to {most}", field=field))


def _points(sheet: _Sheet, findings: Findings) -> Integers:
    """The corners in whole parts of a unit."""
    if len(sheet.points) > MOST_POINTS:
        wanted = f"at most {MOST_POINTS}"
        raise MapError(
            _told(findings, amiss("points", "points", found=len(sheet.points), wanted=wanted, field="points"))
        )
    seen: dict[tuple[int, int], int] = {}
    for number, raw in enumerate(sheet.points):
        try:
            place = _point(sheet, number, raw)
            if place in seen:
                says = f"is the same place as point {seen[place]}: areas share the corner, by its number"
                raise MapError(amiss("same_point", "", says=f"point {number} {says}", at=(_unit(place),)))
        except MapError as error:
            findings.add(error.problem)
            place = (-number, -1)
        seen[place] = number
    return np.array(list(seen), np.int64).reshape(-1, 2)


def _point(sheet: _Sheet, number: int, raw: object) -> tuple[int, int]:
    where = f"point {number}"
    x, y = _place(_convert(raw, tuple[float, float], where, field="points"), sheet, where)
    whole = round(x * GRAIN), round(y * GRAIN)
    if max(abs(whole[0] - x * GRAIN), abs(whole[1] - y * GRAIN)) > 1e-6 * GRAIN:
        raise MapError(amiss("decimals", where, found=f"{x!r}, {y!r}", wanted="at most three decimals", at=((x, y),)))
    return whole


def _place(place: Point, sheet: _Sheet, where: str, **places: Any) -> Point:
    x, y = place
    width, height = sheet.size
    if not (0 <= x <= width and 0 <= y <= height):
        wanted = f"a place on the map, whose size is {width:g} × {height:g}"
        raise MapError(amiss("off_the_map", where, found=f"({x:g}, {y:g})", wanted=wanted, **places))
    return x, y


def _areas(sheet: _Sheet, points: Integers, findings: Findings) -> tuple[Area, ...]:
    """The areas in the order of their numbers: those of a kingdom as the file lists them."""
    if len(sheet.areas) > AREAS:
        raise MapError(_told(findings, amiss("areas", "areas", found=len(sheet.areas), wanted=AREAS, field="areas")))
    kingdoms: list[list[Area]] = [[] for _ in COLOURS]
    for position, raw in enumerate(sheet.areas):
        name = _presumed_name(kingdoms, raw)
        places: dict[str, Any] = {"field": "areas"} | ({"areas": (name,)} if name != "?" else {})
        where = f"area {name} (number {position} of the list)"
        try:
            entry: _Area = _convert(raw, _Area, where, **places)
            if entry.kingdom not in COLOURS:
                found, wanted = f"{entry.kingdom!r:.100}", f"one of {', '.join(COLOURS)}"
                raise MapError(amiss("kingdom", f"{where}: kingdom", found=found, wanted=wanted, **places))
            kingdom = COLOURS.index(entry.kingdom)
            kingdoms[kingdom].append(_area(sheet, points, name, kingdom, entry))
        except MapError as error:
            findings.add(error.problem)
            if name != "?":  # the areas after it keep their names
                kingdoms[LETTERS.index(name[0])].append(Area(name, LETTERS.index(name[0]), (), PLAIN, None, NOWHERE))
    for colour, mine in zip(COLOURS, kingdoms, strict=True):
        if len(mine) != AREAS_OF_A_KINGDOM:
            where, count = f"the {colour} kingdom", f"{len(mine)} areas"
            findings.add(amiss("nine_areas", where, found=count, wanted=AREAS_OF_A_KINGDOM, kingdoms=(colour,)))
    areas = tuple(area for mine in kingdoms for area in mine)
    corners = sum(len(area.polygon) for area in areas)
    if corners > MOST_CORNERS:
        wanted = f"at most {MOST_CORNERS}"
        findings.add(amiss("corners", "areas", found=f"{corners} corners", wanted=wanted, field="areas"))
    return areas


def _presumed_name(kingdoms: Sequence[Sequence[Area]], raw: object) -> str:
    """The name that an entry of the list of areas would have, as far as it can be read."""
    colour = raw.get("kingdom") if isinstance(raw, dict) else None
    if not isinstance(colour, str) or colour not in COLOURS:
        return "?"
    kingdom = COLOURS.index(colour)
    return f"{LETTERS[kingdom]}{len(kingdoms[kingdom]) + 1}"


def _area(sheet: _Sheet, points: Integers, name: str, kingdom: int, entry: _Area) -> Area:
    where = f"area {name}"
    here: dict[str, Any] = {"areas": (name,)}
    _check_symbol(where, name, COLOURS[kingdom], entry)
    corners = entry.polygon
    for corner in corners:
        if not 0 <= corner < len(points):
            wanted = f"0 to {len(points) - 1}" if len(points) else "points, of which the map has none"
            raise MapError(amiss("corner", where, found=f"point {corner}", wanted=wanted, **here))
    if len(corners) < 3:
        raise MapError(amiss("polygon", where, found=f"{len(corners)} corners", wanted="at least three", **here))
    if len(set(corners)) < len(corners):
        twice = next(corner for corner, count in Counter(corners).items() if count > 1)
        at = (_unit(points[twice]),)
        raise MapError(amiss("corner_twice", where, found=f"point {twice} twice", wanted="once", at=at, **here))
    polygon = points[corners]
    surface = geometry.twice_area(polygon)
    if surface == 0:
        raise MapError(amiss("no_surface", where, says="the polygon has no surface, or crosses itself", **here))
    if surface < 0:  # all polygons go round the same way, whichever way the file goes
        corners = [corners[0], *corners[:0:-1]]
    label = NOWHERE
    if entry.label is not None:
        label = _place(entry.label, sheet, f"{where}: label", **here)
        if not geometry.inside(np.array([label]), polygon / GRAIN)[0]:
            found = f"({label[0]:g}, {label[1]:g})"
            wanted = "a place within the area"
            raise MapError(amiss("label", f"{where}: label", found=found, wanted=wanted, at=(label,), **here))
    worth = (entry.worth or CAPITAL_POINTS[kingdom]) if entry.symbol == CAPITAL else 0
    return Area(name, kingdom, tuple(corners), entry.symbol, entry.of, label, worth)


def _labelled(areas: Sequence[Area], points: Sequence[Point]) -> tuple[Area, ...]:
    """The areas with a place for their symbols: where the file has none, the one with the most room."""
    corners = np.array(points)
    bare = [number for number, area in enumerate(areas) if area.label == NOWHERE]
    places = geometry.widest_places([corners[list(areas[number].polygon)] for number in bare])
    labelled = list(areas)
    for number, (x, y) in zip(bare, places, strict=True):
        labelled[number] = areas[number]._replace(label=(round(x, 3), round(y, 3)))
    return tuple(labelled)


def _check_symbol(where: str, name: str, kingdom: str, entry: _Area) -> None:
    """Refuse symbols that do not exist, and a colour, number or worth that the symbol cannot have (CK-4)."""
    symbol, of = entry.symbol, entry.of
    if symbol not in KINDS:
        found, wanted = f"{symbol!r:.100}", f"one of {', '.join(KINDS)}"
        raise MapError(amiss("symbol", f"{where}: symbol", found=found, wanted=wanted, areas=(name,)))
    allowed: tuple[object, ...] = COLOURS
    if symbol == PLAIN:
        allowed = (None,)
    elif symbol == CAPITAL:
        allowed = (kingdom,)
    elif symbol == SPELL:
        allowed = tuple(range(1, len(SPELLS) + 1))
    elif symbol == "griffin":
        allowed = (GRIFFIN_COLOUR,)
    if of not in allowed:
        wanted = " or ".join(repr(choice) for choice in allowed)
        of_what = f"{symbol} of the {kingdom} kingdom" if symbol == CAPITAL else symbol
        found = f"{of!r:.100}"
        raise MapError(amiss("of", f"{where}: of, for a {of_what}", found=found, wanted=wanted, areas=(name,)))
    if entry.worth is not None and (symbol != CAPITAL or entry.worth not in WORTHS):
        wanted = " or ".join(map(str, WORTHS)) if symbol == CAPITAL else "none: only a capital has one"
        raise MapError(amiss("worth", f"{where}: worth", found=entry.worth, wanted=wanted, areas=(name,)))


def _towers(sheet: _Sheet, points: Integers, sides: _Sides, findings: Findings) -> tuple[Tower, ...]:
    """The towers, each on the border of its two areas."""
    if len(sheet.towers) > MOST_TOWERS:
        wanted = f"at most {MOST_TOWERS}"
        findings.add(amiss("towers", "towers", found=len(sheet.towers), wanted=wanted, field="towers"))
        return ()
    towers: list[Tower] = []
    for number, raw in enumerate(sheet.towers):
        try:
            towers.append(_tower(sheet, points, sides, towers, number, raw))
        except MapError as error:
            findings.add(error.problem)
    return tuple(towers)


def _tower(sheet: _Sheet, points: Integers, sides: _Sides, towers: Sequence[Tower], number: int, raw: object) -> Tower:
    where = f"tower {number}"
    here: dict[str, Any] = {"towers": (number,), "field": "towers"}
    entry: _Tower = _convert(raw, _Tower, where, **here)
    for name in entry.areas:
        if name not in AREA_NAMES:
            raise MapError(amiss("tower_area", where, found=f"area {name!r:.100}", wanted="b1 to n9", **here))
    here["areas"] = entry.areas
    first, second = sorted(AREA_NAMES.index(name) for name in entry.areas)
    shared = sides.between(first, second)
    one, other = entry.areas
    if not shared:
        says = f"{one} and {other} share no border that it could stand on"
        raise MapError(amiss("tower_border", where, says=says, **here))
    if any((tower.first, tower.second) == (first, second) for tower in towers):
        says = f"there is a tower between {one} and {other} already"
        raise MapError(amiss("tower_twice", where, says=says, **here))
    if entry.place is None:
        return Tower(first, second, _middle_of_border(points, shared))
    place = _place(entry.place, sheet, f"{where}: place", **here)
    away = min(geometry.distance(place, _unit(points[a]), _unit(points[b])) for a, b in shared)
    if away > PAINTED_ON_THE_BORDER * sheet.size[0]:
        says = f"({place[0]:g}, {place[1]:g}) is {away:.1f} away from the border of {one} and {other}"
        raise MapError(amiss("tower_place", where, says=says, at=(place,), **here))
    return Tower(first, second, place)


def _unit(corner: Any) -> Point:
    return float(corner[0]) / GRAIN, float(corner[1]) / GRAIN


def _middle_of_border(points: Integers, shared: Sequence[Side]) -> Point:
    """Halfway along the longest stretch of a shared border."""
    following = dict(shared)
    stretches = []
    for start in sorted(set(following) - set(following.values())) or [shared[0][0]]:
        stretch = [start]
        while stretch[-1] in following and len(stretch) <= len(shared):
            stretch.append(following[stretch[-1]])
        stretches.append([_unit(points[corner]) for corner in stretch])
    return geometry.halfway(max(stretches, key=geometry.length))


def _dice(given: Mapping[str, int] | None, findings: Findings) -> dict[int, int] | None:
    """The weights by set of kingdoms, if the file has them."""
    if given is None:
        return None
    found: dict[int, int] = {}
    for text, weight in given.items():
        names = text.split("+")
        mask = sum(1 << COLOURS.index(name) for name in set(names) & set(COLOURS))
        if kingdoms_text(mask) != text or not is_a_throw(mask):
            wanted = f"one to three kingdoms in the order {', '.join(COLOURS)}, such as 'red+yellow'"
            findings.add(amiss("dice_set", "dice", found=f"{text!r:.100}", wanted=wanted, field="dice"))
        elif not 0 < weight <= MOST_WEIGHT:
            where, wanted = f"dice: the weight of {text}", f"1 to {MOST_WEIGHT}"
            places = tuple(names)
            findings.add(amiss("dice_weight", where, found=weight, wanted=wanted, field="dice", kingdoms=places))
        found[mask] = weight
    if not found:
        wanted = "at least one; leave dice out to have them computed"
        findings.add(amiss("dice_none", "dice", found="no weights", wanted=wanted, field="dice"))
    return dict(sorted(found.items()))


# ---- What is insisted on


def _check_symbols(areas: Sequence[Area], findings: Findings) -> None:
    """One capital in each kingdom; 6 dragons in three colours, 4 griffins, 4 unicorns, 4 hydras (CK-4)."""
    for kingdom, colour in enumerate(COLOURS):
        capitals = [area.name for area in areas if area.kingdom == kingdom and area.symbol == CAPITAL]
        if len(capitals) != 1:
            where, found = f"the {colour} kingdom", f"{len(capitals)} capitals"
            names = tuple(capitals)
            findings.add(amiss("capitals", where, found=found, wanted=1, kingdoms=(colour,), areas=names))
    for monster, plural in zip(MONSTERS, MONSTER_KINDS, strict=True):
        names = tuple(area.name for area in areas if area.symbol == monster)
        if len(names) != MONSTER_NUMBERS[monster]:
            found, wanted = f"{len(names)} {plural}", MONSTER_NUMBERS[monster]
            findings.add(amiss("monsters", "the map", found=found, wanted=wanted, areas=names))
    dragons = [area for area in areas if area.symbol == "dragon"]
    colours = {area.of for area in dragons}
    if len(dragons) == MONSTER_NUMBERS["dragon"] and len(colours) != DRAGON_COLOURS:
        found, names = f"dragons in {len(colours)} colours", tuple(area.name for area in dragons)
        findings.add(amiss("dragon_colours", "the map", found=found, wanted=DRAGON_COLOURS, areas=names))


class _Sides:
    """The sides of all areas: who has which, in the direction in which its polygon goes round."""

    def __init__(self, areas: Sequence[Area]) -> None:
        self.owner: dict[Side, int] = {}
        self.twice: list[tuple[int, int, Side]] = []  # areas that go along the same side in the same direction
        for number, area in enumerate(areas):
            for side in sides_of(area.polygon):
                if side in self.owner:
                    self.twice.append((number, self.owner[side], side))
                else:
                    self.owner[side] = number
        self.shared: dict[tuple[int, int], list[Side]] = {}
        for side, number in self.owner.items():
            if (other := self.owner.get(side[::-1])) is not None:
                self.shared.setdefault((number, other), []).append(side)

    def between(self, one: int, other: int) -> list[Side]:
        """The sides that an area shares with another."""
        return self.shared.get((one, other), [])

    def owners(self, side: Side) -> list[int]:
        """The areas, one or two, that have a side."""
        found = (self.owner.get(side), self.owner.get(side[::-1]))
        return [owner for owner in found if owner is not None]


def _check_plane(points: Integers, areas: Sequence[Area], findings: Findings) -> _Sides:
    """No lines cross and no areas overlap: the map lies in the plane."""
    sides = _Sides(areas)
    lines = sorted({(min(side), max(side)) for side in sides.owner})
    try:
        own, others = _crossings(points, areas, sides, lines)
    except geometry.Tangled:
        findings.add(_tangled())
        return sides
    twice = {(area, other): side for area, other, side in reversed(sides.twice)}
    for problem in own:
        findings.add(problem)
    for (number, other), side in reversed(twice.items()):
        name, other_name = areas[number].name, areas[other].name
        says = f"it overlaps {other_name} at the side from point {side[0]} to {side[1]}"
        at = (_unit(points[list(side)].mean(axis=0)),)
        findings.add(amiss("overlap", f"area {name}", says=says, areas=(name, other_name), at=at))
    for problem in others:
        findings.add(problem)
    if not own and not twice and not others:
        try:
            _check_overlaps(points, areas, lines, sides, findings)
        except geometry.Tangled:
            findings.add(_tangled())
    return sides


def _tangled() -> Problem:
    says = "too many sides lie close beside one another to compare them all; leave out corners that no line needs"
    return amiss("tangled", "areas", says=says, field="areas")


def _crossings(
    points: Integers, areas: Sequence[Area], sides: _Sides, lines: Sequence[Side]
) -> tuple[list[Problem], list[Problem]]:
    """Areas whose lines meet where they should not: with themselves, and with each other; once for each pair."""
    pairs = geometry.crossings(points, lines)
    whose = _area_pairs(pairs, sides, lines)
    _, firsts = np.unique(whose[:, 0] * AREAS + whose[:, 1], return_index=True)
    own: list[Problem] = []
    others: list[Problem] = []
    for place in sorted(firsts.tolist())[:MOST_CROSSINGS]:
        first, second = (lines[line] for line in pairs[place].tolist())
        one, other = whose[place].tolist()
        problem = _crossing(points, areas, (one, other), first, second)
        (own if one == other else others).append(problem)
    return own, others


def _area_pairs(pairs: Integers, sides: _Sides, lines: Sequence[Side]) -> Integers:
    """For pairs of lines the areas that they belong to: the same one twice if both belong to it."""
    owners = np.array([(sides.owners(line) * 2)[:2] for line in lines], np.int64).reshape(-1, 2)
    mine, theirs = owners[pairs[:, 0]], owners[pairs[:, 1]]
    common = np.full(len(pairs), AREAS)
    for one, other in product((0, 1), (0, 1)):
        shared = np.where(mine[:, one] == theirs[:, other], mine[:, one], AREAS)
        common = np.minimum(common, shared)
    apart = common == AREAS
    return np.stack([np.where(apart, mine[:, 0], common), np.where(apart, theirs[:, 0], common)], axis=1)


def _crossing(points: Integers, areas: Sequence[Area], pair: tuple[int, int], first: Side, second: Side) -> Problem:
    one, other = (areas[number].name for number in pair)
    at = tuple(_unit(points[list(side)].mean(axis=0)) for side in (first, second))
    first_text, second_text = _side_text(points, first), _side_text(points, second)
    if one == other:
        says = f"its side {first_text} meets its side {second_text}"
        return amiss("crosses_itself", f"area {one}", says=says, areas=(one,), at=at)
    says = (
        f"its side {first_text} meets the side {second_text} of {other}; "
        "areas may only meet in corners and sides that they share"
    )
    return amiss("crossing", f"area {one}", says=says, areas=(one, other), at=at)


def _side_text(points: Integers, side: Side) -> str:
    (a, b), (c, d) = _unit(points[side[0]]), _unit(points[side[1]])
    return f"({a:g}, {b:g})–({c:g}, {d:g})"


def _check_overlaps(
    points: Integers, areas: Sequence[Area], lines: Sequence[Side], sides: _Sides, findings: Findings
) -> None:
    """Refuse areas that lie upon one another. No lines cross, so it is enough to look at the middle of each line."""
    middles = points[np.array(lines)].sum(axis=1)  # in half parts, so that they are whole
    order = np.argsort(middles[:, 1], kind="stable")
    for number, area in enumerate(areas):
        within = np.sort(order[geometry.within(middles[order], 2 * points[list(area.polygon)])])
        for line in (lines[place] for place in within.tolist()):
            owners = sides.owners(line)
            if number not in owners:
                name, other = area.name, areas[owners[0]].name
                says = f"the side {_side_text(points, line)} of {other} lies within it"
                at = (_unit(points[list(line)].mean(axis=0)),)
                findings.add(amiss("lies_within", f"area {name}", says=says, areas=(name, other), at=at))
                break


def _check_connected(neighbours: Sequence[int], findings: Findings) -> None:
    """The nine areas of every kingdom hang together."""
    for kingdom, colour in enumerate(COLOURS):
        first = kingdom * AREAS_OF_A_KINGDOM
        mine = ((1 << AREAS_OF_A_KINGDOM) - 1) << first
        reached = grown = 1 << first
        while grown:
            grown = _union(neighbours[area] for area in members(grown)) & mine & ~reached
            reached |= grown
        if lost := mine & ~reached:
            names = tuple(area_name(area) for area in members(lost))
            says = f"no way within the {colour} kingdom leads to it from {area_name(first)}"
            findings.add(amiss("apart", f"area {names[0]}", says=says, areas=names, kingdoms=(colour,)))


def _check_extent(borders: Borders, findings: Findings) -> None:
    """Refuse land so high, or borders so long, that it would take too long to throw dice on them."""
    width, height = np.ptp(borders.start, axis=0).tolist()
    if height > HIGHEST * width:
        found, wanted = f"{height / width:.0f} times as high as wide", f"at most {HIGHEST} times"
        findings.add(amiss("narrow", "the land", found=found, wanted=wanted, field="points"))
    along = float(np.sum(np.hypot(*(borders.end - borders.start).T)))
    if along > LONGEST * width:
        found, wanted = f"{along / width:.0f} widths of the land", f"at most {LONGEST}"
        findings.add(amiss("long_borders", "borders of kingdoms", found=found, wanted=wanted, field="points"))


# ---- What is only unusual


def _check_coast(points: Integers, areas: Sequence[Area], sides: _Sides, findings: Findings) -> None:
    """Lakes and islands are for the map to have, but more often they are lines that were meant to be one."""
    coast = {side: owner for side, owner in sides.owner.items() if side[::-1] not in sides.owner}
    at_corner: dict[int, int] = {}
    for side, owner in coast.items():
        for corner in side:
            at_corner.setdefault(corner, owner)
    for corner, count in Counter(start for start, _ in coast).items():
        if count > 1:
            x, y = _unit(points[corner])
            name = areas[at_corner[corner]].name
            says = f"at ({x:g}, {y:g}) the land touches itself in a corner only"
            _warn(findings, "corner_only", f"area {name}", says, areas=(name,), at=((x, y),))
    found = geometry.loops(coast)
    surfaces = [geometry.twice_area(points[loop]) for loop in found]
    mainland = max(surfaces)
    for loop, surface in zip(found, surfaces, strict=True):
        if surface == mainland:
            continue
        x, y = _unit(points[loop[0]])
        name = areas[coast[loop[0], loop[1]]].name
        code, what = ("gap", "a gap between areas") if surface < 0 else ("island", "land apart from the rest")
        says = f"there is {what} at ({x:g}, {y:g})"
        _warn(findings, code, f"area {name}", says, areas=(name,), at=((x, y),))


def _warn(findings: Findings, code: str, where: str, says: str, **places: Any) -> None:
    findings.add(amiss(code, where, says=says, is_error=False, **places))


def _spell_cells(sheet: _Sheet, areas: Sequence[Area]) -> tuple[int, ...]:
    """The cells of each spell; a sheet that does not say has room for all that can be gained."""
    if sheet.spell_cells is not None:
        return tuple(sheet.spell_cells)
    return tuple(max(USUAL_CELLS, 1 + _areas_of_spell(areas, number)) for number in range(1, len(SPELLS) + 1))


def _areas_of_spell(areas: Sequence[Area], number: int) -> int:
    return sum(area.symbol == SPELL and area.of == number for area in areas)


def _compare_with_default(sheet: _Sheet, areas: Sequence[Area], findings: Findings) -> None:
    """Say where the map's symbols and numbers are not those of the default map (CK-4)."""
    for kingdom, colour in enumerate(COLOURS):
        _compare_spread(findings, colour, [area for area in areas if area.kingdom == kingdom])
    for area in areas:
        _compare_area(findings, area)
    _compare_dragons(findings, [area for area in areas if area.symbol == "dragon"])
    numbers = [("towers", len(sheet.towers), USUAL_TOWERS), ("blots", sheet.blots, USUAL_BLOTS)]
    if sheet.tower_cells is not None:
        numbers.append(("tower_cells", sheet.tower_cells, len(sheet.towers)))
    for field, found, usual in numbers:
        if found != usual:
            findings.add(amiss("unusual_number", field, found=found, usual=usual, field=field))
    for number, cells in enumerate(sheet.spell_cells or (), 1):
        if cells != USUAL_CELLS:
            where = f"spell_cells of spell {number}"
            findings.add(amiss("unusual_number", where, found=cells, usual=USUAL_CELLS, field="spell_cells"))


def _compare_spread(findings: Findings, colour: str, areas: Sequence[Area]) -> None:
    kinds = Counter(_family(area) for area in areas)
    odd = [kind for kind, usual in USUAL_OF_A_KINGDOM.items() if kinds[kind] != usual]
    if odd:
        found = ", ".join(f"{kinds[kind]} with {kind}" for kind in odd).replace(" with", " areas with", 1)
        usual = " and ".join(str(USUAL_OF_A_KINGDOM[kind]) for kind in odd)
        names = tuple(area.name for area in areas if _family(area) in odd)
        where = f"the {colour} kingdom"
        findings.add(amiss("unusual_spread", where, found=found, usual=usual, kingdoms=(colour,), areas=names))


def _family(area: Area) -> str:
    if area.symbol == SPELL:
        return f"spell {area.of}"
    return {PLAIN: "no symbol", CAPITAL: "a capital", "dragon": "a dragon"}.get(area.symbol, "another monster")


def _compare_area(findings: Findings, area: Area) -> None:
    where = f"area {area.name}"
    here: dict[str, Any] = {"areas": (area.name,)}
    if area.has_unusual_colour and area.symbol in USUAL_COLOURS:
        found, usual = f"a {area.of} {area.symbol}", USUAL_COLOURS[area.symbol]
        findings.add(amiss("unusual_colour", where, found=found, usual=usual, **here))
    if area.has_unusual_worth:
        found = f"a capital of {area.worth} points"
        findings.add(amiss("unusual_worth", where, found=found, usual=CAPITAL_POINTS[area.kingdom], **here))


def _compare_dragons(findings: Findings, dragons: Sequence[Area]) -> None:
    colours = Counter(str(dragon.of) for dragon in dragons)
    if colours != USUAL_DRAGONS:
        found = ", ".join(f"{colours[colour]} {colour}" for colour in COLOURS if colours[colour])
        usual = ", ".join(f"{count} {colour}" for colour, count in USUAL_DRAGONS.items())
        odd = tuple(dragon.name for dragon in dragons if colours[str(dragon.of)] != USUAL_DRAGONS.get(str(dragon.of)))
        findings.add(amiss("unusual_dragons", "dragons", found=found, usual=usual, areas=odd))


def compare_dice(board: Map) -> Problem | None:
    """A warning if a map's own dice are not those that follow from its shapes: measured ones are welcome (CK-4)."""
    computed = weights(board.borders)
    own, everything = sum(board.dice.values()), max(1, sum(computed.values()))
    stray = {
        mask: abs(board.dice.get(mask, 0) / own - computed.get(mask, 0) / everything)
        for mask in {*board.dice, *computed}
    }
    worst = max(stray, key=lambda mask: (stray[mask], mask))
    if stray[worst] <= STRAY:
        return None
    found = f"{board.dice.get(worst, 0) / own:.2%} in {kingdoms_text(worst)}"
    usual = f"{computed.get(worst, 0) / everything:.2%} by the shapes"
    kingdoms = tuple(kingdoms_text(worst).split("+"))
    return amiss("unusual_dice", "dice", found=found, usual=usual, field="dice", kingdoms=kingdoms)


# ---- What follows from the polygons


def _neighbours(sides: _Sides) -> tuple[int, ...]:
    """Areas that share a side; touching in a corner is not enough."""
    found = [0] * AREAS
    for area, other in sides.shared:
        found[area] |= 1 << other
    return tuple(found)


def _kingdom_neighbours(neighbours: Sequence[int]) -> tuple[int, ...]:
    found = [0] * len(KINGDOMS)
    for area, others in enumerate(neighbours):
        kingdom = area // AREAS_OF_A_KINGDOM
        found[kingdom] |= _union(1 << other // AREAS_OF_A_KINGDOM for other in members(others)) & ~(1 << kingdom)
    return tuple(found)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
