"""The benchmark: it measures what it says, and the C program plays the same game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pentarchy
from pentarchy.cli import main
from pentarchy.games import NAMES

pytestmark = pytest.mark.long

C_FOLDER = Path(__file__).parent.parent / "benchmarks"


def test_the_figures_are_complete_and_c_plays_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    assert main(["bench", "--quick", "--json", "--c", str(C_FOLDER)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [speed["variant"] for speed in figures["speeds"] if speed["game"] == "Kingdomino"] == [
        "2 players",
        "3 players",
        "4 players",
        "Mighty Duel",
    ]
    for speed in figures["speeds"]:
        assert speed["games_per_cpu_second"] > 0
        if speed["ratio_to_c"] is not None:
            assert speed["c_mean_points"] == pytest.approx(speed["mean_points"], rel=0.05)
    assert len(figures["searches"]) == len(NAMES)
    for search in figures["searches"]:
        assert search["iterations_per_cpu_second"] > 0
        assert search["of_playouts"] > 0
        assert search["two_threads"] > 0
    assert [view["game"] for view in figures["views"]] == [pentarchy.load(name).title for name in NAMES]
    assert all(view["as_data"] > view["as_json"] > 0 for view in figures["views"])
    assert len(figures["batches"]) == len(NAMES)
    for batch in figures["batches"]:
        assert batch["steps_per_cpu_second"] > 0
        assert batch["two_threads"] > 0
    for times in figures["compiling"]:
        assert times["first_match"] > times["first_match_cached"] > 0
        assert times["parts"]["bots"] > 0
    for name in (
        "two_threads",
        "action_codes_per_second",
        "typed_moves_per_second",
        "pettingzoo_steps_per_second",
        "openspiel_steps_per_second",
        "load_seconds",
        "memory_mib",
    ):
        assert figures[name] > 0


def test_the_table_for_people_has_a_line_for_everything(capsys: pytest.CaptureFixture[str]) -> None:
    from pentarchy import bench

    speed = bench.Speed("Kingdomino", "2 players", 1000.0, 48000.0, 48.0, 19.1, 1250.0, 19.1, 0.8)
    search = bench.SearchSpeed("Kingdomino", 7000.0, 0.95, 1.8)
    times = bench.CompileTime("Kingdomino", 4.5, 0.4, {"people": 3.1, "bots": 2.0, "search": 3.4, "lab": 3.8})
    view = bench.ViewSpeed("Kingdomino", 12.5, 55.0, 6000)
    figures = bench.Figures(
        [speed], [search], [view], [times], 1.9, 300_000.0, 50_000.0, 0.05, 0.5, 200.0, "/usr/bin/cc"
    )
    figures.batches = [bench.BatchSpeed("Kingdomino", 2_000_000.0, 1.9)]
    table = bench.table(figures)
    assert "2,000,000" in table
    assert "not installed" in table
    assert "Kingdomino, 2 players" in table
    assert "0.80" in table
    assert "1.90 × one" in table
    assert "0.95" in table
    assert "12.5 µs" in table
    assert "no comparison with C" not in table
