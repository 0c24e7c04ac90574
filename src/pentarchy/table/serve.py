"""`pentarchy serve`: open the table on this machine."""

from __future__ import annotations

import logging
import os
import socket
import sys
import webbrowser
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import uvicorn
from h11 import LocalProtocolError

from pentarchy.table import logs
from pentarchy.table.app import App
from pentarchy.table.cluster import check
from pentarchy.table.door import want_many_files
from pentarchy.table.gate import Gate
from pentarchy.table.home import prepare
from pentarchy.table.limits import LARGEST_HEADER
from pentarchy.table.reach import EVERYWHERE, house_addresses, is_loopback, origin
from pentarchy.table.static import Static
from pentarchy.table.wire import Wire
from pentarchy.table.workers import supervise

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.table.settings import Settings


def serve(settings: Settings, *, open_browser: bool = False, reread: Callable[[], Settings] | None = None) -> None:
    """Serve until Ctrl-C; several workers are restarted with settings as they are by then."""
    logs.configure(as_json=settings.log_json)
    host = settings.host or ("0.0.0.0" if settings.lan else "127.0.0.1")
    if settings.lan and is_loopback(host):
        raise ValueError(f"--lan: at {host} only this machine can come; leave --host out")
    check(settings.thinkers)
    folder = prepare(settings)
    listening = listen(host, settings.port)
    ports = range(settings.metrics_port, settings.metrics_port + settings.workers) if settings.metrics_port else ()
    own = [listen(host, port, "metrics_port") for port in ports]
    if settings.lan:
        settings = replace(settings, house=in_the_house(listening))
    if settings.workers > 1:
        said = partial(announce, listening, settings, open_browser)
        supervise(settings, listening, reread or (lambda: settings), said, own)
        return
    want_many_files()
    app = App(settings, folder=folder)
    Announcing(configured(app), listening, settings, open_browser=open_browser).run(sockets=[listening, *own])


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Whether uvicorn complains of more than a request that is not HTTP any more, which strangers can do at will.

    Nor that it has waited in vain for pages to go when it ends, if nothing was still being answered.
    """
    if str(record.msg).startswith("Cancel %s running task(s)") and record.args == (0,):
        return False
    return record.exc_info is None or not isinstance(record.exc_info[1], LocalProtocolError)


def configured(app: App, patience: int = 3) -> uvicorn.Config:
    """uvicorn with our gate before its HTTP, and our wire; `patience` is for connections when it stops."""
    logging.getLogger("uvicorn.error").addFilter(_is_worth_a_line)
    return uvicorn.Config(
        app,
        http=Gate,
        ws=Wire,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        h11_max_incomplete_event_size=LARGEST_HEADER,
        proxy_headers=False,  # it would believe strangers; `door` does it
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=patience,
        lifespan="on",
    )


def listen(host: str, port: int, setting: str = "--port") -> socket.socket:
    """A socket that listens; a ValueError that says what to do if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if host == "::":  # IPv4 as well, which not every system allows by itself
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ValueError(f"cannot listen on {host}:{port} ({error.strerror}); choose another {setting}") from None
    return listening


def in_the_house(listening: socket.socket) -> tuple[str, ...]:
    """The addresses at which other machines of the house find what listens here."""
    host, port = listening.getsockname()[:2]
    return tuple(origin(address, port) for address in ([host] if host not in EVERYWHERE else house_addresses()))


def who_can_come(host: str, settings: Settings) -> str:
    """Whether others can reach the table, in a line for the terminal."""
    if settings.public:
        return f"Invitations say {settings.public}/"
    if settings.house is None:
        if is_loopback(host):
            return "Only this machine can come; with --lan (make play LAN=1) everybody in the house can."
        return (
            "Others can come. Invitations say the address at which a page is open, unless --lan or --public is given."
        )
    if not settings.house:
        return "This machine has no address in the house: is it connected? Until then only this machine can come."
    first, *others = (f"{address}/" for address in settings.house)
    further = f"   (or {', '.join(others)})" if others else ""
    return f"Everybody in the house can come: {first}{further}"


class Announcing(uvicorn.Server):
    """Says where the table is and who can come, once it can be reached."""

    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, settings: Settings, *, open_browser: bool
    ) -> None:
        super().__init__(config)
        self._announce = partial(announce, listening, settings, open_browser)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._announce()


def announce(listening: socket.socket, settings: Settings, open_browser: bool) -> None:
    """Say where the table is and who can come."""
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in (*EVERYWHERE, "127.0.0.1") else host
    address = f"{origin(shown, port)}/"
    print(f"The table is open: {address}   (Ctrl-C closes it)", flush=True)
    print(who_can_come(host, settings), flush=True)
    if not Static().built:
        print("Its pages have not been built yet: see the address for how.", flush=True)
    if open_browser:
        webbrowser.open(address)
