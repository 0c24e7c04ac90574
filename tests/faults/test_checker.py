"""The checker finds every kind of violation in histories that were forged, and nothing in honest ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pentarchy.games import NAMES
from pentarchy.table import entries as e
from pentarchy.table.protocol import Happened
from pentarchy.table.table_state import TableState
from tests.faults import history as h
from tests.faults.checker import Said, Stored, Violation, check, told

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = b"a seed that nobody knows"
NAME = "sova-med-rog-les-dom"
PEOPLE = ("anna", "boris")
PAGES = (*PEOPLE, "watcher")
MOVES = 40


class Forgery:
    """A table that two people play at and one watches, with an honest history that can be spoilt."""

    def __init__(self, game: str, moves: int = MOVES, bot: str | None = None) -> None:
        options = {"mode": "advanced"} if game == "kingems" else {}
        seats = [e.SeatSetup(kind="me", player=PEOPLE[0]), e.SeatSetup(kind="link", player=PEOPLE[1])]
        setup = e.Setup(game=game, options=options | {"players": 2}, seats=seats, host="anna")
        self.setup = msgspec.json.encode(setup)
        self.state = TableState(setup, SEED)
        self.entries: list[tuple[int, bytes]] = []
        self.said: list[Said] = []
        self.events: list[h.AnyEvent] = []
        self.choice = random.Random(game)
        self._log: dict[str, list[dict[str, Any]]] = {page: [] for page in PAGES}
        self.happen(e.Started(at=1.0))
        for number in range(moves):
            if self.state.status == "playing":
                self.move(f"c{number}")
        self.say("anna", "s1", "well played")
        for page in PAGES:
            self.show(page, last=True)

    @property
    def stored(self) -> Stored:
        return Stored(self.setup, SEED, self.entries, self.said)

    def happen(self, entry: e.AnyEntry) -> None:
        self.state.apply(entry)
        self.entries.append((len(self.entries) + 1, e.encode(entry)))
        for page in PAGES:
            self.show(page)

    def move(self, id: str) -> None:
        """Whoever is to act moves, or takes a move back now and then."""
        match = self.state.match
        assert match is not None
        seat = self.choice.choice(match.to_act)
        about = {"id": id, "seq": self.state.number(seat), "seat": seat}
        if self.state.undoable(seat) and self.choice.random() < 0.2:
            command: dict[str, Any] = {"type": "undo", **about}
            entry: e.AnyEntry = e.Undone(at=1.0, player=PEOPLE[seat], id=id, seat=seat)
        else:
            command = {"type": "play", **about, "move": self.choice.choice(match.legal_texts(seat))}
            entry = e.Moved(at=1.0, player=PEOPLE[seat], id=id, seat=seat, move=command["move"])
        self.add(h.Asked, PEOPLE[seat], command=command)
        self.happen(entry)
        self.add(h.Answered, PEOPLE[seat], id=id, seq=self.state.number(seat))

    def say(self, player: str, id: str, text: str) -> None:
        self.add(h.Asked, player, command={"type": "say", "id": id, "text": text})
        self.said.append(Said(len(self.said) + 1, player, id, text))
        self.add(h.Answered, player, id=id, seq=self.state.number(self.state.ear(player, None)))
        for page in PAGES:
            self.add(h.Heard, page, line=1, number=len(self.said), text=text)

    def show(self, page: str, *, last: bool = False) -> None:
        ear = self.state.ear(page, None)
        self.add(h.Saw, page, worker="one", seq=self.state.number(ear), shown=self.sent(page), last=last)

    def sent(self, page: str) -> h.Shown:
        """What an honest table sends."""
        table_state, match = self.state, self.state.match
        eyes = table_state.eyes(page, None)
        log: list[dict[str, Any]] = []
        positions = []
        if match is not None:
            log = [line(told(match, event)) for event in match.heard(eyes[0])]
            positions = [self.position(seat) for seat in eyes]
        new, self._log[page] = log[len(self._log[page]) :], log
        notes = [{"what": note.what, "seat": note.seat} for note in table_state.notes_of(eyes[0])]
        glimpse = match.glimpse if match else {}
        state = {"positions": positions, "table": {"status": table_state.status}, "notes": notes, "glimpse": glimpse}
        return h.shown(state | {"log": new}, log)

    def position(self, seat: int | None) -> dict[str, Any]:
        match = self.state.match
        assert match is not None
        texts = match.legal_texts(seat) if seat is not None and seat in match.to_act else []
        legal = [{"text": text} for text in texts]
        undo = seat is not None and self.state.undoable(seat)
        return {"seat": seat, "view": match.view(seat), "legal": legal, "undo": undo}

    def add(self, kind: Any, page: str, **fields: Any) -> None:
        self.events.append(kind(at=float(len(self.events)), table=NAME, page=page, player=page, **fields))

    # Spoiling it

    def find(self, kind: Any, number: int = 5) -> int:
        """Where the event of a kind stands that comes after so many of its kind."""
        return [place for place, event in enumerate(self.events) if isinstance(event, kind)][number]

    def change(self, kind: Any, number: int = 5, **fields: Any) -> Any:
        """Let an event be another; return what it was."""
        place = self.find(kind, number)
        before = self.events[place]
        self.events[place] = msgspec.structs.replace(before, **fields)
        return before

    def check(self) -> list[Violation]:
        return check(self.events, {NAME: self.stored})

    @property
    def kinds(self) -> set[str]:
        return {violation.kind for violation in self.check()}


def line(text: str) -> dict[str, Any]:
    seat, _, move = text.partition(": ")
    happened = (
        Happened(fact={}, seat=int(seat), move=move) if move and seat.isdigit() else Happened(fact={}, chance=text)
    )
    return msgspec.to_builtins(happened)  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", NAMES)
def test_an_honest_history_is_believed(game: str) -> None:
    forgery = Forgery(game, 10_000 if game != "color_kingdoms" else MOVES)
    assert forgery.check() == []
    if forgery.state.status == "over":
        assert forgery.state.match is not None
        record = forgery.state.match.record()
        forgery.add(h.Record, "anna", worker="one", record=record)
        assert forgery.check() == []


def test_what_was_acknowledged_and_is_not_stored_is_lost() -> None:
    forgery = Forgery("kingdomino")
    forgery.add(h.Asked, "anna", command={"type": "play", "id": "x", "seq": 1, "seat": 0, "move": "rubbish"})
    forgery.add(h.Answered, "anna", id="x", seq=40)
    assert forgery.kinds == {"lost"}


def test_a_table_that_was_acknowledged_and_is_not_stored_is_lost() -> None:
    assert [each.kind for each in check(Forgery("genius", 1).events, {})] == ["lost"]


def test_what_was_said_and_is_not_stored_is_lost() -> None:
    forgery = Forgery("genius")
    forgery.said.clear()
    assert forgery.kinds == {"lost", "unknown"}


def test_an_end_that_is_missing_is_lost_and_was_never_to_be_seen() -> None:
    forgery = Forgery("kingdomino")
    forgery.entries.pop()
    assert {"lost", "unknown"} <= forgery.kinds


def test_what_is_stored_twice_is_doubled() -> None:
    """Two entries of one command: here the second one is a move that was possible too."""
    forgery = Forgery("kingdomino", 12)
    place = next(n for n, (_, entry) in enumerate(forgery.entries) if isinstance(e.decode(entry), e.Moved))
    first = e.decode(forgery.entries[place][1])
    for number, entry in forgery.entries[place + 1 :]:
        later = e.decode(entry)
        if isinstance(later, e.Moved) and isinstance(first, e.Moved) and later.player == first.player:
            forgery.entries[number - 1] = number, e.encode(msgspec.structs.replace(later, id=first.id))
            break
    assert {"doubled", "lost"} == forgery.kinds


@pytest.mark.parametrize(
    "entry",
    [e.Started(at=2.0), e.Sat(at=2.0, seat=1, player="somebody"), e.Followed(at=2.0, table="a")],
    ids=lambda entry: type(entry).__name__,
)
def test_what_happens_twice_and_can_happen_once_is_doubled(entry: e.AnyEntry) -> None:
    forgery = Forgery("scuffle")  # to its end
    for _ in range(2):
        forgery.entries.append((len(forgery.entries) + 1, e.encode(entry)))
    assert "doubled" in forgery.kinds


def test_what_is_said_twice_is_doubled() -> None:
    forgery = Forgery("genius")
    forgery.said.append(forgery.said[0]._replace(number=2))
    assert forgery.kinds == {"doubled"}


def test_what_is_heard_twice_on_a_line_is_doubled() -> None:
    forgery = Forgery("genius")
    forgery.events.append(forgery.events[forgery.find(h.Heard, 0)])
    assert forgery.kinds == {"doubled"}


def test_what_is_heard_otherwise_than_it_was_said_is_unknown() -> None:
    forgery = Forgery("genius")
    forgery.change(h.Heard, 0, text="badly played")
    assert forgery.kinds == {"unknown"}


def test_what_is_said_otherwise_than_it_was_sent_is_changed() -> None:
    forgery = Forgery("genius")
    forgery.change(h.Asked, -1, command={"type": "say", "id": "s1", "text": "badly played"})
    assert forgery.kinds == {"changed"}


def test_a_number_other_than_the_acknowledged_one_is_misplaced() -> None:
    forgery = Forgery("kingdomino")
    answer = forgery.change(h.Answered)
    forgery.change(h.Answered, seq=answer.seq + 1)
    assert forgery.kinds == {"misplaced"}


def test_another_move_than_was_sent_is_changed() -> None:
    forgery = Forgery("kingdomino")
    asked = forgery.change(h.Asked)
    forgery.change(h.Asked, command=asked.command | {"move": "another"})
    assert forgery.kinds == {"changed"}


def test_what_was_refused_and_is_stored_is_undead() -> None:
    forgery = Forgery("kingdomino")
    place = forgery.find(h.Answered)
    answer = forgery.events[place]
    assert isinstance(answer, h.Answered)
    forgery.events[place] = h.Refused(
        at=answer.at, table=NAME, page=answer.page, player=answer.player, id=answer.id, reason="stale"
    )
    assert forgery.kinds == {"undead"}


def test_what_may_have_been_stored_is_no_violation() -> None:
    """`failed` says that storing failed, and a line may break before the answer comes."""
    forgery = Forgery("kingdomino")
    place = forgery.find(h.Answered)
    answer = forgery.events[place]
    assert isinstance(answer, h.Answered)
    forgery.events[place] = h.Refused(
        at=answer.at, table=NAME, page=answer.page, player=answer.player, id=answer.id, reason="failed"
    )
    del forgery.events[forgery.find(h.Answered, 7)]
    assert forgery.kinds == set()


def test_an_answer_to_nothing_is_unknown() -> None:
    forgery = Forgery("kingdomino")
    forgery.add(h.Answered, "anna", id="never asked", seq=5)
    assert forgery.kinds == {"unknown"}


def test_what_was_asked_for_later_and_stands_earlier_is_misordered() -> None:
    forgery = Forgery("kingdomino")
    first, second = forgery.find(h.Asked, 3), forgery.find(h.Answered, 3)
    end = forgery.events[-1].at
    forgery.events[first] = msgspec.structs.replace(forgery.events[first], at=end + 1)
    forgery.events[second] = msgspec.structs.replace(forgery.events[second], at=end + 2)
    assert forgery.kinds == {"misordered"}


def test_a_state_that_never_was_is_unknown() -> None:
    forgery = Forgery("kingdomino")
    saw = forgery.change(h.Saw, 30)
    forgery.change(h.Saw, 30, shown=msgspec.structs.replace(saw.shown, sights=["0" * 16]))
    assert forgery.kinds == {"unknown"}


def test_a_log_that_never_was_is_unknown() -> None:
    forgery = Forgery("kingdomino")
    saw = forgery.change(h.Saw, 30)
    forgery.change(h.Saw, 30, shown=msgspec.structs.replace(saw.shown, log="0" * 16, lines=["0: no such move"]))
    assert forgery.kinds == {"unknown"}


def test_notes_that_never_were_are_unknown() -> None:
    forgery = Forgery("kingdomino")
    saw = forgery.change(h.Saw, 30)
    forgery.change(h.Saw, 30, shown=msgspec.structs.replace(saw.shown, rest="0" * 16))
    assert forgery.kinds == {"unknown"}


def test_a_number_that_falls_goes_backwards() -> None:
    forgery = Forgery("kingdomino")
    earlier = forgery.events[forgery.find(h.Saw, 3)]
    forgery.events.append(msgspec.structs.replace(earlier, at=1e9))
    assert forgery.kinds == {"backwards"}


def test_a_page_may_be_sent_the_same_number_again() -> None:
    forgery = Forgery("kingdomino")
    forgery.show("anna")
    assert forgery.kinds == set()


def test_the_position_of_another_seat_is_leaked() -> None:
    forgery = Forgery("scuffle")
    forgery.change(h.Saw, 30, shown=msgspec.structs.replace(forgery.sent("boris"), seats=[1]))
    assert "leaked" in forgery.kinds


@pytest.mark.parametrize("game", ["scuffle", "color_kingdoms"])
def test_the_view_of_another_seat_is_leaked_whatever_it_is_called(game: str) -> None:
    forgery = Forgery(game)
    place = next(n for n in range(len(forgery.events)) if is_told_apart(forgery, n))
    mine, other = forgery.events[place], forgery.events[place + 1]
    assert isinstance(mine, h.Saw)
    assert isinstance(other, h.Saw)
    forgery.events[place] = msgspec.structs.replace(
        mine, shown=msgspec.structs.replace(mine.shown, sights=other.shown.sights)
    )
    assert forgery.kinds == {"leaked"}


def is_told_apart(forgery: Forgery, place: int) -> bool:
    """Whether Anna and Boris are shown something there, in the middle of the game."""
    pages = [event.page for event in forgery.events[place : place + 2] if isinstance(event, h.Saw)]
    return place > len(forgery.events) // 2 and pages == ["anna", "boris"]


def test_a_line_of_the_log_that_only_another_seat_heard_is_leaked() -> None:
    """What Boris set aside, in Fairytale Scuffle."""
    forgery = Forgery("scuffle", 8)
    match = forgery.state.match
    assert match is not None
    secret = next(told(match, event) for event in match.heard(1) if event not in match.heard(0))
    place = max(n for n, event in enumerate(forgery.events) if isinstance(event, h.Saw) and event.page == "anna")
    saw = forgery.events[place]
    assert isinstance(saw, h.Saw)
    told_more = msgspec.structs.replace(saw.shown, log="0" * 16, lines=[*saw.shown.lines, secret])
    forgery.events[place] = msgspec.structs.replace(saw, shown=told_more)
    assert forgery.kinds == {"leaked"}


def test_a_worker_that_stands_elsewhere_in_the_end_has_diverged() -> None:
    forgery = Forgery("kingdomino")
    earlier = forgery.events[forgery.find(h.Saw, 60)]
    forgery.events.append(msgspec.structs.replace(earlier, page="later", worker="two", last=True))
    assert forgery.kinds == {"diverged"}


def test_a_worker_that_shows_something_else_in_the_end_has_diverged() -> None:
    forgery = Forgery("kingdomino")
    saw = forgery.change(h.Saw, -1)
    forgery.change(h.Saw, -1, shown=msgspec.structs.replace(saw.shown, sights=["0" * 16]))
    assert forgery.kinds == {"diverged"}


def test_a_record_that_leads_elsewhere_has_diverged() -> None:
    forgery, other = Forgery("genius", 10_000), Forgery("genius", 10)
    assert other.state.match is not None
    forgery.add(h.Record, "anna", worker="two", record=other.state.match.record())
    assert forgery.kinds == {"diverged"}


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda entries: entries.pop(5), id="a gap"),
        pytest.param(lambda entries: entries.insert(5, entries[5]), id="a number twice"),
    ],
)
def test_a_log_that_cannot_be_is_broken(spoil: Callable[[list[tuple[int, bytes]]], Any]) -> None:
    forgery = Forgery("kingdomino")
    spoil(forgery.entries)
    assert "broken" in forgery.kinds


def test_a_history_is_read_as_it_was_written(tmp_path: Any) -> None:
    forgery = Forgery("scuffle", 8)
    kept = h.History(tmp_path / "history.jsonl")
    for event in forgery.events:
        kept.add(event)
    kept.close()
    assert list(h.read(tmp_path / "history.jsonl")) == forgery.events
    assert kept.counts["Heard"] == 3
