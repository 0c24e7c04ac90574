"""Moving through the tunnels: dead ends, rings, the platform, and who cannot move (KG-13 to KG-18)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kingems.tables import board, changed, goals, moves, play, player, table, turns

pytestmark = pytest.mark.bounds

quick = pytest.mark.interpreted

CORRIDOR = """
    ......
    .──┼─.
    ...│..
    ......
    ......
    ......
"""
RING_WITH_A_TAIL = """
    ......
    .╭─╮..
    .│.│..
    .╰─┼─.
    ......
    ......
"""
CLOSED_RING = """
    ......
    .╭╮...
    .╰╯...
    ......
    ......
    ......
"""


# --- Dead ends --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-13")
@quick
def test_an_end_at_a_side_without_an_opening_is_dead() -> None:
    assert goals(CORRIDOR, "c2") == {"b2", "d2", "d3", "e2"}


@pytest.mark.rule("KG-13")
def test_a_path_with_all_its_ends_joined_is_no_dead_end() -> None:
    assert "c2" not in goals(CORRIDOR, "b2")


@pytest.mark.rule("KG-13")
def test_crossroads_are_a_dead_end_if_one_of_their_ends_is() -> None:
    """d2 is joined to three sides; its northern end is dead."""
    assert "d2" in goals(CORRIDOR, "b2")


@pytest.mark.rule("KG-13")
@pytest.mark.parametrize(
    ("picture", "pawn", "goal"),
    [
        ("──.... ...... ...... ...... ...... ......", "b1", "a1"),
        ("│..... │..... ...... ...... ...... ......", "a2", "a1"),
        ("...... ...... ...... ...... ...... ....──", "e6", "f6"),
        ("...... ...... ...... ...... .....│ .....│", "f5", "f6"),
        ("...... ...... ....╭─ ....│. ...... ......", "e4", "f3"),
    ],
)
def test_an_end_at_the_edge_of_the_board_is_dead(picture: str, pawn: str, goal: str) -> None:
    assert goals(picture, pawn) == {goal}


@pytest.mark.rule("KG-13")
def test_tunnels_do_not_go_on_at_the_other_edge() -> None:
    """f1 opens to the east and a2 to the west; they are neighbours in reading order only."""
    picture = """
        ....──
        ──....
        ......
        ......
        ......
        ......
    """
    assert goals(picture, "e1") == {"f1"}
    assert goals(picture, "b2") == {"a2"}


@pytest.mark.rule("KG-13")
def test_the_two_curves_of_a_double_tile_are_not_joined() -> None:
    picture = """
        ......
        .│....
        ─╲─...
        .│....
        ......
        ......
    """
    assert goals(picture, "b2") == {"c3"}
    assert goals(picture, "a3") == {"b4"}


# --- Going ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-14")
@pytest.mark.parametrize(
    ("pawn", "reached"),
    [("b2", {"d2", "d3", "e2"}), ("e2", {"b2", "d2", "d3"}), ("d3", {"b2", "d2", "e2"}), ("d2", {"b2", "d3", "e2"})],
)
def test_the_player_chooses_among_all_dead_ends_of_the_tunnel(pawn: str, reached: set[str]) -> None:
    assert goals(CORRIDOR, pawn) == reached


@pytest.mark.rule("KG-14")
def test_the_first_step_may_go_back_where_the_pawn_came_from() -> None:
    match = table(CORRIDOR, pawns=("b2", "platform"), shown={"b2": "pink", "e2": "blue"}, crystals=["blue"])
    play(match, "keep", "go e2")
    match = changed(match, acting=0)
    assert "go b2" in moves(play(match, "keep"))


@pytest.mark.rule("KG-14")
def test_going_moves_the_pawn_and_nobody_elses() -> None:
    match = table(CORRIDOR, pawns=("b2", "d3"), shown={"b2": "pink", "d3": "pink", "e2": "pink"})
    play(match, "keep", "go e2")
    assert [player(match, seat)["pawn"] for seat in (0, 1)] == ["e2", "d3"]


@pytest.mark.rule("KG-15")
@quick
def test_from_the_platform_a_pawn_goes_on_from_any_central_tile_in_any_direction() -> None:
    picture = """
        ......
        ..│...
        ..┼╮..
        .─╯│..
        ...╰─.
        ......
    """
    # c3 leads to c2, b3's side is closed; c4 to b4; d3 to d4, d5, e5; the crossroads c3 themselves end at b3.
    assert goals(picture, "platform") == {"c2", "c3", "b4", "e5"}


@pytest.mark.rule("KG-15")
def test_from_the_platform_a_pawn_may_stop_at_once() -> None:
    picture = """
        ......
        ......
        ..╯╭..
        ..│╰..
        ......
        ......
    """
    assert "c3" in goals(picture, "platform")


@pytest.mark.rule("KG-15")
def test_from_the_platform_both_paths_of_a_double_tile_can_be_stepped_on() -> None:
    picture = """
        ......
        ......
        ..╯╲..
        ..╮╭..
        ......
        ......
    """
    assert goals(picture, "platform") == {"c3", "d3 ne", "d3 sw", "c4", "d4"}


@pytest.mark.rule("KG-15")
def test_tunnels_that_touch_no_central_tile_are_out_of_reach_from_the_platform() -> None:
    assert "b2" not in goals("...... .──... ..╯╭.. ..│╰.. ...... ......", "platform")


@pytest.mark.rule("KG-16")
def test_another_dead_end_of_the_same_tile_is_no_move() -> None:
    picture = """
        ......
        .┼─...
        ......
        ......
        ......
        ......
    """
    assert goals(picture, "b2") == {"c2"}


@pytest.mark.rule("KG-16")
@quick
def test_a_pawn_on_a_ring_may_go_round_and_stop_where_it_started() -> None:
    assert goals(RING_WITH_A_TAIL, "d4") == {"d4", "e4"}


@pytest.mark.rule("KG-16")
def test_a_pawn_may_go_out_along_a_corridor_round_a_ring_and_back() -> None:
    assert goals(RING_WITH_A_TAIL, "e4") == {"d4", "e4"}


@pytest.mark.rule("KG-16")
def test_without_a_ring_nobody_comes_back_to_the_start() -> None:
    assert "e2" not in goals(CORRIDOR, "e2")


@pytest.mark.rule("KG-16")
def test_a_loop_may_end_on_the_other_path_of_the_start_tile() -> None:
    """Out to the east, round by c2, c3 and b3, and in again from the south."""
    picture = """
        ......
        .╲╮...
        .╰╯...
        ......
        ......
        ......
    """
    assert goals(picture, "b2 ne") == {"b2 sw"}
    assert goals(picture, "b2 sw") == {"b2 ne"}


@pytest.mark.rule("KG-16")
def test_a_double_tile_may_be_crossed_on_both_paths_in_one_move() -> None:
    picture = """
        .│....
        .╲╮...
        ─╯╰─..
        ......
        ......
        ......
    """
    assert goals(picture, "b1") == {"d3"}
    crossed = """
        .│....
        ─╲╮...
        .╰╯...
        ......
        ......
        ......
    """
    assert goals(crossed, "b1") == {"a2"}


@pytest.mark.rule("KG-16")
def test_the_other_curves_of_double_tiles_do_not_belong_to_a_ring() -> None:
    """Two turns and one curve each of two double tiles make a closed ring; the other curves pass by."""
    picture = """
        ......
        .╭╮...
        .╲╱─..
        .╰╯...
        ......
        ......
    """
    tiles = board(picture)
    ring = tiles.tunnel(tiles.spot("b2"))
    assert {tiles.name(spot) for spot in ring} == {"b2", "c2", "b3 ne", "c3 wn"}
    assert goals(picture, "b2") == set()


@pytest.mark.rule("KG-17")
def test_other_pawns_do_not_stand_in_the_way() -> None:
    match = table(CORRIDOR, pawns=("b2", "d2"), shown={"b2": "pink", "d2": "pink"})
    play(match, "keep")
    assert {"go d3", "go e2"} <= moves(match)


@pytest.mark.rule("KG-17")
def test_a_pawn_may_stop_where_another_stands() -> None:
    match = table(CORRIDOR, pawns=("b2", "d2"), shown={"b2": "pink", "d2": "pink"})
    play(match, "keep", "go d2", "take pink")
    assert [player(match, seat)["pawn"] for seat in (0, 1)] == ["d2", "d2"]


# --- Who cannot move --------------------------------------------------------------------------------------------------

TWO_TILES = """
    ──....
    ......
    ......
    ......
    ......
    ......
"""
# The pawn at a1 has no way out: both ends at the edge, and the neighbours carry pawns and open to other sides.
HOPELESS = """
    ╯│....
    ─.....
    ......
    ......
    ......
    ......
"""


@pytest.mark.rule("KG-18")
@quick
def test_who_can_move_may_not_turn_that_away() -> None:
    match = table(TWO_TILES, pawns=("a1", "platform"), shown={"a1": "pink"})
    assert {move for move in moves(match) if " b1 " in move} == {"turn b1 180"}


@pytest.mark.rule("KG-18")
@quick
def test_who_cannot_move_must_turn_a_tile_that_helps() -> None:
    match = table(CLOSED_RING, pawns=("b2", "platform"), shown={"b2": "pink"})
    assert "keep" not in moves(match)
    assert turns(match) == {"b2", "c2", "b3", "c3"}


@pytest.mark.rule("KG-18")
def test_a_ring_without_dead_ends_leads_nowhere() -> None:
    assert goals(CLOSED_RING, "b2") == set()


@pytest.mark.rule("KG-18")
def test_where_nothing_helps_every_choice_is_legal() -> None:
    match = table(HOPELESS, pawns=("a1", "b1", "a2", "platform"), shown={"a1": "pink", "b1": "pink", "a2": "pink"})
    assert "keep" in moves(match)
    assert len(moves(match)) == 1 + 3 * (36 - 2)


@pytest.mark.rule("KG-18")
@pytest.mark.parametrize("move", ["keep", "turn c3 90"])
def test_the_turn_of_who_cannot_move_ends_without_taking(move: str) -> None:
    shown = {"a1": "pink", "b1": "pink", "a2": "pink", "c3": "pink"}
    match = table(HOPELESS, pawns=("a1", "b1", "a2", "platform"), shown=shown)
    play(match, move)
    assert match.to_act == (1,)
    assert player(match, 0)["pawn"] == "a1"


@pytest.mark.rule("KG-18")
def test_who_cannot_move_may_pay_for_any_second_turn_but_need_not() -> None:
    shown = {"a1": "pink", "b1": "pink", "a2": "pink", "c3": "pink", "d4": "blue"}
    match = table(HOPELESS, pawns=("a1", "b1", "a2", "platform"), shown=shown, crystals=["green"])
    play(match, "turn c3 90")
    assert moves(match) == {"keep", "discard green"}
    assert play(match.copy(), "keep").to_act == (1,)
    play(match, "discard green")
    assert len(moves(match)) == 3 * (36 - 3)
    assert play(match, "turn d4 90").to_act == (1,)


@pytest.mark.rule("KG-18")
def test_a_second_turn_must_leave_the_pawn_able_to_move() -> None:
    match = table(TWO_TILES, pawns=("a1", "platform"), shown={"a1": "pink", "f6": "pink"}, crystals=["green"])
    play(match, "turn f6 90", "discard green")
    assert {move for move in moves(match) if " b1 " in move} == {"turn b1 180"}
    assert "turn c5 90" in moves(match)


@pytest.mark.rule("KG-18")
def test_a_second_turn_that_helps_is_the_only_kind_that_is_legal() -> None:
    """With b1 turned on end and the pawn of seat 2 gone from a2, only a2 can be made to open to the north."""
    shown = {"a1": "pink", "b1": "pink", "c3": "pink"}
    picture = """
        ││....
        ─.....
        ......
        ......
        ......
        ......
    """
    match = table(picture, pawns=("a1", "b1"), shown=shown | {"a2": "blue"}, crystals=["green"])
    match = changed(match, turned=[14, -1], phase=8)  # c3 was turned, and a crystal discarded for a second turn
    assert turns(match) == {"a2"}
    assert moves(match) == {"turn a2 90", "turn a2 270"}


@pytest.mark.rule("KG-18")
def test_a_return_counts_as_a_move() -> None:
    """The pawn stands on a closed ring at the centre: it can go nowhere, but with a full card up to the platform."""
    full = "blue, violet, yellow, orange, light blue, violet"
    ring = """
        ......
        ......
        ..╭╮..
        ..╰╯..
        ......
        ......
    """
    options: dict[str, Any] = {"mode": "advanced", "pawns": ("c3", "platform"), "shown": {"c3": "pink"}}
    assert "keep" in moves(table(ring, crystals=[full], **options))
    assert "keep" not in moves(table(ring, crystals=["blue"], **options))
