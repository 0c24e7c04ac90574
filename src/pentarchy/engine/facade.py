"""One game's rules as functions that Python calls: on flat buffers, compiled once, kept on disk."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pentarchy.engine import play
from pentarchy.engine.kernel import apart, specialise

if TYPE_CHECKING:
    from pentarchy.engine.spec import Spec

REQUIRED = (
    "STATE",
    "begin",
    "to_act",
    "legal",
    "apply",
    "outcomes",
    "draw",
    "scores",
    "merit",
    "redeal",
    "observe",
)
OPTIONAL = ("acting", "between_games")  # several seats at once; a series of games
FACADES = (
    "begin",
    "to_act",
    "legal",
    "apply",
    "outcomes",
    "scores",
    "merit",
    "redeal",
    "observe",
    "settle_buffer",
    "step",
)


# What is called rather than inlined, except where whole random games are played.
LARGE = ("begin", "legal", "apply", "outcomes", "draw", "scores", "merit", "redeal", "observe", "pick", "settle")


class Kernel:
    """One game's compiled functions. Each is compiled, or found in the cache, at its first call.

    `bound` are the rules for further templates to be bound to.
    """

    def __init__(self, spec: Spec) -> None:
        rules = vars(spec.rules)
        bound: dict[str, Any] = {name: rules[name] for name in REQUIRED}
        bound |= {name: rules[name] for name in OPTIONAL if name in rules}
        bound["pick"] = rules.get("pick") or specialise(play.pick_template, spec.name, bound)
        bound["settle"] = rules.get("settle") or specialise(play.settle_template, spec.name, bound)
        bound["playout"] = specialise(play.playout_template, spec.name, bound)
        self.play_games = specialise(play.play_games_template, spec.name, bound)
        self.bound = bound | {name: apart(bound[name], spec.name) for name in LARGE}
        self.size = spec.rules.STATE.itemsize
        for name in FACADES + tuple(name for name in OPTIONAL if name in rules):
            setattr(self, name, specialise(getattr(play, f"{name}_template"), spec.name, self.bound))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@functools.cache
def kernel_of(spec: Spec) -> Kernel:
    """The one kernel of a game."""
    return Kernel(spec)
