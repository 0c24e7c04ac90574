"""From where somebody comes: what a proxy says is believed if the proxy is named, and only as far as it can know."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pentarchy.table import bans
from pentarchy.table.addresses import Proxies, counted
from pentarchy.table.hub import BANNED
from tests.table.people import Person, RunningTable, running

if TYPE_CHECKING:
    from pathlib import Path

NAMED = ("127.0.0.1", "10.0.0.0/8", "2001:db8:aaaa::/48")
ONE = (0.001, 1.0)  # one at once, and then none while a test lasts


# --- What stands in the header ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forwarded", "origin"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["1.1.1.1, 203.0.113.9"], "203.0.113.9"),  # what stands further left was said by a stranger
        (["203.0.113.9, 10.1.2.3, 127.0.0.1"], "203.0.113.9"),  # through several named proxies
        (["1.1.1.1", "203.0.113.9"], "203.0.113.9"),  # several headers are one
        (["203.0.113.9", "10.1.2.3"], "203.0.113.9"),
        (["  203.0.113.9  "], "203.0.113.9"),
        (["203.0.113.9:4711"], "203.0.113.9"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["[2001:db8::1]"], "2001:db8::1"),
        (["2001:DB8:0::1"], "2001:db8::1"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9, 2001:db8:aaaa::7"], "203.0.113.9"),
        (["10.1.2.3"], "10.1.2.3"),  # a named proxy asks for itself
        ([], "127.0.0.1"),
    ],
)
def test_the_rightmost_address_that_is_no_named_proxys_counts(forwarded: list[str], origin: str) -> None:
    assert Proxies(NAMED).origin("127.0.0.1", forwarded) == origin


@pytest.mark.parametrize("garbage", ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "[[", "\xff", "1.1.1.1 9.9.9.9"])
def test_what_is_no_address_is_nobodys(garbage: str) -> None:
    proxies = Proxies(NAMED)
    assert proxies.origin("127.0.0.1", [garbage]) == "127.0.0.1"
    assert proxies.origin("127.0.0.1", [f"{garbage}, 203.0.113.9"]) == "203.0.113.9"
    assert proxies.origin("127.0.0.1", [f"203.0.113.9, {garbage}"]) == "127.0.0.1"  # nothing beyond it can be believed
    assert proxies.origin("127.0.0.1", [f"203.0.113.9, {garbage}, 10.1.2.3"]) == "10.1.2.3"


@pytest.mark.parametrize("peer", ["192.0.2.1", "2001:db8::1", "::1", "no address", ""])
def test_who_is_not_named_is_not_believed(peer: str) -> None:
    assert Proxies(NAMED).origin(peer, ["203.0.113.9"]) == peer
    assert Proxies(()).origin(peer, ["203.0.113.9"]) == peer


@pytest.mark.parametrize("peer", ["127.0.0.1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("named", ["127.0.0.1", "127.0.0.0/8", "::ffff:127.0.0.1"])
def test_an_address_of_ipv4_is_the_same_however_it_is_written(named: str, peer: str) -> None:
    """A socket for both kinds tells addresses of IPv4 as those of IPv6."""
    assert Proxies((named,)).origin(peer, ["203.0.113.9"]) == "203.0.113.9"


def test_a_proxy_that_cannot_be_is_refused_with_what_was_written() -> None:
    with pytest.raises(ValueError, match="'nginx'"):
        Proxies(("nginx",))


# --- What counts as one -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.9", "203.0.113.10", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("2001:db8:1:2::1", "2001:DB8:1:2:0::9", True),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.10", False),  # although their first 64 bits are the same
        ("::1", "::2", False),  # this machine is not others
    ],
)
def test_a_house_has_one_address(one: str, other: str, *, same: bool) -> None:
    assert (counted(one) == counted(other)) is same


# --- At a table -------------------------------------------------------------------------------------------------------


def asked(table: RunningTable, *forwarded: str, **headers: str) -> httpx.Response:
    """What is answered to a request that was passed on."""
    listed = [("X-Forwarded-For", each) for each in forwarded]
    return httpx.get(f"{table.url}/api/me", headers=[*listed, *headers.items()])


def statuses(table: RunningTable, *origins: str) -> list[int]:
    return [asked(table, origin).status_code for origin in origins]


def test_nobody_invents_addresses_for_themselves(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path, requests=ONE) as table:
        assert statuses(table, *(f"203.0.113.{number}" for number in range(4))) == [200, 429, 429, 429]
    said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert said == ["127.0.0.1 passes requests on and is not named as a proxy (--proxies): its people count as one"]


def test_those_whom_a_named_proxy_brings_count_each_for_themselves(tmp_path: Path) -> None:
    with running(tmp_path, requests=ONE, proxies=("127.0.0.1",)) as table:
        assert statuses(table, "203.0.113.1", "203.0.113.2", "203.0.113.1") == [200, 200, 429]
        assert asked(table, "198.51.100.7, 203.0.113.2").status_code == 429  # what they say themselves changes nothing
        assert asked(table, "198.51.100.7", "203.0.113.2").status_code == 429
        assert asked(table, "203.0.113.3").status_code == 200


def test_a_house_with_ipv6_counts_once(tmp_path: Path) -> None:
    with running(tmp_path, requests=ONE, proxies=("127.0.0.1",)) as table:
        assert statuses(table, "2001:db8:1:2::1", "2001:db8:1:2:9::9", "2001:db8:1:3::1") == [200, 429, 200]


def test_websockets_that_are_passed_on_count_like_requests(tmp_path: Path) -> None:
    with running(tmp_path, proxies=("127.0.0.1",), pages_address=1) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "link")
        pages = [person.join(name, headers={"X-Forwarded-For": f"203.0.113.{number}"}) for number in range(3)]
        again = person.join(name, hello=False, headers={"X-Forwarded-For": "198.51.100.7, 203.0.113.1"})
        assert again.closed() == 1013
        assert all(page.quiet() for page in pages)
        person.close()


@pytest.mark.parametrize(
    ("named", "said", "secure"),
    [(True, "https", True), (True, "http, https", True), (True, "https, http", False), (False, "https", False)],
)
def test_a_named_proxy_tells_whether_the_line_is_safe(tmp_path: Path, said: str, *, named: bool, secure: bool) -> None:
    with running(tmp_path, proxies=("127.0.0.1",) if named else ()) as table:
        answer = asked(table, "203.0.113.1", **{"X-Forwarded-Proto": said})
        assert ("Secure" in answer.headers["set-cookie"]) is secure


def test_who_is_banned_is_not_the_house_nor_the_proxy(tmp_path: Path) -> None:
    """Limits count by house; a ban means exactly whom it names."""
    with running(tmp_path, proxies=("127.0.0.1",)) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "link")
        ban(table, "2001:db8:1:2::5/128", "203.0.113.9/32")
        origins = ("2001:db8:1:2::5", "2001:db8:1:2::6", "203.0.113.9", "203.0.113.8", "203.0.113.9, 203.0.113.8")
        assert statuses(table, *origins) == [403, 200, 403, 200, 200]
        ends = [opened(person, name, origin) for origin in origins]
        assert ends == [BANNED, None, BANNED, None, None]
        person.close()


def ban(table: RunningTable, *networks: str) -> None:
    async def work() -> None:
        assert table.app.hub is not None
        table.app.hub.bans.set(bans.Ban(network, "address", 0.0, 1e12, "") for network in networks)

    table.call(work())


def opened(person: Person, table: str, origin: str) -> int | None:
    """Why a line was closed; None if it is open."""
    page = person.join(table, hello=False, headers={"X-Forwarded-For": origin})
    try:
        page.send({"type": "hello"})
        page.state()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    return None
