"""`pentarchy doctor` finds what is wrong with stored tables, and nothing where nothing is."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

from pentarchy.cli import main
from pentarchy.games import NAMES
from pentarchy.table.folder import DATABASE
from pentarchy.table.schema import MIGRATIONS, written
from tests.table.people import Person, play_on, running

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of all kinds: one that is over and packed, others that have just begun, an open table, a closed one."""
    folder = tmp_path_factory.mktemp("played") / "data"
    with running(folder, pack_after=0.0, housekeeping=3600.0) as table:
        anna = Person(table.url, "Anna")
        over = anna.join(anna.create("kingdomino", "me", "here", start=True))
        play_on([over])
        assert table.app.hub is not None
        assert table.call(table.app.hub.keeper.pack(1e12)) == 1
        for game in NAMES:
            page = anna.join(anna.create(game, "me", "here", start=True))
            play_on([page], 3)
            page.ask("say", text="Your turn")
        anna.create("genius", "me", "link")
        anna.post(f"/api/tables/{anna.create('genius', 'me', 'link')}/leave")
        anna.close()
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "data")


def doctor(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str]]:
    code = main(["doctor", "--data", str(folder), *more])
    return code, capsys.readouterr().out.splitlines()


def change(folder: Path, *statements: str) -> None:
    file = sqlite3.connect(folder / DATABASE)
    for statement in statements:
        assert file.execute(statement).rowcount > 0
    file.commit()
    file.close()


def test_nothing_is_wrong_with_what_was_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(folder, capsys) == (0, [f"{folder}: 8 tables played through, all is well"])
    assert doctor(folder, capsys, "--quick") == (0, [f"{folder}: 8 tables looked through, all is well"])


def test_an_open_table_can_be_looked_through(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(folder) as table:
        anna = Person(table.url, "Anna")
        anna.create("kingdomino", "me", "here", start=True)
        assert doctor(folder, capsys) == (0, [f"{folder}: 9 tables played through, all is well"])
        anna.create("kingdomino", "me", "here", start=True)  # it was not disturbed
        anna.close()


PLAYING = "(SELECT id FROM tables WHERE status = 'playing' ORDER BY id LIMIT 1)"
HARM = {
    "a gap": (f"DELETE FROM entries WHERE table_id = {PLAYING} AND seq = 2", "an entry is missing"),
    "an entry that says nothing": (f"UPDATE entries SET entry = '{{}}' WHERE table_id = {PLAYING} AND seq = 2", "what"),
    "another seed": ("UPDATE tables SET seed = zeroblob(32) WHERE status = 'over'", "table "),
    "a wrong status": (f"UPDATE tables SET status = 'open' WHERE id = {PLAYING}", "but its entries say playing"),
    "an unknown status": (f"UPDATE tables SET status = 'lost' WHERE id = {PLAYING}", "its status is 'lost'"),
    "a damaged archive": ("UPDATE archive SET entries = x'00ff'", "packed entries are damaged"),
    "a damaged setup": (f"UPDATE tables SET setup = 'rubbish' WHERE id = {PLAYING}", "table "),
    "a wrong list": ("UPDATE sitting SET done = 1 WHERE done = 0", "in the wrong lists"),
    "lost talk": ("UPDATE said SET table_id = 'nowhere' WHERE number = 1", "said: there are rows of a table nowhere"),
}


@pytest.mark.parametrize("what", HARM)
def test_what_is_wrong_is_said(what: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    statement, said = HARM[what]
    change(folder, statement.replace("UPDATE said", "UPDATE OR REPLACE said"))
    code, lines = doctor(folder, capsys)
    assert code == 1
    assert any(said in line for line in lines[:-1]), lines
    assert "problems" in lines[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not those of POSIX")
def test_files_that_others_can_read_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / DATABASE).chmod(0o640)
    code, lines = doctor(folder, capsys, "--quick")
    assert code == 1
    assert lines[0].startswith(f"{folder / DATABASE} can be read by others than its owner")


def test_an_older_version_is_looked_through_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = sqlite3.connect(tmp_path / DATABASE)
    file.executescript(written(MIGRATIONS[0], "sqlite"))
    file.execute("PRAGMA user_version = 1")
    file.execute("INSERT INTO entries VALUES ('nowhere', 1, '{}')")
    file.commit()
    (tmp_path / DATABASE).chmod(0o600)
    code, lines = doctor(tmp_path, capsys)
    assert code == 1
    assert lines[0] == "entries: there are rows of a table nowhere that does not exist"
    assert file.execute("PRAGMA user_version").fetchone() == (1,)
    file.close()


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor(tmp_path / "nowhere", capsys) == (2, [])
    assert doctor(tmp_path, capsys) == (2, [])
