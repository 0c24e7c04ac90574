"""Simply Genius as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know.
Elements of the picture carry classes that a page can restyle: `rack seat-0 red`, `tower blue`, `centre`, `zone`,
`odds`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, panels, pieces
from pentarchy.art.numbers import counted
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import Box
from pentarchy.games.genius.components import COLOURS, STANDSTILL

View = Mapping[str, Any]


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    plan = _plan(view)
    drawn = [
        pieces.table(sheet, plan.width, plan.height),
        _banner(sheet, view, Box(MARGIN, MARGIN, plan.width - 2 * MARGIN, BANNER_HEIGHT)),
        _cloth(sheet, view, plan.cloth),
        _scores(sheet, view, plan.side) if view["phase"] == "over" else _odds(sheet, view, plan.side),
        *(_rack_panel(sheet, view, seat, box) for seat, box in plan.racks.items()),
    ]
    title = f"Simply Genius, {_progress(view)}"
    return sheet.document(plan.width, plan.height, "".join(drawn), title=title, css_class="pentarchy genius")


def text(view: View) -> str:
    """The table in plain text of at most 100 columns."""
    drawn = [f"Simply Genius, {_progress(view)}", "", *_table_text(view), ""]
    if view["phase"] != "over":
        drawn += [_odds_text(view), ""]
    headline, detail = _headline(view)
    drawn.append(f"{headline} {detail}" if view["phase"] == "over" else f"{headline}: {detail}")
    return "\n".join(line.rstrip() for line in drawn)


def sentence(line: Mapping[str, Any]) -> str:
    """A line of `match.history()` in words; without the name of the seat if it is a move."""
    fact = line["fact"]
    return _happened(fact) + (_end(fact["ended"]) if "ended" in fact else "")


# ---- What happened, in words


def _happened(fact: Mapping[str, Any]) -> str:
    bonus = " in a bonus turn" if "in_bonus_turn" in fact else ""
    match fact["what"]:
        case "begins":
            return f"{_name(fact['seat'])} begins"
        case "filled":
            return f"{_beginning(fact)}{_token(fact['colour'])} to the centre"
        case "drawn":
            return _drawn(fact)
        case "draw":
            return f"draws a token{bonus}"
        case "took":
            return _took(fact["taken"])
        case _:
            return f"passes{bonus}: nothing to draw, nothing to take"


def _beginning(fact: Mapping[str, Any]) -> str:
    """The set-up of a game; the first one of a match needs no words."""
    return f"game {fact['game']} begins: " if fact.get("game", 1) > 1 else ""


def _token(ink: str) -> str:
    return f"{'an' if ink == 'orange' else 'a'} {ink} token"


def _drawn(fact: Mapping[str, Any]) -> str:
    """What a token was in the zone."""
    kind = {"success": "a match", "miss": "no match", "conflict": "a conflict"}[fact["outcome"]]
    moved = f", to the centre: {_amounts(fact['to_centre'])}" if "to_centre" in fact else ""
    return f"{_token(fact['colour'])}: {kind}{moved}"


def _took(taken: Mapping[str, Any]) -> str:
    """What was collected or taken, what of that is surplus, and what it has brought."""
    number = sum(taken["tokens"].values())
    what = _amounts(taken["tokens"])
    parts = [f"takes {what} from the centre" if taken["alternative"] else f"collects {number}: {what}"]
    if "surplus" in taken:
        parts.append(f"surplus: {_amounts(taken['surplus'])}")
    if taken["completed"]:
        parts.append(f"complete: {', '.join(taken['completed'])}")
    if taken["bonus_turns"]:
        parts.append(counted(taken["bonus_turns"], "bonus turn"))
    if taken["gain"]:
        parts.append(f"+{counted(taken['gain'], 'point')}")
    return "; ".join(parts)


def _amounts(tokens: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {ink}" for ink, number in tokens.items())


def _end(ended: Mapping[str, Any]) -> str:
    """Why a game is over, and what it brings everybody."""
    why = {
        "complete": "all six colours are complete",
        "passes": "all have passed",
        "standstill": f"{STANDSTILL} turns in a row have added nothing",
    }[ended["why"]]
    points = ", ".join(f"{_name(seat)} {number}" for seat, number in enumerate(ended["points"]))
    return f"; the game is over, {why}: {points}"


# ---- What both drawings say


def _seats(view: View) -> list[int]:
    """All seats, the viewer's own first, then clockwise."""
    players = len(view["collections"])
    own = view["seat"] or 0
    return [(own + k) % players for k in range(players)]


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _progress(view: View) -> str:
    """Where the match stands: "game 2 of 3, 7 of each colour"."""
    game = f"game {view['game_number']} of {view['games']}, " if view["games"] > 1 else ""
    return "the game is over" if view["phase"] == "over" else f"{game}{view['target']} of each colour"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        winners = _winners(view)
        verb = "wins" if len(winners) == 1 else "share the victory"
        return f"{' and '.join(map(_name, winners))} {verb}", _reason(view, winners[0])
    kind = "bonus turn" if view["in_bonus_turn"] else "turn"
    if view["acting"] == view["seat"]:
        return f"Your {kind}", _task(view)
    return f"{_name(view['acting'])}'s {kind}", _task(view)


def _reason(view: View, winner: int) -> str:
    standing = view["standings"][winner]
    if view["options"]["series"] is not False:
        return f"with {counted(standing['points'], 'point')}"
    if standing["fewest"] == view["target"]:
        return f"with {view['target']} of every colour"
    reason = "nobody can move" if view["passes"] == len(view["collections"]) else f"stalled for {STANDSTILL} turns"
    return f"with {' '.join(map(str, standing['sorted']))}, {reason}"


def _task(view: View) -> str:
    more = f"; {counted(view['bonus_turns'], 'bonus turn')} to follow" if view["bonus_turns"] else ""
    if view["phase"] == "success":
        number = sum(view["to_collect"].values())
        return (f"draw again or collect {number}" if view["chances"] else f"collect {number}, nothing to draw") + more
    if view["alternative"]:
        instead = f"take one {view['alternative']} token"
        return (f"draw, or {instead} instead" if view["chances"] else f"{instead}, nothing to draw") + more
    return ("draw a token" if view["chances"] else "nothing to draw, nothing to take: pass") + more


def _by_place(view: View) -> list[View]:
    return sorted(view["standings"], key=lambda standing: (standing["place"], standing["seat"]))


def _winners(view: View) -> list[int]:
    """The seats in the first place, once the match is over."""
    return [standing["seat"] for standing in _by_place(view) if standing["place"] == 1 and view["phase"] == "over"]


class _Chance(NamedTuple):
    """One thing that can happen to the next token: with which colours, and how many tokens that are."""

    name: str
    colours: Sequence[str]
    tokens: int


def _chances(view: View) -> list[_Chance]:
    """What the next token can bring."""
    kinds = {"success": "Match", "miss": "No match", "conflict": "Conflict"}
    found, chances = view["next_token"], view["chances"]
    return [
        _Chance(name, [colour for colour in COLOURS if found[colour] == kind], chances[kind])
        for kind, name in kinds.items()
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"


def _shows_choices(view: View) -> bool:
    """Whether to show what the acting seat's choices bring: to itself, and to the eyes of a spectator."""
    return view["seat"] in (None, *view["to_act"])


# ---- Where everything lies in the picture

MARGIN = 16
BANNER_HEIGHT = 52
TOP = MARGIN + BANNER_HEIGHT + MARGIN
CLOTH_HEIGHT = 316
ODDS_WIDTH = 236
OWN_RACK_HEIGHT = 256
RACK_HEIGHT = 212
OTHERS_WIDTH = 276


class _Plan(NamedTuple):
    """The places of a picture's parts; `side` is for the odds or the final scores."""

    cloth: Box
    side: Box
    racks: dict[int, Box]

    @property
    def width(self) -> float:
        return max(box.right for box in (self.side, *self.racks.values())) + MARGIN

    @property
    def height(self) -> float:
        return max(box.bottom for box in self.racks.values()) + MARGIN


def _plan(view: View) -> _Plan:
    """The viewer's own rack large below the table, or all racks alike for a spectator."""
    seats = _seats(view)
    if view["seat"] is None:
        return _plan_for_spectators(seats)
    return _plan_of_duel(seats) if len(seats) == 2 else _plan_around_own(seats)


def _plan_for_spectators(seats: list[int]) -> _Plan:
    """The table and the odds, and all racks in a row below."""
    cloth = Box(MARGIN, TOP, 716, CLOTH_HEIGHT)
    side = Box(cloth.right + MARGIN, TOP, ODDS_WIDTH, CLOTH_HEIGHT)
    step = side.right / len(seats)
    row = [Box(MARGIN + i * step, cloth.bottom + MARGIN, step - MARGIN, RACK_HEIGHT) for i in range(len(seats))]
    return _Plan(cloth, side, dict(zip(seats, row, strict=True)))


def _plan_of_duel(seats: list[int]) -> _Plan:
    """The table above the own rack; at the right the odds, and the other rack beside the own one."""
    cloth = Box(MARGIN, TOP, 600, CLOTH_HEIGHT)
    side = Box(cloth.right + MARGIN, TOP, OTHERS_WIDTH, CLOTH_HEIGHT)
    own = Box(MARGIN, cloth.bottom + MARGIN, cloth.width, OWN_RACK_HEIGHT)
    other = Box(side.x, own.y, side.width, own.height)
    return _Plan(cloth, side, dict(zip(seats, (own, other), strict=True)))


def _plan_around_own(seats: list[int]) -> _Plan:
    """A column of the others' racks; at its right the table and the odds above the own rack."""
    left = MARGIN + OTHERS_WIDTH + MARGIN
    cloth = Box(left, TOP, 440, CLOTH_HEIGHT)
    side = Box(cloth.right + MARGIN, TOP, ODDS_WIDTH, CLOTH_HEIGHT)
    own = Box(left, cloth.bottom + MARGIN, side.right - left, OWN_RACK_HEIGHT)
    others = len(seats) - 1
    step = (own.bottom - TOP + MARGIN) / others
    column = [Box(MARGIN, TOP + i * step, OTHERS_WIDTH, step - MARGIN) for i in range(others)]
    return _Plan(cloth, side, dict(zip(seats, (own, *column), strict=True)))


# ---- The banner


def _banner(sheet: Sheet, view: View, box: Box) -> str:
    headline, detail = _headline(view)
    if view["phase"] == "over":
        picture = sheet.use("crown", box.x + 12, box.middle - 18, 34)
    else:
        picture = pieces.shield(sheet, SEATS[view["acting"]], box.x + 14, box.middle - 17, 30)
    lit = view["seat"] in [*view["to_act"], *_winners(view)]
    return panels.banner(box, picture, headline, detail, _progress(view), lit=lit)


# ---- Tokens


def _tower(sheet: Sheet, ink: str, number: int, x: float, base: float, width: float, step: float) -> str:
    """Tokens of a colour on top of each other; the uppermost shows its sign."""
    discs = (
        sheet.use(f"disc-{ink}" if i < number - 1 else f"token-{ink}", x, base - width - i * step, width)
        for i in range(number)
    )
    return element("g", *discs, css_class=f"tower {ink}") if number else ""


def _pill(x: float, y: float, width: float, height: float, *runs: str, fill: str = "paper") -> str:
    """A small plate with words, around the middle `x`, `y`."""
    plate = pieces.rectangle(
        Box(x - width / 2, y - height / 2, width, height),
        height / 2,
        fill=colour(fill),
        stroke=colour("key"),
        stroke_width=2,
    )
    return element("g", plate, lettering(x, y + height * 0.24, *runs, anchor="middle"), css_class="pill")


def _coin(sheet: Sheet, ink: str, x: float, y: float, radius: float) -> str:
    """A colour with its sign, flat, around the middle `x`, `y`."""
    disc = element("circle", cx=x, cy=y, r=radius, fill=colour(ink), stroke=colour("key"), stroke_width=2)
    sign = sheet.use(f"sign-{ink}", x - radius * 0.58, y - radius * 0.58, radius * 1.16, paint=colour(f"{ink}-sign"))
    return element("g", disc, sign, css_class=f"coin {ink}")


# ---- The cloth with the zone and the centre

ZONE_HEIGHT = 96
TOWER_OF_THE_CENTRE = 5  # higher ones are drawn no higher, their number says it


def _cloth(sheet: Sheet, view: View, box: Box) -> str:
    stitching = pieces.rectangle(
        box.inset(11),
        25,
        fill="none",
        stroke=colour("cloth-2"),
        stroke_width=2.6,
        stroke_dasharray="9 7",
        stroke_linecap="round",
    )
    return element(
        "g",
        pieces.rectangle(box._replace(y=box.y + 4), 34, fill=colour("edge")),
        pieces.rectangle(box, 34, fill=colour("cloth"), stroke=colour("key"), stroke_width=3),
        stitching,
        _zone(sheet, view, Box(box.x + 24, box.y + 24, box.width - 48, ZONE_HEIGHT)),
        _centre(sheet, view, Box(box.x + 24, box.y + 24 + ZONE_HEIGHT, box.width - 48, box.height - 48 - ZONE_HEIGHT)),
        _aside(sheet, view, box),
        css_class="cloth",
    )


def _zone(sheet: Sheet, view: View, box: Box) -> str:
    """The tokens turned up in this turn, and the place of the next one."""
    waiting = 1 if view["chances"] else 0
    width = min(62, (box.width - 96) / max(4, len(view["zone"]) + waiting) - 6)
    step = width + 6
    paper = Box(0, box.y, 96 + max(3, len(view["zone"]) + waiting) * step, box.height)
    paper = paper._replace(x=box.x + (box.width - paper.width) / 2)
    top = paper.middle - width / 2
    drawn = [sheet.use(f"token-{ink}", paper.x + 76 + i * step, top, width) for i, ink in enumerate(view["zone"])]
    if waiting:
        drawn.append(_open_place(paper.x + 76 + len(view["zone"]) * step + width / 2, paper.middle, width * 0.42))
    return element(
        "g",
        pieces.rectangle(paper, 20, fill=colour("paper"), stroke=colour("key"), stroke_width=2.6),
        lettering(paper.x + 20, paper.middle + 6, words("Zone", 17, "display")),
        *drawn,
        css_class="zone",
    )


def _open_place(x: float, y: float, radius: float) -> str:
    place = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    return pieces.dashed(place, radius) + lettering(
        x, y + radius * 0.4, words("?", radius * 1.2, "display", fill="ink-2"), anchor="middle"
    )


def _centre(sheet: Sheet, view: View, box: Box) -> str:
    """A tower for every colour that lies there; lamplit those that a choice would take from."""
    present = [ink for ink in COLOURS if view["centre"][ink]]
    slot = min(112, box.width / max(4, len(present)))
    width = slot * 0.74
    left = box.x + (box.width - slot * len(present)) / 2
    lit = [*(view["to_collect"] or ()), view["alternative"]] if _shows_choices(view) else []
    drawn = []
    for i, ink in enumerate(present):
        x, base = left + (i + 0.5) * slot, box.bottom - 46
        number = view["centre"][ink]
        if ink in lit:
            drawn.append(_light_under(x, base - width * 0.52, width * 0.61))
        height = min(number, TOWER_OF_THE_CENTRE)
        drawn.append(_tower(sheet, ink, height, x - width / 2, base, width, min(width * 0.16, 9)))
        drawn.append(_pill(x, base + 6, 42, 24, words(f"×{number}", 16, "display")))
    drawn.append(lettering(box.x + 4, box.bottom - 1, words("Centre", 17, "display")))
    return element("g", *drawn, css_class="centre")


def _light_under(x: float, y: float, radius: float) -> str:
    """Lamplight under a tower from which tokens would be taken."""
    rim = element("circle", cx=x, cy=y, r=radius, fill=colour("lamp"), stroke=colour("key"), stroke_width=2.4)
    return element("g", rim, element("circle", cx=x, cy=y, r=radius - 6, fill=colour("lamp-soft")), css_class="lamp")


def _aside(sheet: Sheet, view: View, box: Box) -> str:
    """The surplus that goes back into the reserve when the whole turn ends."""
    surplus = [(ink, number) for ink, number in view["aside"].items() if number]
    if not surplus:
        return ""
    y = box.bottom - 30
    left = box.right - 22 - 40 * len(surplus)
    drawn = [lettering(left - 18, y + 5, words("Aside", 13, "strong"), anchor="end")]
    for i, (ink, number) in enumerate(surplus):
        drawn.append(_coin(sheet, ink, left + 40 * i, y, 10))
        drawn.append(lettering(left + 40 * i + 13, y + 5, words(str(number), 13, "strong")))
    return element("g", *drawn, css_class="aside")


# ---- The odds, and the scores that take their place at the end


def _odds(sheet: Sheet, view: View, box: Box) -> str:
    """What the next token can bring, and how many of every colour are in the reserve."""
    number = sum(view["reserve"].values())
    title = lettering(
        box.x + 16,
        box.y + 29,
        words("Next token", 17, "display"),
        words(f"{number} in the reserve", 12, fill="ink-2", after=8),
    )
    drawn = [panels.panel(box), title]
    if view["chances"]:
        for i, chance in enumerate(_chances(view)):
            row = Box(box.x + 16, box.y + 46 + i * 88, box.width - 32, 84)
            drawn.append(_chance(sheet, view, chance, row))
    else:
        back = sheet.use("token-back", box.x + box.width / 2 - 32, box.middle - 52, 64)
        note = words("nothing left to draw", 14, fill="ink-2")
        drawn += [back, lettering(box.x + box.width / 2, box.middle + 40, note, anchor="middle")]
    return element("g", *drawn, css_class="odds")


def _chance(sheet: Sheet, view: View, chance: _Chance, row: Box) -> str:
    ink = "good" if chance.name == "Match" else "ink"
    percent = _percent(chance.tokens, view["chances"]["of"])
    drawn = [
        element("path", d=f"M{row.x} {row.y} h{row.width}", stroke=colour("line"), stroke_width=1.4),
        lettering(row.x, row.y + 24, words(chance.name, 15, "strong", fill=ink)),
        lettering(row.right, row.y + 25, words(percent, 19, "display", fill=ink), anchor="end"),
    ]
    for i, token in enumerate(chance.colours):
        x = row.x + 14 + i * (row.width - 28) / 5
        drawn.append(_coin(sheet, token, x, row.y + 48, 12))
        number = words(str(view["reserve"][token]), 12, fill="ink-2")
        drawn.append(lettering(x, row.y + 76, number, anchor="middle"))
    return element("g", *drawn, css_class=f"chance {chance.name.lower()}")


def _scores(sheet: Sheet, view: View, box: Box) -> str:
    """The result of every seat: its points, and what they come from."""
    step = min(96, (box.height - 20) / len(view["standings"]))
    rows = (
        _score(sheet, view, standing, Box(box.x + 16, box.y + 14 + i * step, box.width - 32, step))
        for i, standing in enumerate(_by_place(view))
    )
    return element("g", panels.panel(box), *rows, css_class="scores")


def _score(sheet: Sheet, view: View, standing: View, box: Box) -> str:
    ink = SEATS[standing["seat"]]
    return element(
        "g",
        lettering(box.x, box.y + 23, words(f"{standing['place']}.", 19, "display")),
        pieces.shield(sheet, ink, box.x + 26, box.y + 2, 24),
        lettering(box.x + 58, box.y + 22, words(_name(standing["seat"]), 15, "strong")),
        lettering(box.right, box.y + 24, words(str(standing["points"]), 23, "display"), anchor="end"),
        lettering(box.x + 26, box.y + 49, words(_score_items(view, standing), 13, fill="ink-2")),
        css_class=f"score {ink}",
    )


def _score_items(view: View, standing: View) -> str:
    """The points of every game, or in a single game the collection that decides it."""
    if view["games"] > 1:
        return f"games: {' '.join(map(str, [*standing['earlier'], standing['fewest']]))}"
    return f"colours: {' '.join(map(str, standing['sorted']))}"


# ---- The racks

WOOD = "#c79b66"


class _Shelf(NamedTuple):
    """The measures of a rack: a wooden shelf with a peg for each colour, the first of them at `x`."""

    x: float
    base: float  # where the towers stand
    token: float  # the width of a token
    slot: float  # from one peg to the next
    step: float  # from one token of a tower to the next
    foot: float  # the height of the shelf below the towers

    def peg(self, i: int) -> float:
        return self.x + (i + 0.5) * self.slot


def _shelf(view: View, box: Box, *, large: bool) -> _Shelf:
    """A rack that fills the box."""
    foot = 46 if large else 34
    slot = min(box.width / len(COLOURS), 108 if large else 64)
    token = slot * (0.66 if large else 0.8)
    step = min(token * (0.24 if large else 0.5), (box.height - foot - token) / (view["target"] - 1))
    return _Shelf(box.x + (box.width - slot * len(COLOURS)) / 2, box.bottom - foot, token, slot, step, foot)


def _rack_panel(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    """A seat's name and place, and its collection on a rack."""
    large = box.width > 400
    standing = view["standings"][seat]
    acting = seat in view["to_act"]
    inside = Box(box.x + 12, box.y + 52, box.width - 24, box.height - 62)
    return element(
        "g",
        panels.panel(box),
        _rack_title(sheet, view, standing, box),
        _rack(sheet, view, seat, _shelf(view, inside, large=large), large=large),
        pieces.lamp_ring(box, 16, gold=3) if acting else "",
        css_class=f"rack seat-{seat} {SEATS[seat]}" + (" acting" if acting else ""),
    )


def _rack_title(sheet: Sheet, view: View, standing: View, box: Box) -> str:
    seat = standing["seat"]
    you = words("you", 12, fill="ink-2", after=7) if seat == view["seat"] else ""
    note = f"fewest {standing['fewest']}"
    if view["games"] > 1:
        note += f", sum {standing['points']}"
    return element(
        "g",
        pieces.shield(sheet, SEATS[seat], box.x + 14, box.y + 11, 24),
        sheet.use("crown", box.x + 9, box.y - 17, 34, css_class="winner") if seat in _winners(view) else "",
        _place(standing["place"], box.x + 58, box.y + 25),
        lettering(box.x + 78, box.y + 30, words(_name(seat), 15, "strong"), you),
        lettering(box.right - 14, box.y + 30, words(note, 12, fill="ink-2"), anchor="end"),
    )


def _place(place: int, x: float, y: float) -> str:
    """The place that the seat has now."""
    return _pill(x, y, 24, 24, words(str(place), 14, "display"), fill="paper-2")


def _rack(sheet: Sheet, view: View, seat: int, shelf: _Shelf, *, large: bool) -> str:
    """The shelf, and on every peg a tower that grows towards the notch of the target."""
    gains = view["to_collect"] if seat in view["to_act"] and _shows_choices(view) and view["to_collect"] else {}
    drawn = [_board(shelf)]
    for i, ink in enumerate(COLOURS):
        held = view["collections"][seat][ink]
        x = shelf.peg(i)
        left = x - shelf.token / 2
        drawn.append(_peg(shelf, x, view["target"]))
        drawn.append(_tower(sheet, ink, held, left, shelf.base, shelf.token, shelf.step))
        drawn.append("" if held else _empty_peg(sheet, shelf, ink, x))
        drawn += _gain(sheet, shelf, ink, x, held, min(gains.get(ink, 0), view["target"] - held))
        drawn.append(_count(sheet, shelf, ink, x, held, complete=held == view["target"], large=large))
    return "".join(drawn)


def _board(shelf: _Shelf) -> str:
    top = shelf.base - shelf.token * 0.26
    wood = Box(shelf.x, top, shelf.slot * len(COLOURS), shelf.base + shelf.foot - 6 - top)
    return pieces.rectangle(wood._replace(y=wood.y + 3), 8, fill=colour("edge")) + pieces.rectangle(
        wood, 8, fill=WOOD, stroke=colour("key"), stroke_width=2
    )


def _peg(shelf: _Shelf, x: float, target: int) -> str:
    """The peg behind a tower, and a dashed notch at the height of the target."""
    token = shelf.token
    top = shelf.base - token - (target - 1) * shelf.step + token * 0.06
    rod = Box(x - token * 0.05, top, token * 0.1, shelf.base - token * 0.3 - top)
    notch = element(
        "path",
        d=f"M{x - token * 0.3:.2f} {top:.2f} h{token * 0.6:.2f}",
        stroke=colour("ink-2"),
        stroke_width=max(1.4, token * 0.035),
        stroke_dasharray=f"{token * 0.07:.2f} {token * 0.07:.2f}",
    )
    return pieces.rectangle(rod, token * 0.05, fill=colour("ink-2"), opacity=0.4) + notch


def _empty_peg(sheet: Sheet, shelf: _Shelf, ink: str, x: float) -> str:
    """The place of the first token of a colour."""
    token = shelf.token
    place = Box(x - token * 0.42, shelf.base - token * 0.94, token * 0.84, token * 0.78)
    sign = sheet.use(f"sign-{ink}", x - token * 0.2, place.middle - token * 0.2, token * 0.4, paint=colour(f"{ink}-d"))
    paper = pieces.rectangle(place, token * 0.4, fill=colour("paper-2"))
    return element("g", paper, pieces.dashed(place, token * 0.4), sign, css_class=f"empty {ink}")


def _gain(sheet: Sheet, shelf: _Shelf, ink: str, x: float, held: int, gain: int) -> Iterator[str]:
    """What collecting would add to a tower, pale and dashed, and its number."""
    if not gain:
        return
    top = shelf.base - shelf.token - held * shelf.step
    for k in range(gain):
        yield _ghost(sheet, ink, x - shelf.token / 2, top - k * shelf.step, shelf.token)
    radius = max(11, shelf.token * 0.23)
    plus = words(f"+{gain}", radius * 1.1, "display", fill="lamp-ink")
    y = top - (gain - 1) * shelf.step + shelf.token * 0.12
    yield _pill(x + shelf.token * 0.4, y, 2 * radius, 2 * radius, plus, fill="lamp")


def _ghost(sheet: Sheet, ink: str, x: float, y: float, width: float) -> str:
    """A token that is not there yet."""
    pale = _mixed(colour(ink), colour("paper"), 0.42)
    form = element(
        "g",
        element("path", d="M3 22 V27 A21 18.5 0 0 0 45 27 V22 Z", fill=pale),
        element("ellipse", cx=24, cy=22, rx=21, ry=18.8, fill=pale),
        stroke=colour("key"),
        stroke_width=2,
        stroke_dasharray="4 3.4",
    )
    sign = sheet.use(f"sign-{ink}", 14.4, 13, 19.2, 18, paint=colour(f"{ink}-d"))
    scale = f"translate({x:.2f} {y:.2f}) scale({width / 48:.4f})"
    return element("g", form, sign, transform=scale, css_class=f"ghost {ink}")


def _mixed(first: str, second: str, share: float) -> str:
    """A colour with `share` of the first and the rest of the second."""
    channels = (round(int(first[i : i + 2], 16) * share + int(second[i : i + 2], 16) * (1 - share)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def _count(sheet: Sheet, shelf: _Shelf, ink: str, x: float, held: int, *, complete: bool, large: bool) -> str:
    """How many tokens of a colour there are, on the shelf below its tower."""
    y = shelf.base + shelf.foot / 2 - 5
    if not large:
        return lettering(x, y + 7, words(str(held), 19, "display"), anchor="middle")
    plate = Box(x - 29, y - 14, 58, 28)
    return element(
        "g",
        pieces.rectangle(
            plate, 14, fill=colour("lamp-soft" if complete else "paper"), stroke=colour("key"), stroke_width=2
        ),
        sheet.use(f"sign-{ink}", plate.x + 9, y - 8.5, 17, paint=colour("ink")),
        lettering(plate.right - 19, y + 7, words(str(held), 19, "display"), anchor="middle"),
        css_class="count complete" if complete else "count",
    )


# ---- The text


def _table_text(view: View) -> list[str]:
    """Every place as a row with a column for each colour; the acting seat is marked.

                 red  orange  yellow
      centre       2       .       1
    > Blue         4       2       .   fewest 0, place 2
    """
    zone = {ink: int(ink in view["zone"]) for ink in COLOURS}
    rows = [
        " " * 16 + "  ".join(f"{ink:>6}" for ink in COLOURS),
        _row_text("  centre", view["centre"]),
        _row_text("  zone", zone),
        _row_text("  reserve", view["reserve"]),
        "",
    ]
    for seat in _seats(view):
        mark = ">" if seat in view["to_act"] else " "
        name = f"{_name(seat)} (you)" if seat == view["seat"] else _name(seat)
        rows.append(f"{_row_text(f'{mark} {name}', view['collections'][seat])}   {_note_text(view, seat)}")
    if any(view["aside"].values()):
        rows.append(_row_text("  aside", view["aside"]))
    return rows


def _row_text(name: str, tokens: Mapping[str, int]) -> str:
    return f"{name:<16}" + "  ".join(f"{tokens[ink] or '.':>6}" for ink in COLOURS)


def _note_text(view: View, seat: int) -> str:
    standing = view["standings"][seat]
    total = f", sum {standing['points']}" if view["games"] > 1 else ""
    return f"fewest {standing['fewest']}{total}, place {standing['place']}"


def _odds_text(view: View) -> str:
    if not view["chances"]:
        return "next token: nothing left to draw"
    of = view["chances"]["of"]
    shares = (f"{chance.name.lower()} {chance.tokens} ({_percent(chance.tokens, of)})" for chance in _chances(view))
    return f"next token, of {of}: {', '.join(shares)}"
