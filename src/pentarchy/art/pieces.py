"""Parts that the pictures of all games share: table cloth, panels, thick pieces, arms, lamplight and lettering."""

from html import escape

from pentarchy.art import Sheet, colour, element, typeface

SQUARE = 60
"""The side of a square in the coordinates that pieces are drawn in."""

_KEYLINE = 2.4
_THICKNESS = 3
_STYLES = {"text": ("text", 500), "strong": ("text", 700), "display": ("display", 800)}


def table(sheet: Sheet, width: float, height: float) -> str:
    """The celadon cloth with its woven dots."""
    dot = element("circle", cx=10, cy=10, r=1.5, fill=colour("table-2"))
    weave = sheet.define("pattern", "weave", dot, width=20, height=20, patternUnits="userSpaceOnUse")
    return element(
        "g",
        element("rect", width=width, height=height, fill=colour("table")),
        element("rect", width=width, height=height, fill=weave),
        css_class="table",
    )


def panel(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    radius: float = 16,
    fill: str = "paper",
    css_class: str = "panel",
) -> str:
    """A flat sheet of paper with a keyline, on a thin shadow."""
    shape = {"x": x, "width": width, "height": height, "rx": radius}
    return element(
        "g",
        element("rect", **shape, y=y + 2, fill=colour("key"), opacity=0.16),
        element("rect", **shape, y=y, fill=colour(fill), stroke=colour("key"), stroke_width=2),
        css_class=css_class,
    )


def piece(
    sheet: Sheet,
    x: float,
    y: float,
    size: float,
    face: str,
    *,
    columns: int = 1,
    rows: int = 1,
    marks: str = "",
    css_class: str = "piece",
) -> str:
    """A thick piece of `columns` by `rows` squares of side `size`.

    `face` is cut to the piece's rounded form, `marks` lie on top of its keyline. Both are drawn on squares of 60.
    """
    outline = _outline(columns, rows)
    clip = sheet.define("clipPath", f"piece-{columns}-{rows}", outline)
    keyline = _outline(columns, rows, fill="none", stroke=colour("key"), stroke_width=_KEYLINE)
    return element(
        "g",
        _outline(columns, rows, fill=colour("edge"), transform=f"translate(0 {_THICKNESS})"),
        element("g", face, clip_path=clip),
        keyline,
        marks,
        css_class=css_class,
        transform=f"translate({x:g} {y:g}) scale({size / SQUARE:g})",
    )


def _outline(columns: int, rows: int, **attributes: str | float) -> str:
    """The rounded form of a piece, a little inside its squares so that neighbours do not touch."""
    gap = SQUARE * 0.025
    return element(
        "rect",
        x=gap,
        y=gap,
        width=columns * SQUARE - 2 * gap,
        height=rows * SQUARE - 2 * gap,
        rx=SQUARE * 0.13,
        **attributes,
    )


def empty_place(x: float, y: float, size: float) -> str:
    """The dashed mark of a square on which nothing lies."""
    return element(
        "rect",
        x=x + size * 0.09,
        y=y + size * 0.09,
        width=size * 0.82,
        height=size * 0.82,
        rx=size * 0.12,
        fill="none",
        stroke=colour("well"),
        stroke_width=max(1, size * 0.02),
        stroke_dasharray=f"{size * 0.06:.2f} {size * 0.07:.2f}",
        css_class="place",
    )


def lamp_ring(x: float, y: float, width: float, height: float, *, radius: float, gold: float = 4) -> str:
    """Lamplight, gold between two keylines: who acts, and where."""
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
    return element(
        "g",
        element("rect", **shape, fill="none", stroke=colour("key"), stroke_width=gold + 4),
        element("rect", **shape, fill="none", stroke=colour("lamp"), stroke_width=gold),
        css_class="lamp",
    )


def shield(sheet: Sheet, ink: str, x: float, y: float, width: float) -> str:
    """The arms of a seat: colour, hatch and sign together."""
    unit = width / 32
    sign = 12 * unit
    disc = element(
        "circle",
        cx=x + 16 * unit,
        cy=y + 15.5 * unit,
        r=9 * unit,
        fill=colour(ink),
        stroke=colour("key"),
        stroke_width=1.6 * unit,
    )
    return element(
        "g",
        sheet.use("shield", x, y, width, owner=ink),
        disc,
        sheet.use(f"sign-{ink}", x + 10 * unit, y + 9.5 * unit, sign, paint=colour(f"{ink}-sign")),
        css_class=f"shield {ink}",
    )


def words(
    text: str,
    size: float,
    style: str = "text",
    *,
    fill: str = "ink",
    after: float | None = None,
    css_class: str | None = None,
) -> str:
    """A run of words for `lettering`, in one of the styles "text", "strong" and "display", `after` so much space."""
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
    return element("text", *runs, x=x, y=y, text_anchor=anchor)
