"""What holds in every game, for the basic mode, where players who move quite at random spend all they collect.

Random players pay for a second turn whenever they can, so their matches go on for a thousand decisions until nothing is
left to take. The common tests are run here on matches whose players are more careful with their crystals; the variants
that the common tests play themselves are those of the advanced mode.
"""

from __future__ import annotations

import copy
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pentarchy.testing import GAME_CHECKS, check_golden, walking
from tests import test_art
from tests.common import test_any_position, test_golden
from tests.rules.kingems import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

CHECKS = [
    "a_match_ends_and_says_who_won",
    "every_illegal_move_is_refused_and_changes_nothing",
    "legal_moves_are_listed_once_and_are_below_the_bound",
    "moves_on_a_copy_leave_the_original_alone",
    "undo_leads_back_to_the_same_state",
    "the_same_moves_and_draws_give_the_same_bytes",
    "a_record_replays_to_the_same_match_at_every_point",
    "a_replayed_match_goes_on_with_the_same_luck_if_the_seed_is_known",
    "a_position_leads_to_the_same_bytes",
    "what_a_seat_cannot_see_changes_nothing_it_is_shown",
    "everything_that_happens_can_be_told_in_words",
    "the_seed_is_nowhere_before_the_end",
    "views_are_plain_data_and_the_callers_own",
    "the_record_of_a_match_in_progress_keeps_the_seed_secret",
    "the_breakdown_explains_the_scores_and_the_places",
]

# Those for which it matters what stays in view.
MEMORABLE = [
    "undo_leads_back_to_the_same_state",
    "a_position_leads_to_the_same_bytes",
    "views_are_plain_data_and_the_callers_own",
]
PICTURES = [test_art.test_every_picture_of_a_match_stands_alone, test_art.test_texts_fit_a_terminal]


def careful_walk(game: Game, seed: int) -> Iterator[Match]:
    """The same match before every decision, and once more when it is over."""
    return tables.walk(game.start(seed), seed)


@pytest.fixture(autouse=True)
def careful_players() -> Iterator[None]:
    with walking(careful_walk):
        yield


@pytest.mark.parametrize("check", CHECKS)
def test_basic_matches_are_like_all_others(check: str) -> None:
    GAME_CHECKS[check](tables.load(2))


@pytest.mark.parametrize("check", MEMORABLE)
def test_basic_matches_with_memory_are_like_all_others(check: str) -> None:
    GAME_CHECKS[check](tables.load(3, memory=True, first=2))


@pytest.mark.parametrize("check", PICTURES, ids=lambda check: check.__name__.removeprefix("test_"))
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "memory": True, "first": 2}], ids=str)
def test_pictures_of_basic_matches_are_like_all_others(check: Any, options: dict[str, Any]) -> None:
    check("kingems", options)


@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_basic_match_goes_as_written_down() -> None:
    """Like the golden playthroughs of the common tests, and written anew in the same way."""
    check_golden(tables.load(2, first=0), test_golden.FOLDER / "kingems-basic.play")


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_whatever_is_written_into_a_basic_position_it_is_refused_or_can_be_played(data: st.DataObject) -> None:
    if not POSITIONS:
        POSITIONS.extend(match.position() for match in islice(careful_walk(tables.load(2), seed=5), 0, None, 3))
    position = copy.deepcopy(data.draw(st.sampled_from(POSITIONS)))
    mutations = [*test_any_position.EVERYWHERE, *test_any_position.SPECIAL["kingems"]]
    for mutation in data.draw(st.lists(st.sampled_from(mutations), min_size=1, max_size=2)):
        try:
            mutation(data, position)
        except (KeyError, IndexError, TypeError, AttributeError):
            break  # an earlier mutation has left nothing to change there
    test_any_position.check_refused_or_playable("kingems", {"players": 2}, position)


POSITIONS: list[dict[str, Any]] = []
