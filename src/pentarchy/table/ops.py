"""What can be stored: small things to do, and how each is said to a database.

Every statement of an op takes the fields of the op, by their numbers: `?1` is the first. What is said here SQLite and
PostgreSQL understand alike; the latter calls the first `$1`. New entries are said by each store in its own way.

In several processes at once each is safe for its own reason, which its line tells.
"""

from __future__ import annotations

from typing import NamedTuple


class AddEntry(NamedTuple):
    """Something happened to a table. Its place is its key: of two who want the same place, one gets it."""

    table: str
    seq: int
    entry: bytes


class AddTable(NamedTuple):
    """A table was set up. Nobody else knows its name yet."""

    table: str
    at: float
    public: int
    setup: bytes
    seed: bytes


class SetStatus(NamedTuple):
    """A table is in other lists. It is stored with the entry that made it so, or not at all."""

    table: str
    status: str
    at: float
    summary: bytes | None
    to_pack: int


class SetListed(NamedTuple):
    """What lists show of a table. Something later is never replaced; a list does not believe what is older."""

    table: str
    at: float
    summary: bytes


class SetSitting(NamedTuple):
    """Where a table stands in the lists of its people; something later is never replaced."""

    table: str
    at: float
    done: int


class Sit(NamedTuple):
    """A person sits at a table; stored with the entry that says so."""

    table: str
    player: str


class Stand(NamedTuple):
    """A person no longer sits there; stored with the entry that says so."""

    table: str
    player: str


class StandAll(NamedTuple):
    """Nobody sits there any more."""

    table: str


class Pack(NamedTuple):
    """All entries up to a number in one piece. Who packs the same game once more stores the same or more."""

    table: str
    last: int
    entries: bytes


class DropEntries(NamedTuple):
    """What is packed need not be kept entry by entry, and need not be looked for again."""

    table: str
    last: int


class LeaveUnpacked(NamedTuple):
    """A table is not to be packed."""

    table: str


class DeleteTable(NamedTuple):
    """Everything that is kept of a table goes."""

    table: str


class AddBan(NamedTuple):
    """Somebody may not come; the last word holds."""

    whom: str
    kind: str
    made: float
    until: float
    reason: str


class EndBan(NamedTuple):
    """They may come again."""

    whom: str


class AddProgram(NamedTuple):
    """A program may come. Of two of the same name or token one gets it."""

    id: str
    name: str
    token: str
    made: float


class RenewToken(NamedTuple):
    """A program comes with another token from now on; the last word holds."""

    id: str
    token: str


class SeeProgram(NamedTuple):
    """A program was there; something later is never replaced."""

    id: str
    at: float


class EndProgram(NamedTuple):
    """A program may come no more."""

    id: str


class Offer(NamedTuple):
    """A seat is offered to programs; stored with the entry that says so."""

    table: str
    seat: int
    program: str
    at: float


class Withdraw(NamedTuple):
    """It is not, or no longer; stored with the entry that says so."""

    table: str
    seat: int


class WithdrawAll(NamedTuple):
    """No seat of a table is; stored with the entry that began or closed it."""

    table: str


class AddSaid(NamedTuple):
    """Something was said. As with entries its number is its key, and the next one is free for one only."""

    table: str
    number: int
    at: float
    seat: int | None
    name: str
    text: str
    player: str
    command: str


class SetName(NamedTuple):
    """A person goes by another name; the last word holds."""

    player: str
    name: str
    at: float


class ForgetPlayer(NamedTuple):
    """A person has no name any more."""

    player: str


class ForgetSaid(NamedTuple):
    """What a person said at a table goes."""

    table: str
    player: str


class ReplaceSetup(NamedTuple):
    """A table was set up by others than it says; the operator alone does this, to a table that nobody has open."""

    table: str
    setup: bytes
    summary: bytes | None


class ReplaceEntry(NamedTuple):
    """The same of something that happened."""

    table: str
    seq: int
    entry: bytes


class ReplacePacked(NamedTuple):
    """The same of all that happened."""

    table: str
    entries: bytes


class Probe(NamedTuple):
    """Nothing but a try whether storing works."""

    value: str


Op = (
    AddEntry | AddTable | SetStatus | SetListed | SetSitting | Sit | Stand | StandAll | Pack | DropEntries
    | LeaveUnpacked | DeleteTable | AddBan | EndBan | AddProgram | RenewToken | SeeProgram | EndProgram | Offer
    | Withdraw | WithdrawAll | AddSaid | SetName | ForgetPlayer | ForgetSaid | ReplaceSetup | ReplaceEntry
    | ReplacePacked | Probe
)  # fmt: skip

STATEMENTS: dict[type[Op], tuple[str, ...]] = {
    AddTable: (
        "INSERT INTO tables (id, created, changed, status, public, setup, seed)"
        " VALUES (?1, ?2, ?2, 'open', ?3, ?4, ?5)",
    ),
    SetStatus: ("UPDATE tables SET status = ?2, changed = ?3, summary = ?4, to_pack = ?5 WHERE id = ?1",),
    SetListed: ("UPDATE tables SET changed = ?2, summary = ?3 WHERE id = ?1 AND changed <= ?2",),
    SetSitting: ("UPDATE sitting SET done = ?3, changed = ?2 WHERE table_id = ?1 AND changed <= ?2",),
    Sit: (
        "INSERT INTO sitting (player, table_id, done, changed) SELECT ?2, id, 0, changed FROM tables WHERE id = ?1"
        " ON CONFLICT DO NOTHING",
    ),
    Stand: ("DELETE FROM sitting WHERE player = ?2 AND table_id = ?1",),
    StandAll: ("DELETE FROM sitting WHERE table_id = ?1",),
    Pack: (
        "INSERT INTO archive (table_id, count, entries) VALUES (?1, ?2, ?3) ON CONFLICT (table_id)"
        " DO UPDATE SET count = excluded.count, entries = excluded.entries WHERE archive.count <= excluded.count",
    ),
    DropEntries: (
        "DELETE FROM entries WHERE table_id = ?1 AND seq <= ?2",
        "UPDATE tables SET to_pack = 0 WHERE id = ?1 AND ?2 > 0",
    ),
    LeaveUnpacked: ("UPDATE tables SET to_pack = 0 WHERE id = ?1",),
    DeleteTable: (
        "DELETE FROM entries WHERE table_id = ?1",
        "DELETE FROM archive WHERE table_id = ?1",
        "DELETE FROM said WHERE table_id = ?1",
        "DELETE FROM sitting WHERE table_id = ?1",
        "DELETE FROM offers WHERE table_id = ?1",
        "DELETE FROM tables WHERE id = ?1",
    ),
    AddBan: (
        "INSERT INTO bans (whom, kind, made, until, reason) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (whom)"
        " DO UPDATE SET made = excluded.made, until = excluded.until, reason = excluded.reason",
    ),
    EndBan: ("DELETE FROM bans WHERE whom = ?1",),
    AddProgram: (
        "INSERT INTO programs (id, name, token, made, seen) VALUES (?1, ?2, ?3, ?4, 0) ON CONFLICT DO NOTHING",
    ),
    RenewToken: ("UPDATE programs SET token = ?2 WHERE id = ?1",),
    SeeProgram: ("UPDATE programs SET seen = ?2 WHERE id = ?1 AND seen < ?2",),
    EndProgram: ("DELETE FROM programs WHERE id = ?1",),
    Offer: (
        "INSERT INTO offers (table_id, seat, program, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (table_id, seat)"
        " DO UPDATE SET program = excluded.program, at = excluded.at",
    ),
    Withdraw: ("DELETE FROM offers WHERE table_id = ?1 AND seat = ?2",),
    WithdrawAll: ("DELETE FROM offers WHERE table_id = ?1",),
    AddSaid: (
        "INSERT INTO said (table_id, number, at, seat, name, text, player, command)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    ),
    SetName: (
        "INSERT INTO players (id, name, created) VALUES (?1, ?2, ?3)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    ),
    ForgetPlayer: ("DELETE FROM players WHERE id = ?1",),
    ForgetSaid: ("DELETE FROM said WHERE table_id = ?1 AND player = ?2",),
    ReplaceSetup: ("UPDATE tables SET setup = ?2, summary = ?3 WHERE id = ?1",),
    ReplaceEntry: ("UPDATE entries SET entry = ?3 WHERE table_id = ?1 AND seq = ?2",),
    ReplacePacked: ("UPDATE archive SET entries = ?2 WHERE table_id = ?1",),
    Probe: (
        "INSERT INTO meta (key, value) VALUES ('probe', ?1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
}
