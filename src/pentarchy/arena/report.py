"""Reports for people and programs: a table for the terminal, JSON, CSV, and an HTML page that needs nothing else."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.arena.html_report import html_page
from pentarchy.arena.words import NOTHING, interval, points, seconds, share, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pentarchy.arena.bot_games import GameRecord
    from pentarchy.arena.figures import BotReport, Interval, Report
    from pentarchy.arena.tournament_folder import TournamentFolder


def write(folder: TournamentFolder, report: Report) -> None:
    """Write all reports into the tournament's folder, if it has one."""
    if folder.path is None:
        return
    records = sorted(folder.records.values(), key=lambda record: record.index)
    folder.write("report.json", as_json(report) + "\n")
    folder.write("ratings.csv", ratings_csv(report))
    folder.write("games.csv", games_csv(records))
    folder.write("report.html", html_page(report, records))


def as_json(report: Report) -> str:
    """The report for programs."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


# --- For the terminal -------------------------------------------------------------------------------------------------


def text(report: Report) -> str:
    """The report for people. Thinking times, which differ from run to run, come last."""
    if not report.bots:
        return heading(report)
    parts = [heading(report), _standing(report), _scores(report)]
    if report.pairs:
        parts.append(_pairs(report))
    if any(bot.faults for bot in report.bots):
        parts.append(_faults(report))
    return "\n\n".join([*parts, _times(report)])


def heading(report: Report) -> str:
    """What was played."""
    options = ", ".join(f"{name}={value}" for name, value in report.options.items() if value not in (False, None))
    lines = [f"{report.title} ({options}), seed {report.seed}", _extent(report)]
    if not report.finished:
        lines.append("stopped early: some seatings of the last deals are missing")
    return "\n".join(lines)


def _extent(report: Report) -> str:
    rounds = f"{report.deals} deals × {report.seatings} seatings"
    if report.finished and report.games == report.deals * report.seatings:
        more = "" if report.games == report.asked else f" ({report.asked} asked for; only whole rounds are played)"
        return f"{report.games} games = {rounds}{more}"
    return f"{report.games} games of {report.asked} asked for"


def _standing(report: Report) -> str:
    if report.bots[0].win_share is None:
        return "One player: there is nobody to win against, so the points are all there is."
    rows = [
        [
            bot.bot,
            str(bot.games),
            share(bot.win_share),
            interval(bot.win_interval, share),
            whole(bot.rating),
            interval(bot.rating_interval, whole),
        ]
        for bot in report.bots
    ]
    zero = "mean 0" if report.anchor is None else f"{report.anchor} is 0"
    return (
        table(["bot", "games", "wins", "95 %", "rating", "95 %"], rows) + f"\nratings: Bradley–Terry, Elo scale, {zero}"
    )


def _scores(report: Report) -> str:
    rows = [
        [
            bot.bot,
            points(bot.mean_score),
            interval(bot.score_interval, points),
            points(bot.stdev),
            whole(bot.quantiles["5%"]),
            whole(bot.quantiles["50%"]),
            whole(bot.quantiles["95%"]),
            points(bot.margin),
            interval(bot.margin_interval, points),
        ]
        for bot in report.bots
    ]
    return table(["bot", "points", "95 %", "stdev", "q5", "median", "q95", "margin", "95 %"], rows)


def _pairs(report: Report) -> str:
    """Rows against columns: how often a bot was placed before another."""
    shares = {(pair.bot, pair.other): share(pair.share) for pair in report.pairs}
    names = [bot.bot for bot in report.bots]
    rows = [[name, *(shares.get((name, other), NOTHING) for other in names)] for name in names]
    return "placed before …\n" + table(["", *names], rows)


def _faults(report: Report) -> str:
    """Which programs have failed, how often, and how it began."""
    failed = [bot for bot in report.bots if bot.faults]
    lines = table(["bot", "games", "lost by faults", "kinds"], [fault_row(bot) for bot in failed])
    return "\n".join([lines, *(f"{bot.bot}, {bot.first_fault}" for bot in failed)])


def fault_row(bot: BotReport) -> list[str]:
    """A program's faults in words."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(bot.faults.items()))
    return [bot.bot, str(bot.games), str(sum(bot.faults.values())), kinds]


def _times(report: Report) -> str:
    rows = [[bot.bot, str(bot.decisions), seconds(bot.cpu_seconds), seconds(bot.cpu_seconds_95)] for bot in report.bots]
    return table(["bot", "decisions", "CPU mean", "CPU 95 %"], rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns side by side, the first to the left, the others to the right."""
    lines = [list(head), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(cells)
        ).rstrip()
        for cells in (list(zip(line, widths, strict=True)) for line in lines)
    )


# --- For spreadsheets -------------------------------------------------------------------------------------------------


def ratings_csv(report: Report) -> str:
    """One line per bot, the best first; an empty cell where there is no figure."""
    head = ["bot", "games", "rating", "rating_low", "rating_high", "win_share", "win_low", "win_high"]
    head += ["mean_score", "score_low", "score_high", "stdev", "margin", "margin_low", "margin_high"]
    head += ["decisions", "cpu_seconds", "cpu_seconds_95"]
    return _csv(head, map(_ratings_row, report.bots))


def _ratings_row(bot: BotReport) -> list[Any]:
    return [
        bot.bot,
        bot.games,
        *(bot.rating, *_ends(bot.rating_interval)),
        *(bot.win_share, *_ends(bot.win_interval)),
        *(bot.mean_score, *_ends(bot.score_interval)),
        bot.stdev,
        *(bot.margin, *_ends(bot.margin_interval)),
        *(bot.decisions, bot.cpu_seconds, bot.cpu_seconds_95),
    ]


def games_csv(records: Iterable[GameRecord]) -> str:
    """One line per seat of every game."""
    head = ["index", "deal", "seat", "bot", "score", "rank", "win_share", "decisions", "cpu_seconds"]
    rows = (
        [
            *(game.index, game.deal, seat, bot),
            *(game.scores[seat], game.ranks[seat], game.win_shares[seat]),
            *(game.decisions[seat], game.cpu_seconds[seat]),
        ]
        for game in records
        for seat, bot in enumerate(game.seats)
    )
    return _csv(head, rows)


def _ends(ends: Interval | None) -> tuple[float | None, float | None]:
    return ends or (None, None)


def _csv(head: list[str], rows: Iterable[list[Any]]) -> str:
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return output.getvalue()
