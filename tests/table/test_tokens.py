"""Tokens by which programs may sit at tables: made, renewed, listed and taken back by the operator."""

from __future__ import annotations

import sqlite3
import sys
from typing import TYPE_CHECKING

import pytest

from pentarchy.cli import main
from pentarchy.table import tokens
from pentarchy.table.folder import DATABASE
from tests.table.people import running
from tests.table.test_admin import Operator, both_ways, operator, perhaps_open

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["operator"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the table takes wishes by a socket of POSIX")


@pytest.fixture(autouse=True)
def tables(operator: Operator) -> None:
    """There is a data folder."""
    with running(operator.folder):
        pass


@both_ways
def test_a_token_is_made_renewed_listed_and_taken_back(operator: Operator, *, is_open: bool) -> None:
    with perhaps_open(operator.folder, is_open=is_open):
        assert operator.type("token", "--list") == "there are no programs\n"
        made = operator.told("token", "Deep Thought")
        assert made["program"] == "Deep Thought"
        assert tokens.TOKEN.fullmatch(made["token"])
        renewed = operator.told("token", "Deep Thought", "--renew")
        assert renewed["token"] != made["token"]
        (row,) = operator.told("token", "--list")
        assert (row["program"], row["seen"]) == ("Deep Thought", None)
        assert "never seen" in operator.type("token", "--list")
        assert operator.type("token", "--revoke", "Deep Thought") == "Deep Thought is revoked\n"
        assert operator.told("token", "--list") == []


def test_only_the_token_is_printed_and_only_its_hash_is_kept(
    operator: Operator, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "--data", str(operator.folder), "token", "Hal"]) == 0
    said = capsys.readouterr()
    token = said.out.strip()
    assert tokens.TOKEN.fullmatch(token)
    assert "never shown again" in said.err
    file = sqlite3.connect(operator.folder / DATABASE)
    ((kept,),) = file.execute("SELECT token FROM programs")
    file.close()
    assert kept == tokens.hashed(token)
    assert not any(token.encode() in each.read_bytes() for each in operator.folder.iterdir() if each.is_file())


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ((), "say one of"),
        (("Hal", "--list"), "say one of"),
        (("--renew",), "say one of"),
        (("--revoke", "Hal", "--list"), "say one of"),
        (("--revoke", "Nobody"), "there is no program 'Nobody'"),
        (("Nobody", "--renew"), "there is no program 'Nobody'"),
        (("   ",), "a program needs a name"),
        (("x" * 25,), "at most 24"),
        (("a\u202eb",), "cannot be the name"),
        (("Hal",), "--renew gives it another token"),
        (("НАL",), "--renew gives it another token"),  # the first two letters are Cyrillic
    ],
)
def test_what_is_typed_wrongly_is_said_and_changes_nothing(
    operator: Operator, typed: tuple[str, ...], why: str
) -> None:
    operator.told("token", "Hal")
    before = operator.told("token", "--list")
    assert why in operator.refused("token", *typed)
    assert operator.told("token", "--list") == before


@pytest.mark.parametrize(
    ("header", "token"),
    [("Bearer x", "x"), ("bearer  x", "x"), ("Basic eDp5", None), ("", None), ("Bearer", None), ("x", None)],
)
def test_the_token_of_a_header_is_found(header: str, token: str | None) -> None:
    assert tokens.bearer(header) == token
    assert tokens.ours(header) is None  # a proxy's own


def test_programs_are_in_a_backup_and_in_a_copy(operator: Operator, tmp_path: Path) -> None:
    operator.told("token", "Hal")
    listed = operator.told("token", "--list")
    operator.type("backup", str(tmp_path / "backup"))
    operator.type("token", "--revoke", "Hal")
    operator.type("restore", str(tmp_path / "backup"))
    assert operator.told("token", "--list") == listed
    operator.type("copy", str(operator.folder), str(tmp_path / "copied"))
    assert Operator(tmp_path / "copied", operator._capsys).told("token", "--list") == listed
