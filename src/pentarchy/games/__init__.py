"""The registry of games. A new game is one folder beside this file and one line here."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Spec

NAMES = ("kingdomino", "genius", "scuffle", "kingems", "color_kingdoms")


def spec(name: str) -> Spec:
    """What the engine needs to know of a game."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    found: Spec = importlib.import_module(f"pentarchy.games.{name}").SPEC
    return found


class _CallableModule(ModuleType):
    """Lets `pentarchy.games()` list the games although `pentarchy.games` is this package."""

    def __call__(self) -> dict[str, Game]:
        """Every game by its name, with its default options."""
        from pentarchy.engine.game import Game

        return {name: Game(spec(name), {}) for name in NAMES}


sys.modules[__name__].__class__ = _CallableModule
