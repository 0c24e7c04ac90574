"""KinGems, for two to four: gnomes dig for the crystals on their task cards in tunnels that turn.

Turn a tile, follow the tunnel to a dead end, and take what lies under it; in the advanced mode in the card's order and
then back to the king's platform. The rules, with their numbers, are in docs/rules/kingems.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pentarchy.engine.spec import Option, Spec, switch
from pentarchy.games.kingems import draw, moves, rules, view
from pentarchy.games.kingems.components import MODES

if TYPE_CHECKING:
    from pentarchy.engine.spec import Options


def check(options: Options) -> None:
    """Refuse a first player who does not play (KG-8)."""
    if options["first"] is not None and options["first"] >= options["players"]:
        raise ValueError(
            f"first is a seat from 0 to {options['players'] - 1} with {options['players']} players, "
            f"not {options['first']}"
        )


SPEC = Spec(
    name="kingems",
    titles={"en": "KinGems", "ru": "KinGems"},
    options=(
        Option("players", 2, (2, 3, 4), "how many play"),
        Option("mode", "basic", MODES, "basic, or advanced: crystals in the card's order, then back to the platform"),
        switch("memory", "what was once shown under a tile stays in view"),
        Option("first", None, (None, 0, 1, 2, 3), "the seat that begins; by default it is drawn"),
    ),
    check=check,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
)
