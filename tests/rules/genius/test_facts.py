"""What every line of the log did: one fact at a time, and whole games against what is seen before and after."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.engine.compiling import INTERPRETED
from pentarchy.games.genius.components import LONGEST_SERIES, STANDSTILL
from tests.rules.genius.tables import NOTHING, finish, load, opened, play, table

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

pytestmark = [pytest.mark.bounds, pytest.mark.interpreted]

Fact = dict[str, Any]

# Everybody lacks a blue and a violet token, and the reserve is empty.
STUCK = ("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6")


def facts(match: Match) -> list[Fact]:
    return [line["fact"] for line in match.history()]


def told(match: Match, what: str) -> Fact:
    """The last fact of a kind."""
    return [fact for fact in facts(match) if fact["what"] == what][-1]


# --- Chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-4")
def test_who_begins_is_told() -> None:
    match = load(3).start(1, script=["first 2"])
    assert facts(match)[0] == {"what": "begins", "seat": 2}


@pytest.mark.rule("SG-3")
def test_the_first_token_of_the_set_up_begins_a_game() -> None:
    match = opened("red blue blue")
    assert facts(match) == [
        {"what": "filled", "colour": "red", "game": 1},
        {"what": "filled", "colour": "blue"},
        {"what": "filled", "colour": "blue"},
    ]


@pytest.mark.rule("SG-5")
def test_an_empty_centre_that_is_filled_begins_no_game() -> None:
    match = opened("red blue blue red blue yellow green green")
    play(match, "draw", "draw", "collect")
    assert facts(match)[-3:] == [
        {"what": "filled", "colour": "yellow"},
        {"what": "filled", "colour": "green"},
        {"what": "filled", "colour": "green"},
    ]


@pytest.mark.rule("SG-17")
def test_the_next_game_of_a_series_begins_with_its_first_token() -> None:
    match = table("7 7 7 7 7 6", NOTHING, centre="violet red blue", draws="red", first=0, options={"series": 2})
    play(match, "alternative")
    assert facts(match)[1] == {"what": "filled", "colour": "red", "game": 2}
    assert "game" not in facts(match)[2]


@pytest.mark.rule("SG-7")
def test_a_match_is_told() -> None:
    match = table(NOTHING, NOTHING, centre="red blue blue", draws="red")
    play(match, "draw")
    assert facts(match) == [
        {"what": "draw", "seat": 0},
        {"what": "drawn", "seat": 0, "colour": "red", "outcome": "success"},
    ]


@pytest.mark.rule("SG-8")
def test_after_no_match_everything_that_goes_to_the_centre_is_told() -> None:
    match = table(NOTHING, NOTHING, centre="red blue blue", zone="blue", draws="green")
    play(match, "draw")
    assert told(match, "drawn") == {
        "what": "drawn",
        "seat": 0,
        "colour": "green",
        "outcome": "miss",
        "to_centre": {"green": 1, "blue": 1},
    }


@pytest.mark.rule("SG-9")
def test_after_a_conflict_both_tokens_of_the_colour_go_to_the_centre() -> None:
    match = table(NOTHING, NOTHING, centre="red blue blue", zone="blue", draws="blue")
    play(match, "draw")
    assert told(match, "drawn")["outcome"] == "conflict"
    assert told(match, "drawn")["to_centre"] == {"blue": 2}


# --- Taking -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-10")
def test_what_is_collected_is_told_colour_by_colour() -> None:
    match = table(NOTHING, NOTHING, centre="red*2 blue yellow*4", zone="red blue")
    play(match, "collect")
    assert facts(match)[0] == {
        "what": "took",
        "seat": 0,
        "taken": {
            "tokens": {"red": 3, "blue": 2},
            "alternative": False,
            "completed": [],
            "bonus_turns": 0,
            "gain": 0,
        },
    }


@pytest.mark.rule("SG-12")
def test_what_lies_aside_is_told() -> None:
    match = table("6 0 0 0 2 0", NOTHING, centre="red*2 blue yellow*4", zone="red blue")
    play(match, "collect")
    taken = told(match, "took")["taken"]
    assert taken["tokens"] == {"red": 3, "blue": 2}
    assert taken["surplus"] == {"red": 2}


@pytest.mark.rule("SG-11")
def test_completed_colours_and_the_bonus_turns_they_earn_are_told() -> None:
    match = table("6 0 0 0 5 0", NOTHING, centre="red*2 blue yellow*4", zone="red blue")
    play(match, "collect")
    taken = told(match, "took")["taken"]
    assert taken["completed"] == ["red", "blue"]
    assert taken["bonus_turns"] == 2


@pytest.mark.rule("SG-11")
def test_what_happens_in_a_bonus_turn_says_so() -> None:
    match = table("6 0 0 0 5 0", NOTHING, centre="red*2 blue yellow*4", zone="red", draws="yellow green")
    play(match, "collect", "draw", "collect")
    assert "in_bonus_turn" not in facts(match)[0]
    assert all(fact["in_bonus_turn"] for fact in facts(match) if fact["what"] in ("draw", "drawn"))
    assert facts(match)[3]["what"] == "took"
    assert facts(match)[3]["in_bonus_turn"] is True


@pytest.mark.rule("SG-13")
def test_an_alternative_move_takes_one_token() -> None:
    match = table("4 3 5 2 6 3", NOTHING, centre="green*3 red blue")
    play(match, "alternative")
    assert told(match, "took")["taken"] == {
        "tokens": {"green": 1},
        "alternative": True,
        "completed": [],
        "bonus_turns": 0,
        "gain": 1,
    }


@pytest.mark.rule("SG-14")
def test_a_pass_is_told() -> None:
    match = table(*STUCK, centre="blue*3 violet*3")
    play(match, "pass")
    assert facts(match) == [{"what": "pass", "seat": 0}]


# --- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-15")
def test_a_complete_collection_ends_the_game_and_earns_no_bonus_turn() -> None:
    match = table("7 7 7 7 7 6", NOTHING, centre="violet red blue")
    play(match, "alternative")
    fact = told(match, "took")
    assert fact["taken"]["completed"] == ["violet"]
    assert fact["taken"]["bonus_turns"] == 0
    assert fact["ended"] == {"game": 1, "why": "complete", "points": [7, 0]}


@pytest.mark.rule("SG-14")
def test_the_last_of_the_passes_ends_the_game() -> None:
    match = table(*STUCK, centre="blue*3 violet*3")
    play(match, "pass", "pass", "pass")
    assert "ended" not in facts(match)[1]
    assert facts(match)[2] == {
        "what": "pass",
        "seat": 2,
        "ended": {"game": 1, "why": "passes", "points": [6, 6, 6]},
    }


@pytest.mark.rule("SG-19")
def test_a_misfire_can_be_the_last_of_too_many_turns_that_added_nothing() -> None:
    match = table("2 2 2 2 2 2", NOTHING, centre="red red blue", draws="green", standstill=STANDSTILL)
    play(match, "draw")
    assert match.over
    assert told(match, "drawn")["ended"] == {"game": 1, "why": "standstill", "points": [2, 0]}


@pytest.mark.rule("SG-19")
def test_so_can_collecting_nothing_but_surplus() -> None:
    match = table("7 2 2 2 2 2", NOTHING, centre="red red blue", zone="red", standstill=STANDSTILL)
    play(match, "collect")
    fact = told(match, "took")
    assert fact["taken"]["surplus"] == fact["taken"]["tokens"] == {"red": 3}
    assert fact["ended"]["why"] == "standstill"


@pytest.mark.rule("SG-17")
def test_the_points_of_every_game_of_a_series_are_told_at_its_end() -> None:
    match = finish(load(3, series=3).start(5), seed=2)
    ends = [fact["ended"] for fact in facts(match) if "ended" in fact]
    assert [end["game"] for end in ends] == [1, 2, 3]
    assert [end["points"] for end in ends[:2]] == match.view()["earlier"]


# --- Whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "series"), [(2, False), (3, 2), (4, False), (4, 2)])
def test_the_facts_of_a_whole_match_fit_what_is_seen_before_and_after(players: int, series: Any) -> None:
    match = finish(load(players, series=series).start(players), seed=players)
    history = match.history()[: 60 if INTERPRETED else None]
    views = [match.past(at) for at in range(len(history) + 1)]
    for line, (before, after) in zip(history, pairwise(views), strict=True):
        check(before, line["fact"], after)


def check(before: dict[str, Any], fact: Fact, after: dict[str, Any]) -> None:
    """Tokens come from where the fact says, and go where it says."""
    if "taken" in fact:
        check_taken(before, fact, after)
    elif fact["what"] in ("filled", "drawn") and "game" not in fact and "ended" not in fact:
        returned = before["aside"] if before["acting"] != after["acting"] else {}  # at the end of a whole turn
        assert Counter(before["reserve"]) + Counter(returned) - Counter(after["reserve"]) == {fact["colour"]: 1}
    if "to_centre" in fact:
        assert Counter(after["centre"]) - Counter(before["centre"]) == fact["to_centre"]
        assert after["zone"] == []
    if "outcome" in fact:
        assert (fact["outcome"] == "success") == (fact["colour"] in after["zone"])
    if fact["what"] in ("draw", "drawn", "took", "pass"):
        assert fact["seat"] == before["acting"]
        assert fact.get("in_bonus_turn", False) == before["in_bonus_turn"]


def check_taken(before: dict[str, Any], fact: Fact, after: dict[str, Any]) -> None:
    seat, taken = fact["seat"], fact["taken"]
    held, holds = before["collections"][seat], after["collections"][seat]
    on_the_table = Counter(before["centre"]) + Counter(before["zone"])
    assert on_the_table - Counter(after["centre"]) == taken["tokens"]
    assert Counter(holds) - Counter(held) == Counter(taken["tokens"]) - Counter(taken.get("surplus", {}))
    assert taken["completed"] == [colour for colour in held if held[colour] < holds[colour] == after["target"]]
    if "ended" not in fact:
        more = after["bonus_turns"] + (after["acting"] == seat) - before["bonus_turns"]
        assert taken["bonus_turns"] == more
    assert taken["gain"] == after["standings"][seat]["fewest"] - before["standings"][seat]["fewest"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_gains_of_a_match_add_up_to_the_points(players: int) -> None:
    match = finish(load(players, series=True).start(players), seed=1)
    gains = Counter[int]()
    for fact in facts(match):
        if "taken" in fact:
            gains[fact["seat"]] += fact["taken"]["gain"]
    assert tuple(gains[seat] for seat in range(players)) == match.standings().scores


@pytest.mark.rule("SG-14", "SG-15", "SG-19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_match_ends_just_once_and_for_a_reason_that_can_be_seen(players: int) -> None:
    for seed in range(1 if INTERPRETED else 30):
        match = finish(load(players).start(seed), seed=seed)
        *earlier, last = facts(match)
        assert not any("ended" in fact for fact in earlier)
        view = match.view()
        complete = any(row["fewest"] == view["target"] for row in view["standings"])
        why = "complete" if complete else "passes" if view["passes"] == players else "standstill"
        assert last["ended"] == {"game": 1, "why": why, "points": list(match.standings().scores)}


# --- The longest lists ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SG-17")
def test_the_longest_series_of_four_fills_every_list() -> None:
    earlier = [[game % 5, 5, 1, 0] for game in range(LONGEST_SERIES - 1)]
    match = table(
        "5 5 5 5 5 4",
        "5 5 5 5 5 0",
        "5 5 5 5 5 2",
        "4 4 4 4 4 4",
        centre="red orange yellow green blue violet",
        zone="red orange yellow green blue violet",
        first=0,
        game_number=LONGEST_SERIES,
        earlier=earlier,
        options={"series": LONGEST_SERIES},
    )
    view = match.view()
    assert view["earlier"] == earlier
    assert [len(row["earlier"]) for row in view["standings"]] == [LONGEST_SERIES - 1] * 4
    assert [len(row["sorted"]) for row in view["standings"]] == [6] * 4
    assert len(view["zone"]) == len(view["to_collect"]) == len(view["surplus"]) == 6
    assert view["standings"][3]["scarcest"] == list(view["centre"])
    assert view["standings"][0]["points"] == sum(game[0] for game in earlier) + 4
    play(match, "collect")
    assert facts(match)[-1]["ended"]["points"] == [5, 0, 2, 4]
    assert facts(match)[-1]["taken"]["surplus"] == dict.fromkeys(view["zone"], 2) | {"violet": 1}
