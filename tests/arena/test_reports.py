"""Reports can be read: by people at a terminal or in a browser, by spreadsheets and by programs."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import msgspec
import pytest

from pentarchy.arena import Report, plots, report
from pentarchy.arena.figures import summarise
from pentarchy.arena.html_report import html_page
from pentarchy.arena.words import interval, points, seconds, share, whole
from pentarchy.cli import main
from tests.arena.tables import record, schedule

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three bots, two of them of one kind, at tables of two: greedy against random both ways, and greedy twice."""
    folder = tmp_path_factory.mktemp("tournament")
    bots = ["tournament", "scuffle", "--bots", "greedy,random,greedy", "--games", "21", "--seed", "2"]
    assert main([*bots, "--out", str(folder)]) == 0
    return folder


def test_the_table_says_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "scuffle", "--bots", "greedy,random", "--games", "21", "--seed", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(
        "Fairytale Scuffle (players=2), seed 2\n"
        "22 games = 11 deals × 2 seatings (21 asked for; only whole rounds are played)\n"
    )
    assert printed.out.splitlines()[3].split() == ["bot", "games", "wins", "95", "%", "rating", "95", "%"]
    assert printed.err == "", "a pipe gets no progress bar"


def test_json_on_request_is_the_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["tournament", "scuffle", "--bots", "greedy,random,greedy", "--games", "21", "--seed", "2"]
    assert main([*bots, "--out", str(folder), "--json"]) == 0
    printed = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert printed == msgspec.json.decode((folder / "report.json").read_bytes(), type=Report)
    assert (printed.asked, printed.games, printed.deals, printed.seatings) == (21, 21, 7, 3)


def test_ratings_are_a_line_per_bot(folder: Path) -> None:
    rows = list(csv.DictReader((folder / "ratings.csv").read_text().splitlines()))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    assert float(rows[0]["rating_low"]) <= float(rows[0]["rating"]) <= float(rows[0]["rating_high"])


def test_games_are_a_line_per_seat(folder: Path) -> None:
    rows = list(csv.DictReader((folder / "games.csv").read_text().splitlines()))
    assert len(rows) == 42
    assert [row["index"] for row in rows] == [str(index) for index in range(21) for _ in range(2)]
    assert sum(float(row["win_share"]) for row in rows) == 21


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.targets += [value or "" for name, value in attributes if name in {"src", "href", "xlink:href", "style"}]


def test_the_page_needs_nothing_from_outside(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    found = Tags(text)
    assert "//" not in text.replace("<!DOCTYPE html>", "")
    assert "@import" not in text
    assert not {"script", "link", "img", "iframe", "a"} & set(found.tags)
    assert not [target for target in found.targets if "url(" in target and "url(#" not in target]


def test_the_page_has_its_plots_in_the_colour_of_its_text(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert Tags(text).tags.count("svg") == 3
    assert "currentColor" in text
    assert plots.INK not in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text


def test_every_reference_within_the_page_leads_somewhere(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    wanted = set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text))
    defined = set(re.findall(r' id="([^"]+)"', text))
    assert {one or other for one, other in wanted} <= defined


def test_names_are_text_and_not_markup() -> None:
    games = [record(0, 0, "<b>&,random", [3, 1]), record(1, 0, "random,<b>&", [3, 1])]
    summary = summarise(schedule("<b>&,random"), "A <i>game</i>", games, asked=2)
    text = html_page(summary, games)
    assert "<b>" not in text
    assert "<i>" not in text
    assert "&lt;b&gt;&amp;" in text


def test_a_report_of_nothing_says_so() -> None:
    empty = summarise(schedule("greedy,random"), "Scuffle", [], asked=4)
    assert report.text(empty).splitlines()[1] == "0 games of 4 asked for"


def test_figures_are_written_for_people() -> None:
    assert share(0.5171) == "51.7%"
    assert points(-3.14) == "-3.1"
    assert (points(-0.01), whole(-0.4)) == ("0.0", "0")
    assert interval((0.1, 0.25), share) == "10.0% … 25.0%"
    assert interval(None, share) == share(None) == "–"
    assert [seconds(value) for value in (2.5, 0.0123, 45e-6)] == ["2.50 s", "12.30 ms", "45 µs"]


def test_the_report_keeps_its_keys(folder: Path) -> None:
    data = json.loads((folder / "report.json").read_text())
    assert list(data) == [
        *("game", "title", "options", "seed", "asked", "games", "deals", "seatings"),
        *("finished", "anchor", "bots", "pairs"),
    ]
