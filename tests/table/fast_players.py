"""People who play as fast as they can until their server dies: `fast_players PORT TABLES COMMANDS FOLDER`.

Two persons sit at every table. Prints `enough` after so many acknowledged commands and goes on. `FOLDER/people.json`
keeps who sits where and what has not been answered, so that the next run goes on there: what was not answered is sent
again, with the same id. `FOLDER/journal.jsonl` gets a line for every answer and for every state that was shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import uvloop
from benchmarks.attack.client import Http
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kingdomino", {"dynasty": True}),
    ("genius", {}),
    ("scuffle", {}),
    ("kingems", {}),
    ("color_kingdoms", {}),
]
LATE = ("stale", "cannot_undo", "not_your_turn", "not_playing")  # the other one was faster
GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError)


def digest(position: dict[str, Any]) -> str:
    """What a page was shown, in short."""
    shown = {"view": position["view"], "legal": [move["text"] for move in position["legal"]], "undo": position["undo"]}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:16]


class Players:
    """All tables, and what was answered."""

    def __init__(self, port: int, enough: int, folder: Path) -> None:
        self.port = port
        self.enough = enough
        self.folder = folder
        self.acknowledged = 0
        self.journal = (folder / "journal.jsonl").open("a", encoding="utf-8")
        self.tables: list[Table] = []

    async def run(self, count: int) -> None:
        known = self.folder / "people.json"
        kept = json.loads(known.read_text()) if known.exists() else []
        games = cycle(GAMES)
        self.tables = [Table(self, *next(games), kept[number] if kept else {}) for number in range(count)]
        await asyncio.gather(*(table.play() for table in self.tables))
        known.write_text(json.dumps([table.kept() for table in self.tables]))
        self.journal.close()

    def note(self, **line: Any) -> None:
        print(json.dumps(line), file=self.journal)

    def count(self) -> None:
        self.acknowledged += 1
        if self.acknowledged == self.enough:
            print("enough", flush=True)


class Table:
    """Two persons who play one game after another."""

    def __init__(self, players: Players, game: str, options: dict[str, Any], kept: dict[str, Any]) -> None:
        self.players = players
        self.game = game
        self.options = options
        self.name: str = kept.get("name", "")
        self.cookies: list[str] = kept.get("cookies", [])
        self.people = [Person(self, number, (kept.get("people") or [{}, {}])[number]) for number in (0, 1)]

    def kept(self) -> dict[str, Any]:
        return {"name": self.name, "cookies": self.cookies, "people": [person.kept() for person in self.people]}

    async def play(self) -> None:
        """Until the server is gone."""
        with contextlib.suppress(*GONE):
            while True:
                if not self.name:
                    await self._set_up()
                await asyncio.gather(*(person.play() for person in self.people))
                self.name = ""

    async def _set_up(self) -> None:
        http = Http(self.players.port, "127.0.0.1")
        while len(self.cookies) < 2:
            self.cookies.append((await http.ask("GET", "/api/me")).cookie)
        seats = [{"kind": "me"}, {"kind": "link"}]
        wanted = {"game": self.game, "options": self.options, "seats": seats}
        name = (await self._ask(http, "/api/tables", wanted, 0))["table"]
        await self._ask(http, f"/api/tables/{name}/sit", {}, 1)
        await self._ask(http, f"/api/tables/{name}/start", {}, 0)
        self.name = name
        http.close()

    async def _ask(self, http: Http, path: str, content: Any, number: int) -> Any:
        answer = await http.ask("POST", path, content, self.cookies[number])
        if answer.status >= 400:
            raise SystemExit(f"unexpected: {path} {answer.content}")
        return answer.content


class Person:
    """One page: at most one command is under way."""

    def __init__(self, table: Table, number: int, kept: dict[str, Any]) -> None:
        self.table = table
        self.number = number
        self.sent: dict[str, Any] | None = kept.get("sent")
        self.commands: int = kept.get("commands", 0)
        self.state: dict[str, Any] = {}
        self.choice = random.Random(f"{number} {self.commands}")

    def kept(self) -> dict[str, Any]:
        return {"sent": self.sent, "commands": self.commands}

    async def play(self) -> None:
        """Until the game is over or the server gone."""
        table = self.table
        headers = {"Cookie": table.cookies[self.number]}
        address = f"ws://127.0.0.1:{table.players.port}/ws/{table.name}"
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as line:
            await line.send('{"type":"hello"}')
            if self.sent is not None:
                await line.send(json.dumps(self.sent))
            self.state = {}
            while not self.over:
                self.hear(json.loads(await line.recv()))
                if self.sent is None and self.state:
                    await self.act(line)

    @property
    def over(self) -> bool:
        return bool(self.state) and self.state["table"]["status"] == "over" and self.sent is None

    def hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self.state = message
                for position in message["positions"]:
                    self._note(saw=message["seq"], seat=position["seat"], shown=digest(position))
            case "done" if self.sent is not None and message["id"] == self.sent["id"]:
                self._note(done=self.sent, seq=message["seq"])
                self.sent = None
                self.table.players.count()
            case "rejected" if self.sent is not None and message["reason"] in LATE:
                self.sent = None
            case "chat" | "pong":
                pass
            case _:
                raise SystemExit(f"unexpected: {message}, sent: {self.sent}")

    def _note(self, **line: Any) -> None:
        self.table.players.note(table=self.table.name, person=self.number, **line)

    async def act(self, line: ClientConnection) -> None:
        """Move if it is the turn to; sometimes take a move back, or say something."""
        positions = self.state["positions"]
        if not positions:
            return
        about = {"seq": self.state["seq"], "seat": positions[0]["seat"]}
        chance = self.choice.random()
        if positions[0]["undo"] and chance < 0.1:
            self.sent = {"type": "undo", **about}
        elif positions[0]["legal"] and chance > 0.98:
            self.sent = {"type": "say", "text": f"so far {self.commands}"}
        elif positions[0]["legal"]:
            self.sent = {"type": "play", **about, "move": self.choice.choice(positions[0]["legal"])["text"]}
        else:
            return
        self.commands += 1
        self.sent["id"] = f"c{self.number}-{self.commands}"
        await line.send(json.dumps(self.sent))


def main() -> None:
    port, tables, enough = map(int, sys.argv[1:4])
    uvloop.run(Players(port, enough, Path(sys.argv[4])).run(tables))


if __name__ == "__main__":
    main()
