"""What is remembered and what is not (KG-28)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy import IllegalMove
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS
from tests.oracles.kingems_view import lying, read, shown_cells, shown_now
from tests.rules.kingems.tables import CONTENTS, in_state, load, play, table, tile, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer


def buffer_of(match: Match) -> Buffer:
    return np.frombuffer(bytearray(match.state()), np.uint8)


def told(match: Match) -> str:
    """Everything that anybody is ever told, as one text."""
    everything: list[Any] = [match.to_act]
    for seat in (None, *range(match.game.players)):
        everything += [match.view(seat), match.log(seat), match.text(seat), match.svg(seat)]
    for seat in range(match.game.players):
        everything += [[str(move) for move in match.legal(seat)], refusals(match, seat)]
    return json.dumps(everything)


def refusals(match: Match, seat: int) -> list[str]:
    found = []
    for text in ("take pink", "take transparent", "discard pink", "go c3", "return", "turn a1 90"):
        try:
            match.copy().play(text, seat)
        except IllegalMove as error:
            found.append(str(error))
    return found


def otherwise(match: Match) -> Iterator[Match]:
    """The same match, had cells that were shown in earlier turns and not touched since held something else."""
    s = read(buffer_of(match))
    hidden = [cell for cell in shown_cells(s) if CELLS[cell] not in shown_now(s) and untouched(s, cell)]
    for content in ("pink", "green+transparent", "transparent"):
        buffer = buffer_of(match)
        state = buffer.view(rules.STATE)[0]
        for cell in hidden:
            write(state, cell, content)
        twin = match.copy()
        twin._buffer = buffer
        yield twin


def untouched(s: Any, cell: int) -> bool:
    """Whether nothing has been taken from a cell."""
    return lying(s, cell) == content_of(s, cell).split("+")


def content_of(s: Any, cell: int) -> str:
    return next(text for text, code in CONTENTS.items() if code == s.found[cell])


def write(state: Any, cell: int, content: str) -> None:
    """Change what a cell held when it was shown; how many of each are left does not matter here."""
    square = np.uint64(1 << int(rules.SQUARE[cell]))
    state.found[cell] = CONTENTS[content]
    state.coloured = state.coloured & ~square if content == "transparent" else state.coloured | square
    state.clear = state.clear | square if "transparent" in content else state.clear & ~square


# --- Without memory ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("players", [2, 4])
def test_what_was_shown_in_earlier_turns_changes_nothing_that_anybody_is_told(mode: str, players: int) -> None:
    compared = 0
    for number, match in enumerate(walk(load(players, mode=mode).start(5), seed=5)):
        if number % 41 == 40:
            before = told(match)
            for twin in otherwise(match):
                assert told(twin) == before
                compared += twin.state() != match.state()
    assert compared > 2


@pytest.mark.rule("KG-28")
def test_what_a_tile_showed_is_in_view_until_the_turn_ends() -> None:
    match = play(table(), "turn c3 90", "< c3 pink")
    assert tile(match, "c3")["shown"] == ["pink"]
    play(match, "go f6", "< f6 blue+transparent")
    assert tile(match, "c3")["shown"] == ["pink"]
    assert tile(match, "f6")["shown"] == ["blue", "transparent"]
    play(match, "take blue")
    assert tile(match, "c3")["shown"] is None
    assert tile(match, "f6")["shown"] is None


@pytest.mark.rule("KG-28")
def test_what_a_tile_showed_is_in_the_log_until_the_turn_ends() -> None:
    match = play(table(), "turn c3 90", "< c3 pink", "go f6", "< f6 blue")
    assert [event["chance"] for event in match.log(1) if "chance" in event] == ["c3 pink", "f6 blue"]
    play(match, "take blue")
    assert not any("chance" in event for event in match.log(1))
    assert {"seat": 0, "move": "turn c3 90"} in match.log(1)


@pytest.mark.rule("KG-28")
def test_a_turn_that_ends_with_nothing_to_take_leaves_nothing_in_view() -> None:
    """What the last move showed comes after it in the list of events, but belongs to the turn before."""
    match = play(table(crystals=["blue"], pawns=("a1", "platform"), shown={"a1": "pink"}), "keep", "go f6", "< f6 blue")
    assert match.to_act == (1,)
    assert tile(match, "f6")["shown"] is None
    for seat in (None, 0, 1):
        assert not any("chance" in event for event in match.log(seat))
    play(match, "turn c3 90", "< c3 green")
    assert [event["chance"] for event in match.log(0) if "chance" in event] == ["c3 green"]


@pytest.mark.rule("KG-28", "KG-29")
def test_the_end_of_the_game_is_the_end_of_a_turn_too() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink"}, crystals=["blue"], quiet=119)
    play(match, "keep", "go f6", "< f6 blue")
    assert match.over
    assert not any("chance" in event for event in match.log())
    assert tile(match, "f6")["shown"] is None


@pytest.mark.rule("KG-28")
def test_everybody_catches_a_glimpse_of_what_a_move_shows() -> None:
    match = table(crystals=["blue"], pawns=("a1", "platform"), shown={"a1": "pink", "f6": "blue", "c3": "green"})
    assert match.glimpse == {}
    match.play("turn c3 90")
    assert match.glimpse == {"cells": {"c3": ["green"]}}
    match.play("keep")
    assert match.glimpse == {}
    match.play("go f6")
    assert match.glimpse == {"cells": {"f6": ["blue"]}}
    assert tile(match, "f6")["shown"] is None


@pytest.mark.rule("KG-28")
def test_what_was_taken_stays_public() -> None:
    match = play(table(shown={"f6": "pink+transparent"}), "keep", "go f6", "take pink")
    assert tile(match, "f6") | {"paths": None} == {
        "cell": "f6",
        "kind": "crossroads",
        "rotation": 0,
        "paths": None,
        "shown": None,
        "taken": ["pink"],
    }
    assert match.view()["left"]["pink"] == 4
    assert {"seat": 0, "move": "take pink"} in match.log(1)


@pytest.mark.rule("KG-28")
def test_how_many_crystals_are_left_does_not_count_what_was_only_shown() -> None:
    match = table(shown={"a1": "pink", "a2": "pink+transparent"})
    assert match.view()["left"] == dict.fromkeys(match.view()["left"], 5) | {"transparent": 10}


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_all_see_the_same(seat: int | None) -> None:
    match = play(table(), "turn c3 90", "< c3 pink")
    assert match.view(seat) | {"seat": None} == match.view(None)
    assert match.log(seat) == match.log(None)


# --- With memory ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-28")
def test_with_memory_what_was_shown_stays_in_view_less_what_was_taken() -> None:
    match = play(table(memory=True), "turn c3 90", "< c3 pink", "go f6", "< f6 blue+transparent", "take blue")
    assert tile(match, "c3")["shown"] == ["pink"]
    assert tile(match, "f6")["shown"] == ["transparent"]
    assert tile(match, "a1")["shown"] is None
    assert {"chance": "c3 pink"} in match.log(1)


@pytest.mark.rule("KG-28")
def test_with_memory_an_emptied_cell_is_known_to_be_empty() -> None:
    match = play(table(memory=True, shown={"f6": "pink"}), "keep", "go f6", "take pink")
    assert tile(match, "f6")["shown"] == []


# --- Taking back ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("move", ["turn c3 90", "turn a1 180"])
def test_nobody_peeks_again_by_taking_a_turn_back(move: str) -> None:
    """Both cells were shown in earlier turns; without memory a look under the tile is a look."""
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "c3": "green"})
    match.play(move)
    assert not match.can_undo


@pytest.mark.rule("KG-28")
def test_nobody_peeks_again_by_taking_a_walk_back() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "f6": "green"})
    play(match, "keep")
    assert match.can_undo
    play(match, "go f6")
    assert not match.can_undo


@pytest.mark.rule("KG-28")
def test_nobody_peeks_by_a_walk_that_ends_the_turn() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "f6": "blue"}, crystals=["blue"])
    play(match, "keep", "go f6")
    assert match.to_act == (1,)
    assert not match.can_undo


@pytest.mark.rule("KG-28")
def test_a_walk_to_a_cell_that_is_in_view_may_be_taken_back() -> None:
    match = table(pawns=("a1", "platform"), shown={"a1": "pink", "f6": "green"})
    play(match, "turn f6 90", "go f6")
    assert str(match.undo()) == "go f6"


@pytest.mark.rule("KG-28")
def test_with_memory_a_look_at_what_is_in_view_may_be_taken_back() -> None:
    match = table(memory=True, pawns=("a1", "platform"), shown={"a1": "pink", "f6": "green"})
    play(match, "turn f6 90", "go f6", "take green")
    for move in ("take green", "go f6", "turn f6 90"):
        assert str(match.undo(0)) == move


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("memory", [False, True])
def test_a_first_look_is_never_taken_back(memory: bool) -> None:
    match = play(table(memory=memory), "turn f6 90")
    assert not match.can_undo


# --- Bots -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-28")
def test_nothing_is_dealt_anew_for_a_bot() -> None:
    """What was shown all have seen; what was not is not in the state at all."""
    for match in walk(load(3).start(2), seed=2):
        buffer = buffer_of(match)
        match.game.kernel.redeal(buffer, 1, np.array([7], np.uint64))
        assert buffer.tobytes() == match.state()


@pytest.mark.rule("KG-28")
def test_what_was_never_shown_is_not_in_the_state() -> None:
    """Two matches with other seeds and the same moves and showings are the same bytes."""
    script = ["first 0", *(["turn 0"] * 12), *(["straight 0"] * 6), *(["crossroads 0"] * 10), *(["double 0"] * 8)]
    script += ["card 1", "card 2"]
    one, other = (load(2).start(seed, script=script) for seed in (1, 2))
    assert one.state() == other.state()


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("memory", [False, True])
def test_a_learner_is_told_what_is_in_view_and_remembers_the_rest_by_itself(memory: bool) -> None:
    one, other = (table(shown={"a1": content}, memory=memory) for content in ("pink", "green"))
    seen = np.zeros((2, rules.OBSERVATION), np.float32)
    for tensor, match in zip(seen, (one, other), strict=True):
        match.game.kernel.observe(buffer_of(match), 0, tensor)
    assert (seen[0] != seen[1]).any() == memory
    assert np.isfinite(seen).all()
    assert seen.min() >= 0
    assert seen.max() <= 1


def test_observations_begin_with_the_observer() -> None:
    match = table(pawns=("a1", "f6"), shown={"a1": "pink", "f6": "pink"}, crystals=["pink", "green, transparent"])
    seen = np.zeros((2, rules.OBSERVATION), np.float32)
    for seat in (0, 1):
        match.game.kernel.observe(buffer_of(match), seat, seen[seat])
    start = rules.CELLS * rules.OF_A_CELL
    mine, theirs = start, start + rules.OF_A_PLAYER
    assert (seen[0][mine : mine + rules.OF_A_PLAYER] == seen[1][theirs : theirs + rules.OF_A_PLAYER]).all()
    assert in_state(match.game, buffer_of(match)).state() == match.state()
