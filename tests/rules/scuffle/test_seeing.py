"""What is hidden and what is shown (FS-27)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy import IllegalMove
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS
from tests.oracles import scuffle_view as oracle
from tests.rules.scuffle.tables import arranged, assert_as_likely, finish, in_state, load, names, play, started, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match


def redeals(match: Match, observer: int, number: int) -> Iterator[Any]:
    """States in which what the observer cannot see has been dealt anew."""
    rng = fast_generator(3)
    for _ in range(number):
        buffer = np.frombuffer(bytearray(match.state()), np.uint8)
        match.game.kernel.redeal(buffer, observer, rng)
        yield buffer.view(rules.STATE)[0]


def before_the_last_turn(hand: str, *, acting: int) -> Match:
    """Seat `acting` is to play in the last turn; Blue has five cards on the table and holds `hand`."""
    played = [name for name in ("king", "queen", "princess", "knight", "peasant", "witch") if name not in hand.split()]
    board = "farm | castle | farm " + " ".join(f"b.{name}" for name in played[:5])
    match = arranged(board, hand if acting == 1 else "king queen", seat=acting, turn=6)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    state = buffer.view(rules.STATE)[0]
    unplayed = int(state.hand[1]) | int(state.aside[1])
    state.hand[1] = sum(1 << CHARACTERS.index(name) for name in hand.split())
    state.aside[1] = unplayed & ~int(state.hand[1])
    return in_state(match.game, buffer)


# --- Views ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-27")
def test_a_seat_sees_its_own_cards_and_the_number_of_the_others() -> None:
    match = started("king queen knight", "gnome dragon witch", players=3)
    red, blue, yellow = match.view(0)["players"]
    assert red["hand"] == ["princess", "peasant", "gnome", "dragon", "witch", "fairy", "wizard"]
    assert red["aside"] == ["king", "queen", "knight"]
    for other in (blue, yellow):
        assert (other["hand"], other["aside"], other["cards_in_hand"]) == (None, None, 7)


@pytest.mark.rule("FS-27")
def test_a_spectator_sees_nobodys_cards() -> None:
    match = started("king queen knight", "gnome dragon witch")
    assert [(player["hand"], player["aside"]) for player in match.view(None)["players"]] == [(None, None)] * 2


@pytest.mark.rule("FS-27")
def test_at_the_end_all_cards_are_shown() -> None:
    match = finish(load(3).start(4), 4)
    for seat in (None, 0, 1, 2):
        for player in match.view(seat)["players"]:
            on_table = [
                card["card"]
                for location in match.view()["locations"]
                for card in location["stack"]
                if card["seat"] == player["seat"]
            ]
            assert sorted([*player["hand"], *player["aside"], *on_table]) == sorted(CHARACTERS)


@pytest.mark.rule("FS-27")
def test_the_log_tells_set_aside_cards_to_their_owner_only_until_the_end() -> None:
    match = load(2).start(5)

    def told(seat: int | None) -> set[int]:
        asides = [event["chance"].split() for event in match.log(seat) if "aside" in event.get("chance", "")]
        return {int(words[1]) for words in asides}

    assert (told(0), told(1), told(None)) == ({0}, {1}, set())
    finish(match)
    assert told(0) == told(1) == told(None) == {0, 1}


@pytest.mark.rule("FS-27")
def test_cards_are_listed_in_a_fixed_order_not_as_they_were_dealt() -> None:
    orders = [("king queen knight", "gnome dragon witch"), ("knight king queen", "witch gnome dragon")]
    views = [json.dumps([started(*aside).view(seat) for seat in (0, 1, None)]) for aside in orders]
    assert views[0] == views[1]


@pytest.mark.rule("FS-27")
def test_a_skipped_turn_shows_the_hand_to_everybody() -> None:
    match = before_the_last_turn("gnome dragon", acting=0)
    assert match.view(0)["players"][1]["hand"] is None
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    buffer.view(rules.STATE)[0].first = 1  # Red is last, so that Blue's skip comes with the end of Red's fifth turn
    buffer.view(rules.STATE)[0].turn_number = 5
    match = play(in_state(match.game, buffer), "play king 1")
    assert match.to_act == (0,)
    for seat in (0, None):
        blue = match.view(seat)["players"][1]
        assert blue["skipped"]
        assert blue["hand"] == ["gnome", "dragon"]
        assert blue["aside"] is None


@pytest.mark.rule("FS-27")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.interpreted
def test_what_a_seat_cannot_see_changes_nothing_that_it_is_shown(players: int) -> None:
    for number, match in enumerate(walk(load(players).start(6), 6)):
        if match.over or number % 4:
            continue
        for observer in range(players):
            told = everything_told(match, observer)
            for state in redeals(match, observer, 3):
                buffer = np.frombuffer(bytearray(state.tobytes()), np.uint8)
                twin = match.copy()
                twin._buffer = buffer
                assert everything_told(twin, observer) == told


def everything_told(match: Match, seat: int) -> str:
    tensor = np.zeros(rules.OBSERVATION, np.float32)
    match.game.kernel.observe(np.frombuffer(bytearray(match.state()), np.uint8), seat, tensor)
    refusals = []
    for move in match.game.moves.moves[::17]:
        if move not in match.legal(seat):
            with pytest.raises(IllegalMove) as refusal:
                match.copy().play(move, seat)
            refusals.append(str(refusal.value))
    legal = [str(move) for move in match.legal(seat)]
    return json.dumps([match.view(seat), match.log(seat), legal, refusals, match.text(seat), tensor.tolist()])


@pytest.mark.rule("FS-27")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.bounds
@pytest.mark.interpreted
def test_what_is_heard_supposed_and_foreseen_is_what_the_slow_and_obvious_rules_say(players: int) -> None:
    for match in walk(load(players).start(10), 10):
        showing, buffer, options = match._showing, match._buffer, match.game.options
        for seat in range(players):
            assert list(showing.heard(buffer, match.events, seat)) == list(oracle.heard(buffer, match.events, seat))
            assert showing.foreseen(buffer, seat, options) == oracle.foreseen(buffer, options, seat)
            if not match.over:
                assert showing.known(buffer, seat).tobytes() == oracle.known(buffer, seat).tobytes()
        for takeback in match._takebacks:
            assert showing.reveals(takeback.before, buffer) == oracle.reveals(takeback.before, buffer)


# --- Dealing anew -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FS-27")
def test_a_redeal_leaves_alone_what_the_observer_knows() -> None:
    for match in walk(load(3).start(7), 7):
        if match.over:
            continue
        before = np.frombuffer(bytearray(match.state()), np.uint8).view(rules.STATE)[0]
        for state in redeals(match, 1, 5):
            for field in rules.STATE.names or ():
                if field not in ("hand", "aside"):
                    assert np.array_equal(state[field], before[field])
            assert (state.hand[1], state.aside[1]) == (before.hand[1], before.aside[1])
            for seat in (0, 2):
                assert state.hand[seat] | state.aside[seat] == before.hand[seat] | before.aside[seat]
                assert state.hand[seat] & state.aside[seat] == 0
                assert int(state.aside[seat]).bit_count() == 3


@pytest.mark.rule("FS-27")
def test_every_split_of_the_unplayed_cards_is_equally_likely() -> None:
    match = play(started("king queen knight", "dragon fairy wizard"), "play princess 1", "play king 2")
    counts = Counter(tuple(names(int(state.aside[1]))) for state in redeals(match, 0, 8_000))
    assert set(counts) == set(combinations([name for name in CHARACTERS if name != "king"], 3))
    assert_as_likely(counts, 84)


@pytest.mark.rule("FS-27")
def test_before_the_last_turn_a_redeal_may_give_dragon_and_gnome() -> None:
    match = before_the_last_turn("fairy wizard", acting=0)
    counts = Counter(tuple(names(int(state.hand[1]))) for state in redeals(match, 0, 4_000))
    assert ("gnome", "dragon") in counts
    assert_as_likely(counts, 10)


@pytest.mark.rule("FS-27", "FS-10")
def test_who_is_asked_to_play_in_the_last_turn_has_not_just_dragon_and_gnome() -> None:
    match = before_the_last_turn("fairy wizard", acting=1)
    counts = Counter(tuple(names(int(state.hand[1]))) for state in redeals(match, 0, 4_000))
    assert ("gnome", "dragon") not in counts
    assert_as_likely(counts, 9)


@pytest.mark.rule("FS-27", "FS-10")
def test_a_redeal_keeps_the_hand_that_a_skip_has_shown() -> None:
    match = before_the_last_turn("gnome dragon", acting=0)
    buffer = np.frombuffer(bytearray(match.state()), np.uint8)
    buffer.view(rules.STATE)[0].skipped[1] = 1
    for state in redeals(in_state(match.game, buffer), 0, 200):
        assert names(int(state.hand[1])) == ["gnome", "dragon"]


@pytest.mark.rule("FS-27")
def test_at_the_end_there_is_nothing_to_deal_anew() -> None:
    match = finish(load(3).start(8), 8)
    for state in redeals(match, 0, 20):
        assert state.tobytes() == match.state()


@pytest.mark.rule("FS-27")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.bounds
def test_every_redealt_game_can_be_played_to_its_end(players: int) -> None:
    for match in walk(load(players).start(9), 9):
        if match.over:
            continue
        for observer in range(-1, players):
            for state in redeals(match, observer, 3):
                buffer = np.frombuffer(bytearray(state.tobytes()), np.uint8)
                assert finish(in_state(match.game, buffer), 1).over
