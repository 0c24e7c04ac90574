"""Two policies inside compiled code, `random` and `greedy`, and contests between them: whole games without Python.

Templates: functions without `@rule` are bound to each game by `kernel.bind`. What they call of a game is described in
`engine/contract.py`, and what of its knowledge in `contract.py` here.
"""

import numpy as np

from pentarchy.bots.contract import appraise, forget
from pentarchy.engine.contract import STATE, apply, begin, merit, scores
from pentarchy.engine.play import OVER, below, pick, settle

RANDOM = 0
GREEDY = 1


def greedy(s, seat, rng, actions, values):
    """The action that is worth most; among equals any."""
    listed = appraise(s, seat, rng, actions, values)
    best, equals = 0, 1
    for i in range(1, listed):
        if values[i] > values[best]:
            best, equals = i, 1
        elif values[i] == values[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return actions[best]


def decide(s, seat, policy, rng, actions, values):
    """The action that a policy takes for a seat."""
    if policy == GREEDY:
        return greedy(s, seat, rng, actions, values)
    return pick(s, seat, rng, actions)


def contest(buffer, config, policies, rngs, actions, points, merits):
    """Play a whole game for every generator, one policy per seat; write points and merits; return the decisions."""
    s = buffer.view(STATE)[0]
    values = np.empty(len(actions), np.float64)
    decisions = 0
    for game in range(len(rngs)):
        rng = rngs[game : game + 1]
        begin(s, config)
        who = settle(s, rng)
        while who != OVER:
            apply(s, who, decide(s, who, policies[who], rng, actions, values))
            decisions += 1
            who = settle(s, rng)
        scores(s, points[game])
        merit(s, merits[game])
    return decisions


# The same on flat buffers, for Python.


def decide_on_buffer(buffer, seat, policy, rng, actions, values):
    """The action that a policy takes for a seat."""
    return decide(buffer.view(STATE)[0], seat, policy, rng, actions, values)


def appraise_on_buffer(buffer, seat, rng, actions, values):
    """What every legal action is worth."""
    return appraise(buffer.view(STATE)[0], seat, rng, actions, values)


def forget_on_buffer(buffer, seat, share, rng):
    """Lose some of what a seat remembers, `share` per cent of it."""
    forget(buffer.view(STATE)[0], seat, share, rng)
