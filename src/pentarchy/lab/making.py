"""A dataset from beginning to end: parts that are missing are made, everything is kept, and a card says what it is."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections import Counter, deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import pentarchy
from pentarchy.arena import backends
from pentarchy.arena.bot_games import prepared, rehearse
from pentarchy.arena.run import interrupts
from pentarchy.arena.schedule import schedule_of
from pentarchy.arena.tournament_folder import write_whole
from pentarchy.engine.checks import whole_number
from pentarchy.lab.card import card
from pentarchy.lab.columns import columns_of, parquet_library
from pentarchy.lab.parts import MARK, Label, Part, Plan, make_parts
from pentarchy.lab.reading import FORMAT, MANIFEST, ColumnNote, Manifest, PartFile, manifest
from pentarchy.progress import Progress

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game

CARD = "README.md"
PART_GAMES = 50


def dataset(
    game: Game | str,
    bots: Sequence[str],
    folder: str | Path,
    games: int = 100,
    seed: int = 0,
    backend: str = "threads",
    workers: int | None = None,
    *,
    address: str | None = None,
    part: int = PART_GAMES,
) -> Manifest:
    """Play games between bots as a tournament does, and keep every decision in `folder`; go on with what is there.

    `games` is rounded up to whole rounds, `part` is how many of them are in one file. Ctrl-C keeps the finished parts;
    the manifest then says that it is not finished.
    """
    game = pentarchy.load(game) if isinstance(game, str) else game
    backends.check(backend, workers, address)
    schedule = schedule_of(game, bots, seed)
    asked, part = whole_number("games", games, least=1), whole_number("part", part, least=1)
    plan = Plan(schedule, schedule.whole_rounds(asked), part)
    parquet_library()
    rehearse(schedule)
    with Folder(Path(folder), game, plan, asked) as kept:
        stopped = threading.Event()
        if missing := kept.missing():
            prepared(schedule)
            kept.write()
            with (
                interrupts(stopped),
                contextlib.closing(backends.crew_of(backend, plan, workers, address, make_parts)) as crew,
            ):
                _make(crew, plan, missing, kept, stopped)
        return kept.write()


def _make(crew: backends.Crew, plan: Plan, missing: list[int], kept: Folder, stopped: threading.Event) -> None:
    """Keep everybody busy until all parts are made or somebody stops it."""
    queue = deque(missing)
    done = plan.games - sum(len(plan.games_of(number)) for number in missing)
    with Progress("games", plan.games) as progress:
        progress.add(done)
        while (queue or crew.busy) and not stopped.is_set():
            while queue and crew.busy < crew.workers + 1:
                crew.submit([queue.popleft()])
            for played in crew.collect(timeout=0.2):
                for part in played.records:
                    kept.add(part)
                    progress.add(part.label.games)
        if stopped.is_set():
            progress.add(0, "games, stopping")
            for played in backends.drain(crew):
                for part in played.records:
                    kept.add(part)


class Folder:
    """The folder of a dataset. A part appears in it whole or not at all."""

    def __init__(self, folder: Path, game: Game, plan: Plan, asked: int) -> None:
        self.folder = folder
        self._game = game
        self._plan = plan
        self._asked = asked
        self._parts: dict[int, tuple[Label, PartFile]] = {}
        self._lock: int | None = None

    def __enter__(self) -> Folder:
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder} is a file: --out is the folder for a dataset")
        known = self._known()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take()
        try:
            self._find(known)
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._release()

    def missing(self) -> list[int]:
        """The numbers of the parts that are not there, or have too few games."""
        return [
            number
            for number in range(self._plan.parts)
            if number not in self._parts or self._parts[number][0].games < len(self._plan.games_of(number))
        ]

    def add(self, part: Part) -> None:
        """Keep a part."""
        file = self.folder / _name(part.label.number)
        draft = file.with_name(file.name + ".new")
        with draft.open("wb") as output:
            output.write(part.content)
            output.flush()
            os.fsync(output.fileno())
        os.replace(draft, file)
        self._parts[part.label.number] = part.label, self._noted(part.label, part.content)

    def write(self) -> Manifest:
        """Write the manifest and the card for what is there now."""
        held = self._manifest()
        write_whole(self.folder / MANIFEST, msgspec.json.format(msgspec.json.encode(held), indent=1).decode() + "\n")
        write_whole(self.folder / CARD, card(self._game, held))
        return held

    def _manifest(self) -> Manifest:
        labels = [label for label, _ in self._parts.values()]
        faults = Counter[str]()
        for label in labels:
            faults.update(label.faults)
        schedule = self._plan.schedule
        return Manifest(
            format=FORMAT,
            version=pentarchy.__version__,
            game=schedule.game,
            options=schedule.options,
            bots=schedule.bots,
            seed=schedule.seed,
            games_in_a_part=self._plan.size,
            asked=self._asked,
            games=sum(label.games for label in labels),
            rows=sum(label.rows for label in labels),
            finished=not self.missing(),
            faults=dict(sorted(faults.items())),
            columns=tuple(ColumnNote(*column) for column in columns_of(self._game)),
            parts=tuple(self._parts[number][1] for number in sorted(self._parts)),
        )

    def _known(self) -> Manifest | None:
        """The manifest that is there; other settings are a ValueError that names the first difference."""
        if not (self.folder / MANIFEST).exists():
            if self.folder.exists() and any(self.folder.glob("part-*.parquet")):
                raise ValueError(f"{self.folder} has parts but no {MANIFEST}: whose are they? Choose another folder")
            return None
        known, wanted = manifest(self.folder), self._manifest()
        for name in ("version", "game", "options", "bots", "seed", "games_in_a_part"):
            there, here = getattr(known, name), getattr(wanted, name)
            if there != here:
                raise ValueError(
                    f"{self.folder} has another dataset: {name} is {_shown(there)} there and {_shown(here)} here;"
                    " choose another folder"
                )
        return known

    def _find(self, known: Manifest | None) -> None:
        """Take in the parts that are there, also those that were made after the manifest was written."""
        noted = {part.file: part for part in known.parts} if known else {}
        for file in sorted(self.folder.glob("part-*.parquet")):
            label = _label(file)
            if (label.schedule, label.version) != (self._plan.schedule, pentarchy.__version__):
                raise ValueError(f"{file} is of another dataset; choose another folder")
            there = noted.get(file.name)
            if there is None or there.bytes != file.stat().st_size or there.games != label.games:
                there = self._noted(label, file.read_bytes())
            self._parts[label.number] = label, there

    def _noted(self, label: Label, content: bytes) -> PartFile:
        return PartFile(
            file=_name(label.number),
            first_game=label.number * self._plan.size,
            games=label.games,
            rows=label.rows,
            bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
        )

    def _take(self) -> None:
        """Two processes must not write one dataset. (On Windows nothing keeps them apart.)"""
        if sys.platform != "win32":
            self._lock = os.open(self.folder, os.O_RDONLY)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._release()
                raise ValueError(f"{self.folder}: another process is making this dataset now") from None

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _name(number: int) -> str:
    return f"part-{number:05}.parquet"


def _label(file: Path) -> Label:
    """What a part says of itself."""
    try:
        metadata: dict[bytes, bytes] = parquet_library().read_metadata(file).metadata or {}
        return msgspec.json.decode(metadata[MARK], type=Label)
    except (KeyError, ValueError, OSError) as error:  # Arrow's own errors are ValueErrors and OSErrors
        raise ValueError(f"{file} is no part of a dataset ({error}); remove it, and it is made again") from None


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={choice}" for name, choice in value.items())
    return ",".join(value) if isinstance(value, tuple) else str(value)
