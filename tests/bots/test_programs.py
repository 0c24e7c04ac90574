"""Programs as bots: they play by the protocol of docs/engines.md, and whatever they do wrong harms only themselves."""

from __future__ import annotations

import contextlib
import gc
import json
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import pentarchy
from pentarchy.arena import report, tournament
from pentarchy.arena.backends import _in_ray
from pentarchy.arena.bot_games import Played, play_games
from pentarchy.arena.schedule import schedule_of
from pentarchy.bots import ProgramFault, load
from pentarchy.bots.players import Player, names_of, places_after, seated
from pentarchy.bots.program import ProgramBot, Time, _numbers, _same_at_first
from pentarchy.cli import main
from pentarchy.engine.spec import Event
from pentarchy.games import NAMES
from tests.arena.tables import games_in
from tests.variants import load as loaded
from tests.variants import one_variant_each

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
READY = 'print(\'{"type": "ready", "protocol": 1}\', flush=True)'


def python(code: str, time: str = "") -> str:
    """The name of a bot that runs some Python."""
    return f"exec{time}:{shlex.join([sys.executable, '-c', code])}"


def after_hello(code: str, time: str = "@20s") -> str:
    """The name of a program that greets as it should and then does something else."""
    return python(f"import os, sys, time\ninput()\n{READY}\n{code}", time)


FIRST_LEGAL = (
    "import json\nfor line in sys.stdin:\n  said = json.loads(line)\n"
    "  if said['type'] == 'decide': print(json.dumps({'type': 'move', 'move': said['legal'][0]}), flush=True)"
)
GOOD = after_hello(FIRST_LEGAL)


@pytest.fixture(scope="session")
def c_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    built = tmp_path_factory.mktemp("c") / "bot"
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", built, EXAMPLES / "bot.c"], check=True)
    return f"exec@20s:{shlex.quote(str(built))}"


@pytest.fixture
def example(request: pytest.FixtureRequest) -> str:
    if request.param == "bot.c":
        return str(request.getfixturevalue("c_bot"))
    interpreter = sys.executable if request.param == "bot.py" else shutil.which("node")
    if interpreter is None:
        pytest.skip("there is no Node")
    return f"exec@20s:{shlex.join([interpreter, str(EXAMPLES / request.param)])}"


# --- Programs that do as they should ----------------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["bot.py", "bot.js", "bot.c"], indirect=True)
@pytest.mark.parametrize(("name", "options"), one_variant_each())
def test_the_examples_play_every_game(name: str, options: dict[str, Any], example: str) -> None:
    match = loaded(name, options).start(seed=3)
    names = [example] + ["greedy"] * (match.game.players - 1)
    with seated(names, [1] * len(names)) as players:
        for _ in range(80):
            if not match.over:
                match.play(players[match.to_act[0]].choose(match, match.to_act[0]), match.to_act[0])
    assert [player.fault for player in players] == [None] * len(players)


@pytest.mark.parametrize("file", ["bot.py", "bot.js", "bot.c"])
def test_the_examples_are_short(file: str) -> None:
    assert len((EXAMPLES / file).read_text(encoding="utf-8").splitlines()) < 80


def test_the_same_seed_makes_the_same_choices() -> None:
    command = f"exec@20s:{shlex.join([sys.executable, str(EXAMPLES / 'bot.py')])}"
    games = []
    for _ in range(2):
        match = pentarchy.load("scuffle").start(seed=4)
        with seated([command, "greedy"], [5, 5]) as players:
            while not match.over:
                match.play(players[match.to_act[0]].choose(match, match.to_act[0]))
        games.append(match.events)
    assert games[0] == games[1]


def heard_by(match: Any, seat: int, questions: int, file: Path) -> list[dict[str, Any]]:
    """What a program is told after hello, which it writes down."""
    told: list[dict[str, Any]] = []
    writing = FIRST_LEGAL.replace("  said =", f"  open({str(file)!r}, 'a').write(line)\n  said =")
    with contextlib.closing(ProgramBot(after_hello(writing), seed=9)) as bot:
        while len(told) < questions:
            if seat in match.to_act:
                match.play(bot.choose(match, seat), seat)
                told = [json.loads(line) for line in file.read_text().splitlines()]
            else:
                match.play(match.legal()[0])
    return told


@pytest.mark.parametrize("name", NAMES)
def test_a_question_holds_what_the_seat_may_see_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pentarchy.load(name, players=2).start(seed=6)
    asked = []
    play = match.play

    def noting(move: Any, seat: int | None = None) -> Any:
        if seat == 1:
            legal = [match.game.moves.as_dict(each) for each in match.legal(1)]
            asked.append((match.view(1), match.history(1), legal))
        return play(move, seat)

    monkeypatch.setattr(match, "play", noting)
    log: list[Any] = []
    for question, (view, history, legal) in zip(heard_by(match, 1, 4, tmp_path / "told"), asked, strict=True):
        assert list(question) == ["type", "number", "seat", "left", "legal", "moves", "log", "view"]
        assert question["view"] == view
        assert question["moves"] == legal
        assert question["legal"] == [move["text"] for move in legal]
        log[question["log"]["from"] :] = question["log"]["lines"]
        assert log == history


def test_what_a_log_has_in_common_with_another_is_not_told_again() -> None:
    choice = random.Random(4)
    for _ in range(300):
        events = tuple(Event(choice.randrange(2), choice.randrange(3)) for _ in range(choice.randrange(12)))
        heard = tuple(event for event in events if choice.random() < 0.8)
        told = tuple(event for event in events if choice.random() < 0.8)
        same = _same_at_first(heard, told)
        assert heard[:same] == told[:same]
        assert same == min(len(heard), len(told)) or heard[same] != told[same]
        assert [id(events[number]) for number in _numbers(events, heard[same:])] == [id(line) for line in heard[same:]]


def test_a_long_log_that_forgets_is_told_line_by_line() -> None:
    """KinGems without memory, where lines disappear again: a program that follows the log has all that is in it."""
    match, choice = pentarchy.load("kingems", players=2).start(seed=2), random.Random(2)
    bot, log = ProgramBot("exec:true"), list[Any]()
    for _ in range(150):
        seat = match.sole_actor()
        if seat == 0:
            told = json.loads(bot._log(match, seat))
            log[told["from"] :] = told["lines"]
            assert log == match.history(seat)
        match.play(choice.choice(match.legal()))
    assert len(match.events) > len(log) > 150


def test_hello_says_what_will_be_played(tmp_path: Path) -> None:
    file = tmp_path / "hello"
    name = python(f"open({str(file)!r}, 'w').write(input())\n{READY}\ninput()", "@60s+0.5s")
    with pytest.raises(ProgramFault):
        load(name, seed=8).choose(pentarchy.load("genius", players=2, first=0).start(seed=1))
    assert json.loads(file.read_text()) == {
        "type": "hello",
        "protocol": 1,
        "version": pentarchy.__version__,
        "game": "genius",
        "options": {"players": 2, "target": None, "series": False, "first": 0},
        "constants": {},
        "seed": 8,
        "time": {"each": 0.5, "bank": 60.0},
    }


def test_one_bot_can_play_another_game_after_this_one() -> None:
    with contextlib.closing(ProgramBot(GOOD)) as bot:
        for name in ("kingdomino", "scuffle", "kingdomino"):
            match = pentarchy.load(name).start(seed=1)
            assert bot.choose(match, match.to_act[0]) == match.legal(match.to_act[0])[0]


def test_starting_a_program_is_not_counted_as_thinking() -> None:
    slow_to_start = python(f"import sys, time\ntime.sleep(1)\ninput()\n{READY}\n{FIRST_LEGAL}", "@20s")
    match = pentarchy.load("scuffle").start(seed=1)
    with seated([slow_to_start], [1]) as [player]:
        begun = time.monotonic()
        _, seconds = player.timed(match, match.to_act[0])
        assert time.monotonic() - begun - seconds > 1


def test_waiting_for_a_program_that_fails_is_counted() -> None:
    match = pentarchy.load("scuffle").start(seed=1)
    with seated([after_hello("time.sleep(60)", "@0.3s")], [1]) as [player]:
        _, seconds = player.timed(match, match.to_act[0])
    assert player.fault is not None
    assert 0.3 <= seconds < 60


def test_a_bank_is_used_up_and_filled_again() -> None:
    clock = Time.read("60s+1s")
    assert clock.first == 60
    assert clock.after(left=60, used=5) == 56
    clock = Time.read("2.5s")
    assert clock.first == clock.after(left=2.5, used=2) == 2.5


# --- Programs that do not ---------------------------------------------------------------------------------------------

FAULTS = {
    "no answer to hello": (python("import time; time.sleep(60)"), "time", "did not answer hello"),
    "ends at once": (python("pass"), "crash", "it ended when it should have answered hello (exit code 0)"),
    "crashes with words": (python("raise RuntimeError('no luck')"), "crash", "last words: 'RuntimeError: no luck'"),
    "another protocol": (
        python('print(\'{"type": "ready", "protocol": 7}\', flush=True); input(); input()'),
        "start",
        "it speaks protocol 7, and this is protocol 1",
    ),
    "silence": (after_hello("time.sleep(60)", "@0.2s"), "time", "it did not answer question 1 within 0.2 s"),
    "killed": (after_hello("input()\nos.kill(os.getpid(), 9)"), "crash", "ended by SIGKILL"),
    "closes its output": (after_hello("os.close(1)\ntime.sleep(60)"), "crash", "it runs, but has closed its output"),
    "no JSON": (after_hello("input()\nprint('claim 5', flush=True); input()"), "unreadable", "with b'claim 5\\n'"),
    "no move": (after_hello('input()\nprint(\'{"type": "move"}\', flush=True); input()'), "unreadable", "`move`"),
    "bytes": (after_hello("input()\nos.write(1, b'\\xff\\xfe\\n'); input()"), "unreadable", "not as"),
    "endless line": (after_hello("input()\nwhile True: os.write(1, b'[' * 4096)"), "unreadable", "b'[[[["),
    "nested": (after_hello("input()\nprint('[' * 9000, flush=True); input()"), "unreadable", "b'[[[["),
    "illegal": (
        after_hello('input()\nprint(\'{"type": "move", "move": "claim 48"}\', flush=True); input()'),
        "illegal",
        "it played 'claim 48', which is not legal now",
    ),
    "no such move": (
        after_hello('input()\nprint(\'{"type": "move", "move": "castle"}\', flush=True); input()'),
        "illegal",
        "cannot read 'castle': moves look like",
    ),
    "another question": (
        after_hello('input()\nprint(\'{"type": "move", "move": "x", "number": 4}\', flush=True); input()'),
        "unreadable",
        "it answered question 4, and this was question 1",
    ),
}


def undecided() -> Any:
    """Kingdomino where domino 48 cannot be claimed."""
    return pentarchy.load("kingdomino").start(seed=1)


@pytest.mark.parametrize(("name", "kind", "text"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_and_nobody_waits_for_it(
    name: str, kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pentarchy.bots.program.START_SECONDS", 0.5 if "hello" in text and kind == "time" else 20)
    match = undecided()
    assert "claim 48" not in map(str, match.legal())
    state = match.state()
    with pytest.raises(ProgramFault) as caught:
        load(name, seed=1).choose(match)
    assert caught.value.fault.kind == kind
    assert text in caught.value.fault.text
    assert match.state() == state


@pytest.mark.parametrize("count", [1, 100_000], ids=["once", "without end"])
def test_whoever_speaks_unasked_is_at_fault(count: int) -> None:
    say = 'print(\'{"type": "move", "move": "\' + said[\'legal\'][0] + \'"}\', flush=True)'
    chatty = FIRST_LEGAL + f"\n  for _ in range({count} * (said['type'] == 'decide')): {say}"
    match = undecided()
    with contextlib.closing(ProgramBot(after_hello(chatty))) as bot:
        move = bot.choose(match)
        pipes: Any = bot._pipes
        wait_until(pipes.has_spoken)
        with pytest.raises(ProgramFault, match="without being asked"):
            bot.choose(match)
    assert move in match.legal()


def test_a_program_that_reads_nothing_holds_up_nobody() -> None:
    """The question is larger than what the system keeps for somebody who does not read."""
    match = pentarchy.load("color_kingdoms", players=4).start(seed=1)
    bot = ProgramBot(after_hello("time.sleep(600)", "@0.3s"))
    bot._question = lambda *given: b"x" * 10_000_000  # type: ignore[method-assign]
    with pytest.raises(ProgramFault, match=r"did not answer question 1 within 0\.3 s"):
        bot.choose(match, match.to_act[0])


def wait_until(met: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def runs(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("way", ["close", "forget", "stubborn"])
def test_a_program_ends_with_its_bot(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentarchy.bots.pipes.END_SECONDS", 20 if way != "stubborn" else 0.2)
    bot = ProgramBot(GOOD if way != "stubborn" else after_hello(f"{FIRST_LEGAL}\ntime.sleep(600)"))
    bot.choose(undecided())
    pipes: Any = bot._pipes
    pid = pipes._process.pid
    assert runs(pid)
    if way != "forget":
        bot.close()
    del bot
    gc.collect()
    assert not runs(pid)


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_what_a_program_has_started_ends_with_a_program_that_failed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    code = (
        f"import subprocess\nchild = subprocess.Popen(['sleep', '600'])\nopen({str(file)!r}, 'w').write(str(child.pid))"
    )
    with pytest.raises(ProgramFault):
        load(after_hello(code + "\ninput()\nprint('nonsense', flush=True)\ntime.sleep(600)")).choose(undecided())
    wait_until(lambda: not runs(int(file.read_text())))


def in_quotes(name: str) -> str:
    """A name as it stands in a list."""
    return '"' + name.replace('"', '""') + '"'


# --- What a fault costs -----------------------------------------------------------------------------------------------

QUITS = after_hello(  # plays well for three decisions, then ends without a word
    "import json\nfor number, line in enumerate(sys.stdin):\n  said = json.loads(line)\n"
    "  if number == 3: sys.exit(4)\n"
    "  if said['type'] == 'decide': print(json.dumps({'type': 'move', 'move': said['legal'][0]}), flush=True)"
)


def test_random_plays_on_for_a_program_that_fails() -> None:
    match = pentarchy.load("scuffle").start(seed=2)
    with seated([QUITS, "greedy"], [1, 1]) as players:
        while not match.over:
            match.play(players[match.to_act[0]].choose(match, match.to_act[0]))
    fault = players[0].fault
    assert fault is not None
    assert (fault.kind, players[0].decider, players[1].decider) == ("crash", "random", "greedy")


@pytest.mark.parametrize(
    ("ranks", "failed", "places"),
    [
        ((1, 2), [0], (2, 1)),
        ((1, 2), [1], (1, 2)),
        ((1, 1), [1], (1, 2)),
        ((2, 1), [0, 1], (2, 1)),
        ((1, 2, 3), [0], (3, 1, 2)),
        ((1, 2, 2, 4), [0, 1], (3, 4, 1, 2)),
        ((1,), [0], (1,)),
    ],
)
def test_whoever_failed_comes_last(ranks: tuple[int, ...], failed: list[int], places: tuple[int, ...]) -> None:
    assert places_after(ranks, failed) == places


def test_a_game_with_a_fault_is_lost_and_told() -> None:
    plan = schedule_of(pentarchy.load("scuffle"), [QUITS, "greedy"], seed=1)
    for record in play_games(plan, [0, 1]).records:
        seat = record.seats.index(QUITS)
        assert record.faults[seat].kind == "crash"
        assert record.ranks[seat] == 2
        assert record.win_shares[seat] == 0.0
        assert sum(record.win_shares) == 1.0


@pytest.mark.parametrize("backend", ["threads", "processes", "ray"])
def test_a_tournament_goes_on_and_reports_faults(backend: str, tmp_path: Path) -> None:
    summary = tournament("scuffle", [QUITS, "greedy"], games=4, seed=1, folder=tmp_path, backend=backend, workers=2)
    found = {bot.bot: bot for bot in summary.bots}
    assert found[QUITS].faults == {"crash": 4}
    assert found[QUITS].win_share == 0.0
    assert found["greedy"].faults == {}
    assert "it ended when it should have answered question 4 (exit code 4)" in (found[QUITS].first_fault or "")
    assert "lost by faults" in report.text(summary)
    assert "Faults of programs" in (tmp_path / "report.html").read_text(encoding="utf-8")
    again = tournament("scuffle", [QUITS, "greedy"], games=4, seed=1, folder=tmp_path)
    assert again.bots == summary.bots, "faults are kept with the games"


def test_a_program_that_cannot_play_at_all_is_refused_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fails at its first decision: it ended when it should have answered hello"):
        tournament("scuffle", [python("pass"), "greedy"], games=4, folder=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_tournament_between_programs_is_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)  # programs are looked for in the folder where the tournament was started
    program = f"exec@20s:{shlex.join([sys.executable, './bot.py'])}"
    for backend in ("threads", "processes", "ray"):
        tournament("scuffle", [program, "greedy"], games=6, folder=tmp_path / backend, backend=backend, workers=2)
    assert games_in(tmp_path / "threads") == games_in(tmp_path / "processes") == games_in(tmp_path / "ray")


def test_on_a_cluster_games_are_played_in_the_folder_where_they_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)

    def where(schedule: Any, indices: Any, stopped: Any) -> Played:
        return Played([Path.cwd()], 0.0)

    assert _in_ray(where, None, [], str(tmp_path)).records == [tmp_path]
    assert _in_ray(where, None, [], str(tmp_path / "nowhere")).records == [tmp_path], "which is not there: it plays on"


def test_at_the_terminal_a_fault_is_told_and_the_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "scuffle", "--seed", "2", "--seats", f"{in_quotes(QUITS)},greedy"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("random plays on for it") == 1
    assert "1. " in printed


# --- Names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("greedy,random", ["greedy", "random"]),
        (" greedy , random ", ["greedy", "random"]),
        ("exec:./bot --fast,greedy", ["exec:./bot --fast", "greedy"]),
        ('greedy, "exec:./bot --sizes 1,2"', ["greedy", "exec:./bot --sizes 1,2"]),
        ('"exec:./bot ""a b"""', ['exec:./bot "a b"']),
        ("exec:./bot 'a b'", ["exec:./bot 'a b'"]),
        ("greedy,", ["greedy", ""]),
        ("", [""]),
    ],
)
def test_lists_of_bots_are_read(text: str, names: list[str]) -> None:
    assert names_of(text) == names


@pytest.mark.parametrize("text", ['"exec:./bot', '"a"b', "a\nb"])
def test_lists_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no list of bots: names are separated by commas"):
        names_of(text)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("exec:", "exec: needs a command, such as"),
        ("exec:'", "cannot be read: No closing quotation"),
        ("exec:no-such-program -x", "there is no program 'no-such-program' that can be run"),
        ("exec:./no-such-program", f"'./no-such-program' that can be run from {re.escape(str(Path.cwd()))}"),
        ("exec@fast:true", "'fast' is no time for a program: exec@2s: is two seconds"),
        ("exec@0s:true", "gives a program no time at all"),
        ("exec@:true", "'' is no time for a program"),
        ("exec", "there is no bot 'exec'"),
    ],
)
def test_a_program_that_cannot_be_is_refused(name: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        load(name)


def test_a_program_takes_no_budget_and_does_not_analyse() -> None:
    with pytest.raises(ValueError, match="its time is part of its name"):
        load("exec:true", iterations=5)
    with pytest.raises(ValueError, match="tells only its move"):
        load("exec:true").analyse(undecided())


def test_a_program_asked_out_of_turn_says_so() -> None:
    match = undecided()
    with pytest.raises(ValueError, match="is not to act"):
        load("exec:true").choose(match, 1 - match.to_act[0])


def test_a_table_takes_no_programs() -> None:
    """Whoever can reach the table must not be able to run something on its machine."""
    import msgspec

    from pentarchy.table.protocol import Level

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("exec:true", Level)


def test_players_without_a_program_have_nothing_to_end() -> None:
    Player("greedy", 1).close()
