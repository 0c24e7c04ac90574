"""The game of docs/adding-a-game.md at a real table: its board is built with the client, and a person plays a bot."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import adding
from tests.browser import places
from tests.browser.person import PHONE, PICTURES, Person, photograph, play_to_the_end, play_until, scrolls_sideways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.browser.places import TableServer

FOLDER = Path(PICTURES or ".") / "adding"
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "adept"}]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A table of the project with the game of the page in it."""
    folder = tmp_path_factory.mktemp("adding")
    project = adding.Project(folder / "project")
    project.make()
    project.web("vite/bin/vite.js", "build", "--logLevel", "warn")
    server = places.TableServer(folder / "data", **project.environment)
    server.start()
    yield server
    server.stop()


def log_of(person: Person) -> str:
    return " ".join(person.at("log").all_inner_texts())


def test_a_person_plays_a_bot_to_the_end(browser: Browser, table: TableServer) -> None:
    anna = Person(browser, table, "Anna")
    anna.at("game-pig").wait_for()
    assert "Roll once more" in anna.at("game-pig").inner_text()
    anna.go_to_table(anna.set_up("pig", SEATS, options={"target": 50}, pace="at_once"))
    play_until(lambda: "takes" in log_of(anna), anna)
    assert "rolls the die" in log_of(anna)
    assert "at stake" in log_of(anna)
    photograph(anna.page, FOLDER, "pig-wide")
    play_to_the_end(anna)
    points = [int(number) for number in re.findall(r"\d+", anna.at("result").inner_text())]
    assert max(points) >= 50
    photograph(anna.page, FOLDER, "pig-result")
    assert not anna.complaints
    anna.leave()


def test_everything_is_there_in_russian_and_on_a_phone(browser: Browser, table: TableServer) -> None:
    boris = Person(browser, table, "Boris", size=PHONE, language="ru")
    boris.go_to_table(boris.set_up("pig", SEATS, pace="at_once"))
    play_until(lambda: boris.seq > 4 and boris.asked, boris)
    boris.page.get_by_text("На кону", exact=True).wait_for()
    assert not scrolls_sideways(boris.page)
    photograph(boris.page, FOLDER, "pig-phone")
    boris.go("/rules/pig")
    boris.page.get_by_text("Бросить ещё или забрать").wait_for()
    boris.go("/learn/pig")
    boris.at("lesson-text").get_by_text("бросьте кубик").wait_for()
    assert not boris.complaints
    photograph(boris.page, FOLDER, "pig-lesson")
    boris.leave()
