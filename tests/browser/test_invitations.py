"""How people come to a table: codes, links that arrive or say that they do not, set-up, and a first visit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pentarchy.table.names import IN_LATIN
from tests.browser.person import PHONE, WIDE, Person, scrolls_sideways

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

    from tests.browser.places import TableServer

ME, LINK, BOT = {"kind": "me"}, {"kind": "link"}, {"kind": "bot", "level": "novice"}
HOUSE = ["http://192.168.1.7:8000", "http://10.0.0.3:8000"]


def in_cyrillic(table: str) -> list[str]:
    """The words of a name as somebody hears them."""
    words = {latin: cyrillic for cyrillic, latin in IN_LATIN.items()}
    return [words[word] for word in table.split("-")]


def at_table(person: Person, table: str) -> None:
    """Wait until a page shows a table, under its usual address."""
    person.at("seats").wait_for()
    person.page.wait_for_url(f"**/table/{table}")


def test_a_code_is_understood_in_cyrillic_with_spaces_in_capitals(invite: Callable[..., Person]) -> None:
    anna, boris = invite("Anna"), invite("Boris", language="ru")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.at("code").fill(" ".join(in_cyrillic(table)).upper())
    boris.at("code").press("Enter")
    at_table(boris, table)
    boris.at("sit").click()
    boris.at("leave").wait_for()


def test_a_code_in_the_address_bar_is_understood_in_cyrillic(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go(f"/table/{'-'.join(in_cyrillic(table))}")
    at_table(anna, table)


def test_an_invitation_from_this_machine_says_that_it_does_not_arrive(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("kingdomino", [ME, LINK], start=False))
    anna.at("alone").wait_for()
    assert "pentarchy serve --lan" in anna.at("alone").inner_text()
    assert anna.at("qr").count() == 0  # no phone could open it


def test_an_invitation_carries_the_address_of_the_house(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", size=PHONE)
    told = json.dumps({"public": "", "lan": True, "house": HOUSE})
    anna.page.route("**/api/reach", lambda route: route.fulfill(body=told, content_type="application/json"))
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go_to_table(table)
    anna.at("qr").wait_for()
    assert anna.at("link").input_value() == f"{HOUSE[0]}/table/{table}"
    first = anna.at("qr").locator("path").get_attribute("d")
    anna.at("addresses").select_option(label=HOUSE[1])
    assert anna.at("link").input_value() == f"{HOUSE[1]}/table/{table}"
    anna.page.wait_for_function(
        "first => document.querySelector('[data-testid=qr] path')?.getAttribute('d') !== first", arg=first
    )
    assert anna.at("alone").count() == 0
    assert not scrolls_sideways(anna.page)


@pytest.mark.parametrize("game", ["genius", "scuffle", "kingems", "color_kingdoms"])
def test_only_seats_that_exist_are_offered_to_begin(game: str, invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go(f"/new/{game}")
    first = anna.at("option-first")
    for players in (4, 2, 3):
        anna.at("players").get_by_text(str(players), exact=True).click()
        anna.at(f"seat-{players - 1}").wait_for()
        assert first.locator("option, button").count() == players + 1  # or drawn by lot
    anna.at("players").get_by_text("4", exact=True).click()
    first.locator("select").select_option("3")
    anna.at("players").get_by_text("2", exact=True).click()
    assert first.locator("[aria-pressed=true]").inner_text() == first.locator("button").first.inner_text()
    anna.at("kind-1-link").click()
    anna.at("start").click()
    anna.at("seats").wait_for()


def test_an_option_with_one_choice_that_matters_is_shown(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go("/new/color_kingdoms")
    anna.at("option-map").wait_for()
    assert "Six Kingdoms" in anna.at("option-map").inner_text()


def test_a_table_says_how_it_is_played_before_anybody_sits_down(invite: Callable[..., Person]) -> None:
    anna, boris = invite("Anna"), invite("Boris", size=PHONE)
    clock = {"per": "move", "seconds": 60}
    table = anna.set_up("kingdomino", [ME, LINK], start=False, public=True, options={"harmony": True}, clock=clock)
    boris.page.reload()
    row = boris.at("open").locator("li", has=boris.page.locator(f"a[href='/table/{table}']"))
    row.get_by_text("Harmony · clock: 1 min per turn").wait_for()
    assert row.locator("a[href='/learn/kingdomino']").count() == 1
    row.locator(f"a[href='/table/{table}']").click()
    boris.page.get_by_text("Harmony · clock: 1 min per turn").wait_for()
    assert boris.at("lesson").get_attribute("href") == "/learn/kingdomino"
    assert boris.at("rules").get_attribute("href") == "/rules/kingdomino"


@pytest.mark.parametrize("size", [WIDE, PHONE, (320, 844)], ids=["wide", "phone", "narrow"])
def test_a_first_visit_shows_lessons_without_scrolling(
    size: tuple[int, int], browser: Browser, common_table: TableServer
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, base_url=common_table.address)
    page = context.new_page()
    page.goto("/")
    page.get_by_test_id("welcome").wait_for()
    for game in ("kingdomino", "genius", "scuffle", "kingems", "color_kingdoms"):
        box = page.get_by_test_id(f"learn-{game}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        assert box["height"] >= 40
    assert not scrolls_sideways(page)
    context.request.put("/api/me", data={"name": "Vera"}, headers={"Origin": common_table.address})
    page.reload()
    page.get_by_test_id("open").wait_for()
    assert page.get_by_test_id("welcome").count() == 0
    context.close()


def test_links_have_a_preview_and_the_page_an_icon(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    page = anna.context.request.get("/table/sova-med-rog-les").text()
    for part in ('property="og:title"', 'property="og:description"', 'property="og:image"', 'rel="manifest"'):
        assert part in page
    manifest = anna.context.request.get("/table.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    pictures = [icon["src"] for icon in manifest.json()["icons"]] + ["/preview.png", "/icon-180.png"]
    for picture in pictures:
        assert anna.context.request.get(picture).headers["content-type"].startswith("image/")
