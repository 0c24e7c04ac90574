"""What bots need of compiled code: how they decide at a glance and how they search, bound to each game's rules."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import typeof

from pentarchy.bots import contests, tree
from pentarchy.engine.facade import kernel_of
from pentarchy.engine.kernel import BYTES, DOUBLES, INTS, NUMBER, NUMBERS, PAIRS, SMALL, WORDS, specialise, unit

if TYPE_CHECKING:
    from types import ModuleType

    from pentarchy.engine.compiling import Signature
    from pentarchy.engine.spec import Spec

POLICIES = {"random": contests.RANDOM, "greedy": contests.GREEDY}

NODES, EDGES = typeof(np.empty(1, tree.NODE)), typeof(np.empty(1, tree.EDGE))
TABLE = typeof(np.empty((1, 1), np.int64))  # a row for every game, a column for every seat

# What Python calls, with the types it takes.
ONE_PLY: dict[str, Signature] = {
    "appraise": (BYTES, NUMBER, WORDS, NUMBERS, DOUBLES),
    "forget": (BYTES, NUMBER, NUMBER, WORDS),
}
CONTESTS: dict[str, Signature] = {
    "choose": (BYTES, NUMBER, NUMBER, WORDS, NUMBERS, DOUBLES),
    "contest": (BYTES, NUMBERS, NUMBERS, WORDS, NUMBERS, TABLE, TABLE),
}
WORK: Signature = (BYTES, NUMBERS, DOUBLES)  # a state, and room for actions and their values
GROWING: dict[str, Signature] = {
    "grow": (
        *(BYTES, NUMBER, NUMBER, NUMBER, NUMBER, WORDS, NODES, EDGES, NUMBERS),
        *(*WORK, INTS, PAIRS, DOUBLES),
    ),
    "plant": (NODES, NUMBERS),
    "find_edge": (NUMBER, NUMBER, NODES, EDGES),
    "find_node": (NUMBER, WORDS.dtype, NODES, EDGES),
    "add_to_key": (WORDS.dtype, NUMBER),
    "transplant": (NUMBER, NODES, EDGES, NODES, EDGES, NUMBERS),
}
PLAYOUTS: dict[str, Signature] = {"playouts": (BYTES, NUMBER, NUMBER, WORDS, *WORK, DOUBLES)}

PARTS = ("rollout", "chance_passes", "node_after", "expand", "choose_edge", "descend", "play_on", "judge")


class Policies:
    """The compiled policies of one game."""

    def __init__(self, spec: Spec) -> None:
        knowledge = knowledge_of(spec)
        bound: dict[str, Any] = kernel_of(spec).bound | {"appraise": knowledge.appraise}
        bound["greedy"] = specialise(contests.greedy_template, spec.name, bound)
        bound["decide"] = specialise(contests.decide_template, spec.name, bound)
        self.bound = bound
        forget = getattr(knowledge, "forget", None)
        one_ply = {name: kinds for name, kinds in ONE_PLY.items() if name != "forget" or forget}
        made = unit(spec.name, "bots", "one_ply", _templates(contests, one_ply), bound | {"forget": forget})
        self.appraise, self.forget = made["appraise"], made.get("forget")
        made = unit(spec.name, "lab", "contests", _templates(contests, CONTESTS), bound)
        self.choose, self.contest = made["choose"], made["contest"]


class Search:
    """The compiled search of one game."""

    def __init__(self, spec: Spec) -> None:
        knowledge = knowledge_of(spec)
        bound: dict[str, Any] = dict(policies_of(spec).bound)
        bound |= {name: getattr(knowledge, name) for name in ("CHANCE_IN_TREE", "OWN_DECISIONS_ONLY", "HORIZON")}
        bound["rollout_policy"] = getattr(knowledge, "rollout_policy", bound["greedy"])
        bound["prior"] = getattr(knowledge, "prior", bound["appraise"])
        bound["evaluate"] = getattr(knowledge, "evaluate", tree.no_evaluation)
        bound["stage"] = getattr(knowledge, "stage", tree.no_stage)
        several = tree.next_of_several_template if "acting" in bound else tree.next_seat_template
        bound["next_seat"] = specialise(several, spec.name, bound)
        for part in PARTS:
            bound[part] = specialise(getattr(tree, f"{part}_template"), spec.name, bound)
        self.chance_in_tree: bool = knowledge.CHANCE_IN_TREE
        self.own_decisions_only: bool = knowledge.OWN_DECISIONS_ONLY
        self.tuning: dict[str, float] = {"par": 0.0} | knowledge.TUNING
        vars(self).update(unit(spec.name, "search", "search", _templates(tree, GROWING), bound, inlined_below=SMALL))
        vars(self).update(unit(spec.name, "lab", "playouts", _templates(tree, PLAYOUTS), bound, inlined_below=SMALL))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def knowledge_of(spec: Spec) -> ModuleType:
    """What bots know of a game."""
    return importlib.import_module(f"pentarchy.bots.knowledge.{spec.name}")


def _templates(module: ModuleType, kinds: dict[str, Signature]) -> dict[str, tuple[Any, Signature]]:
    found = vars(module)
    return {name: (found.get(f"{name}_template") or found[name], taken) for name, taken in kinds.items()}


@functools.cache
def policies_of(spec: Spec) -> Policies:
    """The one set of compiled policies of a game."""
    return Policies(spec)


@functools.cache
def search_of(spec: Spec) -> Search:
    """The one compiled search of a game."""
    return Search(spec)
