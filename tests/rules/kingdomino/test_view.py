"""What a view shows is what is there, square by square; and its lists have room for the largest kingdoms."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pytest

from pentarchy.engine.showing import showing_of
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


@pytest.mark.rule("KD-14")
def test_dominoes_are_placed_within_the_room_that_a_kingdom_has_left() -> None:
    """And to its very edges: there is no room that a kingdom does not have."""
    reached = set()
    for match in walk(load(2).start(5)):
        for seat in match.to_act:
            room = match.view(seat)["kingdoms"][seat]["room"]
            for move in match.legal(seat):
                if str(move).startswith("place"):
                    after, _ = match.preview([move], seat)
                    built = after["kingdoms"][seat]
                    assert all(built[edge] >= room[edge] for edge in ("left", "top"))
                    assert all(built[edge] <= room[edge] for edge in ("right", "bottom"))
                    reached |= {edge for edge in room if built[edge] == room[edge]}
    assert reached == {"left", "right", "top", "bottom"}


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


# --- The largest tables -----------------------------------------------------------------------------------------------
#
# Lists of a view have room for the most that there can be. What does not fit would be written over its neighbours.
#
#   A A A A B B B      7×7 squares round a castle: the dominoes of A and C lie across, those of B and D stand upright;
#   A A A A B B B      with 5×5 squares it is the other way round
#   A A A A B B B
#   D D D # B B B
#   D D D C C C C
#   D D D C C C C
#   D D D C C C C


def full(state: Any, seat: int, reach: int) -> None:
    """A kingdom without a hole in which no two neighbours are alike, so that every square is a property."""
    put: Any = rules.put
    for y in range(-reach, reach + 1):
        for x in range(-reach, reach + 1):
            if (x, y) != (0, 0):
                put(state, seat, x, y, (x + y) % 2 + 2 * (seat % 3), 3)
    on_ring: Any = rules.on_ring
    for row in range(1, reach + 1) if reach == 3 else range(reach + 1):
        for left in (0, 2) if reach == 3 else (-2,):
            state.across[seat] |= on_ring(left, row) | on_ring(-left - 1, -row)


def crowded(players: int, reach: int, **options: Any) -> Any:
    """The third game of a dynasty with everything that can lie on a table, and more than can at the same time."""
    game = load(players, dynasty=True, **options)
    buffer = game.buffer()
    state = buffer.view(rules.STATE)[0]
    for seat in range(players):
        full(state, seat, reach)
        state.hand[seat] = 2
        state.discards[seat] = 24
    state.phase, state.round_number, state.acting, state.game_number = 3, 1, 0, 3
    state.line = state.waiting = np.uint64(0b1111 << 44)
    state.next_line = state.unclaimed = np.uint64(0b1111)
    state.unseen = state.left_over = rules.ALL_DOMINOES
    state.earlier[:] = 999
    return game, buffer


@pytest.mark.bounds
@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("players", "reach", "options"),
    [(2, 3, {"mighty_duel": True}), (4, 2, {}), (4, 3, {})],
    ids=["mighty duel", "four players", "more than there can be"],
)
def test_the_most_that_can_be_seen_has_room(players: int, reach: int, options: dict[str, Any]) -> None:
    game, buffer = crowded(players, reach, **options)
    seen = msgspec.json.decode(showing_of(game.spec).view_json(buffer, 0, game.options))
    squares = (2 * reach + 1) ** 2 - 1
    for kingdom, row in zip(seen["kingdoms"], seen["standings"], strict=True):
        assert len(kingdom["squares"]) == squares
        assert len(kingdom["dominoes"]) == squares // 2
        assert len(row["properties"]) == squares
    assert seen == oracle.view(buffer, game.options, 0)


def test_a_view_has_its_keys_in_the_order_of_the_oracle() -> None:
    match = load(3, lines_of_four=True).start(1)
    for _ in range(9):
        match.play(match.legal()[0])
    shown = json.dumps(oracle.view(match._buffer, match.game.options, 0))
    assert json.dumps(match.view(0)).endswith(shown[1:])
