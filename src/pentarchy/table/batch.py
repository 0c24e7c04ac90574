"""Things of one kind that are done one after the other."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("pentarchy.table")


class Batch:
    """Things that are done at the next turn of the event loop, all in a row, or earlier if somebody says so.

    What the processor has just needed for the one it still has at hand for the other: reading from all lines in a row,
    and writing to them, saves a tenth of a table's work.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[Any], None], Any]] = []
        self._scheduled = False

    def add(self, do: Callable[[Any], None], what: Any) -> None:
        """Do something, but not at once."""
        self._waiting.append((do, what))
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._turn)

    def run(self) -> None:
        """Do now what waits; what fails is no other's trouble."""
        waiting, self._waiting = self._waiting, []
        for do, what in waiting:
            try:
                do(what)
            except Exception:
                log.exception("a line could not be read from or written to")

    def _turn(self) -> None:
        self._scheduled = False
        self.run()
