"""Policies: how a bot decides at a glance, compiled with each game's rules."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from pentarchy.bots import play
from pentarchy.engine.facade import kernel_of
from pentarchy.engine.kernel import apart, specialise

if TYPE_CHECKING:
    from pentarchy.engine.spec import Spec

POLICIES = {"random": play.RANDOM, "greedy": play.GREEDY}


class Policies:
    """The compiled policies of one game."""

    def __init__(self, spec: Spec) -> None:
        knowledge = importlib.import_module(f"pentarchy.bots.knowledge.{spec.name}")
        bound: dict[str, Any] = kernel_of(spec).bound | {"appraise": apart(knowledge.appraise, spec.name)}
        bound["greedy"] = apart(specialise(play.greedy_template, spec.name, bound), spec.name)
        bound["decide"] = specialise(play.decide_template, spec.name, bound)
        self.bound = bound
        self.choose = specialise(play.choose_template, spec.name, bound)
        self.appraise = specialise(play.appraise_template, spec.name, bound)
        self.forget = None
        if hasattr(knowledge, "forget"):
            self.forget = specialise(play.forget_template, spec.name, {**bound, "forget": knowledge.forget})
        self.contest = specialise(play.contest_template, spec.name, bound)


@functools.cache
def policies_of(spec: Spec) -> Policies:
    """The one set of compiled policies of a game."""
    return Policies(spec)
