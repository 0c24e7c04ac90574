"""Compares what clients noticed with what is stored, and names everything that cannot be.

The log decides. A table's entries are folded here once more, from the first to the last, by the table's own `Course`;
what each reader could know after each entry is written down. Then every event of every page must fit:

- `lost`: what was acknowledged is not stored; `doubled`: something happened twice that can happen once; `changed`: it
  is stored otherwise than it was sent; `misplaced`: it stands elsewhere than was acknowledged; `undead`: it is stored
  though it was refused.
- `misordered`: it was asked for after something else had been answered, and stands before that.
- `unknown`: a page saw what never was; `leaked`: it was sent what only somebody else may know.
- `backwards`: a page was sent a number below one it had been sent before.
- `diverged`: when all was well again, a worker told otherwise than the log does.
- `broken`: the log has gaps, or cannot be folded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import pentarchy
from pentarchy.engine.play import CHANCE
from pentarchy.table import entries as e
from pentarchy.table.snapshots import MOST_NOTES
from pentarchy.table.table_state import TableState
from tests.faults import history as h

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pentarchy.engine.match import Match

    Ear = int | None
    When = tuple[Ear, int]  # a reader, and how many changes it knew of

UNSURE = ("failed",)  # refused because it is not known whether it could be stored


class Said(NamedTuple):
    """Something that was said, as it is stored."""

    number: int
    player: str
    command: str
    text: str


@dataclass(frozen=True)
class Stored:
    """A table as it is stored."""

    setup: bytes
    seed: bytes
    entries: Sequence[tuple[int, bytes]]  # with their numbers
    said: Sequence[Said] = ()


class Violation(NamedTuple):
    """Something that cannot be."""

    kind: str
    table: str
    detail: str


@dataclass
class Place:
    """Where a command stands in the log."""

    number: int  # of its entry
    entry: e.Command
    seq: int  # what the page of the one who asked knew then


@dataclass
class Knowledge:
    """What readers could know of a table, found by folding its log."""

    state: TableState
    commands: dict[tuple[str, str], Place] = field(default_factory=dict)
    doubled: list[str] = field(default_factory=list)
    sights: defaultdict[When, set[str]] = field(default_factory=lambda: defaultdict(set))
    logs: defaultdict[When, set[str]] = field(default_factory=lambda: defaultdict(set))
    lines: dict[When, tuple[str, ...]] = field(default_factory=dict)
    rests: defaultdict[When, set[str]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        self.ears: list[Ear] = [None, *range(len(self.state.seats))]
        self._note()

    def fold(self, number: int, entry: e.AnyEntry) -> None:
        """Let one more thing happen."""
        table_state = self.state
        if happened_before(table_state, entry):
            self.doubled.append(f"entry {number} happened before: {entry}")
        table_state.apply(entry)
        if entry.left is not None:
            table_state.left = list(entry.left)
        if isinstance(entry, e.Command) and entry.id:
            key = entry.player, entry.id
            if key in self.commands:
                self.doubled.append(f"{entry.id} of {entry.player} is entry {self.commands[key].number} and {number}")
            self.commands.setdefault(key, Place(number, entry, table_state.number(table_state.ear(entry.player, None))))
        self._note()

    def _note(self) -> None:
        table_state, match = self.state, self.state.match
        events = [] if match is None else [(id(event), told(match, event)) for event in match.events]
        names = dict(events)
        for ear in self.ears:
            when = ear, table_state.number(ear)
            notes: list[tuple[str, int]] = [(note.what, note.seat) for note in table_state.notes_of(ear)[-MOST_NOTES:]]
            thinking = [seat for seat in table_state.to_act if table_state.seats[seat].driver is not None]
            glimpse = match.glimpse if match is not None else {}
            self.rests[when].add(h.rest(status=table_state.status, glimpse=glimpse, thinking=thinking, notes=notes))
            heard = () if match is None else match.heard(None if table_state.alike else ear)
            self.lines[when] = tuple(names[id(event)] for event in heard)
            self.logs[when].add(h.digest(self.lines[when]))
            if match is not None:
                self.sights[when].add(self._sight(match, ear))

    def _sight(self, match: Match, ear: Ear) -> str:
        table_state = self.state
        acts = ear is not None and ear in table_state.to_act and table_state.seats[ear].driver is None
        legal = match.legal_texts(ear) if acts and ear is not None else []
        view = msgspec.json.decode(msgspec.json.encode(match.view(ear)))
        return h.sight(view, legal, undo=ear is not None and table_state.undoable(ear))

    def seen_by_others(self, sight: str, own: Ear) -> bool:
        """Whether only somebody else could have seen this."""
        owners = {ear for (ear, _), sights in self.sights.items() if sight in sights}
        return bool(owners) and own not in owners


def happened_before(table_state: TableState, entry: e.AnyEntry) -> bool:
    """Whether something that can happen only once happens again."""
    match entry:
        case e.Started():
            return table_state.status != "open"
        case e.Sat():
            return not table_state.seats[entry.seat].free
        case e.Followed():
            return table_state.rematch is not None
        case _:
            return False


def told(match: Match, event: Any) -> str:
    """A line of a log, as `history.written` writes it."""
    if event.seat == CHANCE:
        return str(match.game.spec.moves.outcome(event.code))
    return f"{event.seat}: {match.game.moves.names[event.code]}"


def check(events: Iterable[h.AnyEvent], stored: Mapping[str, Stored]) -> list[Violation]:
    """Everything that cannot be."""
    found: list[Violation] = []
    for name, of_table in h.by_table(events).items():
        if name not in stored:
            found.append(Violation("lost", name, "the table itself"))
        else:
            found += Table(name, stored[name]).check(of_table)
    return found


class Table:
    """One table, with what is wrong there."""

    def __init__(self, name: str, stored: Stored) -> None:
        self.name = name
        self.stored = stored
        self.found: list[Violation] = []
        self.known = Knowledge(TableState(e.decode_setup(stored.setup), stored.seed))

    def check(self, events: list[h.AnyEvent]) -> list[Violation]:
        self._fold()
        self._check_commands(events)
        self._check_talk(events)
        self._check_order(events)
        self._check_pages(events)
        self._check_records(events)
        return self.found

    def blame(self, kind: str, detail: str) -> None:
        self.found.append(Violation(kind, self.name, detail))

    def _fold(self) -> None:
        numbers = [number for number, _ in self.stored.entries]
        if numbers != list(range(1, len(numbers) + 1)):
            self.blame("broken", f"entries are numbered {numbers}")
        for number, entry in self.stored.entries:
            try:
                self.known.fold(number, e.decode(entry))
            except (ValueError, KeyError, IndexError, AssertionError) as error:
                self.blame("broken", f"entry {number} cannot be: {error!r}: {entry!r}")
                break
        for doubled in self.known.doubled:
            self.blame("doubled", doubled)

    # What was asked for

    def _check_commands(self, events: list[h.AnyEvent]) -> None:
        asked = {(event.player, event.command["id"]): event for event in events if isinstance(event, h.Asked)}
        answered = {(event.player, event.id): event for event in events if isinstance(event, h.Answered)}
        for key, answer in answered.items():
            if key not in asked:
                self.blame("unknown", f"an answer to what was not asked: {answer}")
            elif asked[key].command["type"] != "say":
                self._check_answer(asked[key].command, answer)
        for event in events:
            if isinstance(event, h.Refused) and event.reason not in UNSURE:
                key = event.player, event.id
                if key in self.known.commands and key not in answered:
                    self.blame("undead", f"{event} is entry {self.known.commands[key].number}")

    def _check_answer(self, command: dict[str, Any], event: h.Answered) -> None:
        place = self.known.commands.get((event.player, event.id))
        if place is None:
            self.blame("lost", f"{command} of {event.player}, acknowledged as {event.seq}")
            return
        if place.seq != event.seq:
            self.blame("misplaced", f"{command} was acknowledged as {event.seq} and stands at {place.seq}")
        if not is_same(command, place.entry):
            self.blame("changed", f"{command} is stored as {place.entry}")

    def _check_talk(self, events: list[h.AnyEvent]) -> None:
        said = {(row.player, row.command): row for row in self.stored.said}
        texts = {row.number: row.text for row in self.stored.said}
        for (player, command), times in Counter((row.player, row.command) for row in self.stored.said).items():
            if times > 1:
                self.blame("doubled", f"{command} of {player} is said {times} times")
        asked = {(event.player, event.command["id"]): event.command for event in events if isinstance(event, h.Asked)}
        for event in events:
            if isinstance(event, h.Answered):
                self._check_saying(asked.get((event.player, event.id), {}), event, said)
            elif isinstance(event, h.Heard) and texts.get(event.number) != event.text:
                self.blame("unknown", f"{event}; said was {texts.get(event.number)!r}")
        heard = Counter((event.page, event.line, event.number) for event in events if isinstance(event, h.Heard))
        for (page, line, number), times in heard.items():
            if times > 1:
                self.blame("doubled", f"{page} heard {number} {times} times on its line {line}")

    def _check_saying(self, command: dict[str, Any], event: h.Answered, said: dict[tuple[str, str], Said]) -> None:
        if command.get("type") == "say":
            row = said.get((event.player, event.id))
            if row is None:
                self.blame("lost", f"{command} of {event.player}")
            elif row.text != command["text"]:
                self.blame("changed", f"{command} is stored as {row}")

    def _check_order(self, events: list[h.AnyEvent]) -> None:
        """What was answered before something else was asked for stands before it."""
        newest, newest_id = 0, ""
        first_asked: dict[tuple[str, str], int] = {}
        for event in sorted(events, key=lambda event: event.at):
            if isinstance(event, h.Asked):
                first_asked.setdefault((event.player, event.command["id"]), newest)
            elif isinstance(event, h.Answered) and (place := self.known.commands.get((event.player, event.id))):
                earliest = first_asked.get((event.player, event.id), 0)
                if place.number <= earliest:
                    self.blame("misordered", f"{event} stands at {place.number}, not after {earliest} ({newest_id})")
                if place.number > newest:
                    newest, newest_id = place.number, event.id

    # What was seen

    def _check_pages(self, events: list[h.AnyEvent]) -> None:
        newest: dict[str, int] = {}
        for event in events:
            if isinstance(event, h.Saw):
                if event.seq < newest.get(event.page, 0):
                    self.blame("backwards", f"{event.page} saw {event.seq} after {newest[event.page]}")
                newest[event.page] = event.seq
                self._check_sight(event)

    def _check_sight(self, event: h.Saw) -> None:
        table_state, known = self.known.state, self.known
        # Who sits where changes before the start only, and this is asked for what was shown after it.
        ear = table_state.ear(event.player, None)
        own = set(table_state.eyes(event.player, None))
        when, who = (ear, event.seq), f"{event.page} at {event.seq} of {event.worker}"
        strange = "diverged" if event.last else "unknown"
        if event.last and event.seq != table_state.number(ear):
            self.blame("diverged", f"{who}: the log leads to {table_state.number(ear)}")
        if not set(event.shown.seats) <= own:
            self.blame("leaked", f"{who}: positions of {event.shown.seats}")
            return
        for seat, sight in zip(event.shown.seats, event.shown.sights, strict=True):
            if sight not in known.sights[seat, event.seq]:
                hidden = not table_state.alike and known.seen_by_others(sight, seat)
                self.blame("leaked" if hidden else strange, f"{who}: seat {seat} saw what it did not")
        if event.shown.log not in known.logs[when]:
            hidden = self._tells_secrets(event.shown.lines, when)
            self.blame("leaked" if hidden else strange, f"{who}: its log ends with {event.shown.lines[-3:]}")
        if event.shown.rest not in known.rests[when]:
            self.blame(strange, f"{who}: notes, glimpses or thinking bots were others")

    def _tells_secrets(self, lines: list[str], when: When) -> bool:
        """Whether there are lines among them that their reader had not heard then, and that somebody else heard."""
        ear, _ = when
        strange = set(lines) - set(self.known.lines.get(when, ()))
        others = [set(heard) for (other, _), heard in self.known.lines.items() if other != ear]
        return not self.known.state.alike and bool(strange) and any(strange <= heard for heard in others)

    def _check_records(self, events: list[h.AnyEvent]) -> None:
        match = self.known.state.match
        for event in events:
            if isinstance(event, h.Record) and (
                match is None or pentarchy.replay(event.record).state() != match.state()
            ):
                self.blame("diverged", f"the record of {event.worker} leads to another end")


def is_same(command: dict[str, Any], entry: e.Command) -> bool:
    """Whether an entry is what was asked for."""
    match entry:
        case e.Moved():
            return (command["type"], command["seat"], command["move"]) == ("play", entry.seat, entry.move)
        case e.Undone():
            return (command["type"], command["seat"]) == ("undo", entry.seat)
        case e.StoodIn():
            return (command["type"], command["seat"], command["level"]) == ("stand_in", entry.seat, entry.level)
        case _:
            return False
