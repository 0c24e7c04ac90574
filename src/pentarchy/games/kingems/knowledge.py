"""A full-greedy player: which tile to turn, where to go and what to take, so that this turn brings most?

It forgets nothing that was shown, and reckons with the average where it has not seen what lies there. What a turn
brings is counted in thousandths of a place on the card; among turns that bring the same it likes to end near what it
will want next, and to look under tiles that nobody has turned yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, ZERO, bit, has, lowest
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import below
from pentarchy.games.kingems.components import PLACES
from pentarchy.games.kingems.rules import (
    ADVANCED,
    BASIC,
    CELL,
    CELLS,
    CENTRE,
    CLEAR,
    COLOURS,
    CONTENTS,
    DISCARD,
    GO,
    KEEP,
    LONE,
    NOT_SHOWN,
    ON_CARD,
    QUARTERS,
    RETURN,
    SPOTS_OF_A_CELL,
    SQUARE,
    STATE,
    TAKE,
    TURN,
    WANTED,
    Phase,
    around,
    covered,
    discard,
    goals_of,
    legal,
    may_turn,
    one_step_further,
    openings_with,
    starting_spots,
    weight,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Actions, Generator, Seat, State

WIN = 1_000_000
A_PLACE = 1000
A_CLEAR = 500  # in the basic mode two of them make a place
A_CURRENCY = 60  # a crystal beside the card, that may pay for a turn
CURIOSITY = 30  # for a look under a tile that was never lifted
NOTHING = -1  # nowhere to go
FAR = 12  # farther than any two cells are apart
PULL = 160  # FAR / PULL of what lies there is what it is worth to be quite near

# How many rows and columns two cells are apart, and a cell and the nearest central tile.
DISTANCE = np.array([[abs(a // 6 - b // 6) + abs(a % 6 - b % 6) for b in range(CELLS)] for a in range(CELLS)])
TO_THE_CENTRE = DISTANCE[:, [cell for cell in range(CELLS) if int(CENTRE) >> SQUARE[cell] & 1]].min(axis=1)


# How well each level plays, found by matches (docs/bots.md), and how many moves a hint is thought about for.
LEVELS = {
    "novice": {"slips": 25, "forgets": 70},
    "adept": {"slips": 5, "forgets": 30},
    "expert": {},
    "master": {"iterations": 1500},
}
ADVICE = 50_000

# How the search is tuned.
CHANCE_IN_TREE = True
OWN_DECISIONS_ONLY = True
HORIZON = 0
TUNING = {"exploration": 0.5, "sharpness": 12.0, "urgency": 0.05, "win_weight": 0.7, "lead_scale": 3.0, "noise": 0}


@rule
def appraise(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """What the best turn brings that goes on with each legal action, in places. Returns how many there are."""
    listed = legal(s, seat, actions)
    worth = np.empty(CELLS, np.int64)
    trial = np.empty(1, STATE)
    weigh_cells(s, seat, worth)
    unturned, concerned = outset(s, seat, worth)
    for i in range(listed):
        if s.phase == Phase.PAY.value:
            trial[0] = s
            value = prospect(trial[0], seat, actions[i], worth)
        else:
            value = promise(s, seat, actions[i], worth, unturned, concerned)
        values[i] = value / A_PLACE
    return listed


@rule
def rollout_policy(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """A choice for playouts: the best turn, the best goal, the best crystal; whether to pay is thought over briefly."""
    listed = legal(s, seat, actions)
    if listed == 1:
        return actions[0]
    worth = np.empty(CELLS, np.int64)
    weigh_cells(s, seat, worth)
    if s.phase == Phase.PAY.value:
        return pay_or_not(s, seat, worth)
    unturned, concerned = outset(s, seat, worth)
    best, best_value, equals = actions[0], -WIN, 0
    for i in range(listed):
        value = promise(s, seat, actions[i], worth, unturned, concerned)
        if value > best_value:
            best, best_value, equals = actions[i], value, 1
        elif value == best_value:
            equals += 1
            if below(rng, equals) == 0:
                best = actions[i]
    return best


@rule
def pay_or_not(s: State, seat: Seat, worth):
    """Pay only with what the card does not ask for, or else with a transparent, and only for want of a good goal."""
    if best_goal(s, seat, 0, 0, worth) >= A_CLEAR:
        return KEEP
    beside = s.owned[seat] & ~ON_CARD[BASIC][s.card[seat]]
    if beside == ZERO and s.clears[seat] == 0:
        return KEEP
    action = DISCARD + (lowest(beside) if beside != ZERO else CLEAR)
    trial = np.empty(1, STATE)
    trial[0] = s
    unpaid = prospect(trial[0], seat, KEEP, worth)
    return action if prospect(trial[0], seat, action, worth) > unpaid else KEEP


@rule
def forget(s: State, seat: Seat, share, rng: Generator):
    """Lose `share` per cent of the cells that were shown, but not one that is being looked at or has been taken from.

    The same generator always loses the same cells.
    """
    for cell in range(CELLS):
        lost = below(rng, 100) < share
        found = int(s.found[cell])
        if not lost or found == NOT_SHOWN or cell == s.turned[0] or cell == s.turned[1] or cell == s.at[seat]:
            continue
        colour, clear = found != LONE, found >= LONE
        if has(s.coloured, SQUARE[cell]) == colour and has(s.clear, SQUARE[cell]) == clear:
            hide(s, cell, found)


@rule
def hide(s: State, cell, found):
    """Put what a cell held back among what was never shown."""
    s.found[cell] = NOT_SHOWN
    s.coloured &= ~bit(SQUARE[cell])
    s.clear &= ~bit(SQUARE[cell])
    s.hidden_cells += 1
    if found == LONE:
        s.hidden_lone += 1
    else:
        s.hidden[found & 7] += 1
        if found > LONE:
            s.hidden_pairs += 1


@rule
def promise(s: State, seat: Seat, action: Action, worth, unturned, concerned):
    """What a turn brings that goes on with this action: to turn a tile or none, to go, to return, to take.

    `unturned` and `concerned` are from `outset`.
    """
    if action == KEEP:
        return unturned
    if action < DISCARD:
        cell, quarters = (action - TURN) // QUARTERS, (action - TURN) % QUARTERS + 1
        value = best_goal(s, seat, cell, quarters, worth) if has(concerned, SQUARE[cell]) else unturned
        return value + (CURIOSITY if s.found[cell] == NOT_SHOWN else 0)
    if action < RETURN:
        return worth[(action - GO) // SPOTS_OF_A_CELL]
    if action == RETURN:
        return WIN
    return gain(s, seat, action - TAKE)


@rule
def outset(s: State, seat: Seat, worth):
    """What the best goal is worth as the tiles lie, and the squares whose tiles could change that.

    These are the squares of the pawn's tunnel and those around it: a tile elsewhere opens and closes nothing there.
    """
    if s.phase == Phase.GO.value or s.phase == Phase.TAKE.value:
        return NOTHING, ZERO
    tunnel = squares_in_reach(s, seat)
    return best_goal(s, seat, 0, 0, worth), tunnel | around(tunnel)


@rule
def prospect(trial, seat: Seat, action: Action, worth):
    """What is owned, and what the turn brings, after paying with a crystal and the best second turn; or not paying.

    Paying changes what things are worth, so `worth` is written anew; not to pay is always looked at first.
    """
    if action == KEEP:
        return holdings(trial, seat) + best_goal(trial, seat, 0, 0, worth)
    discard(trial, seat, action - DISCARD)
    weigh_cells(trial, seat, worth)
    unturned, concerned = outset(trial, seat, worth)
    best = NOTHING
    for turn in range(TURN, DISCARD):
        cell, quarters = (turn - TURN) // QUARTERS, (turn - TURN) % QUARTERS + 1
        if may_turn(trial, seat, cell):
            near = has(concerned, SQUARE[cell])
            best = max(best, best_goal(trial, seat, cell, quarters, worth) if near else unturned)
    return holdings(trial, seat) + best


@rule
def best_goal(s: State, seat: Seat, cell, quarters, worth):
    """The worth of the best goal after a turn."""
    a, b, can_return = goals_of(s, seat, cell, quarters)
    if can_return:
        return WIN
    goals = a | b
    best = NOTHING
    while goals != ZERO:
        best = max(best, worth[CELL[lowest(goals)]])
        goals &= goals - ONE
    return best


@rule
def squares_in_reach(s: State, seat: Seat):
    """The squares of the pawn's tunnel as the tiles lie."""
    openings = openings_with(s, 0, 0)
    a, b = starting_spots(s, seat, openings)
    while True:
        more_a, more_b = one_step_further(openings, a, b)
        if more_a == a and more_b == b:
            return a | b
        a, b = more_a, more_b


# --- What things are worth --------------------------------------------------------------------------------------------


@rule
def gain(s: State, seat: Seat, crystal):
    """What it brings to take a crystal; nothing if it may not be taken."""
    if s.mode == ADVANCED:
        return gain_in_order(s, seat, crystal, int(s.filled[seat]))
    if crystal == CLEAR:
        completes = covered(s, seat) == PLACES - 1 and s.clears[seat] % 2 == 1
        return WIN if completes else A_CLEAR
    if has(s.owned[seat], crystal):
        return 0
    if not has(ON_CARD[BASIC][s.card[seat]], crystal):
        return A_CURRENCY
    return WIN if covered(s, seat) == PLACES - 1 else A_PLACE


@rule
def gain_in_order(s: State, seat: Seat, crystal, place):
    """What a crystal brings for the place that is next; a transparent is rather not left to the others."""
    if place >= PLACES:
        return 0
    if crystal == CLEAR:
        return A_PLACE + 1
    return A_PLACE if crystal == WANTED[ADVANCED][s.card[seat]][place] else 0


@rule
def holdings(s: State, seat: Seat):
    """What the crystals that a seat owns are worth (basic mode)."""
    total = A_CLEAR * int(s.clears[seat])
    for colour in range(COLOURS):
        if has(s.owned[seat], colour):
            total += A_PLACE if has(ON_CARD[BASIC][s.card[seat]], colour) else A_CURRENCY
    return total


@rule
def weigh_cells(s: State, seat: Seat, worth):
    """What it is worth to stop on each cell: what may be taken there, and what is near for the next turn."""
    takes = np.empty(COLOURS + 1, np.int64)
    later = np.empty(COLOURS + 1, np.int64)
    for crystal in range(COLOURS + 1):
        takes[crystal] = later[crystal] = gain(s, seat, crystal)
        if s.mode == ADVANCED:
            later[crystal] = gain_in_order(s, seat, crystal, int(s.filled[seat]) + 1)
    there = np.empty((2, CELLS), np.int64)  # what is known to lie there, for this turn and the next
    for cell in range(CELLS):
        seen = s.found[cell] != NOT_SHOWN
        there[0, cell] = min(content_now(s, cell, takes), 2 * A_PLACE) if seen else 0
        there[1, cell] = min(content_now(s, cell, later), 2 * A_PLACE) if seen else 0
    average = average_content(s, takes)
    on_the_way_home = s.mode == ADVANCED and s.filled[seat] >= PLACES - 1
    for cell in range(CELLS):
        now = average if s.found[cell] == NOT_SHOWN else content_now(s, cell, takes)
        if on_the_way_home and (now >= A_PLACE // 2 or s.filled[seat] == PLACES):
            worth[cell] = now + A_PLACE * (FAR - TO_THE_CENTRE[cell]) // PULL
        else:
            worth[cell] = now + pull(cell, there[1 if now >= A_PLACE else 0])


@rule
def content_now(s: State, cell, values):
    """The best that lies in a cell that has been shown."""
    best = 0
    if has(s.coloured, SQUARE[cell]):
        best = values[s.found[cell] & 7]
    if has(s.clear, SQUARE[cell]):
        best = max(best, values[CLEAR])
    return best


@rule
def average_content(s: State, values):
    """The best of a cell that was never shown, on average."""
    total = weights = 0
    for content in range(CONTENTS):
        best = values[content & 7]
        if content > LONE:
            best = max(best, values[CLEAR])
        total += weight(s, content) * min(best, 2 * A_PLACE)
        weights += weight(s, content)
    return total // max(1, weights)


@rule
def pull(cell, there):
    """How much a cell gains by what lies near it: the best of what is known, less the farther it is."""
    best = 0
    for other in range(CELLS):
        if other != cell:
            best = max(best, there[other] * (FAR - DISTANCE[cell, other]))
    return best // PULL
