"""Playing with the keyboard alone: scripts only look at the page, whatever happens on it comes from keys."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from tests.browser.person import ANSWER, GAME, PATIENCE

if TYPE_CHECKING:
    from tests.browser.person import Person

TRIES = 40  # as many ways are tried before something counts as out of reach

# Pieces of one kind, among which arrows lead about: one of them is a Tab stop for all.
KIN = "(one) => [...one.parentElement.children].filter((other) => other.classList[0] === one.classList[0])"

# What can take the focus and offers a move. Where a Tab stop offers a move, arrows need not lead to it as well.
OFFERED = f"""() => {{
  const tabbed = (stop) => stop.tabIndex >= 0;
  const all = [...document.querySelectorAll('[data-testid=board] [data-move]')]
    .map((offer) => ({{ move: offer.dataset.move, stop: offer.closest('button, [tabindex]') }}))
    .filter(({{ stop }}) => stop?.getClientRects().length && !stop.matches(':disabled') && ({KIN})(stop).some(tabbed));
  const moves = new Set(all.filter(({{ stop }}) => tabbed(stop)).map(({{ move }}) => move));
  return [...new Set(all.filter(({{ move, stop }}) => tabbed(stop) || !moves.has(move)).map(({{ stop }}) => stop))];
}}"""
GOLD = "() => document.querySelector('[data-testid=board] .btn.go:not([disabled], [aria-disabled=true])')"
YES = "() => document.querySelector('dialog[open] [data-testid=yes]')"

SEEN = f"""() => {{
  const here = document.activeElement;
  const offered = ({OFFERED})();
  const ahead = (stop) => stop === here || here.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  return {{
    seq: document.querySelector('[data-testid=table]').dataset.seq,
    asked: document.querySelector('[data-testid=banner]')?.dataset.mine === 'true',
    offered: offered.length,
    next: offered.findIndex(ahead),
    gold: ({GOLD})() !== null,
    question: ({YES})() !== null,
    finished: document.querySelector('[data-testid=result]') !== null,
    lost: here === document.body,
  }};
}}"""

# Which key leads to something, and how often to press it.
WAY = f"""(goal) => {{
  const here = document.activeElement;
  if (here === goal) return ['there', 0];
  if (!goal.isConnected || goal.matches(':disabled')) return ['gone', 0];
  const kin = ({KIN})(goal);
  if (goal.tabIndex < 0 && kin.includes(here)) {{
    const [from, to] = [here, goal].map((one) => one.getBoundingClientRect());
    const [x, y] = [to.x - from.x, to.y - from.y];
    if (Math.abs(x) > Math.abs(y)) return [x > 0 ? 'ArrowRight' : 'ArrowLeft', 1];
    return [y > 0 ? 'ArrowDown' : 'ArrowUp', 1];
  }}
  const page = document.querySelector('dialog[open]') ?? document;
  const stops = [...page.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled'))
    .filter((one) => one.checkVisibility({{ visibilityProperty: true }}));
  const entry = goal.tabIndex >= 0 ? goal : kin.find((one) => one.tabIndex >= 0);
  const before = stops.filter((one) => one.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING).length;
  const away = stops.indexOf(entry) - before;
  if (away < 0) return ['Shift+Tab', -away];
  return ['Tab', stops[before] === here ? away : away + 1];
}}"""


def offer(number: int) -> str:
    """One of what is offered, as a script that finds it."""
    return f"() => ({OFFERED})()[{number}]"


class Keyboard:
    """Somebody at a table who has nothing but keys."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._random = random.Random(person.name)

    def skip_to_the_board(self) -> None:
        """From the top of the page, past the title bar."""
        self._press("Tab")
        self._press("Enter")
        assert self._page.evaluate("document.activeElement.id") == "content"

    def go_to(self, what: str) -> bool:
        """Move the focus to what a script finds. Whether it is still there."""
        goal = self._page.evaluate_handle(what).as_element()
        if goal is None:
            return False
        for _ in range(TRIES):
            key, times = goal.evaluate(WAY)
            if key in ("there", "gone"):
                return bool(key == "there")
            for _ in range(times):
                self._press(key)
        raise AssertionError(f"keys do not lead to {goal.evaluate('goal => goal.outerHTML')[:300]}")

    def enter(self, what: str) -> bool:
        """Go to something and press Enter, unless it has gone."""
        if not self.go_to(what):
            return False
        self._press("Enter")
        return True

    def asks(self, what: str) -> bool:
        """Go to something and press Enter; whether the page asks a question then."""
        return self.enter(what) and self._until("seen.question", ANSWER)

    def play(self, decisions: int) -> None:
        """Choose and commit whenever asked, so often or until the result is shown. The focus must not get lost."""
        end = time.monotonic() + GAME
        while decisions and not (seen := self._ready())["finished"]:
            assert time.monotonic() < end, f"the game does not end: {seen}"
            self._act(seen)
            decisions -= 1

    def _ready(self) -> dict[str, Any]:
        ready = self._until("seen.question || (seen.asked && (seen.offered || seen.gold))", PATIENCE * 1000)
        assert ready, f"the table does not ask: {self._look()}"
        return self._look()

    def _act(self, seen: dict[str, Any]) -> None:
        if seen["question"]:
            self.enter(YES)
        elif seen["offered"]:
            number = (seen["next"] + self._random.randint(-2, 2)) % seen["offered"]
            if self.enter(offer(number)):
                self._commit(seen["seq"])
        elif self.enter(GOLD):
            self._answered(seen["seq"])

    def _commit(self, seq: str) -> None:
        """What is chosen, by Enter in the same place or by the gold button; some moves are made by the first Enter."""
        seen = self._look()
        if seen["seq"] != seq or not seen["gold"]:
            return
        if self._random.random() < 0.7:
            self._press("Enter")
            if self._answered(seq):
                return
        if self.enter(GOLD):
            self._answered(seq)

    def _answered(self, seq: str) -> bool:
        return self._until(f"seen.question || seen.seq !== '{seq}'", ANSWER)

    def _press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def _until(self, condition: str, patience: float) -> bool:
        """Wait until what is seen is so, or the game is over; whether it came to that."""
        come: bool = self._page.evaluate(f"""async () => {{
          for (const end = performance.now() + {patience}; performance.now() < end; ) {{
            const seen = ({SEEN})();
            if (seen.finished || {condition}) return true;
            await new Promise((later) => setTimeout(later, 10));
          }}
          return false;
        }}""")
        return come

    def _look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self._page.evaluate(SEEN)
        assert not seen["lost"], "the focus has gone from the board"
        return seen
