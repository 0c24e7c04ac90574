"""Things that are done in a row."""

import asyncio
import logging

import pytest

from pentarchy.table.batch import Batch


def test_things_are_done_in_order_at_the_next_turn_of_the_loop() -> None:
    done: list[int] = []

    async def add() -> None:
        batch = Batch()
        for number in range(3):
            batch.add(done.append, number)
        assert done == []
        await asyncio.sleep(0)
        assert done == [0, 1, 2]
        batch.add(done.append, 3)
        await asyncio.sleep(0)
        assert done == [0, 1, 2, 3]

    asyncio.run(add())


def test_what_cannot_wait_is_done_at_once_and_only_once() -> None:
    done: list[int] = []

    async def add() -> None:
        batch = Batch()
        batch.add(done.append, 1)
        batch.run()
        assert done == [1]
        batch.add(done.append, 2)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == [1, 2]

    asyncio.run(add())


def test_what_fails_does_not_stop_the_rest(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    def fail(what: int) -> None:
        raise OSError(f"{what} is gone")

    async def add() -> None:
        batch = Batch()
        batch.add(fail, 1)
        batch.add(done.append, 2)
        await asyncio.sleep(0)

    with caplog.at_level(logging.ERROR, "pentarchy.table"):
        asyncio.run(add())
    assert done == [2]
    assert "1 is gone" in caplog.text
