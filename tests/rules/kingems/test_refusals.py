"""Why a move may not be made: the number of the rule, and half a sentence."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pentarchy import IllegalMove
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.games.kingems.components import CARDS, CELLS, SPOTS
from pentarchy.games.kingems.facts import REASONS, Refusal
from tests.rules.kingems.tables import PLAIN, changed, load, play, table, walk
from tests.sizes import size

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

FULL = "blue, violet, yellow, orange, light blue, violet"
CORRIDOR = """
    ......
    .──┼─.
    ...│..
    ......
    ......
    ......
"""
TWO_TILES = """
    ──....
    ......
    ......
    ......
    ......
    ......
"""
CLOSED_RING = """
    ......
    .╭╮...
    .╰╯...
    ......
    ......
    ......
"""
MIXED = """
    ┼┼┼┼┼┼
    ┼╲┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
    ┼┼┼┼┼┼
"""
NO_WAY_HOME = """
    ......
    ......
    ......
    ......
    ......
    ...──.
"""


def at_f6(picture: str = PLAIN, **options: Any) -> Match:
    """Seat 0 has come to f6 some time ago; c3 and d4 were shown."""
    shown = {"f6": "pink", "c3": "blue", "d4": "blue"} | options.pop("shown", {})
    return table(picture, pawns=options.pop("pawns", ("f6", "platform")), shown=shown, **options)


def refused(match: Match, move: str) -> tuple[str, str]:
    """The key of the reason and the number of the rule."""
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    action = match.game.moves.code(move)
    _, facts = refusal(match, action)
    assert error.value.reasons["en"] == REASONS[facts["why"]].en.format(**facts)
    assert error.value.rule is not None
    return facts["why"], error.value.rule


def refusal(match: Match, action: int) -> tuple[str | None, dict[str, Any]]:
    showing = match._showing
    written = showing._written(Refusal, showing._kernel.refuse, match._buffer, match.to_act[0], action)
    facts: dict[str, Any] = msgspec.json.decode(written)
    return REASONS[facts["why"]].rule, facts


# --- Rotating ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-9")
def test_nobody_goes_before_deciding_about_a_tile() -> None:
    assert refused(at_f6(), "go a1") == ("decide", "KG-9")


@pytest.mark.rule("KG-18")
def test_whoever_cannot_go_must_rotate() -> None:
    match = table(CLOSED_RING, pawns=("b2", "platform"), shown={"b2": "pink"})
    assert refused(match, "keep") == ("must_rotate", "KG-18")


@pytest.mark.rule("KG-10")
def test_a_tile_with_another_gnome_is_not_rotated() -> None:
    match = at_f6(pawns=("f6", "c3"))
    assert refused(match, "turn c3 90") == ("occupied", "KG-10")
    with pytest.raises(IllegalMove, match="another player’s gnome stands on c3"):
        match.play("turn c3 90")


@pytest.mark.rule("KG-12")
def test_the_second_tile_is_another_one() -> None:
    match = play(at_f6(crystals=["green"]), "turn c3 90", "discard green")
    assert refused(match, "turn c3 90") == ("same_tile", "KG-12")


@pytest.mark.rule("KG-18")
def test_a_rotation_does_not_leave_the_gnome_stuck() -> None:
    match = table(TWO_TILES, pawns=("a1", "platform"), shown={"a1": "pink"})
    assert refused(match, "turn b1 90") == ("stuck", "KG-18")


# --- Discarding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-12")
def test_nothing_is_discarded_before_a_tile_was_rotated() -> None:
    assert refused(at_f6(crystals=["green"]), "discard green") == ("not_now", "KG-12")


@pytest.mark.rule("KG-12")
def test_nothing_is_discarded_when_the_gnome_is_to_go() -> None:
    match = play(at_f6(crystals=["green"]), "turn c3 90", "keep")
    assert refused(match, "discard green") == ("not_now", "KG-12")


@pytest.mark.rule("KG-26")
@pytest.mark.parametrize("first", [[], ["keep"]])
def test_nothing_is_ever_discarded_in_the_advanced_mode(first: list[str]) -> None:
    match = play(at_f6(crystals=["blue"], mode="advanced"), *first)
    assert refused(match, "discard blue") == ("never", "KG-26")


@pytest.mark.rule("KG-12")
def test_only_what_is_owned_is_discarded() -> None:
    match = play(at_f6(crystals=["green"]), "turn c3 90")
    assert refused(match, "discard pink") == ("not_owned", "KG-12")


@pytest.mark.rule("KG-12")
@pytest.mark.parametrize("move", ["keep", "discard pink", "go a1"])
def test_whoever_has_discarded_rotates_a_second_tile(move: str) -> None:
    match = play(at_f6(crystals=["green, pink"]), "turn c3 90", "discard green")
    assert refused(match, move) == ("discarded", "KG-12")


@pytest.mark.rule("KG-12")
def test_a_second_tile_costs_a_crystal() -> None:
    match = play(at_f6(crystals=["green"]), "turn c3 90")
    assert refused(match, "turn d4 90") == ("pay_first", "KG-12")


@pytest.mark.rule("KG-12")
def test_nobody_goes_before_deciding_about_a_second_tile() -> None:
    match = play(at_f6(crystals=["green"]), "turn c3 90")
    assert refused(match, "go a1") == ("decide_second", "KG-12")


# --- Going ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-9")
@pytest.mark.parametrize("move", ["turn c3 90", "keep"])
def test_nothing_is_rotated_when_the_gnome_is_to_go(move: str) -> None:
    assert refused(play(at_f6(), "keep"), move) == ("rotating_over", "KG-9")


@pytest.mark.rule("KG-13")
@pytest.mark.parametrize("move", ["go b2", "go b2 es", "go a1 ne"])
def test_a_path_must_be_there_as_the_tile_lies(move: str) -> None:
    assert refused(play(at_f6(MIXED), "keep"), move) == ("no_path", "KG-13")


@pytest.mark.rule("KG-14")
def test_a_gnome_goes_only_where_its_tunnel_leads() -> None:
    match = table(CORRIDOR, pawns=("b2", "platform"), shown={"b2": "pink"})
    assert refused(play(match, "keep"), "go f6") == ("not_joined", "KG-14")


@pytest.mark.rule("KG-14")
def test_a_gnome_stops_only_at_a_dead_end() -> None:
    assert refused(play(at_f6(), "keep"), "go c3") == ("no_dead_end", "KG-14")


@pytest.mark.rule("KG-16")
def test_a_gnome_does_not_stay_where_it_is() -> None:
    match = table(CORRIDOR, pawns=("b2", "platform"), shown={"b2": "pink"})
    assert refused(play(match, "keep"), "go b2") == ("own_spot", "KG-16")


@pytest.mark.rule("KG-27")
@pytest.mark.parametrize("first", [[], ["keep"]])
def test_nobody_returns_in_the_basic_mode(first: list[str]) -> None:
    assert refused(play(at_f6(), *first), "return") == ("basic", "KG-27")


@pytest.mark.rule("KG-27")
def test_nobody_returns_without_a_full_card() -> None:
    match = play(at_f6(mode="advanced", crystals=["blue, violet"]), "keep")
    assert refused(match, "return") == ("not_full", "KG-27")
    with pytest.raises(IllegalMove, match="places of your card that are still free: 4"):
        match.play("return")


@pytest.mark.rule("KG-27")
def test_nobody_returns_without_a_way() -> None:
    match = table(NO_WAY_HOME, pawns=("d6", "platform"), shown={"d6": "pink"}, mode="advanced", crystals=[FULL])
    assert refused(play(match, "keep"), "return") == ("no_way_home", "KG-27")


# --- Taking -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-19")
@pytest.mark.parametrize("first", [[], ["keep"]])
def test_nothing_is_taken_before_the_gnome_has_gone(first: list[str]) -> None:
    assert refused(play(at_f6(), *first), "take pink") == ("walk_first", "KG-19")


def test_only_what_lies_there_is_taken() -> None:
    match = play(at_f6(shown={"a1": "pink+transparent"}), "keep", "go a1")
    assert refused(match, "take blue") == ("absent", "KG-19")


@pytest.mark.rule("KG-20")
def test_no_colour_is_taken_twice_in_the_basic_mode() -> None:
    match = play(at_f6(shown={"a1": "pink+transparent"}, crystals=["pink"]), "keep", "go a1")
    assert refused(match, "take pink") == ("owned", "KG-20")


@pytest.mark.rule("KG-24")
def test_only_what_the_next_place_asks_for_is_taken_in_the_advanced_mode() -> None:
    match = play(at_f6(shown={"a1": "pink+transparent"}, crystals=["blue"], mode="advanced"), "keep", "go a1")
    assert refused(match, "take pink") == ("unfit", "KG-24")
    with pytest.raises(IllegalMove, match="place 2 of your card asks for another colour"):
        match.play("take pink")


@pytest.mark.rule("KG-21")
@pytest.mark.parametrize("move", ["keep", "turn c3 90", "discard pink", "go a1", "return"])
def test_what_may_be_taken_must_be_taken(move: str) -> None:
    match = play(at_f6(shown={"a1": "pink+transparent"}), "keep", "go a1")
    assert refused(match, move) == ("must_take", "KG-21")


@pytest.mark.rule("KG-25")
@pytest.mark.parametrize("move", ["keep", "turn c3 90", "discard pink", "go a1", "return"])
def test_what_fits_must_be_taken_in_the_advanced_mode(move: str) -> None:
    match = play(at_f6(shown={"a1": "blue"}, mode="advanced"), "keep", "go a1")
    assert refused(match, move) == ("must_take_fitting", "KG-25")


# --- Everything -------------------------------------------------------------------------------------------------------


def holds(match: Match, why: str, move: Any) -> bool:
    """Whether a reason is true, as far as a view tells."""
    view, words = match.view(), str(move).split()
    me = view["players"][match.to_act[0]]
    others = {player["pawn"].split()[0] for player in view["players"] if player is not me}
    spots = spots_of(view)
    there = " ".join(words[1:])
    advanced = view["options"]["mode"] == "advanced"
    true = {
        "decide": view["phase"] == "turn" and words[0] in ("go", "return"),
        "must_rotate": words[0] == "keep" and not view["goals"] and not view["can_return"],
        "occupied": words[0] == "turn" and words[1] in others,
        "same_tile": words[0] == "turn" and words[1] in view["turned"],
        "stuck": words[0] == "turn" and words[1] not in others and words[1] not in view["turned"],
        "not_now": words[0] == "discard" and view["phase"] in ("turn", "go") and not advanced,
        "never": words[0] == "discard" and advanced,
        "not_owned": view["phase"] == "pay" and there not in me["places"] + me["beside"],
        "discarded": view["phase"] == "second",
        "pay_first": view["phase"] == "pay" and words[0] == "turn",
        "decide_second": view["phase"] == "pay" and words[0] in ("go", "return"),
        "rotating_over": view["phase"] == "go" and words[0] in ("turn", "keep"),
        "no_path": words[0] == "go" and there not in spots,
        "not_joined": there in spots and there not in view["tunnel"],
        "no_dead_end": there in view["tunnel"] and there not in view["goals"],
        "own_spot": there == me["pawn"],
        "basic": words[0] == "return" and not advanced,
        "not_full": words[0] == "return" and advanced and None in me["places"],
        "no_way_home": words[0] == "return" and not view["can_return"],
        "walk_first": words[0] == "take" and view["phase"] != "take",
        "absent": words[0] == "take" and there not in lying(view, me),
        "owned": there in lying(view, me) and there in me["places"] + me["beside"],
        "unfit": there in lying(view, me) and advanced and there != next_wanted(me),
        "must_take": view["phase"] == "take" and not advanced,
        "must_take_fitting": view["phase"] == "take" and advanced,
    }
    return bool(true[why])


def spots_of(view: dict[str, Any]) -> set[str]:
    """The names of all spots as the tiles lie."""
    named = {frozenset(name): name for name in SPOTS}
    return {
        f"{tile['cell']} {named[frozenset(path)]}" if len(tile["paths"]) > 1 else tile["cell"]
        for tile in view["tiles"]
        for path in tile["paths"]
    }


def lying(view: dict[str, Any], player: dict[str, Any]) -> list[str]:
    cell = player["pawn"].split()[0]
    return (view["tiles"][CELLS.index(cell)]["shown"] or []) if cell in CELLS else []


def next_wanted(player: dict[str, Any]) -> str:
    wanted: str = CARDS["advanced"][player["card"] - 1][player["places"].index(None)]
    return wanted


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("players", [2, 4])
def test_every_reason_that_is_given_is_true(players: int, mode: str) -> None:
    found = set()
    first, every = (1, 1) if INTERPRETED else (600, size(18, 6))
    for match in islice(walk(load(players, mode=mode).start(6), seed=6), 0, first, every):
        legal = set(match.legal()) if not match.over else set(match.game.moves.moves)
        for action, move in enumerate(match.game.moves.moves):
            if move not in legal:
                _, facts = refusal(match, action)
                assert holds(match, facts["why"], move), (facts, str(move))
                found.add(facts["why"])
    assert len(found) > (3 if INTERPRETED else 8)


def test_reasons_depend_on_what_is_in_view_alone() -> None:
    """What lay in a cell in an earlier turn is in no refusal (KG-28)."""
    one, other = (changed(at_f6(shown={"a1": content})) for content in ("pink", "green+transparent"))
    for action in range(len(one.game.moves.moves)):
        assert refusal(one, action) == refusal(other, action)


def test_every_reason_has_a_test() -> None:
    written = Path(__file__).read_text(encoding="utf-8")
    assert [key for key in REASONS if f'("{key}", "{REASONS[key].rule}")' not in written] == []
