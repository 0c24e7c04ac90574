"""What views, drawings, previews and records show. That nobody learns what is hidden: see test_two_worlds.py too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy import IllegalMove
from tests.sizes import covered, size
from tests.variants import every_variant, load
from tests.walks import finished, redealt, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

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


def some_walks(game: Game, seed: int, every: int) -> Iterator[tuple[int, Match]]:
    """One position of so many in a match; in a soak all of some matches."""
    for walked in range(size(1, 4)):
        for number, match in enumerate(walk(game, seed + 100 * walked)):
            if number % size(every, 1) == 0:
                covered(1, "positions seen with other secrets")
                yield number, match


@pytest.mark.soak
@variant
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(name: str, options: dict[str, Any]) -> None:
    for number, match in some_walks(load(name, options), seed=21, every=9):
        if match.over:
            continue
        for seat in range(match.game.players):
            assert shown(redealt(match, seat, seed=number + 1), seat) == shown(match, seat)


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
