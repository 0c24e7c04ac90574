"""Positions of Hush."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.engine.position import need, shaped
from tests.sixth.rules import HIGHEST, Phase

if TYPE_CHECKING:
    from pentarchy.engine.spec import Position


class Table(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    cards: list[int]
    turn: int | None
    options: dict[str, Any] = {}


def written(s: Any) -> Position:
    over = s.phase == Phase.OVER.value
    return {"cards": s.cards[: s.seats].tolist(), "turn": None if over else int(s.turn)}


def load(s: Any, position: Position) -> None:
    table = shaped(position, Table)
    need(len(table.cards) == s.seats, "cards", f"there are {len(table.cards)} for {s.seats} players")
    need(all(1 <= card <= HIGHEST for card in table.cards), "cards", f"{table.cards} are not all from 1 to {HIGHEST}")
    need(table.turn is None or 0 <= table.turn < s.seats, "turn", f"{table.turn} is no seat")
    s.cards[: s.seats] = table.cards
    s.turn = s.seats if table.turn is None else table.turn
    s.phase = Phase.OVER.value if table.turn is None else Phase.DECIDE.value
