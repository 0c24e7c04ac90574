"""Positions: written down, read back, and refused when they cannot occur."""

from __future__ import annotations

import copy
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pentarchy import PositionError
from tests.rules.color_kingdoms.tables import (
    arranged,
    full,
    load,
    moves,
    on_the_default_map,
    own,
    play,
    squares,
    started,
    supply,
    walk,
)
from tests.sizes import size

NOTHING_PAINTED = dict.fromkeys(("blue", "red", "yellow", "green", "violet", "brown"), ".........")

# Round two of two players. Seat 0 has painted r1 and r9 blue and had a drop left; now it has taken two yellow drops,
# has moved them to green, has painted g1 and has one drop left. Seat 1 has painted y1 red and is to take a die.
POSITION: dict[str, Any] = {
    "game": "color_kingdoms",
    "options": {"players": 2, "map": squares(), "first": 0},
    "round": 2,
    "first": 0,
    "dice": {
        "blue": {"drops": 3, "in": "red", "taken_by": 0},
        "red": {"drops": 2, "in": "yellow+violet", "taken_by": 1},
        "yellow": {"drops": 2, "in": "red", "taken_by": 0},
        "white": {"drops": 4, "in": "red", "taken_by": None},
    },
    "players": [
        {
            "areas": NOTHING_PAINTED | {"red": "b.......b", "green": "y........"},
            "spells": {"move": {"ready": 1, "new": 1, "used": 1}, "mix": {"ready": 1}},
            "drops": {},
            "blots": 1,
            "turn": {
                "die": "yellow",
                "colour": "yellow",
                "kingdom": "red",
                "painted": ["g1"],
                "spent": {"move": 1},
                "drops": 1,
                "moved_to": "green",
            },
        },
        {
            "areas": NOTHING_PAINTED | {"yellow": "r........"},
            "spells": {"move": {"ready": 1}, "exception": {"ready": 1}},
            "blots": 1,
        },
    ],
}
SOLO: dict[str, Any] = {
    "game": "color_kingdoms",
    "options": {"players": 1, "map": squares(), "first": 0},
    "round": 2,
    "first": 0,
    "dice": {
        "blue": {"drops": 2, "in": "red", "taken_by": 0},
        "red": {"drops": 2, "in": "red"},
        "yellow": {"drops": 2, "in": "red"},
        "white": {"drops": 2, "in": "red"},
    },
    "players": [{"areas": NOTHING_PAINTED | {"red": ".b.b....."}}],
    "crossed": {"green": [4]},
}


def changed(position: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of a position with the value at a path such as "players.0.blots" changed."""
    twin = copy.deepcopy(position)
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = twin
    for step in steps:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    place[last] = value
    return twin


# --- Reading back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.bounds
@pytest.mark.soak
def test_positions_of_a_game_read_back_to_the_same_bytes(players: int) -> None:
    game = on_the_default_map(players)
    for seed in range(2):
        for match in islice(walk(game.start(seed), seed, eager=0.9 if seed % 2 else 0.6), 0, None, size(4, 1)):
            position = json.loads(json.dumps(match.position()))
            assert game.load(position).tobytes() == match.state()


def test_a_turn_in_progress_is_part_of_a_position() -> None:
    match = load(2).from_position(POSITION)
    assert match.to_act == (0, 1)
    assert "paint g9" in moves(match, 0)
    assert "take white as blue from red" in moves(match, 1)
    assert match.view(1)["players"][0]["areas"]["g1"] is None, "the sheet when the round began is known as well"
    assert supply(match, "move", 0) == (1, 1, 1)


def test_what_has_a_default_may_be_left_out() -> None:
    match = load(1).from_position(SOLO)
    assert match.to_act == (0,)
    assert match.view(0)["crossed"]["green"] == [4]
    assert match.position()["players"][0]["spells"]["mix"] == {"ready": 0, "new": 0, "used": 0}


def test_without_dice_they_are_thrown() -> None:
    position = load(2).start(1).position() | {"dice": {}}
    match = load(2).from_position(position, seed=5)
    assert [event["chance"].split()[0] for event in match.log()] == ["blue", "red", "yellow", "white"]


def test_a_pending_choice_is_part_of_a_position() -> None:
    sheet = "......\n......\n......\n......\n..g...\n...v.."
    dice = ["blue 4 in violet", "red 3 in red", "yellow 2 in red", "white 4 in red"]
    match = play(arranged(sheet, "", dice=dice), "take blue from violet", "paint v4")
    turn = match.position()["players"][0]["turn"]
    assert turn["choosing"] == [5, 6]
    assert play(match, "choose green").position()["players"][0]["turn"]["choosing"] == [6]


def test_a_finished_game_reads_back_as_finished() -> None:
    game = on_the_default_map(2)
    *_, match = walk(game.start(3), 3)
    again = game.from_position(match.position())
    assert again.over
    assert again.result == match.result


# --- Refusals ---------------------------------------------------------------------------------------------------------


def refused(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        load(len(position["players"])).from_position(position)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        # the course
        ("round", 0, "round: 0 is not between 1 and 67"),
        ("round", 500, "round: 500 is not between"),
        ("first", 1, "first: in round 2 the token lies with seat 0"),
        ("first", 5, "first: 5 is no seat"),
        ("phase", "cross", "phase: numbers are crossed out in the solo game only"),
        ("phase", "over", "phase: somebody has a turn"),
        ("phase", "dinner", "Invalid enum value 'dinner'"),
        ("colour", "blue", "unknown field `colour`"),
        # dice
        ("dice.blue.drops", 5, "dice.blue.drops: 5 is not one of 2, 3, 4"),
        ("dice.blue.in", "blue+violet", "dice.blue.in: on this map a die cannot lie in 'blue.violet'"),
        ("dice.red.in", "violet+yellow", "dice.red.in: on this map a die cannot lie in 'violet.yellow'"),
        ("dice.white.taken_by", 7, "dice.white.taken_by: 7 is no seat"),
        ("dice.white.taken_by", 1, "dice: before this round seat 1 took 1 of them, not 2"),
        ("dice.blue.taken_by", None, "dice: before this round seat 0 took 1 of them, not 0"),
        ("dice.green", {"drops": 2, "in": "red"}, "dice: there are blue, red, yellow, white"),
        ("dice", {}, "dice: they are missing, and this is not the beginning of a throw"),
        # takes
        ("players.0.turn.die", "red", "players.0..turn.die: the red die is taken by 1|dice: before this round"),
        ("players.0.turn.colour", "blue", "players.0..turn.colour: the yellow die has drops of its own colour"),
        ("players.0.turn.kingdom", "green", "players.0..turn.kingdom: the yellow die lies in red"),
        ("players.0.turn", None, "dice: before this round seat 0 took 1 of them, not 2"),
        # areas
        ("players.0.areas.red", "b", "players.0..areas.red: 'b' is not nine letters"),
        ("players.0.areas.red", "bb.......", "ready and used|new|cost"),
        ("players.0.areas.purple", ".........", "players.0..areas: there is no kingdom 'purple'"),
        ("players.0.turn.painted", ["g2"], "players.0..turn.painted: 'g2' is no painted area"),
        ("players.0.turn.painted", ["g1", "g1"], "players.0..turn.painted: an area is painted once only"),
        ("players.0.turn.painted", [], "players.0..spells.move: 0 such areas were painted in this round, but"),
        # spells, drops, blots
        ("players.0.spells.mix.ready", 2, "players.0..spells.mix: 1 were gained before this round, but ready"),
        ("players.0.spells.magic", {}, "players.0..spells.magic: there is no such thing"),
        ("players.0.spells.mix.used", -1, "players.0..spells.mix: -1 is not a number of them"),
        ("players.0.turn.spent", {"move": 2}, "players.0..turn.spent.move: 2 spent in this round, but 1 used in all"),
        ("players.0.turn.spent", {"luck": 1}, "players.0..turn.spent.luck: there is no such thing"),
        ("players.0.drops.green", {"ready": 1}, "players.0..drops: 0 drops were of a chosen colour"),
        ("players.0.drops.blue", {"ready": 1}, "players.0..drops.blue: watchtowers gave 0 of them"),
        ("players.0.blots", 13, "players.0..blots: 13 is not between 0 and 12"),
        ("players.0.blots", 3, "players.0..blots: 3 before this round, but only 1 rounds were played"),
        # the turn
        ("players.0.turn.drops", 2, "players.0..turn.drops: 1 are left, not 2"),
        ("players.0.turn.mixed", {"green": 1}, "players.0..turn.mixed: 0 are left, not 1"),
        ("players.0.turn.moved_to", None, "players.0..turn.moved_to: 1 spells for moving are spent"),
        ("players.0.turn.moved_to", "red", "players.0..turn.moved_to: drops are moved to another kingdom"),
        ("players.0.turn.moved_to", "blue", "players.0..turn.painted: some area lies in a kingdom"),
        ("players.0.turn.split_to", ["blue"], "players.0..turn.split_to: 0 splits are spent"),
        ("players.0.turn.choosing", [0], "players.0..turn.choosing: .0. are not the last towers"),
        ("players.0.turn.blot", True, "players.0..turn.blot: a blot is marked when the turn ends"),
        ("players.0.turn.finished", True, "players.0..turn: a finished turn has no drops"),
        # achievements
        ("achievements.red", {"first": [0]}, "achievements.red: seat 0 had not done it"),
        ("achievements.cats", {"first": [0]}, "achievements: there is no row 'cats'"),
        ("crossed.red", [4], "crossed.red: numbers are crossed out in the solo game only"),
        ("players", [], "players: there are 0, but 2 seats"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(path: str, value: Any, problem: str) -> None:
    position = changed(POSITION, path, value)
    with pytest.raises(PositionError, match=problem):
        load(2).from_position(position)


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("crossed", {}, "crossed: after 1 rounds 1 numbers are crossed out, not 0"),
        ("crossed.red", [4], "crossed: after 1 rounds 1 numbers are crossed out, not 2"),
        ("crossed", {"green": [2]}, "crossed: a 2 or 1 is crossed out only when no 4 or 3 is left"),
        ("crossed", {"green": [3]}, "crossed.green: 3 cannot be crossed out there"),
        ("crossed", {"green": [4, 4]}, "crossed.green: a number is crossed out once only"),
        ("crossed", {"green": [4], "end": [3]}, "crossed: after 1 rounds 0 numbers"),
        ("dice.white.taken_by", 0, "dice: before this round seat 0 took 1 of them, not 2"),
        ("phase", "over", "dice: seat 0 took 2 of them, not 1"),
        ("players.0.areas.red", "bbbbbbbbb", "spells|areas"),
        ("players.0.blots", 12, "blots: 12 before this round"),
    ],
)
def test_what_cannot_be_in_a_solo_game_is_refused(path: str, value: Any, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        load(1).from_position(changed(SOLO, path, value))


def test_the_white_die_was_never_the_first_to_be_taken() -> None:
    position = changed(changed(SOLO, "dice.blue.taken_by", None), "dice.white.taken_by", 0)
    refused(position, "dice.white.taken_by: the white die is never the first of a throw to be taken")


def test_the_white_die_counts_as_a_colour_that_was_gone() -> None:
    turn = {"die": "white", "colour": "yellow", "kingdom": "red", "drops": 2}
    position = changed(changed(SOLO, "players.0.turn", turn), "dice.white.taken_by", 0)
    refused(position, "players.0..turn.colour: the white die counts as a colour whose die was no longer in the box")
    assert load(1).from_position(changed(position, "players.0.turn.colour", "blue")).to_act == (0,)


def test_equal_neighbours_need_exceptions() -> None:
    position = changed(SOLO, "players.0.areas.red", "...bb....")
    refused(position, "players.0..spells.exception: equal neighbours painted before this round cost 1 of them, but 0")


def test_equal_neighbours_painted_in_this_round_need_exceptions() -> None:
    match = play(load(1).from_position(SOLO), "take red from red", "paint r5")
    position = match.position()
    position["players"][0]["areas"]["red"] = ".b.bb...."
    position["players"][0]["turn"]["painted"] = ["r5"]
    refused(position, "areas in blue, but 0 such tower drops|equal neighbours painted in this round cost 1")


def test_no_more_was_painted_than_the_dice_gave() -> None:
    position = changed(SOLO, "players.0.areas.red", ".b.b.b.b.")
    refused(position, "areas: so much in so many base colours takes 2 dice, but 1 were taken")


@pytest.mark.rule("CK-8", "CK-13")
@pytest.mark.parametrize(
    ("red", "problem"),
    [
        (".b.b.....", None),
        (".b.b.b...", "areas: so much in so many base colours takes 2 dice, but 1 were taken"),  # the die shows 2
        (".b.y.....", "areas: so much in so many base colours takes 2 dice, but 1 were taken"),
        (".r.r.....", "areas: so much in so many base colours takes 2 dice, but 1 were taken"),  # the die was blue
    ],
)
def test_every_round_gave_drops_of_one_colour(red: str, problem: str | None) -> None:
    position = changed(SOLO, "players.0.areas.red", red)
    if problem is None:
        assert load(1).from_position(position).to_act == (0,)
    else:
        refused(position, problem)


@pytest.mark.rule("CK-8", "CK-32")
def test_alone_a_throw_gives_every_colour_once_and_one_of_them_again() -> None:
    """After a whole throw at most two dice were red: eight areas."""
    areas = NOTHING_PAINTED | {"red": ".r.r.r.r.", "blue": ".r.r.r.r.", "yellow": ".r......."}
    position = SOLO | {
        "round": 5,
        "dice": {},
        "players": [{"areas": areas}],
        "crossed": {"green": [4], "blue": [4], "violet": [4], "brown": [4]},
    }
    refused(position, "areas: 1 throws before this one cannot have given so much in one colour")


@pytest.mark.rule("CK-17")
def test_a_spell_gained_in_the_last_round_has_not_been_used() -> None:
    """r1 and r7 gave spells for moving and splitting when they were painted in round one; round two has just begun."""
    position = changed(SOLO, "players.0.areas.red", "b.....b..")
    position["players"][0]["spells"] = {"move": {"ready": 1}, "split": {"ready": 1}}
    assert load(1).from_position(position).to_act == (0,)
    for name in ("move", "split"):
        used = changed(position, f"players.0.spells.{name}", {"used": 1})
        refused(used, f"spells.{name}: 1 were used in 1 rounds, more than were gained in an earlier one")


@pytest.mark.rule("CK-19")
def test_a_drop_gained_in_the_last_round_has_not_been_used() -> None:
    """The watchtower of r1 and r2 gave a blue drop in round one; it cannot have painted y1 in the same round."""
    position = changed(SOLO, "players.0.areas", NOTHING_PAINTED | {"red": "bb.......", "yellow": "b........"})
    position["players"][0]["spells"] = {"move": {"ready": 2}, "exception": {"ready": 0, "used": 0}}
    position["players"][0]["drops"] = {"blue": {"used": 1}}
    refused(position, "drops: 1 were used, but none was gained in an earlier round|equal neighbours")


@pytest.mark.rule("CK-11")
def test_before_the_first_round_nothing_was_used() -> None:
    position = started(4).position()
    position["players"][2]["spells"]["split"] = {"ready": 0, "used": 1}
    refused(position, "spells.split: 1 were used in 0 rounds")


def test_who_paints_nothing_has_marked_a_blot() -> None:
    refused(changed(SOLO, "players.0.areas.red", "........."), "areas: in 1 rounds more must have been painted")


def test_a_finished_turn_with_drops_left_has_marked_a_blot() -> None:
    match = play(started(2), "take blue from red", "paint r1", "done", seat=0)
    position = match.position()
    assert position["players"][0]["turn"]["blot"]
    position["players"][0]["turn"]["blot"] = False
    refused(position, "players.0..turn.blot: it is true: 3 drops of the die were left|blots: 1 before")
    position["players"][0]["blots"] = 0
    refused(position, "players.0..turn.blot: it is true: 3 drops of the die were left")


def test_dice_are_taken_in_turn() -> None:
    match = play(started(3), "take blue from red", "done", "take red from red")
    position = match.position()
    position["players"][0], position["players"][2] = position["players"][2], position["players"][0]
    refused(position, "players: dice are taken in turn from seat 0 on")


def test_when_everybody_has_finished_the_round_is_over() -> None:
    position = play(started(2), "take blue from red", "done", "take red from red").position()
    position["players"][1]["turn"] |= {"finished": True, "blot": True, "drops": 0}
    refused(position, "players: everybody has finished")


def test_who_has_done_it_is_among_the_first_or_second() -> None:
    match = arranged(areas=[full("red"), {}], won={"red": ([0], [])})
    position = match.position() | {"round": 12, "achievements": {}}
    with pytest.raises(PositionError):
        load(2).from_position(position)


def test_a_game_in_which_all_blots_are_marked_is_over() -> None:
    match = arranged(
        "", blots=[1], blots_on_a_sheet=1, round_number=2, dice=["red 2 in red", "yellow 2 in red", "white 2 in red"]
    )
    position = match.position() | {"crossed": {"red": [4]}}
    with pytest.raises(PositionError, match="phase: all blots are marked: the game is over"):
        load(1, blots=1).from_position(position)


def test_an_option_that_says_otherwise_is_refused() -> None:
    with pytest.raises(PositionError, match="options"):
        load(2, first=1).from_position(POSITION)


def test_a_position_is_not_changed_by_reading_it() -> None:
    before = copy.deepcopy(POSITION)
    match = load(2).from_position(POSITION)
    play(match, "paint g3", "done", seat=0)
    assert before == POSITION
    assert own(match, 0)["finished"]


def test_the_position_in_the_documentation_can_be_played() -> None:
    page = Path(__file__).parents[3] / "docs" / "rules" / "color_kingdoms.md"
    (example,) = re.findall(r"^```json\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    match = on_the_default_map(2).from_position(json.loads(example), seed=1)
    assert match.to_act == (0,)
    assert "paint v1" in moves(match, 0)
