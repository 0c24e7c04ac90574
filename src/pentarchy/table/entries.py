"""What can happen to a table. A table is what its setup and its entries, one after the other, make of it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from pentarchy.table.protocol import Clock, GameName, Level, Pace, SeatKind  # noqa: TC001 - read by msgspec


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """A seat as it was set up: `player` sits there from the start, or it is free, a bot's, or offered to programs."""

    kind: SeatKind
    player: str = ""
    name: str = ""  # empty for a person: the name that the player goes by
    level: Level | None = None
    program: str = ""  # to which it is offered; empty: to any


class Setup(Struct, frozen=True, omit_defaults=True):
    """How a table was set up; nothing of this changes."""

    game: GameName
    options: dict[str, Any]
    seats: list[SeatSetup]
    host: str
    public: bool = False
    hints: bool = True
    clock: Clock | None = None
    pace: Pace = "brisk"

    @property
    def one_device(self) -> bool:
        """Whether it was set up for several people at one device; only there a person may take a second seat."""
        people = [seat.player for seat in self.seats if seat.player]
        return len(people) > len(set(people))


class Entry(Struct, frozen=True, tag_field="what", omit_defaults=True, kw_only=True):
    """One thing that happened. `left` are the clocks after it, where there are any."""

    at: float  # seconds since 1970
    left: list[float] | None = None


class Command(Entry, frozen=True, kw_only=True):
    """Something a person asked for; `player` and `id` know it again when it is asked for once more."""

    player: str = ""
    id: str = ""


class Sat(Entry, frozen=True, tag="sat", kw_only=True):
    """A person took a free seat, or a program one that was offered to it."""

    seat: int
    player: str
    name: str = ""
    program: str = ""  # the name of the program; empty: a person


class Filled(Entry, frozen=True, tag="filled", kw_only=True):
    """The host put a bot on a seat that no person holds; without a level the seat is free again."""

    seat: int
    level: Level | None = None
    name: str = ""


class Offered(Entry, frozen=True, tag="offered", kw_only=True):
    """The host offered a seat that nobody holds to a program by its name, or to any; None: it is free again."""

    seat: int
    program: str | None = None


class Left(Entry, frozen=True, tag="left", kw_only=True):
    """A person gave all seats back before the start; the last one closes the table."""

    player: str


class Sealed(Entry, frozen=True, tag="sealed", kw_only=True):
    """A person's page has sealed the number that it adds to chance."""

    player: str
    seal: str


class Called(Entry, frozen=True, tag="called", kw_only=True):
    """The game is about to begin: who sits where with which seal is fixed, and pages open their numbers."""


class Opened(Entry, frozen=True, tag="opened", kw_only=True):
    """A person's page has opened its number."""

    player: str
    number: str


class Removed(Entry, frozen=True, tag="removed", kw_only=True):
    """The host took all seats from somebody before the start; they may not sit down again until they are readmitted."""

    seat: int
    player: str
    name: str = ""  # as it was shown


class Readmitted(Entry, frozen=True, tag="readmitted", kw_only=True):
    """The host lets somebody who was removed sit down again."""

    player: str


class Passed(Entry, frozen=True, tag="passed", kw_only=True):
    """The host had gone before the start: somebody who is here runs the table from now on."""

    seat: int
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


class Voted(Command, frozen=True, tag="voted", kw_only=True):
    """A person (who sits at `by`) wants a bot to play for another one, who is away; the vote that decides says so.

    Who is here is not part of the log, hence a vote says itself whether it decided.
    """

    whose: int  # a seat of the one who is away
    by: int
    decides: bool = False


class Returned(Entry, frozen=True, tag="returned", kw_only=True):
    """Somebody came back before the others had decided: their votes no longer count."""

    whose: int


class Followed(Entry, frozen=True, tag="followed", kw_only=True):
    """Another table with the same people follows this one."""

    table: str


AnyEntry = (
    Sat | Filled | Offered | Left | Removed | Readmitted | Passed | Sealed | Called | Opened | Started | Moved | Undone
    | StoodIn | Resigned | RanOut | Voted | Returned | Followed
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
decode_setup = msgspec.json.Decoder(Setup).decode
