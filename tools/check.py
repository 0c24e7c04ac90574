"""From an edit to a verdict: python tools/check.py [--game NAME | --no-rules].

Style, types, the client, and the rules of every game in one variant each; as many parts at a time as there are cores.
What a part prints is shown if it fails.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import web

from pentarchy.games import NAMES

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable


class Part(NamedTuple):
    """Commands that are run one after the other, until one fails."""

    name: str
    commands: list[list[str]]


class Verdict(NamedTuple):
    """How a part has ended."""

    part: Part
    seconds: float
    failed: bool
    output: str


def rules(game: str) -> Part:
    """What is tested of one game: its rules, and what holds in every game."""
    pytest = [PYTHON, "-m", "pytest", "--quiet", "--no-header", "-m", "not further", "--game", game]
    return Part(f"rules of {game}", [[*pytest, f"tests/rules/{game}", "tests/common"]])


# Those that take long come first, so that the cores are busy to the end.
CODE = [
    Part("types", [[PYTHON, "-m", "mypy"]]),
    Part("client, style", [[PYTHON, "tools/web.py", "lint"]]),
    Part("client, types", [[PYTHON, "tools/web.py", "check"]]),
    Part("client, tests", [[PYTHON, "tools/web.py", "test"]]),
    Part("style", [[PYTHON, "-m", "ruff", "check"], [PYTHON, "-m", "ruff", "format", "--check"]]),
]


def run(part: Part) -> Verdict:
    """Run one part to its end or its first failure."""
    begun, output, failed = time.monotonic(), "", False
    for command in part.commands:
        done = subprocess.run(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        output += done.stdout
        if failed := done.returncode != 0:
            break
    return Verdict(part, time.monotonic() - begun, failed, output)


def run_all(parts: list[Part]) -> list[str]:
    """Run everything side by side and tell of each part when it is through; return the names of those that failed."""
    failed = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for future in as_completed([threads.submit(run, part) for part in parts]):
            verdict = future.result()
            print(
                f"  {'FAILED' if verdict.failed else 'passed'}  {verdict.part.name} ({verdict.seconds:.0f} s)",
                flush=True,
            )
            if verdict.failed:
                failed.append(verdict.part.name)
                print(verdict.output, flush=True)
    return failed


def main() -> int:
    """Check what is asked for."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    which = options.add_mutually_exclusive_group()
    which.add_argument("--game", choices=NAMES, help="the rules of this game alone")
    which.add_argument("--no-rules", action="store_true", help="style, types and the client alone")
    chosen = options.parse_args()
    games = [] if chosen.no_rules else [chosen.game] if chosen.game else list(NAMES)
    try:
        web.install(web.node())  # before several parts want to
    except web.ToolError as error:
        print(f"check: {error}", file=sys.stderr)
        return 1
    begun = time.monotonic()
    failed = run_all([*map(rules, games), *CODE])
    print(f"{'FAILED: ' + ', '.join(failed) if failed else 'All passed'}, after {time.monotonic() - begun:.0f} s.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
