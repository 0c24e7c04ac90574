"""What reading a position needs in every game: the right shape, and refusals that name the field."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from pentarchy.engine.checks import quoted
from pentarchy.errors import PositionError

if TYPE_CHECKING:
    from pentarchy.engine.spec import Position

Table = TypeVar("Table")


def shaped(position: Position, table: type[Table]) -> Table:
    """The position as the structure that a game expects; whatever is missing, unknown or of a wrong type is named."""
    try:
        return msgspec.convert(position, table)
    except msgspec.ValidationError as error:
        raise PositionError(str(error)) from None
    except UnicodeEncodeError as error:  # half of a surrogate pair, which JSON read by Python may bring
        raise PositionError(f"{quoted(error.object)} is no text: {error.reason}") from None


def need(condition: object, field: str, problem: str) -> None:
    """Refuse the position unless the condition holds."""
    if not condition:
        raise PositionError(f"{field}: {problem}")
