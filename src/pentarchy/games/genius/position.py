"""Positions of Simply Genius written out; and those read that a person wrote or edited, unless they cannot occur.

Tokens are written as how many of each colour lie in a place; a colour that is not mentioned is not there. The reserve
may be left out: it has whatever lies nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pentarchy.engine.position import need, shaped
from pentarchy.errors import PositionError
from pentarchy.games.genius.components import COLOURS, STANDSTILL, TOKENS_IN_THE_CENTRE, TOKENS_OF_A_COLOUR
from pentarchy.games.genius.rules import NOBODY, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pentarchy.engine.spec import Position

Tokens = dict[str, int]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written down."""

    game: str
    phase: Literal["turn", "success", "over"]
    collections: list[Tokens]
    centre: Tokens
    options: dict[str, Any] = {}
    zone: list[str] = []
    aside: Tokens = {}
    reserve: Tokens | None = None
    acting: int | None = None
    in_bonus_turn: bool = False
    bonus_turns: int = 0
    passes: int = 0
    standstill: int | None = None
    first: int | None = None
    game_number: int = 1
    earlier: list[list[int]] = []


PHASES = {Phase.TURN: "turn", Phase.SUCCESS: "success", Phase.OVER: "over"}


def written(s: Any) -> Position:
    """Full information, in the format of docs/rules/genius.md."""
    return {
        "game_number": int(s.game_number),
        "earlier": [s.earlier[game][: s.seats].tolist() for game in range(s.game_number - 1)],
        "first": int(s.first),
        "phase": PHASES[Phase(int(s.phase))],
        "acting": None if s.acting == NOBODY else int(s.acting),
        "in_bonus_turn": bool(s.in_bonus_turn),
        "bonus_turns": int(s.bonus_turns),
        "passes": int(s.passes),
        "standstill": int(s.standstill),
        "centre": _by_colour(s.centre),
        "zone": [colour for colour, number in _by_colour(s.zone).items() if number],
        "collections": [_by_colour(s.collection[seat]) for seat in range(s.seats)],
        "aside": _by_colour(s.aside),
        "reserve": _by_colour(s.reserve),
    }


def _by_colour(place: Any) -> Tokens:
    """How many tokens of each colour lie in a place."""
    return dict(zip(COLOURS, place.tolist(), strict=True))


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    table = shaped(position, Table)
    seats, target = int(s.seats), int(s.target)
    _check_series(s, table)
    _check_first(s, table)
    _check_tokens(table, seats)
    _check_collections(table, seats, target)
    reserve = _reserve(table)
    if table.phase == "over":
        _check_end(s, table, reserve)
    else:
        acting = _acting(table, seats, target)
        _check_bonus_turns(table, acting, target)
        _check_zone(table, reserve)
        _check_passes(table, acting, seats, reserve)
    standstill = _standstill(table, target)
    _write(s, table, reserve, standstill)


# --- The match --------------------------------------------------------------------------------------------------------


def _check_series(s: Any, table: Table) -> None:
    """The games before this one (SG-17)."""
    seats, games, target = int(s.seats), int(s.games), int(s.target)
    need(1 <= table.game_number <= games, "game_number", f"{table.game_number} is not between 1 and {games}")
    finished = table.game_number - 1
    need(
        len(table.earlier) == finished,
        "earlier",
        f"game {table.game_number} follows {finished} finished games, not {len(table.earlier)}",
    )
    for i, points in enumerate(table.earlier):
        field = f"earlier[{i}]"
        need(len(points) == seats, field, f"there are {len(points)} figures for {seats} players")
        need(all(0 <= figure <= target for figure in points), field, f"{points} is not between 0 and {target}")
        need(points.count(target) <= 1, field, f"only one player can have collected {target} of every colour")


def _check_first(s: Any, table: Table) -> None:
    """Who began the match (SG-4); in a single game it does not matter any more."""
    if table.first is None:
        need(s.first != NOBODY or s.games == 1, "first", "in a series it is needed: the seat that began the first game")
        table.first = max(0, int(s.first))
    need(table.first in range(int(s.seats)), "first", f"{table.first} is no seat")
    need(s.first in (NOBODY, table.first), "first", f"the options say that seat {s.first} begins, not {table.first}")


# --- Tokens -----------------------------------------------------------------------------------------------------------


def _places(table: Table) -> Iterator[tuple[str, Tokens]]:
    """Every place with tokens, and the field that describes it, but not the reserve and the zone."""
    yield "centre", table.centre
    for seat, collection in enumerate(table.collections):
        yield f"collections[{seat}]", collection
    yield "aside", table.aside


def _check_tokens(table: Table, seats: int) -> None:
    """Known colours and possible numbers everywhere."""
    need(len(table.collections) == seats, "collections", f"there are {len(table.collections)}, but {seats} players")
    for field, tokens in (*_places(table), ("reserve", table.reserve or {}), ("zone", dict.fromkeys(table.zone, 1))):
        for colour, number in tokens.items():
            need(colour in COLOURS, field, f"there is no colour {colour!r}, only {', '.join(COLOURS)}")
            need(number >= 0, field, f"{colour} is {number}, less than nothing")


def _check_collections(table: Table, seats: int, target: int) -> None:
    """No colour exceeds the target (SG-12), and single tokens come only from alternative moves (SG-10, SG-13)."""
    for seat in range(seats):
        field, collection = f"collections[{seat}]", _held(table, seat)
        for colour, number in collection.items():
            need(number <= target, field, f"{colour} is {number}; what exceeds {target} is surplus and lies aside")
            others = [other for name, other in collection.items() if name != colour]
            need(
                number != 1 or min(others) >= 2,
                field,
                f"{colour} is 1; a single token comes only from an alternative move, and then no other colour has less "
                "than 2",
            )


def _reserve(table: Table) -> Tokens:
    """What lies nowhere else (SG-1); where the position gives the reserve, it must be just that."""
    reserve = {colour: TOKENS_OF_A_COLOUR - table.zone.count(colour) for colour in COLOURS}
    for _, tokens in _places(table):
        for colour, number in tokens.items():
            reserve[colour] -= number
    for colour, left in reserve.items():
        lying = TOKENS_OF_A_COLOUR - left
        need(left >= 0, "collections", f"with centre, zone and aside there are {lying} {colour} tokens, more than 21")
        given = left if table.reserve is None else table.reserve.get(colour, 0)
        need(given == left, "reserve", f"{colour} is {given}, but {lying} of {TOKENS_OF_A_COLOUR} lie elsewhere")
    return reserve


def _held(table: Table, seat: int) -> Tokens:
    """A collection with all colours."""
    return {colour: table.collections[seat].get(colour, 0) for colour in COLOURS}


def _complete_colours(table: Table, seat: int, target: int) -> list[str]:
    return [colour for colour, number in _held(table, seat).items() if number == target]


def _complete_collections(table: Table, target: int) -> list[int]:
    """The seats that have the target of all colours."""
    return [seat for seat in range(len(table.collections)) if min(_held(table, seat).values()) == target]


# --- The turn ---------------------------------------------------------------------------------------------------------


def _acting(table: Table, seats: int, target: int) -> int:
    """Whose turn it is; nobody has won yet (SG-15)."""
    for seat in _complete_collections(table, target):
        raise PositionError(f"collections[{seat}]: it is complete, so the game is over")
    if table.acting is None or table.acting not in range(seats):
        raise PositionError(f"acting: it is the seat whose turn it is, not {table.acting}")
    return table.acting


def _check_bonus_turns(table: Table, acting: int, target: int) -> None:
    """Each bonus turn comes from a colour completed in this whole turn, and so does all surplus (SG-11, SG-12)."""
    complete = _complete_colours(table, acting, target)
    surplus = [colour for colour, number in table.aside.items() if number]
    need(table.bonus_turns >= 0, "bonus_turns", f"{table.bonus_turns} is less than nothing")
    if not table.in_bonus_turn:
        need(table.bonus_turns == 0, "bonus_turns", "none has been earned before the ordinary turn has ended")
        need(not surplus, "aside", "nothing lies aside before the ordinary turn has ended")
        return
    earned = table.bonus_turns + 1
    need(
        earned <= len(complete),
        "bonus_turns",
        f"with the one being played there are {earned}, but seat {acting} has {len(complete)} complete colours",
    )
    for colour in surplus:
        need(colour in complete, "aside", f"{colour} is no surplus: seat {acting} has not {target} of it")


def _check_zone(table: Table, reserve: Tokens) -> None:
    """The zone is empty when a turn begins, and matches the centre after a success (SG-5, SG-7)."""
    lying = sum(table.centre.values())
    enough = lying >= TOKENS_IN_THE_CENTRE
    if table.phase == "turn":
        need(not table.zone, "zone", "it is empty when a turn begins")
        need(
            enough or not any(reserve.values()),
            "centre",
            f"there are {lying} tokens, fewer than {TOKENS_IN_THE_CENTRE}, and the reserve is not empty",
        )
        return
    need(table.zone, "zone", "after a success it is not empty")
    need(enough, "centre", f"there are {lying} tokens; nobody draws with fewer than {TOKENS_IN_THE_CENTRE}")
    for colour in table.zone:
        need(table.zone.count(colour) == 1, "zone", f"{colour} is there twice, which is a conflict")
        need(table.centre.get(colour), "zone", f"{colour} does not match, the centre has none")


def _check_passes(table: Table, acting: int, seats: int, reserve: Tokens) -> None:
    """Who has passed had nothing else to do, and nothing has changed since (SG-14)."""
    need(0 <= table.passes < seats, "passes", f"{table.passes} is not between 0 and {seats - 1}")
    if table.passes:
        need(table.phase == "turn" and not table.in_bonus_turn, "passes", "something else has been done since")
        _check_passed(table, reserve, [(acting - k) % seats for k in range(1, table.passes + 1)])


def _check_passed(table: Table, reserve: Tokens, seats: Iterable[int]) -> None:
    """These seats could neither draw nor make an alternative move."""
    need(not any(reserve.values()), "passes", "nobody passes while the reserve has tokens")
    for seat in seats:
        colour = _alternative(table, seat)
        need(colour is None, "passes", f"seat {seat} could have taken {colour} by an alternative move")


def _alternative(table: Table, seat: int) -> str | None:
    """The colour that an alternative move of the seat would take (SG-13)."""
    held = _held(table, seat)
    fewest = [colour for colour, number in held.items() if number == min(held.values())]
    return fewest[0] if len(fewest) == 1 and table.centre.get(fewest[0]) else None


def _standstill(table: Table, target: int) -> int:
    """Which whole turn in a row this is that adds nothing to a collection (SG-19); 0 if it has added something."""
    if table.in_bonus_turn or _complete_collections(table, target):
        fitting = range(1)
    else:
        fitting = range(table.passes + (table.phase != "over"), STANDSTILL + 1)
    if table.standstill is None:
        return fitting[0]
    need(
        table.standstill in fitting,
        "standstill",
        f"{table.standstill} is not between {fitting[0]} and {fitting[-1]}, as the rest of the position asks",
    )
    return table.standstill


# --- The end ----------------------------------------------------------------------------------------------------------


def _check_end(s: Any, table: Table, reserve: Tokens) -> None:
    """The last game of the match has ended, and nothing is left to do in it."""
    need(table.game_number == s.games, "phase", f"game {table.game_number} of {s.games} is not the last")
    need(table.acting is None, "acting", "nobody acts any more")
    need(not table.zone, "zone", "it is empty at the end")
    need(not any(table.aside.values()), "aside", "the surplus is back in the reserve at the end")
    need(table.bonus_turns == 0, "bonus_turns", "no bonus turn is played any more")
    need(not table.in_bonus_turn, "in_bonus_turn", "no bonus turn is played any more")
    _check_reason_of_the_end(table, int(s.seats), int(s.target), reserve)


def _check_reason_of_the_end(table: Table, seats: int, target: int, reserve: Tokens) -> None:
    """One collection is complete (SG-15), or all have passed (SG-14), or nothing was collected for long (SG-19)."""
    complete = _complete_collections(table, target)
    if complete:
        need(len(complete) == 1, f"collections[{complete[-1]}]", "only one collection can be complete")
        need(table.passes == 0, "passes", f"nobody passes when seat {complete[0]} has won")
        return
    need(0 <= table.passes <= seats, "passes", f"{table.passes} is not between 0 and {seats}")
    need(
        table.passes == seats or table.standstill == STANDSTILL,
        "phase",
        f"no collection is complete, {table.passes} of {seats} passed in a row, and standstill is not {STANDSTILL}",
    )
    if table.passes:
        _check_passed(table, reserve, range(seats) if table.passes == seats else ())


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(s: Any, table: Table, reserve: Tokens, standstill: int) -> None:
    for i, colour in enumerate(COLOURS):
        s.reserve[i] = reserve[colour]
        s.centre[i] = table.centre.get(colour, 0)
        s.zone[i] = table.zone.count(colour)
        s.aside[i] = table.aside.get(colour, 0)
        for seat in range(int(s.seats)):
            s.collection[seat][i] = _held(table, seat)[colour]
    s.acting = NOBODY if table.acting is None else table.acting
    s.phase = Phase[table.phase.upper()].value
    s.in_bonus_turn = table.in_bonus_turn
    s.bonus_turns = table.bonus_turns
    s.passes = table.passes
    s.standstill = standstill
    s.first = table.first
    s.game_number = table.game_number
    for game, points in enumerate(table.earlier):
        s.earlier[game][: int(s.seats)] = points
