"""What everybody has at once: counted here, and as other processes tell what they have counted."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from pentarchy.table.elsewhere import FORGOTTEN
from pentarchy.table.limits import MOST_TOLD

if TYPE_CHECKING:
    from collections.abc import Callable


class Held:
    """How many things of one kind everybody has, such as open pages."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, dict[str, int]] = {}  # by process
        self._told: dict[str, float] = {}  # when a process told something last
        self._changed: set[str] = set()
        self._on_change: Callable[[], None] | None = None

    # Counting

    def here(self, who: str) -> int:
        """How many somebody has in this process."""
        return self._here[who]

    def __getitem__(self, who: str) -> int:
        """How many somebody has in all processes, as far as these have told."""
        return self._here[who] + sum(counts.get(who, 0) for counts in self._elsewhere.values())

    def take(self, who: str) -> None:
        """Count one more."""
        self._here[who] += 1
        self._note(who)

    def give_back(self, who: str) -> None:
        """Count one less."""
        self._here[who] -= 1
        if not self._here[who]:
            del self._here[who]
        self._note(who)

    def _note(self, who: str) -> None:
        if self._on_change is not None:
            self._changed.add(who)
            self._on_change()

    # Together with other processes

    def share(self, on_change: Callable[[], None]) -> None:
        """Say from now on when something has changed, so that the others can be told."""
        self._on_change = on_change

    def news(self) -> dict[str, int]:
        """What has changed since the last time, and how it is now."""
        changed, self._changed = self._changed, set()
        return {who: self._here[who] for who in changed}

    def everything(self) -> dict[str, int]:
        """How it is now, of those who have most."""
        self._changed.clear()
        return dict(self._here.most_common(MOST_TOLD))

    def hear(self, process: str, counts: dict[str, int], *, whole: bool) -> None:
        """Another process has told how it is there, of all or of those for whom it has changed."""
        self._told[process] = time.monotonic()
        known = {} if whole else self._elsewhere.get(process, {})
        self._elsewhere[process] = {who: count for who, count in (known | counts).items() if count > 0}

    def forget_the_silent(self) -> None:
        """Processes that tell nothing any more are gone, or cannot be heard: then each counts for itself."""
        since = time.monotonic() - FORGOTTEN
        for process in [process for process, at in self._told.items() if at < since]:
            del self._told[process], self._elsewhere[process]
