"""docs/adding-a-game.md is true: its files make a game, without a change anywhere else."""

from __future__ import annotations

import pytest

from tests import adding
from tests.test_docs import same
from tests.test_house import ANATOMY

pytestmark = pytest.mark.long

NAME = "pig"
MADE = {f"web/src/games/{NAME}/seen.ts"}  # by a tool
FOLDERS = (*(f"{folder}/{NAME}/" for folder in ANATOMY), f"tests/rules/{NAME}/")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> adding.Project:
    return adding.Project(tmp_path_factory.mktemp("adding") / "project")


def test_the_page_has_all_files_that_a_game_has_and_no_file_elsewhere() -> None:
    files = set(adding.files())
    wanted = {f"{folder}/{NAME}/{file}" for folder, names in ANATOMY.items() for file in names}
    assert wanted - files == MADE
    assert not [path for path in files if not path.startswith(FOLDERS)]


@pytest.mark.parametrize(("command", "printed"), adding.commands(), ids=lambda value: value.partition("\n")[0][:40])
def test_what_the_page_tells_to_type_works(project: adding.Project, command: str, printed: str) -> None:
    found = project.type(command)
    assert not printed or same(printed, found), found


def test_the_page_says_how_to_play_it_and_how_it_is_tested() -> None:
    typed = " ".join(command for command, _ in adding.commands())
    for command in ("play pig", "simulate pig", "tournament pig", "pytest", "view_types", "lessons"):
        assert command in typed


def test_its_files_are_written_like_all_others(project: adding.Project) -> None:
    python = [path for path in adding.files() if path.endswith(".py")]
    project.type(f"ruff check --no-cache {' '.join(python)}")
    project.type(f"ruff format --check --no-cache {' '.join(python)}")
    project.type(f"mypy {' '.join(python)}")
    project.make()
    folder = f"src/games/{NAME}"
    project.web("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", folder)
    project.web("eslint/bin/eslint.js", "--max-warnings", "0", folder)
    project.web("vitest/vitest.mjs", "run", "--reporter", "dot", folder)
