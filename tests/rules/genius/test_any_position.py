"""Whatever is written into a position: it is refused with a PositionError, or it can be played to its end."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pentarchy import PositionError
from pentarchy.games.genius.components import COLOURS
from tests.rules.genius.tables import finish, load, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rules.genius.tables import Position

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "series": 2, "first": 1},
    {"players": 3},
    {"players": 3, "target": 6},
    {"players": 4, "series": 2},
]

SOME_POSITIONS: dict[int, list[Position]] = {}

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 45),
    st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30]),
    st.floats(),
    st.sampled_from(["", "red", "turn", "success", "over", "\x00"]),
    st.lists(st.sampled_from([*COLOURS, 1, -1]), max_size=4),
    st.dictionaries(st.sampled_from([*COLOURS, "pink"]), st.integers(-1, 22), max_size=4),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a position: the dict or list that holds it, and its key there."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


def somewhere(data: st.DataObject, position: Position) -> tuple[Any, Any]:
    """A place in a position; every field is as likely as any other, however much there is in it."""
    field = data.draw(st.sampled_from(sorted(position)))
    inside = position[field]
    deeper = places(inside) if isinstance(inside, dict | list) else []
    place: tuple[Any, Any] = data.draw(st.sampled_from([(position, field), *deeper]))
    return place


def replace(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    holder[key] = data.draw(JUNK)


def nudge(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    if type(holder[key]) is int:
        holder[key] += data.draw(st.sampled_from([-1, 1]))


def remove(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    del holder[key]


def swap(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    other, other_key = somewhere(data, position)
    holder[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(holder[key])


def carry(data: st.DataObject, position: Position) -> None:
    """Take tokens of a colour from one place to another; the reserve is worked out anew."""
    position.pop("reserve", None)
    colour = data.draw(st.sampled_from(COLOURS))
    heaps = [position["centre"], position["aside"], *position["collections"]]
    goal = data.draw(st.sampled_from(heaps))
    goal[colour] = goal.get(colour, 0) + data.draw(st.integers(-3, 3))


def rephase(data: st.DataObject, position: Position) -> None:
    position["phase"] = data.draw(st.sampled_from(["turn", "success", "over"]))
    position["acting"] = data.draw(st.sampled_from([None, 0, 1]))
    position["in_bonus_turn"] = data.draw(st.booleans())
    position.pop("standstill", None)


MUTATIONS: list[Callable[[st.DataObject, Position], None]] = [replace, nudge, remove, swap, carry, rephase]


@settings(
    max_examples=600, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(data=st.data(), variant=st.integers(0, len(VARIANTS) - 1))
def test_whatever_is_written_there_it_is_refused_or_can_be_played(data: st.DataObject, variant: int) -> None:
    options = VARIANTS[variant]
    if variant not in SOME_POSITIONS:
        SOME_POSITIONS[variant] = [match.position() for match in walk(load(**options).start(5), seed=5)][::3]
    position = copy.deepcopy(data.draw(st.sampled_from(SOME_POSITIONS[variant])))
    for mutation in data.draw(st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=2)):
        try:
            mutation(data, position)
        except (KeyError, IndexError, TypeError, AttributeError):
            break  # an earlier mutation has left nothing to change there
    check_refused_or_playable(position, options)


def check_refused_or_playable(position: Position, options: dict[str, Any]) -> None:
    game = load(**options)
    try:
        match = game.from_position(position, seed=1)
    except PositionError as error:
        assert str(error)  # noqa: PT017 - it must say something
        return
    assert game.from_position(match.position()).state() == match.state()
    assert str(match)
    result = finish(match, seed=1).result
    assert result is not None
    assert [row["place"] for row in result.breakdown] == list(result.ranks)
    assert [row["points"] for row in result.breakdown] == list(result.scores)


@pytest.mark.parametrize("junk", [[], "genius", 5, None, {}, {"game": "genius"}, {"game": []}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(junk: Any) -> None:
    with pytest.raises(PositionError):
        load(2).from_position(junk)
