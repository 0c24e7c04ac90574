"""Colour Kingdoms as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know.
Elements of the picture carry classes that a page can restyle: those of draw_map.py, and `sheet red`, `row green`,
`speed won`, `spell move`, `drop green ready`, `blots`, `other seat-1`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, panels, pieces
from pentarchy.art.numbers import counted, signed
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import Box
from pentarchy.games.color_kingdoms import draw_map, maps
from pentarchy.games.color_kingdoms.components import (
    AREA_NAMES,
    AREAS_OF_A_KINGDOM,
    COLOURS,
    COMPOUNDS,
    END_POINTS,
    KINGDOM_POINTS,
    KINGDOMS,
    KINGDOMS_TO_END,
    LETTERS,
    MONSTER_KINDS,
    MONSTER_POINTS,
    MONSTERS,
    SPELLS,
)

View = Mapping[str, Any]


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    board = maps.load(view["options"]["map"])
    plan = _plan(view)
    focus = _focus(view)
    land = draw_map.chart(
        sheet, board, focus["areas"], lit=_lit(view, board), dice=_shown_dice(view), names=_to_name(view)
    )
    drawn = [
        draw_map.sea(sheet, plan.width, plan.height),
        draw_map.sized(board, plan.map, land),
        _banner(sheet, view, plan.banner),
        _sheet(sheet, view, focus, plan.sheet),
        *_others(sheet, view, board, plan.side),
    ]
    title = f"Colour Kingdoms, {_progress(view)}"
    return sheet.document(plan.width, plan.height, "".join(drawn), title=title, css_class="pentarchy color_kingdoms")


def text(view: View) -> str:
    """The table in plain text of at most 100 columns."""
    board = maps.load(view["options"]["map"])
    focus = _focus(view)
    drawn = [
        f"Colour Kingdoms, {_progress(view)}",
        "",
        *_dice_text(view),
        "",
        f"{_whose_sheet(view, focus)}{_stale(focus)}: {_total(view, focus)}{_legend(view, board)}",
        "",
        *_land_text(view, board, focus),
        *_stock_text(view, board, focus),
        *_rows_text(view, focus),
        "",
        *_others_text(view),
        *_closing_text(view),
    ]
    return "\n".join(line.rstrip() for line in drawn)


def sentence(line: Mapping[str, Any]) -> str:
    """A line of `match.history()` in words; without the name of the seat if it is a move."""
    fact = line["fact"]
    return "; ".join([_happened(fact), *_consequences(fact)])


# ---- What happened, in words

SOURCES = {"die": "", "mixed": " with a mixed drop", "tower": " with a drop from a tower"}
LAST_ROUND = {
    "kingdoms": "somebody has three complete kingdoms: the next round is the last",
    "numbers": "no number is left to cross out: the next round is the last",
}
ENDS = {
    "kingdoms": "the last round is over, and so is the game",
    "numbers": "the last round is over, and so is the game",
    "blots": "all blots are marked: the game is over",
}


def _happened(fact: Mapping[str, Any]) -> str:
    match fact["what"]:
        case "first":
            return f"{_name(fact['seat'])} gets the first-player token"
        case "thrown":
            die = fact["die"]
            where = " and ".join(map(_kingdom, die["kingdoms"]))
            return f"thrown: the {die['die']} die, {counted(die['drops'], 'drop')}, in {where}"
        case "took":
            return _took(fact["taken"])
        case "painted":
            painted = fact["painted"]
            return f"paints {_area(painted['area'])} {painted['colour']}{SOURCES[painted['drop']]}"
        case "cast":
            return _cast(fact["cast"])
        case "chose":
            return f"chooses a {fact['chosen']['colour']} drop from a tower"
        case "crossed":
            return f"crosses out {fact['crossed']['points']} of {_row(fact['crossed']['row'])}"
        case _:
            return "finishes the turn"


def _took(taken: Mapping[str, Any]) -> str:
    named = f" as {taken['colour']}" if taken["die"] == "white" else ""
    drops = counted(taken["drops"], "drop")
    return f"takes the {taken['die']} die{named}: {drops} for {_kingdom(taken['kingdom'])}"


def _area(name: str) -> str:
    """Redhill 5, as r5 is called."""
    return f"{KINGDOMS[LETTERS.index(name[0])]} {name[1:]}"


def _cast(cast: Mapping[str, Any]) -> str:
    what = _kingdom(cast["kingdom"]) if "kingdom" in cast else f"a {cast['colour']} drop"
    return f"casts {cast['spell'].capitalize()}: {what}"


def _row(row: str) -> str:
    """What brings points for speed: a kingdom, all monsters of a kind, or three kingdoms."""
    if row in COLOURS:
        return _kingdom(row)
    return f"the {MONSTER_KINDS[MONSTERS.index(row)]}" if row in MONSTERS else "three kingdoms"


def _consequences(fact: Mapping[str, Any]) -> Iterator[str]:
    """What a painted area has brought, and what the end of a round brings to everybody."""
    if "painted" in fact:
        yield from _brought(fact["painted"])
    if fact.get("gain"):
        yield _change(fact["gain"])
    if "ended" in fact:
        yield from _round_ended(fact["ended"])
    if "begun" in fact:
        yield from _round_begun(fact["begun"])


def _brought(painted: Mapping[str, Any]) -> Iterator[str]:
    """What a painted area has brought besides its points."""
    if "exception" in painted:
        yield "an exception is spent"
    if "capital" in painted:
        yield "the capital is built" if painted["capital"] == "built" else "no points for the capital"
    if "monster" in painted:
        yield f"the {painted['monster']} is {'tamed' if painted['tamed'] else 'defeated'}"
    if "spell" in painted:
        yield f"the spell {painted['spell'].capitalize()}"
    if "drops" in painted:
        yield "from a tower: " + ", ".join(counted(number, f"{ink} drop") for ink, number in painted["drops"].items())
    if "choices" in painted:
        yield f"from a tower: {counted(painted['choices'], 'drop')} of a colour to be chosen"
    for row in painted.get("completes", ()):
        yield f"complete: {_row(row)}"


def _round_ended(ended: Mapping[str, Any]) -> Iterator[str]:
    yield f"round {ended['round']} is over"
    if ended["blots"]:
        yield f"a blot: {_names(ended['blots'])}"
    for award in ended["achievements"]:
        yield f"for speed, {_row(award['row'])}: {_names(award['seats'])} {_change(award['points'])}"
    if "one_more" in ended:
        yield LAST_ROUND[ended["one_more"]]
    if "over" in ended:
        yield ENDS[ended["over"]]


def _round_begun(begun: Mapping[str, Any]) -> Iterator[str]:
    throw = ", the dice are thrown" if begun["throw"] else ""
    yield f"round {begun['round']} begins with {_name(begun['first'])}{throw}"


def _change(points: int) -> str:
    """+3 points, −1 point."""
    return f"+{counted(points, 'point')}" if points > 0 else counted(points, "point")


# ---- What both drawings say


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _names(seats: Sequence[int]) -> str:
    return " and ".join(_name(seat) for seat in seats)


def _kingdom(name: str) -> str:
    return KINGDOMS[COLOURS.index(name)]


def _is_solo(view: View) -> bool:
    return len(view["players"]) == 1


def _points(view: View, seat: int) -> int:
    return int(view["standings"][seat]["points"])


def _total(view: View, player: View) -> str:
    return counted(_points(view, player["seat"]), "point")


def _focus(view: View) -> View:
    """Whose sheet is drawn large: the viewer's; for a spectator who acts next, and in the end the winner's."""
    seat = view["seat"]
    if seat is None and view["phase"] == "over":
        seat = min(view["standings"], key=lambda row: row["place"])["seat"]
    elif seat is None:
        seat = view["to_act"][0] if view["to_act"] else 0
    player: View = view["players"][seat]
    return player


def _others_of(view: View) -> list[View]:
    """The other players in clockwise order."""
    seats = len(view["players"])
    first = _focus(view)["seat"]
    return [view["players"][(first + step) % seats] for step in range(1, seats)]


def _whose_sheet(view: View, player: View) -> str:
    return "Your sheet" if player["seat"] == view["seat"] else f"{_name(player['seat'])}'s sheet"


def _stale(player: View) -> str:
    return "" if player["live"] else " as the round began"


def _progress(view: View) -> str:
    """Where the game stands: "round 3, last round"."""
    if view["phase"] == "over":
        return f"the game is over after {counted(view['round'], 'round')}"
    last = ", the last one" if view["last_round"] else ""
    rounds = view["rounds_per_throw"]
    of_throw = f", {view['round_of_throw']} of {rounds} with this throw" if rounds > 1 else ""
    return f"round {view['round']}{last}{of_throw}"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        return _result(view)
    if not view["to_act"]:
        return "The dice are thrown", ""
    if view["seat"] in view["to_act"]:
        return "Your turn", _task(view)
    verb = "to act" if len(view["to_act"]) > 1 or view["phase"] != "take" else "takes a die"
    return f"{_names(view['to_act'])} {verb}", ""


def _result(view: View) -> tuple[str, str]:
    best = [row for row in view["standings"] if row["place"] == 1]
    points = best[0]["points"]
    if _is_solo(view):
        return counted(points, "point"), f"rating: {best[0]['rating']}"
    winners = [row["seat"] for row in best]
    if len(winners) > 1:
        return f"{_names(winners)} share the victory", f"with {counted(points, 'point')}"
    tied = [row["points"] for row in view["standings"]].count(points) > 1
    return f"{_name(winners[0])} wins", f"with {counted(points, 'point')}" + (", fewer lost" if tied else "")


def _task(view: View) -> str:
    """What the viewer is to do."""
    turn = view["players"][view["seat"]]["turn"]
    if view["phase"] == "cross":
        return "cross out a number"
    if turn is None:
        return "take a die"
    if turn["choosing"]:
        return "choose the colour of the tower's drop"
    die = view["players"][view["seat"]]["die"]
    parts = [counted(turn["drops"], f"{die['colour']} drop")] if turn["drops"] else []
    parts += [f"{count} mixed {name}" for name, count in turn["mixed"].items() if count]
    where = ", ".join(_kingdom(name) for name in turn["kingdoms"])
    return (
        f"paint {' and '.join(parts)} in {where}"
        if parts
        else "all drops of the die are placed; use tower drops, or done"
    )


def _shown_dice(view: View) -> list[View]:
    """The dice with the places where they are drawn."""
    places = view["places"] or [None] * len(view["dice"])
    dice = [die | {"place": place} for die, place in zip(view["dice"], places, strict=True)]
    return [die for die in dice if die["drops"] is not None and view["phase"] != "over"]


def _lit(view: View, board: maps.Map) -> set[str]:
    """The areas that the viewer's die can paint now by the plain rule (CK-13, CK-14)."""
    if view["seat"] is None:
        return set()
    player = view["players"][view["seat"]]
    turn = player["turn"]
    if turn is None or turn["choosing"] or view["seat"] not in view["to_act"]:
        return set()
    paints = {name for name, count in turn["mixed"].items() if count}
    if turn["drops"]:
        paints.add(player["die"]["colour"])
    return {
        area.name
        for number, area in enumerate(board.areas)
        if player["areas"][area.name] is None
        and COLOURS[area.kingdom] in turn["kingdoms"]
        and any(paint not in _colours_around(board, player, number) for paint in paints)
    }


def _to_name(view: View) -> list[str]:
    """The areas whose names are shown: those that are left, while the viewer paints."""
    if view["seat"] not in view["to_act"] or view["players"][view["seat"]]["turn"] is None:
        return []
    return [name for name, paint in view["players"][view["seat"]]["areas"].items() if paint is None]


def _colours_around(board: maps.Map, player: View, number: int) -> set[str | None]:
    return {player["areas"][name] for name in _neighbours(board, number)}


def _neighbours(board: maps.Map, number: int) -> list[str]:
    return [name for other, name in enumerate(AREA_NAMES) if board.neighbours[number] >> other & 1]


class _Row(NamedTuple):
    """A row of the sheet: the points for speed and what they and the rest come to."""

    key: str  # as in view["achievements"]
    name: str
    speed: tuple[int, int]
    detail: str
    points: int


def _rows(view: View, player: View) -> list[_Row]:
    """The rows of a sheet: six kingdoms, four kinds of monsters, the end."""
    standing = view["standings"][player["seat"]]
    rows = []
    for key, name in zip(COLOURS, KINGDOMS, strict=True):
        row = standing["kingdoms"][key]
        capital = f"capital {row['capital']}, " if row["capital"] else ""
        rows.append(_Row(key, name, KINGDOM_POINTS, f"{capital}{counted(row['colours'], 'colour')}", row["points"]))
    for key, kind in zip(MONSTERS, MONSTER_KINDS, strict=True):
        row = standing["monsters"][key]
        detail = f"{row['tamed']} tamed, {row['unpainted']} unpainted"
        rows.append(_Row(key, kind.capitalize(), MONSTER_POINTS, detail, row["points"]))
    complete = f"{len(player['complete'])} of {KINGDOMS_TO_END} kingdoms"
    rows.append(_Row("end", "End", END_POINTS, complete, standing["end"]))
    return rows


def _state_of_speed(view: View, player: View, row: _Row, place: int) -> str:
    """Whether points for speed are "won", can still be won ("open"), or are "gone"."""
    won = view["achievements"][row.key]
    if player["seat"] in won[("first", "second")[place]]:
        return "won"
    if _is_solo(view):
        return "gone" if row.speed[place] in view["crossed"].get(row.key, ()) else "open"
    taken = bool(won["first"]) if place == 0 else bool(won["second"])
    return "gone" if taken or player["seat"] in won["first"] else "open"


# ---- Where everything lies in the picture

MARGIN = 16
BANNER_HEIGHT = 52
TOP = MARGIN + BANNER_HEIGHT + 12
MAP_WIDTH = 590
LOWER = 816
SHEET_WIDTH = 392
SIDE_WIDTH = 214


class _Plan(NamedTuple):
    """The places of a picture's parts: the map at the left, the sheet beside it, the others at the right."""

    alone: bool

    @property
    def width(self) -> float:
        return self.sheet.right + MARGIN if self.alone else self.side.right + MARGIN

    @property
    def height(self) -> float:
        return TOP + LOWER + MARGIN

    @property
    def banner(self) -> Box:
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, BANNER_HEIGHT)

    @property
    def map(self) -> Box:
        return Box(6, TOP, MAP_WIDTH, LOWER)

    @property
    def sheet(self) -> Box:
        return Box(MAP_WIDTH + 12, TOP, SHEET_WIDTH, LOWER)

    @property
    def side(self) -> Box:
        return Box(self.sheet.right + 14, TOP, SIDE_WIDTH, LOWER)


def _plan(view: View) -> _Plan:
    return _Plan(_is_solo(view))


# ---- The banner


def _banner(sheet: Sheet, view: View, box: Box) -> str:
    headline, detail = _headline(view)
    lit = view["seat"] in view["to_act"]
    if view["phase"] == "over":
        picture = sheet.use("crown", box.x + 12, box.middle - 18, 34)
        lit = any(row["place"] == 1 and row["seat"] == view["seat"] for row in view["standings"])
    else:
        picture = _actor(sheet, view, box)
    return panels.banner(box, picture, headline, detail, _progress(view), lit=lit)


def _actor(sheet: Sheet, view: View, box: Box) -> str:
    """The die that the viewer is painting with, or else the arms of who acts."""
    if not view["to_act"]:
        return ""
    seat = view["seat"] if view["seat"] in view["to_act"] else view["to_act"][0]
    player = view["players"][seat]
    if seat == view["seat"] and player["die"] and not player["finished"]:
        return sheet.use(_die_symbol(player["die"]), box.x + 14, box.middle - 18, 32)
    return pieces.shield(sheet, SEATS[seat], box.x + 16, box.middle - 16, 28)


def _die_symbol(die: View) -> str:
    return f"die-{'clear' if die['die'] == 'white' else die['die']}-{die['drops']}"


# ---- The large sheet

ROW = 41
MOST_CELLS = 14


def _sheet(sheet: Sheet, view: View, player: View, box: Box) -> str:
    """The rows of a sheet as they are printed, and under them spells, drops and blots."""
    left, right = box.x + 16, box.right - 16
    heading = [
        panels.panel(box),
        pieces.shield(sheet, SEATS[player["seat"]], left, box.y + 12, 26),
        lettering(
            left + 36,
            box.y + 33,
            words(_whose_sheet(view, player), 20, "display"),
            words(_stale(player).strip(), 12.5, fill="ink-2", after=8),
        ),
        lettering(right, box.y + 36, words(str(_points(view, player["seat"])), 29, "display"), anchor="end"),
    ]
    drawn, y = [], box.y + 54
    for number, row in enumerate(_rows(view, player)):
        y += 10 if number == len(KINGDOMS) else 0
        drawn.append(_sheet_row(sheet, view, player, row, Box(left, y, right - left, ROW)))
        y += ROW
    y += 10
    drawn.append(_spells(sheet, view, player, Box(left, y, right - left, 100)))
    y += 104
    drawn.append(_drops(sheet, view, player, Box(left, y, right - left, 44)))
    drawn.append(_blots(sheet, view, player, Box(left, y + 44, right - left, 42)))
    drawn.append(_mixing(sheet, Box(left, y + 86, right - left, 66)))
    rating = view["standings"][player["seat"]].get("rating")
    if rating:
        line = lettering(left, box.bottom - 16, words("Rating now", 13.5, "strong"), words(rating, 13.5, after=8))
        drawn.append(line)
    return element("g", *heading, *drawn, css_class=f"sheet {SEATS[player['seat']]}")


def _rule(box: Box) -> str:
    return element("path", d=f"M{box.x:g} {box.y:g}h{box.width:g}", stroke=colour("line"), stroke_width=1)


def _sheet_row(sheet: Sheet, view: View, player: View, row: _Row, box: Box) -> str:
    base = box.middle + 5
    if row.key in COLOURS:
        picture = pieces.shield(sheet, row.key, box.x, box.middle - 11, 19)
        detail = _kingdom_detail(sheet, view, player, row, box)
    else:
        picture = _row_picture(sheet, view, row, box)
        detail = lettering(box.x + 196, base, words(row.detail, 12.5, fill="ink-2"))
    return element(
        "g",
        _rule(box),
        picture,
        lettering(box.x + 29, base, words(row.name, 14, "strong")),
        *(_speed(view, player, row, place, box.x + 136 + 29 * place, box.middle) for place in range(2)),
        detail,
        lettering(box.right, box.middle + 7, words(signed(row.points), 20, "display"), anchor="end"),
        css_class=f"row {row.key}",
    )


def _row_picture(sheet: Sheet, view: View, row: _Row, box: Box) -> str:
    """A crown, or a monster in its colour if all of its kind have the same."""
    if row.key == "end":
        return sheet.use("crown", box.x - 1, box.middle - 10, 22)
    colours = maps.load(view["options"]["map"]).monster_colours(row.key)
    ink = colours[0] if len(colours) == 1 else "clear"
    return sheet.use(f"mon-{row.key}", box.x - 2, box.middle - 12, 24, owner=ink)


def _speed(view: View, player: View, row: _Row, place: int, x: float, y: float) -> str:
    """Points for being first or second: gold when won, dashed while open, struck out when gone."""
    state = _state_of_speed(view, player, row, place)
    rings: dict[str, dict[str, str | float | None]] = {
        "won": {"fill": colour("lamp"), "stroke": colour("key"), "stroke_width": 2},
        "open": {"fill": "none", "stroke": colour("ink-2"), "stroke_width": 1.5, "stroke_dasharray": "3 2.6"},
        "gone": {"fill": "none", "stroke": colour("line"), "stroke_width": 1.5},
    }
    ink = {"won": "lamp-ink", "open": "ink-2", "gone": "ink-2"}[state]
    strike = element("path", d=f"M{x - 7:g} {y + 7:g}L{x + 7:g} {y - 7:g}", stroke=colour("ink-2"), stroke_width=1.8)
    return element(
        "g",
        element("circle", cx=x, cy=y, r=12, **rings[state]),
        lettering(x, y + 4.6, words(str(row.speed[place]), 13, "strong", fill=ink), anchor="middle"),
        strike if state == "gone" else "",
        css_class=f"speed {state}",
    )


def _kingdom_detail(sheet: Sheet, view: View, player: View, row: _Row, box: Box) -> str:
    """The capital with its points, and a disc for every colour of the kingdom."""
    points = view["standings"][player["seat"]]["kingdoms"][row.key]["capital"]
    x = box.x + 188
    castle = element("g", sheet.use("capital", x, box.middle - 11, 21, owner=row.key), opacity=None if points else 0.4)
    start = COLOURS.index(row.key) * AREAS_OF_A_KINGDOM
    found = {player["areas"][name] for name in AREA_NAMES[start : start + AREAS_OF_A_KINGDOM]}
    inks = [ink for ink in COLOURS if ink in found]
    discs = [draw_map.mark(sheet, ink, x + 50 + 19 * number, box.middle, 8.5) for number, ink in enumerate(inks)]
    value = lettering(x + 25, box.middle + 5, words(str(points) if points else "·", 14, "strong"))
    return element("g", castle, value, *discs)


def _spells(sheet: Sheet, view: View, player: View, box: Box) -> str:
    """The four spells; a gold cell for each that can be cast, a pale one for next round's, a crossed one for spent."""
    drawn = [_rule(box)]
    for number, name in enumerate(SPELLS):
        row, column = divmod(number, 2)
        x, y = box.x + column * (box.width / 2 + 4), box.y + 12 + row * 46
        supply = player["spells"][name]
        total = max(view["cells"][name], sum(supply.values()))
        step = min(20.0, (box.width / 2 - 40) / total)
        cells = "".join(_cell(x + 36 + i * step, y + 20, state) for i, state in enumerate(_cells(supply, total)))
        drawn.append(
            element(
                "g",
                sheet.use(f"spell-{number + 1}", x, y + 2, 30),
                lettering(x + 36, y + 13, words(name.capitalize(), 13.5, "strong")),
                cells,
                css_class=f"spell {name}",
            )
        )
    return element("g", *drawn, css_class="spells")


def _cells(supply: Mapping[str, int], total: int) -> list[str]:
    states = ["used"] * supply["used"] + ["ready"] * supply["ready"] + ["new"] * supply["new"]
    return states + ["empty"] * (total - len(states))


def _cell(x: float, y: float, state: str) -> str:
    """A cell of the sheet, 14 by 14."""
    fill = {"ready": colour("lamp"), "new": colour("lamp-soft")}.get(state, "none")
    stroke = colour("key" if state in ("ready", "used") else "ink-2")
    dash = "2.5 2" if state == "new" else None
    drawn = pieces.rectangle(Box(x, y, 14, 14), 4, fill=fill, stroke=stroke, stroke_width=1.7, stroke_dasharray=dash)
    if state == "used":
        cross = f"M{x + 3:g} {y + 3:g}l8 8M{x + 11:g} {y + 3:g}l-8 8"
        drawn += element("path", d=cross, stroke=colour("key"), stroke_width=2, stroke_linecap="round")
    return drawn


def _drops(sheet: Sheet, view: View, player: View, box: Box) -> str:
    """The drops of towers: those that can be used, those of this round in brackets, the used ones crossed."""
    x = box.x + 130
    drawn = []
    for name, supply in player["drops"].items():
        for state in _cells(supply, sum(supply.values())):
            drop = sheet.use("drop", x, box.middle - 13, 26, owner=name)
            cross = f"M{x + 5:g} {box.middle + 8:g}l16 -16"
            mark = element("path", d=cross, stroke=colour("key"), stroke_width=2.6, stroke_linecap="round")
            ring = element(
                "circle",
                cx=x + 13,
                cy=box.middle,
                r=13,
                fill="none",
                stroke=colour("ink-2"),
                stroke_width=1.4,
                stroke_dasharray="3 2.6",
            )
            extra = {"used": mark, "new": ring}.get(state, "")
            fade = 0.45 if state == "used" else None
            drawn.append(element("g", drop, extra, opacity=fade, css_class=f"drop {name} {state}"))
            x += 27 if len(drawn) < 8 else 14
    none = lettering(x, box.middle + 5, words(f"none of {view['cells']['tower']} yet", 12.5, fill="ink-2"))
    return element(
        "g",
        _rule(box),
        sheet.use("tower", box.x + 2, box.middle - 12, 20),
        lettering(box.x + 29, box.middle + 5, words("Tower drops", 13.5, "strong")),
        *(drawn or [none]),
        css_class="drops",
    )


def _blots(sheet: Sheet, view: View, player: View, box: Box) -> str:
    total = view["cells"]["blot"]
    if total <= MOST_CELLS:
        states = ["used"] * player["blots"] + ["empty"] * (total - player["blots"])
        cells = "".join(_cell(box.x + 96 + i * 19, box.middle - 7, state) for i, state in enumerate(states))
    else:
        cells = lettering(box.x + 96, box.middle + 5, words(f"{player['blots']} of {total}", 13.5))
    return element(
        "g",
        _rule(box),
        sheet.use("blot", box.x, box.middle - 11, 22),
        lettering(box.x + 29, box.middle + 5, words("Blots", 13.5, "strong")),
        cells,
        css_class="blots",
    )


def _mixing(sheet: Sheet, box: Box) -> str:
    """Which two base colours make which compound one, with the letters that text uses."""
    drawn = [_rule(box)]
    for number, ((one, other), mixture) in enumerate(COMPOUNDS.items()):
        x, y = box.x + number * box.width / 3, box.y + 14
        for place, ink in enumerate((one, other, mixture)):
            drawn.append(draw_map.mark(sheet, ink, x + place * 36 + 11, y + 11, 10.5))
            drawn.append(lettering(x + place * 36 + 11, y + 38, words(ink, 10.5, fill="ink-2"), anchor="middle"))
        drawn.append(lettering(x + 29, y + 16, words("+", 14, "strong"), anchor="middle"))
        drawn.append(lettering(x + 65, y + 16, words("=", 14, "strong"), anchor="middle"))
    return element("g", *drawn, css_class="mixing")


# ---- The other players


def _others(sheet: Sheet, view: View, board: maps.Map, box: Box) -> list[str]:
    """A plaque for everybody, and a small sheet for everybody but the one whose sheet is large."""
    if _is_solo(view):
        return []
    focus = _focus(view)
    drawn = [_plaque(sheet, view, focus, Box(box.x, box.y, box.width, 52))]
    others = _others_of(view)
    step = min(300.0, (box.height - 62) / len(others))
    for number, player in enumerate(others):
        place = Box(box.x, box.y + 64 + number * step, box.width, step - 10)
        drawn.append(_other(sheet, view, board, player, place))
    return drawn


def _plaque(sheet: Sheet, view: View, player: View, box: Box) -> str:
    seat = player["seat"]
    standing = view["standings"][seat]
    over = view["phase"] == "over"
    facts = [
        "you" if seat == view["seat"] else "",
        "first" if seat == view["first"] and not over else "",
        "done" if player["finished"] and not over else "",
    ]
    plaque = panels.Plaque(
        SEATS[seat],
        _name(seat),
        standing["points"],
        beside=", ".join(filter(None, facts)),
        note=_seat_note(view, player),
        acting=seat in view["to_act"],
        won=over and standing["place"] == 1,
    )
    return panels.plaque(sheet, box, plaque)


def _seat_note(view: View, player: View) -> str:
    """What a seat is doing: the die that it has taken."""
    if view["phase"] == "over":
        return f"place {view['standings'][player['seat']]['place']}"
    die = player["die"]
    if die is None:
        return "takes a die" if player["seat"] in view["to_act"] else "waits"
    return f"{die['drops']} {die['colour']}, {_kingdom(die['kingdom'])}"


def _other(sheet: Sheet, view: View, board: maps.Map, player: View, box: Box) -> str:
    land = Box(box.x, box.y + 58, box.width - 62, box.height - 62)
    x, y = box.right - 54, box.y + 66
    step = min(30.0, (box.height - 72) / 7)
    things = [(f"spell-{number + 1}", player["spells"][name]["ready"]) for number, name in enumerate(SPELLS)]
    things += [("tower", sum(supply["ready"] for supply in player["drops"].values())), ("blot", player["blots"])]
    stock = [
        sheet.use(symbol, x, y + number * step, 20, 20)
        + lettering(x + 27, y + number * step + 15, words(str(count), 14, "strong"))
        for number, (symbol, count) in enumerate(things)
    ]
    return element(
        "g",
        _plaque(sheet, view, player, Box(box.x, box.y, box.width, 50)),
        draw_map.sized(board, land, draw_map.small_chart(sheet, board, player["areas"])),
        *stock,
        css_class=f"other seat-{player['seat']}",
    )


# ---- The text


def _dice_text(view: View) -> list[str]:
    """Where the dice lie and who has taken them: "white 3 in red+yellow, taken by Blue"."""
    found = []
    for die in _shown_dice(view):
        taken = "" if die["taken_by"] is None else f", taken by {_name(die['taken_by'])}"
        found.append(f"  {die['die']:<7}{die['drops']} in {'+'.join(die['kingdoms'])}{taken}")
    return ["Dice:", *found] if found else ["No dice on the map"]


COLUMN = 49


def _legend(view: View, board: maps.Map) -> str:
    return "; * marks what the die can paint" if _lit(view, board) else ""


def _land_text(view: View, board: maps.Map, player: View) -> Iterator[str]:
    """Two kingdoms side by side, an area to a line: name, symbol, paint and neighbours."""
    blocks = [_kingdom_text(view, board, player, kingdom) for kingdom in range(len(COLOURS))]
    for left, right in zip(blocks[::2], blocks[1::2], strict=True):
        for one, other in zip_longest(left, right, fillvalue=""):
            yield f"{one:<{COLUMN}}  {other}"
        yield ""


def _kingdom_text(view: View, board: maps.Map, player: View, kingdom: int) -> list[str]:
    lit = _lit(view, board)
    lines = [f"  {KINGDOMS[kingdom]} ({COLOURS[kingdom]})"]
    for number in board.kingdom(kingdom):
        area = board.areas[number]
        mark = "*" if area.name in lit else " "
        paint = player["areas"][area.name] or "."
        near = " ".join(_neighbours(board, number))
        lines.append(f"{mark} {area.name} {_symbol_text(area):<14} {paint:<7}{near}")
    return lines


def _symbol_text(area: maps.Area) -> str:
    if area.symbol == "plain":
        return "-"
    if isinstance(area.of, int):
        return f"spell {area.of}"
    worth = f" {area.worth}" if area.has_unusual_worth else ""
    return f"{area.symbol} {area.of}{worth}"


def _stock_text(view: View, board: maps.Map, player: View) -> list[str]:
    spells = [f"{number} {name} {_supply_text(player['spells'][name])}" for number, name in enumerate(SPELLS, 1)]
    drops = [
        f"{name} {_supply_text(supply)}"
        for name, supply in player["drops"].items()
        if supply["ready"] + supply["new"] + supply["used"]
    ]
    towers = []
    for tower in board.towers:
        names = board.areas[tower.first].name, board.areas[tower.second].name
        done = all(player["areas"][name] for name in names)
        towers.append(f"{names[0]}|{names[1]}{' done' if done else ''}")
    return [
        f"Spells: {', '.join(spells)}",
        f"Drops:  {', '.join(drops) or 'none'}",
        *_wrapped("Towers: ", towers),
        f"Blots:  {player['blots']} of {view['cells']['blot']}",
        "",
    ]


def _supply_text(supply: Mapping[str, int]) -> str:
    later = f" (+{supply['new']} next round)" if supply["new"] else ""
    return f"{supply['ready']}{later}"


def _wrapped(heading: str, items: Sequence[str]) -> list[str]:
    """Items in lines of at most 100 columns."""
    lines = [heading]
    for number, item in enumerate(items):
        part = item + ("," if number + 1 < len(items) else "")
        if len(lines[-1]) + len(part) > 98:
            lines.append(" " * len(heading))
        lines[-1] += f"{part} "
    return lines if items else [f"{heading}none"]


def _rows_text(view: View, player: View) -> Iterator[str]:
    """The rows of the sheet in two columns; points for speed in brackets when won, struck out when gone."""
    rows = [_row_text(view, player, row) for row in _rows(view, player)]
    kingdoms, rest = rows[: len(KINGDOMS)], rows[len(KINGDOMS) :]
    for one, other in zip_longest(kingdoms, rest, fillvalue=""):
        yield f"{one:<{COLUMN}}  {other}"


def _row_text(view: View, player: View, row: _Row) -> str:
    form = {"won": "[{}]", "open": " {} ", "gone": " - "}
    speed = "".join(
        form[_state_of_speed(view, player, row, place)].format(points) for place, points in enumerate(row.speed)
    )
    return f"  {row.name:<11}{speed} {row.detail:<23}{signed(row.points):>3}"


def _others_text(view: View) -> Iterator[str]:
    """The sheets of the others, a letter for every area."""
    for player in _others_of(view):
        seat = player["seat"]
        done = ", done" if player["finished"] and view["phase"] != "over" else ""
        yield f"{_name(seat)}{_stale(player)}: {_total(view, player)}, {_seat_note(view, player)}{done}"
        land = [
            "".join(LETTERS[COLOURS.index(paint)] if paint else "." for paint in _paints(player, kingdom))
            for kingdom in range(len(COLOURS))
        ]
        yield "  " + "  ".join(f"{name} {row}" for name, row in zip(LETTERS, land, strict=True))
        spells = " ".join(str(player["spells"][name]["ready"]) for name in SPELLS)
        drops = ", ".join(f"{supply['ready']} {name}" for name, supply in player["drops"].items() if supply["ready"])
        yield f"  spells {spells}, drops {drops or 'none'}, blots {player['blots']}"
        yield ""


def _paints(player: View, kingdom: int) -> list[str | None]:
    start = kingdom * AREAS_OF_A_KINGDOM
    return [player["areas"][name] for name in AREA_NAMES[start : start + AREAS_OF_A_KINGDOM]]


def _closing_text(view: View) -> list[str]:
    headline, detail = _headline(view)
    if view["phase"] == "over":
        return [f"{headline} {detail}" if not _is_solo(view) else f"{headline}, {detail}"]
    return [f"{headline}: {detail}" if detail else headline]
