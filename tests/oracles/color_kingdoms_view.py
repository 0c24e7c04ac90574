"""What is seen of Colour Kingdoms, in plain Python: views, points row by row as on the sheet, and positions.

Who has not finished the round's turn sees the others' sheets as they were when the round began, and so does a spectator
until the round is over (CK-12). Dice, who took them from where and as which colour, who has finished, and achievements
are public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pentarchy.engine.play import CHANCE
from pentarchy.engine.result import places
from pentarchy.games.color_kingdoms import dice, maps, rules
from pentarchy.games.color_kingdoms import position as positions
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS,
    AREAS_OF_A_KINGDOM,
    BASE,
    COLOURS,
    DICE,
    LETTERS,
    MONSTERS,
    RATINGS,
    SPELLS,
    TAMED_POINTS,
)
from pentarchy.games.color_kingdoms.rules import DROP, END_ROW, NOBODY, NOTHING, SUPPLIES, Phase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pentarchy.engine.spec import Buffer, Event, Options, Position

ROW_NAMES = (*COLOURS, *MONSTERS, "end")
SPEED_POINTS: list[list[int]] = rules.SPEED_POINTS.tolist()
SUPPLY_NAMES = SPELLS + COLOURS  # spells, then drops by their colour
RATING_NAMES = ("below 50", "50–59", "60–69", "70 and more")


class Sheet(NamedTuple):
    """A sheet as it is now, or as it was when the round began."""

    colours: list[int | None]  # of every area
    ready: list[int]
    new: list[int]
    used: list[int]
    blots: int

    def land(self, kingdom: int) -> list[int | None]:
        """The colours of a kingdom's areas."""
        start = kingdom * AREAS_OF_A_KINGDOM
        return self.colours[start : start + AREAS_OF_A_KINGDOM]


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything that is public, and the sheets as far as the seat may look at them."""
    s = buffer.view(rules.STATE)[0]
    sheets = [sheet_of(s, player, live=is_live(s, player, seat)) for player in range(s.seats)]
    rounds = rounds_of_a_throw(s)
    board = maps.load(options["map"])
    return {
        "phase": _phase(s, seat),
        "round": int(s.round_number),
        "throw": (int(s.round_number) - 1) // rounds + 1,
        "round_of_throw": (int(s.round_number) - 1) % rounds + 1,
        "rounds_per_throw": rounds,
        "last_round": s.phase in (Phase.THROW, Phase.PLAY) and has_end_come(s),
        "first": None if s.first == NOBODY else int(s.first),
        "dice": _dice(s),
        "players": [_player(s, player, seat, sheets[player]) for player in range(s.seats)],
        "achievements": _speed(s),
        "crossed": crossed(s),
        "standings": _standings(s, sheets),
        "cells": dict(zip(SPELLS, board.spell_cells, strict=True)) | {"tower": board.tower_cells, "blot": board.blots},
        "places": _places(s, board),
    }


def prepare(options: Options) -> None:
    """Compute what views of a map need and what takes long the first time: where dice may be drawn."""
    board = maps.load(options["map"])
    for scale in dice.SCALES:
        dice.spots_of(board, scale)


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Everything but what others have painted and cast in this round, as long as the seat may not see it."""
    s = buffer.view(rules.STATE)[0]
    hidden = {player for player in range(s.seats) if s.die[player] != NOTHING and not is_live(s, player, seat)}
    told = []
    for event in reversed(events):
        if event.seat != CHANCE and event.seat in hidden:
            if event.code < rules.PAINT:
                hidden.discard(event.seat)  # what it did before it took this round's die is long known
            elif event.code != rules.DONE:
                continue
        told.append(event)
    return told[::-1]


def secret(action: int) -> bool:
    """Taking a die is seen by all, and so is a crossed number; the rest happens on one's own sheet."""
    return rules.PAINT <= action < rules.CROSS


def reveals(before: Buffer, after: Buffer) -> bool:
    """Who ends a turn sees the sheets of the others."""
    was, now = before.view(rules.STATE)[0], after.view(rules.STATE)[0]
    round_over = was.round_number != now.round_number or was.phase != now.phase
    return bool(was.seats > 1 and (round_over or (was.finished != now.finished).any()))


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, the points, and every row of the sheet (CK-29 to CK-31)."""
    s = buffer.view(rules.STATE)[0]
    return _standings(s, [sheet_of(s, seat, live=True) for seat in range(s.seats)])


def position(buffer: Buffer) -> Position:
    """Full information, in the format of docs/rules/color_kingdoms.md."""
    s = buffer.view(rules.STATE)[0]
    return {
        "phase": {Phase.CROSS: "cross", Phase.OVER: "over"}.get(Phase(int(s.phase)), "play"),
        "round": int(s.round_number),
        "first": int(s.first),
        "dice": {
            DICE[die]: {
                "drops": int(s.shows[die]),
                "in": "+".join(kingdoms_in(s.lies_in[die])),
                "taken_by": _seat(s.taken_by[die]),
            }
            for die in range(s.thrown)
        },
        "players": [_written_player(s, seat) for seat in range(s.seats)],
        "achievements": achievements(s),
        "crossed": crossed(s),
    }


def load_position(buffer: Buffer, position: Position) -> None:
    """Write a position into a freshly begun buffer, or raise PositionError."""
    positions.load(buffer.view(rules.STATE)[0], position)


# --- Reading the state ------------------------------------------------------------------------------------------------


def is_live(s: Any, player: int, viewer: int | None) -> bool:
    """Whether somebody sees a player's sheet as it is now (CK-12)."""
    if s.seats == 1 or s.phase != Phase.PLAY or player == viewer:
        return True
    return viewer is not None and bool(s.finished[viewer])


def sheet_of(s: Any, seat: int, *, live: bool) -> Sheet:
    """A player's sheet now, or as it was when the round began."""
    painted = (s.painted if live else s.painted_before)[seat].tolist()
    colours: list[int | None] = [None] * AREAS
    for colour, areas in enumerate(painted):
        for area in range(AREAS):
            if areas >> area & 1:
                colours[area] = colour
    if live:
        return Sheet(colours, s.ready[seat].tolist(), s.fresh[seat].tolist(), s.used[seat].tolist(), int(s.blots[seat]))
    ready, used = s.ready_before[seat].tolist(), s.used_before[seat].tolist()
    return Sheet(colours, ready, [0] * SUPPLIES, used, int(s.blots_before[seat]))


def rounds_of_a_throw(s: Any) -> int:
    """How many rounds the four dice last."""
    return rules.THROWN // int(s.seats)


def has_end_come(s: Any) -> bool:
    """Whether no round follows the next one (CK-27, CK-34)."""
    return bool(s.won[END_ROW][0] or s.crossed[END_ROW])


def kingdoms_in(kingdoms: Any) -> list[str]:
    """The names of a set of kingdoms."""
    return [colour for kingdom, colour in enumerate(COLOURS) if int(kingdoms) >> kingdom & 1]


def seats_in(seats: Any) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(rules.SEATS) if int(seats) >> seat & 1]


def achievements(s: Any) -> dict[str, dict[str, list[int]]]:
    """Who was first and who was second, row by row (CK-26)."""
    return {
        name: {"first": seats_in(first), "second": seats_in(second)}
        for name, (first, second) in zip(ROW_NAMES, s.won.tolist(), strict=True)
    }


def _speed(s: Any) -> dict[str, dict[str, Any]]:
    """The same with the points for being first and second, and whether they can still be had (CK-25, CK-33)."""
    shown: dict[str, dict[str, Any]] = {}
    for name, winners in achievements(s).items():
        points = [4, 2] if name in COLOURS else [3, 1]
        gone = crossed(s)[name]
        is_open = [not winners["first"] and points[0] not in gone, not winners["second"] and points[1] not in gone]
        shown[name] = winners | {"points": points, "open": is_open}
    return shown


def crossed(s: Any) -> dict[str, list[int]]:
    """The numbers crossed out in the solo game, row by row (CK-33)."""
    return {
        name: [number for place, number in enumerate(points) if crossed >> place & 1]
        for name, points, crossed in zip(ROW_NAMES, SPEED_POINTS, s.crossed.tolist(), strict=True)
    }


# --- Points, row by row -----------------------------------------------------------------------------------------------


def _standings(s: Any, sheets: list[Sheet]) -> list[dict[str, Any]]:
    rows = [_row(s, seat, sheet) for seat, sheet in enumerate(sheets)]
    merits = [(row["points"] << 20) - row["lost"] for row in rows]
    for row, place in zip(rows, places(merits), strict=True):
        row["place"] = place
    return rows


def _row(s: Any, seat: int, sheet: Sheet) -> dict[str, Any]:
    """The points of a sheet (CK-29 to CK-31)."""
    awards = _awards(s, seat)
    kingdoms = {colour: _points_of_kingdom(s, sheet, kingdom, awards) for kingdom, colour in enumerate(COLOURS)}
    monsters = {monster: _points_of_monsters(s, sheet, kind, awards) for kind, monster in enumerate(MONSTERS)}
    of_monsters = sum(row["points"] for row in monsters.values())
    points = sum(row["points"] for row in kingdoms.values()) + of_monsters + awards["end"] - sheet.blots
    rating = {"rating": RATING_NAMES[sum(points >= bound for bound in RATINGS)]} if s.seats == 1 else {}
    return {
        "seat": seat,
        "points": points,
        "kingdoms": kingdoms,
        "monsters": monsters,
        "monster_points": of_monsters,
        "end": awards["end"],
        "blots": sheet.blots,
        "lost": sheet.blots + sum(row["unpainted"] for row in monsters.values()),
    } | rating


def _awards(s: Any, seat: int) -> dict[str, int]:
    """The points for speed that a seat has, row by row (CK-25)."""
    return {
        name: sum(number for number, seats in zip(points, won, strict=True) if seats >> seat & 1)
        for name, points, won in zip(ROW_NAMES, SPEED_POINTS, s.won.tolist(), strict=True)
    }


def _points_of_kingdom(s: Any, sheet: Sheet, kingdom: int, awards: Mapping[str, int]) -> dict[str, int]:
    """Achievement, capital and colours (CK-29)."""
    land = sheet.land(kingdom)
    start = kingdom * AREAS_OF_A_KINGDOM
    built = any(
        colour == kingdom and int(s.sites[rules.CAPITAL]) >> area & 1 for area, colour in enumerate(land, start)
    )
    row = {
        "achievement": awards[COLOURS[kingdom]],
        "capital": int(s.capital_points[kingdom]) if built else 0,
        "colours": len(set(land) - {None}),
    }
    return row | {"points": sum(row.values())}


def _points_of_monsters(s: Any, sheet: Sheet, kind: int, awards: Mapping[str, int]) -> dict[str, int]:
    """Achievement, tamed and unpainted monsters (CK-30); `tamed` and `unpainted` are numbers of areas."""
    here = int(s.sites[rules.FIRST_MONSTER + kind])
    colours = {area: sheet.colours[area] for area in range(AREAS) if here >> area & 1}
    own = s.own.tolist()
    tamed = sum(colour is not None and own[colour] >> area & 1 for area, colour in colours.items())
    unpainted = list(colours.values()).count(None)
    achievement = awards[MONSTERS[kind]]
    return {
        "achievement": achievement,
        "tamed": tamed,
        "unpainted": unpainted,
        "points": achievement + TAMED_POINTS[kind] * tamed - unpainted,
    }


# --- Parts of a view --------------------------------------------------------------------------------------------------


def _phase(s: Any, seat: int | None) -> str:
    """What the seat is to do; for who has nothing to do now, what others are doing."""
    if s.phase == Phase.OVER:
        return "over"
    if s.phase == Phase.CROSS:
        return "cross"
    if s.phase != Phase.PLAY:
        return "chance"
    if seat is not None and s.die[seat] != NOTHING and not s.finished[seat]:
        return "paint"
    return "take" if any(s.die[player] == NOTHING for player in range(s.seats)) else "paint"


def _places(s: Any, board: maps.Map) -> list[dict[str, Any]] | None:
    if s.thrown < len(DICE):
        return None
    return [_as_written(place) for place in dice.places(board, [int(kingdoms) for kingdoms in s.lies_in])]


def _as_written(place: Mapping[str, Any]) -> dict[str, Any]:
    """As it is when it has been written as JSON: tuples are lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in place.items()}


def _dice(s: Any) -> list[dict[str, Any]]:
    return [
        {
            "die": name,
            "drops": int(s.shows[die]) if die < s.thrown else None,
            "kingdoms": kingdoms_in(s.lies_in[die]),
            "taken_by": _seat(s.taken_by[die]),
        }
        for die, name in enumerate(DICE)
    ]


def _seat(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


def _player(s: Any, player: int, viewer: int | None, sheet: Sheet) -> dict[str, Any]:
    live = is_live(s, player, viewer)
    painting = s.die[player] != NOTHING and not s.finished[player]
    return {
        "seat": player,
        "die": _die(s, player),
        "finished": bool(s.finished[player]),
        "live": live,
        "areas": {
            name: None if colour is None else COLOURS[colour]
            for name, colour in zip(AREA_NAMES, sheet.colours, strict=True)
        },
        "spells": {name: _supply(sheet, spell) for spell, name in enumerate(SPELLS)},
        "drops": {name: _supply(sheet, DROP + colour) for colour, name in enumerate(COLOURS)},
        "blots": sheet.blots,
        "turn": _turn(s, player) if live and painting else None,
        "awards": _awards(s, player),
        "complete": [name for kingdom, name in enumerate(COLOURS) if None not in sheet.land(kingdom)],
    }


def _die(s: Any, seat: int) -> dict[str, Any] | None:
    """The die that a seat has taken in this round."""
    die = int(s.die[seat])
    if die == NOTHING:
        return None
    return {
        "die": DICE[die],
        "colour": COLOURS[s.colour[seat]],
        "kingdom": COLOURS[s.kingdom[seat]],
        "drops": int(s.shows[die]),
    }


def _supply(sheet: Sheet, supply: int) -> dict[str, int]:
    return {"ready": sheet.ready[supply], "new": sheet.new[supply], "used": sheet.used[supply]}


def _turn(s: Any, seat: int) -> dict[str, Any]:
    """What is left of the drops, where they may go, and the towers whose drop's colour is to be chosen."""
    return {
        "drops": int(s.drops[seat]),
        "mixed": _mixed(s, seat),
        "kingdoms": kingdoms_in(s.opened[seat]),
        "moved": bool(s.home[seat] != s.kingdom[seat]),
        "blot": bool(s.drops[seat] + sum(s.mixed[seat].tolist()) > 0 and s.blots[seat] < s.blots_on_a_sheet),
        "choosing": _choosing(s, seat),
        "exceptions": _exceptions(s, seat),
    }


def _exceptions(s: Any, seat: int) -> list[dict[str, Any]]:
    """Where a drop at hand can be painted only with an exception, by its colour (CK-22)."""
    if not s.ready[seat][rules.EXCEPTION_SPELL] or _choosing(s, seat):
        return []
    colours = sheet_of(s, seat, live=True).colours
    found = []
    for colour, name in enumerate(COLOURS):
        mixed = colour >= BASE and s.mixed[seat][colour - BASE]
        from_die = mixed or (colour == s.colour[seat] and s.drops[seat])
        open_areas = [
            area
            for area in range(AREAS)
            if colours[area] is None
            and (s.ready[seat][DROP + colour] or (from_die and int(s.opened[seat]) >> area // AREAS_OF_A_KINGDOM & 1))
        ]
        costly = [
            AREA_NAMES[area]
            for area in open_areas
            if any(colours[other] == colour for other in range(AREAS) if int(s.neighbours[area]) >> other & 1)
        ]
        if costly:
            found.append({"colour": name, "areas": costly})
    return found


def _mixed(s: Any, seat: int) -> dict[str, int]:
    return {COLOURS[BASE + mixture]: count for mixture, count in enumerate(s.mixed[seat].tolist()) if count}


def _choosing(s: Any, seat: int) -> list[int]:
    return [tower for tower in range(s.tower_count) if int(s.choosing[seat]) >> tower & 1]


# --- Parts of a position ----------------------------------------------------------------------------------------------


def _written_player(s: Any, seat: int) -> dict[str, Any]:
    """The sheet as it is now, and what has happened on it in this round."""
    sheet = sheet_of(s, seat, live=True)
    return {
        "areas": {
            name: "".join("." if colour is None else LETTERS[colour] for colour in sheet.land(kingdom))
            for kingdom, name in enumerate(COLOURS)
        },
        "spells": {name: _supply(sheet, spell) for spell, name in enumerate(SPELLS)},
        "drops": {name: _supply(sheet, DROP + colour) for colour, name in enumerate(COLOURS)},
        "blots": sheet.blots,
        "turn": None if s.die[seat] == NOTHING else _written_turn(s, seat, sheet),
    }


def _written_turn(s: Any, seat: int, sheet: Sheet) -> dict[str, Any]:
    before = sheet_of(s, seat, live=False)
    spent = {
        name: sheet.used[supply] - before.used[supply]
        for supply, name in enumerate(SUPPLY_NAMES)
        if sheet.used[supply] > before.used[supply]
    }
    turn = {
        "die": DICE[s.die[seat]],
        "colour": COLOURS[s.colour[seat]],
        "kingdom": COLOURS[s.kingdom[seat]],
        "painted": [
            name
            for name, now, earlier in zip(AREA_NAMES, sheet.colours, before.colours, strict=True)
            if now is not None and earlier is None
        ],
        "spent": spent,
        "finished": bool(s.finished[seat]),
    }
    if s.finished[seat]:
        return turn | {"blot": sheet.blots > before.blots}
    home = int(s.home[seat])
    return turn | {
        "drops": int(s.drops[seat]),
        "mixed": _mixed(s, seat),
        "moved_to": COLOURS[home] if home != s.kingdom[seat] else None,
        "split_to": kingdoms_in(int(s.opened[seat]) & ~(1 << home)),
        "choosing": _choosing(s, seat),
    }
