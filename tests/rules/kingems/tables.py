"""Tables for the rule tests: boards drawn by hand, and matches that stand in the middle of a turn.

A board is six rows of six tiles, drawn as their tunnels run:

    ╰ ╭ ╮ ╯  a turn        ╲  a double tile, its curves join north and east, south and west
    │ ─      a straight    ╱  the same tile turned: east and south, west and north
    ┼        crossroads    .  any tile that opens to none of the drawn ends beside it

Drawn boards need not have as many tiles of each kind as the box.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np

import pentarchy
from pentarchy.engine.play import CHANCE
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS, COLOURS, SIDES, TILES, TRANSPARENT, Board
from pentarchy.games.kingems.moves import content_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

Laid = tuple[str, int]  # the kind of a tile and its quarter turns

GLYPHS: dict[str, Laid] = {
    "╰": ("turn", 0),
    "╭": ("turn", 1),
    "╮": ("turn", 2),
    "╯": ("turn", 3),
    "│": ("straight", 0),
    "─": ("straight", 1),
    "┼": ("crossroads", 0),
    "╲": ("double", 0),
    "╱": ("double", 1),
}
ANY_TILE = ("╰", "╭", "╮", "╯", "│", "─")
KINDS = {tile.kind: tile for tile in TILES}
CONTENTS = {content_text(content): content for content in range(rules.CONTENTS)}
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}

# Nobody can get anywhere near the rim by itself, and everywhere are dead ends: the board for rules about other things.
PLAIN = """
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
"""


def load(players: int = 2, **options: Any) -> Game:
    return pentarchy.load("kingems", players=players, **options)


# --- Boards drawn by hand ---------------------------------------------------------------------------------------------


def read(picture: str) -> list[Laid]:
    """The tiles of a picture, in reading order."""
    rows = picture.split()
    assert [len(row) for row in rows] == [6] * 6, "six rows of six tiles"
    drawn = {(y, x): sides_of(rows[y][x]) for y in range(6) for x in range(6) if rows[y][x] != "."}
    return [GLYPHS[rows[y][x] if (y, x) in drawn else filler(drawn, y, x)] for y in range(6) for x in range(6)]


def sides_of(glyph: str) -> str:
    kind, quarters = GLYPHS[glyph]
    return "".join(KINDS[kind].turned(quarters))


def filler(drawn: Mapping[tuple[int, int], str], y: int, x: int) -> str:
    """A tile that opens to none of the drawn ends beside it."""
    barred = {
        side
        for side, (dy, dx) in STEPS.items()
        if SIDES[(SIDES.index(side) + 2) % 4] in drawn.get((y + dy, x + dx), "")
    }
    return next(glyph for glyph in ANY_TILE if not barred & set(sides_of(glyph)))


def board(picture: str) -> Board:
    return Board([(KINDS[kind], quarters) for kind, quarters in read(picture)])


def table(
    picture: str = PLAIN,
    *,
    pawns: Sequence[str] = ("platform", "platform"),
    shown: Mapping[str, str] | None = None,
    crystals: Sequence[str] = (),
    cards: Sequence[int] = (1, 2, 3, 4),
    acting: int = 0,
    quiet: int = 0,
    **options: Any,
) -> Match:
    """A match on a drawn board in which a seat is about to begin its turn.

    `pawns` are spots like "c3 ne", a seat each; `shown` is what lies in cells that were shown; `crystals` are those of
    every seat, parted by commas, in the advanced mode place by place.
    """
    game = load(len(pawns), first=0, **options)
    buffer = game.buffer()
    state = buffer.view(rules.STATE)[0]
    kinds = [tile.kind for tile in TILES]
    for kind, quarters in read(picture):
        game.kernel.apply(buffer, CHANCE, rules.TILE_DRAWN + 4 * kinds.index(kind) + quarters)
    state.stock[:] = 0
    for card in cards[: len(pawns)]:
        game.kernel.apply(buffer, CHANCE, rules.CARD_DRAWN + card - 1)
    for cell, content in (shown or {}).items():
        show(state, cell, content)
    for seat, spot in enumerate(pawns):
        found = board(picture).spot(spot)
        assert found or spot == "platform", spot
        state.at[seat], state.path[seat] = found or (rules.PLATFORM, 0)
    for seat, names in enumerate(crystals):
        give(state, seat, [name.strip() for name in names.split(",") if name])
    state.acting = acting
    state.quiet = quiet
    return in_state(game, buffer)


def show(state: Any, cell: str, content: str) -> None:
    """Let a cell have been shown."""
    by_rule: Any = rules.show
    by_rule(state, CELLS.index(cell), CONTENTS[content])


def give(state: Any, seat: int, names: Sequence[str]) -> None:
    """Let a seat own crystals."""
    if state.mode == rules.ADVANCED:
        state.filled[seat] = len(names)
        state.stand_ins[seat] = sum(1 << place for place, name in enumerate(names) if name == TRANSPARENT)
    else:
        state.owned[seat] = sum(1 << COLOURS.index(name) for name in names if name != TRANSPARENT)
        state.clears[seat] = list(names).count(TRANSPARENT)


def in_state(game: Game, buffer: Buffer) -> Match:
    """A match that stands in a state."""
    match = game.start(1)
    match._buffer = buffer
    match._events.clear()
    match._facts.clear()
    match._update_actors(game.kernel.to_act(buffer))
    return match


def changed(match: Match, **fields: Any) -> Match:
    """The same match with some fields of its state changed."""
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    state = buffer.view(rules.STATE)[0]
    for name, value in fields.items():
        setattr(state, name, value)
    return in_state(match.game, buffer)


# --- Playing ----------------------------------------------------------------------------------------------------------


def play(match: Match, *moves: str) -> Match:
    """Make moves; one that begins with "<" is what chance brings after the move before it."""
    made = [move for move in moves if not move.startswith("<")]
    match._script = tuple(move[1:].strip() for move in moves if move.startswith("<"))
    for move in made:
        match.play(move)
    assert not match._script, f"not drawn: {match._script}"
    return match


def moves(match: Match) -> set[str]:
    """The legal moves as text."""
    return {str(move) for move in match.legal()}


def goals(picture: str, pawn: str, **options: Any) -> set[str]:
    """Where a pawn may stop, by the compiled rules: spots like "c3" and "c3 ne"."""
    cell = pawn.partition(" ")[0]
    shown = {} if pawn == "platform" else {cell: "pink"}
    match = table(picture, pawns=(pawn, "platform"), shown=shown, **options)
    match = changed(match, phase=rules.Phase.GO.value)
    return {move.removeprefix("go ") for move in moves(match)}


def turns(match: Match) -> set[str]:
    """The tiles that may be turned in some way."""
    return {move.split()[1] for move in moves(match) if move.startswith("turn")}


def walk(match: Match, seed: int = 0, *, discards: float = 0.05) -> Iterator[Match]:
    """Play at random, stopping at every decision and at the end; but seldom pay with a crystal.

    Players who pay as often as not spend all they have, and the game stops because nothing is left to take.
    """
    choice = random.Random(seed)
    while not match.over:
        yield match
        legal = match.legal()
        paying = [move for move in legal if str(move).startswith("discard")]
        if paying and choice.random() >= discards:
            legal = [move for move in legal if move not in paying]
        match.play(choice.choice(legal))
    yield match


def finish(match: Match, seed: int = 0) -> Match:
    *_, match = walk(match, seed)
    return match


def chances(match: Match, events: int) -> dict[str, int]:
    """What chance could bring, and with which weights, after the first `events` events of a match."""
    buffer = match.game.buffer()
    for seat, code in match.events[:events]:
        match.game.kernel.apply(buffer, seat, code)
    return possible(match.game, buffer)


def possible(game: Game, buffer: Buffer) -> dict[str, int]:
    """What chance could bring now, and with which weights."""
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(code)): int(weight) for code, weight in zip(codes[:count], weights[:count], strict=True)}


def after(match: Match, move: str) -> Buffer:
    """The state right after a move, before chance has acted."""
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    match.game.kernel.apply(buffer, match.to_act[0], match.game.moves.code(move))
    return buffer


# --- What is on the table ---------------------------------------------------------------------------------------------


def tile(match: Match, cell: str) -> dict[str, Any]:
    """What a spectator sees of a tile."""
    found: dict[str, Any] = match.view()["tiles"][CELLS.index(cell)]
    return found


def player(match: Match, seat: int) -> dict[str, Any]:
    """What a spectator sees of a player."""
    found: dict[str, Any] = match.view()["players"][seat]
    return found


def fact(match: Match, number: int = -1) -> dict[str, Any]:
    """What an event did, the last one if no other is named."""
    told: dict[str, Any] = json.loads(match.told_json(range(match.length)[number]))["fact"]
    return told


def owned(match: Match, seat: int) -> list[str]:
    """The crystals of a seat."""
    found: list[str] = match.position()["players"][seat]["crystals"]
    return found


# --- Statistics -------------------------------------------------------------------------------------------------------


def assert_distributed(counts: Mapping[Any, int], expected: Mapping[Any, float]) -> None:
    """Things occur as often as they should, as far as chance allows (chi-square, four deviations)."""
    assert set(counts) <= set(expected), "something came that could not come"
    square = sum((counts.get(key, 0) - number) ** 2 / number for key, number in expected.items())
    freedom = len(expected) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def assert_share(hits: int, trials: int, probability: float) -> None:
    """Something happens as often as its probability says, within four standard deviations."""
    deviation = (probability * (1 - probability) / trials) ** 0.5
    assert abs(hits / trials - probability) < 4 * deviation
