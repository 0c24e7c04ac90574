"""Rules of no game, as few as show how rules are compiled: for a unit, for Python, for somebody's own functions.

Called with orders such as `twice,first/second`: each begins with an empty cache, each stroke with another process.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from typing import Any

import numba
import numpy as np

from pentarchy.engine.kernel import NUMBER, NUMBERS, rule, unit


@rule
def climb(heights: Any, unused: int, place: int, steps: int) -> Any:
    """It calls itself and so is not inlined; of what it takes, LLVM leaves out what is not used."""
    if steps == 0:
        found = np.empty(1, np.int64)  # Numba has a function for it, which is compiled as well
        found[0] = heights[0] + heights[1] + heights[2] + heights[3]
        return found[0]
    heights[place] += 1
    return climb(heights, unused, (place + 1) % 4, steps - 1)


@rule
def twice(heights: Any, steps: int) -> Any:
    """A rule that Python calls."""
    return climb(heights, 0, 0, steps) + climb(heights, 0, 1, steps)


@rule
def thrice(heights: Any, steps: int) -> Any:
    """A rule that calls it."""
    return climb(heights, 0, 0, steps) + twice(heights, steps)


def first_template(heights: Any, steps: int) -> Any:
    """All of one unit."""
    return twice(heights, steps) * 10


def second_template(heights: Any, steps: int) -> Any:
    """All of another one."""
    return thrice(heights, steps) * 100


def third_template(heights: Any, steps: int) -> Any:
    """All of a third one, which needs what the others have translated."""
    return thrice(heights, steps) * 1000 + twice(heights, steps)


@numba.njit  # type: ignore[untyped-decorator]
def theirs(heights: Any, steps: int) -> Any:
    """Of somebody who uses Numba, too: first what rules also use of it, then a rule."""
    factor = np.empty(1, np.int64)
    factor[0] = 3
    return factor[0] * twice(heights, steps)


FUNCTIONS: dict[str, Any] = {"twice": twice, "theirs": theirs}
for name, template in (("first", first_template), ("second", second_template), ("third", third_template)):
    FUNCTIONS |= unit("little", name, name, {name: (template, (NUMBERS, NUMBER))})
RIGHT = {"twice": 9, "theirs": 27, "first": 90, "second": 1800, "third": 18027}


def call(names: list[str], cache: str) -> None:
    """Call functions one after the other."""
    os.environ["PENTARCHY_CACHE"] = cache
    for name in names:
        found = FUNCTIONS[name](np.zeros(4, np.int64), 3)
        assert found == RIGHT[name], f"{name}: {found}"


def how_it_ends(order: str) -> list[int | None]:
    """The exit codes of all processes of an order."""
    ends = []
    with tempfile.TemporaryDirectory() as cache:
        for part in order.split("/"):
            # It has all that was imported and nothing that was compiled.
            process = multiprocessing.get_context("fork").Process(target=call, args=(part.split(","), cache))
            process.start()
            process.join()
            ends.append(process.exitcode)
    return ends


if __name__ == "__main__":
    for order in sys.argv[1:]:
        print(order, how_it_ends(order))
