"""One open page: its WebSocket, what it may send, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table import identity
from pentarchy.table import protocol as p
from pentarchy.table.hub import Refusal
from pentarchy.table.limits import Bucket, Buckets
from pentarchy.table.sight import NO_EVENTS, encode

if TYPE_CHECKING:
    from pentarchy.engine.spec import Event
    from pentarchy.table.hub import Hub
    from pentarchy.table.live import LiveTable
    from pentarchy.table.wire import Wire

WIRE = "pentarchy.wire"  # where a server that has it offers the short way in and out

log = logging.getLogger("pentarchy.table")
decode = msgspec.json.Decoder(p.Command).decode

MOST_WAITING = 200  # answers that wait to be sent; whoever asks so much and does not read is cut off
PATIENCE = 50  # messages in a row that come too fast before the line is cut

# Why a line was closed, for the page.
UNKNOWN_TABLE = 4404
STALLED = 4408
TOO_FAST = 4429


class Line:
    """A page's line to a table. States are never queued: the newest is written when the line is free."""

    def __init__(self, hub: Hub, player: str, send: Any, talk: Buckets, wire: Wire | None = None) -> None:
        self.player = player
        self.joined = False
        self.hinting = False
        self.log: tuple[Event, ...] = NO_EVENTS
        self.shown: object = None
        self.table: LiveTable | None = None
        self.settings = hub.settings
        self.tasks: tuple[asyncio.Future[None], ...] = ()
        self._send = send
        self._talk = talk
        self._replies: deque[bytes] = deque()
        self._due = False
        self._wake: asyncio.Future[None] | None = None
        self._closing = 0  # the code to close with
        self._sending_since: float | None = None
        self._wire = wire
        self._loop = asyncio.get_running_loop()
        self._outbox = hub.outbox
        self._stirred = False
        self._bucket = Bucket(*hub.settings.commands)
        self._patience = PATIENCE
        if wire is not None:
            wire.on_writable = self.caught_up

    def reply(self, message: p.Reply) -> None:
        """Send an answer."""
        if len(self._replies) >= MOST_WAITING:
            self.close(STALLED)
            return
        self._replies.append(encode(message))
        self._stir()

    def close(self, code: int) -> None:
        """Say nothing more but why."""
        self._closing = self._closing or code
        self._stir()

    def stalled(self, now: float) -> bool:
        """Whether the page has not read for too long."""
        since = self._sending_since if self._wire is None else self._wire.full_since
        return since is not None and now - since > self.settings.stalled

    def cut(self) -> None:
        """Let go at once."""
        for task in self.tasks:
            task.cancel()

    def state_is_due(self) -> None:
        """Send how it stands, as soon as the line is free."""
        self._due = True
        self._stir()

    def may_talk(self) -> bool:
        """Whether its person has not talked too much."""
        return self._talk.take(self.player)

    def _stir(self) -> None:
        if self._closing or self._wire is None:
            if self._wake is not None and not self._wake.done():
                self._wake.set_result(None)
        elif not self._stirred:
            self._stirred = True
            self._outbox.add(self._flush, self._wire)

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

    def caught_up(self) -> None:
        """The reader has read."""
        self._stir()

    async def write(self) -> None:
        """Send whatever is to be sent, until the line is closed."""
        while True:
            while self._replies or (self._due and not self._closing):
                message = self._next()
                if message is not None:
                    await self._sent(message)
            if self._closing:
                break
            self._wake = self._loop.create_future()
            await self._wake
            self._wake = None
        await self._send({"type": "websocket.close", "code": self._closing})

    async def _sent(self, message: bytes) -> None:
        self._sending_since = time.monotonic()
        await self._send({"type": "websocket.send", "text": message.decode()})
        self._sending_since = None

    def take(self, data: bytes | str) -> None:
        """Pass on what the page has sent, if it is readable and not too much."""
        table = self.table
        assert table is not None
        try:
            command = decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            command, problem = None, str(error)
        if not self._bucket.take():
            self._patience -= 1
            if self._patience < 0:
                self.close(TOO_FAST)
                return
            table.reject(self, getattr(command, "id", ""), "too_fast", "wait a little before you send more")
        elif command is None:
            table.reject(self, "", "bad_message", problem[:300])
        else:
            self._patience = PATIENCE
            try:
                table.command(self, command)
            except Exception:
                log.exception("a command could not be carried out at %s", table.name)
                table.reject(self, getattr(command, "id", ""), "failed", "something went wrong; it has been noted")


async def serve_page(hub: Hub, scope: Any, receive: Any, send: Any, misses: Buckets, talk: Buckets) -> None:
    """Talk with one page until it goes away."""
    await receive()  # that it wants to connect
    if not identity.same_origin(scope, hub.settings.origins):
        await send({"type": "websocket.close", "code": 4403})
        return
    token = identity.token_of(scope)
    await send({"type": "websocket.accept"})
    wire: Wire | None = scope.get("extensions", {}).get(WIRE)
    line = Line(hub, identity.player_of(token) if token else "", send, talk, wire)
    try:
        line.table = await _find(hub, scope, line, misses)
        if line.table is None:
            await line.write()
            return
        if line.player:
            await hub.me(line.player)
        await _exchange(hub, line, receive, wire)
    finally:
        if line.table is not None:
            line.table.part(line)


async def _find(hub: Hub, scope: Any, line: Line, misses: Buckets) -> LiveTable | None:
    try:
        return await hub.table(scope["path"].removeprefix("/ws/"))
    except Refusal as refusal:
        fast = not misses.take(identity.address(scope))
        line.reply(p.Rejected(id="", seq=0, reason="too_fast" if fast else "unknown_table", detail=str(refusal)))
        line.close(TOO_FAST if fast else UNKNOWN_TABLE)
        return None


async def _exchange(hub: Hub, line: Line, receive: Any, wire: Wire | None) -> None:
    """Read and write at the same time; whichever ends first ends the line."""
    reading = asyncio.ensure_future(_read(line, receive, wire))
    writing = asyncio.ensure_future(line.write())
    line.tasks = (reading, writing)
    hub.lines.add(line)
    try:
        done, _ = await asyncio.wait(line.tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, OSError):  # a line that is gone is no news
                log.error("a line broke", exc_info=error)
    finally:
        hub.lines.discard(line)
        line.cut()
        await asyncio.gather(*line.tasks, return_exceptions=True)


async def _read(line: Line, receive: Any, wire: Wire | None) -> None:
    """Take what the page sends; with a wire only the first message comes this way."""
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        line.take(message.get("text") or message.get("bytes") or b"")
        if wire is not None and wire.queue.empty():
            wire.on_text = line.take
