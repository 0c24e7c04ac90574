"""The registry of games: every folder beside this file is one. Nothing else names them."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import MapsModule, Spec

# In the order in which lists show them; others follow by their names. Nothing depends on being here.
_SHOWN_FIRST = ("kingdomino", "genius", "scuffle", "kingems", "color_kingdoms")


def _found() -> tuple[str, ...]:
    """The names of all games. None of them is loaded by that: names are needed wherever little time is."""
    there = {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}
    return (*(name for name in _SHOWN_FIRST if name in there), *sorted(there - set(_SHOWN_FIRST)))


NAMES = _found()


def spec(name: str) -> Spec:
    """What the engine needs to know of a game."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    found: Spec | None = getattr(importlib.import_module(f"pentarchy.games.{name}"), "SPEC", None)
    if found is None:
        raise ValueError(f"the game in the folder {name!r} has no SPEC in its __init__.py")
    if found.name != name:
        raise ValueError(f"the game in the folder {name!r} calls itself {found.name!r}; the two must be the same")
    if found.knowledge is None:
        raise ValueError(
            f"the game {name!r} has no knowledge.py in its SPEC; without it no bot could sit at its tables"
        )
    return found


def played_on_maps() -> tuple[str, MapsModule]:
    """The game that is played on maps which people may bring, and what reads them."""
    for name in NAMES:
        for option in spec(name).options:
            if option.maps is not None:
                return name, option.maps
    raise ValueError("no game is played on maps")


class _CallableModule(ModuleType):
    """Lets `pentarchy.games()` list the games although `pentarchy.games` is this package."""

    def __call__(self) -> dict[str, Game]:
        """Every game by its name, with its default options."""
        from pentarchy.engine.game import Game

        return {name: Game(spec(name), {}) for name in NAMES}


sys.modules[__name__].__class__ = _CallableModule
