"""What everybody may see: all but the future (KD-24)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.kingdomino.tables import ALL, laying, load, opened, play, walk

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "mighty_duel": True, "harmony": True},
    {"players": 2, "dynasty": True, "snake_opening": True},
    {"players": 3, "lines_of_four": True},
    {"players": 4, "middle_kingdom": True},
]
variants = pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options))


def without_seat(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "seat"}


@pytest.mark.rule("KD-24")
@variants
def test_every_seat_and_every_spectator_sees_the_same(options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(**options).start(1))):
        if number % 7:
            continue
        spectator = match.view()
        assert spectator["seat"] is None
        for seat in range(options["players"]):
            assert match.view(seat) == spectator | {"seat": seat}


@pytest.mark.rule("KD-24")
@variants
def test_every_seat_and_every_spectator_is_told_the_same_story(options: dict[str, Any]) -> None:
    *_, match = walk(load(**options).start(1))
    for seat in range(options["players"]):
        assert match.log(seat) == match.log()


@pytest.mark.rule("KD-24")
@variants
def test_the_seed_that_decides_the_future_changes_nothing_that_can_be_seen(options: dict[str, Any]) -> None:
    first_line = (3, 12, 30, 41)[: 3 if options["players"] == 3 and "lines_of_four" not in options else 4]
    script = [*laying(*first_line), "king 1"]
    one, other = (load(**options).start(seed, script=script) for seed in (1, 2))
    assert one.state() == other.state()
    assert [without_seat(one.view(seat)) for seat in (0, 1, None)] == [
        without_seat(other.view(seat)) for seat in (0, 1, None)
    ]
    assert one.log(0) == other.log(0)
    assert one.legal() == other.legal()
    assert str(one) == str(other)


@pytest.mark.rule("KD-24")
@variants
def test_a_position_taken_up_with_another_seed_looks_the_same(options: dict[str, Any]) -> None:
    game = load(**options)
    for number, match in enumerate(walk(game.start(1))):
        if number % 11 == 0 and not match.over:
            assert game.from_position(match.position(), seed=2).view(0) == match.view(0)


@pytest.mark.rule("KD-24")
def test_the_numbers_that_have_not_appeared_are_public() -> None:
    match = opened({3: 0, 12: 1, 30: 0, 41: 1}, [7, 19, 22, 48], players=2)
    assert match.view()["unseen"] == sorted(set(ALL) - {3, 12, 30, 41, 7, 19, 22, 48})


@pytest.mark.rule("KD-24")
def test_those_removed_are_not_told_from_those_to_come() -> None:
    #   after the last line 24 numbers are unseen, and nothing says they were removed until they fail to come
    for match in walk(load(2).start(1)):
        view = match.view()
        assert len(view["unseen"]) == view["undrawn"] + 24
        assert not set(view) & {"removed", "deck", "seed", "future"}


@pytest.mark.rule("KD-24")
def test_the_dominoes_to_come_are_counted() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48], [1, 2, 4, 5])
    assert match.view()["undrawn"] == 40
    for number in (7, 19, 22, 48):
        play(match, str(match.legal()[0]), f"claim {number}")
    assert match.view()["undrawn"] == 36


@pytest.mark.rule("KD-24")
def test_kingdoms_and_kings_are_open_to_all() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3}, [7, 19, 22, 48])
    play(match, "place 1,0 east", "claim 48")
    view = match.view(3)
    assert view["kingdoms"][0]["squares"] == [
        {"x": 1, "y": 0, "terrain": "forest", "crowns": 0},
        {"x": 2, "y": 0, "terrain": "forest", "crowns": 0},
    ]
    assert [(item["domino"], item["king"], item["placed"]) for item in view["line"]] == [
        (3, 0, True),
        (12, 1, False),
        (30, 2, False),
        (41, 3, False),
    ]
    assert view["next_line"][3]["king"] == 0


@pytest.mark.rule("KD-24")
@variants
def test_a_view_is_plain_data(options: dict[str, Any]) -> None:
    *_, match = walk(load(**options).start(1))
    view = match.view(0)
    assert json.loads(json.dumps(view)) == view


@pytest.mark.rule("KD-24")
def test_the_seed_of_a_match_that_goes_on_is_not_in_its_record() -> None:
    assert load(2).start(1).record()["seed"] is None


@pytest.mark.rule("KD-24")
@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat is one of 0 to 1"):
        load(2).start(1).view(seat)
