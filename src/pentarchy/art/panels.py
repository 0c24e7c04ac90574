"""Paper and lettering around the table, the same in every game: panels, turn banner, seat plaques, final scores."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from pentarchy.art import Sheet, colour, element, typeface
from pentarchy.art.pieces import Box, lamp_ring, rectangle, shield

_STYLES = {"text": ("text", 500), "strong": ("text", 700), "display": ("display", 800)}


def words(
    text: str,
    size: float,
    style: str = "text",
    *,
    fill: str = "ink",
    after: float | None = None,
    css_class: str | None = None,
) -> str:
    """A run of words for `lettering` in the style "text", "strong" or "display", `after` so much space."""
    if not text:
        return ""
    face, weight = _STYLES[style]
    return element(
        "tspan",
        escape(text, quote=False),
        dx=after,
        font_family=typeface(face),
        font_size=size,
        font_weight=weight,
        fill=colour(fill),
        css_class=css_class,
    )


def lettering(x: float, y: float, *runs: str, anchor: str | None = None) -> str:
    """Runs of words one after the other on the baseline `y`; `anchor` is None, "middle" or "end"."""
    return element("text", *runs, x=x, y=y, text_anchor=anchor) if any(runs) else ""


def panel(box: Box, *, radius: float = 16, fill: str = "paper", css_class: str = "panel") -> str:
    """A flat sheet of paper with a keyline, on a thin shadow."""
    shadow = box._replace(y=box.y + 2)
    return element(
        "g",
        rectangle(shadow, radius, fill=colour("key"), opacity=0.16),
        rectangle(box, radius, fill=colour(fill), stroke=colour("key"), stroke_width=2),
        css_class=css_class,
    )


def banner(box: Box, picture: str, headline: str, detail: str, corner: str, *, lit: bool) -> str:
    """The bar on top that says whose turn it is; `lit` if it is the viewer's own.

    `picture` is drawn at the left of the box, on a place of about 30 by 40.
    """
    fill, ink = ("lamp", "lamp-ink") if lit else ("paper", "ink")
    return element(
        "g",
        panel(box, fill=fill),
        rectangle(box.inset(3), 13, fill="none", stroke=colour("raised"), stroke_width=2, opacity=0.5) if lit else "",
        picture,
        lettering(
            box.x + 58,
            box.middle + 6,
            words(headline, 20, "display", fill=ink),
            words(detail, 15, fill=ink, after=12),
        ),
        lettering(box.right - 18, box.middle + 5, words(corner, 14, fill=ink), anchor="end"),
        css_class="banner",
    )


class Plaque(NamedTuple):
    """What a seat's plaque says: `beside` stands after the name, `note` below it, `total` below the points."""

    ink: str
    name: str
    points: int
    beside: str = ""
    note: str = ""
    total: str = ""
    acting: bool = False
    won: bool = False


def plaque(sheet: Sheet, box: Box, seat: Plaque) -> str:
    """Arms, name and points of a seat; lamplit while it acts, its arms crowned when it has won."""
    text_x, right = box.x + 45, box.right - 12
    name = [words(seat.name, 15, "strong"), words(seat.beside, 12, fill="ink-2", after=7)]
    points = words(str(seat.points), 23, "display", css_class="points")
    return element(
        "g",
        panel(box, radius=10, css_class="plaque"),
        shield(sheet, seat.ink, box.x + 10, box.middle - 15, 26),
        sheet.use("crown", box.x + 6, box.y - 19, 34, css_class="winner") if seat.won else "",
        lettering(text_x, box.middle - 1 if seat.note else box.middle + 5, *name),
        lettering(text_x, box.middle + 14, words(seat.note, 12, fill="ink-2")),
        lettering(right, box.middle + 1 if seat.total else box.middle + 8, points, anchor="end"),
        lettering(right, box.middle + 15, words(seat.total, 12, fill="ink-2"), anchor="end"),
        lamp_ring(box, 10, gold=3) if seat.acting else "",
        css_class="seat acting" if seat.acting else "seat",
    )


class Score(NamedTuple):
    """The final result of a seat: `items` are the words and points that its total is made of."""

    place: int
    ink: str
    name: str
    points: int
    items: Sequence[tuple[str, int]]


def scores(sheet: Sheet, box: Box, results: Sequence[Score]) -> str:
    """A panel with the final result of every seat, one under the other."""
    step = min(170, (box.height - 20) / len(results))
    rows = (
        _score(sheet, Box(box.x + 16, box.y + 14 + i * step, box.width - 32, step), score)
        for i, score in enumerate(results)
    )
    return element("g", panel(box), *rows, css_class="scores")


def _score(sheet: Sheet, box: Box, score: Score) -> str:
    items = []
    for i, (name, points) in enumerate(score.items):
        y = box.y + 48 + 18 * i
        items.append(lettering(box.x + 30, y, words(name, 13, fill="ink-2")))
        items.append(lettering(box.right, y, words(str(points), 13, fill="ink-2"), anchor="end"))
    return element(
        "g",
        lettering(box.x, box.y + 23, words(f"{score.place}.", 19, "display")),
        shield(sheet, score.ink, box.x + 26, box.y + 2, 24),
        lettering(box.x + 58, box.y + 22, words(score.name, 15, "strong")),
        lettering(box.right, box.y + 24, words(str(score.points), 23, "display"), anchor="end"),
        *items,
        css_class=f"score {score.ink}",
    )
