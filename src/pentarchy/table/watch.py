"""Watching over the table for its operator: request ids, the access log, numbers, and how late the event loop is."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import time
from typing import TYPE_CHECKING, Any

from pentarchy.table import identity
from pentarchy.table.logs import request_id
from pentarchy.table.metrics import CONTENT_TYPE, Metrics
from pentarchy.table.reach import is_loopback
from pentarchy.table.tally import tally

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pentarchy.table.hub import Hub
    from pentarchy.table.settings import Settings

log = logging.getLogger("pentarchy.table")
access = logging.getLogger("pentarchy.access")

ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))
LOOK_EVERY = 0.5  # seconds
SELDOM = 60.0  # seconds from one line about lag to the next
PASSED_ON = (b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip")


class Watch:
    """What stands between the server and the application."""

    def __init__(self, settings: Settings, hub: Callable[[], Hub | None], trusts: Callable[[str], bool]) -> None:
        self._settings = settings
        self._trusts = trusts  # whether an address is a named proxy's
        self._metrics = Metrics(hub, settings.worker)

    async def answer(self, scope: Any, receive: Any, send: Any, further: Callable[..., Awaitable[None]]) -> None:
        """Let a request be answered, with an id that its answer and all log lines carry, and count it."""
        id = self._id(scope)
        before = request_id.set(id)
        begun = time.perf_counter()
        status = 0

        async def send_marked(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], (b"x-request-id", id.encode())]}
            await send(message)

        try:
            await further(scope, receive, send_marked)
        finally:
            self._note(scope, status, time.perf_counter() - begun)
            request_id.reset(before)

    def _id(self, scope: Any) -> str:
        """The id that a named proxy has given to a request, or a new one."""
        given = identity.header(scope, b"x-request-id")
        if given and ID.fullmatch(given) and self._trusts(identity.peer(scope)):
            return given
        return secrets.token_hex(8)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        tally.answers[method, status] += 1
        if self._settings.access_log:
            fields = {
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "ms": round(seconds * 1000, 1),
                "address": identity.peer(scope),
            }
            access.info("%(method)s %(path)s %(status)s %(ms)s ms %(address)s", fields, extra={"fields": fields})

    # Numbers

    def may_read_metrics(self, scope: Any) -> bool:
        """Whether somebody may see the numbers: whoever has the token, or this very machine if there is no proxy."""
        if token := self._settings.metrics:
            return hmac.compare_digest(identity.header(scope, b"authorization").encode(), f"Bearer {token}".encode())
        behind = self._settings.public or self._settings.proxies
        direct = not behind and not any(name in PASSED_ON for name, _ in scope["headers"])
        return direct and is_loopback(identity.address(scope))

    async def send_metrics(self, send: Any) -> None:
        """Tell the numbers."""
        body = self._metrics.written()
        headers = [(b"content-type", CONTENT_TYPE.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    # The event loop

    async def measure_lag(self) -> None:
        """See how late the event loop is, for ever; say so if that is too much, but seldom."""
        worst, told = 0.0, -SELDOM
        while True:
            due = time.monotonic() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            now = time.monotonic()
            lag = max(0.0, now - due)
            tally.lag.add(lag)
            worst = max(worst, lag)
            if worst > self._settings.lag and now - told >= SELDOM:
                log.warning("the event loop was %.2f s late: everybody waited", worst, extra={"fields": {"lag": worst}})
                worst, told = 0.0, now
