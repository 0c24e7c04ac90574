"""Fairytale Scuffle, for two to four: everybody sends six of ten fairytale characters to the places of a kingdom.

Kings like castles and open land, princesses towers and knights; dragons block whoever lies beneath them; witch, fairy
and wizard move the others about. The rules, with their numbers, are in docs/rules/scuffle.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pentarchy.engine.spec import Option, Spec
from pentarchy.games.scuffle import draw, moves, rules, view

if TYPE_CHECKING:
    from pentarchy.engine.spec import Options


def check(options: Options) -> None:
    """Refuse a first player who does not play (FS-3)."""
    if options["first"] is not None and options["first"] >= options["players"]:
        raise ValueError(
            f"first is a seat from 0 to {options['players'] - 1} with {options['players']} players, "
            f"not {options['first']}"
        )


SPEC = Spec(
    name="scuffle",
    titles={"en": "Fairytale Scuffle", "ru": "Несказочная заварушка"},
    options=(
        Option("players", 2, (2, 3, 4), "how many play"),
        Option("first", None, (None, 0, 1, 2, 3), "the seat that begins; by default it is drawn"),
    ),
    check=check,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
)
