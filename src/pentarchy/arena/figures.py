"""From finished games to figures: what each bot achieved, and how sure that is.

Games of one deal share their luck, so deals, not games, are what is drawn at random. Intervals of means are Student's
t intervals over deals; intervals of shares are Wilson's, for as many games as the deals are worth.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from pentarchy.arena.bot_games import seconds_of
from pentarchy.arena.extras import extra
from pentarchy.arena.ratings import comparisons, ratings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pentarchy.arena.bot_games import GameRecord
    from pentarchy.arena.ratings import Rating
    from pentarchy.arena.schedule import Schedule

Figures = np.ndarray[Any, np.dtype[np.float64]]
Interval = tuple[float, float]

RESAMPLES = 1000  # of the bootstrap
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class BotReport(msgspec.Struct, frozen=True):
    """How one bot did. None: there is nothing to compare with, as in solo games, or too little was played."""

    bot: str
    games: int  # one for each seat it had in each game
    win_share: float | None  # a shared victory counts by its share
    win_interval: Interval | None
    rating: float | None
    rating_interval: Interval | None
    mean_score: float
    score_interval: Interval | None
    stdev: float
    quantiles: dict[str, float]  # of its scores, with the lowest and the highest
    margin: float | None  # the mean distance to the best of the others, in points
    margin_interval: Interval | None
    decisions: int
    cpu_seconds: float  # per decision, mean
    cpu_seconds_95: float  # 95 % of the decisions took at most about this
    faults: dict[str, int]  # of a program: how many games it lost by faults of each kind
    first_fault: str | None  # what went wrong first


class PairReport(msgspec.Struct, frozen=True):
    """One bot against another in the games where both played."""

    bot: str
    other: str
    games: int  # one for each pair of seats in each game
    share: float  # how often it was placed before the other; equals count half
    interval: Interval
    margin: float  # mean difference of the scores
    margin_interval: Interval | None


class Report(msgspec.Struct, frozen=True):
    """What came of a tournament."""

    game: str
    title: str
    options: dict[str, Any]
    seed: int
    asked: int  # games asked for, before rounding up to whole rounds
    games: int  # games played
    deals: int
    seatings: int  # games in a round: every line-up in every rotation
    finished: bool
    anchor: str | None  # the bot whose rating is 0; None: the mean is 0
    bots: list[BotReport]  # the best first
    pairs: list[PairReport]


class Entries(NamedTuple):
    """Some figure of a bot in every game it played, with the deal of each."""

    deals: Figures
    values: Figures


def summarise(
    schedule: Schedule, title: str, records: Iterable[GameRecord], asked: int, anchor: str | None = None
) -> Report:
    """The report of all games in `records`."""
    games = sorted(records, key=lambda record: record.index)
    names = list(dict.fromkeys(schedule.bots))
    rated = _rate(games, names, schedule, anchor)
    reports = [_bot_report(name, games, rated.get(name)) for name in names]
    played = [report for report in reports if report is not None]
    done = {game.index for game in games}
    return Report(
        game=schedule.game,
        title=title,
        options=schedule.options,
        seed=schedule.seed,
        asked=asked,
        games=len(games),
        deals=len({game.deal for game in games}),
        seatings=len(schedule.round),
        finished=all(index in done for index in range(schedule.whole_rounds(asked))),
        anchor=anchor,
        bots=sorted(played, key=_merit, reverse=True),
        pairs=_pair_reports(games, names),
    )


def _merit(report: BotReport) -> float:
    """What the list is sorted by: strength, or points in solo games."""
    if report.rating is not None:
        return report.rating
    return report.mean_score if report.win_share is None else report.win_share


def _rate(games: list[GameRecord], names: list[str], schedule: Schedule, anchor: str | None) -> dict[str, Rating]:
    """Everybody's rating; nobody's where there is nothing to compare."""
    if len(names) < 2 or schedule.options["players"] < 2 or not games:
        return {}
    numbers = {name: number for number, name in enumerate(names)}
    deals = {deal: number for number, deal in enumerate(sorted({game.deal for game in games}))}
    wins = np.zeros((len(deals), len(names), len(names)))
    for game in games:
        wins[deals[game.deal]] += comparisons([numbers[bot] for bot in game.seats], game.ranks, len(names))
    zero = None if anchor is None else numbers[anchor]
    found = ratings(wins, zero, RESAMPLES, seed=schedule.seed & (1 << 63) - 1)
    return {} if found is None else dict(zip(names, found, strict=True))


def _bot_report(name: str, games: list[GameRecord], rating: Rating | None) -> BotReport | None:
    own = [(game, seat) for game in games for seat, bot in enumerate(game.seats) if bot == name]
    if not own:
        return None
    alone = len(own[0][0].seats) == 1
    deals = np.array([game.deal for game, _ in own], float)
    scores = Entries(deals, np.array([game.scores[seat] for game, seat in own], float))
    shares = Entries(deals, np.array([game.win_shares[seat] for game, seat in own]))
    margins = None if alone else Entries(deals, np.array([_margin(game.scores, seat) for game, seat in own], float))
    decisions = sum(game.decisions[seat] for game, seat in own)
    faults = [(game.index, game.faults[seat]) for game, seat in own if seat in game.faults]
    steps = Counter[int]()
    for game, seat in own:
        steps.update(game.cpu_steps[seat])
    return BotReport(
        bot=name,
        games=len(own),
        win_share=None if alone else _rounded(shares.values.mean()),
        win_interval=None if alone else share_interval(shares),
        rating=None if rating is None else round(rating.value, 1),
        rating_interval=None if rating is None else (round(rating.low, 1), round(rating.high, 1)),
        mean_score=_rounded(scores.values.mean()),
        score_interval=mean_interval(scores),
        stdev=_rounded(scores.values.std(ddof=1)) if len(own) > 1 else 0.0,
        quantiles=_quantiles(scores.values),
        margin=None if margins is None else _rounded(margins.values.mean()),
        margin_interval=None if margins is None else mean_interval(margins),
        decisions=decisions,
        cpu_seconds=round(sum(game.cpu_seconds[seat] for game, seat in own) / max(decisions, 1), 9),
        cpu_seconds_95=_percentile(steps, 0.95),
        faults=dict(Counter(fault.kind for _, fault in faults)),
        first_fault=f"game {faults[0][0]}: {faults[0][1].text}" if faults else None,
    )


def _pair_reports(games: list[GameRecord], names: list[str]) -> list[PairReport]:
    """Everybody against everybody else, as far as they have met."""
    met: dict[tuple[str, str], list[tuple[int, float, int]]] = {}
    for game in games:
        for seat, rival in permutations(range(len(game.seats)), 2):
            before = (game.ranks[seat] < game.ranks[rival]) + (game.ranks[seat] == game.ranks[rival]) / 2
            figures = (game.deal, before, game.scores[seat] - game.scores[rival])
            met.setdefault((game.seats[seat], game.seats[rival]), []).append(figures)
    return [_pair_report(*pair, met[pair]) for pair in permutations(names, 2) if pair in met]


def _pair_report(name: str, other: str, met: list[tuple[int, float, int]]) -> PairReport:
    deals, before, distance = np.array(met, float).T
    shares, margins = Entries(deals, before), Entries(deals, distance)
    return PairReport(
        bot=name,
        other=other,
        games=len(met),
        share=_rounded(shares.values.mean()),
        interval=share_interval(shares),
        margin=_rounded(margins.values.mean()),
        margin_interval=mean_interval(margins),
    )


def standard_error(entries: Entries) -> float | None:
    """Of the mean, with deals as what was drawn at random; None for a single deal."""
    _, numbers = np.unique(entries.deals, return_inverse=True)
    deals = int(numbers.max()) + 1
    if deals < 2:
        return None
    deviations = np.bincount(numbers, weights=entries.values - entries.values.mean())
    return float(np.sqrt(deals / (deals - 1) * (deviations**2).sum()) / len(entries.values))


def mean_interval(entries: Entries) -> Interval | None:
    """The 95 % interval of a mean: Student's t over deals; None for a single deal."""
    error = standard_error(entries)
    if error is None:
        return None
    deals = len(np.unique(entries.deals))
    mean, reach = float(entries.values.mean()), student(deals) * error
    return _rounded(mean - reach), _rounded(mean + reach)


def share_interval(entries: Entries) -> Interval:
    """The 95 % interval of a share: Wilson's, for as many independent games as the deals are worth.

    That is fewer than were played where the games of one deal tend to end alike, and more where they even out. Where
    all deals ended the same it cannot be known; then every game counts as one.
    """
    share = float(entries.values.mean())
    error = standard_error(entries)
    if not error or error < 1e-9:
        return wilson(share, len(entries.values))
    return wilson(share, share * (1 - share) / error**2, student(len(np.unique(entries.deals))))


def student(deals: int) -> float:
    """How many standard errors an interval of a mean over deals reaches to either side."""
    return float(extra("scipy.special", "reporting").stdtrit(deals - 1, 0.975))


def wilson(share: float, games: float, z: float = 1.959964) -> Interval:
    """Wilson's interval of a share of so many independent games."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return _rounded(max(middle - reach, 0.0)), _rounded(min(middle + reach, 1.0))


def _margin(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _quantiles(scores: Figures) -> dict[str, float]:
    values = np.quantile(scores, QUANTILES)
    middle = {f"{part:.0%}": _rounded(value) for part, value in zip(QUANTILES, values, strict=True)}
    return {"lowest": float(scores.min())} | middle | {"highest": float(scores.max())}


def _percentile(steps: Counter[int], share: float) -> float:
    """The thinking time that so many decisions did not exceed, to about 6 %."""
    left = share * steps.total()
    for step in sorted(steps):
        left -= steps[step]
        if left <= 0:
            return round(seconds_of(step), 9)
    return 0.0


def _rounded(value: Any) -> float:
    return round(float(value), 5)
