"""A real browser, a real table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium, places
from tests.browser.person import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.browser.places import TableServer


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = places.missing()
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            if missing:
                item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture
def browser() -> Browser:
    return chromium.opened()


@pytest.fixture(scope="session")
def common_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """One table for the tests that do not kill it."""
    server = places.TableServer(tmp_path_factory.mktemp("table") / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_table(tmp_path: Path) -> Iterator[TableServer]:
    """A table that may be killed."""
    server = places.TableServer(tmp_path / "data")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def invite(browser: Browser, common_table: TableServer) -> Iterator[Callable[..., Person]]:
    """Make a person with a device: `invite("Anna", width=390)`. What their pages complain of fails the test."""
    people: list[Person] = []

    def make(name: str, server: TableServer | None = None, **device: object) -> Person:
        person = Person(browser, server or common_table, name, **device)  # type: ignore[arg-type]
        people.append(person)
        return person

    yield make
    complaints = [line for person in people for line in person.complaints]
    for person in people:
        person.leave()
    assert not [line for line in complaints if not re.search(r"net::ERR|WebSocket connection", line)]
