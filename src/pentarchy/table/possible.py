"""What can happen to a table as it stands, beside the rules of its game: nobody sits down where somebody sits.

Whoever wants something is judged before, with words for people. This is what the course itself holds to, so that all
workers make the same of the same log, whatever was stored there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pentarchy.table import entries as e

if TYPE_CHECKING:
    from pentarchy.table.table_state import SeatNow, TableState

BEFORE_THE_START = (
    e.Sat | e.Filled | e.Offered | e.Left | e.Removed | e.Readmitted | e.Passed | e.Called | e.Opened | e.Started
)
IN_THE_GAME = e.StoodIn | e.Resigned | e.RanOut | e.Voted | e.Returned


class Impossible(ValueError):  # noqa: N818
    """Something cannot happen as the table stands; nothing has changed."""


def obstacle(state: TableState, entry: e.AnyEntry) -> str | None:
    """Why something cannot happen; None if nothing stands in its way here. Moves are judged by the rules."""
    if isinstance(entry, BEFORE_THE_START) and (state.status != "open" or state.closed):
        return "the game has begun" if state.status != "open" else "the table is closed"
    if isinstance(entry, IN_THE_GAME) and state.status == "open" and not state.misses_moves:
        return "the game has not begun"
    number = entry.whose if isinstance(entry, e.Voted | e.Returned) else getattr(entry, "seat", None)
    if number is None:
        return _obstacle_at_the_table(state, entry)
    if not 0 <= number < len(state.seats):
        return f"there is no seat {number}: the seats are 0 to {len(state.seats) - 1}"
    return _obstacle_on_a_seat(state, state.seats[number], entry)


def _obstacle_at_the_table(state: TableState, entry: e.AnyEntry) -> str | None:
    match entry:
        case e.Followed() if state.rematch is not None:
            return f"{state.rematch} follows this table already"
        case e.Followed() if state.status != "over" and not state.misses_moves:
            return "the game is not over"
        case e.Called() if state.lots.closed is not None:
            return "the list of sealed numbers is closed already"
    return None


def _obstacle_on_a_seat(state: TableState, seat: SeatNow, entry: e.AnyEntry) -> str | None:
    match entry:
        case e.Sat() if entry.program and not (seat.vacant and seat.offered in ("", entry.program)):
            return f"seat {entry.seat} is not offered to {entry.program}"
        case e.Sat() if not entry.program and not seat.free:
            return f"seat {entry.seat} is not free"
        case e.Filled() | e.Offered() if seat.player:
            return f"somebody sits on seat {entry.seat}"
        case e.Passed() if seat.player != entry.player:
            return f"whoever is to run the table does not sit on seat {entry.seat}"
        case e.StoodIn() | e.Resigned() if not seat.player:
            return f"no person sits on seat {entry.seat}"
        case e.StoodIn() | e.Resigned() if seat.resigned:
            return f"seat {entry.seat} was resigned already"
        case e.RanOut() if state.setup.clock is None or not seat.clocked:
            return f"no clock runs for seat {entry.seat}"
        case e.Voted() if not seat.player:
            return f"no person sits on seat {entry.whose}"
    return None
