"""Hush, a game that Pentarchy does not have: what somebody's own folder looks like, and what its tests find in it.

HU-1  Everybody is dealt a card from 1 to 6 in secret.
HU-2  In turn, each keeps the card or swaps it for a new one; a 6 is kept.
HU-3  Then all cards are shown. The highest wins.
"""

from __future__ import annotations

from pentarchy.engine.spec import Option, Spec
from tests.sixth import draw, facts, moves, position, rules, view

SPEC = Spec(
    name="hush",
    titles={"en": "Hush", "ru": "Тсс"},
    options=(Option("players", 2, (2, 3, 4), "how many play"),),
    check=lambda options: None,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
    facts=facts,
    position=position,
)
