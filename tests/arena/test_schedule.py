"""Who plays whom is fair and depends on nothing but the settings."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarchy.arena.schedule import derived_seed, lineups, rotations, seatings
from tests.arena.tables import schedule


def test_as_many_bots_as_players_are_one_line_up() -> None:
    assert lineups(("a", "b", "c"), 3) == [("a", "b", "c")]


def test_more_bots_than_players_meet_in_every_combination() -> None:
    assert lineups(("a", "b", "c"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_a_bot_named_twice_also_meets_itself() -> None:
    assert lineups(("a", "b", "a"), 2) == [("a", "b"), ("a", "a")]


def test_too_few_bots_are_refused_with_advice() -> None:
    with pytest.raises(ValueError, match=r"3 players need at least 3 bots, not 2 \(a, b\): name more bots"):
        lineups(("a", "b"), 3)


def test_rotations_that_change_nothing_are_left_out() -> None:
    assert rotations(("a", "b", "c")) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations(("a", "a")) == [("a", "a")]


def test_one_player_plays_alone() -> None:
    assert seatings(("a", "b"), 1) == (("a",), ("b",))


@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), st.integers(1, 4))
def test_every_bot_sits_in_every_seat_equally_often(bots: list[str], players: int) -> None:
    if len(bots) >= players:
        seats = Counter((bot, seat) for sitting in seatings(tuple(bots), players) for seat, bot in enumerate(sitting))
        for bot in bots:
            assert len({seats[bot, seat] for seat in range(players)}) == 1


@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), st.integers(1, 4))
def test_no_seating_comes_twice_in_a_round(bots: list[str], players: int) -> None:
    if len(bots) >= players:
        found = seatings(tuple(bots), players)
        assert len(set(found)) == len(found)


def test_every_seating_of_a_deal_has_the_same_luck_and_every_deal_another() -> None:
    plan = schedule("greedy,random,greedy", players=2)
    games = [plan.pairing(index) for index in range(5 * len(plan.round))]
    luck: dict[int, set[int]] = {}
    for game in games:
        luck.setdefault(game.deal, set()).add(game.chance_seed)
    assert [len(seeds) for seeds in luck.values()] == [1] * 5
    assert len(set.union(*luck.values())) == 5


def test_games_are_rounded_up_to_whole_rounds() -> None:
    plan = schedule("greedy,random")
    assert [plan.whole_rounds(games) for games in (1, 2, 3)] == [2, 2, 4]


@pytest.mark.parametrize("other", [(2, 3, 0, "greedy"), (1, 4, 0, "greedy"), (1, 3, 1, "greedy"), (1, 3, 0, "random")])
def test_a_bots_seed_depends_on_tournament_deal_seat_and_name(other: tuple[int | str, ...]) -> None:
    assert derived_seed(1, 3, 0, "greedy") == derived_seed(1, 3, 0, "greedy")
    assert derived_seed(1, 3, 0, "greedy") != derived_seed(*other)


def test_the_seed_of_a_bot_does_not_depend_on_who_else_plays() -> None:
    two, three = schedule("greedy,random", players=2), schedule("greedy,random,random", players=3)
    assert two.pairing(0).bot_seeds == three.pairing(0).bot_seeds[:2]
