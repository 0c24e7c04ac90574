"""One game's rules as functions that Python calls: on flat buffers, compiled once, kept on disk."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pentarchy.engine import contract, play
from pentarchy.engine.compiling import EVERYTHING, NOTHING
from pentarchy.engine.kernel import (
    BYTES,
    FLOATS,
    NUMBER,
    NUMBERS,
    PAIRS,
    WORDS,
    bind,
    note_sources,
    unit,
)
from pentarchy.engine.seen import part_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

# What a game must offer, and what some have: quicker ways of their own, several seats at once, a series of games,
# something hidden.
REQUIRED = (
    contract.begin,
    contract.to_act,
    contract.legal,
    contract.apply,
    contract.outcomes,
    contract.draw,
    contract.scores,
    contract.merit,
    contract.redeal,
    contract.observe,
)
OPTIONAL = (play.pick, play.settle, contract.acting, contract.between_games, contract.suppose)
# What is seen and told, where a game declares it, and the layouts of these declarations.
SHOWN = (
    contract.see,
    contract.foresee,
    contract.hears,
    contract.reveals,
    contract.glimpse,
    contract.tell,
    contract.refuse,
)
DECLARED = {"VIEW": "View", "FACT": "Fact", "REFUSAL": "Refusal", "GLIMPSE": "Glimpse"}

# What Python calls, with the types it takes: what a game between people needs, …
Functions = dict[str, tuple["Callable[..., Any]", "Signature"]]
PEOPLE: Functions = {
    "begin": (play.begin_on_buffer, (BYTES, NUMBERS)),
    "to_act": (play.to_act_on_buffer, (BYTES,)),
    "legal": (play.legal_on_buffer, (BYTES, NUMBER, NUMBERS)),
    "apply": (play.apply_on_buffer, (BYTES, NUMBER, NUMBER)),
    "outcomes": (play.outcomes_on_buffer, (BYTES, NUMBERS, NUMBERS)),
    "scores": (play.scores_on_buffer, (BYTES, NUMBERS)),
    "merit": (play.merit_on_buffer, (BYTES, NUMBERS)),
}
SOMETIMES: Functions = {
    "acting": (play.acting_on_buffer, (BYTES,)),
    "between_games": (play.between_games_on_buffer, (BYTES,)),
    "suppose": (play.suppose_on_buffer, (BYTES, NUMBER)),
}
# … what is seen and told, …
SEEN: Functions = {
    "see": (play.see_on_buffer, (BYTES, NUMBER, BYTES)),
    "foresee": (play.foresee_on_buffer, (BYTES, NUMBER, BYTES)),
    "hears": (play.hears_on_buffer, (BYTES, PAIRS, NUMBER, BYTES)),
    "reveals": (play.reveals_on_buffer, (BYTES, BYTES)),
    "glimpse": (play.glimpse_on_buffer, (BYTES, BYTES, BYTES)),
    "tell": (play.tell_on_buffer, (BYTES, BYTES, NUMBER, NUMBER, BYTES)),
}
# … for whoever does what cannot be done, which the first move need not wait for, …
REFUSED: Functions = {"refuse": (play.refuse_on_buffer, (BYTES, NUMBER, NUMBER, BYTES))}
# … what bots need besides, steps with fast chance, and whole random games.
HIDDEN: Functions = {"redeal": (play.redeal_on_buffer, (BYTES, NUMBER, WORDS))}
STEPS: Functions = {
    "settle_buffer": (play.settle_on_buffer, (BYTES, WORDS, NUMBERS)),
    "step": (play.step_on_buffer, (BYTES, WORDS, NUMBERS, NUMBER, NUMBER)),
    "observe": (play.observe_on_buffer, (BYTES, NUMBER, FLOATS)),
}
GAMES: Functions = {"play_games": (play.play_games, (BYTES, NUMBERS, WORDS, NUMBER, NUMBERS, NUMBERS, NUMBERS))}
# Where something is hidden it is taken out before anything is shown.
SUPPOSED = {
    play.see_on_buffer: play.see_supposed_on_buffer,
    play.observe_on_buffer: play.observe_supposed_on_buffer,
}


class Kernel:
    """One game's compiled functions. They are compiled, or found in the cache, when they are first called.

    `bound` are the rules for further templates to be bound to.
    """

    def __init__(self, spec: Spec) -> None:
        note_sources(spec.name, vars(spec.rules)["__file__"])
        offered = _offered(spec)
        self.bound = bind(play, spec.name, offered)
        self.size = spec.rules.STATE.itemsize
        self._add(spec.name, "people", "rules", PEOPLE | _those_for(offered, SOMETIMES))
        self._add(spec.name, "people", "seen", _those_for(offered, SEEN))
        self._add(spec.name, "people", "refused", _those_for(offered, REFUSED))
        self._add(spec.name, "bots", "hidden", HIDDEN)
        self._add(spec.name, "lab", "steps", STEPS)
        # Whole random games are where inlining everything pays.
        self._add(spec.name, "lab", "games", GAMES, inlined_below=EVERYTHING)

    def _add(self, game: str, part: str, name: str, functions: Functions, inlined_below: int = NOTHING) -> None:
        if "suppose" in self.bound:
            functions = {each: (SUPPOSED.get(made, made), kinds) for each, (made, kinds) in functions.items()}
        vars(self).update(unit(game, part, name, functions, self.bound, inlined_below=inlined_below))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _offered(spec: Spec) -> dict[str, Any]:
    """What a game has of what templates call, by name."""
    rules, shown = vars(spec.rules), {**vars(spec.view), **vars(spec.facts)}
    offered = {"STATE": spec.rules.STATE} | {each.__name__: rules[each.__name__] for each in REQUIRED}
    offered |= {each.__name__: rules[each.__name__] for each in OPTIONAL if each.__name__ in rules}
    offered |= {each.__name__: shown[each.__name__] for each in SHOWN if each.__name__ in shown}
    return offered | {name: part_of(shown[part]).layout for name, part in DECLARED.items() if part in shown}


def _those_for(offered: dict[str, Any], functions: Functions) -> Functions:
    """Those functions for Python whose rule a game has."""
    return {name: function for name, function in functions.items() if name in offered}


@functools.cache
def kernel_of(spec: Spec) -> Kernel:
    """The one kernel of a game."""
    return Kernel(spec)
