"""Programs at tables: they take seats that are offered to them, play, and can be told from people everywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

import pentarchy
from pentarchy.table import entries as e
from pentarchy.table.supposing import supposed
from pentarchy.table.table_state import TableState
from pentarchy.testing import redealt
from tests import variants
from tests.table import programs
from tests.table.people import Page, Person, play_on, running, wait_for
from tests.table.programs import Program
from tests.walks import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.table.people import RunningTable

BOTH_STORES = True
ROOT = Path(__file__).parents[2]
STATE = {"type", "seq", "table", "positions", "log_from", "log", "ticking", "glimpse", "thinking", "notes"}
NO_SEAT, REVOKED, TOO_MANY = 4409, 4401, 1013


@pytest.fixture
def hal(table: RunningTable) -> Iterator[Program]:
    program = Program(table.url, programs.token(table, "Hal"))
    yield program
    program.close()
    if any(each.name == "Hal" for each in table.app.hub.programs.all()):  # type: ignore[union-attr]
        programs.revoke(table, "Hal")


@pytest.fixture
def other(table: RunningTable) -> Iterator[Program]:
    program = Program(table.url, programs.token(table, "Other"))
    yield program
    program.close()
    programs.revoke(table, "Other")


def offered(host: Person, game: str = "kingdomino", program: str = "", **wanted: Any) -> str:
    """A table of somebody with one seat that is offered."""
    seats = [{"kind": "me"}, {"kind": "program", "program": program}]
    return str(host.post("/api/tables", {"game": game, "seats": seats, **wanted})["table"])


def begun(host: Person, program: Program, game: str = "kingdomino", **wanted: Any) -> tuple[Page, Page]:
    """Pages of a person and of a program that play each other."""
    name = offered(host, game, **wanted)
    program.take(name, 1)
    host.start(name)
    return host.join(name), program.join(name)


# --- Offering and taking ----------------------------------------------------------------------------------------------


def test_a_seat_is_offered_taken_and_played_to_the_end(anna: Person, hal: Program) -> None:
    name = offered(anna)
    assert anna.get("/api/programs") == [{"name": "Hal", "here": False}]
    found = hal.offers()
    assert (found["program"], found["seats"]) == ("Hal", [])
    (offer,) = [each for each in found["offers"] if each["table"] == name]
    assert (offer["seat"], offer["game"], offer["players"], offer["by_name"]) == (1, "kingdomino", 2, False)
    wait_for(lambda: anna.get("/api/programs") == [{"name": "Hal", "here": True}])
    seats = hal.take(name, 1)["seats"]
    assert [(seat["kind"], seat["name"], seat["program"], seat["mine"]) for seat in seats] == [
        ("person", "Anna", "", False),
        ("program", "Hal", "Hal", True),
    ]
    assert not any(each["table"] == name for each in hal.offers()["offers"])
    assert hal.take(name, 1)["seats"] == seats  # asked again
    anna.start(name)
    pages = [anna.join(name), hal.join(name)]
    assert hal.offers()["seats"][0]["table"] == name
    play_on(pages)
    assert pages[0].status == "over"
    assert [seat["kind"] for seat in pages[0].last["table"]["seats"]] == ["person", "program"]
    assert hal.offers()["seats"] == []
    finished = next(row for row in anna.get("/api/lobby")["finished"] if row["table"] == name)
    assert [(seat["kind"], seat["name"]) for seat in finished["seats"]] == [("person", "Anna"), ("program", "Hal")]


def test_nobody_takes_what_is_not_offered_to_them(anna: Person, boris: Person, hal: Program, other: Program) -> None:
    name = anna.create("kingdomino", "me", "link", "adept")
    assert hal.refused(name, 1) == (403, "not_offered")
    assert hal.refused(name, 0) == (403, "not_offered")
    assert hal.refused(name, 2) == (403, "not_offered")
    assert hal.refused(name, 7) == (400, "no_seat")
    assert hal.refused("sova-med-rog-les-dom", 1) == (404, "not_found")
    mine = offered(anna, program="Hal")
    assert not any(each["table"] == mine for each in other.offers()["offers"])
    assert other.refused(mine, 1) == (403, "not_offered")
    assert boris.refused(f"/api/tables/{mine}/sit", {}) == (409, "full")
    assert boris.refused(f"/api/tables/{mine}/sit", {"seat": 1}) == (409, "full")
    assert anna.refused(f"/api/tables/{mine}/start", {}) == (409, "waiting")
    hal.take(mine, 1)
    assert other.refused(mine, 1) == (403, "not_offered")
    free = offered(anna)
    other.take(free, 1)
    assert hal.refused(free, 1) == (409, "taken")


def test_what_is_offered_by_name_comes_before_what_is_offered_to_any(anna: Person, hal: Program) -> None:
    """However many seats strangers offer to any program, it finds those that are meant for it."""
    first, second, mine = offered(anna), offered(anna), offered(anna, program="Hal")
    tables = [each["table"] for each in hal.offers()["offers"]]
    assert [table for table in tables if table in (first, second, mine)] == [mine, first, second]


def test_the_host_alone_offers_and_takes_back(anna: Person, boris: Person, hal: Program) -> None:
    name = anna.create("kingdomino", "me", "link", "adept")
    path = f"/api/tables/{name}/offer"
    assert boris.refused(path, {"seat": 1, "program": ""}) == (403, "not_host")
    assert anna.refused(path, {"seat": 1, "program": "Nobody"}) == (404, "no_program")
    assert anna.refused(path, {"seat": 0, "program": ""}) == (409, "taken")
    assert anna.refused(path, {"seat": 9, "program": ""}) == (400, "no_seat")
    kinds = [seat["kind"] for seat in anna.post(path, {"seat": 1, "program": "Hal"})["seats"]]
    assert kinds == ["person", "offered", "bot"]
    assert [seat["kind"] for seat in anna.post(path, {"seat": 2, "program": ""})["seats"]][2] == "offered"
    hal.take(name, 2)
    assert hal.refused(name, 1) == (409, "seated")
    assert anna.refused(path, {"seat": 2, "program": None}) == (409, "taken")
    assert anna.refused(f"/api/tables/{name}/fill", {"seat": 2, "level": "adept"}) == (409, "taken")
    assert [seat["kind"] for seat in anna.post(path, {"seat": 1, "program": None})["seats"]][1] == "free"
    boris.sit(name)
    anna.start(name)
    assert anna.refused(path, {"seat": 1, "program": ""}) == (409, "started")


def test_a_bot_in_the_place_of_an_offer_ends_it(anna: Person, hal: Program) -> None:
    name = offered(anna)
    anna.fill(name, 1, "novice")
    assert not any(each["table"] == name for each in hal.offers()["offers"])
    assert hal.refused(name, 1) == (403, "not_offered")
    free = offered(anna)
    anna.fill(free, 1, None)
    assert hal.refused(free, 1) == (403, "not_offered")


def test_what_a_program_gives_back_is_offered_again(anna: Person, hal: Program, other: Program) -> None:
    name = offered(anna)
    hal.take(name, 1)
    assert other.http.post(f"/api/bot/tables/{name}/leave").json()["error"] == "not_sitting"
    assert hal.http.post(f"/api/bot/tables/{name}/leave").json()["seats"][1]["kind"] == "offered"
    other.take(name, 1)
    anna.start(name)
    assert other.http.post(f"/api/bot/tables/{name}/leave").status_code == 409


def test_a_program_that_is_removed_goes_and_does_not_come_back(anna: Person, hal: Program) -> None:
    name = offered(anna)
    hal.take(name, 1)
    page = hal.join(name)
    seats = anna.post(f"/api/tables/{name}/remove", {"seat": 1})["seats"]
    assert seats[1]["kind"] == "free"
    assert page.closed() == NO_SEAT
    anna.post(f"/api/tables/{name}/offer", {"seat": 1, "program": ""})
    assert hal.refused(name, 1) == (403, "removed")
    anna.post(f"/api/tables/{name}/readmit", {"number": 0})
    hal.take(name, 1)


def test_a_table_is_not_kept_open_by_a_program(anna: Person, hal: Program) -> None:
    name = offered(anna)
    hal.take(name, 1)
    page = hal.join(name)
    anna.post(f"/api/tables/{name}/leave")
    assert page.closed() == NO_SEAT
    assert anna.refused(f"/api/tables/{name}") == (404, "not_found")
    assert hal.offers()["seats"] == []


def test_a_rematch_asks_the_program_again(anna: Person, hal: Program) -> None:
    pages = begun(anna, hal)
    play_on(list(pages))
    again = anna.post(f"/api/tables/{pages[0].table}/rematch", {})["table"]
    (offer,) = [each for each in hal.offers()["offers"] if each["table"] == again]
    assert (offer["seat"], offer["by_name"]) == (0, True)
    hal.take(again, 0)
    anna.start(again)


# --- Who may come -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "x", "pentarchy_" + "x" * 43, "pentarchy_"])
def test_a_wrong_token_is_refused(table: RunningTable, anna: Person, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.get(f"{table.url}/api/bot/offers", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["error"] == ("bad_token" if token else "no_token")
    if token.startswith("pentarchy_"):
        assert httpx.get(f"{table.url}/api/me", headers=headers).status_code == 401
        with pytest.raises(InvalidStatus, match="401"):
            Program(table.url, token).join(offered(anna), hello=False)


def test_the_token_of_somebodys_proxy_keeps_nobody_out(table: RunningTable) -> None:
    answer = httpx.get(f"{table.url}/api/me", headers={"Authorization": "Bearer eyJhbGciOi"})
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


def test_a_program_is_no_person(anna: Person, hal: Program) -> None:
    name = anna.create("kingdomino", "me", "link")
    for method, path in (("GET", "/api/lobby"), ("POST", f"/api/tables/{name}/sit"), ("PUT", "/api/me")):
        answer = hal.http.request(method, path, json={} if method != "GET" else None)
        assert (answer.status_code, answer.json()["error"]) == (403, "not_for_you")
        assert "set-cookie" not in answer.headers
    assert hal.join(name, hello=False).closed() == NO_SEAT  # it does not watch, either


def test_a_token_that_is_taken_back_is_good_no_more(table: RunningTable, anna: Person, hal: Program) -> None:
    pages = begun(anna, hal)
    programs.revoke(table, "Hal")
    assert pages[1].closed() == REVOKED
    assert hal.http.get("/api/bot/offers").status_code == 401
    with pytest.raises(InvalidStatus, match="401"):
        hal.join(pages[0].table, hello=False)
    seat = anna.get(f"/api/tables/{pages[0].table}")["seats"][1]
    assert (seat["kind"], seat["name"], seat["here"]) == ("program", "Hal", False)


def test_a_new_token_keeps_the_seats(table: RunningTable, anna: Person, hal: Program) -> None:
    pages = begun(anna, hal)
    fresh = Program(table.url, programs.token(table, "Hal", renew=True))
    assert pages[1].closed() == REVOKED
    assert fresh.offers()["seats"][0]["table"] == pages[0].table
    play_on([pages[0], fresh.join(pages[0].table)])
    fresh.close()


# --- What it may do ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        {"type": "say", "text": "hello"},
        {"type": "undo", "seat": 1, "seq": 0},
        {"type": "hint", "seat": 1, "seq": 0},
        {"type": "replace", "seat": 0},
        {"type": "seal", "seal": "0" * 64},
        {"type": "look", "seat": 1},
        {"type": "stand_in", "seat": 1, "level": "master"},
    ],
    ids=lambda command: command["type"],
)
def test_a_program_plays_and_does_nothing_else(anna: Person, hal: Program, command: dict[str, Any]) -> None:
    pages = begun(anna, hal)
    assert pages[1].rejected(**command) == "not_for_you"
    assert pages[1].rejected("play", seq=pages[1].seq, seat=0, move="claim 1") == "not_your_seat"


def test_only_programs_are_told_what_they_may_suppose(anna: Person, hal: Program) -> None:
    pages = begun(anna, hal)
    assert pages[0].rejected("suppose", seq=pages[0].seq, seat=0) == "not_for_you"


def test_a_program_hears_no_talk(anna: Person, hal: Program) -> None:
    pages = begun(anna, hal)
    pages[0].ask("say", text="a secret of mine")
    play_on(list(pages), 4)
    again = hal.join(pages[0].table)
    assert again.quiet()
    assert "a secret of mine" not in "".join(pages[1].raw + again.raw)


@pytest.mark.parametrize("game", ["scuffle", "color_kingdoms"])
def test_a_program_sees_what_its_seat_may_see_and_no_more(
    table: RunningTable, anna: Person, hal: Program, game: str
) -> None:
    pages = begun(anna, hal, game)
    assert table.app.hub is not None
    (live,) = [each for each in table.app.hub.tables_in_memory if each.name == pages[0].table]
    for _ in range(24):
        for seat, page in enumerate(pages):
            page.at(live.state.number(seat))  # each counts what it may know of
        if acting := [page for page in pages if page.status == "playing" and page.legal]:
            acting[0].play(acting[0].legal[-1])
        pages[1].at(live.state.number(1))
        assert live.state.match is not None
        if pages[1].status == "playing":
            (position,) = pages[1].last["positions"]
            assert (position["seat"], position["view"]) == (1, live.state.match.view(1))
            assert pages[1].log == live.state.match.history(1)
    assert all(message.keys() <= STATE for message in pages[1].heard if message["type"] == "state")


# --- What it may suppose ----------------------------------------------------------------------------------------------


def test_a_supposed_position_has_the_same_view_and_moves(anna: Person, hal: Program) -> None:
    pages = begun(anna, hal, "scuffle", options={"first": 1})
    page = pages[1]
    page.until(lambda state: state["positions"][0]["legal"])
    worlds = []
    for _ in range(12):
        answer = page.ask("suppose", seq=page.seq, seat=1)
        assert (answer["type"], answer["seq"]) == ("supposed", page.seq)
        game = pentarchy.load("scuffle", **answer["position"]["options"])
        match = game.from_position(answer["position"])
        assert match.view(1) == page.position()["view"]
        assert match.legal_texts(1) == page.legal
        worlds.append(match.state())
    assert len(set(worlds)) > 1  # what it does not know is another each time
    assert page.rejected("suppose", seq=page.seq, seat=0) == "not_your_seat"
    assert page.rejected("suppose", seq=page.seq + 5, seat=1) in ("stale", "failed")


@pytest.mark.in_a_file
@pytest.mark.parametrize(("name", "options"), variants.one_variant_each())
def test_in_every_game_what_is_supposed_can_be_loaded_and_looks_the_same(name: str, options: dict[str, Any]) -> None:
    game = variants.load(name, options)
    for number, match in enumerate(walk(game, 3)):
        if number % 5 == 0 and not match.over:
            for seat in match.to_act:
                found = game.from_position(supposed(match, seat))
                assert found.view(seat) == match.view(seat)
                assert found.legal(seat) == match.legal(seat)


@pytest.mark.in_a_file
@pytest.mark.parametrize("name", ["scuffle", "color_kingdoms"])
def test_what_is_supposed_does_not_depend_on_what_is_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _: 7)
    game = pentarchy.load(name, players=3)
    differ = 0
    for number, match in enumerate(walk(game, 5)):
        if match.over:
            continue
        for seat in match.to_act:
            world = redealt(match, seat, number)
            differ += world.state() != match.state()
            assert supposed(world, seat) == supposed(match, seat)
    assert differ > 5


# --- How much ---------------------------------------------------------------------------------------------------------


def test_quotas_of_a_program_are_its_own(tmp_path: Path, kept_by: None) -> None:
    limits: dict[str, Any] = {"program_seats": 2, "program_connections": 1}
    limits |= {"program_commands": (0.01, 3.0), "program_requests": (0.01, 9.0)}
    with running(tmp_path, **limits) as table:
        anna, hal = Person(table.url, "Anna"), Program(table.url, programs.token(table, "Hal"))
        first, second, third = (offered(anna) for _ in range(3))
        assert hal.offers()["most"] == 2
        hal.take(first, 1)
        with ThreadPoolExecutor() as pool:  # at once, as somebody would who wants more
            paths = [f"/api/bot/tables/{each}/take" for each in (second, third)]
            answers = list(pool.map(lambda path: hal.http.post(path, json={"seat": 1}), paths))
        assert sorted(answer.status_code for answer in answers) == [200, 429]
        assert "too_many" in "".join(answer.text for answer in answers)
        anna.start(first)
        page, mine = hal.join(first), anna.join(first)
        assert hal.join(first, hello=False).closed() == TOO_MANY
        assert page.ask("here")["type"] == "done"
        assert page.ask("here")["type"] == "done"
        assert page.rejected("here") == "too_fast"
        assert all(mine.ask("here")["type"] == "done" for _ in range(5))  # people are counted apart
        answers = [hal.http.get("/api/bot/offers") for _ in range(6)]
        assert [answer.status_code for answer in answers][-1] == 429
        assert answers[-1].json()["error"] == "too_fast"
        assert anna.get("/api/me")["name"] == "Anna"
        page.close()
        wait_for(lambda: len(table.connections) == 1)
        hal.join(first, hello=False)
        anna.close()
        hal.close()


# --- When it is away --------------------------------------------------------------------------------------------------


def test_the_seat_of_a_program_that_has_gone_waits_and_can_be_given_to_a_bot(tmp_path: Path, kept_by: None) -> None:
    with running(tmp_path, away=0.0) as table:
        anna, hal = Person(table.url, "Anna"), Program(table.url, programs.token(table, "Hal"))
        pages = begun(anna, hal, options={"snake_opening": True})
        pages[0].until(lambda state: state["table"]["seats"][1]["here"])
        pages[1].close()
        pages[0].until(lambda state: state["table"]["seats"][1]["away_since"])
        while pages[0].legal:
            pages[0].play(pages[0].legal[0])
        assert pages[0].status == "playing"
        assert pages[0].ask("replace", seat=1)["type"] == "done"  # with one person their word is enough
        pages[0].until(lambda state: state["table"]["seats"][1]["stands_in"])
        back = hal.join(pages[0].table)
        assert back.last["table"]["seats"][1]["may_return"]
        assert back.ask("stand_in", seat=1, level=None)["type"] == "done"
        back.until(lambda state: not state["table"]["seats"][1]["stands_in"])
        play_on([pages[0], back])
        assert pages[0].status == "over"
        anna.close()
        hal.close()


def test_a_program_is_never_host_and_has_no_vote(tmp_path: Path, kept_by: None) -> None:
    with running(tmp_path, away=0.0) as table:
        anna, hal = Person(table.url, "Anna"), Program(table.url, programs.token(table, "Hal"))
        waiting = offered(anna)
        hal.take(waiting, 1)
        page = hal.join(waiting)
        assert page.quiet()
        assert not page.last["table"]["host"]
        assert not any(seat["host"] for seat in page.last["table"]["seats"][1:])
        pages = begun(anna, hal)
        pages[0].close()
        assert pages[1].rejected("replace", seat=0) == "not_for_you"
        anna.close()
        hal.close()


def test_after_a_restart_a_program_comes_back_to_its_seat(tmp_path: Path, kept_by: None) -> None:
    with running(tmp_path) as table:
        anna, secret = Person(table.url, "Anna"), programs.token(table, "Hal")
        hal = Program(table.url, secret)
        pages = begun(anna, hal)
        play_on(list(pages), 6)
        waiting = offered(anna)
        hal.close()
    with running(tmp_path) as table:
        anna.move_to(table.url)
        hal = Program(table.url, secret)
        found = hal.offers()
        assert [seat["table"] for seat in found["seats"]] == [pages[0].table]
        assert [offer["table"] for offer in found["offers"]] == [waiting]
        pages = anna.join(pages[0].table), hal.join(pages[0].table)
        assert [seat["kind"] for seat in pages[0].last["table"]["seats"]] == ["person", "program"]
        play_on(list(pages))
        assert pages[0].status == "over"
        anna.close()
        hal.close()


# --- The log ----------------------------------------------------------------------------------------------------------


@pytest.mark.in_a_file
def test_entries_of_programs_read_back_and_older_ones_fold_as_ever() -> None:
    old = b'{"what":"sat","at":1.0,"seat":1,"player":"b","name":"Boris"}'
    assert e.encode(e.decode(old)) == old
    setup = e.decode_setup(
        b'{"game":"kingdomino","options":{"players":2},"host":"a",'
        b'"seats":[{"kind":"me","player":"a"},{"kind":"program","program":"Hal"}]}'
    )
    state = TableState(setup, bytes(32))
    assert (state.seats[1].free, state.seats[1].vacant, state.seats[1].offered) == (False, True, "Hal")
    for entry in (
        e.Sat(at=1.0, seat=1, player="h", name="Hal", program="Hal"),
        e.Left(at=2.0, player="h"),
        e.Offered(at=3.0, seat=1, program=""),
        e.Sat(at=4.0, seat=1, player="h", name="Hal", program="Hal"),
    ):
        state.apply(e.decode(e.encode(entry)))
    assert (state.seats[1].program, state.host, state.closed) == ("Hal", "a", False)
    assert state.people == {"a": (0,)}  # a program adds no number to chance


# --- What is written down of it ---------------------------------------------------------------------------------------


@pytest.mark.in_a_file
def test_the_schema_is_what_the_protocol_says() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "tools/protocol_schema.py", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.in_a_file
@pytest.mark.parametrize("game", ["kingdomino", "color_kingdoms"])
def test_what_is_sent_is_as_the_schema_says(anna: Person, hal: Program, game: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "docs/bot-api.schema.json").read_text(encoding="utf-8"))

    def check(name: str, found: Any) -> None:
        jsonschema.validate(found, {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})

    name = offered(anna, game, clock={"per": "game", "seconds": 600})
    check("Offers", hal.offers())
    check("Table", hal.take(name, 1))
    anna.start(name)
    mine, page = anna.join(name), hal.join(name)
    while not page.legal:
        mine.play(mine.legal[0])
        page.receive()
    here: dict[str, Any] = {"seq": page.seq, "seat": 1}
    wishes: list[tuple[str, dict[str, Any]]] = [("here", {}), ("suppose", here)]
    for kind, fields in (*wishes, ("preview", {**here, "moves": [page.legal[0]]})):
        page.ask(kind, **fields)
        check("SentByProgram", {"type": kind, "id": "1", **fields})
    assert page.play(page.legal[0])["type"] == "done"
    assert page.rejected("play", seq=0, seat=1, move="nothing") == "stale"
    assert page.rejected("say", text="hello") == "not_for_you"
    page.send({"type": "ping"})
    page.receive()
    assert {"state", "supposed", "done", "rejected"} <= {message["type"] for message in page.heard}
    for message in page.heard:
        check("SentByTable", message)
    with pytest.raises(jsonschema.ValidationError):
        check("SentByProgram", {"type": "say", "id": "1", "text": "hello"})
