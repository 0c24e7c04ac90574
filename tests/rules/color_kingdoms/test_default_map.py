"""The map that comes with the game: what the rules ask of it, and its lines by an independent computation."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from pentarchy.games.color_kingdoms import maps
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS
from tests.rules.color_kingdoms import planes

MAP = maps.load("default")
CONTENT: dict[str, Any] = maps.data()
POLYGONS = planes.polygons(CONTENT)
AREAS = dict(zip(AREA_NAMES, CONTENT["areas"], strict=True))


@cache
def neighbours_by_probing() -> dict[str, set[str]]:
    """Neighbours found by stepping a little out of every side and asking which area is there."""
    boxes = [
        (min(x for x, _ in area), min(y for _, y in area), max(x for x, _ in area), max(y for _, y in area))
        for area in POLYGONS
    ]

    def area_at(x: float, y: float) -> int | None:
        for number, (left, top, right, bottom) in enumerate(boxes):
            if left <= x <= right and top <= y <= bottom and planes.holds(POLYGONS[number], (x, y)):
                return number
        return None

    found: dict[str, set[str]] = {name: set() for name in AREA_NAMES}
    for number, polygon in enumerate(POLYGONS):
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            length = math.dist((ax, ay), (bx, by))
            for side in (0.02, -0.02):
                x, y = (ax + bx) / 2 + side * (by - ay) / length, (ay + by) / 2 - side * (bx - ax) / length
                other = area_at(x, y)
                if other is not None and other != number:
                    found[AREA_NAMES[number]].add(AREA_NAMES[other])
    return found


def neighbours(name: str) -> set[str]:
    mask = MAP.neighbours[AREA_NAMES.index(name)]
    return {other for number, other in enumerate(AREA_NAMES) if mask >> number & 1}


def kingdoms_beside(colour: str) -> set[str]:
    mask = MAP.kingdom_neighbours[COLOURS.index(colour)]
    return {other for number, other in enumerate(COLOURS) if mask >> number & 1}


# ---- Its lines


@pytest.mark.rule("CK-4")
def test_neighbours_are_those_on_the_other_side_of_a_side() -> None:
    assert {name: neighbours(name) for name in AREA_NAMES} == neighbours_by_probing()


@pytest.mark.rule("CK-4")
def test_the_areas_cover_the_land_once() -> None:
    """The areas' surfaces add up to that of the land within the coast, so they neither overlap nor leave gaps."""
    (coast,) = MAP.outlines[-1]
    assert sum(map(planes.surface, POLYGONS)) == pytest.approx(planes.surface(coast))
    chance = random.Random(1)
    for _ in range(150):
        place = (chance.uniform(0, 720), chance.uniform(0, 1000))
        within = sum(planes.holds(polygon, place) for polygon in POLYGONS)
        assert within == planes.holds(coast, place)


@pytest.mark.rule("CK-4")
def test_the_lines_are_those_of_a_map_in_the_plane() -> None:
    """Corners minus sides plus faces is two (Euler), the sea being the 55th face."""
    sides = {
        frozenset(side)
        for area in CONTENT["areas"]
        for side in itertools.pairwise([*area["polygon"], area["polygon"][0]])
    }
    assert len(CONTENT["points"]) - len(sides) + 55 == 2


def test_areas_that_only_touch_in_a_corner_are_not_neighbours() -> None:
    fourfold = [point for point, areas in areas_at_points().items() if len(areas) == 4]
    assert len(fourfold) == 9
    for point in fourfold:
        names = areas_at_points()[point]
        apart = [pair for pair in itertools.combinations(sorted(names), 2) if pair[1] not in neighbours(pair[0])]
        assert len(apart) == 2, "the areas that face each other across the corner"


@cache
def areas_at_points() -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for name, area in AREAS.items():
        for point in area["polygon"]:
            found.setdefault(point, set()).add(name)
    return found


def test_an_area_has_between_four_and_five_neighbours_on_average() -> None:
    counts = [mask.bit_count() for mask in MAP.neighbours]
    assert sum(counts) / len(counts) == pytest.approx(4.6, abs=0.05)
    assert min(counts) >= 2


def test_every_common_border_is_long_enough_to_be_seen() -> None:
    lengths: Counter[frozenset[str]] = Counter()
    owner: dict[tuple[int, int], str] = {}
    for name, area in AREAS.items():
        for a, b in itertools.pairwise([*area["polygon"], area["polygon"][0]]):
            other = owner.get((b, a)) or owner.get((a, b))
            if other:
                lengths[frozenset((name, other))] += round(100 * math.dist(CONTENT["points"][a], CONTENT["points"][b]))
            owner[a, b] = name
    assert min(lengths.values()) > 2400, "24 units of 720 are 13 pixels of 390"


def test_areas_are_of_similar_size() -> None:
    sizes = sorted(map(planes.surface, POLYGONS))
    assert sizes[-1] < 2 * sizes[0]


def test_symbols_have_room() -> None:
    for area in MAP.areas:
        corners = MAP.corners(AREA_NAMES.index(area.name))
        nearest = min(distance(area.label, a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
        assert nearest > 23, area.name


def distance(place: planes.Place, a: planes.Place, b: planes.Place) -> float:
    steps = [(a[0] + (b[0] - a[0]) * k / 20, a[1] + (b[1] - a[1]) * k / 20) for k in range(21)]
    return min(math.dist(place, step) for step in steps)


# ---- Its kingdoms


@pytest.mark.rule("CK-1")
def test_there_are_six_kingdoms_of_nine_areas() -> None:
    assert Counter(area["kingdom"] for area in CONTENT["areas"]) == dict.fromkeys(COLOURS, 9)


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_kingdom_hangs_together(colour: str) -> None:
    mine = {name for name, area in AREAS.items() if area["kingdom"] == colour}
    reached = {min(mine)}
    while grown := {other for name in reached for other in neighbours_by_probing()[name]} & mine - reached:
        reached |= grown
    assert reached == mine


@pytest.mark.rule("CK-4")
def test_the_kingdoms_touch_as_the_examples_need() -> None:
    assert "violet" in kingdoms_beside("yellow")
    assert "green" in kingdoms_beside("blue")
    assert "violet" in kingdoms_beside("blue")
    assert kingdoms_beside("violet") == {"blue", "green", "brown", "yellow"}
    assert kingdoms_beside("yellow") == {"violet", "brown", "red"}


@pytest.mark.rule("CK-4")
def test_red_yellow_and_brown_meet_at_one_point() -> None:
    meeting = [
        {AREAS[name]["kingdom"] for name in areas}
        for areas in areas_at_points().values()
        if len({AREAS[name]["kingdom"] for name in areas}) == 3
    ]
    assert {"red", "yellow", "brown"} in meeting
    assert not any(len({AREAS[name]["kingdom"] for name in areas}) > 3 for areas in areas_at_points().values())


@pytest.mark.rule("CK-4")
def test_the_kingdoms_lie_in_two_columns() -> None:
    middle = {
        colour: (
            sum(area.label[0] for area in MAP.areas if COLOURS[area.kingdom] == colour) / 9,
            sum(area.label[1] for area in MAP.areas if COLOURS[area.kingdom] == colour) / 9,
        )
        for colour in COLOURS
    }
    assert middle["green"][1] < middle["brown"][1] < middle["red"][1]
    assert middle["blue"][1] < middle["violet"][1] < middle["yellow"][1]
    assert max(middle[colour][0] for colour in ("green", "brown", "red")) < 300
    assert min(middle[colour][0] for colour in ("blue", "violet", "yellow")) > 420


# ---- Its symbols, towers and blots


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("colour", COLOURS)
def test_the_symbols_of_a_kingdom(colour: str) -> None:
    mine = [(area["symbol"], area.get("of")) for area in CONTENT["areas"] if area["kingdom"] == colour]
    assert mine.count(("capital", colour)) == 1
    assert mine.count(("plain", None)) == 1
    assert sorted(of for symbol, of in mine if symbol == "spell") == [1, 2, 3, 4]
    assert [symbol for symbol, _ in mine].count("dragon") == 1
    assert sum(symbol in ("griffin", "unicorn", "hydra") for symbol, _ in mine) == 2


@pytest.mark.rule("CK-4")
def test_the_monsters_and_their_colours() -> None:
    monsters = Counter(
        (area["symbol"], area["of"]) for area in CONTENT["areas"] if area["symbol"] not in ("plain", "capital", "spell")
    )
    assert monsters == {
        ("dragon", "violet"): 2,
        ("dragon", "green"): 2,
        ("dragon", "brown"): 2,
        ("griffin", "red"): 4,
        ("unicorn", "yellow"): 4,
        ("hydra", "blue"): 4,
    }


@pytest.mark.rule("CK-4")
def test_the_blue_capital_has_a_hydra_beside_it() -> None:
    (capital,) = [name for name, area in AREAS.items() if (area["symbol"], area.get("of")) == ("capital", "blue")]
    assert "hydra" in {AREAS[name]["symbol"] for name in neighbours_by_probing()[capital]}


@pytest.mark.rule("CK-4")
def test_the_violet_kingdom_has_a_hydra_and_the_green_one_a_dragon() -> None:
    assert "hydra" in {area["symbol"] for area in CONTENT["areas"] if area["kingdom"] == "violet"}
    assert "dragon" in {area["symbol"] for area in CONTENT["areas"] if area["kingdom"] == "green"}


@pytest.mark.rule("CK-4")
def test_there_are_eight_towers_half_of_them_between_kingdoms() -> None:
    within = [
        AREAS[one]["kingdom"] == AREAS[other]["kingdom"] for one, other in (t["areas"] for t in CONTENT["towers"])
    ]
    assert Counter(within) == {True: 4, False: 4}


@pytest.mark.rule("CK-4")
def test_every_tower_stands_on_the_border_of_its_areas_and_far_from_the_others() -> None:
    for tower in CONTENT["towers"]:
        one, other = tower["areas"]
        assert other in neighbours_by_probing()[one]
        x, y = tower["place"]
        around = planes.square(x, y, 2, 0)
        for name in (one, other):
            polygon = POLYGONS[AREA_NAMES.index(name)]
            assert planes.surface(planes.cut(polygon, around)) > 0.5, (one, other)
    for a, b in itertools.combinations(CONTENT["towers"], 2):
        assert math.dist(a["place"], b["place"]) > 200


@pytest.mark.rule("CK-4")
def test_there_are_twelve_blots() -> None:
    assert MAP.blots == 12


def test_the_file_is_written_as_the_tool_writes_it() -> None:
    assert maps.written(CONTENT).encode() == maps._file("default")
