"""Compiled rules: the `rule` decorator, `specialise`, units that Python calls, and where machine code is kept.

A state is one flat `uint8` buffer outside compiled code and one structured record inside it
(`buffer.view(STATE)[0]`): copying is one memcpy, the bytes are the serialisation, and a call from Python is cheap.
Only the flat buffer crosses the border.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sys
import tempfile
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba import typeof

from pentarchy import sources
from pentarchy.engine.compiling import INTERPRETED, NOTHING, Rule, Unit, clone, rebound, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from pentarchy.engine.compiling import Signature

Function = TypeVar("Function", bound="Callable[..., Any]")

PACKAGE = Path(sources.PACKAGE)
SHIPPED = PACKAGE / "kernels"  # portable code that a wheel for one platform brings along

# What functions for Python take: whole numbers, and arrays of them by their size.
NUMBER = numba.int64
BYTES, NUMBERS, WORDS, FLOATS, DOUBLES, INTS = (
    typeof(np.empty(1, kind)) for kind in ("u1", "i8", "u8", "f4", "f8", "i4")
)
PAIRS = typeof(np.empty((1, 2), np.int64))


def rule(function: Function) -> Function:
    """Compile a function of the rules; with NUMBA_DISABLE_JIT=1 it stays plain Python."""
    return function if INTERPRETED else cast("Function", Rule(function))


def specialise(template: Callable[..., Any], name: str, bindings: Mapping[str, Any]) -> Callable[..., Any]:
    """A rule made of the plain function `template`, whose free names are bound to one game's functions."""
    return rule(clone(template, name, bindings))


def bind(templates: ModuleType, name: str, bindings: Mapping[str, Any]) -> dict[str, Any]:
    """All templates of a module as rules of one game, and the bindings, by their names.

    Templates are its plain functions. They call each other, and what they import, by the real names; what `bindings`
    has under a name, such as a game's own function, stands in the place of either.
    """
    names = {**vars(templates), **bindings}
    own = {
        each: function
        for each, function in vars(templates).items()
        if isinstance(function, FunctionType) and function.__module__ == templates.__name__ and each not in bindings
    }
    made = {each: rule(rebound(function, name, names)) for each, function in own.items()}
    names |= made
    return {**bindings, **made}


# All units by their game and the part of it that they belong to.
_units: dict[tuple[str, str], list[Unit]] = {}


def unit(
    game: str,
    part: str,
    name: str,
    functions: Mapping[str, tuple[Callable[..., Any], Signature]],
    bindings: Mapping[str, Any] | None = None,
    *,
    inlined_below: int = NOTHING,
) -> Mapping[str, Any]:
    """Functions of a game that Python calls, compiled together when the first of them is called.

    Given are rules or plain functions with the types of what they take; free names are bound as by `specialise`. What
    has fewer instructions than `inlined_below` is inlined wherever it is called: dear to compile, and faster.
    """
    bound = {key: (clone(function, game, bindings or {}), kinds) for key, (function, kinds) in functions.items()}
    made = Unit(name, bound, functools.partial(code_folders, game), inlined_below)
    _units.setdefault((game, part), []).append(made)
    return made.entries


def common_unit(name: str, functions: Mapping[str, tuple[Callable[..., Any], Signature]]) -> Mapping[str, Any]:
    """Functions that Python calls whatever is played, compiled once for all games."""
    return unit(COMMON, "people", name, functions)


def units(game: str, part: str) -> list[Unit]:
    """The units that a part of a game consists of, as far as they have been asked for."""
    return [*_units.get((COMMON, part), ()), *_units.get((game, part), ())]


# --- Where machine code is kept ---------------------------------------------------------------------------------------

COMMON = "common"  # stands for a game where code is the same for all
# What the compiled code of every game is made of besides its own files.
SHARED = (
    *(f"engine/{name}.py" for name in ("bits", "compiling", "facade", "kernel", "play")),
    *(f"bots/{name}.py" for name in ("contests", "policies", "tree")),
    *(f"envs/{name}.py" for name in ("compiled", "stepping")),
)
SHARED_BY_ALL = ("engine/writing.py",)  # … and of that which is common
IMPORT = re.compile(r"^from pentarchy\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


def source_digest(game: str) -> str:
    """A digest of everything that the compiled code of a game depends on.

    That is every file with rules in it, with all that they import, and the game's data. What cannot change compiled
    code, such as how a game is drawn, does not count.
    """
    versions = f"{sys.implementation.cache_tag} {numba.__version__} {llvmlite.__version__}"
    digest = hashlib.sha256(versions.encode())
    for name in sorted(compiled_files(game)):
        digest.update(f"\n{name}\n".encode())
        digest.update((PACKAGE / name).read_bytes())
    return digest.hexdigest()[:16]


def compiled_files(game: str) -> set[str]:
    """The files of the package that the compiled code of a game is made of."""
    folder = PACKAGE / "games" / game
    found = {file.relative_to(PACKAGE).as_posix() for file in folder.rglob("*") if file.suffix in {".csv", ".json"}}
    waiting = [file for file in folder.glob("*.py") if "@rule\n" in file.read_text(encoding="utf-8")]
    waiting += [PACKAGE / name for name in (SHARED_BY_ALL if game == COMMON else SHARED)]
    while waiting:
        file = waiting.pop()
        name = file.relative_to(PACKAGE).as_posix()
        if name not in found:
            found.add(name)
            waiting += _imported(file)
    return found


def _imported(file: Path) -> Iterator[Path]:
    """The modules of the package that a module imports when it is loaded."""
    for module, names in IMPORT.findall(file.read_text(encoding="utf-8")):
        place = PACKAGE / module.replace(".", "/")
        for candidate in (place.with_suffix(".py"), *(place / f"{name}.py" for name in re.findall(r"\w+", names))):
            if candidate.exists():
                yield candidate


def cache_root() -> Path:
    """Where compiled code is kept: $PENTARCHY_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("PENTARCHY_CACHE"):
        return Path(chosen).absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "pentarchy"


def directory_name(game: str) -> str:
    """The name of the directory for a game's compiled code.

    Code with bounds checks lives apart: the two must never be mixed.
    """
    return f"{game}-{source_digest(game)}" + ("-bounds" if settings.BOUNDSCHECK else "")


def code_folders(game: str) -> tuple[Path, ...]:
    """Where a game's compiled code is: its own directory under the cache root, made if need be, and in the package.

    If a source has changed since this process began, what it has loaded may be older than the file. Then it takes
    nothing from other processes and leaves nothing to them: their code is made of other sources. So it is with games
    that are not in this package, of whose sources nothing is known here.
    """
    folders = _shared_folders(game)  # named after the files as they are now, hence before they are looked at
    is_private = game in _elsewhere or sources.have_changed(_compiled_paths(game))
    return (_private_folder(game),) if is_private else folders


_elsewhere: set[str] = set()  # the names of games that are not in this package


def note_sources(game: str, rules: str) -> None:
    """Say in which file the rules of a game are."""
    if not Path(rules).resolve().is_relative_to(PACKAGE):
        _elsewhere.add(game)


@functools.cache
def _shared_folders(game: str) -> tuple[Path, ...]:
    name = directory_name(game)
    directory = cache_root() / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK):
            raise PermissionError(directory)
    except OSError:
        # A read-only home must not stop a game; it only compiles anew in every process.
        directory = _private_folder(game)
    return directory, SHIPPED / name


def _private_folder(game: str) -> Path:
    """A directory for a game's compiled code that no other process knows, and that goes with this one."""
    folder = Path(_private_root().name) / game
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@functools.cache
def _private_root() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="pentarchy-", ignore_cleanup_errors=True)


@functools.cache
def _compiled_paths(game: str) -> tuple[Path, ...]:
    return tuple(PACKAGE / name for name in sorted(compiled_files(game)))


# --- States -----------------------------------------------------------------------------------------------------------


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The layout of a state: an aligned structure whose fields are also attributes outside compiled code."""
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a record has an attribute {name!r} of its own, which would hide the field: rename it")
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def load_bytes(data: bytes, layout: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A fresh writable buffer holding `data`, which must have exactly the size of a state."""
    if len(data) != layout.itemsize:
        raise ValueError(f"a state has {layout.itemsize} bytes, not {len(data)}")
    return np.frombuffer(bytearray(data), np.uint8)
