"""A bot in its seat, with the rule for programs that fail: `random` plays on for them."""

from __future__ import annotations

import contextlib
import csv
import time
from typing import TYPE_CHECKING

from pentarchy import bots
from pentarchy.bots.program import Fault, ProgramFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move


class Player:
    """A bot in its seat. After a fault its place is taken by `random`, to the end of the match."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.fault: Fault | None = None
        self._bot = bots.load(name, seed=seed)
        self._seed = seed

    @property
    def bot(self) -> bots.Bot:
        """Who decides now."""
        return self._bot

    @property
    def decider(self) -> str:
        """The name of the bot that decides now."""
        return self.name if self.fault is None else "random"

    def choose(self, match: Match, seat: int) -> Move:
        """A move for the seat."""
        try:
            return self._bot.choose(match, seat)
        except ProgramFault as error:
            self.fault = error.fault
            self._bot = bots.load("random", seed=self._seed)
            return self._bot.choose(match, seat)

    def timed(self, match: Match, seat: int) -> tuple[Move, float]:
        """A move for the seat, and how long it was thought about.

        That is CPU time of this thread; for a program, whose own is not known, time on the clock, without its start.
        """
        bot, before = self._bot, time.thread_time()
        move = self.choose(match, seat)
        outside: float | None = getattr(bot, "seconds", None)
        return move, time.thread_time() - before if outside is None else outside

    def close(self) -> None:
        """End the program, if it is one."""
        end = getattr(self._bot, "close", None)
        if end is not None:
            end()


@contextlib.contextmanager
def seated(names: Sequence[str], seeds: Sequence[int | None]) -> Iterator[list[Player]]:
    """Players for all seats of a match; programs are ended with it."""
    players = [Player(name, seed) for name, seed in zip(names, seeds, strict=True)]
    try:
        yield players
    finally:
        for player in players:
            player.close()


def places_after(ranks: Sequence[int], failed: Sequence[int]) -> tuple[int, ...]:
    """The places of a match when whoever has failed comes after all who have not."""
    order = [(seat in failed, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < own for other in order) for own in order)


def names_of(text: str) -> list[str]:
    """The names in a list such as `greedy,exec:./mybot`; one with a comma in it stands in double quotes."""
    try:
        [names] = csv.reader([text], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        raise ValueError(
            f"{text!r} is no list of bots: names are separated by commas, and a name with a comma in it stands in"
            ' double quotes, such as greedy,"exec:./mybot --sizes 1,2"'
        ) from None
    return [name.strip() for name in names] or [""]
