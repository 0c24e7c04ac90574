"""A game of a tournament is played fairly and written down truly."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.arena import tournament
from pentarchy.arena.bot_games import play_game, play_games, seconds_of, step_of, without_times
from pentarchy.engine.result import Result
from tests.arena.tables import schedule

if TYPE_CHECKING:
    from pathlib import Path


def test_a_record_tells_what_happened() -> None:
    plan = schedule("greedy,random", game="kingdomino")
    [record] = play_games(plan, [5]).records
    assert (record.index, record.deal, record.seats) == (5, 2, ("random", "greedy"))
    assert record.decisions == (24, 24)
    assert record.moves == 48
    assert sum(record.win_shares) == 1
    assert sorted(record.ranks) == [1, 2]
    assert [sum(steps.values()) for steps in record.cpu_steps] == [24, 24]
    assert all(seconds > 0 for seconds in record.cpu_seconds)


def test_a_game_can_be_played_again_with_its_seeds() -> None:
    plan = schedule("greedy,random", game="kingdomino")
    pairing = plan.pairing(7)
    match = pentarchy.load("kingdomino").start(seed=pairing.chance_seed)
    bots = [pentarchy.bots.load(name, seed=seed) for name, seed in zip(pairing.seats, pairing.bot_seeds, strict=True)]
    while not match.over:
        match.play(bots[match.to_act[0]].choose(match, match.to_act[0]))
    assert play_games(plan, [7]).records[0].scores == match.standings().scores


def test_a_game_does_not_depend_on_those_before_it() -> None:
    plan = schedule("greedy,random")
    forth, back = play_games(plan, [0, 1, 2, 3]).records, play_games(plan, [3, 2, 1, 0]).records
    assert [without_times(game) for game in forth] == [without_times(game) for game in reversed(back)]


def test_a_stopped_game_is_no_game() -> None:
    plan = schedule("greedy,random")
    asked = iter([False, False, True])
    assert play_game(pentarchy.load("scuffle"), plan.pairing(0), lambda: next(asked)) is None
    assert play_games(plan, [0, 1], lambda: True).records == []


def test_a_bot_that_fails_is_named_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, *, seed: int) -> Any:
        def choose(match: Any, seat: int) -> Any:
            raise KeyError("lost")

        return SimpleNamespace(choose=choose)

    monkeypatch.setattr(pentarchy.bots, "load", load)
    with pytest.raises(ValueError, match=r"game 3: the bot '\w+' in seat \d failed: KeyError: 'lost'"):
        play_game(pentarchy.load("scuffle"), schedule("greedy,random").pairing(3))


@pytest.mark.parametrize("seconds", [1e-6, 3.3e-5, 0.002, 0.7, 40.0])
def test_thinking_times_are_counted_to_about_six_percent(seconds: float) -> None:
    assert seconds_of(step_of(seconds)) == pytest.approx(seconds, rel=0.06)


class Patience:
    """A game for any number of players at once: everybody names a number once, in any order."""

    name, title = "patience", "Patience"

    def __init__(self, players: int) -> None:
        self.players = players
        self.options = {"players": players}

    def start(self, seed: int) -> PatienceMatch:
        return PatienceMatch(self.players)


class PatienceMatch:
    def __init__(self, players: int) -> None:
        self.scores: dict[int, int] = {}
        self.to_act: tuple[int, ...] = tuple(range(players))

    @property
    def over(self) -> bool:
        return not self.to_act

    def play(self, move: int, seat: int) -> None:
        self.scores[seat] = move
        self.to_act = tuple(other for other in self.to_act if other != seat)

    def standings(self) -> Result:
        points = tuple(score for _, score in sorted(self.scores.items()))
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        return Result(points, ranks, tuple(seat for seat, rank in enumerate(ranks) if rank == 1), ())


class Namer:
    def __init__(self, name: str, seed: int) -> None:
        self.level = {"greedy": 50, "random": 0}[name]
        self.seed = seed

    def choose(self, match: PatienceMatch, seat: int) -> int:
        return self.level + self.seed % 40


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pentarchy, "load", lambda name, players: Patience(players))
    monkeypatch.setattr(pentarchy.bots, "load", lambda name, *, seed: Namer(name, seed))


@pytest.mark.usefixtures("patience")
def test_solo_games_are_about_points_alone(tmp_path: Path) -> None:
    solo: Any = Patience(players=1)
    report = tournament(solo, ["random", "greedy"], games=40, folder=tmp_path)
    assert [(bot.bot, bot.games) for bot in report.bots] == [("greedy", 20), ("random", 20)]
    assert report.bots[0].mean_score > report.bots[1].mean_score + 20
    for bot in report.bots:
        assert (bot.win_share, bot.rating, bot.margin) == (None, None, None)
        assert bot.score_interval is not None
    assert report.pairs == []
    assert "nobody to win against" in pentarchy.arena.report.text(report)
    assert "<svg" in (tmp_path / "report.html").read_text()


@pytest.mark.usefixtures("patience")
def test_where_several_act_at_once_everybody_gets_a_turn() -> None:
    crowd: Any = Patience(players=3)
    report = tournament(crowd, ["random", "greedy", "random"], games=3)
    assert report.bots[0].bot == "greedy"
    assert [bot.decisions for bot in report.bots] == [3, 6]
