"""Golden playthroughs: whole games written out state by state. A change in any rule, draw or drawing shows here.

If the change is meant, write them anew: PENTARCHY_GOLDEN=write make test-python
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pentarchy.testing import check_golden
from tests.variants import every_variant, load

FOLDER = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize(("name", "options"), every_variant())
@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_whole_game_goes_as_written_down(name: str, options: dict[str, Any], request: pytest.FixtureRequest) -> None:
    check_golden(load(name, options), FOLDER / f"{request.node.callspec.id}.txt")
