"""Compiling everything beforehand, so that nobody waits in the middle of a game."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

import llvmlite.binding
import numpy as np

import pentarchy
from pentarchy.bots.policies import POLICIES, policies_of
from pentarchy.engine import kernel
from pentarchy.engine.play import CHANCE
from pentarchy.engine.simulation import fast_generator
from pentarchy.games import NAMES
from pentarchy.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pentarchy.engine.game import Game


def warm(names: Sequence[str] = ()) -> float:
    """Compile the games (all, or those named) that are not in the cache yet; return the seconds it took.

    Compiling keeps one core busy, so several games are compiled by as many processes as there are cores.
    """
    start = time.perf_counter()
    games = [game for game in map(pentarchy.load, names or NAMES) if not is_warm(game)]
    if len(games) == 1:
        compile_game(games[0])
    elif games:
        _compile_apart(games)
    return time.perf_counter() - start


def _stamp(game: Game) -> Path:
    """Says that everything of a game is in the cache, for this kind of processor."""
    processor = llvmlite.binding.get_host_cpu_name()  # type: ignore[no-untyped-call]
    return kernel.CACHE / f"{game.name}-{processor}.warm"


def is_warm(game: Game) -> bool:
    """Whether everything of a game is in the cache."""
    return kernel.INTERPRETED or _stamp(game).exists()


def compile_game(game: Game, *, quiet: bool = False) -> None:
    """Compile everything of a game, or load it from the cache."""
    steps = list(_steps(game))
    if quiet:
        for _, step in steps:
            step()
        return
    with Progress(game.title, len(steps)) as progress:
        for what, step in steps:
            progress.add(0, f"{game.title}: {what}")
            step()
            progress.add(1)
    _stamp(game).touch()


def _compile_apart(games: list[Game]) -> None:
    def compile_in_a_process(game: Game) -> str:
        command = [sys.executable, "-m", "pentarchy", "warm", game.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return game.title

    with ThreadPoolExecutor(os.cpu_count()) as pool, Progress("games compiled", len(games)) as progress:
        for done in as_completed([pool.submit(compile_in_a_process, game) for game in games]):
            progress.add(1, f"games compiled, last {done.result()}")


def _steps(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every compiled function, called once with the types it is always called with."""
    compiled, rules = game.kernel, game.spec.rules
    buffer = game.buffer  # calls begin
    rng = fast_generator(1)
    actions = np.empty(rules.MAX_LEGAL, np.int64)
    codes, weights = np.empty((2, rules.MAX_OUTCOMES), np.int64)
    points = np.zeros(game.players, np.int64)
    state = np.zeros(compiled.size, np.uint8)

    def begin() -> None:
        state[:] = buffer()

    def first_step() -> None:
        listed = compiled.settle_buffer(state, rng, actions)
        compiled.step(state, rng, actions, listed, int(actions[0]))

    def contest() -> None:
        rngs = np.array([1, 2], np.uint64)
        figures = np.zeros((2, game.players), np.int64)
        for policy in POLICIES.values():
            policies_of(game.spec).contest(
                state, game.config, np.full(game.players, policy), rngs, actions, figures, figures.copy()
            )

    yield "set-up", begin
    yield "who acts", lambda: compiled.to_act(state)
    yield "chance", lambda: compiled.apply(state, CHANCE, int(codes[compiled.outcomes(state, codes, weights) - 1]))
    yield "steps", first_step
    yield "legal moves", lambda: compiled.legal(state, int(compiled.to_act(state)), actions)
    yield "points", lambda: compiled.scores(state, points)
    yield "places", lambda: compiled.merit(state, points)
    yield "hidden cards", lambda: compiled.redeal(state, 0, rng)
    yield "observations", lambda: compiled.observe(state, 0, np.zeros(rules.OBSERVATION, np.float32))
    for name in ("acting", "between_games"):
        if hasattr(compiled, name):
            yield name.replace("_", " "), lambda name=name: getattr(compiled, name)(state)  # type: ignore[misc]
    yield "views", lambda: (game.start(seed=1).view(), game.start(seed=1).view_json())
    yield "random games", lambda: compiled.play_games(state, game.config, rng, 1, actions, points, points.copy())
    yield "bots", lambda: pentarchy.bots.load("greedy", seed=1).choose(game.start(seed=1))
    yield "games between bots", contest
    yield "looking ahead", lambda: pentarchy.bots.load("search:2", seed=1).choose(game.start(seed=1), seat=None)
