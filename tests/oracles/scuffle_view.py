"""What is seen of a Scuffle table, worked out a second time in plain Python: views, and stars reason by reason.

Hands and set-aside cards are hidden from the others until the end (FS-27); everything else is public. Locations are
numbered from 1 here, as people number them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pentarchy.engine.play import CHANCE
from pentarchy.engine.result import places
from pentarchy.games.scuffle import position as positions
from pentarchy.games.scuffle import rules
from pentarchy.games.scuffle.components import CHARACTERS, COLOURS, KINDS, KINGDOMS, ORDINARY, TURNS
from pentarchy.games.scuffle.rules import NAMES, NOBODY, NOTHING, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.spec import Buffer, Event, Options

PHASES = {
    Phase.PLAY: "play",
    Phase.SWAP: "swap",
    Phase.MOVE: "move",
    Phase.ORDER: "order",
    Phase.OVER: "over",
}
HARMLESS_FIRST = sorted(range(NAMES), key=lambda index: CHARACTERS[index] in ("dragon", "gnome"))
ABILITIES = {Phase.SWAP: "witch", Phase.MOVE: "wizard", Phase.ORDER: "fairy"}


class Card(NamedTuple):
    """A character in the colour of a seat."""

    card: str
    seat: int


class Location(NamedTuple):
    """A location and who stands there, the bottom card first."""

    number: int
    kind: str
    near: list[int]
    stack: list[Card]

    @property
    def names(self) -> list[str]:
        """The names of the characters, blocked or not."""
        return [card.card for card in self.stack]

    @property
    def unblocked(self) -> list[Card]:
        """The characters that count."""
        free = positions.unblocked(self.names)
        return [card for card in self.stack if card.card in free]

    def blocker(self, card: Card) -> Card | None:
        """Who blocks a character there: the Knight a Dragon, the Dragon all others."""
        if card in self.unblocked:
            return None
        return self.stack[self.names.index("knight" if card.card == "dragon" else "dragon")]


Kingdom = dict[int, Location]  # by number


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table, and of the hidden cards only those that the seat knows."""
    s = buffer.view(rules.STATE)[0]
    kingdom = kingdom_of(s)
    return {
        "phase": PHASES.get(Phase(int(s.phase)), "chance"),
        "turn": int(s.turn_number),
        "first": None if s.first == NOBODY else int(s.first),
        "locations": [_location(kingdom, location) for location in kingdom.values()],
        "players": [_player(s, player, seat) for player in range(s.seats)],
        "pending": _pending(s, kingdom),
        "standings": _standings(s, kingdom),
    }


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Set-aside cards are known to their owner only, before the end; everything else to all."""
    if buffer.view(rules.STATE)[0].phase == Phase.OVER:
        return events
    return [event for event in events if _set_aside_by(event) in (None, seat)]


def _set_aside_by(event: Event) -> int | None:
    """Whose card the event sets aside, if it does that."""
    if event.seat != CHANCE or event.code < rules.ASIDE_DRAWN:
        return None
    return (event.code - rules.ASIDE_DRAWN) // NAMES


def reveals(before: Buffer, after: Buffer) -> bool:
    """Whether a turn has passed on in or to the last round: the next hand must skip, or has something to play (FS-10).

    Not only another player may be on now: if all others had to skip, it is the same one again, one turn later.
    """
    was, now = before.view(rules.STATE)[0], after.view(rules.STATE)[0]
    return bool(now.turn_number == TURNS and (now.acting != was.acting or now.turn_number != was.turn_number))


def known(buffer: Buffer, seat: int) -> Buffer:
    """The state as if nobody else had to skip: nobody knows of a skip before it happens (FS-27)."""
    supposed = buffer.copy()
    s = supposed.view(rules.STATE)[0]
    for other in range(s.seats):
        if other != seat and not s.skipped[other]:
            unplayed = int(s.hand[other]) | int(s.aside[other])
            s.hand[other] = _harmless_hand(unplayed, int(s.hand[other]).bit_count())
            s.aside[other] = unplayed & ~int(s.hand[other])
    return supposed


def _harmless_hand(unplayed: int, number: int) -> int:
    """So many of the unplayed cards, Dragon and Gnome the last of them."""
    held = [1 << index for index in HARMLESS_FIRST if unplayed >> index & 1]
    return sum(held[:number])


def foreseen(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """The view after moves that are only thought of: not even the end shows cards that are hidden now (FS-27)."""
    seen = view(buffer, options, seat)
    for player in seen["players"]:
        if player["seat"] != seat:
            player["hand"] = player["hand"] if player["skipped"] else None
            player["aside"] = None
    return seen


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, and every character on the table with the reasons for its stars (FS-15 to FS-20, FS-26)."""
    s = buffer.view(rules.STATE)[0]
    return _standings(s, kingdom_of(s))


# --- Reading the state ------------------------------------------------------------------------------------------------


def kingdom_of(s: Any) -> Kingdom:
    """The locations laid so far, by number."""
    grid = KINGDOMS[int(s.seats)]
    laid = int(s.laid)
    grounds, piles = s.ground.tolist(), s.pile.tolist()
    return {
        index + 1: Location(
            index + 1,
            next(kind for kind, ground in zip(KINDS, grounds, strict=True) if ground >> index & 1),
            [other + 1 for other in grid.near(index) if other < laid],
            [Card(CHARACTERS[card % NAMES], card // NAMES) for card in piles[index] if card != NOTHING],
        )
        for index in range(laid)
    }


def characters_in(cards: int) -> list[str]:
    """The names of a set of characters, always in the same order."""
    return [name for index, name in enumerate(CHARACTERS) if int(cards) >> index & 1]


def turns_taken(s: Any, seat: int) -> int:
    """How many cards a seat has played, and turns it has skipped."""
    played = int((s.at[seat] != rules.NOWHERE).sum())
    return played + int(s.skipped[seat])


def pending_ability(s: Any) -> dict[str, Any] | None:
    """The card just played whose ability is to be used; for a Fairy, how many characters she has put in order."""
    phase = Phase(int(s.phase))
    if phase not in ABILITIES:
        return None
    seat, card = int(s.acting), ABILITIES[phase]
    location = int(s.at[seat][CHARACTERS.index(card)]) + 1
    pending = {"seat": seat, "card": card, "location": location}
    return pending | {"ordered": int(s.ordered)} if phase == Phase.ORDER else pending


# --- Stars, reason by reason ------------------------------------------------------------------------------------------


def reasons(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """Why a character brings stars, one entry a reason."""
    if card.card not in ORDINARY or location.blocker(card):
        return []
    explain = {
        "king": _reasons_of_king,
        "queen": _reasons_of_queen,
        "princess": _reasons_of_princess,
        "knight": _reasons_of_knight,
        "peasant": _reasons_of_peasant,
        "gnome": _reasons_of_gnome,
    }
    return explain[card.card](kingdom, location, card)


def _reasons_of_king(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-15."""
    in_castle = [{"reason": "castle", "stars": 1}] if location.kind == "castle" else []
    around = [kingdom[number] for number in location.near]
    return in_castle + [
        {"reason": f"{other.kind} near", "location": other.number, "stars": 1}
        for other in around
        if other.kind in ("farm", "forest")
    ]


def _reasons_of_queen(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-16."""
    return _company(location, "king", 1) + [
        {"reason": "own colour near", "card": other.card, "location": number, "stars": 1}
        for number in location.near
        for other in kingdom[number].unblocked
        if other.seat == card.seat
    ]


def _reasons_of_princess(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-17."""
    in_tower = [{"reason": "tower", "stars": 2}] if location.kind == "tower" else []
    return in_tower + _company(location, "knight", 1)


def _reasons_of_knight(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-18."""
    return _company(location, "princess", 3)


def _reasons_of_peasant(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-19."""
    on_farm = [{"reason": "farm", "stars": 1}] if location.kind == "farm" else []
    return on_farm + [
        {"reason": f"{other.card} near", "location": number, "stars": 1}
        for number in location.near
        for other in kingdom[number].unblocked
        if other.card in ("king", "queen")
    ]


def _reasons_of_gnome(kingdom: Kingdom, location: Location, card: Card) -> list[dict[str, Any]]:
    """FS-20."""
    return [{"reason": "above", "card": other.card, "stars": 1} for other in location.unblocked if other != card]


def _company(location: Location, name: str, stars: int) -> list[dict[str, Any]]:
    """Stars for somebody unblocked on the same location."""
    there = any(other.card == name for other in location.unblocked)
    return [{"reason": f"{name} here", "stars": stars}] if there else []


# --- Parts of a view --------------------------------------------------------------------------------------------------


def _location(kingdom: Kingdom, location: Location) -> dict[str, Any]:
    return {
        "number": location.number,
        "kind": location.kind,
        "stack": [
            {
                "card": card.card,
                "seat": card.seat,
                "colour": COLOURS[card.seat],
                "blocked_by": _named(location.blocker(card)),
                "stars": _stars(reasons(kingdom, location, card)),
            }
            for card in location.stack
        ],
    }


def _player(s: Any, seat: int, viewer: int | None) -> dict[str, Any]:
    """A seat's cards; None stands for cards that the viewer does not know."""
    over = s.phase == Phase.OVER
    own = seat == viewer
    return {
        "seat": seat,
        "colour": COLOURS[seat],
        "turns_taken": turns_taken(s, seat),
        "cards_in_hand": int(s.hand[seat]).bit_count(),
        "hand": characters_in(s.hand[seat]) if own or over or s.skipped[seat] else None,
        "aside": characters_in(s.aside[seat]) if own or over else None,
        "skipped": bool(s.skipped[seat]),
    }


def _pending(s: Any, kingdom: Kingdom) -> dict[str, Any] | None:
    """The ability to be used and everything it may name, which depends on open cards only."""
    pending = pending_ability(s)
    if pending is None:
        return None
    if pending["card"] == "witch":
        return pending | {"swaps": _swaps(kingdom)}
    if pending["card"] == "wizard":
        return pending | {"moves": _moves(kingdom)}
    location = kingdom[pending["location"]]
    above_gnome = [name for name in location.names if name != "gnome"]
    named, left = above_gnome[: pending["ordered"]], above_gnome[pending["ordered"] :]
    return pending | {"named": named, "next": left}


def _swaps(kingdom: Kingdom) -> list[list[int]]:
    """The pairs of locations whose top characters may be swapped (FS-21)."""
    tops = _tops(kingdom)
    return [
        [a, b]
        for a in tops
        for b in tops
        if a < b and (tops[a] == tops[b] or (tops[a] not in kingdom[b].names and tops[b] not in kingdom[a].names))
    ]


def _moves(kingdom: Kingdom) -> list[list[int]]:
    """The ways in which a top character may be moved, from one location to another (FS-23)."""
    return [[a, b] for a, name in _tops(kingdom).items() for b in kingdom if name not in kingdom[b].names]


def _tops(kingdom: Kingdom) -> dict[int, str]:
    """The top character of every location that has one; a lone Gnome is none (FS-9)."""
    return {
        number: location.names[-1]
        for number, location in kingdom.items()
        if location.stack and location.names[-1] != "gnome"
    }


def _standings(s: Any, kingdom: Kingdom) -> list[dict[str, Any]]:
    rows = [_points(kingdom, seat) for seat in range(s.seats)]
    merits = [row["points"] * len(rows) - _turns_later(s, row["seat"]) for row in rows]
    for row, place in zip(rows, places(merits), strict=True):
        row["place"] = place
    return rows


def _points(kingdom: Kingdom, seat: int) -> dict[str, Any]:
    characters = []
    for location in kingdom.values():
        for card in location.stack:
            if card.seat == seat:
                why = reasons(kingdom, location, card)
                characters.append(
                    {
                        "card": card.card,
                        "location": location.number,
                        "stars": _stars(why),
                        "reasons": why,
                        "blocked_by": _named(location.blocker(card)),
                    }
                )
    characters.sort(key=lambda character: CHARACTERS.index(character["card"]))
    return {
        "seat": seat,
        "points": sum(character["stars"] for character in characters),
        "characters": characters,
    }


def _stars(why: list[dict[str, Any]]) -> int:
    return sum(reason["stars"] for reason in why)


def _named(card: Card | None) -> dict[str, Any] | None:
    return None if card is None else card._asdict()


def _turns_later(s: Any, seat: int) -> int:
    """How many turns after the first player a seat is on."""
    return 0 if s.first == NOBODY else (seat - int(s.first)) % int(s.seats)
