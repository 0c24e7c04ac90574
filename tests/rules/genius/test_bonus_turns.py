"""Bonus turns and surplus (SG-11, SG-12)."""

from __future__ import annotations

import pytest

from tests.rules.genius.tables import NOTHING, actor, collection, lying, moves, play, table

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

# Everywhere: centre red ×2 and three others, so that collecting red adds three.
CENTRE = "red*2 blue yellow violet"


@pytest.mark.rule("SG-11")
def test_a_colour_that_reaches_the_target_brings_a_bonus_turn() -> None:
    match = table("4 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red")
    play(match, "collect")
    assert collection(match) == "7 0 0 0 0 0"
    assert actor(match) == 0
    assert match.view()["in_bonus_turn"]
    assert match.view()["bonus_turns"] == 0
    assert moves(match) == {"draw"}


@pytest.mark.rule("SG-11")
def test_one_token_short_there_is_none() -> None:
    match = table("3 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red")
    play(match, "collect")
    assert collection(match) == "6 0 0 0 0 0"
    assert actor(match) == 1
    assert not match.view()["in_bonus_turn"]


@pytest.mark.rule("SG-11")
def test_with_four_players_five_tokens_are_enough() -> None:
    match = table("2 0 0 0 0 0", NOTHING, NOTHING, NOTHING, centre=CENTRE, zone="red")
    play(match, "collect")
    assert actor(match) == 0
    assert match.view()["in_bonus_turn"]


@pytest.mark.rule("SG-11")
def test_a_colour_brings_only_one_bonus_turn_in_a_game() -> None:
    match = table("7 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red")
    play(match, "collect")
    assert actor(match) == 1


@pytest.mark.rule("SG-11")
def test_the_same_colour_brings_every_player_one() -> None:
    match = table("4 0 0 0 0 0", "7 0 0 0 0 0", centre=CENTRE, zone="red")
    play(match, "collect")
    assert match.view()["in_bonus_turn"]


@pytest.mark.rule("SG-11")
def test_several_colours_at_once_bring_as_many_turns_one_after_another() -> None:
    match = table("5 0 0 0 6 0", NOTHING, centre="red*2 blue yellow*2 violet", zone="red blue", draws="green orange")
    play(match, "collect")
    assert (actor(match), match.view()["bonus_turns"]) == (0, 1)
    play(match, "draw")
    assert (actor(match), match.view()["bonus_turns"]) == (0, 0)
    assert match.view()["in_bonus_turn"]
    play(match, "draw")
    assert actor(match) == 1
    assert not match.view()["in_bonus_turn"]


@pytest.mark.rule("SG-11")
def test_a_bonus_turn_can_bring_another() -> None:
    match = table("4 0 0 0 5 0", NOTHING, centre=CENTRE, zone="red", draws="blue green")
    play(match, "collect", "draw", "collect")
    assert collection(match) == "7 0 0 0 7 0"
    assert actor(match) == 0
    assert match.view()["in_bonus_turn"]


@pytest.mark.rule("SG-11")
def test_a_misfire_in_a_bonus_turn_forfeits_no_other() -> None:
    match = table("7 0 0 0 7 0", NOTHING, centre=CENTRE, draws="green", in_bonus_turn=True, bonus_turns=1)
    play(match, "draw")
    assert actor(match) == 0
    assert match.view()["in_bonus_turn"]
    assert match.view()["bonus_turns"] == 0


@pytest.mark.rule("SG-11", "SG-13")
def test_a_bonus_turn_may_be_an_alternative_move_which_forfeits_no_other() -> None:
    match = table("7 3 3 3 7 2", NOTHING, centre=CENTRE, in_bonus_turn=True, bonus_turns=1)
    assert moves(match) == {"draw", "alternative"}
    play(match, "alternative")
    assert collection(match) == "7 3 3 3 7 3"
    assert actor(match) == 0
    assert match.view()["bonus_turns"] == 0


@pytest.mark.rule("SG-11")
def test_a_bonus_turn_must_be_played() -> None:
    match = table("7 3 3 3 3 2", NOTHING, centre=CENTRE, in_bonus_turn=True)
    assert "pass" not in moves(match)


@pytest.mark.rule("SG-12")
def test_nobody_keeps_more_than_the_target() -> None:
    match = table("6 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red")
    play(match, "collect")
    assert collection(match) == "7 0 0 0 0 0"


@pytest.mark.rule("SG-12")
def test_surplus_lies_aside_and_cannot_be_drawn_until_the_whole_turn_ends() -> None:
    match = table("6 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red", draws="green")
    before = match.view()["reserve"]["red"]
    play(match, "collect")
    assert match.view()["in_bonus_turn"]
    assert lying(match, "aside") == {"red": 2}
    assert match.view()["reserve"]["red"] == before
    play(match, "draw")
    assert actor(match) == 1
    assert lying(match, "aside") == {}
    assert match.view()["reserve"]["red"] == before + 2


@pytest.mark.rule("SG-12")
def test_without_a_bonus_turn_it_is_back_at_once() -> None:
    match = table("7 0 0 0 0 0", NOTHING, centre=CENTRE, zone="red")
    before = match.view()["reserve"]["red"]
    play(match, "collect")
    assert lying(match, "aside") == {}
    assert match.view()["reserve"]["red"] == before + 3


@pytest.mark.rule("SG-12")
def test_surplus_of_several_bonus_turns_gathers_aside() -> None:
    match = table(
        *("7 0 0 0 7 0", NOTHING),
        centre="red blue*2 yellow violet",
        in_bonus_turn=True,
        bonus_turns=1,
        aside={"red": 2},
        draws="blue red",
    )
    play(match, "draw", "collect")
    assert lying(match, "aside") == {"red": 2, "blue": 3}
    play(match, "draw", "collect")
    assert lying(match, "aside") == {}
    assert actor(match) == 1


@pytest.mark.rule("SG-12", "SG-13")
def test_surplus_counts_nothing_for_the_fewest_colour() -> None:
    #   with its surplus red would have nine, which changes nothing: violet is the one fewest colour
    match = table("7 3 3 3 3 2", NOTHING, centre=CENTRE, in_bonus_turn=True, aside={"red": 2})
    assert match.view()["alternative"] == "violet"


@pytest.mark.rule("SG-12")
def test_a_draw_after_the_whole_turn_can_bring_the_surplus_again() -> None:
    match = table("6 0 0 0 0 0", NOTHING, centre="red*13 blue yellow*2 violet", zone="red", draws="green red")
    assert match.view()["reserve"]["red"] == 1
    play(match, "collect", "draw")
    assert match.view()["reserve"]["red"] == 14
    play(match, "draw")
    assert match.view()["reserve"]["red"] == 13
