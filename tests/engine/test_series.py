"""Series: several games in a row are one match, and how each of them ended can be looked up."""

from __future__ import annotations

from itertools import pairwise
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
    sums = [game.scores for game in match.finished_games] + [match.result.scores]
    assert all(later >= earlier for one, two in pairwise(sums) for earlier, later in zip(one, two, strict=True))
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


def test_a_single_game_has_no_finished_games() -> None:
    assert finished(pentarchy.load("kingdomino"), seed=1).finished_games == ()
