"""The rules of Fairytale Scuffle, compiled. Numbers such as FS-13 refer to docs/rules/scuffle.md.

Locations are counted from 0, row by row. A character is its index in CHARACTERS; a card is a character in the colour of
a seat, NAMES × seat + character. The cards on a location lie in its pile, bottom first. Sets of locations and sets
of characters are words with one bit each (see engine/bits.py).

No location holds a character twice (FS-8) and no seat has one twice (FS-2), so besides the piles it is worth knowing
for every character on which locations it lies, and for every card where it lies.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, U64, ZERO, bit, has, lowest, nth_bit, popcount
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, OVER, below
from pentarchy.games.scuffle.components import CHARACTERS, KINDS, KINGDOMS, ORDINARY, SET_ASIDE, TURNS

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
LOCATIONS = 12  # at most
NAMES = len(CHARACTERS)
KING, QUEEN, PRINCESS, KNIGHT, PEASANT, GNOME, DRAGON, WITCH, FAIRY, WIZARD = range(NAMES)
TOWER, CASTLE, FARM, FOREST = range(len(KINDS))
ORDINARY_NAMES = len(ORDINARY)
ALL_CHARACTERS = U64(2**NAMES - 1)
NOT_IN_THE_LAST_TURN = U64(1 << DRAGON | 1 << GNOME)  # FS-10

NOBODY = -1
NOWHERE = -1
NOTHING = -1

# How many locations of each kind there are, by the number of players (FS-3).
KIND_COUNTS = np.array([[KINGDOMS[n].kinds[kind] if n in KINGDOMS else 0 for kind in KINDS] for n in range(SEATS + 1)])
LOCATION_COUNTS = np.array([KINGDOMS[n].locations if n in KINGDOMS else 0 for n in range(SEATS + 1)])


def near_locations():
    """near[players, location]: the locations that share a side with it."""
    near = np.zeros((SEATS + 1, LOCATIONS), np.uint64)
    for players, kingdom in KINGDOMS.items():
        for location in range(kingdom.locations):
            near[players, location] = sum(1 << other for other in kingdom.near(location))
    return near


NEAR = near_locations()

# The locations of a swap, the lower one first, and those of a move, in the order of their action codes.
PAIRS = np.array([(a, b) for b in range(LOCATIONS) for a in range(b)])
ROUTES = np.array([(a, b) for a in range(LOCATIONS) for b in range(LOCATIONS) if a != b])

# Action codes: play a character on a location, swap a pair, move along a route, name the next character, skip.
PLAY = 0
SWAP = PLAY + NAMES * LOCATIONS
MOVE = SWAP + len(PAIRS)
NEXT = MOVE + len(ROUTES)
SKIP = NEXT + NAMES
ACTIONS = SKIP + 1

# Chance outcomes: the first player, the kind of the next location, a card that is set aside.
FIRST_DRAWN = 0
KIND_DRAWN = FIRST_DRAWN + SEATS
ASIDE_DRAWN = KIND_DRAWN + len(KINDS)

MAX_LEGAL = len(ROUTES) + 1
MAX_OUTCOMES = NAMES


class Phase(IntEnum):
    """What happens next."""

    FIRST = 0  # chance draws the first player
    LAY = 1  # chance lays a location
    DEAL = 2  # chance sets a card aside
    PLAY = 3
    SWAP = 4  # the Witch just played may swap
    MOVE = 5  # the Wizard just played may move
    ORDER = 6  # the Fairy just played puts a pile in order
    OVER = 7


class Config(IntEnum):
    """Where an option stands in the numbers given to `begin`."""

    PLAYERS = 0
    FIRST = 1


# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # the kingdom
        ("ground", "u8", len(KINDS)),  # the locations of each kind
        ("where", "u8", NAMES),  # the locations that hold each character, in whatever colour
        ("awake", "u8", NAMES),  # those of them where it is not blocked
        # the cards
        ("hand", "u8", SEATS),  # characters
        ("aside", "u8", SEATS),
        ("at", "i1", (SEATS, NAMES)),  # the location of every card, or NOWHERE
        ("pile", "i1", (LOCATIONS, NAMES)),  # cards from bottom to top, then NOTHING
        ("height", "i1", LOCATIONS),  # how many cards lie there
        # the course of the game
        ("phase", "i1"),
        ("laid", "i1"),  # how many locations
        ("first", "i1"),
        ("acting", "i1"),
        ("turn_number", "i1"),
        ("ordered", "i1"),  # how many characters the Fairy has named so far
        ("skipped", "i1", SEATS),  # who had to skip the last turn (FS-10)
        # the options
        ("seats", "i1"),
        ("locations", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, config: Choices):
    """An empty table; everybody has the ten cards of a colour (FS-4), the locations are still to be laid (FS-3)."""
    s.seats = config[Config.PLAYERS]
    s.locations = LOCATION_COUNTS[s.seats]
    s.first = config[Config.FIRST]
    s.phase = Phase.FIRST.value if s.first == NOBODY else Phase.LAY.value
    s.acting = NOBODY
    s.laid = 0
    s.turn_number = 1
    s.ordered = 0
    for kind in range(len(KINDS)):
        s.ground[kind] = ZERO
    for location in range(LOCATIONS):
        clear_location(s, location)
    for character in range(NAMES):
        s.where[character] = s.awake[character] = ZERO
    for seat in range(SEATS):
        set_up_seat(s, seat)


@rule
def clear_location(s: State, location):
    """Nobody stands there."""
    s.height[location] = 0
    for depth in range(NAMES):
        s.pile[location][depth] = NOTHING


@rule
def set_up_seat(s: State, seat: Seat):
    """All ten cards are held, none is set aside yet; a seat that nobody takes has no cards."""
    s.hand[seat] = ALL_CHARACTERS if seat < s.seats else ZERO
    s.aside[seat] = ZERO
    s.skipped[seat] = 0
    for character in range(NAMES):
        s.at[seat][character] = NOWHERE


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: State):
    """The seat whose turn it is (FS-5), CHANCE during the set-up, or OVER."""
    if s.phase == Phase.OVER.value:
        return OVER
    if s.phase < Phase.PLAY.value:
        return CHANCE
    return int(s.acting)


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s: State, seat: Seat, actions: Actions):
    """Play a card (FS-6), or use the ability of the one just played (FS-21 to FS-23)."""
    if s.phase == Phase.PLAY.value:
        return list_plays(s, seat, actions)
    if s.phase == Phase.SWAP.value:
        return list_swaps(s, actions)
    if s.phase == Phase.MOVE.value:
        return list_moves(s, actions)
    return list_next(s, seat, actions)


@rule
def list_plays(s: State, seat: Seat, actions: Actions):
    """Every playable card on every location that may hold it."""
    n = 0
    cards = playable(s, seat)
    while cards != ZERO:
        character = lowest(cards)
        free = free_locations(s, character)
        while free != ZERO:
            actions[n] = PLAY + LOCATIONS * character + lowest(free)
            free &= free - ONE
            n += 1
        cards &= cards - ONE
    return n


@rule
def playable(s: State, seat: Seat):
    """The characters that may be played from the hand: no Dragon and no Gnome in the last turn (FS-10)."""
    if s.turn_number == TURNS:
        return s.hand[seat] & ~NOT_IN_THE_LAST_TURN
    return s.hand[seat]


@rule
def free_locations(s: State, character):
    """The locations that do not yet hold a character of this name, blocked or not (FS-8)."""
    return (bit(s.locations) - ONE) & ~s.where[character]


@rule
def list_swaps(s: State, actions: Actions):
    """Every pair of locations whose top characters the Witch may swap (FS-21), or leave it (FS-24)."""
    n = 0
    for b in range(s.locations):
        for a in range(b):
            if may_swap(s, a, b):
                actions[n] = SWAP + b * (b - 1) // 2 + a
                n += 1
    actions[n] = SKIP
    return n + 1


@rule
def may_swap(s: State, a, b):
    """Both have a top character, and afterwards neither holds one name twice (FS-8, FS-21)."""
    if not has_top(s, a) or not has_top(s, b):
        return False
    on_a, on_b = top_character(s, a), top_character(s, b)
    return on_a == on_b or not (has(s.where[on_a], b) or has(s.where[on_b], a))


@rule
def any_swap(s: State):
    """Whether the Witch could swap anything (FS-25)."""
    for b in range(s.locations):
        for a in range(b):
            if may_swap(s, a, b):
                return True
    return False


@rule
def list_moves(s: State, actions: Actions):
    """Every way in which the Wizard may move a top character (FS-23), or leave it (FS-24)."""
    n = 0
    for a in range(s.locations):
        if has_top(s, a):
            free = free_locations(s, top_character(s, a))
            while free != ZERO:
                b = lowest(free)
                actions[n] = MOVE + (LOCATIONS - 1) * a + b - (1 if b > a else 0)
                free &= free - ONE
                n += 1
    actions[n] = SKIP
    return n + 1


@rule
def has_top(s: State, location):
    """Whether a top character lies there: a lone Gnome is none (FS-9)."""
    return s.height[location] > base(s, location)


@rule
def base(s: State, location):
    """Where the characters above the Gnome begin: 1 if he is there, else 0."""
    return 1 if has(s.where[GNOME], location) else 0


@rule
def top_character(s: State, location):
    """The name of the top character."""
    return int(s.pile[location][s.height[location] - 1]) % NAMES


@rule
def list_next(s: State, seat: Seat, actions: Actions):
    """The characters on the Fairy's location that are not yet in order (FS-22)."""
    n = 0
    location = int(s.at[seat][FAIRY])
    for depth in range(base(s, location) + int(s.ordered), int(s.height[location])):
        actions[n] = NEXT + int(s.pile[location][depth]) % NAMES
        n += 1
    return n


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome."""
    if seat == CHANCE:
        set_up(s, action)
    elif action < SWAP:
        play(s, seat, (action - PLAY) // LOCATIONS, (action - PLAY) % LOCATIONS)
    elif action < MOVE:
        swap(s, PAIRS[action - SWAP][0], PAIRS[action - SWAP][1])
    elif action < NEXT:
        move(s, ROUTES[action - MOVE][0], ROUTES[action - MOVE][1])
    elif action < SKIP:
        name_next(s, seat, action - NEXT)
    else:
        end_turn(s)


@rule
def set_up(s: State, outcome: Drawn):
    """One step of the set-up."""
    if outcome < KIND_DRAWN:
        s.first = outcome - FIRST_DRAWN
        s.phase = Phase.LAY.value
    elif outcome < ASIDE_DRAWN:
        lay_location(s, outcome - KIND_DRAWN)
    else:
        set_aside(s, (outcome - ASIDE_DRAWN) // NAMES, (outcome - ASIDE_DRAWN) % NAMES)


@rule
def lay_location(s: State, kind):
    """The locations are laid in reading order (FS-3)."""
    s.ground[kind] |= bit(s.laid)
    s.laid += 1
    if s.laid == s.locations:
        s.phase = Phase.DEAL.value


@rule
def set_aside(s: State, seat: Seat, character):
    """A card leaves the game unseen (FS-4); after the last one the first player begins."""
    s.hand[seat] &= ~bit(character)
    s.aside[seat] |= bit(character)
    if seat == s.seats - 1 and popcount(s.aside[seat]) == SET_ASIDE:
        s.phase = Phase.PLAY.value
        s.acting = s.first


@rule
def play(s: State, seat: Seat, character, location):
    """Put a card from the hand on a location; then its ability may be used, at once or never (FS-6, FS-24)."""
    s.hand[seat] &= ~bit(character)
    card = NAMES * seat + character
    if character == GNOME:
        put_at_the_bottom(s, card, location)
    else:
        put_on_top(s, card, location)
    s.phase = phase_after(s, character, location)
    if s.phase == Phase.PLAY.value:
        end_turn(s)


@rule
def phase_after(s: State, character, location):
    """The phase in which the ability of a card just played is used; PLAY if there is nothing to decide (FS-25)."""
    if character == WITCH and has(s.ground[FOREST], location) and any_swap(s):
        return Phase.SWAP.value
    if character == WIZARD and (near(s, location) | bit(location)) & s.ground[TOWER] != ZERO:
        return Phase.MOVE.value
    if character == FAIRY and s.height[location] > base(s, location) + 1:
        return Phase.ORDER.value
    return Phase.PLAY.value


@rule
def near(s: State, location):
    """The locations that share a side with one."""
    return NEAR[s.seats][location]


@rule
def swap(s: State, a, b):
    """The Witch swaps two top characters (FS-21)."""
    from_a = take_top(s, a)
    from_b = take_top(s, b)
    put_on_top(s, from_b, a)
    put_on_top(s, from_a, b)
    end_turn(s)


@rule
def move(s: State, a, b):
    """The Wizard moves a top character (FS-23)."""
    put_on_top(s, take_top(s, a), b)
    end_turn(s)


@rule
def name_next(s: State, seat: Seat, character):
    """The Fairy orders a pile from the bottom up; the last character is where it must be (FS-22)."""
    location = int(s.at[seat][FAIRY])
    goal = base(s, location) + int(s.ordered)
    depth = goal
    while int(s.pile[location][depth]) % NAMES != character:
        depth += 1
    card = s.pile[location][depth]
    while depth > goal:
        s.pile[location][depth] = s.pile[location][depth - 1]
        depth -= 1
    s.pile[location][goal] = card
    block(s, location)
    s.ordered += 1
    if goal + 2 == s.height[location]:
        end_turn(s)


@rule
def put_on_top(s: State, card, location):
    """A card comes to lie on all others there (FS-7)."""
    s.pile[location][s.height[location]] = card
    arrive(s, card, location)


@rule
def put_at_the_bottom(s: State, card, location):
    """The Gnome is laid under all others (FS-9)."""
    for depth in range(s.height[location], 0, -1):
        s.pile[location][depth] = s.pile[location][depth - 1]
    s.pile[location][0] = card
    arrive(s, card, location)


@rule
def arrive(s: State, card, location):
    """A card is now on a location."""
    s.height[location] += 1
    s.where[card % NAMES] |= bit(location)
    s.at[card // NAMES][card % NAMES] = location
    block(s, location)


@rule
def take_top(s: State, location):
    """Lift the top card and return it."""
    s.height[location] -= 1
    card = int(s.pile[location][s.height[location]])
    s.pile[location][s.height[location]] = NOTHING
    s.where[card % NAMES] &= ~bit(location)
    s.awake[card % NAMES] &= ~bit(location)
    s.at[card // NAMES][card % NAMES] = NOWHERE
    block(s, location)
    return card


@rule
def block(s: State, location):
    """Find out who is blocked now (FS-12, FS-13, FS-14).

    A Dragon blocks all beneath it but the Gnome; a Knight above the Dragon blocks it, and then it blocks nothing.
    """
    dragon = depth_of(s, DRAGON, location)
    defeated = depth_of(s, KNIGHT, location) > dragon
    for depth in range(s.height[location]):
        character = int(s.pile[location][depth]) % NAMES
        if character == DRAGON:
            blocked = defeated
        else:
            blocked = depth < dragon and not defeated and character != GNOME
        if blocked:
            s.awake[character] &= ~bit(location)
        else:
            s.awake[character] |= bit(location)


@rule
def depth_of(s: State, character, location):
    """How many cards lie beneath a character, or NOWHERE if it is not there."""
    if has(s.where[character], location):
        for depth in range(s.height[location]):
            if int(s.pile[location][depth]) % NAMES == character:
                return depth
    return NOWHERE


@rule
def end_turn(s: State):
    """The next player plays a card; who may not play either of the last two skips the last turn (FS-10)."""
    s.ordered = 0
    s.phase = Phase.PLAY.value
    pass_on(s)
    while s.phase == Phase.PLAY.value and must_skip(s, s.hand[s.acting]):
        s.skipped[s.acting] = 1
        pass_on(s)


@rule
def must_skip(s: State, hand):
    """Whether a hand holds nothing that may be played in this turn."""
    return s.turn_number == TURNS and hand & ~NOT_IN_THE_LAST_TURN == ZERO


@rule
def pass_on(s: State):
    """Clockwise, six turns each (FS-5); then the game is over (FS-26)."""
    s.acting = (int(s.acting) + 1) % int(s.seats)
    if s.acting == s.first:
        if s.turn_number == TURNS:
            s.phase = Phase.OVER.value
            s.acting = NOBODY
        else:
            s.turn_number += 1


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s: State, codes: Actions, weights: Weights):
    """Who begins, which kind of location comes next (FS-3), or which card is set aside next (FS-4)."""
    n = 0
    if s.phase == Phase.FIRST.value:
        for seat in range(s.seats):
            codes[n] = FIRST_DRAWN + seat
            weights[n] = 1
            n += 1
    elif s.phase == Phase.LAY.value:
        for kind in range(len(KINDS)):
            if left_of(s, kind) > 0:
                codes[n] = KIND_DRAWN + kind
                weights[n] = left_of(s, kind)
                n += 1
    else:
        seat = seat_to_deal(s)
        rest = s.hand[seat]
        while rest != ZERO:
            codes[n] = ASIDE_DRAWN + NAMES * seat + lowest(rest)
            weights[n] = 1
            rest &= rest - ONE
            n += 1
    return n


@rule
def left_of(s: State, kind):
    """How many locations of a kind are still to be laid."""
    return KIND_COUNTS[s.seats][kind] - popcount(s.ground[kind])


@rule
def seat_to_deal(s: State):
    """The seat that sets a card aside next."""
    seat = 0
    while popcount(s.aside[seat]) == SET_ASIDE:
        seat += 1
    return seat


@rule
def draw(s: State, rng: Generator):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.FIRST.value:
        return FIRST_DRAWN + below(rng, int(s.seats))
    if s.phase == Phase.LAY.value:
        n = below(rng, int(s.locations) - int(s.laid))
        kind = 0
        while n >= left_of(s, kind):
            n -= left_of(s, kind)
            kind += 1
        return KIND_DRAWN + kind
    seat = seat_to_deal(s)
    return ASIDE_DRAWN + NAMES * seat + nth_bit(s.hand[seat], below(rng, popcount(s.hand[seat])))


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, points: Points):
    """The stars of every seat's unblocked ordinary characters (FS-26)."""
    for seat in range(s.seats):
        points[seat] = stars_of_seat(s, seat)


@rule
def merit(s: State, merits: Merits):
    """Stars; among equals who is earlier in turn order (FS-26)."""
    for seat in range(s.seats):
        later = (seat - int(s.first)) % int(s.seats) if s.first != NOBODY else 0
        merits[seat] = SEATS * stars_of_seat(s, seat) - later


@rule
def stars_of_seat(s: State, seat: Seat):
    """What the characters of one colour bring, wherever they were moved."""
    total = 0
    for character in range(ORDINARY_NAMES):
        location = int(s.at[seat][character])
        if location != NOWHERE and has(s.awake[character], location):
            total += stars(s, seat, character, location)
    return total


@rule
def stars(s: State, seat: Seat, character, location):
    """What one unblocked ordinary character brings."""
    if character == KING:
        return stars_of_king(s, location)
    if character == QUEEN:
        return stars_of_queen(s, seat, location)
    if character == PRINCESS:
        return stars_of_princess(s, location)
    if character == KNIGHT:
        return stars_of_knight(s, location)
    if character == PEASANT:
        return stars_of_peasant(s, location)
    return stars_of_gnome(s, location)


@rule
def stars_of_king(s: State, location):
    """1 in a castle, 1 for each farm and each forest near (FS-15)."""
    in_castle = 1 if has(s.ground[CASTLE], location) else 0
    return in_castle + popcount(near(s, location) & (s.ground[FARM] | s.ground[FOREST]))


@rule
def stars_of_queen(s: State, seat: Seat, location):
    """1 with a King, 1 for each unblocked character of her colour near (FS-16)."""
    total = 1 if has(s.awake[KING], location) else 0
    for character in range(NAMES):
        other = int(s.at[seat][character])
        if other != NOWHERE and has(near(s, location) & s.awake[character], other):
            total += 1
    return total


@rule
def stars_of_princess(s: State, location):
    """2 in a tower, 1 with a Knight (FS-17)."""
    in_tower = 2 if has(s.ground[TOWER], location) else 0
    return in_tower + (1 if has(s.awake[KNIGHT], location) else 0)


@rule
def stars_of_knight(s: State, location):
    """3 with a Princess (FS-18)."""
    return 3 if has(s.awake[PRINCESS], location) else 0


@rule
def stars_of_peasant(s: State, location):
    """1 on a farm, 1 for each King and each Queen near (FS-19)."""
    on_farm = 1 if has(s.ground[FARM], location) else 0
    return on_farm + popcount(near(s, location) & s.awake[KING]) + popcount(near(s, location) & s.awake[QUEEN])


@rule
def stars_of_gnome(s: State, location):
    """1 for each unblocked character above him (FS-20)."""
    total = 0
    for depth in range(1, s.height[location]):
        if has(s.awake[int(s.pile[location][depth]) % NAMES], location):
            total += 1
    return total


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def redeal(s: State, observer: Seat, rng: Generator):
    """Deal anew what the others hold and what they have set aside (FS-27).

    At the end everything is shown, and a skipped turn has shown a hand.
    """
    if s.phase == Phase.OVER.value:
        return
    for seat in range(s.seats):
        if seat != observer and not s.skipped[seat]:
            redeal_seat(s, seat, rng)


@rule
def redeal_seat(s: State, seat: Seat, rng: Generator):
    """Any split of the unplayed cards is as likely as any other; but who is to play now has a card to play."""
    unplayed = s.hand[seat] | s.aside[seat]
    number = popcount(s.aside[seat])
    to_play = s.phase == Phase.PLAY.value and s.acting == seat
    while True:
        hand = unplayed
        for left in range(popcount(unplayed), popcount(unplayed) - number, -1):
            hand &= ~bit(nth_bit(hand, below(rng, left)))
        if not (to_play and must_skip(s, hand)):
            break
    s.hand[seat] = hand
    s.aside[seat] = unplayed & ~hand


@rule
def suppose(s: State, observer: Seat):
    """Put what the observer may suppose in the place of the cards that it does not know (FS-27).

    It is the same whatever they are, and nobody has to skip: that is known only when it happens (FS-10).
    """
    if s.phase == Phase.OVER.value:
        return
    for seat in range(s.seats):
        if seat != observer and not s.skipped[seat]:
            unplayed = s.hand[seat] | s.aside[seat]
            s.hand[seat] = harmless_hand(unplayed, popcount(s.hand[seat]))
            s.aside[seat] = unplayed & ~s.hand[seat]


@rule
def harmless_hand(unplayed, number):
    """So many of the unplayed cards, Dragon and Gnome the last of them."""
    hand = ZERO
    rest = unplayed & ~NOT_IN_THE_LAST_TURN
    for _ in range(number):
        if rest == ZERO:
            rest = unplayed & ~hand
        hand |= bit(lowest(rest))
        rest &= rest - ONE
    return hand


# --- For learners -----------------------------------------------------------------------------------------------------

CHARACTER = SEATS + 2  # per character on a location: four owners, how deep / 10, unblocked
LOCATION = 1 + len(KINDS) + NAMES * CHARACTER  # per location: there, kind, characters
PLAYER = 3 + NAMES  # per seat: cards in hand / 7, first player, skipped, unplayed characters
OBSERVATION = LOCATIONS * LOCATION + SEATS * PLAYER + 2 * NAMES + 4 + LOCATIONS + 2


@rule
def observe(s: State, seat: Seat, tensor: Tensor):
    """What the seat may see, from its side of the table: itself first, then clockwise."""
    tensor[:] = 0
    for location in range(s.locations):
        observe_location(s, seat, location, tensor, location * LOCATION)
    n = LOCATIONS * LOCATION
    for k in range(s.seats):
        observe_player(s, (seat + k) % s.seats, tensor, n + k * PLAYER)
    n += SEATS * PLAYER
    for character in range(NAMES):
        tensor[n + character] = 1.0 if has(s.hand[seat], character) else 0.0
        tensor[n + NAMES + character] = 1.0 if has(s.aside[seat], character) else 0.0
    n += 2 * NAMES
    if Phase.PLAY.value <= s.phase and s.phase < Phase.OVER.value:
        tensor[n + int(s.phase) - Phase.PLAY.value] = 1.0
    n += 4
    if s.phase == Phase.ORDER.value:
        tensor[n + int(s.at[s.acting][FAIRY])] = 1.0
    n += LOCATIONS
    tensor[n] = s.ordered / NAMES
    tensor[n + 1] = s.turn_number / TURNS


@rule
def observe_location(s: State, seat: Seat, location, tensor: Tensor, start):
    """One location: its kind, and whose characters lie there, how deep, and which of them count."""
    tensor[start] = 1.0
    for kind in range(len(KINDS)):
        tensor[start + 1 + kind] = 1.0 if has(s.ground[kind], location) else 0.0
    for depth in range(s.height[location]):
        card = int(s.pile[location][depth])
        n = start + 1 + len(KINDS) + card % NAMES * CHARACTER
        tensor[n + (card // NAMES - seat) % int(s.seats)] = 1.0
        tensor[n + SEATS] = (depth + 1) / NAMES
        tensor[n + SEATS + 1] = 1.0 if has(s.awake[card % NAMES], location) else 0.0


@rule
def observe_player(s: State, seat: Seat, tensor: Tensor, start):
    """What everybody knows of a seat."""
    tensor[start] = popcount(s.hand[seat]) / (NAMES - SET_ASIDE)
    tensor[start + 1] = 1.0 if seat == s.first else 0.0
    tensor[start + 2] = s.skipped[seat]
    for character in range(NAMES):
        tensor[start + 3 + character] = 1.0 if s.at[seat][character] == NOWHERE else 0.0
