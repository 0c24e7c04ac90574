"""Playing at a table: what people see, and what is answered to what they do."""

from __future__ import annotations

import contextlib
import math
import random
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed

import pentarchy
from pentarchy.table import minds
from tests.table.people import PATIENCE, Page, Person, acting_first, play_on, running, two_at_a_table, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pentarchy.engine.match import Match
    from pentarchy.table.protocol import Suggestion
    from tests.table.people import RunningTable

BOTH_STORES = True


def test_two_people_play_a_whole_game(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    assert play_on(list(pages)) == 48
    for page in pages:
        page.until(lambda state: state["table"]["status"] == "over")
        assert page.position()["view"]["phase"] == "over"
    record = anna.get(f"/api/tables/{pages[0].table}/record")
    assert pentarchy.verify(record).honest
    assert pages[0].log == pages[1].log == pentarchy.replay(record).history()


def test_bots_play_by_themselves_and_chance_is_proved_honest(anna: Person) -> None:
    name = anna.create("kingdomino", "novice", "adept", start=True)
    anna.join(name).until(lambda state: state["table"]["status"] == "over")
    proof = anna.get(f"/api/tables/{name}/proof")
    assert proof["honest"]
    assert proof["draws"] == 28


@pytest.mark.parametrize("game", ["kingdomino", "genius", "scuffle", "color_kingdoms"])
def test_somebody_alone_plays_against_bots(game: str, anna: Person) -> None:
    page = anna.join(anna.create(game, "me", "adept", "novice", start=True))
    for _ in range(12):
        page.until(lambda state: state["positions"][0]["legal"] or state["table"]["status"] == "over")
        if page.status == "over":
            break
        assert page.play(page.legal[-1])["type"] == "done"


def test_two_people_at_one_device_have_a_position_each(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    assert [position["seat"] for position in page.last["positions"]] == [0, 1]
    assert play_on([page], 10) == 10


def test_a_spectator_sees_the_game_but_has_no_moves(anna: Person, boris: Person, table: RunningTable) -> None:
    pages = two_at_a_table(anna, boris)
    watcher = Person(table.url)
    watching = watcher.join(pages[0].table)
    assert watching.position()["seat"] is None
    assert watching.legal == []
    play_on(list(pages), 5)
    watching.at(pages[0].seq)
    assert watching.log == pages[0].log
    assert watching.rejected("play", seq=watching.seq, seat=0, move="claim 1") == "not_your_seat"
    watcher.close()


def test_a_move_reaches_both_pages_of_one_seat(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    mover, other = acting_first(pages)
    again = (anna if mover is pages[0] else boris).join(mover.table)
    mover.play(mover.legal[0])
    again.at(mover.seq)
    other.at(mover.seq)
    assert again.last["positions"] == mover.last["positions"]
    assert again.log == mover.log == other.log


def test_a_move_that_is_sent_again_is_made_once(anna: Person, boris: Person) -> None:
    mover, _ = acting_first(two_at_a_table(anna, boris))
    move = {"seq": mover.seq, "seat": mover.seat, "move": mover.legal[0], "id": "the-same"}
    first = mover.ask("play", **move)
    assert first == mover.ask("play", **move) == mover.ask("play", **move)
    assert first["type"] == "done"
    mover.at(first["seq"])
    assert sum(line.get("seat") is not None for line in mover.log) == 1


def test_two_pages_that_move_at_once_do_not_both_move(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    mover, _ = acting_first(pages)
    twin = (anna if mover is pages[0] else boris).join(mover.table)
    seq, seat, legal = mover.seq, mover.seat, mover.legal
    mover.send({"type": "play", "id": "a", "seq": seq, "seat": seat, "move": legal[0]})
    twin.send({"type": "play", "id": "b", "seq": seq, "seat": seat, "move": legal[1]})
    answers = {}
    for page, id in ((mover, "a"), (twin, "b")):
        while (message := page.receive()).get("id") != id:
            pass
        answers[id] = message.get("reason", message["type"])
    assert sorted(answers.values()) == ["done", "stale"] or sorted(answers.values()) == ["done", "not_your_turn"]


def test_every_refusal_says_why_and_changes_nothing(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris, hints=False)
    mover, other = acting_first(pages)
    seq, move = mover.seq, mover.legal[0]
    mine = {"seq": seq, "seat": mover.seat}
    before = mover.position()
    assert mover.rejected("play", **mine, move="claim 99") == "illegal"
    assert mover.rejected("play", **mine, move="rubbish") == "illegal"
    assert mover.rejected("play", seq=seq, seat=other.seat, move=move) == "not_your_seat"
    assert mover.rejected("play", seq=seq, seat=7, move=move) == "not_your_seat"
    assert mover.rejected("play", seq=seq - 1, seat=mover.seat, move=move) == "stale"
    assert mover.rejected("play", seq=seq + 1, seat=mover.seat, move=move) == "stale"
    assert other.rejected("play", seq=seq, seat=other.seat, move=move) == "not_your_turn"
    assert mover.rejected("undo", **mine) == "cannot_undo"
    assert mover.rejected("hint", **mine) == "no_hints"
    assert mover.rejected("preview", **mine, moves=["claim 99"]) == "illegal"
    assert mover.rejected("preview", **mine, moves=[]) == "bad_message"
    assert mover.rejected("say", text="x" * 301) == "too_long"
    assert mover.rejected("say", text="   ") == "bad_text"
    mover.send({"type": "play", "id": "", "move": move, **mine})
    assert mover.receive()["reason"] == "bad_message"
    mover.send("{")
    assert mover.receive()["reason"] == "bad_message"
    mover.send({"type": "play", "seat": 0})
    assert mover.receive()["reason"] == "bad_message"
    mover.send({"type": "dance"})
    assert mover.receive()["reason"] == "bad_message"
    twin = (anna if mover is pages[0] else boris).join(mover.table)
    assert (twin.seq, twin.position()) == (seq, before)


def test_a_page_says_hello_first(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "adept", start=True), hello=False)
    assert page.rejected("play", seq=1, seat=0, move="claim 1") == "not_joined"
    page.send({"type": "ping"})
    assert page.receive()["type"] == "pong"


def test_nothing_can_be_played_before_the_start_nor_after_the_end(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "link"))
    assert page.last["positions"] == []
    assert page.rejected("play", seq=0, seat=0, move="claim 1") == "not_playing"
    over = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([over])
    over.until(lambda state: state["table"]["status"] == "over")
    assert over.rejected("undo", seq=over.seq, seat=0) == "not_playing"


def test_a_placement_can_be_taken_back_before_the_claim(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    while not any(move["move"] == "place" for position in page.last["positions"] for move in position["legal"]):
        play_on([page], 1)
    position = next(position for position in page.last["positions"] if position["legal"])
    seat = position["seat"]
    before = page.last["positions"]
    assert page.play(position["legal"][0]["text"], seat)["type"] == "done"
    assert page.position(seat)["undo"]
    done = page.ask("undo", seq=page.seq, seat=seat)
    assert done["type"] == "done"
    assert page.at(done["seq"])["positions"] == before


def test_a_preview_shows_what_a_move_would_bring_and_changes_nothing(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    while not any(move["move"] == "place" for position in page.last["positions"] for move in position["legal"]):
        play_on([page], 1)
    position = next(position for position in page.last["positions"] if position["legal"])
    seat, move = position["seat"], position["legal"][0]["text"]
    seen = page.ask("preview", seq=page.seq, seat=seat, moves=[move])
    assert seen["type"] == "previewed"
    page.play(move, seat)
    assert page.position(seat)["view"] == seen["view"]
    assert page.position(seat)["legal"] == seen["legal"]
    assert [line["fact"] for line in page.last["log"] if line.get("move") == move] == seen["facts"]


def test_a_hint_names_legal_moves_and_is_the_same_every_time(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    position = next(position for position in page.last["positions"] if position["legal"])
    asked = {"seq": page.seq, "seat": position["seat"]}
    first = page.ask("hint", **asked)
    assert first["type"] == "hinted"
    assert 1 <= len(first["suggestions"]) <= 3
    assert all(each["typed"] in position["legal"] for each in first["suggestions"])
    assert page.ask("hint", **asked)["suggestions"] == first["suggestions"]


def test_one_hint_is_thought_of_at_a_time(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    may_think, advise = threading.Event(), minds.advise

    def advise_later(match: Match, seat: int, moves: int, must_end: Callable[[], bool]) -> list[Suggestion]:
        may_think.wait(PATIENCE)
        return advise(match, seat, moves, must_end)

    monkeypatch.setattr(minds, "advise", advise_later)
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    asked = {"seq": page.seq, "seat": next(each["seat"] for each in page.last["positions"] if each["legal"])}
    page.send({"type": "hint", "id": "one", **asked})
    assert page.rejected("hint", id="two", **asked) == "busy"
    may_think.set()
    while (answer := page.receive()).get("id") != "one":
        pass
    assert answer["type"] == "hinted"
    assert page.ask("hint", **asked)["suggestions"] == answer["suggestions"]


def test_a_bot_stands_in_and_the_person_comes_back(anna: Person, boris: Person) -> None:
    mover, other = acting_first(two_at_a_table(anna, boris))
    seat = mover.seat
    assert mover.ask("stand_in", seat=seat, level="novice")["type"] == "done"
    mover.until(lambda state: state["table"]["seats"][seat]["stands_in"])
    other.until(lambda state: state["positions"][0]["legal"])
    assert mover.rejected("play", seq=mover.seq, seat=seat, move="claim 1") in ("stale", "not_your_turn")
    assert mover.ask("stand_in", seat=seat, level=None)["type"] == "done"
    mover.until(lambda state: not state["table"]["seats"][seat]["stands_in"])


def test_whoever_resigns_is_played_for_to_the_end(anna: Person, boris: Person) -> None:
    one, other = two_at_a_table(anna, boris)
    assert one.ask("resign", seat=one.seat)["type"] == "done"
    assert other.ask("resign", seat=other.seat)["type"] == "done"
    assert one.until(lambda state: state["table"]["status"] == "over")["table"]["seats"][0]["resigned"]
    assert other.rejected("stand_in", seat=other.seat, level=None) == "not_playing"


def test_what_was_said_is_read_by_all_and_by_those_who_come_later(anna: Person, boris: Person) -> None:
    one, other = two_at_a_table(anna, boris)
    assert one.ask("say", text=" Hello! ", id="hello")["type"] == "done"
    assert one.ask("say", text="Hello!", id="hello")["type"] == "done"  # a retry
    while not other.chat:
        other.receive()
    later = anna.join(one.table)
    assert [(said["name"], said["text"], said["seat"]) for said in other.chat] == [("Anna", "Hello!", 0)]
    assert later.chat == other.chat


def test_nobody_may_talk_all_the_time(tmp_path: Path) -> None:
    with running(tmp_path, talk=(0.01, 5.0)) as table:
        person = Person(table.url)
        page = person.join(person.create("kingdomino", "me", "here", start=True))
        answers = [page.ask("say", text=f"{number}").get("reason", "done") for number in range(8)]
        assert answers == ["done"] * 5 + ["too_fast"] * 3
        person.close()


def test_a_page_that_sends_too_much_is_told_and_then_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, commands=(1.0, 5.0)) as table:
        person = Person(table.url)
        page = person.join(person.create("kingdomino", "me", "adept", start=True))
        with contextlib.suppress(ConnectionClosed):  # it may be cut off before it has sent them all
            for _ in range(70):
                page.send({"type": "ping"})
        assert page.closed() == 4429
        assert any(message.get("reason") == "too_fast" for message in page.heard)
        person.close()


def test_looking_back_shows_what_was_seen_then(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    seen: list[tuple[int, dict[str, Any]]] = []
    for _ in range(12):
        seen.append((len(page.log), page.position(0)["view"]))
        play_on([page], 1)
    for lines, view in seen:
        assert anna.get(f"/api/tables/{page.table}/past/{lines}", seat=0)["view"] == view
    assert anna.refused(f"/api/tables/{page.table}/past/999?seat=0") == (400, "bad_request")


def test_nobody_looks_back_in_a_game_of_memory(anna: Person) -> None:
    forgetful = anna.create("kingems", "me", "here", start=True)
    assert anna.refused(f"/api/tables/{forgetful}/past/1?seat=0") == (403, "closed")
    open_to_all = anna.create("kingems", "me", "here", options={"memory": True}, start=True)
    assert anna.get(f"/api/tables/{open_to_all}/past/1", seat=0)["at"] == 1


def test_nobody_looks_back_through_the_eyes_of_another(anna: Person, boris: Person) -> None:
    one, _ = two_at_a_table(anna, boris)
    assert anna.refused(f"/api/tables/{one.table}/past/1?seat=1") == (403, "not_your_seat")


def test_pings_are_answered_while_a_bot_thinks(anna: Person) -> None:
    """If thinking held everything up, no more than one answer would come between two moves of bots."""
    page = anna.join(anna.create("kingdomino", "master", "master", start=True))
    answered, most = 0, 0
    while page.status == "playing" and most < 5:
        page.send({"type": "ping"})
        while (heard := page.receive()["type"]) != "pong":
            answered = 0 if heard == "state" else answered
        answered += 1
        most = max(most, answered)
    assert most >= 5


def test_the_time_per_move_runs_out_and_a_bot_makes_this_turn_only(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", clock={"per": "move", "seconds": 1}))
    anna.start(page.table)
    page.until(lambda state: state["table"]["status"] == "playing")
    seat = page.last["ticking"]["running"][0]
    assert 0 < page.last["ticking"]["left"][seat] <= 1
    before = page.seq
    page.until(lambda state: state["seq"] >= before + 2)
    assert page.log[-1 if page.log[-1].get("seat") == seat else -2]["seat"] == seat
    page.until(lambda state: not any(each["stands_in"] for each in state["table"]["seats"]))


def test_the_time_per_game_runs_out_and_a_bot_plays_to_the_end(anna: Person) -> None:
    name = anna.create("kingdomino", "me", "novice", start=True, clock={"per": "game", "seconds": 1})
    page = anna.join(name)
    page.until(lambda state: state["table"]["status"] == "over")
    assert page.last["table"]["seats"][0]["stands_in"]


def test_somebody_away_is_shown_as_away(anna: Person, boris: Person) -> None:
    one, other = two_at_a_table(anna, boris)
    one.until(lambda state: all(seat["here"] for seat in state["table"]["seats"]))
    other.close()
    seat = one.until(lambda state: not state["table"]["seats"][1]["here"])["table"]["seats"][1]
    assert seat["away_since"] == pytest.approx(time.time(), abs=PATIENCE)


def stop_reading(page: Page, table: RunningTable) -> None:
    """Ask again and again how it stands and never read the answers, until the table cannot send any more."""
    page.line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    with contextlib.suppress(ConnectionClosed):  # it may be cut off already
        while not any(line.stalled(math.inf) for line in table.connections):
            page.send({"type": "hello"})


def test_a_page_that_does_not_read_delays_nobody(tmp_path: Path) -> None:
    with running(tmp_path, stalled=3600.0, commands=(1e9, 1e9)) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        pages = two_at_a_table(anna, boris, options={"dynasty": True})
        stop_reading(anna.join(pages[0].table, max_queue=1, close_timeout=0), table)
        assert play_on(list(pages), 40) == 40
        back = anna.join(pages[0].table)
        assert back.at(pages[0].seq)["positions"] == pages[0].last["positions"]
        anna.close()
        boris.close()


def test_a_page_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, stalled=0.2, commands=(1e9, 1e9)) as table:
        person = Person(table.url)
        name = person.create("kingdomino", "me", "here", start=True)
        stop_reading(person.join(name, max_queue=1, close_timeout=0), table)
        wait_for(lambda: not table.connections)
        person.close()


def test_whoever_comes_back_finds_the_game_as_it_was(anna: Person, boris: Person) -> None:
    pages = two_at_a_table(anna, boris)
    play_on(list(pages), 7)
    pages[0].at(max(page.seq for page in pages))
    pages[0].close()
    again: Page = anna.join(pages[0].table)
    assert again.last["positions"] == pages[0].last["positions"]
    assert again.log == pages[0].log


@pytest.mark.parametrize(
    ("game", "in_part"), [("kingdomino", True), ("genius", True), ("scuffle", False), ("color_kingdoms", False)]
)
def test_whoever_comes_back_is_told_what_they_have_missed(anna: Person, game: str, in_part: bool) -> None:
    """The whole log where there are secrets: lines that come to light later stand among those she knew."""
    page = anna.join(anna.create(game, "me", "here", start=True))
    play_on([page], 9)
    lost = anna.join(page.table)
    known = len(lost.log)
    while True:  # what is done in secret comes to light some moves later
        assert play_on([page], 3)
        if page.last.get("curtain"):
            page.look(None)
        if len(page.log) > known:
            break
    back = anna.join(page.table, known=lost)
    assert back.log == page.log
    assert back.last["log_from"] == (known if in_part else 0)


def test_whoever_comes_back_does_not_keep_what_was_forgotten_meanwhile(anna: Person) -> None:
    """In KinGems without memory lines vanish from the middle of the log when their turn is over."""
    page = anna.join(anna.create("kingems", "me", "here", options={"mode": "advanced"}, start=True))
    forgotten, choice = 0, random.Random(1)
    for _ in range(12):
        lost = anna.join(page.table)
        lost.close()
        for _ in range(3):
            position = next(each for each in page.last["positions"] if each["legal"])
            assert page.play(choice.choice(position["legal"])["text"], position["seat"])["type"] == "done"
        back = anna.join(page.table, known=lost)
        back.close()
        assert back.log == page.log
        forgotten += page.log[: len(lost.log)] != lost.log
    assert forgotten > 0


def test_what_was_taken_back_meanwhile_is_not_kept(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    while not any(move["move"] == "place" for position in page.last["positions"] for move in position["legal"]):
        play_on([page], 1)
    position = next(position for position in page.last["positions"] if len(position["legal"]) > 1)
    page.play(position["legal"][0]["text"], position["seat"])
    lost = anna.join(page.table)
    page.at(page.ask("undo", seq=page.seq, seat=position["seat"])["seq"])
    assert page.play(position["legal"][1]["text"], position["seat"])["type"] == "done"
    back = anna.join(page.table, known=lost)
    assert back.log == page.log
    assert back.last["log_from"] == len(page.log) - 1


@pytest.mark.parametrize("seq", [10**9, -1])
def test_a_number_that_never_was_brings_the_whole_log(anna: Person, seq: int) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    play_on([page], 5)
    page.send({"type": "hello", "seq": seq})
    assert page.state()["log_from"] == 0
    assert len(page.log) > 5
