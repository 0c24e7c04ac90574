"""The end: properties, totals and places (KD-16, KD-17)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kingdomino.tables import Rows, ended, load, painted, placing, play

WORKED_CHECK = [
    "W0 W0 F1 F0 F0",
    "W1 L0 L0 L1 F0",
    "W0 L0 ## G0 G2",
    "M3 M0 S0 G0 G0",
    "M2 M0 S2 S0 S1",
]


def properties(breakdown: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Terrain, squares and crowns of every property."""
    return sorted((item["terrain"], item["squares"], item["crowns"]) for item in breakdown["properties"])


# --- Properties -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-16")
def test_the_worked_check_scores_52() -> None:
    assert painted(WORKED_CHECK)["points"] == 52


@pytest.mark.rule("KD-16")
def test_the_worked_check_has_these_properties() -> None:
    assert properties(painted(WORKED_CHECK)) == [
        ("forest", 4, 1),
        ("grass", 4, 2),
        ("lake", 4, 1),
        ("mine", 4, 5),
        ("swamp", 4, 3),
        ("wheat", 4, 1),
    ]


@pytest.mark.rule("KD-16")
def test_a_property_scores_its_squares_times_its_crowns() -> None:
    #   wheat: four squares, two crowns
    match = ended(["## W1-F0", ".. W0-W0", ".. W1-L0"])
    assert match.standings().scores[0] == 4 * 2


@pytest.mark.rule("KD-16")
def test_a_property_without_crowns_scores_nothing() -> None:
    assert ended(["## W0-W0", ".. W0-W0"]).standings().scores[0] == 0


@pytest.mark.rule("KD-16")
def test_an_empty_kingdom_scores_nothing() -> None:
    assert ended(["##"]).standings().scores[0] == 0


@pytest.mark.rule("KD-16")
def test_several_properties_of_one_terrain_count_apart() -> None:
    #   two wheat properties of 1 and 3 squares, a crown each: 1 + 3, not 4 × 2
    match = ended(["L0-W1 ## W1-F0", ".. .. .. W0-W0"])
    breakdown = match.standings().breakdown[0]
    assert [item for item in properties(breakdown) if item[0] == "wheat"] == [("wheat", 1, 1), ("wheat", 3, 1)]
    assert breakdown["points"] == 4


@pytest.mark.rule("KD-16")
def test_corners_do_not_connect() -> None:
    #   the two wheat squares meet at a corner only
    breakdown = painted(["## W1", "W1 .."])
    assert properties(breakdown) == [("wheat", 1, 1), ("wheat", 1, 1)]


@pytest.mark.rule("KD-16")
def test_the_castle_connects_nothing() -> None:
    breakdown = painted(["L1 ## L0"])
    assert properties(breakdown) == [("lake", 1, 0), ("lake", 1, 1)]
    assert breakdown["points"] == 1


@pytest.mark.rule("KD-16")
def test_the_castle_belongs_to_no_property() -> None:
    #   three lake squares around two sides of the castle
    assert painted(["## L1", "L0 L0"])["points"] == 3


@pytest.mark.rule("KD-16")
def test_a_property_may_wind_round_the_castle() -> None:
    rows = [
        "F1 F0 F0",
        "F0 ## F0",
        "F0 F0 F0",
    ]
    assert painted(rows)["points"] == 8


@pytest.mark.rule("KD-16")
def test_squares_on_opposite_edges_of_a_kingdom_are_not_neighbours() -> None:
    rows = [
        "W1 F0 F0 F0 W1",
        "F0 F0 F0 F0 F0",
        "F0 F0 ## F0 F0",
        "F0 F0 F0 F0 F0",
        "W1 F0 F0 F0 W1",
    ]
    assert painted(rows)["points"] == 4


@pytest.mark.rule("KD-16")
def test_crowns_of_two_and_three_count_each() -> None:
    #   mines: 3 + 2 crowns on two squares
    match = ended(["## W0-M3", ".. S0-M2"])
    assert match.standings().scores[0] == 2 * 5


@pytest.mark.rule("KD-16")
def test_the_points_may_be_counted_at_any_time() -> None:
    match = placing(48, ["## W1-F0"])
    before = match.standings().scores[0]
    play(match, "place 1,1 east")  # its wheat joins the crowned wheat, its mine has three crowns
    assert (before, match.standings().scores[0]) == (1, 2 + 3)


# --- Places -----------------------------------------------------------------------------------------------------------

ONE_POINT = ["## F1-W0"]  # largest property 1, one crown
ONE_POINT_AND_TWO_SQUARES = ["## F1-W0", "G0-G0"]
THREE_POINTS_WITH_ONE_CROWN = ["## F1-W0", ".. F0-F0"]  # largest property 3
THREE_POINTS_WITH_THREE_CROWNS = ["## W0-M3", ".. W0-W0"]  # largest property 3


def places(*kingdoms: Rows) -> tuple[int, ...]:
    match = ended(*kingdoms)
    assert match.result is not None
    assert [row["place"] for row in match.result.breakdown] == list(match.result.ranks)
    return match.result.ranks


@pytest.mark.rule("KD-17")
def test_the_highest_total_wins() -> None:
    assert places(ONE_POINT, THREE_POINTS_WITH_ONE_CROWN, ["## S0-S0"], ["## W0-S2"]) == (3, 1, 4, 2)


@pytest.mark.rule("KD-17")
def test_the_winner_is_named() -> None:
    result = ended(ONE_POINT, THREE_POINTS_WITH_ONE_CROWN).result
    assert result is not None
    assert result.winners == (1,)


@pytest.mark.rule("KD-17")
def test_the_total_comes_before_the_largest_property() -> None:
    #   two points on one square beat one point and a lake of four squares
    assert places(["## F1-W0", "L0-L0", "L0-L0"], ["## W0-G2"])[:2] == (2, 1)


@pytest.mark.rule("KD-17")
def test_a_tie_goes_to_the_larger_property() -> None:
    assert places(ONE_POINT, ONE_POINT_AND_TWO_SQUARES)[:2] == (2, 1)


@pytest.mark.rule("KD-17")
def test_the_largest_property_counts_without_crowns_too() -> None:
    result = ended(ONE_POINT_AND_TWO_SQUARES).standings()
    assert result.breakdown[0]["tie_break"] == {"largest_property": 2, "crowns": 1}


@pytest.mark.rule("KD-17")
def test_only_the_single_largest_property_counts() -> None:
    #   two lakes of two squares do not beat a forest of three
    three = ["## F1-W0", ".. F0-F0"]
    two_and_two = ["L0-L0 ## W0-M3", ".. .. G0-G0 .."]
    result = ended(three, two_and_two).standings()
    assert result.scores[:2] == (3, 3)
    assert [row["tie_break"]["largest_property"] for row in result.breakdown[:2]] == [3, 2]
    assert result.ranks[:2] == (1, 2)


@pytest.mark.rule("KD-17")
def test_the_largest_property_comes_before_crowns() -> None:
    #   three points each: a forest of three with one crown beats a lone mine with three
    assert places(["## W0-M3"], THREE_POINTS_WITH_ONE_CROWN)[:2] == (2, 1)


@pytest.mark.rule("KD-17")
def test_then_more_crowns_decide() -> None:
    result = ended(THREE_POINTS_WITH_ONE_CROWN, THREE_POINTS_WITH_THREE_CROWNS).standings()
    assert result.scores[:2] == (3, 3)
    assert [row["tie_break"] for row in result.breakdown[:2]] == [
        {"largest_property": 3, "crowns": 1},
        {"largest_property": 3, "crowns": 3},
    ]
    assert result.ranks[:2] == (2, 1)


@pytest.mark.rule("KD-17")
def test_crowns_on_discarded_dominoes_do_not_count() -> None:
    #   seat 0 has discarded eleven dominoes, seat 1 ten; among them are all the other crowns of the game
    result = ended(["## W0-W0"], ["## F0-F0"]).standings()
    assert [row["tie_break"]["crowns"] for row in result.breakdown] == [0, 0, 0, 0]


@pytest.mark.rule("KD-17")
def test_crowns_of_all_properties_count() -> None:
    result = ended(["W0-M3 ## F1-W0"]).standings()
    assert result.breakdown[0]["tie_break"]["crowns"] == 4


@pytest.mark.rule("KD-17")
def test_a_tie_in_everything_is_a_shared_victory() -> None:
    result = ended(ONE_POINT, ["## W1-F0"]).result
    assert result is not None
    assert result.winners == (0, 1)


@pytest.mark.rule("KD-17")
def test_equals_share_a_place_and_the_next_is_skipped() -> None:
    assert places(["## W0-S2"], ["## L0-G2"], ["## F1-W0"], ["## F0-F0"]) == (1, 1, 3, 4)


@pytest.mark.rule("KD-17")
@pytest.mark.parametrize(
    ("kingdoms", "expected"),
    [
        ([["##"], ["##"], ["##"], ["##"]], (1, 1, 1, 1)),
        ([ONE_POINT, ["##"], ["##"], ["##"]], (1, 2, 2, 2)),
        ([ONE_POINT, ["## W1-F0"], ["## L1-W0"], ["##"]], (1, 1, 1, 4)),
        ([["##"], ONE_POINT, ["##"], ["## W1-F0"]], (3, 1, 3, 1)),
        ([["## W0-S2"], ONE_POINT, ["## W1-F0"], ["##"]], (1, 2, 2, 4)),
    ],
)
def test_the_same_comparison_gives_all_places(kingdoms: list[Rows], expected: tuple[int, ...]) -> None:
    assert places(*kingdoms) == expected


@pytest.mark.rule("KD-17")
def test_there_is_no_result_before_the_end() -> None:
    match = load(2).start(1)
    assert match.result is None
    assert match.standings().ranks == (1, 1)
