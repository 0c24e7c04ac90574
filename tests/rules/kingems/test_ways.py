"""The light in the tunnels: the ways of a pawn, also while a tile is only thought of as rotated."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.engine.compiling import INTERPRETED
from pentarchy.errors import NoPreview
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS, COLOURS
from pentarchy.games.kingems.rules import Phase
from tests.rules.kingems.tables import changed, fact, in_state, load, play, table, tile, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

LIGHT = ("tunnel", "ways", "ring", "goals", "can_return", "return_by")
FULL = "blue, violet, yellow, orange, light blue, violet"
LOOP = """
    ─┼╮...
    .╰╯...
    ......
    ......
    ......
    ......
"""
SNAKE = """
    ─────╮
    ╭────╯
    ╰────╮
    ╭────╯
    ╰────╮
    ─────╯
"""
HOME = """
    ......
    ......
    ─────.
    ......
    ......
    ......
"""


def way(view: dict[str, Any], goal: str) -> list[str]:
    """The spots from where a move begins to one of the tunnel, as a board follows them."""
    place: int | None = view["tunnel"].index(goal)
    found: list[str] = []
    while place is not None:
        found.insert(0, view["tunnel"][place])
        place = view["ways"][place]
    return found


def round_trip(view: dict[str, Any]) -> list[str]:
    """The way out and back to the pawn's own spot."""
    one, other = (view["tunnel"][place] for place in view["ring"])
    return way(view, one) + way(view, other)[::-1]


# --- Ways -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-14")
def test_a_view_tells_the_way_to_every_spot() -> None:
    view = table(SNAKE, pawns=("a1", "platform"), shown={"a1": "pink"}).view()
    assert way(view, "c1") == ["a1", "b1", "c1"]
    assert len(way(view, "a6")) == len(CELLS)


@pytest.mark.rule("KG-15")
def test_from_the_platform_a_way_begins_on_a_central_tile() -> None:
    view = table().view()
    assert [spot for spot, before in zip(view["tunnel"], view["ways"], strict=True) if before is None] == [
        "c3",
        "d3",
        "c4",
        "d4",
    ]


@pytest.mark.rule("KG-16")
def test_the_way_back_to_its_own_spot_goes_round_a_ring() -> None:
    view = table(LOOP, pawns=("a1", "platform"), shown={"a1": "pink"}).view()
    assert "a1" in view["goals"]
    assert round_trip(view) == ["a1", "b1", "b2", "c2", "c1", "b1", "a1"]


@pytest.mark.rule("KG-16")
def test_where_a_pawn_cannot_come_back_no_ring_is_told() -> None:
    assert table(SNAKE, pawns=("a1", "platform"), shown={"a1": "pink"}).view()["ring"] is None


@pytest.mark.rule("KG-27")
def test_a_return_is_told_with_the_tile_from_which_the_pawn_steps_up() -> None:
    view = table(HOME, pawns=("a3", "platform"), shown={"a3": "pink"}, mode="advanced", crystals=[FULL]).view()
    assert (view["can_return"], view["return_by"]) == (True, "c3")


@pytest.mark.rule("KG-27")
def test_without_a_full_card_there_is_no_return() -> None:
    view = table(HOME, pawns=("a3", "platform"), shown={"a3": "pink"}, mode="advanced").view()
    assert (view["can_return"], view["return_by"]) == (False, None)


def test_the_longest_way_is_told_whole() -> None:
    match = table(SNAKE, pawns=("a1", "platform"), shown={"a1": "pink", "a6": "pink"})
    assert len(fact(play(match, "keep", "go a6"))["walk"]["way"]) == len(CELLS)


# --- A tile that is only thought of as rotated ------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"memory": True}, {}, {"mode": "advanced"}], ids=str)
def test_the_light_of_a_preview_is_that_after_the_rotation(options: dict[str, Any]) -> None:
    compared = 0
    for match in islice(walk(load(3, **options).start(7), seed=7), 0, 4 if INTERPRETED else 400, 2):
        if match.over or match.view()["phase"] not in ("turn", "second"):
            continue
        seat = match.to_act[0]
        for move in match.legal()[1 :: 40 if INTERPRETED else 11]:
            view, _ = match.preview([move], seat)
            played = match.copy()
            played.play(move)
            if played.to_act == (seat,):
                assert {key: view[key] for key in LIGHT} == {key: played.view()[key] for key in LIGHT}
                compared += 1
    assert compared > 2


@pytest.mark.rule("KG-28")
def test_a_rotation_is_previewed_without_what_lies_beneath() -> None:
    match = table(shown={"c3": "pink"})
    view, _ = match.preview(["turn c3 90"], 0)
    assert view["goals"]
    assert view["tiles"][CELLS.index("c3")]["shown"] is None


def a_round_later(match: Match) -> Match:
    """Seat 0 has taken a pink crystal at f6 and stands there, seat 1 has had a turn."""
    return play(match, "keep", "go f6", "take pink", "keep", "go a1", "< a1 blue", "take blue")


@pytest.mark.rule("KG-28")
def test_whether_a_cell_is_empty_is_in_no_preview_of_whoever_has_forgotten_it() -> None:
    """Something was taken from f6, in sight of all; whether a transparent is still there was shown to all, too."""
    found = []
    for content in ("pink", "pink+transparent"):
        match = a_round_later(table(shown={"f6": content}))
        view, _ = match.preview(["turn f6 90"], 0)
        assert view["tiles"][CELLS.index("f6")] | {"paths": None} == {
            "cell": "f6",
            "kind": "crossroads",
            "rotation": 90,
            "paths": None,
            "shown": None,
            "taken": ["pink"],
        }
        found.append(view)
    assert found[0] == found[1]


@pytest.mark.rule("KG-28")
def test_nobody_learns_by_a_preview_what_a_walk_would_show() -> None:
    for content in ("pink", "pink+transparent"):
        match = play(table(shown={"f6": content}), "keep", "go f6", "take pink", "keep")
        with pytest.raises(NoPreview):
            match.preview(["go f6"], 1)


@pytest.mark.rule("KG-28")
def test_with_memory_an_empty_cell_is_known_to_be_empty_in_a_preview() -> None:
    match = a_round_later(table(shown={"f6": "pink"}, memory=True))
    view, _ = match.preview(["turn f6 90"], 0)
    assert view["tiles"][CELLS.index("f6")]["shown"] == []


# --- Lists as long as they can be -------------------------------------------------------------------------------------


def in_every_tile(openings: Any) -> Match:
    """Tiles that no box has: both paths open to the north, east and south, and in the last row to the west too."""
    match = changed(table(DOUBLES), phase=Phase.GO.value)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    buffer.view(rules.STATE)[0].openings[:] = openings
    return in_state(match.game, buffer)


DOUBLES = "\n".join(["╲" * 6] * 6)
EVERYWHERE = int(rules.EVERYWHERE)
LAST_ROW = sum(1 << 40 + column for column in range(6))


def test_the_longest_tunnel_fits() -> None:
    match = in_every_tile([[EVERYWHERE, EVERYWHERE, EVERYWHERE, LAST_ROW]] * 2)
    view = match.view()
    # All spots but one: of a1 the rules look at the tile.
    assert len(view["tunnel"]) == len(view["ways"]) == len(view["goals"]) == 2 * len(CELLS) - 1
    assert view["can_return"] is False
    assert view["standings"][1]["seat"] == 1


def test_all_crystals_can_have_left_the_game() -> None:
    match = table()
    contents = [colour for colour in range(7) for _ in range(5)]
    found = [*(rules.WITH_CLEAR + colour for colour in contents[:9]), *contents[9:], rules.LONE]
    view = changed(match, found=found).view()
    assert len(view["discarded"]) == 45
    assert set(view["left"].values()) == {0}


def test_a_card_with_everything_on_it_and_beside_it_fits() -> None:
    owned = ", ".join([*COLOURS, *["transparent"] * 10])
    match = table(pawns=["platform"] * 4, crystals=[owned] * 4)
    for player in match.view()["players"]:
        assert len(player["beside"]) == 11
        assert None not in player["places"]
    assert [row["points"] for row in match.view()["standings"]] == [6] * 4


def test_every_cell_can_be_in_view_with_two_crystals() -> None:
    match = table(DOUBLES, memory=True, shown=dict.fromkeys(CELLS, "pink+transparent"))
    assert {len(tile(match, cell)["shown"]) for cell in CELLS} == {2}
    assert {len(tile(match, cell)["paths"]) for cell in CELLS} == {2}


def test_a_way_out_along_a_corridor_round_a_ring_and_back_is_told_whole() -> None:
    picture = """
        ─────╮
        ╭────╯
        ╰──┼╮.
        ...╰╯.
        ......
        ......
    """
    match = table(picture, pawns=("a1", "platform"), shown={"a1": "pink"})
    corridor = 16  # from a1 to d3, where the ring begins
    assert len(fact(play(match, "keep", "go a1"))["walk"]["way"]) == corridor + 3 + corridor
