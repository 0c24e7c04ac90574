"""Why a move may not be made: every reason with a position, and all refused moves of whole games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from pentarchy import IllegalMove
from pentarchy.engine.seen import part_of
from pentarchy.engine.writing import writer_of
from pentarchy.games.kingdomino.components import DOMINOES
from pentarchy.games.kingdomino.facts import REASONS, Refusal
from pentarchy.games.kingdomino.moves import Claim, Discard, Place
from tests.rules.kingdomino.tables import ARMS, load, name_of, opened, placing, play, walk
from tests.variants import first_and_further

if TYPE_CHECKING:
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

OPENING = {30: 2, 3: 0, 41: 3, 12: 1}
STEPS = {"east": (1, 0), "south": (0, 1), "west": (-1, 0), "north": (0, -1)}


def reason(match: Match, move: str) -> tuple[str | None, str]:
    """The rule, and the sentence in English, with which a move is refused."""
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    return error.value.rule, error.value.reasons["en"]


# --- Claiming ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-8")
def test_a_domino_of_another_line_cannot_be_claimed() -> None:
    match = play(opened(OPENING, [7, 19, 22, 48]), "place 1,0 east")
    assert reason(match, "claim 12") == ("KD-8", "domino 12 is not in the line to claim from")


@pytest.mark.rule("KD-8")
def test_a_domino_with_a_king_on_it_cannot_be_claimed() -> None:
    match = play(opened(OPENING, [7, 19, 22, 48]), "place 1,0 east", "claim 48", "place 1,0 east")
    assert reason(match, "claim 48") == ("KD-8", "a king stands on domino 48 already")


@pytest.mark.rule("KD-5")
@pytest.mark.parametrize("move", ["place 1,0 east", "discard"])
def test_before_the_first_round_nothing_is_placed(move: str) -> None:
    assert reason(load(4).start(1), move) == ("KD-5", "in the first claim nothing is placed yet")


@pytest.mark.rule("KD-8")
@pytest.mark.parametrize("move", ["place 1,1 east", "discard"])
def test_after_placing_a_domino_is_claimed(move: str) -> None:
    match = play(opened(OPENING, [7, 19, 22, 48]), "place 1,0 east")
    assert reason(match, move) == ("KD-8", "the domino is placed or discarded: now claim one")


@pytest.mark.rule("KD-8")
def test_before_claiming_the_domino_is_placed() -> None:
    match = opened(OPENING, [7, 19, 22, 48])
    assert reason(match, "claim 48") == ("KD-8", "first place domino 3, then claim")


@pytest.mark.rule("KD-15")
def test_before_claiming_a_domino_that_fits_nowhere_is_discarded() -> None:
    match = placing(12, ARMS, round=11)
    assert reason(match, "claim 26") == ("KD-15", "domino 12 fits nowhere: discard it first")


@pytest.mark.rule("KD-11")
@pytest.mark.parametrize("rows", [["##"], ARMS])
def test_in_the_last_round_nothing_is_claimed(rows: list[str]) -> None:
    assert reason(placing(12, rows), "claim 1") == ("KD-11", "in the last round nothing is claimed")


# --- Placing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-15")
def test_a_domino_that_can_be_placed_may_not_be_discarded() -> None:
    assert reason(placing(48, ["##"]), "discard") == (
        "KD-15",
        "domino 48 can be placed, so it may not be discarded",
    )


@pytest.mark.rule("KD-14")
def test_a_kingdom_that_would_be_too_wide_is_told_how_wide() -> None:
    match = placing(48, ["## W0-W0 W0-W0"])
    assert reason(match, "place 5,0 east") == ("KD-14", "the kingdom would be 7 squares wide; 5 are allowed")
    assert reason(match, "place 4,1 east") == ("KD-14", "the kingdom would be 6 squares wide; 5 are allowed")


@pytest.mark.rule("KD-14")
def test_a_kingdom_that_would_be_too_high_is_told_how_high() -> None:
    match = placing(48, ["##", "W0", "W0", "W0", "W0"])
    assert reason(match, "place 0,-1 north") == ("KD-14", "the kingdom would be 7 squares high; 5 are allowed")


@pytest.mark.rule("KD-22")
def test_in_the_mighty_duel_seven_squares_are_allowed() -> None:
    match = placing(48, ["F0-F0 ## W0-W0 W0-W0"], players=2, mighty_duel=True)
    assert reason(match, "place -3,0 west") == ("KD-14", "the kingdom would be 9 squares wide; 7 are allowed")


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize("move", ["place 0,0 south", "place 0,1 north"])
def test_a_domino_cannot_lie_on_the_castle(move: str) -> None:
    assert reason(placing(48, ["##"]), move) == ("KD-12", "the castle stands there")


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize("move", ["place 1,0 south", "place 2,1 north"])
def test_a_domino_cannot_lie_on_another_one(move: str) -> None:
    assert reason(placing(48, ["## W0-W0"]), move) == ("KD-12", "another domino lies there")


@pytest.mark.rule("KD-13")
@pytest.mark.parametrize("move", ["place 1,1 east", "place 2,2 east"])
def test_a_half_must_lie_beside_the_castle_or_its_own_terrain(move: str) -> None:
    match = placing(3, ["## W0-W0"])  # forest
    assert reason(match, move) == ("KD-13", "neither half lies beside the castle or its own terrain")


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize(
    ("move", "written"), [("place 2,0 west", "place 1,0 east"), ("place 0,-1 north", "place 0,-2 south")]
)
def test_of_a_domino_with_equal_halves_it_is_told_how_it_is_written(move: str, written: str) -> None:
    match = placing(1, ["##"])
    assert reason(match, move) == ("KD-12", f"both halves are alike, so this is written '{written}'")
    match.play(written)


def test_a_refusal_is_told_in_russian_too() -> None:
    with pytest.raises(IllegalMove) as error:
        placing(48, ["## W0-W0 W0-W0"]).play("place 5,0 east")
    assert error.value.reasons["ru"] == "королевство стало бы 7 в ширину, а можно не больше 5"


def test_a_preview_is_refused_for_the_same_reason() -> None:
    with pytest.raises(IllegalMove) as error:
        placing(48, ["##"]).preview(["place 0,0 east"], 0)
    assert error.value.rule == "KD-12"


def test_every_reason_names_a_rule_of_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "kingdomino.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"\*\*(KD-\d+)\*\*", page))
    assert {each.rule for each in REASONS.values()} <= numbers


# --- Whole games ------------------------------------------------------------------------------------------------------

PLAYED: list[dict[str, Any]] = [
    {"players": 2, "dynasty": True, "snake_opening": True},
    {"players": 2, "mighty_duel": True},
    {"players": 3, "lines_of_four": True},
    {"players": 4},
]
SAMPLED = 9  # every so many decisions are looked at


@pytest.mark.parametrize("options", first_and_further([pytest.param(each, id=name_of(each)) for each in PLAYED]))
def test_what_is_said_of_any_illegal_move_is_true(options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(**options).start(8), seed=8)):
        if match.over or number % SAMPLED:
            continue
        legal = {str(move) for move in match.legal()}
        view = match.view()
        for action, move in enumerate(match.game.moves.moves):
            if str(move) not in legal:
                refusal = refused(match, action)
                assert refusal["why"] in true_of(move, view, legal), (move, refusal)
                check_numbers(move, view, refusal)


def refused(match: Match, action: int) -> dict[str, Any]:
    record = np.empty(part_of(Refusal).layout.itemsize, np.uint8)
    match.game.kernel.refuse(match._buffer, match.to_act[0], action, record)
    refusal: dict[str, Any] = msgspec.json.decode(writer_of(Refusal).json(record))
    return refusal


def true_of(move: Move, view: dict[str, Any], legal: set[str]) -> set[str]:
    """All reasons that could rightly be given, worked out from the view alone."""
    if view["phase"] == "claim":
        return true_while_claiming(move, view)
    if isinstance(move, Claim):
        last = view["round"] == view["rounds"]
        return {"last_round" if last else "now_discard" if legal == {"discard"} else "now_place"}
    if isinstance(move, Discard):
        return set() if legal == {"discard"} else {"fits"}
    assert isinstance(move, Place)
    return true_of_a_placement(move, view)


def true_while_claiming(move: Move, view: dict[str, Any]) -> set[str]:
    if not isinstance(move, Claim):
        return {"now_claim" if view["round"] else "first_claim"}
    kings = {item["domino"]: item["king"] for item in view["next_line"]}
    return {"not_to_claim"} if move.domino not in kings else {"claimed"} if kings[move.domino] is not None else set()


def true_of_a_placement(move: Place, view: dict[str, Any]) -> set[str]:
    width, height = extent_with(move, view)
    squares = {(square["x"], square["y"]): square["terrain"] for square in kingdom(view)["squares"]}
    first, second = DOMINOES[to_place(view)][1:]
    found = {
        "too_wide": width > view["size"],
        "too_high": height > view["size"],
        "castle": (0, 0) in cells_of(move),
        "covered": any(cell in squares for cell in cells_of(move)),
        "apart": not any(
            beside == (0, 0) or squares.get(beside) == half.terrain
            for (x, y), half in zip(cells_of(move), (first, second), strict=True)
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        ),
        "turned": first == second and move.facing in ("west", "north"),
    }
    return {why for why, is_true in found.items() if is_true}


def check_numbers(move: Move, view: dict[str, Any], refusal: dict[str, Any]) -> None:
    """The numbers that a sentence may name."""
    if isinstance(move, Claim) and view["phase"] == "claim":
        assert refusal["domino"] == move.domino
    elif view["phase"] == "place":
        assert refusal["domino"] == to_place(view)
    if isinstance(move, Place) and view["phase"] == "place":
        assert (refusal["width"], refusal["height"], refusal["size"]) == (*extent_with(move, view), view["size"])
    if refusal["why"] == "turned":
        written = Place(refusal["x"], refusal["y"], refusal["facing"])
        assert isinstance(move, Place)
        assert set(cells_of(written)) == set(cells_of(move))
        assert true_of_a_placement(written, view) == set()


def cells_of(move: Place) -> list[tuple[int, int]]:
    step_x, step_y = STEPS[move.facing]
    return [(move.x, move.y), (move.x + step_x, move.y + step_y)]


def kingdom(view: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = view["kingdoms"][view["to_act"][0]]
    return found


def to_place(view: dict[str, Any]) -> int:
    number: int = view["line"][view["turn"]]["domino"]
    return number


def extent_with(move: Place, view: dict[str, Any]) -> tuple[int, int]:
    """How wide and high the kingdom would be."""
    xs, ys = zip(*cells_of(move), strict=True)
    built = kingdom(view)
    return (
        max(built["right"], *xs) - min(built["left"], *xs) + 1,
        max(built["bottom"], *ys) - min(built["top"], *ys) + 1,
    )
