"""What clients did and what came of it, line by line, as they noticed it themselves.

A page is one client at one table; it may lose its line and go on at another worker. Times are those of the one clock
that all clients share, so that what was answered before something else was asked for is known to have come first.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


class Event(Struct, frozen=True, tag_field="what", kw_only=True):
    """Something that a page did or noticed."""

    at: float
    table: str
    page: str
    player: str  # whose page it is, as the table knows them


class Asked(Event, frozen=True, tag="asked", kw_only=True):
    """A command was sent, for the first time or once more."""

    command: dict[str, Any]


class Answered(Event, frozen=True, tag="answered", kw_only=True):
    """A command was acknowledged, with the number that it made of what the page knows."""

    id: str
    seq: int


class Refused(Event, frozen=True, tag="refused", kw_only=True):
    """A command was not carried out."""

    id: str
    reason: str


class Shown(Struct, frozen=True):
    """What a page was sent of how it stands, as short as it can be compared."""

    seats: list[int | None]  # through whose eyes
    sights: list[str]  # digests of what each of them sees and may do
    log: str  # a digest of the whole log, as the page has put it together
    lines: list[str]  # of the log, that came with this
    rest: str  # a digest of what else there is


class Saw(Event, frozen=True, tag="saw", kw_only=True):
    """A page was sent how it stands."""

    worker: str
    seq: int
    shown: Shown
    last: bool = False  # everything was well again, and nothing had happened for a while


class Heard(Event, frozen=True, tag="heard", kw_only=True):
    """A page was sent something that somebody said."""

    line: int  # the page's first line to the table, its second, …
    number: int
    text: str


class Record(Event, frozen=True, tag="record", kw_only=True):
    """A worker was asked for the record of a game that is over."""

    worker: str
    record: dict[str, Any]


AnyEvent = Asked | Answered | Refused | Saw | Heard | Record

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEvent).decode


def digest(content: Any) -> str:
    """Something that can be written as JSON, in short."""
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()[:16]


def shown(state: dict[str, Any], log: list[dict[str, Any]]) -> Shown:
    """What a message `state` says, with the log as the page has it after the message."""
    positions = state["positions"]
    return Shown(
        seats=[position["seat"] for position in positions],
        sights=[sight(position["view"], texts(position["legal"]), undo=position["undo"]) for position in positions],
        log=digest([written(line) for line in log]),
        lines=[written(line) for line in state["log"]],
        rest=rest(
            status=state["table"]["status"],
            glimpse=state.get("glimpse", {}),
            thinking=state.get("thinking", []),
            notes=[(note["what"], note["seat"]) for note in state.get("notes", [])],
        ),
    )


def texts(moves: list[dict[str, Any]]) -> list[str]:
    return [move["text"] for move in moves]


def sight(view: Any, legal: list[str], *, undo: bool) -> str:
    return digest([view, legal, undo])


def written(line: dict[str, Any]) -> str:
    """A line of a log."""
    return line["chance"] if line.get("seat") is None else f"{line['seat']}: {line['move']}"


def rest(*, status: str, glimpse: dict[str, Any], thinking: list[int], notes: list[tuple[str, int]]) -> str:
    return digest([status, glimpse, thinking, notes])


class History:
    """A file to which events are added."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("ab")
        self.counts: dict[str, int] = {}

    def add(self, event: AnyEvent) -> None:
        kind = type(event).__name__
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self._file.write(_encode(event) + b"\n")

    def close(self) -> None:
        self._file.close()


def read(file: Path) -> Iterator[AnyEvent]:
    """All events of a file, in the order in which they were added."""
    with file.open("rb") as lines:
        yield from map(_decode, lines)


def by_table(events: Iterable[AnyEvent]) -> dict[str, list[AnyEvent]]:
    tables: dict[str, list[AnyEvent]] = {}
    for event in events:
        tables.setdefault(event.table, []).append(event)
    return tables
