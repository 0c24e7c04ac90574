"""Records replay and positions load to the same bytes; whatever is no position is refused, or can be played."""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

from pentarchy.engine import record as records
from pentarchy.engine.game import Game
from pentarchy.engine.play import CHANCE
from pentarchy.errors import PositionError
from pentarchy.testing.claims import claim, refused, same
from pentarchy.testing.registry import check
from pentarchy.testing.walks import finished, some_of, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Position

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    60,
    2**31,
    2**64,
    10**30,
    0.5,
    "",
    "over",
    "\x00",
    [],
    [1, 2],
    {},
    {"x": 1},
)
NO_POSITION: tuple[Any, ...] = ([], "text", 5, None, {}, {"game": []}, {1: 2})
MUTATED = 40  # positions


def replayed(game: Game, record: dict[str, Any], seed: int | None = None) -> Match:
    """The match of a record, also of a game that Pentarchy does not know."""
    return records.replay(record, lambda name, options: Game(game.spec, options), seed)


@check
def a_record_replays_to_the_same_match_at_every_point(game: Game) -> None:
    """Also after it was written and read."""
    for match in some_of(game, seed=9, every=7):
        again = replayed(game, json.loads(json.dumps(match.record())))
        same((again.state(), again.to_act), (match.state(), match.to_act), "the replayed match")
        same(again.record(), match.record(), "the record of the replayed match")


@check
def a_replayed_match_goes_on_with_the_same_luck_if_the_seed_is_known(game: Game) -> None:
    """From any point."""
    whole = finished(game, seed=10)
    for number, match in enumerate(walk(game, seed=10)):
        half = replayed(game, match.record(), seed=10)
        if number == 5:
            break
    for event in whole.events[len(half.events) :]:
        if event.seat != CHANCE:
            half.play(game.moves.moves[event.code], event.seat)
    same((half.state(), half.record()), (whole.state(), whole.record()), "the match that was played on")


@check
def a_position_leads_to_the_same_bytes(game: Game) -> None:
    """Also after it was written and read."""
    for match in some_of(game, seed=11, every=3):
        again = game.from_position(json.loads(json.dumps(match.position())), seed=1)
        same(again.state(), match.state(), "the state of a position")
        same((again.position(), again.to_act), (match.position(), match.to_act), "the match of a position")


@check
def what_is_no_position_at_all_is_refused(game: Game) -> None:
    """With a PositionError."""
    for junk in (*NO_POSITION, {"game": game.name}):
        with refused(PositionError, f"the position {junk!r}"):
            game.from_position(junk)


@check
def whatever_is_written_into_a_position_it_is_refused_or_can_be_played(game: Game) -> None:
    """Something is replaced, changed by one, removed, doubled or swapped, once or twice."""
    choice = random.Random(13)
    known = [match.position() for match in some_of(game, seed=5, every=3)]
    for _ in range(MUTATED):
        position = copy.deepcopy(choice.choice(known))
        for _ in range(choice.choice((1, 1, 2))):
            _mutate(position, choice)
        _refused_or_playable(game, position)


def _refused_or_playable(game: Game, position: Position) -> None:
    try:
        match = game.from_position(position, seed=1)
    except PositionError as error:
        claim(str(error), f"{position} is refused without a word")
        return
    same(game.from_position(match.position()).state(), match.state(), "a position that was accepted, read again")
    claim(str(match), "there is no drawing of a position that was accepted")
    choice = random.Random(1)
    while not match.over:
        match.play(choice.choice(match.legal(match.to_act[0])), match.to_act[0])
    result = match.standings()
    same([row["place"] for row in result.breakdown], list(result.ranks), "places after a position that was accepted")


def _mutate(position: Position, choice: random.Random) -> None:
    places = _places(position)
    if not places:
        return
    holder, key = choice.choice(places)
    how = choice.randrange(5)
    if how == 0:
        holder[key] = copy.deepcopy(choice.choice(JUNK))
    elif how == 1 and type(holder[key]) is int:
        holder[key] += choice.choice((-1, 1))
    elif how == 2:
        del holder[key]
    elif how == 3 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif how == 4:
        other, other_key = choice.choice(places)
        holder[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(holder[key])


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a position: the dict or list that holds it, and its key there."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += _places(value[key])
    return found
