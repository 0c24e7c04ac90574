"""The search: honest, repeatable, within its budget, and right where the right move is known."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import pentarchy
from pentarchy.bots import tree
from pentarchy.bots.budget import Budget
from pentarchy.bots.search import SearchBot, Tree
from pentarchy.engine.kernel import load_bytes
from tests.sizes import covered, size
from tests.variants import every_variant, load, one_variant_each
from tests.walks import redealt, walk

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

variant = pytest.mark.parametrize(("name", "options"), every_variant())
game = pytest.mark.parametrize(("name", "options"), one_variant_each())


def told(bot: SearchBot, match: Match, seat: int) -> str:
    return msgspec.json.encode(bot.analyse(match, seat)).decode()


@variant
@pytest.mark.bounds
def test_a_search_plays_a_whole_match_legally(name: str, options: dict[str, Any]) -> None:
    match = load(name, options).start(seed=1)
    players = [pentarchy.bots.load("search:5", seed=seat) for seat in range(match.game.players)]
    while not match.over:
        state, seat = match.state(), match.to_act[-1]
        move = players[seat].choose(match, seat)
        assert match.state() == state, "thinking changes nothing"
        match.play(move, seat)


@game
@pytest.mark.interpreted
def test_it_also_runs_without_compiling(name: str, options: dict[str, Any]) -> None:
    match = load(name, options).start(seed=2)
    seat = match.to_act[0]
    assert pentarchy.bots.load("search:2", seed=1).choose(match, seat) in match.legal(seat)


@game
@pytest.mark.parametrize("budget", [Budget(iterations=90), Budget(moves=2000)], ids=["iterations", "moves"])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_seed_and_budget_find_the_same(
    name: str, options: dict[str, Any], threads: int, budget: Budget
) -> None:
    for match in islice(walk(load(name, options), seed=3), 3, 30, 9):
        seat = match.to_act[0]
        found = [told(SearchBot(budget, threads=threads, seed=5), match, seat) for _ in range(2)]
        assert found[0] == found[1]


@variant
def test_what_its_seat_cannot_see_changes_nothing_it_finds(name: str, options: dict[str, Any]) -> None:
    for number, match in enumerate(walk(load(name, options), seed=4)):
        if number % 23 == 0 and not match.over:
            seat = match.to_act[0]
            worlds = (match, redealt(match, seat, seed=number + 1))
            found = [told(SearchBot(Budget(iterations=24), seed=5), world, seat) for world in worlds]
            assert found[0] == found[1]


MEMORY = """
import pentarchy
from pentarchy.games import NAMES
for name in NAMES:
    match = pentarchy.load(name).start(seed=3)
    players = {bot: pentarchy.bots.load(bot, seed=1) for bot in ("greedy", "search:6")}
    for number in range(24):
        if match.over:
            break
        seat = match.to_act[-1]
        match.play(players["greedy" if number % 4 else "search:6"].choose(match, seat), seat)
    print(match.record()["events"])
"""


def test_nothing_depends_on_what_lay_in_memory_before() -> None:
    """With the GNU C library fresh memory can be filled with a byte of one's choice."""
    played = {
        subprocess.run(
            [sys.executable, "-c", MEMORY],
            env=os.environ | {"MALLOC_PERTURB_": fill},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for fill in ("0", "85", "170")
    }
    assert len(played) == 1
    assert len(played.pop()) > 1000


def test_every_iteration_visits_one_move_at_the_root() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    analysis = SearchBot(Budget(iterations=700), seed=1).analyse(match)
    assert analysis.iterations == sum(candidate.visits for candidate in analysis.candidates) == 700
    assert {candidate.move for candidate in analysis.candidates} == {str(move) for move in match.legal()}
    assert analysis.candidates[0].visits == max(candidate.visits for candidate in analysis.candidates)
    for candidate in analysis.candidates:
        assert 0 <= candidate.win_share <= 1
        assert 0 <= candidate.value <= 1
    assert json.loads(msgspec.json.encode(analysis))["candidates"][0]["move"].startswith("claim")


def last_decisions(name: str, seed: int, **options: Any) -> list[Match]:
    """The last decisions of a match, with nothing left to chance after them."""
    matches = [match.copy() for match in walk(pentarchy.load(name, **options), seed)]
    return [match for match in matches[-6:] if not match.over and len(match.legal(match.to_act[0])) > 1][-1:]


@pytest.mark.parametrize("seed", range(8))
def test_the_last_domino_is_placed_where_it_scores_most(seed: int) -> None:
    for match in last_decisions("kingdomino", seed, players=2):
        (seat,) = match.to_act
        leads = {}
        for move in match.legal():
            after = match.copy()
            after.play(move)
            if not after.over:
                return  # the other player still has a choice
            scores = after.standings().scores
            leads[move] = scores[seat] - scores[1 - seat]
        assert leads[SearchBot(Budget(iterations=600), seed=1).choose(match)] == max(leads.values())


def test_the_tree_is_kept_when_the_match_goes_on() -> None:
    match = pentarchy.load("scuffle", first=0).start(seed=3)
    bot = SearchBot(Budget(iterations=2000), seed=1)
    first = bot.analyse(match, 0)
    match.play(first.candidates[0].move)
    fresh = SearchBot(Budget(iterations=100), seed=1)
    while match.to_act == (1,):
        match.play(pentarchy.bots.load("greedy", seed=1).choose(match))
    kept = bot.analyse(match, 0)
    assert sum(candidate.visits for candidate in kept.candidates) > 2000
    assert sum(candidate.visits for candidate in fresh.analyse(match, 0).candidates) == 100


def test_another_match_is_not_taken_for_the_same() -> None:
    bot = SearchBot(Budget(iterations=300), seed=1)
    bot.analyse(pentarchy.load("kingdomino").start(seed=1))
    other = pentarchy.load("kingdomino").start(seed=2)
    assert sum(candidate.visits for candidate in bot.analyse(other).candidates) == 300
    taken_back = pentarchy.load("scuffle", players=3, first=0).start(seed=1)
    assert sum(candidate.visits for candidate in bot.analyse(taken_back).candidates) == 300


def test_a_kept_tree_is_the_tree_below_the_move() -> None:
    """Every node and every move below the new root is there once, with its figures."""

    def figures(each: Tree, node: int) -> Any:
        edge, found = int(each.arrays.nodes[node]["first_edge"]), {}
        while edge != tree.NONE:
            row = each.arrays.edges[edge]
            after, below = int(row["first_node"]), {}
            while after != tree.NONE:
                below[int(each.arrays.nodes[after]["key"])] = figures(each, after)
                after = int(each.arrays.nodes[after]["next_node"])
            found[int(row["action"])] = (int(row["visits"]), float(row["value"]), below)
            edge = int(row["next_edge"])
        return int(each.arrays.nodes[node]["visits"]), found

    match = pentarchy.load("genius", players=2, first=0).start(seed=2)
    bot = SearchBot(Budget(iterations=3000), seed=1)
    bot.analyse(match, 0)
    (each,) = bot._trees
    before = len(match.events)
    match.play("draw")
    since = match.events[before:]
    place = each._follow(since)
    assert place != tree.NONE
    below = figures(each, place)
    assert each.move_root(since)
    assert figures(each, 0) == below


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_can_be_stopped(threads: int) -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    bot = SearchBot(Budget(seconds=3600), threads=threads, seed=1)
    shares: list[float] = []
    analysis = bot.analyse(match, progress=shares.append, cancelled=lambda: len(shares) > 3)
    assert analysis.candidates[0].visits > 0
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0


@pytest.mark.parametrize("threads", [1, 2])
def test_moves_are_a_budget(threads: int) -> None:
    """Four players have 96 decisions, and every iteration from the beginning makes them all."""
    match = pentarchy.load("kingdomino", players=4).start(seed=7)
    bot = SearchBot(Budget(moves=9600), threads=threads, seed=1)
    assert bot.analyse(match).iterations == 100
    while len(match.legal()) == 1 or len(match.events) < 60:
        match.play(match.legal()[0])
    assert bot.analyse(match).iterations > 150


def test_moves_are_counted_as_they_are_made() -> None:
    """The last iteration is the one that uses the budget up; nothing of it is cut off."""
    match = pentarchy.load("kingdomino", players=4).start(seed=7)
    root, seat = load_bytes(match.state(), match.game.spec.rules.STATE), match.to_act[0]
    at_once = Tree(match.game.spec, 4, seed=1)
    assert at_once.grow(root, seat, 1000, 96 * 7) == (7, 96 * 7)
    assert at_once.grow(root, seat, 1000, 96 * 7 + 1) == (8, 96 * 8)
    assert at_once.grow(root, seat, 5) == (5, 96 * 5)


def test_a_time_is_a_budget() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    assert SearchBot(Budget(seconds=0.01), seed=1).choose(match) in match.legal()


def test_a_full_tree_goes_on_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentarchy.bots.search.FIRST_SIZE", 64)
    monkeypatch.setattr("pentarchy.bots.search.LARGEST_SIZE", 64)
    match = pentarchy.load("kingdomino").start(seed=7)
    analysis = SearchBot(Budget(iterations=2000), seed=1).analyse(match)
    assert sum(candidate.visits for candidate in analysis.candidates) == 2000


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "one budget: iterations, moves or seconds"),
        ({"iterations": 5, "seconds": 1.0}, "one budget: iterations, moves or seconds"),
        ({"moves": 5, "iterations": 5}, "one budget: iterations, moves or seconds"),
        ({"iterations": 0}, "iterations is a whole number of at least 1, not 0"),
        ({"iterations": "many"}, "iterations is a whole number of at least 1, not 'many'"),
        ({"moves": 0.5}, "moves is a whole number of at least 1, not 0.5"),
        ({"seconds": 0.0}, "seconds is a number of more than 0, not 0.0"),
        ({"seconds": float("nan")}, "seconds is a number of more than 0, not nan"),
        ({"seconds": "1s"}, "seconds is a number of more than 0, not '1s'"),
    ],
)
def test_a_budget_that_is_none_is_refused(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Budget(**arguments)


def test_a_search_asked_out_of_turn_says_so() -> None:
    match = pentarchy.load("kingdomino").start(seed=7)
    with pytest.raises(ValueError, match="is not to act"):
        SearchBot(Budget(iterations=5)).analyse(match, 1 - match.to_act[0])


@pytest.mark.parametrize(("name", "options"), [case for case in one_variant_each() if case.id != "genius"])
@pytest.mark.soak
def test_a_small_search_beats_random_players(name: str, options: dict[str, Any]) -> None:
    """A small sample with a small budget; the real figures are in docs/bots.md."""
    played = load(name, options)
    share, games = 0.0, size(4, 24)
    for number in range(games):
        match = played.start(seed=number // played.players)
        searching = number % played.players
        players = [
            pentarchy.bots.load("search:40" if seat == searching else "random", seed=number)
            for seat in range(played.players)
        ]
        while not match.over:
            seat = match.to_act[0]
            match.play(players[seat].choose(match, seat), seat)
        assert match.result is not None
        share += (searching in match.result.winners) / len(match.result.winners)
    assert share > games / played.players
    covered(games, "games")


def test_the_root_of_a_state_is_only_read() -> None:
    match = pentarchy.load("scuffle").start(seed=1)
    root = load_bytes(match.state(), match.game.spec.rules.STATE)
    before = root.copy()
    each = Tree(match.game.spec, 2, seed=1)
    each.grow(root, match.to_act[0], 50)
    assert (root == before).all()
