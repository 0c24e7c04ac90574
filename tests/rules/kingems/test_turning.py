"""A turn, and the rotation of tiles, free and paid for (KG-9 to KG-12)."""

from __future__ import annotations

import pytest

from pentarchy.games.kingems.components import CELLS
from tests.rules.kingems.tables import moves, owned, play, player, table, tile, turns

pytestmark = pytest.mark.bounds

# One tile of each kind in the middle, a double tile at b2.
MIXED = """
    ┼┼┼┼┼┼
    ┼╲┼┼┼┼
    ┼┼─╭┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
"""


# --- A turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-9")
def test_a_turn_is_turning_going_and_taking() -> None:
    match = table(MIXED)
    play(match, "turn c3 90", "< c3 pink")
    assert match.view()["phase"] == "go"
    play(match, "go f6", "< f6 orange")
    assert match.view()["phase"] == "take"
    play(match, "take orange")
    assert (match.to_act, match.view()["phase"]) == ((1,), "turn")


@pytest.mark.rule("KG-9")
def test_turning_is_optional_but_going_is_not() -> None:
    match = table(MIXED)
    assert "keep" in moves(match)
    play(match, "keep")
    assert match.to_act == (0,)
    assert all(move.startswith("go ") for move in moves(match))


@pytest.mark.rule("KG-9")
def test_where_nothing_can_be_taken_the_turn_ends_by_itself() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "f6": "blue"}, crystals=["blue"])
    play(match, "keep", "go f6")
    assert match.to_act == (1,)


# --- Turning ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-10")
def test_every_tile_may_be_turned_by_one_two_or_three_quarters() -> None:
    every = {f"turn {cell} {degrees}" for cell in CELLS for degrees in (90, 180, 270)}
    assert moves(table()) == every | {"keep"}


@pytest.mark.rule("KG-10")
@pytest.mark.parametrize(("degrees", "rotation"), [(90, 180), (180, 270), (270, 0)])
def test_a_tile_is_turned_clockwise(degrees: int, rotation: int) -> None:
    match = table(MIXED)
    assert tile(match, "d3")["rotation"] == 90
    play(match, f"turn d3 {degrees}")
    assert tile(match, "d3")["rotation"] == rotation


@pytest.mark.rule("KG-10")
def test_a_tile_with_an_opponents_pawn_stays_as_it_is() -> None:
    match = table(pawns=("a1", "b1", "f4"), shown={"a1": "pink", "b1": "pink", "f4": "pink"})
    assert set(CELLS) - turns(match) == {"b1", "f4"}


@pytest.mark.rule("KG-10")
def test_a_tile_shared_with_an_opponent_stays_as_it_is() -> None:
    match = table(pawns=("a1", "a1"), shown={"a1": "pink"})
    assert set(CELLS) - turns(match) == {"a1"}


@pytest.mark.rule("KG-10")
def test_who_stands_on_the_other_path_of_a_double_tile_keeps_it_from_being_turned_too() -> None:
    match = table(MIXED, pawns=("b2 ne", "b2 sw"), shown={"b2": "pink"})
    assert "b2" not in turns(match)


@pytest.mark.rule("KG-10")
@pytest.mark.parametrize(("degrees", "path"), [(90, "es"), (180, "sw"), (270, "wn")])
def test_a_pawn_is_carried_round_with_its_path(degrees: int, path: str) -> None:
    match = table(MIXED, pawns=("b2 ne", "platform"), shown={"b2": "pink"})
    play(match, f"turn b2 {degrees}")
    assert player(match, 0)["pawn"] == f"b2 {path}"


@pytest.mark.rule("KG-10")
def test_crossroads_may_be_turned_just_to_see_their_cell() -> None:
    match = play(table(), "turn a1 90", "< a1 green+transparent")
    assert tile(match, "a1")["shown"] == ["green", "transparent"]


# --- What turning shows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-11")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_all_players_see_what_lies_under_a_turned_tile(seat: int | None) -> None:
    match = play(table(pawns=["platform"] * 3), "turn d5 180", "< d5 light blue")
    assert match.view(seat)["tiles"][CELLS.index("d5")]["shown"] == ["light blue"]
    assert {"chance": "d5 light blue"} in match.log(seat)


@pytest.mark.rule("KG-11")
def test_a_cell_that_was_shown_before_holds_what_it_held() -> None:
    match = play(table(shown={"d5": "pink"}), "turn d5 180")
    assert tile(match, "d5")["shown"] == ["pink"]
    assert not any("chance" in event for event in match.log())


@pytest.mark.rule("KG-11")
def test_turning_gives_nothing_to_take() -> None:
    match = play(table(shown={"d5": "pink"}), "turn d5 180")
    assert all(move.startswith("go ") for move in moves(match))


# --- The second turn --------------------------------------------------------------------------------------------------

OWNED = "pink, blue, transparent"


@pytest.mark.rule("KG-12")
def test_after_a_turn_any_crystal_may_pay_for_another() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "pink"}, crystals=[OWNED])
    play(match, "turn c3 90")
    assert moves(match) == {"keep", "discard pink", "discard blue", "discard transparent"}


@pytest.mark.rule("KG-12")
def test_card_1_leaves_blue_out_so_blue_lay_beside_it() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink"}, crystals=[OWNED], cards=(1, 2))
    assert player(match, 0)["beside"] == ["blue", "transparent"]


@pytest.mark.rule("KG-12")
def test_who_turned_nothing_is_not_asked_to_pay() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink"}, crystals=[OWNED])
    play(match, "keep")
    assert match.view()["phase"] == "go"


@pytest.mark.rule("KG-12")
def test_who_owns_nothing_is_not_asked_to_pay() -> None:
    match = play(table(shown={"c3": "pink"}), "turn c3 90")
    assert match.view()["phase"] == "go"


@pytest.mark.rule("KG-12")
def test_a_discard_is_followed_by_a_turn() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "pink"}, crystals=[OWNED])
    play(match, "turn c3 90", "discard pink")
    assert all(move.startswith("turn ") for move in moves(match))


@pytest.mark.rule("KG-12")
def test_the_second_tile_is_another_one() -> None:
    match = table(pawns=("a1", "b1"), shown={"a1": "pink", "b1": "pink", "c3": "pink"}, crystals=[OWNED])
    play(match, "turn c3 90", "discard pink")
    assert set(CELLS) - turns(match) == {"b1", "c3"}


@pytest.mark.rule("KG-12")
def test_the_second_tile_is_shown_and_then_one_goes() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "pink"}, crystals=[OWNED])
    play(match, "turn c3 90", "discard pink", "turn e5 180", "< e5 violet")
    assert tile(match, "e5")["shown"] == ["violet"]
    assert match.view()["turned"] == ["c3", "e5"]
    assert match.view()["phase"] == "go"


@pytest.mark.rule("KG-12")
def test_a_discarded_crystal_leaves_the_game_for_all_to_see() -> None:
    shown = {"a1": "pink", "c3": "orange"}
    match = play(table(shown=shown), "keep", "go a1", "take pink", "keep", "go f6", "< f6 blue", "take blue")
    play(match, "turn c3 90", "discard pink")
    assert owned(match, 0) == []
    assert match.view(1)["discarded"] == ["pink"]
    assert match.view(1)["left"]["pink"] == 4
    assert {"seat": 0, "move": "discard pink"} in match.log(1)


@pytest.mark.rule("KG-12")
def test_a_place_emptied_by_a_discard_may_be_filled_again() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "pink", "f6": "pink"}, crystals=["pink"])
    play(match, "turn c3 90", "discard pink", "turn d4 90", "< d4 blue", "go f6", "take pink")
    assert owned(match, 0) == ["pink"]


@pytest.mark.rule("KG-12")
def test_a_turn_has_one_discard_at_most() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "pink", "d4": "blue"}, crystals=[OWNED])
    play(match, "turn c3 90", "discard pink", "turn d4 90")
    assert all(move.startswith("go ") for move in moves(match))
