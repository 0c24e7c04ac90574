"""Records: a forged one is found out, a broken one is refused with the place that is wrong."""

from __future__ import annotations

import copy
import json
from itertools import islice
from typing import Any

import pytest

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
        (lambda r: r["events"].__setitem__(0, {"chance": 17}), "cannot be started"),
        (lambda r: r.update(start={"game": "kingdomino"}), "cannot be started"),
    ],
)
def test_a_broken_record_is_refused_with_its_problem(forged: dict[str, Any], change: Any, problem: str) -> None:
    change(forged)
    with pytest.raises(RecordError, match=problem):
        pentarchy.replay(forged)


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
