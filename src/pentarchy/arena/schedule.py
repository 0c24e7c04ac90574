"""Who plays whom, where they sit, and with what luck. All of it follows from the settings and the number of a game."""

from __future__ import annotations

import functools
import hashlib
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game

Seats = tuple[str, ...]  # the bot in every seat


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played."""

    index: int
    deal: int
    seats: Seats
    chance_seed: int
    bot_seeds: tuple[int, ...]


class Schedule(msgspec.Struct, frozen=True):
    """All games of a tournament, without end. Game number n is the same in every tournament with these settings.

    A round is one deal: the same luck for every line-up in every rotation of its seats.
    """

    game: str
    options: dict[str, Any]
    bots: Seats
    seed: int

    @property
    def round(self) -> tuple[Seats, ...]:
        """The seatings that every deal is played with."""
        return seatings(self.bots, self.options["players"])

    def whole_rounds(self, games: int) -> int:
        """So many games, rounded up to whole rounds."""
        return -(-games // len(self.round)) * len(self.round)

    def pairing(self, index: int) -> Pairing:
        """Game number `index`."""
        deal, place = divmod(index, len(self.round))
        seats = self.round[place]
        bot_seeds = tuple(derived_seed(self.seed, deal, seat, bot) for seat, bot in enumerate(seats))
        return Pairing(index, deal, seats, derived_seed(self.seed, deal), bot_seeds)


def schedule_of(game: Game, bots: Sequence[str], seed: int) -> Schedule:
    """The schedule of a tournament; ValueError where there can be none."""
    from pentarchy.bots import load

    for bot in bots:
        load(bot, seed=0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(1 << 63) <= seed < 1 << 63:
        raise ValueError(f"seed is an int of at most 64 bits, not {seed!r}")
    schedule = Schedule(game.name, dict(game.options), tuple(bots), seed)
    seatings(schedule.bots, game.players)
    return schedule


@functools.cache
def seatings(bots: Seats, players: int) -> tuple[Seats, ...]:
    """Every line-up in every distinct rotation of its seats."""
    return tuple(seats for lineup in lineups(bots, players) for seats in rotations(lineup))


def lineups(bots: Seats, players: int) -> list[Seats]:
    """Every choice of as many bots as there are players; the order in a line-up does not make another one."""
    if len(bots) < players:
        raise ValueError(
            f"{players} players need at least {players} bots, not {len(bots)} ({', '.join(bots)}): name more bots"
            " (the same one may be named again) or choose fewer players"
        )
    found: dict[Seats, Seats] = {}
    for lineup in combinations(bots, players):
        found.setdefault(tuple(sorted(lineup)), lineup)
    return list(found.values())


def rotations(lineup: Seats) -> list[Seats]:
    """The line-up moved on seat by seat, as long as something changes."""
    return list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(len(lineup))))


def derived_seed(*parts: int | str) -> int:
    """A number below 2^63 that depends on all parts; near parts give unlike numbers."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
