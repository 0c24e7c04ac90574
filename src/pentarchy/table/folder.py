"""The folder in which tables are kept: who uses it, who may read it, and whether what lies there can be used."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import time
from typing import IO, TYPE_CHECKING

from pentarchy.table import schema
from pentarchy.table.schema import Unusable

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DATABASE = "tables.sqlite3"
JOURNAL = "tables.sqlite3-wal"  # what was stored last is there until the table is closed
SHARED = "tables.sqlite3-shm"
LOCK = "lock"
COUNTER = "admin.sock"  # where an open table takes an operator's wishes
FOR_OWNER = 0o600
IN_USE, AT_REST = "in use", "closed"  # what the lock file says


class InUse(Unusable):
    """Another process uses the folder."""


class DataFolder:
    """A data folder that this process alone uses, with a database that is whole and of this version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE
        make(path)
        self._lock = locked(path)
        try:
            self._check_that_all_is_there()
            for name in (DATABASE, JOURNAL, SHARED):
                keep_private(path / name)
            with said_plainly(self.database):
                private(self.database)
                self._prepare()
        except BaseException:
            self._lock.close()
            raise

    def _check_that_all_is_there(self) -> None:
        """SQLite itself does not notice when one of its files is missing, and would begin anew or go on without."""
        state = read_state(self._lock)
        problem = what_is_missing(self.path, state)
        if problem:
            raise Unusable(problem)

    def _prepare(self) -> None:
        connection = self.connect()
        try:
            if self.database.stat().st_size <= schema.CHECKED_AT_START:
                schema.check_quickly(connection, self.database)
            schema.migrate(connection, self.database)
        finally:
            connection.close()

    def connect(self) -> sqlite3.Connection:
        """A connection to the database. Everything that is committed is on the disk."""
        connection = sqlite3.connect(self.database, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA busy_timeout = 5000")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA secure_delete = ON")  # what is deleted is not left in the file
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def begun(self) -> None:
        """Note that the database is open, so that its journal must be there until it is closed."""
        sync_folder(self.path)
        self._note(IN_USE)

    def ended(self) -> None:
        """Note that the database is about to be closed."""
        self._note(AT_REST)

    def _note(self, state: str) -> None:
        with contextlib.suppress(OSError):  # a full disk: the note is only a precaution
            self._lock.seek(0)
            self._lock.truncate()
            self._lock.write(state)
            self._lock.flush()

    def close(self) -> None:
        """Let others use it."""
        self._lock.close()


def make(path: Path) -> None:
    """Make a data folder for its owner alone; one that is there already keeps its permissions."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Unusable(f"the data folder {path} cannot be made: {error.strerror}") from None


def locked(path: Path) -> IO[str]:
    """The lock file of a folder, held as long as it is open; a second process is refused."""
    try:
        file = os.fdopen(os.open(path / LOCK, os.O_RDWR | os.O_CREAT, FOR_OWNER), "r+")
    except OSError as error:
        raise Unusable(f"the data folder {path} cannot be written: {error.strerror}") from None
    keep_private(path / LOCK)
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            problem = f"another table already uses the data in {path}: stop it, or choose another --data"
            raise InUse(problem) from None
    return file


def read_state(lock: IO[str]) -> str:
    """What the last one to use a folder has noted; empty if nobody has."""
    lock.seek(0)
    return lock.read(100)


def what_is_missing(path: Path, state: str) -> str | None:
    """Which file should be there and is not, if any, in words."""
    database, lock = path / DATABASE, path / LOCK
    is_there = database.exists() and database.stat().st_size > 0
    if not is_there and (state or (path / JOURNAL).exists()):
        what = "empty" if database.exists() else "missing"
        return f"{database} is {what}, but tables were kept there: restore a backup, or begin anew without {lock}"
    if state == IN_USE and not (path / JOURNAL).exists():
        return (
            f"{path / JOURNAL} is missing, and with it what was stored last: put it back or restore a backup,"
            f" or go on without it by removing {lock}"
        )
    return None


def private(path: Path) -> None:
    """Make a file that its owner alone can read, unless it is there."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FOR_OWNER))


def exchange(path: Path, fresh: Path) -> Path | None:
    """Put another database in the place of a folder's own, which nobody may have open; return where that lies now."""
    database, kept = path / DATABASE, None
    if database.exists():
        kept = unused(path, f"replaced-{time.strftime('%Y%m%d-%H%M%S')}")
        os.link(database, kept)  # so that there is a database at every moment
        for rest in ("-wal", "-shm"):
            if (path / (DATABASE + rest)).exists():
                (path / (DATABASE + rest)).rename(kept.with_name(kept.name + rest))
    fresh.replace(database)
    sync_folder(path)
    return kept


def unused(path: Path, name: str) -> Path:
    """A path for a database of such a name beside all that are there."""
    candidates = (path / f"{name}{number}.sqlite3" for number in ("", *(f"-{more}" for more in range(2, 1000))))
    return next(candidate for candidate in candidates if not candidate.exists())


def keep_private(path: Path) -> None:
    """Let nobody but the owner read a file, if it is there and ours."""
    with contextlib.suppress(OSError):
        path.chmod(FOR_OWNER)


def sync_folder(path: Path) -> None:
    """See to it that the names of new files are on the disk."""
    if os.name == "posix":
        file = os.open(path, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


@contextlib.contextmanager
def said_plainly(path: Path) -> Iterator[None]:
    """Whatever is wrong with a file is Unusable."""
    try:
        yield
    except sqlite3.Error as error:
        raise schema.explained(path, error) from None
    except OSError as error:
        raise Unusable(f"{path} cannot be used: {error.strerror}") from None
