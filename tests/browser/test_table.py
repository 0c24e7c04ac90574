"""Playing at the table in a real browser: together, alone, on one device, with a bad line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from tests.browser.person import (
    PHONE,
    Person,
    make_moves,
    play_to_the_end,
    play_until,
    quiet,
    scrolls_sideways,
    states,
    wait_until,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.places import TableServer

ME, LINK, BOT = {"kind": "me"}, {"kind": "link"}, {"kind": "bot", "level": "novice"}
GRANDMA = {"kind": "here", "name": "Grandma"}


def two_at_a_table(
    invite: Callable[..., Person], game: str = "kingdomino", device: dict[str, Any] | None = None, **wanted: Any
) -> tuple[Person, Person, str]:
    """Two people with devices of their own, the second one's as is said, at a table that has begun."""
    anna, boris = invite("Anna"), invite("Boris", **device or {})
    table = anna.set_up(game, [ME, LINK], start=False, **wanted)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    return anna, boris, table


def record_of(person: Person, table: str) -> dict[str, Any]:
    record: dict[str, Any] = person.get(f"/api/tables/{table}/record")
    return record


def test_one_click_against_bots(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.at("play-kingdomino").click()
    anna.at("table").wait_for()
    make_moves(6, anna)


def test_an_invitation_by_link(invite: Callable[..., Person]) -> None:
    anna, boris = invite("Anna"), invite("Boris")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go_to_table(table)
    boris.go(f"/table/{table}")
    boris.at("sit").first.click()
    anna.at("start-table").click()
    boris.page.locator("[data-testid=banner]").wait_for()
    assert "Boris" in anna.at("standings").first.inner_text()


def test_a_bot_for_a_friend_who_does_not_come(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", size=PHONE)
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go_to_table(table)
    anna.at("bot-level").select_option("novice")
    anna.at("add-bot").click()
    anna.at("free-seat").click()
    anna.at("start-table").wait_for(state="detached")
    assert not scrolls_sideways(anna.page)
    anna.at("add-bot").click()
    assert "novice" in anna.at("seats").inner_text()
    anna.at("start-table").click()
    anna.page.locator("[data-testid=banner]").wait_for()
    assert "Bot Leo" in anna.at("standings").first.inner_text()


def test_two_people_on_one_device(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("kingdomino", [ME, GRANDMA]))
    assert "Grandma" in anna.at("standings").first.inner_text()
    make_moves(12, anna)
    seats = {line["seat"] for state in states(anna) for line in state["log"] if "seat" in line}
    assert seats == {0, 1}


def test_two_people_on_one_device_pass_it_round_where_there_are_secrets(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("scuffle", [ME, GRANDMA]))
    anna.at("curtain-open").wait_for()
    play_to_the_end(anna)


def test_a_killed_server_is_found_again_as_it_was(invite: Callable[..., Person], own_table: TableServer) -> None:
    anna, boris = invite("Anna", own_table), invite("Boris", own_table)
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    make_moves(8, anna, boris)
    before = anna.at("standings").first.inner_text()
    own_table.kill()
    anna.at("connection").wait_for()
    own_table.start()
    anna.at("connection").wait_for(state="detached")
    boris.at("connection").wait_for(state="detached")
    assert anna.at("standings").first.inner_text() == before
    play_to_the_end(anna, boris)
    assert pentarchy.verify(record_of(anna, table)).honest


def test_a_move_made_without_a_line_is_sent_later(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite)
    play_until(lambda: anna.asked, boris)
    lines = anna.at("log").locator("li").count()
    anna.context.set_offline(True)
    anna.page.evaluate("dispatchEvent(new Event('offline'))")
    anna.act()
    anna.page.get_by_text("Your move is kept").wait_for()
    anna.context.set_offline(False)
    anna.page.evaluate("dispatchEvent(new Event('online'))")
    anna.page.wait_for_function(
        "before => document.querySelectorAll('[data-testid=log] li').length > before", arg=lines
    )


def test_a_spectator_sees_and_cannot_touch(invite: Callable[..., Person]) -> None:
    anna, boris, table = two_at_a_table(invite)
    carl = invite("Carl")
    carl.go_to_table(table)
    make_moves(12, anna, boris)
    wait_until(lambda: carl.seq == anna.seq, carl, anna)
    assert carl.page.locator("[data-move]").count() == 0
    assert carl.at("log").locator("li").count() > 0
    assert not carl.asked


def test_reading_back_and_the_proof(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    table = anna.set_up("scuffle", [ME, BOT])
    anna.go_to_table(table)
    play_to_the_end(anna)
    record = record_of(anna, table)
    anna.at("proof").locator("summary").click()
    assert record["seed_hash"][:8] in anna.at("proof").inner_text()
    anna.at("watch-replay").click()
    slider = anna.at("replay")
    slider.wait_for()
    first = anna.page.locator("[data-testid=board]").inner_html()
    slider.focus()
    for _ in range(20):
        anna.page.keyboard.press("ArrowRight")
    anna.page.wait_for_function("first => document.querySelector('[data-testid=board]').innerHTML !== first", arg=first)


def test_looking_back_does_not_yank(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite)
    make_moves(8, anna, boris)
    play_until(lambda: boris.asked, anna)
    anna.at("log").locator("li button, li [role=button]").last.click()
    anna.at("to-game").wait_for()
    then, seq = anna.at("kingdom").inner_html(), boris.seq
    play_until(lambda: boris.seq >= seq + 2, boris)
    wait_until(lambda: anna.seq == boris.seq, anna, boris)
    assert anna.at("kingdom").inner_html() == then
    anna.at("to-game").click()
    anna.at("to-game").wait_for(state="detached")


@pytest.mark.parametrize(("language", "word"), [("ru", "Открытые столы"), ("en", "Open tables")])
def test_both_languages(invite: Callable[..., Person], language: str, word: str) -> None:
    anna = invite("Anna", language=language)
    anna.at("lobby").wait_for()
    assert word in anna.at("lobby").inner_text()
    other = "en" if language == "ru" else "ru"
    anna.at(f"lang-{other}").first.click()
    for _ in range(2):  # the choice is remembered
        anna.page.locator(f"html[lang={other}]").wait_for()
        anna.at("lobby").wait_for()
        assert word not in anna.at("lobby").inner_text()
        anna.page.reload()


def test_the_phone_needs_no_scrolling(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", size=PHONE)
    anna.at("lobby").wait_for()
    assert not scrolls_sideways(anna.page)
    table = anna.set_up("kingdomino", [ME, BOT, BOT, BOT])
    anna.go_to_table(table)
    make_moves(40, anna)  # about ten of them are Anna's
    assert not scrolls_sideways(anna.page)
    boxes = json.loads(anna.page.evaluate(CORE))
    assert boxes.keys() == {"banner", "kingdom", "tray"}
    for name, box in boxes.items():
        assert box["top"] >= 0, name
        assert box["bottom"] <= PHONE[1], f"{name} ends at {box['bottom']}"
    assert boxes["kingdom"]["bottom"] <= boxes["tray"]["top"]


# The parts that must be in sight at once.
CORE = """() => {
  const found = {};
  const parts = [['banner', '[data-testid=banner]'], ['kingdom', '[data-testid=kingdom]'], ['tray', '.tray']];
  for (const [name, selector] of parts) {
    const all = [...document.querySelectorAll(selector)].filter((e) => e.getBoundingClientRect().height > 0);
    if (all.length) { const b = all[0].getBoundingClientRect(); found[name] = {top: b.top, bottom: b.bottom}; }
  }
  return JSON.stringify(found);
}"""


def test_the_title_says_whose_turn_it_is(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite)
    wait_until(lambda: quiet(anna, boris), anna, boris)
    asked, waiting = (anna, boris) if anna.asked else (boris, anna)
    assert asked.page.title() != waiting.page.title()
    assert "Your turn" in asked.page.title()


def test_a_rematch_is_offered_to_both(invite: Callable[..., Person]) -> None:
    anna, boris, table = two_at_a_table(invite, "scuffle")
    play_to_the_end(anna, boris)
    anna.at("rematch").first.click()
    anna.page.wait_for_url(lambda url: "/table/" in url and table not in url)
    boris.at("rematch").first.click()
    boris.page.wait_for_url(anna.page.url)
