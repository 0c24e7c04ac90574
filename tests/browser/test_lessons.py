"""The lessons: every one can be followed to its end, and left at any time."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError

from pentarchy.games import NAMES
from tests.browser.person import Person, photograph, scrolls_sideways, sized
from tests.browser.test_pictures import FOLDER, scan

if TYPE_CHECKING:
    from collections.abc import Callable


GOLD = ".btn.go:not([disabled], [aria-disabled=true], [data-testid=lesson-play]):visible"


def before(asked: str) -> tuple[str, ...]:
    """What is tapped first where a move takes more than one tap."""
    words = asked.split()
    if words[0] == "place":  # the dot of the first half; further taps turn the domino
        return (f"[data-spot='{words[1]}']", ".ghost [data-move]", ".ghost [data-move]", ".ghost [data-move]")
    if words[0] == "move" and len(words) == 3:
        return (f"[data-piece=place-{words[1]}]", f"[data-piece=place-{words[2]}]")
    return ("[data-piece='spell mix']",) if words[0] == "mix" else ()


def do_what_is_asked(person: Person, asked: str) -> None:
    """Tap until the asked move is chosen, then the gold button; some boards need no button."""
    chosen = person.page.locator(f'[data-move="{asked}"]:visible')
    for selector in before(asked):
        if chosen.count():
            break
        person.page.locator(selector).first.click(force=True)
    button = person.page.locator(f'button.btn[data-move="{asked}"]:visible')
    if button.count():
        button.first.click()
        return
    if chosen.count():
        chosen.first.click(force=True)
    person.page.locator(GOLD).first.click(timeout=3_000)


def advance(person: Person, step: int) -> None:
    """Do what a step asks for; again, because a board takes no notice of a tap that comes right after another."""
    asked = person.at("lesson").get_attribute("data-asked")
    if not asked:
        person.at("lesson-on").click()
    there = person.page.locator(f"[data-testid=lesson][data-step='{step + 1}']")
    for _ in range(30):
        with contextlib.suppress(TimeoutError):
            if asked and not there.count():
                do_what_is_asked(person, asked)
            return there.wait_for(timeout=3_000)
    raise AssertionError(f"stuck at: {person.at('lesson-text').inner_text()}")


def follow(person: Person, seen: Callable[[int], None] = lambda step: None) -> int:
    """Do what the lesson says until its last step; return how many steps there were."""
    lesson = person.at("lesson")
    lesson.locator("[data-testid=lesson-text]").wait_for()
    while True:
        step = int(lesson.get_attribute("data-step") or 0)
        seen(step)
        if person.at("lesson-play").count():
            return step
        advance(person, step)


def follow_until(person: Person, wanted: str) -> None:
    """Follow the lesson to the step that asks for a move."""
    lesson = person.at("lesson")
    lesson.locator("[data-testid=lesson-text]").wait_for()
    while lesson.get_attribute("data-asked") != wanted:
        advance(person, int(lesson.get_attribute("data-step") or 0))


@sized("phone")
@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_can_be_followed_to_its_end(invite: Callable[..., Person], game: str, size: tuple[int, int]) -> None:
    anna = invite("Anna", size=size, language="ru")
    anna.go(f"/learn/{game}")
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


def test_a_lesson_ends_with_a_game_against_a_novice(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.go("/learn/genius")
    follow(anna)
    with anna.page.expect_request(lambda request: request.method == "POST") as asked:
        anna.at("lesson-play").click()
    anna.page.wait_for_url("**/table/*")
    wanted = asked.value.post_data_json
    assert wanted is not None
    assert [seat.get("level") for seat in wanted["seats"]] == [None, "novice"]


def test_in_a_kingdomino_lesson_the_learner_chooses_the_place(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.go("/learn/kingdomino")
    lesson = anna.at("lesson")
    follow_until(anna, "place 0,-1 west")
    assert anna.page.locator(".spot").count() > 4
    assert not anna.page.locator(".ghost").count()
    anna.page.locator("[data-spot='1,0']").click(force=True)
    anna.page.locator(GOLD).click()
    anna.page.get_by_text("в уроке сделайте то, что обведено").wait_for()
    assert lesson.get_attribute("data-asked") == "place 0,-1 west"


def test_in_a_kingems_lesson_only_the_asked_tile_is_marked(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.go("/learn/kingems")
    follow_until(anna, "turn f5 90")
    assert anna.page.locator(".pointed:not(.under)").count() == 1
    assert not anna.page.locator(".goal").count()
    assert not anna.page.locator(".light").count()


def test_a_lesson_never_says_that_a_full_reserve_is_empty(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.go("/learn/genius")
    said: list[str] = []
    follow(anna, lambda step: said.append(anna.at("lesson").inner_text()))
    assert not [text for text in said if "Резерв пуст" in text or "Ходит Вы" in text]
