"""What the pages look like: pictures to look at, and a scan for people who do not see them as most do."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from tests.browser.person import PHONE, WIDE, Person, photograph
from tests.browser.test_games import OPTIONS
from tests.browser.test_table import BOT, ME

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(os.environ.get("PENTARCHY_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))
SERIOUS = ("serious", "critical")


def scan(person: Person) -> list[str]:
    """Serious findings of the accessibility scan."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(person.page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


def act_for(person: Person, moves: int) -> None:
    """Make some moves, and stop when asked for another."""
    end = time.monotonic() + 60
    while moves > 0 or not person.asked:
        if person.finished or time.monotonic() > end:
            return
        moves -= person.act()
        person.page.wait_for_timeout(30)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("game", NAMES)
def test_a_game_in_progress(invite: Callable[..., Person], game: str, size: tuple[int, int], dark: bool) -> None:
    anna = invite("Anna", size=size, dark=dark, language="ru" if size == PHONE else "en")
    anna.go_to_table(anna.set_up(game, [ME, BOT, BOT, BOT], options=OPTIONS.get(game, {})))
    name = f"{game}-{size[0]}-{'dark' if dark else 'light'}"
    for number, moves in enumerate((1, 4, 6)):
        act_for(anna, moves)
        photograph(anna.page, FOLDER, f"{name}-{number}")
    assert scan(anna) == []
    if not dark:
        anna.page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
        photograph(anna.page, FOLDER, f"{name}-grey")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_lobby(invite: Callable[..., Person], size: tuple[int, int], dark: bool) -> None:
    anna = invite("Anna", size=size, dark=dark, language="ru")
    anna.at("lobby").wait_for()
    photograph(anna.page, FOLDER, f"lobby-{size[0]}-{'dark' if dark else 'light'}")
    assert scan(anna) == []


@pytest.mark.parametrize("game", NAMES)
def test_setting_up(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", language="ru")
    anna.page.goto(f"/new/{game}")
    anna.at("start").wait_for()
    photograph(anna.page, FOLDER, f"setup-{game}")
    assert scan(anna) == []


@pytest.mark.parametrize("game", NAMES)
def test_the_rules(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", size=PHONE, language="ru")
    anna.page.goto(f"/rules/{game}")
    anna.page.locator("h2, h3").first.wait_for()
    photograph(anna.page, FOLDER, f"rules-{game}")
    assert scan(anna) == []
