"""A person at a device: opens pages, looks, taps."""

from __future__ import annotations

import json
import os
import random
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.sizes import SOAK

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, WebSocket

    from tests.browser.places import TableServer

PICTURES = os.environ.get("PENTARCHY_PICTURES")  # a folder
WIDE = (1280, 900)
PHONE = (390, 844)
PATIENCE = 60.0  # seconds in which a page, however busy the machine is, shows what it must
GAME = 400.0  # seconds in which a game comes to its end
BOTH = {"wide": WIDE, "phone": PHONE}

ANSWER = 250  # milliseconds in which the table usually answers; later is no fault

SEEN = """() => ({
  seq: Number(document.querySelector('[data-testid=table]')?.dataset.seq ?? 0),
  asked: document.querySelector('[data-testid=banner][data-mine=true]') !== null,
  finished: document.querySelector('[data-testid=result]') !== null,
  question: document.querySelector('[data-testid=yes]') !== null,
  curtain: document.querySelector('[data-testid=curtain-open]') !== null,
})"""

VISIBLE = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0)"""

# Where to tap something; it is scrolled to if it is out of sight.
MIDDLE = """(one) => {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = middle(one.getBoundingClientRect());
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) one.scrollIntoView({ block: 'center', inline: 'center' });
  return middle(one.getBoundingClientRect());
}"""

# What to tap next: what stands before everything else, or one of what is offered, by chance.
NEXT = f"""(chance) => {{
  const opens = ({VISIBLE})('[data-testid=curtain-open], [data-testid=yes]');
  const offered = ({SEEN})().asked ? ({VISIBLE})('[data-move]') : [];
  const one = opens[0] ?? offered[Math.floor(chance * offered.length)];
  return one ? ({MIDDLE})(one) : null;
}}"""

# The gold button, if nothing lies over it.
GOLD = f"""() => {{
  for (const one of ({VISIBLE})('.btn.go:not([disabled], [aria-disabled=true])')) {{
    const middle = ({MIDDLE})(one);
    if (one.contains(document.elementFromPoint(...middle))) return middle;
  }}
  return null;
}}"""


def sized(first: str) -> pytest.MarkDecorator:
    """At the size that is named, `wide` or `phone`; in a soak, and where pictures are kept, at both."""
    names = sorted(BOTH, key=lambda name: name != first)[: 2 if SOAK or PICTURES else 1]
    cases = [pytest.param(BOTH[name], id=name, marks=pytest.mark.soak) for name in names]
    return pytest.mark.parametrize("size", cases)


# Nobody looks, so nothing is painted, which would take a quarter of the processor's time. All else is as ever: where
# things lie, what is tapped, what counts as visible.
UNPAINTED = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.opacity = '0'; })"
PAINTED = "document.documentElement.style.opacity = ''"

LEND = """([table, seat]) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws/${table}`);
  line.onopen = () => line.send('{"type":"hello"}');
  line.onmessage = ({ data }) => {
    const { type, reason } = JSON.parse(data);
    if (type === 'state') line.send(JSON.stringify({ type: 'stand_in', id: `lend ${seat}`, seat, level: 'adept' }));
    if (type === 'done' || reason === 'not_playing') done(line.close());
  };
})"""


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
        painted: bool = bool(PICTURES),
    ) -> None:
        self.name = name
        self.server = server
        self.complaints: list[str] = []
        self.frames: list[str] = []  # all that came over WebSockets
        self.sent: list[str] = []  # and all that went
        self._under_way: set[str] = set()  # what the table has not answered yet
        self._random = random.Random(name)
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale="ru-RU" if language == "ru" else "en-GB",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size[0] <= 700,
            base_url=server.address,
        )
        if not painted:
            self.context.add_init_script(UNPAINTED)
        self.context.set_default_timeout(PATIENCE * 1000)
        self._ask("PUT", "/api/me", {"name": name})
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The page that was opened last; if none was, the lobby."""
        return self._page or self.open("/")

    def open(self, path: str) -> Page:
        """Open a page; it becomes the one that the other methods mean."""
        self._page = page = self.context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"{self.name}: {error}"))
        page.on("websocket", self._listen)
        page.goto(path)
        return page

    def go(self, path: str) -> None:
        """Go on to another address, in a new page if none is open."""
        if self._page:
            self._page.goto(path)
        else:
            self.open(path)

    def paint(self) -> None:
        """Have the page painted, for somebody who looks at its colours."""
        self.page.evaluate(PAINTED)

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    def post(self, path: str, data: Any = None) -> Any:
        """Ask the lobby for something."""
        return self._ask("POST", path, data or {})

    def get(self, path: str) -> Any:
        """Read something at the lobby."""
        return self._ask("GET", path)

    def _ask(self, method: str, path: str, data: Any = None) -> Any:
        """Without the page. On a busy machine a line may have been idle for so long that the table has closed it."""
        headers = {"Origin": self.server.address}
        answer = self.context.request.fetch(path, method=method, data=data, headers=headers, max_retries=3)
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
        self.go(f"/table/{table}")
        self.at("table").wait_for()

    def let_a_bot_play(self, table: str, seat: int) -> None:
        """Hand a seat over, by another line of this person's."""
        self.page.evaluate(LEND, [table, seat])

    def at(self, testid: str) -> Locator:
        """A part of the page."""
        return self.page.get_by_test_id(testid)

    @property
    def asked(self) -> bool:
        """Whether this person is asked to act."""
        return bool(self.look()["asked"])

    @property
    def finished(self) -> bool:
        """Whether the page shows how it ended."""
        return bool(self.look()["finished"])

    @property
    def is_questioned(self) -> bool:
        """Whether the page asks whether a move is meant."""
        return bool(self.look()["question"])

    @property
    def seq(self) -> int:
        """The number of the state that the page shows."""
        return int(self.look()["seq"])

    @property
    def waits(self) -> bool:
        """Whether the table has not answered a move yet."""
        return bool(self._under_way)

    def look(self) -> dict[str, Any]:
        """What there is to see and to do, at one glance."""
        seen: dict[str, Any] = self.page.evaluate(SEEN)
        return seen

    def act(self) -> bool:
        """If asked, tap something that is offered, then the gold button if there is one. Whether anything was done."""
        before = self.look()
        tapped = self._tap(NEXT, self._random.random())
        if (before["asked"] or tapped) and self.look() == before:
            tapped |= self.tap_gold()
        if tapped:
            self._answered(before)
        return tapped

    def tap_gold(self) -> bool:
        """Tap the gold button, if there is one that can be tapped."""
        return self._tap(GOLD)

    def _tap(self, what: str, chance: float | None = None) -> bool:
        """Tap what a script finds, if it finds anything."""
        place = self.page.evaluate(what, chance)
        if place:
            self.page.mouse.click(*place)
        return bool(place)

    def _answered(self, before: dict[str, Any]) -> None:
        """Wait until the page looks different. Some taps only choose and nothing comes of them: then look again."""
        self.page.evaluate(
            f"""async (before) => {{
              for (const end = performance.now() + {ANSWER}; performance.now() < end; ) {{
                if (JSON.stringify(({SEEN})()) !== before) return;
                await new Promise((later) => setTimeout(later, 10));
              }}
            }}""",
            json.dumps(before, separators=(",", ":")),
        )

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._received(str(frame)))
        socket.on("framesent", lambda frame: self._went(str(frame)))

    def _received(self, frame: str) -> None:
        self.frames.append(frame)
        if not frame.startswith('{"type":"state"'):
            self._under_way.discard(json.loads(frame).get("id"))

    def _went(self, frame: str) -> None:
        self.sent.append(frame)
        message = json.loads(frame)
        if message["type"] == "play":
            self._under_way.add(message["id"])

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(f"{self.name}: {text}")


def wait_until(seen: Callable[[], object], *people: Person, patience: float = PATIENCE) -> None:
    """Look again and again, while the pages go on, until something is seen."""
    end = time.monotonic() + patience
    while not seen():
        assert time.monotonic() < end, "waited in vain: " + " | ".join(told(person) for person in people)
        people[0].page.wait_for_timeout(25)


def told(person: Person) -> str:
    """What a page says about whose turn it is."""
    return f"{person.name}: {' '.join(person.at('banner').all_inner_texts())} {person.look()}"


def play_until(seen: Callable[[], object], *people: Person, patience: float = GAME) -> None:
    """Everybody acts when asked until something is seen."""
    end = time.monotonic() + patience
    while not seen():
        assert time.monotonic() < end, "it does not come to that: " + " | ".join(told(person) for person in people)
        wait_until(lambda: any(person.act() for person in people) or seen(), *people)


def play_to_the_end(*people: Person) -> None:
    """Everybody acts when asked until all pages show the result."""
    play_until(lambda: all(person.finished for person in people), *people)


def make_moves(moves: int, *people: Person) -> None:
    """Make so many moves, and stop when the pages show the same and somebody is asked for another, or at the end."""
    first = people[0].seq

    def enough() -> bool:
        made = people[0].seq >= first + moves and not any(person.is_questioned for person in people)
        return made or any(person.finished for person in people)

    play_until(enough, *people)
    wait_until(lambda: quiet(*people), *people)


def quiet(*people: Person) -> bool:
    """Whether the pages show the same state, no move is under way, and somebody is asked, or it is over."""
    looks = [person.look() for person in people]
    alike = len({seen["seq"] for seen in looks}) == 1
    answered = not any(person.waits for person in people)
    return alike and answered and any(seen["asked"] or seen["finished"] for seen in looks)


def states(person: Person) -> list[dict[str, Any]]:
    """The positions of games in progress that came over the wire."""
    found = []
    for frame in person.frames:
        message = json.loads(frame)
        if message["type"] == "state" and message["table"]["status"] == "playing":
            found.append(message)
    return found


def scrolls_sideways(page: Page) -> bool:
    """Whether something is wider than the page."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wide


def photograph(page: Page, folder: Path, name: str, *, whole: bool = False) -> None:
    """Keep a picture of the page, if somebody wants to look at pictures (`make pictures`)."""
    if PICTURES:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=whole)
