"""Taking crystals, and winning, in the basic mode (KG-19 to KG-23)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kingems.tables import moves, owned, play, player, table, tile

pytestmark = pytest.mark.bounds

# Card 1 asks for violet, yellow, orange, light blue, green and pink; blue would lie beside it.


def at_the_goal(content: str, crystals: str = "", **more: Any) -> Any:
    """Seat 0 has just gone to f6, where this lies."""
    shown = {"a1": "yellow", "f6": content} | more.pop("shown", {})
    match = table(pawns=("a1", "platform"), shown=shown, crystals=[crystals], **more)
    return play(match, "keep", "go f6")


# --- The cell ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-19")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_all_see_the_cell_where_a_pawn_stops(seat: int | None) -> None:
    match = play(table(), "keep", "go f6", "< f6 pink+transparent")
    assert match.view(seat)["tiles"][35]["shown"] == ["pink", "transparent"]


@pytest.mark.rule("KG-19")
def test_one_crystal_is_taken_in_a_turn() -> None:
    match = play(at_the_goal("pink+transparent"), "take transparent")
    assert match.to_act == (1,)
    assert match.position()["taken"] == {"f6": "transparent"}


@pytest.mark.rule("KG-19")
def test_the_tile_goes_back_as_it_lay() -> None:
    before = table(shown={"f6": "pink"})
    after = play(before.copy(), "keep", "go f6", "take pink")
    assert after.position()["tiles"] == before.position()["tiles"]


@pytest.mark.rule("KG-19")
def test_who_does_not_leave_a_tile_takes_nothing_from_it() -> None:
    match = table("──.... ...... ...... ...... ...... ......", pawns=("a1", "platform"), shown={"a1": "pink"})
    play(match, "keep")
    assert moves(match) == {"go b1"}


@pytest.mark.rule("KG-19")
def test_a_taken_crystal_is_gone_from_the_cell() -> None:
    match = play(at_the_goal("pink+transparent", memory=True), "take pink")
    assert tile(match, "f6")["shown"] == ["transparent"]
    assert tile(match, "f6")["taken"] == ["pink"]


# --- Colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-20")
def test_a_colour_with_a_free_place_goes_onto_the_card() -> None:
    match = play(at_the_goal("pink"), "take pink")
    assert player(match, 0)["places"] == [None, None, None, None, None, "pink"]
    assert player(match, 0)["beside"] == []


@pytest.mark.rule("KG-20")
def test_the_colour_that_the_card_leaves_out_is_laid_beside_it() -> None:
    match = play(at_the_goal("blue"), "take blue")
    assert player(match, 0)["places"] == [None] * 6
    assert player(match, 0)["beside"] == ["blue"]


@pytest.mark.rule("KG-20")
@pytest.mark.parametrize("colour", ["pink", "blue"], ids=["on the card", "beside it"])
def test_a_second_crystal_of_a_colour_stays_in_the_cell(colour: str) -> None:
    match = at_the_goal(colour, crystals=colour, memory=True)
    assert match.to_act == (1,)
    assert tile(match, "f6")["shown"] == [colour]


@pytest.mark.rule("KG-20")
def test_transparent_is_no_colour_so_several_may_be_owned() -> None:
    match = play(at_the_goal("transparent", crystals="transparent, transparent, transparent"), "take transparent")
    assert owned(match, 0) == ["transparent"] * 4


# --- Two in a cell ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-21")
def test_of_two_crystals_the_player_chooses_one() -> None:
    assert moves(at_the_goal("pink+transparent")) == {"take pink", "take transparent"}


@pytest.mark.rule("KG-21")
def test_only_what_may_be_taken_is_offered() -> None:
    assert moves(at_the_goal("pink+transparent", crystals="pink")) == {"take transparent"}


@pytest.mark.rule("KG-21")
@pytest.mark.parametrize("content", ["pink", "blue", "transparent"])
def test_what_may_be_taken_must_be_taken(content: str) -> None:
    assert moves(at_the_goal(content)) == {f"take {content}"}


# --- Transparents, and the end ----------------------------------------------------------------------------------------

FOUR = "violet, yellow, orange, light blue"
FIVE = f"{FOUR}, green"


def points(match: Any) -> list[int]:
    return list(match.standings().scores)


@pytest.mark.rule("KG-22")
def test_colours_are_collected_in_any_order() -> None:
    for colour in ("violet", "orange", "pink"):
        assert points(play(at_the_goal(colour), f"take {colour}")) == [1, 0]


@pytest.mark.rule("KG-22")
@pytest.mark.parametrize(("number", "covered"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_two_transparents_stand_in_for_one_crystal(number: int, covered: int) -> None:
    crystals = ", ".join(["transparent"] * number)
    match = table(pawns=("a1", "platform"), shown={"a1": "pink"}, crystals=[crystals])
    assert points(match) == [covered, 0]


@pytest.mark.rule("KG-22")
def test_a_pair_is_not_fixed_to_a_place() -> None:
    """With five colours and a pair the card would be covered; with four colours and a pair every colour still fits."""
    match = at_the_goal("pink", crystals=f"{FOUR}, transparent, transparent")
    assert moves(match) == {"take pink"}
    assert play(match, "take pink").standings().winners == (0,)


@pytest.mark.rule("KG-22")
def test_the_crystal_beside_the_card_covers_nothing() -> None:
    match = at_the_goal("blue", crystals=FIVE)
    play(match, "take blue")
    assert not match.over
    assert points(match) == [5, 0]


@pytest.mark.rule("KG-22")
@pytest.mark.parametrize(
    ("crystals", "over"),
    [
        (f"{FIVE}, transparent", True),
        (FIVE, False),
        (f"{FOUR}, transparent, transparent", False),
        (f"{FOUR}, transparent, transparent, transparent", True),
        (", ".join(["violet, yellow", *["transparent"] * 7]), True),
    ],
)
def test_pairs_win_as_soon_as_they_cover_all_free_places(crystals: str, over: bool) -> None:
    assert play(at_the_goal("transparent", crystals=crystals), "take transparent").over == over


@pytest.mark.rule("KG-23")
def test_who_covers_all_six_places_wins_at_once() -> None:
    match = play(at_the_goal("pink", crystals=FIVE), "take pink")
    assert match.over
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.scores == (6, 0)
    assert "all six places" in match.text()


@pytest.mark.rule("KG-23")
def test_nobody_finishes_the_round() -> None:
    match = table(
        pawns=("f1", "a1", "a2"),
        shown={"f1": "pink", "a1": "pink", "a2": "pink", "f6": "pink"},
        crystals=["", FIVE.replace("violet", "blue"), ""],
        cards=(1, 2, 3),
        acting=1,
    )
    play(match, "keep", "go f6", "take pink")
    assert match.over
    assert match.to_act == ()
