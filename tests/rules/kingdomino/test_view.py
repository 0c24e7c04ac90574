"""What a view shows is what is there, square by square; and its lists have room for the largest kingdoms."""

from __future__ import annotations

from typing import Any

import pytest

from pentarchy.games.kingdomino import rules
from tests.oracles import kingdomino_view as oracle
from tests.rules.kingdomino.tables import load, walk

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "mighty_duel": True, "middle_kingdom": True, "harmony": True},
    {"players": 4, "middle_kingdom": True},
]


@pytest.mark.bounds
@pytest.mark.interpreted
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options))
def test_the_squares_are_those_on_the_boards(options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(**options).start(3))):
        if number % 9 and not match.over:
            continue
        s = match._buffer.view(rules.STATE)[0]
        for seat, kingdom in enumerate(match.view()["kingdoms"]):
            squares = {
                (square["x"], square["y"]): (square["terrain"], square["crowns"]) for square in kingdom["squares"]
            }
            assert squares == oracle.squares_of(s, seat)
            assert (kingdom["left"], kingdom["right"], kingdom["top"], kingdom["bottom"]) == oracle.box(s, seat)
            across = {(piece["x"], piece["y"]) for piece in kingdom["dominoes"] if piece["facing"] == "east"}
            assert across == oracle.lying_across(s, seat)
            assert 2 * len(kingdom["dominoes"]) == len(squares)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options))
def test_the_points_of_a_view_are_those_of_the_rules(options: dict[str, Any]) -> None:
    for match in walk(load(**options).start(4)):
        result = match.standings()
        rows = match.view()["standings"]
        assert [row["points"] for row in rows] == list(result.scores)
        assert [row["place"] for row in rows] == list(result.ranks)
        for row in rows:
            items = sum(item["points"] for item in row["properties"])
            assert items + row["middle_kingdom"] + row["harmony"] == row["this_game"]
            values = [(item["points"], item["squares"]) for item in row["properties"]]
            assert values == sorted(values, reverse=True)
