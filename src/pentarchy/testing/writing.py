"""Moves as text and as data: everything reads back, and nothing that is typed can do harm."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from pentarchy.errors import IllegalMove
from pentarchy.testing.claims import same
from pentarchy.testing.registry import check

if TYPE_CHECKING:
    from pentarchy.engine.game import Game

WORDS = ("-1", "0,0", "№", "٣", "", " ", "\x00", "9" * 30, "east", "skip")
JUNK: tuple[Any, ...] = (None, True, -1, 2**64, 0.5, float("nan"), "", "x", [], {}, "\ud800")
TYPED = 150


@check
def every_move_reads_back_from_its_text_and_its_dict(game: Game) -> None:
    """Whatever the case, and with spaces around it."""
    table = game.moves
    for code, move in enumerate(table.moves):
        for form in (str(move), f"  {str(move).upper()} ", move.to_dict(), move):
            same(table.code(form), code, f"the code of {form!r}")


@check
def no_two_moves_have_the_same_text(game: Game) -> None:
    """Nor are two moves equal."""
    table = game.moves
    actions = game.spec.rules.ACTIONS
    same((len(table.texts), len(table.codes), len(table.moves)), (actions,) * 3, "texts, moves and codes")


@check
def whatever_is_typed_or_sent_is_a_move_or_refused(game: Game) -> None:
    """Texts with letters changed, words in any order, and dicts with anything in them."""
    choice = random.Random(36)
    match = game.start(seed=1)
    state = match.state()
    for _ in range(TYPED):
        for move in (_text(game, choice), _data(game, choice)):
            try:
                match.copy().play(move, match.to_act[0])
            except IllegalMove:
                same(match.state(), state, f"the state after {move!r}")


def _text(game: Game, choice: random.Random) -> str:
    text = choice.choice(game.moves.names)
    if choice.random() < 0.5:
        words = [*text.split(), choice.choice(WORDS)]
        choice.shuffle(words)
        return " ".join(words)
    at = choice.randrange(len(text) + 1)
    return text[:at] + choice.choice(("", "x", "7", " ", "é", "\x00")) + text[at + choice.randrange(2) :]


def _data(game: Game, choice: random.Random) -> dict[str, Any]:
    data = choice.choice(game.moves.moves).to_dict()
    name = choice.choice([*data, "x"])
    if choice.random() < 0.3:
        data.pop(name, None)
    else:
        data[name] = choice.choice(JUNK)
    return data
