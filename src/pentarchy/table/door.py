"""Who may come in: how many at once and how often. Counted is what cannot be invented: addresses first, then people."""

from __future__ import annotations

import logging
import math
import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

from pentarchy.table import identity
from pentarchy.table.addresses import Proxies, counted
from pentarchy.table.held import Held
from pentarchy.table.hub import RequestError
from pentarchy.table.limits import Buckets, Shares
from pentarchy.table.settings import NO_BOUND
from pentarchy.table.tally import tally

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from pentarchy.table.settings import Settings

log = logging.getLogger("pentarchy.table")

SPARE = 50  # connections beyond the last one that are told why they cannot stay
OWN_FILES = 128  # that the table needs besides connections: its data, pages, processes that compile
SELDOM = 60.0  # seconds


class Seldom:
    """Something that may happen very often and is logged once a minute."""

    def __init__(self, message: str) -> None:
        self._message = message
        self._before = -math.inf
        self._more = 0

    def say(self, *arguments: object) -> None:
        """It has happened."""
        now = time.monotonic()
        if now - self._before < SELDOM:
            self._more += 1
            return
        since = f" (and {self._more} times more in the last minutes)" if self._more else ""
        log.warning(self._message + since, *arguments)
        self._before, self._more = now, 0


class Guest(Protocol):
    """A connection whose other side has not come to the point yet."""

    def make_room(self) -> None:
        """Go at once: somebody else may have more to say."""


class Waiting:
    """Those who have not come to the point, by their addresses; they make room when there is none."""

    def __init__(self) -> None:
        self._guests: dict[str, dict[Guest, None]] = {}  # whoever came first is first

    def add(self, address: str, guest: Guest) -> None:
        """Something is to come from somebody."""
        self._guests.setdefault(address, {})[guest] = None

    def discard(self, address: str, guest: Guest) -> None:
        """It has come, or they are gone."""
        guests = self._guests.get(address)
        if guests is not None and guest in guests:
            del guests[guest]
            if not guests:
                del self._guests[address]

    def send_one_away(self) -> bool:
        """Let the one go who has waited longest of the address that has most of them; whether there was one.

        Whoever comes to ask something does so at once, and seldom on many connections.
        """
        if not self._guests:
            return False
        address = max(self._guests, key=lambda each: len(self._guests[each]))
        guest = next(iter(self._guests[address]))
        self.discard(address, guest)
        guest.make_room()
        return True


class Door:
    """Counts connections, requests, messages and tables."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.proxies = Proxies(settings.proxies)
        self.requests = Buckets(*settings.requests)
        self.misses = Buckets(*settings.misses)
        self.frames = Buckets(*settings.frames_address)
        self.talk = Shares(settings.talk, settings.talk_address)
        self.tables = Shares(settings.tables, settings.tables_address)
        self._commands = Shares(settings.commands, settings.commands_address)
        self._seated = Buckets(*settings.commands_seated)
        self._arrivals = Buckets(*settings.arrivals)
        self.maps = Buckets(*settings.maps)
        self.program_requests = Buckets(*settings.program_requests)
        self._program_commands = Buckets(*settings.program_commands)
        self.buckets = {  # by the names under which other processes know of them
            "requests": self.requests,
            "misses": self.misses,
            "frames": self.frames,
            "talk": self.talk.people,
            "talk_address": self.talk.addresses,
            "tables": self.tables.people,
            "tables_address": self.tables.addresses,
            "commands": self._commands.people,
            "commands_address": self._commands.addresses,
            "commands_seated": self._seated,
            "arrivals": self._arrivals,
            "maps": self.maps,
            "program_requests": self.program_requests,
            "program_commands": self._program_commands,
        }
        self._most = min(settings.connections, room_for_connections(settings.connections))
        half = (self._most + 1) // 2  # one address never has more of them, however few there can be
        self._most_connections = min(settings.connections_address, half)
        self._most_pages = min(settings.pages_address, half)
        self.waiting = Waiting()
        self._all = 0
        self._connections = Held()
        self._pages = Held()
        self._program_connections = Held()
        self.held = {
            "connections": self._connections,
            "pages": self._pages,
            "program_connections": self._program_connections,
        }
        self._full = Seldom("there are %d connections, and no room for more: those that ask for nothing make room")
        self._too_many = Seldom("there are %d connections from %s, which is as many as one address may have")
        self._too_often = Seldom("connections from %s come too fast and are dropped")
        self._unnamed = Seldom("%s passes requests on and is not named as a proxy (--proxies): its people count as one")

    # Connections

    def arrive(self, peer: str) -> bool:
        """Somebody connects; False if there is no room to say even why they cannot stay."""
        if peer not in self.proxies and not self._arrivals.take(counted(peer)):
            self._too_often.say(peer)
            tally.rejected["too_often"] += 1
            return False
        if self._all >= self._most + SPARE:
            self._full.say(self._all)
            tally.rejected["full"] += 1
            return False
        self._all += 1
        self._connections.take(counted(peer))
        return True

    def leave(self, peer: str) -> None:
        """A connection that has arrived is over."""
        self._all -= 1
        self._connections.give_back(counted(peer))

    def too_many(self, peer: str) -> RequestError | None:
        """Why the latest connection of somebody cannot stay."""
        has_room = self._all <= self._most or self._made_room()
        here, everywhere = self._connections.here(counted(peer)), self._connections[counted(peer)]
        too_many = here > self._most_connections or everywhere > self.settings.connections_address
        if too_many and peer not in self.proxies:
            self._too_many.say(everywhere, peer)
            return RequestError(429, "too_many", "too many connections from your address; close some pages")
        return None if has_room else RequestError(503, "full", "too many people at once; come back in a little while")

    def _made_room(self) -> bool:
        """Whether somebody could be sent away for somebody else."""
        self._full.say(self._all)
        made = self.waiting.send_one_away()
        tally.rejected["made_room"] += made
        return made

    # Requests

    def place(self, scope: Any) -> None:
        """Write into a request from where it comes, if a named proxy passes it on."""
        peer = identity.peer(scope)
        forwarded = identity.headers(scope, b"x-forwarded-for")
        if peer in self.proxies:
            scope["client"] = (self.proxies.origin(peer, forwarded), 0)
            scheme = identity.header(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
            if scheme in ("http", "https"):
                scope["scheme"] = scheme
        elif forwarded:
            self._unnamed.say(peer)

    # Pages

    def open_page(self, address: str) -> bool:
        """Somebody opens a page; whether their address does not have too many."""
        here, everywhere = self._pages.here(address), self._pages[address]
        if here >= self._most_pages or everywhere >= self.settings.pages_address:
            self._too_many.say(everywhere, address)
            return False
        self._pages.take(address)
        return True

    def close_page(self, address: str) -> None:
        """A page that was opened is gone."""
        self._pages.give_back(address)

    def open_as_program(self, program: str) -> bool:
        """A program opens a WebSocket; whether it does not have too many."""
        if self._program_connections[program] >= self.settings.program_connections:
            return False
        self._program_connections.take(program)
        return True

    def close_as_program(self, program: str) -> None:
        """A WebSocket of a program is gone."""
        self._program_connections.give_back(program)

    def may_command_as_program(self, program: str) -> bool:
        """Whether a program may send one more command; what people do is not counted against it, nor the other way."""
        return self._program_commands.take(program)

    def may_command(self, address: str, person: str, *, seated: bool) -> bool:
        """Whether a page may send one more command.

        If an address has none left, those with a seat can play on all the same: slowly, since seats can be had.
        """
        if self._commands.take(address, person):
            return True
        return seated and self._commands.person_may(address, person) and self._seated.take(person)


def room_for_connections(wanted: int) -> int:
    """How many connections the system lets this process have beside what else it needs; said if fewer than wanted."""
    if sys.platform == "win32":
        return 1 << 16
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return 1 << 20
    room = max(SPARE, files - OWN_FILES - SPARE)
    if room < wanted < NO_BOUND:
        log.info("%d open files leave room for %d connections, not for %d", files, room, wanted)
    return room


def want_many_files() -> None:
    """Let this process have as many connections as the system allows."""
    if sys.platform == "win32":
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (OSError, ValueError) as error:  # some systems name a limit that they do not grant
        log.info("the limit of open files stays as it is: %s", error)
