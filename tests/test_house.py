"""The house is in order: who may import whom, what is listed is there, what tools make is up to date."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "pentarchy"

# What each room may import of the others. `pentarchy` itself, which loads games, is for those above bots.
BELOW = {"errors", "sources", "progress", "quiet_ray", "art", "version"}
LIBRARY = {"engine", "games", "bots", *BELOW}
MAY_IMPORT: dict[str, set[str]] = {
    **{name: set() for name in BELOW},
    "engine": {"errors", "sources"},
    "games": {"engine", "errors", "art"},
    "bots": {"games", "engine", "errors", "version"},
    "warm": {"pentarchy", "envs", *LIBRARY},
    "arena": {"pentarchy", *LIBRARY},
    "lab": {"pentarchy", "arena", *LIBRARY},
    "envs": {"pentarchy", *LIBRARY},
    "table": {"pentarchy", "warm", *LIBRARY},
    "terminal": {"pentarchy", *LIBRARY},
    "bench": {"pentarchy", "warm", "envs", *LIBRARY},
    "testing": {"pentarchy", *LIBRARY},
    "pentarchy": {"engine", "games", "bots", "errors", "sources", "version"},
}
ALL_THEY_NEED = {"numpy", "numba", "llvmlite", "msgspec"}  # what `pip install pentarchy` brings


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, wherever it does; `from a import b` may mean a module a.b."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: modules are imported by their whole names"
            yield from (f"{node.module}.{each.name}" for each in node.names)


def room(name: str) -> str:
    """The room that a module of the package is in."""
    _, _, rest = name.partition(".")
    first = rest.partition(".")[0]
    is_room = first and ((PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").exists())
    return first if is_room else "pentarchy"


def files_of(name: str) -> list[Path]:
    folder = PACKAGE / name
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{name}.py"]


def rooms() -> list[str]:
    found = [path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    return sorted(set(found) - {"__init__", "__main__", "cli"})  # the command line may use everything


@pytest.mark.parametrize("name", rooms())
def test_imports_point_one_way(name: str) -> None:
    for file in files_of(name):
        used = {room(each) for each in imported(file) if each.partition(".")[0] == "pentarchy"} - {name}
        assert used <= MAY_IMPORT[name], f"{file.relative_to(ROOT)} must not import {used - MAY_IMPORT[name]}"


@pytest.mark.parametrize("name", ["engine", "games", "bots", "art"])
def test_the_library_needs_nothing_of_the_web(name: str) -> None:
    for file in files_of(name):
        used = {each.partition(".")[0] for each in imported(file)} - sys.stdlib_module_names - {"pentarchy"}
        assert used <= ALL_THEY_NEED, f"{file.relative_to(ROOT)} must not import {used - ALL_THEY_NEED}"


KINDS = {"s": "State", "before": "State", "after": "State", "seat": "Seat", "action": "Action", "rng": "Generator"}


def test_signatures_of_compiled_rules_say_what_they_take() -> None:
    files = [*PACKAGE.glob("games/*/*.py"), *PACKAGE.glob("bots/knowledge/*.py")]
    found = [(file, function, given) for file in files for function in rules_in(file) for given in function.args.args]
    named = [each for each in found if each[2].arg in KINDS]
    assert len(named) > 500
    for file, function, given in named:
        said = ast.unparse(given.annotation) if given.annotation else None
        assert said == KINDS[given.arg], f"{file.relative_to(ROOT)}: {function.name}({given.arg})"


def rules_in(file: Path) -> list[ast.FunctionDef]:
    """The compiled functions of a file."""
    functions = [each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.FunctionDef)]
    return [each for each in functions if "rule" in map(ast.unparse, each.decorator_list)]


def test_the_architecture_page_lists_every_module() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w/]+\.py)` \| \S", page.partition("## Every module")[2], re.MULTILINE)
    there = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}
    assert sorted(listed) == sorted(there)
    checked = subprocess.run(
        [sys.executable, ROOT / "tools/module_table.py", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


def test_the_map_that_the_browser_gets_is_the_one_that_is_played_on() -> None:
    node = runpy.run_path(str(ROOT / "tools/web.py"))["node"]()
    script = ROOT / "web/src/games/color_kingdoms/pieces/compact-map.mjs"
    checked = subprocess.run([node, script, "--check"], check=False)
    assert checked.returncode == 0, "default-map.json is not up to date: run node compact-map.mjs"


@pytest.mark.parametrize("file", sorted((ROOT / "tests").rglob("*.py")), ids=lambda file: file.stem)
def test_no_test_swallows_what_it_did_not_expect(file: Path) -> None:
    """An exception is caught by its name, or goes on after something was noted of it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler) and names(node.type) & {"", "Exception", "BaseException"}:
            assert any(isinstance(each, ast.Raise) for each in ast.walk(node)), f"{file.name}:{node.lineno}"
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            assert not {"Exception", "BaseException"} & {ast.unparse(each) for each in node.args}, (
                f"{file.name}:{node.lineno}"
            )
        if isinstance(node, ast.keyword):
            assert node.arg != "return_exceptions", f"{file.name}:{node.lineno}: who looks at them?"


def names(caught: ast.expr | None) -> set[str]:
    """What a handler catches; nothing named is everything."""
    parts = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return {"" if each is None else ast.unparse(each) for each in parts}
