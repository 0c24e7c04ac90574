"""One game's rules as functions that Python calls: on flat buffers, compiled once, kept on disk."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pentarchy.engine import play
from pentarchy.engine.kernel import (
    BYTES,
    EVERYTHING,
    FLOATS,
    NUMBER,
    NUMBERS,
    PAIRS,
    WORDS,
    note_sources,
    specialise,
    unit,
)
from pentarchy.engine.seen import part_of

if TYPE_CHECKING:
    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

REQUIRED = ("STATE", "begin", "to_act", "legal", "apply", "outcomes", "draw", "scores", "merit", "redeal", "observe")
OPTIONAL = ("acting", "between_games", "suppose")  # several seats at once; a series of games; something hidden

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
SOMETIMES: dict[str, Signature] = {"acting": (BYTES,), "between_games": (BYTES,), "suppose": (BYTES, NUMBER)}
# … what is seen and told, by the rule that is needed for it, …
SEEN: dict[str, tuple[str, Signature]] = {
    "look": ("see", (BYTES, NUMBER, BYTES)),
    "foresee": ("foresee", (BYTES, NUMBER, BYTES)),
    "hears": ("hears", (BYTES, PAIRS, NUMBER, BYTES)),
    "reveals": ("reveals", (BYTES, BYTES)),
    "glimpse": ("glimpse", (BYTES, BYTES, BYTES)),
    "tell": ("tell", (BYTES, BYTES, NUMBER, NUMBER, BYTES)),
}
# … for whoever does what cannot be done, which the first move need not wait for, …
REFUSED: dict[str, tuple[str, Signature]] = {"refuse": ("refuse", (BYTES, NUMBER, NUMBER, BYTES))}
DECLARED = {"VIEW": "View", "FACT": "Fact", "REFUSAL": "Refusal", "GLIMPSE": "Glimpse"}
SUPPOSED = {"look": play.look_supposed_template, "observe": play.observe_supposed_template}
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
        note_sources(spec.name, rules["__file__"])
        bound: dict[str, Any] = {name: rules[name] for name in REQUIRED}
        bound |= {name: rules[name] for name in OPTIONAL if name in rules}
        bound["pick"] = rules.get("pick") or specialise(play.pick_template, spec.name, bound)
        bound["settle"] = rules.get("settle") or specialise(play.settle_template, spec.name, bound)
        bound["playout"] = specialise(play.playout_template, spec.name, bound)
        self.bound = bound
        self.size = spec.rules.STATE.itemsize
        people = PEOPLE | {name: kinds for name, kinds in SOMETIMES.items() if name in rules}
        self._add(spec.name, "people", "rules", people)
        shown = {**vars(spec.view), **vars(spec.facts)}
        bound |= {name: shown[name] for name, _ in (SEEN | REFUSED).values() if name in shown}
        bound |= {name: part_of(shown[part]).layout for name, part in DECLARED.items() if part in shown}
        for name, rules_of in (("seen", SEEN), ("refused", REFUSED)):
            self._add(spec.name, "people", name, {each: kinds for each, (by, kinds) in rules_of.items() if by in shown})
        self._add(spec.name, "bots", "hidden", HIDDEN)
        self._add(spec.name, "lab", "steps", STEPS)
        # Whole random games are where inlining everything pays.
        self._add(spec.name, "lab", "games", GAMES, inlined_below=EVERYTHING)

    def _add(self, game: str, part: str, name: str, kinds: dict[str, Signature], inlined_below: int = 0) -> None:
        supposed = SUPPOSED if "suppose" in self.bound else {}
        functions = {
            each: (supposed.get(each) or getattr(play, f"{each}_template"), taken) for each, taken in kinds.items()
        }
        vars(self).update(unit(game, part, name, functions, self.bound, inlined_below=inlined_below))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


@functools.cache
def kernel_of(spec: Spec) -> Kernel:
    """The one kernel of a game."""
    return Kernel(spec)
