"""Golden playthroughs: whole games written out. A change in any rule, draw or drawing shows there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pentarchy.testing.claims import claim, same
from pentarchy.testing.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

SEED = 2026
MOMENTS = 6  # of a game that are drawn: its beginning, its end, and between them
WRITE = "PENTARCHY_GOLDEN"  # in the environment, with the value write: what is played is written down anew


def check_golden(game: Game, file: str | Path) -> None:
    """A whole random game goes as it was written down in a file, or is written there if the environment says so."""
    _compare(Path(file), playthrough(walk(game, SEED)))


def check_drawings(games: Mapping[str, Game], file: str | Path) -> None:
    """Some moments of whole random games, by their titles, are drawn for terminals as it was written down in a file."""
    pages = ["\n\n".join([f"=== {title}", *drawings(walk(game, SEED))]) for title, game in games.items()]
    _compare(Path(file), "\n\n".join(pages) + "\n")


def playthrough(matches: Iterable[Match]) -> str:
    """Every decision of a match: the points, who acts, what is legal, what was chosen and what chance brought."""
    lines: list[str] = []
    told = 0
    for match in matches:
        for event in match.told()[told:]:
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
    then = [match.copy() for match in matches]
    return [drawing(then, (len(then) - 1) * moment // (MOMENTS - 1)) for moment in range(MOMENTS)]


def drawing(then: Sequence[Match], decisions: int) -> str:
    """How a match was drawn after so many decisions."""
    match = then[decisions]
    seen = [str(match), *(match.text(seat) for seat in match.to_act[:1])]
    return f"--- after {decisions} decisions\n" + "\n\n".join(seen)


def _compare(file: Path, written: str) -> None:
    if os.environ.get(WRITE) == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written, encoding="utf-8")
    claim(file.exists(), f"there is no {file}; {WRITE}=write writes it")
    same(file.read_text(encoding="utf-8"), written, f"what is written down in {file}")
