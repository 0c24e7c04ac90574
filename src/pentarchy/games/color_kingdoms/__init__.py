"""Colour Kingdoms, for one to four: roll and colour on a map of six kingdoms with nine areas each.

The drops of a die taken from a kingdom paint areas there, never beside areas of the same colour; capitals and monsters
want their own colour, spells and watchtowers help later. The rules, with their numbers, are in
docs/rules/color_kingdoms.md, maps in docs/maps.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pentarchy.engine.spec import Option, Spec
from pentarchy.games.color_kingdoms import draw, moves, rules, view
from pentarchy.games.color_kingdoms.maps import MapOption

if TYPE_CHECKING:
    from pentarchy.engine.spec import Options


def check(options: Options) -> None:
    """Refuse a first player who does not play (CK-11)."""
    if options["first"] is not None and options["first"] >= options["players"]:
        seats = "0" if options["players"] == 1 else f"a seat from 0 to {options['players'] - 1}"
        plural = "" if options["players"] == 1 else "s"
        raise ValueError(f"first is None or {seats} with {options['players']} player{plural}, not {options['first']}")


SPEC = Spec(
    name="color_kingdoms",
    titles={"en": "Colour Kingdoms", "ru": "Цветные королевства"},
    options=(
        Option("players", 2, (1, 2, 3, 4), "how many play"),
        MapOption(),
        Option("first", None, (None, *range(rules.SEATS)), "the seat that begins; None draws it"),
    ),
    check=check,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
)
