"""Lists stay quick however many tables are stored; finished games take little room; old tables go."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.archive import pack, unpack
from pentarchy.table.folder import DATABASE, DataFolder
from pentarchy.table.hub import LISTED
from pentarchy.table.ops import AddEntry, Pack
from pentarchy.table.snapshots import Summary
from pentarchy.table.sqlite import SQLiteStore
from tests.sizes import covered, size
from tests.table.people import Person, play_on, running, two_at_a_table, wait_for

if TYPE_CHECKING:
    from pathlib import Path

    from pentarchy.table.hub import Hub
    from tests.table.people import RunningTable

MANY = size(1000, 100_000)  # open tables, and finished ones
DAY = 24 * 3600


def hub_of(table: RunningTable) -> Hub:
    assert table.app.hub is not None
    return table.app.hub


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (db.LISTED_OF, "sitting_latest (player=? AND done=?)"),
        (db.LISTED_PUBLIC, "tables_public (status=?)"),
        (db.TABLES_THAT_ARE, "tables_by_status (status=?)"),
        (db.OLDER, "tables_by_status (status=? AND changed<?)"),
        (db.TO_PACK, "tables_to_pack (changed<?)"),
    ],
)
def test_lists_are_read_from_an_index_and_not_sorted(query: str, index: str, tmp_path: Path) -> None:
    store = SQLiteStore(DataFolder(tmp_path), lambda *_: None)
    steps = [row[-1] for row in store.read(f"EXPLAIN QUERY PLAN {query}", *[1] * len(set(re.findall(r"\?\d", query))))]
    store.close_now()
    assert any(index in step for step in steps), steps
    assert not [step for step in steps if "SCAN" in step or "TEMP B-TREE" in step], steps


def fill(folder: Path, player: str, number: int) -> None:
    """Store many private open tables and as many finished ones of somebody."""
    DataFolder(folder).close()
    file = sqlite3.connect(folder / DATABASE)
    now = time.time()
    setup = e.encode(e.Setup("kingdomino", {"players": 2}, [e.SeatSetup("me", player), e.SeatSetup("link")], player))
    statuses: tuple[tuple[p.Status, int], ...] = (("open", 0), ("over", 1))
    for status, done in statuses:
        names = [f"{status}-{each}" for each in range(number)]
        summaries = [summary(name, status, player, now - each) for each, name in enumerate(names)]
        rows = [(name, now, now - each, status, 0, setup, b"", summaries[each]) for each, name in enumerate(names)]
        file.executemany(
            "INSERT INTO tables (id, created, changed, status, public, setup, seed, summary)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        file.executemany(
            f"INSERT INTO sitting (player, table_id, done, changed) VALUES ('{player}', ?, {done}, ?)",
            [(name, now - each) for each, name in enumerate(names)],
        )
    file.commit()
    file.close()


def summary(name: str, status: p.Status, player: str, changed: float) -> bytes:
    seats = [p.Seat(0, "Anna", "person"), p.Seat(1, "", "free")]
    return msgspec.json.encode(
        Summary(p.ListedTable(name, "kingdomino", status, 2, seats, [], changed, 1), [player, ""])
    )


@pytest.mark.soak
def test_a_lobby_with_very_many_tables_reads_none_of_them(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        anna.create("kingdomino", "me", "link")
        file = sqlite3.connect(tmp_path / DATABASE)
        (player,) = file.execute("SELECT player FROM sitting").fetchone()
        file.close()
    fill(tmp_path, player, MANY)
    covered(2 * MANY, "stored tables")
    with running(tmp_path) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        lobby = anna.get("/api/lobby")
        assert [line["table"] for line in lobby["finished"]] == [f"over-{each}" for each in range(LISTED)]
        assert len(lobby["mine"]) == LISTED
        assert lobby["open"] == []
        assert lobby["mine"][0]["seats"][0]["mine"]
        assert boris.get("/api/lobby") == {"open": [], "mine": [], "finished": []}
        assert not hub_of(table)._tables
        anna.close()
        boris.close()


def test_a_list_shows_a_table_as_it_is_although_it_is_not_in_memory(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        play_on(list(two_at_a_table(anna, boris, public=True)), 3)
        before = anna.get("/api/lobby")["mine"]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        boris.http.put("/api/me", json={"name": "Bo"})
        after = anna.get("/api/lobby")
        assert not hub_of(table)._tables
        assert [seat["name"] for seat in after["open"][0]["seats"]] == ["Anna", "Bo"]
        for line in (*before, *after["mine"]):
            for seat in line["seats"]:
                for passing in ("here", "away_since", "idle_since", "needed", "name"):
                    seat.pop(passing, None)
        assert after["mine"] == before
        anna.close()
        boris.close()


def test_a_list_does_not_believe_what_was_stored_before_the_last_move(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url, "Anna")
        name = anna.create("kingdomino", "me", "here", start=True)
        page = anna.join(name)
        hub_of(table)._store_listings()
        wait_for(lambda: read(tmp_path, "SELECT summary IS NULL FROM tables") == [(0,)])
        play_on([page], 1)
        hub_of(table)._store_listings = lambda: None  # type: ignore[method-assign]  # as if the machine died
        shown = anna.get("/api/lobby")["mine"][0]["to_act"]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.get("/api/lobby")["mine"][0]["to_act"] == shown
        anna.close()


def read(folder: Path, query: str) -> list[tuple[Any, ...]]:
    file = sqlite3.connect(folder / DATABASE)
    found = file.execute(query).fetchall()
    file.close()
    return found


def test_packed_entries_are_the_same_byte_for_byte() -> None:
    entries = [e.encode(e.Moved(at=time.time(), seat=0, move="claim 3", id="\n\u2028", player="x")), b"{}"]
    assert unpack(pack(entries)) == entries
    with pytest.raises(ValueError, match="damaged"):
        unpack(b"something else")


@pytest.mark.parametrize("game", ["kingdomino", "scuffle"])
def test_a_finished_game_is_packed_and_can_still_be_seen_and_followed(game: str, tmp_path: Path) -> None:
    with running(tmp_path, pack_after=0.0, housekeeping=0.05) as table:
        anna = Person(table.url, "Anna")
        page = anna.join(anna.create(game, "me", "here", start=True))
        play_on([page])
        wait_for(lambda: read(tmp_path, "SELECT count(*) FROM archive") == [(1,)])
        assert read(tmp_path, "SELECT * FROM entries") == []
        again = anna.join(page.table)
        assert again.last["positions"] == page.last["positions"]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        record = anna.get(f"/api/tables/{page.table}/record")
        after = anna.join(page.table)
        assert (after.seq, after.log) == (page.seq, page.log)
        following = anna.post(f"/api/tables/{page.table}/rematch")["table"]
        assert read(tmp_path, f"SELECT seq FROM entries WHERE table_id = '{page.table}'") == [(page.seq + 1,)]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.get(f"/api/tables/{page.table}")["rematch"] == following
        assert anna.get(f"/api/tables/{page.table}/record") == record
        assert [line["table"] for line in anna.get("/api/lobby")["finished"]] == [page.table]
        anna.close()


def test_a_gap_after_packed_entries_is_noticed(tmp_path: Path) -> None:
    store = SQLiteStore(DataFolder(tmp_path), lambda *_: None)
    store._commit([Pack("a", 2, pack([b"{}", b"[]"]))])
    assert asyncio.run(store.entries("a")) == [b"{}", b"[]"]
    store._commit([AddEntry("a", 3, b"3")])
    assert asyncio.run(store.entries("a")) == [b"{}", b"[]", b"3"]
    store._commit([AddEntry("a", 5, b"5")])
    with pytest.raises(ValueError, match="an entry is missing"):
        asyncio.run(store.entries("a"))
    store.close_now()


def test_old_tables_are_deleted_and_others_are_not(tmp_path: Path) -> None:
    with running(tmp_path, housekeeping=3600.0) as table:
        anna = Person(table.url, "Anna")
        names = {
            "open": anna.create("kingdomino", "me", "link"),
            "watched": anna.create("kingdomino", "me", "link"),
            "fresh": anna.create("kingdomino", "me", "link"),
            "playing": anna.create("kingdomino", "me", "here", start=True),
            "long ago": anna.create("kingdomino", "me", "here", start=True),
        }
        over = anna.join(anna.create("kingdomino", "me", "here", start=True))
        play_on([over])
        over.ask("say", text="Well played!")
        names["over"] = over.table
    ages = {"open": 2, "watched": 2, "playing": 80, "long ago": 100, "over": 366}
    file = sqlite3.connect(tmp_path / DATABASE)
    for what, days in ages.items():
        file.execute("UPDATE tables SET changed = ? WHERE id = ?", (time.time() - days * DAY, names[what]))
    file.commit()
    file.close()
    with running(tmp_path, housekeeping=3600.0) as table:
        anna.move_to(table.url)
        page = anna.join(names["watched"])
        left = table.call(hub_of(table).keeper.go_round())
        assert left is None
        assert {name for (name,) in read(tmp_path, "SELECT id FROM tables")} == {
            names[what] for what in ("watched", "fresh", "playing")
        }
        kept = "SELECT DISTINCT table_id FROM {} WHERE table_id NOT IN (SELECT id FROM tables)"
        for where in ("entries", "archive", "said", "sitting"):
            assert read(tmp_path, kept.format(where)) == []
        assert anna.refused(f"/api/tables/{names['open']}") == (404, "not_found")
        assert page.quiet()
        anna.close()
