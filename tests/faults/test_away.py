"""Pages come while the database is away: each is told to come again, and the log has a line, not a page of its own."""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from pentarchy.table import serve
from tests.faults.workers import Worker
from tests.services import wait_until
from tests.table.people import Person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.services import PostgreSQL, Redis

pytestmark = pytest.mark.long

PAGES = 8


@pytest.fixture
def worker(postgresql: PostgreSQL, redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    name = f"away_{secrets.token_hex(4)}"  # the server is shared with other processes that test
    postgresql.database(name)
    worker = Worker.sharing("lonely", tmp_path_factory.mktemp("away") / "lonely", name, postgresql, redis)
    with contextlib.ExitStack() as stack:
        stack.callback(postgresql.drop, name)
        stack.callback(worker.close)
        worker.start()
        worker.wait_until_ready()
        yield worker


def arrive(person: Person, table: str) -> tuple[int, int, str]:
    """Open a page; why it is closed, and what is answered to a request."""
    page = person.join(table, hello=False)
    with contextlib.suppress(ConnectionClosed):  # it may be closed already
        page.send({"type": "hello"})
    answer = person.http.get(f"/api/tables/{table}")
    return page.closed(), answer.status_code, answer.json()["error"]


@pytest.mark.parametrize("fault", ["refuse", "pause"])
def test_pages_are_told_to_come_again_and_do(worker: Worker, fault: str) -> None:
    with contextlib.ExitStack() as stack:
        people = [Person(f"http://127.0.0.1:{worker.port}", "Anna") for _ in range(PAGES)]
        for person in people:
            stack.callback(person.close)
        tables = [person.create("kingdomino", "me", "link") for person in people]
        worker.kill()  # so that no table is in memory
        worker.start()
        worker.wait_until_ready()
        getattr(worker.proxies["postgresql"], fault)()
        told: list[tuple[int, int, str]] = []
        threads = [
            threading.Thread(target=lambda one=one: told.append(arrive(*one)))
            for one in zip(people, tables, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert told == [(1012, 503, "not_stored")] * PAGES
        said = worker.said()
        assert said.count("what is stored cannot be read") == 1
        assert "Traceback" not in said
        worker.proxies["postgresql"].heal()
        for person, table in zip(people, tables, strict=True):
            wait_until(lambda person=person, table=table: comes_back(person, table), "a page is back")
        assert worker.said().count("what is stored can be read again") == 1


def comes_back(person: Person, table: str) -> bool:
    """As a page does it: again and again."""
    try:
        return person.join(table).table == table
    except ConnectionClosed:
        return False


@pytest.mark.parametrize(("tasks", "shown"), [(0, False), (2, True)])
def test_what_uvicorn_did_not_have_to_cancel_is_not_mentioned(
    tasks: int, shown: bool, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("uvicorn.error")
    logger.addFilter(serve._is_worth_a_line)
    try:
        logger.error("Cancel %s running task(s), timeout graceful shutdown exceeded", tasks)
    finally:
        logger.removeFilter(serve._is_worth_a_line)
    assert bool(caplog.records) == shown
