"""Plots as SVG that is put into a page: they take the page's text colour and refer to nothing outside."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from pentarchy.arena.extras import extra
from pentarchy.arena.words import short

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pentarchy.arena.bot_games import GameRecord
    from pentarchy.arena.figures import BotReport, Interval

INK = "#010203"  # drawn with this and then made the page's own colour
FILLS = ("#3474c9", "#f28f33", "#35a883", "#cc3a30", "#65348f", "#e87fa8", "#a5dcef", "#c4911a")
MOST_BARS = 40
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pentarchy",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


Row = tuple[str, float, "Interval | None"]  # a name, a figure, and how sure it is


def intervals(bots: Sequence[BotReport], value: str, ends: str, label: str, line: float, factor: float = 1.0) -> str:
    """A dot with its interval for every bot that has the figure, and a line to compare with."""
    rows = [(bot.bot, getattr(bot, value), getattr(bot, ends)) for bot in bots if getattr(bot, value) is not None]
    return dots(rows, label, line, factor)


def spreads(bots: Sequence[BotReport], records: Sequence[GameRecord], label: str) -> str:
    """How the scores of every bot are spread."""
    scores: dict[str, list[int]] = {bot.bot: [] for bot in bots}
    for record in records:
        for bot, score in zip(record.seats, record.scores, strict=True):
            scores[bot].append(score)
    return boxes(scores, label)


def dots(rows: Sequence[Row], label: str, line: float | None = None, factor: float = 1.0) -> str:
    """A dot with its interval for every row, and a line to compare with."""
    shown = list(reversed(rows))
    with _style():
        figure, axes = _figure(len(shown))
        if line is not None:
            axes.axvline(line * factor, color=INK, linewidth=1, linestyle=(0, (4, 4)), alpha=0.6)
        for place, (_, value, ends) in enumerate(shown):
            low, high = (end * factor for end in ends or (value, value))
            axes.plot([low, high], [place, place], color=FILLS[0], linewidth=3, solid_capstyle="round")
            axes.plot(value * factor, place, "o", color=FILLS[0], markersize=8)
        _name_rows(axes, [name for name, _, _ in shown], label)
        return _svg(figure, label)


def boxes(values: Mapping[str, Sequence[float]], label: str) -> str:
    """How the figures of every row are spread: box from quartile to quartile, whiskers for 90 % of them."""
    names = list(values)[::-1]
    with _style():
        figure, axes = _figure(len(names))
        line = {"color": INK}
        axes.boxplot(
            [values[name] for name in names],
            positions=range(len(names)),
            orientation="horizontal",
            whis=(5, 95),
            showfliers=False,
            patch_artist=True,
            widths=0.5,
            boxprops={"facecolor": FILLS[2], "edgecolor": INK},
            medianprops=line | {"linewidth": 2},
            whiskerprops=line,
            capprops=line,
        )
        _name_rows(axes, names, label)
        return _svg(figure, label)


def histogram(values: Sequence[int], label: str) -> str:
    """How often each figure occurs; figures side by side share a bar where there are many."""
    with _style():
        figure, axes = _figure(5)
        least, most = min(values), max(values)
        width = max(1, -(-(most - least + 1) // MOST_BARS))
        edges = [start - 0.5 for start in range(least, most + width + 1, width)]
        axes.hist(values, edges, color=FILLS[4], edgecolor=INK, linewidth=0.5)
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        return _svg(figure, label)


def _style() -> Any:
    return extra("matplotlib", "drawing the report").rc_context(STYLE)


def _figure(rows: int) -> tuple[Any, Any]:
    figure = extra("matplotlib.figure", "drawing the report").Figure((4.8, 0.9 + 0.36 * rows), layout="constrained")
    return figure, figure.add_subplot()


def _name_rows(axes: Any, names: Sequence[str], label: str) -> None:
    axes.set_yticks(range(len(names)), [short(name).replace("$", r"\$") for name in names])  # $ begins a formula
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(label)


def _svg(figure: Any, label: str) -> str:
    """The picture alone: no prologue, no metadata, no name spaces, in the colour of the text around it."""
    output = io.StringIO()
    figure.savefig(output, format="svg", transparent=True)
    drawing = output.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r' xmlns(:\w+)?="[^"]*"', "", drawing)
    drawing = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"', r"\1", drawing, count=1)
    drawing = re.sub(r"<svg ", f'<svg role="img" aria-label="{label}" ', drawing, count=1)
    return drawing.replace(INK, "currentColor")
