"""Why a move is refused, with the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pentarchy import IllegalMove
from pentarchy.games.scuffle import facts
from pentarchy.games.scuffle.facts import REASONS
from tests.rules.scuffle.tables import arranged, load, play, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

KINGDOM = """
forest b.king r.princess | farm b.queen     | farm b.gnome
farm                     | tower b.princess | castle r.queen b.wizard
"""

# The key of the reason, the rule, cards in hand, moves before, the move that is refused, and what is said.
REFUSED = [
    ("no_location", "FS-3", "king witch", (), "play king 7", "the kingdom has 6 locations"),
    ("no_location", "FS-3", "witch king", ("play witch 1",), "swap 1 12", "the kingdom has 6 locations"),
    ("no_location", "FS-3", "wizard king", ("play wizard 5",), "move 1 7", "the kingdom has 6 locations"),
    ("no_location", "FS-3", "wizard king", ("play wizard 5",), "move 9 1", "the kingdom has 6 locations"),
    ("played", "FS-6", "king witch", (), "play queen 5", "your Queen has already been played"),
    ("set_aside", "FS-4", "king witch", (), "play fairy 5", "your Fairy is set aside"),
    ("same_name", "FS-8", "king witch", (), "play king 1", "there is already a King on location 1"),
    ("same_name", "FS-8", "witch king", ("play witch 1",), "swap 2 6", "there is already a Queen on location 6"),
    ("same_name", "FS-8", "witch king", ("play witch 1",), "swap 1 5", "there is already a Princess on location 1"),
    ("same_name", "FS-8", "wizard king", ("play wizard 5",), "move 2 6", "there is already a Queen on location 6"),
    ("must_play", "FS-10", "king witch", (), "skip", "whoever holds a card that may be played has to play one"),
    ("no_ability", "FS-24", "king witch", (), "swap 1 2", "an ability is used only at once after its card was played"),
    ("no_ability", "FS-24", "king witch", (), "move 1 2", "an ability is used only at once after its card was played"),
    ("no_ability", "FS-24", "king witch", (), "next king", "an ability is used only at once after its card was played"),
    ("ability_first", "FS-24", "witch king", ("play witch 1",), "play king 2", "the ability of the Witch just played"),
    ("ability_first", "FS-24", "wizard king", ("play wizard 5",), "play king 2", "the ability of the Wizard just"),
    ("ability_first", "FS-24", "fairy king", ("play fairy 2",), "play king 2", "the ability of the Fairy just played"),
    ("witch_swaps", "FS-21", "witch king", ("play witch 1",), "move 1 2", "the Witch swaps the top characters"),
    ("witch_swaps", "FS-21", "witch king", ("play witch 1",), "next witch", "the Witch swaps the top characters"),
    ("wizard_moves", "FS-23", "wizard king", ("play wizard 5",), "swap 1 2", "the Wizard moves the top character"),
    ("wizard_moves", "FS-23", "wizard king", ("play wizard 5",), "next king", "the Wizard moves the top character"),
    ("fairy_orders", "FS-22", "fairy king", ("play fairy 2",), "skip", "the Fairy names the characters on location 2"),
    ("fairy_orders", "FS-22", "fairy king", ("play fairy 2",), "swap 1 2", "the Fairy names the characters"),
    ("fairy_orders", "FS-22", "fairy king", ("play fairy 2",), "move 1 2", "the Fairy names the characters"),
    ("nobody_to_swap", "FS-21", "witch king", ("play witch 1",), "swap 1 4", "nobody is on location 4"),
    ("nobody_to_swap", "FS-21", "witch king", ("play witch 1",), "swap 4 6", "nobody is on location 4"),
    ("nobody_to_move", "FS-23", "wizard king", ("play wizard 5",), "move 4 1", "nobody is on location 4"),
    ("lone_gnome", "FS-9", "witch king", ("play witch 1",), "swap 1 3", "on location 3 there is only a Gnome"),
    ("lone_gnome", "FS-9", "wizard king", ("play wizard 5",), "move 3 1", "on location 3 there is only a Gnome"),
    ("not_there", "FS-22", "fairy king", ("play fairy 2",), "next king", "there is no King on location 2"),
]


def refusal(match: Match, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    return refused.value


@pytest.mark.parametrize(("key", "number", "hand", "before", "move", "says"), REFUSED)
def test_the_reason_names_the_rule(
    key: str, number: str, hand: str, before: tuple[str, ...], move: str, says: str
) -> None:
    said = refusal(play(arranged(KINGDOM, hand), *before), move)
    assert said.rule == number == REASONS[key].rule
    assert says in said.reasons["en"]
    assert says in str(said)


@pytest.mark.rule("FS-10")
@pytest.mark.parametrize("card", ["dragon", "gnome"])
def test_no_dragon_and_no_gnome_in_the_last_turn(card: str) -> None:
    said = refusal(arranged(KINGDOM, f"{card} king", turn=6), f"play {card} 5")
    assert (said.rule, said.reasons["en"]) == ("FS-10", REASONS["last_turn"].en)


@pytest.mark.rule("FS-9", "FS-22")
def test_a_gnome_is_not_put_in_order() -> None:
    match = play(arranged("farm b.gnome b.king r.queen", "fairy king"), "play fairy 1")
    assert refusal(match, "next gnome").reasons["en"] == REASONS["gnome_stays"].en


@pytest.mark.rule("FS-22")
def test_whoever_is_in_order_is_not_named_again() -> None:
    match = play(arranged("farm b.gnome b.king r.queen", "fairy king"), "play fairy 1", "next king")
    said = refusal(match, "next king")
    assert (said.rule, said.reasons["en"]) == ("FS-22", "the King is already in the new order")


def test_reasons_are_given_in_russian_with_russian_names() -> None:
    said = refusal(arranged(KINGDOM, "king witch"), "play king 1")
    assert said.reasons["ru"] == "на местности № 1 уже есть король"


def test_every_reason_is_shown_by_a_test() -> None:
    shown_by_themselves = {"last_turn", "gnome_stays", "in_order"}
    assert {key for key, *_ in REFUSED} | shown_by_themselves == set(REASONS)


# --- Every illegal action of whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_reason_is_true_by_what_the_seat_sees(players: int) -> None:
    """All illegal actions at every decision of some games, each judged a second time from the view alone."""
    for seed in range(3):
        for match in walk(load(players).start(seed), seed):
            for seat in match.to_act:
                assert_reasons_are_true(match, seat)


def assert_reasons_are_true(match: Match, seat: int) -> None:
    table, view, legal = match.game.moves, match.view(seat), set(match.legal_texts(seat))
    for code, text in enumerate(table.names):
        if text not in legal:
            told = match._showing._written(facts.Refusal, match._kernel.refuse, match._buffer, seat, code)
            found = msgspec.json.decode(told)
            assert (found["why"], found["location"], found["name"]) == because(view, text.split()), text


def because(view: dict[str, Any], words: list[str]) -> tuple[str, int | None, str | None]:
    """The reason, the location and the character in it, worked out in the simplest way."""
    verb, pending = words[0], view["pending"]
    if pending is None:
        return because_of_the_hand(view, words)
    card, at = pending["card"].title(), pending["location"]
    if verb == "play":
        return "ability_first", None, card
    if card == "Fairy":
        return because_of_the_fairy(view, words, at)
    if verb != {"Witch": "swap", "Wizard": "move"}[card]:
        return {"Witch": "witch_swaps", "Wizard": "wizard_moves"}[card], None, None
    return because_of_the_stacks(stacks(view), verb, int(words[1]), int(words[2]))


def because_of_the_hand(view: dict[str, Any], words: list[str]) -> tuple[str, int | None, str | None]:
    if words[0] != "play":
        return ("must_play" if words[0] == "skip" else "no_ability"), None, None
    name, number, player = words[1], int(words[2]), view["players"][view["seat"]]
    if number > len(view["locations"]):
        return "no_location", None, name.title()
    if name in player["aside"]:
        return "set_aside", None, name.title()
    if name not in player["hand"]:
        return "played", None, name.title()
    if view["turn"] == 6 and name in ("dragon", "gnome"):
        return "last_turn", None, name.title()
    assert name in stacks(view)[number]
    return "same_name", number, name.title()


def because_of_the_fairy(view: dict[str, Any], words: list[str], at: int) -> tuple[str, int | None, str | None]:
    if words[0] != "next":
        return "fairy_orders", at, None
    if words[1] not in stacks(view)[at]:
        return "not_there", at, words[1].title()
    assert words[1] not in view["pending"]["next"]
    return ("gnome_stays" if words[1] == "gnome" else "in_order"), at, words[1].title()


def because_of_the_stacks(
    stacks: dict[int, list[str]], verb: str, a: int, b: int
) -> tuple[str, int | None, str | None]:
    if max(a, b) > len(stacks):
        return "no_location", None, None
    for number in (a, b) if verb == "swap" else (a,):
        if not stacks[number]:
            return f"nobody_to_{verb}", number, None
        if stacks[number] == ["gnome"]:
            return "lone_gnome", number, None
    if stacks[a][-1] in stacks[b]:
        return "same_name", b, stacks[a][-1].title()
    assert verb == "swap"
    assert stacks[b][-1] in stacks[a]
    return "same_name", a, stacks[b][-1].title()


def stacks(view: dict[str, Any]) -> dict[int, list[str]]:
    """The names on every location, bottom first."""
    return {place["number"]: [card["card"] for card in place["stack"]] for place in view["locations"]}
