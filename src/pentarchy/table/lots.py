"""The numbers that people's pages add to chance before the first draw: sealed, then opened.

docs/chance.md says how a game gets its seed, and what that proves.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from pentarchy.engine.lots import Lot, SharedSeed, is_number, seal_of
from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.warm import CompilingFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pentarchy.table.live import LiveTable
    from pentarchy.table.table_state import TableState

MOST_SEALS = 8  # of one person at one table: a page that has lost its number seals another


class Lots:
    """The numbers of one table. What changes it changes all or, with a ValueError, nothing."""

    def __init__(self) -> None:
        self.seals: dict[str, str] = {}  # by person
        self.closed: dict[str, Lot] | None = None  # by person, in the order of their seats: what the seed is made of
        self._sealed: Counter[str] = Counter()  # how often a person has

    def seal(self, player: str, seal: str) -> None:
        """A page has sealed its number; the last one counts."""
        if not is_number(seal):
            raise ValueError("a seal is 64 small hexadecimal digits")
        if self.closed is not None:
            raise ValueError("the list of sealed numbers is closed")
        if self._sealed[player] >= MOST_SEALS:
            raise ValueError(f"nobody seals more than {MOST_SEALS} numbers at one table")
        self._sealed[player] += 1
        self.seals[player] = seal

    def close(self, people: Mapping[str, tuple[int, ...]]) -> None:
        """From here on it is fixed who may open which number; `people` are those at the table, with their seats."""
        if self.closed is not None:
            raise ValueError("the list of sealed numbers is closed")
        in_order = sorted(people.items(), key=lambda person: person[1])
        self.closed = {player: Lot(seats, self.seals.get(player)) for player, seats in in_order}

    def open(self, player: str, number: str) -> None:
        """A page has opened its number."""
        lot = (self.closed or {}).get(player)
        if lot is None or lot.seal is None or self.closed is None:
            raise ValueError("there is no seal for this number")
        if not is_number(number) or seal_of(bytes.fromhex(number)) != lot.seal:
            raise ValueError("this is not the number that was sealed")
        self.closed[player] = msgspec.structs.replace(lot, number=number)

    def number(self, player: str) -> str | None:
        """The number that somebody has opened."""
        lot = (self.closed or {}).get(player)
        return None if lot is None else lot.number

    @property
    def awaited(self) -> bool:
        """Whether a number of the list is still sealed."""
        return any(lot.seal is not None and lot.number is None for lot in (self.closed or {}).values())

    @property
    def without_number(self) -> list[int]:
        """The first seats of people who have no number in the seed, where others may have."""
        return [lot.seats[0] for lot in (self.closed or {}).values() if lot.number is None]

    def seed(self, secret: bytes) -> bytes | SharedSeed:
        """What the match is started with: the secret alone if nobody had sealed anything."""
        return secret if self.closed is None else SharedSeed.of(secret, self.closed.values())


def shown(state: TableState) -> p.Lots | None:
    """What pages are told of the numbers; the numbers themselves once the game has begun."""
    lots = state.lots
    if lots.closed is None and not lots.seals:
        return None
    begun = state.status != "open"
    listed = lots.closed or {player: Lot(seats, lots.seals.get(player)) for player, seats in state.people.items()}
    told = [p.Lot(list(lot.seats), lot.seal, lot.number if begun else None) for lot in listed.values()]
    return p.Lots(secret_hash=state.seed_hash, closed=lots.closed is not None, lots=told)


class Opening:
    """Begins the game of a table: first the list of sealed numbers is closed, then pages open theirs."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._alarm: asyncio.TimerHandle | None = None
        self._later: asyncio.Task[None] | None = None
        self.message = shown(table.state)  # as it is stored

    def first_entry(self) -> e.Called | e.Started:
        """What happens when a game is to begin."""
        state = self._table.state
        if any(player in state.lots.seals for player in state.people):
            return e.Called(at=time.time())
        return e.Started(at=time.time())

    def entry(self, player: str, command: p.Seal | p.Unseal) -> e.Sealed | e.Opened | None:
        """What a command leads to; None if that has happened already."""
        lots = self._table.state.lots
        if isinstance(command, p.Seal):
            known = lots.seals.get(player) == command.seal
            return None if known else e.Sealed(at=time.time(), player=player, seal=command.seal)
        known = lots.number(player) == command.number
        return None if known else e.Opened(at=time.time(), player=player, number=command.number)

    def go_on(self) -> None:
        """Begin as soon as all numbers are there, or when the time for that is over."""
        if not self._table.state.beginning:
            return
        if not self._rules_are_ready:
            if self._later is None or self._later.done():
                self._later = self._table.hub.start(self._go_on_later())
        elif not self._table.state.lots.awaited:
            self._begin()
        elif self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(self._table.hub.settings.numbers, self._begin)

    def wait(self) -> None:
        """Begin when the time for the numbers is over, if the worker that took the last of them does not."""
        if self._table.state.beginning and self._alarm is None and self._rules_are_ready:
            self._alarm = asyncio.get_running_loop().call_later(self._table.hub.settings.numbers, self._begin)

    @property
    def _rules_are_ready(self) -> bool:
        return self._table.hub.readiness.is_ready(self._table.state.setup.game, "people")

    async def _go_on_later(self) -> None:
        """After a restart the rules may have to be compiled first."""
        try:
            await self._table.hub.readiness.wait(self._table.state.setup.game, "people")
        except CompilingFailed:
            return  # the failure has been logged, and pages learn of it
        self.go_on()

    def _begin(self) -> None:
        self.silence()
        if self._table.state.beginning and self._table.can_go_on:
            self._table.commit(e.Started(at=time.time()))

    def silence(self) -> None:
        """Set no alarm any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def tell(self) -> None:
        """Tell all pages of the numbers, if there is something new that is stored."""
        message = shown(self._table.state)
        if message is not None and message != self.message:
            for page in self._table.pages:
                page.reply(message)
        self.message = message
