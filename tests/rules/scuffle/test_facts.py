"""What an event did, as the log and the boards are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pentarchy.games.scuffle import rules
from tests.rules.scuffle.tables import arranged, in_state, load, play, started, walk

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

BESIDE_FOREST = "forest b.king | farm b.queen | farm\nfarm | tower | castle"


def fact_of(picture: str, hand: str, *moves: str, turn: int = 3) -> dict[str, Any]:
    """What the last of these moves of Red did on a kingdom drawn by hand."""
    match = play(arranged(picture, hand, turn=turn), *moves)
    return facts(match)[-1]


def facts(match: Any, seat: int | None = None) -> list[dict[str, Any]]:
    return [line["fact"] for line in match.history(seat)]


def who(cards: list[dict[str, Any]]) -> set[str]:
    """Cards like "r.king"."""
    return {f"{'rbyg'[card['seat']]}.{card['card']}" for card in cards}


# --- Setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-3")
def test_chance_tells_who_begins() -> None:
    fact = facts(load(2).start(1))[0]
    assert fact == {"what": "begins", "seat": fact["seat"], "colour": ["red", "blue"][fact["seat"]]}


@pytest.mark.rule("FS-3")
def test_a_location_is_laid_with_its_number_and_kind() -> None:
    laid = [fact["location"] for fact in facts(started()) if fact["what"] == "laid"]
    kinds = ["farm", "forest", "farm", "castle", "farm", "tower"]
    assert laid == [{"number": number, "kind": kind} for number, kind in enumerate(kinds, 1)]


@pytest.mark.rule("FS-4", "FS-27")
def test_a_card_set_aside_is_told_to_its_owner_only() -> None:
    match = started("king queen knight", "gnome dragon witch")
    told = [fact for fact in facts(match, 1) if fact["what"] == "set_aside"]
    assert [(fact["seat"], fact["colour"], fact["card"]) for fact in told] == [
        (1, "blue", "gnome"),
        (1, "blue", "dragon"),
        (1, "blue", "witch"),
    ]
    assert not [fact for fact in facts(match) if fact["what"] == "set_aside"]


# --- Playing a card ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-6")
def test_a_card_is_played_on_a_location() -> None:
    assert fact_of(BESIDE_FOREST, "dragon gnome", "play dragon 3") == {
        "what": "play",
        "seat": 0,
        "colour": "red",
        "card": "dragon",
        "location": {"number": 3, "kind": "farm"},
    }


@pytest.mark.parametrize(
    ("picture", "card", "place", "ability"),
    [
        pytest.param(BESIDE_FOREST, "witch", 1, "swap", marks=pytest.mark.rule("FS-21")),
        pytest.param(BESIDE_FOREST, "witch", 2, "not_in_forest", marks=pytest.mark.rule("FS-21")),
        pytest.param("forest | farm b.gnome", "witch", 1, "nothing_to_swap", marks=pytest.mark.rule("FS-25")),
        pytest.param(BESIDE_FOREST, "wizard", 5, "move", marks=pytest.mark.rule("FS-23")),
        pytest.param(BESIDE_FOREST, "wizard", 2, "move", marks=pytest.mark.rule("FS-23")),
        pytest.param(BESIDE_FOREST, "wizard", 1, "no_tower_near", marks=pytest.mark.rule("FS-23")),
        pytest.param(BESIDE_FOREST, "fairy", 1, "order", marks=pytest.mark.rule("FS-22")),
        pytest.param(BESIDE_FOREST, "fairy", 3, "nothing_to_order", marks=pytest.mark.rule("FS-25")),
        pytest.param("farm b.gnome | forest", "fairy", 1, "nothing_to_order", marks=pytest.mark.rule("FS-25")),
    ],
)
def test_it_is_told_which_ability_follows_or_why_none_does(picture: str, card: str, place: int, ability: str) -> None:
    assert fact_of(picture, f"{card} knight", f"play {card} {place}")["ability"] == ability


def test_ordinary_characters_have_no_ability_to_tell_of() -> None:
    assert "ability" not in fact_of(BESIDE_FOREST, "king queen", "play king 2")


# --- Abilities --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-21")
def test_a_swap_tells_who_went_where() -> None:
    fact = fact_of(BESIDE_FOREST, "witch king", "play witch 1", "swap 1 2")
    forest, farm = {"number": 1, "kind": "forest"}, {"number": 2, "kind": "farm"}
    assert (fact["what"], fact["card"]) == ("swap", "witch")
    assert fact["moved"] == [
        {"card": "witch", "seat": 0, "source": forest, "target": farm},
        {"card": "queen", "seat": 1, "source": farm, "target": forest},
    ]


@pytest.mark.rule("FS-23")
def test_a_move_tells_who_went_where() -> None:
    fact = fact_of(BESIDE_FOREST, "wizard king", "play wizard 5", "move 1 6")
    assert (fact["what"], fact["card"]) == ("move", "wizard")
    assert fact["moved"] == [
        {
            "card": "king",
            "seat": 1,
            "source": {"number": 1, "kind": "forest"},
            "target": {"number": 6, "kind": "castle"},
        }
    ]


@pytest.mark.rule("FS-22")
def test_a_fairy_tells_step_by_step_who_comes_next_and_in_the_end_the_whole_order() -> None:
    match = play(arranged("farm b.gnome b.king r.queen", "fairy king"), "play fairy 1", "next fairy", "next queen")
    first, last = facts(match)[-2:]
    assert first["location"] == {"number": 1, "kind": "farm"}
    assert first["ordered"] == {"card": "fairy", "seat": 0, "number": 1}
    assert last["ordered"]["number"] == 2
    assert [card["card"] for card in last["ordered"]["order"]] == ["fairy", "queen", "king"]
    assert [card["seat"] for card in last["ordered"]["order"]] == [0, 0, 1]


@pytest.mark.rule("FS-24")
@pytest.mark.parametrize(("card", "place"), [("witch", 1), ("wizard", 5)])
def test_an_ability_left_unused_is_told_of(card: str, place: int) -> None:
    fact = fact_of(BESIDE_FOREST, f"{card} king", f"play {card} {place}", "skip")
    assert fact == {"what": "unused", "seat": 0, "colour": "red", "card": card}


# --- What changes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-12")
def test_a_dragon_blocks_those_beneath_but_not_the_gnome() -> None:
    fact = fact_of("farm b.gnome b.king r.queen", "dragon king", "play dragon 1")
    assert who(fact["blocked"]) == {"b.king", "r.queen"}
    assert {card["location"] for card in fact["blocked"]} == {1}
    assert who([card["by"] for card in fact["blocked"]]) == {"r.dragon"}
    assert "freed" not in fact


@pytest.mark.rule("FS-13")
def test_a_knight_blocks_a_dragon_and_frees_the_others() -> None:
    fact = fact_of("farm b.king b.dragon", "knight king", "play knight 1")
    assert who(fact["blocked"]) == {"b.dragon"}
    assert who([card["by"] for card in fact["blocked"]]) == {"r.knight"}
    assert who(fact["freed"]) == {"b.king"}


@pytest.mark.rule("FS-14")
def test_a_dragon_that_is_moved_frees_some_and_blocks_others() -> None:
    fact = fact_of("farm b.king b.dragon | tower r.queen | farm", "wizard king", "play wizard 3", "move 1 2")
    assert (who(fact["freed"]), who(fact["blocked"])) == ({"b.king"}, {"r.queen"})


@pytest.mark.rule("FS-26")
def test_stars_won_and_lost_are_told_of_every_seat() -> None:
    fact = fact_of("castle b.king | tower r.princess", "dragon knight", "play dragon 1")
    assert fact["gains"] == [{"seat": 1, "stars": -1}]
    fact = fact_of("castle | tower b.princess", "dragon knight", "play knight 2")
    assert fact["gains"] == [{"seat": 0, "stars": 3}, {"seat": 1, "stars": 1}]


@pytest.mark.rule("FS-10", "FS-27")
def test_a_forced_skip_is_told_with_the_hand_that_it_shows() -> None:
    match = arranged("farm | farm b.king b.queen b.princess b.peasant b.witch", "king queen", turn=6)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    state = buffer.view(rules.STATE)[0]
    held, unplayed = 1 << rules.GNOME | 1 << rules.DRAGON, int(state.hand[1]) | int(state.aside[1])
    state.hand[1], state.aside[1] = held, unplayed & ~held
    fact = facts(play(in_state(match.game, buffer), "play king 1"))[-1]
    assert fact["skipped"] == [{"seat": 1, "hand": ["gnome", "dragon"]}]


# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_facts_agree_with_the_views_before_and_after(players: int) -> None:
    for seed in range(4):
        match = load(players).start(seed)
        before = match.view()
        for now in walk(match, seed):
            told = [line for line in now.history() if "seat" in line]
            after = now.view()
            if told:
                assert_true(told[-1]["fact"], before, after)
            before = after


def assert_true(fact: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    """All that a fact says can be seen in the views, and nothing is missing in it."""
    was, now = lying(before), lying(after)
    assert {gain["seat"]: gain["stars"] for gain in fact.get("gains", [])} == {
        row["seat"]: row["points"] - old["points"]
        for row, old in zip(after["standings"], before["standings"], strict=True)
        if row["points"] != old["points"]
    }
    assert who(fact.get("blocked", [])) == {card for card in now if now[card][1] and not was.get(card, (0, None))[1]}
    assert who(fact.get("freed", [])) == {card for card in now if not now[card][1] and was.get(card, (0, None))[1]}
    for card in fact.get("blocked", []):
        assert now[next(iter(who([card])))] == (card["location"], card["by"])
    moved = {card: (was[card][0], now[card][0]) for card in was if was[card][0] != now[card][0]}
    assert {
        next(iter(who([each]))): (each["source"]["number"], each["target"]["number"]) for each in fact.get("moved", [])
    } == moved
    come = {card: now[card][0] for card in now if card not in was}
    played = fact["what"] == "play"
    assert come == ({f"{'rbyg'[fact['seat']]}.{fact['card']}": fact["location"]["number"]} if played else {})
    skips = {player["seat"] for player in after["players"] if player["skipped"]}
    assert {each["seat"] for each in fact.get("skipped", [])} == skips - {
        player["seat"] for player in before["players"] if player["skipped"]
    }


def lying(view: dict[str, Any]) -> dict[str, tuple[int, Any]]:
    """Where every card lies, and who blocks it."""
    return {
        next(iter(who([card]))): (location["number"], card["blocked_by"])
        for location in view["locations"]
        for card in location["stack"]
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_gains_of_a_game_add_up_to_its_points(players: int) -> None:
    *_, match = walk(load(players).start(5), 5)
    sums = [0] * players
    for fact in facts(match):
        for gain in fact.get("gains", []):
            sums[gain["seat"]] += gain["stars"]
    assert sums == list(match.standings().scores)
