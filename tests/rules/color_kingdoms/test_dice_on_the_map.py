"""Dice on the map: how likely they lie where, and where they are drawn (CK-6)."""

from __future__ import annotations

import gc
import itertools
import math
import random
import weakref
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from pentarchy.games.color_kingdoms import dice, geometry, maps
from pentarchy.games.color_kingdoms.components import COLOURS
from tests.rules.color_kingdoms import planes
from tests.rules.color_kingdoms.tables import squares

MAP = maps.load("default")
POLYGONS = planes.polygons(maps.data())
WIDTH = max(x for polygon in POLYGONS for x, _ in polygon) - min(x for polygon in POLYGONS for x, _ in polygon)
DIE = WIDTH / 12
SETS = {maps.kingdoms_text(mask): mask for mask in MAP.dice}


# ---- How likely


@cache
def computed() -> dict[int, int]:
    return dice.weights(MAP.borders)


@pytest.mark.rule("CK-6")
def test_the_file_of_the_default_map_has_the_weights_of_its_shapes() -> None:
    assert sum(MAP.dice.values()) == sum(computed().values()) == 1_000_000
    assert set(MAP.dice) == set(computed())
    for mask, weight in MAP.dice.items():
        # Another processor may round a sine otherwise and see a place on the other side of a line.
        assert abs(weight - computed()[mask]) <= 5


@pytest.mark.rule("CK-6")
def test_thrown_dice_lie_as_often_as_the_weights_say() -> None:
    """Real throws: a square at a random place and angle, cut out of every area; chi-square."""
    chance = random.Random(6)
    found: Counter[int] = Counter()
    trials = 2000
    while found.total() < trials:
        square = planes.square(chance.uniform(0, 720), chance.uniform(0, 1000), DIE, chance.uniform(0, 360))
        kingdoms = planes.kingdoms_under(POLYGONS, square)
        if kingdoms is not None and kingdoms.bit_count() <= 3:
            found[kingdoms] += 1
    assert set(found) <= set(MAP.dice)
    expected = {mask: trials * weight / 1_000_000 for mask, weight in MAP.dice.items()}
    deviation = sum((found[mask] - expected[mask]) ** 2 / expected[mask] for mask in MAP.dice)
    freedom = len(MAP.dice) - 1
    assert abs(deviation - freedom) < 4 * math.sqrt(2 * freedom)


def board_of_two(width: float, height: float) -> geometry.Borders:
    """A rectangle whose left half is kingdom 0 and whose right half is kingdom 1."""
    half = width / 2
    corners = [(0, 0), (half, 0), (width, 0), (width, height), (half, height), (0, height)]
    sea = geometry.SEA
    # Going round from the x axis towards the y axis, the land is on the left hand. The middle line goes along the y
    # axis, where the left hand points to smaller x.
    coast = [(0, 1, 0, sea), (1, 2, 1, sea), (2, 3, 1, sea), (3, 4, 1, sea), (4, 5, 0, sea), (5, 0, 0, sea)]
    lines = [*coast, (1, 4, 0, 1)]
    starts, ends, left, right = zip(*lines, strict=True)
    places = np.array(corners, float)
    return geometry.Borders(places[list(starts)], places[list(ends)], np.array(left), np.array(right))


@pytest.mark.rule("CK-6")
@pytest.mark.parametrize(("width", "height"), [(12, 12), (12, 5), (600, 900)])
def test_two_halves_worked_out_by_hand(width: float, height: float) -> None:
    """A square of side s at angle a reaches h = s/2 (cos a + sin a) to every side.

    Its middle is in a rectangle of (width - 2h) (height - 2h), and it lies on both halves if it is nearer than h to
    the middle line: 2h (height - 2h). Over all angles, h is s/2 · 4/π on average and h² is s²/4 (1 + 2/π).
    """
    side = width / 12
    mean = side / 2 * 4 / math.pi
    mean_square = side**2 / 4 * (1 + 2 / math.pi)
    both = 2 * (height * mean - 2 * mean_square)
    everywhere = width * height - 2 * (width + height) * mean + 4 * mean_square
    weights = dice.weights(board_of_two(width, height))
    assert set(weights) == {0b01, 0b10, 0b11}
    assert weights[0b11] / 1_000_000 == pytest.approx(both / everywhere, abs=0.0004)
    assert weights[0b01] == pytest.approx(weights[0b10], abs=400)


@pytest.mark.rule("CK-6")
def test_touching_a_border_is_not_enough() -> None:
    borders = board_of_two(12, 12)
    x, y = np.array([5.5, 5.499, 5.501, 6.5]), np.array([3.0])
    masks = geometry.regions_of_squares(borders, 1, 0, np.sort(x), y)
    assert masks.tolist() == [[0b01, 0b01, 0b11, 0b10]]


@pytest.mark.rule("CK-6")
def test_a_die_that_is_not_wholly_on_the_board_does_not_count() -> None:
    masks = geometry.regions_of_squares(board_of_two(12, 12), 1, 0, np.array([0.4, 0.6]), np.array([3.0]))
    assert [dice.is_a_throw(int(mask)) for mask in masks[0]] == [False, True]


@pytest.mark.rule("CK-6")
def test_a_die_on_four_kingdoms_is_thrown_again() -> None:
    """Green, blue, brown and violet squares meet at a corner."""
    borders = maps.load(squares()).borders
    masks = geometry.regions_of_squares(borders, 0.5, 0, np.array([2.7, 3.1]), np.array([3.1]))
    assert [maps.kingdoms_text(int(mask)) for mask in masks[0]] == ["green+brown", "blue+green+violet+brown"]
    assert [dice.is_a_throw(int(mask)) for mask in masks[0]] == [True, False]


@pytest.mark.rule("CK-6")
def test_weights_of_a_symmetric_map_are_symmetric() -> None:
    content = dict(squares())
    del content["dice"]
    weights = maps.dice_text(maps.load(content).dice)
    assert weights["green"] == pytest.approx(weights["yellow"], rel=0.01)
    assert weights["blue+green"] == pytest.approx(weights["red+yellow"], rel=0.03)
    assert "blue+red" not in weights, "they do not touch"


# ---- Where they are drawn


def check_places(board: maps.Map, areas: list[planes.Polygon], outcomes: tuple[int, ...]) -> list[dict[str, Any]]:
    """All that must hold for the drawn dice of a throw."""
    found = dice.places(board, outcomes)
    assert found == dice.places(board, list(outcomes))
    side = dice.side_of_die(board.borders)
    drawn = [planes.square(die["x"], die["y"], side * die["scale"], die["angle"]) for die in found]
    for form, die, outcome in zip(drawn, found, outcomes, strict=True):
        assert 0.5 <= die["scale"] <= 1
        if "leader" not in die:
            assert planes.kingdoms_under(areas, form) == outcome
    for one, other in itertools.combinations(drawn, 2):
        assert len(planes.cut(one, other)) < 3, "two dice lie upon one another"
    return found


@pytest.mark.parametrize("text", SETS)
def test_one_die_is_drawn_in_its_kingdoms_at_its_true_size(text: str) -> None:
    (die,) = check_places(MAP, POLYGONS, (SETS[text],))
    assert die["scale"] == 1
    assert "leader" not in die


@pytest.mark.parametrize("text", SETS)
def test_four_dice_in_the_same_kingdoms_do_not_lie_upon_one_another(text: str) -> None:
    found = check_places(MAP, POLYGONS, (SETS[text],) * 4)
    beside = sum("leader" in die for die in found)
    if text.count("+") == 0:
        assert beside == 0
        assert {die["scale"] for die in found} == {1}
    assert beside < 4


@pytest.mark.parametrize("seed", range(12))
def test_any_throws_are_drawn_where_they_lie(seed: int) -> None:
    chance = random.Random(seed)
    masks, weights = zip(*MAP.dice.items(), strict=True)
    for _ in range(6):
        check_places(MAP, POLYGONS, tuple(chance.choices(masks, weights, k=4)))
        check_places(MAP, POLYGONS, tuple(chance.choices(masks, k=4)))


@pytest.mark.parametrize("texts", list(itertools.combinations([text for text in SETS if text.count("+") == 2], 2)))
def test_dice_on_the_narrowest_places_are_drawn(texts: tuple[str, str]) -> None:
    one, other = (SETS[text] for text in texts)
    check_places(MAP, POLYGONS, (one, one, other, other))


def test_a_die_without_room_lies_in_the_sea_and_a_line_leads_to_its_place() -> None:
    meeting = SETS["red+yellow+brown"]
    found = check_places(MAP, POLYGONS, (meeting,) * 4)
    beside = [die for die in found if "leader" in die]
    assert len(beside) == 3
    for die in beside:
        form = planes.square(die["x"], die["y"], DIE * die["scale"], die["angle"])
        assert planes.shares(POLYGONS, form) == {}
        x, y = die["leader"]
        around = planes.square(x, y, DIE, 0)
        assert {COLOURS[kingdom] for kingdom in planes.shares(POLYGONS, around)} == {"red", "yellow", "brown"}


def test_dice_are_drawn_on_other_maps_too() -> None:
    """A map without sea, and weights for sets that its shapes hardly have."""
    board = maps.load(squares())
    areas = planes.polygons(squares())
    for outcomes in itertools.product(board.dice, repeat=2):
        check_places(board, areas, (*outcomes, *outcomes))


def test_other_throws_in_the_same_kingdom_are_drawn_elsewhere() -> None:
    blue = SETS["blue"]
    drawn = {tuple(dice.places(MAP, (blue, mask))[0].values()) for mask in MAP.dice}
    assert len(drawn) > 3


def test_maps_that_nobody_looks_at_any_more_are_forgotten() -> None:
    """Everybody may bring maps: what is kept of their throws must not keep all of them."""
    others = [replace(MAP, name=f"map {number}") for number in range(dice.KEPT_MAPS + 1)]
    first = weakref.ref(others[0])
    for board in others:
        dice._throws_on(board)
    del board, others
    gc.collect()
    assert first() is None
