"""Numbers as people read them, in pictures and at the terminal."""

from __future__ import annotations


def signed(number: int) -> str:
    """With a true minus sign: −3, 0, 3."""
    return str(number).replace("-", "−")


def counted(number: int, thing: str) -> str:
    """1 point, 2 points, −1 point."""
    return f"{signed(number)} {thing}" if abs(number) == 1 else f"{signed(number)} {thing}s"
