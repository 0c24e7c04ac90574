"""Setting up tables, sitting down, leaving, and what the lobby shows."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from pentarchy.games.color_kingdoms import maps
from pentarchy.table.names import FORM, WORDS, new_name
from tests.table.people import Person, play_on, running, two_at_a_table, wait_for

if TYPE_CHECKING:
    from tests.table.people import RunningTable

BOTH_STORES = True

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_client_are_those_of_the_protocol() -> None:
    tool = ROOT / "tools/protocol_types.py"
    checked = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_a_person_has_a_name_and_keeps_it(anna: Person, table: RunningTable) -> None:
    assert anna.get("/api/me") == {"name": "Anna"}
    assert httpx.get(f"{table.url}/api/me").json() == {"name": ""}


@pytest.mark.parametrize(("name", "error"), [("x" * 25, "too_long"), ("a\tb", "bad_name"), ("a\u202eb", "bad_name")])
def test_some_names_are_refused(name: str, error: str, anna: Person) -> None:
    answer = anna.http.put("/api/me", json={"name": name})
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_the_games_are_offered_with_their_options(anna: Person) -> None:
    games = {game["name"]: game for game in anna.get("/api/games")}
    assert list(games) == ["kingdomino", "genius", "scuffle", "kingems", "color_kingdoms"]
    assert games["kingdomino"]["players"] == [2, 3, 4]
    assert "harmony" in {option["name"] for option in games["kingdomino"]["options"]}


def test_a_public_table_is_offered_to_sit_down_at_and_then_to_watch(anna: Person, boris: Person) -> None:
    public = anna.create("kingdomino", "me", "link", public=True)
    private = anna.create("kingdomino", "me", "link")
    offered = {line["table"] for line in boris.get("/api/lobby")["open"]}
    assert public in offered
    assert private not in offered
    assert {public, private} <= {line["table"] for line in anna.get("/api/lobby")["mine"]}
    boris.sit(public)
    anna.start(public)
    assert (public, "playing") in {(line["table"], line["status"]) for line in boris.get("/api/lobby")["open"]}


def test_tables_that_wait_for_me_come_first_and_finished_ones_are_kept(anna: Person) -> None:
    over = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([over])
    waiting = anna.create("kingdomino", "me", "here", start=True)
    anna.create("kingdomino", "me", "link")
    lobby = anna.get("/api/lobby")
    assert lobby["mine"][0]["table"] == waiting
    assert over.table in {line["table"] for line in lobby["finished"]}
    assert lobby["finished"][0]["winners"]


def test_who_sits_where(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "link", "me", "expert")
    seats = boris.sit(name, seat=0, name="Bo")["seats"]
    assert [(seat["name"], seat["kind"], seat["level"], seat["mine"]) for seat in seats] == [
        ("Bo", "person", None, True),
        ("Anna", "person", None, False),
        ("", "bot", "expert", False),
    ]
    assert anna.get(f"/api/tables/{name}")["host"]
    assert not boris.get(f"/api/tables/{name}")["host"]


def test_a_new_name_is_seen_at_the_tables(anna: Person, boris: Person) -> None:
    one, _ = two_at_a_table(anna, boris)
    boris.http.put("/api/me", json={"name": "Borya"})
    one.until(lambda state: state["table"]["seats"][1]["name"] == "Borya")


def test_what_the_lobby_refuses(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    assert anna.refused(f"/api/tables/{name}/start", {}) == (409, "waiting")
    assert boris.refused(f"/api/tables/{name}/leave", {}) == (409, "not_sitting")
    assert boris.refused(f"/api/tables/{name}/sit", {"seat": 0}) == (409, "taken")
    boris.sit(name)
    assert boris.refused(f"/api/tables/{name}/sit", {}) == (409, "full")
    assert boris.refused(f"/api/tables/{name}/start", {}) == (403, "not_host")
    assert anna.refused(f"/api/tables/{name}/rematch", {}) == (409, "not_over")
    assert anna.refused(f"/api/tables/{name}/past/0") == (409, "not_started")
    anna.start(name)
    assert anna.refused(f"/api/tables/{name}/start", {}) == (409, "started")
    assert boris.refused(f"/api/tables/{name}/leave", {}) == (409, "started")
    assert anna.refused(f"/api/tables/{name}/record") == (409, "not_over")
    assert anna.refused("/api/tables/sova-med-rog-les") == (404, "not_found")
    assert anna.refused("/api/tables/..%2f") == (404, "not_found")


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"game": "chess", "seats": []}, "bad_request"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}]}, "bad_options"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}] * 5}, "bad_options"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}] * 2, "options": {"players": 3}}, "bad_options"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}] * 2, "options": {"fun": True}}, "bad_options"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}] * 2, "clock": {"per": "move", "seconds": 0}}, "bad_clock"),
        ({"game": "kingdomino", "seats": [{"kind": "bot", "level": "god"}] * 2}, "bad_request"),
        ({"game": "kingdomino", "seats": [{"kind": "me"}] * 2, "cheat": 1}, "bad_request"),
        ({"game": "color_kingdoms", "seats": [{"kind": "me"}], "options": {"map": {"a": 1}}}, "bad_options"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wanted: dict[str, Any], error: str, anna: Person) -> None:
    assert anna.refused("/api/tables", wanted) == (400, error)


def test_when_the_host_leaves_another_person_is_host_and_the_last_one_closes_the_table(
    anna: Person, boris: Person
) -> None:
    name = anna.create("kingdomino", "me", "link", public=True)
    boris.sit(name)
    anna.post(f"/api/tables/{name}/leave")
    table = boris.get(f"/api/tables/{name}")
    assert table["host"]
    assert [seat["kind"] for seat in table["seats"]] == ["free", "person"]
    boris.post(f"/api/tables/{name}/leave")
    assert boris.refused(f"/api/tables/{name}") == (404, "not_found")
    assert name not in {line["table"] for line in anna.get("/api/lobby")["open"]}


def test_the_host_puts_a_bot_on_a_free_seat_and_all_who_wait_see_it(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link", "link", public=True)
    boris.sit(name)
    page = boris.join(name)
    anna.fill(name, 2, "expert", name="Robo")
    seat = page.until(lambda state: state["table"]["seats"][2]["kind"] == "bot")["table"]["seats"][2]
    assert (seat["name"], seat["level"]) == ("Robo", "expert")
    assert next(line for line in boris.get("/api/lobby")["open"] if line["table"] == name)["free"] == 0
    assert anna.start(name)["status"] == "playing"


def test_the_host_frees_the_seat_of_a_bot_and_a_person_takes_it(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "novice", public=True)
    freed = anna.fill(name, 1, None, name="Robo")["seats"][1]
    assert (freed["name"], freed["kind"], freed["level"]) == ("", "free", None)
    assert next(line for line in boris.get("/api/lobby")["open"] if line["table"] == name)["free"] == 1
    assert anna.refused(f"/api/tables/{name}/start", {}) == (409, "waiting")
    assert boris.sit(name)["seats"][1]["name"] == "Boris"
    assert anna.start(name)["status"] == "playing"


def test_a_bot_may_be_exchanged_for_another(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "novice")
    assert anna.fill(name, 1, "master")["seats"][1]["level"] == "master"


def test_whoever_becomes_host_may_give_the_seat_of_the_former_one_to_a_bot(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    boris.sit(name)
    anna.post(f"/api/tables/{name}/leave")
    assert boris.fill(name, 0, "adept")["seats"][0]["kind"] == "bot"


def test_bots_and_free_seats_are_the_same_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna = Person(table.url)
        name = anna.create("kingdomino", "me", "link", "expert")
        anna.fill(name, 1, "novice", name="Robo")
        seats = anna.fill(name, 2, None)["seats"]
    with running(tmp_path) as table:
        anna.move_to(table.url)
        found = anna.get(f"/api/tables/{name}")["seats"]
        assert [seat | {"away_since": None} for seat in found] == [seat | {"away_since": None} for seat in seats]
        assert [seat["kind"] for seat in seats] == ["person", "bot", "free"]
        anna.close()


def test_what_is_refused_when_a_seat_is_given_to_a_bot(anna: Person, boris: Person) -> None:
    name = anna.create("kingdomino", "me", "link", "here", "link")
    boris.sit(name, seat=1)
    fill = f"/api/tables/{name}/fill"
    assert boris.refused(fill, {"seat": 3, "level": "adept"}) == (403, "not_host")
    for seat in (0, 1, 2):
        assert anna.refused(fill, {"seat": seat, "level": "adept"}) == (409, "taken")
        assert anna.refused(fill, {"seat": seat, "level": None}) == (409, "taken")
    assert anna.refused(fill, {"seat": 4, "level": "adept"}) == (400, "no_seat")
    assert anna.refused(fill, {"seat": -1, "level": "adept"}) == (400, "no_seat")
    assert anna.refused(fill, {"seat": 3, "level": "god"}) == (400, "bad_request")
    assert anna.refused(fill, {"seat": 3}) == (400, "bad_request")
    assert anna.refused(fill, {"seat": 3, "level": "adept", "name": "x" * 25}) == (400, "too_long")
    anna.fill(name, 3, "adept")
    assert boris.refused(f"/api/tables/{name}/sit", {"seat": 3}) == (409, "full")
    anna.start(name)
    assert anna.refused(fill, {"seat": 3, "level": None}) == (409, "started")
    assert anna.refused("/api/tables/sova-med-rog-les/fill", {"seat": 3, "level": None}) == (404, "not_found")


def test_a_rematch_has_the_same_people_one_seat_further_on(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris, options={"harmony": True})
    play_on(list(pages))
    new = anna.post(f"/api/tables/{pages[0].table}/rematch")["table"]
    assert boris.post(f"/api/tables/{pages[0].table}/rematch")["table"] == new
    pages[1].until(lambda state: state["table"]["rematch"] == new)
    table = boris.get(f"/api/tables/{new}")
    assert [seat["name"] for seat in table["seats"]] == ["Boris", "Anna"]
    assert table["options"]["harmony"]
    assert table["status"] == "open"
    assert anna.start(new)["status"] == "playing"


def test_a_rematch_against_bots_begins_at_once(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([page])
    new = anna.post(f"/api/tables/{page.table}/rematch")["table"]
    assert anna.get(f"/api/tables/{new}")["status"] == "playing"


def test_both_ask_for_a_rematch_at_once_and_get_the_same(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris, public=True)
    play_on(list(pages))
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(who.post, f"/api/tables/{pages[0].table}/rematch") for who in (anna, boris) * 4]
        found = {answer.result()["table"] for answer in asked}
    assert len(found) == 1
    open_tables = [line["table"] for line in anna.get("/api/lobby")["mine"] if line["status"] == "open"]
    assert open_tables == list(found)


def test_of_many_who_want_a_seat_one_gets_it(anna: Person, table: RunningTable) -> None:
    name = anna.create("kingdomino", "me", "link")
    people = [Person(table.url) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda person: person.http.post(f"/api/tables/{name}/sit", json={}), people))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    for person in people:
        person.close()


def test_a_rematch_keeps_the_bots_that_were_put_on_seats_later(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "link")
    anna.fill(name, 1, "novice", name="Robo")
    anna.start(name)
    page = anna.join(name)
    while page.status == "playing":
        page.until(lambda state: state["table"]["status"] == "over" or state["positions"][0]["legal"])
        if page.legal:
            page.play(page.legal[0])
    seats = anna.get(f"/api/tables/{anna.post(f'/api/tables/{name}/rematch')['table']}")["seats"]
    assert [(seat["name"], seat["kind"], seat["level"]) for seat in seats] == [
        ("Robo", "bot", "novice"),
        ("Anna", "person", None),
    ]


def test_names_of_tables_cannot_be_guessed() -> None:
    assert len(set(WORDS)) ** len(new_name().split("-")) >= 2**40
    names = {new_name() for _ in range(1000)}
    assert len(names) == 1000
    assert all(FORM.fullmatch(name) for name in names)


def test_guessing_names_of_tables_is_stopped(tmp_path: Path) -> None:
    with running(tmp_path, misses=(0.01, 5.0)) as table:
        person = Person(table.url)
        mine = person.create("kingdomino", "me", "link")
        answers = [person.refused(f"/api/tables/{new_name()}")[0] for _ in range(8)]
        assert answers == [404] * 5 + [429] * 3
        page = person.join(new_name(), hello=False)
        assert page.closed() == 4429
        assert person.get(f"/api/tables/{mine}")["table"] == mine
        person.close()


def test_names_are_guessed_over_websockets_no_more_often_than_over_http(tmp_path: Path) -> None:
    with running(tmp_path, misses=(0.01, 5.0)) as table:
        host, guesser = Person(table.url), Person(table.url)
        name = host.create("kingdomino", "me", "link")
        assert [guesser.join(new_name(), hello=False).closed() for _ in range(6)] == [4404] * 5 + [4429]
        assert guesser.join(name, hello=False).closed() == 4429  # a good guess is not told from a bad one
        assert guesser.refused(f"/api/tables/{name}") == (429, "too_fast")
        host.close()
        guesser.close()


def test_where_somebody_guesses_the_others_keep_their_tables(tmp_path: Path) -> None:
    with running(tmp_path, misses=(0.01, 5.0)) as table:
        people = [Person(table.url) for _ in range(3)]
        host, watcher, guesser = people
        name = host.create("kingdomino", "me", "link")
        watching = watcher.join(name)
        for _ in range(6):
            guesser.http.get(f"/api/tables/{new_name()}")
        assert host.join(name).table == name
        assert host.get(f"/api/tables/{name}")["table"] == name
        assert watcher.get(f"/api/tables/{name}")["table"] == name  # it is open before them
        watching.close()
        wait_for(lambda: len(table.connections) == 1)
        assert watcher.refused(f"/api/tables/{name}") == (429, "too_fast")
        for person in people:
            person.close()


def test_seats_are_remembered_over_a_restart_where_somebody_guesses(tmp_path: Path) -> None:
    with running(tmp_path, misses=(0.01, 1.0)) as table:
        host = Person(table.url)
        name = host.create("kingdomino", "me", "link")
    with running(tmp_path, misses=(0.01, 1.0)) as table:
        host.move_to(table.url)
        assert host.refused(f"/api/tables/{new_name()}")[0] == 404
        assert host.refused(f"/api/tables/{new_name()}")[0] == 429
        assert host.join(name).table == name
        host.close()


def test_one_person_sets_up_only_so_many_tables(tmp_path: Path) -> None:
    with running(tmp_path, tables=(0.001, 3.0), tables_address=(0.001, 5.0)) as table:
        wanted = {"game": "kingdomino", "seats": [{"kind": "me"}, {"kind": "link"}]}
        people = [Person(table.url) for _ in range(3)]
        anna, boris, clara = (person.http for person in people)
        assert [anna.post("/api/tables", json=wanted).status_code for _ in range(4)] == [201] * 3 + [429]
        # What Anna had too much of is not counted against the others, but all of them share an address.
        assert [boris.post("/api/tables", json=wanted).status_code for _ in range(3)] == [201] * 2 + [429]
        assert clara.post("/api/tables", json=wanted).json()["error"] == "too_fast"
        for person in people:
            person.close()


def test_an_open_table_says_what_is_unusual_about_it(anna: Person, boris: Person) -> None:
    clock = {"per": "move", "seconds": 60}
    name = anna.create("kingdomino", "me", "link", public=True, options={"harmony": True}, clock=clock)
    line = next(line for line in boris.get("/api/lobby")["open"] if line["table"] == name)
    assert line["options"] == {"harmony": True}
    assert line["clock"] == clock


def test_a_list_has_only_the_name_of_a_map(anna: Person) -> None:
    own = maps.data() | {"name": "Our valley"}
    name = anna.create("color_kingdoms", "me", "link", options={"map": own})
    line = next(line for line in anna.get("/api/lobby")["mine"] if line["table"] == name)
    assert line["options"] == {"map": "Our valley"}


def test_a_finished_game_tells_points_places_and_the_best_turns(anna: Person) -> None:
    name = anna.create("kingdomino", "novice", "novice", "me", start=True)
    assert anna.refused(f"/api/tables/{name}/best") == (409, "not_over")
    page = anna.join(name)
    assert page.ask("stand_in", seat=2, level="novice")["type"] == "done"
    page.until(lambda state: state["table"]["status"] == "over")
    row = next(line for line in anna.get("/api/lobby")["finished"] if line["table"] == name)
    standings = page.position()["view"]["standings"]
    assert row["points"] == [each["points"] for each in standings]
    assert row["places"] == [each["place"] for each in standings]
    for turn in anna.get(f"/api/tables/{name}/best"):
        then = anna.get(f"/api/tables/{name}/past/{turn['at']}")["view"]["standings"]
        assert then[turn["seat"]]["points"] >= turn["gain"]
        assert page.log[turn["at"] - 1].get("seat", turn["seat"]) == turn["seat"]
