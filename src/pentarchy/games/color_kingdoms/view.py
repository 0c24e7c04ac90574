"""What is seen of Colour Kingdoms.

Who has not finished the round's turn sees the others' sheets as they were when the round began, and so does a spectator
until the round is over (CK-12): rules.suppose puts them back before anything is shown. Dice, who took them from where
and as which colour, who has finished, and achievements are public.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
import numpy as np

from pentarchy.engine.bits import ONE, ZERO, bit, lowest
from pentarchy.engine.kernel import rule
from pentarchy.engine.seen import NOTHING, SPARSE, SUBSET, Among, Most, OneOf, append, more, see_places
from pentarchy.games.color_kingdoms import dice, maps, rules
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS,
    DICE,
    MONSTERS,
    MOST_TOWERS,
    RATINGS,
    SPELLS,
    TAMED_POINTS,
)
from pentarchy.games.color_kingdoms.rules import (
    COMPOUND,
    CROSS,
    DONE,
    DROP,
    END_ROW,
    EXCEPTION_SPELL,
    HUES,
    MONSTER_ROW,
    PAINT,
    ROWS,
    SEATS,
    SOURCES,
    SPEED_POINTS,
    THROWN,
    Phase,
    award,
    colour_of,
    colours_of_land,
    costs_a_blot,
    has_drop,
    is_complete,
    is_hidden,
    is_last_round,
    is_live,
    merit,
    paintable,
    points_lost,
    points_of_capital,
    rounds_of_a_throw,
    tamed,
    total,
    unpainted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.kinds import Events, Marks, Record, Seat, State
    from pentarchy.engine.spec import Buffer, Options

# --- Declared ---------------------------------------------------------------------------------------------------------

Base = Literal["blue", "red", "yellow"]
Compound = Literal["green", "violet", "brown"]
Colour = Literal["blue", "red", "yellow", "green", "violet", "brown"]
DieName = Literal["blue", "red", "yellow", "white"]
Spell = Literal["move", "exception", "split", "mix"]
Monster = Literal["dragon", "griffin", "unicorn", "hydra"]
Achievement = Literal[  # rows of the sheet with points for speed (CK-25)
    "blue", "red", "yellow", "green", "violet", "brown", "dragon", "griffin", "unicorn", "hydra", "end"
]  # fmt: skip
Area = Annotated[str, OneOf(AREA_NAMES)]
Areas = Annotated[list[str], Among(AREA_NAMES)]
Seats = Annotated[list[int], Among(range(SEATS))]


class Die(TypedDict):
    """A die of the throw."""

    die: DieName
    drops: Annotated[int | None, "null before it is thrown"]
    kingdoms: Annotated[list[Colour], SUBSET, "in which it lies (CK-6)"]
    taken_by: Annotated[int | None, "the seat that took it, in this round or since an earlier one of the throw"]


class TakenDie(TypedDict):
    """The die that a seat has taken in this round."""

    die: DieName
    colour: Annotated[Base, "of its drops; the white die counts as one of three (CK-8)"]
    kingdom: Annotated[Colour, "from which it was taken"]
    drops: int


class Supply(TypedDict):
    """Spells of a kind, or drops of a colour that watchtowers gave."""

    ready: int
    new: Annotated[int, "gained in this round, to be used from the next one on (CK-17, CK-19)"]
    used: int


class Exceptions(TypedDict):
    """The areas that a drop of some colour may be painted on only with an exception (CK-22)."""

    colour: Colour
    areas: Areas


class Turn(TypedDict):
    """What is left of the drops, and where they may go."""

    drops: Annotated[int, "of the die, of its own colour, not yet placed"]
    mixed: Annotated[dict[Compound, int], SPARSE, "mixed drops that are not yet placed"]
    kingdoms: Annotated[list[Colour], SUBSET, "in which drops of the die may be placed"]
    moved: Annotated[bool, "whether spell 1 was cast (CK-21)"]
    blot: Annotated[bool, "whether ending the turn now would mark a blot (CK-15)"]
    choosing: Annotated[
        list[int], Among(range(MOST_TOWERS)), "the watchtowers whose drop's colour is to be chosen (CK-19)"
    ]
    exceptions: Annotated[list[Exceptions], Most(HUES), "by the colours of drops that can be painted so"]


class Player(TypedDict):
    """A seat and its sheet, which is as it is now if `live`, otherwise as it was when the round began."""

    seat: int
    die: TakenDie | None
    finished: Annotated[bool, "whether its turn of the round is over"]
    live: bool
    areas: dict[Area, Colour | None]
    spells: dict[Spell, Supply]
    drops: dict[Colour, Supply]
    blots: int
    turn: Annotated[Turn | None, "while a live seat is painting"]
    awards: Annotated[dict[Achievement, int], "the points for speed by row (CK-25)"]
    complete: Annotated[list[Colour], SUBSET, "the kingdoms that are painted completely"]


class Winners(TypedDict):
    """Who was first with something and who was second (CK-26), and what that brings."""

    first: Seats
    second: Seats
    points: Annotated[tuple[int, int], "for being first, and for being second (CK-25)"]
    open: Annotated[tuple[bool, bool], "whether nobody has these yet, and in the solo game they are not crossed out"]


class KingdomPoints(TypedDict):
    """What a kingdom brings (CK-29)."""

    achievement: int
    capital: int
    colours: int
    points: int


class MonsterPoints(TypedDict):
    """What the monsters of a kind bring (CK-30)."""

    achievement: int
    tamed: Annotated[int, "how many"]
    unpainted: Annotated[int, "how many"]
    points: int


class Row(TypedDict):
    """The points of a sheet that is seen, as if the game ended now (CK-29 to CK-31)."""

    seat: int
    points: int
    kingdoms: dict[Colour, KingdomPoints]
    monsters: dict[Monster, MonsterPoints]
    monster_points: int
    end: Annotated[int, "for three complete kingdoms"]
    blots: int
    lost: Annotated[int, "by blots and unpainted monsters, which decides on a tie (CK-31)"]
    rating: Annotated[NotRequired[Literal["below 50", "50–59", "60–69", "70 and more"]], "of the solo game (CK-35)"]
    place: int


class View(TypedDict):
    """Everything that is public, and the sheets as far as the seat may look at them."""

    phase: Annotated[
        Literal["take", "paint", "cross", "chance", "over"],
        "what the seat is to do, or if it has nothing to do what others are doing; `chance` just before a throw",
    ]
    round: int
    throw: Annotated[int, "the number of the throw"]
    round_of_throw: int
    rounds_per_throw: int
    last_round: Annotated[bool, "whether this round is the last (CK-27, CK-34)"]
    first: Annotated[int | None, "the seat that has the first-player token; null before that is drawn"]
    dice: Annotated[list[Die], Most(THROWN)]
    players: Annotated[list[Player], Most(SEATS)]
    achievements: Annotated[dict[Achievement, Winners], "the seats that have points for speed (CK-26)"]
    crossed: Annotated[
        dict[Achievement, Annotated[list[int], Most(2)]], "the numbers crossed out in the solo game (CK-33)"
    ]
    standings: Annotated[list[Row], Most(SEATS)]


class Place(TypedDict):
    """Where a die is drawn on the map, turned by `angle` degrees and `scale` times as large as a die is there."""

    x: float
    y: float
    angle: float
    scale: float
    leader: Annotated[NotRequired[tuple[float, float]], "where a die belongs that is drawn beside the land"]


class Beside(TypedDict):
    """What stands behind the rest of a view: it follows from the map of the match, and from the throw."""

    cells: Annotated[
        dict[Literal["move", "exception", "split", "mix", "tower", "blot"], int], "that a sheet has for each of these"
    ]
    places: Annotated[list[Place] | None, "of the dice, in their order; null before all are thrown"]


# The phases as they are shown.
TAKING, PAINTING, CROSSING, CHANCE, OVER = range(5)

# --- Filled in --------------------------------------------------------------------------------------------------------


@rule
def see(s: State, seat: Seat, v: Record):
    """A state as the seat may suppose it."""
    rounds = rounds_of_a_throw(s)
    v.phase = shown_phase(s, seat)
    v.round_ = s.round_number
    v.throw = (int(s.round_number) - 1) // rounds + 1
    v.round_of_throw = (int(s.round_number) - 1) % rounds + 1
    v.rounds_per_throw = rounds
    v.last_round = (s.phase == Phase.THROW.value or s.phase == Phase.PLAY.value) and is_last_round(s)
    v.first = s.first  # nobody is -1 in the state, too
    for die in range(THROWN):
        see_die(s, die, more(v.dice))
    for player in range(s.seats):
        see_player(s, player, seat, more(v.players))
        see_points(s, player, more(v.standings))
    for row in range(ROWS):
        see_row(s, row, v.achievements[row], v.crossed[row])
    merits = np.zeros(SEATS, np.int64)
    merit(s, merits)
    see_places(merits, v.standings)


@rule
def shown_phase(s: State, seat: Seat):
    """What the seat is to do; for who has nothing to do now, what others are doing."""
    if s.phase == Phase.OVER.value:
        return OVER
    if s.phase == Phase.CROSS.value:
        return CROSSING
    if s.phase != Phase.PLAY.value:
        return CHANCE
    if seat >= 0 and is_painting(s, seat):
        return PAINTING
    for player in range(s.seats):
        if s.die[player] == NOTHING:
            return TAKING
    return PAINTING


@rule
def is_painting(s: State, seat: Seat):
    """Whether a seat has taken a die and not yet finished."""
    return s.die[seat] != NOTHING and s.finished[seat] == 0


@rule
def see_die(s: State, die, shown):
    """What a die shows, where it lies, and who has it."""
    shown.die = die
    shown.drops = s.shows[die] if die < s.thrown else NOTHING
    shown.kingdoms = s.lies_in[die]  # kingdoms are bits in the state, too
    shown.taken_by = s.taken_by[die]


@rule
def see_player(s: State, player, seat: Seat, shown):
    """A seat and its sheet."""
    shown.seat = player
    shown.finished = s.finished[player]
    shown.live = is_live(s, player, seat)
    shown.blots = s.blots[player]
    if s.die[player] != NOTHING:
        shown.die.there = True
        see_taken_die(s, player, shown.die.value)
    if shown.live and is_painting(s, player):
        shown.turn.there = True
        see_turn(s, player, shown.turn.value)
    see_areas(s, player, shown.areas)
    for spell in range(len(SPELLS)):
        see_supply(s, player, spell, shown.spells[spell])
    for colour in range(HUES):
        see_supply(s, player, DROP + colour, shown.drops[colour])
    for row in range(ROWS):
        shown.awards[row] = award(s, player, row)
    for kingdom in range(HUES):
        if is_complete(s, player, kingdom):
            shown.complete |= bit(kingdom)


@rule
def see_taken_die(s: State, player, shown):
    """The die, from where and as which colour."""
    shown.die = s.die[player]
    shown.colour = s.colour[player]
    shown.kingdom = s.kingdom[player]
    shown.drops = s.shows[s.die[player]]


@rule
def see_areas(s: State, player, shown):
    """The colours of all areas."""
    for area in range(AREAS):
        shown[area] = NOTHING
    for colour in range(HUES):
        areas = s.painted[player][colour]
        while areas != ZERO:
            shown[lowest(areas)] = colour
            areas &= areas - ONE


@rule
def see_supply(s: State, player, supply, shown):
    """Spells of a kind, or drops of a colour."""
    shown.ready = s.ready[player][supply]
    shown.new = s.fresh[player][supply]
    shown.used = s.used[player][supply]


@rule
def see_turn(s: State, player, shown):
    """What a seat that is painting has left."""
    shown.drops = s.drops[player]
    for mixture in range(COMPOUND):
        shown.mixed[mixture] = s.mixed[player][mixture] if s.mixed[player][mixture] > 0 else NOTHING
    shown.kingdoms = s.opened[player]
    shown.moved = s.home[player] != s.kingdom[player]
    shown.blot = costs_a_blot(s, player)
    shown.choosing = s.choosing[player]
    if s.ready[player][EXCEPTION_SPELL] > 0 and s.choosing[player] == 0:
        see_exceptions(s, player, shown.exceptions)


@rule
def see_exceptions(s: State, player, shown):
    """Where a drop at hand may be painted only because there is an exception to spend (CK-22)."""
    costly = np.zeros(HUES, np.uint64)
    for source in range(SOURCES):
        if has_drop(s, player, source):
            colour = colour_of(s, player, source)
            costly[colour] |= paintable(s, player, source) & s.blocked[player][colour]
    for colour in range(HUES):
        if costly[colour] != ZERO:
            exceptions = more(shown)
            exceptions.colour = colour
            exceptions.areas = costly[colour]


@rule
def see_row(s: State, row, winners, crossed):
    """Who was first and second, and which numbers are crossed out."""
    winners.first = s.won[row][0]  # seats are bits in the state, too
    winners.second = s.won[row][1]
    for place in range(2):
        is_crossed = int(s.crossed[row]) >> place & 1
        winners.points[place] = SPEED_POINTS[row][place]
        winners.open[place] = s.won[row][place] == 0 and not is_crossed
        if is_crossed:
            append(crossed, SPEED_POINTS[row][place])


@rule
def see_points(s: State, player, shown):
    """The points of a sheet, row by row (CK-29 to CK-31)."""
    shown.seat = player
    shown.points = total(s, player)
    for kingdom in range(HUES):
        see_points_of_kingdom(s, player, kingdom, shown.kingdoms[kingdom])
    for kind in range(len(MONSTERS)):
        see_points_of_monsters(s, player, kind, shown.monsters[kind])
        shown.monster_points += shown.monsters[kind].points
    shown.end = award(s, player, END_ROW)
    shown.blots = s.blots[player]
    shown.lost = points_lost(s, player)
    shown.rating = NOTHING
    if s.seats == 1:
        shown.rating = 0
        for bound in RATINGS:
            shown.rating += shown.points >= bound


@rule
def see_points_of_kingdom(s: State, player, kingdom, shown):
    """Achievement, capital and colours (CK-29)."""
    shown.achievement = award(s, player, kingdom)
    shown.capital = points_of_capital(s, player, kingdom)
    shown.colours = colours_of_land(s, player, kingdom)
    shown.points = shown.achievement + shown.capital + shown.colours


@rule
def see_points_of_monsters(s: State, player, kind, shown):
    """Achievement, tamed and unpainted monsters (CK-30)."""
    shown.achievement = award(s, player, MONSTER_ROW + kind)
    shown.tamed = tamed(s, player, kind)
    shown.unpainted = unpainted(s, player, kind)
    shown.points = shown.achievement + TAMED_POINTS[kind] * shown.tamed - shown.unpainted


# --- Who hears of what ------------------------------------------------------------------------------------------------


@rule
def hears(s: State, events: Events, seat: Seat, heard: Marks):
    """Everything but what others have painted and cast in this round, as long as the seat may not see it."""
    hidden = 0
    for player in range(s.seats):
        if is_hidden(s, player, seat):
            hidden |= 1 << player
    for number in range(len(events) - 1, -1, -1):
        by, code = events[number][0], events[number][1]
        heard[number] = 1
        if by >= 0 and hidden >> by & 1:
            if code < PAINT:
                hidden &= ~(1 << by)  # what it did before it took this round's die is long known
            elif code != DONE:
                heard[number] = 0


def secret(action: int) -> bool:
    """Taking a die is seen by all, and so is a crossed number; the rest happens on one's own sheet."""
    return PAINT <= action < CROSS


@rule
def reveals(before: State, after: State):
    """Who ends a turn sees the sheets of the others."""
    if before.seats == 1:
        return False
    if before.round_number != after.round_number or before.phase != after.phase:
        return True
    for seat in range(before.seats):  # noqa: SIM110 (compiled)
        if before.finished[seat] != after.finished[seat]:
            return True
    return False


# --- What follows from the map ----------------------------------------------------------------------------------------

# Where the sets of kingdoms in which the dice lie stand in a state, behind the number of dice thrown.
_PLACE_OF: Any = rules.STATE.fields
THROW = slice(_PLACE_OF["thrown"][1], _PLACE_OF["lies_in"][1] + THROWN)


class Same:
    """Something that is known by being the same object: looking at a whole map would take long."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


def with_beside(written: bytes, buffer: Buffer, options: Options) -> bytes:
    """A view with what stands `Beside` it."""
    return written[:-1] + _beside_views_of(_board(Same(options["map"])))(buffer[THROW].tobytes())


@lru_cache(maxsize=dice.KEPT_MAPS)
def _board(same: Same) -> maps.Map:
    return maps.load(same.thing)


@lru_cache(maxsize=dice.KEPT_MAPS)
def _beside_views_of(board: maps.Map) -> Callable[[bytes], bytes]:
    """What stands beside the views of one map, by throw: with the map its throws are forgotten."""
    return lru_cache(maxsize=dice.KEPT_THROWS)(partial(_beside, board))


def _beside(board: maps.Map, throw: bytes) -> bytes:
    thrown, *sets = throw
    beside: dict[str, Any] = {
        "cells": dict(zip(SPELLS, board.spell_cells, strict=True)) | {"tower": board.tower_cells, "blot": board.blots},
        "places": dice.places(board, sets) if thrown == len(DICE) else None,
    }
    return b"," + msgspec.json.encode(beside)[1:]


def prepare(options: Options) -> None:
    """Compute what views of a map need and what takes long the first time: where dice may be drawn."""
    board = maps.load(options["map"])
    for scale in dice.SCALES:
        dice.spots_of(board, scale)
