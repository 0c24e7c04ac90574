"""The course of a table: its setup and its entries, folded into how it stands now."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pentarchy
from pentarchy.engine.chance import seed_hash
from pentarchy.engine.showing import showing_of
from pentarchy.table import entries as e
from pentarchy.table.lots import Lots
from pentarchy.table.possible import Impossible, obstacle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.table.protocol import Level, NoteKind, Status

SUBSTITUTE: Level = "adept"  # who plays on for a person that gave up or whose clock ran out
REMEMBERED = 256  # answers to commands that are given again when they are asked for again


@functools.cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a mask, which has a bit for each."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


@dataclass(slots=True)
class Noted:
    """Something besides moves that is worth a line in the log."""

    at: float
    what: NoteKind
    seat: int
    events: int  # how many there were then
    by: int | None = None
    level: Level | None = None
    only: int | None = None  # the one seat that may know of it
    name: str = ""  # of somebody who no longer sits there


class SeatNow:
    """A seat as it is now."""

    __slots__ = (
        "hurried",
        "level",
        "name",
        "offered",
        "player",
        "program",
        "ran_out",
        "resigned",
        "since",
        "stand_in",
        "votes",
    )

    def __init__(self, setup: e.SeatSetup) -> None:
        self.player = setup.player
        self.name = setup.name
        self.level = setup.level if setup.kind == "bot" else None  # of a bot's own seat
        self.program = ""  # the name of the program that sits here
        self.offered = setup.program if setup.kind == "program" else None  # to which program; empty: to any
        self.since = 0.0  # when it was taken, if not from the start
        self.stand_in: Level | None = None  # the bot that plays for the person
        self.resigned = False
        self.ran_out = False  # the clock of the whole game
        self.hurried = False  # the clock of this turn
        self.votes: dict[str, int] = {}  # people who want a bot to play for the person, and where they sit

    @property
    def may_return(self) -> bool:
        """Whether the person whom a bot plays for can take the seat back."""
        return self.stand_in is not None and not self.resigned and not self.ran_out

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return self.vacant and self.offered is None

    @property
    def vacant(self) -> bool:
        """Whether nobody plays here yet: it is free, or offered and not taken."""
        return not self.player and self.level is None

    @property
    def left_to_bots(self) -> bool:
        """Whether a bot plays here, not only to the end of a turn."""
        return self.level is not None or self.stand_in is not None or self.resigned or self.ran_out

    @property
    def clocked(self) -> bool:
        """Whether a clock runs while the seat is to act: it is a person's, whoever plays for them, until it is out."""
        return self.level is None and not (self.resigned or self.ran_out or self.hurried)

    @property
    def driver(self) -> Level | None:
        """The level of the bot that plays, None where a person does."""
        if self.level is not None:
            return self.level
        if self.resigned or self.ran_out or self.hurried:
            return SUBSTITUTE
        return self.stand_in


class TableState:
    """How a table stands. `apply` changes it or, with an error, does not."""

    def __init__(self, setup: e.Setup, seed: bytes, entries: Iterable[e.AnyEntry] = ()) -> None:
        self.setup = setup
        self.game: Game = pentarchy.load(setup.game, **setup.options)
        self.seed = seed
        self.seed_hash = seed_hash(seed)
        self.seats = [SeatNow(seat) for seat in setup.seats]
        self.host = setup.host
        self.lots = Lots()
        self.status: Status = "open"
        self.asleep = False  # begun, but the rules are not compiled yet: there is no match and nothing can happen
        self.misses_moves = False  # whether what belongs to the game itself was left out when it was folded
        self.closed = False
        self.removed: dict[str, str] = {}  # people who may not sit down here again, and how they were called
        self.match: Match | None = None
        self.to_act: tuple[int, ...] = ()  # the seats that may act
        self.rematch: str | None = None
        self.left: list[float] | None = None
        self._begun = [0.0] * len(self.seats)  # what was left when a seat's turn began
        self._by_bot: list[list[bool]] = [[] for _ in self.seats]  # whether a bot made a seat's moves, one by one
        self.count = 0  # entries
        self.look = 0  # grows whenever the table itself looks different, not only the position
        self._masks: dict[str, int] = {}
        self.changed = 0.0
        self.at = 0.0  # when the last thing happened, also what not everybody may know of
        self.alike: bool = getattr(self.game.spec.view, "ALIKE", False)
        self._showing = showing_of(self.game.spec)
        # What readers count. Where moves may be secret each seat counts those it knows of, else a number would tell how
        # much others do in secret: a spectator's number, then each seat's. Elsewhere all count the same.
        self.numbers: tuple[int, ...] = (0,) * (1 + len(self.seats) if self._showing.has_secrets else 1)
        self._heard: list[int] = []  # lines of the spectator's log and of each seat's, where moves may be secret
        self.touched: list[tuple[int, ...]] = [self.numbers] * len(self.seats)
        self.notes: list[Noted] = []
        self._lengths: list[int] = []  # how many events there were after each entry
        self._forgets = False  # whether lines have vanished from the middle of the log, as in KinGems without memory
        self.answers: dict[tuple[str, str], tuple[int, ...]] = {}
        for entry in entries:
            self.follow(entry)

    @classmethod
    def sleeping(cls, setup: e.Setup, seed: bytes, entries: list[e.AnyEntry], status: Status) -> TableState:
        """A table whose game has begun and whose rules are not compiled yet: who sits there, but not how it stands."""
        state = cls(setup, seed)
        state.misses_moves = True
        for entry in entries:
            if not isinstance(entry, e.Started | e.InPlay):
                state.follow(entry)
        state.status = status
        state.changed = max((entry.at for entry in entries if not state._may_be_secret(entry)), default=0.0)
        state.left = None
        state.asleep = True
        return state

    # Reading

    def number(self, ear: int | None) -> int:
        """How many changes a seat (None: a spectator) knows of."""
        return self.number_in(self.numbers, ear)

    def number_in(self, numbers: tuple[int, ...], ear: int | None) -> int:
        """The same at an earlier time."""
        return numbers[0] if ear is None or not self._showing.has_secrets else numbers[1 + ear]

    def unchanged_since(self, number: int) -> int:
        """How many events stand now as they stood after so many changes; 0 where that is not known to all alike."""
        if not self.alike or self._forgets or not 1 <= number <= self.count:
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
    def people(self) -> dict[str, tuple[int, ...]]:
        """Every person at the table with their seats, in the order of the seats."""
        players = dict.fromkeys(seat.player for seat in self.seats if seat.player and not seat.program)
        return {player: seats_in(self.mask(player)) for player in players}

    @property
    def beginning(self) -> bool:
        """Whether pages are opening their numbers: the game begins by itself, and nobody comes or goes any more."""
        return self.lots.closed is not None and self.status == "open"

    def is_shared(self, player: str) -> bool:
        """Whether several people with secrets from each other sit at one device."""
        return not self.alike and self.status == "playing" and len(seats_in(self.mask(player))) > 1

    def eyes(self, player: str, looks: int | None) -> tuple[int | None, ...]:
        """The seats (None: a spectator) through whose eyes a page of somebody sees; `looks` is in front of it.

        All seats of a person where they see the same; else the one that looks.
        """
        seats = seats_in(self.mask(player))
        if len(seats) > 1 and self.is_shared(player):
            return (looks,)
        return seats or (None,)

    def ear(self, player: str, looks: int | None) -> int | None:
        """The seat (None: a spectator) as which a page of somebody hears and counts what happens."""
        eyes = self.eyes(player, looks)
        return eyes[0] if len(eyes) == 1 else None

    @property
    def waiting_for_people(self) -> list[int]:
        """The seats to act that a person plays."""
        return [seat for seat in self.to_act if self.seats[seat].driver is None]

    @property
    def clocked(self) -> list[int]:
        """The seats to act whose clocks run."""
        return [seat for seat in self.to_act if self.seats[seat].clocked]

    def moved_by_bot(self, seat: int) -> bool:
        """Whether a bot made the last move of a seat."""
        return bool(self._by_bot[seat]) and self._by_bot[seat][-1]

    def undoable(self, seat: int) -> bool:
        """Whether the person of a seat could take a move back."""
        return self.match is not None and self.match.undoable(seat) and not self.moved_by_bot(seat)

    def is_secret(self, move: str) -> bool:
        """Whether the others do not see what such a move does; that a turn is ended so they may still be told."""
        return bool(self._showing.is_secret(self.game.moves.code(move)))

    def is_told(self, move: str, seat: int) -> bool:
        """Whether everybody would be told of a legal move."""
        if not self.is_secret(move):
            return True
        twin = self._playing().copy()
        lines = len(twin.heard())
        twin.play(move, seat)
        return len(twin.heard()) != lines

    def _may_be_secret(self, entry: e.AnyEntry) -> bool:
        """Whether not everybody may know of an entry, as far as can be said without playing."""
        if isinstance(entry, e.Undone):
            return bool(self._showing.has_secrets)
        return isinstance(entry, e.Moved) and self.is_secret(entry.move)

    def notes_of(self, ear: int | None) -> list[Noted]:
        """What a seat (None: a spectator) may know of what happened besides moves."""
        return [note for note in self.notes if note.only is None or note.only == ear]

    # Changing

    def follow(self, entry: e.AnyEntry) -> None:
        """Let happen what is in the log. What could not happen, whoever has stored it, only takes its place there."""
        try:
            self.apply(entry)
        except Impossible:
            self._pass_over(entry)
        if entry.left is not None:
            self.left = list(entry.left)

    def _pass_over(self, entry: e.AnyEntry) -> None:
        self.count += 1
        self.at = entry.at
        self.numbers = tuple(number + 1 for number in self.numbers)
        self._lengths.append(self.match.length if self.match else 0)

    def apply(self, entry: e.AnyEntry) -> None:
        """Let something happen; a ValueError changes nothing, Impossible if it is not one of the rules."""
        if self.asleep:
            raise ValueError("the rules are still being compiled")
        if not isinstance(entry, e.InPlay) and (why := obstacle(self, entry)) is not None:
            raise Impossible(why)
        before = self.to_act
        match entry:
            case e.Moved():
                self._playing().play(entry.move, entry.seat)
                self._by_bot[entry.seat].append(not entry.player)
            case e.Undone():
                self._take_back(entry.seat)
            case e.Sat():
                self.seats[entry.seat].player, self.seats[entry.seat].name = entry.player, entry.name
                self.seats[entry.seat].program, self.seats[entry.seat].since = entry.program, entry.at
            case e.Filled():
                self.seats[entry.seat].level, self.seats[entry.seat].name = entry.level, entry.name
                self.seats[entry.seat].offered, self.seats[entry.seat].since = None, entry.at
            case e.Offered():
                self.seats[entry.seat].level, self.seats[entry.seat].name = None, ""
                self.seats[entry.seat].offered, self.seats[entry.seat].since = entry.program, entry.at
            case e.Left():
                self._leave(entry)
            case e.Removed():
                self.seats[entry.seat].offered = None
                self._stand_up(entry.player)
                self.removed[entry.player] = entry.name
            case e.Readmitted():
                self.removed.pop(entry.player, None)
            case e.Passed():
                self.host = entry.player
            case e.Sealed():
                self.lots.seal(entry.player, entry.seal)
            case e.Called():
                self.lots.close(self.people)
            case e.Opened():
                self.lots.open(entry.player, entry.number)
            case e.Started():
                self.match = self.game.start(self.lots.seed(self.seed))
                self.status = "playing"
                self._heard = self._lines() if self._showing.has_secrets else []
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
            case e.Voted():
                self._vote(entry)
            case e.Returned():
                self._forget_votes(self.seats[entry.whose].player)
            case e.Followed():
                self.rematch = entry.table
        if self.match is not None:
            self.to_act = self.match.to_act
        if self.left is not None:
            self._turn_clocks(self.left, before, by=entry.seat if isinstance(entry, e.Undone) else None)
        self._count(entry, before)

    def _playing(self) -> Match:
        if self.match is None:
            raise ValueError("the game has not begun")
        return self.match

    def _turn_clocks(self, left: list[float], acted: tuple[int, ...], *, by: int | None) -> None:
        """Fill a clock per move when a turn begins, but not when one goes on that was taken back (`by` a seat).

        What others have used of their turns meanwhile is given back to them by the one who took back.
        """
        assert self.setup.clock is not None
        if by is not None:
            for seat in acted:
                if seat not in self.to_act:
                    left[by] = max(0.0, left[by] - (self._begun[seat] - left[seat]))
                    left[seat] = self._begun[seat]
        for seat in self.to_act:
            if seat not in acted:
                if by is None and self.setup.clock.per == "move":
                    left[seat] = float(self.setup.clock.seconds)
                self._begun[seat] = left[seat]

    def _take_back(self, seat: int) -> None:
        """Take a move back, and let notes that stand after it move up."""
        match = self._playing()
        before = match.events if self.notes else ()
        match.undo(seat)
        if self._by_bot[seat]:
            self._by_bot[seat].pop()
        if before:
            after = match.events
            gone = next((place for place, event in enumerate(after) if event is not before[place]), len(after))
            for note in self.notes:
                note.events -= note.events > gone

    def _vote(self, vote: e.Voted) -> None:
        """A vote is about a person, hence about all their seats."""
        person = self.seats[vote.whose].player
        for seat in self.seats:
            if seat.player == person:
                seat.votes[vote.player] = vote.by
                if vote.decides and not seat.resigned:
                    seat.stand_in = seat.stand_in or SUBSTITUTE
        if vote.decides:
            self._forget_votes(person)

    def _forget_votes(self, person: str) -> None:
        for seat in self.seats:
            if seat.player == person:
                seat.votes.clear()

    def _leave(self, entry: e.Left) -> None:
        """The first of the others runs the table if the host leaves; the last one closes it.

        What a program leaves is offered again.
        """
        is_program = any(seat.program for seat in self.seats if seat.player == entry.player)
        self._stand_up(entry.player)
        if is_program:
            return
        people = [number for number, seat in enumerate(self.seats) if seat.player and not seat.program]
        if self.host == entry.player:
            self.host = self.seats[people[0]].player if people else ""
            self.notes += [Noted(entry.at, "host", seat, 0) for seat in people[:1]]
        self.closed = not people

    def _stand_up(self, player: str) -> None:
        for seat in self.seats:
            if seat.player == player:
                seat.player = seat.name = seat.program = ""

    def _count(self, entry: e.AnyEntry, acted: tuple[int, ...]) -> None:
        self.count += 1
        self.at = entry.at
        if not isinstance(entry, e.InPlay):
            self.look += 1
            self._masks.clear()
        told_to_all = self._number(entry)
        if told_to_all:  # lists show it to everybody
            self.changed = entry.at
        if not isinstance(entry, e.Moved):
            self._note(entry, told_to_all=told_to_all)
        self._lengths.append(self.match.length if self.match else 0)
        if self.alike and self.match is not None and not self._forgets:
            self._forgets = len(self.match.heard()) < self.match.length
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

    def _number(self, entry: e.AnyEntry) -> bool:
        """Count an entry for those who know of it; whether all do."""
        if not self._showing.has_secrets:
            self.numbers = (self.numbers[0] + 1,)
            return True
        if self.match is None or not isinstance(entry, e.InPlay):
            self.numbers = tuple(number + 1 for number in self.numbers)
            return True
        before, self._heard = self._heard, self._lines()
        told = [now != then for now, then in zip(self._heard, before, strict=True)]
        told[1 + entry.seat] = True
        self.numbers = tuple(number + (told[0] or told[ear]) for ear, number in enumerate(self.numbers))
        return told[0]

    def _note(self, entry: e.AnyEntry, *, told_to_all: bool) -> None:
        """Keep a line of what is not a move."""
        events = self.match.length if self.match else 0
        match entry:
            case e.Started():
                self.notes += [Noted(entry.at, "no_number", seat, events) for seat in self.lots.without_number]
            case e.Undone():
                only = None if told_to_all else entry.seat
                self.notes.append(Noted(entry.at, "undone", entry.seat, events, only=only))
            case e.Resigned():
                self.notes.append(Noted(entry.at, "resigned", entry.seat, events, level=SUBSTITUTE))
            case e.StoodIn():
                what: NoteKind = "stood_in" if entry.level else "back"
                self.notes.append(Noted(entry.at, what, entry.seat, events, level=entry.level))
            case e.RanOut():
                self.notes.append(Noted(entry.at, "ran_out", entry.seat, events, level=SUBSTITUTE))
            case e.Voted():
                what, level = ("replaced", SUBSTITUTE) if entry.decides else ("voted", None)
                self.notes.append(Noted(entry.at, what, entry.whose, events, by=entry.by, level=level))
            case e.Returned():
                self.notes.append(Noted(entry.at, "back", entry.whose, events))
            case e.Removed():
                self.notes.append(Noted(entry.at, "removed", entry.seat, events, name=entry.name))
            case e.Passed():
                self.notes.append(Noted(entry.at, "host", entry.seat, events))

    def _lines(self) -> list[int]:
        """How many lines a spectator's log has, and each seat's."""
        assert self.match is not None
        return [len(self.match.heard(seat)) for seat in (None, *range(len(self.seats)))]
