"""Every game in the browser: two pages, many bots, a phone, a keyboard, and what is on the wire."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.games import NAMES
from tests.browser.keyboard import GOLD, Keyboard, offer
from tests.browser.person import PHONE, Person, play_to_the_end, scrolls_sideways
from tests.browser.test_table import BOT, ME, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS: dict[str, dict[str, Any]] = {"kingems": {"mode": "advanced"}}  # random basic games are very long
ADEPT = {"kind": "bot", "level": "adept"}

every_game = pytest.mark.parametrize("game", NAMES)


@every_game
def test_two_pages(invite: Callable[..., Person], game: str) -> None:
    anna, boris, _ = two_at_a_table(invite, game, options=OPTIONS.get(game, {}))
    play_to_the_end(anna, boris)


@every_game
def test_against_three_bots(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up(game, [ME, BOT, BOT, BOT], options=OPTIONS.get(game, {})))
    play_to_the_end(anna)


@every_game
def test_on_a_phone(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", size=PHONE, language="ru")
    anna.go_to_table(anna.set_up(game, [ME, BOT], options=OPTIONS.get(game, {})))
    play_to_the_end(anna)
    assert not scrolls_sideways(anna.page)


@every_game
def test_by_keyboard_alone(invite: Callable[..., Person], game: str) -> None:
    """A whole game; the bot is one that hurries to its end."""
    anna = invite("Anna")
    anna.go_to_table(anna.set_up(game, [ME, ADEPT], options=OPTIONS.get(game, {})))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    keyboard.play_to_the_end()


def test_a_held_key_acts_once(invite: Callable[..., Person]) -> None:
    """Though the focus comes back to what is offered next."""
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("genius", [ME, {"kind": "here", "name": "Grandma"}]))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    assert keyboard.go_to(offer(0))
    for _ in range(8):
        anna.page.keyboard.down("Enter")
        anna.page.wait_for_timeout(60)
    anna.page.keyboard.up("Enter")
    assert anna.at("log").get_by_text("draws a token").count() == 1


def test_a_question_gives_the_focus_back(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("color_kingdoms", [ME]))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    assert keyboard.enter(offer(0)), "a die is chosen"
    assert keyboard.enter(GOLD), "and taken"
    anna.page.locator("[data-move^=paint]").first.wait_for(state="attached")
    anna.page.wait_for_timeout(500)  # so soon after a move the button is not listened to
    for answer in ("Enter", "Escape"):
        assert keyboard.enter(GOLD), "leaving drops unpainted"
        anna.at("yes").wait_for()
        anna.page.keyboard.press(answer)  # both say no
        anna.at("yes").wait_for(state="detached")
        assert anna.page.evaluate("document.activeElement.matches('.btn.go')")


def states(person: Person) -> list[dict[str, Any]]:
    """The positions of games in progress that came over the wire."""
    found = []
    for frame in person.frames:
        message = json.loads(frame)
        if message["type"] == "state" and message["table"]["status"] == "playing":
            found.append(message)
    return found


def play_on(*people: Person, until: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not until() and not any(person.finished for person in people):
        assert time.monotonic() < end
        for person in people:
            person.act()
            person.page.wait_for_timeout(20)


def test_hands_stay_hidden_on_the_wire(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite, "scuffle")
    play_on(anna, boris, until=lambda: len(states(boris)) > 8)
    assert len(states(boris)) > 4
    for state in states(boris):
        (position,) = state["positions"]
        assert position["seat"] == 1
        assert position["view"]["players"][0]["hand"] is None
        assert position["view"]["players"][1]["hand"] is not None
        assert not any("aside 0" in line.get("chance", "") for line in state["log"])


@pytest.mark.parametrize("memory", [True, False])
def test_cells_stay_hidden_on_the_wire(invite: Callable[..., Person], memory: bool) -> None:
    anna, boris, _ = two_at_a_table(invite, "kingems", options={"mode": "advanced", "memory": memory})
    play_on(anna, boris, until=lambda: len(states(boris)) > 14)
    seen = [shown_cells(state["positions"][0]["view"]) for state in states(boris)]
    turned = sum(line.get("move", "").startswith("turn") for state in states(boris) for line in state["log"])
    assert turned > 0
    if memory:
        assert max(seen) > 0
    else:
        assert seen[0] == 0
        assert max(seen) <= 3, "no more is shown than what one turn brings to light"


def shown_cells(view: dict[str, Any]) -> int:
    return sum(tile["shown"] is not None for tile in view["tiles"])


def test_painting_stays_hidden_on_the_wire(invite: Callable[..., Person]) -> None:
    anna, boris, _ = two_at_a_table(invite, "color_kingdoms")
    play_on(anna, boris, until=lambda: len(states(boris)) > 25)
    sheets: dict[int, set[str]] = {}
    for state in states(boris):
        view = state["positions"][0]["view"]
        if not view["players"][1]["finished"]:
            sheets.setdefault(view["round"], set()).add(json.dumps(view["players"][0]["areas"]))
    assert len(sheets) > 1
    assert all(len(seen) == 1 for seen in sheets.values()), "Anna's sheet is as it was when the round began"
