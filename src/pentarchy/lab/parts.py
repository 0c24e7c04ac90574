"""One part of a dataset: some games of a schedule, played and written as a Parquet file in memory.

A part is the same bytes whoever makes it, so parts can be made by threads, processes or a Ray cluster, in any order.
"""

from __future__ import annotations

import io
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pentarchy import bots
from pentarchy.arena.bot_games import Played, prepared
from pentarchy.arena.schedule import Schedule  # noqa: TC001 - read by msgspec
from pentarchy.bots.players import Player, places_after, seated
from pentarchy.engine.kernel import load_bytes
from pentarchy.lab.columns import arrow_library, columns_of, parquet_library, schema_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pentarchy.bots import Analysis
    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move

ROWS_AT_ONCE = 1024  # that are written together
MARK = b"pentarchy"  # where a part says what it is


class Plan(msgspec.Struct, frozen=True):
    """What a dataset is to hold: so many games of a schedule, in parts of so many."""

    schedule: Schedule
    games: int
    size: int

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.games // self.size)

    def games_of(self, number: int) -> range:
        """The games of a part; the last part may have fewer."""
        return range(number * self.size, min((number + 1) * self.size, self.games))


class Label(msgspec.Struct, frozen=True):
    """What a part says of itself."""

    schedule: Schedule
    version: str
    number: int
    games: int
    rows: int
    faults: dict[str, int]  # games that a program lost by a fault, by its name


class Part(msgspec.Struct, frozen=True):
    """A part that was made."""

    label: Label
    content: bytes  # of the file


def make_parts(plan: Plan, numbers: Sequence[int], stopped: Callable[[], bool]) -> Played:
    """Make some parts; where `stopped` says so, only those finished before."""
    started = time.perf_counter()
    made: list[Part] = []
    for number in numbers:
        part = make_part(plan, number, stopped)
        if part is None:
            break
        made.append(part)
    return Played(made, time.perf_counter() - started)


def make_part(plan: Plan, number: int, stopped: Callable[[], bool] = lambda: False) -> Part | None:
    """Make one part; None where `stopped` says so before it is finished."""
    game = prepared(plan.schedule)
    writer = Writer(game)
    faults = Counter[str]()
    for index in plan.games_of(number):
        pairing = plan.schedule.pairing(index)
        with seated(pairing.seats, pairing.bot_seeds) as players:
            rows = _rows(game.start(seed=pairing.chance_seed), index, pairing.deal, players, stopped)
        if rows is None:
            return None
        writer.add(rows)
        faults.update(player.name for player in players if player.fault is not None)
    label = Label(
        schedule=plan.schedule,
        version=_version(),
        number=number,
        games=len(plan.games_of(number)),
        rows=writer.rows,
        faults=dict(sorted(faults.items())),
    )
    return Part(label, writer.finish(label))


class Writer:
    """Rows on their way into a file in memory."""

    def __init__(self, game: Game) -> None:
        self.rows = 0
        self._columns = columns_of(game)
        self._schema = schema_of(self._columns)
        self._output = io.BytesIO()
        self._writer = parquet_library().ParquetWriter(self._output, self._schema, compression="zstd")
        self._waiting: list[dict[str, Any]] = []

    def add(self, rows: list[dict[str, Any]]) -> None:
        """Take in the rows of a game."""
        self.rows += len(rows)
        self._waiting += rows
        if len(self._waiting) >= ROWS_AT_ONCE:
            self._write()

    def finish(self, label: Label) -> bytes:
        """The file, with its label."""
        self._write()
        self._writer.add_key_value_metadata({MARK: msgspec.json.encode(label)})
        self._writer.close()
        return self._output.getvalue()

    def _write(self) -> None:
        if self._waiting:
            arrays = [self._array(column) for column in self._columns]
            self._writer.write_table(arrow_library().Table.from_arrays(arrays, schema=self._schema))
            self._waiting = []

    def _array(self, column: Any) -> Any:
        arrow = arrow_library()
        kind = self._schema.field(column.name).type
        values = [row[column.name] for row in self._waiting]
        if column.size is None:
            return arrow.array(values, kind)
        items = arrow.array(np.concatenate(values), kind.value_type)
        return arrow.FixedSizeListArray.from_arrays(items, type=kind)


def _rows(
    match: Match, index: int, deal: int, players: list[Player], stopped: Callable[[], bool]
) -> list[dict[str, Any]] | None:
    """All decisions of a match, which is played by the way; None where `stopped` says so before its end."""
    rows: list[dict[str, Any]] = []
    while not match.over:
        if stopped():
            return None
        seat = match.to_act[0]  # where several act at once the order is fixed, so that the match is
        row = {"game": index, "deal": deal, "decision": len(rows), "seat": seat} | _seen(match, seat)
        move, analysis = _chosen(match, seat, players[seat])
        row |= {"bot": players[seat].decider, "action": match.game.moves.codes[move], "move": str(move)}
        rows.append(row | _found(match.game, analysis))
        match.play(move, seat)
    result = match.standings()
    failed = [seat for seat, player in enumerate(players) if player.fault is not None]
    points = np.array(result.scores, np.int32)
    places = np.array(places_after(result.ranks, failed), np.int8)
    return [row | {"points": points, "places": places} for row in rows]


def _seen(match: Match, seat: int) -> dict[str, Any]:
    """The position, as it is and as the seat sees it."""
    game = match.game
    rules, codes = game.spec.rules, game.moves.codes
    buffer = load_bytes(match.state(), rules.STATE)
    observation = np.zeros(rules.OBSERVATION, np.float32)
    game.kernel.observe(buffer, seat, observation)
    mask = np.zeros(rules.ACTIONS, bool)
    mask[[codes[move] for move in match.legal(seat)]] = True
    return {"state": buffer, "observation": observation, "mask": mask}


def _chosen(match: Match, seat: int, player: Player) -> tuple[Move, Analysis | None]:
    """A player's move, with what its search has found if it searches; the move is the one it would choose anyway."""
    legal = match.legal(seat)
    if len(legal) == 1 or not bots.looks_ahead(player.decider, match.game.name):
        return player.choose(match, seat), None
    analysis = player.bot.analyse(match, seat)
    return match.game.moves.moves[match.game.moves.texts[analysis.candidates[0].move]], analysis


def _found(game: Game, analysis: Analysis | None) -> dict[str, Any]:
    visits = np.zeros(game.spec.rules.ACTIONS, np.int32)
    values = np.zeros(game.spec.rules.ACTIONS, np.float32)
    for candidate in analysis.candidates if analysis else ():
        code = game.moves.texts[candidate.move]
        visits[code], values[code] = candidate.visits, candidate.value
    return {"searched": analysis is not None, "visits": visits, "values": values}


def _version() -> str:
    import pentarchy

    return pentarchy.__version__
