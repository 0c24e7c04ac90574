"""How long a search may think about a decision."""

from __future__ import annotations

import math
import re

import msgspec

WRITTEN = re.compile(r"(?P<iterations>\d+)|(?P<moves>\d+)moves|(?P<seconds>\d+(?:\.\d+)?)s")
ENDLESS = 1 << 62


class Budget(msgspec.Struct, frozen=True):
    """Iterations, or the moves that are made in all of them together, or a time.

    A playout from the beginning of a game makes many moves and one from its end a few, so with a number of moves every
    decision takes about as long, and late ones are looked at in more iterations.
    """

    iterations: int | None = None
    moves: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        if sum(given is not None for given in (self.iterations, self.moves, self.seconds)) != 1:
            raise ValueError("a search needs one budget: iterations, moves or seconds")
        for name, number in (("iterations", self.iterations), ("moves", self.moves)):
            if number is not None and not (isinstance(number, int) and number >= 1):
                raise ValueError(f"{name} is a whole number of at least 1, not {number!r}")
        if self.seconds is not None and not (isinstance(self.seconds, int | float) and 0 < self.seconds < math.inf):
            raise ValueError(f"seconds is a number of more than 0, not {self.seconds!r}")

    @classmethod
    def read(cls, text: str) -> Budget:
        """A budget as it stands in the name of a bot."""
        read = WRITTEN.fullmatch(text)
        if read is None:
            raise ValueError(
                f"{text!r} is no number of iterations, as 400, nor of moves, as 30000moves, nor a time, as 0.5s"
            )
        if number := read["iterations"]:
            return cls(iterations=int(number))
        if number := read["moves"]:
            return cls(moves=int(number))
        return cls(seconds=float(read["seconds"]))

    def share(self, threads: int) -> Budget:
        """What each of several threads may use up."""
        if self.iterations is not None:
            return Budget(iterations=-(-self.iterations // threads))
        if self.moves is not None:
            return Budget(moves=-(-self.moves // threads))
        return self

    def left(self, iterations: int, moves: int) -> tuple[int, int]:
        """How many more iterations and moves may be made after these."""
        return (
            ENDLESS if self.iterations is None else self.iterations - iterations,
            ENDLESS if self.moves is None else self.moves - moves,
        )

    def used(self, iterations: int, moves: int, seconds: float) -> float:
        """The share that is used up, from 1 when nothing is left; some iterations may always be made."""
        if iterations == 0:
            return 0.0
        if self.iterations is not None:
            return iterations / self.iterations
        if self.moves is not None:
            return moves / self.moves
        assert self.seconds is not None
        return seconds / self.seconds
