"""A program in any language as a bot: it is asked and answers in lines of JSON (docs/engines.md is the specification).

A program is never waited for longer than it was told. Whatever it does wrong ends it and is a `ProgramFault`; what that
costs is decided by whoever plays the match (`bots/players.py`).
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import time
import weakref
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from pentarchy.bots.pipes import Pipes
from pentarchy.engine.checks import quoted
from pentarchy.errors import IllegalMove
from pentarchy.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.bots.search import Analysis
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Event, Move

PROTOCOL = 1
START_SECONDS = 10.0  # for the answer to hello
NAME = re.compile(r"exec(?:@(?P<time>[^:]*))?:(?P<command>.*)", re.DOTALL)
TIME = re.compile(r"(?:(?P<bank>\d+(?:\.\d+)?)s\+)?(?P<each>\d+(?:\.\d+)?)s")

Kind = Literal["start", "crash", "time", "unreadable", "illegal", "unasked"]


class Fault(msgspec.Struct, frozen=True):
    """What a program did wrong."""

    kind: Kind
    text: str


class ProgramFault(ValueError):  # noqa: N818 - read where it is caught as what it is
    """A program did something wrong and has been ended."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.fault = Fault(kind, text)


class Time(msgspec.Struct, frozen=True):
    """How long a program may think: for each decision, or with a bank for all decisions of a match.

    With a bank, what is given for each decision is added after it, and what is not used is kept.
    """

    each: float = 10.0
    bank: float | None = None

    @classmethod
    def read(cls, text: str) -> Time:
        """A time as it stands in the name of a bot."""
        read = TIME.fullmatch(text)
        if read is None:
            raise ValueError(
                f"{quoted(text)} is no time for a program: exec@2s: is two seconds for each decision,"
                " exec@60s+1s: a minute for the match and a second more after each decision"
            )
        bank = None if read["bank"] is None else float(read["bank"])
        found = cls(float(read["each"]), bank)
        if found.first == 0:
            raise ValueError(f"{quoted(text)} gives a program no time at all; exec@2s: is two seconds")
        return found

    @property
    def first(self) -> float:
        """What there is for the first decision."""
        return self.each if self.bank is None else self.bank

    def after(self, left: float, used: float) -> float:
        """What there is for the next decision."""
        return self.each if self.bank is None else left - used + self.each


class Ready(msgspec.Struct, tag_field="type", tag="ready"):
    """A program's answer to hello."""

    protocol: int


class Answer(msgspec.Struct, tag_field="type", tag="move"):
    """A program's decision."""

    move: str | dict[str, Any]
    number: int | None = None


Said = TypeVar("Said", Ready, Answer)


def is_program(name: object) -> bool:
    """Whether a bot of this name is a program."""
    return isinstance(name, str) and NAME.fullmatch(name) is not None


class ProgramBot:
    """A program that is started when it is first asked, and ended with the bot or by `close`.

    A match of another game, or with other options, is answered by a program that has been started anew.
    """

    def __init__(self, name: str, *, seed: int = 0) -> None:
        read = NAME.fullmatch(name)
        if read is None:
            raise ValueError(f"{quoted(name)} names no program; exec:./mybot does")
        self.name = name
        self.time = Time() if read["time"] is None else Time.read(read["time"])
        self._words = _words(read["command"])
        self._seed = seed
        self._pipes: Pipes | None = None
        self._end: weakref.finalize[..., ProgramBot] | None = None
        self._game: tuple[str, dict[str, Any]] | None = None  # what the program was told in hello
        self._match: weakref.ref[Match] | None = None
        self._left: dict[int, float] = {}  # seconds, by seat
        self._told: dict[int, tuple[Event, ...]] = {}  # what the program has heard of, by seat
        self._number = 0
        self.seconds = 0.0  # from the last question to its answer; its CPU time is not known here

    def choose(self, match: Match, seat: int | None = None, *, cancelled: Callable[[], bool] | None = None) -> Move:
        """The program's move for the seat. Whatever else it does is a ProgramFault."""
        seat = match.sole_actor() if seat is None else seat
        if not match.legal(seat):
            raise ValueError(f"seat {seat} is not to act")
        try:
            self._begin(match)
            return self._asked(match, seat)
        except BaseException:
            self.close(politely=False)
            raise

    def analyse(
        self,
        match: Match,
        seat: int | None = None,
        *,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Nothing to say: a program tells its move and nothing else."""
        raise ValueError(f"{self.name} tells only its move; ask master or search to analyse")

    def close(self, *, politely: bool = True) -> None:
        """End the program; it is started again if it is asked again."""
        if self._pipes is not None and self._end is not None:
            self._end.detach()
            self._pipes.end(politely=politely)
        self._pipes = self._end = self._game = None
        self._told = {}

    # Starting

    def _begin(self, match: Match) -> None:
        """See that the program runs and knows the game, and that a new match has a new clock."""
        game = match.game
        if self._pipes is not None and self._game != (game.name, game.options):
            self.close()
        if self._match is None or self._match() is not match:
            self._match, self._left = weakref.ref(match), {}
        if self._pipes is None:
            self._start(game)

    def _start(self, game: Game) -> None:
        try:
            self._pipes = Pipes(self._words)
        except OSError as error:
            raise ProgramFault("start", f"it cannot be started: {error}") from None
        self._end = weakref.finalize(self, self._pipes.end)
        self._game = game.name, game.options_copy()
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "version": __version__,
            "game": game.name,
            "options": game.options,
            "constants": game.constants,
            "seed": self._seed,
            "time": msgspec.to_builtins(self.time),
        }
        self._pipes.say(msgspec.json.encode(hello))
        ready = self._read(START_SECONDS, Ready, "hello", '{"type": "ready", "protocol": 1}')
        if ready.protocol != PROTOCOL:
            raise ProgramFault("start", f"it speaks protocol {ready.protocol}, and this is protocol {PROTOCOL}")

    # Asking

    def _asked(self, match: Match, seat: int) -> Move:
        assert self._pipes is not None
        if self._pipes.has_spoken():
            raise self._unasked(self._pipes.hear(0))
        left = self._left.get(seat, self.time.first)
        self._number += 1
        asked = self._question(match, seat, left)
        begun = time.monotonic()
        self._pipes.say(asked)
        try:
            answer = self._read(left, Answer, f"question {self._number}", '{"type": "move", "move": "…"}')
        finally:
            self.seconds = time.monotonic() - begun
        self._left[seat] = self.time.after(left, self.seconds)
        return self._checked(match, seat, answer)

    def _question(self, match: Match, seat: int, left: float) -> bytes:
        """What a program is asked. The order of the parts is part of the protocol."""
        return b'{"type":"decide","number":%d,"seat":%d,"left":%b,"legal":%b,"moves":%b,"log":%b,"view":%b}' % (
            self._number,
            seat,
            msgspec.json.encode(round(left, 3)),
            msgspec.json.encode(match.legal_texts(seat)),
            match.legal_json(seat),
            self._log(match, seat),
            match.view_json(seat),
        )

    def _log(self, match: Match, seat: int) -> bytes:
        """What the seat has heard of, from the first line that the program does not know."""
        heard, told = match.heard(seat), self._told.get(seat, ())
        same = _same_at_first(heard, told)
        self._told[seat] = heard
        lines = b",".join([match.told_json(number) for number in _numbers(match.events, heard[same:])])
        return b'{"from":%d,"lines":[%b]}' % (same, lines)

    def _checked(self, match: Match, seat: int, answer: Answer) -> Move:
        if answer.number not in (None, self._number):
            raise ProgramFault(
                "unreadable", f"it answered question {answer.number}, and this was question {self._number}"
            )
        try:
            move = match.game.moves.moves[match.game.moves.code(answer.move)]
        except IllegalMove as error:
            raise ProgramFault("illegal", str(error)) from None
        if move not in match.legal(seat):
            raise ProgramFault("illegal", f"it played {quoted(str(move))}, which is not legal now")
        return move

    def _read(self, seconds: float, kind: type[Said], to: str, wanted: str) -> Said:
        """The program's answer of one kind within so many seconds."""
        assert self._pipes is not None
        try:
            line = self._pipes.hear(seconds)
        except TimeoutError:
            raise ProgramFault("time", f"it did not answer {to} within {seconds:.3g} s") from None
        if line is None:
            raise self._silence(f"when it should have answered {to}")
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProgramFault(
                "unreadable", f"it answered {to} with {quoted(line)}, not as {wanted} ({error})"
            ) from None

    def _unasked(self, line: bytes | None) -> ProgramFault:
        """The program has said something, or ended, while nobody asked it anything."""
        if line is None:
            return self._silence("before it was asked")
        return ProgramFault("unasked", f"it said {quoted(line)} without being asked")

    def _silence(self, when: str) -> ProgramFault:
        """The program has ended, or closed its output."""
        assert self._pipes is not None
        words = self._pipes.last_words()
        said = f"; its last words: {quoted(words)}" if words else ""
        return ProgramFault("crash", f"it ended {when} ({self._pipes.exit_words()}){said}")


# A long match has thousands of lines, a question a few new ones: nothing here walks through all of them in Python.


def _same_at_first(heard: tuple[Event, ...], told: tuple[Event, ...]) -> int:
    """How many lines two logs have in common before the first that differs."""
    same, end = 0, min(len(heard), len(told))
    while same < end:
        middle = (same + end + 1) // 2
        if heard[same:middle] == told[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


def _numbers(events: tuple[Event, ...], lines: tuple[Event, ...]) -> list[int]:
    """Where lines stand among all events, which are those that were heard of last; equal ones are told apart."""
    numbers, place = list[int](), len(events)
    for line in reversed(lines):
        place -= 1
        while events[place] is not line:
            place -= 1
        numbers.append(place)
    return numbers[::-1]


def _words(command: str) -> list[str]:
    """The program and its arguments; there is no shell."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command {quoted(command)} cannot be read: {error}") from None
    if not words:
        raise ValueError("exec: needs a command, such as exec:./mybot --fast")
    if shutil.which(words[0]) is None:
        is_path = os.sep in words[0]
        here = f" from {os.getcwd()}" if is_path else f" (if it is in this folder, write ./{words[0]})"
        raise ValueError(f"there is no program {words[0]!r} that can be run{here}")
    return words
