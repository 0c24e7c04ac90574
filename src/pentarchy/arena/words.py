"""Figures as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.arena.figures import Interval

NOTHING = "–"


def share(value: float | None) -> str:
    """0.517 is 51.7 %."""
    return NOTHING if value is None else f"{value:.1%}"


def points(value: float | None) -> str:
    """Points with one decimal; there is no minus before 0."""
    return NOTHING if value is None else f"{round(value, 1) + 0.0:.1f}"


def whole(value: float | None) -> str:
    """Without decimals; there is no minus before 0."""
    return NOTHING if value is None else f"{round(value)}"


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1e3:.2f} ms" if value >= 1e-3 else f"{value * 1e6:.0f} µs"


def interval(ends: Interval | None, form: Callable[[float], str]) -> str:
    """From … to …"""
    return NOTHING if ends is None else f"{form(ends[0])} … {form(ends[1])}"


def short(name: str, longest: int = 24) -> str:
    """The name of a bot where there is little room: the command of a program may be long; its end tells most."""
    name = " ".join(name.split())
    return name if len(name) <= longest else f"{name[: longest // 3]}…{name[-(longest - longest // 3 - 1) :]}"
