"""Several people at one device: the page has only what the one in front of it may know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.browser.person import Person, sized
from tests.browser.test_table import ME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GRANDMA = {"kind": "here", "name": "Grandma"}


class Device:
    """What came over the line of a shared device: the log as it was put together, who looked."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.log: list[dict[str, Any]] = []

    def seats(self) -> Iterator[int | None]:
        """Through whose eyes each state is that has come since this was last asked; the log is as it was then."""
        found = [json.loads(frame) for frame in self.person.frames]
        self.person.frames.clear()
        for state in found:
            if state["type"] == "state":
                self.log = self.log[: state["log_from"]] + state["log"]
                (position,) = state["positions"]
                yield position["seat"]

    def told(self, seat: int, what: str) -> list[str]:
        """What the log tells of a seat: its moves, or outcomes of chance that are its own."""
        lines = [line.get("move", "") for line in self.log if line.get("seat") == seat]
        return [line for line in lines + [line.get("chance", "") for line in self.log] if line.startswith(what)]


def lines_shown(person: Person) -> int:
    """How many lines the page shows of the log; on a phone it stands in a drawer."""
    person.at("open-log").click()
    log = person.at("sheets").get_by_test_id("log")
    log.wait_for()
    return log.locator("li").count()


def nothing_is_shown(person: Person) -> bool:
    """Whether the page has nothing of the game but the curtain."""
    parts = ("log", "standings", "banner", "board", "sheets", "open-log")
    return person.at("curtain-open").count() == 1 and not any(person.at(part).count() for part in parts)


@sized("phone")
def test_scuffle_shows_nobody_the_cards_that_the_other_set_aside(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size)
    anna.go_to_table(anna.set_up("scuffle", [ME, GRANDMA], options={"first": 0}))
    device = Device(anna)
    for seat, name in enumerate(("Anna", "Grandma")):
        anna.page.get_by_test_id("curtain-open").get_by_text(name).wait_for()
        assert list(device.seats())[-1] is None
        assert not device.told(0, "aside") + device.told(1, "aside")
        assert nothing_is_shown(anna)
        anna.at("curtain-open").click()
        anna.page.locator("[data-testid=banner][data-mine=true]").wait_for()
        assert set(device.seats()) == {seat}
        assert len(device.told(seat, f"aside {seat} ")) == 3
        assert not device.told(seat, f"aside {1 - seat} ")
        assert lines_shown(anna) == len(device.log)
        anna.page.keyboard.press("Escape")
        anna.at("sheets").wait_for(state="detached")
        while not anna.at("curtain-open").count():
            anna.act()
            anna.page.wait_for_timeout(20)


@sized("wide")
def test_colour_kingdoms_shows_nobody_what_the_other_paints_this_round(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size)
    anna.go_to_table(anna.set_up("color_kingdoms", [ME, GRANDMA], options={"first": 0}))
    device = Device(anna)
    painted: list[str] = []
    front: int | None = None
    while front != 1:
        if anna.at("curtain-open").count():
            assert nothing_is_shown(anna)
            anna.at("curtain-open").click()
            anna.at("banner").wait_for()
        anna.act()
        for front in device.seats():
            if front == 0:
                painted += device.told(0, "paint")
            else:
                assert not device.told(0, "paint"), "the round is not over"
        anna.page.wait_for_timeout(20)
    assert painted
    anna.page.locator("[data-testid=banner][data-mine=true]").wait_for()
    shown = lines_shown(anna)
    assert list(device.seats())[-1:] in ([], [1])
    assert not device.told(0, "paint")
    assert shown <= len(device.log)
