"""What the database looks like, and how a file of an earlier version becomes one of this version."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

APPLICATION = 0x50454E54  # «PENT»: by this a file is known as ours
CHECKED_AT_START = 256 * 1024 * 1024  # bytes of a file that is looked through whenever it is opened

# Each step leads from one version of the schema to the next; a step that was released never changes. What both kinds
# of database call differently stands in braces.
MIGRATIONS = (
    """
    CREATE TABLE players (id {text} PRIMARY KEY, name {text} NOT NULL, created {real} NOT NULL){keyed};
    CREATE TABLE tables (
        id {text} PRIMARY KEY, created {real} NOT NULL, changed {real} NOT NULL, status {text} NOT NULL,
        public INTEGER NOT NULL, setup {bytes} NOT NULL, seed {bytes} NOT NULL, summary {bytes}
    ){keyed};
    CREATE INDEX tables_by_status ON tables (status, changed);
    CREATE TABLE sitting (
        player {text} NOT NULL, table_id {text} NOT NULL, PRIMARY KEY (player, table_id)
    ){keyed};
    CREATE TABLE entries (
        table_id {text} NOT NULL, seq INTEGER NOT NULL, entry {bytes} NOT NULL, PRIMARY KEY (table_id, seq)
    ){keyed};
    CREATE TABLE said (
        table_id {text} NOT NULL, number INTEGER NOT NULL, at {real} NOT NULL, seat INTEGER, name {text} NOT NULL,
        text {text} NOT NULL, player {text} NOT NULL, command {text} NOT NULL, PRIMARY KEY (table_id, number)
    ){keyed};
    """,
    # Lists that need not be sorted, finished games in one row each, bans, and a row to try storing with. A row of
    # `archive` is too large for a tree of keys, hence it has a rowid.
    """
    CREATE TABLE meta (key {text} PRIMARY KEY, value {text} NOT NULL){keyed};
    CREATE TABLE archive (table_id {text} PRIMARY KEY, count INTEGER NOT NULL, entries {bytes} NOT NULL);
    CREATE TABLE bans (
        whom {text} PRIMARY KEY, kind {text} NOT NULL, made {real} NOT NULL, until {real} NOT NULL,
        reason {text} NOT NULL
    ){keyed};
    ALTER TABLE tables ADD COLUMN to_pack INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET to_pack = 1 WHERE status = 'over';
    ALTER TABLE sitting ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sitting ADD COLUMN changed {real} NOT NULL DEFAULT 0;
    DELETE FROM sitting WHERE NOT EXISTS (
        SELECT 1 FROM tables WHERE tables.id = sitting.table_id AND tables.status != 'closed'
    );
    UPDATE sitting SET
        done = (SELECT CASE WHEN status = 'over' THEN 1 ELSE 0 END FROM tables WHERE tables.id = sitting.table_id),
        changed = (SELECT changed FROM tables WHERE tables.id = sitting.table_id);
    CREATE INDEX sitting_latest ON sitting (player, done, changed);
    CREATE INDEX sitting_by_table ON sitting (table_id);
    CREATE INDEX tables_public ON tables (status, changed) WHERE public = 1;
    CREATE INDEX tables_to_pack ON tables (changed) WHERE to_pack = 1;
    CREATE INDEX said_by_player ON said (player);
    """,
    # Programs that may sit at tables, and the seats that are offered to them (`program` empty: to any).
    """
    CREATE TABLE programs (
        id {text} PRIMARY KEY, name {text} NOT NULL UNIQUE, token {text} NOT NULL UNIQUE, made {real} NOT NULL,
        seen {real} NOT NULL
    ){keyed};
    CREATE TABLE offers (
        table_id {text} NOT NULL, seat INTEGER NOT NULL, program {text} NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (table_id, seat)
    ){keyed};
    CREATE INDEX offers_by_program ON offers (program, at);
    """,
)
# Of a database that several processes use: which of them drives a table. What is lost of it in a crash is no loss.
LEASES = "CREATE UNLOGGED TABLE leases (name {text} PRIMARY KEY, worker {text} NOT NULL, until TIMESTAMPTZ NOT NULL);"
WORDS = {
    "sqlite": {"text": "TEXT", "real": "REAL", "bytes": "BLOB", "keyed": " WITHOUT ROWID"},
    # Text in the order of its bytes, as in SQLite; numbers of the same size.
    "postgresql": {"text": 'TEXT COLLATE "C"', "real": "DOUBLE PRECISION", "bytes": "BYTEA", "keyed": ""},
}
# All that is kept, by its kinds, for copying it from one database to another as it is.
COLUMNS = {
    "players": ("id", "name", "created"),
    "bans": ("whom", "kind", "made", "until", "reason"),
    "programs": ("id", "name", "token", "made", "seen"),
    "tables": ("id", "created", "changed", "status", "public", "setup", "seed", "summary", "to_pack"),
    "sitting": ("player", "table_id", "done", "changed"),
    "offers": ("table_id", "seat", "program", "at"),
    "entries": ("table_id", "seq", "entry"),
    "archive": ("table_id", "count", "entries"),
    "said": ("table_id", "number", "at", "seat", "name", "text", "player", "command"),
}
TABLES = {"players", "tables", "sitting", "entries", "said"}  # by which a file of the first version is known


def written(step: str, database: str) -> str:
    """A step as a kind of database takes it."""
    return step.format_map(WORDS[database])


def statements(step: str, database: str) -> list[str]:
    """The same one by one."""
    return [statement.strip() for statement in written(step, database).split(";") if statement.strip()]


def selecting(kind: str) -> tuple[str, bool]:
    """How to ask for rows as they are, and whether a table is to be named."""
    names = ", ".join(COLUMNS[kind])
    key = "id" if kind == "tables" else "table_id" if "table_id" in COLUMNS[kind] else ""
    return f"SELECT {names} FROM {kind}" + (f" WHERE {key} = ?1" if key else ""), bool(key)


def inserting(kind: str) -> str:
    """How to add a row as it is."""
    names = COLUMNS[kind]
    values = ", ".join(f"?{number + 1}" for number in range(len(names)))
    return f"INSERT INTO {kind} ({', '.join(names)}) VALUES ({values})"


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
            connection.executescript(f"BEGIN IMMEDIATE; {written(script, 'sqlite')} {marks} COMMIT;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
