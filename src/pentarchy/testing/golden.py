"""Golden playthroughs: whole games written out state by state. A change in any rule, draw or drawing shows there."""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from pentarchy.testing.claims import claim, same
from pentarchy.testing.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

LONG = 40  # lines of a drawing of which only what has changed is written down
SEED = 2026
WRITE = "PENTARCHY_GOLDEN"  # in the environment, with the value write: what is played is written down anew


def check_golden(game: Game, file: str | Path) -> None:
    """A whole random game goes as it was written down in a file, or is written there if the environment says so."""
    file, played = Path(file), playthrough(walk(game, SEED))
    if os.environ.get(WRITE) == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(played, encoding="utf-8")
    claim(file.exists(), f"there is no {file}; {WRITE}=write writes it")
    same(file.read_text(encoding="utf-8"), played, f"the game in {file}")


def playthrough(matches: Iterable[Match]) -> str:
    """Every decision of a match: the table, who acts, what is legal, what was chosen and what chance brought."""
    lines: list[str] = []
    told = 0
    before: list[str] = []
    for match in matches:
        for event in match.told()[told:]:
            happened = f"<< {event['chance']}" if "chance" in event else f">> {event['seat']}: {event['move']}"
            lines.append(happened)
        told = len(match.events)
        drawn = str(match).splitlines()
        lines += [
            "",
            *(drawn if len(drawn) < LONG else _changed(before, drawn)),
            f"scores {match.standings().scores} ranks {match.standings().ranks}",
        ]
        before = drawn
        for seat in match.to_act:
            lines.append(f"legal for {seat}: " + "; ".join(str(move) for move in match.legal(seat)))
    return "\n".join(lines) + "\n"


def _changed(before: list[str], after: list[str]) -> list[str]:
    """The lines of a drawing that the one before did not have in their place."""
    return [line for line in difflib.ndiff(before, after) if line[0] in "+-"] if before else after
