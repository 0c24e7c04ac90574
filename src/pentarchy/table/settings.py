"""What may be chosen when the table is started: by flags, by variables, by a file.

Every field of `Settings` is a setting of all three, unless it is `derived`: `bot_pause` is the key `bot_pause` of the
file, the variable `PENTARCHY_BOT_PAUSE` and, where `flag` is said, the flag `--bot-pause`.
"""

from __future__ import annotations

import dataclasses
import math
import os
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from pentarchy.table.addresses import Proxies
from pentarchy.table.reach import public_origin

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping

Seconds = Annotated[float, Meta(ge=0)]
Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]
Rate = tuple[Annotated[float, Meta(gt=0)], Annotated[float, Meta(ge=1)]]  # a second, at once

PREFIX = "PENTARCHY_"
FILE = f"{PREFIX}CONFIG"
NO_LIMIT = (1e9, 1e9)
NO_BOUND = 1_000_000
THREADS, AUTO, RAY = "threads", "auto", "ray://"  # where bots think
YES, NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


def setting(default: Any, help: str, *, flag: str = "", checked: Callable[[Any], Any] | None = None) -> Any:
    """A setting with its words for people; `flag` is what stands for its value there, `checked` refuses or tidies."""
    return dataclasses.field(default=default, metadata={"help": help, "flag": flag, "checked": checked})


def derived(default: Any) -> Any:
    """A field that nobody sets: it follows from others when the table is opened."""
    return dataclasses.field(default=default, metadata={"derived": True})


def public(text: str) -> str:
    """A public address as it is used; none is none."""
    return public_origin(text) if text else ""


def database(url: str) -> str:
    """The address of a database; none is none."""
    return _with_scheme(url, ("postgresql", "postgres"), "postgresql://user@host/name")


def bus(url: str) -> str:
    """The address of a bus; none is none."""
    return _with_scheme(url, ("redis", "rediss", "unix"), "redis://host:6379")


def _with_scheme(url: str, schemes: tuple[str, ...], example: str) -> str:
    if url and url.partition("://")[0] not in schemes:
        raise ValueError(f"wanted an address like {example}")
    return url


def proxies(named: tuple[str, ...]) -> tuple[str, ...]:
    """Proxies as they are named, if they can be."""
    Proxies(named)
    return named


def where_bots_think(text: str) -> str:
    """`threads`, `auto` or the address of a cluster."""
    host, _, port = text.removeprefix(RAY).rpartition(":")
    if text in (THREADS, AUTO) or (text.startswith(RAY) and host and port.isdecimal() and 0 < int(port) < 65536):
        return text
    raise ValueError(f"wanted {THREADS}, {AUTO} or {RAY}HOST:PORT (how many threads is the setting `threads`)")


@dataclass(frozen=True)
class Settings:
    """What may be chosen when the table is started."""

    data: Path = dataclasses.field(
        metadata={"help": "where tables are kept; in the file, counted from where the file is", "flag": "FOLDER"}
    )
    database: str = setting(
        "", "a PostgreSQL that keeps the tables instead, for several processes", flag="URL", checked=database
    )
    bus: str = setting("", "a Redis by which those processes tell each other what happens", flag="URL", checked=bus)
    workers: Count = setting(1, "processes that serve; more than one need a `database`", flag="N")
    host: str = setting("", "the address to listen at; empty is `127.0.0.1`, with `lan` `0.0.0.0`", flag="ADDRESS")
    port: Port = setting(8000, "the port to listen at", flag="PORT")
    lan: bool = setting(False, "everybody in the house can come, not only this machine", flag="yes")
    public: str = setting(
        "", "the address that invitations carry if a proxy passes on to the table", flag="URL", checked=public
    )
    origins: tuple[str, ...] = setting((), "further origins whose pages may connect, such as `https://games.example`")
    bot_pause: Seconds = setting(0.6, "seconds between moves of bots; a leisurely table takes three times as long")
    away: Seconds = setting(60.0, "seconds that somebody must be away before the others may let a bot play on")
    idle: Seconds = setting(600.0, "the same for somebody who is here and does nothing, in a game without a clock")
    numbers: Seconds = setting(5.0, "seconds in which pages open their numbers; then a game begins without the others")
    thinkers: str = setting(
        "threads",
        "where bots think that look ahead: `threads`, `ray://HOST:PORT`, or `auto` for a Ray cluster if there is one",
        flag="WHERE",
        checked=where_bots_think,
    )
    threads: Count = setting(2, "bots that think at once in threads, besides those that decide at a glance")
    actors: Count = setting(
        4, "bots that think at once on the Ray cluster, each in an actor with a processor of its own"
    )
    thought: Seconds = setting(10.0, "seconds after which a bot that still thinks plays the best it has found")
    proxies: tuple[str, ...] = setting(
        (), "proxies, by address or network, that are believed when they say who comes", flag="ADDRESS", checked=proxies
    )
    commands: Rate = setting((30.0, 60.0), "commands of a person, on all their pages: a second, at once")
    commands_address: Rate = setting((200.0, 600.0), "commands from an address")
    commands_seated: Rate = setting((2.0, 10.0), "commands of a person with a seat while their address has none left")
    frames: Rate = setting((60.0, 300.0), "frames of any kind on a WebSocket, and pieces in which they come")
    frames_address: Rate = setting((600.0, 3000.0), "the same from an address")
    talk: Rate = setting((0.5, 5.0), "messages of a person in the chat")
    talk_address: Rate = setting((3.0, 30.0), "messages in the chat from an address")
    tables: Rate = setting((0.1, 15.0), "tables that a person sets up")
    tables_address: Rate = setting((0.5, 60.0), "tables that are set up from an address")
    requests: Rate = setting((60.0, 900.0), "requests from an address, WebSockets that are opened included")
    arrivals: Rate = setting((30.0, 500.0), "connections from an address that are made")
    misses: Rate = setting((0.2, 20.0), "names of tables that do not exist, from an address")
    maps: Rate = setting((0.2, 15.0), "maps of one's own read for an address, and for a person: a second, at once")
    program_requests: Rate = setting((5.0, 60.0), "requests of a program over HTTP")
    program_commands: Rate = setting((40.0, 200.0), "commands of a program, at all its tables")
    program_connections: Count = setting(50, "WebSockets at once of a program, at one worker")
    program_seats: Count = setting(20, "seats that a program may hold at once, of games that are not over")
    connections: Count = setting(4000, "connections at once, or fewer if the system has no room for so many")
    connections_address: Count = setting(300, "connections at once from an address")
    pages_address: Count = setting(200, "WebSockets at once from an address, also behind a proxy")
    header: Seconds = setting(15.0, "seconds until a request has come, from the connection or the last answer on")
    body: Seconds = setting(30.0, "seconds until what is sent with a request has come")
    hello: Seconds = setting(20.0, "seconds until a page says hello")
    silence: Seconds = setting(60.0, "seconds after which a page that answers no ping is closed")
    stalled: Seconds = setting(20.0, "seconds after which whoever does not read is cut off")
    log_json: bool = setting(False, "log a JSON object for every event", flag="yes")
    access_log: bool = setting(False, "log every HTTP request", flag="yes")
    metrics: str = setting("", "the token that opens `/metrics`; empty: only this machine may read it, without a proxy")
    metrics_port: Port = setting(
        0, "the first port at which a worker alone answers: each has the next one, for `/metrics`; 0: none"
    )
    lag: Seconds = setting(0.25, "seconds that the event loop may be late before the log says so")
    warm: bool = setting(True, "compile games before somebody wants to play them")
    keep_open: Positive = setting(1.0, "days until a table is deleted whose game nobody has begun")
    keep_playing: Positive = setting(90.0, "days until a game is deleted in which nothing has happened")
    keep_finished: Positive = setting(365.0, "days until a finished game is deleted")
    pack_after: Seconds = setting(600.0, "seconds after its end until a game is packed to take less room")
    housekeeping: Positive = setting(300.0, "seconds from one look for what is to be packed or deleted to the next")
    unlimited: bool = setting(False, "no limits on how often; for load tests only")
    house: tuple[str, ...] | None = derived(None)  # addresses of this machine, if others in the house may come
    worker: str = derived("")  # by what numbers tell one of several workers from the others


def fields() -> list[dataclasses.Field[Any]]:
    """Those that can be set, in their order."""
    return [field for field in dataclasses.fields(Settings) if not field.metadata.get("derived")]


def read(
    flags: Mapping[str, Any] | None = None, file: Path | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """What is chosen: a flag counts more than a variable, that more than the file; ValueError says what is wrong where.

    `flags` are texts, or values of the right type; None is one that was not given.
    """
    if file is None and environment.get(FILE):
        file = Path(environment[FILE])
    chosen = {"data": user_data()} | (_of_file(file) if file else {}) | _of_variables(environment)
    for name, value in (flags or {}).items():
        if value is not None:
            chosen[name] = _of_text(name, value, flag_name(name)) if isinstance(value, str) else value
    settings = Settings(**{name: _checked(name, value) for name, value in chosen.items()})
    check_together(settings)
    return without_limits(settings) if settings.unlimited else settings


def check_together(settings: Settings) -> None:
    """A ValueError if something is chosen that another choice makes impossible."""
    last = settings.metrics_port + settings.workers - 1
    if settings.metrics_port and last > 65535:
        raise ValueError(f"metrics_port: {settings.workers} workers would need ports up to {last}; there are 65535")
    if settings.metrics_port and settings.metrics_port <= settings.port <= last:
        raise ValueError(f"metrics_port: {settings.port} is the table's own port, not one for a worker alone")
    if settings.database:
        return
    for chosen, what in ((settings.workers > 1, "several workers"), (bool(settings.bus), "a bus")):
        if chosen:
            raise ValueError(f"{what} need a database that several processes can use: --database postgresql://…")


def without_limits(settings: Settings) -> Settings:
    """The same with no limits on how often, nor on connections."""
    changes: dict[str, Any] = {name: NO_LIMIT for name, kind in _kinds().items() if kind == Rate}
    counts = ("connections", "connections_address", "pages_address", "program_connections", "program_seats")
    changes |= dict.fromkeys(counts, NO_BOUND)
    return dataclasses.replace(settings, **changes)


def user_data() -> Path:
    """Where tables are kept if nothing is said."""
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "pentarchy"


# --- Names and words --------------------------------------------------------------------------------------------------


def variable_name(name: str) -> str:
    """The variable of a setting."""
    return PREFIX + name.upper()


def flag_name(name: str) -> str:
    """The flag of a setting."""
    return "--" + name.replace("_", "-")


def add_flags(command: argparse.ArgumentParser) -> None:
    """Everything that `read` takes from the command line; what is not given is None."""
    command.add_argument("--config", type=Path, metavar="FILE", help=f"a file of settings (TOML; default: ${FILE})")
    for field in fields():
        words, default = field.metadata.get("help", ""), _shown(field)
        help = f"{words} (default: {default})".replace("`", "").replace("%", "%%")
        if _kinds()[field.name] is bool and field.metadata.get("flag"):
            command.add_argument(flag_name(field.name), action="store_true", default=None, help=words)
        elif field.metadata.get("flag"):
            command.add_argument(flag_name(field.name), metavar=field.metadata["flag"], help=help)


def of_flags(options: argparse.Namespace) -> Settings:
    """What is chosen, with flags that `add_flags` has added."""
    flags = {field.name: getattr(options, field.name, None) for field in fields()}
    return read(flags, options.config)


def documented() -> str:
    """All settings as a table for the documentation."""
    lines = ["| key | variable | flag | default | meaning |", "|---|---|---|---|---|"]
    for field in fields():
        flag = f"`{flag_name(field.name)}`" if field.metadata.get("flag") else ""
        words = field.metadata.get("help", "")
        shown = f"`{_shown(field)}`" if field.name != "data" else _shown(field)
        lines.append(f"| `{field.name}` | `{variable_name(field.name)}` | {flag} | {shown} | {words} |")
    return "\n".join(lines) + "\n"


def _shown(field: dataclasses.Field[Any]) -> str:
    """A default as it is written in the file."""
    if field.name == "data":
        return "the user's data"
    value = field.default
    if isinstance(value, tuple):
        return f"[{', '.join(f'{each:g}' if isinstance(each, float) else repr(each) for each in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else str(value)


# --- Where values come from -------------------------------------------------------------------------------------------


def _of_file(file: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is not TOML: {error}") from None
    known = _kinds()
    for name in content:
        if name not in known:
            raise ValueError(f"{file}: {name} is no setting; there are {', '.join(known)}")
    chosen = {name: _converted(name, value, f"{file}: {name}", strict=True) for name, value in content.items()}
    if "data" in chosen:
        chosen["data"] = file.parent / chosen["data"]
    return chosen


def _of_variables(environment: Mapping[str, str]) -> dict[str, Any]:
    """A variable that is empty says nothing."""
    given = {name: environment.get(variable_name(name), "") for name in _kinds()}
    return {name: _of_text(name, text, variable_name(name)) for name, text in given.items() if text}


def _of_text(name: str, text: str, where: str) -> Any:
    kind = _kinds()[name]
    if kind is bool:
        return _yes_or_no(text, where)
    value = text.replace(",", " ").split() if get_origin(kind) is tuple else text
    return _converted(name, value, where, strict=False)


def _yes_or_no(text: str, where: str) -> bool:
    if text.strip().lower() not in YES + NO:
        raise ValueError(f"{where} is yes or no, not {text!r}")
    return text.strip().lower() in YES


def _converted(name: str, value: Any, where: str, *, strict: bool) -> Any:
    try:
        found = msgspec.convert(value, _kinds()[name], strict=strict, dec_hook=_path)
        _refuse_endless(found)
        return _checked(name, found)
    except ValueError as error:
        raise ValueError(f"{where}: {error}; found {value!r}") from None


def _path(kind: type, value: Any) -> Any:
    if kind is not Path or not isinstance(value, str) or not value:
        raise ValueError("wanted a path")
    return Path(value).expanduser()


def _refuse_endless(value: Any) -> None:
    numbers = value if isinstance(value, tuple) else (value,)
    if any(isinstance(number, float) and not math.isfinite(number) for number in numbers):
        raise ValueError("wanted a finite number")


def _checked(name: str, value: Any) -> Any:
    checked = next(field for field in fields() if field.name == name).metadata.get("checked")
    return checked(value) if checked else value


def _kinds() -> dict[str, Any]:
    """The types of all settings, with their bounds."""
    hints = get_type_hints(Settings, include_extras=True)
    return {field.name: hints[field.name] for field in fields()}
