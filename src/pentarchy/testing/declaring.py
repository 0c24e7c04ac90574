"""What a game declares: views, facts and reasons that compiled rules fill in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy.engine.seen import SPECTATOR, part_of
from pentarchy.engine.showing import showing_of
from pentarchy.errors import IllegalMove
from pentarchy.testing.claims import claim, same
from pentarchy.testing.recording import replayed
from pentarchy.testing.registry import check
from pentarchy.testing.walks import finished, some_of

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Buffer

LANGUAGES = ("en", "ru")
UNFINISHED = re.compile(r"[{}\[\]_\n]|\bNone\b|\bTrue\b|\bFalse\b|  ")  # what a program says by mistake


def declares(game: Game) -> bool:
    """Whether a game declares its views and facts."""
    return hasattr(game.spec.view, "View")


@check
def what_is_hidden_leaves_no_trace_in_what_a_seat_supposes(game: Game) -> None:
    """Bytes are compared: of the state as the seat may suppose it, and of what it can learn from."""
    showing, rng = showing_of(game.spec), np.array([1], np.uint64)
    for match in some_of(game, seed=31, every=3):
        buffer = np.frombuffer(bytearray(match.state()), np.uint8)
        for seat in (SPECTATOR, *range(game.players)) if declares(game) else range(game.players):
            twin = buffer.copy()
            game.kernel.redeal(twin, seat, rng)
            if declares(game):
                supposed = showing.known(twin, seat).tobytes(), showing.known(buffer, seat).tobytes()
                same(*supposed, f"the state as seat {seat} may suppose it")
            if seat != SPECTATOR:
                same(_observed(game, twin, seat), _observed(game, buffer, seat), f"what seat {seat} observes")


def _observed(game: Game, buffer: Buffer, seat: int) -> bytes:
    tensor = np.full(game.spec.rules.OBSERVATION, np.nan, np.float32)  # every figure must be written
    game.kernel.observe(buffer, seat, tensor)
    claim(not np.isnan(tensor).any(), "observe leaves figures as they were")
    return tensor.tobytes()


@check
def history_is_the_log_with_typed_moves_and_facts(game: Game) -> None:
    """And facts have only fields that are declared."""
    match = finished(game, seed=32)
    fields = {field.name for field in part_of(game.spec.facts.Fact).fields} if declares(game) else set()
    for seat in (None, *range(game.players)):
        history = match.history(seat)
        plain = [{key: line[key] for key in line if key not in ("typed", "fact")} for line in history]
        same(plain, match.log(seat), f"the history of seat {seat} without typed moves and facts")
        for line in history:
            claim(set(line["fact"]) <= fields, f"the fact {line['fact']} has fields that are not declared")
            if "seat" in line:
                typed = dict(line["typed"])
                same(typed.pop("text"), line["move"], "the text of a typed move")
                same(str(game.moves.moves[game.moves.code(typed)]), line["move"], "a typed move")


@check
def everything_that_happens_can_be_told_in_words(game: Game) -> None:
    """One line of whole words for everything that happens, where a game has `draw.sentence`."""
    sentence: Any = getattr(game.spec.draw, "sentence", None)
    for line in finished(game, seed=36).history() if sentence else ():
        words = sentence(line)
        claim(
            isinstance(words, str) and words.strip() == words != "", f"the fact {line['fact']} has no words: {words!r}"
        )
        claim(not UNFINISHED.search(words), f"the fact {line['fact']} is told by {words!r}, which is no sentence")


@check
def facts_come_out_the_same_when_a_record_is_replayed(game: Game) -> None:
    """They follow from what happened."""
    match = finished(game, seed=33)
    same(json.dumps(replayed(game, match.record()).history()), json.dumps(match.history()), "the history")


@check
def every_refusal_names_a_rule_and_says_why(game: Game) -> None:
    """In all languages, where a game declares its reasons."""
    choice = np.random.default_rng(1)
    for match in some_of(game, seed=34, every=2, fewest=60) if declares(game) else ():
        for seat in match.to_act:
            legal = set(match.legal_texts(seat))
            for text in choice.choice(game.moves.names, 8):
                if text not in legal:
                    _refused_with_reason(match, str(text), seat)


def _refused_with_reason(match: Match, text: str, seat: int) -> None:
    try:
        match.play(text, seat)
    except IllegalMove as error:
        claim(error.rule, f"the refusal of {text} names no rule")
        for language in LANGUAGES:
            claim(error.reasons.get(language), f"the refusal of {text} says nothing in {language}")
        claim(error.reasons["en"] in str(error), f"the refusal of {text} does not say why: {error}")
    else:
        raise AssertionError(f"{text} is not refused")


@check
def a_view_as_json_is_read_back_as_the_view(game: Game) -> None:
    """By any reader of JSON."""
    for match in some_of(game, seed=35, every=3):
        for seat in (None, *range(game.players)):
            same(msgspec.json.decode(match.view_json(seat)), match.view(seat), "view_json")
