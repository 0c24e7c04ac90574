"""Colour Kingdoms, for one to four: roll and colour on a map of six kingdoms with nine areas each.

The drops of a die taken from a kingdom paint areas there, never beside areas of the same colour; capitals and monsters
want their own colour, spells and watchtowers help later. The rules, with their numbers, are in
docs/rules/color_kingdoms.md, maps in docs/maps.md.
"""

from __future__ import annotations

from pentarchy.engine.spec import FIRST, Option, Spec, check_first
from pentarchy.games.color_kingdoms import draw, facts, moves, position, rules, view
from pentarchy.games.color_kingdoms.maps import MapOption

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
)
