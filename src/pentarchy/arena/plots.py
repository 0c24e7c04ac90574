"""Plots as SVG that is put into a page: they take the page's text colour and refer to nothing outside."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

from pentarchy.arena.extras import extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.arena.bot_games import GameRecord
    from pentarchy.arena.figures import BotReport

INK = "#010203"  # drawn with this and then made the page's own colour
FILLS = ("#3474c9", "#f28f33", "#35a883", "#cc3a30", "#65348f", "#e87fa8", "#a5dcef", "#c4911a")
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


def intervals(bots: Sequence[BotReport], value: str, ends: str, label: str, line: float, factor: float = 1.0) -> str:
    """A dot with its interval for every bot that has the figure, and a line to compare with."""
    shown = [bot for bot in reversed(bots) if getattr(bot, value) is not None]
    with _style():
        figure, axes = _figure(len(shown))
        axes.axvline(line * factor, color=INK, linewidth=1, linestyle=(0, (4, 4)), alpha=0.6)
        for place, bot in enumerate(shown):
            middle = getattr(bot, value) * factor
            low, high = (end * factor for end in getattr(bot, ends) or (getattr(bot, value),) * 2)
            axes.plot([low, high], [place, place], color=FILLS[0], linewidth=3, solid_capstyle="round")
            axes.plot(middle, place, "o", color=FILLS[0], markersize=8)
        _name_rows(axes, [bot.bot for bot in shown], label)
        return _svg(figure, label)


def spreads(bots: Sequence[BotReport], records: Sequence[GameRecord], label: str) -> str:
    """How the scores of every bot are spread: box from quartile to quartile, whiskers for 90 % of the games."""
    names = [bot.bot for bot in reversed(bots)]
    scores: dict[str, list[int]] = {name: [] for name in names}
    for record in records:
        for bot, score in zip(record.seats, record.scores, strict=True):
            scores[bot].append(score)
    with _style():
        figure, axes = _figure(len(names))
        line = {"color": INK}
        axes.boxplot(
            [scores[name] for name in names],
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


def _style() -> Any:
    return extra("matplotlib", "drawing the report").rc_context(STYLE)


def _figure(rows: int) -> tuple[Any, Any]:
    figure = extra("matplotlib.figure", "drawing the report").Figure((4.8, 0.9 + 0.36 * rows), layout="constrained")
    return figure, figure.add_subplot()


def _name_rows(axes: Any, names: Sequence[str], label: str) -> None:
    axes.set_yticks(range(len(names)), names)
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
