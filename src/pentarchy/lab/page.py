"""The report of a simulation as one HTML page: what a designer would want to see of a game."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pentarchy.arena import plots
from pentarchy.arena.extras import extra
from pentarchy.arena.figures import Entries, mean_interval, share_interval, wilson
from pentarchy.arena.html_report import note, section, whole_page
from pentarchy.arena.tournament_folder import write_whole
from pentarchy.arena.words import interval, points, share
from pentarchy.lab.simulate import simulate, study
from pentarchy.lab.study import MARKS, tellable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from pentarchy.arena.figures import Interval
    from pentarchy.engine.game import Game
    from pentarchy.lab.simulate import Report
    from pentarchy.lab.study import Finished

FEWEST_OPENINGS = 5  # of one kind: below that a share says nothing
MOST_OPENINGS = 16
SKILL_GAMES = 2000  # between bots of known strength, in compiled code


class Figure(NamedTuple):
    """A mean or a share with its 95 % interval."""

    value: float
    ends: Interval | None


def write_report(
    file: Path, game: Game, bots: Sequence[str], games: int, seed: int = 0, threads: int | None = None
) -> Report:
    """Simulate, and write a page about it. What would keep it from being written is found before anything is played."""
    extra("matplotlib", "drawing the report")
    extra("scipy", "reporting")
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent} for {file.name}")
    report, finished = study(game, bots, games, seed, threads)
    write_whole(file, page(game, report, finished))
    return report


def page(game: Game, report: Report, games: Sequence[Finished]) -> str:
    """The whole page."""
    alone = game.players == 1
    parts = [
        _heading(game.title, report),
        *_points(report, games),
        *([] if alone else _first(report, games)),
        *_length(games),
        _facts(games),
        *([] if alone else _openings(report, games)),
        *([] if alone else _luck(report, games, skill_of(game, report.seed))),
        _faults(report),
    ]
    return whole_page(f"Simulation: {game.title}", parts)


def _heading(title: str, report: Report) -> str:
    options = ", ".join(f"{name} {value}" for name, value in report.options.items() if _is_short(value))
    return (
        f"<h1>{escape(title)}: {report.games} simulated games</h1>\n<p>{escape(options)}; seed {report.seed}</p>\n"
        f"<p>{escape(', '.join(f'seat {seat.seat}: {seat.bot}' for seat in report.seats))}</p>"
    )


def _is_short(value: object) -> bool:
    return value not in (False, None) and not isinstance(value, dict)


def _points(report: Report, games: Sequence[Finished]) -> list[str]:
    rows, spread = [], {}
    for seat in report.seats:
        own = [game.points[seat.seat] for game in games]
        mean, wins = _mean(own), _share([game.win_shares[seat.seat] for game in games])
        rows.append(
            [
                _seat(seat.seat, seat.bot),
                *(points(mean.value), interval(mean.ends, points), points(seat.stdev)),
                *(str(seat.lowest), str(seat.highest), share(wins.value), interval(wins.ends, share)),
            ]
        )
        spread[_seat(seat.seat, seat.bot)] = own
    head = ["seat", "mean", "95 %", "stdev", "lowest", "highest", "wins", "95 %"]
    return [
        section("Points by seat", head, rows),
        note("A shared victory counts by its share. Intervals: Student's t for means, Wilson's for shares."),
        plots.boxes(spread, "points; whiskers from 5 % to 95 %"),
    ]


def _first(report: Report, games: Sequence[Finished]) -> list[str]:
    """Does it help to decide first? By the order in which the seats follow whoever did."""
    players = len(report.bots)
    rows: list[plots.Row] = []
    table = []
    for turn in range(players):
        seats = [(game, (game.first + turn) % players) for game in games]
        wins = _share([game.win_shares[seat] for game, seat in seats])
        lead = _mean([game.points[seat] - float(np.mean(game.points)) for game, seat in seats])
        name = "first to decide" if turn == 0 else f"{turn} seat{'s' if turn > 1 else ''} later"
        rows.append((name, wins.value, wins.ends))
        more = [points(lead.value), interval(lead.ends, points)]
        table.append([name, share(wins.value), interval(wins.ends, share), *more])
    is_one_seat = len({game.first for game in games}) == 1
    mixed = is_one_seat and len(set(report.bots)) > 1
    warning = " Here one seat always began, with its own bot: whose merit it is cannot be told." if mixed else ""
    return [
        section("First-player advantage", ["", "wins", "95 %", "points above the mean", "95 %"], table),
        note(
            "Seats by how far they sit from whoever decided first. The dashed line is what everybody would win if it"
            f" made no difference.{warning}"
        ),
        plots.dots(rows, "wins in % with 95 % interval", 1 / players, 100),
    ]


def _length(games: Sequence[Finished]) -> list[str]:
    lengths = [game.decisions for game in games]
    mean = _mean(lengths)
    low, median, high = np.quantile(lengths, (0.05, 0.5, 0.95))
    row = ["decisions in a game", points(mean.value), interval(mean.ends, points)]
    row += [f"{low:.0f}", f"{median:.0f}", f"{high:.0f}", str(min(lengths)), str(max(lengths))]
    head = ["", "mean", "95 %", "q5", "median", "q95", "shortest", "longest"]
    return [section("Length", head, [row]), plots.histogram(lengths, "decisions of all seats in a game")]


def _facts(games: Sequence[Finished]) -> str:
    total, within = Counter[str](), Counter[str]()
    for game in games:
        total.update(game.facts)
        within.update(game.facts.keys())
    rows = [
        [what, f"{total[what] / len(games):.2f}", share(within[what] / len(games)), str(total[what])]
        for what in tellable(sorted(total, key=lambda what: (what.partition(":")[0], -total[what])))
    ]
    return section("How often each rule fires", ["what happened", "a game", "of games", "times"], rows) + note(
        "By the facts that the game tells of its events; where it tells none, by the kinds of moves and draws."
    )


def _openings(report: Report, games: Sequence[Finished]) -> list[str]:
    """How those fared who began with some move."""
    won: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)  # the number of a game, and what was won of it
    for number, game in enumerate(games):
        for opening, part in zip(game.openings, game.win_shares, strict=True):
            if opening is not None:
                won[opening].append((number, part))
    common = sorted((each for each in won if len(won[each]) >= FEWEST_OPENINGS), key=lambda each: -len(won[each]))
    if len(common) < 2:
        return []
    figures = {opening: _share_of_games(won[opening]) for opening in common[:MOST_OPENINGS]}
    best = sorted(figures, key=lambda opening: -figures[opening].value)
    rows = [
        [opening, str(len(won[opening])), share(figures[opening].value), interval(figures[opening].ends, share)]
        for opening in best
    ]
    dots: list[plots.Row] = [(opening, figures[opening].value, figures[opening].ends) for opening in best]
    return [
        section("Which openings win", ["first move", "times", "wins", "95 %"], rows),
        note(
            f"Everybody's first move, at most the {MOST_OPENINGS} commonest. Which moves there are depends on the deal,"
            " and stronger bots may prefer some: a high share is a hint, not a proof."
        ),
        plots.dots(dots, "wins in % of those who began so", 1 / len(report.bots), 100),
    ]


def skill_of(game: Game, seed: int) -> list[tuple[str, Figure]]:
    """How often one who plays better wins against others who play anything, in every seat equally often."""
    won = []
    for seat in range(game.players):
        bots = ["random"] * game.players
        bots[seat] = "greedy"
        won.append(simulate(game, bots, SKILL_GAMES // game.players, seed).seats[seat].win_share)
    mean = float(np.mean(won))
    return [("greedy among random", Figure(mean, wilson(mean, SKILL_GAMES // game.players * game.players)))]


def _luck(report: Report, games: Sequence[Finished], skill: Sequence[tuple[str, Figure]]) -> list[str]:
    """How much is decided by playing well, and how early."""
    ahead: list[tuple[str, Figure]] = [
        (f"leader after {mark:.0%}", _share([_won_by_leaders(game, number) for game in games]))
        for number, mark in enumerate(MARKS)
    ]
    rows = [[name, share(figure.value), interval(figure.ends, share)] for name, figure in (*skill, *ahead)]
    return [
        section("Luck and skill", ["who wins", "wins", "95 %"], rows),
        note(
            f"If all were luck, each of these would win {share(1 / len(report.bots))}, the dashed line; where playing"
            " better decides, greedy wins nearly always. What whoever leads after a part of all decisions wins says how"
            " early a game is decided."
        ),
        plots.dots([(name, *figure) for name, figure in (*skill, *ahead)], "wins in %", 1 / len(report.bots), 100),
    ]


def _won_by_leaders(game: Finished, mark: int) -> float:
    leaders = game.leaders[mark]
    return sum(game.win_shares[seat] for seat in leaders) / len(leaders)


def _faults(report: Report) -> str:
    if not report.faults:
        return ""
    rows = [
        [str(fault.game), _seat(fault.seat, report.bots[fault.seat]), fault.kind, fault.text] for fault in report.faults
    ]
    return section("Faults of programs", ["game", "seat", "kind", "what happened"], rows)


def _seat(seat: int, bot: str) -> str:
    return f"seat {seat}: {bot}"


def _mean(values: Iterable[float]) -> Figure:
    """A mean with its interval; every game has luck of its own."""
    entries = _entries(values)
    return Figure(float(entries.values.mean()), mean_interval(entries))


def _share(values: Iterable[float]) -> Figure:
    return _share_of_games(enumerate(values))


def _share_of_games(won: Iterable[tuple[int, float]]) -> Figure:
    """A share with its interval, where a game may be counted more than once."""
    numbers, values = np.array(list(won), float).T
    entries = Entries(numbers, values)
    return Figure(float(values.mean()), share_interval(entries))


def _entries(values: Iterable[float]) -> Entries:
    found = np.array(list(values), float)
    return Entries(np.arange(len(found), dtype=float), found)
