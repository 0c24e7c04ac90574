"""Positions of Colour Kingdoms written out; and those read that a person wrote or edited, unless they cannot occur.

A sheet is written as it is now: nine letters a kingdom for the colours of its areas, a dot for an unpainted one; spells
and drops that are ready, new in this round, and used; blots. What has happened on it in this round is its `turn`, so
that the sheet with which the round began is known as well:

    "areas": {"blue": "b.r.....y", …}
    "turn": {"die": "blue", "colour": "blue", "kingdom": "red", "painted": ["r3"], "spent": {}, "drops": 2, …}

A sheet does not tell in which order it was painted, so it is checked what some order could have brought about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from pentarchy.engine.position import need, shaped
from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS,
    AREAS_OF_A_KINGDOM,
    BASE,
    COLOURS,
    DICE,
    FACES,
    KINGDOMS_TO_END,
    LETTERS,
    MONSTERS,
    SPELLS,
)
from pentarchy.games.color_kingdoms.rules import (
    COMPOUND,
    DROP,
    END_ROW,
    EXCEPTION_SPELL,
    FIRST_MONSTER,
    FIRST_SPELL,
    HUES,
    MIX_SPELL,
    MONSTER_ROW,
    MOVE_SPELL,
    NOBODY,
    NOTHING,
    ROWS,
    SPLIT_SPELL,
    SUPPLIES,
    Phase,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pentarchy.engine.spec import Position

ROW_NAMES = (*COLOURS, *MONSTERS, "end")
SUPPLY_NAMES = SPELLS + COLOURS
SPEED_POINTS = [tuple(points) for points in rules.SPEED_POINTS.tolist()]
MOST_DROPS = FACES[-1]

Colours = dict[int, int]  # of painted areas


class Supply(msgspec.Struct, forbid_unknown_fields=True):
    """Spells of a kind, or drops of a colour."""

    ready: int = 0
    new: int = 0
    used: int = 0


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has taken and done in this round; drops, spells and choices that are open until it has finished."""

    die: Literal["blue", "red", "yellow", "white"]
    colour: Literal["blue", "red", "yellow"]
    kingdom: Literal["blue", "red", "yellow", "green", "violet", "brown"]
    painted: list[str] = []
    spent: dict[str, int] = {}
    finished: bool = False
    blot: bool = False
    drops: int = 0
    mixed: dict[str, int] = {}
    moved_to: str | None = None
    split_to: list[str] = []
    choosing: list[int] = []


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet, and the seat's turn in this round."""

    areas: dict[str, str]
    spells: dict[str, Supply] = {}
    drops: dict[str, Supply] = {}
    blots: int = 0
    turn: Turn | None = None


class Die(msgspec.Struct, forbid_unknown_fields=True, rename={"kingdoms": "in"}):
    """A die: what it shows, in which kingdoms it lies, and who has taken it."""

    drops: int
    kingdoms: str
    taken_by: int | None = None


class Places(msgspec.Struct, forbid_unknown_fields=True):
    """Who was first and who was second."""

    first: list[int] = []
    second: list[int] = []


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written down."""

    game: str
    round: int
    first: int
    dice: dict[str, Die]
    players: list[Player]
    options: dict[str, Any] = {}
    phase: Literal["play", "cross", "over"] = "play"
    achievements: dict[str, Places] = {}
    crossed: dict[str, list[int]] = {}


class Sheet:
    """A sheet read from a position: as it is now and as it was when the round began."""

    def __init__(self, chart: Chart, field: str, player: Player) -> None:
        self.chart = chart
        self.field = field
        self.player = player
        self.turn = player.turn
        self.colours = self._read_areas()
        self.painted = self._read_painted()  # in this round
        self.before = {area: colour for area, colour in self.colours.items() if area not in self.painted}
        supplies = [*self._read_supplies("spells", SPELLS), *self._read_supplies("drops", COLOURS)]
        self.ready = [supply.ready for supply in supplies]
        self.new = [supply.new for supply in supplies]
        self.used = [supply.used for supply in supplies]
        self.spent = self._read_spent()
        self.ready_before = [ready + spent for ready, spent in zip(self.ready, self.spent, strict=True)]
        self.used_before = [used - spent for used, spent in zip(self.used, self.spent, strict=True)]
        self.blot = player.turn is not None and player.turn.blot
        self.blots_before = player.blots - self.blot

    def _read_areas(self) -> Colours:
        colours = {}
        for name in self.player.areas:
            need(name in COLOURS, f"{self.field}.areas", f"there is no kingdom {name!r}")
        for kingdom, name in enumerate(COLOURS):
            need(name in self.player.areas, f"{self.field}.areas", f"the kingdom {name} is missing")
            letters = self.player.areas[name]
            need(
                len(letters) == AREAS_OF_A_KINGDOM and set(letters) <= {*LETTERS, "."},
                f"{self.field}.areas.{name}",
                f"{letters!r:.40} is not nine letters of {', '.join(LETTERS)} or dots",
            )
            for number, letter in enumerate(letters):
                if letter != ".":
                    colours[AREAS_OF_A_KINGDOM * kingdom + number] = LETTERS.index(letter)
        return colours

    def _read_painted(self) -> set[int]:
        names = self.turn.painted if self.turn else []
        for name in names:
            known = name in AREA_NAMES and AREA_NAMES.index(name) in self.colours
            need(known, f"{self.field}.turn.painted", f"{name!r:.40} is no painted area")
        painted = {AREA_NAMES.index(name) for name in names}
        need(len(painted) == len(names), f"{self.field}.turn.painted", "an area is painted once only")
        return painted

    def _read_supplies(self, kind: str, names: tuple[str, ...]) -> list[Supply]:
        given: Mapping[str, Supply] = getattr(self.player, kind)
        for name, supply in given.items():
            field = f"{self.field}.{kind}.{name}"
            need(name in names, field, f"there is no such thing; there are {', '.join(names)}")
            for number in (supply.ready, supply.new, supply.used):
                need(0 <= number <= AREAS, field, f"{number} is not a number of them")
        return [given.get(name, Supply()) for name in names]

    def _read_spent(self) -> list[int]:
        given = self.turn.spent if self.turn else {}
        for name, number in given.items():
            field = f"{self.field}.turn.spent.{name}"
            need(name in SUPPLY_NAMES, field, f"there is no such thing; there are {', '.join(SUPPLY_NAMES)}")
            used = self.used[SUPPLY_NAMES.index(name)]
            need(0 <= number <= used, field, f"{number} spent in this round, but {used} used in all")
        return [given.get(name, 0) for name in SUPPLY_NAMES]

    def count(self, colour: int) -> int:
        """How many areas have been painted in a colour in this round."""
        return sum(self.colours[area] == colour for area in self.painted)

    def count_before(self, colour: int) -> int:
        """How many areas had a colour when the round began."""
        return list(self.before.values()).count(colour)


class Chart:
    """The map, read from a freshly begun game."""

    def __init__(self, s: Any) -> None:
        self.neighbours: list[int] = s.neighbours.tolist()
        self.sites: list[int] = s.sites.tolist()
        self.near: list[int] = s.near.tolist()
        self.towers: list[tuple[int, int]] = [(a, b) for a, b in s.towers.tolist()[: int(s.tower_count)]]
        self.blots = int(s.blots_on_a_sheet)
        self.sets: set[int] = set(s.sets.tolist()[: int(s.set_count)])
        self.seats = int(s.seats)
        self.rounds = rules.THROWN // self.seats

    def touching(self, a: int, b: int) -> bool:
        """Whether two areas share a side."""
        return bool(self.neighbours[a] >> b & 1)

    def achieved(self, colours: Colours, row: int) -> bool:
        """Whether a sheet has the achievement of a row (CK-25)."""
        if row < MONSTER_ROW:
            start = AREAS_OF_A_KINGDOM * row
            return all(area in colours for area in range(start, start + AREAS_OF_A_KINGDOM))
        if row < END_ROW:
            site = self.sites[FIRST_MONSTER + row - MONSTER_ROW]
            return all(area in colours for area in range(AREAS) if site >> area & 1)
        return sum(self.achieved(colours, kingdom) for kingdom in range(HUES)) >= KINGDOMS_TO_END

    def towers_of(self, colours: Colours) -> dict[int, int]:
        """The complete watchtowers of a sheet, and the colour of their drop; NOTHING where it is chosen (CK-19)."""
        return {
            tower: int(rules.MIXTURE[colours[a]][colours[b]])
            for tower, (a, b) in enumerate(self.towers)
            if a in colours and b in colours
        }


# --- Writing ----------------------------------------------------------------------------------------------------------


def written(s: Any) -> Position:
    """Full information, in the format of docs/rules/color_kingdoms.md."""
    return {
        "phase": {Phase.CROSS: "cross", Phase.OVER: "over"}.get(Phase(int(s.phase)), "play"),
        "round": int(s.round_number),
        "first": int(s.first),
        "dice": {
            DICE[die]: {
                "drops": int(s.shows[die]),
                "in": _text(int(s.lies_in[die])),
                "taken_by": None if s.taken_by[die] == NOBODY else int(s.taken_by[die]),
            }
            for die in range(s.thrown)
        },
        "players": [_written_player(s, seat) for seat in range(s.seats)],
        "achievements": {
            name: {"first": _members(first), "second": _members(second)}
            for name, (first, second) in zip(ROW_NAMES, s.won.tolist(), strict=True)
        },
        "crossed": {
            name: [points[place] for place in _members(crossed)]
            for name, points, crossed in zip(ROW_NAMES, SPEED_POINTS, s.crossed.tolist(), strict=True)
        },
    }


def _written_player(s: Any, seat: int) -> dict[str, Any]:
    """The sheet as it is now, and what has happened on it in this round."""
    letters = ["."] * AREAS
    for colour, areas in enumerate(s.painted[seat].tolist()):
        for area in _members(areas):
            letters[area] = LETTERS[colour]
    return {
        "areas": {
            name: "".join(letters[AREAS_OF_A_KINGDOM * kingdom :][:AREAS_OF_A_KINGDOM])
            for kingdom, name in enumerate(COLOURS)
        },
        "spells": {name: _written_supply(s, seat, spell) for spell, name in enumerate(SPELLS)},
        "drops": {name: _written_supply(s, seat, drop) for drop, name in enumerate(COLOURS, DROP)},
        "blots": int(s.blots[seat]),
        "turn": None if s.die[seat] == NOTHING else _written_turn(s, seat),
    }


def _written_supply(s: Any, seat: int, supply: int) -> dict[str, int]:
    return {
        "ready": int(s.ready[seat][supply]),
        "new": int(s.fresh[seat][supply]),
        "used": int(s.used[seat][supply]),
    }


def _written_turn(s: Any, seat: int) -> dict[str, Any]:
    """What a seat has done since it took a die."""
    spent = (s.used[seat] - s.used_before[seat]).tolist()
    turn = {
        "die": DICE[s.die[seat]],
        "colour": COLOURS[s.colour[seat]],
        "kingdom": COLOURS[s.kingdom[seat]],
        "painted": [AREA_NAMES[area] for area in _members(s.free_before[seat] & ~s.free[seat])],
        "spent": {name: count for name, count in zip(SUPPLY_NAMES, spent, strict=True) if count},
        "finished": bool(s.finished[seat]),
    }
    if s.finished[seat]:
        return turn | {"blot": bool(s.blots[seat] > s.blots_before[seat])}
    home = int(s.home[seat])
    return turn | {
        "drops": int(s.drops[seat]),
        "mixed": {COLOURS[BASE + mixture]: count for mixture, count in enumerate(s.mixed[seat].tolist()) if count},
        "moved_to": COLOURS[home] if home != s.kingdom[seat] else None,
        "split_to": [COLOURS[kingdom] for kingdom in _members(int(s.opened[seat]) & ~(1 << home))],
        "choosing": _members(s.choosing[seat]),
    }


def _members(bits: Any) -> list[int]:
    """What a set of bits has."""
    return [member for member in range(AREAS) if int(bits) >> member & 1]


# --- Reading ----------------------------------------------------------------------------------------------------------


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    table = shaped(position, Table)
    chart = Chart(s)
    _check_course(s, table, chart)
    sheets = [Sheet(chart, f"players[{seat}]", player) for seat, player in enumerate(table.players)]
    _check_dice(table, chart)
    _check_takes(table, chart)
    for seat, sheet in enumerate(sheets):
        starting_spell = _starting_spell(table, chart, seat)
        _check_sheet(table, sheet, starting_spell)
        _check_uses(table, sheet, starting_spell)
        _check_colours(table, sheet, seat)
    for sheet in sheets:
        if sheet.turn:
            _check_turn(table, sheet, sheet.turn)
    won = _read_achievements(table, chart, sheets)
    crossed = _read_crossed(table, chart)
    for row in range(ROWS):
        _check_row(chart, sheets, row, won[row], crossed[row])
    if chart.seats == 1:
        _check_crossings(table, won, crossed)
    _check_end(table, chart, sheets, won, crossed)
    _write(s, table, sheets, won, crossed)


# --- The course of the game -------------------------------------------------------------------------------------------


def _check_course(s: Any, table: Table, chart: Chart) -> None:
    """Whose round it is (CK-9 to CK-12)."""
    seats = chart.seats
    need(len(table.players) == seats, "players", f"there are {len(table.players)}, but {seats} seats")
    # Whoever paints nothing marks a blot, so no game is longer than this.
    longest = AREAS + chart.blots + 1
    need(1 <= table.round <= longest, "round", f"{table.round} is not between 1 and {longest}")
    need(table.first in range(seats), "first", f"{table.first} is no seat")
    if s.first != NOBODY:
        holder = (int(s.first) + _throw(table, chart) - 1) % seats
        need(table.first == holder, "first", f"in round {table.round} the token lies with seat {holder}")
    need(table.phase != "cross" or seats == 1, "phase", "numbers are crossed out in the solo game only")
    taken = [(table.first + k) % seats for k in range(seats) if table.players[(table.first + k) % seats].turn]
    need(
        taken == [(table.first + k) % seats for k in range(len(taken))],
        "players",
        f"dice are taken in turn from seat {table.first} on, but those with a turn are {taken}",
    )
    need(not taken or table.phase == "play", "phase", f"somebody has a turn, so it cannot be {table.phase!r}")
    finished = [player.turn is not None and player.turn.finished for player in table.players]
    need(not all(finished), "players", "everybody has finished: then the round is over and nobody has a turn")


def _throw(table: Table, chart: Chart) -> int:
    return (table.round - 1) // chart.rounds + 1


def _starting_spell(table: Table, chart: Chart, seat: int) -> int | None:
    """The spell with which a seat began (CK-11)."""
    if chart.seats == 1:
        return None
    began = (table.first - _throw(table, chart) + 1) % chart.seats
    return (seat - began) % chart.seats


def _rounds_played(table: Table) -> int:
    return table.round - (table.phase == "play")


# --- Dice -------------------------------------------------------------------------------------------------------------


def _check_dice(table: Table, chart: Chart) -> None:
    """Four dice lie in the kingdoms, or are still to be thrown (CK-3, CK-6)."""
    if not table.dice:
        fresh = (table.round - 1) % chart.rounds == 0 and table.phase == "play"
        untaken = not any(player.turn for player in table.players)
        need(fresh and untaken, "dice", "they are missing, and this is not the beginning of a throw")
        return
    need(set(table.dice) == set(DICE), "dice", f"there are {', '.join(DICE)}, not {', '.join(table.dice)}")
    for name, die in table.dice.items():
        need(die.drops in FACES, f"dice.{name}.drops", f"{die.drops} is not one of {', '.join(map(str, FACES))}")
        kingdoms = _kingdoms(die)
        need(
            kingdoms in chart.sets and die.kingdoms == _text(kingdoms),
            f"dice.{name}.in",
            f"on this map a die cannot lie in {die.kingdoms!r:.60}; kingdoms are written like 'red' or 'red+yellow'",
        )
        taker = die.taken_by
        need(taker is None or taker in range(chart.seats), f"dice.{name}.taken_by", f"{taker} is no seat")


def _kingdoms(die: Die) -> int:
    return sum(1 << COLOURS.index(name) for name in set(die.kingdoms.split("+")) & set(COLOURS))


def _text(kingdoms: int) -> str:
    return "+".join(name for kingdom, name in enumerate(COLOURS) if kingdoms >> kingdom & 1)


def _check_takes(table: Table, chart: Chart) -> None:
    """Who took which dice, in this round and in earlier ones of the throw (CK-7 to CK-10, CK-32)."""
    if not table.dice:
        return
    earlier_rounds = (table.round - 1) % chart.rounds + (table.phase != "play")
    now = {player.turn.die: seat for seat, player in enumerate(table.players) if player.turn}
    earlier = {name: die.taken_by for name, die in table.dice.items() if die.taken_by is not None and name not in now}
    for seat, player in enumerate(table.players):
        mine = sum(taker == seat for taker in earlier.values())
        need(
            mine == earlier_rounds,
            "dice",
            f"before this round seat {seat} took {earlier_rounds} of them, not {mine}"
            if table.phase == "play"
            else f"seat {seat} took {earlier_rounds} of them, not {mine}",
        )
        if player.turn:
            _check_take(table, earlier, seat, player.turn)
    if earlier.get("white") is not None:
        _check_white_was_not_first(table, chart, earlier, earlier_rounds)


def _check_take(table: Table, earlier: Mapping[str, int | None], seat: int, turn: Turn) -> None:
    field = f"players[{seat}].turn"
    die = table.dice[turn.die]
    need(die.taken_by == seat, f"{field}.die", f"the {turn.die} die is taken by {die.taken_by}")
    need(turn.kingdom in die.kingdoms.split("+"), f"{field}.kingdom", f"the {turn.die} die lies in {die.kingdoms}")
    if turn.die != "white":
        need(turn.colour == turn.die, f"{field}.colour", f"the {turn.die} die has drops of its own colour")
        return
    seats = len(table.players)
    sooner = [table.players[(table.first + k) % seats].turn for k in range((seat - table.first) % seats)]
    gone = {*earlier, *(other.die for other in sooner if other)}
    need(
        turn.colour in gone,
        f"{field}.colour",
        f"the white die counts as a colour whose die was no longer in the box, and {turn.colour} was",
    )


def _check_white_was_not_first(
    table: Table, chart: Chart, earlier: Mapping[str, int | None], earlier_rounds: int
) -> None:
    """The white die is not the first to be taken of a throw (CK-8)."""
    alone = len(earlier) == 1
    by_first = chart.seats > 1 and earlier_rounds == 1 and earlier["white"] == table.first
    need(not alone and not by_first, "dice.white.taken_by", "the white die is never the first of a throw to be taken")


# --- Sheets -----------------------------------------------------------------------------------------------------------


def _check_sheet(table: Table, sheet: Sheet, starting_spell: int | None) -> None:
    chart, player = sheet.chart, sheet.player
    need(0 <= player.blots <= chart.blots, f"{sheet.field}.blots", f"{player.blots} is not between 0 and {chart.blots}")
    need(sheet.blots_before >= 0, f"{sheet.field}.turn.blot", "it is not among the sheet's blots")
    _check_spells(sheet, starting_spell)
    _check_drops(sheet)
    _check_exceptions(sheet)
    _check_amounts(table, sheet)


def _check_spells(sheet: Sheet, starting_spell: int | None) -> None:
    """Every painted spell area gave its spell (CK-11, CK-17)."""
    for spell, name in enumerate(SPELLS):
        field = f"{sheet.field}.spells.{name}"
        site = sheet.chart.sites[FIRST_SPELL + spell]
        new = sum(site >> area & 1 for area in sheet.painted)
        need(
            sheet.new[spell] == new,
            field,
            f"{new} such areas were painted in this round, but new are {sheet.new[spell]}",
        )
        owned = sum(site >> area & 1 for area in sheet.before) + (spell == starting_spell)
        found = sheet.ready[spell] + sheet.used[spell]
        need(found == owned, field, f"{owned} were gained before this round, but ready and used are {found}")


def _check_drops(sheet: Sheet) -> None:
    """Every complete watchtower gave one drop (CK-19)."""
    towers_before = sheet.chart.towers_of(sheet.before)
    towers_now = sheet.chart.towers_of(sheet.colours)
    new_towers = [gives for tower, gives in towers_now.items() if tower not in towers_before]
    choosing = _check_choosing(sheet, towers_before, towers_now)
    _check_gained(sheet, "ready and used", list(towers_before.values()), sheet.ready, sheet.used, 0)
    _check_gained(sheet, "new", new_towers, sheet.new, [0] * SUPPLIES, choosing)


def _check_gained(sheet: Sheet, what: str, towers: list[int], some: list[int], more: list[int], choosing: int) -> None:
    chosen = 0
    for colour, name in enumerate(COLOURS):
        found = some[DROP + colour] + more[DROP + colour]
        given = towers.count(colour)
        field = f"{sheet.field}.drops.{name}"
        need(
            found == given or (colour >= BASE and found > given),
            field,
            f"watchtowers gave {given} of them, but {what} are {found}",
        )
        chosen += found - given
    expected = towers.count(NOTHING) - choosing
    need(
        chosen == expected,
        f"{sheet.field}.drops",
        f"{expected} drops were of a chosen colour, but {what} are {chosen} more than other watchtowers gave",
    )


def _check_choosing(sheet: Sheet, before: Mapping[int, int], now: Mapping[int, int]) -> int:
    """Towers whose drop is to be chosen were completed by one area, and lower ones have been chosen (CK-19)."""
    choosing = sheet.turn.choosing if sheet.turn else []
    if not choosing:
        return 0
    field = f"{sheet.field}.turn.choosing"
    new = [tower for tower, gives in now.items() if gives == NOTHING and tower not in before]
    last_painted = [
        area
        for area in sheet.painted
        if [tower for tower in new if area in sheet.chart.towers[tower]][-len(choosing) :] == choosing
    ]
    need(last_painted, field, f"{choosing!r:.60} are not the last towers that one area painted in this round completed")
    return len(choosing)


def _check_exceptions(sheet: Sheet) -> None:
    """Equal neighbours cost exceptions: how many depends on the order, between two bounds (CK-14, CK-22)."""
    fewest, most = _exceptions(sheet.chart, {}, sheet.before, sheet.used_before[EXCEPTION_SPELL])
    spent = sheet.used_before[EXCEPTION_SPELL]
    need(
        fewest <= spent <= most,
        f"{sheet.field}.spells.exception",
        f"equal neighbours painted before this round cost {_between(fewest, most)} of them, but {spent} were used",
    )
    painted = {area: sheet.colours[area] for area in sheet.painted}
    spent = sheet.spent[EXCEPTION_SPELL]
    fewest, most = _exceptions(sheet.chart, sheet.before, painted, spent)
    need(
        fewest <= spent <= most,
        f"{sheet.field}.turn.spent.exception",
        f"equal neighbours painted in this round cost {_between(fewest, most)} of them, but {spent} are spent",
    )


def _between(fewest: int, most: int) -> str:
    return str(fewest) if fewest >= most else f"{fewest} to {most}"


def _exceptions(chart: Chart, before: Colours, painted: Colours, limit: int) -> tuple[int, int]:
    """How many exceptions painting these areas can have cost; the lower bound is not followed beyond the limit.

    An area costs one if an equal neighbour was there before or was painted sooner. So those that cost nothing are
    no neighbours of each other (the fewest are needed if the others are a smallest cover of all pairs of neighbours),
    and there is at least one in every group of equal neighbours that touches none from before.
    """
    forced = {
        area
        for area, colour in painted.items()
        if any(before.get(other) == colour and chart.touching(area, other) for other in before)
    }
    pairs = [(a, b) for a in painted for b in painted if a < b and painted[a] == painted[b] and chart.touching(a, b)]
    free_pairs = [(a, b) for a, b in pairs if a not in forced and b not in forced]
    fewest = len(forced) + _smallest_cover(free_pairs, max(0, limit - len(forced)))
    groups = {area: {area} for area in painted}
    for a, b in pairs:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for area in groups[b]:
                groups[area] = groups[a]
    without_cost = {id(group) for group in groups.values() if not group & forced}
    return fewest, len(painted) - len(without_cost)


def _smallest_cover(pairs: list[tuple[int, int]], limit: int) -> int:
    """The size of a smallest set with one area of every pair; limit + 1 if it is larger than the limit."""
    if not pairs:
        return 0
    if limit == 0:
        return 1
    return 1 + min(_smallest_cover([pair for pair in pairs if area not in pair], limit - 1) for area in pairs[0])


def _check_amounts(table: Table, sheet: Sheet) -> None:
    """What was painted before this round came from dice, mixtures of their drops, and towers (CK-13, CK-15, CK-24)."""
    rounds = _rounds_played(table)
    areas, blots = f"{sheet.field}.areas", sheet.blots_before
    from_dice = from_mixes = 0
    for colour, name in enumerate(COLOURS):
        used = sheet.used_before[DROP + colour]
        others = sheet.count_before(colour) - used
        need(others >= 0, f"{sheet.field}.drops.{name}", f"{used} were used, but fewer areas had that colour")
        if colour < BASE:
            from_dice += others
        else:
            from_mixes += others
    mixes = sheet.used_before[MIX_SPELL]
    need(from_mixes <= mixes, areas, f"{from_mixes} mixed drops were painted, but {mixes} mixtures were made")
    need(blots <= rounds, f"{sheet.field}.blots", f"{blots} before this round, but only {rounds} rounds were played")
    need(
        blots == sheet.chart.blots or from_dice + from_mixes + blots >= rounds,
        areas,
        f"in {rounds} rounds more must have been painted, or more blots marked",
    )
    for spell in (MOVE_SPELL, MIX_SPELL):
        most = rounds * (2 if spell == MIX_SPELL else 1)
        used = sheet.used_before[spell]
        need(used <= most, f"{sheet.field}.spells.{SPELLS[spell]}", f"{used} were used in {rounds} rounds")


def _check_uses(table: Table, sheet: Sheet, starting_spell: int | None) -> None:
    """What is gained in a round is used in a later one (CK-17, CK-19); a starting spell is there from the first."""
    rounds = _rounds_played(table)
    drops = sum(sheet.used_before[DROP:])
    need(
        rounds > 1 or drops == 0, f"{sheet.field}.drops", f"{drops} were used, but none was gained in an earlier round"
    )
    # So many areas were painted before the last round at most; those used since were among them.
    sooner = MOST_DROPS * (rounds - 1) + drops if rounds > 1 else 0
    gained_and_used = 0
    for spell, name in enumerate(SPELLS):
        given = spell == starting_spell and rounds > 0
        gained_and_used += max(0, sheet.used_before[spell] - given)
        need(
            gained_and_used <= sooner,
            f"{sheet.field}.spells.{name}",
            f"{sheet.used_before[spell]} were used in {rounds} rounds, more than were gained in an earlier one",
        )


def _check_colours(table: Table, sheet: Sheet, seat: int) -> None:
    """Every round gave the drops of one die, all of one colour; this throw's dice still lie there (CK-8, CK-13)."""
    areas = f"{sheet.field}.areas"
    rounds = _rounds_played(table)
    mine = [
        name for name, die in table.dice.items() if die.taken_by == seat and not (sheet.turn and sheet.turn.die == name)
    ]
    white = mine.count("white")
    earlier = rounds - len(mine)  # rounds of earlier throws, of whose dice nothing is known
    missing = []  # for every base colour, the rounds besides that must have brought it
    to_mix = 2 * (earlier + white)
    for colour, name in enumerate(COLOURS[:BASE]):
        painted = sheet.count_before(colour) - sheet.used_before[DROP + colour]
        known = table.dice[name].drops if name in mine else 0
        missing.append(max(0, -((known - painted) // MOST_DROPS)))
        to_mix += (known - painted) // 2
    need(
        sum(missing) <= earlier + white,
        areas,
        f"so much in so many base colours takes {len(mine) - white + sum(missing)} dice, but {rounds} were taken",
    )
    if sheet.chart.seats == 1:
        throws = earlier // sheet.chart.rounds  # each gave every colour once, and one of them again
        again = sum(max(0, number - throws) for number in missing)
        need(again <= throws + white, areas, f"{throws} throws before this one cannot have given so much in one colour")
    mixes = sheet.used_before[MIX_SPELL]
    need(mixes <= to_mix, areas, f"more was painted and mixed than the dice of {rounds} rounds can have given")


# --- Turns ------------------------------------------------------------------------------------------------------------


def _check_turn(table: Table, sheet: Sheet, turn: Turn) -> None:
    """What was painted in this round came from the die, mixtures, and towers; a blot if drops were left."""
    field = f"{sheet.field}.turn"
    die_colour = COLOURS.index(turn.colour)
    from_mixes = [0] * HUES
    from_die = 0
    for colour, name in enumerate(COLOURS):
        others = sheet.count(colour) - sheet.spent[DROP + colour]
        if colour == die_colour:
            from_die = others
        elif colour >= BASE:
            from_mixes[colour] = others
        need(
            others == 0 or (others > 0 and (colour >= BASE or colour == die_colour)),
            f"{field}.painted",
            f"{sheet.count(colour)} areas in {name}, but {sheet.spent[DROP + colour]} such tower drops were spent",
        )
    mixes = sheet.spent[MIX_SPELL]
    left = table.dice[turn.die].drops - from_die - 2 * mixes
    mixed_left = mixes - sum(from_mixes)
    need(left >= 0, f"{field}.painted", "more was painted and mixed than the die shows")
    need(mixed_left >= 0, f"{field}.painted", f"more mixed drops were painted than the {mixes} that were mixed")
    if turn.finished:
        _check_finished(sheet, turn, left + mixed_left)
    else:
        _check_unfinished(sheet, turn, left, mixed_left)
    need(
        any(_fits(sheet, home, opened) for home, opened in _possible_kingdoms(sheet, turn)),
        f"{field}.painted",
        "some area lies in a kingdom to which its drop could not go",
    )


def _check_finished(sheet: Sheet, turn: Turn, left: int) -> None:
    field = f"{sheet.field}.turn"
    still = turn.drops or turn.mixed or turn.moved_to or turn.split_to or turn.choosing
    need(not still, field, "a finished turn has no drops, mixed, moved_to, split_to or choosing")
    due = left > 0 and sheet.blots_before < sheet.chart.blots
    need(turn.blot == due, f"{field}.blot", f"it is {str(due).lower()}: {left} drops of the die were left")


def _check_unfinished(sheet: Sheet, turn: Turn, left: int, mixed_left: int) -> None:
    field = f"{sheet.field}.turn"
    need(not turn.blot, f"{field}.blot", "a blot is marked when the turn ends")
    need(turn.drops == left, f"{field}.drops", f"{left} are left, not {turn.drops}")
    for name, number in turn.mixed.items():
        need(
            name in COLOURS[BASE:] and number >= 0,
            f"{field}.mixed",
            f"there are no {number} mixed drops of {name!r:.20}",
        )
    mixed = sum(turn.mixed.values())
    need(mixed == mixed_left, f"{field}.mixed", f"{mixed_left} are left, not {mixed}")
    for name in [*turn.split_to, *([turn.moved_to] if turn.moved_to is not None else [])]:
        need(name in COLOURS, field, f"there is no kingdom {name!r:.40}")
    moves = sheet.spent[MOVE_SPELL]
    need((turn.moved_to is not None) == moves, f"{field}.moved_to", f"{moves} spells for moving are spent")
    need(turn.moved_to != turn.kingdom, f"{field}.moved_to", "drops are moved to another kingdom")
    home = COLOURS.index(turn.moved_to or turn.kingdom)
    splits = sheet.spent[SPLIT_SPELL]
    near = {name for kingdom, name in enumerate(COLOURS) if sheet.chart.near[home] >> kingdom & 1}
    need(
        len(set(turn.split_to)) == len(turn.split_to) == splits and set(turn.split_to) <= near,
        f"{field}.split_to",
        f"{splits} splits are spent; beside {COLOURS[home]} are {', '.join(sorted(near))}",
    )


def _possible_kingdoms(sheet: Sheet, turn: Turn) -> Iterable[tuple[int, int]]:
    """The die's kingdom after a move, and the open ones: as written, or as they can have been in a finished turn."""
    taken = COLOURS.index(turn.kingdom)
    if not turn.finished:
        home = COLOURS.index(turn.moved_to or turn.kingdom)
        yield home, sum(1 << COLOURS.index(name) for name in turn.split_to) | 1 << home
        return
    moves, splits = sheet.spent[MOVE_SPELL], sheet.spent[SPLIT_SPELL]
    if moves > 1:
        return
    for home in range(HUES):
        if (home != taken) == moves:
            for opened in range(1 << HUES):
                others = opened & ~(1 << home)
                if opened >> home & 1 and others.bit_count() == splits and others & ~sheet.chart.near[home] == 0:
                    yield home, opened


def _fits(sheet: Sheet, home: int, opened: int) -> bool:
    """Whether there were enough tower drops for the areas outside the open kingdoms."""
    outside = [sheet.colours[area] for area in sheet.painted if not opened >> area // AREAS_OF_A_KINGDOM & 1]
    return all(outside.count(colour) <= sheet.spent[DROP + colour] for colour in range(HUES))


# --- Achievements -----------------------------------------------------------------------------------------------------


def _read_achievements(table: Table, chart: Chart, sheets: list[Sheet]) -> list[tuple[list[int], list[int]]]:
    for name in table.achievements:
        need(name in ROW_NAMES, "achievements", f"there is no row {name!r:.40}; there are {', '.join(ROW_NAMES)}")
    won = []
    for row, name in enumerate(ROW_NAMES):
        places = table.achievements.get(name, Places())
        field = f"achievements.{name}"
        seats = [*places.first, *places.second]
        for seat in seats:
            need(seat in range(chart.seats), field, f"{seat} is no seat")
            done = chart.achieved(sheets[seat].before, row)
            need(done, field, f"seat {seat} had not done it when the round began")
        need(len(set(seats)) == len(seats), field, "a seat is named twice")
        won.append((sorted(places.first), sorted(places.second)))
    return won


def _read_crossed(table: Table, chart: Chart) -> list[list[int]]:
    for name, numbers in table.crossed.items():
        field = f"crossed.{name}"
        need(name in ROW_NAMES, field, f"there is no such row; there are {', '.join(ROW_NAMES)}")
        need(not numbers or chart.seats == 1, field, "numbers are crossed out in the solo game only")
        row = ROW_NAMES.index(name)
        allowed = SPEED_POINTS[row] if row < END_ROW else SPEED_POINTS[row][:1]
        for number in numbers:
            need(number in allowed, field, f"{number} cannot be crossed out there")
        need(len(set(numbers)) == len(numbers), field, "a number is crossed out once only")
    return [
        [place for place in range(2) if SPEED_POINTS[row][place] in table.crossed.get(name, [])]
        for row, name in enumerate(ROW_NAMES)
    ]


def _check_row(
    chart: Chart, sheets: list[Sheet], row: int, won: tuple[list[int], list[int]], crossed: list[int]
) -> None:
    """First and second places were given as soon as they could be (CK-26, CK-33)."""
    field = f"achievements.{ROW_NAMES[row]}"
    first, second = won
    need(not first or 0 not in crossed, field, "the number for the first place is crossed out")
    need(not second or 1 not in crossed, field, "the number for the second place is crossed out")
    need(not second or first or 0 in crossed, field, "nobody is second before somebody is first")
    for seat, sheet in enumerate(sheets):
        if seat not in first and seat not in second and chart.achieved(sheet.before, row):
            gone = (first or 0 in crossed) and (second or 1 in crossed)
            need(gone, field, f"seat {seat} has done it as well and must be first or second")


def _check_crossings(table: Table, won: list[tuple[list[int], list[int]]], crossed: list[list[int]]) -> None:
    """One number a round is crossed out, those for first places before those for second ones (CK-33, CK-34)."""
    open_numbers = [
        [row for row in range(END_ROW) if not won[row][place] and place not in crossed[row]] for place in range(2)
    ]
    seconds = any(1 in places for places in crossed[:END_ROW])
    need(not seconds or not open_numbers[0], "crossed", "a 2 or 1 is crossed out only when no 4 or 3 is left")
    number = sum(len(places) for places in crossed[:END_ROW])
    rounds = _rounds_played(table)
    none_left = not any(open_numbers)
    ending = bool(won[END_ROW][0] or crossed[END_ROW])
    expected = {rounds}
    if table.phase == "cross":
        expected = {rounds - 1}
        need(not none_left, "phase", "no number is left to be crossed out")
    elif table.phase == "over":
        expected = {rounds - 1, rounds - 2} if none_left and ending else {rounds - 1}
    elif crossed[END_ROW]:
        expected = {rounds - 1}
    elif ending and none_left:
        expected = {rounds, rounds - 1}
    numbers = " or ".join(map(str, sorted(expected)))
    need(number in expected, "crossed", f"after {rounds} rounds {numbers} numbers are crossed out, not {number}")
    need(not crossed[END_ROW] or none_left, "crossed.end", "it is crossed out when no other number is left")


def _check_end(
    table: Table,
    chart: Chart,
    sheets: list[Sheet],
    won: list[tuple[list[int], list[int]]],
    crossed: list[list[int]],
) -> None:
    """When the game is over and when it is not (CK-27, CK-28, CK-34)."""
    all_blots = all(sheet.blots_before == chart.blots for sheet in sheets)
    ending = bool(won[END_ROW][0] or crossed[END_ROW])
    if table.phase == "over":
        need(all_blots or ending, "phase", "nobody has three complete kingdoms and blots are left: it is not over")
        return
    need(not all_blots, "phase", "all blots are marked: the game is over")
    need(not won[END_ROW][1], "achievements.end", "somebody is second in the last round only: the game is over")
    need(table.phase != "cross" or not crossed[END_ROW], "crossed.end", "in the last round no number is crossed out")


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(
    s: Any,
    table: Table,
    sheets: list[Sheet],
    won: list[tuple[list[int], list[int]]],
    crossed: list[list[int]],
) -> None:
    s.round_number = table.round
    s.first = table.first
    phases = {"play": Phase.PLAY if table.dice else Phase.THROW, "cross": Phase.CROSS, "over": Phase.OVER}
    s.phase = phases[table.phase].value
    for number, name in enumerate(DICE):
        if table.dice:
            die = table.dice[name]
            s.lies_in[number] = _kingdoms(die)
            s.shows[number] = die.drops
            s.taken_by[number] = NOBODY if die.taken_by is None else die.taken_by
    s.thrown = len(table.dice)
    for seat, sheet in enumerate(sheets):
        _write_sheet(s, seat, sheet)
        if sheet.turn:
            _write_turn(s, seat, sheet, sheet.turn)
    for row in range(ROWS):
        for place in range(2):
            s.won[row][place] = _bits(won[row][place])
        s.crossed[row] = _bits(crossed[row])


def _write_sheet(s: Any, seat: int, sheet: Sheet) -> None:
    for colour in range(HUES):
        painted = [area for area in sheet.colours if sheet.colours[area] == colour]
        s.painted[seat][colour] = _set(painted)
        s.painted_before[seat][colour] = _set(area for area in painted if area in sheet.before)
        blocked = 0
        for area in painted:
            blocked |= sheet.chart.neighbours[area]
        s.blocked[seat][colour] = np.uint64(blocked)
    s.free[seat] = _set(area for area in range(AREAS) if area not in sheet.colours)
    s.free_before[seat] = _set(area for area in range(AREAS) if area not in sheet.before)
    s.ready[seat] = sheet.ready
    s.fresh[seat] = sheet.new
    s.used[seat] = sheet.used
    s.ready_before[seat] = sheet.ready_before
    s.used_before[seat] = sheet.used_before
    s.blots[seat] = sheet.player.blots
    s.blots_before[seat] = sheet.blots_before


def _write_turn(s: Any, seat: int, sheet: Sheet, turn: Turn) -> None:
    s.die[seat] = DICE.index(turn.die)
    s.colour[seat] = COLOURS.index(turn.colour)
    s.kingdom[seat] = COLOURS.index(turn.kingdom)
    s.finished[seat] = turn.finished
    if turn.finished:
        return
    home = COLOURS.index(turn.moved_to or turn.kingdom)
    s.home[seat] = home
    s.opened[seat] = 1 << home | _bits(COLOURS.index(name) for name in turn.split_to)
    s.drops[seat] = turn.drops
    for mixture in range(COMPOUND):
        s.mixed[seat][mixture] = turn.mixed.get(COLOURS[BASE + mixture], 0)
    s.choosing[seat] = _bits(turn.choosing)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _set(areas: Iterable[int]) -> np.uint64:
    return np.uint64(_bits(areas))
