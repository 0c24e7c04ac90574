"""One of several processes that serve the same tables: `python -m pentarchy.table.worker SOCKETS`, by its parent."""

from __future__ import annotations

import asyncio
import os
import socket
import sys

import uvicorn

from pentarchy.table import logs
from pentarchy.table.app import App
from pentarchy.table.door import want_many_files
from pentarchy.table.serve import configured
from pentarchy.table.workers import READY, decoded, watch_parent

PATIENCE = 1  # seconds for requests that are being answered when it is to end


class Serving(uvicorn.Server):
    """Says when it serves, and ends when its parent does."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self.started:
            os.write(sys.stdout.fileno(), READY)
            watch_parent(asyncio.get_running_loop(), self._stop)

    def _stop(self) -> None:
        self.should_exit = True


def main() -> None:
    """Serve what standard input says on the sockets that were handed down: the common one, and perhaps one's own."""
    settings = decoded(first_line())
    logs.configure(as_json=settings.log_json)
    want_many_files()
    sockets = [socket.socket(fileno=int(number)) for number in sys.argv[1:]]
    Serving(configured(App(settings), patience=PATIENCE)).run(sockets=sockets)


def first_line() -> bytes:
    """The first line of standard input; what follows is left to be read."""
    found = bytearray()
    while not found.endswith(b"\n"):
        if not (byte := os.read(sys.stdin.fileno(), 1)):
            raise SystemExit("the parent is gone")
        found += byte
    return bytes(found)


if __name__ == "__main__":
    main()
