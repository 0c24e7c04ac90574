"""`pentarchy serve`: open the table on this machine."""

from __future__ import annotations

import logging
import os
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

from pentarchy.table.app import App
from pentarchy.table.limits import LARGEST_FRAME, Settings
from pentarchy.table.wire import Wire

if TYPE_CHECKING:
    from pathlib import Path


def serve(host: str, port: int, data: Path, *, open_browser: bool = False) -> None:
    """Serve until Ctrl-C."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    listening = listen(host, port)
    app = App(Settings.from_environment(data))
    config = uvicorn.Config(
        app,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws=Wire,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    Announcing(config, listening, open_browser=open_browser, built=app.static.built).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; a ValueError that says what to do if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ValueError(f"cannot listen on {host}:{port} ({error.strerror}); choose another --port") from None
    return listening


class Announcing(uvicorn.Server):
    """Says where the table is, once it can be reached."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket, *, open_browser: bool, built: bool) -> None:
        super().__init__(config)
        self._listening = listening
        self._open_browser = open_browser
        self._built = built

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if not self.started:
            return
        host, port = self._listening.getsockname()[:2]
        shown = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(host, host)
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        print(f"The table is open: {address}   (Ctrl-C closes it)", flush=True)
        if not self._built:
            print("Its pages have not been built yet: see the address for how.", flush=True)
        if self._open_browser:
            webbrowser.open(address)
