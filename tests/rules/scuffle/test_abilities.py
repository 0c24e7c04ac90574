"""Witch, Fairy and Wizard (FS-21 to FS-25)."""

from __future__ import annotations

from itertools import combinations, permutations
from math import factorial

import pytest

from pentarchy import IllegalMove
from tests.rules.scuffle.tables import arranged, load, moves, play, stack, stacks, started, walk


def ends_turn(picture: str, card: str, location: int) -> bool:
    """Whether playing a card there asks for nothing more."""
    match = play(arranged(picture, f"{card} king"), f"play {card} {location}")
    return match.to_act == (1,)


# --- Witch ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-21")
def test_a_witch_in_a_forest_swaps_two_top_characters_anywhere() -> None:
    match = arranged("forest | farm r.king b.queen | farm\ncastle | tower | farm r.peasant b.knight", "witch")
    play(match, "play witch 1")
    assert moves(match) == {"swap 1 2", "swap 1 6", "swap 2 6", "skip"}
    play(match, "swap 2 6")
    assert stack(match, 2) == ["r.king", "b.knight"]
    assert stack(match, 6) == ["r.peasant", "b.queen"]
    assert stack(match, 1) == ["r.witch"]
    assert match.to_act == (1,)


@pytest.mark.rule("FS-21")
def test_the_witch_herself_may_be_swapped() -> None:
    match = play(arranged("forest b.king | farm b.queen", "witch"), "play witch 1", "swap 1 2")
    assert stacks(match)[:2] == [["b.king", "b.queen"], ["r.witch"]]


@pytest.mark.rule("FS-21")
@pytest.mark.parametrize("kind", ["tower", "castle", "farm"])
def test_a_witch_elsewhere_does_nothing(kind: str) -> None:
    assert ends_turn(f"{kind} | forest b.queen | farm b.king", "witch", 1)
    assert not ends_turn("forest | forest b.queen | farm b.king", "witch", 1)


@pytest.mark.rule("FS-21", "FS-8")
def test_a_swap_may_not_bring_a_name_twice_to_a_location() -> None:
    match = arranged("forest | farm b.king r.queen | farm r.king | farm b.queen b.peasant", "witch")
    play(match, "play witch 1")
    assert moves(match) == {"swap 1 2", "swap 1 3", "swap 1 4", "swap 3 4", "skip"}


@pytest.mark.rule("FS-21")
def test_two_characters_of_the_same_name_may_be_swapped() -> None:
    match = arranged("forest | farm b.peasant r.king | castle b.king", "witch")
    play(match, "play witch 1", "swap 2 3")
    assert stacks(match)[1:3] == [["b.peasant", "b.king"], ["r.king"]]


@pytest.mark.rule("FS-21")
def test_empty_locations_and_lone_gnomes_take_no_part_in_a_swap() -> None:
    match = play(arranged("forest | farm r.gnome | farm b.gnome b.king | farm", "witch"), "play witch 1")
    assert moves(match) == {"swap 1 3", "skip"}
    assert stack(play(match, "swap 1 3"), 3) == ["b.gnome", "r.witch"]


# --- Fairy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-22")
def test_a_fairy_puts_her_place_in_order_from_the_bottom_up() -> None:
    match = play(arranged("farm b.king r.queen | castle", "fairy"), "play fairy 1")
    assert moves(match) == {"next king", "next queen", "next fairy"}
    play(match, "next fairy")
    assert match.to_act == (0,)
    assert moves(match) == {"next king", "next queen"}
    play(match, "next queen")
    assert stack(match, 1) == ["r.fairy", "r.queen", "b.king"]
    assert match.to_act == (1,)


@pytest.mark.rule("FS-22")
@pytest.mark.parametrize("kind", ["tower", "castle", "farm", "forest"])
def test_a_fairy_works_anywhere(kind: str) -> None:
    assert not ends_turn(f"{kind} b.queen | farm", "fairy", 1)


@pytest.mark.rule("FS-22")
def test_blocked_characters_are_put_in_order_too() -> None:
    match = play(arranged("farm b.king r.dragon | castle", "fairy"), "play fairy 1")
    assert moves(match) == {"next king", "next dragon", "next fairy"}
    with pytest.raises(IllegalMove):
        match.play("skip")


@pytest.mark.rule("FS-22")
@pytest.mark.parametrize("gnome", ["", "b.gnome "])
def test_a_fairy_reaches_every_order_of_five_and_each_in_one_way(gnome: str) -> None:
    start = play(arranged(f"farm {gnome}b.king r.queen b.dragon r.knight | castle", "fairy"), "play fairy 1")
    found = []
    to_try = [start]
    while to_try:
        match = to_try.pop()
        if match.to_act == (1,):
            found.append(tuple(stack(match, 1)))
            continue
        for move in match.legal():
            to_try.append(match.copy())
            to_try[-1].play(move)
    bottom = ["b.gnome"] if gnome else []
    orders = {(*bottom, *order) for order in permutations(["b.king", "r.queen", "b.dragon", "r.knight", "r.fairy"])}
    assert len(found) == factorial(5)
    assert set(found) == orders


@pytest.mark.rule("FS-22")
def test_a_view_tells_how_far_the_reordering_is() -> None:
    match = play(arranged("farm b.gnome b.king r.queen | castle", "fairy"), "play fairy 1", "next queen")
    assert match.view(1)["pending"] == {
        "seat": 0,
        "card": "fairy",
        "location": 1,
        "ordered": 1,
        "named": ["queen"],
        "next": ["king", "fairy"],
    }


# --- Wizard -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-23")
def test_a_wizard_in_a_tower_moves_a_top_character() -> None:
    match = play(arranged("tower | farm b.king r.queen | farm", "wizard"), "play wizard 1")
    assert moves(match) == (
        {f"move 1 {to}" for to in (2, 3, 4, 5, 6)} | {f"move 2 {to}" for to in (1, 3, 4, 5, 6)} | {"skip"}
    )
    play(match, "move 2 1")
    assert stacks(match)[:2] == [["r.wizard", "r.queen"], ["b.king"]]
    assert match.to_act == (1,)


@pytest.mark.rule("FS-23")
@pytest.mark.parametrize(
    ("picture", "works"),
    [
        ("tower | farm | farm\nfarm | farm | farm", True),
        ("farm | tower | farm\nfarm | farm | farm", True),
        ("farm | farm | farm\ntower | farm | farm", True),
        ("farm | farm | tower\nfarm | tower | farm", False),
        ("castle | forest | farm\nfarm | tower | farm", False),
    ],
)
def test_a_wizard_works_in_a_tower_or_near_one(picture: str, works: bool) -> None:
    assert ends_turn(picture, "wizard", 1) is not works


@pytest.mark.rule("FS-23")
def test_the_wizard_may_move_himself() -> None:
    match = play(arranged("tower | farm b.king", "wizard"), "play wizard 1", "move 1 2")
    assert stacks(match)[:2] == [[], ["b.king", "r.wizard"]]


@pytest.mark.rule("FS-23", "FS-8")
def test_a_king_may_not_be_moved_to_a_castle_with_a_blocked_king() -> None:
    match = arranged("castle b.king b.dragon | tower | farm r.king", "wizard")
    play(match, "play wizard 2")
    assert "move 3 1" not in moves(match)
    assert {"move 3 2", "move 3 4", "move 1 3"} <= moves(match)


# --- Using abilities --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-21", "FS-23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_swaps_and_moves_are_exactly_those_that_leave_every_name_once(players: int) -> None:
    tried = 0
    for seed in range(12):
        for match in walk(load(players).start(seed), seed):
            if match.view()["phase"] in ("swap", "move"):
                allowed = {move for move in moves(match) if move != "skip"}
                assert allowed == by_trying(stacks(match), match.view()["phase"])
                listed = match.view(None)["pending"][f"{match.view()['phase']}s"]
                assert {f"{match.view()['phase']} {a} {b}" for a, b in listed} == allowed
                tried += 1
    assert tried > 10


@pytest.mark.rule("FS-24")
def test_using_an_ability_is_optional() -> None:
    witch = play(arranged("forest | farm b.king", "witch"), "play witch 1")
    before = stacks(witch)
    assert stacks(play(witch, "skip")) == before
    wizard = play(arranged("tower | farm b.king", "wizard"), "play wizard 1")
    before = stacks(wizard)
    assert stacks(play(wizard, "skip")) == before
    fairy = play(arranged("farm b.king | farm", "fairy"), "play fairy 1")
    before = stacks(fairy)
    assert stacks(play(fairy, "next king")) == before


@pytest.mark.rule("FS-24")
def test_being_moved_or_unblocked_triggers_nothing() -> None:
    """A Wizard moves a Witch into a forest and uncovers a Fairy: the turn is over all the same."""
    match = arranged("tower | forest b.king | farm b.queen r.fairy b.witch", "wizard")
    play(match, "play wizard 1", "move 3 2")
    assert stacks(match)[1:3] == [["b.king", "b.witch"], ["b.queen", "r.fairy"]]
    assert match.to_act == (1,)
    assert match.view()["phase"] == "play"


@pytest.mark.rule("FS-25")
def test_a_dragon_beneath_does_not_prevent_the_ability_of_a_card_just_played() -> None:
    assert not ends_turn("forest b.king b.dragon | farm b.queen", "witch", 1)
    assert not ends_turn("tower b.king b.dragon | farm b.queen", "wizard", 1)
    assert not ends_turn("farm b.king b.dragon | farm b.queen", "fairy", 1)


@pytest.mark.rule("FS-25")
@pytest.mark.parametrize(
    ("picture", "card"),
    [
        ("forest | farm", "witch"),  # nobody else is there
        ("forest | farm b.gnome", "witch"),  # or only a Gnome
        ("farm | castle b.king", "fairy"),
        ("farm b.gnome | castle b.king", "fairy"),
    ],
)
def test_where_nothing_can_be_done_nothing_is_asked(picture: str, card: str) -> None:
    assert ends_turn(picture, card, 1)


@pytest.mark.rule("FS-25")
def test_a_witch_whose_every_swap_would_double_a_name_is_not_asked() -> None:
    assert ends_turn("forest b.queen | farm b.witch r.queen", "witch", 1)


@pytest.mark.rule("FS-25")
def test_the_first_witch_of_a_game_has_nobody_to_swap() -> None:
    match = started("king queen princess", layout=["forest", "farm", "farm", "farm", "castle", "tower"])
    assert play(match, "play witch 1").to_act == (1,)


def by_trying(before: list[list[str]], phase: str) -> set[str]:
    """Every swap or move after which no location has a name twice, found by doing it."""
    found = set()
    numbers = range(len(before))
    for a, b in combinations(numbers, 2) if phase == "swap" else permutations(numbers, 2):
        after = [list(cards) for cards in before]
        tops = [a, b] if phase == "swap" else [a]
        if any(not after[place] or after[place][-1].endswith("gnome") for place in tops):
            continue
        lifted = [after[place].pop() for place in tops]
        after[b].append(lifted[0])
        if phase == "swap":
            after[a].append(lifted[1])
        names = [[card.partition(".")[2] for card in cards] for cards in after]
        if all(len(set(cards)) == len(cards) for cards in names):
            found.add(f"{phase} {a + 1} {b + 1}")
    return found
