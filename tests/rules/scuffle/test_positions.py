"""Positions: written down, read back, and refused when they cannot occur (FS-28)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from pentarchy import PositionError
from tests.rules.scuffle.tables import load, moves, play, stack, walk

# Red has played King and Witch and may swap; Blue has played a Gnome under the King.
POSITION: dict[str, Any] = {
    "game": "scuffle",
    "options": {"players": 2},
    "first": 0,
    "turns": [2, 1],
    "locations": [
        {"kind": "castle", "stack": ["blue gnome", "red king"]},
        {"kind": "farm", "stack": []},
        {"kind": "forest", "stack": ["red witch"]},
        {"kind": "farm"},
        {"kind": "tower"},
        {"kind": "farm"},
    ],
    "players": [
        {"hand": ["queen", "princess", "gnome", "dragon", "fairy"], "aside": ["knight", "peasant", "wizard"]},
        {"hand": ["king", "queen", "knight", "dragon", "witch", "wizard"], "aside": ["princess", "peasant", "fairy"]},
    ],
    "pending": {"seat": 0, "card": "witch", "location": 3},
}
# The Fairy was played instead, on the King, and has put nobody in order yet.
FAIRY: dict[str, Any] = POSITION | {
    "locations": [
        {"kind": "castle", "stack": ["blue gnome", "red king", "red fairy"]},
        {"kind": "farm"},
        {"kind": "forest"},
        {"kind": "farm"},
        {"kind": "tower"},
        {"kind": "farm"},
    ],
    "players": [
        {"hand": ["queen", "princess", "gnome", "dragon", "witch"], "aside": ["knight", "peasant", "wizard"]},
        POSITION["players"][1],
    ],
    "pending": {"seat": 0, "card": "fairy", "location": 1},
}
# Five turns each; Blue begins and could play nothing in the last turn.
LAST_TURN: dict[str, Any] = {
    "game": "scuffle",
    "first": 1,
    "turns": [5, 5],
    "locations": [
        {"kind": "castle", "stack": ["blue king", "red queen", "red witch"]},
        {"kind": "farm", "stack": ["blue queen", "red king", "red princess"]},
        {"kind": "forest", "stack": ["blue knight", "red fairy"]},
        {"kind": "farm", "stack": ["blue peasant"]},
        {"kind": "tower", "stack": ["blue fairy"]},
        {"kind": "farm"},
    ],
    "players": [
        {"hand": ["knight", "gnome"], "aside": ["peasant", "dragon", "wizard"]},
        {"hand": ["gnome", "dragon"], "aside": ["princess", "witch", "wizard"]},
    ],
}


def changed(position: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a position with the value at a path such as "players.0.hand" changed."""
    twin = copy.deepcopy(position)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = twin
    for step in steps:
        place = place[step]
    place[last] = value
    return twin


@pytest.mark.rule("FS-28")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_reads_back_to_the_same_bytes(players: int) -> None:
    pending = set()
    for seed in range(60):
        game = load(players)
        for match in walk(game.start(seed), seed):
            position = json.loads(json.dumps(match.position()))
            assert game.load(position).tobytes() == match.state()
            if position["pending"]:
                pending.add((position["pending"]["card"], position["pending"].get("ordered", 0)))
    assert pending >= {("witch", 0), ("wizard", 0), ("fairy", 0), ("fairy", 1)}


@pytest.mark.rule("FS-28")
def test_a_pending_ability_is_part_of_a_position() -> None:
    match = load(2).from_position(POSITION)
    assert match.to_act == (0,)
    assert moves(match) == {"swap 1 3", "skip"}
    assert stack(play(match, "swap 1 3"), 1) == ["b.gnome", "r.witch"]


@pytest.mark.rule("FS-28")
def test_a_reordering_in_progress_is_part_of_a_position() -> None:
    match = load(2).from_position(FAIRY)
    assert moves(match) == {"next king", "next fairy"}
    assert match.position()["pending"] == {"seat": 0, "card": "fairy", "location": 1, "ordered": 0}


@pytest.mark.rule("FS-28", "FS-10")
def test_a_position_before_a_forced_skip_skips_by_itself() -> None:
    match = load(2).from_position(LAST_TURN)
    assert match.to_act == (0,)
    assert match.view()["players"][1]["skipped"]
    assert match.position()["turns"] == [5, 6]


@pytest.mark.rule("FS-28", "FS-10")
def test_a_skipped_turn_may_be_written_down() -> None:
    match = load(2).from_position(LAST_TURN | {"turns": [5, 6]})
    assert match.to_act == (0,)
    assert moves(match) == {f"play knight {location}" for location in (1, 2, 4, 5, 6)}


STACKS = "locations.0.stack"
BAD: list[tuple[str, dict[str, Any], str]] = [
    # what lies on the table
    (
        "two of a name",
        changed(POSITION, STACKS, ["blue gnome", "red king", "blue king"]),
        "locations[0].stack[2]: a sec",
    ),
    (
        "gnome on top",
        changed(POSITION, STACKS, ["red king", "blue gnome"]),
        "locations[0].stack[1]: a gnome lies at the",
    ),
    ("no such colour", changed(POSITION, STACKS, ["green gnome"]), "locations[0].stack[0]: 'green gnome' is no card"),
    ("no such card", changed(POSITION, STACKS, ["red cook"]), "locations[0].stack[0]: 'red cook' is no card"),
    ("no colour", changed(POSITION, STACKS, ["king"]), "locations[0].stack[0]: 'king' is no card"),
    ("too few places", changed(POSITION, "locations", POSITION["locations"][:5]), "locations: there are 6 for 2"),
    (
        "wrong kinds",
        changed(POSITION, "locations.4.kind", "farm"),
        "locations: with 2 players 1 of them are of the kind t",
    ),
    ("unknown kind", changed(POSITION, "locations.4.kind", "swamp"), "locations[4].kind"),
    # whose cards are where
    ("card twice", changed(POSITION, "players.1.hand.0", "gnome"), "players[1]: on the table, in the hand"),
    ("card missing", changed(POSITION, "players.1.hand", ["king"]), "players[1]: on the table, in the hand"),
    ("twice on the table", changed(POSITION, "locations.1.stack", ["red king"]), "players[0]: on the table, in the h"),
    (
        "two aside",
        changed(POSITION, "players.0.aside", ["knight", "peasant"]),
        "players[0].aside: 3 cards are set aside",
    ),
    (
        "four aside",
        changed(POSITION, "players.0.aside", ["knight", "peasant", "wizard", "queen"]),
        "players[0].aside: 3",
    ),
    ("unknown in hand", changed(POSITION, "players.0.hand.0", "cook"), "players[0].hand: there is no character 'cook'"),
    ("unknown aside", changed(POSITION, "players.0.aside.0", "cook"), "players[0].aside: there is no character 'cook'"),
    ("a player missing", changed(POSITION, "players", POSITION["players"][:1]), "players: there are 1, but 2 seats"),
    # turns
    ("no seat begins", changed(POSITION, "first", 2), "first: 2 is no seat"),
    ("turns out of order", changed(POSITION, "turns", [1, 2]), "turns: [1, 2] cannot be"),
    ("a turn ahead", changed(POSITION, "turns", [3, 1]), "turns: [3, 1] cannot be"),
    ("turns missing", changed(POSITION, "turns", [2]), "turns: [2] is not one number a player"),
    ("negative turns", changed(POSITION, "turns", [-1, -1]), "turns"),
    ("seven turns", changed(LAST_TURN, "turns", [7, 7]), "turns: [7, 7] cannot be"),
    ("more turns than cards", changed(POSITION, "turns", [2, 2]), "turns[1]: 2 turns, but 1 blue cards"),
    ("fewer turns than cards", changed(LAST_TURN, "turns", [4, 5]), "turns[0]: 4 turns, but 5 red cards"),
    ("skipped with another hand", changed(LAST_TURN, "turns", [6, 6]), "turns[0]: 6 turns, but 5 red cards"),
    # the pending ability
    ("not the last to play", changed(POSITION, "pending.seat", 1), "pending.seat: the last turn was that of seat 0"),
    ("not there", changed(POSITION, "pending.location", 2), "pending.card: the red witch is not on location 2"),
    ("no such place", changed(POSITION, "pending.location", 7), "pending.location: 7 is not between 1 and 6"),
    ("no ability", changed(POSITION, "pending.card", "king"), "pending.card"),
    ("a witch orders", changed(POSITION, "pending.ordered", 1), "pending.ordered: a witch puts nothing in order"),
    (
        "a witch outside a forest",
        changed(changed(POSITION, "locations.2.kind", "farm"), "locations.1.kind", "forest"),
        "pending.card: a witch can do nothing there",
    ),
    ("all in order", changed(FAIRY, "pending.ordered", 1), "pending.ordered: 1 is not between 0 and 0"),
    ("less than nothing in order", changed(FAIRY, "pending.ordered", -1), "pending.ordered: -1 is not between"),
    (
        "the fairy lies below",
        changed(FAIRY, STACKS, ["blue gnome", "red fairy", "red king"]),
        "pending.ordered: a fairy that is not yet put in order lies on top",
    ),
    # the shape
    ("another game", changed(POSITION, "game", "chess"), "game: this is 'scuffle'"),
    ("other options", changed(POSITION, "options", {"players": 3}), "options: this game has"),
    ("unknown field", POSITION | {"winner": 0}, "winner"),
    ("a text for a number", changed(POSITION, "first", "0"), "first"),
    ("nothing", {"game": "scuffle"}, "missing required field"),
]


@pytest.mark.rule("FS-28")
@pytest.mark.parametrize(("position", "message"), [pytest.param(*case[1:], id=case[0]) for case in BAD])
def test_a_position_that_cannot_occur_is_refused_by_its_field(position: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refusal:
        load(2).from_position(position)
    assert message in str(refusal.value)


@pytest.mark.rule("FS-28")
def test_a_fairy_alone_has_nothing_pending() -> None:
    alone = changed(FAIRY, STACKS, ["blue gnome", "red fairy"])
    alone["locations"][1] = {"kind": "farm", "stack": ["red king"]}
    with pytest.raises(PositionError, match=r"pending.card: there is nobody with her"):
        load(2).from_position(alone)


@pytest.mark.rule("FS-28")
def test_a_witch_who_is_covered_has_nothing_pending() -> None:
    covered = changed(POSITION, "locations.2.stack", ["red witch", "red king"])
    covered["locations"][0]["stack"] = ["blue gnome"]
    with pytest.raises(PositionError, match=r"pending.card: the witch just played lies on top"):
        load(2).from_position(covered)


@pytest.mark.rule("FS-28")
def test_a_witch_with_nobody_to_swap_has_nothing_pending() -> None:
    alone = changed(changed(POSITION, STACKS, ["blue gnome"]), "locations.2.stack", ["red king", "red witch"])
    with pytest.raises(PositionError, match=r"pending.card: a witch can do nothing there"):
        load(2).from_position(alone)


@pytest.mark.rule("FS-28")
def test_who_skipped_has_nothing_pending() -> None:
    position = LAST_TURN | {"turns": [5, 6], "pending": {"seat": 1, "card": "fairy", "location": 5}}
    with pytest.raises(PositionError, match=r"pending.seat: seat 1 skipped its last turn"):
        load(2).from_position(position)


@pytest.mark.rule("FS-28", "FS-3")
def test_the_first_player_must_be_the_one_that_was_chosen() -> None:
    position = POSITION | {"options": {"players": 2, "first": 1}}
    with pytest.raises(PositionError, match="first: the game's option says 1, the position 0"):
        load(2, first=1).from_position(position)
