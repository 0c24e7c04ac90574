"""Stars of the ordinary characters (FS-15 to FS-20), and the rulebook's scoring example."""

from __future__ import annotations

import pytest

from tests.rules.scuffle.tables import breakdown, painted, points, stars


@pytest.mark.rule("FS-15")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("castle r.king", 1),
        ("tower r.king", 0),
        ("castle r.king | farm", 2),
        ("tower r.king | farm | farm\nforest", 2),
        ("castle r.king | tower | farm\ncastle", 1),
        ("farm r.king | castle", 0),  # his own location is not near
        ("farm | farm r.king | forest\nfarm | farm | farm", 3),
    ],
)
def test_a_king_likes_castles_and_farms_and_forests_near(picture: str, expected: int) -> None:
    assert stars(picture)["r.king"] == expected


@pytest.mark.rule("FS-16")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("farm r.queen", 0),
        ("farm r.queen b.king", 1),
        ("farm r.king r.queen", 1),
        ("farm r.queen | farm r.witch", 1),  # magical ones count too
        ("farm r.queen | farm r.witch r.king b.fairy", 2),
        ("farm r.queen | farm b.king b.gnome", 0),
        ("farm r.queen r.witch r.fairy", 0),  # on one location is not near
        ("farm r.queen | farm | farm r.king", 0),
        ("farm r.queen | farm r.gnome b.dragon", 1),  # the Gnome counts under a Dragon
        ("farm r.queen | farm b.gnome | farm\nfarm r.gnome r.knight | farm r.king", 2),
    ],
)
def test_a_queen_likes_a_king_with_her_and_her_own_colour_near(picture: str, expected: int) -> None:
    assert stars(picture)["r.queen"] == expected


@pytest.mark.rule("FS-17")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("tower r.princess", 2),
        ("castle r.princess", 0),
        ("farm r.princess b.knight", 1),
        ("farm r.knight r.princess", 1),
        ("tower r.princess b.knight", 3),
        ("farm r.princess | farm r.knight", 0),
    ],
)
def test_a_princess_likes_towers_and_a_knight_with_her(picture: str, expected: int) -> None:
    assert stars(picture)["r.princess"] == expected


@pytest.mark.rule("FS-18")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("tower r.knight", 0),
        ("farm r.knight b.princess", 3),
        ("farm r.princess r.knight", 3),
        ("farm r.knight | farm b.princess", 0),
        ("farm b.princess b.dragon r.witch r.knight", 3),
    ],
)
def test_a_knight_likes_a_princess_with_him(picture: str, expected: int) -> None:
    assert stars(picture)["r.knight"] == expected


@pytest.mark.rule("FS-19")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("farm r.peasant", 1),
        ("forest r.peasant", 0),
        ("castle r.peasant | farm b.king", 1),
        ("castle r.peasant | farm r.king b.queen", 2),
        ("castle r.peasant b.king b.queen", 0),  # on one location is not near
        ("castle r.peasant | farm r.princess | farm b.king", 0),
    ],
)
def test_a_peasant_likes_farms_and_kings_and_queens_near(picture: str, expected: int) -> None:
    assert stars(picture)["r.peasant"] == expected


@pytest.mark.rule("FS-20")
@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("castle r.gnome", 0),
        ("castle r.gnome b.king", 1),
        ("castle r.gnome b.king r.witch b.fairy", 3),
        ("castle r.gnome b.princess b.dragon r.knight", 2),
        ("castle r.gnome b.king b.dragon", 1),
        ("castle r.gnome b.dragon", 1),
        ("castle r.gnome | farm r.king b.king", 0),
    ],
)
def test_a_gnome_likes_whoever_is_above_him(picture: str, expected: int) -> None:
    assert stars(picture)["r.gnome"] == expected


@pytest.mark.rule("FS-21", "FS-22", "FS-23")
@pytest.mark.parametrize("name", ["dragon", "witch", "fairy", "wizard"])
@pytest.mark.parametrize("kind", ["tower", "castle", "farm", "forest"])
def test_magical_characters_bring_no_stars(name: str, kind: str) -> None:
    assert points(f"{kind} r.{name} | farm b.dragon") == [0, 0]


# --- Worked checks of the rulebook ------------------------------------------------------------------------------------


@pytest.mark.rule("FS-13", "FS-17", "FS-18")
def test_a_knight_frees_a_princess_in_a_tower() -> None:
    assert stars("tower r.princess b.dragon r.knight") == {"r.princess": 3, "r.knight": 3, "b.dragon": 0}


PEASANT = "farm | castle b.queen b.king | farm\nfarm r.king | farm b.peasant | farm"


@pytest.mark.rule("FS-12", "FS-16", "FS-19")
def test_a_peasant_under_a_dragon_scores_nothing_and_is_not_counted() -> None:
    free = stars(PEASANT)
    blocked = stars(PEASANT.replace("b.peasant", "b.peasant r.dragon"))
    assert free["b.peasant"] == 4
    assert blocked["b.peasant"] == 0
    assert blocked["b.queen"] == free["b.queen"] - 1


EXAMPLE = """
    forest                | tower r.princess b.dragon r.knight | farm b.gnome b.princess
    farm b.king r.peasant | farm b.peasant r.dragon            | castle r.gnome b.queen r.king
"""


@pytest.mark.rule("FS-26")
def test_the_scoring_example_of_the_rulebook() -> None:
    found = stars(EXAMPLE)
    assert points(EXAMPLE) == [12, 6]
    assert {card: number for card, number in found.items() if number} == {
        "r.king": 3,
        "r.princess": 3,
        "r.knight": 3,
        "r.peasant": 1,
        "r.gnome": 2,
        "b.king": 2,
        "b.queen": 3,
        "b.gnome": 1,
    }


@pytest.mark.rule("FS-15", "FS-16", "FS-17", "FS-18", "FS-19", "FS-20")
def test_the_breakdown_names_every_reason() -> None:
    red, blue = ({item["card"]: item for item in row["characters"]} for row in breakdown(painted(EXAMPLE)))
    assert red["king"]["reasons"] == [
        {"reason": "castle", "stars": 1},
        {"reason": "farm near", "location": 3, "stars": 1},
        {"reason": "farm near", "location": 5, "stars": 1},
    ]
    assert blue["king"]["reasons"] == [
        {"reason": "forest near", "location": 1, "stars": 1},
        {"reason": "farm near", "location": 5, "stars": 1},
    ]
    assert blue["queen"]["reasons"] == [
        {"reason": "king here", "stars": 1},
        {"reason": "own colour near", "card": "gnome", "location": 3, "stars": 1},
        {"reason": "own colour near", "card": "princess", "location": 3, "stars": 1},
    ]
    assert red["princess"]["reasons"] == [{"reason": "tower", "stars": 2}, {"reason": "knight here", "stars": 1}]
    assert red["knight"]["reasons"] == [{"reason": "princess here", "stars": 3}]
    assert red["peasant"]["reasons"] == [{"reason": "farm", "stars": 1}]
    assert red["gnome"]["reasons"] == [
        {"reason": "above", "card": "queen", "stars": 1},
        {"reason": "above", "card": "king", "stars": 1},
    ]
    assert blue["peasant"]["blocked_by"] == {"card": "dragon", "seat": 0}
    assert blue["peasant"]["reasons"] == []
    assert blue["dragon"]["blocked_by"] == {"card": "knight", "seat": 0}
