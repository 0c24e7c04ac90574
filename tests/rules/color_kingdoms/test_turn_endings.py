"""All sheets with which a turn can end: the compiled rules, step by step, against plans of the referee's.

A turn can be cut into small decisions in many ways; what must agree is what it can come to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from pentarchy.games.color_kingdoms import rules
from pentarchy.games.color_kingdoms.components import COLOURS, LETTERS
from tests.oracles.color_kingdoms import Chart, Sheet, endings, frozen
from tests.rules.color_kingdoms.tables import arranged, full, play, squares

if TYPE_CHECKING:
    from pentarchy.engine.match import Match

DICE = ["blue 4 in red", "red 3 in red", "yellow 2 in red", "white 4 in red"]
ELSEWHERE = ("blue", "green", "violet", "brown", "yellow")

CASES: dict[str, tuple[str, dict[str, str], dict[str, int]]] = {
    "drops alone": ("blue", full(*ELSEWHERE), {}),
    "a blue neighbour": ("blue", full(*ELSEWHERE) | {"r5": "b"}, {}),
    "one exception": ("blue", full("red", *ELSEWHERE, but="r1 r2 r3 r4"), {"exception": 1}),
    "two exceptions": ("red", full("red", *ELSEWHERE, but="r5 r2 r8 r4"), {"exception": 2}),
    "a move": ("red", full("red", *ELSEWHERE, but="r1 r3 r5 b1 b2 v5 v6"), {"move": 2}),
    "splits": ("red", full("red", *ELSEWHERE, but="r1 r9 n1 n5 y1 y4 v1"), {"split": 2}),
    "a move and a split": ("yellow", full("red", *ELSEWHERE, but="r1 b5 g5 v5"), {"move": 1, "split": 1}),
    "mixtures": ("blue", full("red", *ELSEWHERE, but="r1 r2 r3 r5"), {"mix": 2}),
    "a mixture and an exception": (
        "red",
        full("red", *ELSEWHERE, but="r4 r5 r6") | {"r2": "g"},
        {"mix": 1, "exception": 1},
    ),
    "all spells": (
        "yellow",
        full("red", *ELSEWHERE, but="r1 b4 b5 g2 v4"),
        {"move": 1, "exception": 1, "split": 2, "mix": 1},
    ),
    "tower drops": ("yellow", full("red", *ELSEWHERE, but="r1 r5 b5 g5"), {"green": 1, "violet": 1}),
    "towers to choose for": ("blue", full("red", *ELSEWHERE, but="r1 r2 r6 v4"), {"violet": 1, "split": 1}),
}


def reached(match: Match) -> set[Any]:
    """Every sheet of seat 0 after `done`, by making all moves in all orders."""
    kernel, codes = match.game.kernel, np.empty(rules.MAX_LEGAL, np.int64)
    found, seen, to_try = set(), set(), [match._buffer.copy()]
    while to_try:
        buffer = to_try.pop()
        for action in codes[: kernel.legal(buffer, 0, codes)].tolist():
            after = buffer.copy()
            kernel.apply(after, 0, action)
            if after.tobytes() in seen:
                continue
            seen.add(after.tobytes())
            if action == rules.DONE:
                view = msgspec.json.decode(match._showing.view_json(after, 0, match.game.options))
                found.add(frozen(view["players"][0]))
            else:
                to_try.append(after)
    return found


@pytest.mark.rule("CK-13", "CK-14", "CK-15", "CK-19", "CK-20", "CK-21", "CK-22", "CK-23", "CK-24")
@pytest.mark.parametrize("case", CASES)
def test_a_turn_can_end_exactly_as_the_referee_plans(case: str) -> None:
    die, painted, ready = CASES[case]
    match = play(arranged(areas=[painted, {}], dice=DICE, ready=ready), f"take {die} from red")
    chart = Chart(squares())
    sheet = Sheet(dict.fromkeys(chart.names))
    for name, letter in painted.items():
        sheet.areas[name] = COLOURS[LETTERS.index(letter)]
    for name, number in ready.items():
        (sheet.spells if name in sheet.spells else sheet.drops)[name]["ready"] = number
    drops = {"blue": 4, "red": 3, "yellow": 2}[die]
    planned = endings(chart, sheet, die, drops, "red")
    assert reached(match) == planned
    assert len(planned) > 2
