"""What everybody may see: all but which token comes next (SG-18)."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.rules.genius.tables import NOTHING, drawing, load, opened, play, table, walk

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "target": 6, "series": True},
    {"players": 4, "first": 3},
]
variants = pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options))


@pytest.mark.rule("SG-18")
@variants
def test_every_seat_and_every_spectator_sees_the_same(options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(**options).start(1))):
        if number % 13 == 0:
            spectator = match.view()
            for seat in range(options["players"]):
                assert match.view(seat) == spectator | {"seat": seat}
                assert match.log(seat) == match.log()


@pytest.mark.rule("SG-18")
@variants
def test_the_seed_that_decides_the_future_changes_nothing_that_can_be_seen(options: dict[str, Any]) -> None:
    script = [*([] if "first" in options else ["first 0"]), *drawing("red blue blue")]
    one, other = (load(**options).start(seed, script=script) for seed in (1, 2))
    assert one.state() == other.state()
    assert one.view(0) == other.view(0)
    assert str(one) == str(other)


@pytest.mark.rule("SG-18")
def test_what_is_left_in_the_reserve_is_public() -> None:
    match = opened("red red blue red")
    play(match, "draw")
    assert match.view(1)["reserve"] == {"red": 18, "orange": 21, "yellow": 21, "green": 21, "blue": 20, "violet": 21}


@pytest.mark.rule("SG-18")
@variants
def test_a_view_is_plain_data(options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(**options).start(2))):
        if number % 17 == 0 or match.over:
            assert json.loads(json.dumps(match.view(0))) == match.view(0)


# --- The odds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-18", "SG-7", "SG-8", "SG-9")
def test_the_odds_of_the_next_draw_are_exact() -> None:
    match = table(NOTHING, NOTHING, centre="red*2 blue yellow*4", zone="red")
    #   red: 18 left, a conflict; blue and yellow: 20 + 17, a success; orange, green, violet: 63, no match
    assert match.view()["chances"] == {"success": 37, "miss": 63, "conflict": 18, "of": 118}


@pytest.mark.rule("SG-18")
def test_at_the_beginning_of_a_turn_nothing_can_conflict() -> None:
    match = table(NOTHING, NOTHING, centre="red*2 blue")
    assert match.view()["chances"] == {"success": 39, "miss": 84, "conflict": 0, "of": 123}


@pytest.mark.rule("SG-18")
def test_the_odds_are_what_the_draw_really_does() -> None:
    match = table("2 2 3 3 4 4", "7 2 0 0 5 2", centre="red*2 blue yellow*4 green", zone="red yellow")
    chances = match.view()["chances"]
    reserve = match.view()["reserve"]
    found = {"success": Fraction(0), "miss": Fraction(0), "conflict": Fraction(0)}
    for colour, number in reserve.items():
        twin = load(2).from_position(match.position(), script=[f"token {colour}"])
        twin.play("draw")
        happened = "success" if twin.view()["zone"] else "conflict" if colour in ("red", "yellow") else "miss"
        found[happened] += Fraction(number, sum(reserve.values()))
    assert found == {name: Fraction(chances[name], chances["of"]) for name in found}


@pytest.mark.rule("SG-18", "SG-14")
def test_there_are_no_odds_when_nobody_can_draw() -> None:
    assert table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*3").view()["chances"] is None


# --- What choices bring -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-10")
def test_the_view_says_what_collecting_would_take() -> None:
    match = table("6 0 0 0 0 0", NOTHING, centre="red*2 blue yellow*4", zone="red blue")
    assert match.view()["to_collect"] == {"red": 3, "blue": 2}
    assert match.view()["alternative"] is None


@pytest.mark.rule("SG-13")
def test_the_view_says_what_an_alternative_move_would_take() -> None:
    match = table("4 3 5 2 6 3", NOTHING, centre="red green blue")
    assert match.view()["alternative"] == "green"
    assert match.view()["to_collect"] is None


@pytest.mark.rule("SG-13")
@variants
def test_it_names_a_colour_just_when_the_move_is_legal(options: dict[str, Any]) -> None:
    for match in walk(load(**options).start(4)):
        legal = [str(move) for move in match.legal()]
        assert ("alternative" in legal) == (match.view()["alternative"] is not None)
        assert ("collect" in legal) == (match.view()["to_collect"] is not None)
        assert ("draw" in legal) == (match.view()["chances"] is not None)
