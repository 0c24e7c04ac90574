"""The page of rules says what the code does: its position can be loaded, and every field is explained."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pentarchy.games.kingdomino.components import SQUARES, TERRAINS
from tests.rules.kingdomino.tables import finish, load

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "kingdomino.md"
TEXT = PAGE.read_text(encoding="utf-8")


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the page has no section {title!r}"
    return found[1]


def example() -> dict[str, Any]:
    found = re.search(r"^```json\n(.*?)^```$", section("Position format"), re.MULTILINE | re.DOTALL)
    assert found is not None
    position: dict[str, Any] = json.loads(found[1])
    return position


def names(value: Any) -> set[str]:
    """The names of all fields of plain data, however deep; options and outcomes have pages of their own."""
    if isinstance(value, dict):
        return set(value) | {name for key, inner in value.items() if key != "options" for name in names(inner)}
    if isinstance(value, list | tuple):
        return {name for inner in value for name in names(inner)}
    return set()


def explained(title: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", section(title)))


def test_the_rules_are_numbered_from_1_to_24() -> None:
    assert re.findall(r"^- \*\*(KD-\d+)\*\*", TEXT, re.MULTILINE) == [f"KD-{number}" for number in range(1, 25)]


@pytest.mark.rule("KD-1")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_table_of_squares_is_that_of_the_dominoes(terrain: str) -> None:
    row = re.search(rf"^  \| {terrain} \|(.*)\|$", TEXT, re.MULTILINE)
    assert row is not None
    assert tuple(int(cell.strip() or 0) for cell in row[1].split("|")) == SQUARES[terrain]


def test_the_position_of_the_page_can_be_loaded_and_played() -> None:
    position = example()
    match = load(**position["options"]).from_position(position, seed=1)
    assert match.to_act == (1,)
    assert finish(match).over


def test_the_position_of_the_page_is_complete() -> None:
    position = example()
    match = load(**position["options"]).from_position(position)
    assert match.position() == position | {"options": match.game.options}


def test_every_field_of_a_position_is_explained() -> None:
    position = example()
    assert names(position) - explained("Position format") == {"domino"}  # it speaks for itself


@pytest.mark.parametrize("over", [False, True])
def test_every_field_of_a_view_is_explained(over: bool) -> None:
    position = example()
    match = load(**position["options"]).from_position(position, seed=1)
    if over:
        finish(match)
    assert names(match.view(0)) <= explained("View")


def test_every_field_of_a_breakdown_is_explained() -> None:
    position = example()
    match = load(**position["options"]).from_position(position)
    assert names(match.standings().breakdown) <= explained("View")


def test_every_field_of_a_fact_is_explained() -> None:
    match = finish(load(2, dynasty=True, harmony=True).start(1))
    facts = [line["fact"] for line in match.history()]
    assert names(facts) <= explained("Facts") | explained("View")


def test_every_variant_is_named() -> None:
    assert set(load(2).options) - {"players"} <= explained("Variants")
