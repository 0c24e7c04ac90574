"""Gymnasium's own checks, and what they do not look at."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from pentarchy import IllegalMove
from pentarchy.envs.gymnasium import SeatEnv, env_id
from pentarchy.envs.gymnasium_batch import BatchEnv
from pentarchy.games import NAMES

every_game = pytest.mark.parametrize("name", NAMES)


def played(env: SeatEnv, seed: int, steps: int = 400) -> list[Any]:
    """What a learner meets that takes any legal action, by a seed."""
    choice = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    met: list[Any] = [observation]
    for _ in range(steps):
        action = int(choice.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, ended, cut, info = env.step(action)
        met += [action, observation, reward]
        assert not cut
        if ended:
            break
    return met


@every_game
def test_gymnasium_finds_nothing_to_complain_of(name: str) -> None:
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        check_env(gymnasium.make(env_id(name), opponents="random", render_mode="ansi").unwrapped)
    # The only way to draw that Gymnasium does not know is SVG.
    assert [str(each.message) for each in complaints if "svg" not in str(each.message)] == []


@every_game
def test_the_same_seed_is_the_same_game(name: str) -> None:
    one, other, third = (played(SeatEnv(name, opponents="greedy"), seed) for seed in (3, 3, 4))
    assert len(one) == len(other)
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert len(one) != len(third) or not all(np.array_equal(a, b) for a, b in zip(one, third, strict=True))


@every_game
def test_a_game_ends_with_what_the_place_is_worth(name: str) -> None:
    env = SeatEnv(name, seat=1, opponents="random")
    *_, reward = played(env, 1, steps=5000)
    assert env._match is not None
    result = env._match.result
    assert result is not None
    assert reward == (result.ranks[1] < result.ranks[0]) - (result.ranks[1] > result.ranks[0])
    with pytest.raises(IllegalMove, match="reset"):
        env.step(0)


@pytest.mark.parametrize("bot", ["random", "greedy", "novice", "adept", "expert", "search:10"])
def test_any_bot_can_be_met(bot: str) -> None:
    env = SeatEnv("scuffle", players=3, seat=2, opponents=["greedy", bot])
    assert len(played(env, 5)) > 1
    assert env.opponents == {0: "greedy", 1: bot}


def test_who_plays_alone_plays_for_points() -> None:
    env = SeatEnv("color_kingdoms", players=1)
    *_, reward = played(env, 1, steps=5000)
    assert env._match is not None
    assert env._match.result is not None
    assert reward == env._match.result.scores[0]


def test_an_illegal_action_loses_or_is_an_error() -> None:
    env = SeatEnv("kingdomino")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended) == (-1.0, True)
    assert "may not play" in info["illegal"]
    strict = SeatEnv("kingdomino", illegal="error")
    strict.reset(seed=1)
    before = strict._buffer().tobytes()
    for action in (wrong, -1, 10_000):
        with pytest.raises(IllegalMove):
            strict.step(action)
        assert strict._buffer().tobytes() == before
    with pytest.raises(ValueError, match="action is a whole number"):
        strict.step(1.5)  # type: ignore[arg-type]
    assert (strict.action_masks() == info["action_mask"]).all()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"seat": 2}, "seat is a number from 0 to 1, not 2"),
        ({"opponents": "nobody"}, "there is no bot 'nobody'"),
        ({"opponents": ["random", "random"]}, "1 opponents are needed, or one name for all, not 2"),
        ({"opponents": 7}, "opponents is a list such as"),
        ({"illegal": "shrug"}, "illegal is one of lose, error, not 'shrug'"),
        ({"render_mode": "smell"}, "render_mode is None or one of human, ansi, svg, rgb_array, not 'smell'"),
        ({"players": 9}, "players is one of 2, 3, 4, not 9"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_reason(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        SeatEnv("kingdomino", **wrong)


@every_game
def test_a_game_is_drawn_in_every_way(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawings = {}
    for mode in SeatEnv.metadata["render_modes"]:
        env = SeatEnv(name, render_mode=mode)
        assert env.render() is None
        env.reset(seed=1)
        drawings[mode] = env.render()
    assert drawings["human"] is None
    assert drawings["ansi"] in capsys.readouterr().out
    assert drawings["svg"].startswith("<svg")
    picture = drawings["rgb_array"]
    assert (picture.dtype, picture.ndim, picture.shape[2]) == (np.uint8, 3, 3)
    assert len(np.unique(picture.astype(np.int64) @ (1 << 16, 1 << 8, 1))) > 10, "colours"


# --- Many at once -----------------------------------------------------------------------------------------------------


@every_game
def test_many_games_are_made_by_their_id(name: str) -> None:
    envs = gymnasium.make_vec(env_id(name), num_envs=3, opponents="random", threads=2)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = envs.reset(seed=4)
    choice = np.random.default_rng(1)
    for _ in range(30):
        assert observations in envs.observation_space
        assert (envs.unwrapped.batch.seats == 0).all()  # type: ignore[attr-defined]
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observations, rewards, ends, cuts, info = envs.step(actions)
        assert (observations.shape[0], rewards.shape, ends.shape, cuts.any()) == (3, (3,), (3,), False)
    envs.close()


def test_a_game_of_many_shows_its_end_and_goes_on() -> None:
    envs = BatchEnv("scuffle", 4, seat=1, opponents=["greedy", "random"], players=3)
    seen, info = envs.reset(seed=2)
    choice = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        kept = seen.copy()
        before = seen
        seen, rewards, ends, _, info = envs.step(
            np.array([choice.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        )
        assert (before == kept).all()
        assert not rewards[~ends].any()
        for game in np.flatnonzero(ends):
            ended += 1
            assert info["_final_obs"][game]
            assert (info["final_obs"][game] == envs.batch.final_observations(1)[game]).all()
            assert not (info["final_obs"][game] == seen[game]).all()
            scores = info["final_info"]["scores"][game]
            assert rewards[game] >= 0 or scores[1] <= max(scores)
    assert ended > 10


def test_of_many_games_none_changes_when_one_action_is_illegal() -> None:
    envs = BatchEnv("kingdomino", 2)
    _, info = envs.reset(seed=2)
    before = envs.batch.save()
    fine = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
    for wrong in (724, -1, 5000):
        with pytest.raises(IllegalMove):
            envs.step(np.array([fine[0], wrong]))
        assert envs.batch.save() == before
    with pytest.raises(ValueError, match="many games at once are played against random and greedy, not 'master'"):
        BatchEnv("kingdomino", 2, opponents="master")


def test_arrays_may_be_used_again() -> None:
    envs = BatchEnv("genius", 2, copy=False, render_mode="svg")
    seen, _ = envs.reset(seed=1)
    assert seen is envs.batch.observations
    assert all(drawing.startswith("<svg") for drawing in envs.render())
