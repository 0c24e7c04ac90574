"""Maps of one's own: checked before a game, with words and places for what is wrong, and played on."""

from __future__ import annotations

import copy
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pentarchy.games.color_kingdoms import maps
from pentarchy.table import surveyors
from tests.rules.color_kingdoms.tables import squares
from tests.table.people import PATIENCE, Person, running, wait_for

if TYPE_CHECKING:
    from pathlib import Path

CHECK = "/api/maps/check"


def without_dice() -> dict[str, Any]:
    content = copy.deepcopy(squares())
    del content["dice"]
    return content


@pytest.mark.rule("CK-4")
def test_a_sound_map_comes_back_with_all_that_was_left_out(anna: Person) -> None:
    checked = anna.post(CHECK, without_dice())
    assert checked["problems"] == []
    assert sum(checked["map"]["dice"].values()) == 1_000_000
    assert checked["map"]["areas"][0]["label"] == pytest.approx([3.5, 0.5])
    assert len(checked["sketch"]["areas"]) == 54
    assert anna.post(CHECK, checked["map"])["map"] == checked["map"]


@pytest.mark.rule("CK-4")
def test_what_is_wrong_is_told_with_its_place_and_a_sketch(anna: Person) -> None:
    content = without_dice()
    content["areas"][4]["of"] = "red"
    content["areas"][30]["polygon"] = [7, 8]
    checked = anna.post(CHECK, content)
    assert checked["map"] is None
    one, other = checked["problems"]
    assert one["is_error"]
    assert (one["areas"], one["found"], one["wanted"]) == (["b5"], "'red'", "'blue'")
    assert (other["areas"], other["text"]) == (["g4"], "area g4: found 2 corners, wanted at least three")
    assert {area["name"] for area in checked["sketch"]["areas"]} >= {"b5", "n9"}


@pytest.mark.rule("CK-4")
def test_what_is_unusual_is_told_and_can_be_played(anna: Person) -> None:
    checked = anna.post(CHECK, without_dice() | {"blots": 15})
    (problem,) = checked["problems"]
    assert (problem["is_error"], problem["field"], problem["text"]) == (False, "blots", "blots: found 15, usually 12")
    name = anna.create("color_kingdoms", "me", "novice", options={"map": checked["map"]}, start=True)
    view = anna.join(name).until(lambda state: state["positions"])["positions"][0]["view"]
    assert view["cells"]["blot"] == 15
    assert view["options"]["map"] == checked["map"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "the file is not JSON: "),
        (b"{", "the file is not JSON: "),
        (b"\xff\xfe", "the file is not JSON: "),
        (b"[" * 100_000, "the file is not JSON: "),
        (b"[1, 2]", "found list, wanted an object with the fields of a map"),
        (b'"default"', "found str, wanted an object with the fields of a map"),
    ],
)
def test_what_is_no_map_file_is_refused_in_words(body: bytes, words: str, anna: Person) -> None:
    answer = anna.http.post(CHECK, content=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_map"
    assert answer.json()["detail"].startswith(words)


def test_a_file_that_is_too_large_is_refused(anna: Person) -> None:
    assert anna.http.post(CHECK, content=b" " * 250_000).status_code == 413


def test_a_page_of_another_site_has_no_maps_checked(anna: Person) -> None:
    answer = anna.http.post(CHECK, content=b"{}", headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403


def test_an_address_has_only_so_many_maps_read(tmp_path: Path) -> None:
    with running(tmp_path, maps=(0.001, 3.0)) as table, httpx.Client(base_url=table.url, timeout=PATIENCE) as client:
        wanted = {"game": "color_kingdoms", "seats": [{"kind": "me"}], "options": {"map": without_dice()}}
        codes = [client.post(CHECK, content=b"{}").status_code for _ in range(2)]
        codes += [client.post("/api/tables", json=wanted).status_code for _ in range(2)]
        assert codes == [200, 200, 201, 429]
        without_map = {**wanted, "options": {}}
        assert client.post("/api/tables", json=without_map).status_code == 201, "only maps of one's own are counted"
        assert client.post(CHECK, content=b"{}").json()["error"] == "too_fast"


def test_a_person_has_only_so_many_maps_read_wherever_they_are(tmp_path: Path) -> None:
    with running(tmp_path, maps=(0.001, 3.0)) as table, httpx.Client(base_url=table.url, timeout=PATIENCE) as client:
        client.get("/api/me")
        elsewhere = [{"X-Forwarded-For": f"203.0.113.{number}"} for number in range(5)]
        codes = [client.post(CHECK, content=b"{}", headers=there).status_code for there in elsewhere]
        assert codes == [200, 200, 200, 429, 429]


def test_while_maps_are_read_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading stands still until everything else has been asked; a few may wait, more are sent away."""
    go_on = threading.Event()

    def read_slowly(value: object) -> maps.Checked:
        assert go_on.wait(PATIENCE)
        return maps.Checked((), None)

    monkeypatch.setattr(maps, "check", read_slowly)
    monkeypatch.setattr(surveyors, "MOST_WAITING", 3)
    with running(tmp_path) as table, ThreadPoolExecutor(5) as people:
        asked = [people.submit(httpx.post, f"{table.url}{CHECK}", content=b"{}", timeout=PATIENCE) for _ in range(5)]
        try:
            anna = Person(table.url, "Anna")
            assert anna.create("kingdomino", "me", "link")
            anna.close()
        finally:
            wait_for(lambda: sum(one.done() for one in asked) == 2)
            go_on.set()
        assert sorted(one.result().status_code for one in asked) == [200, 200, 200, 503, 503]


def test_a_table_with_a_wrong_map_is_refused_with_its_words(anna: Person) -> None:
    wanted = {"game": "color_kingdoms", "seats": [{"kind": "me"}], "options": {"map": without_dice() | {"blots": 0}}}
    answer = anna.http.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["detail"]) == (400, "blots: found 0, wanted 1 to 99")
