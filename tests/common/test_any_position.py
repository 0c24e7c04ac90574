"""Whatever is written into a position: it is refused with a PositionError, or it can be played to its end."""

from __future__ import annotations

import copy
import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pentarchy import PositionError
from pentarchy.games import NAMES
from tests.sizes import covered, size
from tests.variants import VARIANTS, load
from tests.walks import walk

Position = dict[str, Any]

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30]),
    st.floats(),
    st.sampled_from(["", "##", "W0-W0 ##", "..", "claim", "over", "red", "dragon", "play", "\x00"]),
    st.lists(st.integers(-1, 49) | st.sampled_from(["red", "king"]), max_size=5),
    st.dictionaries(st.sampled_from(["domino", "king", "squares", "red", "cards"]), st.integers(-1, 22), max_size=3),
)


def branches(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a position: the dict or list that holds it, and its key there."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += branches(value[key])
    return found


def somewhere(data: st.DataObject, position: Position) -> tuple[Any, Any]:
    """A place in a position; every field is as likely as any other, however much there is in it."""
    field = data.draw(st.sampled_from(sorted(position)))
    inside = position[field]
    deeper = branches(inside) if isinstance(inside, dict | list) else []
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


def double(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    if isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))


def swap(data: st.DataObject, position: Position) -> None:
    holder, key = somewhere(data, position)
    other, other_key = somewhere(data, position)
    holder[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(holder[key])


def retouch(data: st.DataObject, position: Position) -> None:
    """Kingdomino: change a square or a dash of some kingdom."""
    rows = data.draw(st.sampled_from([built["squares"] for built in position["kingdoms"]]))
    y = data.draw(st.integers(0, len(rows) - 1))
    at = data.draw(st.integers(0, max(0, len(rows[y]) - 1)))
    rows[y] = rows[y][:at] + data.draw(st.sampled_from(list("WFLGSM0123#.- X"))) + rows[y][at + 1 :]


def undash(data: st.DataObject, position: Position) -> None:
    """Kingdomino: do not say which halves belong together."""
    for built in position["kingdoms"]:
        built["squares"] = [row.replace("-", " ") for row in built["squares"]]


def carry(data: st.DataObject, position: Position) -> None:
    """Simply Genius: take tokens of a colour from one place to another; the reserve is worked out anew."""
    position.pop("reserve", None)
    colour = data.draw(st.sampled_from(["red", "orange", "yellow", "green", "blue", "violet"]))
    heaps = [position["centre"], position["aside"], *position["collections"]]
    goal = data.draw(st.sampled_from(heaps))
    goal[colour] = goal.get(colour, 0) + data.draw(st.integers(-3, 3))


def rephase(data: st.DataObject, position: Position) -> None:
    """Simply Genius: another moment of the turn."""
    position["phase"] = data.draw(st.sampled_from(["turn", "success", "over"]))
    position["acting"] = data.draw(st.sampled_from([None, 0, 1]))
    position["in_bonus_turn"] = data.draw(st.booleans())
    position.pop("standstill", None)


def return_crystal(data: st.DataObject, position: Position) -> None:
    """KinGems: another moment of the turn, or a crystal that comes from or goes to a cell."""
    position["phase"] = data.draw(st.sampled_from(["turn", "pay", "second", "go", "take", "over"]))
    position["turned"] = data.draw(st.lists(st.sampled_from(sorted(position["shown"]) or ["a1"]), max_size=2))
    cell = data.draw(st.sampled_from(sorted(position["shown"]) or ["a1"]))
    if data.draw(st.booleans()):
        position["taken"][cell] = position["shown"][cell]
        data.draw(st.sampled_from(position["players"]))["crystals"] += position["shown"][cell].split("+")
    elif data.draw(st.booleans()):
        data.draw(st.sampled_from(position["players"]))["pawn"] = cell


def repaint(data: st.DataObject, position: Position) -> None:
    """Colour Kingdoms: another colour, or none, for some area of a sheet."""
    areas = data.draw(st.sampled_from(position["players"]))["areas"]
    kingdom = data.draw(st.sampled_from(sorted(areas)))
    at = data.draw(st.integers(0, len(areas[kingdom]) - 1))
    areas[kingdom] = areas[kingdom][:at] + data.draw(st.sampled_from("brygvn.")) + areas[kingdom][at + 1 :]


def respend(data: st.DataObject, position: Position) -> None:
    """Colour Kingdoms: a spell or a drop that is used, or spent in this round, after all."""
    player = data.draw(st.sampled_from(position["players"]))
    kind = data.draw(st.sampled_from(["spells", "drops"]))
    name = data.draw(st.sampled_from(sorted(player[kind])))
    player[kind][name]["ready"] -= 1
    player[kind][name]["used"] += 1
    if player["turn"] and data.draw(st.booleans()):
        player["turn"]["spent"][name] = player["turn"]["spent"].get(name, 0) + 1


def unthrow(data: st.DataObject, position: Position) -> None:
    """Colour Kingdoms: the dice are still to be thrown."""
    position["dice"] = {}


EVERYWHERE = [replace, nudge, remove, double, swap]
SPECIAL = {
    "kingdomino": [retouch, undash],
    "genius": [carry, rephase],
    "kingems": [return_crystal],
    "color_kingdoms": [repaint, respend, unthrow],
}

KNOWN: dict[tuple[str, int], list[Position]] = {}


def some_positions(name: str, variant: int) -> list[Position]:
    """Positions of one match, which the mutations start from."""
    if (name, variant) not in KNOWN:
        match = walk(load(name, VARIANTS[name][variant]), seed=5)
        KNOWN[name, variant] = [state.position() for state in islice(match, 0, None, 3)]
    return KNOWN[name, variant]


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=size(250, 10_000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_is_written_there_it_is_refused_or_can_be_played(name: str, data: st.DataObject) -> None:
    variant = data.draw(st.integers(0, len(VARIANTS[name]) - 1))
    position = copy.deepcopy(data.draw(st.sampled_from(some_positions(name, variant))))
    mutations = st.sampled_from([*EVERYWHERE, *SPECIAL.get(name, [])])
    for mutation in data.draw(st.lists(mutations, min_size=1, max_size=2)):
        try:
            mutation(data, position)
        except (KeyError, IndexError, TypeError, AttributeError):
            break  # an earlier mutation has left nothing to change there
    check_refused_or_playable(name, VARIANTS[name][variant], position)
    covered(1, "positions written at random")


def check_refused_or_playable(name: str, options: dict[str, Any], position: Position) -> None:
    game = load(name, options)
    try:
        match = game.from_position(position, seed=1)
    except PositionError as error:
        assert str(error)  # noqa: PT017 - it must say something
        return
    assert game.from_position(match.position()).state() == match.state()
    assert str(match)
    choice = random.Random(1)
    while not match.over:
        seat = match.to_act[0]
        match.play(choice.choice(match.legal(seat)), seat)
    result = match.result
    assert result is not None
    assert [row["place"] for row in result.breakdown] == list(result.ranks)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("junk", [[], "text", 5, None, {}, {"game": []}, {1: 2}], ids=repr)
def test_what_is_no_position_at_all_is_refused(name: str, junk: Any) -> None:
    with pytest.raises(PositionError):
        load(name, VARIANTS[name][0]).from_position(junk)
    with pytest.raises(PositionError):
        load(name, VARIANTS[name][0]).from_position({"game": name})
