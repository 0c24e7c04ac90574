"""One Chromium for all tests of a process that need it, for as long as no other test is run.

While Playwright is there, this thread has an event loop that runs, and `asyncio.run` is refused. Which tests a process
is given, and in which order, is not known beforehand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser import places

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

_open: list[tuple[Playwright, Browser]] = []


def opened() -> Browser:
    """The browser, started if need be."""
    if not _open:
        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
        _open.append((playwright, playwright.chromium.launch(executable_path=places.CHROMIUM, args=places.ARGUMENTS)))
    return _open[0][1]


def close() -> None:
    """It is not needed now."""
    while _open:
        playwright, browser = _open.pop()
        browser.close()
        playwright.stop()
