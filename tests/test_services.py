"""The servers that tests start: they answer, come back after every fault, and are gone afterwards."""

from __future__ import annotations

import socket
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests import services

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def ask(address: str, statement: str) -> str:
    """What a database answers to a statement."""
    command = [services.program("psql"), "--no-psqlrc", "--tuples-only", "--no-align", "--command", statement, address]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def paused(server: services.PostgreSQL | services.Redis) -> None:
    server.pause()
    server.resume()


def killed(server: services.PostgreSQL | services.Redis) -> None:
    server.kill()
    server.start()


FAULTS = [
    pytest.param(lambda server: server.restart(), id="restarted"),
    pytest.param(killed, id="killed"),
    pytest.param(paused, id="paused"),
]


@pytest.fixture(scope="module")
def meeting_point(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("meeting_point")


@pytest.fixture(scope="module")
def own_postgresql(postgresql: services.PostgreSQL, meeting_point: Path) -> Iterator[services.PostgreSQL]:
    """One that may be hurt; the common one is asked for because it knows whether there are the programs."""
    with services.shared_postgresql(meeting_point) as server:
        yield server
    assert not listens(server.port)
    assert not server.folder.exists()


@pytest.mark.parametrize("fault", FAULTS)
def test_postgresql_keeps_what_was_committed(
    own_postgresql: services.PostgreSQL, fault: Callable[[services.PostgreSQL], None], request: pytest.FixtureRequest
) -> None:
    address = own_postgresql.database(request.node.callspec.id)
    ask(address, "create table numbers as select 7 as number")
    fault(own_postgresql)
    assert ask(address, "select number from numbers") == "7"
    assert ask(address, "show fsync") == "on"


@pytest.mark.parametrize("fault", FAULTS)
def test_redis_comes_back(redis: services.Redis, fault: Callable[[services.Redis], None]) -> None:
    with services.redis() as server:
        fault(server)
        assert server.answers()
    assert not listens(server.port)


def test_a_database_is_empty_and_ones_own(database: str, postgresql: services.PostgreSQL) -> None:
    ask(database, "create table numbers (number integer)")
    other = postgresql.database("other")
    assert ask(other, "select count(*) from pg_tables where schemaname = 'public'") == "0"
    postgresql.drop("other")


def test_whoever_meets_in_a_folder_shares_one_server(
    own_postgresql: services.PostgreSQL, postgresql: services.PostgreSQL, meeting_point: Path
) -> None:
    with services.shared_postgresql(meeting_point) as second:
        assert second.port == own_postgresql.port != postgresql.port
    assert listens(own_postgresql.port)


def test_a_program_that_is_missing_is_named() -> None:
    with pytest.raises(services.MissingProgramError, match="there is no no-such-program"):
        services.program("no-such-program")
