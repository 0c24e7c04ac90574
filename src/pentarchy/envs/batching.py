"""Many games in one array: actions go in, and what is seen, legal and won comes out, in arrays that are used again."""

from __future__ import annotations

import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from pentarchy.bots.policies import POLICIES
from pentarchy.engine.checks import listed, quoted, whole_number
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.match import Match
from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.simulation import fast_generator
from pentarchy.envs.common import Array, checked_seat
from pentarchy.envs.compiled import compiled_of
from pentarchy.envs.stepping import STAY, Judged, Shown
from pentarchy.errors import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Buffer, Position

    Start = Position | Match | Sequence[Position | Match]

CHANCES = ("drawn", "asked")
FORMAT = b"pentarchy-batch-1\n"
APART = 1_000_003  # between the generators of neighbouring seeds, as in `pentarchy simulate`
CHOICE = 1 << 63  # and between those of games and those of choices in them


class Step(NamedTuple):
    """What a step has led to. The arrays are those of the batch: the next step writes into them."""

    observations: Array  # float32 [games, numbers]: what the seat to act sees
    masks: Array  # bool [games, actions]: what it may do
    seats: Array  # int64 [games]: who acts
    rewards: Array  # float32 [games, seats]: 0 unless the game has just ended
    ends: Array  # bool [games]: whether it has


class Part(NamedTuple):
    """The games of a thread, and where what happens in them is written."""

    games: slice
    shown: Shown
    judged: Judged


class Batch:
    """Many games of one kind, stepped by compiled code.

    Every game has a generator of its own: game k is the same however many there are and whatever the threads.

    autoreset: a game that ends is begun anew in the same step, with its generator as it stands. Its last state is kept
        until it ends again (`final_observations`, `scores`). Without it such a game waits for `reset`.
    chance: "drawn" by the games' generators, or "asked": where chance acts, `seats` is -1, and the action is one of
        `outcomes`, with `weights` beside them.
    start: a position, a match or a list of them. Of several, each new game draws one by its generator.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: bool = True,
        chance: str = "drawn",
        start: Start | None = None,
    ) -> None:
        self.game = game
        self.games = whole_number("games", games, least=1)
        self.threads = min(whole_number("threads", threads, least=1), self.games)
        self.autoreset = _switch("autoreset", autoreset)
        if chance not in CHANCES:
            raise ValueError(f"chance is one of {', '.join(map(repr, CHANCES))}, not {quoted(chance)}")
        self.chance = chance
        self._starts = _starts(game, start)
        self._compiled = compiled_of(game.spec)
        self._make_arrays()
        self.seed(seed)

    def _make_arrays(self) -> None:
        rules, games, players = self.game.spec.rules, self.games, self.game.players
        room = rules.MAX_OUTCOMES if self.chance == "asked" else 0
        self._states = np.zeros((games, rules.STATE.itemsize), np.uint8)
        self._finals = np.zeros_like(self._states)
        self._seats = np.zeros(games, np.int64)
        self._tensors = np.zeros((games, rules.OBSERVATION), np.float32)
        self._masks = np.zeros((games, rules.ACTIONS), np.uint8)
        self._codes, self._weights = np.zeros((2, games, room), np.int64)
        self._counts = np.zeros(games, np.int64)
        self._rewards = np.zeros((games, players), np.float32)
        self._ends = np.zeros(games, np.uint8)
        self._points = np.zeros((games, players), np.int64)
        self._shown = Shown(self._seats, self._tensors, self._masks, self._codes, self._weights, self._counts)
        self._judged = Judged(self._rewards, self._ends, self._points, self._finals)
        self.observations, self.seats = _read_only(self._tensors), _read_only(self._seats)
        self.masks, self.ends = _read_only(self._masks.view(np.bool_)), _read_only(self._ends.view(np.bool_))
        self.rewards, self.scores = _read_only(self._rewards), _read_only(self._points)
        self.outcomes, self.weights, self.counts = (_read_only(array) for array in self._shown[3:])
        self.now = Step(self.observations, self.masks, self.seats, self.rewards, self.ends)

    # Playing

    def seed(self, seed: int) -> Step:
        """Begin all games anew, as a batch does that is made with this seed."""
        first = whole_number("seed", seed) * APART
        self._rngs = np.concatenate([fast_generator(first + number) for number in range(self.games)])
        self._choices = np.concatenate([fast_generator(first + number + CHOICE) for number in range(self.games)])
        self._finals[:] = 0
        self._points[:] = 0
        return self.reset()

    def reset(self, games: Array | None = None) -> Step:
        """Begin all games anew, or those that a mask of booleans names, with their generators as they stand."""
        wanted = self._wanted(games)
        asked = int(self.chance == "asked")
        self._compiled.begin_all(self._states, self._rngs, self._starts, wanted, asked, self._shown, self._judged)
        return self.now

    def step(self, actions: Array | Sequence[int]) -> Step:
        """Carry out an action in every game (-1: in this one nothing happens) and let chance act.

        IllegalMove names the first game whose action is not legal, and then nothing has changed in any game.
        """
        chosen = self._as_actions(actions)
        wrong = self._compiled.first_illegal(chosen, self._seats, self._masks, self._codes, self._counts)
        if wrong >= 0:
            raise self._refusal(wrong, int(chosen[wrong]))
        self._share_out(self._step_part, chosen)
        return self.now

    def choose(self, bot: str = "random", games: Array | None = None) -> Array:
        """An action for every game (or every one that a mask names, else -1) as a bot at a glance would choose it.

        It knows what the seat to act knows. Where chance acts, the action is an outcome, drawn by its weight.
        """
        if bot not in POLICIES:
            raise ValueError(f"a batch chooses by {' or '.join(map(repr, POLICIES))}, not by {quoted(bot)}")
        policies = np.full(self.game.players, POLICIES[bot], np.int64)
        actions = np.empty(self.games, np.int64)
        self._share_out(self._choose_part, self._wanted(games), policies, actions)
        return actions

    def _share_out(self, work: Callable[..., None], *given: Array) -> None:
        """Let every thread do some work with its part of the games; this one has a part, too."""
        first, *more = self._parts
        others = [self._pool.submit(work, part, *given) for part in more]
        work(first, *given)
        for other in others:
            other.result()

    def _choose_part(self, part: Part, wanted: Array, policies: Array, actions: Array) -> None:
        games, shown = part.games, part.shown
        self._compiled.choose_all(
            *(self._states[games], shown.seats, wanted[games], policies, self._choices[games]),
            *(shown.codes, shown.weights, shown.counts, actions[games]),
        )

    def _step_part(self, part: Part, actions: Array) -> None:
        games = part.games
        self._compiled.step_all(
            *(self._states[games], self._rngs[games], self._starts, actions[games]),
            *(int(self.chance == "asked"), int(self.autoreset), part.shown, part.judged),
        )

    @cached_property
    def _parts(self) -> list[Part]:
        """The games of each thread."""
        edges = [self.games * number // self.threads for number in range(self.threads + 1)]
        return [self._part(slice(start, end)) for start, end in pairwise(edges)]

    def _part(self, games: slice) -> Part:
        shown, judged = (each[games] for each in self._shown), (each[games] for each in self._judged)
        return Part(games, Shown(*shown), Judged(*judged))

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1)

    def _as_actions(self, actions: object) -> Array:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.games,):
            raise IllegalMove(f"actions are {self.games} whole numbers, one for each game, not {quoted(actions)}")
        if given.dtype == np.uint64:  # what is too large must not become -1
            given = np.minimum(given, np.uint64(1 << 62))
        return np.ascontiguousarray(given, np.int64)

    def _wanted(self, games: Array | None) -> Array:
        if games is None:
            return np.ones(self.games, np.uint8)
        wanted = np.asarray(games)
        if wanted.dtype != np.bool_ or wanted.shape != (self.games,):
            raise ValueError(f"games is a mask of {self.games} booleans, not {quoted(games)}")
        return np.ascontiguousarray(wanted).view(np.uint8)

    def _refusal(self, game: int, action: int) -> IllegalMove:
        seat = int(self._seats[game])
        if seat == OVER:
            return IllegalMove(f"game {game}: action {action}, but it is over; reset it, or give it {STAY}")
        if seat == CHANCE:
            possible = self._codes[game, : self._counts[game]].tolist()
            return IllegalMove(f"game {game}: chance cannot bring {action} now; it can bring {quoted(possible)}")
        legal = np.flatnonzero(self._masks[game]).tolist()
        return IllegalMove(f"game {game}: action {action} is not legal for seat {seat}; legal are {quoted(legal)}")

    # Looking

    def observe(self, seat: int) -> Array:
        """What one seat sees in every game now, whoever is to act."""
        return self._seen(self._states, seat)

    def final_observations(self, seat: int) -> Array:
        """What one seat saw at the end of the last game that has ended in each place; zeros where none has."""
        return self._seen(self._finals, seat)

    def _seen(self, states: Array, seat: int) -> Array:
        seat = checked_seat(self.game, seat)
        tensors = np.zeros_like(self._tensors)
        known = states.any(axis=1)
        if known.any():
            some = np.zeros((int(known.sum()), tensors.shape[1]), np.float32)
            self._compiled.see_all(states[known], np.full(len(some), seat, np.int64), some)
            tensors[known] = some
        return tensors

    def match(self, game: int) -> Match:
        """A match that stands where a game does, to look at: it knows no past and cannot be played past a draw."""
        return self.game.resume(self._states[self._place(game)].tobytes(), ())

    def _place(self, game: int) -> int:
        place = whole_number("game", game, least=0)
        if place >= self.games:
            raise ValueError(f"game is a number from 0 to {self.games - 1}, not {place}")
        return place

    # Keeping

    def save(self) -> bytes:
        """Everything that the course of the games depends on, as bytes for `restore`."""
        head = msgspec.json.encode(self._head())
        parts = b"".join(array.tobytes() for array in self._kept)
        return FORMAT + head + b"\n" + _check(parts) + parts

    def restore(self, saved: bytes) -> Step:
        """Go back to what `save` wrote, by a batch of the same game, options, size and chance.

        What is damaged or does not fit is refused with a ValueError. It is not proof against malice, like a pickle.
        """
        parts = self._checked(saved)
        for array in self._kept:
            content = np.frombuffer(parts[: array.nbytes], array.dtype)
            array[...] = content.reshape(array.shape)
            parts = parts[array.nbytes :]
        self._compiled.show_all(self._states, self._shown)
        return self.now

    @property
    def _kept(self) -> tuple[Array, ...]:
        return self._states, self._finals, self._rngs, self._choices, self._rewards, self._ends, self._points

    def _head(self) -> dict[str, Any]:
        layout = zlib.crc32(str(self.game.spec.rules.STATE.descr).encode())
        numbers = {"games": self.games, "layout": layout}
        return {"game": self.game.name, "options": self.game.options, "chance": self.chance} | numbers

    def _checked(self, saved: object) -> bytes:
        if not isinstance(saved, bytes) or not saved.startswith(FORMAT):
            raise ValueError(f"saved games are bytes that begin with {FORMAT!r}, not {quoted(saved)}")
        head, _, rest = saved[len(FORMAT) :].partition(b"\n")
        own = msgspec.json.encode(self._head())
        if head != own:
            raise ValueError(f"these are {quoted(own)}, the saved ones {quoted(head)}")
        if len(rest) != 4 + sum(array.nbytes for array in self._kept) or rest[:4] != _check(rest[4:]):
            raise ValueError("the saved games are damaged: their check sum does not fit")
        return rest[4:]


def _check(parts: bytes) -> bytes:
    return zlib.crc32(parts).to_bytes(4, "big")


def _read_only(array: Array) -> Array:
    """The same numbers for others to read: masks decide what compiled code may be given."""
    view = array.view()
    view.flags.writeable = False
    return view


def _switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is True or False, not {quoted(value)}")
    return value


def _starts(game: Game, start: Start | None) -> Array:
    """The states that games begin with, a row each."""
    if start is None:
        return game.buffer()[None, :]
    given = (start,) if isinstance(start, dict | Match) else listed("start", start, "[position, …]")
    if not given:
        raise ValueError("start is an empty list: give a position, a match or several of them")
    return np.stack([_start(game, each, number) for number, each in enumerate(given)])


def _start(game: Game, start: object, number: int) -> Buffer:
    if isinstance(start, Match):
        if (start.game.name, start.game.options) != (game.name, game.options):
            raise ValueError(f"start: match {number} is one of {quoted(start.game)}, not of {quoted(game)}")
        buffer = load_bytes(start.state(), game.spec.rules.STATE)
    else:
        buffer = game.load(start)  # type: ignore[arg-type] # what is no position is refused there
    if game.kernel.to_act(buffer) == OVER:
        raise ValueError(f"start: position {number} is over, nothing can begin there")
    return buffer
