"""What bots need of compiled code: how they decide at a glance and how they search, bound to each game's rules."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from pentarchy.bots import contests, contract, tree
from pentarchy.engine.compiling import SMALL
from pentarchy.engine.facade import kernel_of
from pentarchy.engine.kernel import BYTES, DOUBLES, NUMBER, NUMBERS, WORDS, bind, unit

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import KnowledgeModule, Spec

POLICIES = {"random": contests.RANDOM, "greedy": contests.GREEDY}

KEY = WORDS.dtype
TABLE = typeof(np.empty((1, 1), np.int64))  # a row for every game, a column for every seat
TREE = typeof(tree.Arrays(np.empty(1, tree.NODE), np.empty(1, tree.EDGE), np.empty(2, np.int64)))
ROOM = typeof(
    tree.Workspace(
        np.empty(1, np.uint8), np.empty(1, np.int64), np.empty(1), np.empty(1, np.int32), np.empty((1, 2), np.int64)
    )
)

# What a game's knowledge may offer: functions, of which only `appraise` must be there, and how its tree is made.
OFFERED = (contract.appraise, contract.forget, tree.prior, tree.rollout_policy, tree.evaluate, tree.stage)
CHOSEN = ("CHANCE_IN_TREE", "OWN_DECISIONS_ONLY", "HORIZON")

# What Python calls, with the types it takes.
Functions = dict[str, tuple["Callable[..., Any]", "Signature"]]
APPRAISING: Functions = {"appraise": (contests.appraise_on_buffer, (BYTES, NUMBER, WORDS, NUMBERS, DOUBLES))}
FORGETTING: Functions = {"forget": (contests.forget_on_buffer, (BYTES, NUMBER, NUMBER, WORDS))}
CONTESTS: Functions = {
    "choose": (contests.decide_on_buffer, (BYTES, NUMBER, NUMBER, WORDS, NUMBERS, DOUBLES)),
    "contest": (contests.contest, (BYTES, NUMBERS, NUMBERS, WORDS, NUMBERS, TABLE, TABLE)),
}
GROWING: Functions = {
    "grow": (tree.grow, (BYTES, NUMBER, NUMBER, NUMBER, NUMBER, WORDS, TREE, ROOM, DOUBLES)),
    "plant": (tree.plant, (TREE,)),
    "find_edge": (tree.find_edge, (NUMBER, NUMBER, TREE)),
    "find_node": (tree.find_node, (NUMBER, KEY, TREE)),
    "add_to_key": (tree.add_to_key, (KEY, NUMBER)),
    "transplant": (tree.transplant, (NUMBER, TREE, TREE)),
}
PLAYOUTS: Functions = {"playouts": (tree.playouts, (BYTES, NUMBER, NUMBER, WORDS, ROOM, DOUBLES))}


class Policies:
    """The compiled policies of one game."""

    def __init__(self, spec: Spec) -> None:
        self.bound = bind(contests, spec.name, kernel_of(spec).bound | _offered(spec))
        made = unit(spec.name, "bots", "one_ply", APPRAISING | self._forgetting(), self.bound)
        self.appraise, self.forget = made["appraise"], made.get("forget")
        made = unit(spec.name, "lab", "contests", CONTESTS, self.bound)
        self.choose, self.contest = made["choose"], made["contest"]

    def _forgetting(self) -> Functions:
        return FORGETTING if "forget" in self.bound else {}


class Search:
    """The compiled search of one game."""

    def __init__(self, spec: Spec) -> None:
        knowledge = knowledge_of(spec)
        bound = bind(tree, spec.name, policies_of(spec).bound)
        self.chance_in_tree: bool = knowledge.CHANCE_IN_TREE
        self.own_decisions_only: bool = knowledge.OWN_DECISIONS_ONLY
        self.tuning: dict[str, float] = {"par": 0.0, **knowledge.TUNING}
        vars(self).update(unit(spec.name, "search", "search", GROWING, bound, inlined_below=SMALL))
        vars(self).update(unit(spec.name, "lab", "playouts", PLAYOUTS, bound, inlined_below=SMALL))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _offered(spec: Spec) -> dict[str, Any]:
    """What a game's knowledge has of what templates call."""
    knowledge = vars(knowledge_of(spec))
    names = [each.__name__ for each in OFFERED]
    return {name: knowledge[name] for name in (*names, *CHOSEN) if name in knowledge}


def knowledge_of(spec: Spec) -> KnowledgeModule:
    """What bots know of a game; a ValueError if that is nothing."""
    if spec.knowledge is None:
        raise ValueError(f"bots know nothing of {spec.name}, which has no knowledge.py: only random can play it")
    return spec.knowledge


@functools.cache
def policies_of(spec: Spec) -> Policies:
    """The one set of compiled policies of a game."""
    return Policies(spec)


@functools.cache
def search_of(spec: Spec) -> Search:
    """The one compiled search of a game."""
    return Search(spec)
