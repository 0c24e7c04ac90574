"""Nothing happens in silence: what others do besides moving is seen, heard and stays in the log."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.person import PHONE, Person, photograph, scrolls_sideways, sized
from tests.browser.test_table import BOT, LINK, ME, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.places import TableServer

FOLDER = Path(os.environ.get("PENTARCHY_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))


@pytest.fixture(scope="module")
def impatient_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Where nobody need be away for long before a bot may play on."""
    from tests.browser import places

    server = places.TableServer(tmp_path_factory.mktemp("impatient") / "data", PENTARCHY_AWAY="0")
    server.start()
    yield server
    server.stop()


def turns(one: Person, other: Person) -> tuple[Person, Person]:
    """Who is asked, then who waits."""
    one.page.locator("[data-testid=banner]").wait_for()
    other.page.locator("[data-testid=banner]").wait_for()
    while not one.asked and not other.asked:
        one.page.wait_for_timeout(20)
    return (one, other) if one.asked else (other, one)


def open_sheet(person: Person, tab: str) -> None:
    person.at("open-log").click()
    person.at(f"tab-{tab}").click()


def test_the_moves_of_others_are_said_in_words(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite)
    asked, waiting = turns(anna, boris)
    aloud = waiting.at("moves-aloud")
    assert aloud.get_attribute("aria-live") == "polite"
    while not aloud.inner_text():
        asked.act()
        waiting.page.wait_for_timeout(20)
    assert asked.name in aloud.inner_text()


@sized("phone")
def test_a_bot_that_plays_for_me_is_unmistakable_and_one_tap_ends_it(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    anna, boris = invite("Anna", size=size, language="ru"), invite("Boris")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    anna.at("settings").click()
    anna.at("stand-in").click()
    anna.page.keyboard.press("Escape")
    while not anna.at("return").count():  # it is shown when it is not another's turn at this device
        boris.act()
        boris.page.wait_for_timeout(20)
    photograph(anna.page, FOLDER, f"bot-plays-for-me-{size[0]}")
    assert not scrolls_sideways(anna.page)
    boris.at("notices").get_by_text("Anna").wait_for()
    photograph(boris.page, FOLDER, f"notice-{size[0]}")
    anna.at("return").click()
    anna.at("return").wait_for(state="detached")
    boris.at("note").nth(1).wait_for()
    assert boris.at("log").get_by_test_id("note").count() == 2


@sized("wide")
def test_what_was_said_is_noticed_where_the_talk_is_not_open(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size)
    boris = invite("Boris")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    open_sheet(boris, "talk")
    boris.at("chat").last.get_by_role("textbox").fill("Good luck!")
    boris.page.keyboard.press("Enter")
    anna.at("notices").get_by_text("Good luck!").wait_for()
    photograph(anna.page, FOLDER, f"said-{size[0]}")
    assert "1" in anna.at("open-log").inner_text()
    assert boris.at("notices").inner_text() == ""
    open_sheet(anna, "talk")
    anna.at("chat").last.get_by_text("Good luck!").wait_for()
    assert anna.at("open-log").inner_text() == ""


@sized("phone")
def test_a_vanished_player_is_missed_and_a_bot_plays_on(
    invite: Callable[..., Person], impatient_table: TableServer, size: tuple[int, int]
) -> None:
    anna = invite("Anna", impatient_table, size=size, language="ru")
    boris = invite("Boris", impatient_table, size=size, language="ru")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    asked, waiting = turns(anna, boris)
    asked.go("/")
    waiting.at("missing").wait_for()
    assert asked.name in waiting.at("missing").inner_text()
    waiting.at("replace").wait_for()
    photograph(waiting.page, FOLDER, f"missing-{size[0]}")
    assert not scrolls_sideways(waiting.page)
    waiting.at("replace").click()
    waiting.page.locator("[data-testid=banner][data-mine=true]").wait_for()
    asked.go_to_table(table)
    while not asked.at("return").count():
        waiting.act()
        waiting.page.wait_for_timeout(20)
    asked.at("return").click()
    asked.at("return").wait_for(state="detached")


def test_whoever_leaves_and_comes_back_is_noticed(invite: Callable[..., Person]) -> None:
    anna, boris, table = two_at_a_table(invite)
    boris.go("/")
    anna.at("notices").get_by_text("Boris").wait_for()
    boris.go_to_table(table)
    anna.page.wait_for_function(
        "() => /Boris is here/.test(document.querySelector('[data-testid=notices]').textContent)"
    )


def test_a_phone_tells_what_happened_since_my_last_move(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", size=PHONE, language="ru")
    anna.go_to_table(anna.set_up("kingdomino", [ME, BOT, BOT]))
    while not anna.at("recap").is_visible():
        anna.act()
        anna.page.wait_for_timeout(20)
    anna.at("recap").click()
    card = anna.at("recap-card")
    card.wait_for()
    photograph(anna.page, FOLDER, "recap-390")
    assert "Bot" in card.inner_text() or "Бот" in card.inner_text()
    assert "Anna" not in card.inner_text()
    anna.page.keyboard.press("Escape")
    card.wait_for(state="detached")


def test_escape_closes_the_drawer_from_wherever_the_keyboard_is(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("kingdomino", [ME, BOT]))
    anna.at("rules").click()
    anna.at("rules-drawer").wait_for()
    anna.page.evaluate("document.activeElement.blur()")
    anna.page.keyboard.press("Escape")
    anna.at("rules-drawer").wait_for(state="detached")


def test_the_log_goes_with_the_slider(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("kingdomino", [BOT, BOT, ME]))
    anna.at("settings").click()
    anna.at("stand-in").click()
    anna.page.keyboard.press("Escape")
    anna.at("result").wait_for(timeout=60_000)
    anna.at("watch-replay").click()
    anna.at("replay").wait_for()
    anna.at("replay").focus()
    for _ in range(12):
        anna.page.keyboard.press("ArrowRight")
    anna.page.wait_for_function(IN_SIGHT)
    photograph(anna.page, FOLDER, "replay-1280")


# The line of the log that was the last one then is marked and within what scrolls.
IN_SIGHT = """() => {
  const line = document.querySelector('[data-testid=log] .here');
  if (!line) return false;
  const box = line.getBoundingClientRect();
  const frame = line.closest('[data-testid=log]').parentElement.getBoundingClientRect();
  return box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
}"""


def test_the_name_given_when_joining_is_remembered(invite: Callable[..., Person]) -> None:
    anna, guest = invite("Anna"), invite("")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    guest.go(f"/table/{table}")
    guest.at("sit-name").fill("Boris")
    guest.at("sit").first.click()
    guest.at("leave").wait_for()
    guest.go("/")
    guest.at("me").get_by_text("Boris").wait_for()


def test_the_pace_of_bots_is_chosen_and_remembered(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go("/new/kingdomino")
    anna.at("pace-leisurely").click()
    photograph(anna.page, FOLDER, "pace-1280")
    anna.at("start").click()
    anna.at("table").wait_for()
    anna.go("/new/kingdomino")
    assert anna.at("pace-leisurely").get_attribute("aria-pressed") == "true"


def test_the_ring_of_whose_turn_it_is_stays_during_a_preview(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite, "scuffle")
    asked, _ = turns(anna, boris)
    ringed = asked.page.locator(".rank li.now .who b")
    assert asked.name in ringed.inner_text()
    note = asked.at("standings").locator("h2 small").first
    now = note.inner_text()
    while note.inner_text() == now:  # until the score is that of a move which is only supposed
        asked.page.locator("[data-move]:visible").first.click()
        asked.page.wait_for_timeout(20)
    assert asked.name in ringed.inner_text()
