"""The four spells, alone and together."""

from __future__ import annotations

import pytest

from tests.rules.color_kingdoms.tables import arranged, casts, moves, own, paints, picture_of, play, supply

RED = {f"r{number}" for number in range(1, 10)}
OTHERS = {"blue", "yellow", "green", "violet", "brown"}
EMPTY_ROWS = "......\n" * 6


# --- Spell 1: move ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-21")
def test_all_drops_go_to_any_other_kingdom_as_if_taken_there() -> None:
    match = play(arranged("", "", ready={"move": 1}), "take blue from red")
    assert casts(match, "move") == OTHERS
    play(match, "move to green")
    assert paints(match) == {f"g{number}" for number in range(1, 10)}
    assert supply(match, "move") == (0, 0, 1)
    assert own(match)["turn"]["moved"]
    assert own(match)["die"]["kingdom"] == "red", "what others have seen does not change"


@pytest.mark.rule("CK-21")
@pytest.mark.parametrize("first", ["paint r1", "paint b1 tower green"])
def test_not_after_an_area_is_painted_not_even_with_a_tower_drop(first: str) -> None:
    match = play(arranged("", "", ready={"move": 1, "green": 1}), "take blue from red", first)
    assert casts(match, "move") == set()


@pytest.mark.rule("CK-21")
def test_at_most_once_a_turn() -> None:
    match = play(arranged("", "", ready={"move": 2}), "take blue from red", "move to green")
    assert casts(match, "move") == set()


@pytest.mark.rule("CK-21")
def test_not_after_a_split() -> None:
    match = play(arranged("", "", ready={"move": 1, "split": 1}), "take blue from red", "split to brown")
    assert casts(match, "move") == set()


@pytest.mark.rule("CK-21")
def test_a_mixture_may_come_before_and_moves_along() -> None:
    match = play(arranged("", "", ready={"move": 1, "mix": 1}), "take blue from red", "mix green", "move to violet")
    assert paints(match, "mixed green") == paints(match) == {f"v{number}" for number in range(1, 10)}


@pytest.mark.rule("CK-21")
def test_without_the_spell_nothing_moves() -> None:
    assert casts(play(arranged("", ""), "take blue from red"), "move") == set()


# --- Spell 2: exception -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-22")
def test_an_exception_lets_a_drop_touch_its_own_colour_and_is_spent() -> None:
    match = play(arranged(EMPTY_ROWS + "......\n.b....", "", ready={"exception": 1}), "take blue from red")
    assert paints(match) == RED - {"r5"}
    play(match, "paint r4")
    assert supply(match, "exception") == (0, 0, 1)
    assert paints(match) == {"r3", "r9"}


@pytest.mark.rule("CK-22")
def test_it_is_not_spent_where_no_neighbour_is_equal() -> None:
    match = play(arranged("", "", ready={"exception": 1}), "take blue from red", "paint r1", "paint r9")
    assert supply(match, "exception") == (1, 0, 0)


@pytest.mark.rule("CK-22")
def test_one_spell_serves_one_drop_however_many_equal_neighbours_it_has() -> None:
    #                            r2, r4 and r6 are red: r5 touches all three
    match = arranged(EMPTY_ROWS + ".r....\nr.r...", "", ready={"exception": 2})
    play(match, "take red from red", "paint r5")
    assert supply(match, "exception") == (1, 0, 1)
    play(match, "paint r8")
    assert supply(match, "exception") == (0, 0, 2)


@pytest.mark.rule("CK-22")
def test_it_never_allows_repainting() -> None:
    match = play(arranged(EMPTY_ROWS + "y.....", "", ready={"exception": 3}), "take blue from red")
    assert "r1" not in paints(match)


@pytest.mark.rule("CK-22")
def test_it_serves_mixed_drops_and_tower_drops_as_well() -> None:
    sheet = "......\n.g....\n......\n......\n......\n......\n......\n.g...."
    match = play(arranged(sheet, "", ready={"exception": 2, "mix": 1, "green": 1}), "take blue from red", "mix green")
    play(match, "paint r4 mixed green", "paint g4 tower green")
    assert supply(match, "exception") == (0, 0, 2)


@pytest.mark.rule("CK-22", "CK-17")
def test_an_exception_gained_in_this_round_does_not_help() -> None:
    match = play(arranged("", ""), "take blue from red", "paint r3")  # r3 gives the spell
    assert supply(match, "exception") == (0, 1, 0)
    assert "r2" not in paints(match)


# --- Spell 3: split ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-23")
def test_a_split_opens_one_kingdom_beside_the_dies() -> None:
    match = play(arranged("", "", ready={"split": 1}), "take blue from red")
    assert casts(match, "split") == {"brown", "yellow"}
    play(match, "split to yellow")
    assert paints(match) == RED | {f"y{number}" for number in range(1, 10)}
    assert casts(match, "split") == set()


@pytest.mark.rule("CK-23")
def test_all_drops_may_go_to_the_opened_kingdom() -> None:
    match = play(arranged("", "", ready={"split": 1}), "take yellow from red", "split to brown", "paint n1", "paint n3")
    assert own(play(match, "done"))["blots"] == 0


@pytest.mark.rule("CK-23")
def test_several_splits_open_several_kingdoms_all_beside_the_dies() -> None:
    match = play(arranged("", "", ready={"split": 3}), "take blue from red", "split to yellow")
    assert casts(match, "split") == {"brown"}, "violet touches yellow only"
    play(match, "split to brown")
    assert casts(match, "split") == set()
    assert {area[0] for area in paints(match)} == {"r", "y", "n"}


@pytest.mark.rule("CK-23")
def test_after_a_move_the_new_kingdom_counts() -> None:
    match = play(arranged("", "", ready={"move": 1, "split": 1}), "take blue from red", "move to blue")
    assert casts(match, "split") == {"green", "violet"}


@pytest.mark.rule("CK-23")
def test_a_split_is_cast_at_any_time_while_a_drop_is_unplaced() -> None:
    match = play(arranged("", "", ready={"split": 2}), "take yellow from red", "paint r1")
    assert casts(match, "split") == {"brown", "yellow"}
    assert casts(play(match, "paint r3"), "split") == set()


@pytest.mark.rule("CK-23", "CK-24")
def test_an_unplaced_mixed_drop_is_a_drop_of_the_die_for_a_split() -> None:
    match = play(arranged("", "", ready={"split": 1, "mix": 1}), "take yellow from red", "mix green")
    play(match, "split to brown")
    assert {area[0] for area in paints(match, "mixed green")} == {"r", "n"}


@pytest.mark.rule("CK-23", "CK-20")
def test_a_split_does_not_matter_to_tower_drops() -> None:
    match = play(arranged("", "", ready={"split": 1, "green": 1}), "take blue from red")
    assert {area[0] for area in paints(match, "tower green")} == set("brygvn")


# --- Spell 4: mix -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-24")
@pytest.mark.parametrize("colour", ["green", "violet", "brown"])
def test_two_drops_become_one_of_any_compound_colour(colour: str) -> None:
    match = play(arranged("", "", ready={"mix": 1}), "take red from red", f"mix {colour}")
    assert own(match)["turn"]["drops"] == 1
    assert own(match)["turn"]["mixed"] == {colour: 1}
    play(match, f"paint r5 mixed {colour}")
    assert own(match)["areas"]["r5"] == colour
    assert own(match)["turn"]["mixed"] == {}


@pytest.mark.rule("CK-24")
def test_with_a_four_two_mixtures_are_possible() -> None:
    match = play(arranged("", "", ready={"mix": 3}), "take blue from red", "mix brown", "mix brown")
    assert own(match)["turn"]["mixed"] == {"brown": 2}
    assert casts(match, "mix") == set()
    play(match, "paint r1 mixed brown", "paint r3 mixed brown", "done")
    assert own(match)["blots"] == 0


@pytest.mark.rule("CK-24")
def test_it_takes_two_unpainted_drops_of_the_dies_own_colour() -> None:
    match = play(arranged("", "", ready={"mix": 2, "blue": 2}), "take blue from red", "mix green", "paint r1")
    assert own(match)["turn"]["drops"] == 1
    assert casts(match, "mix") == set(), "neither a mixed drop nor a tower's will do"


@pytest.mark.rule("CK-24")
def test_it_is_cast_at_any_time_in_the_turn() -> None:
    match = play(arranged("", "", ready={"mix": 1}), "take blue from red", "paint r1", "paint r3")
    assert casts(match, "mix") == {"green", "violet", "brown"}


@pytest.mark.rule("CK-24")
def test_a_mixed_drop_keeps_to_the_painting_rules_and_the_kingdom() -> None:
    match = play(arranged(EMPTY_ROWS + "......\n.g....", "", ready={"mix": 1}), "take blue from red", "mix green")
    assert paints(match, "mixed green") == {"r1", "r3", "r7", "r9"}


@pytest.mark.rule("CK-24", "CK-15")
def test_an_unplaced_mixed_drop_costs_a_blot() -> None:
    match = play(arranged("", "", ready={"mix": 1}), "take yellow from red", "mix green", "done")
    assert own(match)["blots"] == 1


# --- Together ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-21", "CK-22", "CK-23", "CK-24")
def test_all_four_spells_in_one_turn() -> None:
    """The rulebook's long example, on the map of squares: the hydra area b4 beside the blue capital is blue."""
    match = arranged("......\n...b..", "", ready={"move": 1, "exception": 1, "split": 2, "mix": 1})
    play(match, "take blue from red", "move to blue", "paint b5", "split to green", "split to violet", "paint v4")
    play(match, "mix green", "paint g2 mixed green", "done")
    assert picture_of(match)[:5] == [".g....", "...bb.", "......", "......", "...b.."]
    assert [supply(match, spell) for spell in ("move", "exception", "split", "mix")] == [
        (0, 0, 1),
        (0, 0, 1),
        (0, 0, 2),
        (0, 0, 1),
    ]
    assert own(match)["blots"] == 0


@pytest.mark.rule("CK-17", "CK-20")
def test_nothing_can_be_done_before_a_die_is_taken() -> None:
    match = arranged("", "", ready={"move": 1, "mix": 1, "split": 1, "green": 3})
    assert all(move.startswith("take ") for move in moves(match))
