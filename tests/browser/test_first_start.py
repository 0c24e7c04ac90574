"""The first start, when nothing is compiled: the lobby is there at once, and a game as soon as its rules are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from tests.browser.person import Person, scrolls_sideways
from tests.browser.places import TableServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.long

LONG = 300.0  # seconds that compiling may take on a busy machine


@pytest.fixture
def cold_table(tmp_path: Path) -> Iterator[TableServer]:
    """A table that finds nothing compiled."""
    server = TableServer(tmp_path / "data", PENTARCHY_CACHE=str(tmp_path / "cache"))
    server.start(until="/health")
    yield server
    server.stop()


def test_from_a_cold_start_to_a_game_and_a_hint(
    invite: Callable[..., Person], cold_table: TableServer, tmp_path: Path
) -> None:
    anna = invite("Anna", cold_table)
    anna.page.set_default_timeout(1000 * LONG)
    assert len(left(anna)) == 3 * len(NAMES)
    for game in ("genius", "color_kingdoms"):
        assert "left" in anna.at(f"state-{game}").inner_text()
    assert not scrolls_sideways(anna.page)
    anna.at("play-genius").click()
    # Either the waiting room says that the game will begin by itself, or it has begun meanwhile.
    anna.page.locator("[data-testid=preparing], [data-testid=banner]").wait_for()
    anna.page.locator("[data-testid=banner]").wait_for()
    assert ("genius", "people") not in left(anna)
    anna.page.locator("[data-testid=banner][data-mine=true]").wait_for()  # the bots before me have moved
    anna.at("hint").click()
    anna.page.locator("[data-testid=hint].on").wait_for()
    anna.page.locator("[data-move]").first.wait_for()
    if sys.platform == "linux":
        assert compiling(tmp_path / "cache") or not left(anna)
        cold_table.stop()
        assert compiling(tmp_path / "cache") == []


def left(person: Person) -> list[tuple[str, str]]:
    """What is not compiled yet."""
    return [(each["game"], each["part"]) for each in person.get("/api/compiling")]


def compiling(cache: Path) -> list[str]:
    """The processes that compile into a cache."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if str(cache).encode() in (place / "environ").read_bytes():
                found.append((place / "cmdline").read_bytes().decode())
        except OSError:
            pass  # it is gone, or not ours
    return [command for command in found if "pentarchy.warm" in command]
