"""A greedy player: which die, spells and areas make the best turn?

Every turn is thought through to its end: moving, splitting and mixing are tried, and all ways to place the drops of the
die. A painted area is worth the points that it brings and what it does for later: kingdoms and kinds of monsters that
come nearer to completion, spells and watchtowers gained, neighbours that can no longer get the colour they want. In the
last round only points count. Watchtower drops are spent where they are worth more than keeping them.

It looks at its own sheet and at what is public, never at the sheets of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pentarchy.engine.bits import ONE, ZERO, bit, has, lowest, popcount
from pentarchy.engine.kernel import rule
from pentarchy.games.color_kingdoms.components import (
    AREAS,
    AREAS_OF_A_KINGDOM,
    BASE,
    KINGDOMS_TO_END,
    MONSTERS,
    SPELLS,
)
from pentarchy.games.color_kingdoms.rules import (
    AREAS_OF,
    CAPITAL,
    CHOOSE,
    COMPOUND,
    CROSS,
    DONE,
    DROP,
    END_ROW,
    EXCEPTION_SPELL,
    FIRST_MONSTER,
    FIRST_NUMBER,
    FIRST_SPELL,
    FROM_DIE,
    FROM_MIX,
    FROM_TOWER,
    HUES,
    MIX,
    MIX_SPELL,
    MONSTER_ROW,
    MOVE,
    MOVE_SPELL,
    NOTHING,
    PAINT,
    SECOND_NUMBER,
    SPEED_POINTS,
    SPLIT,
    SPLIT_SPELL,
    STATE,
    TAMED,
    Phase,
    apply,
    goals_of_move,
    goals_of_split,
    is_complete,
    is_last_round,
    legal,
    paintable,
    scores,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Actions, Generator, Seat, State

WORST = -1e9
DEEPEST = 6  # more drops than a die gives

# What things are worth, in points. The first row holds until the last round, the second in it.
(
    CAPITAL_BUILT,  # times its points
    CAPITAL_LOST,  # times its points
    TAMING,  # times its points
    DEFEATED,  # not unpainted any more
    MISSED,  # times its points, which can no longer be had
    COLOUR,  # new in the kingdom
    PROGRESS,  # times the points for speed, with the square of what is painted
    COMPLETION,  # times the points for speed
    LAST_MONSTER,  # the same for kinds of monsters
    TOWER,
    HALF_TOWER,
    WANTED,  # a neighbour that can no longer get its own colour
    BLOCKED,  # any neighbour that can no longer get the colour
    BLOT,
    KEEP_DROP,
    END,  # times the points for three kingdoms: the third
    TOWARDS_END,  # the same for the first and, twice, the second
    SPELL,  # four of them
) = range(18)
WEIGHTS = np.array(
    [
        [1.2, 0.8, 1.0, 0.4, 0.5, 1.0, 1.0, 0.4, 0.6, 1.0, 0.2, 0.2, 0.05, 1.25, 1.5, 0.3, 0.1, 1.2, 0.9, 0.7, 1.4],
        [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.00, 1.00, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ]
)


# How well each level plays, found by matches (docs/bots.md), and how many moves a hint is thought about for.
LEVELS = {
    "novice": {"slips": 10, "temperature": 3.0},
    "adept": {"temperature": 0.5},
    "expert": {"iterations": 20},
    "master": {"iterations": 150},
}
ADVICE = 12_000

# How the search is tuned.
CHANCE_IN_TREE = False
OWN_DECISIONS_ONLY = True
HORIZON = 3  # rounds
TUNING = {
    "exploration": 1.0,
    "sharpness": 1.0,
    "urgency": 0.05,
    "win_weight": 0.2,
    "lead_scale": 15.0,
    "noise": 0,
    "par": 70.0,
}
CHOSEN = 1.0  # what the next step of the best turn is worth more than any other


@rule
def appraise(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """What every legal action is worth, thought through. Returns how many there are."""
    return think(s, seat, actions, values, True)


@rule
def prior(s: State, seat: Seat, rng: Generator, actions: Actions, values):
    """The same at first sight: spells of several kinds are not combined."""
    return think(s, seat, actions, values, False)


@rule
def think(s: State, seat: Seat, actions: Actions, values, thoroughly):
    """What every legal action is worth: dice by the best turn with them, steps of a turn by themselves.

    The next step of the best turn is worth more than any other.
    """
    listed = legal(s, seat, actions)
    w = WEIGHTS[1] if is_last_round(s) else WEIGHTS[0]
    if s.phase == Phase.CROSS.value:
        for i in range(listed):
            values[i] = -loss_of_crossing(s, actions[i])
    elif s.choosing[seat] != 0:
        for i in range(listed):
            values[i] = demand_for(s, seat, actions[i] - CHOOSE)
    elif s.die[seat] == NOTHING:
        appraise_dice(s, seat, actions, listed, values, w)
    else:
        appraise_steps(s, seat, actions, listed, values, w, thoroughly)
    return listed


@rule
def appraise_dice(s: State, seat: Seat, actions: Actions, listed, values, w):
    """The best turn with every die."""
    trials = np.empty(1, STATE)
    plan = np.empty(DEEPEST, np.int64)
    for i in range(listed):
        trials[0] = s
        apply(trials[0], seat, actions[i])
        values[i] = best_turn(trials[0], seat, w, False, plan)[0]


@rule
def appraise_steps(s: State, seat: Seat, actions: Actions, listed, values, w, thoroughly):
    """Every step by itself, and the first one of the best turn above all."""
    trials = np.empty(1, STATE)
    plan = np.empty(DEEPEST, np.int64)
    trials[0] = s
    step = first_step(trials, seat, w, thoroughly, plan)
    if step == DONE:
        step = best_tower_drop(s, seat, w)
    highest, place = WORST, 0
    for i in range(listed):
        values[i] = worth_of_step(s, seat, actions[i], w)
        highest = max(highest, values[i])
        if actions[i] == step:
            place = i
    values[place] = highest + CHOSEN


@rule
def first_step(trials, seat: Seat, w, thoroughly, plan):
    """The first step of the best turn."""
    return best_turn(trials[0], seat, w, thoroughly, plan)[1]


@rule
def worth_of_step(s: State, seat: Seat, action: Action, w):
    """What a step of a turn brings by itself."""
    if action == DONE:
        return -w[BLOT] if unplaced(s, seat) > 0 else 0.0
    if action < MOVE:
        source, area = (action - PAINT) // AREAS, (action - PAINT) % AREAS
        if source >= FROM_TOWER:
            return gain(s, seat, area, source - FROM_TOWER, w) - w[KEEP_DROP]
        colour = int(s.colour[seat]) if source == FROM_DIE else BASE + source - FROM_MIX
        return gain(s, seat, area, colour, w)
    if action < SPLIT:
        return -w[SPELL + MOVE_SPELL]
    return -w[SPELL + SPLIT_SPELL] if action < MIX else -w[SPELL + MIX_SPELL]


@rule
def unplaced(s: State, seat: Seat):
    """How many drops of the die are left, mixed ones included."""
    left = int(s.drops[seat])
    for mixture in range(COMPOUND):
        left += int(s.mixed[seat][mixture])
    return left


@rule
def stage(s: State):
    """The round."""
    return int(s.round_number)


@rule
def evaluate(s: State, worth):
    """The points that a seat may expect: those it has, and a part of what it is on the way to."""
    points = np.empty(int(s.seats), np.int64)
    scores(s, points)
    for seat in range(s.seats):
        worth[seat] = points[seat] + promise(s, seat)


@rule
def promise(s: State, seat: Seat):
    """What is begun: kingdoms and kinds of monsters, spells, watchtowers and their drops."""
    w = WEIGHTS[0]
    value = 0.0
    for row in range(END_ROW):
        areas = AREAS_OF[1 << row] if row < MONSTER_ROW else s.sites[FIRST_MONSTER + row - MONSTER_ROW]
        done = 1.0 - popcount(s.free[seat] & areas) / popcount(areas)
        value += w[PROGRESS] * speed_points_left(s, seat, row) * done * done
    for spell in range(len(SPELLS)):
        value += w[SPELL + spell] * (int(s.ready[seat][spell]) + int(s.fresh[seat][spell]))
    for colour in range(HUES):
        value += w[KEEP_DROP] * (int(s.ready[seat][DROP + colour]) + int(s.fresh[seat][DROP + colour]))
    return value


# --- Turns ------------------------------------------------------------------------------------------------------------


@rule
def best_turn(s: State, seat: Seat, w, thoroughly, colours):
    """The worth of the best way to go on with the die's drops, and its first step; DONE if they had better be left.

    Spells of several kinds are combined only if it is to be done thoroughly.
    """
    best, best_step = WORST, DONE
    moves = goals_of_move(s, seat)
    mixes = min(int(s.ready[seat][MIX_SPELL]), int(s.drops[seat]) // 2)
    home, opened = int(s.home[seat]), int(s.opened[seat])
    splits_ready = goals_of_split(s, seat) != 0 or (s.ready[seat][SPLIT_SPELL] > 0 and moves != 0)
    for move_to in range(-1, HUES):
        if move_to >= 0 and not moves >> move_to & 1:
            continue
        new_home = home if move_to < 0 else move_to
        new_opened = opened if move_to < 0 else 1 << move_to
        for split_to in range(-1, HUES):
            if split_to >= 0:
                near = int(s.near[new_home]) & ~new_opened
                if not splits_ready or not near >> split_to & 1 or (move_to >= 0 and not thoroughly):
                    continue
            kingdoms = new_opened if split_to < 0 else new_opened | 1 << split_to
            alone = move_to < 0 and split_to < 0
            for mixing in range(mixtures(mixes) if alone or thoroughly else 1):
                count, casts = list_drops(s, seat, mixing, colours)
                value, area, which = best_placing(s, seat, kingdoms, colours, count, w)
                value -= w[SPELL + MIX_SPELL] * casts
                if move_to >= 0:
                    value -= w[SPELL + MOVE_SPELL]
                if split_to >= 0:
                    value -= w[SPELL + SPLIT_SPELL]
                if value > best + 1e-9:
                    best = value
                    if move_to >= 0:
                        best_step = MOVE + move_to
                    elif split_to >= 0:
                        best_step = SPLIT + split_to
                    elif casts > 0:
                        best_step = MIX + first_mixture(mixing)
                    elif area == NOTHING:
                        best_step = DONE
                    else:
                        best_step = PAINT + AREAS * source_of(s, seat, which) + area
    return best, best_step


# A way of mixing is a number: 0 for none, then one mixture of three colours, then two of them.


@rule
def mixtures(mixes):
    """In how many ways up to two mixtures can be made."""
    if mixes == 0:
        return 1
    return 1 + COMPOUND if mixes == 1 else 1 + COMPOUND + COMPOUND * COMPOUND


@rule
def first_mixture(mixing):
    """The first colour that is mixed."""
    return (mixing - 1) % COMPOUND


@rule
def list_drops(s: State, seat: Seat, mixing, colours):
    """Write the colours of all drops of the die after so mixing; return how many, and how many mixtures were made."""
    n = 0
    for mixture in range(COMPOUND):
        for _ in range(s.mixed[seat][mixture]):
            colours[n] = BASE + mixture
            n += 1
    casts = 0
    if mixing > 0:
        colours[n] = BASE + first_mixture(mixing)
        n += 1
        casts = 1
    if mixing > COMPOUND:
        colours[n] = BASE + (mixing - 1 - COMPOUND) // COMPOUND
        n += 1
        casts = 2
    for _ in range(int(s.drops[seat]) - 2 * casts):
        colours[n] = int(s.colour[seat])
        n += 1
    return n, casts


@rule
def source_of(s: State, seat: Seat, colour):
    """Where the drop of a colour comes from: the die or a mixture."""
    return FROM_DIE if colour == s.colour[seat] else FROM_MIX + colour - BASE


@rule
def best_placing(s: State, seat: Seat, kingdoms, colours, count, w):
    """The worth of the best way to place drops of these colours, and the area and colour of one of them.

    All ways are tried, equal drops in the order of their areas. The sheet is painted and wiped again on the way.
    """
    left = np.empty(DEEPEST, np.uint64)  # areas still to be tried for each drop
    chosen = np.empty(DEEPEST, np.int64)
    worth = np.empty(DEEPEST + 1)
    blocked = np.empty(DEEPEST, np.uint64)
    blot = w[BLOT] if s.blots[seat] < s.blots_on_a_sheet else 0.0
    best, best_area, best_colour = 0.0, NOTHING, NOTHING
    best = -blot if count > 0 else 0.0
    worth[0] = 0.0
    depth = 0
    if count > 0:
        left[0] = open_areas(s, seat, kingdoms, colours[0])
    while depth >= 0 and count > 0:
        colour = colours[depth]
        if left[depth] == ZERO:
            depth -= 1
            if depth >= 0:
                wipe(s, seat, chosen[depth], colours[depth], blocked[depth])
            continue
        area = lowest(left[depth])
        left[depth] &= left[depth] - ONE
        worth[depth + 1] = worth[depth] + gain(s, seat, area, colour, w)
        value = worth[depth + 1] - (blot if depth + 1 < count else 0.0)
        if value > best:
            best = value
            best_area = area if depth == 0 else chosen[0]
            best_colour = colours[0]
        if depth + 1 < count:
            chosen[depth] = area
            blocked[depth] = s.blocked[seat][colour]
            lay(s, seat, area, colour)
            following = open_areas(s, seat, kingdoms, colours[depth + 1])
            if colours[depth + 1] == colour:
                following &= ~(bit(area) - ONE)
            left[depth + 1] = following
            depth += 1
    return best, best_area, best_colour


@rule
def open_areas(s: State, seat: Seat, kingdoms, colour):
    """Where a drop of a colour may go in these kingdoms."""
    areas = s.free[seat] & AREAS_OF[kingdoms]
    if s.ready[seat][EXCEPTION_SPELL] == 0:
        areas &= ~s.blocked[seat][colour]
    return areas


@rule
def lay(s: State, seat: Seat, area, colour):
    """Paint an area on trial."""
    if has(s.blocked[seat][colour], area):
        s.ready[seat][EXCEPTION_SPELL] -= 1
    s.painted[seat][colour] |= bit(area)
    s.free[seat] &= ~bit(area)
    s.blocked[seat][colour] |= s.neighbours[area]


@rule
def wipe(s: State, seat: Seat, area, colour, blocked):
    """Undo that."""
    s.blocked[seat][colour] = blocked
    s.free[seat] |= bit(area)
    s.painted[seat][colour] &= ~bit(area)
    if has(blocked, area):
        s.ready[seat][EXCEPTION_SPELL] += 1


@rule
def best_tower_drop(s: State, seat: Seat, w):
    """A tower's drop that is worth more where it goes than kept; otherwise the turn is over."""
    best, best_value = DONE, w[KEEP_DROP]
    for colour in range(HUES):
        if s.ready[seat][DROP + colour] > 0:
            areas = paintable(s, seat, FROM_TOWER + colour)
            while areas != ZERO:
                area = lowest(areas)
                value = gain(s, seat, area, colour, w)
                if value > best_value + 1e-9:
                    best_value, best = value, PAINT + AREAS * (FROM_TOWER + colour) + area
                areas &= areas - ONE
    return best


# --- What an area is worth --------------------------------------------------------------------------------------------


@rule
def gain(s: State, seat: Seat, area, colour, w):
    """What painting an area brings, now and later."""
    here = bit(area)
    kingdom = area // AREAS_OF_A_KINGDOM
    land = AREAS_OF[1 << kingdom]
    right = has(s.own[colour], area)
    value = 0.0
    if s.painted[seat][colour] & land == ZERO:
        value += w[COLOUR]
    value += gain_of_symbol(s, seat, here, right, kingdom, w)
    value += gain_of_progress(s, seat, kingdom, s.free[seat] & land, AREAS_OF_A_KINGDOM, w, w[COMPLETION])
    if popcount(s.free[seat] & land) == 1:
        value += gain_of_end(s, seat, w)
    if s.towered & here != ZERO:
        value += gain_of_towers(s, seat, area, w)
    beside = s.neighbours[area] & s.free[seat] & ~s.blocked[seat][colour]
    value -= w[BLOCKED] * popcount(beside) + w[WANTED] * popcount(beside & s.own[colour])
    if has(s.blocked[seat][colour], area):
        value -= w[SPELL + EXCEPTION_SPELL]
    return value


@rule
def gain_of_end(s: State, seat: Seat, w):
    """One more complete kingdom."""
    complete = 1
    for kingdom in range(HUES):
        if is_complete(s, seat, kingdom):
            complete += 1
    share = w[END] if complete >= KINGDOMS_TO_END else w[TOWARDS_END] * complete
    return share * speed_points_left(s, seat, END_ROW)


@rule
def gain_of_symbol(s: State, seat: Seat, here, right, kingdom, w):
    """A capital, a monster or a spell."""
    if s.sites[CAPITAL] & here != ZERO:
        return int(s.capital_points[kingdom]) * (w[CAPITAL_BUILT] if right else -w[CAPITAL_LOST])
    for kind in range(len(MONSTERS)):
        monsters = s.sites[FIRST_MONSTER + kind]
        if monsters & here != ZERO:
            value = w[DEFEATED] + TAMED[kind] * (w[TAMING] if right else -w[MISSED])
            free = s.free[seat] & monsters
            return value + gain_of_progress(s, seat, MONSTER_ROW + kind, free, popcount(monsters), w, w[LAST_MONSTER])
    for spell in range(len(SPELLS)):
        if s.sites[FIRST_SPELL + spell] & here != ZERO:
            return w[SPELL + spell]
    return 0.0


@rule
def gain_of_progress(s: State, seat: Seat, row, free, areas, w, completion):
    """One more area of a kingdom or kind; nothing if no points for speed are left."""
    points = speed_points_left(s, seat, row)
    if points == 0:
        return 0.0
    n = areas - popcount(free)
    value = w[PROGRESS] * points * (2 * n + 1) / (areas * areas)
    if n + 1 == areas:
        value += completion * points
    return value


@rule
def speed_points_left(s: State, seat: Seat, row):
    """The points for speed that the seat would get in a row if it were complete now."""
    if (int(s.won[row][0]) | int(s.won[row][1])) >> seat & 1:
        return 0
    if s.won[row][0] == 0 and int(s.crossed[row]) & FIRST_NUMBER == 0:
        return SPEED_POINTS[row][0]
    if s.won[row][1] == 0 and int(s.crossed[row]) & SECOND_NUMBER == 0:
        return SPEED_POINTS[row][1]
    return 0


@rule
def gain_of_towers(s: State, seat: Seat, area, w):
    """Watchtowers on the area's borders."""
    value = 0.0
    for tower in range(s.tower_count):
        if s.towers[tower][0] == area or s.towers[tower][1] == area:
            other = int(s.towers[tower][0]) + int(s.towers[tower][1]) - area
            value += w[HALF_TOWER] if has(s.free[seat], other) else w[TOWER]
    return value


# --- Choices ----------------------------------------------------------------------------------------------------------


@rule
def most_wanted_mixture(s: State, seat: Seat):
    """The compound colour for which there is most demand."""
    best, most = 0, demand_for(s, seat, 0)
    for mixture in range(1, COMPOUND):
        demand = demand_for(s, seat, mixture)
        if demand > most:
            best, most = mixture, demand
    return best


@rule
def demand_for(s: State, seat: Seat, mixture):
    """How many unpainted capitals and monsters want a compound colour and can still get it; less for drops in stock."""
    colour = BASE + mixture
    wanted = popcount(s.free[seat] & s.own[colour] & ~s.blocked[seat][colour])
    return wanted - (int(s.ready[seat][DROP + colour]) + int(s.fresh[seat][DROP + colour])) / 3


@rule
def loss_of_crossing(s: State, action: Action):
    """What crossing out a number costs: what it brings more than the next one, times how near it is."""
    row, place = (action - CROSS) // 2, (action - CROSS) % 2
    if s.won[row][0] != 0:
        return 0.0
    loss = float(SPEED_POINTS[row][place])
    if place == 0 and int(s.crossed[row]) & SECOND_NUMBER == 0:
        loss -= SPEED_POINTS[row][1]
    areas = AREAS_OF[1 << row] if row < MONSTER_ROW else s.sites[FIRST_MONSTER + row - MONSTER_ROW]
    done = 1 - popcount(s.free[0] & areas) / popcount(areas)
    return loss * done * done
