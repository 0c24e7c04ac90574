"""What is seen of a Kingdomino table, a second time: square by square in plain Python, to compare views with.

Everything is public but the dominoes to come (KD-24), and those are not in the state, so every seat has the same view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pentarchy.games.kingdomino import rules
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS, Square
from pentarchy.games.kingdomino.rules import REACH, ROW64, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.spec import Buffer, Options

Cell = tuple[int, int]
Squares = dict[Cell, Square]

PHASES = {Phase.CLAIM: "claim", Phase.PLACE: "place", Phase.OVER: "over"}


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table."""
    s = buffer.view(rules.STATE)[0]
    phase = Phase(int(s.phase))
    rows = breakdown(buffer)
    waiting = numbers_in(s.waiting)
    to_place = waiting[1:] if phase == Phase.CLAIM else waiting
    return {
        "phase": PHASES.get(phase, "chance"),
        "round": int(s.round_number),
        "rounds": int(s.rounds),
        "game_number": int(s.game_number),
        "games": int(s.games),
        "size": int(s.longest),
        "kingdoms": [_kingdom(s, player, rows[player]["points"]) for player in range(s.seats)],
        "line": [_lying(s, number) | {"placed": number not in to_place} for number in numbers_in(s.line)],
        "next_line": [_lying(s, number) for number in numbers_in(s.next_line)],
        "kings_in_hand": s.hand[: s.seats].tolist(),
        "turn": len(set(numbers_in(s.line)) - set(waiting)) if phase in KINGS_ACT and s.round_number else None,
        "unseen": numbers_in(s.unseen),
        "undrawn": _undrawn(s),
        "left_over": numbers_in(s.left_over),
        "earlier": earlier_games(s),
        "standings": rows,
    }


KINGS_ACT = (Phase.CLAIM, Phase.PLACE)


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, every property, the bonuses, and the figures that break ties (KD-16 to KD-21)."""
    s = buffer.view(rules.STATE)[0]
    rows = [_row(s, seat) for seat in range(s.seats)]
    merits = [(row["points"], row["tie_break"]["largest_property"], row["tie_break"]["crowns"]) for row in rows]
    for row, merit in zip(rows, merits, strict=True):
        row["place"] = 1 + sum(other > merit for other in merits)  # KD-17
    return rows


# --- Kingdoms ---------------------------------------------------------------------------------------------------------


def squares_of(s: Any, seat: int) -> Squares:
    """The squares of a kingdom by x, y from the castle, row by row; the castle itself is not among them."""
    squares = {}
    for x, y in extent(s, seat):
        for terrain, land in zip(TERRAINS, s.land[seat], strict=True):
            if on_ring(land, x, y):
                squares[x, y] = Square(terrain, sum(on_ring(level, x, y) for level in s.crowned[seat]))
    return squares


def extent(s: Any, seat: int) -> Iterator[Cell]:
    """Every x, y within the kingdom's bounding box, row by row."""
    left, right, top, bottom = box(s, seat)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            yield x, y


def box(s: Any, seat: int) -> tuple[int, int, int, int]:
    """The bounding box of a kingdom: left, right, top, bottom."""
    columns, rows = int(s.columns[seat]), int(s.rows[seat])
    return (
        (columns & -columns).bit_length() - 1 - REACH,
        columns.bit_length() - 1 - REACH,
        (rows & -rows).bit_length() - 1 - REACH,
        rows.bit_length() - 1 - REACH,
    )


def on_ring(ring: int, x: int, y: int) -> bool:
    """Whether a square is among those on a ring of 64."""
    return bool(int(ring) >> (ROW64 * y + x) % 64 & 1)


def lying_across(s: Any, seat: int) -> set[Cell]:
    """The left squares of the dominoes that lie across."""
    return {(x, y) for x, y in extent(s, seat) if on_ring(s.across[seat], x, y)}


def _kingdom(s: Any, seat: int, points: int) -> dict[str, Any]:
    left, right, top, bottom = box(s, seat)
    squares = squares_of(s, seat)
    return {
        "seat": seat,
        "squares": [{"x": x, "y": y, **square._asdict()} for (x, y), square in squares.items()],
        "dominoes": list(_dominoes(squares, lying_across(s, seat))),
        "left": left,
        "right": right,
        "top": top,
        "bottom": bottom,
        "room": _room(s, left, right, top, bottom),
        "discards": int(s.discards[seat]),
        "points": points,
    }


def _room(s: Any, left: int, right: int, top: int, bottom: int) -> dict[str, int]:
    """As far from each edge as the kingdom may be wide and high (KD-14)."""
    more = int(s.longest) - 1
    return {"left": right - more, "right": left + more, "top": bottom - more, "bottom": top + more}


def _dominoes(squares: Squares, across: set[Cell]) -> Iterator[dict[str, Any]]:
    """Whatever does not lie across stands upright, so in every column the squares left pair off from the top."""
    covered: set[Cell] = set()
    for x, y in squares:
        if (x, y) in covered:
            continue
        facing = "east" if (x, y) in across else "south"
        covered.add((x + 1, y) if facing == "east" else (x, y + 1))
        yield {"x": x, "y": y, "facing": facing}


# --- Points -----------------------------------------------------------------------------------------------------------


def _row(s: Any, seat: int) -> dict[str, Any]:
    reach = int(s.longest) // 2
    central = s.middle_kingdom and box(s, seat) == (-reach, reach, -reach, reach)
    middle_kingdom = 10 if central else 0  # KD-19
    harmony = 5 if s.harmony and s.discards[seat] == 0 else 0  # KD-20
    properties = _properties(squares_of(s, seat))
    this_game = sum(item["points"] for item in properties) + middle_kingdom + harmony
    past = [s.earlier[game][seat].tolist() for game in range(s.game_number - 1)]
    return {
        "seat": seat,
        "points": this_game + sum(points for points, _, _ in past),
        "this_game": this_game,
        "properties": properties,
        "middle_kingdom": middle_kingdom,
        "harmony": harmony,
        "earlier": [points for points, _, _ in past],
        "tie_break": {
            "largest_property": max((item["squares"] for item in properties), default=0) + sum(row[1] for row in past),
            "crowns": sum(item["crowns"] for item in properties) + sum(row[2] for row in past),
        },
    }


def _properties(squares: Squares) -> list[dict[str, Any]]:
    """The most valuable first, then the largest, then terrains in their order (KD-16)."""
    found, seen = [], set[Cell]()
    for cell, square in squares.items():
        if cell in seen:
            continue
        cells = _connected(squares, cell)
        seen |= cells
        crowns = sum(squares[each].crowns for each in cells)
        found.append(
            {"terrain": square.terrain, "squares": len(cells), "crowns": crowns, "points": len(cells) * crowns}
        )
    return sorted(found, key=lambda item: (-item["points"], -item["squares"], TERRAINS.index(item["terrain"])))


def _connected(squares: Squares, start: Cell) -> set[Cell]:
    """All squares of the same terrain that are reached by sides."""
    cells, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beside in squares and beside not in cells and squares[beside].terrain == squares[start].terrain:
                cells.add(beside)
                waiting.append(beside)
    return cells


def earlier_games(s: Any) -> list[dict[str, Any]]:
    """How the finished games of a dynasty ended."""
    return [
        {
            name: s.earlier[game][: s.seats, i].tolist()
            for i, name in enumerate(("points", "largest_property", "crowns"))
        }
        for game in range(s.game_number - 1)
    ]


# --- Lines ------------------------------------------------------------------------------------------------------------


def numbers_in(dominoes: int) -> list[int]:
    """The numbers of a set of dominoes."""
    return [number for number in DOMINOES if int(dominoes) >> number - 1 & 1]


def king_on(s: Any, number: int) -> int | None:
    """The seat whose king stands on a domino."""
    return next((seat for seat in range(s.seats) if number in numbers_in(s.claimed[seat])), None)


def _lying(s: Any, number: int) -> dict[str, Any]:
    return {"domino": number, "king": king_on(s, number)}


def _undrawn(s: Any) -> int:
    """How many dominoes are still to be laid in this game."""
    this_round, rounds = int(s.round_number), int(s.rounds)
    lines = max(1, this_round + 1) if this_round < rounds else rounds
    return int(s.line_size) * (rounds - lines)
