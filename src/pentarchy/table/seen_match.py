"""A match as one seat sees it over a line: enough for a program that is asked as docs/engines.md says."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Move


class SeenMatch:
    """What a program is asked about, put together from what the table sends; it offers what `ProgramBot` looks at."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._view = b"{}"
        self._legal: list[dict[str, Any]] = []
        self._log: tuple[bytes, ...] = ()

    def update(self, position: dict[str, Any], log: list[dict[str, Any]]) -> None:
        """It stands otherwise now; lines that are as they were stay the same objects."""
        self._view = msgspec.json.encode(position["view"])
        self._legal = position["legal"]
        lines = [msgspec.json.encode(line) for line in log]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(self._log, lines, strict=False))
        kept = [old for old, _ in same]
        self._log = (*kept, *lines[len(kept) :])

    @property
    def events(self) -> tuple[bytes, ...]:
        """All that the seat has heard of."""
        return self._log

    def heard(self, _seat: int) -> tuple[bytes, ...]:
        """The same: nothing else is known here."""
        return self._log

    def told_json(self, number: int) -> bytes:
        """A line of the log."""
        return self._log[number]

    def view_json(self, _seat: int) -> bytes:
        """What the seat sees."""
        return self._view

    def legal_texts(self, _seat: int) -> list[str]:
        """What it may do, in notation."""
        return [move["text"] for move in self._legal]

    def legal_json(self, _seat: int) -> bytes:
        """The same as data."""
        return msgspec.json.encode(self._legal)

    def legal(self, seat: int) -> list[Move]:
        """The same as moves of the library."""
        moves = self.game.moves
        return [moves.moves[moves.code(text)] for text in self.legal_texts(seat)]
