"""What is thought about, in threads of the table or elsewhere: a question goes in, an answer comes out.

A question holds all that an answer depends on, except for what a bot remembers of earlier questions (its search tree
and how far its generator has come). So the same questions, asked in the same order, have the same answers wherever they
are thought about, unless a thought is cut short by its limit.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import pentarchy
from pentarchy import bots, warm
from pentarchy.games import NAMES
from pentarchy.table.protocol import Suggestion
from pentarchy.warm import AT_THE_TABLE, Job, Queue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pentarchy.bots import Bot
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

SUGGESTIONS = 3
MOST_BOTS = 128  # that a mind remembers; a tree takes a megabyte or a few
MOST_GAMES = 64  # with different options, maps of one's own among them
AT_ONCE = 8  # thoughts of a mind; there are more only while others are away
PACKAGE = Path(pentarchy.__file__).parent
DECIDES = ("bots", "engine", "games", "table/minds.py")  # what answers depend on

_numbers = count(1)


class SeatedBot:
    """The bot of a seat, and the number by which minds elsewhere know it."""

    def __init__(self, name: str, seed: int) -> None:
        self.number = next(_numbers)
        self.name = name
        self.seed = seed

    @cached_property
    def here(self) -> Bot:
        """The bot with what it remembers of the thoughts that it has had in this process."""
        return bots.load(self.name, seed=self.seed)


class Asked(msgspec.Struct, array_like=True, frozen=True):
    """Which bot is asked."""

    number: int
    name: str
    seed: int


class Question(msgspec.Struct, array_like=True, frozen=True):
    """What to play, or with no bot, what to advise."""

    game: str
    options: bytes  # as JSON, by which a mind knows them again
    state: bytes
    events: list[tuple[int, int]]
    seat: int
    limit: float  # seconds
    bot: Asked | None
    moves: int = 0  # that the adviser makes in thought


class Answer(msgspec.Struct, array_like=True, frozen=True):
    """A move, or what is advised, or why there is neither."""

    move: str = ""
    suggestions: list[Suggestion] = []
    problem: str = ""


class Report(msgspec.Struct, array_like=True, frozen=True):
    """How far a mind is: it thinks when everything is compiled where it lives."""

    edition: str
    ready: bool = False
    problem: str = ""


def question(match: Match, seat: int, limit: float, bot: SeatedBot | None = None, moves: int = 0) -> Question:
    """A question as it is sent."""
    return Question(
        game=match.game.name,
        options=msgspec.json.encode(match.game.options),
        state=match.state(),
        events=list(match.events),
        seat=seat,
        limit=limit,
        bot=None if bot is None else Asked(bot.number, bot.name, bot.seed),
        moves=moves,
    )


def choose(bot: Bot, match: Match, seat: int, must_end: Callable[[], bool]) -> str:
    """The move of a bot, in notation; ValueError if it is not legal."""
    move = str(bot.choose(match, seat, cancelled=must_end))
    if move not in match.legal_texts(seat):
        raise ValueError(f"{bot.name} wants to play {move!r}, which is not legal")
    return move


def advise(match: Match, seat: int, moves: int, must_end: Callable[[], bool]) -> list[Suggestion]:
    """The best moves of a seat as far as it can know; the same position gives the same advice."""
    adviser = bots.load("search", seed=0, moves=moves)
    found = adviser.analyse(match.known(seat), seat, cancelled=must_end).candidates[:SUGGESTIONS]
    moves_of = match.game.moves
    return [
        Suggestion(
            move=each.move,
            typed=moves_of.as_dict(moves_of.moves[moves_of.texts[each.move]]),
            points=each.points,
            win_share=each.win_share,
            visits=each.visits,
        )
        for each in found
    ]


@functools.cache
def edition() -> str:
    """What tells apart versions of this package that might answer differently."""
    digest = hashlib.sha256(pentarchy.__version__.encode())
    for name in DECIDES:
        within = PACKAGE / name
        for file in sorted(within.rglob("*.*")) if within.is_dir() else [within]:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


class KeptBot:
    """A bot with what it remembers; it thinks about one question at a time."""

    def __init__(self, asked: Asked) -> None:
        self.bot = bots.load(asked.name, seed=asked.seed)
        self.free = asyncio.Lock()


class Mind:
    """Thinks about questions for somebody else, several at once, and keeps the bots that it was asked for.

    It is meant to live in a process of its own, an actor of a Ray cluster. Everything that goes in and out is bytes.
    """

    def __init__(self) -> None:
        self._bots: OrderedDict[int, KeptBot] = OrderedDict()  # the one that was asked last is at the end
        self._stops: dict[int, threading.Event] = {}
        self._game = functools.lru_cache(MOST_GAMES)(_game)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="mind")
        self._report = Report(edition())
        threading.Thread(target=self._warm_up, daemon=True).start()

    def _warm_up(self) -> None:
        """Compile, in other processes, what is not in the cache of this machine, and load everything."""
        try:
            failed = asyncio.run(warm.compile_all(Queue(warm.jobs(NAMES, AT_THE_TABLE))))
            for job in (Job(game, part) for part in AT_THE_TABLE for game in NAMES):
                if job not in failed:
                    warm.prepare(job)
            problem = ", ".join(f"{job.game} ({job.part}) cannot be compiled" for job in failed)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        self._report = Report(edition(), ready=not problem, problem=problem)

    async def report(self) -> bytes:
        """How far it is."""
        return msgspec.msgpack.encode(self._report)

    async def think(self, number: int, asked: bytes) -> bytes:
        """The answer to a question, which until then can be stopped by its number."""
        stop = self._stops[number] = threading.Event()
        try:
            answer = await self._answer(msgspec.msgpack.decode(asked, type=Question), stop)
        except Exception as error:
            answer = Answer(problem=f"{type(error).__name__}: {error}")
        finally:
            del self._stops[number]
        return msgspec.msgpack.encode(answer)

    async def stop(self, number: int) -> None:
        """Nobody wants to know any longer: the best found so far will do."""
        if number in self._stops:
            self._stops[number].set()

    async def forget(self, numbers: Iterable[int]) -> None:
        """These bots will not be asked again."""
        for number in numbers:
            self._bots.pop(number, None)

    async def _answer(self, asked: Question, stop: threading.Event) -> Answer:
        doing = functools.partial(asyncio.get_running_loop().run_in_executor, self._pool)
        if asked.bot is None:
            return await doing(self._advised, asked, stop)
        kept = self._kept(asked.bot)
        async with kept.free:
            return await doing(self._chosen, asked, kept.bot, stop)

    def _kept(self, asked: Asked) -> KeptBot:
        if asked.number not in self._bots:
            self._bots[asked.number] = KeptBot(asked)
        self._bots.move_to_end(asked.number)
        if len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        return self._bots[asked.number]

    def _chosen(self, asked: Question, bot: Bot, stop: threading.Event) -> Answer:
        return Answer(move=choose(bot, self._match(asked), asked.seat, _until(stop, asked.limit)))

    def _advised(self, asked: Question, stop: threading.Event) -> Answer:
        match = self._match(asked)
        return Answer(suggestions=advise(match, asked.seat, asked.moves, _until(stop, asked.limit)))

    def _match(self, asked: Question) -> Match:
        return self._game(asked.game, asked.options).resume(asked.state, asked.events)


def _game(name: str, options: bytes) -> Game:
    return pentarchy.load(name, **msgspec.json.decode(options))


def _until(stop: threading.Event, limit: float) -> Callable[[], bool]:
    deadline = time.monotonic() + limit
    return lambda: stop.is_set() or time.monotonic() >= deadline
