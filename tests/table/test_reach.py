"""Invitations that arrive: who can come, which address invitations carry, and who is told it."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from pentarchy.table import reach, settings
from pentarchy.table.serve import in_the_house, listen, serve, who_can_come
from pentarchy.table.settings import Settings
from pentarchy.table.static import Static
from tests.table.people import Person, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.table.people import RunningTable

HOUSE = ("http://192.168.1.7:8000", "http://10.0.0.3:8000")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.9.1", "::1", "[::1]", "table.localhost"])
def test_an_address_that_means_another_machine_elsewhere_is_known_as_such(host: str) -> None:
    assert reach.is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.7", "0.0.0.0", "games.example", "localhost.example", ""])
def test_other_addresses_are_not_taken_for_this_machine(host: str) -> None:
    assert not reach.is_loopback(host)


def test_addresses_of_the_house_are_told_once_and_only_useful_ones() -> None:
    found = ["192.168.1.7", "127.0.1.1", "192.168.1.7", "169.254.3.4", "0.0.0.0", "10.0.0.3"]
    assert reach.sift(found) == ["192.168.1.7", "10.0.0.3"]


def test_the_addresses_of_this_machine_are_found_without_sending_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_sending(*_: object) -> None:
        raise AssertionError("nothing is sent")

    monkeypatch.setattr(socket.socket, "send", no_sending)
    monkeypatch.setattr(socket.socket, "sendto", no_sending)
    for address in reach.house_addresses():
        assert not reach.is_loopback(address)


def test_a_machine_without_any_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    monkeypatch.setattr(socket, "if_nameindex", list)
    assert reach.house_addresses() == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://games.example", "https://games.example"),
        ("https://games.example/", "https://games.example"),
        ("http://games.example:8080", "http://games.example:8080"),
    ],
)
def test_a_public_address_may_be_set(text: str, told: str) -> None:
    assert reach.public_origin(text) == told


@pytest.mark.parametrize("text", ["games.example", "ftp://games.example", "https://games.example/five", "https://"])
def test_what_cannot_be_a_public_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"https://games\.example.*not"):
        reach.public_origin(text)


# --- What the terminal says -------------------------------------------------------------------------------------------


def test_the_terminal_says_that_only_this_machine_can_come_and_how_to_change_it(tmp_path: Path) -> None:
    line = who_can_come("127.0.0.1", Settings(tmp_path))
    assert "Only this machine can come" in line
    assert "--lan" in line


def test_the_terminal_says_where_the_house_finds_the_table(tmp_path: Path) -> None:
    assert who_can_come("0.0.0.0", Settings(tmp_path, house=HOUSE[:1])).endswith(f"can come: {HOUSE[0]}/")
    assert f"(or {HOUSE[1]}/)" in who_can_come("0.0.0.0", Settings(tmp_path, house=HOUSE))
    assert "no address" in who_can_come("0.0.0.0", Settings(tmp_path, house=()))


def test_the_terminal_says_the_public_address(tmp_path: Path) -> None:
    assert "https://games.example/" in who_can_come("127.0.0.1", Settings(tmp_path, public="https://games.example"))


def test_listening_at_one_address_only_that_one_is_told() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert in_the_house(listening) == (f"http://127.0.0.1:{listening.getsockname()[1]}",)


def test_listening_for_the_house_and_only_for_this_machine_is_a_contradiction(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="only this machine can come"):
        serve(Settings(tmp_path, host="127.0.0.1", port=0, lan=True))


def test_public_addresses_come_from_the_environment() -> None:
    assert settings.read(environment={"PENTARCHY_PUBLIC": "https://games.example/"}).public == "https://games.example"


# --- What pages are told ----------------------------------------------------------------------------------------------


def test_without_the_house_no_address_of_this_machine_is_told(table: RunningTable) -> None:
    assert httpx.get(f"{table.url}/api/reach").json() == {"public": "", "lan": False, "house": []}


def test_a_page_on_this_machine_is_told_the_addresses_of_the_house(tmp_path: Path) -> None:
    with running(tmp_path, house=HOUSE) as table:
        assert httpx.get(f"{table.url}/api/reach").json() == {"public": "", "lan": True, "house": list(HOUSE)}


def test_a_stranger_is_not_told_the_addresses_of_the_house(tmp_path: Path) -> None:
    with running(tmp_path, house=HOUSE) as table:
        from_outside = {"X-Forwarded-For": "203.0.113.9"}  # this machine's own proxy says where somebody comes from
        assert httpx.get(f"{table.url}/api/reach", headers=from_outside).json()["house"] == []


def test_with_a_public_address_nothing_else_is_told(tmp_path: Path) -> None:
    with running(tmp_path, house=HOUSE, public="https://games.example") as table:
        told = httpx.get(f"{table.url}/api/reach").json()
        assert (told["public"], told["house"]) == ("https://games.example", [])


def test_a_forwarded_host_does_not_change_invitations(table: RunningTable) -> None:
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "Forwarded": "host=evil.example"}
    assert "evil" not in httpx.get(f"{table.url}/api/reach", headers=forged).text


def test_a_page_at_the_address_of_the_house_can_play(anna: Person, boris: Person, table: RunningTable) -> None:
    at_home = {"Host": "192.168.1.7:8000", "Origin": "http://192.168.1.7:8000"}
    name = anna.create("kingdomino", "me", "link")
    assert boris.http.post(f"/api/tables/{name}/sit", json={}, headers=at_home).status_code == 200
    policy = httpx.get(table.url, headers=at_home).headers["content-security-policy"]
    assert "ws://192.168.1.7:8000" in policy


def test_a_page_at_the_public_address_can_play_even_if_the_proxy_changes_the_host(tmp_path: Path) -> None:
    with running(tmp_path, public="https://games.example") as table:
        person = Person(table.url)
        outside = {"Origin": "https://games.example"}
        person.join(person.create("kingdomino", "me", "link"), headers=outside).close()
        assert "wss://games.example" in httpx.get(table.url).headers["content-security-policy"]
        person.close()


def test_previews_of_links_have_whole_addresses(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<meta property="og:image" content="/preview.png" />')
    page = Static(tmp_path, public="https://games.example").files["/index.html"]
    assert b'content="https://games.example/preview.png"' in page.plain
