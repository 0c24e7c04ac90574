"""Turns: who plays what where, and the last turn (FS-5 to FS-11)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy import IllegalMove
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS
from tests.rules.scuffle.tables import (
    arranged,
    assert_share,
    finish,
    hand,
    load,
    moves,
    places_for,
    play,
    stack,
    stacks,
    started,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match

EMPTY = "farm | forest | farm\ncastle | farm | tower"


@pytest.mark.rule("FS-5")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 1)])
def test_turns_go_round_from_the_first_player_six_each(players: int, first: int) -> None:
    match = started(*["witch fairy wizard"] * players, players=players, first=first)
    turns = []
    while not match.over:
        turns.append((match.to_act[0], match.view()["turn"]))
        match.play(match.legal()[-1])
    in_order = [(first + k) % players for k in range(players)]
    assert turns == [(seat, turn) for turn in range(1, 7) for seat in in_order]


@pytest.mark.rule("FS-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_card_stays_in_hand_and_two_after_a_skip(players: int) -> None:
    for seed in range(20):
        match = finish(load(players).start(seed), seed)
        for player in match.view()["players"]:
            assert player["turns_taken"] == 6
            assert len(player["hand"]) == (2 if player["skipped"] else 1)
    assert [len(player["hand"]) for player in play(skipping(), "play peasant 5").view()["players"]] == [1, 2]


@pytest.mark.rule("FS-6")
def test_a_turn_is_one_card_on_any_location() -> None:
    match = started("dragon fairy wizard", "dragon fairy wizard")
    assert moves(match) == {f"play {name} {location}" for name in hand(match, 0) for location in range(1, 7)}
    play(match, "play king 4")
    assert stack(match, 4) == ["r.king"]
    assert "king" not in hand(match, 0)
    assert match.to_act == (1,)


@pytest.mark.rule("FS-6")
@pytest.mark.parametrize("move", ["play dragon 1", "play king 7", "swap 1 2", "move 1 2", "next king", "skip"])
def test_a_card_that_is_not_in_hand_and_a_place_that_is_not_there_are_refused(move: str) -> None:
    match = started("dragon fairy wizard")
    with pytest.raises(IllegalMove, match=f"seat 0 may not play '{move}' now"):
        match.play(move)
    assert stacks(match) == [[], [], [], [], [], []]


@pytest.mark.rule("FS-6", "FS-24")
def test_the_ability_is_used_in_the_same_turn() -> None:
    match = arranged("forest r.king | tower b.queen", "witch knight")
    play(match, "play witch 1")
    assert match.to_act == (0,)
    assert moves(match) == {"swap 1 2", "skip"}
    play(match, "skip")
    assert match.to_act == (1,)


@pytest.mark.rule("FS-7")
def test_a_new_character_lies_on_top() -> None:
    match = arranged("castle r.king b.queen | farm", "knight peasant")
    assert stack(play(match, "play knight 1"), 1) == ["r.king", "b.queen", "r.knight"]


@pytest.mark.rule("FS-8")
def test_a_name_comes_only_once_to_a_location_whatever_its_colour() -> None:
    match = arranged("castle b.king | farm | tower r.queen b.peasant", "king queen peasant")
    assert places_for(match, "king") == {2, 3, 4, 5, 6}
    assert places_for(match, "peasant") == {1, 2, 4, 5, 6}


@pytest.mark.rule("FS-8")
def test_a_blocked_character_still_keeps_its_name_away() -> None:
    match = arranged("castle b.king b.dragon | farm", "king queen")
    assert places_for(match, "king") == {2, 3, 4, 5, 6}
    with pytest.raises(IllegalMove):
        match.play("play king 1")


@pytest.mark.rule("FS-8")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.bounds
@pytest.mark.interpreted
def test_no_location_ever_holds_a_name_twice_nor_a_gnome_above_another(players: int) -> None:
    for seed in range(8):
        for match in walk(load(players).start(seed), seed):
            for cards in stacks(match):
                found = [card.partition(".")[2] for card in cards]
                assert len(set(found)) == len(found)
                assert "gnome" not in found[1:]


@pytest.mark.rule("FS-9")
def test_the_gnome_played_in_a_tower_with_a_wizard_goes_under_the_wizard() -> None:
    match = arranged("tower b.wizard | farm", "gnome king")
    assert stack(play(match, "play gnome 1"), 1) == ["r.gnome", "b.wizard"]


@pytest.mark.rule("FS-9")
def test_the_gnome_goes_under_all_and_who_comes_later_lies_above_him() -> None:
    match = arranged("tower b.wizard r.king b.dragon | farm", "gnome peasant")
    play(match, "play gnome 1", "play knight 2", "play peasant 1")
    assert stack(match, 1) == ["r.gnome", "b.wizard", "r.king", "b.dragon", "r.peasant"]


@pytest.mark.rule("FS-9")
def test_a_lone_gnome_is_no_top_character() -> None:
    witch = arranged("forest | farm b.gnome | farm r.king", "witch queen")
    assert moves(play(witch, "play witch 1")) == {"swap 1 3", "skip"}
    wizard = arranged("tower | farm b.gnome | farm", "wizard queen")
    assert moves(play(wizard, "play wizard 1")) == {f"move 1 {to}" for to in range(2, 7)} | {"skip"}


@pytest.mark.rule("FS-9", "FS-22")
def test_the_gnome_stays_where_he_is_when_a_fairy_puts_his_place_in_order() -> None:
    match = arranged("castle b.gnome r.king | farm", "fairy queen")
    assert moves(play(match, "play fairy 1")) == {"next king", "next fairy"}
    assert stack(play(match, "next fairy"), 1) == ["b.gnome", "r.fairy", "r.king"]


@pytest.mark.rule("FS-9", "FS-8")
def test_there_is_only_one_gnome_on_a_location() -> None:
    match = arranged("castle b.gnome r.king | farm", "gnome queen")
    assert places_for(match, "gnome") == {2, 3, 4, 5, 6}


@pytest.mark.rule("FS-10")
def test_dragon_and_gnome_are_not_played_in_the_last_turn() -> None:
    assert places_for(arranged(EMPTY, "dragon king", turn=5), "dragon")
    for forbidden in ("dragon", "gnome"):
        match = arranged(EMPTY, f"{forbidden} king", turn=6)
        assert moves(match) == {f"play king {location}" for location in range(1, 7)}


@pytest.mark.rule("FS-10")
def test_who_holds_just_dragon_and_gnome_skips_the_last_turn_by_itself() -> None:
    match = skipping()
    assert match.to_act == (0,)
    play(match, "play peasant 5")
    assert match.over
    players = match.view()["players"]
    assert [player["skipped"] for player in players] == [False, True]
    assert players[1]["hand"] == ["gnome", "dragon"]
    assert players[1]["turns_taken"] == 6


@pytest.mark.rule("FS-10")
def test_the_first_player_may_have_to_skip_too_and_the_others_play_on() -> None:
    match = skipping(first=1)
    assert match.to_act == (0,)
    assert match.view()["turn"] == 6
    assert match.view()["players"][1]["skipped"]
    assert play(match, "play peasant 5").over


@pytest.mark.rule("FS-10")
def test_when_nobody_can_play_the_game_ends_by_itself() -> None:
    aside = "queen princess fairy"
    match = started(aside, aside)
    cards = ["king", "knight", "peasant", "witch", "wizard"]
    for card in cards:
        for seat in range(2):
            location = 1 + (cards.index(card) + seat) % 6
            match.play(f"play {card} {location}")
            if match.to_act == (seat,):
                match.play("skip")
    assert match.over
    assert [player["skipped"] for player in match.view()["players"]] == [True, True]


@pytest.mark.rule("FS-10")
def test_abilities_may_still_move_a_dragon_in_the_last_turn() -> None:
    witch = arranged("forest | farm b.dragon | farm r.king", "witch gnome", turn=6)
    assert "swap 1 2" in moves(play(witch, "play witch 1"))
    wizard = arranged("tower | farm b.dragon | farm r.king", "wizard gnome", turn=6)
    assert "move 2 3" in moves(play(wizard, "play wizard 1"))
    fairy = arranged("tower b.dragon | farm r.king", "fairy gnome", turn=6)
    assert "next dragon" in moves(play(fairy, "play fairy 1"))


@pytest.mark.rule("FS-10")
def test_one_player_in_45_has_to_skip_when_all_play_at_random() -> None:
    skips, games = 0, 4000
    for state in endings(2, games):
        skips += int(state.skipped.sum())
    assert_share(skips, 2 * games, 1 / 45)


@pytest.mark.rule("FS-10")
def test_half_of_the_dragons_and_gnomes_and_28_of_45_others_come_to_the_table() -> None:
    games = 4000
    played = dict.fromkeys(CHARACTERS, 0)
    for state in endings(2, games):
        for index, name in enumerate(CHARACTERS):
            played[name] += int((state.at[:2, index] != rules.NOWHERE).sum())
    for name, number in played.items():
        assert_share(number, 2 * games, 1 / 2 if name in ("dragon", "gnome") else 28 / 45)


@pytest.mark.rule("FS-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_that_may_be_played_has_a_place(players: int) -> None:
    for seed in range(20):
        for match in walk(load(players).start(seed), seed):
            if match.view()["phase"] != "play":
                continue
            last = match.view()["turn"] == 6
            for name in hand(match, match.to_act[0]):
                places = places_for(match, name)
                if last and name in ("dragon", "gnome"):
                    assert not places
                else:
                    assert len(places) >= len(match.view()["locations"]) - (players - 1)


def skipping(first: int = 0) -> Match:
    """Before the last turn of seat 0, who holds Peasant and Gnome; Blue holds Dragon and Gnome."""
    match = started("dragon fairy wizard", "peasant fairy wizard", first=first)
    cards = {0: ["king", "queen", "princess", "knight", "witch"], 1: ["king", "queen", "princess", "knight", "witch"]}
    for turn in range(5):
        for k in range(2):
            seat = (first + k) % 2
            match.play(f"play {cards[seat][turn]} {3 + seat}")
    return match


def endings(players: int, games: int) -> Iterator[Any]:
    """The last states of games played at random with the fast generator."""
    simulation = load(players).simulation(seed=11)
    choice = random.Random(11)
    for _ in range(games):
        while not simulation.over:
            simulation.step(choice.choice(simulation.actions))
        yield simulation.buffer.view(rules.STATE)[0]
        simulation.reset()
