"""A progress bar for long work: shown on a terminal, silent in a pipe."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

WIDTH = 30


class Progress:
    """Counts up to a total on standard error, a few times a second.

    with Progress("games", 1000) as progress:
        progress.add(50)
    """

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.done = 0
        self._shown = sys.stderr.isatty()
        self._next = 0.0

    def __enter__(self) -> Progress:
        self._draw()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._draw()
        if self._shown:
            sys.stderr.write("\n")

    def add(self, count: int = 1, what: str | None = None) -> None:
        """Say that `count` more are done, and what comes now."""
        self.done += count
        self.what = what or self.what
        if what or time.monotonic() >= self._next:
            self._draw()

    def _draw(self) -> None:
        if not self._shown:
            return
        self._next = time.monotonic() + 0.1
        filled = WIDTH * self.done // max(self.total, 1)
        bar = "█" * filled + "·" * (WIDTH - filled)
        sys.stderr.write(f"\r{bar} {self.done}/{self.total} {self.what}\x1b[K")
        sys.stderr.flush()
