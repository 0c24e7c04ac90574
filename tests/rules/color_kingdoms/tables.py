"""Tables for the rule tests: a map of squares, sheets drawn as pictures, and matches whose dice are known beforehand.

On the map of squares every kingdom is three rows of three areas, numbered as one reads:

    green   blue        Every kingdom has its spells 1 to 4 in the corners, its capital in the middle,
    brown   violet      a dragon above the capital, other monsters to the left and right of it,
    red     yellow      and nothing below it.

    g1 g2 g3 b1 b2 b3       1D2 1D2
    g4 g5 g6 b4 b5 b6       HCU HCG
    g7 g8 g9 b7 b8 b9       3.4 3.4
    n1 n2 n3 v1 v2 v3       1D2 1D2
    n4 n5 n6 v4 v5 v6       GCU HCG
    n7 n8 n9 v7 v8 v9       3.4 3.4
    r1 r2 r3 y1 y2 y3       1D2 1D2
    r4 r5 r6 y4 y5 y6       GCU UCH
    r7 r8 r9 y7 y8 y9       3.4 3.4

A sheet is drawn the same way, a letter for the colour of an area (n is brown) and a dot where nothing is painted. Rows
that are left out are unpainted.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

import pentarchy
from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS, DICE, LETTERS
from pentarchy.games.color_kingdoms.position import ROW_NAMES, SUPPLY_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

LAYOUT = (("green", "blue"), ("brown", "violet"), ("red", "yellow"))
SYMBOLS = {"blue": "1D2HCG3.4", "red": "1D2GCU3.4", "yellow": "1D2UCH3.4", "green": "1D2HCU3.4", "violet": "1D2HCG3.4",
           "brown": "1D2GCU3.4"}  # fmt: skip
DRAGONS = {"blue": "violet", "red": "green", "yellow": "brown", "green": "green", "violet": "violet", "brown": "brown"}
TOWERS = ("b8 b9", "r1 r2", "y8 y9", "g1 g4", "g6 b4", "n6 v4", "v4 v7", "r6 y4")
WEIGHTS = {**dict.fromkeys(COLOURS, 10), "red+yellow": 4, "yellow+violet": 3, "red+yellow+brown": 1}
BLOTS = 12

DICE_IN_RED = ("blue 4 in red", "red 3 in red", "yellow 2 in red", "white 4 in red")


# --- The map of squares -----------------------------------------------------------------------------------------------


@cache
def squares(blots: int = BLOTS) -> dict[str, Any]:
    """The content of a map file with the map of squares."""
    return {
        "name": "Squares",
        "size": [6, 9],
        "blots": blots,
        "points": [[x, y] for y in range(10) for x in range(7)],
        "areas": [_square(kingdom, number) for kingdom in COLOURS for number in range(9)],
        "towers": [{"areas": pair.split()} for pair in TOWERS],
        "dice": WEIGHTS,
    }


def _square(kingdom: str, number: int) -> dict[str, Any]:
    row = next(row for row, kingdoms in enumerate(LAYOUT) if kingdom in kingdoms)
    x, y = 3 * LAYOUT[row].index(kingdom) + number % 3, 3 * row + number // 3
    corner = 7 * y + x
    letter = SYMBOLS[kingdom][number]
    symbol: dict[str, Any] = {
        "C": {"symbol": "capital", "of": kingdom},
        "D": {"symbol": "dragon", "of": DRAGONS[kingdom]},
        "G": {"symbol": "griffin", "of": "red"},
        "U": {"symbol": "unicorn", "of": "yellow"},
        "H": {"symbol": "hydra", "of": "blue"},
        ".": {"symbol": "plain"},
    }.get(letter) or {"symbol": "spell", "of": int(letter)}
    return {"kingdom": kingdom, "polygon": [corner, corner + 1, corner + 8, corner + 7]} | symbol


def place_in_picture(name: str) -> tuple[int, int]:
    """The row and the column of an area."""
    kingdom, number = COLOURS[LETTERS.index(name[0])], int(name[1]) - 1
    row = next(row for row, kingdoms in enumerate(LAYOUT) if kingdom in kingdoms)
    return 3 * row + number // 3, 3 * LAYOUT[row].index(kingdom) + number % 3


def areas_of(picture: str) -> dict[str, str]:
    """The letters of the painted areas of a picture."""
    rows = ["".join(row.split()) for row in picture.strip().splitlines()]
    found = {}
    for name in AREA_NAMES:
        y, x = place_in_picture(name)
        if y < len(rows) and rows[y][x] != ".":
            found[name] = rows[y][x]
    return found


def picture_of(match: Match, seat: int = 0) -> list[str]:
    """A seat's sheet as it is now, as a picture without spaces."""
    rows = [["."] * 6 for _ in range(9)]
    for name, colour in match.view(seat)["players"][seat]["areas"].items():
        y, x = place_in_picture(name)
        rows[y][x] = "." if colour is None else LETTERS[COLOURS.index(colour)]
    return ["".join(row) for row in rows]


# --- Matches ----------------------------------------------------------------------------------------------------------


def load(players: int = 2, *, blots: int = BLOTS, **options: Any) -> Game:
    """The game on the map of squares; seat 0 begins."""
    return pentarchy.load("color_kingdoms", **{"players": players, "map": squares(blots), "first": 0} | options)


def on_the_default_map(players: int = 2, **options: Any) -> Game:
    return pentarchy.load("color_kingdoms", players=players, **options)


def started(players: int = 2, dice: Sequence[str] = DICE_IN_RED, **options: Any) -> Match:
    """A match in which the first throw is known."""
    return load(players, **options).start(1, script=dice)


def arranged(
    *pictures: str,
    dice: Sequence[str] = DICE_IN_RED,
    ready: Mapping[str, int] | Sequence[Mapping[str, int]] = (),
    blots: Sequence[int] = (),
    won: Mapping[str, tuple[Sequence[int], Sequence[int]]] | None = None,
    crossed: Mapping[str, Sequence[int]] | None = None,
    round_number: int = 1,
    blots_on_a_sheet: int = BLOTS,
    areas: Sequence[Mapping[str, str]] = (),
    game: Game | None = None,
) -> Match:
    """A match at the start of a round, with sheets as drawn, whatever game they might come from.

    `ready` are spells by name and drops by colour, of seat 0 or of every seat. Sheets of other maps are given as
    letters of their painted areas (`areas`).
    """
    sheets = [*areas, *map(areas_of, pictures)]
    game = game or load(len(sheets), blots=blots_on_a_sheet)
    buffer = game.buffer()
    s = buffer.view(rules.STATE)[0]
    supplies = [ready] if not isinstance(ready, list | tuple) else list(ready)
    for seat, sheet in enumerate(sheets):
        put_on_sheet(s, seat, sheet)
        given: Mapping[str, int] = supplies[seat] if seat < len(supplies) else {}  # type: ignore[assignment]
        s.ready[seat] = s.ready_before[seat] = [given.get(name, 0) for name in SUPPLY_NAMES]
        s.blots[seat] = s.blots_before[seat] = blots[seat] if seat < len(blots) else 0
    for name, (first, second) in (won or {}).items():
        s.won[ROW_NAMES.index(name)] = [sum(1 << seat for seat in seats) for seats in (first, second)]
    for name, numbers in (crossed or {}).items():
        places = rules.SPEED_POINTS[ROW_NAMES.index(name)].tolist()
        s.crossed[ROW_NAMES.index(name)] = sum(1 << places.index(number) for number in numbers)
    s.round_number = round_number
    throw(s, dice)
    return in_state(game, buffer)


def put_on_sheet(s: Any, seat: int, letters: Mapping[str, str]) -> None:
    """Paint a sheet, as if that had been done in earlier rounds."""
    neighbours = s.neighbours.tolist()
    free = rules.ALL_AREAS
    for colour, letter in enumerate(LETTERS):
        painted = [AREA_NAMES.index(name) for name, found in letters.items() if found == letter]
        mask = sum(1 << area for area in painted)
        blocked = 0
        for area in painted:
            blocked |= neighbours[area]
        s.painted[seat][colour] = s.painted_before[seat][colour] = np.uint64(mask)
        s.blocked[seat][colour] = np.uint64(blocked)
        free = free & ~np.uint64(mask)
    s.free[seat] = s.free_before[seat] = free


def throw(s: Any, dice: Sequence[str]) -> None:
    """Lay the dice as told; a die that is not named has been taken in an earlier round, by seat 0."""
    s.thrown = len(DICE)
    s.taken_by[:] = 0
    for text in dice:
        name, drops, _, kingdoms = text.split()
        die = DICE.index(name)
        s.lies_in[die] = sum(1 << COLOURS.index(kingdom) for kingdom in kingdoms.split("+"))
        s.shows[die] = int(drops)
        s.taken_by[die] = rules.NOBODY
    for die in range(len(DICE)):
        if s.taken_by[die] != rules.NOBODY:
            s.lies_in[die], s.shows[die] = 1, 2
    s.phase = rules.Phase.PLAY.value


def in_state(game: Game, buffer: Buffer) -> Match:
    """A match that stands in a state."""
    match = game.start(1)
    match._buffer = buffer
    match._events = []
    match._facts = []
    match._update_actors(game.kernel.to_act(buffer))
    return match


def play(match: Match, *moves: str, seat: int | None = None) -> Match:
    """Make moves of one seat, or of whoever is first in turn order and has not finished."""
    for move in moves:
        who = int(match.game.kernel.to_act(match._buffer)) if seat is None else seat
        match.play(move, who)
    return match


def walk(match: Match, seed: int = 0, *, eager: float = 0.8) -> Iterator[Match]:
    """Play at random in any order of seats, stopping at every decision and at the end; rather painting than not."""
    choice = random.Random(seed)
    while not match.over:
        yield match
        seat = choice.choice(match.to_act)
        moves = match.legal(seat)
        if len(moves) > 1 and choice.random() < eager:
            moves = [move for move in moves if str(move) != "done"]
        match.play(choice.choice(moves), seat)
    yield match


def finish(match: Match, seed: int = 0) -> Match:
    *_, match = walk(match, seed)
    return match


# --- What is on the table ---------------------------------------------------------------------------------------------


def moves(match: Match, seat: int | None = None) -> set[str]:
    """The legal moves as text."""
    seat = int(match.game.kernel.to_act(match._buffer)) if seat is None else seat
    return {str(move) for move in match.legal(seat)}


def paints(match: Match, drop: str = "", seat: int | None = None) -> set[str]:
    """The areas that may be painted, with a drop of the die or one such as `tower violet`."""
    found = [move.split(maxsplit=2) for move in moves(match, seat) if move.startswith("paint ")]
    return {words[1] for words in found if (words[2] if len(words) > 2 else "") == drop}


def casts(match: Match, spell: str) -> set[str]:
    """What a spell may name."""
    return {move.split()[-1] for move in moves(match) if move.split()[0] == spell}


def own(match: Match, seat: int = 0) -> dict[str, Any]:
    """What a seat sees of itself."""
    player: dict[str, Any] = match.view(seat)["players"][seat]
    return player


def row(match: Match, seat: int = 0) -> dict[str, Any]:
    """The points of a seat, row by row."""
    found: dict[str, Any] = match.standings().breakdown[seat]
    return found


def supply(match: Match, name: str, seat: int = 0) -> tuple[int, int, int]:
    """How many spells or drops of a name are ready, new and used."""
    player = own(match, seat)
    found = player["spells" if name in player["spells"] else "drops"][name]
    return found["ready"], found["new"], found["used"]


def chances(game: Game, buffer: Buffer) -> dict[str, int]:
    """What chance may bring, with its weights."""
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(code)): int(weight) for code, weight in zip(codes[:count], weights[:count], strict=True)}


# --- Sheets on which much is painted ----------------------------------------------------------------------------------


def full(*kingdoms: str, but: str = "") -> dict[str, str]:
    """Kingdoms of the map of squares painted like chessboards, without the areas named."""
    letters = {}
    for kingdom in kingdoms:
        for number in range(9):
            name = f"{LETTERS[COLOURS.index(kingdom)]}{number + 1}"
            if name not in but.split():
                y, x = place_in_picture(name)
                letters[name] = "yv"[(x + y) % 2]
    return letters


def monsters(kind: str, but: str = "") -> dict[str, str]:
    """All monsters of a kind (D, G, U, H) on the map of squares painted yellow, without the areas named."""
    names = [
        f"{LETTERS[COLOURS.index(kingdom)]}{number + 1}"
        for kingdom, symbols in SYMBOLS.items()
        for number, symbol in enumerate(symbols)
        if symbol == kind
    ]
    return {name: "y" for name in names if name not in but.split()}
