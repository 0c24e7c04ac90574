"""The variants and house options, alone and together (KD-18 to KD-23)."""

from __future__ import annotations

from typing import Any

import pytest

from pentarchy import IllegalMove
from tests.rules.kingdomino.tables import (
    ARMS,
    Rows,
    allowed_combinations,
    chances,
    combinations,
    discards,
    drawn,
    ended,
    finish,
    kingdom,
    kings_on,
    last_of_a_dynasty,
    laying,
    line,
    load,
    misfits,
    moves,
    name_of,
    painted,
    past,
    placing,
    play,
    walk,
)

FULL = [  # twelve dominoes, 27 points
    "L0 L1-F0 F1-G0",
    "L0 F0-F0 F1 M1",
    "F0 F0 ## W0 W0",
    "G0 F0 L1-F0 W1",
    "L0-L0 L0-F0 S0",
]
FULL_OFF_CENTRE = [  # twelve dominoes, 26 points
    "W0-F0 W0-M2 G0",
    "L1-F0 W1-F0 F1",
    "F0-F0 F1 F0 G0",
    "F0 ## W0 G0 G0",
    "F0 L1-F0 F0-F0",
]
WORKED_CHECK = [
    "W0 W0 F1 F0 F0",
    "W1 L0 L0 L1 F0",
    "W0 L0 ## G0 G2",
    "M3 M0 S0 G0 G0",
    "M2 M0 S2 S0 S1",
]
LONG_ARMS = [  # 7×7
    ".. .. .. W0-W0 .. ..",
    ".. .. .. W0 .. .. ..",
    "F0 .. .. W0 .. .. ..",
    "F0 F0-F0 ## L0-L0 L0",
    ".. .. .. G0 .. .. L0",
    ".. .. .. G0 .. .. ..",
    ".. .. .. G0-G0 .. ..",
]


def bonus(name: str, rows: Rows, **options: Any) -> int:
    """What one bonus brings to the kingdom of seat 0 at the end of a game."""
    standings = ended(rows, **options).standings()
    assert standings.scores[0] == standings.breakdown[0]["points"]
    return int(standings.breakdown[0][name])


# --- Dynasty ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-18")
def test_a_dynasty_is_three_whole_games() -> None:
    match = finish(load(2, dynasty=True).start(1))
    assert match.view()["game_number"] == match.view()["games"] == 3
    assert len(drawn(match, "domino")) == 3 * 24
    assert len(drawn(match, "king")) == 3 * 4


@pytest.mark.rule("KD-18")
def test_a_dynasty_adds_up_the_three_totals() -> None:
    match = finish(load(2, dynasty=True, harmony=True).start(1))
    first, second = match.finished_games
    third = [row["this_game"] for row in match.standings().breakdown]
    assert match.result is not None
    assert first.scores == tuple(row["this_game"] for row in first.breakdown)
    assert match.result.breakdown[0]["earlier"] == [first.scores[0], second.scores[0]]
    assert match.result.scores == tuple(map(sum, zip(first.scores, second.scores, third, strict=True)))


@pytest.mark.rule("KD-18")
def test_the_tie_break_figures_of_the_three_games_are_added_up() -> None:
    match = last_of_a_dynasty([past([0] * 4, [3, 0, 0, 0], [2, 0, 0, 0]), past([0] * 4, [4, 0, 0, 0], [5, 0, 0, 0])])
    assert match.standings().breakdown[0]["tie_break"] == {"largest_property": 7, "crowns": 7}


@pytest.mark.rule("KD-18")
def test_every_game_of_a_dynasty_starts_with_empty_kingdoms_and_its_own_king_draw() -> None:
    match = load(3, dynasty=True).start(1)
    while match.view()["game_number"] == 1:
        match.play(match.legal()[0])
    view = match.view()
    assert (view["round"], view["phase"]) == (0, "claim")
    assert [kingdom["squares"] for kingdom in view["kingdoms"]] == [[], [], []]
    assert discards(match) == [0, 0, 0]
    assert sum(view["kings_in_hand"]) == 2
    assert line(match) == []
    assert len(view["next_line"]) == 3


@pytest.mark.rule("KD-18")
def test_every_domino_may_come_again_in_the_next_game_of_a_dynasty() -> None:
    match = load(4, dynasty=True).start(1)
    while match.view()["game_number"] == 1:
        match.play(match.legal()[0])
    last_move = max(i for i, event in enumerate(match.log()) if "move" in event)
    assert len(chances(match, events=last_move + 1)) == 48


@pytest.mark.rule("KD-18")
def test_the_match_goes_on_after_the_first_game_of_a_dynasty() -> None:
    match = load(2, dynasty=True).start(1)
    while match.view()["game_number"] == 1:
        match.play(match.legal()[0])
    assert not match.over
    assert len(match.finished_games) == 1


@pytest.mark.rule("KD-18")
def test_the_highest_sum_wins_a_dynasty() -> None:
    #   seat 0 wins the last game by a point, seat 1 has a lead of five
    match = last_of_a_dynasty([past([10, 30, 0, 0]), past([20, 5, 0, 0])], ["## F1-W0"])
    assert match.standings().scores == (31, 35, 0, 0)
    assert match.standings().ranks == (2, 1, 3, 3)


@pytest.mark.rule("KD-18")
def test_a_tied_dynasty_goes_to_the_larger_sum_of_largest_properties() -> None:
    earlier = [past([20, 20, 0, 0], [9, 4, 0, 0], [0, 9, 0, 0]), past([20, 20, 0, 0], [1, 5, 0, 0], [0, 9, 0, 0])]
    assert last_of_a_dynasty(earlier).standings().ranks[:2] == (1, 2)


@pytest.mark.rule("KD-18")
def test_then_to_the_larger_sum_of_crowns() -> None:
    earlier = [past([20, 20, 0, 0], [9, 4, 0, 0], [3, 9, 0, 0]), past([20, 20, 0, 0], [0, 5, 0, 0], [7, 2, 0, 0])]
    assert last_of_a_dynasty(earlier).standings().ranks[:2] == (2, 1)


@pytest.mark.rule("KD-18")
def test_the_last_game_counts_in_the_tie_break_of_a_dynasty() -> None:
    earlier = [past([20, 20, 0, 0], [4, 4, 0, 0]), past([20, 20, 0, 0], [4, 4, 0, 0])]
    assert last_of_a_dynasty(earlier, ["## F0-L0"], ["## F0-F0"]).standings().ranks[:2] == (2, 1)


@pytest.mark.rule("KD-18")
def test_a_dynasty_tied_in_everything_is_shared() -> None:
    earlier = [past([20, 30, 10, 0], [1, 8, 0, 0], [4, 0, 0, 0]), past([20, 10, 10, 0], [8, 1, 0, 0], [0, 4, 0, 0])]
    assert last_of_a_dynasty(earlier).standings().ranks == (1, 1, 3, 4)


@pytest.mark.rule("KD-18")
def test_bonuses_of_earlier_games_stay_in_the_sum() -> None:
    match = placing(12, ARMS, dynasty=True, middle_kingdom=True)  # swamp: the last domino fits nowhere
    while match.view()["game_number"] == 1:
        match.play(match.legal()[0])
    assert match.finished_games[0].breakdown[0]["middle_kingdom"] == 10
    assert match.standings().scores[0] == 10


# --- Middle Kingdom and Harmony ---------------------------------------------------------------------------------------


@pytest.mark.rule("KD-19")
def test_a_castle_in_the_centre_brings_10_points() -> None:
    assert bonus("middle_kingdom", FULL, middle_kingdom=True) == 10
    assert ended(FULL, middle_kingdom=True).standings().scores[0] == 27 + 10


@pytest.mark.rule("KD-19")
def test_gaps_do_not_matter_to_the_middle_kingdom() -> None:
    assert bonus("middle_kingdom", ARMS, middle_kingdom=True) == 10


@pytest.mark.rule("KD-19")
def test_a_castle_off_the_centre_brings_nothing() -> None:
    assert bonus("middle_kingdom", FULL_OFF_CENTRE, middle_kingdom=True) == 0


@pytest.mark.rule("KD-19")
@pytest.mark.parametrize(
    "rows",
    [
        ["W0-W0 F0", "G0 ## F0", "G0 L0-L0"],  # 3×3
        ["F0-F0 ## L0-L0"],  # 5×1
        ["F0-F0 ## L0-L0", ".. .. W0 .. ..", ".. .. W0 .. .."],  # 5×3
        ["W0 .. .. .. ..", "W0 .. .. .. ..", "W0 ## L0-L0 L0", "W0 .. .. .. L0"],  # 5×4
        ["##"],
    ],
)
def test_a_kingdom_that_has_not_its_full_size_has_no_middle(rows: Rows) -> None:
    assert bonus("middle_kingdom", rows, middle_kingdom=True) == 0


@pytest.mark.rule("KD-19")
def test_without_the_variant_the_centre_brings_nothing() -> None:
    assert bonus("middle_kingdom", FULL) == 0


@pytest.mark.rule("KD-19")
def test_in_the_mighty_duel_the_middle_is_that_of_7_by_7() -> None:
    assert bonus("middle_kingdom", LONG_ARMS, players=2, mighty_duel=True, middle_kingdom=True) == 10


@pytest.mark.rule("KD-19")
def test_in_the_mighty_duel_5_by_5_is_not_the_full_size() -> None:
    assert bonus("middle_kingdom", ARMS, players=2, mighty_duel=True, middle_kingdom=True) == 0


@pytest.mark.rule("KD-20")
def test_no_discard_brings_5_points() -> None:
    assert bonus("harmony", FULL, harmony=True) == 5
    assert ended(FULL, harmony=True).standings().scores[0] == 27 + 5


@pytest.mark.rule("KD-20")
def test_a_single_discard_forfeits_harmony() -> None:
    eleven = ["L0 L1-F0 .. ..", *FULL[1:]]
    match = ended(eleven, harmony=True)
    assert discards(match)[0] == 1
    assert match.standings().breakdown[0]["harmony"] == 0


@pytest.mark.rule("KD-20")
def test_without_the_variant_harmony_brings_nothing() -> None:
    assert bonus("harmony", FULL) == 0


@pytest.mark.rule("KD-20")
def test_before_the_end_everybody_without_a_discard_has_the_bonus() -> None:
    assert load(3, harmony=True).start(1).standings().scores == (5, 5, 5)


@pytest.mark.rule("KD-20")
def test_the_bonus_is_gone_with_the_first_discard() -> None:
    eleven = ["L0 L1-F0 .. ..", *FULL[1:]]
    match = placing(12, eleven, harmony=True)  # swamp does not fit into the gap
    before = match.standings().scores[0]
    match.play("discard")
    assert match.standings().scores[0] == before - 5


@pytest.mark.rule("KD-20")
def test_a_position_stores_the_number_of_discards() -> None:
    match = play(placing(12, ARMS, harmony=True), "discard")
    assert match.position()["kingdoms"][0]["discards"] == 12 - 4


@pytest.mark.rule("KD-21")
def test_the_worked_check_with_both_bonuses_scores_67() -> None:
    assert painted(WORKED_CHECK, middle_kingdom=True, harmony=True)["points"] == 67


@pytest.mark.rule("KD-21")
def test_bonuses_decide_who_wins() -> None:
    mines = ["## W0-M3", ".. S0-M2", ".. S0-M2", ".. W0-M2"]  # 4 × 9 = 36 points
    assert ended(FULL, mines).standings().ranks[:2] == (2, 1)
    assert ended(FULL, mines, middle_kingdom=True).standings().ranks[:2] == (1, 2)


@pytest.mark.rule("KD-21")
def test_bonuses_count_before_the_largest_property() -> None:
    #   no points on the land: the castle in the centre outweighs a forest of six
    forest = ["F0-F0 ## F0-F0", ".. .. .. F0-F0"]
    assert ended(ARMS, forest).standings().ranks[:2] == (2, 1)
    assert ended(ARMS, forest, middle_kingdom=True).standings().ranks[:2] == (1, 2)


# --- Mighty Duel ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-22")
def test_the_mighty_duel_is_for_two() -> None:
    for players in (3, 4):
        with pytest.raises(ValueError, match="mighty_duel is for 2 players only"):
            load(players, mighty_duel=True)


@pytest.mark.rule("KD-22")
def test_the_mighty_duel_plays_all_48_dominoes_in_12_rounds() -> None:
    match = finish(load(2, mighty_duel=True).start(1))
    assert sorted(drawn(match, "domino")) == list(range(1, 49))
    assert match.view()["rounds"] == 12


@pytest.mark.rule("KD-22")
def test_kingdoms_of_the_mighty_duel_are_seven_wide() -> None:
    match = placing(48, ["## W0-W0 W0-W0"], players=2, mighty_duel=True)
    match.play("place 5,0 east")
    assert kingdom(match) == ["## W0-W0 W0-W0 W0-M3"]


@pytest.mark.rule("KD-22")
def test_kingdoms_of_the_mighty_duel_are_not_eight_wide() -> None:
    match = placing(17, ["F0-F0 ## L0-L0 L0-L0"], players=2, mighty_duel=True)  # forest, lake
    with pytest.raises(IllegalMove, match="may not play"):
        match.play("place -3,0 south")


@pytest.mark.rule("KD-22")
def test_the_same_kingdom_is_too_wide_without_the_mighty_duel() -> None:
    assert "place 5,0 east" not in moves(placing(48, ["## W0-W0 W0-W0"]))


@pytest.mark.rule("KD-22")
def test_24_dominoes_fill_49_squares_with_the_castle() -> None:
    rows = [
        "W1 W0 L0-L0 F1-W0 S0",
        "M0 L1 L1-F0 F1-W0 M2",
        "L0 F0 F0-F0 F1 M1 M2",
        "L0 L0 F0 ## W0 W0 S0",
        "F1 L0 F0 L1-F0 W0-L0",
        "L0 L0 F0-G0 G0-G0 ..",
        "F0-F0 F1-G0 W1-G0 ..",
    ]
    match = play(placing(15, rows, players=2, mighty_duel=True), "place 3,2 south")
    squares = match.view()["kingdoms"][0]["squares"]
    assert len(squares) + 1 == 49
    assert {(square["x"], square["y"]) for square in squares} == {
        (x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)
    }


# --- House options ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-23")
def test_house_options_are_off_by_default() -> None:
    options = load(3).options
    assert (options["lines_of_four"], options["snake_opening"]) == (False, False)


@pytest.mark.rule("KD-23")
def test_lines_of_four_are_for_three() -> None:
    for players in (2, 4):
        with pytest.raises(ValueError, match="lines_of_four is for 3 players only"):
            load(players, lines_of_four=True)


@pytest.mark.rule("KD-23")
def test_lines_of_four_play_all_48_dominoes_in_12_rounds() -> None:
    match = finish(load(3, lines_of_four=True).start(1))
    assert sorted(drawn(match, "domino")) == list(range(1, 49))
    assert match.view()["rounds"] == 12
    assert len(match.view()["left_over"]) == 12


@pytest.mark.rule("KD-23")
def test_three_kings_claim_from_lines_of_four() -> None:
    match = load(3, lines_of_four=True).start(1, script=[*laying(3, 12, 30, 41), "king 1", "king 2", "king 0"])
    assert len(moves(match)) == 4
    match.play("claim 12")
    assert len(moves(match)) == 3
    match.play("claim 41")
    assert moves(match) == {"claim 3", "claim 30"}  # the last to claim has two to choose from


@pytest.mark.rule("KD-23")
def test_the_domino_left_over_leaves_the_game_when_the_third_king_has_claimed() -> None:
    script = [*laying(3, 12, 30, 41), "king 1", "king 2", "king 0", *laying(1, 2, 4, 5)]
    match = load(3, lines_of_four=True).start(1, script=script)
    play(match, "claim 12", "claim 41")
    assert match.view()["left_over"] == []
    match.play("claim 3")
    assert match.view()["left_over"] == [30]
    assert kings_on(match, "line") == {3: 0, 12: 1, 41: 2}


@pytest.mark.rule("KD-23")
def test_a_domino_is_left_over_in_every_round() -> None:
    for match in walk(load(3, lines_of_four=True).start(1)):
        view = match.view()
        assert len(view["left_over"]) == view["round"]


@pytest.mark.rule("KD-23")
def test_a_domino_left_over_never_comes_back() -> None:
    script = [*laying(3, 12, 30, 41), "king 1", "king 2", "king 0"]
    match = load(3, lines_of_four=True).start(1, script=script)
    play(match, "claim 12", "claim 41", "claim 3")
    assert "domino 30" not in chances(match, events=10)
    assert 30 not in match.view()["unseen"]


@pytest.mark.rule("KD-23")
def test_the_domino_left_over_is_not_discarded_by_anybody() -> None:
    script = [*laying(3, 12, 30, 41), "king 1", "king 2", "king 0"]
    match = load(3, lines_of_four=True, harmony=True).start(1, script=script)
    play(match, "claim 12", "claim 41", "claim 3")
    assert discards(match) == [0, 0, 0]
    assert match.standings().scores == (5, 5, 5)


@pytest.mark.rule("KD-23")
def test_the_snake_opening_is_for_two() -> None:
    for players in (3, 4):
        with pytest.raises(ValueError, match="snake_opening is for 2 players only"):
            load(players, snake_opening=True)


@pytest.mark.rule("KD-23")
@pytest.mark.parametrize("mighty_duel", [False, True])
@pytest.mark.parametrize("first", [0, 1])
def test_in_a_snake_opening_the_claims_go_a_b_b_a(first: int, mighty_duel: bool) -> None:
    game = load(2, snake_opening=True, mighty_duel=mighty_duel)
    match = game.start(1, script=[*laying(3, 12, 30, 41), f"king {first}"])
    claimed: list[int] = []
    for number in (3, 12, 30, 41):
        claimed += match.to_act
        match.play(f"claim {number}")
    assert claimed == [first, 1 - first, 1 - first, first]


@pytest.mark.rule("KD-23")
def test_chance_decides_only_who_opens_the_snake() -> None:
    match = load(2, snake_opening=True).start(1, script=laying(3, 12, 30, 41))
    assert chances(match, events=4) == {"king 0": 1, "king 1": 1}
    play(match, "claim 3", "claim 12", "claim 30")
    assert len(drawn(match, "king")) == 1


@pytest.mark.rule("KD-23")
def test_after_a_snake_opening_the_lowest_domino_acts_first_as_ever() -> None:
    script = [*laying(3, 12, 30, 41), "king 0", *laying(7, 19, 22, 48)]
    match = load(2, snake_opening=True).start(1, script=script)
    play(match, "claim 41", "claim 3", "claim 30", "claim 12")
    assert kings_on(match, "line") == {3: 1, 12: 0, 30: 1, 41: 0}
    acted: list[int] = []
    for number in (7, 19, 22, 48):
        acted += match.to_act
        play(match, str(match.legal()[0]), f"claim {number}")
    assert acted == [1, 0, 1, 0]


@pytest.mark.rule("KD-23")
def test_every_game_of_a_dynasty_opens_with_a_snake() -> None:
    match = finish(load(2, dynasty=True, snake_opening=True).start(1))
    assert len(drawn(match, "king")) == 3


# --- Together ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KD-18")
@pytest.mark.rule("KD-22")
@pytest.mark.rule("KD-23")
@pytest.mark.parametrize("options", allowed_combinations(), ids=name_of)
def test_variants_that_suit_the_number_of_players_go_together(options: dict[str, Any]) -> None:
    match = load(**options).start(1)
    assert len(match.to_act) == 1


@pytest.mark.rule("KD-22")
@pytest.mark.rule("KD-23")
@pytest.mark.parametrize("options", [chosen for chosen in combinations() if misfits(chosen)], ids=name_of)
def test_a_variant_for_another_number_of_players_is_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="|".join(misfits(options))):
        load(**options)


@pytest.mark.rule("KD-18")
def test_all_variants_of_two_players_can_be_played_to_the_end_together() -> None:
    options = dict.fromkeys(("dynasty", "middle_kingdom", "harmony", "mighty_duel", "snake_opening"), True)
    assert finish(load(2, **options).start(1)).over


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_a_variant_is_on_or_off(value: object) -> None:
    with pytest.raises(ValueError, match="harmony is one of False, True"):
        load(2, harmony=value)


def test_an_unknown_variant_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no option 'giant_duel'"):
        load(2, giant_duel=True)
