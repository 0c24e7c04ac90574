"""What an event of Simply Genius did, and why a move is refused."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from pentarchy.engine.bits import bit
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Reason
from pentarchy.games.genius.rules import (
    ALTERNATIVE,
    COLLECT,
    COLOURS,
    DRAW,
    FIRST_SEAT,
    NO_COLOUR,
    TOKEN,
    Phase,
    fewest,
    fewest_colour,
    is_complete,
    tokens,
)
from pentarchy.games.genius.view import Colour

# --- Declared ---------------------------------------------------------------------------------------------------------


class Taken(TypedDict):
    """What collecting, or an alternative move (SG-13), has brought."""

    tokens: Annotated[dict[Colour, int], SPARSE, "surplus included"]
    alternative: bool
    completed: Annotated[list[Colour], SUBSET, "colours that have reached the target (SG-11)"]
    gain: Annotated[int, "points"]
    won: Annotated[bool, "whether the collection is complete (SG-15)"]


class Fact(TypedDict):
    """Who begins, which token was drawn and whether it fitted, what was taken and what that completed."""

    what: Literal["begins", "filled", "drawn", "draw", "took", "pass"]
    seat: Annotated[NotRequired[int], "who begins, draws, takes or passes; left out where the centre is filled"]
    colour: Annotated[NotRequired[Colour], "of a token that was drawn"]
    outcome: Annotated[NotRequired[Literal["success", "miss", "conflict"]], "what it was in the zone (SG-7 to SG-9)"]
    game: Annotated[NotRequired[int], "the game whose set-up begins with this token"]
    taken: NotRequired[Taken]


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal["empty", "no_match", "decide", "tied", "not_there", "can_act", "must_collect"]
    colour: Annotated[Colour | None, "the one scarcest colour"]


REASONS = {
    "empty": Reason("SG-14", "the reserve is empty", "резерв пуст"),
    "no_match": Reason("SG-10", "nothing has matched in this turn", "в этом ходу ещё не было совпадения"),
    "decide": Reason(
        "SG-7", "after a match draw again or collect", "после совпадения раскройте ещё жетон или заберите"
    ),
    "tied": Reason(
        "SG-13",
        "several of your colours share the lowest number",
        "меньше всего жетонов у вас сразу нескольких цветов",
    ),
    "not_there": Reason("SG-13", "your scarcest colour is not in the centre", "недостающего цвета нет в центре"),
    "can_act": Reason("SG-14", "whoever can do something may not pass", "пропустить можно, только если ход невозможен"),
    "must_collect": Reason("SG-14", "after a match with an empty reserve collect", "резерв пуст: заберите жетоны"),
}
EMPTY, NO_MATCH, DECIDE, TIED, NOT_THERE, CAN_ACT, MUST_COLLECT = range(7)
BEGINS, FILLED, DRAWN, WANTS_TO_DRAW, TOOK, PASSED = range(6)
SUCCESS, MISS, CONFLICT = range(3)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def tell(before, after, seat, action, fact):
    """What happened between two states; everything is public."""
    fact.seat = fact.colour = fact.outcome = fact.game = NOTHING
    if seat == CHANCE:
        tell_of_chance(before, after, action, fact)
    elif action == DRAW:
        fact.what = WANTS_TO_DRAW
        fact.seat = seat
    elif action in (COLLECT, ALTERNATIVE):
        fact.what = TOOK
        fact.seat = seat
        fact.taken.there = True
        tell_of_taking(before, after, seat, action, fact.taken.value)
    else:
        fact.what = PASSED
        fact.seat = seat


@rule
def tell_of_chance(before, after, outcome, fact):
    """Who begins, or a token: in the centre, or in the zone of the one who has drawn it."""
    if before.phase == Phase.FIRST_SEAT.value:
        fact.what = BEGINS
        fact.seat = outcome - FIRST_SEAT
        return
    fact.colour = outcome - TOKEN
    if before.phase != Phase.DRAWN.value:
        fact.what = FILLED
        if tokens(after.centre) == 1:
            fact.game = after.game_number
        return
    fact.what = DRAWN
    fact.seat = before.acting
    if before.zone[fact.colour] > 0:
        fact.outcome = CONFLICT
    else:
        fact.outcome = SUCCESS if before.centre[fact.colour] > 0 else MISS


@rule
def tell_of_taking(before, after, seat, action, taken):
    """What was collected, or taken by an alternative move."""
    taken.alternative = action == ALTERNATIVE
    for colour in range(COLOURS):
        taken.tokens[colour] = NOTHING
        if action == COLLECT and before.zone[colour] > 0:
            taken.tokens[colour] = int(before.zone[colour]) + int(before.centre[colour])
        if before.collection[seat][colour] < before.target and after.collection[seat][colour] == after.target:
            taken.completed |= bit(colour)
    if action == ALTERNATIVE:
        taken.tokens[fewest_colour(before, seat)] = 1
    taken.gain = fewest(after, seat) - fewest(before, seat)
    taken.won = is_complete(after, seat)


@rule
def refuse(s, seat, action, refusal):
    """Why an action is not legal now; the seat is the one to act."""
    refusal.colour = NOTHING
    if action == DRAW:
        refusal.why = EMPTY
    elif action == COLLECT:
        refusal.why = NO_MATCH
    elif s.phase == Phase.SUCCESS.value:
        refusal.why = DECIDE if tokens(s.reserve) > 0 else MUST_COLLECT
    elif action == ALTERNATIVE:
        refusal.colour = fewest_colour(s, seat)
        refusal.why = TIED if refusal.colour == NO_COLOUR else NOT_THERE
    else:
        refusal.why = CAN_ACT
