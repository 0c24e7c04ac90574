"""Random play without listing all moves: every legal move is as likely as any other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pentarchy.games.color_kingdoms import rules
from tests.rules.color_kingdoms.tables import arranged, moves, on_the_default_map, play, started, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match

EVERYTHING = {"move": 1, "exception": 1, "split": 1, "mix": 1, "green": 1, "blue": 2}
TABLES: dict[str, Callable[[], Match]] = {
    "take": lambda: started(2),
    "take white": lambda: play(started(3), "take red from red", "done"),
    "paint": lambda: play(arranged("", "", ready=EVERYTHING), "take blue from red"),
    "mixed": lambda: play(arranged("", "", ready={"mix": 2}), "take blue from red", "mix green", "mix brown"),
    "choose": lambda: play(arranged("......\n" * 6 + "g.....", ""), "take blue from red", "paint r2"),
    "cross": lambda: play(started(1), "take blue from red", "done"),
    "only done": lambda: play(started(2), "take yellow from red", "paint r1", "paint r3"),
}


def picked(match: Match, rng: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> str:
    pick, actions = match.game.kernel.bound["pick"], np.empty(rules.MAX_LEGAL, np.int64)
    state = match._buffer.view(rules.STATE)[0]
    seat = match.game.kernel.to_act(match._buffer)
    return str(match.game.moves.moves[int(pick(state, seat, rng, actions))])


@pytest.mark.parametrize("table", TABLES)
def test_every_legal_move_is_picked_equally_often(table: str) -> None:
    match = TABLES[table]()
    legal, rng = moves(match), np.array([5], np.uint64)
    trials = 40 * len(legal)
    counts = Counter(picked(match, rng) for _ in range(trials))
    assert set(counts) <= legal
    square = sum((counts[move] - 40) ** 2 / 40 for move in legal)
    freedom = len(legal) - 1
    assert abs(square - freedom) <= 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.bounds
@pytest.mark.interpreted
def test_only_legal_moves_are_picked(players: int) -> None:
    rng = np.array([6], np.uint64)
    for number, match in enumerate(walk(on_the_default_map(players).start(4), 4)):
        if not match.over and number % 2 == 0:
            assert picked(match, rng) in moves(match)
