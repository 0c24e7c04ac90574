"""Fairytale Scuffle as a picture and as text, for notebooks, terminals and records.

Both are drawn from a view, never from the state itself, so a drawing cannot show more than its viewer may know.
Elements of the picture carry classes that a page can restyle: `location castle`, `card king red`, `card king red
blocked`, `hand`, `leftovers red`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from pentarchy.art import SEATS, Sheet, colour, element, panels, pieces
from pentarchy.art.numbers import counted, signed
from pentarchy.art.panels import lettering, words
from pentarchy.art.pieces import Box, rectangle
from pentarchy.games.scuffle.components import KINGDOMS, TURNS, Kingdom

View = Mapping[str, Any]

ORDINARY = ("king", "queen", "princess", "knight", "peasant", "gnome")
NOT_IN_THE_LAST_TURN = ("dragon", "gnome")

# What is printed on the cards of a hand: two lines each.
NOTES = {
    "king": ("★ in a castle", "★ farms, forests near"),
    "queen": ("★ with a king", "★ each of hers near"),
    "princess": ("★★ in a tower", "★ with a knight"),
    "knight": ("★★★ with a princess", "blocks a dragon below"),
    "peasant": ("★ on a farm", "★ kings, queens near"),
    "gnome": ("lies at the bottom", "★ unblocked above"),
    "dragon": ("blocks all beneath", "except a gnome"),
    "witch": ("in a forest: swaps", "two top ones"),
    "fairy": ("puts her location", "in a new order"),
    "wizard": ("in or near a tower:", "moves a top one"),
}


def svg(view: View) -> str:
    """A standalone SVG picture of the whole table as `view` shows it."""
    sheet = Sheet()
    plan = _plan(view)
    drawn = [
        pieces.table(sheet, plan.width, plan.height),
        _banner(sheet, view, plan.banner),
        *(_location(sheet, view, location, plan.place(location)) for location in view["locations"]),
        _scores(sheet, view, plan.side) if view["phase"] == "over" else _side(sheet, view, plan.side),
    ]
    if view["phase"] == "over":
        drawn += _leftovers(sheet, view, plan.below)
    elif view["seat"] is not None:
        drawn.append(_hand(sheet, view, plan.below))
    title = f"Fairytale Scuffle, {_progress(view)}"
    return sheet.document(plan.width, plan.height, "".join(drawn), title=title, css_class="pentarchy scuffle")


def text(view: View) -> str:
    """The table in plain text of at most 100 columns."""
    columns = _kingdom_of(view).columns
    cells = [_location_text(location) for location in view["locations"]]
    drawn = [f"Fairytale Scuffle, {_progress(view)}", ""]
    for first in range(0, len(cells), columns):
        drawn += [*_side_by_side(cells[first : first + columns]), ""]
    drawn += ["top character first, (blocked), stars as 2*", ""]
    drawn += _scores_text(view) if view["phase"] == "over" else _players_text(view)
    return "\n".join(line.rstrip() for line in drawn)


def sentence(line: Mapping[str, Any]) -> str:
    """A line of `match.history()` in words; without the name of the seat if it is a move."""
    fact = line["fact"]
    return "; ".join([_happened(fact), *_consequences(fact)])


# ---- What happened, in words

WITHOUT_ABILITY = {
    "not_in_forest": "not in a forest, no ability",
    "nothing_to_swap": "nobody to swap",
    "no_tower_near": "no tower near, no ability",
    "nothing_to_order": "nobody to put in order",
}


def _happened(fact: Mapping[str, Any]) -> str:
    match fact["what"]:
        case "begins":
            return f"{_name(fact['seat'])} begins"
        case "laid":
            return f"location {fact['location']['number']}: {fact['location']['kind']}"
        case "set_aside":
            return f"set aside for {_name(fact['seat'])}: {fact['card'].capitalize()}"
        case "play":
            where = fact["location"]
            return f"plays the {fact['card'].capitalize()} {'on' if where['kind'] == 'farm' else 'in'} {_place(where)}"
        case "swap":
            one, other = (f"the {moved['card'].capitalize()} ({_place(moved['source'])})" for moved in fact["moved"])
            return f"has the Witch swap {one} and {other}"
        case "move":
            return _moved(fact["moved"][0])
        case "order":
            return _ordered(fact)
        case _:
            return f"does not use the ability of the {fact['card'].capitalize()}"


def _place(location: Mapping[str, Any]) -> str:
    """Castle 5, with the number that moves use."""
    return f"{location['kind']} {location['number']}"


def _moved(moved: Mapping[str, Any]) -> str:
    ways = f"from {_place(moved['source'])} to {_place(moved['target'])}"
    return f"has the Wizard move the {moved['card'].capitalize()} {ways}"


def _ordered(fact: Mapping[str, Any]) -> str:
    """One step of a new order, and with the last one all of it."""
    ordered, where = fact["ordered"], _place(fact["location"])
    if "order" not in ordered:
        return (
            f"has the Fairy put the {ordered['card'].capitalize()} in order in {where}, as number {ordered['number']}"
        )
    return f"has the Fairy put {where} in order, from the bottom up: {_cards(ordered['order'])}"


def _cards(those: Sequence[Mapping[str, Any]]) -> str:
    """Characters with whose they are, since several may have one name."""
    return ", ".join(f"{_name(one['seat'])}'s {one['card'].capitalize()}" for one in those)


def _consequences(fact: Mapping[str, Any]) -> Iterator[str]:
    """Why no ability follows, who is blocked or free by this, what stars it brings, and who has to skip."""
    if fact.get("ability") in WITHOUT_ABILITY:
        yield WITHOUT_ABILITY[fact["ability"]]
    settled = fact["what"] != "order"  # while a Fairy puts in order, every step would say something else
    if "blocked" in fact and settled:
        yield f"blocked: {_cards(fact['blocked'])}"
    if "freed" in fact and settled:
        yield f"no longer blocked: {_cards(fact['freed'])}"
    if "gains" in fact:
        yield "stars: " + ", ".join(f"{_name(gain['seat'])} {_change(gain['stars'])}" for gain in fact["gains"])
    for skipped in fact.get("skipped", ()):
        hand = ", ".join(card.capitalize() for card in skipped["hand"])
        yield f"{_name(skipped['seat'])} skips the last turn, holding only {hand}"


def _change(stars: int) -> str:
    return f"+{stars}" if stars > 0 else signed(stars)


# ---- What both drawings say


def _seats(view: View) -> list[int]:
    """All seats in turn order, which is also the order that decides ties."""
    seats = len(view["players"])
    return [(view["first"] + k) % seats for k in range(seats)]


def _kingdom_of(view: View) -> Kingdom:
    """How the locations lie."""
    return KINGDOMS[len(view["players"])]


def _name(seat: int) -> str:
    return SEATS[seat].capitalize()


def _progress(view: View) -> str:
    """Where the game stands: "turn 3 of 6"."""
    return "the game is over" if view["phase"] == "over" else f"turn {view['turn']} of {TURNS}"


def _headline(view: View) -> tuple[str, str]:
    """Who is to act and what, or who has won and how."""
    if view["phase"] == "over":
        winner = _by_place(view)[0]
        tied = [row["points"] for row in view["standings"]].count(winner["points"]) > 1
        decided = ", earlier in turn order" if tied else ""
        return f"{_name(winner['seat'])} wins", f"with {counted(winner['points'], 'star')}{decided}"
    actor = view["to_act"][0]
    return "Your turn" if actor == view["seat"] else f"{_name(actor)} to act", _task(view)


def _task(view: View) -> str:
    if view["phase"] == "play":
        return "play a card, no dragon or gnome in the last turn" if _is_last_turn(view) else "play a card"
    if view["phase"] == "swap":
        return "the witch may swap two top characters"
    if view["phase"] == "move":
        return "the wizard may move a top character"
    place = f"the fairy puts location {view['pending']['location']} in order"
    named = len(view["pending"]["named"])
    return f"{place}: who is next from the bottom?" if named else f"{place}: who is at the bottom?"


def _is_last_turn(view: View) -> bool:
    return bool(view["turn"] == TURNS)


def _by_place(view: View) -> list[View]:
    return sorted(view["standings"], key=lambda standing: standing["place"])


def _is_viewer_acting(view: View) -> bool:
    return view["seat"] in view["to_act"]


def _bringing(standing: View) -> list[tuple[str, int]]:
    """The characters that brought stars, the best first."""
    found = [(character["card"], character["stars"]) for character in standing["characters"] if character["stars"]]
    return sorted(found, key=lambda item: -item[1])


def _seat_note(player: View) -> str:
    if player["skipped"]:
        return "skipped: dragon and gnome in hand"
    return f"{player['cards_in_hand']} in hand, 3 set aside"


def _offered(view: View) -> set[int]:
    """The locations that can be named now, as far as the viewer can tell."""
    pending = view["pending"]
    if view["seat"] is not None and not _is_viewer_acting(view):
        return set()
    if pending is not None:
        pairs = pending.get("swaps") or pending.get("moves") or [[pending["location"]]]
        return {number for pair in pairs for number in pair}
    hand = view["players"][view["seat"]]["hand"] if _is_viewer_acting(view) else []
    playable = {card for card in hand if _is_playable(view, card)}
    return {
        location["number"] for location in view["locations"] if playable - {card["card"] for card in location["stack"]}
    }


def _is_playable(view: View, card: str) -> bool:
    return not (_is_last_turn(view) and card in NOT_IN_THE_LAST_TURN)


# ---- Where everything lies in the picture

MARGIN = 16
GAP = 12
BANNER_HEIGHT = 52
PLACE_WIDTH = 210
PLACE_HEIGHT = 158
SIDE_WIDTH = 252
PLAQUE_HEIGHT = 50
HAND_HEIGHT = 206
LEFTOVERS_HEIGHT = 134
TOP = MARGIN + BANNER_HEIGHT + MARGIN


class _Plan(NamedTuple):
    """The places of a picture's parts: the kingdom at the left, `side` at its right, `below` under both."""

    rows: int
    columns: int
    below_height: float

    @property
    def width(self) -> float:
        return self.side.right + MARGIN

    @property
    def height(self) -> float:
        return self.below.bottom + MARGIN if self.below_height else self.side.bottom + MARGIN

    @property
    def banner(self) -> Box:
        return Box(MARGIN, MARGIN, self.side.right - MARGIN, BANNER_HEIGHT)

    @property
    def side(self) -> Box:
        right = MARGIN + self.columns * (PLACE_WIDTH + GAP) - GAP
        return Box(right + MARGIN, TOP, SIDE_WIDTH, self.rows * (PLACE_HEIGHT + GAP) - GAP)

    @property
    def below(self) -> Box:
        return Box(MARGIN, self.side.bottom + MARGIN, self.side.right - MARGIN, self.below_height)

    def place(self, location: View) -> Box:
        row, column = divmod(location["number"] - 1, self.columns)
        return Box(MARGIN + column * (PLACE_WIDTH + GAP), TOP + row * (PLACE_HEIGHT + GAP), PLACE_WIDTH, PLACE_HEIGHT)


def _plan(view: View) -> _Plan:
    below = 0
    if view["phase"] == "over":
        below = LEFTOVERS_HEIGHT
    elif view["seat"] is not None:
        below = HAND_HEIGHT
    return _Plan(_kingdom_of(view).rows, _kingdom_of(view).columns, below)


# ---- The banner, the plaques and the key


def _banner(sheet: Sheet, view: View, box: Box) -> str:
    headline, detail = _headline(view)
    if view["phase"] == "over":
        picture = sheet.use("crown", box.x + 12, box.middle - 18, 34)
        lit = view["seat"] == _by_place(view)[0]["seat"]
    else:
        picture = _actor(sheet, view, box)
        lit = _is_viewer_acting(view)
    return panels.banner(box, picture, headline, detail, _progress(view), lit=lit)


def _actor(sheet: Sheet, view: View, box: Box) -> str:
    """The card whose ability is used, or else the arms of the seat."""
    ink = SEATS[view["to_act"][0]]
    if view["pending"]:
        return sheet.use(f"char-{view['pending']['card']}", box.x + 9, box.middle - 21, 42, owner=ink)
    return pieces.shield(sheet, ink, box.x + 16, box.middle - 16, 28)


def _side(sheet: Sheet, view: View, box: Box) -> str:
    step = PLAQUE_HEIGHT + 10
    plaques = [
        _plaque(sheet, view, seat, Box(box.x, box.y + i * step, box.width, PLAQUE_HEIGHT))
        for i, seat in enumerate(_seats(view))
    ]
    top = box.y + len(plaques) * step + 6
    key = _key(sheet, Box(box.x, top, box.width, min(158, box.bottom - top)))
    return element("g", *plaques, key, css_class="side")


def _plaque(sheet: Sheet, view: View, seat: int, box: Box) -> str:
    points = view["standings"][seat]["points"]
    facts = ["you" if seat == view["seat"] else "", "begins" if seat == view["first"] else ""]
    plaque = panels.Plaque(
        SEATS[seat],
        _name(seat),
        points,
        beside=", ".join(filter(None, facts)),
        note=_seat_note(view["players"][seat]),
        acting=seat in view["to_act"],
    )
    return panels.plaque(sheet, box, plaque)


def _key(sheet: Sheet, box: Box) -> str:
    """How a stack is read."""
    stack = [_Card("gnome", 3), _Card("king", 2), _Card("fairy", 1)]
    blocked = [_Card("princess", 3, blocked=True), _Card("dragon", 1)]
    row = (box.height - 46) / 2
    first, second = box.y + 38, box.y + 38 + row
    return element(
        "g",
        panels.panel(box),
        lettering(box.x + 16, box.y + 25, words("Stacks", 17, "display")),
        *_row_of_cards(sheet, stack, Box(box.x + 16, first, 88, row - 6), 0.5),
        lettering(box.x + 116, first + row / 2 - 9, words("left is the bottom,", 12.5)),
        lettering(box.x + 116, first + row / 2 + 7, words("right the top", 12.5)),
        *_row_of_cards(sheet, blocked, Box(box.x + 16, second, 66, row - 6), 0.5),
        lettering(box.x + 116, second + row / 2 - 9, words("who is barred", 12.5)),
        lettering(box.x + 116, second + row / 2 + 7, words("does not count", 12.5)),
        css_class="key",
    )


# ---- The locations

SKIES = {"tower": "#c3d9ec", "castle": "#f3d9b4", "farm": "#f7e6a6", "forest": "#bfddc4"}
SCENE_TOP = 11
STACK_LEFT = 13
STACK_WIDTH = PLACE_WIDTH - 26
LABEL_BOTTOM = 40
VISIBLE = 0.6  # so much of a covered card at least


def _location(sheet: Sheet, view: View, location: View, box: Box) -> str:
    """A scene, its number and kind, and the cards on it."""
    kind = location["kind"]
    form = Box(0, 0, PLACE_WIDTH, PLACE_HEIGHT).inset(1)
    clip = sheet.define("clipPath", "place", rectangle(form, 15))
    scene = rectangle(form, 0, fill=SKIES[kind]) + sheet.use(f"loc-{kind}", 0, SCENE_TOP, PLACE_WIDTH)
    stack = [_card_of(view, location, card) for card in location["stack"]]
    return element(
        "g",
        rectangle(form._replace(y=4), 15, fill=colour("key"), opacity=0.35),
        element("g", scene, clip_path=clip),
        rectangle(form, 15, fill="none", stroke=colour("key"), stroke_width=3),
        _label(view, location),
        *_stack(sheet, stack),
        css_class=f"location {kind}",
        transform=f"translate({box.x:g} {box.y:g})",
    )


def _label(view: View, location: View) -> str:
    """Number and kind on a sign: gold where the viewer can act, dashed where not, plain while others act."""
    offered = location["number"] in _offered(view)
    dashed = not offered and _is_viewer_acting(view)
    name = location["kind"].capitalize()
    number = str(location["number"])
    sign = Box(9, 9, 30 + 9.8 * len(name) + 11 * len(number), LABEL_BOTTOM - 9)
    return element(
        "g",
        rectangle(
            sign,
            15.5,
            fill=colour("lamp" if offered else "paper"),
            stroke=colour("key"),
            stroke_width=2.4,
            stroke_dasharray="5 4" if dashed else None,
        ),
        lettering(sign.x + 13, sign.y + 21.5, words(number, 19, "display"), words(name, 17, "strong", after=7)),
        css_class="label offered" if offered else "label",
    )


def _stack(sheet: Sheet, cards: Sequence["_Card"]) -> Iterator[str]:
    """The cards from the bottom at the left to the top at the right, so small that most of each can be seen."""
    room = Box(STACK_LEFT, LABEL_BOTTOM + 15, STACK_WIDTH, PLACE_HEIGHT - LABEL_BOTTOM - 25)
    scale = min(1, STACK_WIDTH / (CARD_WIDTH * (1 + VISIBLE * (len(cards) - 1))))
    return _row_of_cards(sheet, cards, room, scale)


def _row_of_cards(sheet: Sheet, cards: Sequence["_Card"], box: Box, scale: float) -> Iterator[str]:
    """Cards standing on the lower edge of a box, each covering as much of the one before as it must."""
    width, height = CARD_WIDTH * scale, CARD_HEIGHT * scale
    step = min(width * 0.81, (box.width - width) / max(1, len(cards) - 1))
    for i, card in enumerate(cards):
        yield _draw_card(sheet, card, box.x + i * step, box.bottom - height, scale)


# ---- The cards

CARD_WIDTH = 74
CARD_HEIGHT = 90
BAND = 20
FACE = "#fdf6e4"


class _Card(NamedTuple):
    """A card as it lies in a stack; `stars` is None where none are counted."""

    name: str
    seat: int
    stars: int | None = None
    blocked: bool = False
    acting: bool = False


def _card_of(view: View, location: View, card: View) -> _Card:
    pending = view["pending"]
    acting = (
        pending is not None
        and (pending["location"], pending["card"]) == (location["number"], card["card"])
        and pending["seat"] == card["seat"]
    )
    stars = card["stars"] if card["card"] in ORDINARY else None
    return _Card(card["card"], card["seat"], stars, card["blocked_by"] is not None, acting)


def _draw_card(sheet: Sheet, card: _Card, x: float, y: float, scale: float) -> str:
    """Bust, a band with the owner's colour, hatch and sign, and at the upper left the stars or a lock."""
    ink = SEATS[card.seat]
    form = Box(0, 0, CARD_WIDTH, CARD_HEIGHT)
    clip = sheet.define("clipPath", "card", rectangle(form, 11))
    return element(
        "g",
        rectangle(form._replace(y=4), 11, fill=colour("edge")),
        element("g", _card_face(sheet, card, form), clip_path=clip),
        rectangle(form, 11, fill="none", stroke=colour("key"), stroke_width=2.8),
        _sign(sheet, ink),
        pieces.lamp_ring(form.inset(-1), 12) if card.acting else "",
        _mark(sheet, card),
        css_class=f"card {card.name} {ink}{' blocked' if card.blocked else ''}",
        transform=f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else ""),
    )


def _card_face(sheet: Sheet, card: _Card, form: Box) -> str:
    ink = SEATS[card.seat]
    band = Box(0, CARD_HEIGHT - BAND, CARD_WIDTH, BAND)
    drawn = [
        rectangle(form, 0, fill=FACE),
        rectangle(form, 0, fill=colour(ink), opacity=0.2),
        sheet.use(f"char-{card.name}", 3, 4, CARD_WIDTH - 6, owner=ink),
        rectangle(band, 0, fill=colour(ink)),
        rectangle(band, 0, fill=sheet.hatch(ink)),
        element("path", d=f"M0 {band.y} h{CARD_WIDTH}", stroke=colour("key"), stroke_width=2.6),
    ]
    if card.blocked:
        drawn += [rectangle(form, 0, fill="#9a96a2", opacity=0.5), rectangle(form, 0, fill=_bars(sheet))]
    return "".join(drawn)


def _bars(sheet: Sheet) -> str:
    bar = element("rect", width=3.6, height=11, fill=colour("key"), opacity=0.3)
    return sheet.define(
        "pattern", "bars", bar, width=11, height=11, patternUnits="userSpaceOnUse", patternTransform="rotate(45)"
    )


def _sign(sheet: Sheet, ink: str) -> str:
    """The owner's sign at the lower left, where the next card does not cover it."""
    y = CARD_HEIGHT - BAND / 2
    disc = element("circle", cx=15, cy=y, r=8.6, fill=colour(ink), stroke=colour("key"), stroke_width=1.8)
    return disc + sheet.use(f"sign-{ink}", 9.2, y - 5.8, 11.6, paint=colour(f"{ink}-sign"))


def _mark(sheet: Sheet, card: _Card) -> str:
    """The upper left corner is never covered."""
    if card.blocked:
        disc = element("circle", cx=11, cy=9, r=13.5, fill=colour("key"), stroke=FACE, stroke_width=2.4)
        return disc + sheet.use("ui-lock", 2.6, 0.2, 16.8, paint=FACE)
    if card.stars is None:
        return ""
    fill = colour("lamp") if card.stars else colour("paper-2")
    disc = element("circle", cx=11, cy=9, r=15, fill=fill, stroke=colour("key"), stroke_width=2.6)
    number = words(str(card.stars), 20, "display", fill="lamp-ink")
    return disc + lettering(11, 15.6, number, anchor="middle")


# ---- The viewer's hand, and what everybody has left at the end

HAND_CARD_WIDTH = 124
HAND_CARD_HEIGHT = 162


def _hand(sheet: Sheet, view: View, box: Box) -> str:
    """The viewer's cards under a line that also says what was set aside."""
    player = view["players"][view["seat"]]
    cards = player["hand"]
    heading = lettering(
        box.x + 4,
        box.y + 19,
        words("Your hand", 17, "display"),
        words(f"set aside: {', '.join(player['aside'])}", 13, fill="ink-2", after=10),
    )
    step = min(HAND_CARD_WIDTH + 14, (box.width - HAND_CARD_WIDTH) / max(1, len(cards) - 1))
    left = box.x + (box.width - HAND_CARD_WIDTH - step * (len(cards) - 1)) / 2
    drawn = [
        _hand_card(sheet, view, card, left + i * step, box.bottom - HAND_CARD_HEIGHT - 6)
        for i, card in enumerate(cards)
    ]
    return element("g", heading, *drawn, css_class="hand")


def _hand_card(sheet: Sheet, view: View, card: str, x: float, y: float) -> str:
    """A card with its name and what it does; flat and dashed if it may not be played now."""
    ink = SEATS[view["seat"]]
    form = Box(0, 0, HAND_CARD_WIDTH, HAND_CARD_HEIGHT)
    clip = sheet.define("clipPath", "hand-card", rectangle(form, 16))
    playable = _is_playable(view, card)
    middle = HAND_CARD_WIDTH / 2
    face = [
        rectangle(form, 0, fill=FACE),
        rectangle(form, 0, fill=colour(ink), opacity=0.16),
        sheet.use(f"char-{card}", middle - 46, 8, 92, owner=ink),
        rectangle(form._replace(y=100, height=HAND_CARD_HEIGHT - 100), 0, fill=FACE),
        element("path", d=f"M0 100 h{HAND_CARD_WIDTH}", stroke=colour("key"), stroke_width=2.6),
    ]
    notes = [
        lettering(middle, 138 + 14.5 * i, words(note, 11.5), anchor="middle") for i, note in enumerate(NOTES[card])
    ]
    return element(
        "g",
        rectangle(form._replace(y=5), 16, fill=colour("edge")) if playable else "",
        element("g", *face, clip_path=clip),
        rectangle(
            form,
            16,
            fill="none",
            stroke=colour("key"),
            stroke_width=3,
            stroke_dasharray=None if playable else "6 5",
        ),
        lettering(middle, 120, words(card.capitalize(), 17, "display"), anchor="middle"),
        *notes,
        css_class=f"hand-card {card} {ink}",
        transform=f"translate({x:g} {y:g})",
    )


def _leftovers(sheet: Sheet, view: View, box: Box) -> list[str]:
    """The cards that nobody got to see during the game, a panel for every seat."""
    players = view["players"]
    width = (box.width - GAP * (len(players) - 1)) / len(players)
    return [
        _leftover(sheet, players[seat], Box(box.x + i * (width + GAP), box.y, width, box.height))
        for i, seat in enumerate(_seats(view))
    ]


def _leftover(sheet: Sheet, player: View, box: Box) -> str:
    ink = SEATS[player["seat"]]
    hand = [_Card(name, player["seat"]) for name in player["hand"]]
    aside = [_Card(name, player["seat"]) for name in player["aside"]]
    scale = 0.62
    width = (CARD_WIDTH + 6) * scale
    top, left = box.y + 62, box.x + 16
    aside_left = left + len(hand) * width + 14
    drawn = [
        _draw_card(sheet, card, start + i * width, top, scale)
        for start, cards in ((left, hand), (aside_left, aside))
        for i, card in enumerate(cards)
    ]
    return element(
        "g",
        panels.panel(box),
        pieces.shield(sheet, ink, left, box.y + 10, 22),
        lettering(left + 30, box.y + 27, words(_name(player["seat"]), 15, "strong")),
        lettering(left, top - 8, words("in hand", 11.5, fill="ink-2")),
        lettering(aside_left, top - 8, words("set aside", 11.5, fill="ink-2")),
        *drawn,
        css_class=f"leftovers {ink}",
    )


def _scores(sheet: Sheet, view: View, box: Box) -> str:
    """Every seat's stars, character by character as far as there is room."""
    rows = int(min(170, (box.height - 20) / len(view["players"])) - 40) // 18
    results = [
        panels.Score(
            standing["place"],
            SEATS[standing["seat"]],
            _name(standing["seat"]),
            standing["points"],
            _shortened(_bringing(standing), rows),
        )
        for standing in _by_place(view)
    ]
    return panels.scores(sheet, box, results)


def _shortened(items: list[tuple[str, int]], rows: int) -> list[tuple[str, int]]:
    if len(items) <= rows:
        return items
    return [*items[: rows - 1], ("others", sum(stars for _, stars in items[rows - 1 :]))]


# ---- The text

CELL = 25


def _location_text(location: View) -> list[str]:
    """A location with its top character first, as it would be seen from the side.

    4 castle
      red queen 2*
      (blue king)
    """
    cards = (f"  {_card_text(card)}" for card in reversed(location["stack"]))
    return [f"{location['number']} {location['kind']}", *cards]


def _card_text(card: View) -> str:
    name = f"{card['colour']} {card['card']}"
    if card["blocked_by"]:
        return f"({name})"
    return f"{name} {card['stars']}*" if card["card"] in ORDINARY else name


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    for row in zip_longest(*blocks, fillvalue=""):
        yield "".join(f"{part:<{CELL}}" for part in row)


def _players_text(view: View) -> list[str]:
    headline, task = _headline(view)
    drawn = []
    for seat in _seats(view):
        player = view["players"][seat]
        name = f"{_name(seat)} (you)" if seat == view["seat"] else _name(seat)
        drawn.append(f"{name:<13}{counted(view['standings'][seat]['points'], 'star')}, {_seat_note(player)}")
        if seat == view["seat"]:
            drawn += [f"  hand:      {', '.join(player['hand'])}", f"  set aside: {', '.join(player['aside'])}"]
    return [*drawn, "", f"{headline}: {task}", *_choices_text(view)]


def _choices_text(view: View) -> list[str]:
    """What a Fairy may name next."""
    return [f"  {', '.join(view['pending']['next'])}"] if view["phase"] == "order" else []


def _scores_text(view: View) -> list[str]:
    drawn = []
    for standing in _by_place(view):
        seat = standing["seat"]
        items = ", ".join(f"{name} {stars}" for name, stars in _bringing(standing)) or "nobody counts"
        player = view["players"][seat]
        drawn.append(f"{standing['place']}. {_name(seat)} {counted(standing['points'], 'star')}: {items}")
        drawn.append(f"   in hand: {', '.join(player['hand'])}; set aside: {', '.join(player['aside'])}")
    return [*drawn, "", " ".join(_headline(view))]
