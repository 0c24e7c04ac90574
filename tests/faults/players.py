"""People who play all games at any of several workers, whatever happens to these, and write everything down.

Each table has two people, or one and a bot, and somebody who watches. A page that loses its line, or hears nothing for
a while, goes on at another worker, as a browser behind a proxy would; what was not answered it sends again, with the
same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import time
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.attack.client import Answer, Http
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pentarchy.table.identity import COOKIE, player_of
from tests.faults import history as h

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.faults.workers import Worker

LATE = ("stale", "cannot_undo", "not_your_turn", "not_playing")  # somebody else, or a clock, was faster
GONE = (WebSocketException, OSError, EOFError, TimeoutError)
SILENCE = 2.5  # seconds after which a line that answers no ping is given up
PAUSE = 0.2  # seconds that people think, on average
REST = 0.1  # seconds until something that failed is tried again
PATIENCE = 90.0  # seconds until everything must be well again


class Kind(NamedTuple):
    """A kind of table that is played at."""

    game: str
    options: dict[str, Any]
    bot: str | None = None
    clock: dict[str, Any] | None = None


KINDS = [
    Kind("kingdomino", {"dynasty": True}),
    Kind("genius", {}),
    Kind("scuffle", {}),
    Kind("kingems", {"mode": "advanced"}),
    Kind("color_kingdoms", {}),
    Kind("kingdomino", {}, bot="adept"),
    Kind("genius", {}, clock={"per": "move", "seconds": 3}),
    Kind("scuffle", {}, bot="novice"),
    Kind("kingems", {}, clock={"per": "game", "seconds": 40}),
    Kind("color_kingdoms", {}, bot="novice"),
]


class Unexpected(AssertionError):  # noqa: N818
    """An answer that no fault explains."""


class Players:
    """All tables, one after the other at each place, until there is enough."""

    def __init__(self, workers: list[Worker], history: h.History, tables: int, seed: int) -> None:
        self.workers = workers
        self.history = history
        self.choice = random.Random(seed)
        self.places = [Place(self, kind) for kind in islice(cycle(KINDS), tables)]
        self.enough = asyncio.Event()  # from then on bots play everything to its end
        self.names: list[str] = []  # of all tables that were set up
        self.readers: dict[str, list[Person]] = {}

    async def play(self) -> None:
        """Until there is enough and every game is over."""
        async with asyncio.TaskGroup() as group:
            for place in self.places:
                group.create_task(place.play())

    def worker(self) -> Worker:
        """Any; whether it lives is found out by trying."""
        return self.choice.choice(self.workers)

    async def look_everywhere(self) -> None:
        """When all is over, let every reader of every table look at it at every worker."""
        limit = asyncio.Semaphore(20)

        async def look(reader: Person, worker: Worker) -> None:
            async with limit:
                await reader.look_at(worker)

        async with asyncio.TaskGroup() as group:
            for readers in self.readers.values():
                for reader in readers:
                    for worker in self.workers:
                        group.create_task(look(reader, worker))


class Place:
    """Where two people play one game after another."""

    def __init__(self, players: Players, kind: Kind) -> None:
        self.players = players
        self.kind = kind
        tokens = [secrets.token_urlsafe(24) for _ in range(1 if kind.bot else 2)]
        self.cookies = [f"{COOKIE}={token}" for token in tokens]
        self.people = [player_of(token) for token in tokens]

    async def play(self) -> None:
        players = self.players
        while not players.enough.is_set():
            name = await self._set_up()
            if name is None:
                return
            readers = [Person(self, name, *who) for who in zip(self.people, self.cookies, strict=True)]
            readers.append(Person(self, name, "", ""))
            players.names.append(name)
            players.readers[name] = readers
            async with asyncio.TaskGroup() as group:
                for reader in readers:
                    group.create_task(reader.play())

    async def _set_up(self) -> str | None:
        """A new table whose game has begun; None if there is enough. What is not answered may have happened."""
        kind = self.kind
        other = {"kind": "bot", "level": kind.bot} if kind.bot else {"kind": "link"}
        wanted = {"game": kind.game, "options": kind.options, "seats": [{"kind": "me"}, other], "pace": "at_once"}
        created = await self._ask("/api/tables", wanted | ({"clock": kind.clock} if kind.clock else {}), 0)
        if created is None:
            return None
        name: str = created.content["table"]
        for number in range(1, len(self.people)):
            await self._ask(f"/api/tables/{name}/sit", {}, number, known=("seated", "full"), to_the_end=True)
        await self._ask(f"/api/tables/{name}/start", {}, 0, known=("started",), to_the_end=True)
        return name

    async def _ask(
        self, path: str, content: Any, number: int, *, known: tuple[str, ...] = (), to_the_end: bool = False
    ) -> Answer | None:
        """Ask one worker after the other until it is done, or known to be done: an earlier try may have done it."""
        while to_the_end or not self.players.enough.is_set():
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                answer = await ask(self.players.worker(), "POST", path, content, self.cookies[number])
                error = (answer.content or {}).get("error")
                if answer.status < 300 or error in known:
                    return answer
                if answer.status < 500:
                    raise Unexpected(f"{path}: {answer}")
            await asyncio.sleep(REST)
        return None


async def ask(
    worker: Worker, method: str, path: str, content: Any = None, cookie: str = "", patience: float = SILENCE
) -> Answer:
    """Ask a worker for something over HTTP."""
    http = Http(worker.port, "127.0.0.1")
    try:
        return await asyncio.wait_for(http.ask(method, path, content, cookie), patience)
    finally:
        http.close()


class Person:
    """One page: at most one command is under way."""

    numbers = iter(range(1, 1 << 30))

    def __init__(self, place: Place, table: str, player: str, cookie: str) -> None:
        self.place = place
        self.table = table
        self.player = player
        self.cookie = cookie
        self.page = f"page {next(self.numbers)}"
        self.players = place.players
        self.choice = random.Random(self.players.choice.random())
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.lines = 0
        self.sent: dict[str, Any] | None = None
        self.commands = 0
        self.bots_play = False
        self.worker = self.players.workers[0]

    async def play(self) -> None:
        """Until the game is over, at one worker after the other."""
        while not self.over:
            with contextlib.suppress(*GONE):
                async with self._line(self.players.worker()) as line:
                    await self._play_at(line)
            if not self.over:
                await asyncio.sleep(REST)

    async def _play_at(self, line: ClientConnection) -> None:
        if self.sent is not None:
            await self._send(line, self.sent)
        while not self.over:
            await self._hear_next(line)
            if self.sent is None and self.state:
                await self._act(line)

    @contextlib.asynccontextmanager
    async def _line(self, worker: Worker) -> AsyncIterator[ClientConnection]:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        address = f"ws://127.0.0.1:{worker.port}/ws/{self.table}"
        options: dict[str, Any] = {"max_size": None, "compression": None, "ping_interval": None, "close_timeout": 0.1}
        async with connect(address, additional_headers=headers, open_timeout=SILENCE, **options) as line:
            self.worker = worker
            self.lines += 1
            await line.send(json.dumps({"type": "hello", "seq": self.state.get("seq")}))
            yield line

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] == "over" and self.sent is None

    async def _hear_next(self, line: ClientConnection) -> None:
        """What comes next; a line that is silent is asked once whether it is still there."""
        try:
            text = await asyncio.wait_for(line.recv(), SILENCE)
        except TimeoutError:
            await line.send('{"type":"ping"}')
            text = await asyncio.wait_for(line.recv(), SILENCE)
        self._hear(json.loads(text))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self._see(message)
            case "done":
                self._note(h.Answered, id=message["id"], seq=message["seq"])
                if self.sent is not None and message["id"] == self.sent["id"]:
                    self.bots_play = self.bots_play or self.sent["type"] == "stand_in"
                    self.sent = None
            case "rejected":
                self._refused(message)
            case "chat":
                for said in message["said"]:
                    self._note(h.Heard, line=self.lines, number=said["number"], text=said["text"])
            case "pong":
                pass
            case _:
                raise Unexpected(f"{self.page} at {self.table}: {message}")

    def _see(self, message: dict[str, Any]) -> None:
        if message["log_from"] > len(self.log):
            raise Unexpected(f"{self.page} at {self.table}: log from {message['log_from']}, known {len(self.log)}")
        self.log = self.log[: message["log_from"]] + message["log"]
        self.state = message
        self._note(h.Saw, worker=self.worker.name, seq=message["seq"], shown=h.shown(message, self.log))

    def _refused(self, message: dict[str, Any]) -> None:
        reason = message["reason"]
        self._note(h.Refused, id=message["id"], reason=reason)
        if reason == "failed":
            raise EOFError  # it may have happened: ask again elsewhere
        if self.sent is None or reason not in (*LATE, "not_your_seat"):
            raise Unexpected(f"{self.page} at {self.table}: {message}, sent {self.sent}")
        self.bots_play = self.bots_play or (self.sent["type"] == "stand_in" and reason == "not_your_seat")
        self.sent = None

    async def _act(self, line: ClientConnection) -> None:
        """Move if it is the turn to; sometimes take a move back, or say something; in the end let a bot play."""
        command = self._choose()
        if command is not None and not self.players.enough.is_set():
            await self._think(line)
            command = self._choose()
        if command is not None:
            self.commands += 1
            self.sent = {**command, "id": f"c{self.commands}"}
            await self._send(line, self.sent)

    async def _think(self, line: ClientConnection) -> None:
        """For a while, in which more may be heard."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.choice.expovariate(1 / PAUSE)):
                while True:
                    self._hear(json.loads(await line.recv()))

    def _choose(self) -> dict[str, Any] | None:
        positions = self.state["positions"]
        if not positions or positions[0]["seat"] is None or self.state["table"]["status"] != "playing":
            return None
        about = {"seq": self.state["seq"], "seat": positions[0]["seat"]}
        if self.players.enough.is_set():
            return None if self.bots_play else {"type": "stand_in", "seat": about["seat"], "level": "novice"}
        chance = random.Random(f"{self.page} {self.commands}").random()
        if positions[0]["undo"] and chance < 0.1:
            return {"type": "undo", **about}
        if positions[0]["legal"] and chance > 0.97:
            return {"type": "say", "text": f"so far {self.commands}"}
        if positions[0]["legal"]:
            return {"type": "play", **about, "move": self.choice.choice(positions[0]["legal"])["text"]}
        return None

    async def _send(self, line: ClientConnection, command: dict[str, Any]) -> None:
        self._note(h.Asked, command=command)
        await line.send(json.dumps(command))

    async def look_at(self, worker: Worker) -> None:
        """How it stands there in the end: what a fresh page is shown once all is known there, and the game's record."""
        fresh = Person(self.place, self.table, self.player, self.cookie)
        async with asyncio.timeout(PATIENCE), fresh._line(worker) as line:
            while fresh.state.get("seq", 0) < self.state["seq"]:
                fresh._hear(json.loads(await line.recv()))
        shown = h.shown(fresh.state, fresh.log)
        fresh._note(h.Saw, worker=worker.name, seq=fresh.state["seq"], shown=shown, last=True)
        if not self.player:
            answer = await ask(worker, "GET", f"/api/tables/{self.table}/record", patience=PATIENCE)
            if answer.status != 200:
                raise Unexpected(f"the record of {self.table} at {worker.name}: {answer}")
            self._note(h.Record, worker=worker.name, record=answer.content)

    def _note(self, kind: Any, **fields: Any) -> None:
        event = kind(at=time.monotonic(), table=self.table, page=self.page, player=self.player, **fields)
        self.players.history.add(event)
