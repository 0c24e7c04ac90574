"""Only legal actions are taken, copies are independent, undo leads back, chance brings what it lists."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np

from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.showing import showing_of
from pentarchy.errors import CannotUndo, IllegalMove
from pentarchy.testing.claims import claim, refused, same
from pentarchy.testing.registry import check
from pentarchy.testing.walks import finished, walk

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer, Move

FEWEST_DRAWS = 40


@check
def a_match_ends_and_says_who_won(game: Game) -> None:
    """Nobody is to act then, and there is a result for every seat."""
    match = finished(game, seed=1)
    result = match.result
    claim(match.over and match.to_act == () and match.legal() == [], "somebody may act when the match is over")
    claim(result is not None, "a match that is over has no result")
    assert result is not None
    same(min(result.ranks), 1, "the best place")
    same(result.winners, tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1), "the winners")
    same((len(result.scores), len(result.breakdown)), (game.players, game.players), "seats in the result")


@check
def turns_tell_what_each_of_them_brought(game: Game) -> None:
    """As who watches the points would say."""
    match, choice = game.start(seed=5), random.Random(5)
    before: dict[int, int] = {}
    brought: list[tuple[int, int, int]] = []
    while not match.over:
        seat = choice.choice(match.to_act)
        before.setdefault(seat, match.standings().scores[seat])
        match.play(choice.choice(match.legal(seat)), seat)
        for each in sorted(before.keys() - set(match.to_act)):
            brought.append((each, match.length, match.standings().scores[each] - before.pop(each)))
    same([tuple(turn) for turn in match.turns()], brought, "turns")


@check
def every_illegal_action_is_refused_and_changes_nothing(game: Game) -> None:
    """Every code there is, and some that are none."""
    choice = random.Random(3)
    simulation = game.simulation(seed=3)
    while not simulation.over:
        before = simulation.buffer.tobytes(), simulation.rng.tobytes()
        legal = set(simulation.actions.tolist())
        for action in [*range(-2, game.spec.rules.ACTIONS + 3), 2**40, -(2**40)]:
            if action not in legal:
                with refused(IllegalMove, f"action {action}"):
                    simulation.step(action)
        same((simulation.buffer.tobytes(), simulation.rng.tobytes()), before, "the state after refusals")
        same(set(simulation.actions.tolist()), legal, "the legal actions after refusals")
        simulation.step(choice.choice(sorted(legal)))


@check
def every_illegal_move_is_refused_and_changes_nothing(game: Game) -> None:
    """Of any seat, also of those that are not to act."""
    choice = random.Random(4)
    for match in walk(game, seed=4):
        state, events = match.state(), match.events
        for seat in range(game.players):
            legal = match.legal(seat)
            for move in choice.sample(game.moves.moves, min(40, len(game.moves.moves))):
                if move not in legal:
                    with refused(IllegalMove, f"{move} of seat {seat}"):
                        match.play(move, seat)
        same((match.state(), match.events), (state, events), "the match after refusals")


@check
def legal_moves_are_listed_once_and_are_below_the_bound(game: Game) -> None:
    """And whoever is to act has one."""
    for match in walk(game, seed=5):
        for seat in match.to_act:
            codes = [game.moves.codes[move] for move in match.legal(seat)]
            claim(codes, f"seat {seat} is to act and has no legal move")
            same(len(set(codes)), len(codes), "legal moves without those that are listed twice")
            claim(len(codes) <= game.spec.rules.MAX_LEGAL, f"{len(codes)} moves are legal, more than MAX_LEGAL")


@check
def moves_on_a_copy_leave_the_original_alone(game: Game) -> None:
    """And the other way round."""
    kept = []
    for match in walk(game, seed=6):
        copy = match.copy()
        kept.append((copy, copy.state(), json.dumps(copy.record()), copy.to_act))
        for seat in match.to_act:
            for move in match.legal(seat)[:5]:
                match.copy().play(move, seat)
    for copy, state, record, to_act in kept:
        same((copy.state(), json.dumps(copy.record()), copy.to_act), (state, record, to_act), "a copy later on")


@check
def undo_leads_back_to_the_same_state(game: Game) -> None:
    """And is refused only where something was revealed."""
    for match in walk(game, seed=7):
        for seat in match.to_act:
            for move in match.legal(seat)[:5]:
                copy = match.copy()
                copy.play(move, seat)
                if copy.undoable(seat):
                    _taken_back(match, copy, move, seat)
                else:
                    _stays(match, copy, move, seat)


def _taken_back(match: Match, copy: Match, move: Move, seat: int) -> None:
    claim(copy.can_undo, f"{move} can be taken back by seat {seat}, but can_undo says no")
    same(copy.undo(seat), move, "what is taken back")
    same((copy.state(), copy.events, copy.to_act), (match.state(), match.events, match.to_act), "the match after undo")


def _stays(match: Match, copy: Match, move: Move, seat: int) -> None:
    drawn = any(event.seat == CHANCE for event in copy.events[len(match.events) :])
    before, after = (np.frombuffer(bytearray(each.state()), np.uint8) for each in (match, copy))
    revealed = showing_of(match.game.spec).reveals(before, after)
    claim(drawn or copy.over or revealed, f"{move} cannot be taken back although it has revealed nothing")
    with refused(CannotUndo, f"taking {move} back"):
        copy.undo(seat)


@check
def the_same_moves_and_draws_give_the_same_bytes(game: Game) -> None:
    """A state holds nothing that is not part of the position."""
    match = finished(game, seed=8)
    again = game.start(seed=8)
    for event in match.events:
        if event.seat != CHANCE:
            again.play(game.moves.moves[event.code], event.seat)
    same((again.state(), again.events), (match.state(), match.events), "the match played again")


@check
def chance_brings_only_what_it_lists(game: Game) -> None:
    """The fast draw of simulations takes one of the outcomes that live matches choose from."""
    kernel = game.kernel
    actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
    choice, rng, draws = random.Random(12), np.array([99], np.uint64), 0
    while draws < FEWEST_DRAWS:
        buffer = game.buffer()
        while (who := kernel.to_act(buffer)) != OVER:
            if who == CHANCE:
                kernel.apply(buffer, CHANCE, _drawn(game, buffer, rng))
                draws += 1
            else:
                count = kernel.legal(buffer, who, actions)
                kernel.apply(buffer, who, choice.choice(actions[:count].tolist()))
        draws += 1  # there are games without chance


def _drawn(game: Game, buffer: Buffer, rng: Any) -> int:
    """What the fast draw brings, which must be one of the outcomes."""
    rules = game.spec.rules
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    count = game.kernel.outcomes(buffer, codes, weights)
    claim(0 < count <= rules.MAX_OUTCOMES, f"chance lists {count} outcomes, at most MAX_OUTCOMES are possible")
    claim((weights[:count] > 0).all(), f"an outcome cannot come: the weights are {weights[:count]}")
    same(len(set(codes[:count].tolist())), count, "outcomes without those that are listed twice")
    drawn = game.kernel.bound["draw"](buffer.view(rules.STATE)[0], rng)
    claim(drawn in codes[:count], f"the fast draw brings {drawn}, which is not among {codes[:count]}")
    return int(drawn)


@check
def a_match_can_be_thought_about_elsewhere(game: Game) -> None:
    """From its state and events alone."""
    for match in walk(game, seed=6):
        if match.over:
            continue
        twin = game.resume(match.state(), match.events)
        same((twin.state(), twin.to_act, twin.events), (match.state(), match.to_act, match.events), "the twin")
        for seat in match.to_act:
            same(twin.legal(seat), match.legal(seat), "the twin's legal moves")
            same(twin.heard(seat), match.heard(seat), "what the twin has heard")
            same(twin.known(seat).state(), match.known(seat).state(), "what the twin knows")
        claim(not twin.can_undo, "the twin can take something back")
