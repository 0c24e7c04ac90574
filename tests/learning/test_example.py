"""The worked example of docs/learning.md as far as it needs no PyTorch: what was learnt plays, and plays well."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from examples.learning import bot, curve, train, versus
from examples.learning.policy import BY_COLOUR, COLOURS, Policy, features
from examples.learning.rollout import Rollout

import pentarchy
from pentarchy.bots.players import seated
from pentarchy.bots.program import ProgramBot
from pentarchy.engine.kernel import load_bytes
from pentarchy.envs.common import Sight
from tests.sizes import covered, size
from tests.walks import walk

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples/learning"
NAME = f"exec@20s:{shlex.join([sys.executable, '-m', 'examples.learning.bot'])}"


@pytest.fixture(scope="module")
def learnt() -> Policy:
    return Policy.load(versus.LEARNT)


@pytest.mark.soak
def test_what_was_learnt_beats_greedy(learnt: Policy) -> None:
    games = size(2048, 40_000)
    score = versus.versus(learnt, games=games, seed=77)
    covered(games, "games of what was learnt")
    assert score.games == games
    assert score.low > 0.5, score


def test_the_picture_in_the_docs_is_that_of_the_run() -> None:
    drawn = (ROOT / "docs/pictures/learning.svg").read_text(encoding="utf-8")
    assert drawn == curve.drawn(curve.read(FOLDER / "curve.jsonl")), "python -m examples.learning.curve draws it anew"


def test_the_page_says_how_the_run_ended() -> None:
    points = curve.read(FOLDER / "curve.jsonl")
    last = points[-1]
    assert next(point.minutes for point in points if point.low > 0.5) <= 2, "after two minutes on one core"
    page = (ROOT / "docs/learning.md").read_text(encoding="utf-8")
    assert f"{last.share:.1%}".replace("%", " %") in page
    assert f"{last.steps / 1e6:.1f} million decisions" in page
    assert f"{last.minutes:.1f} CPU-minutes" in page


# --- What it sees -----------------------------------------------------------------------------------------------------


def test_a_program_sees_in_the_view_what_the_environment_tells_as_numbers() -> None:
    game = pentarchy.load("genius", players=2)
    sight, seen = Sight(game), 0
    for seed in range(3):
        for match in walk(game, seed):
            for seat in match.to_act:
                numbers, _ = sight.look(load_bytes(match.state(), game.spec.rules.STATE), seat)
                assert bot.observation(match.view(seat), seat)[0] == pytest.approx(numbers, abs=1e-6)
                seen += 1
    assert seen > 200


def test_which_colour_is_which_makes_no_difference() -> None:
    batch = pentarchy.envs.batch("genius", players=2, games=64, seed=3)
    for _ in range(40):
        batch.step(batch.choose("greedy"))
    order = np.random.default_rng(1).permutation(COLOURS)
    exchanged = batch.observations.copy()
    rows = batch.observations[:, :BY_COLOUR].reshape(64, -1, COLOURS)
    exchanged[:, :BY_COLOUR] = rows[:, :, order].reshape(64, BY_COLOUR)
    weights = 1000 * rows[:, 4] + 100 * rows[:, 1] + rows[:, 0]
    clear = np.array([len(set(row.tolist())) == COLOURS for row in weights])  # no two colours are alike
    assert clear.sum() > 10
    assert (features(exchanged) == features(batch.observations))[clear].all()
    assert not (exchanged == batch.observations)[clear].all()


def test_codes_of_moves_are_those_of_the_game() -> None:
    assert [str(move) for move in pentarchy.load("genius").moves.moves] == list(bot.MOVES)


# --- How it plays -----------------------------------------------------------------------------------------------------


def test_as_a_program_it_plays_as_it_does_in_a_batch(learnt: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    match = pentarchy.load("genius", players=2).start(seed=5)
    sight = Sight(match.game)
    with seated([NAME, "greedy"], [1, 1]) as players:
        while not match.over:
            seat = match.to_act[0]
            move = players[seat].choose(match, seat)
            if seat == 0:
                seen, mask = sight.look(load_bytes(match.state(), match.game.spec.rules.STATE), 0)
                assert str(move) == bot.MOVES[int(learnt.choose(seen[None], mask[None].astype(bool))[0])]
            match.play(move, seat)
    assert players[0].fault is None


@pytest.mark.parametrize(("name", "options"), [("scuffle", {}), ("genius", {"players": 3}), ("genius", {"series": 2})])
def test_what_it_has_not_learnt_it_refuses_to_play(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    match = pentarchy.load(name, **options).start(seed=5)
    with pytest.raises(pentarchy.bots.ProgramFault, match="it has learnt genius for two and no series"):
        ProgramBot(NAME).choose(match, match.to_act[0])


def test_only_legal_actions_are_chosen(learnt: Policy) -> None:
    batch = pentarchy.envs.batch("genius", players=2, games=200, seed=4)
    for _ in range(60):
        batch.step(learnt.choose(batch.observations, batch.masks))  # which would refuse any other


# --- How it learns ----------------------------------------------------------------------------------------------------


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    """Seat 0 acts twice, then seat 1, who wins; nobody expected anything. Then a new game begins."""
    rollout = Rollout.empty(4, pentarchy.envs.batch("genius", players=2, games=1))
    rollout.rewards[:, 0] = [0, 0, 1, 0]
    rollout.signs[:, 0] = [1, -1, 0, 1]
    assert rollout.advantages(smoothing=1.0)[:, 0].tolist() == [-1, -1, 1, 0]
    assert rollout.advantages(smoothing=0.5)[:, 0].tolist() == [-0.25, -0.5, 1, 0]
    rollout.worths[:, 0] = [-1, -1, 1, 0, 0]  # everybody knew
    assert not rollout.advantages(smoothing=0.5).any()


# --- What is wrong ----------------------------------------------------------------------------------------------------


def test_a_policy_is_kept_and_read_again(learnt: Policy, tmp_path: Path) -> None:
    learnt.save(tmp_path / "policy.npz")
    again = Policy.load(tmp_path / "policy.npz")
    assert all((again.weights[name] == weight).all() for name, weight in learnt.weights.items())
    assert [file.name for file in tmp_path.iterdir()] == ["policy.npz"]


def test_a_file_that_holds_no_policy_is_refused_with_the_reason(learnt: Policy, tmp_path: Path) -> None:
    file = tmp_path / "policy.npz"
    with pytest.raises(ValueError, match=r"policy\.npz holds no policy: .*No such file"):
        Policy.load(file)
    for content in (b"", b"no numbers", versus.LEARNT.read_bytes()[:5000]):
        file.write_bytes(content)
        with pytest.raises(ValueError, match="holds no policy"):
            Policy.load(file)
    for name, told in (("choice.bias", r"it has \["), ("body.0.weight", r"it has \[")):
        Policy({other: each for other, each in learnt.weights.items() if other != name}).save(file)
        with pytest.raises(ValueError, match=told):
            Policy.load(file)
    Policy(learnt.weights | {"body.2.weight": np.zeros((3, 3))}).save(file)
    with pytest.raises(ValueError, match=r"body\.2 is \(3, 3\)"):
        Policy.load(file)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.npz"], "nowhere.npz holds no policy"),
        (["--bot", "master"], "a batch chooses by 'random' or 'greedy', not by 'master'"),
        (["--games", "1"], "games is a whole number of at least 2, not 1"),
    ],
)
def test_what_cannot_be_tried_is_refused(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert versus.main(arguments) == 2
    assert told in capsys.readouterr().err


def test_trying_it_out_tells_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert versus.main(["--games", "64", "--bot", "random"]) == 0
    assert capsys.readouterr().out.endswith("of 64 games\n")


def test_a_curve_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "curve.jsonl").write_text(json.dumps({"minutes": "long"}))
    assert curve.main([str(tmp_path / "curve.jsonl"), str(tmp_path / "curve.svg")]) == 2
    assert "holds no learning curve" in capsys.readouterr().err
    assert not (tmp_path / "curve.svg").exists()
    assert curve.main([]) == 2


def test_without_pytorch_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "examples.learning.ppo", raising=False)
    assert train.main(["--folder", str(tmp_path / "new")]) == 2
    assert "this needs PyTorch, which make learning installs" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
