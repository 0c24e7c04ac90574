"""A running table and people who play at it, over real HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import ssl
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pentarchy.table.app import App
from pentarchy.table.serve import configured, listen
from pentarchy.table.settings import NO_LIMIT, Settings
from tests.table import keeping

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

    from pentarchy.table.connection import Connection

PATIENCE = 60.0  # seconds until something that must happen has not; a busy machine is slow, not wrong
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # httpx would read all of the world's for every client


class RunningTable:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = App(settings)
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self._server = uvicorn.Server(configured(self.app, patience=1))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def connections(self) -> list[Connection]:
        """Those of all open pages."""
        assert self.app.hub is not None
        return list(self.app.hub.connections)

    def call(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the server's own event loop; what comes of it."""
        assert self.app.hub is not None
        return asyncio.run_coroutine_threadsafe(work, self.app.hub.loop).result(PATIENCE)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()


def wait_for(condition: Any, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this should have happened"
        time.sleep(0.01)


@contextlib.contextmanager
def running(data: Path, **settings: Any) -> Iterator[RunningTable]:
    """A table for as long as it is needed. Bots do not pause, and games are compiled when they are first used."""
    counted = (
        "requests",
        "arrivals",
        "tables",
        "tables_address",
        "commands",
        "commands_address",
        "frames",
        "frames_address",
        "program_commands",
        "program_requests",
    )
    often = dict.fromkeys(counted, NO_LIMIT)
    chosen: dict[str, Any] = {"bot_pause": 0.0, "warm": False, **often}
    table = RunningTable(Settings(data, **(chosen | keeping.settings(data) | settings)))
    try:
        yield table
    finally:
        table.stop()


def client(url: str, **more: Any) -> httpx.Client:
    """What asks a table, over plain HTTP."""
    return httpx.Client(base_url=url, timeout=PATIENCE, verify=NO_CERTIFICATES, **more)


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        self._open = contextlib.ExitStack()
        self.http = self._open.enter_context(client(url))
        self.get("/api/me")
        if name:
            assert self.http.put("/api/me", json={"name": name}).json() == {"name": name}

    def move_to(self, url: str) -> None:
        """The table was closed and has opened again, elsewhere."""
        cookies = dict(self.http.cookies)
        self._open.close()
        self.url = url
        self.http = self._open.enter_context(client(url, cookies=cookies))

    def close(self) -> None:
        self._open.close()

    def get(self, path: str, **query: Any) -> Any:
        return self._read(self.http.get(path, params={k: v for k, v in query.items() if v is not None}))

    def post(self, path: str, content: Any = None) -> Any:
        return self._read(self.http.post(path, json=content) if content is not None else self.http.post(path))

    def refused(self, path: str, content: Any = None) -> tuple[int, str]:
        """What is answered to something that is not done."""
        answer = self.http.get(path) if content is None else self.http.post(path, json=content)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]

    @staticmethod
    def _read(answer: httpx.Response) -> Any:
        assert answer.status_code < 400, answer.text
        return answer.json()

    def create(self, game: str, *seats: str, **wanted: Any) -> str:
        """A table. Seats are me, here, link or the level of a bot."""
        kinds = ("me", "here", "link")
        listed = [{"kind": seat} if seat in kinds else {"kind": "bot", "level": seat} for seat in seats]
        created = self.post("/api/tables", {"game": game, "seats": listed, **wanted})
        return str(created["table"])

    def sit(self, table: str, **sitting: Any) -> Any:
        return self.post(f"/api/tables/{table}/sit", sitting)

    def fill(self, table: str, seat: int, level: str | None, **filling: Any) -> Any:
        return self.post(f"/api/tables/{table}/fill", {"seat": seat, "level": level, **filling})

    def start(self, table: str) -> Any:
        return self.post(f"/api/tables/{table}/start")

    def join(
        self,
        table: str,
        *,
        hello: bool = True,
        known: Page | None = None,
        patience: float = PATIENCE,
        **options: Any,
    ) -> Page:
        """Open a page; `known` is one that was lost: it has its log and goes on from there."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        headers |= options.pop("headers", {})
        address = f"{self.url.replace('http', 'ws')}/ws/{table}"
        line = self._open.enter_context(connect(address, additional_headers=headers, max_size=None, **options))
        page = Page(line, patience)
        if hello:
            page.log = list(known.log) if known else []
            page.send(
                {"type": "hello", "seq": known.seq if known else None, "looks": known and known.last.get("looks")}
            )
            page.state()
        return page


class Page:
    """An open page: what it has been sent, and the log as it has put it together."""

    ids = itertools.count(1)

    def __init__(self, line: ClientConnection, patience: float) -> None:
        self.line = line
        self.patience = patience
        self.heard: list[dict[str, Any]] = []  # every message, in order
        self.raw: list[str] = []
        self.log: list[dict[str, Any]] = []
        self.last: dict[str, Any] = {}  # state
        self.chat: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any] | str) -> None:
        self.line.send(message if isinstance(message, str) else json.dumps(message))

    def receive(self, seconds: float | None = None) -> dict[str, Any]:
        text = self.line.recv(self.patience if seconds is None else seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        if message["type"] == "state":
            assert message["log_from"] <= len(self.log)
            self.log = self.log[: message["log_from"]] + message["log"]
            self.last = message
        elif message["type"] == "chat":
            self.chat += message["said"]
        return message

    def state(self) -> dict[str, Any]:
        """The next state."""
        while (message := self.receive())["type"] != "state":
            pass
        return message

    def until(self, condition: Any) -> dict[str, Any]:
        """The first state, from the last one on, of which something holds."""
        while not self.last or not condition(self.last):
            self.receive()
        return self.last

    def at(self, seq: int) -> dict[str, Any]:
        return self.until(lambda state: state["seq"] >= seq)

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        id = fields.setdefault("id", f"c{next(self.ids)}")
        self.send({"type": type, **fields})
        while (message := self.receive()).get("id") != id:
            pass
        return message

    def quiet(self) -> bool:
        """Whether nothing comes before the answer to a ping."""
        self.send({"type": "ping"})
        return bool(self.receive()["type"] == "pong")

    def play(self, move: str, seat: int | None = None) -> dict[str, Any]:
        seat = self.seat if seat is None else seat
        answer = self.ask("play", seq=self.last["seq"], seat=seat, move=move)
        if answer["type"] == "done" and self.last.get("curtain"):
            self.state()  # a shared device counts for each seat alone
        elif answer["type"] == "done":
            self.at(answer["seq"])
        return answer

    def look(self, seat: int | None) -> dict[str, Any]:
        """Say who sits in front of this device, and wait until it is sent what that seat may see."""
        answer = self.ask("look", seat=seat)
        if answer["type"] == "done":
            self.until(lambda state: state.get("looks") == seat)
        return answer

    @property
    def acting(self) -> list[int]:
        """The seats at this device that are to act."""
        acting = self.last["positions"][0]["view"]["to_act"]
        return [each["seat"] for each in self.last["table"]["seats"] if each["mine"] and each["seat"] in acting]

    def open_curtain(self) -> None:
        """Let the next one at a shared device look, if somebody there is to act."""
        if self.last.get("curtain") and self.last.get("looks") is None and self.acting:
            assert self.look(self.acting[0])["type"] == "done"

    def rejected(self, type: str, **fields: Any) -> str:
        """Why a command was not carried out."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "rejected", answer
        return str(answer["reason"])

    @property
    def seat(self) -> int:
        return int(self.last["positions"][0]["seat"])

    def position(self, seat: int | None = None) -> dict[str, Any]:
        positions = self.last["positions"]
        found: dict[str, Any] = next(position for position in positions if seat is None or position["seat"] == seat)
        return found

    @property
    def table(self) -> str:
        return str(self.last["table"]["table"])

    @property
    def legal(self) -> list[str]:
        return [move["text"] for move in self.position()["legal"]]

    @property
    def status(self) -> str:
        return str(self.last["table"]["status"])

    @property
    def seq(self) -> int:
        return int(self.last["seq"])

    def closed(self) -> int:
        """Read on until the line is closed; why it was."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self.line.close()


def two_at_a_table(anna: Person, boris: Person, **wanted: Any) -> tuple[Page, Page]:
    """Two people play each other."""
    name = anna.create("kingdomino", "me", "link", **wanted)
    boris.sit(name)
    anna.start(name)
    return anna.join(name), boris.join(name)


def acting_first(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """The page whose turn it is, then the other."""
    one, other = pages
    return (one, other) if one.legal else (other, one)


def play_on(pages: list[Page], moves: int = 10**6) -> int:
    """Let whoever is to act make the first legal move, until it is over; return how many moves were made."""
    made = 0
    while True:
        newest = max(page.seq for page in pages)
        for page in pages:
            page.at(newest)
        for page in pages:
            page.open_curtain()
        acting = [(page, each) for page in pages for each in page.last["positions"] if each["legal"]]
        if made == moves or not acting:
            return made
        page, position = acting[0]
        answer = page.play(position["legal"][0]["text"], position["seat"])
        assert answer["type"] == "done", answer
        made += 1
