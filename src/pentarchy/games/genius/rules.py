"""The rules of Simply Genius, compiled. Numbers such as SG-7 refer to docs/rules/genius.md.

Tokens of a colour are alike, so every place on the table is six numbers: how many tokens of each colour lie there.
All that happens is that tokens go from one place to another:

    reserve ───draw───> zone ───collect───> collection ───surplus───> aside ───end of the whole turn───> reserve
       │                 │                       ^
       │              misfire                    │
       │                 v                       │
       └────check────> centre ───collect, alternative move
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below
from pentarchy.games.genius import components
from pentarchy.games.genius.components import (
    LONGEST_SERIES,
    STANDSTILL,
    TOKENS_IN_THE_CENTRE,
    TOKENS_OF_A_COLOUR,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import (
        Action,
        Actions,
        Choices,
        Drawn,
        Generator,
        Merits,
        Points,
        Seat,
        State,
        Tensor,
        Weights,
    )

# --- Facts ------------------------------------------------------------------------------------------------------------

SEATS = 4  # at most
COLOURS = len(components.COLOURS)
NOBODY = -1
NO_COLOUR = -1

# The target by the number of players (SG-2).
TARGET = np.array([components.TARGETS.get(players, 0) for players in range(SEATS + 1)], np.int64)

# Action codes.
DRAW = 0
COLLECT = 1
ALTERNATIVE = 2
PASS = 3
ACTIONS = 4

# What a drawn token is.
SUCCESS = 0
MISS = 1
CONFLICT = 2

# Chance outcomes: a token by its colour, or the seat that begins.
TOKEN = 0
FIRST_SEAT = COLOURS

MAX_LEGAL = 2
MAX_OUTCOMES = COLOURS


class Phase(IntEnum):
    """What happens next."""

    FIRST_SEAT = 0  # chance says who begins the match
    FILL = 1  # chance adds a token to the centre
    TURN = 2  # a turn begins: draw, make an alternative move, or pass
    DRAWN = 3  # chance turns up a token in the zone
    SUCCESS = 4  # after a match: draw again, or collect
    NEXT_GAME = 5  # chance lays the first token of a series' next game
    OVER = 6


class Config(IntEnum):
    """Where an option stands in the numbers given to `begin`."""

    PLAYERS = 0
    TARGET = 1
    SERIES = 2
    FIRST = 3


# What the option `series` gives to `begin` for a single game, and for as many games as players; else their number.
NO_SERIES = 0
A_GAME_FOR_EACH = -1

# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # tokens by colour
        ("reserve", "i1", COLOURS),
        ("centre", "i1", COLOURS),
        ("zone", "i1", COLOURS),  # 0 or 1: a second one of a colour is a conflict
        ("aside", "i1", COLOURS),  # surplus of the whole turn being played
        ("collection", "i1", (SEATS, COLOURS)),
        # the turn
        ("acting", "i1"),
        ("phase", "i1"),
        ("in_bonus_turn", "i1"),
        ("bonus_turns", "i1"),  # earned and still to be played after this turn
        ("passes", "i1"),  # whole turns in a row, up to now, that were nothing but a pass
        ("standstill", "i1"),  # this whole turn is the n-th in a row that adds nothing to a collection; 0 if it does
        # the match
        ("first", "i1"),  # the seat that began it
        ("game_number", "i1"),
        ("earlier", "i1", (LONGEST_SERIES - 1, SEATS)),  # the points of finished games
        # the options
        ("seats", "i1"),
        ("target", "i1"),
        ("games", "i1"),
        ("in_series", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, config: Choices):
    """Choose what the options say (SG-2, SG-4, SG-17) and set up the first game."""
    s.seats = config[Config.PLAYERS]
    s.target = config[Config.TARGET] if config[Config.TARGET] > 0 else TARGET[s.seats]
    s.games = s.seats if config[Config.SERIES] == A_GAME_FOR_EACH else max(1, config[Config.SERIES])
    s.in_series = config[Config.SERIES] != NO_SERIES
    s.first = config[Config.FIRST]
    s.game_number = 1
    set_up(s)


@rule
def set_up(s: State):
    """All tokens in the reserve (SG-3); who begins this game is known, or is drawn first (SG-4, SG-17)."""
    for colour in range(COLOURS):
        s.reserve[colour] = TOKENS_OF_A_COLOUR
        s.centre[colour] = s.zone[colour] = s.aside[colour] = 0
        for seat in range(s.seats):
            s.collection[seat][colour] = 0
    s.in_bonus_turn = s.bonus_turns = s.passes = 0
    s.standstill = 1
    if s.first == NOBODY:
        s.acting = NOBODY
        s.phase = Phase.FIRST_SEAT.value
    else:
        s.acting = (int(s.first) + int(s.game_number) - 1) % int(s.seats)
        s.phase = Phase.FILL.value


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: State):
    """The seat whose turn it is, CHANCE, or OVER."""
    if s.phase == Phase.TURN.value or s.phase == Phase.SUCCESS.value:
        return int(s.acting)
    if s.phase == Phase.OVER.value:
        return OVER
    return CHANCE


@rule
def between_games(s: State):
    """Whether a series' next game is about to be set up; the collections of the last one still lie there."""
    return s.phase == Phase.NEXT_GAME.value


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s: State, seat: Seat, actions: Actions):
    """Draw or collect after a success (SG-7, SG-10), else draw or an alternative move (SG-13), or pass (SG-14)."""
    n = 0
    if tokens(s.reserve) > 0:
        actions[n] = DRAW
        n += 1
    if s.phase == Phase.SUCCESS.value:
        actions[n] = COLLECT
        n += 1
    elif has_alternative(s, seat):
        actions[n] = ALTERNATIVE
        n += 1
    if n == 0:
        actions[0] = PASS
        n = 1
    return n


@rule
def tokens(place):
    """How many tokens lie in a place."""
    total = 0
    for colour in range(COLOURS):
        total += int(place[colour])
    return total


@rule
def has_alternative(s: State, seat: Seat):
    """Whether the seat's one fewest colour lies in the centre (SG-13)."""
    colour = fewest_colour(s, seat)
    return colour != NO_COLOUR and s.centre[colour] > 0


@rule
def fewest_colour(s: State, seat: Seat):
    """The colour of which the seat has fewer tokens than of every other, or NO_COLOUR if several are tied."""
    least = TOKENS_OF_A_COLOUR
    found = NO_COLOUR
    for colour in range(COLOURS):
        held = int(s.collection[seat][colour])
        if held < least:
            least, found = held, colour
        elif held == least:
            found = NO_COLOUR
    return found


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome."""
    if seat == CHANCE:
        happen(s, action)
    elif action == PASS:
        pass_turn(s)
    else:
        s.passes = 0
        if action == DRAW:
            s.phase = Phase.DRAWN.value
        elif action == COLLECT:
            collect(s)
        else:
            make_alternative_move(s)


@rule
def happen(s: State, outcome: Drawn):
    """Somebody is drawn to begin, or a token is drawn: into the centre, or into the zone."""
    if s.phase == Phase.FIRST_SEAT.value:
        s.first = s.acting = outcome - FIRST_SEAT
        s.phase = Phase.FILL.value
    elif s.phase == Phase.DRAWN.value:
        turn_up(s, outcome - TOKEN)
    else:
        add_to_centre(s, outcome - TOKEN)


@rule
def add_to_centre(s: State, colour):
    """One token of the set-up (SG-3) or of the check (SG-5)."""
    if s.phase == Phase.NEXT_GAME.value:
        begin_next_game(s)
    s.reserve[colour] -= 1
    s.centre[colour] += 1
    check_centre(s)


@rule
def check_centre(s: State):
    """Before a turn begins the centre needs three tokens, as far as the reserve has them (SG-5, SG-14)."""
    if tokens(s.centre) < TOKENS_IN_THE_CENTRE and tokens(s.reserve) > 0:
        s.phase = Phase.FILL.value
    else:
        s.phase = Phase.TURN.value


@rule
def turn_up(s: State, colour):
    """A token is drawn into the zone (SG-6): a success, or a misfire."""
    found = match_or_misfire(s, colour)
    s.reserve[colour] -= 1
    s.zone[colour] += 1
    if found == SUCCESS:
        s.phase = Phase.SUCCESS.value
    else:
        misfire(s)


@rule
def match_or_misfire(s: State, colour):
    """What a token of a colour is in the zone: a success if only the centre has its colour (SG-7 to SG-9)."""
    if s.zone[colour] > 0:
        return CONFLICT
    return SUCCESS if s.centre[colour] > 0 else MISS


@rule
def misfire(s: State):
    """No match (SG-8) or a conflict (SG-9): the zone goes to the centre and the turn ends."""
    for colour in range(COLOURS):
        s.centre[colour] += s.zone[colour]
        s.zone[colour] = 0
    end_turn(s)


@rule
def collect(s: State):
    """Take the zone and all tokens of its colours from the centre (SG-10)."""
    for colour in range(COLOURS):
        if s.zone[colour] > 0:
            gain(s, colour, int(s.zone[colour]) + int(s.centre[colour]))
            s.zone[colour] = s.centre[colour] = 0
    end_turn(s)


@rule
def gain(s: State, colour, number):
    """Add tokens to the collection: a colour that reaches the target brings a bonus turn (SG-11), the rest lies aside.

    A colour is never given back, so it can reach the target only once.
    """
    held = int(s.collection[s.acting][colour])
    kept = min(held + number, int(s.target))
    s.collection[s.acting][colour] = kept
    s.standstill = 0 if kept > held else s.standstill
    s.aside[colour] += held + number - kept  # SG-12
    if held < s.target and kept == s.target:
        s.bonus_turns += 1


@rule
def make_alternative_move(s: State):
    """Take one token of the fewest colour from the centre (SG-13)."""
    colour = fewest_colour(s, s.acting)
    s.centre[colour] -= 1
    gain(s, colour, 1)
    end_turn(s)


@rule
def pass_turn(s: State):
    """Nothing can be done (SG-14). In a bonus turn it does not count: the whole turn was more than a pass."""
    if not s.in_bonus_turn:
        s.passes += 1
    end_turn(s)


@rule
def end_turn(s: State):
    """The game may be over (SG-14, SG-15, SG-19); else an earned bonus turn follows (SG-11), or the next player."""
    if is_complete(s, s.acting) or nothing_moves(s):
        end_game(s)
    elif s.bonus_turns > 0:
        s.bonus_turns -= 1
        s.in_bonus_turn = 1
        check_centre(s)
    else:
        return_surplus(s)
        begin_whole_turn(s)


@rule
def is_complete(s: State, seat: Seat):
    """Whether a collection has the target of all colours (SG-15)."""
    return fewest(s, seat) == s.target


@rule
def nothing_moves(s: State):
    """Whether everybody has passed (SG-14), or play has gone round in circles for too long (SG-19).

    Circles are real: where only complete colours are left to draw, players may be forced to draw and collect surplus,
    which goes back into the reserve, for ever.
    """
    return s.passes == s.seats or s.standstill == STANDSTILL


@rule
def begin_whole_turn(s: State):
    """The next player's turn."""
    s.acting = (int(s.acting) + 1) % int(s.seats)
    s.in_bonus_turn = 0
    s.standstill += 1
    check_centre(s)


@rule
def return_surplus(s: State):
    """At the end of a whole turn the surplus goes back into the reserve (SG-12)."""
    for colour in range(COLOURS):
        s.reserve[colour] += s.aside[colour]
        s.aside[colour] = 0


@rule
def end_game(s: State):
    """Bonus turns still owed are not played (SG-15)."""
    s.bonus_turns = s.in_bonus_turn = 0
    return_surplus(s)
    s.acting = NOBODY
    s.phase = Phase.NEXT_GAME.value if s.game_number < s.games else Phase.OVER.value


@rule
def begin_next_game(s: State):
    """Write down the points of the last game and set up the next one (SG-17)."""
    for seat in range(s.seats):
        s.earlier[s.game_number - 1][seat] = fewest(s, seat)
    s.game_number += 1
    set_up(s)


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s: State, codes: Actions, weights: Weights):
    """Any seat begins (SG-4), or a token comes from the reserve: each as likely as every other (SG-3, SG-5, SG-6)."""
    n = 0
    if s.phase == Phase.FIRST_SEAT.value:
        for seat in range(s.seats):
            codes[n] = FIRST_SEAT + seat
            weights[n] = 1
            n += 1
        return n
    for colour in range(COLOURS):
        if drawable(s, colour) > 0:
            codes[n] = TOKEN + colour
            weights[n] = drawable(s, colour)
            n += 1
    return n


@rule
def draw(s: State, rng: Generator):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.FIRST_SEAT.value:
        return FIRST_SEAT + below(rng, int(s.seats))
    if s.phase == Phase.NEXT_GAME.value:
        return TOKEN + below(rng, COLOURS)
    n = below(rng, tokens(s.reserve))
    colour = 0
    while n >= s.reserve[colour]:
        n -= int(s.reserve[colour])
        colour += 1
    return TOKEN + colour


@rule
def drawable(s: State, colour):
    """How many tokens of a colour the next one is drawn from."""
    if s.phase == Phase.NEXT_GAME.value:
        return TOKENS_OF_A_COLOUR
    return int(s.reserve[colour])


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, points: Points):
    """The size of the fewest colour, and the points of a series' earlier games (SG-17)."""
    for seat in range(s.seats):
        total = fewest(s, seat)
        for game in range(s.game_number - 1):
            total += int(s.earlier[game][seat])
        points[seat] = total


@rule
def merit(s: State, merits: Merits):
    """In a series the sum of points (SG-17); in a single game the sorted collection (SG-15, SG-16)."""
    if s.in_series:
        scores(s, merits)
    else:
        for seat in range(s.seats):
            merits[seat] = game_merit(s, seat)


@rule
def fewest(s: State, seat: Seat):
    """How many tokens the seat has of its fewest colour."""
    least = TOKENS_OF_A_COLOUR
    for colour in range(COLOURS):
        least = min(least, int(s.collection[seat][colour]))
    return least


@rule
def game_merit(s: State, seat: Seat):
    """The collection sorted ascending, as the octal digits of one number: the fewest colour weighs most (SG-16).

    A complete collection is better than any other (SG-15).
    """
    number = 0
    for size in range(s.target + 1):
        for colour in range(COLOURS):
            if s.collection[seat][colour] == size:
                number = 8 * number + size
    return number


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def redeal(s: State, observer: Seat, rng: Generator):
    """Nothing to draw anew: the next token is not in the state, and all else is public (SG-18)."""


# --- For learners -----------------------------------------------------------------------------------------------------

OBSERVATION = (4 + SEATS) * COLOURS + 2 * SEATS + 9


@rule
def observe(s: State, seat: Seat, tensor: Tensor):
    """Everything, from the seat's side of the table: own collection first, then clockwise."""
    tensor[:] = 0
    for colour in range(COLOURS):
        tensor[colour] = s.reserve[colour] / TOKENS_OF_A_COLOUR
        tensor[COLOURS + colour] = s.centre[colour] / TOKENS_OF_A_COLOUR
        tensor[2 * COLOURS + colour] = s.zone[colour]
        tensor[3 * COLOURS + colour] = s.aside[colour] / TOKENS_OF_A_COLOUR
    n = 4 * COLOURS
    for k in range(s.seats):
        owner = (seat + k) % s.seats
        for colour in range(COLOURS):
            tensor[n + k * COLOURS + colour] = s.collection[owner][colour] / s.target
    n += SEATS * COLOURS
    for k in range(s.seats):
        owner = (seat + k) % s.seats
        tensor[n + k] = 1.0 if owner == s.acting else 0.0
        for game in range(s.game_number - 1):
            tensor[n + SEATS + k] += s.earlier[game][owner] / (s.games * s.target)
    n += 2 * SEATS
    tensor[n] = 1.0 if s.phase == Phase.SUCCESS.value else 0.0
    tensor[n + 1] = s.in_bonus_turn
    tensor[n + 2] = s.bonus_turns / COLOURS
    tensor[n + 3] = s.passes / s.seats
    tensor[n + 4] = s.standstill / STANDSTILL
    tensor[n + 5] = s.seats / SEATS
    tensor[n + 6] = s.target / 7
    tensor[n + 7] = s.game_number / s.games
    tensor[n + 8] = s.in_series
