"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from pentarchy import IllegalMove
from pentarchy.envs import pettingzoo
from tests.variants import every_variant, one_variant_each

variant = pytest.mark.parametrize(("name", "options"), every_variant())
each_game = pytest.mark.parametrize(("name", "options"), one_variant_each())


@variant
def test_pettingzoo_finds_nothing_wrong(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it knows dicts with masks by the names of its own games only
        api_test(pettingzoo.env(name, **options), num_cycles=200)
        seed_test(functools.partial(pettingzoo.env, name, **options), num_cycles=100)


@each_game
def test_pettingzoo_can_draw_it(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    is_svg = {"svg": lambda drawing: drawing.startswith("<svg")}
    render_test(functools.partial(pettingzoo.env, name, **options), custom_tests=is_svg)


@variant
def test_a_whole_game_is_the_simulation_with_the_same_seed(name: str, options: dict[str, Any]) -> None:
    env = pettingzoo.env(name, **options)
    env.reset(seed=3)
    alone = env.game.simulation(3)
    choice, seen = np.random.default_rng(2), np.empty(env._sight.numbers, np.float32)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        total[agent] += reward
        if ended:
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        assert seat == alone.seat
        assert sorted(alone.actions.tolist()) == np.flatnonzero(observation["action_mask"]).tolist()
        env.game.kernel.observe(alone.buffer, seat, seen)
        assert (observation["observation"] == seen).all()
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        action = choice.choice(alone.actions)
        env.step(action)
        alone.step(action)
    assert not env.agents
    assert list(total.values()) == env._sight.rewards(alone.buffer)


def test_an_illegal_action_changes_nothing() -> None:
    env = pettingzoo.env("kingdomino", players=3)
    env.reset(seed=1)
    before, agent = env._simulation.buffer.tobytes(), env.agent_selection
    wrong: list[Any] = [724, -1, None, 1.0, "claim 5"]
    for action in wrong:
        with pytest.raises(IllegalMove):
            env.step(action)
        assert (env._simulation.buffer.tobytes(), env.agent_selection) == (before, agent)


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        pettingzoo.env("chess")
    with pytest.raises(ValueError, match="players is one of 2, 3, 4, not 5"):
        pettingzoo.env("genius", players=5)
    with pytest.raises(ValueError, match="render_mode is None or one of"):
        pettingzoo.env("genius", render_mode="film")
    with pytest.raises(ValueError, match="seed is a whole number"):
        pettingzoo.env("genius").reset(seed="x")  # type: ignore[arg-type]
