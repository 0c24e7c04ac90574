"""Things that lie on the table in every game: cloth, mats, thick pieces, arms and lamplight."""

from typing import NamedTuple

from pentarchy.art import Sheet, colour, element

SQUARE = 60
"""The side of a square in the coordinates that the faces of pieces are drawn in."""

_KEYLINE = 2.4
_THICKNESS = 3


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    @property
    def middle(self) -> float:
        """The y half-way down."""
        return self.y + self.height / 2

    def inset(self, by: float) -> "Box":
        """The box without a rim on all sides."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def rectangle(box: Box, radius: float, **attributes: str | float | None) -> str:
    """A box with rounded corners."""
    return element("rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=radius, **attributes)


def dashed(box: Box, radius: float, *, stroke: str = "ink-2", css_class: str = "place") -> str:
    """The mark of a place where nothing lies."""
    dash = max(2.4, box.height * 0.075)
    return rectangle(
        box,
        radius,
        fill="none",
        stroke=colour(stroke),
        stroke_width=max(1.2, box.height * 0.025),
        stroke_dasharray=f"{dash:.2f} {dash * 1.15:.2f}",
        css_class=css_class,
    )


def table(sheet: Sheet, width: float, height: float) -> str:
    """The celadon cloth with its woven dots."""
    dot = element("circle", cx=10, cy=10, r=1.5, fill=colour("table-2"))
    weave = sheet.define("pattern", "weave", dot, width=20, height=20, patternUnits="userSpaceOnUse")
    cloth = Box(0, 0, width, height)
    layers = rectangle(cloth, 0, fill=colour("table")), rectangle(cloth, 0, fill=weave)
    return element("g", *layers, css_class="table")


def mat(box: Box) -> str:
    """The darker place on the cloth where somebody's pieces lie."""
    radius = 6 + box.width * 0.025
    return rectangle(box, radius, fill=colour("mat"), stroke=colour("key"), stroke_width=2, css_class="mat")


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
    # A little inside its squares, so that neighbours do not touch.
    form = Box(0, 0, columns * SQUARE, rows * SQUARE).inset(SQUARE * 0.025)
    radius = SQUARE * 0.13
    clip = sheet.define("clipPath", f"piece-{columns}-{rows}", rectangle(form, radius))
    return element(
        "g",
        rectangle(form, radius, fill=colour("edge"), transform=f"translate(0 {_THICKNESS})"),
        element("g", face, clip_path=clip),
        rectangle(form, radius, fill="none", stroke=colour("key"), stroke_width=_KEYLINE),
        marks,
        css_class=css_class,
        transform=f"translate({x:g} {y:g}) scale({size / SQUARE:g})",
    )


def shield(sheet: Sheet, ink: str, x: float, y: float, width: float) -> str:
    """The arms of a seat: colour, hatch and sign together."""
    unit = width / 32
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
        sheet.use(f"sign-{ink}", x + 10 * unit, y + 9.5 * unit, 12 * unit, paint=colour(f"{ink}-sign")),
        css_class=f"shield {ink}",
    )


def lamp_ring(box: Box, radius: float, *, gold: float = 4) -> str:
    """Lamplight around who acts, or around what with: gold between two keylines."""
    return element(
        "g",
        rectangle(box, radius, fill="none", stroke=colour("key"), stroke_width=gold + 4),
        rectangle(box, radius, fill="none", stroke=colour("lamp"), stroke_width=gold),
        css_class="lamp",
    )


def lamp_dot(x: float, y: float, radius: float) -> str:
    """Lamplight on a place that can be chosen."""
    return element(
        "circle", cx=x, cy=y, r=radius, fill=colour("lamp"), stroke=colour("key"), stroke_width=2.4, css_class="lamp"
    )
