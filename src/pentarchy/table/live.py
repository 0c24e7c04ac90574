"""A table in use: commands come in, are stored, and only then does anybody see what they did."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Protocol

import msgspec

from pentarchy.bots.levels import part_of
from pentarchy.errors import CannotUndo, IllegalMove, NoPreview
from pentarchy.table import bus
from pentarchy.table import entries as e
from pentarchy.table import ops as o
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.bot_pool import Failures, is_one_ply, levels_down_from
from pentarchy.table.clocks import Clocks
from pentarchy.table.elsewhere import Elsewhere
from pentarchy.table.letters import cleaned, problem, told_apart
from pentarchy.table.limits import LONGEST_ID, LONGEST_TEXT, MOST_MOVES_PREVIEWED
from pentarchy.table.lots import Opening
from pentarchy.table.possible import Impossible
from pentarchy.table.presence import Presence
from pentarchy.table.snapshots import NO_EVENTS, Reader, Snapshots, encode
from pentarchy.table.supposing import supposed
from pentarchy.table.talk import Talk
from pentarchy.table.tally import tally
from pentarchy.table.turns import Asker
from pentarchy.table.wire import RESTARTING
from pentarchy.warm import CompilingFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.table.hub import Hub
    from pentarchy.table.minds import SeatedBot
    from pentarchy.table.table_state import TableState

log = logging.getLogger("pentarchy.table")

NO_SEAT = 4409  # the code with which a program is sent away that has no seat, or no longer
FOR_PROGRAMS = (p.Play, p.Resign, p.StandIn, p.AskPreview, p.Here, p.Suppose)
WANTED = 5.0  # seconds that a table is kept for whoever has asked for it
READING_AGAIN = 0.5  # seconds between two tries to read a table while the database is away
SIGNS = 20  # times in the patience for those who do nothing that other workers are told of somebody who does something
PAUSES: dict[p.Pace, float] = {"at_once": 0.0, "brisk": 1.0, "leisurely": 3.0}  # of the pause between moves of bots


class Page(Reader, Protocol):
    """One open page of somebody, as a table sees it."""

    address: str
    joined: bool
    hinting: bool

    @property
    def closed(self) -> bool:
        """Whether nothing more is said here."""

    @property
    def is_program(self) -> bool:
        """Whether it is not a person's."""

    def reply(self, message: p.Reply) -> None:
        """Send an answer."""

    def state_is_due(self) -> None:
        """Send how it stands, as soon as the line is free."""

    def may_talk(self) -> bool:
        """Whether it has not talked too much."""

    def close(self, code: int) -> None:
        """Say nothing more but why."""


class CommandError(Exception):
    """A command is not carried out."""

    def __init__(self, reason: p.Reason, detail: str, move: IllegalMove | None = None) -> None:
        super().__init__(detail)
        self.reason: p.Reason = reason
        self.move = move  # which the rules do not allow


class LiveTable:
    """One table in memory, with the pages that are open at it."""

    def __init__(self, hub: Hub, name: str, created: float, state: TableState, said: list[db.SaidRow]) -> None:
        self.hub = hub
        self.name = name
        self.created = created
        self.state = state
        self.pages: set[Page] = set()
        self.touched = self.wanted = time.monotonic()  # when something happened, and when somebody asked for it
        self.expected = 0  # pages that have come and not said hello yet
        self.elsewhere = Elsewhere()
        self.resumed = 0.0  # when it went on after nobody had driven it
        self.people = 0  # grows when somebody comes or goes
        self._pending = 0  # entries that are not stored yet
        self.following = asyncio.Lock()  # held while the table after this one is made
        self.starting = False  # the game begins by itself when its rules are compiled
        self._settled: list[asyncio.Future[None]] = []
        self._broken = False
        self._late = False  # somebody else was faster: what was missed is being read
        self._anew: list[Callable[[Exception | None], None]] = []  # to be told that they were too late, and judge anew
        self._unread = False  # whether the log could not be asked when it was to be
        self._welcoming: dict[Page, list[p.Command]] = {}  # what pages send that know more, until this worker does too
        self._held: list[tuple[Page, p.Wish]] = []  # commands that came while what was missed is read
        self._newest = 0  # the last entry that is known to be stored, by whomever
        self._catching_up: asyncio.Task[None] | None = None
        self._told_signs: dict[str, float] = {}  # when other workers were last told that somebody does something
        self._gone = False  # not to be used any more: deleted, or read anew
        self._listed: tuple[TableState, int] | None = None  # what is stored for lists
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._bots: dict[tuple[int, str], SeatedBot] = {}
        self._failures = Failures()
        self._hints: dict[Page, tuple[p.AskHint, asyncio.Task[None]]] = {}
        self.asker = Asker(state.host)
        self._shown: tuple[int, int, int] | None = None  # what everybody knows of
        self._shown_at = 0.0
        self.presence = Presence(self)
        self.talk = Talk(self, said)
        self.snapshots = Snapshots(self)
        self.clocks = Clocks(self)
        self.clocks.start()
        self.opening = Opening(self)
        self._waking = hub.start(self._wake_up()) if state.asleep else None

    # --- What happens -------------------------------------------------------------------------------------------------

    def commit(
        self, entry: e.AnyEntry, done: Callable[[Exception | None], None] | None = None, ops: tuple[o.Op, ...] = ()
    ) -> None:
        """Let something happen and store it; a ValueError if it cannot happen. Nobody sees it before it is stored."""
        if self._gone:
            raise CommandError("failed", "the table was closed meanwhile")
        if self._broken:  # what is in memory is not what is stored, so nothing may follow on it
            raise db.Taken("the table is being read anew")
        state = self.state
        status = state.status, state.closed
        if state.setup.clock is None:
            state.apply(entry)
        else:
            entry = self._apply_timed(entry)
        self.presence.follow(entry)
        self._close_curtains()
        self._pending += 1
        tally.moves += isinstance(entry, e.Moved)
        self.touched = time.monotonic()
        added = o.AddEntry(self.name, state.count, e.encode(entry))
        stored: list[o.Op] = [added, *ops]
        if status != (state.status, state.closed):
            stored += self._status_ops(entry.at)
        self.hub.store.write(self.name, stored, lambda error: self._stored(error, added, done))

    def _apply_timed(self, entry: e.AnyEntry) -> e.AnyEntry:
        """Let something happen between stopping the clocks and starting them; return it with what is left."""
        state = self.state
        self.clocks.stop()
        try:
            state.apply(entry)
        finally:
            self.clocks.start()
        if state.left is None:
            return entry
        return msgspec.structs.replace(entry, left=[round(left, 2) for left in state.left])

    def _status_ops(self, at: float) -> list[o.Op]:
        status = "closed" if self.state.closed else self.state.status
        over = status == "over"
        summary = encode(self.snapshots.summary()) if over else None
        stored: list[o.Op] = [o.SetStatus(self.name, status, at, summary, int(over))]
        if status != "open":
            stored.append(o.WithdrawAll(self.name))
        if status == "closed":
            stored.append(o.StandAll(self.name))
        else:
            stored.append(o.SetSitting(self.name, at, int(over)))
        return stored

    def listing_ops(self) -> list[o.Op]:
        """What is to be stored for lists; nothing if that has been done or the table is about to change."""
        noted = (self.state, self.state.count)
        if self._listed == noted or self._pending or self._broken or self.state.asleep:
            return []
        self._listed = noted
        summary = self.snapshots.summary()
        done, changed = int(self.state.status == "over"), summary.row.changed
        return [
            o.SetListed(self.name, changed, encode(summary)),
            o.SetSitting(self.name, changed, done),
        ]

    def _stored(
        self, error: Exception | None, added: o.AddEntry, done: Callable[[Exception | None], None] | None
    ) -> None:
        try:
            if error is None:
                self.hub.bus.tell(self.name, lambda worker: bus.Happened(worker, added.seq, added.entry))
            self._answer(error, done)
        finally:
            self.hub.outbox.run()  # the answer and the state after it are one write, made while the table is at hand

    def _answer(self, error: Exception | None, done: Callable[[Exception | None], None] | None) -> None:
        self._pending -= 1
        self._broken = self._broken or error is not None
        if isinstance(error, db.Taken) and not self._gone:
            self._late = True
            if done is not None:
                self._anew.append(done)
        elif done is not None:
            done(error)
        if self._pending:
            return
        if self._broken:
            if not self._gone:
                self.hub.start(self._go_back())
            return
        self._show_what_happened()
        if self._newest > self.state.count:
            self.catch_up()

    def _show_what_happened(self) -> None:
        self._release()
        self.opening.tell()
        self.publish()
        self._give_up_hints()
        self.wake()

    def _release(self) -> None:
        """Let those go on who wait until everything is stored."""
        for waiting in self._settled:
            if not waiting.done():
                waiting.set_result(None)
        self._settled.clear()

    def end(self, code: int) -> None:
        """Nothing happens here any more; pages are told why."""
        self._broken = self._gone = True
        self.stop()
        self._release()
        self._judge_anew()
        for page in list(self.pages):
            page.close(code)

    async def _go_back(self) -> None:
        """Storing failed, or somebody else was faster: be again what is stored, and judge anew what was too late."""
        if await self._read_again():
            self.hub.store.mend(self.name)
            self._broken = False
            self._go_on()
            self._judge_anew()

    def _judge_anew(self) -> None:
        """Let those try again who were too late, then those who came meanwhile."""
        self._late = False
        anew, self._anew = self._anew, []
        held, self._held = self._held, []
        late = db.Taken("something else has happened meanwhile")
        for done in anew:
            done(late)
        for page, command in held:
            if page in self.pages:
                self.command(page, command)

    async def _wake_up(self) -> None:
        """The game has begun, but its rules are still being compiled: go on when they are."""
        try:
            await self.hub.readiness.wait(self.state.setup.game, "people")
        except CompilingFailed as error:
            log.error("table %s cannot go on: %s", self.name, error)
            return
        if await self._read_again():
            self._go_on()

    async def _read_again(self) -> bool:
        """Read the table anew, as soon as it can be read; whether that is possible at all."""
        while not self._gone:
            try:
                self.state = await self.hub.fold(self.name)
            except db.Unavailable:
                await self.hub.until_recovery(READING_AGAIN)
            except Exception:
                log.exception("table %s cannot be read", self.name)
                self.hub.drop(self)
            else:
                return not self._gone
        return False

    def _go_on(self) -> None:
        self._release()
        self.presence.follow(None)
        self._close_curtains()
        for player in {page.player for page in self.pages}:
            self._come_back(player)
        self.clocks.start(self.since_last_entry)
        self.opening.tell()
        self.publish()
        self.wake()
        self.opening.go_on()
        if self._newest > self.state.count:
            self.catch_up()

    async def settled(self) -> None:
        """Wait until everything is stored and the rules are compiled; CompilingFailed if they never are."""
        if self.state.asleep and self._waking is not None:
            await asyncio.wait([self._waking])
            if self.state.asleep:
                raise CompilingFailed(f"{self.state.setup.game} (people)")
        if self._pending or (self._broken and not self._gone):
            waiting = asyncio.get_running_loop().create_future()
            self._settled.append(waiting)
            await waiting

    # --- What other workers do ----------------------------------------------------------------------------------------

    def hear(self, note: bus.AnyNote) -> None:
        """Another worker has told something of this table."""
        match note:
            case bus.Happened():
                self._hear_of(note)
            case bus.Spoke():
                self.talk.hear(db.SaidRow(*(getattr(note, field) for field in db.SaidRow._fields)))
            case bus.Here():
                self._hear_who_is_here(note)
            case bus.Gone():
                self.hub.forget(self, note.code)

    def _hear_of(self, note: bus.Happened) -> None:
        if self._is_in_nobodys_way:
            self.stop()
            self.hub.forget(self)
            return
        self._newest = max(self._newest, note.seq)
        if not self._may_follow() or note.seq <= self.state.count:
            return  # what is being stored fails if it is too late; then, or when it is stored, the log is asked
        if note.seq == self.state.count + 1:
            self._follow([(note.seq, note.entry)])
        else:
            self.catch_up()

    @property
    def _is_in_nobodys_way(self) -> bool:
        """Whether the table goes on elsewhere and nobody needs it here: it is read again when somebody does."""
        if not self.idle or time.monotonic() - self.wanted < WANTED:
            return False
        return not (self.expected or self.starting or self.drives or self.state.beginning or self._is_catching_up)

    def is_behind(self, seq: int) -> None:
        """So much has happened as the log says; ask for it if it is not known."""
        self._newest = max(self._newest, seq)
        if self._newest > self.state.count:
            self.catch_up()

    def _may_follow(self) -> bool:
        """Whether the table stands as the log has it, as far as is known, and can be carried on from there."""
        return not (self._pending or self._broken or self._gone or self.state.asleep)

    def catch_up(self) -> asyncio.Task[None]:
        """Read what was missed, and show it."""
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = self.hub.start(self._catch_up())
        return self._catching_up

    @property
    def _is_catching_up(self) -> bool:
        return self._catching_up is not None and not self._catching_up.done()

    async def _catch_up(self) -> None:
        while self._may_follow():
            state, count = self.state, self.state.count
            try:
                rows = await self.hub.store.entries_after(self.name, count)
            except db.Unavailable:
                self._unread = True
                return  # the watchdog asks again
            self._unread = False
            if self.state is not state or state.count != count:
                continue  # meanwhile somebody has told of it
            if not self._may_follow():
                return
            if not rows:
                if self._newest > count:  # it is packed by now
                    self._newest = count
                    self._read_anew()
                return
            self._follow(rows)

    def _read_anew(self) -> None:
        self._broken = self._late = True
        self.hub.start(self._go_back())

    def _follow(self, rows: list[tuple[int, bytes]]) -> None:
        """Let happen here what has happened elsewhere."""
        state, look = self.state, self.state.look
        try:
            for seq, written in rows:
                if seq != state.count + 1:
                    raise ValueError(f"entry {seq} does not follow on {state.count}")
                self._follow_entry(e.decode(written))
        except Exception:
            log.exception("what happened at %s elsewhere does not fit: it is read anew", self.name)
            self._read_anew()
            return
        self.touched = time.monotonic()
        self._show_what_happened()
        self.opening.wait()
        self.presence.look_after_the_host()
        if state.look != look:  # somebody may have sat down
            self.hub.start(self.hub.learn_names(self))
        if state.closed:
            self.hub.forget(self)

    def _follow_entry(self, entry: e.AnyEntry) -> None:
        self.state.follow(entry)
        self.clocks.start(self.since_last_entry)
        self.presence.follow(entry)
        if isinstance(entry, e.Sat):
            self.presence.sat_down(entry.player)
        self._close_curtains()

    @property
    def since_last_entry(self) -> float:
        """Seconds since something happened here; as clocks go they may differ a little between machines."""
        return max(0.0, time.time() - max(self.state.at, self.resumed)) if self.hub.store.shared else 0.0

    async def caught_up(self) -> bool:
        """Ask the log whether something has happened that is not known here; whether it has."""
        if not self.hub.store.shared:
            return False
        state, count = self.state, self.state.count
        await self.settled()
        if self._is_catching_up:
            await self.catch_up()  # its answer may be older than this question
        await self.catch_up()
        return self.state is not state or self.state.count != count

    # Who is here

    def _here(self) -> set[str]:
        return {page.player for page in self.pages} | self.elsewhere.people

    def _hear_who_is_here(self, note: bus.Here) -> None:
        before = self._here()
        self.elsewhere.hear(note.worker, frozenset(note.people))
        self.presence.signs_elsewhere(note.people)
        self._people_moved(before)
        if note.left is not None and note.seq == self.state.count and not self._pending and not self.drives:
            self.state.left = list(note.left)
            self.clocks.start()
        if note.asks:
            self.tell_who_is_here()
        # Whatever was stored before it was known there that somebody listens was not told.
        if note.seq > max(self._newest, self.state.count):
            self.is_behind(note.seq)
        self.talk.is_behind(note.said)

    def look_who_is_elsewhere(self) -> None:
        """Forget people at workers that are gone, and tell the others who is here."""
        if self.elsewhere:
            before = self._here()
            self.elsewhere.forget_the_silent()
            self._people_moved(before)
        if self.pages:
            self.tell_who_is_here()

    def _people_moved(self, before: set[str]) -> None:
        here = self._here()
        moved = {player for player in here ^ before if self._belongs_here(player)}
        for player in moved:
            if player in here:
                self.presence.came(player)
            else:
                self.presence.left(player)
        if moved:
            self.people_changed()

    def tell_who_is_here(self, *, asking: bool = False) -> None:
        """Tell the other workers whose pages are open here."""
        people = {page.player: self.presence.last_sign(page.player) for page in self.pages if page.player}
        self._told_signs |= people
        ticking = self.clocks.shown() if self.drives and not self._pending else None
        left = None if ticking is None else ticking.left
        stored = 0 if self._broken else self.state.count - self._pending
        said = self.talk.last
        self.hub.bus.tell(self.name, lambda worker: bus.Here(worker, people, asking, stored, left, said))

    # --- Commands -----------------------------------------------------------------------------------------------------

    def command(self, page: Page, command: p.Command) -> None:
        """Carry out what a page asks for, and answer."""
        if isinstance(command, p.Ping):
            page.reply(p.Pong(at=time.time()))
            return
        if not self.check_seat(page):
            return
        if (waiting := self._welcoming.get(page)) is not None:
            waiting.append(command)
            return
        if isinstance(command, p.Hello):
            if self._knows_more(page, command.seq):
                self._welcoming[page] = []
                self.hub.start(self._welcome_later(page, command))
            else:
                self._welcome(page, command)
            return
        try:
            if not page.joined:
                raise CommandError("not_joined", "say hello first")
            if self._is_being_read:
                self._held.append((page, command))
                return
            if self._broken:
                raise CommandError("failed", "storing has failed; try again")
            self._show_life(page.player)
            if self.state.asleep and not isinstance(command, p.Say):
                self.hub.start(self._carry_out_later(page, command))
                return
            if isinstance(command, p.Play | p.Undo) and self._knows_more(page, command.seq):
                self.hub.start(self._carry_out_caught_up(page, command))
                return
            self._carry_out(page, command)
        except CommandError as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection), rejection.move)
        except Impossible as error:
            self.reject(page, command.id, "failed", str(error))

    @property
    def _is_being_read(self) -> bool:
        """Whether what is stored is about to be known again, so that commands can wait for it."""
        is_back = self._broken and self.hub.store.shared and self.hub.store.problem is None
        return (self._late or is_back) and not self._gone

    def _knows_more(self, page: Page, seq: int | None) -> bool:
        """Whether a page has seen at another worker what is not known here yet."""
        return self.hub.store.shared and seq is not None and seq > self._seq(page)

    async def _welcome_later(self, page: Page, hello: p.Hello) -> None:
        """A page that knows more than this worker is not shown what it has seen before; what it sends then waits."""
        known = await self._catch_up_quietly()
        waiting = self._welcoming.pop(page)
        if page.closed:
            return
        if not known:
            page.close(RESTARTING)  # another worker may know it
            return
        self._welcome(page, hello)
        for command in waiting:
            self.command(page, command)

    async def _carry_out_caught_up(self, page: Page, command: p.Play | p.Undo) -> None:
        known = await self._catch_up_quietly()
        if page not in self.pages:
            return
        if self._is_being_read:
            self._held.append((page, command))
            return
        try:
            if self._broken:
                raise CommandError("failed", "storing has failed; try again")
            if not known:
                raise CommandError("failed", "what has happened cannot be read; try again")
            self._carry_out(page, command)
        except CommandError as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection), rejection.move)

    async def _catch_up_quietly(self) -> bool:
        """Read what was missed; whether that could be done."""
        with contextlib.suppress(CompilingFailed, db.Unavailable):
            await self.caught_up()
            return not self._unread
        return False

    async def _carry_out_later(self, page: Page, command: p.Wish) -> None:
        try:
            await self.settled()
        except CompilingFailed as error:
            self.reject(page, command.id, "failed", str(error))
            return
        if page in self.pages:
            self.command(page, command)

    def reject(self, page: Page, id: str, reason: p.Reason, detail: str, move: IllegalMove | None = None) -> None:
        """Answer that something was not done, with the rule that does not allow a move."""
        tally.rejected[reason] += 1
        rule, why = (move.rule, move.reasons) if move else (None, {})
        page.reply(
            p.Rejected(id=id[:LONGEST_ID], seq=self._seq(page), reason=reason, detail=detail, rule=rule, why=why)
        )

    def _seq(self, page: Page, numbers: tuple[int, ...] | None = None) -> int:
        """How many changes a page knows of, now or at an earlier time."""
        state = self.state
        return state.number_in(numbers or state.numbers, state.ear(page.player, page.looks))

    def _welcome(self, page: Page, hello: p.Hello) -> None:
        seq = hello.seq
        first = not self.is_here(page.player)
        page.joined = True
        page.looks = self._still_looks(page, hello)
        page.log = NO_EVENTS if seq is None else self.snapshots.log_at(seq)
        page.shown = None
        self.pages.add(page)
        self._page_came(page)
        self.want()
        if not page.is_program and (latest := self.talk.latest):
            page.reply(p.Chat(said=latest))
        if self.opening.message is not None:
            page.reply(self.opening.message)
        if first and self._belongs_here(page.player):
            self.presence.came(page.player)
            self._come_back(page.player)
            self.people_changed()
        elif not self._pending:
            page.state_is_due()
        self.tell_who_is_here()
        self.wake()

    def part(self, page: Page) -> None:
        """A page was closed."""
        if page not in self.pages:
            return
        self.pages.discard(page)
        self.touched = time.monotonic()
        self._page_went(page)
        self.tell_who_is_here()
        if not self.is_here(page.player) and self._belongs_here(page.player):
            self.presence.left(page.player)
            self.people_changed()

    def _belongs_here(self, player: str) -> bool:
        """Whether it matters to the others if somebody is here."""
        return bool(self.state.mask(player)) or (bool(player) and player == self.state.host)

    # --- One device for several people --------------------------------------------------------------------------------

    def _look(self, page: Page, command: p.Look) -> None:
        """Somebody sits down in front of a shared device, or leaves it; what it is sent from here on is theirs."""
        seat = command.seat
        if seat is not None:
            self._check_mine(page, seat)
            if self.state.is_shared(page.player) and seat not in self.state.waiting_for_people:
                raise CommandError("not_your_turn", f"seat {seat} is not to act")
        page.looks = seat
        page.reply(p.Done(id=command.id, seq=self._seq(page)))
        page.state_is_due()

    def _still_looks(self, page: Page, hello: p.Hello) -> int | None:
        """Who sits in front of a device that was without a line: nobody if its turn has passed meanwhile."""
        state, seat = self.state, hello.looks
        if seat is None or hello.seq is None or seat not in state.waiting_for_people:
            return None
        known = state.number_in(state.touched[seat], seat) <= hello.seq <= state.number(seat)
        return seat if known and state.mask(page.player) >> seat & 1 else None

    def _close_curtains(self) -> None:
        """Who is no longer to act sits in front of no shared device."""
        if not self.state.alike:
            waiting = self.state.waiting_for_people
            for page in self.pages:
                if page.looks not in waiting:
                    page.looks = None

    def _check_front(self, page: Page, seat: int) -> None:
        if self.state.is_shared(page.player) and page.looks != seat:
            raise CommandError("not_in_front", f"seat {seat} does not sit in front of this device")

    def _check_mine(self, page: Page, seat: int) -> None:
        if not 0 <= seat < len(self.state.seats) or not self.state.mask(page.player) >> seat & 1:
            raise CommandError("not_your_seat", f"seat {seat} is not yours")

    def is_here(self, player: str) -> bool:
        """Whether a page of somebody is open, at whichever worker."""
        return self.is_at_this_worker(player) or self.elsewhere.has(player)

    def is_at_this_worker(self, player: str) -> bool:
        """Whether it is open here."""
        return any(page.player == player for page in self.pages)

    def _carry_out(self, page: Page, command: p.Wish) -> None:
        if len(command.id) > LONGEST_ID or not command.id:
            raise CommandError("bad_message", f"id: 1 to {LONGEST_ID} characters")
        self._check_for_whom(page, command)
        if isinstance(command, p.Say):
            self._say(page, command)
            return
        if isinstance(command, p.Look):
            self._look(page, command)
            return
        if isinstance(command, p.Seal | p.Unseal):
            self._take_number(page, command)
            return
        if isinstance(command, p.Here):
            page.reply(p.Done(id=command.id, seq=self._seq(page)))
            return
        if not isinstance(command, p.Replace):
            self._check_mine(page, command.seat)
        known = self.state.answers.get((page.player, command.id))
        if known is not None and not isinstance(command, p.AskPreview | p.AskHint | p.Suppose):
            self._answer_again(page, command.id, self._seq(page, known))
            return
        if self.state.status != "playing":
            raise CommandError("not_playing", f"the game is not going on: {self.state.status}")
        if isinstance(command, p.Play | p.Undo | p.AskPreview | p.AskHint):
            self._check_front(page, command.seat)
        match command:
            case p.Play():
                self._play(page, command)
            case p.Undo():
                self._undo(page, command)
            case p.StandIn():
                self._stand_in(page, command)
            case p.Resign():
                self._resign(page, command)
            case p.Replace():
                self._vote(page, command)
            case p.AskPreview():
                self._check_turn(command.seat, command.seq)
                self.hub.start(self._preview(page, command))
            case p.AskHint():
                self._check_hint(page, command)
                self._start_hint(page, command)
            case p.Suppose():
                self._check_turn(command.seat, command.seq)
                self.hub.start(self._suppose(page, command))

    def _check_for_whom(self, page: Page, command: p.Wish) -> None:
        """Programs play and nothing else; what they may suppose is for them alone."""
        if page.is_program:
            stands_in = isinstance(command, p.StandIn) and command.level is not None
            if stands_in or not isinstance(command, FOR_PROGRAMS):
                raise CommandError("not_for_you", f"programs do not ask for this: {command.__struct_config__.tag}")
        elif isinstance(command, p.Suppose):
            raise CommandError("not_for_you", "only programs ask for what they may suppose")

    def check_seat(self, page: Page) -> bool:
        """Whether a page may stay: people may watch, a program has a seat or goes."""
        if page.is_program and (self.state.closed or not self.state.mask(page.player)):
            page.close(NO_SEAT)
            return False
        return True

    def _answer_again(self, page: Page, id: str, seq: int) -> None:
        """A retry: the same answer as the first time, once it is true."""

        async def answer() -> None:
            await self.settled()
            page.reply(p.Done(id=id, seq=seq))

        if self._pending:
            self.hub.start(answer())
        else:
            page.reply(p.Done(id=id, seq=seq))

    def _done(self, page: Page, command: p.Wish) -> Callable[[Exception | None], None]:
        def done(error: Exception | None) -> None:
            if isinstance(error, db.Taken) and not self._gone:
                if page in self.pages:
                    self.command(page, command)
            elif error is not None:
                self.reject(page, command.id, "failed", "storing has failed; try again")
            else:
                self.answer(page, command.id)

        return done

    def answer(self, page: Page, id: str) -> None:
        """Answer that something was done."""
        page.reply(p.Done(id=id, seq=self._seq(page, self.state.answers.get((page.player, id)))))

    def _check_fresh(self, seat: int, seq: int) -> None:
        state = self.state
        if not state.number_in(state.touched[seat], seat) <= seq <= state.number(seat):
            raise CommandError("stale", f"the table stands at {state.number(seat)}, the command was made for {seq}")

    def _check_turn(self, seat: int, seq: int) -> None:
        self._check_fresh(seat, seq)
        if seat not in self.state.to_act:
            raise CommandError("not_your_turn", f"seat {seat} is not to act")
        if self.state.seats[seat].driver is not None:
            raise CommandError("not_your_turn", f"a bot plays for seat {seat}")

    def _play(self, page: Page, command: p.Play) -> None:
        self._check_turn(command.seat, command.seq)
        entry = e.Moved(at=time.time(), player=page.player, id=command.id, seat=command.seat, move=command.move)
        try:
            self.commit(entry, self._done(page, command))
        except IllegalMove as error:
            raise CommandError("illegal", str(error)[:500], error) from None
        if command.seat not in self.state.to_act:
            self._come_back(page.player)

    def _undo(self, page: Page, command: p.Undo) -> None:
        self._check_fresh(command.seat, command.seq)
        if self.state.seats[command.seat].driver is not None:
            raise CommandError("cannot_undo", f"a bot plays for seat {command.seat}")
        if self.state.moved_by_bot(command.seat):
            raise CommandError("cannot_undo", "what a bot has played for you is not taken back")
        entry = e.Undone(at=time.time(), player=page.player, id=command.id, seat=command.seat)
        try:
            self.commit(entry, self._done(page, command))
        except CannotUndo as error:
            raise CommandError("cannot_undo", str(error)) from None

    def _stand_in(self, page: Page, command: p.StandIn) -> None:
        seat = self.state.seats[command.seat]
        if seat.resigned or seat.ran_out:
            why = "was resigned" if seat.resigned else "has no time left"
            raise CommandError("not_your_seat", f"seat {command.seat} {why}: a bot plays on")
        entry = e.StoodIn(at=time.time(), player=page.player, id=command.id, seat=command.seat, level=command.level)
        self.commit(entry, self._done(page, command))

    def _resign(self, page: Page, command: p.Resign) -> None:
        if self.state.seats[command.seat].resigned:
            raise CommandError("not_your_seat", f"seat {command.seat} was resigned already")
        entry = e.Resigned(at=time.time(), player=page.player, id=command.id, seat=command.seat)
        self.commit(entry, self._done(page, command))

    def _take_number(self, page: Page, command: p.Seal | p.Unseal) -> None:
        """A page seals the number that it adds to chance, or opens it."""
        if not self.state.mask(page.player):
            raise CommandError("not_your_seat", "those who sit here add numbers")
        entry = self.opening.entry(page.player, command)
        if entry is None:
            self._answer_again(page, command.id, self._seq(page))
            return
        if self.state.status != "open":
            raise CommandError("stale", "the game has begun")
        try:
            self.commit(entry, self._done(page, command))
        except ValueError as error:
            raise CommandError("bad_message", str(error)) from None
        self.opening.go_on()

    # --- Somebody who is away, or does nothing ------------------------------------------------------------------------

    def _vote(self, page: Page, command: p.Replace) -> None:
        absent = self._absent(command.seat)
        voters = self.presence.voters(absent, page.player)
        if page.player not in voters:
            raise CommandError("no_vote", "those who play here and are present decide")
        votes = self.state.seats[command.seat].votes
        decides = len({page.player, *votes} & voters.keys()) >= self.presence.votes_needed(absent, page.player)
        if page.player in votes and not decides:
            raise CommandError("voted", "your vote counts already")
        vote = e.Voted(
            at=time.time(),
            player=page.player,
            id=command.id,
            whose=command.seat,
            by=voters[page.player],
            decides=decides,
        )
        self.commit(vote, self._done(page, command))

    def _absent(self, seat: int) -> str:
        """The person of a seat who has let others wait for long, away or here; a CommandError if there is none."""
        if not 0 <= seat < len(self.state.seats):
            raise CommandError("not_away", f"there is no seat {seat}")
        absent = self.state.seats[seat].player
        if self.presence.idle_since(seat) is not None:
            return absent
        if not absent or self.is_here(absent):
            raise CommandError("not_away", f"nobody is away from seat {seat}")
        if seat not in self.state.waiting_for_people:
            raise CommandError("not_away", f"nobody waits for seat {seat}")
        if self.hub.settings.bus and not self.hub.bus.works:
            raise CommandError("too_soon", "just now it cannot be known who is here")
        away = time.time() - self.presence.away.get(absent, time.time())
        if away < self.hub.settings.away:
            raise CommandError("too_soon", f"away for {away:.0f} seconds of {self.hub.settings.away:.0f}")
        return absent

    def _come_back(self, player: str) -> None:
        """Whoever comes back is not voted about any longer."""
        voted = [number for number, seat in enumerate(self.state.seats) if seat.player == player and seat.votes]
        if voted and self.can_go_on and not self.state.asleep:
            self.commit(e.Returned(at=time.time(), whose=voted[0]))

    def _show_life(self, player: str) -> None:
        """Whoever does something is not voted about any longer for doing nothing."""
        if not self.state.mask(player):
            return
        if self.presence.sign(player):
            self._come_back(player)
        if time.time() - self._told_signs.get(player, 0.0) > self.hub.settings.idle / SIGNS:
            self.tell_who_is_here()

    def _say(self, page: Page, command: p.Say) -> None:
        text = command.text.strip()
        if self.talk.knows(page.player, command.id):
            self._answer_again(page, command.id, self._seq(page))
            return
        if len(text) > LONGEST_TEXT:
            raise CommandError("too_long", f"text: at most {LONGEST_TEXT} characters")
        if not text or (wrong := problem(text)):
            raise CommandError("bad_text", f"text: {wrong if text else 'at least one character'}")
        if page.player in self.state.removed:
            raise CommandError("removed", "whoever was removed from the table does not talk there")
        if not page.may_talk():
            raise CommandError("too_fast", "wait a little before you say more")
        seats = [number for number, seat in enumerate(self.state.seats) if page.player and seat.player == page.player]
        name = self.names()[seats[0]] if seats else self.talk.spectator(page.player)
        self.talk.say(page, seats[0] if seats else None, name, text, command.id)

    async def _preview(self, page: Page, command: p.AskPreview) -> None:
        try:
            await self.settled()
            self._check_front(page, command.seat)
            self._check_turn(command.seat, command.seq)
            if not 1 <= len(command.moves) <= MOST_MOVES_PREVIEWED:
                raise CommandError("bad_message", f"moves: 1 to {MOST_MOVES_PREVIEWED}")
            assert self.state.match is not None
            view, legal = self.state.match.preview(command.moves, command.seat)
            typed = [self.state.game.moves.as_dict(move) for move in legal]
            facts = self.state.match.foretell(command.moves, command.seat)
            page.reply(p.Preview(id=command.id, seq=self._seq(page), view=view, legal=typed, facts=facts))
        except NoPreview as error:
            self.reject(page, command.id, "no_preview", str(error))
        except IllegalMove as error:
            self.reject(page, command.id, "illegal", str(error)[:500], error)
        except CommandError as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection), rejection.move)

    async def _suppose(self, page: Page, command: p.Suppose) -> None:
        """Tell a program a position that it may think about; the part that deals anew may have to be compiled first."""
        game = self.state.setup.game
        try:
            self.hub.readiness.want(game, "bots")
            await self.hub.readiness.wait(game, "bots")
            await self.settled()
            self._check_turn(command.seat, command.seq)
            assert self.state.match is not None
            seq, match = self._seq(page), self.state.match.copy()
            position = await asyncio.to_thread(supposed, match, command.seat)
            page.reply(p.Supposed(id=command.id, seq=seq, position=position))
        except CommandError as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection))
        except Exception:
            log.exception("nothing can be supposed at %s", self.name)
            self.reject(page, command.id, "failed", "nothing could be supposed")

    def _check_hint(self, page: Page, command: p.AskHint) -> None:
        if not self.state.setup.hints:
            raise CommandError("no_hints", "this table was set up without hints")
        self._check_turn(command.seat, command.seq)
        if page.hinting:
            raise CommandError("busy", "one hint at a time")
        hints = self.hub.bot_pool.hints
        if not hints.person_may(page.player) or not hints.address_may(page.address):
            raise CommandError("busy", "you wait for enough hints already")

    def _start_hint(self, page: Page, command: p.AskHint) -> None:
        asker = Asker(page.player, page.address, watched=True)
        page.hinting = True
        self.hub.bot_pool.hints.take(asker.person, asker.address)

        def ended(_: asyncio.Task[None]) -> None:
            page.hinting = False
            self._hints.pop(page, None)
            self.hub.bot_pool.hints.give_back(asker.person, asker.address)

        task = self.hub.start(self._hint(page, command, asker))
        self._hints[page] = command, task
        task.add_done_callback(ended)

    async def _hint(self, page: Page, command: p.AskHint, asker: Asker) -> None:
        try:
            self.hub.readiness.want(self.state.setup.game, "search")
            await self.hub.readiness.wait(self.state.setup.game, "search")
            await self.settled()
            async with self.hub.bot_pool.turn(asker) as thought:
                self._check_turn(command.seat, command.seq)
                assert self.state.match is not None
                found = await self.hub.bot_pool.advise(thought, self.state.match.copy(), command.seat)
            self._check_front(page, command.seat)
            self._check_turn(command.seat, command.seq)
            page.reply(p.Hint(id=command.id, seq=self._seq(page), suggestions=found))
        except CommandError as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection), rejection.move)
        except Exception:
            log.exception("no hint at %s", self.name)
            self.reject(page, command.id, "failed", "the expert could not say anything")

    def _give_up_hints(self) -> None:
        """Think no longer about hints for positions that have passed."""
        for page, (command, task) in list(self._hints.items()):
            try:
                self._check_turn(command.seat, command.seq)
            except CommandError as rejection:
                task.cancel()
                self.reject(page, command.id, rejection.reason, str(rejection), rejection.move)

    # --- Who watches --------------------------------------------------------------------------------------------------

    def _page_came(self, page: Page) -> None:
        """A table that somebody watches goes before others, and is its host's, wherever they are now."""
        knows = page.player == self.state.host or not self.asker.address
        self._watched(page.address if knows else self.asker.address)

    def _page_went(self, page: Page) -> None:
        self._watched(self.asker.address)
        if page in self._hints:
            self._hints[page][1].cancel()

    def _watched(self, address: str) -> None:
        self.hub.bot_pool.change(self.asker, address=address, watched=bool(self.pages))
        self.clocks.go_on()

    @property
    def pauses(self) -> bool:
        """Whether only bots play here and nobody watches: then nothing happens until somebody does."""
        return not self.pages and all(seat.left_to_bots for seat in self.state.seats)

    # --- Bots ---------------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the bots think whose turn it is."""
        if not self.can_go_on or self.state.status != "playing" or self.pauses:
            return
        if not self.drives and self.needs_a_driver:
            self.hub.leases.want(self.name)
            return
        self.asker.person = self.state.host
        for seat in self.state.to_act:
            if self.state.seats[seat].driver is not None and seat not in self._thinking:
                self._thinking[seat] = self.hub.start(self._think(seat))

    async def _think(self, seat: int) -> None:
        try:
            await self._let_a_bot_move(seat)
        except Exception:
            times, rest = self._failures.failed(seat)
            if times == 1:
                log.exception("a bot could not move at %s", self.name)
            await asyncio.sleep(rest)  # whatever it is, it is not tried again and again at once
        finally:
            del self._thinking[seat]
        if not self._pending:
            self.wake()

    async def _let_a_bot_move(self, seat: int) -> None:
        await self._bot_is_compiled(seat)
        state = self.state
        level, since = state.seats[seat].driver, state.touched[seat]

        def is_due() -> bool:
            """Whether the bot is still to move: much may happen meanwhile."""
            still = self.state is state and state.touched[seat] is since and state.seats[seat].driver == level
            return still and seat in state.to_act and self.can_go_on and self.drives

        if level is None or not is_due():
            return
        move = await self._move_of_a_bot(state, seat, level, is_due)
        if move is None:
            return
        if is_due() and state.is_told(move, seat):
            pause = self.hub.settings.bot_pause * PAUSES[state.setup.pace]
            await asyncio.sleep(max(0.0, self._shown_at + pause - time.monotonic()))
        if is_due():
            self.commit(e.Moved(at=time.time(), seat=seat, move=move))

    async def _move_of_a_bot(
        self, state: TableState, seat: int, level: p.Level, is_due: Callable[[], bool]
    ) -> str | None:
        """What a bot of a level plays, of one below if it fails, any move if all fail; None if it is too late."""
        game, bot_pool = state.setup.game, self.hub.bot_pool
        assert state.match is not None
        for each in levels_down_from(level):
            if self._failures.rests(each) or not self.hub.readiness.is_ready(game, part_of(game, each)):
                continue
            async with bot_pool.turn(self.asker, quick=is_one_ply(game, each)) as thought:
                if not is_due() or self.pauses:
                    return None
                try:
                    return await bot_pool.choose(thought, self._bot(state, seat, each), state.match.copy(), seat)
                except Exception:
                    self._bot_failed(seat, each)
        return state.match.legal_texts(seat)[0] if is_due() else None

    def _bot(self, state: TableState, seat: int, level: p.Level) -> SeatedBot:
        bot = self._bots.get((seat, level))
        if bot is None:
            bot = self._bots[seat, level] = self.hub.bot_pool.bot(level, state.seed, seat)
        return bot

    def _bot_failed(self, seat: int, level: p.Level) -> None:
        """A bot that fails is made anew and left alone for a while, and mentioned once."""
        self._bots.pop((seat, level), None)
        times, _ = self._failures.failed(level)
        if times == 1:
            log.exception("bot %s failed in %s at %s", level, self.state.setup.game, self.name)

    async def _bot_is_compiled(self, seat: int) -> None:
        """Wait until the bot of a seat can think, or never can: a game must not stand still."""
        readiness, game = self.hub.readiness, self.state.setup.game
        while (level := self.state.seats[seat].driver) is not None:
            part = part_of(game, level)
            if readiness.is_ready(game, part) or readiness.has_failed(game, part):
                return
            if self.pages:
                self.want()
            with contextlib.suppress(CompilingFailed):
                await readiness.wait(game, part)

    def want(self) -> None:
        """Somebody is here: what the table needs is compiled before what nobody waits for."""
        game = self.state.setup.game
        self.hub.readiness.want(game, "people")
        for seat in self.state.seats:
            if seat.driver is not None:
                self.hub.readiness.want(game, part_of(game, seat.driver))

    @property
    def can_go_on(self) -> bool:
        """Whether something may still happen here of which no person would notice that it failed."""
        return not self._broken and not self.hub.closing and self.hub.store.problem is None

    def go_on_after_trouble(self) -> None:
        """Storing works again."""
        if not self._broken and not self._pending:
            self.clocks.start()
            self.wake()
            self.opening.go_on()

    @property
    def needs_a_driver(self) -> bool:
        """Whether something happens here by itself: bots move, or clocks run."""
        if self._gone or self.state.status != "playing" or self.pauses:
            return False
        return bool(self.clocks.running) or any(self.state.seats[seat].driver for seat in self.state.to_act)

    @property
    def drives(self) -> bool:
        """Whether it is this worker that lets it happen."""
        return self.hub.leases.holds(self.name)

    def drive(self) -> None:
        """Let happen from now on what happens by itself."""
        if self.can_go_on:
            self.clocks.go_on()
            self.wake()

    def stop(self) -> None:
        """Forget timers and thoughts."""
        self.clocks.silence()
        self.opening.silence()
        self.presence.silence()
        for task in [*self._thinking.values(), *(task for _, task in self._hints.values())]:
            task.cancel()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not (self.pages or self._pending or self._thinking or self.clocks.running)

    # --- What is seen -------------------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Tell all pages how it stands, if it is stored."""
        if self._pending or self._broken:
            return
        shown = self.state.number(None), self.state.look, self.people
        if shown != self._shown:  # else something happened in secret, and the pace of bots must not tell of it
            self._shown, self._shown_at = shown, time.monotonic()
        self.snapshots.refresh()
        for page in self.pages:
            if self.check_seat(page):
                page.state_is_due()

    def people_changed(self) -> None:
        """Somebody has come or gone, or goes by another name now."""
        self.people += 1
        self.publish()

    def state_for(self, page: Page) -> bytes | None:
        """How it stands, for one page; None if it knows that, or if it is not stored yet: it will be published then."""
        return None if self._pending or self._broken else self.snapshots.state_for(page)

    def names(self) -> list[str]:
        """How those who sit here are called, each unlike the others; empty where nobody has said.

        Whoever was called so first at this table keeps the name as it is.
        """
        seats, hub = self.state.seats, self.hub
        called = [cleaned(seat.name or hub.names.get(seat.player, "")) for seat in seats]
        since = [max(seat.since, 0.0 if seat.name else hub.renamed.get(seat.player, 0.0)) for seat in seats]
        order = sorted(range(len(seats)), key=since.__getitem__)
        shown = dict(zip(order, told_apart(called[seat] for seat in order), strict=True))
        return [shown[seat] for seat in range(len(seats))]
