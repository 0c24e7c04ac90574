"""The documentation tells the truth: its examples are run, and what they print is what is printed there."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import re
import shlex
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest
from benchmarks.scaling import Constants

from pentarchy.cli import main
from pentarchy.games import NAMES
from tests.variants import VARIANTS, load
from tests.walks import finished

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Fence(NamedTuple):
    language: str
    body: str
    line: int


def fences(page: Path) -> list[Fence]:
    text = page.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Fence(match[1], match[2], text[: match.start()].count("\n") + 1) for match in found]


def same(expected: str, printed: str) -> bool:
    """Equal line by line; a last line of … stands for anything that follows."""
    wanted, got = expected.rstrip().splitlines(), printed.rstrip().splitlines()
    if wanted and wanted[-1].strip().endswith("…"):
        prefix = wanted[-1].split("…")[0].rstrip()
        return got[: len(wanted) - 1] == wanted[:-1] and any(line.startswith(prefix) for line in got[len(wanted) - 1 :])
    return [line.rstrip() for line in got] == [line.rstrip() for line in wanted]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_run_and_print_what_they_say(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    blocks = fences(page)
    for block, following in zip_longest(blocks, blocks[1:]):
        if block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.body, f"{page.name}:{block.line}", "exec"), namespace)
            if following is not None and following.language == "text":
                assert same(following.body, printed.getvalue()), f"{page.name}:{following.line}\n{printed.getvalue()}"
        elif block.language == "json":
            json.loads(block.body)
        elif block.language == "console":
            run_console(page, block)


def run_console(page: Path, block: Fence) -> None:
    """Every `$ pentarchy …` line succeeds and prints what stands below it."""
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "pentarchy", f"{page.name}:{block.line}: only the command pentarchy is run"
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            assert main(words[1:]) == 0
        assert same(expected, printed.getvalue()), f"{page.name}:{block.line}\n{printed.getvalue()}"


@pytest.mark.parametrize("name", NAMES)
def test_every_phase_that_a_view_can_show_is_on_the_page_of_its_game(name: str) -> None:
    match = finished(load(name, VARIANTS[name][0]), seed=2)
    shown = {match.past(at, 0)["phase"] for at in range(len(match.log(0)) + 1)}
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    rows = " ".join(line for line in page.splitlines() if line.startswith("| `phase`"))
    assert {"chance", "over"} <= shown
    assert sorted(phase for phase in shown if f"`{phase}`" not in rows and f'`"{phase}"`' not in rows) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_site_is_built_and_every_link_in_it_leads_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert all((tmp_path / page.relative_to(ROOT / "docs").with_suffix(".html")).exists() for page in PAGES[2:])
    for page in tmp_path.rglob("*.html"):  # nothing is loaded from elsewhere
        assert not re.findall(r'(?:src|<link[^>]* href)="https?://[^"]*', page.read_text(encoding="utf-8")), page.name


def test_the_pictures_are_small() -> None:
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert picture.stat().st_size <= 60_000, picture.name


def test_the_plot_of_the_performance_record_is_up_to_date() -> None:
    command = [sys.executable, str(ROOT / "tools/performance.py"), "draw", "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_make_commands_that_the_readme_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in re.findall(r"make (\w+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert re.search(rf"^{name}:", makefile, re.MULTILINE), name


def test_the_constants_of_scaling_are_those_that_are_measured() -> None:
    page = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    given = re.findall(r'^    "(\w+)": [\d_.]+,$', page, re.MULTILINE)
    assert given == [field.name for field in dataclasses.fields(Constants)]
