"""The checks find what is wrong: games and bots with a mistake do not pass."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy.engine.kernel import code_folders
from pentarchy.testing import BOT_CHECKS, GAME_CHECKS, check_bot, check_game, check_golden
from pentarchy.testing.claims import same
from tests.sixth import SPEC
from tests.testing.broken import MISTAKES

if TYPE_CHECKING:
    from pathlib import Path

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

FOUND = {
    "others' cards are not hidden": "what is hidden leaves no trace in what a seat supposes",
    "a move is listed twice": "legal moves are listed once",
    "somebody who is to act has no move": "",
    "a draw is not among the outcomes": "chance brings only what it lists",
    "points are somebody else's": "",
    "a position forgets whose turn it is": "a position leads to the same bytes",
    "a wrong position is accepted": "",
    "a refusal says nothing": "every refusal names a rule",
    "any text is a move": "",
    "a drawing shows more": "what a seat cannot see changes nothing it is shown",
    "a sentence is not finished": "everything that happens can be told in words",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_a_game_is_found(mistake: str) -> None:
    command = [sys.executable, "-m", "tests.testing.broken", mistake]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert answer.stdout.startswith("found: "), answer.stdout + answer.stderr
    assert FOUND[mistake] in answer.stdout


class Wrong:
    """A bot that plays the first legal move, except that …"""

    name = "wrong"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        assert seat is not None
        if seat not in match.to_act:
            raise ValueError(f"seat {seat} is not to act")
        return match.legal(seat)[0]

    def analyse(self, match: Match, seat: int | None = None, **given: Any) -> Any:
        raise ValueError("nothing")


class Peeks(Wrong):
    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        assert seat is not None
        cards = match.position()["cards"]
        return match.legal(seat)[-1 if max(cards) > cards[seat] else 0]


class Moody(Wrong):
    asked = 0

    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        Moody.asked += 1
        return super().choose(match, seat) if Moody.asked % 2 else match.legal(seat)[-1]


class Cheats(Wrong):
    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        return match.game.moves.moves[1]


class Meddles(Wrong):
    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        move = super().choose(match, seat)
        match._buffer[:] = np.roll(match._buffer, 0) ^ (np.arange(len(match._buffer)) == len(match._buffer) - 1)
        return move


class NeverRefuses(Wrong):
    def choose(self, match: Match, seat: int | None = None, **given: Any) -> Move:
        return (match.legal(seat) or match.legal(match.to_act[0]))[0]


@pytest.mark.parametrize(
    ("bot", "check"),
    [
        (Peeks, "it does not look at what its seat cannot see"),
        (Moody, "the same seed makes the same choices"),
        (Cheats, "it plays a whole match legally"),
        (Meddles, "it plays a whole match legally: the state after it has thought"),
        (NeverRefuses, "asked out of turn it says so"),
    ],
)
def test_a_mistake_in_a_bot_is_found(bot: type[Wrong], check: str) -> None:
    with pytest.raises(AssertionError, match=check):
        check_bot(bot, SPEC, {"players": 4})


def test_a_bot_without_a_mistake_passes() -> None:
    check_bot(Wrong, SPEC)
    check_bot("greedy", "scuffle")


def test_what_is_checked_has_names_that_say_so() -> None:
    assert len(GAME_CHECKS) > 25
    assert len(BOT_CHECKS) == 4
    assert all("_" in name for name in (*GAME_CHECKS, *BOT_CHECKS))


def test_a_game_that_changed_differs_from_what_was_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pentarchy.load("scuffle")
    file = tmp_path / "new" / "game.txt"
    with pytest.raises(AssertionError, match="there is no"):
        check_golden(game, file)
    monkeypatch.setenv("PENTARCHY_GOLDEN", "write")
    check_golden(game, file)
    monkeypatch.delenv("PENTARCHY_GOLDEN")
    check_golden(game, file)
    file.write_text(file.read_text(encoding="utf-8").replace("legal", "allowed"), encoding="utf-8")
    with pytest.raises(AssertionError, match="they differ from letter"):
        check_golden(game, file)


def test_a_difference_is_shown_where_it_is() -> None:
    with pytest.raises(AssertionError, match=r"they differ from letter 500: .*'a{30}b', 'a{30}'"):
        same("a" * 500 + "b", "a" * 500, "text")


def test_compiled_code_of_a_game_elsewhere_is_never_taken_from_another_process() -> None:
    """Nobody notices here when its sources change."""
    check_game(SPEC, [])
    assert pentarchy.load("scuffle").kernel.size > 0
    assert SPEC.name
    from pentarchy.testing.games import game_of

    assert game_of(SPEC, {}).kernel.size > 0
    [folder] = code_folders("hush")
    assert "pentarchy-" in str(folder)
    assert len(code_folders("scuffle")) == 2
