"""The table as a picture and as text, made from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from tests.rules.kingems.tables import PLAIN, finish, load, play, table, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

MIXED = """
    ╭─╮┼╰┼
    │╲┼╯─╮
    ╰┼╱│╭┼
    ┼╮─┼╲╯
    ╰┼╭╱┼│
    ╯─╰┼╮─
"""
SHOWN = {"a1": "pink+transparent", "b2": "blue", "f6": "light blue", "e4": "transparent", "c3": "green"}


def beginning() -> Match:
    return table(MIXED, pawns=["platform"] * 4)


def middle() -> Match:
    crystals = ["pink, blue, transparent, transparent", "green"]
    return table(MIXED, pawns=("a1", "b2 ne"), shown=SHOWN, crystals=crystals, memory=True)


def crowd() -> Match:
    return table(MIXED, pawns=("b2 ne", "b2 ne", "b2 sw", "b2 sw"), shown=SHOWN)


def taking() -> Match:
    return play(table(PLAIN, pawns=("a1", "platform"), shown=SHOWN), "turn c3 90", "go f6")


def homeward() -> Match:
    full = "blue, violet, transparent, orange, light blue, violet"
    return play(table(PLAIN, pawns=("a1", "platform"), shown=SHOWN, crystals=[full], mode="advanced"), "keep")


def won() -> Match:
    return play(homeward(), "return")


def stalled() -> Match:
    match = table(PLAIN, pawns=("a1", "a6"), shown=SHOWN | {"a6": "pink"}, crystals=["pink"], quiet=119)
    return play(match, "keep", "go a6")


STAGES = [beginning, middle, crowd, taking, homeward, won, stalled]
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


@pytest.mark.parametrize("players", [2, 4])
def test_whole_basic_matches_can_be_drawn(players: int) -> None:
    for number, match in enumerate(walk(load(players, memory=True).start(players), seed=players)):
        if number % 31 == 0 or match.over:
            ElementTree.fromstring(match.svg(number % players))
            assert max(map(len, match.text(number % players).splitlines())) <= 100


def test_the_text_shows_tunnels_pawns_dead_ends_and_what_is_remembered() -> None:
    assert middle().text(0).splitlines() == [
        "KinGems, basic mode",
        "",
        "     a    b    c    d    e    f         a   b   c   d   e   f",
        "   ·   ··   ··   ·· │ ·· │ ·· │ ·",
        " 1   R─────────╮  ──*──  ╰────┼──    1  P+T .   .   .   .   .",
        "   · │ ··   ·· │ ·· │ ··   ·· │ ·",
        "   · │ ·· │ ·· │ ·· │ ··   ··   ·",
        " 2   │  ─*╰B───┼────╯  ───────╮      2  .   B   .   .   .   .",
        "   · │ ··╰╮ ·· │ ··   ··   ·· │ ·",
        "   · │ ·· │ ··╭╯ ·· │ ··   ·· │ ·",
        " 3   ╰────*───╯╭──  │    ╭────┼──    3  .   .   G   .   .   .",
        "   ·   ·· │ ·· │ ╔╗ │ ·· │ ·· │ ·",
        "   · │ ··   ··   ╚╝ │ ·· │ ·· │ ·",
        " 4 ──┼────╮  ───────┼───╮╰────╯      4  .   .   .   .   T   .",
        "   · │ ·· │ ··   ·· │ ··╰╮ ··   ·",
        "   · │ ·· │ ··   ··╭╯ ·· │ ·· │ ·",
        " 5   ╰────┼──  ╭───╯╭────┼──  │      5  .   .   .   .   .   .",
        "   ·   ·· │ ·· │ ·· │ ·· │ ·· │ ·",
        "   · │ ··   ·· │ ·· │ ··   ··   ·",
        " 6 ──╯  ─────  ╰────┼────╮  ─────    6  .   .   .   .   .   L",
        "   ·   ··   ··   ·· │ ·· │ ··   ·",
        "",
        "* in reach; B blue, V violet, Y yellow, O orange, L light blue, G green, P pink, T transparent",
        "",
        "> Red (you)    a1        2 of 6  violet yellow orange light-blue green [pink]",
        "                                 beside: blue, 2 transparent",
        "  Blue         b2 ne     1 of 6  blue yellow orange light-blue [green] pink",
        "",
        "Your turn: rotate a tile or leave them as they are",
    ]


def test_the_text_of_a_small_board() -> None:
    lines = table("╭─╮... │.│... ╰─╯... ...... ...... ......", pawns=("a1", "platform"), shown={"a1": "pink"}).text(0)
    assert [line[3:18] for line in lines.splitlines()[3:12]] == [
        "·   ··   ··   ·",
        "  R─────────╮  ",
        "· │ ··   ·· │ ·",
        "· │ ·· │ ·· │ ·",
        "  │    ╰──  │  ",
        "· │ ··   ·· │ ·",
        "· │ ··   ·· │ ·",
        "  ╰─────────╯  ",
        "·   ··   ··   ╔",
    ]


@pytest.mark.parametrize(
    ("stage", "seat", "last_line"),
    [
        (beginning, None, "Red to act: rotate a tile or leave them as they are"),
        (taking, 0, "Your turn: take light blue"),
        (taking, 1, "Red to act: take light blue"),
        (homeward, 0, "Your turn: go to a dead end or return to the platform"),
        (won, 1, "Red wins back on the platform"),
        (stalled, 0, "Red wins with 1 of 6 places, nothing was taken for 120 turns"),
    ],
)
def test_the_text_ends_with_what_is_to_be_done(stage: Any, seat: int | None, last_line: str) -> None:
    assert stage().text(seat).splitlines()[-1] == last_line


def test_a_stand_in_keeps_the_wanted_colour_in_the_text() -> None:
    assert "[blue] [violet] T(yellow) [orange]" in homeward().text()


def test_what_lies_beside_a_card_is_told() -> None:
    assert "beside: blue, 2 transparent" in middle().text()


def test_two_pawns_on_one_path_are_both_written() -> None:
    text = crowd().text()
    assert all(letter in "\n".join(text.splitlines()[5:9]) for letter in "RBYG")


def test_lamplight_shows_the_way_to_the_one_who_acts_but_not_to_the_others() -> None:
    match = middle()
    assert 'class="goal"' in match.svg(0)
    assert 'class="lit"' in match.svg(0)
    assert 'class="goal"' not in match.svg(1)
    assert "*" in match.text(0).split("in reach")[0]


def test_every_pawn_is_in_the_picture() -> None:
    for stage in STAGES:
        match = stage()
        picture = match.svg()
        for seat in range(match.game.players):
            assert picture.count(f'class="pawn {("red", "blue", "yellow", "green")[seat]}"') == 1


def test_what_was_shown_in_this_turn_lies_on_the_board_for_all() -> None:
    for seat in (None, 0, 1):
        assert taking().svg(seat).count('class="found"') == 2


def test_only_with_memory_there_is_a_panel_of_what_was_seen() -> None:
    assert 'class="seen"' in middle().svg()
    assert 'class="seen"' not in taking().svg()


def test_a_match_played_to_its_end_shows_its_scores() -> None:
    match = finish(load(2).start(3), seed=3)
    assert 'class="scores"' in match.svg()
