"""OpenSpiel's own tests and algorithms, and what they do not look at."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from pentarchy import IllegalMove
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.play import CHANCE
from pentarchy.envs.openspiel import EVENT
from pentarchy.envs.openspiel_types import parameter
from pentarchy.games import NAMES, spec
from tests.variants import every_variant, load, one_variant_each

if TYPE_CHECKING:
    from pathlib import Path

    from pentarchy.engine.match import Match

variant = pytest.mark.parametrize(("name", "options"), every_variant())
each_game = pytest.mark.parametrize(("name", "options"), one_variant_each())
RECALL = pyspiel.IIGObservationType(perfect_recall=True)
PUBLIC = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)


def loaded(name: str, options: dict[str, Any]) -> Any:
    known = {option.name: option for option in spec(name).options}
    return pyspiel.load_game(f"pentarchy_{name}", {key: parameter(known[key], value) for key, value in options.items()})


def replayed(game: Any, match: Match) -> Any:
    """The state to which the events of a match lead."""
    state = game.new_initial_state()
    for seat, code in match.events:
        if seat == CHANCE:
            state._outcomes()
            code = state.table.codes.tolist().index(code)
        state.apply_action(code)
    return state


def standing(game: Any, match: Match) -> Any:
    """The state of a match in which several seats have acted at once, in whatever order."""
    state = game.new_initial_state()
    state.buffer = load_bytes(match.state(), match.game.spec.rules.STATE)
    state.who = match.game.kernel.to_act(state.buffer)
    state.past = b"".join(EVENT.pack(*event) for event in match.events)
    return state


@variant
def test_openspiel_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    game = loaded(name, options)
    assert game.num_players() == options["players"]
    pyspiel.random_sim_test(game, num_sims=1, serialize=name in ("genius", "scuffle"), verbose=False)


@variant
def test_a_match_is_the_same_game(name: str, options: dict[str, Any]) -> None:
    """Draw by draw and move by move: who acts, what is legal, how likely draws are, and what it is worth."""
    ours = load(name, options)
    game, match, choice = loaded(name, options), ours.start(2), random.Random(2)
    for _ in range(25):
        if match.over:
            break
        state = replayed(game, match)
        buffer = load_bytes(match.state(), ours.spec.rules.STATE)
        assert state.buffer.tobytes() == match.state()
        seat = ours.kernel.to_act(buffer)
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(ours.moves.codes[move] for move in match.legal(seat))
        twin = state.clone()
        twin.apply_action(twin.legal_actions()[0])
        assert state.buffer.tobytes() == match.state()
        assert pickle.loads(pickle.dumps(state)).buffer.tobytes() == match.state()
        move = choice.choice(match.legal(seat))
        assert state.action_to_string(seat, ours.moves.codes[move]) == str(move)
        match.play(move, seat)


@each_game
def test_chance_is_explicit_and_adds_up(name: str, options: dict[str, Any]) -> None:
    state, seen = loaded(name, options).new_initial_state(), 0
    while not state.is_terminal() and seen < 12:
        if state.is_chance_node():
            seen += 1
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            texts = [state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome, _ in outcomes]
            assert len(set(texts)) == len(texts)
            state.apply_action(outcomes[-1][0])
        else:
            state.apply_action(state.legal_actions()[0])
    assert seen == 12


@each_game
def test_an_illegal_action_changes_nothing(name: str, options: dict[str, Any]) -> None:
    state = loaded(name, options).new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        before, history = state.buffer.tobytes(), state.history()
        for wrong in (100_000, -1):
            with pytest.raises((IllegalMove, pyspiel.SpielError)):
                state.apply_action(wrong)
            assert (state.buffer.tobytes(), state.history()) == (before, history)
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", ["scuffle", "color_kingdoms"])
def test_neither_words_nor_numbers_tell_what_is_hidden(name: str) -> None:
    from tests.walks import walk
    from tests.worlds import other_world

    options = {"players": 2, "first": 0}
    game, ours = loaded(name, options), load(name, options)
    looks = [make_observation(game, kind) for kind in (None, RECALL, PUBLIC)]
    differed = 0
    for number, match in zip(range(60), walk(ours, 1), strict=False):
        if number % 6 == 5 and not match.over:
            for seat in range(2):
                one, other = (standing(game, each) for each in (match, other_world(match, seat, number)))
                differed += one.buffer.tobytes() != other.buffer.tobytes()
                for look in looks:
                    assert look.string_from(one, seat) == look.string_from(other, seat)
                    if look.tensor is not None:
                        look.set_from(one, seat)
                        numbers = look.tensor.copy()
                        look.set_from(other, seat)
                        assert (look.tensor == numbers).all()
    assert differed


def test_what_is_public_has_nothing_that_one_seat_alone_knows() -> None:
    """Scuffle: cards that seats hold are in their own views, and in no spectator's."""
    game = loaded("scuffle", {"players": 2, "first": 0})
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    public = make_observation(game, PUBLIC)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    own = make_observation(game)
    assert own.string_from(state, 0) != own.string_from(state, 1)
    alone = make_observation(game, pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    assert (alone.tensor, alone.string_from(state, 0)) == (None, None)
    with pytest.raises(ValueError, match="an observation takes no parameters"):
        make_observation(game, RECALL, {"x": 1})


@each_game
def test_a_tensor_with_recall_has_the_last_things_heard(name: str, options: dict[str, Any]) -> None:
    game, look = loaded(name, options), None
    state = game.new_initial_state()
    for _ in range(70):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
    look = make_observation(game, RECALL)
    look.set_from(state, 0)
    heard = state.heard(0)
    assert look.dict["heard"][0].tolist() == [heard[-1].seat + 2, heard[-1].code + 1]
    assert len(look.tensor) == game.information_state_tensor_size()
    assert (state.observation_tensor(0) == look.dict["observation"]).all()
    assert state.information_state_string(0) == look.string_from(state, 0)


@pytest.mark.parametrize("name", ["genius", "scuffle", "kingdomino"])
def test_openspiel_s_tree_search_plays(name: str) -> None:
    game = pyspiel.load_game(f"pentarchy_{name}")
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


@pytest.mark.parametrize("name", ["genius", "scuffle"])
def test_openspiel_s_regret_minimisation_runs(name: str) -> None:
    game = pyspiel.load_game(f"pentarchy_{name}")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 20


@pytest.mark.parametrize("name", ["genius", "scuffle"])
def test_a_playthrough_can_be_played_again(name: str, tmp_path: Path) -> None:
    written = generate_playthrough.playthrough(f"pentarchy_{name}(first=0)", None, seed=1)
    file = tmp_path / "playthrough.txt"
    file.write_text(written, encoding="utf-8")
    flags.FLAGS.mark_as_parsed()  # which its own command line does
    original, again = generate_playthrough.replay(str(file))
    assert original == again


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("pentarchy_kingems(players=3,mode=advanced,memory=True,first=2)")
    table = game.new_initial_state().table.game
    assert table.options == load("kingems", {"players": 3, "mode": "advanced", "memory": True, "first": 2}).options
    series = pyspiel.load_game("pentarchy_genius(series=-1)").new_initial_state().table.game
    assert series.options["series"] is True
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    with pytest.raises(ValueError, match="players is one of 2, 3, 4, not 9"):
        pyspiel.load_game("pentarchy_genius(players=9)")


def test_a_map_of_one_s_own_is_a_parameter() -> None:
    file = resources.files("pentarchy.games.color_kingdoms") / "data" / "default.json"
    own = json.loads(file.read_text(encoding="utf-8")) | {"name": "Mine"}
    game = loaded("color_kingdoms", {"players": 2, "map": own})
    assert game.new_initial_state().clone().table.game.options["map"]["name"] == "Mine"


def test_python_ends_without_a_crash_when_all_games_are_registered() -> None:
    code = "import pyspiel, pentarchy.envs.openspiel; print(len(pyspiel.registered_names()))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")


def test_all_games_are_registered() -> None:
    assert {f"pentarchy_{name}" for name in NAMES} <= set(pyspiel.registered_names())
