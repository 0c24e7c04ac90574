"""What an event of KinGems did, and why a move is refused.

Moves are heard of for ever, what a cell held only in its turn unless the table remembers (KG-28). So what a move has
shown is told with it only where the table remembers; of a cell shown for the first time chance tells, in a line of its
own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

import numpy as np

from pentarchy.engine.bits import ZERO, has
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, SUBSET, Most, Reason
from pentarchy.games.kingems.components import MOST_PATHS, PLACES
from pentarchy.games.kingems.moves import Crystal
from pentarchy.games.kingems.rules import (
    ADVANCED,
    BASIC,
    CARD_DRAWN,
    CONTENT_DRAWN,
    CONTENTS,
    DISCARD,
    FIRST_DRAWN,
    GO,
    KEEP,
    NOBODY,
    NOT_SHOWN,
    NOWHERE,
    QUARTERS,
    RETURN,
    SPOT_NAMES,
    SPOTS_OF_A_CELL,
    SQUARE,
    TAKE,
    TILE_DRAWN,
    TURN,
    WANTED,
    Phase,
    covered,
    dead_ends,
    lying,
    may_return,
    may_turn,
    openings_with,
    seat_to_deal,
)
from pentarchy.games.kingems.view import Cell, Kind, Spot, Stand
from pentarchy.games.kingems.ways import (
    LONGEST_WAY,
    MOST_SPOTS,
    measure,
    spot_name,
    spot_of_pawn,
    write_way,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Drawn, Record, Seat, State

# --- Declared ---------------------------------------------------------------------------------------------------------


class Laid(TypedDict):
    """A tile of the set-up (KG-7)."""

    cell: Cell
    kind: Kind
    rotation: Annotated[int, "in degrees, clockwise"]


class Rotated(TypedDict):
    """A tile that was rotated (KG-10)."""

    cell: Cell
    degrees: Annotated[int, "clockwise"]
    second: Annotated[bool, "whether a crystal was discarded for it (KG-12)"]
    carried: Annotated[NotRequired[Spot], "where the pawn that it carries stands now"]


class Walk(TypedDict):
    """The way of a pawn (KG-14 to KG-16, KG-27)."""

    start: Stand
    goal: Annotated[Stand, "`platform` for a return"]
    way: Annotated[list[Spot], Most(LONGEST_WAY), "a nearest one, from the first spot to the last"]


class Shown(TypedDict):
    """What everybody has seen under a tile (KG-11, KG-19)."""

    cell: Cell
    crystals: Annotated[list[Crystal], SUBSET]


class Gem(TypedDict):
    """A crystal that was taken or discarded."""

    name: Crystal
    place: Annotated[NotRequired[int], "of the card, from 1, that it fills or has left; left out if it lies beside"]
    gain: Annotated[int, "covered places more or fewer"]
    full: Annotated[bool, "whether the card is covered"]


class Passed(TypedDict):
    """A turn that has ended without a crystal."""

    why: Annotated[
        Literal["stuck", "full", "empty", "unfit", "nothing"],
        "the pawn cannot move (KG-18), a full card takes nothing (KG-27), nothing lies there, nothing there fits; just"
        " `nothing` was taken where the table does not remember why (KG-28)",
    ]
    quiet: Annotated[int, "turns in a row without a crystal (KG-29)"]


class Fact(TypedDict):
    """Who begins, what was laid, dealt, rotated, shown, discarded or taken, where a pawn went, how a turn has ended."""

    what: Literal["begins", "laid", "dealt", "shown", "keep", "rotated", "discarded", "went", "returned", "took"]
    seat: Annotated[NotRequired[int], "who begins, gets the card, or whose turn it is; left out where tiles are laid"]
    laid: NotRequired[Laid]
    card: Annotated[NotRequired[int], "its number, from 1"]
    rotated: NotRequired[Rotated]
    walk: NotRequired[Walk]
    shown: Annotated[
        NotRequired[Shown], "what came to light; with a move of a cell that was shown before, if the table remembers"
    ]
    gem: NotRequired[Gem]
    passed: NotRequired[Passed]
    over: Annotated[NotRequired[Literal["won", "stall"]], "how the game has ended with this"]


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal[
        "decide",
        "must_rotate",
        "occupied",
        "same_tile",
        "stuck",
        "not_now",
        "never",
        "not_owned",
        "discarded",
        "pay_first",
        "decide_second",
        "rotating_over",
        "no_path",
        "not_joined",
        "no_dead_end",
        "own_spot",
        "basic",
        "not_full",
        "no_way_home",
        "walk_first",
        "absent",
        "owned",
        "unfit",
        "must_take",
        "must_take_fitting",
    ]
    cell: Annotated[Cell | None, "the tile that should be rotated or reached"]
    place: Annotated[int | None, "the next place of the card, from 1"]
    left: Annotated[int | None, "places that are still free"]


REASONS = {
    "decide": Reason(
        "KG-9", "first rotate a tile, or decide to rotate none", "сначала поверните тайл или откажитесь от поворота"
    ),
    "must_rotate": Reason(
        "KG-18", "your gnome has nowhere to go: rotate a tile", "гному некуда идти: поверните какой-нибудь тайл"
    ),
    "occupied": Reason("KG-10", "another player’s gnome stands on {cell}", "на тайле {cell} стоит чужой гном"),
    "same_tile": Reason(
        "KG-12", "{cell} has already been rotated in this turn", "тайл {cell} в этот ход уже повернули"
    ),
    "stuck": Reason("KG-18", "that would leave your gnome nowhere to go", "после этого гному было бы некуда идти"),
    "not_now": Reason(
        "KG-12",
        "a crystal is discarded only right after the first tile has been rotated",
        "кристалл сбрасывают только сразу после первого поворота",
    ),
    "never": Reason(
        "KG-26", "nothing is discarded in the advanced mode", "в продвинутом режиме кристаллы не сбрасывают"
    ),
    "not_owned": Reason("KG-12", "you have no such crystal", "такого кристалла у вас нет"),
    "discarded": Reason(
        "KG-12", "a crystal has been discarded: rotate a second tile", "кристалл уже сброшен: поверните второй тайл"
    ),
    "pay_first": Reason(
        "KG-12",
        "to rotate a second tile, discard a crystal first",
        "чтобы повернуть второй тайл, сначала сбросьте кристалл",
    ),
    "decide_second": Reason(
        "KG-12", "first decide whether to rotate a second tile", "сначала решите, поворачивать ли второй тайл"
    ),
    "rotating_over": Reason("KG-9", "rotating is over, the gnome goes now", "поворачивать поздно: пора идти"),
    "no_path": Reason("KG-13", "{cell} has no such path as it lies", "у тайла {cell} сейчас нет такой дорожки"),
    "not_joined": Reason("KG-14", "your gnome’s tunnel does not lead there", "туннель гнома туда не ведёт"),
    "no_dead_end": Reason(
        "KG-14",
        "a gnome stops only at a dead end, and {cell} has none there",
        "гном останавливается только в тупике, а на {cell} его нет",
    ),
    "own_spot": Reason(
        "KG-16",
        "a gnome goes to another tile, unless a ring leads back",
        "гном уходит на другой тайл, если кольцо не ведёт обратно",
    ),
    "basic": Reason(
        "KG-27", "nobody returns to the platform in the basic mode", "в базовом режиме на площадку не возвращаются"
    ),
    "not_full": Reason(
        "KG-27", "places of your card that are still free: {left}", "на карте заданий ещё свободно мест: {left}"
    ),
    "no_way_home": Reason(
        "KG-27", "your gnome’s tunnel does not lead to the platform", "туннель гнома не ведёт к площадке"
    ),
    "walk_first": Reason(
        "KG-19", "a crystal is taken where the gnome has stopped: go first", "кристалл берут в тупике: сначала дойдите"
    ),
    "absent": Reason("KG-19", "no such crystal lies there", "такого кристалла там нет"),
    "owned": Reason("KG-20", "you already have a crystal of that colour", "кристалл этого цвета у вас уже есть"),
    "unfit": Reason(
        "KG-24", "place {place} of your card asks for another colour", "для места {place} на карте нужен другой цвет"
    ),
    "must_take": Reason("KG-21", "what may be taken must be taken", "кристалл, который можно взять, нужно взять"),
    "must_take_fitting": Reason("KG-25", "what fits must be taken", "подходящий кристалл нужно взять"),
}
(
    DECIDE,
    MUST_ROTATE,
    OCCUPIED,
    SAME_TILE,
    STUCK,
    NOT_NOW,
    NEVER,
    NOT_OWNED,
    DISCARDED_ALREADY,
    PAY_FIRST,
    DECIDE_SECOND,
    ROTATING_OVER,
    NO_PATH,
    NOT_JOINED,
    NO_DEAD_END,
    OWN_SPOT,
    IS_BASIC,
    NOT_FULL,
    NO_WAY_HOME,
    WALK_FIRST,
    ABSENT,
    OWNED,
    UNFIT,
    MUST_TAKE,
    MUST_TAKE_FITTING,
) = range(25)
BEGINS, LAID, DEALT, SHOWN, KEPT, ROTATED, DISCARDED, WENT, RETURNED, TOOK = range(10)
NO_WAY, CARD_FULL, EMPTY, NOTHING_FITS, NOTHING_TAKEN = range(5)
WON, STALLED = range(2)

# --- What happened ----------------------------------------------------------------------------------------------------


@rule
def tell(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """What happened between two states, and how the turn has ended if it has."""
    fact.seat = fact.card = fact.over = NOTHING
    if seat == CHANCE:
        tell_of_chance(before, after, action, fact)
    else:
        fact.seat = seat
        tell_of_move(before, after, seat, action, fact)
    if after.phase == Phase.OVER.value:
        fact.over = WON if after.winner != NOBODY else STALLED
    has_ended = before.acting != NOBODY and after.acting != before.acting
    if has_ended and fact.what != TOOK and fact.what != RETURNED:
        fact.passed.there = True
        fact.passed.value.why = why_nothing(before, after, seat)
        fact.passed.value.quiet = after.quiet


@rule
def tell_of_chance(before: State, after: State, outcome: Drawn, fact: Record):
    """Who begins (KG-8), a tile (KG-7), a card (KG-8), or what lies in a cell (KG-11, KG-19)."""
    if outcome < TILE_DRAWN:
        fact.what = BEGINS
        fact.seat = outcome - FIRST_DRAWN
    elif outcome < CARD_DRAWN:
        fact.what = LAID
        fact.laid.there = True
        fact.laid.value.cell = before.laid
        fact.laid.value.kind = (outcome - TILE_DRAWN) // 4
        fact.laid.value.rotation = 90 * ((outcome - TILE_DRAWN) % 4)
    elif outcome < CONTENT_DRAWN:
        fact.what = DEALT
        fact.seat = seat_to_deal(before)
        fact.card = outcome - CARD_DRAWN + 1
    else:
        fact.what = SHOWN
        fact.seat = before.acting
        tell_of_cell(after, (outcome - CONTENT_DRAWN) // CONTENTS, fact)


@rule
def tell_of_move(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """A tile rotated or none, a crystal discarded or taken, a walk."""
    if action == KEEP:
        fact.what = KEPT
    elif action < DISCARD:
        fact.what = ROTATED
        fact.rotated.there = True
        tell_of_tile(before, after, seat, action - TURN, fact.rotated.value)
        tell_if_remembered(before, after, (action - TURN) // QUARTERS, fact)
    elif action < GO:
        fact.what = DISCARDED
        tell_of_crystal(before, after, seat, action - DISCARD, fact)
    elif action < RETURN:
        fact.what = WENT
        tell_of_walk(before, after, seat, spot_of_pawn(after, seat), fact)
        tell_if_remembered(before, after, after.at[seat], fact)
    elif action == RETURN:
        fact.what = RETURNED
        tell_of_walk(before, after, seat, NOWHERE, fact)
    else:
        fact.what = TOOK
        tell_of_crystal(before, after, seat, action - TAKE, fact)


@rule
def tell_of_tile(before: State, after: State, seat: Seat, rotation, rotated):
    """Which tile was rotated, how far, and who was carried round."""
    cell = rotation // QUARTERS
    rotated.cell = cell
    rotated.degrees = 90 * (rotation % QUARTERS + 1)
    rotated.second = before.phase == Phase.SECOND.value
    rotated.carried = NOTHING
    if before.at[seat] == cell:
        rotated.carried = spot_name(after, spot_of_pawn(before, seat))


@rule
def tell_of_walk(before: State, after: State, seat: Seat, goal, fact: Record):
    """From where to where a pawn went, and by which way; to the platform by a central tile."""
    fact.walk.there = True
    walk = fact.walk.value
    start = spot_of_pawn(before, seat)
    walk.start = 0 if start == NOWHERE else 1 + spot_name(before, start)
    walk.goal = 0 if goal == NOWHERE else 1 + spot_name(before, goal)
    write_way(before, seat, goal, walk.way)


@rule
def tell_if_remembered(before: State, after: State, cell, fact: Record):
    """What a cell holds that was shown before: others than the table may have forgotten it (KG-28)."""
    if after.memory != 0 and before.found[cell] != NOT_SHOWN:
        tell_of_cell(after, cell, fact)


@rule
def tell_of_cell(s: State, cell, fact: Record):
    """What lies in a cell."""
    fact.shown.there = True
    fact.shown.value.cell = cell
    fact.shown.value.crystals = lying(s, cell)


@rule
def tell_of_crystal(before: State, after: State, seat: Seat, crystal, fact: Record):
    """Which crystal came to a card or left it."""
    fact.gem.there = True
    gem = fact.gem.value
    gem.name = crystal
    gem.gain = covered(after, seat) - covered(before, seat)
    gem.full = covered(after, seat) == PLACES
    gem.place = NOTHING
    if before.mode == ADVANCED:
        gem.place = after.filled[seat]
        return
    for place in range(PLACES):
        if WANTED[BASIC][before.card[seat]][place] == crystal:
            gem.place = place + 1


@rule
def why_nothing(before: State, after: State, seat: Seat):
    """Why the turn has ended without a crystal."""
    player = before.acting
    has_stopped = before.phase == Phase.GO.value or before.phase == Phase.SHOW_GOAL.value
    if not has_stopped:
        return NO_WAY
    if may_return(before, player):
        return CARD_FULL
    if seat != CHANCE and before.memory == 0:
        return NOTHING_TAKEN
    return EMPTY if lying(after, after.at[player]) == ZERO else NOTHING_FITS


# --- Why not ----------------------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: Seat, action: Action, refusal: Record):
    """Why an action is not legal now; the seat is the one to act."""
    refusal.cell = refusal.place = refusal.left = NOTHING
    if s.phase == Phase.TAKE.value:
        refuse_at_a_crystal(s, seat, action, refusal)
    elif action >= TAKE:
        refusal.why = WALK_FIRST
    elif action == RETURN and not may_return(s, seat):
        refusal.why = IS_BASIC if s.mode == BASIC else NOT_FULL
        refusal.left = PLACES - s.filled[seat]
    elif s.phase == Phase.GO.value:
        refuse_on_the_way(s, seat, action, refusal)
    elif action >= GO:
        refusal.why = why_not_yet(s)
    elif action >= DISCARD:
        refusal.why = why_not_discarded(s)
    elif action == KEEP:
        refusal.why = DISCARDED_ALREADY if s.phase == Phase.SECOND.value else MUST_ROTATE
    elif s.phase == Phase.PAY.value:
        refusal.why = PAY_FIRST
    else:
        refusal.cell = (action - TURN) // QUARTERS
        refusal.why = why_not_rotated(s, seat, refusal.cell)


@rule
def why_not_yet(s: State):
    """Why the pawn does not go before rotating is over (KG-9, KG-12)."""
    if s.phase == Phase.TURN.value:
        return DECIDE
    return DECIDE_SECOND if s.phase == Phase.PAY.value else DISCARDED_ALREADY


@rule
def why_not_discarded(s: State):
    """Why a crystal is not discarded (KG-12, KG-26)."""
    if s.mode == ADVANCED:
        return NEVER
    if s.phase == Phase.PAY.value:
        return NOT_OWNED
    return DISCARDED_ALREADY if s.phase == Phase.SECOND.value else NOT_NOW


@rule
def why_not_rotated(s: State, seat: Seat, cell):
    """Why a tile is not rotated (KG-10, KG-12, KG-18)."""
    if may_turn(s, seat, cell):
        return STUCK
    return SAME_TILE if cell == s.turned[0] else OCCUPIED


@rule
def refuse_on_the_way(s: State, seat: Seat, action: Action, refusal: Record):
    """Why something is not done when the pawn is to move."""
    if action < DISCARD:
        refusal.why = ROTATING_OVER
    elif action < GO:
        refusal.why = NEVER if s.mode == ADVANCED else NOT_NOW
    elif action == RETURN:
        refusal.why = NO_WAY_HOME
    else:
        refusal.cell = (action - GO) // SPOTS_OF_A_CELL
        refusal.why = why_not_there(s, seat, spot_named(s, refusal.cell, (action - GO) % SPOTS_OF_A_CELL))


@rule
def spot_named(s: State, cell, name):
    """The spot of that name, NOWHERE if there is none as the tile lies."""
    for path in range(MOST_PATHS):
        if SPOT_NAMES[s.kind[cell]][s.quarters[cell]][path] == name:
            return MOST_PATHS * int(cell) + path
    return NOWHERE


@rule
def why_not_there(s: State, seat: Seat, spot):
    """Why a pawn does not stop on a spot (KG-13 to KG-16)."""
    if spot == NOWHERE:
        return NO_PATH
    away = np.empty(MOST_SPOTS, np.int64)
    before = np.empty(MOST_SPOTS, np.int64)
    measure(s, seat, away, before)
    if away[spot] == NOWHERE:
        return NOT_JOINED
    ends = dead_ends(openings_with(s, 0, 0))
    is_dead_end = has(ends[0] if spot % MOST_PATHS == 0 else ends[1], SQUARE[spot // MOST_PATHS])
    return OWN_SPOT if is_dead_end else NO_DEAD_END


@rule
def refuse_at_a_crystal(s: State, seat: Seat, action: Action, refusal: Record):
    """Why something is not done, or not taken, when there is a crystal to take."""
    if action < TAKE:
        refusal.why = MUST_TAKE if s.mode == BASIC else MUST_TAKE_FITTING
    elif not has(lying(s, s.at[seat]), action - TAKE):
        refusal.why = ABSENT
    elif s.mode == BASIC:
        refusal.why = OWNED
    else:
        refusal.why = UNFIT
        refusal.place = s.filled[seat] + 1
