"""A turn: check, draw, success or misfire, collect (SG-5 to SG-10)."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.genius.tables import (
    NOTHING,
    actor,
    chances,
    collection,
    drawn,
    load,
    lying,
    moves,
    opened,
    play,
    table,
    zone,
)

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]


@pytest.mark.rule("SG-5", "SG-6", "SG-7", "SG-8", "SG-9", "SG-10")
def test_the_four_turns_of_the_rulebook() -> None:
    draws = [
        *("red", "blue", "yellow"),  # the set-up
        *("blue",),
        *("violet", "yellow", "green"),  # the first of these is added to the centre
        *("red", "violet", "red"),
        *("green", "red"),
    ]
    match = load(4, first=0).start(1, script=[f"token {colour}" for colour in draws])

    assert actor(match) == 0
    play(match, "draw")
    assert moves(match) == {"draw", "collect"}
    play(match, "collect")
    assert collection(match, 0) == "0 0 0 0 2 0"

    assert actor(match) == 1
    assert lying(match, "centre") == {"red": 1, "yellow": 1, "violet": 1}
    play(match, "draw", "draw")

    assert actor(match) == 2
    assert collection(match, 1) == NOTHING
    assert lying(match, "centre") == {"red": 1, "yellow": 2, "green": 1, "violet": 1}
    play(match, "draw", "draw", "draw")

    assert actor(match) == 3
    assert collection(match, 2) == NOTHING
    assert lying(match, "centre") == {"red": 3, "yellow": 2, "green": 1, "violet": 2}
    play(match, "draw", "draw", "collect")
    assert collection(match, 3) == "4 0 0 2 0 0"
    assert lying(match, "centre") == {"yellow": 2, "violet": 2}
    assert len(drawn(match)) == len(draws)


# --- The check --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-5")
def test_missing_tokens_are_added_before_the_turn_begins() -> None:
    match = table(NOTHING, NOTHING, centre="red*2 blue", zone="red", draws="green green")
    play(match, "collect")
    assert lying(match, "centre") == {"green": 2, "blue": 1}
    assert drawn(match) == ["token green", "token green"]


@pytest.mark.rule("SG-5")
def test_an_empty_centre_gets_three_tokens() -> None:
    match = table(NOTHING, NOTHING, centre="red blue violet", zone="red blue violet", draws="green red green")
    play(match, "collect")
    assert lying(match, "centre") == {"red": 1, "green": 2}


@pytest.mark.rule("SG-5")
def test_three_tokens_are_enough() -> None:
    match = table(NOTHING, NOTHING, centre="red blue*2 green", zone="red")
    play(match, "collect")
    assert lying(match, "centre") == {"green": 1, "blue": 2}
    assert drawn(match) == []


@pytest.mark.rule("SG-5")
def test_the_centre_is_checked_before_a_bonus_turn_too() -> None:
    match = table("5 0 0 0 0 0", NOTHING, centre="red blue violet", zone="red", draws="orange")
    play(match, "collect")
    assert actor(match) == 0
    assert lying(match, "centre") == {"orange": 1, "blue": 1, "violet": 1}


@pytest.mark.rule("SG-5", "SG-13")
def test_a_token_just_added_can_make_an_alternative_move_possible() -> None:
    #   seat 1 lacks violet, which comes with the check
    match = table(NOTHING, "3 3 3 3 3 2", centre="red*2 blue*2", zone="red", draws="violet")
    play(match, "collect")
    assert lying(match, "centre") == {"blue": 2, "violet": 1}
    assert moves(match) == {"draw", "alternative"}


@pytest.mark.rule("SG-5")
def test_added_tokens_come_from_the_whole_reserve_by_their_number() -> None:
    match = opened("red blue yellow blue violet")
    play(match, "draw", "collect")
    before_the_added_token = len(match.events) - 1
    assert chances(match, before_the_added_token) == {
        "token red": 20,
        "token orange": 21,
        "token yellow": 20,
        "token green": 21,
        "token blue": 19,
        "token violet": 21,
    }


# --- Drawing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-6")
def test_a_turn_begins_with_a_draw_and_nobody_may_simply_pass() -> None:
    match = opened("red blue yellow")
    assert moves(match) == {"draw"}
    with pytest.raises(IllegalMove, match=r"seat 0 may not play 'pass' now: .* \(SG-14\); legal: draw"):
        match.play("pass")


@pytest.mark.rule("SG-6")
def test_a_drawn_token_leaves_the_reserve_and_lies_in_the_zone() -> None:
    match = opened("red blue yellow red")
    play(match, "draw")
    assert zone(match) == ["red"]
    assert match.view()["reserve"]["red"] == 19


@pytest.mark.rule("SG-7")
def test_a_token_that_finds_its_colour_in_the_centre_is_a_success() -> None:
    match = opened("red blue yellow red")
    play(match, "draw")
    assert match.view()["phase"] == "success"
    assert actor(match) == 0
    assert lying(match, "centre") == {"red": 1, "yellow": 1, "blue": 1}


@pytest.mark.rule("SG-7")
def test_after_every_success_the_player_goes_on_or_collects() -> None:
    match = opened("red blue yellow red yellow blue")
    for colours in (["red"], ["red", "yellow"], ["red", "yellow", "blue"]):
        play(match, "draw")
        assert zone(match) == colours
        assert moves(match) == {"draw", "collect"}


@pytest.mark.rule("SG-8")
def test_a_token_without_its_colour_in_the_centre_takes_the_zone_there() -> None:
    match = opened("red blue yellow red violet")
    play(match, "draw", "draw")
    assert zone(match) == []
    assert lying(match, "centre") == {"red": 2, "yellow": 1, "blue": 1, "violet": 1}
    assert collection(match, 0) == NOTHING
    assert actor(match) == 1


@pytest.mark.rule("SG-8")
def test_the_first_token_can_misfire() -> None:
    match = opened("red blue yellow violet")
    play(match, "draw")
    assert lying(match, "centre") == {"red": 1, "yellow": 1, "blue": 1, "violet": 1}
    assert actor(match) == 1


@pytest.mark.rule("SG-9")
def test_a_second_token_of_a_colour_in_the_zone_takes_the_zone_to_the_centre() -> None:
    match = opened("red blue yellow red blue red")
    play(match, "draw", "draw", "draw")
    assert zone(match) == []
    assert lying(match, "centre") == {"red": 3, "yellow": 1, "blue": 2}
    assert actor(match) == 1


# --- Collecting -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-10")
def test_who_collects_takes_the_zone_and_all_tokens_of_its_colours() -> None:
    match = table("1 2 2 2 2 2", NOTHING, centre="red*3 blue yellow*2 green*2", zone="red blue")
    play(match, "collect")
    assert collection(match, 0) == "5 2 2 2 4 2"
    assert lying(match, "centre") == {"yellow": 2, "green": 2}


@pytest.mark.rule("SG-10")
def test_nobody_collects_before_a_success() -> None:
    match = opened("red blue yellow")
    with pytest.raises(IllegalMove, match="may not play 'collect' now"):
        match.play("collect")


@pytest.mark.rule("SG-10")
def test_what_is_collected_is_safe_from_a_misfire() -> None:
    match = table("4 0 0 0 0 0", NOTHING, centre="red blue yellow", draws="green")
    play(match, "draw")
    assert collection(match, 0) == "4 0 0 0 0 0"


@pytest.mark.rule("SG-10")
def test_a_complete_colour_can_be_drawn_and_collected_but_is_all_surplus() -> None:
    match = table("7 0 0 0 0 0", NOTHING, centre="red*2 blue*3", zone="red")
    play(match, "collect")
    assert collection(match, 0) == "7 0 0 0 0 0"
    assert lying(match, "centre") == {"blue": 3}
    assert match.view()["reserve"]["red"] == 14
    assert actor(match) == 1
