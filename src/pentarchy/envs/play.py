"""Many games at once inside compiled code, written once as plain templates and bound to each game by `compiled.py`.

A row of `states` is one game. Free names that are bound: those of engine/play.py, `decide` of bots/play.py, and
MAX_LEGAL of the game's rules.
"""

import numpy as np

from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE, OVER, below

STAY = -1  # in the place of an action: this game stands still

STATE = MAX_LEGAL = to_act = legal = apply = outcomes = settle = scores = merit = redeal = observe = suppose = None
pick = decide = seen = show = restart = judge = None


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


def seen_template(row, seat, tensor, scratch):
    """Write what a seat sees."""
    observe(row.view(STATE)[0], seat, tensor)


def seen_supposed_template(row, seat, tensor, scratch):
    """The same where something is hidden: it is taken out first, so that it cannot be seen."""
    scratch[:] = row
    suppose(scratch.view(STATE)[0], seat)
    observe(scratch.view(STATE)[0], seat, tensor)


def show_template(row, seat, tensor, mask, listed, scratch):
    """Write what a seat sees and which actions are legal; for chance and at the end that is nothing."""
    mask[:] = 0
    if seat < 0:
        tensor[:] = 0
        return
    for i in range(legal(row.view(STATE)[0], seat, listed)):
        mask[listed[i]] = 1
    seen(row, seat, tensor, scratch)


def restart_template(row, starts, rng):
    """Begin anew from one of the starting positions."""
    row[:] = starts[below(rng, len(starts)) if len(starts) > 1 else 0]


def judge_template(row, points, merits, rewards):
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


def begin_all_template(
    states, rngs, starts, wanted, asked, seats, tensors, masks, codes, weights, counts, rewards, ends
):
    """Begin the wanted games anew and let chance act, unless it is left to the caller."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        if wanted[game]:
            rng = rngs[game : game + 1]
            restart(states[game], starts, rng)
            s = states[game].view(STATE)[0]
            seats[game] = to_act(s) if asked else settle(s, rng)
            if seats[game] == CHANCE:
                counts[game] = outcomes(s, codes[game], weights[game])
            show(states[game], seats[game], tensors[game], masks[game], listed, scratch)
            ends[game] = 0
            rewards[game][:] = 0


def show_all_template(states, seats, tensors, masks, codes, weights, counts):
    """Write anew what is seen and legal in states that came from elsewhere."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        s = states[game].view(STATE)[0]
        seats[game] = to_act(s)
        if seats[game] == CHANCE:
            counts[game] = outcomes(s, codes[game], weights[game])
        show(states[game], seats[game], tensors[game], masks[game], listed, scratch)


def first_illegal_template(actions, seats, masks, codes, counts):
    """The first game whose action may not be carried out; -1 if there is none. Who stands still is never wrong."""
    for game in range(len(actions)):
        action = actions[game]
        if action == STAY:
            continue
        if seats[game] == CHANCE:
            found = False
            for i in range(counts[game]):
                found |= codes[game][i] == action
            if not found:
                return game
        elif seats[game] < 0 or action < 0 or action >= masks.shape[1] or masks[game][action] == 0:
            return game
    return -1


def step_all_template(
    states, rngs, starts, actions, asked, autoreset,
    seats, tensors, masks, codes, weights, counts, rewards, ends, points, finals,
):  # fmt: skip
    """Carry out an action in every game and let chance act; a game that is over is judged and begun anew."""
    listed = np.empty(MAX_LEGAL, np.int64)
    merits = np.empty(points.shape[1], np.int64)
    scratch = np.empty_like(states[0])
    for game in range(len(actions)):
        ends[game] = 0
        rewards[game][:] = 0
        if actions[game] == STAY:
            continue
        rng = rngs[game : game + 1]
        s = states[game].view(STATE)[0]
        apply(s, seats[game], actions[game])
        who = to_act(s) if asked else settle(s, rng)
        if who == OVER:
            ends[game] = 1
            judge(states[game], points[game], merits, rewards[game])
            finals[game][:] = states[game]
            if autoreset:
                restart(states[game], starts, rng)
                who = to_act(s) if asked else settle(s, rng)
        seats[game] = who
        if who == CHANCE:
            counts[game] = outcomes(s, codes[game], weights[game])
        show(states[game], who, tensors[game], masks[game], listed, scratch)


def show_one_template(row, seat, tensor, mask):
    """Write what a seat sees of one state, and which actions are legal if it is the one to act."""
    listed = np.empty(MAX_LEGAL, np.int64)
    scratch = np.empty_like(row)
    mask[:] = 0
    if to_act(row.view(STATE)[0]) == seat:
        show(row, seat, tensor, mask, listed, scratch)
    else:
        seen(row, seat, tensor, scratch)


def judge_one_template(row, points, merits, rewards):
    """Write what one finished game is worth to every seat."""
    judge(row, points, merits, rewards)


def see_all_template(states, seats, tensors):
    """Write what a seat of each game sees, in whatever state."""
    scratch = np.empty_like(states[0])
    for game in range(len(states)):
        seen(states[game], seats[game], tensors[game], scratch)


def choose_all_template(states, seats, wanted, policies, rngs, codes, weights, counts, actions):
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
