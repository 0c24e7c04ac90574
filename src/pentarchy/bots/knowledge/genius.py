"""A calculating collector: is the next token worth the risk of losing what lies in the zone?

Within a turn chance is all there is, so the best moment to stop can be computed exactly. What is still to come depends
only on which colours lie in the zone: there are at most 64 such sets, and each is worth the better of collecting now
and of the average over the tokens that may come next. Only the worth of what is collected is an estimate.
"""

import numpy as np

from pentarchy.engine.bits import U64, ZERO, bit, has, popcount
from pentarchy.engine.kernel import rule
from pentarchy.games.genius.rules import (
    ALTERNATIVE,
    COLLECT,
    COLOURS,
    DRAW,
    PASS,
    Phase,
    fewest_colour,
    has_alternative,
    tokens,
)

# What things are worth, found by play against itself. Unit: a token that the collection lacks.
BONUS_TURN = 3.5
VICTORY = 1e6
LEFT_FOR_OTHERS = 0.05  # lost with every token that a misfire puts into the centre

SETS = 1 << COLOURS


@rule
def greedy(s, seat, rng, actions):
    """The action that brings most on average in this turn."""
    if tokens(s.reserve) == 0:
        return without_drawing(s, seat)
    zone = colours_in(s.zone)
    drawing = worth_of_drawing(s, seat, zone)
    if s.phase == Phase.SUCCESS.value:
        collecting = worth_of_collecting(s, seat, zone)
        # Collecting nothing but surplus would only keep the table turning.
        return COLLECT if collecting > max(drawing, 0.0) else DRAW
    if has_alternative(s, seat) and worth_of_alternative(s, seat) > drawing:
        return ALTERNATIVE
    return DRAW


@rule
def without_drawing(s, seat):
    """The only action that is left when the reserve is empty (SG-14)."""
    if s.phase == Phase.SUCCESS.value:
        return COLLECT
    return ALTERNATIVE if has_alternative(s, seat) else PASS


@rule
def colours_in(place):
    """The colours that lie in a place, as a set of bits."""
    found = ZERO
    for colour in range(COLOURS):
        found |= bit(colour) if place[colour] > 0 else ZERO
    return found


@rule
def worth_of_drawing(s, seat, zone):
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
def average_of_next(s, zone, fitting, chosen, worth):
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
def worth_of_collecting(s, seat, chosen):
    """What collecting a zone of these colours brings."""
    worth = 0.0
    lacking = COLOURS
    for colour in range(COLOURS):
        number = 1 + int(s.centre[colour]) if has(chosen, colour) else 0
        worth += worth_of_tokens(s, seat, colour, number)
        lacking -= int(s.collection[seat][colour]) + number >= s.target
    return worth if lacking > 0 else VICTORY


@rule
def worth_of_alternative(s, seat):
    """What one token of the fewest colour brings; the last one that is missing wins."""
    worth = worth_of_tokens(s, seat, fewest_colour(s, seat), 1)
    return worth if worth < BONUS_TURN else VICTORY


@rule
def worth_of_tokens(s, seat, colour, number):
    """What tokens of a colour bring: those that the collection lacks, and a bonus turn if it then lacks none."""
    lacking = int(s.target) - int(s.collection[seat][colour])
    worth = float(min(number, lacking))
    return worth + BONUS_TURN if 0 < lacking <= number else worth
