"""What cannot happen as a table stands: it is refused, and where it is in the log all make the same of it."""

from __future__ import annotations

from typing import Any

import pytest

from pentarchy.table import entries as e
from pentarchy.table.possible import Impossible
from pentarchy.table.protocol import Clock
from pentarchy.table.table_state import TableState

SEED = bytes(32)
ANNA = e.SeatSetup(kind="me", player="anna")
FREE = e.SeatSetup(kind="link")
STARTED = e.Started(at=2.0)
SAT = e.Sat(at=1.0, seat=1, player="boris")
HAL = e.Sat(at=5.0, seat=1, player="5678", name="Hal", program="Hal")


def table(*entries: e.AnyEntry, game: Any = "scuffle", clock: Clock | None = None) -> TableState:
    setup = e.Setup(game=game, options={"players": 2}, seats=[ANNA, FREE], host="anna", clock=clock)
    return TableState(setup, SEED, entries)


def played(*, moves: int | None = None) -> list[e.AnyEntry]:
    """The log of a game, to its end or so far."""
    log: list[e.AnyEntry] = [SAT, STARTED]
    state = table(*log)
    while state.status == "playing" and moves != len(log) - 2:
        assert state.match is not None
        seat = state.to_act[0]
        log.append(e.Moved(at=3.0, seat=seat, player="anna", move=state.match.legal_texts(seat)[0]))
        state.apply(log[-1])
    return log


def facts(state: TableState) -> dict[str, Any]:
    """All that others see of a table beside its numbers."""
    seats = [(seat.player, seat.name, seat.level, seat.stand_in, seat.resigned, seat.ran_out) for seat in state.seats]
    match = None if state.match is None else (state.match.state(), state.match.length)
    seen = ("status", "closed", "host", "rematch", "removed", "to_act", "changed", "look", "left", "answers")
    return {name: getattr(state, name) for name in seen} | {"seats": seats, "match": match, "notes": len(state.notes)}


IMPOSSIBLE: dict[str, tuple[list[e.AnyEntry], e.AnyEntry, str]] = {
    "a second start": ([SAT, STARTED], STARTED, "the game has begun"),
    "a seat that somebody has": ([SAT], e.Sat(at=5.0, seat=1, player="clara"), "seat 1 is not free"),
    "a seat of a bot": (
        [e.Filled(at=1.0, seat=1, level="novice")],
        e.Sat(at=5.0, seat=1, player="clara"),
        "seat 1 is not free",
    ),
    "a seat that is not there": ([], e.Sat(at=5.0, seat=2, player="clara"), "there is no seat 2"),
    "sitting down in the game": (
        [SAT, STARTED],
        e.Sat(at=5.0, seat=1, player="clara"),
        "the game has begun",
    ),
    "a bot on a person's seat": ([SAT], e.Filled(at=5.0, seat=1, level="adept"), "somebody sits on seat 1"),
    "offering a person's seat": ([SAT], e.Offered(at=5.0, seat=1, program=""), "somebody sits on seat 1"),
    "offering in the game": ([SAT, STARTED], e.Offered(at=5.0, seat=1, program=""), "the game has begun"),
    "a program on a free seat": ([], HAL, "seat 1 is not offered to Hal"),
    "a program on another's seat": (
        [e.Offered(at=1.0, seat=1, program="Eve")],
        HAL,
        "seat 1 is not offered to Hal",
    ),
    "a person on a program's seat": ([e.Offered(at=1.0, seat=1, program="Hal")], SAT, "seat 1 is not free"),
    "a second program": (
        [e.Offered(at=1.0, seat=1, program=""), HAL],
        e.Sat(at=5.0, seat=1, player="1234", name="Eve", program="Eve"),
        "seat 1 is not offered to Eve",
    ),
    "leaving in the game": ([SAT, STARTED], e.Left(at=5.0, player="boris"), "the game has begun"),
    "coming to a closed table": ([e.Left(at=1.0, player="anna")], SAT, "the table is closed"),
    "a host who does not sit there": ([SAT], e.Passed(at=5.0, seat=1, player="clara"), "does not sit on seat 1"),
    "a second list of numbers": ([SAT, e.Called(at=1.5)], e.Called(at=5.0), "closed already"),
    "giving up before the start": ([SAT], e.Resigned(at=5.0, player="boris", seat=1), "the game has not begun"),
    "giving up again": (
        [SAT, STARTED, e.Resigned(at=4.0, player="boris", id="1", seat=1)],
        e.Resigned(at=5.0, player="boris", id="2", seat=1),
        "seat 1 was resigned already",
    ),
    "a clock that there is not": ([SAT, STARTED], e.RanOut(at=5.0, seat=1), "no clock runs for seat 1"),
    "a vote about nobody": ([SAT, STARTED], e.Voted(at=5.0, player="anna", whose=4, by=0), "there is no seat 4"),
    "a rematch of what goes on": ([SAT, STARTED], e.Followed(at=5.0, table="another"), "the game is not over"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_be_is_refused_and_changes_nothing(name: str) -> None:
    log, entry, why = IMPOSSIBLE[name]
    state = table(*log)
    before, count = facts(state), state.count
    with pytest.raises(Impossible, match=why):
        state.apply(entry)
    assert (facts(state), state.count) == (before, count)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_in_the_log_it_only_takes_its_place(name: str) -> None:
    """Whoever folds the log at once and whoever follows it entry by entry have the same table."""
    log, entry, _ = IMPOSSIBLE[name]
    without, whole, following = table(*log), table(*log, entry), table()
    for each in (*log, entry):
        following.follow(each)
    assert facts(whole) == facts(following) == facts(without)
    assert whole.count == following.count == without.count + 1
    assert whole.numbers == following.numbers == tuple(number + 1 for number in without.numbers)


def test_of_two_tables_that_follow_the_first_one_does() -> None:
    log = played()
    both = [e.Followed(at=9.0, table="first"), e.Followed(at=9.1, table="second")]
    assert table(*log, *both).rematch == "first"


def test_a_game_goes_on_after_what_cannot_be() -> None:
    log = played(moves=2)
    strange = [log[0], log[1], STARTED, *log[2:], STARTED]
    plain, odd = table(*log), table(*strange)
    assert plain.match is not None
    assert odd.match is not None
    assert plain.match.state() == odd.match.state()
    seat = odd.to_act[0]
    odd.apply(e.Moved(at=9.0, seat=seat, player="anna", move=odd.match.legal_texts(seat)[0]))
    assert odd.count == len(strange) + 1


def test_a_table_that_sleeps_knows_who_stands_in_for_whom() -> None:
    """Its moves are left out, also those without which the game would not have begun."""
    log = [*played(moves=2), e.StoodIn(at=9.0, player="boris", id="x", seat=1, level="adept")]
    asleep = TableState.sleeping(table().setup, SEED, log, "playing")
    assert asleep.seats[1].driver == "adept"


def test_a_clock_that_has_run_out_does_not_run_out_again() -> None:
    clock = Clock(per="game", seconds=60)
    log: list[e.AnyEntry] = [SAT, STARTED]
    seat = table(*log, clock=clock).to_act[0]
    out = e.RanOut(at=5.0, seat=seat)
    once, twice = table(*log, out, clock=clock), table(*log, out, out, clock=clock)
    assert facts(once) == facts(twice)
    assert once.seats[seat].ran_out
