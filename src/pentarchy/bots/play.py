"""Bots inside compiled code: one policy call, and whole games between policies. Bound to each game like engine/play.py.

Free names that are bound: those of engine/play.py, and `greedy` of the game's knowledge.
"""

from pentarchy.engine.play import OVER

RANDOM = 0
GREEDY = 1

STATE = begin = apply = settle = pick = greedy = scores = merit = None
decide = None


def decide_template(s, seat, policy, rng, actions):
    """The action that a policy takes for a seat."""
    if policy == GREEDY:
        return greedy(s, seat, rng, actions)
    return pick(s, seat, rng, actions)


def choose_template(buffer, seat, policy, rng, actions):
    """The same on a flat buffer."""
    return decide(buffer.view(STATE)[0], seat, policy, rng, actions)


def contest_template(buffer, config, policies, rngs, actions, points, merits):
    """Play a whole game for every generator, one policy per seat; write points and merits; return the decisions."""
    s = buffer.view(STATE)[0]
    decisions = 0
    for game in range(len(rngs)):
        rng = rngs[game : game + 1]
        begin(s, config)
        who = settle(s, rng)
        while who != OVER:
            apply(s, who, decide(s, who, policies[who], rng, actions))
            decisions += 1
            who = settle(s, rng)
        scores(s, points[game])
        merit(s, merits[game])
    return decisions
