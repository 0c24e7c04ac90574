"""Plain numbers of what has happened in this process since it began; `metrics` tells them when somebody asks."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter


class Durations:
    """How long something took, counted in steps."""

    def __init__(self, *steps: float) -> None:
        self.steps = steps  # seconds
        self.counts = [0] * (len(steps) + 1)  # up to each step, and beyond the last
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(self.steps, seconds)] += 1
        self.total += seconds

    def cumulative(self) -> list[tuple[str, float]]:
        """How often it took at most so long."""
        found, count = [], 0
        for step, here in zip((*map(str, self.steps), "+Inf"), self.counts, strict=True):
            count += here
            found.append((step, float(count)))
        return found


class Tally:
    """What has happened."""

    def __init__(self) -> None:
        self.moves = 0  # of people and bots
        self.thoughts: Counter[str] = Counter()  # by where they were thought; `returned` were to be elsewhere first
        self.rejected: Counter[str] = Counter()  # commands and requests that were refused, by reason
        self.answers: Counter[tuple[str, int]] = Counter()  # by method and status
        self.commits = Durations(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
        self.lag = Durations(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


tally = Tally()
