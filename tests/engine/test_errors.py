"""Mistakes of whoever uses the library: each is named, and none of them changes a match."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy import IllegalMove
from tests.variants import every_variant, load
from tests.walks import walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match

# --- An error never changes a match -----------------------------------------------------------------------------------


def everything(match: Match) -> tuple[Any, ...]:
    """All that a match will ever act upon."""
    return (
        match.state(),
        match.record(),
        match.to_act,
        match.can_undo,
        [match.undoable(seat) for seat in range(match.game.players)],
        match.finished_games,
        match.first_forced,
        match.glimpse,
        match._script,
        getattr(match._chance, "counter", None),
    )


def test_a_script_that_cannot_be_followed_leaves_script_and_luck_alone() -> None:
    """The first domino of the second line is drawn as the script says, the second cannot be."""
    opening = ["domino 48", "domino 1", "domino 47", "domino 2", "king 0", "king 1", "king 0", "king 1"]
    match = pentarchy.load("kingdomino").start(seed=5, script=[*opening, "domino 20", "domino 20"])
    for move in ("claim 48", "claim 47", "claim 2"):
        match.play(move)
    before = everything(match)
    for _ in range(2):
        with pytest.raises(ValueError, match="the script asks for 'domino 20'"):
            match.play("claim 1")
        assert everything(match) == before


def test_a_match_without_its_seed_does_not_lose_what_the_script_still_says() -> None:
    game = pentarchy.load("kingdomino")
    record = game.start(seed=5).record()
    match = pentarchy.replay(record)
    match._script = ("king 0",) if match.record()["events"][-1] == {"chance": "king 1"} else ("king 1",)
    match.play(match.legal()[0])
    before = everything(match)
    with pytest.raises(ValueError, match="its seed is not known"):
        match.play(match.legal()[0])
    assert everything(match) == before


@pytest.mark.parametrize("problem", [KeyboardInterrupt, RuntimeError, MemoryError])
@pytest.mark.parametrize(("name", "options"), every_variant())
def test_whatever_interrupts_a_move_it_is_not_made(
    name: str, options: dict[str, Any], problem: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interruption comes at the last moment, when the move is made and chance has acted."""

    def interrupt(before: Any, after: Any) -> dict[str, Any]:
        raise problem

    for number, match in enumerate(walk(load(name, options), seed=3)):
        if match.over or number > 60:
            break
        seat = match.to_act[-1]
        move = match.legal(seat)[-1]
        before, twin = everything(match), match.copy()
        with monkeypatch.context() as patched:
            patched.setattr(match._showing, "glimpse", interrupt)
            with pytest.raises(problem):
                match.play(move, seat)
        assert everything(match) == before
        match.copy().play(move, seat)
        assert everything(match) == everything(twin)


def test_an_interrupted_move_is_drawn_the_same_when_it_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pentarchy.load("genius", players=2).start(seed=4)
    twin = match.copy()

    def interrupt(who: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "_update_actors", interrupt)
    with pytest.raises(KeyboardInterrupt):
        match.play("draw")
    monkeypatch.undo()
    match.play("draw")
    twin.play("draw")
    assert everything(match) == everything(twin)


# --- Mistakes are named -----------------------------------------------------------------------------------------------

library: Any = pentarchy  # whatever its types say
MISTAKES: list[tuple[str, Callable[[Any], object], str]] = [
    ("past text", lambda match: match.past("1"), "the number of lines is a whole number, not '1'"),
    ("past None", lambda match: match.past(None), "the number of lines is a whole number, not None"),
    ("past float", lambda match: match.past(1.0), "the number of lines is a whole number, not 1.0"),
    ("past beyond", lambda match: match.past(10**20), "the log has 5 lines, not 1000"),
    ("past seat", lambda match: match.past(1, "0"), "seat is one of 0 to 1, not '0'"),
    ("undoable", lambda match: match.undoable(9), "seat is one of 0 to 1, not 9"),
    ("undoable None", lambda match: match.undoable(None), "seat is one of 0 to 1, not None"),
    ("undo", lambda match: match.undo(9), "seat is one of 0 to 1, not 9"),
    ("heard", lambda match: match.heard(9), "seat is one of 0 to 1, not 9"),
    ("view_json", lambda match: match.view_json(9), "seat is one of 0 to 1, not 9"),
    ("legal_texts", lambda match: match.legal_texts(9), "seat is one of 0 to 1, not 9"),
    ("preview text", lambda match: match.preview("claim 5", 0), "moves is a list such as .*, not 'claim 5'"),
    ("preview None", lambda match: match.preview(None, 0), "moves is a list such as .*, not None"),
    ("preview junk", lambda match: match.preview([5], 0), "a move is text, a Move or a dict, not 5"),
    ("foretell text", lambda match: match.foretell("claim 5", 0), "moves is a list such as .*, not 'claim 5'"),
    ("foretell seat", lambda match: match.foretell([], 2.0), "seat is one of 0 to 1, not 2.0"),
    ("preview seat", lambda match: match.preview([], 2.0), "seat is one of 0 to 1, not 2.0"),
    ("start seed", lambda match: match.game.start(seed="x"), "seed is an int, bytes or None, not 'x'"),
    ("script None", lambda match: match.game.start(script=None), "script is a list such as .*, not None"),
    ("script text", lambda match: match.game.start(script="domino 5"), "script is a list such as .*, not 'domino 5'"),
    ("script items", lambda match: match.game.start(script=[["domino 5"]]), "script is a list of texts .*; item 0 is"),
    (
        "script of a position",
        lambda match: match.game.from_position(match.position(), script=5),
        "script is a list such as .*, not 5",
    ),
    ("simulation", lambda match: match.game.simulation(seed="x"), "seed is a whole number, not 'x'"),
    ("simulation None", lambda match: match.game.simulation(seed=None), "seed is a whole number, not None"),
    ("step huge", lambda match: match.game.simulation().step(10**20), "action 100000000000000000000 is not legal"),
    ("step None", lambda match: match.game.simulation().step(None), "an action is one of the whole numbers .*not None"),
    ("step text", lambda match: match.game.simulation().step("3"), "an action is one of the whole numbers .*not '3'"),
    ("step float", lambda match: match.game.simulation().step(2.5), "an action is one of the whole numbers .*not 2.5"),
    ("step True", lambda match: match.game.simulation().step(True), "an action is one of the whole numbers .*not True"),
    ("replay", lambda match: library.replay(5), "this is no record of a match"),
    ("replay seed", lambda match: library.replay(match.record(), seed="x"), "seed is an int, bytes or None, not 'x'"),
    ("verify", lambda match: library.verify(None), "this is no record of a match"),
    ("load", lambda match: library.load(None), "there is no game None"),
    ("load list", lambda match: library.load([]), r"there is no game \[\]"),
    ("option", lambda match: library.load("kingdomino", players=[2]), r"players is one of 2, 3, 4, not \[2\]"),
    ("bot", lambda match: library.bots.load([]), r"there is no bot \[\]"),
    ("bot seed", lambda match: library.bots.load("greedy", seed="x"), "seed is a whole number, not 'x'"),
    ("level seed", lambda match: library.bots.load("master", seed=1.5), "seed is a whole number, not 1.5"),
    (
        "bot threads",
        lambda match: library.bots.load("search", threads="2"),
        "threads is a whole number",
    ),
    (
        "bot threads 0",
        lambda match: library.bots.load("search", threads=0),
        "threads is a whole number",
    ),
    ("bot iterations", lambda match: library.bots.load("search", iterations="9"), "iterations is a whole number"),
    ("bot's seat", lambda match: library.bots.load("random").choose(match, 9), "seat is one of 0 to 1, not 9"),
    ("idle seat", lambda match: library.bots.load("greedy").choose(match, 1 - match.to_act[0]), "is not to act"),
    ("idle search", lambda match: library.bots.load("search").choose(match, 1 - match.to_act[0]), "is not to act"),
]


@pytest.mark.parametrize(
    ("mistake", "problem"), [pytest.param(mistake, problem, id=name) for name, mistake, problem in MISTAKES]
)
def test_a_mistake_is_a_value_error_that_names_it(mistake: Callable[[Any], object], problem: str) -> None:
    match = pentarchy.load("kingdomino").start(seed=1)
    before = everything(match)
    with pytest.raises(ValueError, match=problem):
        mistake(match)
    assert everything(match) == before


def test_numbers_of_numpy_are_numbers() -> None:
    game: Any = pentarchy.load("kingdomino")
    match = game.start(seed=1)
    assert match.past(np.int64(2)) == match.past(2)
    assert match.undoable(np.int8(0)) is False
    assert (game.simulation(seed=np.int64(5)).actions == game.simulation(seed=5).actions).all()


def test_a_refused_move_is_called_what_it_was_called() -> None:
    """A name alone is short for the Fairy's `next king`, but nobody who typed `king` said so."""
    match = pentarchy.load("scuffle", first=0).start(seed=1)
    with pytest.raises(IllegalMove, match="seat 0 may not play 'King' now: ") as refused:
        match.play(" King ")
    assert "next" not in str(refused.value)
    with pytest.raises(IllegalMove, match="seat 0 could not play 'king' then"):
        match.preview(["king"], 0)
    with pytest.raises(IllegalMove, match="seat 0 may not play 'next king' now"):
        match.play({"move": "next", "card": "king"})


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(pentarchy) == (0, 3)
