"""What is said at a table. It does not belong to the table's log: if it cannot be stored, the game goes on."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from typing import TYPE_CHECKING

from pentarchy.table import bus
from pentarchy.table import ops as o
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.letters import cleaned, skeleton, unlike

if TYPE_CHECKING:
    from pentarchy.table.live import LiveTable, Page

SENT = 100  # lines that a page is sent when it comes


class Talk:
    """All that was said lately. One line is stored after the other, each under the number after the last one known.

    So of two workers one gets the number, and the other one knows all that was said before when it tries again.
    """

    def __init__(self, table: LiveTable, said: list[db.SaidRow]) -> None:
        self._table = table
        self._guests: dict[str, int] = {}  # numbers of spectators without a name, by their voices
        self._lines = [self._shown(row) for row in said]
        self._stored_lines = {(row.player, row.command) for row in said}
        self.last = said[-1].number if said else 0  # the number of what was said last
        self._waiting: deque[tuple[Page, db.SaidRow]] = deque()  # the first is being stored
        self._catching_up = False

    @property
    def latest(self) -> list[p.Said]:
        """What a page is sent when it comes."""
        return self._lines[-SENT:]

    def knows(self, player: str, command: str) -> bool:
        """Whether something was said already, or is about to be."""
        waiting = ((row.player, row.command) for _, row in self._waiting)
        return (player, command) in self._stored_lines or (player, command) in waiting

    def say(self, page: Page, seat: int | None, name: str, text: str, command: str) -> None:
        """Store what somebody says, and tell everybody when it is."""
        self._waiting.append((page, db.SaidRow(0, time.time(), seat, name, cleaned(text), page.player, command)))
        if len(self._waiting) == 1:
            self._store()

    def _store(self) -> None:
        row = self._waiting[0][1]._replace(number=self.last + 1)
        self._table.hub.store.write(None, [o.AddSaid(self._table.name, *row)], lambda error: self._stored(row, error))

    def _stored(self, row: db.SaidRow, error: Exception | None) -> None:
        table = self._table
        if isinstance(error, db.Taken):
            table.hub.start(self._try_again())
            return
        page, _ = self._waiting.popleft()
        if error is not None:
            table.reject(page, row.command, "failed", "storing has failed; try again")
        else:
            table.hub.bus.tell(table.name, lambda worker: bus.Spoke(worker, *row))
            table.answer(page, row.command)
            self._add(row)
        if self._waiting:
            self._store()

    async def _try_again(self) -> None:
        """Somebody else has spoken: learn what they said, unless it was this very line."""
        try:
            await self.catch_up()
        except db.Unavailable:
            page, row = self._waiting.popleft()
            self._table.reject(page, row.command, "failed", "storing has failed; try again")
        else:
            page, row = self._waiting[0]
            if (row.player, row.command) in self._stored_lines:
                self._waiting.popleft()
                self._table.answer(page, row.command)
        if self._waiting:
            self._store()

    def hear(self, row: db.SaidRow) -> None:
        """Another worker has stored something."""
        if row.number == self.last + 1:
            self._add(row)
        elif row.number > self.last:
            self.is_behind(row.number)

    def is_behind(self, number: int) -> None:
        """So many things have been said; ask for them if they are not known."""
        if number > self.last and not self._catching_up:
            self._catching_up = True
            self._table.hub.start(self._fill_gap())

    async def _fill_gap(self) -> None:
        try:
            await self.catch_up()
        except db.Unavailable:
            pass  # the watchdog asks again
        finally:
            self._catching_up = False

    async def catch_up(self) -> None:
        """Learn what was said meanwhile."""
        for row in await self._table.hub.store.said(self._table.name, self.last):
            if row.number > self.last:
                self._add(row)

    def _add(self, row: db.SaidRow) -> None:
        said = self._shown(row)
        self.last = row.number
        self._stored_lines.add((row.player, row.command))
        self._lines.append(said)
        for page in self._table.pages:
            if not page.is_program:
                page.reply(p.Chat(said=[said]))

    # How it is shown

    def _shown(self, row: db.SaidRow) -> p.Said:
        """Something that was said, as pages are sent it."""
        voice = self._voice(row.player)
        name, guest = cleaned(row.name), 0
        if row.seat is None and not name:
            guest = self._guests.setdefault(voice, len(self._guests) + 1)
        return p.Said(row.number, row.at, row.seat, name, cleaned(row.text), voice, guest)

    def _voice(self, player: str) -> str:
        """What all that one person says here has in common; it tells nothing of who that is, here or elsewhere."""
        return hashlib.sha256(f"{self._table.name} {player}".encode()).hexdigest()[:12]

    def spectator(self, player: str) -> str:
        """How a spectator is called who speaks here: unlike those who play, and other spectators."""
        name = cleaned(self._table.hub.names.get(player, ""))
        others = {said.name for said in self._lines if said.seat is None and said.voice != self._voice(player)}
        return unlike(name, {skeleton(other) for other in (*self._table.names(), *others) if other})
