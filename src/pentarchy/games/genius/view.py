"""What is seen of a Simply Genius table. Everything is public but which token comes next (SG-18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

import numpy as np

from pentarchy.engine.bits import bit
from pentarchy.engine.kernel import rule
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Most, append, more, see_places
from pentarchy.games.genius import rules
from pentarchy.games.genius.components import LONGEST_SERIES
from pentarchy.games.genius.rules import (
    COLOURS,
    CONFLICT,
    MISS,
    SEATS,
    SUCCESS,
    Phase,
    fewest,
    fewest_colour,
    game_merit,
    has_alternative,
    match_or_misfire,
    merit,
    tokens,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Record, Seat, State
    from pentarchy.engine.spec import Buffer

ALIKE = True  # every seat has the same view

# --- Declared ---------------------------------------------------------------------------------------------------------

Colour = Literal["red", "orange", "yellow", "green", "blue", "violet"]
Outcome = Literal["success", "miss", "conflict"]
Tokens = dict[Colour, int]


class Chances(TypedDict):
    """How many tokens of the reserve would be a match (`success`), no match (`miss`) or a `conflict`, `of` how many."""

    success: int
    miss: int
    conflict: int
    of: int


class Row(TypedDict):
    """A seat as if the match ended now (SG-15 to SG-17)."""

    seat: int
    points: Annotated[int, "of all games of a series together"]
    collection: Tokens
    sorted: Annotated[list[int], Most(6), "the collection, the scarcest colour first (SG-16)"]
    fewest: Annotated[int, "tokens of the scarcest colour"]
    scarcest: Annotated[list[Colour], SUBSET, "the colours that have so many"]
    earlier: Annotated[list[int], Most(LONGEST_SERIES - 1), "the points of finished games"]
    place: Annotated[int, "by the sum of points in a series, else by the collection"]
    place_in_game: Annotated[int, "by the collection"]


class View(TypedDict):
    """Everything on the table."""

    phase: Annotated[
        Literal["chance", "turn", "success", "over"], "`turn` when a turn begins, `success` when a token has matched"
    ]
    target: Annotated[int, "tokens of every colour that make a complete collection (SG-2)"]
    game_number: Annotated[int, "which game of a series this is, counted from 1"]
    games: Annotated[int, "how many there are"]
    first: Annotated[int | None, "the seat that began the match; null before that is drawn"]
    acting: Annotated[int | None, "the seat whose turn it is; null at the end"]
    reserve: Tokens
    centre: Tokens
    zone: Annotated[list[Colour], SUBSET, "the colours turned up in this turn"]
    collections: Annotated[list[Tokens], Most(SEATS), "of every seat"]
    aside: Annotated[Tokens, "the surplus of this whole turn (SG-12)"]
    in_bonus_turn: bool
    bonus_turns: Annotated[int, "how many follow this turn (SG-11)"]
    passes: Annotated[int, "whole turns in a row, up to now, that were nothing but a pass (SG-14)"]
    standstill: Annotated[int, "this whole turn is so many in a row that added nothing; 0 if it did (SG-19)"]
    chances: Annotated[Chances | None, "of the next token; null when nobody can draw"]
    next_token: Annotated[
        dict[Colour, Outcome] | None, "what a token of each colour would be (SG-7 to SG-9); null as with `chances`"
    ]
    to_collect: Annotated[Tokens | None, SPARSE, "what collecting would take; null when it is not allowed"]
    surplus: Annotated[Tokens | None, SPARSE, "what of that would lie aside (SG-12)"]
    alternative: Annotated[Colour | None, "what an alternative move would take; null when it is not allowed (SG-13)"]
    earlier: Annotated[
        list[Annotated[list[int], Most(SEATS)]], Most(LONGEST_SERIES - 1), "the points of every seat, game by game"
    ]
    standings: Annotated[list[Row], Most(SEATS)]


# The phases as they are shown: what waits for chance is one.
CHANCE, TURN, DECISION, OVER = range(4)
SHOWN = np.array([CHANCE, CHANCE, TURN, CHANCE, DECISION, CHANCE, OVER], np.int64)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def see(s: State, seat: Seat, v: Record):
    """Everything on the table."""
    v.phase = SHOWN[s.phase]
    v.target = s.target
    v.game_number = s.game_number
    v.games = s.games
    v.first = s.first  # nobody is -1 in the state, too
    v.acting = s.acting
    v.in_bonus_turn = s.in_bonus_turn
    v.bonus_turns = s.bonus_turns
    v.passes = s.passes
    v.standstill = s.standstill
    for colour in range(COLOURS):
        v.reserve[colour] = s.reserve[colour]
        v.centre[colour] = s.centre[colour]
        v.aside[colour] = s.aside[colour]
        if s.zone[colour] > 0:
            v.zone |= bit(colour)
    see_ways(s, v)
    for game in range(s.game_number - 1):
        points = more(v.earlier)
        for player in range(s.seats):
            append(points, s.earlier[game][player])
    for player in range(s.seats):
        collection = more(v.collections)
        for colour in range(COLOURS):
            collection[colour] = s.collection[player][colour]
        see_points(s, player, more(v.standings))
    merits = np.zeros(SEATS, np.int64)
    merit(s, merits)
    see_places(merits, v.standings)
    see_places_in_game(s, v.standings)


@rule
def see_ways(s: State, v: Record):
    """What drawing, collecting and an alternative move would bring, where they are allowed."""
    v.alternative = NOTHING
    if s.phase == Phase.TURN.value and has_alternative(s, s.acting):
        v.alternative = fewest_colour(s, s.acting)
    if s.phase == Phase.SUCCESS.value:
        v.to_collect.there = v.surplus.there = True
        see_what_collecting_takes(s, v.to_collect.value, v.surplus.value)
    if (s.phase == Phase.TURN.value or s.phase == Phase.SUCCESS.value) and tokens(s.reserve) > 0:
        v.chances.there = v.next_token.there = True
        see_chances(s, v.chances.value, v.next_token.value)


@rule
def see_what_collecting_takes(s: State, taken, surplus):
    """The zone and its colours in the centre (SG-10), and what of that is more than the target (SG-12)."""
    for colour in range(COLOURS):
        taken[colour] = surplus[colour] = NOTHING
        if s.zone[colour] > 0:
            taken[colour] = int(s.zone[colour]) + int(s.centre[colour])
            above = int(s.collection[s.acting][colour]) + taken[colour] - int(s.target)
            surplus[colour] = above if above > 0 else NOTHING


@rule
def see_chances(s: State, chances, next_token):
    """What the next token would be, and how many tokens of the reserve that are."""
    for colour in range(COLOURS):
        found = match_or_misfire(s, colour)
        next_token[colour] = found
        chances.of += s.reserve[colour]
        chances.success += s.reserve[colour] if found == SUCCESS else 0
        chances.miss += s.reserve[colour] if found == MISS else 0
        chances.conflict += s.reserve[colour] if found == CONFLICT else 0


@rule
def see_points(s: State, seat: Seat, row):
    """The points of every game of a series, and the collection that decides a game (SG-15 to SG-17)."""
    row.seat = seat
    row.fewest = fewest(s, seat)
    row.points = row.fewest
    for game in range(s.game_number - 1):
        append(row.earlier, s.earlier[game][seat])
        row.points += s.earlier[game][seat]
    for colour in range(COLOURS):
        row.collection[colour] = s.collection[seat][colour]
        if s.collection[seat][colour] == row.fewest:
            row.scarcest |= bit(colour)
    for held in range(s.target + 1):
        for colour in range(COLOURS):
            if s.collection[seat][colour] == held:
                append(row.sorted, held)


@rule
def see_places_in_game(s: State, standings):
    """By the collections alone (SG-16)."""
    for seat in range(s.seats):
        place = 1
        for other in range(s.seats):
            place += game_merit(s, other) > game_merit(s, seat)
        standings.items[seat].place_in_game = place


# --- A series ---------------------------------------------------------------------------------------------------------


def by_itself(buffer: Buffer) -> Buffer:
    """The running game of a series as if it were the only one: its collections decide (SG-15, SG-16)."""
    alone = buffer.copy()
    s = alone.view(rules.STATE)[0]
    s.game_number = s.games = 1
    s.in_series = 0
    s.earlier[:] = 0
    return alone
