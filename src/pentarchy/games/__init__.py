"""The registry of games. A new game is one folder beside this file and one line here."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pentarchy.engine.spec import Spec

NAMES = ("kingdomino",)


def spec(name: str) -> Spec:
    """What the engine needs to know of a game."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    found: Spec = importlib.import_module(f"pentarchy.games.{name}").SPEC
    return found
