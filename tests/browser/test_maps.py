"""A map of one's own at set-up: opened, looked at, mended, kept, played on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.games.color_kingdoms import maps
from tests.browser.person import Person, scrolls_sideways, sized

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def drawn_by_hand(**areas: dict[str, Any]) -> dict[str, Any]:
    """The default map with other areas, as somebody might enter a printed sheet."""
    content = maps.data() | {"name": "Printed sheet", "blots": 9}
    for name, change in areas.items():
        entry = content["areas"][maps.load("default").areas.index(area_of(name))]
        entry.update(change)
    return content


def area_of(name: str) -> maps.Area:
    return next(area for area in maps.load("default").areas if area.name == name)


def open_file(person: Person, file: Path, content: dict[str, Any]) -> None:
    file.write_text(json.dumps(content), encoding="utf-8")
    person.at("map-file").set_input_files(file)


@pytest.mark.rule("CK-4")
@sized("wide")
def test_a_map_file_is_opened_mended_kept_and_played_on(
    invite: Callable[..., Person], tmp_path: Path, size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size)
    anna.go("/new/color_kingdoms")
    picture = anna.at("map-picture")
    picture.wait_for()
    assert picture.get_attribute("aria-label") == "The map «The Six Kingdoms»", "shown though there is no other"

    file = tmp_path / "sheet.json"
    open_file(anna, file, drawn_by_hand(b5={"of": "red"}, r9={"symbol": "castle"}))
    anna.at("map-problems").get_by_text("area b5: of, for a capital of the blue kingdom: found 'red'").wait_for()
    marks = picture.locator("[data-problem]")
    assert [mark.get_attribute("data-problem") for mark in marks.all()] == ["of", "symbol"]
    x, y = area_of("b5").label
    shown = picture.locator("[data-problem=of]").evaluate(
        "mark => [mark.transform.baseVal[0].matrix.e, mark.transform.baseVal[0].matrix.f]"
    )
    assert (abs(shown[0] - x) < 40, abs(shown[1] - y) < 40) == (True, True), "the mark stands on its area"
    assert anna.at("map-default").get_attribute("aria-pressed") == "true", "a map with errors is not chosen"
    assert not scrolls_sideways(anna.page)

    open_file(anna, file, drawn_by_hand())
    anna.at("map-problems").get_by_text("blots: found 9, usually 12").wait_for()
    assert anna.at("map-own").get_attribute("aria-pressed") == "true"
    anna.at("map-keep").click()
    anna.at("map-keep").wait_for(state="detached")

    anna.go("/new/color_kingdoms")
    anna.at("map-own").click()
    assert picture.get_attribute("aria-label") == "The map «Printed sheet»"
    anna.at("start").click()
    anna.at("table").wait_for()
    table = anna.page.url.rsplit("/", 1)[1]
    setup = anna.context.request.get(f"/api/tables/{table}").json()
    assert (setup["options"]["map"]["name"], setup["options"]["map"]["blots"]) == ("Printed sheet", 9)
    anna.page.locator("[data-move]").first.wait_for()

    anna.go("/new/color_kingdoms")
    anna.page.get_by_role("button", name="Delete the map «Printed sheet»").click()
    anna.at("map-own").wait_for(state="detached")
    assert anna.at("map-default").get_attribute("aria-pressed") == "true"


def test_what_is_no_map_file_is_told_in_words(invite: Callable[..., Person], tmp_path: Path) -> None:
    anna = invite("Anna")
    anna.go("/new/color_kingdoms")
    file = tmp_path / "letter.json"
    file.write_text("Dear Anna,", encoding="utf-8")
    anna.at("map-file").set_input_files(file)
    anna.page.get_by_text("This is no map file").wait_for()
    anna.complaints.clear()  # the browser notes every answer that refuses something
