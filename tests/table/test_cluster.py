"""Thinking on a real Ray cluster: the same moves as in threads, and a game that goes on whatever happens to Ray."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy.games import NAMES
from pentarchy.table.minds import SeatedBot
from pentarchy.table.tally import tally
from pentarchy.table.thinkers import Thinkers
from pentarchy.table.turns import Asker
from tests.table.people import PATIENCE, Person, running, wait_for
from tests.table.ray_head import ACTORS, ray_head

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.table.cluster import Cluster
    from pentarchy.table.hub import Hub
    from tests.table.people import RunningTable
    from tests.table.ray_head import RayHead

MOVES = 6  # of masters, before a hint
LONG = "search:12000"  # a thought of a few seconds in Kingdomino


@pytest.fixture(scope="module")
def head() -> Iterator[RayHead]:
    with ray_head() as found:
        yield found


@pytest.fixture(scope="module")
def table(head: RayHead, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """A table whose bots think on a cluster, for as long as they need."""
    chosen: dict[str, Any] = {"thinkers": head.address, "actors": ACTORS, "thought": 1e6}
    with running(tmp_path_factory.mktemp("table"), **chosen) as found:
        yield found


@pytest.fixture
def far(table: RunningTable) -> Thinkers:
    """Its thinkers, when all minds of the cluster are there."""
    wait_for(lambda: cluster_of(table).ready == ACTORS)
    return hub_of(table).thinkers


def hub_of(table: RunningTable) -> Hub:
    assert table.app.hub is not None
    return table.app.hub


def cluster_of(table: RunningTable) -> Cluster:
    cluster = hub_of(table).thinkers.cluster
    assert cluster is not None
    return cluster


async def played(pool: Thinkers, game: str) -> object:
    """What masters do at the beginning of a game, and what is advised then."""
    match = pentarchy.load(game).start(b"seed")
    masters = [pool.bot("master", b"seed", seat) for seat in range(match.game.players)]
    for _ in range(MOVES):
        seat = match.to_act[0]
        async with pool.turn(Asker("anna")) as thought:
            match.play(await pool.choose(thought, masters[seat], match.copy(), seat), seat)
    seat = match.to_act[0]
    async with pool.turn(Asker("anna")) as thought:
        return match.events, await pool.advise(thought, match.copy(), seat)


async def long_thought(pool: Thinkers) -> str:
    match = pentarchy.load("kingdomino", players=2).start(b"seed")
    async with pool.turn(Asker("anna")) as thought:
        return await pool.choose(thought, SeatedBot(LONG, 1), match.copy(), match.to_act[0])


def in_threads(work: Any) -> Any:
    """What comes of something that is thought about in threads."""
    pool = Thinkers(1, limit=1e6)
    try:
        return asyncio.run(work(pool))
    finally:
        pool.close()


@pytest.mark.parametrize("game", NAMES)
def test_the_same_match_makes_the_same_moves_and_hints_on_a_cluster(
    game: str, table: RunningTable, far: Thinkers
) -> None:
    before = tally.thoughts["cluster"]
    found = table.call(played(far, game))
    assert tally.thoughts["cluster"] == before + MOVES + 1
    assert found == in_threads(lambda pool: played(pool, game))


def test_a_thought_that_nobody_wants_any_more_ends_there_too(table: RunningTable, far: Thinkers) -> None:
    async def give_up() -> None:
        match = pentarchy.load("kingdomino", players=2).start(b"seed")
        bots = [SeatedBot("search:1000000s", number) for number in range(2 * ACTORS)]
        for bot in bots:  # if one of them went on, there would soon be no place left
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.1), far.turn(Asker("anna")) as thought:
                    await far.choose(thought, bot, match.copy(), match.to_act[0])
        while far.under_way:
            await asyncio.sleep(0.01)

    table.call(give_up())


def test_a_hint_at_the_table_comes_from_the_cluster(table: RunningTable, far: Thinkers) -> None:
    anna = Person(table.url)
    page = anna.join(anna.create("kingdomino", "me", "here", start=True))
    acting = next(each for each in page.last["positions"] if each["legal"])
    before = tally.thoughts["cluster"]
    hint = page.ask("hint", seq=page.seq, seat=acting["seat"])
    assert {each["move"] for each in hint["suggestions"]} <= set(acting["legal"])
    assert tally.thoughts["cluster"] == before + 1
    assert f'pentarchy_minds{{state="ready"}} {ACTORS}.0' in anna.http.get("/metrics").text
    anna.close()


@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
def test_when_a_mind_is_lost_a_thread_thinks_again(
    what: signal.Signals, head: RayHead, table: RunningTable, far: Thinkers
) -> None:
    returned, minds = tally.thoughts["returned"], head.minds()
    thinking = asyncio.run_coroutine_threadsafe(long_thought(far), hub_of(table).loop)
    wait_for(lambda: cluster_of(table)._waiting)
    for pid in minds:
        os.kill(pid, what)
    wait_for(lambda: tally.thoughts["returned"] > returned)
    for pid in minds:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    assert thinking.result(PATIENCE) == in_threads(long_thought)


def test_a_game_goes_on_while_the_cluster_is_dead_and_there_again_when_it_is(
    head: RayHead, table: RunningTable, far: Thinkers
) -> None:
    anna = Person(table.url)
    page = anna.join(anna.create("kingdomino", "me", "master", start=True, pace="at_once"))

    def answer_to_a_move() -> None:
        page.until(lambda state: state["positions"][0]["legal"])
        page.play(page.legal[0])

    course = hub_of(table)._tables[page.table].course
    asked = cluster_of(table)._waiting
    while not asked:  # until the master thinks
        answer_to_a_move()
        wait_for(lambda: asked or course.waiting_for_people)
    head.kill()
    wait_for(lambda: cluster_of(table).ready == 0)
    before = tally.thoughts["cluster"]
    for _ in range(4):
        answer_to_a_move()
    assert tally.thoughts["cluster"] == before
    head.start()
    wait_for(lambda: cluster_of(table).ready == ACTORS)
    while tally.thoughts["cluster"] == before:
        answer_to_a_move()
    anna.close()


def test_auto_finds_a_cluster_on_this_machine(head: RayHead, tmp_path: Path) -> None:
    with running(tmp_path, thinkers="auto", actors=1, thought=1e6) as table:
        wait_for(lambda: cluster_of(table).ready == 1)
        before = tally.thoughts["cluster"]
        assert table.call(long_thought(hub_of(table).thinkers)) == in_threads(long_thought)
        assert tally.thoughts["cluster"] == before + 1
