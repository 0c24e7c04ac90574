"""How moves are typed, and what the drawings show."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from pentarchy.games.scuffle.components import CHARACTERS
from tests.rules.scuffle.tables import arranged, finish, load, play, started, walk


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Play KING 5", "play king 5"),
        ("king 5", "play king 5"),
        ("p king on 5", "play king 5"),
        ("princess at #12", "play princess 12"),
        ("swap 6 and 2", "swap 2 6"),
        ("swap 6,2", "swap 2 6"),
        ("move 3->1", "move 3 1"),
        ("m 3 to 1", "move 3 1"),
        ("Dragon", "next dragon"),
        ("n dragon", "next dragon"),
        (" SKIP ", "skip"),
    ],
)
def test_moves_may_be_typed_in_many_ways(typed: str, meant: str) -> None:
    table = load().moves
    assert str(table.moves[table.code(typed)]) == meant


@pytest.mark.parametrize(
    ("move", "data"),
    [
        ("play king 5", {"move": "play", "card": "king", "location": 5}),
        ("swap 2 6", {"move": "swap", "first": 2, "second": 6}),
        ("move 3 1", {"move": "move", "source": 3, "target": 1}),
        ("next dragon", {"move": "next", "card": "dragon"}),
        ("skip", {"move": "skip"}),
    ],
)
def test_a_move_as_data_names_its_parts(move: str, data: dict[str, Any]) -> None:
    table = load().moves
    assert table.moves[table.code(move)].to_dict() == data


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_picture_is_a_proper_document_and_every_text_fits_100_columns(players: int) -> None:
    for match in walk(load(players).start(3), 3):
        for seat in (None, 0):
            drawing = ET.fromstring(match.svg(seat))
            assert drawing.tag.endswith("svg")
            ids = [element.get("id") for element in drawing.iter() if element.get("id")]
            assert len(set(ids)) == len(ids)
            assert max(len(line) for line in match.text(seat).splitlines()) <= 100


def test_a_picture_shows_every_card_of_the_hand_to_its_owner_only() -> None:
    match = started("king queen knight")
    shown = [name for name in CHARACTERS if f"hand-card {name}" in match.svg(0)]
    assert shown == ["princess", "peasant", "gnome", "dragon", "witch", "fairy", "wizard"]
    assert "hand-card" not in match.svg(None)


def test_blocked_cards_are_barred_in_the_picture_and_bracketed_in_the_text() -> None:
    match = arranged("castle r.king b.dragon | farm | farm\nfarm | farm | farm", "queen")
    assert match.svg().count('class="card king red blocked"') == 1
    assert 'class="card dragon blue"' in match.svg()
    assert "  blue dragon\n  (red king)" in "\n".join(line[:24].rstrip() for line in match.text().splitlines())


def test_the_text_says_what_is_to_be_done() -> None:
    picture = "forest b.king | farm b.queen | farm\nfarm | tower | farm"
    assert match_text(picture, "witch", "play witch 1").endswith("Your turn: the witch may swap two top characters")
    assert match_text(picture, "wizard", "play wizard 2").endswith("Your turn: the wizard may move a top character")
    ordering = match_text(picture, "fairy", "play fairy 1")
    assert ordering.endswith("Your turn: the fairy puts location 1 in order: who is at the bottom?\n  king, fairy")
    assert finish(load(2).start(1)).text().splitlines()[-1].split(" with ")[0] in ("Red wins", "Blue wins")


def match_text(picture: str, card: str, move: str) -> str:
    return play(arranged(picture, f"{card} king"), move).text(0)
