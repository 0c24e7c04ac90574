"""What one worker did others do when it is gone, and a worker that comes finds its database a little later."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING

import pytest

from pentarchy.table.migrating import migrate
from pentarchy.table.postgresql import PostgreSQLStore
from pentarchy.table.schema import Unusable
from tests.faults.proxy import Proxy
from tests.faults.workers import Worker
from tests.services import wait_until
from tests.table.people import Person

if TYPE_CHECKING:
    from pathlib import Path

    from tests.services import PostgreSQL, Redis


def test_the_bots_of_a_worker_that_was_killed_think_at_another(
    postgresql: PostgreSQL, redis: Redis, tmp_path: Path
) -> None:
    postgresql.database("takeover")
    with contextlib.ExitStack() as stack:
        stack.callback(postgresql.drop, "takeover")
        driving, other = [
            Worker.sharing(name, tmp_path / name, "takeover", postgresql, redis) for name in ("driving", "other")
        ]
        for worker in (driving, other):
            stack.callback(worker.close)
            worker.start()
        for worker in (driving, other):
            worker.wait_until_ready()
        anna = Person(f"http://127.0.0.1:{driving.port}")
        stack.callback(anna.close)
        table = anna.create("kingdomino", "me", "novice", start=True)
        anna.join(table).close()
        driving.kill()
        anna.move_to(f"http://127.0.0.1:{other.port}")
        page = stack.enter_context(contextlib.closing(anna.join(table)))
        for _ in range(3):
            page.until(lambda state: bool(state["positions"] and state["positions"][0]["legal"]))
            assert page.play(page.legal[0])["type"] == "done"
        page.until(lambda state: bool(state["positions"][0]["legal"]))


def test_a_database_that_is_away_for_a_moment_is_waited_for(database: str, postgresql: PostgreSQL) -> None:
    proxy = Proxy(postgresql.port)
    address = postgresql.address(database.rsplit("/", 1)[1], proxy.port)
    asyncio.run(migrate(address))
    proxy.refuse()
    opened = threading.Thread(target=lambda: asyncio.run(open_and_close(address)))
    opened.start()
    wait_until(lambda: proxy.refused > 0, "the database was asked for in vain")
    assert opened.is_alive()
    proxy.heal()
    opened.join(60)
    assert not opened.is_alive()
    proxy.close()


async def open_and_close(address: str) -> None:
    store = await PostgreSQLStore.opened(address)
    assert await store.identity()
    await store.close()


def test_a_database_that_refuses_is_not_waited_for(postgresql: PostgreSQL) -> None:
    with pytest.raises(Unusable, match="does not exist"):
        asyncio.run(PostgreSQLStore.opened(postgresql.address("nowhere")))
