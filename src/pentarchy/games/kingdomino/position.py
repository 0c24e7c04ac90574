"""Reading positions of Kingdomino that a person wrote or edited, and refusing those that cannot occur.

A kingdom is written as it lies, row by row: a letter for the terrain, a digit for the crowns, `##` for the castle,
`..` for nothing, and `-` between the two halves of a domino that lies across. Halves that stand upright need no mark.
Without any mark the dominoes are found by trying.

    W0-F1 ##
    W1 L0-L0
    W0
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from pentarchy.errors import PositionError
from pentarchy.games.kingdomino.components import DOMINOES, LETTERS, TERRAINS, Square
from pentarchy.games.kingdomino.rules import BESIDE, NOBODY, REACH, ROW, ROW64, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pentarchy.engine.spec import Position

Cell = tuple[int, int]
Squares = dict[Cell, Square]
Face = tuple[Square, Square]
Piece = tuple[Cell, Cell]

TOKEN = re.compile(r"([WFLGSM][0-3]|##|\.\.)(-|\s+|$)")


class Kingdom(msgspec.Struct, forbid_unknown_fields=True):
    """What one player has built."""

    squares: list[str]
    discards: int = 0


class Lying(msgspec.Struct, forbid_unknown_fields=True):
    """A domino of a line and the seat whose king stands on it."""

    domino: int
    king: int | None = None


class Game(msgspec.Struct, forbid_unknown_fields=True):
    """How a finished game of a dynasty ended, per seat."""

    points: list[int]
    largest_property: list[int]
    crowns: list[int]


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written down."""

    game: str
    round: int
    phase: Literal["claim", "place", "over"]
    kingdoms: list[Kingdom]
    options: dict[str, Any] = {}
    turn: int = 0
    line: list[Lying] = []
    next_line: list[Lying] = []
    acting: int | None = None
    kings_in_hand: list[int] | None = None
    gone: list[int] | None = None
    left_over: list[int] = []
    game_number: int = 1
    earlier: list[Game] = []


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    try:
        table = msgspec.convert(position, Table)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    _check_numbers(s, table)
    _check_lines(s, table)
    _check_kings(s, table)
    kingdoms = [_read_kingdom(s, f"kingdoms[{seat}]", kingdom) for seat, kingdom in enumerate(table.kingdoms)]
    _check_pieces_count(s, table, [squares for squares, _, _ in kingdoms])
    available = _available(table)
    laid = _lay_out(kingdoms, available)
    _check_reachable(kingdoms, laid)
    table.gone = _gone(table, kingdoms, laid)
    _write(s, table, [squares for squares, _, _ in kingdoms], laid)


def need(condition: object, field: str, problem: str) -> None:
    """Refuse the position unless the condition holds."""
    if not condition:
        raise PositionError(f"{field}: {problem}")


# --- Numbers, lines, kings --------------------------------------------------------------------------------------------


def _check_numbers(s: Any, table: Table) -> None:
    seats = int(s.seats)
    need(0 <= table.round <= s.rounds, "round", f"{table.round} is not between 0 and {s.rounds}")
    need(len(table.kingdoms) == seats, "kingdoms", f"there are {len(table.kingdoms)}, but {seats} players")
    need(1 <= table.game_number <= s.games, "game_number", f"{table.game_number} is not between 1 and {s.games}")
    need(
        len(table.earlier) == table.game_number - 1,
        "earlier",
        f"game {table.game_number} follows {table.game_number - 1} finished games, not {len(table.earlier)}",
    )
    for i, game in enumerate(table.earlier):
        for name in ("points", "largest_property", "crowns"):
            figures = getattr(game, name)
            need(len(figures) == seats, f"earlier[{i}].{name}", f"there are {len(figures)} figures for {seats} players")
            need(
                all(0 <= figure < 1000 for figure in figures),
                f"earlier[{i}].{name}",
                f"{figures} is not between 0 and 999",
            )
    if table.phase == "over":
        need(table.game_number == s.games, "phase", f"game {table.game_number} of {s.games} is not the last")
        need(table.round == s.rounds, "round", f"the game ends after round {s.rounds}, not {table.round}")
    elif table.phase == "claim":
        need(table.round < s.rounds, "phase", "there is nothing to claim in the last round")
    else:
        need(table.round > 0, "phase", "nothing is placed before round 1")


def _check_lines(s: Any, table: Table) -> None:
    """Every line has its length, ascends, and no domino lies in two places."""
    over = table.phase == "over"
    kings_placed = 0 if table.round == 0 or over else int(s.kings)
    to_claim = 0 if over or table.round == s.rounds else int(s.line_size)
    need(len(table.line) == kings_placed, "line", f"round {table.round} has {kings_placed} dominoes here")
    need(len(table.next_line) == to_claim, "next_line", f"round {table.round} has {to_claim} dominoes here")
    for name, lying in (("line", table.line), ("next_line", table.next_line)):
        numbers = [item.domino for item in lying]
        need(numbers == sorted(numbers), name, f"the numbers {numbers} do not ascend")
    places = {
        "line": [item.domino for item in table.line],
        "next_line": [item.domino for item in table.next_line],
        "gone": table.gone or [],
    }
    seen: set[int] = set()
    for name, numbers in places.items():
        for number in numbers:
            need(number in DOMINOES, name, f"there is no domino {number}")
            need(number not in seen, name, f"domino {number} appears twice")
            seen.add(number)
    left_over = table.round if s.line_size > s.kings else 0
    need(
        len(set(table.left_over)) == len(table.left_over) == left_over,
        "left_over",
        f"after {table.round} lines {left_over} dominoes are left over, not {table.left_over}",
    )
    for number in table.left_over:
        need(number in DOMINOES, "left_over", f"there is no domino {number}")
        if table.gone is None:
            need(number not in seen, "left_over", f"domino {number} appears twice")
        else:
            need(number in table.gone, "left_over", f"domino {number} is not among those gone")
    if table.gone is not None:
        expected = _gone_count(s, table)
        need(
            len(table.gone) == expected,
            "gone",
            f"{expected} dominoes are gone in round {table.round}, not {len(table.gone)}",
        )


def _gone_count(s: Any, table: Table) -> int:
    if table.phase == "over":
        return int(s.line_size) * int(s.rounds)
    whole_lines = max(0, table.round - 1) * int(s.line_size)
    return whole_lines + (len(table.line) and int(s.line_size) - int(s.kings))


def _check_kings(s: Any, table: Table) -> None:
    seats = range(int(s.seats))
    each = int(s.kings) // int(s.seats)
    if table.phase == "over":
        need(table.turn == 0, "turn", "nobody acts any more")
        return
    need(0 <= table.turn < s.kings, "turn", f"{table.turn} is not between 0 and {int(s.kings) - 1}")
    for name, lying in (("line", table.line), ("next_line", table.next_line)):
        for i, item in enumerate(lying):
            if item.king is not None or name == "line":
                need(item.king in seats, f"{name}[{i}].king", f"{item.king} is no seat")
    claims = Counter(item.king for item in table.next_line if item.king is not None)
    if table.round == 0:
        _check_opening(s, table, claims, each)
        return
    need(table.acting is None, "acting", "the line says who acts; only in round 0 it is given")
    need(not any(table.kings_in_hand or ()), "kings_in_hand", "all kings are out after round 0")
    order = [item.king for item in table.line if item.king is not None]
    need(all(order.count(seat) == each for seat in seats), "line", f"the kings are {order}, but everybody has {each}")
    if table.next_line:
        acted = Counter(order[: table.turn])
        need(claims == acted, "next_line", f"kings of {_list(claims)} stand there, but {_list(acted)} have acted")


def _check_opening(s: Any, table: Table, claims: Counter[int], each: int) -> None:
    """Round 0: every king is in the hand, on a domino, or acting (KD-5)."""
    seats = range(int(s.seats))
    acting = table.acting
    if acting is None or acting not in seats:
        raise PositionError(f"acting: in round 0 it is the seat whose king claims, not {acting}")
    need(
        claims.total() == table.turn,
        "next_line",
        f"{claims.total()} kings stand there, but {table.turn} have claimed",
    )
    if table.kings_in_hand is None:
        table.kings_in_hand = [0 if s.snake_opening else each - claims[seat] - (seat == acting) for seat in seats]
    need(len(table.kings_in_hand) == s.seats, "kings_in_hand", f"{table.kings_in_hand} is not one number a player")
    if s.snake_opening:
        need(not any(table.kings_in_hand), "kings_in_hand", "in a snake opening all kings are out at once")
        first = (acting, 1 - acting, 1 - acting, acting)[table.turn]
        order = [first, 1 - first, 1 - first, first]
        need(claims == Counter(order[: table.turn]), "next_line", f"a snake opening goes {order}")
        return
    for seat in seats:
        kings = table.kings_in_hand[seat] + claims[seat] + (seat == acting)
        need(
            kings == each and table.kings_in_hand[seat] >= 0,
            "kings_in_hand",
            f"seat {seat} has {kings} kings with those that claimed or act, not {each}",
        )


def _list(seats: Counter[int]) -> list[int]:
    return sorted(seats.elements())


# --- Kingdoms ---------------------------------------------------------------------------------------------------------


def _read_kingdom(s: Any, field: str, kingdom: Kingdom) -> tuple[Squares, set[Cell], bool]:
    """The squares around the castle, the left halves of dominoes across, and whether any were marked."""
    grid: Squares = {}
    joined: set[Cell] = set()
    castles: list[Cell] = []
    for y, row in enumerate(kingdom.squares):
        for x, (token, dash) in enumerate(_tokens(f"{field}.squares[{y}]", row)):
            if token == "##":
                castles.append((x, y))
            elif token != "..":
                grid[x, y] = Square(LETTERS[token[0]], int(token[1]))
            if dash:
                joined.add((x, y))
    need(len(castles) == 1, f"{field}.squares", f"there is one castle ##, not {len(castles)}")
    ((cx, cy),) = castles
    for x, y in joined:
        both = (x, y) in grid and (x + 1, y) in grid and (x + 1, y) not in joined
        need(both, f"{field}.squares[{y}]", "a dash joins two squares of terrain")
    xs, ys = [x for x, _ in (*grid, (cx, cy))], [y for _, y in (*grid, (cx, cy))]
    extent = max(max(xs) - min(xs), max(ys) - min(ys)) + 1
    need(extent <= s.longest, f"{field}.squares", f"the kingdom is {extent} squares long, more than {s.longest}")
    need(kingdom.discards >= 0, f"{field}.discards", f"{kingdom.discards} is less than nothing")
    squares = {(x - cx, y - cy): square for (x, y), square in grid.items()}
    return squares, {(x - cx, y - cy) for x, y in joined}, bool(joined)


def _tokens(field: str, row: str) -> Iterator[tuple[str, bool]]:
    at = 0
    row = row.strip()
    while at < len(row):
        found = TOKEN.match(row, at)
        if found is None:
            raise PositionError(f"{field}: cannot read {row[at:]!r}; a square is written like W0, F1, ## or ..")
        need(found[2] != "-" or found.end() < len(row), field, "a dash joins two squares of terrain")
        yield found[1], found[2] == "-"
        at = found.end()


def _check_pieces_count(s: Any, table: Table, kingdoms: list[Squares]) -> None:
    """Everybody has placed or discarded one domino for every king that has acted."""
    each = int(s.kings) // int(s.seats)
    rounds = table.round if table.phase == "over" else max(0, table.round - 1)
    acted = Counter(item.king for item in table.line[: table.turn + (table.phase == "claim")])
    for seat, (squares, kingdom) in enumerate(zip(kingdoms, table.kingdoms, strict=True)):
        expected = each * rounds + acted[seat]
        field = f"kingdoms[{seat}]"
        need(len(squares) % 2 == 0, f"{field}.squares", f"{len(squares)} squares are not whole dominoes")
        found = len(squares) // 2 + kingdom.discards
        need(
            found == expected,
            field,
            f"{len(squares) // 2} dominoes placed and {kingdom.discards} discarded, but this king has acted {expected} "
            "times",
        )


def _available(table: Table) -> Counter[Face]:
    """The faces of the dominoes that may lie in a kingdom."""
    done = table.turn + (table.phase == "claim")
    placed = [item.domino for item in table.line[:done]]
    if table.gone is not None:
        numbers = [number for number in table.gone if number not in table.left_over] + placed
    else:
        elsewhere = {item.domino for item in table.line[done:]} | {item.domino for item in table.next_line}
        numbers = [number for number in DOMINOES if number not in elsewhere and number not in table.left_over]
    return Counter(DOMINOES[number].face for number in numbers)


def _lay_out(kingdoms: list[tuple[Squares, set[Cell], bool]], available: Counter[Face]) -> list[list[Piece]]:
    """Which squares belong to one domino: as marked, or else found by trying."""
    left = Counter(available)
    laid: list[list[Piece] | None] = []
    for seat, (squares, joined, _) in enumerate(kingdoms):
        pieces = _as_marked(squares, joined)
        if joined and pieces is None:
            raise PositionError(
                f"kingdoms[{seat}].squares: besides the dominoes marked with - an upright one lacks a half"
            )
        faces = Counter(_face(squares, piece) for piece in pieces or ())
        if pieces is not None and faces <= left:
            left -= faces
        elif joined:
            missing = next(iter(faces - left))
            raise PositionError(f"kingdoms[{seat}].squares: no domino {_name(missing)} is left in the game for it")
        else:
            pieces = None
        laid.append(pieces)
    unmarked = [seat for seat, pieces in enumerate(laid) if pieces is None]
    found = _try(kingdoms, unmarked, left)
    if found is None:
        fields = ", ".join(f"kingdoms[{seat}].squares" for seat in unmarked)
        raise PositionError(f"{fields}: these squares cannot be made of the dominoes in the game")
    return [pieces if pieces is not None else found[seat] for seat, pieces in enumerate(laid)]


def _as_marked(squares: Squares, joined: set[Cell]) -> list[Piece] | None:
    """The dominoes if those across are marked and all others stand upright; None if they cannot."""
    pieces: list[Piece] = [((x, y), (x + 1, y)) for x, y in sorted(joined)]
    covered = {cell for piece in pieces for cell in piece}
    for x, y in sorted(squares, key=lambda cell: (cell[1], cell[0])):
        if (x, y) in covered:
            continue
        below = (x, y + 1)
        if below not in squares or below in covered:
            return None
        pieces.append(((x, y), below))
        covered |= {(x, y), below}
    return pieces


def _try(
    kingdoms: list[tuple[Squares, set[Cell], bool]], seats: list[int], left: Counter[Face]
) -> dict[int, list[Piece]] | None:
    """Split the squares of the given kingdoms into dominoes that are left, or None."""
    cells = [(seat, cell) for seat in seats for cell in sorted(kingdoms[seat][0], key=lambda cell: (cell[1], cell[0]))]
    found: dict[int, list[Piece]] = {seat: [] for seat in seats}
    covered: set[tuple[int, Cell]] = set()

    def cover(i: int) -> bool:
        while i < len(cells) and cells[i] in covered:
            i += 1
        if i == len(cells):
            return True
        seat, (x, y) = cells[i]
        squares = kingdoms[seat][0]
        for other in ((x, y + 1), (x + 1, y)):
            if other not in squares or (seat, other) in covered:
                continue
            piece = ((x, y), other)
            face = _face(squares, piece)
            if left[face] > 0:
                left[face] -= 1
                covered.update({(seat, (x, y)), (seat, other)})
                found[seat].append(piece)
                if cover(i + 1):
                    return True
                found[seat].pop()
                covered.difference_update({(seat, (x, y)), (seat, other)})
                left[face] += 1
        return False

    return found if cover(0) else None


def _face(squares: Squares, piece: Piece) -> Face:
    low, high = sorted((squares[piece[0]], squares[piece[1]]))
    return low, high


def _name(face: Face) -> str:
    return "-".join(f"{square.terrain[0].upper()}{square.crowns}" for square in face)


def _check_reachable(kingdoms: list[tuple[Squares, set[Cell], bool]], laid: list[list[Piece]]) -> None:
    """Every domino touches the castle or its own kind in some order of placing (KD-13)."""
    for seat, ((squares, _, _), pieces) in enumerate(zip(kingdoms, laid, strict=True)):
        built: set[Cell] = set()
        waiting = list(pieces)
        while waiting:
            fitting = [piece for piece in waiting if any(_touches(squares, built, cell) for cell in piece)]
            if not fitting:
                x, y = waiting[0][0]
                raise PositionError(
                    f"kingdoms[{seat}].squares: the domino at {x},{y} touches neither the castle nor its own kind"
                )
            for piece in fitting:
                built.update(piece)
                waiting.remove(piece)


def _touches(squares: Squares, built: set[Cell], cell: Cell) -> bool:
    x, y = cell
    sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return any(side == (0, 0) or (side in built and squares[side].terrain == squares[cell].terrain) for side in sides)


def _gone(table: Table, kingdoms: list[tuple[Squares, set[Cell], bool]], laid: list[list[Piece]]) -> list[int]:
    """The dominoes that are gone; where the position does not say, the lowest numbers with the faces that lie there."""
    if table.gone is not None:
        return table.gone
    discards = sum(kingdom.discards for kingdom in table.kingdoms)
    need(discards == 0, "gone", "which dominoes were discarded is not known; list the numbers of all that are gone")
    lying = {item.domino for item in (*table.line, *table.next_line)}
    faces = Counter(
        _face(squares, piece) for (squares, _, _), pieces in zip(kingdoms, laid, strict=True) for piece in pieces
    )
    faces -= Counter(DOMINOES[item.domino].face for item in table.line[: table.turn + (table.phase == "claim")])
    gone = list(table.left_over)
    for number, domino in DOMINOES.items():
        if number not in lying and number not in gone and faces[domino.face] > 0:
            faces[domino.face] -= 1
            gone.append(number)
    return sorted(gone)


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(s: Any, table: Table, kingdoms: list[Squares], laid: list[list[Piece]]) -> None:
    s.phase = Phase[table.phase.upper()].value
    s.round_number = table.round
    s.game_number = table.game_number
    s.line = _set(item.domino for item in table.line)
    s.waiting = _set(item.domino for item in table.line[table.turn :])
    s.next_line = _set(item.domino for item in table.next_line)
    s.unclaimed = _set(item.domino for item in table.next_line if item.king is None)
    s.left_over = _set(table.left_over)
    seen = {item.domino for item in (*table.line, *table.next_line)} | set(table.gone or ())
    s.unseen = _set(number for number in DOMINOES if number not in seen)
    s.acting = _acting(table)
    for seat in range(int(s.seats)):
        s.claimed[seat] = _set(item.domino for item in (*table.line, *table.next_line) if item.king == seat)
        s.hand[seat] = table.kings_in_hand[seat] if table.kings_in_hand else 0
        s.discards[seat] = table.kingdoms[seat].discards
        _write_kingdom(s, seat, kingdoms[seat], laid[seat])
    for game, figures in enumerate(table.earlier):
        for i, name in enumerate(("points", "largest_property", "crowns")):
            s.earlier[game][: int(s.seats), i] = getattr(figures, name)


def _set(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number - 1 for number in numbers))


def _acting(table: Table) -> int:
    if table.phase == "over":
        return NOBODY
    acting = table.acting if table.round == 0 else table.line[table.turn].king
    assert acting is not None, "checked before"
    return acting


def _write_kingdom(s: Any, seat: int, squares: Squares, pieces: list[Piece]) -> None:
    for (x, y), square in squares.items():
        s.rows[seat] |= np.uint64(1 << y + REACH)
        s.columns[seat] |= np.uint64(1 << x + REACH)
        cell = (ROW * y + x) % 128
        terrain = TERRAINS.index(square.terrain)
        s.taken[seat][cell >> 6] |= np.uint64(1 << cell % 64)
        s.beside[seat][terrain] |= BESIDE[cell]
        s.land[seat][terrain] |= _on_ring(x, y)
        for i in range(square.crowns):
            s.crowned[seat][i] |= _on_ring(x, y)
    for (x, y), (other_x, _) in pieces:
        if other_x == x + 1:
            s.across[seat] |= _on_ring(x, y)


def _on_ring(x: int, y: int) -> np.uint64:
    return np.uint64(1 << (ROW64 * y + x) % 64)
