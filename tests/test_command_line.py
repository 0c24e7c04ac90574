"""The command line, as people and scripts use it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.cli import main
from pentarchy.games import NAMES
from pentarchy.terminal import Terminal, in_words
from tests.walks import finished

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pentarchy", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True)


def test_help_names_every_command() -> None:
    answer = run("--help")
    assert answer.returncode == 0
    for command in ("play", "simulate", "tournament", "bench", "log", "verify", "map", "warm"):
        assert command in answer.stdout


def test_help_does_not_wait_for_the_compiler() -> None:
    code = "import sys\nfrom pentarchy.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "False"


def simulation(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["simulate", "kingdomino", "--json", *arguments]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_simulate_reports_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulation(capsys, "--players", "3", "--bots", "greedy,random,random", "--games", "130", "--seed", "4")
    assert list(report) == [
        "game",
        "options",
        "bots",
        "games",
        "seed",
        "decisions",
        "seconds",
        "games_per_second",
        "seats",
        "faults",
    ]
    assert report["bots"] == ["greedy", "random", "random"]
    assert report["decisions"] == 130 * 72
    for seat in report["seats"]:
        assert sum(seat["places"]) == 130
        assert seat["lowest"] <= seat["mean"] <= seat["highest"]
    assert sum(seat["win_share"] for seat in report["seats"]) == pytest.approx(1, abs=1e-4)


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    reports = [simulation(capsys, "--games", "200", "--seed", "9", "--threads", threads) for threads in ("1", "3")]
    assert reports[0]["seats"] == reports[1]["seats"]
    assert simulation(capsys, "--games", "200", "--seed", "10")["seats"] != reports[0]["seats"]


def test_simulate_for_people_is_a_table() -> None:
    answer = run("simulate", "kingdomino", "--games", "20", "-o", "mighty_duel")
    assert answer.returncode == 0
    assert answer.stdout.splitlines()[1].split() == ["seat", "bot", "wins", "mean", "stdev", "lowest", "highest"]
    assert answer.stderr == "", "a pipe gets no progress bar"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "kingdomino", "--players", "7"], "players is one of 2, 3, 4, not 7"),
        (["simulate", "kingdomino", "-o", "castle=9"], "no option 'castle'"),
        (["simulate", "kingdomino", "-o", "harmony=maybe"], "harmony is one of False, True, not 'maybe'"),
        (["simulate", "kingdomino", "--bots", "hal"], "there is no bot 'hal'; there are random, greedy"),
        (["simulate", "kingdomino", "--bots", "random,random,random"], "2 players need 2 bots"),
        (["simulate", "kingdomino", "--games", "0"], "games is at least 1, not 0"),
        (["simulate", "kingdomino", "--threads", "0"], "threads is at least 1, not 0"),
        (["play", "kingdomino", "--seats", "me"], "2 players need 2 seats"),
        (["play", "kingdomino", "--seats", "me,hal"], "there is no bot 'hal'"),
        (["verify", "no such file"], "No such file"),
        (["log", "no such file"], "No such file"),
        (["warm", "chess"], "there is no game 'chess'"),
        (["bench", "--c", "no such folder"], "there is no"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input_is_named_and_exits_with_two(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert problem in printed.err
    assert printed.err.startswith("pentarchy: ")
    assert printed.out == ""


def test_verify_says_honest_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = finished(pentarchy.load("kingdomino"), seed=1).record()
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    assert "all 28 draws follow from the seed" in capsys.readouterr().out
    record["seed"] = b"2".hex()
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 1
    assert "NOT as the seed says" in capsys.readouterr().out
    file.write_text("{}")
    assert main(["verify", str(file)]) == 2
    assert "no record" in capsys.readouterr().err


@pytest.mark.parametrize(
    "event", [{"chance": ["domino 5"]}, {"seat": 0, "move": ["claim 5"]}, {"seat": [], "move": ""}]
)
@pytest.mark.parametrize("over", [True, False])
def test_verify_names_an_event_that_is_none(
    event: Any, over: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = finished(pentarchy.load("kingdomino"), seed=1) if over else pentarchy.load("kingdomino").start(seed=1)
    record = match.record()
    record["events"][2] = event
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("pentarchy: event 2: {")
    assert len(printed.err.splitlines()) == 1


def test_a_record_is_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    match = finished(pentarchy.load("genius", series=2), seed=1)
    file.write_text(json.dumps(match.record()))
    assert main(["log", str(file)]) == 0
    title, _, *lines = capsys.readouterr().out.splitlines()
    assert title == "Simply Genius"
    assert len(lines) == match.length + 1 + match.game.players
    assert sum("the game is over, all six colours are complete" in line for line in lines) == 2
    assert any(line.startswith("game 2 begins: a") for line in lines)
    assert lines[-2].startswith("1. ")


def test_a_game_without_words_is_told_in_notation() -> None:
    class Wordless:
        class spec:  # noqa: N801
            draw = None

    assert in_words(Wordless, {"seat": 1, "move": "claim 5", "fact": {}}) == "Blue: claim 5"  # type: ignore[arg-type]
    assert in_words(Wordless, {"chance": "domino 5", "fact": {}}) == "domino 5"  # type: ignore[arg-type]


def test_a_file_that_is_no_record_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text("{}")
    assert main(["log", str(file)]) == 2
    assert "no record" in capsys.readouterr().err


def test_warm_says_when_it_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "kingdomino"]) == 0
    assert capsys.readouterr().out.startswith("ready after")


# --- At the keyboard --------------------------------------------------------------------------------------------------


def play(typed: str, seats: list[str], seed: int = 3, name: str = "kingdomino", **options: Any) -> tuple[Terminal, str]:
    output = io.StringIO()
    game = pentarchy.load(name, **options)
    terminal = Terminal(game, seats, seed, io.StringIO(typed), output)
    terminal.run()
    return terminal, output.getvalue()


def test_a_whole_game_can_be_played_by_numbers() -> None:
    terminal, output = play("1\n" * 100, ["me", "greedy"])
    assert terminal.match.over
    assert "1." in output.splitlines()[-2]


def test_bots_can_play_each_other() -> None:
    terminal, output = play("", ["random", "greedy", "random"], players=3)
    assert terminal.match.over
    assert "Blue (greedy) claims domino" in output


def test_bad_input_is_answered_and_changes_nothing() -> None:
    terminal, output = play("blah\n\n99999999999999999999\n-1\n0\nclaim 99\nplace a,b c\nsave\n\x00\n", ["me", "me"])
    assert "cannot read 'blah': moves look like" in output
    assert "there is no move 99999999999999999999; the numbers go from 1 to 4" in output
    assert "there is no move 0" in output
    assert "save needs the name of a file" in output
    assert len([event for event in terminal.match.events if event.seat >= 0]) == 0


def test_hidden_hands_stay_hidden_when_the_keyboard_is_handed_over() -> None:
    """Between two people the screen is cleared and waits; nothing of the next hand is shown before Enter."""
    _, output = play("1\n", ["me", "me"], name="scuffle", first=0)
    first, _, after = output.partition("Hand over the keyboard")
    assert "hand:" in first
    assert "\n" * 60 in first
    assert "Blue (you)" not in output
    assert after.endswith("Goodbye. The match is not finished.\n")
    _, output = play("1\n\n", ["me", "me"], name="scuffle", first=0)
    assert "Blue (you)" in output


def test_one_person_among_bots_is_not_asked_to_hand_over() -> None:
    _, output = play("1\n" * 80, ["me", "greedy", "greedy"], name="scuffle", players=3)
    assert "Hand over" not in output
    _, output = play("1\n" * 80, ["me", "me"])
    assert "Hand over" not in output, "nothing is hidden in Kingdomino"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_played_by_numbers(name: str) -> None:
    terminal, _ = play("1\n" * 2000, ["me", "greedy"], name=name)
    assert terminal.match.over


def test_the_end_of_input_ends_the_game_politely() -> None:
    _, output = play("1\n", ["me", "me"])
    assert output.endswith("Goodbye. The match is not finished.\n")


def test_help_hint_moves_board_and_score_are_answered() -> None:
    _, output = play("?\nhint\nmoves\nboard\nscore\nquit\n", ["me", "me"])
    assert "take back the last move" in output
    assert "The greedy bot would play: claim" in output
    assert "1 claim" in output
    assert "1. Red" in output


def test_what_happens_is_told_in_words() -> None:
    _, output = play("draw\ncollect\nlog\n", ["me", "greedy"], seed=4, name="genius")
    assert "Red> a red token: a match" in output
    assert "Blue (greedy) draws a token" in output
    log = output.rpartition("Red> Red begins")[2].splitlines()
    assert "Red collects 2: 2 red" in log
    assert "Blue (greedy) collects 2: 2 violet" in log


def test_a_refusal_gives_the_rule_and_the_reason_in_the_language_that_was_chosen() -> None:
    _, output = play("pass\n", ["me", "me"], seed=4, name="genius")
    assert "Not allowed: whoever can do something may not pass (SG-14). 'moves' lists what is legal." in output
    answer = run("play", "genius", "--seed", "4", "--language", "ru", typed="alternative\n")
    assert "Not allowed: всех цветов у вас поровну (SG-13)." in answer.stdout


def test_a_move_can_be_taken_back_until_something_is_revealed() -> None:
    terminal, output = play("1\n1\n1\n1\n1\nundo\nundo\n", ["me", "me"])
    assert "Taken back: place" in output
    assert "can be taken back: something has been revealed" in output
    assert terminal.match.view()["phase"] == "place"


def test_a_bots_move_is_not_taken_back() -> None:
    terminal, output = play("1\nundo\n" * 30, ["me", "random"])
    assert "nothing of seat 0's can be taken back" in output
    assert any(event.seat == 1 for event in terminal.match.events)


def test_a_record_can_be_saved_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    _, output = play("1\n" * 47 + f"save {file}\n1\n", ["me", "me"])
    assert f"written to {file}" in output
    assert pentarchy.replay(file.read_bytes()).game.name == "kingdomino"
    _, output = play(f"save {tmp_path}\n", ["me", "me"])
    assert f"cannot write {tmp_path}" in output


def test_saving_does_not_show_what_others_hold(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    _, output = play(f"save {file}\n", ["me", "greedy"], name="scuffle", first=0)
    assert "a record shows everything hidden" in output
    assert not file.exists()


def test_what_a_move_shows_for_a_moment_is_told() -> None:
    _, output = play("turn a1 90\n", ["me", "me"], name="kingems", first=0)
    assert "under a1: " in output


def test_what_a_bot_paints_is_not_told_before_the_round_is_over() -> None:
    _, output = play("1\n", ["greedy", "me"], name="color_kingdoms", first=0)
    assert "Red (greedy) takes the " in output
    assert "Red (greedy) paints" not in output


def test_a_finished_match_is_recorded_and_can_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    answer = run("play", "scuffle", "--seats", "random,greedy", "--record", str(file))
    assert answer.returncode == 0
    assert pentarchy.verify(file.read_bytes()).honest
    unfinished = tmp_path / "unfinished.json"
    run("play", "scuffle", "--seats", "me,greedy", "--record", str(unfinished), typed="quit\n")
    assert not unfinished.exists()


def test_the_command_plays_at_the_terminal() -> None:
    answer = run("play", "kingdomino", "--seed", "3", "--seats", "me,random", typed="1\nquit\n")
    assert answer.returncode == 0
    assert "Goodbye" in answer.stdout
