"""The rulebook's long example on the default map: one turn in which all four spells are cast."""

from __future__ import annotations

import pytest

from pentarchy.games.color_kingdoms import maps
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS
from tests.rules.color_kingdoms.tables import arranged, on_the_default_map, own, play, row, supply


def find(kingdom: str, symbol: str) -> list[str]:
    """The areas of a kingdom that carry a symbol."""
    return [
        AREA_NAMES[number]
        for number, area in enumerate(maps.load("default").areas)
        if (COLOURS[area.kingdom], area.symbol) == (kingdom, symbol)
    ]


@pytest.mark.rule("CK-21", "CK-22", "CK-23", "CK-24", "CK-4")
def test_a_blue_4_moved_excepted_split_twice_and_mixed() -> None:
    chart = maps.load("default")
    (capital,) = find("blue", "capital")
    beside = chart.neighbours[AREA_NAMES.index(capital)]
    hydra = next(
        AREA_NAMES[number] for number, area in enumerate(chart.areas) if area.symbol == "hydra" and beside >> number & 1
    )
    violet_hydra = find("violet", "hydra")[0]
    (dragon,) = find("green", "dragon")
    dice = ["blue 4 in red", "red 2 in red", "yellow 2 in red", "white 2 in red"]
    ready = {"move": 1, "exception": 1, "split": 2, "mix": 1}
    match = arranged(areas=[{hydra: "b"}, {}], dice=dice, ready=ready, game=on_the_default_map(2, first=0))
    play(match, "take blue from red", "move to blue", f"paint {capital}")
    assert supply(match, "exception") == (0, 0, 1)
    play(match, "split to green", "split to violet", f"paint {violet_hydra}", "mix green")
    play(match, f"paint {dragon} mixed green", "done")
    areas = own(match)["areas"]
    assert [areas[name] for name in (capital, hydra, violet_hydra, dragon)] == ["blue", "blue", "blue", "green"]
    assert own(match)["blots"] == 0
    assert row(match)["kingdoms"]["blue"]["capital"] == 2
    assert row(match)["monsters"]["hydra"]["tamed"] == 2


@pytest.mark.rule("CK-6", "CK-7")
@pytest.mark.parametrize(
    ("text", "kingdoms"),
    [
        ("yellow 2 in blue", ["blue"]),
        ("red 3 in yellow+violet", ["yellow", "violet"]),
        ("white 4 in red+yellow+brown", ["red", "yellow", "brown"]),
    ],
)
def test_the_dice_of_the_rulebooks_example_can_lie_like_that(text: str, kingdoms: list[str]) -> None:
    dice = {die: f"{die} 2 in green" for die in ("blue", "red", "yellow", "white")}
    dice[text.split()[0]] = text
    match = on_the_default_map(2, first=0).start(1, script=list(dice.values()))
    found = {die["die"]: die["kingdoms"] for die in match.view()["dice"]}
    assert found[text.split()[0]] == kingdoms
