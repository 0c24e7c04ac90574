"""Compiling: what is cached where, and that the same sources run in every mode."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pentarchy
from pentarchy import sources
from pentarchy.bots.policies import search_of
from pentarchy.engine import kernel
from pentarchy.games import NAMES, spec


def run(code: str, **environment: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's sources in a folder where they may be changed."""
    root = tmp_path / "pentarchy"
    shutil.copytree(kernel.PACKAGE, root, ignore=shutil.ignore_patterns("static", "__pycache__", "kernels"))
    monkeypatch.setattr(kernel, "PACKAGE", root)
    return root


@pytest.mark.parametrize(
    ("file", "stale"),
    [
        ("games/kingems/rules.py", {"kingems"}),
        ("games/kingdomino/dominoes.csv", {"kingdomino"}),
        ("games/color_kingdoms/components.py", {"color_kingdoms"}),
        ("games/scuffle/knowledge.py", {"scuffle"}),
        ("engine/play.py", set(NAMES)),
        ("engine/bits.py", set(NAMES)),
        ("bots/tree.py", set(NAMES)),
        ("engine/match.py", set()),
        ("games/genius/draw.py", set()),
        ("games/genius/position.py", set()),
        ("bots/levels.py", set()),
        ("table/hub.py", set()),
        ("cli.py", set()),
    ],
)
def test_a_change_compiles_anew_just_what_depends_on_it(copied: Path, file: str, stale: set[str]) -> None:
    before = {name: kernel.source_digest(name) for name in NAMES}
    changed = copied / file
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert {name for name in NAMES if kernel.source_digest(name) != before[name]} == stale


@pytest.mark.parametrize("name", [*NAMES, kernel.COMMON])
def test_compiled_code_is_shared_by_processes_whose_sources_are_as_they_were(name: str) -> None:
    assert not sources.have_changed(kernel._compiled_paths(name))
    assert kernel.code_folders(name)[0].parent == kernel.cache_root()


def test_every_rule_is_part_of_the_digest() -> None:
    """What is compiled but not in the digest would be found in the cache although it has changed."""
    for name in NAMES:
        parts = (name, kernel.COMMON)  # what is common has a digest of its own
        counted = {kernel.PACKAGE / file for part in parts for file in kernel.compiled_files(part)}
        search_of(spec(name))
        modules = {function.__module__ for function in rules_of(name)}
        assert {Path(str(sys.modules[module].__file__)) for module in modules} <= counted


def rules_of(name: str) -> set[Any]:
    """Every function that a game's units reach through the names they use."""
    found: set[Any] = set()
    waiting = [
        entry for part in ("people", "bots", "search", "lab") for unit in kernel.units(name, part)
        for entry in unit.entries.values()
    ]  # fmt: skip
    while waiting:
        function = getattr(waiting.pop(), "py_func", None)
        if function is not None and function not in found:
            found.add(function)
            waiting += [function.__globals__.get(used) for used in function.__code__.co_names]
    return found


FOLDER = "from pentarchy.engine import kernel; print(kernel.code_folders('genius')[0])"
IS_THERE = "print(kernel.code_folders('genius')[0].is_dir())"


def test_code_with_bounds_checks_lives_apart(tmp_path: Path) -> None:
    plain = run(FOLDER, PENTARCHY_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="0")
    checked = run(FOLDER, PENTARCHY_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert checked == plain + "-bounds"


def test_a_cache_that_cannot_be_written_does_not_stop_a_game(tmp_path: Path) -> None:
    file = tmp_path / "not a folder"
    file.write_text("")
    cache, is_there = run(f"{FOLDER}; {IS_THERE}", PENTARCHY_CACHE=str(file / "below")).splitlines()
    assert not cache.startswith(str(file))
    assert is_there == "True"
    assert not Path(cache).exists(), "it goes with the process"


# A process that has loaded a game's rules; then a file is changed, and it looks where compiled code is.
CHANGED = """
import os, sys
sys.path.insert(0, {root!r})
import pentarchy.games.genius
from pentarchy.engine import kernel
assert str(kernel.PACKAGE).startswith({root!r})
before = kernel.code_folders("genius")
file = kernel.PACKAGE / {file!r}
{change}
import pentarchy.bots
print(kernel.code_folders("genius") == before)
print(kernel.code_folders("genius")[0])
"""
WRITTEN = "file.write_bytes(file.read_bytes() + b'#')"
REPLACED = """
times = file.stat()
other = file.with_suffix(".other")
other.write_bytes(file.read_bytes().swapcase())
os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
os.replace(other, file)
"""


@pytest.mark.parametrize(
    ("file", "change", "is_shared"),
    [
        ("games/genius/rules.py", WRITTEN, False),
        ("games/genius/rules.py", REPLACED, False),
        ("games/genius/rules.py", "file.unlink()", False),
        ("engine/kernel.py", WRITTEN, False),
        ("bots/tree.py", WRITTEN, False),
        ("games/genius/draw.py", WRITTEN, True),
        ("games/kingems/rules.py", WRITTEN, True),
    ],
)
def test_a_process_whose_sources_have_changed_shares_no_code(
    copied: Path, tmp_path: Path, file: str, change: str, is_shared: bool
) -> None:
    """What it has loaded may be older than the file, and what it loads later newer: nobody could use what it makes."""
    code = CHANGED.format(root=str(copied.parent), file=file, change=change)
    is_same, folder = run(code, PENTARCHY_CACHE=str(tmp_path / "cache")).splitlines()
    assert is_same == str(is_shared)
    assert Path(folder).is_relative_to(tmp_path / "cache") == is_shared


def test_a_field_that_would_hide_an_attribute_is_refused() -> None:
    for name in ("round", "size", "data"):
        with pytest.raises(ValueError, match=f"attribute '{name}'"):
            kernel.record([(name, "i1")])


def test_bytes_of_a_state_load_into_a_buffer_of_their_own() -> None:
    match = pentarchy.load("kingdomino").start(seed=1)
    layout = match.game.spec.rules.STATE
    data = match.state()
    buffer = kernel.load_bytes(data, layout)
    buffer[:] = 0
    assert match.state() == data
    with pytest.raises(ValueError, match=f"a state has {len(data)} bytes, not 3"):
        kernel.load_bytes(b"abc", layout)


def test_importing_the_package_does_not_load_the_compiler() -> None:
    loaded = run("import sys, pentarchy, pentarchy.cli; print({'numba', 'numpy', 'msgspec'} & set(sys.modules))")
    assert loaded == "set()"


def test_a_simulation_with_the_same_seed_is_the_same() -> None:
    game = pentarchy.load("kingdomino")
    one, other = game.simulation(seed=3), game.simulation(seed=3)
    while not one.over:
        one.step(one.actions[0])
        other.step(int(other.actions[0]))
        assert one.buffer.tobytes() == other.buffer.tobytes()
    assert one.scores() == other.scores()
    assert game.simulation(seed=4).buffer.tobytes() != game.simulation(seed=3).buffer.tobytes()
