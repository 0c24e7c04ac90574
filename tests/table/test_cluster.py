"""Thinking on a real Ray cluster: the same moves as in threads, and a game that goes on whatever happens to Ray."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import shutil
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

import pentarchy
from pentarchy.games import NAMES
from pentarchy.table import bot_pool, minds
from pentarchy.table.bot_pool import BotPool
from pentarchy.table.cluster import Away, Cluster, find
from pentarchy.table.minds import Answer, Mind, SeatedBot
from pentarchy.table.tally import tally
from pentarchy.table.turns import Asker
from tests.table.people import PATIENCE, Person, running, wait_for
from tests.table.ray_head import ACTORS, ray_head

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pentarchy.table.hub import Hub
    from pentarchy.table.minds import Question
    from tests.table.people import RunningTable
    from tests.table.ray_head import RayHead

pytestmark = pytest.mark.long

MOVES = 6  # of masters, before a hint
LONG = "search:4000"  # a thought of a second in Kingdomino


@pytest.fixture(scope="module")
def head() -> Iterator[RayHead]:
    with ray_head() as found:
        yield found


class Tables(NamedTuple):
    """Two tables whose bots think on a cluster, for as long as they need; one of them has found it by itself."""

    told: RunningTable
    auto: RunningTable


@pytest.fixture(scope="module")
def tables(head: RayHead, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with (
        running(tmp_path_factory.mktemp("told"), thinkers=head.address, actors=ACTORS, thought=1e6) as told,
        running(tmp_path_factory.mktemp("auto"), thinkers="auto", actors=1, thought=1e6) as auto,
    ):
        yield Tables(told, auto)


@pytest.fixture
def table(tables: Tables) -> RunningTable:
    return tables.told


@pytest.fixture
def far(table: RunningTable) -> BotPool:
    """Its bots, when all minds of the cluster are there."""
    wait_for(lambda: cluster_of(table).ready == ACTORS, 2 * PATIENCE)
    return hub_of(table).bot_pool


@contextlib.contextmanager
def somebody(table: RunningTable) -> Iterator[Person]:
    with contextlib.closing(Person(table.url)) as person:
        yield person


def hub_of(table: RunningTable) -> Hub:
    assert table.app.hub is not None
    return table.app.hub


def cluster_of(table: RunningTable) -> Cluster:
    cluster = hub_of(table).bot_pool.cluster
    assert cluster is not None
    return cluster


async def played(pool: BotPool, game: str) -> object:
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


async def long_thought(pool: BotPool) -> str:
    match = pentarchy.load("kingdomino", players=2).start(b"seed")
    async with pool.turn(Asker("anna")) as thought:
        return await pool.choose(thought, SeatedBot(LONG, 1), match.copy(), match.to_act[0])


def in_threads(work: Any) -> Any:
    """What comes of something that is thought about in threads."""
    pool = BotPool(1, limit=1e6)
    try:
        return asyncio.run(work(pool))
    finally:
        pool.close()


@functools.cache
def long_thought_in_a_thread() -> str:
    return str(in_threads(long_thought))


@pytest.mark.parametrize("game", NAMES)
def test_the_same_match_makes_the_same_moves_and_hints_on_a_cluster(
    game: str, table: RunningTable, far: BotPool
) -> None:
    before = tally.thoughts["cluster"]
    found = table.call(played(far, game))
    assert tally.thoughts["cluster"] == before + MOVES + 1
    assert found == in_threads(lambda pool: played(pool, game))


def test_a_thought_that_nobody_wants_any_more_ends_there_too(table: RunningTable, far: BotPool) -> None:
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


def test_a_hint_at_the_table_comes_from_the_cluster(table: RunningTable, far: BotPool) -> None:
    with somebody(table) as anna:
        page = anna.join(anna.create("kingdomino", "me", "here", start=True))
        acting = next(each for each in page.last["positions"] if each["legal"])
        before = tally.thoughts["cluster"]
        hint = page.ask("hint", seq=page.seq, seat=acting["seat"])
        assert {each["move"] for each in hint["suggestions"]} <= {move["text"] for move in acting["legal"]}
        assert tally.thoughts["cluster"] == before + 1
        assert f'pentarchy_minds{{state="ready"}} {ACTORS}.0' in anna.http.get("/metrics").text


@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP], ids=["dies", "hangs"])
def test_when_a_mind_is_lost_a_thread_thinks_again(
    what: signal.Signals, head: RayHead, table: RunningTable, far: BotPool
) -> None:
    returned, lost = tally.thoughts["returned"], head.minds()
    thinking = asyncio.run_coroutine_threadsafe(long_thought(far), hub_of(table).loop)
    wait_for(lambda: cluster_of(table)._waiting)
    for pid in lost:
        os.kill(pid, what)
    wait_for(lambda: tally.thoughts["returned"] > returned)
    for pid in lost:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    assert thinking.result(PATIENCE) == long_thought_in_a_thread()


def test_a_game_goes_on_while_the_cluster_is_dead_and_there_again_when_it_is(
    head: RayHead, table: RunningTable, far: BotPool
) -> None:
    with somebody(table) as anna:
        page = anna.join(anna.create("kingdomino", "me", "master", start=True, pace="at_once"))

        def answer_to_a_move() -> None:
            page.until(lambda state: state["positions"][0]["legal"])
            page.play(page.legal[0])

        table_state = hub_of(table)._tables[page.table].state
        asked = cluster_of(table)._waiting
        while not asked:  # until the master thinks
            answer_to_a_move()
            wait_for(lambda: asked or table_state.waiting_for_people)
        head.kill()
        wait_for(lambda: cluster_of(table).ready == 0, 2 * PATIENCE)
        before = tally.thoughts["cluster"]
        for _ in range(4):
            answer_to_a_move()
        assert tally.thoughts["cluster"] == before
        head.start()
        wait_for(lambda: cluster_of(table).ready == ACTORS, 4 * PATIENCE)
        while tally.thoughts["cluster"] == before:
            answer_to_a_move()


def test_auto_finds_a_cluster_on_this_machine(tables: Tables) -> None:
    wait_for(lambda: cluster_of(tables.auto).ready == 1)
    before = tally.thoughts["cluster"]
    assert tables.auto.call(long_thought(hub_of(tables.auto).bot_pool)) == long_thought_in_a_thread()
    assert tally.thoughts["cluster"] == before + 1


# --- Without a cluster ------------------------------------------------------------------------------------------------


def answer_of_a_master(table: RunningTable) -> None:
    with somebody(table) as anna:
        page = anna.join(anna.create("kingdomino", "me", "master", start=True, pace="at_once"))
        for _ in range(3):
            page.until(lambda state: state["positions"][0]["legal"])
            page.play(page.legal[0])


def said_of_ray(caplog: pytest.LogCaptureFixture, address: str = "") -> list[str]:
    """What the log says of a cluster; other tables of these tests may speak of theirs."""
    return [message for message in caplog.messages if message.startswith("Ray") and address in message]


def test_where_nobody_listens_bots_think_in_threads_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        with caplog.at_level(logging.INFO, "pentarchy.table"), running(tmp_path, thinkers=f"ray://{address}") as table:
            answer_of_a_master(table)
            wait_for(lambda: said_of_ray(caplog, address))
    [said] = said_of_ray(caplog, address)
    assert said.startswith(f"Ray (ray://{address}): nobody answers at {address} (Connection refused)")
    assert "think in threads until it is there" in said


def test_auto_without_ray_is_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with caplog.at_level(logging.INFO, "pentarchy.table"), running(tmp_path, thinkers="auto") as table:
        answer_of_a_master(table)
        assert hub_of(table).bot_pool.cluster is None
    assert "bots think in threads: the package 'ray' is not installed" in caplog.messages
    assert not said_of_ray(caplog)


def test_auto_looks_where_ray_notes_its_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(Away, match="none runs on this machine"):
        find("auto")
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray/ray_current_cluster").write_text("192.0.2.7:6379")
    assert find("auto") == ("192.0.2.7:6379", "192.0.2.7", 6379)
    monkeypatch.setenv("RAY_ADDRESS", "ray://[::1]:10001")
    assert find("auto") == ("ray://[::1]:10001", "::1", 10001)
    monkeypatch.setenv("RAY_ADDRESS", "local")
    with pytest.raises(Away, match="'local' is no address of a cluster"):
        find("auto")


def a_cluster_that_never_answers() -> Cluster:
    """One whose messenger has not said anything since it said that there is a mind."""
    cluster = Cluster("ray://127.0.0.1:1", 1)
    cluster.ready = 1
    return cluster


async def one_ply(pool: BotPool, who: str) -> str:
    match = pentarchy.load("kingdomino", players=2).start(b"seed")
    async with pool.turn(Asker(who, who)) as thought:
        return await pool.choose(thought, SeatedBot("greedy", 1), match.copy(), match.to_act[0])


def test_what_is_not_answered_in_time_a_thread_thinks_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "GRACE", 2.0)

    async def test() -> None:
        cluster = a_cluster_that_never_answers()
        pool = BotPool(1, limit=0.0, cluster=cluster)
        pool._follow()
        returned = tally.thoughts["returned"]
        assert await one_ply(pool, "anna") == in_a_thread
        assert tally.thoughts["returned"] == returned + 1
        assert not cluster._waiting
        assert (pool.waiting, pool.under_way) == (0, 0)
        pool.close()

    in_a_thread = in_threads(lambda pool: one_ply(pool, "anna"))
    asyncio.run(test())


def test_when_the_cluster_goes_all_who_think_and_wait_there_take_turns_in_threads() -> None:
    async def test() -> None:
        cluster = a_cluster_that_never_answers()
        pool = BotPool(1, limit=1e6, cluster=cluster)
        pool._follow()
        asking = [asyncio.create_task(one_ply(pool, who)) for who in ("anna", "boris", "carl")]
        while not (pool.waiting == 2 and pool.under_way == 1 and cluster._waiting):
            await asyncio.sleep(0)
        cluster._set(0, 0)
        assert pool._far.waiting == 0
        for number in list(cluster._waiting):
            cluster._lose(number, "the cluster has gone")
        assert len(set(await asyncio.gather(*asking))) == 1
        assert (pool.waiting, pool.under_way) == (0, 0)
        pool.close()

    asyncio.run(test())


def test_when_the_cluster_comes_those_who_wait_go_there() -> None:
    async def test() -> None:
        cluster = Cluster("ray://127.0.0.1:1", 1)
        pool = BotPool(1, limit=1e6, cluster=cluster)
        async with pool.turn(Asker("somebody")):
            asking = asyncio.create_task(one_ply(pool, "anna"))
            while not pool.waiting:
                await asyncio.sleep(0)
            cluster._set(1, 0)
            while not cluster._waiting:
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
        pool.close()

    asyncio.run(test())


# --- Minds, wherever they are -----------------------------------------------------------------------------------------


def ask(mind: Mind, asked: Question) -> Answer:
    return msgspec.msgpack.decode(asyncio.run(mind.think(1, msgspec.msgpack.encode(asked))), type=Answer)


def test_a_mind_says_what_is_wrong_with_a_question() -> None:
    match = pentarchy.load("genius").start(b"seed")
    asked = minds.question(match, match.to_act[0], 10.0, SeatedBot("master", 1))
    wrong = msgspec.structs.replace(asked, state=b"too short")
    assert "ValueError: a state has" in ask(Mind(), wrong).problem


def test_a_mind_knows_a_bot_again_and_forgets_those_not_asked_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "MOST_BOTS", 2)
    match, mind = pentarchy.load("kingdomino", players=2).start(b"seed"), Mind()
    bots = [SeatedBot("search:20", number) for number in range(3)]

    def asked_for(number: int) -> object:
        ask(mind, minds.question(match, match.to_act[0], 10.0, bots[number]))
        return mind._bots[bots[number].number]

    first, second = asked_for(0), asked_for(1)
    assert asked_for(0) is first
    asked_for(2)
    assert asked_for(0) is first
    assert asked_for(1) is not second
    asyncio.run(mind.forget([bots[0].number]))
    assert asked_for(0) is not first


def test_whatever_answers_depend_on_changes_the_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pentarchy"
    shutil.copytree(minds.PACKAGE, package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    monkeypatch.setattr(minds, "PACKAGE", package)
    edition = minds.edition.__wrapped__
    assert edition() == minds.edition()
    for name in ("bots/levels.py", "engine/match.py", "games/kingdomino/rules.py", "table/minds.py"):
        before = edition()
        (package / name).write_text((package / name).read_text() + "\n")
        assert edition() != before
