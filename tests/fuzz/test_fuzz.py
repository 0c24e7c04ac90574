"""Whatever strangers send is refused in words or understood; nothing breaks, nothing is left behind."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from benchmarks.fuzz.driving import MOST_GROWTH, again, run, unpacked
from benchmarks.fuzz.mutations import nested
from benchmarks.fuzz.parsers import PARSERS

from tests.sizes import covered, size

KEPT = Path(__file__).with_name("kept.jsonl")  # every input that ever found something
INPUTS = {"maps": (50, 100_000), "commands": (500, 1_000_000), "requests": (500, 1_000_000)}  # others:
OTHERS = (2000, 1_000_000)

each_parser = pytest.mark.parametrize("name", PARSERS)


@pytest.mark.soak
@each_parser
def test_no_input_does_harm(name: str) -> None:
    report = run(PARSERS[name](), size(*INPUTS.get(name, OTHERS)), seed=1)
    covered(report.inputs, f"inputs ({name})")
    assert not report.findings, "\n\n".join(map(str, report.findings))
    assert len(report.outcomes) > 1, f"all inputs were alike: {report}"
    assert report.growth < MOST_GROWTH, str(report)


def kept() -> dict[str, list[Any]]:
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        written = json.loads(line)
        found[written["parser"]].append(unpacked(written["given"]))
    return found


@each_parser
def test_what_once_found_something_finds_nothing_any_more(name: str) -> None:
    asyncio.run(again(PARSERS[name](), [*kept()[name], *DEEP.get(name, [])]))


# What no file of JSON can hold: data that is nested more deeply than Python's stack.
DEEP: dict[str, list[Any]] = {
    "positions": [
        [0, {"game": "kingdomino", "options": {"players": nested("[", 3000)}}],
        [0, {"game": nested("{", 3000)}],
    ],
    "notation": [[0, 0, {"move": nested("[", 3000)}], [0, 0, nested("[", 3000)], [0, nested("[", 3000), "claim 1"]],
}
