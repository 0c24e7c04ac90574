"""The rules of Hush."""
# mypy: ignore-errors
# The types are Numba's.

from enum import IntEnum

from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below

SEATS = 4
HIGHEST = 6
KEEP, SWAP = 0, 1
ACTIONS = MAX_LEGAL = 2
MAX_OUTCOMES = HIGHEST
OBSERVATION = 2 * SEATS + 2


class Phase(IntEnum):
    DEAL = 0
    DECIDE = 1
    SWAP = 2
    OVER = 3


STATE = record([("seats", "i1"), ("phase", "i1"), ("turn", "i1"), ("cards", "i1", (SEATS,))])


@rule
def begin(s, config):
    s.seats = config[0]
    s.phase = Phase.DEAL.value
    s.turn = 0
    s.cards[:] = 0


@rule
def to_act(s):
    if s.phase == Phase.OVER.value:
        return OVER
    return int(s.turn) if s.phase == Phase.DECIDE.value else CHANCE


@rule
def legal(s, seat, actions):
    actions[0] = KEEP
    actions[1] = SWAP
    return 1 if s.cards[seat] == HIGHEST else 2  # HU-2


@rule
def apply(s, seat, action):
    if seat == CHANCE:
        s.cards[s.turn] = action % HIGHEST + 1
    if seat != CHANCE and action == SWAP:
        s.phase = Phase.SWAP.value
        return
    s.turn += 1
    if s.turn < s.seats:
        s.phase = Phase.DEAL.value if s.phase == Phase.DEAL.value else Phase.DECIDE.value
    elif s.phase == Phase.DEAL.value:
        s.turn = 0
        s.phase = Phase.DECIDE.value
    else:
        s.phase = Phase.OVER.value


@rule
def outcomes(s, codes, weights):
    for card in range(HIGHEST):
        codes[card] = int(s.turn) * HIGHEST + card
        weights[card] = 1
    return HIGHEST


@rule
def draw(s, rng):
    return int(s.turn) * HIGHEST + below(rng, HIGHEST)


@rule
def scores(s, points):
    for seat in range(s.seats):
        points[seat] = s.cards[seat]


@rule
def merit(s, merits):
    scores(s, merits)


@rule
def is_hidden(s, seat, observer):
    dealt = s.phase != Phase.DEAL.value or seat < s.turn
    return dealt and seat != observer and s.phase != Phase.OVER.value


@rule
def redeal(s, observer, rng):
    for seat in range(s.seats):
        if is_hidden(s, seat, observer):
            s.cards[seat] = below(rng, HIGHEST) + 1


@rule
def suppose(s, observer):
    for seat in range(s.seats):
        if is_hidden(s, seat, observer):
            s.cards[seat] = 0


@rule
def observe(s, seat, tensor):
    tensor[:] = 0
    for k in range(s.seats):
        tensor[k] = s.cards[(seat + k) % s.seats] / HIGHEST
        tensor[SEATS + k] = 1.0 if (seat + k) % s.seats == s.turn else 0.0
    tensor[2 * SEATS] = s.phase
    tensor[2 * SEATS + 1] = s.seats
