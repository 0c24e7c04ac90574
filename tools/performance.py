"""The record of how fast each version is: python tools/performance.py add | draw [--check]

`add` measures this version with `pentarchy bench` and writes a line into benchmarks/record.jsonl, in the place of one
that it may have there already. `draw` makes docs/pictures/performance.svg of all lines; with --check it only says
whether that is up to date. Figures of one machine can be compared, those of two cannot: a line names its machine.
"""

from __future__ import annotations

import json
import math
import os
import platform
import subprocess
import sys
import time
from html import escape
from pathlib import Path
from typing import Any

from pentarchy import __version__

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "benchmarks/record.jsonl"
PICTURE = ROOT / "docs/pictures/performance.svg"

LEFT, RIGHT, TOP, ROW = 250, 40, 64, 26  # where the lines begin and end, in units of the picture
WIDTH = 860
COLOURS = ("#8a7f9c", "#2c7a7b", "#c05621", "#2b6cb0")  # of versions, the oldest first; then again
STYLE = "text{font:14px system-ui,sans-serif;fill:#262140} .faint{fill:#595273} line{stroke:#cdbf9f}"


def lines() -> list[dict[str, Any]]:
    """What is on record, the oldest version first."""
    return [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]


def machine() -> str:
    """What it is measured on, as far as it can be told without naming anybody."""
    cores = os.cpu_count()
    return f"{platform.machine()}, {cores} cores, Python {platform.python_version()}"


def add() -> None:
    """Measure this version."""
    command = [sys.executable, "-m", "pentarchy", "bench", "--json", "--c", str(ROOT / "benchmarks")]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    date = time.strftime("%Y-%m-%d", time.gmtime())
    line = {"version": __version__, "date": date, "machine": machine(), "figures": json.loads(told)}
    kept = [each for each in lines() if each["version"] != __version__]
    RECORD.write_text("".join(json.dumps(each) + "\n" for each in [*kept, line]), encoding="utf-8")


def speeds(line: dict[str, Any]) -> dict[str, float]:
    """Whole random games a CPU-second, by game and variant."""
    return {f"{each['game']}, {each['variant']}": each["games_per_cpu_second"] for each in line["figures"]["speeds"]}


def drawn(record: list[dict[str, Any]]) -> str:
    """A row for every variant, a dot for every version, on a scale where equal steps are equal factors."""
    names = list(dict.fromkeys(name for line in record for name in speeds(line)))
    found = [speed for line in record for speed in speeds(line).values()]
    low, high = math.floor(math.log10(min(found))), math.ceil(math.log10(max(found)))
    height = TOP + ROW * len(names) + 12

    def across(speed: float) -> float:
        return round(LEFT + (math.log10(speed) - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    parts = ['<text x="8" y="20">Random games in a second of one core</text>', *legend(record)]
    for power in range(low, high + 1):
        x = across(10**power)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{height - 12}"/>')
        parts.append(f'<text x="{x}" y="{TOP - 14}" text-anchor="middle" class="faint">{10**power:,}</text>')
    for row, name in enumerate(names):
        y = TOP + ROW * row + 14
        parts.append(f'<text x="8" y="{y}">{escape(name)}</text>')
        for number, line in enumerate(record):
            if name in speeds(line):
                told = f"{line['version']}: {speeds(line)[name]:,.0f}"
                dot = f'<circle cx="{across(speeds(line)[name])}" cy="{y - 5}" r="6" fill="{colour(number)}"'
                parts.append(f"{dot}><title>{told}</title></circle>")
    picture = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">\n<style>{STYLE}</style>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fdf9ee"/>\n{picture}\n</svg>\n'
    )


def legend(record: list[dict[str, Any]]) -> list[str]:
    """Which colour is which version."""
    parts = []
    for number, line in enumerate(record):
        x = WIDTH - RIGHT - 80 * (len(record) - number)
        parts.append(f'<circle cx="{x}" cy="15" r="6" fill="{colour(number)}"/>')
        parts.append(f'<text x="{x + 12}" y="20">{escape(line["version"])}</text>')
    return parts


def colour(number: int) -> str:
    """The colour of a version."""
    return COLOURS[number % len(COLOURS)]


def main(arguments: list[str]) -> int:
    """Measure or draw."""
    if arguments == ["add"]:
        add()
    elif arguments == ["draw"]:
        PICTURE.write_text(drawn(lines()), encoding="utf-8")
    elif arguments == ["draw", "--check"]:
        if PICTURE.read_text(encoding="utf-8") != drawn(lines()):
            print(f"{PICTURE.name} is not up to date: run python tools/performance.py draw")
            return 1
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
