"""The advanced mode: in order, transparents one by one, and back to the platform (KG-24 to KG-27)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kingems.tables import board, moves, owned, play, player, table, tile

pytestmark = pytest.mark.bounds

# Advanced card 1 asks for blue, violet, yellow, orange, light blue, and violet again.
TWO = "blue, violet"
FIVE = "blue, violet, yellow, orange, light blue"
FULL = f"{FIVE}, violet"


def advanced(picture: str | None = None, **more: Any) -> Any:
    given = {"pawns": ("a1", "platform"), "shown": {"a1": "green"}} | more
    return table(mode="advanced", **given) if picture is None else table(picture, mode="advanced", **given)


def at_the_goal(content: str, crystals: str = "", **more: Any) -> Any:
    """Seat 0 has just gone to f6, where this lies."""
    return play(advanced(shown={"a1": "green", "f6": content}, crystals=[crystals], **more), "keep", "go f6")


# --- In order ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-24")
def test_the_crystal_for_the_next_place_is_taken() -> None:
    match = at_the_goal("yellow", TWO)
    assert moves(match) == {"take yellow"}
    assert player(play(match, "take yellow"), 0)["places"] == ["blue", "violet", "yellow", None, None, None]


@pytest.mark.rule("KG-24")
@pytest.mark.parametrize("colour", ["orange", "green", "blue", "pink"])
def test_any_other_colour_stays_where_it_is(colour: str) -> None:
    match = at_the_goal(colour, TWO, memory=True)
    assert match.to_act == (1,)
    assert tile(match, "f6")["shown"] == [colour]


@pytest.mark.rule("KG-24")
def test_a_colour_named_twice_is_taken_twice() -> None:
    match = play(at_the_goal("violet", FIVE), "take violet")
    assert owned(match, 0).count("violet") == 2


@pytest.mark.rule("KG-24")
def test_points_are_the_filled_places() -> None:
    assert list(advanced(crystals=[TWO]).standings().scores) == [2, 0]


# --- Transparents -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-25")
def test_one_transparent_stands_in_for_the_next_place() -> None:
    match = play(at_the_goal("transparent", TWO), "take transparent")
    assert player(match, 0)["places"][:3] == ["blue", "violet", "transparent"]
    assert list(match.standings().scores) == [3, 0]


@pytest.mark.rule("KG-25")
def test_after_a_stand_in_the_following_place_is_next() -> None:
    assert moves(at_the_goal("orange", f"{TWO}, transparent")) == {"take orange"}


@pytest.mark.rule("KG-25")
def test_of_a_fitting_colour_and_a_transparent_the_player_chooses() -> None:
    assert moves(at_the_goal("yellow+transparent", TWO)) == {"take yellow", "take transparent"}


@pytest.mark.rule("KG-25")
def test_beside_an_unfitting_colour_the_transparent_is_taken() -> None:
    assert moves(at_the_goal("pink+transparent", TWO)) == {"take transparent"}


# --- What there is not ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-26")
def test_nobody_pays_for_a_second_turn() -> None:
    match = play(advanced(shown={"a1": "green", "c3": "pink"}, crystals=[TWO]), "turn c3 90")
    assert match.view()["phase"] == "go"


# --- The way home -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-27")
def test_with_a_full_card_back_to_the_platform_wins_at_once() -> None:
    match = play(advanced(crystals=[FULL]), "keep")
    assert "return" in moves(match)
    play(match, "return")
    assert match.result is not None
    assert match.result.winners == (0,)
    assert player(match, 0)["pawn"] == "platform"
    assert "back on the platform" in match.text()


@pytest.mark.rule("KG-27")
def test_ordinary_moves_stay_legal_with_a_full_card() -> None:
    match = play(advanced(crystals=[FULL]), "keep")
    assert {"go f6", "go a1", "return"} <= moves(match)


@pytest.mark.rule("KG-27")
def test_without_a_full_card_nobody_steps_up() -> None:
    match = play(advanced(crystals=[FIVE]), "keep")
    assert "return" not in moves(match)


@pytest.mark.rule("KG-27")
def test_filling_the_last_place_does_not_win_yet() -> None:
    match = play(at_the_goal("violet", FIVE), "take violet")
    assert not match.over
    assert match.to_act == (1,)


@pytest.mark.rule("KG-27")
def test_a_full_card_takes_nothing_but_the_cell_is_shown() -> None:
    match = play(
        advanced(shown={"a1": "green"}, crystals=[FULL], memory=True), "keep", "go f6", "< f6 pink+transparent"
    )
    assert match.to_act == (1,)
    assert tile(match, "f6")["shown"] == ["pink", "transparent"]


CORRIDOR = """
    ......
    ......
    ──────
    ..╮╭..
    ......
    ......
"""


@pytest.mark.rule("KG-27")
def test_a_pawn_returns_from_a_path_that_is_no_dead_end() -> None:
    """c3 and d3 are parts of a corridor; a pawn that passes through steps up there."""
    match = play(advanced(CORRIDOR, pawns=("a3", "platform"), shown={"a3": "green"}, crystals=[FULL]), "keep")
    assert moves(match) == {"go f3", "return"}


@pytest.mark.rule("KG-27")
@pytest.mark.parametrize("pawn", ["c4", "d4"])
def test_who_already_stands_on_a_central_tile_just_steps_up(pawn: str) -> None:
    """The tile is cut off on all sides: nothing but the step up is possible."""
    match = play(advanced(CORRIDOR, pawns=(pawn, "platform"), shown={pawn: "green"}, crystals=[FULL]), "keep")
    assert moves(match) == {"return"}


@pytest.mark.rule("KG-27")
def test_both_paths_of_a_central_double_tile_adjoin_the_platform() -> None:
    picture = """
        ......
        ......
        .─╲─..
        ..│...
        ......
        ......
    """
    for pawn in ("d3", "c4", "b3"):
        match = advanced(picture, pawns=(pawn, "platform"), shown={pawn: "green"}, crystals=[FULL])
        assert "return" in moves(play(match, "keep"))


@pytest.mark.rule("KG-27")
def test_a_tunnel_that_touches_no_central_tile_does_not_lead_home() -> None:
    picture = """
        ──....
        ......
        ..╯╰..
        ..╮╭..
        ......
        ......
    """
    match = advanced(picture, crystals=[FULL])
    assert not board(picture).can_return(board(picture).spot("a1"))
    assert moves(play(match, "keep")) == {"go b1"}


@pytest.mark.rule("KG-27")
def test_the_first_one_back_wins_although_others_are_full_too() -> None:
    second = "violet, yellow, orange, light blue, green, yellow"
    match = advanced(pawns=("a1", "b1"), shown={"a1": "green", "b1": "pink"}, crystals=[FULL, second])
    play(match, "keep", "return")
    assert match.result is not None
    assert match.result.scores == (6, 6)
    assert match.result.ranks == (1, 2)
