"""Positions: written and read again, or written by hand."""

from __future__ import annotations

import copy
import json
from itertools import islice
from typing import Any

import pytest

from tests.rules.kingdomino.handwritten import ROUND_2, taken_up, with_kingdom, without
from tests.rules.kingdomino.tables import (
    allowed_combinations,
    ended,
    finish,
    kingdom,
    load,
    lying,
    moves,
    name_of,
    walk,
)
from tests.sizes import size
from tests.variants import first_and_further

# The two bonuses change no position, so that half of the combinations is enough.
WITH_BOTH_BONUSES_OR_NONE = first_and_further(
    [
        pytest.param(options, id=name_of(options))
        for options in allowed_combinations()
        if options.get("middle_kingdom", False) == options.get("harmony", False)
    ]
)

# --- Written and read again -------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-20")
@pytest.mark.soak
@pytest.mark.parametrize("options", WITH_BOTH_BONUSES_OR_NONE)
def test_positions_of_a_match_are_read_back_byte_for_byte(options: dict[str, Any]) -> None:
    game = load(**options)
    for match in islice(walk(game.start(2), seed=2), 0, None, size(5, 1)):
        written = json.loads(json.dumps(match.position()))
        assert game.load(written).tobytes() == match.state()


def test_a_match_goes_on_from_its_position_as_from_itself() -> None:
    game = load(2, dynasty=True)
    match = game.start(3)
    while match.view()["game_number"] < 2 or match.view()["round"] < 3:
        match.play(match.legal()[0])
    twin = game.from_position(match.position(), seed=4)
    assert twin.to_act == match.to_act
    assert moves(twin) == moves(match)
    assert twin.standings() == match.standings()
    assert finish(twin).over


def test_a_position_is_not_changed_by_reading_it() -> None:
    position = without("gone")
    before = copy.deepcopy(position)
    taken_up(position)
    assert position == before


# --- Written by hand --------------------------------------------------------------------------------------------------


def test_the_position_of_round_2_is_what_it_seems() -> None:
    match = taken_up(ROUND_2)
    assert match.to_act == (1,)
    assert match.standings().scores == (2, 0)
    assert kingdom(match) == ROUND_2["kingdoms"][0]["squares"]
    match.play("place 1,1 east")  # domino 14: its lake lies under the lake, its wheat beside the grass
    assert moves(match) == {"claim 5", "claim 38", "claim 48"}


def test_what_can_be_left_out_is_filled_in() -> None:
    position = taken_up(ROUND_2).position()
    assert position["game_number"] == 1
    assert position["earlier"] == []
    assert position["kings_in_hand"] == [0, 0]
    assert position["left_over"] == []
    assert [built["discards"] for built in position["kingdoms"]] == [0, 0]


def test_turn_is_0_if_it_is_left_out() -> None:
    position = without("turn") | {
        "kingdoms": [{"squares": ["W0-W0 ##", ".. .. G2", ".. .. W0"]}, ROUND_2["kingdoms"][1]],
        "next_line": lying({5: None, 23: None, 38: None, 48: None}),
    }
    assert taken_up(position).to_act == (0,)


def test_dominoes_are_found_without_dashes() -> None:
    match = taken_up(with_kingdom("W0 W0 ## F0", ".. .. G2 F0", ".. .. W0 .."))
    assert kingdom(match) == ["W0-W0 ## F0", ".. .. G2 F0", ".. .. W0 .."]


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 2, "mighty_duel": True}, {"players": 3, "lines_of_four": True}, {"players": 4}],
    ids=name_of,
)
def test_every_position_of_a_match_is_understood_without_dashes(options: dict[str, Any]) -> None:
    game = load(**options)
    for number, match in enumerate(walk(game.start(3), seed=3)):
        if number % 8 and not match.over:
            continue
        position = match.position()
        for built in position["kingdoms"]:
            built["squares"] = [row.replace("-", " ") for row in built["squares"]]
        again = game.from_position(position)
        assert again.standings() == match.standings()
        assert again.legal() == match.legal()


def test_a_whole_kingdom_without_dashes_is_found() -> None:
    rows = [
        "L0 L1-F0 F1-G0",
        "L0 F0-F0 F1 M1",
        "F0 F0 ## W0 W0",
        "G0 F0 L1-F0 W1",
        "L0-L0 L0-F0 S0",
    ]
    match = ended([row.replace("-", " ") for row in rows])
    assert match.standings().scores == ended(rows).standings().scores


def test_dominoes_without_dashes_are_laid_so_that_each_touches_its_own_kind() -> None:
    #   Upright, F0 over G0 would touch nothing of its own. So W0-F0 and S1-G0 lie across: wheat at the castle, swamp at
    #   the swamp.
    match = ended(["## W0 F0", "S0 S1 G0", "W0 .. .."])
    assert kingdom(match) == ["## W0-F0", "S0 S1-G0", "W0 .. .."]


def test_dominoes_without_dashes_leave_the_other_kingdoms_theirs() -> None:
    #   There is one domino W0-F0 in the game, and the second kingdom needs it. So the first has F0-F0 and W0-L0.
    match = ended(["## F0 F0", "W0 W0 L0", "W0 .. .."], ["##", "W0", "F0"])
    assert kingdom(match, 0) == ["## F0-F0", "W0 W0-L0", "W0 .. .."]
    assert kingdom(match, 1) == ["##", "W0", "F0"]


@pytest.mark.parametrize(
    "rows",
    [
        ["W0-W0 ## F0 ..", ".. .. G2    F0", ".. .. W0"],
        ["  W0-W0 ## F0  ", ".. .. G2 F0", ".. .. W0"],
        [".. .. .. ..", "W0-W0 ## F0", ".. .. G2 F0", ".. .. W0", ""],
        [".. W0-W0 ## F0", ".. .. .. G2 F0", ".. .. .. W0"],
    ],
)
def test_blanks_and_empty_squares_around_a_kingdom_do_not_matter(rows: list[str]) -> None:
    assert taken_up(with_kingdom(*rows)).state() == taken_up(ROUND_2).state()


def test_gone_may_be_left_out_while_nothing_is_discarded() -> None:
    match = taken_up(without("gone"))
    assert match.state() == taken_up(ROUND_2).state()


def test_of_dominoes_alike_the_lowest_numbers_are_taken_to_be_gone() -> None:
    #   W0-W0 is domino 1 or 2, L0-L0 is 7, 8 or 9, G0-G0 is 10 or 11
    assert taken_up(without("gone")).position()["gone"] == [1, 7, 10, 41]


def test_gone_may_be_left_out_with_dominoes_left_over() -> None:
    position = {
        "game": "kingdomino",
        "options": {"players": 3, "lines_of_four": True},
        "round": 1,
        "phase": "place",
        "kingdoms": [{"squares": ["##"]}] * 3,
        "line": lying({3: 0, 14: 1, 20: 2}),
        "next_line": lying({5: None, 23: None, 38: None, 48: None}),
        "left_over": [7],
    }
    match = taken_up(position, players=3, lines_of_four=True)
    assert match.position()["gone"] == [7]
    assert 7 not in match.view()["unseen"]


def test_kings_in_hand_may_be_left_out_in_the_first_claim() -> None:
    position = {
        "game": "kingdomino",
        "options": {"players": 2},
        "round": 0,
        "phase": "claim",
        "turn": 1,
        "acting": 1,
        "kingdoms": [{"squares": ["##"]}] * 2,
        "next_line": lying({3: None, 14: 1, 20: None, 33: None}),
    }
    assert taken_up(position).view()["kings_in_hand"] == [2, 0]


def test_a_kingdom_may_be_longer_in_the_mighty_duel() -> None:
    rows = ["## W0-W0 W0-W0 W0-M3"]
    assert kingdom(ended(rows, players=2, mighty_duel=True)) == rows
