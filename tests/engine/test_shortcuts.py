"""Shortcuts for Numba: the same machine code, and Numba as it was afterwards."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from llvmlite.binding import ffi
from numba.core import errors, event, types
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction

from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.shortcuts import shortcuts
from pentarchy.games import NAMES
from pentarchy.warm import PARTS
from tests.sizes import SOAK, covered

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT = """
import contextlib
from pentarchy.engine import compiling
compiling.shortcuts = lambda target: contextlib.nullcontext()
"""
LITTLE = """
from tests.engine.little import FUNCTIONS
for name in ("first", "second", "third"):
    FUNCTIONS[name].unit.prepare()
"""
PART = """
from pentarchy.warm import Job, prepare
prepare(Job({game!r}, {part!r}))
"""
OWNERS: list[Any] = [
    BaseFunction,
    TargetConfig,
    cpu_target.target_context,
    cpu_target.typing_context,
    event,
    ffi.lib._lock,
    type(errors.termcolor()),
    types.Record,
]


def made_by(code: str, cache: Path) -> dict[str, bytes]:
    """The machine code that a fresh Python makes, by the names of the units."""
    environment = os.environ | {"PENTARCHY_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    # Numba puts addresses of functions into the code of batches, which differ from one process to the next.
    return {file.name: file.read_bytes() for file in cache.rglob("*.unit") if not file.name.startswith("batch")}


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compile")
@pytest.mark.soak
@pytest.mark.parametrize("game", ["little", *(NAMES if SOAK else [])])
def test_the_same_machine_code_is_made_without_them(game: str, tmp_path: Path) -> None:
    code = LITTLE if game == "little" else "".join(PART.format(game=game, part=part) for part in PARTS)
    found = made_by(code, tmp_path / "with")
    assert found == made_by(WITHOUT + code, tmp_path / "without")
    assert len(found) >= 3
    covered(len(found), "units compiled twice")


def test_numba_is_as_it_was_afterwards() -> None:
    def now() -> list[dict[str, Any]]:
        return [dict(vars(owner)) for owner in OWNERS]

    def fail() -> None:
        assert not gc.isenabled()
        assert all(changed != as_it_was for changed, as_it_was in zip(now(), before, strict=True))
        raise ZeroDivisionError

    before = now()
    with pytest.raises(ZeroDivisionError), shortcuts(cpu_target):
        fail()
    assert now() == before
    assert gc.isenabled()
