"""Two games that differ only in what somebody may not know are told to that somebody in the very same bytes.

The same table is played twice, once as it is and once with everything otherwise that an observer cannot know
(tests/worlds.py): other cards, other painting, more or less of it. Whatever is sent to the observer's page from the
first move on must not differ, nor how many messages there are: states, logs, answers, refusals, previews, hints, lines
of lists.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import pentarchy
from pentarchy.table import bot_pool
from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table.batch import Batch
from pentarchy.table.bot_pool import BotPool
from pentarchy.table.bus import Alone
from pentarchy.table.leases import Leases
from pentarchy.table.live import LiveTable
from pentarchy.table.readiness import Readiness
from pentarchy.table.settings import Settings
from pentarchy.table.snapshots import NO_EVENTS
from pentarchy.table.table_state import TableState
from tests.worlds import Story, retold, story_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from pathlib import Path

    from pentarchy.engine.game import Game
    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Event

SEED = b"a seed that nobody knows"
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("scuffle", {"players": 2}, 3),
    ("scuffle", {"players": 3}, 4),
    ("kingems", {"players": 2, "mode": "advanced"}, 5),
    ("kingems", {"players": 2, "mode": "advanced", "memory": True}, 6),
    ("color_kingdoms", {"players": 2}, 7),
    ("color_kingdoms", {"players": 3}, 8),
]


class Memory:
    """A store that forgets everything at once."""

    problem = None
    shared = False

    def write(self, table: str | None, ops: list[Any], done: Callable[[Exception | None], None]) -> None:
        done(None)


class Quiet:
    """A hub with one table and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(folder, bot_pause=0.0)
        self.store = Memory()
        self.names = {f"player {seat}": f"Name {seat}" for seat in range(4)}
        self.renamed: dict[str, float] = {}
        self.bot_pool = BotPool(1)
        self.readiness = Readiness()  # that has not looked, and so supposes that everything is compiled
        self.outbox = Batch()
        self.bus = Alone()
        self.leases = Leases(None, "alone")
        self.closing = False
        self.tasks: list[asyncio.Task[None]] = []

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.append(task)
        return task


class Ear:
    """A page that writes down every byte."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.address = "here"
        self.joined = False
        self.hinting = False
        self.is_program = False
        self.closed = False
        self.looks: int | None = None
        self.log: tuple[Event, ...] = NO_EVENTS
        self.shown: object = None
        self.table: LiveTable | None = None
        self.heard: list[bytes] = []

    def reply(self, message: p.Reply) -> None:
        self.heard.append(msgspec.json.encode(message))

    def state_is_due(self) -> None:
        assert self.table is not None
        state = self.table.state_for(self)
        if state is not None:
            self.heard.append(state)

    def may_talk(self) -> bool:
        return True

    def close(self, code: int) -> None:
        self.heard.append(b"%d" % code)


class WithDraws:
    """A game in which chance begins with these draws."""

    def __init__(self, game: Game, draws: Sequence[str]) -> None:
        self._game, self._draws = game, draws

    def start(self, seed: bytes) -> Match:
        return self._game.start(seed, script=self._draws)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class World:
    """A table with a page for each seat and one for a spectator, in which time stands still."""

    def __init__(
        self,
        folder: Path,
        game: str,
        options: dict[str, Any],
        *,
        shared: bool = False,
        draws: Sequence[str] = (),
        clock: p.Clock | None = None,
    ) -> None:
        people = [f"player {0 if shared and seat == 1 else seat}" for seat in range(options["players"])]
        seats = [e.SeatSetup(kind="link", player=player) for player in people]
        setup = e.Setup(game=game, options=options, seats=seats, host="player 0", clock=clock)
        self.hub = Quiet(folder)
        table_state = TableState(setup, SEED)
        table_state.game = WithDraws(table_state.game, draws)  # type: ignore[assignment]
        self.table = LiveTable(self.hub, "sova-med-rog-les", 0.0, table_state, [])  # type: ignore[arg-type]
        self.table.commit(e.Started(at=0.0))
        page = {player: Ear(player) for player in people}  # seats 0 and 1 may share one
        self.ears = [page[player] for player in people] + [Ear("a stranger")]
        for ear in dict.fromkeys(self.ears):
            ear.table = self.table
            self.table.command(ear, p.Hello())
        self.counts = [0] * len(seats)

    @property
    def match(self) -> Match:
        assert self.table.state.match is not None
        return self.table.state.match

    async def do(self, seat: int, command: type, **fields: Any) -> None:
        """A command of a seat, made for what its page has seen."""
        self.counts[seat] += 1
        table_state = self.table.state
        seq = {"seq": table_state.number(seat)} if command not in (p.Resign, p.StandIn) else {}
        self.table.command(self.ears[seat], command(id=f"{seat} {self.counts[seat]}", seat=seat, **seq, **fields))
        while self.hub.tasks:
            await self.hub.tasks.pop()

    async def retell(self, story: Story) -> None:
        """Let everybody do what they do in a story."""
        for seat, move in story.moves:
            if move is None:
                await self.do(seat, p.Undo)
            else:
                await self.do(seat, p.Play, move=move)


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentarchy.table.live.time.time", lambda: 1.0)
    monkeypatch.setattr(bot_pool, "advice_of", lambda _: 1000)


@pytest.mark.parametrize(("game", "options", "seed"), GAMES, ids=lambda value: str(value))
def test_secrets_change_no_byte_of_what_a_seat_is_sent(
    game: str, options: dict[str, Any], seed: int, tmp_path: Path
) -> None:
    async def compare() -> int:
        differed = 0
        for step in (4, 11, 25):
            told = played(game, options, seed, step)
            for observer in range(options["players"] if not told.over else 0):
                heard = []
                for story in (story_of(told), retold(told, observer, seed + step)):
                    world = World(tmp_path, game, options, draws=story.draws)
                    await world.retell(story)
                    ear = world.ears[observer]
                    if game == "kingems":  # what was in view then, and is no longer, may differ
                        ear.heard.clear()
                    await everything_a_seat_can_ask(world, observer, random.Random(step))
                    heard.append(b"\n".join(ear.heard))
                    differed += world.match.state() != told.state()
                assert heard[0].split(b"\n") == heard[1].split(b"\n")
        return differed

    assert asyncio.run(compare()) >= (0 if options.get("memory") else 2)


def played(game: str, options: dict[str, Any], seed: int, moves: int) -> Match:
    """A match after so many random moves."""
    match, choice = pentarchy.load(game, **options).start(seed), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            seat = choice.choice(match.to_act)
            match.play(choice.choice(match.legal_texts(seat)), seat)
    return match


async def everything_a_seat_can_ask(world: World, seat: int, choice: random.Random) -> None:
    again = Ear(f"player {seat}")
    again.table = world.table
    world.table.command(again, p.Hello())
    world.ears[seat].heard += again.heard
    world.ears[seat].heard.append(msgspec.json.encode(world.table.snapshots.row(f"player {seat}")))
    world.ears[seat].heard.append(msgspec.json.encode(world.table.snapshots.table(f"player {seat}")))
    game = world.match.game
    for move in choice.sample(game.moves.names, 6):
        if move not in world.match.legal_texts(seat):
            await world.do(seat, p.Play, move=move)
    for move in world.match.legal_texts(seat)[:6]:
        await world.do(seat, p.AskPreview, moves=[move])
        await world.do(seat, p.AskPreview, moves=[move, move])
    await world.do(seat, p.AskHint)
    await world.do(seat, p.Undo)


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_is_told_how_much_others_paint_in_secret(players: int, tmp_path: Path) -> None:
    """What is painted in secret and taken back leaves no trace, not even in the numbers."""

    async def play(paint: bool) -> list[list[bytes]]:
        world = World(tmp_path, "color_kingdoms", {"players": players, "first": 0})
        while len(world.match.to_act) < 2 or not secret_moves(world):
            acting = world.match.to_act[0]
            await world.do(acting, p.Play, move=world.match.legal_texts(acting)[0])
        seat, move = secret_moves(world)[0]
        heard = [len(ear.heard) for ear in world.ears]
        if paint:
            await world.do(seat, p.Play, move=move)
            await world.do(seat, p.Undo)
            assert len(world.ears[seat].heard) > heard[seat]
        other = next(each for each in world.match.to_act if each != seat)
        await world.do(other, p.Play, move="rubbish")
        return [ear.heard for number, ear in enumerate(world.ears) if number != seat]

    with_paint, without = (asyncio.run(play(paint)) for paint in (True, False))
    assert [[bare(message) for message in page] for page in with_paint] == [
        [bare(message) for message in page] for page in without
    ]


def test_what_is_painted_in_secret_moves_no_time_and_no_place_in_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when a table last changed, in memory or after a restart, nor how old its clocks are tells of it."""
    now = [100.0]
    monkeypatch.setattr("pentarchy.table.live.time.time", lambda: now[0])
    monkeypatch.setattr("pentarchy.table.live.time.monotonic", lambda: now[0])

    async def play() -> None:
        world = World(tmp_path, "color_kingdoms", {"players": 2, "first": 0}, clock=p.Clock(per="game", seconds=5000))
        while not secret_moves(world):
            acting = world.match.to_act[0]
            await world.do(acting, p.Play, move=world.match.legal_texts(acting)[0])
        seat, move = secret_moves(world)[0]
        shown_at = world.table._shown_at
        for command in ({"command": p.Play, "move": move}, {"command": p.Undo}, {"command": p.Play, "move": move}):
            now[0] += 10
            await world.do(seat, **command)
            assert world.table.snapshots.row("a stranger").changed == 100.0
            assert world.table._shown_at == shown_at
        ages = []
        for age in (1, 2):  # two pages, one after the other: what the first was sent is not kept for the second
            now[0] += age
            ear = Ear("another stranger")
            ear.table = world.table
            world.table.command(ear, p.Hello())
            ages.append(now[0] - bare(ear.heard[-1])["ticking"]["at"])
        assert ages == [0.0, 0.0]
        await world.do(seat, p.Play, move="done")
        assert world.table.snapshots.row("a stranger").changed == now[0]

    asyncio.run(play())


def test_a_table_that_is_not_compiled_yet_does_not_tell_when_somebody_painted() -> None:
    seats = [e.SeatSetup(kind="me", player=player) for player in ("a", "b")]
    setup = e.Setup(game="color_kingdoms", options={"players": 2, "first": 0}, seats=seats, host="a")
    table_state = TableState(setup, SEED, [e.Started(at=1.0)])
    assert table_state.match is not None
    take = table_state.match.legal_texts(0)[0]
    table_state.apply(e.Moved(at=2.0, seat=0, move=take))
    paint = next(move for move in table_state.match.legal_texts(0) if table_state.is_secret(move) and move != "done")
    entries: list[e.AnyEntry] = [
        e.Started(at=1.0),
        e.Moved(at=2.0, seat=0, move=take),
        e.Moved(at=3.0, seat=0, move=paint),
        e.Undone(at=4.0, seat=0),
    ]
    assert TableState.sleeping(setup, SEED, entries, "playing").changed == 2.0
    assert TableState(setup, SEED, entries).changed == 2.0


def secret_moves(world: World) -> list[tuple[int, str]]:
    table_state = world.table.state
    return [(s, move) for s in table_state.to_act for move in world.match.legal_texts(s) if table_state.is_secret(move)]


def bare(message: bytes) -> Any:
    """A message without the id that the test chose."""
    return {name: value for name, value in msgspec.json.decode(message).items() if name != "id"}
