"""What lies in the box: dominoes, castles, kings (KD-1, KD-2)."""

from __future__ import annotations

from collections import Counter

import pytest

from pentarchy.games.kingdomino.components import DOMINOES, Domino, Square, check_dominoes
from tests.rules.kingdomino.tables import drawn, finish, load, opened

PRINTED = {
    "wheat": [21, 5, 0, 0],
    "forest": [16, 6, 0, 0],
    "lake": [12, 6, 0, 0],
    "grass": [10, 2, 2, 0],
    "swamp": [6, 2, 2, 0],
    "mine": [1, 1, 3, 1],
}
SQUARES = Counter(square for domino in DOMINOES.values() for square in (domino.first, domino.second))


@pytest.mark.rule("KD-1")
def test_the_dominoes_are_numbered_from_1_to_48() -> None:
    assert list(DOMINOES) == list(range(1, 49))
    assert [domino.number for domino in DOMINOES.values()] == list(range(1, 49))


@pytest.mark.rule("KD-1")
@pytest.mark.parametrize("terrain", PRINTED)
def test_each_terrain_has_the_printed_number_of_squares_with_0_1_2_and_3_crowns(terrain: str) -> None:
    assert [SQUARES[Square(terrain, crowns)] for crowns in range(4)] == PRINTED[terrain]


@pytest.mark.rule("KD-1")
def test_there_are_96_squares() -> None:
    assert SQUARES.total() == 96


@pytest.mark.rule("KD-1")
@pytest.mark.parametrize(
    ("number", "first", "second"),
    [
        (1, Square("wheat", 0), Square("wheat", 0)),
        (12, Square("swamp", 0), Square("swamp", 0)),
        (23, Square("wheat", 1), Square("mine", 0)),
        (39, Square("grass", 0), Square("swamp", 1)),  # a public data file has it wrong
        (48, Square("wheat", 0), Square("mine", 3)),
    ],
)
def test_a_domino_shows_its_two_squares(number: int, first: Square, second: Square) -> None:
    assert DOMINOES[number] == Domino(number, first, second)


@pytest.mark.rule("KD-1")
def test_dominoes_with_a_crown_too_many_are_refused() -> None:
    dominoes = list(DOMINOES.values())
    dominoes[38] = Domino(39, Square("grass", 1), Square("swamp", 1))
    with pytest.raises(ValueError, match="grass has"):
        check_dominoes(dominoes)


@pytest.mark.rule("KD-1")
def test_dominoes_with_a_number_missing_are_refused() -> None:
    with pytest.raises(ValueError, match="not 1 to 48"):
        check_dominoes(list(DOMINOES.values())[:-1])


@pytest.mark.rule("KD-1")
def test_dominoes_with_an_unknown_terrain_are_refused() -> None:
    dominoes = [*DOMINOES.values()]
    dominoes[0] = Domino(1, Square("desert", 0), Square("wheat", 0))
    with pytest.raises(ValueError, match=r"wheat has \(20"):
        check_dominoes(dominoes)


@pytest.mark.rule("KD-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    assert len(load(players).start(1).view()["kingdoms"]) == players


@pytest.mark.rule("KD-2")
@pytest.mark.parametrize("players", [0, 1, 5, 2.0, True, "2", None])
def test_no_other_number_can_play(players: object) -> None:
    with pytest.raises(ValueError, match="players is one of 2, 3, 4"):
        load(players)  # type: ignore[arg-type]


@pytest.mark.rule("KD-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_a_castle_alone(players: int) -> None:
    kingdoms = load(players).start(1).position()["kingdoms"]
    assert kingdoms == [{"squares": ["##"], "discards": 0}] * players


@pytest.mark.rule("KD-2")
@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 1), (4, 1)])
def test_two_players_have_two_kings_each_and_more_have_one(players: int, each: int) -> None:
    match = finish(load(players).start(1))
    assert Counter(drawn(match, "king")) == dict.fromkeys(range(players), each)


@pytest.mark.rule("KD-2")
def test_two_kings_of_one_player_stand_on_two_dominoes() -> None:
    match = opened({3: 0, 20: 1, 8: 0, 41: 1}, [1, 2, 4, 5], players=2)
    assert [item["king"] for item in match.view()["line"]] == [0, 0, 1, 1]
