"""Where tables are kept. What has been stored survives the sudden death of the process and of the machine."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sqlite3
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

log = logging.getLogger("pentarchy.table")

LARGEST_BATCH = 512
SPACING = 0.008  # seconds from one commit to the next, so that under load many moves share one

# Each step leads from one version of the schema to the next; a step that was released never changes.
MIGRATIONS = (
    """
    CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, created REAL NOT NULL, changed REAL NOT NULL, status TEXT NOT NULL,
        public INTEGER NOT NULL, setup BLOB NOT NULL, seed BLOB NOT NULL, summary BLOB
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status, changed);
    CREATE TABLE sitting (
        player TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (player, table_id)
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        table_id TEXT NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TABLE said (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, at REAL NOT NULL, seat INTEGER, name TEXT NOT NULL,
        text TEXT NOT NULL, player TEXT NOT NULL, command TEXT NOT NULL, PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    """,
)

ADD_ENTRY = "INSERT INTO entries (table_id, seq, entry) VALUES (?, ?, ?)"
ADD_ENTRIES = """
    INSERT INTO entries (table_id, seq, entry)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), CAST(json_extract(value, '$[2]') AS BLOB)
    FROM json_each(?)
"""
ADD_TABLE = "INSERT INTO tables (id, created, changed, status, public, setup, seed) VALUES (?, ?, ?, ?, ?, ?, ?)"
SET_STATUS = "UPDATE tables SET status = ?, changed = ?, summary = ? WHERE id = ?"
SET_CHANGED = "UPDATE tables SET changed = ? WHERE id = ?"
SIT = "INSERT OR IGNORE INTO sitting (player, table_id) VALUES (?, ?)"
STAND = "DELETE FROM sitting WHERE player = ? AND table_id = ?"
ADD_SAID = "INSERT INTO said (table_id, number, at, seat, name, text, player, command) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET_NAME = (
    "INSERT INTO players (id, name, created) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)

Op = tuple[str, tuple[Any, ...]]
Done = "Callable[[Exception | None], None]"


class TableRow(NamedTuple):
    """A table as it is stored, without its entries."""

    id: str
    created: float
    changed: float
    status: str
    public: bool
    setup: bytes
    seed: bytes
    summary: bytes | None


class SaidRow(NamedTuple):
    """Something that was said."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str
    player: str
    command: str


class Store(Protocol):
    """What the table needs of a database. Reading blocks; writing calls back, in the event loop's thread."""

    def write(self, table: str, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing; in the order of the calls, and for one table nothing after a failure."""

    def mend(self, table: str) -> None:
        """Go on with a table after a failure."""

    def table(self, table: str) -> TableRow | None:
        """A table."""

    def entries(self, table: str) -> list[bytes]:
        """All that happened to a table."""

    def said(self, table: str) -> list[SaidRow]:
        """The last things that were said there."""

    def name(self, player: str) -> str:
        """How a player wants to be called; empty if unknown."""

    def tables_of(self, player: str, limit: int) -> list[TableRow]:
        """The tables at which a player sits, the latest first."""

    def tables_that_are(self, status: str, limit: int, *, public: bool = False) -> list[TableRow]:
        """Tables by their status, the latest first."""

    def close(self) -> None:
        """Store what is still waiting, and stop."""


class _Write(NamedTuple):
    table: str
    ops: list[Op]
    done: Callable[[Exception | None], None] | None  # None: mend the table


class SQLiteStore:
    """One file, one writer thread. All writes that wait are stored by one commit."""

    def __init__(self, folder: Path, call_soon: Callable[..., Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock_file = _locked(folder)
        self._path = folder / "tables.sqlite3"
        self._call_soon = call_soon  # the event loop's call_soon_threadsafe
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._broken: set[str] = set()
        self._writing = self._connect()
        migrate(self._writing)
        self._reading = self._connect()
        self._reading_lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA busy_timeout = 5000")
        return connection

    # Writing

    def write(self, table: str, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing."""
        self._queue.put(_Write(table, ops, done))

    def mend(self, table: str) -> None:
        """Go on with a table after a failure."""
        self._queue.put(_Write(table, [], None))

    def close(self) -> None:
        """Store what is still waiting, and stop."""
        self._queue.put(None)
        self._thread.join()
        self._reading.close()
        self._writing.close()
        self._lock_file.close()

    def _run(self) -> None:
        begun = 0.0
        while True:
            batch = [self._queue.get()]
            time.sleep(max(0.0, begun + SPACING - time.monotonic()))
            begun = time.monotonic()
            with contextlib.suppress(queue.Empty):
                while len(batch) < LARGEST_BATCH:
                    batch.append(self._queue.get_nowait())
            answers = self._store([write for write in batch if write is not None])
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for an answer any more
                self._call_soon(_answer, answers)
            if None in batch:
                return

    def _store(self, batch: list[_Write]) -> list[tuple[Callable[[Exception | None], None], Exception | None]]:
        """Store a batch; if that fails, each write for itself."""
        good = self._sift(batch)
        error = self._commit(op for write in good for op in write.ops)
        if error is None or len(good) == 1:
            return self._answers(batch, dict.fromkeys(map(id, good), error))
        failures = {}
        for write in good:
            broken = write.table in self._broken
            failures[id(write)] = OSError("an earlier write failed") if broken else self._commit(write.ops)
            if failures[id(write)] is not None:
                self._broken.add(write.table)
        return self._answers(batch, failures)

    def _sift(self, batch: list[_Write]) -> list[_Write]:
        good = []
        for write in batch:
            if write.done is None:
                self._broken.discard(write.table)
            elif write.table not in self._broken:
                good.append(write)
        return good

    def _answers(
        self, batch: list[_Write], errors: dict[int, Exception | None]
    ) -> list[tuple[Callable[[Exception | None], None], Exception | None]]:
        answers = []
        for write in batch:
            if write.done is not None:
                error = errors.get(id(write), OSError("an earlier write failed"))
                if error is not None:
                    self._broken.add(write.table)
                answers.append((write.done, error))
        return answers

    def _commit(self, ops: Iterable[Op]) -> Exception | None:
        """Store all of it or nothing; return what went wrong.

        Every statement lets the event loop's thread go on and then waits for it, so there are as few as can be.
        """
        connection = self._writing
        statements = merged(ops)
        try:
            if len(statements) > 1:
                connection.execute("BEGIN IMMEDIATE")
            for statement, values in statements:
                connection.execute(statement, values)
            if len(statements) > 1:
                connection.execute("COMMIT")
        except Exception as error:
            log.exception("storing failed")
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            return error
        return None

    # Reading

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._reading_lock:
            return self._reading.execute(query, values).fetchall()

    def table(self, table: str) -> TableRow | None:
        """A table."""
        rows = self._read(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table)
        return TableRow(*rows[0]) if rows else None

    def entries(self, table: str) -> list[bytes]:
        """All that happened to a table."""
        rows = self._read("SELECT seq, entry FROM entries WHERE table_id = ? ORDER BY seq", table)
        if [seq for seq, _ in rows] != list(range(1, len(rows) + 1)):
            raise ValueError(f"table {table}: an entry is missing")
        return [entry for _, entry in rows]

    def said(self, table: str) -> list[SaidRow]:
        """The last things that were said there."""
        rows = self._read(
            "SELECT number, at, seat, name, text, player, command FROM said WHERE table_id = ?"
            " ORDER BY number DESC LIMIT 200",
            table,
        )
        return [SaidRow(*row) for row in reversed(rows)]

    def name(self, player: str) -> str:
        """How a player wants to be called; empty if unknown."""
        rows = self._read("SELECT name FROM players WHERE id = ?", player)
        return str(rows[0][0]) if rows else ""

    def tables_of(self, player: str, limit: int) -> list[TableRow]:
        """The tables at which a player sits, the latest first."""
        rows = self._read(
            f"SELECT {COLUMNS} FROM tables JOIN sitting ON sitting.table_id = tables.id"
            " WHERE sitting.player = ? AND status != 'closed' ORDER BY changed DESC LIMIT ?",
            player,
            limit,
        )
        return [TableRow(*row) for row in rows]

    def tables_that_are(self, status: str, limit: int, *, public: bool = False) -> list[TableRow]:
        """Tables by their status, the latest first."""
        rows = self._read(
            f"SELECT {COLUMNS} FROM tables WHERE status = ? AND public >= ? ORDER BY changed DESC LIMIT ?",
            status,
            int(public),
            limit,
        )
        return [TableRow(*row) for row in rows]


COLUMNS = "tables.id, created, changed, status, public, setup, seed, summary"


def _answer(answers: list[tuple[Callable[[Exception | None], None], Exception | None]]) -> None:
    for done, error in answers:
        try:
            done(error)
        except Exception:
            log.exception("an error after storing")


def merged(ops: Iterable[Op]) -> list[Op]:
    """The same with all new entries in one statement."""
    ops = list(ops)
    added = [op for op in ops if op[0] is ADD_ENTRY]
    others = [op for op in ops if op[0] is not ADD_ENTRY]
    if len(added) > 1:
        rows = msgspec.json.encode([(table, seq, entry.decode()) for _, (table, seq, entry) in added])
        added = [(ADD_ENTRIES, (rows.decode(),))]
    return others + added


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to this version; refuse a file of a newer one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise ValueError(f"the data is of a newer version ({version}) than this program knows ({len(MIGRATIONS)})")
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def data_folder() -> Path:
    """Where tables are kept if nothing is said: $PENTARCHY_DATA, or the user's data directory."""
    if chosen := os.environ.get("PENTARCHY_DATA"):
        return Path(chosen).absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "pentarchy"


def _locked(folder: Path) -> Any:
    """A file that is held as long as this process uses the folder; a second process is refused."""
    file = (folder / "lock").open("a+")
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            problem = f"another table already uses the data in {folder}: stop it, or choose another --data"
            raise ValueError(problem) from None
    return file
