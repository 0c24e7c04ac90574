"""What an event of Kingdomino did, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from pentarchy.engine.bits import ZERO, count, flood64, has, lowest, lowest_bit, popcount
from pentarchy.engine.kernel import rule
from pentarchy.engine.play import CHANCE
from pentarchy.engine.seen import NOTHING, Most, Reason, append, more
from pentarchy.games.kingdomino.rules import (
    CLAIM,
    DISCARD,
    DOMINO_DRAWN,
    KING_DRAWN,
    PLACE,
    ROW,
    ROW64,
    SEATS,
    SQUARES,
    WEST,
    Phase,
    game_points,
    harmony_bonus,
    middle_kingdom_bonus,
    on_ring,
    placement,
    placements,
    squares,
)
from pentarchy.games.kingdomino.view import Dominoes, Property, edges, insert_property, see_property

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Action, Drawn, Record, Seat, State

# --- Declared ---------------------------------------------------------------------------------------------------------
#
# Points grow, or harmony's five are lost: no number here is ever -1, which stands for nothing.

Facing = Literal["east", "south", "west", "north"]
MOST_JOINED = 4  # properties: one at either end of a domino and one along either side of it


class Cell(TypedDict):
    """A place in a kingdom, counted from the castle at 0,0: x grows to the east, y to the south."""

    x: int
    y: int


class Line(TypedDict):
    """A line that is complete."""

    number: Annotated[int, "the first of a game is 1"]
    dominoes: Dominoes


class Grown(TypedDict):
    """A property that a placed domino has made or made larger."""

    before: Annotated[list[Property], Most(MOST_JOINED), "what has grown together; nothing if it is new"]
    after: Property


class Placed(TypedDict):
    """How a domino was placed."""

    facing: Annotated[Facing, "on which side of the first half the second one lies"]
    squares: Annotated[tuple[Cell, Cell], "where its first and its second half lie"]
    grown: Annotated[list[Grown], Most(2)]


class Ended(TypedDict):
    """A game that has ended."""

    game: Annotated[NotRequired[int], "in a dynasty which one, counted from 1"]
    points: Annotated[list[int], Most(SEATS), "of every seat in this game alone"]


class Fact(TypedDict):
    """Which domino was laid, claimed, placed or discarded, or whose king was drawn, and what that brought."""

    what: Literal["laid", "king", "claimed", "placed", "discarded"]
    seat: Annotated[NotRequired[int], "who acts, or whose king was drawn; left out where a domino is laid"]
    domino: Annotated[NotRequired[int], "left out where a king is drawn"]
    game: Annotated[NotRequired[int], "the game of a dynasty that begins with this domino"]
    line: Annotated[NotRequired[Line], "if this domino has made it complete"]
    begins: Annotated[NotRequired[bool], "true if this one draw decides who begins (KD-23)"]
    left_over: Annotated[NotRequired[int], "the domino that leaves the game because nobody has claimed it (KD-23)"]
    placed: NotRequired[Placed]
    gain: Annotated[NotRequired[int], "points that placing or discarding has brought, bonuses included"]
    middle_kingdom: Annotated[NotRequired[int], "how much of them is for the castle in the centre (KD-19)"]
    harmony: Annotated[NotRequired[int], "how much of them is for harmony: negative if it is lost (KD-20)"]
    ended: Annotated[NotRequired[Ended], "if this was the last placing of a game"]


class Refusal(TypedDict):
    """Why a move may not be made."""

    why: Literal[
        "not_to_claim",
        "claimed",
        "first_claim",
        "now_claim",
        "last_round",
        "now_place",
        "now_discard",
        "fits",
        "too_wide",
        "too_high",
        "castle",
        "covered",
        "apart",
        "turned",
    ]
    domino: Annotated[int, "the one that is asked for; where one is to be placed, that one"]
    width: Annotated[int, "how wide the kingdom would be"]
    height: Annotated[int, "how high it would be"]
    size: Annotated[int, "how wide and high it may be"]
    x: Annotated[int, "the same placement as it is written: the square of the first half"]
    y: int
    facing: Facing


REASONS = {
    "not_to_claim": Reason(
        "KD-8",
        "domino {domino} is not in the line to claim from",
        "домино № {domino} нет в линии, которую сейчас занимают",
    ),
    "claimed": Reason("KD-8", "a king stands on domino {domino} already", "на домино № {domino} уже стоит король"),
    "first_claim": Reason(
        "KD-5", "in the first claim nothing is placed yet", "пока занимают первую линию, выкладывать нечего"
    ),
    "now_claim": Reason(
        "KD-8", "the domino is placed or discarded: now claim one", "домино уже сыграно: теперь займите новое"
    ),
    "last_round": Reason("KD-11", "in the last round nothing is claimed", "в последнем раунде занимать нечего"),
    "now_place": Reason(
        "KD-8", "first place domino {domino}, then claim", "сначала выложите домино № {domino}, затем занимайте новое"
    ),
    "now_discard": Reason(
        "KD-15",
        "domino {domino} fits nowhere: discard it first",
        "домино № {domino} выложить некуда: сначала сбросьте его",
    ),
    "fits": Reason(
        "KD-15",
        "domino {domino} can be placed, so it may not be discarded",
        "домино № {domino} можно выложить, поэтому сбросить его нельзя",
    ),
    "too_wide": Reason(
        "KD-14",
        "the kingdom would be {width} squares wide; {size} are allowed",
        "королевство стало бы {width} в ширину, а можно не больше {size}",
    ),
    "too_high": Reason(
        "KD-14",
        "the kingdom would be {height} squares high; {size} are allowed",
        "королевство стало бы {height} в высоту, а можно не больше {size}",
    ),
    "castle": Reason("KD-12", "the castle stands there", "там стоит замок"),
    "covered": Reason("KD-12", "another domino lies there", "там уже лежит домино"),
    "apart": Reason(
        "KD-13",
        "neither half lies beside the castle or its own terrain",
        "ни один квадрат домино не касается замка или своего ландшафта",
    ),
    "turned": Reason(
        "KD-12",
        "both halves are alike, so this is written 'place {x},{y} {facing}'",
        "оба квадрата одинаковы, и это записывают так: «place {x},{y} {facing}»",
    ),
}
NOT_TO_CLAIM, CLAIMED_ALREADY, FIRST_CLAIM, NOW_CLAIM, LAST_ROUND, NOW_PLACE, NOW_DISCARD = range(7)
FITS, TOO_WIDE, TOO_HIGH, CASTLE, COVERED, APART, TURNED = range(7, 14)
LAID, KING, CLAIMED, PLACED, DISCARDED = range(5)

# --- What happened ----------------------------------------------------------------------------------------------------


@rule
def tell(before: State, after: State, seat: Seat, action: Action, fact: Record):
    """What happened between two states; everything is public."""
    fact.seat = fact.domino = fact.game = fact.begins = fact.left_over = NOTHING
    fact.gain = fact.middle_kingdom = fact.harmony = NOTHING
    if seat == CHANCE:
        tell_of_chance(before, after, action, fact)
        return
    fact.seat = seat
    if before.phase == Phase.CLAIM.value:
        tell_of_claiming(before, after, action, fact)
        return
    tell_of_points(before, after, seat, fact)
    fact.domino = lowest(before.waiting) + 1
    if action == DISCARD:
        fact.what = DISCARDED
    else:
        fact.what = PLACED
        fact.placed.there = True
        tell_of_placing(before, after, seat, action, fact.placed.value)


@rule
def tell_of_chance(before: State, after: State, outcome: Drawn, fact: Record):
    """A king comes out of the hand, or a domino is laid and perhaps completes a line."""
    if outcome >= KING_DRAWN:
        fact.what = KING
        fact.seat = outcome - KING_DRAWN
        if before.snake_opening:
            fact.begins = True
        return
    fact.what = LAID
    fact.domino = outcome - DOMINO_DRAWN + 1
    if after.games > 1 and after.round_number == 0 and popcount(after.next_line) == 1:
        fact.game = after.game_number
    if after.phase != Phase.LAY.value:
        fact.line.there = True
        fact.line.value.number = after.round_number + 1
        fact.line.value.dominoes = after.next_line


@rule
def tell_of_claiming(before: State, after: State, action: Action, fact: Record):
    """A king has moved on; in lines of four one domino may have been left over (KD-23)."""
    fact.what = CLAIMED
    fact.domino = action - CLAIM + 1
    left_over = after.left_over & ~before.left_over
    if left_over != ZERO:
        fact.left_over = lowest(left_over) + 1


@rule
def tell_of_points(before: State, after: State, seat: Seat, fact: Record):
    """What placing or discarding has brought, and the end of a game."""
    fact.gain = game_points(after, seat) - game_points(before, seat)
    middle_kingdom = middle_kingdom_bonus(after, seat) - middle_kingdom_bonus(before, seat)
    harmony = harmony_bonus(after, seat) - harmony_bonus(before, seat)
    if middle_kingdom != 0:
        fact.middle_kingdom = middle_kingdom
    if harmony != 0:
        fact.harmony = harmony
    if after.phase == Phase.NEXT_GAME.value or after.phase == Phase.OVER.value:
        fact.ended.there = True
        tell_of_the_end(after, fact.ended.value)


@rule
def tell_of_the_end(after: State, ended):
    """How a game has ended."""
    ended.game = after.game_number if after.games > 1 else NOTHING
    for seat in range(after.seats):
        append(ended.points, game_points(after, seat))


@rule
def tell_of_placing(before: State, after: State, seat: Seat, action: Action, placed):
    """Where a domino lies now, and what has grown by it."""
    x, y, other_x, other_y = placement(action)
    placed.facing = (action - PLACE) // SQUARES
    placed.squares[0].x = x
    placed.squares[0].y = y
    placed.squares[1].x = other_x
    placed.squares[1].y = other_y
    terrain, _, other_terrain, _ = squares(lowest(before.waiting))
    tell_of_property(before, after, seat, terrain, on_ring(x, y), more(placed.grown))
    if other_terrain != terrain:
        tell_of_property(before, after, seat, other_terrain, on_ring(other_x, other_y), more(placed.grown))


@rule
def tell_of_property(before: State, after: State, seat: Seat, terrain, square, grown):
    """The property that a square belongs to now, and those that it was before."""
    region = flood64(square, after.land[seat][terrain], ROW64)
    see_property(after, seat, terrain, region, grown.after)
    rest = region & before.land[seat][terrain]
    while rest != ZERO:
        part = flood64(lowest_bit(rest), rest, ROW64)
        rest &= ~part
        insert_property(before, seat, terrain, part, grown.before)


# --- What is refused --------------------------------------------------------------------------------------------------


@rule
def refuse(s: State, seat: Seat, action: Action, refusal: Record):
    """Why an action is not legal now; the seat is the one to act."""
    if s.phase == Phase.CLAIM.value:
        refuse_while_claiming(s, action, refusal)
    else:
        refuse_while_placing(s, seat, action, refusal)


@rule
def refuse_while_claiming(s: State, action: Action, refusal: Record):
    """Only a domino of the line that is claimed, on which no king stands, can be claimed."""
    if action >= DISCARD:
        refusal.why = FIRST_CLAIM if s.round_number == 0 else NOW_CLAIM
        return
    refusal.domino = action - CLAIM + 1
    refusal.why = CLAIMED_ALREADY if has(s.next_line, action - CLAIM) else NOT_TO_CLAIM


@rule
def refuse_while_placing(s: State, seat: Seat, action: Action, refusal: Record):
    """Nothing is claimed before the domino has been placed, and nothing discarded that can be."""
    domino = lowest(s.waiting)
    refusal.domino = domino + 1
    if action > DISCARD:
        refuse_placement(s, seat, domino, action, refusal)
    elif action == DISCARD:
        refusal.why = FITS
    elif s.round_number == s.rounds:
        refusal.why = LAST_ROUND
    else:
        refusal.why = NOW_PLACE if can_be_placed(s, seat, domino) else NOW_DISCARD


@rule
def can_be_placed(s: State, seat: Seat, domino):
    """Whether a domino fits anywhere."""
    east, south, west, north = placements(s, seat, domino)
    return count(east) + count(south) + count(west) + count(north) > 0


@rule
def refuse_placement(s: State, seat: Seat, domino, action: Action, refusal: Record):
    """Too large a kingdom (KD-14), squares that are taken (KD-12), nothing that goes with the domino (KD-13).

    Size comes first: beyond it squares are no longer told apart on a ring.
    """
    x, y, other_x, other_y = placement(action)
    left, right, top, bottom = edges(s, seat)
    refusal.width = max(right, x, other_x) - min(left, x, other_x) + 1
    refusal.height = max(bottom, y, other_y) - min(top, y, other_y) + 1
    refusal.size_ = s.longest
    terrain, _, other_terrain, _ = squares(domino)
    if refusal.width > s.longest:
        refusal.why = TOO_WIDE
    elif refusal.height > s.longest:
        refusal.why = TOO_HIGH
    elif (x == 0 and y == 0) or (other_x == 0 and other_y == 0):
        refusal.why = CASTLE
    elif lies_on(s.taken[seat], x, y) or lies_on(s.taken[seat], other_x, other_y):
        refusal.why = COVERED
    elif not (lies_on(s.beside[seat][terrain], x, y) or lies_on(s.beside[seat][other_terrain], other_x, other_y)):
        refusal.why = APART
    else:
        refuse_turned(action, refusal)


@rule
def lies_on(cells, x, y):
    """Whether a square is among those of a stored ring of 128."""
    cell = (ROW * y + x) & 127
    return has(cells[cell >> 6], cell & 63)


@rule
def refuse_turned(action: Action, refusal: Record):
    """A domino with equal halves is placed facing east or south only (KD-12): so it would lie as well."""
    _, _, x, y = placement(action)
    refusal.why = TURNED
    refusal.x = x
    refusal.y = y
    refusal.facing = (action - PLACE) // SQUARES - WEST
