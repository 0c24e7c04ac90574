"""People who play as fast as they can until their server dies: `fast_players.py PORT TABLES MOVES`.

Prints `enough` after so many acknowledged moves and goes on; at the end, for every table, how many were acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import sys

import httpx
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


class Players:
    """All tables; at each one person plays both seats."""

    def __init__(self, port: int, enough: int) -> None:
        self.port = port
        self.enough = enough
        self.acknowledged: dict[str, int] = {}
        self.total = 0

    async def run(self, tables: int) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=120) as client:
            await client.get("/api/me")
            names = [await self._table(client) for _ in range(tables)]
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        await asyncio.gather(*(self._play(name, cookie) for name in names))

    async def _table(self, client: httpx.AsyncClient) -> str:
        wanted = {
            "game": "kingdomino",
            "seats": [{"kind": "me"}, {"kind": "here"}],
            "options": {"dynasty": True},
            "start": True,
        }
        return str((await client.post("/api/tables", json=wanted)).json()["table"])

    async def _play(self, name: str, cookie: str) -> None:
        self.acknowledged[name] = 0
        headers = {"Cookie": cookie}
        try:
            async with connect(
                f"ws://127.0.0.1:{self.port}/ws/{name}", additional_headers=headers, max_size=None, compression=None
            ) as line:
                await line.send('{"type":"hello"}')
                async for text in line:
                    message = json.loads(text)
                    if message["type"] == "done":
                        self._count(name)
                    elif message["type"] == "state":
                        await self._move(line, message)
                    else:
                        raise SystemExit(f"unexpected: {message}")
        except (ConnectionClosed, OSError):
            pass

    async def _move(self, line: object, state: dict) -> None:  # type: ignore[type-arg]
        for position in state["positions"]:
            if position["legal"]:
                move = {"type": "play", "id": f"m{state['seq']}", "seq": state["seq"], "seat": position["seat"]}
                await line.send(json.dumps(move | {"move": position["legal"][0]}))  # type: ignore[attr-defined]

    def _count(self, name: str) -> None:
        self.acknowledged[name] += 1
        self.total += 1
        if self.total == self.enough:
            print("enough", flush=True)


def main() -> None:
    port, tables, moves = map(int, sys.argv[1:])
    players = Players(port, moves)
    uvloop.run(players.run(tables))
    for table, count in players.acknowledged.items():
        print(table, count)


if __name__ == "__main__":
    main()
