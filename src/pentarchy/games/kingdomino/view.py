"""What is seen of a Kingdomino table. Everything is public but the dominoes to come (KD-24), which no state holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict, cast

import numpy as np

from pentarchy.engine.bits import ONE, ZERO, flood64, has, lowest, lowest_bit, popcount
from pentarchy.engine.kernel import rule
from pentarchy.engine.seen import NOTHING, Among, Most, append, more, see_places
from pentarchy.games.kingdomino import components, rules
from pentarchy.games.kingdomino.rules import (
    GAMES_OF_A_DYNASTY,
    REACH,
    ROW64,
    SEATS,
    Phase,
    crowns,
    crowns_on,
    game_points,
    harmony_bonus,
    in_earlier_games,
    largest_property,
    merit,
    middle_kingdom_bonus,
    on_ring,
    owner,
)

if TYPE_CHECKING:
    from pentarchy.engine.kinds import Points, Record, Seat, State
    from pentarchy.engine.spec import Buffer

ALIKE = True  # every seat has the same view

LONGEST_LINE = 4
MOST_SQUARES = 7 * 7 - 1  # of a kingdom in the Mighty Duel, without its castle

# --- Declared ---------------------------------------------------------------------------------------------------------

Terrain = Literal["wheat", "forest", "lake", "grass", "swamp", "mine"]
Dominoes = Annotated[list[int], Among(range(1, 49))]


class Half(TypedDict):
    """A square of a domino."""

    terrain: Terrain
    crowns: int


class Square(TypedDict):
    """A square of a kingdom, counted from the castle at 0,0: x grows to the east, y to the south."""

    x: int
    y: int
    terrain: Terrain
    crowns: int


class Laid(TypedDict):
    """A domino of a kingdom: its left or upper square, and on which side the other one follows."""

    x: int
    y: int
    facing: Literal["east", "south"]


class Room(TypedDict):
    """Columns and rows, the first and the last of them."""

    left: int
    right: int
    top: int
    bottom: int


class Kingdom(TypedDict):
    """What a seat has built around its castle, which is not among the squares."""

    seat: int
    squares: Annotated[list[Square], Most(MOST_SQUARES), "row by row"]
    dominoes: Annotated[list[Laid], Most(MOST_SQUARES // 2)]
    left: Annotated[int, "the column farthest to the west; the castle's is 0"]
    right: int
    top: Annotated[int, "the row farthest to the north"]
    bottom: int
    room: Annotated[Room, "where it can still come to cover squares without becoming too large (KD-14)"]
    discards: Annotated[int, "dominoes that fitted nowhere (KD-15)"]
    points: Annotated[int, "the same as in the standings"]


class Lying(TypedDict):
    """A domino of a line."""

    domino: Annotated[int, "its number; its face is among the constants"]
    king: Annotated[int | None, "the seat whose king stands on it; in `line` also when the king has gone on"]
    placed: Annotated[NotRequired[bool], "only in `line`: whether it has been placed or discarded already"]


class Property(TypedDict):
    """Connected squares of one terrain, worth squares times crowns (KD-16)."""

    terrain: Terrain
    squares: int
    crowns: int
    points: int


class TieBreak(TypedDict):
    """What decides between equal points (KD-17), in a dynasty added up over its games (KD-18)."""

    largest_property: Annotated[int, "its squares"]
    crowns: Annotated[int, "in the whole kingdom"]


class Row(TypedDict):
    """A seat as if the match ended now (KD-16 to KD-21)."""

    seat: int
    points: Annotated[int, "of all games of a dynasty together"]
    this_game: Annotated[int, "the points of this game alone, bonuses included"]
    properties: Annotated[list[Property], Most(MOST_SQUARES), "the most valuable first"]
    middle_kingdom: Annotated[int, "the bonus for a castle in the centre: 10 or 0 (KD-19)"]
    harmony: Annotated[int, "the bonus for no discard: 5 or 0 (KD-20)"]
    earlier: Annotated[list[int], Most(GAMES_OF_A_DYNASTY - 1), "the points of finished games"]
    tie_break: TieBreak
    place: Annotated[int, "equals share one, and the next is left out"]


class Earlier(TypedDict):
    """How a finished game of a dynasty ended, seat by seat."""

    points: Annotated[list[int], Most(SEATS)]
    largest_property: Annotated[list[int], Most(SEATS)]
    crowns: Annotated[list[int], Most(SEATS)]


class View(TypedDict):
    """Everything on the table."""

    phase: Literal["chance", "claim", "place", "over"]
    round: Annotated[int, "0 is the first claim"]
    rounds: Annotated[int, "how many there are (KD-10)"]
    game_number: Annotated[int, "which game of a dynasty this is, counted from 1"]
    games: Annotated[int, "how many there are"]
    size: Annotated[int, "how wide and high a kingdom may be: 5 or 7 (KD-14)"]
    kingdoms: Annotated[list[Kingdom], Most(SEATS)]
    line: Annotated[list[Lying], Most(LONGEST_LINE), "the dominoes that are placed in this round"]
    next_line: Annotated[list[Lying], Most(LONGEST_LINE), "the dominoes that are claimed in this round"]
    kings_in_hand: Annotated[list[int], Most(SEATS), "of every seat the kings that have not come out yet (KD-5)"]
    turn: Annotated[
        int | None, "how many kings have finished acting in this round; null in the first claim and at the end"
    ]
    unseen: Annotated[Dominoes, "the numbers that have not appeared in this game (KD-24)"]
    undrawn: Annotated[int, "how many dominoes are still to be laid in this game"]
    left_over: Annotated[Dominoes, "numbers that nobody claimed (KD-23)"]
    earlier: Annotated[list[Earlier], Most(GAMES_OF_A_DYNASTY - 1), "the finished games of a dynasty"]
    standings: Annotated[list[Row], Most(SEATS)]


class Constants(TypedDict):
    """What is the same in every match, so views leave it out."""

    dominoes: Annotated[list[tuple[Half, Half]], "the faces of the dominoes 1 to 48 (KD-1)"]


def _half(square: components.Square) -> Half:
    return {"terrain": cast("Terrain", square.terrain), "crowns": square.crowns}


CONSTANTS: Constants = {"dominoes": [(_half(one.first), _half(one.second)) for one in components.DOMINOES.values()]}

# The phases as they are shown: what waits for chance is one.
CHANCE, CLAIM, PLACE, OVER = range(4)
SHOWN = np.array([CHANCE, CHANCE, CLAIM, PLACE, CHANCE, OVER], np.int64)
EAST, SOUTH = range(2)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def see(s: State, seat: Seat, v: Record):
    """Everything on the table."""
    v.phase = SHOWN[s.phase]
    v.round_ = s.round_number
    v.rounds = s.rounds
    v.game_number = s.game_number
    v.games = s.games
    v.size_ = s.longest
    v.turn = kings_done(s)
    v.unseen = s.unseen
    v.undrawn = int(s.line_size) * (int(s.rounds) - min(int(s.round_number) + 1, int(s.rounds)))
    v.left_over = s.left_over
    see_line(s, v.line)
    see_next_line(s, v.next_line)
    for game in range(s.game_number - 1):
        see_earlier(s, game, more(v.earlier))
    for player in range(s.seats):
        append(v.kings_in_hand, s.hand[player])
        see_points(s, player, more(v.standings))
        see_kingdom(s, player, more(v.kingdoms))
        v.kingdoms.items[player].points = v.standings.items[player].points
    merits = np.zeros(SEATS, np.int64)
    merit(s, merits)
    see_places(merits, v.standings)


# The lines


@rule
def kings_done(s: State):
    """How many kings have finished acting in this round."""
    if s.round_number > 0 and (s.phase == Phase.CLAIM.value or s.phase == Phase.PLACE.value):
        return popcount(s.line & ~s.waiting)
    return NOTHING


@rule
def see_line(s: State, line):
    """What is placed in this round. While a king claims, its own domino lies in the kingdom already (KD-8)."""
    to_place = s.waiting
    if s.phase == Phase.CLAIM.value and to_place != ZERO:
        to_place &= to_place - ONE
    rest = s.line
    while rest != ZERO:
        lying = more(line)
        see_domino(s, lowest(rest), lying)
        lying.placed = not has(to_place, lowest(rest))
        rest &= rest - ONE


@rule
def see_next_line(s: State, line):
    """What is claimed in this round."""
    rest = s.next_line
    while rest != ZERO:
        see_domino(s, lowest(rest), more(line))
        rest &= rest - ONE


@rule
def see_domino(s: State, domino, lying):
    """The number of a domino, and whose king stands on it."""
    lying.domino = domino + 1
    lying.king = owner(s, domino)  # nobody is -1 there, too
    lying.placed = NOTHING


# Kingdoms


@rule
def see_kingdom(s: State, seat: Seat, kingdom):
    """What a seat has built."""
    kingdom.seat = seat
    kingdom.left, kingdom.right, kingdom.top, kingdom.bottom = edges(s, seat)
    see_room(s, kingdom, kingdom.room)
    kingdom.discards = s.discards[seat]
    see_squares(s, seat, kingdom)


@rule
def see_room(s: State, kingdom, room):
    """How far a kingdom may grow to each side, if it grows to that side alone (KD-14)."""
    room.left = int(kingdom.right) - int(s.longest) + 1
    room.right = int(kingdom.left) + int(s.longest) - 1
    room.top = int(kingdom.bottom) - int(s.longest) + 1
    room.bottom = int(kingdom.top) + int(s.longest) - 1


@rule
def edges(s: State, seat: Seat):
    """How far a kingdom reaches from its castle: left, right, top, bottom."""
    left = lowest(s.columns[seat]) - REACH
    top = lowest(s.rows[seat]) - REACH
    return left, left + popcount(s.columns[seat]) - 1, top, top + popcount(s.rows[seat]) - 1


@rule
def see_squares(s: State, seat: Seat, kingdom):
    """Squares and dominoes, row by row.

    Whatever does not lie across stands upright, so in every column the squares left pair off from the top.
    """
    left, right, top, bottom = edges(s, seat)
    covered = ZERO
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            here = on_ring(x, y)
            terrain = terrain_of(s, seat, here)
            if terrain == NOTHING:
                continue
            see_square(s, seat, x, y, terrain, more(kingdom.squares))
            if covered & here == ZERO:
                facing = EAST if s.across[seat] & here != ZERO else SOUTH
                see_laid(x, y, facing, more(kingdom.dominoes))
                covered |= on_ring(x + 1, y) if facing == EAST else on_ring(x, y + 1)


@rule
def terrain_of(s: State, seat: Seat, square):
    """What lies on a square of a kingdom, or NOTHING."""
    for terrain in range(6):
        if s.land[seat][terrain] & square != ZERO:
            return terrain
    return NOTHING


@rule
def see_square(s: State, seat: Seat, x, y, terrain, square):
    """A square with its crowns."""
    square.x = x
    square.y = y
    square.terrain = terrain
    square.crowns = crowns_on(s, seat, on_ring(x, y))


@rule
def see_laid(x, y, facing, laid):
    """A domino by its left or upper square."""
    laid.x = x
    laid.y = y
    laid.facing = facing


# Points


@rule
def see_earlier(s: State, game, earlier):
    """How a finished game of a dynasty ended."""
    for seat in range(s.seats):
        append(earlier.points, s.earlier[game][seat][0])
        append(earlier.largest_property, s.earlier[game][seat][1])
        append(earlier.crowns, s.earlier[game][seat][2])


@rule
def see_points(s: State, seat: Seat, row):
    """Every item that brings points; the place is filled in when all rows are there."""
    row.seat = seat
    row.this_game = game_points(s, seat)
    row.points = row.this_game + in_earlier_games(s, seat, 0)
    see_properties(s, seat, row.properties)
    row.middle_kingdom = middle_kingdom_bonus(s, seat)
    row.harmony = harmony_bonus(s, seat)
    for game in range(s.game_number - 1):
        append(row.earlier, s.earlier[game][seat][0])
    row.tie_break.largest_property = largest_property(s, seat) + in_earlier_games(s, seat, 1)
    row.tie_break.crowns = crowns(s, seat) + in_earlier_games(s, seat, 2)


@rule
def see_properties(s: State, seat: Seat, properties):
    """The most valuable first, then the largest; of equal ones terrains come in their order."""
    for terrain in range(6):
        rest = s.land[seat][terrain]
        while rest != ZERO:
            region = flood64(lowest_bit(rest), rest, ROW64)
            rest &= ~region
            insert_property(s, seat, terrain, region, properties)


@rule
def insert_property(s: State, seat: Seat, terrain, region, properties):
    """One more property, before those that are worth less or as much on fewer squares."""
    squares = popcount(region)
    points = squares * crowns_on(s, seat, region)
    at = int(properties.count)
    while at > 0 and is_less(properties.items[at - 1], points, squares):
        properties.items[at] = properties.items[at - 1]
        at -= 1
    properties.count += 1
    see_property(s, seat, terrain, region, properties.items[at])


@rule
def is_less(other, points: Points, squares):
    """Whether a property is worth less than these points, or as much with fewer squares."""
    return other.points < points or (other.points == points and other.squares < squares)


@rule
def see_property(s: State, seat: Seat, terrain, region, found):
    """A property by its squares."""
    found.terrain = terrain
    found.squares = popcount(region)
    found.crowns = crowns_on(s, seat, region)
    found.points = found.squares * found.crowns


# --- A dynasty --------------------------------------------------------------------------------------------------------


def by_itself(buffer: Buffer) -> Buffer:
    """The running game of a dynasty as if it were the only one (KD-17)."""
    alone = buffer.copy()
    s = alone.view(rules.STATE)[0]
    s.game_number = s.games = 1
    s.earlier[:] = 0
    return alone
