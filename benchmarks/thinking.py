"""Whether somebody who lets many bots think holds up the bots of others.

    python benchmarks/thinking.py [--tables 150] [--game kingdomino] [--restart] [--json]

One client sets up many tables of four masters and opens a page at each, so that none of them pauses. Somebody else,
from another address, then plays a novice, asks for hints, and plays a master. With `--restart` the table is killed and
opened again before that, and the first client opens its pages again.
The server runs in a process of its own with its own data in a temporary folder; everything stays on this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 120.0  # seconds for one answer
CROWD = "127.0.0.2"  # from where the one with many tables comes
OTHER = "127.0.0.1"


@dataclass
class Figures:
    """How long somebody else waited, in milliseconds, while so many tables thought."""

    tables: int
    restarted: bool
    novice_p50: float
    novice_most: float
    hint_p50: float
    hint_most: float
    master_p50: float
    master_most: float
    health_most: float
    masters_moves: int  # that the one with many tables got meanwhile
    megabytes: int  # that the server holds in the end


class Server:
    """`pentarchy serve` in a process of its own."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", "0", "--data", folder]
        environment = os.environ | {"PENTARCHY_UNLIMITED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        address = re.search(r"http://\S+:(\d+)/", self.process.stdout.readline())
        assert address is not None, "the table did not open"
        self.url = f"http://127.0.0.1:{address[1]}"

    @property
    def megabytes(self) -> int:
        """The memory it holds."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4096 // 2**20

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)


class Client:
    """Somebody at an address."""

    def __init__(self, url: str, address: str, cookies: dict[str, str] | None = None) -> None:
        self.url = url
        self.address = address
        self._open = contextlib.ExitStack()
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=url, transport=transport, timeout=PATIENCE, cookies=cookies)
        if not cookies:
            self.http.get("/api/me").raise_for_status()

    def create(self, game: str, *seats: str) -> str:
        listed = [{"kind": seat} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats]
        wanted = {"game": game, "seats": listed, "pace": "at_once", "start": True}
        answer = self.http.post("/api/tables", json=wanted)
        answer.raise_for_status()
        return str(answer.json()["table"])

    def join(self, table: str) -> Any:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        opening = connect(
            f"{self.url.replace('http', 'ws')}/ws/{table}",
            additional_headers={"Cookie": cookie},
            source_address=(self.address, 0),
            max_size=None,
            open_timeout=PATIENCE,
        )
        line = self._open.enter_context(opening)
        line.send('{"type":"hello"}')
        return line

    def close(self) -> None:
        """Close all pages."""
        with contextlib.suppress(ConnectionClosed, OSError):
            self._open.close()
        self.http.close()


class Watcher:
    """Somebody who has a page open and reads whatever comes."""

    def __init__(self, client: Client, table: str) -> None:
        self.states = 0
        self._line = client.join(table)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for message in self._line:
                self.states += message.startswith('{"type":"state"')


class Game:
    """A game of one person against a bot."""

    def __init__(self, client: Client, game: str, level: str) -> None:
        self.line = client.join(client.create(game, "me", level))
        self.state: dict[str, Any] = {}
        self._until_my_turn()

    def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.line.recv(PATIENCE))
        if message["type"] == "state":
            self.state = message
        return message

    @property
    def over(self) -> bool:
        return bool(self.state and self.state["table"]["status"] == "over")

    def _until_my_turn(self) -> None:
        while not self.over and not (self.state and self.state["positions"][0]["legal"]):
            self._receive()

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        self.line.send(json.dumps(message))
        while (answer := self._receive()).get("id") != message["id"]:
            pass
        return answer

    def move(self) -> float:
        """Make a move; the milliseconds from its being stored to the next turn, 0 if that follows at once."""
        position = self.state["positions"][0]
        fields = {"seq": self.state["seq"], "seat": position["seat"], "move": position["legal"][0]["text"]}
        stored = self._answer({"type": "play", "id": f"m{self.state['seq']}", **fields})
        assert stored["type"] == "done", stored
        begun = time.perf_counter()
        while self.state["seq"] < stored["seq"]:
            self._receive()
        if self.state["positions"][0]["legal"] or self.over:
            return 0.0
        self._until_my_turn()
        return 1000 * (time.perf_counter() - begun)

    def hint(self, number: int) -> float:
        """Ask for a hint; the milliseconds it took."""
        fields = {"seq": self.state["seq"], "seat": self.state["positions"][0]["seat"]}
        begun = time.perf_counter()
        assert self._answer({"type": "hint", "id": f"h{number}", **fields})["type"] == "hinted"
        return 1000 * (time.perf_counter() - begun)


def median(times: list[float]) -> float:
    """The middle one."""
    return sorted(times)[len(times) // 2]


def answers_of(client: Client, game: str, level: str, moves: int) -> list[float]:
    """How long a bot took for each of its answers."""
    playing = Game(client, game, level)
    times: list[float] = []
    while len(times) < moves:
        if playing.over:
            playing = Game(client, game, level)
        if (waited := playing.move()) > 0:
            times.append(waited)
    return times


def hints_of(client: Client, game: str, count: int) -> list[float]:
    """How long hints took."""
    playing = Game(client, game, "novice")
    times = []
    for number in range(count):
        times.append(playing.hint(number))
        playing.move()
    return times


class Pulse:
    """Asks ten times a second whether the server is alive, and keeps the longest wait."""

    def __init__(self, url: str) -> None:
        self.most = 0.0
        self._url = url
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def _ask(self) -> None:
        with httpx.Client(base_url=self._url, timeout=PATIENCE) as http:
            while not self._done.wait(0.1):
                begun = time.perf_counter()
                http.get("/health")
                self.most = max(self.most, 1000 * (time.perf_counter() - begun))

    def stop(self) -> float:
        self._done.set()
        self._thread.join(PATIENCE)
        return self.most


def wait_until_compiled(url: str) -> None:
    """Compiling is another matter."""
    while httpx.get(f"{url}/api/compiling").json():
        time.sleep(0.2)


def measure(
    tables: int = 150, game: str = NAMES[0], *, restart: bool = False, say: Callable[[str], None] = lambda _: None
) -> Figures:
    """Let somebody have so many tables of masters, and look how others fare."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            wait_until_compiled(server.url)
            crowd = Client(server.url, CROWD)
            names = [crowd.create(game, *["master"] * spec(game).most_players) for _ in range(tables)]
            say(f"{tables} tables of masters are set up")
            if restart:
                server.kill()
                server = Server(folder)
                wait_until_compiled(server.url)
                crowd = Client(server.url, CROWD, dict(crowd.http.cookies))
            watchers = [Watcher(crowd, name) for name in names]
            say("and each has a page")
            figures = _others(server, game, watchers, restarted=restart)
            crowd.close()
            return figures
        finally:
            server.stop()


def _others(server: Server, game: str, watchers: list[Watcher], *, restarted: bool) -> Figures:
    other, pulse = Client(server.url, OTHER), Pulse(server.url)
    novice = answers_of(other, game, "novice", 30)
    hints = hints_of(other, game, 8)
    master = answers_of(other, game, "master", 8)
    figures = Figures(
        tables=len(watchers),
        restarted=restarted,
        novice_p50=median(novice),
        novice_most=max(novice),
        hint_p50=median(hints),
        hint_most=max(hints),
        master_p50=median(master),
        master_most=max(master),
        health_most=pulse.stop(),
        masters_moves=sum(watcher.states for watcher in watchers),
        megabytes=server.megabytes,
    )
    other.close()
    return figures


def main() -> None:
    """Measure without any other tables, then with them."""
    parser = argparse.ArgumentParser(description="Whether many thinking bots hold up those of others.")
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    say: Callable[[str], None] = (lambda _: None) if chosen.json else print
    alone = measure(0, chosen.game, say=say)
    crowded = measure(chosen.tables, chosen.game, restart=chosen.restart, say=say)
    if chosen.json:
        print(json.dumps([asdict(alone), asdict(crowded)]))
        return
    for name, value in asdict(alone).items():
        print(f"{name:16} {value:10.0f} {asdict(crowded)[name]:10.0f}")


if __name__ == "__main__":
    main()
