"""What can happen to a table. A table is what its setup and its entries, one after the other, make of it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pentarchy.table.protocol import Clock, GameName, Level, SeatKind  # noqa: TC001 - read by msgspec


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """A seat as it was set up: `player` sits there from the start, or it is free, or a bot's."""

    kind: SeatKind
    player: str = ""
    name: str = ""  # empty for a person: the name that the player goes by
    level: Level | None = None


class Setup(Struct, frozen=True, omit_defaults=True):
    """How a table was set up; nothing of this changes."""

    game: GameName
    options: dict[str, Any]
    seats: list[SeatSetup]
    host: str
    public: bool = False
    hints: bool = True
    clock: Clock | None = None


class Entry(Struct, frozen=True, tag_field="what", omit_defaults=True, kw_only=True):
    """One thing that happened. `left` are the clocks after it, where there are any."""

    at: float  # seconds since 1970
    left: list[float] | None = None


class Command(Entry, frozen=True, kw_only=True):
    """Something a person asked for; `player` and `id` know it again when it is asked for once more."""

    player: str = ""
    id: str = ""


class Sat(Entry, frozen=True, tag="sat", kw_only=True):
    """A person took a free seat."""

    seat: int
    player: str
    name: str = ""


class Filled(Entry, frozen=True, tag="filled", kw_only=True):
    """The host put a bot on a seat that no person holds; without a level the seat is free again."""

    seat: int
    level: Level | None = None
    name: str = ""


class Left(Entry, frozen=True, tag="left", kw_only=True):
    """A person gave all seats back before the start; the last one closes the table."""

    player: str


class Started(Entry, frozen=True, tag="started", kw_only=True):
    """The game began."""


class InPlay(Command, frozen=True, kw_only=True):
    """Something that belongs to the game itself."""

    seat: int


class Moved(InPlay, frozen=True, tag="moved", kw_only=True):
    """A seat made a move; without a player a bot made it."""

    move: str


class Undone(InPlay, frozen=True, tag="undone", kw_only=True):
    """A seat took its last move back."""


class StoodIn(Command, frozen=True, tag="stood_in", kw_only=True):
    """A bot plays for a person from here on; without a level the person is back."""

    seat: int
    level: Level | None = None


class Resigned(Command, frozen=True, tag="resigned", kw_only=True):
    """A person gave up a seat; a bot plays on."""

    seat: int


class RanOut(Entry, frozen=True, tag="ran_out", kw_only=True):
    """A clock was used up; a bot plays on."""

    seat: int


class Followed(Entry, frozen=True, tag="followed", kw_only=True):
    """Another table with the same people follows this one."""

    table: str


AnyEntry = Sat | Filled | Left | Started | Moved | Undone | StoodIn | Resigned | RanOut | Followed

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
decode_setup = msgspec.json.Decoder(Setup).decode
