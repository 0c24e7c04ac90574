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

from tests import test_art
from tests.common import test_any_position, test_golden, test_playing, test_seeing
from tests.rules.kingems import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

CHECKS = [
    test_playing.test_a_match_ends_and_says_who_won,
    test_playing.test_every_illegal_move_is_refused_and_changes_nothing,
    test_playing.test_legal_moves_are_listed_once_and_are_below_the_bound,
    test_playing.test_moves_on_a_copy_leave_the_original_alone,
    test_playing.test_undo_leads_back_to_the_same_state,
    test_playing.test_the_same_moves_and_draws_give_the_same_bytes,
    test_playing.test_a_record_replays_to_the_same_match_at_every_point,
    test_playing.test_a_replayed_match_goes_on_with_the_same_luck_if_the_seed_is_known,
    test_playing.test_a_position_leads_to_the_same_bytes,
    test_seeing.test_what_a_seat_cannot_see_changes_nothing_it_is_shown,
    test_seeing.test_the_seed_is_nowhere_before_the_end,
    test_seeing.test_views_are_plain_data_and_the_callers_own,
    test_seeing.test_the_record_of_a_match_in_progress_keeps_the_seed_secret,
    test_seeing.test_the_breakdown_explains_the_scores_and_the_places,
    test_art.test_every_picture_of_a_match_stands_alone,
    test_art.test_texts_fit_a_terminal,
]

# Those for which it matters what stays in view.
MEMORABLE = [
    test_playing.test_undo_leads_back_to_the_same_state,
    test_playing.test_a_position_leads_to_the_same_bytes,
    test_seeing.test_views_are_plain_data_and_the_callers_own,
    test_art.test_every_picture_of_a_match_stands_alone,
]


def careful_walk(game: Game, seed: int) -> Iterator[Match]:
    """The same match before every decision, and once more when it is over."""
    return tables.walk(game.start(seed), seed)


def careful_finish(game: Game, seed: int) -> Match:
    """A match played to its end."""
    *_, match = careful_walk(game, seed)
    return match


@pytest.fixture(autouse=True)
def careful_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (test_playing, test_seeing, test_golden, test_art, test_any_position):
        monkeypatch.setattr(module, "walk", careful_walk)
        monkeypatch.setattr(module, "finished", careful_finish, raising=False)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_basic_matches_are_like_all_others(check: Any) -> None:
    check("kingems", {"players": 2})


@pytest.mark.parametrize("check", MEMORABLE, ids=lambda check: check.__name__.removeprefix("test_"))
def test_basic_matches_with_memory_are_like_all_others(check: Any) -> None:
    check("kingems", {"players": 3, "memory": True, "first": 2})


@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_basic_match_goes_as_written_down() -> None:
    """Like the golden playthroughs of the common tests, and written anew in the same way."""
    played = test_golden.playthrough(careful_walk(tables.load(2, first=0), test_golden.SEED))
    test_golden.compare(test_golden.FOLDER / "kingems-basic.play", played)


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
