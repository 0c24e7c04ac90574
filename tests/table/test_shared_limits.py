"""What is limited is limited at all workers together, and at each by itself while they cannot hear each other."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

from pentarchy.table import held
from tests import services
from tests.table.people import Page, Person, RunningTable, wait_for
from tests.table.served import Served
from tests.table.test_workers import Two, hub_of, two_workers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.table.held import Held

LIMITS: dict[str, Any] = {"pages_address": 3, "connections_address": 40, "talk": (0.001, 2.0)}
STRANGER = "127.0.0.7"  # somebody from elsewhere
TOO_MANY = 1013


@pytest.fixture
def two(tmp_path: Path, database: str, redis: services.Redis) -> Iterator[Two]:
    with two_workers(tmp_path, database, redis.url, **LIMITS) as found:
        yield found


def counted(worker: RunningTable, kind: str) -> Held:
    return worker.app.door.held[kind]


def open_page(worker: RunningTable, person: Person, table: str) -> Page:
    """A page of a person at a worker."""
    there = Person(worker.url)
    there.http.cookies.clear()
    there.http.cookies.update(dict(person.http.cookies))
    return there.join(table)


def refused(worker: RunningTable, person: Person, table: str) -> bool:
    """Whether no further page is let in."""
    page = person.join(table, hello=False) if worker.url == person.url else Person(worker.url).join(table, hello=False)
    return page.closed() == TOO_MANY


def test_an_address_has_so_many_pages_at_all_workers_together(two: Two) -> None:
    anna, boris = two.people()
    name = anna.create("kingdomino", "me", "link")
    pages = [anna.join(name), anna.join(name), boris.join(name)]
    for worker in (two.one, two.other):
        wait_for(lambda worker=worker: counted(worker, "pages")["127.0.0.1"] == 3)
    assert refused(two.one, anna, name)
    assert refused(two.other, boris, name)
    pages[0].close()
    wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 2)
    assert boris.join(name).table == name


def test_an_address_has_so_many_connections_at_all_workers_together(two: Two) -> None:
    with contextlib.ExitStack() as stack:
        for worker in (two.one, two.other) * 20:
            stack.enter_context(connection(worker))
        wait_for(lambda: counted(two.one, "connections")[STRANGER] == counted(two.other, "connections")[STRANGER] == 40)
        for worker in (two.one, two.other):
            assert status(worker) == 429
    wait_for(lambda: status(two.one) == 200)


def connection(worker: RunningTable) -> socket.socket:
    return socket.create_connection(("127.0.0.1", worker.port), source_address=(STRANGER, 0))


def status(worker: RunningTable) -> int:
    """What a stranger's request is answered."""
    with connection(worker) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        return int(line.makefile("rb").readline().split()[1])


def test_a_person_waits_for_so_many_hints_at_all_workers_together(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    async def think_for_ever(*_: object) -> None:
        await asyncio.Event().wait()

    for worker in (two.one, two.other):
        monkeypatch.setattr(hub_of(worker).bot_pool, "advise", think_for_ever)
    anna, _ = two.people()
    name = anna.create("scuffle", "me", "me", start=True)
    pages = [anna.join(name), anna.join(name), two.again(anna, two.other).join(name)]
    acting = pages[0].acting[0]
    asked: dict[str, Any] = {"seat": acting, "seq": 0}
    for page in pages:
        page.look(acting)
    asked["seq"] = pages[0].seq
    for page in pages[:2]:
        page.send({"type": "hint", "id": "advice", **asked})
    person = hub_of(two.one)._tables[name].state.host
    wait_for(lambda: not hub_of(two.other).bot_pool.hints.person_may(person))
    assert pages[2].rejected("hint", **asked) == "busy"
    pages[0].close()
    wait_for(lambda: hub_of(two.other).bot_pool.hints.person_may(person))


def test_what_was_said_at_one_worker_counts_at_the_other(two: Two) -> None:
    anna, _ = two.people()
    name = anna.create("kingdomino", "me", "link")
    here, there = anna.join(name), two.again(anna, two.other).join(name)
    for text in ("One", "Two"):
        assert here.ask("say", text=text)["type"] == "done"
    person = hub_of(two.one)._tables[name].state.host
    wait_for(lambda: not two.other.app.door.talk.people.peek(person))
    assert there.rejected("say", text="Three") == "too_fast"


def test_each_worker_counts_for_itself_while_they_cannot_hear_each_other(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held, "FORGOTTEN", 4.0)
    with services.redis() as redis, two_workers(tmp_path, database, redis.url, **LIMITS) as two:
        anna, boris = two.people()
        name = anna.create("kingdomino", "me", "link")
        for _ in range(3):
            anna.join(name)
        wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 3)
        redis.stop()
        wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 0)
        assert boris.join(name).table == name
        assert refused(two.one, anna, name)
        redis.start()
        wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 4)
        assert refused(two.other, boris, name)


def test_a_worker_that_ends_leaves_nothing_behind(two: Two) -> None:
    anna, _ = two.people()
    name = anna.create("kingdomino", "me", "link")
    anna.join(name)
    wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 1)
    begun = time.monotonic()
    two.one.stop()
    wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 0)
    assert time.monotonic() - begun < held.FORGOTTEN


def test_real_workers_let_in_no_more_than_one_would(tmp_path: Path, database: str, redis: services.Redis) -> None:
    settings = {"PENTARCHY_UNLIMITED": "0", "PENTARCHY_PAGES_ADDRESS": "3", "PENTARCHY_WORKERS": "2"}
    with Served(tmp_path, PENTARCHY_DATABASE=database, PENTARCHY_BUS=redis.url, **settings) as served:
        wait_for(lambda: len(services.children(served.process.pid)) == 2)
        anna = Person(served.url, "Anna")
        wait_for(lambda: anna.http.get("/ready").status_code == 200)
        name = anna.create("kingdomino", "me", "link")
        told = []
        for _ in range(8):
            told.append(is_let_in(anna, name))
            time.sleep(1.0)  # longer than it takes to tell, on a busy machine too: strangers can be a little faster
        anna.close()
        assert sum(told) == 3


def is_let_in(person: Person, table: str) -> bool:
    try:
        return person.join(table).table == table
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code == TOO_MANY
        return False
