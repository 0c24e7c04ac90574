"""Reading maps: what is accepted, and what is refused with the name of the area or field that is wrong.

Most tests change one thing in the map of squares of tables.py. Its points are numbered row by row, seven to a row, and
its areas are listed kingdom by kingdom: entry 0 is b1, entry 53 is n9.
"""

from __future__ import annotations

import contextlib
import copy
import math
import random
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.games.color_kingdoms import maps
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS
from pentarchy.games.color_kingdoms.maps import MapError, MapOption
from tests.rules.color_kingdoms.tables import squares

if TYPE_CHECKING:
    from collections.abc import Callable

Content = dict[str, Any]


def changed(change: Callable[[Content], object]) -> Content:
    """The map of squares after a change."""
    content = copy.deepcopy(squares())
    change(content)
    return content


def entry(content: Content, name: str) -> Content:
    """An area's entry."""
    found: Content = content["areas"][AREA_NAMES.index(name)]
    return found


def refusal(content: Any) -> str:
    with pytest.raises(MapError) as caught:
        maps.load(content)
    return str(caught.value)


def told(content: Any) -> list[str]:
    """The warnings of a map that can be played on."""
    problems, board = maps.check(content)
    assert board is not None, problems
    assert not any(problem.is_error for problem in problems)
    return [problem.text for problem in problems if problem.code != "unusual_dice"]


# ---- What is accepted


def test_the_map_of_squares_is_read() -> None:
    board = maps.load(squares())
    assert [area.name for area in board.areas] == list(AREA_NAMES)
    assert board.areas[4] == maps.Area("b5", 0, (10 + 1, 12, 19, 18), "capital", "blue", (4.5, 1.5), 2)


@pytest.mark.rule("CK-4")
def test_areas_are_neighbours_along_a_side_but_not_across_a_corner() -> None:
    board = maps.load(squares())
    mask = board.neighbours[AREA_NAMES.index("g5")]
    assert {name for number, name in enumerate(AREA_NAMES) if mask >> number & 1} == {"g2", "g4", "g6", "g8"}
    mask = board.neighbours[AREA_NAMES.index("g9")]
    assert {name for number, name in enumerate(AREA_NAMES) if mask >> number & 1} == {"g6", "g8", "b7", "n3"}


@pytest.mark.rule("CK-4")
def test_kingdoms_are_neighbours_when_two_of_their_areas_are() -> None:
    board = maps.load(squares())
    names = {
        colour: {other for number, other in enumerate(COLOURS) if mask >> number & 1}
        for colour, mask in zip(COLOURS, board.kingdom_neighbours, strict=True)
    }
    assert names["green"] == {"blue", "brown"}
    assert names["violet"] == {"blue", "brown", "yellow"}, "green and red only touch it in a corner"


def test_a_polygon_may_go_round_either_way() -> None:
    content = changed(lambda content: entry(content, "g5")["polygon"].reverse())
    assert maps.load(content).neighbours == maps.load(squares()).neighbours


def test_areas_may_be_listed_in_any_order_and_are_numbered_as_they_come() -> None:
    content = changed(lambda content: content["areas"].reverse())
    content["towers"] = []
    board = maps.load(content)
    first = board.areas[0]
    assert (first.name, first.symbol, first.of) == ("b1", "spell", 4), "the last blue square comes first now"


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("towers", [0, 1, 24])
def test_other_numbers_of_towers_are_accepted(towers: int) -> None:
    borders = [(f"{row}{k}", f"{row}{k + 1}") for row in "brygvn" for k in (1, 2, 4, 5)]
    content = changed(lambda content: content.update(towers=[{"areas": list(pair)} for pair in borders[:towers]]))
    assert len(maps.load(content).towers) == towers


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize("blots", [1, 20, 99])
def test_other_numbers_of_blots_are_accepted(blots: int) -> None:
    assert maps.load(changed(lambda content: content.update(blots=blots))).blots == blots


def test_what_is_left_out_is_filled_in() -> None:
    board = maps.load(squares())
    assert board.areas[0].label == pytest.approx((3.5, 0.5)), "the middle of the square"
    tower = next(tower for tower in board.towers if AREA_NAMES[tower.first] == "b4")
    assert tower.place == pytest.approx((3, 1.5)), "the middle of the side"


def test_a_map_can_be_played_on() -> None:
    game = pentarchy.load("color_kingdoms", players=2, map=squares(), first=0)
    assert game.start(1).legal(0)


def test_the_same_content_is_read_only_once() -> None:
    assert maps.load(copy.deepcopy(squares())) is maps.load(squares())


def test_changing_the_content_afterwards_changes_nothing() -> None:
    content = copy.deepcopy(squares())
    board = maps.load(content)
    content["areas"].clear()
    assert len(board.areas) == 54


def test_the_numbers_for_compiled_rules() -> None:
    board = maps.load(squares())
    numbers = board.numbers()
    assert len(numbers) == 54 * 3 + 1 + 1 + 48 + 64 + 6 + 6
    assert numbers[:54] == board.neighbours
    symbols = numbers[54:108]
    assert symbols[:9] == (6, 2, 7, 5, 1, 3, 8, 0, 9), "the blue kingdom reads 1D2 HCG 3.4"
    colours = numbers[108:162]
    assert colours[:9] == (-1, 4, -1, 0, 0, 1, -1, -1, -1), "violet dragon, blue hydra, blue capital, red griffin"
    assert numbers[162:164] == (12, 8)
    assert numbers[164:168] == (AREA_NAMES.index("b8"), AREA_NAMES.index("b9"), 9, 10)
    assert numbers[164 + 16 : 164 + 48] == (-1,) * 32
    dice = numbers[212:276]
    assert {mask: weight for mask, weight in enumerate(dice) if weight} == board.dice
    assert numbers[276:282] == board.kingdom_neighbours
    assert numbers[282:] == (2, 2, 2, 3, 3, 3), "points of the capitals"


# ---- Maps as an option


@pytest.mark.parametrize("value", ["Default", "data/default.json", "/etc/passwd", "", "default.json"])
def test_a_text_is_only_ever_the_name_of_a_map(value: str) -> None:
    with pytest.raises(MapError, match=r"map: found .*, wanted 'default' or the content of a map file"):
        MapOption().check(value)


@pytest.mark.parametrize("value", [None, 5, 1.5, True, ["default"], b"default", ("default",), {"default"}])
def test_a_map_is_a_name_or_a_dict(value: object) -> None:
    with pytest.raises(MapError, match=r"map: found .*, wanted 'default' or the content of a map file"):
        MapOption().check(value)


def test_a_game_with_a_wrong_map_is_refused() -> None:
    wrong = changed(lambda content: entry(content, "g4")["polygon"].append(99))
    with pytest.raises(ValueError, match="area g4: found point 99, wanted 0 to 69"):
        pentarchy.load("color_kingdoms", map=wrong)


# ---- Wrong fields


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "name: found '', wanted 1 to 100 printable letters"),
        ("name", "x" * 101, f"name: found '{'x' * 100}', wanted 1 to 100 printable letters"),
        ("name", "two\nlines", "name: found 'two\\nlines', wanted 1 to 100 printable letters"),
        ("name", 7, "the map at `name`: found `int`, wanted `str`"),
        ("size", [6], "the map at `size`: found length 1, wanted `array` of length 2"),
        ("size", [6, "9"], "the map at `size[1]`: found `str`, wanted `float`"),
        ("size", [0, 9], "size: found 0 × 9, wanted from 1 to 10000 each"),
        ("size", [6, 1e300], "size: found 6 × 1e+300, wanted from 1 to 10000 each"),
        ("size", [6, math.nan], "the map at `size[1]`: found `null`, wanted `float`"),
        ("size", [6, math.inf], "the map at `size[1]`: found `null`, wanted `float`"),
        ("blots", 0, "blots: found 0, wanted 1 to 99"),
        ("blots", 100, "blots: found 100, wanted 1 to 99"),
        ("blots", 1.5, "the map at `blots`: found `float`, wanted `int`"),
        ("blots", True, "the map at `blots`: found `bool`, wanted `int`"),
        ("tower_cells", -1, "tower_cells: found -1, wanted 0 to 99"),
        ("spell_cells", 7, "the map at `spell_cells`: found `int`, wanted `array | null`"),
        ("spell_cells", [7, 7, 7], "spell_cells: found 3 numbers, wanted 4, one for every spell"),
        ("spell_cells", [7, 0, 7, 7], "spell_cells: found 0, wanted 1 to 99"),
        ("points", {}, "the map at `points`: found `object`, wanted `array`"),
        ("points", [[0, 0]] * 4001, "points: found 4001, wanted at most 4000"),
        ("points", [], "area b1: found point 3, wanted points, of which the map has none"),
        ("areas", None, "the map at `areas`: found `null`, wanted `array`"),
        ("areas", [], "the blue kingdom: found 0 areas, wanted 9"),
        ("areas", [None] * 55, "areas: found 55, wanted 54"),
        ("areas", [5], "area ? (number 0 of the list): found `int`, wanted `object`"),
        ("towers", "none", "the map at `towers`: found `str`, wanted `array`"),
        ("dice", [], "the map at `dice`: found `array`, wanted `object | null`"),
        ("dice", {}, "dice: found no weights, wanted at least one; leave dice out to have them computed"),
        ("dice", {"red": 0}, "dice: the weight of red: found 0, wanted 1 to 1000000000"),
        ("dice", {"red": -3}, "dice: the weight of red: found -3, wanted 1 to 1000000000"),
        ("dice", {"red": 10**15}, "dice: the weight of red: found 1000000000000000, wanted 1 to 1000000000"),
        ("dice", {"red": 1.5}, "the map at `dice[...]`: found `float`, wanted `int`"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: Any, message: str) -> None:
    assert refusal(changed(lambda content: content.update({field: value}))) == message


@pytest.mark.parametrize(
    "key", ["pink", "yellow+red", "red+red", "red+", "", "blue+red+yellow+green", "Red", "red +blue"]
)
def test_dice_lie_in_one_to_three_kingdoms_in_order(key: str) -> None:
    message = refusal(changed(lambda content: content["dice"].update({key: 1})))
    assert message.startswith(f"dice: found {key!r}, wanted one to three kingdoms in the order blue, red, yellow")


@pytest.mark.parametrize("field", ["name", "size", "blots", "points", "areas", "towers"])
def test_a_missing_field_is_named(field: str) -> None:
    message = refusal(changed(lambda content: content.pop(field)))
    assert message == f"the map: object missing required field `{field}`"


def test_an_unknown_field_is_named() -> None:
    message = refusal(changed(lambda content: content.update(adjacent=[])))
    assert message == "the map: object contains unknown field `adjacent`"


def test_what_is_not_plain_data_is_refused() -> None:
    assert refusal({"name": object()}).startswith("the map is not plain data")
    endless: Content = {}
    endless["name"] = endless
    assert refusal(endless).startswith("the map is not plain data")


# ---- Wrong points


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ([1], "point 17: found length 1, wanted `array` of length 2"),
        ([1, "2"], "point 17 at `[1]`: found `str`, wanted `float`"),
        ([math.nan, 2], "point 17 at `[0]`: found `null`, wanted `float`"),
        ([1e308, 2], "point 17: found (1e+308, 2), wanted a place on the map, whose size is 6 × 9"),
        ([-0.5, 2], "point 17: found (-0.5, 2), wanted a place on the map, whose size is 6 × 9"),
        ([3.0001, 2], "point 17: found 3.0001, 2.0, wanted at most three decimals"),
        ([2, 2], "point 17 is the same place as point 16: areas share the corner, by its number"),
    ],
)
def test_a_wrong_point_is_named(point: Any, message: str) -> None:
    assert refusal(changed(lambda content: content["points"].__setitem__(17, point))) == message


# ---- Wrong areas


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("kingdom", "pink", "area ? (number 30 of the list): kingdom: found 'pink', wanted one of blue, red, yellow"),
        ("kingdom", 3, "area ? (number 30 of the list) at `kingdom`: found `int`, wanted `str`"),
        ("symbol", "castle", "area g4: symbol: found 'castle', wanted one of plain, capital, dragon, griffin, unicorn"),
        ("symbol", None, "area g4 (number 30 of the list) at `symbol`: found `null`, wanted `str`"),
        ("of", "pink", "area g4: of, for a hydra: found 'pink', wanted 'blue' or 'red' or 'yellow' or 'green' or"),
        ("of", 1, "area g4: of, for a hydra: found 1, wanted 'blue' or 'red' or 'yellow' or 'green' or"),
        ("of", True, "area g4 (number 30 of the list) at `of`: found `bool`, wanted `int | str | null`"),
        ("worth", 2, "area g4: worth: found 2, wanted none: only a capital has one"),
        ("label", [9, 9], "area g4: label: found (9, 9), wanted a place on the map, whose size is 6 × 9"),
        ("label", [2.5, 1.5], "area g4: label: found (2.5, 1.5), wanted a place within the area"),
        ("label", 5, "area g4 (number 30 of the list) at `label`: found `int`, wanted `array | null`"),
        ("polygon", [7, 8], "area g4: found 2 corners, wanted at least three"),
        ("polygon", [], "area g4: found 0 corners, wanted at least three"),
        ("polygon", [7, 8, 15, 99], "area g4: found point 99, wanted 0 to 69"),
        ("polygon", [7, 8, 15, -1], "area g4: found point -1, wanted 0 to 69"),
        ("polygon", [7, 8, 15.5], "area g4 (number 30 of the list) at `polygon[2]`: found `float`, wanted `int`"),
        ("polygon", [7, 8, 15, 8], "area g4: found point 8 twice, wanted once"),
        ("polygon", [7, 8, 9], "area g4: the polygon has no surface, or crosses itself"),
        ("polygon", [7, 15, 8, 14], "area g4: the polygon has no surface, or crosses itself"),
        ("colour", "red", "area g4 (number 30 of the list): object contains unknown field `colour`"),
    ],
)
def test_a_wrong_area_is_named(field: str, value: Any, message: str) -> None:
    found = refusal(changed(lambda content: entry(content, "g4").update({field: value})))
    assert found.startswith(message), found


@pytest.mark.parametrize(
    ("name", "symbol", "of", "message"),
    [
        ("g5", "capital", "blue", "area g5: of, for a capital of the green kingdom: found 'blue', wanted 'green'"),
        ("g5", "capital", None, "area g5: of, for a capital of the green kingdom: found None, wanted 'green'"),
        ("g8", "plain", "red", "area g8: of, for a plain: found 'red', wanted None"),
        ("g1", "spell", 5, "area g1: of, for a spell: found 5, wanted 1 or 2 or 3 or 4"),
        ("g1", "spell", "1", "area g1: of, for a spell: found '1', wanted 1 or 2 or 3 or 4"),
        ("g2", "griffin", "blue", "area g2: of, for a griffin: found 'blue', wanted 'red'"),
        ("g2", "dragon", "white", "area g2: of, for a dragon: found 'white', wanted 'blue' or 'red' or 'yellow'"),
    ],
)
def test_what_a_symbol_can_be_of(name: str, symbol: str, of: Any, message: str) -> None:
    found = refusal(changed(lambda content: entry(content, name).update(symbol=symbol, of=of)))
    assert found.startswith(message), found


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize(
    ("name", "symbol", "of", "message"),
    [
        ("g5", "plain", None, "the green kingdom: found 0 capitals, wanted 1"),
        ("g8", "capital", "green", "the green kingdom: found 2 capitals, wanted 1"),
        ("g2", "plain", None, "the map: found 5 dragons, wanted 6"),
        ("g8", "hydra", "blue", "the map: found 5 hydras, wanted 4"),
        ("g6", "plain", None, "the map: found 3 unicorns, wanted 4"),
        ("g8", "griffin", "red", "the map: found 5 griffins, wanted 4"),
        ("g2", "dragon", "red", "the map: found dragons in 4 colours, wanted 3"),
    ],
)
def test_the_numbers_of_capitals_and_monsters_are_insisted_on(name: str, symbol: str, of: Any, message: str) -> None:
    assert refusal(changed(lambda content: entry(content, name).update(symbol=symbol, of=of))) == message


@pytest.mark.rule("CK-16")
def test_a_capital_is_worth_two_or_three() -> None:
    found = refusal(changed(lambda content: entry(content, "g5").update(worth=4)))
    assert found == "area g5: worth: found 4, wanted 2 or 3"


@pytest.mark.rule("CK-1")
def test_every_kingdom_has_nine_areas() -> None:
    def move_an_area(content: Content) -> None:
        entry(content, "g9").update(kingdom="blue")

    assert refusal(changed(move_an_area)) == "the blue kingdom: found 10 areas, wanted 9"
    assert refusal(changed(lambda content: content["areas"].pop())) == "the brown kingdom: found 8 areas, wanted 9"


def test_polygons_with_absurdly_many_corners_are_refused() -> None:
    def go_everywhere(content: Content) -> None:
        content["points"] = [[x / 100, y / 100] for y in range(10) for x in range(400)]
        for number, area in enumerate(content["areas"]):
            # There and back again, a comb that no two areas could share.
            area["polygon"] = [*range(number, 200), *range(599, 400 + number, -1)]

    assert refusal(changed(go_everywhere)) == "areas: found 18684 corners, wanted at most 12000"


# ---- Lines that do not make a map


@pytest.mark.rule("CK-4")
def test_a_polygon_that_crosses_itself_is_refused() -> None:
    """A bow tie whose halves are of different size."""
    content = changed(lambda content: entry(content, "g5").update(polygon=[8, 9, 15, 31]))
    assert refusal(content) == "area g5: its side (1, 1)–(3, 4) meets its side (2, 1)–(1, 2)"


@pytest.mark.rule("CK-4")
def test_a_polygon_that_touches_itself_is_refused() -> None:
    content = changed(lambda content: content["points"].append([1.5, 1]))
    entry(content, "g5")["polygon"] = [8, 9, 16, 70, 15]
    assert refusal(content) == "area g5: its side (1, 1)–(2, 1) meets its side (1, 2)–(1.5, 1)"


@pytest.mark.rule("CK-4")
def test_areas_that_cross_are_refused() -> None:
    content = changed(lambda content: content["points"].append([3.5, 1.5]))
    entry(content, "g5")["polygon"] = [8, 9, 70, 16, 15]
    assert refusal(content) == (
        "area g5: its side (2, 1)–(3.5, 1.5) meets the side (3, 1)–(3, 2) of g6; "
        "areas may only meet in corners and sides that they share"
    )


@pytest.mark.rule("CK-4")
def test_an_area_that_covers_a_part_of_another_is_refused() -> None:
    """No lines cross: the wedge of g5 ends in the middle of g6."""
    content = changed(lambda content: content["points"].append([2.5, 1.5]))
    entry(content, "g5")["polygon"] = [8, 9, 70, 16, 15]
    assert refusal(content) == "area g5: the side (2, 1)–(2, 2) of g6 lies within it"


@pytest.mark.rule("CK-4")
def test_an_area_twice_is_refused() -> None:
    content = changed(lambda content: entry(content, "g5").update(polygon=entry(content, "g6")["polygon"]))
    assert refusal(content) == "area g6: it overlaps g5 at the side from point 9 to 10"


@pytest.mark.rule("CK-4")
def test_an_area_on_the_same_side_of_a_line_as_another_is_refused() -> None:
    content = changed(lambda content: entry(content, "g5").update(polygon=[0, 1, 7]))
    assert refusal(content) == "area g5: it overlaps g1 at the side from point 0 to 1"


@pytest.mark.rule("CK-4")
def test_an_area_inside_another_is_refused() -> None:
    def put_inside(content: Content) -> None:
        content["points"] += [[0.2, 0.2], [0.4, 0.2], [0.3, 0.4]]
        entry(content, "g5").update(polygon=[70, 71, 72])

    assert refusal(changed(put_inside)) == "area g1: the side (0.2, 0.2)–(0.4, 0.2) of g5 lies within it"


@pytest.mark.rule("CK-4")
def test_a_corner_on_anothers_side_must_be_shared() -> None:
    def add_a_corner(content: Content) -> None:
        content["points"].append([2, 1.5])
        entry(content, "g5").update(polygon=[8, 9, 70, 16, 15])

    assert refusal(changed(add_a_corner)) == (
        "area g6: its side (2, 1)–(2, 2) meets the side (2, 1)–(2, 1.5) of g5; "
        "areas may only meet in corners and sides that they share"
    )


@pytest.mark.rule("CK-4")
def test_a_gap_between_areas_is_a_lake_and_warned_of() -> None:
    def open_a_gap(content: Content) -> None:
        content["points"].append([1.9, 1.5])
        entry(content, "g5").update(polygon=[8, 9, 70, 16, 15])

    assert told(changed(open_a_gap)) == ["area g5: there is a gap between areas at (2, 1)"]


@pytest.mark.rule("CK-4")
def test_land_apart_from_the_rest_is_an_island_and_warned_of() -> None:
    """The whole yellow kingdom lies apart."""

    def move_away(content: Content) -> None:
        content["size"] = [20, 9]
        content["points"] += [[x + 5, y] for y in range(6, 10) for x in range(3, 7)]
        for number in range(9):
            corner = 70 + 4 * (number // 3) + number % 3
            entry(content, f"y{number + 1}")["polygon"] = [corner, corner + 1, corner + 5, corner + 4]
        content["towers"].pop()

    assert told(changed(move_away))[0] == "area y1: there is land apart from the rest at (8, 6)"


@pytest.mark.rule("CK-4")
def test_land_that_touches_itself_in_a_corner_is_warned_of() -> None:
    """A lake whose end touches the coast."""

    def dig(content: Content) -> None:
        content["points"].append([0.5, 1.5])
        entry(content, "g4")["polygon"] = [7, 8, 15, 70, 14]
        entry(content, "g7")["polygon"] = [14, 15, 22, 21]

    assert "area g4: at (0, 2) the land touches itself in a corner only" in told(changed(dig))


@pytest.mark.rule("CK-4")
def test_a_kingdom_in_two_parts_is_refused() -> None:
    def exchange(content: Content) -> None:
        one, other = entry(content, "g1"), entry(content, "r9")
        one["polygon"], other["polygon"] = other["polygon"], one["polygon"]
        content["towers"] = []

    assert refusal(changed(exchange)) == "area r9: no way within the red kingdom leads to it from r1"


# ---- Wrong towers


@pytest.mark.rule("CK-4")
@pytest.mark.parametrize(
    ("tower", "message"),
    [
        ({"areas": ["g1", "g5"]}, "tower 8: g1 and g5 share no border that it could stand on"),
        ({"areas": ["g1", "g1"]}, "tower 8: g1 and g1 share no border that it could stand on"),
        ({"areas": ["g4", "g1"]}, "tower 8: there is a tower between g4 and g1 already"),
        ({"areas": ["g1", "x9"]}, "tower 8: found area 'x9', wanted b1 to n9"),
        ({"areas": ["g1"]}, "tower 8 at `areas`: found length 1, wanted `array` of length 2"),
        ({"areas": [1, 2]}, "tower 8 at `areas[0]`: found `int`, wanted `str`"),
        ({}, "tower 8: object missing required field `areas`"),
        ({"areas": ["g1", "g2"], "place": [1.5, 0.5]}, "tower 8: (1.5, 0.5) is 0.5 away from the border of g1 and g2"),
        (
            {"areas": ["g1", "g2"], "place": [1, 99]},
            "tower 8: place: found (1, 99), wanted a place on the map, whose size is 6 × 9",
        ),
    ],
)
def test_a_wrong_tower_is_named(tower: Any, message: str) -> None:
    assert refusal(changed(lambda content: content["towers"].append(tower))).startswith(message)


def test_more_towers_than_the_rules_have_room_for_are_refused() -> None:
    towers = [{"areas": ["g1", "g2"]}] * 25
    assert refusal(changed(lambda content: content.update(towers=towers))) == "towers: found 25, wanted at most 24"


# ---- Anything else

JUNK = [None, True, 0, -1, 10**30, 1e308, math.nan, "", "red", "ы" * 300, [], {}, [[]], {"kingdom": "red"}, object()]


@pytest.mark.parametrize("seed", range(60))
def test_junk_anywhere_is_refused_or_harmless(seed: int) -> None:
    """A map with something odd at any place is refused with a MapError, if it is not still a sound map."""
    chance = random.Random(seed)
    content = copy.deepcopy(squares())
    place: Any = content
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], dict | list) or not place[key] or chance.random() < 0.2:
            break
        place = place[key]
    place[key] = chance.choice(JUNK)
    with contextlib.suppress(MapError):
        assert len(maps.load(content).numbers()) == 288
