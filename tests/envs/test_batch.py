"""Many games at once are the same games: move by move, whatever their number, the threads and what happened before."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import pentarchy
from pentarchy import IllegalMove, PositionError
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.result import places
from pentarchy.envs.batching import Batch
from pentarchy.envs.common import Sight
from tests.sizes import covered, size
from tests.variants import every_variant, load, one_variant_each
from tests.walks import walk
from tests.worlds import other_world

variant = pytest.mark.parametrize(("name", "options"), every_variant())
each_game = pytest.mark.parametrize(("name", "options"), one_variant_each())


def batch(name: str, options: dict[str, Any], games: int, **rest: Any) -> Batch:
    return Batch(load(name, options), games, **rest)


def everything(many: Batch) -> list[bytes]:
    """All that a batch shows."""
    return [array.tobytes() for array in (*many.now, many.scores, many.outcomes, many.weights, many._states)]


# --- The same games ---------------------------------------------------------------------------------------------------


@pytest.mark.interpreted
@pytest.mark.bounds
@pytest.mark.soak
@variant
def test_masks_are_the_legal_moves_and_the_seat_is_the_one_to_act(name: str, options: dict[str, Any]) -> None:
    many = batch(name, options, 3, seed=5)
    codes = many.game.moves.codes
    for number in range(size(40, 400)):
        match = many.match(number % 3)
        seat = int(many.seats[number % 3])
        assert seat in match.to_act
        legal = {codes[move] for move in match.legal(seat)}
        assert set(np.flatnonzero(many.masks[number % 3]).tolist()) == legal
        many.step(many.choose())
        covered(1, "masks")


@pytest.mark.bounds
@pytest.mark.soak
@variant
def test_a_game_of_a_batch_is_a_simulation_also_after_it_began_anew(name: str, options: dict[str, Any]) -> None:
    """State by state and byte by byte, with the same generator."""
    many = batch(name, options, 2, seed=8)
    alone = many.game.simulation(0)
    alone.rng[:] = pentarchy.engine.simulation.fast_generator(8 * 1_000_003 + 1)
    alone.reset()
    ended = 0
    for _ in range(size(1500, 20_000)):
        assert many._states[1].tobytes() == alone.buffer.tobytes()
        actions = many.choose()
        alone.step(actions[1])
        many.step(actions)
        assert many.ends[1] == alone.over
        if alone.over:
            ended += 1
            assert many.scores[1].tolist() == alone.scores()
            assert many.rewards[1].tolist() == pytest.approx(worth(many.game, alone.buffer))
            assert many._finals[1].tobytes() == alone.buffer.tobytes()
            alone.reset()
        else:
            assert not many.rewards[1].any()
        if ended == size(3, 40):
            break
    assert ended
    covered(ended, "games in a batch")


def worth(game: pentarchy.engine.game.Game, buffer: Any) -> list[float]:
    """What an end is worth by the places."""
    result = game.resume(buffer.tobytes(), ()).result
    assert result is not None
    if game.players == 1:
        return [float(result.scores[0])]
    return [
        sum((rank < other) - (rank > other) for other in result.ranks) / (game.players - 1) for rank in result.ranks
    ]


@each_game
def test_a_game_is_the_same_whatever_the_number_of_games_and_threads(name: str, options: dict[str, Any]) -> None:
    batches = [batch(name, options, games, seed=3, threads=threads) for games, threads in ((3, 1), (7, 1), (7, 3))]
    for _ in range(120):
        for many in batches:
            many.step(many.choose())
        one, *others = batches
        for other in others:
            assert (other._states[:3] == one._states).all()
            assert (other.observations[:3] == one.observations).all()
            assert (other.masks[:3] == one.masks).all()
            assert (other.rewards[:3] == one.rewards).all()


def test_seeds_give_other_games_and_the_same_seed_the_same() -> None:
    one, other = (batch("kingdomino", {"players": 2}, 4, seed=seed) for seed in (1, 2))
    assert everything(one) != everything(other)
    other.seed(1)
    assert everything(one) == everything(other)
    assert len({row.tobytes() for row in one._states}) == 4


def test_arrays_are_used_again_and_cannot_be_written_to() -> None:
    many = batch("genius", {"players": 2}, 2)
    assert many.step(many.choose()) is many.now
    assert many.now.masks is many.masks
    for array in (*many.now, many.scores, many.outcomes):
        assert not array.flags.writeable


# --- What is seen -----------------------------------------------------------------------------------------------------


@pytest.mark.interpreted
@each_game
def test_what_is_seen_is_what_the_kernel_observes(name: str, options: dict[str, Any]) -> None:
    many = batch(name, options, 3, seed=4)
    tensor = np.empty(many.observations.shape[1], np.float32)
    for _ in range(60):
        many.step(many.choose())
        for seat in range(many.game.players):
            seen = many.observe(seat)
            for game in range(3):
                many.game.kernel.observe(many._states[game].copy(), seat, tensor)
                assert (seen[game] == tensor).all()
                if many.seats[game] == seat:
                    assert (many.observations[game] == tensor).all()
        assert many.observations.min() >= 0
        assert many.observations.max() <= 64


@pytest.mark.soak
@variant
def test_what_is_hidden_is_in_no_number(name: str, options: dict[str, Any]) -> None:
    """Two worlds that a seat cannot tell apart are the same numbers and the same mask."""
    game = load(name, options)
    sight, differed = Sight(game), 0
    remembers = name == "kingems" and not hasattr(game.spec.rules, "suppose")
    for seed in range(size(2, 20)):
        choice = random.Random(seed)
        for number, match in enumerate(walk(game, seed)):
            if number > 150:
                break
            if choice.random() > 0.12:
                continue
            for seat in range(game.players):
                state = load_bytes(match.state(), game.spec.rules.STATE)
                other = state.copy()
                game.kernel.redeal(other, seat, np.array([number * 2 + 1], np.uint64))
                assert_seen_alike(sight, state, other, seat)
                if not remembers:
                    other = load_bytes(other_world(match, seat, number).state(), game.spec.rules.STATE)
                    assert_seen_alike(sight, state, other, seat)
                differed += bool((state != other).any())
                covered(1, "pairs of worlds seen as numbers")
    assert differed or name not in ("scuffle", "color_kingdoms") or game.players == 1


def assert_seen_alike(sight: Sight, one: Any, other: Any, seat: int) -> None:
    seen, also = sight.look(one, seat), sight.look(other, seat)
    assert (seen[0] == also[0]).all()
    assert (seen[1] == also[1]).all()


@each_game
def test_the_last_look_at_a_game_is_kept_for_every_seat(name: str, options: dict[str, Any]) -> None:
    many = batch(name, options, 2, seed=1)
    sight = Sight(many.game)
    assert not many.final_observations(0).any()
    while not many.ends.any():
        before = many.save()
        actions = many.choose()
        many.step(actions)
    game = int(np.flatnonzero(many.ends)[0])
    apart = batch(name, options, 2, seed=1, autoreset=False)
    apart.restore(before)
    apart.step(actions)
    assert apart.seats[game] == OVER
    for seat in range(many.game.players):
        seen, _ = sight.look(apart._states[game], seat)
        assert (many.final_observations(seat)[game] == seen).all()


# --- Bad input changes nothing ----------------------------------------------------------------------------------------


@pytest.mark.interpreted
@each_game
def test_an_illegal_action_is_named_and_changes_no_game(name: str, options: dict[str, Any]) -> None:
    many = batch(name, options, 3, seed=6)
    for _ in range(10):
        many.step(many.choose())
    while many.masks[1].all():  # in a small game everything may be legal
        many.step(many.choose())
    before, fine = everything(many), many.choose()
    illegal = int(np.flatnonzero(~many.masks[1])[0])
    for wrong in (illegal, -2, many.masks.shape[1], 1 << 40):
        actions = fine.copy()
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=rf"game 1: action {wrong} is not legal for seat {many.seats[1]}; legal"):
            many.step(actions)
        assert everything(many) == before


@pytest.mark.parametrize(
    "actions",
    [
        None,
        0,
        [0],
        [0, 0, 0],
        [[0], [0]],
        [0.0, 0.0],
        [True, False],
        "00",
        ["0", "0"],
        [None, 0],
        np.zeros(2, np.float32),
        [2**70, 0],
        np.array([2**64 - 1, 2**64 - 1], np.uint64),
    ],
)
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    many = batch("genius", {"players": 2}, 2)
    before = everything(many)
    with pytest.raises(IllegalMove):
        many.step(actions)
    assert everything(many) == before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint8, np.uint64, np.int64])
def test_actions_may_be_whole_numbers_of_any_size(kind: Any) -> None:
    many, other = (batch("genius", {"players": 2}, 2) for _ in range(2))
    actions = many.choose()
    many.step(actions)
    other.step(actions.astype(kind))
    assert everything(many) == everything(other)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"games": 0}, "games is a whole number of at least 1, not 0"),
        ({"games": 2.0}, "games is a whole number"),
        ({"threads": 0}, "threads is a whole number of at least 1"),
        ({"seed": "x"}, "seed is a whole number, not 'x'"),
        ({"autoreset": 1}, "autoreset is True or False, not 1"),
        ({"chance": "maybe"}, "chance is one of 'drawn', 'asked', not 'maybe'"),
        ({"players": 7}, "players is one of 2, 3, 4, not 7"),
        ({"colour": 7}, "genius has no option 'colour'"),
        ({"start": []}, "start is an empty list"),
        ({"start": "here"}, "start is a list"),
        ({"start": [7]}, "a position is a dict"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_reason(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        pentarchy.envs.batch("genius", **wrong)


@pytest.mark.parametrize("mask", [[True], np.ones(2, np.uint8), "xx", 1])
def test_a_mask_of_games_has_a_boolean_for_each(mask: Any) -> None:
    many = batch("genius", {"players": 2}, 2)
    for wrong in (many.reset, lambda games: many.choose("random", games)):
        with pytest.raises(ValueError, match="games is a mask of 2 booleans"):
            wrong(mask)
    with pytest.raises(ValueError, match="a batch chooses by 'random' or 'greedy', not by 'master'"):
        many.choose("master")
    with pytest.raises(ValueError, match="seat is a number from 0 to 1"):
        many.observe(2)
    with pytest.raises(ValueError, match="game is a number from 0 to 1"):
        many.match(2)


# --- Standing still, and beginning anew -------------------------------------------------------------------------------


def test_a_game_can_stand_still_while_others_go_on() -> None:
    many = batch("kingdomino", {"players": 2}, 2, seed=2)
    before = many._states[0].copy()
    actions = many.choose(games=np.array([False, True]))
    assert actions[0] == -1
    many.step(actions)
    assert (many._states[0] == before).all()
    assert not many.ends[0]


def test_without_autoreset_a_game_that_is_over_waits() -> None:
    many = batch("scuffle", {"players": 2}, 2, seed=2, autoreset=False)
    while not many.ends[0]:
        many.step(many.choose())
    assert many.seats[0] == OVER
    assert not many.masks[0].any()
    assert not many.observations[0].any()
    actions = many.choose()
    assert actions[0] == -1
    with pytest.raises(IllegalMove, match="game 0: action 0, but it is over; reset it, or give it -1"):
        many.step(np.array([0, actions[1]]))
    other = many._states[1].copy()
    many.reset(np.array([True, False]))
    assert many.seats[0] >= 0
    assert (many._states[1] == other).all()


# --- Keeping ----------------------------------------------------------------------------------------------------------


@each_game
def test_what_was_saved_goes_on_in_the_same_way(name: str, options: dict[str, Any]) -> None:
    many, later = (batch(name, options, 3, seed=9), batch(name, options, 3, seed=1))
    for _ in range(30):
        many.step(many.choose())
    later.restore(many.save())
    for _ in range(60):
        assert everything(later) == everything(many)
        for each in (many, later):
            each.step(each.choose())


def test_what_does_not_fit_or_is_damaged_is_not_restored() -> None:
    many = batch("genius", {"players": 2}, 2)
    saved, before = many.save(), everything(many)
    others = [batch("genius", options, games).save() for options, games in (({"players": 3}, 2), ({"players": 2}, 3))]
    asked = batch("genius", {"players": 2}, 2, chance="asked").save()
    for wrong in (*others, asked, b"", saved[:-1], saved + b"x", saved[:-5] + b"\0" + saved[-4:], "text", None):
        if wrong != saved:
            with pytest.raises(ValueError, match=r"saved|these are"):
                many.restore(wrong)  # type: ignore[arg-type]
            assert everything(many) == before


# --- Starting positions -----------------------------------------------------------------------------------------------


@each_game
def test_games_begin_from_any_positions(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    matches = [match.copy() for number, match in zip(range(12), walk(game, 3), strict=False) if number % 4 == 3]
    many = batch(name, options, 40, start=matches)
    began = {row.tobytes() for row in many._states}
    assert began == {match.state() for match in matches}
    again = batch(name, options, 40, start=[match.position() for match in matches])
    assert everything(again) == everything(many)


def test_a_single_position_is_begun_with_again_and_again() -> None:
    states = [match.copy() for match in walk(pentarchy.load("scuffle", players=2), 2)]
    match = states[-3]
    many = batch("scuffle", {"players": 2}, 2, start=match)
    ended = 0
    for _ in range(20):
        assert many._states[0].tobytes() == match.state() or not many.ends[0]
        many.step(many.choose())
        ended += int(many.ends[0])
    assert ended > 3


def test_a_position_that_cannot_be_begun_with_is_refused() -> None:
    game = pentarchy.load("genius", players=2)
    *_, over = walk(game, 2)
    with pytest.raises(ValueError, match="start: position 1 is over"):
        batch("genius", {"players": 2}, 2, start=[game.start(1), over])
    with pytest.raises(ValueError, match="start: match 0 is one of"):
        batch("genius", {"players": 3}, 2, start=game.start(1))
    with pytest.raises(PositionError, match="game"):
        batch("kingdomino", {"players": 2}, 2, start=game.start(1).position())


# --- Chance that the caller decides -----------------------------------------------------------------------------------


@pytest.mark.interpreted
@each_game
def test_a_match_can_be_played_again_draw_by_draw(name: str, options: dict[str, Any]) -> None:
    """Fed with the draws and moves of a match, a batch comes to the same state, byte by byte."""
    game = load(name, options)
    match, choice = game.start(4), random.Random(4)
    while not match.over:
        seat = game.kernel.to_act(load_bytes(match.state(), game.spec.rules.STATE))
        match.play(choice.choice(match.legal(seat)), seat)
    many = batch(name, options, 2, chance="asked", autoreset=False)
    for seat, code in match.events:
        assert many.seats.tolist() == [seat, seat]
        if seat == CHANCE:
            assert code in many.outcomes[0, : many.counts[0]]
            assert (many.weights[0, : many.counts[0]] > 0).all()
            assert not many.masks.any()
        many.step([code, code])
    assert many.ends.all()
    assert many._states[1].tobytes() == match.state()
    result = match.result
    assert result is not None
    assert many.scores[0].tolist() == list(result.scores)
    assert places(many.rewards[0].tolist()) == result.ranks


@each_game
def test_draws_are_those_of_the_rules_and_no_others(name: str, options: dict[str, Any]) -> None:
    many = batch(name, options, 2, chance="asked", seed=5)
    codes, weights = np.zeros((2, many.outcomes.shape[1]), np.int64)
    asked = 0
    for _ in range(80):
        if many.seats[0] == CHANCE:
            asked += 1
            listed = many.game.kernel.outcomes(many._states[0].copy(), codes, weights)
            assert many.outcomes[0, : many.counts[0]].tolist() == codes[:listed].tolist()
            assert many.weights[0, : many.counts[0]].tolist() == weights[:listed].tolist()
            before = everything(many)
            with pytest.raises(IllegalMove, match="game 0: chance cannot bring 99999 now; it can bring"):
                many.step([99_999, -1])
            assert everything(many) == before
        many.step(many.choose())
    assert asked


def test_drawn_outcomes_are_as_likely_as_their_weights_say() -> None:
    """Simply Genius: after three green tokens are laid, the next is one of 46."""
    many = batch("genius", {"players": 2, "first": 0}, 4000, chance="asked", seed=1)
    for _ in range(2):
        many.step(np.full(4000, many.outcomes[0, 0]))
    drawn = np.bincount(many.choose(), minlength=6) / 4000
    share = many.weights[0, :6] / many.weights[0, :6].sum()
    assert drawn == pytest.approx(share, abs=0.03)
    assert share[0] < share[1]
