"""What processes that share their tables tell each other. It saves asking the log; nothing is right or wrong by it.

What is told may be lost, may come twice and in any order. Entries and talk carry their numbers, so whoever hears one
too many asks the log, and a watchdog asks it now and then anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

EVERYBODY = ""  # the channel that all listen to; the others are named after tables


class Note(Struct, frozen=True, array_like=True):
    """Something that a worker tells the others."""

    worker: str


class Happened(Note, frozen=True, tag="happened"):
    """Something has happened at a table, and is stored."""

    seq: int
    entry: bytes


class Spoke(Note, frozen=True, tag="spoke"):
    """Something was said there, and is stored."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str
    player: str
    command: str


class Here(Note, frozen=True, tag="here"):
    """Who has a page of a table open at this worker, and when they last did something."""

    people: dict[str, float]
    asks: bool = False  # whether the others are to tell the same
    seq: int = 0  # so many entries are stored, as far as it knows
    left: list[float] | None = None  # the clocks after them, if it is this worker that drives them
    said: int = 0  # the number of the last thing said


class Gone(Note, frozen=True, tag="gone"):
    """What was stored of a table is not what it was; pages are told so by this code."""

    code: int


class Renamed(Note, frozen=True, tag="renamed"):
    """A person goes by another name."""

    player: str
    name: str
    at: float


class Banned(Note, frozen=True, tag="banned"):
    """There are other bans than before."""


class Admitted(Note, frozen=True, tag="admitted"):
    """There are other programs than before, or others of their tokens."""


class Spent(Note, frozen=True, tag="spent"):
    """What people and addresses have had of what is limited, by the names of the limits, since the last time."""

    amounts: dict[str, dict[str, float]]


class Holding(Note, frozen=True, tag="holding"):
    """How many things people and addresses have at once here, by the names of the limits; of all, or what changed."""

    counts: dict[str, dict[str, int]]
    whole: bool = False


class Beat(Note, frozen=True, tag="beat"):
    """Nothing but a sign that what is told is heard."""


AnyNote = Happened | Spoke | Here | Gone | Renamed | Banned | Admitted | Spent | Holding | Beat
encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(AnyNote).decode


class Ear(Protocol):
    """Who listens."""

    def hear(self, channel: str, note: AnyNote) -> None:
        """Something was told by another worker."""

    def listening_begins(self, table: str) -> None:
        """From now on all that is told of a table is heard; what was told before may have been missed."""

    def bus_is_back(self) -> None:
        """It works again; whatever was told meanwhile may have been missed."""


class Bus(Protocol):
    """The way to all other workers."""

    worker: str  # by what this one is known
    works: bool  # whether what is told is heard, as far as is known

    async def open(self, ear: Ear) -> None:
        """Begin to listen."""

    def tell(self, channel: str, make: Callable[[str], AnyNote]) -> None:
        """Tell the others something that is made with this worker's name; it is lost if the bus does not work."""

    def listen(self, table: str) -> None:
        """Hear what is told of a table."""

    def ignore(self, table: str) -> None:
        """Hear it no longer."""

    async def listeners(self, table: str) -> int | None:
        """How many workers have a table open, this one included; None if that cannot be known."""

    async def close(self) -> None:
        """Tell what is still to be told, and stop."""


class Alone:
    """The bus of a process that knows of no others: there is nobody to tell anything."""

    works = False

    def __init__(self, worker: str = "alone") -> None:
        self.worker = worker

    async def open(self, ear: Ear) -> None:
        """Nobody tells anything."""

    def tell(self, channel: str, make: Callable[[str], AnyNote]) -> None:
        """Nobody listens."""

    def listen(self, table: str) -> None:
        """Nobody tells anything."""

    def ignore(self, table: str) -> None:
        """Nobody tells anything."""

    async def listeners(self, table: str) -> int | None:
        """Nobody knows."""
        return None

    async def close(self) -> None:
        """There is nothing to stop."""
