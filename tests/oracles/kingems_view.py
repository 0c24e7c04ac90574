"""What is seen of a KinGems table in plain Python, to test the compiled views against.

Tiles, pawns and crystals owned are public, and every showing is to all, so all seats and spectators see the same. With
the option `memory` what was shown stays in view; without it only what was shown in the turn being played (KG-28).
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.play import CHANCE
from pentarchy.engine.result import places
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    CRYSTALS,
    CRYSTALS_OF_A_COLOUR,
    LONE_TRANSPARENTS,
    MODES,
    PAIRED_TRANSPARENTS,
    PLACES,
    TILES,
    TRANSPARENT,
    Board,
    Spot,
)
from pentarchy.games.kingems.moves import content_text
from pentarchy.games.kingems.rules import NOBODY, NOT_SHOWN, NOWHERE, PLATFORM, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.spec import Buffer, Event, Options

PHASES = {
    Phase.TURN: "turn",
    Phase.PAY: "pay",
    Phase.SECOND: "second",
    Phase.GO: "go",
    Phase.TAKE: "take",
    Phase.OVER: "over",
}
BEFORE_THE_MOVE = (Phase.TURN, Phase.SHOW_FIRST, Phase.PAY, Phase.SECOND, Phase.SHOW_SECOND, Phase.GO)
SEAT_COLOURS = ("red", "blue", "yellow", "green")
State = Any  # as `read` makes it
IN_THE_BOX = dict.fromkeys(COLOURS, CRYSTALS_OF_A_COLOUR) | {TRANSPARENT: LONE_TRANSPARENTS + PAIRED_TRANSPARENTS}


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table, and of the cells what may be seen of them now; the same for all seats."""
    s = read(buffer)
    board = board_of(s)
    gone = taken_in_all(s)
    return {
        "phase": PHASES.get(Phase(s.phase), "chance"),
        "first": seat_or_none(s.first),
        "acting": seat_or_none(s.acting),
        "tiles": [_tile(s, board, cell) for cell in range(s.laid)],
        "players": [_player(s, board, player) for player in range(s.seats)],
        "turned": turned_cells(s),
        **_ways(s, board),
        "takeable": takeable(s),
        "left": {name: number - gone[name] for name, number in IN_THE_BOX.items()},
        "discarded": discarded(s),
        "quiet": s.quiet,
        "winner": seat_or_none(s.winner),
        "standings": breakdown(buffer),
    }


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Everything is heard by all; but without `memory` what was shown is forgotten when its turn is over (KG-28)."""
    s = buffer.view(rules.STATE)[0]
    if s.memory:
        return events
    now = len(events) if s.acting == NOBODY else _beginning_of_the_turn(events, int(s.acting))
    return [event for number, event in enumerate(events) if number >= now or not _shows_a_cell(event)]


def _beginning_of_the_turn(events: Sequence[Event], acting: int) -> int:
    """Where the moves of the turn being played begin; behind the end if there is none yet.

    What another player's last move has shown comes after that move, so it is not enough to go back to that.
    """
    beginning = len(events)
    for number in reversed(range(len(events))):
        if events[number].seat == acting:
            beginning = number
        elif events[number].seat != CHANCE:
            break
    return beginning


def _shows_a_cell(event: Event) -> bool:
    return event.seat == CHANCE and event.code >= rules.CONTENT_DRAWN


def reveals(before: Buffer, after: Buffer) -> bool:
    """Whether a move showed a cell that could not be seen before; one never shown before is an outcome of chance."""
    if before.view(rules.STATE)[0].memory:
        return False
    visible = shown_now(read(before))
    return any(CELLS[cell] not in visible for cell in _shown_by(before, after))


def known(buffer: Buffer, seat: int) -> Buffer:
    """The state as somebody knows it who forgets what is no longer in view; all of it with `memory` (KG-28).

    A cell out of view may hold anything that is not known to be elsewhere. One from which something was taken is
    reckoned to be empty. If only a transparent was taken it may have been the lone one: one such cell is supposed to be
    that, and what else may lie in the others is left out of what can still be found, the commonest colours first.
    """
    if buffer.view(rules.STATE)[0].memory:
        return buffer
    supposed = buffer.copy()
    s, seen = supposed.view(rules.STATE)[0], read(buffer)
    visible = {cell for cell in shown_cells(seen) if CELLS[cell] in shown_now(seen)}
    for cell in shown_cells(seen):
        if cell not in visible:
            s.found[cell] = _content("+".join(taken(seen, cell)))
    in_view = sum(1 << 8 * (cell // 6) + cell % 6 for cell in visible)
    s.coloured &= np.uint64(in_view)
    s.clear &= np.uint64(in_view)
    _count_hidden(s)
    return supposed


def _content(written: str) -> int:
    """What a cell held, as the rules know it, or NOT_SHOWN for nothing."""
    return next((code for code in range(rules.CONTENTS) if content_text(code) == written), NOT_SHOWN)


def _count_hidden(s: Any) -> None:
    """Count anew what lies in cells that are as if they had never been shown."""
    found = [int(content) for content in s.found if content != NOT_SHOWN]
    lone = found.count(rules.LONE)
    colours = [
        CRYSTALS_OF_A_COLOUR - sum(content & 7 == c for content in found if content != rules.LONE)
        for c in range(rules.COLOURS)
    ]
    for _ in range(1, lone):
        colours[colours.index(max(colours))] -= 1
    s.hidden[:] = colours
    s.hidden_lone = 0 if lone else LONE_TRANSPARENTS
    s.hidden_cells = sum(colours) + int(s.hidden_lone)
    clear = sum(content >= rules.LONE for content in found)
    left = LONE_TRANSPARENTS + PAIRED_TRANSPARENTS - clear - int(s.hidden_lone)
    s.hidden_pairs = min(left, sum(colours))


def glimpse(before: Buffer, after: Buffer) -> dict[str, Any]:
    """What a seat's move has shown to all: what lay under the tile it turned, or where its pawn stopped.

    Without `memory` a turn that ends with nothing to take hides the cell again at once, so views alone would never show
    it (KG-11, KG-19, KG-28).
    """
    shown = _shown_by(before, after)
    if not shown:
        return {}
    s = read(after)
    return {"cells": {CELLS[cell]: lying(s, cell) for cell in shown}}


def _shown_by(before: Buffer, after: Buffer) -> list[int]:
    was, now = before.view(rules.STATE)[0], after.view(rules.STATE)[0]
    if was.phase == Phase.GO:
        goal = int(now.at[was.acting])
        return [] if goal == PLATFORM else [goal]
    return [int(cell) for cell in np.flatnonzero(was.quarters != now.quarters)]


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, how many places of the card are covered, and by what (KG-22, KG-29)."""
    s = read(buffer)
    rows = [_points(s, seat) for seat in range(s.seats)]
    ranks = places([row["points"] + PLACES * row["won"] for row in rows])
    for row, place in zip(rows, ranks, strict=True):
        row["place"] = place
    return rows


# --- Reading the state ------------------------------------------------------------------------------------------------


def read(buffer: Buffer) -> State:
    """The state as plain numbers and lists, which Python reads much faster than fields of a record."""
    record = buffer.view(rules.STATE)[0]
    return SimpleNamespace(**{name: record[name].tolist() for name in rules.STATE.names or ()})


def seat_or_none(seat: int) -> int | None:
    """A seat, or None for nobody."""
    return None if seat == NOBODY else seat


def board_of(s: State) -> Board:
    """The tiles laid so far."""
    return Board([(TILES[s.kind[cell]], s.quarters[cell]) for cell in range(s.laid)])


def pawn_of(s: State, seat: int) -> Spot | None:
    """The spot of a pawn, None on the platform."""
    return None if s.at[seat] == PLATFORM else (s.at[seat], s.path[seat])


def pawn_text(s: State, board: Board, seat: int) -> str:
    """`platform`, `c3` or `c3 ne`."""
    pawn = pawn_of(s, seat)
    return "platform" if pawn is None else board.name(pawn)


def turned_cells(s: State) -> list[str]:
    """The tiles turned in this turn."""
    return [CELLS[cell] for cell in s.turned if cell != NOWHERE]


def shown_now(s: State) -> list[str]:
    """The cells shown in the turn being played: under turned tiles, and under the pawn that is to take something."""
    goal = [CELLS[s.at[s.acting]]] if s.phase == Phase.TAKE else []
    return turned_cells(s) + goal


def shown_cells(s: State) -> list[int]:
    """The cells that have ever been shown."""
    return [cell for cell, content in enumerate(s.found) if content != NOT_SHOWN]


def first_found(s: State, cell: int) -> list[str]:
    """What a cell held when it was first shown."""
    return content_text(s.found[cell]).split("+")


def lying(s: State, cell: int) -> list[str]:
    """What a shown cell holds now."""
    square = 8 * (cell // 6) + cell % 6
    there = {TRANSPARENT: s.clear >> square & 1}
    return [name for name in first_found(s, cell) if there.get(name, s.coloured >> square & 1)]


def taken(s: State, cell: int) -> list[str]:
    """What has been taken from a cell."""
    if s.found[cell] == NOT_SHOWN:
        return []
    left = lying(s, cell)
    return [name for name in first_found(s, cell) if name not in left]


def taken_in_all(s: State) -> dict[str, int]:
    """How many crystals of each sort have been taken from the cells."""
    gone = [name for cell in shown_cells(s) for name in taken(s, cell)]
    return {name: gone.count(name) for name in CRYSTALS}


def crystals(s: State, seat: int) -> list[str]:
    """What a seat owns: in the advanced mode place by place, else colours and then transparents."""
    if MODES[s.mode] == "advanced":
        task = task_of(s, seat)
        return [TRANSPARENT if s.stand_ins[seat] >> place & 1 else task[place] for place in range(s.filled[seat])]
    colours = [name for index, name in enumerate(COLOURS) if s.owned[seat] >> index & 1]
    return colours + [TRANSPARENT] * s.clears[seat]


def discarded(s: State) -> list[str]:
    """The crystals that have left the game."""
    held = [name for seat in range(s.seats) for name in crystals(s, seat)]
    gone = taken_in_all(s)
    return [name for name in CRYSTALS for _ in range(gone[name] - held.count(name))]


def takeable(s: State) -> list[str]:
    """What may be taken now by the one who has come to a dead end."""
    if s.phase != Phase.TAKE:
        return []
    owned = crystals(s, s.acting)
    there = lying(s, s.at[s.acting])
    if MODES[s.mode] == "advanced":
        fitting = {task_of(s, s.acting)[len(owned)], TRANSPARENT}
        return [name for name in there if name in fitting]
    return [name for name in there if name == TRANSPARENT or name not in owned]


def task_of(s: State, seat: int) -> tuple[str, ...]:
    """The colours on a seat's card; none before it is dealt."""
    return () if s.card[seat] == NOBODY else CARDS[MODES[s.mode]][s.card[seat]]


# --- Parts of a view --------------------------------------------------------------------------------------------------


def _tile(s: State, board: Board, cell: int) -> dict[str, Any]:
    tile, quarters = board.tiles[cell]
    visible = s.found[cell] != NOT_SHOWN and (s.memory or CELLS[cell] in shown_now(s))
    return {
        "cell": CELLS[cell],
        "kind": tile.kind,
        "rotation": 90 * quarters,
        "paths": board.paths[cell],
        "shown": lying(s, cell) if visible else None,
        "taken": taken(s, cell),
    }


def _player(s: State, board: Board, seat: int) -> dict[str, Any]:
    task = task_of(s, seat)
    owned = crystals(s, seat)
    filling = owned if MODES[s.mode] == "advanced" else [name if name in owned else None for name in task]
    return {
        "seat": seat,
        "colour": SEAT_COLOURS[seat],
        "card": None if s.card[seat] == NOBODY else s.card[seat] + 1,
        "places": [*filling, *[None] * (len(task) - len(filling))],
        "beside": [] if MODES[s.mode] == "advanced" else [name for name in owned if name not in task],
        "pawn": pawn_text(s, board, seat),
    }


def _ways(s: State, board: Board) -> dict[str, Any]:
    """The tunnel of the pawn that is to move, where it may stop as the tiles lie, and how it comes there."""
    if s.phase not in BEFORE_THE_MOVE:
        return {"tunnel": [], "ways": [], "ring": None, "goals": [], "can_return": False, "return_by": None}
    pawn = pawn_of(s, s.acting)
    tunnel, goals = sorted(board.tunnel(pawn)), sorted(board.goals(pawn))
    away = _steps(board, [pawn] if pawn else [spot for spot in tunnel if CELLS[spot[0]] in CENTRE])
    before = {spot: min((n for n in _joined(board, spot) if away[n] < away[spot]), default=None) for spot in tunnel}
    full = MODES[s.mode] == "advanced" and s.filled[s.acting] == PLACES
    central = [spot for spot in tunnel if CELLS[spot[0]] in CENTRE and full and board.can_return(pawn)]
    return {
        "tunnel": [board.name(spot) for spot in tunnel],
        "ways": [None if spot is None else tunnel.index(spot) for spot in before.values()],
        "ring": [tunnel.index(spot) for spot in _ring(board, away, before)] if pawn in goals else None,
        "goals": [board.name(spot) for spot in goals],
        "can_return": full and board.can_return(pawn),
        "return_by": board.name(min(central, key=lambda spot: (away[spot], spot))) if central else None,
    }


def _joined(board: Board, spot: Spot) -> list[Spot]:
    found = [board.beyond(spot[0], side) for side in board.paths[spot[0]][spot[1]]]
    return [other for other in found if other is not None]


def _steps(board: Board, start: list[Spot]) -> dict[Spot, int]:
    """How many tiles every spot of a tunnel is away."""
    away = dict.fromkeys(start, 0)
    edge = list(start)
    for spot in edge:
        for other in _joined(board, spot):
            if other not in away:
                away[other] = away[spot] + 1
                edge.append(other)
    return away


def _ring(board: Board, away: dict[Spot, int], before: dict[Spot, Spot | None]) -> tuple[Spot, Spot]:
    """The joint that is on no nearest way, and by which the way round is the shortest."""
    joints = [(a, b) for a in away for b in _joined(board, a) if a < b and before[b] != a and before[a] != b]
    return min(joints, key=lambda joint: (away[joint[0]] + away[joint[1]], joint))


def _points(s: State, seat: int) -> dict[str, Any]:
    """What covers a seat's card: colours, and transparents in pairs (basic) or one by one (advanced)."""
    task, owned = task_of(s, seat), crystals(s, seat)
    clear = owned.count(TRANSPARENT)
    if MODES[s.mode] == "advanced":
        colours, transparents = [name for name in owned if name != TRANSPARENT], clear
    else:
        colours = [name for name in task if name in owned]
        transparents = min(clear // 2, len(task) - len(colours))
    return {
        "seat": seat,
        "points": len(colours) + transparents,
        "colours": colours,
        "by_transparents": transparents,
        "won": s.winner == seat,
    }
