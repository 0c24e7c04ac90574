"""The card of a dataset: what it is, how it was made, what is in it, and what it is not good for."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pentarchy.engine.game import Game
    from pentarchy.lab.reading import ColumnNote, Manifest


def card(game: Game, held: Manifest) -> str:
    """The card as Markdown."""
    parts = [_head(game, held), _made(held), _columns(held), _use(), _limits(held)]
    return "\n\n".join(parts) + "\n"


def _head(game: Game, held: Manifest) -> str:
    size = sum(part.bytes for part in held.parts) / 1e6
    state = "" if held.finished else "\n\n**Not finished:** the same command goes on."
    return (
        f"# {game.title}: decisions of bots\n\n"
        f"{held.rows:,} decisions of {held.games:,} games between {', '.join(dict.fromkeys(held.bots))},"
        f" in {len(held.parts)} Parquet files of {size:.1f} MB together. `manifest.json` says the same for programs,"
        f" with the SHA-256 of every file.{state}"
    )


def _made(held: Manifest) -> str:
    options = "".join(f", {name} {value}" for name, value in held.options.items() if _is_short(value))
    faults = "".join(
        f"\n\n{count} games were lost by faults of `{bot}`: the rows after them, by `random`, say so."
        for bot, count in held.faults.items()
    )
    return (
        "## How it was made\n\n"
        f"By Pentarchy {held.version}: {held.game}{options}; seed {held.seed}. Every deal is played by every line-up in"
        " every rotation of its seats, so nobody owes results to better draws or to sitting first. The same command"
        " makes the same files, byte for byte with the same version of Arrow, on any number of workers, unless a bot"
        f" thinks for a time or is a program with chance of its own:\n\n    {_command(held)}{faults}"
    )


def _command(held: Manifest) -> str:
    options = []
    for name, value in held.options.items():
        if name == "players":
            options += ["--players", str(value)]
        elif _is_short(value):
            options += ["-o", name if value is True else f"{name}={value}"]
    bots = ",".join(_in_list(bot) for bot in held.bots)
    words = ["pentarchy", "dataset", held.game, *options, "--bots", bots, "--games", str(held.asked)]
    return shlex.join([*words, "--seed", str(held.seed), "--part", str(held.games_in_a_part), "--out", "FOLDER"])


def _in_list(bot: str) -> str:
    return '"' + bot.replace('"', '""') + '"' if "," in bot or '"' in bot else bot


def _is_short(value: object) -> bool:
    return value not in (False, None) and not isinstance(value, dict)


def _columns(held: Manifest) -> str:
    rows = [f"| `{column.name}` | {_kind(column)} | {column.meaning} |" for column in held.columns]
    head = ["## Columns", "", "One row is one decision of one seat.", "", "| name | type | meaning |", "|---|---|---|"]
    return "\n".join([*head, *rows])


def _kind(column: ColumnNote) -> str:
    return column.kind if column.size is None else f"{column.size} × {column.kind}"


def _use() -> str:
    return (
        "## Reading it\n\n"
        "    from pentarchy import lab\n\n"
        '    for batch in lab.read("FOLDER", ["observation", "mask", "action"], rows=4096):\n'
        '        batch["observation"]  # an array of rows × figures\n\n'
        "Any reader of Parquet will do as well."
    )


def _limits(held: Manifest) -> str:
    return (
        "## What to mind\n\n"
        "- `state` holds what the seat cannot see. A player that is trained on it has looked into others' hands.\n"
        "- Games of one deal share their luck: split data by `deal`, not by row.\n"
        "- `points` and `places` are those of the end: they are results, not what the seat could know.\n"
        "- Bots of one kind play alike. What they never try is not in here.\n"
        "- Rows with a single legal action are kept; leave them out where nothing was decided.\n"
        "- No person's data is in here. The games' names belong to their owners; see NOTICE of Pentarchy"
        f" {held.version}."
    )
