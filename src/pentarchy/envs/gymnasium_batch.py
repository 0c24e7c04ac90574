"""Gymnasium: many games at once, in each of which one seat learns and bots take the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import pentarchy
from pentarchy.bots.policies import POLICIES
from pentarchy.engine.checks import quoted
from pentarchy.envs.batching import Batch
from pentarchy.envs.common import RENDER_MODES, Array, checked_mode, checked_seat, drawn
from pentarchy.envs.gymnasium import checked_opponents, spaces_of
from pentarchy.envs.stepping import STAY
from pentarchy.errors import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Sequence


class BatchEnv(VectorEnv[Array, Array, Array]):
    """Many games at once on `pentarchy.envs.batch`, each as one seat sees it.

    A game that is over is begun anew in the same step (see the metadata); what it showed last is `final_obs` in the
    info. An illegal action is an IllegalMove that names the game, and nothing has changed. With `copy=False` what is
    returned is overwritten by the next step.
    """

    metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        loaded = pentarchy.load(game, **options)
        self.seat = checked_seat(loaded, seat)
        self.opponents = checked_opponents(loaded, self.seat, opponents)
        if slow := [name for name in self.opponents.values() if name not in POLICIES]:
            raise ValueError(
                f"many games at once are played against {' and '.join(POLICIES)}, not {quoted(slow[0])};"
                ' gymnasium.make_vec(…, vectorization_mode="sync") takes any bot'
            )
        self.batch = Batch(loaded, num_envs, threads=threads)
        self.num_envs = self.batch.games
        self.render_mode = checked_mode(render_mode)
        self.single_observation_space, self.single_action_space = spaces_of(loaded)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._copy = copy
        self._rewards = np.zeros(self.num_envs, np.float64)
        self._ends = np.zeros(self.num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin all games anew."""
        super().reset(seed=seed)
        self.batch.seed(int(self.np_random.integers(1 << 62)))
        self._let_others_play()
        return self._given(self.batch.observations), {"action_mask": self._given(self.batch.masks)}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Carry out the learner's action in every game, and let the others play until it is to act again."""
        if self.num_envs and np.any(np.asarray(actions) == STAY):
            raise IllegalMove(f"action {STAY} is not one from 0 to {self.batch.masks.shape[1] - 1}")
        self._rewards[:], self._ends[:] = 0.0, False
        self._step(actions)
        self._let_others_play()
        info: dict[str, Any] = {"action_mask": self._given(self.batch.masks)}
        if self._ends.any():
            info |= self._last_looks()
        never = np.zeros(self.num_envs, np.bool_)
        return self._given(self.batch.observations), self._given(self._rewards), self._given(self._ends), never, info

    def render(self) -> tuple[Any, ...]:
        """What the learner sees in every game, drawn."""
        return tuple(drawn(self.batch.match(game), self.seat, self.render_mode) for game in range(self.num_envs))

    def _step(self, actions: Array) -> None:
        self.batch.step(actions)
        self._rewards += self.batch.rewards[:, self.seat]
        self._ends |= self.batch.ends

    def _let_others_play(self) -> None:
        while (self.batch.seats != self.seat).any():
            actions = np.full(self.num_envs, STAY)
            for name in set(self.opponents.values()):
                seats = [other for other, bot in self.opponents.items() if bot == name]
                actions = np.maximum(actions, self.batch.choose(name, np.isin(self.batch.seats, seats)))
            self._step(actions)

    def _last_looks(self) -> dict[str, Any]:
        final = np.full(self.num_envs, None, object)
        seen = self.batch.final_observations(self.seat)
        for game in np.flatnonzero(self._ends):
            final[game] = seen[game]
        scores = {"scores": self.batch.scores.copy(), "_scores": self._ends.copy()}
        return {"final_obs": final, "_final_obs": self._ends.copy(), "final_info": scores}

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array
