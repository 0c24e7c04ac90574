"""Tables for the rule tests: small positions written as they lie, and matches whose chance is known beforehand.

A kingdom is a list of rows: a letter for the terrain, a digit for the crowns, `##` for the castle, `..` for nothing,
`-` between the halves of a domino that lies across.

    ["W0-F1 ##",
     "W1 L0-L0"]
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any
from unittest import mock

import msgspec
import numpy as np

import pentarchy
from pentarchy.engine.seen import part_of
from pentarchy.engine.writing import writer_of
from pentarchy.games.kingdomino import position as positions
from pentarchy.games.kingdomino import rules
from pentarchy.games.kingdomino.components import LETTERS, TERRAINS
from pentarchy.games.kingdomino.view import Row, see_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

Rows = list[str]

ALL = list(range(1, 49))
VARIANTS = ("dynasty", "middle_kingdom", "harmony", "mighty_duel", "lines_of_four", "snake_opening")
ONLY_FOR = {"mighty_duel": 2, "lines_of_four": 3, "snake_opening": 2}
SPARES = (6, 27, 35, 5)  # dominoes of which there are four alike, so that a kingdom seldom misses them
MORE_SPARES = (4, 26, 34, 25, 33)

# The castle is walled in by wheat, forest, lake and grass, in the middle of 5×5 squares.
ARMS = [
    ".. .. W0 .. ..",
    ".. .. W0 .. ..",
    "F0-F0 ## L0-L0",
    ".. .. G0 .. ..",
    ".. .. G0 .. ..",
]


def load(players: int = 4, **options: Any) -> Game:
    return pentarchy.load("kingdomino", players=players, **options)


def combinations() -> Iterator[dict[str, Any]]:
    """Every choice of players and variants, also those that do not go together."""
    for players in (2, 3, 4):
        for bits in range(1 << len(VARIANTS)):
            chosen = {name: True for i, name in enumerate(VARIANTS) if bits >> i & 1}
            yield {"players": players, **chosen}


def misfits(options: dict[str, Any]) -> list[str]:
    """The variants chosen that the number of players does not allow."""
    return [name for name, players in ONLY_FOR.items() if options.get(name) and options["players"] != players]


def allowed_combinations() -> list[dict[str, Any]]:
    return [options for options in combinations() if not misfits(options)]


def name_of(options: dict[str, Any]) -> str:
    """How a test with these options is called."""
    return "-".join([f"{options['players']}p", *(name for name in VARIANTS if options.get(name))])


# --- Matches whose chance is known ------------------------------------------------------------------------------------


def laying(*dominoes: int) -> list[str]:
    """The script that lays these dominoes."""
    return [f"domino {number}" for number in dominoes]


def opened(claims: dict[int, int], *lines: Sequence[int], **options: Any) -> Match:
    """A match after its first claim: kings come out and claim in the order given, {domino: seat}; then lines follow."""
    first_line = sorted(claims)
    kings = [f"king {seat}" for seat in claims.values()]
    later = [number for line in lines for number in line]
    match = load(**options).start(1, script=[*laying(*first_line), *kings, *laying(*later)])
    for number in claims:
        match.play(f"claim {number}")
    return match


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def finish(match: Match, seed: int = 0) -> Match:
    """Play at random to the end."""
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def walk(match: Match, seed: int = 0) -> Iterator[Match]:
    """Play at random, stopping at every decision and at the end."""
    rng = random.Random(seed)
    while not match.over:
        yield match
        match.play(rng.choice(match.legal()))
    yield match


# --- Positions --------------------------------------------------------------------------------------------------------


def lying(kings: dict[int, int | None]) -> list[dict[str, Any]]:
    """A line as a position writes it, from {domino: seat}."""
    return [{"domino": number, "king": king} for number, king in sorted(kings.items())]


def imagined(game: Game, position: dict[str, Any]) -> Match:
    """A match from a position that shows one rule well but could not come about: nobody may discard at will."""
    with mock.patch.object(positions, "_check_history"):
        return game.from_position(position)


def dominoes_in(rows: Rows) -> int:
    squares = [token for row in rows for token in row.replace("-", " ").split() if token not in ("##", "..")]
    return len(squares) // 2


def placing(domino: int, rows: Rows, players: int = 4, round: int = 12, **options: Any) -> Match:
    """Seat 0 is about to place a domino. What its kingdom lacks was discarded; nobody else has built anything.

    For four players or the Mighty Duel, where every domino is in the game; in the last round or the one before.
    """
    game = load(players, **options)
    each = 4 // players
    others = [number for number in SPARES if number != domino][:3]
    owners = dict(zip(others, [0, 1, 1] if each == 2 else [1, 2, 3], strict=True)) | {domino: 0}
    line = sorted(owners)
    turn = line.index(domino)
    acted = Counter(owners[number] for number in line[:turn])
    kingdoms = [rows] + [["##"]] * (players - 1)
    next_line = [] if round == 12 else [number for number in MORE_SPARES if number != domino][:4]
    claims = [owners[number] for number in line[:turn]] + [None] * 4
    return imagined(
        game,
        {
            "game": "kingdomino",
            "options": game.options,
            "round": round,
            "phase": "place",
            "turn": turn,
            "kingdoms": [
                {"squares": squares, "discards": (round - 1) * each + acted[seat] - dominoes_in(squares)}
                for seat, squares in enumerate(kingdoms)
            ],
            "line": lying({number: owners[number] for number in line}),
            "next_line": lying(dict(zip(next_line, claims, strict=False))),
            "gone": [number for number in ALL if number not in line and number not in next_line],
        },
    )


def ended(*kingdoms: Rows, players: int = 4, **options: Any) -> Match:
    """The end of a game with these kingdoms; whoever is not named has only a castle, and the rest was discarded.

    For games in which every domino is played: four players, the Mighty Duel.
    """
    game = load(players, **options)
    each = 48 // players
    rest = [["##"]] * (players - len(kingdoms))
    return imagined(
        game,
        {
            "game": "kingdomino",
            "options": game.options,
            "round": 12,
            "phase": "over",
            "kingdoms": [{"squares": rows, "discards": each - dominoes_in(rows)} for rows in (*kingdoms, *rest)],
            "gone": ALL,
        },
    )


def last_of_a_dynasty(earlier: list[dict[str, list[int]]], *kingdoms: Rows) -> Match:
    """The end of the third game of a dynasty of four, after two games that ended as given."""
    position = ended(*kingdoms).position()
    game = load(4, dynasty=True)
    return imagined(game, position | {"options": game.options, "game_number": 3, "earlier": earlier})


def past(points: Sequence[int], largest: Sequence[int] = (0, 0, 0, 0), crowns: Sequence[int] = (0, 0, 0, 0)) -> Any:
    """How an earlier game of a dynasty ended."""
    return {"points": list(points), "largest_property": list(largest), "crowns": list(crowns)}


def painted(rows: Rows, **options: Any) -> dict[str, Any]:
    """The points of squares painted by hand, whatever dominoes they might come from."""
    game = load(**options)
    buffer = painted_state(rows, **options)
    row = counted(buffer.view(rules.STATE)[0], 0)
    points = np.zeros(game.players, np.int64)
    game.kernel.scores(buffer, points)
    assert points[0] == row["points"], "the points item by item are those that the rules count"
    return row


def painted_state(rows: Rows, **options: Any) -> Any:
    """The state of a game in which seat 0 has these squares, whatever dominoes they might come from."""
    buffer = load(**options).buffer()
    state = buffer.view(rules.STATE)[0]
    put: Any = rules.put
    tokens = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row.split())}
    ((castle_x, castle_y),) = [cell for cell, token in tokens.items() if token == "##"]
    for (x, y), token in tokens.items():
        if token not in ("##", ".."):
            terrain = TERRAINS.index(LETTERS[token[0]])
            put(state, 0, x - castle_x, y - castle_y, terrain, int(token[1]))
    return buffer


def counted(state: Any, seat: int) -> dict[str, Any]:
    """A seat's row of the standings, without its place."""
    record = np.zeros(part_of(Row).layout.itemsize, np.uint8)
    see: Any = see_points
    see(state, seat, record.view(part_of(Row).layout)[0])
    row: dict[str, Any] = msgspec.json.decode(writer_of(Row).json(record))
    return row


# --- What is on the table ---------------------------------------------------------------------------------------------


def moves(match: Match) -> set[str]:
    """The legal moves as text."""
    return {str(move) for move in match.legal()}


def line(match: Match) -> list[int]:
    """The dominoes that are placed in this round."""
    return [item["domino"] for item in match.view()["line"]]


def next_line(match: Match) -> list[int]:
    """The dominoes that are claimed in this round."""
    return [item["domino"] for item in match.view()["next_line"]]


def kings_on(match: Match, name: str = "next_line") -> dict[int, int | None]:
    """Who stands on which domino of a line."""
    return {item["domino"]: item["king"] for item in match.view()[name]}


def kingdom(match: Match, seat: int = 0) -> Rows:
    """A kingdom as its rows."""
    rows: Rows = match.position()["kingdoms"][seat]["squares"]
    return rows


def discards(match: Match) -> list[int]:
    return [kingdom["discards"] for kingdom in match.view()["kingdoms"]]


def drawn(match: Match, kind: str) -> list[int]:
    """Every domino or king that chance has brought so far."""
    texts = [event["chance"].split() for event in match.log() if "chance" in event]
    return [int(number) for name, number in texts if name == kind]


def chances(match: Match, events: int) -> dict[str, int]:
    """What chance could bring, and with which weights, after the first `events` events of a match."""
    game = match.game
    buffer = game.buffer()
    for seat, code in match.events[:events]:
        game.kernel.apply(buffer, seat, code)
    codes, weights = np.empty(48, np.int64), np.empty(48, np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(code)): int(weight) for code, weight in zip(codes[:count], weights[:count], strict=True)}
