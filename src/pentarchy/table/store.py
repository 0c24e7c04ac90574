"""Where tables are kept. What has been stored survives the sudden death of the process and of the machine."""

from __future__ import annotations

import contextlib
import logging
import queue
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from pentarchy.table.archive import unpack
from pentarchy.table.bans import Ban
from pentarchy.table.folder import exchange
from pentarchy.table.tally import tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from pentarchy.table.folder import DataFolder

log = logging.getLogger("pentarchy.table")

LARGEST_BATCH = 512
SPACING = 0.008  # seconds from one commit to the next, so that under load many moves share one
PROBING = 1.0  # seconds between two tries while storing does not work

ADD_ENTRY = "INSERT INTO entries (table_id, seq, entry) VALUES (?, ?, ?)"
ADD_ENTRIES = """
    INSERT INTO entries (table_id, seq, entry)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), CAST(json_extract(value, '$[2]') AS BLOB)
    FROM json_each(?)
"""
ADD_TABLE = "INSERT INTO tables (id, created, changed, status, public, setup, seed) VALUES (?, ?, ?, ?, ?, ?, ?)"
SET_STATUS = "UPDATE tables SET status = ?, changed = ?, summary = ?, to_pack = ? WHERE id = ?"
SET_LISTED = "UPDATE tables SET changed = ?, summary = ? WHERE id = ?"
SET_SITTING = "UPDATE sitting SET done = ?, changed = ? WHERE table_id = ?"
SIT = """
    INSERT INTO sitting (player, table_id, done, changed) SELECT ?, id, 0, changed FROM tables WHERE id = ?
    ON CONFLICT DO NOTHING
"""
STAND = "DELETE FROM sitting WHERE player = ? AND table_id = ?"
STAND_ALL = "DELETE FROM sitting WHERE table_id = ?"
PACK = "INSERT INTO archive (table_id, count, entries) VALUES (?, ?, ?)"
SET_PACKED = "UPDATE tables SET to_pack = 0 WHERE id = ?"
DROP_ENTRIES = "DELETE FROM entries WHERE table_id = ? AND seq <= ?"
DELETE_TABLE = (
    "DELETE FROM entries WHERE table_id = ?",
    "DELETE FROM archive WHERE table_id = ?",
    "DELETE FROM said WHERE table_id = ?",
    "DELETE FROM sitting WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
BAN = """
    INSERT INTO bans (whom, kind, made, until, reason) VALUES (?, ?, ?, ?, ?) ON CONFLICT (whom)
    DO UPDATE SET made = excluded.made, until = excluded.until, reason = excluded.reason
"""
UNBAN = "DELETE FROM bans WHERE whom = ?"
ADD_SAID = "INSERT INTO said (table_id, number, at, seat, name, text, player, command) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET_NAME = (
    "INSERT INTO players (id, name, created) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
)

PROBE = """
    INSERT INTO meta (key, value) VALUES ('probe', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""

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


class ListedRow(NamedTuple):
    """A table in a list, with the number of its last entry (0 if they are packed)."""

    id: str
    status: str
    summary: bytes | None
    last: int


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

    problem: str | None  # why storing does not work now; None if it works as far as is known
    on_recovery: Callable[[], None]  # called in the event loop's thread when storing works again

    def write(self, table: str | None, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing; in the order of the calls, and for one table nothing after a failure.

        What does not depend on earlier writes names no table, and is tried whatever happened to them.
        """

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

    def listed_of(self, player: str, limit: int, *, done: bool) -> list[ListedRow]:
        """Tables at which a player sits, those that are over or the others, the latest first."""

    def sits(self, player: str, table: str) -> bool:
        """Whether a player sits at a table."""

    def listed_public(self, status: str, limit: int) -> list[ListedRow]:
        """Public tables by their status, the latest first."""

    def tables_that_are(self, status: str, limit: int) -> list[TableRow]:
        """Tables by their status, the latest first."""

    def older(self, status: str, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables by their status to which nothing has happened since, the oldest first."""

    def to_pack(self, before: float, limit: int) -> list[str]:
        """Tables that have been over since and whose entries are not packed, the oldest first."""

    def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Whatever is asked for."""

    def apart(self) -> contextlib.closing[sqlite3.Connection]:
        """A connection of one's own, for what takes long and must not hold up others; it sees one state of things."""

    def bans(self) -> list[Ban]:
        """All that were made."""

    def exchange(self, fresh: Path, done: Callable[[Path | Exception | None], None]) -> None:
        """Put another database in the place of this one, after all that waits is stored; tell where the old one is."""

    def close(self) -> None:
        """Store what is still waiting, and stop."""


class _Exchange(NamedTuple):
    fresh: Path
    done: Callable[[Path | Exception | None], None]


class _Write(NamedTuple):
    table: str | None
    ops: list[Op]
    done: Callable[[Exception | None], None] | None  # None: mend the table


class SQLiteStore:
    """One file, one writer thread. All writes that wait are stored by one commit."""

    def __init__(self, folder: DataFolder, call_soon: Callable[..., Any]) -> None:
        self._folder = folder
        self._call_soon = call_soon  # the event loop's call_soon_threadsafe
        self._queue: queue.SimpleQueue[_Write | _Exchange | None] = queue.SimpleQueue()
        self._ahead: list[_Exchange | None] = []  # taken from the queue already
        self._broken: set[str] = set()
        self.problem: str | None = None
        self.on_recovery: Callable[[], None] = lambda: None
        self._writing = folder.connect()
        self._reading = folder.connect()
        self._reading_lock = threading.Lock()
        folder.begun()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    # Writing

    def write(self, table: str | None, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing."""
        self._queue.put(_Write(table, ops, done))

    def mend(self, table: str) -> None:
        """Go on with a table after a failure."""
        self._queue.put(_Write(table, [], None))

    def close(self) -> None:
        """Store what is still waiting, and stop."""
        self._queue.put(None)
        self._thread.join()
        self._folder.ended()
        self._reading.close()
        self._writing.close()
        self._folder.close()

    def exchange(self, fresh: Path, done: Callable[[Path | Exception | None], None]) -> None:
        """Put another database in the place of this one, after all that waits is stored; tell where the old one is."""
        self._queue.put(_Exchange(fresh, done))

    def _run(self) -> None:
        begun = 0.0
        while (first := self._next()) is not None:
            if isinstance(first, _Exchange):
                self._tell(first.done, self._exchanged(first.fresh))
                continue
            time.sleep(max(0.0, begun + SPACING - time.monotonic()))
            begun = time.monotonic()
            answers = self._store([first, *self._further_writes()])
            tally.commits.add(time.monotonic() - begun)
            self._tell(_answer, answers)

    def _further_writes(self) -> list[_Write]:
        """Those that wait; what is something else comes next."""
        found: list[_Write] = []
        with contextlib.suppress(queue.Empty):
            while len(found) < LARGEST_BATCH - 1:
                item = self._queue.get_nowait()
                if not isinstance(item, _Write):
                    self._ahead.append(item)
                    break
                found.append(item)
        return found

    def _tell(self, call: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for an answer any more
            self._call_soon(call, *arguments)

    def _exchanged(self, fresh: Path) -> Path | Exception | None:
        """Put another database in the place of this one; return where the old one is, or what went wrong."""
        with self._reading_lock:
            try:
                (busy, *_) = self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if busy:
                    return OSError("somebody reads the data just now; try again")
                self._folder.ended()
                self._reading.close()
                self._writing.close()
                try:
                    return exchange(self._folder.path, fresh)
                finally:
                    self._writing = self._folder.connect()
                    self._reading = self._folder.connect()
                    self._folder.begun()
                    self._broken.clear()
            except (OSError, sqlite3.Error) as error:
                return error

    def _next(self) -> _Write | _Exchange | None:
        """Wait for something to store; while that does not work, try again and again whether it does."""
        if self._ahead:
            return self._ahead.pop()
        while self.problem is not None:
            try:
                return self._queue.get(timeout=PROBING)
            except queue.Empty:
                self._try([(PROBE, (str(time.time()),))])
        return self._queue.get()

    def _store(self, batch: list[_Write]) -> list[tuple[Callable[[Exception | None], None], Exception | None]]:
        """Store a batch; if that fails, each write for itself."""
        good = self._sift(batch)
        error = self._try(op for write in good for op in write.ops)
        if error is None or len(good) == 1:
            return self._answers(batch, dict.fromkeys(map(id, good), error))
        failures = {}
        for write in good:
            broken = write.table in self._broken
            failures[id(write)] = OSError("an earlier write failed") if broken else self._try(write.ops)
            self._break(write, failures[id(write)])
        return self._answers(batch, failures)

    def _sift(self, batch: list[_Write]) -> list[_Write]:
        good = []
        for write in batch:
            if write.done is None and write.table is not None:
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
                self._break(write, error)
                answers.append((write.done, error))
        return answers

    def _break(self, write: _Write, error: Exception | None) -> None:
        if error is not None and write.table is not None:
            self._broken.add(write.table)

    def _try(self, ops: Iterable[Op]) -> Exception | None:
        """Store all of it or nothing, and note whether storing works at all; return what went wrong."""
        ops = list(ops)
        if not ops:
            return None
        error = self._commit(ops)
        if error is None:
            self._works()
        elif not isinstance(error, sqlite3.IntegrityError):
            if self.problem is None:
                log.error("storing does not work: %s", error)
            self.problem = str(error)
        return error

    def _works(self) -> None:
        if self.problem is not None:
            self.problem = None
            log.warning("storing works again")
            self._tell(self.on_recovery)

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
            if isinstance(error, sqlite3.IntegrityError):
                log.exception("storing failed")
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            return error
        return None

    # Reading

    def read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Whatever is asked for."""
        with self._reading_lock:
            return self._reading.execute(query, values).fetchall()

    def apart(self) -> contextlib.closing[sqlite3.Connection]:
        """A connection of one's own, for what takes long and must not hold up others; it sees one state of things."""
        connection = self._folder.connect()
        connection.execute("BEGIN")
        return contextlib.closing(connection)

    def bans(self) -> list[Ban]:
        """All that were made."""
        return [Ban(*row) for row in self.read("SELECT whom, kind, made, until, reason FROM bans")]

    def table(self, table: str) -> TableRow | None:
        """A table."""
        rows = self.read(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table)
        return TableRow(*rows[0]) if rows else None

    def entries(self, table: str) -> list[bytes]:
        """All that happened to a table."""
        with self._reading_lock:
            return entries_of(self._reading, table)

    def said(self, table: str) -> list[SaidRow]:
        """The last things that were said there."""
        rows = self.read(
            "SELECT number, at, seat, name, text, player, command FROM said WHERE table_id = ?"
            " ORDER BY number DESC LIMIT 200",
            table,
        )
        return [SaidRow(*row) for row in reversed(rows)]

    def name(self, player: str) -> str:
        """How a player wants to be called; empty if unknown."""
        rows = self.read("SELECT name FROM players WHERE id = ?", player)
        return str(rows[0][0]) if rows else ""

    def listed_of(self, player: str, limit: int, *, done: bool) -> list[ListedRow]:
        """Tables at which a player sits, those that are over or the others, the latest first."""
        return [ListedRow(*row) for row in self.read(LISTED_OF, player, int(done), limit)]

    def sits(self, player: str, table: str) -> bool:
        """Whether a player sits at a table."""
        return bool(self.read("SELECT 1 FROM sitting WHERE player = ? AND table_id = ?", player, table))

    def listed_public(self, status: str, limit: int) -> list[ListedRow]:
        """Public tables by their status, the latest first."""
        return [ListedRow(*row) for row in self.read(LISTED_PUBLIC, status, limit)]

    def tables_that_are(self, status: str, limit: int) -> list[TableRow]:
        """Tables by their status, the latest first."""
        return [TableRow(*row) for row in self.read(TABLES_THAT_ARE, status, limit)]

    def older(self, status: str, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables by their status to which nothing has happened since, the oldest first."""
        return [table for (table,) in self.read(OLDER, status, before, limit, skipped)]

    def to_pack(self, before: float, limit: int) -> list[str]:
        """Tables that have been over since and whose entries are not packed, the oldest first."""
        return [table for (table,) in self.read(TO_PACK, before, limit)]


COLUMNS = "tables.id, tables.created, tables.changed, status, public, setup, seed, summary"
SHOWN = "tables.id, status, summary, COALESCE((SELECT MAX(seq) FROM entries WHERE table_id = tables.id), 0)"
LISTED_OF = f"""
    SELECT {SHOWN} FROM sitting JOIN tables ON tables.id = sitting.table_id
    WHERE sitting.player = ? AND sitting.done = ? ORDER BY sitting.changed DESC LIMIT ?
"""
LISTED_PUBLIC = f"SELECT {SHOWN} FROM tables WHERE public = 1 AND status = ? ORDER BY changed DESC LIMIT ?"
TABLES_THAT_ARE = f"SELECT {COLUMNS} FROM tables WHERE status = ? ORDER BY changed DESC LIMIT ?"
OLDER = "SELECT id FROM tables WHERE status = ? AND changed < ? ORDER BY changed LIMIT ? OFFSET ?"
TO_PACK = "SELECT id FROM tables WHERE to_pack = 1 AND changed < ? ORDER BY changed LIMIT ?"


def entries_of(connection: sqlite3.Connection, table: str) -> list[bytes]:
    """All entries of a table, packed or not; a ValueError if one is missing."""
    # One statement sees one state of the file: the entries may be packed this very moment.
    rows = connection.execute(
        "SELECT 0, count, entries FROM archive WHERE table_id = ?"
        " UNION ALL SELECT 1, seq, entry FROM entries WHERE table_id = ? ORDER BY 1, 2",
        (table, table),
    ).fetchall()
    found: list[bytes] = []
    for kind, number, content in rows:
        if kind == 0:
            found += unpack(content)
        else:
            found.append(content)
        if number != len(found):
            raise ValueError(f"table {table}: an entry is missing, or there is one too many, at {number}")
    return found


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
