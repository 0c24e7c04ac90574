"""Positions as a person might write them, and what becomes of them."""

from __future__ import annotations

import copy
import json
from itertools import islice
from typing import Any

import pytest

from pentarchy import PositionError
from tests.rules.genius.tables import (
    NOTHING,
    Position,
    collection,
    ended,
    held,
    load,
    lying,
    moves,
    play,
    position,
    table,
    tokens,
    walk,
)
from tests.sizes import size

# A success of seat 1 in a bonus turn: it has completed green, with two tokens of surplus, and drawn red.
WRITTEN: Position = position(
    "3 0 4 3 2 2",
    "2 5 0 7 0 3",
    centre="red*2 yellow violet",
    zone="red",
    acting=1,
    in_bonus_turn=True,
    aside={"green": 2},
)


def edited(**changes: Any) -> Position:
    return copy.deepcopy(WRITTEN) | changes


def refused(written: Any, **options: Any) -> str:
    """The message with which a position is refused."""
    with pytest.raises(PositionError) as error:
        load(**({"players": 2} | options)).from_position(written)
    return str(error.value)


# --- Reading ----------------------------------------------------------------------------------------------------------


def test_a_position_says_everything_that_is_needed() -> None:
    match = load(2).from_position(WRITTEN)
    assert match.to_act == (1,)
    assert moves(match) == {"draw", "collect"}
    play(match, "collect")
    assert collection(match, 1) == "5 5 0 7 0 3"


def test_the_reserve_has_what_lies_nowhere_else() -> None:
    match = load(2).from_position(WRITTEN)
    assert lying(match, "reserve") == {"red": 13, "orange": 16, "yellow": 16, "green": 9, "blue": 19, "violet": 15}


def test_what_is_left_out_is_nothing() -> None:
    match = load(2).from_position(
        {"game": "genius", "phase": "turn", "acting": 1, "centre": {"red": 3}, "collections": [{}, {}]}
    )
    assert match.to_act == (1,)
    assert collection(match, 0) == NOTHING
    assert match.view()["standstill"] == 1


def test_a_position_can_be_edited_and_read_again() -> None:
    written = load(2).from_position(WRITTEN).position()
    written["collections"][0]["blue"] += 3
    del written["reserve"]
    match = load(2).from_position(written)
    assert collection(match, 0) == "3 0 4 3 5 2"
    assert match.view()["reserve"]["blue"] == 16


@pytest.mark.bounds
@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "series": 2},
        {"players": 3},
        {"players": 3, "target": 6, "series": True, "first": 1},
        {"players": 4},
        {"players": 4, "series": 2},
    ],
    ids=str,
)
@pytest.mark.soak
def test_positions_of_random_matches_lead_back_to_the_same_bytes(options: dict[str, Any]) -> None:
    game = load(**options)
    for seed in range(5):
        for match in islice(walk(game.start(seed), seed), 0, None, size(4, 1)):
            written = json.loads(json.dumps(match.position()))
            again = game.load(written)
            assert again.tobytes() == match.state()
            del written["reserve"]
            assert game.load(written).tobytes() == match.state()


def test_every_kind_of_end_leads_back_to_the_same_bytes() -> None:
    matches = [
        ended("7 7 7 7 7 7", "3 3 3 3 3 3", centre="red"),
        ended("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3", passes=3),
        ended("5 5 5 5 4 4", NOTHING, centre="red*4", standstill=40),
        ended("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3", standstill=40, passes=1),
    ]
    for match in matches:
        assert match.over
        assert match.game.from_position(match.position()).state() == match.state()


# --- Refusing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-1")
def test_more_than_21_tokens_of_a_colour_are_refused() -> None:
    written = edited(centre=tokens("red*16 yellow violet"))
    assert refused(written) == "collections: with centre, zone and aside there are 22 red tokens, more than 21"


@pytest.mark.rule("SG-1")
def test_a_reserve_that_does_not_add_up_is_refused() -> None:
    reserve = {"red": 13, "orange": 16, "yellow": 16, "green": 9, "blue": 19, "violet": 15}
    assert load(2).from_position(edited(reserve=reserve))
    assert refused(edited(reserve=reserve | {"blue": 18})) == "reserve: blue is 18, but 2 of 21 lie elsewhere"
    del reserve["red"]
    assert refused(edited(reserve=reserve)) == "reserve: red is 0, but 8 of 21 lie elsewhere"


@pytest.mark.parametrize("field", ["centre", "aside", "reserve"])
def test_unknown_colours_and_negative_numbers_are_refused(field: str) -> None:
    assert refused(edited(**{field: {"pink": 1}})).startswith(f"{field}: there is no colour 'pink', only red, orange")
    assert refused(edited(**{field: {"red": -1}})) == f"{field}: red is -1, less than nothing"


def test_unknown_colours_in_a_collection_or_in_the_zone_are_refused() -> None:
    collections = [held(NOTHING), held(NOTHING) | {"pink": 2}]
    assert refused(edited(collections=collections)).startswith("collections[1]: there is no colour 'pink'")
    assert refused(edited(zone=["pink"])).startswith("zone: there is no colour 'pink'")


def test_there_is_a_collection_for_every_player() -> None:
    assert refused(edited(collections=[held(NOTHING)])) == "collections: there are 1, but 2 players"


@pytest.mark.rule("SG-12")
def test_a_collection_beyond_the_target_is_refused() -> None:
    assert refused(edited(collections=[held("8 0 0 0 0 0"), held("2 5 0 7 0 3")])).startswith(
        "collections[0]: red is 8; what exceeds 7 is surplus"
    )
    written = position("6 0 0 0 0 0", NOTHING, NOTHING, NOTHING, centre="red blue violet")
    assert refused(written, players=4).startswith("collections[0]: red is 6; what exceeds 5 is surplus")


@pytest.mark.rule("SG-10", "SG-13")
@pytest.mark.parametrize("impossible", ["1 0 0 0 0 0", "1 1 2 2 2 2", "1 3 3 3 3 0"])
def test_a_single_token_without_two_of_every_other_colour_is_refused(impossible: str) -> None:
    written = position(impossible, NOTHING, centre="red blue violet")
    assert refused(written).startswith("collections[0]: red is 1; a single token comes only from an alternative move")


@pytest.mark.rule("SG-13")
def test_a_single_token_from_an_alternative_move_is_not() -> None:
    assert table("1 2 2 2 2 2", NOTHING, centre="red blue violet").to_act == (0,)


@pytest.mark.rule("SG-5")
def test_a_turn_does_not_begin_with_fewer_than_three_tokens_in_the_centre() -> None:
    written = position(NOTHING, NOTHING, centre="red blue")
    assert refused(written) == "centre: there are 2 tokens, fewer than 3, and the reserve is not empty"
    written = position(NOTHING, NOTHING, centre="red blue", zone="red")
    assert refused(written) == "centre: there are 2 tokens; nobody draws with fewer than 3"


@pytest.mark.rule("SG-6")
def test_the_zone_fits_the_phase() -> None:
    assert refused(edited(phase="turn")) == "zone: it is empty when a turn begins"
    assert refused(edited(zone=[])) == "zone: after a success it is not empty"


@pytest.mark.rule("SG-7", "SG-9")
def test_the_zone_matches_the_centre_colour_by_colour() -> None:
    assert refused(edited(zone=["red", "blue"])) == "zone: blue does not match, the centre has none"
    assert refused(edited(zone=["red", "red"])) == "zone: red is there twice, which is a conflict"


@pytest.mark.parametrize("acting", [None, 2, -1])
def test_somebody_acts(acting: int | None) -> None:
    assert refused(edited(acting=acting)) == f"acting: it is the seat whose turn it is, not {acting}"


@pytest.mark.rule("SG-15")
def test_nobody_acts_when_a_collection_is_complete() -> None:
    written = position("7 7 7 7 7 7", NOTHING, centre="red blue violet")
    assert refused(written) == "collections[0]: it is complete, so the game is over"


@pytest.mark.rule("SG-11")
def test_bonus_turns_come_from_complete_colours() -> None:
    assert refused(edited(bonus_turns=1)) == (
        "bonus_turns: with the one being played there are 2, but seat 1 has 1 complete colours"
    )
    assert refused(edited(bonus_turns=-1)) == "bonus_turns: -1 is less than nothing"
    assert refused(edited(acting=0)) == (
        "bonus_turns: with the one being played there are 1, but seat 0 has 0 complete colours"
    )
    written = edited(in_bonus_turn=False, bonus_turns=1)
    assert refused(written) == "bonus_turns: none has been earned before the ordinary turn has ended"


@pytest.mark.rule("SG-12")
def test_surplus_is_of_complete_colours_and_of_this_whole_turn() -> None:
    assert refused(edited(aside={"red": 2})) == "aside: red is no surplus: seat 1 has not 7 of it"
    assert refused(edited(in_bonus_turn=False)) == "aside: nothing lies aside before the ordinary turn has ended"


@pytest.mark.rule("SG-14")
def test_who_has_passed_had_nothing_else_to_do() -> None:
    stuck = ("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 5")
    assert table(*stuck, centre="blue*3 violet*4", passes=1, acting=1).to_act == (1,)
    written = position(*stuck, centre="blue*3 violet*4", passes=1, acting=0)
    assert refused(written, players=3) == "passes: seat 2 could have taken violet by an alternative move"
    written = position(*stuck, centre="blue*3 violet*4", passes=3, acting=1)
    assert refused(written, players=3) == "passes: 3 is not between 0 and 2"
    written = position(*stuck, centre="blue*3 violet*3", passes=1, acting=1)
    assert refused(written, players=3) == "passes: nobody passes while the reserve has tokens"
    assert refused(edited(passes=1)) == "passes: something else has been done since"


@pytest.mark.rule("SG-19")
def test_a_standstill_fits_the_rest_of_the_position() -> None:
    assert refused(edited(standstill=1)).startswith("standstill: 1 is not between 0 and 0")
    ordinary = position(NOTHING, NOTHING, centre="red blue violet")
    for wrong in (0, 41, -1):
        assert refused(ordinary | {"standstill": wrong}).startswith(f"standstill: {wrong} is not between 1 and 40")
    stuck = position("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3", passes=2)
    assert refused(stuck | {"standstill": 2}, players=3).startswith("standstill: 2 is not between 3 and 40")


@pytest.mark.rule("SG-15", "SG-14", "SG-19")
def test_a_game_does_not_end_without_a_reason() -> None:
    written = position("7 7 7 7 7 6", NOTHING, centre="", phase="over", acting=None)
    assert refused(written).startswith("phase: no collection is complete, 0 of 2 passed in a row")
    assert refused(written | {"passes": 2}) == "passes: nobody passes while the reserve has tokens"
    both = position("7 7 7 7 7 7", "7 7 7 7 7 7", centre="", phase="over", acting=None)
    assert refused(both) == "collections[1]: only one collection can be complete"
    won = position("7 7 7 7 7 7", NOTHING, centre="", phase="over", acting=None)
    assert refused(won | {"passes": 2}) == "passes: nobody passes when seat 0 has won"
    assert refused(won | {"standstill": 40}).startswith("standstill: 40 is not between 0 and 0")


@pytest.mark.rule("SG-15")
@pytest.mark.parametrize(
    ("field", "value"),
    [("acting", 0), ("zone", ["red"]), ("aside", {"red": 1}), ("bonus_turns", 1), ("in_bonus_turn", True)],
)
def test_at_the_end_nothing_is_left_to_do(field: str, value: Any) -> None:
    won = position("7 7 7 7 7 7", NOTHING, centre="red*3", phase="over", acting=None)
    assert refused(won | {field: value}).startswith(f"{field}: ")


@pytest.mark.rule("SG-17")
def test_the_earlier_games_of_a_series_are_complete_and_possible() -> None:
    def wrong(**changes: Any) -> str:
        options = {"series": 3}
        written = position(NOTHING, NOTHING, centre="red blue violet", options=options, first=0, **changes)
        return refused(written, series=3)

    assert wrong(game_number=4) == "game_number: 4 is not between 1 and 3"
    assert wrong(game_number=2) == "earlier: game 2 follows 1 finished games, not 0"
    assert wrong(game_number=2, earlier=[[7]]) == "earlier[0]: there are 1 figures for 2 players"
    assert wrong(game_number=2, earlier=[[8, 3]]) == "earlier[0]: [8, 3] is not between 0 and 7"
    assert wrong(game_number=2, earlier=[[7, 7]]) == "earlier[0]: only one player can have collected 7 of every colour"
    assert wrong(phase="over", acting=None) == "phase: game 1 of 3 is not the last"


@pytest.mark.rule("SG-4", "SG-17")
def test_a_series_needs_to_know_who_began() -> None:
    written = position(NOTHING, NOTHING, centre="red blue violet", options={"series": 3})
    assert refused(written, series=3) == "first: in a series it is needed: the seat that began the first game"
    assert refused(written | {"first": 2}, series=3) == "first: 2 is no seat"
    agreed = position(NOTHING, NOTHING, centre="red blue violet", options={"series": 3, "first": 1})
    assert load(2, series=3, first=1).from_position(agreed).position()["first"] == 1
    assert refused(agreed | {"first": 0}, series=3, first=1) == "first: the options say that seat 1 begins, not 0"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"phase": "draw"}, "Invalid enum value 'draw' - at `$.phase`"),
        ({"centre": [1]}, "Expected `object`, got `array` - at `$.centre`"),
        ({"collections": {}}, "Expected `array`, got `object` - at `$.collections`"),
        ({"acting": "0"}, "Expected `int | null`, got `str` - at `$.acting`"),
        ({"colour": 1}, "Object contains unknown field `colour`"),
        ({"game": "chess"}, "game: this is 'genius', the position says 'chess'"),
        ({"options": {"players": 3}}, "options: this game has"),
        ({"options": {"target": 9}}, "options: target is one of None, 5, 6, 7, not 9"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_field(changes: dict[str, Any], problem: str) -> None:
    assert refused(edited(**changes)).startswith(problem)
