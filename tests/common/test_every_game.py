"""What holds in every game: the checks of `pentarchy.testing`, for all variants of ours."""

from __future__ import annotations

from typing import Any

import pytest

from pentarchy.testing import GAME_CHECKS
from tests.variants import every_variant, load

# What compiled code could do wrong without anybody noticing, and what shows where it runs uncompiled.
WITH_BOUNDS = {
    "a_match_ends_and_says_who_won",
    "every_illegal_action_is_refused_and_changes_nothing",
    "the_same_moves_and_draws_give_the_same_bytes",
    "chance_brings_only_what_it_lists",
    "facts_come_out_the_same_when_a_record_is_replayed",
    "what_is_hidden_leaves_no_trace_in_what_a_seat_supposes",
}
INTERPRETED = {"a_match_ends_and_says_who_won", "chance_brings_only_what_it_lists"}


def marks_of(check: str) -> list[pytest.MarkDecorator]:
    bounds = [pytest.mark.bounds] if check in WITH_BOUNDS else []
    return [*bounds, *([pytest.mark.interpreted] if check in INTERPRETED else [])]


@pytest.mark.parametrize(("name", "options"), every_variant())
@pytest.mark.parametrize("check", [pytest.param(check, marks=marks_of(check)) for check in GAME_CHECKS])
def test_it_holds_that(check: str, name: str, options: dict[str, Any]) -> None:
    GAME_CHECKS[check](load(name, options))


def test_the_checks_that_are_named_here_exist() -> None:
    assert set(GAME_CHECKS) >= WITH_BOUNDS | INTERPRETED
