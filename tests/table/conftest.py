"""A table to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.table import keeping
from tests.table.people import Person, RunningTable, running

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if getattr(metafunc.module, "BOTH_STORES", False) and not metafunc.definition.get_closest_marker("in_a_file"):
        metafunc.parametrize("kept_by", ["sqlite", "postgresql"], indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def kept_by(request: pytest.FixtureRequest) -> Iterator[None]:
    if getattr(request, "param", "sqlite") == "sqlite":
        yield
        return
    server, redis = request.getfixturevalue("postgresql"), request.getfixturevalue("redis")
    keeping.chosen = keeping.ByPostgreSQL(server, redis)
    yield
    keeping.chosen = None


@pytest.fixture(scope="module")
def table(kept_by: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    with running(tmp_path_factory.mktemp("table")) as found:
        yield found


@pytest.fixture
def anna(table: RunningTable) -> Iterator[Person]:
    person = Person(table.url, "Anna")
    yield person
    person.close()


@pytest.fixture
def boris(table: RunningTable) -> Iterator[Person]:
    person = Person(table.url, "Boris")
    yield person
    person.close()
