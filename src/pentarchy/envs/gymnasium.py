"""Gymnasium: one seat learns, bots take the others.

Importing this module registers `pentarchy/Kingdomino-v0` and the like. `gymnasium.make` gives a game against any bots
by their names, `gymnasium.make_vec` many at once against bots that decide at a glance (gymnasium_batch.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

import pentarchy
from pentarchy import bots
from pentarchy.engine.checks import quoted, texts, whole_number
from pentarchy.engine.kernel import load_bytes
from pentarchy.envs.common import HIGHEST, RENDER_MODES, Array, Sight, checked_mode, checked_seat, drawn
from pentarchy.errors import IllegalMove
from pentarchy.games import NAMES, spec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

ON_ILLEGAL = ("lose", "error")
LOST = -1.0  # what an illegal action brings


class SeatEnv(gymnasium.Env[Array, int]):
    """One game as one seat sees it; the others are bots. The mask of legal actions is in the info, as `action_mask`.

    opponents: one name for all others, or a list in the order of their seats (docs/bots.md)
    illegal: what an illegal action does: "lose" the game at once, or raise an "error" and change nothing
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if illegal not in ON_ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(ON_ILLEGAL)}, not {quoted(illegal)}")
        self.game = pentarchy.load(game, **options)
        self.seat = checked_seat(self.game, seat)
        self.opponents = checked_opponents(self.game, self.seat, opponents)
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self._sight = Sight(self.game)
        self.observation_space, self.action_space = spaces_of(self.game)  # type: ignore[assignment]
        self._match: Match | None = None
        self._lost = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game; chance and the bots have already acted up to the learner's first decision."""
        super().reset(seed=seed)
        luck, *seeds = self.np_random.integers(1 << 62, size=1 + self.game.players).tolist()
        self._bots = {other: bots.load(name, seed=seeds[other]) for other, name in self.opponents.items()}
        self._match, self._lost = self.game.start(luck), False
        self._let_others_play()
        observation, mask = self._look()
        return observation, {"action_mask": mask}

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action and let the others play until it is to act again or the game is over."""
        if self._match is None or self._match.over or self._lost:
            raise IllegalMove("there is no game, or it is over: reset() begins one")
        try:
            self._match.play(self._move(action), self.seat)
        except IllegalMove as problem:
            return self._refused(problem)
        self._let_others_play()
        observation, mask = self._look()
        reward = self._sight.rewards(self._buffer())[self.seat] if self._match.over else 0.0
        return observation, reward, self._match.over, False, {"action_mask": mask}

    def action_masks(self) -> Array:
        """The mask by the name under which learners with masks ask for it."""
        return self._look()[1].astype(np.bool_)

    def render(self) -> Any:
        """What the learner sees, drawn."""
        return None if self._match is None else drawn(self._match, self.seat, self.render_mode)

    def _move(self, action: object) -> Any:
        code = whole_number("action", action)
        if not 0 <= code < self._sight.actions:
            raise IllegalMove(f"action {code} is not one from 0 to {self._sight.actions - 1}")
        return self.game.moves.moves[code]

    def _refused(self, problem: IllegalMove) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if self.illegal == "error":
            raise problem
        self._lost = True
        observation, mask = self._look()
        return observation, LOST, True, False, {"action_mask": mask, "illegal": str(problem)}

    def _let_others_play(self) -> None:
        assert self._match is not None
        while not self._match.over and (who := self.game.kernel.to_act(self._buffer())) != self.seat:
            self._match.play(self._bots[who].choose(self._match, who), who)

    def _look(self) -> tuple[Array, Array]:
        return self._sight.look(self._buffer(), self.seat)

    def _buffer(self) -> Array:
        assert self._match is not None
        return load_bytes(self._match.state(), self.game.spec.rules.STATE)


def spaces_of(game: Game) -> tuple[Box, Discrete]:
    """What is seen and what can be done."""
    rules = game.spec.rules
    return Box(0.0, HIGHEST, (rules.OBSERVATION,), np.float32), Discrete(rules.ACTIONS)


def checked_opponents(game: Game, seat: int, opponents: str | Sequence[str]) -> dict[int, str]:
    """The bots of all other seats; a name that is none is refused now, not in the middle of a game."""
    others = [other for other in range(game.players) if other != seat]
    given = [opponents] * len(others) if isinstance(opponents, str) else opponents
    names = texts("opponents", given, "['greedy', 'random']")
    if len(names) != len(others):
        raise ValueError(f"{len(others)} opponents are needed, or one name for all, not {len(names)}")
    for name in names:
        bots.load(name)
    return dict(zip(others, names, strict=True))


def env_id(name: str) -> str:
    """The id of a game: its title without spaces."""
    return f"pentarchy/{spec(name).titles['en'].replace(' ', '')}-v0"


for _name in NAMES:
    gymnasium.register(
        env_id(_name),
        entry_point="pentarchy.envs.gymnasium:SeatEnv",
        vector_entry_point="pentarchy.envs.gymnasium_batch:BatchEnv",
        kwargs={"game": _name},
    )
