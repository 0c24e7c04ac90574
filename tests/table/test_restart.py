"""The table may die at any moment: what was answered is never lost, and everything goes on where it was."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import pentarchy
from pentarchy.table import entries as e
from pentarchy.table.course import Course
from pentarchy.table.store import ADD_ENTRY, MIGRATIONS, SQLiteStore, migrate
from tests.table.people import Person, acting_first, play_on, running, two_at_a_table, wait_for

MOVES = 10_000
TABLES = 80


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


def test_a_bots_turn_is_taken_up_again(tmp_path: Path) -> None:
    with running(tmp_path, bot_pause=3600.0) as table:  # the bot never gets to move
        anna = Person(table.url)
        name = anna.create("kingdomino", "novice", "adept", start=True)
        assert anna.join(name).seq == 1
    with running(tmp_path):  # nobody looks at the table
        file = sqlite3.connect(tmp_path / "tables.sqlite3")
        wait_for(lambda: file.execute("SELECT status FROM tables").fetchone() == ("over",))
        file.close()
    anna.close()


def test_the_turn_of_a_bot_that_was_put_on_a_seat_later_is_taken_up_again(tmp_path: Path) -> None:
    with running(tmp_path, bot_pause=3600.0) as table:
        anna = Person(table.url)
        name = anna.create("kingdomino", "link", "link")
        for seat in (0, 1):
            anna.fill(name, seat, "novice")
        anna.start(name)
    with running(tmp_path):
        file = sqlite3.connect(tmp_path / "tables.sqlite3")
        wait_for(lambda: file.execute("SELECT status FROM tables").fetchone() == ("over",))
        file.close()
    anna.close()


def test_a_clock_does_not_run_while_the_table_is_closed(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        name = anna.create("kingdomino", "me", "here", start=True, clock={"per": "game", "seconds": 500})
        page = anna.join(name)
        play_on([page], 3)
        left = page.last["ticking"]["left"]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.join(name).last["ticking"]["left"] == pytest.approx(left, abs=5)
        anna.close()


def test_a_second_process_cannot_use_the_same_data(tmp_path: Path) -> None:
    with running(tmp_path), pytest.raises(ValueError, match="another table already uses the data"):
        SQLiteStore(tmp_path, lambda *_: None)


def test_data_of_a_newer_version_is_refused() -> None:
    file = sqlite3.connect(":memory:", isolation_level=None)
    migrate(file)
    assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    migrate(file)  # nothing to do
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(ValueError, match="newer version"):
        migrate(file)
    file.close()


def test_of_writes_that_wait_only_the_wrong_one_fails_and_what_follows_it_at_that_table(tmp_path: Path) -> None:
    answers: dict[str, Any] = {}
    done = threading.Event()
    store = SQLiteStore(tmp_path, lambda call, *arguments: call(*arguments))

    def write(what: str, table: str, seq: int, *, last: bool = False) -> None:
        def answer(error: Exception | None) -> None:
            answers[what] = error
            if last:
                done.set()

        store.write(table, [(ADD_ENTRY, (table, seq, b"{}"))], answer)

    write("first", "a", 1)
    write("again", "a", 1)  # the number is taken
    write("behind", "a", 2)
    write("elsewhere", "b", 1, last=True)
    assert done.wait(10)
    store.mend("a")
    done.clear()
    write("mended", "a", 2, last=True)
    assert done.wait(10)
    failed = {what for what, error in answers.items() if error is not None}
    assert failed == {"again", "behind"}
    assert store.entries("a") == [b"{}", b"{}"]
    store.close()


def test_a_move_that_cannot_be_stored_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        before = page.last["positions"]
        position = next(position for position in before if position["legal"])
        move = {"seq": page.seq, "seat": position["seat"], "move": position["legal"][0]}
        monkeypatch.setattr(SQLiteStore, "_commit", lambda *_: OSError("the disk is full"))
        assert page.rejected("play", **move) == "failed"
        monkeypatch.undo()
        again = anna.join(page.table)
        assert again.last["positions"] == before
        assert again.ask("play", **move)["type"] == "done"
        anna.close()


class Killed:
    """`pentarchy serve` in a process of its own, to be killed."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PENTARCHY_UNLIMITED": "1", "PENTARCHY_BOT_PAUSE": "0"}
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split("localhost:")[1].split("/")[0])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def test_sudden_death_under_load_loses_no_acknowledged_move(tmp_path: Path) -> None:
    """People play as fast as they can; the server is killed; every answer it gave is in the file, without gaps."""
    player = Path(__file__).with_name("fast_players.py")
    acknowledged: dict[str, int] = {}
    for _ in range(2):
        server = Killed(tmp_path)
        command = [sys.executable, str(player), str(server.port), str(TABLES), str(MOVES // 2)]
        playing = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
        assert playing.stdout is not None
        assert playing.stdout.readline() == "enough\n"  # they go on playing
        server.kill()
        rest, _ = playing.communicate(timeout=60)
        acknowledged |= {table: int(count) for table, count in (line.split() for line in rest.splitlines())}
    assert sum(acknowledged.values()) >= MOVES
    store = SQLiteStore(tmp_path, lambda *_: None)
    for table, count in acknowledged.items():
        row = store.table(table)
        assert row is not None
        found = [e.decode(entry) for entry in store.entries(table)]  # refuses gaps
        course = Course(e.decode_setup(row.setup), row.seed, found)
        moves = sum(isinstance(entry, e.Moved) for entry in found)
        assert moves >= count
        assert course.match is not None
        assert pentarchy.replay(course.match.record(), seed=row.seed).state() == course.match.state()
    store.close()
