"""What an event of Simply Genius did, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from pentarchy.engine.bits import bit
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Most, Reason, append
from pentarchy.games.genius.components import TOKENS_OF_A_COLOUR
from pentarchy.games.genius.rules import (
    ALTERNATIVE,
    COLLECT,
    COLOURS,
    DRAW,
    FIRST_SEAT,
    NO_COLOUR,
    SEATS,
    SUCCESS,
    TOKEN,
    Phase,
    fewest,
    fewest_colour,
    is_complete,
    match_or_misfire,
    tokens,
)
from pentarchy.games.genius.view import Colour, Outcome, Tokens

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Drawn, Record, Seat, State

# --- Declared ---------------------------------------------------------------------------------------------------------


class Taken(TypedDict):
    """What collecting, or an alternative move (SG-13), has brought."""

    tokens: Annotated[Tokens, SPARSE, "surplus included"]
    surplus: Annotated[NotRequired[Tokens], SPARSE, "what of that lies aside (SG-12)"]
    alternative: bool
    completed: Annotated[list[Colour], SUBSET, "colours that have reached the target"]
    bonus_turns: Annotated[int, "how many that has earned (SG-11)"]
    gain: Annotated[int, "points"]


class Ended(TypedDict):
    """The end of a game: a collection is complete (SG-15), all have passed (SG-14), or nothing moves (SG-19)."""

    game: Annotated[int, "which one of a series, counted from 1"]
    why: Literal["complete", "passes", "standstill"]
    points: Annotated[list[int], Most(SEATS), "of every seat, for this game (SG-17)"]


class Fact(TypedDict):
    """Who begins, which token was drawn and whether it was a match, what was taken, and what ended with that."""

    what: Literal["begins", "filled", "drawn", "draw", "took", "pass"]
    seat: Annotated[NotRequired[int], "who begins, draws, takes or passes; nobody where the centre is filled"]
    in_bonus_turn: Annotated[NotRequired[bool], "true of everything that happens in one"]
    colour: Annotated[NotRequired[Colour], "of a token that was drawn"]
    outcome: Annotated[NotRequired[Outcome], "what it was in the zone (SG-7 to SG-9)"]
    to_centre: Annotated[NotRequired[Tokens], SPARSE, "the zone and the new token, after a misfire"]
    game: Annotated[NotRequired[int], "the game whose set-up begins with this token"]
    taken: NotRequired[Taken]
    ended: NotRequired[Ended]


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal["empty", "no_match", "decide", "equal", "tied", "not_there", "can_act", "must_collect"]
    colour: Annotated[Colour | None, "the one scarcest colour"]
    tied: Annotated[int, "how many colours share the lowest number"]


REASONS = {
    "empty": Reason("SG-14", "the reserve is empty", "резерв пуст"),
    "no_match": Reason("SG-10", "nothing has matched in this turn", "в этом ходу ещё не было совпадения"),
    "decide": Reason(
        "SG-7", "after a match draw again or collect", "после совпадения раскройте ещё жетон или заберите"
    ),
    "equal": Reason("SG-13", "you have the same number of every colour", "всех цветов у вас поровну"),
    "tied": Reason(
        "SG-13", "{tied} of your colours share the lowest number", "недостающих цветов у вас несколько: {tied}"
    ),
    "not_there": Reason(
        "SG-13",
        "the centre has no {colour}, your scarcest colour",
        "недостающего {colour} нет в центре",
    ),
    "can_act": Reason("SG-14", "whoever can do something may not pass", "пропустить можно, только если ход невозможен"),
    "must_collect": Reason(
        "SG-14", "after a match with an empty reserve collect", "после совпадения с пустым резервом заберите жетоны"
    ),
}
RUSSIAN = {  # names in the reasons, in the case that these need
    "red": "красного",
    "orange": "оранжевого",
    "yellow": "жёлтого",
    "green": "зелёного",
    "blue": "синего",
    "violet": "фиолетового",
}
EMPTY, NO_MATCH, DECIDE, EQUAL, TIED, NOT_THERE, CAN_ACT, MUST_COLLECT = range(8)
BEGINS, FILLED, DRAWN, WANTS_TO_DRAW, TOOK, PASSED = range(6)
COMPLETE, PASSES, STILL = range(3)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def tell(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """What happened between two states; everything is public."""
    fact.seat = fact.in_bonus_turn = fact.colour = fact.outcome = fact.game = NOTHING
    if seat == CHANCE:
        tell_of_chance(before, after, action, fact)
    else:
        fact.seat = seat
        tell_of_move(before, after, seat, action, fact)
    if before.in_bonus_turn and before.phase != Phase.FILL.value:
        fact.in_bonus_turn = True
    if after.phase == Phase.NEXT_GAME.value or after.phase == Phase.OVER.value:
        fact.ended.there = True
        tell_of_end(after, before.acting, fact.ended.value)


@rule
def tell_of_chance(before: State, after: State, outcome: Drawn, fact: Record):
    """Who begins, or a token: in the centre, or in the zone of the one who has drawn it."""
    if before.phase == Phase.FIRST_SEAT.value:
        fact.what = BEGINS
        fact.seat = outcome - FIRST_SEAT
        return
    fact.colour = outcome - TOKEN
    if before.phase == Phase.DRAWN.value:
        fact.what = DRAWN
        fact.seat = before.acting
        tell_of_drawing(before, outcome - TOKEN, fact)
        return
    fact.what = FILLED
    if tokens(after.reserve) == COLOURS * TOKENS_OF_A_COLOUR - 1:
        fact.game = after.game_number


@rule
def tell_of_drawing(before: State, colour, fact: Record):
    """What a token was in the zone, and what went to the centre if that was a misfire (SG-7 to SG-9)."""
    fact.outcome = match_or_misfire(before, colour)
    if fact.outcome == SUCCESS:
        return
    fact.to_centre.there = True
    for each in range(COLOURS):
        number = int(before.zone[each]) + (each == colour)
        fact.to_centre.value[each] = number if number > 0 else NOTHING


@rule
def tell_of_move(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """A draw, whose token is still to come; what was taken; or a pass."""
    if action == DRAW:
        fact.what = WANTS_TO_DRAW
    elif action in (COLLECT, ALTERNATIVE):
        fact.what = TOOK
        fact.taken.there = True
        tell_of_taking(before, after, seat, action, fact.taken.value)
    else:
        fact.what = PASSED


@rule
def tell_of_taking(before: State, after: State, seat: Seat, action: Action, taken):
    """What was collected, or taken by an alternative move; and what of that counts for nothing."""
    taken.alternative = action == ALTERNATIVE
    for colour in range(COLOURS):
        number = taken_of(before, seat, action, colour)
        above = number - (int(after.collection[seat][colour]) - int(before.collection[seat][colour]))
        taken.tokens[colour] = number if number > 0 else NOTHING
        taken.surplus.value[colour] = above if above > 0 else NOTHING
        taken.surplus.there |= above > 0
        if before.collection[seat][colour] < before.target and after.collection[seat][colour] == after.target:
            taken.completed |= bit(colour)
            taken.bonus_turns += 1
    if is_complete(after, seat):
        taken.bonus_turns = 0  # they are not played (SG-15)
    taken.gain = fewest(after, seat) - fewest(before, seat)


@rule
def taken_of(before: State, seat: Seat, action: Action, colour):
    """How many tokens of a colour were taken (SG-10, SG-13)."""
    if action == ALTERNATIVE:
        return 1 if colour == fewest_colour(before, seat) else 0
    return int(before.zone[colour]) + int(before.centre[colour]) if before.zone[colour] > 0 else 0


@rule
def tell_of_end(after: State, seat: Seat, ended):
    """Why a game is over after a turn of the seat, and what it brings everybody."""
    ended.game = after.game_number
    if is_complete(after, seat):
        ended.why = COMPLETE
    else:
        ended.why = PASSES if after.passes == after.seats else STILL
    for player in range(after.seats):
        append(ended.points, fewest(after, player))


@rule
def refuse(s: State, seat: Seat, action: Action, refusal: Record):
    """Why an action is not legal now; the seat is the one to act."""
    refusal.colour = NOTHING
    if action == DRAW:
        refusal.why = EMPTY
    elif action == COLLECT:
        refusal.why = NO_MATCH
    elif s.phase == Phase.SUCCESS.value:
        refusal.why = DECIDE if tokens(s.reserve) > 0 else MUST_COLLECT
    elif action == ALTERNATIVE:
        refuse_alternative(s, seat, refusal)
    else:
        refusal.why = CAN_ACT


@rule
def refuse_alternative(s: State, seat: Seat, refusal: Record):
    """Several colours share the lowest number, or the centre does not have the one that is scarcest (SG-13)."""
    refusal.colour = fewest_colour(s, seat)
    for colour in range(COLOURS):
        refusal.tied += s.collection[seat][colour] == fewest(s, seat)
    if refusal.colour != NO_COLOUR:
        refusal.why = NOT_THERE
    else:
        refusal.why = EQUAL if refusal.tied == COLOURS else TIED
