"""Who somebody is: a secret in a cookie, of which the table keeps only a hash. And from where they may come."""

from __future__ import annotations

import hashlib
import re
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from pentarchy.table.addresses import counted

COOKIE = "pentarchy"
AGE = 400 * 24 * 3600  # as long as browsers keep a cookie
ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[!-~]+")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")

Scope = Any  # of ASGI


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if it is not there."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def headers(scope: Scope, name: bytes) -> list[str]:
    """All headers of that name, in their order."""
    return [str(value.decode("latin-1")) for key, value in scope["headers"] if key == name]


def token_of(scope: Scope) -> str | None:
    """The secret that came with a request."""
    try:
        morsel = SimpleCookie(header(scope, b"cookie")).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None and TOKEN.fullmatch(morsel.value) else None


def new_token() -> str:
    """A fresh secret of 192 bits."""
    return secrets.token_urlsafe(24)


def player_of(token: str) -> str:
    """By what the table knows the holder of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def cookie(token: str, *, secure: bool) -> str:
    """The header that makes a browser keep the secret."""
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={AGE}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def same_origin(scope: Scope, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this host, of an allowed one, or from no page at all."""
    origin = header(scope, b"origin")
    if not origin:
        return True
    if is_malformed(origin):
        return False
    return origin in allowed or (origin != "null" and urlsplit(origin).netloc == header(scope, b"host"))


def is_malformed(origin: str) -> bool:
    """Whether something is neither the origin of a page nor `null` nor nothing."""
    if origin in ("", "null"):
        return False
    try:
        parts = urlsplit(origin)
        return not (ORIGIN.fullmatch(origin) and parts.hostname) or parts.port == 0
    except ValueError:  # brackets without an address, a port beyond the last
        return True


def is_no_host(host: str) -> bool:
    """Whether a header Host is not a name or an address, with or without a port; it may be left out."""
    return bool(host) and (is_malformed(f"http://{host}") or any(mark in host for mark in "/?#@\\"))


def address(scope: Scope) -> str:
    """From where a request comes, as it is counted."""
    return counted(peer(scope))


def peer(scope: Scope) -> str:
    """From where a request comes; before the door has looked at it, the proxy if it is passed on."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def is_passed_on(scope: Scope) -> bool:
    """Whether a proxy, named or not, says that it passes a request on."""
    return any(header(scope, name) for name in (b"x-forwarded-for", b"forwarded", b"via"))
