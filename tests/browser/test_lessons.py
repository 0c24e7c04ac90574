"""The lessons: every one can be followed to its end, and left at any time."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from tests.browser.person import PHONE, WIDE, Person, photograph, scrolls_sideways
from tests.browser.test_pictures import FOLDER, scan

if TYPE_CHECKING:
    from collections.abc import Callable


# Where a move takes more than one tap: what the lesson says, and what is tapped then.
TAPS = {
    "перенесите дракона": ("[data-piece=place-4]", "[data-piece=place-1]"),
    "Смешайте зелёный": ("[data-piece='spell mix']", "[data-move='mix green']"),
}


def taps(person: Person) -> tuple[str, ...]:
    text = person.at("lesson-text").inner_text()
    return next((each for said, each in TAPS.items() if said in text), ("[data-move]:visible",))


def follow(person: Person) -> int:
    """Do what the lesson says until its last step; return how many steps there were."""
    lesson = person.at("lesson")
    lesson.locator("[data-testid=lesson-text]").wait_for()
    for _ in range(80):
        if person.at("lesson-play").count():
            return int(lesson.get_attribute("data-step") or 0)
        if person.at("lesson-on").count():
            person.at("lesson-on").click()
            continue
        for selector in (*taps(person), ".btn.go:not([disabled], [aria-disabled=true])"):
            found = person.page.locator(selector)
            if found.count():
                found.first.click(force=True)
                person.page.wait_for_timeout(120)
    raise AssertionError(f"stuck at: {person.at('lesson-text').inner_text()}")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_can_be_followed_to_its_end(invite: Callable[..., Person], game: str, size: tuple[int, int]) -> None:
    anna = invite("Anna", size=size, language="ru")
    anna.page.goto(f"/learn/{game}")
    assert follow(anna) >= 5
    photograph(anna.page, FOLDER, f"lesson-{game}-{size[0]}")
    assert scan(anna) == []
    assert not scrolls_sideways(anna.page)


def test_a_newcomer_is_offered_a_lesson_and_may_leave_it(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.at("learn-genius").first.click()
    anna.at("lesson").wait_for()
    anna.at("skip-lesson").click()
    anna.at("lobby").wait_for()


def test_the_lessons_are_what_the_rules_make_of_their_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = Path(__file__).parents[2] / "tools" / "lessons.py"
    monkeypatch.setattr(sys, "argv", [str(tool), "--check"])
    assert runpy.run_path(str(tool))["main"]() == 0
