"""Hush as a picture and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def text(view: Mapping[str, Any]) -> str:
    cards = " ".join("?" if card is None else str(card) for card in view["cards"])
    return f"Hush, {view['phase']}: {cards}"


def svg(view: Mapping[str, Any]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{text(view)}</text></svg>'
