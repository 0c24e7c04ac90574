"""Positions that cannot be: each is refused with the name of the wrong field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pentarchy import PositionError
from tests.rules.kingdomino.handwritten import ROUND_2, edited, opening, refused, taken_up, with_kingdom, without
from tests.rules.kingdomino.tables import ARMS, ended, lying, moves, past, placing

if TYPE_CHECKING:
    from tests.rules.kingdomino.handwritten import Position

KINGDOM_0 = ["W0-W0 ## F0", ".. .. G2 F0", ".. .. W0 .."]

# What is wrong, the position, and how the message must begin.
WRONG: dict[str, tuple[Any, str]] = {
    # types and fields
    "no dict": ([], "a position is a dict, not list"),
    "nothing": (None, "a position is a dict, not NoneType"),
    "another game": (edited(game="genius"), "game:"),
    "no game": (without("game"), "game:"),
    "unknown field": (edited(weather="rain"), "Object contains unknown field `weather`"),
    "round missing": (without("round"), "Object missing required field `round`"),
    "phase missing": (without("phase"), "Object missing required field `phase`"),
    "kingdoms missing": (without("kingdoms"), "Object missing required field `kingdoms`"),
    "round is text": (edited(round="2"), "Expected `int`, got `str` - at `$.round`"),
    "round is true": (edited(round=True), "Expected `int`, got `bool` - at `$.round`"),
    "phase unknown": (edited(phase="draw"), "Invalid enum value 'draw' - at `$.phase`"),
    "line is a dict": (edited(line={}), "Expected `array`, got `object` - at `$.line`"),
    "king is text": (edited(line=[{"domino": 3, "king": "red"}]), "Expected `int | null`, got `str`"),
    "domino missing": (edited(line=[{"king": 0}]), "Object missing required field `domino` - at `$.line[0]`"),
    "rows are no list": (with_kingdom() | {"kingdoms": [{"squares": "##"}] * 2}, "Expected `array`, got `str`"),
    "squares missing": (edited(kingdoms=[{}, {}]), "Object missing required field `squares` - at `$.kingdoms[0]`"),
    "unknown field of a kingdom": (with_kingdom(*KINGDOM_0, colour="red"), "Object contains unknown field `colour`"),
    "discards is null": (with_kingdom(*KINGDOM_0, discards=None), "Expected `int`, got `null`"),
    # options
    "options differ": (edited(options={"players": 2, "harmony": True}), "options: this game has"),
    "players differ": (edited(options={"players": 4}), "options: this game has"),
    "options are a list": (edited(options=[]), "options:"),
    "unknown option": (edited(options={"giant_duel": True}), "options: kingdomino has no option 'giant_duel'"),
    "options that do not go together": (
        edited(options={"players": 3, "mighty_duel": True}),
        "options: mighty_duel is for 2 players only",
    ),
    # round, phase, turn
    "round too late": (edited(round=7), "round: 7 is not between 0 and 6"),
    "round negative": (edited(round=-1), "round: -1"),
    "round huge": (edited(round=10**12), "round: 1000000000000"),
    "nothing to claim in the last round": (edited(round=6, phase="claim"), "phase: there is nothing to claim"),
    "nothing to place in the first claim": (edited(round=0), "phase: nothing is placed before round 1"),
    "over too early": (edited(phase="over"), "round: the game ends after round 6, not 2"),
    "turn too late": (edited(turn=4), "turn: 4 is not between 0 and 3"),
    "turn negative": (edited(turn=-1), "turn: -1"),
    "turn and claims differ": (edited(turn=2), "next_line: kings of [0] stand there, but [0, 1] have acted"),
    "turn at the end": (ended(["##"]).position() | {"turn": 1}, "turn: nobody acts any more"),
    "acting after the first claim": (edited(acting=0), "acting:"),
    # a dynasty
    "a second game without a dynasty": (edited(game_number=2), "game_number: 2 is not between 1 and 1"),
    "game 0": (edited(game_number=0), "game_number: 0"),
    "an earlier game before the first": (
        edited(earlier=[{"points": [1, 2], "largest_property": [1, 2], "crowns": [1, 2]}]),
        "earlier: game 1 follows 0 finished games, not 1",
    ),
    # lines
    "line too short": (edited(line=lying({3: 0, 14: 1, 20: 0})), "line: round 2 has 4 dominoes here"),
    "line too long": (edited(line=lying({3: 0, 14: 1, 20: 0, 33: 1, 34: 1})), "line: round 2 has 4 dominoes here"),
    "no line": (edited(line=[]), "line: round 2 has 4 dominoes here"),
    "next line too short": (edited(next_line=lying({5: None, 23: 0})), "next_line: round 2 has 4 dominoes here"),
    "line does not ascend": (edited(line=lying({3: 0, 14: 1, 20: 0, 33: 1})[::-1]), "line: the numbers"),
    "no such domino": (edited(line=lying({3: 0, 14: 1, 20: 0, 49: 1})), "line: there is no domino 49"),
    "domino 0": (edited(next_line=lying({0: None, 23: 0, 38: None, 48: None})), "next_line: there is no domino 0"),
    "domino in both lines": (
        edited(next_line=lying({5: None, 20: 0, 38: None, 48: None})),
        "next_line: domino 20 appears twice",
    ),
    "domino in a line and gone": (edited(gone=[1, 7, 10, 48]), "gone: domino 48 appears twice"),
    "domino gone twice": (edited(gone=[1, 7, 41, 41]), "gone: domino 41 appears twice"),
    "too few gone": (edited(gone=[1, 7, 41]), "gone: 4 dominoes are gone in round 2, not 3"),
    "too many gone": (edited(gone=[1, 7, 10, 11, 41]), "gone: 4 dominoes are gone in round 2, not 5"),
    "left over without lines of four": (edited(left_over=[7]), "left_over:"),
    "discards without gone": (
        without("gone") | {"kingdoms": [{"squares": ["## F0-F0", "W0-G2 .."], "discards": 1}, ROUND_2["kingdoms"][1]]},
        "gone: which dominoes were discarded is not known",
    ),
    # kings
    "no king on the line": (edited(line=lying({3: 0, 14: None, 20: 0, 33: 1})), "line[1].king: None is no seat"),
    "king of nobody": (edited(line=lying({3: 0, 14: 2, 20: 0, 33: 1})), "line[1].king: 2 is no seat"),
    "king negative": (
        edited(next_line=lying({5: None, 23: -1, 38: None, 48: None})),
        "next_line[1].king: -1 is no seat",
    ),
    "three kings of one": (edited(line=lying({3: 0, 14: 1, 20: 0, 33: 0})), "line: the kings are [0, 1, 0, 0]"),
    "claimed by one who has not acted": (
        edited(next_line=lying({5: None, 23: 1, 38: None, 48: None})),
        "next_line: kings of [1] stand there, but [0] have acted",
    ),
    "claimed by too many": (edited(next_line=lying({5: 0, 23: 0, 38: None, 48: None})), "next_line: kings of [0, 0]"),
    "kings in hand after the first claim": (edited(kings_in_hand=[1, 1]), "kings_in_hand:"),
    "kings in hand for one seat only": (edited(kings_in_hand=[0]), "kings_in_hand:"),
    "kings in hand for three": (edited(kings_in_hand=[0, 0, 0]), "kings_in_hand:"),
    "kings in hand at the end": (ended(["##"]).position() | {"kings_in_hand": [1, 0, 0, 0]}, "kings_in_hand:"),
    "acting at the end": (ended(["##"]).position() | {"acting": 1}, "acting:"),
    # kingdoms
    "one kingdom missing": (edited(kingdoms=[{"squares": ["##"]}]), "kingdoms: there are 1, but 2 players"),
    "no castle": (with_kingdom("W0-W0", "F0-F0", "G2-W0"), "kingdoms[0].squares: there is one castle ##, not 0"),
    "two castles": (
        with_kingdom("W0-W0 ## F0 ##", ".. .. G2 F0", ".. .. W0"),
        "kingdoms[0].squares: there is one castle",
    ),
    "two castles at seat 1": (with_kingdom("## L0-L0", "G0 .. ##", "G0", seat=1), "kingdoms[1].squares: there is one"),
    "no rows": (with_kingdom(), "kingdoms[0].squares: there is one castle ##, not 0"),
    "misspelt terrain": (with_kingdom("W0-W0 ## F0", ".. .. X2 F0"), "kingdoms[0].squares[1]: cannot read 'X2"),
    "small letter": (with_kingdom("W0-W0 ## F0", ".. .. g2 F0"), "kingdoms[0].squares[1]: cannot read 'g2"),
    "four crowns": (with_kingdom("W0-W0 ## F0", ".. .. G4 F0"), "kingdoms[0].squares[1]: cannot read 'G4"),
    "a letter alone": (with_kingdom("W0-W0 ## F0", ".. .. G F0"), "kingdoms[0].squares[1]: cannot read 'G "),
    "one dot": (with_kingdom("W0-W0 ## F0", ".. . G2 F0"), "kingdoms[0].squares[1]: cannot read '. "),
    "no blank between": (with_kingdom("W0-W0 ## F0", ".. .. G2F0"), "kingdoms[0].squares[1]: cannot read 'G2F0"),
    "a dash at the end": (
        with_kingdom("W0-W0 ## F0", ".. .. G2 F0-", ".. .. W0"),
        "kingdoms[0].squares[1]: a dash joins",
    ),
    "a dash to the castle": (
        with_kingdom("W0 W0-## F0", ".. .. G2 F0", ".. .. W0"),
        "kingdoms[0].squares[0]: a dash joins",
    ),
    "a dash to nothing": (
        with_kingdom("W0-W0 ## F0", ".. ..-G2 F0", ".. .. W0"),
        "kingdoms[0].squares[1]: a dash joins",
    ),
    "three in a chain": (with_kingdom("W0-W0 ##", "F0-F0-G2 ..", ".. .. W0"), "kingdoms[0].squares[1]: a dash joins"),
    "too long": (
        with_kingdom("## W0-W0 F0-F0 G2-W0"),
        "kingdoms[0].squares: the kingdom is 7 squares long, more than 5",
    ),
    "too high": (
        with_kingdom("##", "W0", "W0", "F0", "F0", "G2", "W0"),
        "kingdoms[0].squares: the kingdom is 7 squares long, more than 5",
    ),
    "far apart": (
        with_kingdom("W0-W0 ## F0", "..", "..", "..", "..", ".. .. G2 F0", ".. .. W0"),
        "kingdoms[0].squares: the kingdom is 7 squares long, more than 5",
    ),
    "an odd square": (with_kingdom("W0-W0 ## F0", ".. .. G2 F0"), "kingdoms[0].squares: 5 squares are not whole"),
    "a domino too few": (with_kingdom("W0-W0 ##", ".. .. G2", ".. .. W0"), "kingdoms[0]: 2 dominoes placed and 0"),
    "a domino too many": (
        with_kingdom("W0-W0 ## F0", ".. .. G2 F0", ".. .. W0", ".. .. W0", ".. .. W0"),
        "kingdoms[0]: 4 dominoes placed and 0 discarded",
    ),
    "a discard too many": (with_kingdom(*KINGDOM_0, discards=1), "kingdoms[0]: 3 dominoes placed and 1 discarded"),
    "discards negative": (with_kingdom(*KINGDOM_0, discards=-1), "kingdoms[0].discards: -1 is less than nothing"),
    "a square that no domino has": (with_kingdom("W0-W0 ## F0", ".. .. G3 F0", ".. .. W0"), "kingdoms[0].squares: "),
    "a domino that does not exist": (
        with_kingdom("W0-W0 ## F0", ".. .. M3 F0", ".. .. M2"),
        "kingdoms[0].squares: no domino M2-M3 is left",
    ),
    "a domino that is still in the next line": (
        with_kingdom("W0-W0 ## F0", ".. .. M3 F0", ".. .. W0"),
        "kingdoms[0].squares: no domino M3-W0 is left",
    ),
    "a domino that is in the other kingdom": (
        with_kingdom("L0-L0 ## F0", ".. .. G2 F0", ".. .. W0"),
        "kingdoms[1].squares: no domino L0-L0 is left",
    ),
    "a dash that leaves halves alone": (
        with_kingdom("W0-W0 ## F0", ".. .. G2-F0", ".. .. W0"),
        "kingdoms[0].squares: besides the dominoes marked",
    ),
    "no dominoes without dashes": (
        with_kingdom("W0 F0 ## W0", ".. .. G2 F0", ".. .. W0"),
        "kingdoms[0].squares: these squares cannot be made",
    ),
    "a domino that touches nothing": (
        with_kingdom("W0-W0 ## G2", ".. .. .. W0", "F0-F0 .. .."),
        "kingdoms[0].squares: the domino at -2,2 touches neither",
    ),
    "a domino at a corner only": (
        with_kingdom("W0-W0 ## ..", ".. .. G2 ..", ".. .. W0 F0", ".. .. .. F0"),
        "kingdoms[0].squares: the domino at 1,2 touches neither",
    ),
    "a domino beside another kind only": (
        with_kingdom("W0-W0 ## G2", ".. .. .. W0", ".. .. .. F0", ".. .. .. F0"),
        "kingdoms[0].squares: the domino at 1,2 touches neither",
    ),
    "the placed domino of the line lies nowhere": (
        with_kingdom("W0-W0 ## S0", ".. .. G2 S0", ".. .. W0") | {"gone": None},
        "kingdoms[0]",
    ),
    "the placed domino of the line lies in another's kingdom": (
        edited(
            kingdoms=[
                {"squares": ["W0-W0 ## L0", ".. .. G2 L0", ".. .. W0"]},
                {"squares": ["## F0-F0", "G0 .. ..", "G0 .. .."]},
            ]
        ),
        "kingdoms[0]",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_position_is_refused_by_its_field(what: str) -> None:
    position, message = WRONG[what]
    players = len(position["kingdoms"]) if what.endswith("at the end") else 2
    assert refused(position, players=players).startswith(message)


WRONG_OPENINGS: dict[str, tuple[Position, str]] = {
    "nobody acting": (opening(acting=None), "acting: in round 0"),
    "a stranger acting": (opening(acting=2), "acting: in round 0"),
    "acting negative": (opening(acting=-1), "acting: in round 0"),
    "a line in the first claim": (opening(line=lying({1: 0, 2: 0, 4: 1, 5: 1})), "line: round 0 has 0 dominoes here"),
    "claims and turn differ": (opening(turn=2), "next_line: 1 kings stand there, but 2 have claimed"),
    "a king too few": (opening(kings_in_hand=[0, 1]), "kings_in_hand: seat 0 has 1 kings"),
    "a king too many": (opening(kings_in_hand=[2, 1]), "kings_in_hand: seat 0 has 3 kings"),
    "a negative hand": (opening(kings_in_hand=[-1, 1]), "kings_in_hand: seat 0"),
    "a hand missing": (opening(kings_in_hand=[1]), "kings_in_hand: [1] is not one number a player"),
    "three claims of one": (
        opening(turn=3, acting=1, next_line=lying({3: 1, 14: 1, 20: 1, 33: None}), kings_in_hand=[2, 0]),
        "kings_in_hand: seat 1 has 4 kings",
    ),
    "three claims of one, without hands": (
        without("kings_in_hand", position=opening(turn=3, next_line=lying({3: 1, 14: 1, 20: 1, 33: None}))),
        "kings_in_hand: seat 1",
    ),
    "something built": (
        opening(kingdoms=[{"squares": ["## W0-W0"]}, {"squares": ["##"]}]),
        "kingdoms[0]: 1 dominoes placed",
    ),
    "something gone": (opening(gone=[1]), "gone: 0 dominoes are gone in round 0, not 1"),
}


@pytest.mark.parametrize("what", WRONG_OPENINGS)
def test_a_wrong_first_claim_is_refused_by_its_field(what: str) -> None:
    position, message = WRONG_OPENINGS[what]
    assert refused(position).startswith(message)


def test_the_first_claim_without_mistakes_is_taken() -> None:
    assert moves(taken_up(opening())) == {"claim 3", "claim 20", "claim 33"}


@pytest.mark.rule("KD-23")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kings_in_hand": [1, 1]}, "kings_in_hand: in a snake opening all kings are out"),
        ({"acting": 1}, "next_line: a snake opening goes [0, 1, 1, 0]"),
        ({"turn": 2, "next_line": lying({3: 1, 14: 1, 20: None, 33: None})}, "next_line: a snake opening goes"),
    ],
)
def test_a_snake_opening_out_of_order_is_refused(changes: Position, message: str) -> None:
    options = {"players": 2, "snake_opening": True}
    position = opening(options=options, acting=0, kings_in_hand=[0, 0]) | changes
    assert refused(position, **options).startswith(message)


@pytest.mark.rule("KD-18")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"earlier": []}, "earlier: game 2 follows 1 finished games, not 0"),
        ({"game_number": 4}, "game_number: 4 is not between 1 and 3"),
        ({"game_number": 1}, "earlier: game 1 follows 0"),
        (
            {"earlier": [{"points": [1], "largest_property": [1, 1], "crowns": [1, 1]}]},
            "earlier[0].points: there are 1 figures for 2 players",
        ),
        (
            {"earlier": [{"points": [1, 1], "largest_property": [1, 1], "crowns": [-1, 1]}]},
            "earlier[0].crowns: [-1, 1] is not between",
        ),
        (
            {"earlier": [{"points": [40000, 1], "largest_property": [1, 1], "crowns": [1, 1]}]},
            "earlier[0].points: [40000, 1] is not between",
        ),
        (
            {"earlier": [{"points": [1, 1], "largest_property": [1, 1]}]},
            "Object missing required field `crowns` - at `$.earlier[0]`",
        ),
    ],
)
def test_earlier_games_of_a_dynasty_must_be_told_in_full(changes: Position, message: str) -> None:
    options = {"players": 2, "dynasty": True}
    earlier = [{"points": [30, 40], "largest_property": [5, 6], "crowns": [7, 8]}]
    position = edited(options=options, game_number=2, earlier=earlier)
    assert taken_up(position, **options).standings().scores == (32, 40)
    assert refused(position | changes, **options).startswith(message)


# --- What no course of the game leads to ------------------------------------------------------------------------------


@pytest.mark.rule("KD-15")
@pytest.mark.parametrize("rows", [["##"], ["## W0-W0"], ["W0 L0-L0", "W0 ## ..", "F0-F0 .."]])
def test_nobody_can_have_discarded_while_the_castle_had_room(rows: list[str]) -> None:
    position = ended(rows).position()
    message = "kingdoms[0].discards: no domino can have been discarded while the castle still has room for any"
    assert refused(position, players=4) == message


@pytest.mark.rule("KD-14", "KD-15")
def test_a_castle_without_two_free_squares_within_the_kingdom_has_no_room() -> None:
    """East of the castle the kingdom is as wide as it may be, or a single square is left."""
    at_the_edge = [".. .. .. L0-L0", "W0-W0 W0-W0 ##", ".. .. .. F0-F0"]
    one_square = [".. .. .. L0-L0", "W0 W0-W0 ## ..", "W0 .. .. F0-F0"]
    for rows in (at_the_edge, one_square):
        message = refused(ended(rows).position(), players=4)
        assert message.startswith("kingdoms[1].discards"), "the first kingdom is in order, those of the others are not"


@pytest.mark.rule("KD-15")
def test_the_last_domino_cannot_have_been_discarded_where_it_fits() -> None:
    """Wheat and forest lie around the walled-in castle, and domino 13 has both."""
    position = placing(13, ARMS).position()
    position["turn"] += 1
    position["kingdoms"][0]["discards"] += 1
    message = "kingdoms[0].discards: domino 13 is not in the kingdom, but cannot have been discarded: it fits"
    assert refused(position, players=4) == message


@pytest.mark.rule("KD-8", "KD-13")
def test_an_older_domino_cannot_hang_on_one_placed_in_this_round() -> None:
    """Seat 0 has just placed the forest beside the castle; the forest and wheat below was there before."""
    hanging = with_kingdom("W0-G2 ## F0-F0", ".. .. .. .. F0", ".. .. .. .. W0") | {"gone": [7, 10, 13, 41]}
    assert refused(hanging) == "kingdoms[0].squares: the domino at 2,1 hangs on one that was placed in this round only"
    beside = with_kingdom("W0-G2 ## F0-F0", ".. .. W0-F0 ..") | {"gone": [7, 10, 13, 41]}
    assert taken_up(beside).to_act == (1,)
    without_marks = with_kingdom("W0 G2 ## F0 F0", ".. .. .. .. F0", ".. .. .. .. W0") | {"gone": [7, 10, 13, 41]}
    assert refused(without_marks) == "kingdoms[0].squares: these squares cannot be made of the dominoes in the game"


@pytest.mark.rule("KD-18")
@pytest.mark.parametrize(
    ("points", "largest", "crowns", "message"),
    [
        (90, 5, 0, "earlier[0].points: 90 of seat 0 cannot come of 0 crowns on properties of at most 5 squares"),
        (43, 6, 7, "earlier[0].points: 43 of seat 0 cannot come of 7 crowns on properties of at most 6 squares"),
        (6, 6, 7, "earlier[0].points: 6 of seat 0 cannot come of 7 crowns on properties of at most 6 squares"),
        (30, 0, 7, "earlier[0].largest_property: 0 of seat 0 is not between 1 and 24"),
        (30, 25, 7, "earlier[0].largest_property: 25 of seat 0 is not between 1 and 24"),
        (300, 24, 22, "earlier[0].crowns: 22 of seat 0 are more than the 21 on 12 dominoes"),
        (250, 24, 21, "earlier[0].crowns: 41 are more than the 33 in the game"),
    ],
)
def test_figures_of_an_earlier_game_fit_each_other_and_the_box(
    points: int, largest: int, crowns: int, message: str
) -> None:
    options = {"players": 2, "dynasty": True}
    earlier = {"points": [points, 40], "largest_property": [largest, 6], "crowns": [crowns, 20]}
    position = edited(options=options, game_number=2, earlier=[earlier])
    assert refused(position, **options) == message


@pytest.mark.rule("KD-19", "KD-20")
def test_bonuses_are_part_of_the_points_of_an_earlier_game() -> None:
    """Seven crowns on properties of six squares bring 42 at most, with the castle in the middle and no discard 57."""
    options = {"players": 2, "dynasty": True, "middle_kingdom": True, "harmony": True}
    earlier = {"points": [57, 40], "largest_property": [6, 6], "crowns": [7, 20]}
    assert taken_up(edited(options=options, game_number=2, earlier=[earlier]), **options).to_act == (1,)
    earlier["points"] = [58, 40]
    assert refused(edited(options=options, game_number=2, earlier=[earlier]), **options).startswith("earlier[0].points")


@pytest.mark.rule("KD-18")
def test_the_end_of_the_first_game_of_a_dynasty_is_no_position_to_stop_at() -> None:
    options = {"players": 4, "dynasty": True}
    position = ended(["##"]).position() | {"options": options}
    assert refused(position, **options).startswith("phase: game 1 of 3 is not the last")


@pytest.mark.rule("KD-17")
@pytest.mark.parametrize(
    ("field", "first_game", "second_game"),
    [
        ("largest_property", past([30, 31], [999, 0], [0, 0]), past([30, 32], [999, 0], [0, 0])),
        ("crowns", past([30, 31], [5, 6], [999, 0]), past([30, 31], [5, 6], [999, 0])),
    ],
)
def test_figures_that_no_game_can_reach_do_not_upset_the_places(
    field: str, first_game: Position, second_game: Position
) -> None:
    #   seat 1 leads by a point, or by a larger property: a thousand crowns would not help seat 0
    options = {"players": 2, "dynasty": True}
    position = edited(options=options, game_number=3, earlier=[first_game, second_game])
    try:
        standings = taken_up(position, **options).standings()
    except PositionError as error:
        assert str(error).startswith(f"earlier[0].{field}")  # noqa: PT017 - to refuse them is as good
    else:
        assert standings.ranks == (2, 1)


@pytest.mark.rule("KD-23")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left_over": []}, "left_over: after 1 lines 1 dominoes are left over, not []"),
        ({"left_over": [7, 8]}, "left_over: after 1 lines 1"),
        ({"left_over": [8]}, "left_over: domino 8 is not among those gone"),
        ({"left_over": [49]}, "left_over: there is no domino 49"),
        ({"left_over": [48], "gone": None}, "left_over: domino 48 appears twice"),
    ],
)
def test_dominoes_left_over_must_add_up(changes: Position, message: str) -> None:
    options = {"players": 3, "lines_of_four": True}
    position: Position = {
        "game": "kingdomino",
        "options": options,
        "round": 1,
        "phase": "place",
        "kingdoms": [{"squares": ["##"]}] * 3,
        "line": lying({3: 0, 14: 1, 20: 2}),
        "next_line": lying({5: None, 23: None, 38: None, 48: None}),
        "gone": [7],
        "left_over": [7],
    }
    assert taken_up(position, **options).to_act == (0,)
    assert refused(position | changes, **options).startswith(message)
