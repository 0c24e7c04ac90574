"""Why a move is refused: the rule, and half a sentence that is true."""

from __future__ import annotations

import re
import string
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import pytest

from pentarchy import IllegalMove
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.showing import showing_of
from pentarchy.games.color_kingdoms import maps
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS, LETTERS
from pentarchy.games.color_kingdoms.facts import REASONS, Refusal
from tests.rules.color_kingdoms.tables import arranged, full, on_the_default_map, play, started, walk
from tests.sizes import size

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

FEW = 6  # positions, without compiling
EMPTY_ROWS = "......\n" * 6


def red(*rows: str) -> str:
    """A sheet on which only the red kingdom is painted."""
    return EMPTY_ROWS + "\n".join(f"{letters}..." for letters in rows)


def why(match: Match, move: str, seat: int = 0) -> str:
    """The key of the reason for which a move is refused; nothing has changed then."""
    before = match.state()
    with pytest.raises(IllegalMove) as refusal:
        match.play(move, seat)
    assert match.state() == before
    key = key_of(refusal.value.reasons["en"])
    assert refusal.value.rule == REASONS[key].rule
    assert refusal.value.rule in str(refusal.value)
    return key


def key_of(said: str) -> str:
    """The reason that somebody was given."""
    [key] = [key for key, reason in REASONS.items() if fits(reason.en, said)]
    return key


def fits(pattern: str, said: str) -> bool:
    """Whether a sentence was made by a pattern with facts in braces."""
    texts = [re.escape(text) + (".+" if fact else "") for text, fact, *_ in string.Formatter().parse(pattern)]
    return re.fullmatch("".join(texts), said) is not None


def sentences(match: Match, move: str, seat: int = 0) -> dict[str, str]:
    """What somebody is told, by language."""
    with pytest.raises(IllegalMove) as refusal:
        match.play(move, seat)
    return refusal.value.reasons


# --- Crossing out numbers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-33")
def test_numbers_are_crossed_out_alone_and_after_a_round() -> None:
    assert why(started(2), "cross green 4") == "alone"
    assert why(started(1), "cross green 4") == "not_yet"
    match = play(started(1), "take blue from red", "done")
    assert why(match, "take red from red") == "cross_first"
    assert why(match, "done") == "cross_first"


@pytest.mark.rule("CK-33")
def test_larger_numbers_are_crossed_out_first_and_none_twice() -> None:
    match = arranged(areas=[full("red", but="r8")], crossed={"green": [4]})
    play(match, "take blue from red", "paint r8", "done")
    assert why(match, "cross red 4") == "won"
    assert why(match, "cross green 4") == "crossed"
    assert why(match, "cross blue 2") == "larger_first"
    assert why(match, "cross red 2") == "larger_first"


# --- Taking dice ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-8")
@pytest.mark.parametrize("move", ["paint r1", "move to green", "split to blue", "mix green", "choose green", "done"])
def test_a_die_is_taken_first(move: str) -> None:
    assert why(started(2), move) == "take_first"


@pytest.mark.rule("CK-9")
def test_a_die_that_is_gone_and_a_second_one() -> None:
    match = play(started(2), "take blue from red", seat=0)
    assert why(match, "take blue from red", 1) == "gone"
    assert why(match, "take red from red", 0) == "has_die"


@pytest.mark.rule("CK-8")
def test_the_white_die_for_a_colour_in_the_box() -> None:
    match = started(2)
    assert why(match, "take white as blue from red") == "joker"
    play(match, "take blue from red", seat=0)
    assert why(match, "take white as red from red", 1) == "joker"
    assert why(match, "take white as blue from green", 1) == "elsewhere"


@pytest.mark.rule("CK-7")
def test_a_die_is_taken_from_where_it_lies() -> None:
    assert why(started(2), "take blue from green") == "elsewhere"


# --- Painting ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-19")
def test_the_colour_of_a_towers_drop_is_chosen_first_and_only_then() -> None:
    match = play(arranged(red("g..", "...", "..."), ""), "take yellow from red")
    assert why(match, "choose brown") == "no_choice"
    play(match, "paint r2")
    assert why(match, "paint r8") == "choose_first"
    assert why(match, "done") == "choose_first"
    assert why(match, "mix green") == "choose_first"


@pytest.mark.rule("CK-13")
def test_nothing_is_painted_over_or_without_a_drop() -> None:
    match = play(arranged(red("y..", "...", "..."), ""), "take yellow from red")
    assert why(match, "paint r1") == "painted"
    play(match, "paint r8", "paint r3")
    assert why(match, "paint r6") == "no_drops"
    assert why(match, "paint r8") == "painted"


@pytest.mark.rule("CK-20", "CK-24")
def test_drops_that_are_not_there() -> None:
    match = play(started(2), "take blue from red")
    assert why(match, "paint r1 mixed green") == "no_mixed"
    assert why(match, "paint r1 tower green") == "no_tower"


@pytest.mark.rule("CK-19")
def test_a_drop_of_this_round_waits_for_the_next() -> None:
    match = play(arranged(red("b..", "...", "..."), ""), "take yellow from red", "paint r2")
    assert why(match, "paint g8 tower green") == "new_drop"


@pytest.mark.rule("CK-13")
def test_another_kingdom() -> None:
    match = play(arranged("", "", ready={"split": 1}), "take blue from red")
    assert why(match, "paint g8") == "closed"
    said = sentences(match, "paint g8")
    assert "go to Redhill" in said["en"]
    assert "Красногорье" in said["ru"]
    play(match, "split to brown")
    assert why(match, "paint g8") == "closed_split"


@pytest.mark.rule("CK-21")
def test_after_a_move_the_other_kingdom_is_named() -> None:
    match = play(arranged("", "", ready={"move": 1}), "take blue from red", "move to green")
    assert "go to Greenwood" in sentences(match, "paint r8")["en"]


@pytest.mark.rule("CK-14")
def test_an_equal_neighbour_is_named() -> None:
    match = play(arranged(red("...", ".b.", "..."), ""), "take blue from red")
    assert why(match, "paint r8") == "same_colour"
    said = sentences(match, "paint r8")
    assert "Redhill 5" in said["en"]
    assert "Красногорье 5" in said["ru"]


@pytest.mark.rule("CK-14", "CK-20")
def test_an_equal_neighbour_of_a_towers_drop_is_one_of_that_colour() -> None:
    match = play(arranged(red("...", ".g.", "b.."), "", ready={"green": 1}), "take blue from red")
    assert why(match, "paint r8 tower green") == "same_colour"
    assert "Redhill 5" in sentences(match, "paint r8 tower green")["en"]


# --- Spells -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-21", "CK-23", "CK-24")
@pytest.mark.parametrize(
    ("move", "key"), [("move to green", "no_move"), ("split to brown", "no_split"), ("mix green", "no_mix")]
)
def test_spells_that_are_not_there(move: str, key: str) -> None:
    assert why(play(arranged("", ""), "take blue from red"), move) == key


@pytest.mark.rule("CK-17")
def test_a_spell_of_this_round_waits_for_the_next() -> None:
    match = play(arranged("", ""), "take blue from red", "paint r1", "paint r7", "paint r9")
    for move in ("move to green", "split to brown", "mix green"):
        assert why(match, move) == "new_spell"


@pytest.mark.rule("CK-21")
def test_why_drops_are_not_moved() -> None:
    match = play(arranged("", "", ready={"move": 2, "split": 1}), "take blue from red")
    assert why(match, "move to red") == "move_nowhere"
    painted = play(match.copy(), "paint r8")
    assert why(painted, "move to green") == "move_after_paint"
    split = play(match.copy(), "split to brown")
    assert why(split, "move to green") == "move_after_split"
    moved = play(match.copy(), "move to green")
    assert why(moved, "move to blue") == "moved"


@pytest.mark.rule("CK-23")
def test_why_drops_are_not_split() -> None:
    match = play(arranged("", "", ready={"split": 2}), "take yellow from red")
    assert why(match, "split to blue") == "not_beside"
    assert "touch Redhill" in sentences(match, "split to blue")["en"]
    assert why(match, "split to red") == "open"
    play(match, "split to brown")
    assert why(match, "split to brown") == "open"
    play(match, "paint r8", "paint r1")
    assert why(match, "split to yellow") == "all_placed"


@pytest.mark.rule("CK-24")
def test_a_mixture_takes_two_drops() -> None:
    match = play(arranged("", "", ready={"mix": 1}), "take yellow from red", "paint r8")
    assert why(match, "mix green") == "too_few"
    assert sentences(match, "mix green")["ru"].endswith("осталось: 1")


# --- All of them ------------------------------------------------------------------------------------------------------


def is_true(view: dict[str, Any], move: dict[str, Any], key: str) -> bool:
    """Whether what a reason says holds, by the seat's own view alone."""
    player = view["players"][view["seat"]]
    holds = of_the_moment(view, player, move["move"])
    if key not in holds:
        about = {"cross": of_crossing, "take": of_taking, "paint": of_painting}.get(move["move"], of_casting)
        holds = about(view, player, move)
    return bool(holds[key])


def of_the_moment(view: dict[str, Any], player: dict[str, Any], kind: str) -> dict[str, Any]:
    """What has nothing to do with the parts of a move."""
    choosing = player["turn"] is not None and player["turn"]["choosing"]
    return {
        "cross_first": view["phase"] == "cross" and kind != "cross",
        "alone": len(view["players"]) > 1 and kind == "cross",
        "not_yet": len(view["players"]) == 1 and view["phase"] != "cross" and kind == "cross",
        "take_first": player["die"] is None and kind not in ("take", "cross"),
        "has_die": player["die"] is not None and kind == "take",
        "choose_first": choosing and kind != "choose",
        "no_choice": not choosing and kind == "choose",
    }


def of_crossing(view: dict[str, Any], player: dict[str, Any], move: dict[str, Any]) -> dict[str, Any]:
    row, number = move["row"].removesuffix("s"), move["points"]
    winners = view["achievements"]
    larger = [
        name
        for name in winners
        if name != "end" and not winners[name]["first"] and not {3, 4} & {*view["crossed"][name]}
    ]
    return {
        "won": winners[row]["first" if number > 2 else "second"],
        "crossed": number in view["crossed"][row],
        "larger_first": number <= 2 and larger,
    }


def of_taking(view: dict[str, Any], player: dict[str, Any], move: dict[str, Any]) -> dict[str, Any]:
    dice = {die["die"]: die for die in view["dice"]}
    return {
        "gone": dice[move["die"]]["taken_by"] is not None,
        "joker": move["die"] == "white" and dice[move["colour"]]["taken_by"] is None,
        "elsewhere": move["kingdom"] not in dice[move["die"]]["kingdoms"],
    }


def of_painting(view: dict[str, Any], player: dict[str, Any], move: dict[str, Any]) -> dict[str, Any]:
    turn, drop, colour = player["turn"], move["drop"], move["colour"] or player["die"]["colour"]
    tower, beside = player["drops"][colour], neighbours(view, move["area"])
    is_closed = drop != "tower" and COLOURS[LETTERS.index(move["area"][0])] not in turn["kingdoms"]
    return {
        "painted": player["areas"][move["area"]],
        "no_drops": drop == "die" and turn["drops"] == 0,
        "no_mixed": drop == "mixed" and colour not in turn["mixed"],
        "no_tower": drop == "tower" and tower["ready"] == 0 and tower["new"] == 0,
        "new_drop": drop == "tower" and tower["ready"] == 0 and tower["new"] > 0,
        "closed": is_closed and len(turn["kingdoms"]) == 1,
        "closed_split": is_closed and len(turn["kingdoms"]) > 1,
        "same_colour": player["spells"]["exception"]["ready"] == 0
        and any(player["areas"][name] == colour for name in beside),
    }


def of_casting(view: dict[str, Any], player: dict[str, Any], move: dict[str, Any]) -> dict[str, Any]:
    turn, spell, kingdom = player["turn"], player["spells"][move["move"]], move.get("kingdom")
    is_there = spell["ready"] > 0
    return {
        "new_spell": not is_there and spell["new"] > 0,
        f"no_{move['move']}": not is_there and spell["new"] == 0,
        "moved": is_there and turn["moved"],
        "move_after_split": is_there and len(turn["kingdoms"]) > 1,
        "move_after_paint": is_there and any(player["areas"].values()),
        "move_nowhere": is_there and turn["kingdoms"] == [kingdom],
        "all_placed": is_there and turn["drops"] == 0 and not turn["mixed"],
        "open": is_there and kingdom in turn["kingdoms"],
        "not_beside": is_there and kingdom not in turn["kingdoms"],
        "too_few": is_there and turn["drops"] < 2,
    }


def neighbours(view: dict[str, Any], area: str) -> list[str]:
    """The areas beside one, by the map."""
    beside = maps.load(view["options"]["map"]).neighbours[AREA_NAMES.index(area)]
    return [name for place, name in enumerate(AREA_NAMES) if beside >> place & 1]


@pytest.mark.bounds
@pytest.mark.interpreted
@pytest.mark.soak
@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_illegal_move_is_refused_for_a_reason_that_holds(players: int) -> None:
    match = on_the_default_map(players).start(players)
    showing = showing_of(match.game.spec)
    for number, state in enumerate(islice(walk(match, players), 0, FEW if INTERPRETED else 60, size(3, 1))):
        for seat in state.to_act:
            view, legal = state.view(seat), {str(move) for move in state.legal(seat)}
            for action in range(number % 7, match.game.spec.rules.ACTIONS, 7):
                move = state.game.moves.moves[action]
                if str(move) not in legal:
                    rule, said = showing.reason(state._buffer, seat, action)
                    key = key_of(said["en"])
                    assert rule == REASONS[key].rule
                    assert is_true(view, move.to_dict(), key), (str(move), key)


@pytest.mark.bounds
def test_what_is_hidden_makes_no_difference() -> None:
    said = []
    for other in ("paint r1", "paint r5"):
        match = play(started(2), "take blue from red", other, seat=0)
        play(match, "take red from red", "paint r8", seat=1)
        showing = showing_of(match.game.spec)
        legal = {str(move) for move in match.legal(1)}
        said.append(
            [
                showing.reason(match._buffer, 1, action)
                for action, move in enumerate(match.game.moves.moves)
                if str(move) not in legal
            ]
        )
    assert said[0] == said[1]


def test_every_reason_is_declared_and_has_a_test_above() -> None:
    assert set(REASONS) == set(get_args(get_type_hints(Refusal)["why"]))
    tests, _, _ = Path(__file__).read_text("utf-8").partition("# --- All of them")
    assert [key for key in REASONS if f'"{key}"' not in tests] == []


def test_reasons_are_half_sentences() -> None:
    for reason in REASONS.values():
        for text in (reason.en, reason.ru):
            assert text[0].islower() or text[0] in "{«"
            assert not text.endswith(".")
