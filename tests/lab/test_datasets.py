"""Datasets: every decision as it was, the same however they are made, and good to learn from."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy import lab
from pentarchy.arena.bot_games import play_games
from pentarchy.arena.schedule import schedule_of
from pentarchy.cli import main
from pentarchy.engine.kernel import load_bytes
from pentarchy.lab.making import Folder, dataset
from pentarchy.lab.parts import Plan
from tests.variants import load, one_variant_each

if TYPE_CHECKING:
    from pathlib import Path

BOTS = ["greedy", "random"]


def make(folder: Path, *more: str, game: str = "scuffle", bots: str = "greedy,random", games: int = 12) -> int:
    wanted = ["--bots", bots, "--games", str(games), "--part", "5", "--seed", "3"]
    return main(["dataset", game, *wanted, "--out", str(folder), *more])


def everything(folder: Path) -> dict[str, Any]:
    batches = list(lab.read(folder, rows=37))
    assert all(len(batch["game"]) <= 37 for batch in batches)
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


# --- What is in it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), one_variant_each())
def test_a_row_is_a_decision_as_it_was(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    game = load(name, options)
    held = dataset(game, BOTS, tmp_path, games=2, seed=4)
    rows = everything(tmp_path)
    assert held.rows == len(rows["game"])
    records = play_games(schedule_of(game, BOTS, seed=4), [0, 1]).records
    for record in records:
        own = np.flatnonzero(rows["game"] == record.index)
        match = game.start(seed=schedule_of(game, BOTS, seed=4).pairing(record.index).chance_seed)
        assert rows["decision"][own].tolist() == list(range(record.moves))
        for row in own.tolist():
            seat, rules = int(rows["seat"][row]), game.spec.rules
            assert rows["state"][row].tobytes() == match.state()
            assert rows["bot"][row] == record.seats[seat]
            codes = [game.moves.codes[move] for move in match.legal(seat)]
            assert np.flatnonzero(rows["mask"][row]).tolist() == sorted(codes)
            seen = np.zeros(rules.OBSERVATION, np.float32)
            game.kernel.observe(load_bytes(match.state(), rules.STATE), seat, seen)
            assert (rows["observation"][row] == seen).all()
            move = match.play(rows["move"][row], seat)
            assert game.moves.codes[move] == rows["action"][row]
            assert rows["points"][row].tolist() == list(record.scores)
            assert rows["places"][row].tolist() == list(record.ranks)
        assert match.over
    assert not rows["searched"].any()
    assert not rows["visits"].any()


def test_what_a_search_has_found_is_kept_and_changes_nothing(tmp_path: Path) -> None:
    bots = ["master:12", "greedy"]
    dataset("scuffle", bots, tmp_path, games=2, seed=1)
    rows = everything(tmp_path)
    records = play_games(schedule_of(pentarchy.load("scuffle"), bots, seed=1), [0, 1]).records
    assert rows["points"][rows["decision"] == 0].tolist() == [list(record.scores) for record in records]
    choices = rows["mask"].sum(axis=1) > 1
    assert (rows["searched"] == ((rows["bot"] == "master:12") & choices)).all()
    searched = np.flatnonzero(rows["searched"])
    assert len(searched) > 3
    for row in searched.tolist():
        visits = rows["visits"][row]
        assert visits[rows["action"][row]] == visits.max() > 0
        assert not visits[~rows["mask"][row]].any()
        assert ((rows["values"][row] >= 0) & (rows["values"][row] <= 1)).all()


def test_a_small_model_learns_to_decide_from_it(tmp_path: Path) -> None:
    """Logistic regression by NumPy: when does greedy draw on in Simply Genius, and when does it collect?"""
    dataset("genius", ["greedy", "greedy"], tmp_path, games=40, seed=1)
    rows = everything(tmp_path)
    chosen = rows["mask"].sum(axis=1) > 1
    known = np.column_stack([rows["observation"], np.ones(len(chosen))])[chosen]
    draws = (rows["move"][chosen] == "draw").astype(float)
    trained = rows["deal"][chosen] % 4 != 0  # games of one deal share their luck
    weights = np.zeros(known.shape[1])
    for _ in range(400):
        expected = 1 / (1 + np.exp(-known[trained] @ weights))
        weights -= 0.5 * known[trained].T @ (expected - draws[trained]) / trained.sum()
    right = ((known[~trained] @ weights > 0) == draws[~trained]).mean()
    usual = max(draws[~trained].mean(), 1 - draws[~trained].mean())
    assert right > usual + 0.05


# --- However it is made -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The dataset of `make`, file by file."""
    folder = tmp_path_factory.mktemp("expected")
    assert make(folder, "--workers", "1") == 0
    return files(folder)


@pytest.mark.parametrize(("backend", "workers"), [("threads", "3"), ("processes", "2"), ("ray", "1")])
def test_every_backend_makes_the_same_files(
    backend: str, workers: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    assert make(tmp_path, "--backend", backend, "--workers", workers) == 0
    assert files(tmp_path) == expected


def test_the_files_are_named_in_the_manifest(expected: dict[str, bytes]) -> None:
    assert list(expected) == ["README.md", "manifest.json", *(f"part-0000{number}.parquet" for number in range(3))]
    held = json.loads(expected["manifest.json"])
    assert held["finished"]
    assert (held["asked"], held["games"], [part["games"] for part in held["parts"]]) == (12, 12, [5, 5, 2])
    for part in held["parts"]:
        assert part["sha256"] == hashlib.sha256(expected[part["file"]]).hexdigest()
    card = expected["README.md"].decode()
    assert "pentarchy dataset scuffle --players 2 --bots greedy,random --games 12 --seed 3 --part 5" in card
    assert all(f"| `{column['name']}` |" in card for column in held["columns"])


def test_what_is_missing_is_made_and_nothing_else(expected: dict[str, bytes], tmp_path: Path) -> None:
    assert make(tmp_path) == 0
    (tmp_path / "part-00001.parquet").unlink()
    (tmp_path / "part-00002.parquet.new").write_bytes(b"half")
    kept = (tmp_path / "part-00000.parquet").stat().st_mtime_ns
    assert make(tmp_path) == 0
    (tmp_path / "part-00002.parquet.new").unlink()
    assert files(tmp_path) == expected
    assert (tmp_path / "part-00000.parquet").stat().st_mtime_ns == kept


def test_more_games_extend_a_dataset(expected: dict[str, bytes], tmp_path: Path) -> None:
    assert make(tmp_path, games=6) == 0
    assert make(tmp_path) == 0
    assert files(tmp_path) == expected
    assert make(tmp_path, games=4) == 0
    assert lab.manifest(tmp_path).games == 12, "nothing that is there is thrown away"


def test_control_c_keeps_the_finished_parts_and_the_same_command_goes_on(
    expected: dict[str, bytes], tmp_path: Path
) -> None:
    words = ["dataset", "scuffle", "--bots", "greedy,random", "--part", "5", "--seed", "3", "--out", str(tmp_path)]
    command = [sys.executable, "-m", "pentarchy", *words, "--games", "1000000", "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    end = time.monotonic() + 60
    while not (tmp_path / "part-00002.parquet").exists():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"the same command goes on" in errors
    held = lab.manifest(tmp_path)
    assert not held.finished
    assert f"{held.rows} decisions of {held.games} games".encode() in output
    assert "Not finished" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert make(tmp_path, games=held.games) == 0
    assert (tmp_path / "part-00000.parquet").read_bytes() == expected["part-00000.parquet"]
    assert lab.manifest(tmp_path).finished


def test_a_folder_is_made_by_one_process_at_a_time(tmp_path: Path) -> None:
    game = pentarchy.load("scuffle")
    plan = Plan(schedule_of(game, BOTS, seed=1), 4, 5)
    with Folder(tmp_path, game, plan, 4), pytest.raises(ValueError, match="another process is making this dataset"):
        contextlib.ExitStack().enter_context(Folder(tmp_path, game, plan, 4))


def test_the_rows_of_a_program_that_failed_say_who_decided(tmp_path: Path) -> None:
    code = (
        "import json, sys\n"
        "for number, line in enumerate(sys.stdin):\n"
        "  said = json.loads(line)\n"
        "  if said['type'] == 'hello': print('{\"type\": \"ready\", \"protocol\": 1}', flush=True)\n"
        "  if said['type'] == 'decide':\n"
        "    if number == 3: sys.exit(3)\n"
        "    print(json.dumps({'type': 'move', 'move': said['legal'][0]}), flush=True)"
    )
    bot = f"exec@20s:{shlex.join([sys.executable, '-c', code])}"
    held = dataset("scuffle", [bot, "greedy"], tmp_path, games=2, seed=1)
    assert held.faults == {bot: 2}
    rows = everything(tmp_path)
    assert set(rows["bot"]) == {bot, "greedy", "random"}
    assert (rows["bot"] == bot).sum() == 4, "two decisions in each of two games"
    assert "lost by faults" in (tmp_path / "README.md").read_text(encoding="utf-8")


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        (["--seed", "4"], "seed is 3 there and 4 here"),
        (["--bots", "random,greedy"], "bots is greedy,random there and random,greedy here"),
        (["-o", "first=1"], "options is players=2 first=None there and players=2 first=1 here"),
        (["--part", "6"], "games_in_a_part is 5 there and 6 here"),
    ],
)
def test_other_settings_in_the_same_folder_are_refused(
    changes: list[str], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path, games=4) == 0
    before = files(tmp_path)
    assert make(tmp_path, *changes, games=4) == 2
    assert difference in capsys.readouterr().err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (["--games", "0"], "games is a whole number of at least 1, not 0"),
        (["--part", "0"], "part is a whole number of at least 1, not 0"),
        (["--bots", "greedy"], "2 players need at least 2 bots, not 1"),
        (["--bots", "greedy,hal"], "there is no bot 'hal'"),
        (["--backend", "gpu"], "there is no backend 'gpu'"),
        (["--players", "9"], "players is one of"),
    ],
)
def test_wrong_input_is_one_line_and_writes_nothing(
    changes: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(tmp_path / "new", *changes) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_no_part_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(tmp_path, games=4) == 0
    (tmp_path / "part-00000.parquet").write_bytes(b"PAR1 nonsense PAR1")
    assert make(tmp_path, games=4) == 2
    assert "is no part of a dataset" in capsys.readouterr().err


def test_parts_without_a_manifest_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "part-00000.parquet").write_bytes(b"mine")
    assert make(tmp_path, games=4) == 2
    assert "has parts but no manifest.json" in capsys.readouterr().err


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert make(file) == 2
    assert "is a file" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_a_missing_package_is_named_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert make(tmp_path / "new") == 2
    assert "pip install 'pentarchy[lab]'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"columns": ["colour"]}, "a dataset has no column 'colour'; it has game, deal"),
        ({"rows": 0}, "rows is a whole number of at least 1, not 0"),
        ({"rows": True}, "rows is a whole number of at least 1, not True"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(arguments: dict[str, Any], problem: str, tmp_path: Path) -> None:
    assert make(tmp_path, games=2) == 0
    with pytest.raises(ValueError, match=problem):
        lab.read(tmp_path, **arguments)


def test_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    assert make(tmp_path, games=2) == 0
    batch = next(lab.read(tmp_path, ["action", "mask"]))
    assert list(batch) == ["action", "mask"]
    assert batch["mask"].dtype == bool
    assert batch["mask"][np.arange(len(batch["action"])), batch["action"]].all()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "has no manifest.json"),
        (b"", "cannot be read as the manifest"),
        (b"\xff", "cannot be read as the manifest"),
        (b"{}", "cannot be read as the manifest"),
    ],
)
def test_a_folder_that_is_no_dataset_is_refused(content: bytes | None, problem: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(ValueError, match=problem):
        lab.read(tmp_path)
