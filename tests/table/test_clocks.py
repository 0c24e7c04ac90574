"""Clocks, and people who would like to have more time than they have."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, cast

import pytest

from pentarchy.table import entries as e
from pentarchy.table.clocks import Clocks
from pentarchy.table.protocol import Clock
from pentarchy.table.settings import NO_LIMIT
from pentarchy.table.table_state import TableState
from tests.table.people import Page, Person, acting_first, running, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.table.live import LiveTable

pytestmark = pytest.mark.long

BOTH_STORES = True

SEED = b"seed for clocks, of thirty-two b"


def legal(table_state: TableState, seat: int) -> str:
    """A legal move of a seat."""
    assert table_state.match is not None
    return table_state.match.legal_texts(seat)[0]


class Slow:
    """A table of people whose time passes when a test says so."""

    def __init__(self, per: Any, seconds: int = 60) -> None:
        people = [e.SeatSetup(kind="link", player=name) for name in ("anna", "boris")]
        setup = e.Setup(
            game="kingdomino",
            options={"players": 2},
            seats=people,
            host="anna",
            clock=Clock(per=per, seconds=seconds),
        )
        self.state = TableState(setup, SEED)
        self.drives = True
        self.entries: list[e.AnyEntry] = []
        self.pauses = False
        self.can_go_on = True
        self.now = 1000.0
        self.clocks = Clocks(cast("LiveTable", self), lambda: self.now)
        self.commit(e.Started(at=0.0))

    def commit(self, entry: e.AnyEntry) -> None:
        """As a table does it."""
        self.clocks.stop()
        try:
            self.state.apply(entry)
        finally:
            self.clocks.start()
        assert self.state.left is not None
        fields = {field: getattr(entry, field) for field in entry.__struct_fields__} | {"left": list(self.state.left)}
        self.entries.append(type(entry)(**fields))

    def wait(self, seconds: float) -> None:
        self.now += seconds

    @property
    def left(self) -> list[float]:
        shown = self.clocks.shown()
        assert shown is not None
        return shown.left

    @property
    def acting(self) -> int:
        return self.state.to_act[0]

    def move(self, *, bot: bool = False) -> None:
        seat = self.acting
        player = "" if bot else self.state.seats[seat].player
        self.commit(e.Moved(at=0.0, seat=seat, player=player, move=legal(self.state, seat)))

    def undo(self, seat: int) -> None:
        self.commit(e.Undone(at=0.0, seat=seat, player=self.state.seats[seat].player))

    def end_turn(self) -> tuple[int, int]:
        """Move until it is another's turn, without anything being revealed; who moved, and who is next."""
        for _ in range(40):
            seat = self.acting
            self.move()
            assert self.state.match is not None
            if self.acting != seat and self.state.match.undoable(seat):
                return seat, self.acting
        raise AssertionError("no such turn")

    def hand_over(self, seat: int, level: Any) -> None:
        self.commit(e.StoodIn(at=0.0, seat=seat, level=level))

    def folded(self) -> TableState:
        """The table as it is found after a restart."""
        return TableState(self.state.setup, SEED, self.entries)


def run(test: Any) -> None:
    async def in_a_loop() -> None:
        test()

    asyncio.run(in_a_loop())


@pytest.fixture(params=["move", "game"])
def per(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_clock_per_move_is_full_with_every_turn() -> None:
    def test() -> None:
        table = Slow("move")
        first, second = table.end_turn()
        table.wait(20)
        assert table.left[second] == 40
        before = table.acting
        while table.acting == before:
            table.move()
        assert table.left[first] == 60

    run(test)


def test_taking_back_does_not_refill_the_clock(per: str) -> None:
    def test() -> None:
        table = Slow(per, 600)
        first, _ = table.end_turn()
        for _ in range(3):
            table.undo(first)
            assert table.acting == first
            before = table.left[first]
            table.wait(10)
            assert table.left[first] == before - 10
            table.move()
            assert table.acting != first
            assert table.left[first] == before - 10

    run(test)


def test_who_takes_back_gives_others_the_time_they_have_used_for_nothing(per: str) -> None:
    def test() -> None:
        table = Slow(per, 600)
        first, second = table.end_turn()
        mine, yours = table.left[first], table.left[second]
        table.wait(50)
        assert table.left[second] == yours - 50
        table.undo(first)
        assert table.left[first] == mine - 50
        assert table.left[second] == yours
        table.move()
        assert table.left[second] == yours

    run(test)


def test_taking_back_for_ever_ends_when_the_time_is_used_up(per: str) -> None:
    def test() -> None:
        table = Slow(per, 60)
        first, _ = table.end_turn()
        for _ in range(7):
            table.wait(10)  # two who make common cause: one takes back, the other waits
            table.undo(first)
            table.move()
        table.undo(first)
        assert table.left[first] == 0
        table.clocks.ring()
        assert table.state.seats[first].driver == "adept"

    run(test)


def test_handing_the_seat_to_a_bot_does_not_stop_the_clock(per: str) -> None:
    def test() -> None:
        table = Slow(per, 60)
        seat = table.acting
        for _ in range(4):
            table.hand_over(seat, "master")
            table.wait(10)
            table.hand_over(seat, None)
        assert table.left[seat] == 20
        table.hand_over(seat, "master")
        table.wait(20)
        table.clocks.ring()
        assert table.state.seats[seat].driver == "adept"
        assert table.state.seats[seat].ran_out is (per == "game")

    run(test)


def test_the_clock_of_a_seat_whose_bot_has_moved_stands_still_until_its_next_turn() -> None:
    def test() -> None:
        table = Slow("game", 600)
        seat = table.acting
        table.hand_over(seat, "novice")
        table.wait(5)
        while table.acting == seat:
            table.move(bot=True)
        table.wait(100)
        assert table.left[seat] == 595

    run(test)


def test_a_vote_for_a_bot_does_not_stop_the_clock(per: str) -> None:
    def test() -> None:
        table = Slow(per, 60)
        seat = table.acting
        table.commit(e.Voted(at=0.0, player="somebody", whose=seat, by=1 - seat, decides=True))
        assert table.state.seats[seat].driver == "adept"
        table.wait(25)
        table.hand_over(seat, None)
        assert table.left[seat] == 35

    run(test)


def test_clocks_that_are_used_up_or_given_up_do_not_run(per: str) -> None:
    def test() -> None:
        table = Slow(per, 60)
        seat = table.acting
        table.wait(60)
        table.clocks.ring()
        assert table.clocks.running == []
        table = Slow(per, 60)
        table.commit(e.Resigned(at=0.0, seat=table.acting))
        assert table.clocks.running == []
        assert table.left[seat] == 60

    run(test)


def test_what_a_bot_has_played_is_not_taken_back() -> None:
    """Else it would be a hint, and a way to have the time back that was used up."""

    def test() -> None:
        table = Slow("move", 60)
        first, _ = table.end_turn()
        assert table.state.undoable(first)
        table.undo(first)
        table.wait(60)
        table.clocks.ring()
        table.move(bot=True)
        assert table.state.match is not None
        assert table.state.match.undoable(first)
        assert not table.state.undoable(first)

    run(test)


def test_clocks_stand_still_while_the_game_pauses(per: str) -> None:
    def test() -> None:
        table = Slow(per, 60)
        seat = table.acting
        table.hand_over(seat, "novice")
        table.wait(5)
        table.pauses = True
        table.clocks.go_on()
        table.wait(1000)
        table.pauses = False
        table.clocks.go_on()
        assert table.left[seat] == 55
        table.wait(5)
        assert table.left[seat] == 50

    run(test)


def test_what_was_taken_back_stays_used_after_a_restart(per: str) -> None:
    def test() -> None:
        table = Slow(per, 600)
        table.wait(10)
        first, _ = table.end_turn()
        table.wait(50)
        table.undo(first)
        folded = table.folded()
        assert (folded.left, folded.to_act) == (table.state.left, table.state.to_act)
        for table_state in (folded, table.state):
            table_state.apply(e.Moved(at=0.0, seat=first, player="anna", move=legal(table_state, first)))
        assert folded.left == table.state.left

    run(test)


def test_a_turn_that_is_taken_back_after_a_restart_goes_on_with_what_was_left() -> None:
    def test() -> None:
        table = Slow("move", 600)
        table.wait(70)
        table.move()
        first, second = table.end_turn()
        before = table.left[first]
        folded = table.folded()
        folded.apply(e.Undone(at=0.0, seat=first))
        assert folded.left is not None
        assert folded.left[first] == before
        assert folded.left[second] == 600

    run(test)


# --- At a real table --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def two_with_a_clock(folder: Path, **settings: Any) -> Iterator[tuple[Page, Page]]:
    clock = settings.pop("clock")
    with (
        running(folder, commands=NO_LIMIT, commands_address=NO_LIMIT, **settings) as table,
        contextlib.ExitStack() as people,
    ):
        anna, boris = Person(table.url), Person(table.url)
        people.callback(anna.close)
        people.callback(boris.close)
        yield acting_first(two_at_a_table(anna, boris, clock=clock))


def has_run_out(state: dict[str, Any], seat: int) -> bool:
    return any(note["what"] == "ran_out" and note["seat"] == seat for note in state.get("notes", ()))


def test_a_cheat_who_takes_back_again_and_again_runs_out_of_time(tmp_path: Path) -> None:
    with two_with_a_clock(tmp_path, clock={"per": "move", "seconds": 3}) as (cheat, other):
        seat = cheat.seat
        while not has_run_out(cheat.last, seat):
            before = cheat.seq
            if cheat.legal:
                cheat.ask("play", seq=cheat.seq, seat=seat, move=cheat.legal[0])
            elif cheat.position()["undo"]:
                cheat.ask("undo", seq=cheat.seq, seat=seat)
            elif other.at(cheat.seq)["positions"][0]["legal"]:
                other.play(other.legal[0])
            cheat.at(before + 1)
        assert any(note["what"] == "undone" for note in cheat.last["notes"])


def test_a_cheat_who_hands_the_seat_over_and_takes_it_back_runs_out_of_time(tmp_path: Path) -> None:
    with two_with_a_clock(tmp_path, clock={"per": "game", "seconds": 2}, bot_pause=3600.0) as (cheat, _):
        seat = cheat.seat

        def handed_over(level: str | None) -> bool:
            return bool(cheat.ask("stand_in", seat=seat, level=level)["type"] == "done")

        while handed_over("master") and handed_over(None):
            pass  # the bot never gets to move: it pauses longer than anybody has time
        cheat.until(lambda state: has_run_out(state, seat))
        assert cheat.rejected("stand_in", seat=seat, level=None) == "not_your_seat"
