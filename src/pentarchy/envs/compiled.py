"""Many games at once as functions that Python calls, bound to each game's rules."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from pentarchy.bots.policies import policies_of
from pentarchy.engine.kernel import BYTES, FLOATS, NUMBER, NUMBERS, WORDS, bind, specialise, unit
from pentarchy.envs import stepping

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

BYTE_ROWS, NUMBER_ROWS, FLOAT_ROWS = (typeof(np.empty((1, 1), kind)) for kind in ("u1", "i8", "f4"))
SHOWN = typeof(
    stepping.Shown(
        *(np.empty(1, np.int64), np.empty((1, 1), np.float32), np.empty((1, 1), np.uint8)),
        *(np.empty((1, 1), np.int64), np.empty((1, 1), np.int64), np.empty(1, np.int64)),
    )
)
JUDGED = typeof(
    stepping.Judged(
        np.empty((1, 1), np.float32), np.empty(1, np.uint8), np.empty((1, 1), np.int64), np.empty((1, 1), np.uint8)
    )
)

# What Python calls, with the types it takes.
BATCH: dict[str, tuple[Callable[..., Any], Signature]] = {
    "step_all": (stepping.step_all, (BYTE_ROWS, WORDS, BYTE_ROWS, NUMBERS, NUMBER, NUMBER, SHOWN, JUDGED)),
    "first_illegal": (stepping.first_illegal, (NUMBERS, NUMBERS, BYTE_ROWS, NUMBER_ROWS, NUMBERS)),
    "begin_all": (stepping.begin_all, (BYTE_ROWS, WORDS, BYTE_ROWS, BYTES, NUMBER, SHOWN, JUDGED)),
    "show_all": (stepping.show_all, (BYTE_ROWS, SHOWN)),
    "show_one": (stepping.show_one, (BYTES, NUMBER, FLOATS, BYTES)),
    "judge_one": (stepping.judge_one, (BYTES, NUMBERS, NUMBERS, FLOATS)),
    "see_all": (stepping.see_all, (BYTE_ROWS, NUMBERS, FLOAT_ROWS)),
    "choose_all": (
        stepping.choose_all,
        (BYTE_ROWS, NUMBERS, BYTES, NUMBERS, WORDS, NUMBER_ROWS, NUMBER_ROWS, NUMBERS, NUMBERS),
    ),
}


class Compiled:
    """The compiled functions of one game. They are compiled, or found in the cache, when they are first called."""

    def __init__(self, spec: Spec) -> None:
        offered: dict[str, Any] = policies_of(spec).bound | {"MAX_LEGAL": spec.rules.MAX_LEGAL}
        if "suppose" in offered:
            offered["seen"] = specialise(stepping.seen_supposed, spec.name, offered)
        bound = bind(stepping, spec.name, offered)
        vars(self).update(unit(spec.name, "lab", "batch", BATCH, bound))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@functools.cache
def compiled_of(spec: Spec) -> Compiled:
    """The one set of compiled functions of a game."""
    return Compiled(spec)
