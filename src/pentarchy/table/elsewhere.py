"""Who has a table open at other workers. What is not told again for a while no longer holds."""

from __future__ import annotations

import time

FORGOTTEN = 10.0  # seconds after which a worker that tells nothing more is gone
TELLING = 3.0  # seconds from one time to the next


class Elsewhere:
    """The people of one table at other workers."""

    def __init__(self) -> None:
        self._people: dict[str, tuple[float, frozenset[str]]] = {}

    def __bool__(self) -> bool:
        return bool(self._people)

    def hear(self, worker: str, people: frozenset[str]) -> None:
        """A worker has told who is there."""
        if people:
            self._people[worker] = time.monotonic(), people
        else:
            self._people.pop(worker, None)

    def forget_the_silent(self) -> None:
        """Forget what workers told that are gone."""
        since = time.monotonic() - FORGOTTEN
        self._people = {worker: told for worker, told in self._people.items() if told[0] >= since}

    def has(self, player: str) -> bool:
        """Whether somebody is there."""
        return any(player in people for _, people in self._people.values())

    @property
    def people(self) -> set[str]:
        """Everybody who is."""
        return {player for _, people in self._people.values() for player in people}
