"""Who sees what: sheets as they were when the round began, until one's own turn is over (CK-12)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy import IllegalMove
from pentarchy.engine.compiling import INTERPRETED
from pentarchy.games.color_kingdoms import rules
from tests.rules.color_kingdoms.tables import (
    finish,
    in_state,
    on_the_default_map,
    own,
    play,
    started,
    walk,
)
from tests.walks import with_state

if TYPE_CHECKING:
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer


def seen(match: Match, viewer: int | None, player: int) -> dict[str, Any]:
    """What somebody sees of a player."""
    found: dict[str, Any] = match.view(viewer)["players"][player]
    return found


def buffer_of(match: Match) -> Buffer:
    return np.frombuffer(bytearray(match.state()), np.uint8)


# --- Views ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CK-12")
def test_who_is_painting_sees_the_others_sheets_as_they_were() -> None:
    match = play(started(2), "take blue from red", "paint r1", "paint r3", "done", seat=0)
    for viewer in (1, None):
        sheet = seen(match, viewer, 0)
        assert not sheet["live"]
        assert sheet["areas"]["r1"] is None
        assert sheet["spells"]["exception"]["new"] == 0
        assert sheet["blots"] == 0


@pytest.mark.rule("CK-12")
def test_the_die_its_kingdom_and_colour_and_who_has_finished_are_public_at_once() -> None:
    match = play(started(2), "take blue from red", "done", seat=0)
    play(match, "take white as blue from red", seat=1)
    for viewer in (0, 1, None):
        assert seen(match, viewer, 1)["die"] == {"die": "white", "colour": "blue", "kingdom": "red", "drops": 4}
        assert [seen(match, viewer, player)["finished"] for player in (0, 1)] == [True, False]


@pytest.mark.rule("CK-12")
def test_who_has_finished_sees_all_sheets_as_they_are() -> None:
    match = play(started(2), "take blue from red", "done", seat=0)
    play(match, "take red from red", "paint r1", seat=1)
    sheet = seen(match, 0, 1)
    assert sheet["live"]
    assert sheet["areas"]["r1"] == "red"
    assert sheet["turn"]["drops"] == 2


@pytest.mark.rule("CK-12")
def test_when_the_round_is_over_everybody_sees_everything() -> None:
    match = play(started(2), "take blue from red", "paint r1", "done", "take red from red", "paint r9", "done")
    for viewer in (0, 1, None):
        assert seen(match, viewer, 0)["areas"]["r1"] == "blue"
        assert seen(match, viewer, 1)["areas"]["r9"] == "red"
        assert seen(match, viewer, 0)["blots"] == 1


@pytest.mark.rule("CK-12")
def test_standings_tell_no_more_than_the_sheets_that_are_seen() -> None:
    match = started(2)
    before = match.view(1)["standings"][0]
    play(match, "take blue from red", "paint r5", "done", seat=0)
    assert match.view(1)["standings"][0] == before
    assert match.view(None)["standings"][0] == before
    assert match.view(0)["standings"][0] != before


@pytest.mark.rule("CK-12", "CK-32")
def test_alone_nothing_is_hidden_from_a_spectator() -> None:
    match = play(started(1), "take blue from red", "paint r1")
    assert match.view(None) | {"seat": 0} == match.view(0)
    assert len(match.log(None)) == len(match.events)


@pytest.mark.rule("CK-12")
def test_what_the_seat_is_to_do_is_its_phase() -> None:
    match = play(started(2), "take blue from red", seat=0)
    assert [match.view(seat)["phase"] for seat in (0, 1, None)] == ["paint", "take", "take"]
    match.play("take red from red", 1)
    assert [match.view(seat)["phase"] for seat in (0, 1, None)] == ["paint", "paint", "paint"]


# --- Logs -------------------------------------------------------------------------------------------------------------


def told(match: Match, viewer: int | None) -> list[str]:
    return [f"{event['seat']} {event['move']}" for event in match.log(viewer) if "move" in event]


@pytest.mark.rule("CK-12")
def test_the_log_leaves_out_what_others_paint_in_this_round() -> None:
    match = play(started(2), "take blue from red", "paint r1", "done", seat=0)
    play(match, "take red from red", "paint r9", seat=1)
    assert told(match, 1) == ["0 take blue from red", "0 done", "1 take red from red", "1 paint r9"]
    assert told(match, None) == ["0 take blue from red", "0 done", "1 take red from red"]
    assert len(told(match, 0)) == 5, "who has finished hears everything"


@pytest.mark.rule("CK-12")
def test_the_log_tells_it_when_the_round_is_over() -> None:
    match = play(started(2), "take blue from red", "paint r1", "done", "take red from red", "paint r9", "done")
    play(match, "take yellow from red", "paint r3", seat=0)
    assert told(match, 1)[:6] == told(match, None)[:6] == told(match, 0)[:6]
    assert told(match, 1)[6:] == ["0 take yellow from red"]


@pytest.mark.rule("CK-12")
def test_the_log_of_a_match_that_starts_within_a_round_keeps_the_secret_too() -> None:
    begun = play(started(2), "take blue from red", "paint r1", seat=0)
    match = begun.game.from_position(begun.position(), seed=1)
    play(match, "paint r3", seat=0)
    assert told(match, 1) == []
    assert told(match, 0) == ["0 paint r3"]


# --- Nothing hidden shows anywhere ------------------------------------------------------------------------------------


def everything_told(match: Match, seat: int | None) -> str:
    """All that a seat is ever shown, as one text."""
    shown: list[Any] = [match.view(seat), match.log(seat), list(match.to_act), match.text(seat)]
    if seat is not None:
        tensor = np.zeros(rules.OBSERVATION, np.float32)
        match.game.kernel.observe(buffer_of(match), seat, tensor)
        legal = [str(move) for move in match.legal(seat)]
        shown += [tensor.tolist(), legal, refusals(match, seat)]
    return json.dumps(shown)


def refusals(match: Match, seat: int) -> list[str]:
    found = []
    legal = set(match.legal(seat))
    for move in match.game.moves.moves[::41]:
        if move not in legal:
            with pytest.raises(IllegalMove) as refusal:
                match.play(move, seat)
            found.append(str(refusal.value))
    return found


def redeal(match: Match, observer: int, seed: int) -> Match:
    buffer = buffer_of(match)
    match.game.kernel.redeal(buffer, observer, np.array([seed * 2 + 1], np.uint64))
    return with_state(match, buffer)


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.interpreted
def test_what_others_paint_changes_nothing_that_a_seat_is_shown(players: int) -> None:
    changed = 0
    for number, match in enumerate(walk(on_the_default_map(players).start(6), 6)):
        if match.over or number % 7:
            continue
        viewer = number % (players + 1) - 1
        seat = None if viewer < 0 else viewer
        twin = redeal(match, viewer, number + 1)
        changed += twin.state() != match.state()
        assert everything_told(twin, seat) == everything_told(match, seat)
        if number % 3 == 0:
            assert twin.svg(seat) == match.svg(seat)
        if number > (70 if INTERPRETED else 140):
            break
    assert changed > 3, "something was hidden"


@pytest.mark.rule("CK-12")
def test_two_worlds_that_differ_in_a_secret_look_the_same_at_every_step() -> None:
    """Seat 0 paints in two ways; until it has finished itself, seat 1 is told the same, step by step."""
    worlds = [
        play(started(2), "take blue from red", *moves, "done", seat=0)
        for moves in (["paint r1", "paint r3"], ["move to green", "paint g1", "paint g3", "paint g5", "paint g7"])
    ]
    for move in ("take red from red", "paint r2", "paint r4", "paint r9", "done"):
        for viewer in (1, None):
            assert everything_told(worlds[0], viewer) == everything_told(worlds[1], viewer)
            assert worlds[0].svg(viewer) == worlds[1].svg(viewer)
        for world in worlds:
            world.play(move, 1)
    assert everything_told(worlds[0], 1) != everything_told(worlds[1], 1)


# --- What a seat may suppose ------------------------------------------------------------------------------------------


def supposed(match: Match, observer: int) -> Buffer:
    """The state as a seat, or a spectator (-1), may suppose it."""
    buffer = buffer_of(match)
    match.game.kernel.suppose(buffer, observer)
    return buffer


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.bounds
@pytest.mark.interpreted
def test_a_seat_supposes_the_same_bytes_whatever_is_hidden(players: int) -> None:
    for number, match in enumerate(walk(on_the_default_map(players).start(16), 16)):
        if number % 7 and not match.over:
            continue
        for observer in range(-1, players):
            state = supposed(match, observer).tobytes()
            for seed in (1, 2):
                assert supposed(redeal(match, observer, number + seed), observer).tobytes() == state
            assert supposed(with_state(match, supposed(match, observer)), observer).tobytes() == state
        if number > (70 if INTERPRETED else 140):
            break


@pytest.mark.rule("CK-12")
def test_who_has_finished_is_supposed_to_have_painted_nothing_and_who_paints_to_be_about_to() -> None:
    match = play(started(3), "take blue from red", "paint r1", "done", seat=0)
    play(match, "take red from red", "paint r2", seat=1)
    s = supposed(match, 2).view(rules.STATE)[0]
    assert s.finished.tolist()[:3] == [1, 0, 0]
    assert s.drops.tolist()[:3] == [0, 3, 0]
    assert s.blots.tolist()[:3] == [0, 0, 0]
    assert s.free.tolist()[:3] == [int(rules.ALL_AREAS)] * 3


@pytest.mark.rule("CK-12")
def test_where_everything_is_open_nothing_is_supposed() -> None:
    match = play(started(3), "take blue from red", "paint r1", "done", seat=0)
    play(match, "take red from red", "paint r2", seat=1)
    assert supposed(match, 0).tobytes() == match.state()
    over = finish(on_the_default_map(2).start(3))
    assert all(supposed(over, observer).tobytes() == over.state() for observer in (-1, 0, 1))


# --- Painting anew what a seat cannot know ----------------------------------------------------------------------------


@pytest.mark.rule("CK-12")
def test_a_redeal_leaves_alone_what_the_observer_knows() -> None:
    public = ["die", "colour", "kingdom", "finished", "lies_in", "shows", "taken_by", "won", "round_number", "phase"]
    before = ["painted_before", "ready_before", "used_before", "blots_before", "free_before"]
    for number, match in enumerate(walk(on_the_default_map(3).start(7), 7)):
        if match.over or number % 7:
            continue
        was = buffer_of(match).view(rules.STATE)[0]
        for observer in range(3):
            now = buffer_of(redeal(match, observer, number)).view(rules.STATE)[0]
            for field in public + before:
                assert np.array_equal(was[field], now[field]), field
            for field in ("painted", "ready", "fresh", "used", "blots", "drops", "opened"):
                assert np.array_equal(was[field][observer], now[field][observer]), field


@pytest.mark.rule("CK-12")
def test_who_has_finished_gets_a_painting_and_who_has_not_is_at_the_beginning() -> None:
    match = play(started(3), "take blue from red", "paint r1", "done", seat=0)
    play(match, "take red from red", "paint r2", seat=1)
    twin = redeal(match, 2, 5)
    assert sum(colour == "blue" for colour in own(twin, 0)["areas"].values()) in (2, 3, 4)
    assert own(twin, 0)["finished"]
    assert set(own(twin, 1)["areas"].values()) == {None}
    assert own(twin, 1)["turn"]["drops"] == 3


@pytest.mark.rule("CK-12")
def test_who_has_finished_has_nothing_dealt_anew() -> None:
    match = play(started(3), "take blue from red", "paint r1", "done", seat=0)
    play(match, "take red from red", "paint r2", seat=1)
    assert redeal(match, 0, 5).state() == match.state()


@pytest.mark.rule("CK-12")
@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.bounds
def test_every_redealt_game_reads_back_as_a_position_and_can_be_played_to_its_end(players: int) -> None:
    game = on_the_default_map(players)
    for number, match in enumerate(walk(game.start(9), 9)):
        if match.over or number % 29:
            continue
        for observer in range(-1, players):
            twin = redeal(match, observer, number + 1)
            assert game.load(twin.position()).tobytes() == twin.state()
            assert finish(in_state(game, buffer_of(twin)), 1).over
