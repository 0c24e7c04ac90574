"""All tables: setting them up, finding them again, sitting down, and what the lobby shows."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import secrets
import sqlite3
import time
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import pentarchy
from pentarchy.engine.lots import is_number
from pentarchy.table import bus as b
from pentarchy.table import entries as e
from pentarchy.table import ops as o
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.bans import Bans
from pentarchy.table.batch import Batch
from pentarchy.table.bot_pool import BotPool
from pentarchy.table.bus import EVERYBODY, Alone
from pentarchy.table.cluster import cluster_of
from pentarchy.table.elsewhere import TELLING
from pentarchy.table.keeper import Keeper
from pentarchy.table.leases import Leases
from pentarchy.table.letters import cleaned, deceives, problem
from pentarchy.table.limits import LONGEST_CLOCK, LONGEST_NAME
from pentarchy.table.live import CommandError, LiveTable
from pentarchy.table.names import longer, name_meant, new_name
from pentarchy.table.possible import Impossible
from pentarchy.table.readiness import Readiness
from pentarchy.table.snapshots import Summary
from pentarchy.table.surveyors import Busy, Surveyors
from pentarchy.table.table_state import SeatNow, TableState, seats_in
from pentarchy.table.tokens import Programs
from pentarchy.warm import CompilingFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping

    from pentarchy.engine.match import Match, Turn
    from pentarchy.table.bus import AnyNote, Bus
    from pentarchy.table.connection import Connection
    from pentarchy.table.leases import Registry
    from pentarchy.table.settings import Settings
    from pentarchy.table.shared_limits import SharedLimits
    from pentarchy.table.store import Store
    from pentarchy.table.tokens import Program

log = logging.getLogger("pentarchy.table")

Found = TypeVar("Found")

LISTED = 40  # tables in a list
MOST_HELD = 1000  # tables of a program that are looked at
TRY_AGAIN = 1012  # the code with which a connection is closed that may be opened again
REVOKED = 4401  # that the token of a program is good no more
BANNED = 4403  # that somebody may not come
UNKNOWN_TABLE = 4404  # that there is no such table, or no longer
TRIED_ANEW = 5.0  # seconds after which it is looked again whether storing works, if somebody wants to know
KEPT = 30 * 60  # seconds that a table nobody looks at stays in memory
MOST_TAKEN_UP = 2000  # tables that are looked at after a restart, the latest first
WATCHING = 10.0  # seconds between two looks whether the log knows more, while the bus works
WATCHING_CLOSELY = 0.5  # the same while it does not, or if there is none
AT_ONCE = 500  # tables that are asked for at once
FINISHING = 2.0  # seconds for what is still to be stored when the process ends
ADOPTING = 5.0  # seconds between two looks for tables that somebody drove who is gone
SEEN_ANEW = 60.0  # seconds after which it is kept again that a program is there
TAKING_UP = 3.0  # times as long as it took to take up a table nothing is taken up


class RequestError(Exception):
    """Something over HTTP is not done."""

    def __init__(self, status: int, error: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.error = error


class Hub:
    """Everything that is going on."""

    def __init__(
        self, settings: Settings, store: Store, bus: Bus | None = None, registry: Registry | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus or Alone()
        self.leases = Leases(registry, self.bus.worker)
        self.limits: SharedLimits | None = None  # those that hold at all workers together
        cluster = cluster_of(settings.thinkers, settings.actors)
        self.bot_pool = BotPool(settings.threads, settings.thought, cluster)
        self.surveyors = Surveyors()
        self.inbox = Batch()  # what has come in on all connections
        self.outbox = Batch()  # connections that have something to say
        self.outgoing = Batch()  # what goes out on them
        self.names: dict[str, str] = {}
        self.is_open = False
        self.renamed: dict[str, float] = {}  # when, since the table was opened
        self.closing = False
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._leaving: dict[str, asyncio.Event] = {}  # tables to which something is being done
        self._emptying: asyncio.Event | None = None  # the same for all of them
        self.bans = Bans()
        self.programs = Programs()
        self._admission_read = -math.inf  # when it was last read who may come
        self.connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.readiness = Readiness()
        self._taking_up = asyncio.Lock()
        self._taking: dict[str, asyncio.Lock] = {}  # by program: it takes one seat after the other
        self.keeper = Keeper(self)
        self._recovered = asyncio.Event()  # set when storing works again, then another one
        self._tried = -math.inf  # when it was last looked whether storing works
        store.on_recovery = self._recover

    @property
    def tables_in_memory(self) -> list[LiveTable]:
        """Those that somebody has looked at lately, or that go on by themselves."""
        return list(self._tables.values())

    @property
    def is_ready(self) -> bool:
        """Whether people can play every game, and it is stored."""
        return self.readiness.playable and self.store.problem is None

    # Life

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, db.Unavailable):  # the store has said more of it
            log.warning("something was left undone: %s", error)
        else:
            log.error("something went wrong", exc_info=error)

    async def open(self) -> None:
        """Load the games that are compiled, then compile the others and take up what was going on beside everything."""
        self.loop = asyncio.get_running_loop()
        self.is_open = True
        await self.read_admission()
        await self.bus.open(self)
        if self.settings.warm:
            await asyncio.to_thread(self.readiness.look)
            _keep_what_is_loaded()
            self.start(self._compile())
        self.start(self.take_up())
        self.start(self._clean_up())
        self.start(self._tend_lines())
        self.start(self.keeper.run())
        self.start(self.bot_pool.run())
        if self.store.shared:
            self.start(self._watch_the_log())
            self.start(self._tell_who_is_here())
            if self.limits is not None:
                self.start(self.limits.run())
            self.start(self.leases.run(self._needs_a_driver, self._drive))
            self.start(self._adopt())

    async def _tend_lines(self) -> None:
        """Pages that do not read, do not answer or never say hello are let go."""
        while True:
            await asyncio.sleep(min(self.settings.stalled, self.settings.silence, self.settings.hello) / 4)
            now = time.monotonic()
            for connection in list(self.connections):
                connection.tend(now)
                if connection.holder is not None:
                    self.saw(connection.holder)

    async def _compile(self) -> None:
        await self.readiness.compile()
        _keep_what_is_loaded()

    async def take_up(self) -> None:
        """After a restart bots go on thinking and clocks go on running; what people look at is there before that."""
        while True:
            try:
                games = await self._to_take_up()
                break
            except db.Unavailable:
                await asyncio.sleep(ADOPTING)
        for game, tables in games.items():
            self.start(self._take_up_game(game, tables))

    async def _to_take_up(self) -> dict[str, list[tuple[str, e.Setup]]]:
        """The tables of each game that people sit at, those with clocks first. Games of bots alone pause anyway."""
        games: dict[str, list[tuple[str, e.Setup]]] = {}
        for row in await self.store.tables_that_are("playing", MOST_TAKEN_UP):
            setup = e.decode_setup(row.setup)
            if any(seat.kind != "bot" for seat in setup.seats):
                games.setdefault(setup.game, []).append((row.id, setup))
        for tables in games.values():
            tables.sort(key=lambda table: table[1].clock is None)
        return games

    async def _take_up_game(self, game: str, tables: list[tuple[str, e.Setup]]) -> None:
        try:
            await self.readiness.wait(game, "people")
        except CompilingFailed:
            return  # it has been logged
        for name, setup in tables:
            async with self._taking_up:
                begun = time.monotonic()
                await self._take_up_table(name, setup)
                await asyncio.sleep(TAKING_UP * (time.monotonic() - begun))  # people come first

    async def _take_up_table(self, name: str, setup: e.Setup) -> None:
        while True:
            try:
                moves_by_itself = setup.clock is not None or await self._has_bots(name, setup)
                if moves_by_itself and await self.leases.obtain(name):  # else another worker drives it
                    (await self.table(name)).drive()
            except db.Unavailable:
                await asyncio.sleep(ADOPTING)
                continue
            except Exception:
                log.exception("table %s cannot be taken up", name)
            return

    async def _has_bots(self, name: str, setup: e.Setup) -> bool:
        if any(seat.kind == "bot" for seat in setup.seats):
            return True
        return any(
            isinstance(e.decode(entry), e.Filled | e.StoodIn | e.Resigned | e.RanOut | e.Voted)
            for entry in await self.store.entries(name)
        )

    async def _clean_up(self) -> None:
        """Store what lists show of tables in memory, and forget those that nobody looks at; a few at a time."""
        while True:
            await asyncio.sleep(60)
            for name, table in list(self._tables.items()):
                ops = table.listing_ops()
                if ops:
                    self.store.write(None, ops, lambda _: None)
                if table.idle and time.monotonic() - table.touched > KEPT:
                    table.stop()
                    self._pop(name)
                if ops:
                    await asyncio.sleep(0.005)

    async def close(self) -> None:
        """Stop thinking, and store what is still waiting."""
        self.closing = True
        for table in self._tables.values():
            table.stop()
        self._store_listings()
        if self.store.shared:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._all_stored(), FINISHING)  # so that the others are told of it
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.leases.close()
        if self.limits is not None:
            self.limits.leave()
        await self.bus.close()
        self.bot_pool.close()
        self.surveyors.close()
        await self.store.close()

    def _store_listings(self) -> None:
        ops = [op for table in self._tables.values() for op in table.listing_ops()]
        if ops:
            self.store.write(None, ops, lambda _: None)

    async def let_go(self, name: str, *ops: o.Op) -> None:
        """Let a table go: nobody finds it any more. Without `ops` everything that is kept of it is deleted."""
        async with self.withdrawn(name, UNKNOWN_TABLE):
            await self.stored(list(ops) or [o.DeleteTable(name)])

    @contextlib.asynccontextmanager
    async def withdrawn(self, name: str, code: int = TRY_AGAIN) -> AsyncIterator[None]:
        """Keep a table out of memory while something is done to what is stored of it; whoever wants it waits."""
        if name in self._leaving:
            raise RequestError(409, "busy", f"something is being done to {name} already")
        done = self._leaving[name] = asyncio.Event()
        try:
            if name in self._loading:
                await asyncio.wait([self._loading[name]])
            if (table := self._pop(name)) is not None:
                table.end(code)
                await self._all_stored()
            yield
            self.bus.tell(name, lambda worker: b.Gone(worker, code))
        finally:
            done.set()
            del self._leaving[name]

    @contextlib.asynccontextmanager
    async def emptied(self) -> AsyncIterator[None]:
        """Keep all tables out of memory while everything that is stored is exchanged; whoever wants one waits."""
        if self._emptying is not None:
            raise RequestError(409, "busy", "everything is being exchanged already")
        self._emptying = asyncio.Event()
        try:
            if self._loading:
                await asyncio.wait(list(self._loading.values()))
            for table in self._tables.values():
                table.end(TRY_AGAIN)
            self._tables.clear()
            await self._all_stored()
            yield
        finally:
            self.names.clear()
            self._emptying.set()
            self._emptying = None

    async def _all_stored(self) -> None:
        """Wait until everything that was to be stored before this is stored, or has failed."""
        waiting = asyncio.get_running_loop().create_future()
        self.store.write(None, [], lambda _: _settle(waiting, None))
        await waiting

    def _pop(self, name: str) -> LiveTable | None:
        """Keep a table in memory no longer, if it is there."""
        self.bus.ignore(name)
        return self._tables.pop(name, None)

    def forget(self, table: LiveTable, code: int | None = None) -> None:
        """Let a table go that is not what it was; pages are told why, if they are to leave."""
        if self._tables.get(table.name) is table:
            self._pop(table.name)
        if code is not None:
            table.end(code)

    # Other workers

    def hear(self, channel: str, note: AnyNote) -> None:
        """Another worker has told something."""
        if channel != EVERYBODY:
            if (table := self._tables.get(channel)) is not None:
                table.hear(note)
            return
        match note:
            case b.Renamed():
                self._call(note.player, note.name, note.at)
            case b.Banned() | b.Admitted():
                self.start(self.read_admission())
            case b.Spent() | b.Holding():
                if self.limits is not None:
                    self.limits.hear(note)

    def listening_begins(self, table: str) -> None:
        """What was told of a table before may have been missed."""
        if (found := self._tables.get(table)) is not None:
            found.catch_up()
            found.tell_who_is_here(asking=True)

    def bus_is_back(self) -> None:
        """Whatever was told meanwhile may have been missed."""
        if self.limits is not None:
            self.limits.bus_is_back()
        self.start(self._look_everywhere())

    async def _look_everywhere(self) -> None:
        try:
            await self._compare_with_the_log()
            await self.read_admission()
            for table in list(self._tables.values()):
                table.tell_who_is_here(asking=True)
            await self._learn_names_again()
        except db.Unavailable:
            pass  # the watchdog looks again

    async def _learn_names_again(self) -> None:
        known = {seat.player for table in self._tables.values() for seat in table.state.seats if seat.player}
        for player in known:
            name = cleaned(await self.store.name(player))
            if name != self.names.get(player, ""):
                self._call(player, name, time.time())

    async def _watch_the_log(self) -> None:
        """See now and then whether the log knows more of the tables in memory; often while nobody tells."""
        looked = time.monotonic()
        while True:
            await asyncio.sleep(WATCHING_CLOSELY)
            if self.bus.works and time.monotonic() - looked < WATCHING:
                continue
            looked = time.monotonic()
            try:
                await self._compare_with_the_log()
                await self._see_who_may_come()
            except db.Unavailable:
                continue

    async def _see_who_may_come(self) -> None:
        """While nobody tells, bans and programs are read again now and then."""
        if time.monotonic() - self._admission_read > WATCHING:
            await self.read_admission()

    async def _compare_with_the_log(self) -> None:
        names = list(self._tables)
        for start in range(0, len(names), AT_ONCE):
            for name, (seq, said) in (await self.store.newest(names[start : start + AT_ONCE])).items():
                if (table := self._tables.get(name)) is not None:
                    table.is_behind(seq)
                    table.talk.is_behind(said)

    async def _tell_who_is_here(self) -> None:
        """Tell the others again and again who is here."""
        while True:
            await asyncio.sleep(TELLING)
            if not self.bus.works:
                continue  # nobody is forgotten because nothing is told
            for table in list(self._tables.values()):
                table.look_who_is_elsewhere()

    def _needs_a_driver(self, name: str) -> bool:
        table = self._tables.get(name)
        return table is not None and table.needs_a_driver

    def _drive(self, name: str) -> None:
        if (table := self._tables.get(name)) is not None:
            table.drive()

    async def _adopt(self) -> None:
        """Drive tables that somebody drove who is gone, also those that nobody has open."""
        while True:
            await asyncio.sleep(ADOPTING)
            try:
                for name in await self.leases.left_behind(AT_ONCE):
                    if name_meant(name) == name and name not in self._tables and await self.leases.obtain(name):
                        await self._adopt_table(name)
            except db.Unavailable:
                continue

    async def _adopt_table(self, name: str) -> None:
        try:
            (await self.table(name)).drive()
        except RequestError:
            await self.leases.give_up(name)
        except db.Unavailable:
            raise  # it is tried again
        except Exception:
            log.exception("table %s cannot be taken up", name)

    async def read_admission(self) -> None:
        """Let those bans hold and those programs come that are stored; it holds for open pages too."""
        self.bans.set(await self.store.bans())
        self.programs.set(await self.store.programs())
        self._admission_read = time.monotonic()
        for connection in list(self.connections):
            if self.bans.holds(connection.peer, connection.player):
                connection.close(BANNED)
            elif connection.holder is not None and not self.programs.has(connection.holder):
                connection.close(REVOKED)

    async def bans_changed(self) -> None:
        """There are other bans than before: they hold at once, at all workers."""
        await self.read_admission()
        self.bus.tell(EVERYBODY, b.Banned)

    async def programs_changed(self) -> None:
        """Other programs may come than before: at once, at all workers."""
        await self.read_admission()
        self.bus.tell(EVERYBODY, b.Admitted)

    async def is_watched(self, name: str) -> bool:
        """Whether somebody has a page of a table open, or it cannot be known whether another worker has it."""
        if name in self._loading or (name in self._tables and bool(self._tables[name].pages)):
            return True
        if not self.store.shared or not self.settings.bus:
            return False
        listeners = await self.bus.listeners(name)
        return listeners is None or listeners > (name in self._tables)

    # Finding tables

    async def table(self, written: str) -> LiveTable:
        """A table by its name, as people may write it; a RequestError if there is none."""
        table = await self._found(written)
        table.wanted = time.monotonic()
        return table

    async def _found(self, written: str) -> LiveTable:
        if (found := self._tables.get(written)) is not None:
            return found
        name = name_meant(written)
        if name is None:
            raise unknown_table(written)
        while (leaving := self._emptying or self._leaving.get(name)) is not None:
            await leaving.wait()
        if (found := self._tables.get(name)) is not None:
            return found
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def is_at_home(self, player: str, written: str) -> bool:
        """Whether somebody has a seat at a table or has it open."""
        name = name_meant(written)
        if name is None or not player:
            return False
        table = self._tables.get(name)
        if table is not None and (table.state.mask(player) or table.is_here(player)):
            return True
        return await self.store.sits(player, name)

    async def _load(self, name: str) -> LiveTable:
        row = await self.store.table(name)
        if row is None or row.status == "closed":
            raise unknown_table(name)
        state = await self.fold(name)
        said = await self.store.said(name)
        await self._learn_names(state)
        is_driven = await self.leases.is_driven(name)
        table = self._tables[name] = LiveTable(self, name, row.created, state, said)
        self.bus.listen(name)
        if is_driven:  # its clocks have run meanwhile
            table.clocks.start(table.since_last_entry)
            table.opening.wait()
        else:
            table.resumed = time.time()
            table.opening.go_on()
        table.wake()
        return table

    async def seen(self, player: str, name: str) -> p.Table:
        """A table as a player sees it."""
        table = await self.table(name)
        if self.store.shared:
            await table.caught_up()
        return table.snapshots.table(player)

    async def _settled(self, name: str) -> LiveTable:
        """A table by its name, as it is stored."""
        table = await self.table(name)
        try:
            await table.settled()
            await table.caught_up()
        except CompilingFailed:
            raise not_compiled(table.state.setup.game) from None
        return table

    def drop(self, table: LiveTable) -> None:
        """Forget a table that went wrong; its pages come back and it is read anew."""
        self._pop(table.name)
        table.end(TRY_AGAIN)
        self.store.mend(table.name)

    async def fold(self, name: str) -> TableState:
        """A table as it is stored."""
        row = await self.store.table(name)
        assert row is not None
        setup = e.decode_setup(row.setup)
        entries = [e.decode(entry) for entry in await self.store.entries(name)]
        begun = any(isinstance(entry, e.Started) for entry in entries)
        if begun and not self.readiness.is_ready(setup.game, "people"):
            return TableState.sleeping(setup, row.seed, entries, "over" if row.status == "over" else "playing")
        await self.surveyors.read(setup.game, setup.options, patiently=True)
        return await asyncio.to_thread(TableState, setup, row.seed, entries)

    async def learn_names(self, table: LiveTable) -> None:
        """Learn how people are called who have sat down at a table, and show it; later if that cannot be read now."""
        if {seat.player for seat in table.state.seats if seat.player} - self.names.keys():
            with contextlib.suppress(db.Unavailable):
                await self._learn_names(table.state)
                table.people_changed()

    async def _learn_names(self, state: TableState) -> None:
        for player in {seat.player for seat in state.seats if seat.player} - self.names.keys():
            self.names[player] = cleaned(await self.store.name(player))

    # Storing

    async def stored(self, ops: list[o.Op]) -> None:
        """Store what does not depend on anything stored before."""
        waiting = asyncio.get_running_loop().create_future()
        self.store.write(None, ops, lambda error: _settle(waiting, error))
        await _settled(waiting)

    async def storing_problem(self) -> str | None:
        """Why nothing can be stored, tried just now; None if it can."""
        if time.monotonic() - self._tried > TRIED_ANEW:
            self._tried = time.monotonic()
            with contextlib.suppress(RequestError):  # the store knows what is wrong
                await self.stored([o.Probe(str(time.time()))])
        return self.store.problem

    async def until_recovery(self, seconds: float) -> None:
        """Wait so long, or until storing works again."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._recovered.wait(), seconds)

    def _recover(self) -> None:
        """Storing works again: bots and clocks, which could not do anything meanwhile, go on."""
        self._recovered.set()
        self._recovered = asyncio.Event()
        for table in list(self._tables.values()):
            table.go_on_after_trouble()
            self.start(self.learn_names(table))

    async def _committed(self, table: LiveTable, entry: e.AnyEntry, *ops: o.Op) -> None:
        """Let something happen; Taken if something else has, so that it is to be judged anew."""
        waiting = asyncio.get_running_loop().create_future()
        try:
            table.commit(entry, lambda error: _settle(waiting, error), ops)
        except CommandError:
            raise unknown_table(table.name) from None
        except Impossible as error:
            raise RequestError(409, "impossible", str(error)) from None
        await _settled(waiting)

    async def _judged(self, name: str, judge: Callable[[LiveTable], Awaitable[Found]]) -> Found:
        """Do something at a table; anew whenever something else has happened there before it could be stored.

        What is refused is judged anew as well if the log knows more than this worker did.
        """
        while True:
            table = await self.table(name)
            try:
                return await judge(table)
            except db.Taken:
                await _calm(table)
            except RequestError:
                if not await table.caught_up():
                    raise

    # People

    async def me(self, player: str) -> p.Me:
        """How a player wants to be called."""
        name = self.names.get(player, "")
        if not name:
            name = cleaned(await self.store.name(player))
        if name:  # of those who have none, any number can be invented
            self.names[player] = name
        return p.Me(name=name)

    async def rename(self, player: str, name: str) -> p.Me:
        """Call a player otherwise from now on."""
        name = checked_name(name, person=True)
        await self.stored([o.SetName(player, name, time.time())])
        at = time.time()
        self._call(player, name, at)
        self.bus.tell(EVERYBODY, lambda worker: b.Renamed(worker, player, name, at))
        return p.Me(name=name)

    def _call(self, player: str, name: str, at: float) -> None:
        """A player goes by a name from now on."""
        if name != self.names.get(player, name):
            self.renamed[player] = at
        self.names[player] = name
        for table in self._tables.values():
            if table.state.mask(player):
                table.people_changed()

    # Setting up

    async def create(self, player: str, wanted: p.TableWanted, address: str = "") -> p.Created:
        """Set up a table, and start it if that is wanted and possible."""
        check_seal(wanted.seal)
        await self._read_maps(wanted.game, wanted.options)
        setup = self._setup(player, wanted)
        table = await self._new_table(setup, address)
        await self._seal(table, player, wanted.seal)
        if wanted.start:
            await self._begin(table)
        return p.Created(table=table.name, lots=table.opening.message)

    async def check_map(self, content: bytes) -> p.MapChecked:
        """What is to be said of a map file."""
        try:
            return await self.surveyors.check(content)
        except ValueError as error:
            raise RequestError(400, "bad_map", str(error)[:500]) from None
        except Busy as error:
            raise RequestError(503, "busy", str(error)) from None

    async def _read_maps(self, game: str, options: Mapping[str, Any]) -> None:
        """A map of one's own is read beside everything else before anything else needs it."""
        try:
            await self.surveyors.read(game, options)
        except (ValueError, TypeError) as error:
            raise RequestError(400, "bad_options", str(error)[:500]) from None
        except Busy as error:
            raise RequestError(503, "busy", str(error)) from None

    def _setup(self, player: str, wanted: p.TableWanted) -> e.Setup:
        options = dict(wanted.options)
        if options.pop("players", len(wanted.seats)) != len(wanted.seats):
            raise RequestError(400, "bad_options", f"players: there are {len(wanted.seats)} seats")
        try:
            game = pentarchy.load(wanted.game, **options, players=len(wanted.seats))
        except (ValueError, TypeError) as error:
            raise RequestError(400, "bad_options", str(error)[:500]) from None
        clock = wanted.clock
        if clock is not None and not 1 <= clock.seconds <= LONGEST_CLOCK:
            raise RequestError(400, "bad_clock", f"clock: 1 to {LONGEST_CLOCK} seconds")
        if wanted.start and any(seat.kind in ("link", "program") for seat in wanted.seats):
            raise RequestError(409, "waiting", "a seat is still free; start when somebody has sat down")
        return e.Setup(
            game=wanted.game,
            options=game.options_copy(),
            seats=[self._seat_setup(player, seat) for seat in wanted.seats],
            host=player,
            public=wanted.public,
            hints=wanted.hints,
            clock=clock,
            pace=wanted.pace,
        )

    def _seat_setup(self, player: str, seat: p.SeatWanted) -> e.SeatSetup:
        name = checked_name(seat.name, person=seat.kind != "bot")
        match seat.kind:
            case "bot":
                return e.SeatSetup(kind="bot", name=name, level=seat.level)
            case "link":
                return e.SeatSetup(kind="link")
            case "program":
                return e.SeatSetup(kind="program", program=self._offered_to(seat.program))
        return e.SeatSetup(kind=seat.kind, player=player, name=name)

    def _offered_to(self, program: str) -> str:
        """The name of a program that a seat can be offered to, or none for any; a RequestError if there is no such."""
        if program and self.programs.named(program) is None:
            raise RequestError(404, "no_program", f"there is no program {program[:80]!r} here")
        return program

    async def _new_table(self, setup: e.Setup, address: str) -> LiveTable:
        await self.surveyors.read(setup.game, setup.options, patiently=True)
        state = TableState(setup, secrets.token_bytes(32))
        await self._learn_names(state)
        name = new_name()
        if name in self._tables or await self.store.table(name) is not None:
            name = longer(name)
        now = time.time()
        state.changed = now
        row = o.AddTable(name, now, int(setup.public), e.encode(setup), state.seed)
        people = {setup.host, *(seat.player for seat in setup.seats)} - {""}
        offered = [(number, seat) for number, seat in enumerate(setup.seats) if seat.kind == "program"]
        offers = [o.Offer(name, number, seat.program, now) for number, seat in offered]
        await self.stored([row, *(o.Sit(name, player) for player in people), *offers])
        table = self._tables[name] = LiveTable(self, name, now, state, [])
        self.bus.listen(name)
        table.asker.address = address
        table.want()
        return table

    async def _seal(self, table: LiveTable, player: str, seal: str) -> None:
        """Keep the seal of a number, if somebody who sits there has sent one."""
        if seal and table.state.mask(player) and table.state.lots.seals.get(player) != seal:
            with contextlib.suppress(ValueError):  # the list was closed meanwhile: the game begins without this number
                while table.state.lots.seals.get(player) != seal:
                    try:
                        await self._committed(table, e.Sealed(at=time.time(), player=player, seal=seal))
                    except db.Taken:
                        await _calm(table)

    async def sit(self, player: str, name: str, sitting: p.Sitting) -> p.Table:
        """Take a free seat."""
        await self.me(player)
        return await self._judged(name, lambda table: self._sit(player, table, sitting))

    async def _sit(self, player: str, table: LiveTable, sitting: p.Sitting) -> p.Table:
        check_seal(sitting.seal)
        self._check_open(table)  # nothing is waited for from here on: two may want the same seat
        called = checked_name(sitting.name, person=True)
        if player in table.state.removed:
            raise RequestError(403, "removed", "whoever was removed sits down again when the host lets them")
        free = [number for number, seat in enumerate(table.state.seats) if seat.free]
        if not free:
            raise RequestError(409, "full", "every seat is taken")
        seat = free[0] if sitting.seat is None else sitting.seat
        if seat not in free:
            raise RequestError(409, "taken", f"seat {seat} is not free")
        if table.state.mask(player) and not table.state.setup.one_device:
            raise RequestError(409, "seated", "you sit here already: one person has one seat")
        await self._committed(
            table, e.Sat(at=time.time(), seat=seat, player=player, name=called), o.Sit(table.name, player)
        )
        await self._seal(table, player, sitting.seal)
        if table.is_here(player):
            table.presence.came(player)
        else:
            table.presence.away[player] = time.time()
        return table.snapshots.table(player)

    async def fill(self, player: str, name: str, filling: p.Filling) -> p.Table:
        """Put a bot on a seat that no person holds, or take it away again."""
        return await self._judged(name, lambda table: self._fill(player, table, filling))

    async def _fill(self, player: str, table: LiveTable, filling: p.Filling) -> p.Table:
        self._check_host(table, player)
        self._check_unheld(table, filling.seat)
        called = checked_name(filling.name) if filling.level is not None else ""
        table.starting = table.starting and filling.level is not None
        filled = e.Filled(at=time.time(), seat=filling.seat, level=filling.level, name=called)
        await self._committed(table, filled, o.Withdraw(table.name, filling.seat))
        table.want()
        return table.snapshots.table(player)

    async def offer(self, player: str, name: str, offering: p.Offering) -> p.Table:
        """Offer a seat that nobody holds to programs, or no longer."""
        return await self._judged(name, lambda table: self._offer(player, table, offering))

    async def _offer(self, player: str, table: LiveTable, offering: p.Offering) -> p.Table:
        self._check_host(table, player)
        self._check_unheld(table, offering.seat)
        program = offering.program if offering.program is None else self._offered_to(offering.program)
        table.starting = False
        offered = e.Offered(at=time.time(), seat=offering.seat, program=program)
        listed: o.Op = o.Withdraw(table.name, offering.seat)
        if program is not None:
            listed = o.Offer(table.name, offering.seat, program, offered.at)
        await self._committed(table, offered, listed)
        return table.snapshots.table(player)

    def _check_unheld(self, table: LiveTable, seat: int) -> None:
        found = self._seat(table, seat)
        if found.player:
            raise RequestError(409, "taken", f"a {'program' if found.program else 'person'} sits on seat {seat}")

    # Programs

    async def take(self, program: Program, name: str, taking: p.Taking) -> p.Table:
        """Let a program take a seat that is offered to it."""
        taking_one = self._taking.setdefault(program.id, asyncio.Lock())
        async with taking_one:  # so that nobody takes two seats at once of which one is too many
            return await self._judged(name, lambda table: self._take(program, table, taking))

    async def _take(self, program: Program, table: LiveTable, taking: p.Taking) -> p.Table:
        held = await self.store.seats_held(program.id)
        self._check_open(table)  # nothing is waited for from here on: two may want the same seat
        seat = self._seat(table, taking.seat)
        if program.id in table.state.removed:
            raise RequestError(403, "removed", "whoever was removed sits down again when the host lets them")
        if seat.player == program.id:
            return table.snapshots.table(program.id)
        if seat.offered not in ("", program.name):
            raise RequestError(403, "not_offered", f"seat {taking.seat} is not offered to you")
        if not seat.vacant:
            raise RequestError(409, "taken", f"seat {taking.seat} is taken")
        if table.state.mask(program.id):
            raise RequestError(409, "seated", "you sit here already: one program has one seat at a table")
        if held >= self.settings.program_seats:
            raise RequestError(429, "too_many", f"you hold {held} seats, which is as many as a program may")
        sat = e.Sat(at=time.time(), seat=taking.seat, player=program.id, name=program.name, program=program.name)
        await self._committed(table, sat, o.Sit(table.name, program.id), o.Withdraw(table.name, taking.seat))
        table.presence.sat_down(program.id)
        return table.snapshots.table(program.id)

    async def give_back(self, program: Program, name: str) -> p.Table:
        """Let a program give its seat back before the start; it is offered again."""
        return await self._judged(name, lambda table: self._give_back(program, table))

    async def _give_back(self, program: Program, table: LiveTable) -> p.Table:
        self._check_open(table)
        seats = seats_in(table.state.mask(program.id))
        if not seats:
            raise RequestError(409, "not_sitting", "you do not sit there")
        table.starting = False
        left = e.Left(at=time.time(), player=program.id)
        again = [o.Offer(table.name, seat, table.state.seats[seat].offered or "", left.at) for seat in seats]
        await self._committed(table, left, o.Stand(table.name, program.id), *again)
        return table.snapshots.table(program.id)

    def saw(self, program: Program) -> None:
        """A program is there; that is kept to the minute, for its operator and for those who offer seats."""
        now = time.time()
        if self.programs.saw(program, now, SEEN_ANEW):
            self.store.write(None, [o.SeeProgram(program.id, now)], lambda _: None)

    async def remove(self, player: str, name: str, removing: p.Removing) -> p.Table:
        """Take all seats from somebody who is not wanted; they may not sit down again until the host lets them."""
        return await self._judged(name, lambda table: self._remove(player, table, removing))

    async def _remove(self, player: str, table: LiveTable, removing: p.Removing) -> p.Table:
        self._check_host(table, player)
        whose = self._seat(table, removing.seat).player
        if not whose:
            raise RequestError(409, "nobody", f"no person sits on seat {removing.seat}")
        if whose == player:
            raise RequestError(409, "yourself", "whoever wants to go leaves")
        table.starting = False
        called = table.names()[removing.seat]
        removed = e.Removed(at=time.time(), seat=removing.seat, player=whose, name=called)
        await self._committed(table, removed, o.Stand(table.name, whose))
        return table.snapshots.table(player)

    async def readmit(self, player: str, name: str, readmitting: p.Readmitting) -> p.Table:
        """Let somebody who was removed sit down again."""
        return await self._judged(name, lambda table: self._readmit(player, table, readmitting))

    async def _readmit(self, player: str, table: LiveTable, readmitting: p.Readmitting) -> p.Table:
        self._check_host(table, player)
        removed = list(table.state.removed)
        if not 0 <= readmitting.number < len(removed):
            raise RequestError(409, "nobody", f"nobody of this number was removed: {readmitting.number}")
        await self._committed(table, e.Readmitted(at=time.time(), player=removed[readmitting.number]))
        return table.snapshots.table(player)

    async def leave(self, player: str, name: str) -> p.Table:
        """Give all seats back before the start."""
        return await self._judged(name, lambda table: self._leave(player, table))

    async def _leave(self, player: str, table: LiveTable) -> p.Table:
        self._check_open(table)
        if not table.state.mask(player) and table.state.host != player:
            raise RequestError(409, "not_sitting", "you do not sit there")
        table.starting = False
        await self._committed(table, e.Left(at=time.time(), player=player), o.Stand(table.name, player))
        if table.state.closed:
            self.forget(table)
        return table.snapshots.table(player)

    async def begin(self, player: str, name: str) -> p.Table:
        """Start the game, or let it start by itself when its rules are compiled."""
        return await self._judged(name, lambda table: self._begin_as_host(player, table))

    async def _begin_as_host(self, player: str, table: LiveTable) -> p.Table:
        self._check_host(table, player)
        await self._begin(table)
        return table.snapshots.table(player)

    async def _begin(self, table: LiveTable) -> None:
        game = table.state.setup.game
        check_full(table)
        if self.readiness.is_ready(game, "people"):
            await self._start(table)
        elif self.readiness.has_failed(game, "people"):
            raise not_compiled(game)
        elif not table.starting:
            table.starting = True
            table.people_changed()
            self.start(self._begin_later(table))

    async def _start(self, table: LiveTable) -> None:
        """Start a game, or let pages open their numbers first."""
        while table.state.status == "open" and not table.state.beginning:
            check_full(table)
            try:
                await self._committed(table, table.opening.first_entry())
            except db.Taken:
                await _calm(table)
        table.opening.go_on()

    async def _begin_later(self, table: LiveTable) -> None:
        """Start a game when its rules are compiled, unless somebody has stood up meanwhile.

        That it will start is not stored: after a restart the table is open, and its host starts it again.
        """
        try:
            await self.readiness.wait(table.state.setup.game, "people")
        except CompilingFailed:
            table.starting = False  # the failure has been logged, and pages learn of it
        if table.starting and table.state.status == "open":
            table.starting = False
            with contextlib.suppress(RequestError):  # somebody has stood up at another worker
                await self._start(table)
        else:
            table.people_changed()

    def _check_host(self, table: LiveTable, player: str) -> None:
        """A RequestError unless the game has not begun and a player runs the table."""
        self._check_open(table)
        if table.state.host != player:
            raise RequestError(403, "not_host", "that is for the one who runs the table")

    def _seat(self, table: LiveTable, seat: int) -> SeatNow:
        seats = table.state.seats
        if not 0 <= seat < len(seats):
            raise RequestError(400, "no_seat", f"there is no seat {seat}: the seats are 0 to {len(seats) - 1}")
        return seats[seat]

    def _check_open(self, table: LiveTable) -> None:
        if table.state.closed:
            raise unknown_table(table.name)
        if table.state.status != "open" or table.state.beginning:
            raise RequestError(409, "started", "the game has begun")

    async def rematch(self, player: str, name: str, again: p.Again, address: str = "") -> p.Created:
        """A new table for the same people, each one seat further on; asked for again, the same one."""
        check_seal(again.seal)
        table = await self._settled(name)
        return await self._judged(table.name, lambda table: self._rematch(player, table, again, address))

    async def _rematch(self, player: str, table: LiveTable, again: p.Again, address: str) -> p.Created:
        state = table.state
        if state.status != "over":
            raise RequestError(409, "not_over", "the game is still going on")
        if not state.mask(player) and state.host != player:
            raise RequestError(403, "not_sitting", "those who played may ask for a rematch")
        lots = None
        async with table.following:  # two may ask at once
            if table.state.rematch is None:
                new = await self._new_table(self._rotated(player, table), address)
                try:
                    if table.state.rematch is not None:
                        raise db.Taken
                    await self._committed(table, e.Followed(at=time.time(), table=new.name))
                except db.Taken:  # somebody has asked at another worker meanwhile
                    await self.let_go(new.name)
                    raise
                await self._seal(new, player, again.seal)
                if all(seat.player in ("", player) and not seat.vacant for seat in new.state.seats):
                    await self._begin(new)
                lots = new.opening.message
        assert table.state.rematch is not None
        return p.Created(table=table.state.rematch, lots=lots)

    def _rotated(self, player: str, table: LiveTable) -> e.Setup:
        state = table.state
        seats = []
        for seat in state.seats:
            if seat.program:  # it may have gone for good, so it is asked again
                known = self.programs.named(seat.program) is not None
                seats.append(e.SeatSetup(kind="program", program=seat.program if known else ""))
                continue
            kind: p.SeatKind = "me" if seat.level is None else "bot"
            seats.append(e.SeatSetup(kind=kind, player=seat.player, name=seat.name, level=seat.level))
        return msgspec.structs.replace(state.setup, seats=[seats[-1], *seats[:-1]], host=player)

    # Lists

    async def lobby(self, player: str) -> p.Lobby:
        """What the first page shows of tables."""
        going_on, finished, public = await self._listed(player)
        mine = [shown for row in going_on if (shown := await self._row(row, player))]
        over = [shown for row in finished if (shown := await self._row(row, player))]
        public_rows = [shown for row in public if (shown := await self._row(row, player))]
        over += [row for row in mine if row.status == "over"]  # just now
        mine = [row for row in mine if row.status != "over"]
        return p.Lobby(
            open=[row for row in public_rows if row.status != "over"][:LISTED],
            mine=sorted(mine, key=lambda row: (not _waits(row), -row.changed))[:LISTED],
            finished=sorted(over, key=lambda row: -row.changed)[:LISTED],
        )

    async def held(self, player: str) -> list[p.ListedTable]:
        """The tables that are not over at which somebody sits."""
        rows = await self.store.listed_of(player, MOST_HELD, done=False)
        shown = [each for row in rows if (each := await self._row(row, player))]
        return [row for row in shown if row.mine and row.status != "over"]

    async def _listed(self, player: str) -> tuple[list[db.ListedRow], list[db.ListedRow], list[db.ListedRow]]:
        """A player's tables that are going on and those that are over, and the public ones."""
        going_on = await self.store.listed_of(player, 3 * LISTED, done=False)
        finished = await self.store.listed_of(player, LISTED, done=True)
        public = [row for status in ("open", "playing") for row in await self.store.listed_public(status, LISTED)]
        return going_on, finished, public[:LISTED]

    async def _row(self, row: db.ListedRow, player: str) -> p.ListedTable | None:
        try:
            if row.id not in self._tables and (summary := _summary(row)) is not None:
                for seat in summary.usual:
                    await self.me(summary.people[seat])
                return summary.seen_by(player, self.names)
            return (await self.table(row.id)).snapshots.row(player)
        except db.Unavailable:
            raise
        except Exception:
            log.exception("table %s cannot be listed", row.id)
            return None

    # Looking back

    async def past(self, player: str, name: str, at: int, seat: int | None) -> p.Past:
        """What somebody could see at an earlier time."""
        table = await self._settled(name)
        state = table.state
        if state.match is None:
            raise RequestError(409, "not_started", "the game has not begun")
        if seat is not None and not (0 <= seat < len(state.seats) and state.mask(player) >> seat & 1):
            raise RequestError(403, "not_your_seat", f"seat {seat} is not yours")
        is_open = getattr(state.game.spec.view, "past_is_open", None)
        if state.status != "over" and is_open is not None and not is_open(state.game.options):
            raise RequestError(403, "closed", "in this game nobody looks back before the end")
        try:
            view = await asyncio.to_thread(table.snapshots.past(at, seat))
        except ValueError as error:
            raise RequestError(400, "bad_request", str(error)) from None
        return p.Past(at=at, view=view)

    async def best_turns(self, name: str) -> list[p.BestTurn]:
        """The best turn of each seat in a finished game, the best of all first; none where no turn brought points."""
        match = await self._finished(name)
        return await asyncio.to_thread(_best_turns, match)

    async def _finished(self, name: str) -> Match:
        table = await self._settled(name)
        if table.state.match is None or table.state.status != "over":
            raise RequestError(409, "not_over", "this shows everything: it can be had when the game is over")
        return table.state.match

    async def record(self, name: str) -> dict[str, Any]:
        """The record of a finished game."""
        match = await self._finished(name)
        return await asyncio.to_thread(match.record)

    async def proof(self, name: str) -> p.Proof:
        """Whether chance was honest in a finished game."""
        record = await self.record(name)
        verdict = await asyncio.to_thread(pentarchy.verify, record)
        parts = record.get("seed_parts")
        return p.Proof(
            honest=verdict.honest,
            draws=verdict.draws,
            seed_hash=parts["secret_hash"] if parts else record["seed_hash"],
            seed=record["seed"],
            problem=verdict.problem,
            secret=parts and parts["secret"],
            lots=msgspec.convert(parts["lots"] if parts else [], list[p.Lot]),
        )


def checked_name(name: str, *, person: bool = False) -> str:
    """A name without spaces around it, or a RequestError; a person's is not one by which bots or the reader go."""
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise RequestError(400, "too_long", f"name: at most {LONGEST_NAME} characters")
    if wrong := problem(name):
        raise RequestError(400, "bad_name", f"name: {wrong}")
    if person and deceives(name):
        raise RequestError(400, "taken_name", f"name: {name!r} would be taken for a bot or for the reader")
    return cleaned(name)


def check_full(table: LiveTable) -> None:
    """A RequestError if somebody could still sit down."""
    if any(seat.vacant for seat in table.state.seats):
        raise RequestError(409, "waiting", "a seat is still free; start when somebody has sat down")


def check_seal(seal: str) -> None:
    """A RequestError if it is none; it may be left out."""
    if seal and not is_number(seal):
        raise RequestError(400, "bad_seal", "seal: 64 small hexadecimal digits")


def unknown_table(name: str) -> RequestError:
    """There is no such table, or nobody may know that there is."""
    return RequestError(404, "not_found", f"there is no table {name[:80]!r}")


def not_compiled(game: str) -> RequestError:
    """A game cannot be played on this machine."""
    return RequestError(503, "not_compiled", f"the rules of {game} could not be compiled; the table's log says why")


def _keep_what_is_loaded() -> None:
    """What is loaded now stays: looking through it for garbage again and again would cost more than the games."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _summary(row: db.ListedRow) -> Summary | None:
    """What is stored of a table for lists; None if there is nothing, or if something has happened since."""
    if row.summary is None:
        return None
    summary = msgspec.json.decode(row.summary, type=Summary)
    return summary if row.status == "over" or summary.count == row.last else None


def _best_turns(match: Match) -> list[p.BestTurn]:
    best: dict[int, Turn] = {}
    for turn in match.turns():
        if turn.gain > max(0, best[turn.seat].gain if turn.seat in best else 0):
            best[turn.seat] = turn
    places = {id(event): place for place, event in enumerate(match.events)}
    lines = [places[id(event)] for event in match.heard()]
    turns = [p.BestTurn(turn.seat, bisect_left(lines, turn.events), turn.gain) for turn in best.values()]
    return sorted(turns, key=lambda turn: (-turn.gain, turn.at))


def _waits(row: p.ListedTable) -> bool:
    """Whether a table waits for the one who asks."""
    return any(seat.mine and not seat.stands_in and seat.seat in row.to_act for seat in row.seats)


async def _calm(table: LiveTable) -> None:
    """Wait until a table is what is stored."""
    with contextlib.suppress(CompilingFailed):
        await table.settled()


async def _settled(waiting: asyncio.Future[None]) -> None:
    """Wait until something is stored; a RequestError if it cannot be."""
    try:
        await waiting
    except db.Taken:
        raise
    except (sqlite3.Error, OSError):  # it has been logged
        raise RequestError(503, "not_stored", "storing does not work; try again in a while") from None


def _settle(waiting: asyncio.Future[None], error: Exception | None) -> None:
    if not waiting.done():
        if error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(error)
