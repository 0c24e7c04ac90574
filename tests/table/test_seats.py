"""One person, one seat; the host frees seats; a table without its host goes on; everybody is called otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.table import entries as e
from pentarchy.table import ops
from pentarchy.table.table_state import TableState
from tests.table.people import Page, Person, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.table.people import RunningTable

BOTH_STORES = True


@pytest.fixture
def carl(table: RunningTable) -> Iterator[Person]:
    person = Person(table.url, "Carl")
    yield person
    person.close()


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def kinds(table: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in table["seats"]]


# --- One seat ---------------------------------------------------------------------------------------------------------


def test_a_person_takes_one_seat(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link", "link")
    boris.sit(name)
    assert boris.refused(f"/api/tables/{name}/sit", {}) == (409, "seated")
    assert anna.refused(f"/api/tables/{name}/sit", {"seat": 2}) == (409, "seated")
    assert kinds(anna.get(f"/api/tables/{name}")) == ["person", "person", "free"]
    boris.post(f"/api/tables/{name}/leave")
    assert kinds(boris.sit(name, seat=2)) == ["person", "free", "person"]


def test_at_a_table_for_one_device_a_person_may_take_more(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "here", "link", "link")
    boris.sit(name, name="Boris")
    assert names(boris.sit(name, name="Dora"))[2:] == ["Boris", "Dora"]


# --- Removing ---------------------------------------------------------------------------------------------------------


def remove(host: Person, table: str, seat: int) -> Any:
    return host.post(f"/api/tables/{table}/remove", {"seat": seat})


def test_the_host_removes_somebody_and_they_cannot_come_back(anna: Person, boris: Person, carl: Person) -> None:
    name = anna.create("kingdomino", "me", "link", public=True)
    boris.sit(name)
    host, guest = anna.join(name), boris.join(name)
    table = remove(anna, name, 1)
    assert (kinds(table), table["removed"]) == (["person", "free"], ["Boris"])
    guest.until(lambda state: state["table"]["barred"])
    assert guest.last["table"]["removed"] == []
    assert [(note["what"], note["name"]) for note in guest.last["notes"]] == [("removed", "Boris")]
    host.until(lambda state: state["table"]["removed"] == ["Boris"])
    for _ in range(3):
        assert boris.refused(f"/api/tables/{name}/sit", {}) == (403, "removed")
    assert guest.rejected("say", text="Why?") == "removed"
    assert name not in {line["table"] for line in boris.get("/api/lobby")["mine"]}
    carl.sit(name)
    anna.start(name)
    host.until(lambda state: state["table"]["status"] == "playing")
    assert [(note["what"], note["seat"], note["name"]) for note in host.last["notes"]] == [("removed", 1, "Boris")]
    assert names(host.last["table"]) == ["Anna", "Carl"]


def test_the_host_lets_somebody_sit_down_again(anna: Person, boris: Person, carl: Person) -> None:
    name = anna.create("kingdomino", "me", "link", "link")
    boris.sit(name)
    carl.sit(name)
    remove(anna, name, 1)
    assert remove(anna, name, 2)["removed"] == ["Boris", "Carl"]
    assert anna.refused(f"/api/tables/{name}/readmit", {"number": 2}) == (409, "nobody")
    assert boris.refused(f"/api/tables/{name}/readmit", {"number": 0}) == (403, "not_host")
    assert anna.post(f"/api/tables/{name}/readmit", {"number": 0})["removed"] == ["Carl"]
    assert names(boris.sit(name))[1] == "Boris"
    assert carl.refused(f"/api/tables/{name}/sit", {}) == (403, "removed")


def test_all_seats_of_somebody_are_freed(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "here", "link", "link")
    boris.sit(name)
    boris.sit(name)
    assert kinds(remove(anna, name, 3)) == ["person", "person", "free", "free"]


def test_who_may_be_removed_by_whom_and_when(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link", "novice")
    path = f"/api/tables/{name}/remove"
    assert anna.refused(path, {"seat": 1}) == (409, "nobody")
    assert anna.refused(path, {"seat": 2}) == (409, "nobody")
    assert anna.refused(path, {"seat": 0}) == (409, "yourself")
    assert anna.refused(path, {"seat": 3}) == (400, "no_seat")
    assert anna.refused(path, {"seat": -1}) == (400, "no_seat")
    boris.sit(name)
    assert boris.refused(path, {"seat": 0}) == (403, "not_host")
    anna.start(name)
    assert anna.refused(path, {"seat": 1}) == (409, "started")


def test_who_was_removed_stays_so_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        name = anna.create("kingdomino", "me", "link")
        boris.sit(name)
        remove(anna, name, 1)
    with running(tmp_path) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        assert boris.refused(f"/api/tables/{name}/sit", {}) == (403, "removed")
        assert anna.get(f"/api/tables/{name}")["removed"] == ["Boris"]
        anna.close()
        boris.close()


# --- A host who has gone ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    with running(tmp_path_factory.mktemp("impatient"), away=0.2) as found:
        yield found


def test_whoever_is_here_runs_the_table_when_the_host_has_gone(impatient: RunningTable) -> None:
    anna, boris, carl = (Person(impatient.url, name) for name in ("Anna", "Boris", "Carl"))
    name = anna.create("kingdomino", "me", "link", "link")
    boris.sit(name)
    carl.sit(name)
    host, heir = anna.join(name), carl.join(name)
    assert [seat["host"] for seat in heir.last["table"]["seats"]] == [True, False, False]
    host.close()
    heir.until(lambda state: state["table"]["host"])
    assert [(note["what"], note["seat"]) for note in heir.last["notes"]] == [("host", 2)]
    assert [seat["host"] for seat in heir.last["table"]["seats"]] == [False, False, True]
    assert anna.refused(f"/api/tables/{name}/start", {}) == (403, "not_host")
    remove(carl, name, 0)
    carl.fill(name, 0, "novice")
    assert carl.start(name)["status"] == "playing"
    for person in (anna, boris, carl):
        person.close()


def test_a_host_without_a_seat_is_missed_too(impatient: RunningTable) -> None:
    anna, boris = Person(impatient.url, "Anna"), Person(impatient.url, "Boris")
    name = anna.create("kingdomino", "link", "novice")
    page = boris.join(name)
    assert not page.last["table"]["host"]
    boris.sit(name)  # the host has never come
    page.until(lambda state: state["table"]["host"])
    for person in (anna, boris):
        person.close()


def test_a_host_who_is_here_or_back_soon_stays_host(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    host, guest = anna.join(name), boris.join(name)
    host.close()
    guest.until(lambda state: not state["table"]["seats"][0]["here"])
    back = anna.join(name)
    guest.until(lambda state: state["table"]["seats"][0]["here"])
    assert back.last["table"]["host"]
    assert not guest.last["table"]["host"]


def test_a_host_who_leaves_hands_the_table_on_and_that_is_noted(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    page = boris.join(name)
    anna.post(f"/api/tables/{name}/leave")
    page.until(lambda state: state["table"]["host"])
    assert [(note["what"], note["seat"]) for note in page.last["notes"]] == [("host", 1)]


# --- Names ------------------------------------------------------------------------------------------------------------


def test_the_later_of_two_equal_names_has_a_number_for_everybody(anna: Person, boris: Person, carl: Person) -> None:
    name = anna.create("kingdomino", "link", "me", "link", "novice")
    carl.sit(name, seat=2, name="Аnnа")  # Cyrillic А
    boris.sit(name, seat=0, name=" anna ")
    for person in (anna, boris, carl):
        assert names(person.get(f"/api/tables/{name}")) == ["anna 3", "Anna", "Аnnа 2", ""]


def test_whoever_takes_another_name_does_not_take_it_from_those_who_had_it(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    anna.http.put("/api/me", json={"name": "Boris"})
    assert names(boris.get(f"/api/tables/{name}")) == ["Boris 2", "Boris"]


def test_a_bot_is_told_apart_too(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    assert names(anna.fill(name, 1, "novice", name="Anna")) == ["Anna", "Anna 2"]


@pytest.mark.parametrize("called", ["Бот Лев", "master", "Вы", "Y0u"])
def test_nobody_goes_by_the_name_of_a_bot_or_of_the_reader(called: str, anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    answer = boris.http.put("/api/me", json={"name": called})
    assert (answer.status_code, answer.json()["error"]) == (400, "taken_name")
    assert boris.refused(f"/api/tables/{name}/sit", {"name": called}) == (400, "taken_name")
    seats = [{"kind": "me", "name": called}, {"kind": "link"}]
    assert boris.refused("/api/tables", {"game": "kingdomino", "seats": seats}) == (400, "taken_name")
    assert names(anna.fill(name, 1, "novice", name=called))[1] == called


def test_a_name_that_cannot_be_seen_is_refused_with_the_reason(anna: Person) -> None:
    answer = anna.http.put("/api/me", json={"name": "An\u200bna"})
    assert answer.json() == {"error": "bad_name", "detail": "name: an invisible character (U+200B)"}


@pytest.mark.in_a_file
def test_names_stored_before_anybody_looked_are_cleaned_when_shown(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        name = anna.create("kingdomino", "me", "link")
        page = anna.join(name)
        hub = table.app.hub
        assert hub is not None
        anna_is, boris_is = next(iter(hub.names)), list(hub.names)[1]
        sat = e.encode(e.Sat(at=1.0, seat=1, player=boris_is, name="Bo\u202eris"))
        said = (name, 1, 1.0, 1, "Bo\u202eris", "Hi\u2066!", boris_is, "old")
        hub.store.write("old", [ops.SetName(anna_is, "An\u200bna", 0.0)], lambda _: None)
        hub.store.write("old", [ops.AddEntry(name, 1, sat), ops.AddSaid(*said)], lambda _: None)
        page.close()
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.get("/api/me") == {"name": "Anna"}
        page = anna.join(name)
        assert names(page.last["table"]) == ["Anna", "Boris"]
        assert [(said["name"], said["text"]) for said in page.chat] == [("Boris", "Hi!")]
        anna.close()
        boris.close()


def test_an_old_setup_says_itself_whether_it_is_for_one_device() -> None:
    seats = b'[{"kind":"me","player":"x"},{"kind":"here","player":"x","name":"y"},{"kind":"link"}]'
    stored = b'{"game":"kingdomino","options":{"players":3},"seats":%s,"host":"x"}' % seats
    assert TableState(e.decode_setup(stored), bytes(32)).setup.one_device


# --- Talk -------------------------------------------------------------------------------------------------------------


def say(page: Page, text: str) -> dict[str, Any]:
    assert page.ask("say", text=text)["type"] == "done"
    while not page.chat or page.chat[-1]["text"] != text:
        page.receive()
    return page.chat[-1]


def test_a_voice_is_the_same_for_all_that_a_person_says_here_and_another_elsewhere(anna: Person, boris: Person) -> None:
    name, elsewhere = anna.create("kingdomino", "me", "link"), anna.create("kingdomino", "me", "link")
    page, other = anna.join(name), boris.join(name)
    mine = say(page, "one")["voice"]
    assert say(page, "two")["voice"] == mine
    assert say(anna.join(name), "three")["voice"] == mine
    assert say(other, "four")["voice"] != mine
    assert say(anna.join(elsewhere), "five")["voice"] != mine


def test_spectators_who_talk_are_told_apart_from_those_who_play(
    anna: Person, boris: Person, table: RunningTable
) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.http.put("/api/me", json={"name": "Аnna"})  # Cyrillic А
    heard = say(boris.join(name), "I am Anna")
    assert (heard["seat"], heard["name"]) == (None, "Аnna 2")
    nameless = [Person(table.url) for _ in range(2)]
    heard, other = (say(person.join(name), f"hello {number}") for number, person in enumerate(nameless))
    assert [(said["name"], said["guest"]) for said in (heard, other)] == [("", 1), ("", 2)]
    for person in nameless:
        person.close()


def test_talk_that_cannot_be_seen_is_refused_with_the_reason(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "link"))
    for text, detail in (("a\u202eb", "direction"), ("\u200b", "invisible"), ("a\nb", "control"), ("", "at least one")):
        answer = page.ask("say", text=text)
        assert (answer["type"], answer["reason"]) == ("rejected", "bad_text")
        assert detail in answer["detail"]
    say(page, "👨\u200d👩\u200d👧 ok")
