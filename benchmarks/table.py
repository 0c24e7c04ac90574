"""How much a table can bear: real games over real WebSockets, played by a load client in this process.

    python -m benchmarks.table [--tables 100 1000] [--games kingdomino genius …] [--seconds 15] [--rate 300] [--json]
    python -m benchmarks.table --workers 1 2 [--database postgresql://… --bus redis://…]

The server runs in a process of its own with its own data in a temporary folder. Every table has two people with a page
each. A move counts as arrived when the opponent's page has received it, or where it is secret the mover's own.
Kingdomino is played at a steady pace and at full speed, the other games at full speed alone, for what a move costs in
each.

With `--workers` the same is measured once more for each number of workers that share PostgreSQL and Redis, beside
SQLite in one process, in the same run. Without addresses both are started for this, and what they take is told too. The
database must be empty, and is not afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from tests import services

from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TICKS = os.sysconf("SC_CLK_TCK")
HELLO = b'{"type":"hello"}'


class Move(msgspec.Struct):
    """As much of a move as the load client needs."""

    text: str


class Position(msgspec.Struct):
    """As much of a position as the load client needs."""

    seat: int | None  # None: of somebody who watches
    legal: list[Move]


class Message(msgspec.Struct):
    """As much of a message as the load client needs."""

    type: str
    seq: int = 0
    positions: list[Position] = []
    reason: str = ""
    detail: str = ""


read_message = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """One line of the report."""

    store: str
    game: str
    tables: int
    pace: str
    moves: int
    seconds: float
    moves_per_second: float
    cpu_us_per_move: float
    kernel_us_per_move: float  # of that, in the operating system
    client_us_per_move: float  # of the load client, which has the same processors
    services_us_per_move: float  # of PostgreSQL and Redis, where they were started for this
    p50_ms: float
    p99_ms: float


class Server:
    """`pentarchy serve` in a process of its own, with its workers."""

    def __init__(self, folder: str, setup: Setup) -> None:
        environment = os.environ | {"PENTARCHY_UNLIMITED": "1"}
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", "0", "--data", folder, *setup.arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        address = re.search(r"http://\S+:(\d+)/", self.process.stdout.readline())
        assert address is not None, "the table did not open"
        self.port = int(address[1])

    def cpu(self) -> Spent:
        """What it and its workers have taken."""
        return spent(family(self.process.pid))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


class Spent(NamedTuple):
    """Seconds of processor time of all threads: a process's own, and the kernel's on its behalf."""

    own: float
    kernel: float

    @property
    def all(self) -> float:
        return self.own + self.kernel

    def since(self, earlier: Spent) -> Spent:
        return Spent(self.own - earlier.own, self.kernel - earlier.kernel)


def family(process: int) -> list[int]:
    """A process and all that it has started, and these."""
    return [process, *(each for child in services.children(process) for each in family(child))]


def spent(processes: Iterable[int]) -> Spent:
    """What processes have taken, and those of their children that have ended."""
    own = kernel = 0.0
    for process in processes:
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            own += (int(fields[11]) + int(fields[13])) / TICKS
            kernel += (int(fields[12]) + int(fields[14])) / TICKS
    return Spent(own, kernel)


@dataclass
class Setup:
    """What is measured: SQLite in one process, or so many workers that share PostgreSQL and Redis."""

    workers: int = 0
    database: str = ""
    bus: str = ""
    last_database: str = ""  # the name of the one that was made last
    postgresql: services.PostgreSQL | None = None
    redis: services.Redis | None = None

    @property
    def name(self) -> str:
        return f"PostgreSQL, {self.workers} worker{'s' * (self.workers > 1)}" if self.workers else "SQLite"

    @property
    def arguments(self) -> list[str]:
        if not self.workers:
            return []
        database = self.database
        if self.postgresql is not None:
            self.last_database = f"measured_{secrets.token_hex(4)}"
            database = self.postgresql.database(self.last_database)
        return ["--database", database, "--bus", self.bus, "--workers", str(self.workers)]

    def cpu_of_services(self) -> Spent:
        """What PostgreSQL and Redis have taken, as far as they are ours."""
        ours = [*(self.postgresql.processes if self.postgresql else ()), *(self.redis.processes if self.redis else ())]
        return spent(ours)


class Http:
    """One kept-alive connection for setting up tables."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method: str, path: str, content: Any = None, cookie: str = "") -> tuple[int, str, Any]:
        body = b"" if content is None else json.dumps(content).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
        self.writer.write(head.encode() + b"\r\n" + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer)
        payload = await self.reader.readexactly(int(length[1])) if length else b"null"
        set_cookie = re.search(r"set-cookie: ([^;]+)", answer)
        return int(answer.split()[1]), set_cookie[1] if set_cookie else "", json.loads(payload)


class Player(asyncio.Protocol):
    """One page: the smallest WebSocket client there could be, so that the server has the processor."""

    def __init__(self, table: Table, cookie: str, name: str, port: int) -> None:
        self.table = table
        self.name = name  # of the table
        self.moved = -1  # what the table's seq was for the last move from here
        self.ready = asyncio.get_running_loop().create_future()
        self._head = (
            f"GET /ws/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._head)

    def send(self, data: bytes) -> None:
        """A masked text frame; the mask is zero, which is allowed and costs nothing."""
        length = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            assert buffer.startswith(b"HTTP/1.1 101"), buffer
            self._open = True
            buffer = buffer[end + 4 :]
            self.send(HELLO)
        at = 0
        while len(buffer) - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + length:
                break
            if buffer[at] & 15 == 1:
                self.received(buffer[start : start + length])
            elif buffer[at] & 15 == 9:
                self.transport.write(b"\x8a" + bytes((0x80 | length,)) + b"\0\0\0\0" + buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def received(self, data: bytes) -> None:
        message = read_message(data)
        if message.type == "rejected" and not (self.table.in_secret and message.reason == "stale"):
            self.table.load.failed = f"rejected: {message.reason} {message.detail}"
        if message.type == "rejected":
            self.table.mover = None  # both acted at once; what has changed comes, and with it another move
        if message.type == "state":
            if not self.ready.done():
                self.ready.set_result(None)
            self.table.seen(self, message)


class Table:
    """Two people at a table."""

    def __init__(self, load: Load, *, in_secret: bool = False) -> None:
        self.load = load
        self.in_secret = in_secret  # the opponent does not hear of every move
        self.players: list[Player] = []
        self.seq = -1
        self.next: tuple[Player, Message] | None = None
        self.mover: Player | None = None
        self.queued = False
        self.sent = 0.0
        self.choice = random.Random(1)

    def seen(self, player: Player, message: Message) -> None:
        if self.mover is not None and (player is self.mover) == self.in_secret and message.seq > self.seq:
            self.load.arrived(time.perf_counter() - self.sent)
            self.mover = None
        if message.seq > (player.moved if self.in_secret else self.seq):
            self.offer(player, message)
        if self.next is not None and self.mover is None and not self.queued:
            self.queued = True
            self.load.can_move(self)

    def offer(self, player: Player, message: Message) -> None:
        """The newest of a player's positions counts: where several act at once, an older one may be over."""
        if message.positions and message.positions[0].legal:
            self.next = player, message
        elif self.next is not None and self.next[0] is player:
            self.next = None

    def move(self) -> None:
        self.queued = False
        if self.next is None:
            return
        player, message = self.next
        self.next = None
        player.moved = message.seq
        self.mover, self.seq, self.sent = player, message.seq, time.perf_counter()
        position = message.positions[0]
        move = self.choice.choice(position.legal).text
        text = f'{{"type":"play","id":"m{message.seq}","seq":{message.seq},"seat":{position.seat},"move":"{move}"}}'
        player.send(text.encode())


class Load:
    """All tables, and what is measured. Without a rate every table plays as fast as it can."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.tables: list[Table] = []
        self.last = 0.0  # when the last move arrived
        self.waiting: deque[Table] = deque()
        self.full_speed = False
        self.failed = ""  # why a move was refused, which no move here should be

    def arrived(self, seconds: float) -> None:
        self.latencies.append(seconds)
        self.last = time.perf_counter()

    def can_move(self, table: Table) -> None:
        if self.full_speed:
            table.move()
        else:
            self.waiting.append(table)

    async def run(self, seconds: float, rate: float | None) -> float:
        """Let people play; return how long they did."""
        begun = time.perf_counter()
        self.latencies = []
        if rate is None:
            self.full_speed = True
            while self.waiting:
                self.waiting.popleft().move()
            moves = -1
            while time.perf_counter() - begun < seconds and moves != len(self.latencies):  # or nobody plays any more
                moves = len(self.latencies)
                await asyncio.sleep(min(0.5, seconds))
            self.full_speed = False
        else:
            made = 0
            while (now := time.perf_counter() - begun) < seconds:
                while made < now * rate and self.waiting:
                    self.waiting.popleft().move()
                    made += 1
                await asyncio.sleep(0.001)
        if self.failed:
            raise SystemExit(self.failed)
        passed = self.last - begun
        measured = self.latencies
        await asyncio.sleep(0.5)
        self.latencies = measured
        return passed


def same(player: Player) -> Player:
    return player


PACED = NAMES[0]


async def open_tables(port: int, game: str, count: int, load: Load) -> None:
    http = Http(port)
    await http.open()
    while (await http.ask("GET", "/ready"))[0] != 200:
        await asyncio.sleep(0.5)
    _, anna, _ = await http.ask("GET", "/api/me")
    _, boris, _ = await http.ask("GET", "/api/me")
    wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "link"}], "options": dict(spec(game).trials.long)}
    for _ in range(count):
        _, _, created = await http.ask("POST", "/api/tables", wanted, anna)
        name = created["table"]
        await http.ask("POST", f"/api/tables/{name}/sit", {}, boris)
        status, _, answer = await http.ask("POST", f"/api/tables/{name}/start", None, anna)
        assert status == 200, answer
        table = Table(load, in_secret=hasattr(spec(game).view, "secret"))
        load.tables.append(table)
        for cookie in (anna, boris):
            player = Player(table, cookie, name, port)
            table.players.append(player)
            await asyncio.get_running_loop().create_connection(partial(same, player), "127.0.0.1", port)
        for player in table.players:
            await player.ready


async def measure(setup: Setup, tables: int, seconds: float, rate: float, game: str = PACED) -> list[Figures]:
    figures = []
    for pace in (rate, None) if game == PACED else (None,):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, setup)
            try:
                load = Load()
                await open_tables(server.port, game, tables, load)
                await asyncio.sleep(1)
                before, services_before, client_before = server.cpu(), setup.cpu_of_services(), time.process_time()
                passed = await load.run(seconds, pace)
                client = time.process_time() - client_before
                table, others = server.cpu().since(before), setup.cpu_of_services().since(services_before)
            finally:
                server.stop()
        found = sorted(load.latencies)
        figures.append(
            Figures(
                store=setup.name,
                game=game,
                tables=tables,
                pace="full speed" if pace is None else f"{pace:.0f}/s",
                moves=len(found),
                seconds=round(passed, 2),
                moves_per_second=round(len(found) / passed, 1),
                cpu_us_per_move=round(table.all / len(found) * 1e6, 1),
                kernel_us_per_move=round(table.kernel / len(found) * 1e6, 1),
                client_us_per_move=round(client / len(found) * 1e6, 1),
                services_us_per_move=round(others.all / len(found) * 1e6, 1),
                p50_ms=round(found[len(found) // 2] * 1000, 2),
                p99_ms=round(found[int(len(found) * 0.99)] * 1000, 2),
            )
        )
    return figures


@contextlib.contextmanager
def setups(workers: list[int], database: str, bus: str) -> Iterator[list[Setup]]:
    """SQLite, then PostgreSQL with each number of workers; what has no address is started."""
    with contextlib.ExitStack() as started:
        shared: dict[str, Any] = {"database": database, "bus": bus}
        if workers and not database:
            shared["postgresql"] = started.enter_context(services.postgresql())
        if workers and not bus:
            shared["redis"] = started.enter_context(services.redis())
            shared["bus"] = shared["redis"].url
        yield [Setup(), *(Setup(number, **shared) for number in workers)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--games", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=300.0)
    parser.add_argument("--workers", type=int, nargs="*", default=[], help="so many workers, beside SQLite")
    parser.add_argument("--database", default="", help="an empty database of PostgreSQL; else one is started")
    parser.add_argument("--bus", default="", help="Redis; else one is started")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    run = asyncio.run
    try:
        import uvloop

        run = uvloop.run
    except ModuleNotFoundError:
        pass
    with setups(options.workers, options.database, options.bus) as chosen:
        figures = [
            line
            for game in options.games
            for tables in (options.tables if game == PACED else [spec(game).trials.tables or options.tables[0]])
            for setup in chosen
            for line in run(measure(setup, tables, options.seconds, options.rate, game))
        ]
    if options.json:
        print(json.dumps([asdict(line) for line in figures]))
        return
    print(
        f"{'store':21}  {'game':14}  tables  pace         moves  moves/s  CPU per move  kernel  services  client"
        "       p50       p99"
    )
    for line in figures:
        print(
            f"{line.store:21}  {line.game:14}  {line.tables:6}  {line.pace:10} {line.moves:7}"
            f" {line.moves_per_second:8.0f} {line.cpu_us_per_move:10.0f} µs {line.kernel_us_per_move:4.0f} µs"
            f" {line.services_us_per_move:6.0f} µs {line.client_us_per_move:4.0f} µs"
            f" {line.p50_ms:6.2f} ms {line.p99_ms:6.2f} ms"
        )


if __name__ == "__main__":
    main()
