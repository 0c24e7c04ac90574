"""One game's rules as functions that Python calls: on flat buffers, compiled once, kept on disk."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pentarchy.engine import play
from pentarchy.engine.kernel import BYTES, EVERYTHING, FLOATS, NUMBER, NUMBERS, WORDS, specialise, unit

if TYPE_CHECKING:
    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

REQUIRED = ("STATE", "begin", "to_act", "legal", "apply", "outcomes", "draw", "scores", "merit", "redeal", "observe")
OPTIONAL = ("acting", "between_games")  # several seats at once; a series of games

# What Python calls, with the types it takes: what a game between people needs, …
PEOPLE: dict[str, Signature] = {
    "begin": (BYTES, NUMBERS),
    "to_act": (BYTES,),
    "legal": (BYTES, NUMBER, NUMBERS),
    "apply": (BYTES, NUMBER, NUMBER),
    "outcomes": (BYTES, NUMBERS, NUMBERS),
    "scores": (BYTES, NUMBERS),
    "merit": (BYTES, NUMBERS),
}
SOMETIMES: dict[str, Signature] = dict.fromkeys(OPTIONAL, (BYTES,))
# … what bots need besides, steps with fast chance, and whole random games.
HIDDEN: dict[str, Signature] = {"redeal": (BYTES, NUMBER, WORDS)}
STEPS: dict[str, Signature] = {
    "settle_buffer": (BYTES, WORDS, NUMBERS),
    "step": (BYTES, WORDS, NUMBERS, NUMBER, NUMBER),
    "observe": (BYTES, NUMBER, FLOATS),
}
GAMES: dict[str, Signature] = {"play_games": (BYTES, NUMBERS, WORDS, NUMBER, NUMBERS, NUMBERS, NUMBERS)}


class Kernel:
    """One game's compiled functions. They are compiled, or found in the cache, when they are first called.

    `bound` are the rules for further templates to be bound to.
    """

    def __init__(self, spec: Spec) -> None:
        rules = vars(spec.rules)
        bound: dict[str, Any] = {name: rules[name] for name in REQUIRED}
        bound |= {name: rules[name] for name in OPTIONAL if name in rules}
        bound["pick"] = rules.get("pick") or specialise(play.pick_template, spec.name, bound)
        bound["settle"] = rules.get("settle") or specialise(play.settle_template, spec.name, bound)
        bound["playout"] = specialise(play.playout_template, spec.name, bound)
        self.bound = bound
        self.size = spec.rules.STATE.itemsize
        people = PEOPLE | {name: kinds for name, kinds in SOMETIMES.items() if name in rules}
        self._add(spec.name, "people", "rules", people)
        self._add(spec.name, "bots", "hidden", HIDDEN)
        self._add(spec.name, "lab", "steps", STEPS)
        # Whole random games are where inlining everything pays.
        self._add(spec.name, "lab", "games", GAMES, inlined_below=EVERYTHING)

    def _add(self, game: str, part: str, name: str, kinds: dict[str, Signature], inlined_below: int = 0) -> None:
        functions = {each: (getattr(play, f"{each}_template"), taken) for each, taken in kinds.items()}
        vars(self).update(unit(game, part, name, functions, self.bound, inlined_below=inlined_below))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@functools.cache
def kernel_of(spec: Spec) -> Kernel:
    """The one kernel of a game."""
    return Kernel(spec)
