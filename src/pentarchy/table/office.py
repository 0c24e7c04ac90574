"""What the one who runs the table can do: look at tables, end them, keep people out, forget them, copy everything."""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec
from msgspec import Struct

from pentarchy.table import bans, doctor, schema, tokens
from pentarchy.table import entries as e
from pentarchy.table import folder as data
from pentarchy.table import ops as o
from pentarchy.table import store as db
from pentarchy.table.archive import pack, unpack
from pentarchy.table.names import name_meant
from pentarchy.table.sqlite import SQLiteStore
from pentarchy.table.table_state import TableState

if TYPE_CHECKING:
    from pentarchy.table.hub import Hub

SHORTEST_ID = 6  # letters by which a person may be named
TALK_SHOWN = 20
RESTORING = "restoring.sqlite3"

Status = Literal["open", "playing", "over", "closed"]
STATUSES: tuple[Status, ...] = ("open", "playing", "over", "closed")


class Wish(Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """Something that is to be done."""


class ListTables(Wish, frozen=True, tag="list"):
    """Name tables, the latest first."""

    status: Status | None = None
    limit: int = 50


class ShowTable(Wish, frozen=True, tag="show"):
    """Say what is known of a table."""

    table: str


class CloseTable(Wish, frozen=True, tag="close"):
    """Let nobody play there any more; what is kept of it goes with the other closed tables."""

    table: str


class DeleteTable(Wish, frozen=True, tag="delete"):
    """Forget a table at once."""

    table: str


class MakeBan(Wish, frozen=True, tag="ban"):
    """Let an address, a network or a person not come for a time."""

    whom: str
    seconds: float
    reason: str = ""


class EndBan(Wish, frozen=True, tag="unban"):
    """Let them come again."""

    whom: str


class ListBans(Wish, frozen=True, tag="bans"):
    """Name all bans that hold."""


class Token(Wish, frozen=True, tag="token"):
    """Let a program come: make a token for it, or another one; or name all programs, or let one come no more."""

    name: str = ""
    renew: bool = False
    list: bool = False
    revoke: str = ""


class DeletePerson(Wish, frozen=True, tag="delete-person"):
    """Forget a person; games that others played too are kept without them."""

    person: str


class ExportPerson(Wish, frozen=True, tag="export-person"):
    """Tell everything that is kept of a person."""

    person: str


class Prune(Wish, frozen=True, tag="prune"):
    """Delete tables to which nothing has happened for a time."""

    seconds: float
    status: Status | None = None


class Backup(Wish, frozen=True, tag="backup"):
    """Copy everything into a new file."""

    file: str


class Restore(Wish, frozen=True, tag="restore"):
    """Go back to what is in a file; what there was until now is kept beside it."""

    file: str


AnyWish = (
    ListTables
    | ShowTable
    | CloseTable
    | DeleteTable
    | MakeBan
    | EndBan
    | ListBans
    | Token
    | DeletePerson
    | ExportPerson
    | Prune
    | Backup
    | Restore
)


def fields_of(action: str) -> tuple[str, ...]:
    """What a wish of some kind consists of."""
    kinds: tuple[type[Wish], ...] = get_args(AnyWish)
    return next(kind.__struct_fields__ for kind in kinds if kind.__struct_config__.tag == action)


class Office:
    """Does what is wished, whether a table is open or not. A ValueError says why it cannot be done."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store

    async def do(self, wish: AnyWish) -> Any:
        """Do it; return what can be told of it, as JSON."""
        match wish:
            case ListTables():
                return await self._list(wish)
            case ShowTable():
                return await self._show(wish.table)
            case CloseTable():
                return await self._close(wish.table)
            case DeleteTable():
                return await self._delete(wish.table)
            case MakeBan():
                return await self._ban(wish)
            case EndBan():
                return await self._unban(wish.whom)
            case ListBans():
                return [ban._asdict() for ban in self._hub.bans.all()]
            case Token():
                return await self._token(wish)
            case DeletePerson():
                return await self._delete_person(wish.person)
            case ExportPerson():
                person = await self._person(wish.person)
                return await self._export(person)
            case Prune():
                return await self._prune(wish)
            case Backup():
                return await asyncio.to_thread(self._backup, Path(wish.file))
            case Restore():
                return await self._restore(Path(wish.file))

    # Tables

    async def _list(self, wish: ListTables) -> list[dict[str, Any]]:
        statuses = [wish.status] if wish.status else STATUSES
        rows = [row for status in statuses for row in await self._store.tables_that_are(status, wish.limit)]
        rows = sorted(rows, key=lambda row: -row.changed)[: wish.limit]
        return [
            {
                "table": row.id,
                "status": row.status,
                "game": e.decode_setup(row.setup).game,
                "public": bool(row.public),
                "created": row.created,
                "changed": row.changed,
            }
            for row in rows
        ]

    async def _row(self, written: str) -> db.TableRow:
        name = name_meant(written)
        row = await self._store.table(name) if name else None
        if row is None:
            raise ValueError(f"there is no table {written!r}")
        return row

    async def _course(self, row: db.TableRow) -> TableState:
        """Who sits there, for which the game need not be played through."""
        setup = e.decode_setup(row.setup)
        found = [e.decode(entry) for entry in await self._store.entries(row.id)]
        return TableState.sleeping(setup, row.seed, found, "playing") if found else TableState(setup, row.seed)

    async def _show(self, written: str) -> dict[str, Any]:
        row = await self._row(written)
        state = await self._course(row)
        said = (await self._store.said(row.id))[-TALK_SHOWN:]
        return {
            "table": row.id,
            "status": row.status,
            "game": state.setup.game,
            "public": bool(row.public),
            "created": row.created,
            "changed": row.changed,
            "entries": len(await self._store.entries(row.id)),
            "host": state.host,
            "seats": [
                {
                    "seat": number,
                    "person": seat.player,
                    "name": await self._called(seat.player, seat.name),
                    "bot": seat.level,
                    "program": seat.program,
                }
                for number, seat in enumerate(state.seats)
            ],
            "said": [{"at": each.at, "person": each.player, "name": each.name, "text": each.text} for each in said],
        }

    async def _called(self, person: str, name: str) -> str:
        return name or (await self._store.name(person) if person else "")

    async def _close(self, written: str) -> dict[str, Any]:
        row = await self._row(written)
        if row.status == "over":
            raise ValueError(f"the game at {row.id} is over: delete it, or leave it")
        closing = o.SetStatus(row.id, "closed", time.time(), None, 0)
        await self._hub.let_go(row.id, closing, o.StandAll(row.id), o.WithdrawAll(row.id))
        return {"closed": row.id}

    async def _delete(self, written: str) -> dict[str, Any]:
        row = await self._row(written)
        await self._hub.let_go(row.id)
        return {"deleted": row.id}

    async def _prune(self, wish: Prune) -> dict[str, int]:
        before = time.time() - wish.seconds
        statuses = [wish.status] if wish.status else STATUSES
        return {status: await self._hub.keeper.prune(status, before) for status in statuses}

    # People

    async def _person(self, written: str) -> str:
        """Who is meant: by the first letters of what the table knows somebody by, or by TABLE:SEAT."""
        if ":" in written:
            return await self._person_at(written)
        start = written.lower()
        if len(start) < SHORTEST_ID or len(start) > 32 or set(start) - set("0123456789abcdef"):
            raise ValueError(f"a person is named by {SHORTEST_ID} to 32 of the letters 0-9a-f, or by TABLE:SEAT")
        found = await self._store.people_like(start)
        if len(found) > 1:
            raise ValueError(f"{written} may be {', '.join(sorted(found))}")
        if not found and len(start) < 32:
            raise ValueError(f"nobody is known by {written}")
        return found.pop() if found else start

    async def _person_at(self, written: str) -> str:
        table, _, seat = written.rpartition(":")
        state = await self._course(await self._row(table))
        if not seat.isdecimal() or int(seat) >= len(state.seats):
            raise ValueError(f"the seats of {table} are 0 to {len(state.seats) - 1}, not {seat!r}")
        if not state.seats[int(seat)].player:
            raise ValueError(f"no person sits on seat {seat} of {table}")
        return state.seats[int(seat)].player

    async def _whom(self, written: str) -> tuple[str, bans.Kind]:
        network = bans.network(written)
        if network is not None:
            return str(network), "address"
        return await self._person(written), "person"

    async def _ban(self, wish: MakeBan) -> dict[str, Any]:
        if wish.seconds <= 0:
            raise ValueError("a ban holds for some time")
        whom, kind = await self._whom(wish.whom)
        ban = bans.Ban(whom, kind, time.time(), time.time() + wish.seconds, wish.reason)
        await self._hub.stored([o.AddBan(*ban)])
        await self._hub.bans_changed()
        return ban._asdict()

    async def _unban(self, written: str) -> dict[str, Any]:
        whom, _ = await self._whom(written)
        if whom not in {ban.whom for ban in self._hub.bans.all()}:
            raise ValueError(f"there is no ban of {whom}")
        await self._hub.stored([o.EndBan(whom)])
        await self._hub.bans_changed()
        return {"unbanned": whom}

    # Programs

    async def _token(self, wish: Token) -> Any:
        if [bool(wish.name), wish.list, bool(wish.revoke)].count(True) != 1 or (wish.renew and not wish.name):
            raise ValueError("say one of: token NAME, token NAME --renew, token --list, token --revoke NAME")
        if wish.list:
            found = self._hub.programs.all()
            return [{"program": each.name, "made": each.made, "seen": each.seen or None} for each in found]
        if wish.revoke:
            await self._hub.stored([o.EndProgram(self._program(wish.revoke).id)])
            await self._hub.programs_changed()
            return {"revoked": wish.revoke}
        return await (self._renewed(wish.name) if wish.renew else self._made(wish.name))

    def _program(self, name: str) -> tokens.Program:
        found = self._hub.programs.named(name)
        if found is None:
            raise ValueError(f"there is no program {name!r}; `token --list` names all")
        return found

    async def _made(self, name: str) -> dict[str, Any]:
        name, token = tokens.checked_name(name, self._hub.programs.all()), tokens.new_token()
        await self._hub.stored([o.AddProgram(tokens.new_id(), name, tokens.hashed(token), time.time())])
        await self._hub.programs_changed()
        if self._hub.programs.holder(token) is None:
            raise ValueError(f"somebody else has made a token for {name!r} just now")
        return {"program": name, "token": token}

    async def _renewed(self, name: str) -> dict[str, Any]:
        token = tokens.new_token()
        await self._hub.stored([o.RenewToken(self._program(name).id, tokens.hashed(token))])
        await self._hub.programs_changed()
        return {"program": name, "token": token}

    # What is kept of somebody

    async def _export(self, person: str) -> dict[str, Any]:
        """Everything that is kept of a person, without what is others'."""
        known = await self._store.person(person)
        tables = await self._store.tables_knowing(person)
        return {
            "person": person,
            "name": known.name if known else "",
            "since": known.created if known else None,
            "tables": [await self._export_table(table, person) for table in tables],
            "said": [said._asdict() for said in await self._store.said_by(person)],
            "bans": [ban._asdict() for ban in self._hub.bans.all() if ban.whom == person],
        }

    async def _export_table(self, table: str, person: str) -> dict[str, Any]:
        row = await self._row(table)
        state = await self._course(row)
        mine = [entry for entry in await self._store.entries(table) if person.encode() in entry]
        return {
            "table": table,
            "game": state.setup.game,
            "status": row.status,
            "created": row.created,
            "changed": row.changed,
            "host": state.host == person,
            "seats": [number for number, seat in enumerate(state.seats) if seat.player == person],
            "did": [msgspec.json.decode(entry) for entry in mine],
        }

    async def _delete_person(self, written: str) -> dict[str, Any]:
        person = await self._person(written)
        tables = await self._store.tables_knowing(person)
        for table in tables:
            async with self._hub.withdrawn(table):
                await self._hub.stored(await self._without(table, person))
        await self._hub.stored([o.ForgetPlayer(person)])
        self._hub.names.pop(person, None)
        return {"forgotten": person, "tables": len(tables)}

    async def _without(self, table: str, person: str) -> list[o.Op]:
        """What makes a table forget a person: another one, of whom nothing is known, has done the same."""
        alias = secrets.token_hex(16)
        row = await self._row(table)
        summary = None if row.summary is None else forgetting(row.summary, person, alias)
        ops: list[o.Op] = [
            o.ForgetSaid(table, person),
            o.Stand(table, person),
            o.ReplaceSetup(table, forgetting(row.setup, person, alias), summary),
        ]
        for seq, entry in await self._store.entry_rows(table):
            if person.encode() in entry:
                ops.append(o.ReplaceEntry(table, seq, forgetting(entry, person, alias)))
        if (packed := await self._store.packed(table)) is not None:
            found = [forgetting(entry, person, alias) for entry in unpack(packed)]
            ops.append(o.ReplacePacked(table, pack(found)))
        return ops

    # Everything

    @property
    def _file(self) -> SQLiteStore:
        if not isinstance(self._store, SQLiteStore):
            raise ValueError("PostgreSQL keeps these tables: pg_dump copies them, pg_restore puts them back")
        return self._store

    def _backup(self, file: Path) -> dict[str, Any]:
        kept = self._file
        if file.exists():
            raise ValueError(f"{file} is there already: choose another name")
        partial = file.with_name(file.name + ".partial")
        with data.said_plainly(file):
            partial.unlink(missing_ok=True)
            data.private(partial)
            try:
                with kept.apart() as connection:
                    copy(connection, partial)
                partial.replace(file)
                data.sync_folder(file.parent)
            finally:
                partial.unlink(missing_ok=True)
        return {"file": str(file), "bytes": file.stat().st_size}

    async def _restore(self, file: Path) -> dict[str, Any]:
        store = self._file
        fresh, count = await asyncio.to_thread(prepare, self._hub.settings.data, file)
        async with self._hub.emptied():
            waiting: asyncio.Future[Path | Exception | None] = asyncio.get_running_loop().create_future()
            store.exchange(fresh, waiting.set_result)
            kept = await waiting
            if isinstance(kept, Exception):
                raise ValueError(f"{file} was not restored: {kept}")
        await self._hub.read_admission()
        if self._hub.is_open:
            self._hub.start(self._hub.take_up())
        return {"restored": str(file), "tables": count, "replaced": str(kept)}


def prepare(folder: Path, file: Path) -> tuple[Path, int]:
    """A copy of a backup in a data folder, of this version and looked through, and how many tables it has."""
    if not file.exists():
        raise ValueError(f"there is no file {file}")
    count, problems = doctor.examine_file(file, quick=True)
    if problems:
        raise ValueError(f"{file} is not restored: {problems[0]}")
    fresh = folder / RESTORING
    with data.said_plainly(fresh):
        fresh.unlink(missing_ok=True)
        data.private(fresh)
        with doctor.opened(file) as connection:
            copy(connection, fresh)
        copied = sqlite3.connect(fresh, isolation_level=None)
        try:
            schema.migrate(copied, fresh)
        finally:
            copied.close()
    return fresh, count


def restore_into(folder: Path, file: Path) -> dict[str, Any]:
    """Restore a backup where no table is open, whatever there is of the database."""
    data.make(folder)
    with data.locked(folder) as lock:
        fresh, count = prepare(folder, file)
        kept = data.exchange(folder, fresh)
        lock.seek(0)
        lock.truncate()
        lock.write(data.AT_REST)
    return {"restored": str(file), "tables": count, "replaced": str(kept) if kept else None}


def copy(connection: sqlite3.Connection, file: Path) -> None:
    """All that a connection sees, as one file that needs no other."""
    target = sqlite3.connect(file, isolation_level=None)
    try:
        connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    written = os.open(file, os.O_RDONLY)
    try:
        os.fsync(written)
    finally:
        os.close(written)


def forgetting(content: bytes, person: str, alias: str) -> bytes:
    """JSON in which a person goes by an alias, and by no name."""
    if person.encode() not in content:
        return content
    found = msgspec.json.decode(content)
    if isinstance(found, dict) and "people" in found:  # what lists show: names stand elsewhere than people
        for seat in found["line"]["seats"]:
            if found["people"][seat["seat"]] == person:
                seat["name"] = ""
                found.get("usual", {}).pop(str(seat["seat"]), None)
    return msgspec.json.encode(_forgetting(found, person, alias))


def _forgetting(value: Any, person: str, alias: str) -> Any:
    if isinstance(value, dict):
        named = {"name": ""} if value.get("player") == person and "name" in value else {}
        return {key: _forgetting(each, person, alias) for key, each in (value | named).items()}
    if isinstance(value, list):
        return [_forgetting(each, person, alias) for each in value]
    return alias if value == person else value
