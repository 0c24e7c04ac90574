"""Whose turn it is to think: nobody who lets many bots think holds up the others.

Those who wait come one address after the other, of each address one person after the other, and of each person one
table after the other. So it does not matter how many tables somebody has, nor how many people are invented at one
address. Tables that somebody watches go before the others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

from pentarchy.table.held import Held

UNWATCHED_SHARE = 8  # one turn in so many is for tables that nobody watches, lest they wait for ever


class Asker:
    """On whose behalf something is thought about: the person whom a table belongs to, and from where they came."""

    __slots__ = ("address", "person", "watched")

    def __init__(self, person: str, address: str = "", *, watched: bool = False) -> None:
        self.person = person
        self.address = address
        self.watched = watched


class Turn:
    """Somebody's turn to think, from the moment it is asked for."""

    __slots__ = ("asker", "counted_for", "granted", "lane")

    def __init__(self, asker: Asker, lane: Lane) -> None:
        self.asker = asker
        self.ask(lane)

    def ask(self, lane: Lane) -> None:
        """Wait for it, from the end of a lane."""
        self.lane = lane
        self.counted_for: tuple[str, str] | None = None  # the person and the address, once it is granted
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lane.join(self)

    def leave(self) -> None:
        """Wait no longer, or give back the place that was granted."""
        self.lane.leave(self)


class Quota:
    """How many things one person and one address may have under way at once."""

    def __init__(self, of_person: int, of_address: int) -> None:
        self._of_person = of_person
        self.of_address = of_address
        self.people = Held()
        self.addresses = Held()

    def person_may(self, person: str) -> bool:
        """Whether a person may have one more."""
        return self.people[person] < self._of_person

    def address_may(self, address: str) -> bool:
        """Whether all at an address together may have one more."""
        return self.addresses[address] < self.of_address

    def take(self, person: str, address: str) -> None:
        """Count one more."""
        self.people.take(person)
        self.addresses.take(address)

    def give_back(self, person: str, address: str) -> None:
        """Count one less."""
        self.people.give_back(person)
        self.addresses.give_back(address)


class Crowd:
    """Those who wait: by address, then by person, then by table. Whoever has had a turn goes to the end."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, OrderedDict[Asker, deque[Turn]]]] = OrderedDict()

    def add(self, turn: Turn) -> None:
        """Wait for a turn."""
        asker = turn.asker
        people = self._addresses.setdefault(asker.address, OrderedDict())
        askers = people.setdefault(asker.person, OrderedDict())
        askers.setdefault(asker, deque()).append(turn)

    def take(self, quota: Quota) -> Turn | None:
        """Whose turn it is, of those who may have one more; None if it is nobody's."""
        for address, people in self._addresses.items():
            if quota.address_may(address):
                for person, askers in people.items():
                    if quota.person_may(person):
                        return self._taken(address, person, next(iter(askers)))
        return None

    def _taken(self, address: str, person: str, asker: Asker) -> Turn:
        people = self._addresses[address]
        askers = people[person]
        turn = askers[asker].popleft()
        self._addresses.move_to_end(address)
        people.move_to_end(person)
        askers.move_to_end(asker)
        if not askers[asker]:
            self._forget(asker)
        return turn

    def leave(self, turn: Turn) -> None:
        """Wait no longer."""
        turns = self._of(turn.asker)
        if turn in turns:
            turns.remove(turn)
            if not turns:
                self._forget(turn.asker)

    def leave_all(self, asker: Asker) -> list[Turn]:
        """Let all of somebody's turns go elsewhere."""
        turns = list(self._of(asker))
        if turns:
            self._forget(asker)
        return turns

    @property
    def askers(self) -> list[Asker]:
        """All who wait, as they would be served first."""
        return [asker for people in self._addresses.values() for askers in people.values() for asker in askers]

    def _of(self, asker: Asker) -> deque[Turn]:
        people = self._addresses.get(asker.address)
        askers = people.get(asker.person) if people else None
        return askers.get(asker, deque()) if askers else deque()

    def _forget(self, asker: Asker) -> None:
        people = self._addresses[asker.address]
        del people[asker.person][asker]
        if not people[asker.person]:
            del people[asker.person]
        if not people:
            del self._addresses[asker.address]


class Lane:
    """Turns of one kind, a few at once. Where there is more than one place, one address never has all of them."""

    def __init__(self, places: int) -> None:
        self._places = self._free = places
        self._quota = Quota(of_person=1, of_address=max(1, places - 1))
        self._watched = Crowd()
        self._unwatched = Crowd()
        self._served = 0
        self.waiting = 0

    def join(self, turn: Turn) -> None:
        """Ask for a turn."""
        self._crowd(turn.asker).add(turn)
        self.waiting += 1
        self._grant()

    def leave(self, turn: Turn) -> None:
        """Wait no longer, or give back a place that was granted."""
        if turn.counted_for is None:
            self._crowd(turn.asker).leave(turn)
            self.waiting -= 1
        else:
            self._quota.give_back(*turn.counted_for)
            self._free += 1
        self._grant()

    def resize(self, places: int) -> None:
        """Have another number of places; whoever has one now keeps it."""
        self._free += places - self._places
        self._places = places
        self._quota.of_address = max(1, places - 1)
        self._grant()

    def withdraw(self, asker: Asker) -> list[Turn]:
        """The turns that somebody waits for, which wait here no longer."""
        turns = self._crowd(asker).leave_all(asker)
        self.waiting -= len(turns)
        return turns

    def withdraw_all(self) -> list[Turn]:
        """The turns that anybody waits for, which wait here no longer."""
        askers = [*self._watched.askers, *self._unwatched.askers]
        return [turn for asker in askers for turn in self.withdraw(asker)]

    def rejoin(self, turns: list[Turn]) -> None:
        """Let turns that were withdrawn, here or elsewhere, wait here, as those who ask for them are now."""
        for turn in turns:
            turn.lane = self
            self._crowd(turn.asker).add(turn)
        self.waiting += len(turns)
        self._grant()

    def _crowd(self, asker: Asker) -> Crowd:
        return self._watched if asker.watched else self._unwatched

    def _grant(self) -> None:
        while self._free > 0 and (turn := self._next()) is not None:
            if turn.granted.cancelled():
                continue  # it is about to leave
            turn.counted_for = (turn.asker.person, turn.asker.address)
            self._quota.take(*turn.counted_for)
            self.waiting -= 1
            self._free -= 1
            self._served += 1
            turn.granted.set_result(None)

    def _next(self) -> Turn | None:
        first, then = self._watched, self._unwatched
        if self._served % UNWATCHED_SHARE == UNWATCHED_SHARE - 1:
            first, then = then, first
        return first.take(self._quota) or then.take(self._quota)
