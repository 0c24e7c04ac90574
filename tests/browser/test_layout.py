"""Where everything lies, at every size at which a device is really held: by geometry, on real tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.games import NAMES
from tests.browser.person import Person, photograph, scrolls_sideways
from tests.browser.test_games import OPTIONS
from tests.browser.test_pictures import FOLDER
from tests.browser.test_table import BOT, LINK, ME
from tests.sizes import covered, size

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

SIZES = [
    (320, 568),
    (390, 600),
    (390, 844),
    (600, 390),
    (640, 450),  # a laptop's window at a zoom of 200 %
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 600),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
]
# As many moves until much lies on the table.
LATER = {"kingdomino": 14, "genius": 12, "scuffle": 4, "kingems": 9, "color_kingdoms": 24}
GOLD = "[data-testid=board] .btn.go:not([disabled], [aria-disabled=true])"
ENOUGH = [(390, 600), (600, 390), (667, 375)]  # where everything is in sight at once

# Everything has its place after a change of size.
SETTLED = "() => new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(later)))"

# What is wrong with the page as it is laid out now, in words. `fits`: everything must be in sight at once; `touch`:
# what can be tapped must be as large as a finger.
FAULTS = """({ fits, touch, gold }) => {
  scrollTo(0, 0);
  const faults = [];
  const root = document.querySelector('[data-testid=board]');
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 0;
  const named = (one) =>
    `${one.tagName.toLowerCase()}.${one.getAttribute('class') ?? ''} «${(one.textContent ?? '').trim().slice(0, 30)}»`;
  const at = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ');

  // The parts: all there, in sight, apart from each other.
  const parts = Object.fromEntries([...root.querySelectorAll('[data-part]')].map((one) => [one.dataset.part, one]));
  const core = Object.entries(parts).filter(([name, one]) => name !== 'side' && shown(one) && box(one).height > 0);
  const wanted = { board: parts.board, drawing: parts.board?.querySelector('svg'), choice: parts.choice };
  if (gold) wanted.gold = document.querySelector(gold);
  for (const [name, one] of [...Object.entries(wanted), ...core]) {
    if (!one || box(one).width < 8 || box(one).height < 8) {
      faults.push(`${name} has no size`);
      continue;
    }
    const { left, top, right, bottom } = box(one);
    const high = fits ? innerHeight : document.documentElement.scrollHeight;
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > high + 1)
      faults.push(`${name} is out of sight: ${at(box(one))} «${one.innerText?.slice(0, 120)}»`);
  }
  if (gold && fits) {
    const { left, top, width, height } = box(wanted.gold);
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!wanted.gold.contains(uppermost))
      faults.push(`${uppermost ? named(uppermost) : 'nothing'} lies over the gold button`);
  }
  const all = Object.entries(parts).filter(([, one]) => shown(one));
  for (const [i, [name, one]] of all.entries())
    for (const [other, two] of all.slice(i + 1)) {
      const [a, b] = [box(one), box(two)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) faults.push(`${name} and ${other} overlap by ${across} × ${down}`);
    }

  // What is in a part stays in it, unless the part scrolls.
  const scroller = (one) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflow)) return up;
    return null;
  };
  for (const [name, part] of all)
    for (const one of part.querySelectorAll('*')) {
      if (one.ownerSVGElement || !shown(one) || one.closest('.sr, .hid, .hidden') || scroller(one)) continue;
      const [a, b] = [box(one), box(part)];
      const out = Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
      if (out > 10.5) faults.push(`${named(one)} sticks out of ${name} by ${Math.round(out)}`);
    }

  // Nor is there anything to scroll in them but the log.
  if (fits)
    for (const [name, part] of core)
      for (const one of part.querySelectorAll('*')) {
        if (one.ownerSVGElement || one.querySelector('[data-testid=log]') || one.closest('.moves-panel')) continue;
        if (!/auto|scroll/.test(getComputedStyle(one).overflow)) continue;
        if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
          faults.push(`${named(one)} must be scrolled in ${name}`);
      }

  // No words are cut. Names of people may be shortened, visibly.
  for (const one of document.querySelectorAll('#content *')) {
    if (one.ownerSVGElement || one.closest('.sr, .hid, .hidden') || !shown(one)) continue;
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(one);
    if (style.display === 'inline' || (style.textOverflow === 'ellipsis' && one.clientWidth > 14)) continue;
    if (one.scrollWidth > one.clientWidth + 1) faults.push(`${named(one)} is wider than its place`);
    if (style.overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2)
      faults.push(`${named(one)} is higher than its place`);
    const inner = box(one);
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const way = getComputedStyle(up).overflow;
      if (/auto|scroll/.test(way)) break;
      if (!/hidden|clip/.test(way)) continue;
      const outer = box(up);
      if (inner.right > outer.right + 2 || inner.bottom > outer.bottom + 2)
        if (getComputedStyle(up).textOverflow !== 'ellipsis') faults.push(`${named(one)} is cut by ${named(up)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');

  // What is tapped is as large as a finger. Squares and areas may be smaller: there a tap chooses, the gold button
  // commits; so may lanterns before a tile is turned, where the tile around them is to be tapped too.
  const reach = (one) => {
    const { left, top, width, height } = box(one);
    if (width >= 39.5 && height >= 39.5) return true;
    const [x, y] = [left + width / 2, top + height / 2];
    const hits = (dx, dy) => one.contains(document.elementFromPoint(x + dx, y + dy));
    return hits(19, 0) && hits(-19, 0) && hits(0, 19) && hits(0, -19);
  };
  if (touch)
    for (const one of document.querySelectorAll('#content :is([data-move], [role=button], button)')) {
      if (!shown(one) || one.closest('[data-part=side]')) continue;
      const { width, height } = box(one);
      const square = one.matches('[data-spot], [data-area], .ghost, .ghost *, [data-piece^="go "]');
      if (square ? Math.min(width, height) < 20 : !reach(one))
        faults.push(`${named(one)} ${one.dataset.move ?? ''} is too small to tap: ${at(box(one))}`);
    }
  return [...new Set(faults)];
}"""


def choose(person: Person) -> None:
    """When asked, choose something, without committing it: the gold button is there then."""
    end = time.monotonic() + 60
    gold = person.page.locator(GOLD)
    while not (person.asked and gold.count() and not person.is_questioned) and not person.finished:
        assert time.monotonic() < end, "the gold button does not come"
        if person.is_questioned:
            person.act()
        offered = person.page.locator("[data-testid=board] [data-move]:visible")
        if person.asked and offered.count():
            offered.first.click(force=True, timeout=2000)
        person.page.wait_for_timeout(30)


def play_on(person: Person, moves: int) -> None:
    """Make some moves."""
    end = time.monotonic() + 90
    while moves > 0 and not person.finished:
        assert time.monotonic() < end, "the game does not go on"
        moves -= person.act()
        person.page.wait_for_timeout(20)


def look(page: Page, name: str, *, gold: bool) -> list[str]:
    """What is wrong at any size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits = any(width >= least[0] and height >= least[1] for least in ENOUGH)
        page.evaluate(SETTLED)
        wanted: dict[str, Any] = {"fits": fits, "touch": width < 1200, "gold": GOLD if gold else None}
        found += [f"{width} × {height}, {name}: {fault}" for fault in page.evaluate(FAULTS, wanted)]
        photograph(page, FOLDER / "layout", f"{name}-{width}x{height}")
    page.set_viewport_size({"width": 1280, "height": 900})
    return found


@pytest.mark.soak
@pytest.mark.parametrize("game", NAMES)
def test_board_choice_and_gold_button_are_in_sight_at_every_size(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", language="ru")
    anna.go_to_table(anna.set_up(game, [ME, BOT, BOT, BOT], options=OPTIONS.get(game, {})))
    anna.page.locator("[data-part=board] svg").first.wait_for()
    faults = look(anna.page, f"{game}-start", gold=False)
    choose(anna)
    faults += look(anna.page, f"{game}-turn", gold=True)
    play_on(anna, LATER.get(game, 10))
    for _ in range(size(1, 12)):
        choose(anna)
        if anna.finished:
            break
        faults += look(anna.page, f"{game}-later", gold=True)
        covered(1, f"decisions of {game} looked at")
        play_on(anna, 1)
    assert not faults, "\n".join(dict.fromkeys(faults))


def test_numbers_are_crossed_out_with_a_finger(invite: Callable[..., Person]) -> None:
    """Alone in Colour Kingdoms. Where the sheet has no place beside the map it opens by itself over it."""
    anna = invite("Anna", language="ru")
    anna.go_to_table(anna.set_up("color_kingdoms", [ME]))
    crossings = anna.page.locator("[data-move^=cross]")
    end = time.monotonic() + 60
    while not crossings.count():
        assert time.monotonic() < end, "nothing is to be crossed out"
        anna.act()
        anna.page.wait_for_timeout(20)
    crossings.last.click()
    anna.page.locator(GOLD).wait_for()
    faults = look(anna.page, "crossing", gold=True)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_never_scrolls_sideways(invite: Callable[..., Person], game: str) -> None:
    anna = invite("Anna", language="ru")
    anna.go(f"/learn/{game}")
    anna.at("lesson-text").wait_for()
    assert wide_at(anna.page, f"lesson-{game}") == []


def test_lobby_set_up_and_waiting_room_never_scroll_sideways(invite: Callable[..., Person]) -> None:
    anna = invite("Anna", language="ru")
    anna.at("lobby").wait_for()
    assert wide_at(anna.page, "lobby") == []
    anna.go("/new/color_kingdoms")
    anna.at("start").wait_for()
    assert wide_at(anna.page, "setup") == []
    anna.go(f"/table/{anna.set_up('kingdomino', [ME, LINK, BOT, BOT], start=False)}")
    anna.at("seats").wait_for()
    assert wide_at(anna.page, "waiting") == []


def wide_at(page: Page, name: str) -> list[tuple[int, int]]:
    """The sizes at which a page scrolls sideways."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        if scrolls_sideways(page):
            found.append((width, height))
        photograph(page, FOLDER / "layout", f"{name}-{width}x{height}")
    return found
