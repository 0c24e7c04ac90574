"""Simply Genius, for two to four: a push-your-luck race for seven tokens of each of six colours.

A token turned up from the reserve must match one in the centre and none in the zone; go on, or collect before it
misfires. The rules, with their numbers, are in docs/rules/genius.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pentarchy.engine.spec import FIRST, Option, Spec, Trials, check_first
from pentarchy.games.genius import draw, facts, knowledge, moves, position, rules, view
from pentarchy.games.genius.components import HOUSE_TARGETS, LONGEST_SERIES, PLAYERS, TARGETS

if TYPE_CHECKING:
    from pentarchy.engine.spec import Options

GAMES = range(1, LONGEST_SERIES + 1)


def check(options: Options) -> None:
    """Refuse a target that the number of players does not have (SG-2) and a seat that does not exist (SG-4)."""
    players, target = options["players"], options["target"]
    targets = [TARGETS[players], *([HOUSE_TARGETS[players]] if players in HOUSE_TARGETS else [])]
    if target is not None and target not in targets:
        allowed = " or ".join(["None", *map(str, targets)])
        raise ValueError(f"target is {allowed} with {players} players, not {target}")
    check_first(options)


TRIALS = Trials(
    measured={"2 players": {"players": 2}, "4 players": {"players": 4}},
    tried=(
        {"players": 2, "first": 0},
        {"players": 3},
        {"players": 3, "target": 6, "series": True},
        {"players": 4},
    ),
    long={"series": LONGEST_SERIES},
    bots=2,
    moves=16,
)

SPEC = Spec(
    name="genius",
    titles={"en": "Simply Genius", "ru": "Совершенно гениально"},
    options=(
        Option("players", 2, PLAYERS, "how many play"),
        Option(
            "target",
            None,
            (None, *sorted({*TARGETS.values(), *HOUSE_TARGETS.values()})),
            "tokens of each colour in a complete collection; None is 7, with four players 5; with three 6 is possible",
        ),
        Option(
            "series",
            False,
            (False, True, *GAMES),
            "several games in a row, the points are added up: a number, or True for as many as there are players",
            codes=(rules.NO_SERIES, rules.A_GAME_FOR_EACH, *GAMES),
        ),
        FIRST,
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
