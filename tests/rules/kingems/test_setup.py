"""Setting up: crystals, tiles, cards, the first player (KG-6 to KG-8)."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from pentarchy.engine.play import CHANCE
from pentarchy.engine.simulation import fast_generator
from pentarchy.games.kingems import rules
from pentarchy.games.kingems.components import CELLS, TILES
from tests.oracles.kingems import real_setup
from tests.rules.kingems.tables import (
    CONTENTS,
    after,
    assert_distributed,
    assert_share,
    chances,
    load,
    player,
    possible,
    show,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


# --- Crystals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-6")
def test_the_first_cell_may_hold_anything() -> None:
    """36 × 35 ways: the lone transparent 35, each colour 5 × 9 beside a transparent and 5 × 26 alone."""
    weights = possible(table().game, after(table(), "turn c3 90"))
    assert weights["c3 transparent"] == 35
    assert weights["c3 pink+transparent"] == 45
    assert weights["c3 pink"] == 130
    assert len(weights) == 15
    assert sum(weights.values()) == 36 * 35


@pytest.mark.rule("KG-6")
def test_a_shown_crystal_is_not_found_a_second_time() -> None:
    shown = dict.fromkeys(("a1", "a2", "a3", "a4", "a5"), "pink")
    weights = possible(table().game, after(table(shown=shown), "turn c3 90"))
    assert not any("pink" in text for text in weights)
    assert weights["c3 blue"] == 5 * (30 - 9)
    assert sum(weights.values()) == 31 * 30


@pytest.mark.rule("KG-6")
def test_there_is_one_lone_transparent() -> None:
    weights = possible(table().game, after(table(shown={"a1": "transparent"}), "turn c3 90"))
    assert "c3 transparent" not in weights
    assert weights["c3 blue+transparent"] == 5 * 9
    assert sum(weights.values()) == 35 * 35


@pytest.mark.rule("KG-6")
def test_what_has_been_taken_still_counts_as_shown() -> None:
    """Only what a cell held when it was first shown matters."""
    before = table(pawns=("a1", "platform"), shown={"a1": "pink+transparent", "b2": "blue"})
    state = np.frombuffer(bytearray(before.state()), np.uint8)
    state.view(rules.STATE)[0].coloured = 0
    state.view(rules.STATE)[0].clear = 0
    weights = possible(before.game, after(before, "turn c3 90"))
    before.game.kernel.apply(state, 0, before.game.moves.code("turn c3 90"))
    assert possible(before.game, state) == weights
    assert weights["c3 pink+transparent"] == 4 * 8
    assert weights["c3 blue"] == 4 * (33 - 8)


@pytest.mark.rule("KG-6")
def test_the_last_hidden_cell_is_what_is_left() -> None:
    contents = [f"{colour}+transparent" for colour in ("blue", "violet") for _ in range(4)] + ["pink+transparent"]
    rest = ["blue", "violet", *["pink"] * 4]
    rest += [colour for colour in ("yellow", "orange", "light blue", "green") for _ in range(5)]
    shown = dict(zip([cell for cell in CELLS if cell != "c3"], contents + rest, strict=True))
    assert possible(table().game, after(table(shown=shown), "turn c3 90")) == {"c3 transparent": 1}
    shown["a1"] = "transparent"
    assert possible(table().game, after(table(shown=shown), "turn c3 90")) == {"c3 blue+transparent": 1}


@pytest.mark.rule("KG-6")
def test_cells_drawn_one_by_one_are_like_a_real_set_up() -> None:
    """What the first two of four cells hold, drawn lazily and laid out as people do it."""
    boards = 12_000
    chooser = random.Random(6)
    real = Counter(pair(["+".join(content) for content in real_setup(chooser)]) for _ in range(30 * boards // 12))
    lazy = Counter(pair(list(contents)) for contents in lazy_boards(boards))
    expected = {
        key: number * boards / real.total() for key, number in real.items() if number * boards > 60 * real.total()
    }
    assert_distributed({key: lazy[key] for key in expected}, expected)


def pair(contents: list[str]) -> tuple[Any, ...]:
    """What matters of two cells: what kind of content each has, and whether the colours are the same."""
    kinds = tuple(("alone" if "+" not in c else "both") if c != "transparent" else "lone" for c in contents[:2])
    first, second = (content.split("+")[0] for content in contents[:2])
    return (*kinds, first == second)


def lazy_boards(number: int) -> Iterator[list[str]]:
    """The first cells of so many boards, by the fast draw."""
    game = load(2, first=0)
    rng = fast_generator(8)
    draw = game.kernel.bound["draw"]
    begun = game.start(1)
    for _ in range(number):
        buffer = np.frombuffer(bytearray(begun.state()), np.uint8)
        state = buffer.view(rules.STATE)[0]
        found = []
        for cell in range(2):
            state.turned[0] = cell
            state.phase = rules.Phase.SHOW_FIRST.value
            outcome = int(draw(state, rng))
            found.append(game.spec.moves.outcome(outcome).split(" ", 1)[1])
            game.kernel.apply(buffer, CHANCE, outcome)
        yield found


@pytest.mark.rule("KG-6")
@pytest.mark.parametrize("shown", [{}, {"a1": "pink", "b1": "blue+transparent"}, {"a1": "transparent"}], ids=str)
def test_the_fast_draw_keeps_to_the_weights(shown: dict[str, str]) -> None:
    match = table()
    buffer = after(match, "turn c3 90")
    state = buffer.view(rules.STATE)[0]
    for cell, content in shown.items():
        show(state, cell, content)
    rng = fast_generator(11)
    draw = match.game.kernel.bound["draw"]
    outcome = match.game.spec.moves.outcome
    trials = 15_000
    counts = Counter(outcome(int(draw(state, rng))) for _ in range(trials))
    weights = possible(match.game, buffer)
    total = sum(weights.values())
    assert_distributed(counts, {text: weight * trials / total for text, weight in weights.items()})


def test_contents_have_codes_of_their_own() -> None:
    assert len(CONTENTS) == 15


# --- Tiles ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-7")
def test_every_tile_that_is_left_may_come_in_every_orientation() -> None:
    match = load(2, first=0).start(1, script=["turn 90", "turn 0", "double 270"])
    assert chances(match, events=0) == {
        f"{tile.kind} {90 * quarters}": tile.number for tile in TILES for quarters in range(4)
    }
    later = chances(match, events=3)
    assert (later["turn 180"], later["straight 0"], later["crossroads 90"], later["double 0"]) == (10, 6, 10, 7)


@pytest.mark.rule("KG-7")
def test_tiles_are_laid_row_by_row() -> None:
    match = load(2, first=0).start(1, script=["turn 90", "double 270", "straight 180"])
    assert match.position()["tiles"][0].startswith("T1 D3 S2 ")


@pytest.mark.rule("KG-7")
def test_a_board_has_all_36_tiles() -> None:
    for seed in range(5):
        letters = Counter(tile[0] for row in load(2).start(seed).position()["tiles"] for tile in row.split())
        assert letters == {"T": 12, "S": 6, "X": 10, "D": 8}


@pytest.mark.rule("KG-7")
def test_every_cell_gets_every_kind_and_orientation_as_often() -> None:
    game = load(2, first=0)
    rng = fast_generator(5)
    boards = 3_000
    kinds: Counter[tuple[int, int]] = Counter()
    turned: Counter[int] = Counter()
    for _ in range(boards):
        buffer = game.buffer()
        game.kernel.settle_buffer(buffer, rng, np.empty(rules.MAX_LEGAL, np.int64))
        state = buffer.view(rules.STATE)[0]
        kinds.update((cell, int(state.kind[cell])) for cell in (0, 20, 35))
        turned.update(state.quarters.tolist())
    for cell in (0, 20, 35):
        for kind, tile in enumerate(TILES):
            assert_share(kinds[cell, kind], boards, tile.number / 36)
    for quarters in range(4):
        assert_share(turned[quarters], 36 * boards, 1 / 4)


@pytest.mark.rule("KG-7")
def test_nothing_of_the_cells_is_known_at_the_start() -> None:
    match = load(2, memory=True).start(3)
    assert [tile["shown"] for tile in match.view()["tiles"]] == [None] * 36
    assert match.position()["shown"] == {}


# --- Pawns, cards, the first player -----------------------------------------------------------------------------------


@pytest.mark.rule("KG-8")
def test_all_pawns_start_on_the_platform() -> None:
    match = load(4).start(1)
    assert [player(match, seat)["pawn"] for seat in range(4)] == ["platform"] * 4


@pytest.mark.rule("KG-8")
def test_nobody_gets_a_card_twice() -> None:
    match = load(3, first=0).start(
        1,
        script=["turn 0"] * 12
        + ["straight 0"] * 6
        + ["crossroads 0"] * 10
        + ["double 0"] * 8
        + ["card 3", "card 7", "card 1"],
    )
    assert chances(match, events=36) == {f"card {number}": 1 for number in range(1, 8)}
    assert chances(match, events=37) == {f"card {number}": 1 for number in (1, 2, 4, 5, 6, 7)}
    assert chances(match, events=38) == {f"card {number}": 1 for number in (1, 2, 4, 5, 6)}
    assert [player(match, seat)["card"] for seat in range(3)] == [3, 7, 1]


@pytest.mark.rule("KG-8")
@pytest.mark.parametrize(("mode", "task"), [("basic", "violet"), ("advanced", "blue")])
def test_cards_are_those_of_the_mode(mode: str, task: str) -> None:
    match = table(mode=mode)
    assert match.game.constants["cards"][mode][player(match, 0)["card"] - 1][0] == task


@pytest.mark.rule("KG-8")
def test_the_fast_draw_deals_all_cards_as_often() -> None:
    game = load(2, first=0)
    rng = fast_generator(9)
    deals = 4_200
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(deals):
        buffer = game.buffer()
        game.kernel.settle_buffer(buffer, rng, np.empty(rules.MAX_LEGAL, np.int64))
        counts[tuple(buffer.view(rules.STATE)[0].card[:2].tolist())] += 1
    assert_distributed(counts, {(a, b): deals / 42 for a in range(7) for b in range(7) if a != b})


@pytest.mark.rule("KG-8")
def test_the_first_player_is_drawn_or_chosen() -> None:
    match = load(3).start(1)
    assert chances(match, events=0) == {"first 0": 1, "first 1": 1, "first 2": 1}
    for seat in range(3):
        assert load(3).start(1, script=[f"first {seat}"]).to_act == (seat,)
        chosen = load(3, first=seat).start(1)
        assert chosen.to_act == (seat,)
        assert not any("first" in event.get("chance", "") for event in chosen.log())


@pytest.mark.rule("KG-8")
def test_a_first_player_who_does_not_play_is_refused() -> None:
    with pytest.raises(ValueError, match="first is None or a seat from 0 to 1 with 2 players, not 2"):
        load(2, first=2)
