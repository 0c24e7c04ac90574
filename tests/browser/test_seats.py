"""What people see of others whom they do not want, who have gone, or who do nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.person import PHONE, photograph, scrolls_sideways, sized
from tests.browser.test_news import turns
from tests.browser.test_table import LINK, ME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.person import Person
    from tests.browser.places import TableServer

pytestmark = pytest.mark.long

FOLDER = Path(os.environ.get("PENTARCHY_PICTURES", Path(__file__).parents[2] / "build" / "pictures"))


@pytest.fixture(scope="module")
def hasty_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Where nobody may do nothing for long, and no host may be away."""
    from tests.browser import places

    folder = tmp_path_factory.mktemp("hasty") / "data"
    server = places.TableServer(folder, PENTARCHY_AWAY="1", PENTARCHY_IDLE="8")
    server.start()
    yield server
    server.stop()


@sized("wide")
def test_the_host_removes_somebody_who_is_told_and_may_be_let_in_again(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    dark = size == PHONE
    anna = invite("Анна", size=size, language="ru", dark=dark)
    boris = invite("Анна", size=size, language="ru", dark=dark)
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.go_to_table(table)
    boris.at("sit").first.click()
    boris.at("leave").wait_for()
    anna.go_to_table(table)
    anna.at("seats").get_by_text("Анна 2").wait_for()
    photograph(anna.page, FOLDER, f"waiting-room-host-{size[0]}")
    anna.at("remove-1").click()
    anna.at("yes").wait_for()
    photograph(anna.page, FOLDER, f"remove-question-{size[0]}")
    anna.at("yes").click()
    boris.at("barred").wait_for()
    assert boris.at("sit").count() == 0
    photograph(boris.page, FOLDER, f"removed-{size[0]}")
    anna.at("notes").get_by_text("Анна 2").wait_for()
    anna.at("readmit").wait_for()
    photograph(anna.page, FOLDER, f"readmit-{size[0]}")
    assert not scrolls_sideways(anna.page)
    assert not scrolls_sideways(boris.page)
    anna.at("readmit").click()
    boris.at("sit").first.click()
    boris.at("leave").wait_for()
    assert boris.at("barred").count() == 0


@sized("phone")
def test_somebody_is_muted_with_a_tap_on_the_name_and_heard_again(
    invite: Callable[..., Person], size: tuple[int, int]
) -> None:
    anna = invite("Anna", size=size, language="ru", dark=size == PHONE)
    boris = invite("Boris")
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.go_to_table(table)
    anna.go_to_table(table)
    chat = boris.at("chat").get_by_role("textbox")
    for text in ("Buy stamps", "Buy more stamps"):
        chat.fill(text)
        boris.page.keyboard.press("Enter")
    anna.at("chat").get_by_text("Buy more stamps").wait_for()
    anna.at("said-by").first.click()
    anna.at("mute").wait_for()
    anna.at("chat").scroll_into_view_if_needed()
    photograph(anna.page, FOLDER, f"mute-{size[0]}")
    anna.at("mute").click()
    anna.at("muted").wait_for()
    assert anna.at("chat").get_by_text("stamps").count() == 0
    anna.page.reload()
    anna.at("muted").wait_for()
    assert anna.at("chat").get_by_text("stamps").count() == 0
    photograph(anna.page, FOLDER, f"muted-{size[0]}")
    anna.at("unmute").click()
    anna.at("chat").get_by_text("Buy more stamps").wait_for()


@sized("phone")
def test_whoever_does_nothing_is_asked_and_then_a_bot_may_play_on(
    invite: Callable[..., Person], hasty_table: TableServer, size: tuple[int, int]
) -> None:
    dark = size == PHONE
    anna = invite("Anna", hasty_table, size=size, language="ru", dark=dark)
    boris = invite("Boris", hasty_table, size=size, language="ru", dark=dark)
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.post(f"/api/tables/{table}/start")
    for person in (anna, boris):
        person.go_to_table(table)
    asked, waiting = turns(anna, boris)
    asked.at("still-there").wait_for()
    photograph(asked.page, FOLDER, f"still-there-{size[0]}")
    assert not scrolls_sideways(asked.page)
    asked.at("i-am-here").click()
    asked.at("still-there").wait_for(state="detached")
    waiting.at("replace").wait_for()
    assert asked.name in waiting.at("missing").inner_text()
    photograph(waiting.page, FOLDER, f"idle-{size[0]}")
    asked.at("still-there").wait_for()
    waiting.at("replace").click()
    asked.at("return").wait_for()
    asked.at("still-there").wait_for(state="detached")


def test_a_table_whose_host_has_gone_is_run_by_somebody_who_is_here(
    invite: Callable[..., Person], hasty_table: TableServer
) -> None:
    anna, boris = invite("Anna", hasty_table), invite("Boris", hasty_table)
    table = anna.set_up("kingdomino", [ME, LINK], start=False)
    boris.sit(table)
    anna.go_to_table(table)
    boris.go_to_table(table)
    boris.page.get_by_text("Anna starts the game").wait_for()
    anna.go("/")
    boris.at("start-table").wait_for()
    boris.at("notes").get_by_text("runs the table now").wait_for()
    photograph(boris.page, FOLDER, "host-has-gone-1280")
