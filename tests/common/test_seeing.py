"""Nobody sees more than they may: what is hidden from a seat changes nothing in what that seat is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pentarchy
from pentarchy import IllegalMove
from tests.variants import every_variant, load
from tests.walks import finished, redealt, walk

variant = pytest.mark.parametrize(("name", "options"), every_variant())


def shown(match: pentarchy.engine.match.Match, seat: int) -> str:
    """Everything that a seat is ever told, as one text."""
    refusals = []
    for move in match.game.moves.moves[:: max(1, len(match.game.moves.moves) // 25)]:
        if move not in match.legal(seat):
            try:
                match.copy().play(move, seat)
            except IllegalMove as error:
                refusals.append(str(error))
    told = [match.view(seat), match.log(seat), [str(move) for move in match.legal(seat)], refusals, match.to_act]
    return json.dumps([*told, match.text(seat), match.svg(seat)])


@variant
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=21)):
        if number % 9 or match.over:
            continue
        for seat in range(match.game.players):
            assert shown(redealt(match, seat, seed=number + 1), seat) == shown(match, seat)


@variant
def test_nobody_can_peek_by_taking_a_move_back(name: str, options: dict[str, Any]) -> None:
    """A move that may be taken back shows its player the same, whatever the others hold."""
    for number, match in enumerate(walk(load(name, options), seed=26)):
        for seat in match.to_act:
            for move in match.legal(seat)[::4]:
                worlds = [match.copy(), redealt(match, seat, seed=number + 1)]
                for world in worlds:
                    world.play(move, seat)
                if worlds[0].undoable(seat):
                    assert worlds[1].undoable(seat)
                    assert worlds[1].view(seat) == worlds[0].view(seat)


@variant
def test_the_seed_is_nowhere_before_the_end(name: str, options: dict[str, Any]) -> None:
    """Two matches with other seeds in which the same things happened look the same to everybody."""
    game = load(name, options)
    match = finished(game, seed=22)
    script = [event["chance"] for event in match.record()["events"] if "chance" in event]
    other = game.start(seed=23, script=script)
    for event in match.events:
        if other.over or event.seat < 0:
            continue
        for seat in (None, *range(game.players)):
            assert "seed" not in json.dumps(other.view(seat))
        other.play(game.moves.moves[event.code], event.seat)
    assert other.state() == match.state()
    for seat in (None, *range(game.players)):
        assert other.view(seat) == match.view(seat)
        assert other.log(seat) == match.log(seat)


@variant
def test_views_are_plain_data_and_the_callers_own(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=24)):
        if number % 11:
            continue
        for seat in (None, *range(match.game.players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            before = json.dumps(view)
            view.clear()
            view["options"] = None
            assert json.dumps(match.view(seat)) == before


@variant
def test_the_record_of_a_match_in_progress_keeps_the_seed_secret(name: str, options: dict[str, Any]) -> None:
    match = load(name, options).start(seed=b"not to be told")
    record = json.dumps(match.record())
    assert match.record()["seed"] is None
    assert b"not to be told".hex() not in record
    assert len(match.record()["seed_hash"]) == 64


@variant
def test_the_breakdown_explains_the_scores_and_the_places(name: str, options: dict[str, Any]) -> None:
    """Scores and ranks come from compiled rules, the breakdown is worked out apart from them."""
    for match in walk(load(name, options), seed=25):
        standings = match.standings()
        assert tuple(row["points"] for row in standings.breakdown) == standings.scores
        assert tuple(row["place"] for row in standings.breakdown) == standings.ranks
        assert (match.result is None) == (not match.over)
