"""A disk may be full for a while: nothing is lost, everything goes on by itself. Files are for their owner alone."""

from __future__ import annotations

import sqlite3
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from pentarchy.table import folder as data
from pentarchy.table.folder import DataFolder
from pentarchy.table.ops import AddEntry, SetListed, SetName
from pentarchy.table.sqlite import SQLiteStore
from tests.table.people import PATIENCE, Person, acting_first, running, two_at_a_table, wait_for

if TYPE_CHECKING:
    from pathlib import Path

    from pentarchy.table.ops import Op


@pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit")
def test_everything_goes_on_by_itself_after_the_disk_was_full(tmp_path: Path) -> None:
    from tests.table.served import Served

    with Served(tmp_path / "data", PENTARCHY_BOT_PAUSE="0.2") as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        mover, _ = acting_first(two_at_a_table(anna, boris))
        bots = anna.join(anna.create("kingdomino", "novice", "novice", start=True))
        bots.until(lambda state: state["seq"] > 2)
        move = {"seq": mover.seq, "seat": mover.seat, "move": mover.legal[0]}
        table.fill_disk()
        assert mover.rejected("play", **move) == "failed"
        assert mover.rejected("say", text="Hello?") == "failed"
        answer = anna.http.put("/api/me", json={"name": "Anya"})
        assert (answer.status_code, answer.json()["error"]) == (503, "not_stored")
        assert anna.refused("/api/tables", {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]}) == (
            503,
            "not_stored",
        )
        wait_for(lambda: anna.http.get("/ready").status_code == 503)
        assert "storing does not work" in anna.http.get("/ready").json()["reason"]
        table.fill_disk(full=False)
        wait_for(lambda: anna.http.get("/ready").status_code == 200)
        assert mover.ask("play", **move)["type"] == "done"
        assert mover.ask("say", text="Hello!")["type"] == "done"
        assert anna.http.put("/api/me", json={"name": "Anya"}).json() == {"name": "Anya"}
        assert anna.create("kingdomino", "me", "link")
        bots.until(lambda state: state["table"]["status"] == "over")
        anna.close()
        boris.close()


def test_ready_says_no_before_anybody_has_lost_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        assert table.app.hub is not None
        store = table.app.hub.store
        assert isinstance(store, SQLiteStore)
        monkeypatch.setattr("pentarchy.table.hub.TRIED_ANEW", 0.0)
        store._writing.execute("PRAGMA query_only = 1")
        assert anna.http.get("/ready").status_code == 503
        store._writing.execute("PRAGMA query_only = 0")
        assert anna.http.get("/ready").status_code == 200
        anna.close()


@pytest.mark.parametrize(
    "op",
    [SetName("anna", "Anna", 0.0), SetListed("a", 0.0, b"{}")],
    ids=["a name", "the time of a change"],
)
def test_what_does_not_depend_on_earlier_writes_is_tried_again(tmp_path: Path, op: Op) -> None:
    store = SQLiteStore(DataFolder(tmp_path), lambda call, *arguments: call(*arguments))
    store._writing.execute("PRAGMA query_only = 1")
    assert isinstance(stored(store, None, op), sqlite3.OperationalError)
    problems = [store.problem]
    store._writing.execute("PRAGMA query_only = 0")
    assert stored(store, None, op) is None
    problems.append(store.problem)
    assert problems == ["attempt to write a readonly database", None]
    store.close_now()


def test_it_is_noticed_that_storing_works_again_although_nobody_stores_anything(tmp_path: Path) -> None:
    store = SQLiteStore(DataFolder(tmp_path), lambda call, *arguments: call(*arguments))
    recovered = threading.Event()
    store.on_recovery = recovered.set
    store._writing.execute("PRAGMA query_only = 1")
    assert stored(store, "a", AddEntry("a", 1, b"{}")) is not None
    store._writing.execute("PRAGMA query_only = 0")
    assert recovered.wait(PATIENCE)
    assert store.problem is None
    store.close_now()


def test_a_number_that_is_taken_does_not_mean_that_storing_does_not_work(tmp_path: Path) -> None:
    store = SQLiteStore(DataFolder(tmp_path), lambda call, *arguments: call(*arguments))
    assert stored(store, "a", AddEntry("a", 1, b"{}")) is None
    assert isinstance(stored(store, "a", AddEntry("a", 1, b"{}")), sqlite3.IntegrityError)
    assert store.problem is None
    store.close_now()


def stored(store: SQLiteStore, table: str | None, *ops: Op) -> Exception | None:
    """Store something; what went wrong."""
    answers: list[Exception | None] = []
    done = threading.Event()

    def answer(error: Exception | None) -> None:
        answers.append(error)
        done.set()

    store.write(table, list(ops), answer)
    assert done.wait(PATIENCE)
    return answers[0]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not those of POSIX")
def test_all_files_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    with running(folder) as table:
        Person(table.url, "Anna").close()
        modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
        assert modes.keys() >= {data.DATABASE, data.JOURNAL, data.SHARED, data.LOCK}
        assert set(modes.values()) == {0o600}
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not those of POSIX")
def test_files_that_others_could_read_become_private(tmp_path: Path) -> None:
    with running(tmp_path):
        pass
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    with running(tmp_path):
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
