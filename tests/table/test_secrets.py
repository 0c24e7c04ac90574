"""Two games that differ only in what somebody may not know are told to that somebody in the very same bytes.

The same table is played twice with the same moves, once as it is and once with everything dealt anew that an observer
cannot see. Whatever is sent to the observer's page must not differ: states, logs, answers, refusals, previews, hints.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table import thinkers
from pentarchy.table.batch import Batch
from pentarchy.table.course import Course
from pentarchy.table.limits import Settings
from pentarchy.table.live import LiveTable
from pentarchy.table.sight import NO_EVENTS
from pentarchy.table.thinkers import Thinkers

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

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

    def write(self, table: str, ops: list[Any], done: Callable[[Exception | None], None]) -> None:
        done(None)


class Quiet:
    """A hub with one table and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(folder, bot_pause=0.0)
        self.store = Memory()
        self.names = {f"player {seat}": f"Name {seat}" for seat in range(4)}
        self.thinkers = Thinkers(1)
        self.outbox = Batch()
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
        self.joined = False
        self.hinting = False
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


class World:
    """A table with a page for each seat and one for a spectator, in which time stands still."""

    def __init__(self, folder: Path, game: str, options: dict[str, Any]) -> None:
        seats = [e.SeatSetup(kind="link", player=f"player {seat}") for seat in range(options["players"])]
        setup = e.Setup(game=game, options=options, seats=seats, host="player 0")  # type: ignore[arg-type]
        self.hub = Quiet(folder)
        self.table = LiveTable(self.hub, "sova-med-rog-les", 0.0, Course(setup, SEED), [])  # type: ignore[arg-type]
        self.table.commit(e.Started(at=0.0))
        self.ears = [Ear(f"player {seat}") for seat in range(options["players"])] + [Ear("a stranger")]
        for ear in self.ears:
            ear.table = self.table
            self.table.command(ear, p.Hello())
        self.count = 0

    @property
    def match(self) -> Match:
        assert self.table.course.match is not None
        return self.table.course.match

    async def do(self, seat: int, command: type, **fields: Any) -> None:
        """A command of a seat, made for what its page has seen."""
        self.count += 1
        course = self.table.course
        seq = {"seq": course.number(1 << seat)} if command not in (p.Resign, p.StandIn) else {}
        self.table.command(self.ears[seat], command(id=f"c{self.count}", seat=seat, **seq, **fields))
        while self.hub.tasks:
            await self.hub.tasks.pop()

    def deal_anew(self, observer: int, seed: int) -> None:
        """Change everything that the observer cannot see."""
        buffer = np.frombuffer(bytearray(self.match.state()), np.uint8)
        self.match.game.kernel.redeal(buffer, observer, np.array([seed * 2 + 1], np.uint64))
        self.match._buffer = buffer
        self.match._listed = {}


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentarchy.table.live.time.time", lambda: 1.0)
    monkeypatch.setattr(thinkers, "ADVICE", dict.fromkeys(thinkers.ADVICE, 1000))


@pytest.mark.parametrize(("game", "options", "seed"), GAMES, ids=lambda value: str(value))
def test_secrets_change_no_byte_of_what_a_seat_is_sent(
    game: str, options: dict[str, Any], seed: int, tmp_path: Path
) -> None:
    async def compare() -> int:
        compared = 0
        for step in (4, 11, 25):
            for observer in range(options["players"]):
                heard = []
                for dealt_anew in (False, True):
                    world = World(tmp_path, game, options)
                    choice = random.Random(seed)
                    for _ in range(step):
                        if not world.match.over:
                            acting = choice.choice(world.match.to_act)
                            await world.do(acting, p.Play, move=choice.choice(world.match.legal_texts(acting)))
                    if world.match.over:
                        return compared
                    if dealt_anew:
                        world.deal_anew(observer, seed + step)
                    ear = world.ears[observer]
                    ear.heard.clear()
                    await everything_a_seat_can_ask(world, observer, random.Random(step))
                    heard.append(b"\n".join(ear.heard))
                assert heard[0] == heard[1]
                compared += 1
        return compared

    assert asyncio.run(compare()) >= 2


async def everything_a_seat_can_ask(world: World, seat: int, choice: random.Random) -> None:
    again = Ear(f"player {seat}")
    again.table = world.table
    world.table.command(again, p.Hello())
    world.ears[seat].heard += again.heard
    game = world.match.game
    for move in choice.sample(game.moves.names, 6):
        if move not in world.match.legal_texts(seat):
            await world.do(seat, p.Play, move=move)
    for move in world.match.legal_texts(seat)[:6]:
        await world.do(seat, p.AskPreview, moves=[move])
        await world.do(seat, p.AskPreview, moves=[move, move])
    await world.do(seat, p.AskHint)
    await world.do(seat, p.Undo)
    await world.do(1 - seat if seat < 2 else 0, p.Undo)


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


def secret_moves(world: World) -> list[tuple[int, str]]:
    course = world.table.course
    return [(s, move) for s in course.to_act for move in world.match.legal_texts(s) if course.is_secret(move)]


def bare(message: bytes) -> Any:
    """A message without the id that the test chose."""
    return {name: value for name, value in msgspec.json.decode(message).items() if name != "id"}
