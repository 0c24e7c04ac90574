"""Random walks through matches, the ground that most checks stand on."""

from __future__ import annotations

import contextlib
import random
from contextvars import ContextVar
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

    Walk = Callable[[Game, int], Iterator[Match]]

FEWEST = 12  # moments that a check looks at, if it does not say otherwise


def walk(game: Game, seed: int) -> Iterator[Match]:
    """The same match before every decision, and once more when it is over; by random moves, if nothing else is said."""
    return _walking.get()(game, seed)


@contextlib.contextmanager
def walking(way: Walk) -> Iterator[None]:
    """Let checks walk another way, such as where random players would go on for ever."""
    before = _walking.set(way)
    try:
        yield
    finally:
        _walking.reset(before)


def random_walk(game: Game, seed: int) -> Iterator[Match]:
    """A match by random moves."""
    match = game.start(seed)
    choice = random.Random(seed)
    while not match.over:
        yield match
        seat = choice.choice(match.to_act)
        match.play(choice.choice(match.legal(seat)), seat)
    yield match


_walking: ContextVar[Walk] = ContextVar("walking", default=random_walk)


def some_of(game: Game, seed: int, every: int, fewest: int = FEWEST, most: int | None = None) -> Iterator[Match]:
    """One moment of so many in a match, and its end; where that is but a few, of more matches, where many, of fewer."""
    seen = 0
    if most:
        every = max(every, sum(1 for _ in walk(game, seed)) // most)
    while seen < fewest:
        for number, match in enumerate(walk(game, seed)):
            if number % every == 0 or match.over:
                seen += 1
                yield match
        seed += 100


def finished(game: Game, seed: int) -> Match:
    """A match played to its end at random."""
    *_, match = walk(game, seed)
    return match


def with_state(match: Match, buffer: Buffer) -> Match:
    """A copy of a match that stands in another state."""
    twin = match.copy()
    twin._buffer = buffer
    return twin


def redealt(match: Match, observer: int, seed: int) -> Match:
    """A copy in which everything that `observer` cannot see has been dealt anew."""
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    rng = np.array([seed * 2 + 1], np.uint64)
    match.game.kernel.redeal(buffer, observer, rng)
    return with_state(match, buffer)
