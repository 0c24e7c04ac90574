"""A tournament from beginning to end: what is missing is played, everything is kept, and reports are written."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pentarchy
from pentarchy.arena import backends, report
from pentarchy.arena.bot_games import prepared, rehearse
from pentarchy.arena.extras import extra
from pentarchy.arena.figures import Report, summarise
from pentarchy.arena.schedule import schedule_of
from pentarchy.arena.tournament_folder import TournamentFolder
from pentarchy.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pentarchy.arena.bot_games import Played
    from pentarchy.engine.game import Game

CHUNK_SECONDS = 1.0  # what a worker gets at once: long enough to be worth the way, short enough to lose
MOST_GAMES = 10_000_000


class Stopped(KeyboardInterrupt):
    """The tournament was stopped by Ctrl-C. `report` is about what had been played; nothing of it is lost."""

    def __init__(self, report: Report) -> None:
        super().__init__("the tournament was stopped")
        self.report = report


def tournament(
    game: Game | str,
    bots: Sequence[str],
    games: int = 100,
    seed: int = 0,
    folder: str | Path | None = None,
    backend: str = "threads",
    workers: int | None = None,
    *,
    address: str | None = None,
    anchor: str | None = None,
) -> Report:
    """Play a tournament between bots, or go on with the one in `folder`, and report.

    `games` is rounded up to whole rounds. Ctrl-C raises `Stopped`, which carries the report so far.
    """
    game = pentarchy.load(game) if isinstance(game, str) else game
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"games is at least 1, not {games}")
    if games > MOST_GAMES:
        raise ValueError(f"games is at most {MOST_GAMES}, not {games}: all of them are held in memory")
    backends.check(backend, workers, address)
    schedule = schedule_of(game, bots, seed)
    if anchor is not None and anchor not in schedule.bots:
        raise ValueError(f"the anchor {anchor!r} does not play; there are {', '.join(schedule.bots)}")
    _check_extras(folder)
    rehearse(schedule)
    with TournamentFolder(schedule, games, None if folder is None else Path(folder)) as kept:
        missing = kept.missing(schedule.whole_rounds(games))
        stopped = threading.Event()
        if missing:
            prepared(schedule)
            with (
                interrupts(stopped),
                contextlib.closing(backends.crew_of(backend, schedule, workers, address)) as crew,
            ):
                _play(crew, missing, kept, stopped)
        summary = summarise(schedule, game.title, kept.records.values(), games, anchor)
        if kept.records:
            report.write(kept, summary)
    if stopped.is_set() and not summary.finished:
        raise Stopped(summary)
    return summary


def _check_extras(folder: str | Path | None) -> None:
    """Better now than after a night of games."""
    extra("choix", "rating bots")
    if folder is not None:
        extra("matplotlib", "drawing the report")


def _play(crew: backends.Crew, missing: list[int], kept: TournamentFolder, stopped: threading.Event) -> None:
    """Keep everybody busy until all is played or somebody stops it."""
    queue = deque(missing)
    pace = Pace(len(missing))
    with Progress("games", len(kept.records) + len(missing)) as progress:
        progress.add(len(kept.records))

        def keep(played: Played) -> None:
            kept.add(played.records)
            pace.note(played)
            progress.add(len(played.records), f"games, {pace.time_left()}")

        while (queue or crew.busy) and not stopped.is_set():
            while queue and crew.busy < 2 * crew.workers:
                crew.submit([queue.popleft() for _ in range(pace.chunk(len(queue), crew.workers))])
            for played in crew.collect(timeout=0.2):
                keep(played)
        if stopped.is_set():
            progress.add(0, "games, stopping")
            for played in backends.drain(crew):
                keep(played)


class Pace:
    """How long games take, measured as they are played."""

    def __init__(self, games: int) -> None:
        self._left = games
        self._started = time.monotonic()
        self._done = 0
        self._seconds: float | None = None  # of one game, for one worker; recent games count more

    def note(self, played: Played) -> None:
        """Some games have been played."""
        if played.records:
            seconds = played.seconds / len(played.records)
            self._seconds = seconds if self._seconds is None else (self._seconds + seconds) / 2
        self._done += len(played.records)
        self._left -= len(played.records)

    def chunk(self, queued: int, workers: int) -> int:
        """How many of the queued games to hand out at once: about a second's, and towards the end a fair part."""
        wanted = 1 if self._seconds is None else round(CHUNK_SECONDS / max(self._seconds, 1e-6))
        return max(1, min(wanted, -(-queued // (2 * workers))))

    def time_left(self) -> str:
        """An estimate for people."""
        if not self._done:
            return "measuring"
        seconds = round((time.monotonic() - self._started) / self._done * self._left)
        hours, minutes = seconds // 3600, seconds % 3600 // 60
        if hours:
            return f"about {hours} h {minutes} min left"
        return f"about {minutes} min left" if minutes else f"about {seconds} s left"


@contextlib.contextmanager
def interrupts(stopped: threading.Event) -> Iterator[None]:
    """The first Ctrl-C only says that it was pressed, so that nothing is lost on the way; the second one interrupts."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def pressed(number: int, frame: Any) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    before = signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
