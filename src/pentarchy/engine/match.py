"""One match in progress: who acts, what is legal, what has happened."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from pentarchy.engine.chance import NoChance, SeededChance, seed_hash
from pentarchy.engine.checks import SHOWN, listed, quoted, texts, whole_number
from pentarchy.engine.play import CHANCE, OVER
from pentarchy.engine.result import Result, places
from pentarchy.engine.showing import NO_FACT, seat_number, showing_of
from pentarchy.engine.spec import Event
from pentarchy.errors import CannotUndo, IllegalMove, NoPreview

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pentarchy.engine.chance import Chance
    from pentarchy.engine.game import Game
    from pentarchy.engine.lots import SharedSeed
    from pentarchy.engine.spec import Buffer, Move, Position

RECORD_FORMAT = "pentarchy-record-1"
SCRIPT_EXAMPLE = "['domino 5', 'king 1']"
MOVES_EXAMPLE = "['claim 5']"


class Thought(NamedTuple):
    """A move that somebody only thinks of: the state before it and after it, and who acts then."""

    before: Buffer
    action: int
    after: Buffer
    to_act: tuple[int, ...]


class Takeback(NamedTuple):
    """A move that may be taken back: where it stands among the events, and the state before it."""

    event: int
    seat: int
    before: Buffer
    secret: bool  # seats that still act cannot have seen it


class Turn(NamedTuple):
    """A seat's decisions in a row, and the draws between and after them."""

    seat: int
    events: int  # how many events of the match there were at its end
    gain: int  # points that it brought


class ForcedDraw(NamedTuple):
    """A draw that a script decided against the seed."""

    event: int
    drawn: str
    forced: str


class Mark(NamedTuple):
    """Everything that a move may change in a match, as it was before: what an error leads back to."""

    buffer: Buffer
    chance: Chance
    script: tuple[str, ...]
    takebacks: list[Takeback]
    events: int
    finished: int
    glimpse: dict[str, Any]
    first_forced: ForcedDraw | None
    to_act: tuple[int, ...]


class OffScript(ValueError):  # noqa: N818
    """A script asks for what chance cannot bring now."""

    def __init__(self, wanted: str, possible: list[str], left: int) -> None:
        self.wanted = wanted
        self.possible = possible
        self.left = left  # items of the script that are still to come, this one included
        super().__init__(f"the script asks for {wanted!r}; possible now: {', '.join(possible)}")


class Match:
    """One match. Get one from `Game.start`, `Game.from_position` or `pentarchy.replay`."""

    def __init__(
        self,
        game: Game,
        buffer: Buffer,
        chance: Chance,
        *,
        start: Position | None = None,
        script: Iterable[str] = (),
        published: str | None = None,
        shared: SharedSeed | None = None,
        happened: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.game = game
        self._buffer = buffer
        self._chance = chance
        self._script = texts("script", script, SCRIPT_EXAMPLE)
        self._start = copy.deepcopy(start)
        self._seed_hash = seed_hash(chance.seed) if isinstance(chance, SeededChance) else published
        self._shared = shared
        self._kernel = game.kernel
        self._table = game.moves
        self._players = game.players
        self._actions = np.empty(game.spec.rules.MAX_LEGAL, np.int64)
        self._outcomes = np.empty((2, game.spec.rules.MAX_OUTCOMES), np.int64)  # codes and weights
        self._showing = showing_of(game.spec)
        self._by_itself = getattr(game.spec.view, "by_itself", _as_it_is)
        self._events = [Event(seat, code) for seat, code in happened]
        self._facts: list[Buffer] = [NO_FACT] * len(self._events)  # what each event did, as a record
        self._takebacks: list[Takeback] = []
        self._finished: list[Result] = []
        self._glimpse: dict[str, Any] = {}
        self.first_forced: ForcedDraw | None = None
        self._to_act: tuple[int, ...] = ()
        self._listed: dict[int, list[int]] = {}  # the legal actions of seats that were asked for
        self._settle()

    # Who acts, and how it stands

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; none when the match is over."""
        return self._to_act

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self._to_act

    @property
    def result(self) -> Result | None:
        """The final result, None while the match goes on."""
        return self.standings() if self.over else None

    @property
    def finished_games(self) -> tuple[Result, ...]:
        """In a series: how each earlier game ended by itself, as far as this match has seen them played."""
        return tuple(self._finished)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the start, chance included. Full information: not for players' eyes."""
        return tuple(self._events)

    @property
    def length(self) -> int:
        """How many events there have been."""
        return len(self._events)

    def standings(self) -> Result:
        """The result as if the match ended now."""
        return self._result(self._buffer)

    def _result(self, buffer: Buffer) -> Result:
        """The result as if the match ended in some state."""
        points = np.zeros(self.game.players, np.int64)
        merits = np.zeros(self.game.players, np.int64)
        self._kernel.scores(buffer, points)
        self._kernel.merit(buffer, merits)
        ranks = places(merits.tolist())
        return Result(
            scores=tuple(points.tolist()),
            ranks=ranks,
            winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
            breakdown=self._showing.breakdown(buffer, self.game.options),
        )

    def turns(self) -> list[Turn]:
        """Every turn so far with the points it brought, in the order in which they ended.

        A turn lasts as long as its seat is to act, whatever others do meanwhile. Full information: not for players'
        eyes before the end.
        """
        buffer = self.game.buffer() if self._start is None else self.game.load(self._start)
        points, before = np.zeros(self._players, np.int64), dict[int, int]()
        found, who = list[Turn](), self._kernel.to_act(buffer)
        for number, (by, action) in enumerate(self._events, 1):
            if by != CHANCE and by not in before:
                self._kernel.scores(buffer, points)
                before[by] = int(points[by])
            who = self._kernel.apply(buffer, by, action)
            ended = set[int]() if who == CHANCE else before.keys() - set(self._actors(buffer, who))
            if ended:
                self._kernel.scores(buffer, points)
                found += [Turn(seat, number, int(points[seat]) - before.pop(seat)) for seat in sorted(ended)]
        return found

    # Playing

    def sole_actor(self) -> int:
        """The one seat that is to act; IllegalMove where there is none or more than one."""
        if self.over:
            raise IllegalMove("the match is over")
        if len(self._to_act) != 1:
            raise IllegalMove(f"name the seat: {', '.join(map(str, self._to_act))} may act now")
        return self._to_act[0]

    def legal(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat, or of the one that is to act; none for a seat that is not."""
        if seat is None and self.over:
            return []
        seat = self.sole_actor() if seat is None else self._checked(seat)
        moves = self._table.moves
        return [moves[action] for action in self._legal_actions(seat)]

    def legal_texts(self, seat: int) -> list[str]:
        """The legal moves of a seat in notation; none for a seat that is not to act."""
        names = self._table.names
        return [names[action] for action in self._legal_actions(self._checked(seat))]

    def legal_json(self, seat: int) -> bytes:
        """The legal moves of a seat as JSON: the text of each and its typed parts."""
        sent = self._table.sent
        return b"[%b]" % b",".join([sent[action] for action in self._legal_actions(self._checked(seat))])

    def play(self, move: str | Move | dict[str, Any], seat: int | None = None) -> Move:
        """Make a move, given as notation, Move or dict; return it. An IllegalMove changes nothing."""
        seat = self.sole_actor() if seat is None else self._checked(seat)
        if self.over:
            raise IllegalMove("the match is over")
        if seat not in self._to_act:
            acting = ", ".join(map(str, self._to_act))
            raise IllegalMove(f"seat {seat} is not to act; to act: {acting}")
        action = self._table.code(move)
        if action not in self._legal_actions(seat):
            raise self._refusal(move, action, seat)
        self._act(seat, action)
        return self._table.moves[action]

    def undo(self, seat: int | None = None) -> Move:
        """Take back the last move, if a seat is given the last of its own, and return it.

        Only as far as nothing has been revealed since: not past an outcome of chance, not past hidden cards that came
        to light, not past a move of another seat (who has then seen, and answered, what came before), and not when the
        match is over, because then its record shows everything. Where several seats act at once and cannot see each
        other's moves, each takes back its own, and what others do unseen makes no difference to that.
        """
        seat = None if seat is None else self._checked(seat)
        for number in reversed(range(len(self._takebacks))):
            if seat in (None, self._takebacks[number].seat):
                return self._take_back(number)
        whose = "" if seat is None else f" of seat {seat}'s"
        raise CannotUndo(f"nothing{whose} can be taken back: something has been revealed, or another seat has moved")

    @property
    def can_undo(self) -> bool:
        """Whether `undo()` would take back a move."""
        return bool(self._takebacks)

    def undoable(self, seat: int) -> bool:
        """Whether `undo(seat)` would take back a move."""
        seat = self._checked(seat)
        for takeback in self._takebacks:  # noqa: SIM110 (asked after every move: a generator would take twice as long)
            if takeback.seat == seat:
                return True
        return False

    def copy(self) -> Match:
        """An independent match that stands at the same point."""
        twin = copy.copy(self)
        twin._buffer = self._buffer.copy()
        twin._chance = self._chance.copy()
        twin._actions = self._actions.copy()
        twin._outcomes = self._outcomes.copy()
        twin._events = list(self._events)
        twin._facts = list(self._facts)
        twin._takebacks = list(self._takebacks)
        twin._finished = list(self._finished)
        twin._listed = {}
        return twin

    def known(self, seat: int) -> Match:
        """A copy for whoever advises a seat: what it no longer knows is as if it had never been shown.

        What it never knew is in there still, in one way or another; who looks ahead deals it anew (`redeal`).
        """
        twin = self.copy()
        twin._buffer = self._showing.known(twin._buffer, self._checked(seat))
        return twin

    # What may be seen

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Exactly what a seat may know (None: a spectator), as JSON-able data."""
        seat = None if seat is None else self._checked(seat)
        return self._seen(self._buffer, self._to_act, seat)

    def view_json(self, seat: int | None = None) -> bytes:
        """`view` as JSON text, which is made first: reading it is what takes time."""
        seat = None if seat is None else self._checked(seat)
        who = b"null" if seat is None else b"%d" % seat
        acting = ",".join(map(str, self._to_act)).encode()
        shown = self._showing.view_json(self._buffer, seat_number(seat), self.game.options)
        return b'%b,"seat":%b,"to_act":[%b],%b' % (self.game.view_head, who, acting, shown[1:])

    def preview(self, moves: Sequence[str | Move], seat: int) -> tuple[dict[str, Any], list[Move]]:
        """What a seat would see after moves of its own, and what it could do then; nothing has changed.

        It is worked out from what the seat knows, so it is the same whatever is hidden. NoPreview where chance, another
        seat or something hidden has a part in it: only the last move may be followed by chance or another seat, and no
        move may bring to light what the seat does not know, unless the game can show the rest without that. IllegalMove
        names a move that cannot be made.
        """
        seat = self._checked(seat)
        buffer, to_act = self._showing.known(self._buffer, seat), self._to_act
        for thought in self._thoughts(buffer, moves, seat):
            buffer, to_act = thought.after, thought.to_act
        legal = self._list_legal(buffer, seat) if seat in to_act else []
        view = self._head(to_act, seat) | self._showing.foreseen(buffer, seat, self.game.options)
        return view, [self._table.moves[action] for action in legal]

    def foretell(self, moves: Sequence[str | Move], seat: int) -> list[dict[str, Any]]:
        """What each of some moves would do, as `history` would tell it (its `Fact`).

        Like `preview`, which shows the position after them, it is worked out from what the seat knows, and refused with
        the same errors.
        """
        seat = self._checked(seat)
        thoughts = self._thoughts(self._showing.known(self._buffer, seat), moves, seat)
        facts = [self._showing.fact(before, after, seat, action) for before, action, after, _ in thoughts]
        return [msgspec.json.decode(self._showing.fact_json(fact)) for fact in facts]

    def past(self, at: int, seat: int | None = None) -> dict[str, Any]:
        """What a seat saw after the first `at` lines of its log, just before the next; ValueError beyond the end."""
        heard = self.heard(seat)
        at = whole_number("the number of lines", at)
        if not 0 <= at <= len(heard):
            raise ValueError(f"the log has {len(heard)} lines, not {at}")
        places = {id(event): place for place, event in enumerate(self._events)}
        wanted = places[id(heard[at])] if at < len(heard) else len(self._events)
        buffer = self.game.buffer() if self._start is None else self.game.load(self._start)
        who = self._kernel.to_act(buffer)
        for by, action in self._events[:wanted]:
            who = self._kernel.apply(buffer, by, action)
        return self._seen(buffer, self._actors(buffer, who), None if seat is None else self._checked(seat))

    def log(self, seat: int | None = None) -> list[dict[str, Any]]:
        """What a seat may know of all that happened: moves and outcomes of chance in notation, in order."""
        return [self._told(event) for event in self.heard(seat)]

    def history(self, seat: int | None = None) -> list[dict[str, Any]]:
        """The log with the typed moves, and with what each line did as the game declares it (its `Fact`)."""
        numbers = {id(event): number for number, event in enumerate(self._events)}
        return [msgspec.json.decode(self.told_json(numbers[id(event)])) for event in self.heard(seat)]

    def told_json(self, number: int) -> bytes:
        """Event `number` of `events` as JSON: in notation, as a typed move, and what it did.

        Everybody who hears of the event may know that.
        """
        seat, code = self._events[number]
        fact: bytes = self._showing.fact_json(self._facts[number])
        if seat == CHANCE:
            return b'{"chance":%b,"fact":%b}' % (msgspec.json.encode(self.game.spec.moves.outcome(code)), fact)
        text = msgspec.json.encode(self._table.names[code])
        return b'{"seat":%d,"move":%b,"typed":%b,"fact":%b}' % (seat, text, self._table.sent[code], fact)

    def heard(self, seat: int | None = None) -> tuple[Event, ...]:
        """Those of `events` that a seat may know of."""
        seat = None if seat is None else self._checked(seat)
        return self._showing.heard(self._buffer, self._events, seat_number(seat))

    @property
    def glimpse(self) -> dict[str, Any]:
        """What the last move let everybody see for a moment, whether or not it is still to be seen."""
        return copy.deepcopy(self._glimpse) if self._glimpse else {}

    def svg(self, seat: int | None = None) -> str:
        """A picture of what a seat may see."""
        return self.game.spec.draw.svg(self.view(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def text(self, seat: int | None = None) -> str:
        """A drawing for terminals of what a seat may see; `str(match)` is a spectator's."""
        return self.game.spec.draw.text(self.view(seat))

    # What is written down

    def position(self) -> Position:
        """Full information about the position, JSON-able, for `Game.from_position`."""
        spec = self.game.spec
        position = spec.position.written(self._buffer.view(spec.rules.STATE)[0])
        return {"game": self.game.name, "options": self.game.options_copy()} | position

    def record(self) -> dict[str, Any]:
        """The whole match as JSON-able data: options, moves and outcomes; the seed once the match is over."""
        seed = self._chance.seed.hex() if self.over and isinstance(self._chance, SeededChance) else None
        parts = {} if self._shared is None else {"seed_parts": _told_parts(self._shared, is_over=self.over)}
        return {
            "format": RECORD_FORMAT,
            "game": self.game.name,
            "options": self.game.options_copy(),
            "start": copy.deepcopy(self._start),
            "seed_hash": self._seed_hash,
            "seed": seed,
            **parts,
            "events": self.told(),
            "result": self.standings().to_dict() if self.over else None,
        }

    def told(self) -> list[dict[str, Any]]:
        """All events as a record tells them."""
        return [self._told(event) for event in self._events]

    def state(self) -> bytes:
        """The kernel's state, byte for byte."""
        return self._buffer.tobytes()

    def _told(self, event: Event) -> dict[str, Any]:
        if event.seat == CHANCE:
            return {"chance": self.game.spec.moves.outcome(event.code)}
        return {"seat": event.seat, "move": str(self._table.moves[event.code])}

    # How it works

    def _legal_actions(self, seat: int) -> list[int]:
        if seat not in self._to_act:
            return []
        if seat not in self._listed:
            self._listed[seat] = self._list_legal(self._buffer, seat)
        return self._listed[seat]

    def _list_legal(self, buffer: Buffer, seat: int) -> list[int]:
        listed = self._kernel.legal(buffer, seat, self._actions)
        actions: list[int] = self._actions[:listed].tolist()
        return actions

    def _seen(self, buffer: Buffer, to_act: tuple[int, ...], seat: int | None) -> dict[str, Any]:
        """A view of any state."""
        shown: dict[str, Any] = msgspec.json.decode(
            self._showing.view_json(buffer, seat_number(seat), self.game.options)
        )
        return self._head(to_act, seat) | shown

    def _head(self, to_act: tuple[int, ...], seat: int | None) -> dict[str, Any]:
        return {"game": self.game.name, "options": self.game.options_copy(), "seat": seat, "to_act": list(to_act)}

    def _thoughts(self, buffer: Buffer, moves: Sequence[str | Move], seat: int) -> Iterator[Thought]:
        """Moves that a seat only thinks of, one after the other."""
        to_act = self._to_act
        for number, move in enumerate(listed("moves", moves, MOVES_EXAMPLE)):
            if number and seat not in to_act:
                raise NoPreview(f"after {number} moves it is not seat {seat} that goes on")
            thought = self._thought(buffer, to_act, move, seat)
            buffer, to_act = thought.after, thought.to_act
            yield thought

    def _thought(self, before: Buffer, to_act: tuple[int, ...], move: object, seat: int) -> Thought:
        """One move that a seat only thinks of."""
        action = self._table.code(move)
        if seat not in to_act or action not in self._list_legal(before, seat):
            given = self._as_given(move, action)
            rule, reasons = self._showing.reason(before, seat, action) if seat in to_act else (None, {})
            why = f": {reasons['en']} ({rule})" if rule else ""
            raise IllegalMove(f"seat {seat} could not play '{given}' then{why}", rule, reasons)
        after = before.copy()
        who = self._kernel.apply(after, seat, action)
        if not self._showing.is_foreseeable(before, after):
            raise NoPreview(f"'{self._table.moves[action]}' shows something that seat {seat} does not know yet")
        return Thought(before, action, after, self._actors(after, who))

    def _act(self, seat: int, action: int) -> None:
        """Make a legal move, wholly or, whatever goes wrong on the way, not at all."""
        mark = self._mark()
        try:
            self._carry_out(seat, action, mark)
        except BaseException:
            self._go_back(mark)
            raise

    def _carry_out(self, seat: int, action: int, mark: Mark) -> None:
        secret = self._showing.is_secret(action)
        # What others cannot see must not show in what they may take back.
        self._takebacks = [earlier for earlier in mark.takebacks if secret or earlier.secret or earlier.seat == seat]
        self._takebacks.append(Takeback(mark.events, seat, mark.buffer, secret))
        who = self._kernel.apply(self._buffer, seat, action)
        self._events.append(Event(seat, action))
        self._facts.append(self._showing.fact(mark.buffer, self._buffer, seat, action))
        if who == CHANCE:
            self._settle()
        else:
            self._update_actors(who)
        self._glimpse = self._showing.glimpse(mark.buffer, self._buffer)
        if self.over:
            self._takebacks = []
        elif self._showing.reveals(mark.buffer, self._buffer):
            self._takebacks = [takeback for takeback in self._takebacks if takeback.seat != seat]

    def _mark(self) -> Mark:
        return Mark(
            self._buffer.copy(),
            self._chance.copy(),
            self._script,
            self._takebacks,
            len(self._events),
            len(self._finished),
            self._glimpse,
            self.first_forced,
            self._to_act,
        )

    def _go_back(self, mark: Mark) -> None:
        self._buffer, self._chance, self._script, self._takebacks = mark[:4]
        del self._events[mark.events :], self._facts[mark.events :], self._finished[mark.finished :]
        self._glimpse, self.first_forced, self._to_act = mark[6:]
        self._listed = {}

    def _take_back(self, number: int) -> Move:
        """Go back to before a move and make again what other seats have done since."""
        taken = self._takebacks[number]
        kept = {takeback.event: takeback for takeback in self._takebacks[number + 1 :]}
        buffer, takebacks, events = taken.before.copy(), self._takebacks[:number], self._events[: taken.event]
        facts = self._facts[: taken.event]
        for place, event in enumerate(self._events[taken.event + 1 :], taken.event + 1):
            before = buffer.copy()
            if place in kept:
                takebacks.append(Takeback(len(events), event.seat, before, kept[place].secret))
            self._kernel.apply(buffer, event.seat, event.code)
            events.append(event)
            facts.append(self._showing.fact(before, buffer, event.seat, event.code))
        move = self._table.moves[self._events[taken.event].code]
        self._buffer, self._takebacks, self._events, self._facts = buffer, takebacks, events, facts
        self._glimpse = {}
        self._update_actors(self._kernel.to_act(buffer))
        return move

    def _settle(self) -> None:
        """Let chance act until somebody must decide, or the match is over."""
        who = self._kernel.to_act(self._buffer)
        while who == CHANCE:
            who = self._reveal(*self._possible())
        self._update_actors(who)

    def _possible(self) -> tuple[list[int], list[int]]:
        codes, weights = self._outcomes
        count = self._kernel.outcomes(self._buffer, codes, weights)
        return codes[:count].tolist(), weights[:count].tolist()

    def _reveal(self, codes: list[int], weights: list[int]) -> int:
        if self._script and isinstance(self._chance, NoChance):
            return self._happen(self._scripted(codes))
        # The stream moves on with every draw, so that draw n is the same whether earlier ones were scripted or not.
        drawn = codes[self._chance.choose(weights)]
        code = self._scripted(codes) if self._script else drawn
        if code != drawn and self.first_forced is None:
            outcome = self.game.spec.moves.outcome
            self.first_forced = ForcedDraw(len(self._events), outcome(drawn), outcome(code))
        return self._happen(code)

    def _scripted(self, codes: list[int]) -> int:
        possible = {self.game.spec.moves.outcome(code): code for code in codes}
        wanted = self._script[0]
        if wanted not in possible:
            raise OffScript(wanted, list(possible), len(self._script))
        self._script = self._script[1:]
        return possible[wanted]

    def _happen(self, outcome: int) -> int:
        """Carry out an outcome of chance; return who acts next."""
        if hasattr(self._kernel, "between_games") and self._kernel.between_games(self._buffer):
            self._finished.append(self._result(self._by_itself(self._buffer)))
        before = self._buffer.copy()
        who: int = self._kernel.apply(self._buffer, CHANCE, outcome)
        self._events.append(Event(CHANCE, outcome))
        self._facts.append(self._showing.fact(before, self._buffer, CHANCE, outcome))
        self._takebacks = []
        return who

    def _update_actors(self, who: int) -> None:
        self._to_act = self._actors(self._buffer, who)
        self._listed = {}

    def _actors(self, buffer: Buffer, who: int) -> tuple[int, ...]:
        """The seats that may act in a state, given one of them; none where chance is to act or it is over."""
        if who in (OVER, CHANCE):
            return ()
        if hasattr(self._kernel, "acting"):
            seats = self._kernel.acting(buffer)
            return tuple(seat for seat in range(self.game.players) if seats >> seat & 1)
        return (int(who),)

    def _checked(self, seat: object) -> int:
        if type(seat) is int and 0 <= seat < self._players:
            return seat
        if not isinstance(seat, np.integer) or not 0 <= seat < self._players:
            raise ValueError(f"seat is one of 0 to {self.game.players - 1}, not {quoted(seat)}")
        return int(seat)

    def _refusal(self, move: object, action: int, seat: int) -> IllegalMove:
        legal = [str(self._table.moves[code]) for code in self._legal_actions(seat)]
        shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        rule, reasons = self._showing.reason(self._buffer, seat, action)
        why = f": {reasons['en']} ({rule})" if rule else ""
        given = self._as_given(move, action)
        return IllegalMove(f"seat {seat} may not play '{given}' now{why}; legal: {shown}", rule, reasons)

    def _as_given(self, move: object, action: int) -> str:
        """A move as somebody typed it: what a text could have meant at another moment would only puzzle them."""
        return " ".join(move.split())[:SHOWN] if isinstance(move, str) else self._table.names[action]


def _told_parts(shared: SharedSeed, *, is_over: bool) -> dict[str, Any]:
    """The parts of a seed as a record tells them."""
    parts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shared if is_over else shared.closed()))
    return parts


def _as_it_is(buffer: Buffer) -> Buffer:
    """Where a game is never one of several."""
    return buffer
