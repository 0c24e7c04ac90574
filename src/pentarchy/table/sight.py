"""What readers see of a table. What several of them see alike is written once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Raw, Struct

from pentarchy.engine.play import CHANCE
from pentarchy.table import protocol as p
from pentarchy.table.course import seats_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.spec import Event
    from pentarchy.table.course import Course
    from pentarchy.table.live import LiveTable

encode = msgspec.json.Encoder().encode
NO_EVENTS: tuple[Event, ...] = ()


class Reader(Protocol):
    """Who is shown how it stands."""

    player: str
    log: tuple[Event, ...]  # the lines it has been sent
    shown: object  # which state it has been sent


class _Position(Struct):
    seat: int | None
    view: Raw
    legal: list[str]
    undo: bool


class _State(Struct, tag_field="type", tag="state", omit_defaults=True):
    """A `State` of which parts are written already."""

    seq: int
    table: Raw
    positions: list[_Position]
    log_from: int
    log: Raw
    ticking: p.Ticking | None = None
    glimpse: dict[str, Any] = {}
    thinking: list[int] = []


class Summary(Struct, frozen=True):
    """What is kept of a finished table for lists."""

    line: p.TableLine
    people: list[str]  # who sat where

    def seen_by(self, player: str) -> p.TableLine:
        """The line as one of its people sees it."""
        seats = [msgspec.structs.replace(seat, mine=self.people[seat.seat] == player) for seat in self.line.seats]
        return msgspec.structs.replace(self.line, seats=seats, mine=player in self.people)


class Sight:
    """Writes down how a table stands, for each of its readers."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._written_for: tuple[Course, int] | None = None
        self._tables_for: tuple[Course, int, int] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Forget what was written for an earlier state."""
        course, people = self._table.course, self._table.people
        if self._written_for != (course, course.count):
            self._written_for = (course, course.count)
            self._alike = course.alike
            self._view_of_all: bytes | None = None  # where all see the same
            self._positions: dict[int | None, _Position] = {}
            self._heard: dict[int, tuple[Event, ...]] = {}
            self._glimpse = course.match.glimpse if course.match else {}
            self._thinking = [seat for seat in course.to_act if course.seats[seat].driver is not None]
        if self._tables_for != (course, course.look, people):
            self._tables_for = (course, course.look, people)
            self._tables: dict[str, Raw] = {}
        self._logs: dict[tuple[int, int], Raw] = {}
        self._states: dict[tuple[str, int], bytes] = {}

    def state_for(self, reader: Reader) -> bytes | None:
        """How it stands; None if the reader knows it: what happens in secret is not even hinted at by a message."""
        course = self._table.course
        mask = course.mask(reader.player)
        shown = (course, course.number(mask), course.look, self._table.people)
        if reader.shown == shown:
            return None
        reader.shown = shown
        whose = reader.player if mask or reader.player == course.host else ""
        events = self._log(mask)
        log_from = _common(reader.log, events)
        reader.log = events
        written = self._states.get((whose, log_from))
        if written is None:
            written = self._states[whose, log_from] = self._write(whose, mask, log_from)
        return written

    def _write(self, whose: str, mask: int, log_from: int) -> bytes:
        course = self._table.course
        state = _State(course.number(mask), self._look(whose), [], log_from, self._lines(mask, log_from))
        if course.match is not None:
            state.positions = [self._position(seat) for seat in seats_in(mask) or (None,)]
            state.glimpse = self._glimpse
            state.thinking = self._thinking
        if course.left is not None:
            state.ticking = self._table.clocks.shown()
        return encode(state)

    def _position(self, seat: int | None) -> _Position:
        found = self._positions.get(seat)
        if found is None:
            match = self._table.course.match
            assert match is not None
            undo = seat is not None and match.undoable(seat)
            found = self._positions[seat] = _Position(seat, Raw(self._view(seat)), self._legal(seat), undo)
        return found

    def _legal(self, seat: int | None) -> list[str]:
        course = self._table.course
        if seat is None or seat not in course.to_act or course.seats[seat].driver is not None:
            return []
        assert course.match is not None
        return course.match.legal_texts(seat)

    def _view(self, seat: int | None) -> bytes:
        match = self._table.course.match
        assert match is not None
        if not self._alike:
            return match.view_json(seat)
        if self._view_of_all is None:
            self._view_of_all = match.view_json()
        return self._view_of_all if seat is None else self._view_of_all.replace(b'"seat":null', b'"seat":%d' % seat, 1)

    # --- The log ------------------------------------------------------------------------------------------------------

    def _lines(self, mask: int, log_from: int) -> Raw:
        key = 0 if self._alike else mask, log_from
        if key not in self._logs:
            self._logs[key] = Raw(encode([self._told(event) for event in self._log(mask)[log_from:]]))
        return self._logs[key]

    def _log(self, mask: int) -> tuple[Event, ...]:
        match = self._table.course.match
        if match is None:
            return NO_EVENTS
        key = 0 if self._alike else mask
        if key not in self._heard:
            one = not key & (key - 1)
            self._heard[key] = match.heard(key.bit_length() - 1 if key else None) if one else self._union(key)
        return self._heard[key]

    def log_at(self, number: int) -> tuple[Event, ...]:
        """What is left of the log as it was after so many changes.

        Nothing where not all hear the same: there lines that come to light later stand between earlier ones.
        """
        return self._log(0)[: self._table.course.unchanged_since(number)]

    def _union(self, mask: int) -> tuple[Event, ...]:
        """What the people at one device have heard together."""
        match = self._table.course.match
        assert match is not None
        heard = {id(event) for seat in seats_in(mask) for event in match.heard(seat)}
        return tuple(event for event in match.events if id(event) in heard)

    def _told(self, event: Event) -> p.Happened:
        game = self._table.course.game
        if event.seat == CHANCE:
            return p.Happened(chance=game.spec.moves.outcome(event.code))
        return p.Happened(seat=event.seat, move=game.moves.names[event.code])

    def past(self, player: str, at: int, seat: int | None) -> Callable[[], dict[str, Any]]:
        """How to find what somebody could see after the first lines of their log; to be called in a thread."""
        match = self._table.course.match
        assert match is not None
        events = self._log(self._table.course.mask(player))
        if not 0 <= at <= len(events):
            raise ValueError(f"the log has {len(events)} lines, not {at}")
        known = {id(event) for event in events[:at]}
        copied = match.copy()
        lines = sum(id(event) in known for event in copied.heard(seat))
        return lambda: copied.past(lines, seat)

    # --- The table itself ---------------------------------------------------------------------------------------------

    def _look(self, whose: str) -> Raw:
        if whose not in self._tables:
            self._tables[whose] = Raw(encode(self.table(whose)))
        return self._tables[whose]

    def table(self, player: str) -> p.Table:
        """The table, as a player sees it."""
        course = self._table.course
        return p.Table(
            table=self._table.name,
            game=course.setup.game,
            options=course.game.options,
            status=course.status,
            seats=self._seats(player),
            host=bool(player) and course.host == player,
            public=course.setup.public,
            hints=course.setup.hints,
            created=self._table.created,
            clock=course.setup.clock,
            seed_hash=course.seed_hash,
            rematch=course.rematch,
        )

    def line(self, player: str) -> p.TableLine:
        """The table in a list."""
        course = self._table.course
        result = course.match.result if course.match else None
        return p.TableLine(
            table=self._table.name,
            game=course.setup.game,
            status=course.status,
            players=len(course.seats),
            seats=self._seats(player),
            to_act=list(course.to_act),
            changed=course.changed or self._table.created,
            free=sum(seat.free for seat in course.seats),
            mine=bool(course.mask(player)),
            winners=list(result.winners) if result else [],
        )

    def summary(self) -> Summary:
        """What is to be kept of it for lists."""
        return Summary(self.line(""), [seat.player for seat in self._table.course.seats])

    def _seats(self, player: str) -> list[p.Seat]:
        return [self._seat(number, player) for number in range(len(self._table.course.seats))]

    def _seat(self, number: int, player: str) -> p.Seat:
        seat = self._table.course.seats[number]
        person = bool(seat.player)
        here = person and self._table.is_here(seat.player)
        return p.Seat(
            seat=number,
            name=self._table.name_of(number),
            kind="person" if person else "free" if seat.free else "bot",
            level=seat.driver,
            mine=bool(player) and seat.player == player,
            here=here,
            away_since=self._table.away.get(seat.player) if person and not here else None,
            stands_in=person and seat.driver is not None,
            resigned=seat.resigned,
        )


def _common(old: tuple[Event, ...], new: tuple[Event, ...]) -> int:
    """How many first lines two logs have in common."""
    if new[: len(old)] == old:
        return len(old)
    return next((place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
