"""Before the first round: players, dice, starting spells."""

from __future__ import annotations

import pytest

import pentarchy
from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import COLOURS, COMPOUNDS, KINGDOMS
from tests.rules.color_kingdoms.tables import areas_of, chances, load, moves, own, started, supply


@pytest.mark.rule("CK-1")
def test_a_sheet_has_six_kingdoms_of_nine_areas_and_nothing_is_painted() -> None:
    areas = own(started())["areas"]
    assert len(KINGDOMS) == 6
    assert [name for name in areas if name.startswith("n")] == [f"n{number}" for number in range(1, 10)]
    assert len(areas) == 54
    assert set(areas.values()) == {None}


@pytest.mark.rule("CK-2")
def test_two_base_colours_make_a_compound_colour() -> None:
    named = {pair: COLOURS[rules.MIXTURE[COLOURS.index(pair[0])][COLOURS.index(pair[1])]] for pair in COMPOUNDS}
    assert named == {("blue", "red"): "violet", ("blue", "yellow"): "green", ("red", "yellow"): "brown"}


@pytest.mark.rule("CK-3")
def test_blue_red_yellow_and_white_are_thrown_one_after_another_and_show_two_three_or_four() -> None:
    game = load(2)
    buffer = game.buffer()
    for die in ("blue", "red", "yellow", "white"):
        outcomes = chances(game, buffer)
        assert {text.split()[0] for text in outcomes} == {die}
        faces = [sum(w for text, w in outcomes.items() if text.split()[1] == face) for face in ("2", "3", "4")]
        assert faces[0] == faces[1] == faces[2] == sum(outcomes.values()) / 3
        game.kernel.apply(buffer, -1, _code(game, buffer, f"{die} 3 in red"))
    assert game.kernel.to_act(buffer) == 0


def _code(game: pentarchy.engine.game.Game, buffer: object, text: str) -> int:
    outcome = game.spec.moves.outcome
    return next(code for code in range(2000) if outcome(code) == text)


@pytest.mark.rule("CK-5")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_play(players: int) -> None:
    assert len(load(players).start(1).view()["players"]) == players


@pytest.mark.rule("CK-5")
@pytest.mark.parametrize("players", [0, 5, True, "2"])
def test_other_numbers_of_players_are_refused(players: object) -> None:
    with pytest.raises(ValueError, match="players is one of 1, 2, 3, 4"):
        pentarchy.load("color_kingdoms", players=players)


@pytest.mark.rule("CK-11")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_player_has_spell_1_the_next_spell_2_and_so_on(first: int) -> None:
    match = started(4, first=first)
    spells = ["move", "exception", "split", "mix"]
    for k in range(4):
        seat = (first + k) % 4
        assert [supply(match, spell, seat) for spell in spells] == [(int(n == k), 0, 0) for n in range(4)]


@pytest.mark.rule("CK-11")
def test_a_starting_spell_can_be_used_in_the_first_round() -> None:
    match = started(2)
    match.play("take blue from red", 0)
    assert "move to green" in moves(match)


@pytest.mark.rule("CK-11")
def test_the_first_player_is_drawn_if_not_given() -> None:
    game = load(3, first=None)
    assert chances(game, game.buffer()) == {"first 0": 1, "first 1": 1, "first 2": 1}
    match = game.start(1, script=["first 2"])
    assert match.to_act == (2,)
    assert supply(match, "move", 2) == (1, 0, 0)
    assert supply(match, "exception", 0) == (1, 0, 0)


@pytest.mark.rule("CK-11")
@pytest.mark.parametrize(("players", "first"), [(1, 1), (2, 2), (3, 3)])
def test_a_first_player_who_does_not_play_is_refused(players: int, first: int) -> None:
    with pytest.raises(ValueError, match=f"first is None or .* with {players} player"):
        load(players, first=first)


@pytest.mark.rule("CK-32")
@pytest.mark.parametrize("first", [None, 0])
def test_alone_nobody_is_drawn_and_there_is_no_starting_spell(first: int | None) -> None:
    match = load(1, first=first).start(1)
    assert not any("first" in event.get("chance", "") for event in match.log(0))
    assert all(supply(match, spell) == (0, 0, 0) for spell in ("move", "exception", "split", "mix"))


def test_pictures_and_names_of_areas_agree() -> None:
    assert areas_of("rb. ...\n... ...\n... ...\ny.. ...\n... ..n") == {"g1": "r", "g2": "b", "n1": "y", "v6": "n"}
