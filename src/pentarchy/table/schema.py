"""What the database looks like, and how a file of an earlier version becomes one of this version."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

APPLICATION = 0x50454E54  # «PENT»: by this a file is known as ours
CHECKED_AT_START = 256 * 1024 * 1024  # bytes of a file that is looked through whenever it is opened

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
    # Lists that need not be sorted, finished games in one row each, bans, and a row to try storing with. A row of
    # `archive` is too large for a tree of keys, hence it has a rowid.
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE archive (table_id TEXT PRIMARY KEY, count INTEGER NOT NULL, entries BLOB NOT NULL);
    CREATE TABLE bans (
        whom TEXT PRIMARY KEY, kind TEXT NOT NULL, made REAL NOT NULL, until REAL NOT NULL, reason TEXT NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE tables ADD COLUMN to_pack INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET to_pack = 1 WHERE status = 'over';
    ALTER TABLE sitting ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sitting ADD COLUMN changed REAL NOT NULL DEFAULT 0;
    DELETE FROM sitting WHERE NOT EXISTS (
        SELECT 1 FROM tables WHERE tables.id = sitting.table_id AND tables.status != 'closed'
    );
    UPDATE sitting SET
        done = (SELECT status = 'over' FROM tables WHERE tables.id = sitting.table_id),
        changed = (SELECT changed FROM tables WHERE tables.id = sitting.table_id);
    CREATE INDEX sitting_latest ON sitting (player, done, changed);
    CREATE INDEX sitting_by_table ON sitting (table_id);
    CREATE INDEX tables_public ON tables (status, changed) WHERE public = 1;
    CREATE INDEX tables_to_pack ON tables (changed) WHERE to_pack = 1;
    CREATE INDEX said_by_player ON said (player);
    """,
)
TABLES = {"players", "tables", "sitting", "entries", "said"}  # by which a file of the first version is known


class Unusable(ValueError):  # noqa: N818
    """Data that cannot be used; the text says why, and what can be done."""


def explained(path: Path, error: sqlite3.Error) -> Unusable:
    """What SQLite says, in words for the one who runs the table."""
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_NOTADB"):
        return Unusable(f"{path} is not a database: another file has its name, or it is damaged; restore a backup")
    if code.startswith("SQLITE_CORRUPT"):
        return damaged(path, str(error))
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return Unusable(f"{path} cannot be written ({error}): look at the permissions of the file and of its folder")
    return Unusable(f"{path} cannot be used: {error}")


def damaged(path: Path, what: str) -> Unusable:
    """A file that is not whole."""
    return Unusable(f"{path} is damaged ({' '.join(what.split())[:200]}): restore a backup")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file's schema, 0 if there is nothing in it; Unusable if it is foreign or newer."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    ours = application in (0, APPLICATION) and (found >= TABLES if version else not found)
    if not ours:
        raise Unusable(f"{path} is a database of another program")
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise Unusable(f"{path} is of a newer version ({version}) than this program knows ({known}): update Pentarchy")
    return version


def check_quickly(connection: sqlite3.Connection, path: Path) -> None:
    """Look through the file for damage; Unusable if there is some."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise damaged(path, found)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to this version; refuse a file of a newer one or of another program."""
    version = version_of(connection, path)
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        marks = f"PRAGMA user_version = {number}; PRAGMA application_id = {APPLICATION};"
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {script} {marks} COMMIT;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
