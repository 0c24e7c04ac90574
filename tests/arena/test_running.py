"""However a tournament is run, and however often it is stopped, it is the same tournament."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import pentarchy
from pentarchy.arena import backends, report, tournament
from pentarchy.arena.bot_games import Played, play_games, without_times
from pentarchy.arena.run import CHUNK_SECONDS, Pace
from pentarchy.arena.tournament_folder import TournamentFolder
from pentarchy.cli import main
from tests.arena.tables import games_in, lines, schedule, start, wait_until

pytestmark = pytest.mark.long

GAME = ["kingdomino", "--players", "4", "--bots", "greedy,random,random,greedy", "--seed", "5"]


def run_in(folder: Path, *more: str) -> int:
    return main(["tournament", "scuffle", "--bots", "greedy,random", "--seed", "3", "--out", str(folder), *more])


@pytest.fixture(autouse=True)
def no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than these games."""
    monkeypatch.setattr(report, "html_page", lambda summary, records: "")


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    """The tournament of `run_in`, game by game."""
    return [without_times(game) for game in play_games(schedule("greedy,random", seed=3), range(60)).records]


# --- Backends ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("backend", "workers"), [("threads", "1"), ("threads", "3"), ("processes", "2"), ("ray", "1")])
def test_every_backend_plays_the_same_games(
    backend: str, workers: str, expected: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_in(tmp_path, "--games", "60", "--backend", backend, "--workers", workers) == 0
    assert games_in(tmp_path) == expected
    assert capsys.readouterr().err == ""


def test_a_killed_worker_is_replaced(expected: list[dict[str, Any]]) -> None:
    crew = backends.ProcessCrew(schedule("greedy,random", seed=3), workers=1)
    with contextlib.closing(crew):
        crew.submit(list(range(30)))
        [child] = children()
        os.kill(child, signal.SIGKILL)
        crew.submit(list(range(30, 60)))
        assert collect_all(crew) == expected


def test_workers_that_keep_dying_are_reported() -> None:
    crew = backends.ProcessCrew(schedule("greedy,random"), workers=1)

    def kill_them_all() -> None:
        while not finished.wait(0.02):
            for child in children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)

    finished = threading.Event()
    killer = threading.Thread(target=kill_them_all)
    with contextlib.closing(crew):
        crew.submit([7, 8])
        killer.start()
        try:
            with pytest.raises(ChildProcessError, match="died 3 times while games 7 to 8 were being played"):
                collect_all(crew)
        finally:
            finished.set()
            killer.join()


def collect_all(crew: backends.Crew) -> list[dict[str, Any]]:
    found = []
    while crew.busy:
        found += [without_times(game) for played in crew.collect(timeout=1) for game in played.records]
    return sorted(found, key=lambda game: int(game["index"]))


def children() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_work_goes_out_in_pieces_of_about_a_second() -> None:
    pace = Pace(games=1000)
    assert pace.chunk(queued=1000, workers=2) == 1, "nothing is known yet"
    game = play_games(schedule("greedy,random"), [0]).records[0]
    pace.note(Played([game] * 10, seconds=0.1))
    assert pace.chunk(queued=1000, workers=2) == CHUNK_SECONDS / 0.01
    assert pace.chunk(queued=8, workers=2) == 2, "towards the end everybody gets a part"
    assert pace.time_left().endswith("left")


# --- Stopping and going on --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_control_c_keeps_what_is_finished_and_the_same_command_goes_on(backend: str, tmp_path: Path) -> None:
    command = [*GAME, "--games", "100000", "--workers", "1", "--backend", backend, "--out", str(tmp_path)]
    process = start(*command)
    wait_until(lambda: lines(tmp_path) >= 20)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    played = lines(tmp_path)
    assert errors == f"stopped after {played} games: the same command goes on\n"
    assert f"{played} games of 100000 asked for\nstopped early" in output
    written = json.loads((tmp_path / "report.json").read_text())
    assert (written["games"], written["finished"]) == (played, False)
    assert (tmp_path / "report.html").exists()
    more = played + 4 - played % 4
    assert main(["tournament", *GAME, "--games", str(more), "--out", str(tmp_path)]) == 0
    plan = schedule("greedy,random,random,greedy", players=4, seed=5, game="kingdomino")
    found = games_in(tmp_path)
    assert [game["index"] for game in found] == list(range(more))
    assert found[::10] == [without_times(game) for game in play_games(plan, range(0, more, 10)).records]


def test_a_killed_tournament_goes_on_and_leaves_no_workers_behind(tmp_path: Path) -> None:
    process = start(*GAME, "--games", "100000", "--workers", "1", "--backend", "processes", "--out", str(tmp_path))
    wait_until(lambda: lines(tmp_path) >= 4)
    workers = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    process.kill()
    process.communicate()
    assert workers
    wait_until(lambda: not any(alive(pid) for pid in workers))
    more = lines(tmp_path) + 4
    assert main(["tournament", *GAME, "--games", str(more), "--out", str(tmp_path)]) == 0
    indices = [game["index"] for game in games_in(tmp_path)]
    assert indices == list(range(more + -more % 4))


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and waits to be reaped does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_control_c_at_the_library_raises_stopped_with_the_report(tmp_path: Path) -> None:
    def press() -> None:
        wait_until(lambda: lines(tmp_path) >= 10)
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    with pytest.raises(pentarchy.arena.Stopped) as caught:
        tournament("scuffle", ["greedy", "random"], games=10**6, folder=tmp_path, workers=1)
    presser.join()
    assert caught.value.report.games == lines(tmp_path)
    assert isinstance(caught.value, KeyboardInterrupt)


def test_more_games_extend_a_tournament(expected: list[dict[str, Any]], tmp_path: Path) -> None:
    assert run_in(tmp_path, "--games", "20") == 0
    before = (tmp_path / "games.jsonl").read_bytes()
    assert run_in(tmp_path, "--games", "60") == 0
    assert (tmp_path / "games.jsonl").read_bytes().startswith(before)
    assert games_in(tmp_path) == expected
    assert json.loads((tmp_path / "tournament.json").read_text())["games"] == 60


def test_a_finished_tournament_is_only_reported_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_in(tmp_path, "--games", "20") == 0
    before, first = (tmp_path / "games.jsonl").read_bytes(), capsys.readouterr().out
    assert run_in(tmp_path, "--games", "20") == 0
    assert (tmp_path / "games.jsonl").read_bytes() == before
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("torn", [b'{"index":59,"de', b"\x00\x00\x00\n", b"{}}\n", b'{"index":1'], ids=repr)
def test_a_torn_last_line_is_played_again(torn: bytes, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    assert run_in(tmp_path, "--games", "60") == 0
    file = tmp_path / "games.jsonl"
    whole = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(whole[:-1]) + torn)
    assert run_in(tmp_path, "--games", "60") == 0
    assert games_in(tmp_path) == expected


def test_a_folder_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    plan = schedule("greedy,random", seed=3)
    with TournamentFolder(plan, 60, tmp_path), pytest.raises(ValueError, match="another process is playing"):
        TournamentFolder(plan, 60, tmp_path)
    TournamentFolder(plan, 60, tmp_path).close()


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["chess", "--bots", "greedy,random"], "there is no game 'chess'"),
        (["scuffle", "--bots", "greedy,hal"], "there is no bot 'hal'"),
        (["scuffle", "--bots", "greedy,"], "there is no bot ''"),
        (["scuffle", "--bots", "greedy"], "2 players need at least 2 bots, not 1"),
        (["scuffle", "--bots", "greedy,random", "-o", "magic"], "no option 'magic'"),
        (["scuffle", "--bots", "greedy,random", "--players", "9"], "players is one of"),
        (["scuffle", "--bots", "greedy,random", "--games", "0"], "games is at least 1, not 0"),
        (["scuffle", "--bots", "greedy,random", "--games", "99999999999"], "games is at most 10000000"),
        (["scuffle", "--bots", "greedy,random", "--seed", "1" * 30], "seed is an int of at most 64 bits"),
        (["scuffle", "--bots", "greedy,random", "--workers", "0"], "workers is at least 1, not 0"),
        (["scuffle", "--bots", "greedy,random", "--backend", "gpu"], "there is no backend 'gpu'; there are threads"),
        (["scuffle", "--bots", "greedy,random", "--address", "x:1"], "an address is for the backend ray"),
        (["scuffle", "--bots", "greedy,random", "--anchor", "hal"], "the anchor 'hal' does not play"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_is_one_line_and_writes_nothing(
    arguments: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *arguments, "--out", str(tmp_path / "new")]) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        (["--seed", "4"], "seed is 3 there and 4 here"),
        (["--bots", "random,greedy"], "bots is greedy,random there and random,greedy here"),
        (["-o", "first=1"], "options is players=2 first=None there and players=2 first=1 here"),
    ],
)
def test_other_settings_in_the_same_folder_are_refused(
    changes: list[str], difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_in(tmp_path, "--games", "4") == 0
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert run_in(tmp_path, "--games", "4", *changes) == 2
    assert difference in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_games_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_in(tmp_path, "--games", "4") == 0
    monkeypatch.setattr(pentarchy, "__version__", "99.0")
    assert run_in(tmp_path, "--games", "8") == 2


def broken_folder(folder: Path, name: str, content: bytes) -> None:
    assert run_in(folder, "--games", "4") == 0
    (folder / name).write_bytes(content)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("tournament.json", b"", "cannot be read as settings"),
        ("tournament.json", b"\xff\xfe", "cannot be read as settings"),
        ("tournament.json", b'{"game": "scuffle"}', "cannot be read as settings"),
        ("games.jsonl", b"nonsense\n{}\n", "line 1 is no game"),
        ("games.jsonl", b"{}\n", "line 1 is no game: Object missing required field"),
    ],
    ids=lambda value: "",
)
def test_a_folder_that_cannot_be_read_is_refused(
    name: str, content: bytes, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_folder(tmp_path, name, content)
    capsys.readouterr()
    assert run_in(tmp_path, "--games", "4") == 2
    assert problem in capsys.readouterr().err
    assert (tmp_path / name).read_bytes() == content


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("deal", 7), "is between greedy, random in deal 0"),
        (("seats", ["random", "random"]), "is between"),
        (("index", -1), "cannot be there"),
        (("index", 1), "cannot be there, or not again"),
        (("scores", [1]), "every list needs 2 entries"),
    ],
)
def test_a_game_that_does_not_belong_there_is_refused(
    change: tuple[str, Any], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_in(tmp_path, "--games", "2", "--workers", "1") == 0
    file = tmp_path / "games.jsonl"
    first, second = sorted(map(json.loads, file.read_text().splitlines()), key=lambda game: int(game["index"]))
    first[change[0]] = change[1]
    file.write_text(json.dumps(second) + "\n" + json.dumps(first) + "\n")
    assert run_in(tmp_path, "--games", "2") == 2
    assert problem in capsys.readouterr().err


def test_a_file_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert run_in(file) == 2
    assert "is a file" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_games_without_settings_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.jsonl").write_text("mine\n")
    assert run_in(tmp_path) == 2
    assert "no tournament.json" in capsys.readouterr().err


@pytest.mark.parametrize(("package", "backend"), [("ray", "ray"), ("choix", "threads"), ("matplotlib", "threads")])
def test_a_missing_package_is_named_before_anything_is_played(
    package: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert run_in(tmp_path / "new", "--backend", backend) == 2
    error = capsys.readouterr().err
    assert f"needs the package {package!r}" in error
    assert "pip install 'pentarchy[arena]'" in error
    assert not (tmp_path / "new").exists()


def test_a_cluster_that_does_not_answer_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        assert run_in(tmp_path, "--backend", "ray", "--address", address) == 2
    error = capsys.readouterr().err
    assert f"no Ray cluster answers at '{address}'" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("games", [0, -1, 2.5, True, None], ids=repr)
def test_the_library_refuses_wrong_numbers_of_games(games: Any) -> None:
    with pytest.raises(ValueError, match="games is at least 1"):
        tournament("scuffle", ["greedy", "random"], games=games)
