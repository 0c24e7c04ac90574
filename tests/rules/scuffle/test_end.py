"""The end: stars, ties, places (FS-26)."""

from __future__ import annotations

import pytest

from pentarchy.games.scuffle import rules
from tests.rules.scuffle.tables import arranged, finish, in_state, load, painted, play


def places(picture: str, first: int, players: int) -> tuple[int, ...]:
    """The places of all seats with this kingdom."""
    buffer = painted(picture, players)
    buffer.view(rules.STATE)[0].first = first
    return in_state(load(players), buffer).standings().ranks


@pytest.mark.rule("FS-26")
def test_the_game_ends_when_all_have_had_six_turns() -> None:
    for players in (2, 3, 4):
        match = finish(load(players).start(players), players)
        assert match.over
        assert [player["turns_taken"] for player in match.view()["players"]] == [6] * players


@pytest.mark.rule("FS-26")
def test_most_stars_wins() -> None:
    assert places("farm r.peasant | tower b.princess", first=0, players=2) == (2, 1)
    assert places("farm r.peasant | tower y.princess | castle", first=1, players=3) == (2, 3, 1)


@pytest.mark.rule("FS-26")
@pytest.mark.parametrize(("first", "expected"), [(0, (1, 2, 3, 4)), (1, (4, 1, 2, 3)), (3, (2, 3, 4, 1))])
def test_a_tie_goes_to_who_is_earlier_in_turn_order(first: int, expected: tuple[int, ...]) -> None:
    assert places("tower | tower", first=first, players=4) == expected


@pytest.mark.rule("FS-26")
def test_lower_places_are_decided_the_same_way() -> None:
    """Yellow leads; Green, Red and Blue are tied and Green begins."""
    assert places("tower y.princess | forest", first=3, players=4) == (3, 4, 1, 2)


@pytest.mark.rule("FS-26")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_exactly_one_winner_and_no_shared_place(players: int) -> None:
    for seed in range(25):
        result = finish(load(players).start(seed), seed).result
        assert result is not None
        assert sorted(result.ranks) == list(range(1, players + 1))
        assert len(result.winners) == 1


@pytest.mark.rule("FS-26")
def test_stars_belong_to_the_colour_whoever_moved_the_card() -> None:
    match = arranged("farm b.princess | tower | farm", "wizard")
    play(match, "play wizard 2", "move 1 2")
    assert match.standings().scores == (0, 2)
