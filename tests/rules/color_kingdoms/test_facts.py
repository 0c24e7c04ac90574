"""What events are told to have done: every fact beside the position from which it follows."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.engine.compiling import INTERPRETED
from pentarchy.engine.showing import showing_of
from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import AREA_NAMES, COLOURS, MOST_TOWERS
from tests.rules.color_kingdoms.tables import (
    arranged,
    full,
    in_state,
    load,
    monsters,
    on_the_default_map,
    own,
    play,
    started,
    throw,
    walk,
)
from tests.sizes import size

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

FEW = 25  # positions, without compiling
EMPTY_ROWS = "......\n" * 6
DICE_FOR_TWO_ROUNDS = ("blue 2 in red", "red 2 in red", "yellow 2 in violet", "white 2 in violet")
IN_RED = ("blue 2 in red", "red 2 in red", "yellow 2 in red", "white 2 in red")


def red(*rows: str) -> str:
    """A sheet on which only the red kingdom is painted."""
    return EMPTY_ROWS + "\n".join(f"{letters}..." for letters in rows)


def last(match: Match, seat: int | None = 0) -> dict[str, Any]:
    """What the last event that a seat has heard of did."""
    fact: dict[str, Any] = match.history(seat)[-1]["fact"]
    return fact


def painted(match: Match) -> dict[str, Any]:
    """What painting an area did, less where and with what."""
    fact: dict[str, Any] = last(match)["painted"]
    return {name: value for name, value in fact.items() if name not in ("area", "kingdom", "colour", "drop")}


# --- Chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-11")
def test_who_is_drawn_as_the_first_player() -> None:
    match = load(3, first=None).start(1, script=["first 2"])
    assert match.history()[0]["fact"] == {"what": "first", "seat": 2}


@pytest.mark.rule("CK-6")
def test_what_a_die_shows_and_where_it_lies() -> None:
    dice = ("blue 4 in red", "red 3 in red", "yellow 2 in red", "white 4 in red+yellow+brown")
    facts = [line["fact"] for line in started(2, dice=dice).history()]
    assert facts[0] == {"what": "thrown", "die": {"die": "blue", "drops": 4, "kingdoms": ["red"]}}
    assert facts[3]["die"] == {"die": "white", "drops": 4, "kingdoms": ["red", "yellow", "brown"]}


# --- Dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-8")
def test_which_die_is_taken_as_which_colour_from_where() -> None:
    match = play(started(2), "take blue from red", "done", "take white as blue from red")
    taken = {"die": "white", "colour": "blue", "kingdom": "red", "drops": 4}
    assert last(match) == {"what": "took", "seat": 1, "taken": taken}


# --- Painting ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-13")
def test_an_area_without_a_symbol_is_painted_with_a_drop_of_the_die() -> None:
    match = play(started(2), "take blue from red", "paint r8")
    fact = {"area": "r8", "kingdom": "red", "colour": "blue", "drop": "die"}
    assert last(match) == {"what": "painted", "seat": 0, "painted": fact, "gain": 1}


@pytest.mark.rule("CK-29")
def test_a_colour_that_the_kingdom_has_brings_nothing_more() -> None:
    match = play(arranged(red("b..", "...", "..."), ""), "take blue from red", "paint r8")
    assert last(match)["gain"] == 0


@pytest.mark.rule("CK-16")
@pytest.mark.parametrize(("die", "capital", "gain"), [("red", "built", 3), ("blue", "missed", 1)])
def test_a_capital_is_built_or_not(die: str, capital: str, gain: int) -> None:
    match = play(started(2), f"take {die} from red", "paint r5")
    assert painted(match) == {"capital": capital}
    assert last(match)["gain"] == gain


@pytest.mark.rule("CK-18")
@pytest.mark.parametrize(("die", "is_tamed", "gain"), [("yellow", True, 3), ("blue", False, 2)])
def test_a_monster_is_tamed_or_defeated(die: str, is_tamed: bool, gain: int) -> None:
    match = play(started(2), f"take {die} from red", "paint r6")
    assert painted(match) == {"monster": "unicorn", "tamed": is_tamed}
    assert last(match)["gain"] == gain


@pytest.mark.rule("CK-18")
def test_a_dragon_wants_a_compound_colour() -> None:
    match = play(arranged("", "", ready={"green": 1}), "take blue from red", "paint r2 tower green")
    assert painted(match) == {"monster": "dragon", "tamed": True}
    assert last(match)["gain"] == 4


@pytest.mark.rule("CK-17")
@pytest.mark.parametrize(("area", "spell"), [("r1", "move"), ("r3", "exception"), ("r7", "split"), ("r9", "mix")])
def test_an_area_gives_its_spell(area: str, spell: str) -> None:
    match = play(started(2), "take blue from red", f"paint {area}")
    assert painted(match)["spell"] == spell


@pytest.mark.rule("CK-22")
def test_an_exception_is_spent_beside_an_equal_neighbour() -> None:
    match = play(arranged(red("...", ".b.", "..."), "", ready={"exception": 1}), "take blue from red")
    assert painted(play(match, "paint r8")) == {"exception": True}
    assert "exception" not in painted(play(match, "paint r1"))


@pytest.mark.rule("CK-19")
def test_a_watchtower_gives_a_drop_at_once() -> None:
    match = play(arranged(red("b..", "...", "..."), ""), "take yellow from red", "paint r2")
    assert painted(match) == {"monster": "dragon", "tamed": False, "towers": [1], "drops": {"green": 1}}


@pytest.mark.rule("CK-19")
def test_beside_a_compound_colour_the_drop_is_still_to_be_chosen() -> None:
    match = play(arranged(red("g..", "...", "..."), ""), "take yellow from red", "paint r2")
    assert painted(match) == {"monster": "dragon", "tamed": False, "towers": [1], "choices": 1}
    assert last(play(match, "choose brown")) == {"what": "chose", "seat": 0, "chosen": {"tower": 1, "colour": "brown"}}


@pytest.mark.rule("CK-19")
def test_one_area_completes_several_towers() -> None:
    sheet = "......\n......\n......\n......\n..r...\n...g.."
    dice = ("blue 4 in violet", "red 3 in violet", "yellow 2 in red", "white 4 in red")
    match = play(arranged(sheet, "", dice=dice), "take blue from violet", "paint v4")
    fact = painted(match)
    assert (fact["towers"], fact["drops"], fact["choices"]) == ([5, 6], {"violet": 1}, 1)
    assert last(play(match, "choose green"))["chosen"] == {"tower": 6, "colour": "green"}


@pytest.mark.rule("CK-20")
def test_a_drop_of_a_watchtower_is_painted_in_any_kingdom() -> None:
    match = play(arranged("", "", ready={"violet": 1}), "take blue from red", "paint g8 tower violet")
    assert last(match)["painted"] == {"area": "g8", "kingdom": "green", "colour": "violet", "drop": "tower"}


@pytest.mark.rule("CK-25")
def test_the_last_area_of_a_kingdom_completes_it_on_this_sheet() -> None:
    match = play(arranged(areas=[full("red", but="r8"), {}]), "take blue from red", "paint r8")
    assert painted(match) == {"completes": ["red"]}
    assert last(match)["gain"] == 1, "points for speed come at the end of the round"


@pytest.mark.rule("CK-25")
def test_the_last_monster_of_its_kind_and_the_third_kingdom() -> None:
    sheet = full("red", "green", "blue", but="r4") | monsters("G", but="r4")
    match = play(arranged(areas=[sheet, {}]), "take blue from red", "paint r4")
    assert painted(match)["completes"] == ["red", "griffin", "end"]


# --- Spells -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-21", "CK-23", "CK-24")
def test_spells_tell_where_drops_go_and_what_is_mixed() -> None:
    match = arranged("", "", ready={"move": 1, "split": 1, "mix": 1})
    play(match, "take blue from red")
    told = {}
    for move in ("mix green", "move to green", "split to blue"):
        told[move] = last(play(match, move))["cast"]
    assert told == {
        "mix green": {"spell": "mix", "colour": "green"},
        "move to green": {"spell": "move", "kingdom": "green"},
        "split to blue": {"spell": "split", "kingdom": "blue"},
    }
    assert last(play(match, "paint g8 mixed green"))["painted"]["drop"] == "mixed"


# --- The end of a turn and of a round ---------------------------------------------------------------------------------


@pytest.mark.rule("CK-12", "CK-15")
def test_a_blot_is_told_when_the_round_is_over_and_not_before() -> None:
    match = play(started(2), "take blue from red", "done", seat=0)
    for viewer in (0, 1, None):
        assert last(match, viewer) == {"what": "done", "seat": 0}
    play(match, "take red from red", "paint r1", "paint r3", "paint r8", "done")
    for viewer in (0, 1, None):
        ended = last(match, viewer)["ended"]
        assert (ended["round"], ended["blots"], ended["gains"]) == (1, [0], [-1, 0])


@pytest.mark.rule("CK-15")
def test_without_a_blot_left_nothing_is_lost() -> None:
    match = play(arranged("", "", blots=[12, 0]), "take blue from red", "done", "take red from red", "done")
    assert last(match)["ended"]["blots"] == [1]
    assert last(match)["ended"]["gains"] == [0, -1]


@pytest.mark.rule("CK-10")
def test_the_next_round_of_a_throw_begins_and_then_the_token_moves() -> None:
    match = play(started(2), "take blue from red", "done", "take red from red", "done")
    assert last(match)["begun"] == {"round": 2, "first": 0, "throw": False}
    play(match, "take yellow from red", "done", "take white as red from red", "done")
    done = next(line["fact"] for line in reversed(match.history()) if "seat" in line)
    assert done["begun"] == {"round": 3, "first": 1, "throw": True}


@pytest.mark.rule("CK-25", "CK-26")
def test_who_is_first_and_who_shares_the_place() -> None:
    sheet = full("red", but="r8")
    match = arranged(areas=[sheet, sheet, {}], won={"griffin": ([0], [])})
    play(match, "take blue from red", "paint r8", "done")
    play(match, "take red from red", "paint r8", "done")
    play(match, "take yellow from red", "paint r1", "paint r3", "done")
    ended = next(line["fact"] for line in reversed(match.history()) if "seat" in line)["ended"]
    assert ended["achievements"] == [{"row": "red", "place": 1, "points": 4, "seats": [0, 1]}]
    assert ended["gains"] == [3, 3, 0], "the two have drops left over"


@pytest.mark.rule("CK-26")
def test_who_is_second() -> None:
    match = arranged(areas=[full("red", but="r8"), {}], won={"red": ([1], [])}, dice=IN_RED)
    play(match, "take blue from red", "paint r8", "done", "take red from red", "done")
    assert last(match)["ended"]["achievements"] == [{"row": "red", "place": 2, "points": 2, "seats": [0]}]


@pytest.mark.rule("CK-27")
def test_three_kingdoms_make_the_next_round_the_last_and_that_ends_the_game() -> None:
    match = arranged(areas=[full("red", "green", "blue", but="r8"), {}], dice=DICE_FOR_TWO_ROUNDS)
    play(match, "take blue from red", "paint r8", "done", "take red from red", "done")
    assert last(match)["ended"]["one_more"] == "kingdoms"
    play(match, "take yellow from violet", "done", "take white as red from violet", "done")
    assert last(match)["ended"]["over"] == "kingdoms"
    assert "begun" not in last(match)


@pytest.mark.rule("CK-28")
def test_all_blots_end_the_game() -> None:
    match = play(arranged("", "", blots=[11, 11]), "take blue from red", "done", "take red from red", "done")
    assert last(match)["ended"]["over"] == "blots"


@pytest.mark.rule("CK-33")
def test_alone_the_round_ends_and_then_a_number_is_crossed_out() -> None:
    match = play(arranged("", dice=IN_RED), "take blue from red", "done")
    assert "begun" not in last(match)
    assert last(match)["ended"]["blots"] == [0]
    fact = last(play(match, "cross green 4"))
    assert fact["crossed"] == {"row": "green", "points": 4}
    assert fact["begun"] == {"round": 2, "first": 0, "throw": False}


@pytest.mark.rule("CK-34")
def test_alone_without_a_number_left_the_next_round_is_the_last() -> None:
    crossed = dict.fromkeys(COLOURS, (4, 2)) | dict.fromkeys(("dragon", "griffin", "unicorn", "hydra"), (3, 1))
    match = play(arranged("", dice=IN_RED, crossed=crossed), "take blue from red", "done")
    assert last(match)["ended"]["one_more"] == "numbers"
    play(match, "take red from red", "done")
    assert last(match)["ended"]["over"] == "numbers"


# --- Whole games ------------------------------------------------------------------------------------------------------


def gained(before: dict[str, Any], after: dict[str, Any]) -> dict[str, int]:
    """The spells or drops that are new."""
    counts = {name: after[name]["new"] - before[name]["new"] for name in after}
    return {name: count for name, count in counts.items() if count}


def check_fact(before: dict[str, Any], after: dict[str, Any], fact: dict[str, Any], seat: int) -> None:
    """What was told is what has changed on the seat's own sheet."""
    was, now = before["players"][seat], after["players"][seat]
    if fact["what"] == "painted":
        done = fact["painted"]
        changed = {area: colour for area, colour in now["areas"].items() if colour != was["areas"][area]}
        assert changed == {done["area"]: done["colour"]}
        assert fact["gain"] == after["standings"][seat]["points"] - before["standings"][seat]["points"]
        assert gained(was["spells"], now["spells"]) == ({done["spell"]: 1} if "spell" in done else {})
        assert gained(was["drops"], now["drops"]) == done.get("drops", {})
        used = now["spells"]["exception"]["used"] - was["spells"]["exception"]["used"]
        assert used == done.get("exception", False)
        assert len(now["turn"]["choosing"]) == done.get("choices", 0)
        completed = [name for name in done.get("completes", []) if name in COLOURS]
        assert completed == [name for name in now["complete"] if name not in was["complete"]]
    if fact["what"] == "took":
        assert fact["taken"] == now["die"]
        assert [die["taken_by"] for die in after["dice"] if die["die"] == fact["taken"]["die"]] == [seat]
    if "crossed" in fact:
        assert fact["crossed"]["points"] in after["crossed"][fact["crossed"]["row"]]
        assert fact["crossed"]["points"] not in before["crossed"][fact["crossed"]["row"]]


@pytest.mark.bounds
@pytest.mark.interpreted
@pytest.mark.soak
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_facts_fit_the_views_before_and_after_and_gains_add_up_to_the_points(players: int) -> None:
    for seed in range(size(1, 20)):
        match = on_the_default_map(players).start(seed)
        points = [row["points"] for row in match.view()["standings"]]
        lines, view = 0, dict[int, Any]()
        for state in islice(walk(match, seed), FEW if INTERPRETED else None):
            for event, line in zip(state.events[lines:], told(state)[lines:], strict=True):
                if event.seat >= 0:
                    check_fact(view[event.seat], state.view(event.seat), line["fact"], event.seat)
                    points[event.seat] += line["fact"].get("gain", 0)
                for seat, gain in enumerate(line["fact"].get("ended", {}).get("gains", ())):
                    points[seat] += gain
            lines = state.length
            view = {seat: state.view(seat) for seat in range(players)}
        assert match.over == any("over" in line["fact"].get("ended", {}) for line in told(match))
        if match.over:
            assert points == list(match.standings().scores)


def told(match: Match) -> list[dict[str, Any]]:
    """Everything that has happened."""
    facts = [json.loads(match._showing.fact_json(fact)) for fact in match._facts]
    return [{"fact": fact} for fact in facts]


@pytest.mark.rule("CK-12")
def test_a_secret_fact_is_the_same_whatever_is_on_other_sheets() -> None:
    facts = []
    for other in ("paint r1", "paint r5", "done"):
        match = play(started(3), "take blue from red", other, seat=0)
        play(match, "take red from red", "paint r5", "paint r3", "done", seat=1)
        facts.append([line["fact"] for line in match.history(1) if line.get("seat") == 1])
    assert facts[0] == facts[1] == facts[2]


# --- The longest lists ------------------------------------------------------------------------------------------------


@pytest.mark.bounds
def test_a_view_has_room_for_everything_at_once() -> None:
    """Four painting seats with exceptions in six colours, all towers to be chosen, all numbers crossed, all won."""
    game = load(4)
    buffer = game.buffer()
    s = buffer.view(rules.STATE)[0]
    throw(s, ())
    s.lies_in[:] = 63
    s.won[:] = 15
    s.crossed[:] = 3
    for seat in range(4):
        s.die[seat], s.colour[seat], s.kingdom[seat], s.home[seat] = seat, 0, seat, 5
        s.ready[seat] = 1
        s.mixed[seat] = 1
        s.drops[seat] = 4
        s.opened[seat] = 63
        s.blocked[seat] = rules.ALL_AREAS
    view = in_state(game, buffer).view(0)
    assert [len(view[name]) for name in ("dice", "players", "standings")] == [4, 4, 4]
    assert [len(each["areas"]) for each in view["players"][0]["turn"]["exceptions"]] == [len(AREA_NAMES)] * 6
    assert view["crossed"] == {name: [4, 2] if name in COLOURS else [3, 1] for name in view["crossed"]}
    s.choosing[:] = 2**MOST_TOWERS - 1
    assert own(in_state(game, buffer))["turn"]["choosing"] == list(range(MOST_TOWERS))


@pytest.mark.bounds
def test_a_fact_has_room_for_every_achievement_and_every_seat() -> None:
    game = load(4)
    before, after = game.buffer(), game.buffer()
    s = after.view(rules.STATE)[0]
    s.round_number = 2
    s.won[:, 0] = 15
    s.blots[:] = 1
    showing = showing_of(game.spec)
    ended = json.loads(showing.fact_json(showing.fact(before, after, 3, rules.DONE)))["ended"]
    assert len(ended["achievements"]) == rules.ROWS
    assert all(each["seats"] == [0, 1, 2, 3] for each in ended["achievements"])
    assert ended["blots"] == [0, 1, 2, 3]
    assert ended["gains"] == [int(rules.SPEED_POINTS[:, 0].sum()) - 1] * 4


@pytest.mark.bounds
def test_one_area_may_complete_all_towers_there_are() -> None:
    game = load(2)
    before = game.buffer()
    s = before.view(rules.STATE)[0]
    throw(s, ("blue 4 in red",))
    s.die[0], s.colour[0], s.kingdom[0], s.home[0], s.drops[0], s.opened[0] = 0, 0, 1, 1, 4, 2
    area = AREA_NAMES.index("r5")
    s.tower_count = MOST_TOWERS
    s.towers[:] = [[area, area - 1 + tower % 2 * 2] for tower in range(MOST_TOWERS)]
    s.towered |= np.uint64(1 << area)
    s.free[0] &= ~np.uint64(1 << area - 1 | 1 << area + 1)
    s.painted[0][1] |= np.uint64(1 << area - 1)
    s.painted[0][5] |= np.uint64(1 << area + 1)
    after = before.copy()
    action = game.moves.texts["paint r5"]
    game.kernel.apply(after, 0, action)
    showing = showing_of(game.spec)
    fact = json.loads(showing.fact_json(showing.fact(before, after, 0, action)))["painted"]
    assert fact["towers"] == list(range(MOST_TOWERS))
    assert (fact["drops"], fact["choices"]) == ({"violet": 12}, 12)
