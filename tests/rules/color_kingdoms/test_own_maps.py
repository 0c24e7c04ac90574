"""Maps of one's own: what is only warned of, at which place, and that everything plays by what the map says (CK-4)."""

from __future__ import annotations

import copy
import itertools
import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy.games.color_kingdoms import dice, geometry, maps
from pentarchy.games.color_kingdoms import squares as lattice_squares
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS
from pentarchy.games.color_kingdoms.maps import MapError
from tests.oracles.color_kingdoms import Oracle
from tests.rules.color_kingdoms import planes
from tests.rules.color_kingdoms.tables import arranged, finish, own, play, row, squares, supply
from tests.rules.color_kingdoms.test_oracle import compare_a_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pentarchy.engine.game import Game
    from pentarchy.games.color_kingdoms.maps import Problem

Content = dict[str, Any]


def changed(areas: Mapping[str, Mapping[str, Any]] | None = None, **fields: Any) -> Content:
    """The map of squares with other fields, and with other fields of some areas."""
    content = copy.deepcopy(squares()) | fields
    for name, change in (areas or {}).items():
        content["areas"][AREA_NAMES.index(name)].update(change)
    return content


def swapped(content: Content, one: str, other: str) -> Content:
    """A map with the symbols of two areas exchanged."""
    content = copy.deepcopy(content)
    first, second = (content["areas"][AREA_NAMES.index(name)] for name in (one, other))
    symbols = [{key: area.pop(key) for key in ("symbol", "of") if key in area} for area in (first, second)]
    first.update(symbols[1])
    second.update(symbols[0])
    return content


def game_on(content: Content, players: int = 1) -> Game:
    return pentarchy.load("color_kingdoms", players=players, map=content, first=None if players == 1 else 0)


def warnings(content: Content) -> list[Problem]:
    """What is told of a map that can be played on, but for its dice."""
    problems, board = maps.check(content)
    assert board is not None, problems
    return [problem for problem in problems if problem.code != "unusual_dice"]


def errors(content: Content) -> list[Problem]:
    problems, board = maps.check(content)
    assert board is None
    assert all(problem.is_error for problem in problems)
    return list(problems)


# ---- What is only warned of


def test_of_the_default_map_there_is_nothing_to_warn() -> None:
    assert maps.check("default").problems == ()
    assert maps.load("default").warnings == ()


@pytest.mark.rule("CK-4")
def test_a_sheet_is_not_refused_for_how_its_symbols_are_spread() -> None:
    """A dragon of the blue kingdom and a griffin of the red one have changed places."""
    content = swapped(maps.data(), "b7", "r1")
    blue, red = warnings(content)
    assert blue.text == "the blue kingdom: found 0 areas with a dragon, 3 with another monster, usually 1 and 2"
    assert (blue.kingdoms, blue.areas) == (("blue",), ("b2", "b6", "b7"))
    assert (red.code, red.kingdoms, red.areas) == ("unusual_spread", ("red",), ("r1", "r3", "r7"))
    match = finish(game_on(content, 2).start(1))
    assert match.over


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize(
    ("content", "text", "place"),
    [
        (changed(blots=15), "blots: found 15, usually 12", {"field": "blots"}),
        (changed(towers=[]), "towers: found 0, usually 8", {"field": "towers"}),
        (changed(tower_cells=5), "tower_cells: found 5, usually 8", {"field": "tower_cells"}),
        (
            changed(spell_cells=[7, 7, 3, 7]),
            "spell_cells of spell 3: found 3, usually 7",
            {"field": "spell_cells"},
        ),
        (changed({"g4": {"of": "violet"}}), "area g4: found a violet hydra, usually blue", {"areas": ("g4",)}),
        (changed({"n6": {"of": "red"}}), "area n6: found a red unicorn, usually yellow", {"areas": ("n6",)}),
        (
            changed({"g5": {"worth": 2}}),
            "area g5: found a capital of 2 points, usually 3",
            {"areas": ("g5",)},
        ),
        (
            changed({"g2": {"of": "violet"}}),
            "dragons: found 1 green, 3 violet, 2 brown, usually 2 green, 2 violet, 2 brown",
            {"areas": ("b2", "r2", "g2", "v2")},
        ),
        (
            changed({"g1": {"symbol": "plain", "of": None}}),
            "the green kingdom: found 0 areas with spell 1, 2 with no symbol, usually 1 and 1",
            {"kingdoms": ("green",), "areas": ("g1", "g8")},
        ),
    ],
)
def test_what_is_unusual_is_told_with_its_place(content: Content, text: str, place: Mapping[str, Any]) -> None:
    (problem,) = warnings(content)
    assert problem.text == text
    assert {key: getattr(problem, key) for key in place} == place


@pytest.mark.rule("CK-4")
def test_measured_dice_are_welcome() -> None:
    (problem,) = (problem for problem in maps.check(squares()).problems if problem.code == "unusual_dice")
    assert not problem.is_error
    assert problem.field == "dice"
    assert maps.load(squares()).dice[1] == 10, "those of the file are thrown"


def test_dice_that_follow_from_the_shapes_need_no_word() -> None:
    content = changed()
    del content["dice"]
    assert maps.check(content | {"dice": maps.dice_text(maps.load(content).dice)}).problems == ()


# ---- Errors at their places


def test_all_errors_of_a_step_are_told_at_once() -> None:
    content = changed({"b1": {"symbol": "castle"}, "g4": {"polygon": [7, 8]}, "n9": {"of": 9}})
    assert [(problem.code, problem.areas) for problem in errors(content)] == [
        ("symbol", ("b1",)),
        ("polygon", ("g4",)),
        ("of", ("n9",)),
    ]


def test_an_area_that_cannot_be_read_leaves_the_others_their_names() -> None:
    content = changed({"g4": {"polygon": "nowhere"}, "g9": {"of": 9}})
    assert [problem.areas for problem in errors(content)] == [("g4",), ("g9",)]


def test_lines_that_meet_are_told_with_the_places_and_both_areas() -> None:
    content = changed({"g5": {"polygon": [8, 9, 70, 16, 15]}})
    content["points"].append([3.5, 1.5])
    problem = errors(content)[0]
    assert problem.areas == ("g5", "g6")
    assert problem.at == ((2.75, 1.25), (3.0, 1.5)), "the middles of both sides"


def test_a_tower_that_stands_on_no_border_is_told_with_its_number_and_areas() -> None:
    (problem,) = errors(changed(towers=[{"areas": ["g1", "g2"]}, {"areas": ["g1", "b9"]}]))
    assert (problem.towers, problem.areas) == ((1,), ("g1", "b9"))


def test_found_stands_before_wanted_for_programs_too() -> None:
    (problem,) = errors(changed({"g8": {"symbol": "capital", "of": "green"}}))
    assert (problem.found, problem.wanted, problem.areas) == ("2 capitals", "1", ("g5", "g8"))


def test_an_error_that_is_raised_carries_its_place() -> None:
    with pytest.raises(MapError) as caught:
        maps.load(changed({"g5": {"worth": 7}}))
    assert caught.value.problem.areas == ("g5",)


# ---- Sketches


def test_a_sketch_shows_what_can_be_drawn_of_a_file_that_is_no_map() -> None:
    content = changed({"g4": {"polygon": [7, 8, 999]}, "g5": {"polygon": [], "label": [1.5, 1.25]}})
    content["points"][0] = "here"
    content["towers"].append(None)
    sketch = maps.sketch(content)
    names = {area.name for area in sketch.areas}
    assert names == set(AREA_NAMES) - {"g4"}
    assert {area.name: len(area.line) for area in sketch.areas}["g1"] == 3, "without the corner that is none"
    assert next(area.at for area in sketch.areas if area.name == "g5") == (1.5, 1.25)
    assert len(sketch.towers) == 8


@pytest.mark.parametrize("content", [{}, {"points": 3, "areas": {}, "towers": None, "size": "large"}])
def test_of_junk_a_sketch_is_empty(content: Content) -> None:
    sketch = maps.sketch(content)
    assert (sketch.size, sketch.areas, sketch.towers) == ((1.0, 1.0), (), ())


def test_a_completed_map_is_the_same_map() -> None:
    content = changed()
    del content["dice"]
    board = maps.load(content)
    completed = maps.completed(content, board)
    again = maps.load(completed)
    assert all("label" in area for area in completed["areas"])
    assert (again.areas, again.dice, again.numbers()) == (board.areas, board.dice, board.numbers())


# ---- Everything obeys the map


@pytest.mark.rule("CK-16", "CK-29")
@pytest.mark.parametrize("worth", [2, 3])
def test_a_capital_brings_what_the_map_says(worth: int) -> None:
    game = game_on(changed({"b5": {"worth": worth}, "g5": {"worth": worth}}))
    match = arranged(areas=[{"b5": "b", "g5": "g"}], game=game)
    kingdoms = row(match)["kingdoms"]
    assert (kingdoms["blue"]["capital"], kingdoms["green"]["capital"]) == (worth, worth)
    assert match.standings().scores[0] == row(match)["points"], "compiled rules and the sheet agree"


@pytest.mark.rule("CK-18", "CK-30")
def test_a_monster_is_tamed_in_the_colour_that_the_map_says() -> None:
    game = game_on(changed({"g4": {"of": "green"}, "g2": {"of": "red"}, "r2": {"of": "red"}}))
    match = arranged(areas=[{"g4": "g", "v4": "b", "b4": "g", "g2": "r"}], game=game)
    monsters = row(match)["monsters"]
    assert monsters["hydra"]["tamed"] == 2, "the green one in green, a blue one in blue, but no blue one in green"
    assert monsters["dragon"]["tamed"] == 1
    assert match.standings().scores[0] == row(match)["points"]


@pytest.mark.rule("CK-25")
def test_all_monsters_of_a_kind_are_those_of_the_map() -> None:
    """The unicorn of n6 stands on n8."""
    game = game_on(swapped(squares(), "n6", "n8"))
    painted = {"r6": "y", "y4": "y", "g6": "y"}
    before = arranged(areas=[painted | {"n6": "y"}], game=game)
    after = arranged(areas=[painted | {"n8": "y"}], game=game)
    assert [row(match)["monsters"]["unicorn"]["unpainted"] for match in (before, after)] == [1, 0]


@pytest.mark.rule("CK-17")
def test_each_of_two_areas_of_a_spell_in_one_kingdom_gives_it() -> None:
    game = game_on(changed({"r2": {"symbol": "spell", "of": 1}, "g8": {"symbol": "dragon", "of": "green"}}))
    match = arranged("", dice=("blue 4 in red", "red 3 in red", "yellow 2 in red", "white 4 in red"), game=game)
    play(match, "take blue from red", "paint r1", "paint r8", "done")
    assert supply(match, "move")[0] + supply(match, "move")[1] == 1
    play_again = arranged("", dice=("blue 4 in red", "red 3 in red", "yellow 2 in red", "white 4 in red"), game=game)
    play(play_again, "take blue from red", "paint r2", "paint r4", "done")
    assert supply(play_again, "move")[0] + supply(play_again, "move")[1] == 1


@pytest.mark.rule("CK-4", "CK-17")
def test_no_spell_is_lost_for_want_of_a_cell() -> None:
    """The sheet has one cell for spell 1, and the player has it already."""
    game = game_on(changed(spell_cells=[1, 7, 7, 7], tower_cells=0))
    match = arranged("", ready={"move": 1}, game=game)
    play(match, "take blue from red", "paint r1", "done")
    ready, new, used = supply(match, "move")
    assert (ready + new, used) == (2, 0)
    assert match.view(0)["cells"] == {"move": 1, "exception": 7, "split": 7, "mix": 7, "tower": 0, "blot": 12}
    match.svg()


def test_a_sheet_that_does_not_say_has_a_cell_for_all_that_can_be_gained() -> None:
    plain = {f"{letter}8": {"symbol": "spell", "of": 2} for letter in "brygvn"}
    board = maps.load(changed(plain))
    assert board.spell_cells == (7, 13, 7, 7)
    assert board.tower_cells == 8


@pytest.mark.rule("CK-15", "CK-28")
def test_a_sheet_with_one_blot_ends_the_game_with_it() -> None:
    match = arranged("", game=game_on(changed(blots=1)))
    play(match, "take blue from red", "done")
    assert match.over
    assert own(match)["blots"] == 1


@pytest.mark.rule("CK-19")
def test_the_last_of_many_towers_gives_its_drop() -> None:
    borders = [(f"{letter}{k}", f"{letter}{k + 1}") for letter in "brygvn" for k in (1, 2, 4, 5)]
    game = game_on(changed(towers=[{"areas": list(pair)} for pair in borders]))
    match = arranged(areas=[{"n6": "r"}], game=game, dice=("blue 4 in brown",))
    play(match, "take blue from brown", "paint n5", "done")
    ready, new, _ = supply(match, "violet")
    assert ready + new == 1


@pytest.mark.rule("CK-6")
def test_dice_fall_by_the_weights_of_the_map() -> None:
    game = game_on(changed(dice={"red": 3, "blue+green": 1}))
    fallen = [die for seed in range(60) for die in game.start(seed).view(0)["dice"]]
    assert {"+".join(die["kingdoms"]) for die in fallen} == {"red", "blue+green"}
    assert 0.65 < sum(die["kingdoms"] == ["red"] for die in fallen) / len(fallen) < 0.85


def odd_map() -> Content:
    """A map on which everything that may be otherwise is otherwise."""
    content = swapped(swapped(squares(), "b2", "r4"), "n6", "n8")
    content = swapped(content, "y1", "g8")
    for name, change in {
        "b5": {"worth": 3},
        "n5": {"worth": 2},
        "g4": {"of": "violet"},
        "y6": {"of": "green"},
        "n8": {"of": "brown"},
        "g2": {"of": "yellow"},
        "r2": {"of": "yellow"},
    }.items():
        content["areas"][AREA_NAMES.index(name)].update(change)
    weights = {"red": 5, "yellow": 1, "blue+green": 2, "violet": 4}
    return content | {"blots": 5, "towers": content["towers"][:3], "spell_cells": [2, 9, 7, 7], "dice": weights}


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_on_an_odd_map_every_decision_is_as_the_referee_says(players: int) -> None:
    first = None if players == 1 else 0
    compare_a_game(game_on(odd_map(), players), Oracle(players, odd_map(), first), 3, 0.9)


@pytest.mark.rule("CK-4")
def test_games_on_an_odd_map_can_be_written_down_and_taken_up_again() -> None:
    game = game_on(odd_map(), 2)
    match = finish(game.start(5))
    assert pentarchy.replay(match.record()).result == match.result
    assert pentarchy.verify(match.record()).honest
    middle = game.start(5)
    for _ in range(60):
        seat = middle.to_act[0]
        middle.play(random.Random(len(middle.events)).choice(middle.legal(seat)), seat)
    again = game.from_position(middle.position())
    assert again.state() == middle.state()
    assert again.position()["options"]["map"] == odd_map()


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("level", ["greedy", "novice"])
def test_bots_play_on_an_odd_map(level: str) -> None:
    match = game_on(odd_map(), 2).start(2)
    bot = pentarchy.bots.load(level, seed=1)
    while not match.over:
        for seat in match.to_act[:1]:
            match.play(bot.choose(match, seat), seat)
    assert min(match.standings().scores) > 0


def test_an_odd_map_is_drawn_with_its_colours_and_points() -> None:
    match = game_on(odd_map(), 1).start(1)
    drawn = match.svg()
    assert drawn.count("sign-violet") > game_on(squares(), 1).start(1).svg().count("sign-violet"), "the violet hydra"
    assert "capital blue 3" in str(match)


# ---- Any map


MUTATIONS = 30


def mutated(seed: int) -> Content:
    """The map of squares after a few random changes, most of which people might make."""
    chance = random.Random(seed)
    content: Content = changed()
    for _ in range(chance.randint(1, 5)):
        area = chance.choice(content["areas"])
        match chance.randrange(13):
            case 0 | 1 | 2:
                one, other = chance.sample(AREA_NAMES, 2)
                content = swapped(content, one, other)
            case 3:
                if area["symbol"] in ("hydra", "unicorn", "dragon"):
                    area["of"] = chance.choice(COLOURS)
            case 4:
                if area["symbol"] == "capital":
                    area["worth"] = chance.choice([2, 3, 3, 4])
            case 5:
                content["towers"] = chance.sample(content["towers"], chance.randrange(len(content["towers"]) + 1))
            case 6:
                content["towers"].append({"areas": chance.sample(AREA_NAMES, 2)})
            case 7:
                content["blots"] = chance.choice([0, 1, 3, 20])
            case 8:
                content["dice"] = {colour: chance.randint(1, 9) for colour in chance.sample(COLOURS, 3)}
            case 9:
                content["spell_cells"] = [chance.randint(0, 9) for _ in range(4)]
            case 10:
                area["symbol"], area["of"] = "spell", chance.randint(1, 4)
            case 11:
                corner = chance.choice(content["points"])
                moved = [round(place + chance.uniform(-0.6, 0.6), 3) for place in corner]
                corner[:] = [min(max(0, place), side) for place, side in zip(moved, content["size"], strict=True)]
            case 12:
                other = chance.choice(content["areas"])
                area["polygon"], other["polygon"] = other["polygon"], area["polygon"]
    return content


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("seed", range(MUTATIONS))
def test_a_changed_map_is_refused_with_words_or_played_to_the_end(seed: int) -> None:
    content = mutated(seed)
    problems, board = maps.check(content)
    if board is None:
        assert problems
        for problem in problems:
            assert problem.is_error
            assert problem.areas or problem.kingdoms or problem.towers or problem.at or problem.field
        with pytest.raises(MapError) as caught:
            maps.load(content)
        assert str(caught.value) == problems[0].text
        return
    compare_a_game(
        game_on(content, 1 + seed % 2), Oracle(1 + seed % 2, content, None if seed % 2 == 0 else 0), seed, 0.9
    )


def test_some_changed_maps_are_refused_and_some_are_played() -> None:
    boards = [maps.check(mutated(seed)).board for seed in range(MUTATIONS)]
    assert 5 < boards.count(None) < MUTATIONS - 5


# ---- Maps that would be dear to read


def scrambled(points: int, corners: int, areas: int = 54) -> dict[str, Any]:
    """A map whose polygons go to and fro all over it."""
    chance = random.Random(points)
    content = copy.deepcopy(squares()) | {"size": [1000, 1000]}
    places = sorted({(chance.randrange(1000), chance.randrange(1000)) for _ in range(points)})
    content["points"] = [list(place) for place in places]
    for number, area in enumerate(content["areas"]):
        area["polygon"] = chance.sample(range(len(places)), corners if number < areas else 3)
    return content


def stretched(across: float, down: float) -> dict[str, Any]:
    content = copy.deepcopy(squares()) | {"size": [10_000, 10_000]}
    content["points"] = [[x * across, y * down] for x, y in content["points"]]
    return content


@pytest.mark.parametrize("content", [scrambled(4000, 200), scrambled(4000, 3000, areas=3)], ids=["all", "three"])
def test_of_a_tangle_only_some_is_compared_and_told(content: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    meet = geometry._meet

    def counting(one: geometry.Integers, other: geometry.Integers) -> geometry.Integers:
        nonlocal compared
        compared += len(one)
        return meet(one, other)

    monkeypatch.setattr(geometry, "_meet", counting)
    problems, board = maps.check(content)
    assert board is None
    assert {problem.code for problem in problems} >= {"crosses_itself"}
    assert len(problems) <= 50
    assert compared <= geometry.MOST_NEAR + geometry.BLOCK


def test_a_tangle_without_a_crossing_is_refused() -> None:
    """More lines lie side by side than can be compared."""
    lines = 1000
    points = np.array([[x + far, far] for x in range(lines) for far in (0, 10 * lines)], np.int64)
    with pytest.raises(geometry.Tangled):
        geometry.crossings(points, [(2 * line, 2 * line + 1) for line in range(lines)])


def test_crossings_are_the_same_whichever_way_one_looks() -> None:
    """Against all pairs one by one."""
    chance = random.Random(5)
    points = np.array([[chance.randrange(30), chance.randrange(30)] for _ in range(80)], np.int64)
    sides = [(a, b) for a, b in {tuple(sorted(chance.sample(range(80), 2))) for _ in range(120)}]
    expected = [
        [one, other]
        for one in range(len(sides))
        for other in range(one + 1, len(sides))
        if meet_exactly(points[list(sides[one])].tolist(), points[list(sides[other])].tolist())
    ]
    assert geometry.crossings(points, sides).tolist() == expected
    assert len(expected) > 100


def meet_exactly(one: list[list[int]], other: list[list[int]]) -> bool:
    """Whether two sides meet elsewhere than in a corner of both, with fractions."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    parallel = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if parallel:
        along = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), parallel)
        beside = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), parallel)
        return 0 <= along <= 1 and 0 <= beside <= 1 and not (along in (0, 1) and beside in (0, 1))
    if (bx - ax) * (cy - ay) != (by - ay) * (cx - ax):
        return False
    axis = 0 if ax != bx or cx != dx else 1
    (a, b), (c, d) = (sorted(end[axis] for end in side) for side in (one, other))
    return any(low < place < high for low, high, places in ((a, b, (c, d)), (c, d, (a, b))) for place in places)


@pytest.mark.parametrize(("across", "down", "code"), [(1, 1000, "narrow"), (0.001, 1000, "narrow"), (100, 100, "")])
def test_land_that_is_far_too_narrow_is_refused_before_dice_are_thrown(across: float, down: float, code: str) -> None:
    content = stretched(across, down)
    del content["dice"]
    problems, board = maps.check(content)
    assert (board is None) == bool(code)
    assert [problem.code for problem in problems if problem.is_error][:1] == ([code] if code else [])


def test_borders_that_are_far_too_long_are_refused_before_dice_are_thrown() -> None:
    """A comb between two kingdoms, whose teeth go nearly through the whole of them."""
    content = copy.deepcopy(squares()) | {"size": [6000, 9000]}
    del content["dice"]
    points = [[1000 * x, 1000 * y] for x, y in content["points"]]
    teeth = [[3000 + (900 if n % 2 else -900), 1000 / 801 * (n + 1)] for n in range(800)]
    content["points"] = points + [[x, round(y, 3)] for x, y in teeth]
    down = list(range(len(points), len(points) + len(teeth)))
    for area in content["areas"]:
        if {3, 10} <= set(area["polygon"]):  # the two beside the first stretch of the border
            area["polygon"] = [each for corner in with_line(area["polygon"], 3, 10, down) for each in corner]
    problems, board = maps.check(content)
    assert board is None
    assert [problem.code for problem in problems] == ["long_borders"]


def with_line(polygon: list[int], start: int, end: int, line: list[int]) -> list[list[int]]:
    """The corners of a polygon with a line where the side from start to end is, whichever way it goes."""
    following = dict(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    between = {(start, end): line, (end, start): line[::-1]}
    return [[corner, *between.get((corner, following[corner]), [])] for corner in polygon]


def test_of_thousands_of_errors_fifty_are_told() -> None:
    content = copy.deepcopy(squares()) | {"points": [[-1, -1]] * 4000}
    problems, board = maps.check(content)
    assert board is None
    assert len(problems) == 50


# ---- Squares on lattices


@pytest.mark.parametrize("steps", [20, 5, 5.7, 3.5, 1.25])
@pytest.mark.parametrize("content", ["default", "squares"])
def test_squares_on_lattices_lie_where_each_of_them_lies(content: str, steps: float) -> None:
    """By strips and windows, several lattices at once, and place by place."""
    borders = maps.load(squares() if content == "squares" else content).borders
    side = dice.side_of_die(borders)
    lattices = lattice_squares.lattices(borders, side / steps, [-0.6, 0.3, 1.1])
    found = lattice_squares.stretches(borders, side, side / steps, lattices)
    expected = [geometry.regions_of_squares(borders, side, *lattice) for lattice in lattices]
    for grid, masks in zip(found.grids(lattices), expected, strict=True):
        assert np.array_equal(grid, masks)
    counts = np.sum([np.bincount(masks.ravel(), minlength=lattice_squares.SETS) for masks in expected], axis=0)
    on_lattices = slice(0, lattice_squares.BEYOND)
    assert found.counts()[on_lattices].tolist() == counts[on_lattices].tolist()


def test_lattices_are_looked_at_in_parts_that_leave_none_out() -> None:
    lattices = lattice_squares.lattices(maps.load("default").borders, 1.0, [0.1, 0.2, 0.3])
    assert [each for batch in lattice_squares.batches(lattices) for each in batch] == lattices
    assert len(list(lattice_squares.batches(lattices))) > 1


# ---- Room for symbols


def room(place: tuple[float, float], polygon: planes.Polygon) -> float:
    sides = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return min(geometry.distance(place, a, b) for a, b in sides) if planes.holds(polygon, place) else 0.0


def test_a_label_that_is_left_out_stands_where_there_is_most_room() -> None:
    polygons = planes.polygons(maps.data())[::7]
    found = geometry.widest_places([np.array(polygon) for polygon in polygons])
    for place, polygon in zip(found, polygons, strict=True):
        (left, right), (low, high) = ((min(each), max(each)) for each in zip(*polygon, strict=True))
        tried = [
            (left + (right - left) * column / 16, low + (high - low) * row / 16)
            for column, row in itertools.product(range(17), range(17))
        ]
        assert room(place, polygon) >= max(room(each, polygon) for each in tried)


def test_where_a_label_stands_does_not_depend_on_other_areas() -> None:
    sliver = [[0.0, 0.0], [1000.0, 1000.0], [1000.0, 1000.001]]
    polygons = [np.array(polygon) for polygon in [*planes.polygons(maps.data())[:5], sliver]]
    assert geometry.widest_places(polygons) == [geometry.widest_places([polygon])[0] for polygon in polygons]
    assert geometry.widest_places([]) == []


# ---- A small land on a large sheet


def far_away() -> dict[str, Any]:
    """The map of squares as a spot in the corner of a sheet, on which dice only lie where three kingdoms meet."""
    content = copy.deepcopy(squares()) | {"size": [10_000, 10_000]}
    content["points"] = [[9900 + x, 9900 + y] for x, y in content["points"]]
    for thing in content["areas"]:
        thing.pop("label", None)
    for thing in content["towers"]:
        thing.pop("place", None)
    return content


def test_dice_are_drawn_beside_a_small_land_without_looking_at_the_whole_sheet() -> None:
    board = maps.load(far_away())
    narrow = max(board.dice, key=lambda mask: (mask.bit_count(), -board.dice[mask]))
    found = dice.places(board, (narrow,) * 4)
    assert any("leader" in die for die in found)
    assert all(9890 <= die[axis] <= 9920 for die in found for axis in "xy")


def test_what_dice_hide_is_the_same_whichever_way_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    board = maps.load("default")
    found = []
    for everywhere in (0, 1_000_000):
        monkeypatch.setattr(dice, "EVERYWHERE", everywhere)
        found.append(dice.spots_of.__wrapped__(board, 1.0))
    assert found[0] == found[1]
