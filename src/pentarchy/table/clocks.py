"""The clocks of a table, where it has any: a bot plays on when one runs out."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from pentarchy.table import entries as e
from pentarchy.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.table.live import LiveTable

ALL_BUT_NOTHING = 0.001  # seconds; timers are not exact


class Clocks:
    """What is left is kept by the course; what runs down meanwhile is known here."""

    def __init__(self, table: LiveTable, now: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._now = now
        self._since = now()
        self._alarm: asyncio.TimerHandle | None = None
        self.running: list[int] = []  # the seats whose clocks are

    def stop(self) -> None:
        """Take off what has run down."""
        left = self._table.state.left
        if left is None:
            return
        now = self._now()
        for seat in self.running:
            left[seat] = max(0.0, left[seat] - (now - self._since))
        self._since = now
        self.silence()

    def start(self, gone: float = 0.0) -> None:
        """Let the clocks run of the people's seats that are to act, whoever plays for them; none while all pauses.

        They have run for `gone` seconds already, where other workers know of it.
        """
        state = self._table.state
        self.silence()
        self._since = self._now() - gone
        self.running = [] if state.left is None or self._table.pauses else state.clocked
        if self.running and state.left is not None:
            first = min(state.left[seat] for seat in self.running) - gone
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, first), self.ring)

    def go_on(self) -> None:
        """Somebody has come or gone."""
        self.stop()
        self.start()

    def silence(self) -> None:
        """Set no alarm any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def ring(self) -> None:
        """Let those know whose time is used up."""
        self.stop()
        left = self._table.state.left
        out = [seat for seat in self.running if left is not None and left[seat] <= ALL_BUT_NOTHING]
        if not out:
            self.start()
        elif not self._table.drives:
            self._table.hub.leases.want(self._table.name)  # whoever drives lets them ring
        elif self._table.can_go_on:  # else they are started again when it can
            for seat in out:
                self._table.commit(e.RanOut(at=time.time(), seat=seat))

    def shown(self) -> p.Ticking | None:
        """The clocks as they are now, while the game goes on."""
        state = self._table.state
        if state.left is None or state.status != "playing":
            return None
        gone = self._now() - self._since
        left = [
            round(max(0.0, seconds - gone if seat in self.running else seconds), 2)
            for seat, seconds in enumerate(state.left)
        ]
        return p.Ticking(left=left, running=list(self.running), at=time.time())
