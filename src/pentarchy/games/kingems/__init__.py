"""KinGems, for two to four: gnomes dig for the crystals on their task cards in tunnels that turn.

Turn a tile, follow the tunnel to a dead end, and take what lies under it; in the advanced mode in the card's order and
then back to the king's platform. The rules, with their numbers, are in docs/rules/kingems.md.
"""

from __future__ import annotations

from pentarchy.engine.spec import FIRST, Option, Spec, Trials, check_first, switch
from pentarchy.games.kingems import draw, facts, knowledge, moves, position, rules, view
from pentarchy.games.kingems.components import MODES

# Random games of the basic mode are very long; tests/rules/kingems has some.
TRIALS = Trials(
    measured={
        "4 players": {"players": 4},
        "4 players, advanced": {"players": 4, "mode": "advanced"},
        "2 players": {"players": 2},
    },
    tried=(
        {"players": 2, "mode": "advanced", "memory": True, "first": 1},
        {"players": 3, "mode": "advanced"},
    ),
    long={"mode": "basic", "memory": True},
    short={"mode": "advanced"},
    moves=14,
)

SPEC = Spec(
    name="kingems",
    titles={"en": "KinGems", "ru": "KinGems"},
    options=(
        Option("players", 2, (2, 3, 4), "how many play"),
        Option("mode", "basic", MODES, "basic, or advanced: crystals in the card's order, then back to the platform"),
        switch("memory", "what was once shown under a tile stays in view"),
        FIRST,  # KG-8
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
