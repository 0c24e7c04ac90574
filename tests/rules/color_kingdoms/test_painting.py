"""Painting: where drops may go, what areas give, watchtowers, blots."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.color_kingdoms.tables import (
    arranged,
    moves,
    own,
    paints,
    picture_of,
    play,
    row,
    started,
    supply,
)

RED = {f"r{number}" for number in range(1, 10)}
EMPTY_ROWS = "......\n" * 6


def red(*rows: str) -> str:
    """A sheet on which only the red kingdom is painted."""
    return EMPTY_ROWS + "\n".join(f"{letters}..." for letters in rows)


# --- Drops of the die -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-13")
@pytest.mark.parametrize(("die", "drops"), [("blue", 4), ("red", 3), ("yellow", 2)])
def test_a_die_gives_as_many_drops_of_its_colour_as_it_shows(die: str, drops: int) -> None:
    match = play(started(2), f"take {die} from red")
    assert own(match)["turn"]["drops"] == drops
    play(match, "paint r1")
    assert own(match)["areas"]["r1"] == die
    assert own(match)["turn"]["drops"] == drops - 1


@pytest.mark.rule("CK-13")
def test_drops_go_to_unpainted_areas_of_the_kingdom_from_which_the_die_was_taken() -> None:
    match = play(arranged(red("y..", "...", "..y"), ""), "take blue from red")
    assert paints(match) == RED - {"r1", "r9"}


@pytest.mark.rule("CK-13")
def test_drops_are_painted_one_after_another_until_none_is_left() -> None:
    match = play(started(2), "take yellow from red", "paint r1", "paint r3")
    assert moves(match) == {"done"}
    assert picture_of(match)[6] == "y.y..."


@pytest.mark.rule("CK-14")
def test_an_area_does_not_get_the_colour_of_a_neighbour_but_corners_do_not_count() -> None:
    match = play(arranged(red("...", ".b.", "..."), ""), "take blue from red")
    assert paints(match) == {"r1", "r3", "r7", "r9"}


@pytest.mark.rule("CK-14")
def test_a_neighbour_in_another_kingdom_counts() -> None:
    #        y1 is beside r3, n8 is above r2
    sheet = "......\n......\n......\n......\n......\n.b....\n...b.."
    match = play(arranged(sheet, ""), "take blue from red")
    assert paints(match) == RED - {"r2", "r3"}


@pytest.mark.rule("CK-14")
def test_a_neighbour_painted_in_the_same_turn_counts() -> None:
    match = play(started(2), "take blue from red", "paint r5")
    assert paints(match) == {"r1", "r3", "r7", "r9"}
    with pytest.raises(IllegalMove):
        match.play("paint r2", 0)


# --- Blots ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-15")
@pytest.mark.parametrize("painted", [["r1"], ["r1", "r3", "r7"], []])
def test_one_blot_is_marked_however_many_drops_are_left(painted: list[str]) -> None:
    match = play(started(2), "take blue from red", *(f"paint {area}" for area in painted), "done")
    assert own(match)["blots"] == 1


@pytest.mark.rule("CK-15")
def test_who_places_all_drops_marks_no_blot() -> None:
    match = play(started(2), "take yellow from red", "paint r1", "paint r3", "done")
    assert own(match)["blots"] == 0


@pytest.mark.rule("CK-15")
def test_a_turn_may_be_ended_at_any_time() -> None:
    match = play(started(2), "take blue from red")
    assert "done" in moves(match)
    assert "done" in moves(play(match, "paint r1"))


@pytest.mark.rule("CK-15")
def test_with_no_blot_left_nothing_happens() -> None:
    match = play(arranged("", "", blots=[12, 3]), "take blue from red", "done")
    assert own(match)["blots"] == 12


@pytest.mark.rule("CK-15")
def test_a_blot_costs_a_point() -> None:
    without, with_blots = arranged("", "", blots=[0, 0]), arranged("", "", blots=[5, 0])
    assert with_blots.standings().scores[0] == without.standings().scores[0] - 5


# --- Capitals, spells, monsters ---------------------------------------------------------------------------------------


@pytest.mark.rule("CK-16")
@pytest.mark.parametrize(
    ("area", "letter", "points"),
    [("b5", "b", 2), ("r5", "r", 2), ("y5", "y", 2), ("g5", "g", 3), ("v5", "v", 3), ("n5", "n", 3), ("y5", "b", 0),
     ("g5", "y", 0)],
)  # fmt: skip
def test_a_capital_in_its_own_colour_is_built(area: str, letter: str, points: int) -> None:
    match = arranged(areas=[{area: letter}, {}])
    kingdom = {"b": "blue", "r": "red", "y": "yellow", "g": "green", "v": "violet", "n": "brown"}[area[0]]
    assert row(match)["kingdoms"][kingdom]["capital"] == points


@pytest.mark.rule("CK-17")
@pytest.mark.parametrize(("area", "spell"), [("r1", "move"), ("r3", "exception"), ("r7", "split"), ("r9", "mix")])
@pytest.mark.parametrize("die", ["blue", "red"])
def test_a_painted_spell_area_gives_its_spell_in_whatever_colour(area: str, spell: str, die: str) -> None:
    match = play(arranged("", ""), f"take {die} from red", f"paint {area}")
    assert supply(match, spell) == (0, 1, 0)


@pytest.mark.rule("CK-17")
def test_a_gained_spell_is_used_from_the_next_round_on() -> None:
    match = play(arranged("", ""), "take blue from red", "paint r9")
    assert not any(move.startswith("mix") for move in moves(match))
    play(match, "done", "take red from red", "done")
    assert match.view()["round_of_throw"] == 2, "the same throw, but the next round"
    assert supply(match, "mix") == (1, 0, 0)
    play(match, "take yellow from red")
    assert {"mix green", "mix violet", "mix brown"} <= moves(match)


@pytest.mark.rule("CK-18")
def test_a_monster_in_its_own_colour_is_tamed_in_another_defeated_and_unpainted_it_costs_a_point() -> None:
    griffins = {"b6": "r", "r4": "r", "n4": "b"}  # the fourth, v6, is unpainted
    match = arranged(areas=[griffins, {}])
    assert row(match)["monsters"]["griffin"] == {"achievement": 0, "tamed": 2, "unpainted": 1, "points": 1}


# --- Watchtowers ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-19")
@pytest.mark.parametrize(
    ("first", "die", "gained"),
    [("y", "red", "brown"), ("y", "blue", "green"), ("r", "blue", "violet"), ("b", "red", "violet")],
)
def test_a_tower_between_two_base_colours_gives_their_compound(first: str, die: str, gained: str) -> None:
    match = play(arranged(red(f"{first}..", "...", "..."), ""), f"take {die} from red", "paint r2")
    assert supply(match, gained) == (0, 1, 0)


@pytest.mark.rule("CK-19")
def test_a_tower_between_equal_base_colours_gives_that_colour() -> None:
    match = arranged(red("b..", "...", "..."), "", ready={"exception": 1})
    assert supply(play(match, "take blue from red", "paint r2"), "blue") == (0, 1, 0)


@pytest.mark.rule("CK-19")
def test_a_tower_beside_a_compound_colour_gives_any_compound_colour_chosen_at_once() -> None:
    match = play(arranged(red("g..", "...", "..."), ""), "take blue from red", "paint r2")
    assert moves(match) == {"choose green", "choose violet", "choose brown"}
    play(match, "choose violet")
    assert supply(match, "violet") == (0, 1, 0)
    assert "done" in moves(match)


@pytest.mark.rule("CK-19")
def test_a_tower_with_one_painted_area_gives_nothing() -> None:
    match = play(started(2), "take blue from red", "paint r2", "done")
    assert all(supply(match, colour) == (0, 0, 0) for colour in ("blue", "violet", "green", "brown"))


@pytest.mark.rule("CK-19")
def test_one_area_can_complete_several_towers_and_each_gives_its_drop() -> None:
    #        n6 and v7 are painted; v4 stands between them, with a tower on either border
    sheet = "......\n......\n......\n......\n..y...\n...r.."
    dice = ["blue 4 in violet", "red 3 in red", "yellow 2 in red", "white 4 in red"]
    match = play(arranged(sheet, "", dice=dice), "take blue from violet", "paint v4")
    assert (supply(match, "green"), supply(match, "violet")) == ((0, 1, 0), (0, 1, 0))


@pytest.mark.rule("CK-19")
def test_several_chosen_colours_are_named_in_the_order_of_the_towers() -> None:
    sheet = "......\n......\n......\n......\n..g...\n...v.."
    dice = ["blue 4 in violet", "red 3 in red", "yellow 2 in red", "white 4 in red"]
    match = play(arranged(sheet, "", dice=dice), "take blue from violet", "paint v4")
    assert own(match)["turn"]["choosing"] == [5, 6]
    play(match, "choose brown")
    assert own(match)["turn"]["choosing"] == [6]
    play(match, "choose green")
    assert (supply(match, "brown"), supply(match, "green")) == ((0, 1, 0), (0, 1, 0))
    assert "paint v2" in moves(match)


@pytest.mark.rule("CK-19")
def test_a_tower_drop_is_used_from_the_next_round_on() -> None:
    match = play(arranged(red("y..", "...", "..."), ""), "take blue from red", "paint r2")
    assert paints(match, "tower green") == set()
    play(match, "done", "take red from red", "done", "take yellow from red")
    assert paints(match, "tower green") != set()


@pytest.mark.rule("CK-20")
def test_tower_drops_are_used_before_between_and_after_the_dies_drops_on_any_kingdom() -> None:
    match = arranged("", "", ready={"green": 2, "violet": 1})
    play(match, "take yellow from red", "paint b1 tower green", "paint r1", "paint n5 tower violet", "paint r3")
    assert moves(match) == {f"paint {area} tower green" for area in paints(match, "tower green")} | {"done"}
    play(match, "paint y5 tower green", "done")
    assert picture_of(match) == [
        "...g..", "......", "......", "......", ".v....", "......", "y.y...", "....g.", "......",
    ]  # fmt: skip
    assert own(match)["blots"] == 0


@pytest.mark.rule("CK-20")
def test_a_tower_drop_keeps_to_the_painting_rules() -> None:
    match = play(arranged("......\n.g....", "", ready={"green": 1}), "take blue from red")
    assert not {"g2", "g4", "g5", "g6", "g8"} & paints(match, "tower green")
    assert {"g1", "g3", "g7", "g9", "b5"} <= paints(match, "tower green")


@pytest.mark.rule("CK-20")
def test_tower_drops_that_are_kept_cost_no_blot() -> None:
    match = arranged("", "", ready={"green": 2})
    play(match, "take yellow from red", "paint r1", "paint r3", "done")
    assert own(match)["blots"] == 0
    assert supply(match, "green") == (2, 0, 0)


@pytest.mark.rule("CK-20")
def test_each_tower_drop_is_crossed_off_when_used() -> None:
    match = play(arranged("", "", ready={"green": 2}), "take yellow from red", "paint b1 tower green")
    assert supply(match, "green") == (1, 0, 1)
