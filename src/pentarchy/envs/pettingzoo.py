"""PettingZoo: every seat is an agent, and they act one after the other (AEC).

    from pentarchy.envs import pettingzoo

    env = pettingzoo.env("kingdomino", players=3)

What an agent observes is a dict of `observation` (numbers) and `action_mask`. An illegal action is an IllegalMove and
changes nothing. Rewards come at the end: see docs/envs.md. Where several seats may act at once (Colour Kingdoms), they
do so in turn order, which makes no difference to what comes of it.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

import pentarchy
from pentarchy.engine.checks import whole_number
from pentarchy.envs.common import HIGHEST, RENDER_MODES, Array, Sight, checked_mode, drawn


class TableEnv(AECEnv[str, dict[str, Array], int]):  # type: ignore[misc]
    """One game in which every seat is played from outside."""

    def __init__(self, game: str, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.game = pentarchy.load(game, **options)
        self.metadata = {
            "name": f"pentarchy_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._sight = Sight(self.game)
        self._simulation = self.game.simulation(secrets.randbits(62))
        seen = Box(0.0, HIGHEST, (self._sight.numbers,), np.float32)
        mask = Box(0, 1, (self._sight.actions,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self._sight.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can do, now or at another time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed with the luck that follows on the last game's."""
        if seed is not None:
            self._simulation = self.game.simulation(whole_number("seed", seed))
        else:
            self._simulation.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._simulation.seat]

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is selected; None takes an agent away whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._simulation.step(action)  # type: ignore[arg-type] # which refuses what is no action
        self._cumulative_rewards[agent] = 0.0
        if self._simulation.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._simulation.seat]

    def _end(self) -> None:
        won = self._sight.rewards(self._simulation.buffer)
        for agent, reward in zip(self.possible_agents, won, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent sees, and what it may do: nothing unless it is selected."""
        tensor, mask = self._sight.look(self._simulation.buffer, self._seats[agent])
        return {"observation": tensor, "action_mask": mask}

    def render(self) -> Any:
        """What the agent that is selected sees, drawn."""
        match = self.game.resume(self._simulation.buffer.tobytes(), ())
        return drawn(match, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


env = raw_env = TableEnv
