"""How a game ends when nothing is taken any more, and who is where (KG-29)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pentarchy.engine.simulation import fast_generator
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import PLACES
from tests.rules.kingems.tables import load, play, table


def before_the_last_turn(quiet: int = 119, crystals: Any = ("blue", "violet"), **more: Any) -> Any:
    """One more turn without a crystal, and the game is over."""
    shown = {"a1": "pink", "b1": "pink", "f6": "blue", "c3": "pink"}
    return table(pawns=("a1", "b1"), shown=shown, crystals=crystals, quiet=quiet, **more)


@pytest.mark.rule("KG-29")
def test_after_120_turns_without_a_crystal_the_game_ends() -> None:
    match = play(before_the_last_turn(), "keep", "go f6")
    assert match.over
    assert "nothing was taken for 120 turns" in match.text()


@pytest.mark.rule("KG-29")
def test_after_119_of_them_it_goes_on() -> None:
    match = play(before_the_last_turn(quiet=118), "keep", "go f6")
    assert not match.over
    assert match.view()["quiet"] == 119


@pytest.mark.rule("KG-29")
def test_a_crystal_taken_begins_the_count_anew() -> None:
    match = play(before_the_last_turn(crystals=("", "")), "keep", "go f6", "take blue")
    assert match.view()["quiet"] == 0


@pytest.mark.rule("KG-29")
def test_a_crystal_discarded_begins_the_count_anew() -> None:
    match = before_the_last_turn(crystals=("blue, green", ""))
    play(match, "turn c3 90", "discard green", "turn d4 90", "< d4 pink", "go f6")
    assert (match.over, match.view()["quiet"]) == (False, 0)


@pytest.mark.rule("KG-29")
def test_a_turn_without_a_move_counts_as_well() -> None:
    picture = """
        ╯│....
        ─.....
        ......
        ......
        ......
        ......
    """
    pawns = ("a1", "b1", "a2", "platform")
    match = table(picture, pawns=pawns, shown={"a1": "pink", "b1": "pink", "a2": "pink"}, quiet=119)
    assert play(match, "keep").over


@pytest.mark.rule("KG-29")
@pytest.mark.parametrize(
    ("crystals", "ranks"),
    [
        (("blue, green", "violet"), (1, 2)),
        (("blue", "green, transparent, transparent"), (2, 1)),
        (("blue", "transparent, violet"), (1, 1)),
        (("blue, green", "green"), (1, 1)),
    ],
    ids=["more colours", "a pair counts", "nothing fits", "beside the card"],
)
def test_most_covered_places_win_and_equals_share(crystals: tuple[str, str], ranks: tuple[int, int]) -> None:
    """Card 1 leaves out blue, card 2 violet."""
    match = play(before_the_last_turn(crystals=crystals), "keep", "go f6")
    assert match.result is not None
    assert match.result.ranks == ranks


@pytest.mark.rule("KG-29")
def test_purposeful_play_never_comes_near_it() -> None:
    from pentarchy.bots.policies import POLICIES, policies_of

    for mode in ("basic", "advanced"):
        game = load(4, mode=mode)
        points, merits = np.zeros((2, 60, 4), np.int64)
        policies_of(game.spec).contest(
            game.buffer(),
            game.config,
            np.full(4, POLICIES["greedy"]),
            np.array([int(fast_generator(seed)[0]) for seed in range(60)], np.uint64),
            np.empty(rules.MAX_LEGAL, np.int64),
            points,
            merits,
        )
        assert (merits.max(axis=1) == 2 * PLACES).all(), "somebody has won"
