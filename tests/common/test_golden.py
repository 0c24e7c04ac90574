"""Golden playthroughs: whole games written out state by state. A change in any rule, draw or drawing shows here.

If the change is meant, write them anew: PENTARCHY_GOLDEN=write make test-python
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

import pytest

from tests.variants import every_variant, load
from tests.walks import walk

FOLDER = Path(__file__).parent.parent / "golden"
LONG = 40  # lines of a drawing of which only what has changed is written down


def playthrough(match_states: Any) -> str:
    """Every decision of a match: the table, who acts, what is legal, what was chosen and what chance brought."""
    lines: list[str] = []
    told = 0
    before: list[str] = []
    for match in match_states:
        for event in match.record()["events"][told:]:
            happened = f"<< {event['chance']}" if "chance" in event else f">> {event['seat']}: {event['move']}"
            lines.append(happened)
        told = len(match.events)
        drawn = str(match).splitlines()
        lines += [
            "",
            *(drawn if len(drawn) < LONG else changed(before, drawn)),
            f"scores {match.standings().scores} ranks {match.standings().ranks}",
        ]
        before = drawn
        for seat in match.to_act:
            lines.append(f"legal for {seat}: " + "; ".join(str(move) for move in match.legal(seat)))
    return "\n".join(lines) + "\n"


def changed(before: list[str], after: list[str]) -> list[str]:
    """The lines of a drawing that the one before did not have in their place."""
    return [line for line in difflib.ndiff(before, after) if line[0] in "+-"] if before else after


@pytest.mark.parametrize(("name", "options"), every_variant())
@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_whole_game_goes_as_written_down(name: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    file = FOLDER / f"{request.node.callspec.id}.txt"
    played = playthrough(walk(load(name, options), seed=2026))
    if os.environ.get("PENTARCHY_GOLDEN") == "write":
        file.write_text(played, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == played
