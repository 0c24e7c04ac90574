"""What happens when the reserve runs empty, and when nothing moves any more (SG-14, SG-19).

With three players and a target of 7 the three complete collections would be exactly all tokens, so every position
below is given by what the players lack.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from pentarchy import IllegalMove
from pentarchy.bots.contests import GREEDY, RANDOM
from pentarchy.bots.policies import policies_of
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.genius import rules
from pentarchy.games.genius.components import STANDSTILL
from tests.rules.genius.tables import actor, drawn, finish, load, lying, moves, play, table
from tests.sizes import size

# Everybody lacks a blue and a violet token; these six lie in the centre.
STUCK = ("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 6")


@pytest.mark.rule("SG-14")
def test_who_can_neither_draw_nor_make_an_alternative_move_passes() -> None:
    match = table(*STUCK, centre="blue*3 violet*3")
    assert lying(match, "reserve") == {}
    assert moves(match) == {"pass"}
    play(match, "pass")
    assert actor(match) == 1
    assert match.view()["passes"] == 1


@pytest.mark.rule("SG-14")
def test_when_everybody_has_passed_in_a_row_the_game_ends_and_the_best_collection_wins() -> None:
    match = table("7 7 7 6 6 7", "7 7 7 7 6 6", "7 7 7 6 7 6", centre="green*2 blue*2 violet*2")
    play(match, "pass", "pass")
    assert actor(match) == 2
    play(match, "pass")
    assert match.over
    assert match.result is not None
    assert match.result.ranks == (1, 1, 1)
    assert match.result.winners == (0, 1, 2)
    assert match.result.scores == (6, 6, 6)


@pytest.mark.rule("SG-14", "SG-16")
def test_after_passes_too_the_collections_decide() -> None:
    match = table("7 7 7 7 6 6", "7 7 7 7 5 5", "7 7 7 6 6 6", centre="green blue*4 violet*4")
    play(match, "pass", "pass", "pass")
    assert match.result is not None
    assert match.result.ranks == (1, 3, 2)
    assert match.result.scores == (6, 5, 6)


@pytest.mark.rule("SG-14")
def test_an_alternative_move_must_be_made_if_it_is_possible() -> None:
    match = table("7 7 7 7 6 5", "7 7 7 7 6 6", "7 7 7 7 6 6", centre="blue*3 violet*4")
    assert moves(match) == {"alternative"}
    with pytest.raises(IllegalMove, match=r"may not play 'pass' now: .* \(SG-14\); legal: alternative"):
        match.play("pass")


@pytest.mark.rule("SG-14")
def test_a_move_between_passes_starts_the_count_anew() -> None:
    match = table("7 7 7 7 6 6", "7 7 7 7 6 6", "7 7 7 7 6 5", centre="blue*3 violet*4", passes=1, acting=1)
    play(match, "pass", "alternative")
    assert match.view()["passes"] == 0
    play(match, "pass", "pass")
    assert actor(match) == 2
    play(match, "pass")
    assert match.over


@pytest.mark.rule("SG-14")
def test_nobody_may_pass_while_there_is_something_to_draw() -> None:
    match = table(*STUCK, centre="blue*2 violet*3")
    assert lying(match, "reserve") == {"blue": 1}
    assert moves(match) == {"draw"}


@pytest.mark.rule("SG-14")
def test_after_a_success_with_an_empty_reserve_the_player_must_collect() -> None:
    match = table(*STUCK, centre="blue*2 violet*3", draws="blue")
    play(match, "draw")
    assert moves(match) == {"collect"}


@pytest.mark.rule("SG-5", "SG-14")
def test_the_check_adds_what_there_is() -> None:
    #   blue is completed with two tokens of surplus; violet alone is left in the centre, green alone in the reserve
    match = table("7 7 7 6 6 6", "7 7 7 7 6 7", "7 7 7 7 6 7", centre="blue*2 violet", draws="blue green")
    play(match, "draw", "collect")
    assert actor(match) == 0
    assert drawn(match) == ["token blue", "token green"]
    assert lying(match, "centre") == {"green": 1, "violet": 1}
    assert lying(match, "reserve") == {}


@pytest.mark.rule("SG-14")
def test_surplus_lying_aside_is_not_in_the_reserve() -> None:
    match = table("7 7 7 6 6 6", "7 7 7 7 6 7", "7 7 7 7 6 7", centre="blue*2 violet", draws="blue green")
    play(match, "draw", "collect")
    assert lying(match, "aside") == {"blue": 2}
    assert moves(match) == {"pass"}


@pytest.mark.rule("SG-11", "SG-14")
def test_a_pass_in_a_bonus_turn_does_not_count() -> None:
    match = table("7 7 7 6 6 6", "7 7 7 7 6 7", "7 7 7 7 6 7", centre="blue*2 violet", draws="blue green blue")
    play(match, "draw", "collect", "pass")
    assert actor(match) == 1
    assert match.view()["passes"] == 0
    #   the surplus is back: one token of it makes the centre three again, the other can be drawn
    assert lying(match, "centre") == {"green": 1, "blue": 1, "violet": 1}
    assert moves(match) == {"draw", "alternative"}


@pytest.mark.rule("SG-11", "SG-14")
def test_a_pass_in_a_bonus_turn_forfeits_no_other() -> None:
    match = table(
        *("7 7 7 7 6 6", "5 7 7 7 7 7", "7 7 7 7 7 6"),
        centre="blue violet*2",
        in_bonus_turn=True,
        bonus_turns=1,
        aside={"red": 2},
    )
    assert moves(match) == {"pass"}
    play(match, "pass")
    assert (actor(match), match.view()["in_bonus_turn"], match.view()["bonus_turns"]) == (0, True, 0)
    play(match, "pass")
    assert (actor(match), match.view()["passes"]) == (1, 0)


# --- A standstill -----------------------------------------------------------------------------------------------------

# Only red tokens are left to draw, and only seat 2 needs one. Seats 0 and 2 find no red in the centre and misfire;
# seats 1 and 3 then match it, must collect it as surplus, and so put both tokens back into the reserve.
CIRCLE = ("5 5 5 4 5 4", "5 5 5 4 5 4", "4 5 5 5 5 5", "5 4 5 4 5 5")
CENTRE_OF_THE_CIRCLE = "orange*2 yellow green*4 blue violet*3"


@pytest.mark.rule("SG-19")
def test_players_can_be_forced_to_go_round_in_circles() -> None:
    match = table(*CIRCLE, centre=CENTRE_OF_THE_CIRCLE)
    before = match.position()
    for move in ("draw", "draw", "collect", "draw", "draw", "collect"):
        assert moves(match) == {move}
        play(match, move)
    assert match.position() == before | {"standstill": 5}


@pytest.mark.rule("SG-19")
def test_after_forty_whole_turns_without_a_new_token_in_any_collection_the_game_ends() -> None:
    match = table(*CIRCLE, centre=CENTRE_OF_THE_CIRCLE)
    for turn in range(1, STANDSTILL + 1):
        assert match.view()["standstill"] == turn
        play(match, *["draw"] if turn % 2 else ["draw", "collect"])
    assert match.over
    assert match.result is not None
    assert match.result.ranks == (2, 2, 1, 2)
    assert match.result.scores == (4, 4, 4, 4)


@pytest.mark.rule("SG-19")
def test_the_last_of_them_may_still_bring_a_token() -> None:
    match = table("3 3 3 3 3 2", "0 0 0 0 0 0", centre="red blue violet", standstill=STANDSTILL)
    play(match, "alternative")
    assert not match.over
    assert match.view()["standstill"] == 1


@pytest.mark.rule("SG-19")
def test_every_token_that_is_collected_starts_the_count_anew_but_surplus_does_not() -> None:
    gaining = table("6 0 0 0 0 0", "0 0 0 0 0 0", centre="red blue violet orange", zone="red", standstill=7)
    play(gaining, "collect")
    assert gaining.view()["standstill"] == 0
    idle = table("7 0 0 0 0 0", "0 0 0 0 0 0", centre="red blue violet orange", zone="red", standstill=7)
    play(idle, "collect")
    assert idle.view()["standstill"] == 8


@pytest.mark.rule("SG-19")
def test_a_misfire_is_a_turn_without_a_new_token() -> None:
    match = table("0 0 0 0 0 0", "0 0 0 0 0 0", centre="red blue violet", draws="green yellow")
    assert match.view()["standstill"] == 1
    play(match, "draw", "draw")
    assert match.view()["standstill"] == 3


# --- How often --------------------------------------------------------------------------------------------------------


def ends_of_games(games: int, policy: int, players: int, **options: int) -> dict[str, int]:
    """Whole games by one policy: how often the reserve was empty when a turn began, and how they ended."""
    game = load(players, **options)
    kernel, choose = game.kernel, policies_of(game.spec).choose
    rng = fast_generator(7)
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    np.empty(rules.MAX_LEGAL)
    values = np.empty(rules.MAX_LEGAL)
    found = {"dry": 0, "complete": 0, "passed": 0, "standstill": 0}
    for _ in range(games):
        buffer = game.buffer()
        s = buffer.view(rules.STATE)[0]
        dry = False
        listed = kernel.settle_buffer(buffer, rng, actions)
        while listed:
            dry = dry or (s.phase == rules.Phase.TURN and not s.reserve.any())
            action = int(choose(buffer, int(s.acting), policy, rng, actions.copy(), values))
            listed = kernel.step(buffer, rng, actions, listed, action)
        found["dry"] += dry
        if s.collection[:players].min(axis=1).max() == s.target:
            found["complete"] += 1
        elif s.passes == players:
            found["passed"] += 1
        else:
            found["standstill"] += s.standstill == STANDSTILL
    return found


@pytest.mark.rule("SG-14", "SG-19")
@pytest.mark.parametrize("policy", [RANDOM, GREEDY])
def test_with_three_players_the_reserve_runs_dry_in_about_a_quarter_of_the_games(policy: int) -> None:
    found = ends_of_games(400, policy, players=3)
    assert 70 < found["dry"] < 145  # 28 % of random games, 24 % of sensible ones
    assert found["passed"] > 10
    assert found["complete"] + found["passed"] + found["standstill"] == 400


@pytest.mark.rule("SG-19")
@pytest.mark.soak
@pytest.mark.parametrize("policy", [RANDOM, GREEDY][: size(1, 2)])
def test_with_four_players_about_one_game_in_seven_hundred_goes_round_in_circles(policy: int) -> None:
    assert 1 <= ends_of_games(1500, policy, players=4)["standstill"] <= 8


@pytest.mark.rule("SG-2", "SG-14")
def test_with_a_target_of_six_it_hardly_ever_does() -> None:
    assert ends_of_games(300, RANDOM, players=3, target=6)["dry"] <= 3


@pytest.mark.rule("SG-19")
@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_ends(players: int) -> None:
    game = load(players)
    kernel = game.kernel
    points, totals = np.zeros(players, np.int64), np.zeros(players, np.int64)
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    np.empty(rules.MAX_LEGAL)
    decisions = kernel.play_games(game.buffer(), game.config, fast_generator(3), 20000, actions, points, totals)
    assert 100 < decisions / 20000 < 250


@pytest.mark.rule("SG-19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_even_if_nobody_ever_wants_to_collect(players: int) -> None:
    match = load(players).start(5)
    while not match.over:
        match.play("draw" if "draw" in moves(match) else match.legal()[0])
    assert match.over


@pytest.mark.rule("SG-14")
@pytest.mark.interpreted
def test_random_games_of_three_come_to_an_end_with_all_tokens_accounted_for() -> None:
    rng = random.Random(4)
    for seed in range(3):
        match = finish(load(3).start(seed), seed=rng.randrange(1000))
        view = match.view()
        for colour in view["reserve"]:
            own = sum(collection[colour] for collection in view["collections"])
            assert own + view["reserve"][colour] + view["centre"][colour] + view["aside"][colour] == 21
