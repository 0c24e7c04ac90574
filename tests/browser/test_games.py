"""Every game in the browser: two pages, many bots, a phone, a keyboard, and what is on the wire."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.art.numbers import signed
from pentarchy.games import NAMES
from tests.browser.keyboard import GOLD, Keyboard, offer
from tests.browser.person import (
    PHONE,
    Person,
    play_to_the_end,
    play_until,
    scrolls_sideways,
    states,
    wait_until,
)
from tests.browser.test_table import GRANDMA, ME, record_of, two_at_a_table
from tests.sizes import size

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS: dict[str, dict[str, Any]] = {"kingems": {"mode": "advanced"}}  # random basic games are very long
ADEPT = {"kind": "bot", "level": "adept"}

every_game = pytest.mark.parametrize("game", NAMES)


@every_game
@pytest.mark.soak
def test_two_pages_play_a_whole_game(invite: Callable[..., Person], game: str) -> None:
    """One of them on a phone. Bots make the rest of the moves, but for a soak."""
    phone = {"size": PHONE, "language": "ru"}
    anna, boris, table = two_at_a_table(invite, game, phone, options=OPTIONS.get(game, {}))
    play_on(anna, boris, until=lambda: anna.seq >= size(30, 10**6))
    for seat, person in enumerate((anna, boris)):
        person.let_a_bot_play(table, seat)
    play_to_the_end(anna, boris)
    assert not scrolls_sideways(boris.page)
    record = record_of(anna, table)
    assert pentarchy.verify(record).honest
    for person in (anna, boris):
        for score in pentarchy.replay(record).result.scores:  # type: ignore[union-attr]
            assert signed(score) in person.at("result").inner_text()


@every_game
@pytest.mark.soak
def test_by_keyboard_alone(invite: Callable[..., Person], game: str) -> None:
    """The bot is one that hurries to the end; in a soak the whole game is played."""
    anna = invite("Anna")
    anna.go_to_table(anna.set_up(game, [ME, ADEPT], options=OPTIONS.get(game, {})))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    keyboard.play(size(16, 10**6))


def test_a_held_key_acts_once(invite: Callable[..., Person]) -> None:
    """Though the focus comes back to what is offered next."""
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("genius", [ME, GRANDMA]))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    assert keyboard.go_to(offer(0))
    before = anna.seq
    anna.page.keyboard.down("Enter")
    wait_until(lambda: anna.seq > before, anna)
    for _ in range(8):
        anna.page.keyboard.down("Enter")
        anna.page.evaluate("new Promise(requestAnimationFrame)")
    anna.page.keyboard.up("Enter")
    assert sum(json.loads(frame)["type"] == "play" for frame in anna.sent) == 1
    assert anna.at("log").get_by_text("draws a token").count() == 1


def test_a_question_gives_the_focus_back(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("color_kingdoms", [ME]))
    keyboard = Keyboard(anna)
    keyboard.skip_to_the_board()
    assert keyboard.enter(offer(0)), "a die is chosen"
    assert keyboard.enter(GOLD), "and taken"
    anna.page.locator("[data-move^=paint]").first.wait_for(state="attached")
    for answer in ("Enter", "Escape"):
        wait_until(lambda: keyboard.asks(GOLD), anna)  # drops are unpainted; right after a move it is deaf
        anna.page.keyboard.press(answer)  # both say no
        anna.at("yes").wait_for(state="detached")
        assert anna.page.evaluate("document.activeElement.matches('.btn.go')")


def play_on(*people: Person, until: Callable[[], bool]) -> None:
    play_until(lambda: until() or any(person.finished for person in people), *people)


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


@pytest.mark.parametrize("memory", [True, False])
def test_the_light_in_the_tunnels_follows_a_tile_that_is_only_held(invite: Callable[..., Person], memory: bool) -> None:
    """Where lanterns stand is what the table says: the same as after the rotation."""
    anna = invite("Anna")
    anna.go_to_table(anna.set_up("kingems", [ME, GRANDMA], options={"memory": memory, "first": 0}))
    for number in range(4):
        anna.page.keyboard.press("Escape")
        anna.page.locator("[data-move^=turn]").nth(number).click()
        anna.page.locator(".knob").wait_for(state="attached")
        wait_until(lambda: lanterns(anna), anna)
    held = lanterns(anna)
    anna.page.locator(".btn.go").click()
    wait_until(lambda: states(anna)[-1]["positions"][0]["view"]["phase"] == "go", anna)
    wait_until(lambda: lanterns(anna) == held, anna)


def lanterns(person: Person) -> list[str]:
    """The dead ends where a lantern stands."""
    found = person.page.locator(".goal").evaluate_all("all => all.map(one => one.dataset.piece ?? one.dataset.move)")
    return sorted(str(name) for name in found)


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
