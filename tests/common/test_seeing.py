"""What a seat cannot see changes nothing it is shown: the check of `pentarchy.testing`, tried more often in a soak.

See test_two_worlds.py too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.testing.seeing import shown
from tests.sizes import SOAK, covered, size
from tests.variants import every_variant, load, one_variant_each
from tests.walks import redealt, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

variant = pytest.mark.parametrize(("name", "options"), every_variant() if SOAK else one_variant_each())


def some_walks(game: Game, seed: int, every: int) -> Iterator[tuple[int, Match]]:
    """One position of so many in a match; in a soak all of some matches."""
    for walked in range(size(1, 4)):
        for number, match in enumerate(walk(game, seed + 100 * walked)):
            if number % size(every, 1) == 0:
                covered(1, "positions seen with other secrets")
                yield number, match


@pytest.mark.soak
@variant
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(name: str, options: dict[str, Any]) -> None:
    for number, match in some_walks(load(name, options), seed=22, every=40):
        if match.over:
            continue
        for seat in range(match.game.players):
            assert shown(redealt(match, seat, seed=number + 1), seat) == shown(match, seat)
