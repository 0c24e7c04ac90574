"""Kingdomino, for two to four: domino by domino everybody builds a kingdom of 5×5 squares round a castle.

Kings claim dominoes from a line; a better domino now means a later turn next. A property of equal terrain scores its
squares times its crowns. The rules, with their numbers, are in docs/rules/kingdomino.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pentarchy.engine.spec import Option, Spec, Trials, switch
from pentarchy.games.kingdomino import draw, facts, knowledge, moves, position, rules, view

if TYPE_CHECKING:
    from pentarchy.engine.spec import Options


def check(options: Options) -> None:
    """Refuse variants that the number of players does not allow (KD-22, KD-23)."""
    needed = {"mighty_duel": 2, "lines_of_four": 3, "snake_opening": 2}
    for name, players in needed.items():
        if options[name] and options["players"] != players:
            raise ValueError(f"{name} is for {players} players only, not for {options['players']}")


def in_c(options: Options) -> tuple[str, ...]:
    """What benchmarks/kingdomino.c is told of a variant."""
    dominoes = Path(__file__).parent / "dominoes.csv"
    return str(dominoes), str(options["players"]), str(int(options["mighty_duel"]))


TRIALS = Trials(
    measured={
        "2 players": {"players": 2},
        "3 players": {"players": 3},
        "4 players": {"players": 4},
        "Mighty Duel": {"players": 2, "mighty_duel": True},
    },
    tried=(
        {"players": 2},
        {"players": 2, "mighty_duel": True, "middle_kingdom": True, "harmony": True},
        {"players": 2, "dynasty": True, "snake_opening": True},
        {"players": 3, "harmony": True},
        {"players": 3, "lines_of_four": True},
        {"players": 4, "middle_kingdom": True, "harmony": True},
    ),
    long={"dynasty": True},
    moves=14,
    in_c=in_c,
)

SPEC = Spec(
    name="kingdomino",
    titles={"en": "Kingdomino", "ru": "Kingdomino"},
    options=(
        Option("players", 2, (2, 3, 4), "how many play"),
        switch("dynasty", "three games in a row, the points are added up"),
        switch("middle_kingdom", "10 points for a castle in the middle of the kingdom"),
        switch("harmony", "5 points for not discarding any domino"),
        switch("mighty_duel", "two players, all 48 dominoes, kingdoms of 7×7"),
        switch("lines_of_four", "three players, all 48 dominoes, lines of four of which one is left over"),
        switch("snake_opening", "two players, the first claims go A-B-B-A"),
    ),
    check=check,
    rules=rules,
    moves=moves,
    view=view,
    draw=draw,
    facts=facts,
    position=position,
    knowledge=knowledge,
    trials=TRIALS,
)
