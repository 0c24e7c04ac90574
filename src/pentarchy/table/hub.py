"""All tables: setting them up, finding them again, sitting down, and what the lobby shows."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets
import sys
import time
from asyncio.subprocess import DEVNULL
from typing import TYPE_CHECKING, Any

import msgspec

import pentarchy
from pentarchy.games import NAMES
from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.batch import Batch
from pentarchy.table.course import Course
from pentarchy.table.limits import LONGEST_CLOCK, LONGEST_NAME
from pentarchy.table.live import LiveTable
from pentarchy.table.names import FORM, longer, new_name
from pentarchy.table.sight import Summary
from pentarchy.table.thinkers import Thinkers

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from pentarchy.table.limits import Settings
    from pentarchy.table.page import Line
    from pentarchy.table.store import Store

log = logging.getLogger("pentarchy.table")

LISTED = 40  # tables in a list
TRY_AGAIN = 1012  # the code with which a line is closed that may be opened again
KEPT = 30 * 60  # seconds that a table nobody looks at stays in memory
MOST_TAKEN_UP = 2000  # tables that are looked at after a restart, the latest first


class Refusal(Exception):  # noqa: N818
    """Something over HTTP is not done."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.error = error


class Hub:
    """Everything that is going on."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = Thinkers(settings.thinkers)
        self.outbox = Batch()  # lines that have something to say
        self.names: dict[str, str] = {}
        self.closing = False
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self.lines: set[Line] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._warm = {name: asyncio.Event() for name in NAMES}

    # Life

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something went wrong", exc_info=error)

    async def open(self) -> None:
        """Compile the games beside everything else, then take up what was going on."""
        self.start(self._warm_up())
        self.start(self._clean_up())
        self.start(self._cut_stalled_lines())

    async def _cut_stalled_lines(self) -> None:
        while True:
            await asyncio.sleep(self.settings.stalled / 4)
            now = time.monotonic()
            for line in [line for line in self.lines if line.stalled(now)]:
                log.info("a page of %s does not read: cut off", line.table and line.table.name)
                line.cut()

    async def _warm_up(self) -> None:
        if self.settings.warm:
            cores = asyncio.Semaphore(os.cpu_count() or 1)
            await asyncio.gather(*(self._warm_game(name, cores) for name in NAMES))
            # What is loaded now stays: looking through it for garbage again and again would cost more than the games.
            gc.collect()
            gc.freeze()
            gc.set_threshold(20_000, 20, 50)
        for event in self._warm.values():
            event.set()
        await self._take_up()

    async def _warm_game(self, name: str, cores: asyncio.Semaphore) -> None:
        """Compile a game in a process of its own, because that would stall this one, then load it from the cache."""
        from pentarchy import warm

        game = pentarchy.load(name)
        async with cores:
            if not warm.is_warm(game):
                log.info("compiling %s (only the first time)", game.title)
                command = (sys.executable, "-m", "pentarchy", "warm", name)
                compiling = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=DEVNULL)
                try:
                    await compiling.wait()
                finally:
                    if compiling.returncode is None:
                        compiling.kill()
            await asyncio.to_thread(warm.compile_game, game, quiet=True)
        self._warm[name].set()

    async def _take_up(self) -> None:
        """After a restart bots go on thinking and clocks go on running."""
        rows = await asyncio.to_thread(self.store.tables_that_are, "playing", MOST_TAKEN_UP)
        for row in rows:
            setup = e.decode_setup(row.setup)
            if setup.clock is None and row.id not in self._tables and not await self._has_bots(row.id, setup):
                continue
            try:
                (await self.table(row.id)).wake()
            except Exception:
                log.exception("table %s cannot be taken up", row.id)

    async def _has_bots(self, name: str, setup: e.Setup) -> bool:
        if any(seat.kind == "bot" for seat in setup.seats):
            return True
        stored = await asyncio.to_thread(self.store.entries, name)
        return any(isinstance(e.decode(entry), e.Filled | e.StoodIn | e.Resigned | e.RanOut) for entry in stored)

    async def _clean_up(self) -> None:
        """Forget tables that nobody looks at, and note when the others last changed."""
        while True:
            await asyncio.sleep(60)
            ops: list[db.Op] = [(db.SET_CHANGED, (table.course.changed, name)) for name, table in self._tables.items()]
            if ops:
                self.store.write("times", ops, lambda _: None)
            for name, table in list(self._tables.items()):
                if table.idle and time.monotonic() - table.touched > KEPT:
                    table.stop()
                    del self._tables[name]

    async def close(self) -> None:
        """Stop thinking, and store what is still waiting."""
        self.closing = True
        for table in self._tables.values():
            table.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        await asyncio.to_thread(self.store.close)

    @property
    def ready(self) -> bool:
        """Whether every game is compiled."""
        return all(event.is_set() for event in self._warm.values())

    # Finding tables

    async def table(self, name: str) -> LiveTable:
        """A table by its name; a Refusal if there is none."""
        if (found := self._tables.get(name)) is not None:
            return found
        if not FORM.fullmatch(name):
            raise unknown_table(name)
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveTable:
        row = await asyncio.to_thread(self.store.table, name)
        if row is None or row.status == "closed":
            raise unknown_table(name)
        course = await self.fold(name)
        said = await asyncio.to_thread(self.store.said, name)
        await self._learn_names(course)
        table = self._tables[name] = LiveTable(self, name, row.created, course, said)
        table.wake()
        return table

    def drop(self, table: LiveTable) -> None:
        """Forget a table that went wrong; its pages come back and it is read anew."""
        table.stop()
        self._tables.pop(table.name, None)
        self.store.mend(table.name)
        for page in list(table.pages):
            page.close(TRY_AGAIN)

    async def fold(self, name: str) -> Course:
        """A table as it is stored."""
        row = await asyncio.to_thread(self.store.table, name)
        assert row is not None
        setup = e.decode_setup(row.setup)
        await self._warm[setup.game].wait()
        stored = await asyncio.to_thread(self.store.entries, name)
        return await asyncio.to_thread(Course, setup, row.seed, [e.decode(entry) for entry in stored])

    async def _learn_names(self, course: Course) -> None:
        for player in {seat.player for seat in course.seats if seat.player} - self.names.keys():
            self.names[player] = await asyncio.to_thread(self.store.name, player)

    # Storing

    async def _stored(self, table: str, ops: list[db.Op]) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self.store.write(table, ops, lambda error: _settle(waiting, error))
        await waiting

    async def _committed(self, table: LiveTable, entry: e.AnyEntry, *ops: db.Op) -> None:
        waiting = asyncio.get_running_loop().create_future()
        table.commit(entry, lambda error: _settle(waiting, error), ops)
        await waiting

    # People

    async def me(self, player: str) -> p.Me:
        """How a player wants to be called."""
        if player not in self.names:
            self.names[player] = await asyncio.to_thread(self.store.name, player)
        return p.Me(name=self.names[player])

    async def rename(self, player: str, name: str) -> p.Me:
        """Call a player otherwise from now on."""
        name = checked_name(name)
        await self._stored("players", [(db.SET_NAME, (player, name, time.time()))])
        self.names[player] = name
        for table in self._tables.values():
            if table.course.mask(player):
                table.people_changed()
        return p.Me(name=name)

    # Setting up

    async def create(self, player: str, wanted: p.TableWanted) -> p.Created:
        """Set up a table, and start it if that is wanted and possible."""
        setup = self._setup(player, wanted)
        table = await self._new_table(setup)
        if wanted.start:
            if any(seat.free for seat in table.course.seats):
                raise Refusal(409, "waiting", "a seat is still free; start when somebody has sat down")
            await self._committed(table, e.Started(at=time.time()))
        return p.Created(table=table.name)

    def _setup(self, player: str, wanted: p.TableWanted) -> e.Setup:
        options = dict(wanted.options)
        if options.pop("players", len(wanted.seats)) != len(wanted.seats):
            raise Refusal(400, "bad_options", f"players: there are {len(wanted.seats)} seats")
        try:
            game = pentarchy.load(wanted.game, **options, players=len(wanted.seats))
        except (ValueError, TypeError) as error:
            raise Refusal(400, "bad_options", str(error)[:500]) from None
        clock = wanted.clock
        if clock is not None and not 1 <= clock.seconds <= LONGEST_CLOCK:
            raise Refusal(400, "bad_clock", f"clock: 1 to {LONGEST_CLOCK} seconds")
        if wanted.start and any(seat.kind == "link" for seat in wanted.seats):
            raise Refusal(409, "waiting", "a seat is still free; start when somebody has sat down")
        return e.Setup(
            game=wanted.game,
            options=game.options_copy(),
            seats=[self._seat_setup(player, seat) for seat in wanted.seats],
            host=player,
            public=wanted.public,
            hints=wanted.hints,
            clock=clock,
        )

    def _seat_setup(self, player: str, seat: p.SeatWanted) -> e.SeatSetup:
        name = checked_name(seat.name)
        match seat.kind:
            case "bot":
                return e.SeatSetup(kind="bot", name=name, level=seat.level)
            case "link":
                return e.SeatSetup(kind="link")
        return e.SeatSetup(kind=seat.kind, player=player, name=name)

    async def _new_table(self, setup: e.Setup) -> LiveTable:
        await self._warm[setup.game].wait()
        course = Course(setup, secrets.token_bytes(32))
        await self._learn_names(course)
        name = new_name()
        if name in self._tables or await asyncio.to_thread(self.store.table, name) is not None:
            name = longer(name)
        now = time.time()
        course.changed = now
        row = (name, now, now, "open", int(setup.public), e.encode(setup), course.seed)
        people = {setup.host, *(seat.player for seat in setup.seats)} - {""}
        await self._stored(name, [(db.ADD_TABLE, row), *((db.SIT, (player, name)) for player in people)])
        table = self._tables[name] = LiveTable(self, name, now, course, [])
        return table

    async def sit(self, player: str, name: str, sitting: p.Sitting) -> p.Table:
        """Take a free seat."""
        table = await self.table(name)
        await self.me(player)
        self._check_open(table)  # nothing is waited for from here on: two may want the same seat
        called = checked_name(sitting.name)
        free = [number for number, seat in enumerate(table.course.seats) if seat.free]
        if not free:
            raise Refusal(409, "full", "every seat is taken")
        seat = free[0] if sitting.seat is None else sitting.seat
        if seat not in free:
            raise Refusal(409, "taken", f"seat {seat} is not free")
        await self._committed(
            table, e.Sat(at=time.time(), seat=seat, player=player, name=called), (db.SIT, (player, name))
        )
        return table.sight.table(player)

    async def fill(self, player: str, name: str, filling: p.Filling) -> p.Table:
        """Put a bot on a seat that no person holds, or take it away again."""
        table = await self.table(name)
        self._check_open(table)
        if table.course.host != player:
            raise Refusal(403, "not_host", "the one who set the table up gives seats to bots")
        seats = table.course.seats
        if not 0 <= filling.seat < len(seats):
            raise Refusal(400, "no_seat", f"there is no seat {filling.seat}: the seats are 0 to {len(seats) - 1}")
        if seats[filling.seat].player:
            raise Refusal(409, "taken", f"a person sits on seat {filling.seat}")
        called = checked_name(filling.name) if filling.level is not None else ""
        await self._committed(table, e.Filled(at=time.time(), seat=filling.seat, level=filling.level, name=called))
        return table.sight.table(player)

    async def leave(self, player: str, name: str) -> p.Table:
        """Give all seats back before the start."""
        table = await self.table(name)
        self._check_open(table)
        if not table.course.mask(player) and table.course.host != player:
            raise Refusal(409, "not_sitting", "you do not sit there")
        await self._committed(table, e.Left(at=time.time(), player=player), (db.STAND, (player, name)))
        if table.course.closed:
            self._tables.pop(name, None)
        return table.sight.table(player)

    async def begin(self, player: str, name: str) -> p.Table:
        """Start the game."""
        table = await self.table(name)
        self._check_open(table)
        if table.course.host != player:
            raise Refusal(403, "not_host", "the one who set the table up starts the game")
        if any(seat.free for seat in table.course.seats):
            raise Refusal(409, "waiting", "a seat is still free; start when somebody has sat down")
        await self._committed(table, e.Started(at=time.time()))
        return table.sight.table(player)

    def _check_open(self, table: LiveTable) -> None:
        if table.course.closed:
            raise unknown_table(table.name)
        if table.course.status != "open":
            raise Refusal(409, "started", "the game has begun")

    async def rematch(self, player: str, name: str) -> p.Created:
        """A new table for the same people, each one seat further on; asked for again, the same one."""
        table = await self.table(name)
        course = table.course
        if course.status != "over":
            raise Refusal(409, "not_over", "the game is still going on")
        if not course.mask(player) and course.host != player:
            raise Refusal(403, "not_sitting", "those who played may ask for a rematch")
        async with table.following:  # two may ask at once
            if course.rematch is None:
                new = await self._new_table(self._rotated(player, table))
                await self._committed(table, e.Followed(at=time.time(), table=new.name))
                if all(seat.player in ("", player) for seat in new.course.seats):
                    await self._committed(new, e.Started(at=time.time()))
        assert course.rematch is not None
        return p.Created(table=course.rematch)

    def _rotated(self, player: str, table: LiveTable) -> e.Setup:
        course = table.course
        seats = []
        for seat in course.seats:
            kind: p.SeatKind = "me" if seat.level is None else "bot"
            seats.append(e.SeatSetup(kind=kind, player=seat.player, name=seat.name, level=seat.level))
        return msgspec.structs.replace(course.setup, seats=[seats[-1], *seats[:-1]], host=player)

    # Lists

    async def lobby(self, player: str) -> p.Lobby:
        """What the first page shows of tables."""
        mine = await asyncio.to_thread(self.store.tables_of, player, 3 * LISTED)
        going_on = [await self._line(row, player) for row in mine if row.status != "over"]
        finished = [await self._line(row, player) for row in mine if row.status == "over"]
        going_on = [line for line in going_on if line is not None]
        finished += [line for line in going_on if line and line.status == "over"]
        live = [line for line in going_on if line and line.status != "over"]
        public = [
            row
            for status in ("open", "playing")
            for row in await asyncio.to_thread(self.store.tables_that_are, status, LISTED, public=True)
        ]
        lines = [await self._line(row, player) for row in public]
        return p.Lobby(
            open=[line for line in lines if line and line.status != "over"][:LISTED],
            mine=sorted(live, key=lambda line: (not _waits(line), -line.changed))[:LISTED],
            finished=sorted((line for line in finished if line), key=lambda line: -line.changed)[:LISTED],
        )

    async def _line(self, row: db.TableRow, player: str) -> p.TableLine | None:
        try:
            if row.id not in self._tables and row.summary is not None:
                return msgspec.json.decode(row.summary, type=Summary).seen_by(player)
            return (await self.table(row.id)).sight.line(player)
        except Exception:
            log.exception("table %s cannot be listed", row.id)
            return None

    # Looking back

    async def past(self, player: str, name: str, at: int, seat: int | None) -> p.Past:
        """What somebody could see at an earlier time."""
        table = await self.table(name)
        await table.settled()
        course = table.course
        if course.match is None:
            raise Refusal(409, "not_started", "the game has not begun")
        if seat is not None and not (0 <= seat < len(course.seats) and course.mask(player) >> seat & 1):
            raise Refusal(403, "not_your_seat", f"seat {seat} is not yours")
        is_open = getattr(course.game.spec.view, "past_is_open", None)
        if course.status != "over" and is_open is not None and not is_open(course.game.options):
            raise Refusal(403, "closed", "in this game nobody looks back before the end")
        try:
            view = await asyncio.to_thread(table.sight.past(player, at, seat))
        except ValueError as error:
            raise Refusal(400, "bad_request", str(error)) from None
        return p.Past(at=at, view=view)

    async def record(self, name: str) -> dict[str, Any]:
        """The record of a finished game."""
        table = await self.table(name)
        await table.settled()
        if table.course.match is None or table.course.status != "over":
            raise Refusal(409, "not_over", "the record shows everything: it can be had when the game is over")
        return await asyncio.to_thread(table.course.match.record)

    async def proof(self, name: str) -> p.Proof:
        """Whether chance was honest in a finished game."""
        record = await self.record(name)
        verdict = await asyncio.to_thread(pentarchy.verify, record)
        return p.Proof(
            honest=verdict.honest,
            draws=verdict.draws,
            seed_hash=record["seed_hash"],
            seed=record["seed"],
            problem=verdict.problem,
        )


def checked_name(name: str) -> str:
    """A name without spaces around it, or a Refusal."""
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise Refusal(400, "too_long", f"name: at most {LONGEST_NAME} characters")
    if not name.isprintable():
        raise Refusal(400, "bad_name", "name: no control characters")
    return name


def unknown_table(name: str) -> Refusal:
    """There is no such table, or nobody may know that there is."""
    return Refusal(404, "not_found", f"there is no table {name[:80]!r}")


def _waits(line: p.TableLine) -> bool:
    """Whether a table waits for the one who asks."""
    return any(seat.mine and not seat.stands_in and seat.seat in line.to_act for seat in line.seats)


def _settle(waiting: asyncio.Future[None], error: Exception | None) -> None:
    if not waiting.done():
        if error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(error)
