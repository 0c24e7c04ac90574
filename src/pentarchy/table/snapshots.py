"""What readers see of a table. What several of them see alike is written once."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec
from msgspec import Raw, Struct, field

from pentarchy.bots.levels import part_of
from pentarchy.table import protocol as p
from pentarchy.table.letters import cleaned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Event
    from pentarchy.table.live import LiveTable
    from pentarchy.table.table_state import SeatNow, TableState

encode = msgspec.json.Encoder().encode
NO_EVENTS: tuple[Event, ...] = ()
NO_MOVES = Raw(b"[]")
MOST_NOTES = 40  # that are sent of what happened besides moves, the latest


class Reader(Protocol):
    """Who is shown how it stands."""

    player: str
    looks: int | None  # the seat in front of a shared device
    log: tuple[Event, ...]  # the lines it has been sent
    shown: object  # which state it has been sent


class _Position(Struct):
    seat: int | None
    view: Raw
    legal: Raw
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
    curtain: bool = False
    looks: int | None = None
    notes: list[p.Note] = []


class Summary(Struct, frozen=True, omit_defaults=True):
    """What is kept of a table for lists, so that it need not be read for them."""

    row: p.ListedTable = field(name="line")  # as it was called when the first were stored
    people: list[str]  # who sits where
    count: int = 0  # entries that are summed up
    usual: dict[int, str] = {}  # how people usually went by then, at seats where they have no name of their own

    def seen_by(self, player: str, names: Mapping[str, str]) -> p.ListedTable:
        """The row as one of its people sees it. Nobody is there, or the table would be in memory."""
        seats = [self._seat(seat, player, names) for seat in self.row.seats]
        return msgspec.structs.replace(self.row, seats=seats, mine=bool(player) and player in self.people)

    def _seat(self, seat: p.Seat, player: str, names: Mapping[str, str]) -> p.Seat:
        who = self.people[seat.seat]
        now = names.get(who, "")
        name = seat.name if now == self.usual.get(seat.seat, now) else now
        mine = bool(player) and who == player
        return msgspec.structs.replace(
            seat, mine=mine, name=cleaned(name), here=False, away_since=None, idle_since=None, needed=0
        )


class Snapshots:
    """Writes down how a table stands, for each of its readers."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._written_for: tuple[TableState, int] | None = None
        self._tables_for: tuple[TableState, int, int] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Forget what was written for an earlier state."""
        state, people = self._table.state, self._table.people
        if self._written_for != (state, state.count):
            self._written_for = (state, state.count)
            self._alike = state.alike
            self._view_of_all: bytes | None = None  # where all see the same
            self._positions: dict[int | None, _Position] = {}
            self._heard: dict[int | None, tuple[Event, ...]] = {}
            self._glimpse = state.match.glimpse if state.match else {}
            self._thinking = [seat for seat in state.to_act if state.seats[seat].driver is not None]
        if self._tables_for != (state, state.look, people):
            self._tables_for = (state, state.look, people)
            self._tables: dict[str, Raw] = {}
        self._logs: dict[tuple[int | None, int], Raw] = {}
        self._states: dict[tuple[str, tuple[int | None, ...], int], bytes] = {}

    def state_for(self, reader: Reader) -> bytes | None:
        """How it stands; None if the reader knows it: what happens in secret is not even hinted at by a message."""
        state = self._table.state
        eyes = state.eyes(reader.player, reader.looks)
        ear = eyes[0] if len(eyes) == 1 else None
        shown = (state, eyes, state.number(ear), state.look, self._table.people)
        if reader.shown == shown:
            return None
        reader.shown = shown
        known = state.mask(reader.player) or reader.player == state.host or reader.player in state.removed
        whose = reader.player if known else ""
        events = self._log(ear)
        log_from = _common(reader.log, events)
        reader.log = events
        written = self._states.get((whose, eyes, log_from))
        if written is None:
            written = self._write(whose, eyes, ear, log_from)
            if state.left is None:  # what clocks say is never kept: its age would tell of what happens in secret
                self._states[whose, eyes, log_from] = written
        return written

    def _write(self, whose: str, eyes: tuple[int | None, ...], ear: int | None, log_from: int) -> bytes:
        state = self._table.state
        message = _State(state.number(ear), self._look(whose), [], log_from, self._lines(ear, log_from))
        if state.match is not None:
            message.positions = [self._position(seat) for seat in eyes]
            message.glimpse = self._glimpse
            message.thinking = self._thinking
            if state.is_shared(whose):
                message.curtain, message.looks = True, ear
        if state.notes:
            message.notes = self._notes(ear)
        if state.left is not None:
            message.ticking = self._table.clocks.shown()
        return encode(message)

    def _position(self, seat: int | None) -> _Position:
        found = self._positions.get(seat)
        if found is None:
            undo = seat is not None and self._table.state.undoable(seat)
            found = self._positions[seat] = _Position(seat, Raw(self._view(seat)), self._legal(seat), undo)
        return found

    def _legal(self, seat: int | None) -> Raw:
        state = self._table.state
        if seat is None or seat not in state.to_act or state.seats[seat].driver is not None:
            return NO_MOVES
        assert state.match is not None
        return Raw(state.match.legal_json(seat))

    def _view(self, seat: int | None) -> bytes:
        match = self._table.state.match
        assert match is not None
        if not self._alike:
            return match.view_json(seat)
        if self._view_of_all is None:
            self._view_of_all = match.view_json()
        return self._view_of_all if seat is None else self._view_of_all.replace(b'"seat":null', b'"seat":%d' % seat, 1)

    # --- The log ------------------------------------------------------------------------------------------------------

    def _lines(self, ear: int | None, log_from: int) -> Raw:
        key = None if self._alike else ear, log_from
        if key not in self._logs:
            self._logs[key] = Raw(b"[%b]" % b",".join(self._told(ear, log_from)))
        return self._logs[key]

    def _told(self, ear: int | None, log_from: int) -> list[bytes]:
        match, events = self._table.state.match, self._log(ear)
        if match is None:
            return []
        numbers: Iterable[int] = range(log_from, len(events))
        if len(events) != match.length:
            places = {id(event): place for place, event in enumerate(match.events)}
            numbers = [places[id(event)] for event in events[log_from:]]
        return [match.told_json(number) for number in numbers]

    def _log(self, ear: int | None) -> tuple[Event, ...]:
        match = self._table.state.match
        if match is None:
            return NO_EVENTS
        key = None if self._alike else ear
        if key not in self._heard:
            self._heard[key] = match.heard(key)
        return self._heard[key]

    def log_at(self, number: int) -> tuple[Event, ...]:
        """What is left of the log as it was after so many changes.

        Nothing where not all hear the same: there lines that come to light later stand between earlier ones.
        """
        return self._log(None)[: self._table.state.unchanged_since(number)]

    def _notes(self, ear: int | None) -> list[p.Note]:
        state = self._table.state
        events = state.match.events if state.match is not None else NO_EVENTS
        places = {id(event): place for place, event in enumerate(events)}
        lines = [places[id(event)] for event in self._log(ear)]
        return [
            p.Note(
                bisect_left(lines, note.events), note.at, note.what, note.seat, note.by, note.level, cleaned(note.name)
            )
            for note in state.notes_of(ear)[-MOST_NOTES:]
        ]

    def past(self, at: int, seat: int | None) -> Callable[[], dict[str, Any]]:
        """How to find what a seat could see after the first lines of its log; to be called in a thread."""
        match = self._table.state.match
        assert match is not None
        copied = match.copy()
        return lambda: copied.past(at, seat)

    # --- The table itself ---------------------------------------------------------------------------------------------

    def _look(self, whose: str) -> Raw:
        if whose not in self._tables:
            self._tables[whose] = Raw(encode(self.table(whose)))
        return self._tables[whose]

    def table(self, player: str) -> p.Table:
        """The table, as a player sees it."""
        state = self._table.state
        host = bool(player) and state.host == player
        return p.Table(
            table=self._table.name,
            game=state.setup.game,
            options=state.game.options,
            status=state.status,
            seats=self._seats(player),
            host=host,
            public=state.setup.public,
            hints=state.setup.hints,
            created=self._table.created,
            clock=state.setup.clock,
            pace=state.setup.pace,
            patience=self._table.hub.settings.away,
            idle=0.0 if state.setup.clock else self._table.hub.settings.idle,
            seed_hash=state.seed_hash,
            rematch=state.rematch,
            starting=self._table.starting or state.beginning,
            removed=[cleaned(name) for name in state.removed.values()] if host else [],
            barred=player in state.removed,
        )

    def row(self, player: str) -> p.ListedTable:
        """The table in a list."""
        state = self._table.state
        result = state.match.result if state.match else None
        return p.ListedTable(
            table=self._table.name,
            game=state.setup.game,
            status=state.status,
            players=len(state.seats),
            seats=self._seats(player),
            to_act=list(state.to_act),
            changed=state.changed or self._table.created,
            free=sum(seat.free for seat in state.seats),
            mine=bool(state.mask(player)),
            winners=list(result.winners) if result else [],
            points=list(result.scores) if result else [],
            places=list(result.ranks) if result else [],
            options=_unusual(state.game),
            clock=state.setup.clock,
        )

    def summary(self) -> Summary:
        """What is to be kept of it for lists."""
        state = self._table.state
        usual: dict[int, str] = {}
        if state.status != "over":  # a finished game is remembered with the names of that time
            names = self._table.hub.names
            usual = {
                n: names.get(seat.player, "") for n, seat in enumerate(state.seats) if seat.player and not seat.name
            }
        return Summary(self.row(""), [seat.player for seat in state.seats], state.count, usual)

    def _seats(self, player: str) -> list[p.Seat]:
        names = self._table.names()
        return [self._seat(number, name, player) for number, name in enumerate(names)]

    def _seat(self, number: int, name: str, player: str) -> p.Seat:
        seat = self._table.state.seats[number]
        person = bool(seat.player)
        presence = self._table.presence
        here = person and self._table.is_here(seat.player)
        idle_since = presence.idle_since(number) if here else None
        return p.Seat(
            seat=number,
            name=name,
            kind=_kind(seat),
            level=seat.driver,
            mine=bool(player) and seat.player == player,
            here=here,
            away_since=presence.away.get(seat.player) if person and not here else None,
            stands_in=person and seat.driver is not None,
            resigned=seat.resigned,
            may_return=seat.may_return,
            votes=sorted(seat.votes.values()),
            needed=presence.votes_needed(seat.player) if person and (not here or idle_since is not None) else 0,
            idle_since=idle_since,
            host=person and seat.player == self._table.state.host,
            needs=None if seat.driver is None else part_of(self._table.state.setup.game, seat.driver),
            program=seat.program or (seat.offered if seat.vacant else "") or "",
        )


def _kind(seat: SeatNow) -> Literal["free", "person", "bot", "offered", "program"]:
    """Who a seat is for."""
    if seat.player:
        return "program" if seat.program else "person"
    if seat.level is not None:
        return "bot"
    return "free" if seat.offered is None else "offered"


def _unusual(game: Game) -> dict[str, Any]:
    """The options that differ from their defaults; of a map only the name, as a list may have many tables."""
    usual = {option.name: option.default for option in game.spec.options if option.name != "players"}
    chosen = {name: value for name, value in game.options.items() if name in usual and value != usual[name]}
    return {name: value.get("name", "") if isinstance(value, dict) else value for name, value in chosen.items()}


def _common(old: tuple[Event, ...], new: tuple[Event, ...]) -> int:
    """How many first lines two logs have in common."""
    if new[: len(old)] == old:
        return len(old)
    return next((place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
