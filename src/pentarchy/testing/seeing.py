"""Views, logs, legal moves, drawings, previews and errors tell nothing that is hidden."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pentarchy.errors import IllegalMove
from pentarchy.testing.claims import claim, refused, same
from pentarchy.testing.registry import check
from pentarchy.testing.walks import finished, redealt, some_of, walk

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match

PICTURES = 16  # moments at which all that a seat is told is looked at, drawings included

SECRET = b"not to be told"


def shown(match: Match, seat: int) -> str:
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


@check
def what_a_seat_cannot_see_changes_nothing_it_is_shown(game: Game) -> None:
    """Everything that is hidden from it is dealt anew, and it sees no difference."""
    for number, match in enumerate(some_of(game, seed=21, every=9, most=PICTURES)):
        if not match.over:
            for seat in range(game.players):
                other = redealt(match, seat, seed=number + 1)
                same(shown(other, seat), shown(match, seat), f"what seat {seat} is told in another world")


@check
def a_preview_is_what_the_move_leads_to_if_nothing_else_happens(game: Game) -> None:
    """And what could be done then, and what the log would say of it."""
    for match in some_of(game, seed=28, every=5):
        for seat in match.to_act:
            for move in match.legal(seat)[::5]:
                played = match.copy()
                played.play(move, seat)
                if len(played.events) == len(match.events) + 1 and played.undoable(seat):
                    view, legal = match.preview([move], seat)
                    same(view, played.view(seat), f"the preview of {move}")
                    same(legal, played.legal(seat), f"what is legal after {move} in its preview")
                    told = [played.history(seat)[-1]["fact"]]
                    same(match.foretell([move], seat), told, f"what {move} would do, as it is foretold")


@check
def looking_back_shows_what_was_seen_then(game: Game) -> None:
    """Where nothing of the log has been forgotten since."""
    seen = None
    for number, match in enumerate(walk(game, seed=29)):
        heard = [id(event) for event in match.heard(0)]
        if number % 7 == 0:
            seen = len(match.events), heard, match.view(0)
        if number % 7 == 3 and seen is not None:
            events, then, view = seen
            known = set(map(id, match.events[:events]))
            lines = sum(each in known for each in heard)  # what was hidden then may be told by now
            if set(then) <= set(heard):
                same(match.past(lines, 0), view, "what is seen when looking back")
    with refused(ValueError, "looking back to line 10000"):
        match.past(10_000, 0)


@check
def a_view_as_text_is_the_view(game: Game) -> None:
    """To the letter."""
    for match in some_of(game, seed=30, every=2):
        for seat in (None, 0):
            written = json.dumps(match.view(seat), separators=(",", ":"), ensure_ascii=False)
            same(match.view_json(seat).decode(), written, "view_json")


@check
def the_seed_is_nowhere_before_the_end(game: Game) -> None:
    """Two matches with other seeds in which the same things happened look the same to everybody."""
    match = finished(game, seed=22)
    script = [event["chance"] for event in match.record()["events"] if "chance" in event]
    other = game.start(seed=23, script=script)
    for event in match.events:
        if other.over or event.seat < 0:
            continue
        for seat in (None, *range(game.players)):
            claim("seed" not in json.dumps(other.view(seat)), f"the view of seat {seat} tells of a seed")
        other.play(game.moves.moves[event.code], event.seat)
    same(other.state(), match.state(), "the state after the same moves and draws")
    for seat in (None, *range(game.players)):
        same(other.view(seat), match.view(seat), f"the view of seat {seat}")
        same(other.log(seat), match.log(seat), f"the log of seat {seat}")


@check
def views_are_plain_data_and_the_callers_own(game: Game) -> None:
    """Whoever changes one changes no other."""
    for match in some_of(game, seed=24, every=11):
        for seat in (None, *range(game.players)):
            view = match.view(seat)
            same(json.loads(json.dumps(view)), view, "a view that was written and read")
            before = json.dumps(view)
            view.clear()
            view["options"] = None
            same(json.dumps(match.view(seat)), before, "a view after another was changed")


@check
def the_record_of_a_match_in_progress_keeps_the_seed_secret(game: Game) -> None:
    """Only its hash is told."""
    record = game.start(seed=SECRET).record()
    same(record["seed"], None, "the seed in a record of a match that is not over")
    claim(SECRET.hex() not in json.dumps(record), "the seed is in the record of a match that is not over")
    same(len(record["seed_hash"]), 64, "letters of the seed's hash")


@check
def the_breakdown_explains_the_scores_and_the_places(game: Game) -> None:
    """Scores and ranks come from `scores` and `merit`, the breakdown from the view."""
    for match in walk(game, seed=25):
        standings = match.standings()
        same(tuple(row["points"] for row in standings.breakdown), standings.scores, "the points of the breakdown")
        same(tuple(row["place"] for row in standings.breakdown), standings.ranks, "the places of the breakdown")
        same(match.result is None, not match.over, "whether there is no result yet")
