"""Programs that may sit at tables: each has a name and a secret token, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, NamedTuple

from pentarchy.table.letters import problem, skeleton
from pentarchy.table.limits import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX = "pentarchy_"  # by which a token is known as one of ours wherever it turns up, such as in a public repository
TOKEN = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")
BEARER = re.compile(r"Bearer +(\S.*)", re.IGNORECASE)


class Program(NamedTuple):
    """A program that has a token."""

    id: str  # by which tables know it, as they know people by theirs
    name: str
    token: str  # its hash
    made: float
    seen: float  # when it last asked for something, to the minute; 0 if it never did


class Programs:
    """All of them, in memory: what is looked up with every request of a program."""

    def __init__(self) -> None:
        self._by_token: dict[str, Program] = {}

    def set(self, programs: Iterable[Program]) -> None:
        """Exactly these from now on."""
        self._by_token = {program.token: program for program in programs}

    def saw(self, program: Program, at: float, anew: float) -> bool:
        """A program was there; whether that was last said so many seconds ago."""
        known = self._by_token.get(program.token)
        if known is None or at - known.seen < anew:
            return False
        self._by_token[program.token] = known._replace(seen=at)
        return True

    def has(self, program: Program) -> bool:
        """Whether the token that a program came with is still good."""
        return program.token in self._by_token

    def all(self) -> list[Program]:
        """Those that there are, by their names."""
        return sorted(self._by_token.values(), key=lambda program: program.name.casefold())

    def holder(self, token: str) -> Program | None:
        """Whose token it is; None if it is nobody's, or was taken back."""
        return self._by_token.get(hashed(token)) if TOKEN.fullmatch(token) else None

    def named(self, name: str) -> Program | None:
        """A program by its name."""
        return next((program for program in self._by_token.values() if program.name == name), None)


def new_token() -> str:
    """A fresh secret of 256 bits."""
    return PREFIX + secrets.token_urlsafe(32)


def new_id() -> str:
    """By what tables will know a new program."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(authorization: str) -> str | None:
    """The token of a header Authorization; None if it brings none, as where a proxy asks people for passwords."""
    found = BEARER.fullmatch(authorization.strip())
    return found[1] if found else None


def ours(authorization: str) -> str | None:
    """The same if it looks like one of ours: a proxy may add tokens of its own to what people ask for."""
    token = bearer(authorization)
    return token if token is not None and token.startswith(PREFIX) else None


def checked_name(name: str, others: Iterable[Program]) -> str:
    """A name for a program as it is shown, or a ValueError that says what is wrong with it."""
    name = name.strip()
    if not name:
        raise ValueError("a program needs a name")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"the name of a program has at most {LONGEST_NAME} characters, and {name!r} has {len(name)}")
    if wrong := problem(name):
        raise ValueError(f"{name!r} cannot be the name of a program: {wrong}")
    for other in others:
        if skeleton(other.name) == skeleton(name):
            raise ValueError(f"there is a program {other.name!r}: --renew gives it another token, --revoke ends it")
    return name
