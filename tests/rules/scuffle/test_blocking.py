"""Blocking: who lies beneath a Dragon, and a Knight above it (FS-12 to FS-14)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS
from tests.rules.scuffle.tables import arranged, load, painted, play, stars

AROUND = "| farm | farm\nfarm | farm | farm"


def blocked(cards: str) -> list[str]:
    """The cards of a stack that are blocked, by the view; the compiled rules agree."""
    buffer = painted(f"castle {cards} {AROUND}")
    state = buffer.view(rules.STATE)[0]
    match = arranged(f"castle {cards} {AROUND}", "king")
    seen = [card for card in match.view()["locations"][0]["stack"] if card["blocked_by"]]
    asleep = [card for card in seen if int(state.awake[CHARACTERS.index(card["card"])]) & 1]
    assert not asleep
    return [f"{card['colour'][0]}.{card['card']}" for card in seen]


@pytest.mark.rule("FS-12")
def test_a_dragon_blocks_everybody_beneath_it() -> None:
    assert blocked("r.king b.queen r.dragon") == ["r.king", "b.queen"]
    assert blocked("r.princess b.witch b.dragon") == ["r.princess", "b.witch"]


@pytest.mark.rule("FS-12", "FS-9")
def test_a_dragon_does_not_block_the_gnome() -> None:
    assert blocked("b.gnome r.king b.dragon") == ["r.king"]


@pytest.mark.rule("FS-12")
def test_who_is_blocked_brings_no_stars() -> None:
    assert stars("castle r.king b.dragon | farm | farm")["r.king"] == 0
    assert stars("castle r.king | farm | farm")["r.king"] == 2


@pytest.mark.rule("FS-12")
@pytest.mark.parametrize(
    ("free", "under_dragon", "card"),
    [
        ("farm b.king r.queen", "farm b.king b.dragon r.queen", "r.queen"),  # not as a King with a Queen
        ("farm b.knight r.princess", "farm b.knight b.dragon r.princess", "r.princess"),  # nor as a Knight
        ("farm r.peasant | castle b.king", "farm r.peasant | castle b.king b.dragon", "r.peasant"),
        ("farm r.peasant | castle b.queen", "farm r.peasant | castle b.queen b.dragon", "r.peasant"),
        ("castle r.queen | tower r.witch", "castle r.queen | tower r.witch b.dragon", "r.queen"),
    ],
)
def test_who_is_blocked_is_not_counted_by_others(free: str, under_dragon: str, card: str) -> None:
    assert stars(under_dragon)[card] == stars(free)[card] - 1


@pytest.mark.rule("FS-12")
def test_knight_and_princess_beneath_a_dragon_bring_nothing() -> None:
    assert stars("tower r.princess b.knight b.dragon") == {"r.princess": 0, "b.knight": 0, "b.dragon": 0}


@pytest.mark.rule("FS-12")
def test_the_dragon_that_blocks_is_itself_counted() -> None:
    assert stars("castle r.gnome b.dragon")["r.gnome"] == 1
    assert stars("castle r.queen | farm b.king r.dragon")["r.queen"] == 1


@pytest.mark.rule("FS-13")
def test_a_knight_above_a_dragon_blocks_it_and_frees_the_others() -> None:
    assert blocked("r.king b.dragon r.knight") == ["b.dragon"]
    assert blocked("r.king b.dragon b.queen r.witch r.knight") == ["b.dragon"]


@pytest.mark.rule("FS-13")
def test_a_dragon_blocked_by_a_knight_is_not_counted() -> None:
    assert stars("castle r.gnome b.dragon r.knight")["r.gnome"] == 1
    assert stars("castle r.queen | farm r.dragon b.knight")["r.queen"] == 0


@pytest.mark.rule("FS-13")
def test_a_knight_beneath_a_dragon_is_blocked_like_the_others() -> None:
    assert blocked("r.king r.knight b.dragon") == ["r.king", "r.knight"]


@pytest.mark.rule("FS-13")
def test_a_view_says_who_blocks_whom() -> None:
    match = arranged(f"castle r.king b.dragon r.knight {AROUND}", "queen")
    by = [card["blocked_by"] for card in match.view()["locations"][0]["stack"]]
    assert by == [None, {"card": "knight", "seat": 0}, None]
    match = arranged(f"castle r.king b.dragon r.witch {AROUND}", "queen")
    by = [card["blocked_by"] for card in match.view()["locations"][0]["stack"]]
    assert by == [{"card": "dragon", "seat": 1}, None, None]


@pytest.mark.rule("FS-14")
def test_who_comes_on_top_of_a_dragon_is_not_blocked() -> None:
    match = arranged(f"castle r.queen b.dragon {AROUND}", "king")
    play(match, "play king 1")
    assert blocked("r.queen b.dragon r.king") == ["r.queen"]
    assert match.standings().scores == (3, 0)


@pytest.mark.rule("FS-14")
def test_a_dragon_that_is_moved_away_blocks_no_more() -> None:
    match = arranged("castle r.king b.dragon | farm | tower", "wizard")
    assert match.standings().scores == (0, 0)
    assert play(match, "play wizard 3", "move 1 3").standings().scores == (2, 0)


@pytest.mark.rule("FS-14")
def test_a_dragon_that_is_moved_onto_others_blocks_them() -> None:
    match = arranged("castle b.king | farm r.dragon | tower", "wizard")
    assert match.standings().scores == (0, 2)
    assert play(match, "play wizard 3", "move 2 1").standings().scores == (0, 0)


@pytest.mark.rule("FS-14")
def test_a_knight_that_is_moved_away_lets_the_dragon_block_again() -> None:
    match = arranged("castle b.king r.dragon b.knight | farm | tower", "wizard")
    assert match.standings().scores == (0, 2)
    assert play(match, "play wizard 3", "move 1 2").standings().scores == (0, 0)


@pytest.mark.rule("FS-14")
def test_swapping_a_dragon_away_unblocks() -> None:
    match = arranged("castle r.king b.dragon | forest | farm b.peasant", "witch")
    assert match.standings().scores == (0, 1)
    assert play(match, "play witch 2", "swap 1 3").standings().scores == (2, 0)


@pytest.mark.rule("FS-14")
def test_putting_a_dragon_at_the_bottom_unblocks() -> None:
    match = arranged(f"castle r.king b.dragon {AROUND}", "fairy")
    assert play(match, "play fairy 1", "next dragon", "next king").standings().scores == (3, 0)


@pytest.mark.rule("FS-12", "FS-13", "FS-14")
@pytest.mark.bounds
def test_blocking_equals_the_rules_read_word_by_word_for_every_stack_of_up_to_four() -> None:
    for size in range(1, 5):
        for stack in permutations(CHARACTERS, size):
            if "gnome" not in stack[1:]:
                assert unblocked_by_kernel(stack) == set(stack) - read_word_by_word(stack), stack


@pytest.mark.rule("FS-14", "FS-22")
def test_blocking_is_the_same_however_a_stack_came_about() -> None:
    """A Fairy leads to every order of four characters; each must block as if it had been laid like that."""
    for others in (("king", "dragon", "knight"), ("knight", "queen", "dragon"), ("dragon", "gnome", "knight", "witch")):
        start = " ".join(f"b.{name}" for name in sorted(others, key=lambda name: name != "gnome"))
        for order in permutations([name for name in (*others, "fairy") if name != "gnome"]):
            match = play(arranged(f"castle {start} {AROUND}", "fairy"), "play fairy 1")
            play(match, *(f"next {name}" for name in order[:-1]))
            cards = match.view()["locations"][0]["stack"]
            stack = tuple(card["card"] for card in cards)
            assert [name for name in stack if name != "gnome"] == list(order)
            assert {card["card"] for card in cards if card["blocked_by"]} == read_word_by_word(stack)
            state = np.frombuffer(bytearray(match.state()), np.uint8).view(rules.STATE)[0]
            awake = {name for index, name in enumerate(CHARACTERS) if int(state.awake[index]) & 1}
            assert awake == set(stack) - read_word_by_word(stack)


def unblocked_by_kernel(stack: tuple[str, ...]) -> set[str]:
    """The awake characters after laying a stack card by card on an empty location."""
    buffer = load(2, first=0).buffer()
    state = buffer.view(rules.STATE)[0]
    put_on_top: Any = rules.put_on_top
    for name in stack:
        put_on_top(state, CHARACTERS.index(name), 0)
    return {name for index, name in enumerate(CHARACTERS) if int(state.awake[index]) & 1}


def read_word_by_word(stack: tuple[str, ...]) -> set[str]:
    """The blocked characters: for every pair of cards, does the upper one block the lower one?"""
    blocked = set()
    for depth, lower in enumerate(stack):
        for upper in stack[depth + 1 :]:
            if upper == "knight" and lower == "dragon":
                blocked.add("dragon")
    for depth, lower in enumerate(stack):
        for upper in stack[depth + 1 :]:
            if upper == "dragon" and "dragon" not in blocked and lower != "gnome":
                blocked.add(lower)
    return blocked
