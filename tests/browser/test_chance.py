"""Chance by everybody in real pages: each adds a number, finds it in the proof, and notices a table that lies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pentarchy
from tests.browser.person import PHONE, PICTURES, Person, play_to_the_end, scrolls_sideways
from tests.browser.test_pictures import FOLDER
from tests.browser.test_table import LINK, ME, record_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route


def receipt_of(person: Person) -> dict[str, Any]:
    """What a page offers to be saved beside the record."""
    address = person.at("receipt").get_attribute("href") or ""
    kept: dict[str, Any] = json.loads(unquote(address.partition(",")[2]))
    return kept


def test_both_pages_add_a_number_to_chance_and_find_it_in_the_proof(invite: Callable[..., Person]) -> None:
    anna, boris = invite("Anna"), invite("Boris", size=PHONE, language="ru")
    table = anna.set_up("scuffle", [ME, LINK], start=False)
    anna.go_to_table(table)
    boris.go_to_table(table)
    boris.at("sit").first.click()
    anna.at("start-table").click()
    play_to_the_end(anna, boris)
    record = record_of(anna, table)
    numbers = [lot["number"] for lot in record["seed_parts"]["lots"]]
    for person, number in zip((anna, boris), numbers, strict=True):
        assert person.at("share").get_attribute("data-share") == "in"
        person.at("proof").locator("summary").click()
        assert number in person.at("proof").inner_text()
        assert receipt_of(person)["number"] == number
        assert pentarchy.verify(record, receipt_of(person)).honest
        assert not scrolls_sideways(person.page)
        if PICTURES:
            person.at("proof").screenshot(path=FOLDER / f"proof-{person.name.lower()}.png")
    assert "Your page added a number" in anna.at("share").inner_text()
    assert "Ваша страница добавила" in boris.at("share").inner_text()


def test_a_spectator_and_a_page_without_its_receipt_are_told_nothing_of_their_own(
    invite: Callable[..., Person],
) -> None:
    anna, carl = invite("Anna"), invite("Carl")
    anna.at("play-scuffle").click()
    play_to_the_end(anna)
    table = anna.page.url.rpartition("/")[2]
    assert anna.at("share").get_attribute("data-share") == "in"
    carl.go_to_table(table)
    carl.at("proof").get_by_text("Verified: fair").wait_for()
    assert carl.at("share").count() == 0
    anna.page.evaluate("localStorage.clear()")
    anna.page.reload()
    anna.at("proof").get_by_text("Verified: fair").wait_for()
    assert anna.at("share").count() == 0


def test_a_table_that_shows_other_numbers_than_before_is_caught_by_the_page(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.at("play-scuffle").click()
    play_to_the_end(anna)
    table = anna.page.url.rpartition("/")[2]

    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"seed_hash": "00" * 32})

    anna.page.route(f"**/api/tables/{table}/proof", lie)
    anna.page.reload()
    anna.at("proof").get_by_text("The check failed").wait_for()
    assert "not those that the table had shown your page" in anna.at("proof").inner_text()
