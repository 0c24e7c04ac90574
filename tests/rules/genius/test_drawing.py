"""The table as a picture and as text, made from a view alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from tests.rules.genius.tables import NOTHING, ended, load, table, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match


def success() -> Match:
    return table(
        *("4 2 5 7 3 0", "3 4 2 2 6 3", "5 3 4 0 2 4"), centre="red*2 yellow blue*2 violet", zone="yellow blue"
    )


def bonus_turn() -> Match:
    return table(
        *("4 2 5 6 3 2", "7 2 5 7 3 1"),
        centre="red*7 orange yellow green blue*6 violet",
        acting=1,
        in_bonus_turn=True,
        bonus_turns=1,
        aside={"red": 2, "green": 3},
    )


def stuck() -> Match:
    return table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3")


def won() -> Match:
    return ended("5 5 5 5 5 5", "5 5 4 3 4 4", "5 4 4 5 3 3", "5 4 2 4 5 3")


def series_won() -> Match:
    return ended(
        *("7 7 7 7 7 7", "3 3 3 3 3 3"), options={"series": 12}, first=0, game_number=12, earlier=[[6, 7]] * 11
    )


STAGES = [success, bonus_turn, stuck, won, series_won]
stages = pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)


@stages
def test_a_picture_is_well_formed_for_every_viewer(stage: Any) -> None:
    match = stage()
    for seat in (None, *range(match.game.players)):
        picture = ElementTree.fromstring(match.svg(seat))
        assert float(picture.get("width", 0)) <= 1100
        assert float(picture.get("height", 0)) <= 900


@stages
def test_the_text_fits_into_a_hundred_columns(stage: Any) -> None:
    match = stage()
    for seat in (None, *range(match.game.players)):
        assert max(map(len, match.text(seat).splitlines())) <= 100


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_matches_can_be_drawn(players: int) -> None:
    for number, match in enumerate(walk(load(players, series=2).start(players))):
        if number % 41 == 0 or match.over:
            ElementTree.fromstring(match.svg(number % players))
            assert max(map(len, match.text(number % players).splitlines())) <= 100


def test_the_text_of_a_success() -> None:
    assert success().text(0) == (
        "Simply Genius, 7 of each colour\n"
        "\n"
        "                   red  orange  yellow   green    blue  violet\n"
        "  centre             2       .       1       .       2       1\n"
        "  zone               .       .       1       .       1       .\n"
        "  reserve            7      12       8      12       7      13\n"
        "\n"
        "> Red (you)          4       2       5       7       3       .   fewest 0, place 2\n"
        "  Blue               3       4       2       2       6       3   fewest 2, place 1\n"
        "  Yellow             5       3       4       .       2       4   fewest 0, place 3\n"
        "\n"
        "next token, of 59: match 20 (34 %), no match 24 (41 %), conflict 15 (25 %)\n"
        "\n"
        "Your turn: draw again or collect 5"
    )


@pytest.mark.parametrize(
    ("match", "seat", "last_line"),
    [
        (bonus_turn(), None, "Blue's bonus turn: draw, or take one violet token instead; 1 bonus turn to follow"),
        (stuck(), 0, "Your turn: nothing to draw, nothing to take: pass"),
        (won(), 1, "Red wins with 5 of every colour"),
        (series_won(), None, "Blue wins with 80 points"),
    ],
)
def test_the_text_ends_with_what_is_to_be_done(match: Match, seat: int | None, last_line: str) -> None:
    assert match.text(seat).splitlines()[-1] == last_line


def test_a_game_that_nobody_completed_says_why_it_ended() -> None:
    passed = ended("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", passes=3, centre="blue*3 violet*3")
    assert passed.text().endswith("Red and Blue and Yellow share the victory with 6 6 7 7 7 7, nobody can move")
    stalled = ended("5 5 5 5 4 4", NOTHING, standstill=40)
    assert stalled.text().endswith("Red wins with 4 4 5 5 5 5, stalled for 40 turns")


def test_surplus_is_shown_while_it_lies_aside() -> None:
    assert "  aside              2       .       .       3       .       .\n" in bonus_turn().text()
    assert 'class="aside"' in bonus_turn().svg()
    assert 'class="aside"' not in success().svg()


def test_lamplight_shows_choices_to_the_one_who_acts_but_not_to_the_others() -> None:
    match = success()
    assert 'class="ghost blue"' in match.svg(0)
    assert 'class="ghost blue"' not in match.svg(1)


def test_a_tower_has_as_many_tokens_as_the_collection() -> None:
    picture = success().svg(1)
    tower = re.search(r'class="rack seat-1 blue".*?<g class="tower blue">(.*?)</g>', picture)
    assert tower is not None
    assert tower[1].count("<use") == 6


def test_the_winner_wears_a_crown() -> None:
    assert won().svg(1).count('class="winner"') == 1
