"""A round: who acts when, and what they do (KD-7 to KD-11)."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from tests.rules.kingdomino.tables import (
    ARMS,
    drawn,
    finish,
    kings_on,
    line,
    load,
    moves,
    next_line,
    opened,
    placing,
    play,
    walk,
)


@pytest.mark.rule("KD-7")
def test_the_king_on_the_lowest_domino_acts_first() -> None:
    match = opened({30: 0, 41: 1, 3: 2, 12: 3}, [7, 19, 22, 48])
    assert match.to_act == (2,)


@pytest.mark.rule("KD-7")
def test_kings_act_in_ascending_order_of_their_dominoes() -> None:
    match = opened({30: 0, 41: 1, 3: 2, 12: 3}, [7, 19, 22, 48])
    acted: list[int] = []
    for number in (48, 22, 19, 7):
        acted += match.to_act
        play(match, str(match.legal()[0]), f"claim {number}")
    assert acted == [2, 3, 0, 1]


@pytest.mark.rule("KD-7")
def test_who_claims_the_lowest_domino_opens_the_next_round() -> None:
    match = opened({30: 0, 41: 1, 3: 2, 12: 3}, [7, 19, 22, 48], [1, 2, 4, 5])
    for number in (48, 22, 7, 19):
        play(match, str(match.legal()[0]), f"claim {number}")
    assert kings_on(match, "line") == {7: 0, 19: 1, 22: 3, 48: 2}
    assert match.to_act == (0,)


@pytest.mark.rule("KD-8")
def test_a_king_first_places_its_domino() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    assert all(move.startswith("place") for move in moves(match))


@pytest.mark.rule("KD-8")
def test_nobody_claims_before_placing() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    with pytest.raises(IllegalMove, match="claim 7"):
        match.play("claim 7")


@pytest.mark.rule("KD-8")
def test_after_placing_the_same_player_claims_a_free_domino_of_the_next_line() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    match.play("place 1,0 east")
    assert match.to_act == (0,)
    assert moves(match) == {"claim 7", "claim 19", "claim 22", "claim 48"}


@pytest.mark.rule("KD-8")
def test_a_domino_claimed_by_another_is_not_free() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    play(match, "place 1,0 east", "claim 22", "place 1,0 east")
    assert moves(match) == {"claim 7", "claim 19", "claim 48"}


@pytest.mark.rule("KD-8")
def test_a_discarded_domino_is_followed_by_a_claim_as_well() -> None:
    match = placing(12, ARMS, round=11)
    match.play("discard")
    assert match.to_act == (0,)
    assert all(move.startswith("claim") for move in moves(match))


@pytest.mark.rule("KD-9")
def test_with_two_players_each_king_places_and_claims_before_the_next_king() -> None:
    match = opened({3: 0, 12: 1, 30: 0, 41: 1}, [7, 19, 22, 48], players=2)
    acted = []
    for number in (7, 19, 22, 48):
        acted.append((match.to_act, match.view()["phase"]))
        match.play(match.legal()[0])
        acted.append((match.to_act, match.view()["phase"]))
        match.play(f"claim {number}")
    assert acted == [
        ((0,), "place"),
        ((0,), "claim"),
        ((1,), "place"),
        ((1,), "claim"),
        ((0,), "place"),
        ((0,), "claim"),
        ((1,), "place"),
        ((1,), "claim"),
    ]


@pytest.mark.rule("KD-9")
def test_the_same_player_acts_twice_running_and_claims_in_between() -> None:
    match = opened({3: 0, 12: 0, 30: 1, 41: 1}, [7, 19, 22, 48], players=2)
    match.play("place 1,0 east")
    assert (match.to_act, moves(match)) == ((0,), {"claim 7", "claim 19", "claim 22", "claim 48"})
    match.play("claim 48")
    assert match.to_act == (0,)
    assert all(move.startswith("place") for move in moves(match))


@pytest.mark.rule("KD-9")
def test_the_second_king_of_a_player_finds_what_the_first_has_built() -> None:
    match = opened({3: 0, 12: 0, 30: 1, 41: 1}, [7, 19, 22, 48], players=2)
    play(match, "place 1,0 east", "claim 48")
    assert "place 1,0 east" not in moves(match)
    match.play("place 0,1 south")
    assert match.position()["kingdoms"][0]["squares"] == ["## F0-F0", "S0 .. ..", "S0 .. .."]


@pytest.mark.rule("KD-10")
@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        ({"players": 2}, 6),
        ({"players": 3}, 12),
        ({"players": 4}, 12),
        ({"players": 2, "mighty_duel": True}, 12),
        ({"players": 3, "lines_of_four": True}, 12),
    ],
)
def test_a_game_has_so_many_rounds(options: dict[str, int], rounds: int) -> None:
    seen = [match.view()["round"] for match in walk(load(**options).start(1))]
    assert sorted(set(seen)) == list(range(rounds + 1))
    assert seen == sorted(seen)


@pytest.mark.rule("KD-10")
@pytest.mark.parametrize(
    ("options", "each"),
    [({"players": 2}, 12), ({"players": 3}, 12), ({"players": 4}, 12), ({"players": 2, "mighty_duel": True}, 24)],
)
def test_everybody_places_or_discards_so_many_dominoes(options: dict[str, int], each: int) -> None:
    match = finish(load(**options).start(1))
    kingdoms = match.view()["kingdoms"]
    assert [len(kingdom["dominoes"]) + kingdom["discards"] for kingdom in kingdoms] == [each] * options["players"]


@pytest.mark.rule("KD-10")
def test_when_all_have_acted_a_new_line_is_laid() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48], [1, 2, 4, 5])
    for number in (7, 19, 22, 48):
        assert match.view()["round"] == 1
        play(match, str(match.legal()[0]), f"claim {number}")
    assert match.view()["round"] == 2
    assert line(match) == [7, 19, 22, 48]
    assert next_line(match) == [1, 2, 4, 5]


@pytest.mark.rule("KD-10")
def test_no_line_is_laid_while_a_king_has_not_acted() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    for number in (7, 19, 22):
        play(match, str(match.legal()[0]), f"claim {number}")
    match.play(match.legal()[0])
    assert len(drawn(match, "domino")) == 8


@pytest.mark.rule("KD-11")
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 4}])
def test_in_the_last_round_nobody_claims(options: dict[str, int]) -> None:
    for match in walk(load(**options).start(1)):
        view = match.view()
        if view["round"] == view["rounds"]:
            assert view["next_line"] == []
            assert view["phase"] in ("place", "over")


@pytest.mark.rule("KD-11")
def test_the_game_ends_with_the_last_placing() -> None:
    match = placing(48, ["##"])
    match.play("place 1,0 east")
    assert match.over
    assert match.to_act == ()
    assert match.legal() == []


@pytest.mark.rule("KD-11")
def test_in_the_last_round_the_next_king_acts_after_a_placing() -> None:
    match = placing(1, ["##"])
    match.play("place 1,0 east")
    assert match.to_act == (1,)
