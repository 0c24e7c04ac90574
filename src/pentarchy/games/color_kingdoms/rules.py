"""The rules of Colour Kingdoms, compiled. Numbers such as CK-13 refer to docs/rules/color_kingdoms.md.

Areas are counted from 0, nine of each kingdom after the other; sets of areas are words with one bit each (see
engine/bits.py). Colours and kingdoms are their indices in COLOURS. The sheet's map is data: its numbers come with the
options and are part of the state.

What a player has drawn is kept twice, as it is now and as it was when the round began (`..._before`): painting is
secret until one's own turn is over (CK-12). Several players may paint at once; nothing that one of them does touches
another's fields, so the order in which they do it leaves no trace.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, U64, ZERO, bit, has, lowest, nth_bit, popcount
from pentarchy.engine.kernel import record, rule
from pentarchy.engine.play import CHANCE, EVERYTHING, OVER, below
from pentarchy.games.color_kingdoms.components import (
    AREAS,
    AREAS_OF_A_KINGDOM,
    BASE,
    COLOURS,
    DICE,
    END_POINTS,
    FACES,
    KINGDOM_POINTS,
    KINGDOMS_TO_END,
    MONSTER_POINTS,
    MONSTERS,
    MOST_TOWERS,
    SPELLS,
    SYMBOLS,
    TAMED_POINTS,
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
HUES = len(COLOURS)  # and as many kingdoms
COMPOUND = HUES - BASE
THROWN = len(DICE)
WHITE = DICE.index("white")
SETS = 64  # of kingdoms, as bits
POSSIBLE_SETS = 41  # in which a die can lie: of one, two or three kingdoms (CK-6)
ALL_AREAS = U64(2**AREAS - 1)

# What stands on areas: `sites[CAPITAL]`, `sites[FIRST_MONSTER + kind]`, `sites[FIRST_SPELL + spell]`.
CAPITAL = 0
FIRST_MONSTER = 1
FIRST_SPELL = FIRST_MONSTER + len(MONSTERS)
SITES = len(SYMBOLS) - 1

# What a player may spend: spells, then tower drops of each colour.
MOVE_SPELL, EXCEPTION_SPELL, SPLIT_SPELL, MIX_SPELL = range(len(SPELLS))
DROP = len(SPELLS)
SUPPLIES = DROP + HUES

# Rows of the sheet with points for speed: kingdoms, monsters, the end of the game (CK-25).
MONSTER_ROW = HUES
END_ROW = MONSTER_ROW + len(MONSTERS)
ROWS = END_ROW + 1
SPEED_POINTS = np.array([KINGDOM_POINTS] * HUES + [MONSTER_POINTS] * len(MONSTERS) + [END_POINTS])
TAMED = np.array(TAMED_POINTS)
FIRST_NUMBER, SECOND_NUMBER = 1, 2  # bits of numbers that are crossed out (CK-33)

NOBODY = -1
NOTHING = -1
NOWHERE = -1


def areas_of_kingdoms():
    """The areas of every set of kingdoms."""
    row = 2**AREAS_OF_A_KINGDOM - 1
    return np.array(
        [sum(row << AREAS_OF_A_KINGDOM * kingdom for kingdom in range(HUES) if kingdoms >> kingdom & 1)
         for kingdoms in range(SETS)],
        np.uint64,
    )  # fmt: skip


def mixtures():
    """mixture[a, b]: the colour of two colours' drop in a watchtower; NOTHING where it may be chosen (CK-2, CK-19)."""
    mixture = np.full((HUES, HUES), NOTHING)
    for colour in range(BASE):
        mixture[colour, colour] = colour
    blue, red, yellow, green, violet, brown = range(HUES)
    for one, other, compound in ((red, blue, violet), (blue, yellow, green), (yellow, red, brown)):
        mixture[one, other] = mixture[other, one] = compound
    return mixture


AREAS_OF = areas_of_kingdoms()
MIXTURE = mixtures()

# Where a drop that is painted comes from: the die, a mixture of two of its drops, a watchtower.
FROM_DIE = 0
FROM_MIX = FROM_DIE + 1
FROM_TOWER = FROM_MIX + COMPOUND
SOURCES = FROM_TOWER + HUES

# Action codes: take a die (the white one as one of three colours) from a kingdom, paint an area with a drop, move to
# a kingdom, split to a kingdom, mix a colour, choose a colour, end the turn, cross out a number.
TAKE = 0
PAINT = TAKE + (THROWN - 1 + BASE) * HUES
MOVE = PAINT + SOURCES * AREAS
SPLIT = MOVE + HUES
MIX = SPLIT + HUES
CHOOSE = MIX + COMPOUND
DONE = CHOOSE + COMPOUND
CROSS = DONE + 1
ACTIONS = CROSS + 2 * END_ROW

# Chance outcomes: the first player; where a die lies and what it shows.
FIRST_DRAWN = 0
DIE_THROWN = FIRST_DRAWN + SEATS

MAX_LEGAL = ACTIONS
MAX_OUTCOMES = POSSIBLE_SETS * len(FACES)


class Phase(IntEnum):
    """What happens next."""

    FIRST = 0  # chance draws the first player
    THROW = 1  # chance throws a die
    PLAY = 2  # dice are taken and areas painted
    CROSS = 3  # a number is crossed out, in the solo game
    OVER = 4


# Where the options stand in the numbers given to `begin`; those of the map are explained at Map.numbers.
PLAYERS_AT = 0
NEIGHBOURS_AT = 1
SYMBOLS_AT = NEIGHBOURS_AT + AREAS
OWN_COLOURS_AT = SYMBOLS_AT + AREAS
BLOTS_AT = OWN_COLOURS_AT + AREAS
TOWER_COUNT_AT = BLOTS_AT + 1
TOWERS_AT = TOWER_COUNT_AT + 1
WEIGHTS_AT = TOWERS_AT + 2 * MOST_TOWERS
NEAR_AT = WEIGHTS_AT + SETS
CAPITALS_AT = NEAR_AT + HUES
FIRST_AT = CAPITALS_AT + HUES

# --- The state --------------------------------------------------------------------------------------------------------

STATE = record(
    [
        # the sheets, now
        ("painted", "u8", (SEATS, HUES)),  # the areas of each colour
        ("blocked", "u8", (SEATS, HUES)),  # the areas beside those
        ("free", "u8", SEATS),  # the unpainted areas
        # and when the round began
        ("painted_before", "u8", (SEATS, HUES)),
        ("free_before", "u8", SEATS),
        # the map
        ("neighbours", "u8", AREAS),
        ("sites", "u8", SITES),  # the areas with each symbol
        ("own", "u8", HUES),  # the areas whose symbol has each colour
        ("towered", "u8"),  # the areas with watchtowers on their borders
        ("odds", "i8", POSSIBLE_SETS),  # weights of the sets in which a die may lie, added up
        ("choosing", "i4", SEATS),  # the watchtowers whose drop's colour is still to be chosen
        ("blots", "i2", SEATS),
        ("blots_before", "i2", SEATS),
        ("blots_on_a_sheet", "i2"),
        ("round_number", "i2"),
        # spells and drops: to be spent, gained in this round, spent
        ("ready", "i1", (SEATS, SUPPLIES)),
        ("fresh", "i1", (SEATS, SUPPLIES)),
        ("used", "i1", (SEATS, SUPPLIES)),
        ("ready_before", "i1", (SEATS, SUPPLIES)),
        ("used_before", "i1", (SEATS, SUPPLIES)),
        # everybody's turn of the round
        ("die", "i1", SEATS),  # or NOTHING
        ("colour", "i1", SEATS),  # of its drops
        ("kingdom", "i1", SEATS),  # from which it was taken
        ("home", "i1", SEATS),  # where its drops go: another kingdom after a move; NOWHERE if the seat is not painting
        ("drops", "i1", SEATS),  # of the die's colour, not yet painted
        ("mixed", "i1", (SEATS, COMPOUND)),  # mixed from two of them, not yet painted
        ("opened", "i1", SEATS),  # the kingdoms that may be painted
        ("finished", "i1", SEATS),
        # the dice
        ("thrown", "i1"),  # how many of them
        ("lies_in", "i1", THROWN),  # the kingdoms
        ("shows", "i1", THROWN),  # drops
        ("taken_by", "i1", THROWN),
        # the course of the game
        ("phase", "i1"),
        ("first", "i1"),
        ("won", "i1", (ROWS, 2)),  # the seats that were first, second
        ("crossed", "i1", ROWS),  # numbers crossed out, in the solo game
        # more of the map, and the options
        ("towers", "i1", (MOST_TOWERS, 2)),
        ("tower_count", "i1"),
        ("near", "i1", HUES),  # the kingdoms beside each
        ("sets", "i1", POSSIBLE_SETS),  # the sets of kingdoms in which a die may lie
        ("set_count", "i1"),
        ("capital_points", "i1", HUES),  # of each kingdom's capital, if built
        ("seats", "i1"),
    ]
)

# --- Set-up -----------------------------------------------------------------------------------------------------------


@rule
def begin(s: State, config: Choices):
    """Unpainted sheets; the first player is drawn unless given (CK-11), then the dice are thrown."""
    s.seats = config[PLAYERS_AT]
    spread_map(s, config)
    s.round_number = 1
    for seat in range(SEATS):
        hand_out_sheet(s, seat)
    for row in range(ROWS):
        s.won[row][0] = s.won[row][1] = s.crossed[row] = 0
    clear_throw(s)
    s.first = 0 if s.seats == 1 else config[FIRST_AT]
    s.phase = Phase.FIRST.value if s.first == NOBODY else Phase.THROW.value
    if s.first != NOBODY:
        give_starting_spells(s)


@rule
def spread_map(s: State, config: Choices):
    """The map as sets of areas."""
    for site in range(SITES):
        s.sites[site] = ZERO
    for colour in range(HUES):
        s.own[colour] = ZERO
        s.near[colour] = config[NEAR_AT + colour]
        s.capital_points[colour] = config[CAPITALS_AT + colour]
    for area in range(AREAS):
        s.neighbours[area] = U64(config[NEIGHBOURS_AT + area])
        if config[SYMBOLS_AT + area] > 0:
            s.sites[config[SYMBOLS_AT + area] - 1] |= bit(area)
        if config[OWN_COLOURS_AT + area] >= 0:
            s.own[config[OWN_COLOURS_AT + area]] |= bit(area)
    s.blots_on_a_sheet = config[BLOTS_AT]
    s.tower_count = config[TOWER_COUNT_AT]
    s.towered = ZERO
    for tower in range(MOST_TOWERS):
        for side in range(2):
            area = config[TOWERS_AT + 2 * tower + side]
            s.towers[tower][side] = area
            if area != NOWHERE:
                s.towered |= bit(area)
    spread_odds(s, config)


@rule
def spread_odds(s: State, config: Choices):
    """The sets of kingdoms in which a die may lie, with their weights added up (CK-6)."""
    n = 0
    total = 0
    for kingdoms in range(SETS):
        if config[WEIGHTS_AT + kingdoms] > 0:
            total += config[WEIGHTS_AT + kingdoms]
            s.sets[n] = kingdoms
            s.odds[n] = total
            n += 1
    s.set_count = n
    for rest in range(n, POSSIBLE_SETS):
        s.sets[rest] = 0
        s.odds[rest] = 0


@rule
def hand_out_sheet(s: State, seat: Seat):
    """A sheet on which nothing is painted."""
    for colour in range(HUES):
        s.painted[seat][colour] = s.painted_before[seat][colour] = s.blocked[seat][colour] = ZERO
    s.free[seat] = s.free_before[seat] = ALL_AREAS
    for supply in range(SUPPLIES):
        s.ready[seat][supply] = s.ready_before[seat][supply] = s.fresh[seat][supply] = 0
        s.used[seat][supply] = s.used_before[seat][supply] = 0
    s.blots[seat] = s.blots_before[seat] = 0
    s.choosing[seat] = 0
    clear_turn(s, seat)
    put_die_away(s, seat)


@rule
def give_starting_spells(s: State):
    """The first player has spell 1 at once, the second spell 2, and so on (CK-11); the solo player none (CK-32)."""
    if s.seats > 1:
        for k in range(s.seats):
            seat = (int(s.first) + k) % int(s.seats)
            s.ready[seat][k] = s.ready_before[seat][k] = 1


@rule
def clear_throw(s: State):
    """The dice are to be thrown."""
    s.thrown = 0
    for die in range(THROWN):
        s.lies_in[die] = 0
        s.shows[die] = 0
        s.taken_by[die] = NOBODY


@rule
def clear_turn(s: State, seat: Seat):
    """The seat is not painting."""
    s.home[seat] = NOWHERE
    s.drops[seat] = 0
    s.opened[seat] = 0
    for mixture in range(COMPOUND):
        s.mixed[seat][mixture] = 0


@rule
def put_die_away(s: State, seat: Seat):
    """The seat has not taken a die in this round."""
    s.die[seat] = s.colour[seat] = NOTHING
    s.kingdom[seat] = NOWHERE
    s.finished[seat] = 0


# --- Who acts ---------------------------------------------------------------------------------------------------------


@rule
def to_act(s: State):
    """The first in turn order who has not finished, CHANCE while dice are thrown, or OVER."""
    if s.phase == Phase.PLAY.value:
        seat = int(s.first)
        while s.finished[seat]:
            seat = following(s, seat)
        return seat
    if s.phase == Phase.OVER.value:
        return OVER
    if s.phase == Phase.CROSS.value:
        return 0
    return CHANCE


@rule
def acting(s: State):
    """Everybody who is painting, and the next one to take a die, as bits (CK-12)."""
    if s.phase == Phase.CROSS.value:
        return 1
    seats = 0
    if s.phase == Phase.PLAY.value:
        seat = int(s.first)
        for _ in range(s.seats):
            if not s.finished[seat]:
                seats |= 1 << seat
            if s.die[seat] == NOTHING:
                break
            seat = following(s, seat)
    return seats


@rule
def following(s: State, seat: Seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


# --- What is legal ----------------------------------------------------------------------------------------------------


@rule
def legal(s: State, seat: Seat, actions: Actions):
    """Take a die, then paint, cast spells, and end the turn; a tower drop's colour is chosen at once."""
    if s.phase == Phase.CROSS.value:
        return list_crossings(s, actions)
    if s.die[seat] == NOTHING:
        return list_takes(s, actions)
    if s.choosing[seat] != 0:
        return list_choices(actions)
    return list_paintings(s, seat, actions)


@rule
def list_takes(s: State, actions: Actions):
    """Every die in the box, from every kingdom where it lies (CK-7); the white one as a colour that is gone (CK-8)."""
    n = 0
    for named in range(THROWN - 1 + BASE):
        if may_name(s, named):
            for kingdom in range(HUES):
                if int(s.lies_in[min(named, WHITE)]) >> kingdom & 1:
                    actions[n] = TAKE + HUES * named + kingdom
                    n += 1
    return n


@rule
def may_name(s: State, named):
    """Whether a die is in the box; the white one, from WHITE on, needs the die of the colour to be out of it (CK-8)."""
    if named < WHITE:
        return s.taken_by[named] == NOBODY
    return s.taken_by[WHITE] == NOBODY and s.taken_by[named - WHITE] != NOBODY


@rule
def list_choices(actions: Actions):
    """Any compound colour (CK-19)."""
    for mixture in range(COMPOUND):
        actions[mixture] = CHOOSE + mixture
    return COMPOUND


@rule
def list_paintings(s: State, seat: Seat, actions: Actions):
    """Everything that can be painted, every spell that can be cast, and the end of the turn."""
    n = 0
    for source in range(SOURCES):
        if has_drop(s, seat, source):
            areas = paintable(s, seat, source)
            while areas != ZERO:
                actions[n] = PAINT + AREAS * source + lowest(areas)
                areas &= areas - ONE
                n += 1
    kingdoms = goals_of_move(s, seat)
    for kingdom in range(HUES):
        if kingdoms >> kingdom & 1:
            actions[n] = MOVE + kingdom
            n += 1
    kingdoms = goals_of_split(s, seat)
    for kingdom in range(HUES):
        if kingdoms >> kingdom & 1:
            actions[n] = SPLIT + kingdom
            n += 1
    if may_mix(s, seat):
        for mixture in range(COMPOUND):
            actions[n] = MIX + mixture
            n += 1
    actions[n] = DONE
    return n + 1


@rule
def has_drop(s: State, seat: Seat, source):
    """Whether there is a drop of the die, of a mixture or of a watchtower."""
    if source == FROM_DIE:
        return s.drops[seat] > 0
    if source < FROM_TOWER:
        return s.mixed[seat][source - FROM_MIX] > 0
    return s.ready[seat][DROP + source - FROM_TOWER] > 0


@rule
def colour_of(s: State, seat: Seat, source):
    """The colour of such a drop."""
    if source == FROM_DIE:
        return int(s.colour[seat])
    if source < FROM_TOWER:
        return BASE + source - FROM_MIX
    return source - FROM_TOWER


@rule
def paintable(s: State, seat: Seat, source):
    """Where such a drop may be painted: in an open kingdom (CK-13), a tower's drop in any (CK-20); not beside its own
    colour (CK-14) unless there is an exception to spend (CK-22)."""
    areas = s.free[seat]
    if source < FROM_TOWER:
        areas &= AREAS_OF[s.opened[seat]]
    if s.ready[seat][EXCEPTION_SPELL] == 0:
        areas &= ~s.blocked[seat][colour_of(s, seat, source)]
    return areas


@rule
def goals_of_move(s: State, seat: Seat):
    """The kingdoms to which all drops may be moved: once, before painting and before a split (CK-21)."""
    home = 1 << int(s.home[seat])
    if (
        s.ready[seat][MOVE_SPELL] == 0
        or s.home[seat] != s.kingdom[seat]
        or int(s.opened[seat]) != home
        or s.free[seat] != s.free_before[seat]
    ):
        return 0
    return (SETS - 1) & ~home


@rule
def goals_of_split(s: State, seat: Seat):
    """The kingdoms that may be opened: beside the die's, not yet open, while a drop of the die is left (CK-23)."""
    if s.ready[seat][SPLIT_SPELL] == 0 or not has_drops_left(s, seat):
        return 0
    return int(s.near[s.home[seat]]) & ~int(s.opened[seat])


@rule
def has_drops_left(s: State, seat: Seat):
    """Whether a drop of the die is not yet painted, mixed ones included (CK-15, CK-24)."""
    left = int(s.drops[seat])
    for mixture in range(COMPOUND):
        left += int(s.mixed[seat][mixture])
    return left > 0


@rule
def may_mix(s: State, seat: Seat):
    """It takes two unpainted drops of the die's own colour (CK-24)."""
    return s.ready[seat][MIX_SPELL] > 0 and s.drops[seat] >= 2


@rule
def list_crossings(s: State, actions: Actions):
    """Numbers for being first while there are any, then numbers for being second (CK-33)."""
    n = 0
    place = place_to_cross(s)
    for row in range(END_ROW):
        if place != NOTHING and may_cross(s, row, place):
            actions[n] = CROSS + 2 * row + place
            n += 1
    return n


@rule
def place_to_cross(s: State):
    """Which numbers are to be crossed out, those for the first place (0) or the second (1); NOTHING if none is left."""
    for place in range(2):
        for row in range(END_ROW):
            if may_cross(s, row, place):
                return place
    return NOTHING


@rule
def may_cross(s: State, row, place):
    """Whether a number is neither circled nor crossed out."""
    return s.won[row][place] == 0 and int(s.crossed[row]) & (FIRST_NUMBER << place) == 0


# --- A uniformly random legal action, without listing all -------------------------------------------------------------


@rule
def pick(s: State, seat: Seat, rng: Generator, actions: Actions):
    """As if drawn from `legal`, every action with the same probability."""
    if s.phase == Phase.PLAY.value and s.die[seat] != NOTHING:
        if s.choosing[seat] != 0:
            return CHOOSE + below(rng, COMPOUND)
        return pick_painting(s, seat, rng)
    if s.phase == Phase.CROSS.value:
        n = list_crossings(s, actions)
    else:
        n = list_takes(s, actions)
    return actions[below(rng, n)]


@rule
def pick_painting(s: State, seat: Seat, rng: Generator):
    """One of `list_paintings`."""
    count = 1
    for source in range(SOURCES):
        if has_drop(s, seat, source):
            count += popcount(paintable(s, seat, source))
    moves = U64(goals_of_move(s, seat))
    splits = U64(goals_of_split(s, seat))
    mixes = COMPOUND if may_mix(s, seat) else 0
    n = below(rng, count + popcount(moves) + popcount(splits) + mixes)
    if n < count - 1:
        source = 0
        while True:
            if has_drop(s, seat, source):
                areas = paintable(s, seat, source)
                here = popcount(areas)
                if n < here:
                    return PAINT + AREAS * source + nth_bit(areas, n)
                n -= here
            source += 1
    n -= count - 1
    if n < popcount(moves):
        return MOVE + nth_bit(moves, n)
    n -= popcount(moves)
    if n < popcount(splits):
        return SPLIT + nth_bit(splits, n)
    n -= popcount(splits)
    return MIX + n if n < mixes else DONE


# --- What an action does ----------------------------------------------------------------------------------------------


@rule
def apply(s: State, seat: Seat, action: Action):
    """Carry out a legal action of a seat, or with seat CHANCE an outcome."""
    if seat == CHANCE:
        throw(s, action)
    elif action < PAINT:
        take(s, seat, (action - TAKE) // HUES, (action - TAKE) % HUES)
    elif action < MOVE:
        paint_drop(s, seat, (action - PAINT) // AREAS, (action - PAINT) % AREAS)
    elif action < SPLIT:
        move(s, seat, action - MOVE)
    elif action < MIX:
        split(s, seat, action - SPLIT)
    elif action < CHOOSE:
        mix(s, seat, action - MIX)
    elif action < DONE:
        choose(s, seat, action - CHOOSE)
    elif action < CROSS:
        end_turn(s, seat)
        if all_finished(s):
            end_round(s)
    else:
        cross(s, (action - CROSS) // 2, (action - CROSS) % 2)


@rule
def throw(s: State, outcome: Drawn):
    """The first player is drawn; or the next die comes to rest."""
    if outcome < DIE_THROWN:
        s.first = outcome - FIRST_DRAWN
        s.phase = Phase.THROW.value
        give_starting_spells(s)
        return
    die = int(s.thrown)
    thrown = outcome - DIE_THROWN - die * SETS * len(FACES)
    s.lies_in[die] = thrown // len(FACES)
    s.shows[die] = FACES[0] + thrown % len(FACES)
    s.thrown = die + 1
    if die + 1 == THROWN:
        s.phase = Phase.PLAY.value


@rule
def take(s: State, seat: Seat, named, kingdom):
    """Take a die from a kingdom and begin to paint (CK-7, CK-8)."""
    die = min(named, WHITE)
    s.taken_by[die] = seat
    s.die[seat] = die
    s.colour[seat] = named - WHITE if named >= WHITE else named
    s.kingdom[seat] = kingdom
    begin_turn(s, seat)


@rule
def begin_turn(s: State, seat: Seat):
    """The drops that the die shows, for the kingdom from which it was taken (CK-13)."""
    s.drops[seat] = s.shows[s.die[seat]]
    s.home[seat] = s.kingdom[seat]
    s.opened[seat] = 1 << int(s.kingdom[seat])


@rule
def paint_drop(s: State, seat: Seat, source, area):
    """Paint an area with a drop of the die, of a mixture or of a watchtower."""
    if source == FROM_DIE:
        s.drops[seat] -= 1
    elif source < FROM_TOWER:
        s.mixed[seat][source - FROM_MIX] -= 1
    else:
        spend(s, seat, DROP + source - FROM_TOWER)
    paint(s, seat, area, colour_of(s, seat, source))


@rule
def paint(s: State, seat: Seat, area, colour):
    """An area gets its colour; a spell is gained (CK-17), and a drop of every watchtower that this completes."""
    here = bit(area)
    if s.blocked[seat][colour] & here != ZERO:
        spend(s, seat, EXCEPTION_SPELL)
    s.painted[seat][colour] |= here
    s.blocked[seat][colour] |= s.neighbours[area]
    s.free[seat] &= ~here
    for spell in range(len(SPELLS)):
        if s.sites[FIRST_SPELL + spell] & here != ZERO:
            s.fresh[seat][spell] += 1
    if s.towered & here != ZERO:
        complete_towers(s, seat, area, colour)


@rule
def spend(s: State, seat: Seat, supply):
    """Cross off a spell or a drop."""
    s.ready[seat][supply] -= 1
    s.used[seat][supply] += 1


@rule
def complete_towers(s: State, seat: Seat, area, colour):
    """A drop for each tower whose other area is painted as well; beside a compound colour it is chosen (CK-19)."""
    for tower in range(s.tower_count):
        if s.towers[tower][0] == area or s.towers[tower][1] == area:
            other = int(s.towers[tower][0]) + int(s.towers[tower][1]) - area
            if not has(s.free[seat], other):
                gained = MIXTURE[colour][colour_at(s, seat, other)]
                if gained == NOTHING:
                    s.choosing[seat] |= 1 << tower
                else:
                    s.fresh[seat][DROP + gained] += 1


@rule
def colour_at(s: State, seat: Seat, area):
    """The colour of a painted area."""
    colour = 0
    while not has(s.painted[seat][colour], area):
        colour += 1
    return colour


@rule
def move(s: State, seat: Seat, kingdom):
    """Spell 1: all drops go to another kingdom (CK-21)."""
    spend(s, seat, MOVE_SPELL)
    s.home[seat] = kingdom
    s.opened[seat] = 1 << kingdom


@rule
def split(s: State, seat: Seat, kingdom):
    """Spell 3: drops may also be painted in one more kingdom (CK-23)."""
    spend(s, seat, SPLIT_SPELL)
    s.opened[seat] = int(s.opened[seat]) | 1 << kingdom


@rule
def mix(s: State, seat: Seat, mixture):
    """Spell 4: two drops become one of a compound colour (CK-24)."""
    spend(s, seat, MIX_SPELL)
    s.drops[seat] -= 2
    s.mixed[seat][mixture] += 1


@rule
def choose(s: State, seat: Seat, mixture):
    """The colour of a tower's drop; where there are several, in the order of the towers (CK-19)."""
    s.choosing[seat] &= s.choosing[seat] - 1
    s.fresh[seat][DROP + BASE + mixture] += 1


@rule
def end_turn(s: State, seat: Seat):
    """Whoever has drops of the die left marks one blot, if there is one (CK-15)."""
    if costs_a_blot(s, seat):
        s.blots[seat] += 1
    clear_turn(s, seat)
    s.finished[seat] = 1


@rule
def costs_a_blot(s: State, seat: Seat):
    """Whether drops of the die are left, and a blot to mark for them (CK-15)."""
    return has_drops_left(s, seat) and s.blots[seat] < s.blots_on_a_sheet


# --- The end of a round -----------------------------------------------------------------------------------------------


@rule
def all_finished(s: State):
    """Whether everybody has had a turn in this round."""
    for seat in range(s.seats):
        if not s.finished[seat]:
            return False
    return True


@rule
def end_round(s: State):
    """Achievements are judged; then the game ends, a number is crossed out (CK-33), or the next round begins."""
    was_last = is_last_round(s)
    for row in range(ROWS):
        judge(s, row)
    for seat in range(s.seats):
        settle_sheet(s, seat)
    if was_last or all_blots_marked(s):
        s.phase = Phase.OVER.value
    elif s.seats > 1:
        next_round(s)
    elif place_to_cross(s) != NOTHING:
        s.phase = Phase.CROSS.value
    else:
        if s.won[END_ROW][0] == 0:
            s.crossed[END_ROW] = FIRST_NUMBER  # CK-34 (b)
        next_round(s)


@rule
def is_last_round(s: State):
    """Somebody had three complete kingdoms when it began (CK-27); or no number was left to cross out (CK-34)."""
    return s.won[END_ROW][0] != 0 or s.crossed[END_ROW] != 0


@rule
def judge(s: State, row):
    """Who has done it now is first; or second, if somebody was first in an earlier round (CK-25, CK-26)."""
    doers = 0
    for seat in range(s.seats):
        if has_achieved(s, seat, row):
            doers |= 1 << seat
    doers &= ~int(s.won[row][0])
    first_is_gone = s.won[row][0] != 0 or int(s.crossed[row]) & FIRST_NUMBER != 0
    second_is_gone = s.won[row][1] != 0 or int(s.crossed[row]) & SECOND_NUMBER != 0
    if not first_is_gone:
        s.won[row][0] = doers
    elif not second_is_gone:
        s.won[row][1] = doers


@rule
def has_achieved(s: State, seat: Seat, row):
    """All areas of a kingdom, or of a kind of monster, or of three kingdoms are painted (CK-25)."""
    if row < MONSTER_ROW:
        return is_complete(s, seat, row)
    if row < END_ROW:
        return s.free[seat] & s.sites[FIRST_MONSTER + row - MONSTER_ROW] == ZERO
    complete = 0
    for kingdom in range(HUES):
        if is_complete(s, seat, kingdom):
            complete += 1
    return complete >= KINGDOMS_TO_END


@rule
def is_complete(s: State, seat: Seat, kingdom):
    """Whether all nine areas of a kingdom are painted."""
    return s.free[seat] & AREAS_OF[1 << kingdom] == ZERO


@rule
def settle_sheet(s: State, seat: Seat):
    """What was gained may be used from now on (CK-17, CK-19); this is the sheet with which the next round begins."""
    for colour in range(HUES):
        s.painted_before[seat][colour] = s.painted[seat][colour]
    s.free_before[seat] = s.free[seat]
    for supply in range(SUPPLIES):
        s.ready[seat][supply] += s.fresh[seat][supply]
        s.fresh[seat][supply] = 0
        s.ready_before[seat][supply] = s.ready[seat][supply]
        s.used_before[seat][supply] = s.used[seat][supply]
    s.blots_before[seat] = s.blots[seat]
    put_die_away(s, seat)


@rule
def all_blots_marked(s: State):
    """Nobody has a blot left to mark (CK-28)."""
    for seat in range(s.seats):
        if s.blots[seat] < s.blots_on_a_sheet:
            return False
    return True


@rule
def next_round(s: State):
    """One throw serves one round, with two players two (CK-10), with one player four (CK-32); then the token moves."""
    rounds = rounds_of_a_throw(s)
    if int(s.round_number) % rounds == 0:
        clear_throw(s)
        s.first = following(s, int(s.first))
        s.phase = Phase.THROW.value
    else:
        s.phase = Phase.PLAY.value
    s.round_number += 1


@rule
def rounds_of_a_throw(s: State):
    """How many rounds the four dice last (CK-9, CK-10, CK-32)."""
    return THROWN // int(s.seats)


@rule
def cross(s: State, row, place):
    """A number can no longer be won (CK-33)."""
    s.crossed[row] = int(s.crossed[row]) | FIRST_NUMBER << place
    next_round(s)


# --- Chance -----------------------------------------------------------------------------------------------------------


@rule
def outcomes(s: State, codes: Actions, weights: Weights):
    """Who begins; or where the next die lies and which of its three faces it shows (CK-3, CK-6)."""
    n = 0
    if s.phase == Phase.FIRST.value:
        for seat in range(s.seats):
            codes[n] = FIRST_DRAWN + seat
            weights[n] = 1
            n += 1
        return n
    below_it = 0
    for i in range(s.set_count):
        for face in range(len(FACES)):
            codes[n] = die_code(s, i, face)
            weights[n] = int(s.odds[i]) - below_it
            n += 1
        below_it = int(s.odds[i])
    return n


@rule
def die_code(s: State, i, face):
    """The next die lies in the i-th set of kingdoms and shows a face."""
    return DIE_THROWN + (int(s.thrown) * SETS + int(s.sets[i])) * len(FACES) + face


@rule
def draw(s: State, rng: Generator):
    """One of `outcomes`, drawn fast."""
    if s.phase == Phase.FIRST.value:
        return FIRST_DRAWN + below(rng, int(s.seats))
    # Weights that a map brings may add up to more than one draw of the generator can tell apart.
    n = (below(rng, 1 << 31) << 31 | below(rng, 1 << 31)) % s.odds[s.set_count - 1]
    i = 0
    while n >= s.odds[i]:
        i += 1
    return die_code(s, i, below(rng, len(FACES)))


# --- Points -----------------------------------------------------------------------------------------------------------


@rule
def scores(s: State, points: Points):
    """The totals of all sheets as they are now; achievements count as far as they are judged."""
    for seat in range(s.seats):
        points[seat] = total(s, seat)


@rule
def merit(s: State, merits: Merits):
    """The total; among equals who has lost less by blots and unpainted monsters (CK-31)."""
    for seat in range(s.seats):
        merits[seat] = (total(s, seat) << 20) - points_lost(s, seat)


@rule
def total(s: State, seat: Seat):
    """Speed, kingdoms, monsters, minus what is lost (CK-29 to CK-31)."""
    points = -points_lost(s, seat)
    for row in range(ROWS):
        points += award(s, seat, row)
    for kingdom in range(HUES):
        points += points_of_capital(s, seat, kingdom) + colours_of_land(s, seat, kingdom)
    for kind in range(len(MONSTERS)):
        points += TAMED[kind] * tamed(s, seat, kind)
    return points


@rule
def points_lost(s: State, seat: Seat):
    """One for every blot (CK-15) and for every unpainted monster (CK-18)."""
    lost = int(s.blots[seat])
    for kind in range(len(MONSTERS)):
        lost += unpainted(s, seat, kind)
    return lost


@rule
def award(s: State, seat: Seat, row):
    """The points for speed of a row (CK-25)."""
    points = 0
    for place in range(2):
        if int(s.won[row][place]) >> seat & 1:
            points += SPEED_POINTS[row][place]
    return points


@rule
def points_of_capital(s: State, seat: Seat, kingdom):
    """Its points if it has the colour of its kingdom (CK-16)."""
    built = s.painted[seat][kingdom] & s.sites[CAPITAL] & AREAS_OF[1 << kingdom] != ZERO
    return int(s.capital_points[kingdom]) if built else 0


@rule
def colours_of_land(s: State, seat: Seat, kingdom):
    """How many colours there are in a kingdom, each of which brings a point (CK-29)."""
    colours = 0
    for colour in range(HUES):
        if s.painted[seat][colour] & AREAS_OF[1 << kingdom] != ZERO:
            colours += 1
    return colours


@rule
def tamed(s: State, seat: Seat, kind):
    """How many monsters of a kind are painted in their own colour (CK-18)."""
    count = 0
    for colour in range(HUES):
        count += popcount(s.painted[seat][colour] & s.own[colour] & s.sites[FIRST_MONSTER + kind])
    return count


@rule
def unpainted(s: State, seat: Seat, kind):
    """How many monsters of a kind are not painted, each of which costs a point (CK-18)."""
    return popcount(s.free[seat] & s.sites[FIRST_MONSTER + kind])


# --- Hidden information -----------------------------------------------------------------------------------------------


@rule
def is_live(s: State, seat: Seat, observer: Seat):
    """Whether a seat's sheet is seen as it is now: one's own, and all by whoever has finished (CK-12)."""
    if s.seats == 1 or s.phase != Phase.PLAY.value or seat == observer or observer == EVERYTHING:
        return True
    return observer >= 0 and s.finished[observer] != 0


@rule
def is_hidden(s: State, seat: Seat, observer: Seat):
    """Whether a seat has taken a die, so that it may have painted what the observer has not seen."""
    return s.die[seat] != NOTHING and not is_live(s, seat, observer)


@rule
def suppose(s: State, observer: Seat):
    """What the observer has not seen is as if nobody had painted in this round; who has finished is known (CK-12)."""
    for seat in range(s.seats):
        if is_hidden(s, seat, observer):
            put_back(s, seat)
            if s.finished[seat]:
                clear_turn(s, seat)


@rule
def redeal(s: State, observer: Seat, rng: Generator):
    """Let the others paint anew what the observer has not seen (CK-12).

    Who has finished sees everything. Everybody else sees the others' sheets as they were when the round began, and
    which dice they took: whoever has finished gets some random painting, whoever is painting goes back to the start.
    """
    for seat in range(s.seats):
        if is_hidden(s, seat, observer):
            put_back(s, seat)
            if s.finished[seat]:
                paint_at_random(s, seat, rng)


@rule
def put_back(s: State, seat: Seat):
    """The sheet as it was when the round began, and the die just taken."""
    for colour in range(HUES):
        s.painted[seat][colour] = s.painted_before[seat][colour]
        s.blocked[seat][colour] = beside(s, s.painted[seat][colour])
    s.free[seat] = s.free_before[seat]
    for supply in range(SUPPLIES):
        s.ready[seat][supply] = s.ready_before[seat][supply]
        s.used[seat][supply] = s.used_before[seat][supply]
        s.fresh[seat][supply] = 0
    s.blots[seat] = s.blots_before[seat]
    s.choosing[seat] = 0
    clear_turn(s, seat)
    begin_turn(s, seat)


@rule
def beside(s: State, areas):
    """All areas that touch one of these."""
    found = ZERO
    while areas != ZERO:
        found |= s.neighbours[lowest(areas)]
        areas &= areas - ONE
    return found


@rule
def paint_at_random(s: State, seat: Seat, rng: Generator):
    """A whole turn in which the die's drops go to random areas, without spells."""
    while s.drops[seat] > 0:
        areas = s.free[seat] & AREAS_OF[s.opened[seat]] & ~s.blocked[seat][s.colour[seat]]
        if areas == ZERO:
            break
        paint_drop(s, seat, FROM_DIE, nth_bit(areas, below(rng, popcount(areas))))
        while s.choosing[seat] != 0:
            choose(s, seat, below(rng, COMPOUND))
    end_turn(s, seat)


# --- For learners -----------------------------------------------------------------------------------------------------

SHEET = AREAS * HUES + 2 * SUPPLIES + 1  # colours of the areas, spells and drops (ready, new), blots
TURN = THROWN + HUES + HUES + 1  # the die, its colour, its kingdom, whether the turn is over
PLAYER = SHEET + TURN + 2 * ROWS  # and achievements
PAINTING = 1 + COMPOUND + HUES + 2 + MOST_TOWERS  # of the own turn: drops, open kingdoms, moved, painting; towers
DIE = HUES + 2  # where it lies, drops, in the box
OBSERVATION = SEATS * PLAYER + PAINTING + THROWN * DIE + 2 * ROWS + 4


@rule
def observe(s: State, seat: Seat, tensor: Tensor):
    """A state as the seat may suppose it, from its side of the table: itself first, then clockwise."""
    tensor[:] = 0
    for k in range(s.seats):
        player = (seat + k) % int(s.seats)
        observe_sheet(s, player, tensor, k * PLAYER)
        observe_turn(s, player, tensor, k * PLAYER + SHEET)
    n = SEATS * PLAYER
    observe_painting(s, seat, tensor, n)
    n += PAINTING
    for die in range(s.thrown):
        for kingdom in range(HUES):
            tensor[n + kingdom] = int(s.lies_in[die]) >> kingdom & 1
        tensor[n + HUES] = s.shows[die] / FACES[-1]
        tensor[n + HUES + 1] = 1.0 if s.taken_by[die] == NOBODY else 0.0
        n += DIE
    n = SEATS * PLAYER + PAINTING + THROWN * DIE
    for row in range(ROWS):
        tensor[n + 2 * row] = int(s.crossed[row]) & 1
        tensor[n + 2 * row + 1] = int(s.crossed[row]) >> 1 & 1
    n += 2 * ROWS
    tensor[n] = (int(s.first) - seat) % int(s.seats) / SEATS
    tensor[n + 1] = 1.0 if is_last_round(s) else 0.0
    tensor[n + 2] = 1.0 if s.phase == Phase.CROSS.value else 0.0
    tensor[n + 3] = (int(s.round_number) - 1) % rounds_of_a_throw(s) / THROWN


@rule
def observe_sheet(s: State, seat: Seat, tensor: Tensor, start):
    """A sheet."""
    for colour in range(HUES):
        areas = s.painted[seat][colour]
        while areas != ZERO:
            tensor[start + HUES * lowest(areas) + colour] = 1.0
            areas &= areas - ONE
    n = start + AREAS * HUES
    for supply in range(SUPPLIES):
        tensor[n + supply] = s.ready[seat][supply] / SEATS
        tensor[n + SUPPLIES + supply] = s.fresh[seat][supply] / SEATS
    tensor[n + 2 * SUPPLIES] = s.blots[seat] / s.blots_on_a_sheet


@rule
def observe_turn(s: State, seat: Seat, tensor: Tensor, start):
    """What everybody knows of a seat: the die taken in this round, whether it has finished, its achievements."""
    if s.die[seat] != NOTHING:
        tensor[start + int(s.die[seat])] = 1.0
        tensor[start + THROWN + int(s.colour[seat])] = 1.0
        tensor[start + THROWN + HUES + int(s.kingdom[seat])] = 1.0
    tensor[start + THROWN + 2 * HUES] = s.finished[seat]
    for row in range(ROWS):
        for place in range(2):
            tensor[start + TURN + 2 * row + place] = int(s.won[row][place]) >> seat & 1


@rule
def observe_painting(s: State, seat: Seat, tensor: Tensor, start):
    """The seat's own turn."""
    tensor[start] = s.drops[seat] / FACES[-1]
    for mixture in range(COMPOUND):
        tensor[start + 1 + mixture] = s.mixed[seat][mixture] / 2
    for kingdom in range(HUES):
        tensor[start + 1 + COMPOUND + kingdom] = int(s.opened[seat]) >> kingdom & 1
    n = start + 1 + COMPOUND + HUES
    tensor[n] = 1.0 if s.home[seat] != NOWHERE and s.home[seat] != s.kingdom[seat] else 0.0
    tensor[n + 1] = 1.0 if s.free[seat] != s.free_before[seat] else 0.0
    for tower in range(MOST_TOWERS):
        tensor[n + 2 + tower] = int(s.choosing[seat]) >> tower & 1
