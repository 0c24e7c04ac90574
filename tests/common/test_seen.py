"""What is declared and filled in by compiled rules: as the slow and obvious views, and nothing that is hidden."""

from __future__ import annotations

import importlib
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import pentarchy
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.showing import showing_of
from tests.sizes import covered, size
from tests.test_rule_numbers import ROOT, rules_of
from tests.variants import every_variant, load
from tests.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match

pytestmark = pytest.mark.bounds
FEW = 25  # positions, without compiling


def positions(name: str, options: dict[str, Any], games: int) -> Iterator[Match]:
    """Every position of some random games."""
    for seed in range(games):
        yield from islice(walk(load(name, options), seed=seed), FEW if INTERPRETED else None)


@pytest.mark.soak
@pytest.mark.interpreted  # where a number that does not fit is an error
@pytest.mark.parametrize(("name", "options"), every_variant())
def test_a_view_is_what_the_slow_and_obvious_one_shows(name: str, options: dict[str, Any]) -> None:
    oracle = importlib.import_module(f"tests.oracles.{name}_view")
    compared = 0
    for match in islice(positions(name, options, size(1, 40)), 0, None, size(3, 1)):
        for seat in (None, *range(match.game.players)):
            assert shown(match.view(seat)) == oracle.view(match._buffer, match.game.options, seat)
            compared += 1
        assert list(match.standings().breakdown) == list(oracle.breakdown(match._buffer))
    covered(compared, f"views of {name} compared with slow ones")


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what stands before every view."""
    return {key: value for key, value in view.items() if key not in ("game", "options", "seat", "to_act")}


def test_a_leak_of_one_bit_would_be_found() -> None:
    """As a control: one bit of what another seat holds, put into what a seat supposes, shows in other worlds."""
    rng = np.array([1, 2, 3, 4], np.uint64)
    found = 0
    for match in positions("scuffle", {"players": 2}, 1):
        twin = match._buffer.copy()
        match._kernel.redeal(twin, 0, rng)
        found += leaky(match, twin) != leaky(match, match._buffer)
    assert found


def leaky(match: Match, buffer: Any) -> bytes:
    """What seat 0 may suppose, but with the truth about one card of the other's hand."""
    layout = match.game.spec.rules.STATE
    supposed = showing_of(match.game.spec).known(buffer, 0)
    supposed.view(layout)[0].turn_number += int(buffer.view(layout)[0].hand[1]) & 1
    return bytes(supposed)


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_every_refusal_names_a_rule_and_says_why_in_both_languages(name: str, options: dict[str, Any]) -> None:
    game = load(name, options)
    numbers = rules_of(ROOT / "docs" / "rules" / f"{name}.md")
    choice = np.random.default_rng(1)
    for match in positions(name, options, 1):
        for seat in match.to_act:
            legal = set(match.legal_texts(seat))
            for text in choice.choice(game.moves.names, 8):
                if text in legal:
                    continue
                with pytest.raises(pentarchy.IllegalMove) as refused:
                    match.play(str(text), seat)
                assert refused.value.rule in numbers
                assert all(refused.value.reasons[language] for language in ("en", "ru"))
                assert refused.value.reasons["en"] in str(refused.value)
