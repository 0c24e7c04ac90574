"""Every action of a game in its three forms: action code, typed move, text."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.engine.checks import quoted
from pentarchy.engine.spec import Move
from pentarchy.errors import IllegalMove

if TYPE_CHECKING:
    from pentarchy.engine.spec import Spec


class MoveTable:
    """Every action of a game as action code, typed move and text, so that turning one into another is a look-up."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.moves: list[Move] = [spec.moves.decode(action) for action in range(spec.rules.ACTIONS)]
        self.codes: dict[Move, int] = {move: action for action, move in enumerate(self.moves)}
        self.names: list[str] = [str(move) for move in self.moves]
        self.texts: dict[str, int] = {name: action for action, name in enumerate(self.names)}
        # As it travels: the text beside the parts of the typed move.
        self.sent: list[bytes] = [msgspec.json.encode(self.as_dict(move)) for move in self.moves]
        self._types = {type(move).__struct_config__.tag: type(move) for move in self.moves}

    def as_dict(self, move: Move) -> dict[str, Any]:
        """A move as it travels."""
        return {"text": str(move)} | move.to_dict()

    def code(self, move: object) -> int:
        """The action code of notation, a typed move or a dict; IllegalMove says what could not be read."""
        if isinstance(move, str):
            return self._code_of_text(move)
        if isinstance(move, Move):
            return self._code_of_move(move)
        if isinstance(move, dict):
            return self._code_of_move(self._from_dict(move))
        raise IllegalMove(f"a move is text, a Move or a dict, not {quoted(move)}")

    def _code_of_text(self, text: str) -> int:
        action = self.texts.get(text)
        if action is None:
            action = self.texts.get(self.spec.moves.tidy(text))
        if action is None:
            examples = ", ".join(repr(example) for example in self.spec.moves.EXAMPLES)
            raise IllegalMove(f"cannot read {text[:80]!r}: moves look like {examples}")
        return action

    def _code_of_move(self, move: Move) -> int:
        try:
            return self.codes[move]
        except (KeyError, TypeError):
            raise IllegalMove(f"{self.spec.name} has no move {move!r}") from None

    def _from_dict(self, data: dict[Any, Any]) -> Move:
        kind = self._types.get(data.get("move")) if isinstance(data.get("move"), str) else None
        if kind is None:
            names = ", ".join(repr(name) for name in self._types)
            raise IllegalMove(f'{quoted(data)} has no known name under "move": one of {names}')
        try:
            return msgspec.convert(data, kind)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter: half of a surrogate pair
            raise IllegalMove(f"{quoted(data)} is no move: {error}") from None


@functools.cache
def table_of(spec: Spec) -> MoveTable:
    """The one table of a game."""
    return MoveTable(spec)
