"""`pentarchy bot`: bots of this library, and programs that it can ask, take seats that a table elsewhere offers."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import threading
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pentarchy import bots
from pentarchy.games import NAMES
from pentarchy.table.reach import is_loopback
from pentarchy.table.sitting import GROWING_WAITS, Sitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

VARIABLE = "PENTARCHY_TOKEN"
POLLING = 2.0  # seconds between two looks for offers
PARTING = 5.0  # seconds for what is still being thought
ANSWERING = 20.0  # seconds after which a table that does not answer is not there
AGAIN = (408, 425, 429, 500, 502, 503, 504)  # answers after which asking later may help


class Refused(ValueError):  # noqa: N818
    """The table does not do what was asked for."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(f"the table refuses it ({status} {error}): {detail}")
        self.status = status


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows nobody elsewhere: a token is shown to the table that it is for, and to nobody else."""

    def redirect_request(self, *_: Any) -> None:
        """There is no other request."""


class Server:
    """A table elsewhere, over HTTP."""

    def __init__(self, url: str, token: str) -> None:
        self.url = checked_url(url)
        self.headers = {"Authorization": f"Bearer {token}"}
        self._opener = urllib.request.build_opener(Stay())

    def offers(self) -> dict[str, Any]:
        """What is offered, and what is held."""
        found = self._ask("GET", "/api/bot/offers")
        if not {"offers", "seats", "most"} <= found.keys():
            raise self._no_table()
        return found

    def take(self, table: str, seat: int) -> dict[str, Any]:
        """Sit down."""
        return self._ask("POST", f"/api/bot/tables/{table}/take", {"seat": seat})

    def _ask(self, method: str, path: str, content: Any = None) -> dict[str, Any]:
        """The answer; Refused, or an OSError if there is none."""
        body = None if content is None else json.dumps(content).encode()
        headers = self.headers | ({"Content-Type": "application/json"} if body else {})
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=ANSWERING) as answer:
                found = json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except ValueError:
            raise self._no_table() from None
        if not isinstance(found, dict):
            raise self._no_table()
        return found

    def _no_table(self) -> Refused:
        return Refused(200, "no_table", f"{self.url} answers, but not like a table")


def _refused(error: urllib.error.HTTPError) -> Refused:
    with error:
        try:
            told = json.loads(error.read())
            return Refused(error.code, str(told["error"]), str(told["detail"]))
        except (ValueError, KeyError, TypeError, OSError):
            return Refused(error.code, "no_table", error.reason)


def checked_url(url: str) -> str:
    """The address of a table without what is not needed, or a ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise ValueError(f"{url!r} is no address of a table, such as https://games.example")
    return url.rstrip("/")


def read_token(token: str | None, file: Path | None) -> str:
    """The token as it was given: typed, in a file, or in the environment."""
    if token is not None and file is not None:
        raise ValueError("give either --token or --token-file")
    if file is not None:
        token = file.read_text(encoding="utf-8")
    found = (token if token is not None else os.environ.get(VARIABLE, "")).strip()
    if not found or not found.isascii() or not found.isprintable() or " " in found:
        raise ValueError(f"there is no token: `pentarchy admin token NAME` makes one, for --token-file or ${VARIABLE}")
    return found


class Client:
    """Takes seats that are offered and lets bots play there, until it is told to stop."""

    def __init__(
        self,
        server: Server,
        names: Sequence[str],
        *,
        games: Sequence[str] = (),
        seats: int = 4,
        say: Callable[[str], None] = print,
    ) -> None:
        for name in names:
            bots.load(name)  # a name that is none is said at once
        for game in games:
            if game not in NAMES:
                raise ValueError(f"there is no game {game!r}; there are {', '.join(NAMES)}")
        if seats < 1:
            raise ValueError(f"seats is at least 1, not {seats}")
        self._server = server
        self._names = list(names)
        self._games = set(games or NAMES)
        self._seats = seats
        self._say = say
        self._sittings: dict[str, Sitting] = {}
        self._refused: set[tuple[str, int, float]] = set()  # offers that are not for us, whatever they say
        self.stopping = threading.Event()

    def run(self) -> None:
        """Play until it is to stop; a ValueError if the table does not want this program."""
        tries = 0
        try:
            while not self.stopping.is_set():
                try:
                    self._look()
                except Refused as refused:
                    if refused.status not in AGAIN:
                        raise
                    tries = self._wait(tries, str(refused))
                except OSError as error:
                    tries = self._wait(tries, f"the table cannot be reached: {error}")
                else:
                    tries = 0
                    self.stopping.wait(POLLING)
        finally:
            self.stopping.set()
            for sitting in self._sittings.values():
                sitting.join(PARTING)  # one that compiles cannot be stopped; it ends with the process

    def _wait(self, tries: int, why: str) -> int:
        wait = GROWING_WAITS[min(tries, len(GROWING_WAITS) - 1)]
        self._say(f"{why}; trying again in {wait:g} s")
        self.stopping.wait(wait * random.uniform(0.75, 1.25))
        return tries + 1

    def _look(self) -> None:
        """Go to the seats that are held, and take more of those that are offered."""
        found = self._server.offers()
        self._sittings = {table: each for table, each in self._sittings.items() if each.is_alive()}
        for held in found["seats"]:
            if held["table"] not in self._sittings:
                self._sit(held["table"], held["seat"], held["game"])
        for offer in found["offers"]:
            if len(self._sittings) >= min(self._seats, found["most"]) or self.stopping.is_set():
                return
            if offer["game"] in self._games and offer["table"] not in self._sittings:
                self._take(offer)

    def _take(self, offer: dict[str, Any]) -> None:
        key = offer["table"], offer["seat"], offer["at"]
        if key in self._refused:
            return
        try:
            self._server.take(offer["table"], offer["seat"])
        except Refused as refused:
            if refused.status not in (403, 404, 409):
                raise
            self._refused.add(key)
            self._say(f"{offer['table']}: seat {offer['seat']} is not to be had: {refused}")
            return
        self._sit(offer["table"], offer["seat"], offer["game"])

    def _sit(self, table: str, seat: int, game: str) -> None:
        name = self._names[sum(table.encode()) % len(self._names)]  # the same again after a restart
        self._say(f"{table}: {name} sits on seat {seat} ({game})")
        line = "ws" + self._server.url.removeprefix("http") + f"/ws/{table}"
        sitting = Sitting(line, self._server.headers, table, seat, name, self._say, self.stopping)
        self._sittings[table] = sitting
        sitting.start()


def run(server: Server, names: Sequence[str], games: Sequence[str], seats: int) -> int:
    """Play at a table elsewhere until SIGINT or SIGTERM."""
    host = urlsplit(server.url).hostname or ""
    if server.url.startswith("http:") and host != "localhost" and not is_loopback(host):
        print("the token is sent without encryption: others on the way can read it; use https", file=sys.stderr)
    client = Client(server, names, games=games, seats=seats, say=_say)
    with _told_to_stop(client.stopping):
        _say(f"{', '.join(names)} at {server.url} (Ctrl-C ends it; seats that are held wait)")
        client.run()
    _say("stopped")
    return 0


def _say(text: str) -> None:
    print("".join(letter if letter.isprintable() else "\ufffd" for letter in text), flush=True)


@contextlib.contextmanager
def _told_to_stop(stopping: threading.Event) -> Iterator[None]:
    """While this goes on, signals to end only ask for it."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, lambda *_: stopping.set()) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)
