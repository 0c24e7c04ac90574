"""Golden playthroughs: whole games written out.

A change in any rule or draw shows in `<variant>.play`, a change in how a game is drawn as text in `<game>.drawn` alone.

If the change is meant, write them anew:
PENTARCHY_GOLDEN=write .venv/bin/pytest tests/common/test_golden.py tests/rules/kingems/test_basic_matches.py
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.games import NAMES
from pentarchy.testing import check_drawings, check_golden
from tests.variants import FURTHER, VARIANTS, every_variant, load

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

FOLDER = Path(__file__).parent.parent / "golden"


def one_of_each_interpreted() -> list[ParameterSet]:
    """All variants of all games; without compiling the first of each is played as well."""
    return [
        case if FURTHER in case.marks else pytest.param(*case.values, id=case.id, marks=pytest.mark.interpreted)
        for case in every_variant()
    ]


@pytest.mark.parametrize(("name", "options"), one_of_each_interpreted())
@pytest.mark.bounds
def test_a_whole_game_goes_as_written_down(name: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    check_golden(load(name, options), FOLDER / f"{request.node.callspec.id}.play")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_drawn_as_written_down(name: str) -> None:
    games = {title(name, options): load(name, options) for options in VARIANTS[name]}
    check_drawings(games, FOLDER / f"{name}.drawn")


def title(name: str, options: dict[str, Any]) -> str:
    return ", ".join([name, *(f"{key}={value}" for key, value in options.items())])


def test_nothing_is_written_down_that_nobody_compares() -> None:
    wanted = {f"{case.id}.play" for case in every_variant()} | {f"{name}.drawn" for name in NAMES}
    assert {file.name for file in FOLDER.iterdir()} == wanted | {"kingems-basic.play"}
