"""Positions that people write: they are read as they are meant, or refused with the field that is wrong."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pentarchy import PositionError
from tests.rules.kingems.tables import load, moves, tile, walk

# Seat 0 has come to the dead end b6 es, whose southern end faces the edge; c3 was turned in this turn.
POSITION: dict[str, Any] = {
    "game": "kingems",
    "options": {"players": 2, "mode": "basic", "memory": False, "first": None},
    "first": 0,
    "acting": 0,
    "phase": "take",
    "tiles": [
        "T0 T1 T2 T3 T0 T1",
        "T2 T3 T0 T1 T2 T3",
        "S0 S1 X0 X0 S0 S1",
        "S0 S1 X0 X0 X0 X0",
        "X0 X0 X0 X0 D0 D1",
        "D0 D1 D0 D1 D0 D1",
    ],
    "shown": {"b6": "pink+transparent", "c3": "green", "a1": "blue", "b2": "green+transparent", "d4": "orange"},
    "taken": {"b2": "green", "a1": "blue", "d4": "orange"},
    "players": [
        {"card": 1, "pawn": "b6 es", "crystals": ["blue", "green"]},
        {"card": 4, "pawn": "d4", "crystals": []},
    ],
    "turned": ["c3"],
    "quiet": 0,
}
ADVANCED: dict[str, Any] = POSITION | {
    "options": {"players": 2, "mode": "advanced"},
    "phase": "turn",
    "turned": [],
    "taken": {"b2": "green+transparent", "a1": "blue"},
    "players": [
        {"card": 1, "pawn": "b6 es", "crystals": ["blue", "transparent"]},
        {"card": 6, "pawn": "d4", "crystals": ["green"]},
    ],
}
FULL = ["violet", "yellow", "orange", "light blue", "green", "pink"]


def changed(position: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The position with one field replaced; the path is like "players.0.card"."""
    result = copy.deepcopy(position)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = result
    for part in way:
        place = place[part]
    place[last] = value
    return result


def read(position: dict[str, Any]) -> Any:
    return load(**position["options"]).from_position(position, seed=1)


# --- What is read -----------------------------------------------------------------------------------------------------


@pytest.mark.interpreted
def test_a_position_is_read_as_it_is_written() -> None:
    match = read(POSITION)
    assert match.to_act == (0,)
    assert moves(match) == {"take pink", "take transparent"}
    assert tile(match, "b6")["shown"] == ["pink", "transparent"]
    assert match.view()["discarded"] == ["orange"]
    assert match.position() == POSITION


def test_an_advanced_position_is_read_as_it_is_written() -> None:
    match = read(ADVANCED)
    assert match.view()["players"][0]["places"] == ["blue", "transparent", None, None, None, None]
    assert match.position()["players"] == ADVANCED["players"]


def test_what_has_a_default_may_be_left_out() -> None:
    short = {key: POSITION[key] for key in ("game", "first", "tiles")} | {
        "phase": "turn",
        "acting": 0,
        "players": [{"card": 3}, {"card": 5}],
    }
    match = load(2).from_position(short, seed=1)
    assert match.to_act == (0,)
    assert match.view()["players"][0]["pawn"] == "platform"


@pytest.mark.parametrize("memory", [False, True])
def test_every_position_of_a_basic_match_reads_back(memory: bool) -> None:
    game = load(3, memory=memory)
    phases = set()
    for match in walk(game.start(2), seed=2, discards=0.3):
        again = game.from_position(match.position(), seed=1)
        assert again.state() == match.state()
        phases.add(match.view()["phase"])
    assert phases == {"turn", "pay", "second", "go", "take", "over"}


def test_play_goes_on_from_a_position() -> None:
    match = read(POSITION)
    match.play("take pink")
    assert match.position()["players"][0]["crystals"] == ["blue", "green", "pink"]


def test_a_finished_match_reads_back_with_its_winner() -> None:
    """Everything of card 1 has been taken; the winner is found by the covered places."""
    cells = {"a1": "violet", "b1": "yellow", "c1": "orange", "d1": "light blue", "e1": "green", "f6": "pink"}
    position = POSITION | {
        "phase": "over",
        "acting": None,
        "turned": [],
        "shown": cells,
        "taken": cells,
        "players": [{"card": 1, "pawn": "f6 wn", "crystals": FULL}, {"card": 4, "pawn": "a1"}],
    }
    match = read(position)
    assert match.over
    assert match.result.winners == (0,)


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("tiles", ["T0 T1 T2 T3 T0 T1"], "tiles: there are 1 rows, not 6"),
        ("tiles.0", "T0 T1 T2 T3 T0", "tiles[0]: 'T0 T1 T2 T3 T0' has 5 tiles, not 6"),
        ("tiles.0", "T0 T1 T2 T3 T0 Q1", "tiles[0]: 'Q1' is no tile"),
        ("tiles.0", "T0 T1 T2 T3 T0 T4", "tiles[0]: 'T4' is no tile"),
        ("tiles.0", "T0 T1 T2 T3 T0 X0", "tiles: 11 of them are of the kind turn, not 12"),
        ("shown.g1", "pink", "shown['g1']: there is no cell 'g1'"),
        ("shown.e5", "red", "shown['e5']: 'red' is not a colour"),
        ("shown.e5", "transparent+pink", "shown['e5']: 'transparent+pink' is not a colour"),
        ("shown.e5", "pink+transparent+transparent", "shown['e5']"),
        ("taken.e5", "pink", "taken['e5']: nothing is taken from a cell that was not shown"),
        ("taken.c3", "pink", "taken['c3']: there was no pink, the cell held green"),
        ("players", [{"card": 1}], "players: there are 1, but 2 seats"),
        ("players.0.card", 0, "players[0].card: 0 is not between 1 and 7"),
        ("players.1.card", 1, "players[1].card: somebody else has card 1"),
        ("players.0.pawn", "b6", "players[0].pawn: there is no spot 'b6'; it is b6 es or b6 wn"),
        ("players.0.pawn", "b6 ne", "players[0].pawn: there is no spot 'b6 ne'; it is b6 es or b6 wn"),
        ("players.0.pawn", "c3 ne", "players[0].pawn: there is no spot 'c3 ne'; it is c3"),
        ("players.0.pawn", "moon", "players[0].pawn: there is no spot 'moon'; it is 'platform' or a cell"),
        ("players.1.pawn", "e5 ne", "players[1].pawn: a pawn has stopped at e5, but it is not among the shown cells"),
        ("players.0.pawn", "platform", "players[0].pawn: who owns crystals has left the platform"),
        ("players.0.crystals", ["green", "red"], "players[0].crystals: there is no crystal 'red'"),
        ("players.0.crystals", ["green", "green"], "players[0].crystals: green is there 2 times"),
        ("players.0.crystals", ["violet"], "taken: violet was taken 0 times, but 1 are owned"),
        ("players.0.crystals", ["blue", "green", "transparent"], "taken: transparent was taken 0 times"),
        ("first", 2, "first: 2 is no seat"),
        ("acting", None, "acting: it is the seat whose turn it is, not None"),
        ("acting", 2, "acting: it is the seat whose turn it is, not 2"),
        ("turned", ["e5"], "turned[0]: turning e5 has shown it, but it is not among the shown cells"),
        ("turned", ["z9"], "turned[0]: there is no cell 'z9'"),
        ("turned", ["d4"], "turned[0]: d4 carries the pawn of seat 1"),
        ("turned", ["c3", "c3"], "turned: ['c3', 'c3'] names a tile twice"),
        ("turned", ["c3", "a1", "b2"], "turned: in the phase 'take' of the basic mode there are 0 to 2 tiles, not 3"),
        ("quiet", -1, "quiet: -1 is not between 0 and 119"),
        ("quiet", 120, "quiet: 120 is not between 0 and 119"),
        ("phase", "turn", "turned: in the phase 'turn' of the basic mode there are 0 to 0 tiles, not 1"),
        ("phase", "over", "turned: in the phase 'over'"),
        ("taken.b6", "pink+transparent", "phase: there is nothing that seat 0 may take"),
        ("phase", "sleep", "Invalid enum value 'sleep'"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(path: str, value: Any, problem: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read(changed(POSITION, path, value))
    assert problem in str(refusal.value)


@pytest.mark.rule("KG-6")
@pytest.mark.parametrize(
    ("shown", "problem"),
    [
        (["pink"] * 6, "shown: 6 cells held pink; there are 5"),
        (["transparent"] * 2, "shown: 2 cells held just a transparent; there is one such cell"),
        ([f"{c}+transparent" for c in ("blue", "violet") for _ in range(5)], "shown: 10 cells held two crystals"),
        (
            [c for c in ("blue", "violet", "yellow", "orange", "green") for _ in range(5)] + ["pink"] * 2,
            "shown: 27 cells held a colour alone; 9 of the 35",
        ),
    ],
)
def test_more_crystals_than_there_are_are_refused(shown: list[str], problem: str) -> None:
    cells = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]
    position = POSITION | {
        "phase": "turn",
        "turned": [],
        "taken": {},
        "shown": dict(zip(cells, shown, strict=False)),
        "players": [{"card": 1}, {"card": 2}],
    }
    with pytest.raises(PositionError) as refusal:
        read(position)
    assert problem in str(refusal.value)


@pytest.mark.rule("KG-23")
def test_a_covered_card_means_that_the_game_is_over() -> None:
    cells = {"a1": "violet", "b1": "yellow", "c1": "orange", "d1": "light blue", "e1": "green", "f6": "pink"}
    position = POSITION | {
        "phase": "turn",
        "turned": [],
        "shown": cells,
        "taken": cells,
        "players": [{"card": 1, "pawn": "f6 wn", "crystals": FULL}, {"card": 4}],
    }
    with pytest.raises(PositionError, match=r"players\[0\].crystals: they cover the card: the game is over"):
        read(position)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("players.0.crystals", ["blue", "yellow"], "place 2 asks for violet or a transparent, not yellow"),
        ("players.0.crystals", ["blue"] * 7, "players[0].crystals: there are 7 for 6 places"),
        ("players.1.crystals", [], "taken: green was taken 1 times, and 0 are owned"),
        ("phase", "pay", "turned: in the phase 'pay'"),
    ],
)
@pytest.mark.rule("KG-24", "KG-26")
def test_advanced_positions_keep_to_the_order_and_lose_nothing(path: str, value: Any, problem: str) -> None:
    with pytest.raises(PositionError) as refusal:
        read(changed(ADVANCED, path, value))
    assert problem in str(refusal.value)


def test_nobody_pays_in_an_advanced_position() -> None:
    position = ADVANCED | {"phase": "pay", "turned": ["c3"]}
    with pytest.raises(PositionError, match="phase: nobody pays in the advanced mode"):
        read(position)
    with pytest.raises(PositionError, match="in the basic mode"):
        read(ADVANCED | {"phase": "second", "turned": ["c3"]})


@pytest.mark.rule("KG-12")
def test_a_second_tile_is_turned_only_for_a_discarded_crystal() -> None:
    position = POSITION | {"turned": ["c3", "b2"], "taken": {"b2": "green", "a1": "blue"}}
    with pytest.raises(PositionError, match="taken: a second tile is turned only for a discarded crystal"):
        read(position)
    with pytest.raises(PositionError, match="quiet: a crystal was discarded in this turn"):
        read(POSITION | {"turned": ["c3", "b2"], "quiet": 3})


def test_who_pays_has_something_to_pay_with() -> None:
    with pytest.raises(PositionError, match="phase: seat 1 has no crystal to pay with"):
        read(POSITION | {"phase": "pay", "acting": 1})


@pytest.mark.rule("KG-18")
def test_who_is_to_go_can_move() -> None:
    """Both ends of the curve at f6 face the board's edge."""
    with pytest.raises(PositionError, match="phase: the pawn of seat 0 cannot move"):
        read(changed(changed(POSITION, "shown.f6", "pink"), "players.0.pawn", "f6 es") | {"phase": "go"})


@pytest.mark.rule("KG-29")
def test_a_game_that_is_over_has_a_reason_to_be() -> None:
    over = POSITION | {"phase": "over", "turned": [], "acting": None}
    with pytest.raises(PositionError, match="quiet: the game is over and nobody has won, so it is 120, not 0"):
        read(over)
    assert read(over | {"quiet": 120}).over
    with pytest.raises(PositionError, match="acting: nobody acts any more"):
        read(over | {"quiet": 120, "acting": 1})


def test_the_first_player_must_be_the_one_that_was_chosen() -> None:
    position = POSITION | {"options": {"players": 2, "first": 1}}
    with pytest.raises(PositionError, match="first: the game's option says 1, the position 0"):
        load(2, first=1).from_position(position)


# --- What no course of the game leads to ------------------------------------------------------------------------------


@pytest.mark.rule("KG-14", "KG-19")
@pytest.mark.parametrize(
    ("pawn", "why"),
    [("b6 wn", "both its ends are joined"), ("c4", "all four are"), ("f6 es", "nothing leads there, from nowhere")],
)
def test_who_takes_has_come_to_a_dead_end(pawn: str, why: str) -> None:
    position = changed(changed(POSITION, "shown", POSITION["shown"] | {pawn[:2]: "violet"}), "players.0.pawn", pawn)
    with pytest.raises(PositionError) as refusal:
        read(position)
    assert str(refusal.value) == f"players[0].pawn: it has just stopped at {pawn}, no dead end", why


FRESH: dict[str, Any] = POSITION | {
    "phase": "turn",
    "acting": 0,
    "turned": [],
    "shown": {},
    "taken": {},
    "players": [{"card": 1}, {"card": 4}],
}


@pytest.mark.rule("KG-8", "KG-9")
@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"quiet": 50}, "players[0].pawn: after 50 turns or more seat 0 has had one and has left the platform"),
        ({"quiet": 1}, "players[0].pawn: after 2 turns or more seat 0"),
        ({"acting": 1}, "players[0].pawn: after 1 turns or more seat 0"),
        (
            {"shown": {"a1": "blue"}, "taken": {"a1": "blue"}},
            "players[0].pawn: after 2 turns or more seat 0 has had one and has left the platform",
        ),
        (
            {"shown": {"f6": "blue"}, "players": [{"card": 1}, {"card": 4, "pawn": "f6 wn"}]},
            "players[0].pawn: after 2 turns or more seat 0",
        ),
        (
            {"shown": {"f6": "blue"}, "players": [{"card": 1, "pawn": "f6 wn"}, {"card": 4}]},
            "players[1].pawn: after 2 turns or more seat 1",
        ),
        ({"shown": {"f6": "blue"}}, "shown: 1 cells after 0 turns; it cannot be more than 0"),
        (
            {
                "acting": 1,
                "shown": {"f6": "blue", "a1": "pink", "b1": "pink"},
                "players": [{"card": 1, "pawn": "f6 wn"}, {"card": 4}],
            },
            "shown: 3 cells after 1 turns; it cannot be more than 2",
        ),
        (
            {"phase": "over", "acting": None, "quiet": 120},
            "players[0].pawn: after 2 turns or more seat 0 has had one",
        ),
    ],
)
def test_whoever_has_had_a_turn_has_left_the_platform(changes: dict[str, Any], problem: str) -> None:
    assert read(FRESH).to_act == (0,)
    with pytest.raises(PositionError) as refusal:
        read(FRESH | changes)
    assert str(refusal.value).startswith(problem)


def test_a_first_round_reads_back() -> None:
    """Three have moved, the fourth stands at home."""
    game = load(4)
    match = game.start(3)
    while match.position()["players"][(match.position()["first"] + 3) % 4]["pawn"] == "platform":
        assert game.from_position(match.position()).state() == match.state()
        match.play(match.legal()[0])
