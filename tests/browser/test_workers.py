"""Two people whose pages hang at different workers play a whole game while these are killed in turn."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

import pentarchy
from tests.browser.person import play_to_the_end, play_until
from tests.browser.test_table import LINK, ME, record_of
from tests.faults.proxy import Proxy
from tests.faults.workers import Worker
from tests.sizes import covered, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.person import Person
    from tests.services import Redis

pytestmark = pytest.mark.long

GAMES = ["scuffle", "kingdomino", "genius", "kingems", "color_kingdoms"][: size(1, 5)]
MOVES = 5  # from one kill to the next, about


@dataclass
class Way:
    """How a person comes to the workers: to one, and while that is gone to the other, as a proxy would lead them."""

    proxy: Proxy
    own: Worker
    other: Worker

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}"

    def lead_to(self, worker: Worker) -> None:
        """From now on; what is open breaks off."""
        self.proxy.target = worker.port
        self.proxy.cut()


@pytest.fixture
def ways(tmp_path: Path, database: str, redis: Redis) -> Iterator[list[Way]]:
    """Two workers, and a way to each."""
    arguments = ("--database", database, "--bus", redis.url)
    workers = [Worker(name, tmp_path / name, arguments) for name in ("one", "two")]
    with contextlib.ExitStack() as stack:
        for worker in workers:
            stack.callback(worker.close)
            worker.start()
        for worker in workers:
            worker.wait_until_ready()
        proxies = [stack.enter_context(Proxy(worker.port)) for worker in workers]
        yield [Way(proxies[0], *workers), Way(proxies[1], *reversed(workers))]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_pages_at_different_workers_play_on_while_these_are_killed_in_turn(
    invite: Callable[..., Person], ways: list[Way], game: str
) -> None:
    anna, boris = (invite(name, way) for name, way in zip(("Anna", "Boris"), ways, strict=True))
    options = {"mode": "advanced"} if game == "kingems" else {}
    table = anna.set_up(game, [ME, LINK], start=False, options=options)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    kills = 0
    while not (anna.finished or boris.finished):
        way = ways[kills % 2]
        way.own.kill()
        kills += 1
        way.lead_to(way.other)
        play_on(anna, boris)
        way.own.start()
        way.own.wait_until_ready()
        way.lead_to(way.own)
        play_on(anna, boris)
    play_to_the_end(anna, boris)
    covered(kills, "workers killed under open pages")
    assert kills >= 2
    records = [record_of(person, table) for person in (anna, boris)]
    assert records[0] == records[1]
    assert pentarchy.verify(records[0]).honest


def play_on(*people: Person) -> None:
    """Some moves, or to the end; all pages have seen them then."""
    first = people[0].seq
    play_until(
        lambda: all(person.seq >= first + MOVES for person in people) or any(person.finished for person in people),
        *people,
    )
