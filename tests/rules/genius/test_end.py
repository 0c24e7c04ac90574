"""The end of a game, places, and series (SG-15 to SG-17)."""

from __future__ import annotations

import pytest

from tests.rules.genius.tables import NOTHING, actor, chances, drawn, ended, finish, load, lying, play, table, walk

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]


@pytest.mark.rule("SG-15")
def test_whoever_has_the_target_of_all_colours_wins_at_once() -> None:
    match = table("7 7 7 7 7 5", "7 7 7 7 7 6", centre="violet red blue", zone="violet")
    play(match, "collect")
    assert match.over
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.ranks == (1, 2)
    assert match.result.scores == (7, 6)


@pytest.mark.rule("SG-15")
def test_with_four_players_five_of_each_colour_are_enough() -> None:
    match = table("5 5 5 5 5 3", NOTHING, NOTHING, NOTHING, centre="violet red blue", zone="violet")
    play(match, "collect")
    assert match.over


@pytest.mark.rule("SG-15")
def test_one_token_less_and_the_game_goes_on() -> None:
    match = table("7 7 7 7 7 4", NOTHING, centre="violet red blue*2", zone="violet")
    play(match, "collect")
    assert not match.over


@pytest.mark.rule("SG-15", "SG-11")
def test_bonus_turns_that_are_left_are_not_played() -> None:
    #   blue and violet are completed together: two bonus turns, and a victory
    match = table("7 7 7 7 5 5", NOTHING, centre="blue violet red", zone="blue violet")
    play(match, "collect")
    assert match.over
    assert match.view()["bonus_turns"] == 0


@pytest.mark.rule("SG-15")
def test_a_victory_in_a_bonus_turn_ends_the_game_too() -> None:
    match = table("7 7 7 7 6 6", NOTHING, centre="blue violet red yellow", zone="blue", draws="violet")
    play(match, "collect")
    assert match.view()["in_bonus_turn"]
    play(match, "alternative")
    assert match.over


# --- Places -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-16", "SG-17")
def test_the_example_of_the_rulebook() -> None:
    match = ended("5 5 5 5 5 5", "5 5 4 3 4 4", "5 4 4 5 3 3", "5 4 2 4 5 3")
    assert match.result is not None
    assert match.result.ranks == (1, 2, 3, 4)
    assert match.result.scores == (5, 3, 3, 2)
    assert [row["sorted"] for row in match.result.breakdown[1:3]] == [[3, 4, 4, 4, 5, 5], [3, 3, 4, 4, 5, 5]]


@pytest.mark.rule("SG-16")
def test_which_colours_they_are_does_not_matter_and_equals_share_the_place() -> None:
    match = ended("5 5 5 5 5 5", "2 3 4 4 4 4", "4 4 4 4 3 2", "2 2 5 5 5 5")
    assert match.result is not None
    assert match.result.ranks == (1, 2, 2, 4)


@pytest.mark.rule("SG-16")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3 3 3 3 3 3", "2 5 5 5 5 5"),  # the fewest colour outweighs all others together
        ("2 3 3 3 3 3", "2 2 5 5 5 5"),
        ("2 2 3 3 3 3", "2 2 2 5 5 5"),
        ("2 2 2 3 3 3", "2 2 2 2 5 5"),
        ("2 2 2 2 3 3", "2 2 2 2 2 5"),
        ("2 2 2 2 2 3", "2 2 2 2 2 2"),
        ("2 2 2 2 2 2", NOTHING),
    ],
)
def test_the_first_difference_from_the_fewest_colour_upwards_decides(better: str, worse: str) -> None:
    match = ended("5 5 5 5 5 5", worse, better, NOTHING)
    assert match.result is not None
    assert match.result.ranks[2] < match.result.ranks[1]


@pytest.mark.rule("SG-16")
def test_standings_during_a_game_are_those_of_the_collections_now() -> None:
    match = table("2 2 2 2 2 2", "0 7 7 7 7 7", centre="red*3")
    standings = match.standings()
    assert standings.scores == (2, 0)
    assert standings.ranks == (1, 2)
    assert [row["fewest"] for row in standings.breakdown] == [2, 0]
    assert [row["place"] for row in match.view()["standings"]] == [1, 2]


# --- Series -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-17")
@pytest.mark.parametrize(
    ("players", "series", "games"), [(2, True, 2), (3, True, 3), (4, True, 4), (2, False, 1), (2, 1, 1), (2, 5, 5)]
)
def test_a_series_has_as_many_games_as_players_or_as_agreed(players: int, series: bool | int, games: int) -> None:
    match = finish(load(players, series=series).start(1))
    assert match.view()["games"] == match.view()["game_number"] == games
    assert len(match.finished_games) == games - 1


@pytest.mark.rule("SG-17")
def test_the_next_game_is_begun_by_the_next_seat_without_drawing_it_again() -> None:
    match = load(3, series=4).start(1, script=["first 2"])
    beginners: dict[int, int | None] = {}
    for step in walk(match):
        beginners.setdefault(step.view()["game_number"], None if step.over else actor(step))
    assert beginners == {1: 2, 2: 0, 3: 1, 4: 2}
    assert [text for text in drawn(match) if text.startswith("first")] == ["first 2"]


@pytest.mark.rule("SG-17", "SG-3")
def test_the_next_game_begins_with_all_tokens_in_the_reserve() -> None:
    match = table(
        *("7 7 7 7 7 6", "2 2 2 2 2 2"),
        centre="violet red blue",
        options={"series": True},
        first=0,
        draws="red red green",
    )
    play(match, "alternative")
    view = match.view()
    assert (view["game_number"], view["acting"]) == (2, 1)
    assert lying(match, "centre") == {"red": 2, "green": 1}
    assert view["collections"][0] == dict.fromkeys(view["reserve"], 0)
    assert sum(view["reserve"].values()) == 123
    assert view["earlier"] == [[7, 2]]
    assert view["standstill"] == 1


@pytest.mark.rule("SG-17", "SG-3")
def test_the_first_event_of_a_later_game_is_any_token() -> None:
    match = finish(load(2, series=2, first=0).start(3))
    for event in range(10, len(match.events)):
        listed = chances(match, event)
        if len(listed) == 6 and set(listed.values()) == {21}:
            break
    else:
        pytest.fail("no event draws from a full reserve")


@pytest.mark.rule("SG-17")
def test_every_game_scores_the_size_of_the_fewest_colour_and_the_sum_decides() -> None:
    match = ended(
        *("7 7 7 7 7 7", "3 3 7 7 4 4", "5 5 5 5 5 5"),
        options={"series": 3},
        first=1,
        game_number=3,
        earlier=[[1, 7, 4], [2, 7, 2]],
    )
    assert match.result is not None
    assert match.result.scores == (10, 17, 11)
    assert match.result.ranks == (3, 1, 2)
    assert [row["earlier"] for row in match.result.breakdown] == [[1, 2], [7, 7], [4, 2]]
    assert [row["place_in_game"] for row in match.result.breakdown] == [1, 3, 2]


@pytest.mark.rule("SG-17")
def test_equal_sums_share_the_victory_whoever_won_the_last_game() -> None:
    match = ended(
        *("7 7 7 7 7 7", "3 3 3 3 3 3"),
        options={"series": 2},
        first=0,
        game_number=2,
        earlier=[[3, 7]],
    )
    assert match.result is not None
    assert match.result.scores == (10, 10)
    assert match.result.winners == (0, 1)


@pytest.mark.rule("SG-17")
def test_in_a_series_of_one_game_points_decide_in_a_single_game_collections() -> None:
    collections = ("5 5 5 5 5 5", "3 4 4 4 4 4", "3 3 4 4 4 4", NOTHING)
    series = ended(*collections, options={"series": 1}, first=0)
    assert series.result is not None
    assert series.result.ranks == (1, 2, 2, 4)
    single = ended(*collections)
    assert single.result is not None
    assert single.result.ranks == (1, 2, 3, 4)


@pytest.mark.rule("SG-17")
def test_standings_during_a_series_count_the_game_on_the_table_as_if_it_ended_now() -> None:
    match = table(
        *("2 2 2 2 2 2", "0 7 7 7 7 7"),
        centre="red*3",
        options={"series": 2},
        first=0,
        game_number=2,
        earlier=[[4, 7]],
    )
    assert match.standings().scores == (6, 7)
    assert match.standings().ranks == (2, 1)


@pytest.mark.rule("SG-17")
def test_the_results_of_finished_games_are_kept() -> None:
    match = finish(load(2, series=3).start(2))
    points = [result.scores for result in match.finished_games]
    assert match.result is not None
    earlier = [row["earlier"] for row in match.result.breakdown]
    assert points == [tuple(row[game] for row in earlier) for game in range(2)]
