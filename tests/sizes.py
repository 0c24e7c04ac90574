"""How much is tried: what `make test` has time for, or as much as `make soak` takes.

A test that tries more in a soak is marked with `soak`, asks `size` how much, and tells `covered` what it has tried; the
numbers stand at the end of the soak.
"""

from __future__ import annotations

import os
from collections import Counter

SOAK = os.environ.get("PENTARCHY_SOAK", "0") != "0"

tried: Counter[str] = Counter()  # by the test that is running


def size(quick: int, soak: int) -> int:
    """How many games, positions, inputs or kills to try."""
    return soak if SOAK else quick


def covered(number: int, what: str) -> None:
    """Say what has been tried, such as 40 games."""
    tried[what] += number
