"""`pentarchy admin copy`: all tables from one database into another, empty one, and a proof that they are the same."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pentarchy.table import entries as e
from pentarchy.table import home, schema
from pentarchy.table.settings import Settings
from pentarchy.table.table_state import TableState

if TYPE_CHECKING:
    from pentarchy.table.store import Store, TableRow

AT_ONCE = 100  # tables that are read at once
OF_ALL = ("players", "bans", "programs")  # what belongs to no table
OF_A_TABLE = ("tables", "sitting", "offers", "entries", "archive", "said")


def copy(source: str, target: str) -> dict[str, Any]:
    """Copy a data folder or a database (postgresql://…) into another one, which must be empty."""
    places = [_settings(place) for place in (source, target)]
    if not places[0].database and not (places[0].data / home.DATABASE).exists():
        raise schema.Unusable(f"there are no tables in {places[0].data}")
    folders = [home.prepare(settings) for settings in places]
    return asyncio.run(_copy(places, folders, source, target))


def _settings(place: str) -> Settings:
    return Settings(Path(), database=place) if "://" in place else Settings(Path(place).expanduser())


async def _copy(places: list[Settings], folders: list[Any], source: str, target: str) -> dict[str, Any]:
    opened = [(await home.opened(each, folder)).store for each, folder in zip(places, folders, strict=True)]
    try:
        if await opened[1].all_tables("", 1):
            raise ValueError(f"{target} has tables already: copy into an empty place")
        count = await _copy_all(*opened)
    finally:
        for store in opened:
            await store.close()
    return {"source": source, "target": target, "tables": count}


async def _copy_all(source: Store, target: Store) -> int:
    await target.add_rows({kind: await source.rows(kind, "") for kind in OF_ALL})
    count, after = 0, ""
    while rows := await source.all_tables(after, AT_ONCE):
        for row in rows:
            await target.add_rows({kind: await source.rows(kind, row.id) for kind in OF_A_TABLE})
            await _compare(source, target, row)
            count += 1
        after = rows[-1].id
    return count


async def _compare(source: Store, target: Store, row: TableRow) -> None:
    """A ValueError unless a table is the same in both places, byte for byte and played through."""
    copied = await target.table(row.id)
    ours, theirs = await source.entries(row.id), await target.entries(row.id)
    if copied != row or ours != theirs or await source.said(row.id) != await target.said(row.id):
        raise ValueError(f"table {row.id} is not the same in the copy: is somebody playing there? Close it first")
    states = [await asyncio.to_thread(_folded, row, entries) for row, entries in ((row, ours), (copied, theirs))]
    if states[0] != states[1]:
        raise ValueError(f"table {row.id} stands otherwise in the copy")


def _folded(row: TableRow, entries: list[bytes]) -> tuple[str, int, bytes]:
    """How a table stands after all that happened."""
    state = TableState(e.decode_setup(row.setup), row.seed, [e.decode(entry) for entry in entries])
    return state.status, state.count, bytes(state.match.state()) if state.match is not None else b""
