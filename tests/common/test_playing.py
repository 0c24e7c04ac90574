"""What holds in every game: only legal actions are taken, copies are independent, undo and replay lead back."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import pentarchy
from pentarchy import CannotUndo, IllegalMove
from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.showing import showing_of
from tests.variants import every_variant, load
from tests.walks import finished, walk

variant = pytest.mark.parametrize(("name", "options"), every_variant())


@variant
@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_match_ends_and_says_who_won(name: str, options: dict[str, Any]) -> None:
    match = finished(load(name, options), seed=1)
    assert match.over
    assert match.to_act == ()
    assert match.legal() == []
    assert match.result is not None
    assert min(match.result.ranks) == 1
    assert match.result.winners == tuple(seat for seat, rank in enumerate(match.result.ranks) if rank == 1)
    assert len(match.result.scores) == len(match.result.breakdown) == match.game.players


@variant
def test_turns_tell_what_each_of_them_brought(name: str, options: dict[str, Any]) -> None:
    match, choice = load(name, options).start(seed=5), random.Random(5)
    before: dict[int, int] = {}
    brought: list[tuple[int, int, int]] = []
    while not match.over:
        seat = choice.choice(match.to_act)
        before.setdefault(seat, match.standings().scores[seat])
        match.play(choice.choice(match.legal(seat)), seat)
        for each in sorted(before.keys() - set(match.to_act)):
            brought.append((each, match.length, match.standings().scores[each] - before.pop(each)))
    assert [tuple(turn) for turn in match.turns()] == brought


@variant
@pytest.mark.bounds
def test_every_illegal_action_is_refused_and_changes_nothing(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    choice = random.Random(3)
    simulation = game.simulation(seed=3)
    while not simulation.over:
        before = simulation.buffer.tobytes(), simulation.rng.tobytes()
        legal = set(simulation.actions.tolist())
        for action in [*range(-2, game.spec.rules.ACTIONS + 3), 2**40, -(2**40)]:
            if action not in legal:
                with pytest.raises(IllegalMove):
                    simulation.step(action)
        assert (simulation.buffer.tobytes(), simulation.rng.tobytes()) == before
        assert set(simulation.actions.tolist()) == legal
        simulation.step(choice.choice(sorted(legal)))


@variant
def test_every_illegal_move_is_refused_and_changes_nothing(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    choice = random.Random(4)
    for match in walk(game, seed=4):
        state, events = match.state(), match.events
        for seat in range(game.players):
            legal = match.legal(seat)
            for move in choice.sample(game.moves.moves, min(40, len(game.moves.moves))):
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        match.play(move, seat)
        assert (match.state(), match.events) == (state, events)


@variant
def test_legal_moves_are_listed_once_and_are_below_the_bound(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    for match in walk(game, seed=5):
        for seat in match.to_act:
            codes = [game.moves.codes[move] for move in match.legal(seat)]
            assert codes
            assert len(set(codes)) == len(codes) <= game.spec.rules.MAX_LEGAL


@variant
def test_moves_on_a_copy_leave_the_original_alone(name: str, options: dict[str, Any]) -> None:
    kept = []
    for match in walk(load(name, options), seed=6):
        copy = match.copy()
        kept.append((copy, copy.state(), json.dumps(copy.record()), copy.to_act))
        for seat in match.to_act:
            for move in match.legal(seat)[:5]:
                match.copy().play(move, seat)
    for copy, state, record, to_act in kept:
        assert (copy.state(), json.dumps(copy.record()), copy.to_act) == (state, record, to_act)


@variant
def test_undo_leads_back_to_the_same_state(name: str, options: dict[str, Any]) -> None:
    for match in walk(load(name, options), seed=7):
        for seat in match.to_act:
            for move in match.legal(seat)[:5]:
                copy = match.copy()
                copy.play(move, seat)
                if copy.undoable(seat):
                    assert copy.can_undo
                    assert copy.undo(seat) == move
                    assert copy.state() == match.state()
                    assert copy.events == match.events
                    assert copy.to_act == match.to_act
                else:
                    drawn = any(event.seat == CHANCE for event in copy.events[len(match.events) :])
                    before, after = (np.frombuffer(bytearray(state.state()), np.uint8) for state in (match, copy))
                    assert drawn or copy.over or showing_of(match.game.spec).reveals(before, after)
                    with pytest.raises(CannotUndo):
                        copy.undo(seat)


@variant
@pytest.mark.bounds
def test_the_same_moves_and_draws_give_the_same_bytes(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    match = finished(game, seed=8)
    again = game.start(seed=8)
    for event in match.events:
        if event.seat != CHANCE:
            again.play(game.moves.moves[event.code], event.seat)
    assert again.state() == match.state()
    assert again.events == match.events


@variant
def test_a_record_replays_to_the_same_match_at_every_point(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=9)):
        if number % 7 == 0 or match.over:
            record = json.loads(json.dumps(match.record()))
            replayed = pentarchy.replay(record)
            assert replayed.state() == match.state()
            assert replayed.to_act == match.to_act
            assert replayed.record() == match.record()


@variant
def test_a_replayed_match_goes_on_with_the_same_luck_if_the_seed_is_known(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    whole = finished(game, seed=10)
    for number, match in enumerate(walk(game, seed=10)):
        if number == 5:
            half = pentarchy.replay(match.record(), seed=10)
            break
    for event in whole.events[len(half.events) :]:
        if event.seat != CHANCE:
            half.play(game.moves.moves[event.code], event.seat)
    assert half.state() == whole.state()
    assert half.record() == whole.record()


@variant
def test_a_position_leads_to_the_same_bytes(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    for number, match in enumerate(walk(game, seed=11)):
        if number % 3 == 0 or match.over:
            position = json.loads(json.dumps(match.position()))
            again = game.from_position(position, seed=1)
            assert again.state() == match.state()
            assert again.position() == match.position()
            assert again.to_act == match.to_act


@variant
@pytest.mark.bounds
@pytest.mark.interpreted
def test_chance_brings_only_what_it_lists(name: str, options: dict[str, Any]) -> None:
    """The fast draw of simulations takes one of the outcomes that live matches choose from."""
    game = load(name, options)
    kernel, rules = game.kernel, game.spec.rules
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    choice = random.Random(12)
    buffer = game.buffer()
    draw = kernel.bound["draw"]
    rng = np.array([99], np.uint64)
    while (who := kernel.to_act(buffer)) != OVER:
        if who == CHANCE:
            count = kernel.outcomes(buffer, codes, weights)
            assert 0 < count <= rules.MAX_OUTCOMES
            assert (weights[:count] > 0).all()
            assert len(set(codes[:count].tolist())) == count
            drawn = draw(buffer.view(rules.STATE)[0], rng)
            assert drawn in codes[:count]
            kernel.apply(buffer, CHANCE, int(drawn))
        else:
            count = kernel.legal(buffer, who, actions)
            kernel.apply(buffer, who, choice.choice(actions[:count].tolist()))


@pytest.mark.parametrize("bad", [None, 3, 2.5, [], ("claim", 1), b"draw", {1, 2}], ids=repr)
def test_a_move_that_is_no_move_is_refused(bad: Any) -> None:
    match = pentarchy.load("kingdomino").start(seed=1)
    with pytest.raises(IllegalMove, match="a move is text, a Move or a dict"):
        match.play(bad)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "0", True, 10**30], ids=repr)
def test_a_seat_that_is_no_seat_is_refused(seat: Any) -> None:
    match = pentarchy.load("kingdomino", players=2).start(seed=1)
    for ask in (match.view, match.legal, match.log, match.svg, match.text, lambda seat: match.play("claim 1", seat)):
        with pytest.raises(ValueError, match="seat is one of 0 to 1"):
            ask(seat)


def test_a_seat_that_is_not_to_act_is_told_who_is() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    (acting,) = match.to_act
    with pytest.raises(IllegalMove, match=f"seat {1 - acting} is not to act; to act: {acting}"):
        match.play(match.legal()[0], seat=1 - acting)


def test_nobody_can_play_after_the_end() -> None:
    match = finished(pentarchy.load("kingdomino"), seed=2)
    with pytest.raises(IllegalMove, match="the match is over"):
        match.play("claim 1")


@variant
def test_a_match_can_be_thought_about_elsewhere(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    for match in walk(game, seed=6):
        if not match.over:
            twin = game.resume(match.state(), match.events)
            assert twin.state() == match.state()
            assert (twin.to_act, twin.events) == (match.to_act, match.events)
            for seat in match.to_act:
                assert twin.legal(seat) == match.legal(seat)
                assert twin.heard(seat) == match.heard(seat)
                assert twin.known(seat).state() == match.known(seat).state()
            assert not twin.can_undo
