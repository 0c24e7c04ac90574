"""Several players paint at once: the order leaves no trace, and everybody takes back his own (CK-12)."""

from __future__ import annotations

import random
from itertools import islice, permutations
from typing import TYPE_CHECKING

import pytest

from pentarchy import CannotUndo
from pentarchy.engine.showing import showing_of
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
    showing, codes = showing_of(load(2).spec), load(2).moves.texts
    assert not showing.is_secret(codes["take white as blue from green"])
    assert not showing.is_secret(codes["cross hydras 1"])
    for text in (
        "paint b1",
        "paint n9 tower brown",
        "move to red",
        "split to red",
        "mix green",
        "choose green",
        "done",
    ):
        assert showing.is_secret(codes[text])


@pytest.mark.rule("CK-12")
def test_a_choice_is_pending_for_one_seat_only() -> None:
    match = arranged("......\n" * 6 + "g.....", "")
    match.play("take blue from red", 0)
    match.play("take red from red", 1)
    match.play("paint r2", 0)
    assert {str(move) for move in match.legal(0)} == {"choose green", "choose violet", "choose brown"}
    assert "paint r1" in {str(move) for move in match.legal(1)}


@pytest.mark.rule("CK-12")
def test_a_die_may_be_given_back_whatever_others_paint_meanwhile() -> None:
    match = play(started(3), "take blue from red", seat=0)
    match.play("take red from red", 1)
    assert match.undoable(1)
    match.play("paint r1", 0)
    assert match.undoable(1), "otherwise seat 1 would notice that seat 0 is painting"
    assert str(match.undo(1)) == "take red from red"
    assert own(match, 0)["areas"]["r1"] == "blue", "what others have painted stays"
    assert match.to_act == (0, 1)
    assert "take red from red" in match.legal_texts(1)
    assert str(match.undo(0)) == "paint r1"
    assert not match.undoable(0), "seat 1 had taken a die since"


def known_to(match: Match, seat: int) -> list[object]:
    """All that a seat that is still painting, or still to take a die, can find out."""
    return [
        match.legal_texts(seat),
        match.undoable(seat),
        match.to_act,
        match.view(seat),
        match.log(seat),
        match.text(seat),
    ]


def paint_something(match: Match, seat: int, choice: random.Random) -> None:
    """Up to three moves on the seat's own sheet."""
    for _ in range(choice.randrange(4)):
        if moves := [move for move in match.legal_texts(seat) if move != "done"]:
            match.play(choice.choice(moves), seat)


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_can_tell_what_others_paint_before_he_has_finished(players: int) -> None:
    """Two worlds with the same dice taken and the same turns ended, in which everybody but one paints otherwise."""
    for seed in range(25):
        choice = random.Random(seed)
        game = on_the_default_map(players)
        *_, match = islice(walk(game.start(seed), seed), 1 + seed * 2)
        while not match.over and any(own(match, seat)["die"] for seat in range(players)):
            seat = match.to_act[-1]
            match.play(match.legal(seat)[-1], seat)
        if match.over:
            continue
        observer = choice.randrange(players)
        worlds = [match.copy(), match.copy()]
        brushes = [random.Random(-seed - 1), random.Random(seed + 1000)]
        for _ in range(players * 6):
            seat = choice.choice(worlds[0].to_act)
            taking = own(worlds[0], seat)["die"] is None
            moves = [move for move in worlds[0].legal_texts(seat) if taking or seat == observer]
            done = not taking and (choice.random() < 0.2)
            move = "done" if done else choice.choice(moves) if moves else None
            ready = all("done" in world.legal_texts(seat) for world in worlds)
            for world, brush in zip(worlds, brushes, strict=True):
                if move is None or (done and not ready):
                    paint_something(world, seat, brush)
                else:
                    world.play(move, seat)
            if own(worlds[0], observer)["finished"] or worlds[0].view()["round"] != match.view()["round"]:
                break
            assert known_to(worlds[0], observer) == known_to(worlds[1], observer)
