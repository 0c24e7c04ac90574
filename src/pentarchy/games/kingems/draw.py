"""KinGems as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know.
Elements of the picture carry classes that a page can restyle: `tile turn`, `lit`, `goal`, `pawn red`, `player red`,
`seen`. Every colour of crystal has its own cut, every seat its hatch and sign, so nothing is told by colour alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, panels, pieces
from pentarchy.art.numbers import counted
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import Box, rectangle
from pentarchy.games.kingems.components import CARDS, STALL

View = Mapping[str, Any]
Point = tuple[float, float]

SIDES = "nesw"
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
COLUMNS = "abcdef"
SYMBOLS = {"turn": "turn", "straight": "straight", "crossroads": "cross", "double": "double"}
INKS = {"light blue": "sky", "transparent": "clear"}  # of crystals, where the ink has another name
LETTERS = {
    "blue": "B",
    "violet": "V",
    "yellow": "Y",
    "orange": "O",
    "light blue": "L",
    "green": "G",
    "pink": "P",
    "transparent": "T",
}


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    plan = _plan(view)
    drawn = [
        pieces.table(sheet, plan.width, plan.height),
        _banner(sheet, view, plan.banner),
        _board(sheet, view, plan.board),
        _scores(sheet, view, plan.side) if view["phase"] == "over" else _side(sheet, view, plan.side),
    ]
    return sheet.document(
        plan.width, plan.height, "".join(drawn), title=f"KinGems, {_progress(view)}", css_class="pentarchy kingems"
    )


def text(view: View) -> str:
    """The table in plain text of at most 100 columns."""
    drawn = [f"KinGems, {_progress(view)}", "", *_board_text(view), ""]
    drawn += [LEGEND, ""]
    drawn += _players_text(view)
    headline, task = _headline(view)
    drawn += ["", f"{headline}: {task}" if view["phase"] != "over" else f"{headline} {task}"]
    return "\n".join(line.rstrip() for line in drawn)


def sentence(line: Mapping[str, Any]) -> str:
    """A line of `match.history()` in words; without the name of the seat if it is a move."""
    fact = line["fact"]
    return "; ".join([_happened(fact), *_consequences(fact)])


# ---- What happened, in words

TILES = {"turn": "a curve", "straight": "a straight", "crossroads": "a crossroads", "double": "a double tile"}
WITHOUT_CRYSTAL = {
    "stuck": "the gnome has nowhere to go",
    "full": "the collection is complete",
    "empty": "nothing lies there",
    "unfit": "nothing there fits",
    "nothing": "nothing to take",
}


def _happened(fact: Mapping[str, Any]) -> str:
    match fact["what"]:
        case "begins":
            return f"{_name(fact['seat'])} begins"
        case "laid":
            laid = fact["laid"]
            return f"{TILES[laid['kind']]} on {laid['cell']}{_rotation(laid['rotation'])}"
        case "dealt":
            return f"{_name(fact['seat'])} gets task card {fact['card']}"
        case "shown":
            return _shown(fact["shown"])
        case "keep":
            return "rotates no tile"
        case "rotated":
            return _rotated(fact["rotated"])
        case "discarded":
            return f"discards {_a_crystal(fact['gem']['name'])} to rotate a second tile"
        case "went":
            return f"goes to {fact['walk']['goal']}"
        case "returned":
            return "returns to the platform"
        case _:
            return f"takes {_a_crystal(fact['gem']['name'])}"


def _a_crystal(name: str) -> str:
    return f"{'an' if name == 'orange' else 'a'} {name} crystal"


def _rotation(degrees: int) -> str:
    return f", rotated by {degrees}°" if degrees else ""


def _shown(shown: Mapping[str, Any]) -> str:
    return f"under {shown['cell']}: {' and '.join(shown['crystals']) or 'nothing'}"


def _rotated(rotated: Mapping[str, Any]) -> str:
    second = " as a second tile" if rotated["second"] else ""
    carried = f" with the gnome, who stands on {rotated['carried']} now" if "carried" in rotated else ""
    return f"rotates {rotated['cell']} by {rotated['degrees']}°{second}{carried}"


def _consequences(fact: Mapping[str, Any]) -> Iterator[str]:
    """What a move has shown again, what a crystal changes on the card, how a turn and the game have ended."""
    if "shown" in fact and fact["what"] != "shown":
        yield _shown(fact["shown"])
    if "gem" in fact:
        yield from _on_the_card(fact["what"], fact["gem"])
    if "passed" in fact and not _is_told_to_be_empty(fact):
        yield WITHOUT_CRYSTAL[fact["passed"]["why"]]
    if fact.get("over") == "won":
        yield f"the game is over, {_name(fact['seat'])} wins"
    elif "over" in fact:
        yield f"the game is over, {fact['passed']['quiet']} turns in a row without a crystal"


def _is_told_to_be_empty(fact: Mapping[str, Any]) -> bool:
    """Whether the same line has already said that nothing lies there."""
    return fact["passed"]["why"] == "empty" and "shown" in fact


def _on_the_card(what: str, gem: Mapping[str, Any]) -> Iterator[str]:
    """Which place a crystal fills or leaves, and how many covered places that makes more or fewer."""
    if what == "took":
        yield f"it fills place {gem['place']}" if "place" in gem else "it lies beside the task card"
    elif "place" in gem:
        yield f"it has left place {gem['place']}"
    if gem["gain"]:
        yield _change(gem["gain"])
    if gem["full"]:
        yield "the collection is complete"


def _change(places: int) -> str:
    """+1 covered place, −2 covered places."""
    return f"+{counted(places, 'covered place')}" if places > 0 else counted(places, "covered place")


# ---- What both drawings say


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _progress(view: View) -> str:
    """The mode, and that the game is over or how near it is to stopping by itself."""
    mode = view["options"]["mode"]
    if view["phase"] == "over":
        return f"{mode} mode, the game is over"
    quiet = view["quiet"]
    return f"{mode} mode, {quiet} of {STALL} turns without a crystal" if quiet >= 20 else f"{mode} mode"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        return _victory(view)
    actor = view["acting"]
    return "Your turn" if actor == view["seat"] else f"{_name(actor)} to act", _task(view)


def _victory(view: View) -> tuple[str, str]:
    winners = [row for row in view["standings"] if row["place"] == 1]
    names = " and ".join(_name(row["seat"]) for row in winners)
    if view["winner"] is not None:
        return f"{names} wins", "back on the platform" if view["options"][
            "mode"
        ] == "advanced" else "with all six places"
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"{names} {verb}", f"with {winners[0]['points']} of 6 places, nothing was taken for {STALL} turns"


def _task(view: View) -> str:
    if view["phase"] == "turn":
        return "rotate a tile or leave them as they are"
    if view["phase"] == "pay":
        return "discard a crystal to rotate a second tile, or keep"
    if view["phase"] == "second":
        return "rotate a second tile"
    if view["phase"] == "go":
        return "go to a dead end" + (" or return to the platform" if view["can_return"] else "")
    return f"take {' or '.join(view['takeable'])}"


def _asked_for(view: View, player: View) -> Sequence[str]:
    """What a player's task card asks for; nothing before it is dealt."""
    return CARDS[view["options"]["mode"]][player["card"] - 1] if player["card"] else ()


def _is_lit(view: View) -> bool:
    """Whether the way of the pawn that is to move is shown: to its player, and to spectators."""
    return view["seat"] in (None, view["acting"])


def _by_place(view: View) -> list[View]:
    return sorted(view["standings"], key=lambda standing: standing["place"])


def _spot_names(tile: View) -> list[str]:
    """The spots of a tile, as pawns and goals name them."""
    if len(tile["paths"]) == 1:
        return [tile["cell"]]
    return [f"{tile['cell']} {''.join(sorted(path, key=SIDES.index))}" for path in tile["paths"]]


def _spot_key(name: str) -> str:
    """A spot's name with the sides of its path in one order, however they were written."""
    cell, _, sides = name.partition(" ")
    return f"{cell} {''.join(sorted(sides, key=SIDES.index))}" if sides else cell


def _pawns_on(view: View, spot: str) -> list[int]:
    return [player["seat"] for player in view["players"] if _spot_key(player["pawn"]) == spot]


def _on_the_platform(view: View) -> list[int]:
    return [player["seat"] for player in view["players"] if player["pawn"] == "platform"]


# ---- Where everything lies in the picture

MARGIN = 16
GAP = 14
BANNER_HEIGHT = 52
SIDE_WIDTH = 372
FRAME = 26  # of the board, in the units of its tiles
TILE = 100
BOARD_WIDTH = 6 * TILE + 2 * FRAME
SCALE = 1.0
TOP = MARGIN + BANNER_HEIGHT + MARGIN
SEEN_HEIGHT = 222


class _Plan(NamedTuple):
    """The places of a picture's parts: the board at the left, `side` at its right, the banner above both."""

    width: float
    height: float
    banner: Box
    board: Box
    side: Box


def _plan(view: View) -> _Plan:
    board = Box(MARGIN, TOP, BOARD_WIDTH * SCALE, BOARD_WIDTH * SCALE)
    side = Box(board.right + 18, TOP, SIDE_WIDTH, board.height)
    width = side.right + MARGIN
    return _Plan(width, board.bottom + 24, Box(MARGIN, MARGIN, width - 2 * MARGIN, BANNER_HEIGHT), board, side)


def _banner(sheet: Sheet, view: View, box: Box) -> str:
    headline, task = _headline(view)
    lit = view["phase"] != "over" and view["acting"] == view["seat"]
    if view["phase"] == "over":
        picture = sheet.use("crown", box.x + 16, box.middle - 15, 30)
    elif lit:
        picture = sheet.use("miner", box.x + 16, box.middle - 20, 29, owner=SEATS[view["acting"]])
    else:
        picture = pieces.shield(sheet, SEATS[view["acting"]], box.x + 16, box.middle - 16, 28)
    return panels.banner(box, picture, headline, task, _progress(view), lit=lit)


# ---- The board


def _board(sheet: Sheet, view: View, box: Box) -> str:
    tunnel = {_spot_key(name) for name in view["tunnel"]} if _is_lit(view) else set()
    drawn = [
        _frame(),
        *(_tile(sheet, view, tile, tunnel) for tile in view["tiles"]),
        _platform(sheet, view),
        *_goals(view),
        *(_findings(sheet, tile) for tile in view["tiles"] if _is_shown_on_the_board(view, tile)),
        *_pawns(sheet, view),
    ]
    return element(
        "g",
        *drawn,
        css_class="board",
        transform=f"translate({box.x + FRAME * SCALE:g} {box.y + FRAME * SCALE:g}) scale({SCALE:g})",
    )


@cache
def _frame() -> str:
    """The rim of the board, with the letters of the columns and the numbers of the rows."""
    outer = Box(0, 0, 6 * TILE, 6 * TILE).inset(-FRAME)
    return element(
        "g",
        rectangle(outer._replace(y=outer.y + 8), 26, fill=colour("edge")),
        rectangle(outer, 26, fill="#5b4334", stroke=colour("key"), stroke_width=4),
        rectangle(Box(0, 0, 6 * TILE, 6 * TILE).inset(-5), 10, fill="#2c2030"),
        *_labels(),
        css_class="frame",
    )


def _labels() -> Iterator[str]:
    for number, letter in enumerate(COLUMNS):
        along = number * TILE + TILE / 2
        yield lettering(along, -9, words(letter, 15, "strong", fill="paper-2"), anchor="middle")
        yield lettering(-15, along + 5, words(str(number + 1), 15, "strong", fill="paper-2"), anchor="middle")


def _corner(tile: View) -> Point:
    """Where a tile's upper left corner lies."""
    return COLUMNS.index(tile["cell"][0]) * TILE, (int(tile["cell"][1]) - 1) * TILE


def _tile(sheet: Sheet, view: View, tile: View, tunnel: set[str]) -> str:
    """A tile, turned as it lies, with those of its paths that belong to the pawn's tunnel in lamplight."""
    x, y = _corner(tile)
    shadow, form, keyline = _tile_form()
    clip = sheet.define("clipPath", "tile", form)
    lit = [path for name, path in zip(_spot_names(tile), tile["paths"], strict=True) if name in tunnel]
    picture = sheet.use(f"tunnel-{SYMBOLS[tile['kind']]}", 0, 0, TILE)
    face = element("g", picture, transform=f"rotate({tile['rotation']} {TILE / 2:g} {TILE / 2:g})")
    return element(
        "g",
        shadow,
        element("g", face, *map(_lamplight, lit), clip_path=clip),
        keyline,
        pieces.lamp_ring(Box(1, 1, TILE - 2, TILE - 2), 13) if tile["cell"] in view["turned"] and _is_lit(view) else "",
        css_class=f"tile {tile['kind']}",
        transform=f"translate({x:g} {y:g})",
    )


@cache
def _tile_form() -> tuple[str, str, str]:
    """The shadow of every tile, its form and its outline."""
    form = Box(0, 0, TILE, TILE).inset(2.5)
    return (
        rectangle(form._replace(y=form.y + 4), 11, fill="#150e1b"),
        rectangle(form, 11),
        rectangle(form, 11, fill="none", stroke=colour("key"), stroke_width=3.4),
    )


@cache
def _lamplight(path: str) -> str:
    line = _line(path)
    return element(
        "g",
        element("path", d=line, fill="none", stroke=colour("lamp"), stroke_width=19, opacity=0.85),
        element("path", d=line, fill="none", stroke="#fff1c9", stroke_width=7.5),
        css_class="lit",
    )


def _line(path: str) -> str:
    """A path between its sides: a quarter circle between two that meet, else straight to the middle."""
    ends = [_end(side) for side in path]
    if len(path) == 2 and (SIDES.index(path[1]) - SIDES.index(path[0])) % 2:
        clockwise = (SIDES.index(path[1]) - SIDES.index(path[0])) % 4 == 1
        return f"M{ends[0][0]:g} {ends[0][1]:g} A50 50 0 0 {0 if clockwise else 1} {ends[1][0]:g} {ends[1][1]:g}"
    return " ".join(f"M50 50 L{x:g} {y:g}" for x, y in ends)


def _end(side: str) -> Point:
    dx, dy = STEPS[side]
    return 50 + 51 * dx, 50 + 51 * dy


def _spot_at(tile: View, path: str) -> Point:
    """Where a pawn stands on a path: in the middle, or on the bend."""
    x, y = _corner(tile)
    dx, dy = (sum(STEPS[side][axis] for side in path) for axis in (0, 1))
    return x + TILE / 2 + dx * TILE * 0.145, y + TILE / 2 + dy * TILE * 0.145


def _platform(sheet: Sheet, view: View) -> str:
    lit = view["can_return"] and _is_lit(view)
    return element(
        "g",
        rectangle(Box(-30, -24, 60, 60), 14, fill=colour("edge")),
        rectangle(Box(-30, -30, 60, 60), 14, fill="#c9d3da", stroke=colour("key"), stroke_width=3.4),
        rectangle(Box(-22, -22, 44, 44), 9, fill="none", stroke="#8fa0ac", stroke_width=2.6),
        sheet.use("crown", -15, -15, 30),
        pieces.lamp_ring(Box(-30, -30, 60, 60), 14) if lit else "",
        css_class="platform",
        transform=f"translate({3 * TILE} {3 * TILE})",
    )


def _goals(view: View) -> Iterator[str]:
    """A lantern at every dead end where the pawn may stop."""
    goals = {_spot_key(name) for name in view["goals"]} if _is_lit(view) else set()
    for tile in view["tiles"]:
        for name, path in zip(_spot_names(tile), tile["paths"], strict=True):
            if name in goals:
                x, y = _spot_at(tile, path)
                yield element(
                    "g",
                    element("circle", r=19, fill="#fff6da", stroke=colour("key"), stroke_width=8),
                    element("circle", r=19, fill="#fff6da", stroke=colour("lamp"), stroke_width=4),
                    _lantern(),
                    css_class="goal",
                    transform=f"translate({x:g} {y:g})",
                )


@cache
def _lantern() -> str:
    key = colour("key")
    return element(
        "g",
        element("path", d="M7 4 A4 4 0 0 1 15 4", fill="none"),
        element("path", d="M5 20 L6.4 7 H15.6 L17 20 Z", fill=colour("lamp")),
        element("path", d="M4 20 H18 V23 H4 Z M5.4 5 H16.6 V8 H5.4 Z", fill=key),
        element("path", d="M11 10.4 C13.6 13 13.4 17 11 18 C8.6 17 8.4 13 11 10.4 Z", fill="#fffdf6", stroke="none"),
        transform="translate(-11 -12)",
        stroke=key,
        stroke_width=2.2,
        stroke_linejoin="round",
    )


def _pawns(sheet: Sheet, view: View) -> Iterator[str]:
    """Every pawn on its spot, side by side where several share one, smaller on the platform's corners."""
    for tile in view["tiles"]:
        for name, path in zip(_spot_names(tile), tile["paths"], strict=True):
            seats = _pawns_on(view, name)
            x, y = _spot_at(tile, path)
            for number, seat in enumerate(seats):
                yield _pawn(sheet, view, seat, x + 22 * (number - (len(seats) - 1) / 2), y, 46)
    for seat in _on_the_platform(view):
        corner_x, corner_y = ((-1, -1), (1, -1), (1, 1), (-1, 1))[seat]
        yield _pawn(sheet, view, seat, 300 + 27 * corner_x, 302 + 25 * corner_y, 27)


def _pawn(sheet: Sheet, view: View, seat: int, x: float, y: float, width: float) -> str:
    unit = width / 50
    ring = element(
        "g",
        element(
            "ellipse",
            cx=x,
            cy=y + 7 * unit,
            rx=34 * unit,
            ry=20 * unit,
            fill=colour("lamp"),
            stroke=colour("key"),
            stroke_width=3,
        ),
        element("ellipse", cx=x, cy=y + 7 * unit, rx=27 * unit, ry=14.5 * unit, fill="#fff6da"),
    )
    return element(
        "g",
        ring if seat == view["acting"] and _is_lit(view) else "",
        sheet.use("miner", x - width / 2, y - 54 * unit, width, owner=SEATS[seat]),
        css_class=f"pawn {SEATS[seat]}",
    )


def _is_shown_on_the_board(view: View, tile: View) -> bool:
    """What was shown in this turn lies on its tile for all to see; what was shown earlier has its own panel."""
    reached = view["phase"] == "take" and view["players"][view["acting"]]["pawn"].startswith(tile["cell"])
    return tile["shown"] is not None and (tile["cell"] in view["turned"] or reached)


def _findings(sheet: Sheet, tile: View) -> str:
    """The crystals under a tile, in a dish on its lower edge."""
    x, y = _corner(tile)
    crystals = tile["shown"]
    width = 16 + 24 * max(1, len(crystals))
    dish = Box(x + TILE - width - 5, y + TILE - 37, width, 32)
    return element(
        "g",
        rectangle(dish, 12, fill=colour("paper"), stroke=colour("key"), stroke_width=2.4),
        *(_crystal(sheet, name, dish.x + 9 + 24 * i, dish.y + 5, 22) for i, name in enumerate(crystals)),
        "" if crystals else lettering(dish.x + width / 2, dish.y + 21, words("–", 16, "strong"), anchor="middle"),
        css_class="found",
    )


def _crystal(sheet: Sheet, name: str, x: float, y: float, size: float, *, here: bool = True) -> str:
    """A crystal in its own cut; only its outline where it is missing."""
    return sheet.use(f"{'crystal' if here else 'slot'}-{INKS.get(name, name)}", x, y, size)


# ---- Beside the board


def _side(sheet: Sheet, view: View, box: Box) -> str:
    players = view["players"]
    seen = _seen(sheet, view, box) if view["options"]["memory"] else ""
    height = box.height - (SEEN_HEIGHT + GAP if seen else 0)
    step = min(118, (height + GAP) / len(players))
    drawn = [
        _player(sheet, view, player, Box(box.x, box.y + i * step, box.width, step - GAP))
        for i, player in enumerate(players)
    ]
    return element("g", *drawn, seen, css_class="side")


def _player(sheet: Sheet, view: View, player: View, box: Box) -> str:
    """A task card: six places, filled or only outlined, and what lies beside it."""
    seat = player["seat"]
    ink = SEATS[seat]
    compact = box.height < 100
    size = 34 if compact else 42
    top = box.y + (38 if compact else 44)
    step = (box.width - 32) / 6
    places = [
        _place(sheet, wanted, there, box.x + 16 + i * step + (step - size) / 2, top, size)
        for i, (wanted, there) in enumerate(zip(_asked_for(view, player), player["places"], strict=True))
    ]
    points = view["standings"][seat]["points"]
    facts = ["you" if seat == view["seat"] else "", f"at {player['pawn']}" if player["pawn"] != "platform" else ""]
    return element(
        "g",
        panels.panel(box),
        pieces.shield(sheet, ink, box.x + 14, box.y + 9, 24),
        lettering(
            box.x + 46,
            box.y + 27,
            words(_name(seat), 15, "strong"),
            words(", ".join(filter(None, facts)), 12, fill="ink-2", after=7),
        ),
        *_beside(sheet, player["beside"], Box(box.right - 178, box.y + 9, 110, 24)),
        lettering(box.right - 16, box.y + 27, words(f"{points} of 6", 13, "strong"), anchor="end"),
        *places,
        pieces.lamp_ring(box, 16, gold=3) if seat == view["acting"] and _is_lit(view) else "",
        css_class=f"player {ink}",
    )


def _place(sheet: Sheet, wanted: str, there: str | None, x: float, y: float, size: float) -> str:
    """A place of a card; a transparent that stands in keeps the wanted colour's outline around it."""
    if there is None or there == wanted:
        return _crystal(sheet, wanted, x, y, size, here=there is not None)
    inner = size * 0.62
    return _crystal(sheet, wanted, x, y, size, here=False) + _crystal(
        sheet, there, x + (size - inner) / 2, y + (size - inner) / 2, inner
    )


def _beside(sheet: Sheet, crystals: Sequence[str], box: Box) -> Iterator[str]:
    """What lies beside a card: each colour once, transparents with their number."""
    x = box.right
    for name in reversed(dict.fromkeys(crystals)):
        number = crystals.count(name)
        if number > 1:
            x -= 24
            yield lettering(x + 3, box.y + 18, words(f"× {number}", 13, "strong"))
        x -= 25
        yield _crystal(sheet, name, x, box.y, 23)
    if crystals:
        yield lettering(x - 6, box.y + 17, words("beside", 11.5, fill="ink-2"), anchor="end")


def _seen(sheet: Sheet, view: View, side: Box) -> str:
    """What has been shown so far, cell by cell; a stroke where nothing is left."""
    box = Box(side.x, side.bottom - SEEN_HEIGHT, side.width, SEEN_HEIGHT)
    step, left, top = 29.5, box.x + 150, box.y + 30
    cells = []
    for tile in view["tiles"]:
        column, row = COLUMNS.index(tile["cell"][0]), int(tile["cell"][1]) - 1
        place = Box(left + column * step, top + row * step, step - 3, step - 3)
        cells.append(_seen_cell(sheet, tile, place))
    for number, letter in enumerate(COLUMNS):
        along = (number + 0.5) * step - 2
        cells.append(lettering(left + along, top - 6, words(letter, 11.5, fill="ink-2"), anchor="middle"))
        cells.append(lettering(left - 9, top + along + 4, words(str(number + 1), 11.5, fill="ink-2"), anchor="middle"))
    return element(
        "g",
        panels.panel(box),
        lettering(box.x + 16, box.y + 30, words("Seen under", 17, "display")),
        lettering(box.x + 16, box.y + 51, words("the tiles", 17, "display")),
        lettering(box.x + 16, box.y + 80, words("– nothing is left", 12, fill="ink-2")),
        *cells,
        css_class="seen",
    )


def _seen_cell(sheet: Sheet, tile: View, place: Box) -> str:
    well = rectangle(place, 5, fill=colour("paper-2"))
    crystals = tile["shown"]
    if crystals is None:
        return well
    if not crystals:
        return well + lettering(place.x + place.width / 2, place.middle + 4, words("–", 13), anchor="middle")
    size = 22 if len(crystals) == 1 else 14
    shift = place.width - 4 - size
    return well + "".join(
        _crystal(sheet, name, place.x + 2 + shift * i, place.y + 2 + (shift * i if len(crystals) > 1 else 0), size)
        for i, name in enumerate(crystals)
    )


def _scores(sheet: Sheet, view: View, box: Box) -> str:
    """The final result: every card as it is filled."""
    results = []
    for row in _by_place(view):
        items = [(name, 1) for name in row["colours"]]
        if row["by_transparents"]:
            items.append(("transparents", row["by_transparents"]))
        results.append(panels.Score(row["place"], SEATS[row["seat"]], _name(row["seat"]), row["points"], items))
    rows = int(min(170, (box.height - 20) / len(results)) - 40) // 18
    return panels.scores(sheet, box, [score._replace(items=_shortened(score.items, rows)) for score in results])


def _shortened(items: Sequence[tuple[str, int]], rows: int) -> list[tuple[str, int]]:
    if len(items) <= rows:
        return list(items)
    return [*items[: rows - 1], ("others", sum(number for _, number in items[rows - 1 :]))]


# ---- The text
#
# A tile is five characters wide and three high, a dot in each corner. Two curves on one tile pass each other:
#
#     · │ ·        ·╭╯ ·
#     ─╮╰──        ─╯╭──
#     ·╰╮ ·        · │ ·

WIDTH, HEIGHT = 5, 3
LEGEND = "* in reach; " + ", ".join(f"{letter} {name}" for name, letter in LETTERS.items())
MIDDLES = {
    "ne": "╰",
    "es": "╭",
    "sw": "╮",
    "nw": "╯",
    "ns": "│",
    "ew": "─",
    "nes": "├",
    "esw": "┬",
    "nsw": "┤",
    "new": "┴",
    "nesw": "┼",
}
DOUBLES = {
    frozenset({"ne", "sw"}): ("· │ ·", "─╮╰──", "·╰╮ ·"),
    frozenset({"es", "nw"}): ("·╭╯ ·", "─╯╭──", "· │ ·"),
    frozenset({"ns", "ew"}): ("· │ ·", "─ │ ─", "· │ ·"),
}
# Where the pawns on a path, or a goal, are written: row and column, the best place first.
PLACES_ON_PATH = {
    "ne": ((1, 3), (1, 4), (0, 3), (0, 4)),
    "es": ((1, 3), (1, 4), (2, 3), (2, 4)),
    "sw": ((1, 1), (1, 0), (2, 0), (2, 1)),
    "nw": ((1, 1), (1, 0), (0, 0), (0, 1)),
}
MIDDLE = ((1, 2), (1, 1), (1, 3), (0, 2))


def _board_text(view: View) -> list[str]:
    """The tunnels, and beside them what may be seen of the cells."""
    tiles = view["tiles"]
    goals = {_spot_key(name) for name in view["goals"]} if _is_lit(view) else set()
    lines = ["   " + "".join(f"  {letter}  " for letter in COLUMNS) + "       " + "".join(f"{x:<4}" for x in COLUMNS)]
    for row in range(6):
        pictures = [_tile_text(view, tile, goals) for tile in tiles[6 * row : 6 * row + 6]]
        seen = "".join(f"{_cell_text(tile):<4}" for tile in tiles[6 * row : 6 * row + 6])
        for line in range(HEIGHT):
            drawn = "".join("".join(picture[line]) for picture in pictures)
            number = row + 1 if line == 1 else " "
            lines.append(f" {number} {drawn}" + (f"    {number}  {seen}" if line == 1 else ""))
    return lines


def _tile_text(view: View, tile: View, goals: set[str]) -> list[list[str]]:
    paths = ["".join(sorted(path, key=SIDES.index)) for path in tile["paths"]]
    rows = [list(row) for row in (DOUBLES[frozenset(paths)] if len(paths) > 1 else _single_path(paths[0]))]
    corner = {"c3": (2, 4, "╔"), "d3": (2, 0, "╗"), "c4": (0, 4, "╚"), "d4": (0, 0, "╝")}.get(tile["cell"])
    if corner is not None:
        rows[corner[0]][corner[1]] = corner[2]
    for name, path in zip(_spot_names(tile), paths, strict=True):
        marks = [_name(seat)[0] for seat in _pawns_on(view, name)] or (["*"] if name in goals else [])
        _write(rows, marks, PLACES_ON_PATH.get(path, MIDDLE) if len(paths) > 1 else MIDDLE)
    return rows


def _single_path(path: str) -> tuple[str, str, str]:
    up, down = ("│" if side in path else " " for side in "ns")
    left, right = ("──" if side in path else "  " for side in "we")
    return f"· {up} ·", left + MIDDLES[path] + right, f"· {down} ·"


def _write(rows: list[list[str]], marks: Iterable[str], places: Sequence[tuple[int, int]]) -> None:
    for mark, (row, column) in zip(marks, places, strict=False):
        rows[row][column] = mark


def _cell_text(tile: View) -> str:
    """What lies there: `P`, `P+T`, `T`, `-` if nothing is left, and a dot if that is not in view."""
    if tile["shown"] is None:
        return "."
    return "+".join(LETTERS[name] for name in tile["shown"]) or "-"


def _players_text(view: View) -> list[str]:
    """A line for every card, and one for what lies beside it."""
    drawn = []
    for player in view["players"]:
        seat = player["seat"]
        mark = ">" if seat == view["acting"] else " "
        name = f"{_name(seat)} (you)" if seat == view["seat"] else _name(seat)
        points = view["standings"][seat]["points"]
        card = " ".join(
            _place_text(wanted, there) for wanted, there in zip(_asked_for(view, player), player["places"], strict=True)
        )
        drawn.append(f"{mark} {name:<13}{player['pawn']:<9} {points} of 6  {card}")
        if player["beside"]:
            beside = ", ".join(_counted(name, player["beside"].count(name)) for name in dict.fromkeys(player["beside"]))
            drawn.append(f"{'':<33}beside: {beside}")
    return drawn


def _place_text(wanted: str, there: str | None) -> str:
    """A free place by its colour, a filled one in brackets, one that a transparent fills as `T(yellow)`."""
    name = wanted.replace(" ", "-")
    if there is None:
        return name
    return f"[{name}]" if there == wanted else f"{LETTERS[there]}({name})"


def _counted(name: str, number: int) -> str:
    return name if number == 1 else f"{number} {name}"
