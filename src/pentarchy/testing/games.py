"""What holds in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pentarchy.engine.game import Game

# Each of these adds its checks.
from pentarchy.testing import declaring, playing, recording, seeing, writing  # noqa: F401
from pentarchy.testing.registry import GAME_CHECKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pentarchy.engine.spec import Spec


def check_game(spec: Spec | str, variants: Iterable[Mapping[str, Any]] = ({},)) -> None:
    """Make all checks of a game in all its variants; the first that fails is an AssertionError that names both."""
    for options in variants:
        game = game_of(spec, options)
        for name, each in GAME_CHECKS.items():
            try:
                each(game)
            except AssertionError as error:
                raise AssertionError(f"{game!r}: {name.replace('_', ' ')}: {error}") from error


def game_of(spec: Spec | str, options: Mapping[str, Any]) -> Game:
    """A game of Pentarchy by its name, or anybody's by its spec."""
    if isinstance(spec, str):
        from pentarchy.games import spec as known

        spec = known(spec)
    return Game(spec, options)
