"""A table in use: commands come in, are stored, and only then does anybody see what they did."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pentarchy.errors import CannotUndo, IllegalMove, NoPreview
from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table import store as db
from pentarchy.table.clocks import Clocks
from pentarchy.table.limits import LONGEST_ID, LONGEST_TEXT, MOST_MOVES_PREVIEWED
from pentarchy.table.sight import NO_EVENTS, Reader, Sight, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.table.course import Course
    from pentarchy.table.hub import Hub

log = logging.getLogger("pentarchy.table")


class Page(Reader, Protocol):
    """One open page of somebody, as a table sees it."""

    joined: bool
    hinting: bool

    def reply(self, message: p.Reply) -> None:
        """Send an answer."""

    def state_is_due(self) -> None:
        """Send how it stands, as soon as the line is free."""

    def may_talk(self) -> bool:
        """Whether it has not talked too much."""

    def close(self, code: int) -> None:
        """Say nothing more but why."""


class Rejection(Exception):  # noqa: N818
    """A command is not carried out."""

    def __init__(self, reason: p.Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason: p.Reason = reason


class LiveTable:
    """One table in memory, with the pages that are open at it."""

    def __init__(self, hub: Hub, name: str, created: float, course: Course, said: list[db.SaidRow]) -> None:
        self.hub = hub
        self.name = name
        self.created = created
        self.course = course
        self.pages: set[Page] = set()
        self.touched = time.monotonic()
        self._talk = [p.Said(row.number, row.at, row.seat, row.name, row.text) for row in said]
        self._talk_answers = {(row.player, row.command) for row in said}
        self._talk_count = said[-1].number if said else 0
        self.away: dict[str, float] = {}  # since when
        self.people = 0  # grows when somebody comes or goes
        self._pending = 0  # entries that are not stored yet
        self.following = asyncio.Lock()  # held while the table after this one is made
        self._settled: list[asyncio.Future[None]] = []
        self._broken = False
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._bots: dict[tuple[int, str], Any] = {}
        self._shown_at = 0.0
        self.sight = Sight(self)
        self.clocks = Clocks(self)
        self.clocks.start()

    # --- What happens -------------------------------------------------------------------------------------------------

    def commit(
        self, entry: e.AnyEntry, done: Callable[[Exception | None], None] | None = None, ops: tuple[db.Op, ...] = ()
    ) -> None:
        """Let something happen and store it; a ValueError if it cannot happen. Nobody sees it before it is stored."""
        course = self.course
        status = course.status, course.closed
        if course.setup.clock is None:
            course.apply(entry)
        else:
            entry = self._apply_timed(entry)
        self._pending += 1
        self.touched = time.monotonic()
        stored: list[db.Op] = [(db.ADD_ENTRY, (self.name, course.count, e.encode(entry))), *ops]
        if status != (course.status, course.closed):
            stored.append(self._status_op(entry.at))
        self.hub.store.write(self.name, stored, lambda error: self._stored(error, done))

    def _apply_timed(self, entry: e.AnyEntry) -> e.AnyEntry:
        """Let something happen between stopping the clocks and starting them; return it with what is left."""
        course = self.course
        before = course.to_act
        self.clocks.stop()
        try:
            course.apply(entry)
        finally:
            self.clocks.refill(before)
            self.clocks.start()
        if course.left is None:
            return entry
        return msgspec.structs.replace(entry, left=[round(left, 2) for left in course.left])

    def _status_op(self, at: float) -> db.Op:
        status = "closed" if self.course.closed else self.course.status
        summary = encode(self.sight.summary()) if status == "over" else None
        return db.SET_STATUS, (status, at, summary, self.name)

    def _stored(self, error: Exception | None, done: Callable[[Exception | None], None] | None) -> None:
        try:
            self._answer(error, done)
        finally:
            self.hub.outbox.run()  # the answer and the state after it are one write, made while the table is at hand

    def _answer(self, error: Exception | None, done: Callable[[Exception | None], None] | None) -> None:
        self._pending -= 1
        self._broken = self._broken or error is not None
        if done is not None:
            done(error)
        if self._pending:
            return
        if self._broken:
            self.hub.start(self._go_back())
            return
        for waiting in self._settled:
            if not waiting.done():
                waiting.set_result(None)
        self._settled.clear()
        self.publish()
        self.wake()

    async def _go_back(self) -> None:
        """Storing failed: be again what is stored."""
        try:
            self.course = await self.hub.fold(self.name)
        except Exception:
            log.exception("table %s cannot be read", self.name)
            self.hub.drop(self)
            return
        self.hub.store.mend(self.name)
        self._broken = False
        self.clocks.start()
        self.publish()
        self.wake()

    async def settled(self) -> None:
        """Wait until everything is stored."""
        if self._pending:
            waiting = asyncio.get_running_loop().create_future()
            self._settled.append(waiting)
            await waiting

    # --- Commands -----------------------------------------------------------------------------------------------------

    def command(self, page: Page, command: p.Command) -> None:
        """Carry out what a page asks for, and answer."""
        if isinstance(command, p.Ping):
            page.reply(p.Pong(at=time.time()))
            return
        if isinstance(command, p.Hello):
            self._welcome(page, command.seq)
            return
        try:
            if not page.joined:
                raise Rejection("not_joined", "say hello first")
            if self._broken:
                raise Rejection("failed", "storing has failed; try again")
            self._carry_out(page, command)
        except Rejection as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection))

    def reject(self, page: Page, id: str, reason: p.Reason, detail: str) -> None:
        """Answer that something was not done."""
        seq = self.course.number(self.course.mask(page.player))
        page.reply(p.Rejected(id=id[:LONGEST_ID], seq=seq, reason=reason, detail=detail))

    def _welcome(self, page: Page, seq: int | None) -> None:
        first = not self.is_here(page.player)
        page.joined = True
        page.log = NO_EVENTS if seq is None else self.sight.log_at(seq)
        page.shown = None
        self.pages.add(page)
        if self._talk:
            page.reply(p.Chat(said=self._talk[-100:]))
        if first and self.course.mask(page.player):
            self.away.pop(page.player, None)
            self.people_changed()
        elif not self._pending:
            page.state_is_due()
        self.wake()

    def part(self, page: Page) -> None:
        """A page was closed."""
        if page not in self.pages:
            return
        self.pages.discard(page)
        self.touched = time.monotonic()
        if not self.is_here(page.player) and self.course.mask(page.player):
            self.away[page.player] = time.time()
            self.people_changed()

    def is_here(self, player: str) -> bool:
        """Whether a page of somebody is open."""
        return any(page.player == player for page in self.pages)

    def _carry_out(self, page: Page, command: p.Wish) -> None:
        if len(command.id) > LONGEST_ID or not command.id:
            raise Rejection("bad_message", f"id: 1 to {LONGEST_ID} characters")
        if isinstance(command, p.Say):
            self._say(page, command)
            return
        mask = self.course.mask(page.player)
        if not 0 <= command.seat < len(self.course.seats) or not mask >> command.seat & 1:
            raise Rejection("not_your_seat", f"seat {command.seat} is not yours")
        known = self.course.answers.get((page.player, command.id))
        if known is not None and isinstance(command, p.Play | p.Undo | p.StandIn | p.Resign):
            self._answer_again(page, command.id, self.course.number_in(known, mask))
            return
        if self.course.status != "playing":
            raise Rejection("not_playing", f"the game is not going on: {self.course.status}")
        match command:
            case p.Play():
                self._play(page, command, mask)
            case p.Undo():
                self._undo(page, command, mask)
            case p.StandIn():
                self._stand_in(page, command)
            case p.Resign():
                self._resign(page, command)
            case p.AskPreview():
                self._check_turn(command.seat, command.seq, mask)
                self.hub.start(self._preview(page, command, mask))
            case p.AskHint():
                self._check_hint(page, command, mask)
                page.hinting = True
                self.hub.start(self._hint(page, command, mask))

    def _answer_again(self, page: Page, id: str, seq: int) -> None:
        """A retry: the same answer as the first time, once it is true."""

        async def answer() -> None:
            await self.settled()
            page.reply(p.Done(id=id, seq=seq))

        if self._pending:
            self.hub.start(answer())
        else:
            page.reply(p.Done(id=id, seq=seq))

    def _done(self, page: Page, id: str) -> Callable[[Exception | None], None]:
        def done(error: Exception | None) -> None:
            if error is not None:
                self.reject(page, id, "failed", "storing has failed; try again")
                return
            numbers = self.course.answers.get((page.player, id))
            mask = self.course.mask(page.player)
            page.reply(p.Done(id=id, seq=self.course.number_in(numbers or self.course.numbers, mask)))

        return done

    def _check_fresh(self, seat: int, seq: int, mask: int) -> None:
        course = self.course
        if not course.number_in(course.touched[seat], mask) <= seq <= course.number(mask):
            raise Rejection("stale", f"the table stands at {course.number(mask)}, the command was made for {seq}")

    def _check_turn(self, seat: int, seq: int, mask: int) -> None:
        self._check_fresh(seat, seq, mask)
        if seat not in self.course.to_act:
            raise Rejection("not_your_turn", f"seat {seat} is not to act")
        if self.course.seats[seat].driver is not None:
            raise Rejection("not_your_turn", f"a bot plays for seat {seat}")

    def _play(self, page: Page, command: p.Play, mask: int) -> None:
        self._check_turn(command.seat, command.seq, mask)
        entry = e.Moved(at=time.time(), player=page.player, id=command.id, seat=command.seat, move=command.move)
        try:
            self.commit(entry, self._done(page, command.id))
        except IllegalMove as error:
            raise Rejection("illegal", str(error)[:500]) from None

    def _undo(self, page: Page, command: p.Undo, mask: int) -> None:
        self._check_fresh(command.seat, command.seq, mask)
        if self.course.seats[command.seat].driver is not None:
            raise Rejection("cannot_undo", f"a bot plays for seat {command.seat}")
        entry = e.Undone(at=time.time(), player=page.player, id=command.id, seat=command.seat)
        try:
            self.commit(entry, self._done(page, command.id))
        except CannotUndo as error:
            raise Rejection("cannot_undo", str(error)) from None

    def _stand_in(self, page: Page, command: p.StandIn) -> None:
        seat = self.course.seats[command.seat]
        if seat.resigned or seat.ran_out:
            why = "was resigned" if seat.resigned else "has no time left"
            raise Rejection("not_your_seat", f"seat {command.seat} {why}: a bot plays on")
        entry = e.StoodIn(at=time.time(), player=page.player, id=command.id, seat=command.seat, level=command.level)
        self.commit(entry, self._done(page, command.id))

    def _resign(self, page: Page, command: p.Resign) -> None:
        if self.course.seats[command.seat].resigned:
            raise Rejection("not_your_seat", f"seat {command.seat} was resigned already")
        entry = e.Resigned(at=time.time(), player=page.player, id=command.id, seat=command.seat)
        self.commit(entry, self._done(page, command.id))

    def _say(self, page: Page, command: p.Say) -> None:
        text = command.text.strip()
        if (page.player, command.id) in self._talk_answers:
            self._answer_again(page, command.id, self.course.number(self.course.mask(page.player)))
            return
        if not text or any(ord(letter) < 32 for letter in text):
            raise Rejection("bad_message", "text: at least one character, and no control characters")
        if len(text) > LONGEST_TEXT:
            raise Rejection("too_long", f"text: at most {LONGEST_TEXT} characters")
        if not page.may_talk():
            raise Rejection("too_fast", "wait a little before you say more")
        seats = [number for number, seat in enumerate(self.course.seats) if seat.player == page.player]
        name = self.name_of(seats[0]) if seats else self.hub.names.get(page.player, "")
        self._talk_count += 1
        self._talk_answers.add((page.player, command.id))
        said = p.Said(self._talk_count, time.time(), seats[0] if seats else None, name, text)

        def done(error: Exception | None) -> None:
            if error is not None:
                self._talk_answers.discard((page.player, command.id))
                self.reject(page, command.id, "failed", "storing has failed; try again")
                return
            self._talk.append(said)
            page.reply(p.Done(id=command.id, seq=self.course.number(self.course.mask(page.player))))
            for each in self.pages:
                each.reply(p.Chat(said=[said]))

        row = (self.name, said.number, said.at, said.seat, said.name, said.text, page.player, command.id)
        # Talk has a place of its own: if it cannot be stored, the game goes on.
        self.hub.store.write(f"talk of {self.name}", [(db.ADD_SAID, row)], done)

    async def _preview(self, page: Page, command: p.AskPreview, mask: int) -> None:
        try:
            await self.settled()
            self._check_turn(command.seat, command.seq, mask)
            if not 1 <= len(command.moves) <= MOST_MOVES_PREVIEWED:
                raise Rejection("bad_message", f"moves: 1 to {MOST_MOVES_PREVIEWED}")
            assert self.course.match is not None
            view, legal = self.course.match.preview(command.moves, command.seat)
            texts = [str(move) for move in legal]
            page.reply(p.Preview(id=command.id, seq=self.course.number(mask), view=view, legal=texts))
        except NoPreview as error:
            self.reject(page, command.id, "no_preview", str(error))
        except IllegalMove as error:
            self.reject(page, command.id, "illegal", str(error)[:500])
        except Rejection as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection))

    def _check_hint(self, page: Page, command: p.AskHint, mask: int) -> None:
        if not self.course.setup.hints:
            raise Rejection("no_hints", "this table was set up without hints")
        self._check_turn(command.seat, command.seq, mask)
        if page.hinting:
            raise Rejection("busy", "one hint at a time")

    async def _hint(self, page: Page, command: p.AskHint, mask: int) -> None:
        try:
            await self.settled()
            self._check_turn(command.seat, command.seq, mask)
            assert self.course.match is not None
            found = await self.hub.thinkers.advise(self.course.match.copy(), command.seat)
            self._check_turn(command.seat, command.seq, mask)
            page.reply(p.Hint(id=command.id, seq=self.course.number(mask), suggestions=found))
        except Rejection as rejection:
            self.reject(page, command.id, rejection.reason, str(rejection))
        except Exception:
            log.exception("no hint at %s", self.name)
            self.reject(page, command.id, "failed", "the expert could not say anything")
        finally:
            page.hinting = False

    # --- Bots ---------------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the bots think whose turn it is."""
        if self._broken or self.course.status != "playing":
            return
        for seat in self.course.to_act:
            if self.course.seats[seat].driver is not None and seat not in self._thinking:
                self._thinking[seat] = self.hub.start(self._think(seat))

    async def _think(self, seat: int) -> None:
        try:
            await self._let_a_bot_move(seat)
        except Exception:
            log.exception("a bot could not move at %s", self.name)
        finally:
            del self._thinking[seat]
        if not self._pending:
            self.wake()

    async def _let_a_bot_move(self, seat: int) -> None:
        course = self.course
        level, since = course.seats[seat].driver, course.touched[seat]
        assert level is not None
        assert course.match is not None
        bot = self._bots.get((seat, level))
        if bot is None:
            bot = self._bots[seat, level] = self.hub.thinkers.bot(level, course.seed, seat)
        move = await self.hub.thinkers.choose(bot, course.match.copy(), seat)
        if not course.is_secret(move):
            await asyncio.sleep(max(0.0, self._shown_at + self.hub.settings.bot_pause - time.monotonic()))
        still = self.course is course and course.touched[seat] is since and course.seats[seat].driver == level
        if still and seat in course.to_act and self.can_go_on:
            self.commit(e.Moved(at=time.time(), seat=seat, move=move))

    @property
    def can_go_on(self) -> bool:
        """Whether something may still happen here."""
        return not self._broken and not self.hub.closing

    def stop(self) -> None:
        """Forget timers and thoughts."""
        self.clocks.silence()
        for task in self._thinking.values():
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
        self._shown_at = time.monotonic()
        self.sight.refresh()
        for page in self.pages:
            page.state_is_due()

    def people_changed(self) -> None:
        """Somebody has come or gone, or goes by another name now."""
        self.people += 1
        self.publish()

    def state_for(self, page: Page) -> bytes | None:
        """How it stands, for one page; None if it knows that, or if it is not stored yet: it will be published then."""
        return None if self._pending or self._broken else self.sight.state_for(page)

    def name_of(self, seat: int) -> str:
        """How the one who sits there is called."""
        now = self.course.seats[seat]
        return now.name or self.hub.names.get(now.player, "")
