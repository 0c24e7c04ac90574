"""The greedy bot finds the best lead that a turn can bring, abilities included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import pentarchy
from tests.rules.scuffle.tables import arranged, load, play, stack, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match


def lead(match: Match, seat: int) -> int:
    """Own stars minus those of the best other player."""
    scores = match.standings().scores
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)


def best_lead(match: Match, seat: int) -> int:
    """The best lead with which a turn can end, found by trying everything."""
    if match.to_act != (seat,):
        return lead(match, seat)
    turn = match.view()["turn"]
    best = -100
    for move in match.legal():
        after = match.copy()
        after.play(move)
        still_on = not after.over and after.to_act == (seat,) and after.view()["turn"] == turn
        best = max(best, best_lead(after, seat) if still_on else lead(after, seat))
    return best


def lead_of_greedy(match: Match, seat: int) -> int:
    """The lead with which the bot ends its turn."""
    bot = pentarchy.bots.load("greedy", seed=1)
    match, turn = match.copy(), match.view()["turn"]
    while match.to_act == (seat,) and match.view()["turn"] == turn:
        match.play(bot.choose(match))
    return lead(match, seat)


@pytest.mark.parametrize("players", [2, 3])
def test_greedy_ends_its_turn_with_the_best_lead_there_is(players: int) -> None:
    phases = set()
    for seed in range(2):
        for number, match in enumerate(walk(load(players).start(seed), seed)):
            if match.over or (match.view()["phase"] == "play" and number % 4):
                continue
            seat = match.to_act[0]
            assert lead_of_greedy(match, seat) == best_lead(match, seat)
            phases.add(match.view()["phase"])
    assert "play" in phases


@pytest.mark.parametrize(
    "cards",
    [
        "b.king r.dragon r.princess",
        "r.dragon b.king b.peasant",
        "b.gnome r.dragon r.king b.knight",
        "r.king b.dragon b.knight r.princess",
    ],
)
def test_greedy_finds_the_best_order_for_a_fairy(cards: str) -> None:
    match = play(arranged(f"castle {cards} | farm | farm\ntower | forest | farm", "fairy"), "play fairy 1")
    assert lead_of_greedy(match, 0) == best_lead(match, 0)


def test_greedy_lays_the_others_under_the_dragon_and_keeps_its_own_above() -> None:
    match = play(
        arranged("castle r.king b.dragon b.queen | farm | farm\ntower | forest | farm", "fairy"), "play fairy 1"
    )
    bot = pentarchy.bots.load("greedy", seed=1)
    while match.to_act == (0,):
        match.play(bot.choose(match))
    order = stack(match, 1)
    assert order.index("b.queen") < order.index("b.dragon") < order.index("r.king")
