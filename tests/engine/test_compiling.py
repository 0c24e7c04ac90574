"""Units of compiled code: made once, found again anywhere, whatever is compiled first."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy.bots.policies import search_of
from pentarchy.engine import family, files, kernel
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.kernel import rule
from pentarchy.games import spec
from pentarchy.warm import PARTS, Job, is_warm, jobs, warm_portable
from tests.sizes import covered, size

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

compiled_only = pytest.mark.skipif(INTERPRETED, reason="there is nothing to compile")

# A game of a bot against itself, in one line.
PLAYED = """
import pentarchy
match = pentarchy.load("genius").start(seed=5)
bot = pentarchy.bots.load("greedy", seed=1)
for _ in range(12):
    match.play(bot.choose(match))
print(match.state().hex())
"""
# The same when it is not possible to compile anything.
NOT_COMPILING = """
from pentarchy.engine import compiling
def refuse(*_): raise AssertionError("it compiles")
compiling.Unit._compile = refuse
"""


def run(code: str, cache: Path, *arguments: str, given: str = "") -> str:
    answer = subprocess.run(
        [sys.executable, *(["-c", code] if code else []), *arguments],
        env=os.environ | {"PENTARCHY_CACHE": str(cache)},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def compile_parts(cache: Path, *wanted: str) -> str:
    """Compile some parts in one process, in this order."""
    return run("", cache, "-m", "pentarchy.warm", given="".join(f"{each}\n" for each in wanted))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which parts of a game were compiled by several processes, in an order nobody would choose."""
    folder = tmp_path_factory.mktemp("cache")
    if not INTERPRETED:
        compile_parts(folder, "genius bots")
        compile_parts(folder, "genius people")
    return folder


@compiled_only
def test_parts_compiled_by_several_processes_in_any_order_play_the_same(cache: Path, tmp_path: Path) -> None:
    assert run(NOT_COMPILING + PLAYED, cache) == run(PLAYED, tmp_path)


# Numba has seen other records before; and while this process compiles one part, another one stores all that it has
# translated of the game.
MEANWHILE = """
import shutil
import numba, numpy, pentarchy
from pentarchy.engine import kernel
for number in range(5):
    numba.typeof(numpy.zeros(1, [(f"field {{number}}", "i8")]))
pentarchy.load("genius").start(seed=5)
folder = kernel.code_folders("genius")[0]
(own,) = folder.glob("*.translated")
own.unlink()
shutil.copy({translated!r}, folder)
"""


@compiled_only
def test_what_two_processes_translate_at_the_same_time_fits_together(cache: Path, tmp_path: Path) -> None:
    """What was translated here calls what was translated there, and the other way round."""
    (translated,) = cache.glob("genius-*/*.translated")
    assert run(MEANWHILE.format(translated=str(translated)) + PLAYED, tmp_path) == run(PLAYED, cache)


@compiled_only
def test_a_damaged_file_is_compiled_anew(cache: Path) -> None:
    played = run(PLAYED, cache)
    (file,) = cache.glob("genius-*/rules-*.unit")
    whole = file.read_bytes()
    for content in (b"", b"nonsense", whole[:-1], whole[:1000] + b"x" + whole[1001:]):
        file.write_bytes(content)
        assert files.read(file) is None
    assert run(PLAYED, cache) == played
    assert files.read(file) is not None


@compiled_only
def test_code_of_rules_that_changed_after_they_were_loaded_is_not_stored(cache: Path, tmp_path: Path) -> None:
    """Whoever starts with the new rules must not find machine code of the old ones under their name."""
    package = tmp_path / "pentarchy"
    shutil.copytree(kernel.PACKAGE, package, ignore=shutil.ignore_patterns("static", "__pycache__", "kernels"))
    rules = package / "games" / "genius" / "rules.py"
    loaded = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import pentarchy.games.genius\n"
    changed = f"file = open({str(rules)!r}, 'a'); file.write('# changed'); file.close()\n"
    played = run(loaded + changed + PLAYED, tmp_path / "cache")
    assert played == run(PLAYED, cache)
    assert list((tmp_path / "cache").rglob("*.unit")) == []
    assert list((tmp_path / "cache").rglob("*.translated")) == []


@compiled_only
@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be forked")
def test_rules_can_be_called_by_python_whatever_is_compiled_before_and_after(tmp_path: Path) -> None:
    """By one process or by several, and none leaves to others what they cannot use."""
    orders = []
    for one, two, three in itertools.permutations(("twice", "first", "second")):
        orders += [f"{one}/{two},{three}/third", f"{one},{two},{three}"]
    chosen = orders[:: size(3, 1)]  # both kinds
    check_orders(chosen, tmp_path)
    covered(len(chosen), "orders of compiling")


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be forked")
def test_whoever_uses_numba_beside_it_can_call_rules_and_leaves_nothing_behind(tmp_path: Path) -> None:
    check_orders(["theirs,second/third", "second,theirs/third", "second/theirs,twice,first"], tmp_path)


def check_orders(orders: list[str], cache: Path) -> None:
    told = run("", cache, "-m", "tests.engine.little", *orders)
    assert told.splitlines() == [f"{order} {[0] * len(order.split('/'))}" for order in orders]


@compiled_only
def test_what_python_cannot_be_given_is_refused() -> None:
    with pytest.raises(TypeError, match=r"made returns array\(.*\): Python gets numbers only"):
        made(2)


@rule
def made(size: int) -> Any:
    return np.zeros(size, np.int64)


@compiled_only
def test_other_numbers_than_those_of_its_signature_are_refused() -> None:
    compiled = pentarchy.load("genius").kernel
    buffer = pentarchy.load("genius").buffer()
    with pytest.raises(TypeError, match=r"legal takes \(.*\), not \("):
        compiled.legal(buffer, 0, np.empty(8, np.float64))
    with pytest.raises(TypeError, match="to_act takes"):
        compiled.to_act(buffer.view(np.uint16))
    assert compiled.legal(buffer, np.int8(0), np.empty(64, np.int64)) >= 0, "small numbers do as well"


@compiled_only
def test_a_part_is_warm_once_all_its_units_are_stored() -> None:
    search_of(spec("genius"))
    for part in PARTS:
        for unit in kernel.units("genius", part):
            unit.prepare()
        assert is_warm(Job("genius", part))
    assert jobs(["genius"]) == []


@pytest.fixture(scope="module")
def portable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game, compiled for all recent processors of this one's family."""
    folder = tmp_path_factory.mktemp("portable") / "kernels"
    if INTERPRETED:
        return folder
    if not family.runs_here():
        pytest.skip("this processor is older than the ones that portable code is made for")
    warm_portable(folder, ["genius"], parts=["people", "bots"])
    return folder


@compiled_only
def test_portable_code_is_loaded_where_it_was_copied_to(portable: Path, tmp_path: Path, cache: Path) -> None:
    kept = {file.suffix for file in portable.rglob("*") if file.is_file()}
    assert kept == {".unit"}, "what is of use for compiling only does not travel"
    copied = shutil.copytree(portable, tmp_path / "copied")
    assert run(NOT_COMPILING + PLAYED, copied) == run(PLAYED, cache)


@compiled_only
def test_a_wheel_for_this_platform_needs_no_compiling(portable: Path, tmp_path: Path, cache: Path) -> None:
    root = kernel.PACKAGE.parent.parent
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path / "dist", root],
        env=os.environ | {"PENTARCHY_KERNELS": str(portable)},
        check=True,
    )
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}-" in wheel.name
    assert "none-any" not in wheel.name
    subprocess.run([*pip, "install", "--no-deps", "--target", tmp_path / "installed", wheel], check=True)
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r})\n{NOT_COMPILING}{PLAYED}"
    where = "import pentarchy; print(pentarchy.__file__)\n"
    told, played = run(f"{code}{where}", tmp_path / "empty").splitlines()[::-1]
    assert told.startswith(str(tmp_path / "installed"))
    assert f"{played}\n" == run(PLAYED, cache)


def test_old_processors_of_a_family_compile_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    def runs_on(machine: str, name: str, **features: bool) -> bool:
        monkeypatch.setattr("platform.machine", lambda: machine)
        monkeypatch.setattr(family, "host", lambda: name)
        monkeypatch.setattr(family, "_features", lambda: features)
        return family.runs_here.__wrapped__()

    recent = dict.fromkeys(family.BASELINES["x86_64"][1], True)
    assert runs_on("x86_64", "haswell", **recent)
    assert runs_on("AMD64", "znver4", **recent)
    assert not runs_on("x86_64", "znver2", **recent), "it deposits bits too slowly"
    assert not runs_on("x86_64", "sandybridge", **recent | {"avx2": False})
    assert runs_on("arm64", "apple-m1")
    assert not runs_on("riscv64", "generic")
