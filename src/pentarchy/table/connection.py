"""One open page: what it may send, and what waits to be sent to it."""

from __future__ import annotations

import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table import identity, tokens
from pentarchy.table import protocol as p
from pentarchy.table.hub import BANNED, TRY_AGAIN, UNKNOWN_TABLE, RequestError
from pentarchy.table.snapshots import NO_EVENTS, encode
from pentarchy.table.store import Unavailable
from pentarchy.table.wire import COME_LATER, TOO_FAST

if TYPE_CHECKING:
    from pentarchy.engine.spec import Event
    from pentarchy.table.door import Door
    from pentarchy.table.hub import Hub
    from pentarchy.table.live import LiveTable
    from pentarchy.table.tokens import Program
    from pentarchy.table.wire import Wire

log = logging.getLogger("pentarchy.table")
decode = msgspec.json.Decoder(p.Command).decode

MOST_WAITING = 200  # answers that wait to be sent; whoever asks so much and does not read is cut off
PATIENCE = 50  # messages in a row that come too fast before the connection is cut

# Why a connection was closed, for the page.
FAILED = 1011
STALLED = 4408


class Connection:
    """A page's connection to a table. States are never queued: the newest is written when it is free."""

    def __init__(self, hub: Hub, door: Door, wire: Wire, player: str, peer: str, holder: Program | None = None) -> None:
        self.player = player
        self.holder = holder  # the program whose it is, as it was when it came; None: a person's
        self.peer = peer  # from where, in full
        self.address = wire.address  # as it counts
        self.joined = False
        self.hinting = False
        self.looks: int | None = None
        self.log: tuple[Event, ...] = NO_EVENTS
        self.shown: object = None
        self.table: LiveTable | None = None
        self._is_expected = False
        self._hub = hub
        self._door = door
        self._wire = wire
        self._opened = time.monotonic()
        self._replies: deque[bytes] = deque()
        self._due = False
        self._closing = False
        self._stirred = False
        self._patience = PATIENCE

    def come_to(self, table: LiveTable) -> None:
        """Its table is found; from now on it waits for this page to say hello."""
        self.table = table
        if not self._closing:
            self._is_expected = True
            table.expected += 1

    def _is_there(self) -> None:
        """It has said hello, or never will."""
        if self._is_expected and self.table is not None:
            self._is_expected = False
            self.table.expected -= 1

    @property
    def closed(self) -> bool:
        """Whether nothing more is said here."""
        return self._closing

    @property
    def seated(self) -> bool:
        """Whether it is somebody's who sits at the table."""
        return self.table is not None and bool(self.table.state.mask(self.player))

    @property
    def is_program(self) -> bool:
        """Whether it is not a person's."""
        return self.holder is not None

    # Sending

    def reply(self, message: p.Reply) -> None:
        """Send an answer."""
        if len(self._replies) >= MOST_WAITING:
            self.close(STALLED)
            return
        self._replies.append(encode(message))
        self._stir()

    def state_is_due(self) -> None:
        """Send how it stands, as soon as the connection is free."""
        self._due = True
        self._stir()

    def caught_up(self) -> None:
        """The reader has read."""
        self._stir()

    def close(self, code: int) -> None:
        """Say nothing more but why."""
        if not self._closing:
            self._closing = True
            self._due = False
            self._flush(self._wire)
            self._wire.close(code)

    def _stir(self) -> None:
        if not (self._stirred or self._closing):
            self._stirred = True
            self._hub.outbox.add(self._flush, self._wire)

    def _flush(self, wire: Wire) -> None:
        """Send all at once if the reader keeps up, or else when it has caught up."""
        self._stirred = False
        if wire.full_since is None:
            messages = []
            while self._replies or self._due:
                message = self._next()
                if message is not None:
                    messages.append(message)
            if messages:
                wire.write_texts(messages)

    def _next(self) -> bytes | None:
        """What is to be sent next: answers first, then how it stands."""
        if self._replies:
            return self._replies.popleft()
        self._due = False
        return self.table.state_for(self) if self.table is not None else None

    # Receiving

    def may_talk(self) -> bool:
        """Whether neither its person nor their address has talked too much."""
        return self._door.talk.take(self.address, self.player)

    def take(self, data: bytes) -> None:
        """Pass on what the page has sent, if it is readable and not too much."""
        table = self.table
        if self._closing or table is None:
            return
        try:
            command = decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            command, problem = None, str(error)
        if not self._may_command():
            self._patience -= 1
            if self._patience < 0:
                self.close(TOO_FAST)
                return
            table.reject(self, getattr(command, "id", ""), "too_fast", "wait a little before you send more")
        elif command is None:
            table.reject(self, "", "bad_message", problem[:300])
        else:
            self._patience = PATIENCE
            if not self.joined and isinstance(command, p.Hello):
                self._wire.gate.comes_to_the_point()
            try:
                table.command(self, command)
                if self._is_expected and self.joined:
                    self._is_there()
            except Exception:
                log.exception("a command could not be carried out at %s", table.name)
                table.reject(self, getattr(command, "id", ""), "failed", "something went wrong; it has been noted")

    def _may_command(self) -> bool:
        if self.holder is not None:
            return self._door.may_command_as_program(self.player)
        return self._door.may_command(self.address, self.player, seated=self.seated)

    # Its end

    def stalled(self, now: float) -> bool:
        """Whether the page has not read for too long."""
        since = self._wire.full_since
        return since is not None and now - since > self._hub.settings.stalled

    def tend(self, now: float) -> None:
        """Ask a page that has been silent whether it is still there, and let go of one that is not."""
        settings = self._hub.settings
        silent = now - self._wire.heard
        if self.stalled(now):
            log.info("a page of %s does not read: cut off", self.table and self.table.name)
            self._wire.cut()
        elif silent > settings.silence or (not self.joined and now - self._opened > settings.hello):
            self.close(STALLED)
        elif silent > settings.silence / 3:
            self._wire.ping()

    def lost(self) -> None:
        """The connection is gone."""
        self._closing = True
        self._hub.connections.discard(self)
        if self.holder is not None:
            self._door.close_as_program(self.player)
        else:
            self._door.close_page(self.address)
        self._is_there()
        if self.table is not None:
            self.table.part(self)


def welcome(hub: Hub, door: Door, wire: Wire, scope: Any) -> None:
    """Let a page in, if it may come, and find its table."""
    door.place(scope)
    wire.address = identity.address(scope)
    token = tokens.ours(identity.header(scope, b"authorization"))
    holder = hub.programs.holder(token) if token is not None else None
    if not identity.same_origin(scope, hub.settings.origins):
        wire.refuse(403, "Forbidden", "other_origin", "this comes from a page of another site")
    elif token is not None and holder is None:
        wire.refuse(401, "Unauthorized", "bad_token", "there is no such token, or it was taken back")
    elif not wire.accept(scope):
        pass  # it has been said
    elif wire.gate.refusal is not None:
        wire.close(COME_LATER, wire.gate.refusal.error)
    elif not door.requests.take(wire.address):
        wire.close(TOO_FAST, "too_fast")
    elif not (door.open_page(wire.address) if holder is None else door.open_as_program(holder.id)):
        wire.close(COME_LATER, "too_many")
    else:
        player = _person(scope) if holder is None else holder.id
        connection = Connection(hub, door, wire, player, identity.peer(scope), holder)
        hub.connections.add(connection)
        wire.attach(connection, hub.inbox, hub.outgoing)
        if hub.bans.holds(connection.peer, connection.player):
            connection.close(BANNED)
            return
        hub.start(_open(hub, door, wire, connection, scope["path"].removeprefix("/ws/")))


def _person(scope: Any) -> str:
    """Whose cookie came with a request; nobody's if none did."""
    token = identity.token_of(scope)
    return identity.player_of(token) if token else ""


async def _open(hub: Hub, door: Door, wire: Wire, connection: Connection, name: str) -> None:
    """Find the table of a page; what the page sends meanwhile waits."""
    try:
        table = await find_table(hub, door, wire.address, connection.player, name)
        if connection.holder is None and connection.player:
            await hub.me(connection.player)
        elif connection.holder is not None and not table.state.mask(connection.player):
            await table.caught_up()  # it may have sat down at another worker just now
    except RequestError as refusal:
        fast = refusal.status == 429
        connection.reply(p.Rejected(id="", seq=0, reason="too_fast" if fast else "unknown_table", detail=str(refusal)))
        connection.close(TOO_FAST if fast else UNKNOWN_TABLE)
    except Unavailable:  # it has been logged
        connection.close(TRY_AGAIN)
    except Exception:
        log.exception("table %s cannot be opened", name[:80])
        connection.close(FAILED)
    else:
        connection.come_to(table)
        table.check_seat(connection)
        wire.go_on()


async def find_table(hub: Hub, door: Door, address: str, player: str, name: str) -> LiveTable:
    """A table by its name, or a RequestError; after too many guesses only one that they sit at or have open."""
    if not door.misses.peek(address) and not await hub.is_at_home(player, name):
        raise RequestError(429, "too_fast", "too many unknown tables; wait a little")
    try:
        return await hub.table(name)
    except RequestError:
        door.misses.take(address)
        raise
