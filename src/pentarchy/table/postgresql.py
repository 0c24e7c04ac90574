"""Tables kept by PostgreSQL, where several processes store at once.

**The log decides.** An entry goes in only if its place is free, and of one table never a second one in the same round:
so whatever a process has stored follows from entries that it knew. Whoever finds a place taken is told so (`Taken`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import asyncpg

from pentarchy.table import schema
from pentarchy.table import store as db
from pentarchy.table.archive import unpack
from pentarchy.table.bans import Ban
from pentarchy.table.ops import STATEMENTS, AddEntry, AddSaid, AddTable, Probe
from pentarchy.table.store import ListedRow, OfferRow, PersonRow, SaidRow, TableRow, Taken, TalkRow, Unavailable
from pentarchy.table.tally import tally
from pentarchy.table.tokens import Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pentarchy.table.ops import Op

log = logging.getLogger("pentarchy.table")

LARGEST_BATCH = 512
SPACING = 0.012  # seconds from one round to the next: a round costs more than a commit of SQLite, at both ends
READERS = 4  # connections for reading at most, beside the one for writing
CONNECTING = 3.0  # seconds after which somebody who does not answer is not there
ANSWERING = 5.0  # seconds after which a round has failed
GRACE = 1.5  # seconds in which a lost connection may be made anew before anybody is told
PROBING = 0.5  # seconds between two tries while storing, or reading, does not work
COMING = 30.0  # seconds for which a database is waited for that was there a moment ago
CLOSING = 3.0  # seconds for what is still waiting when the process ends

LOST = (
    OSError,  # TimeoutError is one
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection broke off at a moment that asyncpg does not expect
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is being shut down or started
    asyncpg.InsufficientResourcesError,  # too many connections, a full disk
    asyncpg.ReadOnlySQLTransactionError,
)
AGAIN = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

ADD_ENTRIES = """
    INSERT INTO entries (table_id, seq, entry)
    SELECT table_id, seq, entry FROM unnest($1::text[], $2::int[], $3::bytea[]) AS given (table_id, seq, entry)
    WHERE EXISTS (SELECT 1 FROM tables WHERE tables.id = given.table_id AND tables.status <> 'closed')
    AND NOT EXISTS (
        SELECT 1 FROM archive WHERE archive.table_id = given.table_id AND archive.count >= given.seq
    )
    ON CONFLICT DO NOTHING RETURNING table_id
"""
STORED = """
    SELECT entries.table_id, entries.entry FROM entries
    JOIN unnest($1::text[], $2::int[]) AS given (table_id, seq) USING (table_id, seq)
"""
NEWEST = """
    SELECT given, COALESCE((SELECT MAX(seq) FROM entries WHERE table_id = given), 0),
        COALESCE((SELECT MAX(number) FROM said WHERE table_id = given), 0)
    FROM unnest($1::text[]) AS given
"""
TABLES_KNOWING = """
    SELECT table_id FROM sitting WHERE player = $1 UNION SELECT table_id FROM said WHERE player = $1
    UNION SELECT id FROM tables WHERE position($2::bytea IN setup) > 0 OR position($2::bytea IN summary) > 0
    UNION SELECT table_id FROM entries WHERE position($2::bytea IN entry) > 0
"""
IDENTIFY = "INSERT INTO meta (key, value) VALUES ('identity', ?1) ON CONFLICT DO NOTHING"
CLAIM = """
    INSERT INTO leases (name, worker, until)
    SELECT name, $2, clock_timestamp() + $3 * INTERVAL '1 second' FROM unnest($1::text[]) AS name ORDER BY name
    ON CONFLICT (name) DO UPDATE SET worker = excluded.worker, until = excluded.until
    WHERE leases.worker = excluded.worker OR leases.until < clock_timestamp()
    RETURNING name
"""
RELEASE = "DELETE FROM leases WHERE name = ANY($1::text[]) AND worker = $2"
HAND_OVER = "UPDATE leases SET until = '-infinity' WHERE worker = $1"
LEFT_BEHIND = "SELECT name FROM leases WHERE until < clock_timestamp() ORDER BY name LIMIT $1"
DRIVEN = "SELECT 1 FROM leases WHERE name = $1 AND worker <> $2 AND until >= clock_timestamp()"
# An op that adds something whose place may be taken says by the number of rows whether it was.
PLACED = {
    AddSaid: " ON CONFLICT DO NOTHING",
    AddTable: " ON CONFLICT (id) DO UPDATE SET seed = excluded.seed WHERE tables.seed = excluded.seed",  # asked again
}


def numbered(statement: str) -> str:
    """A statement as PostgreSQL writes it."""
    return statement.replace("?", "$")


RENDERED = {
    kind: tuple(numbered(statement) + PLACED.get(kind, "") for statement in statements)
    for kind, statements in STATEMENTS.items()
}


class _Write(NamedTuple):
    table: str | None
    entry: AddEntry | None
    further: Sequence[Op]
    done: Callable[[Exception | None], None]


class PostgreSQLStore:
    """A pool for reading, and one connection over which all that waits is stored in one round."""

    shared = True

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        self._url = url
        self._pool = pool
        self._line: asyncpg.Connection | None = None  # for writing
        self._waiting: deque[_Write] = deque()
        self._stirred = asyncio.Event()
        self._broken: dict[str, Exception] = {}
        self._closing = False
        self._unsure = False  # whether what is stored now may have been stored before
        self._unread: str | None = None  # why nothing can be read
        self._read_again = 0.0  # when that is tried next; until then nobody waits for it
        self.problem: str | None = None
        self.on_recovery: Callable[[], None] = lambda: None
        self._task = asyncio.get_running_loop().create_task(self._run())

    @classmethod
    async def opened(cls, url: str) -> Self:
        """A store that is ready; Unusable if the database cannot be used.

        It was there a moment ago, when its schema was looked at. If it does not answer now it is waited for: a worker
        that is started while a network fails for some seconds must not be lost.
        """
        until = time.monotonic() + COMING
        while True:
            try:
                return cls(url, await _connected(url))
            except (*LOST, asyncpg.PostgresError, ValueError) as error:
                if not isinstance(error, LOST) or time.monotonic() > until:
                    raise schema.Unusable(f"the database {_shown(url)} cannot be used: {said(error)}") from None
            await asyncio.sleep(PROBING)

    # Writing

    def write(self, table: str | None, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing."""
        entries = [op for op in ops if isinstance(op, AddEntry)]
        assert len(entries) <= 1, "one thing happens after the other"
        further = [op for op in ops if not isinstance(op, AddEntry)]
        self._waiting.append(_Write(table, entries[0] if entries else None, further, done))
        self._stirred.set()

    def mend(self, table: str) -> None:
        """Go on with a table after a failure."""
        self._broken.pop(table, None)

    async def close(self) -> None:
        """Store what is still waiting, and stop."""
        self._closing = True
        self._stirred.set()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._task, CLOSING)
        self._hang_up()
        try:
            await asyncio.wait_for(self._pool.close(), 1.0)
        except (*LOST, asyncpg.PostgresError):
            self._pool.terminate()

    async def _run(self) -> None:
        begun = 0.0
        while not (self._closing and not self._waiting):
            await self._wait()
            if not self._waiting:
                continue
            if (rest := begun + SPACING - time.monotonic()) > 0:
                await asyncio.sleep(rest)
            begun = time.monotonic()
            batch = self._next_round()
            errors = await self._store(batch)
            tally.commits.add(time.monotonic() - begun)
            _answer(batch, errors)

    async def _wait(self) -> None:
        """Wait for something to store; while that does not work, try again and again whether it does."""
        while not self._waiting and not self._closing:
            self._stirred.clear()
            try:
                await asyncio.wait_for(self._stirred.wait(), PROBING if self.problem is not None else None)
            except TimeoutError:
                await self._store([_Write(None, None, [Probe(str(time.time()))], lambda _: None)])

    def _next_round(self) -> list[_Write]:
        """What is stored together: of each table what comes first. What stores nothing comes when all before it has."""
        batch: list[_Write] = []
        later: deque[_Write] = deque()
        tables: set[str] = set()
        while self._waiting and len(batch) < LARGEST_BATCH:
            write = self._waiting.popleft()
            if write.entry is None and not write.further and (batch or later):
                later.append(write)
                break
            if write.table is not None and write.table in tables:
                later.append(write)
            else:
                batch.append(write)
                tables.add(write.table or "")
        self._waiting.extendleft(reversed(later))
        return batch

    async def _store(self, batch: list[_Write]) -> list[Exception | None]:
        """Store a batch; what went wrong with each write."""
        good = [write for write in batch if write.table is None or write.table not in self._broken]
        errors = dict(zip(map(id, good), await self._try(good), strict=True))
        for write in good:
            error = errors[id(write)]
            if error is not None and write.table is not None:
                self._broken[write.table] = error
        return [errors.get(id(write), self._broken.get(write.table or "")) for write in batch]

    async def _try(self, batch: list[_Write]) -> list[Exception | None]:
        """The same without asking what failed before; a lost connection is made anew, for a while."""
        end = time.monotonic() + (0.0 if self.problem is not None else GRACE)
        while True:
            try:
                found = await self._round(batch)
            except LOST as error:
                self._hang_up()
                self._unsure = True
                if time.monotonic() >= end:
                    return [self._away(error)] * len(batch)
                await asyncio.sleep(0.05)
            except AGAIN:
                continue
            except Exception as error:  # whatever it is, storing goes on
                self._hang_up()
                if len(batch) == 1:
                    log.exception("storing failed")
                    return [error]
                return [found for write in batch for found in await self._try([write])]
            else:
                self._unsure = False
                self._works()
                return found

    def _away(self, error: Exception) -> Exception:
        if self.problem is None:
            log.error("storing does not work: %s", said(error))
        self.problem = said(error)
        return Unavailable(self.problem)

    def _works(self) -> None:
        if self.problem is not None:
            self.problem = None
            self._read_again = 0.0
            log.warning("storing works again")
            self.on_recovery()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.terminate()
            self._line = None

    async def _round(self, batch: list[_Write]) -> list[Exception | None]:
        """One statement for all new entries; in one transaction with what belongs to those that went in."""
        if not any(write.entry or write.further for write in batch):
            return [None] * len(batch)
        if self._line is None:
            self._line = await asyncpg.connect(
                self._url, timeout=CONNECTING, command_timeout=ANSWERING, **_manners(self._url)
            )
        if not any(write.further for write in batch):
            placed = await self._add(self._line, batch)
            return [None if write.table in placed else _taken(write) for write in batch]
        async with self._line.transaction():
            placed = await self._add(self._line, batch)
            found: list[Exception | None] = []
            for write in batch:
                if write.entry is not None and write.table not in placed:
                    found.append(_taken(write))
                else:
                    found.append(await self._add_further(self._line, write))
        return found

    async def _add(self, line: asyncpg.Connection, batch: list[_Write]) -> set[str]:
        """Add the entries of a batch; the tables whose entry is in its place."""
        # Whoever waits for another one waits in the same order, so nobody waits in a circle.
        entries = sorted(write.entry for write in batch if write.entry is not None)
        if not entries:
            return set()
        tables, seqs, contents = map(list, zip(*entries, strict=True))
        placed = {row[0] for row in await line.fetch(ADD_ENTRIES, tables, seqs, contents)}
        if self._unsure and len(placed) < len(entries):  # it may have been stored when the connection was lost
            ours = {entry.table: entry.entry for entry in entries}
            placed |= {table for table, entry in await line.fetch(STORED, tables, seqs) if ours[table] == entry}
        return placed

    async def _add_further(self, line: asyncpg.Connection, write: _Write) -> Exception | None:
        for op in write.further:
            for statement in RENDERED[type(op)]:
                status = await line.execute(statement, *op)
                if type(op) in PLACED and status.endswith(" 0"):
                    return _taken(write)
        return None

    # Reading

    async def _read(self, query: str, *values: Any) -> list[Any]:
        """Whatever is asked for; once more if a connection turns out to be lost."""
        for last in (False, True):
            self._check_readable()
            try:
                async with self._pool.acquire(timeout=ANSWERING) as line:
                    self._check_readable()  # it may be that others have waited in vain meanwhile
                    found = list(await line.fetch(numbered(query), *values))
            except Unavailable:
                raise
            except LOST as error:
                if last or self.problem is not None or self._unread is not None:
                    raise self._unreadable(error) from None
            else:
                self._is_readable()
                return found
        raise AssertionError

    def _check_readable(self) -> None:
        """Unavailable at once if it has just been tried in vain: whoever comes is told so, and nobody waits in line."""
        if self._unread is not None and time.monotonic() < self._read_again:
            raise Unavailable(self._unread)

    def _unreadable(self, error: Exception) -> Unavailable:
        if self._unread is None:
            log.error("what is stored cannot be read: %s", said(error))
        self._unread = said(error)
        self._read_again = time.monotonic() + PROBING
        return Unavailable(self._unread)

    def _is_readable(self) -> None:
        if self._unread is not None:
            self._unread = None
            log.warning("what is stored can be read again")

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
        return {table: (seq, said) for table, seq, said in await self._read(NEWEST, list(tables))}

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
        """All tables that know of a person; everything that is kept is looked through."""
        async with self._apart() as line:
            found = {table for (table,) in await line.fetch(TABLES_KNOWING, player, player.encode())}
            async with line.transaction(isolation="repeatable_read", readonly=True):
                async for table, packed in line.cursor("SELECT table_id, entries FROM archive"):
                    if any(player.encode() in entry for entry in unpack(packed)):
                        found.add(table)
        return sorted(found)

    @contextlib.asynccontextmanager
    async def _apart(self) -> Any:
        """A connection of one's own, for what takes long."""
        line = await asyncpg.connect(self._url, timeout=CONNECTING)
        try:
            yield line
        finally:
            await line.close()

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
        return [tuple(row) for row in await self._read(query, *((table,) if takes else ()))]

    async def add_rows(self, rows: dict[str, list[tuple[object, ...]]]) -> None:
        """Rows as they are, by their kinds, all or none."""
        async with self._apart() as line, line.transaction():
            for kind, values in rows.items():
                await line.copy_records_to_table(kind, records=values, columns=schema.COLUMNS[kind])

    async def identity(self) -> str:
        """By what this database is known, whatever its address is."""
        await self._read(IDENTIFY, secrets.token_hex(8))
        return str((await self._read("SELECT value FROM meta WHERE key = 'identity'"))[0][0])

    # Leases

    async def claim(self, names: Iterable[str], worker: str, seconds: float) -> set[str]:
        """Take what nobody holds, and keep what one has, for so long; what is held now. The database's clock counts."""
        return {name for (name,) in await self._read(CLAIM, sorted(names), worker, seconds)}

    async def release(self, names: Iterable[str], worker: str) -> None:
        """Hold something no longer."""
        await self._read(RELEASE, list(names), worker)

    async def hand_over(self, worker: str) -> None:
        """Leave all that is held to the others."""
        await self._read(HAND_OVER, worker)

    async def left_behind(self, limit: int) -> list[str]:
        """What somebody held who is gone."""
        return [name for (name,) in await self._read(LEFT_BEHIND, limit)]

    async def is_driven(self, name: str, worker: str) -> bool:
        """Whether somebody else holds it now."""
        return bool(await self._read(DRIVEN, name, worker))


def _manners(url: str) -> dict[str, Any]:
    """What every connection asks for: what is said to be stored is on the disk, and nothing takes for ever."""
    del url
    wanted = {"synchronous_commit": "on", "statement_timeout": str(int(ANSWERING * 1000)), "jit": "off"}
    return {"server_settings": {"application_name": "pentarchy", **wanted}}


def _taken(write: _Write) -> Taken:
    return Taken(f"something else has happened at {write.table or 'that place'} meanwhile")


def _answer(batch: list[_Write], errors: list[Exception | None]) -> None:
    for write, error in zip(batch, errors, strict=True):
        try:
            write.done(error)
        except Exception:
            log.exception("an error after storing")


async def _connected(url: str) -> asyncpg.Pool:
    """A pool of connections, of which one was tried."""
    pool = await asyncpg.create_pool(
        url, min_size=0, max_size=READERS, timeout=CONNECTING, command_timeout=ANSWERING, **_manners(url)
    )
    try:
        await pool.fetch("SELECT 1")
    except BaseException:
        pool.terminate()
        raise
    return pool


def said(error: Exception) -> str:
    """What an error says, or at least what it is."""
    if isinstance(error, TimeoutError) and not str(error):
        return "there is no answer"
    return str(error) or type(error).__name__


def _shown(url: str) -> str:
    """An address without its password."""
    head, at, tail = url.rpartition("@")
    return f"{head.split('://')[0]}://{tail}" if at else url
