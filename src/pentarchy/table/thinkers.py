"""Bots and the adviser think in threads, a few at once, so that the table goes on meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from pentarchy import bots
from pentarchy.table.protocol import Suggestion

if TYPE_CHECKING:
    from pentarchy.bots import Bot
    from pentarchy.engine.match import Match
    from pentarchy.table.protocol import Level

log = logging.getLogger("pentarchy.table")

# How many moves the adviser makes in thought: about half a second at most.
ADVICE = {"kingdomino": 40_000, "genius": 200_000, "scuffle": 50_000, "kingems": 50_000, "color_kingdoms": 12_000}
SUGGESTIONS = 3


class Thinkers:
    """The threads in which thinking is done."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="thinker")

    def bot(self, level: Level, seed: bytes, seat: int) -> Bot:
        """The bot of a seat. Nobody can foresee its choices, and the same match makes the same ones."""
        digest = hashlib.sha256(b"bot %d of " % seat + seed).digest()
        return bots.load(level, seed=int.from_bytes(digest[:7], "big"))

    async def choose(self, bot: Bot, match: Match, seat: int) -> str:
        """A move of a bot, in notation. `match` must be the caller's own copy."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _choose, bot, match, seat)

    async def advise(self, match: Match, seat: int) -> list[Suggestion]:
        """The best moves of a seat as far as it can know; the same position gives the same advice."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _advise, match, seat)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(bot: Bot, match: Match, seat: int) -> str:
    try:
        return str(bot.choose(match, seat))
    except Exception:  # a game must not stand still because a bot fails
        log.exception("bot %s failed in %s", bot.name, match.game.name)
        return str(match.legal(seat)[0])


def _advise(match: Match, seat: int) -> list[Suggestion]:
    adviser = bots.load("search", seed=0, moves=ADVICE[match.game.name])
    found = adviser.analyse(match, seat).candidates[:SUGGESTIONS]
    return [
        Suggestion(move=each.move, points=each.points, win_share=each.win_share, visits=each.visits) for each in found
    ]
