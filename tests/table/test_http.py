"""HTTP as strangers speak it: whatever is malformed is refused with 400 and words, and the lobby's schema is true."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pentarchy.table.identity import is_malformed
from tests.table.people import PATIENCE, Person, RunningTable, play_on, running

if TYPE_CHECKING:
    from pathlib import Path

EVERY_CHECK = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = 12  # for each route, besides those at the edges of what the schema allows

NEW = b'{"game":"kingdomino","seats":[{"kind":"me"},{"kind":"bot","level":"novice"}],"options":{"dynasty":%s}}'
MAP = b'{"game":"color_kingdoms","seats":[{"kind":"me"}],"options":{"map":{"points":%s}}}'


def exchange(table: RunningTable, request: bytes) -> tuple[int, Any]:
    """Send bytes as they are, and read the status and what the answer says."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE) as line:
        line.sendall(request)
        answer = b""
        while part := line.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body) if b"application/json" in head else body


def asked(method: bytes, target: bytes, *headers: bytes, body: bytes = b"", host: bytes = b"localhost") -> bytes:
    lines = [b"%s %s HTTP/1.1" % (method, target), b"Host: " + host, b"Connection: close", *headers]
    if body:
        lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(body)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


@pytest.mark.parametrize(
    "request_",
    [
        asked(b"PUT", b"/api/me", body=b'{"name":' + b"[" * 7000),
        asked(b"POST", b"/api/tables", body=NEW % (b"[" * 100_000 + b"]" * 100_000)),
        asked(b"POST", b"/api/tables", body=NEW % (b"[" * 700 + b"]" * 700)),
        asked(b"POST", b"/api/tables", body=MAP % (b"[" * 700 + b"]" * 700)),
        asked(b"POST", b"/api/tables", body=NEW % (b"9" * 5000)),
        asked(b"POST", b"/api/tables", body=NEW % b"1e999"),
        asked(b"POST", b"/api/tables", body=NEW % b'"\xff"'),
        asked(b"PUT", b"/api/me", body=b'{"name":"\xff\xfe"}'),
        asked(b"PUT", b"/api/me", body=b'{"name":"\\ud800"}'),
        asked(b"PUT", b"/api/me", body=b'{"name":"a\\u0000"}'),
        asked(b"PUT", b"/api/me", body=b"null"),
        asked(b"PUT", b"/api/me", body=b'\xef\xbb\xbf{"name":"a"}'),
        asked(b"PUT", b"/api/me"),
        asked(b"PUT", b"/api/me", b"Origin: http://[", body=b'{"name":"a"}'),
        asked(b"PUT", b"/api/me", b"Origin: http://]x", body=b'{"name":"a"}'),
        asked(b"PUT", b"/api/me", b"Origin: http://a:999999", body=b'{"name":"a"}'),
        asked(b"PUT", b"/api/me", b"Origin: \xff\xfe", body=b'{"name":"a"}'),
        asked(b"PUT", b"/api/me", b"Origin: nowhere", body=b'{"name":"a"}'),
        asked(b"GET", b"/api/me", host=b"[::"),
        asked(b"GET", b"/api/me", host=b"\xff"),
        asked(b"GET", b"/api/me", host=b"localhost:8,0"),
        asked(b"GET", b"/api/me", host=b"localhost:99999"),
        asked(b"GET", b"/", host=b"a'; script-src *"),
        asked(b"PUT", b"/api/me", host=b"a/b", body=b'{"name":"a"}'),
        asked(b"PUT", b"/api/me", host=b"[::", body=b"x"),
        asked(b"GET", b"/api/tables/a-b-c-d/past/1?seat=x"),
        asked(b"GET", b"/api/tables/a-b-c-d/past/1?seat=%ff"),
        asked(b"GET", b"/api/tables/a-b-c-d/past/1?seat=" + b"9" * 5000),
    ],
    ids=lambda request_: request_[:40].decode("latin-1") + request_[-12:].decode("latin-1"),
)
def test_what_is_malformed_is_refused_in_words(table: RunningTable, request_: bytes) -> None:
    status, said = exchange(table, request_)
    assert status == 400, said
    assert sorted(said) == ["detail", "error"]
    assert said["detail"]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (asked(b"GET", b"/api/me", b'Cookie: \xff=\xfe; ;;; pentarchy="'), 200),
        (asked(b"GET", b"/api/me", b"Cookie: pentarchy=\xd1\x84"), 200),
        (asked(b"GET", b"/api/me", b"Accept: \xff/\xff;q=x"), 200),
        (asked(b"GET", b"/api/me", b"X-Forwarded-For: \xff, [[", b"X-Forwarded-Proto: \xff"), 200),
        (asked(b"GET", b"/api/me", host=b"[::1]:8000"), 200),
        (asked(b"GET", b"/api/tables/%ff%fe"), 404),
        (asked(b"GET", b"/api/tables/%00"), 404),
        (asked(b"GET", b"/api/tables/%ed%a0%80"), 404),
        (asked(b"GET", b"/api/tables/" + b"a" * 5000), 404),
        (asked(b"GET", b"/api/tables/a-b-c-d/past/" + b"9" * 5000), 404),
        (asked(b"GET", b"/assets/%2e%2e/%2e%2e/etc/passwd"), 404),
        (asked(b"TRACE", b"/api/me"), 405),
        (asked(b"GET", b"/api/me?%ff=%fe&&&=;;"), 200),
    ],
    ids=str,
)
def test_what_is_odd_does_no_harm(table: RunningTable, request_: bytes, expected: int) -> None:
    status, _ = exchange(table, request_)
    assert status == expected


@pytest.mark.parametrize("origin", ["", "null", "https://games.example", "http://[::1]:8000", "http://localhost:5173"])
def test_addresses_of_sites_are_not_malformed(origin: str) -> None:
    assert not is_malformed(origin)


def test_a_body_that_is_too_large_is_refused(table: RunningTable) -> None:
    status, said = exchange(table, asked(b"PUT", b"/api/me", body=b'{"name":"%s"}' % (b"a" * 20_000)))
    assert (status, said["error"]) == (413, "too_large")


# --- The schema -------------------------------------------------------------------------------------------------------


def test_every_route_tells_how_it_refuses(table: RunningTable) -> None:
    schema = httpx.get(f"{table.url}/schema/openapi.json").json()
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            refusals = {int(status): told for status, told in operation["responses"].items() if int(status) >= 400}
            assert {400, 429, 503} <= set(refusals), (method, path)
            for status, told in refusals.items():
                shape = told["content"]["application/json"]["schema"]
                assert shape == {"$ref": "#/components/schemas/ErrorAnswer"} or (path, status) == ("/ready", 503)
            if "{name}" in path:
                assert 404 in refusals


def test_the_schema_is_true(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Requests that fit the schema and requests that do not: no 500, no status or shape that it does not tell."""
    endless = (1e9, 1e9)
    limits = dict.fromkeys(("requests", "misses", "maps", "commands"), endless)
    caplog.set_level(logging.ERROR)
    with running(tmp_path / "data", **limits) as table:
        anna = Person(table.url, "Anna")
        over = anna.create("kingdomino", "me", "here", start=True)
        play_on([anna.join(over)])
        names = {"over": over, "open": anna.create("genius", "me", "link")}
        names["playing"] = anna.create("kingems", "me", "novice", start=True)
        (tmp_path / "schemathesis.toml").write_text(settings_of(names))
        cookie = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
        command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"]
        command += [f"{table.url}/schema/openapi.json", "--checks", EVERY_CHECK, "--phases", "coverage,fuzzing"]
        command += ["--seed", "7", "--max-examples", str(EXAMPLES), "--header", f"Cookie: {cookie}"]
        command += ["--generation-database", "none"]
        tried = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        anna.close()
    assert tried.returncode == 0, tried.stdout[-6000:] + tried.stderr[-2000:]
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []


def settings_of(names: dict[str, str]) -> str:
    """Which table a route is tried with: one that is as it is made for."""
    after = ("record", "proof", "best", "rematch", "past/{at}")
    before = ("sit", "fill", "leave", "start")
    chosen = [(last, names["over"]) for last in after] + [(last, names["open"]) for last in before]
    parts = [f'[parameters]\n"path.name" = "{names["playing"]}"']
    for last, name in chosen:
        parts.append(f'[[operations]]\ninclude-path = "/api/tables/{{name}}/{last}"')
        parts.append(f'parameters = {{ name = "{name}" }}')
    return "\n".join(parts)
