"""`make dev`: the page through Vite's server, the table behind it, both from the sources."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.places import PATIENCE, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, WebSocket

ROOT = Path(__file__).parents[2]


class Dev:
    """tools/dev.py at work."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self._log = folder / "dev.log"
        command = [sys.executable, "tools/dev.py", "--port", str(self.port), "--data", str(folder / "data")]
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=log, env=os.environ | {"PENTARCHY_BOT_PAUSE": "0"}
            )

    def output(self) -> str:
        """All that it has printed."""
        return self._log.read_text()

    def wait_for(self, seen: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end, f"{what}: {self.output()}"
            time.sleep(0.05)

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


@contextmanager
def dev(folder: Path) -> Iterator[Dev]:
    """Both servers, until the end of the block; with what they printed if they do not come up."""
    found = Dev(folder)
    try:
        found.wait_for(lambda: f"Open {found.address}/" in found.output(), "the address is not told")
        yield found
    finally:
        if found.process.poll() is None:
            found.interrupt()


def children(process: int) -> list[int]:
    """The processes that one has started."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [pid for pid, parent in pairs if parent == process]


def alive(process: int) -> bool:
    """Whether a process has not ended."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return bool(listed.strip()) and not listed.startswith("Z")


class Lines:
    """The lines to the table that a page opens, and what came over the newest of them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.opened = 0
        self.heard: list[str] = []
        page.on("websocket", self._open)

    def _open(self, line: WebSocket) -> None:
        if "/ws/" in line.url:  # Vite has a line of its own
            self.opened += 1
            self.heard = heard = []
            line.on("framereceived", lambda frame: heard.append(str(frame)))

    def wait_for(self, words: str) -> None:
        """Wait until the table has said something on the newest line."""
        end = time.monotonic() + PATIENCE
        while not any(words in frame for frame in self.heard):
            assert time.monotonic() < end, f"{words} did not come: {self.heard}"
            self._page.wait_for_timeout(50)


def test_a_game_with_bots_goes_on_after_a_source_was_changed(browser: Browser, tmp_path: Path) -> None:
    with dev(tmp_path) as running, browser.new_context(locale="en-GB", reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE * 1000)  # Vite prepares the packages when first asked
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        lines = Lines(page)
        page.goto(running.address)
        page.get_by_test_id("play-kingdomino").click()
        page.locator("[data-testid=banner][data-mine=true]").wait_for()
        lines.wait_for('"type":"state"')

        before, lines.heard = lines.opened, []
        (ROOT / "src" / "pentarchy" / "table" / "names.py").touch()
        running.wait_for(lambda: "Changed: names.py. The table starts again." in running.output(), "nobody noticed")
        lines.wait_for('"type":"state"')
        assert lines.opened > before
        page.locator("[data-move]:visible").first.click()
        page.locator(".btn.go:not([disabled], [aria-disabled=true])").first.click()
        lines.wait_for('"type":"done"')
        assert not complaints


def test_ctrl_c_leaves_nothing_running(tmp_path: Path) -> None:
    with dev(tmp_path) as running:
        with urllib.request.urlopen(f"{running.address}/health") as answer:
            assert answer.status == 200
        started = children(running.process.pid)
        assert len(started) == 2
        started += [grandchild for child in started for grandchild in children(child)]
        running.interrupt()
        assert running.process.returncode == 0
        assert not [process for process in started if alive(process)]
        assert "Traceback" not in running.output()


def test_one_address_is_told(tmp_path: Path) -> None:
    with dev(tmp_path) as running:
        assert re.findall(r"https?://\S+", running.output()) == [f"{running.address}/"]
