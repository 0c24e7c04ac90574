"""What happens, in words: as the terminal and `pentarchy log` tell it, from facts alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest

import pentarchy
from pentarchy.games import NAMES
from pentarchy.games.color_kingdoms import draw as color_kingdoms_draw
from pentarchy.games.color_kingdoms import facts as color_kingdoms_facts
from pentarchy.games.kingems import draw as kingems_draw
from pentarchy.games.kingems import facts as kingems_facts
from pentarchy.games.scuffle import draw as scuffle_draw
from pentarchy.games.scuffle import facts as scuffle_facts
from pentarchy.terminal import in_words
from tests.rules.kingems import tables
from tests.variants import VARIANTS, load
from tests.walks import finished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match

Told = tuple[dict[str, Any], str]
GAMES = 12  # of each variant


def matches(name: str) -> Iterator[Match]:
    """Whole games of every variant; random players of KinGems' basic mode are told to be careful."""
    for options in VARIANTS[name]:
        for seed in range(GAMES):
            yield finished(load(name, options), seed)
    if name == "kingems":
        yield tables.finish(tables.load().start(1), 1)


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_can_happen_in_a_game_is_told(name: str) -> None:
    game = pentarchy.load(name)
    told = {
        line["fact"]["what"]
        for match in matches(name)
        for line in match.history()
        if game.spec.draw.sentence(line)  # type: ignore[attr-defined]
    }
    (declared,) = (get_args(kind) for field, kind in hints(game.spec.facts.Fact).items() if field == "what")
    assert told == set(declared)


def hints(declared: Any) -> dict[str, Any]:
    return get_type_hints(declared)


def literals(declared: Any, field: str) -> set[str]:
    """The values that a field may have, also of one that may be left out."""
    kind = hints(declared)[field]
    while not isinstance(get_args(kind)[0], str):
        kind = get_args(kind)[0]
    return set(get_args(kind))


def test_there_are_words_for_whatever_a_fact_may_say() -> None:
    assert set(kingems_draw.WITHOUT_CRYSTAL) == literals(kingems_facts.Passed, "why")
    assert set(color_kingdoms_draw.SOURCES) == literals(color_kingdoms_facts.Painted, "drop")
    assert set(color_kingdoms_draw.LAST_ROUND) == literals(color_kingdoms_facts.Ended, "one_more")
    assert set(color_kingdoms_draw.ENDS) == literals(color_kingdoms_facts.Ended, "over")
    used = {"swap", "move", "order"}  # a line of their own follows
    assert set(scuffle_draw.WITHOUT_ABILITY) == literals(scuffle_facts.Fact, "ability") - used


SQUARES = [{"x": 2, "y": 0}, {"x": 1, "y": 0}]
CASTLE, FARM = {"number": 1, "kind": "castle"}, {"number": 2, "kind": "farm"}
QUEEN = {"card": "queen", "seat": 1, "source": CASTLE, "target": FARM}
KNIGHT = {"card": "knight", "seat": 0, "source": FARM, "target": CASTLE}
KING_BLOCKED = {"card": "king", "seat": 1, "location": 1, "by": {"card": "dragon", "seat": 0}}
PAINTED = {"area": "r5", "kingdom": "red", "colour": "blue", "drop": "tower"}
ROUND = {"round": 3, "blots": [], "achievements": [], "gains": [0, 0]}

KINGDOMINO: list[Told] = [
    ({"what": "laid", "domino": 7, "game": 2}, "game 2 begins: domino 7 is laid out"),
    (
        {"what": "laid", "domino": 48, "line": {"number": 2, "dominoes": [7, 19, 22, 48]}},
        "domino 48 is laid out; line 2: 7, 19, 22, 48",
    ),
    ({"what": "king", "seat": 1, "begins": True}, "drawn by lot: the blue king begins"),
    ({"what": "claimed", "domino": 3, "left_over": 5}, "Red claims domino 3; nobody has claimed domino 5"),
    (
        {"what": "placed", "domino": 19, "placed": {"squares": SQUARES}, "gain": 13, "middle_kingdom": 10},
        "Red places domino 19 on 2,0 and 1,0; +13 points; the castle is in the centre now",
    ),
    (
        {"what": "discarded", "domino": 12, "gain": -5, "harmony": -5, "ended": {"game": 2, "points": [41, 38]}},
        "Red discards domino 12: it fits nowhere; harmony is lost: −5 points; game 2 is over: Red 41, Blue 38",
    ),
]
GENIUS: list[Told] = [
    ({"what": "filled", "colour": "orange", "game": 2}, "game 2 begins: an orange token to the centre"),
    (
        {"what": "drawn", "colour": "red", "outcome": "conflict", "to_centre": {"red": 2}},
        "a red token: a conflict, to the centre: 2 red",
    ),
    ({"what": "draw", "in_bonus_turn": True}, "Red draws a token in a bonus turn"),
]
SCUFFLE: list[Told] = [
    ({"what": "laid", "location": FARM}, "location 2: farm"),
    ({"what": "set_aside", "seat": 1, "card": "fairy"}, "set aside for Blue: Fairy"),
    (
        {
            "what": "play",
            "card": "king",
            "location": CASTLE,
            "gains": [{"seat": 0, "stars": 3}, {"seat": 1, "stars": -1}],
        },
        "Red plays the King in castle 1; stars: Red +3, Blue −1",
    ),
    (
        {"what": "play", "card": "witch", "location": FARM, "ability": "not_in_forest"},
        "Red plays the Witch on farm 2; not in a forest, no ability",
    ),
    (
        {"what": "play", "card": "dragon", "location": CASTLE, "blocked": [KING_BLOCKED]},
        "Red plays the Dragon in castle 1; blocked: Blue's King",
    ),
    (
        {"what": "swap", "card": "witch", "moved": [QUEEN, KNIGHT], "freed": [KING_BLOCKED]},
        "Red has the Witch swap the Queen (castle 1) and the Knight (farm 2); no longer blocked: Blue's King",
    ),
    (
        {"what": "move", "card": "wizard", "moved": [QUEEN]},
        "Red has the Wizard move the Queen from castle 1 to farm 2",
    ),
    (
        {
            "what": "order",
            "location": CASTLE,
            "ordered": {"card": "king", "seat": 1, "number": 1},
            "freed": [KING_BLOCKED],
        },
        "Red has the Fairy put the King in order in castle 1, as number 1",
    ),
    (
        {
            "what": "order",
            "location": CASTLE,
            "ordered": {"card": "king", "seat": 1, "number": 2, "order": [KNIGHT, QUEEN]},
        },
        "Red has the Fairy put castle 1 in order, from the bottom up: Red's Knight, Blue's Queen",
    ),
    (
        {"what": "unused", "card": "witch", "skipped": [{"seat": 1, "hand": ["gnome", "dragon"]}]},
        "Red does not use the ability of the Witch; Blue skips the last turn, holding only Gnome, Dragon",
    ),
]
KINGEMS: list[Told] = [
    ({"what": "laid", "laid": {"cell": "c3", "kind": "turn", "rotation": 90}}, "a curve on c3, rotated by 90°"),
    ({"what": "dealt", "seat": 1, "card": 5}, "Blue gets task card 5"),
    ({"what": "shown", "shown": {"cell": "c3", "crystals": ["pink", "blue"]}}, "under c3: pink and blue"),
    (
        {"what": "rotated", "rotated": {"cell": "d4", "degrees": 270, "second": True, "carried": "d4 ne"}},
        "Red rotates d4 by 270° as a second tile with the gnome, who stands on d4 ne now",
    ),
    (
        {"what": "discarded", "gem": {"name": "orange", "place": 2, "gain": -1, "full": False}},
        "Red discards an orange crystal to rotate a second tile; it has left place 2; −1 covered place",
    ),
    (
        {"what": "took", "gem": {"name": "transparent", "gain": 0, "full": False}},
        "Red takes a transparent crystal; it lies beside the task card",
    ),
    (
        {"what": "took", "seat": 0, "gem": {"name": "pink", "place": 6, "gain": 1, "full": True}, "over": "won"},
        "Red takes a pink crystal; it fills place 6; +1 covered place; the collection is complete;"
        " the game is over, Red wins",
    ),
    (
        {
            "what": "went",
            "walk": {"start": "a1", "goal": "d5", "way": ["a1", "d5"]},
            "shown": {"cell": "d5", "crystals": []},
            "passed": {"why": "empty", "quiet": 40},
            "over": "stall",
        },
        "Red goes to d5; under d5: nothing; the game is over, 40 turns in a row without a crystal",
    ),
]
COLOR_KINGDOMS: list[Told] = [
    ({"what": "first", "seat": 1}, "Blue gets the first-player token"),
    (
        {"what": "thrown", "die": {"die": "white", "drops": 4, "kingdoms": ["red", "brown"]}},
        "thrown: the white die, 4 drops, in Redhill and Brownsoil",
    ),
    (
        {"what": "took", "taken": {"die": "white", "colour": "red", "kingdom": "red", "drops": 1}},
        "Red takes the white die as red: 1 drop for Redhill",
    ),
    (
        {"what": "painted", "painted": PAINTED | {"exception": True, "capital": "missed"}, "gain": 2},
        "Red paints Redhill 5 blue with a drop from a tower; an exception is spent; no points for the capital;"
        " +2 points",
    ),
    (
        {
            "what": "painted",
            "painted": PAINTED
            | {"monster": "hydra", "tamed": False, "drops": {"green": 1}, "choices": 2, "completes": ["red", "hydra"]},
        },
        "Red paints Redhill 5 blue with a drop from a tower; the hydra is defeated; from a tower: 1 green drop;"
        " from a tower: 2 drops of a colour to be chosen; complete: Redhill; complete: the hydras",
    ),
    ({"what": "cast", "cast": {"spell": "split", "kingdom": "green"}}, "Red casts Split: Greenwood"),
    ({"what": "cast", "cast": {"spell": "mix", "colour": "brown"}}, "Red casts Mix: a brown drop"),
    ({"what": "chose", "chosen": {"tower": 2, "colour": "green"}}, "Red chooses a green drop from a tower"),
    ({"what": "crossed", "crossed": {"row": "end", "points": 6}}, "Red crosses out 6 of three kingdoms"),
    (
        {
            "what": "done",
            "ended": ROUND
            | {"blots": [0], "achievements": [{"row": "red", "place": 1, "points": 4, "seats": [1]}]}
            | {"one_more": "kingdoms"},
            "begun": {"round": 4, "first": 1, "throw": True},
        },
        "Red finishes the turn; round 3 is over; a blot: Red; for speed, Redhill: Blue +4 points; somebody has three"
        " complete kingdoms: the next round is the last; round 4 begins with Blue, the dice are thrown",
    ),
    (
        {"what": "done", "ended": ROUND | {"over": "blots"}},
        "Red finishes the turn; round 3 is over; all blots are marked: the game is over",
    ),
]
TOLD = {
    "kingdomino": KINGDOMINO,
    "genius": GENIUS,
    "scuffle": SCUFFLE,
    "kingems": KINGEMS,
    "color_kingdoms": COLOR_KINGDOMS,
}
CHANCE = {"laid", "king", "filled", "drawn", "set_aside", "dealt", "shown", "first", "thrown"}


@pytest.mark.parametrize(
    ("name", "fact", "words"), [(name, fact, words) for name, told in TOLD.items() for fact, words in told]
)
def test_a_fact_is_told_as_a_person_would(name: str, fact: dict[str, Any], words: str) -> None:
    line = {"fact": fact} if fact["what"] in CHANCE else {"seat": 0, "fact": fact}
    assert in_words(pentarchy.load(name), line) == words
