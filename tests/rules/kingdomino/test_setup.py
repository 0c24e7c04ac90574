"""Setting up: the dominoes in the game, the first line and the first claim (KD-3 to KD-6)."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.kingdomino.tables import (
    ALL,
    chances,
    drawn,
    finish,
    kings_on,
    laying,
    line,
    load,
    moves,
    next_line,
    opened,
    play,
    walk,
)


@pytest.mark.rule("KD-3")
@pytest.mark.parametrize(
    ("options", "played", "removed"),
    [
        ({"players": 2}, 24, 24),
        ({"players": 3}, 36, 12),
        ({"players": 4}, 48, 0),
        ({"players": 2, "mighty_duel": True}, 48, 0),
        ({"players": 3, "lines_of_four": True}, 48, 0),
    ],
)
def test_so_many_dominoes_are_played_and_the_rest_never_appears(
    options: dict[str, int], played: int, removed: int
) -> None:
    match = finish(load(**options).start(1))
    assert len(set(drawn(match, "domino"))) == len(drawn(match, "domino")) == played
    assert len(match.view()["unseen"]) == removed


@pytest.mark.rule("KD-3")
def test_any_domino_may_be_among_those_played() -> None:
    first_draw = chances(load(2).start(1), events=0)
    assert first_draw == dict.fromkeys(laying(*ALL), 1)


@pytest.mark.rule("KD-3")
def test_a_domino_that_has_appeared_is_not_drawn_again() -> None:
    match = load(2).start(1, script=laying(5, 17, 40))
    assert chances(match, events=3) == dict.fromkeys(laying(*(set(ALL) - {5, 17, 40})), 1)


@pytest.mark.rule("KD-3")
def test_nobody_is_told_which_unseen_dominoes_were_removed() -> None:
    match = load(2).start(1, script=laying(5, 17, 40, 41))
    view = match.view(0)
    assert view["unseen"] == sorted(set(ALL) - {5, 17, 40, 41})
    assert view["undrawn"] == 20


@pytest.mark.rule("KD-4")
@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"players": 2}, 4),
        ({"players": 3}, 3),
        ({"players": 4}, 4),
        ({"players": 2, "mighty_duel": True}, 4),
        ({"players": 3, "lines_of_four": True}, 4),
    ],
)
def test_every_line_has_so_many_dominoes(options: dict[str, int], size: int) -> None:
    for match in walk(load(**options).start(1)):
        view = match.view()
        last_round = view["round"] == view["rounds"]
        assert len(view["next_line"]) == (0 if last_round else size)


@pytest.mark.rule("KD-4")
def test_a_line_is_sorted_by_number_in_whatever_order_it_is_drawn() -> None:
    match = load(4).start(1, script=laying(41, 3, 30, 12))
    assert next_line(match) == [3, 12, 30, 41]


@pytest.mark.rule("KD-4")
def test_a_line_shows_both_squares_of_its_dominoes() -> None:
    match = load(4).start(1, script=laying(3, 12, 30, 41))
    lying = match.view()["next_line"][3]
    assert lying == {"domino": 41, "king": None}
    face = match.game.constants["dominoes"][lying["domino"] - 1]
    assert face == [{"terrain": "wheat", "crowns": 0}, {"terrain": "grass", "crowns": 2}]


@pytest.mark.rule("KD-5")
def test_the_owner_of_the_king_that_comes_out_claims_any_free_domino() -> None:
    match = load(4).start(1, script=[*laying(3, 12, 30, 41), "king 2"])
    assert match.to_act == (2,)
    assert moves(match) == {"claim 3", "claim 12", "claim 30", "claim 41"}


@pytest.mark.rule("KD-5")
def test_a_domino_with_a_king_on_it_cannot_be_claimed() -> None:
    match = load(4).start(1, script=[*laying(3, 12, 30, 41), "king 2", "king 0"])
    match.play("claim 12")
    assert match.to_act == (0,)
    with pytest.raises(IllegalMove, match="claim 12"):
        match.play("claim 12")


@pytest.mark.rule("KD-5")
def test_the_last_king_has_no_choice() -> None:
    match = load(3).start(1, script=[*laying(3, 12, 30), "king 1", "king 2", "king 0"])
    play(match, "claim 30", "claim 3")
    assert moves(match) == {"claim 12"}


@pytest.mark.rule("KD-5")
def test_two_players_claim_as_their_kings_come_out_even_twice_running() -> None:
    match = load(2).start(1, script=[*laying(3, 12, 30, 41), "king 1", "king 1", "king 0", "king 0"])
    claimed: list[int] = []
    for number in (3, 12, 30, 41):
        claimed += match.to_act
        match.play(f"claim {number}")
    assert claimed == [1, 1, 0, 0]
    assert kings_on(match, "line") == {3: 1, 12: 1, 30: 0, 41: 0}


@pytest.mark.rule("KD-5")
def test_every_king_in_the_hand_is_equally_likely_to_come_out() -> None:
    match = load(2).start(1, script=[*laying(3, 12, 30, 41), "king 0", "king 0", "king 1"])
    play(match, "claim 3", "claim 12")
    assert chances(match, events=4) == {"king 0": 2, "king 1": 2}
    assert chances(match, events=6) == {"king 0": 1, "king 1": 2}
    assert chances(match, events=8) == {"king 1": 2}


@pytest.mark.rule("KD-5")
def test_a_king_that_is_out_does_not_come_out_again() -> None:
    match = load(4).start(1, script=[*laying(3, 12, 30, 41), "king 2", "king 3"])
    match.play("claim 3")
    assert chances(match, events=6) == {"king 0": 1, "king 1": 1, "king 3": 1}


@pytest.mark.rule("KD-5")
def test_kings_that_have_not_come_out_are_shown_in_the_hand() -> None:
    match = load(2).start(1, script=[*laying(3, 12, 30, 41), "king 1"])
    assert match.view()["kings_in_hand"] == [2, 1]


@pytest.mark.rule("KD-6")
def test_after_the_first_claim_the_second_line_is_laid_beside_the_first() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [48, 7, 22, 19])
    assert line(match) == [3, 12, 30, 41]
    assert next_line(match) == [7, 19, 22, 48]
    assert set(kings_on(match).values()) == {None}


@pytest.mark.rule("KD-6")
def test_the_second_line_is_not_laid_before_the_last_claim() -> None:
    match = load(4).start(1, script=[*laying(3, 12, 30, 41), "king 0", "king 1", "king 2", "king 3"])
    play(match, "claim 3", "claim 12", "claim 30")
    assert next_line(match) == [3, 12, 30, 41]
    assert line(match) == []
