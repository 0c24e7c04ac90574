"""A table to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.table.people import Person, RunningTable, running

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
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
