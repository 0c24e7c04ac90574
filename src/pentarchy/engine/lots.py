"""A seed that nobody chooses alone: made of a secret and of numbers that people add, each sealed before any is opened.

Everything hashed is a row of fields, each written as its length in 4 bytes, big-endian, and its bytes; the first field
says what is hashed. Hence no two different things are hashed alike. docs/chance.md says what this proves.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from pentarchy.engine.chance import seed_hash
from pentarchy.engine.checks import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

SEAL = b"pentarchy seal 1"
SEED = b"pentarchy seed 1"
DIGITS = frozenset("0123456789abcdef")
NUMBER_SIZE = 32  # bytes of a number, and of a seal


class Lot(Struct, frozen=True):
    """What one person adds to chance; hexadecimal digits. Without a number it was not opened in time."""

    seats: tuple[int, ...]  # the person's
    seal: str | None = None  # the hash of the number, known before any number is opened
    number: str | None = None


class SharedSeed(Struct, frozen=True):
    """A secret and the numbers of the people at the table, in the order of their first seats."""

    secret_hash: str  # published before anybody seals a number
    secret: str | None  # hexadecimal digits, once the match is over
    lots: tuple[Lot, ...]

    @classmethod
    def of(cls, secret: bytes, lots: Iterable[Lot]) -> SharedSeed:
        """With a secret that is known."""
        return cls(seed_hash(secret), secret.hex(), tuple(lots))

    def closed(self) -> SharedSeed:
        """The same without the secret, for those who may not know it yet."""
        return SharedSeed(self.secret_hash, None, self.lots)

    def mixed(self) -> bytes:
        """The seed of the match; only of parts without a problem."""
        assert self.secret is not None
        fields = [SEED, bytes.fromhex(self.secret)]
        for lot in self.lots:
            fields += [bytes(lot.seats), bytes.fromhex(lot.seal or ""), bytes.fromhex(lot.number or "")]
        return _hashed(fields)

    def problem(self, players: int) -> str | None:
        """What is wrong with the parts; None if the secret and each number are the ones that were promised."""
        if self.secret is None or not _is_hexadecimal(self.secret):
            return "the table's secret is not in the record"
        if seed_hash(bytes.fromhex(self.secret)) != self.secret_hash:
            return "the table's secret is not the one whose hash was published at the start"
        seats = [seat for lot in self.lots for seat in lot.seats]
        firsts = [min(lot.seats, default=-1) for lot in self.lots]
        if -1 in firsts or len(set(seats)) < len(seats) or not all(0 <= seat < players for seat in seats):
            return f"the numbers are of seats {quoted(seats)}: each of 0 to {players - 1} has at most one"
        if firsts != sorted(firsts) or any(list(lot.seats) != sorted(lot.seats) for lot in self.lots):
            return f"the numbers are not in the order of their seats: {quoted(seats)}"
        return next(filter(None, map(_problem, self.lots)), None)


class Receipt(Struct, frozen=True):
    """What one page was shown before it opened its number, and the number: it need not believe the record alone."""

    secret_hash: str
    lots: tuple[Lot, ...]  # as they were then: sealed
    number: str

    def problem(self, parts: SharedSeed) -> str | None:
        """Which of the promises the parts of a seed do not keep."""
        if parts.secret_hash != self.secret_hash:
            return "the secret's hash in the record is not the one that the page was shown"
        if [(lot.seats, lot.seal) for lot in parts.lots] != [(lot.seats, lot.seal) for lot in self.lots]:
            return "the sealed numbers in the record are not those that the page was shown before it opened its own"
        if self.number not in [lot.number for lot in parts.lots]:
            return "the number of the page is not in the seed"
        return None


def seal_of(number: bytes) -> str:
    """What is shown of a number before it is opened."""
    return _hashed([SEAL, number]).hex()


def is_number(text: str) -> bool:
    """Whether a text is a number or a seal: 64 small hexadecimal digits."""
    return len(text) == 2 * NUMBER_SIZE and _is_hexadecimal(text)


def _is_hexadecimal(text: str) -> bool:
    return len(text) % 2 == 0 and set(text) <= DIGITS


def _problem(lot: Lot) -> str | None:
    whose = f"seat {lot.seats[0]}"
    for name, text in (("seal", lot.seal), ("number", lot.number)):
        if text is not None and not is_number(text):
            return f"{whose}: its {name} is not {2 * NUMBER_SIZE} hexadecimal digits"
    if lot.number is not None and lot.seal is None:
        return f"{whose}: its number was never sealed"
    if lot.number is not None and seal_of(bytes.fromhex(lot.number)) != lot.seal:
        return f"{whose}: its number is not the one that was sealed"
    return None


def _hashed(fields: Iterable[bytes]) -> bytes:
    return hashlib.sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()
