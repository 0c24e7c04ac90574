"""What a game's knowledge offers to bots, by name: stand-ins, as those of `engine/contract.py` for its rules.

`contests.py` and `tree.py` call them; each game's own functions (its knowledge.py) stand in their place when templates
are bound (`kernel.bind`).
"""

from __future__ import annotations

from typing import Any

from pentarchy.engine.contract import UnboundError

CHANCE_IN_TREE = False  # whether what chance brings makes another node
OWN_DECISIONS_ONLY = False  # whether the tree ends where somebody else is to decide
HORIZON = 0  # after how many more stages a playout stops; 0: never


def appraise(s: Any, seat: int, rng: Any, actions: Any, values: Any) -> int:
    """Write the legal actions and what each seems to be worth; return how many."""
    raise UnboundError("appraise")


def forget(s: Any, seat: int, share: int, rng: Any) -> None:
    """Lose some of what a seat remembers, `share` per cent of it. Only where a game is about memory."""
    raise UnboundError("forget")
