"""`pentarchy doctor`: look through a data folder and say what is wrong with it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pentarchy.table import entries as e
from pentarchy.table import folder as data
from pentarchy.table import home, schema
from pentarchy.table.snapshots import Summary
from pentarchy.table.sqlite import entries_of
from pentarchy.table.store import TableRow
from pentarchy.table.table_state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.table.settings import Settings

AT_ONCE = 100  # tables that are read at once
MOST_DAMAGES = 20  # that are told of one file
STATUSES = ("open", "playing", "over", "closed")
BELONGING = ("entries", "archive", "said", "sitting", "offers")  # what there is of a table besides itself
ALL_TABLES = "SELECT id, created, changed, status, public, setup, seed, summary FROM tables ORDER BY id"


def examine(folder: Path, *, quick: bool = False) -> tuple[int, list[str]]:
    """How many tables a data folder has, and all that is wrong; Unusable if there is nothing to look through.

    Nothing is changed, and a table may be open there. Quickly, games are not played through.
    """
    if not folder.exists():
        raise schema.Unusable(f"there is no data folder {folder}")
    data.make(folder)  # refuses what is not a folder
    try:
        lock = data.locked(folder)
    except data.InUse:
        return _examine_files(folder, quick=quick)
    with lock:
        problem = data.what_is_missing(folder, data.read_state(lock))
        if problem:
            raise schema.Unusable(problem)
        return _examine_files(folder, quick=quick)


def _examine_files(folder: Path, *, quick: bool) -> tuple[int, list[str]]:
    database = folder / data.DATABASE
    if not database.exists():
        raise schema.Unusable(f"there are no tables in {folder}: {database.name} is missing")
    count, problems = examine_file(database, quick=quick)
    return count, [*_permissions(folder), *problems]


def _permissions(folder: Path) -> Iterator[str]:
    if os.name == "posix":
        for file in sorted(folder.iterdir()):
            if file.is_file() and file.stat().st_mode & 0o077:
                yield f"{file} can be read by others than its owner: chmod 600 {file}"


def examine_file(database: Path, *, quick: bool = False) -> tuple[int, list[str]]:
    """The same of one file, which may be a backup."""
    with data.said_plainly(database), contextlib.ExitStack() as stack:
        connection = stack.enter_context(opened(database))
        damages = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_DAMAGES})")]
        if damages != ["ok"]:
            raise schema.damaged(database, damages[0])
        if schema.version_of(connection, database) < len(schema.MIGRATIONS):
            connection = stack.enter_context(_as_of_now(connection, database))
        connection.execute("BEGIN")  # what is played meanwhile is not seen
        return _look_through(connection, quick=quick)


@contextlib.contextmanager
def opened(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, if there is something to read."""
    if database.stat().st_size == 0:
        raise schema.Unusable(f"{database} is empty")
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


@contextlib.contextmanager
def _as_of_now(connection: sqlite3.Connection, database: Path) -> Iterator[sqlite3.Connection]:
    """A copy of an older file, brought up to this version."""
    with tempfile.TemporaryDirectory(prefix="pentarchy-") as place:
        copy = sqlite3.connect(Path(place) / data.DATABASE, isolation_level=None)
        try:
            connection.backup(copy)
            schema.migrate(copy, database)
            yield copy
        finally:
            copy.close()


def _look_through(connection: sqlite3.Connection, *, quick: bool) -> tuple[int, list[str]]:
    problems: list[str] = []
    count = 0
    for values in connection.execute(ALL_TABLES):
        count += 1
        row = TableRow(*values)
        try:
            problems += _table_problems(connection, row, quick=quick)
        except Exception as error:
            problems.append(f"table {row.id}: {error or type(error).__name__}")
    for name in BELONGING:
        lost = f"SELECT DISTINCT table_id FROM {name} WHERE table_id NOT IN (SELECT id FROM tables) ORDER BY table_id"
        problems += [
            f"{name}: there are rows of a table {table} that does not exist" for (table,) in connection.execute(lost)
        ]
    return count, problems


def _table_problems(connection: sqlite3.Connection, row: TableRow, *, quick: bool) -> Iterator[str]:
    yield from _row_problems(row, entries_of(connection, row.id), quick=quick)
    wrong = "SELECT player FROM sitting WHERE table_id = ? AND done != ?"
    if connection.execute(wrong, (row.id, int(row.status == "over"))).fetchone():
        yield f"table {row.id} is in the wrong lists of its people"


def _row_problems(row: TableRow, entries: list[bytes], *, quick: bool) -> Iterator[str]:
    if row.status not in STATUSES:
        yield f"table {row.id}: its status is {row.status!r}"
    setup = e.decode_setup(row.setup)
    decoded = [e.decode(entry) for entry in entries]
    if row.summary is not None:
        msgspec.json.decode(row.summary, type=Summary)
    if not quick:
        yield from _course_problems(row, TableState(setup, row.seed, decoded))


def _course_problems(row: TableRow, state: TableState) -> Iterator[str]:
    """What differs between a table and the fold of its entries; an operator may have closed it at any time."""
    status = "closed" if state.closed else state.status
    if row.status not in (status, "closed"):
        yield f"table {row.id} is kept as {row.status}, but its entries say {status}"


async def examine_database(settings: Settings, *, quick: bool = False) -> tuple[int, list[str]]:
    """The same of what PostgreSQL keeps, while it is in use."""
    store = (await home.opened(replace(settings, bus=""))).store
    count, after = 0, ""
    problems: list[str] = []
    try:
        while rows := await store.all_tables(after, AT_ONCE):
            for row in rows:
                count += 1
                try:
                    problems += _row_problems(row, await store.entries(row.id), quick=quick)
                except Exception as error:
                    problems.append(f"table {row.id}: {error or type(error).__name__}")
            after = rows[-1].id
    finally:
        await store.close()
    return count, problems


def report(settings: Settings, *, quick: bool = False) -> int:
    """Say what is wrong; 0 if nothing is, else 1."""
    if settings.database:
        home.prepare(settings)
        count, problems = asyncio.run(examine_database(settings, quick=quick))
        folder: Path | str = "the database"
    else:
        folder = settings.data
        count, problems = examine(folder, quick=quick)
    for problem in problems:
        print(problem)
    verdict = f"{len(problems)} problems" if problems else "all is well"
    print(f"{folder}: {count} tables {'looked' if quick else 'played'} through, {verdict}")
    return 1 if problems else 0
