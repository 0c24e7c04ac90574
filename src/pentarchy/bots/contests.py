"""Bots inside compiled code: what moves are worth, and whole games between policies. Bound to each game.

Free names that are bound: those of engine/play.py, and `appraise` of the game's knowledge, and `forget` where a game is
about memory.
"""

import numpy as np

from pentarchy.engine.play import OVER, below

RANDOM = 0
GREEDY = 1

STATE = begin = apply = settle = pick = appraise = forget = greedy = scores = merit = None
decide = None


def greedy_template(s, seat, rng, actions, values):
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


def decide_template(s, seat, policy, rng, actions, values):
    """The action that a policy takes for a seat."""
    if policy == GREEDY:
        return greedy(s, seat, rng, actions, values)
    return pick(s, seat, rng, actions)


def choose_template(buffer, seat, policy, rng, actions, values):
    """The action that a policy takes, on a flat buffer."""
    return decide(buffer.view(STATE)[0], seat, policy, rng, actions, values)


def appraise_template(buffer, seat, rng, actions, values):
    """What every legal action is worth, on a flat buffer."""
    return appraise(buffer.view(STATE)[0], seat, rng, actions, values)


def forget_template(buffer, seat, share, rng):
    """Lose some of what a seat remembers, `share` per cent of it, on a flat buffer."""
    forget(buffer.view(STATE)[0], seat, share, rng)


def contest_template(buffer, config, policies, rngs, actions, points, merits):
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
