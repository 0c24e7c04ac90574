"""Series: several games in a row are one match, and how each of them ended can be looked up."""

from __future__ import annotations

from typing import Any

import pytest

import pentarchy
from tests.walks import finished, walk

SERIES = pytest.mark.parametrize(
    ("name", "options", "games"),
    [
        ("kingdomino", {"players": 2, "dynasty": True}, 3),
        ("kingdomino", {"players": 4, "dynasty": True, "harmony": True}, 3),
        ("genius", {"players": 3, "series": True}, 3),
        ("genius", {"players": 2, "series": 5}, 5),
    ],
)


@SERIES
def test_the_points_of_the_games_add_up(name: str, options: dict[str, Any], games: int) -> None:
    match = finished(pentarchy.load(name, **options), seed=3)
    assert match.result is not None
    assert len(match.finished_games) == games - 1
    last = match._result(match.game.spec.view.by_itself(match._buffer))  # type: ignore[attr-defined]
    each = [game.scores for game in match.finished_games] + [last.scores]
    assert tuple(sum(points) for points in zip(*each, strict=True)) == match.result.scores
    best = max(match.result.scores)
    assert all(match.result.scores[seat] == best for seat in match.result.winners)


@SERIES
def test_a_replayed_series_knows_its_games(name: str, options: dict[str, Any], games: int) -> None:
    match = finished(pentarchy.load(name, **options), seed=3)
    assert pentarchy.replay(match.record()).finished_games == match.finished_games


def test_each_finished_game_of_a_dynasty_keeps_its_properties() -> None:
    """The kingdoms are gone from the table, but what they scored is not."""
    game = pentarchy.load("kingdomino", players=2, dynasty=True)
    for match in walk(game, seed=4):
        for number, result in enumerate(match.finished_games, 1):
            for seat, row in enumerate(result.breakdown):
                assert row["this_game"] == sum(item["points"] for item in row["properties"])
                assert match.view()["earlier"][number - 1]["points"][seat] == row["this_game"]


@SERIES
def test_a_finished_game_has_its_own_result_and_not_the_sum_so_far(
    name: str, options: dict[str, Any], games: int
) -> None:
    """Whoever leads the series may have lost the game."""
    match = finished(pentarchy.load(name, **options), seed=3)
    earlier = [game["points"] if isinstance(game, dict) else game for game in match.view()["earlier"]]
    for result, points in zip(match.finished_games, earlier, strict=True):
        assert list(result.scores) == points
        assert [row["points"] for row in result.breakdown] == points
        assert [row["place"] for row in result.breakdown] == list(result.ranks)
        assert all(row["earlier"] == [] for row in result.breakdown)
        assert result.winners == tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
        assert max(points) in {points[seat] for seat in result.winners}


def test_a_game_of_a_series_is_won_by_the_collection() -> None:
    """SG-16 decides a game; only the series goes by the sum of points (SG-17)."""
    match = finished(pentarchy.load("genius", players=3, series=True), seed=3)
    for result in match.finished_games:
        best = max(row["sorted"] for row in result.breakdown)
        assert [row["sorted"] == best for row in result.breakdown] == [rank == 1 for rank in result.ranks]


def test_a_single_game_has_no_finished_games() -> None:
    assert finished(pentarchy.load("kingdomino"), seed=1).finished_games == ()
