"""What a program is told beside its view: a whole position in which nothing is what only others know."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.simulation import fast_generator

if TYPE_CHECKING:
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Position


def supposed(match: Match, seat: int) -> Position:
    """A whole position that fits all that a seat was shown: what it does not know is dealt anew, by chance alone."""
    buffer = load_bytes(match.state(), match.game.spec.rules.STATE)
    match.game.kernel.redeal(buffer, seat, fast_generator(secrets.randbits(63)))
    return match.game.resume(buffer.tobytes(), ()).position()
