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
from pentarchy.table.elsewhere import FORGOTTEN
from tests import services
from tests.table.people import Person, RunningTable, wait_for
from tests.table.served import Served, numbers_of
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


def refused(person: Person, table: str) -> bool:
    """Whether no further page is let in where somebody comes."""
    return person.join(table, hello=False).closed() == TOO_MANY


def test_an_address_has_so_many_pages_at_all_workers_together(two: Two) -> None:
    anna, boris = two.people()
    name = anna.create("kingdomino", "me", "link")
    pages = [anna.join(name), anna.join(name), boris.join(name)]
    for worker in (two.one, two.other):
        wait_for(lambda worker=worker: counted(worker, "pages")["127.0.0.1"] == 3)
    assert refused(anna, name)
    assert refused(boris, name)
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
    name = anna.create("genius", "me", "here", start=True)
    pages = [anna.join(name), anna.join(name), two.again(anna, two.other).join(name)]
    asked = {"seq": pages[0].seq, "seat": pages[0].acting[0]}
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
        assert refused(anna, name)
        redis.start()
        wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 4)
        assert refused(boris, name)


def test_a_worker_that_ends_leaves_nothing_behind(two: Two) -> None:
    anna, _ = two.people()
    name = anna.create("kingdomino", "me", "link")
    anna.join(name)
    wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 1)
    begun = time.monotonic()
    two.one.stop()
    wait_for(lambda: counted(two.other, "pages")["127.0.0.1"] == 0)
    assert time.monotonic() - begun < FORGOTTEN


def test_real_workers_let_in_no_more_than_one_would(tmp_path: Path, database: str, redis: services.Redis) -> None:
    """Each of them has an address of its own, so that it is known who lets in whom."""
    first = services.free_port(2)
    with Served(
        tmp_path,
        PENTARCHY_DATABASE=database,
        PENTARCHY_BUS=redis.url,
        PENTARCHY_UNLIMITED="0",
        PENTARCHY_PAGES_ADDRESS="3",
        PENTARCHY_WORKERS="2",
        PENTARCHY_METRICS_PORT=str(first),
    ) as served:
        anna = Person(served.url, "Anna")
        name = anna.create("kingdomino", "me", "link")
        people = [Person(f"http://127.0.0.1:{first + place}") for place in (0, 1)]
        for person, wanted in zip([*people, people[0]], (1, 2, 3), strict=True):
            assert is_let_in(person, name)
            wait_for(lambda wanted=wanted: pages(first) == wanted)
        for person in people:
            wait_for(lambda person=person: not is_let_in(person, name))
        assert pages(first) <= 4
        for person in (anna, *people):
            with contextlib.suppress(ConnectionClosed):
                person.close()


def pages(first: int) -> float:
    """Those that are open, as two workers tell it."""
    return sum(numbers_of(first + place)["pentarchy_pages", str(place)] for place in (0, 1))


def is_let_in(person: Person, table: str) -> bool:
    """Whether a page can be opened, and stays."""
    page = person.join(table, hello=False)
    try:
        page.send({"type": "hello"})
        return bool(page.until(bool)["table"]["table"] == table)
    except ConnectionClosed:
        return False
