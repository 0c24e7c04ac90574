"""What is seen of Hush: one's own card, and at the end all of them."""
# mypy: ignore-errors
# The types are Numba's.

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, Most, append, more
from tests.sixth.rules import HIGHEST, SEATS, Phase


class Row(TypedDict):
    seat: int
    points: int
    place: int


class View(TypedDict):
    phase: Literal["chance", "decide", "over"]
    turn: int | None
    cards: Annotated[list[int | None], Most(SEATS)]
    standings: Annotated[list[Row], Most(SEATS)]


@rule
def see(s, seat, v):
    v.phase = 2 if s.phase == Phase.OVER.value else (1 if s.phase == Phase.DECIDE.value else 0)
    v.turn = NOTHING if s.phase == Phase.OVER.value else s.turn
    for player in range(s.seats):
        append(v.cards, s.cards[player] if s.cards[player] > 0 else NOTHING)
        row = more(v.standings)
        row.seat = player
        row.points = s.cards[player]
        row.place = 1
        for other in range(s.seats):
            row.place += s.cards[other] > s.cards[player]


@rule
def hears(s, events, seat, heard):
    for n in range(len(events)):
        heard[n] = events[n][0] != CHANCE or s.phase == Phase.OVER.value or events[n][1] // HIGHEST == seat


@rule
def reveals(before, after):
    return after.phase == Phase.OVER.value
