"""The box: tiles, crystals, the platform, task cards (KG-1 to KG-5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from pentarchy.engine.simulation import fast_generator
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import (
    CARDS,
    COLOURS,
    CRYSTALS_OF_A_COLOUR,
    LONE_TRANSPARENTS,
    PAIRED_TRANSPARENTS,
    SPOTS,
    TILES,
    Tile,
    check_cards,
    check_tiles,
    spots_of,
)
from tests.rules.kingems.tables import board, goals, load, table

NAMES = {tile.kind: tile for tile in TILES}


@pytest.mark.rule("KG-1")
def test_there_are_36_tiles_of_four_kinds() -> None:
    assert {tile.kind: tile.number for tile in TILES} == {"turn": 12, "straight": 6, "crossroads": 10, "double": 8}


@pytest.mark.rule("KG-1")
@pytest.mark.parametrize(
    ("kind", "turned"),
    [
        ("turn", [["ne"], ["es"], ["sw"], ["wn"]]),
        ("straight", [["ns"], ["ew"], ["sn"], ["we"]]),
        ("crossroads", [["nesw"], ["eswn"], ["swne"], ["wnes"]]),
        ("double", [["ne", "sw"], ["es", "wn"], ["sw", "ne"], ["wn", "es"]]),
    ],
)
def test_a_quarter_turn_takes_every_end_of_a_path_to_the_next_side(kind: str, turned: list[list[str]]) -> None:
    assert [NAMES[kind].turned(quarters) for quarters in range(4)] == turned


@pytest.mark.rule("KG-1")
@pytest.mark.parametrize("kind", list(NAMES))
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.interpreted
def test_the_compiled_rules_open_the_same_sides(kind: str, quarters: int) -> None:
    """The tile lies in the middle of crossroads, which open to all sides: what it opens to is joined."""
    game = load(2, first=0)
    buffer = game.buffer()
    state = buffer.view(rules.STATE)[0]
    for cell in range(36):
        number, turned = (list(NAMES).index(kind), quarters) if cell == 14 else (2, 0)
        game.kernel.apply(buffer, -1, rules.TILE_DRAWN + 4 * number + turned)
    for path, sides in enumerate(NAMES[kind].turned(quarters)):
        opened = {side for number, side in enumerate("nesw") if int(state.openings[path][number]) >> (8 * 2 + 2) & 1}
        assert opened == set(sides)


@pytest.mark.rule("KG-1")
def test_a_path_keeps_its_number_when_the_tile_is_turned() -> None:
    picture = """
        ......
        .╲....
        ......
        ......
        ......
        ......
    """
    first, second = board(picture).spot("b2 ne"), board(picture).spot("b2 sw")
    assert (first, second) == ((7, 0), (7, 1))
    turned = board(picture).turned(7, 1)
    assert [turned.name((7, 0)), turned.name((7, 1))] == ["b2 es", "b2 wn"]


@pytest.mark.rule("KG-1")
def test_a_path_on_a_double_tile_is_named_by_the_sides_it_joins() -> None:
    assert set(SPOTS) == {"ne", "es", "sw", "wn"}


@pytest.mark.rule("KG-1")
def test_another_reading_of_the_pictures_is_another_name() -> None:
    """Were the double tile a bridge over a tunnel, its paths would be these."""
    assert spots_of((Tile("bridge", "B", ("ns", "ew"), 36),)) == ("ns", "ew")


@pytest.mark.rule("KG-1")
@pytest.mark.parametrize(
    ("tiles", "problem"),
    [
        ((Tile("turn", "T", ("ne",), 35),), "there are 35 tiles for 36 cells"),
        ((Tile("turn", "T", ("ne",), 18), Tile("turn", "S", ("ns",), 18)), "two kinds of tiles have one name"),
        ((Tile("turn", "T", ("ne",), 18), Tile("straight", "T", ("ns",), 18)), "two kinds of tiles have one name"),
        ((Tile("three", "T", ("n", "e", "s"), 36),), "a tile has one path or two"),
        ((Tile("none", "T", (), 36),), "a tile has one path or two"),
        ((Tile("double", "D", ("ne", "es"), 36),), "the sides n, e, s, w, each once"),
        ((Tile("turn", "T", ("up",), 36),), "the sides n, e, s, w, each once"),
        ((Tile("empty", "E", ("",), 36),), "the sides n, e, s, w, each once"),
    ],
)
def test_tiles_that_cannot_be_are_refused(tiles: tuple[Tile, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_tiles(tiles)


@pytest.mark.rule("KG-2")
def test_a_whole_board_holds_five_of_each_colour_and_ten_transparents() -> None:
    game = load(2, first=0)
    rng = fast_generator(4)
    for _ in range(50):
        contents = whole_board(game, rng)
        counts = Counter(crystal for content in contents for crystal in content.split("+"))
        assert counts == dict.fromkeys(COLOURS, CRYSTALS_OF_A_COLOUR) | {"transparent": 10}
        assert contents.count("transparent") == LONE_TRANSPARENTS
        assert sum("+" in content for content in contents) == PAIRED_TRANSPARENTS


def whole_board(game: Any, rng: Any) -> list[str]:
    """All cells, shown one after the other by the fast draw."""
    buffer = game.buffer()
    state = buffer.view(rules.STATE)[0]
    game.kernel.settle_buffer(buffer, rng, np.empty(rules.MAX_LEGAL, np.int64))
    draw = game.kernel.bound["draw"]
    found = []
    for cell in range(36):
        state.turned[0] = cell
        state.phase = rules.Phase.SHOW_FIRST.value
        outcome = int(draw(state, rng))
        found.append(game.spec.moves.outcome(outcome).split(" ", 1)[1])
        game.kernel.apply(buffer, -1, outcome)
    return found


@pytest.mark.rule("KG-3")
def test_the_platform_adjoins_the_four_central_tiles() -> None:
    picture = """
        ......
        ......
        ..╯╰..
        ..╮╭..
        ......
        ......
    """
    assert goals(picture, "platform") == {"c3", "d3", "c4", "d4"}


@pytest.mark.rule("KG-4")
def test_a_basic_card_has_six_colours_and_leaves_out_the_one_of_its_number() -> None:
    for number, card in enumerate(CARDS["basic"]):
        assert card == tuple(colour for colour in COLOURS if colour != COLOURS[number])


@pytest.mark.rule("KG-4")
def test_an_advanced_card_names_its_second_colour_again_at_the_end() -> None:
    assert COLOURS == ("blue", "violet", "yellow", "orange", "light blue", "green", "pink")
    assert CARDS["advanced"][0] == ("blue", "violet", "yellow", "orange", "light blue", "violet")
    assert CARDS["advanced"][5] == ("green", "pink", "blue", "violet", "yellow", "pink")
    for card in CARDS["advanced"]:
        assert len(set(card)) == 5


@pytest.mark.rule("KG-4")
@pytest.mark.parametrize(
    ("mode", "row", "card", "problem"),
    [
        ("basic", 0, CARDS["basic"][1], "there are 6 different basic cards, not 7"),
        ("basic", 0, ("blue",) * 6, "basic card 1 names 1 different colours, not 6"),
        ("basic", 3, ("black", *CARDS["basic"][3][1:]), "basic card 4 does not name 6 crystals of blue"),
        ("advanced", 2, CARDS["basic"][0], "advanced card 3 names 6 different colours, not 5"),
        ("basic", 0, CARDS["basic"][1][::-1], "each basic card leaves out another colour"),
    ],
)
def test_cards_that_cannot_be_are_refused(mode: str, row: int, card: tuple[str, ...], problem: str) -> None:
    cards = {name: tuple(card if (name, i) == (mode, row) else c for i, c in enumerate(CARDS[name])) for name in CARDS}
    with pytest.raises(ValueError, match=problem):
        check_cards(cards)


@pytest.mark.rule("KG-5")
@pytest.mark.parametrize("players", [1, 5, 0, True, "2"])
def test_there_is_no_game_for_other_numbers_of_players(players: Any) -> None:
    with pytest.raises(ValueError, match="players is one of 2, 3, 4, not"):
        load(players)


@pytest.mark.rule("KG-5")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_everybody_sees_all_task_cards(seat: int | None) -> None:
    match = table(pawns=["platform"] * 3, cards=(7, 2, 1))
    assert [player["card"] for player in match.view(seat)["players"]] == [7, 2, 1]
    assert match.game.constants["cards"]["basic"][7 - 1] == [
        "blue",
        "violet",
        "yellow",
        "orange",
        "light blue",
        "green",
    ]
