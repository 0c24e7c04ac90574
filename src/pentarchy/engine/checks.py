"""What callers hand over, checked where it comes in, so that a mistake is named and not met later as something else."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

SHOWN = 80  # characters of a wrong input that a message quotes


def quoted(value: object) -> str:
    """A wrong input as a message shows it: at most so long that the message stays one sentence."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a {type(value).__name__} that is nested too deeply"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def whole_number(name: str, value: object, least: int | None = None) -> int:
    """A whole number of Python or NumPy as an int; True and 1.0 are none."""
    wanted = "a whole number" if least is None else f"a whole number of at least {least}"
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or (least is not None and value < least):
        raise ValueError(f"{name} is {wanted}, not {quoted(value)}")
    return int(value)


def listed(name: str, value: object, example: str) -> tuple[object, ...]:
    """What a list holds; a text alone is not taken for a list of its letters."""
    if isinstance(value, str | bytes | dict) or not isinstance(value, Iterable):
        raise ValueError(f"{name} is a list such as {example}, not {quoted(value)}")
    return tuple(value)


def texts(name: str, value: object, example: str) -> tuple[str, ...]:
    """The texts of a list."""
    found = []
    for number, item in enumerate(listed(name, value, example)):
        if not isinstance(item, str):
            raise ValueError(f"{name} is a list of texts such as {example}; item {number} is {quoted(item)}")
        found.append(item)
    return tuple(found)
