"""The checks of games by their names, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.game import Game

    Check = Callable[[Game], None]

GAME_CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    """One more check of all games: it raises an AssertionError that says what is wrong."""
    GAME_CHECKS[function.__name__] = function
    return function
