"""Several players paint at once: the order leaves no trace, and everybody takes back his own (CK-12)."""

from __future__ import annotations

import random
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from pentarchy import CannotUndo
from pentarchy.games.color_kingdoms.view import secret
from tests.rules.color_kingdoms.tables import arranged, load, on_the_default_map, own, play, started, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match


def one_round(match: Match, seed: int) -> tuple[Match, dict[int, list[str]]]:
    """A match played seat after seat until the round is over, and the moves that each seat made in it."""
    choice = random.Random(seed)
    made: dict[int, list[str]] = {}
    start = match.view()["round"]
    match = match.copy()
    while not match.over and match.view()["round"] == start:
        seat = int(match.game.kernel.to_act(match._buffer))
        moves = [str(move) for move in match.legal(seat)]
        if len(moves) > 1 and choice.random() < 0.8 and "done" in moves:
            moves.remove("done")
        made.setdefault(seat, []).append(choice.choice(moves))
        match.play(made[seat][-1], seat)
    return match, made


def interleaved(match: Match, made: dict[int, list[str]], order: list[int]) -> Match:
    """The same moves of every seat, the next one always by the seat that `order` names, if it may act already."""
    match = match.copy()
    left = {seat: list(moves) for seat, moves in made.items()}
    waiting = list(order)
    while waiting:
        seat = next(seat for seat in waiting if seat in match.to_act)
        waiting.remove(seat)
        match.play(left[seat].pop(0), seat)
    return match


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.bounds
def test_the_order_in_which_players_paint_leaves_no_trace(players: int) -> None:
    choice = random.Random(players)
    for number, match in enumerate(walk(on_the_default_map(players).start(players), players)):
        between_rounds = not match.over and all(own(match, seat)["die"] is None for seat in range(players))
        if number % 5 or not between_rounds:
            continue
        after, made = one_round(match, number)
        every_order = [
            [seat for seat in order for _ in made[seat]] for order in permutations(made)
        ]  # seat after seat, as far as dice are taken in turn
        mixed = [choice.sample(order, len(order)) for order in every_order[:1] * 6]
        for order in [*every_order, *mixed]:
            assert interleaved(match, made, order).state() == after.state()


@pytest.mark.rule("CK-12")
def test_everybody_takes_back_his_own_moves_while_others_go_on_painting() -> None:
    match = started(2)
    match.play("take blue from red", 0)
    match.play("paint r1", 0)
    match.play("take red from red", 1)
    match.play("paint r1", 1)
    match.play("paint r9", 1)
    assert str(match.undo(0)) == "paint r1"
    assert own(match, 0)["areas"]["r1"] is None
    assert own(match, 1)["areas"] | {"r1": None, "r9": None} == own(match, 0)["areas"]
    assert (own(match, 1)["areas"]["r1"], own(match, 1)["areas"]["r9"]) == ("red", "red")
    assert str(match.undo(1)) == "paint r9"


@pytest.mark.rule("CK-12")
def test_a_die_is_not_given_back_once_the_next_player_has_taken_one() -> None:
    match = play(started(2), "take blue from red", seat=0)
    assert str(match.copy().undo(0)) == "take blue from red"
    match.play("take red from red", 1)
    with pytest.raises(CannotUndo):
        match.undo(0)


@pytest.mark.rule("CK-12")
def test_the_end_of_a_turn_shows_the_others_sheets_and_cannot_be_taken_back() -> None:
    match = play(started(2), "take blue from red", "paint r1", "done", seat=0)
    assert not match.undoable(0)


@pytest.mark.rule("CK-12")
def test_others_may_still_take_back_when_somebody_has_finished() -> None:
    match = play(started(2), "take blue from red", "paint r1", seat=0)
    play(match, "take red from red", "paint r1", "done", seat=1)
    assert str(match.undo(0)) == "paint r1"
    assert own(match, 1)["finished"]


@pytest.mark.rule("CK-12")
def test_alone_the_end_of_a_turn_may_be_taken_back() -> None:
    match = play(started(1), "take blue from red", "paint r1", "done")
    assert match.view(0)["phase"] == "cross"
    assert str(match.undo(0)) == "done"
    assert match.view(0)["phase"] == "paint"


@pytest.mark.rule("CK-12")
def test_taking_a_die_and_crossing_a_number_out_are_no_secrets() -> None:
    codes = load(2).moves.texts
    assert not secret(codes["take white as blue from green"])
    assert not secret(codes["cross hydras 1"])
    for text in (
        "paint b1",
        "paint n9 tower brown",
        "move to red",
        "split to red",
        "mix green",
        "choose green",
        "done",
    ):
        assert secret(codes[text])


@pytest.mark.rule("CK-12")
def test_a_choice_is_pending_for_one_seat_only() -> None:
    match = arranged("......\n" * 6 + "g.....", "")
    match.play("take blue from red", 0)
    match.play("take red from red", 1)
    match.play("paint r2", 0)
    assert {str(move) for move in match.legal(0)} == {"choose green", "choose violet", "choose brown"}
    assert "paint r1" in {str(move) for move in match.legal(1)}
