"""Checking and drawing maps at the command line, and playing on a map of one's own."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from pentarchy.cli import main
from pentarchy.games.color_kingdoms import maps
from tests.rules.color_kingdoms.tables import squares

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the map of squares, without dice."""
    content = copy.deepcopy(squares())
    del content["dice"]
    return written(tmp_path / "squares.json", content)


def written(file: Path, content: Any) -> Path:
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def test_check_says_what_the_default_map_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", "default"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The Six Kingdoms: 54 areas, 1551 corners"
    assert lines[1].startswith("neighbours of an area: 4.59 on average (2: 1, 3: 12, ")
    assert lines[2].startswith("kingdoms that touch: blue-green, blue-violet, red-yellow, ")
    assert lines[3:8] == [
        "towers: 8, 4 within kingdoms, 4 between them",
        "cells: 7 for spell 1, 7 for spell 2, 7 for spell 3, 7 for spell 4, 8 for towers",
        "points of capitals: blue 2, red 2, yellow 2, green 3, violet 3, brown 3",
        "blots: 12",
        "a die lies in",
    ]
    assert sum(float(line.split()[1].rstrip("%")) for line in lines[8:]) == pytest.approx(100, abs=0.02)


def test_check_reads_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Squares: 54 areas, 70 corners\n")


def test_check_names_what_is_wrong(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content["areas"][4]["of"] = "red"
    assert main(["map", "check", str(written(file, content))]) == 2
    error = capsys.readouterr().err
    assert error == "pentarchy: area b5: of, for a capital of the blue kingdom: found 'red', wanted 'blue'\n"


def test_check_names_all_that_is_wrong_at_once(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content["areas"][4]["of"] = "red"
    content["areas"][30]["polygon"] = [7, 8]
    assert main(["map", "check", str(written(file, content))]) == 2
    assert capsys.readouterr().err == (
        "pentarchy: area b5: of, for a capital of the blue kingdom: found 'red', wanted 'blue'\n"
        "area g4: found 2 corners, wanted at least three\n"
    )


@pytest.mark.rule("CK-4")
def test_check_only_warns_of_what_is_unusual(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content["blots"] = 15
    assert main(["map", "check", str(written(file, content))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "warning: blots: found 15, usually 12"


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", '"default"', "\udcff"])
def test_a_file_that_is_no_map_is_refused(file: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert main(["map", "check", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"pentarchy: {file} is not a map file: ")


@pytest.mark.parametrize("name", ["nowhere.json", "nowhere"])
def test_a_file_that_is_not_there_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["map", "check", name]) == 2
    assert name in capsys.readouterr().err


def test_check_compares_the_dice_with_the_shapes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", str(written(file, squares()))]) == 0, "measured dice are welcome"
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("warning: dice: found ")
    assert last.endswith(" by the shapes")


def test_check_can_write_the_dice(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", str(file), "--write"]) == 0
    content = json.loads(file.read_text(encoding="utf-8"))
    assert sum(content["dice"].values()) == 1_000_000
    assert maps.load(content).dice == maps.load(squares() | {"dice": content["dice"]}).dice
    assert content | {"dice": None} == squares() | {"dice": None}, "nothing else has changed"
    capsys.readouterr()
    assert main(["map", "check", str(file)]) == 0


def test_the_dice_of_a_wrong_map_are_not_written(file: Path) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content["blots"] = 0
    before = written(file, content).read_bytes()
    assert main(["map", "check", str(file), "--write"]) == 2
    assert file.read_bytes() == before


def test_the_default_map_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", "default", "--write"]) == 2
    assert "--write needs a map file" in capsys.readouterr().err


def test_draw_makes_a_picture_with_the_names_of_the_areas(tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    assert main(["map", "draw", "default", "-o", str(picture)]) == 0
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    texts = {element.text for element in drawn.iter("{http://www.w3.org/2000/svg}tspan")}
    assert {"b1", "n9", "v5"} <= texts


def test_draw_can_leave_the_names_out(file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    assert main(["map", "draw", str(file), "-o", str(picture), "--no-names"]) == 0
    assert ">b1<" not in picture.read_text(encoding="utf-8")


def test_games_are_played_on_a_map_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "mine.json", squares() | {"blots": 3})
    command = ["simulate", "color_kingdoms", "--games", "2", "--threads", "1", "--json", "-o", f"map={file}"]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["options"]["map"]["blots"] == 3


def test_a_wrong_map_starts_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "mine.json", squares() | {"blots": 0})
    assert main(["simulate", "color_kingdoms", "--games", "2", "-o", f"map={file}"]) == 2
    assert capsys.readouterr().err == "pentarchy: blots: found 0, wanted 1 to 99\n"
