"""Fairytale Scuffle, for two to four: everybody sends six of ten fairytale characters to the places of a kingdom.

Kings like castles and open land, princesses towers and knights; dragons block whoever lies beneath them; witch, fairy
and wizard move the others about. The rules, with their numbers, are in docs/rules/scuffle.md.
"""

from __future__ import annotations

from pentarchy.engine.spec import FIRST, Option, Spec, Trials, check_first
from pentarchy.games.scuffle import draw, facts, knowledge, moves, position, rules, view

TRIALS = Trials(
    measured={"2 players": {"players": 2}, "4 players": {"players": 4}},
    tried=({"players": 2}, {"players": 3, "first": 2}, {"players": 4}),
    tables=600,  # a game has fourteen decisions
    bots=2,
    moves=5,
)

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
    knowledge=knowledge,
    trials=TRIALS,
)
