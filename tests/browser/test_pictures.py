"""What the pages look like: pictures to look at, and a scan for people who do not see them as most do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from pentarchy.games import NAMES
from tests.browser.person import PHONE, WIDE, Person, make_moves, photograph
from tests.browser.test_games import OPTIONS
from tests.browser.test_table import BOT, ME

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(os.environ.get("PENTARCHY_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))
SERIOUS = ("serious", "critical")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def scan(person: Person) -> list[str]:
    """Serious findings of the accessibility scan."""
    from axe_playwright_python.sync_playwright import Axe

    person.paint()
    found = Axe().run(person.page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


def wear(person: Person, scheme: Literal["light", "dark"]) -> None:
    """Day or night."""
    person.page.emulate_media(color_scheme=scheme)


def look(person: Person, name: str) -> None:
    """By day and by night, on a desk and in the hand."""
    for width, height in (WIDE, PHONE):
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            wear(person, scheme)
            photograph(person.page, FOLDER, f"{name}-{width}-{scheme}")
            assert scan(person) == [], f"{name}, {width}, {scheme}"


@pytest.mark.parametrize("game", NAMES)
def test_a_game_in_progress(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", language="ru")
    anna.go_to_table(anna.set_up(game, [ME, BOT, BOT, BOT], options=OPTIONS.get(game, {})))
    make_moves(24, anna)  # of all four
    look(anna, game)
    wear(anna, "light")
    anna.page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    photograph(anna.page, FOLDER, f"{game}-{PHONE[0]}-light-grey")


def test_the_lobby(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.at("lobby").wait_for()
    look(anna, "lobby")


@pytest.mark.parametrize("game", NAMES)
def test_setting_up(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", language="ru")
    anna.go(f"/new/{game}")
    anna.at("start").wait_for()
    photograph(anna.page, FOLDER, f"setup-{game}")
    assert scan(anna) == []


@pytest.mark.parametrize("game", NAMES)
def test_the_rules(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", size=PHONE, language="ru")
    anna.go(f"/rules/{game}")
    anna.page.locator("h2, h3").first.wait_for()
    photograph(anna.page, FOLDER, f"rules-{game}")
    assert scan(anna) == []
