"""What travels between the table and its pages. The TypeScript types are made from this file.

Lobby matters (who sits where, starting, records) go over HTTP; what happens at a table goes over one WebSocket per
page. Every change of a table has a number, `seq`, counted from 1. A command that changes the table carries the `seq`
its sender has seen and an `id` of its own choosing: sending it again is harmless, the first answer is given again.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

GameName = Literal["kingdomino", "genius", "scuffle", "kingems", "color_kingdoms"]
Level = Literal["novice", "adept", "expert", "master"]
Status = Literal["open", "playing", "over"]
ClockKind = Literal["move", "game"]
SeatKind = Literal["me", "here", "link", "bot"]


class Message(Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Anything on the wire; `type` says what it is."""


# --- Setting up (HTTP) ------------------------------------------------------------------------------------------------


class Me(Struct, frozen=True):
    """Who a page belongs to. The secret that proves it is in a cookie."""

    name: str


class SeatWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: mine, another person's on this device, somebody's who gets the link, or a bot's."""

    kind: SeatKind
    name: str = ""
    level: Level = "adept"


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think: per turn, or for all its turns together. When it is used up a bot plays on."""

    per: ClockKind
    seconds: int


class TableWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `options` are the game's own; the number of players is the number of seats."""

    game: GameName
    seats: list[SeatWanted]
    options: dict[str, Any] = {}
    public: bool = False
    hints: bool = True
    clock: Clock | None = None
    start: bool = False  # at once, if nobody is waited for


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a free seat: any, or a certain one."""

    seat: int | None = None
    name: str = ""


class Filling(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a seat that no person holds; `level` None: the seat is free again."""

    seat: int
    level: Level | None
    name: str = ""


class Created(Struct, frozen=True):
    """The answer to a new table and to a rematch."""

    table: str


class Seat(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str  # empty: free
    kind: Literal["free", "person", "bot"]
    level: Level | None = None  # of the bot that plays, also where it plays for a person
    mine: bool = False
    here: bool = False  # a page of this person is open
    away_since: float | None = None  # seconds since 1970; None while here, for bots and free seats
    stands_in: bool = False  # a bot plays for the person, who may come back
    resigned: bool = False


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
    host: bool  # whether the one who asks has set it up
    public: bool
    hints: bool
    created: float
    clock: Clock | None = None
    seed_hash: str | None = None  # published before the first draw
    rematch: str | None = None  # the table that follows this one


class TableLine(Struct, frozen=True):
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


class Lobby(Struct, frozen=True):
    """Everything the first page shows of tables."""

    open: list[TableLine]  # public ones: to sit down at, then to watch
    mine: list[TableLine]  # the ones that wait for me first
    finished: list[TableLine]  # mine, the latest first


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


class Proof(Struct, frozen=True):
    """Whether chance was honest, checked by the table itself; the record lets anybody check it again."""

    honest: bool
    draws: int
    seed_hash: str
    seed: str
    problem: str | None = None


class Past(Struct, frozen=True):
    """How a position was: what the one who asks could see after the first `at` lines of the log."""

    at: int
    view: dict[str, Any]


class Refused(Struct, frozen=True):
    """Why something over HTTP was not done."""

    error: str  # one word for programs, such as not_found
    detail: str  # a sentence for people who look closely


# --- From page to table (WebSocket) -----------------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the last `seq` this page has seen, if any. Where all hear the same, it is then sent only those
    lines of the log that it has missed.
    """

    seq: int | None = None


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


class Say(Message, frozen=True, tag="say"):
    """Something to be read by all at the table."""

    id: str
    text: str


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


class Ping(Message, frozen=True, tag="ping"):
    """Is the line still there?"""


Wish = Play | Undo | StandIn | Resign | Say | AskPreview | AskHint  # what is answered, and may be refused
Command = Hello | Ping | Wish


# --- From table to page (WebSocket) -----------------------------------------------------------------------------------


class Happened(Struct, frozen=True, omit_defaults=True):
    """A line of the log: a move of a seat or an outcome of chance, in notation, as far as the reader may know it."""

    seat: int | None = None  # None: chance
    move: str = ""
    chance: str = ""


class Position(Struct, frozen=True):
    """What one seat (None: a spectator) sees, and what it may do."""

    seat: int | None
    view: dict[str, Any]  # what `Match.view(seat)` returns
    legal: list[str]  # moves in notation; empty where the seat is not to act
    undo: bool


class Said(Struct, frozen=True):
    """Something that was said; `seat` None: by a spectator."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str


class State(Message, frozen=True, tag="state"):
    """How it stands at the table. The answer to hello, and then whenever something has changed.

    `log` replaces the reader's log from line `log_from` on. `positions` has one for each of the reader's seats, or one
    for a spectator; none before the start.
    """

    seq: int
    table: Table
    positions: list[Position]
    log_from: int
    log: list[Happened]
    ticking: Ticking | None = None
    glimpse: dict[str, Any] = {}  # what the last move showed to all for a moment
    thinking: list[int] = []  # seats whose bots are thinking


class Chat(Message, frozen=True, tag="chat"):
    """All that was said at first, then each new thing."""

    said: list[Said]


class Done(Message, frozen=True, tag="done"):
    """A command was carried out and is safely stored."""

    id: str
    seq: int


Reason = Literal[
    "bad_message", "not_joined", "unknown_table", "not_your_seat", "not_your_turn", "illegal", "stale", "cannot_undo",
    "not_playing", "too_fast", "too_long", "no_hints", "busy", "no_preview", "failed",
]  # fmt: skip


class Rejected(Message, frozen=True, tag="rejected"):
    """A command was not carried out; nothing has changed."""

    id: str  # empty where the command could not be read
    seq: int
    reason: Reason
    detail: str


class Preview(Message, frozen=True, tag="previewed"):
    """The answer to `AskPreview`."""

    id: str
    seq: int
    view: dict[str, Any]
    legal: list[str]  # what the seat could do next; empty where chance or another seat follows


class Suggestion(Struct, frozen=True):
    """A move the expert has looked at, the best first."""

    move: str
    points: float  # expected at the end
    win_share: float
    visits: int


class Hint(Message, frozen=True, tag="hinted"):
    """The answer to `AskHint`."""

    id: str
    seq: int
    suggestions: list[Suggestion]


class Pong(Message, frozen=True, tag="pong"):
    """It is."""

    at: float


Reply = State | Chat | Done | Rejected | Preview | Hint | Pong
