"""The command line. Only what a command needs is loaded, so that `pentarchy --help` answers at once."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pentarchy import __version__
from pentarchy.games import NAMES, played_on_maps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.game import Game
    from pentarchy.engine.lots import SharedSeed
    from pentarchy.engine.spec import MapsModule


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code: 0 done, 1 a check failed, 2 wrong input."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except (ValueError, OSError) as error:
        print(f"pentarchy: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    return code


def parser() -> argparse.ArgumentParser:
    """What can be typed."""
    from pentarchy.table import admin as admin_actions
    from pentarchy.table import settings

    root = argparse.ArgumentParser(
        prog="pentarchy", description="Family board games about kings: play them, study them, measure them."
    )
    root.add_argument("--version", action="version", version=f"pentarchy {__version__}")
    commands = root.add_subparsers(title="commands", metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="play at the terminal, with people and bots")
    _add_game(play)
    play.add_argument(
        "--seats", metavar="A,B,…", help="who sits where: me or the name of a bot (default: me against greedy bots)"
    )
    play.add_argument("--seed", type=int, help="a number that fixes all chance (default: secret)")
    play.add_argument("--record", metavar="FILE", help="write the record of the finished match there")
    play.add_argument("--language", choices=("en", "ru"), default="en", help="of the reasons why a move is refused")
    play.set_defaults(run=_play)

    serve = commands.add_parser("serve", help="open the table: play in the browser, alone or with others")
    settings.add_flags(serve)
    serve.add_argument("--open", action="store_true", help="open a browser")
    serve.set_defaults(run=_serve)

    doctor = commands.add_parser("doctor", help="look through the table's data and say what is wrong")
    _add_data(doctor)
    doctor.add_argument("--quick", action="store_true", help="do not play the games through")
    doctor.set_defaults(run=_doctor)

    admin = commands.add_parser("admin", help="look after the table's data and people, whether it is open or not")
    _add_data(admin)
    admin_actions.add_actions(admin)
    admin.set_defaults(run=_admin)

    bot = commands.add_parser("bot", help="let bots take seats that a table elsewhere offers (see docs/bot-api.md)")
    bot.add_argument("--url", required=True, metavar="URL", help="the table, such as https://games.example")
    bot.add_argument("--token", metavar="TOKEN", help="its token; others on this machine can see what is typed here")
    bot.add_argument("--token-file", type=Path, metavar="FILE", help="a file with it (default: $PENTARCHY_TOKEN)")
    bot.add_argument("--bots", default="master", metavar="A,B,…", help="who plays (default: master)")
    bot.add_argument("--games", default="", metavar="A,B,…", help="take seats of these games only")
    bot.add_argument("--seats", type=int, default=4, metavar="N", help="seats at once (default: 4)")
    bot.set_defaults(run=_bot)

    simulate = commands.add_parser("simulate", help="play many games between bots and report")
    _add_game(simulate)
    simulate.add_argument("--bots", default="random", metavar="A,B,…", help="a bot for every seat, or one for all")
    simulate.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (default: 1000)")
    simulate.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    simulate.add_argument("--threads", type=int, metavar="N", help="how many at once (default: one per core)")
    simulate.add_argument("--json", action="store_true", help="print the report as JSON")
    simulate.add_argument("--report", type=Path, metavar="FILE", help="write a page about the games there (HTML)")
    simulate.set_defaults(run=_simulate)

    tournament = commands.add_parser("tournament", help="let bots play each other on equal terms and rate them")
    _add_game(tournament)
    tournament.add_argument("--bots", required=True, metavar="A,B,…", help="who takes part: one bot per player or more")
    tournament.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    tournament.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    tournament.add_argument("--out", metavar="FOLDER", help="keep the games and the reports there, or go on there")
    tournament.add_argument("--backend", default="threads", metavar="B", help="threads (default), processes or ray")
    tournament.add_argument("--workers", type=int, metavar="N", help="how many at once (default: one per core)")
    tournament.add_argument("--address", metavar="A", help="of a Ray cluster (default: $RAY_ADDRESS, or this machine)")
    tournament.add_argument("--anchor", metavar="BOT", help="the bot whose rating is 0 (default: the mean is 0)")
    tournament.add_argument("--json", action="store_true", help="print the report as JSON")
    tournament.set_defaults(run=_tournament)

    dataset = commands.add_parser("dataset", help="let bots play and keep every decision, for learning (Parquet)")
    _add_game(dataset)
    dataset.add_argument("--bots", required=True, metavar="A,B,…", help="who plays: one bot per player or more")
    dataset.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    dataset.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games")
    dataset.add_argument("--out", required=True, metavar="FOLDER", help="where to keep it, or go on with it")
    dataset.add_argument("--part", type=int, default=50, metavar="N", help="games in one file (default: 50)")
    dataset.add_argument("--backend", default="threads", metavar="B", help="threads (default), processes or ray")
    dataset.add_argument("--workers", type=int, metavar="N", help="how many at once (default: one per core)")
    dataset.add_argument("--address", metavar="A", help="of a Ray cluster (default: $RAY_ADDRESS, or this machine)")
    dataset.set_defaults(run=_dataset)

    bench = commands.add_parser("bench", help="measure the speed of the engine")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.add_argument("--quick", action="store_true", help="shorter and less exact")
    bench.add_argument("--c", type=Path, metavar="FOLDER", help="a folder with C versions to build and compare with")
    bench.set_defaults(run=_bench)

    log = commands.add_parser("log", help="tell in words what happened in a match that was recorded")
    log.add_argument("file", type=Path, metavar="FILE", help="a record of a match (JSON)")
    log.set_defaults(run=_log)

    verify = commands.add_parser("verify", help="check a record: was every draw decided by the seed?")
    verify.add_argument("file", type=Path, metavar="FILE", help="a record of a finished match (JSON)")
    verify.add_argument("--receipt", type=Path, metavar="FILE", help="what a page kept: is its number in the seed?")
    verify.set_defaults(run=_verify)

    maps = commands.add_parser("map", help="check or draw a map that a game is played on")
    actions = maps.add_subparsers(title="what to do", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="say what a map has, or what is wrong with it")
    check.add_argument("file", metavar="FILE", help="a map file (JSON), or default")
    check.add_argument("--write", action="store_true", help="compute the dice anew and write them into the file")
    check.set_defaults(run=_check_map)
    draw = actions.add_parser("draw", help="make a picture of a map")
    draw.add_argument("file", metavar="FILE", help="a map file (JSON), or default")
    draw.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the picture (SVG)")
    draw.add_argument("--no-names", action="store_true", help="leave out the names of the areas")
    draw.set_defaults(run=_draw_map)

    warm = commands.add_parser("warm", help="compile everything beforehand")
    warm.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    warm.add_argument(
        "--portable", type=Path, metavar="FOLDER", help="for all recent processors of this kind, into a folder to copy"
    )
    warm.set_defaults(run=_warm)
    return root


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(NAMES)}")
    command.add_argument("--players", type=int, metavar="N", help="how many play")
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="choose an option of the game, such as -o harmony; may be repeated",
    )


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="FOLDER", help="where tables are kept (default: as `serve` has it)")
    command.add_argument("--database", metavar="URL", help="the PostgreSQL that keeps them instead")
    command.add_argument("--bus", metavar="URL", help="the Redis by which tables that are open are told")
    command.add_argument("--config", type=Path, metavar="FILE", help="the file of settings that `serve` uses")


def _where(options: argparse.Namespace) -> dict[str, str | None]:
    """Where tables are kept, as typed."""
    return {"data": options.data, "database": options.database, "bus": options.bus}


def _game(options: argparse.Namespace) -> Game:
    import pentarchy

    chosen: dict[str, Any] = {}
    for text in options.option:
        name, _, value = text.partition("=")
        chosen[name] = _map(value) if name == "map" else _value(value)
    if options.players is not None:
        chosen["players"] = options.players
    return pentarchy.load(options.game, **chosen)


def _value(text: str) -> Any:
    """An option's value as typed: nothing or `yes` is True, `no` is False, digits are a number."""
    words = {"": True, "yes": True, "true": True, "on": True, "no": False, "false": False, "off": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if text.lstrip("-").isdecimal() else text


def _map(text: str) -> Any:
    """A map as typed: the content of a file if it names one, else the name of a map that comes with the game."""
    import msgspec

    if not text.lower().endswith(".json"):
        return text
    try:
        return msgspec.json.decode(Path(text).read_bytes(), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{text} is not a map file: {error}") from error


def _names(text: str) -> list[str]:
    from pentarchy.bots.players import names_of

    return names_of(text)


def _play(options: argparse.Namespace) -> int:
    from pentarchy import terminal

    game = _game(options)
    seats = _names(options.seats) if options.seats else terminal.default_seats(game.players)
    terminal.play(game, seats, options.seed, options.record, options.language)
    return 0


def _serve(options: argparse.Namespace) -> int:
    from pentarchy.table import settings

    try:
        from pentarchy.table.serve import serve
    except ModuleNotFoundError as error:
        raise ValueError(f"the table needs {error.name}: pip install 'pentarchy[table]'") from None
    serve(settings.of_flags(options), open_browser=options.open, reread=lambda: settings.of_flags(options))
    return 0


def _doctor(options: argparse.Namespace) -> int:
    from pentarchy.table import settings

    try:
        from pentarchy.table import doctor
    except ModuleNotFoundError as error:
        raise ValueError(f"the table needs {error.name}: pip install 'pentarchy[table]'") from None
    return doctor.report(settings.read(_where(options), options.config), quick=options.quick)


def _admin(options: argparse.Namespace) -> int:
    from pentarchy.table import admin as admin_actions
    from pentarchy.table import settings

    try:
        return admin_actions.run(options, settings.read(_where(options), options.config))
    except ModuleNotFoundError as error:
        raise ValueError(f"the table needs {error.name}: pip install 'pentarchy[table]'") from None


def _bot(options: argparse.Namespace) -> int:
    try:
        from pentarchy.table import bot_client
    except ModuleNotFoundError as error:
        raise ValueError(f"a line to a table needs {error.name}: pip install 'pentarchy[table]'") from None
    token = bot_client.read_token(options.token, options.token_file)
    games = [name.strip() for name in options.games.split(",") if name.strip()]
    return bot_client.run(bot_client.Server(options.url, token), _names(options.bots), games, options.seats)


def _simulate(options: argparse.Namespace) -> int:
    import msgspec

    from pentarchy.lab.page import write_report
    from pentarchy.lab.simulate import simulate

    if options.threads is not None and options.threads < 1:
        raise ValueError(f"threads is at least 1, not {options.threads}")
    asked = _game(options), _names(options.bots), options.games, options.seed, options.threads
    report = simulate(*asked) if options.report is None else write_report(options.report, *asked)
    if options.json:
        print(msgspec.json.encode(report).decode())
        return 0
    print(f"{report.game}: {report.games} games, {report.games_per_second:.0f} a second")
    print("seat  bot         wins    mean   stdev  lowest  highest")
    for seat in report.seats:
        print(
            f"{seat.seat:4}  {seat.bot:10} {seat.win_share:6.1%} {seat.mean:7.2f} {seat.stdev:7.2f}"
            f" {seat.lowest:7} {seat.highest:8}"
        )
    for fault in report.faults:
        print(f"game {fault.game}, seat {fault.seat}: {fault.text} ({fault.kind}); random played on for it")
    return 0


def _tournament(options: argparse.Namespace) -> int:
    from pentarchy.arena import Stopped, report, tournament

    show = report.as_json if options.json else report.text
    game, bots = _game(options), _names(options.bots)
    try:
        with contextlib.redirect_stdout(sys.stderr):  # Ray may chat; standard output is for the report
            summary = tournament(
                game,
                bots,
                options.games,
                options.seed,
                options.out,
                options.backend,
                options.workers,
                address=options.address,
                anchor=options.anchor,
            )
    except Stopped as stopped:
        print(show(stopped.report))
        again = ": the same command goes on" if options.out else "; with --out FOLDER it could have gone on later"
        print(f"stopped after {stopped.report.games} games{again}", file=sys.stderr)
        return 130
    except ChildProcessError as error:
        print(f"pentarchy: {error}", file=sys.stderr)
        return 1
    print(show(summary))
    return 0


def _dataset(options: argparse.Namespace) -> int:
    from pentarchy.lab.making import dataset

    try:
        with contextlib.redirect_stdout(sys.stderr):  # Ray may chat; standard output is for the result
            held = dataset(
                _game(options),
                _names(options.bots),
                options.out,
                options.games,
                options.seed,
                options.backend,
                options.workers,
                address=options.address,
                part=options.part,
            )
    except ChildProcessError as error:
        print(f"pentarchy: {error}", file=sys.stderr)
        return 1
    print(f"{options.out}: {held.rows} decisions of {held.games} games in {len(held.parts)} files")
    for bot, games in held.faults.items():
        print(f"{bot} lost {games} games by faults")
    if not held.finished:
        print("stopped: the same command goes on", file=sys.stderr)
        return 130
    return 0


def _bench(options: argparse.Namespace) -> int:
    import msgspec

    from pentarchy import bench

    figures = bench.measure(quick=options.quick, c_folder=options.c)
    print(msgspec.json.encode(figures).decode() if options.json else bench.table(figures))
    return 0


def _log(options: argparse.Namespace) -> int:
    import pentarchy
    from pentarchy import terminal

    match = pentarchy.replay(options.file.read_bytes())
    print("\n".join([match.game.title, "", *terminal.story(match)]))
    return 0


def _verify(options: argparse.Namespace) -> int:
    import pentarchy

    receipt = options.receipt.read_bytes() if options.receipt else None
    verdict = pentarchy.verify(options.file.read_bytes(), receipt)
    if verdict.honest:
        print(f"{options.file}: all {verdict.draws} draws follow from the seed, and the result is right")
        print(_made_of(verdict.parts) + (", as the receipt says" if receipt else ""))
        return 0
    print(f"{options.file}: NOT as the seed says: {verdict.problem}")
    return 1


def _made_of(parts: SharedSeed | None) -> str:
    """Who had a part in the seed."""
    if parts is None:
        return "the seed was chosen by the table alone"
    with_number = [_seats(lot.seats) for lot in parts.lots if lot.number is not None]
    without = [_seats(lot.seats) for lot in parts.lots if lot.number is None]
    made = f"the seed is made of the table's secret and of the numbers of {' and '.join(with_number) or 'nobody'}"
    return made + (f"; no number came from {' and '.join(without)}" if without else "")


def _seats(seats: tuple[int, ...]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def _check_map(options: argparse.Namespace) -> int:
    _, maps = played_on_maps()
    content = _map(options.file)
    if options.write:
        return _renew_map(maps, options.file, content)
    problems, board = maps.check(content)
    if board is None:
        raise ValueError("\n".join(problem.text for problem in problems))
    print("\n".join(maps.report(board)))
    for problem in problems:
        print(f"warning: {problem.text}")
    return 0


def _renew_map(maps: MapsModule, file: str, content: Any) -> int:
    if not isinstance(content, dict):
        raise ValueError(f"--write needs a map file that ends in .json, not {file}")
    Path(file).write_text(maps.renewed(content), encoding="utf-8")
    print(f"{file}: the dice are written")
    return 0


def _draw_map(options: argparse.Namespace) -> int:
    _, maps = played_on_maps()
    picture = maps.picture(_map(options.file), names=not options.no_names)
    options.output.write_text(picture, encoding="utf-8")
    print(f"drawn in {options.output}")
    return 0


def _warm(options: argparse.Namespace) -> int:
    from pentarchy.warm import warm, warm_portable

    seconds = warm_portable(options.portable, options.games) if options.portable else warm(options.games)
    print(f"ready after {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
