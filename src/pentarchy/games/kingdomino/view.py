"""What is seen of a Kingdomino table: views, points item by item, and positions.

Everything is public but the dominoes to come (KD-24), and those are not in the state, so every seat has the same view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pentarchy.engine.result import places
from pentarchy.games.kingdomino import position as positions
from pentarchy.games.kingdomino import rules
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS, Square
from pentarchy.games.kingdomino.rules import REACH, ROW64, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.engine.spec import Buffer, Event, Options, Position

PHASES = {Phase.CLAIM: "claim", Phase.PLACE: "place", Phase.OVER: "over"}


class Property(NamedTuple):
    """Connected squares of one terrain (KD-16)."""

    terrain: str
    squares: int
    crowns: int

    @property
    def points(self) -> int:
        """Squares times crowns."""
        return self.squares * self.crowns


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table."""
    s = buffer.view(rules.STATE)[0]
    phase = Phase(int(s.phase))
    playing = phase in (Phase.CLAIM, Phase.PLACE)
    return {
        "phase": PHASES.get(phase, "chance"),
        "round": int(s.round_number),
        "rounds": int(s.rounds),
        "game_number": int(s.game_number),
        "games": int(s.games),
        "size": int(s.longest),
        "kingdoms": [_kingdom(s, owner) for owner in range(s.seats)],
        "line": [_lying(s, number) | {"placed": number not in to_place(s)} for number in numbers_in(s.line)],
        "next_line": [_lying(s, number) for number in numbers_in(s.next_line)],
        "kings_in_hand": s.hand[: s.seats].tolist(),
        "turn": turn(s) if playing and s.round_number > 0 else None,
        "unseen": numbers_in(s.unseen),
        "undrawn": undrawn(s),
        "left_over": numbers_in(s.left_over),
        "earlier": earlier_games(s),
        "standings": breakdown(buffer),
    }


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Every move and every draw is seen by all."""
    return events


def reveals(before: Buffer, after: Buffer) -> bool:
    """Nothing is hidden that a move could bring to light."""
    return False


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, every property, the bonuses, and the figures that break ties (KD-16 to KD-21)."""
    s = buffer.view(rules.STATE)[0]
    rows = [_points(s, seat) for seat in range(s.seats)]
    merits = [(row["points"], row["tie_break"]["largest_property"], row["tie_break"]["crowns"]) for row in rows]
    order = sorted(set(merits))
    for row, place in zip(rows, places([order.index(merit) for merit in merits]), strict=True):
        row["place"] = place
    return rows


def position(buffer: Buffer) -> Position:
    """Full information, in the format of docs/rules/kingdomino.md."""
    s = buffer.view(rules.STATE)[0]
    return {
        "game_number": int(s.game_number),
        "earlier": earlier_games(s),
        "round": int(s.round_number),
        "phase": PHASES[Phase(int(s.phase))],
        "turn": turn(s),
        "acting": int(s.acting) if s.round_number == 0 else None,
        "kings_in_hand": s.hand[: s.seats].tolist(),
        "kingdoms": [{"squares": rows_of(s, seat), "discards": int(s.discards[seat])} for seat in range(s.seats)],
        "line": [{"domino": number, "king": king_on(s, number)} for number in numbers_in(s.line)],
        "next_line": [{"domino": number, "king": king_on(s, number)} for number in numbers_in(s.next_line)],
        "gone": gone(s),
        "left_over": numbers_in(s.left_over),
    }


def load_position(buffer: Buffer, position: Position) -> None:
    """Write a position into a freshly begun buffer, or raise PositionError."""
    positions.load(buffer.view(rules.STATE)[0], position)


# --- Reading the state ------------------------------------------------------------------------------------------------


def squares_of(s: Any, seat: int) -> dict[tuple[int, int], Square]:
    """The squares of a kingdom by x, y from the castle; the castle itself is not among them."""
    squares = {}
    for x, y in extent(s, seat):
        for terrain, land in zip(TERRAINS, s.land[seat], strict=True):
            if on_ring(land, x, y):
                squares[x, y] = Square(terrain, sum(on_ring(level, x, y) for level in s.crowned[seat]))
    return squares


def extent(s: Any, seat: int) -> Iterator[tuple[int, int]]:
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


def lying_across(s: Any, seat: int) -> set[tuple[int, int]]:
    """The left squares of the dominoes that lie across."""
    return {(x, y) for x, y in extent(s, seat) if on_ring(s.across[seat], x, y)}


def pieces(squares: dict[tuple[int, int], Square], across: set[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """The dominoes of a kingdom: the left or upper square, and where the other one follows.

    Whatever does not lie across stands upright, so in every column the squares left pair off from the top.
    """
    found = []
    covered = {(x + dx, y) for x, y in across for dx in (0, 1)}
    for x, y in sorted(squares, key=lambda square: (square[1], square[0])):
        if (x, y) in across:
            found.append((x, y, "east"))
        elif (x, y) not in covered:
            found.append((x, y, "south"))
            covered |= {(x, y), (x, y + 1)}
    return found


def rows_of(s: Any, seat: int) -> list[str]:
    """A kingdom as rows of text: `W0-F1 ##` is a domino across, then the castle."""
    squares = squares_of(s, seat)
    across = lying_across(s, seat)
    rows: dict[int, str] = {}
    for x, y in extent(s, seat):
        rows[y] = rows.get(y, "") + _token(squares, x, y) + ("-" if (x, y) in across else " ")
    return [row.rstrip() for row in rows.values()]


def _token(squares: dict[tuple[int, int], Square], x: int, y: int) -> str:
    if (x, y) == (0, 0):
        return "##"
    if (x, y) not in squares:
        return ".."
    terrain, crowns = squares[x, y]
    return f"{terrain[0].upper()}{crowns}"


def properties(squares: dict[tuple[int, int], Square]) -> list[Property]:
    """The properties of a kingdom, the most valuable first."""
    rest = set(squares)
    found = []
    while rest:
        start = rest.pop()
        region, edge = [start], [start]
        while edge:
            x, y = edge.pop()
            for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if neighbour in rest and squares[neighbour].terrain == squares[start].terrain:
                    rest.remove(neighbour)
                    region.append(neighbour)
                    edge.append(neighbour)
        crowns = sum(squares[square].crowns for square in region)
        found.append(Property(squares[start].terrain, len(region), crowns))
    return sorted(found, key=lambda item: (-item.points, -item.squares, TERRAINS.index(item.terrain)))


def numbers_in(dominoes: int) -> list[int]:
    """The numbers of a set of dominoes."""
    return [number for number in DOMINOES if int(dominoes) >> number - 1 & 1]


def king_on(s: Any, number: int) -> int | None:
    """The seat whose king stands on a domino."""
    return next((seat for seat in range(s.seats) if int(s.claimed[seat]) >> number - 1 & 1), None)


def turn(s: Any) -> int:
    """How many kings have finished acting in this round."""
    if s.round_number == 0:
        return (int(s.next_line) & ~int(s.unclaimed)).bit_count()
    return (int(s.line) & ~int(s.waiting)).bit_count()


def to_place(s: Any) -> list[int]:
    """The dominoes of the line that are not yet placed or discarded."""
    waiting = numbers_in(s.waiting)
    return waiting[1:] if s.phase == Phase.CLAIM else waiting


def undrawn(s: Any) -> int:
    """How many dominoes are still to be laid in this game."""
    lines = max(1, int(s.round_number) + 1) if s.round_number < s.rounds else int(s.rounds)
    return int(s.line_size) * (int(s.rounds) - lines)


def gone(s: Any) -> list[int]:
    """Dominoes that have appeared and lie in no line any more."""
    return numbers_in(~(int(s.unseen) | int(s.line) | int(s.next_line)))


def earlier_games(s: Any) -> list[dict[str, Any]]:
    """How the finished games of a dynasty ended."""
    return [
        {
            name: s.earlier[game][: s.seats, i].tolist()
            for i, name in enumerate(("points", "largest_property", "crowns"))
        }
        for game in range(s.game_number - 1)
    ]


# --- Parts of a view --------------------------------------------------------------------------------------------------


def _kingdom(s: Any, seat: int) -> dict[str, Any]:
    squares = squares_of(s, seat)
    return {
        "seat": seat,
        "squares": [
            {"x": x, "y": y, "terrain": square.terrain, "crowns": square.crowns} for (x, y), square in squares.items()
        ],
        "dominoes": [{"x": x, "y": y, "facing": facing} for x, y, facing in pieces(squares, lying_across(s, seat))],
        **dict(zip(("left", "right", "top", "bottom"), box(s, seat), strict=True)),
        "discards": int(s.discards[seat]),
        "points": _points(s, seat)["points"],
    }


def _lying(s: Any, number: int) -> dict[str, Any]:
    halves = DOMINOES[number][1:]
    return {"domino": number, "halves": [half._asdict() for half in halves], "king": king_on(s, number)}


def _points(s: Any, seat: int) -> dict[str, Any]:
    found = properties(squares_of(s, seat))
    middle_kingdom = rules.MIDDLE_KINGDOM_BONUS if s.middle_kingdom and _castle_is_central(s, seat) else 0
    harmony = rules.HARMONY_BONUS if s.harmony and s.discards[seat] == 0 else 0
    this_game = sum(item.points for item in found) + middle_kingdom + harmony
    largest = max((item.squares for item in found), default=0)
    crowns = sum(item.crowns for item in found)
    past = earlier_games(s)
    return {
        "seat": seat,
        "points": this_game + sum(game["points"][seat] for game in past),
        "this_game": this_game,
        "properties": [item._asdict() | {"points": item.points} for item in found],
        "middle_kingdom": middle_kingdom,
        "harmony": harmony,
        "earlier": [game["points"][seat] for game in past],
        "tie_break": {
            "largest_property": largest + sum(game["largest_property"][seat] for game in past),
            "crowns": crowns + sum(game["crowns"][seat] for game in past),
        },
    }


def _castle_is_central(s: Any, seat: int) -> bool:
    reach = int(s.longest) // 2
    return box(s, seat) == (-reach, reach, -reach, reach)
