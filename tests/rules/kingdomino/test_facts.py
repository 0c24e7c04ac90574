"""What is told of every event: the dominoes, the kings, and what a placing has brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from pentarchy.engine.play import CHANCE
from pentarchy.engine.showing import showing_of
from pentarchy.games.kingdomino.components import DOMINOES
from tests.rules.kingdomino.tables import (
    ARMS,
    allowed_combinations,
    finish,
    load,
    name_of,
    opened,
    painted_state,
    placing,
    play,
)
from tests.variants import first_and_further

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

Fact = dict[str, Any]
View = dict[str, Any]


def facts(match: Match) -> list[Fact]:
    return [line["fact"] for line in match.history()]


def last(match: Match, *moves: str) -> Fact:
    """What is told of the last of these moves."""
    play(match, *moves)
    told: list[Fact] = [line["fact"] for line in match.history() if "move" in line]
    return told[-1]


def of_kind(match: Match, what: str) -> list[Fact]:
    return [fact for fact in facts(match) if fact["what"] == what]


def worth(terrain: str, squares: int, crowns: int) -> dict[str, Any]:
    return {"terrain": terrain, "squares": squares, "crowns": crowns, "points": squares * crowns}


# --- Chance -----------------------------------------------------------------------------------------------------------

OPENING = {30: 2, 3: 0, 41: 3, 12: 1}


@pytest.mark.rule("KD-4")
def test_a_domino_that_is_laid_is_named() -> None:
    assert facts(opened(OPENING, [7, 19, 22, 48]))[0] == {"what": "laid", "domino": 3}


@pytest.mark.rule("KD-4")
def test_the_last_domino_of_a_line_tells_the_whole_line_in_order() -> None:
    match = opened(OPENING, [48, 22, 19, 7])
    assert of_kind(match, "laid")[3]["line"] == {"number": 1, "dominoes": [3, 12, 30, 41]}
    assert of_kind(match, "laid")[7] == {
        "what": "laid",
        "domino": 7,
        "line": {"number": 2, "dominoes": [7, 19, 22, 48]},
    }


@pytest.mark.rule("KD-5")
def test_a_king_that_is_drawn_is_told_by_its_seat() -> None:
    assert of_kind(opened(OPENING), "king")[0] == {"what": "king", "seat": 2}


@pytest.mark.rule("KD-23")
def test_in_a_snake_opening_the_one_king_that_is_drawn_begins() -> None:
    match = load(2, snake_opening=True).start(1, script=["domino 1", "domino 2", "domino 3", "domino 4", "king 1"])
    assert of_kind(match, "king") == [{"what": "king", "seat": 1, "begins": True}]


@pytest.mark.rule("KD-18")
def test_the_first_domino_of_every_game_of_a_dynasty_tells_which_game_begins() -> None:
    match = finish(load(2, dynasty=True).start(1))
    assert [fact.get("game") for fact in of_kind(match, "laid")[::24]] == [1, 2, 3]
    assert len([fact for fact in facts(match) if "game" in fact]) == 3


def test_a_game_by_itself_has_no_number() -> None:
    assert not [fact for fact in facts(finish(load(2).start(1))) if "game" in fact]


# --- Claiming ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-8")
def test_a_claim_names_the_domino() -> None:
    assert last(opened(OPENING)) == {"what": "claimed", "seat": 1, "domino": 12}


@pytest.mark.rule("KD-23")
def test_the_last_claim_of_a_line_of_four_tells_what_is_left_over() -> None:
    script = ["domino 3", "domino 12", "domino 30", "domino 41", "king 0", "king 2", "king 1"]
    match = load(3, lines_of_four=True).start(1, script=script)
    assert "left_over" not in last(match, "claim 41", "claim 3")
    assert last(match, "claim 30") == {"what": "claimed", "seat": 1, "domino": 30, "left_over": 12}


# --- Placing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-12")
def test_a_placing_tells_which_domino_lies_where() -> None:
    #   .. W0-L0 ##      domino 14 is wheat, lake
    fact = last(placing(14, ["##"]), "place -2,0 east")
    assert (fact["what"], fact["seat"], fact["domino"]) == ("placed", 0, 14)
    assert fact["placed"]["facing"] == "east"
    assert fact["placed"]["squares"] == [{"x": -2, "y": 0}, {"x": -1, "y": 0}]


@pytest.mark.rule("KD-12")
@pytest.mark.parametrize(
    ("facing", "second"),
    [
        ("east", {"x": 1, "y": -1}),
        ("north", {"x": 0, "y": -2}),
        ("west", {"x": -1, "y": -1}),
    ],
)
def test_the_second_half_lies_on_the_side_that_it_faces(facing: str, second: dict[str, int]) -> None:
    fact = last(placing(14, ["##"]), f"place 0,-1 {facing}")
    assert fact["placed"]["facing"] == facing
    assert fact["placed"]["squares"] == [{"x": 0, "y": -1}, second]


@pytest.mark.rule("KD-16")
def test_a_placing_tells_the_points_that_it_has_brought() -> None:
    #   ## W0-W0 W1-F0      three wheat, one crown
    assert last(placing(19, ["## W0-W0"]), "place 3,0 east")["gain"] == 3


@pytest.mark.rule("KD-16")
def test_a_placing_tells_what_has_grown_and_what_is_new() -> None:
    fact = last(placing(19, ["## W0-W0"]), "place 3,0 east")
    assert fact["placed"]["grown"] == [
        {"before": [worth("wheat", 2, 0)], "after": worth("wheat", 3, 1)},
        {"before": [], "after": worth("forest", 1, 0)},
    ]


@pytest.mark.rule("KD-16")
def test_two_equal_halves_belong_to_one_property() -> None:
    fact = last(placing(1, ["##"]), "place 1,0 east")
    assert fact["placed"]["grown"] == [{"before": [], "after": worth("wheat", 2, 0)}]


@pytest.mark.rule("KD-16")
def test_properties_that_grow_together_are_told_the_most_valuable_first() -> None:
    #   ## W1-F0
    #   W0 xx-xx      the domino goes into the corner
    #   W0
    fact = last(placing(2, ["## W1-F0", "W0 .. ..", "W0 .. .."]), "place 1,1 east")
    assert fact["placed"]["grown"] == [
        {"before": [worth("wheat", 1, 1), worth("wheat", 2, 0)], "after": worth("wheat", 5, 1)}
    ]
    assert fact["gain"] == 4


def test_a_domino_can_join_four_properties() -> None:
    #   .. W0 .. ..      the domino goes between them all, beside the castle's row
    #   W0 xx xx W0
    #   .. ## W1 ..
    buffer = painted_state([".. W0 .. ..", "W0 .. .. W0", ".. ## W1 .."], players=4)
    fact = told(buffer, domino=1, move="place 0,-1 east")
    before = [worth("wheat", 1, 1), *[worth("wheat", 1, 0)] * 3]
    assert fact["placed"]["grown"] == [{"before": before, "after": worth("wheat", 6, 1)}]


def told(buffer: Any, domino: int, move: str) -> Fact:
    """What would be told if seat 0 placed a domino in a state that was made by hand."""
    game = load(4)
    state = buffer.view(game.spec.rules.STATE)[0]
    state.round_number, state.phase = 12, 3
    state.line = state.waiting = np.uint64(1 << domino - 1)
    after = buffer.copy()
    action = game.moves.code(move)
    game.kernel.apply(after, 0, action)
    showing = showing_of(game.spec)
    fact: Fact = msgspec.json.decode(showing.fact_json(showing.fact(buffer, after, 0, action)))
    return fact


@pytest.mark.rule("KD-19")
def test_a_castle_that_has_come_to_lie_in_the_centre_is_told() -> None:
    rows = [".. .. W0 .. ..", ".. .. W0 .. ..", "F0-F0 ## L0-L0"]
    fact = last(placing(7, rows, middle_kingdom=True), "place 0,1 south")
    assert (fact["middle_kingdom"], fact["gain"]) == (10, 10)


@pytest.mark.rule("KD-19")
def test_a_bonus_that_has_not_changed_is_not_told() -> None:
    fact = last(placing(14, ["##"], middle_kingdom=True, harmony=True), "place 1,0 east")
    assert "middle_kingdom" not in fact
    assert "harmony" not in fact


@pytest.mark.rule("KD-15")
def test_a_discard_tells_the_domino_and_that_it_brings_nothing() -> None:
    assert last(placing(12, ARMS, round=11), "discard") == {"what": "discarded", "seat": 0, "domino": 12, "gain": 0}


@pytest.mark.rule("KD-20")
def test_the_first_discard_tells_that_harmony_is_lost() -> None:
    match = load(2, harmony=True).start(7)
    while not match.over and match.legal()[0].to_dict() != {"move": "discard"}:
        match.play(match.legal()[-1])
    assert not match.over, "another seed is needed"
    fact = last(match, "discard")
    assert (fact["harmony"], fact["gain"]) == (-5, -5)


# --- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-11")
def test_the_last_placing_tells_how_the_game_has_ended() -> None:
    match = finish(load(3).start(1))
    assert match.result is not None
    assert facts(match)[-1]["ended"] == {"points": list(match.result.scores)}
    assert [number for number, fact in enumerate(facts(match)) if "ended" in fact] == [len(facts(match)) - 1]


@pytest.mark.rule("KD-18")
def test_every_game_of_a_dynasty_tells_its_own_points_when_it_ends() -> None:
    match = finish(load(2, dynasty=True).start(1))
    assert match.result is not None
    ended = [fact["ended"] for fact in facts(match) if "ended" in fact]
    assert [each["game"] for each in ended] == [1, 2, 3]
    assert [each["points"] for each in ended[:2]] == [list(game.scores) for game in match.finished_games]
    assert tuple(map(sum, zip(*(each["points"] for each in ended), strict=True))) == match.result.scores


# --- Whole games ------------------------------------------------------------------------------------------------------

PLAYED: list[dict[str, Any]] = [
    {"players": 2, "dynasty": True, "middle_kingdom": True, "harmony": True, "snake_opening": True},
    {"players": 2, "mighty_duel": True, "middle_kingdom": True, "harmony": True},
    {"players": 3, "lines_of_four": True, "harmony": True},
    {"players": 4, "middle_kingdom": True},
]


def steps(match: Match) -> Iterator[tuple[View, Fact, View]]:
    """Every event of a match: the view before it, its fact, the view after it."""
    game, showing = match.game, showing_of(match.game.spec)
    buffer = game.buffer()
    before = msgspec.json.decode(showing.view_json(buffer, CHANCE, game.options))
    for event, fact in zip(match.events, facts(match), strict=True):
        game.kernel.apply(buffer, event.seat, event.code)
        after = msgspec.json.decode(showing.view_json(buffer, CHANCE, game.options))
        yield before, fact, after
        before = after


whole_games = pytest.mark.parametrize(
    "options", first_and_further([pytest.param(each, id=name_of(each)) for each in PLAYED])
)


@whole_games
def test_what_is_told_is_the_difference_between_two_views(options: dict[str, Any]) -> None:
    for before, fact, after in steps(finish(load(**options).start(5), seed=5)):
        {"laid": check_laid, "king": check_king, "claimed": check_claimed}.get(fact["what"], check_played)(
            before, fact, after
        )


def check_laid(before: View, fact: Fact, after: View) -> None:
    known = [] if "game" in fact else before["unseen"]
    assert "game" in fact or sorted({*after["unseen"], fact["domino"]}) == known
    lying = [item["domino"] for item in after["next_line"]]
    assert fact["domino"] in lying
    if "line" in fact:
        assert fact["line"] == {"number": after["round"] + 1, "dominoes": lying}


def check_king(before: View, fact: Fact, after: View) -> None:
    assert after["kings_in_hand"][fact["seat"]] < before["kings_in_hand"][fact["seat"]]
    assert after["phase"] == "claim"


def check_claimed(before: View, fact: Fact, after: View) -> None:
    lying = {item["domino"]: item["king"] for item in (*after["next_line"], *after["line"])}
    assert {item["domino"]: item["king"] for item in before["next_line"]}[fact["domino"]] is None
    assert lying[fact["domino"]] == fact["seat"]
    left_over = [fact["left_over"]] if "left_over" in fact else []
    assert sorted([*before["left_over"], *left_over]) == after["left_over"]


def check_played(before: View, fact: Fact, after: View) -> None:
    seat = fact["seat"]
    acted = next(item for item in before["line"] if not item["placed"])
    assert (acted["domino"], acted["king"]) == (fact["domino"], seat)
    old, new = (view["standings"][seat] for view in (before, after))
    assert fact["gain"] == new["points"] - old["points"]
    bonuses = {name: new[name] - old[name] for name in ("middle_kingdom", "harmony")}
    assert {name: fact[name] for name in bonuses if name in fact} == {
        name: change for name, change in bonuses.items() if change
    }
    grown = fact["placed"]["grown"] if fact["what"] == "placed" else []
    by_properties = sum(each["after"]["points"] - points(each["before"]) for each in grown)
    assert fact["gain"] == by_properties + sum(bonuses.values())
    assert laid_between(before, after, seat) == expected_squares(fact)
    check_properties(old["properties"], new["properties"], grown)


def points(properties: list[dict[str, Any]]) -> int:
    return sum(item["points"] for item in properties)


def laid_between(before: View, after: View, seat: int) -> list[tuple[Any, ...]]:
    """The squares that a kingdom has got."""
    old, new = ([tuple(square.values()) for square in view["kingdoms"][seat]["squares"]] for view in (before, after))
    return sorted(set(new) - set(old))


def expected_squares(fact: Fact) -> list[tuple[Any, ...]]:
    if fact["what"] == "discarded":
        return []
    halves = DOMINOES[fact["domino"]][1:]
    return sorted((*cell.values(), *half) for cell, half in zip(fact["placed"]["squares"], halves, strict=True))


def check_properties(old: list[Any], new: list[Any], grown: list[Any]) -> None:
    """The old properties less those that have grown together, and the new ones, are the new properties."""
    kept = list(old)
    for each in grown:
        for item in each["before"]:
            kept.remove(item)
    expected = [*kept, *(each["after"] for each in grown)]
    assert sorted(map(str, expected)) == sorted(map(str, new))


@whole_games
def test_all_gains_together_are_the_points(options: dict[str, Any]) -> None:
    match = finish(load(**options).start(6), seed=6)
    harmony = 5 * match.view()["games"] if options.get("harmony") else 0  # credited from the start of each game
    gains = [harmony] * options["players"]
    for fact in facts(match):
        if "gain" in fact:
            gains[fact["seat"]] += fact["gain"]
    assert match.result is not None
    assert tuple(gains) == match.result.scores


def test_every_variant_is_played_here() -> None:
    assert {name for options in allowed_combinations() for name in options} == {
        name for options in PLAYED for name in options
    }
