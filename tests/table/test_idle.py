"""Somebody is here and does nothing: in a game without a clock the others may let a bot play on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from pentarchy.table import presence
from pentarchy.table.settings import Settings
from tests.table.people import Page, Person, play_on, running, two_at_a_table, wait_for
from tests.table.test_absence import all_here, at_a_table, company, gone, notes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.table.live import LiveTable
    from tests.table.people import RunningTable

IDLE = 0.5


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """Where nobody may do nothing for long."""
    with running(tmp_path_factory.mktemp("table"), idle=IDLE) as found:
        yield found


def until_held_up(mover: Page, *others: Page) -> int:
    """Wait until the others may vote about the one who is to act; the seat."""
    seat = mover.seat
    for other in others:
        other.until(lambda state: state["table"]["seats"][seat]["idle_since"] is not None)
    return seat


def test_the_others_let_a_bot_play_on_for_somebody_who_does_nothing(anna: Person, boris: Person) -> None:
    mover, other = all_here([*two_at_a_table(anna, boris)])
    assert other.last["table"]["idle"] == IDLE
    seat = until_held_up(mover, other)
    assert other.last["table"]["seats"][seat]["here"]
    assert other.last["table"]["seats"][seat]["needed"] == 1
    assert other.ask("replace", seat=seat)["type"] == "done"
    mover.until(lambda state: state["table"]["seats"][seat]["stands_in"])
    assert mover.last["table"]["seats"][seat]["may_return"]
    assert notes(mover) == ["replaced"]
    assert mover.ask("stand_in", seat=seat, level=None)["type"] == "done"


def test_nobody_is_replaced_before_that(tmp_path: Path) -> None:
    assert Settings(tmp_path).idle == 600
    with running(tmp_path) as table, company(table.url, "Anna", "Boris") as people:
        mover, other = at_a_table(people)
        assert other.rejected("replace", seat=mover.seat) == "not_away"


@pytest.mark.parametrize("sign", ["here", "say", "preview", "rejected"])
def test_whatever_they_do_ends_it_and_the_vote(sign: str, table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat = until_held_up(mover, one, two)
        never_sleeps(table, two)  # so that one vote does not decide
        one.ask("replace", seat=seat)
        two.until(lambda state: state["table"]["seats"][seat]["votes"] == [one.seat])
        match sign:
            case "here":
                assert mover.ask("here")["type"] == "done"
            case "say":
                assert mover.ask("say", text="I am thinking")["type"] == "done"
            case "preview":
                mover.at(two.seq)
                mover.ask("preview", seq=mover.seq, seat=seat, moves=mover.legal[:1])
            case "rejected":
                assert mover.rejected("play", seq=mover.seq, seat=seat, move="nonsense") == "illegal"
        one.until(lambda _: notes(one) == ["voted", "back"])
        assert one.last["table"]["seats"][seat]["votes"] == []
        assert not one.last["table"]["seats"][seat]["stands_in"]


def live(table: RunningTable, page: Page) -> LiveTable:
    hub = table.app.hub
    assert hub is not None
    return hub._tables[page.table]


def never_sleeps(table: RunningTable, page: Page) -> None:
    found = live(table, page)
    found.presence._signs[found.state.seats[page.seat].player] = time.time() + 3600


def test_who_sleeps_has_no_vote_that_others_must_wait_for(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat = until_held_up(mover, one, two)
        wait_for(lambda: not live(table, one).presence.voters(""))
        assert one.ask("replace", seat=seat)["type"] == "done"
        two.until(lambda state: state["table"]["seats"][seat]["stands_in"])


def test_with_bots_alone_nobody_is_idle(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "novice", start=True))
    page.until(lambda state: state["positions"][0]["legal"])
    other = anna.join(anna.create("kingdomino", "me", "novice", start=True))  # something to wait for meanwhile
    other.until(lambda state: state["positions"][0]["legal"])
    wait_for(lambda: page.ask("say", text=".")["type"] == "done")
    assert all(seat["idle_since"] is None for seat in page.last["table"]["seats"])


def test_where_there_is_a_clock_it_sees_to_that(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris, clock={"per": "move", "seconds": 600})
    mover, other = all_here([*pages])
    assert other.last["table"]["idle"] == 0
    assert other.rejected("replace", seat=mover.seat) == "not_away"


def test_whoever_only_chats_cannot_hold_up_a_game_for_ever(anna: Person, boris: Person) -> None:
    mover, other = all_here([*two_at_a_table(anna, boris)])
    seat = mover.seat

    def chats() -> bool:
        mover.ask("here")
        return bool(other.ask("replace", seat=seat)["type"] == "done")

    wait_for(chats)
    mover.until(lambda state: state["table"]["seats"][seat]["stands_in"])
    assert presence.OVERDUE > 1


def test_taking_back_and_moving_again_is_no_way_round(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris") as people:
        mover, other = at_a_table(people)
        pages = [mover, other]
        while not any(page.last["positions"][0]["undo"] for page in pages):
            play_on(pages, 1)
        mover = next(page for page in pages if page.last["positions"][0]["undo"])
        began = live(table, mover).presence._turns[mover.seat]
        mover.at(mover.ask("undo", seq=mover.seq, seat=mover.seat)["seq"])
        assert mover.play(mover.legal[0])["type"] == "done"
        assert live(table, mover).presence._turns[mover.seat] == began


def test_several_who_are_away_are_decided_about_one_by_one(tmp_path: Path) -> None:
    with running(tmp_path, away=0.0) as table, company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        first = gone(mover, one, two)
        second = gone(two, one)
        assert one.ask("replace", seat=first)["type"] == "done"
        while not one.last["table"]["seats"][second]["stands_in"]:
            one.until(lambda state: state["positions"][0]["legal"] or second in state["positions"][0]["view"]["to_act"])
            if one.legal:
                one.play(one.legal[0])
            else:
                one.ask("replace", seat=second)
                one.until(lambda state: state["table"]["seats"][second]["stands_in"])
