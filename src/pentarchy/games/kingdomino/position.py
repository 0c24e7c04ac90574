"""Positions of Kingdomino written out; and those read that a person wrote or edited, unless they cannot occur.

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
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
import numpy as np

from pentarchy.engine.position import need, shaped
from pentarchy.errors import PositionError
from pentarchy.games.kingdomino.components import DOMINOES, LETTERS, TERRAINS, Square
from pentarchy.games.kingdomino.rules import (
    BESIDE,
    HARMONY_BONUS,
    MIDDLE_KINGDOM_BONUS,
    NOBODY,
    REACH,
    ROW,
    ROW64,
    SPAN,
    Phase,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pentarchy.engine.spec import Position

Cell = tuple[int, int]
Squares = dict[Cell, Square]
Face = tuple[Square, Square]
Piece = tuple[Cell, Cell]


class Built(NamedTuple):
    """A kingdom as it was written: its squares around the castle, and the left halves of dominoes marked with `-`."""

    squares: Squares
    marked: set[Cell]


MOST_TRIES = 100_000  # of laying dominoes whose halves are not marked

PHASES = {Phase.CLAIM: "claim", Phase.PLACE: "place", Phase.OVER: "over"}
FIGURES = ("points", "largest_property", "crowns")  # of a finished game, in the order of the state
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


def written(s: Any) -> Position:
    """Full information, in the format of docs/rules/kingdomino.md."""
    gone = ~(int(s.unseen) | int(s.line) | int(s.next_line))
    return {
        "game_number": int(s.game_number),
        "earlier": [
            {name: s.earlier[game][: s.seats, i].tolist() for i, name in enumerate(FIGURES)}
            for game in range(s.game_number - 1)
        ],
        "round": int(s.round_number),
        "phase": PHASES[Phase(int(s.phase))],
        "turn": _kings_done(s),
        "acting": int(s.acting) if s.round_number == 0 else None,
        "kings_in_hand": s.hand[: s.seats].tolist(),
        "kingdoms": [{"squares": _rows(s, seat), "discards": int(s.discards[seat])} for seat in range(s.seats)],
        "line": [{"domino": number, "king": _king_on(s, number)} for number in _numbers(s.line)],
        "next_line": [{"domino": number, "king": _king_on(s, number)} for number in _numbers(s.next_line)],
        "gone": _numbers(gone),
        "left_over": _numbers(s.left_over),
    }


def _kings_done(s: Any) -> int:
    """How many kings have finished acting in this round."""
    if s.round_number == 0:
        return (int(s.next_line) & ~int(s.unclaimed)).bit_count()
    return (int(s.line) & ~int(s.waiting)).bit_count()


def _numbers(dominoes: int) -> list[int]:
    """The numbers of a set of dominoes."""
    return [number for number in DOMINOES if int(dominoes) >> number - 1 & 1]


def _king_on(s: Any, number: int) -> int | None:
    """The seat whose king stands on a domino."""
    return next((seat for seat in range(s.seats) if int(s.claimed[seat]) >> number - 1 & 1), None)


def _rows(s: Any, seat: int) -> list[str]:
    """A kingdom as rows of text: `W0-F1 ##` is a domino across, then the castle."""
    rows, columns = int(s.rows[seat]), int(s.columns[seat])
    xs = [place - REACH for place in range(SPAN) if columns >> place & 1]
    ys = [place - REACH for place in range(SPAN) if rows >> place & 1]
    return ["".join(_token(s, seat, x, y) for x in xs).rstrip() for y in ys]


def _token(s: Any, seat: int, x: int, y: int) -> str:
    """A square as it is written, and what stands between it and the next."""
    here = int(_on_ring(x, y))
    between = "-" if int(s.across[seat]) & here else " "
    if (x, y) == (0, 0):
        return "##" + between
    for letter, land in zip(LETTERS, s.land[seat], strict=True):
        if int(land) & here:
            return f"{letter}{sum(int(level) & here != 0 for level in s.crowned[seat])}{between}"
    return ".." + between


def load(s: Any, position: Position) -> None:
    """Write a position into the record of a freshly begun game, or raise PositionError naming the field."""
    table = shaped(position, Table)
    _check_numbers(s, table)
    _check_lines(s, table)
    _check_kings(s, table)
    kingdoms = [_read_kingdom(s, f"kingdoms[{seat}]", kingdom) for seat, kingdom in enumerate(table.kingdoms)]
    _check_pieces_count(s, table, kingdoms)
    laid = _lay_out(table, kingdoms)
    table.gone = _gone(table, kingdoms, laid)
    _check_history(s, table, kingdoms, laid)
    _write(s, table, kingdoms, laid)


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
        for name in FIGURES:
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
    if table.kings_in_hand is not None:
        hand = table.kings_in_hand
        need(len(hand) == s.seats, "kings_in_hand", f"{hand} is not one number a player")
        need(table.round == 0 or not any(hand), "kings_in_hand", "all kings are out after round 0")
    need(table.round == 0 or table.acting is None, "acting", "only in round 0; later the line says who acts")
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


def _read_kingdom(s: Any, field: str, kingdom: Kingdom) -> Built:
    grid: Squares = {}
    marked: set[Cell] = set()
    castles: list[Cell] = []
    for y, row in enumerate(kingdom.squares):
        for x, (token, dash) in enumerate(_tokens(f"{field}.squares[{y}]", row)):
            if token == "##":
                castles.append((x, y))
            elif token != "..":
                grid[x, y] = Square(LETTERS[token[0]], int(token[1]))
            if dash:
                marked.add((x, y))
    need(len(castles) == 1, f"{field}.squares", f"there is one castle ##, not {len(castles)}")
    ((cx, cy),) = castles
    for x, y in marked:
        both = (x, y) in grid and (x + 1, y) in grid and (x + 1, y) not in marked
        need(both, f"{field}.squares[{y}]", "a dash joins two squares of terrain")
    xs, ys = [x for x, _ in (*grid, (cx, cy))], [y for _, y in (*grid, (cx, cy))]
    extent = max(max(xs) - min(xs), max(ys) - min(ys)) + 1
    need(extent <= s.longest, f"{field}.squares", f"the kingdom is {extent} squares long, more than {s.longest}")
    need(kingdom.discards >= 0, f"{field}.discards", f"{kingdom.discards} is less than nothing")
    squares = {(x - cx, y - cy): square for (x, y), square in grid.items()}
    return Built(squares, {(x - cx, y - cy) for x, y in marked})


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


def _check_pieces_count(s: Any, table: Table, kingdoms: list[Built]) -> None:
    """Everybody has placed or discarded one domino for every king that has acted."""
    each = int(s.kings) // int(s.seats)
    rounds = table.round if table.phase == "over" else max(0, table.round - 1)
    acted = Counter(item.king for item in _done(table))
    for seat, ((squares, _), kingdom) in enumerate(zip(kingdoms, table.kingdoms, strict=True)):
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


def _done(table: Table) -> list[Lying]:
    """The dominoes of the line that have been placed or discarded."""
    return table.line[: table.turn + (table.phase == "claim")]


def _lay_out(table: Table, kingdoms: list[Built]) -> list[list[Piece]]:
    """Which squares belong to one domino, in every kingdom: as marked, or else found by trying."""
    common = _common(table)
    fitting = [_Layouts(table, seat, built, common) for seat, built in enumerate(kingdoms)]
    left = Counter(common)
    for layouts in fitting:
        layouts.check(left)
        if layouts.marked:
            left -= layouts.from_common(next(layouts.all(left)))
    found = _together(fitting, common)
    need(found is not None, "kingdoms", "together they need more dominoes of one kind than there are in the game")
    return found or []


def _common(table: Table) -> Counter[Face]:
    """The faces of the dominoes that may lie in any kingdom: those gone, or if that is not said, all not elsewhere."""
    if table.gone is not None:
        numbers = [number for number in table.gone if number not in table.left_over]
    else:
        elsewhere = {item.domino for item in (*table.line, *table.next_line)} | set(table.left_over)
        numbers = [number for number in DOMINOES if number not in elsewhere]
    return Counter(DOMINOES[number].face for number in numbers)


def _together(fitting: list[_Layouts], left: Counter[Face]) -> list[list[Piece]] | None:
    """A layout for every kingdom so that no domino is used twice."""
    if not fitting:
        return []
    for pieces in fitting[0].all(left):
        rest = fitting[0].from_common(pieces)
        others = _together(fitting[1:], left - rest)
        if others is not None:
            return [pieces, *others]
    return None


class _Layouts:
    """The ways in which the squares of one kingdom can be dominoes."""

    def __init__(self, table: Table, seat: int, built: Built, common: Counter[Face]) -> None:
        self.field = f"kingdoms[{seat}].squares"
        self.squares = built.squares
        self.marked = built.marked
        self.common = common  # for an unmarked kingdom: what others take from it is tried out later
        self.in_order = [DOMINOES[item.domino].face for item in _done(table) if item.king == seat]
        self.own = Counter(self.in_order)
        self.discards = table.kingdoms[seat].discards
        self.all_own_lie_here = self.discards == 0
        self.tries = 0

    def check(self, left: Counter[Face]) -> None:
        """Refuse a kingdom that the dominoes left do not allow, and say why."""
        if not self.marked:
            possible = next(self.all(self.common), None) is not None
            need(possible, self.field, "these squares cannot be made of the dominoes in the game")
            return
        pieces = self._as_marked()
        missing = self.from_common(pieces) - left
        if missing:
            raise PositionError(f"{self.field}: no domino {_name(next(iter(missing)))} is left in the game for it")
        unplaced = self.own - Counter(map(self._face, pieces))
        if unplaced and self.all_own_lie_here:
            raise PositionError(f"{self.field}: {_name(next(iter(unplaced)))} of the line was placed, but is not there")
        if lonely := self._touching_nothing(pieces):
            x, y = lonely[0]
            raise PositionError(f"{self.field}: the domino at {x},{y} touches neither the castle nor its own kind")
        if hanging := self._too_early(pieces):
            x, y = hanging[0]
            raise PositionError(f"{self.field}: the domino at {x},{y} hangs on one that was placed in this round only")

    def all(self, left: Counter[Face]) -> Iterator[list[Piece]]:
        """Every layout that the dominoes left allow, the one with all dominoes upright first."""
        candidates = iter([self._as_marked()]) if self.marked else self._by_trying(left + self.own)
        for pieces in candidates:
            own_lie_here = not self.all_own_lie_here or self.own <= Counter(map(self._face, pieces))
            if own_lie_here and self.from_common(pieces) <= left and not self._too_early(pieces):
                yield pieces

    def from_common(self, pieces: list[Piece]) -> Counter[Face]:
        """The faces that are not this seat's own dominoes of the line."""
        return Counter(map(self._face, pieces)) - self.own

    def _face(self, piece: Piece) -> Face:
        return _face(self.squares, piece)

    def _in_reading_order(self) -> list[Cell]:
        return sorted(self.squares, key=lambda cell: (cell[1], cell[0]))

    def _as_marked(self) -> list[Piece]:
        """The dominoes if those across are marked, so that all others stand upright."""
        pieces: list[Piece] = [((x, y), (x + 1, y)) for x, y in sorted(self.marked)]
        covered = {cell for piece in pieces for cell in piece}
        for x, y in self._in_reading_order():
            if (x, y) not in covered:
                below = (x, y + 1)
                fits = below in self.squares and below not in covered
                need(fits, self.field, f"besides the dominoes marked with - the one at {x},{y} lacks a half")
                pieces.append(((x, y), below))
                covered |= {(x, y), below}
        return pieces

    def _by_trying(self, left: Counter[Face]) -> Iterator[list[Piece]]:
        """Every way to split the squares into dominoes that are left."""
        cells = self._in_reading_order()
        pieces: list[Piece] = []
        covered: set[Cell] = set()

        def cover(i: int) -> Iterator[list[Piece]]:
            self.tries += 1
            need(self.tries < MOST_TRIES, self.field, "too many ways to lay these dominoes: mark those across with -")
            while i < len(cells) and cells[i] in covered:
                i += 1
            if i == len(cells):
                yield list(pieces)
                return
            x, y = cells[i]
            for other in ((x, y + 1), (x + 1, y)):
                if other not in self.squares or other in covered:
                    continue
                face = self._face(((x, y), other))
                if left[face] > 0:
                    left[face] -= 1
                    covered.update({(x, y), other})
                    pieces.append(((x, y), other))
                    yield from cover(i + 1)
                    pieces.pop()
                    covered.difference_update({(x, y), other})
                    left[face] += 1

        return cover(0)

    def _touching_nothing(self, pieces: list[Piece]) -> list[Cell]:
        """Where dominoes lie that could never have been placed: none touches the castle or its own kind (KD-13)."""
        built: set[Cell] = set()
        waiting = list(pieces)
        while waiting:
            fitting = [piece for piece in waiting if any(self._touches(built, cell) for cell in piece)]
            if not fitting:
                break
            for piece in fitting:
                built.update(piece)
                waiting.remove(piece)
        return [piece[0] for piece in waiting]

    def _too_early(self, pieces: list[Piece]) -> list[Cell]:
        """Where dominoes lie that could not have been placed when they were: those of this round came last (KD-8)."""
        refused: list[Cell] = []
        for latest in self._latest(pieces, self.in_order, self.discards):
            refused = self._touching_nothing([piece for piece in pieces if piece not in latest])
            built = {cell for piece in pieces if piece not in latest for cell in piece}
            for piece in latest:
                if not any(self._touches(built, cell) for cell in piece):
                    refused.append(piece[0])
                built.update(piece)
            if not refused:
                break
        return refused

    def _latest(self, pieces: list[Piece], faces: list[Face], discards: int) -> Iterator[list[Piece]]:
        """Which dominoes may be those that were placed in this round, in order; some may have been discarded."""
        if not faces:
            yield []
            return
        for piece in pieces:
            if self._face(piece) == faces[0]:
                rest = [other for other in pieces if other != piece]
                yield from ([piece, *later] for later in self._latest(rest, faces[1:], discards))
        if discards:
            yield from self._latest(pieces, faces[1:], discards - 1)

    def _touches(self, built: set[Cell], cell: Cell) -> bool:
        x, y = cell
        sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        terrain = self.squares[cell].terrain
        return any(side == (0, 0) or (side in built and self.squares[side].terrain == terrain) for side in sides)


def _face(squares: Squares, piece: Piece) -> Face:
    low, high = sorted((squares[piece[0]], squares[piece[1]]))
    return low, high


def _name(face: Face) -> str:
    return "-".join(f"{square.terrain[0].upper()}{square.crowns}" for square in face)


def _gone(table: Table, kingdoms: list[Built], laid: list[list[Piece]]) -> list[int]:
    """The dominoes that are gone; where the position does not say, the lowest numbers with the faces that lie there."""
    if table.gone is not None:
        return table.gone
    discards = sum(kingdom.discards for kingdom in table.kingdoms)
    need(discards == 0, "gone", "which dominoes were discarded is not known; list the numbers of all that are gone")
    lying = {item.domino for item in (*table.line, *table.next_line)}
    faces = Counter(
        _face(built.squares, piece) for built, pieces in zip(kingdoms, laid, strict=True) for piece in pieces
    )
    faces -= Counter(DOMINOES[item.domino].face for item in _done(table))
    gone = list(table.left_over)
    for number, domino in DOMINOES.items():
        if number not in lying and number not in gone and faces[domino.face] > 0:
            faces[domino.face] -= 1
            gone.append(number)
    return sorted(gone)


# --- How it came about ------------------------------------------------------------------------------------------------


def _check_history(s: Any, table: Table, kingdoms: list[Built], laid: list[list[Piece]]) -> None:
    """Refuse discards that were not allowed (KD-15), and figures of earlier games that no game ends with (KD-18)."""
    for seat, built in enumerate(kingdoms):
        if table.kingdoms[seat].discards:
            _check_discards(s, table, seat, built.squares, laid[seat])
    for i, game in enumerate(table.earlier):
        _check_earlier(s, f"earlier[{i}]", game)


def _check_discards(s: Any, table: Table, seat: int, squares: Squares, pieces: list[Piece]) -> None:
    """A kingdom only grows: where there is room for a domino now, there was room for it before."""
    field = f"kingdoms[{seat}].discards"
    room = [spot for spot in _free_spots(squares, int(s.longest)) if any(abs(x) + abs(y) == 1 for x, y in spot)]
    need(not room, field, "no domino can have been discarded while the castle still has room for any")
    own = [item.domino for item in _done(table) if item.king == seat]
    if own and DOMINOES[own[-1]].face not in [_face(squares, piece) for piece in pieces]:
        fitting = [spot for spot in _free_spots(squares, int(s.longest)) if _fits(squares, spot, own[-1])]
        need(not fitting, field, f"domino {own[-1]} is not in the kingdom, but cannot have been discarded: it fits")


def _free_spots(squares: Squares, longest: int) -> Iterator[Piece]:
    """Every two free squares side by side that a kingdom may still grow to (KD-14), one way round."""
    xs, ys = [0, *(x for x, _ in squares)], [0, *(y for _, y in squares)]
    for y in range(max(ys) - longest + 1, min(ys) + longest):
        for x in range(max(xs) - longest + 1, min(xs) + longest):
            for other in ((x + 1, y), (x, y + 1)):
                free = not {(x, y), other} & {(0, 0), *squares}
                wide = max(*xs, other[0]) - min(*xs, x) < longest
                high = max(*ys, other[1]) - min(*ys, y) < longest
                if free and wide and high:
                    yield (x, y), other


def _fits(squares: Squares, spot: Piece, number: int) -> bool:
    """Whether a domino may lie there, one way round or the other (KD-13)."""
    first, second = DOMINOES[number].face
    return any(
        _beside_its_kind(squares, cell, half.terrain)
        for halves in ((first, second), (second, first))
        for cell, half in zip(spot, halves, strict=True)
    )


def _beside_its_kind(squares: Squares, cell: Cell, terrain: str) -> bool:
    x, y = cell
    sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return any(side == (0, 0) or (side in squares and squares[side].terrain == terrain) for side in sides)


def _check_earlier(s: Any, field: str, game: Game) -> None:
    """Figures that contradict each other or the box. That a kingdom with them exists is not looked for."""
    each = int(s.kings) // int(s.seats) * int(s.rounds)
    widest = max(Counter(half.terrain for domino in DOMINOES.values() for half in domino.face).values())
    most_squares = min(widest, 2 * each, int(s.longest) ** 2 - 1)
    for seat, (points, largest, crowns) in enumerate(zip(game.points, game.largest_property, game.crowns, strict=True)):
        need(
            1 <= largest <= most_squares,
            f"{field}.largest_property",
            f"{largest} of seat {seat} is not between 1 and {most_squares}",
        )
        most = _most_crowns(each)
        need(crowns <= most, f"{field}.crowns", f"{crowns} of seat {seat} are more than the {most} on {each} dominoes")
        possible = [points - bonus for bonus in _bonuses(s)]
        need(
            any(crowns <= rest <= crowns * largest for rest in possible),
            f"{field}.points",
            f"{points} of seat {seat} cannot come of {crowns} crowns on properties of at most {largest} squares",
        )
    played = int(s.line_size) * int(s.rounds)
    most = _most_crowns(played)
    need(sum(game.crowns) <= most, f"{field}.crowns", f"{sum(game.crowns)} are more than the {most} in the game")


def _most_crowns(dominoes: int) -> int:
    """The most crowns that so many dominoes can have."""
    crowns = sorted((sum(half.crowns for half in domino.face) for domino in DOMINOES.values()), reverse=True)
    return sum(crowns[:dominoes])


def _bonuses(s: Any) -> set[int]:
    """What may have been added to the points of properties (KD-19, KD-20)."""
    middle = (0, MIDDLE_KINGDOM_BONUS) if s.middle_kingdom else (0,)
    harmony = (0, HARMONY_BONUS) if s.harmony else (0,)
    return {one + other for one in middle for other in harmony}


# --- Writing the state ------------------------------------------------------------------------------------------------


def _write(s: Any, table: Table, kingdoms: list[Built], laid: list[list[Piece]]) -> None:
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
        _write_kingdom(s, seat, kingdoms[seat].squares, laid[seat])
    for game, figures in enumerate(table.earlier):
        for i, name in enumerate(FIGURES):
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
