"""What games offer to bots by name: templates call it by its real name, and get each game's own."""

from __future__ import annotations

import inspect
import sys
from types import FunctionType, ModuleType
from typing import Any

import pytest

from pentarchy.bots import contests, contract, tree
from pentarchy.bots.policies import OFFERED, knowledge_of, policies_of
from pentarchy.engine import contract as engine_contract
from pentarchy.engine import facade
from pentarchy.engine.kernel import bind
from pentarchy.games import NAMES, spec

STAND_INS = [
    each
    for module in (engine_contract, contract)
    for each in vars(module).values()
    if isinstance(each, FunctionType) and each.__module__ == module.__name__
]
SOMETIMES = {"acting", "between_games", "suppose", "foresee", "hears", "reveals", "glimpse", "forget"}


@pytest.mark.parametrize("stand_in", STAND_INS, ids=lambda each: each.__name__)
@pytest.mark.interpreted
def test_a_stand_in_says_that_it_is_one(stand_in: Any) -> None:
    with pytest.raises(engine_contract.UnboundError, match=f"{stand_in.__name__} is a stand-in"):
        stand_in(*inspect.signature(stand_in).parameters)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.interpreted
def test_nothing_that_a_game_must_offer_is_left_to_a_stand_in(name: str) -> None:
    bound = bind(tree, name, policies_of(spec(name)).bound)
    needed = {each.__name__: each for each in STAND_INS if each.__name__ not in SOMETIMES}
    assert {each for each, stand_in in needed.items() if bound.get(each, stand_in) is stand_in} == set()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.interpreted
def test_what_a_game_knows_takes_what_it_is_given(name: str) -> None:
    """By the same names in the same order: a template could not call it otherwise."""
    knowledge = vars(knowledge_of(spec(name)))
    for offered in OFFERED:
        if own := knowledge.get(offered.__name__):
            given = list(inspect.signature(getattr(own, "py_func", own)).parameters)
            assert given == list(inspect.signature(offered).parameters), offered.__name__


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.interpreted
def test_what_a_game_offers_takes_what_it_is_given(name: str) -> None:
    """So many arguments in the same order; the names that stand for a state or a record may be a game's own."""
    found = {**vars(spec(name).rules), **vars(spec(name).view), **vars(spec(name).facts)}
    for offered in (*facade.REQUIRED, *facade.OPTIONAL, *facade.SHOWN):
        if own := found.get(offered.__name__):
            given = inspect.signature(getattr(own, "py_func", own)).parameters
            assert len(given) == len(inspect.signature(offered).parameters), offered.__name__


LITTLE = """
def first(): return second() + third()
def second(): return 10
def third(): return 5
"""


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of templates."""
    module = ModuleType("little_templates")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(LITTLE, vars(module))
    return module


@pytest.mark.interpreted
def test_templates_call_each_other_and_what_is_bound_in_whatever_order_they_stand(little: Any) -> None:
    assert bind(little, "little", {})["first"]() == 15
    assert bind(little, "other", {"third": bind(little, "own", {})["second"]})["first"]() == 20
    assert little.first() == 15, "the templates themselves stay as they are"


@pytest.mark.interpreted
def test_a_template_is_not_an_imported_function() -> None:
    assert "below" not in bind(contests, "kingdomino", {})
    assert "greedy" not in bind(tree, "kingdomino", {})
