"""One seat that a bot holds at a table elsewhere: a line that comes back, and what the bot decides."""

from __future__ import annotations

import contextlib
import json
import os
import random
import secrets
import threading
from typing import TYPE_CHECKING, Any, cast

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

import pentarchy
from pentarchy import bots
from pentarchy.bots.program import ProgramBot, ProgramFault, is_program
from pentarchy.table.seen_match import SeenMatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.sync.client import ClientConnection

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

GROWING_WAITS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # seconds before a line is tried again
NOTICING = 0.5  # seconds after which it is noticed that all is to stop
ANSWERING = 60.0  # seconds after which a table that does not answer is not there
# Why a line was closed for good: the token is good no more, there is no such table, the seat is gone.
FOR_GOOD = {4401: "the token was taken back", 4403: "the table has banned it", 4404: "the table is gone"}
FOR_GOOD |= {4409: "the seat is gone"}
THOUGHTS = threading.BoundedSemaphore(os.cpu_count() or 1)  # that are thought at once


NOT_UNDERSTOOD = (ValueError, KeyError, IndexError, TypeError)  # what the table has sent is not of this protocol


class Over(Exception):  # noqa: N818
    """There is nothing more to do at this table; the text says why."""


class Sitting(threading.Thread):
    """Plays one seat to the end of its game."""

    def __init__(
        self,
        address: str,
        headers: dict[str, str],
        table: str,
        seat: int,
        name: str,
        say: Callable[[str], None],
        stopping: threading.Event,
    ) -> None:
        super().__init__(name=table, daemon=True)
        self._address, self._headers = address, headers
        self._table, self._seat = table, seat
        self._print = say
        self._stopping = stopping
        self._state: dict[str, Any] = {}
        self._log: list[dict[str, Any]] = []
        self._seen = 0  # the number of the last change that an answer told of
        self._mind = Mind(name, self._say, stopping)

    def _say(self, text: str) -> None:
        self._print(f"{self._table}: {text}")

    def run(self) -> None:
        """Keep a line to the table until the game is over."""
        tries = 0
        try:
            while not self._stopping.is_set():
                try:
                    with self._connected() as line:
                        tries = 0
                        self._play(line)
                except (OSError, InvalidHandshake, ConnectionClosed, *NOT_UNDERSTOOD) as error:
                    self._perhaps_for_good(error)
                    wait = GROWING_WAITS[min(tries, len(GROWING_WAITS) - 1)]
                    tries += 1
                    self._say(f"the line is lost ({error or type(error).__name__}); trying again in {wait:g} s")
                    self._stopping.wait(wait * random.uniform(0.75, 1.25))
        except Over as over:
            self._say(str(over))
        finally:
            self._mind.close()

    def _connected(self) -> ClientConnection:
        return connect(self._address, additional_headers=self._headers, max_size=None, open_timeout=ANSWERING)

    def _perhaps_for_good(self, error: Exception) -> None:
        if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code in FOR_GOOD:
            raise Over(FOR_GOOD[error.rcvd.code])
        if isinstance(error, InvalidStatus) and error.response.status_code in (401, 403, 404):
            raise Over(f"the table refuses the line ({error.response.status_code})")

    # Playing

    def _play(self, line: ClientConnection) -> None:
        self._state, self._log, self._seen = {}, [], 0
        line.send(json.dumps({"type": "hello"}))
        failures = 0
        while not self._stopping.is_set():
            if self._state and self._state["table"]["status"] == "over":
                raise Over("the game is over")
            if not self._is_due():
                self._hear(line, NOTICING)
                continue
            done = self._come_back(line) if self._me["stands_in"] else self._move(line)
            failures = 0 if done else failures + 1
            if failures:
                self._stopping.wait(min(10.0, 0.1 * 2**failures))

    @property
    def _me(self) -> dict[str, Any]:
        found: dict[str, Any] = self._state["table"]["seats"][self._seat]
        return found

    @property
    def _position(self) -> dict[str, Any]:
        found: dict[str, Any] = self._state["positions"][0]
        return found

    def _is_due(self) -> bool:
        """Whether there is something to do now, as far as is known."""
        if not self._state or self._state["seq"] < self._seen or not self._state["positions"]:
            return False
        return bool(self._position["legal"]) or (self._me["stands_in"] and self._me["may_return"])

    def _come_back(self, line: ClientConnection) -> bool:
        """A bot of the table has played meanwhile."""
        self._say("comes back to the seat")
        return self._done(line, {"type": "stand_in", "seat": self._seat, "level": None})

    def _move(self, line: ClientConnection) -> bool:
        """Decide and move; whether it was done."""
        seq = self._state["seq"]
        supposed = self._mind.supposes and self._ask(line, {"type": "suppose", "seq": seq, "seat": self._seat})
        if supposed and supposed["type"] == "rejected":
            return False
        if not self._is_due() or self._state["seq"] != seq:
            return True  # it stands otherwise by now
        move = self._mind.decide(self._state["table"], self._position, self._log, supposed or {})
        if self._stopping.is_set():
            return True
        return self._done(line, {"type": "play", "seq": seq, "seat": self._seat, "move": move})

    def _done(self, line: ClientConnection, command: dict[str, Any]) -> bool:
        answer = self._ask(line, command)
        if answer["type"] == "done":
            self._seen = answer["seq"]
            return True
        if answer["reason"] not in ("stale", "not_your_turn", "too_fast"):  # those are a matter of time
            self._say(f"{command['type']} was refused ({answer['reason']}): {answer['detail']}")
        return False

    # The line

    def _ask(self, line: ClientConnection, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and wait for its answer; what else comes meanwhile is not lost."""
        id = secrets.token_hex(8)
        line.send(json.dumps({**command, "id": id}))
        while True:
            message = self._hear(line, ANSWERING)
            if message is None:
                raise TimeoutError("the table does not answer")
            if message.get("id") == id:
                return message

    def _hear(self, line: ClientConnection, seconds: float) -> dict[str, Any] | None:
        """The next message, None if none came; states are kept."""
        try:
            message: dict[str, Any] = json.loads(line.recv(seconds))
        except TimeoutError:
            return None
        if message["type"] == "state":
            self._state = message
            self._log = self._log[: message["log_from"]] + message["log"]
        return message


class Mind:
    """Decides for one seat.

    A bot of the library thinks about a position that fits what the seat was shown; a program is asked with the view,
    the moves and the log, as docs/engines.md says.
    """

    def __init__(self, name: str, say: Callable[[str], None], stopping: threading.Event) -> None:
        self._name = name
        self._say = say
        self._stopping = stopping
        self._program = cast("ProgramBot", bots.load(name)) if is_program(name) else None
        self._game: Game | None = None
        self._match: SeenMatch | None = None
        self._at_fault = False

    @property
    def supposes(self) -> bool:
        """Whether it needs a whole position."""
        return self._program is None

    def decide(
        self, table: dict[str, Any], position: dict[str, Any], log: list[dict[str, Any]], supposed: dict[str, Any]
    ) -> str:
        """A legal move. Whatever goes wrong is said, and any legal move is played."""
        legal: list[str] = [move["text"] for move in position["legal"]]
        try:
            if self._game is None:
                self._game = pentarchy.load(table["game"], **table["options"])
            with THOUGHTS if self.supposes else contextlib.nullcontext():
                if self._program is not None:
                    return random.choice(legal) if self._at_fault else self._answer(position, log)
                move = self._thought(supposed["position"], position["seat"])
        except ProgramFault as problem:
            self._at_fault = True
            self._say(f"{self._name} is at fault, and any legal move is played from now on: {problem}")
        except ValueError as error:
            self._say(f"{self._name} cannot decide, and any legal move is played: {error}")
        else:
            if move in legal:
                return move
            self._say(f"{self._name} wants to play {move!r}, which is not legal; any legal move is played")
        return random.choice(legal)

    def _thought(self, position: dict[str, Any], seat: int) -> str:
        """Each thought begins anew: what else the bot knew was of a position that was supposed otherwise."""
        assert self._game is not None
        bot = bots.load(self._name)
        match = self._game.from_position(position)
        return str(bot.choose(match, seat, cancelled=self._stopping.is_set))

    def _answer(self, position: dict[str, Any], log: list[dict[str, Any]]) -> str:
        assert self._game is not None
        assert self._program is not None
        if self._match is None:
            self._match = SeenMatch(self._game)
        self._match.update(position, log)
        return str(self._program.choose(cast("Match", self._match), position["seat"]))

    def close(self) -> None:
        """End the program, if it is one."""
        if self._program is not None:
            self._program.close()
