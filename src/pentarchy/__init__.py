"""Pentarchy: five family board games about kings and colours, as exact rules, bots and a table to play at.

    >>> import pentarchy
    >>> match = pentarchy.load("kingdomino", players=2).start(seed=7)
    >>> match.to_act
    (0,)

The heavy parts are loaded when they are first used, so that importing the package is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pentarchy import sources  # noqa: F401 (before all others: it notes what they are read from)
from pentarchy.errors import CannotUndo, IllegalMove, PositionError, RecordError

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.record import Verdict

__version__ = "0.2.0"
__all__ = [
    "CannotUndo",
    "IllegalMove",
    "PositionError",
    "RecordError",
    "games",
    "load",
    "replay",
    "verify",
]


if TYPE_CHECKING:

    def games() -> dict[str, Game]:
        """Every game by its name, with its default options."""

else:
    from pentarchy import games  # the package of games, which can be called


def load(name: str, **options: Any) -> Game:
    """A game with the options chosen; an unknown game or option, or a wrong value, is a ValueError that names it."""
    return _load(name, options)


def _load(name: str, options: dict[str, Any]) -> Game:
    """The same with the options as they were read from somewhere: there may be one that is called `name`."""
    from pentarchy.engine.game import Game
    from pentarchy.games import spec

    return Game(spec(name), options)


def replay(record: dict[str, Any] | str | bytes, seed: int | bytes | None = None) -> Match:
    """The match that a record describes; an unfinished one needs its `seed` to be played on."""
    from pentarchy.engine import record as records

    return records.replay(record, _load, seed)


def verify(record: dict[str, Any] | str | bytes, receipt: dict[str, Any] | str | bytes | None = None) -> Verdict:
    """Whether every draw of a finished record follows from the seed that was committed to before the first one.

    With the receipt of a page: also whether the seed is made of what that page was shown, and of its own number.
    """
    from pentarchy.engine import record as records

    return records.verify(record, _load, receipt)


def __getattr__(name: str) -> Any:
    if name in ("bots", "envs", "lab", "testing"):
        import importlib

        return importlib.import_module(f"pentarchy.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
