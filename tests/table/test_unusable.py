"""Data that cannot be used is refused with one sentence that says what to do, by every command."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pentarchy.cli import main
from pentarchy.table.folder import DATABASE, JOURNAL, LOCK, DataFolder
from pentarchy.table.schema import MIGRATIONS, written
from pentarchy.table.sqlite import SQLiteStore
from tests.table.people import PATIENCE, Person, play_on, running

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMANDS = ["serve", "doctor", "admin"]
UNPRIVILEGED = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.name == "posix" and os.getuid() == 0 else []


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which a game was played."""
    folder = tmp_path_factory.mktemp("played") / "data"
    with running(folder) as table:
        anna = Person(table.url, "Anna")
        for _ in range(3):
            play_on([anna.join(anna.create("kingdomino", "me", "here", start=True))])
        anna.close()
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "data")


def foreign(folder: Path) -> None:
    (folder / DATABASE).write_text("Dear diary, " * 1000)


def of_another_program(folder: Path) -> None:
    (folder / DATABASE).unlink()
    file = sqlite3.connect(folder / DATABASE)
    file.execute("CREATE TABLE birds (name TEXT)")
    file.close()


def truncated(folder: Path) -> None:
    os.truncate(folder / DATABASE, (folder / DATABASE).stat().st_size // 2)


def emptied(folder: Path) -> None:
    os.truncate(folder / DATABASE, 0)


def damaged(folder: Path) -> None:
    content = bytearray((folder / DATABASE).read_bytes())
    for place in range(4096, len(content), 4096):
        content[place : place + 64] = b"\xff" * 64
    (folder / DATABASE).write_bytes(content)


def without_its_database(folder: Path) -> None:
    (folder / DATABASE).unlink()


def without_its_journal(folder: Path) -> None:
    (folder / LOCK).write_text("in use")
    assert not (folder / JOURNAL).exists()


def newer(folder: Path) -> None:
    file = sqlite3.connect(folder / DATABASE)
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    file.close()


def a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (foreign, "is not a database"),
        (of_another_program, "is a database of another program"),
        (truncated, "is damaged"),
        (emptied, "is empty, but tables were kept there"),
        (damaged, "is damaged"),
        (without_its_database, "is missing, but tables were kept there"),
        (without_its_journal, "-wal is missing, and with it what was stored last"),
        (newer, "is of a newer version"),
        (a_file, "cannot be made"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_data_that_cannot_be_used(
    command: str, harm: Callable[[Path], None], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harm(folder)
    with socket.create_server(("127.0.0.1", 0)) as taken:  # should the data be accepted, nothing is served
        more = {"serve": ["--port", str(taken.getsockname()[1])], "admin": ["list"]}
        code = main([command, "--data", str(folder), *more.get(command, [])])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert said.err.startswith("pentarchy: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not those of POSIX")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_is_read_only(command: str, folder: Path) -> None:
    folder.chmod(0o500)
    for file in folder.iterdir():
        file.chmod(0o400)
    (folder / LOCK).unlink()
    called = [
        *UNPRIVILEGED,
        sys.executable,
        "-m",
        "pentarchy",
        command,
        "--data",
        str(folder),
        *(["list"] if command == "admin" else []),
    ]
    done = subprocess.run(called, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"pentarchy: the data folder {folder} cannot be written: Permission denied\n"


def test_a_killed_table_whose_journal_is_there_goes_on(folder: Path) -> None:
    (folder / LOCK).write_text("in use")
    (folder / JOURNAL).write_bytes(b"")
    with running(folder):
        assert (folder / LOCK).read_text() == "in use"
    assert (folder / LOCK).read_text() == "closed"
    assert not (folder / JOURNAL).exists()


def test_a_file_of_the_first_version_is_brought_up_to_this_one(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / DATABASE)
    file.executescript(written(MIGRATIONS[0], "sqlite"))
    file.execute("PRAGMA user_version = 1")
    tables = [("a", 1.0, 5.0, "over", 0, b"{}", b"", None), ("b", 2.0, 4.0, "closed", 0, b"{}", b"", None)]
    file.executemany("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", tables)
    file.executemany("INSERT INTO sitting VALUES ('anna', ?)", [("a",), ("b",), ("c",)])
    file.commit()
    file.close()
    store = SQLiteStore(DataFolder(tmp_path), lambda *_: None)
    assert store.read("SELECT * FROM sitting") == [("anna", "a", 1, 5.0)]
    assert [row.id for row in asyncio.run(store.listed_of("anna", 10, done=True))] == ["a"]
    store.close_now()
