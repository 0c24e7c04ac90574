"""What a game offers to the engine, by name: stand-ins that templates call and each game's own functions replace.

`play.py` here, and the templates of bots and environments, import these names, so that a reader, and an editor, can go
from a call to what it promises. Each game gets a copy of the templates in which its own functions stand in their place
(`kernel.bind`); `spec.py` says in which file of a game they are. What is called here itself has not been bound, and
says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from pentarchy.engine.kinds import (
        Action,
        Actions,
        Choices,
        Drawn,
        Events,
        Generator,
        Marks,
        Merits,
        Points,
        Record,
        Seat,
        State,
        Tensor,
        Weights,
    )

# --- Of the rules -----------------------------------------------------------------------------------------------------

STATE: np.dtype[Any] = np.dtype(np.uint8)  # the layout of a state
MAX_LEGAL = 0  # how many actions can be legal at once, at most


def begin(s: State, config: Choices) -> None:
    """Set up a new game with the options in `config`."""
    raise UnboundError("begin")


def to_act(s: State) -> Seat:
    """The seat to act (the lowest where several act at once), CHANCE or OVER."""
    raise UnboundError("to_act")


def legal(s: State, seat: Seat, actions: Actions) -> int:
    """Write the legal actions of a seat; return how many."""
    raise UnboundError("legal")


def apply(s: State, seat: Seat, action: Action) -> None:
    """Carry out a legal action, or with seat CHANCE an outcome."""
    raise UnboundError("apply")


def outcomes(s: State, codes: Actions, weights: Weights) -> int:
    """Write what chance may bring now and with which weights; return how many outcomes."""
    raise UnboundError("outcomes")


def draw(s: State, rng: Generator) -> Drawn:
    """An outcome of chance, as likely as the rules make it."""
    raise UnboundError("draw")


def scores(s: State, points: Points) -> None:
    """Write the points of every seat as if the game ended now."""
    raise UnboundError("scores")


def merit(s: State, merits: Merits) -> None:
    """Write one number per seat by which places are decided: higher is better, equal shares the place."""
    raise UnboundError("merit")


def redeal(s: State, observer: Seat, rng: Generator) -> None:
    """Draw anew what a seat cannot see, as likely as it is for that seat."""
    raise UnboundError("redeal")


def observe(s: State, seat: Seat, tensor: Tensor) -> None:
    """Write what a seat may see as numbers for a learner."""
    raise UnboundError("observe")


# Only where a game has such a thing:


def acting(s: State) -> int:
    """The seats that may act now, as a bit each; for games in which several act at once."""
    raise UnboundError("acting")


def between_games(s: State) -> bool:
    """Whether one game of a series has ended and the next has not begun."""
    raise UnboundError("between_games")


def suppose(s: State, seat: Seat) -> None:
    """Put in the place of what a seat does not know what it may suppose."""
    raise UnboundError("suppose")


# --- Of what is seen and told -----------------------------------------------------------------------------------------

# The layouts of what a game declares: a view, a fact, a refusal, a glimpse.
VIEW: np.dtype[Any] = np.dtype(np.uint8)
FACT: np.dtype[Any] = np.dtype(np.uint8)
REFUSAL: np.dtype[Any] = np.dtype(np.uint8)
GLIMPSE: np.dtype[Any] = np.dtype(np.uint8)


def see(s: State, seat: Seat, v: Record) -> None:
    """Fill in what a seat may see of a state as it may suppose it."""
    raise UnboundError("see")


def tell(before: State, after: State, seat: Seat, action: Action, fact: Record) -> None:
    """Fill in what an event did, as far as everybody may know who hears of it."""
    raise UnboundError("tell")


def refuse(s: State, seat: Seat, action: Action, refusal: Record) -> None:
    """Fill in why the seat to act may not do something, as far as it can know."""
    raise UnboundError("refuse")


# Only where a game has such a thing:


def foresee(v: Record, seat: Seat) -> None:
    """Take out of the view of a state that is only thought of what the seat could not know then."""
    raise UnboundError("foresee")


def hears(s: State, events: Events, seat: Seat, heard: Marks) -> None:
    """Mark those of all past events (seat and code) that a seat may be told."""
    raise UnboundError("hears")


def reveals(before: State, after: State) -> bool:
    """Whether a seat's move has brought something hidden to light."""
    raise UnboundError("reveals")


def glimpse(before: State, after: State, g: Record) -> bool:
    """Fill in what a move has shown to all for a moment; whether it has."""
    raise UnboundError("glimpse")


class UnboundError(TypeError):
    """A template was called as it stands."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is a stand-in: call the function that kernel.bind has made for a game")
