"""What travels between the table and its pages. The TypeScript types are made from this file.

Lobby matters (who sits where, starting, records) go over HTTP; what happens at a table goes over one WebSocket per
page. Every change of a table has a number, `seq`, counted from 1. A command that changes the table carries the `seq`
its sender has seen and an `id` of its own choosing: sending it again is harmless, the first answer is given again.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pentarchy.games import NAMES

TypedMove = dict[str, Any]  # a move's `text` in notation and its name (`move`), beside the parts that such a move has
GameName = Annotated[str, Meta(pattern=f"^({'|'.join(NAMES)})$")]
Level = Literal["novice", "adept", "expert", "master"]
Status = Literal["open", "playing", "over"]
ClockKind = Literal["move", "game"]
SeatKind = Literal["me", "here", "link", "bot", "program"]
Pace = Literal["at_once", "brisk", "leisurely"]
NoteKind = Literal[
    "undone", "resigned", "stood_in", "back", "ran_out", "voted", "replaced", "removed", "host", "no_number"
]
Part = Literal["people", "bots", "search"]  # of a game: what people need, bots that decide at a glance, the search


class Message(Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Anything on the wire; `type` says what it is."""


# --- Setting up (HTTP) ------------------------------------------------------------------------------------------------


class Me(Struct, frozen=True):
    """Who a page belongs to. The secret that proves it is in a cookie."""

    name: str


class Reach(Struct, frozen=True):
    """Where others reach the table, for invitations. If it says nothing, the page's own address is all there is."""

    public: str = ""  # the address that has been set
    lan: bool = False  # whether others in the house may come
    house: list[str] = []  # addresses in the house, the likeliest first; told only to pages on the table's own machine


class SeatWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: mine, another person's on this device, somebody's who gets the link, a bot's, or one that
    is offered to programs.
    """

    kind: SeatKind
    name: str = ""
    level: Level = "adept"
    program: str = ""  # the one it is offered to, by its name; empty: any


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think: per turn, or for all its turns together. When it is used up a bot plays on."""

    per: ClockKind
    seconds: int


class Lot(Struct, frozen=True):
    """What one person adds to chance, in hexadecimal digits; see docs/chance.md."""

    seats: list[int]  # the person's
    seal: str | None = None  # the hash of the number
    number: str | None = None  # once the game has begun; None: it is not in the seed


class TableWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `options` are the game's own; the number of players is the number of seats."""

    game: GameName
    seats: list[SeatWanted]
    options: dict[str, Any] = {}
    public: bool = False
    hints: bool = True
    clock: Clock | None = None
    pace: Pace = "brisk"  # how quickly bots move one after the other
    start: bool = False  # as soon as the game is compiled, if nobody is waited for
    seal: str = ""  # of the number that my page adds to chance


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a free seat: any, or a certain one."""

    seat: int | None = None
    name: str = ""
    seal: str = ""  # of the number that my page adds to chance


class Again(Struct, frozen=True, forbid_unknown_fields=True):
    """A rematch."""

    seal: str = ""  # of the number that my page adds to chance


class Filling(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a seat that no person holds; `level` None: the seat is free again."""

    seat: int
    level: Level | None
    name: str = ""


class Offering(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that nobody holds is offered to a program by its name, to any if that is empty; None: it is free again."""

    seat: int
    program: str | None


class Removing(Struct, frozen=True, forbid_unknown_fields=True):
    """The one who sits there leaves all their seats, and may not sit down again until the host lets them."""

    seat: int


class Readmitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who was removed may sit down again: which of `Table.removed`, counted from 0."""

    number: int


class Created(Struct, frozen=True):
    """The answer to a new table and to a rematch."""

    table: str
    lots: Lots | None = None  # if somebody there has sealed a number


class Seat(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str  # empty: free
    kind: Literal["free", "person", "bot", "offered", "program"]
    level: Level | None = None  # of the bot that plays, also where it plays for a person
    mine: bool = False
    here: bool = False  # a page of this person is open
    away_since: float | None = None  # seconds since 1970; None while here, for bots and free seats
    stands_in: bool = False  # a bot plays for the person
    resigned: bool = False
    may_return: bool = False  # the person whom a bot plays for may play again
    votes: list[int] = []  # seats of those who want a bot to play for this person, who is away
    needed: int = 0  # votes that decide
    idle_since: float | None = None  # present, waited for and silent for so long that the others may vote
    host: bool = False  # whoever starts the game, gives seats to bots and frees them
    needs: Part | None = None  # what must be compiled for the bot that plays
    program: str = ""  # the program that sits here, or that the seat is offered to; empty: to any


class Ticking(Struct, frozen=True):
    """The clocks: seconds left per seat at the moment `at`; those of `running` go on."""

    left: list[float]
    running: list[int]
    at: float  # seconds since 1970, by the table's watch


class Table(Struct, frozen=True):
    """What is known of a table besides the position."""

    table: str  # its name in addresses, such as sova-med-rog-les
    game: GameName
    options: dict[str, Any]
    status: Status
    seats: list[Seat]
    host: bool  # whether the one who asks runs it: has set it up, or took over from somebody who has gone
    public: bool
    hints: bool
    created: float
    clock: Clock | None = None
    pace: Pace = "brisk"
    patience: float = 0.0  # seconds that somebody must be away before others may let a bot play on
    idle: float = 0.0  # the same for somebody who is here and does nothing; 0 where a clock sees to that
    seed_hash: str | None = None  # of the table's secret, published before the first draw
    rematch: str | None = None  # the table that follows this one
    starting: bool = False  # the game begins by itself: its rules are being compiled, or pages open their numbers
    removed: list[str] = []  # told to the host: names of those who may not sit down again
    barred: bool = False  # the one who asks is one of them


class ListedTable(Struct, frozen=True):
    """A table in a list."""

    table: str
    game: GameName
    status: Status
    players: int
    seats: list[Seat]
    to_act: list[int]
    changed: float
    free: int = 0
    mine: bool = False
    winners: list[int] = []
    points: list[int] = []  # of each seat, once the game is over
    places: list[int] = []
    options: dict[str, Any] = {}  # those that differ from what is usual; of a map of one's own only its name
    clock: Clock | None = None


class Lobby(Struct, frozen=True):
    """Everything the first page shows of tables."""

    open: list[ListedTable]  # public ones: to sit down at, then to watch
    mine: list[ListedTable]  # the ones that wait for me first
    finished: list[ListedTable]  # mine, the latest first


class OptionInfo(Struct, frozen=True):
    """A choice to be made before a game starts."""

    name: str
    default: Any
    choices: list[Any]
    help: str


class GameInfo(Struct, frozen=True):
    """A game as the lobby offers it."""

    name: GameName
    titles: dict[str, str]
    players: list[int]
    options: list[OptionInfo]


class MapProblem(Struct, frozen=True):
    """What is wrong with a map, or only unusual in it, and where."""

    code: str  # one word for programs, such as nine_areas
    text: str  # a sentence for people
    is_error: bool
    found: str  # as far as the sentence says so
    wanted: str  # or what is usual
    field: str  # of the file, such as blots
    areas: list[str]  # their names
    kingdoms: list[str]
    towers: list[int]  # counted from 0
    at: list[list[float]]  # places in units of the map


class SketchedArea(Struct, frozen=True):
    """An area of a map file as far as it can be drawn."""

    name: str
    kingdom: str
    symbol: str
    of: str
    line: list[list[float]]
    at: list[float]  # where its symbol stands


class SketchedTower(Struct, frozen=True):
    """A tower of a map file that has a place."""

    number: int
    at: list[float]


class MapSketch(Struct, frozen=True):
    """As much as can be drawn of a map file, also of one with errors."""

    size: list[float]
    areas: list[SketchedArea]
    towers: list[SketchedTower]


class MapChecked(Struct, frozen=True):
    """All that is to be said of a map file. `map` is its content with dice and labels, if it can be played on."""

    problems: list[MapProblem]
    sketch: MapSketch
    map: dict[str, Any] | None = None


class ProgramRow(Struct, frozen=True):
    """A program to which seats can be offered."""

    name: str
    here: bool  # it has asked for seats in the last minutes, or sits at a table


class OfferedSeat(Struct, frozen=True):
    """A seat that is offered to a program."""

    table: str
    seat: int
    game: GameName
    options: dict[str, Any]
    players: int
    at: float  # when it was offered
    clock: Clock | None = None
    by_name: bool = False  # to this program alone


class HeldSeat(Struct, frozen=True):
    """A seat that a program holds, of a game that is not over."""

    table: str
    seat: int
    game: GameName
    status: Status
    to_act: bool  # the program is waited for


class Offers(Struct, frozen=True):
    """All that a program may want to know beside its tables."""

    program: str  # how it is called
    offers: list[OfferedSeat]  # those by its name first, then the longest offered
    seats: list[HeldSeat]
    most: int  # seats that it may hold at once


class Taking(Struct, frozen=True, forbid_unknown_fields=True):
    """A program takes a seat that is offered to it."""

    seat: int


class Compiling(Struct, frozen=True):
    """A part of a game that cannot be used yet; what needs it waits and goes on by itself."""

    game: GameName
    part: Part
    seconds: int | None  # so many are left, about; None: it could not be compiled


class Proof(Struct, frozen=True):
    """Whether chance was honest, checked by the table itself; the record lets anybody check it again."""

    honest: bool
    draws: int
    seed_hash: str  # published before anything else
    seed: str
    problem: str | None = None
    secret: str | None = None  # of the table, and the people's numbers: what the seed is made of
    lots: list[Lot] = []  # empty: the seed is the table's secret


class BestTurn(Struct, frozen=True):
    """The turn of a finished game that brought its seat the most points; `at`: lines of the log at its end."""

    seat: int
    at: int
    gain: int


class Past(Struct, frozen=True):
    """How a position was: what the one who asks could see after the first `at` lines of the log."""

    at: int
    view: dict[str, Any]


class ErrorAnswer(Struct, frozen=True):
    """Why something over HTTP was not done."""

    error: str  # one word for programs, such as not_found
    detail: str  # a sentence for people who look closely


# --- From page to table (WebSocket) -----------------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the last `seq` this page has seen, if any. Where all hear the same, it is then sent only those
    lines of the log that it has missed. `looks`: the seat in front of a shared device that has lost its line.
    """

    seq: int | None = None
    looks: int | None = None


class Look(Message, frozen=True, tag="look"):
    """Which of my seats is in front of this device now; None: nobody, the curtain is closed."""

    id: str
    seat: int | None = None


class Play(Message, frozen=True, tag="play"):
    """A move of one of my seats, in notation."""

    id: str
    seq: int
    seat: int
    move: str


class Undo(Message, frozen=True, tag="undo"):
    """Take back the last move of one of my seats."""

    id: str
    seq: int
    seat: int


class StandIn(Message, frozen=True, tag="stand_in"):
    """Let a bot play for one of my seats; `level` None: I am back."""

    id: str
    seat: int
    level: Level | None = None


class Resign(Message, frozen=True, tag="resign"):
    """Give up one of my seats for good; a bot plays on."""

    id: str
    seat: int


class Replace(Message, frozen=True, tag="replace"):
    """Let a bot play on for somebody who is away and waited for; done when more than half of those present want it."""

    id: str
    seat: int


class Seal(Message, frozen=True, tag="seal"):
    """The seal of the number that my page adds to chance; before the game begins, the last one counts."""

    id: str
    seal: str


class Unseal(Message, frozen=True, tag="unseal"):
    """The number itself: to be sent once the list of all seals is closed, and for no other list."""

    id: str
    number: str


class Say(Message, frozen=True, tag="say"):
    """Something to be read by all at the table."""

    id: str
    text: str


class Here(Message, frozen=True, tag="here"):
    """I am here and still thinking."""

    id: str


class AskPreview(Message, frozen=True, tag="preview"):
    """What one of my seats would see after moves that chance has no part in."""

    id: str
    seq: int
    seat: int
    moves: list[str]


class AskHint(Message, frozen=True, tag="hint"):
    """What the expert bot would do on one of my seats."""

    id: str
    seq: int
    seat: int


class Suppose(Message, frozen=True, tag="suppose"):
    """A whole position that fits all that a program's seat was shown; what it does not know is dealt anew each time."""

    id: str
    seq: int
    seat: int


class Ping(Message, frozen=True, tag="ping"):
    """Is the line still there?"""


# What is answered, and may be refused.
Wish = Look | Play | Undo | StandIn | Resign | Replace | Seal | Unseal | Say | Here | AskPreview | AskHint | Suppose
Command = Hello | Ping | Wish


# --- From table to page (WebSocket) -----------------------------------------------------------------------------------


class Happened(Struct, frozen=True, omit_defaults=True):
    """A line of the log: a move of a seat or an outcome of chance, as far as the reader may know it.

    `fact` is what it did, as the game declares it (its `Fact`).
    """

    fact: dict[str, Any]
    seat: int | None = None  # None: chance
    move: str = ""
    typed: TypedMove = {}
    chance: str = ""


class Note(Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table besides moves, as far as the reader may know it.

    It stands after the first `line` lines of the reader's log. `seat` is the one that took a move back, resigned, is
    played for by a bot, is back or out of time, about which `by` has voted, whose person runs the table from then on,
    or from which somebody was removed. `name`: who sat there then, if that is not who sits there now.
    """

    line: int
    at: float
    what: NoteKind
    seat: int
    by: int | None = None
    level: Level | None = None  # of the bot that plays
    name: str = ""


class Position(Struct, frozen=True):
    """What one seat (None: a spectator) sees, and what it may do."""

    seat: int | None
    view: dict[str, Any]  # what `Match.view(seat)` returns
    legal: list[TypedMove]  # empty where the seat is not to act
    undo: bool


class Said(Struct, frozen=True):
    """Something that was said; `seat` None: by a spectator. `voice` is the same for all that one person says here, and
    tells nothing else of them.
    """

    number: int
    at: float
    seat: int | None
    name: str
    text: str
    voice: str = ""
    guest: int = 0  # spectators without a name are told apart by a number


class State(Message, frozen=True, tag="state"):
    """How it stands at the table. The answer to hello, and then whenever something has changed.

    `log` replaces the reader's log from line `log_from` on. `positions` has one for each of the reader's seats, or one
    for a spectator; none before the start.

    `curtain`: several people with secrets from each other share this device. It is sent the position and the log of the
    seat that `looks`, whose turn it is, and what a spectator is sent as long as nobody does. `seq` counts for each of
    these alone.
    """

    seq: int
    table: Table
    positions: list[Position]
    log_from: int
    log: list[Happened]
    ticking: Ticking | None = None
    glimpse: dict[str, Any] = {}  # what the last move showed to all for a moment
    thinking: list[int] = []  # seats whose bots are thinking
    curtain: bool = False
    looks: int | None = None
    notes: list[Note] = []  # the latest, in the order in which they happened


class Lots(Message, frozen=True, tag="lots"):
    """What people add to chance, in the order of their seats; sent when it changes, and after hello.

    `closed`: nobody comes, goes or seals any more, and pages open their numbers. `secret_hash` is the table's promise.
    """

    secret_hash: str
    closed: bool
    lots: list[Lot]


class Chat(Message, frozen=True, tag="chat"):
    """All that was said at first, then each new thing."""

    said: list[Said]


class Done(Message, frozen=True, tag="done"):
    """A command was carried out and is safely stored."""

    id: str
    seq: int


Reason = Literal[
    "bad_message", "not_joined", "unknown_table", "not_your_seat", "not_your_turn", "illegal", "stale", "cannot_undo",
    "not_playing", "too_fast", "too_long", "no_hints", "busy", "no_preview", "not_in_front", "no_vote",
    "not_away", "too_soon", "voted", "bad_text", "removed", "not_for_you", "failed",
]  # fmt: skip


class Rejected(Message, frozen=True, tag="rejected"):
    """A command was not carried out; nothing has changed."""

    id: str  # empty where the command could not be read
    seq: int
    reason: Reason
    detail: str
    rule: str | None = None  # the number of the rule that forbids a move
    why: dict[str, str] = {}  # half a sentence that says why, by language


class Preview(Message, frozen=True, tag="previewed"):
    """The answer to `AskPreview`."""

    id: str
    seq: int
    view: dict[str, Any]
    legal: list[TypedMove]  # what the seat could do next; empty where chance or another seat follows
    facts: list[dict[str, Any]]  # what each of the moves would do, as the log would tell it


class Suggestion(Struct, frozen=True):
    """A move the expert has looked at, the best first."""

    move: str
    typed: TypedMove
    points: float  # expected at the end
    win_share: float
    visits: int


class Hint(Message, frozen=True, tag="hinted"):
    """The answer to `AskHint`."""

    id: str
    seq: int
    suggestions: list[Suggestion]


class Supposed(Message, frozen=True, tag="supposed"):
    """The answer to `Suppose`: for `pentarchy.load(game, **options).from_position(position)`."""

    id: str
    seq: int
    position: dict[str, Any]


class Pong(Message, frozen=True, tag="pong"):
    """It is."""

    at: float


Reply = State | Chat | Lots | Done | Rejected | Preview | Hint | Supposed | Pong
