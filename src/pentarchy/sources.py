"""Whether sources are still as they were when this process began.

Modules are read one after another, some of them late. If a file has changed meanwhile, nobody can say which of its
versions was read, and so which sources this process is made of.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

PACKAGE = os.path.dirname(os.path.realpath(__file__))
FOLDERS = ("engine", "games", "bots", "envs")  # whatever is compiled is in these
KINDS = (".py", ".csv", ".json")

Stamp = tuple[int, int, int, int]


def have_changed(files: Iterable[Path]) -> bool:
    """Whether one of these files is not the one that was there when this process began, or not as it was."""
    return any(_stamp(str(file)) != _SEEN.get(str(file)) for file in files)


def _stamp(file: str) -> Stamp | None:
    """What changes with a file; None if there is none. The times are its content's and its entry's."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(KINDS):
                yield entry.path
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)


_SEEN = {file: _stamp(file) for folder in FOLDERS for file in _files(os.path.join(PACKAGE, folder))}
