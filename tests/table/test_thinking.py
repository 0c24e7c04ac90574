"""Thinking at a real table: nobody's bots hold up those of others, and nothing is thought that nobody wants to know."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from pentarchy.bots.levels import LevelBot
from pentarchy.table import bot_pool
from pentarchy.table.live import LiveTable
from tests.table.people import Page, Person, acting_first, running, two_at_a_table, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.engine.match import Match
    from pentarchy.engine.spec import Move
    from pentarchy.table.hub import Hub
    from tests.table.people import RunningTable

ENDLESS = 1 << 60  # moves that an adviser makes in thought


Somebody = Callable[[str], Person]


@pytest.fixture
def somebody() -> Iterator[Somebody]:
    """People, who close their pages in the end."""
    with contextlib.ExitStack() as people:

        def come(url: str) -> Person:
            person = Person(url)
            people.callback(person.close)
            return person

        yield come


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[RunningTable]:
    """A table of one's own, to count what is thought there."""
    with running(tmp_path) as table:
        yield table


def hub_of(table: RunningTable) -> Hub:
    assert table.app.hub is not None
    return table.app.hub


def count_entries(table: RunningTable, name: str) -> int:
    """How much has happened at a table: the start, and moves."""
    return hub_of(table)._tables[name].state.count


def answer_to_every_move(page: Page, moves: int) -> None:
    """Make some moves against bots, and wait each time until it is one's turn again."""
    for _ in range(moves):
        page.play(page.legal[0])
        page.until(lambda state: state["positions"][0]["legal"])


# --- Fairness ---------------------------------------------------------------------------------------------------------


def test_many_masters_of_one_person_leave_the_novice_of_another_answering(
    somebody: Somebody, fresh: RunningTable
) -> None:
    crowd, anna = somebody(fresh.url), somebody(fresh.url)
    for _ in range(12):
        crowd.join(crowd.create("kingdomino", *["master"] * 4, start=True, pace="at_once"))
    queue = hub_of(fresh).bot_pool
    wait_for(lambda: queue.waiting >= 10)
    page = anna.join(anna.create("kingdomino", "me", "novice", start=True, pace="at_once"))
    page.until(lambda state: state["positions"][0]["legal"])
    answer_to_every_move(page, 8)
    assert queue.waiting >= 10  # whoever had come after all of them would still wait
    assert queue.under_way <= 2


# --- Games of bots alone ----------------------------------------------------------------------------------------------


def test_a_game_of_bots_alone_pauses_until_somebody_looks(somebody: Somebody, fresh: RunningTable) -> None:
    anna = somebody(fresh.url)
    unseen = anna.create("kingdomino", "novice", "novice", start=True, pace="at_once")
    seen = anna.join(anna.create("kingdomino", "novice", "novice", start=True, pace="at_once"))
    seen.until(lambda state: state["table"]["status"] == "over")
    assert count_entries(fresh, unseen) == 1  # it has begun
    anna.join(unseen).until(lambda state: state["table"]["status"] == "over")


def test_a_game_of_bots_alone_pauses_again_when_the_last_page_is_closed(
    somebody: Somebody, fresh: RunningTable
) -> None:
    anna = somebody(fresh.url)
    name = anna.create("kingdomino", *["expert"] * 4, start=True, pace="at_once")
    page = anna.join(name)
    page.at(3)
    page.close()
    wait_for(lambda: not hub_of(fresh)._tables[name].pages)
    wait_for(lambda: not hub_of(fresh)._tables[name]._thinking)
    made = count_entries(fresh, name)
    other = anna.join(anna.create("kingdomino", "novice", "novice", start=True, pace="at_once"))
    other.until(lambda state: state["table"]["status"] == "over")
    assert count_entries(fresh, name) == made < 49


def test_bots_play_on_to_the_turn_of_a_person_who_is_away(somebody: Somebody, fresh: RunningTable) -> None:
    anna = somebody(fresh.url)
    name = anna.create("kingdomino", "me", "novice", "novice", "novice", start=True, pace="at_once")
    wait_for(lambda: hub_of(fresh)._tables[name].state.waiting_for_people == [0])


def test_a_seat_that_is_left_to_a_bot_counts_as_a_bots(somebody: Somebody, fresh: RunningTable) -> None:
    anna = somebody(fresh.url)
    page = anna.join(anna.create("kingdomino", "me", "novice", start=True))
    table = hub_of(fresh)._tables[page.table]
    assert page.ask("stand_in", seat=0, level="novice")["type"] == "done"
    assert not table.pauses
    page.close()
    wait_for(lambda: table.pauses)
    wait_for(lambda: not table._thinking)
    assert table.state.status == "playing"
    anna.join(page.table).until(lambda state: state["table"]["status"] == "over")


# --- After a restart --------------------------------------------------------------------------------------------------


def test_after_a_restart_games_of_bots_alone_are_left_where_they_are(somebody: Somebody, tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna = somebody(table.url)
        alone = [anna.create("kingdomino", *["master"] * 4, start=True) for _ in range(8)]
        with_her = anna.create("kingdomino", "me", *["novice"] * 3, start=True)
        wait_for(lambda: hub_of(table)._tables[with_her].state.waiting_for_people)
        anna.join(with_her).ask("stand_in", seat=0, level="master")
    with running(tmp_path) as table:
        wait_for(lambda: with_her in hub_of(table)._tables)
        assert not any(name in hub_of(table)._tables for name in alone)
        assert hub_of(table).bot_pool.waiting + hub_of(table).bot_pool.under_way == 0
        anna.move_to(table.url)
        anna.join(alone[3]).at(2)


def test_after_a_restart_thoughts_wait_their_turn(somebody: Somebody, tmp_path: Path) -> None:
    """Tables that nobody watches whose people are away: their bots think one after another."""
    with running(tmp_path, bot_pause=3600.0) as table:
        anna = somebody(table.url)
        pages = [anna.join(anna.create("kingdomino", "me", *["master"] * 3, start=True)) for _ in range(6)]
        for page in pages:
            while page.legal:
                page.play(page.legal[0])
    with running(tmp_path, threads=3, bot_pause=3600.0) as table:
        hub, most = hub_of(table), 0

        def all_are_there() -> bool:
            nonlocal most
            most = max(most, hub.bot_pool.under_way)
            return len(hub._tables) == 6

        wait_for(all_are_there)
        assert most <= 1


# --- Hints ------------------------------------------------------------------------------------------------------------


def ask_for_an_endless_hint(table: RunningTable, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "advice_of", lambda _: ENDLESS)
    page.send({"type": "hint", "id": "advice", "seq": page.seq, "seat": page.seat})
    wait_for(lambda: hub_of(table).bot_pool.under_way == 1)


def test_a_hint_whose_page_has_gone_is_thought_of_no_longer(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, thought=1e6) as table:
        anna, boris = somebody(table.url), somebody(table.url)
        page, _ = acting_first(two_at_a_table(anna, boris))
        ask_for_an_endless_hint(table, page, monkeypatch)
        page.close()
        wait_for(lambda: hub_of(table).bot_pool.under_way == 0)


def test_a_hint_is_thought_of_no_longer_when_the_move_is_made(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, thought=1e6) as table:
        anna, boris = somebody(table.url), somebody(table.url)
        page, _ = acting_first(two_at_a_table(anna, boris))
        ask_for_an_endless_hint(table, page, monkeypatch)
        assert page.play(page.legal[0])["type"] == "done"
        while not (answers := [each for each in page.heard if each.get("id") == "advice"]):
            page.receive()
        assert (answers[0]["type"], answers[0]["reason"]) == ("rejected", "stale")
        wait_for(lambda: hub_of(table).bot_pool.under_way == 0)


def test_a_hint_that_takes_too_long_says_what_it_has_found(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "advice_of", lambda _: ENDLESS)
    with running(tmp_path, thought=0.1) as table:
        anna = somebody(table.url)
        page = anna.join(anna.create("genius", "me", "here", start=True))
        acting = next(each for each in page.last["positions"] if each["legal"])
        hint = page.ask("hint", seq=page.seq, seat=acting["seat"])
        assert hint["type"] == "hinted"
        assert {each["move"] for each in hint["suggestions"]} <= {move["text"] for move in acting["legal"]}


def test_many_pages_of_one_person_do_not_wait_for_more_hints(
    somebody: Somebody, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, thought=1e6) as table:
        anna = somebody(table.url)
        name = anna.create("genius", "me", "here", start=True)
        pages = [anna.join(name) for _ in range(4)]
        asked = {"seq": pages[0].seq, "seat": pages[0].acting[0]}
        monkeypatch.setattr(bot_pool, "advice_of", lambda _: ENDLESS)
        for page in pages[:2]:
            page.send({"type": "hint", "id": "advice", **asked})
            assert page.quiet()
        assert pages[2].rejected("hint", **asked) == "busy"
        pages[0].close()
        wait_for(lambda: hub_of(table).bot_pool.hints.person_may(hub_of(table)._tables[name].state.host))
        pages[3].send({"type": "hint", "id": "advice", **asked})
        assert pages[3].quiet()


# --- Bots that fail ---------------------------------------------------------------------------------------------------


def test_when_a_level_fails_the_one_below_plays_on(
    somebody: Somebody, fresh: RunningTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []
    choose = LevelBot.choose

    def fail(self: LevelBot, match: Match, seat: int | None = None, **options: Any) -> Move:
        asked.append(self.name)
        if self.name != "adept":
            raise RuntimeError("lost its mind")
        return choose(self, match, seat, **options)

    monkeypatch.setattr(LevelBot, "choose", fail)
    monkeypatch.setattr(bot_pool, "FIRST_REST", 3600.0)
    anna = somebody(fresh.url)
    page = anna.join(anna.create("kingdomino", "master", "master", start=True, pace="at_once"))
    with caplog.at_level(logging.ERROR, "pentarchy.table"):
        page.until(lambda state: state["table"]["status"] == "over")
    assert asked[:3] == ["master", "expert", "adept"]
    assert set(asked[3:]) == {"adept"}
    assert [record.message.split(" failed")[0] for record in caplog.records] == ["bot master", "bot expert"]


def test_when_all_levels_fail_any_move_is_made(
    somebody: Somebody, fresh: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("lost its mind")

    monkeypatch.setattr(bot_pool.BotPool, "bot", fail)
    anna = somebody(fresh.url)
    page = anna.join(anna.create("kingdomino", "master", "novice", start=True, pace="at_once"))
    page.until(lambda state: state["table"]["status"] == "over")


def test_what_cannot_be_done_at_all_is_not_tried_again_and_again(
    somebody: Somebody, fresh: RunningTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    async def fail(*_: object) -> None:
        nonlocal tried
        tried += 1
        raise RuntimeError("out of order")

    monkeypatch.setattr(LiveTable, "_move_of_a_bot", fail)
    monkeypatch.setattr(bot_pool, "FIRST_REST", 3600.0)
    anna = somebody(fresh.url)
    page = anna.join(anna.create("kingdomino", "novice", "novice", start=True, pace="at_once"))
    wait_for(lambda: tried)
    for _ in range(50):
        page.send({"type": "hello"})  # which wakes the table
        page.state()
    assert tried == 1
