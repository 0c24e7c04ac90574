"""The compiled rules against a slow and obvious referee, written by somebody else from the rules alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.result import places
from pentarchy.games.scuffle import rules
from tests.oracles.scuffle import Oracle
from tests.rules.scuffle.tables import load
from tests.sizes import covered, size

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Buffer

GAMES = size(60, 10_000)  # of each number of players and each way of playing


@pytest.mark.soak
@pytest.mark.rule("FS-3", "FS-4", "FS-8", "FS-12", "FS-13", "FS-21", "FS-22", "FS-23", "FS-26")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("crowded", [False, True], ids=["anywhere", "crowded"])
def test_every_position_is_as_the_referee_says(players: int, crowded: bool) -> None:
    for seed in range(GAMES):
        first = None if seed % 3 == 0 else seed % players
        compare_a_game(load(players, first=first), Oracle(players, first=first), seed, crowded=crowded)
        covered(1, "games against the oracle")


def compare_a_game(game: Game, oracle: Oracle, seed: int, *, crowded: bool) -> None:
    """Play one game at random in both, comparing all that can be asked at every step."""
    chooser = random.Random(seed)
    favourites = chooser.sample(range(1, 7), 2) if crowded else []
    buffer = game.buffer()
    while (who := game.kernel.to_act(buffer)) != OVER:
        assert oracle.to_act() == ("chance" if who == CHANCE else who)
        compare_standings(game, buffer, oracle)
        if who == CHANCE:
            outcomes = possible(game, buffer)
            assert oracle.outcomes() == {text: weight for text, (_, weight) in outcomes.items()}
            (text,) = chooser.choices(list(outcomes), [weight for _, weight in outcomes.values()])
            game.kernel.apply(buffer, CHANCE, outcomes[text][0])
            oracle.chance(text)
        else:
            moves = allowed(game, buffer, who)
            assert oracle.legal() == set(moves)
            text = choose(chooser, list(moves), favourites)
            game.kernel.apply(buffer, who, moves[text])
            oracle.play(text)
    assert oracle.to_act() == "over"
    compare_standings(game, buffer, oracle)


def compare_standings(game: Game, buffer: Buffer, oracle: Oracle) -> None:
    points, merits = np.zeros((2, game.players), np.int64)
    game.kernel.scores(buffer, points)
    game.kernel.merit(buffer, merits)
    assert oracle.totals() == points.tolist()
    if buffer.view(rules.STATE)[0].phase >= rules.Phase.PLAY.value:
        assert oracle.places() == list(places(merits.tolist()))


def possible(game: Game, buffer: Buffer) -> dict[str, tuple[int, int]]:
    """The code and the weight of every outcome of chance, by its text."""
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    outcome = game.spec.moves.outcome
    return {outcome(int(codes[i])): (int(codes[i]), int(weights[i])) for i in range(count)}


def allowed(game: Game, buffer: Buffer, seat: int) -> dict[str, int]:
    """The code of every legal action, by its text."""
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    count = game.kernel.legal(buffer, seat, actions)
    return {str(game.moves.moves[code]): code for code in actions[:count].tolist()}


def choose(chooser: random.Random, moves: list[str], favourites: list[int]) -> str:
    """Any move, but rather one to a favourite location, so that high stacks come about."""
    crowding = [move for move in moves if move.split()[-1] in map(str, favourites)]
    return chooser.choice(crowding if crowding and chooser.random() < 0.8 else moves)
