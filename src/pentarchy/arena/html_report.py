"""The report as one HTML page: no scripts, no links to anywhere, light and dark, wide and narrow."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pentarchy.arena import plots
from pentarchy.arena.words import NOTHING, interval, points, seconds, share, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pentarchy.arena.bot_games import GameRecord
    from pentarchy.arena.figures import Report

STYLE = """
:root { color-scheme: light dark; --back: #fdf9ee; --row: #f2ead8; --line: #cdbf9f; --ink: #262140; --ink-2: #595273; }
@media (prefers-color-scheme: dark) {
  :root { --back: #13212a; --row: #20323c; --line: #3f5560; --ink: #f5eedc; --ink-2: #b7c2bf; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 16px; max-width: 60rem; background: var(--back); color: var(--ink);
  font: 16px/1.45 "Segoe UI", system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 1.15rem; margin: 32px 0 8px; }
p { margin: 4px 0; }
.note { color: var(--ink-2); font-size: .9rem; max-width: 46rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 6px 12px; text-align: right; border-bottom: 1px solid var(--line); }
thead th { color: var(--ink-2); font-weight: 600; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--back); }
tbody tr:nth-child(odd) > * { background: var(--row); }
svg { display: block; width: 100%; max-width: 32rem; height: auto; }
"""


def html_page(report: Report, records: Sequence[GameRecord]) -> str:
    """The whole page."""
    sections = [
        _heading(report),
        *_standing(report),
        *_scores(report, records),
        _pairs(report),
        _faults(report),
        _times(report),
    ]
    return whole_page(f"Tournament: {report.title}", sections)


def whole_page(title: str, sections: Iterable[str]) -> str:
    """A page that needs nothing else."""
    body = "\n".join(part for part in sections if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _heading(report: Report) -> str:
    options = ", ".join(f"{name} {value}" for name, value in report.options.items() if value not in (False, None))
    early = (
        "" if report.finished else "<p><strong>Stopped early:</strong> some seatings of the last deals are missing.</p>"
    )
    return (
        f"<h1>{escape(report.title)}: tournament</h1>\n"
        f"<p>{escape(options)}; {report.games} games, {report.deals} deals, {report.seatings} seatings of each;"
        f" seed {report.seed}</p>{early}"
    )


def _standing(report: Report) -> list[str]:
    if report.bots[0].win_share is None:
        return []
    rows = [
        [
            bot.bot,
            whole(bot.rating),
            interval(bot.rating_interval, whole),
            share(bot.win_share),
            interval(bot.win_interval, share),
            str(bot.games),
        ]
        for bot in report.bots
    ]
    zero = "their mean is 0" if report.anchor is None else f"{report.anchor} is 0"
    fair = 1 / report.options["players"]
    parts = [
        section("Strength", ["bot", "rating", "95 %", "wins", "95 %", "games"], rows),
        note(
            f"Ratings: Bradley–Terry on the Elo scale from who was placed before whom; {zero}; intervals by a bootstrap"
            " over deals. Wins: a shared victory counts by its share; intervals after Wilson. The dashed line is what"
            " equals would have."
        ),
    ]
    if report.bots[0].rating is not None:
        parts.append(plots.intervals(report.bots, "rating", "rating_interval", "rating with its 95 % interval", 0.0))
    parts.append(plots.intervals(report.bots, "win_share", "win_interval", "wins in % with 95 % interval", fair, 100))
    return parts


def _scores(report: Report, records: Sequence[GameRecord]) -> list[str]:
    rows = [
        [
            bot.bot,
            points(bot.mean_score),
            interval(bot.score_interval, points),
            points(bot.margin),
            interval(bot.margin_interval, points),
            points(bot.stdev),
            *(whole(value) for value in bot.quantiles.values()),
        ]
        for bot in report.bots
    ]
    head = ["bot", "mean", "95 %", "margin", "95 %", "stdev", *report.bots[0].quantiles]
    return [
        section("Points", head, rows),
        note("Margin: the mean distance to the best of the others. Intervals: Student's t over deals."),
        plots.spreads(report.bots, records, "points: quartiles and median, whiskers from 5 % to 95 %"),
    ]


def _pairs(report: Report) -> str:
    if not report.pairs:
        return ""
    pairs = {(pair.bot, pair.other): pair for pair in report.pairs}
    names = [bot.bot for bot in report.bots]
    rows = [
        [name]
        + [
            f"{share(pair.share)} ({points(pair.margin)})" if (pair := pairs.get((name, other))) else NOTHING
            for other in names
        ]
        for name in names
    ]
    return section("Each against each", ["", *names], rows) + note(
        "How often the bot of the row was placed before the one of the column, and by how many points on average."
    )


def _faults(report: Report) -> str:
    failed = [bot for bot in report.bots if bot.faults]
    if not failed:
        return ""
    rows = [
        [bot.bot, str(sum(bot.faults.values())), ", ".join(sorted(bot.faults)), bot.first_fault or ""] for bot in failed
    ]
    return section("Faults of programs", ["bot", "games lost", "kinds", "the first"], rows) + note(
        "A program that does something wrong loses the game: random plays on for it, and it is placed last."
    )


def _times(report: Report) -> str:
    rows = [[bot.bot, str(bot.decisions), seconds(bot.cpu_seconds), seconds(bot.cpu_seconds_95)] for bot in report.bots]
    return section("CPU time per decision", ["bot", "decisions", "mean", "95 % below"], rows)


def section(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with its title."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "\n".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        f'<h2>{escape(title)}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}"><table>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"
    )


def note(text: str) -> str:
    """A remark below a table."""
    return f'<p class="note">{escape(text)}</p>'
