"""The folder of a tournament: its settings, a line for every finished game, and the reports.

A game's line is written as soon as it is known to be finished, so whatever stops a tournament, at most the last line is
torn. Opening the folder again drops a torn line and goes on from there.
"""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING, Any

import msgspec

import pentarchy
from pentarchy.arena.bot_games import GameRecord

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

    from pentarchy.arena.schedule import Schedule

FORMAT = "pentarchy-tournament-1"
SETTINGS = "tournament.json"
GAMES = "games.jsonl"


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What tournament.json says; `games` is how many were asked for last, everything else must stay the same."""

    format: str
    version: str
    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: int


class TournamentFolder:
    """The games of a tournament, in a folder or, without one, in memory only."""

    def __init__(self, schedule: Schedule, games: int, path: Path | None = None) -> None:
        self.schedule = schedule
        self.path = path
        self.records: dict[int, GameRecord] = {}
        self._file: IO[bytes] | None = None
        if path is not None:
            self._open(path, _settings_of(schedule, games))

    def __enter__(self) -> TournamentFolder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def add(self, records: Iterable[GameRecord]) -> None:
        """Keep finished games."""
        new = list(records)
        self.records.update((record.index, record) for record in new)
        if self._file is not None and new:
            self._file.write(b"".join(msgspec.json.encode(record) + b"\n" for record in new))
            self._file.flush()
            os.fsync(self._file.fileno())

    def write(self, name: str, text: str) -> None:
        """Write a report into the folder, if there is one; nobody ever sees half of it."""
        if self.path is not None:
            write_whole(self.path / name, text)

    def missing(self, games: int) -> list[int]:
        """The numbers of the games below `games` that have not been played."""
        return [index for index in range(games) if index not in self.records]

    def close(self) -> None:
        """Close the file of games; another process may then go on with the folder."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, folder: Path, settings: Settings) -> None:
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file: --out is the folder for a tournament's games and reports")
        known = read_settings(folder)
        if known is None and (folder / GAMES).exists():
            raise ValueError(f"{folder} has {GAMES} but no {SETTINGS}: whose games are these? Choose another folder")
        if known is not None:
            refuse_other(folder, known, settings)
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / GAMES).open("ab+")
        try:
            _lock(self._file, folder)
            self._read(self._file)
            write_whole(folder / SETTINGS, _pretty(settings))
        except BaseException:
            self.close()
            raise

    def _read(self, file: IO[bytes]) -> None:
        """Take in the lines; a torn last line is dropped."""
        file.seek(0)
        data = file.read()
        whole = _whole_lines(data)
        for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
            record = self._checked(line, number)
            self.records[record.index] = record
        if whole < len(data):
            file.truncate(whole)
        file.seek(0, os.SEEK_END)

    def _checked(self, line: bytes, number: int) -> GameRecord:
        where = f"{self.path}/{GAMES}, line {number}"
        try:
            record = msgspec.json.decode(line, type=GameRecord)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{where} is no game: {error}") from None
        if record.index < 0 or record.index in self.records:
            raise ValueError(f"{where}: game {record.index} cannot be there, or not again")
        pairing = self.schedule.pairing(record.index)
        if (record.deal, record.seats) != (pairing.deal, pairing.seats):
            raise ValueError(
                f"{where}: game {record.index} is between {', '.join(pairing.seats)} in deal {pairing.deal}"
            )
        lists = (record.scores, record.ranks, record.win_shares, record.decisions, record.cpu_seconds, record.cpu_steps)
        if any(len(values) != len(record.seats) for values in lists):
            raise ValueError(f"{where}: every list needs {len(record.seats)} entries, one per seat")
        if any(seat not in range(len(record.seats)) for seat in record.faults):
            raise ValueError(f"{where}: faults has the seats {list(record.faults)} of {len(record.seats)}")
        return record


def read_settings(folder: Path) -> Settings | None:
    """The settings of the tournament in a folder; None if there is none."""
    file = folder / SETTINGS
    if not file.exists():
        return None
    try:
        return msgspec.json.decode(file.read_bytes(), type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} cannot be read as settings of a tournament: {error}") from None


def refuse_other(folder: Path, known: Settings, wanted: Settings) -> None:
    """Other settings in the same folder are a ValueError that names the first difference."""
    for name in ("format", "version", "game", "options", "bots", "seed"):
        there, here = getattr(known, name), getattr(wanted, name)
        if there != here:
            raise ValueError(
                f"{folder} has another tournament: {name} is {_shown(there)} there and {_shown(here)} here;"
                " choose another folder"
            )


def write_whole(file: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one."""
    draft = file.with_name(file.name + ".new")
    draft.write_text(text, encoding="utf-8", newline="")
    os.replace(draft, file)


def _settings_of(schedule: Schedule, games: int) -> Settings:
    return Settings(
        format=FORMAT,
        version=pentarchy.__version__,
        game=schedule.game,
        options=schedule.options,
        bots=schedule.bots,
        seed=schedule.seed,
        games=games,
    )


def _whole_lines(data: bytes) -> int:
    """How many bytes are whole lines; a last line that has no end or is no JSON is not counted."""
    whole = data.rfind(b"\n") + 1
    last = data.rfind(b"\n", 0, max(whole - 1, 0)) + 1
    try:
        msgspec.json.decode(data[last:whole] or b"null")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return last
    return whole


def _lock(file: IO[bytes], folder: Path) -> None:
    """Two processes must not write one tournament. (On Windows nothing keeps them apart.)"""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{folder}: another process is playing this tournament now") from None


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={choice}" for name, choice in value.items())
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _pretty(settings: Settings) -> str:
    return msgspec.json.format(msgspec.json.encode(settings), indent=2).decode() + "\n"
