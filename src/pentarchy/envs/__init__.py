"""Environments for those who study and teach: many games in one array, and adapters for three libraries.

`batch` needs nothing more than the library. `pentarchy.envs.gymnasium`, `pentarchy.envs.pettingzoo` and
`pentarchy.envs.openspiel` need the packages of their names: `pip install pentarchy[envs]`. See docs/envs.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pentarchy.envs.batching import Batch, Start


def batch(
    name: str,
    /,
    *,
    games: int = 1,
    seed: int = 0,
    threads: int = 1,
    autoreset: bool = True,
    chance: str = "drawn",
    start: Start | None = None,
    **options: Any,
) -> Batch:
    """Many games at once, with the options of the game by their names; see `pentarchy.envs.batching.Batch`."""
    import pentarchy
    from pentarchy.envs.batching import Batch

    game = pentarchy.load(name, **options)
    return Batch(game, games, seed=seed, threads=threads, autoreset=autoreset, chance=chance, start=start)
