"""Colour Kingdoms, for one to four: roll and colour on a map of six kingdoms with nine areas each.

The drops of a die taken from a kingdom paint areas there, never beside areas of the same colour; capitals and monsters
want their own colour, spells and watchtowers help later. The rules, with their numbers, are in
docs/rules/color_kingdoms.md, maps in docs/maps.md.
"""

from __future__ import annotations

from pentarchy.engine.spec import FIRST, Option, Spec, Trials, check_first
from pentarchy.games.color_kingdoms import draw, facts, knowledge, moves, position, rules, view
from pentarchy.games.color_kingdoms.maps import MapOption

TRIALS = Trials(
    measured={
        "1 player": {"players": 1},
        "2 players": {"players": 2},
        "4 players": {"players": 4},
    },
    tried=({"players": 2}, {"players": 1}, {"players": 3, "first": 1}, {"players": 4}),
    moves=36,
)

SPEC = Spec(
    name="color_kingdoms",
    titles={"en": "Colour Kingdoms", "ru": "Цветные королевства"},
    options=(
        Option("players", 2, (1, 2, 3, 4), "how many play"),
        MapOption(),
        FIRST,  # CK-11
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
