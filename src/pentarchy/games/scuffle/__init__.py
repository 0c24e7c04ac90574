"""Fairytale Scuffle, for two to four: everybody sends six of ten fairytale characters to the places of a kingdom.

Kings like castles and open land, princesses towers and knights; dragons block whoever lies beneath them; witch, fairy
and wizard move the others about. The rules, with their numbers, are in docs/rules/scuffle.md.
"""

from __future__ import annotations

from pentarchy.engine.spec import FIRST, Option, Spec, check_first
from pentarchy.games.scuffle import draw, facts, moves, position, rules, view

SPEC = Spec(
    name="scuffle",
    titles={"en": "Fairytale Scuffle", "ru": "Несказочная заварушка"},
    options=(
        Option("players", 2, (2, 3, 4), "how many play"),
        FIRST,  # FS-3
    ),
    check=check_first,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
    facts=facts,
    position=position,
)
