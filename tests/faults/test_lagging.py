"""A page comes to a worker that does not know yet what the page has seen elsewhere."""

from __future__ import annotations

import contextlib
import secrets
from typing import TYPE_CHECKING

import pytest

from tests.faults.workers import Worker
from tests.table.people import Page, Person, acting_first, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.services import PostgreSQL, Redis

DATABASE = f"lagging_{secrets.token_hex(4)}"  # the server is shared with other processes that test


@pytest.fixture(scope="module")
def workers(
    postgresql: PostgreSQL, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Worker, Worker]]:
    """One that knows everything and one that hears nothing of it by itself."""
    folder = tmp_path_factory.mktemp("workers")
    postgresql.database(DATABASE)
    with contextlib.ExitStack() as stack:
        stack.callback(postgresql.drop, DATABASE)
        both = [Worker.sharing(name, folder / name, DATABASE, postgresql, redis) for name in ("knowing", "lagging")]
        for worker in both:
            stack.callback(worker.close)
            worker.start()
        for worker in both:
            worker.wait_until_ready()
        yield both[0], both[1]


@pytest.fixture
def behind(workers: tuple[Worker, Worker]) -> Iterator[tuple[Page, Page, Worker]]:
    """The page of somebody whose turn it is, and another of theirs at a worker that has missed the last moves."""
    knowing, lagging = workers
    with contextlib.ExitStack() as stack:
        people = [Person(url(knowing)) for _ in range(2)]
        for person in people:
            stack.callback(person.close)
        pages = two_at_a_table(people[0], people[1])
        there = [stack.enter_context(open_at(lagging, person, pages[0].table)) for person in people]
        lagging.proxies["redis"].refuse()
        lagging.proxies["postgresql"].pause()
        stack.callback(lagging.proxies["redis"].heal)
        stack.callback(lagging.proxies["postgresql"].heal)
        for _ in range(3):
            acting, other = acting_first(pages)
            acting.play(acting.legal[0])
            other.at(acting.seq)
        acting, _ = acting_first(pages)
        yield acting, there[pages.index(acting)], lagging


@contextlib.contextmanager
def open_at(worker: Worker, person: Person, table: str) -> Iterator[Page]:
    """A line of somebody to a table that is in memory at a worker; it has not said hello."""
    with contextlib.closing(Person(url(worker))) as there:
        there.http.cookies = person.http.cookies
        page = there.join(table, hello=False)
        assert page.quiet()
        yield page


def url(worker: Worker) -> str:
    return f"http://127.0.0.1:{worker.port}"


def test_what_comes_behind_a_hello_waits_until_the_worker_knows_as_much(behind: tuple[Page, Page, Worker]) -> None:
    before, page, lagging = behind
    page.send({"type": "hello", "seq": before.seq})
    page.log = list(before.log)
    page.send({"type": "play", "id": "x", "seq": before.seq, "seat": before.seat, "move": before.legal[0]})
    lagging.proxies["postgresql"].heal()
    while (answer := page.receive()).get("id") != "x":
        assert answer.get("seq", before.seq) >= before.seq
    assert (answer["type"], answer["seq"]) == ("done", before.seq + 1)


def test_a_worker_that_cannot_find_out_sends_the_page_elsewhere(behind: tuple[Page, Page, Worker]) -> None:
    """Instead of showing how it stood before."""
    before, page, lagging = behind
    lagging.proxies["postgresql"].refuse()
    page.send({"type": "hello", "seq": before.seq})
    assert page.closed() == 1012
    assert not [message for message in page.heard if message["type"] == "state"]
