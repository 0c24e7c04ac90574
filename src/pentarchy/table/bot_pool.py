"""Bots and the adviser think in threads or on a cluster, a few at once, so that the table goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pentarchy.bots.levels import LEVELS, advice_of, part_of
from pentarchy.table import minds
from pentarchy.table.cluster import Away
from pentarchy.table.minds import SeatedBot
from pentarchy.table.tally import tally
from pentarchy.table.turns import Lane, Quota, Turn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Hashable

    from pentarchy.engine.match import Match
    from pentarchy.table.cluster import Cluster
    from pentarchy.table.minds import Answer, Question
    from pentarchy.table.protocol import Level, Suggestion
    from pentarchy.table.turns import Asker

Found = TypeVar("Found")

LIMIT = 10.0  # seconds after which a thought is to come to an end
GRACE = 5.0  # more seconds, after which one that does not is given up
MOST_LOST = 4  # thoughts that were given up and go on nevertheless, before their places are missed
HINTS = (2, 8)  # that one person and one address may wait for at once
FIRST_REST = 1.0  # seconds that a bot is left alone after it has failed, and twice as long each time it fails again
LONGEST_REST = 600.0


class Overdue(Exception):  # noqa: N818
    """A thought did not come to an end."""


class Thought:
    """A place in a thread or on the cluster, for as long as its turn lasts."""

    def __init__(self, turn: Turn, pool: ThreadPoolExecutor, limit: float) -> None:
        self.turn = turn
        self.limit = limit
        self._pool = pool
        self._stop = threading.Event()
        self._stop_elsewhere: Callable[[], None] = lambda: None
        self._deadline = 0.0
        self.work: asyncio.Future[Any] | None = None
        self.lost = False

    def must_end(self) -> bool:
        """Whether whoever thinks should come to an end; asked from their thread."""
        return self._stop.is_set() or time.monotonic() >= self._deadline

    def stop(self) -> None:
        """Nobody wants to know any longer."""
        self._stop.set()
        self._stop_elsewhere()

    async def think(self, work: Callable[[Callable[[], bool]], Found]) -> Found:
        """Do some thinking in a thread, once per turn. `work` is given `must_end`, to be asked now and then."""
        self._deadline = time.monotonic() + self.limit
        self.work = doing = asyncio.get_running_loop().run_in_executor(self._pool, work, self.must_end)
        await asyncio.wait([doing], timeout=self.limit + GRACE)
        if not doing.done():
            self.lost = True
            raise Overdue(f"a thought has taken more than {self.limit + GRACE:.0f} seconds")
        return doing.result()

    async def ask(self, cluster: Cluster, question: Question) -> Answer:
        """Let the cluster think; Away if it does not answer, for whatever reason."""
        number, self.work = cluster.ask(question)
        self._stop_elsewhere = lambda: cluster.stop(number)
        await asyncio.wait([self.work], timeout=self.limit + GRACE)
        if not self.work.done():
            cluster.give_up(number)
        answer: Answer = self.work.result()
        if answer.problem:
            raise Away(answer.problem)
        return answer


class BotPool:
    """Where thinking is done, and whose turn it is there: in threads, and on a cluster while there is one.

    Whoever decides at a glance has a thread for that alone, and never waits for those who look ahead.
    """

    def __init__(self, threads: int, limit: float = LIMIT, cluster: Cluster | None = None) -> None:
        self._limit = limit
        self._quick = Lane(1)
        self._deep = Lane(threads)
        self._far = Lane(0)  # the places on the cluster
        self._pool = ThreadPoolExecutor(threads + 1 + MOST_LOST, thread_name_prefix="thinker")
        self.cluster = cluster
        if cluster is not None:
            cluster.changed = self._follow
        self.hints = Quota(*HINTS)  # those that are waited for or thought of
        self._under_way: set[Thought] = set()
        self._lost = 0

    async def run(self) -> None:
        """Stay in touch with the cluster, if there is to be one, until cancelled."""
        if self.cluster is not None:
            await self.cluster.run()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for their turn."""
        return self._quick.waiting + self._deep.waiting + self._far.waiting

    @property
    def under_way(self) -> int:
        """How many are being thought."""
        return len(self._under_way)

    def bot(self, level: Level, seed: bytes, seat: int) -> SeatedBot:
        """The bot of a seat. Nobody can foresee its choices, and the same match makes the same ones."""
        digest = hashlib.sha256(b"bot %d of " % seat + seed).digest()
        bot = SeatedBot(level, seed=int.from_bytes(digest[:7], "big"))
        if self.cluster is not None:
            weakref.finalize(bot, self.cluster.forget, bot.number).atexit = False
        return bot

    # --- Whose turn it is ---------------------------------------------------------------------------------------------

    def change(self, asker: Asker, *, address: str, watched: bool) -> None:
        """Somebody has come to a table or left it: the turns it waits for are others now."""
        if (asker.address, asker.watched) == (address, watched):
            return
        lanes = (self._quick, self._deep, self._far)
        withdrawn = [lane.withdraw(asker) for lane in lanes]
        asker.address, asker.watched = address, watched
        for lane, turns in zip(lanes, withdrawn, strict=True):
            lane.rejoin(turns)

    def _follow(self) -> None:
        """The cluster has another number of places: whoever waits does so where there are some."""
        assert self.cluster is not None
        self._far.resize(self.cluster.ready)
        here, elsewhere = (self._far, self._deep) if self.cluster.ready else (self._deep, self._far)
        here.rejoin(elsewhere.withdraw_all())

    @contextlib.asynccontextmanager
    async def turn(self, asker: Asker, *, quick: bool = False) -> AsyncIterator[Thought]:
        """Wait until somebody may think. When the turn is given up, so is the thought."""
        ahead = self._far if self.cluster is not None and self.cluster.ready else self._deep
        turn = Turn(asker, self._quick if quick else ahead)
        thought = Thought(turn, self._pool, self._limit)
        try:
            await turn.granted
            self._under_way.add(thought)
            yield thought
        finally:
            thought.stop()
            self._end(thought)

    def _end(self, thought: Thought) -> None:
        """Give the place to the next as soon as it is free, or if a thread may never be, another thread."""
        work = thought.work
        if work is None or work.done():
            self._under_way.discard(thought)
            thought.turn.leave()
            return
        is_replaced = thought.lost and self._lost < MOST_LOST
        self._lost += is_replaced
        work.add_done_callback(lambda _: self._ended_late(thought, was_replaced=is_replaced))
        if is_replaced:
            thought.turn.leave()

    def _ended_late(self, thought: Thought, *, was_replaced: bool) -> None:
        if thought.work is not None and not thought.work.cancelled():
            thought.work.exception()  # nobody wants to know
        self._under_way.discard(thought)
        self._lost -= was_replaced
        if not was_replaced:
            thought.turn.leave()

    # --- Thinking -----------------------------------------------------------------------------------------------------

    async def choose(self, thought: Thought, bot: SeatedBot, match: Match, seat: int) -> str:
        """A move of a bot, in notation. `match` must be the caller's own copy."""
        answer = await self._answered_elsewhere(thought, match, seat, bot)
        if answer is not None:
            return answer.move
        return await self._thought_here(thought, partial(minds.choose, bot.here, match, seat))

    async def advise(self, thought: Thought, match: Match, seat: int) -> list[Suggestion]:
        """The best moves of a seat as far as it can know; the same position gives the same advice."""
        moves = advice_of(match.game.spec)
        answer = await self._answered_elsewhere(thought, match, seat, None, moves)
        if answer is not None:
            return answer.suggestions
        return await self._thought_here(thought, partial(minds.advise, match, seat, moves))

    async def _answered_elsewhere(
        self, thought: Thought, match: Match, seat: int, bot: SeatedBot | None, moves: int = 0
    ) -> Answer | None:
        """What the cluster says, if it is its turn; None when a thread is to think instead, and may."""
        while self.cluster is not None and thought.turn.lane is self._far:
            try:
                answer = await thought.ask(self.cluster, minds.question(match, seat, thought.limit, bot, moves))
            except Away as away:
                tally.thoughts["returned"] += 1
                self.cluster.mention(f"a thread has to think instead: {away}")
                thought.turn.leave()
                thought.turn.ask(self._deep)
                await thought.turn.granted
            else:
                tally.thoughts["cluster"] += 1
                return answer
        return None

    async def _thought_here(self, thought: Thought, work: Callable[[Callable[[], bool]], Found]) -> Found:
        tally.thoughts["threads"] += 1
        return await thought.think(work)

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


def is_one_ply(game: str, level: Level) -> bool:
    """Whether a level takes no time worth mentioning."""
    return part_of(game, level) == "bots"


def levels_down_from(level: Level) -> tuple[Level, ...]:
    """A level and those below it, which play on if it cannot."""
    return cast("tuple[Level, ...]", LEVELS[LEVELS.index(level) :: -1])
