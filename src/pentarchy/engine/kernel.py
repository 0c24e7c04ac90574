"""Compiling rules: the `rule` decorator, `specialise`, and where the machine code is kept.

A state is one flat `uint8` buffer outside compiled code and one structured record inside it
(`buffer.view(STATE)[0]`): copying is one memcpy, the bytes are the serialisation, and a call from Python is cheap.
Only the flat buffer crosses the border.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Function = TypeVar("Function", bound="Callable[..., Any]")

settings: Any = config  # its attributes are made when it is loaded
INTERPRETED = bool(settings.DISABLE_JIT)
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_FOLDERS = ("engine", "games", "bots")


def source_digest() -> str:
    """A digest of everything that compiled code depends on.

    Numba notices a change only in the file a function is written in, not in the files it calls nor in the data it
    froze, so an edited rule would silently go on with the old machine code of its callers.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    for folder in KERNEL_FOLDERS:
        for file in sorted((PACKAGE / folder).rglob("*")):
            if file.suffix in {".py", ".csv", ".json"}:
                digest.update(file.relative_to(PACKAGE).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: $PENTARCHY_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("PENTARCHY_CACHE"):
        return Path(chosen).absolute()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "pentarchy"


def cache_directory() -> Path:
    """This build's own directory under the cache root, made if need be.

    Code with bounds checks lives apart: the two must never be mixed.
    """
    name = source_digest() + ("-bounds" if settings.BOUNDSCHECK else "")
    directory = cache_root() / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK):
            raise PermissionError(directory)
    except OSError:
        # A read-only home must not stop a game; it only compiles anew in every process.
        directory = Path(tempfile.mkdtemp(prefix="pentarchy-"))
    return directory


CACHE = cache_directory()
settings.CACHE_DIR = str(CACHE)

# Everything is inlined: rules are many small functions, and calls between them would cost more than they do. Where
# that would compile large functions again and again, `apart` makes a copy that is called.
_compile = numba.njit(nogil=True, cache=True, error_model="numpy", forceinline=True)
_compile_apart = numba.njit(nogil=True, cache=True, error_model="numpy")
_compile_melted = numba.njit(nogil=True, cache=True, error_model="numpy", inline="always")


def rule(function: Function) -> Function:
    """Compile a function of the rules; with NUMBA_DISABLE_JIT=1 it stays plain Python."""
    compiled: Any = _compile(function)
    return cast("Function", compiled)


def specialise(template: Callable[..., Any], name: str, bindings: dict[str, Any]) -> Callable[..., Any]:
    """Compile a copy of the plain function `template` whose free names are bound to one game's functions.

    Same code object, new globals: unlike a closure, or a function passed as an argument, it is found again in the
    on-disk cache (those are keyed by something that differs in every process).
    """
    return rule(_clone(template, name, bindings))


def apart(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same compiled function, not inlined: it is compiled once and not again in each of its callers."""
    if INTERPRETED:
        return function
    compiled: Callable[..., Any] = _compile_apart(_clone(cast("Any", function).py_func, f"{name}__apart", {}))
    return compiled


def melted(template: Callable[..., Any], name: str, bindings: dict[str, Any]) -> Callable[..., Any]:
    """As `specialise`, for a part of one larger function: it is never compiled by itself."""
    compiled: Callable[..., Any] = _compile_melted(_clone(template, name, bindings))
    return compiled


def _clone(function: Callable[..., Any], name: str, bindings: dict[str, Any]) -> types.FunctionType:
    clone = types.FunctionType(
        function.__code__, {**function.__globals__, **bindings}, function.__name__, function.__defaults__
    )
    clone.__qualname__ = f"{function.__name__}__{name}"
    clone.__module__ = function.__module__
    return clone


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
