"""Placing a domino: where it may lie, and what happens to one that fits nowhere (KD-12 to KD-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pentarchy import IllegalMove
from tests.rules.kingdomino.tables import (
    ARMS,
    Rows,
    discards,
    kingdom,
    moves,
    opened,
    placing,
    play,
)

if TYPE_CHECKING:
    from pentarchy.engine.match import Match


STEPS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}


def covered(placements: set[str]) -> set[tuple[int, int]]:
    """Every square that some half of a domino may lie on."""
    found = set()
    for placement in placements:
        _, first, facing = placement.split()
        x, y = map(int, first.split(","))
        dx, dy = STEPS[facing]
        found |= {(x, y), (x + dx, y + dy)}
    return found


# --- Two free squares -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize(("domino", "placements"), [(48, 24), (13, 24), (1, 12), (12, 12)])
def test_the_first_domino_has_24_placements_or_12_if_its_squares_are_equal(domino: int, placements: int) -> None:
    match = placing(domino, ["##"])
    assert len(match.legal()) == len(moves(match)) == placements


def wait_for_seat_0(match: Match) -> Match:
    """The others do whatever comes first."""
    while match.to_act != (0,):
        match.play(match.legal()[0])
    return match


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize(("first", "second", "placements"), [(48, 40, 648), (1, 2, 224)])
def test_two_dominoes_have_so_many_placements_in_sequence(first: int, second: int, placements: int) -> None:
    match = wait_for_seat_0(opened({first: 0, 4: 1, 5: 2, 6: 3}, [second, 24, 25, 26]))
    count = 0
    for placement in match.legal():
        branch = play(match.copy(), str(placement), f"claim {second}")
        count += len(wait_for_seat_0(branch).legal())
    assert count == placements


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize(
    ("facing", "rows"),
    [
        ("east", ["## W0-M3"]),
        ("south", ["## W0", ".. M3"]),
        ("north", [".. M3", "## W0"]),
    ],
)
def test_a_domino_lies_in_any_orientation(facing: str, rows: Rows) -> None:
    match = placing(48, ["##"])
    match.play(f"place 1,0 {facing}")
    assert kingdom(match) == rows


@pytest.mark.rule("KD-12")
def test_a_domino_can_be_turned_round() -> None:
    match = placing(48, ["##"])
    match.play("place 2,0 west")
    assert kingdom(match) == ["## M3-W0"]


@pytest.mark.rule("KD-12")
def test_a_domino_does_not_lie_on_the_castle() -> None:
    match = placing(48, ["##"])
    for move in ("place 0,0 east", "place 1,0 west", "place 0,-1 south"):
        with pytest.raises(IllegalMove, match="may not play"):
            match.play(move)


@pytest.mark.rule("KD-12")
def test_a_domino_does_not_lie_on_another() -> None:
    match = placing(48, ["## W0-W0"])
    for move in ("place 1,0 east", "place 2,0 east", "place 2,-1 south", "place 3,0 west"):
        with pytest.raises(IllegalMove, match="may not play"):
            match.play(move)


@pytest.mark.rule("KD-12")
def test_a_refused_placement_changes_nothing() -> None:
    match = placing(48, ["## W0-W0"])
    before = match.state()
    with pytest.raises(IllegalMove):
        match.play("place 1,0 east")
    assert match.state() == before


@pytest.mark.rule("KD-12")
def test_equal_squares_are_listed_once_from_west_to_east_or_north_to_south() -> None:
    facings = {move.split()[2] for move in moves(placing(1, ["## W0-W0"]))}
    assert facings == {"east", "south"}


# --- Touching ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-13")
def test_a_domino_may_touch_only_the_castle() -> None:
    assert "place -2,0 east" in moves(placing(12, ["## W0-W0"]))


@pytest.mark.rule("KD-13")
def test_the_castle_matches_every_terrain_all_game_long() -> None:
    rows = [
        ".. .. W0 .. ..",
        ".. .. W0 .. ..",
        "F0-F0 ## .. ..",
        ".. .. G0 .. ..",
        ".. .. G0 .. ..",
    ]
    assert moves(placing(12, rows)) == {"place 1,0 east", "place 1,0 south", "place 1,-1 south"}  # swamp


@pytest.mark.rule("KD-13")
@pytest.mark.parametrize("side", ["place 3,0 east", "place 1,1 south", "place 2,-1 north", "place 2,-1 west"])
def test_a_square_may_touch_its_own_terrain(side: str) -> None:
    #   ## W0-W0      domino 48 is wheat and a mine with three crowns
    assert side in moves(placing(48, ["## W0-W0"]))


@pytest.mark.rule("KD-13")
@pytest.mark.parametrize("side", ["place 4,0 west", "place 2,-2 south", "place 2,2 north"])
def test_the_matching_square_may_be_the_second(side: str) -> None:
    #   ## W0-W0      the mine lies beside the wheat, or away from it, and the wheat touches
    match = placing(40, ["## W0-W0"])  # mine, then wheat
    assert side in moves(match)


@pytest.mark.rule("KD-13")
def test_a_domino_that_touches_nothing_of_its_own_is_refused() -> None:
    #   ## W0-W0 S0-S0      swamp beside wheat only
    with pytest.raises(IllegalMove, match="place 3,0 east"):
        placing(12, ["## W0-W0"]).play("place 3,0 east")


@pytest.mark.rule("KD-13")
def test_corners_do_not_touch() -> None:
    #   ## W0-W0
    #   .. .. .. W0-W0
    with pytest.raises(IllegalMove, match="place 3,1 east"):
        placing(2, ["## W0-W0"]).play("place 3,1 east")


@pytest.mark.rule("KD-13")
def test_the_corner_of_the_castle_does_not_count() -> None:
    #   ##
    #   .. S0-S0
    with pytest.raises(IllegalMove, match="place 1,1 east"):
        placing(12, ["##"]).play("place 1,1 east")


@pytest.mark.rule("KD-13")
def test_its_own_two_halves_do_not_count() -> None:
    #   ## .. W0-W0      the two wheat squares touch each other, nothing else
    with pytest.raises(IllegalMove, match="place 2,0 east"):
        placing(1, ["##"]).play("place 2,0 east")


@pytest.mark.rule("KD-13")
def test_other_touching_sides_need_not_match() -> None:
    #   ## W0-W0
    #   .. L0-W0      the lake lies beside the castle's wheat
    match = placing(14, ["## W0-W0"])  # wheat, lake
    match.play("place 2,1 west")
    assert kingdom(match) == ["## W0-W0", ".. L0-W0"]


@pytest.mark.rule("KD-13")
def test_crowns_play_no_part_in_matching() -> None:
    #   ## W0-W0 W1-F0
    match = placing(19, ["## W0-W0"])
    match.play("place 3,0 east")
    assert kingdom(match) == ["## W0-W0 W1-F0"]


# --- Five by five -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-14")
def test_a_kingdom_is_at_most_five_squares_wide() -> None:
    #   ## W0-W0 W0-W0 makes five; a sixth would be too many
    legal = moves(placing(48, ["## W0-W0 W0-W0"]))
    assert {x for x, _ in covered(legal)} == {0, 1, 2, 3, 4}


@pytest.mark.rule("KD-14")
def test_a_kingdom_is_at_most_five_squares_high() -> None:
    legal = moves(placing(48, ["##", "W0", "W0", "W0", "W0"]))
    assert {y for _, y in covered(legal)} == {0, 1, 2, 3, 4}


@pytest.mark.rule("KD-14")
def test_the_second_half_must_fit_as_well() -> None:
    legal = moves(placing(48, ["## W0-W0 W0-W0"]))
    assert "place 4,1 east" not in legal
    assert "place 4,1 west" in legal


@pytest.mark.rule("KD-14")
@pytest.mark.parametrize(
    ("rows", "across"),
    [
        (["## W0-W0 W0-W0"], {"place 0,-1 east", "place 0,1 east"}),
        (["W0-W0 ## W0-W0"], {"place -1,-1 east", "place 0,-1 east", "place -1,1 east", "place 0,1 east"}),
        (["W0-W0 W0-W0 ##"], {"place -1,-1 east", "place -1,1 east"}),
    ],
)
def test_the_castle_may_lie_anywhere_in_the_kingdom(rows: Rows, across: set[str]) -> None:
    legal = moves(placing(3, rows))  # forest, which touches only the castle here
    assert legal == across | {"place 0,-2 south", "place 0,1 south"}


@pytest.mark.rule("KD-14")
def test_a_kingdom_three_wide_may_grow_by_two_on_either_side() -> None:
    legal = moves(placing(48, ["## W0-W0"]))
    assert {"place 3,0 east", "place -1,0 west"} <= legal
    assert {x for x, _ in covered(legal)} == {-2, -1, 0, 1, 2, 3, 4}


@pytest.mark.rule("KD-14")
def test_both_sides_count_together() -> None:
    #   W0-W0 ## W0-W0 is five wide already
    legal = moves(placing(48, ["W0-W0 ## W0-W0"]))
    assert {x for x, _ in covered(legal)} == {-2, -1, 0, 1, 2}


@pytest.mark.rule("KD-14")
def test_twelve_dominoes_fill_25_squares_with_the_castle() -> None:
    rows = [
        "L0 L1-F0 .. ..",
        "L0 F0-F0 F1 M1",
        "F0 F0 ## W0 W0",
        "G0 F0 L1-F0 W1",
        "L0-L0 L0-F0 S0",
    ]
    match = play(placing(29, rows), "place 1,-2 east")
    assert kingdom(match) == ["L0 L1-F0 F1-G0", *rows[1:]]
    assert len(match.view()["kingdoms"][0]["squares"]) + 1 == 25


# --- Discarding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-15")
def test_a_domino_that_can_be_placed_must_be_placed() -> None:
    match = placing(48, ["##"])
    assert "discard" not in moves(match)
    with pytest.raises(IllegalMove, match="discard"):
        match.play("discard")


@pytest.mark.rule("KD-15")
def test_even_the_only_placement_must_be_taken() -> None:
    rows = [
        ".. .. W0 W0 ..",
        ".. .. W0 W0 ..",
        "F0-F0 ## .. ..",
        ".. .. G0 G0 ..",
        ".. .. G0 G0 ..",
    ]
    assert moves(placing(12, rows)) == {"place 1,0 east"}  # swamp


@pytest.mark.rule("KD-15")
def test_a_domino_that_fits_nowhere_is_discarded() -> None:
    match = placing(12, ARMS)  # swamp
    assert moves(match) == {"discard"}
    match.play("discard")
    assert kingdom(match) == ARMS


@pytest.mark.rule("KD-15")
def test_a_discarded_domino_scores_nothing() -> None:
    match = placing(47, ARMS)  # swamp, and a mine with two crowns
    before = match.standings()
    match.play("discard")
    assert match.standings().scores == before.scores
    assert match.standings().breakdown[0]["tie_break"] == before.breakdown[0]["tie_break"]


@pytest.mark.rule("KD-15")
def test_everybody_sees_how_many_dominoes_were_discarded() -> None:
    match = placing(12, ARMS)
    before = discards(match)[0]
    match.play("discard")
    for seat in (0, 1, 2, 3, None):
        assert match.view(seat)["kingdoms"][0]["discards"] == before + 1
