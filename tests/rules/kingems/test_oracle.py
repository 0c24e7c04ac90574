"""The compiled rules against a slow and obvious referee, written by somebody else from the rules alone."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS, PLACES, TILES, Board
from tests.oracles.kingems import Oracle, can_return, destinations
from tests.rules.kingems.tables import assert_distributed, load, possible, table
from tests.sizes import covered, size

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Buffer

BOARDS = 1_200
GAMES = size(2, 300)  # of each number of players and each mode
KINDS = [tile.kind for tile in TILES]
Tile = tuple[str, int]


# --- Tunnels ----------------------------------------------------------------------------------------------------------


def random_board(chooser: random.Random) -> list[Tile]:
    """All 36 tiles as the box has them; sometimes only kinds that make rings and closed tunnels likely."""
    kinds = [tile.kind for tile in TILES for _ in range(tile.number)]
    if chooser.random() < 0.3:
        kinds = chooser.choices(["turn", "double", "crossroads"], [6, 3, 1], k=36)
    chooser.shuffle(kinds)
    return [(kind, chooser.randrange(4)) for kind in kinds]


def state_of(game: Game, tiles: list[Tile], pawn: tuple[int, int] | None) -> Buffer:
    """A state in which seat 0 is to go, on any tiles."""
    buffer = game.buffer()
    for kind, quarters in tiles:
        game.kernel.apply(buffer, CHANCE, rules.TILE_DRAWN + 4 * KINDS.index(kind) + quarters)
    for card in range(2):
        game.kernel.apply(buffer, CHANCE, rules.CARD_DRAWN + card)
    state = buffer.view(rules.STATE)[0]
    state.at[0], state.path[0] = pawn or (rules.PLATFORM, 0)
    state.phase = rules.Phase.GO.value
    return buffer


@pytest.mark.rule("KG-13", "KG-14", "KG-15", "KG-16", "KG-27")
def test_destinations_are_those_of_a_literal_walk() -> None:
    game = load(2, mode="advanced", first=0)
    chooser = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(BOARDS):
        tiles = random_board(chooser)
        board = Board([(TILES[KINDS.index(kind)], quarters) for kind, quarters in tiles])
        cell = chooser.randrange(36)
        spots = [(cell, path) for path in range(len(board.paths[cell]))]
        for pawn in (None, *spots):
            walked = destinations(tiles, pawn)
            assert board.goals(pawn) == walked
            assert compiled_goals(game, state_of(game, tiles, pawn), board) == (
                walked,
                pawn is not None and can_return(tiles, pawn),
            )
            seen["own spot"] += pawn in walked
            seen["nowhere"] += not walked
    assert seen["own spot"] > 50
    assert seen["nowhere"] > 50


def compiled_goals(game: Game, buffer: Buffer, board: Board) -> tuple[set[tuple[int, int]], bool]:
    """Where seat 0 may stop, and whether it could return with a full card."""
    state = buffer.view(rules.STATE)[0]
    if state.at[0] != rules.PLATFORM:
        state.filled[0] = PLACES
    moves = set(allowed(game, buffer, 0))
    spots = {board.spot(move.removeprefix("go ")) for move in moves - {"return"}}
    return {spot for spot in spots if spot is not None}, "return" in moves


@pytest.mark.rule("KG-18")
def test_a_pawn_is_stuck_where_the_walk_finds_nothing() -> None:
    """Whether turning a tile leaves the pawn able to move, for many tiles of many boards."""
    game = load(2, first=0)
    chooser = random.Random(2)
    can_move = game.spec.rules.can_move  # type: ignore[attr-defined]
    stuck = 0
    for _ in range(BOARDS // 5):
        tiles = random_board(chooser)
        pawn = (chooser.randrange(36), 0)
        state = state_of(game, tiles, pawn).view(rules.STATE)[0]
        _, way = can_move(state, 0, 0, 0)
        stays = bool(destinations(tiles, pawn))
        for cell in range(36):
            quarters = chooser.randrange(1, 4)
            turned = [*tiles[:cell], (tiles[cell][0], (tiles[cell][1] + quarters) % 4), *tiles[cell + 1 :]]
            able = bool(destinations(turned, pawn))
            assert can_move(state, 0, cell, quarters)[0] == able
            stuck += not able
            if stays and not int(way) >> int(rules.SQUARE[cell]) & 1:
                assert able, "a tile off the way cannot take the pawn's move away"
    assert stuck > 100


# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.rule("KG-6", "KG-7", "KG-10", "KG-12", "KG-18", "KG-20", "KG-22", "KG-24", "KG-27", "KG-29")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_position_is_as_the_referee_says(players: int, mode: str) -> None:
    for seed in range(GAMES):
        first = None if seed % 3 == 0 else seed % players
        compare_a_game(load(players, mode=mode, first=first), Oracle(players, mode, first), seed)
        covered(1, "games against the oracle")


@pytest.mark.rule("KG-29")
def test_a_stalled_game_is_as_the_referee_says() -> None:
    """Who pays whenever possible has nothing in the end, and nothing is left to take."""
    compare_a_game(load(2, first=0), Oracle(2, "basic", 0), 9, spending=0.6)


def compare_a_game(game: Game, oracle: Oracle, seed: int, *, spending: float = 0.08) -> None:
    """Play one game at random in both, comparing all that can be asked at every step."""
    chooser = random.Random(seed)
    buffer = game.buffer()
    while (who := game.kernel.to_act(buffer)) != OVER:
        assert oracle.to_act() == ("chance" if who == CHANCE else who)
        if who == CHANCE:
            text = compare_chance(game, buffer, oracle, chooser)
            oracle.chance(text)
        else:
            moves = allowed(game, buffer, who)
            assert oracle.legal() == set(moves)
            text = choose(chooser, sorted(moves), spending)
            game.kernel.apply(buffer, who, moves[text])
            oracle.play(text)
            compare_standings(game, buffer, oracle)
    assert oracle.to_act() == "over"
    merits = np.zeros(game.players, np.int64)
    game.kernel.merit(buffer, merits)
    assert oracle.winners() == np.flatnonzero(merits == merits.max()).tolist()


def compare_chance(game: Game, buffer: Buffer, oracle: Oracle, chooser: random.Random) -> str:
    weights = possible(game, buffer)
    total = sum(weights.values())
    assert oracle.outcomes() == {text: Fraction(weight, total) for text, weight in weights.items()}
    (text,) = chooser.choices(list(weights), list(weights.values()))
    codes = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes[0], codes[1])
    outcome = game.spec.moves.outcome
    game.kernel.apply(buffer, CHANCE, next(int(code) for code in codes[0][:count] if outcome(int(code)) == text))
    return text


def compare_standings(game: Game, buffer: Buffer, oracle: Oracle) -> None:
    points = np.zeros(game.players, np.int64)
    game.kernel.scores(buffer, points)
    assert oracle.totals() == points.tolist()


def allowed(game: Game, buffer: Buffer, seat: int) -> dict[str, int]:
    """The code of every legal action, by its text."""
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    count = game.kernel.legal(buffer, seat, actions)
    return {str(game.moves.moves[code]): code for code in actions[:count].tolist()}


def choose(chooser: random.Random, moves: list[str], spending: float) -> str:
    """Any move; but how often a crystal is paid for a second turn is given."""
    paying = [move for move in moves if move.startswith("discard")]
    if paying:
        return chooser.choice(paying) if chooser.random() < spending else "keep"
    return chooser.choice(moves)


# --- The fast random choice -------------------------------------------------------------------------------------------

CROWDED = """
    ╭─╮┼╰┼
    │╲┼╯─╮
    ╰┼╱│╭┼
    ┼╮─┼╲╯
    ╰┼╭╱┼│
    ╯─╰┼╮─
"""


@pytest.mark.parametrize(
    ("pawns", "phase"),
    [(("platform", "f6"), "TURN"), (("a1", "f6"), "TURN"), (("a1", "f6"), "SECOND"), (("a1", "f6"), "GO")],
)
def test_the_fast_random_choice_is_uniform_over_the_legal_actions(pawns: tuple[str, str], phase: str) -> None:
    shown = {cell: "pink" for cell in pawns if cell in CELLS}
    match = table(CROWDED, pawns=pawns, shown=shown, crystals=["green"])
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    state = buffer.view(rules.STATE)[0]
    state.phase = rules.Phase[phase].value
    state.turned[0] = 21 if phase == "SECOND" else rules.NOWHERE
    legal = allowed(match.game, buffer, 0).values()
    rng = fast_generator(3)
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    trials = 60 * len(legal)
    pick = match.game.kernel.bound["pick"]
    counts = Counter(int(pick(state, 0, rng, actions)) for _ in range(trials))
    assert_distributed(counts, dict.fromkeys(legal, trials / len(legal)))
