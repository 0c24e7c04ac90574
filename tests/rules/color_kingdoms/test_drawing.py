"""The table as a picture and as text, made from a view alone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from pentarchy.art import Sheet
from pentarchy.games.color_kingdoms import draw, draw_map, maps
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS
from tests.rules.color_kingdoms.tables import arranged, finish, load, on_the_default_map, play, squares, started, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

SHEET = """
    rg. by.
    g.b ...
    ... ..v
"""
OTHER = """
    yb. ...
    ... ...
    b.. ...
"""


def taking() -> Match:
    return arranged(SHEET, OTHER, ready={"move": 1, "split": 2, "green": 2}, blots=(3, 0))


def painting() -> Match:
    return play(taking(), "take blue from red", "paint r1")


def both_painting() -> Match:
    return play(painting(), "take red from red", "paint r2", seat=1)


def alone() -> Match:
    return arranged(SHEET, won={"green": ([0], [])}, crossed={"red": [4], "hydra": [3]}, game=load(1))


def over() -> Match:
    return finish(started(3))


STAGES = [taking, painting, both_painting, alone, over]
stages = pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)


def seats(match: Match) -> list[int | None]:
    return [None, *range(match.game.players)]


# ---- The picture


@stages
def test_a_picture_is_well_formed_for_every_viewer(stage: Any) -> None:
    match = stage()
    for seat in seats(match):
        picture = ElementTree.fromstring(match.svg(seat))
        assert float(picture.get("width", 0)) <= 1280
        assert float(picture.get("height", 0)) <= 920


@stages
def test_a_picture_stands_alone(stage: Any) -> None:
    picture = stage().svg(0)
    assert "var(" not in picture
    ids = set(re.findall(r' id="([^"]+)"', picture))
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= ids
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= ids


@stages
def test_a_drawing_needs_nothing_but_the_view(stage: Any) -> None:
    match = stage()
    for seat in seats(match):
        view = json.loads(json.dumps(match.view(seat)))
        assert draw.svg(view) == match.svg(seat)
        assert draw.text(view) == match.text(seat)


def test_whole_matches_can_be_drawn() -> None:
    for players in (1, 2, 3, 4):
        for number, match in enumerate(walk(on_the_default_map(players).start(players), players)):
            if number % 53 == 0 or match.over:
                ElementTree.fromstring(match.svg(number % players))
                assert max(map(len, match.text(number % players).splitlines())) <= 100


def test_all_areas_have_their_paint() -> None:
    picture = taking().svg(0)
    assert picture.count('class="area ') == 54 * 2, "the large sheet and the small one of the other"
    for name, paint in (("g1", "red"), ("g2", "green"), ("b1", "blue"), ("b2", "yellow"), ("b9", "violet")):
        assert f'class="area {name} {paint}"' in picture
    assert 'class="area r5 unpainted"' in picture


def test_painted_areas_can_be_told_apart_without_colour() -> None:
    """Every paint has a hatch of its own."""
    board = maps.load(squares())
    hatches = {}
    for paint in COLOURS:
        drawn = draw_map.chart(Sheet(), board, {"g5": paint})
        (area,) = re.findall(rf'<g class="area g5 {paint}">(.*?)</g>', drawn)
        hatches[paint] = re.findall(r"h-(\w+)\)", area)
    assert hatches == {paint: [paint] for paint in COLOURS}


def test_small_sheets_can_be_told_apart_without_colour() -> None:
    """Hatches are too fine there: every paint has its sign."""
    board = maps.load(squares())
    for paint in COLOURS:
        drawn = draw_map.small_chart(Sheet(), board, {"g5": paint})
        assert re.findall(r"sign-(\w+)", drawn) == [paint]


def test_signs_can_be_added_to_the_hatches() -> None:
    board = maps.load(squares())
    drawn = draw_map.chart(Sheet(), board, {"g5": "red", "g8": "blue"}, signs=True)
    assert re.findall(r'<g class="sign">.*?sign-(\w+)', drawn) == ["red", "blue"]


def test_dragons_show_their_colour_by_a_sign() -> None:
    drawn = draw_map.picture(maps.load("default"))
    dragons = re.findall(r'<g class="symbol dragon">(.*?)</g>', drawn)
    assert sorted(re.findall(r"sign-(\w+)", "".join(dragons))) == [
        "brown",
        "brown",
        "green",
        "green",
        "violet",
        "violet",
    ]


def test_a_symbol_tells_whether_it_was_tamed_or_defeated() -> None:
    board = maps.load("default")
    sheet = Sheet()
    drawn = draw_map.chart(sheet, board, {"b5": "blue", "r5": "green"})
    capitals = re.findall(r'<g class="symbol capital">(.*?)</g>', drawn)
    ringed = [capital for capital in capitals if capital.count("<circle") == 2]
    slashed = [capital for capital in capitals if "<path" in capital]
    assert (len(capitals), len(ringed), len(slashed)) == (6, 1, 1)


def test_a_tower_flies_a_flag_when_both_its_areas_are_painted() -> None:
    board = maps.load(squares())
    drawn = draw_map.chart(Sheet(), board, {"g1": "red", "g4": "blue", "b8": "red"})
    assert drawn.count('class="tower done"') == 1
    assert drawn.count('class="tower"') == 7


def test_lamplight_shows_where_the_die_can_paint_to_the_one_who_paints() -> None:
    match = painting()
    with_the_die = [str(move) for move in match.legal(0) if re.fullmatch(r"paint ..", str(move))]
    assert match.svg(0).count('class="lit"') == len(with_the_die) == 6
    assert 'class="lit"' not in match.svg(1)
    assert 'class="lit"' not in match.svg(None)


def test_the_names_of_what_is_left_are_written_for_the_one_who_paints() -> None:
    match = painting()
    assert ">r5<" in match.svg(0)
    assert ">r1<" not in match.svg(0), "it is painted"
    assert ">r5<" not in match.svg(1)


def test_dice_lie_on_the_map_and_taken_ones_leave_arms() -> None:
    picture = painting().svg(0)
    assert 'class="die blue taken"' in picture
    assert picture.count('class="die ') == 4
    assert taking().svg(0).count(" taken") == 0


def test_points_for_speed_are_won_open_or_gone() -> None:
    match = arranged(SHEET, OTHER, won={"green": ([0], []), "red": ([1], []), "hydra": ([1], [0])})
    drawn = match.svg(0)

    def states(key: str) -> list[str]:
        row = re.search(rf'<g class="row {key}">.*?<g class="row |<g class="row {key}">.*', drawn)
        assert row is not None
        return re.findall(r'class="speed (\w+)"', row[0])[:2]

    assert states("green") == ["won", "gone"]
    assert states("red") == ["gone", "open"]
    assert states("hydra") == ["gone", "won"]
    assert states("blue") == ["open", "open"]


def test_the_solo_game_shows_crossed_numbers_and_the_rating() -> None:
    match = alone()
    assert match.svg(0).count('class="speed gone"') == 2
    assert match.svg(0).count('class="speed won"') == 1
    assert "Rating now" in match.svg(0)
    assert "below 50" in match.svg(0)


def test_the_winner_wears_a_crown() -> None:
    assert over().svg(None).count('class="winner"') == 1


# ---- Secrets


def test_what_others_paint_in_this_round_is_not_drawn() -> None:
    """Before and after Blue's secret painting Red sees the same picture and text."""
    match = painting()
    match.play("take red from red", 1)
    before = match.svg(0), match.text(0), match.svg(None), match.text(None)
    match.play("paint r2", 1)
    assert (match.svg(0), match.text(0), match.svg(None), match.text(None)) == before
    assert 'class="area r2 red"' not in match.svg(0)
    assert 'class="area r2 red"' in match.svg(1)


# ---- The text


@stages
def test_the_text_fits_into_a_hundred_columns(stage: Any) -> None:
    match = stage()
    for seat in seats(match):
        assert max(map(len, match.text(seat).splitlines())) <= 100


def test_the_text_lists_a_kingdom_area_by_area() -> None:
    lines = painting().text(0).splitlines()
    assert lines[8] == "Your sheet: −8 points; * marks what the die can paint"
    assert "\n".join(line[51:] for line in lines[10:20]) == (
        "  Redhill (red)\n"
        "  r1 spell 1        blue   r2 r4 n7\n"
        "  r2 dragon green   .      r1 r3 r5 n8\n"
        "* r3 spell 2        .      r2 r6 y1 n9\n"
        "  r4 griffin red    .      r1 r5 r7\n"
        "* r5 capital red    .      r2 r4 r6 r8\n"
        "* r6 unicorn yellow .      r3 r5 r9 y4\n"
        "* r7 spell 3        .      r4 r8\n"
        "* r8 -              .      r5 r7 r9\n"
        "* r9 spell 4        .      r6 r8 y7"
    )


def test_the_text_says_what_is_in_stock_and_what_the_rows_bring() -> None:
    lines = painting().text(0).splitlines()
    assert lines[-15:] == [
        "Towers: b8|b9, r1|r2, y8|y9, g1|g4 done, b4|g6, v4|n6, v4|v7, r6|y4",
        "Blots:  3 of 12",
        "",
        "  Bluewater   4  2  3 colours                3       Dragons     3  1  1 tamed, 4 unpainted    −2",
        "  Redhill     4  2  1 colour                 1       Griffins    3  1  0 tamed, 4 unpainted    −4",
        "  Yellowmere  4  2  0 colours                0       Unicorns    3  1  0 tamed, 3 unpainted    −3",
        "  Greenwood   4  2  3 colours                3       Hydras      3  1  0 tamed, 3 unpainted    −3",
        "  Lilacfield  4  2  0 colours                0       End         3  1  0 of 3 kingdoms          0",
        "  Brownsoil   4  2  0 colours                0",
        "",
        "Blue as the round began: −15 points, takes a die",
        "  b .........  r .........  y .........  g yb....b..  v .........  n .........",
        "  spells 0 0 0 0, drops none, blots 0",
        "",
        "Your turn: paint 3 blue drops in Redhill",
    ]
    assert "Spells: 1 move 1 (+1 next round), 2 exception 0, 3 split 2, 4 mix 0" in lines
    assert "Drops:  green 2" in lines


def test_every_area_is_listed_with_its_neighbours() -> None:
    board = maps.load("default")
    text = on_the_default_map(2, first=0).start(1).text(0)
    for number, area in enumerate(board.areas):
        near = " ".join(name for other, name in enumerate(AREA_NAMES) if board.neighbours[number] >> other & 1)
        assert re.search(rf"\b{area.name} .*?\. +{near}( |$)", text, re.MULTILINE), area.name


@pytest.mark.parametrize(
    ("match", "seat", "last_line"),
    [
        (taking(), 0, "Your turn: take a die"),
        (taking(), 1, "Red takes a die"),
        (painting(), 0, "Your turn: paint 3 blue drops in Redhill"),
        (both_painting(), None, "Red and Blue to act"),
        (alone(), 0, "Your turn: take a die"),
    ],
)
def test_the_text_ends_with_what_is_to_be_done(match: Match, seat: int | None, last_line: str) -> None:
    assert match.text(seat).splitlines()[-1] == last_line
