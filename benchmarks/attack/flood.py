"""What every attack has: where to, from where, until when, and a count of what came of it."""

from __future__ import annotations

import asyncio
import math
import time
from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.attack.client import Http, Refused, Socket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

ADDRESS = "127.0.0.3"
BROKEN = (OSError, EOFError, Refused, TimeoutError)  # what a stranger must expect


class Target:
    """The server under attack."""

    def __init__(self, port: int, table: str) -> None:
        self.port = port
        self.table = table  # a public one, where honest people play
        self._end = math.inf
        self.sent: Counter[str] = Counter()

    def begin(self, seconds: float) -> None:
        """From now on it is attacked, for so long."""
        self._end = time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether the attack has lasted long enough."""
        return time.monotonic() > self._end

    @property
    def left(self) -> float:
        """Seconds until then."""
        return max(0.0, self._end - time.monotonic())

    def http(self, address: str = ADDRESS) -> Http:
        """A connection."""
        return Http(self.port, address)

    async def ask(self, http: Http, method: str, path: str, content: Any = None, cookie: str = "") -> Any:
        """Ask, count the answer by its status, and return its content if it was kind."""
        try:
            answer = await http.ask(method, path, content, cookie)
        except BROKEN as error:
            self.sent[type(error).__name__] += 1
            await asyncio.sleep(0.01)
            return None
        self.sent[str(answer.status)] += 1
        return answer.content if answer.status < 400 else None

    async def cookie(self, http: Http) -> str:
        """A new person."""
        try:
            return (await http.ask("GET", "/api/me")).cookie
        except BROKEN as error:
            self.sent[type(error).__name__] += 1
            return ""

    async def open(self, table: str, cookie: str = "", address: str = ADDRESS) -> Socket | None:
        """A WebSocket; None if it is refused, which is counted."""
        try:
            socket = await Socket.open(self.port, address, table, cookie)
        except BROKEN as error:
            self.sent[f"{type(error).__name__} {error}"[:60]] += 1
            await asyncio.sleep(0.01)
            return None
        self.sent["opened"] += 1
        return socket

    async def many(self, count: int, work: Callable[[int], Awaitable[None]]) -> None:
        """Do something many times at once, until the attack is over."""
        tasks = [asyncio.ensure_future(work(number)) for number in range(count)]
        await asyncio.wait(tasks, timeout=self.left + 1)
        for task in tasks:
            task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        for error in found:
            if isinstance(error, Exception):
                self.sent[f"attacker: {type(error).__name__} {error}"[:80]] += 1


class Flood(ABC):
    """One attack."""

    name: str
    says: str  # what it does, in a few words for the table of figures
    descriptors: int | None = None  # that the server may have open
    restarts = False  # whether the server is killed and started again before the attack

    def prepare(self, folder: Path) -> None:
        """Fill the data folder before the server starts."""
        return

    async def set_up(self, target: Target) -> None:
        """What strangers do beforehand, and nobody notices."""
        return

    @abstractmethod
    async def run(self, target: Target) -> None:
        """Attack until it is over."""
