"""How much, how often and how long: limits that keep a table usable for everybody."""

from __future__ import annotations

import time

LARGEST_FRAME = 16 * 1024
LARGEST_HEADER = 16 * 1024
LARGEST_BODY = 16 * 1024
LARGEST_SETUP = 256 * 1024  # a table may be set up with a map of one's own
LARGEST_MAP = 240 * 1024  # so that with what is filled in it is not too large for a table
LONGEST_NAME = 24
LONGEST_TEXT = 300
LONGEST_ID = 64
MOST_MOVES_PREVIEWED = 32
LONGEST_CLOCK = 7 * 24 * 3600
MOST_TOLD = 1000  # of those who had most of something that other processes are told of
MOST_BUCKETS = 10_000  # before those are looked for that can be forgotten

Rate = tuple[float, float]  # so many a second, and so many at once


class Bucket:
    """Lets through `burst` things at once and then `rate` a second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Whether one more, or so many, may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> None:
        """So much has passed elsewhere, whether it might or not."""
        self.take(0)
        self._left = max(-self._burst, self._left - amount)

    @property
    def has_room(self) -> bool:
        """Whether one more could pass now."""
        return self._left + (time.monotonic() - self._at) * self._rate >= 1

    @property
    def full(self) -> bool:
        """Whether nothing has passed for a while, so that it can be forgotten."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for everybody who comes along."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}
        self._most = MOST_BUCKETS
        self._spent: dict[str, float] | None = None  # since it was last asked for, where others want to know

    def share(self) -> None:
        """Keep account from now on, so that the same limit can hold in several processes together."""
        self._spent = {}

    def spent(self) -> dict[str, float]:
        """What was had since the last time, by those who had most."""
        most = sorted((self._spent or {}).items(), key=lambda item: -item[1])[:MOST_TOLD]
        self._spent = {}
        return dict(most)

    def spend(self, amounts: dict[str, float]) -> None:
        """So much was had in another process."""
        for who, amount in amounts.items():
            self._bucket(who).spend(amount)

    def __len__(self) -> int:
        return len(self._buckets)

    def peek(self, who: str) -> bool:
        """Whether one more of theirs would pass now."""
        bucket = self._buckets.get(who)
        return bucket is None or bucket.has_room

    def take(self, who: str, amount: float = 1) -> bool:
        """Whether one more of theirs, or so many, may pass now."""
        if not self._bucket(who).take(amount):
            return False
        if self._spent is not None:
            self._spent[who] = self._spent.get(who, 0.0) + amount
        return True

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget()
            bucket = self._buckets[who] = Bucket(self._rate, self._burst)
        return bucket

    def _forget(self) -> None:
        """Those who have not come for a while are forgotten; seldom, since looking at all of them takes time."""
        self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.full}
        self._most = max(MOST_BUCKETS, 2 * len(self._buckets))


class Shares:
    """So many per person, and so many for all people of one address together, because people can be invented."""

    def __init__(self, person: Rate, address: Rate) -> None:
        self.people = Buckets(*person)
        self.addresses = Buckets(*address)

    def take(self, address: str, person: str) -> bool:
        """Whether one more of theirs may pass now; what a person has too much of is not counted against the others."""
        return self.person_may(address, person) and self.addresses.take(address) and self.people.take(person or address)

    def person_may(self, address: str, person: str) -> bool:
        """Whether it is not the person who has had too much; who has no cookie is the address."""
        return self.people.peek(person or address)
