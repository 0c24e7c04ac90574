"""How much, how often and how long: limits that keep a table usable for everybody."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_FRAME = 16 * 1024
LARGEST_BODY = 16 * 1024
LARGEST_SETUP = 256 * 1024  # a table may be set up with a map of one's own
LONGEST_NAME = 24
LONGEST_TEXT = 300
LONGEST_ID = 64
MOST_MOVES_PREVIEWED = 32
LONGEST_CLOCK = 7 * 24 * 3600


class Bucket:
    """Lets through `burst` things at once and then `rate` a second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

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

    def peek(self, who: str) -> bool:
        """Whether one more of theirs would pass now."""
        bucket = self._buckets.get(who)
        return bucket is None or bucket.has_room

    def take(self, who: str) -> bool:
        """Whether one more of theirs may pass now."""
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= 10_000:
                self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.full}
            bucket = self._buckets[who] = Bucket(self._rate, self._burst)
        return bucket.take()


@dataclass(frozen=True)
class Settings:
    """What may be chosen when the table is started."""

    data: Path
    bot_pause: float = 0.6  # seconds between moves of bots, so that people can follow
    thinkers: int = 2  # bots that think at once
    commands: tuple[float, float] = (30.0, 60.0)  # per page: a second, at once
    requests: tuple[float, float] = (30.0, 200.0)  # per address
    misses: tuple[float, float] = (0.2, 20.0)  # per address: names of tables that do not exist
    talk: tuple[float, float] = (0.5, 5.0)  # per person
    stalled: float = 20.0  # seconds after which a page that does not read is closed
    origins: tuple[str, ...] = field(default=())  # further ones that may connect
    warm: bool = True

    @classmethod
    def from_environment(cls, data: Path) -> Settings:
        """With what environment variables say."""
        origins = tuple(filter(None, os.environ.get("PENTARCHY_ORIGINS", "").replace(",", " ").split()))
        pause = float(os.environ.get("PENTARCHY_BOT_PAUSE", cls.bot_pause))
        if os.environ.get("PENTARCHY_UNLIMITED"):  # for load tests
            no_limit = (1e9, 1e9)
            return cls(
                data,
                bot_pause=pause,
                origins=origins,
                commands=no_limit,
                requests=no_limit,
                misses=no_limit,
                talk=no_limit,
            )
        return cls(data, bot_pause=pause, origins=origins)
