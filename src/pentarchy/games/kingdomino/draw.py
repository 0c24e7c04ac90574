"""Kingdomino as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know. Elements
of the picture carry classes (`kingdom seat-0 red`, `domino wheat lake`, `line next`, `king red`) that a page can restyle.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, pieces
from pentarchy.art.pieces import SQUARE, lettering, words

View = Mapping[str, Any]

LETTERS = {"wheat": "W", "forest": "F", "lake": "L", "grass": "G", "swamp": "S", "mine": "M"}


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    plan = _plan(view)
    drawn = [
        pieces.table(sheet, plan.width, plan.height),
        _banner(sheet, view, plan.width - 2 * MARGIN),
        *(_kingdom(sheet, view, seat, box) for seat, box in plan.kingdoms.items()),
        _chips(sheet, view, plan.chips) if plan.chips else "",
        _scores(sheet, view, plan.side) if view["phase"] == "over" else _lines(sheet, view, plan.side),
    ]
    title = f"Kingdomino, {_progress(view)}"
    return sheet.document(plan.width, plan.height, "".join(drawn), title=title, css_class="pentarchy kingdomino")


def text(view: View) -> str:
    """The table in plain text of at most 100 columns."""
    kingdoms = [_kingdom_text(view, seat) for seat in _seats(view)]
    drawn = [f"Kingdomino, {_progress(view)}", ""]
    for first in range(0, len(kingdoms), 2):
        drawn += [*_side_by_side(kingdoms[first : first + 2]), ""]
    drawn += _scores_text(view) if view["phase"] == "over" else _lines_text(view)
    return "\n".join(line.rstrip() for line in drawn)


# ---- What both drawings say


def _seats(view: View) -> list[int]:
    """All seats, the viewer's own first."""
    seats = range(len(view["kingdoms"]))
    return sorted(seats, key=lambda seat: (seat != view["seat"], seat))


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _progress(view: View) -> str:
    """Where the game stands: "game 2 of 3, round 3 of 6"."""
    game = f"game {view['game_number']} of {view['games']}, " if view["games"] > 1 else ""
    if view["phase"] == "over":
        return "the game is over"
    return f"{game}first claim" if view["round"] == 0 else f"{game}round {view['round']} of {view['rounds']}"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        winners = _winners(view)
        points = next(standing["points"] for standing in view["standings"] if standing["place"] == 1)
        verb = "wins" if len(winners) == 1 else "share the victory"
        return f"{_listed([_name(seat) for seat in winners])} {verb}", f"with {points} points"
    actor = view["to_act"][0]
    return ("Your turn" if actor == view["seat"] else f"{_name(actor)} to act"), _task(view)


def _task(view: View) -> str:
    if view["phase"] == "claim":
        return "claim a domino of the first line" if view["round"] == 0 else "claim a domino of the next line"
    domino = view["line"][view["turn"]]["domino"]
    return f"place domino {domino}, then claim a new one" if view["next_line"] else f"place domino {domino}"


def _winners(view: View) -> list[int]:
    if view["phase"] != "over":
        return []
    return sorted(standing["seat"] for standing in view["standings"] if standing["place"] == 1)


def _listed(names: Sequence[str]) -> str:
    """Red; Red and Blue; Red, Blue and Green."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _to_come(view: View) -> str:
    undrawn = view["undrawn"]
    return {0: "no more dominoes to come", 1: "1 more domino to come"}.get(undrawn, f"{undrawn} more dominoes to come")


def _points_of_games(view: View, seat: int) -> list[int]:
    """The points of a seat in every game of a dynasty so far, the running one included."""
    finished = view["earlier"][: view["game_number"] - 1]
    return [game["points"][seat] for game in finished] + [view["kingdoms"][seat]["points"]]


def _scoring(view: View, standing: View) -> list[str]:
    """What a seat's points are made of, in words."""
    if view["games"] > 1:
        return [" + ".join(str(points) for points in _points_of_games(view, standing["seat"]))]
    parts = [f"{sum(property['points'] for property in standing['properties'])} from properties"]
    if view["options"]["middle_kingdom"]:
        parts.append(f"{standing['middle_kingdom']} for the middle kingdom")
    if view["options"]["harmony"]:
        parts.append(f"{standing['harmony']} for harmony")
    return parts


def _by_place(view: View) -> list[View]:
    return sorted(view["standings"], key=lambda standing: (standing["place"], standing["seat"]))


# ---- Where everything lies in the picture

MARGIN = 16
BANNER_HEIGHT = 52
PLAQUE_HEIGHT = 42
CHIP_HEIGHT = 44
LANE_WIDTH = 156

TOP = MARGIN + BANNER_HEIGHT + MARGIN
ABOVE_MAT = PLAQUE_HEIGHT + 8


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


class Plan(NamedTuple):
    """The places of a picture's parts; `side`, for the lines or the final scores, is always at its lower right."""

    kingdoms: dict[int, Box]
    side: Box
    chips: Box | None = None

    @property
    def width(self) -> float:
        return self.side.right + MARGIN

    @property
    def height(self) -> float:
        return self.side.bottom + MARGIN


def _plan(view: View) -> Plan:
    seats = _seats(view)
    if view["seat"] is not None:
        return _plan_around_own(seats)
    return {2: _plan_of_two, 3: _plan_of_three, 4: _plan_of_four}[len(seats)](seats)


def _plan_around_own(seats: list[int]) -> Plan:
    """The own kingdom large at the left; beside it the others and the lines.

    own | other      own | other | lines
        | lines          | other |
    """
    own = _kingdom_box(MARGIN, TOP, 616)
    chips = Box(own.x, own.bottom + 10, own.width, CHIP_HEIGHT)
    height = chips.bottom - TOP
    if len(seats) == 2:
        lines_height = 296
        other = _kingdom_box(own.right + MARGIN, TOP, height - lines_height - MARGIN - ABOVE_MAT)
        side = Box(other.x, other.bottom + MARGIN, other.width, lines_height)
        return Plan(dict(zip(seats, (own, other), strict=True)), side, chips)
    number = len(seats) - 1
    step = (height + MARGIN) / number
    others = [_kingdom_box(own.right + MARGIN, TOP + i * step, step - MARGIN - ABOVE_MAT) for i in range(number)]
    side = Box(others[0].right + MARGIN, TOP, 200, height)
    return Plan(dict(zip(seats, (own, *others), strict=True)), side, chips)


def _plan_of_two(seats: list[int]) -> Plan:
    """Two kingdoms side by side above the lines."""
    kingdoms = _row_of_kingdoms(TOP, 480)
    side = Box(MARGIN, kingdoms[0].bottom + MARGIN, kingdoms[1].right - MARGIN, 110)
    return Plan(dict(zip(seats, kingdoms, strict=True)), side)


def _plan_of_three(seats: list[int]) -> Plan:
    """Three kingdoms, and the lines in the fourth corner."""
    upper = _row_of_kingdoms(TOP, 360)
    lower, side = _row_of_kingdoms(upper[0].bottom + MARGIN, 360)
    return Plan(dict(zip(seats, (*upper, lower), strict=True)), side)


def _plan_of_four(seats: list[int]) -> Plan:
    """Two by two kingdoms, the lines at their right."""
    upper = _row_of_kingdoms(TOP, 340)
    lower = _row_of_kingdoms(upper[0].bottom + MARGIN, 340)
    side = Box(upper[1].right + MARGIN, TOP, 200, lower[0].bottom - TOP)
    return Plan(dict(zip(seats, (*upper, *lower), strict=True)), side)


def _kingdom_box(x: float, y: float, width: float) -> Box:
    """A kingdom is a square mat under a plaque."""
    return Box(x, y, width, ABOVE_MAT + width)


def _row_of_kingdoms(y: float, width: float) -> tuple[Box, Box]:
    left = _kingdom_box(MARGIN, y, width)
    return left, _kingdom_box(left.right + MARGIN, y, width)


# ---- The banner, the plaques and the kingdoms


def _banner(sheet: Sheet, view: View, width: float) -> str:
    """Who is to act or has won; in lamplight if that is the viewer."""
    headline, detail = _headline(view)
    concerned = _winners(view) or view["to_act"]
    fill, ink = ("lamp", "lamp-ink") if view["seat"] in concerned else ("paper", "ink")
    middle = MARGIN + BANNER_HEIGHT / 2
    if view["phase"] == "over":
        picture = sheet.use("crown", MARGIN + 12, middle - 17, 34)
    else:
        picture = _king(sheet, view["to_act"][0], MARGIN + 14, middle - 20, 29)
    return element(
        "g",
        pieces.panel(MARGIN, MARGIN, width, BANNER_HEIGHT, fill=fill),
        picture,
        lettering(
            MARGIN + 58,
            middle + 6,
            words(headline, 20, "display", fill=ink),
            words(detail, 15, fill=ink, after=12),
        ),
        lettering(MARGIN + width - 18, middle + 5, words(_progress(view), 14, fill=ink), anchor="end"),
        css_class="banner",
    )


def _king(sheet: Sheet, seat: int, x: float, y: float, width: float) -> str:
    return sheet.use("king", x, y, width, owner=SEATS[seat], css_class=f"king {SEATS[seat]}")


class Ground(NamedTuple):
    """The squares that a mat shows: `left` and `top` name the first one, which lies at `x`, `y` of the picture."""

    x: float
    y: float
    square: float
    size: int
    left: int
    top: int

    def corner(self, x: int, y: int) -> tuple[float, float]:
        return self.x + (x - self.left) * self.square, self.y + (y - self.top) * self.square

    def coordinates(self) -> Iterator[tuple[int, int]]:
        for y in range(self.top, self.top + self.size):
            for x in range(self.left, self.left + self.size):
                yield x, y


def _ground(kingdom: View, size: int, mat: Box) -> Ground:
    """A window of the size of a full kingdom, with the castle as near to its middle as the kingdom allows."""
    padding = mat.width * 0.016
    square = (mat.width - 2 * padding) / size
    left = min(max(-(size // 2), kingdom["right"] - size + 1), kingdom["left"])
    top = min(max(-(size // 2), kingdom["bottom"] - size + 1), kingdom["top"])
    return Ground(mat.x + padding, mat.y + padding, square, size, left, top)


def _kingdom(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    """A seat's plaque and, on a mat below it, its castle and dominoes."""
    kingdom = view["kingdoms"][seat]
    mat = Box(box.x, box.y + ABOVE_MAT, box.width, box.width)
    ground = _ground(kingdom, view["size"], mat)
    placing = view["phase"] == "place" and seat in view["to_act"]
    return element(
        "g",
        _plaque(sheet, view, seat, Box(box.x, box.y, box.width, PLAQUE_HEIGHT)),
        _mat(mat),
        *_empty_places(kingdom, ground, named=placing),
        *_laid_pieces(sheet, kingdom, ground),
        css_class=f"kingdom seat-{seat} {SEATS[seat]}",
    )


def _mat(box: Box) -> str:
    return element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=box.width * 0.035,
        fill=colour("mat"),
        stroke=colour("key"),
        stroke_width=2,
        css_class="mat",
    )


def _empty_places(kingdom: View, ground: Ground, *, named: bool) -> Iterator[str]:
    """Dashed places; `named` with the coordinates to be typed, for the seat that has to place a domino."""
    taken = {(0, 0), *((square["x"], square["y"]) for square in kingdom["squares"])}
    for x, y in ground.coordinates():
        if (x, y) not in taken:
            left, top = ground.corner(x, y)
            yield pieces.empty_place(left, top, ground.square)
            if named and ground.square > 40:
                middle = left + ground.square / 2, top + ground.square / 2 + 4
                yield lettering(*middle, words(f"{x},{y}", 13, fill="ink-2"), anchor="middle")


def _laid_pieces(sheet: Sheet, kingdom: View, ground: Ground) -> Iterator[str]:
    """Castle and dominoes from north to south, so that each covers the lower edge of the piece above it."""
    squares = {(square["x"], square["y"]): square for square in kingdom["squares"]}
    dominoes = {(domino["x"], domino["y"]): domino["facing"] for domino in kingdom["dominoes"]}
    for x, y in sorted([(0, 0), *dominoes], key=lambda place: (place[1], place[0])):
        if (x, y) == (0, 0):
            yield _castle(sheet, kingdom["seat"], *ground.corner(x, y), ground.square)
        else:
            tall = dominoes[x, y] == "south"
            halves = squares[x, y], squares[(x, y + 1) if tall else (x + 1, y)]
            yield _domino(sheet, halves, *ground.corner(x, y), ground.square, tall=tall)


def _castle(sheet: Sheet, seat: int, x: float, y: float, size: float) -> str:
    face = sheet.use("castle", 0, 0, SQUARE, owner=SEATS[seat])
    return pieces.piece(sheet, x, y, size, face, css_class=f"castle {SEATS[seat]}")


def _domino(sheet: Sheet, halves: Sequence[View], x: float, y: float, size: float, *, tall: bool = False) -> str:
    """A domino with its first half at the left or, if it is `tall`, at the top; its pictures are always upright."""
    columns, rows = (1, 2) if tall else (2, 1)
    second = (0, SQUARE) if tall else (SQUARE, 0)
    seam = element(
        "path",
        d=f"M7.2 {SQUARE} H52.8" if tall else f"M{SQUARE} 7.2 V52.8",
        stroke=colour("key"),
        stroke_width=1.4,
        stroke_dasharray="3 3.6",
        opacity=0.65,
    )
    terrains = [half["terrain"] for half in halves]
    faces = [
        sheet.use(f"terrain-{terrain}", *at, SQUARE) for terrain, at in zip(terrains, ((0, 0), second), strict=True)
    ]
    crowns = [_crowns(sheet, half["crowns"], *at) for half, at in zip(halves, ((0, 0), second), strict=True)]
    return pieces.piece(
        sheet,
        x,
        y,
        size,
        "".join([*faces, seam]),
        columns=columns,
        rows=rows,
        marks="".join(crowns),
        css_class=" ".join(["domino", *terrains]),
    )


def _crowns(sheet: Sheet, number: int, x: float, y: float) -> str:
    """Crowns on their dark ribbon, at the upper right of the square whose corner is `x`, `y`."""
    if number == 0:
        return ""
    width = 5 + 15 * number
    left, top = x + SQUARE - width - 4, y + 4
    ribbon = element(
        "rect",
        x=left,
        y=top,
        width=width,
        height=18,
        rx=5,
        fill=colour("key"),
        stroke=colour("paper"),
        stroke_width=1.4,
    )
    crowns = (sheet.use("crown-flat", left + 3 + 15 * i, top + 2, 14, paint=colour("yellow")) for i in range(number))
    return element("g", ribbon, *crowns, css_class="crowns")


def _plaque(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    """Arms, name and points of a seat; lamplit while it acts, crowned when it has won."""
    won = seat in _winners(view)
    kings = view["kings_in_hand"][seat] if view["round"] == 0 else 0
    middle = box.y + box.height / 2
    points = _points_of_games(view, seat)
    notes = _plaque_notes(view, seat)
    drawn = [
        pieces.panel(*box, radius=10, css_class="plaque"),
        pieces.shield(sheet, SEATS[seat], box.x + 10, middle - 15, 26),
        lettering(box.x + 45, middle + (-1 if notes else 5), words(_name(seat), 15, "strong")),
        lettering(box.x + 45, middle + 14, words(notes, 12, fill="ink-2")) if notes else "",
        *(_king(sheet, seat, box.x + 108 + 24 * i, middle - 17, 25) for i in range(kings)),
        sheet.use("crown", box.right - 84, middle - 14, 28, css_class="winner") if won else "",
        lettering(
            box.right - 12,
            middle + (1 if len(points) > 1 else 8),
            words(str(points[-1]), 23, "display", css_class="points"),
            anchor="end",
        ),
    ]
    if len(points) > 1:
        drawn.append(
            lettering(box.right - 12, middle + 15, words(f"sum {sum(points)}", 12, fill="ink-2"), anchor="end")
        )
    if seat in view["to_act"]:
        drawn.append(pieces.lamp_ring(*box, radius=10, gold=3))
    return element("g", *drawn, css_class="seat acting" if seat in view["to_act"] else "seat")


def _plaque_notes(view: View, seat: int) -> str:
    discards = view["kingdoms"][seat]["discards"]
    return f"{discards} discarded" if discards else ""


# ---- The own properties under the own kingdom


class Chip(NamedTuple):
    """One item of a score: its picture, what it counts and the points it brings."""

    symbol: str | None
    caption: str
    points: int


def _chips(sheet: Sheet, view: View, box: Box) -> str:
    """What the viewer's points come from, the best first, in at most five chips."""
    standing = next(standing for standing in view["standings"] if standing["seat"] == view["seat"])
    chips = _score_items(standing)
    if len(chips) > 5:
        chips = [*chips[:4], Chip(None, "others", sum(chip.points for chip in chips[4:]))]
    width = (box.width - 4 * 8) / 5
    places = (Box(box.x + i * (width + 8), box.y, width, box.height) for i in range(5))
    return element(
        "g",
        *(_chip(sheet, view["seat"], chip, place) for chip, place in zip(chips, places, strict=False)),
        css_class="properties",
    )


def _score_items(standing: View) -> list[Chip]:
    items = [
        Chip(f"terrain-{item['terrain']}", f"{item['squares']} × {item['crowns']}", item["points"])
        for item in standing["properties"]
    ]
    items += [Chip("castle", "middle", standing["middle_kingdom"]), Chip(None, "harmony", standing["harmony"])]
    return sorted((item for item in items if item.points), key=lambda item: -item.points)


def _chip(sheet: Sheet, seat: int, chip: Chip, box: Box) -> str:
    middle = box.y + box.height / 2
    drawn = [pieces.panel(*box, radius=10, css_class="chip")]
    if chip.symbol:
        owner = SEATS[seat] if chip.symbol == "castle" else None
        face = sheet.use(chip.symbol, 0, 0, SQUARE, owner=owner)
        drawn.append(pieces.piece(sheet, box.x + 7, middle - 15, 30, face))
    caption_x = box.x + (44 if chip.symbol else 12)
    drawn.append(lettering(caption_x, middle + 5, words(chip.caption, 13, "strong")))
    drawn.append(lettering(box.right - 9, middle + 7, words(str(chip.points), 19, "display"), anchor="end"))
    return element("g", *drawn)


# ---- The lines, and the scores that take their place at the end


class Lane(NamedTuple):
    """One domino of a line: whose king stands on it, and what is happening to it."""

    domino: int
    halves: Sequence[View]
    king: int | None
    placed: bool = False
    acting: bool = False
    offered: bool = False


def _lines(sheet: Sheet, view: View, box: Box) -> str:
    """Both lines on one panel; a current line that does not exist yet leaves its place to the first one."""
    drawn = []
    places = _line_places(box)
    if view["line"]:
        drawn.append(_line(sheet, "Now", f"line {view['round']}", _current_lanes(view), next(places), "line now"))
    heading = "Next" if view["line"] else "First line"
    drawn.append(_line(sheet, heading, _to_come(view), _next_lanes(view), next(places), "line next"))
    return element("g", pieces.panel(*box), *drawn, css_class="lines")


def _line_places(box: Box) -> Iterator[Box]:
    """The places of the two lines: above each other on a narrow panel, else side by side."""
    if box.width < 2 * LANE_WIDTH:
        half = box.height / 2
        yield Box(box.x + 16, box.y + 8, box.width - 32, half - 8)
        yield Box(box.x + 16, box.y + half, box.width - 32, half - 8)
    else:
        half = box.width / 2
        yield Box(box.x + 16, box.y + 8, half - 24, box.height - 16)
        yield Box(box.x + half + 8, box.y + 8, half - 24, box.height - 16)


def _current_lanes(view: View) -> list[Lane]:
    """The line whose kings act one after the other; a king leaves its place after claiming its next domino."""
    return [
        Lane(
            entry["domino"],
            entry["halves"],
            None if entry["placed"] and index != view["turn"] else entry["king"],
            placed=entry["placed"],
            acting=index == view["turn"],
        )
        for index, entry in enumerate(view["line"])
    ]


def _next_lanes(view: View) -> list[Lane]:
    claiming = view["phase"] == "claim"
    return [
        Lane(entry["domino"], entry["halves"], entry["king"], offered=claiming and entry["king"] is None)
        for entry in view["next_line"]
    ]


def _line(sheet: Sheet, heading: str, note: str, lanes: Sequence[Lane], box: Box, css_class: str) -> str:
    """A heading and under it the lanes, in a row if the place is wide enough for that."""
    head = 36
    in_row = box.width > 2 * LANE_WIDTH
    step = box.width / 4 if in_row else min(68, (box.height - head) / 4)
    drawn = [
        lettering(box.x, box.y + 21, words(heading, 17, "display"), words(note, 12, fill="ink-2", after=8)),
    ]
    for index, lane in enumerate(lanes):
        x = box.x + (index * step if in_row else 0)
        y = box.y + head + (0 if in_row else index * step)
        drawn.append(_lane(sheet, lane, x, y))
    return element("g", *drawn, css_class=css_class)


def _lane(sheet: Sheet, lane: Lane, x: float, y: float) -> str:
    """A domino's number, the domino itself or the place it has left, and its king or the place for one."""
    square = 40
    left, top = x + 34, y + 4
    ring = pieces.lamp_ring(left - 2, top - 2, 2 * square + 4, square + 5, radius=8) if lane.acting else ""
    domino = _gone_domino(sheet, left, top, square) if lane.placed else _domino(sheet, lane.halves, left, top, square)
    drawn = [lettering(x + 24, top + 27, words(str(lane.domino), 19, "display"), anchor="end"), ring, domino]
    if lane.king is not None:
        drawn.append(_king(sheet, lane.king, left + 2 * square - 4, top - 3, 34))
    elif not lane.placed:
        drawn.append(_place_for_king(left + 2 * square + 15, top + square / 2, offered=lane.offered))
    return element("g", *drawn, css_class=_lane_class(lane))


def _lane_class(lane: Lane) -> str:
    marks = {"placed": lane.placed, "acting": lane.acting, "free": lane.king is None and not lane.placed}
    return " ".join(["lane", *(mark for mark, shown in marks.items() if shown)])


def _gone_domino(sheet: Sheet, x: float, y: float, square: float) -> str:
    """The dashed place of a domino that has been played."""
    return element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=2 * square - 2,
        height=square - 2,
        rx=6,
        fill=colour("paper"),
        stroke=colour("ink-2"),
        stroke_width=1.5,
        stroke_dasharray="4 5",
    ) + sheet.use("ui-check", x + square - 10, y + square / 2 - 10, 20, paint=colour("ink-2"))


def _place_for_king(x: float, y: float, *, offered: bool) -> str:
    """Where the king of a claimed domino would stand; lit while the domino can be claimed."""
    if offered:
        return element("circle", cx=x, cy=y, r=7, fill=colour("lamp"), stroke=colour("key"), stroke_width=2.4)
    return element(
        "circle", cx=x, cy=y, r=9, fill="none", stroke=colour("ink-2"), stroke_width=1.6, stroke_dasharray="3 3.4"
    )


def _scores(sheet: Sheet, view: View, box: Box) -> str:
    """The final places and what the points are made of."""
    standings = _by_place(view)
    beside = box.width > 4 * box.height
    step = box.width / len(standings) if beside else min(150, (box.height - 20) / len(standings))
    drawn = []
    for index, standing in enumerate(standings):
        x = box.x + 16 + (index * step if beside else 0)
        y = box.y + 12 + (0 if beside else index * step)
        drawn.append(_score(sheet, view, standing, Box(x, y, (step if beside else box.width) - 32, step)))
    return element("g", pieces.panel(*box), *drawn, css_class="scores")


def _score(sheet: Sheet, view: View, standing: View, box: Box) -> str:
    seat = standing["seat"]
    baseline = box.y + 24
    drawn = [
        lettering(box.x, baseline, words(f"{standing['place']}.", 19, "display")),
        pieces.shield(sheet, SEATS[seat], box.x + 24, box.y + 4, 24),
        lettering(box.x + 56, baseline - 1, words(_name(seat), 15, "strong")),
        lettering(box.right, baseline + 1, words(str(standing["points"]), 23, "display"), anchor="end"),
    ]
    drawn += [
        lettering(box.x + 24, baseline + 24 + 18 * i, words(part, 13, fill="ink-2"))
        for i, part in enumerate(_scoring(view, standing))
    ]
    return element("g", *drawn, css_class=f"score {SEATS[seat]}")


# ---- The text


def _kingdom_text(view: View, seat: int) -> list[str]:
    """A seat's points above its squares, with the coordinates that moves are written in.

       -1  0  1  2
    0  F1 ## W0-W0
    1  F0 .. .. ..
    """
    kingdom = view["kingdoms"][seat]
    cells = {(square["x"], square["y"]): _cell(square) for square in kingdom["squares"]} | {(0, 0): "##"}
    joined = {(domino["x"], domino["y"]) for domino in kingdom["dominoes"] if domino["facing"] == "east"}
    columns = range(kingdom["left"], kingdom["right"] + 1)
    drawn = [_seat_text(view, seat), "      " + " ".join(f"{x:>2}" for x in columns)]
    for y in range(kingdom["top"], kingdom["bottom"] + 1):
        row = "".join(cells.get((x, y), "..") + ("-" if (x, y) in joined else " ") for x in columns)
        drawn.append(f"{y:>4}  {row}")
    return drawn


def _cell(square: View) -> str:
    return f"{LETTERS[square['terrain']]}{square['crowns']}"


def _seat_text(view: View, seat: int) -> str:
    discards = view["kingdoms"][seat]["discards"]
    points = _points_of_games(view, seat)
    parts = [
        f"{_name(seat)}{' (you)' if seat == view['seat'] else ''}",
        f"{points[-1]} points" + (f" (all games {sum(points)})" if len(points) > 1 else ""),
    ]
    if discards:
        parts.append(f"{discards} discarded")
    return ", ".join(parts)


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*blocks, fillvalue=""):
        yield "".join(f"{part:<50}" for part in row)


def _lines_text(view: View) -> list[str]:
    headline, task = _headline(view)
    drawn = []
    if view["line"]:
        drawn.append(f"line {view['round']}:" + _lanes_text(_current_lanes(view)))
    if view["next_line"]:
        drawn.append("next:  " + _lanes_text(_next_lanes(view)))
    if view["left_over"]:
        drawn.append(f"left the game: {', '.join(map(str, view['left_over']))}")
    return [*drawn, _to_come(view), "", f"{headline}: {task}"]


def _lanes_text(lanes: Sequence[Lane]) -> str:
    """The lanes with the acting one marked: ` 5 F0-F0 placed |>22 W1-S0 king red`."""
    return " |".join(_lane_text(lane) for lane in lanes)


def _lane_text(lane: Lane) -> str:
    state = "free" if lane.king is None else f"king {SEATS[lane.king]}"
    halves = "-".join(_cell(half) for half in lane.halves)
    mark = ">" if lane.acting else " "
    return f"{mark}{lane.domino:>2} {halves} {'placed' if lane.placed else state}"


def _scores_text(view: View) -> list[str]:
    headline, detail = _headline(view)
    places = [
        f"{standing['place']}. {_name(standing['seat'])} {standing['points']}: {', '.join(_scoring(view, standing))}"
        for standing in _by_place(view)
    ]
    return [*places, "", f"{headline} {detail}"]
