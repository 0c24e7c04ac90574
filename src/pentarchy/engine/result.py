"""Who stands where, and why."""

from __future__ import annotations

from typing import Any

import msgspec


class Result(msgspec.Struct, frozen=True):
    """The end of a match, or how it would end if it ended now."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 is first; equals share a place and the next is skipped
    winners: tuple[int, ...]  # the seats that share the first place
    breakdown: tuple[dict[str, Any], ...]  # per seat, every item that brings points

    def to_dict(self) -> dict[str, Any]:
        """The result as plain JSON-able data."""
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


def places(merits: list[int]) -> tuple[int, ...]:
    """Places by merit, higher is better: equals share a place and the next is skipped (1, 1, 3)."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
