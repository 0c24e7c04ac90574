"""The compiled rules against a slow and obvious referee, in lock step through random matches of every variant."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE
from pentarchy.engine.result import places
from pentarchy.games.genius import rules
from pentarchy.games.genius.components import STANDSTILL
from tests.oracles.genius import Oracle
from tests.rules.genius.tables import load
from tests.sizes import covered, size
from tests.variants import first_and_further

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds]

SERIES: list[bool | int] = [False, True, 1, 3]


def variants() -> list[dict[str, Any]]:
    """Every number of players, target, kind of series, and way to begin."""
    found = []
    for players, target in ((2, None), (2, 7), (3, None), (3, 6), (4, None), (4, 5)):
        for series in SERIES:
            for first in (None, players - 1):
                found.append({"players": players, "target": target, "series": series, "first": first})
    return found


def name_of(options: dict[str, Any]) -> str:
    return "-".join(f"{name}={value}" for name, value in options.items() if value not in (None, False))


def parameters() -> list[Any]:
    """All variants; a few of them are played without compiling as well."""
    interpreted = [options for options in variants() if options["series"] is False and options["first"] is None]
    return first_and_further(
        [
            pytest.param(options, id=name_of(options), marks=pytest.mark.interpreted if options in interpreted else ())
            for options in variants()
        ]
    )


class Referees:
    """The kernel and the oracle, fed with the same events."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.game = load(**options)
        self.kernel = self.game.kernel
        self.oracle = Oracle(**options)
        self.buffer = self.game.buffer()
        self.state = self.buffer.view(rules.STATE)[0]
        self.codes, self.weights = np.empty(rules.MAX_OUTCOMES, np.int64), np.empty(rules.MAX_OUTCOMES, np.int64)
        self.actions = np.empty(rules.MAX_LEGAL, np.int64)
        self.points, self.merits = np.zeros(self.game.players, np.int64), np.zeros(self.game.players, np.int64)

    @property
    def stalled(self) -> bool:
        """Whether this game ended by SG-19, which the oracle does not know: it would play on."""
        over = self.state.phase in (rules.Phase.OVER, rules.Phase.NEXT_GAME)
        return bool(over and self.state.standstill == STANDSTILL and self.state.passes < self.state.seats)

    def compare(self) -> str | int:
        """Compare all that the rules say; return who acts."""
        who: str | int = {-1: "chance", -2: "over"}.get(int(self.kernel.to_act(self.buffer)), self.state.acting)
        assert who == self.oracle.to_act()
        self.kernel.scores(self.buffer, self.points)
        self.kernel.merit(self.buffer, self.merits)
        assert self.points.tolist() == self.oracle.totals()
        assert list(places(self.merits.tolist())) == self.oracle.places()
        return who

    def compare_table(self) -> None:
        """Compare what lies on the table."""
        for place in ("reserve", "centre", "zone", "aside"):
            assert self.state[place].tolist() == list(getattr(self.oracle, place).values())
        collections = self.state.collection[: self.game.players].tolist()
        assert collections == [list(collection.values()) for collection in self.oracle.collections]
        assert (self.state.game_number, self.state.passes) == (self.oracle.game, self.oracle.passes_in_a_row)

    def let_chance_act(self, rng: random.Random) -> None:
        count = self.kernel.outcomes(self.buffer, self.codes, self.weights)
        codes, weights = self.codes[:count].tolist(), self.weights[:count].tolist()
        texts = [self.game.spec.moves.outcome(code) for code in codes]
        assert dict(zip(texts, weights, strict=True)) == self.oracle.outcomes()
        (chosen,) = rng.choices(range(count), weights)
        self.kernel.apply(self.buffer, CHANCE, codes[chosen])
        self.oracle.chance(texts[chosen])

    def let_seat_act(self, seat: int, rng: random.Random, boldness: float) -> None:
        count = self.kernel.legal(self.buffer, seat, self.actions)
        actions = self.actions[:count].tolist()
        texts = [str(self.game.moves.moves[action]) for action in actions]
        assert len(set(texts)) == count
        assert set(texts) == self.oracle.legal()
        chosen = 0 if rng.random() < boldness else rng.randrange(count)
        self.kernel.apply(self.buffer, seat, actions[chosen])
        self.oracle.play(texts[chosen])


def play_in_lock_step(options: dict[str, Any], seed: int) -> int:
    """Play a match with the oracle beside it; return how many positions were compared."""
    rng = random.Random(seed)
    referees = Referees(options)
    boldness = rng.choice((0.0, 0.2, 0.5))  # how often a player draws without thinking
    compared = 0
    while not referees.stalled:
        who = referees.compare()
        compared += 1
        if who == "over":
            break
        if who == "chance":
            referees.let_chance_act(rng)
        else:
            referees.compare_table()
            referees.let_seat_act(int(who), rng, boldness)
    covered(1, "games against the oracle")
    return compared


@pytest.mark.soak
@pytest.mark.parametrize("options", parameters())
def test_the_engine_and_the_oracle_agree_at_every_step(options: dict[str, Any]) -> None:
    for match in range(size(1, 200)):
        compared = play_in_lock_step(options, seed=sum(name_of(options).encode()) + match)
        assert compared > (100 if match == 0 else 0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(size(12, 400)))
def test_games_of_three_agree_too_when_the_reserve_runs_dry(seed: int) -> None:
    play_in_lock_step({"players": 3, "target": None, "series": 3, "first": None}, seed)


def test_a_live_match_tells_the_same_as_the_oracle() -> None:
    oracle = Oracle(players=3, series=True)
    match: Match = load(3, series=True).start(8)
    rng = random.Random(8)
    told = 0
    while True:
        for event in match.record()["events"][told:]:
            if "chance" in event:
                oracle.chance(event["chance"])
            else:
                oracle.play(event["move"])
        told = len(match.events)
        assert match.over == (oracle.to_act() == "over")
        assert list(match.standings().scores) == oracle.totals()
        assert [row["place"] for row in match.view()["standings"]] == list(match.standings().ranks) == oracle.places()
        if match.over:
            break
        assert match.to_act == (oracle.to_act(),)
        match.play(rng.choice(match.legal()))
