"""`pentarchy admin`: what the one who runs the table can type, and what is printed. It loads little."""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pentarchy.table.settings import Settings

STATUSES = ("open", "playing", "over", "closed")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400, "y": 365 * 86400}


def add_actions(command: argparse.ArgumentParser) -> None:
    """What can be typed after `pentarchy admin`."""
    command.add_argument("--json", action="store_true", help="print what comes of it as JSON")
    actions = command.add_subparsers(title="what to do", metavar="ACTION", required=True, dest="action")

    listing = actions.add_parser("list", help="name tables, the latest first")
    listing.add_argument("--status", choices=STATUSES, help="only these")
    listing.add_argument("--limit", type=int, default=50, metavar="N", help="how many at most (default: 50)")
    for name, words in (
        ("show", "say what is known of a table, and who sits there"),
        ("close", "end a table: nobody can play there any more"),
        ("delete", "delete a table with all that is kept of it"),
    ):
        actions.add_parser(name, help=words).add_argument("table", metavar="TABLE")

    ban = actions.add_parser("ban", help="let an address or a person not come for a time")
    ban.add_argument("whom", metavar="ADDRESS|PERSON", help="an address, a network (10.0.0.0/8), or a person as below")
    ban.add_argument(
        "--for", dest="seconds", type=duration, default="1d", metavar="TIME", help="2d, 12h … (default: 1d)"
    )
    ban.add_argument("--reason", default="", help="a note for yourself")
    actions.add_parser("unban", help="end a ban").add_argument("whom", metavar="ADDRESS|PERSON")
    actions.add_parser("bans", help="name all bans that hold")

    token = actions.add_parser("token", help="let a program sit at tables: make a token for it (see docs/bot-api.md)")
    token.add_argument("name", nargs="?", default="", metavar="NAME", help="what the program is called at tables")
    token.add_argument("--renew", action="store_true", help="another token for it; the one before is good no more")
    token.add_argument("--list", action="store_true", help="name all programs")
    token.add_argument("--revoke", default="", metavar="NAME", help="let a program come no more")

    who = "the first letters (six or more) that `show` tells of a person, or TABLE:SEAT"
    for name, words in (
        ("delete-person", "delete what is kept of a person: name, talk, and who it was that played"),
        ("export-person", "print everything that is kept of a person, as JSON"),
    ):
        actions.add_parser(name, help=words).add_argument("person", metavar="PERSON", help=who)

    prune = actions.add_parser("prune", help="delete tables to which nothing has happened for long")
    prune.add_argument("--older-than", dest="seconds", type=duration, required=True, metavar="TIME", help="30d, 1y …")
    prune.add_argument("--status", choices=STATUSES, help="only these")

    copying = actions.add_parser("copy", help="copy everything into an empty folder or database, and compare")
    copying.add_argument("source", metavar="FROM", help="a data folder, or postgresql://…")
    copying.add_argument("target", metavar="TO", help="another one, which is empty")
    for name, words in (
        ("backup", "copy everything into a new file"),
        ("restore", "go back to what is in a backup; what there is now is kept beside it"),
    ):
        actions.add_parser(name, help=words).add_argument("file", metavar="FILE")


def duration(text: str) -> float:
    """A length of time as typed, such as 90m or 2d."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhdwy])", text.strip().lower())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no length of time: 30m, 12h, 2d, 4w or 1y")
    return float(found[1]) * UNITS[found[2]]


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Carry out what was typed, and print what came of it."""
    if options.action == "copy":
        from pentarchy.table.copying import copy

        told = copy(options.source, options.target)
        print(f"{told['tables']} tables are in {told['target']} as in {told['source']}, played through on both sides")
        return 0
    from pentarchy.table.counter import ask
    from pentarchy.table.office import AnyWish, fields_of

    values = {key: value for key, value in vars(options).items() if key in fields_of(options.action)}
    if "file" in values:  # the table may have been opened elsewhere
        values["file"] = str(Path(values["file"]).absolute())
    told = ask(settings, msgspec.convert({"action": options.action, **values}, AnyWish))
    if options.json or options.action == "export-person":
        print(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        for line in _lines(options.action, told):
            print(line)
    return 0


def _lines(action: str, told: Any) -> Iterator[str]:
    """What came of a wish, for people."""
    match action:
        case "list":
            for row in told:
                public = "public" if row["public"] else "private"
                yield f"{row['table']:40} {row['game']:15} {row['status']:8} {public:8} {stamp(row['changed'])}"
            if not told:
                yield "there are no such tables"
        case "show":
            yield from _shown(told)
        case "ban" | "bans":
            for ban in [told] if action == "ban" else told:
                reason = f"   ({ban['reason']})" if ban["reason"] else ""
                yield f"{ban['whom']} until {stamp(ban['until'])}{reason}"
            if not told:
                yield "there are no bans"
        case "close" | "delete" | "unban":
            ((what, name),) = told.items()
            yield f"{name} is {what}"
        case "token":
            yield from _tokens(told)
        case "delete-person":
            yield f"{told['forgotten']} is forgotten at {told['tables']} tables"
        case "prune":
            yield f"deleted: {', '.join(f'{number} {status}' for status, number in told.items())}"
        case "backup":
            yield f"{told['file']}: {told['bytes']} bytes"
        case "restore":
            kept = f"; what was there is kept in {told['replaced']}" if told["replaced"] else ""
            yield f"{told['tables']} tables are as in {told['restored']}{kept}"


def _tokens(told: Any) -> Iterator[str]:
    if isinstance(told, list):
        for program in told:
            seen = f"last seen {stamp(program['seen'])}" if program["seen"] else "never seen"
            yield f"{printable(program['program']):24} made {stamp(program['made'])}, {seen}"
        if not told:
            yield "there are no programs"
    elif "revoked" in told:
        yield f"{told['revoked']} is revoked"
    else:  # the token alone, so that it can be written into a file
        print(f"the token of {told['program']}; it is kept only as a hash and never shown again", file=sys.stderr)
        yield told["token"]


def _shown(told: dict[str, Any]) -> Iterator[str]:
    public = "public" if told["public"] else "private"
    yield f"{told['table']}: {told['game']}, {told['status']}, {public}, {told['entries']} entries"
    yield f"set up {stamp(told['created'])}, changed {stamp(told['changed'])}"
    for seat in told["seats"]:
        kind = "program" if seat["program"] else "person"
        who = f"bot ({seat['bot']})" if seat["bot"] else f"{kind} {seat['person'][:8]}" if seat["person"] else "free"
        host = ", host" if seat["person"] and seat["person"] == told["host"] else ""
        yield f"seat {seat['seat']}: {who}{host}   {printable(seat['name'])}"
    for said in told["said"]:
        yield f"{stamp(said['at'])} {said['person'][:8]} {printable(said['name'])}: {printable(said['text'])}"


def printable(text: str) -> str:
    """What somebody has typed, without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def stamp(at: float) -> str:
    """A time in words that are the same everywhere."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))
