"""What keeps the table safe on the web: headers, origins, cookies, limits; and what operators ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from pentarchy.table.static import Static
from tests.table.people import Person, running

if TYPE_CHECKING:
    from pathlib import Path

    from tests.table.people import RunningTable


PATHS = ["/", "/api/me", "/api/tables/none", "/health", "/nothing.js", "/table/sova-med-rog-les"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_security_headers(path: str, table: RunningTable) -> None:
    headers = httpx.get(table.url + path).headers
    policy = headers["content-security-policy"]
    for part in ("default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy
    assert f"ws://127.0.0.1:{table.port}" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_a_strange_host_does_not_get_into_the_policy(table: RunningTable) -> None:
    answer = httpx.get(table.url, headers={"Host": "a; script-src *"})
    assert "script-src *" not in answer.headers.get("content-security-policy", "")


def test_identity_is_a_cookie_that_scripts_cannot_read(table: RunningTable) -> None:
    cookie = httpx.get(f"{table.url}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert len(cookie.split(";")[0].split("=")[1]) >= 22  # 128 bits in base64
    again = httpx.get(f"{table.url}/api/me", headers={"Cookie": cookie.split(";")[0]})
    assert "set-cookie" not in again.headers


def test_a_page_of_another_site_can_neither_connect_nor_post(anna: Person, table: RunningTable) -> None:
    name = anna.create("kingdomino", "me", "link")
    evil = {"Origin": "https://evil.example"}
    with pytest.raises(InvalidStatus):
        anna.join(name, headers=evil)
    assert anna.http.post(f"/api/tables/{name}/leave", headers=evil).status_code == 403
    assert anna.http.post("/api/tables", json={}, headers={"Origin": "null"}).status_code == 403
    anna.join(name, headers={"Origin": table.url}).close()


def test_another_site_may_be_allowed(tmp_path: Path) -> None:
    with running(tmp_path, origins=("https://friend.example",)) as table:
        person = Person(table.url)
        friendly = {"Origin": "https://friend.example"}
        person.join(person.create("kingdomino", "me", "link"), headers=friendly).close()
        person.close()


def test_what_is_too_large_is_refused(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "adept", start=True)
    assert anna.http.put("/api/me", json={"name": "x" * 20_000}).status_code == 413
    assert anna.http.post("/api/tables", content=b"{" + b" " * 300_000).status_code == 413
    page = anna.join(name)
    page.send({"type": "say", "id": "a", "text": "x" * 20_000})
    assert page.closed() == 1009


def test_a_map_of_ones_own_is_not_too_large(anna: Person) -> None:
    answer = anna.http.post("/api/tables", json={"game": "kingdomino", "seats": [], "options": {"a": "x" * 200_000}})
    assert answer.status_code == 400


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, requests=(0.1, 10.0)) as table, httpx.Client(base_url=table.url) as client:
        codes = [client.get("/api/me").status_code for _ in range(12)]
        assert codes == [200] * 10 + [429] * 2


def test_errors_are_data(anna: Person) -> None:
    for answer, status in (
        (anna.http.get("/api/nothing"), 404),
        (anna.http.delete("/api/me"), 405),
        (anna.http.post("/api/tables", content=b"{"), 400),
    ):
        assert answer.status_code == status
        assert set(answer.json()) == {"error", "detail"}


def test_operators_are_answered(table: RunningTable) -> None:
    assert httpx.get(f"{table.url}/health").json()["status"] == "ok"
    assert httpx.get(f"{table.url}/ready").json() == {"ready": True}


def test_the_lobby_describes_itself(table: RunningTable) -> None:
    schema = httpx.get(f"{table.url}/schema/openapi.json").json()
    assert "/api/tables/{name}/past/{at}" in schema["paths"]
    assert "TableWanted" in schema["components"]["schemas"]


def test_an_unknown_table_is_said_to_be_unknown(anna: Person) -> None:
    page = anna.join("sova-med-rog-les", hello=False)
    assert page.closed() == 4404
    assert page.heard[0]["reason"] == "unknown_table"


def test_files_that_never_change_are_kept_and_the_page_is_asked_for_again(tmp_path: Path) -> None:
    import asyncio

    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>table")
    (tmp_path / "assets" / "shell-1a2b.js").write_text("let x = 1;" * 100)
    static = Static(tmp_path)

    def ask(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
        sent: list[dict[str, object]] = []

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        asyncio.run(static({"method": method, "path": path, "headers": listed}, None, send))
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}  # type: ignore[attr-defined]
        return sent[0]["status"], found, sent[1]["body"]  # type: ignore[return-value]

    status, headers, body = ask("/assets/shell-1a2b.js", accept_encoding="gzip, deflate")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert len(body) < 100
    for path in ("/", "/table/sova-med-rog-les", "/learn/kingdomino"):
        status, headers, body = ask(path)
        assert (status, headers["cache-control"], body) == (200, "no-cache", b"<p>table")
    assert ask("/", if_none_match=headers["etag"])[0] == 304
    assert ask("/", "HEAD")[2] == b""
    assert ask("/", "POST")[0] == 405
    assert ask("/assets/gone-ffff.js")[0] == 404
