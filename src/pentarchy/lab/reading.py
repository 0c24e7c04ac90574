"""Reading a dataset: what it holds, and its rows as arrays, a few at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.lab.columns import parquet_library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Batch = dict[str, np.ndarray[Any, np.dtype[Any]]]

FORMAT = "pentarchy-dataset-1"
MANIFEST = "manifest.json"


class PartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a dataset."""

    file: str
    first_game: int
    games: int
    rows: int
    bytes: int
    sha256: str


class ColumnNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One column of a dataset."""

    name: str
    kind: str
    size: int | None
    meaning: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dataset holds."""

    format: str
    version: str  # of Pentarchy
    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    games_in_a_part: int
    asked: int  # games asked for, before rounding up to whole rounds
    games: int
    rows: int
    finished: bool
    faults: dict[str, int]  # games that a program lost by a fault, by its name
    columns: tuple[ColumnNote, ...]
    parts: tuple[PartFile, ...]


def manifest(folder: str | Path) -> Manifest:
    """What the dataset in a folder holds; a ValueError where there is none."""
    file = Path(folder) / MANIFEST
    if not file.exists():
        raise ValueError(f"{folder} has no {MANIFEST}: it is no dataset that `pentarchy dataset` made")
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} cannot be read as the manifest of a dataset: {error}") from None
    if found.format != FORMAT:
        raise ValueError(f"{file}: format {found.format!r} is not known; this version reads {FORMAT!r}")
    return found


def read(folder: str | Path, columns: Sequence[str] | None = None, rows: int = 4096) -> Iterator[Batch]:
    """The rows of a dataset, at most so many at a time, as arrays by the name of the column.

    A column with several figures in a row is an array of two dimensions. Only what is asked for is read.
    """
    held = manifest(folder)
    names = [column.name for column in held.columns]
    wanted = names if columns is None else list(columns)
    for name in wanted:
        if name not in names:
            raise ValueError(f"a dataset has no column {name!r}; it has {', '.join(names)}")
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 1:
        raise ValueError(f"rows is a whole number of at least 1, not {rows!r}")
    files = [Path(folder) / part.file for part in held.parts]
    return _batches(files, wanted, rows, {column.name: column for column in held.columns})


def _batches(files: list[Path], wanted: list[str], rows: int, columns: dict[str, ColumnNote]) -> Iterator[Batch]:
    parquet = parquet_library()
    for path in files:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(rows, columns=wanted):
                yield {name: _array(batch.column(name), columns[name]) for name in wanted}


def _array(column: Any, note: ColumnNote) -> np.ndarray[Any, np.dtype[Any]]:
    if note.kind == "text":
        return np.array(column.to_pylist(), dtype=object)
    if note.size is None:
        return np.asarray(column.to_numpy(zero_copy_only=False))
    return np.asarray(column.flatten().to_numpy(zero_copy_only=False)).reshape(len(column), note.size)
