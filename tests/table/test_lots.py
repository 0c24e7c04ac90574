"""Chance by everybody: pages seal numbers, open them when the list is closed, and the seed is made of all of them."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.cli import main
from pentarchy.engine.lots import seal_of
from pentarchy.table import entries as e
from pentarchy.table.doctor import examine
from pentarchy.table.lots import MOST_SEALS
from pentarchy.table.sqlite import SQLiteStore
from pentarchy.table.table_state import TableState
from tests.table.people import PATIENCE, Page, Person, RunningTable, play_on, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

BOTH_STORES = True

FOREVER = 3600.0  # seconds: a game must begin for another reason


class Number:
    """What a page keeps: its number, and what it was shown before it opened it."""

    def __init__(self) -> None:
        self.number = secrets.token_bytes(32)
        self.text = self.number.hex()
        self.seal = seal_of(self.number)
        self.list: dict[str, Any] = {}

    def open(self, page: Page) -> dict[str, Any]:
        """Wait until the list is closed, and open the number for it."""
        while not (told := lots(page)) or not told["closed"]:
            page.receive()
        self.list = told
        return page.ask("unseal", number=self.text)

    def receipt(self) -> dict[str, Any]:
        return {"secret_hash": self.list["secret_hash"], "lots": self.list["lots"], "number": self.text}


def lots(page: Page) -> dict[str, Any]:
    """What a page was last told of the numbers."""
    return next((message for message in reversed(page.heard) if message["type"] == "lots"), {})


def begun(page: Page) -> dict[str, Any]:
    return page.until(lambda state: state["positions"])


def let_bots_finish(page: Page) -> None:
    page.ask("resign", seat=page.seat)
    page.until(lambda state: state["table"]["status"] == "over")


def entries_of(data: Path, table: str) -> list[e.AnyEntry]:
    file = sqlite3.connect(data / "tables.sqlite3")
    rows = file.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    file.close()
    return [e.decode(entry) for (entry,) in rows]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """A table that waits for every number that was sealed."""
    with running(tmp_path_factory.mktemp("patient"), numbers=FOREVER) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """A table that does not wait at all."""
    with running(tmp_path_factory.mktemp("hasty"), numbers=0.0) as found:
        yield found


@pytest.fixture
def people(patient: RunningTable) -> Iterator[tuple[Person, Person]]:
    anna, boris = Person(patient.url, "Anna"), Person(patient.url, "Boris")
    yield anna, boris
    anna.close()
    boris.close()


@pytest.fixture
def anna(people: tuple[Person, Person]) -> Person:
    return people[0]


@pytest.fixture
def boris(people: tuple[Person, Person]) -> Person:
    return people[1]


def test_the_seed_is_made_of_the_secret_and_of_both_numbers(anna: Person, boris: Person) -> None:
    ours, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=ours.seal)
    promised = anna.get(f"/api/tables/{name}")["seed_hash"]
    boris.sit(name, seal=theirs.seal)
    pages = [anna.join(name), boris.join(name)]
    assert anna.start(name)["starting"]
    assert [number.open(page)["type"] for number, page in zip((ours, theirs), pages, strict=True)] == ["done", "done"]
    for page in pages:
        begun(page)
        assert lots(page)["lots"] == [
            {"seats": [0], "seal": ours.seal, "number": ours.text},
            {"seats": [1], "seal": theirs.seal, "number": theirs.text},
        ]
    play_on(pages)
    proof = anna.get(f"/api/tables/{name}/proof")
    assert proof["honest"]
    assert proof["seed_hash"] == promised == hashlib.sha256(bytes.fromhex(proof["secret"])).hexdigest()
    assert [lot["number"] for lot in proof["lots"]] == [ours.text, theirs.text]
    record = anna.get(f"/api/tables/{name}/record")
    for number in (ours, theirs):
        assert pentarchy.verify(record, number.receipt()).honest
        assert number.list["lots"] == [lot | {"number": None} for lot in proof["lots"]]


def test_numbers_are_shown_to_nobody_before_all_are_there(anna: Person, boris: Person) -> None:
    ours, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=ours.seal)
    boris.sit(name, seal=theirs.seal)
    page, other = anna.join(name), boris.join(name)
    anna.start(name)
    assert ours.open(page)["type"] == "done"
    other.ask("say", text="I wait")  # whatever came before it has been heard
    assert ours.text not in "".join(other.raw + page.raw)
    assert not page.last["positions"]
    theirs.open(other)
    begun(other)
    assert ours.text in "".join(other.raw)


@pytest.mark.in_a_file
def test_the_secret_is_told_by_nothing_before_the_end(anna: Person, patient: RunningTable) -> None:
    ours = Number()
    name = anna.create("kingdomino", "me", "novice", seal=ours.seal, start=True)
    page = anna.join(name)
    ours.open(page)
    begun(page)
    file = sqlite3.connect(patient.settings.data / "tables.sqlite3")
    ((secret,),) = file.execute("SELECT seed FROM tables WHERE id = ?", (name,)).fetchall()
    file.close()
    assert secret.hex() not in "".join(page.raw)
    let_bots_finish(page)
    assert anna.get(f"/api/tables/{name}/proof")["secret"] == secret.hex()


def test_alone_against_bots_the_page_is_told_the_closed_list_with_the_answer(anna: Person) -> None:
    """So it can say hello and open its number in one go."""
    ours = Number()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    wish = {"game": "kingdomino", "seats": seats, "start": True, "seal": ours.seal}
    created = anna.post("/api/tables", wish)
    assert created["lots"]["closed"]
    assert created["lots"]["lots"] == [{"seats": [0], "seal": ours.seal, "number": None}]
    page = anna.join(created["table"], hello=False)
    page.send({"type": "hello"})
    page.send({"type": "unseal", "id": "n", "number": ours.text})
    begun(page)
    assert lots(page)["lots"][0]["number"] == ours.text


def test_one_person_has_one_number_for_all_seats(anna: Person) -> None:
    ours = Number()
    name = anna.create("kingdomino", "me", "novice", "here", seal=ours.seal, start=True)
    page = anna.join(name)
    ours.open(page)
    begun(page)
    assert lots(page)["lots"] == [{"seats": [0, 2], "seal": ours.seal, "number": ours.text}]


def test_a_page_that_comes_later_seals_by_itself(anna: Person, boris: Person) -> None:
    ours, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    pages = [anna.join(name), boris.join(name)]
    for page, number in zip(pages, (ours, theirs), strict=True):
        assert page.ask("seal", seal=number.seal)["type"] == "done"
    anna.start(name)
    for page, number in zip(pages, (ours, theirs), strict=True):
        number.open(page)
    begun(pages[0])
    assert [lot["number"] for lot in lots(pages[0])["lots"]] == [ours.text, theirs.text]


def test_until_the_list_is_closed_another_number_may_be_sealed(anna: Person) -> None:
    lost, ours = Number(), Number()
    name = anna.create("kingdomino", "me", "novice", seal=lost.seal)
    page = anna.join(name)
    assert page.ask("seal", seal=ours.seal)["type"] == "done"
    anna.start(name)
    assert ours.open(page)["type"] == "done"
    begun(page)
    assert lots(page)["lots"][0]["number"] == ours.text


def test_nobody_seals_without_end(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "novice")
    page = anna.join(name)
    answers = [page.ask("seal", seal=Number().seal)["type"] for _ in range(MOST_SEALS + 1)]
    assert answers == ["done"] * MOST_SEALS + ["rejected"]


def test_once_the_list_is_closed_nobody_comes_goes_or_seals(anna: Person, boris: Person) -> None:
    ours, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=ours.seal)
    boris.sit(name, seal=theirs.seal)
    page, other = anna.join(name), boris.join(name)
    anna.start(name)
    told = ours.open(page)
    assert told["type"] == "done"
    assert other.rejected("seal", seal=Number().seal) == "bad_message"
    assert boris.refused(f"/api/tables/{name}/leave", {}) == (409, "started")
    assert anna.refused(f"/api/tables/{name}/remove", {"seat": 1}) == (409, "started")
    assert anna.refused(f"/api/tables/{name}/readmit", {"number": 0}) == (409, "started")
    assert anna.refused(f"/api/tables/{name}/start", {}) == (409, "started")
    theirs.open(other)
    begun(other)
    assert other.rejected("seal", seal=Number().seal) == "stale"


@pytest.mark.in_a_file
def test_once_the_list_is_closed_the_table_is_not_passed_on(tmp_path: Path) -> None:
    ours, theirs = Number(), Number()
    with running(tmp_path, numbers=FOREVER, away=0.2) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        beginning, waiting = (anna.create("kingdomino", "me", "link", seal=ours.seal) for _ in range(2))
        for name in (beginning, waiting):
            boris.sit(name, seal=theirs.seal)
        hosts, guests = ([person.join(name) for name in (beginning, waiting)] for person in (anna, boris))
        anna.start(beginning)
        for host, guest in zip(hosts, guests, strict=True):
            host.close()
            guest.until(lambda state: not state["table"]["seats"][0]["here"])
        guests[1].until(lambda state: state["table"]["host"])  # so it would have been passed on there too
        ours.open(anna.join(beginning))
        theirs.open(guests[0])
        begun(guests[0])
        assert not any(isinstance(entry, e.Passed) for entry in entries_of(tmp_path, beginning))
        assert any(isinstance(entry, e.Passed) for entry in entries_of(tmp_path, waiting))
        anna.close()
        boris.close()


def test_only_the_number_that_was_sealed_is_taken(anna: Person, boris: Person) -> None:
    ours, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=ours.seal)
    boris.sit(name)
    page, other = anna.join(name), boris.join(name)
    watching = Person(anna.url)
    spectator = watching.join(name)
    assert page.rejected("unseal", number=ours.text) == "bad_message"  # the list is still open
    anna.start(name)
    for wrong in (theirs.text, ours.text.upper(), "", "00"):
        assert page.rejected("unseal", number=wrong) == "bad_message"
    assert other.rejected("unseal", number=theirs.text) == "bad_message"
    assert spectator.rejected("unseal", number=ours.text) == "not_your_seat"
    assert spectator.rejected("seal", seal=theirs.seal) == "not_your_seat"
    first = page.ask("unseal", number=ours.text)
    begun(page)
    again = page.ask("unseal", number=ours.text)  # its answer was lost
    assert (first["type"], again["type"]) == ("done", "done")
    assert lots(page)["lots"][1] == {"seats": [1], "seal": None, "number": None}
    watching.close()


@pytest.mark.parametrize("seal", ["12", "z" * 64, "AB" * 32])
def test_what_is_no_seal_is_refused(anna: Person, seal: str) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    wish = {"game": "kingdomino", "seats": seats, "seal": seal}
    assert anna.refused("/api/tables", wish) == (400, "bad_seal")


def test_a_page_that_never_answers_does_not_hold_up_the_start(hasty: RunningTable) -> None:
    anna, boris = Person(hasty.url, "Anna"), Person(hasty.url, "Boris")
    silent, theirs = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=silent.seal)
    boris.sit(name, seal=theirs.seal)
    page, other = anna.join(name), boris.join(name)
    anna.start(name)
    state = begun(page)
    assert [note["seat"] for note in state["notes"] if note["what"] == "no_number"] == [0, 1]
    begun(other)
    play_on([page, other])
    proof = anna.get(f"/api/tables/{name}/proof")
    assert proof["honest"]
    assert [lot["number"] for lot in proof["lots"]] == [None, None]
    assert [lot["seal"] for lot in proof["lots"]] == [silent.seal, theirs.seal]
    anna.close()
    boris.close()


def test_pages_that_know_nothing_of_numbers_begin_as_ever(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    pages = [anna.join(name), boris.join(name)]
    assert anna.start(name)["status"] == "playing"
    for page in pages:
        begun(page)
    play_on(pages)
    assert "seed_parts" not in anna.get(f"/api/tables/{name}/record")
    proof = anna.get(f"/api/tables/{name}/proof")
    assert (proof["honest"], proof["secret"], proof["lots"]) == (True, None, [])
    assert not lots(pages[0])


def test_a_rematch_against_bots_has_the_number_of_who_asked_for_it(anna: Person) -> None:
    ours, next_one = Number(), Number()
    name = anna.create("kingdomino", "me", "novice", seal=ours.seal, start=True)
    page = anna.join(name)
    ours.open(page)
    begun(page)
    let_bots_finish(page)
    created = anna.post(f"/api/tables/{name}/rematch", {"seal": next_one.seal})
    assert created["lots"]["closed"]
    assert created["lots"]["lots"] == [{"seats": [1], "seal": next_one.seal, "number": None}]
    page = anna.join(created["table"])
    next_one.open(page)
    begun(page)
    assert lots(page)["lots"][0]["number"] == next_one.text


def test_a_restart_while_numbers_are_opened_loses_none(tmp_path: Path) -> None:
    ours, theirs = Number(), Number()
    with running(tmp_path, numbers=FOREVER) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        name = anna.create("kingdomino", "me", "link", seal=ours.seal)
        boris.sit(name, seal=theirs.seal)
        page = anna.join(name)
        anna.start(name)
        assert ours.open(page)["type"] == "done"
    with running(tmp_path, numbers=FOREVER) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        pages = [anna.join(name), boris.join(name)]
        assert lots(pages[0]) == ours.list
        assert pages[0].last["table"]["starting"]
        theirs.open(pages[1])
        for page in pages:
            begun(page)
        play_on(pages)
        record = anna.get(f"/api/tables/{name}/record")
        assert [pentarchy.verify(record, number.receipt()).honest for number in (ours, theirs)] == [True, True]
        anna.close()
        boris.close()


def test_a_restart_with_nobody_who_opens_begins_when_somebody_looks(tmp_path: Path) -> None:
    ours = Number()
    with running(tmp_path, numbers=FOREVER) as table:
        anna = Person(table.url, "Anna")
        name = anna.create("kingdomino", "me", "novice", seal=ours.seal, start=True)
    with running(tmp_path, numbers=0.0) as table:
        anna.move_to(table.url)
        begun(anna.join(name))
        anna.close()


@pytest.mark.in_a_file
def test_a_game_that_could_not_begin_while_storing_failed_begins_when_that_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, numbers=FOREVER) as table:
        anna = Person(table.url, "Anna")
        name = anna.create("kingdomino", "me", "novice", seal=Number().seal, start=True)
    with running(tmp_path, numbers=0.0) as table:
        anna.move_to(table.url)
        assert table.app.hub is not None
        store = table.app.hub.store
        assert isinstance(store, SQLiteStore)
        monkeypatch.setattr("pentarchy.table.hub.TRIED_ANEW", 0.0)
        store._writing.execute("PRAGMA query_only = 1")
        assert anna.http.get("/ready").status_code == 503
        page = anna.join(name)
        assert page.ask("look", seat=None)["type"] == "done"  # the time for numbers is over
        assert page.last["table"]["starting"]
        store._writing.execute("PRAGMA query_only = 0")
        begun(page)
        anna.close()


@pytest.mark.in_a_file
@pytest.mark.parametrize("finished", [True, False], ids=["over", "beginning"])
def test_whoever_runs_the_table_can_look_through_it_and_forget_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], finished: bool
) -> None:
    ours, theirs = Number(), Number()
    with running(tmp_path, numbers=FOREVER) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        name = anna.create("kingdomino", "me", "link", seal=ours.seal)
        boris.sit(name, seal=theirs.seal)
        pages = [anna.join(name), boris.join(name)]
        anna.start(name)
        ours.open(pages[0])
        if finished:
            theirs.open(pages[1])
            for page in pages:
                begun(page)
            play_on(pages)
    assert examine(tmp_path) == (1, [])
    for action in (["show", name], ["export-person", f"{name}:0"], ["delete-person", f"{name}:0"]):
        assert main(["admin", "--data", str(tmp_path), *action]) == 0
        assert capsys.readouterr().err == ""
    assert examine(tmp_path) == (1, [])
    with running(tmp_path, numbers=FOREVER) as table:
        boris.move_to(table.url)
        page = boris.join(name)
        assert [lot["seal"] for lot in lots(page)["lots"]] == [ours.seal, theirs.seal]
        if finished:
            assert pentarchy.verify(boris.get(f"/api/tables/{name}/record"), theirs.receipt()).honest
        else:
            theirs.open(page)
            begun(page)
            assert [lot["number"] for lot in lots(page)["lots"]] == [ours.text, theirs.text]
        anna.close()
        boris.close()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Number]:
    """A finished game between Anna, whose number is in, and a bot."""
    data, ours = tmp_path_factory.mktemp("stored"), Number()
    with running(data, numbers=FOREVER) as table:
        anna = Person(table.url, "Anna")
        name = anna.create("genius", "me", "novice", seal=ours.seal, start=True)
        page = anna.join(name)
        ours.open(page)
        begun(page)
        let_bots_finish(page)
        anna.close()
    return data, name, ours


def folded(data: Path, name: str, change: Any = None, secret: bytes | None = None) -> TableState:
    file = sqlite3.connect(data / "tables.sqlite3")
    ((setup, seed),) = file.execute("SELECT setup, seed FROM tables WHERE id = ?", (name,)).fetchall()
    file.close()
    entries = [change(entry) if change else entry for entry in entries_of(data, name)]
    return TableState(e.decode_setup(setup), secret or seed, entries)


@pytest.mark.in_a_file
def test_what_is_stored_keeps_the_promise(stored: tuple[Path, str, Number]) -> None:
    data, name, ours = stored
    match = folded(data, name).match
    assert match is not None
    assert pentarchy.verify(match.record(), ours.receipt()).honest


@pytest.mark.in_a_file
def test_a_stored_number_that_was_exchanged_does_not_fit_its_seal(stored: tuple[Path, str, Number]) -> None:
    data, name, _ = stored
    other = Number()
    with pytest.raises(ValueError, match="not the number that was sealed"):
        folded(data, name, lambda one: e.Opened(at=0, player=one.player, number=other.text) if is_opened(one) else one)


def is_opened(entry: e.AnyEntry) -> bool:
    return isinstance(entry, e.Opened)


def until_start(data: Path, name: str) -> list[e.AnyEntry]:
    entries = entries_of(data, name)
    return entries[: 1 + next(at for at, entry in enumerate(entries) if isinstance(entry, e.Started))]


def lying_record(data: Path, name: str, entries: Sequence[e.AnyEntry], secret: bytes | None = None) -> dict[str, Any]:
    """What a table shows whose stored data was changed after the game, moves included, so that all of it fits."""
    file = sqlite3.connect(data / "tables.sqlite3")
    ((setup, seed),) = file.execute("SELECT setup, seed FROM tables WHERE id = ?", (name,)).fetchall()
    file.close()
    match = TableState(e.decode_setup(setup), secret or seed, entries).match
    assert match is not None
    while not match.over:
        match.play(match.legal()[0])
    return match.record()


@pytest.mark.in_a_file
def test_a_secret_that_was_chosen_afterwards_is_found_by_the_page(stored: tuple[Path, str, Number]) -> None:
    data, name, ours = stored
    record = lying_record(data, name, until_start(data, name), secret=bytes(32))
    assert pentarchy.verify(record).honest  # it fits by itself
    assert "hash in the record is not the one" in str(pentarchy.verify(record, ours.receipt()).problem)


@pytest.mark.in_a_file
def test_another_number_in_the_name_of_the_page_is_found_by_the_page(stored: tuple[Path, str, Number]) -> None:
    data, name, ours = stored
    false = Number()
    entries = [
        e.Sealed(at=0, player=entry.player, seal=false.seal)
        if isinstance(entry, e.Sealed)
        else e.Opened(at=0, player=entry.player, number=false.text)
        if isinstance(entry, e.Opened)
        else entry
        for entry in until_start(data, name)
    ]
    record = lying_record(data, name, entries)
    assert pentarchy.verify(record).honest
    assert "sealed numbers in the record are not those" in str(pentarchy.verify(record, ours.receipt()).problem)


@pytest.mark.in_a_file
def test_a_number_that_was_left_out_is_found_by_the_page(stored: tuple[Path, str, Number]) -> None:
    data, name, ours = stored
    entries = [entry for entry in until_start(data, name) if not isinstance(entry, e.Opened)]
    record = lying_record(data, name, entries)
    assert pentarchy.verify(record).honest
    assert "number of the page is not in the seed" in str(pentarchy.verify(record, ours.receipt()).problem)


def test_an_open_table_is_not_confused_by_seals_of_people_who_have_left(anna: Person, boris: Person) -> None:
    ours, gone = Number(), Number()
    name = anna.create("kingdomino", "me", "link", seal=ours.seal)
    boris.sit(name, seal=gone.seal)
    boris.post(f"/api/tables/{name}/leave", {})
    anna.fill(name, 1, "novice")
    page = anna.join(name, patience=PATIENCE)
    anna.start(name)
    ours.open(page)
    begun(page)
    assert [lot["seats"] for lot in lots(page)["lots"]] == [[0]]
