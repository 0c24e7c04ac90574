"""The table may die at any moment: what was answered is never lost, and everything goes on where it was."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from pentarchy.table.folder import DataFolder
from pentarchy.table.ops import AddEntry
from pentarchy.table.schema import MIGRATIONS, migrate
from pentarchy.table.sqlite import SQLiteStore
from tests.table.people import (
    PATIENCE,
    Page,
    Person,
    RunningTable,
    acting_first,
    play_on,
    running,
    two_at_a_table,
    wait_for,
)

BOTH_STORES = True


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        pages = two_at_a_table(anna, boris)
        play_on(list(pages), 15)
        pages[0].at(pages[1].seq)
        pages[1].at(pages[0].seq)
        pages[0].ask("say", text="Hello!")
    assert pages[0].closed() == 1012
    with running(tmp_path) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        again = anna.join(pages[0].table), boris.join(pages[0].table)
        for before, after in zip(pages, again, strict=True):
            assert after.last["positions"] == before.last["positions"]
            assert (after.seq, after.log) == (before.seq, before.log)
            assert [said["text"] for said in after.chat] == ["Hello!"]
        assert play_on(list(again)) == 48 - 15
        assert anna.get(f"/api/tables/{pages[0].table}/proof")["honest"]
        anna.close()
        boris.close()


def test_a_finished_game_is_listed_for_both_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        play_on(list(two_at_a_table(anna, boris)))
    with running(tmp_path) as table:
        for number, person in enumerate((anna, boris)):
            person.move_to(table.url)
            (line,) = person.get("/api/lobby")["finished"]
            assert [seat["mine"] for seat in line["seats"]] == [number == 0, number == 1]
            assert [seat["name"] for seat in line["seats"]] == ["Anna", "Boris"]
            assert line["mine"]
            person.close()


def test_a_retry_after_a_restart_gets_the_first_answer(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url), Person(table.url)
        pages = two_at_a_table(anna, boris)
        mover, _ = acting_first(pages)
        who = anna if mover is pages[0] else boris
        move = {"seq": mover.seq, "seat": mover.seat, "move": mover.legal[0], "id": "once"}
        first = mover.ask("play", **move)
    with running(tmp_path) as table:
        who.move_to(table.url)
        again = who.join(mover.table)
        assert again.ask("play", **move) == first
        assert again.seq == first["seq"]
        anna.close()
        boris.close()


def wait_until_it_is_her_turn(table: RunningTable, page: Page) -> None:
    """Wait until a bot has moved at a table that nobody looks at."""
    assert table.app.hub is not None
    tables = table.app.hub._tables
    wait_for(lambda: page.table in tables and tables[page.table].state.waiting_for_people == [0])
    assert tables[page.table].state.count > page.seq


def test_a_bots_turn_is_taken_up_again(tmp_path: Path) -> None:
    with running(tmp_path, bot_pause=3600.0) as table:  # the bot never gets to move
        anna = Person(table.url)
        page = anna.join(anna.create("kingdomino", "me", "novice", start=True))
        while page.legal:
            page.play(page.legal[0])
    with running(tmp_path) as table:  # nobody looks at the table
        wait_until_it_is_her_turn(table, page)
    anna.close()


def test_the_turn_of_a_bot_that_was_put_on_a_seat_later_is_taken_up_again(tmp_path: Path) -> None:
    with running(tmp_path, bot_pause=3600.0) as table:
        anna = Person(table.url)
        name = anna.create("kingdomino", "me", "link")
        anna.fill(name, 1, "novice")
        anna.start(name)
        page = anna.join(name)
        while page.legal:
            page.play(page.legal[0])
    with running(tmp_path) as table:
        wait_until_it_is_her_turn(table, page)
    anna.close()


def test_a_clock_does_not_run_while_the_table_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        name = anna.create("kingdomino", "me", "here", start=True, clock={"per": "game", "seconds": 500})
        page = anna.join(name)
        play_on([page], 3)
        left = page.last["ticking"]["left"]
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 300)
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.join(name).last["ticking"]["left"] == pytest.approx(left, abs=PATIENCE)
        anna.close()


@pytest.mark.in_a_file
def test_a_second_process_cannot_use_the_same_data(tmp_path: Path) -> None:
    with running(tmp_path), pytest.raises(ValueError, match="another table already uses the data"):
        SQLiteStore(DataFolder(tmp_path), lambda *_: None)


def test_data_of_a_newer_version_is_refused() -> None:
    file = sqlite3.connect(":memory:", isolation_level=None)
    migrate(file, Path("a file"))
    assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    migrate(file, Path("a file"))  # nothing to do
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(ValueError, match="newer version"):
        migrate(file, Path("a file"))
    file.close()


def test_of_writes_that_wait_only_the_wrong_one_fails_and_what_follows_it_at_that_table(tmp_path: Path) -> None:
    answers: dict[str, Any] = {}
    done = threading.Event()
    store = SQLiteStore(DataFolder(tmp_path), lambda call, *arguments: call(*arguments))

    def write(what: str, table: str, seq: int, *, last: bool = False) -> None:
        def answer(error: Exception | None) -> None:
            answers[what] = error
            if last:
                done.set()

        store.write(table, [AddEntry(table, seq, b"{}")], answer)

    write("first", "a", 1)
    write("again", "a", 1)  # the number is taken
    write("behind", "a", 2)
    write("elsewhere", "b", 1, last=True)
    assert done.wait(PATIENCE)
    store.mend("a")
    done.clear()
    write("mended", "a", 2, last=True)
    assert done.wait(PATIENCE)
    failed = {what for what, error in answers.items() if error is not None}
    assert failed == {"again", "behind"}
    assert asyncio.run(store.entries("a")) == [b"{}", b"{}"]
    store.close_now()


@pytest.mark.in_a_file
def test_a_move_that_cannot_be_stored_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        before = page.last["positions"]
        position = next(position for position in before if position["legal"])
        move = {"seq": page.seq, "seat": position["seat"], "move": position["legal"][0]["text"]}
        monkeypatch.setattr(SQLiteStore, "_commit", lambda *_: OSError("the disk is full"))
        assert page.rejected("play", **move) == "failed"
        monkeypatch.undo()
        again = anna.join(page.table)
        assert again.last["positions"] == before
        assert again.ask("play", **move)["type"] == "done"
        anna.close()
