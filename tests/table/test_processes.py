"""`pentarchy serve --workers 2`: real processes that die, are restarted one after the other, and end together."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pentarchy.cli import main
from tests import services
from tests.table.people import PATIENCE, Person, play_on, wait_for
from tests.table.served import Served, numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.table.people import Page

pytestmark = pytest.mark.long


@pytest.fixture
def served(tmp_path: Path, database: str, redis: services.Redis) -> Iterator[Served]:
    with Served(
        tmp_path,
        log=tmp_path / "log",
        PENTARCHY_DATABASE=database,
        PENTARCHY_BUS=redis.url,
        PENTARCHY_WORKERS="2",
    ) as found:
        wait_for(lambda: len(workers(found)) == 2)
        yield found


def workers(served: Served) -> list[int]:
    return services.children(served.process.pid)


class Player:
    """Somebody who plays on whatever happens to their worker."""

    def __init__(self, url: str, name: str) -> None:
        self.person = Person(url, name)
        self.page: Page | None = None
        self.seqs: list[int] = []

    def sit_at(self, table: str) -> None:
        self.table = table
        self._join()

    def _join(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.page = self.person.join(self.table, known=self.page)
                return
            except (ConnectionClosed, InvalidStatus, OSError):
                assert time.monotonic() < end
                time.sleep(0.02)

    def act(self) -> bool:
        """Make a move, if it is one's turn; whether the game goes on. Lost lines are made anew."""
        assert self.page is not None
        try:
            self.seqs.append(self.page.seq)
            if self.page.legal:
                command = f"move at {self.page.seq}"
                answer = self.page.ask(
                    "play", id=command, seq=self.page.seq, seat=self.page.seat, move=self.page.legal[0]
                )
                assert answer["type"] == "done" or answer["reason"] in ("stale", "failed"), answer
                self.page.at(answer["seq"])
            else:
                with contextlib.suppress(TimeoutError):  # it may be the other one who has something to read
                    self.page.receive(0.05)
        except ConnectionClosed:
            self._join()
        assert self.page is not None
        return self.page.status != "over"


def play(players: list[Player], moves: int | None = None) -> None:
    """Play on, so many moves or to the end."""
    first = players[0].page
    assert first is not None
    wanted = None if moves is None else first.seq + moves
    while True:
        acting = [player for player in players if player.page is not None and player.page.legal]
        going = [player.act() for player in acting or players]
        newest = max(player.page.seq for player in players if player.page is not None)
        if not any(going) or (wanted is not None and newest >= wanted):
            return


@pytest.fixture
def players(served: Served) -> Iterator[list[Player]]:
    found = [Player(served.url, name) for name in ("Anna", "Boris")]
    yield found
    for player in found:
        with contextlib.suppress(ConnectionClosed):
            player.person.close()


def test_workers_die_are_replaced_and_end_while_a_game_goes_on(served: Served, players: list[Player]) -> None:
    name = players[0].person.create("kingdomino", "me", "link")
    players[1].person.sit(name)
    players[0].person.start(name)
    for player in players:
        player.sit_at(name)
    play(players, 8)

    first = workers(served)
    os.kill(first[0], signal.SIGKILL)
    play(players, 8)
    wait_for(lambda: len(workers(served)) == 2 and first[0] not in workers(served))

    before = set(workers(served))
    served.process.send_signal(signal.SIGHUP)
    play(players, 8)
    wait_for(lambda: len(workers(served)) == 2 and not before & set(workers(served)))
    play(players)
    for player in players:
        assert player.page is not None
        player.page.until(lambda state: state["table"]["status"] == "over")
        assert player.seqs == sorted(player.seqs)
    assert players[0].person.get(f"/api/tables/{name}/proof")["honest"]

    ending = workers(served)
    served.process.terminate()
    assert served.process.wait(PATIENCE) == 0
    assert not any(services.is_running(worker) for worker in ending)


def test_each_worker_tells_its_own_numbers(tmp_path: Path, database: str, redis: services.Redis) -> None:
    first = services.free_port(2)
    with Served(
        tmp_path,
        PENTARCHY_DATABASE=database,
        PENTARCHY_BUS=redis.url,
        PENTARCHY_WORKERS="2",
        PENTARCHY_METRICS_PORT=str(first),
    ) as served:
        people = [Person(f"http://127.0.0.1:{first + place}") for place in (0, 1)]  # one at each of them
        name = people[0].create("kingdomino", "me", "link")
        people[1].sit(name)
        people[0].start(name)
        made = play_on([person.join(name) for person in people], 9)
        told = [numbers_of(first + place) for place in (0, 1)]
        assert made == sum(each["pentarchy_moves_total", str(place)] for place, each in enumerate(told)) == 9
        assert all(each["pentarchy_moves_total", str(place)] > 0 for place, each in enumerate(told))
        assert all(each["pentarchy_pages", str(place)] == 1 for place, each in enumerate(told))
        assert all(worker == str(place) for place, each in enumerate(told) for _, worker in each)
        processes = [each["process_start_time_seconds", str(place)] for place, each in enumerate(told)]
        os.kill(workers(served)[1], signal.SIGKILL)
        wait_for(lambda: len(workers(served)) == 2 and answers(first) and answers(first + 1))
        after = [numbers_of(first + place)["process_start_time_seconds", str(place)] for place in (0, 1)]
        assert sum(one != other for one, other in zip(processes, after, strict=True)) == 1
        for person in people:
            with contextlib.suppress(ConnectionClosed):
                person.close()


def answers(port: int) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
    return False


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"PENTARCHY_METRICS_PORT": "65535"}, "2 workers would need ports up to 65536"),
        ({"PENTARCHY_METRICS_PORT": "7999", "PENTARCHY_PORT": "8000"}, "8000 is the table's own port"),
        ({"PENTARCHY_METRICS_PORT": "none"}, "PENTARCHY_METRICS_PORT"),
    ],
    ids=["too many", "its own", "no number"],
)
def test_ports_that_workers_cannot_have_are_refused(
    flags: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in flags.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--workers", "2", "--database", "postgresql://nobody@127.0.0.1:1/none"]) == 2
    assert words in capsys.readouterr().err


def test_no_worker_outlives_its_parent(served: Served) -> None:
    left = workers(served)
    served.kill()
    wait_for(lambda: not any(services.is_running(worker) for worker in left))


@pytest.mark.parametrize("flags", [["--workers", "2"], ["--bus", "redis://127.0.0.1:6379"]], ids=["workers", "bus"])
def test_a_file_is_for_one_process(flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(tmp_path), *flags]) == 2
    assert "need a database that several processes can use: --database postgresql://" in capsys.readouterr().err
