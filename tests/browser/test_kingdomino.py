"""What only Kingdomino's board has: dominoes that are carried to their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.person import Person, photograph, play_until
from tests.browser.test_table import GRANDMA, ME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GRABBED = ".lane.grab"  # the domino that is to be placed
DRAWN = "[data-testid=kingdom] svg"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Neither half lies beside the castle"), ("ru", "Ни один квадрат домино не касается")]
)
def test_a_domino_let_go_where_it_cannot_lie_is_answered(
    invite: Callable[..., Person], tmp_path: Path, language: str, words: str
) -> None:
    anna = invite("Anna", language=language)
    anna.go_to_table(anna.set_up("kingdomino", [ME, GRANDMA]))
    play_until(lambda: anna.page.locator(GRABBED).count(), anna)
    domino = anna.page.locator(GRABBED).bounding_box()
    drawn = anna.page.locator(DRAWN).bounding_box()
    assert domino is not None
    assert drawn is not None
    anna.page.mouse.move(domino["x"] + domino["width"] / 2, domino["y"] + domino["height"] / 2)
    anna.page.mouse.down()
    # The corner of the board is far from the castle, beside which the first domino must lie.
    anna.page.mouse.move(drawn["x"] + drawn["width"] * 0.9, drawn["y"] + drawn["height"] * 0.9, steps=8)
    anna.page.mouse.up()
    answer = anna.page.get_by_text(words)
    answer.wait_for()
    assert "(KD-13)" in answer.inner_text()
    photograph(anna.page, tmp_path, "refused")
