"""`pentarchy admin`: the same whether the table is open or not."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.cli import main
from pentarchy.table import bans
from pentarchy.table.admin import duration
from pentarchy.table.doctor import examine, examine_file
from pentarchy.table.folder import COUNTER, DATABASE
from tests.table.people import Page, Person, play_on, running, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the table takes wishes by a socket of POSIX")


class Operator:
    """Somebody at the terminal of the machine."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def type(self, *words: str) -> str:
        """What is printed for a command that works."""
        code = main(["admin", "--data", str(self.folder), *words])
        said = self._capsys.readouterr()
        assert (code, said.err) == (0, "")
        return said.out

    def told(self, *words: str) -> Any:
        """The same as JSON."""
        return json.loads(self.type("--json", *words))

    def refused(self, *words: str) -> str:
        """Why a command was not carried out."""
        assert main(["admin", "--data", str(self.folder), *words]) == 2
        return self._capsys.readouterr().err


@pytest.fixture
def operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(tmp_path / "data", capsys)


@contextlib.contextmanager
def perhaps_open(folder: Path, *, is_open: bool) -> Iterator[None]:
    if is_open:
        with running(folder):
            assert (folder / COUNTER).stat().st_mode & 0o777 == 0o600
            yield
        assert not (folder / COUNTER).exists()
    else:
        yield


both_ways = pytest.mark.parametrize("is_open", [True, False], ids=["open", "closed"])


@both_ways
def test_tables_are_listed_shown_closed_deleted_and_pruned(operator: Operator, *, is_open: bool) -> None:
    with running(operator.folder) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        pages = two_at_a_table(anna, boris)
        pages[0].ask("say", text="Hello!")
        name, waiting = pages[0].table, anna.create("genius", "me", "novice", public=True)
    with perhaps_open(operator.folder, is_open=is_open):
        assert [(row["table"], row["status"]) for row in operator.told("list")] == [
            (waiting, "open"),
            (name, "playing"),
        ]
        assert name in operator.type("list", "--status", "playing")
        assert waiting not in operator.type("list", "--status", "playing")
        shown = operator.type("show", name)
        assert "kingdomino, playing, private, 2 entries" in shown
        assert "Boris" in shown
        assert "Hello!" in shown
        assert "bot (novice)" in operator.type("show", waiting)
        assert operator.type("close", name) == f"{name} is closed\n"
        assert operator.told("show", name)["status"] == "closed"
        assert operator.type("delete", waiting) == f"{waiting} is deleted\n"
        assert "there is no table" in operator.refused("show", waiting)
        assert operator.told("prune", "--older-than", "0s") == {"open": 0, "playing": 0, "over": 0, "closed": 1}
        assert operator.type("list") == "there are no such tables\n"
    assert examine(operator.folder) == (0, [])
    anna.close()
    boris.close()


def test_pages_of_a_closed_table_are_told(operator: Operator) -> None:
    with running(operator.folder) as table:
        anna = Person(table.url, "Anna")
        page = anna.join(anna.create("kingdomino", "me", "novice", start=True))
        operator.type("close", page.table)
        assert page.closed() == 4404
        assert anna.refused(f"/api/tables/{page.table}") == (404, "not_found")
        assert anna.get("/api/lobby")["mine"] == []
        anna.close()


def test_a_banned_person_may_not_come_until_the_ban_is_ended(operator: Operator) -> None:
    with running(operator.folder) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        pages = two_at_a_table(anna, boris)
        name = pages[0].table
        ban = operator.told("ban", f"{name}:1", "--for", "2d", "--reason", "rude")
        assert ban["until"] - ban["made"] == pytest.approx(2 * 86400)
        assert pages[1].closed() == 4403
        assert boris.refused("/api/lobby") == (403, "banned")
        assert boris.join(name, hello=False).closed() == 4403
        anna.get("/api/lobby")
    with running(operator.folder) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        assert boris.refused("/api/lobby") == (403, "banned")
        assert "rude" in operator.type("bans")
        operator.type("unban", ban["whom"][:8])
        boris.get("/api/lobby")
        assert operator.type("bans") == "there are no bans\n"
        anna.close()
        boris.close()


def test_a_banned_address_may_not_come(operator: Operator) -> None:
    with running(operator.folder) as table:
        anna = Person(table.url, "Anna")
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        operator.type("ban", "127.0.0.0/8", "--for", "1h")
        assert page.closed() == 4403
        assert anna.refused("/api/lobby") == (403, "banned")
        operator.type("unban", "127.0.0.0/8")
        anna.get("/api/lobby")
        anna.close()


@both_ways
def test_bans_are_made_whether_the_table_is_open_or_not(operator: Operator, *, is_open: bool) -> None:
    with running(operator.folder):
        pass
    with perhaps_open(operator.folder, is_open=is_open):
        operator.type("ban", "192.0.2.7", "--for", "1h")
    assert [ban["whom"] for ban in operator.told("bans")] == ["192.0.2.7/32"]
    assert "nobody is known by abcdef" in operator.refused("ban", "abcdef")
    assert "TABLE:SEAT" in operator.refused("ban", "somebody")


@pytest.mark.parametrize(
    ("written", "address", "held"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.7", "::ffff:192.0.2.7", True),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8:1:2::5", "2001:db8:1:2:ffff::1", True),  # the same household
        ("2001:db8:1:2::5", "2001:db8:1:3::5", False),
        ("192.0.2.7", "", False),
    ],
)
def test_which_addresses_a_ban_means(written: str, address: str, *, held: bool) -> None:
    found = bans.Bans()
    found.set([bans.Ban(str(bans.network(written)), "address", 0.0, 1e12, "")])
    assert (found.holds(address, "somebody") is not None) == held


def test_a_ban_ends_by_itself() -> None:
    found = bans.Bans()
    found.set([bans.Ban("anna", "person", 0.0, 1.0, ""), bans.Ban("192.0.2.0/24", "address", 0.0, 1e12, "")])
    assert found.holds("198.51.100.1", "anna") is None
    assert found.holds("192.0.2.1", "anna") is not None
    assert [ban.whom for ban in found.all()] == ["192.0.2.0/24"]


@both_ways
@pytest.mark.parametrize("packed", [True, False])
def test_a_person_is_forgotten_and_the_games_are_kept(operator: Operator, *, packed: bool, is_open: bool) -> None:
    with running(operator.folder, housekeeping=3600.0) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Zoroaster")
        pages = two_at_a_table(anna, boris)
        play_on(list(pages))
        name = pages[0].table
        pages[1].ask("say", text="Good game")
        anna.create("kingdomino", "me", "link")
        left = anna.create("kingdomino", "me", "link")
        boris.sit(left)
        boris.post(f"/api/tables/{left}/leave")
        record = anna.get(f"/api/tables/{name}/record")
        if packed:
            assert table.app.hub is not None
            assert table.call(table.app.hub.keeper.pack(1e12)) == 1
    person = operator.told("show", name)["seats"][1]["person"]
    everything = operator.told("export-person", f"{name}:1")
    assert everything["person"] == person
    assert everything["name"] == "Zoroaster"
    assert [said["text"] for said in everything["said"]] == ["Good game"]
    assert {table["table"]: table["seats"] for table in everything["tables"]} == {name: [1], left: []}
    moves = [did["move"] for table in everything["tables"] for did in table["did"] if did["what"] == "moved"]
    assert len(moves) == 24
    with perhaps_open(operator.folder, is_open=is_open):
        assert "forgotten at 2 tables" in operator.type("delete-person", person[:10])
    for file in operator.folder.iterdir():
        if file.is_file():
            assert not [word for word in (person, "Zoroaster", "Good game") if word.encode() in file.read_bytes()]
    assert person not in operator.type("export-person", f"{name}:0")
    assert examine(operator.folder)[1] == []
    with running(operator.folder) as table:
        anna.move_to(table.url)
        boris.move_to(table.url)
        assert anna.get(f"/api/tables/{name}/record") == record
        assert pentarchy.verify(record).honest
        (line,) = anna.get("/api/lobby")["finished"]
        assert [seat["name"] for seat in line["seats"]] == ["Anna", ""]
        assert boris.get("/api/lobby")["finished"] == []
        assert boris.get("/api/me") == {"name": ""}
        anna.close()
        boris.close()


def same(one: Page, other: Page) -> bool:
    return (one.seq, one.log, one.last["positions"]) == (other.seq, other.log, other.last["positions"])


def test_a_backup_made_while_people_play_is_restored_while_they_play(operator: Operator, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    with running(operator.folder) as table:
        anna = Person(table.url, "Anna")
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        play_on([page], 5)
        page.ask("say", text="before")
        operator.type("backup", str(file))
        assert file.stat().st_mode & 0o777 == 0o600
        assert examine_file(file) == (1, [])
        assert "is there already" in operator.refused("backup", str(file))
        then = anna.join(page.table)
        play_on([page], 5)
        page.ask("say", text="after")
        later = anna.create("genius", "me", "link")
        anna.http.put("/api/me", json={"name": "Anya"})
        told = operator.told("restore", str(file))
        assert told["tables"] == 1
        assert page.closed() == 1012
        again = anna.join(page.table)
        assert same(again, then)
        assert [said["text"] for said in again.chat] == ["before"]
        assert anna.get("/api/me") == {"name": "Anna"}
        assert anna.refused(f"/api/tables/{later}") == (404, "not_found")
        assert play_on([again]) == 48 - 5
        assert examine_file(tmp_path / told["replaced"]) == (2, [])
    assert examine(operator.folder) == (1, [])
    anna.close()


def test_a_backup_is_restored_where_the_data_is_damaged_and_the_table_is_closed(
    operator: Operator, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite3"
    with running(operator.folder) as table:
        anna = Person(table.url, "Anna")
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        play_on([page], 5)
    operator.type("backup", str(file))
    (operator.folder / DATABASE).write_bytes(b"rubbish" * 1000)
    assert "is not a database" in operator.refused("list")
    assert "1 tables are as in" in operator.type("restore", str(file))
    with running(operator.folder) as table:
        anna.move_to(table.url)
        assert same(anna.join(page.table), page)
        anna.close()


@both_ways
def test_what_is_no_backup_is_not_restored(operator: Operator, tmp_path: Path, *, is_open: bool) -> None:
    with running(operator.folder) as table:
        anna = Person(table.url, "Anna")
        name = anna.create("kingdomino", "me", "here", start=True)
    rubbish, gappy = tmp_path / "rubbish", tmp_path / "gappy"
    rubbish.write_text("rubbish" * 1000)
    shutil.copy(operator.folder / DATABASE, gappy)
    file = sqlite3.connect(gappy)
    file.execute("UPDATE entries SET seq = 7")
    file.commit()
    file.close()
    with perhaps_open(operator.folder, is_open=is_open):
        assert "is not a database" in operator.refused("restore", str(rubbish))
        assert "an entry is missing" in operator.refused("restore", str(gappy))
        assert "there is no file" in operator.refused("restore", str(tmp_path / "nowhere"))
        assert [row["table"] for row in operator.told("list")] == [name]
    anna.close()


def test_a_folder_with_a_very_long_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    operator = Operator(tmp_path / ("x" * 120), capsys)
    with running(operator.folder):
        assert operator.type("list") == "there are no such tables\n"


def test_a_socket_that_was_left_behind_is_no_table(operator: Operator) -> None:
    with running(operator.folder):
        pass
    (operator.folder / COUNTER).write_text("")
    assert operator.type("list") == "there are no such tables\n"


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("2d", 172800), ("1.5h", 5400), ("1Y", 31536000)])
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert duration(text) == seconds


def test_a_length_of_time_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["admin", "prune", "--older-than", "long"])
    assert ended.value.code == 2
    assert "'long' is no length of time" in capsys.readouterr().err
