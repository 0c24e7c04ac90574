"""The host offers a seat to a program, which takes it and is told from people wherever it is seen."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.table.bot_client import Client, Server
from tests.browser.person import PHONE, photograph, scrolls_sideways, sized, wait_until
from tests.browser.test_table import LINK, ME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.person import Person
    from tests.browser.places import TableServer

FOLDER = Path(os.environ.get("PENTARCHY_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))


@pytest.fixture
def token(common_table: TableServer) -> Iterator[str]:
    """That of a program called Hal, for as long as the test takes."""
    command = [sys.executable, "-m", "pentarchy", "admin", "--json", "--data", str(common_table.data), "token"]
    made = subprocess.run([*command, "Hal"], capture_output=True, check=True, text=True)
    yield json.loads(made.stdout)["token"]
    subprocess.run([*command, "--revoke", "Hal"], capture_output=True, check=True)


@contextlib.contextmanager
def playing(server: TableServer, token: str) -> Iterator[None]:
    """Hal takes what is offered, and plays any move."""
    client = Client(Server(server.address, token), ["random"], say=lambda _: None)
    thread = threading.Thread(target=client.run, daemon=True)
    thread.start()
    yield
    client.stopping.set()
    thread.join()


@sized("wide")
def test_the_host_offers_a_seat_and_sees_that_a_program_took_it(
    invite: Callable[..., Person], common_table: TableServer, token: str, size: tuple[int, int]
) -> None:
    russian = size == PHONE
    anna = invite("Анна", size=size, language="ru" if russian else "en", dark=russian)
    program = "Программа Hal" if russian else "Program Hal"
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go_to_table(table)
    anna.at("program-choice").select_option("Hal")
    photograph(anna.page, FOLDER, f"program-free-{size[0]}")
    anna.at("offer-seat").click()
    anna.at("seats").locator("[data-kind=offered]").get_by_text(program).wait_for()
    photograph(anna.page, FOLDER, f"program-offered-{size[0]}")
    assert not scrolls_sideways(anna.page)
    assert anna.at("start-table").count() == 0
    with playing(common_table, token):
        anna.at("seats").locator("[data-kind=program]").get_by_text(program).wait_for()
        photograph(anna.page, FOLDER, f"program-taken-{size[0]}")
        assert not scrolls_sideways(anna.page)
        anna.at("start-table").click()
        anna.at("banner").wait_for()
        wait_until(lambda: anna.asked or program in anna.at("banner").inner_text(), anna)
        if not russian:
            anna.at("standings").get_by_text(program).wait_for()
        photograph(anna.page, FOLDER, f"program-playing-{size[0]}")
        assert not scrolls_sideways(anna.page)


@sized("phone")
def test_a_new_table_is_set_up_with_a_seat_for_a_program(
    invite: Callable[..., Person], token: str, size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size, language="ru")
    anna.go("/new/kingdomino")
    anna.at("setup").wait_for()
    anna.at("kind-1-program").click()
    anna.at("program-1").select_option("Hal")
    photograph(anna.page, FOLDER, f"program-setup-{size[0]}")
    assert not scrolls_sideways(anna.page)
    anna.at("start").click()
    anna.at("seats").locator("[data-kind=offered]").get_by_text("Программа Hal").wait_for()


def test_where_there_are_no_programs_nobody_is_offered_one(invite: Callable[..., Person]) -> None:
    anna = invite("Anna")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    anna.go_to_table(table)
    anna.at("add-bot").wait_for()
    assert anna.at("offer-seat").count() == 0
