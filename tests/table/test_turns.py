"""Whose turn it is to think."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.table import bot_pool, minds
from pentarchy.table.bot_pool import BotPool, Failures, Overdue, levels_down_from
from pentarchy.table.minds import SeatedBot
from pentarchy.table.turns import UNWATCHED_SHARE, Asker, Lane, Turn
from tests.table.people import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


class Queue:
    """A lane. If there is one place, it is taken when the others come."""

    def __init__(self, places: int = 1) -> None:
        self.lane = Lane(places)
        self.turns: list[tuple[str, Turn]] = []
        if places == 1:
            self.ask("nobody", Asker("nobody", "0.0.0.0"))

    def ask(self, name: str, asker: Asker) -> None:
        self.turns.append((name, Turn(asker, self.lane)))

    def thinking(self) -> list[str]:
        return [name for name, turn in self.turns if turn.granted.done()]

    def end(self, name: str) -> None:
        found = next(each for each in self.turns if each[0] == name and each[1].granted.done())
        self.turns.remove(found)
        self.lane.leave(found[1])

    def served(self) -> str:
        """Everybody, in the order in which they had their turn."""
        order: list[str] = []
        self.end("nobody")
        while thinking := self.thinking():
            order.append(thinking[0])
            self.end(thinking[0])
        return " ".join(order)


def test_many_tables_of_one_person_do_not_hold_up_another() -> None:
    async def test() -> None:
        queue = Queue()
        for _ in range(5):
            queue.ask("anna", Asker("anna", "1.1.1.1"))
        queue.ask("boris", Asker("boris", "2.2.2.2"))
        assert queue.served() == "anna boris anna anna anna anna"

    run(test())


def test_many_people_invented_at_one_address_count_as_one() -> None:
    async def test() -> None:
        queue = Queue()
        for number in range(4):
            queue.ask(f"fake{number}", Asker(f"fake{number}", "1.1.1.1"))
        for _ in range(2):
            queue.ask("boris", Asker("boris", "2.2.2.2"))
        assert queue.served() == "fake0 boris fake1 boris fake2 fake3"

    run(test())


def test_two_people_at_one_address_take_turns() -> None:
    async def test() -> None:
        queue = Queue()
        for name in ("anna", "anna", "anna", "boris"):
            queue.ask(name, Asker(name, "1.1.1.1"))
        assert queue.served() == "anna boris anna anna"

    run(test())


def test_a_table_that_somebody_watches_goes_first() -> None:
    async def test() -> None:
        queue = Queue()
        queue.ask("away", Asker("anna", "1.1.1.1"))
        queue.ask("watched", Asker("boris", "2.2.2.2", watched=True))
        assert queue.served() == "watched away"

    run(test())


def test_tables_that_nobody_watches_do_not_wait_for_ever() -> None:
    async def test() -> None:
        queue = Queue()
        for number in range(20):
            queue.ask("watched", Asker(f"anna{number}", "1.1.1.1", watched=True))
        queue.ask("away", Asker("boris", "2.2.2.2"))
        assert queue.served().split().index("away") == UNWATCHED_SHARE - 2

    run(test())


def test_one_address_never_has_all_places() -> None:
    async def test() -> None:
        queue = Queue(places=3)
        for number in range(4):
            queue.ask(f"fake{number}", Asker(f"fake{number}", "1.1.1.1", watched=True))
        assert queue.thinking() == ["fake0", "fake1"]
        queue.ask("boris", Asker("boris", "2.2.2.2"))
        assert queue.thinking() == ["fake0", "fake1", "boris"]
        queue.end("boris")
        assert queue.thinking() == ["fake0", "fake1"]
        queue.end("fake1")
        assert queue.thinking() == ["fake0", "fake2"]

    run(test())


def test_places_that_are_added_are_taken_at_once_and_those_that_go_are_not_given_again() -> None:
    async def test() -> None:
        queue = Queue(places=2)
        for number in range(6):
            queue.ask(f"{number}", Asker(f"{number}", f"{number}"))
        assert queue.thinking() == ["0", "1"]
        queue.lane.resize(4)
        assert queue.thinking() == ["0", "1", "2", "3"]
        queue.lane.resize(1)
        for name in ("0", "1", "2"):
            queue.end(name)
        assert queue.thinking() == ["3"]
        queue.end("3")
        assert queue.thinking() == ["4"]
        assert queue.lane.waiting == 1

    run(test())


def test_those_who_wait_can_go_to_another_lane_in_their_order() -> None:
    async def test() -> None:
        queue, other = Queue(), Lane(1)
        queue.ask("away", Asker("anna", "1.1.1.1"))
        queue.ask("watched", Asker("boris", "2.2.2.2", watched=True))
        other.rejoin(queue.lane.withdraw_all())
        assert (queue.lane.waiting, other.waiting) == (0, 1)
        assert queue.thinking() == ["nobody", "watched"]
        for _, turn in queue.turns[::-1]:
            turn.leave()
        assert queue.thinking() == ["nobody", "away", "watched"]
        assert (queue.lane.waiting, other.waiting) == (0, 0)

    run(test())


def test_one_person_thinks_once_at_a_time() -> None:
    async def test() -> None:
        queue = Queue(places=4)
        for name in ("one", "two"):
            queue.ask(name, Asker("anna", "1.1.1.1"))
        assert queue.thinking() == ["one"]

    run(test())


def test_whoever_waits_no_longer_is_passed_over() -> None:
    async def test() -> None:
        queue = Queue()
        for name in ("anna", "boris", "carl"):
            queue.ask(name, Asker(name, name))
        queue.turns[1][1].granted.cancel()  # as when the one who awaits it is cancelled, who then leaves
        queue.end("nobody")
        assert queue.thinking() == ["anna", "boris"]
        queue.lane.leave(queue.turns.pop(0)[1])
        assert queue.thinking() == ["boris"]
        queue.end("boris")
        assert queue.thinking() == ["carl"]
        assert queue.lane.waiting == 0
        queue.end("carl")
        queue.ask("anna", Asker("anna", "anna"))
        assert "anna" in queue.thinking()

    run(test())


def test_a_table_goes_up_when_somebody_comes_and_is_counted_where_they_are() -> None:
    async def test() -> None:
        pool = BotPool(1)
        order: list[str] = []
        tables = {name: Asker(name) for name in ("one", "two", "three")}

        async def think(name: str) -> None:
            async with pool.turn(tables[name]) as thought:
                await thought.think(lambda _: order.append(name))

        async with pool.turn(Asker("somebody")):
            tasks = [asyncio.create_task(think(name)) for name in tables]
            while pool.waiting < 3:
                await asyncio.sleep(0)
            pool.change(tables["three"], address="3.3.3.3", watched=True)
            assert (tables["three"].address, tables["three"].watched) == ("3.3.3.3", True)
        await asyncio.gather(*tasks)
        assert order == ["three", "one", "two"]
        assert (pool.waiting, pool.under_way) == (0, 0)
        pool.close()

    run(test())


def test_a_glance_never_waits_for_those_who_look_ahead() -> None:
    async def test() -> None:
        pool, anna = BotPool(1), Asker("anna")
        async with pool.turn(anna), pool.turn(anna, quick=True) as thought:
            assert await thought.think(lambda _: "a move") == "a move"
        pool.close()

    run(test())


def endless() -> SeatedBot:
    return SeatedBot("search:1000000s", seed=1)


def test_a_thought_that_nobody_wants_any_more_ends() -> None:
    async def test() -> None:
        pool, anna = BotPool(1, limit=1e6), Asker("anna")
        match = pentarchy.load("genius").start(b"seed")
        begun = asyncio.Event()

        async def think() -> None:
            async with pool.turn(anna) as thought:
                begun.set()
                await pool.choose(thought, endless(), match.copy(), match.to_act[0])

        task = asyncio.create_task(think())
        await begun.wait()
        while not any(thread.name.startswith("thinker") for thread in threading.enumerate()):
            await asyncio.sleep(0)
        task.cancel()
        async with pool.turn(anna) as thought:  # there is one place: this waits for the other thought's end
            await thought.think(lambda _: None)
        assert task.cancelled()
        assert pool.under_way == 0
        pool.close()

    run(test())


def test_after_its_time_the_best_move_found_is_played() -> None:
    async def test() -> None:
        pool = BotPool(1, limit=0.05)
        match = pentarchy.load("genius").start(b"seed")
        async with pool.turn(Asker("anna")) as thought:
            move = await pool.choose(thought, endless(), match.copy(), match.to_act[0])
        assert move in match.legal_texts(match.to_act[0])
        pool.close()

    run(test())


def test_a_thought_that_does_not_end_is_given_up_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "GRACE", 0.0)

    async def test() -> None:
        pool, may_end = BotPool(1, limit=0.05), threading.Event()
        for _ in range(bot_pool.MOST_LOST):
            async with pool.turn(Asker("anna")) as thought:
                with pytest.raises(Overdue):
                    await thought.think(lambda _: may_end.wait())
        async with pool.turn(Asker("boris")) as thought:
            assert await thought.think(lambda _: "a move") == "a move"
        may_end.set()
        while pool.under_way:
            await asyncio.sleep(0.01)
        pool.close()

    run(test())


def test_the_same_match_makes_the_same_choices() -> None:
    async def moves() -> list[str]:
        pool = BotPool(1)
        match = pentarchy.load("kingdomino", players=2).start(b"seed")
        players = [pool.bot("expert", b"seed", seat) for seat in range(2)]
        for _ in range(12):
            seat = match.to_act[0]
            async with pool.turn(Asker("anna")) as thought:
                match.play(await pool.choose(thought, players[seat], match.copy(), seat), seat)
        pool.close()
        return [str(event) for event in match.events]

    assert asyncio.run(moves()) == asyncio.run(moves())


def test_what_fails_is_left_alone_twice_as_long_each_time() -> None:
    now = 100.0
    failures = Failures(lambda: now)
    assert not failures.rests("master")
    for times, rest in enumerate((1.0, 2.0, 4.0, 8.0), 1):
        assert failures.failed("master") == (times, rest)
        now += rest - 0.1
        assert failures.rests("master")
        assert not failures.rests("expert")
        now += 0.2
        assert not failures.rests("master")
    for _ in range(2000):
        assert failures.failed("master")[1] <= bot_pool.LONGEST_REST


def test_below_a_master_there_are_three_levels() -> None:
    assert levels_down_from("master") == ("master", "expert", "adept", "novice")
    assert levels_down_from("novice") == ("novice",)


def test_an_illegal_move_of_a_bot_is_a_failure() -> None:
    class Dreamer:
        name = "dreamer"

        def choose(self, match: object, seat: int, *, cancelled: Callable[[], bool]) -> str:
            return "win"

    match = pentarchy.load("genius").start(b"seed")
    with pytest.raises(ValueError, match="'win', which is not legal"):
        minds.choose(Dreamer(), match, match.to_act[0], lambda: False)  # type: ignore[arg-type]


def test_time_passes_only_while_somebody_thinks() -> None:
    """The limit counts from the first moment of a thought, not from when its turn was asked for."""

    async def test() -> None:
        pool, anna = BotPool(1, limit=0.2), Asker("anna")
        asked_at = time.monotonic()
        async with pool.turn(anna) as thought:
            while time.monotonic() - asked_at < 0.3:
                await asyncio.sleep(0.01)
            assert await thought.think(lambda must_end: must_end()) is False
        pool.close()

    run(test())
