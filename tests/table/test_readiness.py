"""What is compiled first, how long it is said to take, and that nothing waits for ever."""

from __future__ import annotations

import asyncio
import os

import pytest

from pentarchy import warm
from pentarchy.bots.levels import LEVELS, levels_of, part_of
from pentarchy.games import NAMES, spec
from pentarchy.table.readiness import SOON, Forecast, Readiness
from pentarchy.warm import AT_THE_TABLE, CompilingFailed, Job, Queue, Worker
from tests.table.elsewhere import SIZE, Elsewhere

ALL = [Job(game, part) for part in AT_THE_TABLE for game in NAMES]


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


# --- The queue --------------------------------------------------------------------------------------------------------


def worked_off(queue: Queue) -> list[Job]:
    """All jobs in the order in which one worker does them."""
    order = []
    while (job := queue.take()) is not None:
        queue.running.discard(job)
        order.append(job)
    return order


def test_people_come_before_bots_and_bots_before_the_search() -> None:
    assert worked_off(Queue(ALL)) == ALL


def test_what_somebody_waits_for_comes_first_with_what_it_needs() -> None:
    queue = Queue(ALL)
    queue.want("kingems", "bots")
    order = worked_off(queue)
    assert order[:3] == [Job("kingems", "people"), Job("kingems", "bots"), Job("kingdomino", "people")]
    assert order[-5] == Job("kingems", "search")  # a game that is played comes first among equals


def test_a_game_that_is_wanted_later_does_not_have_to_wait_for_bots_of_the_first() -> None:
    queue = Queue(ALL)
    queue.want("kingems", "bots")
    queue.want("scuffle", "people")
    assert worked_off(queue)[:3] == [Job("scuffle", "people"), Job("kingems", "people"), Job("kingems", "bots")]


def test_two_parts_of_a_game_are_not_compiled_at_the_same_time() -> None:
    queue = Queue([Job("genius", "people"), Job("genius", "bots")])
    assert queue.take() == Job("genius", "people")
    assert queue.take() is None
    queue.running.clear()
    assert queue.take() == Job("genius", "bots")


# --- The forecast -----------------------------------------------------------------------------------------------------


class Watch:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_first_guess_counts_who_is_before_and_how_many_work() -> None:
    queue = Queue(ALL)
    seconds = Forecast(dict.fromkeys(ALL, SIZE)).seconds(queue)
    assert [seconds[job] for job in ALL[:5]] == [2.5, 2.5, 5.0, 5.0, 7.5]  # two at a time, 2.5 seconds each
    assert max(seconds.values()) == 8 * 2.5


def test_what_is_wanted_is_promised_earlier_and_the_rest_later() -> None:
    queue = Queue(ALL)
    forecast = Forecast(dict.fromkeys(ALL, SIZE))
    before = forecast.seconds(queue)
    wanted, other = Job("color_kingdoms", "search"), Job("genius", "people")
    queue.want(wanted.game, wanted.part)
    after = forecast.seconds(queue)
    assert after[wanted] < before[wanted]
    assert after[other] > before[other]


def test_a_slow_machine_is_found_out_by_what_is_done() -> None:
    watch = Watch()
    queue = Queue(ALL)
    forecast = Forecast(dict.fromkeys(ALL, SIZE), watch)
    first = queue.take()
    assert first is not None
    forecast.begun(first)
    watch.now = 40.0
    queue.running.discard(first)
    forecast.done(first)
    assert forecast.seconds(queue)[ALL[1]] == pytest.approx((2.5 + 40) / 2)


def test_what_takes_longer_than_it_should_is_never_promised_at_once() -> None:
    watch = Watch()
    queue = Queue(ALL)
    forecast = Forecast(dict.fromkeys(ALL, SIZE), watch)
    job = queue.take()
    assert job is not None
    forecast.begun(job)
    told = []
    for now in range(200):
        watch.now = float(now)
        told.append(forecast.seconds(queue)[job])
    assert min(told) >= SOON
    assert told[199] > 20  # and not «one second» for three minutes


def test_a_forecast_knows_how_large_the_parts_of_every_game_are() -> None:
    for game in NAMES:
        sizes = [warm.size(Job(game, part)) for part in AT_THE_TABLE]
        assert min(sizes) > 1000
        assert sizes[2] > sizes[1]


# --- Those who wait ---------------------------------------------------------------------------------------------------


def test_those_who_wait_go_on_when_their_part_is_there() -> None:
    async def life() -> None:
        work = Elsewhere([Job("genius", "bots"), Job("genius", "search")])
        readiness = Readiness(work)
        readiness.look()
        assert len(work.loaded) == 13  # what is in the cache is used at once
        assert readiness.playable
        assert readiness.is_ready("genius", "people")
        assert not readiness.is_ready("genius", "search")
        assert [(each.game, each.part, each.seconds) for each in readiness.left()] == [
            ("genius", "bots", 3),
            ("genius", "search", 5),
        ]
        waiting = asyncio.create_task(readiness.wait("genius", "search"))
        compiling = asyncio.create_task(readiness.compile())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        work.finish()
        await asyncio.gather(waiting, compiling)
        assert readiness.left() == []
        assert readiness.is_ready("genius", "search")

    asyncio.run(life())


def test_what_cannot_be_compiled_is_said_and_nobody_waits_for_ever() -> None:
    async def life() -> None:
        broken = Job("genius", "people")
        work = Elsewhere([broken, Job("genius", "bots"), Job("scuffle", "people")], broken=[broken])
        readiness = Readiness(work)
        readiness.look()
        work.finish()
        await readiness.compile()
        assert readiness.is_ready("scuffle", "people")
        assert not readiness.playable
        assert readiness.has_failed("genius", "bots")  # they need the rules
        assert [(each.game, each.part, each.seconds) for each in readiness.left()] == [("genius", "people", None)]
        with pytest.raises(CompilingFailed, match=r"genius \(people\)"):
            await readiness.wait("genius", "bots")

    asyncio.run(life())


def test_where_no_process_can_be_started_the_games_are_compiled_all_the_same() -> None:
    class Alone(Elsewhere):
        async def compile_all(self, *_: object, **__: object) -> list[Job]:
            raise OSError("no more processes")

    async def life() -> None:
        readiness = Readiness(Alone([Job("genius", "people")]))
        readiness.look()
        await readiness.compile()
        assert readiness.playable

    asyncio.run(life())


def test_a_process_that_dies_is_replaced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Job] = []

    async def die(_: Worker, job: Job) -> bool:
        tried.append(job)
        return job.game == "genius" and tried.count(job) == 2

    monkeypatch.setattr(Worker, "compile", die)
    done: list[Job] = []
    one, other = Job("genius", "people"), Job("scuffle", "people")
    failed = asyncio.run(warm.compile_all(Queue([one, other]), done=done.append))
    assert failed == [other]
    assert sorted(done) == [one, other]
    assert tried.count(one) == tried.count(other) == 2


def test_every_level_names_the_part_that_it_needs() -> None:
    for game in NAMES:
        for level in LEVELS:
            assert part_of(game, level) == ("search" if levels_of(spec(game))[level].iterations else "bots")
