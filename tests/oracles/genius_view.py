"""What is seen of a Simply Genius table: views, points, and positions.

Everything is public but which token comes next (SG-18), and that is not in the state, so every seat has the same view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pentarchy.engine.result import places
from pentarchy.games.genius import position as positions
from pentarchy.games.genius import rules
from pentarchy.games.genius.components import COLOURS
from pentarchy.games.genius.rules import NOBODY, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pentarchy.engine.spec import Buffer, Event, Options, Position

Tokens = dict[str, int]

ALIKE = True  # every seat has the same view
PHASES = {Phase.TURN: "turn", Phase.SUCCESS: "success", Phase.OVER: "over"}


def view(buffer: Buffer, options: Options, seat: int | None) -> dict[str, Any]:
    """Everything on the table."""
    s = buffer.view(rules.STATE)[0]
    return {
        "phase": PHASES.get(Phase(int(s.phase)), "chance"),
        "target": int(s.target),
        "game_number": int(s.game_number),
        "games": int(s.games),
        "first": seat_or_none(s.first),
        "acting": seat_or_none(s.acting),
        "reserve": by_colour(s.reserve),
        "centre": by_colour(s.centre),
        "zone": zone(s),
        "collections": collections(s),
        "aside": by_colour(s.aside),
        "in_bonus_turn": bool(s.in_bonus_turn),
        "bonus_turns": int(s.bonus_turns),
        "passes": int(s.passes),
        "standstill": int(s.standstill),
        "chances": chances(s),
        "next_token": next_token(s),
        "to_collect": to_collect(s),
        "surplus": surplus(s),
        "alternative": alternative(s),
        "earlier": earlier_games(s),
        "standings": breakdown(buffer),
    }


def heard(buffer: Buffer, events: Sequence[Event], seat: int | None) -> Sequence[Event]:
    """Every move and every draw is seen by all."""
    return events


def reveals(before: Buffer, after: Buffer) -> bool:
    """Nothing is hidden that a move could bring to light."""
    return False


def breakdown(buffer: Buffer) -> list[dict[str, Any]]:
    """Per seat: the place, the points of every game of a series, and the collection that decides a game (SG-15 to 17).

    `place` is by the sum of points in a series and else by the collection; `place_in_game` is always by the collection.
    """
    s = buffer.view(rules.STATE)[0]
    rows = [_row(s, seat) for seat in range(s.seats)]
    in_game = places([_rank(row["sorted"]) for row in rows])
    overall = places([row["points"] for row in rows]) if s.in_series else in_game
    for row, place, place_in_game in zip(rows, overall, in_game, strict=True):
        row["place"] = place
        row["place_in_game"] = place_in_game
    return rows


def by_itself(buffer: Buffer) -> Buffer:
    """The running game of a series as if it were the only one: its collections decide (SG-15, SG-16)."""
    alone = buffer.copy()
    s = alone.view(rules.STATE)[0]
    s.game_number = s.games = 1
    s.in_series = 0
    s.earlier[:] = 0
    return alone


def position(buffer: Buffer) -> Position:
    """Full information, in the format of docs/rules/genius.md."""
    s = buffer.view(rules.STATE)[0]
    return {
        "game_number": int(s.game_number),
        "earlier": earlier_games(s),
        "first": int(s.first),
        "phase": PHASES[Phase(int(s.phase))],
        "acting": seat_or_none(s.acting),
        "in_bonus_turn": bool(s.in_bonus_turn),
        "bonus_turns": int(s.bonus_turns),
        "passes": int(s.passes),
        "standstill": int(s.standstill),
        "centre": by_colour(s.centre),
        "zone": zone(s),
        "collections": collections(s),
        "aside": by_colour(s.aside),
        "reserve": by_colour(s.reserve),
    }


def load_position(buffer: Buffer, position: Position) -> None:
    """Write a position into a freshly begun buffer, or raise PositionError."""
    positions.load(buffer.view(rules.STATE)[0], position)


# --- Reading the state ------------------------------------------------------------------------------------------------


def seat_or_none(seat: int) -> int | None:
    """A seat, or None for nobody."""
    return None if seat == NOBODY else int(seat)


def by_colour(place: Any) -> Tokens:
    """How many tokens of each colour lie in a place."""
    return dict(zip(COLOURS, place.tolist(), strict=True))


def zone(s: Any) -> list[str]:
    """The colours in the zone, each of which is there once."""
    return [colour for colour, number in by_colour(s.zone).items() if number]


def collections(s: Any) -> list[Tokens]:
    """The collection of every seat."""
    return [by_colour(s.collection[seat]) for seat in range(s.seats)]


def deciding(s: Any) -> bool:
    """Whether a player is to decide something."""
    return s.phase in (Phase.TURN, Phase.SUCCESS)


def chances(s: Any) -> dict[str, int] | None:
    """How many tokens of the reserve would be a success, no match, or a conflict; None when nobody can draw."""
    reserve, centre, in_zone = by_colour(s.reserve), by_colour(s.centre), zone(s)
    if not deciding(s) or not any(reserve.values()):
        return None
    conflict = sum(reserve[colour] for colour in in_zone)
    miss = sum(reserve[colour] for colour in COLOURS if not centre[colour])
    of = sum(reserve.values())
    return {"success": of - miss - conflict, "miss": miss, "conflict": conflict, "of": of}


def next_token(s: Any) -> dict[str, str] | None:
    """What a token of each colour would be; None when nobody can draw."""
    if chances(s) is None:
        return None
    centre = {colour for colour, number in by_colour(s.centre).items() if number}
    kinds = {colour: "success" if colour in centre else "miss" for colour in COLOURS}
    return kinds | dict.fromkeys(zone(s), "conflict")


def to_collect(s: Any) -> Tokens | None:
    """What collecting would take, surplus included; None when it is not allowed."""
    if s.phase != Phase.SUCCESS:
        return None
    centre = by_colour(s.centre)
    return {colour: 1 + centre[colour] for colour in zone(s)}


def surplus(s: Any) -> Tokens | None:
    """What of that has no place in the collection; None when it is not allowed."""
    taken = to_collect(s)
    if taken is None:
        return None
    room = {colour: s.target - number for colour, number in by_colour(s.collection[s.acting]).items()}
    return {colour: int(number - room[colour]) for colour, number in taken.items() if number > room[colour]}


def alternative(s: Any) -> str | None:
    """The colour that an alternative move would take; None when it is not allowed."""
    if s.phase != Phase.TURN:
        return None
    held = by_colour(s.collection[s.acting])
    fewest = [colour for colour, number in held.items() if number == min(held.values())]
    return fewest[0] if len(fewest) == 1 and by_colour(s.centre)[fewest[0]] else None


def earlier_games(s: Any) -> list[list[int]]:
    """The points of every seat in the finished games of a series."""
    return [s.earlier[game][: s.seats].tolist() for game in range(s.game_number - 1)]


# --- Points -----------------------------------------------------------------------------------------------------------


def _row(s: Any, seat: int) -> dict[str, Any]:
    collection = by_colour(s.collection[seat])
    fewest = min(collection.values())
    earlier = [game[seat] for game in earlier_games(s)]
    return {
        "seat": seat,
        "points": sum(earlier) + fewest,
        "collection": collection,
        "sorted": sorted(collection.values()),
        "fewest": fewest,
        "scarcest": [colour for colour, number in collection.items() if number == fewest],
        "earlier": earlier,
    }


def _rank(ascending: list[int]) -> int:
    """A sorted collection as one number, the fewest colour first (SG-16)."""
    number = 0
    for size in ascending:
        number = 8 * number + size
    return number
