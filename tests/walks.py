"""Random walks through matches, the ground that most common tests stand on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer


def walk(game: Game, seed: int) -> Iterator[Match]:
    """The same match before every decision, and once more when it is over."""
    match = game.start(seed)
    choice = random.Random(seed)
    while not match.over:
        yield match
        seat = choice.choice(match.to_act)
        match.play(choice.choice(match.legal(seat)), seat)
    yield match


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
