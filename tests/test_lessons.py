"""Lessons tell the truth: what a step says is checked against the position by the script that makes the lesson."""

from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from pentarchy.games import NAMES

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "lessons.py"
NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|ten|од(ин|на|но)|дв(а|е|ух)|три|трёх|четыр|пять|шесть|семь|десять)\b",
    re.IGNORECASE,
)


def script(game: str) -> dict[str, Any]:
    lesson: dict[str, Any] = json.loads((ROOT / f"web/src/games/{game}/lesson.json").read_text(encoding="utf-8"))
    return lesson


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(TOOL.parent)
        return runpy.run_path(str(TOOL))


def test_the_lessons_are_what_the_rules_make_of_their_scripts(
    tool: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(TOOL), "--check"])
    assert tool["main"]() == 0


def test_every_game_has_a_lesson(tool: dict[str, Any]) -> None:
    assert {path.stem for path, _ in tool["files"]()} == set(NAMES)


@pytest.mark.parametrize("game", NAMES)
def test_every_step_that_names_a_number_states_facts(game: str) -> None:
    steps = script(game)["steps"]
    assert not [step["en"] for step in steps if NUMBER.search(step["en"] + step["ru"]) and not step.get("facts")]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("count reserve", 0),
        ("centre.blue", 2),
        ("legal collect", True),
        ("collections.1.green", 1),
        ("standings[seat=0].points", 1),
        ("no.such.place", 1),
        ("gain", 1),
    ],
)
def test_a_lesson_that_says_what_is_not_so_is_not_made(tool: dict[str, Any], fact: str, said: object) -> None:
    lesson = script("genius")
    lesson["steps"][1]["facts"] = {fact: said}
    with pytest.raises(tool["FactError"], match="genius, step 2"):
        tool["written"](lesson)


def test_what_a_move_would_bring_can_be_stated(tool: dict[str, Any]) -> None:
    lesson = script("scuffle")
    lesson["steps"][1]["facts"] = {"gain": 3}
    with pytest.raises(tool["FactError"], match="'gain' is 3, but it is 2"):
        tool["written"](lesson)
    lesson["steps"][1]["facts"] = {"after standings.0.points": 2, "count locations": 6}
    assert tool["written"](lesson)


def test_a_step_may_offer_every_legal_move(tool: dict[str, Any]) -> None:
    placing = next(
        frame for frame in tool["written"](script("kingdomino"))["frames"] if frame["move"] == "place 0,-1 west"
    )
    assert len(placing["legal"]) == len({move["text"] for move in placing["legal"]}) == 24
