"""Choosing a game: whatever is wrong is named, with what would be right."""

from __future__ import annotations

import dataclasses
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import pentarchy
from pentarchy.games import NAMES, spec


def test_games_are_found_by_their_names() -> None:
    assert list(pentarchy.games()) == list(NAMES)
    for name, game in pentarchy.games().items():
        assert game.name == name
        assert game.title
        assert game.players == game.options["players"]


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("chess", {}, "there is no game 'chess'; there are kingdomino"),
        ("", {}, "there is no game ''"),
        ("kingdomino", {"castles": 3}, "kingdomino has no option 'castles'; its options are players, dynasty"),
        ("kingdomino", {"players": 5}, "players is one of 2, 3, 4, not 5"),
        ("kingdomino", {"players": "2"}, "players is one of 2, 3, 4, not '2'"),
        ("kingdomino", {"players": 2.0}, "players is one of 2, 3, 4, not 2.0"),
        ("kingdomino", {"players": None}, "players is one of 2, 3, 4, not None"),
        ("kingdomino", {"harmony": 1}, "harmony is one of False, True, not 1"),
        ("kingdomino", {"harmony": "yes"}, "harmony is one of False, True, not 'yes'"),
        ("kingdomino", {"players": 3, "mighty_duel": True}, "mighty_duel is for 2 players only, not for 3"),
        ("kingdomino", {"players": 4, "snake_opening": True}, "snake_opening is for 2 players only, not for 4"),
        ("kingdomino", {"players": 2, "lines_of_four": True}, "lines_of_four is for 3 players only, not for 2"),
    ],
)
def test_a_wrong_choice_is_named(name: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        pentarchy.load(name, **options)


@pytest.mark.parametrize(
    ("module", "problem"),
    [
        (SimpleNamespace(), "the game in the folder 'chess' has no SPEC in its __init__.py"),
        (SimpleNamespace(SPEC=spec("genius")), "the game in the folder 'chess' calls itself 'genius'"),
        (
            SimpleNamespace(SPEC=dataclasses.replace(spec("genius"), name="chess", knowledge=None)),
            "the game 'chess' has no knowledge.py in its SPEC",
        ),
    ],
)
def test_a_folder_that_is_no_game_says_what_is_missing(
    module: Any, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pentarchy.games.NAMES", (*NAMES, "chess"))
    monkeypatch.setitem(sys.modules, "pentarchy.games.chess", module)
    with pytest.raises(ValueError, match=problem):
        pentarchy.load("chess")


@pytest.mark.parametrize("name", [None, 3, ["kingdomino"]], ids=repr)
def test_a_name_that_is_no_text_is_refused(name: Any) -> None:
    with pytest.raises(ValueError, match="there is no game"):
        pentarchy.load(name)


def test_a_loaded_game_can_be_read_and_loaded_again() -> None:
    game = pentarchy.load("kingdomino", players=3, harmony=True)
    assert eval(repr(game), {"pentarchy": pentarchy}).options == game.options


def test_a_position_of_other_options_is_refused() -> None:
    position = pentarchy.load("kingdomino", players=2).start(seed=1).position()
    with pytest.raises(pentarchy.PositionError, match="options"):
        pentarchy.load("kingdomino", players=3).from_position(position)
