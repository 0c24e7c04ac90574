"""What is the same in every match: given once, as the rules have it, and repeated by no view."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pentarchy
from pentarchy.games import NAMES
from pentarchy.games.kingdomino import rules as kingdomino
from pentarchy.games.kingdomino.components import TERRAINS
from pentarchy.games.kingems import rules as kingems
from pentarchy.games.kingems.components import COLOURS, MODES, STALL
from pentarchy.games.scuffle import rules as scuffle
from tests.variants import every_variant, load
from tests.walks import walk

WITH_CONSTANTS = {"kingdomino", "scuffle", "kingems"}


@pytest.mark.parametrize("name", NAMES)
def test_constants_are_plain_data_and_the_callers_own(name: str) -> None:
    game = pentarchy.load(name)
    constants = game.constants
    assert json.loads(json.dumps(constants)) == constants
    assert bool(constants) == (name in WITH_CONSTANTS)
    constants["more"] = 1
    assert "more" not in game.constants


def test_dominoes_have_the_faces_that_the_rules_know() -> None:
    faces = pentarchy.load("kingdomino").constants["dominoes"]
    known = [[[TERRAINS[first], crowns], [TERRAINS[second], more]] for first, crowns, second, more in kingdomino.DOMINO]
    assert [[[half["terrain"], half["crowns"]] for half in face] for face in faces] == known


@pytest.mark.parametrize("players", [2, 3, 4])
def test_locations_are_near_those_that_the_rules_know(players: int) -> None:
    game = pentarchy.load("scuffle", players=players)
    layout = game.constants["layouts"][str(players)]
    rules: Any = scuffle
    state = game.start(1)._buffer.view(scuffle.STATE)[0]
    locations = range(layout["rows"] * layout["columns"])
    near: list[int] = [int(rules.near(state, location)) for location in locations]
    assert layout["near"] == [[1 + other for other in locations if each >> other & 1] for each in near]


def test_task_cards_ask_for_what_the_rules_want() -> None:
    constants = pentarchy.load("kingems").constants
    wanted = [[[COLOURS[colour] for colour in card] for card in cards] for cards in kingems.WANTED]
    assert [constants["cards"][mode] for mode in MODES] == wanted
    assert constants["stall"] == STALL


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_no_view_repeats_them(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    match = next(walk(game, 1))
    parts = {key for key, value in game.constants.items() if isinstance(value, (dict, list))}
    assert not parts & set(match.view(0))
