"""A calculating collector: is the next token worth the risk of losing what lies in the zone?

Within a turn chance is all there is, so the best moment to stop can be computed exactly. What is still to come depends
only on which colours lie in the zone: there are at most 64 such sets, and each is worth the better of collecting now
and of the average over the tokens that may come next. Only the worth of what is collected is an estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import U64, ZERO, bit, has, popcount
from pentarchy.engine.kernel import rule
from pentarchy.games.genius.rules import (
    ALTERNATIVE,
    COLLECT,
    COLOURS,
    DRAW,
    fewest_colour,
    legal,
    tokens,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Actions, Generator, Seat, State

# What things are worth, found by play against itself. Unit: a token that the collection lacks.
BONUS_TURN = 3.5
VICTORY = 1e6
LEFT_FOR_OTHERS = 0.05  # lost with every token that a misfire puts into the centre

SETS = 1 << COLOURS


# How well each level plays, found by matches (docs/bots.md), and how many moves a hint is thought about for.
LEVELS = {
    "novice": {"slips": 70},
    "adept": {},
    "expert": {"iterations": 200},
    "master": {"iterations": 3000},
}
ADVICE = 200_000

# How the search is tuned.
CHANCE_IN_TREE = True
OWN_DECISIONS_ONLY = False
HORIZON = 0
TUNING = {"exploration": 1.0, "sharpness": 1.0, "urgency": 0.05, "win_weight": 0.8, "lead_scale": 8.0, "noise": 100}


@rule
def appraise(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """What every legal action brings on average in this turn. Returns how many there are."""
    listed = legal(s, seat, actions)
    zone = colours_in(s.zone)
    for i in range(listed):
        if actions[i] == DRAW:
            values[i] = worth_of_drawing(s, seat, zone)
        elif actions[i] == COLLECT:
            collecting = worth_of_collecting(s, seat, zone)
            # Collecting nothing but surplus would only keep the table turning.
            values[i] = collecting if collecting > 0.0 else -VICTORY
        elif actions[i] == ALTERNATIVE:
            values[i] = worth_of_alternative(s, seat)
        else:
            values[i] = 0.0
    return listed


@rule
def colours_in(place):
    """The colours that lie in a place, as a set of bits."""
    found = ZERO
    for colour in range(COLOURS):
        found |= bit(colour) if place[colour] > 0 else ZERO
    return found


@rule
def worth_of_drawing(s: State, seat: Seat, zone):
    """What drawing once more brings on average, if every later choice is the best one."""
    worth = np.empty(SETS, np.float64)
    fitting = colours_in(s.centre) & ~zone
    # From larger sets to smaller ones, so that whatever can follow a set is known before it.
    for i in range(SETS - 1, -1, -1):
        chosen = U64(i)
        if chosen & zone == zone and chosen & ~(zone | fitting) == ZERO:
            going_on = average_of_next(s, zone, fitting, chosen, worth)
            if chosen == zone:
                return going_on
            worth[i] = max(going_on, worth_of_collecting(s, seat, chosen))
    return 0.0


@rule
def average_of_next(s: State, zone, fitting, chosen, worth):
    """What one more token brings on average when the zone holds the colours `chosen`.

    Of a colour that is not in the zone as many tokens are left as now, whatever else was drawn.
    """
    left = tokens(s.reserve) - popcount(chosen & ~zone)
    if left <= 0:
        return -VICTORY
    total = 0.0
    misfires = left
    for colour in range(COLOURS):
        if has(fitting & ~chosen, colour):
            number = int(s.reserve[colour])
            misfires -= number
            if number > 0:
                total += number * worth[int(chosen | bit(colour))]
    return (total - misfires * LEFT_FOR_OTHERS * (popcount(chosen) + 1)) / left


@rule
def worth_of_collecting(s: State, seat: Seat, chosen):
    """What collecting a zone of these colours brings."""
    worth = 0.0
    lacking = COLOURS
    for colour in range(COLOURS):
        number = 1 + int(s.centre[colour]) if has(chosen, colour) else 0
        worth += worth_of_tokens(s, seat, colour, number)
        lacking -= int(s.collection[seat][colour]) + number >= s.target
    return worth if lacking > 0 else VICTORY


@rule
def worth_of_alternative(s: State, seat: Seat):
    """What one token of the fewest colour brings; the last one that is missing wins."""
    worth = worth_of_tokens(s, seat, fewest_colour(s, seat), 1)
    return worth if worth < BONUS_TURN else VICTORY


@rule
def worth_of_tokens(s: State, seat: Seat, colour, number):
    """What tokens of a colour bring: those that the collection lacks, and a bonus turn if it then lacks none."""
    lacking = int(s.target) - int(s.collection[seat][colour])
    worth = float(min(number, lacking))
    return worth + BONUS_TURN if 0 < lacking <= number else worth
