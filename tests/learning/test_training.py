"""The worked example learns: a shortened run, and one that is broken off and goes on. This needs PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from examples.learning import curve, train
from examples.learning.policy import Policy
from examples.learning.ppo import Learner, Network, Settings
from examples.learning.versus import versus

from tests.sizes import covered

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.soak

TINY = Settings(games=16, steps=8, hidden=16, part=64)
SHORT = 400  # updates; about three CPU-minutes


def weights(policy: Policy) -> dict[str, Any]:
    return {name: weight.tolist() for name, weight in policy.weights.items()}


def test_a_shortened_run_beats_greedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "--folder",
        str(tmp_path),
        "--updates",
        str(SHORT),
        "--every",
        "100",
        "--games",
        "1024",
        "--minutes",
        "60",
    ]
    assert train.main(command) == 0
    points = curve.read(tmp_path / "curve.jsonl")
    covered(points[-1].steps, "decisions learnt from")
    assert [point.updates for point in points] == list(range(0, SHORT + 1, 100))
    assert points[-1].share > points[0].share
    score = versus(Policy.load(tmp_path / "policy.npz"), games=4096, seed=5)
    assert score.low > 0.5, score
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8") == curve.drawn(points)
    assert f"of {points[-1].games:,} games" in capsys.readouterr().out


def test_a_run_that_was_broken_off_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = Learner(TINY)
    for _ in range(4):
        whole.update()
    first = Learner(TINY)
    for _ in range(2):
        first.update()
    first.save(tmp_path / "checkpoint.pt")
    torch.manual_seed(99)
    second = Learner(TINY)
    second.restore(tmp_path / "checkpoint.pt")
    for _ in range(2):
        second.update()
    assert weights(second.policy()) == weights(whole.policy())
    assert second.updates == whole.updates == 4
    assert second.steps == 4 * 16 * 8


def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    command = ["--folder", str(tmp_path), "--every", "1", "--games", "16", "--updates"]
    assert train.main([*command, "2"]) == 0
    assert train.main([*command, "3"]) == 0
    points = curve.read(tmp_path / "curve.jsonl")
    assert [point.updates for point in points] == [0, 1, 2, 3]
    assert [point.minutes for point in points] == sorted(point.minutes for point in points)
    assert train.main([*command, "3"]) == 0, "nothing is left to do"
    assert curve.read(tmp_path / "curve.jsonl") == points


def test_a_checkpoint_of_another_run_or_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--folder", str(tmp_path), "--every", "1", "--games", "16", "--updates", "1"]
    assert train.main(command) == 0
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert train.main([*command, "--seed", "2"]) == 2
    assert "was learnt with" in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == kept
    (tmp_path / "checkpoint.pt").write_bytes(b"something else")
    assert train.main(command) == 2
    assert "is no checkpoint" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["--minutes 0", "--minutes nan", "--every 0", "--games 1", "--updates -1"])
def test_wrong_numbers_are_refused(wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(["--folder", str(tmp_path / "new"), *wrong.split()]) == 2
    assert f"train: {wrong.split()[0].removeprefix('--')} is" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_illegal_actions_are_never_likely() -> None:
    network = Network(hidden=8)
    torch.nn.init.normal_(network.choice.weight, std=50)
    masks = torch.tensor([[True, False, True, False], [False, True, False, False]])
    likely, worth = network(torch.randn(2, 65), masks)
    assert (likely.exp()[~masks] == 0).all()
    assert likely.exp().sum(dim=1).tolist() == pytest.approx([1, 1])
    assert (worth.abs() <= 1).all()
