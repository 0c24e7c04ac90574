"""Everything is copied between a folder and a database, both ways, and is the same afterwards."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from pentarchy.cli import main
from pentarchy.table.folder import DATABASE
from tests.table.people import Person, play_on, running, two_at_a_table

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

KINDS = ("players", "tables", "sitting", "offers", "entries", "archive", "said", "bans", "programs")


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    file = sqlite3.connect(folder / DATABASE)
    try:
        return {kind: sorted(file.execute(f"SELECT * FROM {kind}"), key=repr) for kind in KINDS}
    finally:
        file.close()


def test_tables_come_back_from_a_database_as_they_went(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last = tmp_path / "first", tmp_path / "last"
    with running(first, pack_after=0.0) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        pages = two_at_a_table(anna, boris)
        play_on(list(pages), 7)
        pages[0].ask("say", text="Wait!")
        play_on([anna.join(anna.create("genius", "me", "here", start=True))])
        assert table.app.hub is not None
        table.call(table.app.hub.keeper.go_round())
        anna.close()
        boris.close()
    assert main(["admin", "copy", str(first), database]) == 0
    assert "2 tables" in capsys.readouterr().out
    assert main(["doctor", "--database", database]) == 0
    assert "2 tables played through, all is well" in capsys.readouterr().out
    assert main(["admin", "copy", database, str(last)]) == 0
    assert rows(last) == rows(first)
    assert main(["admin", "copy", str(first), database]) == 2
    assert "has tables already" in capsys.readouterr().err
    assert main(["admin", "--database", database, "backup", str(tmp_path / "file")]) == 2
    assert "pg_dump" in capsys.readouterr().err
    assert main(["admin", "--database", database, "list"]) == 0
    assert "genius" in capsys.readouterr().out


def test_what_is_missing_is_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "copy", str(tmp_path / "nowhere"), str(tmp_path / "to")]) == 2
    assert "there are no tables in" in capsys.readouterr().err
    assert main(["admin", "--database", "postgresql://table@127.0.0.1:1/none", "list"]) == 2
    assert "cannot be used" in capsys.readouterr().err
