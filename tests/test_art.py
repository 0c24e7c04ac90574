"""Pictures: they stand alone, render anywhere, and show every piece in the owner's colours and hatches."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import islice
from typing import Any

import pytest

from pentarchy import art
from pentarchy.art import Sheet
from tests.sizes import size
from tests.variants import every_variant, load
from tests.walks import walk

variant = pytest.mark.parametrize(("name", "options"), every_variant())


def check_stands_alone(picture: str) -> ET.Element:
    """Well-formed, nothing from outside, no custom property, every reference leads to an id of the picture."""
    root = ET.fromstring(picture)
    assert "var(" not in picture
    assert "<style" not in picture
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    ids = re.findall(r' id="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
    assert {one or other for one, other in references} <= set(ids)
    return root


@variant
@pytest.mark.soak
def test_every_picture_of_a_match_stands_alone(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=31)):
        if number % size(41, 5) == 0 or match.over:
            for seat in (None, *range(match.game.players)):
                root = check_stands_alone(match.svg(seat))
                assert root.attrib["viewBox"]
            assert match._repr_svg_() == match.svg()


@variant
@pytest.mark.soak
def test_texts_fit_a_terminal(name: str, options: dict[str, Any]) -> None:
    for match in islice(walk(load(name, options), seed=32), 0, None, size(5, 1)):
        for seat in (None, *range(match.game.players)):
            assert max(map(len, match.text(seat).splitlines())) <= 100


def test_every_symbol_can_be_drawn() -> None:
    for name in art.symbols():
        sheet = Sheet()
        check_stands_alone(sheet.document(60, 60, sheet.use(name, 0, 0, 60)))


def test_owners_are_told_apart_by_hatch_as_well_as_by_colour() -> None:
    pictures = []
    for ink in art.SEATS:
        sheet = Sheet(prefix="x-")
        picture = sheet.document(60, 60, sheet.use("castle", 0, 0, 60, owner=ink))
        assert f'id="x-h-{ink}"' in picture
        assert art.colour(ink) in picture
        pictures.append(picture)
    assert len(set(pictures)) == 4


def test_pictures_in_one_page_do_not_disturb_each_other() -> None:
    match = load("kingdomino", {"players": 2}).start(seed=1)
    other = load("kingdomino", {"players": 2}).start(seed=2)
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in (match.svg(), other.svg())]
    assert not ids[0] & ids[1]


def test_the_same_picture_is_drawn_the_same() -> None:
    match = load("kingdomino", {"players": 2}).start(seed=1)
    assert match.svg(0) == match.copy().svg(0)


@pytest.mark.parametrize(
    ("draw", "problem"),
    [
        (lambda: Sheet().use("unicorn", 0, 0, 1), "unknown symbol 'unicorn'; there are .*castle"),
        (lambda: Sheet().use("castle", 0, 0, 1, owner="mauve"), "unknown owner 'mauve'; there are .*red"),
        (lambda: Sheet().use("crown", 0, 0, 1, owner="red"), "'crown' has no cloth"),
        (lambda: Sheet().hatch("mauve"), "unknown ink 'mauve'"),
        (lambda: art.colour("mauve"), "unknown colour 'mauve'; there are .*ink"),
        (lambda: art.typeface("comic"), "unknown typeface 'comic'"),
    ],
)
def test_what_does_not_exist_is_named(draw: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        draw()
