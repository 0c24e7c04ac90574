"""What a game offers to its bots, by name: stand-ins that templates call and each game's own functions replace.

`contests.py` and `tree.py` import these names, so that a reader, and an editor, can go from a call to what it
promises. Each game gets a copy of the templates in which its rules (`engine/spec.py`) and its knowledge
(its knowledge.py) stand in their place (`kernel.bind`). What is called here itself has not been bound, and says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# --- Of the rules -----------------------------------------------------------------------------------------------------

STATE: np.dtype[Any] = np.dtype(np.uint8)  # the layout of a state


def begin(s: Any, config: Any) -> None:
    """Set up a new game with the options in `config`."""
    raise UnboundError("begin")


def to_act(s: Any) -> int:
    """The seat to act (the lowest where several act at once), CHANCE or OVER."""
    raise UnboundError("to_act")


def legal(s: Any, seat: int, actions: Any) -> int:
    """Write the legal actions of a seat; return how many."""
    raise UnboundError("legal")


def apply(s: Any, seat: int, action: int) -> None:
    """Carry out a legal action, or with seat CHANCE an outcome."""
    raise UnboundError("apply")


def draw(s: Any, rng: Any) -> int:
    """An outcome of chance, as likely as the rules make it."""
    raise UnboundError("draw")


def settle(s: Any, rng: Any) -> int:
    """Let chance act until somebody must decide or the game is over; return who."""
    raise UnboundError("settle")


def pick(s: Any, seat: int, rng: Any, actions: Any) -> int:
    """A uniformly random legal action."""
    raise UnboundError("pick")


def scores(s: Any, points: Any) -> None:
    """Write the points of every seat as if the game ended now."""
    raise UnboundError("scores")


def merit(s: Any, merits: Any) -> None:
    """Write one number per seat by which places are decided: higher is better, equal shares the place."""
    raise UnboundError("merit")


def redeal(s: Any, observer: int, rng: Any) -> None:
    """Draw anew what a seat cannot see, as likely as it is for that seat."""
    raise UnboundError("redeal")


# --- Of the knowledge -------------------------------------------------------------------------------------------------

CHANCE_IN_TREE = False  # whether what chance brings makes another node
OWN_DECISIONS_ONLY = False  # whether the tree ends where somebody else is to decide
HORIZON = 0  # after how many more stages a playout stops; 0: never


def appraise(s: Any, seat: int, rng: Any, actions: Any, values: Any) -> int:
    """Write the legal actions and what each seems to be worth; return how many."""
    raise UnboundError("appraise")


def forget(s: Any, seat: int, share: int, rng: Any) -> None:
    """Lose some of what a seat remembers, `share` per cent of it. Only where a game is about memory."""
    raise UnboundError("forget")


class UnboundError(TypeError):
    """A template was called as it stands."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is a stand-in: call the function that kernel.bind has made for a game")
