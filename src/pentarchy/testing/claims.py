"""What checks claim. A claim that does not hold is an AssertionError in words, with or without pytest, also with -O."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from pentarchy.engine.checks import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator


def claim(holds: object, otherwise: str) -> None:
    """Something must hold."""
    if not holds:
        raise AssertionError(otherwise)


def same(found: object, wanted: object, what: str) -> None:
    """Two things must be equal."""
    if found != wanted:
        raise AssertionError(f"{what}: {quoted(found)} is not {quoted(wanted)}{_where(found, wanted)}")


@contextlib.contextmanager
def refused(by: type[Exception], what: str) -> Iterator[None]:
    """Something must be refused by an error of this kind that says something."""
    try:
        yield
    except by as error:
        claim(str(error), f"{what} is refused without a word")
    else:
        raise AssertionError(f"{what} is not refused by {by.__name__}")


def _where(found: object, wanted: object) -> str:
    """Where two long texts begin to differ."""
    if not (isinstance(found, str) and isinstance(wanted, str)):
        return ""
    place = next((n for n, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), None)
    place = min(len(found), len(wanted)) if place is None else place
    begin = max(0, place - 30)
    return f"; they differ from letter {place}: {found[begin : place + 50]!r}, {wanted[begin : place + 50]!r}"
