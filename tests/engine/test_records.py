"""Records: a forged one is found out, a broken one is refused with the place that is wrong."""

from __future__ import annotations

import contextlib
import copy
import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pentarchy
from pentarchy import RecordError
from tests.walks import finished, walk


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return finished(pentarchy.load("kingdomino"), seed=5).record()


@pytest.fixture
def forged(record: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(record)


def test_an_honest_record_passes_draw_by_draw(record: dict[str, Any]) -> None:
    verdict = pentarchy.verify(json.dumps(record))
    assert verdict.honest
    assert verdict.draws == 28
    assert verdict.problem is None


def test_a_forged_draw_is_found_with_its_number(forged: dict[str, Any]) -> None:
    """Whoever kept the moves but wanted a better last line must have changed a draw."""
    seen = [event["chance"] for event in forged["events"] if "chance" in event]
    other = next(f"domino {n}" for n in range(1, 49) if f"domino {n}" not in seen)
    game = pentarchy.load("kingdomino")
    script = list(seen)
    script[2] = other
    crooked = game.start(seed=5, script=script[:4])
    while not crooked.over:
        crooked.play(crooked.legal()[0])
    verdict = pentarchy.verify(crooked.record())
    assert not verdict.honest
    assert verdict.problem == f"draw 3 (event 2): the record says {other!r}, the seed {seen[2]!r}"


def test_another_seed_is_found_by_its_hash(forged: dict[str, Any]) -> None:
    forged["seed"] = b"6".hex()
    assert "whose hash was published" in str(pentarchy.verify(forged).problem)
    with pytest.raises(RecordError, match="hash"):
        pentarchy.replay(forged)


def test_a_forged_result_is_found(forged: dict[str, Any]) -> None:
    forged["result"]["scores"][0] += 1
    assert pentarchy.verify(forged).problem == "the result in the record is not the result of the moves"


def test_an_unfinished_record_cannot_be_verified_yet() -> None:
    match = pentarchy.load("kingdomino").start(seed=5)
    assert "not finished" in str(pentarchy.verify(match.record()).problem)


def test_an_unfinished_record_does_not_go_on_without_its_seed() -> None:
    match = pentarchy.load("kingdomino").start(seed=5)
    again = pentarchy.replay(match.record())
    before = again.state(), again.events
    with pytest.raises(ValueError, match="pass seed= to replay"):
        again.play(again.legal()[0])
    assert (again.state(), again.events) == before


def test_the_wrong_seed_does_not_go_on_either() -> None:
    match = pentarchy.load("kingdomino").start(seed=5)
    with pytest.raises(RecordError, match="hash"):
        pentarchy.replay(match.record(), seed=6)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: r.update(format="chess"), "format"),
        (lambda r: r.pop("events"), "events"),
        (lambda r: r.update(events="none"), "events"),
        (lambda r: r.update(game="chess"), "no game 'chess'"),
        (lambda r: r.update(options={"players": 9}), "players is one of 2, 3, 4"),
        (lambda r: r.update(seed="xyz"), "seed"),
        (lambda r: r["events"].insert(3, {"chance": "domino 1"}), "script|event|domino"),
        (lambda r: r["events"].pop(3), "event|script"),
        (lambda r: r["events"].append({"seat": 0, "move": "claim 1"}), "event 76: the match is over"),
        (lambda r: r["events"].__setitem__(5, {"seat": 9, "move": "claim 1"}), "event 5: seat is one of"),
        (lambda r: r["events"].__setitem__(5, {"seat": 0}), "event 5"),
        (lambda r: r["events"].__setitem__(5, {"seat": 0, "move": "claim 99"}), "event 5"),
        (lambda r: r["events"].__setitem__(5, {"seat": 0, "move": 17}), "event 5"),
        (lambda r: r["events"].__setitem__(5, {"seat": 0, "move": ["claim 5"]}), "event 5: .* is not of the form"),
        (lambda r: r["events"].__setitem__(5, {"seat": True, "move": "claim 5"}), "event 5: .* is not of the form"),
        (lambda r: r["events"].__setitem__(0, {"chance": 17}), "event 0: .* is not of the form"),
        (lambda r: r["events"].__setitem__(2, {"chance": ["domino 5"]}), "event 2: .* is not of the form"),
        (lambda r: r["events"].__setitem__(2, {}), "event 2: {} is not of the form"),
        (lambda r: r["events"].__setitem__(2, {"chance": "domino 99"}), "event 2: the record says 'domino 99'"),
        (lambda r: r.update(options={"name": "chess"}), "cannot be started: kingdomino has no option 'name'"),
        (lambda r: r.update(seed=""), "seed: it is empty"),
        (lambda r: r.update(start={"game": "kingdomino"}), "cannot be started"),
    ],
)
def test_a_broken_record_is_refused_with_its_problem(forged: dict[str, Any], change: Any, problem: str) -> None:
    change(forged)
    with pytest.raises(RecordError, match=problem):
        pentarchy.replay(forged)


def branches(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a record: the dict or list that holds it, and its key there."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    deeper = [branches(value[key]) for key in keys if isinstance(value[key], dict | list)]
    return [(value, key) for key in keys] + [place for places in deeper for place in places]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.sampled_from([2**63, 10**30])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["domino 5", "claim 5", "king 1", "kingdomino"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["chance", "seat", "move", "game", ""]), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_whatever_is_written_into_a_record_only_a_record_error_comes(
    record: dict[str, Any], data: st.DataObject
) -> None:
    """Any other error would be the reader's own fault."""
    changed = copy.deepcopy(record)
    for _ in range(data.draw(st.integers(1, 2))):
        field = data.draw(st.sampled_from(sorted(changed)))
        inside = branches(changed[field]) if isinstance(changed[field], dict | list) else []
        holder, key = data.draw(st.sampled_from([(changed, field), *inside]))
        if data.draw(st.booleans()):
            holder[key] = data.draw(JSON)
        elif len(changed) > 1 or holder is not changed:
            del holder[key]
    for read in (pentarchy.replay, pentarchy.verify):
        try:
            read(changed)
        except RecordError as error:
            assert str(error)  # noqa: PT017 - it must say something
            assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize("depth", [200, 900, 100_000])
@pytest.mark.parametrize("field", ["start", "options", "result", "events"])
def test_a_record_that_is_nested_very_deeply_is_answered_too(record: dict[str, Any], field: str, depth: int) -> None:
    rest = json.dumps({key: value for key, value in record.items() if key != field})
    deep = '{"a":' + "[" * depth + "]" * depth + "}"
    inside = f"[{deep}]" if field == "events" else deep
    for read in (pentarchy.replay, pentarchy.verify):
        with contextlib.suppress(RecordError):
            read(f'{rest[:-1]}, "{field}": {inside}}}')


@pytest.mark.parametrize("text", ["", "{", "[]", "null", b"\xff\xfe", '{"format": "pentarchy-record-1"}'])
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(RecordError, match="no record"):
        pentarchy.replay(text)


def test_a_match_from_a_position_is_recorded_with_it() -> None:
    game = pentarchy.load("kingdomino")
    match = next(islice(walk(game, seed=5), 20, None))
    later = game.from_position(match.position(), seed=77)
    while not later.over:
        later.play(later.legal()[-1])
    record = json.loads(json.dumps(later.record()))
    assert record["start"] == match.position()
    assert pentarchy.replay(record).state() == later.state()
    assert pentarchy.verify(record).honest


def test_a_script_decides_the_first_draws_and_the_seed_the_rest() -> None:
    script = ["domino 48", "domino 1", "domino 47", "domino 2", "king 1"]
    match = pentarchy.load("kingdomino").start(seed=5, script=script)
    assert [str(move) for move in match.legal(1)] == ["claim 1", "claim 2", "claim 47", "claim 48"]
    with pytest.raises(ValueError, match="the script asks for 'domino 1'; possible now:"):
        pentarchy.load("kingdomino").start(seed=5, script=["domino 1", "domino 1"])
