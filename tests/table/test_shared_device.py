"""One device for several people: it is sent what the seat in front of it may know, and not a byte more."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from pentarchy.table import entries as e
from pentarchy.table import protocol as p
from tests.table.people import Person, play_on
from tests.table.test_secrets import Ear, World, secret_moves, time_stands_still
from tests.worlds import Story, retold, story_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pentarchy.engine.match import Match

__all__ = ["time_stands_still"]  # here too

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("scuffle", {"players": 2}),
    ("scuffle", {"players": 3}),
    ("color_kingdoms", {"players": 2}),
    ("color_kingdoms", {"players": 3}),
]


class Shared(World):
    """A table at which seats 0 and 1 share a device; further seats have devices of their own."""

    def __init__(self, folder: Path, game: str, options: dict[str, Any], draws: Sequence[str] = ()) -> None:
        super().__init__(folder, game, options, shared=True, draws=draws)

    @property
    def device(self) -> Ear:
        return self.ears[0]

    async def look(self, seat: int | None) -> None:
        self.table.command(self.device, p.Look(id=f"look {self.counts} {seat}", seat=seat))

    async def step(self, choice: random.Random) -> None:
        """Somebody makes a move; at the device after opening the curtain."""
        acting = choice.choice(self.match.to_act)
        if acting < 2:
            if self.device.looks in self.match.to_act:  # who sits there goes on
                assert self.device.looks is not None
                acting = self.device.looks
            else:
                await self.look(acting)
        await self.do(acting, p.Play, move=choice.choice(self.match.legal_texts(acting)))

    async def retell(self, story: Story) -> None:
        """Let everybody do what they do in a story, at the device one after the other, and close the curtain."""
        for seat, move in story.moves:
            if seat < 2 and self.device.looks != seat:
                await self.look(seat)
            await super().retell(story._replace(moves=[(seat, move)]))
        await self.look(None)


def states(ear: Ear) -> list[dict[str, Any]]:
    heard = [msgspec.json.decode(message) for message in ear.heard]
    return [message for message in heard if message["type"] == "state"]


def as_sent_to(world: Shared, seat: int | None) -> dict[str, Any]:
    """What somebody would be sent who holds this one seat and nothing else, or watches."""
    match = world.match
    return {"view": msgspec.json.decode(match.view_json(seat)), "log": match.history(seat)}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_a_shared_device_is_sent_what_the_seat_in_front_may_know(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """And a spectator's view and log as long as nobody sits there: the curtain is closed, or others are to act."""

    async def play() -> set[int | None]:
        world, choice, log, looked = Shared(tmp_path, game, options), random.Random(1), list[Any](), set[int | None]()
        read = 0
        for _ in range(60):
            if world.match.over:
                break
            for state in states(world.device)[read:]:
                log = log[: state["log_from"]] + state["log"]
            state = states(world.device)[-1]
            read = len(states(world.device))
            looks = world.device.looks
            assert state["curtain"]
            assert state.get("looks") == looks
            assert [position["seat"] for position in state["positions"]] == [looks]
            assert {"view": state["positions"][0]["view"], "log": log} == as_sent_to(world, looks)
            assert looks is not None or state["positions"][0]["legal"] == []
            assert looks is None or looks in world.match.to_act
            looked.add(looks)
            await world.step(choice)
        return looked

    assert asyncio.run(play()) == {None, 0, 1}


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("front", [None, 0])
def test_what_the_others_at_the_device_keep_secret_changes_no_byte(
    game: str, options: dict[str, Any], front: int | None, tmp_path: Path
) -> None:
    """Everything differs that the one in front (or, behind the curtain, a spectator) does not know."""

    async def compare(step: int) -> bool:
        told = await until_seat_0_is_to_act(Shared(tmp_path, game, options), step)
        heard, differs = [], False
        for story in (story_of(told), retold(told, front, step)):
            world = Shared(tmp_path, game, options, story.draws)
            await world.retell(story)
            differs = differs or world.match.state() != told.state()
            world.counts = [1_000] * world.match.game.players  # the ids must not tell how much was done
            world.device.heard.clear()
            if not told.over:
                await everything_a_device_can_ask(world, front, random.Random(step))
            heard.append(list(world.device.heard))
        assert heard[0] == heard[1]
        return differs and bool(heard[0])

    assert sum(asyncio.run(compare(step)) for step in (3, 9, 14, 17)) >= 1


async def until_seat_0_is_to_act(world: Shared, steps: int) -> Match:
    """The match after at least so many moves, or when it is over."""
    choice, made = random.Random(steps), 0
    while not world.match.over and (made < steps or 0 not in world.match.to_act):
        await world.step(choice)
        made += 1
    return world.match


async def everything_a_device_can_ask(world: Shared, front: int | None, choice: random.Random) -> None:
    world.table.command(world.device, p.Hello())
    if front is not None:
        await world.look(front)
    for move in choice.sample(world.match.game.moves.names, 4):
        for seat in (0, 1):
            if seat != front or move not in world.match.legal_texts(seat):
                await world.do(seat, p.Play, move=move)
    for seat in (0, 1):
        for move in world.match.legal_texts(seat)[:4] if seat == front else ["rubbish"]:
            await world.do(seat, p.AskPreview, moves=[move])
        await world.do(seat, p.AskHint)
        await world.do(seat, p.Undo)
    world.table.command(world.device, p.StandIn(id="bot", seat=1, level="adept"))
    while world.hub.tasks:
        world.hub.tasks.pop().cancel()


def test_kingems_keeps_nothing_from_one_seat_that_another_knows(tmp_path: Path) -> None:
    """So there is no curtain; what is forgotten when a turn is over is forgotten by a shared device too."""

    async def play(memory: bool) -> None:
        options = {"players": 2, "mode": "advanced", "memory": memory}
        world, choice, log, read = Shared(tmp_path, "kingems", options), random.Random(5), list[Any](), 0
        for _ in range(40):
            for state in states(world.device)[read:]:
                log = log[: state["log_from"]] + state["log"]
            state = states(world.device)[-1]
            read = len(states(world.device))
            assert "curtain" not in state
            assert log == world.match.history(None)
            acting = world.match.to_act[0]
            await world.do(acting, p.Play, move=choice.choice(world.match.legal_texts(acting)))

    asyncio.run(play(memory=False))
    asyncio.run(play(memory=True))


def test_a_bot_that_paints_in_secret_for_a_neighbour_is_not_even_counted(tmp_path: Path) -> None:
    """The one in front hears nothing at all while something secret happens on another seat of the same device."""

    async def play() -> None:
        world = Shared(tmp_path, "color_kingdoms", {"players": 2, "first": 0})
        choice = random.Random(2)
        while world.match.to_act != (0, 1) or not any(seat == 1 for seat, _ in secret_moves(world)):
            await world.step(choice)
        await world.look(0)
        heard = len(world.device.heard)
        move = next(move for seat, move in secret_moves(world) if seat == 1)
        world.table.commit(e.Moved(at=1.0, seat=1, move=move))
        assert world.device.heard[heard:] == []

    asyncio.run(play())


def test_only_the_one_in_front_may_act_ask_and_take_back(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", options={"first": 0}, start=True))
    assert page.last["curtain"]
    asked = {"seq": page.seq, "seat": 0}
    for type, fields in (("play", {"move": "x"}), ("undo", {}), ("preview", {"moves": ["x"]}), ("hint", {})):
        assert page.rejected(type, **asked, **fields) == "not_in_front"
    assert page.rejected("look", seat=1) == "not_your_turn"
    assert page.rejected("look", seat=2) == "not_your_seat"
    assert page.look(0)["type"] == "done"
    assert page.position()["seat"] == 0
    assert page.position()["legal"]
    assert page.rejected("hint", seq=page.seq, seat=1) == "not_in_front"
    assert page.look(None)["type"] == "done"
    assert page.position()["seat"] is None


def test_nobody_else_opens_the_curtain(anna: Person, boris: Person) -> None:
    name = anna.create("scuffle", "me", "here", options={"first": 0}, start=True)
    watching = boris.join(name)
    assert watching.rejected("look", seat=0) == "not_your_seat"
    watching.send({"type": "hello", "seq": 1, "looks": 0})
    assert watching.state()["positions"][0]["seat"] is None


def test_the_curtain_closes_by_itself_when_a_turn_has_passed(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", options={"first": 0}, start=True))
    page.look(0)
    while page.last.get("looks") == 0:
        assert page.play(page.legal[0])["type"] == "done"
    assert page.acting == [1]
    assert page.position()["seat"] is None
    hands = page.position()["view"]["players"]
    page.look(1)
    assert page.position()["view"]["players"] != hands


def test_a_device_that_lost_its_line_goes_on_with_the_one_in_front(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", options={"first": 0}, start=True))
    page.look(0)
    back = anna.join(page.table, known=page)
    assert back.last["looks"] == 0
    assert back.last["positions"] == page.last["positions"]
    assert back.play(back.legal[0])["type"] == "done"


def test_a_device_that_comes_back_after_the_turn_finds_the_curtain_closed(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", options={"first": 0}, start=True))
    page.look(0)
    lost = anna.join(page.table, known=page)
    play_on([page], 8)
    while page.acting != [0]:
        play_on([page], 1)
    assert lost.last["looks"] == 0
    back = anna.join(page.table, known=lost)
    assert back.acting == [0]
    assert "looks" not in back.last
    assert back.position()["seat"] is None


def test_everything_is_shown_when_the_game_is_over(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", start=True))
    play_on([page])
    page.until(lambda state: state["table"]["status"] == "over")
    assert "curtain" not in page.last
    assert [position["seat"] for position in page.last["positions"]] == [0, 1]
    plain = [{key: line[key] for key in line if key not in ("fact", "typed")} for line in page.log]
    assert plain == anna.get(f"/api/tables/{page.table}/record")["events"]


def test_reading_back_at_a_shared_device_counts_the_lines_of_the_seat_that_reads(anna: Person) -> None:
    page = anna.join(anna.create("scuffle", "me", "here", options={"first": 0}, start=True))
    page.look(0)
    own = anna.get(f"/api/tables/{page.table}/past/{len(page.log)}", seat=0)["view"]
    assert own == page.position()["view"]
    page.look(None)
    public = anna.get(f"/api/tables/{page.table}/past/{len(page.log)}")["view"]
    assert public == page.position()["view"]
