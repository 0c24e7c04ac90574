"""What events did, as everybody who hears of them is told."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.engine.compiling import INTERPRETED
from pentarchy.games.kingems.components import CENTRE, Board
from tests.rules.kingems.tables import KINDS, fact, load, play, table, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

CORRIDOR = """
    ─╮....
    .╰─...
    ......
    ......
    ......
    ......
"""
LOOP = """
    ─┼╮...
    .╰╯...
    ......
    ......
    ......
    ......
"""
# The pawn at a1 has no way out: both ends at the edge, and the neighbours carry pawns and open to other sides.
HOPELESS = """
    ╯│....
    ─.....
    ......
    ......
    ......
    ......
"""


def facts(match: Match) -> list[dict[str, Any]]:
    return [fact(match, number) for number in range(match.length)]


# --- Setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-8")
def test_who_begins_is_told() -> None:
    match = load(3).start(1)
    assert fact(match, 0) == {"what": "begins", "seat": match.view()["first"]}


@pytest.mark.rule("KG-7")
def test_every_tile_that_is_laid_is_told() -> None:
    match = load(2, first=0).start(1)
    laid = [told["laid"] for told in facts(match) if told["what"] == "laid"]
    assert laid == [{key: tile[key] for key in ("cell", "kind", "rotation")} for tile in match.view()["tiles"]]


@pytest.mark.rule("KG-8")
def test_every_card_that_is_dealt_is_told() -> None:
    match = load(4, first=0).start(1)
    dealt = [told for told in facts(match) if told["what"] == "dealt"]
    assert dealt == [
        {"what": "dealt", "seat": player["seat"], "card": player["card"]} for player in match.view()["players"]
    ]


# --- Rotating ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-10")
def test_a_rotation_is_told_with_its_tile_and_degrees() -> None:
    match = play(table(), "turn c3 270", "< c3 pink")
    assert fact(match, 0) == {
        "what": "rotated",
        "seat": 0,
        "rotated": {"cell": "c3", "degrees": 270, "second": False},
    }


@pytest.mark.rule("KG-10")
def test_a_pawn_that_is_carried_round_is_told() -> None:
    picture = """
        ┼┼┼┼┼┼
        ┼╲┼┼┼┼
        ┼┼┼┼┼┼
        ┼┼┼┼┼┼
        ┼┼┼┼┼┼
        ┼┼┼┼┼┼
    """
    match = table(picture, pawns=("b2 ne", "platform"), shown={"b2": "pink"})
    match.play("turn b2 90")
    assert fact(match)["rotated"]["carried"] == "b2 es" == match.view()["players"][0]["pawn"]


def test_rotating_nothing_is_told() -> None:
    assert fact(play(table(), "keep")) == {"what": "keep", "seat": 0}


@pytest.mark.rule("KG-11")
def test_what_comes_to_light_is_told_by_chance() -> None:
    match = play(table(), "turn c3 90", "< c3 pink+transparent")
    assert fact(match) == {
        "what": "shown",
        "seat": 0,
        "shown": {"cell": "c3", "crystals": ["pink", "transparent"]},
    }


@pytest.mark.rule("KG-12")
def test_a_discarded_crystal_is_told_with_the_place_it_has_left() -> None:
    match = table(crystals=["yellow"], pawns=("f6", "platform"), shown={"f6": "pink", "c3": "blue"})
    play(match, "turn c3 90", "discard yellow")
    assert fact(match) == {
        "what": "discarded",
        "seat": 0,
        "gem": {"name": "yellow", "place": 2, "gain": -1, "full": False},
    }


@pytest.mark.rule("KG-12", "KG-22")
def test_a_discarded_transparent_has_no_place_but_may_have_been_half_of_a_pair() -> None:
    match = table(crystals=["transparent, transparent"], pawns=("f6", "platform"), shown={"f6": "pink", "c3": "blue"})
    play(match, "turn c3 90", "discard transparent")
    assert fact(match)["gem"] == {"name": "transparent", "gain": -1, "full": False}


@pytest.mark.rule("KG-12")
def test_the_second_rotation_is_told_to_be_one() -> None:
    match = table(crystals=["yellow"], pawns=("f6", "platform"), shown={"f6": "pink", "c3": "blue", "d4": "blue"})
    play(match, "turn c3 90", "discard yellow", "turn d4 90")
    assert fact(match)["rotated"]["second"]


# --- Walking ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-14")
def test_a_walk_is_told_from_spot_to_spot() -> None:
    match = table(CORRIDOR, pawns=("a1", "platform"), shown={"a1": "pink", "c2": "pink"})
    play(match, "keep", "go c2")
    assert fact(match)["walk"] == {"start": "a1", "goal": "c2", "way": ["a1", "b1", "b2", "c2"]}


@pytest.mark.rule("KG-15")
def test_a_walk_from_the_platform_begins_on_a_central_tile() -> None:
    match = play(table(), "keep", "go f6", "< f6 pink")
    told = fact(match, 1)["walk"]
    assert (told["start"], told["goal"]) == ("platform", "f6")
    assert told["way"][0] in CENTRE
    assert len(told["way"]) == 5


@pytest.mark.rule("KG-16")
def test_a_walk_round_a_ring_is_told_all_the_way() -> None:
    match = table(LOOP, pawns=("a1", "platform"), shown={"a1": "pink"})
    play(match, "keep", "go a1")
    way = fact(match)["walk"]["way"]
    assert way == ["a1", "b1", "b2", "c2", "c1", "b1", "a1"]


@pytest.mark.rule("KG-27")
def test_a_return_is_told_and_wins() -> None:
    card = ["blue", "violet", "yellow", "orange", "light blue", "violet"]
    match = table(mode="advanced", crystals=[", ".join(card)], pawns=("f6", "platform"), shown={"f6": "pink"})
    play(match, "keep", "return")
    told = fact(match)
    assert (told["what"], told["seat"], told["over"]) == ("returned", 0, "won")
    assert (told["walk"]["start"], told["walk"]["goal"]) == ("f6", "platform")
    assert told["walk"]["way"][-1] in CENTRE
    assert "passed" not in told


# --- Taking -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-20")
def test_a_crystal_taken_is_told_with_its_place() -> None:
    match = play(table(shown={"f6": "orange"}), "keep", "go f6", "take orange")
    assert fact(match) == {
        "what": "took",
        "seat": 0,
        "gem": {"name": "orange", "place": 3, "gain": 1, "full": False},
    }


@pytest.mark.rule("KG-20")
def test_the_colour_that_the_card_leaves_out_has_no_place() -> None:
    match = play(table(shown={"f6": "blue"}), "keep", "go f6", "take blue")
    assert fact(match)["gem"] == {"name": "blue", "gain": 0, "full": False}


@pytest.mark.rule("KG-22")
@pytest.mark.parametrize(("owned", "gain"), [("", 0), ("transparent", 1)])
def test_every_second_transparent_covers_a_place(owned: str, gain: int) -> None:
    match = table(shown={"f6": "transparent", "a1": "pink"}, pawns=("a1", "platform"), crystals=[owned])
    assert fact(play(match, "keep", "go f6", "take transparent"))["gem"]["gain"] == gain


@pytest.mark.rule("KG-23")
def test_the_sixth_crystal_wins() -> None:
    match = table(
        shown={"f6": "pink", "a1": "pink"},
        pawns=("a1", "platform"),
        crystals=["violet, yellow, orange, light blue, green"],
    )
    told = fact(play(match, "keep", "go f6", "take pink"))
    assert (told["gem"]["full"], told["over"]) == (True, "won")


@pytest.mark.rule("KG-24", "KG-25")
@pytest.mark.parametrize("crystal", ["violet", "transparent"])
def test_in_the_advanced_mode_the_next_place_is_filled(crystal: str) -> None:
    match = table(
        shown={"f6": "violet+transparent", "a1": "pink"}, pawns=("a1", "platform"), crystals=["blue"], mode="advanced"
    )
    told = fact(play(match, "keep", "go f6", f"take {crystal}"))
    assert told["gem"] == {"name": crystal, "place": 2, "gain": 1, "full": False}


@pytest.mark.rule("KG-27")
def test_a_full_card_of_the_advanced_mode_has_not_won_yet() -> None:
    match = table(
        shown={"f6": "violet", "a1": "pink"},
        pawns=("a1", "platform"),
        crystals=["blue, violet, yellow, orange, light blue"],
        mode="advanced",
    )
    told = fact(play(match, "keep", "go f6", "take violet"))
    assert told["gem"]["full"]
    assert "over" not in told


# --- Turns that end with nothing --------------------------------------------------------------------------------------


@pytest.mark.rule("KG-20", "KG-28")
def test_with_memory_it_is_told_that_nothing_fits() -> None:
    match = table(shown={"a1": "pink", "f6": "blue"}, pawns=("a1", "platform"), crystals=["blue"], memory=True)
    told = fact(play(match, "keep", "go f6"))
    assert told["passed"] == {"why": "unfit", "quiet": 1}
    assert told["shown"] == {"cell": "f6", "crystals": ["blue"]}


@pytest.mark.rule("KG-28")
def test_with_memory_it_is_told_that_nothing_lies_there() -> None:
    match = table(shown={"f6": "pink"}, memory=True)
    play(match, "keep", "go f6", "take pink", "keep", "go f6")
    assert fact(match)["passed"]["why"] == "empty"
    assert fact(match)["shown"] == {"cell": "f6", "crystals": []}


@pytest.mark.rule("KG-28")
@pytest.mark.parametrize("content", ["blue", "pink"])
def test_without_memory_a_move_does_not_tell_what_lies_there(content: str) -> None:
    match = table(shown={"a1": "pink", "f6": content}, pawns=("a1", "platform"), crystals=["blue, pink"])
    told = fact(play(match, "keep", "go f6"))
    assert told["passed"] == {"why": "nothing", "quiet": 1}
    assert "shown" not in told


@pytest.mark.rule("KG-19")
def test_what_is_first_shown_and_does_not_fit_ends_the_turn() -> None:
    match = table(shown={"a1": "pink"}, pawns=("a1", "platform"), crystals=["blue"], memory=True)
    told = fact(play(match, "keep", "go f6", "< f6 blue"))
    assert (told["what"], told["seat"]) == ("shown", 0)
    assert told["passed"] == {"why": "unfit", "quiet": 1}


@pytest.mark.rule("KG-27")
def test_a_full_card_takes_nothing() -> None:
    match = table(
        shown={"f6": "violet", "a1": "pink"},
        pawns=("a1", "platform"),
        crystals=["blue, violet, yellow, orange, light blue, violet"],
        mode="advanced",
    )
    assert fact(play(match, "keep", "go f6"))["passed"]["why"] == "full"


@pytest.mark.rule("KG-18")
def test_a_pawn_that_cannot_move_is_told() -> None:
    shown = {"a1": "pink", "b1": "pink", "a2": "pink"}
    match = table(HOPELESS, pawns=("a1", "b1", "a2", "platform"), shown=shown)
    assert fact(play(match, "keep"))["passed"] == {"why": "stuck", "quiet": 1}


@pytest.mark.rule("KG-18")
def test_a_pawn_that_cannot_move_after_a_tile_was_shown_is_told_by_chance() -> None:
    shown = {"a1": "pink", "b1": "pink", "a2": "pink"}
    match = table(HOPELESS, pawns=("a1", "b1", "a2", "platform"), shown=shown)
    play(match, "turn c3 90", "< c3 blue")
    assert fact(match, 0).keys() == {"what", "seat", "rotated"}
    assert fact(match)["passed"]["why"] == "stuck"


@pytest.mark.rule("KG-29")
def test_the_last_of_too_many_quiet_turns_ends_the_game() -> None:
    match = table(
        shown={"a1": "pink", "f6": "blue"}, pawns=("a1", "platform"), crystals=["blue"], memory=True, quiet=119
    )
    told = fact(play(match, "keep", "go f6"))
    assert (told["passed"]["quiet"], told["over"]) == (120, "stall")


FEW = 20  # decisions, without compiling

# --- Whole games ------------------------------------------------------------------------------------------------------

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "memory": True},
    {"players": 3, "mode": "advanced"},
    {"players": 2, "mode": "advanced", "memory": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_gains_add_up_to_the_points_and_the_last_fact_ends_the_game(options: dict[str, Any]) -> None:
    *_, match = islice(walk(load(**options).start(3), seed=3), FEW if INTERPRETED else None)
    points = [0] * match.game.players
    for told in facts(match):
        points[told.get("seat", 0)] += told.get("gem", {"gain": 0})["gain"]
    assert points == [row["points"] for row in match.view()["standings"]]
    assert [number for number, told in enumerate(facts(match), 1) if "over" in told] == [match.length] * match.over


@pytest.mark.parametrize("options", [each for each in VARIANTS if each.get("memory")], ids=str)
def test_line_by_line_a_fact_tells_what_has_changed_in_the_view(options: dict[str, Any]) -> None:
    *_, match = islice(walk(load(**options).start(4), seed=4), FEW if INTERPRETED else 4 * FEW)
    before = match.past(0)
    for line, told in enumerate(facts(match), 1):
        after = match.past(line)
        check(told, before, after)
        before = after


def check(told: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
    was, now = ({tile["cell"]: tile for tile in view["tiles"]} for view in (before, after))
    if "rotated" in told:
        cell = told["rotated"]["cell"]
        assert now[cell]["rotation"] == (was[cell]["rotation"] + told["rotated"]["degrees"]) % 360
        pawn = after["players"][told["seat"]]["pawn"]
        assert told["rotated"].get("carried", pawn) == pawn
    if "walk" in told:
        assert told["walk"]["start"] == before["players"][told["seat"]]["pawn"]
        assert told["walk"]["goal"] == after["players"][told["seat"]]["pawn"]
        check_way(told["walk"], before)
    if "shown" in told:
        assert now[told["shown"]["cell"]]["shown"] == told["shown"]["crystals"]
    if told["what"] == "took":
        cell = before["players"][told["seat"]]["pawn"].split()[0]
        assert set(was[cell]["shown"]) - set(now[cell]["shown"]) == {told["gem"]["name"]}
        if "place" in told["gem"]:
            assert after["players"][told["seat"]]["places"][told["gem"]["place"] - 1] == told["gem"]["name"]
    if told["what"] == "discarded":
        assert after["discarded"].count(told["gem"]["name"]) == before["discarded"].count(told["gem"]["name"]) + 1
    if "passed" in told:
        assert after["acting"] != told["seat"]
        assert after["quiet"] == told["passed"]["quiet"]


def check_way(walked: dict[str, Any], view: dict[str, Any]) -> None:
    """A way leads from tile to tile by sides that are joined, and never turns back."""
    tiles = [(KINDS[tile["kind"]], tile["rotation"] // 90) for tile in view["tiles"]]
    board = Board(tiles)
    spots = [board.spot(name) for name in walked["way"]]
    assert None not in spots
    for one, other in pairwise(spots):
        assert one is not None
        assert other in [board.beyond(one[0], side) for side in board.paths[one[0]][one[1]]]
    for one, other in zip(spots, spots[2:], strict=False):
        assert one != other
    assert walked["way"][-1] == walked["goal"] or walked["way"][-1].split()[0] in CENTRE
