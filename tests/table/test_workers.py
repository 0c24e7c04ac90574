"""Two workers with one database: every worker serves every page of every table, and the log decides."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.table import entries as e
from pentarchy.table import live
from pentarchy.table import office as o
from pentarchy.table.migrating import migrate
from pentarchy.table.office import Office
from tests import services
from tests.table import programs
from tests.table.people import PATIENCE, Person, RunningTable, acting_first, play_on, running, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pentarchy.table.hub import Hub
    from tests.table.people import Page

pytestmark = pytest.mark.long


class Two:
    """Two workers in this process."""

    def __init__(self, one: RunningTable, other: RunningTable) -> None:
        self.one = one
        self.other = other
        self.open = contextlib.ExitStack()

    def person(self, worker: RunningTable, name: str = "") -> Person:
        """Somebody with a page at one of them."""
        found = Person(worker.url, name)
        self.open.callback(found.close)
        return found

    def people(self) -> tuple[Person, Person]:
        """Somebody at each of them."""
        return self.person(self.one, "Anna"), self.person(self.other, "Boris")

    def again(self, person: Person, worker: RunningTable) -> Person:
        """The same person with a page at another worker."""
        same = self.person(worker)
        same.http.cookies.clear()
        same.http.cookies.update(dict(person.http.cookies))
        return same

    def entries(self, name: str) -> list[e.AnyEntry]:
        """What the log says."""
        return [e.decode(entry) for entry in self.one.call(hub_of(self.one).store.entries(name))]


def hub_of(table: RunningTable) -> Hub:
    assert table.app.hub is not None
    return table.app.hub


@contextlib.contextmanager
def two_workers(folder: Path, database: str, bus: str, **settings: Any) -> Iterator[Two]:
    asyncio.run(migrate(database))
    with (
        running(folder / "one", database=database, bus=bus, **settings) as one,
        running(folder / "other", database=database, bus=bus, **settings) as other,
    ):
        if bus:
            wait_for(lambda: hub_of(one).bus.works and hub_of(other).bus.works)
        both = Two(one, other)
        with both.open:
            yield both


@pytest.fixture
def two(tmp_path: Path, database: str, redis: services.Redis) -> Iterator[Two]:
    with two_workers(tmp_path, database, redis.url) as found:
        yield found


@pytest.fixture
def silent(tmp_path: Path, database: str) -> Iterator[Two]:
    """Two workers that tell each other nothing."""
    with two_workers(tmp_path, database, "") as found:
        yield found


def seated(anna: Person, boris: Person, game: str = "kingdomino", **wanted: Any) -> tuple[Page, Page]:
    name = anna.create(game, "me", "link", **wanted)
    boris.sit(name)
    anna.start(name)
    pages = anna.join(name), boris.join(name)
    for page in pages:  # a worker that is told nothing learns of it a little later
        page.until(lambda state: bool(state["positions"]))
    return pages


def at_once(*work: Callable[[], object]) -> None:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_table_that_only_others_play_at_is_let_go_and_found_again(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever only looked it up does not fold every move of it for ever."""
    monkeypatch.setattr(live, "WANTED", 0.2)
    anna = two.person(two.one, "Anna")
    boris = two.person(two.one, "Boris")
    clara = two.person(two.other, "Clara")
    pages = list(seated(anna, boris))
    name = pages[0].table
    assert clara.get(f"/api/tables/{name}")["status"] == "playing"
    waiting = clara.join(name, hello=False)
    assert waiting.quiet()  # it has come and not said hello: the table waits for it
    play_on(pages, 2)
    time.sleep(0.3)  # longer than it is kept for whoever has asked
    play_on(pages, 2)
    waiting.send({"type": "hello"})
    waiting.until(lambda state: state["seq"] == pages[0].seq)
    waiting.close()
    wait_for(lambda: not hub_of(two.other)._tables[name].pages)
    wait_for(lambda: play_on(pages, 1) == 0 or name not in hub_of(two.other)._tables)
    assert pages[0].status == "playing"
    wait_for(lambda: name in hub_of(two.one).bus._alone)  # type: ignore[attr-defined]
    play_on(pages, 2)
    there = clara.join(name)
    there.until(lambda state: state["seq"] == pages[0].seq)
    play_on(pages, 2)
    there.until(lambda state: state["seq"] == pages[0].seq)


def test_a_whole_game_between_two_workers(two: Two) -> None:
    anna, boris = two.people()
    pages = seated(anna, boris)
    made = play_on(list(pages))
    assert pages[0].status == pages[1].status == "over"
    moves = [entry for entry in two.entries(pages[0].table) if isinstance(entry, e.Moved)]
    assert len(moves) == made
    assert pages[0].last["positions"][0]["view"] | {"seat": 1} == pages[1].last["positions"][0]["view"] | {"seat": 1}


@pytest.mark.parametrize("workers", ["two", "silent"])
def test_those_who_act_at_the_same_time_all_get_their_moves_in(workers: str, request: pytest.FixtureRequest) -> None:
    """In Colour Kingdoms everybody acts at once: workers want the same place in the log again and again."""
    both: Two = request.getfixturevalue(workers)
    anna, boris = both.people()
    pages = seated(anna, boris, "color_kingdoms")
    answers: list[dict[str, Any]] = []

    def act(page: Page) -> None:
        for _ in range(12):
            if not page.legal:
                return
            answers.append(page.play(page.legal[0]))

    at_once(*(lambda page=page: act(page) for page in pages))
    assert {answer["type"] for answer in answers} == {"done"}
    commands = [(entry.player, entry.id) for entry in both.entries(pages[0].table) if isinstance(entry, e.Moved)]
    assert len(commands) == len(set(commands)) == len(answers)
    assert len(
        {(entry.player, entry.id) for entry in both.entries(pages[0].table) if isinstance(entry, e.Moved)}
    ) == len(answers)


def test_a_command_that_comes_again_at_another_worker_is_answered_as_before(silent: Two) -> None:
    anna, boris = silent.people()
    mover, _ = acting_first(seated(anna, boris))
    person, worker = (anna, silent.other) if mover.seat == 0 else (boris, silent.one)
    elsewhere = silent.again(person, worker).join(mover.table)
    move = {"id": "the same", "seq": mover.seq, "seat": mover.seat, "move": mover.legal[0]}
    first = mover.ask("play", **move)
    assert first["type"] == "done"
    assert elsewhere.ask("play", **move) == first
    assert sum(isinstance(entry, e.Moved) for entry in silent.entries(mover.table)) == 1


def test_a_page_that_knows_more_than_its_new_worker_is_never_shown_less(silent: Two) -> None:
    anna, boris = silent.people()
    pages = seated(anna, boris)
    elsewhere = silent.again(anna, silent.other)
    elsewhere.join(pages[0].table).close()
    play_on(list(pages), 1)
    newest = max(page.seq for page in pages)
    pages[0].at(newest)
    back = elsewhere.join(pages[0].table, known=pages[0])
    assert next(message["seq"] for message in back.heard if message["type"] == "state") >= newest


def test_a_page_that_knows_more_does_not_make_do_with_what_was_read_before_it_came(
    silent: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = silent.person(silent.one, "Anna"), silent.person(silent.one, "Boris")
    pages = seated(anna, boris)
    back = silent.again(anna, silent.other).join(pages[0].table, hello=False)
    assert back.quiet()
    hub = hub_of(silent.other)
    read, has_read, go_on = hub.store.entries_after, threading.Event(), asyncio.Event()

    async def read_and_wait(table: str, seq: int) -> list[tuple[int, bytes]]:
        rows = await read(table, seq)
        has_read.set()
        await go_on.wait()
        return rows

    monkeypatch.setattr(hub.store, "entries_after", read_and_wait)
    hub.loop.call_soon_threadsafe(hub._tables[pages[0].table].catch_up)
    assert has_read.wait(PATIENCE)
    play_on(list(pages), 1)
    newest = max(page.seq for page in pages)
    pages[0].at(newest)
    back.send({"type": "hello", "seq": newest})
    back.log = list(pages[0].log)
    assert back.quiet()
    hub.loop.call_soon_threadsafe(go_on.set)
    assert back.state()["seq"] == newest


def test_what_is_said_at_both_is_heard_at_both_once_and_in_the_same_order(two: Two) -> None:
    anna, boris = two.people()
    pages = seated(anna, boris)

    def talk(page: Page) -> None:
        for number in range(5):
            assert page.ask("say", text=f"{page.seat} {number}")["type"] == "done"

    at_once(*(lambda page=page: talk(page) for page in pages))
    for page in pages:
        while len(page.chat) < 10:
            page.receive()
    assert pages[0].chat == pages[1].chat
    assert len({said["text"] for said in pages[0].chat}) == 10


def test_it_is_known_everywhere_who_is_here_and_how_they_are_called(two: Two) -> None:
    anna, boris = two.people()
    mine, theirs = seated(anna, boris)
    mine.until(lambda state: all(seat["here"] for seat in state["table"]["seats"]))
    theirs.until(lambda state: all(seat["here"] for seat in state["table"]["seats"]))
    boris.http.put("/api/me", json={"name": "Borja"})
    mine.until(lambda state: state["table"]["seats"][1]["name"] == "Borja")
    theirs.close()
    mine.until(lambda state: not state["table"]["seats"][1]["here"])


def test_a_ban_holds_everywhere_at_once(two: Two) -> None:
    anna, boris = two.people()
    mine, theirs = seated(anna, boris)
    two.one.call(Office(hub_of(two.one)).do(o.MakeBan(whom=f"{mine.table}:1", seconds=60.0)))
    assert theirs.closed() == 4403
    assert boris.refused("/api/lobby") == (403, "banned")


def test_a_table_that_is_deleted_is_gone_everywhere(two: Two) -> None:
    anna, boris = two.people()
    mine, theirs = seated(anna, boris)
    two.one.call(Office(hub_of(two.one)).do(o.DeleteTable(table=mine.table)))
    assert theirs.closed() == 4404
    assert boris.refused(f"/api/tables/{mine.table}") == (404, "not_found")


@pytest.mark.parametrize("workers", ["two", "silent"])
def test_whoever_asks_for_a_rematch_anywhere_gets_the_same_one(workers: str, request: pytest.FixtureRequest) -> None:
    both: Two = request.getfixturevalue(workers)
    anna, boris = both.people()
    pages = seated(anna, boris, "scuffle")
    play_on(list(pages))
    found: list[str] = []
    path = f"/api/tables/{pages[0].table}/rematch"
    at_once(lambda: found.append(anna.post(path)["table"]), lambda: found.append(boris.post(path)["table"]))
    assert len(found) == 2
    assert len(set(found)) == 1
    assert boris.get(f"/api/tables/{found[0]}")["rematch"] is None


def test_a_rematch_of_another_worker_that_came_while_one_was_made_is_the_one(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = two.people()
    pages = seated(anna, boris, "scuffle")
    play_on(list(pages))
    name, here = pages[0].table, hub_of(two.one)
    make, theirs = here._new_table, []

    async def make_slowly(*wanted: Any) -> Any:
        theirs.append(await asyncio.to_thread(lambda: boris.post(f"/api/tables/{name}/rematch")["table"]))
        while (await here.table(name)).state.rematch is None:
            await asyncio.sleep(0.01)
        return await make(*wanted)

    monkeypatch.setattr(here, "_new_table", make_slowly)
    assert anna.post(f"/api/tables/{name}/rematch")["table"] == theirs[0]


def test_of_two_who_want_the_same_seat_one_gets_it(silent: Two) -> None:
    anna, boris = silent.people()
    name = anna.create("kingdomino", "me", "link")
    boris.get(f"/api/tables/{name}")
    clara = silent.person(silent.one, "Clara")
    answers: list[int] = []

    def sit(person: Person) -> None:
        answers.append(person.http.post(f"/api/tables/{name}/sit", json={"seat": 1}).status_code)

    at_once(lambda: sit(boris), lambda: sit(clara))
    assert sorted(answers) == [200, 409]


def test_bots_go_on_at_another_worker_when_theirs_is_gone(two: Two) -> None:
    anna, _ = two.people()
    name = anna.create("kingdomino", "me", "novice", "novice", start=True)
    page = anna.join(name)
    page.until(lambda state: any(each["legal"] for each in state["positions"]))
    assert hub_of(two.one).leases.holds(name) or not hub_of(two.other).leases.holds(name)
    two.one.stop()
    back = two.again(anna, two.other).join(name, known=page)
    play_on([back], 1)
    back.until(lambda state: state["table"]["status"] == "over" or bool(state["positions"][0]["legal"]))


def test_play_goes_on_without_redis_and_with_it_again(tmp_path: Path, database: str) -> None:
    with services.redis() as redis, two_workers(tmp_path, database, redis.url) as two:
        anna, boris = two.people()
        pages = list(seated(anna, boris))
        play_on(pages, 4)
        redis.stop()
        wait_for(lambda: not hub_of(two.one).bus.works and not hub_of(two.other).bus.works)
        play_on(pages, 4)
        assert pages[0].ask("say", text="Still here")["type"] == "done"
        while not pages[1].chat:
            pages[1].receive()
        redis.start()
        wait_for(lambda: hub_of(two.one).bus.works and hub_of(two.other).bus.works)
        play_on(pages)
        assert pages[0].status == "over"
        commands = [entry.id for entry in two.entries(pages[0].table) if isinstance(entry, e.Moved)]
        assert len(commands) == 48


def test_play_goes_on_when_postgresql_is_back(tmp_path: Path, redis: services.Redis) -> None:
    with services.postgresql() as server, two_workers(tmp_path, server.database("tables"), redis.url) as two:
        anna, boris = two.people()
        pages = seated(anna, boris)
        play_on(list(pages), 4)
        mover, _ = acting_first(pages)
        server.stop()
        move = {"seq": mover.seq, "seat": mover.seat, "move": mover.legal[0]}
        assert mover.rejected("play", **move) == "failed"
        assert anna.http.get("/ready").status_code == 503
        answer = anna.http.put("/api/me", json={"name": "Anya"})
        assert (answer.status_code, answer.json()["error"]) == (503, "not_stored")
        server.start()
        wait_for(lambda: anna.http.get("/ready").status_code == 200 and boris.http.get("/ready").status_code == 200)
        answer_now = mover.ask("play", **move)
        assert answer_now["type"] == "done"
        mover.at(answer_now["seq"])
        play_on(list(pages))
        assert pages[0].status == "over"
        server.restart("immediate")
        assert anna.http.get(f"/api/tables/{pages[0].table}").json()["status"] == "over"


# --- Programs ---------------------------------------------------------------------------------------------------------


def test_a_program_takes_its_seat_at_one_worker_and_plays_at_the_other(two: Two) -> None:
    play_with_a_program(two)


def test_the_same_where_workers_tell_each_other_nothing(silent: Two) -> None:
    play_with_a_program(silent)


def play_with_a_program(two: Two) -> None:
    anna, _ = two.people()
    secret = programs.token(two.one, "Hal")
    wait_for(lambda: hub_of(two.other).programs.holder(secret) is not None)
    here, there = programs.Program(two.one.url, secret), programs.Program(two.other.url, secret)
    two.open.callback(here.close)
    two.open.callback(there.close)
    seats = [{"kind": "me"}, {"kind": "program"}]
    name = anna.post("/api/tables", {"game": "kingdomino", "seats": seats})["table"]
    assert there.offers()["offers"][0]["table"] == name
    assert there.refused(name, 0) == (403, "not_offered")  # now the other worker has the table in memory
    here.take(name, 1)
    assert not there.offers()["offers"]
    page = there.join(name)
    anna.start(name)
    mine = anna.join(name)
    page.until(lambda state: bool(state["positions"]))
    play_on([mine, page])
    assert mine.status == "over"
    assert [seat["kind"] for seat in page.last["table"]["seats"]] == ["person", "program"]


def test_a_token_that_is_taken_back_at_one_worker_is_good_at_none(two: Two) -> None:
    anna, _ = two.people()
    secret = programs.token(two.one, "Hal")
    wait_for(lambda: hub_of(two.other).programs.holder(secret) is not None)
    there = programs.Program(two.other.url, secret)
    two.open.callback(there.close)
    name = anna.post("/api/tables", {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "program"}]})["table"]
    there.take(name, 1)
    page = there.join(name)
    programs.revoke(two.one, "Hal")
    assert page.closed() == 4401
    assert there.http.get("/api/bot/offers").status_code == 401
