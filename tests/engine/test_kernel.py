"""Compiling: what is cached where, and that the same sources run in every mode."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pentarchy
from pentarchy.engine import kernel


def run(code: str, **environment: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


def test_the_digest_changes_with_any_rule_or_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("engine/a.py", "games/g/rules.py", "games/g/data.csv", "bots/b.py", "table/server.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("one")
    monkeypatch.setattr(kernel, "PACKAGE", tmp_path)
    before = kernel.source_digest()
    (tmp_path / "table/server.py").write_text("two")
    assert kernel.source_digest() == before, "what is not compiled does not matter"
    for name in ("engine/a.py", "games/g/rules.py", "games/g/data.csv", "bots/b.py"):
        (tmp_path / name).write_text("two")
        assert kernel.source_digest() != before
        before = kernel.source_digest()


def test_code_with_bounds_checks_lives_apart(tmp_path: Path) -> None:
    code = "from pentarchy.engine import kernel; print(kernel.CACHE)"
    plain = run(code, PENTARCHY_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="0")
    checked = run(code, PENTARCHY_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert checked == plain + "-bounds"


def test_a_cache_that_cannot_be_written_does_not_stop_a_game(tmp_path: Path) -> None:
    file = tmp_path / "not a folder"
    file.write_text("")
    cache = run("from pentarchy.engine import kernel; print(kernel.CACHE)", PENTARCHY_CACHE=str(file / "below"))
    assert cache
    assert not cache.startswith(str(file))
    Path(cache).rmdir()


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


def test_compiled_code_is_found_again_in_the_cache() -> None:
    """A closure or a passed function would be compiled anew in every process; `specialise` must not."""
    code = (
        "import numpy as np, pentarchy\n"
        "game = pentarchy.load('kingdomino')\n"
        "simulation = game.simulation(1)\n"
        "kernel = game.kernel\n"
        "print(sum(kernel.step.stats.cache_hits.values()), sum(kernel.settle_buffer.stats.cache_misses.values()))\n"
    )
    pentarchy.load("kingdomino").simulation(1).step(int(pentarchy.load("kingdomino").simulation(1).actions[0]))
    code = code.replace("kernel = game.kernel\n", "kernel = game.kernel\nsimulation.step(simulation.actions[0])\n")
    if not kernel.INTERPRETED:
        assert run(code) == "1 0"


def test_importing_the_package_does_not_load_the_compiler() -> None:
    loaded = run("import sys, pentarchy, pentarchy.cli; print({'numba', 'numpy', 'msgspec'} & set(sys.modules))")
    assert loaded == "set()"


def test_the_games_do_not_know_bots_servers_or_browsers() -> None:
    """Dependencies point one way: games use the engine, bots use games."""
    root = Path(kernel.PACKAGE)
    for file in [*(root / "engine").rglob("*.py"), *(root / "games").rglob("*.py")]:
        for line in file.read_text(encoding="utf-8").splitlines():
            for above in ("bots", "arena", "lab", "table", "adapters", "cli", "terminal"):
                assert f"pentarchy.{above}" not in line, f"{file.name}: {line}"
    for file in (root / "engine").rglob("*.py"):
        assert "pentarchy.games" not in file.read_text(encoding="utf-8"), file.name


def test_a_simulation_with_the_same_seed_is_the_same() -> None:
    game = pentarchy.load("kingdomino")
    one, other = game.simulation(seed=3), game.simulation(seed=3)
    while not one.over:
        one.step(one.actions[0])
        other.step(int(other.actions[0]))
        assert one.buffer.tobytes() == other.buffer.tobytes()
    assert one.scores() == other.scores()
    assert game.simulation(seed=4).buffer.tobytes() != game.simulation(seed=3).buffer.tobytes()
