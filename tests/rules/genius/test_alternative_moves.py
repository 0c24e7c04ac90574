"""The alternative move: a token of the one fewest colour from the centre (SG-13)."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.genius.tables import NOTHING, actor, collection, lying, moves, play, table

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

EVERY_COLOUR = "red orange yellow green blue violet"


@pytest.mark.rule("SG-13")
@pytest.mark.parametrize(
    ("own", "allowed"),
    [
        ("0 3 2 4 5 2", True),  # red alone has least: none
        ("4 3 5 2 6 3", True),  # green alone has least: two
        ("3 2 4 0 0 5", False),  # green and blue are tied at none
        ("4 3 2 2 6 3", False),  # yellow and green are tied at two
    ],
)
def test_the_four_pictures_of_the_rulebook(own: str, allowed: bool) -> None:
    match = table(own, NOTHING, centre=EVERY_COLOUR)
    assert moves(match) == ({"draw", "alternative"} if allowed else {"draw"})


@pytest.mark.rule("SG-13")
def test_one_token_of_the_fewest_colour_goes_from_the_centre_into_the_collection() -> None:
    match = table("4 3 5 2 6 3", NOTHING, centre="green*3 red blue")
    play(match, "alternative")
    assert collection(match) == "4 3 5 3 6 3"
    assert lying(match, "centre") == {"red": 1, "green": 2, "blue": 1}
    assert actor(match) == 1


@pytest.mark.rule("SG-13")
def test_the_centre_must_have_that_colour() -> None:
    match = table("4 3 5 2 6 3", NOTHING, centre="red blue violet*4")
    assert moves(match) == {"draw"}
    with pytest.raises(IllegalMove, match="now: the centre has no green, your scarcest colour"):
        match.play("alternative")


@pytest.mark.rule("SG-13")
def test_a_new_collection_has_no_fewest_colour() -> None:
    assert moves(table(NOTHING, NOTHING, centre=EVERY_COLOUR)) == {"draw"}


@pytest.mark.rule("SG-13")
def test_it_takes_the_place_of_the_first_draw_only() -> None:
    match = table("4 3 5 2 6 3", NOTHING, centre=EVERY_COLOUR, draws="red")
    play(match, "draw")
    assert moves(match) == {"draw", "collect"}


@pytest.mark.rule("SG-13")
def test_what_others_have_does_not_matter() -> None:
    match = table("4 3 5 2 6 3", "2 2 2 0 2 2", centre=EVERY_COLOUR)
    assert match.view()["alternative"] == "green"


@pytest.mark.rule("SG-13")
def test_a_single_token_of_a_colour_is_the_fewest_again() -> None:
    match = table("0 3 2 4 5 2", NOTHING, centre="red*2 blue violet", draws="green")
    play(match, "alternative", "draw")
    assert collection(match) == "1 3 2 4 5 2"
    assert actor(match) == 0
    assert moves(match) == {"draw", "alternative"}


@pytest.mark.rule("SG-13", "SG-15")
def test_the_last_token_that_is_missing_wins() -> None:
    match = table("7 7 7 7 7 6", NOTHING, centre="violet red blue")
    play(match, "alternative")
    assert match.over
    assert match.result is not None
    assert match.result.winners == (0,)
