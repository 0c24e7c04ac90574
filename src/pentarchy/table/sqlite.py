"""Tables kept in one file by this process alone: SQLite."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pentarchy.table import schema
from pentarchy.table import store as db
from pentarchy.table.archive import unpack
from pentarchy.table.bans import Ban
from pentarchy.table.folder import exchange
from pentarchy.table.ops import STATEMENTS, AddEntry, Probe
from pentarchy.table.store import ListedRow, OfferRow, PersonRow, SaidRow, TableRow, TalkRow
from pentarchy.table.tally import tally
from pentarchy.table.tokens import Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from pentarchy.table.folder import DataFolder
    from pentarchy.table.ops import Op

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
NEWEST = """
    SELECT value, COALESCE((SELECT MAX(seq) FROM entries WHERE table_id = value), 0),
        COALESCE((SELECT MAX(number) FROM said WHERE table_id = value), 0)
    FROM json_each(?1)
"""
TABLES_KNOWING = """
    SELECT table_id FROM sitting WHERE player = ?1 UNION SELECT table_id FROM said WHERE player = ?1
    UNION SELECT id FROM tables WHERE instr(setup, ?2) > 0 OR instr(COALESCE(summary, ''), ?2) > 0
    UNION SELECT table_id FROM entries WHERE instr(entry, ?2) > 0
"""


class _Exchange(NamedTuple):
    fresh: Path
    done: Callable[[Path | Exception | None], None]


class _Write(NamedTuple):
    table: str | None
    ops: list[Op]
    done: Callable[[Exception | None], None] | None  # None: mend the table


class SQLiteStore:
    """One file, one writer thread. All writes that wait are stored by one commit."""

    shared = False

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

    async def close(self) -> None:
        """Store what is still waiting, and stop."""
        await asyncio.to_thread(self.close_now)

    def close_now(self) -> None:
        """The same where there is no event loop."""
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
                self._try([Probe(str(time.time()))])
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
        statements = rendered(ops)
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

    async def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(self.read, query, *values)

    def apart(self) -> contextlib.closing[sqlite3.Connection]:
        """A connection of one's own, for what takes long and must not hold up others; it sees one state of things."""
        connection = self._folder.connect()
        connection.execute("BEGIN")
        return contextlib.closing(connection)

    async def bans(self) -> list[Ban]:
        """All that were made."""
        return [Ban(*row) for row in await self._read(db.BANS)]

    async def programs(self) -> list[Program]:
        """All programs that may come."""
        return [Program(*row) for row in await self._read(db.PROGRAMS)]

    async def offers(self, program: str, limit: int) -> list[OfferRow]:
        """The seats that are offered to a program of this name, or to any: its own first, then the longest offered."""
        return [OfferRow(*row) for row in await self._read(db.OFFERS, program, limit)]

    async def seats_held(self, player: str) -> int:
        """At how many tables that are not over a player sits."""
        return int((await self._read(db.SEATS_HELD, player))[0][0])

    async def table(self, table: str) -> TableRow | None:
        """A table."""
        rows = await self._read(db.TABLE, table)
        return TableRow(*rows[0]) if rows else None

    async def all_tables(self, after: str, limit: int) -> list[TableRow]:
        """Tables by their names, those after one of them."""
        return [TableRow(*row) for row in await self._read(db.ALL_TABLES, after, limit)]

    async def entries(self, table: str) -> list[bytes]:
        """All that happened to a table."""
        return db.joined(table, await self._read(db.ENTRIES, table))

    async def entries_after(self, table: str, seq: int) -> list[tuple[int, bytes]]:
        """What happened to a table after a number, as far as it is not packed."""
        return [(number, entry) for number, entry in await self._read(db.ENTRY_ROWS, table, seq)]

    async def newest(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The numbers of the last entry that is not packed and of the last thing said, 0 if there is none."""
        rows = await self._read(NEWEST, msgspec.json.encode(tables).decode())
        return {table: (seq, said) for table, seq, said in rows}

    async def said(self, table: str, after: int = 0) -> list[SaidRow]:
        """The last things that were said there, after a number."""
        return [SaidRow(*row) for row in reversed(await self._read(db.SAID, table, after))]

    async def name(self, player: str) -> str:
        """How a player wants to be called; empty if unknown."""
        rows = await self._read(db.NAME, player)
        return str(rows[0][0]) if rows else ""

    async def listed_of(self, player: str, limit: int, *, done: bool) -> list[ListedRow]:
        """Tables at which a player sits, those that are over or the others, the latest first."""
        return [ListedRow(*row) for row in await self._read(db.LISTED_OF, player, int(done), limit)]

    async def sits(self, player: str, table: str) -> bool:
        """Whether a player sits at a table."""
        return bool(await self._read(db.SITS, player, table))

    async def listed_public(self, status: str, limit: int) -> list[ListedRow]:
        """Public tables by their status, the latest first."""
        return [ListedRow(*row) for row in await self._read(db.LISTED_PUBLIC, status, limit)]

    async def tables_that_are(self, status: str, limit: int) -> list[TableRow]:
        """Tables by their status, the latest first."""
        return [TableRow(*row) for row in await self._read(db.TABLES_THAT_ARE, status, limit)]

    async def older(self, status: str, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables by their status to which nothing has happened since, the oldest first."""
        return [table for (table,) in await self._read(db.OLDER, status, before, limit, skipped)]

    async def to_pack(self, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables that have been over since and whose entries are not packed, the oldest first."""
        return [table for (table,) in await self._read(db.TO_PACK, before, limit, skipped)]

    # For the operator

    async def person(self, player: str) -> PersonRow | None:
        """What is known of a person beside tables."""
        rows = await self._read(db.PERSON, player)
        return PersonRow(*rows[0]) if rows else None

    async def people_like(self, start: str) -> set[str]:
        """Everybody who is known by something that begins so."""
        return {person for (person,) in await self._read(db.PEOPLE_LIKE, start, start + "g")}

    async def said_by(self, player: str) -> list[TalkRow]:
        """All that a person said."""
        return [TalkRow(*row) for row in await self._read(db.SAID_BY, player)]

    async def tables_knowing(self, player: str) -> list[str]:
        """All tables that know of a person; everything that is kept is looked through, without holding up others."""
        return await asyncio.to_thread(self._tables_knowing, player)

    def _tables_knowing(self, player: str) -> list[str]:
        with self.apart() as connection:
            found = {table for (table,) in connection.execute(TABLES_KNOWING, (player, player.encode()))}
            for table, packed in connection.execute("SELECT table_id, entries FROM archive"):
                if any(player.encode() in entry for entry in unpack(packed)):
                    found.add(table)
        return sorted(found)

    async def entry_rows(self, table: str) -> list[tuple[int, bytes]]:
        """The entries of a table that are not packed."""
        return await self.entries_after(table, 0)

    async def packed(self, table: str) -> bytes | None:
        """Those that are."""
        rows = await self._read(db.PACKED, table)
        return rows[0][0] if rows else None

    async def rows(self, kind: str, table: str) -> list[tuple[object, ...]]:
        """Rows as they are of one kind, of a table where they belong to one."""
        query, takes = schema.selecting(kind)
        return await self._read(query, *((table,) if takes else ()))

    async def add_rows(self, rows: dict[str, list[tuple[object, ...]]]) -> None:
        """Rows as they are, by their kinds, all or none."""
        await asyncio.to_thread(self._add_rows, rows)

    def _add_rows(self, rows: dict[str, list[tuple[object, ...]]]) -> None:
        with contextlib.closing(self._folder.connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for kind, values in rows.items():
                connection.executemany(schema.inserting(kind), values)
            connection.execute("COMMIT")


def entries_of(connection: sqlite3.Connection, table: str) -> list[bytes]:
    """All entries of a table, packed or not; a ValueError if one is missing."""
    return db.joined(table, connection.execute(db.ENTRIES, (table,)))


def _answer(answers: list[tuple[Callable[[Exception | None], None], Exception | None]]) -> None:
    for done, error in answers:
        try:
            done(error)
        except Exception:
            log.exception("an error after storing")


Statement = tuple[str, tuple[Any, ...]]


def rendered(ops: Iterable[Op]) -> list[Statement]:
    """Ops as SQLite takes them, all new entries in one statement and after all others."""
    statements: list[Statement] = []
    added = []
    for op in ops:
        if isinstance(op, AddEntry):
            added.append(op)
        else:
            statements += [(statement, op) for statement in STATEMENTS[type(op)]]
    if len(added) > 1:
        rows = msgspec.json.encode([(table, seq, entry.decode()) for table, seq, entry in added])
        statements.append((ADD_ENTRIES, (rows.decode(),)))
    elif added:
        statements.append((ADD_ENTRY, added[0]))
    return statements
