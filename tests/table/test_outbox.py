"""When pages are written to."""

import asyncio
import logging

import pytest

from pentarchy.table.outbox import Outbox


def test_pages_are_written_to_at_the_next_turn_of_the_loop() -> None:
    written = []

    async def tell() -> None:
        Outbox().soon(lambda: written.append("page"))
        assert written == []
        await asyncio.sleep(0)
        assert written == ["page"]

    asyncio.run(tell())


def test_what_is_held_back_is_written_when_it_is_let_go_and_what_comes_then_later() -> None:
    written = []

    async def tell() -> None:
        outbox = Outbox()
        outbox.hold()
        outbox.soon(lambda: outbox.soon(lambda: written.append("second")))
        outbox.soon(lambda: written.append("first"))
        assert written == []
        outbox.let_go()
        assert written == ["first"]
        await asyncio.sleep(0)
        assert written == ["first", "second"]

    asyncio.run(tell())


def test_a_page_that_cannot_be_written_to_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise OSError("gone")

    written = []
    outbox = Outbox()
    outbox.hold()
    outbox.soon(fail)
    outbox.soon(lambda: written.append("page"))
    with caplog.at_level(logging.ERROR, "pentarchy.table"):
        outbox.let_go()
    assert written == ["page"]
    assert "could not be written to" in caplog.text
