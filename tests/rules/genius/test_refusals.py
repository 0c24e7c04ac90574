"""Why a move is refused: the number of the rule, and what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pentarchy import IllegalMove
from pentarchy.games.genius.facts import REASONS
from tests.rules.genius.tables import NOTHING, load, moves, position, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

# Everybody lacks a blue and a violet token, and the reserve is empty.
STUCK = ("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6")
SHOWN = {  # a position and a move for every reason
    "empty": (position(*STUCK, centre="blue*3 violet*3"), "draw"),
    "no_match": (position(NOTHING, NOTHING, centre="red*2 blue"), "collect"),
    "decide": (position(NOTHING, NOTHING, centre="red*2 blue", zone="red"), "pass"),
    "equal": (position(NOTHING, NOTHING, centre="red*2 blue"), "alternative"),
    "tied": (position("3 2 4 0 0 5", NOTHING, centre="green*2 blue"), "alternative"),
    "not_there": (position("4 3 5 2 6 3", NOTHING, centre="red blue violet"), "alternative"),
    "can_act": (position(NOTHING, NOTHING, centre="red*2 blue"), "pass"),
    "must_collect": (position(*STUCK[:2], "7 7 7 7 6 4", centre="blue*3 violet*4", zone="violet"), "alternative"),
}


def shown(why: str) -> tuple[Match, str]:
    """A match in which a move is refused for that reason, and the move."""
    written, move = SHOWN[why]
    return load(**written["options"]).from_position(written), move


def refused(match: Match, move: str) -> tuple[str | None, dict[str, str]]:
    with pytest.raises(IllegalMove) as problem:
        match.play(move)
    return problem.value.rule, problem.value.reasons


def test_every_reason_has_a_position_here() -> None:
    assert SHOWN.keys() == REASONS.keys()


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_is_given_where_it_is_true(why: str) -> None:
    match, move = shown(why)
    number, reasons = refused(match, move)
    assert number == REASONS[why].rule
    for language, text in (("en", REASONS[why].en), ("ru", REASONS[why].ru)):
        assert reasons[language].startswith(text.partition("{")[0])
        assert "{" not in reasons[language]


@pytest.mark.rule("SG-14")
def test_nobody_draws_from_an_empty_reserve() -> None:
    match, _ = shown("empty")
    assert refused(match, "draw") == ("SG-14", {"en": "the reserve is empty", "ru": "резерв пуст"})


@pytest.mark.rule("SG-13")
def test_the_colour_that_the_centre_lacks_is_named() -> None:
    match, _ = shown("not_there")
    assert refused(match, "alternative") == (
        "SG-13",
        {
            "en": "the centre has no green, your scarcest colour",
            "ru": "недостающего зелёного нет в центре",
        },
    )


@pytest.mark.rule("SG-13")
def test_the_colours_that_share_the_lowest_number_are_counted() -> None:
    match, _ = shown("tied")
    assert refused(match, "alternative")[1]["en"] == "2 of your colours share the lowest number"


@pytest.mark.rule("SG-14")
@pytest.mark.parametrize("move", ["pass", "alternative"])
def test_with_an_empty_reserve_a_match_must_be_collected(move: str) -> None:
    match, _ = shown("must_collect")
    assert moves(match) == {"collect"}
    assert refused(match, move)[0] == "SG-14"
    assert refused(match, "draw")[1]["en"] == "the reserve is empty"


@pytest.mark.rule("SG-7", "SG-10", "SG-13", "SG-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_refusal_says_is_what_the_view_shows(players: int) -> None:
    for match in walk(load(players).start(players)):
        if match.over:
            break
        view, seat = match.view(), match.to_act[0]
        scarcest = view["standings"][seat]["scarcest"]
        true = {
            "draw": not any(view["reserve"].values()),
            "collect": view["phase"] == "turn",
            "pass": len(moves(match)) >= 1,
            "alternative": view["phase"] == "success" or len(scarcest) > 1 or not view["centre"][scarcest[0]],
        }
        for move in true.keys() - moves(match):
            assert true[move]
            number, reasons = refused(match, move)
            if number == "SG-13":
                said = {1: f"no {scarcest[0]},", 6: "every colour"}.get(len(scarcest), f"{len(scarcest)} of your")
                assert said in reasons["en"]
