"""Which tests `make check` and `make soak` run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pentarchy.games import NAMES
from tests import sizes
from tests.conftest import game_of, long_ones_first
from tests.variants import FURTHER, VARIANTS, every_variant, first_and_further

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def names_of_marks(case: ParameterSet) -> set[str]:
    return {mark.name for mark in case.marks}


def test_one_variant_of_every_game_is_checked_and_all_are_tested() -> None:
    cases = every_variant()
    checked = [case.values for case in cases if FURTHER.name not in names_of_marks(case)]
    assert checked == [(name, VARIANTS[name][0]) for name in NAMES]
    assert [case.values for case in cases] == [(name, each) for name in NAMES for each in VARIANTS[name]]


def test_further_variants_keep_their_names_and_marks() -> None:
    cases = [pytest.param(number, id=f"case {number}", marks=pytest.mark.bounds) for number in range(3)]
    found = first_and_further(cases)
    assert [case.id for case in found] == ["case 0", "case 1", "case 2"]
    assert all("bounds" in names_of_marks(case) for case in found)


@pytest.mark.parametrize("soak", [False, True])
def test_a_soak_tries_more(soak: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "SOAK", soak)
    assert sizes.size(3, 500) == (500 if soak else 3)


def test_a_test_without_a_game_is_about_none(request: pytest.FixtureRequest) -> None:
    assert game_of(request.node) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_test_is_about_the_game_that_it_is_run_for(name: str, request: pytest.FixtureRequest) -> None:
    assert game_of(request.node) == name


class Item(NamedTuple):
    """As much of a test as says when it is run."""

    path: Path
    number: int

    def get_closest_marker(self, name: str) -> bool:
        return name == "long" and self.path.name.startswith("long")


def test_every_worker_begins_with_long_tests() -> None:
    """All of a module are given to the same one; everything else stays in order, and nothing is left out."""
    modules = ("short", "long 1", "brief", "long 2", "quick", "long 3")
    items: list[Any] = [Item(Path(module), number) for module in modules for number in range(4)]
    found: list[Any] = long_ones_first(items, 2)
    assert [item.path.name for item in found[::4]] == ["long 1", "long 3", "short", "long 2", "brief", "quick"]
    assert sorted(found) == sorted(items)
    assert long_ones_first(items[:4], 3) == items[:4]
