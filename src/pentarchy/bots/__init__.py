"""Bots: `random` plays any legal move, `greedy` takes what brings most at once."""

from __future__ import annotations

import functools
import importlib
import secrets
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from pentarchy.bots import play
from pentarchy.engine.facade import kernel_of
from pentarchy.engine.kernel import load_bytes, specialise
from pentarchy.engine.simulation import fast_generator

if TYPE_CHECKING:
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move, Spec

POLICIES = {"random": play.RANDOM, "greedy": play.GREEDY}


class Bot(Protocol):
    """Somebody who can be asked for a move."""

    name: str

    def choose(self, match: Match, seat: int | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""


def load(name: str, *, seed: int | None = None) -> Bot:
    """A bot by its name. The same seed makes the same choices; None takes a fresh one."""
    if name not in POLICIES:
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(POLICIES)}")
    return PolicyBot(name, secrets.randbits(64) if seed is None else seed)


class PolicyBot:
    """A bot that decides at a glance. It sees only what its seat may see: the rest is dealt anew before it looks."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._policy = POLICIES[name]
        self._rng = fast_generator(seed)

    def choose(self, match: Match, seat: int | None = None) -> Move:
        """A legal move for the seat, or for the one that is to act."""
        seat = match.sole_actor() if seat is None else seat
        legal = match.legal(seat)
        if not legal:
            raise ValueError(f"seat {seat} is not to act")
        spec = match.game.spec
        buffer = load_bytes(match.state(), spec.rules.STATE)
        kernel_of(spec).redeal(buffer, seat, self._rng)
        actions = np.empty(spec.rules.MAX_LEGAL, np.int64)
        action = policies_of(spec).choose(buffer, seat, self._policy, self._rng, actions)
        return match.game.moves.moves[int(action)]


class Policies:
    """The compiled policies of one game."""

    def __init__(self, spec: Spec) -> None:
        knowledge = importlib.import_module(f"pentarchy.bots.knowledge.{spec.name}")
        bound: dict[str, Any] = kernel_of(spec).bound | {"greedy": knowledge.greedy}
        bound["decide"] = specialise(play.decide_template, spec.name, bound)
        self.choose = specialise(play.choose_template, spec.name, bound)
        self.contest = specialise(play.contest_template, spec.name, bound)


@functools.cache
def policies_of(spec: Spec) -> Policies:
    """The one set of compiled policies of a game."""
    return Policies(spec)
