"""Chance that anybody can check: every draw of a live match follows from a seed that is committed to beforehand.

The n-th hash is HMAC-SHA256(seed, n as 8 bytes, big-endian), read as a number below 2^256. A draw among outcomes with
integer weights takes the next hash; a number in the incomplete last stretch of length (sum of weights) is passed over,
so that the rest, modulo the sum, is exactly uniform.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

HASH_RANGE = 1 << 256


class Chance(Protocol):
    """Decides what chance brings in a match."""

    def choose(self, weights: Sequence[int]) -> int:
        """The index of the outcome drawn; each index is as likely as its weight says."""

    def copy(self) -> Chance:
        """An independent continuation from the same point."""


class SeededChance:
    """The verifiable stream of one match."""

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self.seed = seed
        self.counter = counter

    def choose(self, weights: Sequence[int]) -> int:
        """Draw with the next number of the stream."""
        total = sum(weights)
        if total <= 0:
            raise ValueError(f"there is nothing to draw: the weights are {list(weights)}")
        usable = HASH_RANGE - HASH_RANGE % total
        number = self._next()
        while number >= usable:
            number = self._next()
        number %= total
        for index, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return index
        raise AssertionError("a number below the sum of the weights falls on one of them")

    def _next(self) -> int:
        digest = hmac.digest(self.seed, self.counter.to_bytes(8, "big"), "sha256")
        self.counter += 1
        return int.from_bytes(digest, "big")

    def copy(self) -> SeededChance:
        """An independent continuation from the same point."""
        return SeededChance(self.seed, self.counter)


class NoChance:
    """Stands in where the seed is not known, as in the replay of an unfinished match."""

    def choose(self, weights: Sequence[int]) -> int:
        """Refuse: nothing can be drawn without the seed."""
        raise ValueError("this match goes on with a draw and its seed is not known: pass seed= to replay()")

    def copy(self) -> NoChance:
        """Itself, there is nothing to remember."""
        return self


def seed_bytes(seed: int | bytes | None) -> bytes:
    """The key of the stream: bytes as they are, a number by its decimal digits, None as 32 fresh random bytes."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes):
        if not seed:
            raise ValueError("seed is empty: give an int, bytes or None")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"seed is an int, bytes or None, not {seed!r}")
    return str(seed).encode()


def seed_hash(seed: bytes) -> str:
    """What is published before the first draw."""
    return hashlib.sha256(seed).hexdigest()
