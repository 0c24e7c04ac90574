"""Many games at once as functions that Python calls, bound to each game's rules."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from pentarchy.bots.policies import policies_of
from pentarchy.engine.kernel import BYTES, FLOATS, NUMBER, NUMBERS, WORDS, specialise, unit
from pentarchy.envs import play

if TYPE_CHECKING:
    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

BYTE_ROWS, NUMBER_ROWS, FLOAT_ROWS = (typeof(np.empty((1, 1), kind)) for kind in ("u1", "i8", "f4"))
SHOWN: Signature = (NUMBERS, FLOAT_ROWS, BYTE_ROWS, NUMBER_ROWS, NUMBER_ROWS, NUMBERS)

# What Python calls, with the types it takes.
BATCH: dict[str, Signature] = {
    "step_all": (
        *(BYTE_ROWS, WORDS, BYTE_ROWS, NUMBERS, NUMBER, NUMBER),
        *(*SHOWN, FLOAT_ROWS, BYTES, NUMBER_ROWS, BYTE_ROWS),
    ),
    "first_illegal": (NUMBERS, NUMBERS, BYTE_ROWS, NUMBER_ROWS, NUMBERS),
    "begin_all": (BYTE_ROWS, WORDS, BYTE_ROWS, BYTES, NUMBER, *SHOWN, FLOAT_ROWS, BYTES),
    "show_all": (BYTE_ROWS, *SHOWN),
    "show_one": (BYTES, NUMBER, FLOATS, BYTES),
    "judge_one": (BYTES, NUMBERS, NUMBERS, FLOATS),
    "see_all": (BYTE_ROWS, NUMBERS, FLOAT_ROWS),
    "choose_all": (BYTE_ROWS, NUMBERS, BYTES, NUMBERS, WORDS, NUMBER_ROWS, NUMBER_ROWS, NUMBERS, NUMBERS),
}
PARTS = ("seen", "show", "restart", "judge")


class Compiled:
    """The compiled functions of one game. They are compiled, or found in the cache, when they are first called."""

    def __init__(self, spec: Spec) -> None:
        bound: dict[str, Any] = policies_of(spec).bound | {"MAX_LEGAL": spec.rules.MAX_LEGAL}
        templates = vars(play)
        for part in PARTS:
            kind = "seen_supposed" if part == "seen" and "suppose" in bound else part
            bound[part] = specialise(templates[f"{kind}_template"], spec.name, bound)
        functions = {name: (templates[f"{name}_template"], kinds) for name, kinds in BATCH.items()}
        vars(self).update(unit(spec.name, "lab", "batch", functions, bound))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@functools.cache
def compiled_of(spec: Spec) -> Compiled:
    """The one set of compiled functions of a game."""
    return Compiled(spec)
