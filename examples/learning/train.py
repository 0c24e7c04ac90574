"""Learn Simply Genius by play against itself: python -m examples.learning.train [--minutes 20] [--folder FOLDER]

A run that was stopped goes on when the same command is given again. In the folder are `policy.npz`, which bot.py and
versus.py play by, `curve.jsonl` and `curve.svg`, how it went against greedy, and `checkpoint.pt`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from examples.learning import curve
from examples.learning.versus import versus
from pentarchy.engine.checks import whole_number

if TYPE_CHECKING:
    from examples.learning.ppo import Learner

MINUTE = 60.0
TEST_SEED = 1_000_003  # games that are no part of the learning


class Run:
    """One run in its folder."""

    def __init__(self, learner: Learner, folder: Path) -> None:
        self.learner = learner
        self.folder = folder
        self.points: list[curve.Point] = []
        self._begun = time.process_time()
        if self._checkpoint.exists():
            self.points = curve.read(self._curve)
            learner.restore(self._checkpoint)
            self.points = [point for point in self.points if point.updates <= learner.updates]
            self._begun -= self.points[-1].minutes * MINUTE if self.points else 0.0

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    @property
    def _curve(self) -> Path:
        return self.folder / "curve.jsonl"

    @property
    def minutes(self) -> float:
        """CPU-minutes since it began, those of earlier sittings and of trying it out included."""
        return (time.process_time() - self._begun) / MINUTE

    def learn(self, *, minutes: float, updates: int | None, every: int, games: int) -> None:
        """Go on until so many CPU-minutes are used or so many updates made; try it out and keep it now and then."""
        if not self.points:
            self._try_out(games)
        while self.minutes < minutes and (updates is None or self.learner.updates < updates):
            self.learner.update()
            if self.learner.updates % every == 0:
                self._try_out(games)
        if self.points[-1].updates != self.learner.updates:
            self._try_out(games)

    def _try_out(self, games: int) -> None:
        policy = self.learner.policy()
        score = versus(policy, games=games, seed=TEST_SEED)
        made = self.learner.updates, self.learner.steps
        shares = (round(share, 4) for share in score[1:])
        self.points.append(curve.Point(round(self.minutes, 2), *made, score.games, *shares))
        told = f"{self.minutes:6.1f} CPU-minutes, {made[1] / 1e6:6.1f} million decisions"
        print(f"{told}: greedy beaten in {score}", flush=True)
        # The checkpoint is last: what is written beside it is then never older.
        policy.save(self.folder / "policy.npz")
        curve.write(self._curve, self.points)
        (self.folder / "curve.svg").write_text(curve.drawn(self.points), encoding="utf-8")
        self.learner.save(self._checkpoint)


def options() -> argparse.ArgumentParser:
    """What the command understands."""
    found = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], prog="python -m examples.learning.train")
    found.add_argument("--minutes", type=float, default=20.0, help="CPU-minutes of the whole run (20)")
    found.add_argument("--updates", type=int, help="stop after so many; a seed then gives the same policy again")
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--folder", type=Path, default=Path("build/learning"), help="what is kept (build/learning)")
    found.add_argument("--every", type=int, default=100, help="updates between two tries against greedy (100)")
    found.add_argument("--games", type=int, default=2048, help="of each try (2048)")
    found.add_argument("--threads", type=int, default=1, help="of PyTorch; so small a network gains little by two (1)")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Learn, and say how it goes."""
    given = options().parse_args(arguments)
    try:
        import torch

        from examples.learning.ppo import Learner, Settings
    except ImportError:
        print("train: this needs PyTorch, which make learning installs (see docs/learning.md)", file=sys.stderr)
        return 2
    try:
        check(given)
        torch.set_num_threads(given.threads)
        given.folder.mkdir(parents=True, exist_ok=True)
        run = Run(Learner(Settings(seed=given.seed)), given.folder)
        run.learn(minutes=given.minutes, updates=given.updates, every=given.every, games=given.games)
    except (ValueError, OSError) as problem:
        print(f"train: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"train: stopped; the same command goes on from the last line above ({given.folder})", file=sys.stderr)
        return 130
    print(f"What was learnt is in {given.folder / 'policy.npz'}.")
    return 0


def check(given: argparse.Namespace) -> None:
    """Refuse numbers that make no sense before anything is written."""
    for name, least in (("updates", 0), ("every", 1), ("games", 2), ("threads", 1)):
        if getattr(given, name) is not None:
            whole_number(name, getattr(given, name), least=least)
    if not given.minutes > 0:
        raise ValueError(f"minutes is a number above 0, not {given.minutes}")


if __name__ == "__main__":
    sys.exit(main())
