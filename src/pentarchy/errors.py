"""Everything that can go wrong, each a ValueError that says what was wrong and what would have been right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class IllegalMove(ValueError):  # noqa: N818 - read at the call site as what it is
    """A move that cannot be read or may not be made now. Nothing has changed.

    Where a rule of the game forbids it, `rule` is its number, such as KD-14, and `reasons` says why, by language.
    """

    def __init__(self, message: str, rule: str | None = None, reasons: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.reasons = dict(reasons or {})


class PositionError(ValueError):
    """A position that cannot occur or cannot be read; the message names the field."""


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the event."""


class CannotUndo(ValueError):  # noqa: N818
    """Nothing may be taken back: something has been revealed since."""


class NoPreview(ValueError):  # noqa: N818
    """What moves would lead to cannot be shown: chance, another seat or something hidden has a part in it."""
