"""How inputs are driven through a parser, and what counts as a finding."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ctypes
import gc
import json
import logging
import os
import signal
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

from pentarchy.engine.checks import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 10.0  # seconds of processor time that an input may cost
MOST_GROWTH = 64.0  # megabytes that may be left behind: allocators keep some
MOST_FINDINGS = 20
PROGRESS = 10.0  # seconds


class Finding(Exception):  # noqa: N818
    """An input did what no input may do."""


class Parser(ABC):
    """Something that reads what strangers send."""

    name: str

    @abstractmethod
    def make(self, choice: Random) -> Any:
        """An input: bytes, or data that JSON can hold as Python reads and writes it."""

    @abstractmethod
    async def take(self, given: Any) -> str:
        """Let an input be read; a word for what came of it. Whatever is raised is a finding."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None


@dataclass
class Found:
    """An input that found something."""

    parser: str
    seed: int
    number: int
    problem: str
    given: Any

    def line(self) -> str:
        """As it is kept: a line of JSON."""
        try:
            return json.dumps({"parser": self.parser, "problem": self.problem[-600:], "given": packed(self.given)})
        except RecursionError:  # JSON cannot hold it either
            return json.dumps({"parser": self.parser, "problem": self.problem[-600:], "number": self.number})

    def __str__(self) -> str:
        return f"input {self.number} of {self.parser}: {quoted(self.given)}\n{self.problem}"


@dataclass
class Report:
    """What a run has tried."""

    parser: str
    seed: int
    inputs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    findings: list[Found] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0  # seconds
    slowest_number: int = -1
    memory_before: float = 0.0  # megabytes, when the first inputs have filled all caches
    memory_after: float = 0.0

    @property
    def growth(self) -> float:
        """Megabytes that were left behind."""
        return self.memory_after - self.memory_before

    def __str__(self) -> str:
        outcomes = ", ".join(f"{count:,} {word}" for word, count in self.outcomes.most_common())
        return (
            f"{self.parser}: {self.inputs:,} inputs (seed {self.seed}) in {self.seconds:.0f} s: {outcomes};"
            f" {len(self.findings)} findings; slowest {self.slowest * 1000:.0f} ms (input {self.slowest_number});"
            f" memory {self.memory_before:.0f} → {self.memory_after:.0f} MB"
        )


def packed(given: Any) -> Any:
    """An input as JSON can hold it."""
    return {"base64": base64.b64encode(given).decode()} if isinstance(given, bytes) else {"data": given}


def unpacked(written: dict[str, Any]) -> Any:
    """The input that was packed."""
    return base64.b64decode(written["base64"]) if "base64" in written else written["data"]


class Errors(logging.Handler):
    """Whatever is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.records.append(record)

    def check(self) -> None:
        """Raise a Finding if there was an error."""
        if self.records:
            record = self.records[0]
            self.records.clear()
            raise Finding(logging.Formatter().format(record))


@contextlib.contextmanager
def watching() -> Iterator[Errors]:
    """Look at what is logged, and keep it from the terminal."""
    errors = Errors()
    root = logging.getLogger()
    kept, root.handlers = root.handlers, [errors]
    try:
        yield errors
    finally:
        root.handlers = kept


def memory() -> float:
    """Megabytes that this process holds, after tidying up."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _too_long(*_: object) -> None:
    raise Finding(f"more than {LONGEST:.0f} seconds of processor time")


async def drive(parser: Parser, inputs: int, seed: int, *, first: int = 0, progress: bool = False) -> Report:
    """Try so many inputs; go on after a finding, but not after many."""
    report = Report(parser.name, seed)
    begun = told = time.monotonic()
    before = signal.signal(signal.SIGVTALRM, _too_long)
    try:
        with watching() as errors:
            async with parser:
                for number in range(first, first + inputs):
                    if number - first == inputs // 10:
                        report.memory_before = memory()
                    given = parser.make(Random(f"{parser.name} {seed} {number}"))
                    await _try(parser, given, number, errors, report)
                    if len(report.findings) >= MOST_FINDINGS:
                        break
                    if progress and time.monotonic() - told > PROGRESS:
                        told = time.monotonic()
                        report.seconds = told - begun
                        print(report, file=sys.stderr, flush=True)
            report.memory_after = memory()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    report.seconds = time.monotonic() - begun
    return report


async def _try(parser: Parser, given: Any, number: int, errors: Errors, report: Report) -> None:
    report.inputs += 1
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    begun = time.process_time()
    try:
        outcome = await parser.take(given)
        errors.check()
    except (Exception, RecursionError) as error:
        problem = str(error) if isinstance(error, Finding) else traceback.format_exc()
        report.findings.append(Found(parser.name, report.seed, number, problem, given))
        report.outcomes["found something"] += 1
    else:
        report.outcomes[outcome] += 1
    taken = time.process_time() - begun
    if taken > report.slowest:
        report.slowest, report.slowest_number = taken, number


async def again(parser: Parser, kept: list[Any]) -> None:
    """Try inputs that once found something; raise what they find."""
    with watching() as errors:
        async with parser:
            for given in kept:
                await parser.take(given)
                errors.check()


def run(parser: Parser, inputs: int, seed: int, *, first: int = 0, progress: bool = False) -> Report:
    """`drive` from where there is no event loop."""
    return asyncio.run(drive(parser, inputs, seed, first=first, progress=progress))
