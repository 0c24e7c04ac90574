"""People who only want to play, and how long they wait."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.attack.client import PATIENCE, Http, Refused, Socket
from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from collections.abc import Iterator

ADDRESS = "127.0.0.2"
PER_SECOND = 20  # questions for /health
MOVES = 130  # of the two, at most, while something is measured: fewer than their game has


@dataclass
class Waits:
    """Seconds that honest people waited, by what for; and what they did not get at all."""

    health: list[float] = field(default_factory=list)
    done: list[float] = field(default_factory=list)  # from a move to its answer
    seen: list[float] = field(default_factory=list)  # from a move to the opponent's page
    novice: list[float] = field(default_factory=list)  # from a move to the own next turn, after a bot's moves
    failures: list[str] = field(default_factory=list)
    chat: int = 0  # lines that strangers made them read
    pending: int = 0  # that they still wait for

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Somebody waits, for however long: what is not answered in time must not be forgotten."""
        self.pending += 1
        try:
            yield
        finally:
            self.pending -= 1


def percentile(found: list[float], share: float) -> float:
    """The wait that this share of all did not exceed, in milliseconds."""
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else float("nan")


class People:
    """All honest people. What they meet goes to `waits`, which is exchanged from phase to phase."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self._pause = seconds / MOVES  # between two moves
        self.waits = Waits()
        self._tasks: list[asyncio.Task[None]] = []
        self._questions: set[asyncio.Task[None]] = set()
        self.table = ""  # of the two, where strangers may watch
        self._begun = asyncio.Event()
        self._anew = False

    async def begin_anew(self) -> None:
        """Let the two begin another game."""
        self._begun.clear()
        self._anew = True
        await asyncio.wait_for(self._begun.wait(), 60)

    async def begin(self) -> None:
        """Sit down and play until they are stopped."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in (self._ask(), self._two(), self._one())]
        waiting = loop.create_task(self._begun.wait())
        await asyncio.wait([waiting, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in self._tasks:
            if task.done():
                task.result()

    async def stop(self) -> None:
        """Go home."""
        for task in [*self._tasks, *self._questions]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._questions, return_exceptions=True)

    # /health, at its times whatever the earlier answers take

    async def _ask(self) -> None:
        due = time.monotonic()
        while True:
            task = asyncio.get_running_loop().create_task(self._health(self.waits))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)
            due += 1 / PER_SECOND
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _health(self, waits: Waits) -> None:
        with waits.waiting():
            await self._ask_health(waits)

    async def _ask_health(self, waits: Waits) -> None:
        begun = time.perf_counter()
        http = Http(self.port, ADDRESS)
        try:
            answer = await asyncio.wait_for(http.ask("GET", "/health"), PATIENCE)
            if answer.status != 200:
                waits.failures.append(f"/health: {answer.status}")
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            waits.failures.append(f"/health: {type(error).__name__}")
        finally:
            http.close()
        waits.health.append(time.perf_counter() - begun)

    # Two who play each other

    async def _two(self) -> None:
        http = Http(self.port, ADDRESS)
        anna = (await http.ask("GET", "/api/me")).cookie
        boris = (await http.ask("GET", "/api/me")).cookie
        wanted = {
            "game": NAMES[0],
            "seats": [{"kind": "me"}, {"kind": "link"}],
            "options": dict(spec(NAMES[0]).trials.long),
            "public": True,
        }
        while True:
            name = await self._set_up(http, wanted, anna, boris)
            pages = [await Page.join(self.port, name, cookie) for cookie in (anna, boris)]
            self.table = name
            self._begun.set()
            await self._play(pages)
            for page in pages:
                page.socket.close()

    async def _set_up(self, http: Http, wanted: dict[str, Any], anna: str, boris: str) -> str:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                created = await http.ask("POST", "/api/tables", wanted, anna)
                if created.status < 400:
                    name = str(created.content["table"])
                    sat = await http.ask("POST", f"/api/tables/{name}/sit", {}, boris)
                    started = await http.ask("POST", f"/api/tables/{name}/start", {}, anna)
                    if sat.status < 400 and started.status < 400:
                        return name
                    created = sat if sat.status >= 400 else started
                self.waits.failures.append(f"setting up: {created.status} {created.content}")
            await asyncio.sleep(0.2)

    async def _play(self, pages: list[Page]) -> None:
        choice = random.Random(1)
        while True:
            acting = [page for page in pages if page.legal]
            if not acting or self._anew:
                self._anew = False
                return
            mover = acting[0]
            other = pages[1 - pages.index(mover)]
            waits = self.waits
            try:
                with waits.waiting():
                    await asyncio.wait_for(self._move(waits, mover, other, choice), PATIENCE)
            except TimeoutError:
                waits.failures.append("a move was not answered")
                waits.done.append(PATIENCE)
                waits.seen.append(PATIENCE)
                return
            except ConnectionError as error:
                waits.failures.append(f"a line was closed: {error}")
                return
            waits.chat += sum(page.taken_chat() for page in pages)
            await asyncio.sleep(self._pause)

    async def _move(self, waits: Waits, mover: Page, other: Page, choice: random.Random) -> None:
        begun = time.perf_counter()
        seq = await mover.play(choice.choice(mover.legal))
        if seq is None:
            waits.failures.append(f"a move was rejected: {mover.rejected}")
            await asyncio.sleep(0.2)
            return
        waits.done.append(time.perf_counter() - begun)
        await other.at(seq)
        waits.seen.append(time.perf_counter() - begun)
        await mover.at(seq)

    # One who plays a novice

    async def _one(self) -> None:
        http = Http(self.port, ADDRESS)
        vera = (await http.ask("GET", "/api/me")).cookie
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        wanted = {"game": NAMES[0], "seats": seats, "pace": "at_once", "start": True}
        while True:
            try:
                created = await http.ask("POST", "/api/tables", wanted, vera)
                if created.status >= 400:
                    self.waits.failures.append(f"setting up: {created.status} {created.content}")
                    await asyncio.sleep(0.2)
                    continue
                page = await Page.join(self.port, created.content["table"], vera)
                await self._against_novice(page)
                page.socket.close()
            except (OSError, Refused, asyncio.IncompleteReadError) as error:
                self.waits.failures.append(f"against a novice: {type(error).__name__} {error}")
                await asyncio.sleep(0.2)

    async def _against_novice(self, page: Page) -> None:
        choice = random.Random(2)
        while page.status == "playing":
            begun = time.perf_counter()
            waits = self.waits
            with waits.waiting(), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._move_and_wait(page, choice), PATIENCE)
            waits.novice.append(time.perf_counter() - begun)
            await asyncio.sleep(2 * self._pause)

    async def _move_and_wait(self, page: Page, choice: random.Random) -> None:
        seq = await page.play(choice.choice(page.legal)) if page.legal else None
        await page.at(seq or 0)
        await page.my_turn()


class Page:
    """An honest page."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.rejected: dict[str, Any] = {}
        self._chat = 0
        self._count = 0

    @classmethod
    async def join(cls, port: int, table: str, cookie: str) -> Page:
        """Open it."""
        page = cls(await asyncio.wait_for(Socket.open(port, ADDRESS, table, cookie), PATIENCE))
        page.socket.send({"type": "hello"})
        while not page.state:
            await page.receive()
        page._chat = 0
        return page

    async def receive(self) -> dict[str, Any]:
        """The next message; a ConnectionError if the line is closed."""
        message = await self.socket.receive()
        if message is None:
            raise ConnectionError(str(self.socket.code))
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "chat":
            self._chat += len(message["said"])
        return message

    def taken_chat(self) -> int:
        """How many lines were said since the last time."""
        count, self._chat = self._chat, 0
        return count

    @property
    def status(self) -> str:
        """Of the table."""
        return str(self.state["table"]["status"])

    @property
    def legal(self) -> list[str]:
        """The moves it may make."""
        return [move["text"] for position in self.state["positions"] for move in position["legal"]]

    async def play(self, move: str) -> int | None:
        """Make a move and wait for the answer: the new `seq`, or None if it was rejected."""
        self._count += 1
        id, seat = f"h{self._count}", self.state["positions"][0]["seat"]
        self.socket.send({"type": "play", "id": id, "seq": self.state["seq"], "seat": seat, "move": move})
        while (answer := await self.receive()).get("id") != id:
            pass
        if answer["type"] != "done":
            self.rejected = answer
            return None
        return int(answer["seq"])

    async def at(self, seq: int) -> None:
        """Wait until it has seen so many changes."""
        while self.state["seq"] < seq:
            await self.receive()

    async def my_turn(self) -> None:
        """Wait until it may move, or it is over."""
        while not self.legal and self.status == "playing":
            await self.receive()
