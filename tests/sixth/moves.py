"""Moves of Hush: `keep`, `swap`."""

from __future__ import annotations

from pentarchy.engine.spec import Move
from tests.sixth import rules

EXAMPLES: tuple[str, ...] = ("keep", "swap")


class Keep(Move, frozen=True):
    def __str__(self) -> str:
        return "keep"


class Swap(Move, frozen=True):
    def __str__(self) -> str:
        return "swap"


def decode(action: int) -> Move:
    return Swap() if action == rules.SWAP else Keep()


def outcome(code: int) -> str:
    return f"card {code // rules.HIGHEST} {code % rules.HIGHEST + 1}"


def tidy(text: str) -> str:
    return text.strip().lower()
