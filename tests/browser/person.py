"""A person at a device: opens pages, looks, taps."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.places import TableServer

WIDE = (1280, 900)
PHONE = (390, 844)
PATIENCE = 60.0


class Person:
    """Somebody with a browser of their own: cookies, settings, pages."""

    def __init__(
        self,
        browser: Browser,
        server: TableServer,
        name: str,
        *,
        size: tuple[int, int] = WIDE,
        language: str = "en",
        dark: bool = False,
        still: bool = True,
    ) -> None:
        self.name = name
        self.server = server
        self.complaints: list[str] = []
        self.frames: list[str] = []  # all that came over WebSockets
        self._random = random.Random(name)
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="ru-RU" if language == "ru" else "en-GB",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size[0] <= 700,
            base_url=server.address,
        )
        self.context.request.put("/api/me", data={"name": name}, headers={"Origin": server.address})
        self.page = self.open("/")

    def open(self, path: str) -> Page:
        """Open a page; it becomes the one that the other methods mean."""
        page = self.context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))
        page.goto(path)
        self.page = page
        return page

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    def post(self, path: str, data: Any = None) -> Any:
        """Ask the lobby for something."""
        answer = self.context.request.post(path, data=data or {}, headers={"Origin": self.server.address})
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json() if answer.body() else None

    def set_up(self, game: str, seats: list[dict[str, Any]], *, start: bool = True, **wanted: Any) -> str:
        """Set up a table without the page; return its name."""
        made = self.post("/api/tables", {"game": game, "seats": seats, "start": start} | wanted)
        table: str = made["table"]
        return table

    def sit(self, table: str) -> None:
        """Take a free seat without the page."""
        self.post(f"/api/tables/{table}/sit", {"name": self.name})

    def go_to_table(self, table: str) -> None:
        """Open the table's page and wait until it shows."""
        self.page.goto(f"/table/{table}")
        self.at("table").wait_for()

    def at(self, testid: str) -> Locator:
        """A part of the page."""
        return self.page.get_by_test_id(testid)

    @property
    def asked(self) -> bool:
        """Whether this person is asked to act."""
        banner = self.page.locator("[data-testid=banner][data-mine=true]")
        return banner.count() > 0

    @property
    def finished(self) -> bool:
        """Whether the page shows how it ended."""
        return self.at("result").count() > 0

    def act(self) -> bool:
        """If asked, tap something that is offered, then the gold button if there is one. Whether anything was done."""
        for opens in ("curtain-open", "yes"):
            if self.at(opens).count():
                self.at(opens).first.click()
                return True
        if not self.asked:
            return False
        go = self.page.locator(".btn.go:not([disabled], [aria-disabled=true])")
        offered = self.page.locator("[data-move]:visible")
        count = offered.count()
        if count:
            try:
                offered.nth(self._random.randrange(count)).click(timeout=2000, force=True)
            except Exception:  # it has just gone: look again
                return False
        if go.count():
            try:
                go.first.click(timeout=2000)
            except Exception:  # the tap itself was the move
                return False
        return bool(count)

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(f"{self.name}: {text}")


def play_to_the_end(*people: Person, patience: float = 240.0) -> None:
    """Everybody acts when asked until all pages show the result."""
    end = time.monotonic() + patience
    while not all(person.finished for person in people):
        assert time.monotonic() < end, "the game does not end: " + " | ".join(
            person.page.locator("[data-testid=banner]").inner_text() for person in people
        )
        if not any(person.act() for person in people):
            people[0].page.wait_for_timeout(30)


def scrolls_sideways(page: Page) -> bool:
    """Whether something is wider than the page."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


def photograph(page: Page, folder: Path, name: str) -> None:
    """Keep a picture of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")
