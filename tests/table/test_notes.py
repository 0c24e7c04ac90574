"""Nothing happens in silence: what is not a move stands in the log too, for those who may know of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from pentarchy.table.table_state import TableState
from tests.table.people import Page, Person, acting_first, play_on, running, two_at_a_table
from tests.table.test_secrets import SEED, World, secret_moves, time_stands_still

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["time_stands_still"]


def told(page: Page) -> list[tuple[str, int]]:
    return [(note["what"], note["seat"]) for note in page.last.get("notes", [])]


def until_told(page: Page, what: str) -> dict[str, Any]:
    """The first note of a kind, when it has come."""
    page.until(lambda state: any(note["what"] == what for note in state.get("notes", [])))
    return next(note for note in page.last["notes"] if note["what"] == what)


def test_a_bot_that_stands_in_and_the_return_are_told_to_all(anna: Person, boris: Person) -> None:
    mover, other = acting_first(two_at_a_table(anna, boris))
    seat = mover.seat
    mover.ask("stand_in", seat=seat, level="novice")
    assert until_told(other, "stood_in")["level"] == "novice"
    assert other.last["table"]["seats"][seat]["may_return"]
    mover.ask("stand_in", seat=seat, level=None)
    until_told(other, "back")
    assert told(other) == [("stood_in", seat), ("back", seat)]


def test_a_resignation_is_told_to_all_and_is_for_good(anna: Person, boris: Person) -> None:
    one, other = two_at_a_table(anna, boris)
    one.ask("resign", seat=one.seat)
    assert until_told(other, "resigned")["seat"] == one.seat
    assert not other.last["table"]["seats"][one.seat]["may_return"]


def test_time_that_has_run_out_is_told(anna: Person) -> None:
    page = anna.join(anna.create("kingdomino", "me", "here", start=True, clock={"per": "move", "seconds": 1}))
    seat = page.last["ticking"]["running"][0]
    assert until_told(page, "ran_out")["seat"] == seat
    assert not page.last["table"]["seats"][seat]["may_return"]


def test_a_move_that_was_taken_back_leaves_a_line_where_it_stood(anna: Person, boris: Person) -> None:
    one, other = two_at_a_table(anna, boris)
    pages = [one, other]
    while not any(move.startswith("place") for page in pages for move in page.legal):
        play_on(pages, 1)
    mover, watcher = acting_first((one, other))
    assert mover.play(mover.legal[0])["type"] == "done"
    lines = len(mover.log)
    mover.at(mover.ask("undo", seq=mover.seq, seat=mover.seat)["seq"])
    note = until_told(watcher, "undone")
    assert (note["seat"], note["line"]) == (mover.seat, lines - 1)
    play_on(pages, 6)
    again = anna.join(one.table)
    assert until_told(again, "undone") == note


def test_a_note_moves_up_when_a_move_before_it_is_taken_back(tmp_path: Path) -> None:
    async def play() -> None:
        world = World(tmp_path, "kingdomino", {"players": 2})
        while not world.match.legal_texts(world.match.to_act[0])[0].startswith("place"):
            seat = world.match.to_act[0]
            await world.do(seat, p.Play, move=world.match.legal_texts(seat)[0])
        seat = world.match.to_act[0]
        await world.do(seat, p.Play, move=world.match.legal_texts(seat)[0])
        world.table.commit(e.StoodIn(at=1.0, seat=1 - seat, level="adept"))
        before = world.table.state.notes[-1].events
        await world.do(seat, p.Undo)
        assert [note.events for note in world.table.state.notes] == [before - 1, before - 1]

    asyncio.run(play())


def test_only_the_painter_is_told_what_was_taken_back_in_secret(tmp_path: Path) -> None:
    async def play() -> list[list[dict[str, Any]]]:
        world = World(tmp_path, "color_kingdoms", {"players": 3, "first": 0})
        while len(world.match.to_act) < 2 or not secret_moves(world):
            acting = world.match.to_act[0]
            await world.do(acting, p.Play, move=world.match.legal_texts(acting)[0])
        seat, move = secret_moves(world)[0]
        await world.do(seat, p.Play, move=move)
        await world.do(seat, p.Undo)
        other = next(each for each in world.match.to_act if each != seat)
        world.table.commit(e.StoodIn(at=1.0, seat=other, level=None))  # news for all
        ears = [world.ears.pop(seat), *world.ears]
        return [msgspec.json.decode(ear.heard[-1])["notes"] for ear in ears]

    painter, *others = asyncio.run(play())
    assert [note["what"] for note in painter] == ["undone", "back"]
    assert all([note["what"] for note in notes] == ["back"] for notes in others)


def test_notes_are_the_same_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        anna, boris = Person(table.url, "Anna"), Person(table.url, "Boris")
        one, other = two_at_a_table(anna, boris)
        one.ask("stand_in", seat=one.seat, level="adept")
        one.ask("stand_in", seat=one.seat, level=None)
        until_told(other, "back")
        notes, name = other.last["notes"], one.table
        anna.close()
        boris.close()
    with running(tmp_path) as table:
        anna.move_to(table.url)
        assert anna.join(name).last["notes"] == notes
        anna.close()


def test_the_host_chooses_how_quickly_bots_move(anna: Person, tmp_path: Path) -> None:
    name = anna.create("kingdomino", "me", "novice", pace="leisurely", start=True)
    assert anna.join(name).last["table"]["pace"] == "leisurely"
    with running(tmp_path, bot_pause=3600.0) as table:  # who waits for that waits too long
        carl = Person(table.url)
        page = carl.join(carl.create("kingdomino", "novice", "novice", pace="at_once", start=True))
        page.until(lambda state: state["table"]["status"] == "over")
        carl.close()


def test_a_setup_of_before_there_was_a_choice_is_brisk() -> None:
    stored = b'{"game":"kingdomino","options":{"players":2},"seats":[{"kind":"bot"},{"kind":"bot"}],"host":"x"}'
    assert TableState(e.decode_setup(stored), SEED).setup.pace == "brisk"
