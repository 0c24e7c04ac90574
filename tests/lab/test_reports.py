"""Simulations with any bots, and the page about them."""

from __future__ import annotations

import re
import shlex
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.cli import main
from pentarchy.games import NAMES
from pentarchy.lab.page import page
from pentarchy.lab.simulate import simulate, study
from pentarchy.lab.study import play_match, tellable
from tests.variants import load, one_variant_each

if TYPE_CHECKING:
    from pathlib import Path

CRASHES = f"exec:{shlex.quote(sys.executable)} -c pass"


class Outline(HTMLParser):
    """What a page holds: headings, and whatever would be fetched from somewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.fetched: list[str] = []
        self.pictures = 0
        self._within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._within = tag
        self.pictures += tag == "svg"
        names = {name: value or "" for name, value in attributes}
        self.fetched += [names[name] for name in ("src", "href") if not names.get(name, "#").startswith("#")]

    def handle_data(self, data: str) -> None:
        if self._within == "h2" and data.strip():
            self.headings.append(data)
        self._within = ""


@pytest.mark.parametrize(("name", "options"), one_variant_each())
def test_every_game_has_a_page_with_all_that_a_designer_wants(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    report, matches = study(game, ["greedy", "random"], games=12, seed=1)
    outline = Outline(page(game, report, matches))
    wanted = ["Points by seat", "First-player advantage", "Length", "How often each rule fires"]
    assert [heading for heading in outline.headings if heading != "Which openings win"] == [*wanted, "Luck and skill"]
    assert outline.pictures >= 4
    assert outline.fetched == []


def test_a_game_for_one_is_about_points_alone() -> None:
    game = pentarchy.load("color_kingdoms", players=1)
    report, matches = study(game, ["greedy"], games=3, seed=1)
    assert Outline(page(game, report, matches)).headings == ["Points by seat", "Length", "How often each rule fires"]


def test_the_command_writes_the_page_and_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.html"
    assert main(["simulate", "kingdomino", "--bots", "greedy", "--games", "150", "--report", str(file)]) == 0
    assert capsys.readouterr().out.startswith("kingdomino: 150 games")
    text = file.read_text(encoding="utf-8")
    assert "Which openings win" in text
    assert re.search(r"claim \d+", text)
    assert "<script" not in text


def test_a_page_that_could_not_be_written_is_found_out_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "kingdomino", "--games", "30", "--report", str(tmp_path / "no" / "out.html")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_match_of_a_study_tells_what_happened() -> None:
    game = pentarchy.load("genius", players=3)
    match = play_match(game, ["greedy", "random", "random"], number=4, seed=2)
    assert sum(match.win_shares) == 1
    assert sorted(match.places)[0] == 1
    assert match.facts["begins"] == 1
    assert match.facts["drawn"] == match.facts["draw"]
    outcomes = sum(match.facts.get(f"drawn: outcome {each}", 0) for each in ("success", "miss", "conflict"))
    assert outcomes == match.facts["drawn"]
    assert match.facts["took: why complete"] == 1
    assert match == play_match(game, ["greedy", "random", "random"], number=4, seed=2)


def test_facts_that_only_say_which_are_left_out() -> None:
    colours = [f"filled: colour {colour}" for colour in ("red", "blue", "green", "pink", "grey")]
    facts = ["filled", *colours, "drawn: outcome miss", "drawn: outcome success", "took: won"]
    assert tellable(facts) == ["filled", "drawn: outcome miss", "drawn: outcome success", "took: won"]


@pytest.mark.parametrize("threads", [1, 3])
def test_any_bots_can_be_simulated_on_any_number_of_threads(threads: int) -> None:
    game = pentarchy.load("scuffle")
    report = simulate(game, ["adept", "expert:8"], games=6, seed=3, threads=threads)
    assert report.bots == ["adept", "expert:8"]
    assert [seat.mean for seat in report.seats] == [seat.mean for seat in simulate(game, report.bots, 6, 3).seats]
    assert sum(sum(seat.places) for seat in report.seats) == 12


def test_faults_of_programs_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.html"
    bots = f"{CRASHES},random"
    assert main(["simulate", "scuffle", "--bots", bots, "--games", "2", "--report", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("it ended when it should have answered hello (exit code 0) (crash)") == 2
    assert "Faults of programs" in file.read_text(encoding="utf-8")
    report = simulate(pentarchy.load("scuffle"), [CRASHES, "random"], games=2)
    assert [(fault.game, fault.seat, fault.kind) for fault in report.faults] == [(0, 0, "crash"), (1, 0, "crash")]
    assert report.seats[0].win_share == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_games_in_compiled_code_are_as_they_were(name: str) -> None:
    """Asking for more must not change what is simulated for those who do not ask."""
    game = pentarchy.load(name, players=2)
    assert simulate(game, ["greedy", "random"], games=10, seed=1).faults == []
