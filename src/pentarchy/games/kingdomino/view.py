"""What is seen of a Kingdomino table: views, points item by item, and positions.

Everything is public but the dominoes to come (KD-24), and those are not in the state, so every seat has the same view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pentarchy.games.kingdomino import position as positions
from pentarchy.games.kingdomino import rules, survey
from pentarchy.games.kingdomino.components import DOMINOES, TERRAINS, Square
from pentarchy.games.kingdomino.rules import REACH, ROW64, Phase
from pentarchy.games.kingdomino.written import view_json as view_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pentarchy.engine.spec import Buffer, Event, Options, Position

ALIKE = True  # every seat has the same view

PHASES = {Phase.CLAIM: "claim", Phase.PLACE: "place", Phase.OVER: "over"}
FACINGS = ("east", "south")
HALVES = {number: [half._asdict() for half in domino[1:]] for number, domino in DOMINOES.items()}

# NUMBERS[i][bits]: the dominoes that stand for the bits of byte i of a set.
NUMBERS = [[[8 * i + 1 + bit for bit in range(8) if bits >> bit & 1] for bits in range(256)] for i in range(6)]


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table."""
    numbers = survey.survey(buffer)
    phase = Phase(numbers[survey.PHASE])
    playing = phase in (Phase.CLAIM, Phase.PLACE)
    kingdoms = _kingdoms(numbers)
    waiting = numbers_in(numbers[survey.WAITING])
    to_place = waiting[1:] if phase == Phase.CLAIM else waiting
    claimed = numbers[survey.CLAIMED : survey.CLAIMED + numbers[survey.PLAYERS]]
    line, next_line = numbers[survey.LINE], numbers[survey.NEXT_LINE]
    return {
        "phase": PHASES.get(phase, "chance"),
        "round": numbers[survey.ROUND],
        "rounds": numbers[survey.ROUNDS],
        "game_number": numbers[survey.GAME],
        "games": numbers[survey.GAMES],
        "size": numbers[survey.SIZE],
        "kingdoms": [kingdom.shown for kingdom in kingdoms],
        "line": [_lying(number, claimed) | {"placed": number not in to_place} for number in numbers_in(line)],
        "next_line": [_lying(number, claimed) for number in numbers_in(next_line)],
        "kings_in_hand": numbers[survey.HAND : survey.HAND + numbers[survey.PLAYERS]],
        "turn": (line & ~numbers[survey.WAITING]).bit_count() if playing and numbers[survey.ROUND] > 0 else None,
        "unseen": numbers_in(numbers[survey.UNSEEN]),
        "undrawn": _undrawn(numbers),
        "left_over": numbers_in(numbers[survey.LEFT_OVER]),
        "earlier": _earlier(numbers),
        "standings": _standings(kingdoms),
    }


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Every move and every draw is seen by all."""
    return events


def reveals(before: Buffer, after: Buffer) -> bool:
    """Nothing is hidden that a move could bring to light."""
    return False


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, every property, the bonuses, and the figures that break ties (KD-16 to KD-21)."""
    return _standings(_kingdoms(survey.survey(buffer)))


def by_itself(buffer: Buffer) -> Buffer:
    """The running game of a dynasty as if it were the only one (KD-17)."""
    alone = buffer.copy()
    s = alone.view(rules.STATE)[0]
    s.game_number = s.games = 1
    s.earlier[:] = 0
    return alone


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


def numbers_in(dominoes: int) -> list[int]:
    """The numbers of a set of dominoes."""
    rest = int(dominoes)
    found: list[int] = []
    for numbers in NUMBERS:
        found += numbers[rest & 255]
        rest >>= 8
    return found


def king_on(s: Any, number: int) -> int | None:
    """The seat whose king stands on a domino."""
    return next((seat for seat in range(s.seats) if int(s.claimed[seat]) >> number - 1 & 1), None)


def turn(s: Any) -> int:
    """How many kings have finished acting in this round."""
    if s.round_number == 0:
        return (int(s.next_line) & ~int(s.unclaimed)).bit_count()
    return (int(s.line) & ~int(s.waiting)).bit_count()


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


class Kingdom(NamedTuple):
    """A kingdom as it was surveyed: its part of a view, and its row of the standings without the place."""

    shown: dict[str, Any]
    row: dict[str, Any]


def _kingdoms(numbers: list[int]) -> list[Kingdom]:
    found = []
    at = survey.KINGDOMS
    for seat in range(numbers[survey.PLAYERS]):
        box = numbers[at : at + 4]
        squares, at = _list_at(numbers, at + 4, 4)
        dominoes, at = _list_at(numbers, at, 3)
        properties, at = _list_at(numbers, at, 3)
        row = _row(numbers, seat, box, list(properties))
        found.append(Kingdom(_shown(numbers, seat, box, squares, dominoes, row["points"]), row))
    return found


def _list_at(numbers: list[int], at: int, width: int) -> tuple[Iterator[tuple[int, ...]], int]:
    """The list that begins there with its length, as tuples, and where it ends."""
    end = at + 1 + numbers[at] * width
    return zip(*[iter(numbers[at + 1 : end])] * width, strict=True), end


def _shown(
    numbers: list[int],
    seat: int,
    box: list[int],
    squares: Iterable[tuple[int, ...]],
    dominoes: Iterable[tuple[int, ...]],
    points: int,
) -> dict[str, Any]:
    left, right, top, bottom = box
    return {
        "seat": seat,
        "squares": [
            {"x": x, "y": y, "terrain": TERRAINS[terrain], "crowns": crowns} for x, y, terrain, crowns in squares
        ],
        "dominoes": [{"x": x, "y": y, "facing": FACINGS[upright]} for x, y, upright in dominoes],
        "left": left,
        "right": right,
        "top": top,
        "bottom": bottom,
        "discards": numbers[survey.DISCARDS + seat],
        "points": points,
    }


def _row(numbers: list[int], seat: int, box: list[int], properties: list[tuple[int, ...]]) -> dict[str, Any]:
    reach = numbers[survey.SIZE] // 2
    central = numbers[survey.MIDDLE_KINGDOM] and box == [-reach, reach, -reach, reach]
    middle_kingdom = rules.MIDDLE_KINGDOM_BONUS if central else 0  # KD-19
    harmonious = numbers[survey.HARMONY] and numbers[survey.DISCARDS + seat] == 0
    harmony = rules.HARMONY_BONUS if harmonious else 0  # KD-20
    points, largest, crowns = middle_kingdom + harmony, 0, 0
    for _, squares, crowned in properties:
        points += squares * crowned
        largest = max(largest, squares)
        crowns += crowned
    past = [_finished(numbers, game, seat) for game in range(numbers[survey.GAME] - 1)]
    return {
        "seat": seat,
        "points": points + sum(game[0] for game in past),
        "this_game": points,
        "properties": [
            {"terrain": TERRAINS[terrain], "squares": squares, "crowns": crowned, "points": squares * crowned}
            for terrain, squares, crowned in properties
        ],
        "middle_kingdom": middle_kingdom,
        "harmony": harmony,
        "earlier": [game[0] for game in past],
        "tie_break": {
            "largest_property": largest + sum(game[1] for game in past),
            "crowns": crowns + sum(game[2] for game in past),
        },
    }


def _finished(numbers: list[int], game: int, seat: int) -> tuple[int, int, int]:
    at = survey.EARLIER + (game * rules.SEATS + seat) * 3
    return numbers[at], numbers[at + 1], numbers[at + 2]


def _earlier(numbers: list[int]) -> list[dict[str, Any]]:
    return [
        {
            name: [_finished(numbers, game, seat)[i] for seat in range(numbers[survey.PLAYERS])]
            for i, name in enumerate(("points", "largest_property", "crowns"))
        }
        for game in range(numbers[survey.GAME] - 1)
    ]


def _undrawn(numbers: list[int]) -> int:
    """How many dominoes are still to be laid in this game."""
    this_round, rounds = numbers[survey.ROUND], numbers[survey.ROUNDS]
    lines = max(1, this_round + 1) if this_round < rounds else rounds
    return numbers[survey.LINE_SIZE] * (rounds - lines)


def _standings(kingdoms: list[Kingdom]) -> list[dict[str, Any]]:
    rows = [kingdom.row for kingdom in kingdoms]
    merits = [(row["points"], row["tie_break"]["largest_property"], row["tie_break"]["crowns"]) for row in rows]
    for row, merit in zip(rows, merits, strict=True):
        row["place"] = 1 + sum(other > merit for other in merits)  # KD-17
    return rows


def _lying(number: int, claimed: list[int]) -> dict[str, Any]:
    king = None
    for seat, dominoes in enumerate(claimed):
        if dominoes >> number - 1 & 1:
            king = seat
    return {"domino": number, "halves": [dict(half) for half in HALVES[number]], "king": king}
