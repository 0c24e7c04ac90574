"""The generic parts of play, written once as templates and bound to each game by `Kernel`.

Functions without `@rule` are templates. They call each other, and what a game offers (`contract.py`), by their real
names; `kernel.bind` makes a copy for each game in which its own functions stand there. `pick` and `settle` are for
games that have no quicker way of their own.
"""

import numpy as np

from pentarchy.engine.contract import (
    FACT,
    GLIMPSE,
    REFUSAL,
    STATE,
    VIEW,
    acting,
    apply,
    begin,
    between_games,
    draw,
    foresee,
    glimpse,
    hears,
    legal,
    merit,
    observe,
    outcomes,
    redeal,
    refuse,
    reveals,
    scores,
    see,
    suppose,
    tell,
    to_act,
)
from pentarchy.engine.kernel import rule

CHANCE = -1
OVER = -2
EVERYTHING = -2  # in the place of a seat: nothing is hidden


@rule
def below(rng, n):
    """A uniform number in 0 … n-1 from the fast generator (xorshift64), for simulation only."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return int(x >> np.uint64(33)) * n >> 31


def pick(s, seat, rng, actions):
    """A uniformly random legal action."""
    return actions[below(rng, legal(s, seat, actions))]


def settle(s, rng):
    """Let chance act until somebody must decide or the game is over; return who."""
    who = to_act(s)
    while who == CHANCE:
        apply(s, CHANCE, draw(s, rng))
        who = to_act(s)
    return who


def playout(s, rng, actions):
    """Play uniformly random legal actions to the end; return how many decisions that took."""
    decisions = 0
    who = settle(s, rng)
    while who != OVER:
        apply(s, who, pick(s, who, rng, actions))
        decisions += 1
        who = settle(s, rng)
    return decisions


# What Python calls: the same functions on the flat buffer.


def begin_on_buffer(buffer, config):
    """Set up a new game with the options in `config`."""
    buffer[:] = 0
    begin(buffer.view(STATE)[0], config)


def to_act_on_buffer(buffer):
    """The seat to act (the lowest where several act at once), CHANCE or OVER."""
    return to_act(buffer.view(STATE)[0])


def legal_on_buffer(buffer, seat, actions):
    """Write the legal actions of `seat` into `actions`; return how many."""
    return legal(buffer.view(STATE)[0], seat, actions)


def apply_on_buffer(buffer, seat, action):
    """Carry out a legal action, or with seat CHANCE an outcome; return who acts next."""
    s = buffer.view(STATE)[0]
    apply(s, seat, action)
    return to_act(s)


def outcomes_on_buffer(buffer, codes, weights):
    """Write what chance may bring now and with which weights; return how many outcomes."""
    return outcomes(buffer.view(STATE)[0], codes, weights)


def scores_on_buffer(buffer, points):
    """Write the points of every seat as if the game ended now."""
    scores(buffer.view(STATE)[0], points)


def merit_on_buffer(buffer, merits):
    """Write one number per seat by which places are decided: higher is better, equal shares the place."""
    merit(buffer.view(STATE)[0], merits)


def redeal_on_buffer(buffer, observer, rng):
    """Draw anew what `observer` cannot see."""
    redeal(buffer.view(STATE)[0], observer, rng)


def observe_on_buffer(buffer, seat, tensor):
    """Write what `seat` may see as numbers for a learner."""
    observe(buffer.view(STATE)[0], seat, tensor)


def observe_supposed_on_buffer(buffer, seat, tensor):
    """The same where something is hidden: it is taken out first, so that it cannot be seen."""
    supposed = buffer.copy()
    suppose(supposed.view(STATE)[0], seat)
    observe(supposed.view(STATE)[0], seat, tensor)
    return len(supposed)  # which keeps it alive until here


def acting_on_buffer(buffer):
    """The seats that may act now, as a bit each; for games in which several act at once."""
    return acting(buffer.view(STATE)[0])


def between_games_on_buffer(buffer):
    """Whether one game of a series has ended and the next has not begun."""
    return between_games(buffer.view(STATE)[0])


# What is seen and told, as records that are declared by the game.


def see_on_buffer(buffer, seat, record):
    """Write what `seat` may see."""
    record[:] = 0
    see(buffer.view(STATE)[0], seat, record.view(VIEW)[0])


def see_supposed_on_buffer(buffer, seat, record):
    """The same where something is hidden: it is taken out first, so that it cannot be seen."""
    record[:] = 0
    supposed = buffer.copy()
    if seat != EVERYTHING:
        suppose(supposed.view(STATE)[0], seat)
    see(supposed.view(STATE)[0], seat, record.view(VIEW)[0])
    return len(supposed)  # which keeps it alive until here


def foresee_on_buffer(buffer, seat, record):
    """Write what `seat` can know of a state that is only thought of, and of which it may suppose all there is."""
    record[:] = 0
    see(buffer.view(STATE)[0], seat, record.view(VIEW)[0])
    foresee(record.view(VIEW)[0], seat)


def suppose_on_buffer(buffer, seat):
    """Put in the place of what `seat` does not know what it may suppose."""
    suppose(buffer.view(STATE)[0], seat)


def hears_on_buffer(buffer, events, seat, heard):
    """Mark those of all past events (seat and code) that `seat` may know of."""
    hears(buffer.view(STATE)[0], events, seat, heard)


def reveals_on_buffer(before, after):
    """Whether a seat's move, which led from one state to the other, has brought something hidden to light."""
    return reveals(before.view(STATE)[0], after.view(STATE)[0])


def glimpse_on_buffer(before, after, record):
    """Write what a seat's move has shown to all for a moment; return whether it has."""
    record[:] = 0
    return glimpse(before.view(STATE)[0], after.view(STATE)[0], record.view(GLIMPSE)[0])


def tell_on_buffer(before, after, seat, action, record):
    """Write what an event did."""
    record[:] = 0
    tell(before.view(STATE)[0], after.view(STATE)[0], seat, action, record.view(FACT)[0])


def refuse_on_buffer(buffer, seat, action, record):
    """Write why an action is not legal."""
    record[:] = 0
    refuse(buffer.view(STATE)[0], seat, action, record.view(REFUSAL)[0])


def settle_on_buffer(buffer, rng, actions):
    """Let the fast chance act, then list the legal actions; return how many (0 when the game is over)."""
    s = buffer.view(STATE)[0]
    who = settle(s, rng)
    if who == OVER:
        return 0
    return legal(s, who, actions)


def step_on_buffer(buffer, rng, actions, listed, action):
    """Carry out `action` if it is among the first `listed` of `actions`, then settle and list; -1 if it is not."""
    for i in range(listed):
        if actions[i] == action:
            s = buffer.view(STATE)[0]
            apply(s, to_act(s), action)
            who = settle(s, rng)
            if who == OVER:
                return 0
            return legal(s, who, actions)
    return -1


def play_games(buffer, config, rng, games, actions, points, totals):
    """Play whole random games, adding every seat's points to `totals`; return the number of decisions."""
    s = buffer.view(STATE)[0]
    decisions = 0
    for _ in range(games):
        begin(s, config)
        decisions += playout(s, rng, actions)
        scores(s, points)
        for seat in range(len(points)):
            totals[seat] += points[seat]
    return decisions
