"""Many games at once inside compiled code: templates, bound to each game by `compiled.py`.

A row of `states` is one game. What is called of a game is described in `engine/contract.py`.
"""

from typing import Any, NamedTuple

import numpy as np

from pentarchy.bots.contests import decide
from pentarchy.engine.contract import (
    MAX_LEGAL,
    STATE,
    apply,
    legal,
    merit,
    observe,
    outcomes,
    redeal,
    scores,
    suppose,
    to_act,
)
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE, OVER, below, settle

STAY = -1  # in the place of an action: this game stands still


class Shown(NamedTuple):
    """What is shown of every game: who acts, what that seat sees and may do; if it is chance, what that may bring."""

    seats: Any
    tensors: Any
    masks: Any
    codes: Any  # of the outcomes of chance, …
    weights: Any
    counts: Any  # … and how many there are


class Judged(NamedTuple):
    """What is told of every game that has ended."""

    rewards: Any
    ends: Any  # whether it has with the last step
    points: Any
    finals: Any  # the state at its end


# Parts of a step.


@rule
def drawn(codes, weights, count, rng):
    """One of the outcomes of chance, each as likely as its weight says."""
    total = 0
    for i in range(count):
        total += weights[i]
    # Weights that a map brings may add up to more than one draw of the generator can tell apart.
    n = (below(rng, 1 << 31) << 31 | below(rng, 1 << 31)) % total
    i = 0
    while n >= weights[i]:
        n -= weights[i]
        i += 1
    return codes[i]


def seen(row, seat, tensor, scratch):
    """Write what a seat sees."""
    observe(row.view(STATE)[0], seat, tensor)


def seen_supposed(row, seat, tensor, scratch):
    """The same where something is hidden: it is taken out first, so that it cannot be seen."""
    scratch[:] = row
    suppose(scratch.view(STATE)[0], seat)
    observe(scratch.view(STATE)[0], seat, tensor)


def show(row, seat, tensor, mask, listed, scratch):
    """Write what a seat sees and which actions are legal; for chance and at the end that is nothing."""
    mask[:] = 0
    if seat < 0:
        tensor[:] = 0
        return
    for i in range(legal(row.view(STATE)[0], seat, listed)):
        mask[listed[i]] = 1
    seen(row, seat, tensor, scratch)


def restart(row, starts, rng):
    """Begin anew from one of the starting positions."""
    row[:] = starts[below(rng, len(starts)) if len(starts) > 1 else 0]


def judge(row, points, merits, rewards):
    """Write the points of a finished game and what they are worth to every seat.

    That is the seats it has beaten less those that have beaten it, divided by all others: 1 for who is first alone, -1
    for who is last alone, and 0 altogether. Who plays alone gets the points themselves.
    """
    scores(row.view(STATE)[0], points)
    merit(row.view(STATE)[0], merits)
    seats = len(points)
    for seat in range(seats):
        beaten = 0
        for other in range(seats):
            beaten += int(merits[other] < merits[seat]) - int(merits[other] > merits[seat])
        rewards[seat] = beaten / (seats - 1) if seats > 1 else points[seat]


# What Python calls.


def begin_all(states, rngs, starts, wanted, asked, shown, judged):
    """Begin the wanted games anew and let chance act, unless it is left to the caller."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        if wanted[game]:
            rng = rngs[game : game + 1]
            restart(states[game], starts, rng)
            s = states[game].view(STATE)[0]
            shown.seats[game] = to_act(s) if asked else settle(s, rng)
            if shown.seats[game] == CHANCE:
                shown.counts[game] = outcomes(s, shown.codes[game], shown.weights[game])
            show(states[game], shown.seats[game], shown.tensors[game], shown.masks[game], listed, scratch)
            judged.ends[game] = 0
            judged.rewards[game][:] = 0


def show_all(states, shown):
    """Write anew what is seen and legal in states that came from elsewhere."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        s = states[game].view(STATE)[0]
        shown.seats[game] = to_act(s)
        if shown.seats[game] == CHANCE:
            shown.counts[game] = outcomes(s, shown.codes[game], shown.weights[game])
        show(states[game], shown.seats[game], shown.tensors[game], shown.masks[game], listed, scratch)


def first_illegal(actions, seats, masks, codes, counts):
    """The first game whose action may not be carried out; -1 if there is none. Who stands still is never wrong."""
    for game in range(len(actions)):
        action, seat, mask = actions[game], seats[game], masks[game]
        if action == STAY:
            continue
        if seat == CHANCE:
            found = False
            for i in range(counts[game]):
                found |= codes[game][i] == action
            if not found:
                return game
        elif seat < 0 or action < 0 or action >= len(mask) or mask[action] == 0:
            return game
    return -1


def step_all(states, rngs, starts, actions, asked, autoreset, shown, judged):
    """Carry out an action in every game and let chance act; a game that is over is judged and begun anew."""
    listed = np.empty(MAX_LEGAL, np.int64)
    merits = np.empty(judged.points.shape[1], np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(actions)):
        judged.ends[game] = 0
        judged.rewards[game][:] = 0
        if actions[game] == STAY:
            continue
        rng = rngs[game : game + 1]
        s = states[game].view(STATE)[0]
        apply(s, shown.seats[game], actions[game])
        who = to_act(s) if asked else settle(s, rng)
        if who == OVER:
            judged.ends[game] = 1
            judge(states[game], judged.points[game], merits, judged.rewards[game])
            judged.finals[game][:] = states[game]
            if autoreset:
                restart(states[game], starts, rng)
                who = to_act(s) if asked else settle(s, rng)
        shown.seats[game] = who
        if who == CHANCE:
            shown.counts[game] = outcomes(s, shown.codes[game], shown.weights[game])
        show(states[game], who, shown.tensors[game], shown.masks[game], listed, scratch)


def show_one(row, seat, tensor, mask):
    """Write what a seat sees of one state, and which actions are legal if it is the one to act."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(row)
    mask[:] = 0
    if to_act(row.view(STATE)[0]) == seat:
        show(row, seat, tensor, mask, listed, scratch)
    else:
        seen(row, seat, tensor, scratch)


def judge_one(row, points, merits, rewards):
    """Write what one finished game is worth to every seat."""
    judge(row, points, merits, rewards)


def see_all(states, seats, tensors):
    """Write what a seat of each game sees, in whatever state."""
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        seen(states[game], seats[game], tensors[game], scratch)


def choose_all(states, seats, wanted, policies, rngs, codes, weights, counts, actions):
    """Choose an action in every wanted game: chance by its weights, a seat by its policy and by what it knows."""
    listed = np.empty(MAX_LEGAL, np.int64)
    values = np.empty(MAX_LEGAL, np.float64)
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        actions[game] = STAY
        seat = seats[game]
        rng = rngs[game : game + 1]
        if wanted[game] and seat >= 0:
            scratch[:] = states[game]
            redeal(scratch.view(STATE)[0], seat, rng)
            actions[game] = decide(scratch.view(STATE)[0], seat, policies[seat], rng, listed, values)
        elif wanted[game] and seat == CHANCE:
            actions[game] = drawn(codes[game], weights[game], counts[game], rng)
    return len(scratch)  # which keeps it alive until here
