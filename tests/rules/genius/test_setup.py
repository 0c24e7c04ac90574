"""What lies in the box, how a game is set up, and which options there are (SG-1 to SG-4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pentarchy.games.genius import rules
from pentarchy.games.genius.components import COLOURS
from tests.rules.genius.tables import NOTHING, actor, chances, collection, drawn, load, lying, opened, zone


@pytest.mark.rule("SG-1")
def test_there_are_126_tokens_21_of_each_of_six_colours() -> None:
    assert COLOURS == ("red", "orange", "yellow", "green", "blue", "violet")
    match = opened("red red blue")
    everywhere = {colour: match.view()["reserve"][colour] + match.view()["centre"][colour] for colour in COLOURS}
    assert everywhere == dict.fromkeys(COLOURS, 21)


@pytest.mark.rule("SG-1")
@pytest.mark.parametrize("players", [1, 5, 0, "2", True, None])
def test_it_is_for_two_to_four(players: Any) -> None:
    with pytest.raises(ValueError, match="players is one of 2, 3, 4"):
        load(players)


@pytest.mark.rule("SG-2")
@pytest.mark.parametrize(("players", "target"), [(2, 7), (3, 7), (4, 5)])
def test_the_target_is_seven_and_with_four_players_five(players: int, target: int) -> None:
    assert load(players).start(1).view()["target"] == target
    assert load(players, target=target).start(1).view()["target"] == target


@pytest.mark.rule("SG-2")
def test_three_players_may_agree_on_six() -> None:
    assert load(3, target=6).start(1).view()["target"] == 6


@pytest.mark.rule("SG-2")
@pytest.mark.parametrize(
    ("players", "target", "allowed"),
    [(2, 6, "None or 7"), (2, 5, "None or 7"), (3, 5, "None or 7 or 6"), (4, 7, "None or 5"), (4, 6, "None or 5")],
)
def test_another_target_is_refused_with_what_is_allowed(players: int, target: int, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"target is {allowed} with {players} players, not {target}"):
        load(players, target=target)


@pytest.mark.rule("SG-2")
@pytest.mark.parametrize("target", [0, 4, 8, -1, "7", 7.0, True])
def test_what_is_no_target_at_all_is_refused(target: Any) -> None:
    with pytest.raises(ValueError, match="target is one of None, 5, 6, 7"):
        load(2, target=target)


@pytest.mark.rule("SG-3")
def test_three_tokens_are_turned_up_in_the_centre_and_the_rest_is_the_reserve() -> None:
    match = opened("red red blue")
    assert lying(match, "centre") == {"red": 2, "blue": 1}
    assert lying(match, "reserve") == {"red": 19, "orange": 21, "yellow": 21, "green": 21, "blue": 20, "violet": 21}
    assert zone(match) == []
    assert collection(match, 0) == collection(match, 1) == NOTHING


@pytest.mark.rule("SG-3")
def test_every_token_of_the_reserve_is_equally_likely() -> None:
    match = opened("red red blue")
    assert chances(match, 0) == {f"token {colour}": 21 for colour in COLOURS}
    assert chances(match, 2) == {f"token {colour}": 19 if colour == "red" else 21 for colour in COLOURS}


@pytest.mark.rule("SG-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_is_drawn_before_everything_else(players: int) -> None:
    match = load(players).start(1, script=[f"first {players - 1}"])
    assert chances(match, 0) == {f"first {seat}": 1 for seat in range(players)}
    assert actor(match) == players - 1
    assert [text.split()[0] for text in drawn(match)] == ["first", "token", "token", "token"]


@pytest.mark.rule("SG-4")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_or_it_is_agreed_on(first: int) -> None:
    match = load(3, first=first).start(1)
    assert actor(match) == first
    assert [text.split()[0] for text in drawn(match)] == ["token", "token", "token"]


@pytest.mark.rule("SG-4")
def test_play_goes_clockwise() -> None:
    match = opened("red blue yellow green green green green", players=3, first=1)
    seats = []
    for _ in range(4):
        seats.append(actor(match))
        match.play("draw")
        if match.view()["phase"] == "success":
            match.play("collect")
    assert seats == [1, 2, 0, 1]


@pytest.mark.rule("SG-4")
@pytest.mark.parametrize(("players", "first"), [(2, 2), (3, 3), (2, 3)])
def test_a_first_seat_that_does_not_exist_is_refused(players: int, first: int) -> None:
    with pytest.raises(ValueError, match=rf"first is None or a seat from 0 to {players - 1} .* not {first}"):
        load(players, first=first)


@pytest.mark.rule("SG-4")
@pytest.mark.parametrize("first", [4, -1, "0", True, 1.0])
def test_what_is_no_seat_at_all_is_refused(first: Any) -> None:
    with pytest.raises(ValueError, match="first is one of None, 0, 1, 2, 3"):
        load(4, first=first)


@pytest.mark.rule("SG-17")
@pytest.mark.parametrize("series", [0, 13, -1, "2", 2.0, None])
def test_a_series_is_agreed_on_as_a_switch_or_as_one_to_twelve_games(series: Any) -> None:
    with pytest.raises(ValueError, match=r"series is one of False, True, 1, 2, .* 12"):
        load(2, series=series)


@pytest.mark.rule("SG-3")
@pytest.mark.interpreted
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_remembers_nothing_of_what_lay_on_the_table_before(players: int) -> None:
    game = load(players)
    used = np.full(game.kernel.size, 3, np.uint8)
    table, clean = used.view(rules.STATE)[0], game.buffer().view(rules.STATE)[0]
    game.kernel.bound["begin"](table, game.config)
    for field in set(rules.STATE.names or ()) - {"earlier", "collection"}:
        assert np.array_equal(table[field], clean[field]), field
    assert not table.collection[:players].any()


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    with pytest.raises(
        ValueError, match="genius has no option 'speed'; its options are players, target, series, first"
    ):
        load(2, speed=3)
