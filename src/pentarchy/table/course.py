"""The course of a table: its setup and its entries, folded into how it stands now."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pentarchy
from pentarchy.engine.chance import seed_hash
from pentarchy.table import entries as e

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.table.protocol import Level, Status

SUBSTITUTE: Level = "adept"  # who plays on for a person that gave up or whose clock ran out
REMEMBERED = 256  # answers to commands that are given again when they are asked for again


@functools.cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a mask, which has a bit for each."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


class SeatNow:
    """A seat as it is now."""

    __slots__ = ("hurried", "level", "name", "player", "ran_out", "resigned", "stand_in")

    def __init__(self, setup: e.SeatSetup) -> None:
        self.player = setup.player
        self.name = setup.name
        self.level = setup.level if setup.kind == "bot" else None  # of a bot's own seat
        self.stand_in: Level | None = None  # the bot that plays for the person
        self.resigned = False
        self.ran_out = False  # the clock of the whole game
        self.hurried = False  # the clock of this turn

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.player and self.level is None

    @property
    def driver(self) -> Level | None:
        """The level of the bot that plays, None where a person does."""
        if self.level is not None:
            return self.level
        if self.resigned or self.ran_out or self.hurried:
            return SUBSTITUTE
        return self.stand_in


class Course:
    """How a table stands. `apply` changes it or, with an error, does not."""

    def __init__(self, setup: e.Setup, seed: bytes, entries: Iterable[e.AnyEntry] = ()) -> None:
        self.setup = setup
        self.game: Game = pentarchy.load(setup.game, **setup.options)
        self.seed = seed
        self.seed_hash = seed_hash(seed)
        self.seats = [SeatNow(seat) for seat in setup.seats]
        self.host = setup.host
        self.status: Status = "open"
        self.closed = False
        self.match: Match | None = None
        self.to_act: tuple[int, ...] = ()  # the seats that may act
        self.rematch: str | None = None
        self.left: list[float] | None = None
        self.count = 0  # entries
        self.look = 0  # grows whenever the table itself looks different, not only the position
        self._masks: dict[str, int] = {}
        self.changed = 0.0
        view = self.game.spec.view
        self.alike: bool = getattr(view, "ALIKE", False)
        self._secret = getattr(view, "secret", None)
        # What readers count. Where moves may be secret each set of seats counts those it knows of, else a number would
        # tell how much others do in secret: numbers[mask], mask 0 being a spectator's. Elsewhere all count the same.
        self.numbers: tuple[int, ...] = (0,) * (1 << len(self.seats) if self._secret else 1)
        self._heard: list[int] = []  # lines of the spectator's log and of each seat's, where moves may be secret
        self.touched: list[tuple[int, ...]] = [self.numbers] * len(self.seats)
        self._lengths: list[int] = []  # how many events there were after each entry
        self.answers: dict[tuple[str, str], tuple[int, ...]] = {}
        for entry in entries:
            self.apply(entry)
            if entry.left is not None:
                self.left = list(entry.left)

    # Reading

    def number(self, mask: int) -> int:
        """How many changes the holder of some seats knows of."""
        return self.numbers[mask] if self._secret else self.numbers[0]

    def number_in(self, numbers: tuple[int, ...], mask: int) -> int:
        """The same at an earlier time."""
        return numbers[mask] if self._secret else numbers[0]

    def unchanged_since(self, number: int) -> int:
        """How many events stand now as they stood after so many changes; 0 where that is not known to all alike."""
        if not self.alike or not 1 <= number <= self.count:
            return 0
        return min(self._lengths[number - 1 :])

    def mask(self, player: str) -> int:
        """The seats of a player, as a bit each."""
        found = self._masks.get(player)
        if found is None:
            found = sum(1 << number for number, seat in enumerate(self.seats) if player and seat.player == player)
            self._masks[player] = found
        return found

    @property
    def waiting_for_people(self) -> list[int]:
        """The seats to act that a person plays."""
        return [seat for seat in self.to_act if self.seats[seat].driver is None]

    def is_secret(self, move: str) -> bool:
        """Whether the others do not see such a move."""
        return self._secret is not None and bool(self._secret(self.game.moves.code(move)))

    # Changing

    def apply(self, entry: e.AnyEntry) -> None:
        """Let something happen; a ValueError changes nothing."""
        before = self.to_act
        match entry:
            case e.Moved():
                self._playing().play(entry.move, entry.seat)
            case e.Undone():
                self._playing().undo(entry.seat)
            case e.Sat():
                self.seats[entry.seat].player, self.seats[entry.seat].name = entry.player, entry.name
            case e.Filled():
                self.seats[entry.seat].level, self.seats[entry.seat].name = entry.level, entry.name
            case e.Left():
                self._leave(entry.player)
            case e.Started():
                self.match = self.game.start(self.seed)
                self.status = "playing"
                self._heard = self._lines() if self._secret else []
                if self.setup.clock:
                    self.left = [float(self.setup.clock.seconds)] * len(self.seats)
            case e.StoodIn():
                self.seats[entry.seat].stand_in = entry.level
            case e.Resigned():
                self.seats[entry.seat].resigned = True
            case e.RanOut():
                assert self.setup.clock is not None
                whole_game = self.setup.clock.per == "game"
                self.seats[entry.seat].ran_out, self.seats[entry.seat].hurried = whole_game, not whole_game
            case e.Followed():
                self.rematch = entry.table
        if self.match is not None:
            self.to_act = self.match.to_act
        self._count(entry, before)

    def _playing(self) -> Match:
        if self.match is None:
            raise ValueError("the game has not begun")
        return self.match

    def _leave(self, player: str) -> None:
        for seat in self.seats:
            if seat.player == player:
                seat.player = seat.name = ""
        people = [seat.player for seat in self.seats if seat.player]
        if self.host == player:
            self.host = people[0] if people else ""
        self.closed = not people

    def _count(self, entry: e.AnyEntry, acted: tuple[int, ...]) -> None:
        self.count += 1
        self.changed = entry.at
        if not isinstance(entry, e.InPlay):
            self.look += 1
            self._masks.clear()
        self._number(entry)
        self._lengths.append(self.match.length if self.match else 0)
        acting = self.to_act
        by = getattr(entry, "seat", None)
        for number, seat in enumerate(self.seats):
            if number == by or (number in acting and number not in acted):
                self.touched[number] = self.numbers
            if seat.hurried and number not in acting:
                seat.hurried = False
                self.look += 1
        if not acting and self.status == "playing":
            self.status = "over"
            self.look += 1
        if isinstance(entry, e.Command) and entry.id:
            self.answers[entry.player, entry.id] = self.numbers
            if len(self.answers) > REMEMBERED:
                del self.answers[next(iter(self.answers))]

    def _number(self, entry: e.AnyEntry) -> None:
        if not self._secret:
            self.numbers = (self.numbers[0] + 1,)
            return
        if self.match is None or not isinstance(entry, e.InPlay):
            self.numbers = tuple(number + 1 for number in self.numbers)
            return
        before, self._heard = self._heard, self._lines()
        told = [now != then for now, then in zip(self._heard, before, strict=True)]
        told[1 + entry.seat] = True
        self.numbers = tuple(
            number + (told[0] or any(told[1 + seat] for seat in seats_in(mask)))
            for mask, number in enumerate(self.numbers)
        )

    def _lines(self) -> list[int]:
        """How many lines a spectator's log has, and each seat's."""
        assert self.match is not None
        return [len(self.match.heard(seat)) for seat in (None, *range(len(self.seats)))]
