"""The compiled rules against a slow and obvious referee, in lock step through random matches of every variant."""

from __future__ import annotations

import random
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.kingdomino import rules
from pentarchy.games.kingdomino.moves import Place
from tests.oracles.kingdomino import Oracle
from tests.rules.kingdomino.tables import allowed_combinations, load, name_of
from tests.sizes import covered, size
from tests.variants import first_and_further

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

pytestmark = [pytest.mark.bounds]

DOMINOES = Path(str(resources.files("pentarchy.games.kingdomino") / "dominoes.csv"))

# The few that are played without compiling as well; every variant is in one of them.
INTERPRETED: list[dict[str, Any]] = [
    {"players": 2, "dynasty": True, "middle_kingdom": True, "harmony": True, "snake_opening": True},
    {"players": 2, "mighty_duel": True, "middle_kingdom": True, "harmony": True},
    {"players": 3, "lines_of_four": True, "harmony": True},
    {"players": 4, "middle_kingdom": True},
]


def parameters() -> list[Any]:
    return first_and_further(
        [
            pytest.param(options, id=name_of(options), marks=pytest.mark.interpreted if options in INTERPRETED else ())
            for options in allowed_combinations()
        ]
    )


class Referees:
    """A match, the oracle, and a third table that the kernel's own functions move, all fed with the same events."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.game = load(**options)
        self.match = self.game.start(seed)
        self.oracle = Oracle(DOMINOES, **options)
        self.buffer = self.game.buffer()
        self.told = 0  # events of the match that the other two know
        self.compared = 0
        self.codes, self.weights = np.empty(48, np.int64), np.empty(48, np.int64)

    def catch_up(self) -> None:
        """Let the oracle and the kernel follow what has happened in the match, comparing before every draw."""
        for event in self.match.events[self.told :]:
            if event.seat == CHANCE:
                self.compare_chance()
                self.oracle.chance(self.game.spec.moves.outcome(event.code))
            else:
                self.oracle.play(str(self.game.moves.moves[event.code]))
            self.game.kernel.apply(self.buffer, event.seat, event.code)
        self.told = len(self.match.events)

    def compare_chance(self) -> None:
        assert self.game.kernel.to_act(self.buffer) == CHANCE
        assert self.oracle.to_act() == "chance"
        count = self.game.kernel.outcomes(self.buffer, self.codes, self.weights)
        outcomes = [self.game.spec.moves.outcome(code) for code in self.codes[:count].tolist()]
        assert dict(zip(outcomes, self.weights[:count].tolist(), strict=True)) == self.oracle.outcomes()

    def compare(self) -> None:
        """Compare all that the rules say at a decision or at the end."""
        self.compared += 1
        assert self.buffer.tobytes() == self.match.state()
        assert self.match.to_act == (() if self.match.over else (self.oracle.to_act(),))
        assert self.match.over == (self.oracle.to_act() == "over")
        legal = [str(move) for move in self.match.legal()]
        assert len(legal) == len(set(legal))
        assert set(legal) == self.oracle.legal()

    def compare_points(self) -> None:
        standings = self.match.standings()
        assert list(standings.scores) == [row["points"] for row in standings.breakdown] == self.oracle.totals()
        assert list(standings.ranks) == [row["place"] for row in standings.breakdown] == self.oracle.places()
        assert [row["tie_break"]["largest_property"] for row in standings.breakdown] == self.oracle.largest()
        assert [row["tie_break"]["crowns"] for row in standings.breakdown] == self.oracle.crowns()
        for seat, row in enumerate(standings.breakdown):
            found = sorted((item["terrain"], item["squares"], item["crowns"]) for item in row["properties"])
            assert found == self.oracle.properties(seat)

    def compare_table(self) -> None:
        """Compare what lies on the table."""
        view = self.match.view()
        assert (view["round"], view["game_number"]) == (self.oracle.round, self.oracle.game)
        assert {item["domino"]: item["king"] for item in view["line"] if not item["placed"]} == self.oracle.current_line
        assert {item["domino"]: item["king"] for item in view["next_line"]} == self.oracle.next_line
        assert view["left_over"] == sorted(self.oracle.left_over)
        assert set(view["unseen"]) == set(range(1, 49)) - self.oracle.appeared
        assert [kingdom["discards"] for kingdom in view["kingdoms"]] == self.oracle.discards
        for kingdom, squares in zip(view["kingdoms"], self.oracle.kingdoms, strict=True):
            found = {(cell["x"], cell["y"]): (cell["terrain"], cell["crowns"]) for cell in kingdom["squares"]}
            assert found == squares


def choose(rng: random.Random, legal: Sequence[Move], compact: bool) -> Move:
    """A random move; a compact builder looks at a few and takes the one nearest to the castle."""
    if not compact:
        return rng.choice(legal)
    tried = rng.choices(legal, k=4)
    return min(tried, key=lambda move: abs(move.x) + abs(move.y) if isinstance(move, Place) else 0)


def play_in_lock_step(options: dict[str, Any], seed: int) -> int:
    """Play a match with the oracle beside it; return how many positions were compared."""
    rng = random.Random(seed)
    referees = Referees(options, seed)
    match: Match = referees.match
    while True:
        referees.catch_up()
        referees.compare()
        if referees.compared % size(4, 1) == 1 or match.over:
            referees.compare_points()
        if referees.compared % 8 == 1 or match.over:
            referees.compare_table()
        if match.over:
            covered(1, "games against the oracle")
            return referees.compared
        (seat,) = match.to_act
        match.play(choose(rng, match.legal(), compact=seat % 2 == 0))


@pytest.mark.soak
@pytest.mark.parametrize("options", parameters())
def test_the_engine_and_the_oracle_agree_at_every_step(options: dict[str, Any]) -> None:
    turns = 2 * options["players"] * (24 if options.get("mighty_duel") else 12)
    games = 3 if options.get("dynasty") else 1
    for match in range(size(1, 60)):
        assert play_in_lock_step(options, seed=sum(name_of(options).encode()) + match) == games * turns + 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(size(8, 400)))
def test_plain_matches_of_two_agree_too(seed: int) -> None:
    play_in_lock_step({"players": 2}, seed)


def fast_openings(count: int, **options: Any) -> list[tuple[list[int], int, int]]:
    """The first line and the owners of the first two kings in simulations, where chance is drawn fast."""
    game = load(**options)
    found = []
    for seed in range(count):
        simulation = game.simulation(seed)
        first = simulation.seat
        line = [action + 1 for action in simulation.actions.tolist()]
        simulation.step(int(simulation.actions[0]))
        found.append((line, first, simulation.seat))
    return found


def test_the_fast_draw_lays_every_domino_equally_often() -> None:
    openings = fast_openings(1200, players=4)
    counts = np.bincount([number for line, _, _ in openings for number in line], minlength=49)
    assert counts[0] == 0
    assert counts[1:].sum() == 4800
    assert counts[1:].min() > 65  # each is expected 100 times, with a deviation of 10
    assert counts[1:].max() < 135


def test_a_single_fast_draw_brings_every_unseen_domino_equally_often() -> None:
    state = load(2).buffer().view(rules.STATE)[0]
    rng = fast_generator(1)
    draw: Any = rules.draw
    counts = np.bincount([draw(state, rng) for _ in range(4800)], minlength=48)
    assert len(counts) == 48
    assert counts.min() > 65
    assert counts.max() < 135


def test_the_fast_draw_takes_kings_from_the_hand_by_their_number() -> None:
    openings = fast_openings(1200, players=2)
    again = sum(first == second for _, first, second in openings)
    assert 340 < again < 460  # one king of three is the same player's
    assert 530 < sum(first for _, first, _ in openings) < 670


def test_the_fast_draw_opens_the_snake_with_either_player() -> None:
    openings = fast_openings(400, players=2, snake_opening=True)
    assert all(second == 1 - first for _, first, second in openings)
    assert 150 < sum(first for _, first, _ in openings) < 250
