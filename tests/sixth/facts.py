"""What happened in Hush, and why a move is refused."""
# mypy: ignore-errors
# The types are Numba's.

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, Reason
from tests.sixth.rules import HIGHEST, SWAP


class Fact(TypedDict):
    what: Literal["dealt", "keep", "swap"]
    seat: int
    card: NotRequired[int]


class Refusal(TypedDict):
    why: Literal["highest"]


REASONS = {"highest": Reason("HU-2", "a 6 is kept", "шестёрку не меняют")}


@rule
def tell(before, after, seat, action, fact):
    fact.card = NOTHING
    if seat == CHANCE:
        fact.what = 0
        fact.seat = action // HIGHEST
        fact.card = action % HIGHEST + 1
    else:
        fact.what = 2 if action == SWAP else 1
        fact.seat = seat


@rule
def refuse(s, seat, action, refusal):
    refusal.why = 0
