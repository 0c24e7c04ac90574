"""Nobody sees more than they may: what is hidden from a seat changes nothing in what that seat is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pentarchy
from pentarchy import IllegalMove
from pentarchy.errors import NoPreview
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


def previewed(match: pentarchy.engine.match.Match, moves: list[str], seat: int) -> str:
    """What a seat is told about moves it only thinks of."""
    try:
        view, legal = match.preview(moves, seat)
    except (IllegalMove, NoPreview) as error:
        return str(error)
    return json.dumps([view, [str(move) for move in legal]])


@variant
def test_a_preview_shows_nothing_that_is_hidden(name: str, options: dict[str, Any]) -> None:
    """Whatever the others hold, the same is told, and nothing has changed."""
    for number, match in enumerate(walk(load(name, options), seed=27)):
        if number % 5:
            continue
        for seat in match.to_act:
            for move in match.legal_texts(seat)[::4]:
                state = match.state()
                told = previewed(match, [move], seat)
                assert match.state() == state
                other = redealt(match, seat, seed=number + 1)
                assert previewed(other, [move], seat) == told
                assert previewed(other, [move, move], seat) == previewed(match, [move, move], seat)


@variant
def test_a_preview_is_what_the_move_leads_to_if_nothing_else_happens(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=28)):
        if number % 5:
            continue
        for seat in match.to_act:
            for move in match.legal(seat)[::5]:
                played = match.copy()
                played.play(move, seat)
                if len(played.events) == len(match.events) + 1 and played.undoable(seat):
                    view, legal = match.preview([move], seat)
                    assert view == played.view(seat)
                    assert legal == played.legal(seat)


@variant
def test_looking_back_shows_what_was_seen_then(name: str, options: dict[str, Any]) -> None:
    seen: list[tuple[int, dict[str, Any]]] = []
    for number, match in enumerate(walk(load(name, options), seed=29)):
        if number % 7 == 0:
            seen.append((len(match.events), match.view(0)))
        if number % 7 == 3:
            events, view = seen[-1]
            known = set(map(id, match.events[:events]))
            lines = sum(id(event) in known for event in match.heard(0))  # what was hidden then may be told by now
            if match.game.name != "kingems" or match.game.options["memory"]:  # else lines are forgotten
                assert match.past(lines, 0) == view
    with pytest.raises(ValueError, match="the log has"):
        match.past(10_000, 0)


@variant
def test_a_view_as_text_is_the_view(name: str, options: dict[str, Any]) -> None:
    for match in walk(load(name, options), seed=30):
        for seat in (None, 0):
            assert (
                match.view_json(seat)
                == json.dumps(match.view(seat), separators=(",", ":"), ensure_ascii=False).encode()
            )


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
