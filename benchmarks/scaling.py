"""What one move, table, page, game and thought takes: the constants of docs/scaling.md, measured on this machine.

    python -m benchmarks.scaling [--tables 300] [--seconds 15] [--json]

PostgreSQL and Redis are started for this, in a temporary folder. It takes about four minutes, and nothing else should
run meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests import services

import pentarchy
from benchmarks.table import PACED, Load, Player, Server, Setup, Table, family, open_tables
from pentarchy import bots
from pentarchy.games import NAMES, spec
from pentarchy.table import entries as e
from pentarchy.table.archive import pack

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match

RATE = 300.0  # moves a second at which a move is weighed
GAMES = 3  # of each kind that are played to their end
THOUGHTS = 6  # of each kind of game that are timed
CLIENTS = 8  # of pgbench
BATCH = 64  # entries that go in one statement under load
INSERT = "INSERT INTO written SELECT md5(random()::text), number, convert_to(repeat('x', 120), 'UTF8')"


@dataclass
class Constants:
    """What docs/scaling.md reckons with."""

    moves_per_core_second: float  # one worker, with all that a move brings for two pages
    moves_per_core_second_of_two: float  # the same of two workers together; half of all moves are folded by both
    moves_per_core_second_busy: float  # the same at full speed, where moves share rounds and wakings
    services_us_per_move: float  # PostgreSQL and Redis together
    redis_messages_per_move: float  # that are published, with two workers
    rows_per_game: float  # entries of a game, mean of all kinds with two players
    bytes_per_row: float  # in PostgreSQL, with its index
    packed_bytes_per_game: float  # of a finished game
    table_kilobytes: float  # of memory, one that is in use
    page_kilobytes: float  # of memory, one that is open
    thoughts_per_core_second: float  # of masters, mean of all kinds of games
    commits_per_second: float  # of PostgreSQL here, one row each, with fsync
    rows_per_second: float  # of PostgreSQL here, in statements of many rows
    messages_per_second: float  # of Redis here, each with one listener


async def measured(tables: int, seconds: float) -> Constants:
    """Everything, one after the other."""
    rows, packed = games()
    with services.postgresql() as postgresql, services.redis() as redis:
        alone = Setup(1, bus=redis.url, postgresql=postgresql, redis=redis)
        both = Setup(2, bus=redis.url, postgresql=postgresql, redis=redis)
        calm = await serve(alone, tables, seconds, RATE)
        busy = await serve(alone, tables, seconds, None)
        shared = await serve(both, tables, seconds, RATE)
        commits, many = write_rates(postgresql)
        return Constants(
            moves_per_core_second=calm.moves / calm.cpu,
            moves_per_core_second_of_two=shared.moves / shared.cpu,
            moves_per_core_second_busy=busy.moves / busy.cpu,
            services_us_per_move=calm.services_cpu / calm.moves * 1e6,
            redis_messages_per_move=shared.published / shared.moves,
            rows_per_game=rows,
            bytes_per_row=busy.bytes_per_row,
            packed_bytes_per_game=packed,
            table_kilobytes=calm.table_kilobytes,
            page_kilobytes=calm.page_kilobytes,
            thoughts_per_core_second=1 / thinking(),
            commits_per_second=commits,
            rows_per_second=many,
            messages_per_second=message_rate(redis),
        )


# --- A table in use ---------------------------------------------------------------------------------------------------


@dataclass
class Served:
    """What was measured while people played."""

    moves: int
    cpu: float
    services_cpu: float
    published: int
    bytes_per_row: float
    table_kilobytes: float
    page_kilobytes: float


async def serve(setup: Setup, tables: int, seconds: float, rate: float | None) -> Served:
    assert setup.postgresql is not None
    assert setup.redis is not None
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, setup)
        try:
            load = Load()
            await open_tables(server.port, PACED, 10, load)  # whatever is needed once is there then
            empty = memory(server)
            await open_tables(server.port, PACED, tables, load)
            with_two_pages = memory(server)
            watching = [await watch(table, server.port) for table in load.tables[-tables:]]
            page = (memory(server) - with_two_pages) / tables
            table = (with_two_pages - empty) / tables - 2 * page
            for player in watching:
                player.transport.close()
            await asyncio.sleep(1)
            before, services_before, published = server.cpu(), setup.cpu_of_services(), publications(setup.redis.port)
            await load.run(seconds, rate)
            return Served(
                moves=len(load.latencies),
                cpu=server.cpu().since(before).all,
                services_cpu=setup.cpu_of_services().since(services_before).all,
                published=publications(setup.redis.port) - published,
                bytes_per_row=bytes_per_row(setup.postgresql.address(setup.last_database)),
                table_kilobytes=table,
                page_kilobytes=page,
            )
        finally:
            server.stop()


async def watch(table: Table, port: int) -> Player:
    """One page more at a table."""
    player = Player(Table(Load()), "", table.players[0].name, port)
    await asyncio.get_running_loop().create_connection(lambda: player, "127.0.0.1", port)
    await player.ready
    return player


def memory(server: Server) -> float:
    """Kilobytes that a server and its workers hold; what they share counts once."""
    total = 0
    for process in family(server.process.pid):
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
        total += int(re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)[0])
    return float(total)


def publications(port: int) -> int:
    """How many messages Redis has been given to pass on."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(b"INFO commandstats\r\n")
        answer = line.makefile("rb")
        length = int(answer.readline()[1:])
        found = re.search(r"cmdstat_publish:calls=(\d+)", answer.read(length).decode())
    return int(found[1]) if found else 0


def bytes_per_row(database: str) -> float:
    """What an entry takes in PostgreSQL."""
    size = "SELECT pg_total_relation_size('entries')::float8 / (SELECT count(*) FROM entries)"
    command = [services.program("psql"), "--no-psqlrc", "--tuples-only", "--no-align", "--command", size, database]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


# --- Games and thoughts -----------------------------------------------------------------------------------------------


def games() -> tuple[float, float]:
    """How many entries a game has and how many bytes these have when they are packed, mean of all kinds."""
    found = [logged(name, seed) for name in NAMES for seed in range(GAMES)]
    return statistics.mean(map(len, found)), statistics.mean(len(pack(log)) for log in found)


def logged(name: str, seed: int) -> list[bytes]:
    """The log of a game between two people who play like adepts."""
    entries = [e.encode(e.Started(at=time.time()))]

    def keep(match: Match, seat: int, move: str) -> None:
        at = round(time.time() + len(entries), 6)
        moved = e.Moved(at=at, seat=seat, move=move, player=f"{seat:032x}", id=f"{len(entries):06x}")
        entries.append(e.encode(moved))

    play(name, seed, keep)
    return entries


def play(name: str, seed: int, look: Callable[[Match, int, str], None]) -> None:
    """Let adepts play each other; whoever looks sees each position before its move."""
    match = pentarchy.load(name, players=2, **spec(name).trials.short).start(seed)
    players = [bots.load("adept", seed=seat) for seat in range(2)]
    while not match.over:
        seat = match.to_act[0]
        move = str(players[seat].choose(match, seat))
        look(match, seat, move)
        match.play(move, seat)


def thinking() -> float:
    """Seconds of processor time of a master's thought, mean of all kinds of games."""
    return statistics.mean(map(thought, NAMES))


def thought(name: str) -> float:
    """The same in one kind of game, in its first half, which is the longer one to think about."""
    positions: list[tuple[Match, int]] = []
    play(name, 1, lambda match, seat, move: positions.append((match.copy(), seat)))
    master = bots.load("master", seed=1)
    master.choose(*positions[0])  # what is compiled or loaded at first does not count
    step = max(1, len(positions) // THOUGHTS)
    chosen = positions[::step]
    begun = time.process_time()
    for match, seat in chosen:
        master.choose(match, seat)
    return (time.process_time() - begun) / len(chosen)


# --- PostgreSQL by itself ---------------------------------------------------------------------------------------------


def write_rates(postgresql: services.PostgreSQL, seconds: int = 8) -> tuple[float, float]:
    """Commits a second of one row each, and rows a second where many go in one statement; by pgbench."""
    database = postgresql.database("written")
    make = "CREATE TABLE written (id text, number int, entry bytea, PRIMARY KEY (id, number))"
    subprocess.run([services.program("psql"), "--no-psqlrc", "--quiet", "--command", make, database], check=True)
    one = pgbench(database, f"{INSERT} FROM generate_series(1, 1) AS number;", seconds)
    many = pgbench(database, f"{INSERT} FROM generate_series(1, {BATCH}) AS number;", seconds)
    return one, many * BATCH


def pgbench(database: str, statement: str, seconds: int) -> float:
    """Transactions a second."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(statement + "\n")
        script.flush()
        options = ["--no-vacuum", f"--client={CLIENTS}", "--jobs=1", f"--time={seconds}", f"--file={script.name}"]
        command = [services.program("pgbench"), *options, database]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([\d.]+)", said)
    assert found is not None, said
    return float(found[1])


# --- Redis by itself --------------------------------------------------------------------------------------------------


def message_rate(redis: services.Redis, messages: int = 300_000) -> float:
    """Messages a second that Redis passes on to one listener, given many at a time; by redis-benchmark."""
    with socket.create_connection(("127.0.0.1", redis.port)) as line:
        line.sendall(b"SUBSCRIBE table\r\n")
        threading.Thread(target=read_all, args=[line.dup()], daemon=True).start()
        options = ["-p", str(redis.port), "-c", "4", "-P", "16", "-n", str(messages), "-q"]
        command = [services.program("redis-benchmark"), *options, "PUBLISH", "table", "x" * 160]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.findall(r"([\d.]+) requests per second", said)
    assert found, said
    return float(found[-1])


def read_all(line: socket.socket) -> None:
    """Listen without looking."""
    with line, contextlib.suppress(OSError):
        while line.recv(1 << 20):
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asdict(asyncio.run(measured(options.tables, options.seconds)))
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:28} {value:12,.1f}")


if __name__ == "__main__":
    main()
