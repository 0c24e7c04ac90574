"""Bots and the adviser think in threads, a few at once, so that the table goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pentarchy import bots
from pentarchy.bots.levels import LEVELS, part_of
from pentarchy.table.protocol import Suggestion
from pentarchy.table.turns import Lane, Quota, Turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Hashable

    from pentarchy.bots import Bot
    from pentarchy.engine.match import Match
    from pentarchy.table.protocol import Level
    from pentarchy.table.turns import Asker

Found = TypeVar("Found")

# How many moves the adviser makes in thought: about half a second at most.
ADVICE = {"kingdomino": 40_000, "genius": 200_000, "scuffle": 50_000, "kingems": 50_000, "color_kingdoms": 12_000}
SUGGESTIONS = 3

LIMIT = 10.0  # seconds after which a thought is to come to an end
GRACE = 5.0  # more seconds, after which one that does not is given up
MOST_LOST = 4  # thoughts that were given up and go on nevertheless, before their places are missed
HINTS = (2, 8)  # that one person and one address may wait for at once
FIRST_REST = 1.0  # seconds that a bot is left alone after it has failed, and twice as long each time it fails again
LONGEST_REST = 600.0


class Overdue(Exception):  # noqa: N818
    """A thought did not come to an end."""


class Thought:
    """A place in a thread, for as long as its turn lasts."""

    def __init__(self, pool: ThreadPoolExecutor, limit: float) -> None:
        self._pool = pool
        self._limit = limit
        self._stop = threading.Event()
        self._deadline = 0.0
        self.work: asyncio.Future[Any] | None = None
        self.lost = False

    def must_end(self) -> bool:
        """Whether whoever thinks should come to an end; asked from their thread."""
        return self._stop.is_set() or time.monotonic() >= self._deadline

    def stop(self) -> None:
        """Nobody wants to know any longer."""
        self._stop.set()

    async def think(self, work: Callable[[Callable[[], bool]], Found]) -> Found:
        """Do some thinking, once per turn. `work` is given `must_end`, to be asked now and then."""
        self._deadline = time.monotonic() + self._limit
        self.work = doing = asyncio.get_running_loop().run_in_executor(self._pool, work, self.must_end)
        await asyncio.wait([doing], timeout=self._limit + GRACE)
        if not doing.done():
            self.lost = True
            raise Overdue(f"a thought has taken more than {self._limit + GRACE:.0f} seconds")
        return doing.result()


class Thinkers:
    """The threads in which thinking is done, and whose turn it is in them.

    Whoever decides at a glance has a thread for that alone, and never waits for those who look ahead.
    """

    def __init__(self, count: int, limit: float = LIMIT) -> None:
        self._limit = limit
        self._quick = Lane(1)
        self._deep = Lane(count)
        self._pool = ThreadPoolExecutor(count + 1 + MOST_LOST, thread_name_prefix="thinker")
        self.hints = Quota(*HINTS)  # those that are waited for or thought of
        self._under_way: set[Thought] = set()
        self._lost = 0

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return self._quick.waiting + self._deep.waiting

    @property
    def under_way(self) -> int:
        """How many are being thought."""
        return len(self._under_way)

    def bot(self, level: Level, seed: bytes, seat: int) -> Bot:
        """The bot of a seat. Nobody can foresee its choices, and the same match makes the same ones."""
        digest = hashlib.sha256(b"bot %d of " % seat + seed).digest()
        return bots.load(level, seed=int.from_bytes(digest[:7], "big"))

    def change(self, asker: Asker, *, address: str, watched: bool) -> None:
        """Somebody has come to a table or left it: the turns it waits for are others now."""
        if (asker.address, asker.watched) == (address, watched):
            return
        lanes = (self._quick, self._deep)
        withdrawn = [lane.withdraw(asker) for lane in lanes]
        asker.address, asker.watched = address, watched
        for lane, turns in zip(lanes, withdrawn, strict=True):
            lane.rejoin(turns)

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker, *, quick: bool = False) -> AsyncIterator[Thought]:
        """Wait until somebody may think. When the turn is given up, so is the thought."""
        lane = self._quick if quick else self._deep
        turn, thought = Turn(asker), Thought(self._pool, self._limit)
        lane.join(turn)
        try:
            await turn.granted
            self._under_way.add(thought)
            yield thought
        finally:
            thought.stop()
            self._end(lane, turn, thought)

    def _end(self, lane: Lane, turn: Turn, thought: Thought) -> None:
        """Give the place to the next as soon as its thread is free, or if that may never be, another thread."""
        work = thought.work
        if work is None or work.done():
            self._under_way.discard(thought)
            lane.leave(turn)
            return
        is_replaced = thought.lost and self._lost < MOST_LOST
        self._lost += is_replaced
        work.add_done_callback(lambda _: self._ended_late(lane, turn, thought, was_replaced=is_replaced))
        if is_replaced:
            lane.leave(turn)

    def _ended_late(self, lane: Lane, turn: Turn, thought: Thought, *, was_replaced: bool) -> None:
        if thought.work is not None and not thought.work.cancelled():
            thought.work.exception()  # nobody wants to know
        self._under_way.discard(thought)
        self._lost -= was_replaced
        if not was_replaced:
            lane.leave(turn)

    async def choose(self, thought: Thought, bot: Bot, match: Match, seat: int) -> str:
        """A move of a bot, in notation. `match` must be the caller's own copy."""
        return await thought.think(partial(_choose, bot, match, seat))

    async def advise(self, thought: Thought, match: Match, seat: int) -> list[Suggestion]:
        """The best moves of a seat as far as it can know; the same position gives the same advice."""
        return await thought.think(partial(_advise, match, seat))

    def close(self) -> None:
        """Think no more."""
        for thought in self._under_way:
            thought.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Failures:
    """What has failed, and until when it is left alone."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._times: dict[Hashable, int] = {}
        self._until: dict[Hashable, float] = {}

    def rests(self, what: Hashable) -> bool:
        """Whether something is not to be tried yet."""
        return self._now() < self._until.get(what, 0.0)

    def failed(self, what: Hashable) -> tuple[int, float]:
        """Something has failed once more: how often by now, and for how many seconds it rests."""
        self._times[what] = times = self._times.get(what, 0) + 1
        rest = min(LONGEST_REST, FIRST_REST * 2.0 ** min(times - 1, 20))
        self._until[what] = self._now() + rest
        return times, rest


def decides_at_a_glance(game: str, level: Level) -> bool:
    """Whether a level takes no time worth mentioning."""
    return part_of(game, level) == "bots"


def levels_down_from(level: Level) -> tuple[Level, ...]:
    """A level and those below it, which play on if it cannot."""
    return cast("tuple[Level, ...]", LEVELS[LEVELS.index(level) :: -1])


def _choose(bot: Bot, match: Match, seat: int, must_end: Callable[[], bool]) -> str:
    move = str(bot.choose(match, seat, cancelled=must_end))
    if move not in match.legal_texts(seat):
        raise ValueError(f"{bot.name} wants to play {move!r}, which is not legal")
    return move


def _advise(match: Match, seat: int, must_end: Callable[[], bool]) -> list[Suggestion]:
    adviser = bots.load("search", seed=0, moves=ADVICE[match.game.name])
    found = adviser.analyse(match.known(seat), seat, cancelled=must_end).candidates[:SUGGESTIONS]
    return [
        Suggestion(move=each.move, points=each.points, win_share=each.win_share, visits=each.visits) for each in found
    ]
