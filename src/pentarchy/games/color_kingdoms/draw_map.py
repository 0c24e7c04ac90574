"""The map as a picture: land, paint, symbols, towers and the dice that lie on it.

Every map is drawn 720 wide, whatever its own units; `sized` puts it into a box of a larger picture. Elements carry
classes that a page can restyle: `area b4 unpainted`, `area b4 red`, `kingdom blue`, `tower`, `die white`, `lit`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pentarchy.art import SEATS, Sheet, colour, element, pieces
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import Box, rectangle
from pentarchy.games.color_kingdoms import dice
from pentarchy.games.color_kingdoms.components import COLOURS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pentarchy.games.color_kingdoms.geometry import Point
    from pentarchy.games.color_kingdoms.land import Area, Map, Tower

    Paint = Mapping[str, str | None]  # the colour of every area by its name

WIDTH = 720  # of every drawn map; symbols and lines are made for it


def picture(board: Map, *, names: bool = True) -> str:
    """The unpainted map as a standalone SVG."""
    sheet = Sheet()
    named = [area.name for area in board.areas] if names else []
    height = _standard(board).size[1]
    body = sea(sheet, WIDTH, height) + chart(sheet, board, {}, names=named)
    return sheet.document(WIDTH, height, body, title=board.name, css_class="pentarchy color_kingdoms map")


def chart(
    sheet: Sheet,
    board: Map,
    painted: Paint,
    *,
    lit: Collection[str] = (),
    dice: Sequence[Mapping[str, Any]] = (),
    names: Collection[str] = (),
    signs: bool = False,
) -> str:
    """The land with its paint; `lit` areas can be painted now, `names` have their names written on them.

    `signs` adds the sign of its paint to every painted area, for those who cannot tell the hatches.
    """
    scale = WIDTH / board.size[0]
    lying = [{**die, "place": _scaled_place(die["place"], scale)} for die in dice if die["place"]]
    board = _standard(board)
    return element(
        "g",
        _coast(sheet, board),
        *(_ground(sheet, board, kingdom) for kingdom in range(len(COLOURS))),
        *(_area(sheet, board, number, painted.get(area.name)) for number, area in enumerate(board.areas)),
        *(_rim(sheet, board, kingdom) for kingdom in range(len(COLOURS))),
        *(_light(sheet, board, number) for number, area in enumerate(board.areas) if area.name in lit),
        *(_symbol(sheet, area, painted.get(area.name)) for area in board.areas),
        *(_sign(sheet, area, painted.get(area.name)) for area in board.areas if signs),
        *(_name(board, area) for area in board.areas if area.name in names),
        *(_arms(sheet, board, kingdom) for kingdom in range(len(COLOURS))),
        *(_tower(sheet, board, tower, painted) for tower in board.towers),
        *(_leader(die["place"]) for die in lying if "leader" in die["place"]),
        *(_die(sheet, board, die) for die in lying),
        css_class="map",
    )


def small_chart(sheet: Sheet, board: Map, painted: Paint) -> str:
    """A sheet seen from afar: kingdoms and paint with its signs, without symbols."""
    board = _standard(board)
    return element(
        "g",
        _coast(sheet, board),
        *(_ground(sheet, board, kingdom) for kingdom in range(len(COLOURS))),
        *(_area(sheet, board, number, painted.get(area.name), 4) for number, area in enumerate(board.areas)),
        *(_rim(sheet, board, kingdom, 1.4) for kingdom in range(len(COLOURS))),
        *(_large_sign(sheet, area, painted.get(area.name)) for area in board.areas),
        css_class="map small",
    )


def sized(board: Map, box: Box, drawn: str) -> str:
    """A chart put into a box, as large as it can be and in its middle."""
    width, height = _standard(board).size
    scale = min(box.width / width, box.height / height)
    x = box.x + (box.width - width * scale) / 2
    y = box.y + (box.height - height * scale) / 2
    return element("g", drawn, transform=f"translate({x:.2f} {y:.2f}) scale({scale:.4f})")


@lru_cache(maxsize=32)
def _standard(board: Map) -> Map:
    """The same map in the units of the picture."""
    scale = WIDTH / board.size[0]

    def scaled(place: Point) -> Point:
        return round(place[0] * scale, 2), round(place[1] * scale, 2)

    return replace(
        board,
        size=(WIDTH, board.size[1] * scale),
        points=tuple(map(scaled, board.points)),
        areas=tuple(area._replace(label=scaled(area.label)) for area in board.areas),
        towers=tuple(tower._replace(place=scaled(tower.place)) for tower in board.towers),
    )


def _scaled_place(place: Mapping[str, Any], scale: float) -> dict[str, Any]:
    """The place of a die in the units of the picture."""
    moved = dict(place) | {"x": place["x"] * scale, "y": place["y"] * scale}
    if "leader" in place:
        moved["leader"] = [coordinate * scale for coordinate in place["leader"]]
    return moved


def sea(sheet: Sheet, width: float, height: float) -> str:
    """The sea under everything, with its dots."""
    dot = element("circle", cx=10, cy=10, r=1.6, fill=colour("sea-2"), opacity=0.3)
    weave = sheet.define("pattern", "sea", dot, width=20, height=20, patternUnits="userSpaceOnUse")
    whole = Box(0, 0, width, height)
    return element("g", rectangle(whole, 0, fill=colour("sea")), rectangle(whole, 0, fill=weave), css_class="sea")


# ---- Land


@lru_cache(maxsize=1024)
def _line(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def _shape(sheet: Sheet, name: str, loops: Sequence[Sequence[Point]], **attributes: str | float | None) -> str:
    """A shape that the picture describes once and draws as often as it is needed."""
    reference = sheet.define("path", f"shape-{name}", d="".join(_line(tuple(loop)) for loop in loops))
    return element("use", href=reference.removeprefix("url(").removesuffix(")"), **attributes)


def _coast(sheet: Sheet, board: Map) -> str:
    """Waves around the land, and its edge."""

    def wave(width: float, opacity: float) -> str:
        """A line of water: a wide stroke under a slightly narrower one of sea."""
        lines = [(width + 4, colour("sea-2"), opacity), (width, colour("sea"), 1)]
        return "".join(
            _shape(
                sheet,
                "land",
                board.outlines[-1],
                fill="none",
                stroke=stroke,
                stroke_width=wide,
                stroke_linejoin="round",
                opacity=strength,
            )
            for wide, stroke, strength in lines
        )

    edge = _shape(
        sheet,
        "land",
        board.outlines[-1],
        fill=colour("edge"),
        fill_rule="evenodd",
        stroke=colour("edge"),
        stroke_width=5,
        stroke_linejoin="round",
        transform="translate(0 6)",
    )
    return element("g", wave(44, 0.3), wave(28, 0.5), wave(13, 0.8), edge, css_class="coast")


def _ground(sheet: Sheet, board: Map, kingdom: int) -> str:
    """Unpainted land with a breath of its kingdom's colour."""
    ink = COLOURS[kingdom]
    name, loops = f"kingdom-{ink}", board.outlines[kingdom]
    return element(
        "g",
        _shape(sheet, name, loops, fill=colour("parchment"), fill_rule="evenodd"),
        _shape(sheet, name, loops, fill=colour(ink), opacity=0.13, fill_rule="evenodd"),
        css_class=f"kingdom {ink}",
    )


def _area(sheet: Sheet, board: Map, number: int, paint: str | None, line_width: float = 2) -> str:
    area = board.areas[number]
    loops = [board.corners(number)]
    line: dict[str, str | float | None] = {
        "stroke": colour("key"),
        "stroke_width": line_width,
        "stroke_linejoin": "round",
    }
    if paint is None:
        drawn = _shape(sheet, area.name, loops, fill="none", **line)
        return element("g", drawn, css_class=f"area {area.name} unpainted")
    return element(
        "g",
        _shape(sheet, area.name, loops, fill=colour(paint)),
        _shape(sheet, area.name, loops, fill=sheet.hatch(paint), **line),
        css_class=f"area {area.name} {paint}",
    )


def _rim(sheet: Sheet, board: Map, kingdom: int, boldness: float = 1) -> str:
    """A kingdom keeps a rim of its own colour however its areas are painted."""
    ink = COLOURS[kingdom]
    name, loops = f"kingdom-{ink}", board.outlines[kingdom]
    clip = sheet.define(
        "clipPath", f"clip-{ink}", element("path", d="".join(_line(tuple(loop)) for loop in loops), clip_rule="evenodd")
    )

    def stroke(paint: str, width: float) -> str:
        return _shape(
            sheet,
            name,
            loops,
            fill="none",
            stroke=colour(paint),
            stroke_width=width * boldness,
            stroke_linejoin="round",
        )

    inner = element("g", stroke("key", 18), stroke(ink, 14.5), clip_path=clip)
    return element("g", inner, stroke("key", 4.6), css_class=f"rim {ink}")


def _light(sheet: Sheet, board: Map, number: int) -> str:
    """Lamplight along the inside of an area."""
    area = board.areas[number]
    loops = [board.corners(number)]
    clip = sheet.define(
        "clipPath", f"clip-{area.name}", element("path", d="".join(_line(tuple(loop)) for loop in loops))
    )

    def stroke(paint: str, width: float) -> str:
        return _shape(
            sheet,
            area.name,
            loops,
            fill="none",
            stroke=colour(paint),
            stroke_width=width,
            stroke_linejoin="round",
        )

    glow = _shape(sheet, area.name, loops, fill=colour("lamp"), opacity=0.26)
    return element("g", glow, stroke("key", 23), stroke("lamp", 18), stroke("key", 4), clip_path=clip, css_class="lit")


# ---- What stands on the land


def _symbol(sheet: Sheet, area: Area, paint: str | None) -> str:
    """The symbol of an area; once painted it sits on a disc: gold ring for built or tamed, slash for defeated."""
    if area.symbol == "plain":
        return ""
    x, y = area.label
    size = 44 if area.symbol != "spell" else 38
    if paint is not None:
        size = 32
    own = paint is not None and paint == area.of
    drawn = [_disc(x, y, gold=own)] if paint is not None else []
    middle = (x - size / 2, y - size / 2, size)
    if area.symbol == "spell":
        drawn.append(sheet.use(f"spell-{area.of}", *middle))
    elif area.symbol == "capital":
        drawn.append(sheet.use("capital", *middle, owner=str(area.of)))
    else:
        drawn.append(sheet.use(f"mon-{area.symbol}", *middle, owner=str(area.of)))
    if area.has_unusual_colour:
        drawn.append(_colour_sign(sheet, area))
    if area.has_unusual_worth:
        drawn.append(_worth(area))
    if paint is not None and not own and area.symbol != "spell":
        reach = 15
        drawn.append(
            element(
                "path",
                d=f"M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}",
                stroke=colour("key"),
                stroke_width=4,
                stroke_linecap="round",
            )
        )
    return element("g", *drawn, css_class=f"symbol {area.symbol}")


def _disc(x: float, y: float, *, gold: bool) -> str:
    disc = element("circle", cx=x, cy=y, r=23, fill=colour("parchment"), stroke=colour("key"), stroke_width=2.4)
    if not gold:
        return disc
    return disc + element("circle", cx=x, cy=y, r=20, fill="none", stroke=colour("lamp"), stroke_width=3.4)


def _colour_sign(sheet: Sheet, area: Area) -> str:
    """Where a kind does not tell the colour, its sign stands beside the monster."""
    x, y = area.label
    return mark(sheet, str(area.of), x + 17, y + 15, 8.5)


def _worth(area: Area) -> str:
    """The points of a capital beside it."""
    x, y = area.label
    disc = element("circle", cx=x + 18, cy=y + 15, r=9, fill=colour("paper"), stroke=colour("key"), stroke_width=1.6)
    return disc + lettering(x + 18, y + 19.6, words(str(area.worth), 13, "strong"), anchor="middle")


def mark(sheet: Sheet, ink: str, x: float, y: float, radius: float) -> str:
    """A disc of a colour with its sign."""
    disc = element(
        "circle", cx=x, cy=y, r=radius, fill=colour(ink), stroke=colour("key"), stroke_width=max(1.2, radius * 0.17)
    )
    size = radius * 1.32
    return disc + sheet.use(f"sign-{ink}", x - size / 2, y - size / 2, size, paint=colour(f"{ink}-sign"))


def _sign(sheet: Sheet, area: Area, paint: str | None) -> str:
    """The painted colour once more as its sign."""
    if paint is None:
        return ""
    x, y = area.label
    away, radius = (19, 11.5) if area.symbol != "plain" else (0, 15)
    return element("g", mark(sheet, paint, x + away, y + away, radius), css_class="sign")


def _large_sign(sheet: Sheet, area: Area, paint: str | None) -> str:
    if paint is None:
        return ""
    size = 46
    x, y = area.label
    return sheet.use(f"sign-{paint}", x - size / 2, y - size / 2, size, paint=colour(f"{paint}-sign"))


def _name(board: Map, area: Area) -> str:
    """The name of an area under its symbol, or above where a tower stands below."""
    x, y = area.label
    if area.symbol == "plain":
        baseline = y + 5
    elif any(math.dist(tower.place, (x, y + 30)) < 27 for tower in board.towers):
        baseline = y - 25
    else:
        baseline = y + 33
    return lettering(x, baseline, words(area.name, 14, "strong", fill="ink-2"), anchor="middle")


def _arms(sheet: Sheet, board: Map, kingdom: int) -> str:
    """The shield of a kingdom on its coast, half-way down."""
    coast = {place for loop in board.outlines[-1] for place in loop}
    mine = [place for loop in board.outlines[kingdom] for place in loop if place in coast]
    if not mine:
        return ""
    ys = [y for loop in board.outlines[kingdom] for _, y in loop]
    middle, half = (min(ys) + max(ys)) / 2, board.size[0] / 2
    x, y = min(mine, key=lambda place: (abs(place[1] - middle) - 0.2 * abs(place[0] - half), place))
    width = 42
    away = math.copysign(5, x - half)
    x = min(max(x + away, width / 2 + 1), WIDTH - width / 2 - 1)
    return pieces.shield(sheet, COLOURS[kingdom], x - width / 2, y - width * 0.56, width)


def _tower(sheet: Sheet, board: Map, tower: Tower, painted: Paint) -> str:
    """A watchtower; it stands on gold and flies a flag when both its areas are painted."""
    x, y = tower.place
    done = all(painted.get(board.areas[area].name) for area in (tower.first, tower.second))
    flag = element(
        "path",
        d=f"M{x:g} {y - 11:g}v-16l12 4l-12 4",
        fill=colour("lamp"),
        stroke=colour("key"),
        stroke_width=2.2,
        stroke_linejoin="round",
    )
    ground = element(
        "circle",
        cx=x,
        cy=y,
        r=16.5,
        fill=colour("lamp" if done else "parchment"),
        stroke=colour("key"),
        stroke_width=2.4,
    )
    picture = sheet.use("tower", x - 10.5, y - 13, 21, 25)
    return element("g", flag if done else "", ground, picture, css_class="tower done" if done else "tower")


# ---- Dice


def _die(sheet: Sheet, board: Map, die: Mapping[str, Any]) -> str:
    """A die where it lies; a taken one has left its place to the arms of who took it."""
    place = die["place"]
    x, y = place["x"], place["y"]
    side = dice.side_of_die(board.borders) * place["scale"]
    name = "clear" if die["die"] == "white" else die["die"]
    if die["taken_by"] is not None:
        form = Box(x - side / 2, y - side / 2, side, side).inset(side * 0.05)
        gone = rectangle(
            form,
            side * 0.22,
            fill=colour("paper"),
            fill_opacity=0.72,
            stroke=colour("key"),
            stroke_width=side * 0.035,
            stroke_dasharray=f"{side * 0.09:.2f} {side * 0.08:.2f}",
            transform=f"rotate({place['angle']:g} {x:g} {y:g})",
        )
        ink = SEATS[die["taken_by"]]
        arms = pieces.shield(sheet, ink, x - side * 0.22, y - side * 0.25, side * 0.44)
        return element("g", gone, arms, css_class=f"die {die['die']} taken")
    shadow = element("ellipse", cx=x + side * 0.05, cy=y + side * 0.38, rx=side * 0.58, ry=side * 0.36, opacity=0.28)
    # The drawn face is 36 of the symbol's 40 wide, and the side of the die is what lies on the map.
    width = side * 40 / 36
    face = sheet.use(f"die-{name}-{die['drops']}", x - width / 2, y - width / 2, width)
    return element(
        "g",
        shadow,
        face,
        css_class=f"die {die['die']}",
        transform=f"rotate({place['angle']:g} {x:g} {y:g})",
    )


def _leader(place: Mapping[str, Any]) -> str:
    """The line from a die beside the land to the place where it belongs."""
    x, y = place["leader"]
    line = f"M{place['x']:g} {place['y']:g}L{x:g} {y:g}"
    return element(
        "g",
        element("path", d=line, stroke=colour("key"), stroke_width=4.5, stroke_linecap="round"),
        element("path", d=line, stroke=colour("paper"), stroke_width=1.8, stroke_linecap="round"),
        element("circle", cx=x, cy=y, r=6, fill=colour("paper"), stroke=colour("key"), stroke_width=2.2),
        css_class="leader",
    )
