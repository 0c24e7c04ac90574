"""Verifiable chance: the stream is what the documentation says, and weighted draws are fair."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest

from pentarchy.engine import chance
from pentarchy.engine.chance import HASH_RANGE, NoChance, SeededChance, seed_bytes


def test_a_draw_is_the_documented_hash_modulo_the_weights() -> None:
    """Computed here from the standard library alone, as anybody could who does not trust the program."""
    weights = [3, 1, 4]
    stream = SeededChance(b"seed")
    for counter in range(50):
        digest = hmac.new(b"seed", counter.to_bytes(8, "big"), hashlib.sha256).digest()
        number = int.from_bytes(digest, "big") % 8
        assert stream.choose(weights) == (0 if number < 3 else 1 if number < 4 else 2)


def test_draws_are_as_likely_as_their_weights() -> None:
    stream = SeededChance(b"fair")
    weights = [1, 2, 3, 4]
    drawn = Counter(stream.choose(weights) for _ in range(20_000))
    chi_square = sum((drawn[i] - 2000 * weight) ** 2 / (2000 * weight) for i, weight in enumerate(weights))
    assert chi_square < 16.3  # 99.9 % of fair streams stay below, three degrees of freedom


def test_a_number_in_the_incomplete_last_stretch_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first outcomes would be a little more likely."""
    numbers = iter([HASH_RANGE - 1, 5])
    monkeypatch.setattr(SeededChance, "_next", lambda self: next(numbers))
    assert HASH_RANGE % 3 == 1
    assert SeededChance(b"x").choose([1, 1, 1]) == 5 % 3


def test_an_outcome_of_weight_zero_never_comes() -> None:
    stream = SeededChance(b"zero")
    assert {stream.choose([0, 1, 0, 2, 0]) for _ in range(200)} == {1, 3}


@pytest.mark.parametrize("weights", [[], [0], [0, 0]])
def test_nothing_to_draw_is_an_error(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        SeededChance(b"x").choose(weights)


def test_a_copy_goes_on_by_itself() -> None:
    stream = SeededChance(b"twin")
    stream.choose([1, 1])
    copy = stream.copy()
    ours = [stream.choose([1] * 10) for _ in range(10)]
    assert [copy.choose([1] * 10) for _ in range(10)] == ours


def test_without_a_seed_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="pass seed= to replay"):
        NoChance().choose([1])


def test_secret_seeds_are_long_and_differ() -> None:
    assert len(seed_bytes(None)) == 32
    assert seed_bytes(None) != seed_bytes(None)


@pytest.mark.parametrize("seed", [True, 1.5, "7", [], b""], ids=repr)
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed is"):
        chance.seed_bytes(seed)
