"""What the operator is told: request ids, logs, numbers."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from pentarchy.table import logs, watch
from pentarchy.table.settings import Settings
from pentarchy.table.tally import Durations
from tests.table.people import PATIENCE, Person, RunningTable, play_on, running, two_at_a_table

if TYPE_CHECKING:
    from pathlib import Path

STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def record(message: str, *arguments: object, **fields: Any) -> logging.LogRecord:
    made = logging.LogRecord("pentarchy.table", logging.WARNING, "here.py", 1, message, arguments, None)
    made.fields = fields
    return made


def failure(message: str) -> logging.LogRecord:
    made = record(message)
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        made.exc_info = (ValueError, error, error.__traceback__)
    return made


# --- Lines of the log -------------------------------------------------------------------------------------------------


def test_a_line_has_a_time_a_level_a_logger_and_words() -> None:
    assert re.fullmatch(rf"{STAMP} WARNING pentarchy\.table 3 lost", logs.Plain().format(record("%d lost", 3)))


def test_a_line_tells_the_request() -> None:
    before = logs.request_id.set("abc")
    try:
        assert "[abc] late" in logs.Plain().format(record("late"))
        assert json.loads(logs.Structured().format(record("late")))["request"] == "abc"
    finally:
        logs.request_id.reset(before)


def test_what_strangers_write_cannot_begin_a_line() -> None:
    for text in ("a\nb", "a\r\nb", "a\x1b[2Jb", "a\u2028b", "a\x85b"):
        assert len(logs.Plain().format(record("%s", text)).splitlines()) == 1
        assert "\x1b" not in logs.Plain().format(record("%s", text))
        assert len(logs.Structured().format(record("%s", text)).splitlines()) == 1


def test_a_page_that_opens_is_no_event() -> None:
    """A library would write a line for each, and strangers can open very many."""
    says = "from pentarchy.table import logs; import logging; logs.configure(as_json=False)"
    ask = "print(logging.getLogger('websockets.server').isEnabledFor(logging.INFO))"
    done = subprocess.run([sys.executable, "-c", f"{says}; {ask}"], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_traceback_is_set_in_or_part_of_the_object() -> None:
    first, *others = logs.Plain().format(failure("oh")).splitlines()
    assert first.endswith("oh")
    assert others
    assert all(line.startswith("    ") for line in others)
    (line,) = logs.Structured().format(failure("oh")).splitlines()
    content = json.loads(line)
    assert content["message"] == "oh"
    assert "ValueError: two\nlines" in content["error"]


def test_an_object_has_the_fields_of_its_event() -> None:
    content = json.loads(logs.Structured().format(record("asked", status=200, path="/")))
    assert re.fullmatch(STAMP, content.pop("time"))
    assert content == {
        "level": "WARNING",
        "logger": "pentarchy.table",
        "message": "asked",
        "status": 200,
        "path": "/",
    }


# --- Requests ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/health", "/api/me", "/", "/api/tables/no-such-table", "/schema/openapi.json"])
def test_every_answer_carries_an_id_of_its_own(table: RunningTable, path: str) -> None:
    ids = [httpx.get(table.url + path).headers.get_list("x-request-id") for _ in range(2)]
    assert all(re.fullmatch(r"[0-9a-f]{16}", id) for (id,) in ids)
    assert ids[0] != ids[1]


def test_nobody_but_a_named_proxy_gives_an_id(table: RunningTable) -> None:
    answer = httpx.get(f"{table.url}/health", headers={"X-Request-Id": "mine"})
    assert answer.headers["x-request-id"] != "mine"


def test_a_request_is_logged_if_that_is_wanted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pentarchy.access")
    with running(tmp_path, access_log=True) as table:
        httpx.get(f"{table.url}/health?secret=1")
        httpx.get(f"{table.url}/api/tables/nowhere")
    first, second = (each.__dict__["fields"] for each in caplog.records if each.name == "pentarchy.access")
    assert (first["method"], first["path"], first["status"]) == ("GET", "/health", 200)
    assert (second["path"], second["status"]) == ("/api/tables/nowhere", 404)
    assert first["address"] == "127.0.0.1"


def test_requests_are_not_logged_if_nobody_wants_that(table: RunningTable, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pentarchy.access")
    httpx.get(f"{table.url}/health")
    assert [each for each in caplog.records if each.name == "pentarchy.access"] == []


def test_what_goes_wrong_is_logged_with_the_id_of_its_answer(
    table: RunningTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seen = []

    async def broken(*_: object) -> None:
        seen.append(logs.request_id.get())
        raise RuntimeError("broken")

    assert table.app.hub is not None
    monkeypatch.setattr(table.app.hub, "lobby", broken)
    answer = httpx.get(f"{table.url}/api/lobby")
    assert answer.status_code == 500
    assert seen == [answer.headers["x-request-id"]]
    assert any("GET /api/lobby failed" in each.message for each in caplog.records)


# --- Numbers ----------------------------------------------------------------------------------------------------------


def numbers(text: str) -> dict[tuple[str, tuple[str, ...]], float]:
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_numbers_tell_what_happened(table: RunningTable, anna: Person, boris: Person) -> None:
    before = numbers(httpx.get(f"{table.url}/metrics").text)
    pages = two_at_a_table(anna, boris)
    made = play_on(list(pages), 4)
    assert pages[0].rejected("play", seq=pages[0].seq, seat=0, move="nonsense")
    assert anna.http.get("/api/tables/no-such-table").status_code == 404
    after = numbers(httpx.get(f"{table.url}/metrics").text)

    def more(name: str, *labels: str) -> float:
        return after.get((name, labels), 0) - before.get((name, labels), 0)

    assert made == 4
    assert more("pentarchy_moves_total") == 4
    assert after["pentarchy_pages", ()] >= 2
    assert after["pentarchy_tables", ()] >= 1
    assert ("pentarchy_thoughts_waiting", ()) in after
    assert more("pentarchy_commit_seconds_count") >= 1
    assert more("pentarchy_requests_total", "GET", "404") == 1
    assert more("pentarchy_rejected_total", "not_found") == 1
    assert more("pentarchy_rejected_total", pages[0].heard[-1]["reason"]) == 1
    assert after["pentarchy_loop_lag_seconds_bucket", ("+Inf",)] == after["pentarchy_loop_lag_seconds_count", ()]


@pytest.mark.parametrize(
    "headers",
    [{"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}, {"Via": "1.1 proxy"}, {"X-Real-IP": "::1"}],
    ids=str,
)
def test_numbers_are_not_told_through_a_proxy(table: RunningTable, headers: dict[str, str]) -> None:
    answer = httpx.get(f"{table.url}/metrics", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "not_allowed")


def test_numbers_are_not_told_beside_a_public_address(tmp_path: Path) -> None:
    with running(tmp_path, public="https://games.example") as table:
        assert httpx.get(f"{table.url}/metrics").status_code == 403


def test_numbers_are_told_to_whoever_has_the_token(tmp_path: Path) -> None:
    with running(tmp_path, metrics="häuser") as table:
        assert httpx.get(f"{table.url}/metrics").status_code == 403
        wrong = {"Authorization": "Bearer hauser"}
        assert httpx.get(f"{table.url}/metrics", headers=wrong).status_code == 403
    with running(tmp_path, metrics="s3cret") as table:
        right = {"Authorization": "Bearer s3cret", "X-Forwarded-For": "203.0.113.9"}
        answer = httpx.get(f"{table.url}/metrics", headers=right)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")


def test_durations_are_counted_up_to_each_step() -> None:
    durations = Durations(0.1, 1.0)
    for seconds in (0.05, 0.1, 0.5, 3.0):
        durations.add(seconds)
    assert durations.cumulative() == [("0.1", 2.0), ("1.0", 3.0), ("+Inf", 4.0)]
    assert durations.total == pytest.approx(3.65)


def test_a_late_event_loop_is_logged_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The loop is kept busy for longer than it may be; that is counted every time and said once."""
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.001)
    watching = watch.Watch(Settings(tmp_path, lag=0.02), lambda: None, lambda _: False)

    def said() -> int:
        return len([each for each in caplog.records if "late" in each.message])

    async def busy() -> None:
        measuring = asyncio.ensure_future(watching.measure_lag())
        end, more = time.monotonic() + PATIENCE, 4
        while more:
            assert time.monotonic() < end
            await asyncio.sleep(0)
            time.sleep(0.05)
            more -= said() > 0
        measuring.cancel()

    asyncio.run(busy())
    assert said() == 1
