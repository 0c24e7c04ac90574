"""When pages are written to."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("pentarchy.table")


class Outbox:
    """Pages are written to at the next turn of the event loop or, while it holds them back, when it lets go.

    So an answer and the state that follows it are one write, made while all that belongs to the table is at hand.
    """

    def __init__(self) -> None:
        self._held: list[Callable[[], None]] | None = None

    def soon(self, write: Callable[[], None]) -> None:
        """Write to a page, but not at once."""
        if self._held is None:
            asyncio.get_running_loop().call_soon(write)
        else:
            self._held.append(write)

    def hold(self) -> None:
        """Hold back what is to be written from now on."""
        self._held = []

    def let_go(self) -> None:
        """Write what was held back; a page that cannot be written to is no other's trouble."""
        held, self._held = self._held or [], None
        for write in held:
            try:
                write()
            except Exception:
                log.exception("a page could not be written to")
