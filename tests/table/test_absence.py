"""Somebody vanishes: the people present let a bot play on until they return."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from pentarchy.table.settings import Settings
from tests.table.people import Page, Person, running, two_at_a_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.table.people import RunningTable

BOTH_STORES = True


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """Where nobody need be away for long."""
    with running(tmp_path_factory.mktemp("table"), away=0.0) as found:
        yield found


@contextlib.contextmanager
def company(url: str, *names: str) -> Iterator[list[Person]]:
    people = [Person(url, name) for name in names]
    try:
        yield people
    finally:
        for person in people:
            person.close()


def at_a_table(people: list[Person]) -> list[Page]:
    """Everybody at one table of Kingdomino, the one who is to act first."""
    host, *guests = people
    name = host.create("kingdomino", "me", *["link"] * len(guests))
    for guest in guests:
        guest.sit(name)
    host.start(name)
    return all_here([person.join(name) for person in people])


def all_here(pages: list[Page]) -> list[Page]:
    """Wait until everybody has seen that all are here; the one who is to act first."""
    for page in pages:
        page.until(lambda state: all(seat["here"] for seat in state["table"]["seats"]))
    return sorted(pages, key=lambda page: not page.legal)


def gone(page: Page, *others: Page) -> int:
    """Somebody closes the page, and the others see it; the seat."""
    seat = page.seat
    page.close()
    for other in others:
        other.until(lambda state: not state["table"]["seats"][seat]["here"])
    return seat


def notes(page: Page) -> list[str]:
    return [note["what"] for note in page.last.get("notes", [])]


def test_with_one_other_person_a_bot_plays_on_at_once(anna: Person, boris: Person) -> None:
    mover, other = all_here([*two_at_a_table(anna, boris)])
    seat = gone(mover, other)
    assert other.ask("replace", seat=seat)["type"] == "done"
    other.until(lambda state: state["positions"][0]["legal"])
    assert other.last["table"]["seats"][seat]["stands_in"]
    assert notes(other) == ["replaced"]


def test_whoever_returns_takes_the_seat_back(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    mover, other = all_here([*pages])
    seat = gone(mover, other)
    other.ask("replace", seat=seat)
    back = (anna if mover is pages[0] else boris).join(other.table)
    assert back.last["table"]["seats"][seat]["may_return"]
    assert back.ask("stand_in", seat=seat, level=None)["type"] == "done"
    back.until(lambda state: not state["table"]["seats"][seat]["stands_in"])
    other.until(lambda state: notes(other)[-1:] == ["back"])


def test_with_more_people_more_than_half_of_those_present_decide(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl", "Dora") as people:
        mover, one, two, three = at_a_table(people)
        seat = gone(mover, one, two, three)
        one.until(lambda state: state["table"]["seats"][seat]["needed"] == 2)
        assert one.ask("replace", seat=seat)["type"] == "done"
        two.until(lambda state: state["table"]["seats"][seat]["votes"] == [one.seat])
        assert not two.last["table"]["seats"][seat]["stands_in"]
        assert two.ask("replace", seat=seat)["type"] == "done"
        three.until(lambda state: state["table"]["seats"][seat]["stands_in"])
        assert notes(three) == ["voted", "replaced"]
        assert three.last["table"]["seats"][seat]["votes"] == []


def test_a_vote_counts_once(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat = gone(mover, one, two)
        first = one.ask("replace", seat=seat, id="mine")
        assert one.ask("replace", seat=seat, id="mine") == first
        assert one.rejected("replace", seat=seat) == "voted"
        assert one.rejected("replace", seat=seat) == "voted"
        twin = next(person for person in people if person.get("/api/me")["name"] == name_of(one)).join(one.table)
        assert twin.rejected("replace", seat=seat) == "voted"
        assert not twin.last["table"]["seats"][seat]["stands_in"]


def name_of(page: Page) -> str:
    return str(page.last["table"]["seats"][page.seat]["name"])


def test_who_has_voted_and_is_left_alone_decides(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat = gone(mover, one, two)
        one.ask("replace", seat=seat)
        gone(two, one)
        assert one.ask("replace", seat=seat)["type"] == "done"
        one.until(lambda state: state["table"]["seats"][seat]["stands_in"])


def test_the_votes_of_those_who_left_do_not_count(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl", "Dora") as people:
        mover, one, two, three = at_a_table(people)
        seat = gone(mover, one, two, three)
        assert one.ask("replace", seat=seat)["type"] == "done"
        gone(one, two, three)
        answer = two.ask("replace", seat=seat)
        assert answer["type"] == "done", answer
        three.until(lambda state: len(state["table"]["seats"][seat]["votes"]) == 2)
        assert not three.last["table"]["seats"][seat]["stands_in"]


def test_spectators_and_those_who_have_resigned_have_no_vote(anna: Person, boris: Person, table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl", "Dora") as people:
        mover, one, two = at_a_table(people[:3])
        seat = gone(mover, one, two)
        watching = people[3].join(one.table)
        assert watching.rejected("replace", seat=seat) == "no_vote"
        two.ask("resign", seat=two.seat)
        assert two.rejected("replace", seat=seat) == "no_vote"
        assert one.ask("replace", seat=seat)["type"] == "done"
        one.until(lambda state: state["table"]["seats"][seat]["stands_in"])


def test_nobody_is_replaced_while_present(anna: Person, boris: Person) -> None:
    mover, other = all_here([*two_at_a_table(anna, boris)])
    assert other.rejected("replace", seat=mover.seat) == "not_away"
    assert mover.rejected("replace", seat=mover.seat) == "not_away"
    assert other.rejected("replace", seat=7) == "not_away"
    assert other.rejected("replace", seat=-1) == "not_away"


def test_one_open_page_of_several_is_enough_to_be_present(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    mover, other = all_here([*pages])
    (anna if mover is pages[0] else boris).join(mover.table)
    seat = mover.seat
    mover.close()
    assert other.rejected("replace", seat=seat) == "not_away"


def test_nobody_is_replaced_who_is_not_waited_for(anna: Person, boris: Person) -> None:
    mover, other = all_here([*two_at_a_table(anna, boris)])
    seat = gone(other, mover)
    assert mover.rejected("replace", seat=seat) == "not_away"


def test_a_bot_is_not_replaced(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "novice", start=True))
    assert page.rejected("replace", seat=1) == "not_away"


def test_a_short_absence_is_waited_for(tmp_path: Path) -> None:
    assert Settings(tmp_path).away == 60
    with running(tmp_path) as table, company(table.url, "Anna", "Boris") as people:
        mover, other = at_a_table(people)
        seat = gone(mover, other)
        assert other.last["table"]["patience"] == 60
        assert other.rejected("replace", seat=seat) == "too_soon"


def test_whoever_has_sat_down_and_never_came_is_away(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "link", "me")
    boris.sit(name, seat=0)
    anna.start(name)
    page = anna.join(name)
    while page.legal:
        page.play(page.legal[0])
    page.until(lambda state: 0 in state["positions"][0]["view"]["to_act"])
    assert page.ask("replace", seat=0)["type"] == "done"


def test_coming_back_ends_the_vote(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat, name = mover.seat, name_of(mover)
        gone(mover, one, two)
        one.ask("replace", seat=seat)
        back = next(person for person in people if person.get("/api/me")["name"] == name).join(one.table)
        one.until(lambda state: notes(one)[-1:] == ["back"])
        gone(back, one, two)
        two.ask("replace", seat=seat)
        one.until(lambda state: state["table"]["seats"][seat]["votes"] == [two.seat])
        assert not one.last["table"]["seats"][seat]["stands_in"]


def test_a_move_kept_while_away_is_still_good_after_a_vote(table: RunningTable) -> None:
    with company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seq, seat, move, name = mover.seq, mover.seat, mover.legal[0], name_of(mover)
        gone(mover, one, two)
        one.ask("replace", seat=seat)
        back = next(person for person in people if person.get("/api/me")["name"] == name).join(one.table)
        assert back.ask("play", seq=seq, seat=seat, move=move)["type"] == "done"


def test_a_bot_plays_on_after_a_restart_and_votes_are_kept(tmp_path: Path) -> None:
    with running(tmp_path, away=0.0) as table, company(table.url, "Anna", "Boris") as people:
        mover, other = at_a_table(people)
        seat, name = mover.seat, other.table
        gone(mover, other)
        other.ask("replace", seat=seat)
        others_name = name_of(other)
    with running(tmp_path, away=0.0) as table:
        for person in people:
            person.move_to(table.url)
        other = next(person for person in people if person.get("/api/me")["name"] == others_name).join(name)
        assert other.last["table"]["seats"][seat]["stands_in"]
        assert other.last["table"]["seats"][seat]["may_return"]
        assert notes(other) == ["replaced"]
        other.until(lambda state: state["positions"][0]["legal"])
        for person in people:
            person.close()


def test_a_vote_that_did_not_decide_is_kept_over_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, away=0.0) as table, company(table.url, "Anna", "Boris", "Carl") as people:
        mover, one, two = at_a_table(people)
        seat, name, voter, last = mover.seat, one.table, name_of(one), name_of(two)
        gone(mover, one, two)
        one.ask("replace", seat=seat)
    with running(tmp_path, away=0.0) as table:
        pages = {}
        for person in people:
            person.move_to(table.url)
            called = person.get("/api/me")["name"]
            if called in (voter, last):
                pages[called] = person.join(name)
        assert len(pages[last].last["table"]["seats"][seat]["votes"]) == 1
        assert pages[last].ask("replace", seat=seat)["type"] == "done"
        pages[voter].until(lambda state: state["table"]["seats"][seat]["stands_in"])
        for person in people:
            person.close()
