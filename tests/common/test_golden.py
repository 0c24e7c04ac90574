"""Golden playthroughs: whole games written out.

A change in any rule or draw shows in `<variant>.play`, a change in how a game is drawn as text in `<game>.drawn` alone.

If the change is meant, write them anew:
PENTARCHY_GOLDEN=write .venv/bin/pytest tests/common/test_golden.py tests/rules/kingems/test_basic_matches.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.games import NAMES
from tests.variants import VARIANTS, every_variant, load
from tests.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.match import Match

FOLDER = Path(__file__).parent.parent / "golden"
SEED = 2026
MOMENTS = 6  # of a game that are drawn: its beginning, its end, and between them


def compare(file: Path, written: str) -> None:
    """What is written down is what is found now; or it is written down, if somebody says so."""
    if os.environ.get("PENTARCHY_GOLDEN") == "write":
        file.write_text(written, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == written


def playthrough(matches: Iterable[Match]) -> str:
    """Every decision of a match: the points, who acts, what is legal, what was chosen and what chance brought."""
    lines: list[str] = []
    told = 0
    for match in matches:
        for event in match.record()["events"][told:]:
            happened = f"<< {event['chance']}" if "chance" in event else f">> {event['seat']}: {event['move']}"
            lines.append(happened)
        told = len(match.events)
        standings = match.standings()
        lines += ["", f"scores {standings.scores} ranks {standings.ranks}"]
        for seat in match.to_act:
            lines.append(f"legal for {seat}: " + "; ".join(str(move) for move in match.legal(seat)))
    return "\n".join(lines) + "\n"


def drawings(matches: Iterable[Match]) -> list[str]:
    """How a match is drawn at some moments, as everybody and as the seat that is to act may see it."""
    drawn = []
    for decision, match in enumerate(matches):
        seen = [str(match), *(match.text(seat) for seat in match.to_act[:1])]
        drawn.append(f"--- after {decision} decisions\n" + "\n\n".join(seen))
    last = len(drawn) - 1
    return [drawn[last * moment // (MOMENTS - 1)] for moment in range(MOMENTS)]


@pytest.mark.parametrize(("name", "options"), every_variant())
@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_whole_game_goes_as_written_down(name: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    compare(FOLDER / f"{request.node.callspec.id}.play", playthrough(walk(load(name, options), SEED)))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_drawn_as_written_down(name: str) -> None:
    pages = []
    for options in VARIANTS[name]:
        chosen = ", ".join(f"{key}={value}" for key, value in options.items())
        pages.append("\n\n".join([f"=== {name}, {chosen}", *drawings(walk(load(name, options), SEED))]))
    compare(FOLDER / f"{name}.drawn", "\n\n".join(pages) + "\n")


def test_nothing_is_written_down_that_nobody_compares() -> None:
    wanted = {f"{case.id}.play" for case in every_variant()} | {f"{name}.drawn" for name in NAMES}
    assert {file.name for file in FOLDER.iterdir()} == wanted | {"kingems-basic.play"}
