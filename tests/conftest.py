"""Which tests are run, what a soak has covered, and where a skipped test is a failure."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import secrets
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pentarchy.games import NAMES
from tests import services, sizes
from tests.browser import chromium

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

RULES = Path(__file__).parent / "rules"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", choices=NAMES, help="only the tests about this game: its rules, and what holds in all")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--game")
    if wanted:
        others = [item for item in items if game_of(item) != wanted]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if game_of(item) == wanted]
    items[:] = long_ones_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def long_ones_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Each worker is given a stretch of the tests, which begins with long ones, so that none is left for the end."""
    long: defaultdict[Path, list[pytest.Item]] = defaultdict(list)
    others = []
    for item in items:
        if item.get_closest_marker("long"):
            long[item.path].append(item)
        else:
            others.append(item)
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        share = [item for module in list(long.values())[worker::workers] for item in module]
        stretch = max(0, len(items) // workers - len(share)) if worker < workers - 1 else len(others)
        ordered += share + others[:stretch]
        del others[:stretch]
    return ordered


def pytest_collection_finish() -> None:
    """What there is by now stays until the end: it need not be looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") is None:
        chromium.close()


def game_of(item: pytest.Item) -> str | None:
    """The game that a test is about, if it is about one: by its folder, or by its parameter."""
    if RULES in item.path.parents:
        return item.path.relative_to(RULES).parts[0]
    parameters = getattr(item, "callspec", None)
    names = [parameters.params.get(each) for each in ("game", "name")] if parameters else []
    return next((name for name in names if name in NAMES), None)


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Generator[None, None, None]:
    """What a test does to logging, as `pentarchy serve` does, is over with it."""
    root, talkative = logging.getLogger(), logging.getLogger("websockets")
    before = root.level, list(root.handlers), talkative.level
    yield
    root.level, root.handlers[:], talkative.level = before


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.PostgreSQL]:
    """One server for all processes of a run; not to be stopped by a test."""
    of_all = tmp_path_factory.getbasetemp()
    with (
        skipped_without_programs(),
        services.shared_postgresql(of_all.parent if is_one_of_many() else of_all) as server,
    ):
        yield server


@pytest.fixture
def database(postgresql: services.PostgreSQL) -> Iterator[str]:
    """The address of an empty database of PostgreSQL."""
    name = f"test_{secrets.token_hex(8)}"
    yield postgresql.database(name)
    postgresql.drop(name)


@pytest.fixture(scope="session")
def redis() -> Iterator[services.Redis]:
    """One server for each process of a run; not to be stopped by a test."""
    with skipped_without_programs(), services.redis() as server:
        yield server


@contextlib.contextmanager
def skipped_without_programs() -> Iterator[None]:
    try:
        yield
    except services.MissingProgramError as missing:
        pytest.skip(str(missing))


def is_one_of_many() -> bool:
    return "PYTEST_XDIST_WORKER" in os.environ


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Note what a test says it has tried, also if it fails then."""
    sizes.tried.clear()
    try:
        yield
    finally:
        item.user_properties += [("covered", (number, what)) for what, number in sizes.tried.items()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """At the end of a soak: what it has covered."""
    if not sizes.SOAK:
        return
    tests: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for _, (number, what) in (pair for pair in report.user_properties if pair[0] == "covered"):
                tests[report.nodeid.partition("[")[0]][what] += number
    terminalreporter.section("what was covered")
    for test, counts in sorted(tests.items()):
        terminalreporter.line(f"{test.removeprefix('tests/')}: {listed(counts)}")
    terminalreporter.line(f"together: {listed(sum(tests.values(), Counter()))}")


def listed(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {what}" for what, number in sorted(counts.items()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Continuous integration must run everything."""
    chromium.close()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("CI") == "true" and skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
