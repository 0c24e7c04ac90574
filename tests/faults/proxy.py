"""A connection that can fail: passes bytes on to a port of this machine until it is told not to."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

PIECE = 1 << 16


class Proxy:
    """Something between a server and those who use it. It runs in a thread of its own; any other may tell it."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._admits = threading.Event()
        self._admits.set()
        self.refused = 0  # connections
        self._delay = 0.0
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listening.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._call(asyncio.start_server(self._serve, sock=self._listening))

    @property
    def connections(self) -> int:
        """How many pass through it now."""
        return len(self._writers) // 2

    # What can go wrong

    def cut(self) -> None:
        """All connections break off; new ones can be made."""
        self._do(self._cut)

    def refuse(self) -> None:
        """All connections break off, and nobody gets through any more."""
        self._admits.clear()
        self._do(self._cut)

    def pause(self) -> None:
        """Connections stay open and nothing comes through, as if a cable were pulled."""
        self._do(self._flows.clear)

    def slow(self, seconds: float) -> None:
        """Everything takes so much longer, each way."""
        self._delay = seconds

    def heal(self) -> None:
        """Nothing is wrong any longer; what was held back comes through."""
        self._delay = 0.0
        self._admits.set()
        self._do(self._flows.set)

    # How it passes on

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._admits.is_set():
            self.refused += 1
            writer.transport.abort()
            return
        try:
            further_reader, further_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        if not self._admits.is_set():
            writer.transport.abort()
            further_writer.transport.abort()
            return
        both = {writer, further_writer}
        self._writers |= both
        try:
            there = asyncio.create_task(self._pass_on(reader, further_writer))
            back = asyncio.create_task(self._pass_on(further_reader, writer))
            _, others = await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            for other in others:
                other.cancel()
        finally:
            self._writers -= both
            for each in both:
                each.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(PIECE):
                if self._delay:
                    await asyncio.sleep(self._delay)
                await self._flows.wait()
                writer.write(piece)
                await writer.drain()

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _do(self, action: Callable[[], Any]) -> None:
        async def act() -> None:
            action()

        self._call(act())

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Break everything off for good."""
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._delay = 0.0
        self._admits.clear()
        self._flows.set()
        while lines := asyncio.all_tasks() - {asyncio.current_task()}:
            self._cut()
            await asyncio.wait(lines, timeout=0.1)
        self._server.close()  # not before: asyncio forgets connections that are being accepted when a server is closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
