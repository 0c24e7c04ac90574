"""Every parser by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.fuzz.games import Maps, Notation, Positions, Records
from benchmarks.fuzz.table import Commands, FramesOfPages, Requests

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.fuzz.driving import Parser

PARSERS: dict[str, Callable[[], Parser]] = {
    parser.name: parser for parser in (FramesOfPages, Commands, Requests, Positions, Maps, Records, Notation)
}
