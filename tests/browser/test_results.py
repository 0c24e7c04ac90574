"""The end of a game: who won, with what, the best turn, a picture to share; and what the lobby keeps of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from tests.browser.person import GAME, PHONE, PICTURES, Person, photograph, scrolls_sideways
from tests.browser.test_pictures import FOLDER, scan
from tests.browser.test_table import BOT, ME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ADEPT = {"kind": "bot", "level": "adept"}
OPTIONS = {"kingems": {"mode": "advanced"}}


def watch_to_the_end(person: Person, game: str, seats: list[dict[str, str]]) -> str:
    """A bot plays for somebody who watches the page until the result is shown."""
    table = person.set_up(game, seats, options=OPTIONS.get(game, {}), pace="at_once")
    person.go_to_table(table)
    person.let_a_bot_play(table, 0)
    person.at("result").wait_for(timeout=GAME * 1000)
    return table


@pytest.mark.parametrize("game", NAMES)
def test_a_result_is_worth_showing(invite: Callable[..., Person], game: str, tmp_path: Path) -> None:
    anna = invite("Anna", language="ru")
    table = watch_to_the_end(anna, game, [ME, ADEPT, BOT])
    row = next(line for line in anna.get("/api/lobby")["finished"] if line["table"] == table)
    place, points = row["places"][0], row["points"][0]

    won = anna.page.get_by_role("heading", level=1).inner_text()
    assert (won == "Вы победили") == (row["winners"] == [0])
    assert f"Ваше место: {place} из 3, {points}".replace("-", "−") in anna.at("my-place").inner_text()
    for seat in range(3):
        assert anna.at(f"final-{seat}").locator("svg[role=img]").bounding_box()["height"] > 30  # type: ignore[index]
    with anna.page.expect_download() as saved:
        anna.at("save-picture").click()
    picture = (FOLDER if PICTURES else tmp_path) / f"shared-{game}.png"
    saved.value.save_as(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    photograph(anna.page, FOLDER, f"result-{game}-1280")
    assert scan(anna) == []
    anna.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not scrolls_sideways(anna.page)
    photograph(anna.page, FOLDER, f"result-{game}-390", whole=True)

    best = anna.get(f"/api/tables/{table}/best")
    assert best == sorted(best, key=lambda turn: -turn["gain"])
    anna.at("see-best").click()
    anna.at("to-game").wait_for()


def test_a_game_alone_is_rated_and_crowned_only_when_it_is_royal(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    watch_to_the_end(anna, "color_kingdoms", [ME])
    points = anna.get("/api/lobby")["finished"][0]["points"][0]
    bands = ["попробуйте ещё", "неплохо", "хорошо", "по-королевски"]
    band = sum(points >= least for least in (50, 60, 70))
    assert anna.at("rated").inner_text() == bands[band]
    assert anna.at("result").locator(".crown").count() == (band == 3)


def test_finished_games_tell_place_and_points_and_can_be_chosen_by_game(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    for game in ("kingdomino", "genius"):
        watch_to_the_end(anna, game, [ME, BOT])
    anna.go("/")
    rows = anna.at("finished").locator("li")
    rows.nth(1).wait_for()
    text = rows.first.inner_text()
    assert "Simply Genius" in text
    assert "point" in text
    assert "you won" in text or "place 2 of 2" in text
    anna.at("finished-game").select_option("kingdomino")
    rows.nth(1).wait_for(state="detached")
    assert "Kingdomino" in rows.first.inner_text()
