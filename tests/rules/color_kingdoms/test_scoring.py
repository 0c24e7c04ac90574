"""Points: the worked examples of the rulebook, row by row, and ties."""

from __future__ import annotations

import pytest

from tests.rules.color_kingdoms.tables import arranged, full, monsters, row


@pytest.mark.rule("CK-29")
def test_a_kingdom_scores_achievement_capital_and_colours() -> None:
    violet = {"v1": "b", "v2": "y", "v3": "b", "v4": "r", "v5": "y", "v6": "r", "v7": "v", "v8": "b", "v9": "y"}
    match = arranged(areas=[violet, full("violet")], won={"violet": ([1], [0])})
    assert row(match)["kingdoms"]["violet"] == {"achievement": 2, "capital": 0, "colours": 4, "points": 6}


@pytest.mark.rule("CK-29")
def test_colours_count_in_an_incomplete_kingdom_too() -> None:
    match = arranged(areas=[{"g1": "b", "g3": "b", "g5": "g"}, {}])
    assert row(match)["kingdoms"]["green"] == {"achievement": 0, "capital": 3, "colours": 2, "points": 5}
    assert row(match)["kingdoms"]["blue"]["points"] == 0


@pytest.mark.rule("CK-16")
def test_the_worked_example_of_two_capitals() -> None:
    match = arranged(areas=[{"g5": "g", "y5": "b"}, {}])
    kingdoms = row(match)["kingdoms"]
    assert (kingdoms["green"]["capital"], kingdoms["yellow"]["capital"]) == (3, 0)


@pytest.mark.rule("CK-30")
def test_the_worked_example_of_all_monsters() -> None:
    dragons = {"b2": "v", "r2": "g", "y2": "n", "g2": "g", "v2": "r"}  # n2 is unpainted; v2 is defeated
    griffins = {"b6": "r", "r4": "r", "v6": "r", "n4": "b"}  # all four, three of them tamed
    unicorns = {"r6": "y", "y4": "b"}  # one tamed, one defeated, two unpainted
    hydras = {"b4": "b", "y6": "b", "g4": "b", "v4": "r"}  # three tamed
    match = arranged(areas=[dragons | griffins | unicorns | hydras, {}], won={"griffin": ([0], [])})
    found = row(match)["monsters"]
    assert found["dragon"] == {"achievement": 0, "tamed": 4, "unpainted": 1, "points": 7}
    assert found["griffin"] == {"achievement": 3, "tamed": 3, "unpainted": 0, "points": 6}
    assert found["unicorn"] == {"achievement": 0, "tamed": 1, "unpainted": 2, "points": -1}
    assert found["hydra"] == {"achievement": 0, "tamed": 3, "unpainted": 0, "points": 3}
    assert row(match)["monster_points"] == 15


@pytest.mark.rule("CK-30")
@pytest.mark.parametrize(("kind", "name", "points"), [("D", "dragon", 6), ("G", "griffin", 4), ("U", "unicorn", 4)])
def test_every_unpainted_monster_costs_a_point(kind: str, name: str, points: int) -> None:
    assert row(arranged("", ""))["monsters"][name]["points"] == -points
    assert row(arranged(areas=[monsters(kind, but="n2 r4 r6"), {}]))["monsters"][name]["unpainted"] == 1


@pytest.mark.rule("CK-31")
def test_the_total_adds_the_end_and_subtracts_blots() -> None:
    match = arranged(areas=[{"g5": "g"}, {}], won={"end": ([0], [])}, blots=[4])
    assert row(match)["points"] == (3 + 1) - 18 + 3 - 4
    assert match.standings().scores[0] == row(match)["points"]


@pytest.mark.rule("CK-31")
def test_unused_spells_and_drops_are_worth_nothing() -> None:
    rich = arranged("", "", ready={"move": 3, "mix": 2, "green": 4})
    assert rich.standings().scores[0] == rich.standings().scores[1]


@pytest.mark.rule("CK-31")
def test_among_equals_wins_who_has_lost_less_by_blots_and_unpainted_monsters() -> None:
    # Seat 1 has a second colour, worth as much as the defeated monster of seat 0 that is not lost.
    match = arranged(areas=[{"b2": "b"}, {"r1": "b", "r5": "y"}])
    assert match.standings().scores[0] == match.standings().scores[1]
    assert (row(match, 0)["lost"], row(match, 1)["lost"]) == (17, 18)
    assert match.standings().winners == (0,)
    match = arranged(areas=[{"r1": "b"}, {"r1": "b", "r5": "y"}], blots=[0, 1])
    assert match.standings().scores[0] == match.standings().scores[1]
    assert match.standings().winners == (0,)


@pytest.mark.rule("CK-31")
def test_otherwise_the_victory_is_shared() -> None:
    match = arranged(areas=[{"r1": "b"}, {"r1": "y"}, {}])
    assert match.standings().winners == (0, 1)
    assert match.standings().ranks == (1, 1, 3)
