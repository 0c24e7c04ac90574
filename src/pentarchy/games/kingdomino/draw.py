"""Kingdomino as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know.
Elements of the picture carry classes that a page can restyle: `kingdom seat-0 red`, `domino wheat lake`, `line next`,
`king red`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, panels, pieces
from pentarchy.art.numbers import counted
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import SQUARE, Box
from pentarchy.games.kingdomino.components import DOMINOES

View = Mapping[str, Any]


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    plan = _plan(view)
    drawn = [
        pieces.table(sheet, plan.width, plan.height),
        _banner(sheet, view, Box(MARGIN, MARGIN, plan.width - 2 * MARGIN, BANNER_HEIGHT)),
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


def sentence(line: Mapping[str, Any]) -> str:
    """A line of `match.history()` in words; without the name of the seat if it is a move."""
    fact = line["fact"]
    return "; ".join([_happened(fact), *_consequences(fact)])


# ---- What happened, in words


def _happened(fact: Mapping[str, Any]) -> str:
    match fact["what"]:
        case "laid":
            return _laid(fact)
        case "king":
            king = f"the {SEATS[fact['seat']]} king"
            return f"drawn by lot: {king} begins" if "begins" in fact else f"{king} is drawn"
        case "claimed":
            return f"claims domino {fact['domino']}"
        case "placed":
            first, second = (f"{square['x']},{square['y']}" for square in fact["placed"]["squares"])
            return f"places domino {fact['domino']} on {first} and {second}"
        case _:
            return f"discards domino {fact['domino']}: it fits nowhere"


def _laid(fact: Mapping[str, Any]) -> str:
    """A domino; the first one of a game in a dynasty tells which game begins, the last one of a line what is in it."""
    beginning = f"game {fact['game']} begins: " if "game" in fact else ""
    complete = ""
    if "line" in fact:
        complete = f"; line {fact['line']['number']}: {', '.join(map(str, fact['line']['dominoes']))}"
    return f"{beginning}domino {fact['domino']} is laid out{complete}"


def _consequences(fact: Mapping[str, Any]) -> Iterator[str]:
    """What was left over, what a domino has brought, and how a game has ended."""
    if "left_over" in fact:
        yield f"nobody has claimed domino {fact['left_over']}"
    if fact.get("gain", 0) > 0:
        yield f"+{counted(fact['gain'], 'point')}"
    if "middle_kingdom" in fact:
        yield "the castle is in the centre now"
    if "harmony" in fact:
        yield f"harmony is lost: {counted(fact['harmony'], 'point')}"
    if "ended" in fact:
        yield _end(fact["ended"])


def _end(ended: Mapping[str, Any]) -> str:
    game = f"game {ended['game']}" if "game" in ended else "the game"
    points = ", ".join(f"{_name(seat)} {number}" for seat, number in enumerate(ended["points"]))
    return f"{game} is over: {points}"


# ---- What both drawings say


def _seats(view: View) -> list[int]:
    """All seats, the viewer's own first."""
    return sorted(range(len(view["kingdoms"])), key=lambda seat: (seat != view["seat"], seat))


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _progress(view: View) -> str:
    """Where the game stands: "game 2 of 3, round 3 of 6"."""
    if view["phase"] == "over":
        return "the game is over"
    game = f"game {view['game_number']} of {view['games']}, " if view["games"] > 1 else ""
    return f"{game}first claim" if view["round"] == 0 else f"{game}round {view['round']} of {view['rounds']}"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        winners = [_name(seat) for seat in _winners(view)]
        verb = "wins" if len(winners) == 1 else "share the victory"
        return (
            f"{' and '.join(winners)} {verb}",
            f"with {counted(_standing(view, _winners(view)[0])['points'], 'point')}",
        )
    actor = view["to_act"][0]
    return "Your turn" if actor == view["seat"] else f"{_name(actor)} to act", _task(view)


def _task(view: View) -> str:
    if view["phase"] == "claim":
        return "claim a domino of the first line" if view["round"] == 0 else "claim a domino of the next line"
    domino = view["line"][view["turn"]]["domino"]
    return f"place domino {domino}, then claim a new one" if view["next_line"] else f"place domino {domino}"


def _by_place(view: View) -> list[View]:
    return sorted(view["standings"], key=lambda standing: (standing["place"], standing["seat"]))


def _winners(view: View) -> list[int]:
    """The seats in the first place, once the game is over."""
    return [standing["seat"] for standing in _by_place(view) if standing["place"] == 1 and view["phase"] == "over"]


def _standing(view: View, seat: int) -> View:
    return next(standing for standing in view["standings"] if standing["seat"] == seat)


def _points_of_games(view: View, seat: int) -> list[int]:
    """The points of a seat in every game of a dynasty so far, the running one included."""
    standing = _standing(view, seat)
    return [*standing["earlier"], standing["this_game"]]


def _score_items(view: View, standing: View) -> list[tuple[str, int]]:
    """What a final total is made of, and in a tie what decides it."""
    if view["games"] > 1:
        games = _points_of_games(view, standing["seat"])
        items = [(f"game {number}", points) for number, points in enumerate(games, start=1)]
    else:
        items = [("properties", sum(item["points"] for item in standing["properties"]))]
        if view["options"]["middle_kingdom"]:
            items.append(("middle kingdom", standing["middle_kingdom"]))
        if view["options"]["harmony"]:
            items.append(("harmony", standing["harmony"]))
    if [other["points"] for other in view["standings"]].count(standing["points"]) > 1:
        items.append(("largest property", standing["tie_break"]["largest_property"]))
        items.append(("crowns", standing["tie_break"]["crowns"]))
    return items


class _Lane(NamedTuple):
    """One domino of a line: whose king stands on it, and what is happening to it."""

    domino: int
    king: int | None
    placed: bool = False
    acting: bool = False
    offered: bool = False

    @property
    def halves(self) -> tuple[View, View]:
        """What is printed on its face."""
        domino = DOMINOES[self.domino]
        return domino.first._asdict(), domino.second._asdict()


def _current_lanes(view: View) -> list[_Lane]:
    """The line whose kings act one after the other; a king leaves its place when it has claimed its next domino."""
    lanes = []
    for index, entry in enumerate(view["line"]):
        acting = index == view["turn"]
        waiting_king = None if entry["placed"] else entry["king"]
        king = view["to_act"][0] if acting else waiting_king
        lanes.append(_Lane(entry["domino"], king, placed=entry["placed"], acting=acting))
    return lanes


def _next_lanes(view: View) -> list[_Lane]:
    """The line being claimed; its free dominoes are offered to those who act, and to the eyes of a spectator."""
    claiming = view["phase"] == "claim" and view["seat"] in (None, *view["to_act"])
    return [
        _Lane(entry["domino"], entry["king"], offered=claiming and entry["king"] is None) for entry in view["next_line"]
    ]


# ---- Where everything lies in the picture

MARGIN = 16
BANNER_HEIGHT = 52
PLAQUE_HEIGHT = 42
ABOVE_MAT = PLAQUE_HEIGHT + 8
CHIP_HEIGHT = 44
SIDE_WIDTH = 200
TOP = MARGIN + BANNER_HEIGHT + MARGIN


class _Plan(NamedTuple):
    """The places of a picture's parts; `side`, for the lines or the final scores, is always at the lower right."""

    kingdoms: dict[int, Box]
    side: Box
    chips: Box | None = None

    @property
    def width(self) -> float:
        return self.side.right + MARGIN

    @property
    def height(self) -> float:
        return self.side.bottom + MARGIN


def _plan(view: View) -> _Plan:
    """The viewer's own kingdom large and first, or all alike for a spectator."""
    seats = _seats(view)
    if view["seat"] is None:
        plan = {2: _plan_of_two, 3: _plan_of_three, 4: _plan_of_four}[len(seats)]
    else:
        plan = _plan_of_duel if len(seats) == 2 else _plan_around_own
    return plan(seats)


def _plan_of_duel(seats: list[int]) -> _Plan:
    """The own kingdom; at its right the other one above the lines."""
    own, chips = _own_place()
    lines_height = 296
    other = _kingdom_place(own.right + MARGIN, TOP, chips.bottom - TOP - lines_height - MARGIN - ABOVE_MAT)
    side = Box(other.x, other.bottom + MARGIN, other.width, lines_height)
    return _Plan(dict(zip(seats, (own, other), strict=True)), side, chips)


def _plan_around_own(seats: list[int]) -> _Plan:
    """The own kingdom, a column of the others, and the lines."""
    own, chips = _own_place()
    others = len(seats) - 1
    step = (chips.bottom - TOP + MARGIN) / others
    column = [_kingdom_place(own.right + MARGIN, TOP + i * step, step - MARGIN - ABOVE_MAT) for i in range(others)]
    side = Box(column[0].right + MARGIN, TOP, SIDE_WIDTH, chips.bottom - TOP)
    return _Plan(dict(zip(seats, (own, *column), strict=True)), side, chips)


def _plan_of_two(seats: list[int]) -> _Plan:
    """Both kingdoms and the lines in a row."""
    left, right = _row_of_kingdoms(TOP, 460)
    side = Box(right.right + MARGIN, TOP, SIDE_WIDTH, right.height)
    return _Plan(dict(zip(seats, (left, right), strict=True)), side)


def _plan_of_three(seats: list[int]) -> _Plan:
    """Three kingdoms, and the lines in the fourth corner."""
    upper = _row_of_kingdoms(TOP, 360)
    lower, side = _row_of_kingdoms(upper[0].bottom + MARGIN, 360)
    return _Plan(dict(zip(seats, (*upper, lower), strict=True)), side)


def _plan_of_four(seats: list[int]) -> _Plan:
    """Two by two kingdoms, the lines at their right."""
    upper = _row_of_kingdoms(TOP, 340)
    lower = _row_of_kingdoms(upper[0].bottom + MARGIN, 340)
    side = Box(upper[1].right + MARGIN, TOP, SIDE_WIDTH, lower[0].bottom - TOP)
    return _Plan(dict(zip(seats, (*upper, *lower), strict=True)), side)


def _own_place() -> tuple[Box, Box]:
    """The places of the viewer's kingdom and of the chips under it."""
    own = _kingdom_place(MARGIN, TOP, 616)
    return own, Box(own.x, own.bottom + 10, own.width, CHIP_HEIGHT)


def _row_of_kingdoms(y: float, width: float) -> tuple[Box, Box]:
    left = _kingdom_place(MARGIN, y, width)
    return left, _kingdom_place(left.right + MARGIN, y, width)


def _kingdom_place(x: float, y: float, width: float) -> Box:
    """A kingdom is a square mat under a plaque."""
    return Box(x, y, width, ABOVE_MAT + width)


# ---- The banner and the plaques


def _banner(sheet: Sheet, view: View, box: Box) -> str:
    headline, detail = _headline(view)
    if view["phase"] == "over":
        picture = sheet.use("crown", box.x + 12, box.middle - 18, 34)
    else:
        picture = _king(sheet, view["to_act"][0], box.x + 14, box.middle - 21, 30)
    lit = view["seat"] in [*view["to_act"], *_winners(view)]
    return panels.banner(box, picture, headline, detail, _progress(view), lit=lit)


def _king(sheet: Sheet, seat: int, x: float, y: float, width: float) -> str:
    return sheet.use("king", x, y, width, owner=SEATS[seat], css_class=f"king {SEATS[seat]}")


def _plaque(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    """The seat's plaque, and on it the kings that are still in the hand."""
    discards = view["kingdoms"][seat]["discards"]
    points = _points_of_games(view, seat)
    kings = view["kings_in_hand"][seat] if view["round"] == 0 else 0
    plaque = panels.Plaque(
        SEATS[seat],
        _name(seat),
        points[-1],
        beside="you" if seat == view["seat"] else "",
        note=f"{discards} discarded" if discards else "",
        total=f"sum {sum(points)}" if len(points) > 1 else "",
        acting=seat in view["to_act"],
        won=seat in _winners(view),
    )
    in_hand = (_king(sheet, seat, box.right - 84 - 26 * i, box.middle - 17, 25) for i in range(kings))
    return panels.plaque(sheet, box, plaque) + "".join(in_hand)


# ---- The kingdoms


class _Ground(NamedTuple):
    """The squares that a mat shows: the one named `left`, `top` lies at `x`, `y` of the picture."""

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


def _ground(kingdom: View, size: int, mat: Box) -> _Ground:
    """A window as large as a full kingdom, with the castle as near to its middle as the kingdom allows."""
    left = min(max(-(size // 2), kingdom["right"] - size + 1), kingdom["left"])
    top = min(max(-(size // 2), kingdom["bottom"] - size + 1), kingdom["top"])
    inside = mat.inset(mat.width * 0.016)
    return _Ground(inside.x, inside.y, inside.width / size, size, left, top)


def _kingdom(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    """A seat's plaque and, on a mat below it, its castle and dominoes."""
    kingdom = view["kingdoms"][seat]
    mat = Box(box.x, box.y + ABOVE_MAT, box.width, box.width)
    ground = _ground(kingdom, view["size"], mat)
    placing = view["phase"] == "place" and seat in view["to_act"]
    return element(
        "g",
        _plaque(sheet, view, seat, Box(box.x, box.y, box.width, PLAQUE_HEIGHT)),
        pieces.mat(mat),
        *_empty_places(kingdom, ground, named=placing),
        *_laid_pieces(sheet, kingdom, ground),
        css_class=f"kingdom seat-{seat} {SEATS[seat]}",
    )


def _empty_places(kingdom: View, ground: _Ground, *, named: bool) -> Iterator[str]:
    """Dashed places; `named` with the coordinates to be typed, for the seat that has to place a domino."""
    taken = {(0, 0), *((square["x"], square["y"]) for square in kingdom["squares"])}
    side = ground.square
    for x, y in ground.coordinates():
        if (x, y) not in taken:
            place = Box(*ground.corner(x, y), side, side)
            yield pieces.dashed(place.inset(side * 0.09), side * 0.12, stroke="well")
            if named and side > 40:
                coordinates = words(f"{x},{y}", 13, fill="ink-2")
                yield lettering(place.x + side / 2, place.middle + 4, coordinates, anchor="middle")


def _laid_pieces(sheet: Sheet, kingdom: View, ground: _Ground) -> Iterator[str]:
    """Castle and dominoes from north to south, so that each covers the lower edge of the piece above it."""
    squares = {(square["x"], square["y"]): square for square in kingdom["squares"]}
    facings = {(domino["x"], domino["y"]): domino["facing"] for domino in kingdom["dominoes"]}
    for x, y in sorted([(0, 0), *facings], key=lambda place: (place[1], place[0])):
        corner = ground.corner(x, y)
        if (x, y) == (0, 0):
            yield _castle(sheet, kingdom["seat"], *corner, ground.square)
        elif facings[x, y] == "east":
            yield _domino(sheet, [squares[x, y], squares[x + 1, y]], *corner, ground.square)
        else:
            yield _domino(sheet, [squares[x, y], squares[x, y + 1]], *corner, ground.square, upright=True)


def _castle(sheet: Sheet, seat: int, x: float, y: float, size: float) -> str:
    face = sheet.use("castle", 0, 0, SQUARE, owner=SEATS[seat])
    return pieces.piece(sheet, x, y, size, face, css_class=f"castle {SEATS[seat]}")


def _domino(sheet: Sheet, halves: Sequence[View], x: float, y: float, size: float, *, upright: bool = False) -> str:
    """A domino with its first half at the left or, `upright`, on top. Its pictures never lie on their side."""
    corners = [(0, 0), (0, SQUARE) if upright else (SQUARE, 0)]
    faces = [sheet.use(f"terrain-{half['terrain']}", *at, SQUARE) for half, at in zip(halves, corners, strict=True)]
    crowns = [_crowns(sheet, half["crowns"], *at) for half, at in zip(halves, corners, strict=True)]
    seam = element(
        "path",
        d=f"M7 {SQUARE} H53" if upright else f"M{SQUARE} 7 V53",
        stroke=colour("key"),
        stroke_width=1.4,
        stroke_dasharray="3 3.6",
        opacity=0.65,
    )
    return pieces.piece(
        sheet,
        x,
        y,
        size,
        "".join([*faces, seam]),
        columns=1 if upright else 2,
        rows=2 if upright else 1,
        marks="".join(crowns),
        css_class=" ".join(["domino", *(half["terrain"] for half in halves)]),
    )


def _crowns(sheet: Sheet, number: int, x: float, y: float) -> str:
    """Crowns on their dark ribbon, at the upper right of the square with the corner `x`, `y`."""
    if number == 0:
        return ""
    width = 5 + 15 * number
    ribbon = Box(x + SQUARE - width - 4, y + 4, width, 18)
    crowns = (
        sheet.use("crown-flat", ribbon.x + 3 + 15 * i, ribbon.y + 2, 14, paint=colour("yellow")) for i in range(number)
    )
    return element(
        "g",
        pieces.rectangle(ribbon, 5, fill=colour("key"), stroke=colour("paper"), stroke_width=1.4),
        *crowns,
        css_class="crowns",
    )


# ---- The chips under the own kingdom


class _Chip(NamedTuple):
    """One source of points: its picture, what it counts and what it brings."""

    symbol: str | None
    caption: str
    points: int


def _chips(sheet: Sheet, view: View, box: Box) -> str:
    """What the viewer's points come from, the best first, in at most four chips."""
    chips = _sources_of_points(_standing(view, view["seat"]))
    if len(chips) > 4:
        chips = [*chips[:3], _Chip(None, "others", sum(chip.points for chip in chips[3:]))]
    width = (box.width - 3 * 8) / 4
    drawn = [
        _chip(sheet, view["seat"], chip, Box(box.x + i * (width + 8), box.y, width, box.height))
        for i, chip in enumerate(chips)
    ]
    return element("g", *drawn, css_class="properties")


def _sources_of_points(standing: View) -> list[_Chip]:
    chips = [
        _Chip(f"terrain-{item['terrain']}", f"{item['squares']} × {item['crowns']}", item["points"])
        for item in standing["properties"]
    ]
    chips += [_Chip("castle", "middle", standing["middle_kingdom"]), _Chip(None, "harmony", standing["harmony"])]
    return sorted((chip for chip in chips if chip.points), key=lambda chip: -chip.points)


def _chip(sheet: Sheet, seat: int, chip: _Chip, box: Box) -> str:
    picture = ""
    if chip.symbol:
        owner = SEATS[seat] if chip.symbol == "castle" else None
        face = sheet.use(chip.symbol, 0, 0, SQUARE, owner=owner)
        picture = pieces.piece(sheet, box.x + 7, box.middle - 15, 30, face)
    caption_x = box.x + (44 if picture else 13)
    return element(
        "g",
        panels.panel(box, radius=10),
        picture,
        lettering(caption_x, box.middle + 5, words(chip.caption, 13, "strong")),
        lettering(box.right - 10, box.middle + 7, words(str(chip.points), 19, "display"), anchor="end"),
        css_class="chip",
    )


# ---- The lines, and the scores that take their place at the end


def _lines(sheet: Sheet, view: View, box: Box) -> str:
    """Both lines on one panel; before there is a current line, the first one has its place."""
    drawn = [panels.panel(box)]
    if view["left_over"]:
        left_over = f"{len(view['left_over'])} left the game"
        drawn.append(lettering(box.x + 16, box.bottom - 14, words(left_over, 12, fill="ink-2")))
        box = box._replace(height=box.height - 20)
    places = _line_places(box)
    if view["line"]:
        note = f"line {view['round']}"
        drawn.append(_line(sheet, "Now", note, _current_lanes(view), next(places), css_class="line now"))
    heading = "Next" if view["line"] else "First line"
    note = f"{view['undrawn']} to come" if view["next_line"] else "no more dominoes"
    drawn.append(_line(sheet, heading, note, _next_lanes(view), next(places), css_class="line next"))
    return element("g", *drawn, css_class="lines")


def _line_places(box: Box) -> Iterator[Box]:
    """The places of the two lines: above each other on a narrow panel, else side by side."""
    if box.width <= SIDE_WIDTH:
        half = box.height / 2
        yield Box(box.x + 16, box.y + 8, box.width - 32, half - 8)
        yield Box(box.x + 16, box.y + half, box.width - 32, half - 8)
    else:
        half = box.width / 2
        yield Box(box.x + 16, box.y + 8, half - 24, box.height - 16)
        yield Box(box.x + half + 8, box.y + 8, half - 24, box.height - 16)


def _line(sheet: Sheet, heading: str, note: str, lanes: Sequence[_Lane], box: Box, css_class: str) -> str:
    title = lettering(box.x, box.y + 21, words(heading, 17, "display"), words(note, 12, fill="ink-2", after=8))
    top = box.y + 38
    step = min(80, (box.bottom - top) / max(1, len(lanes)))
    square = min(46, (box.width - 66) / 2, step - 8)
    drawn = (_lane(sheet, lane, box.x, top + i * step, square) for i, lane in enumerate(lanes))
    return element("g", title, *drawn, css_class=css_class)


def _lane(sheet: Sheet, lane: _Lane, x: float, y: float, square: float) -> str:
    """A domino's number, the domino itself or its empty place, and its king or the place for one."""
    domino = Box(x + 34, y, 2 * square, square)
    drawn = [lettering(domino.x - 10, domino.middle + 7, words(str(lane.domino), 19, "display"), anchor="end")]
    if lane.acting:
        drawn.append(pieces.lamp_ring(Box(domino.x - 2, domino.y - 2, domino.width + 4, square + 6), 8))
    drawn.append(_domino_of_lane(sheet, lane, domino))
    if lane.king is not None:
        drawn.append(_king(sheet, lane.king, domino.right - 4, domino.middle - 23, 34))
    elif lane.offered:
        drawn.append(pieces.lamp_dot(domino.right + 15, domino.middle, 7))
    elif not lane.placed:
        drawn.append(pieces.dashed(Box(domino.right + 6, domino.middle - 9, 18, 18), 9))
    marks = {"placed": lane.placed, "acting": lane.acting, "free": lane.king is None and not lane.placed}
    return element("g", *drawn, css_class=" ".join(["lane", *(mark for mark, applies in marks.items() if applies)]))


def _domino_of_lane(sheet: Sheet, lane: _Lane, box: Box) -> str:
    if not lane.placed:
        return _domino(sheet, lane.halves, box.x, box.y, box.height)
    paper = pieces.rectangle(box, 6, fill=colour("paper"))
    check = sheet.use("ui-check", box.x + box.width / 2 - 10, box.middle - 10, 20, paint=colour("ink-2"))
    return paper + pieces.dashed(box.inset(1), 6) + check


def _scores(sheet: Sheet, view: View, box: Box) -> str:
    results = [
        panels.Score(
            standing["place"],
            SEATS[standing["seat"]],
            _name(standing["seat"]),
            standing["points"],
            _score_items(view, standing),
        )
        for standing in _by_place(view)
    ]
    return panels.scores(sheet, box, results)


# ---- The text


def _kingdom_text(view: View, seat: int) -> list[str]:
    """A seat's points, and below them its squares with the coordinates that moves are written in.

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
        row = (cells.get((x, y), "..") + ("-" if (x, y) in joined else " ") for x in columns)
        drawn.append(f"{y:>4}  {''.join(row)}")
    return drawn


def _cell(square: View) -> str:
    return f"{square['terrain'][0].upper()}{square['crowns']}"


def _seat_text(view: View, seat: int) -> str:
    discards = view["kingdoms"][seat]["discards"]
    points = _points_of_games(view, seat)
    parts = [
        f"{_name(seat)} (you)" if seat == view["seat"] else _name(seat),
        counted(points[-1], "point") + (f" (sum {sum(points)})" if len(points) > 1 else ""),
        f"{discards} discarded" if discards else "",
    ]
    return ", ".join(filter(None, parts))


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*blocks, fillvalue=""):
        yield "".join(f"{part:<50}" for part in row)


def _lines_text(view: View) -> list[str]:
    headline, task = _headline(view)
    drawn = []
    if view["line"]:
        drawn.append(f"line {view['round']}:".ljust(8) + _lanes_text(_current_lanes(view)))
    if view["next_line"]:
        drawn.append("next:".ljust(8) + _lanes_text(_next_lanes(view)))
    if view["round"] == 0:
        hands = (f"{SEATS[seat]} {kings}" for seat, kings in enumerate(view["kings_in_hand"]))
        drawn.append(f"kings in hand: {', '.join(hands)}")
    drawn.append(f"dominoes to come: {view['undrawn']}")
    if view["left_over"]:
        drawn.append(f"left the game: {', '.join(map(str, view['left_over']))}")
    return [*drawn, "", f"{headline}: {task}"]


def _lanes_text(lanes: Sequence[_Lane]) -> str:
    """The lanes, with the acting king's marked: ` 5 F0-F0 placed |>22 W1-S0 king red`."""
    return " |".join(_lane_text(lane) for lane in lanes)


def _lane_text(lane: _Lane) -> str:
    mark = ">" if lane.acting else " "
    halves = "-".join(_cell(half) for half in lane.halves)
    king = "free" if lane.king is None else f"king {SEATS[lane.king]}"
    return f"{mark}{lane.domino:>2} {halves} {'placed' if lane.placed else king}"


def _scores_text(view: View) -> list[str]:
    drawn = []
    for standing in _by_place(view):
        seat = standing["seat"]
        items = ", ".join(f"{name} {points}" for name, points in _score_items(view, standing))
        drawn.append(f"{standing['place']}. {_name(seat)} {counted(standing['points'], 'point')}: {items}")
    return [*drawn, "", " ".join(_headline(view))]
