"""The compiled rules against a slow and obvious referee, written by somebody else from the rules alone."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE, OVER
from pentarchy.games.color_kingdoms import maps, rules
from tests.oracles.color_kingdoms import Oracle
from tests.rules.color_kingdoms.tables import chances, load, on_the_default_map, squares
from tests.sizes import covered, size

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.spec import Buffer

GAMES = {1: 6, 2: 3, 3: 2, 4: 1}  # of each way of playing: thousands of decisions; in a soak 150 times as many


@pytest.mark.soak
@pytest.mark.rule("CK-8", "CK-12", "CK-14", "CK-19", "CK-21", "CK-22", "CK-23", "CK-24", "CK-26", "CK-31", "CK-33")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("eager", [0.0, 0.9, 1.0], ids=["anything", "painting", "painting all"])
def test_every_decision_is_as_the_referee_says(players: int, eager: float) -> None:
    for seed in range(size(1, 150) * GAMES[players]):
        first = None if seed % 3 == 0 else seed % players
        game = on_the_default_map(players, first=first)
        compare_a_game(game, Oracle(players, maps.data(), first), seed, eager)
        covered(1, "games against the oracle")


@pytest.mark.rule("CK-4")
def test_on_another_map_too() -> None:
    compare_a_game(load(2), Oracle(2, squares(), 0), 1, 0.9)


def compare_a_game(game: Game, oracle: Oracle, seed: int, eager: float) -> None:
    """Play one game at random in both, in any order of seats, comparing all that can be asked at every step."""
    chooser = random.Random(seed)
    buffer = game.buffer()
    while (who := game.kernel.to_act(buffer)) != OVER:
        acting = oracle.to_act()
        compare_standings(game, buffer, oracle)
        if who == CHANCE:
            assert acting == "chance"
            outcomes = chances(game, buffer)
            everything = sum(outcomes.values())
            assert oracle.outcomes() == {text: Fraction(weight, everything) for text, weight in outcomes.items()}
            (text,) = chooser.choices(list(outcomes), list(outcomes.values()))
            game.kernel.apply(buffer, CHANCE, outcome_code(game, buffer, text))
            oracle.chance(text)
            continue
        mask = int(game.kernel.acting(buffer))
        seats = [seat for seat in range(game.players) if mask >> seat & 1]
        assert acting == seats
        legal = {seat: allowed(game, buffer, seat) for seat in seats}
        for seat in seats:
            assert oracle.legal(seat) == set(legal[seat])
        seat = chooser.choice(seats)
        texts = sorted(legal[seat])
        if len(texts) > 1 and "done" in texts and chooser.random() < eager:
            texts.remove("done")
        text = chooser.choice(texts)
        game.kernel.apply(buffer, seat, legal[seat][text])
        oracle.play(seat, text)
    assert oracle.to_act() == "over"
    compare_standings(game, buffer, oracle)


def compare_standings(game: Game, buffer: Buffer, oracle: Oracle) -> None:
    points, merits = np.zeros((2, game.players), np.int64)
    game.kernel.scores(buffer, points)
    game.kernel.merit(buffer, merits)
    assert oracle.totals() == points.tolist()
    assert sorted(oracle.winners()) == np.flatnonzero(merits == merits.max()).tolist()


def outcome_code(game: Game, buffer: Buffer, text: str) -> int:
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    return next(int(code) for code in codes[:count] if game.spec.moves.outcome(int(code)) == text)


def allowed(game: Game, buffer: Buffer, seat: int) -> dict[str, int]:
    """The code of every legal action, by its text."""
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    count = game.kernel.legal(buffer, seat, actions)
    return {str(game.moves.moves[code]): code for code in actions[:count].tolist()}
