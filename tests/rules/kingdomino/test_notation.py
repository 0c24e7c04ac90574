"""How moves are written: as they are shown, and as people type them."""

from __future__ import annotations

import pytest

from pentarchy import IllegalMove
from pentarchy.games.kingdomino.moves import Claim, Discard, Place
from tests.rules.kingdomino.tables import ARMS, load, moves, opened, placing


@pytest.mark.parametrize(
    "text",
    ["claim 12", "Claim 12", "  claim   12 ", "c12", "C 12", "claim #12", "claim no. 12", "claim № 12", "claim12"],
)
def test_a_claim_may_be_typed_carelessly(text: str) -> None:
    match = load(4).start(1, script=["domino 3", "domino 12", "domino 30", "domino 41"])
    assert match.play(text) == Claim(12)


@pytest.mark.parametrize(
    "text",
    [
        "place 0,-1 east",
        "Place 0,-1 East",
        "place 0, -1 east",
        "place 0 -1 e",
        "P 0 -1 e",
        "p0,-1e",
        "p 0;-1;e",
        "place +0,-1,east",
    ],
)
def test_a_placement_may_be_typed_carelessly(text: str) -> None:
    assert placing(48, ["##"]).play(text) == Place(0, -1, "east")


@pytest.mark.parametrize("text", ["discard", "Discard", " discard ", "d", "D"])
def test_a_discard_may_be_typed_carelessly(text: str) -> None:
    assert placing(12, ARMS).play(text) == Discard()


@pytest.mark.parametrize(
    "move", [Place(1, 0, "east"), {"move": "place", "x": 1, "y": 0, "facing": "east"}, "place 1,0 east"]
)
def test_a_move_may_be_text_a_typed_move_or_a_dict(move: Place | dict[str, object] | str) -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3})
    assert match.play(move) == Place(1, 0, "east")


UNREADABLE = [
    "",
    "claim",
    "claim 0",
    "claim 49",
    "claim 1.5",
    "claim -3",
    "claim 12 please",
    "place",
    "place 0,-1",
    "place 0,-1 up",
    "place 7,0 east",
    "place a,b east",
    "take 12",
    "pass",
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_examples(text: str) -> None:
    match = load(4).start(1)
    before = match.state()
    with pytest.raises(IllegalMove, match="claim 17"):
        match.play(text)
    assert match.state() == before


def test_every_move_can_be_typed_as_it_is_shown() -> None:
    match = placing(48, ["## W0-W0"])
    for text in moves(match):
        assert str(match.copy().play(text)) == text


def test_coordinates_grow_to_the_east_and_to_the_south_of_the_castle() -> None:
    match = opened({3: 0, 12: 1, 30: 2, 41: 3})
    match.play("place 0,1 south")
    assert match.position()["kingdoms"][0]["squares"] == ["##", "F0", "F0"]
