"""How a run went, as lines of JSON and as a picture: python -m examples.learning.curve IN.jsonl OUT.svg"""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path

import msgspec

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 400, 64, 24, 56, 52
LOWEST, HIGHEST = 0.0, 0.8  # shares of games that are shown
STYLE = "text{font:14px system-ui,sans-serif;fill:#262140} .faint{fill:#595273} line{stroke:#cdbf9f}"


class Point(msgspec.Struct, frozen=True):
    """One try against greedy: the share of games won, with its 95 % interval."""

    minutes: float  # of CPU
    updates: int
    steps: int
    games: int
    share: float
    low: float
    high: float


def read(path: Path) -> list[Point]:
    """The points of a run; a ValueError if the file holds something else."""
    try:
        return [msgspec.json.decode(line, type=Point) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.DecodeError) as problem:
        raise ValueError(f"{path} holds no learning curve: {problem}") from None


def write(path: Path, points: list[Point]) -> None:
    """Keep the points of a run."""
    partial = path.with_suffix(".partial")
    partial.write_bytes(b"".join(msgspec.json.encode(point) + b"\n" for point in points))
    os.replace(partial, path)


def drawn(points: list[Point]) -> str:
    """The share of games won over CPU-minutes, with a band for the interval."""
    longest = max(1, math.ceil(points[-1].minutes)) if points else 1
    bottom = HEIGHT - BOTTOM

    def across(minutes: float) -> float:
        return round(LEFT + minutes / longest * (WIDTH - LEFT - RIGHT), 1)

    def up(share: float) -> float:
        within = min(max(share, LOWEST), HIGHEST)
        return round(bottom - (within - LOWEST) / (HIGHEST - LOWEST) * (bottom - TOP), 1)

    parts = ['<text x="8" y="24">Simply Genius, two players: games won against greedy, 95 % interval</text>']
    for percent in range(round(100 * LOWEST), round(100 * HIGHEST) + 1, 10):
        y = up(percent / 100)
        width = 2.5 if percent == 50 else 1
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke-width="{width}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end" class="faint">{percent} %</text>')
    for minute in range(0, longest + 1, max(1, longest // 10)):
        parts.append(f'<text x="{across(minute)}" y="{bottom + 20}" text-anchor="middle" class="faint">{minute}</text>')
    middle = (LEFT + WIDTH - RIGHT) // 2
    parts.append(f'<text x="{middle}" y="{bottom + 42}" text-anchor="middle" class="faint">CPU-minutes</text>')
    band = [(across(point.minutes), up(point.low)) for point in points]
    band += [(across(point.minutes), up(point.high)) for point in reversed(points)]
    line = [(across(point.minutes), up(point.share)) for point in points]
    parts.append(f'<polygon points="{_listed(band)}" fill="#2c7a7b" opacity="0.22"/>')
    parts.append(f'<polyline points="{_listed(line)}" fill="none" stroke="#2c7a7b" stroke-width="2.5"/>')
    picture = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n<style>{STYLE}</style>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fdf9ee"/>\n{picture}\n</svg>\n'
    )


def _listed(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def main(arguments: list[str]) -> int:
    """Draw."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        Path(arguments[1]).write_text(drawn(read(Path(arguments[0]))), encoding="utf-8")
    except (ValueError, OSError) as problem:
        print(f"curve: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
