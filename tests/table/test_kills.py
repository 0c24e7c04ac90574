"""The server is killed with -9 while all five games are played: nothing is lost, doubled or changed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Self

import pytest

import pentarchy
from pentarchy.table import entries as e
from pentarchy.table.folder import DataFolder
from pentarchy.table.sqlite import SQLiteStore
from pentarchy.table.table_state import TableState
from tests.sizes import covered, size
from tests.table.fast_players import GAMES, digest
from tests.table.people import PATIENCE

ROOT = Path(__file__).parent.parent.parent
KILLS = size(3, 100)
COMMANDS = size(150, 600)  # that are answered before each
TABLES = 4 * len(GAMES)


class Killed:
    """`pentarchy serve` in a process of its own, to be killed."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PENTARCHY_UNLIMITED": "1", "PENTARCHY_BOT_PAUSE": "0"}
        command = [sys.executable, "-m", "pentarchy", "serve", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.split("localhost:")[1].split("/")[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.mark.soak
def test_sudden_death_loses_doubles_and_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for number in range(KILLS):
        with Killed(data) as server:
            enough = COMMANDS + 7 * number % 50  # not always at the same point
            arguments = [str(server.port), str(TABLES), str(enough), str(tmp_path)]
            command = [sys.executable, "-m", "tests.table.fast_players", *arguments]
            playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
            assert playing.stdout is not None
            assert playing.stdout.readline() == "enough\n"  # they go on playing
        playing.communicate(timeout=PATIENCE)
        assert playing.returncode == 0
        covered(1, "kills")
    check_everything(data, tmp_path / "journal.jsonl")


def check_everything(data: Path, journal: Path) -> None:
    """Compare what clients were told with what is stored, table by table."""
    told: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    with journal.open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            told[line["table"]].append(line)
    store = SQLiteStore(DataFolder(data), lambda *_: None)
    played: Counter[str] = Counter()
    for table, lines_of_table in told.items():
        played[check_table(store, table, lines_of_table)] += sum("done" in line for line in lines_of_table)
    store.close_now()
    for game, commands in played.items():
        covered(commands, f"acknowledged commands ({game})")
    assert set(played) == {game for game, _ in GAMES}
    assert played.total() >= KILLS * COMMANDS


def check_table(store: SQLiteStore, name: str, told: list[dict[str, Any]]) -> str:
    row = asyncio.run(store.table(name))
    assert row is not None
    stored = [e.decode(entry) for entry in asyncio.run(store.entries(name))]  # refuses gaps
    commands = [(entry.player, entry.id) for entry in stored if isinstance(entry, e.Command) and entry.id]
    assert len(commands) == len(set(commands)), "a command was carried out twice"
    people = people_of(stored, e.decode_setup(row.setup))
    table_state = TableState(e.decode_setup(row.setup), row.seed)
    answered: dict[tuple[str, str], tuple[e.Command, int]] = {}
    shown: dict[tuple[int, int], str] = {}  # what a seat saw when it had counted so many changes
    for entry in stored:
        table_state.apply(entry)
        if isinstance(entry, e.Command) and entry.id:
            answered[entry.player, entry.id] = entry, table_state.number(table_state.ear(entry.player, None))
        if table_state.match is not None:
            for seat in range(len(table_state.seats)):
                shown.setdefault((seat, table_state.number(seat)), seen(table_state, seat))
    said = {(each.player, each.command): each.text for each in asyncio.run(store.said(name))}
    for line in told:
        if "saw" in line:
            assert shown[line["seat"], line["saw"]] == line["shown"], f"seat {line['seat']} saw something else: {line}"
        else:
            check_answer(line, people[line["person"]], answered, said)
    assert table_state.match is not None
    assert pentarchy.replay(table_state.match.record(), seed=row.seed).state() == table_state.match.state()
    return str(table_state.setup.game)


def people_of(stored: list[e.AnyEntry], setup: e.Setup) -> list[str]:
    """The one who set the table up, and the one who sat down."""
    return [setup.host, *(entry.player for entry in stored if isinstance(entry, e.Sat))]


def seen(table_state: TableState, seat: int) -> str:
    assert table_state.match is not None
    match = table_state.match
    legal = json.loads(match.legal_json(seat))
    position = {"view": match.view(seat), "legal": legal, "undo": match.undoable(seat)}
    return digest(json.loads(json.dumps(position)))


def check_answer(
    line: dict[str, Any],
    player: str,
    answered: dict[tuple[str, str], tuple[e.Command, int]],
    said: dict[tuple[str, str], str],
) -> None:
    """What was acknowledged is stored, as it was sent, under the number that was told."""
    sent = line["done"]
    if sent["type"] == "say":
        assert said[player, sent["id"]] == sent["text"]
        return
    assert (player, sent["id"]) in answered, f"lost: {line}"
    entry, number = answered[player, sent["id"]]
    assert number == line["seq"], f"told as {line['seq']}, stored as {number}: {sent}"
    match entry:
        case e.Moved():
            assert (sent["type"], sent["seat"], sent["move"]) == ("play", entry.seat, entry.move)
        case e.Undone():
            assert (sent["type"], sent["seat"]) == ("undo", entry.seat)
        case _:
            raise AssertionError(f"{sent} is stored as {entry}")
