"""A full-greedy player: which card, on which location, with which use of its ability, gives the best lead at once?

The lead is the own stars minus those of the best other player. Only open cards and the own hand are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, ZERO, bit, has, lowest
from pentarchy.engine.kernel import rule
from pentarchy.games.scuffle.rules import (
    DRAGON,
    FAIRY,
    KNIGHT,
    MAX_LEGAL,
    NAMES,
    NEXT,
    STATE,
    Phase,
    apply,
    base,
    legal,
    stars_of_seat,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Actions, Generator, Seat, State

WORST = -(1 << 30)


# How well each level plays, found by matches (docs/bots.md), and how many moves a hint is thought about for.
LEVELS = {
    "novice": {"slips": 10, "temperature": 3.0},
    "adept": {"temperature": 0.5},
    "expert": {"iterations": 100},
    "master": {"iterations": 2000},
}
ADVICE = 50_000

# How the search is tuned.
CHANCE_IN_TREE = False
OWN_DECISIONS_ONLY = False
HORIZON = 0
TUNING = {"exploration": 1.0, "sharpness": 1.0, "urgency": 0.05, "win_weight": 0.3, "lead_scale": 6.0, "noise": 50}


@rule
def appraise(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """The lead that every legal action brings, abilities included. Returns how many there are."""
    listed = legal(s, seat, actions)
    if s.phase == Phase.ORDER.value:
        best = NEXT + next_in_order(s, seat)
        for i in range(listed):
            values[i] = 1.0 if actions[i] == best else 0.0
        return listed
    trials = np.empty(2, STATE)
    replies = np.empty(MAX_LEGAL, np.int64)
    for i in range(listed):
        trials[0] = s
        apply(trials[0], seat, actions[i])
        values[i] = prospect(trials, seat, replies)
    return listed


@rule
def prospect(trials, seat: Seat, replies):
    """The lead in the first of two states, after the best use of an ability if one is to be used."""
    after = trials[0]
    if after.phase == Phase.ORDER.value:
        return best_order(after, seat)[0]
    if after.phase != Phase.SWAP.value and after.phase != Phase.MOVE.value:
        return lead(after, seat)
    best = WORST
    for i in range(legal(after, seat, replies)):
        trials[1] = after
        apply(trials[1], seat, replies[i])
        best = max(best, lead(trials[1], seat))
    return best


@rule
def lead(s: State, seat: Seat):
    """The own stars minus those of the best other player."""
    best_other = WORST
    for other in range(s.seats):
        if other != seat:
            best_other = max(best_other, stars_of_seat(s, other))
    return stars_of_seat(s, seat) - best_other


# --- The Fairy's order ------------------------------------------------------------------------------------------------
# All that matters of an order is who lies beneath the Dragon.


@rule
def next_in_order(s: State, seat: Seat):
    """The character that the Fairy names next, on the way to the best order."""
    location = int(s.at[seat][FAIRY])
    free = characters_from(s, location, base(s, location) + int(s.ordered))
    if not has(free, DRAGON):
        return lowest(free)
    beneath = best_order(s, seat)[1] & free
    return lowest(beneath) if beneath != ZERO else DRAGON


@rule
def best_order(s: State, seat: Seat):
    """The best lead that the Fairy can still reach, and whom she then lays beneath the Dragon."""
    location = int(s.at[seat][FAIRY])
    free = characters_from(s, location, base(s, location) + int(s.ordered))
    if not has(free, DRAGON):
        return lead(s, seat), ZERO
    others = free & ~bit(DRAGON)
    fixed = characters_from(s, location, base(s, location)) & ~free
    before = awake_at(s, location)
    best_value, best_beneath = WORST, ZERO
    beneath = others
    while True:
        set_awake(s, location, fixed | beneath, others & ~beneath)
        value = lead(s, seat)
        if value > best_value:
            best_value, best_beneath = value, beneath
        if beneath == ZERO:
            break
        beneath = (beneath - ONE) & others
    restore_awake(s, location, before)
    return best_value, best_beneath


@rule
def characters_from(s: State, location, depth):
    """The characters of a pile from a depth upwards."""
    found = ZERO
    for d in range(depth, int(s.height[location])):
        found |= bit(int(s.pile[location][d]) % NAMES)
    return found


@rule
def set_awake(s: State, location, beneath, above):
    """Mark who would be unblocked with these characters beneath the Dragon and those above it."""
    defeated = has(above, KNIGHT)
    restore_awake(s, location, awake_at(s, location) | above | (beneath if defeated else bit(DRAGON)))
    blocked = bit(DRAGON) if defeated else beneath
    restore_awake(s, location, awake_at(s, location) & ~blocked)


@rule
def awake_at(s: State, location):
    """The unblocked characters of a location."""
    found = ZERO
    for character in range(NAMES):
        if has(s.awake[character], location):
            found |= bit(character)
    return found


@rule
def restore_awake(s: State, location, characters):
    """Make exactly these characters of a location unblocked."""
    for character in range(NAMES):
        if has(characters, character):
            s.awake[character] |= bit(location)
        else:
            s.awake[character] &= ~bit(location)
