"""Playing while the games are still being compiled."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from pentarchy.table import hub
from pentarchy.table.readiness import Readiness
from pentarchy.warm import AT_THE_TABLE, Job
from tests.table.elsewhere import Elsewhere
from tests.table.people import Person, play_on, running, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PEOPLE, BOTS, SEARCH = (Job("kingdomino", part) for part in ("people", "bots", "search"))
Coming = Callable[..., Elsewhere]


@pytest.fixture
def coming(monkeypatch: pytest.MonkeyPatch) -> Coming:
    """Make tables that are opened from now on find these parts not compiled yet."""

    def arrange(*missing: Job, broken: tuple[Job, ...] = ()) -> Elsewhere:
        work = Elsewhere(missing, broken)
        monkeypatch.setattr(hub, "Readiness", lambda: Readiness(work))
        return work

    return arrange


class Place:
    """A table that is opened, and opened again on the same data, with Anna at it."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._open = contextlib.ExitStack()
        self._anna: Person | None = None

    def open(self) -> Person:
        self._open.close()
        table = self._open.enter_context(running(self._data, warm=True))
        if self._anna is None:
            self._anna = Person(table.url, "Anna")
        else:
            self._anna.move_to(table.url)
        return self._anna

    def close(self) -> None:
        if self._anna is not None:
            self._anna.close()
        self._open.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    found = Place(tmp_path)
    yield found
    found.close()


def left(person: Person) -> dict[Job, int | None]:
    return {Job(each["game"], each["part"]): each["seconds"] for each in person.get("/api/compiling")}


def test_a_game_that_is_started_too_early_begins_by_itself(coming: Coming, place: Place) -> None:
    work = coming(PEOPLE, BOTS, SEARCH)
    anna = place.open()
    assert anna.http.get("/ready").status_code == 503
    assert list(left(anna)) == [PEOPLE, BOTS, SEARCH]
    assert all(left(anna).values())
    name = anna.create("kingdomino", "me", "here", start=True)
    page = anna.join(name)
    assert (page.status, page.last["table"]["starting"]) == ("open", True)
    work.finish(PEOPLE)
    page.until(lambda state: state["table"]["status"] == "playing")
    assert not page.last["table"]["starting"]
    assert play_on([page], 3) == 3
    assert anna.http.get("/ready").status_code == 200
    assert list(left(anna)) == [BOTS, SEARCH]


def test_a_game_comes_first_when_somebody_sets_a_table_up_or_looks_at_one(coming: Coming, place: Place) -> None:
    everything = [Job(game, part) for part in AT_THE_TABLE for game in NAMES]
    coming()
    anna = place.open()
    old = anna.create("scuffle", "me", "link", public=True)
    coming(*everything)
    anna = place.open()
    anna.get("/api/lobby")  # a list is not a wish
    assert list(left(anna)) == everything
    anna.create("color_kingdoms", "me", "master")
    order = [job for job in left(anna) if job != PEOPLE]  # Kingdomino had begun
    assert order[0] == Job("color_kingdoms", "people")
    assert order.index(Job("color_kingdoms", "search")) < order.index(Job("genius", "search"))
    anna.join(old)
    assert next(job for job in left(anna) if job != PEOPLE) == Job("scuffle", "people")


def test_the_host_may_press_start_too_early_as_well(coming: Coming, place: Place) -> None:
    work = coming(PEOPLE)
    anna = place.open()
    name = anna.create("kingdomino", "me", "here")
    assert anna.start(name)["starting"]
    assert anna.start(name)["starting"]  # twice is no harm
    work.finish()
    anna.join(name).until(lambda state: state["table"]["status"] == "playing")


def test_a_game_does_not_begin_by_itself_when_a_seat_was_freed_meanwhile(coming: Coming, place: Place) -> None:
    work = coming(PEOPLE)
    anna = place.open()
    name = anna.create("kingdomino", "me", "novice", start=True)
    assert not anna.fill(name, 1, None)["starting"]
    page = anna.join(name)
    work.finish()
    wait_for(lambda: not left(anna))
    assert anna.get(f"/api/tables/{name}")["status"] == "open"
    anna.fill(name, 1, "novice")
    anna.start(name)
    page.until(lambda state: state["table"]["status"] == "playing")


def test_a_game_that_would_have_begun_is_open_after_a_restart_and_can_be_started(coming: Coming, place: Place) -> None:
    coming(PEOPLE)
    anna = place.open()
    name = anna.create("kingdomino", "me", "here", start=True)
    coming()
    anna = place.open()
    page = anna.join(name)
    assert (page.status, page.last["table"]["starting"]) == ("open", False)
    anna.start(name)
    page.until(lambda state: state["table"]["status"] == "playing")


def test_bots_come_by_themselves_each_when_its_part_is_compiled(coming: Coming, place: Place) -> None:
    work = coming(BOTS, SEARCH)
    anna = place.open()
    quick = anna.join(anna.create("kingdomino", "novice", "adept", start=True))
    slow = anna.join(anna.create("kingdomino", "expert", "expert", start=True))
    needed = [seat["needs"] for page in (quick, slow) for seat in page.last["table"]["seats"]]
    assert needed == ["bots", "bots", "search", "search"]
    assert quick.status == slow.status == "playing"
    work.finish(BOTS)
    quick.until(lambda state: state["table"]["status"] == "over")
    assert slow.quiet()
    assert not [line for line in slow.log if line.get("seat") is not None]
    work.finish()
    slow.until(lambda _: any(line.get("seat") is not None for line in slow.log))


def test_a_person_may_play_while_the_bot_that_stood_in_is_still_compiled(coming: Coming, place: Place) -> None:
    coming(BOTS, SEARCH)
    anna = place.open()
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    seat = next(each["seat"] for each in page.last["positions"] if each["legal"])
    assert page.ask("stand_in", seat=seat, level="expert")["type"] == "done"
    page.until(lambda state: state["table"]["seats"][seat]["needs"] == "search")
    assert page.ask("stand_in", seat=seat, level=None)["type"] == "done"
    page.until(lambda state: any(each["legal"] for each in state["positions"]))
    assert play_on([page], 4) == 4


def test_a_hint_comes_by_itself_when_the_expert_is_compiled(coming: Coming, place: Place) -> None:
    work = coming(BOTS, SEARCH)
    anna = place.open()
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    seat = next(each["seat"] for each in page.last["positions"] if each["legal"])
    page.send({"type": "hint", "id": "advice", "seq": page.seq, "seat": seat})
    assert page.quiet()
    work.finish()
    while (answer := page.receive())["type"] != "hinted":
        pass
    assert answer["suggestions"]


def test_a_table_found_after_a_restart_sleeps_until_its_rules_are_compiled(coming: Coming, place: Place) -> None:
    coming()
    anna = place.open()
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([page], 5)
    position = next(each for each in page.last["positions"] if each["legal"])
    over = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([over])

    work = coming(PEOPLE)
    anna = place.open()
    lines = anna.get("/api/lobby")
    assert [line["table"] for line in lines["mine"]] == [page.table]  # the lobby does not wait
    asleep = anna.join(page.table)
    assert (asleep.status, asleep.last["positions"]) == ("playing", [])
    move = {"id": "late", "seq": page.seq, "seat": position["seat"], "move": position["legal"][0]["text"]}
    asleep.send({"type": "play", **move})  # as a page does whose move was not answered
    assert asleep.quiet()
    work.finish()
    assert anna.get(f"/api/tables/{over.table}/proof")["honest"]
    asleep.until(lambda state: state["seq"] == page.seq + 1)
    assert any(message.get("id") == "late" and message["type"] == "done" for message in asleep.heard)
    assert asleep.log[: len(page.log)] == page.log


def test_a_game_that_cannot_be_compiled_is_refused_and_the_others_go_on(coming: Coming, place: Place) -> None:
    genius = Job("genius", "people")
    work = coming(genius, broken=(genius,))
    anna = place.open()
    name = anna.create("genius", "me", "here", start=True)
    work.finish()
    page = anna.join(name)
    page.until(lambda state: not state["table"]["starting"])
    assert page.status == "open"
    assert left(anna) == {genius: None}
    assert anna.refused(f"/api/tables/{name}/start", {}) == (503, "not_compiled")
    assert anna.http.get("/ready").status_code == 503
    play_on([anna.join(anna.create("kingdomino", "me", "here", start=True))], 2)


def test_bots_that_cannot_be_compiled_do_not_stop_a_game(coming: Coming, place: Place) -> None:
    coming(BOTS, broken=(BOTS,)).finish()
    anna = place.open()
    page = anna.join(anna.create("kingdomino", "novice", "adept", start=True))
    page.until(lambda state: state["table"]["status"] == "over")
