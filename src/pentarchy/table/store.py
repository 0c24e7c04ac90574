"""Where tables are kept. What has been stored survives the sudden death of the process and of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from pentarchy.table.archive import unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pentarchy.table.bans import Ban
    from pentarchy.table.ops import Op
    from pentarchy.table.tokens import Program


class Unavailable(OSError):  # noqa: N818
    """The database does not answer just now."""


class Taken(OSError):  # noqa: N818
    """Somebody else has stored something in that place: read what was missed, and judge anew."""


class TableRow(NamedTuple):
    """A table as it is stored, without its entries."""

    id: str
    created: float
    changed: float
    status: str
    public: bool
    setup: bytes
    seed: bytes
    summary: bytes | None


class ListedRow(NamedTuple):
    """A table in a list, with the number of its last entry (0 if they are packed)."""

    id: str
    status: str
    summary: bytes | None
    last: int


class SaidRow(NamedTuple):
    """Something that was said."""

    number: int
    at: float
    seat: int | None
    name: str
    text: str
    player: str
    command: str


class PersonRow(NamedTuple):
    """A person as they are known by name."""

    name: str
    created: float


class TalkRow(NamedTuple):
    """Something that a person said somewhere."""

    table: str
    at: float
    name: str
    text: str


class OfferRow(NamedTuple):
    """A seat that is offered to programs, and how its table was set up."""

    table: str
    seat: int
    program: str  # empty: any
    at: float
    setup: bytes


class Store(Protocol):
    """What the table needs of a database. Reading waits; writing calls back, in the event loop's thread.

    Whatever goes wrong is an OSError or of the database's own kind of error (`ERRORS`).
    """

    shared: bool  # whether other processes store here too
    problem: str | None  # why storing does not work now; None if it works as far as is known
    on_recovery: Callable[[], None]  # called in the event loop's thread when storing works again

    def write(self, table: str | None, ops: list[Op], done: Callable[[Exception | None], None]) -> None:
        """Store all of it or nothing; in the order of the calls, and for one table nothing after a failure.

        What does not depend on earlier writes names no table, and is tried whatever happened to them. Taken is no
        failure of storing, but the end of this table's writes all the same, until it is mended.
        """

    def mend(self, table: str) -> None:
        """Go on with a table after a failure."""

    async def table(self, table: str) -> TableRow | None:
        """A table."""

    async def entries(self, table: str) -> list[bytes]:
        """All that happened to a table; a ValueError if something is missing."""

    async def entries_after(self, table: str, seq: int) -> list[tuple[int, bytes]]:
        """What happened to a table after a number, as far as it is not packed."""

    async def newest(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The numbers of the last entry that is not packed and of the last thing said, 0 if there is none."""

    async def said(self, table: str, after: int = 0) -> list[SaidRow]:
        """The last things that were said there, after a number."""

    async def name(self, player: str) -> str:
        """How a player wants to be called; empty if unknown."""

    async def listed_of(self, player: str, limit: int, *, done: bool) -> list[ListedRow]:
        """Tables at which a player sits, those that are over or the others, the latest first."""

    async def sits(self, player: str, table: str) -> bool:
        """Whether a player sits at a table."""

    async def listed_public(self, status: str, limit: int) -> list[ListedRow]:
        """Public tables by their status, the latest first."""

    async def tables_that_are(self, status: str, limit: int) -> list[TableRow]:
        """Tables by their status, the latest first."""

    async def older(self, status: str, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables by their status to which nothing has happened since, the oldest first."""

    async def to_pack(self, before: float, limit: int, skipped: int = 0) -> list[str]:
        """Tables that have been over since and whose entries are not packed, the oldest first."""

    async def bans(self) -> list[Ban]:
        """All that were made."""

    async def programs(self) -> list[Program]:
        """All programs that may come."""

    async def offers(self, program: str, limit: int) -> list[OfferRow]:
        """The seats that are offered to a program of this name, or to any: its own first, then the longest offered."""

    async def seats_held(self, player: str) -> int:
        """At how many tables that are not over a player sits."""

    async def close(self) -> None:
        """Store what is still waiting, and stop."""

    # For the operator

    async def all_tables(self, after: str, limit: int) -> list[TableRow]:
        """Tables by their names, those after one of them."""

    async def person(self, player: str) -> PersonRow | None:
        """What is known of a person beside tables."""

    async def people_like(self, start: str) -> set[str]:
        """Everybody who is known by something that begins so."""

    async def said_by(self, player: str) -> list[TalkRow]:
        """All that a person said."""

    async def tables_knowing(self, player: str) -> list[str]:
        """All tables that know of a person; everything that is kept is looked through, without holding up others."""

    async def entry_rows(self, table: str) -> list[tuple[int, bytes]]:
        """The entries of a table that are not packed."""

    async def packed(self, table: str) -> bytes | None:
        """Those that are."""

    async def rows(self, kind: str, table: str) -> list[tuple[object, ...]]:
        """Rows as they are of one kind (`schema.COLUMNS`), of a table where they belong to one."""

    async def add_rows(self, rows: dict[str, list[tuple[object, ...]]]) -> None:
        """Rows as they are, by their kinds, all or none."""


COLUMNS = "tables.id, tables.created, tables.changed, status, public, setup, seed, summary"
SHOWN = "tables.id, status, summary, COALESCE((SELECT MAX(seq) FROM entries WHERE table_id = tables.id), 0)"
TABLE = f"SELECT {COLUMNS} FROM tables WHERE id = ?1"
ALL_TABLES = f"SELECT {COLUMNS} FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2"
LISTED_OF = f"""
    SELECT {SHOWN} FROM sitting JOIN tables ON tables.id = sitting.table_id
    WHERE sitting.player = ?1 AND sitting.done = ?2 ORDER BY sitting.changed DESC LIMIT ?3
"""
LISTED_PUBLIC = f"SELECT {SHOWN} FROM tables WHERE public = 1 AND status = ?1 ORDER BY changed DESC LIMIT ?2"
TABLES_THAT_ARE = f"SELECT {COLUMNS} FROM tables WHERE status = ?1 ORDER BY changed DESC LIMIT ?2"
OLDER = "SELECT id FROM tables WHERE status = ?1 AND changed < ?2 ORDER BY changed LIMIT ?3 OFFSET ?4"
TO_PACK = "SELECT id FROM tables WHERE to_pack = 1 AND changed < ?1 ORDER BY changed LIMIT ?2 OFFSET ?3"
SITS = "SELECT 1 FROM sitting WHERE player = ?1 AND table_id = ?2"
NAME = "SELECT name FROM players WHERE id = ?1"
PERSON = "SELECT name, created FROM players WHERE id = ?1"
PROGRAMS = "SELECT id, name, token, made, seen FROM programs"
OFFERS = """
    SELECT offers.table_id, offers.seat, offers.program, offers.at, tables.setup
    FROM offers JOIN tables ON tables.id = offers.table_id
    WHERE offers.program IN ('', ?1) AND tables.status = 'open'
    ORDER BY offers.program = '', offers.at, offers.table_id, offers.seat LIMIT ?2
"""
SEATS_HELD = "SELECT COUNT(*) FROM sitting WHERE player = ?1 AND done = 0"
BANS = "SELECT whom, kind, made, until, reason FROM bans"
SAID = """
    SELECT number, at, seat, name, text, player, command FROM said WHERE table_id = ?1 AND number > ?2
    ORDER BY number DESC LIMIT 200
"""
SAID_BY = "SELECT table_id, at, name, text FROM said WHERE player = ?1 ORDER BY table_id, number"
PEOPLE_LIKE = """
    SELECT id FROM players WHERE id >= ?1 AND id < ?2
    UNION SELECT player FROM sitting WHERE player >= ?1 AND player < ?2
    UNION SELECT player FROM said WHERE player >= ?1 AND player < ?2
    UNION SELECT whom FROM bans WHERE whom >= ?1 AND whom < ?2
"""
# One statement sees one state of things: the entries may be packed this very moment.
ENTRIES = """
    SELECT 0 AS kind, count AS number, entries AS content FROM archive WHERE table_id = ?1
    UNION ALL SELECT 1, seq, entry FROM entries WHERE table_id = ?1
    AND seq > COALESCE((SELECT count FROM archive WHERE table_id = ?1), 0) ORDER BY kind, number
"""
ENTRY_ROWS = "SELECT seq, entry FROM entries WHERE table_id = ?1 AND seq > ?2 ORDER BY seq"
PACKED = "SELECT entries FROM archive WHERE table_id = ?1"


def joined(table: str, rows: Iterable[tuple[int, int, bytes]]) -> list[bytes]:
    """All entries of a table, packed or not, from what ENTRIES finds; a ValueError if one is missing."""
    found: list[bytes] = []
    for kind, number, content in rows:
        if kind == 0:
            found += unpack(content)
        else:
            found.append(content)
        if number != len(found):
            raise ValueError(f"table {table}: an entry is missing, or there is one too many, at {number}")
    return found
