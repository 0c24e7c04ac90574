"""What is declared and filled in by compiled rules: as the slow and obvious views, and nothing that is hidden."""

from __future__ import annotations

import importlib
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

import pentarchy
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.seen import SPECTATOR, part_of
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


def finished(name: str, options: dict[str, Any]) -> Match:
    """The end of a random game."""
    return list(positions(name, options, 1))[-1]


@pytest.mark.soak
@pytest.mark.interpreted  # where a number that does not fit is an error
@pytest.mark.parametrize(("name", "options"), every_variant())
def test_a_view_is_what_the_slow_and_obvious_one_shows(name: str, options: dict[str, Any]) -> None:
    oracle = importlib.import_module(f"tests.oracles.{name}_view")
    compared = 0
    for match in positions(name, options, size(1, 40)):
        for seat in (None, *range(match.game.players)):
            assert shown(match.view(seat)) == oracle.view(match._buffer, match.game.options, seat)
            compared += 1
        assert list(match.standings().breakdown) == list(oracle.breakdown(match._buffer))
    covered(compared, f"views of {name} compared with slow ones")


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what stands before every view."""
    return {key: value for key, value in view.items() if key not in ("game", "options", "seat", "to_act")}


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_what_is_hidden_leaves_no_trace_in_what_a_seat_supposes(name: str, options: dict[str, Any]) -> None:
    """Bytes are compared: of the state as the seat may suppose it, of its view, and of what it can learn from."""
    rng = np.array([1, 2, 3, 4], np.uint64)
    showing = showing_of(pentarchy.load(name).spec)
    for match in positions(name, options, 1):
        for seat in (SPECTATOR, *range(match.game.players)):
            twin = match._buffer.copy()
            match._kernel.redeal(twin, seat, rng)
            assert showing.known(twin, seat).tobytes() == showing.known(match._buffer, seat).tobytes()
            assert record(match, twin, seat) == record(match, match._buffer, seat)
            if seat != SPECTATOR:
                assert observed(match, twin, seat) == observed(match, match._buffer, seat)


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


def record(match: Match, buffer: Any, seat: int) -> bytes:
    """A view as the record that is filled in; what was there before must not matter."""
    out = np.full(part_of(match.game.spec.view.View).layout.itemsize, 255, np.uint8)
    match._kernel.see(buffer, seat, out)
    return out.tobytes()


def observed(match: Match, buffer: Any, seat: int) -> bytes:
    tensor = np.full(match.game.spec.rules.OBSERVATION, np.nan, np.float32)
    match._kernel.observe(buffer, seat, tensor)
    return tensor.tobytes()


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_history_is_the_log_with_typed_moves_and_facts(name: str, options: dict[str, Any]) -> None:
    fact = part_of(load(name, options).spec.facts.Fact)
    match = finished(name, options)
    for seat in (None, *range(match.game.players)):
        history = match.history(seat)
        plain = [{key: line[key] for key in line if key not in ("typed", "fact")} for line in history]
        assert plain == match.log(seat)
        for line in history:
            assert set(line["fact"]) <= {field.name for field in fact.fields}
            if "seat" in line:
                typed = dict(line["typed"])
                assert typed.pop("text") == line["move"]
                assert str(match.game.moves.moves[match.game.moves.code(typed)]) == line["move"]


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_facts_come_out_the_same_when_a_record_is_replayed(name: str, options: dict[str, Any]) -> None:
    match = finished(name, options)
    assert pentarchy.replay(match.record()).history() == match.history()


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


@pytest.mark.parametrize(("name", "options"), every_variant())
def test_a_view_as_json_is_read_back_as_the_view(name: str, options: dict[str, Any]) -> None:
    for match in positions(name, options, 1):
        for seat in (None, *range(match.game.players)):
            assert msgspec.json.decode(match.view_json(seat)) == match.view(seat)
