"""How fast it is.

Every figure is CPU time, or a ratio of two that were measured alternately in one run, because machines are noisy. C
versions for comparison are built from a folder (benchmarks/ in the repository) when there is a C compiler.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import pentarchy
from pentarchy.bots.budget import Budget
from pentarchy.bots.search import SearchBot, Tree
from pentarchy.engine.kernel import load_bytes
from pentarchy.engine.simulation import fast_generator
from pentarchy.envs.batching import Batch
from pentarchy.games import NAMES, spec
from pentarchy.progress import Progress
from pentarchy.warm import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pentarchy.engine.game import Game


class Speed(msgspec.Struct):
    """Random play of one variant, on one core."""

    game: str
    variant: str
    games_per_cpu_second: float
    decisions_per_cpu_second: float
    decisions_per_game: float
    mean_points: float
    c_games_per_cpu_second: float | None = None
    c_mean_points: float | None = None
    ratio_to_c: float | None = None


class SearchSpeed(msgspec.Struct):
    """The search of one game with two players, at the first decision."""

    game: str
    iterations_per_cpu_second: float
    of_playouts: float  # as many times as the same playouts without a tree
    two_threads: float  # times the iterations of one thread in the same time


class ViewSpeed(msgspec.Struct):
    """What a seat sees when as many play as can; medians over a random game, in microseconds of processor time."""

    game: str
    as_json: float
    as_data: float
    json_bytes: int


class BatchSpeed(msgspec.Struct):
    """Many games of one kind at once (`pentarchy.envs.batch`), with what is seen and what is legal after every step."""

    game: str
    steps_per_cpu_second: float  # choosing the actions is not counted
    two_threads: float  # times the steps of one thread in the same time


class CompileTime(msgspec.Struct):
    """CPU-seconds from an empty cache for one game, and from a full one."""

    game: str
    first_match: float  # load, start, view, one move, standings; with Python and its imports
    first_match_cached: float
    parts: dict[str, float]  # people, bots, search, lab


class Figures(msgspec.Struct):
    """Everything that is measured."""

    speeds: list[Speed]
    searches: list[SearchSpeed]
    views: list[ViewSpeed]
    compiling: list[CompileTime]
    two_threads: float  # times the speed of one thread
    action_codes_per_second: float
    typed_moves_per_second: float
    import_seconds: float
    load_seconds: float
    memory_mib: float | None  # None where the system does not tell
    c_compiler: str | None
    batches: list[BatchSpeed] = []
    pettingzoo_steps_per_second: float | None = None  # None where it is not installed
    openspiel_steps_per_second: float | None = None


def measure(*, quick: bool = False, c_folder: Path | None = None) -> Figures:
    """Measure everything; `quick` is for tests."""
    rounds, seconds = (2, 0.05) if quick else (7, 0.5)
    chosen = [(name, *variant) for name in NAMES for variant in spec(name).trials.measured.items()]
    compiled_anew = NAMES[1:2] if quick else NAMES
    with (
        Progress("warming up", len(chosen) + 3 * len(NAMES) + len(compiled_anew) + 6) as progress,
        tempfile.TemporaryDirectory() as scratch,
    ):
        in_c = _build_c(c_folder, Path(scratch))
        speeds = []
        for name, variant, options in chosen:
            game = pentarchy.load(name, **options)
            progress.add(0, f"{game.title}, {variant}")
            speeds.append(_speed(game, variant, in_c.get(name), rounds, seconds))
            progress.add(1)
        searches = []
        for name in NAMES:
            game = pentarchy.load(name)
            progress.add(0, f"{game.title}, looking ahead")
            searches.append(_search_speed(game, rounds, seconds))
            progress.add(1)
        views = []
        for name in NAMES:
            game = pentarchy.load(name, players=spec(name).most_players)
            progress.add(0, f"{game.title}, views")
            views.append(_view_speed(game, rounds))
            progress.add(1)
        batches = []
        for name in NAMES:
            game = pentarchy.load(name)
            progress.add(0, f"{game.title}, many at once")
            batches.append(_batch_speed(game, rounds, seconds))
            progress.add(1)
        game = pentarchy.load(NAMES[0])  # for what is about the same in all of them
        progress.add(0, "PettingZoo")
        pettingzoo = _per_second_of(_play_pettingzoo, seconds * 2)
        progress.add(1, "OpenSpiel")
        openspiel = _per_second_of(_play_openspiel, seconds * 2)
        progress.add(1, "two threads")
        two_threads = _two_threads(game, rounds, seconds)
        progress.add(1, "action codes")
        codes = _per_second(lambda: _play_codes(game), seconds * 2)
        progress.add(1, "typed moves")
        typed = _per_second(lambda: _play_typed(game), seconds * 2)
        progress.add(1, "imports")
        import_seconds = min(_run("import pentarchy") for _ in range(3)) - min(_run("pass") for _ in range(3))
        load_seconds = min(_run(f"import pentarchy; pentarchy.load('{NAMES[0]}')") for _ in range(3))
        progress.add(1)
        compiling = []
        for name in compiled_anew:
            progress.add(0, f"{name}, compiling anew")
            compiling.append(_compile_time(name, Path(scratch) / f"compiled {name}", PARTS[1:2] if quick else PARTS))
            progress.add(1)
        progress.add(0, "done")
    return Figures(
        speeds=speeds,
        searches=searches,
        views=views,
        compiling=compiling,
        two_threads=round(two_threads, 3),
        action_codes_per_second=round(codes),
        typed_moves_per_second=round(typed),
        import_seconds=round(max(import_seconds, 0.0), 3),
        load_seconds=round(load_seconds, 3),
        memory_mib=_memory(),
        c_compiler=shutil.which("cc") if in_c else None,
        batches=batches,
        pettingzoo_steps_per_second=pettingzoo,
        openspiel_steps_per_second=openspiel,
    )


def table(figures: Figures) -> str:
    """The figures for people."""
    lines = ["random play on one core          games/s  decisions/s  length  mean   C games/s  ratio"]
    for speed in figures.speeds:
        c = (
            f"{speed.c_games_per_cpu_second:11,.0f} {speed.ratio_to_c:6.2f}"
            if speed.ratio_to_c
            else "          –      –"
        )
        lines.append(
            f"{speed.game + ', ' + speed.variant:30} {speed.games_per_cpu_second:9,.0f} "
            f"{speed.decisions_per_cpu_second:12,.0f} {speed.decisions_per_game:7.1f} {speed.mean_points:5.1f} {c}"
        )
    lines.append("looking ahead, 2 players         iterations/s  of playouts  two threads")
    for search in figures.searches:
        lines.append(
            f"{search.game:30} {search.iterations_per_cpu_second:14,.0f} {search.of_playouts:12.2f} "
            f"{search.two_threads:10.2f} ×"
        )
    lines.append("views, all seats taken           as JSON    as data     bytes")
    for view in figures.views:
        lines.append(f"{view.game:30} {view.as_json:6.1f} µs {view.as_data:7.1f} µs {view.json_bytes:9,}")
    lines.append("many at once, 2 players          steps/s  two threads")
    for batch in figures.batches:
        lines.append(f"{batch.game:26} {batch.steps_per_cpu_second:14,.0f} {batch.two_threads:10.2f} ×")
    lines.append("compiling, CPU-seconds           first match  cached  " + "".join(f"{part:>8}" for part in PARTS))
    for times in figures.compiling:
        parts = "".join(f"{times.parts[part]:8.1f}" if part in times.parts else f"{'–':>8}" for part in PARTS)
        lines.append(f"{times.game:30} {times.first_match:13.1f} {times.first_match_cached:7.1f}  {parts}")
    lines += [
        f"two threads              {figures.two_threads:.2f} × one",
        f"Python, action codes     {figures.action_codes_per_second:,.0f} steps/s",
        f"Python, typed moves      {figures.typed_moves_per_second:,.0f} steps/s",
        f"PettingZoo               {_steps(figures.pettingzoo_steps_per_second)}",
        f"OpenSpiel                {_steps(figures.openspiel_steps_per_second)}",
        f"import pentarchy         {figures.import_seconds:.3f} s; with a game loaded {figures.load_seconds:.2f} s",
        f"memory                   {figures.memory_mib or '?'} MiB",
    ]
    if figures.c_compiler is None:
        lines.append("no comparison with C: no compiler found, or --c not given")
    return "\n".join(lines)


def _steps(per_second: float | None) -> str:
    return "not installed" if per_second is None else f"{per_second:,.0f} steps/s"


# --- Views -----------------------------------------------------------------------------------------------------------


def _view_speed(game: Game, rounds: int) -> ViewSpeed:
    match, choice = game.start(seed=1), random.Random(1)
    as_json, as_data, sizes = list[float](), list[float](), list[int]()
    while not match.over:
        seat = match.to_act[-1]
        as_json.append(_microseconds(lambda: match.view_json(seat), rounds))  # noqa: B023 - called at once
        as_data.append(_microseconds(lambda: match.view(seat), rounds))  # noqa: B023
        sizes.append(len(match.view_json(seat)))
        match.play(choice.choice(match.legal(seat)), seat)
    return ViewSpeed(game.title, median(as_json), median(as_data), int(median(sizes)))


def _microseconds(work: Callable[[], object], rounds: int) -> float:
    begun = time.process_time_ns()
    for _ in range(rounds):
        work()
    return (time.process_time_ns() - begun) / rounds / 1000


# --- Random play ------------------------------------------------------------------------------------------------------


class _Player:
    """Plays whole random games in compiled code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.buffer = game.buffer()
        self.rng = fast_generator(7)
        self.actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
        self.points = np.zeros(game.players, np.int64)
        self.totals = np.zeros(game.players, np.int64)
        self.play(1)

    def play(self, games: int) -> int:
        decisions: int = self.game.kernel.play_games(
            self.buffer, self.game.config, self.rng, games, self.actions, self.points, self.totals
        )
        return decisions

    def games_for(self, seconds: float) -> int:
        """About how many games take that long."""
        start = time.thread_time()
        self.play(200)
        return max(200, int(200 * seconds / max(time.thread_time() - start, 1e-6)))


def _speed(game: Game, variant: str, c_program: Path | None, rounds: int, seconds: float) -> Speed:
    """The best of several rounds for both, each round measured right after the other."""
    player = _Player(game)
    games = player.games_for(seconds)
    player.totals[:] = 0
    ours, theirs, c_mean, decisions = 0.0, 0.0, 0.0, 0
    for number in range(rounds):
        start = time.thread_time()
        decisions += player.play(games)
        ours = max(ours, games / (time.thread_time() - start))
        if c_program is not None:
            answer = _play_in_c(c_program, game, games, number + 1)
            theirs = max(theirs, answer["games_per_second"])
            c_mean += answer["mean_score"] / rounds
    return Speed(
        game=game.title,
        variant=variant,
        games_per_cpu_second=round(ours),
        decisions_per_cpu_second=round(ours * decisions / (games * rounds)),
        decisions_per_game=round(decisions / (games * rounds), 1),
        mean_points=round(float(player.totals.sum()) / (games * rounds * game.players), 3),
        c_games_per_cpu_second=round(theirs) if c_program else None,
        c_mean_points=round(c_mean, 3) if c_program else None,
        ratio_to_c=round(ours / theirs, 3) if c_program else None,
    )


def _build_c(folder: Path | None, target: Path) -> dict[str, Path]:
    """The C versions of games that have one, by the names of the games."""
    compiler = shutil.which("cc")
    if folder is None or compiler is None:
        return {}
    sources = [folder / f"{name}.c" for name in NAMES if spec(name).trials.in_c is not None]
    for source in sources:
        if not source.is_file():
            raise ValueError(f"there is no {source}")
        subprocess.run([compiler, "-O3", "-march=native", "-o", target / source.stem, source], check=True)
    return {source.stem: target / source.stem for source in sources}


def _play_in_c(program: Path, game: Game, games: int, seed: int) -> dict[str, Any]:
    variant = game.spec.trials.in_c
    assert variant is not None
    command = [str(program), *variant(game.options), str(games), str(seed)]
    answer = subprocess.run(command, check=True, capture_output=True)
    figures: dict[str, Any] = msgspec.json.decode(answer.stdout)
    return figures


def _two_threads(game: Game, rounds: int, seconds: float) -> float:
    """How many times the games of one thread two threads play in the same time, by the best of several rounds each."""
    players = _Player(game), _Player(game)
    games = players[0].games_for(seconds)

    def wall(*busy: _Player) -> float:
        threads = [threading.Thread(target=player.play, args=(games,)) for player in busy]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - start

    pairs = [(wall(players[0]), wall(*players)) for _ in range(rounds)]
    return 2 * min(one for one, _ in pairs) / min(two for _, two in pairs)


# --- Many at once -----------------------------------------------------------------------------------------------------

FEW, MANY = 256, 2048  # games at once: for one thread, and where threads are compared


def _batch_speed(game: Game, rounds: int, seconds: float) -> BatchSpeed:
    """The best of several rounds. One thread and two are measured alternately."""
    one = Batch(game, FEW, seed=1)
    fast = max(_batch_steps(one, seconds, time.thread_time) for _ in range(rounds))
    by_threads = [Batch(game, MANY, seed=1, threads=threads) for threads in (1, 2)]
    pairs = [[_batch_steps(batch, seconds / 2, time.perf_counter) for batch in by_threads] for _ in range(rounds)]
    return BatchSpeed(
        game=game.title,
        steps_per_cpu_second=round(fast),
        two_threads=round(max(two for _, two in pairs) / max(one for one, _ in pairs), 3),
    )


def _batch_steps(batch: Batch, seconds: float, clock: Callable[[], float]) -> float:
    """Steps per second of some random steps."""
    batch.step(batch.choose())
    steps, used = 0, 0.0
    while used < seconds:
        actions = batch.choose()
        start = clock()
        batch.step(actions)
        used += clock() - start
        steps += batch.games
    return steps / used


def _per_second_of(play: Callable[[], int], seconds: float) -> float | None:
    """Steps per second of a library that need not be there."""
    try:
        return round(_per_second(play, seconds))
    except ImportError:
        return None


def _play_pettingzoo(games: int = 5) -> int:
    """Random games by PettingZoo's loop."""
    from pentarchy.envs import pettingzoo

    env = pettingzoo.env(NAMES[0])
    choose, steps = random.Random(5).choice, 0
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            env.step(None if ended else choose(seen["action_mask"].nonzero()[0]))
            steps += 1
    return steps


def _play_openspiel(games: int = 5) -> int:
    """Random games by OpenSpiel's loop; draws are steps too."""
    import pyspiel

    from pentarchy.envs import openspiel  # noqa: F401 (it registers the games)

    game = pyspiel.load_game(f"pentarchy_{NAMES[0]}")
    choose, steps = random.Random(5).choice, 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose(state.chance_outcomes())[0])
            else:
                state.apply_action(choose(state.legal_actions()))
            steps += 1
    return steps


# --- Looking ahead ----------------------------------------------------------------------------------------------------


def _search_speed(game: Game, rounds: int, seconds: float) -> SearchSpeed:
    """Trees are planted anew in every round, so that they are as small as they are in play."""
    match = game.start(seed=1)
    seat = match.to_act[0]
    root = load_bytes(match.state(), game.spec.rules.STATE)
    tree = Tree(game.spec, game.players, seed=1)

    def cpu(run: Callable[[Any, int, int], object], iterations: int) -> float:
        tree.plant()
        start = time.thread_time()
        run(root, seat, iterations)
        return time.thread_time() - start

    def made(threads: int) -> int:
        return SearchBot(Budget(seconds=seconds), threads=threads, seed=1).analyse(match, seat).iterations

    cpu(tree.play_out, 5)
    iterations = max(50, int(50 * seconds / max(cpu(tree.grow, 50), 1e-6)))
    pairs = [(cpu(tree.grow, iterations), cpu(tree.play_out, iterations)) for _ in range(rounds)]
    searching, playing = min(one for one, _ in pairs), min(two for _, two in pairs)
    by_threads = [(made(1), made(2)) for _ in range(rounds)]
    return SearchSpeed(
        game=game.title,
        iterations_per_cpu_second=round(iterations / searching),
        of_playouts=round(playing / searching, 3),
        two_threads=round(max(two for _, two in by_threads) / max(one for one, _ in by_threads), 3),
    )


# --- Compiling --------------------------------------------------------------------------------------------------------

# What a library's user does first.
FIRST_MATCH = """
import pentarchy
match = pentarchy.load(sys.argv[1]).start(seed=1)
seat = match.to_act[0]
match.view(seat)
match.play(match.legal(seat)[0], seat)
match.standings()
"""
# Everything else, a part at a time.
COMPILE_PART = """
from pentarchy.warm import Job, prepare
prepare(Job(sys.argv[1], sys.argv[2], native=True))
"""


def _compile_time(name: str, cache: Path, parts: Sequence[str]) -> CompileTime:
    first = _cpu_seconds(FIRST_MATCH, cache, name)
    cached = _cpu_seconds(FIRST_MATCH, cache, name)
    another = cache / "parts"
    return CompileTime(
        game=pentarchy.load(name).title,
        first_match=first,
        first_match_cached=cached,
        parts={part: _cpu_seconds(COMPILE_PART, another, name, part) for part in parts},
    )


def _cpu_seconds(code: str, cache: Path, *arguments: str) -> float:
    """What a fresh Python takes to run some code with a cache of its own."""
    told = f"import sys, time\n{code}\nprint(time.process_time())"
    environment = os.environ | {"PENTARCHY_CACHE": str(cache)}
    answer = subprocess.run(
        [sys.executable, "-c", told, *arguments], check=True, env=environment, capture_output=True, text=True
    )
    return round(float(answer.stdout), 2)


# --- Python-driven play -----------------------------------------------------------------------------------------------


def _per_second(play: Callable[[], int], seconds: float) -> float:
    play()
    steps, start = 0, time.thread_time()
    while time.thread_time() - start < seconds:
        steps += play()
    return steps / (time.thread_time() - start)


def _play_codes(game: Game, games: int = 50) -> int:
    """Random games step by step from Python, by action codes."""
    simulation = game.simulation(seed=3)
    choose = random.Random(5).random
    steps = 0
    for _ in range(games):
        while not simulation.over:
            actions = simulation.actions
            simulation.step(actions[int(choose() * len(actions))])
            steps += 1
        simulation.reset()
    return steps


def _play_typed(game: Game, games: int = 5) -> int:
    """Random games step by step from Python, by typed moves and verifiable chance."""
    choose = random.Random(5).choice
    steps = 0
    for seed in range(games):
        match = game.start(seed)
        while not match.over:
            match.play(choose(match.legal()))
            steps += 1
    return steps


def _run(code: str) -> float:
    """The seconds a fresh Python takes to run some code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def _memory() -> float | None:
    """The most memory this process has held."""
    try:
        import resource
    except ImportError:
        return None
    per_mib = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / per_mib, 1)
